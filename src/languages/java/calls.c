/* Java calls: methods, constructors by `new`, this(…) and super(…). */
#include "src/languages/java/java_internal.h"

/* Every part counts as an argument, also one that gives no value: overloads
 * are told apart by how many there are. Comments between them are visited,
 * not counted. */
void language_java_arguments(LanguageBuild *build, NodeNo arguments, LanguageExprs *ret_items) {
  for (NodeNo c = arguments ? syntax_first(build->syntax, arguments) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_is_part(build, c)) {
      language_push(build, ret_items, language_expr(build, c));
    } else {
      language_visit(build, c);
    }
  }
}

/* `callee` with the type arguments written before its name, if there are any. */
static ExprNo applied(LanguageBuild *build, ExprNo callee, NodeNo arguments) {
  LanguageExprs items = {0};
  for (NodeNo c = arguments ? syntax_first(build->syntax, arguments) : 0; c; c = syntax_next(build->syntax, c)) {
    unsigned kind = syntax_kind(build->syntax, c);
    if (language_java_is_type(kind) || kind == JAVA_WILDCARD) language_push(build, &items, language_type(build, c));
  }
  if (!items.len) return callee;
  return language_add_list(build, EXPR_APPLY, callee, items.items, items.len, arguments);
}

/* `f(x)` without an object may be a method of this type, of one around it,
 * or a static import: a plain name, and looking it up decides. `A.super.f()`
 * asks a base of this type by name; then `super` stands beside the object. */
ExprNo language_java_method_invocation(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo object = language_field(build, node, JAVA_IN_OBJECT);
  NodeNo name = language_field(build, node, JAVA_IN_NAME);
  NodeNo super = language_child(build, node, JAVA_SUPER);
  ExprNo callee;
  if (!object) {
    callee = language_add_name(build, name);
  } else {
    ExprNo base = super && super != object ? language_java_outer(build, EXPR_SUPER, object)
                                           : language_expr(build, object);
    callee = language_add_member(build, base, name);
  }
  callee = applied(build, callee, language_field(build, node, JAVA_IN_TYPE_ARGUMENTS));
  LanguageExprs items = {0};
  language_java_arguments(build, language_field(build, node, JAVA_IN_ARGUMENTS), &items);
  return language_add_call(build, EXPR_CALL, &(LanguageCall){callee, items.items, items.len, node, name});
}

/* The expression before `.new`, in `outer.new Inner()`; 0: none. */
static NodeNo outer_of(const LanguageBuild *build, NodeNo node) {
  NodeNo first = syntax_first(build->syntax, node);
  while (first && language_node(build, first)->flags & SYNTAX_EXTRA) first = syntax_next(build->syntax, first);
  if (!first || language_kind(build, first) == JAVA_WORD_NEW || language_node(build, first)->field) return 0;
  return syntax_is_named(build->syntax, first) ? first : 0;
}

/* In `outer.new Inner()` the type is found in what outer is. With a body the
 * value is of the anonymous class; the constructor that is called is the
 * base's all the same. */
ExprNo language_java_object_creation(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo outer = outer_of(build, node), name = 0;
  NodeNo type_node = language_field(build, node, JAVA_IN_TYPE);
  ExprNo type;
  if (outer) {
    ExprNo base = language_expr(build, outer);
    bool generic = language_kind(build, type_node) == JAVA_GENERIC_TYPE;
    NodeNo inner = generic ? syntax_named(build->syntax, type_node, 0) : type_node;
    name = inner;
    type = applied(build, language_add_member(build, base, inner), language_child(build, type_node, JAVA_TYPE_ARGUMENTS));
    language_expr_at(build, type)->flags |= EXPR_IN_TYPE;
  } else {
    type = language_java_type_made(build, type_node, &name);
  }
  language_java_types(build, language_field(build, node, JAVA_IN_TYPE_ARGUMENTS));
  LanguageExprs items = {0};
  language_java_arguments(build, language_field(build, node, JAVA_IN_ARGUMENTS), &items);
  ExprNo made = language_add_call(build, EXPR_NEW, &(LanguageCall){type, items.items, items.len, node, name});
  NodeNo body = language_child(build, node, JAVA_CLASS_BODY);
  return body ? language_java_anonymous(build, node, body, type) : made;
}

/* this(…) and super(…): calls of the value `this` or `super`, which
 * resolution takes for their constructors. */
void language_java_explicit_constructor(LanguageBuild *build, NodeNo node) {
  NodeNo word = language_field(build, node, JAVA_IN_CONSTRUCTOR);
  language_expr(build, language_field(build, node, JAVA_IN_OBJECT));
  language_java_types(build, language_field(build, node, JAVA_IN_TYPE_ARGUMENTS));
  ExprNo callee = language_expr(build, word);
  LanguageExprs items = {0};
  language_java_arguments(build, language_field(build, node, JAVA_IN_ARGUMENTS), &items);
  language_add_call(build, EXPR_CALL, &(LanguageCall){callee, items.items, items.len, node, word});
}
