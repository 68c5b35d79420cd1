/* Any facts in any language: resolution ends, its edges lead to definitions
 * that exist and not into libraries, what was borrowed is given back, and
 * neither a second time nor another order of the files makes a difference. */
#include <assert.h>
#include <string.h>

#include "src/resolve/resolve.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FILES = 3, NAMES = 12 };

typedef struct Input {
  const uint8_t *at, *end;
} Input;

static uint32_t next(Input *in, uint32_t below) {
  uint32_t value = in->at < in->end ? *in->at++ : 0;
  return below ? value % below : 0;
}

typedef struct Town {
  Facts facts[FILES];
  int file_of[64]; /* by WorldFile; -1: none */
  int borrowed;
} Town;

static const Facts *borrow(void *context, WorldFile file, FactsPart part) {
  (void)part;
  Town *town = context;
  town->borrowed++;
  return file < 64 && town->file_of[file] >= 0 ? &town->facts[town->file_of[file]] : NULL;
}

static void give_back(void *context, WorldFile file) {
  (void)file;
  ((Town *)context)->borrowed--;
}

static NameId a_name(Input *in, Names *names) {
  char text[2] = {(char)('a' + next(in, NAMES)), 0};
  return names_intern(names, str_from_c(text));
}

static void add_exprs(Input *in, Arena *arena, Facts *facts, uint32_t count) {
  for (uint32_t i = 0; i < 2 * count; i++) *vec_add(arena, &facts->lists) = 1 + next(in, count);
  for (uint32_t i = 0; i < count; i++) {
    Expr expr = {.kind = (uint8_t)next(in, EXPR_KIND_COUNT), .flags = (uint8_t)next(in, 16),
                 .scope = 1 + next(in, (uint32_t)facts->scopes.len - 1), .at = next(in, 0x100),
                 .name = a_name(in, facts->names), .base = next(in, count + 1),
                 .list = {next(in, count), next(in, 3)}};
    expr.number = next(in, 8);
    uint32_t defs = (uint32_t)facts->defs.len, imports = (uint32_t)facts->imports.len;
    if (expr.kind == EXPR_FUNC || expr.kind == EXPR_OBJECT) expr.number = defs > 1 ? 1 + expr.number % (defs - 1) : 0;
    if (expr.kind == EXPR_MODULE) expr.number = imports > 1 ? 1 + expr.number % (imports - 1) : 0;
    if ((expr.kind == EXPR_FUNC || expr.kind == EXPR_OBJECT || expr.kind == EXPR_MODULE) && !expr.number) expr.kind = EXPR_NONE;
    *vec_add(arena, &facts->exprs) = expr;
  }
}

static void add_defs(Input *in, Arena *arena, Facts *facts, uint32_t count, uint32_t exprs) {
  for (uint32_t i = 0; i < count; i++) {
    ScopeNo scope = 1 + next(in, (uint32_t)facts->scopes.len - 1);
    Def def = {.kind = (uint8_t)next(in, SYMBOL_KIND_COUNT), .flags = next(in, 0x100) << next(in, 14),
               .name = a_name(in, facts->names), .scope = scope, .container = facts->scopes.items[scope].def,
               .type = next(in, exprs + 1), .value = next(in, exprs + 1), .bases = {next(in, exprs), next(in, 3)},
               .decorators = {next(in, exprs), next(in, 2)}};
    if (next(in, 4) == 0) def.receiver = a_name(in, facts->names);
    *vec_add(arena, &facts->defs) = def;
    DefNo number = (DefNo)facts->defs.len - 1;
    *vec_add(arena, &facts->binds) = (Bind){.scope = scope, .name = def.name, .flags = BIND_HOISTED, .def = number, .from = next(in, 0x100)};
    if (next(in, 3) == 0) continue;
    *vec_add(arena, &facts->scopes) = (Scope){.kind = (uint8_t)next(in, SCOPE_KIND_COUNT), .parent = scope, .def = number,
                                              .from = next(in, 0x100), .to = 0x100};
    facts->defs.items[number].opens = (ScopeNo)facts->scopes.len - 1;
  }
}

