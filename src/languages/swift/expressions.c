/* Swift expressions. */
#include "src/languages/common/collections_internal.h"
#include "src/languages/swift/swift_internal.h"

static NodeNo suffix_name(const LanguageBuild *build, NodeNo node) {
  NodeNo name = language_field(build, language_field(build, node, SWIFT_IN_SUFFIX), SWIFT_IN_SUFFIX);
  return language_kind(build, name) == SWIFT_SIMPLE_IDENTIFIER ? name : 0;
}

static bool is_sum(const LanguageBuild *build, NodeNo node) {
  unsigned kind = language_kind(build, node);
  return kind == SWIFT_ADDITIVE || kind == SWIFT_MULTIPLICATIVE;
}

/* In this grammar a + f(x) is a call of a + f, and a + b.f(x) one of f of a + b: what
 * is meant is the last part, and the parts before it are read first. */
static NodeNo last_part(LanguageBuild *build, NodeNo node) {
  enum { DEEPEST = 64 };
  for (unsigned guard = 0; is_sum(build, node) && guard < DEEPEST; guard++) {
    unsigned count = syntax_named_count(build->syntax, node);
    if (count < 2) break;
    for (unsigned i = 0; i + 1 < count; i++) language_expr(build, syntax_named(build->syntax, node, i));
    node = syntax_named(build->syntax, node, count - 1);
  }
  return node;
}

/* What members of the library's collections call with elements, and give of them. */
static const LanguageCollections collections = {
    .each = "map compactMap flatMap forEach filter first last contains allSatisfy removeAll firstIndex lastIndex drop prefix partition split count",
    .pairs = "sorted sort min max",
    .folds = "reduce",
    .some = "filter sorted reversed prefix suffix dropFirst dropLast drop shuffled",
    .one = "first last min max randomElement popLast removeFirst removeLast remove",
};

/* pair.0 */
static ExprNo numbered_part(LanguageBuild *build, NodeNo node, ExprNo base) {
  NodeNo suffix = language_field(build, node, SWIFT_IN_SUFFIX), number = language_field(build, suffix, SWIFT_IN_SUFFIX);
  int64_t nth;
  bool is_number = language_kind(build, number) == SWIFT_INTEGER && str_to_int(language_text(build, number), &nth) && nth >= 0 && nth < 256;
  if (base && is_number) return language_add_number(build, EXPR_PART, base, (uint32_t)nth, node);
  language_visit(build, suffix);
  return 0;
}

ExprNo language_swift_navigation(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo target = last_part(build, language_field(build, node, SWIFT_IN_TARGET)), name = suffix_name(build, node);
  ExprNo base = language_swift_is_type(language_kind(build, target)) ? language_type(build, target) : language_expr(build, target);
  if (!name) return numbered_part(build, node, base);
  if (str_eq_c(language_text(build, name), "self")) return base;
  ExprNo member = language_use_member(build, base, name, role);
  return language_collection_member(build, &collections, member, node);
}

ExprNo language_swift_self(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add(build, (Expr){.kind = EXPR_SELF, .at = language_node(build, node)->from});
}

/* `Self` is the type around, wherever a name may stand. */
ExprNo language_swift_name(LanguageBuild *build, NodeNo node, unsigned role) {
  if (!str_eq_c(language_text(build, node), "Self")) return language_expr_name(build, node, role);
  return language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .at = language_node(build, node)->from});
}

ExprNo language_swift_super(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add(build, (Expr){.kind = EXPR_SUPER, .at = language_node(build, node)->from});
}

/* ---- calls ---- */

static void arguments(LanguageBuild *build, NodeNo suffix, LanguageExprs *items) {
  bool is_first = true;
  for (NodeNo c = suffix ? syntax_first(build->syntax, suffix) : 0; c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_kind(build, c);
    if (kind == SWIFT_LAMBDA) {
      ExprNo keyword = language_add_base(build, EXPR_KEYWORD, language_expr(build, c), c);
      if (is_first) language_expr_at(build, keyword)->name = language_intern(build, STR(SWIFT_LAST_ARGUMENT));
      is_first = false;
      language_push(build, items, keyword);
    }
    if (kind != SWIFT_VALUE_ARGUMENTS) continue;
    for (NodeNo a = syntax_first(build->syntax, c); a; a = syntax_next(build->syntax, a)) {
      if (language_kind(build, a) != SWIFT_VALUE_ARGUMENT) continue;
      NodeNo label = language_field(build, a, SWIFT_IN_NAME), value = language_field(build, a, SWIFT_IN_VALUE);
      ExprNo given = language_expr(build, value);
      if (label) {
        ExprNo keyword = language_add_base(build, EXPR_KEYWORD, given, a);
        language_expr_at(build, keyword)->name = language_name(build, label);
        given = keyword;
      }
      language_push(build, items, given);
    }
  }
}

