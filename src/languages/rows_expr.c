/* Rows of values: calls, members, operators, objects. */
#include "src/languages/rows_internal.h"

/* ---- places ---- */

static NodeNo find_inside(const Syntax *syntax, NodeNo node, unsigned kind) {
  for (NodeNo end = language_row_end(syntax, node); node < end; node++) {
    if (syntax_kind(syntax, node) == kind) return node;
  }
  return 0;
}

static NodeNo find_next(const Syntax *syntax, NodeNo node, unsigned kind) {
  do node = syntax_next(syntax, node);
  while (node && !syntax_is_named(syntax, node));
  return node && syntax_kind(syntax, node) == kind ? node : 0;
}

/* One step of a path through the tree: by field, by kind, by place, outwards, inwards or on. */
static NodeNo take_step(const Syntax *syntax, RowStep step, NodeNo node) {
  switch ((RowStepKind)step.kind) {
    case ROW_STEP_FIELD: return syntax_field(syntax, node, step.number);
    case ROW_STEP_CHILD: return syntax_child(syntax, node, step.number);
    case ROW_STEP_NTH: return node ? syntax_named(syntax, node, step.number) : 0;
    case ROW_STEP_UP: return node ? syntax_parent(syntax, node) : 0;
    case ROW_STEP_INSIDE: return node ? find_inside(syntax, node, step.number) : 0;
    case ROW_STEP_NEXT: return node ? find_next(syntax, node, step.number) : 0;
    case ROW_STEP_NONE: break;
  }
  return node;
}

NodeNo language_row_path(const Syntax *syntax, const RowPlace *place, unsigned nth, NodeNo node) {
  const RowStep *steps = place->paths[nth];
  for (unsigned i = 0; i < ROW_STEPS && steps[i].kind && node; i++) node = take_step(syntax, steps[i], node);
  return node;
}

/* The first of several paths that leads somewhere. */
NodeNo language_row_first(const Syntax *syntax, const RowPlace *place, NodeNo node) {
  for (unsigned i = 0; i < place->count; i++) {
    NodeNo found = language_row_path(syntax, place, i, node);
    if (found) return found;
  }
  return 0;
}

/* ---- rows that count sometimes ---- */

const Row *language_row_chosen(const Syntax *syntax, const Row *row, NodeNo node) {
  for (; row && row->when.count; row = row->next) {
    NodeNo place = language_row_find(syntax, &row->when, node);
    if (place && (!row->row->is || language_word_in(row->row->is, syntax_text(syntax, place)))) break;
  }
  return row;
}

static const LanguageHandler *chosen(const LanguageBuild *build, NodeNo node) {
  static const LanguageHandler none = {0};
  const Row *row = language_row(build, node);
  return row ? &row->handler : &none;
}

static void visit_chosen(LanguageBuild *build, NodeNo node) {
  const LanguageHandler *handler = chosen(build, node);
  if (handler->visit) handler->visit(build, node);
  else if (handler->expr) handler->expr(build, node, REF_READ);
  else language_visit_children(build, node);
}

static ExprNo expr_chosen(LanguageBuild *build, NodeNo node, unsigned role) {
  const LanguageHandler *handler = chosen(build, node);
  if (handler->expr) return handler->expr(build, node, role);
  visit_chosen(build, node);
  return 0;
}

static ExprNo type_chosen(LanguageBuild *build, NodeNo node) {
  const LanguageHandler *handler = chosen(build, node);
  return handler->type ? handler->type(build, node) : expr_chosen(build, node, REF_TYPE);
}

const LanguageHandler language_row_choosing = {.visit = visit_chosen, .expr = expr_chosen, .type = type_chosen};

/* ---- lists and names ---- */

/* At most ROW_VALUES are kept; all are walked, so that no reference is lost. */
size_t language_row_values(LanguageBuild *build, NodeNo list, ExprNo *ret_values) {
  const Syntax *syntax = build->syntax;
  size_t count = 0;
  if (list && !language_row_is_list(build, list)) {
    ret_values[0] = language_expr(build, list);
    return 1;
  }
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (!language_row_counts(build, c)) continue;
    ExprNo value = language_expr(build, c);
    if (count < ROW_VALUES) ret_values[count++] = value;
  }
  return count;
}

/* Where a call is shown: at the member's name, not at the beginning of the
 * chain. */
NodeNo language_row_shown(const LanguageBuild *build, NodeNo node) {
  if (!language_row_is(build, node, LANGUAGE_ROW_MEMBER) && !language_row_is(build, node, LANGUAGE_ROW_PATH)) return node;
  NodeNo name = language_row_find(build->syntax, &language_row(build, node)->name, node);
  return name ? name : node;
}

