/* Kotlin expressions and the statements that bind names. */
#include "src/languages/kotlin/kotlin_internal.h"

/* ---- names ---- */

static NodeNo last_identifier(const LanguageBuild *build, NodeNo node) {
  NodeNo last = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == KOTLIN_IDENTIFIER) last = c;
  }
  return last;
}

ExprNo language_kotlin_navigation(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo object = syntax_named(build->syntax, node, 0), name = last_identifier(build, node);
  ExprNo base = language_expr(build, object);
  return name && name != object ? language_use_member(build, base, name, role) : base;
}

/* `this@Outer` is the type's, whatever functions have a receiver of their own. */
ExprNo language_kotlin_this(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  uint32_t at = language_node(build, node)->from;
  if (kotlin_state(build)->receivers && !syntax_named(build->syntax, node, 0)) {
    return language_add(build, (Expr){.kind = EXPR_NAME, .name = language_intern(build, STR("this")), .at = at});
  }
  return language_add(build, (Expr){.kind = EXPR_SELF, .at = at});
}

ExprNo language_kotlin_super(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add(build, (Expr){.kind = EXPR_SUPER, .at = language_node(build, node)->from});
}

ExprNo language_kotlin_reference(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo name = last_identifier(build, node), type = syntax_named(build->syntax, node, 0);
  ExprNo base = 0;
  if (!name) return 0;
  if (type && type != name) base = language_kotlin_is_type(language_kind(build, type)) ? language_type(build, type) : language_expr(build, type);
  ExprNo expr = base ? language_add_member(build, base, name) : language_add_name(build, name);
  if (base) language_expr_at(build, expr)->kind = EXPR_METHOD_REF;
  language_ref(build, REF_READ, expr, name);
  return expr;
}

/* ---- guards ---- */

typedef struct Guard {
  uint32_t from, to;
  bool truth;
  unsigned depth;
} Guard;

static void narrow_name(LanguageBuild *build, NodeNo name, NodeNo type_node, const Guard *guard) {
  if (language_kind(build, name) != KOTLIN_IDENTIFIER || guard->from >= guard->to) return;
  size_t refs = build->facts->refs.len;
  ExprNo type = language_type(build, type_node);
  build->facts->refs.len = refs; /* the test itself refers to the type already */
  if (!type) return;
  ExprNo before = language_add_name(build, name);
  Bind bind = {.name = language_name(build, name), .flags = BIND_NARROW, .from = guard->from, .to = guard->to, .type = type};
  (void)before;
  language_bind(build, bind);
}

/* What is known between two bytes because a condition held or failed. */
static void narrow(LanguageBuild *build, NodeNo node, Guard guard) {
  enum { DEEPEST = 24 };
  if (!node || ++guard.depth > DEEPEST) return;
  switch (language_kind(build, node)) {
    case KOTLIN_PARENTHESIZED: narrow(build, syntax_named(build->syntax, node, 0), guard); break;
    case KOTLIN_UNARY:
      if (!str_starts_with(language_text(build, node), STR("!"))) break;
      guard.truth = !guard.truth;
      narrow(build, language_field(build, node, KOTLIN_IN_ARGUMENT), guard);
      break;
    case KOTLIN_BINARY: {
      Str sign = language_text(build, language_field(build, node, KOTLIN_IN_OPERATOR));
      if (!str_eq_c(sign, guard.truth ? "&&" : "||")) break;
      narrow(build, language_field(build, node, KOTLIN_IN_LEFT), guard);
      narrow(build, language_field(build, node, KOTLIN_IN_RIGHT), guard);
      break;
    }
    case KOTLIN_IS: {
      NodeNo left = language_field(build, node, KOTLIN_IN_LEFT), right = language_field(build, node, KOTLIN_IN_RIGHT);
      if (!left || !right) break;
      Str between = str_slice(build->syntax->text, language_node(build, left)->to, language_node(build, right)->from);
      bool is_negated = str_contains(between, STR("!is"));
      if (is_negated != guard.truth) narrow_name(build, left, right, &guard);
      break;
    }
    default: break;
  }
}

static void guard_node(LanguageBuild *build, NodeNo condition, bool truth, NodeNo node) {
  if (!node) return;
  narrow(build, condition, (Guard){.from = language_node(build, node)->from, .to = language_node(build, node)->to, .truth = truth});
}

/* ---- operators ---- */

ExprNo language_kotlin_as(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_expr(build, language_field(build, node, KOTLIN_IN_LEFT));
  ExprNo type = language_type(build, language_field(build, node, KOTLIN_IN_RIGHT));
  return type ? language_add_base(build, EXPR_OF_TYPE, type, node) : 0;
}

