/* Kotlin functions, constructors and lambdas. */
#include "src/languages/kotlin/kotlin_internal.h"

/* ---- parameters ---- */

static ExprNo type_in(LanguageBuild *build, NodeNo node) {
  ExprNo type = 0;
  for (NodeNo c = node ? syntax_first(build->syntax, node) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kotlin_is_type(language_kind(build, c))) type = language_type(build, c);
  }
  return type;
}

/* Modifiers, a parameter and its default are siblings. */
static void parameters(LanguageBuild *build, NodeNo list, DefNo def) {
  bool is_variadic = false;
  BindNo last = 0;
  for (NodeNo c = list ? syntax_first(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_kind(build, c);
    if (kind == KOTLIN_PARAMETER_MODIFIERS) {
      is_variadic = str_contains(language_text(build, c), STR("vararg"));
      language_visit(build, c);
    } else if (kind == KOTLIN_PARAMETER) {
      NodeNo name = language_child(build, c, KOTLIN_IDENTIFIER);
      ExprNo type = type_in(build, c);
      if (is_variadic) language_def(build, def)->flags |= DEF_VARIADIC;
      last = language_bind(build, (Bind){.name = language_name(build, name), .from = language_node(build, c)->from, .type = type,
                                         .flags = BIND_PARAM | (is_variadic ? BIND_VARIADIC : 0u)});
      is_variadic = false;
    } else if (language_is_part(build, c)) {
      ExprNo value = language_expr(build, c);
      if (last) {
        build->facts->binds.items[last].value = value;
        build->facts->binds.items[last].flags |= BIND_OPTIONAL;
      }
    }
  }
}

void language_kotlin_class_parameters(LanguageBuild *build, NodeNo node, bool as_properties) {
  for (NodeNo c = node ? syntax_first(build->syntax, node) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) != KOTLIN_CLASS_PARAMETER) continue;
    NodeNo name = language_child(build, c, KOTLIN_IDENTIFIER), value = 0;
    bool is_property = language_child(build, c, KOTLIN_WORD_VAL) || language_child(build, c, KOTLIN_WORD_VAR);
    bool is_variadic = language_kotlin_has_modifier(build, c, "vararg");
    for (NodeNo d = syntax_first(build->syntax, c); d; d = syntax_next(build->syntax, d)) {
      unsigned kind = language_kind(build, d);
      bool is_other = d == name || kind == KOTLIN_MODIFIERS || language_kotlin_is_type(kind);
      if (language_is_part(build, d) && !is_other) value = d;
    }
    if (!name) continue;
    if (as_properties) { /* seen in the body, as a property or by initialisers */
      ExprNo type = type_in(build, c);
      if (is_property) {
        DefNo def = language_define(build, &(LanguageDef){
            .kind = SYMBOL_FIELD, .flags = language_kotlin_modifiers(build, c), .name = name, .whole = c,
            .bind = BIND_HOISTED | BIND_MEMBER});
        language_def(build, def)->type = is_variadic ? language_add_base(build, EXPR_LIST_OF, type, c) : type;
      } else {
        language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_HOISTED,
                                    .from = language_node(build, c)->from, .type = type});
      }
      continue;
    }
    /* The type was looked at above; here it is said again without references. */
    ExprNo type = type_in(build, c);
    ExprNo given = language_expr(build, value);
    language_bind(build, (Bind){.name = language_name(build, name), .from = language_node(build, c)->from, .type = type, .value = given,
                                .flags = BIND_PARAM | (value ? BIND_OPTIONAL : 0u) | (is_variadic ? BIND_VARIADIC : 0u)});
  }
}

/* ---- bodies ---- */

ExprNo language_kotlin_statements(LanguageBuild *build, NodeNo node) {
  ExprNo last = 0;
  for (NodeNo c = node ? syntax_first(build->syntax, node) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_is_part(build, c)) last = language_expr(build, c);
    else language_visit(build, c);
  }
  return last;
}

static void body(LanguageBuild *build, NodeNo node) {
  for (NodeNo c = node ? syntax_first(build->syntax, node) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == KOTLIN_BLOCK) language_kotlin_statements(build, c);
    else if (language_is_part(build, c)) language_return(build, language_expr(build, c));
  }
}

static void bind_receiver(LanguageBuild *build, NodeNo node, Str name, ExprNo type, ExprNo value) {
  language_bind(build, (Bind){.name = language_intern(build, name), .flags = BIND_RECEIVER, .type = type, .value = value,
                              .from = language_node(build, node)->from});
}

/* What stands before the name is the receiver, behind the parameters the
 * result. */
static void inside(LanguageBuild *build, NodeNo node, DefNo def) {
  KotlinState *state = kotlin_state(build);
  unsigned receivers = state->receivers;
  NodeNo list = language_child(build, node, KOTLIN_FUNCTION_PARAMETERS);
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  language_kotlin_type_parameters(build, language_child(build, node, KOTLIN_TYPE_PARAMETERS));
  ExprNo result = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c && c < list; c = syntax_next(build->syntax, c)) {
    if (!language_kotlin_is_type(language_kind(build, c))) continue;
    bind_receiver(build, c, STR("this"), language_type(build, c), 0);
    state->receivers++;
  }
  parameters(build, list, def);
  for (NodeNo c = list ? syntax_next(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kotlin_is_type(language_kind(build, c))) result = language_type(build, c);
  }
  if (result) language_def(build, def)->type = result;
  NodeNo inner = language_child(build, node, KOTLIN_FUNCTION_BODY);
  body(build, inner);
  bool gives_nothing = !result && language_child(build, inner, KOTLIN_BLOCK);
  if (gives_nothing) {
    ExprNo nothing = language_add_literal(build, LITERAL_NULL, node);
    language_def(build, def)->type = nothing;
  }
  language_close(build, &before);
  state->receivers = receivers;
}

