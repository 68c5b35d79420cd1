/* VHDL: entities with their ports, architectures, packages, subprograms, types,
 * signals and constants, in any case. To instantiate an entity or a component is to make one;
 * entities are known everywhere, an architecture builds on its entity, what is in a package is
 * known by use clauses or behind work.name. A name with brackets may be an array: what is
 * declared as an object is not called. Configurations, what generics are mapped to, protected
 * types' methods, operators and libraries other than the project's are not followed. */
#include "src/languages/common/near_internal.h"
#include "src/languages/common/nodes_internal.h"
#include "src/languages/common/objects_internal.h"

enum { KIND_NAME = 1, KIND_LIBRARY_NAME, KIND_LIBRARY_TYPE, KIND_LIBRARY_CONSTANT, KIND_ALL, KIND_SELECTION, KIND_CALL, KIND_GROUP, KIND_LIST, KIND_NAMES, KIND_MODE, KIND_SUBTYPE, KIND_BODY,
       KIND_CONSTANT, KIND_ELEMENT, KIND_ARCHITECTURE, KIND_ITEMS, KIND_ITEM, KIND_UNIT };
static const char *const kinds[] = {"identifier", "library_function", "library_type", "library_constant", "ALL", "selection", "function_call", "parenthesis_group", "interface_list", "identifier_list", "simple_mode_indication",
                                    "subtype_indication", "package_definition", "constant_declaration", "element_declaration", "architecture_definition", "association_or_range_list", "association_element", "instantiated_unit", NULL};
enum { FIELD_PACKAGE = 1, FIELD_LIBRARY, FIELD_ENTITY, FIELD_ARCHITECTURE, FIELD_TYPE, FIELD_COMPONENT };
static const char *const fields[] = {"package", "library", "entity", "architecture", "type", "component", NULL};
static bool is_name(const LanguageBuild *build, NodeNo node) { return language_kind(build, node) >= KIND_NAME && language_kind(build, node) <= KIND_LIBRARY_CONSTANT; }
/* Where a package's body is in the file, its subprograms are those. */
static void begin(LanguageBuild *build, NodeNo root) {
  for (NodeNo c = root; c < build->syntax->count && !build->state; c++) build->state = language_kind(build, c) == KIND_BODY ? build->facts : NULL;
}
static void visit_declaration(LanguageBuild *build, NodeNo node) { if (!build->state) language_visit_row(build, node); }

