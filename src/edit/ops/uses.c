/* Who uses a symbol, by the graph: every place with the rule it was found by,
 * of the symbol and of all that must keep its name or shape with it. */
#include "src/edit/ops/ops_internal.h"

#include <stdlib.h>

#include "src/query/graph/graph.h"
#include "src/query/names/names.h"

#define USE_KINDS (QUERY_CALLS | QUERY_USES | STORE_KIND(EDGE_IMPORTS) | STORE_KIND(EDGE_EXPORTS))

/* Symbols that must be changed together. Small, so that looking through it is
 * enough. */
typedef struct Family {
  StoreSymbol *items;
  size_t len;
  size_t cap;
} Family;

static bool has_member(const Family *family, SymbolId id) {
  for (size_t i = 0; i < family->len; i++) {
    if (family->items[i].id.value == id.value) return true;
  }
  return false;
}

static Err add_member(EditOps *ops, Family *family, SymbolId id) {
  StoreSymbol symbol;
  if (!id.value || has_member(family, id)) return OK;
  TRY(query_symbol(ops->job, ops->reader, id, &symbol));
  if (symbol.id.value) *vec_add(ops->job->arena, family) = symbol;
  return OK;
}

/* Overloads and declarations beside it; constructors that bear a type's name. */
static Err add_namesakes(EditOps *ops, const StoreSymbol *symbol, Family *family) {
  StoreSymbols all;
  TRY(edit_symbols_of(ops, symbol->file, &all));
  for (size_t i = 0; i < all.len; i++) {
    const StoreSymbol *one = &all.items[i];
    bool is_beside = one->container_id.value == symbol->container_id.value && ((one->flags | symbol->flags) & (DEF_DECLARATION | DEF_OVERLOAD));
    bool is_maker = one->container_id.value == symbol->id.value && one->kind == SYMBOL_CONSTRUCTOR;
    if ((str_eq(one->name, symbol->name) && is_beside) || is_maker) TRY(add_member(ops, family, one->id));
  }
  return OK;
}

/* Declarations in other files (a header's prototype), as a name's look-up joins
 * them to their definition. */
static Err add_declarations(EditOps *ops, const StoreSymbol *symbol, Family *family) {
  QueryTargets targets;
  QueryTarget target = {.name = symbol->name};
  if (symbol->container.len) return OK;
  TRY(query_targets(ops->job, ops->reader, &target, &targets));
  for (size_t i = 0; i < targets.len; i++) {
    const StoreSymbol *one = &targets.items[i];
    bool is_pair = one->kind == symbol->kind && !one->container.len && ((one->flags | symbol->flags) & DEF_DECLARATION) &&
                   !((one->flags | symbol->flags) & DEF_STATIC);
    if (is_pair) TRY(add_member(ops, family, one->id));
  }
  return OK;
}

/* A method shares its name with all it overrides and is overridden by. */
static Err add_overrides(EditOps *ops, const StoreSymbol *symbol, Family *family) {
  QueryIds ids = {0};
  TRY(query_overrides(ops->job, ops->reader, symbol->id, true, &ids));
  for (size_t i = 0, ups = ids.len; i < ups; i++) TRY(query_overrides(ops->job, ops->reader, ids.items[i], false, &ids));
  TRY(query_overrides(ops->job, ops->reader, symbol->id, false, &ids));
  for (size_t i = 0; i < ids.len; i++) TRY(add_member(ops, family, ids.items[i]));
  return OK;
}

/* Grows while it is walked: what overrides one of its members belongs to it
 * too. The bound is for broken inheritance that leads in circles of
 * thousands. */
static Err find_family(EditOps *ops, const StoreSymbol *symbol, Family *family) {
  TRY(add_member(ops, family, symbol->id));
  for (size_t i = 0; i < family->len && i < 2000; i++) { /* it grows meanwhile */
    StoreSymbol one = family->items[i];
    TRY(add_namesakes(ops, &one, family));
    TRY(add_overrides(ops, &one, family));
  }
  return add_declarations(ops, symbol, family);
}

static int by_place(const void *a, const void *b) {
  const EditUse *left = a, *right = b;
  int order = str_compare(left->path, right->path);
  if (order) return order;
  if (left->line != right->line) return left->line < right->line ? -1 : 1;
  if (left->column != right->column) return left->column < right->column ? -1 : 1;
  return (left->rule > right->rule) - (left->rule < right->rule);
}

