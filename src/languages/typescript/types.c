/* Types as they are written: names, unions, arrays, functions, literals. Those
 * that are computed are in computed_types.c. */
#include "src/languages/typescript/typescript_internal.h"

/* A primitive type is written as a literal of its kind: for values and types
 * alike that is what leads to the members of String, Number and so on. */
static ExprNo literal(LanguageBuild *build, LiteralKind kind, NodeNo node) {
  ExprNo type = language_add_number(build, EXPR_LITERAL, 0, kind, node);
  language_expr_at(build, type)->flags |= EXPR_IN_TYPE;
  return type;
}

/* The words of the language; `any` and its like say that nothing is known. */
ExprNo language_ts_type_predefined(LanguageBuild *build, NodeNo node) {
  static const struct {
    const char *word;
    LiteralKind kind;
  } words[] = {{"string", LITERAL_STRING}, {"number", LITERAL_INT}, {"boolean", LITERAL_BOOL},
               {"void", LITERAL_NULL}, {"symbol", LITERAL_OTHER}, {"unique symbol", LITERAL_OTHER},
               {"bigint", LITERAL_LONG}, {"never", LITERAL_NULL}};
  Str text = syntax_text(build->syntax, node);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (str_eq_c(text, words[i].word)) return literal(build, words[i].kind, node);
  }
  return language_ts_unknown(build, node);
}

ExprNo language_ts_type_identifier(LanguageBuild *build, NodeNo node) {
  if (str_eq_c(syntax_text(build->syntax, node), "bigint")) return literal(build, LITERAL_LONG, node);
  return language_type_name(build, node);
}

/* ---- qualified names: `a.b.T`, `import("x").T` ---- */

/* Everything before the last name is a namespace, a module or an enum. */
static ExprNo qualifier(LanguageBuild *build, NodeNo node) {
  unsigned kind = language_ts_kind(build, node);
  if (kind == TS_IDENTIFIER) {
    ExprNo name = language_expr_name(build, node, REF_READ);
    language_expr_at(build, name)->flags |= EXPR_IN_TYPE;
    return name;
  }
  if (kind != TS_NESTED_IDENTIFIER && kind != TS_MEMBER) return language_type(build, node);
  NodeNo property = language_ts_field(build, node, TS_F_PROPERTY);
  ExprNo base = qualifier(build, language_ts_field(build, node, TS_F_OBJECT));
  return base && property ? language_add_member(build, base, property) : 0;
}

static ExprNo qualified(LanguageBuild *build, NodeNo module, NodeNo name) {
  ExprNo base = qualifier(build, module);
  if (!base || !name) return 0;
  ExprNo type = language_add_member(build, base, name);
  language_expr_at(build, type)->flags |= EXPR_IN_TYPE;
  language_ref(build, REF_TYPE, type, name);
  return type;
}

ExprNo language_ts_type_nested(LanguageBuild *build, NodeNo node) {
  return qualified(build, language_ts_field(build, node, TS_F_MODULE), language_ts_field(build, node, TS_F_NAME));
}

ExprNo language_ts_type_member(LanguageBuild *build, NodeNo node) {
  return qualified(build, language_ts_field(build, node, TS_F_OBJECT), language_ts_field(build, node, TS_F_PROPERTY));
}

/* ---- generic types, arrays, tuples ---- */

static bool is_array_name(Str name) { return str_eq_c(name, "Array") || str_eq_c(name, "ReadonlyArray"); }

/* Generic types that the checker knows by heart. */
static ExprNo known_generic(LanguageBuild *build, NodeNo node, NodeNo name, NodeNo argument) {
  Str text = syntax_text(build->syntax, name);
  if (str_eq_c(text, "NoInfer")) return language_type(build, argument);
  if (!str_eq_c(text, "Awaited")) return 0;
  ExprNo type = language_type(build, argument);
  if (!type) return 0;
  ExprNo value = language_add_base(build, EXPR_OF_TYPE, type, node);
  return language_add_base(build, EXPR_TYPE_OF, language_add_base(build, EXPR_AWAIT, value, node), node);
}

