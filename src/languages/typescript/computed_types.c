/* Types made from other types: object types, `typeof`, `keyof`, look-ups,
 * mapped and conditional types. Only a checker can compute them all; the shapes
 * that lead straight to one of the types they mention are recognised. */
#include "src/languages/typescript/typescript_internal.h"

static bool same_text(const LanguageBuild *build, NodeNo a, NodeNo b) {
  return a && b && str_eq(syntax_text(build->syntax, a), syntax_text(build->syntax, b));
}

/* ---- object types ---- */

/* The value type of a mapped type, without the sign before it. */
static NodeNo mapped_value(const LanguageBuild *build, NodeNo signature) {
  return syntax_named(build->syntax, language_ts_field(build, signature, TS_F_TYPE), 0);
}

/* `{ [K in keyof T]: T[K] }` has the members of T, whichever keys are taken. */
static bool keeps_members(const LanguageBuild *build, NodeNo clause, NodeNo value) {
  if (language_ts_kind(build, value) != TS_LOOKUP_TYPE) return false;
  return same_text(build, syntax_named(build->syntax, value, 1), language_ts_field(build, clause, TS_F_NAME));
}

static ExprNo bind_key(LanguageBuild *build, NodeNo clause) {
  ExprNo bound = language_type(build, language_ts_field(build, clause, TS_F_TYPE));
  language_bind(build, (Bind){.name = language_name(build, language_ts_field(build, clause, TS_F_NAME)),
                              .flags = BIND_TYPE | BIND_HOISTED, .type = bound,
                              .from = build->syntax->nodes[clause].from});
  language_type(build, language_ts_field(build, clause, TS_F_ALIAS));
  return bound;
}

/* The type whose keys are taken; 0: others, or the values wrap its members in a
 * type of their own. */
static ExprNo keys_of(LanguageBuild *build, ExprNo bound, NodeNo value) {
  if (language_expr_at(build, bound)->kind != EXPR_KEY_OF) return 0;
  return language_ts_kind(build, value) == TS_GENERIC_TYPE ? 0 : language_expr_at(build, bound)->base;
}

/* Otherwise every member has the value's type, and the name of one of T. */
static ExprNo mapped(LanguageBuild *build, NodeNo node, NodeNo signature, NodeNo clause) {
  NodeNo value = mapped_value(build, signature);
  LanguageOpen before;
  if (keeps_members(build, clause, value)) {
    language_open(build, SCOPE_BLOCK, node, 0, &before);
    bind_key(build, clause);
    ExprNo type = language_type(build, syntax_named(build->syntax, value, 0));
    language_close(build, &before);
    return type;
  }
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .whole = node, .no_bind = true});
  LanguageOpen around;
  language_open(build, SCOPE_BLOCK, node, 0, &around);
  ExprNo base = keys_of(build, bind_key(build, clause), value);
  language_open(build, SCOPE_TYPE, node, def, &before);
  language_ts_bind_index(build, node, 0, language_ts_field(build, signature, TS_F_TYPE));
  language_close(build, &before);
  language_close(build, &around);
  ExprList bases = language_list(build, &base, base ? 1 : 0);
  language_def(build, def)->bases = bases;
  return language_add_number(build, EXPR_OBJECT, 0, def, node);
}

ExprNo language_ts_type_object(LanguageBuild *build, NodeNo node) {
  NodeNo signature = syntax_child(build->syntax, node, TS_INDEX_SIGNATURE);
  NodeNo clause = syntax_child(build->syntax, signature, TS_MAPPED_CLAUSE);
  if (clause) return mapped(build, node, signature, clause);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .whole = node, .no_bind = true});
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, node, def, &before);
  language_visit_children(build, node);
  language_close(build, &before);
  return language_add_number(build, EXPR_OBJECT, 0, def, node);
}

/* ---- queries and look-ups ---- */

ExprNo language_ts_type_query(LanguageBuild *build, NodeNo node) {
  NodeNo inner = syntax_named(build->syntax, node, 0);
  bool is_call = language_ts_kind(build, inner) == TS_CALL; /* typeof import("x") */
  ExprNo value = language_expr_as(build, inner, is_call ? REF_TYPE : REF_READ);
  return value ? language_add_base(build, EXPR_TYPE_OF, value, node) : language_ts_unknown(build, node);
}

ExprNo language_ts_type_keyof(LanguageBuild *build, NodeNo node) {
  ExprNo type = language_type_inner(build, node);
  return type ? language_add_base(build, EXPR_KEY_OF, type, node) : 0;
}