/* An entity; an architecture, which sees what its entity has; a package and its body, which may be files apart. */
static void visit_unit(LanguageBuild *build, NodeNo node) {
  unsigned kind = language_kind(build, node);
  bool is_body = kind == KIND_ARCHITECTURE;
  NodeNo entity = language_field(build, node, FIELD_ENTITY), package = language_field(build, node, FIELD_PACKAGE), name = is_body ? language_field(build, node, FIELD_ARCHITECTURE) : package ? package : entity;
  DefNo def = language_define(build, &(LanguageDef){.kind = package ? SYMBOL_NAMESPACE : SYMBOL_CLASS, .flags = is_body ? 0u : DEF_EXPORTED, .name = name, .whole = node,
                                                    .body = name ? syntax_next(build->syntax, is_body && entity ? entity : name) : 0, .bind = BIND_HOISTED, .no_bind = is_body});
  ExprNo base = is_body && entity ? language_expr_as(build, entity, REF_EXTEND) : 0;
  ExprList bases = language_list(build, &base, base != 0);
  LanguageOpen before;
  language_def(build, def)->bases = bases;
  if (package && !build->facts->package.value) build->facts->package = language_name(build, package);
  language_open(build, package ? SCOPE_NAMESPACE : SCOPE_TYPE, node, def, &before);
  if (!package) language_attribute(build, def);
  if (kind == KIND_BODY && package) language_import_all(build, language_name(build, package), 0, package);
  language_visit_but(build, node, name, entity);
  language_close(build, &before);
}
/* use work.p.all, use work.p.f */
static void visit_use(LanguageBuild *build, NodeNo node) {
  NodeNo package = language_field(build, node, FIELD_PACKAGE), last = language_last(build, node);
  if (!package) return;
  if (language_kind(build, last) == KIND_ALL) language_import_all(build, language_name(build, package), 0, package);
  else if (is_name(build, last) && last != package) language_import_name(build, language_name(build, package), last, 0);
  else language_import_module(build, language_name(build, package), package);
}
static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  language_find_package(world, names_text(facts->names, import->specifier), ((void)from, ret_module));
  ret_module->rest = names_text(facts->names, import->specifier);
}
static void declare(LanguageBuild *build, NodeNo names, NodeNo type_node, SymbolKind kind) {
  ExprNo type = language_type(build, language_field(build, type_node, FIELD_TYPE));
  EACH(c, names) {
    if (is_name(build, c) && build->callable) language_bind_node(build, c, (Bind){.type = type, .flags = BIND_HOISTED});
    if (!is_name(build, c) || build->callable) continue;
    DefNo def = language_define(build, &(LanguageDef){.kind = kind, .flags = DEF_EXPORTED, .name = c, .whole = syntax_parent(build->syntax, names), .bind = BIND_HOISTED | (kind == SYMBOL_FIELD ? BIND_MEMBER : 0u)});
    language_def(build, def)->type = type;
  }
}
/* signal a, b : t := f(x); */
static void visit_objects(LanguageBuild *build, NodeNo node) {
  NodeNo names = language_child(build, node, KIND_NAMES), type = language_child(build, node, KIND_SUBTYPE);
  declare(build, names, type, language_kind(build, node) == KIND_CONSTANT ? SYMBOL_CONSTANT : language_kind(build, node) == KIND_ELEMENT ? SYMBOL_FIELD : SYMBOL_VARIABLE);
  language_visit_but(build, node, names, type);
}
/* Ports and generics. */
static void visit_ports(LanguageBuild *build, NodeNo node) {
  EACH(c, language_child(build, node, KIND_LIST)) {
    NodeNo names = language_child(build, c, KIND_NAMES), mode = language_child(build, c, KIND_MODE), type = mode ? language_child(build, mode, KIND_SUBTYPE) : 0;
    if (names) declare(build, names, type, SYMBOL_FIELD);
    if (mode) language_visit_others(build, mode, type);
  }
}
static bool is_brackets(const LanguageBuild *build, NodeNo node) { return language_kind(build, node) == KIND_CALL || language_kind(build, node) == KIND_GROUP; }
static void read_items(LanguageBuild *build, NodeNo node, LanguageExprs *items) {
  EACH(c, node) {
    NodeNo value = language_kind(build, c) == KIND_ITEM ? syntax_named(build->syntax, c, 1) : 0, formal = value ? syntax_named(build->syntax, syntax_named(build->syntax, c, 0), 0) : 0;
    if (is_brackets(build, c) || language_kind(build, c) == KIND_ITEMS) read_items(build, c, items);
    else if (language_is_part(build, c)) language_push(build, items, is_name(build, formal) ? language_keyword(build, formal, value) : language_expr(build, c));
  }
}
/* a, a.b, work.p.f(x), f(x)(1); with `calls` a name without brackets is called, too. */
static ExprNo read_parts(LanguageBuild *build, NodeNo node, unsigned role, bool calls) {
  NodeNo shown = 0;
  ExprNo base = 0;
  bool is_type = role == REF_TYPE; /* what stands in brackets then is a range */
  EACH(c, node) {
    bool is_selection = language_kind(build, c) == KIND_SELECTION;
    NodeNo name = is_selection ? syntax_named(build->syntax, c, 0) : is_name(build, c) ? c : 0, next = syntax_next(build->syntax, c);
    Str text = language_fold(build, language_text(build, name));
    if (!name) { /* a list in brackets behind a name, an attribute */
      LanguageExprs items = {0};
      read_items(build, c, &items);
      if (shown && !is_type && is_brackets(build, c)) base = language_add_call(build, EXPR_CALL, &(LanguageCall){base, items.items, items.len, node, shown});
      shown = 0;
    } else if (is_selection && !base) { /* of the project's own library */
      base = language_use_module(build, text, text, name);
    } else if (is_selection || language_kind(build, next) != KIND_SELECTION || !str_eq(text, STR("work"))) {
      unsigned as = is_type && language_kind(build, next) != KIND_SELECTION ? role : is_brackets(build, next) || (!next && calls) ? LANGUAGE_NO_REF : next ? (unsigned)REF_READ : role;
      base = base ? language_use_member(build, base, name, as) : language_expr_as(build, name, as);
      shown = name;
    }
  }
  return calls && shown ? language_call_value(build, base, shown, node) : base;
}
static ExprNo read_name(LanguageBuild *build, NodeNo node, unsigned role) { return read_parts(build, node, role, false); }
static ExprNo read_type(LanguageBuild *build, NodeNo node) { return read_parts(build, node, REF_TYPE, false); }
static ExprNo make_unit(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo unit = ((void)role, language_child(build, node, KIND_UNIT)), name = language_field(build, unit ? unit : node, FIELD_COMPONENT);
  if (!name && unit) name = language_field(build, unit, FIELD_ENTITY);
  language_visit_but(build, node, unit, name);
  return name ? language_add_call(build, EXPR_NEW, &(LanguageCall){.callee = read_parts(build, name, LANGUAGE_NO_REF, false), .node = node, .name = name}) : 0;
}
static void visit_call(LanguageBuild *build, NodeNo node) { read_parts(build, language_last(build, node), REF_READ, true); }
#define SUBPROGRAM .kind = SYMBOL_FUNCTION, .name = "<function_specification>/function|<procedure_specification>/procedure", .type = "<function_specification>/type", \
  .params = "<function_specification>/<parameter_list_specification>/<interface_list>|<procedure_specification>/<parameter_list_specification>/<interface_list>"
