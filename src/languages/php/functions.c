/* PHP functions, methods and closures: parameters, results, bodies. */
#include "src/languages/php/php_internal.h"

unsigned language_php_modifiers(const LanguageBuild *build, NodeNo node) {
  unsigned flags = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    switch (language_kind(build, c)) {
      case PHP_STATIC_MODIFIER: flags |= DEF_STATIC; break;
      case PHP_ABSTRACT_MODIFIER: flags |= DEF_ABSTRACT; break;
      case PHP_VISIBILITY:
        if (str_eq_ignore_case(language_text(build, c), STR("private"))) flags |= DEF_PRIVATE;
        if (str_eq_ignore_case(language_text(build, c), STR("protected"))) flags |= DEF_PROTECTED;
        break;
      default: break;
    }
  }
  return flags & DEF_PRIVATE ? flags : flags | DEF_EXPORTED;
}

/* ---- parameters ---- */

/* A promoted parameter is a property as well. */
static void promote(LanguageBuild *build, NodeNo node, NodeNo name, ExprNo type) {
  PhpState *state = php_state(build);
  NodeNo word = syntax_named(build->syntax, name, 0);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_FIELD, .flags = language_php_modifiers(build, node), .name = word ? word : name, .whole = node,
      .bind = BIND_HOISTED | BIND_MEMBER, .scope = state->members});
  language_def(build, def)->type = type;
}

/* What a comment tells is at least as exact as what the declaration may say:
 * the elements of an array, the one class that a renderer of nodes renders. */
static void parameter(LanguageBuild *build, NodeNo node, DefNo def, Range doc) {
  unsigned kind = language_kind(build, node);
  if (kind != PHP_SIMPLE_PARAMETER && kind != PHP_VARIADIC_PARAMETER && kind != PHP_PROMOTION_PARAMETER) return;
  language_visit(build, language_field(build, node, PHP_IN_ATTRIBUTES));
  NodeNo written = language_field(build, node, PHP_IN_TYPE), name = language_field(build, node, PHP_IN_NAME);
  if (language_kind(build, name) == PHP_BY_REF) name = syntax_named(build->syntax, name, 0);
  ExprNo type = language_type(build, written);
  ExprNo told = language_php_told(build, doc, STR("@param"), language_text(build, name));
  if (told) type = told;
  NodeNo value = language_field(build, node, PHP_IN_DEFAULT_VALUE);
  ExprNo given = language_expr(build, value);
  bool is_variadic = kind == PHP_VARIADIC_PARAMETER;
  if (is_variadic) language_def(build, def)->flags |= DEF_VARIADIC;
  if (!name) return;
  if (kind == PHP_PROMOTION_PARAMETER && php_state(build)->members) promote(build, node, name, type);
  language_bind(build, (Bind){.name = language_name(build, name), .from = language_node(build, name)->from, .type = type,
                              .value = given, .flags = BIND_PARAM | (is_variadic ? BIND_VARIADIC : 0u) |
                                                       (value ? BIND_OPTIONAL : 0u)});
}

/* ---- what all kinds of functions have ---- */

/* Parameters, result and body in the function's own scope. `captures` are
 * found by name in the function around. */
static void inside(LanguageBuild *build, NodeNo node, DefNo def) {
  PhpState *state = php_state(build);
  ScopeNo variables = state->variables;
  PhpAnnounced announced = state->announced;
  Range doc = language_def(build, def)->doc;
  LanguageOpen before;
  state->variables = language_open(build, SCOPE_FUNCTION, node, def, &before);
  state->announced = (PhpAnnounced){0};
  language_php_templates(build, doc);
  NodeNo parameters = language_field(build, node, PHP_IN_PARAMETERS);
  for (NodeNo c = parameters ? syntax_first(build->syntax, parameters) : 0; c; c = syntax_next(build->syntax, c)) {
    parameter(build, c, def, doc);
  }
  NodeNo written = language_field(build, node, PHP_IN_RETURN_TYPE);
  ExprNo result = language_type(build, written);
  ExprNo told = language_php_told(build, doc, STR("@return"), STR_EMPTY);
  if (told) result = told;
  if (result) language_def(build, def)->type = result;
  NodeNo body = language_field(build, node, PHP_IN_BODY);
  if (language_kind(build, body) == PHP_COMPOUND) language_visit_children(build, body);
  else if (body) language_return(build, language_expr(build, body)); /* fn() => value */
  language_close(build, &before);
  state->variables = variables;
  state->announced = announced;
}

void language_php_function(LanguageBuild *build, NodeNo node) {
  language_visit(build, language_field(build, node, PHP_IN_ATTRIBUTES));
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = language_field(build, node, PHP_IN_NAME), .whole = node,
      .body = language_field(build, node, PHP_IN_BODY), .bind = BIND_HOISTED});
  inside(build, node, def);
}

void language_php_method(LanguageBuild *build, NodeNo node) {
  unsigned flags = language_php_modifiers(build, node);
  NodeNo name = language_field(build, node, PHP_IN_NAME), body = language_field(build, node, PHP_IN_BODY);
  bool makes = str_eq_ignore_case(language_text(build, name), STR("__construct"));
  if (!body) flags |= DEF_ABSTRACT;
  language_visit(build, language_field(build, node, PHP_IN_ATTRIBUTES));
  DefNo def = language_define(build, &(LanguageDef){
      .kind = makes ? SYMBOL_CONSTRUCTOR : SYMBOL_METHOD, .flags = flags, .name = name, .whole = node, .body = body,
      .bind = BIND_HOISTED | BIND_MEMBER | (flags & DEF_STATIC ? BIND_STATIC : 0u)});
  inside(build, node, def);
}

ExprNo language_php_closure(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_visit(build, language_field(build, node, PHP_IN_ATTRIBUTES));
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_ANONYMOUS, .whole = node,
                                                    .body = language_field(build, node, PHP_IN_BODY)});
  inside(build, node, def);
  return language_add_func(build, def, node);
}

/* ---- results ---- */

static bool is_generator(LanguageBuild *build) {
  return build->callable && (language_def(build, build->callable)->flags & DEF_GENERATOR);
}

void language_php_return(LanguageBuild *build, NodeNo node) {
  NodeNo returned = syntax_named(build->syntax, node, 0);
  ExprNo value = language_expr(build, returned);
  if (value && build->callable && !is_generator(build)) language_return(build, value);
}

/* What a loop over the generator is given; `yield` itself gives what was sent. */
ExprNo language_php_yield(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo given = syntax_named(build->syntax, node, 0);
  Str words = given ? str_slice(build->syntax->text, language_node(build, node)->from, language_node(build, given)->from) : STR_EMPTY;
  bool is_delegated = str_ends_with(str_trim(words), STR("from"));
  if (language_kind(build, given) == PHP_ARRAY_ELEMENT) { /* key => value */
    unsigned count = syntax_named_count(build->syntax, given);
    if (count > 1) language_expr(build, syntax_named(build->syntax, given, 0));
    given = syntax_named(build->syntax, given, count ? count - 1 : 0);
  }
  ExprNo value = language_expr(build, given);
  if (!build->callable) return 0;
  language_def(build, build->callable)->flags |= DEF_GENERATOR;
  if (value && is_delegated) value = language_add_base(build, EXPR_ITER, value, node);
  if (value) language_return(build, value);
  return 0;
}