/* Array<T> is T[]: both give the one kind that indexing and iterating know. */
ExprNo language_ts_type_generic(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_ts_field(build, node, TS_F_NAME);
  NodeNo arguments = language_ts_field(build, node, TS_F_TYPE_ARGUMENTS);
  bool is_array = is_array_name(syntax_text(build->syntax, name)) && syntax_named_count(build->syntax, arguments) == 1;
  if (is_array) {
    ExprNo element = language_type(build, syntax_named(build->syntax, arguments, 0));
    return language_add_base(build, EXPR_LIST_OF, element, node);
  }
  if (syntax_named_count(build->syntax, arguments) == 1) {
    ExprNo known = known_generic(build, node, name, syntax_named(build->syntax, arguments, 0));
    if (known) return known;
  }
  ExprNo generic = language_type(build, name);
  ExprNo type = language_ts_apply(build, generic, arguments);
  language_expr_at(build, type)->flags |= EXPR_IN_TYPE;
  return type;
}

ExprNo language_ts_type_array(LanguageBuild *build, NodeNo node) {
  ExprNo element = language_type(build, syntax_named(build->syntax, node, 0));
  return language_add_base(build, EXPR_LIST_OF, element, node);
}

ExprNo language_ts_type_rest(LanguageBuild *build, NodeNo node) {
  ExprNo type = language_type_inner(build, node);
  return type ? language_add_base(build, EXPR_SPREAD, type, node) : 0;
}

/* Parts may be named, optional or a rest; a part that is not known still
 * takes its position. */
ExprNo language_ts_type_tuple(LanguageBuild *build, NodeNo node) {
  TsItems parts = {0};
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (!syntax_is_named(build->syntax, c) || language_ts_is_comment(build, c)) continue;
    unsigned kind = language_ts_kind(build, c);
    bool is_named = kind == TS_REQUIRED_PARAMETER || kind == TS_OPTIONAL_PARAMETER;
    ExprNo part = language_type(build, is_named ? language_ts_field(build, c, TS_F_TYPE) : c);
    bool is_rest = is_named && language_ts_kind(build, language_ts_field(build, c, TS_F_NAME)) == TS_REST_PATTERN;
    if (part && is_rest) part = language_add_base(build, EXPR_SPREAD, part, c);
    language_ts_add_item(build, &parts, part ? part : language_ts_unknown(build, c));
  }
  return language_add_list(build, EXPR_TUPLE_OF, 0, parts.items, parts.len, node);
}

/* Unions and intersections lean to the left: they are walked, not descended into. */
ExprNo language_ts_type_union(LanguageBuild *build, NodeNo node) {
  unsigned kind = language_ts_kind(build, node);
  NodeNo innermost = node;
  for (NodeNo left; (left = syntax_named(build->syntax, innermost, 0)) && language_ts_kind(build, left) == kind;) {
    innermost = left;
  }
  TsItems parts = {0};
  for (NodeNo at = innermost;; at = syntax_parent(build->syntax, at)) {
    for (NodeNo c = syntax_first(build->syntax, at); c; c = syntax_next(build->syntax, c)) {
      if (!syntax_is_named(build->syntax, c) || language_ts_is_comment(build, c)) continue;
      if (at != innermost && c == syntax_named(build->syntax, at, 0)) continue;
      ExprNo part = language_type(build, c);
      if (part) language_ts_add_item(build, &parts, part);
    }
    if (at == node) break;
  }
  return language_add_list(build, kind == TS_UNION_TYPE ? EXPR_ANY : EXPR_ALL, 0, parts.items, parts.len, node);
}

/* ---- literals ---- */

ExprNo language_ts_type_literal(LanguageBuild *build, NodeNo node) {
  ExprNo value = language_expr(build, syntax_named(build->syntax, node, 0));
  if (value) language_expr_at(build, value)->flags |= EXPR_IN_TYPE;
  return value;
}

ExprNo language_ts_type_template(LanguageBuild *build, NodeNo node) {
  language_type_inner(build, node);
  return literal(build, LITERAL_STRING, node);
}

