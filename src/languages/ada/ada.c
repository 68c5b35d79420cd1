/* Ada: packages, subprograms, types, objects and exceptions; a package's
 * specification and body share their names, and it sees those of its parents.
 * Packages are reached by what is named in with, use and renames clauses. A call is
 * found by name, by a package before it, or by an object whose type it takes first.
 * Types that a generic package is made with are not known in it. */
#include "src/languages/common/instances_internal.h"
#include "src/languages/common/near_internal.h"
#include "src/languages/common/nodes_internal.h"
#include "src/languages/common/objects_internal.h"
#include "src/languages/common/operands_internal.h"
#include "src/languages/common/parents_internal.h"

enum { KIND_IDENTIFIER = 1, KIND_SELECTED, KIND_LITERAL, KIND_CHOICE, KIND_FORMALS, KIND_ADDING, KIND_RELATION, KIND_UNARY };
static const char *const kinds[] = {"identifier", "selected_component", "string_literal", "component_choice_list", "generic_formal_part", "binary_adding_operator", "relational_operator", "unary_adding_operator", NULL};
enum { FIELD_NAME = 1, FIELD_PACKAGE_NAME, FIELD_PREFIX, FIELD_SELECTOR, FIELD_TYPE, FIELD_END, FIELD_GENERIC };
static const char *const fields[] = {"name", "package_name", "prefix", "selector_name", "subtype_mark", "endname", "generic_name", NULL};

static bool is_unit(const LanguageBuild *build, NodeNo node) { return language_kind(build, node) == KIND_IDENTIFIER || language_kind(build, node) == KIND_SELECTED; }
static void visit_with(LanguageBuild *build, NodeNo node) {
  EACH(c, node) if (is_unit(build, c)) language_import_as(build, c, language_text(build, c), language_text(build, c));
}
static void visit_use(LanguageBuild *build, NodeNo node) {
  EACH(c, node) if (is_unit(build, c)) language_use_package(build, c);
}
static void visit_renaming(LanguageBuild *build, NodeNo node) { language_name_package(build, node, language_field(build, node, FIELD_NAME), language_field(build, node, FIELD_PACKAGE_NAME)); }
/* package Stacks is new Util.Stacks (Item): its subprograms are the generic one's; procedure Check is new Check_T (Item). */
static void visit_instance(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_field(build, node, FIELD_NAME), generic = language_field(build, node, FIELD_GENERIC);
  if (str_eq_ignore_case(str_head(language_text(build, node), 7), STR("package"))) language_name_package(build, node, name, generic);
  else language_define_instance(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = name, .whole = node, .bind = BIND_HOISTED}, generic, KIND_CHOICE);
}
static void visit_generic(LanguageBuild *build, NodeNo node) {
  DefNo def = (DefNo)build->facts->defs.len; /* the next one */
  language_visit_row(build, node), language_bind_formals(build, def, language_child(build, node, KIND_FORMALS), KIND_IDENTIFIER);
}

static void visit_package(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_field(build, node, FIELD_NAME);
  bool is_inside = build->facts->package.value != 0 || build->callable;
  if (!is_inside) build->facts->package = language_name(build, name), language_see_parents(build, language_fold(build, language_text(build, name)), name);
  DefNo def = language_define(build, &(LanguageDef){.kind = is_inside ? SYMBOL_NAMESPACE : SYMBOL_MODULE, .flags = DEF_EXPORTED, .name = name, .whole = node,
                                                    .body = syntax_next(build->syntax, name), .bind = BIND_HOISTED, .no_bind = !is_inside});
  LanguageOpen before;
  if (is_inside) language_open(build, SCOPE_NAMESPACE, node, def, &before);
  EACH(c, node) {
    if (c != name && language_node(build, c)->field != FIELD_END) language_visit(build, c);
  }
  if (is_inside) language_close(build, &before);
}

/* X, Y : Item := F; */
static void visit_objects(LanguageBuild *build, NodeNo node) {
  NodeNo type_name = language_field(build, node, FIELD_TYPE);
  ExprNo type = language_type(build, type_name);
  bool is_constant = str_contains(language_fold(build, str_head(language_text(build, node), 80)), STR(": constant"));
  EACH(c, node) {
    if (language_node(build, c)->field != FIELD_NAME) {
      if (c != type_name) language_visit(build, c);
    } else if (build->callable) {
      if (language_kind(build, c) == KIND_IDENTIFIER) language_bind(build, (Bind){.name = language_name(build, c), .type = type, .flags = BIND_HOISTED});
    } else if (language_kind(build, c) == KIND_IDENTIFIER) {
      DefNo def = language_define(build, &(LanguageDef){.kind = is_constant ? SYMBOL_CONSTANT : SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = c, .whole = node, .bind = BIND_HOISTED});
      language_def(build, def)->type = type;
    }
  }
}