ExprNo language_ts_type_lookup(LanguageBuild *build, NodeNo node) {
  ExprNo base = language_type(build, syntax_named(build->syntax, node, 0));
  NodeNo index = syntax_named(build->syntax, node, 1);
  ExprNo at = language_type(build, index);
  if (!base) return 0;
  if (!at) at = language_ts_unknown(build, index ? index : node);
  ExprNo type = language_add_list(build, EXPR_INDEX, base, &at, 1, node);
  language_expr_at(build, type)->flags |= EXPR_IN_TYPE;
  return type;
}

/* ---- conditional types ---- */

/* `infer U` anywhere inside binds U for the branch that is taken. */
static void bind_inferred(LanguageBuild *build, NodeNo node) {
  uint32_t end = build->syntax->nodes[node].to;
  for (NodeNo at = node; at < build->syntax->count && build->syntax->nodes[at].from < end; at++) {
    if (language_ts_kind(build, at) != TS_INFER_TYPE) continue;
    NodeNo name = syntax_named(build->syntax, at, 0);
    language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_TYPE | BIND_HOISTED,
                                .type = language_ts_unknown(build, at), .from = build->syntax->nodes[at].from});
  }
}

static NodeNo inferred_name(const LanguageBuild *build, NodeNo type) {
  while (language_ts_kind(build, type) == TS_PARENTHESIZED_TYPE) type = syntax_named(build->syntax, type, 0);
  return language_ts_kind(build, type) == TS_INFER_TYPE ? syntax_named(build->syntax, type, 0) : 0;
}

/* Where the type that is inferred and given comes from: what calling, making,
 * iterating or awaiting a value of the tested type gives. EXPR_NONE: elsewhere. */
static ExprKind inferred_from(const LanguageBuild *build, NodeNo pattern, NodeNo given) {
  unsigned kind = language_ts_kind(build, pattern);
  if (kind == TS_FUNCTION_TYPE &&
      same_text(build, inferred_name(build, language_ts_field(build, pattern, TS_F_RETURN_TYPE)), given)) {
    return EXPR_CALL;
  }
  if (kind == TS_CONSTRUCTOR_TYPE &&
      same_text(build, inferred_name(build, language_ts_field(build, pattern, TS_F_TYPE)), given)) {
    return EXPR_NEW;
  }
  if (kind == TS_ARRAY_TYPE && same_text(build, inferred_name(build, syntax_named(build->syntax, pattern, 0)), given)) {
    return EXPR_ITER;
  }
  if (kind != TS_GENERIC_TYPE) return EXPR_NONE;
  NodeNo arguments = language_ts_field(build, pattern, TS_F_TYPE_ARGUMENTS);
  Str name = syntax_text(build->syntax, language_ts_field(build, pattern, TS_F_NAME));
  if (!same_text(build, inferred_name(build, syntax_named(build->syntax, arguments, 0)), given)) return EXPR_NONE;
  if (language_word_in("Promise PromiseLike", name)) return EXPR_AWAIT;
  return language_word_in("Array ReadonlyArray Iterable Set", name) ? EXPR_ITER : EXPR_NONE;
}

static bool is_never(const LanguageBuild *build, NodeNo type) {
  return str_eq_c(syntax_text(build->syntax, type), "never");
}

ExprNo language_ts_type_conditional(LanguageBuild *build, NodeNo node) {
  NodeNo right = language_ts_field(build, node, TS_F_RIGHT);
  NodeNo given = language_ts_field(build, node, TS_F_CONSEQUENCE);
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  if (right) bind_inferred(build, right);
  ExprNo tested = language_type(build, language_ts_field(build, node, TS_F_LEFT));
  language_type(build, right);
  TsItems results = {0};
  ExprNo then = language_type(build, given);
  ExprNo otherwise = language_type(build, language_ts_field(build, node, TS_F_ALTERNATIVE));
  language_close(build, &before);
  ExprKind from = inferred_from(build, right, given);
  if (from != EXPR_NONE && tested) {
    ExprNo value = language_add_base(build, EXPR_OF_TYPE, tested, node);
    return language_add_base(build, EXPR_TYPE_OF, language_add_base(build, from, value, node), node);
  }
  if (is_never(build, given)) return otherwise;
  if (is_never(build, language_ts_field(build, node, TS_F_ALTERNATIVE))) return then;
  if (then) language_ts_add_item(build, &results, then);
  if (otherwise) language_ts_add_item(build, &results, otherwise);
  /* Whichever it is, what both say holds. Other types have functions, of which only one is meant. */
  bool are_shapes = language_ts_kind(build, given) == TS_OBJECT_TYPE && language_ts_kind(build, language_ts_field(build, node, TS_F_ALTERNATIVE)) == TS_OBJECT_TYPE;
  return language_add_list(build, are_shapes ? EXPR_ANY : EXPR_CONDITIONAL, 0, results.items, results.len, node);
}