ExprNo language_ts_type_this(LanguageBuild *build, NodeNo node) {
  return language_add_base(build, EXPR_SELF_TYPE, 0, node);
}

/* ---- functions ---- */

/* A rest parameter is marked by a list with number 1, so that a plain array
 * as the last parameter is not taken for one. */
static ExprNo parameter_type(LanguageBuild *build, NodeNo parameter) {
  NodeNo annotation = language_ts_field(build, parameter, TS_F_TYPE);
  NodeNo pattern = language_ts_field(build, parameter, TS_F_PATTERN);
  bool is_rest = language_ts_kind(build, pattern) == TS_REST_PATTERN;
  NodeNo type = syntax_named(build->syntax, annotation, 0);
  bool is_list = is_rest && language_ts_kind(build, type) == TS_ARRAY_TYPE;
  ExprNo found = language_type(build, is_list ? syntax_named(build->syntax, type, 0) : annotation);
  if (!found) found = language_ts_unknown(build, parameter);
  if (is_rest) {
    if (!is_list) found = language_ts_unknown(build, parameter);
    return language_add_number(build, EXPR_LIST_OF, found, 1, parameter);
  }
  if (language_ts_kind(build, parameter) == TS_OPTIONAL_PARAMETER) {
    language_expr_at(build, found)->flags |= EXPR_OPTIONAL;
  }
  return found;
}

static ExprNo plain_function(LanguageBuild *build, NodeNo node) {
  TsItems types = {0};
  NodeNo list = language_ts_field(build, node, TS_F_PARAMETERS);
  for (NodeNo c = list ? syntax_first(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    if (!syntax_is_named(build->syntax, c) || language_ts_is_comment(build, c)) continue;
    bool is_this = language_ts_kind(build, language_ts_field(build, c, TS_F_PATTERN)) == TS_THIS;
    ExprNo type = parameter_type(build, c);
    if (!is_this) language_ts_add_item(build, &types, type);
  }
  ExprNo result = language_type(build, language_ts_field(build, node, TS_F_RETURN_TYPE));
  return language_add_list(build, EXPR_FUNC_OF, result, types.items, types.len, node);
}

/* `new (…) => T`: an object with a construct signature. */
static ExprNo constructor(LanguageBuild *build, NodeNo node) {
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .whole = node, .no_bind = true});
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, node, def, &before);
  language_ts_bind_signature(build, language_ts_state(build)->word_new, node);
  language_close(build, &before);
  return language_add_number(build, EXPR_OBJECT, 0, def, node);
}

/* Type parameters need a scope, hence a definition. */
ExprNo language_ts_type_function(LanguageBuild *build, NodeNo node) {
  if (language_ts_kind(build, node) == TS_CONSTRUCTOR_TYPE) return constructor(build, node);
  if (language_ts_field(build, node, TS_F_TYPE_PARAMETERS)) {
    return language_add_func(build, language_ts_anonymous_function(build, node), node);
  }
  return plain_function(build, node);
}

/* Kept as an operation between the parameter and the type: a call's
 * narrowing asks for it by the word. */
static ExprNo predicate(LanguageBuild *build, NodeNo node, NameId word) {
  NodeNo name = language_ts_field(build, node, TS_F_NAME);
  ExprNo type = language_type(build, language_ts_field(build, node, TS_F_TYPE));
  ExprNo items[] = {language_ts_path(build, name), type};
  ExprNo result = language_add_list(build, EXPR_OP, 0, items, 2, node);
  language_expr_at(build, result)->name = word;
  return result;
}

/* `x is T` is a boolean; it says what x is when it is true. */
ExprNo language_ts_type_predicate(LanguageBuild *build, NodeNo node) {
  return predicate(build, node, language_ts_state(build)->word_is);
}

ExprNo language_ts_type_asserts(LanguageBuild *build, NodeNo node) {
  NodeNo inner = syntax_named(build->syntax, node, 0);
  if (language_ts_kind(build, inner) != TS_TYPE_PREDICATE) return literal(build, LITERAL_NULL, node);
  return predicate(build, inner, language_ts_state(build)->word_asserts);
}
