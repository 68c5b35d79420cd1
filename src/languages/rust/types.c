/* Rust: types. References and pointers are not told from what they lead to:
 * members are found through both. `dyn` and `impl` of a trait are the trait. */
#include "src/languages/rust/rust_internal.h"

ExprNo language_rust_type_name(LanguageBuild *build, NodeNo node) {
  if (str_eq(syntax_text(build->syntax, node), STR("Self"))) {
    return language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .at = build->syntax->nodes[node].from});
  }
  return language_type_name(build, node);
}

/* `Iterator<Item = T>` names the argument; lifetimes are none. */
ExprNo language_rust_apply(LanguageBuild *build, ExprNo generic, NodeNo arguments, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo types[RUST_MANY];
  size_t count = 0;
  for (NodeNo c = arguments ? syntax_first(syntax, arguments) : 0; c; c = syntax_next(syntax, c)) {
    unsigned kind = syntax_kind(syntax, c);
    if (!syntax_is_named(syntax, c) || kind == RUST_LIFETIME || kind == RUST_LINE_COMMENT || kind == RUST_BLOCK_COMMENT) continue;
    NodeNo named = kind == RUST_TYPE_BINDING ? syntax_field(syntax, c, RUST_FIELD_NAME) : 0;
    ExprNo type = language_type(build, named ? syntax_field(syntax, c, RUST_FIELD_TYPE) : c);
    if (named) {
      type = language_add(build, (Expr){.kind = EXPR_KEYWORD, .base = type, .name = language_name(build, named),
                                        .at = syntax->nodes[c].from});
    }
    if (count < RUST_MANY) types[count++] = type;
  }
  return count ? language_add_list(build, EXPR_APPLY, generic, types, count, node) : generic;
}

ExprNo language_rust_type_generic(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo generic = language_type(build, syntax_field(syntax, node, RUST_FIELD_TYPE));
  return language_rust_apply(build, generic, syntax_field(syntax, node, RUST_FIELD_TYPE_ARGUMENTS), node);
}

/* &T, &mut T, *const T. */
ExprNo language_rust_type_reference(LanguageBuild *build, NodeNo node) {
  return language_type(build, syntax_field(build->syntax, node, RUST_FIELD_TYPE));
}

/* [T] and [T; n]. */
ExprNo language_rust_type_array(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo element = language_type(build, syntax_field(syntax, node, RUST_FIELD_ELEMENT));
  language_expr(build, syntax_field(syntax, node, RUST_FIELD_LENGTH));
  return language_add_base(build, EXPR_LIST_OF, element, node);
}

ExprNo language_rust_type_tuple(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo parts[RUST_MANY];
  size_t count = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c)) continue;
    ExprNo type = language_type(build, c);
    if (count < RUST_MANY) parts[count++] = type;
  }
  return language_add_list(build, EXPR_TUPLE_OF, 0, parts, count, node);
}

/* impl Trait, dyn Trait. */
ExprNo language_rust_type_trait(LanguageBuild *build, NodeNo node) {
  return language_type(build, syntax_field(build->syntax, node, RUST_FIELD_TRAIT));
}

/* A + B + 'a: all of them at once. */
ExprNo language_rust_type_bounds(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo types[RUST_MANY];
  size_t count = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c) || syntax_kind(syntax, c) == RUST_LIFETIME) continue;
    ExprNo type = language_type(build, c);
    if (type && count < RUST_MANY) types[count++] = type;
  }
  if (count == 1) return types[0];
  return count ? language_add_list(build, EXPR_ALL, 0, types, count, node) : 0;
}

/* fn(A) -> B, and the traits that are written so: Fn(A) -> B. */
ExprNo language_rust_type_function(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo parameters[RUST_MANY];
  size_t count = 0;
  NodeNo list = syntax_field(syntax, node, RUST_FIELD_PARAMETERS);
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c)) continue;
    ExprNo type = language_type(build, syntax_kind(syntax, c) == RUST_PARAMETER ? syntax_field(syntax, c, RUST_FIELD_TYPE) : c);
    if (count < RUST_MANY) parameters[count++] = type;
  }
  ExprNo result = language_type(build, syntax_field(syntax, node, RUST_FIELD_RETURN_TYPE));
  return language_add_list(build, EXPR_FUNC_OF, result, parameters, count, node);
}