/* Each place once, by the surest rule. */
void edit_sort_uses(EditUses *uses) {
  size_t kept = 0;
  if (uses->len) qsort(uses->items, uses->len, sizeof *uses->items, by_place);
  for (size_t i = 0; i < uses->len; i++) {
    EditUse *last = kept ? &uses->items[kept - 1] : NULL;
    bool is_same = last && str_eq(last->path, uses->items[i].path) && last->line == uses->items[i].line && last->column == uses->items[i].column;
    if (is_same) last->is_definition |= uses->items[i].is_definition;
    if (is_same) last->is_embedded |= uses->items[i].is_embedded;
    if (!is_same) uses->items[kept++] = uses->items[i];
  }
  uses->len = kept;
}

/* Where one base is written; type arguments and the like are taken off it. 0: it
 * is not called so there. */
static uint32_t base_place(const Facts *facts, ExprNo number, Str name) {
  const Expr *expr = &facts->exprs.items[number];
  for (int guard = 0; guard < 8 && expr->base && expr->kind != EXPR_NAME && expr->kind != EXPR_MEMBER; guard++) expr = &facts->exprs.items[expr->base];
  bool is_it = (expr->kind == EXPR_NAME || expr->kind == EXPR_MEMBER) && str_eq(names_text(facts->names, expr->name), name);
  return is_it ? expr->at : 0;
}

static bool is_embedded(const Facts *facts, ExprNo number) {
  const Expr *expr = &facts->exprs.items[number];
  for (int guard = 0; guard < 8 && expr->base && !(expr->flags & EXPR_EMBEDDED); guard++) expr = &facts->exprs.items[expr->base];
  return expr->flags & EXPR_EMBEDDED;
}

/* The same place of the text on disk: the word there that is this one now. */
static bool place_on_disk(EditFile *file, const StoreSymbol *type, Str name, uint32_t byte, EditUse *use) {
  const Text *base = edit_file_base(file);
  for (uint32_t line = type->full.line; line && line <= type->full.end_line && line <= base->lines.count; line++) {
    Str text = text_line(base, line);
    for (uint32_t i = 0; i + name.len <= text.len; i++) {
      size_t at = base->lines.starts[line - 1] + i;
      if (!word_is_at(base->chars, at, name) || edit_file_move(file, at) != byte) continue;
      use->line = line;
      use->column = i + 1;
      return true;
    }
  }
  return false;
}

/* A type that extends another is an edge at its own name, and one that only
 * meets an interface names it nowhere: the places are those of its bases. */
static Err add_base_uses(EditOps *ops, const StoreSymbol *type, EditUse use, Str name, EditUses *uses) {
  EditFile *file;
  const EditTree *tree;
  if (edit_plan_file(ops->plan, type->path, &file)) { /* not ours to change: whoever needs it says so */
    job_forgive(ops->job);
    return OK;
  }
  TRY(edit_tree(ops, file, &tree));
  const Facts *facts = &tree->facts;
  size_t place = edit_file_place(file, type->name_span.from);
  for (DefNo def = 1; tree->language && def < facts->defs.len; def++) {
    const Def *one = &facts->defs.items[def];
    if (one->name_span.from != place) continue;
    for (uint32_t i = 0; i < one->bases.count; i++) {
      ExprNo base = facts->lists.items[one->bases.first + i];
      uint32_t byte = base_place(facts, base, name);
      use.is_embedded = is_embedded(facts, base);
      if (byte && place_on_disk(file, type, name, byte, &use)) *vec_add(ops->job->arena, uses) = use;
    }
  }
  return OK;
}

/* An import under another name is an edge at that name; what is renamed or moved
 * stands before it: `name as other`. */
static void before_alias(EditOps *ops, EditUse *use, Str name) {
  EditFile *file;
  if (edit_plan_file(ops->plan, use->path, &file)) {
    job_forgive(ops->job);
    return;
  }
  const Text *base = edit_file_base(file);
  if (use->line > base->lines.count || !use->column) return;
  Str line = text_line(base, use->line);
  if (use->column > line.len || word_is_at(line, use->column - 1, name)) return;
  Str before = str_trim(str_slice(line, 0, use->column - 1));
  if (!str_ends_with(before, STR(" as"))) return;
  before = str_trim(str_slice(before, 0, before.len - 3));
  size_t at = (size_t)(before.ptr - line.ptr) + before.len;
  if (at >= name.len && word_is_at(line, at - name.len, name)) use->column = (uint32_t)(at - name.len) + 1;
}

/* `name as name` hands it on under the same name, which those who have it from
 * there use: both words are meant. */