/* What a name was given in this file, nearest scope first; NULL: nothing that is known. */
static const Expr *given_to(LanguageBuild *build, NameId name) {
  const Facts *facts = build->facts;
  for (ScopeNo scope = build->scope; scope; scope = facts->scopes.items[scope].parent) {
    ExprNo value = language_given_to(build, scope, name);
    if (value) return &facts->exprs.items[value];
  }
  return NULL;
}

static ScopeNo object_around(const LanguageBuild *build) {
  ScopeNo scope = build->scope;
  while (scope && build->facts->scopes.items[scope].kind != SCOPE_OBJECT) scope = build->facts->scopes.items[scope].parent;
  return scope;
}

/* The scope of the object that a name was given in this file, also by another name,
 * or that is around: members that are assigned later are members of it. */
ScopeNo language_row_object(LanguageBuild *build, NodeNo node, bool joined) {
  enum { NAMES_DEEP = 3 };
  const Facts *facts = build->facts;
  if (!language_row_is(build, node, LANGUAGE_ROW_NAME)) return 0;
  if (language_word_in(language_row(build, node)->row->self, syntax_text(build->syntax, node))) return object_around(build);
  const Expr *value = given_to(build, language_name(build, node));
  for (int i = 0; value && value->kind == EXPR_NAME && i < NAMES_DEEP; i++) value = given_to(build, value->name);
  if (value && joined && value->kind == EXPR_ANY && value->list.count) value = &facts->exprs.items[facts->lists.items[value->list.first]];
  if (value && value->kind == EXPR_SELF) return object_around(build);
  return value && value->kind == EXPR_OBJECT ? facts->defs.items[value->number].opens : 0;
}

/* ---- calls and members ---- */

/* The value of such a call is the module itself. */
static ExprNo imported(LanguageBuild *build, const Row *row, NodeNo node) {
  Str specifier = syntax_text(build->syntax, language_row_find(build->syntax, &row->value, node));
  return language_import_value(build, language_intern(build, specifier), node);
}

static bool is_string(const LanguageBuild *build, NodeNo node) {
  return language_row_is(build, node, LANGUAGE_ROW_LITERAL) && language_row(build, node)->row->kind == LITERAL_STRING;
}

static size_t values_beside(LanguageBuild *build, NodeNo node, NodeNo callee, NodeNo member, ExprNo *ret_values) {
  size_t count = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (c == callee || c == member || !language_row_counts(build, c)) continue;
    ExprNo value = language_expr(build, c);
    if (count < ROW_VALUES) ret_values[count++] = value;
  }
  return count;
}

/* A member's name may say itself whose it is: $x->SUPER::b. */
static ExprNo callee_of(LanguageBuild *build, const Row *row, NodeNo callee, NodeNo member) {
  bool has_member = member && row->row->row == LANGUAGE_ROW_CALL;
  if (!has_member) return language_expr_as(build, callee, member ? (unsigned)REF_READ : LANGUAGE_NO_REF);
  ExprNo base = language_expr(build, callee), named = language_row_is(build, member, LANGUAGE_ROW_NAME) ? language_expr_as(build, member, LANGUAGE_NO_REF) : 0;
  return language_expr_at(build, named)->kind == EXPR_MEMBER ? named : language_add_member(build, base, member);
}

/* A call of a word that imports (`require`) with a literal text is an
 * import; with anything else it is a call like any other. */
ExprNo language_row_call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  const Row *row = language_row(build, node);
  NodeNo callee = language_row_find(syntax, &row->base, node), list = language_row_find(syntax, &row->items, node);
  NodeNo member = language_row_find(syntax, &row->name, node);
  Str name = syntax_text(syntax, callee);
  bool imports = row->row->imports && language_row_is(build, callee, LANGUAGE_ROW_NAME) &&
                 language_word_in(row->row->imports, name);
  if (imports && list && is_string(build, syntax_named(syntax, list, 0))) return imported(build, row, node);
  ExprNo base = callee_of(build, row, callee, member);
  ExprNo items[ROW_VALUES];
  size_t count = list == node ? values_beside(build, node, callee, member, items) : language_row_values(build, list, items);
  ExprKind kind = row->row->row == LANGUAGE_ROW_NEW ? EXPR_NEW : EXPR_CALL;
  ExprNo call = language_add_call(build, kind, &(LanguageCall){base, items, count, node, member ? member : language_row_shown(build, callee)});
  return row->row->result ? row->row->result(build, node, name, call, items, count) : call;
}

ExprNo language_row_member(LanguageBuild *build, NodeNo node, unsigned role) {
  const Row *row = language_row(build, node);
  ExprNo base = language_expr(build, language_row_find(build->syntax, &row->base, node));
  NodeNo name = language_row_find(build->syntax, &row->name, node);
  return name ? language_use_member(build, base, name, role) : 0;
}

/* ---- other expressions ---- */

ExprNo language_row_part(LanguageBuild *build, NodeNo node, unsigned role) {
  return language_expr_as(build, language_row_find(build->syntax, &language_row(build, node)->value, node), role);
}

