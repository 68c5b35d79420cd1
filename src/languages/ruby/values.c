/* Ruby values: constants, variables, collections, operators, assignments. */
#include "src/languages/ruby/ruby_internal.h"

ExprNo language_ruby_constant(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo expr = language_add_name(build, node);
  language_ref(build, role, expr, node);
  return expr;
}

/* `::A` begins outside of all types. */
ExprNo language_ruby_scope_resolution(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo scope = language_field(build, node, RUBY_IN_SCOPE), name = language_field(build, node, RUBY_IN_NAME);
  if (scope) return language_use_member(build, language_expr(build, scope), name, role);
  ExprNo expr = language_add(build, (Expr){.kind = EXPR_NAME, .scope = 1, .name = language_name(build, name),
                                           .at = language_node(build, name)->from});
  language_ref(build, role, expr, name);
  return expr;
}

ExprNo language_ruby_self(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add(build, (Expr){.kind = EXPR_SELF, .at = language_node(build, node)->from});
}

ExprNo language_ruby_instance_variable(LanguageBuild *build, NodeNo node, unsigned role) {
  if (!ruby_state(build)->type) return 0;
  return language_use_member(build, language_ruby_self(build, node, role), node, role);
}

/* ---- collections ---- */

/* Symbols are texts that nobody looks into, so their names are kept as such. */
static ExprNo word(LanguageBuild *build, NodeNo node, Str text) {
  return language_add(build, (Expr){.kind = EXPR_LITERAL, .number = LITERAL_STRING, .name = language_intern(build, text),
                                    .at = language_node(build, node)->from});
}

ExprNo language_ruby_symbol(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return word(build, node, language_ruby_literal(build, node));
}

/* %i[a b] and %w[a b]. */
ExprNo language_ruby_words(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  LanguageExprs items = {0};
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (!syntax_is_named(build->syntax, c)) continue;
    NodeNo inner = syntax_named(build->syntax, c, 0);
    bool is_plain = inner && language_kind(build, inner) == RUBY_STRING_CONTENT && syntax_named_count(build->syntax, c) == 1;
    language_push(build, &items, is_plain ? word(build, c, language_text(build, inner)) : language_expr(build, c));
  }
  return language_add_list(build, EXPR_LIST, 0, items.items, items.len, node);
}

ExprNo language_ruby_array(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  LanguageExprs items = {0};
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (!syntax_is_named(build->syntax, c) || language_kind(build, c) == RUBY_COMMENT) continue;
    if (language_kind(build, c) == RUBY_SPLAT_ARGUMENT) {
      ExprNo spread = language_expr(build, syntax_named(build->syntax, c, 0));
      language_push(build, &items, language_add_base(build, EXPR_SPREAD, spread, c));
    } else {
      language_push(build, &items, language_expr(build, c));
    }
  }
  return language_add_list(build, EXPR_LIST, 0, items.items, items.len, node);
}

ExprNo language_ruby_hash(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  LanguageExprs items = {0};
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) != RUBY_PAIR) {
      language_visit(build, c);
      continue;
    }
    NodeNo key = syntax_named(build->syntax, c, 0), value = language_field(build, c, RUBY_IN_VALUE);
    ExprNo pair[2];
    pair[0] = key != value ? language_expr(build, key) : 0;
    pair[1] = language_expr(build, value);
    language_push(build, &items, pair[0]);
    language_push(build, &items, pair[1]);
  }
  return language_add_list(build, EXPR_MAP, 0, items.items, items.len, node);
}

ExprNo language_ruby_element(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo object = language_field(build, node, RUBY_IN_OBJECT);
  ExprNo base = language_expr(build, object), key = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (c != object && syntax_is_named(build->syntax, c)) key = language_expr(build, c);
  }
  return base ? language_add_list(build, EXPR_INDEX, base, &key, 1, node) : 0;
}

/* ---- operators ---- */

ExprNo language_ruby_binary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  Str sign = language_text(build, language_field(build, node, RUBY_IN_OPERATOR));
  ExprNo sides[2];
  sides[0] = language_expr(build, language_field(build, node, RUBY_IN_LEFT));
  sides[1] = language_expr(build, language_field(build, node, RUBY_IN_RIGHT));
  static const char *const tests[] = {"==", "!=", "<", ">", "<=", ">=", "=~", "!~", "==="};
  if (str_eq_c(sign, "&&") || str_eq_c(sign, "and")) return sides[1];
  if (str_eq_c(sign, "||") || str_eq_c(sign, "or")) return language_add_list(build, EXPR_ANY, 0, sides, 2, node);
  if (str_eq_c(sign, "<<")) return sides[0];
  return str_is_one_of(sign, tests, 9) ? language_add_literal(build, LITERAL_BOOL, node) : 0;
}

/* `defined?(x)` asks for x and runs nothing of it. */
ExprNo language_ruby_unary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  Str sign = language_text(build, language_field(build, node, RUBY_IN_OPERATOR));
  if (str_eq_c(sign, "defined?")) return language_add_literal(build, LITERAL_STRING, node);
  language_expr(build, language_field(build, node, RUBY_IN_OPERAND));
  bool is_test = str_eq_c(sign, "!") || str_eq_c(sign, "not");
  return is_test ? language_add_literal(build, LITERAL_BOOL, node) : 0;
}

/* ---- assignments ---- */

/* A new variable belongs to the innermost block; one that is there already
 * keeps its place. */
void language_ruby_bind_local(LanguageBuild *build, NodeNo name, Bind bind) {
  RubyState *state = ruby_state(build);
  bind.name = language_name(build, name);
  for (size_t i = state->locals.len; i-- > state->visible && !bind.scope;) {
    if (names_same(state->locals.items[i].name, bind.name)) bind.scope = state->locals.items[i].scope;
  }
  if (!bind.scope) {
    bind.scope = state->variables;
    *vec_add(build->arena, &state->locals) = (RubyLocal){bind.name, bind.scope};
  }
  language_bind(build, bind);
}

