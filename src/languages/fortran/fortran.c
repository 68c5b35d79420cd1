/* Fortran: procedures, derived types, constants and variables of modules and
 * programs. Modules are found by the names they declare; `use` brings all names,
 * or those it lists. A call of a derived type's procedure is found by the declared
 * type of the variable. Procedures outside of modules are everybody's; fixed form is
 * read. What is included as text is not known, nor the procedures of generic names but some. */
#include "src/languages/common/cards_internal.h"
#include "src/languages/common/generics_internal.h"
#include "src/languages/common/nodes_internal.h"

enum { KIND_IDENTIFIER = 1, KIND_NAME, KIND_TYPE_NAME, KIND_BINDING, KIND_BINDING_NAME, KIND_METHOD, KIND_ARRAY, KIND_INTRINSIC, KIND_PROCEDURES, KIND_CHANGED, KIND_SELECTOR, KIND_POINTED, KIND_INTERFACE };
static const char *const kinds[] = {"identifier", "name", "type_name", "binding", "binding_name", "method_name", "sized_declarator", "intrinsic_type",
                                    "procedure_statement", "variable_modification", "selector", "pointer_association_statement", "interface_statement", NULL};
enum { FIELD_DECLARATOR = 1, FIELD_TYPE, FIELD_LEFT, FIELD_RIGHT };
static const char *const fields[] = {"declarator", "type", "left", "right", NULL};

/* A file is called by its first module; the others are found only in it. What such a file
 * has is not everybody's. */
static void visit_module(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_child(build, node, KIND_NAME);
  build->facts->exports = 1;
  if (!build->facts->package.value) build->facts->package = language_name(build, name);
  language_define(build, &(LanguageDef){.kind = SYMBOL_MODULE, .flags = DEF_EXPORTED, .name = name, .whole = syntax_parent(build->syntax, node), .body = syntax_next(build->syntax, node), .no_bind = true});
}

enum { LOOKED_AT = 500 }; /* statements, for a name */
/* LOGICAL LSAME beside EXTERNAL LSAME says what a function of another file gives. */
static bool is_external(LanguageBuild *build, NodeNo node, NodeNo name) {
  unsigned left = LOOKED_AT;
  EACH(c, syntax_parent(build->syntax, node)) {
    if (!left--) break;
    if (language_kind(build, c) != KIND_CHANGED || !str_eq_ignore_case(str_head(language_text(build, c), 8), STR("external"))) continue;
    EACH(other, c) if (str_eq_ignore_case(language_text(build, other), language_text(build, name))) return true;
  }
  return false;
}

/* Of integer(int64) the first word. */
static ExprNo type_of(LanguageBuild *build, NodeNo node) {
  if (language_kind(build, node) != KIND_INTRINSIC) return language_type(build, language_child(build, node, KIND_TYPE_NAME));
  Str text = language_text(build, node);
  size_t end = 0;
  while (end < text.len && byte_is_word(text.ptr[end])) end++;
  return language_add_word(build, str_head(text, end), node);
}

/* type(shape), allocatable :: a, b(3), c = f(x) */
static void visit_variables(LanguageBuild *build, NodeNo node) {
  ExprNo type = type_of(build, language_field(build, node, FIELD_TYPE));
  Str head = language_fold(build, str_head(language_text(build, node), 120));
  bool is_field = build->facts->scopes.items[build->scope].kind == SCOPE_TYPE, is_constant = str_contains(head, STR("parameter"));
  EACH(c, node) {
    if (language_node(build, c)->field != FIELD_DECLARATOR) continue;
    NodeNo left = language_field(build, c, FIELD_LEFT), name = left ? left : c;
    ExprNo value = language_expr(build, language_field(build, c, FIELD_RIGHT));
    if (language_kind(build, name) == KIND_ARRAY) name = syntax_named(build->syntax, name, 0);
    if (language_kind(build, name) != KIND_IDENTIFIER || is_external(build, node, name)) continue;
    if (build->callable && !is_field) {
      language_bind_again(build, (Bind){.name = language_name(build, name), .type = type, .value = value, .flags = BIND_HOISTED | (str_contains(head, STR("optional")) ? BIND_OPTIONAL : 0)});
      continue;
    }
    DefNo def = language_define(build, &(LanguageDef){.kind = is_field ? SYMBOL_FIELD : is_constant ? SYMBOL_CONSTANT : SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = name,
                                                      .whole = node, .bind = BIND_HOISTED | (is_field ? BIND_MEMBER : 0u)});
    language_def(build, def)->type = type;
  }
}

/* procedure :: draw => draw_shape, in a type; without an arrow it has the same name. */
static void visit_bound(LanguageBuild *build, NodeNo node) {
  bool is_member = build->facts->scopes.items[build->scope].kind == SCOPE_TYPE;
  EACH(c, node) {
    NodeNo name = language_kind(build, c) == KIND_BINDING ? syntax_named(build->syntax, language_child(build, c, KIND_BINDING_NAME), 0) : c;
    NodeNo method = language_kind(build, c) == KIND_BINDING ? language_child(build, c, KIND_METHOD) : c;
    if (language_node(build, c)->field != FIELD_DECLARATOR || !method) continue;
    ExprNo value = language_add(build, (Expr){.kind = EXPR_NAME, .scope = 1, .name = language_name(build, method), .at = language_node(build, method)->from});
    language_ref(build, REF_READ, value, method);
    if (is_member) language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_MEMBER | BIND_HOISTED, .value = value});
  }
}

