/* Rust: paths. What stands before `::` is a module or a type, so it is looked
 * up among types; the last name is what the place wants. */
#include "src/languages/rust/rust_internal.h"

/* ---- where paths begin ---- */

/* An import without a name stands for the module in expressions. */
static ExprNo module_of(LanguageBuild *build, Str spec, NodeNo node) {
  ImportNo import = language_import(build, (Import){.form = IMPORT_MODULE, .specifier = language_intern(build, spec)}, node);
  return language_add_number(build, EXPR_MODULE, 0, import, node);
}

ExprNo language_rust_crate_root(LanguageBuild *build, NodeNo node) { return module_of(build, STR("crate"), node); }

/* Modules around in this file are scopes; only above those it is another
 * file. 0: the module is a scope, and the name behind it is looked for in
 * that one, see member_of_scope. */
static ScopeNo scope_above(const LanguageBuild *build, ScopeNo scope, unsigned *levels) {
  const Scope *scopes = build->facts->scopes.items;
  while (*levels && scope != 1) {
    scope = scopes[scope].parent;
    while (scope != 1 && scopes[scope].kind != SCOPE_NAMESPACE) scope = scopes[scope].parent;
    --*levels;
  }
  return scope;
}

ExprNo language_rust_super(LanguageBuild *build, NodeNo node, unsigned levels) {
  Str spec = STR("super");
  for (unsigned i = 1; i < levels; i++) spec = str_format(build->arena, "%.*s::super", STR_ARG(spec));
  return module_of(build, spec, node);
}

/* How many modules a beginning of "self" and "super"s leads up; false: it is
 * another path. */
static bool leads_up(const Syntax *syntax, NodeNo path, unsigned *ret_levels) {
  unsigned levels = 0;
  for (unsigned guard = 0; path && guard < 64; guard++) {
    switch (syntax_kind(syntax, path)) {
      case RUST_SELF: *ret_levels = levels; return true;
      case RUST_SUPER: *ret_levels = levels + 1; return true;
      case RUST_SCOPED_IDENTIFIER: {
        NodeNo name = syntax_field(syntax, path, RUST_FIELD_NAME);
        if (!name || syntax_kind(syntax, name) != RUST_SUPER) return false;
        levels++;
        path = syntax_field(syntax, path, RUST_FIELD_PATH);
        break;
      }
      default: return false;
    }
  }
  return false;
}

/* A name of a module around, which is a scope of this file. */
static ExprNo name_in(LanguageBuild *build, ScopeNo scope, NodeNo name) {
  return language_add(build, (Expr){.kind = EXPR_NAME, .name = language_name(build, name), .scope = scope,
                                    .at = build->syntax->nodes[name].from});
}

static void note_crate(LanguageBuild *build, NodeNo node) {
  RustState *state = language_rust_state(build);
  Str text = syntax_text(build->syntax, node);
  bool is_lower = text.len && ((text.ptr[0] >= 'a' && text.ptr[0] <= 'z') || text.ptr[0] == '_');
  if (!is_lower || map_get(&state->crates, text)) return;
  map_put(&state->crates, text, state);
  *vec_add(build->arena, &state->crate_names) = node;
}

/* `Self` in a value or a type. */
static ExprNo self_type(LanguageBuild *build, NodeNo node) {
  return language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .at = build->syntax->nodes[node].from});
}

static ExprNo in_types(LanguageBuild *build, ExprNo expr) {
  language_expr_at(build, expr)->flags |= EXPR_IN_TYPE;
  return expr;
}

static ExprNo module_path(LanguageBuild *build, NodeNo node);

/* `name` of whatever `path` leads to. */
static ExprNo step(LanguageBuild *build, NodeNo path, NodeNo name) {
  unsigned levels;
  if (!path) return in_types(build, language_add_name(build, name)); /* ::name */
  if (leads_up(build->syntax, path, &levels)) {
    ScopeNo scope = scope_above(build, language_rust_state(build)->module, &levels);
    if (!levels) return name_in(build, scope, name);
    return language_add_member(build, language_rust_super(build, path, levels), name);
  }
  if (build->depth >= LANGUAGE_MAX_DEPTH) {
    build->facts->cut = true;
    return 0;
  }
  build->depth++;
  ExprNo base = module_path(build, path);
  build->depth--;
  return language_add_member(build, base, name);
}