/* A.B.C: C of what is called A.B, a package or an object. */
static ExprNo read_selected(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo prefix = language_field(build, node, FIELD_PREFIX), name = language_field(build, node, FIELD_SELECTOR);
  Str text = language_text(build, prefix);
  bool is_path = language_kind(build, prefix) == KIND_SELECTED && str_find_byte(text, '(') == STR_NONE && language_begins_package(build, text);
  ExprNo base = is_path ? language_use_module(build, text, text, prefix) : language_expr(build, prefix);
  return name && language_kind(build, name) != KIND_LITERAL ? language_use_member(build, base, name, role) : 0;
}
/* A name behind `end` is none. */
static ExprNo read_name(LanguageBuild *build, NodeNo node, unsigned role) { return language_is_behind(build, node, STR("end")) ? 0 : language_expr_name(build, node, role); }
/* Name => Value, in a call. */
static ExprNo read_argument(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo names = language_child(build, node, KIND_CHOICE), value = language_last(build, node);
  return names && names != value ? language_keyword(build, syntax_named(build->syntax, names, 0), value) : language_expr_only(build, node, role);
}
static ExprNo read_operands(LanguageBuild *build, NodeNo node, unsigned role) { return language_expr_joined(build, node, role, &(LanguageSigns){KIND_ADDING, "&", KIND_RELATION, KIND_UNARY}); }
/* What a protected object has is called on it, and takes nothing else first. */
static void visit_protected(LanguageBuild *build, NodeNo node) {
  DefNo first = (DefNo)build->facts->defs.len;
  language_visit_row(build, node);
  for (DefNo i = first; i < build->facts->defs.len; i++) build->facts->defs.items[i].flags &= ~(unsigned)DEF_EXTENSION;
}
static ExprNo type_selected(LanguageBuild *build, NodeNo node) { return read_selected(build, node, REF_TYPE); }

static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  (void)from;
  language_find_package(world, names_text(facts->names, import->specifier), ret_module);
}

#define SUBPROGRAM .name = "<function_specification>/name|<procedure_specification>/name", .type = "<function_specification>/<result_profile>/subtype_mark", \
  .params = "<function_specification>/<formal_part>|<procedure_specification>/<formal_part>"