/* Generic names that have procedures elsewhere: the language's own, and imported ones. */
static const char intrinsics[] = "abs adjustl adjustr all any char cos count dot_product exp index int len len_trim log max maxval merge min minval mod "
                                 "move_alloc real repeat scan sign sin size sqrt sum tan transpose trim verify";
/* At its end: a generic name is a function, or its procedures where it has others elsewhere. */
static void visit_generic(LanguageBuild *build, NodeNo node) {
  NodeNo whole = syntax_parent(build->syntax, node), name = language_child(build, language_child(build, whole, KIND_INTERFACE), KIND_NAME);
  bool is_open = name && (language_is_imported(build, language_name(build, name)) || language_word_in(intrinsics, language_fold(build, language_text(build, name))));
  if (name) language_name_generic(build, name, is_open);
  EACH(c, is_open ? whole : 0) EACH(method, language_kind(build, c) == KIND_PROCEDURES ? c : 0) {
    if (language_kind(build, method) == KIND_METHOD) language_add_generic(build, name, method);
  }
}

/* type is (shape), of select type (x) or (x => value): there x is that. */
static void visit_type_case(LanguageBuild *build, NodeNo node) {
  NodeNo chosen = syntax_named(build->syntax, language_child(build, syntax_parent(build->syntax, node), KIND_SELECTOR), 0);
  if (language_kind(build, chosen) == KIND_POINTED) chosen = syntax_named(build->syntax, chosen, 0);
  NodeNo type = language_field(build, node, FIELD_TYPE);
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  if (type && language_kind(build, chosen) == KIND_IDENTIFIER) language_bind(build, (Bind){.name = language_name(build, chosen), .type = language_type(build, type), .flags = BIND_HOISTED});
  language_visit_others(build, node, type);
  language_close(build, &before);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "module_statement program_statement submodule_statement", .handler = {.visit = visit_module}},
    {LANGUAGE_ROW_IMPORT, .node = "use_statement", .value = "<module_name>", .when = "<included_items>"},
    {LANGUAGE_ROW_IMPORT, .node = "use_statement", .kind = IMPORT_STAR, .value = "<module_name>"},
    {LANGUAGE_ROW_IMPORTED, .node = "use_alias", .name = "<identifier>", .alias = "<local_name>"},
    {LANGUAGE_ROW_IMPORTED, .node = "identifier", .name = ".", .when = "../../<module_name>"},
    {LANGUAGE_ROW_DEFINE, .node = "function subroutine", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "<function_statement>/name|<subroutine_statement>/name",
     .params = "<function_statement>/parameters|<subroutine_statement>/parameters", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "derived_type_definition", .kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED, .name = "<derived_type_statement>/<type_name>",
     .bases = "<derived_type_statement>/base", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "interface", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "<interface_statement>/<name>", .body = ".", .when = "<interface_statement>/<name>"},
    {LANGUAGE_ROW_OWN, .node = "end_interface_statement", .handler = {.visit = visit_generic}},
    {LANGUAGE_ROW_OWN, .node = "type_statement", .handler = {.visit = visit_type_case}},
    {LANGUAGE_ROW_BLOCK, .node = "associate_statement block_construct"},
    {LANGUAGE_ROW_DECLARE, .node = "association", .name = "name", .value = "selector"},
    {LANGUAGE_ROW_OWN, .node = "variable_declaration", .handler = {.visit = visit_variables}},
    {LANGUAGE_ROW_OWN, .node = "procedure_statement", .handler = {.visit = visit_bound}},
    {LANGUAGE_ROW_CALL, .node = "call_expression", .base = "0", .items = "<argument_list>"},
    {LANGUAGE_ROW_CALL, .node = "subroutine_call", .base = "subroutine", .items = "<argument_list>"},
    {LANGUAGE_ROW_MEMBER, .node = "derived_type_member_expression", .base = "0", .name = "<type_member>"},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression"},
    {LANGUAGE_ROW_NAME, .node = "identifier type_name"},
    {LANGUAGE_ROW_LITERAL, .node = "string_literal", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_NOTHING, .node = "variable_modification language_binding implicit_statement public_statement private_statement end_function_statement end_subroutine_statement"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_fortran = {
    .name = "fortran", .revision = 2,
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "f90 f95 f03 f08 f for ftn f77 F90 F",
    .kinds = kinds, .fields = fields, .rows = rows,
    .reading = language_read_cards,
    .finish = language_finish_generics,
    .rules = {.name_case = LANGUAGE_CASE_IGNORED, .namespaces = LANGUAGE_NAMES_TYPES_APART, .called_type = LANGUAGE_CALLED_TYPE_MAKES, .globals = LANGUAGE_GLOBALS_SCRIPTS, .overloads = LANGUAGE_OVERLOADS_BEST, .reading_calls = true, .unknown_is_outside = true},
    .names = {.literals = {[LITERAL_STRING] = "character"},
              .primitives = "integer:integer ; real:real ; double:double ; complex:complex ; character:character ; logical:logical"},
    .by_declared = true,
    .home = {.manifests = "fpm.toml"},
    .test_names = "test/ tests/ test_*.f90 *_test.f90",
    .editing = {.indent = "  "},
};