/* A subscript is a call whose arguments stand in other brackets. */
static bool is_subscript(const LanguageBuild *build, NodeNo suffix) {
  return str_starts_with(language_text(build, language_child(build, suffix, SWIFT_VALUE_ARGUMENTS)), STR("["));
}

/* !f(x) is a call of !f; .f(x) is one of an implicit member. */
static NodeNo called_by(LanguageBuild *build, NodeNo node) {
  NodeNo callee = last_part(build, syntax_named(build->syntax, node, 0));
  bool has_sign = language_kind(build, callee) == SWIFT_PREFIX && !str_starts_with(language_text(build, callee), STR("."));
  NodeNo last = has_sign ? syntax_named(build->syntax, callee, syntax_named_count(build->syntax, callee) - 1) : 0;
  return last ? last : callee;
}

static bool is_implicit(const LanguageBuild *build, NodeNo node) {
  return language_kind(build, node) == SWIFT_PREFIX && str_starts_with(language_text(build, node), STR("."));
}

/* What a member of a collection gives: for these what the function it is given makes. */
static ExprNo made_of_elements(LanguageBuild *build, ExprNo base, Str name, const LanguageExprs *functions, NodeNo node) {
  ExprNo result = functions->len ? language_add_base(build, EXPR_CALL, functions->items[functions->len - 1], node) : 0;
  if (result && (str_eq_c(name, "map") || str_eq_c(name, "compactMap"))) return language_add_list(build, EXPR_LIST, 0, &result, 1, node);
  if (str_eq_c(name, "flatMap") || str_eq_c(name, "reduce")) return result;
  if (!str_eq_c(name, "enumerated")) return 0;
  ExprNo pair[2] = {language_add_literal(build, LITERAL_INT, node), language_element(build, base, node)};
  ExprNo both = language_add_list(build, EXPR_TUPLE, 0, pair, 2, node);
  return language_add_list(build, EXPR_LIST, 0, &both, 1, node);
}

/* A call of a member that a collection may have. Functions are among the arguments,
 * with or without a label. */
static ExprNo collected(LanguageBuild *build, ExprNo call, const LanguageExprs *items, Str name, NodeNo node) {
  LanguageExprs functions = {0};
  Expr callee = *language_expr_at(build, language_expr_at(build, call)->base);
  if (callee.kind != EXPR_MEMBER || !callee.base) return call;
  for (uint32_t i = 0; i < items->len; i++) {
    const Expr *item = language_expr_at(build, items->items[i]);
    ExprNo given = item->kind == EXPR_KEYWORD ? item->base : items->items[i];
    if (language_expr_at(build, given)->kind == EXPR_FUNC) language_push(build, &functions, given);
  }
  ExprNo value = language_collection_call(build, &collections, call, functions.items, functions.len, node);
  ExprNo made = made_of_elements(build, callee.base, name, &functions, node), both[2] = {value, made};
  return made ? language_add_list(build, EXPR_ANY, 0, both, 2, node) : value;
}

ExprNo language_swift_call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo callee = called_by(build, node), suffix = language_child(build, node, SWIFT_CALL_SUFFIX), name = callee;
  LanguageExprs items = {0};
  ExprNo base;
  if (is_subscript(build, suffix)) {
    base = language_expr(build, callee);
    arguments(build, suffix, &items);
    return base ? language_add_list(build, EXPR_INDEX, base, items.items, items.len, node) : 0;
  }
  if (language_kind(build, callee) == SWIFT_NAVIGATION && suffix_name(build, callee)) {
    NodeNo target = last_part(build, language_field(build, callee, SWIFT_IN_TARGET));
    name = suffix_name(build, callee);
    ExprNo object = language_swift_is_type(language_kind(build, target)) ? language_type(build, target) : language_expr(build, target);
    base = language_add_member(build, object, name);
  } else {
    base = language_expr_as(build, callee, LANGUAGE_NO_REF);
    if (is_implicit(build, callee)) name = language_field(build, callee, SWIFT_IN_TARGET);
  }
  arguments(build, suffix, &items);
  ExprNo call = language_add_call(build, EXPR_CALL, &(LanguageCall){base, items.items, items.len, node, name});
  return collected(build, call, &items, language_text(build, name), node);
}

/* `[Int]()` and `A<B>()`. */
ExprNo language_swift_constructor(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo made = language_field(build, node, SWIFT_IN_CONSTRUCTED_TYPE);
  LanguageExprs items = {0};
  ExprNo type = language_type(build, made);
  arguments(build, language_child(build, node, SWIFT_CONSTRUCTOR_SUFFIX), &items);
  if (language_kind(build, made) != SWIFT_USER_TYPE) return type ? language_add_base(build, EXPR_OF_TYPE, type, node) : 0;
  return language_add_call(build, EXPR_NEW, &(LanguageCall){type, items.items, items.len, node, made});
}