static void add_twin(EditOps *ops, EditUse use, Str name, EditUses *uses) {
  EditFile *file;
  if (edit_plan_file(ops->plan, use.path, &file)) {
    job_forgive(ops->job);
    return;
  }
  const Text *base = edit_file_base(file);
  if (use.line > base->lines.count || !use.column) return;
  Str line = text_line(base, use.line), twice = str_format(ops->job->arena, "%.*s as %.*s", STR_ARG(name), STR_ARG(name));
  size_t step = name.len + 4, at = use.column - 1;
  if (at + twice.len <= line.len && str_eq(str_slice(line, at, at + twice.len), twice) && word_is_at(line, at + step, name)) {
    use.column += (uint32_t)step;
    *vec_add(ops->job->arena, uses) = use;
  } else if (at >= step && at + name.len <= line.len && str_eq(str_slice(line, at - step, at + name.len), twice) && word_is_at(line, at - step, name)) {
    use.column -= (uint32_t)step;
    *vec_add(ops->job->arena, uses) = use;
  }
}

/* Edges without a line follow from others and have no place to change. */
static Err add_uses(EditOps *ops, const StoreSymbol *symbol, EditUses *uses) {
  StoreEdges edges = {0};
  TRY(store_edges_into(ops->job, ops->reader, symbol->id, USE_KINDS, &edges));
  for (size_t i = 0; i < edges.len; i++) {
    const StoreEdge *edge = &edges.items[i];
    StoreSymbol from;
    if (!edge->line) continue;
    TRY(query_symbol(ops->job, ops->reader, edge->from, &from));
    EditUse use = {.path = from.path, .line = edge->line, .column = edge->column, .kind = edge->kind, .rule = edge->rule, .of = symbol->id};
    bool is_base = edge->kind == EDGE_EXTENDS || edge->kind == EDGE_IMPLEMENTS;
    if (edge->kind == EDGE_IMPORTS || edge->kind == EDGE_EXPORTS) {
      before_alias(ops, &use, symbol->name);
      add_twin(ops, use, symbol->name, uses);
    }
    if (is_base) TRY(add_base_uses(ops, &from, use, symbol->name, uses));
    else *vec_add(ops->job->arena, uses) = use;
  }
  return OK;
}

Err edit_find_uses(EditOps *ops, const EditSymbol *symbol, EditUses *ret_uses) {
  EditUses uses = {0};
  Family family = {0};
  *ret_uses = uses;
  if (!symbol->stored.id.value) return OK;
  TRY(find_family(ops, &symbol->stored, &family));
  for (size_t i = 0; i < family.len; i++) {
    const StoreSymbol *one = &family.items[i];
    TRY(add_uses(ops, one, &uses));
    *vec_add(ops->job->arena, &uses) = (EditUse){.path = one->path, .line = one->name_span.line, .column = one->name_span.column,
                                                 .rule = RULE_SCOPE, .is_definition = true, .of = one->id};
  }
  edit_sort_uses(&uses);
  uses.family = family.items;
  uses.family_count = family.len;
  *ret_uses = uses;
  return OK;
}

/* For deleting: uses of its members count as well, uses within its own text do
 * not. */
Err edit_find_users(EditOps *ops, const EditSymbol *symbol, EditUses *ret_uses) {
  EditUses uses = {0};
  StoreSymbols members = {0};
  size_t kept = 0;
  *ret_uses = uses;
  if (!symbol->stored.id.value) return OK;
  TRY(add_uses(ops, &symbol->stored, &uses));
  if (query_is_container(symbol->stored.kind)) TRY(query_members(ops->job, ops->reader, &symbol->stored, &members));
  for (size_t i = 0; i < members.len; i++) TRY(add_uses(ops, &members.items[i], &uses));
  edit_sort_uses(&uses);
  for (size_t i = 0; i < uses.len; i++) {
    const EditUse *one = &uses.items[i];
    bool is_inside = str_eq(one->path, symbol->stored.path) && one->line >= symbol->stored.full.line && one->line <= symbol->stored.full.end_line;
    if (!is_inside) uses.items[kept++] = *one;
  }
  uses.len = kept;
  *ret_uses = uses;
  return OK;
}

Err edit_each_mention(EditOps *ops, const EditMentions *mentions) {
  QuerySearched found;
  QuerySearch search = {.pattern = mentions->name, .mode = QUERY_SEARCH_TEXT, .letters = TEXT_CASE_SENSITIVE, .word = true, .limit = mentions->limit};
  TRY(query_search(ops->job, ops->index, &search, &found));
  for (size_t i = 0; i < found.len && !(mentions->left && mentions->left->len >= EDIT_LEFT_MAX); i++) {
    EditMention mention = {.hits = &found.items[i]};
    if (edit_plan_file(ops->plan, found.items[i].path, &mention.file)) { /* not ours to change */
      job_forgive(ops->job);
      continue;
    }
    TRY(edit_tree(ops, mention.file, &mention.tree));
    TRY(mentions->see(mentions->context, &mention));
  }
  return OK;
}
