/* SystemVerilog and Verilog: modules, interfaces, packages, classes, functions and
 * tasks, types, macros. To instantiate a module is to make one of it. Modules,
 * interfaces and classes are known everywhere, what is in a package behind its name
 * or by import, which holds for the whole file. Members are found by declared types; what `new` without a name
 * makes, names through a hierarchy of instances, what a macro's text holds,
 * type parameters and assertions' own names are not followed. */
#include "src/languages/common/near_internal.h"
#include "src/languages/common/nodes_internal.h"

enum { KIND_NAME = 1, KIND_SCOPE, KIND_CLASS_TYPE, KIND_BODY, KIND_PACKAGE, KIND_INTERFACE, KIND_PORTS, KIND_EXTERN, KIND_PRIMARY };
static const char *const kinds[] = {"simple_identifier", "class_scope", "class_type", "method_call_body", "package_declaration", "interface_declaration", "tf_port_list", "'extern", "primary", NULL};
enum { FIELD_NAME = 1, FIELD_ARGUMENTS, FIELD_TYPE_NAME };
static const char *const fields[] = {"name", "arguments", "type_name", NULL};

/* A module, interface or program has its name in a head; what is in it is from it. */
static void visit_unit(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_field(build, node, FIELD_NAME), head = node;
  EACH(c, node) if (!name && (name = language_field(build, c, FIELD_NAME))) head = c;
  bool is_package = language_kind(build, node) == KIND_PACKAGE;
  SymbolKind kind = is_package ? SYMBOL_NAMESPACE : language_kind(build, node) == KIND_INTERFACE ? SYMBOL_INTERFACE : SYMBOL_CLASS;
  DefNo def = language_define(build, &(LanguageDef){.kind = kind, .flags = DEF_EXPORTED, .name = name, .whole = node, .body = syntax_next(build->syntax, head == node ? name : head), .bind = BIND_HOISTED});
  if (is_package && !build->facts->package.value) build->facts->package = language_name(build, name);
  LanguageOpen before;
  language_open(build, is_package ? SCOPE_NAMESPACE : SCOPE_TYPE, node, def, &before);
  language_attribute(build, def);
  EACH(c, node) if (c == head) language_visit_others(build, c, name); else if (c != name) language_visit(build, c);
  language_close(build, &before);
}

/* function void base::step(int n): a method, seen as in a block of the class. */
static void visit_function(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_field(build, node, FIELD_NAME), scope = language_child(build, node, KIND_SCOPE);
  NodeNo owner = scope ? language_child(build, language_child(build, scope, KIND_CLASS_TYPE), KIND_NAME) : 0, ports = language_child(build, node, KIND_PORTS);
  bool is_method = owner || build->facts->scopes.items[build->scope].kind == SCOPE_TYPE;
  LanguageOpen block, before;
  if (owner) {
    DefNo around = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .flags = DEF_ANONYMOUS, .whole = node, .no_bind = true});
    language_open(build, SCOPE_TYPE, node, around, &block);
    ExprNo type = language_type(build, owner);
    language_def(build, around)->type = type;
    language_def(build, around)->receiver = language_name(build, owner);
  }
  DefNo def = language_define(build, &(LanguageDef){.kind = is_method ? SYMBOL_METHOD : SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = name, .whole = node,
                                                    .body = syntax_next(build->syntax, ports ? ports : name), .bind = BIND_HOISTED, .no_bind = owner != 0});
  if (owner) language_def(build, def)->receiver = language_name(build, owner);
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  language_visit_but(build, node, name, scope);
  language_close(build, &before);
  if (owner) language_close(build, &block);
}

/* What is defined outside of its class is found there. */
static void visit_prototype(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_field(build, node, FIELD_NAME);
  if (language_child(build, syntax_parent(build->syntax, node), KIND_EXTERN)) return;
  language_define(build, &(LanguageDef){.kind = SYMBOL_METHOD, .flags = DEF_EXPORTED | DEF_ABSTRACT, .name = name, .whole = node, .bind = BIND_HOISTED | BIND_MEMBER});
}

/* import p::*, import p::f */
static void visit_import(LanguageBuild *build, NodeNo node) {
  NodeNo package = language_child(build, node, KIND_NAME), name = language_last(build, node);
  if (name == package) language_import_all(build, language_name(build, package), IMPORT_REEXPORT, package);
  else if (name) language_import_name(build, language_name(build, package), name, 0);
}
/* A package is a name of the files that have it. */
static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  Str name = names_text(facts->names, import->specifier);
  if (str_find_byte(name, '.') != STR_NONE) {
    language_find_near(world, from, name, "{} {.}", ret_module);
  } else {
    language_find_package(world, name, ret_module);
    ret_module->rest = name;
  }
}

