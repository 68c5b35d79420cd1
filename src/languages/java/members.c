/* Members of Java types: methods, constructors, fields, their modifiers and
 * parameters. */
#include "src/languages/java/java_internal.h"

/* ---- modifiers and annotations ---- */

static const char test_annotations[] = "Test ParameterizedTest RepeatedTest TestFactory TestTemplate";

/* A value, or a list of them in braces. */
static ExprNo annotation_value(LanguageBuild *build, NodeNo node) {
  if (language_kind(build, node) != JAVA_ELEMENT_ARRAY) return language_expr(build, node);
  LanguageExprs items = {0};
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    ExprNo item = syntax_is_named(build->syntax, c) ? language_expr(build, c) : 0;
    if (item) language_push(build, &items, item);
  }
  return language_add_list(build, EXPR_LIST, 0, items.items, items.len, node);
}

/* `@A("x")`, `@A(key = "x")`: the annotation with what it is given. */
static ExprNo annotation_call(LanguageBuild *build, ExprNo name, NodeNo list) {
  LanguageExprs items = {0};
  for (NodeNo c = list ? syntax_first(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    bool is_pair = language_kind(build, c) == JAVA_ELEMENT_PAIR;
    if (!syntax_is_named(build->syntax, c)) continue;
    ExprNo value = annotation_value(build, is_pair ? language_field(build, c, JAVA_IN_VALUE) : c);
    if (value && is_pair) {
      value = language_add(build, (Expr){.kind = EXPR_KEYWORD, .at = build->syntax->nodes[c].from, .base = value,
                                         .name = language_name(build, language_field(build, c, JAVA_IN_KEY))});
    }
    if (value) language_push(build, &items, value);
  }
  return items.len ? language_add_list(build, EXPR_CALL, name, items.items, items.len, list) : name;
}

/* The reference stands at the last name and is a type's: annotations are
 * interfaces. */
static ExprNo annotation(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_field(build, node, JAVA_IN_NAME);
  ExprNo expr;
  NodeNo last = name;
  if (language_kind(build, name) == JAVA_SCOPED_IDENTIFIER) {
    last = language_field(build, name, JAVA_IN_NAME);
    expr = language_expr_as(build, name, LANGUAGE_NO_REF);
  } else {
    expr = language_add_name(build, name);
  }
  language_expr_at(build, expr)->flags |= EXPR_IN_TYPE;
  language_ref(build, REF_DECORATE, expr, last);
  return annotation_call(build, expr, language_field(build, node, JAVA_IN_ARGUMENTS));
}

void language_java_annotation(LanguageBuild *build, NodeNo node) { annotation(build, node); }

/* The keys of `@A(key = value)` belong to A; only the values are code here. */
void language_java_element_pair(LanguageBuild *build, NodeNo node) {
  language_expr(build, language_field(build, node, JAVA_IN_VALUE));
}

static bool is_test_annotation(const LanguageBuild *build, NodeNo node) {
  Str name = language_text(build, language_field(build, node, JAVA_IN_NAME));
  size_t dot = str_find_last_byte(name, '.');
  if (dot != STR_NONE) name = str_slice(name, dot + 1, name.len);
  return language_word_in(test_annotations, name);
}

/* Everything that is not private counts as exported: without a word it is
 * the package's, and packages span files. */
JavaModifiers language_java_modifiers(LanguageBuild *build, NodeNo node) {
  JavaModifiers ret = {0};
  LanguageExprs decorators = {0};
  NodeNo modifiers = language_child(build, node, JAVA_MODIFIERS);
  for (NodeNo c = modifiers ? syntax_first(build->syntax, modifiers) : 0; c; c = syntax_next(build->syntax, c)) {
    switch (syntax_kind(build->syntax, c)) {
      case JAVA_WORD_PRIVATE: ret.flags |= DEF_PRIVATE; break;
      case JAVA_WORD_PROTECTED: ret.flags |= DEF_PROTECTED; break;
      case JAVA_WORD_STATIC: ret.flags |= DEF_STATIC; break;
      case JAVA_WORD_ABSTRACT: ret.flags |= DEF_ABSTRACT; break;
      case JAVA_WORD_FINAL: ret.flags |= DEF_FINAL; break;
      case JAVA_ANNOTATION:
      case JAVA_MARKER_ANNOTATION:
        if (is_test_annotation(build, c)) ret.flags |= DEF_TEST;
        language_push(build, &decorators, annotation(build, c));
        break;
      default: break;
    }
  }
  if (!(ret.flags & DEF_PRIVATE)) ret.flags |= DEF_EXPORTED;
  ret.decorators = language_list(build, decorators.items, decorators.len);
  return ret;
}

/* ---- parameters ---- */

/* `T @A... name`: the grammar does not know annotations there and takes the
 * dots for the annotation's. */
static bool annotated_variadic(LanguageBuild *build, NodeNo node, JavaComponent *parameter) {
  bool broken = language_node(build, node)->flags & SYNTAX_ERROR;
  if (!broken || !str_contains(language_text(build, node), STR("..."))) return false;
  NodeNo type = 0, name = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = syntax_kind(build->syntax, c);
    if (language_java_is_type(kind)) type = c;
    NodeNo dotted = kind == JAVA_MARKER_ANNOTATION ? language_field(build, c, JAVA_IN_NAME) : 0;
    if (language_kind(build, dotted) == JAVA_SCOPED_IDENTIFIER) name = language_field(build, dotted, JAVA_IN_NAME);
  }
  if (!type || !name) return false;
  parameter->is_variadic = true;
  parameter->name = name;
  parameter->type = language_type(build, type);
  parameter->array = language_add_base(build, EXPR_LIST_OF, parameter->type, node);
  return true;
}

