/* Around the walk: what is known only when a whole file has been seen. */
#include <assert.h>

#include "src/languages/build_internal.h"

/* A node in eight brings a name that is new, or less. */
static void open_cache(LanguageBuilder *builder, Arena *arena, size_t nodes) {
  size_t size = 64;
  while (size < LANGUAGE_CACHED_NAMES && size < nodes / 8) size *= 2;
  builder->cached = ARENA_ARRAY(arena, LanguageCachedName, size);
  builder->cached_mask = size - 1;
}

/* The stack is measured from here, so that the limit holds wherever the
 * thread's stack began. */
void language_build_begin(LanguageBuild *build, Job *job, Arena *arena, const LanguageFile *file, Facts *facts) {
  const Language *language = file->language;
  const Syntax *syntax = file->syntax;
  LanguageBuilder *builder = ARENA_NEW(arena, LanguageBuilder);
  builder->job = job;
  builder->table = language_table(language);
  builder->stack = (uintptr_t)__builtin_frame_address(0);
  builder->bodies = arena_alloc(arena, syntax->count / 8 + 1);
  open_cache(builder, arena, syntax->count);
  *vec_add(arena, &builder->read_by) = 0;
  *build = (LanguageBuild){.language = language, .syntax = syntax, .arena = arena, .facts = facts,
                           .scope = 1, .path = file->path, .builder = builder};
  facts->scopes.items[1].to = (uint32_t)syntax->text.len;
  facts->broken = syntax->count > 1 &&
                  (syntax->nodes[1].flags & (SYNTAX_ERROR | SYNTAX_MISSING | SYNTAX_BROKEN));
  facts->is_test = language_is_test(language, file->path);
  if (facts->is_test) build->flags |= DEF_TEST;
  language_find_makers(build);
}

static bool shares_names(const Language *language, const Language *file) {
  file = language_resolved(file);
  const char *family = language->family ? language->family : language->name;
  return str_eq_c(str_from_c(family), file->family ? file->family : file->name);
}

/* What another language defines is in a scope of its own: no name of the file
 * leads there. */
void language_build_part(LanguageBuild *build, const Language *language, const Syntax *syntax) {
  if (!language || syntax->count <= 1 || build->builder->stopped) return;
  language_end_sections(build, 0, (uint32_t)build->syntax->text.len);
  LanguageBuild outer = *build;
  LanguageBuilder *builder = build->builder;
  LanguageOpen before;
  builder->table = language_table(language);
  builder->bodies = arena_alloc(build->arena, syntax->count / 8 + 1);
  builder->last_whole = 0;
  builder->is_foreign = !shares_names(language, build->language);
  build->facts->broken |= (syntax->nodes[1].flags & (SYNTAX_ERROR | SYNTAX_MISSING | SYNTAX_BROKEN)) != 0;
  build->syntax = syntax;
  build->language = language;
  build->state = NULL;
  if (builder->is_foreign) language_open(build, SCOPE_NAMESPACE, 1, 0, &before);
  if (language->begin) language->begin(build, 1);
  language_visit(build, 1);
  if (language->finish) language->finish(build);
  language_end_sections(build, 0, (uint32_t)syntax->text.len);
  if (builder->is_foreign) language_close(build, &before);
  builder->is_foreign = false;
  unsigned depth = build->depth;
  *build = outer;
  assert(depth == build->depth);
}

/* ---- returns ---- */

/* What is written as members, here or further inside. */
static bool holds_literal(const Facts *facts, ExprNo value, unsigned depth) {
  enum { DEPTH_MAX = 4 };
  const Expr *expr = &facts->exprs.items[value];
  if (expr->kind == EXPR_OBJECT || expr->kind == EXPR_MAP) return true;
  bool is_looked_into = expr->kind == EXPR_ANY || expr->kind == EXPR_LIST || expr->kind == EXPR_TUPLE;
  for (uint32_t i = 0; is_looked_into && depth < DEPTH_MAX && i < expr->list.count; i++) {
    if (holds_literal(facts, facts->lists.items[expr->list.first + i], depth + 1)) return true;
  }
  return false;
}