/* What stands before the last name. */
static ExprNo module_path(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  switch (syntax_kind(syntax, node)) {
    case RUST_CRATE: return language_rust_crate_root(build, node);
    case RUST_SELF: case RUST_SUPER: return language_rust_super(build, node, 1);
    case RUST_IDENTIFIER: case RUST_TYPE_IDENTIFIER: return language_rust_path_start(build, node);
    case RUST_SCOPED_IDENTIFIER: case RUST_SCOPED_TYPE: {
      NodeNo name = syntax_field(syntax, node, RUST_FIELD_NAME);
      if (!name) return 0;
      ExprNo expr = in_types(build, step(build, syntax_field(syntax, node, RUST_FIELD_PATH), name));
      language_ref(build, REF_TYPE, expr, name);
      return expr;
    }
    default: return language_type(build, node);
  }
}

ExprNo language_rust_path_start(LanguageBuild *build, NodeNo node) {
  if (str_eq(syntax_text(build->syntax, node), STR("Self"))) return self_type(build, node);
  note_crate(build, node);
  ExprNo name = in_types(build, language_add_name(build, node));
  language_ref(build, REF_TYPE, name, node);
  return name;
}

/* ---- values ---- */

ExprNo language_rust_identifier(LanguageBuild *build, NodeNo node, unsigned role) {
  if (str_eq(syntax_text(build->syntax, node), STR("Self"))) return self_type(build, node);
  return language_expr_name(build, node, role);
}

ExprNo language_rust_self(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add(build, (Expr){.kind = EXPR_SELF, .at = build->syntax->nodes[node].from});
}

ExprNo language_rust_path(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo name = syntax_field(build->syntax, node, RUST_FIELD_NAME);
  if (!name) {
    language_visit_children(build, node);
    return 0;
  }
  ExprNo expr = step(build, syntax_field(build->syntax, node, RUST_FIELD_PATH), name);
  language_ref(build, role, expr, name);
  return expr;
}

/* f::<T> and x.f::<T>. */
ExprNo language_rust_generic_function(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  ExprNo function = language_expr_as(build, syntax_field(syntax, node, RUST_FIELD_FUNCTION), role);
  return language_rust_apply(build, function, syntax_field(syntax, node, RUST_FIELD_TYPE_ARGUMENTS), node);
}

NodeNo language_rust_last_name(const Syntax *syntax, NodeNo path) {
  NodeNo at = path;
  for (unsigned guard = 0; at && guard < 64; guard++) {
    switch (syntax_kind(syntax, at)) {
      case RUST_SCOPED_IDENTIFIER: case RUST_SCOPED_TYPE: return syntax_field(syntax, at, RUST_FIELD_NAME);
      case RUST_GENERIC_FUNCTION: at = syntax_field(syntax, at, RUST_FIELD_FUNCTION); break;
      case RUST_GENERIC_TYPE: case RUST_GENERIC_TURBOFISH: at = syntax_field(syntax, at, RUST_FIELD_TYPE); break;
      case RUST_FIELD_EXPRESSION: return syntax_field(syntax, at, RUST_FIELD_FIELD);
      default: return at;
    }
  }
  return path;
}

/* ---- types ---- */

/* Self::Item: of the block around, or the parameter that it is of a trait. */
static ExprNo associated(LanguageBuild *build, NodeNo path, NodeNo name) {
  const RustState *state = language_rust_state(build);
  if (!path || !str_eq(syntax_text(build->syntax, path), STR("Self"))) return 0;
  NameId wanted = language_name(build, name);
  for (size_t i = 0; i < state->associated.len; i++) {
    if (names_same(state->associated.items[i].name, wanted)) return state->associated.items[i].type;
  }
  return state->in_trait ? language_add_name(build, name) : 0;
}

ExprNo language_rust_path_type(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo path = syntax_field(syntax, node, RUST_FIELD_PATH), name = syntax_field(syntax, node, RUST_FIELD_NAME);
  if (!name) return 0;
  ExprNo known = associated(build, path, name);
  if (known) return known;
  ExprNo type = in_types(build, step(build, path, name));
  language_ref(build, REF_TYPE, type, name);
  return type;
}