/* <T as Trait>: what is looked up behind it is the trait's. */
ExprNo language_rust_type_bracketed(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo inner = syntax_named(syntax, node, 0);
  if (!inner || syntax_kind(syntax, inner) != RUST_QUALIFIED_TYPE) return language_type(build, inner);
  language_type(build, syntax_field(syntax, inner, RUST_FIELD_TYPE));
  return language_type(build, syntax_field(syntax, inner, RUST_FIELD_ALIAS));
}

/* ---- type parameters ---- */

/* Adds a bound to the parameter of that name, when it is one of the binds
 * from `first` on. */
static bool add_bound(LanguageBuild *build, BindNo first, NameId name, ExprNo bound, NodeNo node) {
  Facts *facts = build->facts;
  for (BindNo i = first; i < facts->binds.len; i++) {
    Bind *bind = &facts->binds.items[i];
    if (!(bind->flags & BIND_TYPE_PARAM) || !names_same(bind->name, name)) continue;
    ExprNo both[2] = {bind->type, bound};
    if (bind->type && bound) bound = language_add_list(build, EXPR_ALL, 0, both, 2, node);
    if (bound) facts->binds.items[i].type = bound;
    return true;
  }
  return false;
}

static void where_clause(LanguageBuild *build, NodeNo clause, BindNo first) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = syntax_first(syntax, clause); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != RUST_WHERE_PREDICATE) continue;
    NodeNo left = syntax_field(syntax, c, RUST_FIELD_LEFT);
    ExprNo bound = language_type(build, syntax_field(syntax, c, RUST_FIELD_BOUNDS));
    bool plain = left && syntax_kind(syntax, left) == RUST_TYPE_IDENTIFIER;
    if (!plain || !add_bound(build, first, language_name(build, left), bound, c)) language_type(build, left);
  }
}

/* Names first: bounds may speak of the parameters themselves. */
void language_rust_type_parameters(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo list = syntax_field(syntax, node, RUST_FIELD_TYPE_PARAMETERS);
  BindNo first = (BindNo)build->facts->binds.len;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    NodeNo name = syntax_kind(syntax, c) == RUST_TYPE_PARAMETER ? syntax_field(syntax, c, RUST_FIELD_NAME) : 0;
    if (!name) continue;
    language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_TYPE_PARAM | BIND_HOISTED,
                                .from = syntax->nodes[name].from});
  }
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != RUST_TYPE_PARAMETER) continue;
    ExprNo bound = language_type(build, syntax_field(syntax, c, RUST_FIELD_BOUNDS));
    language_type(build, syntax_field(syntax, c, RUST_FIELD_DEFAULT_TYPE));
    NodeNo name = syntax_field(syntax, c, RUST_FIELD_NAME);
    if (name) add_bound(build, first, language_name(build, name), bound, c);
  }
  NodeNo clause = syntax_child(syntax, node, RUST_WHERE_CLAUSE);
  if (clause) where_clause(build, clause, first);
}

/* The node is the name's, or an array's, which has none but is a list. */
NodeNo language_rust_core_name(const Syntax *syntax, NodeNo type) {
  for (unsigned guard = 0; type && guard < 64; guard++) {
    switch (syntax_kind(syntax, type)) {
      case RUST_TYPE_IDENTIFIER: case RUST_IDENTIFIER: case RUST_PRIMITIVE_TYPE: case RUST_ARRAY_TYPE: return type;
      case RUST_SCOPED_TYPE: case RUST_SCOPED_IDENTIFIER: return syntax_field(syntax, type, RUST_FIELD_NAME);
      case RUST_GENERIC_TYPE: case RUST_REFERENCE_TYPE: case RUST_POINTER_TYPE:
        type = syntax_field(syntax, type, RUST_FIELD_TYPE);
        break;
      case RUST_DYNAMIC_TYPE: case RUST_ABSTRACT_TYPE: type = syntax_field(syntax, type, RUST_FIELD_TRAIT); break;
      default: return 0;
    }
  }
  return 0;
}