static void add_imports(Input *in, Arena *arena, Facts *facts) {
  for (uint32_t i = next(in, 4); i > 0; i--) {
    *vec_add(arena, &facts->imports) = (Import){.form = (uint8_t)next(in, IMPORT_FORM_COUNT), .flags = (uint8_t)next(in, 16), .scope = 1,
                                                .local = a_name(in, facts->names), .specifier = a_name(in, facts->names),
                                                .name = a_name(in, facts->names)};
    ImportNo import = (ImportNo)facts->imports.len - 1;
    *vec_add(arena, &facts->binds) = (Bind){.scope = 1, .name = facts->imports.items[import].local, .import = import};
  }
}

static void make_facts(Input *in, Arena *arena, Names *names, Facts *facts) {
  facts_init(facts, arena, names);
  facts->scopes.items[1].to = 0x100;
  uint32_t exprs = 1 + next(in, 24);
  add_imports(in, arena, facts);
  add_defs(in, arena, facts, next(in, 12), exprs);
  add_exprs(in, arena, facts, exprs);
  for (uint32_t i = next(in, 12); i > 0; i--) {
    *vec_add(arena, &facts->binds) = (Bind){.scope = 1 + next(in, (uint32_t)facts->scopes.len - 1), .name = a_name(in, names),
                                            .flags = next(in, 0x100) << next(in, 8), .from = next(in, 0x100), .to = next(in, 0x100),
                                            .type = next(in, exprs + 1), .value = next(in, exprs + 1)};
  }
  for (uint32_t i = next(in, 12); i > 0; i--) {
    *vec_add(arena, &facts->refs) = (Ref){.role = (uint8_t)next(in, REF_ROLE_COUNT), .flags = (uint8_t)next(in, 4), .position = (uint16_t)next(in, 3),
                                          .expr = next(in, exprs + 1), .call = next(in, exprs + 1),
                                          .from = next(in, (uint32_t)facts->defs.len), .line = 1 + i};
  }
  if (next(in, 2)) facts->package = a_name(in, names);
}

static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  (void)from;
  Str name = names_text(facts->names, import->specifier);
  if (name.len && name.ptr[0] - 'a' < FILES) {
    const WorldFile *files;
    size_t count = world->directory(world, STR("p"), &files);
    ret_module->count = import->form == IMPORT_MODULE ? count : count ? 1 : 0;
    ret_module->files = arena_copy(world->arena, files, ret_module->count * sizeof *files);
  }
  ret_module->outside = name.len && name.ptr[0] == 'h';
  if (name.len && name.ptr[0] == 'c') ret_module->rest = STR("a.b");
}