/* False: it is no parameter (a receiver, a comment). `type` is what one
 * argument has to be, `array` what the name is in the body: they differ for
 * `T... x`. */
bool language_java_parameter(LanguageBuild *build, NodeNo node, JavaComponent *ret_parameter) {
  JavaComponent *ret = ret_parameter;
  unsigned kind = language_kind(build, node);
  *ret = (JavaComponent){.node = node};
  if (kind == JAVA_FORMAL_PARAMETER) {
    language_visit(build, language_child(build, node, JAVA_MODIFIERS));
    NodeNo type = language_field(build, node, JAVA_IN_TYPE);
    ret->name = language_field(build, node, JAVA_IN_NAME);
    if (!language_java_is_var(build, type)) {
      ret->type = language_java_arrays(build, language_type(build, type), language_field(build, node, JAVA_IN_DIMENSIONS));
    }
    ret->array = ret->type;
  } else if (kind == JAVA_SPREAD_PARAMETER) {
    ret->is_variadic = true;
    for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
      if (language_java_is_type(syntax_kind(build->syntax, c))) {
        ret->type = language_type(build, c);
      } else if (syntax_kind(build->syntax, c) == JAVA_VARIABLE_DECLARATOR) {
        ret->name = language_field(build, c, JAVA_IN_NAME);
      } else {
        language_visit(build, c);
      }
    }
    ret->array = language_add_base(build, EXPR_LIST_OF, ret->type, node);
  }
  return ret->name != 0 || annotated_variadic(build, node, ret);
}

void language_java_parameters(LanguageBuild *build, NodeNo parameters, DefNo def) {
  JavaComponents components = {0};
  for (NodeNo c = parameters ? syntax_first(build->syntax, parameters) : 0; c; c = syntax_next(build->syntax, c)) {
    JavaComponent one;
    if (language_java_parameter(build, c, &one)) *vec_add(build->arena, &components) = one;
  }
  language_java_bind_components(build, &components, def);
}

/* ---- methods ---- */

/* Type parameters, parameters, result and body, in the method's own scope. */
static void callable(LanguageBuild *build, NodeNo node, DefNo def) {
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  language_java_type_parameters(build, language_field(build, node, JAVA_IN_TYPE_PARAMETERS));
  language_java_parameters(build, language_field(build, node, JAVA_IN_PARAMETERS), def);
  NodeNo type = language_field(build, node, JAVA_IN_TYPE);
  if (type) {
    NodeNo dimensions = language_field(build, node, JAVA_IN_DIMENSIONS);
    ExprNo result = language_java_arrays(build, language_type(build, type), dimensions);
    language_def(build, def)->type = result;
  }
  language_java_types(build, language_child(build, node, JAVA_THROWS));
  language_visit_children(build, language_field(build, node, JAVA_IN_BODY));
  language_close(build, &before);
}

