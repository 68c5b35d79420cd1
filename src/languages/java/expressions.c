/* Java expressions, but for calls, operators and patterns. */
#include "src/languages/java/java_internal.h"

/* ---- this and super ---- */

ExprNo language_java_this(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add(build, (Expr){.kind = EXPR_SELF, .at = language_node(build, node)->from});
}

ExprNo language_java_super(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add(build, (Expr){.kind = EXPR_SUPER, .at = language_node(build, node)->from});
}

/* The scope of the type of this name that is around; 0: it is not. */
static ScopeNo scope_around(const LanguageBuild *build, NameId name) {
  const Facts *facts = build->facts;
  for (ScopeNo s = build->scope; s; s = facts->scopes.items[s].parent) {
    DefNo def = facts->scopes.items[s].def;
    if (facts->scopes.items[s].kind == SCOPE_TYPE && def && names_same(facts->defs.items[def].name, name)) return s;
  }
  return 0;
}

/* A qualifier that is not around can only be an interface implemented here. */
ExprNo language_java_outer(LanguageBuild *build, ExprKind kind, NodeNo qualifier) {
  bool dotted = language_kind(build, qualifier) == JAVA_FIELD_ACCESS;
  NodeNo last = dotted ? language_field(build, qualifier, JAVA_IN_FIELD) : qualifier;
  ScopeNo scope = scope_around(build, language_name(build, last));
  ExprNo type = language_java_is_type(language_kind(build, qualifier)) ? language_type(build, qualifier)
                                                                   : language_expr_as(build, qualifier, REF_TYPE);
  if (!scope) return language_add_base(build, EXPR_OF_TYPE, type, qualifier);
  return language_add(build, (Expr){.kind = (uint8_t)kind, .scope = scope, .at = language_node(build, qualifier)->from});
}

/* ---- names ---- */

/* `a.b` may be a package's type, `Outer.this`, `A.super.x` or a member;
 * tried in this order. */
ExprNo language_java_field_access(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo qualified = language_java_qualified(build, node);
  NodeNo name = language_field(build, node, JAVA_IN_FIELD);
  if (qualified) {
    language_ref(build, role, qualified, name);
    return qualified;
  }
  NodeNo object = language_field(build, node, JAVA_IN_OBJECT);
  if (language_kind(build, name) == JAVA_THIS) return language_java_outer(build, EXPR_SELF, object);
  NodeNo super = language_child(build, node, JAVA_SUPER);
  ExprNo base = super && super != object ? language_java_outer(build, EXPR_SUPER, object)
                                         : language_expr(build, object);
  return language_use_member(build, base, name, role);
}

/* Only where a grammar says _name: annotations, module directives. */
ExprNo language_java_scoped_identifier(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo name = language_field(build, node, JAVA_IN_NAME);
  ExprNo expr = language_java_qualified(build, node);
  if (!expr) expr = language_add_member(build, language_expr(build, syntax_named(build->syntax, node, 0)), name);
  language_ref(build, role, expr, name);
  return expr;
}

ExprNo language_java_array_access(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role; /* the array itself is read, whatever happens to its element */
  ExprNo array = language_expr(build, language_field(build, node, JAVA_IN_ARRAY));
  ExprNo index = language_expr(build, language_field(build, node, JAVA_IN_INDEX));
  return language_add_list(build, EXPR_INDEX, array, &index, 1, node);
}

/* ---- assignments, casts, conditions ---- */

/* The value of an assignment has the type of what is assigned to. */
ExprNo language_java_assignment(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo left = language_expr_as(build, language_field(build, node, JAVA_IN_LEFT), REF_WRITE);
  ExprNo right = language_expr(build, language_field(build, node, JAVA_IN_RIGHT));
  if (language_java_needs_type(build, right)) {
    language_java_expect(build, language_add_base(build, EXPR_TYPE_OF, left, node), right);
  }
  return left;
}

ExprNo language_java_update(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_expr_as(build, syntax_named(build->syntax, node, 0), REF_WRITE);
}

ExprNo language_java_cast(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  LanguageExprs types = {0};
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_node(build, c)->field == JAVA_IN_TYPE) language_push(build, &types, language_type(build, c));
  }
  ExprNo value = language_expr(build, language_field(build, node, JAVA_IN_VALUE));
  if (!types.len) return 0;
  language_java_expect(build, types.items[0], value);
  ExprNo type = types.len == 1 ? types.items[0]
                               : language_add_list(build, EXPR_ALL, 0, types.items, types.len, node);
  return language_add_base(build, EXPR_OF_TYPE, type, node);
}

ExprNo language_java_ternary(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo either[2];
  language_expr(build, language_field(build, node, JAVA_IN_CONDITION));
  either[0] = language_expr_as(build, language_field(build, node, JAVA_IN_CONSEQUENCE), role);
  either[1] = language_expr_as(build, language_field(build, node, JAVA_IN_ALTERNATIVE), role);
  return language_add_list(build, EXPR_ANY, 0, either, 2, node);
}

/* ---- functions as values ---- */

static void inferred_parameter(LanguageBuild *build, NodeNo name) {
  language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_PARAM,
                              .from = language_node(build, name)->from});
}