static int by_number(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void assert_distinct(Arena *arena, const uint64_t *numbers, size_t count) {
  uint64_t *sorted = arena_copy(arena, numbers, count * sizeof *numbers);
  if (count) qsort(sorted, count, sizeof *sorted, by_number);
  for (size_t i = 1; i < count; i++) assert(sorted[i - 1] < sorted[i]);
}

/* Edges of all files as one number; files by their paths, not their numbers. */
static uint64_t resolve_all(Town *town, Names *names, const Language *language, Arena *arena, bool reverse) {
  ResolveSource source = {.context = town, .borrow = borrow, .give_back = give_back};
  AUTO(ResolveWorld) world = resolve_world_open(names, &source);
  static const char *const paths[FILES] = {"p/a.x", "p/b.x", "q/c.x"};
  memset(town->file_of, -1, sizeof town->file_of);
  WorldFile files[FILES];
  for (int i = 0; i < FILES; i++) {
    int at = reverse ? FILES - 1 - i : i;
    files[at] = resolve_world_put(world, str_from_c(paths[at]), language, &town->facts[at]);
    town->file_of[files[at]] = at;
  }
  Job job;
  job_init(&job, arena);
  WorldFile *changed;
  size_t count;
  if (resolve_imports(&job, world, &changed, &count)) abort();
  AUTO(ResolveThread) thread = resolve_thread_open(world);
  uint64_t sum = 1469598103934665603u;
  for (int i = 0; i < FILES; i++) {
    Resolved resolved;
    if (resolve_file(&job, thread, files[i], &resolved)) abort();
    for (size_t k = 0; k < resolved.edge_count; k++) {
      const Edge *edge = &resolved.edges[k];
      assert(edge->kind < EDGE_KIND_COUNT && edge->rule < EDGE_RULE_COUNT);
      assert(edge->from < town->facts[i].defs.len);
      assert(edge->file < 64 && town->file_of[edge->file] >= 0);
      assert(edge->to < town->facts[town->file_of[edge->file]].defs.len);
      uint64_t parts[6] = {edge->kind, edge->rule, edge->from, (uint64_t)town->file_of[edge->file], edge->to, edge->line};
      for (int p = 0; p < 6; p++) sum = (sum ^ parts[p]) * 1099511628211u;
    }
    sum = (sum ^ resolved.unresolved ^ (uint64_t)resolved.external << 32) * 1099511628211u;
    assert_distinct(arena, resolved.asks, resolved.ask_count);
  }
  assert(town->borrowed == 0);
  return sum;
}

/* Any mixture: what decides must not lean on what a real language combines. */
static LanguageRules make_rules(Input *in) {
  return (LanguageRules){
      .type_scope = (LanguageTypeScope)next(in, 3),
      .namespaces = (LanguageNamespaces)next(in, 3),
      .order = (LanguageOrder)next(in, 3),
      .globals = (LanguageGlobals)next(in, 3),
      .packages = (LanguagePackages)next(in, 3),
      .bases = (LanguageBases)next(in, 3),
      .interfaces = (LanguageInterfaces)next(in, 3),
      .super = (LanguageSuper)next(in, 2),
      .members = (LanguageMembers)next(in, 2),
      .overloads = (LanguageOverloads)next(in, 2),
      .called_type = (LanguageCalledType)next(in, 3),
      .tests_apart = next(in, 2), .members_hidden = next(in, 2), .unknown_is_outside = next(in, 2),
      .types_reopen = next(in, 2), .types_close_over = next(in, 2), .private_stays = next(in, 2),
      .methods = next(in, 3), .own_constructors = next(in, 2), .function_types = next(in, 2),
      .fields_assigned = next(in, 2), .subscript_is_member = next(in, 2),
      .member_is_subscript = next(in, 2), .parts_are_fields = next(in, 2),
      .called_by_alias = next(in, 2), .super_call_names = next(in, 2), .makers_decide = next(in, 2),
      .maker_values = next(in, 2), .receiver_typed = next(in, 2), .decorators_replace = next(in, 2),
      .array_for_variadic = next(in, 2), .macros_call = next(in, 2), .fields = next(in, 3),
      .types_strict = next(in, 2), .functions_exact = next(in, 2), .declaration_holds = next(in, 2),
      .values_flow = next(in, 2), .unsolved_is_unknown = next(in, 2)
  };
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input in = {data, data + size};
  Arena arena;
  arena_init(&arena);
  AUTO(Names) names = names_open();
  Language language = {.name = "any", .find_module = find_module, .rules = make_rules(&in),
                       .names = {.constructors = "a new", .list = "b", .map = "c", .promise = "d", .object = "e",
                                 .iterate = "f g", .index = "h", .call = "i", .await = "j",
                                 .literals = {[LITERAL_INT] = "k", [LITERAL_STRING] = "l"}, .primitives = "k:b a:c ; l"}};
  Town *town = ARENA_NEW(&arena, Town);
  for (int i = 0; i < FILES; i++) make_facts(&in, &arena, names, &town->facts[i]);
  uint64_t first = resolve_all(town, names, &language, &arena, false);
  assert(resolve_all(town, names, &language, &arena, false) == first);
  assert(resolve_all(town, names, &language, &arena, true) == first);
  arena_clear(&arena);
  return 0;
}
