/* Nix: the names that let and sets give, functions among them, and what applies
 * them. `import ./x.nix` is that file; the set that a file is, or the one that a
 * function is which a file is, has its names as members; its parameters are what others
 * import it with, or what callPackage fills in. What `with` brings into scope is not known. */
#include "src/languages/common/called_internal.h"
#include "src/languages/common/given_internal.h"
#include "src/languages/common/nodes_internal.h"

enum { KIND_FUNCTION = 1, KIND_PATH, KIND_VARIABLE, KIND_BINDINGS, KIND_ROOT, KIND_LET, KIND_WITH, KIND_ASSERT, KIND_BINARY, KIND_REC };
static const char *const kinds[] = {"function_expression", "path_expression", "variable_expression", "binding_set", "source_code", "let_expression", "with_expression", "assert_expression", "binary_expression", "rec_attrset_expression", NULL};
enum { FIELD_NAME = 1, FIELD_ATTRPATH, FIELD_ATTR, FIELD_EXPRESSION, FIELD_FUNCTION, FIELD_ARGUMENT, FIELD_FORMALS, FIELD_UNIVERSAL, FIELD_BODY, FIELD_DEFAULT, FIELD_ATTRS };
static const char *const fields[] = {"name", "attrpath", "attr", "expression", "function", "argument", "formals", "universal", "body", "default", "attrs", NULL};
enum { SETS_DEEP = 2, HEAD_BYTES = 40 }; /* sets of sets of data have no end; where a value says that it calls a file */
static const char fixed[] = "self final finalAttrs", modules[] = "specialArgs extraSpecialArgs"; /* what modules are given */

/* The scope's own names: { a, b ? 1, ... }: and x: alike; gives the last. */
static BindNo bind_formals(LanguageBuild *build, NodeNo node, unsigned flags) {
  NodeNo formals = language_field(build, node, FIELD_FORMALS), whole = language_field(build, node, FIELD_UNIVERSAL);
  EACH(c, formals) {
    NodeNo name = language_field(build, c, FIELD_NAME);
    if (name) language_bind(build, (Bind){.name = language_name(build, name), .flags = flags, .from = language_node(build, name)->from});
    language_visit(build, language_field(build, c, FIELD_DEFAULT));
  }
  return whole ? language_bind(build, (Bind){.name = language_name(build, whole), .flags = flags, .from = language_node(build, whole)->from}) : 0;
}

/* Whether the node is the file's value, but for functions, names and other sets around it. */
static bool is_file(const Syntax *syntax, NodeNo node) {
  for (NodeNo at = syntax_parent(syntax, node); at; at = syntax_parent(syntax, at)) {
    unsigned kind = syntax_kind(syntax, at);
    if (kind == KIND_ROOT) return true;
    bool is_body = syntax->nodes[node].field == FIELD_BODY && (kind == KIND_FUNCTION || kind == KIND_LET || kind == KIND_WITH || kind == KIND_ASSERT);
    if (!is_body && kind != KIND_BINARY) return false; /* a // b is both */
    node = at;
  }
  return false;
}

/* A function or let: a scope, unless it is the file's value, whose names are the file's, and
 * whose first parameters are what other files give it. By custom self and final are the set
 * that the function gives, which is what is made of it in the end. */
static ExprNo scoped(LanguageBuild *build, NodeNo node, unsigned role) {
  LanguageOpen before;
  bool is_top = ((void)role, is_file(build->syntax, node));
  if (!is_top) language_open(build, SCOPE_BLOCK, node, 0, &before);
  BindNo whole = bind_formals(build, node, is_top && language_is_within(build, node, KIND_FUNCTION) ? 0 : BIND_PARAM);
  language_visit(build, syntax_child(build->syntax, node, KIND_BINDINGS));
  ExprNo value = language_expr(build, language_field(build, node, FIELD_BODY));
  language_bind_fixed(build, whole, fixed, value);
  if (!is_top) language_close(build, &before);
  return value;
}

static unsigned bound(const LanguageBuild *build) { return BIND_HOISTED | (build->facts->scopes.items[build->scope].kind == SCOPE_OBJECT ? BIND_MEMBER : 0u); }

/* name = value; of a path a.b only functions are told, by their last name. */
static void visit_binding(LanguageBuild *build, NodeNo node) {
  NodeNo path = language_field(build, node, FIELD_ATTRPATH), value = language_field(build, node, FIELD_EXPRESSION), name = path ? language_field(build, path, FIELD_ATTR) : 0;
  bool is_plain = name && !syntax_next(build->syntax, name), is_callable = language_kind(build, value) == KIND_FUNCTION;
  SymbolKind kind = is_callable || str_contains(str_head(language_text(build, value), HEAD_BYTES), STR("callPackage ")) ? SYMBOL_FUNCTION : SYMBOL_VARIABLE;
  if (!is_plain || (build->function && !is_callable) || language_depth_of(build, SCOPE_OBJECT) > SETS_DEEP) {
    ExprNo given = language_give_files(build, language_expr(build, value), name, modules);
    DefNo made = is_plain ? language_define_file(build, &(LanguageDef){.kind = kind, .flags = DEF_EXPORTED, .name = name, .whole = node, .body = value, .no_bind = true}, given) : 0;
    if (is_plain) language_bind(build, (Bind){.name = language_name(build, name), .flags = bound(build), .value = given, .def = made});
    return;
  }
  DefNo def = language_define(build, &(LanguageDef){.kind = kind, .flags = DEF_EXPORTED, .name = name, .whole = node,
      .body = is_callable ? language_field(build, value, FIELD_BODY) : value, .bind = bound(build)});
  bool is_seen = (bound(build) & BIND_MEMBER) && language_kind(build, syntax_parent(build->syntax, syntax_parent(build->syntax, node))) == KIND_REC;
  if (is_seen) language_bind(build, (Bind){.scope = build->facts->scopes.items[build->scope].parent, .name = language_name(build, name), .def = def, .flags = BIND_HOISTED});
  LanguageOpen before;
  ExprNo given = is_callable ? 0 : language_give_files(build, language_expr(build, value), name, modules);
  if ((language_def(build, def)->value = given) || !is_callable) return;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  BindNo whole = bind_formals(build, value, BIND_PARAM);
  language_return(build, language_bind_fixed(build, whole, fixed, language_expr(build, language_field(build, value, FIELD_BODY))));
  language_close(build, &before);
}