void language_java_method(LanguageBuild *build, NodeNo node) {
  JavaModifiers modifiers = language_java_modifiers(build, node);
  NodeNo body = language_field(build, node, JAVA_IN_BODY);
  if (java_state(build)->in_interface && !body) modifiers.flags |= DEF_ABSTRACT;
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_METHOD, .flags = modifiers.flags, .name = language_field(build, node, JAVA_IN_NAME),
      .whole = node, .body = body, .bind = BIND_HOISTED});
  language_def(build, def)->decorators = modifiers.decorators;
  callable(build, node, def);
}

void language_java_annotation_element(LanguageBuild *build, NodeNo node) {
  JavaModifiers modifiers = language_java_modifiers(build, node);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_METHOD, .flags = modifiers.flags | DEF_ABSTRACT, .whole = node,
      .name = language_field(build, node, JAVA_IN_NAME), .bind = BIND_HOISTED});
  ExprNo type = language_type(build, language_field(build, node, JAVA_IN_TYPE));
  type = language_java_arrays(build, type, language_field(build, node, JAVA_IN_DIMENSIONS));
  ExprNo value = language_expr(build, language_field(build, node, JAVA_IN_VALUE));
  Def *fact = language_def(build, def);
  fact->decorators = modifiers.decorators;
  fact->type = type;
  fact->value = value;
}

void language_java_bind_constructor(LanguageBuild *build, DefNo def, uint32_t at) {
  if (!def) return;
  language_bind(build, (Bind){.name = language_intern(build, STR(JAVA_CONSTRUCTOR_NAME)), .flags = BIND_HOISTED,
                              .from = at, .def = def});
}

/* Bound under a name that no program can write, so that a method of the
 * type's name is not taken for it. Its symbol has the type's name. */
void language_java_constructor(LanguageBuild *build, NodeNo node) {
  JavaModifiers modifiers = language_java_modifiers(build, node);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_CONSTRUCTOR, .flags = modifiers.flags, .name = language_field(build, node, JAVA_IN_NAME),
      .whole = node, .body = language_field(build, node, JAVA_IN_BODY), .no_bind = true});
  language_def(build, def)->decorators = modifiers.decorators;
  language_java_bind_constructor(build, def, language_node(build, node)->from);
  if (language_kind(build, node) == JAVA_CONSTRUCTOR) {
    callable(build, node, def);
    return;
  }
  /* A record's compact one: its parameters are the components. */
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  language_java_bind_components(build, &java_state(build)->components, def);
  language_visit_children(build, language_field(build, node, JAVA_IN_BODY));
  language_close(build, &before);
}

/* ---- fields ---- */

/* A field that is declared alone spans the whole declaration, with its
 * modifiers; several share it, and then each spans its own part. */
static size_t declarator_count(const LanguageBuild *build, NodeNo node) {
  size_t count = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    count += syntax_kind(build->syntax, c) == JAVA_VARIABLE_DECLARATOR;
  }
  return count;
}

/* In interfaces fields are static and final without saying so: the grammar
 * has a kind of its own for these. */
void language_java_field(LanguageBuild *build, NodeNo node) {
  JavaModifiers modifiers = language_java_modifiers(build, node);
  if (language_kind(build, node) == JAVA_CONSTANT) modifiers.flags |= DEF_STATIC | DEF_FINAL;
  bool is_constant = modifiers.flags & DEF_STATIC && modifiers.flags & DEF_FINAL;
  ExprNo type = language_type(build, language_field(build, node, JAVA_IN_TYPE));
  bool is_alone = declarator_count(build, node) == 1;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (syntax_kind(build->syntax, c) != JAVA_VARIABLE_DECLARATOR) continue;
    NodeNo value = language_field(build, c, JAVA_IN_VALUE);
    DefNo def = language_define(build, &(LanguageDef){
        .kind = is_constant ? SYMBOL_CONSTANT : SYMBOL_FIELD,
        .flags = modifiers.flags | (is_constant ? DEF_CONST : 0u), .name = language_field(build, c, JAVA_IN_NAME),
        .whole = is_alone ? node : c, .body = value, .bind = BIND_HOISTED});
    ExprNo own = language_java_arrays(build, type, language_field(build, c, JAVA_IN_DIMENSIONS));
    ExprNo made = language_expr(build, value);
    Def *fact = language_def(build, def);
    fact->decorators = modifiers.decorators;
    fact->type = own;
    fact->value = made;
  }
}
