/* Facts by hand, and a little world that lends them: what tests of resolution
 * need. Files are built with the make_ functions, put with town_put, and their
 * edges compared as text. */
#ifndef FATHOM_TESTS_RESOLVE_FACTS_H
#define FATHOM_TESTS_RESOLVE_FACTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/resolve/resolve.h"

#define UNUSED __attribute__((unused))

/* ---- one file ---- */

typedef struct Maker {
  Arena *arena;
  Facts *facts;
  uint32_t at; /* grows: the order of what is made is the order of the text */
} Maker;

static UNUSED NameId make_name(Maker *m, const char *text) {
  return *text ? names_intern(m->facts->names, str_from_c(text)) : (NameId){0};
}

static UNUSED ScopeNo make_scope(Maker *m, ScopeKind kind, ScopeNo parent, DefNo def) {
  *vec_add(m->arena, &m->facts->scopes) =
      (Scope){.kind = (uint8_t)kind, .parent = parent, .def = def, .from = m->at, .to = 1u << 20};
  return (ScopeNo)m->facts->scopes.len - 1;
}

static UNUSED BindNo make_bind(Maker *m, Bind bind) {
  if (!bind.from) bind.from = ++m->at;
  *vec_add(m->arena, &m->facts->binds) = bind;
  return (BindNo)m->facts->binds.len - 1;
}

/* A definition, its bind, and the scope it opens when `opens` is a kind (-1: none). */
static UNUSED DefNo make_def(Maker *m, SymbolKind kind, const char *name, ScopeNo scope, int opens, unsigned flags) {
  uint32_t line = ++m->at;
  *vec_add(m->arena, &m->facts->defs) =
      (Def){.kind = (uint8_t)kind, .flags = flags, .name = make_name(m, name), .scope = scope,
            .container = m->facts->scopes.items[scope].def, .name_span = {.line = line, .column = 1}};
  DefNo def = (DefNo)m->facts->defs.len - 1;
  if (*name) make_bind(m, (Bind){.scope = scope, .name = make_name(m, name), .flags = BIND_HOISTED, .def = def});
  if (opens >= 0) m->facts->defs.items[def].opens = make_scope(m, (ScopeKind)opens, scope, def);
  return def;
}

static UNUSED ScopeNo opened(const Maker *m, DefNo def) { return m->facts->defs.items[def].opens; }

static UNUSED ExprNo make_expr(Maker *m, Expr expr) {
  if (!expr.at) expr.at = ++m->at;
  *vec_add(m->arena, &m->facts->exprs) = expr;
  return (ExprNo)m->facts->exprs.len - 1;
}

static UNUSED ExprList make_list(Maker *m, const ExprNo *items, uint32_t count) {
  ExprList list = {(uint32_t)m->facts->lists.len, count};
  for (uint32_t i = 0; i < count; i++) *vec_add(m->arena, &m->facts->lists) = items[i];
  return list;
}

static UNUSED ExprNo named(Maker *m, ScopeNo scope, const char *name) {
  return make_expr(m, (Expr){.kind = EXPR_NAME, .scope = scope, .name = make_name(m, name)});
}

static UNUSED ExprNo member(Maker *m, ExprNo base, const char *name) {
  return make_expr(m, (Expr){.kind = EXPR_MEMBER, .base = base, .name = make_name(m, name)});
}

static UNUSED ExprNo literal(Maker *m, LiteralKind kind) {
  return make_expr(m, (Expr){.kind = EXPR_LITERAL, .number = kind});
}

static UNUSED ExprNo call_with(Maker *m, ExprKind kind, ExprNo callee, const ExprNo *args, uint32_t count) {
  return make_expr(m, (Expr){.kind = (uint8_t)kind, .base = callee, .list = make_list(m, args, count)});
}

static UNUSED ExprNo call(Maker *m, ExprNo callee) { return call_with(m, EXPR_CALL, callee, NULL, 0); }

static UNUSED void make_ref(Maker *m, RefRole role, ExprNo expr, DefNo from) {
  *vec_add(m->arena, &m->facts->refs) =
      (Ref){.role = (uint8_t)role, .expr = expr, .from = from, .at = m->at, .line = m->at, .column = 1};
}

static UNUSED void make_param(Maker *m, DefNo def, const char *name, ExprNo type, unsigned flags) {
  make_bind(m, (Bind){.scope = opened(m, def), .name = make_name(m, name), .flags = BIND_PARAM | flags, .type = type});
}

static UNUSED void make_import(Maker *m, ImportForm form, const char *local, const char *specifier,
                               const char *name, unsigned flags) {
  *vec_add(m->arena, &m->facts->imports) =
      (Import){.form = (uint8_t)form, .flags = (uint8_t)flags, .scope = 1, .local = make_name(m, local),
               .specifier = make_name(m, specifier), .name = make_name(m, name), .line = ++m->at};
  ImportNo import = (ImportNo)m->facts->imports.len - 1;
  if (*local) make_bind(m, (Bind){.scope = 1, .name = make_name(m, local), .import = import});
}

/* ---- the world ---- */

#ifndef TOWN_MAX
#define TOWN_MAX 64 /* files; a test that needs more says so before */
#endif