ExprNo language_kotlin_is(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_expr(build, language_field(build, node, KOTLIN_IN_LEFT));
  language_type(build, language_field(build, node, KOTLIN_IN_RIGHT));
  return language_add_literal(build, LITERAL_BOOL, node);
}

ExprNo language_kotlin_binary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo left = language_field(build, node, KOTLIN_IN_LEFT), right = language_field(build, node, KOTLIN_IN_RIGHT);
  Str sign = language_text(build, language_field(build, node, KOTLIN_IN_OPERATOR));
  ExprNo sides[2];
  sides[0] = language_expr(build, left);
  if (str_eq_c(sign, "&&")) guard_node(build, left, true, right);
  if (str_eq_c(sign, "||")) guard_node(build, left, false, right);
  sides[1] = language_expr(build, right);
  if (str_eq_c(sign, "?:")) return language_add_list(build, EXPR_ANY, 0, sides, 2, node);
  if (str_eq_c(sign, "+") || str_eq_c(sign, "-")) return sides[0];
  static const char *const numbers[] = {"*", "/", "%"};
  return str_is_one_of(sign, numbers, 3) ? sides[0] : language_add_literal(build, LITERAL_BOOL, node);
}

ExprNo language_kotlin_unary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo value = language_expr(build, language_field(build, node, KOTLIN_IN_ARGUMENT));
  bool is_not = str_eq_c(language_text(build, language_field(build, node, KOTLIN_IN_OPERATOR)), "!");
  return is_not ? language_add_literal(build, LITERAL_BOOL, node) : value;
}

ExprNo language_kotlin_index(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo object = syntax_named(build->syntax, node, 0);
  ExprNo base = language_expr(build, object), key = 0;
  for (NodeNo c = object ? syntax_next(build->syntax, object) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_is_part(build, c)) key = language_expr(build, c);
  }
  return base ? language_add_list(build, EXPR_INDEX, base, &key, 1, node) : 0;
}

/* ---- branches ---- */

static ExprNo branch(LanguageBuild *build, NodeNo node) {
  LanguageOpen before;
  if (!node) return 0;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  ExprNo value = language_kind(build, node) == KOTLIN_BLOCK ? language_kotlin_statements(build, node) : language_expr(build, node);
  language_close(build, &before);
  return value;
}

static bool leaves(const LanguageBuild *build, NodeNo node) {
  for (int guard = 0; node && guard < 8; guard++) {
    unsigned kind = language_kind(build, node);
    if (kind == KOTLIN_RETURN || kind == KOTLIN_THROW) return true;
    if (kind != KOTLIN_BLOCK) {
      Str text = language_text(build, node);
      return str_starts_with(text, STR("continue")) || str_starts_with(text, STR("break"));
    }
    unsigned count = syntax_named_count(build->syntax, node);
    node = count ? syntax_named(build->syntax, node, count - 1) : 0;
  }
  return false;
}

ExprNo language_kotlin_if(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo condition = language_field(build, node, KOTLIN_IN_CONDITION), parts[2] = {0, 0};
  unsigned count = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c && count < 2; c = syntax_next(build->syntax, c)) {
    if (language_is_part(build, c) && c != condition) parts[count++] = c;
  }
  language_expr(build, condition);
  ExprNo sides[2];
  guard_node(build, condition, true, parts[0]);
  sides[0] = branch(build, parts[0]);
  guard_node(build, condition, false, parts[1]);
  sides[1] = branch(build, parts[1]);
  NodeNo around = syntax_parent(build->syntax, node);
  if (!parts[1] && around && leaves(build, parts[0])) {
    narrow(build, condition, (Guard){.from = language_node(build, node)->to, .to = language_node(build, around)->to, .truth = false});
  }
  if (!sides[0] || !sides[1]) return sides[0] ? sides[0] : sides[1];
  return language_add_list(build, EXPR_ANY, 0, sides, 2, node);
}

/* `is A ->` says what the subject is in its branch; without a subject each
 * condition is one of its own. */
static void when_condition(LanguageBuild *build, NodeNo subject, NodeNo condition, NodeNo body, bool is_only) {
  if (language_kind(build, condition) != KOTLIN_TYPE_TEST) {
    language_expr(build, condition);
    if (!subject && is_only) guard_node(build, condition, true, body);
    return;
  }
  NodeNo type = 0;
  for (NodeNo c = syntax_first(build->syntax, condition); c; c = syntax_next(build->syntax, c)) {
    if (language_kotlin_is_type(language_kind(build, c))) type = c;
  }
  language_type(build, type);
  bool is_negated = str_starts_with(language_text(build, condition), STR("!"));
  if (!is_only || is_negated || !body || !type || !subject) return;
  Guard guard = {.from = language_node(build, body)->from, .to = language_node(build, body)->to, .truth = true};
  narrow_name(build, subject, type, &guard);
}