static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "entity_declaration architecture_definition package_declaration package_definition", .handler = {.visit = visit_unit}},
    {LANGUAGE_ROW_OWN, .node = "selected_name", .handler = {.visit = visit_use}},
    {LANGUAGE_ROW_DEFINE, .node = "subprogram_definition", .flags = DEF_EXPORTED, SUBPROGRAM, .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "subprogram_declaration", .flags = DEF_EXPORTED | DEF_DECLARATION, SUBPROGRAM, .handler = {.visit = visit_declaration}},
    {LANGUAGE_ROW_PARAM, .node = "interface_declaration interface_constant_declaration interface_signal_declaration interface_variable_declaration interface_file_declaration",
     .items = "<identifier_list>", .type = "<simple_mode_indication>/<subtype_indication>/type|<subtype_indication>/type"},
    {LANGUAGE_ROW_DEFINE, .node = "type_declaration subtype_declaration", .kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED, .name = "type", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "enumeration_literal", .kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED | DEF_STATIC, .name = "constant"},
    {LANGUAGE_ROW_OWN, .node = "signal_declaration constant_declaration variable_declaration file_declaration element_declaration", .handler = {.visit = visit_objects}},
    {LANGUAGE_ROW_OWN, .node = "port_clause generic_clause", .handler = {.visit = visit_ports}}, {LANGUAGE_ROW_OWN, .node = "component_instantiation_statement", .handler = {.expr = make_unit}},
    {LANGUAGE_ROW_OWN, .node = "simple_expression conditional_expression parenthesis_expression logical_expression relational_expression shift_expression", .handler = {.expr = language_expr_only}},
    {LANGUAGE_ROW_LITERAL, .node = "decimal_integer", .kind = LITERAL_INT}, {LANGUAGE_ROW_LITERAL, .node = "decimal_float", .kind = LITERAL_DOUBLE}, {LANGUAGE_ROW_LITERAL, .node = "string_literal", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_LITERAL, .node = "library_constant_boolean", .kind = LITERAL_BOOL}, {LANGUAGE_ROW_INNER, .node = "association_element", .value = "1|0"},
    {LANGUAGE_ROW_OWN, .node = "procedure_call_statement concurrent_procedure_call_statement", .handler = {.visit = visit_call}}, {LANGUAGE_ROW_OWN, .node = "name", .handler = {.expr = read_name, .type = read_type}},
    {LANGUAGE_ROW_BLOCK, .node = "process_statement block_statement for_generate_statement generate_body loop_statement"},
    {LANGUAGE_ROW_NAME, .node = "identifier library_function library_type library_constant"},
    {LANGUAGE_ROW_NOTHING, .node = "label_declaration component_declaration library_clause end_entity end_architecture end_package end_package_body end_component end_process end_generate end_block end_loop end_record "
                                   "subprogram_end configuration_declaration attribute_specification attribute_declaration alias_declaration"},
    {LANGUAGE_ROW_COMMENT, .node = "line_comment block_comment"}, {0},
};
const Language language_vhdl = {
    .name = "vhdl", .tier = LANGUAGE_TIER_CALLS, .extensions = "vhd vhdl",
    .kinds = kinds, .fields = fields, .rows = rows, .begin = begin,
    .rules = {.name_case = LANGUAGE_CASE_IGNORED, .type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .globals = LANGUAGE_GLOBALS_LINKED, .types_reopen = true, .unknown_is_outside = true,
              .declaration_holds = true, .called_type = LANGUAGE_CALLED_TYPE_CONVERTS, .reading_calls = true, .stars_stay = true, .overloads = LANGUAGE_OVERLOADS_BEST},
    .names = {.literals = {[LITERAL_INT] = "integer", [LITERAL_DOUBLE] = "real", [LITERAL_STRING] = "string", [LITERAL_BOOL] = "boolean"}, .primitives = "positive:positive natural:natural integer:integer ; real:real ; string:string ; boolean:boolean"},
    .find_module = find_module, .test_names = "tb/ test/ tests/ sim/ *_tb.vhd tb_*.vhd *_tb.vhdl tb_*.vhdl",
    .editing = {.indent = "  "},
};