/* inherit (from) a b, or inherit a b: in a set the names that are around it. */
static void visit_inherit(LanguageBuild *build, NodeNo node) {
  NodeNo given = language_field(build, node, FIELD_EXPRESSION), names = language_field(build, node, FIELD_ATTRS);
  ExprNo from = given ? language_expr(build, given) : 0;
  EACH(c, names) {
    if (language_node(build, c)->field != FIELD_ATTR || (given && !from)) continue;
    ExprNo value = from ? language_add_member(build, from, c) : language_expr_name(build, c, REF_READ);
    if (from || (bound(build) & BIND_MEMBER)) language_bind(build, (Bind){.name = language_name(build, c), .flags = bound(build), .value = value});
  }
}

/* Members of a recursive set see each other, by names in a scope around it. */
static ExprNo set(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  LanguageOpen around, before;
  if (is_file(build->syntax, node)) return language_visit_children(build, node), 0;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .whole = node, .no_bind = true});
  language_open(build, SCOPE_BLOCK, node, 0, &around);
  language_open(build, SCOPE_OBJECT, node, def, &before);
  language_visit_children(build, node);
  language_close(build, &before), language_close(build, &around);
  return language_add_number(build, EXPR_OBJECT, 0, def, node);
}

static ExprNo select_member(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo base = language_expr(build, language_field(build, node, FIELD_EXPRESSION));
  NodeNo path = language_field(build, node, FIELD_ATTRPATH);
  language_visit(build, language_field(build, node, FIELD_DEFAULT));
  EACH(c, path) {
    if (language_node(build, c)->field == FIELD_ATTR) base = syntax_next(build->syntax, c) ? language_add_member(build, base, c) : language_use_member(build, base, c, role);
  }
  return base;
}

/* import ./x.nix, ./x.nix alone being data; f a b is one call. By custom what is called call… or
 * import… calls the file it is given: callPackage ./x.nix { }. */
static ExprNo apply(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo function = language_field(build, node, FIELD_FUNCTION), argument = language_field(build, node, FIELD_ARGUMENT);
  NodeNo path = language_field(build, function, FIELD_ATTRPATH), shown = path ? language_last(build, path) : function;
  bool is_name = language_kind(build, function) == KIND_VARIABLE, imports = is_name && str_eq(language_text(build, function), STR("import"));
  bool is_called = language_kind(build, argument) == KIND_PATH && (imports || str_starts_with(language_text(build, shown), STR("call")) || str_starts_with(language_text(build, shown), STR("import")));
  ExprNo callee = imports ? 0 : language_expr_as(build, function, LANGUAGE_NO_REF);
  ExprNo given = is_called ? language_import_value(build, language_name(build, argument), argument) : language_expr(build, argument);
  if (imports) return is_called || !given ? given : language_add_base(build, EXPR_POINTER, given, node);
  unsigned kind = callee ? language_expr_at(build, callee)->kind : 0;
  if (kind == EXPR_MODULE || kind == EXPR_POINTER || is_called) language_give_file(build, callee, given, node);
  if (kind != EXPR_NAME && kind != EXPR_MEMBER) return callee;
  ExprNo call = language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = callee, .node = node, .name = is_name ? function : path});
  return is_called ? given : call;
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "binding", .handler = {.visit = visit_binding}},
    {LANGUAGE_ROW_OWN, .node = "inherit inherit_from", .handler = {.visit = visit_inherit}},
    {LANGUAGE_ROW_OWN, .node = "function_expression let_expression", .handler = {.expr = scoped}},
    {LANGUAGE_ROW_OWN, .node = "attrset_expression rec_attrset_expression", .handler = {.expr = set}},
    {LANGUAGE_ROW_OWN, .node = "select_expression", .handler = {.expr = select_member}},
    {LANGUAGE_ROW_OWN, .node = "apply_expression", .handler = {.expr = apply}},
    {LANGUAGE_ROW_OPERATOR, .node = "binary_expression", .base = "left", .name = "operator", .value = "right"},
    {LANGUAGE_ROW_NAME, .node = "variable_expression"},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_nix = {
    .name = "nix", .revision = 2, .tier = LANGUAGE_TIER_CALLS, .extensions = "nix", .kinds = kinds, .fields = fields, .rows = rows, .finish = language_finish_called,
    .rules = {.parameters_given = true, .files_given = true}, .near = "{} {}/default.nix", .editing = {.indent = "  "},
};