static ExprNo when_entry(LanguageBuild *build, NodeNo node, NodeNo subject) {
  NodeNo body = 0;
  unsigned conditions = 0;
  bool is_behind = false;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == KOTLIN_SIGN_ARROW) is_behind = true;
    else if (language_is_part(build, c) && is_behind) body = c;
    else if (language_is_part(build, c)) conditions++;
  }
  for (NodeNo c = syntax_first(build->syntax, node); c && c != body; c = syntax_next(build->syntax, c)) {
    if (language_is_part(build, c)) when_condition(build, subject, c, body, conditions == 1);
  }
  return branch(build, body);
}

ExprNo language_kotlin_when(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo head = language_child(build, node, KOTLIN_WHEN_SUBJECT), subject = 0;
  LanguageExprs values = {0};
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  NodeNo variable = language_child(build, head, KOTLIN_VARIABLE);
  ExprNo value = 0;
  for (NodeNo c = head ? syntax_first(build->syntax, head) : 0; c; c = syntax_next(build->syntax, c)) {
    if (!language_is_part(build, c) || c == variable || language_kind(build, c) == KOTLIN_ANNOTATION) continue;
    value = language_expr(build, c);
    subject = c;
  }
  if (variable) {
    language_kotlin_bind_variable(build, variable, value, language_node(build, head)->to);
    subject = language_child(build, variable, KOTLIN_IDENTIFIER);
  }
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) != KOTLIN_WHEN_ENTRY) continue;
    ExprNo given = when_entry(build, c, subject);
    if (given) language_push(build, &values, given);
  }
  language_close(build, &before);
  if (values.len < 2) return values.len ? values.items[0] : 0;
  return language_add_list(build, EXPR_ANY, 0, values.items, values.len, node);
}

ExprNo language_kotlin_try(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo value = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == KOTLIN_BLOCK) value = branch(build, c);
    else language_visit(build, c);
  }
  return value;
}

/* ---- statements ---- */

void language_kotlin_bind_variable(LanguageBuild *build, NodeNo node, ExprNo value, uint32_t from) {
  if (language_kind(build, node) == KOTLIN_MULTI_VARIABLE) {
    uint32_t nth = 0;
    for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
      if (language_kind(build, c) != KOTLIN_VARIABLE) continue;
      language_kotlin_bind_variable(build, c, value ? language_add_number(build, EXPR_PART, value, nth, c) : 0, from);
      nth++;
    }
    return;
  }
  NodeNo name = language_child(build, node, KOTLIN_IDENTIFIER);
  ExprNo type = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_kotlin_is_type(language_kind(build, c))) type = language_type(build, c);
  }
  if (name) language_bind(build, (Bind){.name = language_name(build, name), .from = from, .type = type, .value = value});
}

void language_kotlin_for(LanguageBuild *build, NodeNo node) {
  NodeNo variable = 0, over = 0, body = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_kind(build, c);
    if (!language_is_part(build, c) || kind == KOTLIN_ANNOTATION || kind == KOTLIN_LABEL) continue;
    if (kind == KOTLIN_VARIABLE || kind == KOTLIN_MULTI_VARIABLE) variable = c;
    else if (!over) over = c;
    else body = c;
  }
  ExprNo value = language_expr(build, over);
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  ExprNo item = value ? language_add_base(build, EXPR_ITER, value, over) : 0;
  if (variable) language_kotlin_bind_variable(build, variable, item, language_node(build, variable)->from);
  language_visit(build, body);
  language_close(build, &before);
}

void language_kotlin_while(LanguageBuild *build, NodeNo node) {
  NodeNo condition = language_field(build, node, KOTLIN_IN_CONDITION);
  language_expr(build, condition);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (!language_is_part(build, c) || c == condition || language_kind(build, c) == KOTLIN_LABEL) continue;
    guard_node(build, condition, true, c);
    branch(build, c);
  }
}

void language_kotlin_catch(LanguageBuild *build, NodeNo node) {
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  NodeNo name = language_child(build, node, KOTLIN_IDENTIFIER);
  ExprNo type = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_kotlin_is_type(language_kind(build, c))) type = language_type(build, c);
  }
  if (name) language_bind(build, (Bind){.name = language_name(build, name), .from = language_node(build, name)->from, .type = type});
  language_kotlin_statements(build, language_child(build, node, KOTLIN_BLOCK));
  language_close(build, &before);
}
