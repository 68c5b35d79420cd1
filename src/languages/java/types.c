/* Java types: names, generics, arrays, wildcards, type parameters. */
#include "src/languages/java/java_internal.h"

/* Kinds that can stand where a type stands. A wildcard is not among them: it
 * stands between brackets alone. */
bool language_java_is_type(unsigned kind) {
  switch (kind) {
    case JAVA_TYPE_IDENTIFIER:
    case JAVA_SCOPED_TYPE:
    case JAVA_GENERIC_TYPE:
    case JAVA_ARRAY_TYPE:
    case JAVA_ANNOTATED_TYPE:
    case JAVA_INTEGRAL_TYPE:
    case JAVA_FLOATING_TYPE:
    case JAVA_BOOLEAN_TYPE:
    case JAVA_VOID_TYPE:
      return true;
    default:
      return false;
  }
}

/* `var` is a word only where a type of a variable stands; the grammar has no
 * node of its own for it. */
bool language_java_is_var(const LanguageBuild *build, NodeNo type) {
  return language_kind(build, type) == JAVA_TYPE_IDENTIFIER && str_eq(language_text(build, type), STR("var"));
}

/* int and its like are names that nobody defines. */
ExprNo language_java_type_primitive(LanguageBuild *build, NodeNo node) {
  return language_add(build, (Expr){.kind = EXPR_NAME, .flags = EXPR_IN_TYPE,
                                    .name = language_name(build, node), .at = language_node(build, node)->from});
}

static ExprNo in_type(LanguageBuild *build, ExprNo expr) {
  language_expr_at(build, expr)->flags |= EXPR_IN_TYPE;
  return expr;
}

/* One step of A.B.C: the last name, found in the type before it. */
static ExprNo scoped(LanguageBuild *build, NodeNo node, NodeNo *ret_name) {
  ExprNo qualified = language_java_qualified(build, node);
  NodeNo outer = 0, name = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (!language_java_is_type(syntax_kind(build->syntax, c))) {
      if (!qualified) language_visit(build, c);
      continue;
    }
    if (outer) {
      name = c;
    } else {
      outer = c;
    }
  }
  *ret_name = name;
  if (qualified) return in_type(build, qualified);
  ExprNo base = language_type(build, outer);
  return name ? in_type(build, language_add_member(build, base, name)) : base;
}

ExprNo language_java_type_scoped(LanguageBuild *build, NodeNo node) {
  NodeNo name;
  ExprNo type = scoped(build, node, &name);
  if (name) language_ref(build, REF_TYPE, type, name);
  return type;
}

/* `base` with the arguments in brackets. */
static ExprNo generic(LanguageBuild *build, ExprNo base, NodeNo arguments, NodeNo node) {
  LanguageExprs items = {0};
  for (NodeNo c = syntax_first(build->syntax, arguments); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = syntax_kind(build->syntax, c);
    if (language_java_is_type(kind) || kind == JAVA_WILDCARD) language_push(build, &items, language_type(build, c));
  }
  if (!items.len) return base; /* <>: inferred */
  return in_type(build, language_add_list(build, EXPR_APPLY, base, items.items, items.len, node));
}

ExprNo language_java_type_generic(LanguageBuild *build, NodeNo node) {
  ExprNo base = language_type(build, syntax_named(build->syntax, node, 0));
  return generic(build, base, language_child(build, node, JAVA_TYPE_ARGUMENTS), node);
}

/* As language_type, but without a reference for the type itself: `new T()`
 * makes the one for the constructor, at the name that is given back. */
ExprNo language_java_type_made(LanguageBuild *build, NodeNo node, NodeNo *ret_name) {
  *ret_name = node;
  switch (language_kind(build, node)) {
    case JAVA_TYPE_IDENTIFIER:
      return in_type(build, language_add_name(build, node));
    case JAVA_SCOPED_TYPE:
      return scoped(build, node, ret_name);
    case JAVA_GENERIC_TYPE: {
      NodeNo head = syntax_named(build->syntax, node, 0);
      ExprNo base = language_kind(build, head) == JAVA_GENERIC_TYPE
                        ? language_type(build, head)
                        : language_java_type_made(build, head, ret_name);
      return generic(build, base, language_child(build, node, JAVA_TYPE_ARGUMENTS), node);
    }
    default:
      return language_type(build, node);
  }
}