/* A declared result, or one that a handler has set, is left alone; it says what
 * returned literals are. Several returns are any of them. */
static void set_returned(LanguageBuild *build, DefNo no, const ExprNo *values, size_t count) {
  Def *def = &build->facts->defs.items[no];
  for (size_t i = 0; def->type && def->opens && i < count; i++) {
    if (!holds_literal(build->facts, values[i], 0)) continue;
    ScopeNo before = build->scope;
    build->scope = def->opens;
    language_expect(build, values[i], def->type);
    build->scope = before;
  }
  if (def->type || def->value || !count) return;
  if (count == 1) {
    def->value = values[0];
    return;
  }
  def->value = language_add(build, (Expr){.kind = EXPR_ANY, .at = build->facts->exprs.items[values[0]].at,
                                          .list = language_list(build, values, count)});
}

/* A counting sort by function: returns of one function need not be
 * neighbours, since lambdas nest. */
static void gather_returns(LanguageBuild *build) {
  LanguageBuilder *builder = build->builder;
  size_t defs = build->facts->defs.len, count = builder->returned.len;
  if (!count) return;
  uint32_t *ends = ARENA_ARRAY(build->arena, uint32_t, defs + 1);
  ExprNo *values = ARENA_ARRAY(build->arena, ExprNo, count);
  for (size_t i = 0; i < count; i++) ends[builder->returned.items[i].callable + 1]++;
  for (size_t i = 1; i <= defs; i++) ends[i] += ends[i - 1];
  for (size_t i = 0; i < count; i++) {
    values[ends[builder->returned.items[i].callable]++] = builder->returned.items[i].value;
  }
  uint32_t first = 0;
  for (DefNo no = 0; no < defs; first = ends[no++]) {
    set_returned(build, no, values + first, ends[no] - first);
  }
}

/* ---- order and places ---- */

/* The place decides, then what makes two references of one place differ: the
 * order of the facts must not depend on the order of the walk. */
static int by_place(const void *a, const void *b) {
  const Ref *x = a, *y = b;
  if (x->at != y->at) return x->at < y->at ? -1 : 1;
  if (x->role != y->role) return x->role < y->role ? -1 : 1;
  return x->expr < y->expr ? -1 : x->expr > y->expr;
}

/* A call comes after its arguments, so the order is nearly right already:
 * moving each to its place is mostly cheaper than sorting. */
static void sort_refs(Ref *refs, size_t count) {
  size_t moves = 0;
  for (size_t i = 1; i < count; i++) {
    size_t to = i;
    while (to > 0 && by_place(&refs[to - 1], &refs[i]) > 0) to--;
    if (to == i) continue;
    moves += i - to;
    if (moves > 16 * count) {
      qsort(refs, count, sizeof(Ref), by_place);
      return;
    }
    Ref ref = refs[i];
    memmove(refs + to + 1, refs + to, (i - to) * sizeof(Ref));
    refs[to] = ref;
  }
}

static void place_refs(LanguageBuild *build) {
  Facts *facts = build->facts;
  const Syntax *syntax = build->syntax;
  sort_refs(facts->refs.items + 1, facts->refs.len - 1);
  uint32_t line = 0; /* from 0 */
  for (size_t i = 1; i < facts->refs.len; i++) {
    Ref *ref = &facts->refs.items[i];
    while (line + 1 < syntax->line_count && syntax->line_starts[line + 1] <= ref->at) line++;
    ref->line = line + 1;
    ref->column = ref->at - (syntax->line_count ? syntax->line_starts[line] : 0) + 1;
  }
}

/* In this order: returns make expressions, locals drop references, and only
 * then is it known which expressions nobody uses. */
void language_build_end(LanguageBuild *build) {
  language_end_sections(build, 0, (uint32_t)build->syntax->text.len);
  assert(!build->depth && build->scope == 1); /* every handler closed what it opened */
  gather_returns(build);
  language_read_statements(build);
  language_make_called(build);
  language_mark_locals(build);
  facts_compact(build->arena, build->facts);
  place_refs(build);
}
