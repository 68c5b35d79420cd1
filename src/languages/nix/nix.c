/* Nix: the names that let and sets give, functions among them, and what applies
 * them. `import ./x.nix` is that file; the set that a file is, or the one that a
 * function is which a file is, has its names as members. What `with` brings into
 * scope and what callPackage fills in is not known. */
#include "src/languages/language.h"

enum { KIND_FUNCTION = 1, KIND_PATH, KIND_VARIABLE, KIND_BINDINGS, KIND_ROOT, KIND_LET };
static const char *const kinds[] = {"function_expression", "path_expression", "variable_expression", "binding_set", "source_code", "let_expression", NULL};
enum { FIELD_NAME = 1, FIELD_ATTRPATH, FIELD_ATTR, FIELD_EXPRESSION, FIELD_FUNCTION, FIELD_ARGUMENT, FIELD_FORMALS, FIELD_UNIVERSAL, FIELD_BODY, FIELD_DEFAULT };
static const char *const fields[] = {"name", "attrpath", "attr", "expression", "function", "argument", "formals", "universal", "body", "default", NULL};
enum { SETS_DEEP = 2 }; /* sets of sets of data have no end */

/* The scope's own names: { a, b ? 1, ... }: and x: alike. */
static void bind_formals(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo formals = syntax_field(syntax, node, FIELD_FORMALS), whole = syntax_field(syntax, node, FIELD_UNIVERSAL);
  for (NodeNo c = formals ? syntax_first(syntax, formals) : 0; c; c = syntax_next(syntax, c)) {
    NodeNo name = syntax_field(syntax, c, FIELD_NAME);
    if (name) language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_PARAM, .from = syntax->nodes[name].from});
    language_visit(build, syntax_field(syntax, c, FIELD_DEFAULT));
  }
  if (whole) language_bind(build, (Bind){.name = language_name(build, whole), .flags = BIND_PARAM, .from = syntax->nodes[whole].from});
}

/* Whether the node is the file's value, but for functions and names around it. */
static bool is_file(const Syntax *syntax, NodeNo node) {
  for (NodeNo at = syntax_parent(syntax, node); at; at = syntax_parent(syntax, at)) {
    unsigned kind = syntax_kind(syntax, at);
    if (kind == KIND_ROOT) return true;
    if ((kind != KIND_FUNCTION && kind != KIND_LET) || syntax->nodes[node].field != FIELD_BODY) return false;
    node = at;
  }
  return false;
}

/* A function or let: a scope, unless it is the file's value, whose names are the file's. */
static ExprNo scoped(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  LanguageOpen before;
  bool is_top = is_file(build->syntax, node);
  if (!is_top) language_open(build, SCOPE_BLOCK, node, 0, &before);
  bind_formals(build, node);
  language_visit(build, syntax_child(build->syntax, node, KIND_BINDINGS));
  ExprNo value = language_expr(build, syntax_field(build->syntax, node, FIELD_BODY));
  if (!is_top) language_close(build, &before);
  return value;
}

static unsigned depth_of_sets(const LanguageBuild *build) {
  unsigned depth = 0;
  for (ScopeNo at = build->scope; at; at = build->facts->scopes.items[at].parent) depth += build->facts->scopes.items[at].kind == SCOPE_OBJECT;
  return depth;
}

/* name = value; of a path a.b only functions are told, by their last name. */
static void visit_binding(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo path = syntax_field(syntax, node, FIELD_ATTRPATH), value = syntax_field(syntax, node, FIELD_EXPRESSION);
  NodeNo name = path ? syntax_field(syntax, path, FIELD_ATTR) : 0;
  bool is_plain = name && !syntax_next(syntax, name), is_callable = syntax_kind(syntax, value) == KIND_FUNCTION;
  unsigned bind = BIND_HOISTED | (build->facts->scopes.items[build->scope].kind == SCOPE_OBJECT ? BIND_MEMBER : 0u);
  if (!is_plain || build->function || depth_of_sets(build) > SETS_DEEP) {
    ExprNo given = language_expr(build, value);
    if (is_plain) language_bind(build, (Bind){.name = language_name(build, name), .flags = bind, .value = given});
    return;
  }
  DefNo def = language_define(build, &(LanguageDef){.kind = is_callable ? SYMBOL_FUNCTION : SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = name, .whole = node,
      .body = is_callable ? syntax_field(syntax, value, FIELD_BODY) : value, .bind = bind});
  if (!is_callable) {
    ExprNo given = language_expr(build, value);
    language_def(build, def)->value = given;
    return;
  }
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  bind_formals(build, value);
  language_return(build, language_expr(build, syntax_field(syntax, value, FIELD_BODY)));
  language_close(build, &before);
}

/* Members of a recursive set see each other. */
static ExprNo set(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  LanguageOpen before;
  if (is_file(build->syntax, node)) {
    language_visit_children(build, node);
    return 0;
  }
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .whole = node, .no_bind = true});
  language_open(build, SCOPE_OBJECT, node, def, &before);
  language_visit_children(build, node);
  language_close(build, &before);
  return language_add_number(build, EXPR_OBJECT, 0, def, node);
}

static ExprNo select_member(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  ExprNo base = language_expr(build, syntax_field(syntax, node, FIELD_EXPRESSION));
  NodeNo path = syntax_field(syntax, node, FIELD_ATTRPATH);
  language_visit(build, syntax_field(syntax, node, FIELD_DEFAULT));
  for (NodeNo c = path ? syntax_first(syntax, path) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax->nodes[c].field == FIELD_ATTR) base = syntax_next(syntax, c) ? language_add_member(build, base, c) : language_use_member(build, base, c, role);
  }
  return base;
}

/* import ./x.nix, ./x.nix alone being data; f a b is one call. */
static ExprNo apply(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo function = syntax_field(syntax, node, FIELD_FUNCTION), argument = syntax_field(syntax, node, FIELD_ARGUMENT);
  bool is_name = syntax_kind(syntax, function) == KIND_VARIABLE, imports = is_name && str_eq(syntax_text(syntax, function), STR("import"));
  if (imports && syntax_kind(syntax, argument) == KIND_PATH) {
    return language_import_value(build, language_name(build, argument), argument);
  }
  ExprNo callee = language_expr_as(build, function, LANGUAGE_NO_REF);
  language_visit(build, argument);
  if (imports || !callee) return 0;
  unsigned kind = language_expr_at(build, callee)->kind;
  if (kind != EXPR_NAME && kind != EXPR_MEMBER) return callee;
  return language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = callee, .node = node, .name = is_name ? function : syntax_field(syntax, function, FIELD_ATTRPATH)});
}

static ExprNo variable(LanguageBuild *build, NodeNo node, unsigned role) {
  return language_expr_name(build, syntax_field(build->syntax, node, FIELD_NAME), role);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "binding", .handler = {.visit = visit_binding}},
    {LANGUAGE_ROW_OWN, .node = "function_expression let_expression", .handler = {.expr = scoped}},
    {LANGUAGE_ROW_OWN, .node = "attrset_expression rec_attrset_expression", .handler = {.expr = set}},
    {LANGUAGE_ROW_OWN, .node = "select_expression", .handler = {.expr = select_member}},
    {LANGUAGE_ROW_OWN, .node = "apply_expression", .handler = {.expr = apply}},
    {LANGUAGE_ROW_OWN, .node = "variable_expression", .handler = {.expr = variable}},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_nix = {
    .name = "nix",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "nix",
    .kinds = kinds,
    .fields = fields,
    .rows = rows,
    .near = "{} {}/default.nix",
    .editing = {.indent = "  "},
};
