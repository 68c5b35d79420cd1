/* Fortran: procedures, derived types, constants and variables of modules and
 * programs. Modules are found by the names they declare; `use` brings all names,
 * or those it lists. A call of a derived type's procedure is found by the declared
 * type of the variable. Names are compared as they are written, though Fortran
 * takes them in any case; which procedure a generic name leads to, and what is
 * included as text, is not known. */
#include "src/languages/common/nodes_internal.h"

enum { KIND_IDENTIFIER = 1, KIND_NAME, KIND_ITEMS, KIND_LOCAL, KIND_TYPE_NAME, KIND_BINDING, KIND_BINDING_NAME, KIND_METHOD, KIND_MODULE_NAME,
       KIND_ARRAY };
static const char *const kinds[] = {"identifier", "name", "included_items", "local_name", "type_name", "binding", "binding_name", "method_name",
                                    "module_name", "sized_declarator", NULL};
enum { FIELD_DECLARATOR = 1, FIELD_TYPE, FIELD_LEFT, FIELD_RIGHT };
static const char *const fields[] = {"declarator", "type", "left", "right", NULL};

/* A file is called by its first module; the others are found only in it. */
static void visit_module(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_child(build, node, KIND_NAME);
  if (!build->facts->package.value) build->facts->package = language_name(build, name);
  language_define(build, &(LanguageDef){.kind = SYMBOL_MODULE, .flags = DEF_EXPORTED, .name = name, .whole = syntax_parent(build->syntax, node), .body = syntax_next(build->syntax, node), .no_bind = true});
}

/* use m, use m, only: a, b => c */
static void visit_use(LanguageBuild *build, NodeNo node) {
  NodeNo module = language_child(build, node, KIND_MODULE_NAME), list = language_child(build, node, KIND_ITEMS);
  NameId specifier = language_name(build, module);
  if (!module) return;
  if (!list) language_import(build, (Import){.form = IMPORT_STAR, .specifier = specifier}, module);
  for (NodeNo c = list ? syntax_first(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    NodeNo local = language_child(build, c, KIND_LOCAL), name = local ? language_child(build, c, KIND_IDENTIFIER) : c;
    if (language_kind(build, name) != KIND_IDENTIFIER) continue;
    language_import(build, (Import){.form = IMPORT_NAMED, .specifier = specifier, .name = language_name(build, name), .local = language_name(build, local ? local : name)}, c);
  }
}

enum { LOCALS_BACK = 500 }; /* how far back it is looked for */

/* A parameter is declared again, with its type. */
static void bind_local(LanguageBuild *build, NodeNo name, ExprNo type, ExprNo value) {
  Facts *facts = build->facts;
  for (size_t i = facts->binds.len, left = LOCALS_BACK; i-- > 1 && left-- && facts->binds.items[i].scope == build->scope;) {
    Bind *bind = &facts->binds.items[i];
    if (!(bind->flags & BIND_PARAM) || !names_same(bind->name, language_name(build, name))) continue;
    bind->type = type;
    return;
  }
  language_bind(build, (Bind){.name = language_name(build, name), .type = type, .value = value, .flags = BIND_HOISTED});
}

/* type(shape), allocatable :: a, b(3), c = f(x) */
static void visit_variables(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo type = language_type(build, language_child(build, language_field(build, node, FIELD_TYPE), KIND_TYPE_NAME));
  bool is_field = build->facts->scopes.items[build->scope].kind == SCOPE_TYPE, is_constant = str_contains(str_head(language_text(build, node), 60), STR("parameter"));
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (language_node(build, c)->field != FIELD_DECLARATOR) continue;
    NodeNo left = language_field(build, c, FIELD_LEFT), name = left ? left : c;
    ExprNo value = language_expr(build, language_field(build, c, FIELD_RIGHT));
    if (language_kind(build, name) == KIND_ARRAY) name = syntax_named(syntax, name, 0);
    if (language_kind(build, name) != KIND_IDENTIFIER) continue;
    if (build->callable && !is_field) {
      bind_local(build, name, type, value);
      continue;
    }
    DefNo def = language_define(build, &(LanguageDef){.kind = is_field ? SYMBOL_FIELD : is_constant ? SYMBOL_CONSTANT : SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = name,
                                                      .whole = node, .bind = BIND_HOISTED | (is_field ? BIND_MEMBER : 0u)});
    language_def(build, def)->type = type;
  }
}

/* procedure :: draw => draw_shape, in a type; without an arrow it has the same name. */
static void visit_bound(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  bool is_member = build->facts->scopes.items[build->scope].kind == SCOPE_TYPE;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    NodeNo name = language_kind(build, c) == KIND_BINDING ? syntax_named(syntax, language_child(build, c, KIND_BINDING_NAME), 0) : c;
    NodeNo method = language_kind(build, c) == KIND_BINDING ? language_child(build, c, KIND_METHOD) : c;
    if (language_node(build, c)->field != FIELD_DECLARATOR || !method) continue;
    ExprNo value = language_add(build, (Expr){.kind = EXPR_NAME, .scope = 1, .name = language_name(build, method), .at = language_node(build, method)->from});
    language_ref(build, REF_READ, value, method);
    if (is_member) language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_MEMBER | BIND_HOISTED, .value = value});
  }
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "module_statement program_statement submodule_statement", .handler = {.visit = visit_module}},
    {LANGUAGE_ROW_OWN, .node = "use_statement", .handler = {.visit = visit_use}},
    {LANGUAGE_ROW_DEFINE, .node = "function", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "<function_statement>/name", .params = "<function_statement>/parameters", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "subroutine", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "<subroutine_statement>/name",
     .params = "<subroutine_statement>/parameters", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "derived_type_definition", .kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED, .name = "<derived_type_statement>/<type_name>",
     .bases = "<derived_type_statement>/base", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "interface", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "<interface_statement>/<name>", .body = "."},
    {LANGUAGE_ROW_OWN, .node = "variable_declaration", .handler = {.visit = visit_variables}},
    {LANGUAGE_ROW_OWN, .node = "procedure_statement", .handler = {.visit = visit_bound}},
    {LANGUAGE_ROW_CALL, .node = "call_expression", .base = "0", .items = "<argument_list>"},
    {LANGUAGE_ROW_CALL, .node = "subroutine_call", .base = "subroutine", .items = "<argument_list>"},
    {LANGUAGE_ROW_MEMBER, .node = "derived_type_member_expression", .base = "0", .name = "<type_member>"},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression"},
    {LANGUAGE_ROW_NAME, .node = "identifier type_name"},
    {LANGUAGE_ROW_NOTHING, .node = "implicit_statement public_statement private_statement end_function_statement end_subroutine_statement"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_fortran = {
    .name = "fortran",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "f90 f95 f03 f08 f for ftn f77 F90 F",
    .kinds = kinds,
    .fields = fields,
    .rows = rows,
    .rules = {.unknown_is_outside = true},
    .by_declared = true,
    .home = {.manifests = "fpm.toml"},
    .test_names = "test/ tests/ test_*.f90 *_test.f90",
    .editing = {.indent = "  "},
};