ExprNo language_row_expr(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Row *row = language_row(build, node);
  ExprNo items[ROW_VALUES];
  ExprNo base = language_expr(build, language_row_find(build->syntax, &row->base, node));
  size_t count = language_row_values(build, language_row_find(build->syntax, &row->items, node), items);
  return language_add_list(build, (ExprKind)row->row->kind, base, items, count, node);
}

/* Each path of a row gives one item, in their order. */
ExprNo language_row_type(LanguageBuild *build, NodeNo node) {
  const Row *row = language_row(build, node);
  const Syntax *syntax = build->syntax;
  ExprNo items[ROW_VALUES];
  size_t count = 0;
  ExprNo base = language_type(build, language_row_find(syntax, &row->base, node));
  for (unsigned i = 0; i < row->items.count; i++) {
    NodeNo item = language_row_path(syntax, &row->items, i, node);
    if (item || row->row->kind != EXPR_ANY) items[count++] = language_type(build, item); /* fewer alternatives than places */
  }
  return language_add_list(build, (ExprKind)row->row->kind, base, items, count, node);
}

ExprNo language_row_type_value(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_type(build, node);
}

/* The value is walked for its references; what comes out has the written
 * type. */
ExprNo language_row_cast(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Row *row = language_row(build, node);
  language_expr(build, language_row_find(build->syntax, &row->base, node));
  ExprNo type = language_type(build, language_row_find(build->syntax, &row->type, node));
  return language_add_base(build, EXPR_OF_TYPE, type, node);
}

ExprNo language_row_literal(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_visit_expr(build, node); /* what is interpolated in it is code */
  return language_add_literal(build, (LiteralKind)language_row(build, node)->row->kind, node);
}

/* A row without a sign stands for all that are left. */
const RowOperator *language_row_sign(const Row *row, Str sign) {
  for (unsigned i = 0; i < row->operator_count; i++) {
    if (!row->operators[i].sign.len || str_eq(row->operators[i].sign, sign)) return &row->operators[i];
  }
  return NULL;
}

/* A sign that no row knows may give either side. */
ExprNo language_row_operator(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Row *row = language_row(build, node);
  const Syntax *syntax = build->syntax;
  ExprNo sides[2];
  sides[0] = language_expr(build, language_row_find(syntax, &row->base, node));
  sides[1] = language_expr(build, language_row_find(syntax, &row->value, node));
  const RowOperator *found = language_row_sign(row, syntax_text(syntax, language_row_find(syntax, &row->name, node)));
  switch (found ? found->result : ROW_RESULT_ANY) {
    case ROW_RESULT_LEFT: return sides[0];
    case ROW_RESULT_RIGHT: return sides[1];
    case ROW_RESULT_LITERAL: return language_add_literal(build, found->literal, node);
    case ROW_RESULT_ANY: break;
  }
  return language_add_list(build, EXPR_ANY, 0, sides, 2, node);
}

/* A key that is a text is a name, too, where it stands for a value that has one; any other is a value. */
static void add_keyed(LanguageBuild *build, NodeNo key, NodeNo value, ScopeNo scope) {
  ExprNo name = language_expr(build, key), given = language_expr(build, value);
  const Expr *text = name ? language_expr_at(build, name) : NULL;
  bool is_named = text && text->kind == EXPR_LITERAL && text->number == LITERAL_STRING && text->name.value && given;
  if (!is_named) return;
  language_bind(build, (Bind){.scope = scope, .name = text->name, .value = given, .flags = BIND_MEMBER | BIND_HOISTED, .from = build->syntax->nodes[key].from});
}

static void add_entry(LanguageBuild *build, const Row *row, NodeNo entry, ScopeNo scope) {
  const Syntax *syntax = build->syntax;
  NodeNo name = language_row_find(syntax, &row->name, entry), value = language_row_find(syntax, &row->value, entry);
  if (!language_row_is(build, name, LANGUAGE_ROW_NAME)) {
    add_keyed(build, name, value, scope);
  } else if (language_row_is_lambda(build, value)) {
    language_row_function(build, &(RowFunction){.name = name, .whole = entry, .function = value, .owner = scope});
  } else {
    language_bind(build, (Bind){.scope = scope, .name = language_name(build, name), .value = language_expr(build, value),
                                .flags = BIND_MEMBER | BIND_HOISTED, .from = syntax->nodes[name].from});
  }
}

ExprNo language_row_object_literal(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_STRUCT, .flags = DEF_ANONYMOUS, .whole = node});
  LanguageOpen before;
  ScopeNo scope = language_open(build, SCOPE_OBJECT, node, def, &before);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_row_is(build, c, LANGUAGE_ROW_ENTRY)) add_entry(build, language_row(build, c), c, scope);
  }
  language_close(build, &before);
  return language_add_number(build, EXPR_OBJECT, 0, def, node);
}