static void lambda_parameters(LanguageBuild *build, NodeNo parameters, DefNo def) {
  switch (language_kind(build, parameters)) {
    case JAVA_IDENTIFIER:
      inferred_parameter(build, parameters);
      break;
    case JAVA_INFERRED_PARAMETERS:
      for (NodeNo c = syntax_first(build->syntax, parameters); c; c = syntax_next(build->syntax, c)) {
        if (syntax_kind(build->syntax, c) == JAVA_IDENTIFIER) inferred_parameter(build, c);
      }
      break;
    default:
      language_java_parameters(build, parameters, def);
      break;
  }
}

/* What may stand alone as a statement, so that its value may be dropped. */
static bool is_statement(unsigned kind) {
  return kind == JAVA_METHOD_INVOCATION || kind == JAVA_OBJECT_CREATION || kind == JAVA_ASSIGNMENT ||
         kind == JAVA_UPDATE;
}

/* A body that never ends may be said to give anything. */
static bool ends_in_throw(const LanguageBuild *build, NodeNo block) {
  return language_kind(build, language_java_last(build, block)) == JAVA_THROW;
}

/* Marks what a lambda certainly gives as a value: that decides which overload
 * can take it. */
ExprNo language_java_sure_value(LanguageBuild *build, ExprNo value, NodeNo node) {
  return language_add_list(build, EXPR_ANY, 0, &value, 1, node);
}

ExprNo language_java_lambda(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo body = language_field(build, node, JAVA_IN_BODY);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_ANONYMOUS,
                                                    .whole = node, .body = body});
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  lambda_parameters(build, language_field(build, node, JAVA_IN_PARAMETERS), def);
  if (language_kind(build, body) == JAVA_BLOCK) {
    language_visit_children(build, body);
    if (ends_in_throw(build, body)) language_return(build, language_add(build, (Expr){.kind = EXPR_NONE}));
  } else {
    ExprNo value = language_expr(build, body);
    language_return(build, is_statement(language_kind(build, body)) ? value : language_java_sure_value(build, value, body));
  }
  language_close(build, &before);
  return language_add_func(build, def, node);
}

/* T[]::new is the function that makes such an array. */
static ExprNo array_maker(LanguageBuild *build, NodeNo node, ExprNo type) {
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_ANONYMOUS, .whole = node});
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  ExprNo length = language_add(build, (Expr){.kind = EXPR_NAME, .flags = EXPR_IN_TYPE,
                                             .name = language_intern(build, STR("int")),
                                             .at = language_node(build, node)->from});
  language_bind(build, (Bind){.name = language_intern(build, STR("length")), .flags = BIND_PARAM,
                              .from = language_node(build, node)->from, .type = length});
  language_close(build, &before);
  language_def(build, def)->type = type;
  return language_add_func(build, def, node);
}

/* T::new is T, which can be called to make one. */
ExprNo language_java_method_reference(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo object = syntax_named(build->syntax, node, 0), name = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = syntax_kind(build->syntax, c);
    if (c != object && (kind == JAVA_IDENTIFIER || kind == JAVA_WORD_NEW)) name = c;
    if (c != object && kind == JAVA_TYPE_ARGUMENTS) language_java_types(build, c);
  }
  unsigned kind = language_kind(build, object);
  ExprNo base = language_java_is_type(kind) ? language_type(build, object) : language_expr(build, object);
  if (kind == JAVA_ARRAY_TYPE) return array_maker(build, node, base);
  if (language_kind(build, name) != JAVA_IDENTIFIER) return base;
  ExprNo expr = language_add(build, (Expr){.kind = EXPR_METHOD_REF, .base = base, .at = language_node(build, name)->from,
                                           .name = language_name(build, name)});
  language_ref(build, role, expr, name);
  return expr;
}

/* ---- arrays and classes as values ---- */

ExprNo language_java_array_initializer(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  LanguageExprs items = {0};
  language_java_arguments(build, node, &items);
  return language_add_list(build, EXPR_LIST, 0, items.items, items.len, node);
}

ExprNo language_java_array_creation(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo type = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    switch (syntax_kind(build->syntax, c)) {
      case JAVA_DIMENSIONS_EXPR:
        language_visit_children(build, c);
        type = language_add_base(build, EXPR_LIST_OF, type, c);
        break;
      case JAVA_DIMENSIONS:
        type = language_java_arrays(build, type, c);
        break;
      default:
        if (language_node(build, c)->field == JAVA_IN_TYPE) {
          type = language_type(build, c);
        } else {
          language_expr(build, c);
        }
        break;
    }
  }
  return language_add_base(build, EXPR_OF_TYPE, type, node);
}

/* X.class is a Class<X>. */
ExprNo language_java_class_literal(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo of = language_type(build, syntax_named(build->syntax, node, 0));
  ExprNo class = language_add(build, (Expr){.kind = EXPR_NAME, .flags = EXPR_IN_TYPE, .scope = 1,
                                            .name = language_intern(build, STR("Class")),
                                            .at = language_node(build, node)->from});
  ExprNo type = language_add_list(build, EXPR_APPLY, class, &of, 1, node);
  return language_add_base(build, EXPR_OF_TYPE, type, node);
}