/* `int a[][]`: the brackets may stand behind the name. Counted in the text,
 * since annotations may stand before each. */
ExprNo language_java_arrays(LanguageBuild *build, ExprNo type, NodeNo dimensions) {
  if (!dimensions) return type;
  Str text = language_text(build, dimensions);
  for (size_t i = 0, depth = 0; i < text.len && depth < 16; i++) {
    if (text.ptr[i] != '[') continue;
    type = in_type(build, language_add_base(build, EXPR_LIST_OF, type, dimensions));
    depth++;
  }
  return type;
}

ExprNo language_java_type_array(LanguageBuild *build, NodeNo node) {
  ExprNo element = language_type(build, language_field(build, node, JAVA_IN_ELEMENT));
  return language_java_arrays(build, element, language_field(build, node, JAVA_IN_DIMENSIONS));
}

ExprNo language_java_type_annotated(LanguageBuild *build, NodeNo node) {
  ExprNo type = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_java_is_type(syntax_kind(build->syntax, c))) {
      type = language_type(build, c);
    } else {
      language_visit(build, c);
    }
  }
  return type;
}

/* What can be read through it: the bound of `? extends T`. `? super T` is
 * taken for T too: it is what is written through it. */
ExprNo language_java_type_wildcard(LanguageBuild *build, NodeNo node) {
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_java_is_type(syntax_kind(build->syntax, c))) return language_type(build, c);
    language_visit(build, c);
  }
  return in_type(build, language_add_list(build, EXPR_ANY, 0, NULL, 0, node));
}

static ExprNo several(LanguageBuild *build, ExprKind kind, NodeNo node) {
  LanguageExprs items = {0};
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_java_is_type(syntax_kind(build->syntax, c))) language_push(build, &items, language_type(build, c));
  }
  if (items.len == 1) return items.items[0];
  return items.len ? in_type(build, language_add_list(build, kind, 0, items.items, items.len, node)) : 0;
}

ExprNo language_java_type_union(LanguageBuild *build, NodeNo node) { return several(build, EXPR_ANY, node); }

/* Bound in the open scope, in order: arguments are matched by position. A
 * bound of several types must be all of them. */
void language_java_type_parameters(LanguageBuild *build, NodeNo node) {
  if (!node) return;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (syntax_kind(build->syntax, c) != JAVA_TYPE_PARAMETER) continue;
    NodeNo name = 0;
    ExprNo bound = 0;
    for (NodeNo part = syntax_first(build->syntax, c); part; part = syntax_next(build->syntax, part)) {
      unsigned kind = syntax_kind(build->syntax, part);
      if (kind == JAVA_TYPE_IDENTIFIER) {
        name = part;
      } else if (kind == JAVA_TYPE_BOUND) {
        bound = several(build, EXPR_ALL, part);
      } else {
        language_visit(build, part);
      }
    }
    if (!name) continue;
    language_bind(build, (Bind){.name = language_name(build, name),
                                .flags = BIND_TYPE_PARAM | BIND_HOISTED,
                                .from = language_node(build, name)->from, .type = bound});
  }
}

/* Types that are read for their references alone: `throws`, `permits`, type
 * arguments of a call. */
void language_java_types(LanguageBuild *build, NodeNo node) {
  if (!node) return;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = syntax_kind(build->syntax, c);
    if (language_java_is_type(kind)) {
      language_type(build, c);
    } else if (kind == JAVA_TYPE_LIST) {
      for (NodeNo t = syntax_first(build->syntax, c); t; t = syntax_next(build->syntax, t)) {
        if (language_java_is_type(syntax_kind(build->syntax, t))) language_type(build, t);
      }
    }
  }
}
