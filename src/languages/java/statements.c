/* Java statements that bind names or give values. */
#include "src/languages/java/java_internal.h"

/* The last statement, comments aside; 0: the block is empty. */
NodeNo language_java_last(const LanguageBuild *build, NodeNo block) {
  NodeNo last = 0;
  for (NodeNo c = syntax_first(build->syntax, block); c; c = syntax_next(build->syntax, c)) {
    if (language_is_part(build, c)) last = c;
  }
  return last;
}

/* What names no code: labels that are jumped to, a module's directives. */
void language_java_nothing(LanguageBuild *build, NodeNo node) {
  (void)build;
  (void)node;
}

/* A label is no name of anything else. */
void language_java_labeled(LanguageBuild *build, NodeNo node) {
  language_visit(build, syntax_named(build->syntax, node, 1));
}

/* Lambdas and method references have no type of their own: the place they
 * stand in gives it. A call may pass that on to its arguments. */
static bool needs_type(const Facts *facts, ExprNo value, unsigned depth) {
  const Expr *expr = &facts->exprs.items[value];
  switch (expr->kind) {
    case EXPR_FUNC:
    case EXPR_METHOD_REF:
      return true;
    case EXPR_CALL: /* of a generic method, which learns from its result */
    case EXPR_NEW:
    case EXPR_ANY:
      for (uint32_t i = 0; i < expr->list.count && depth < 4; i++) {
        if (needs_type(facts, facts->lists.items[expr->list.first + i], depth + 1)) return true;
      }
      return false;
    default:
      return false;
  }
}

bool language_java_needs_type(const LanguageBuild *build, ExprNo value) { return needs_type(build->facts, value, 0); }

/* A bind without a name: nothing finds it, but resolution sees value and
 * type side by side there, and so learns what a lambda inside the value is
 * given. */
void language_java_expect(LanguageBuild *build, ExprNo type, ExprNo value) {
  if (!type || !language_java_needs_type(build, value)) return;
  language_bind(build, (Bind){.from = language_expr_at(build, value)->at, .type = type, .value = value});
}

/* A name holds from the end of `whole`, its declaration, on. */
static void bind_variable(LanguageBuild *build, NodeNo name, NodeNo whole, ExprNo type, ExprNo value) {
  if (!name) return;
  language_bind(build, (Bind){.name = language_name(build, name), .from = language_node(build, whole)->to,
                              .type = type, .value = value});
}

void language_java_local(LanguageBuild *build, NodeNo node) {
  language_visit(build, language_child(build, node, JAVA_MODIFIERS));
  NodeNo type_node = language_field(build, node, JAVA_IN_TYPE);
  ExprNo type = language_java_is_var(build, type_node) ? 0 : language_type(build, type_node);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (syntax_kind(build->syntax, c) != JAVA_VARIABLE_DECLARATOR) continue;
    ExprNo value = language_expr(build, language_field(build, c, JAVA_IN_VALUE));
    ExprNo own = type ? language_java_arrays(build, type, language_field(build, c, JAVA_IN_DIMENSIONS)) : 0;
    bind_variable(build, language_field(build, c, JAVA_IN_NAME), c, own, value);
  }
}

/* What is iterated over is read outside of the loop's scope: it cannot see
 * the loop's variable. */
void language_java_enhanced_for(LanguageBuild *build, NodeNo node) {
  language_visit(build, language_child(build, node, JAVA_MODIFIERS));
  NodeNo type_node = language_field(build, node, JAVA_IN_TYPE);
  ExprNo iterated = language_expr(build, language_field(build, node, JAVA_IN_VALUE));
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  ExprNo type = 0;
  if (!language_java_is_var(build, type_node)) {
    type = language_java_arrays(build, language_type(build, type_node), language_field(build, node, JAVA_IN_DIMENSIONS));
  }
  ExprNo element = language_add_base(build, EXPR_ITER, iterated, node);
  NodeNo name = language_field(build, node, JAVA_IN_NAME);
  bind_variable(build, name, name, type, element);
  language_visit(build, language_field(build, node, JAVA_IN_BODY));
  language_close(build, &before);
}

void language_java_catch(LanguageBuild *build, NodeNo node) {
  NodeNo parameter = language_child(build, node, JAVA_CATCH_PARAMETER);
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  if (parameter) {
    language_visit(build, language_child(build, parameter, JAVA_MODIFIERS));
    ExprNo type = language_type(build, language_child(build, parameter, JAVA_CATCH_TYPE));
    bind_variable(build, language_field(build, parameter, JAVA_IN_NAME), parameter, type, 0);
  }
  language_visit_children(build, language_field(build, node, JAVA_IN_BODY));
  language_close(build, &before);
}

/* Resources live until the end of the try statement's body; the statement has
 * a scope of its own. */
void language_java_resource(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_field(build, node, JAVA_IN_NAME);
  if (!name) {
    language_visit_children(build, node);
    return;
  }
  language_visit(build, language_child(build, node, JAVA_MODIFIERS));
  NodeNo type_node = language_field(build, node, JAVA_IN_TYPE);
  ExprNo type = language_java_is_var(build, type_node) ? 0 : language_type(build, type_node);
  ExprNo value = language_expr(build, language_field(build, node, JAVA_IN_VALUE));
  bind_variable(build, name, node, type, value);
}

/* What a lambda returns helps to infer types, but only where it is certain;
 * what a method returns is checked against its declared type, which lambdas
 * in the returned value learn from. */
void language_java_return(LanguageBuild *build, NodeNo node) {
  NodeNo returned = syntax_named(build->syntax, node, 0);
  if (!returned) return;
  ExprNo value = language_expr(build, returned);
  bool in_lambda = build->callable && language_def(build, build->callable)->flags & DEF_ANONYMOUS;
  language_return(build, in_lambda ? language_java_sure_value(build, value, node) : value);
  if (build->callable) language_java_expect(build, language_def(build, build->callable)->type, value);
}

void language_java_yield(LanguageBuild *build, NodeNo node) {
  ExprNo value = language_expr(build, syntax_named(build->syntax, node, 0));
  LanguageExprs *results = java_state(build)->results;
  if (results && value) language_push(build, results, value);
}