typedef struct Town {
  Arena arena;
  Names *names;
  ResolveWorld *world;
  ResolveThread *thread;
  const Facts *lent[TOWN_MAX]; /* by WorldFile */
  Facts first[TOWN_MAX];       /* the same as far as their binds */
  int borrowed[TOWN_MAX];
  int borrows; /* all together */
  int more[TOWN_MAX]; /* how often more was asked for than binds */
  Str library; /* ptr NULL: none */
} Town;

static UNUSED Str town_library(void *context, Arena *arena, Str family) {
  const Town *town = context;
  (void)family;
  return town->library.ptr ? str_copy(arena, town->library) : town->library;
}

static UNUSED const Facts *town_borrow(void *context, WorldFile file, FactsPart part) {
  Town *town = context;
  town->borrowed[file]++;
  town->borrows++;
  if (part == FACTS_REFS || !town->lent[file]) return town->lent[file];
  town->first[file] = *town->lent[file];
  town->first[file].exprs.items = NULL;
  town->first[file].refs.items = NULL;
  return &town->first[file];
}

static UNUSED const Facts *town_more(void *context, WorldFile file, FactsPart part) {
  Town *town = context;
  (void)part;
  assert_true(town->borrowed[file] > 0);
  town->more[file]++;
  return town->lent[file];
}

static UNUSED void town_give_back(void *context, WorldFile file) {
  Town *town = context;
  town->borrowed[file]--;
}

static UNUSED void town_open(Town *town) {
  *town = (Town){0};
  arena_init(&town->arena);
  town->names = names_open();
  ResolveSource source = {.context = town, .borrow = town_borrow, .more = town_more, .give_back = town_give_back, .library = town_library};
  town->world = resolve_world_open(town->names, &source);
}

static UNUSED void town_close(Town *town) {
  for (int i = 0; i < TOWN_MAX; i++) assert_int_equal(town->borrowed[i], 0); /* all were given back */
  if (town->thread) resolve_thread_close(town->thread);
  resolve_world_close(town->world);
  names_close(town->names);
  arena_clear(&town->arena);
}

static UNUSED Maker town_file(Town *town) {
  Facts *facts = ARENA_NEW(&town->arena, Facts);
  facts_init(facts, &town->arena, town->names);
  facts->scopes.items[1].to = 1u << 20;
  return (Maker){.arena = &town->arena, .facts = facts};
}

static UNUSED WorldFile town_put(Town *town, const char *path, const Language *language, const Facts *facts) {
  WorldFile file = resolve_world_put(town->world, str_from_c(path), language, facts);
  assert_true(file && file < TOWN_MAX);
  town->lent[file] = facts;
  return file;
}

static UNUSED size_t town_link(Town *town) {
  Job job;
  job_init(&job, &town->arena);
  WorldFile *changed;
  size_t count;
  assert_int_equal(resolve_imports(&job, town->world, &changed, &count), OK);
  return count;
}

static UNUSED Resolved town_resolve(Town *town, WorldFile file) {
  Job job;
  job_init(&job, &town->arena);
  if (!town->thread) town->thread = resolve_thread_open(town->world);
  Resolved resolved;
  assert_int_equal(resolve_file(&job, town->thread, file, &resolved), OK);
  return resolved;
}

static UNUSED void add_end(Town *town, Buf *out, WorldFile file, DefNo def) {
  Str path = resolve_world_path(town->world, file);
  const Def *named_def = def ? &town->lent[file]->defs.items[def] : NULL;
  Str name = named_def ? names_text(town->names, named_def->name) : STR("");
  buf_add_format(out, "%.*s:%.*s", STR_ARG(path), STR_ARG(name));
  if (named_def) buf_add_format(out, "@%u", named_def->name_span.line);
}

/* One line per edge: kind rule from -> to. */
static UNUSED Str town_edges(Town *town, WorldFile file) {
  Resolved resolved = town_resolve(town, file);
  Buf out;
  buf_init(&out, &town->arena, 1 << 20);
  for (size_t i = 0; i < resolved.edge_count; i++) {
    const Edge *edge = &resolved.edges[i];
    const Def *from = edge->from ? &town->lent[file]->defs.items[edge->from] : NULL;
    Str name = from ? names_text(town->names, from->name) : STR("-");
    buf_add_format(&out, "%s %s %.*s -> ", edge_kind_word(edge->kind), edge_rule_word(edge->rule), STR_ARG(name));
    add_end(town, &out, edge->file, edge->to);
    buf_add_byte(&out, '\n');
  }
  return buf_str(&out);
}

static UNUSED void assert_edges(Town *town, WorldFile file, const char *expected) {
  Str edges = town_edges(town, file);
  assert_string_equal(str_to_c(&town->arena, edges), expected);
}

/* `x` leads to the project's x.t, else to the library's. */
static UNUSED void town_find_module(LanguageWorld *world, const Facts *facts, const Import *import,
                                    WorldFile from, LanguageModule *ret_module) {
  (void)from;
  Str path = str_format(world->arena, "%.*s.t", STR_ARG(names_text(facts->names, import->specifier)));
  WorldFile file = world->file(world, path);
  if (!file) file = world->library(world, path);
  if (file) {
    ret_module->files = ARENA_NEW(world->arena, WorldFile);
    ret_module->files[0] = file;
    ret_module->count = 1;
  }
  ret_module->outside = !file;
}

#endif