static void take_apart(LanguageBuild *build, NodeNo list, ExprNo value, uint32_t from) {
  uint32_t nth = 0;
  for (NodeNo c = syntax_first(build->syntax, list); c; c = syntax_next(build->syntax, c)) {
    if (!syntax_is_named(build->syntax, c)) continue;
    bool is_rest = language_kind(build, c) == RUBY_REST_ASSIGNMENT;
    NodeNo target = is_rest ? syntax_named(build->syntax, c, 0) : c;
    ExprNo part = value ? language_add_number(build, is_rest ? EXPR_REST : EXPR_PART, value, nth, c) : 0;
    if (target) language_ruby_give(build, target, part, from);
    nth++;
  }
}

/* A name for another constant may be one for a type: it is written like one. */
static bool is_alias(const LanguageBuild *build, Str name, NodeNo value) {
  unsigned kind = language_kind(build, value);
  if (kind != RUBY_CONSTANT && kind != RUBY_SCOPE_RESOLUTION) return false;
  for (size_t i = 0; i < name.len; i++) {
    if (name.ptr[i] >= 'a' && name.ptr[i] <= 'z') return true;
  }
  return false;
}

static void constant(LanguageBuild *build, NodeNo name, NodeNo value_node, NodeNo whole) {
  if (language_ruby_made_type(build, name, value_node, whole)) return;
  bool alias = is_alias(build, language_text(build, name), value_node);
  ExprNo value = alias ? language_ruby_type(build, value_node) : language_expr(build, value_node);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = alias ? SYMBOL_TYPE : SYMBOL_CONSTANT, .flags = DEF_EXPORTED | DEF_CONST | DEF_STATIC, .name = name,
      .whole = whole, .bind = BIND_HOISTED | BIND_STATIC});
  if (alias) language_def(build, def)->type = value;
  else language_def(build, def)->value = value;
}

void language_ruby_give(LanguageBuild *build, NodeNo target, ExprNo value, uint32_t from) {
  RubyState *state = ruby_state(build);
  switch (language_kind(build, target)) {
    case RUBY_IDENTIFIER: language_ruby_bind_local(build, target, (Bind){.from = from, .value = value}); break;
    case RUBY_INSTANCE_VARIABLE:
    case RUBY_CLASS_VARIABLE:
      if (state->type) {
        language_bind(build, (Bind){.scope = state->members, .name = language_name(build, target), .value = value,
                                    .flags = BIND_MEMBER | BIND_HOISTED | (state->in_singleton ? BIND_STATIC : 0u),
                                    .from = language_node(build, target)->from});
      }
      break;
    case RUBY_LEFT_LIST: case RUBY_DESTRUCTURED_LEFT: take_apart(build, target, value, from); break;
    case RUBY_GLOBAL_VARIABLE: break;
    case RUBY_CALL: { /* x.y = …: a call of y=, which counts as writing y */
      NodeNo receiver = language_field(build, target, RUBY_IN_RECEIVER), name = language_field(build, target, RUBY_IN_METHOD);
      ExprNo base = language_expr(build, receiver);
      if (name && base) language_use_member(build, base, name, REF_WRITE);
      break;
    }
    default: language_put(build, language_expr_as(build, target, REF_WRITE), value); break;
  }
}

ExprNo language_ruby_assignment(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo left = language_field(build, node, RUBY_IN_LEFT), right = language_field(build, node, RUBY_IN_RIGHT);
  if (language_kind(build, left) == RUBY_CONSTANT) {
    constant(build, left, right, node);
    return 0;
  }
  /* `x = x` reads the variable that it makes, which is nil then. */
  if (language_kind(build, left) == RUBY_IDENTIFIER && !language_ruby_is_local(build, language_name(build, left))) {
    *vec_add(build->arena, &ruby_state(build)->locals) = (RubyLocal){language_name(build, left), ruby_state(build)->variables};
  }
  ExprNo value = language_kind(build, right) == RUBY_RIGHT_LIST ? language_ruby_array(build, right, REF_READ) : language_expr(build, right);
  language_ruby_give(build, left, value, language_node(build, node)->to);
  return value;
}

/* `||=` may leave what was there; others give what an operator gives. */
ExprNo language_ruby_operator_assignment(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo left = language_field(build, node, RUBY_IN_LEFT), right = language_field(build, node, RUBY_IN_RIGHT);
  Str sign = language_text(build, language_field(build, node, RUBY_IN_OPERATOR));
  bool keeps = str_eq_c(sign, "||=") || str_eq_c(sign, "&&=");
  unsigned kind = language_kind(build, left);
  bool is_new = kind == RUBY_IDENTIFIER && !language_ruby_is_local(build, language_name(build, left));
  if (kind == RUBY_CONSTANT) {
    constant(build, left, right, node);
    return 0;
  }
  ExprNo sides[2] = {0, 0};
  if (kind == RUBY_CALL || kind == RUBY_ELEMENT_REFERENCE) language_visit_children(build, left);
  else if (!is_new) sides[0] = language_expr(build, left);
  sides[1] = language_expr(build, right);
  bool binds = kind == RUBY_IDENTIFIER || kind == RUBY_INSTANCE_VARIABLE || kind == RUBY_CLASS_VARIABLE;
  if (binds && keeps) language_ruby_give(build, left, sides[1], language_node(build, node)->to);
  else if (is_new) language_ruby_give(build, left, 0, language_node(build, node)->to);
  return keeps ? language_add_list(build, EXPR_ANY, 0, sides, 2, node) : 0;
}