/* ---- operators ---- */

ExprNo language_swift_as(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_expr(build, language_field(build, node, SWIFT_IN_EXPR));
  ExprNo type = language_swift_type_in(build, node);
  return type ? language_add_base(build, EXPR_OF_TYPE, type, node) : 0;
}

/* `a ?? b` and `c ? a : b`. */
ExprNo language_swift_either(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  LanguageExprs values = {0};
  NodeNo condition = language_field(build, node, SWIFT_IN_CONDITION);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (!language_is_part(build, c)) continue;
    ExprNo value = language_expr(build, c);
    if (c != condition) language_push(build, &values, value);
  }
  return language_add_list(build, EXPR_ANY, 0, values.items, values.len, node);
}

/* Operators are not resolved: what they give is mostly of the type of what stands first. */
ExprNo language_swift_sum(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo first = 0;
  bool is_first = true;
  EACH(c, node) {
    if (!language_is_part(build, c)) continue;
    ExprNo value = language_expr(build, c);
    if (is_first) first = value;
    is_first = false;
  }
  return first;
}

/* `try x`, `await x`, `x!`: what is inside. */
ExprNo language_swift_last(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo value = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (!language_is_part(build, c)) continue;
    ExprNo own = language_expr(build, c);
    if (own) value = own;
  }
  return value;
}

/* `.member` is of the type that is wanted there, which is declared here or by what is called. */
ExprNo language_swift_prefix(LanguageBuild *build, NodeNo node, unsigned role) {
  SwiftState *state = swift_state(build);
  NodeNo target = language_field(build, node, SWIFT_IN_TARGET);
  ExprNo type = state->expected;
  if (!is_implicit(build, node)) {
    language_expr_as(build, target, role);
    return 0;
  }
  if (language_kind(build, target) != SWIFT_SIMPLE_IDENTIFIER) {
    language_visit(build, target);
    return 0;
  }
  state->expected = 0;
  if (!type) type = language_add_base(build, EXPR_TYPE_OF, language_add(build, (Expr){.kind = EXPR_WANTED, .at = language_node(build, node)->from}), node);
  if (str_eq_c(language_text(build, target), "init")) return type;
  return language_use_member(build, type, target, role);
}

/* Whether a chain of members and calls begins with a dot. */
static bool begins_implicit(const LanguageBuild *build, NodeNo node) {
  enum { LONGEST = 64 };
  for (int i = 0; node && i < LONGEST; i++) {
    switch (language_kind(build, node)) {
      case SWIFT_PREFIX: return is_implicit(build, node);
      case SWIFT_CALL: node = syntax_named(build->syntax, node, 0); break;
      case SWIFT_NAVIGATION: node = language_field(build, node, SWIFT_IN_TARGET); break;
      case SWIFT_TRY: case SWIFT_AWAIT: node = language_last(build, node); break;
      default: return false;
    }
  }
  return false;
}

ExprNo language_swift_wanted(LanguageBuild *build, NodeNo node, ExprNo type) {
  SwiftState *state = swift_state(build);
  ExprNo before = state->expected;
  state->expected = begins_implicit(build, node) ? type : 0;
  ExprNo value = language_expr(build, node);
  state->expected = before;
  return value;
}

ExprNo language_swift_assignment(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo target = language_field(build, node, SWIFT_IN_TARGET), value = language_field(build, node, SWIFT_IN_RESULT);
  ExprNo written = language_expr_as(build, syntax_named(build->syntax, target, 0), REF_WRITE);
  language_swift_wanted(build, value, written ? language_add_base(build, EXPR_TYPE_OF, written, node) : 0);
  return 0;
}

/* ---- literals ---- */

/* (x) is x. */
ExprNo language_swift_tuple(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  LanguageExprs items = {0};
  EACH(c, node) {
    if (language_node(build, c)->field == SWIFT_IN_VALUE) language_push(build, &items, language_expr(build, c));
  }
  if (items.len == 1) return items.items[0];
  return items.len ? language_add_list(build, EXPR_TUPLE, 0, items.items, items.len, node) : 0;
}

static ExprNo elements(LanguageBuild *build, NodeNo node, ExprKind kind) {
  LanguageExprs items = {0};
  EACH(c, node) {
    if (language_is_part(build, c)) language_push(build, &items, language_expr(build, c));
  }
  return language_add_list(build, kind, 0, items.items, items.len, node);
}

ExprNo language_swift_array(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return elements(build, node, EXPR_LIST);
}

ExprNo language_swift_dictionary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return elements(build, node, EXPR_MAP);
}