static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "with_clause", .handler = {.visit = visit_with}},
    {LANGUAGE_ROW_OWN, .node = "use_clause", .handler = {.visit = visit_use}},
    {LANGUAGE_ROW_OWN, .node = "package_renaming_declaration", .handler = {.visit = visit_renaming}},
    {LANGUAGE_ROW_OWN, .node = "generic_instantiation", .handler = {.visit = visit_instance}},
    {LANGUAGE_ROW_OWN, .node = "package_declaration package_body", .handler = {.visit = visit_package}},
    {LANGUAGE_ROW_DEFINE, .node = "subprogram_body expression_function_declaration null_procedure_declaration", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED | DEF_EXTENSION, SUBPROGRAM,
     .value = "endname", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "subprogram_declaration", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED | DEF_EXTENSION | DEF_DECLARATION, SUBPROGRAM, .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "subprogram_renaming_declaration", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED | DEF_EXTENSION, SUBPROGRAM},
    {LANGUAGE_ROW_DEFINE, .node = "protected_type_declaration single_protected_declaration protected_body", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED | DEF_PARTIAL, .name = "<identifier>", .body = ".", .handler = {.visit = visit_protected}},
    {LANGUAGE_ROW_DEFINE, .node = "entry_declaration", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED | DEF_DECLARATION, .name = "entry_name", .params = "parameter_profile", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "entry_body", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "<identifier>", .params = "parameter_profile", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "generic_subprogram_declaration", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED | DEF_DECLARATION, SUBPROGRAM, .handler = {.visit = visit_generic}},
    {LANGUAGE_ROW_PARAM, .node = "parameter_specification", .items = ".", .type = "subtype_mark|<access_definition>/subtype_mark", .value = "<expression>"},
    {LANGUAGE_ROW_INNER, .node = "full_type_declaration", .when = "<protected_type_declaration>|<task_type_declaration>"},
    {LANGUAGE_ROW_DEFINE, .node = "full_type_declaration private_extension_declaration private_type_declaration subtype_declaration", .kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED,
     .name = "<identifier>", .bases = "subtype_mark|<derived_type_definition>/subtype_mark", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "component_declaration", .kind = SYMBOL_FIELD, .flags = DEF_EXPORTED, .name = "<identifier>", .type = "<component_definition>/subtype_mark"},
    {LANGUAGE_ROW_DEFINE, .node = "exception_declaration", .kind = SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = "<identifier>"},
    {LANGUAGE_ROW_DEFINE, .node = "task_body", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "<identifier>", .body = "."},
    {LANGUAGE_ROW_OWN, .node = "object_declaration", .handler = {.visit = visit_objects}},
    {LANGUAGE_ROW_LOOP, .node = "loop_statement", .name = "<iteration_scheme>/<loop_parameter_specification>/<identifier>|<iteration_scheme>/<iterator_specification>/<identifier>",
     .value = "<iteration_scheme>/<loop_parameter_specification>/1|<iteration_scheme>/<iterator_specification>/iterator_name|<iteration_scheme>/condition", .body = "statements"},
    {LANGUAGE_ROW_BLOCK, .node = "quantified_expression", .name = "<iterator_specification>/<identifier>|<loop_parameter_specification>/<identifier>"},
    {LANGUAGE_ROW_LOCAL, .node = "extended_return_object_declaration object_renaming_declaration", .name = "<identifier>", .type = "subtype_mark", .value = "object_name", .body = "."},
    {LANGUAGE_ROW_BINDS, .node = "choice_parameter_specification"},
    {LANGUAGE_ROW_LITERAL, .node = "function_call", .when = "<attribute_designator>", .is = "Image image Img img", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_CALL, .node = "function_call procedure_call_statement", .base = "name", .items = "<actual_parameter_part>"},
    {LANGUAGE_ROW_OWN, .node = "selected_component", .handler = {.expr = read_selected, .type = type_selected}},
    {LANGUAGE_ROW_BLOCK, .node = "block_statement exception_handler"},
    {LANGUAGE_ROW_LITERAL, .node = "term", .when = "<attribute_designator>", .is = "Image image Img img", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_EXPR, .node = "term", .when = "<attribute_designator>", .is = "Access access Unchecked_Access Unrestricted_Access Address", .kind = EXPR_POINTER, .base = "name"},
    {LANGUAGE_ROW_OWN, .node = "expression", .handler = {.expr = read_operands}}, {LANGUAGE_ROW_OWN, .node = "parameter_association", .handler = {.expr = read_argument}}, {LANGUAGE_ROW_OWN, .node = "term", .handler = {.expr = language_expr_only}},
    {LANGUAGE_ROW_LITERAL, .node = "string_literal", .kind = LITERAL_STRING}, {LANGUAGE_ROW_LITERAL, .node = "character_literal", .kind = LITERAL_CHAR}, {LANGUAGE_ROW_LITERAL, .node = "numeric_literal", .kind = LITERAL_INT},
    {LANGUAGE_ROW_NAME, .node = "identifier", .handler = {.expr = read_name}},
    {LANGUAGE_ROW_INNER, .node = "aspect_association", .when = "<identifier>", .is = "Pre pre Post post Type_Invariant Predicate Dynamic_Predicate Static_Predicate Contract_Cases", .value = "<expression>"},
    {LANGUAGE_ROW_NOTHING, .node = "attribute_designator aspect_association component_choice_list pragma_g overriding_indicator enumeration_type_definition generic_formal_part"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_ada = {
    .name = "ada", .revision = 1, .tier = LANGUAGE_TIER_CALLS, .extensions = "adb ads ada",
    .kinds = kinds, .fields = fields, .rows = rows,
    .rules = {.name_case = LANGUAGE_CASE_IGNORED, .type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .packages = LANGUAGE_PACKAGE_NAME, .called_type = LANGUAGE_CALLED_TYPE_CONVERTS, .reading_calls = true, .reads_call = true, .overloads = LANGUAGE_OVERLOADS_BEST, .overloads_join = true,
              .extensions_static = true, .members_give_way = true, .operations_follow = true, .stars_stay = true, .unknown_is_outside = true, .declaration_holds = true},
    .names = {.joins = "&", .literals = {[LITERAL_INT] = "positive", [LITERAL_STRING] = "string", [LITERAL_CHAR] = "character"}, .primitives = "positive:positive natural:natural integer:integer long_integer:long_integer long_long_integer:long_long_integer ; string:string ; boolean:boolean ; character:character"},
    .find_module = find_module, .home = {.manifests = "alire.toml"},
    .test_names = "test/ tests/ testsuite/ test_*.adb *_test.adb *_tests.adb", .editing = {.indent = "   "},
};