/* a.b.c, p::t */
static ExprNo read_path(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo last = 0;
  ExprNo base = 0;
  EACH(c, node) if (language_kind(build, c) == KIND_NAME) last = c;
  EACH(c, node) {
    unsigned as = c == last ? role : REF_READ;
    if (language_kind(build, c) == KIND_NAME) base = base ? language_use_member(build, base, c, as) : language_expr_as(build, c, as);
    else if (language_kind(build, c) == KIND_CLASS_TYPE || (!base && language_kind(build, node) == KIND_PRIMARY && language_is_part(build, c))) base = language_expr_as(build, c, role);
    else if (language_is_part(build, c)) language_visit(build, c);
  }
  return base;
}
/* a.f(x), p::f(x), this.f(); p::NAME and a.size without brackets are read. */
static ExprNo call_method(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo object = syntax_named(build->syntax, node, 0), body = language_child(build, node, KIND_BODY), name = language_field(build, body, FIELD_NAME);
  ExprNo base = language_expr(build, object);
  language_visit_others(build, body, name);
  if (!name) return 0;
  if (!language_field(build, body, FIELD_ARGUMENTS)) return language_use_member(build, base, name, role);
  return language_call_member(build, base, name, node);
}
static ExprNo call_function(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo callee = ((void)role, syntax_named(build->syntax, node, 0)), name = callee;
  ExprNo called = language_expr_as(build, callee, LANGUAGE_NO_REF);
  EACH(c, callee) if (language_kind(build, c) == KIND_NAME) name = c;
  language_visit_others(build, node, callee);
  return language_call_value(build, called, name, node);
}

/* typedef p::c #(…) t: another name for a class. */
static void visit_alias(LanguageBuild *build, NodeNo node) {
  NodeNo class = language_child(build, node, KIND_CLASS_TYPE), name = language_field(build, node, FIELD_TYPE_NAME), package = syntax_named(build->syntax, node, 0);
  ExprNo type = package == class ? language_type(build, class) : language_use_member(build, language_expr(build, package), syntax_named(build->syntax, class, 0), REF_TYPE);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .flags = DEF_EXPORTED, .name = name, .whole = node, .bind = BIND_HOISTED});
  language_def(build, def)->type = type;
  if (package != class) language_visit_others(build, class, syntax_named(build->syntax, class, 0));
}
#define DEFINE(node_name, kind_name, place) {LANGUAGE_ROW_DEFINE, .node = node_name, .kind = kind_name, .flags = DEF_EXPORTED, .name = place, .body = "."}
static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "module_declaration interface_declaration program_declaration package_declaration", .handler = {.visit = visit_unit}},
    {LANGUAGE_ROW_DEFINE, .node = "class_declaration interface_class_declaration", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "name", .bases = "<class_type>", .body = "."},
    {LANGUAGE_ROW_OWN, .node = "function_body_declaration task_body_declaration", .handler = {.visit = visit_function}},
    {LANGUAGE_ROW_OWN, .node = "function_prototype task_prototype", .handler = {.visit = visit_prototype}},
    {LANGUAGE_ROW_OWN, .node = "type_declaration", .when = "<class_type>", .handler = {.visit = visit_alias}},
    DEFINE("class_constructor_declaration", SYMBOL_CONSTRUCTOR, "<'new>"), DEFINE("text_macro_definition", SYMBOL_MACRO, "<text_macro_name>/<simple_identifier>"),
    DEFINE("param_assignment", SYMBOL_CONSTANT, "<simple_identifier>"), DEFINE("type_declaration", SYMBOL_TYPE, "type_name"), DEFINE("enum_name_declaration", SYMBOL_ENUM_MEMBER, "<simple_identifier>"),
    {LANGUAGE_ROW_DEFINE, .node = "variable_decl_assignment", .kind = SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = "name", .type = "../../<data_type_or_implicit>", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "net_decl_assignment", .kind = SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = "<simple_identifier>", .type = "../../<simple_identifier>"},
    {LANGUAGE_ROW_DECLARE, .node = "tf_port_item", .name = "name", .type = "<data_type_or_implicit>"},
    {LANGUAGE_ROW_OWN, .node = "package_import_item", .handler = {.visit = visit_import}},
    {LANGUAGE_ROW_IMPORT, .node = "include_compiler_directive", .kind = IMPORT_STAR, .flags = IMPORT_REEXPORT, .value = "<quoted_string>"},
    {LANGUAGE_ROW_NEW, .node = "module_instantiation", .base = "instance_type", .items = "."},
    {LANGUAGE_ROW_OWN, .node = "tf_call text_macro_usage", .handler = {.expr = call_function}},
    {LANGUAGE_ROW_OWN, .node = "method_call", .handler = {.expr = call_method}},
    {LANGUAGE_ROW_OWN, .node = "hierarchical_identifier class_type data_type primary", .handler = {.expr = read_path}},
    {LANGUAGE_ROW_INNER, .node = "data_type_or_implicit data_type_or_void subroutine_call function_subroutine_call"},
    {LANGUAGE_ROW_BLOCK, .node = "seq_block par_block generate_block loop_statement"},
    {LANGUAGE_ROW_NAME, .node = "simple_identifier implicit_class_handle", .self = "this", .super = "super"},
    {LANGUAGE_ROW_NOTHING, .node = "ansi_port_declaration named_parameter_assignment name_of_instance list_of_ports port_declaration constraint_declaration modport_declaration"},
    {LANGUAGE_ROW_COMMENT, .node = "one_line_comment block_comment"},
    {0},
};

const Language language_systemverilog = {
    .name = "systemverilog", .tier = LANGUAGE_TIER_CALLS,
    .extensions = "sv svh v vh svp",
    .kinds = kinds, .fields = fields, .rows = rows, .revision = 1,
    .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .globals = LANGUAGE_GLOBALS_LINKED, .methods = LANGUAGE_METHODS_ANYWHERE, .unknown_is_outside = true, .declaration_holds = true},
    .names = {.constructors = "new"},
    .find_module = find_module,
    .test_names = "dv/ tb/ *_tb.sv *_test.sv",
    .editing = {.indent = "  "},
};
