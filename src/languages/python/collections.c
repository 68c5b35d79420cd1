/* Lists, sets, tuples, dictionaries, and the comprehensions that make them. */
#include "src/languages/python/python_internal.h"

#define ITEMS_KEPT 24 /* of a literal: enough to know what it holds */

static bool is_item(const Syntax *syntax, NodeNo node) {
  return syntax_is_named(syntax, node) && syntax_kind(syntax, node) != KIND_COMMENT;
}

/* `*x` in a list or set stands for what x holds. */
static ExprNo read_item(LanguageBuild *build, NodeNo item, bool is_tuple) {
  ExprNo value = language_expr(build, item);
  if (value && language_python_begins_splat(build, item)) value = language_add_base(build, EXPR_SPREAD, value, item);
  Expr *expr = language_expr_at(build, value);
  if (!is_tuple && value && expr->kind == EXPR_SPREAD) expr->kind = EXPR_ITER;
  return value;
}

/* Every item is read, for its references; only the first ones are kept as
 * the collection's contents, or a table of ten thousand rows would be
 * evaluated at each use. */
static ExprNo sequence(LanguageBuild *build, NodeNo node, ExprKind kind) {
  const Syntax *syntax = build->syntax;
  ExprNo items[ITEMS_KEPT];
  size_t count = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    ExprNo item = read_item(build, c, kind == EXPR_TUPLE);
    if (is_item(syntax, c) && count < ITEMS_KEPT) items[count++] = item;
  }
  return language_add_list(build, kind, 0, items, count, node);
}

ExprNo language_python_list(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return sequence(build, node, EXPR_LIST);
}

ExprNo language_python_set(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return sequence(build, node, EXPR_SET);
}

ExprNo language_python_tuple(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return sequence(build, node, EXPR_TUPLE);
}

/* A dictionary that is annotated or returned may be one with declared keys. */
static void write_keys(LanguageBuild *build, NodeNo node, ExprNo literal) {
  const Syntax *syntax = build->syntax;
  NodeNo around = syntax_parent(syntax, node);
  bool is_typed = syntax_kind(syntax, around) == KIND_RETURN_STATEMENT ||
                  (syntax_kind(syntax, around) == KIND_ASSIGNMENT && syntax_field(syntax, around, FIELD_TYPE));
  for (NodeNo c = is_typed ? syntax_first(syntax, node) : 0; c; c = syntax_next(syntax, c)) {
    NodeNo key = syntax_kind(syntax, c) == KIND_PAIR ? syntax_field(syntax, c, FIELD_KEY) : 0;
    Str text = key && syntax_kind(syntax, key) == KIND_STRING ? syntax_text(syntax, key) : STR_EMPTY;
    if (text.len > 2) language_slot(build, literal, str_slice(text, 1, text.len - 1), key);
  }
}

/* Keys and values alternate in the list. `**other` is read, and adds nothing
 * to what is known of the contents. */
ExprNo language_python_dictionary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo items[2 * ITEMS_KEPT];
  size_t count = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != KIND_PAIR) {
      language_expr(build, c);
      continue;
    }
    ExprNo key = language_expr(build, syntax_field(syntax, c, FIELD_KEY));
    ExprNo value = language_expr(build, syntax_field(syntax, c, FIELD_VALUE));
    if (count == 2 * ITEMS_KEPT) continue;
    items[count++] = key;
    items[count++] = value;
  }
  ExprNo literal = language_add_list(build, EXPR_MAP, 0, items, count, node);
  write_keys(build, node, literal);
  return literal;
}

/* ---- comprehensions ---- */

static ExprNo draw_from(LanguageBuild *build, NodeNo clause) {
  const Syntax *syntax = build->syntax;
  ExprNo value = 0;
  NodeNo right = syntax_field(syntax, clause, FIELD_RIGHT);
  if (right) value = language_expr(build, right);
  return language_python_element(build, value, language_python_is_async(build, clause), clause);
}

/* The names hold from the beginning of the whole: the body stands before the
 * clause that binds its names. */
static void read_clause(LanguageBuild *build, NodeNo clause, NodeNo whole, ExprNo element) {
  PythonAssign assign = {.value = element, .whole = clause, .from = build->syntax->nodes[whole].from,
                         .in_comprehension = true};
  language_python_target(build, syntax_field(build->syntax, clause, FIELD_LEFT), &assign);
}

static void read_clauses(LanguageBuild *build, NodeNo node, NodeNo first, ExprNo first_element) {
  const Syntax *syntax = build->syntax;
  const SyntaxNode *whole = &syntax->nodes[node];
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == KIND_FOR_IN_CLAUSE) {
      read_clause(build, c, node, c == first ? first_element : draw_from(build, c));
    } else if (syntax_kind(syntax, c) == KIND_IF_CLAUSE) {
      NodeNo condition = syntax_named(syntax, c, 0);
      language_expr(build, condition);
      language_python_narrow(build, condition, true, whole->from, whole->to);
    }
  }
}

static ExprNo read_body(LanguageBuild *build, NodeNo node, NodeNo body) {
  const Syntax *syntax = build->syntax;
  unsigned kind = syntax_kind(syntax, node);
  if (kind == KIND_DICTIONARY_COMPREHENSION) {
    ExprNo items[2];
    items[0] = language_expr(build, syntax_field(syntax, body, FIELD_KEY));
    items[1] = language_expr(build, syntax_field(syntax, body, FIELD_VALUE));
    return language_add_list(build, EXPR_MAP, 0, items, 2, node);
  }
  ExprNo item = language_expr(build, body);
  return language_add_list(build, kind == KIND_SET_COMPREHENSION ? EXPR_SET : EXPR_LIST, 0, &item, 1, node);
}

/* What the first clause draws from is read outside; the names it makes hold in
 * the whole, also in the part written before it. */
ExprNo language_python_comprehension(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo first = syntax_child(syntax, node, KIND_FOR_IN_CLAUSE);
  ExprNo element = first ? draw_from(build, first) : 0;
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  read_clauses(build, node, first, element);
  ExprNo value = read_body(build, node, syntax_field(syntax, node, FIELD_BODY));
  language_close(build, &before);
  return value;
}