void language_kotlin_function(LanguageBuild *build, NodeNo node) {
  KotlinState *state = kotlin_state(build);
  unsigned around = build->facts->scopes.items[build->scope].kind;
  bool is_member = around == SCOPE_TYPE;
  unsigned flags = language_kotlin_modifiers(build, node);
  NodeNo inner = language_child(build, node, KOTLIN_FUNCTION_BODY);
  if (is_member && state->in_interface && !inner) flags |= DEF_ABSTRACT;
  if (language_kotlin_has_modifier(build, node, "expect")) flags |= DEF_DEPENDENT;
  if (is_member && state->in_companion) flags |= DEF_STATIC;
  DefNo def = language_define(build, &(LanguageDef){
      .kind = is_member ? SYMBOL_METHOD : SYMBOL_FUNCTION, .flags = flags, .name = language_field(build, node, KOTLIN_IN_NAME),
      .whole = node, .body = inner, .bind = BIND_HOISTED | (flags & DEF_STATIC ? BIND_STATIC : 0u)});
  inside(build, node, def);
}

void language_kotlin_secondary_constructor(LanguageBuild *build, NodeNo node) {
  unsigned flags = language_kotlin_modifiers(build, node);
  NodeNo delegation = language_child(build, node, KOTLIN_CONSTRUCTOR_DELEGATION), word = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c && !word; c = syntax_next(build->syntax, c)) {
    if (str_eq_c(language_text(build, c), "constructor")) word = c;
  }
  if (!word) word = node;
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_CONSTRUCTOR, .flags = flags, .name = word, .name_text = STR("constructor"), .whole = node,
      .body = language_child(build, node, KOTLIN_BLOCK), .no_bind = true});
  language_bind(build, (Bind){.name = language_intern(build, STR(KOTLIN_CONSTRUCTOR_NAME)), .flags = BIND_HOISTED,
                              .from = language_node(build, node)->from, .def = def});
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  parameters(build, language_child(build, node, KOTLIN_FUNCTION_PARAMETERS), def);
  if (delegation) {
    LanguageExprs items = {0};
    bool is_super = language_child(build, delegation, KOTLIN_WORD_SUPER) != 0;
    ExprNo callee = language_add(build, (Expr){.kind = is_super ? EXPR_SUPER : EXPR_SELF, .at = language_node(build, delegation)->from});
    language_kotlin_arguments(build, language_child(build, delegation, KOTLIN_VALUE_ARGUMENTS), &items);
    language_add_call(build, EXPR_CALL, &(LanguageCall){callee, items.items, items.len, delegation, delegation});
  }
  language_kotlin_statements(build, language_child(build, node, KOTLIN_BLOCK));
  language_close(build, &before);
}

ExprNo language_kotlin_anonymous_function(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_ANONYMOUS, .whole = node,
                                                    .body = language_child(build, node, KOTLIN_FUNCTION_BODY)});
  inside(build, node, def);
  return language_add_func(build, def, node);
}

/* ---- lambdas ---- */

/* Without parameters of its own it has `it`. */
ExprNo language_kotlin_lambda(LanguageBuild *build, NodeNo node, KotlinGiven given) {
  KotlinState *state = kotlin_state(build);
  unsigned receivers = state->receivers;
  NodeNo list = language_child(build, node, KOTLIN_LAMBDA_PARAMETERS);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_ANONYMOUS, .whole = node});
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  uint32_t at = language_node(build, node)->from;
  if (given.receiver) {
    bind_receiver(build, node, STR("this"), 0, given.receiver);
    state->receivers++;
  } else {
    bind_receiver(build, node, STR(KOTLIN_LAMBDA_RECEIVER), 0, 0);
  }
  unsigned nth = 0;
  for (NodeNo c = list ? syntax_first(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_kind(build, c);
    if (kind == KOTLIN_MULTI_VARIABLE) language_kotlin_bind_variable(build, c, nth == 0 ? given.it : 0, at);
    if (kind != KOTLIN_VARIABLE) continue;
    NodeNo name = language_child(build, c, KOTLIN_IDENTIFIER);
    ExprNo type = type_in(build, c);
    unsigned flags = given.it ? 0 : BIND_PARAM;
    language_bind(build, (Bind){.name = language_name(build, name), .flags = flags, .from = at, .type = type,
                                .value = nth == 0 ? given.it : 0});
    nth++;
  }
  if (!list) {
    language_bind(build, (Bind){.name = language_intern(build, STR("it")), .from = at, .value = given.it,
                                .flags = given.it ? 0u : BIND_PARAM | BIND_OPTIONAL});
  }
  ExprNo last = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_is_part(build, c) && c != list) last = language_expr(build, c);
  }
  if (last) language_return(build, last);
  language_close(build, &before);
  state->receivers = receivers;
  return language_add_func(build, def, node);
}

ExprNo language_kotlin_lambda_value(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_kotlin_lambda(build, node, (KotlinGiven){0, 0});
}

/* With a label it leaves a lambda, without one the function. */
ExprNo language_kotlin_return(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo value = 0;
  NodeNo label = language_field(build, node, KOTLIN_IN_LABEL);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_is_part(build, c) && c != label && language_kind(build, c) != KOTLIN_LABEL) value = language_expr(build, c);
  }
  if (value && build->callable && (label || build->callable == build->function)) language_return(build, value);
  return 0;
}
