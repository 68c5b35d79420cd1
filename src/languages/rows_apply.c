/* Rows of calls that are known by a name alone: applications without brackets,
 * operators that call one of their sides, and the names that both may call. */
#include "src/languages/rows_internal.h"

/* Where the last sign between parts of a name is; STR_NONE: there is none. */
static size_t sign_in(Str text, Str sign) {
  size_t end = sign.len ? str_find_last_byte(text, sign.ptr[sign.len - 1]) : STR_NONE;
  if (end == STR_NONE || end < sign.len) return STR_NONE;
  return str_eq(str_slice(text, end + 1 - sign.len, end + 1), sign) ? end + 1 - sign.len : STR_NONE;
}

/* A::b is the member b of A, SUPER::b that of the bases. */
static ExprNo named_in(LanguageBuild *build, const LanguageRow *row, NodeNo node, size_t at, unsigned role) {
  Str text = syntax_text(build->syntax, node), sign = str_from_c(row->words), head = str_slice(text, 0, at);
  bool is_super = language_word_in(row->super, head);
  ExprNo base = is_super ? language_add(build, (Expr){.kind = EXPR_SUPER, .at = build->syntax->nodes[node].from}) : language_add_word(build, head, node);
  ExprNo member = language_add_member_word(build, base, str_slice(text, at + sign.len, text.len), node);
  language_ref(build, role, member, node);
  return member;
}

/* Instances and bases that are spelled as names are, and names that say what has them. */
ExprNo language_row_name(LanguageBuild *build, NodeNo node, unsigned role) {
  const LanguageRow *row = language_row(build, node)->row;
  Str text = syntax_text(build->syntax, node);
  if (build->language->rules.name_case == LANGUAGE_CASE_IGNORED) text = language_fold(build, text);
  bool is_self = language_word_in(row->self, text);
  size_t at = row->words ? sign_in(text, str_from_c(row->words)) : STR_NONE;
  if (at != STR_NONE) return named_in(build, row, node, at, role);
  if (!is_self && !language_word_in(row->super, text)) return language_expr_name(build, node, role);
  return language_add(build, (Expr){.kind = is_self ? EXPR_SELF : EXPR_SUPER, .at = build->syntax->nodes[node].from});
}

/* A dot at the end of a module's name is the one before the member. */
static ExprNo module_word(LanguageBuild *build, NodeNo node) {
  Str text = syntax_text(build->syntax, node);
  if (str_ends_with(text, STR("."))) text = str_slice(text, 0, text.len - 1);
  return language_add_word(build, text, node);
}

ExprNo language_row_named(LanguageBuild *build, NodeNo node, unsigned role) {
  const Row *row = language_row(build, node);
  NodeNo base = language_row_find(build->syntax, &row->base, node), name = language_row_find(build->syntax, &row->name, node);
  if (!name) return 0;
  if (!base) return language_expr_name(build, name, role);
  ExprNo module = language_row_is_list(build, base) ? module_word(build, base) : language_expr(build, base);
  return language_use_member(build, module, name, role);
}

/* A plain name, or a path that ends in one: what names a constructor is none. */
static bool is_called(const LanguageBuild *build, NodeNo node) {
  if (language_row_is(build, node, LANGUAGE_ROW_PATH)) node = language_row_find(build->syntax, &language_row(build, node)->name, node);
  return language_row_is(build, node, LANGUAGE_ROW_NAME);
}

static ExprNo call(LanguageBuild *build, NodeNo callee, NodeNo node) {
  return language_call_value(build, language_expr_as(build, callee, LANGUAGE_NO_REF), language_row_shown(build, callee), node);
}

ExprNo language_row_apply(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo callee = language_row_find(build->syntax, &language_row(build, node)->base, node);
  if (!is_called(build, callee)) callee = 0;
  language_visit_others(build, node, callee);
  return callee ? call(build, callee, node) : 0;
}

/* The side that a sign calls; 0: none, or it is no name. */
static NodeNo called_side(const LanguageBuild *build, const Row *row, NodeNo node, NodeNo sign) {
  const Syntax *syntax = build->syntax;
  NodeNo inside = sign ? syntax_named(syntax, sign, 0) : 0;
  if (is_called(build, inside)) return inside;
  const RowOperator *found = language_row_sign(row, syntax_text(syntax, sign));
  NodeNo side = found ? language_row_find(syntax, found->result == ROW_RESULT_LEFT ? &row->base : &row->value, node) : 0;
  return is_called(build, side) ? side : 0;
}

ExprNo language_row_pipe(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Row *row = language_row(build, node);
  NodeNo sign = language_row_find(build->syntax, &row->name, node), callee = called_side(build, row, node, sign);
  language_visit_but(build, node, sign, callee);
  return callee ? call(build, callee, node) : 0;
}

typedef VEC(uint32_t) Places; /* where a name is called so, from the first to the last */

static bool is_applied_by(const LanguageBuild *build, NodeNo node, NodeNo callee) {
  const Row *row = language_row(build, node);
  if (language_row_is(build, node, LANGUAGE_ROW_APPLY)) return language_row_find(build->syntax, &row->base, node) == callee;
  return language_row_is(build, node, LANGUAGE_ROW_PIPE) && called_side(build, row, node, language_row_find(build->syntax, &row->name, node)) == callee;
}

/* One pass for the whole file, when the first name is asked for. */
static Map *applied_names(LanguageBuild *build) {
  const Syntax *syntax = build->syntax;
  Map *names = ARENA_NEW(build->arena, Map);
  map_init(names, build->arena);
  for (NodeNo node = 2; node < syntax->count; node++) {
    if (!is_called(build, node) || !is_applied_by(build, syntax_parent(syntax, node), node)) continue;
    Places *places = map_get(names, syntax_text(syntax, node));
    if (!places) {
      places = ARENA_NEW(build->arena, Places);
      *places = (Places){0};
      map_put(names, syntax_text(syntax, node), places);
    }
    *vec_add(build->arena, places) = syntax->nodes[node].from;
  }
  return names;
}

bool language_is_applied(LanguageBuild *build, NodeNo name) {
  if (!build->builder->applied) build->builder->applied = applied_names(build);
  const Places *places = map_get(build->builder->applied, syntax_text(build->syntax, name));
  if (!places || !build->callable) return places != NULL;
  Span around = language_def(build, build->callable)->full;
  size_t first = 0;
  for (size_t left = places->len; left;) { /* the first place that is not before the function */
    size_t half = left / 2;
    if (places->items[first + half] < around.from) first += half + 1, left -= half + 1;
    else left = half;
  }
  return first < places->len && places->items[first] < around.to;
}
