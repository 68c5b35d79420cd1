/* PowerShell: functions, filters, classes and their members; a command is a call
 * of the function of that name. Scripts that are run with
 * a dot before them and modules that are imported by their path are followed;
 * functions of other files are found by their name, since scripts are mostly
 * loaded by a loop. What a variable holds is not known. */
#include "src/languages/common/nodes_internal.h"

enum { KIND_SIMPLE = 1, KIND_VARIABLE, KIND_MEMBER, KIND_OPERATOR, KIND_TOKEN, KIND_COMMAND_NAME, KIND_ARGUMENTS, KIND_FUNCTION_NAME, KIND_BRACE, KIND_BLOCK };
static const char *const kinds[] = {"simple_name", "variable", "member_name", "command_invokation_operator", "generic_token", "command_name", "argument_list", "function_name", "'{", "script_block_expression", NULL};
enum { FIELD_COMMAND = 1, FIELD_ELEMENTS };
static const char *const fields[] = {"command_name", "command_elements", NULL};

/* function script:show, which is called as show */
static void visit_function(LanguageBuild *build, NodeNo node) {
  NodeNo name = syntax_child(build->syntax, node, KIND_FUNCTION_NAME);
  Str text = syntax_text(build->syntax, name);
  size_t colon = str_find_byte(text, ':');
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = name, .whole = node, .bind = BIND_HOISTED,
                                                    .body = syntax_child(build->syntax, node, KIND_BRACE), .name_text = str_slice(text, colon == STR_NONE ? 0 : colon + 1, text.len)});
  language_visit_inside(build, node, def);
}

/* The names behind the first are bases. */
static void visit_class(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_child(syntax, node, KIND_SIMPLE);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = name, .whole = node, .bind = BIND_HOISTED});
  ExprNo bases[8];
  size_t count = 0;
  for (NodeNo c = name ? syntax_next(syntax, name) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != KIND_SIMPLE || count == COUNT_OF(bases)) continue;
    bases[count++] = language_expr_name(build, c, REF_EXTEND);
  }
  ExprList list = language_list(build, bases, count);
  language_def(build, def)->bases = list;
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, node, def, &before);
  language_visit_children(build, node);
  language_close(build, &before);
}

static void visit_property(LanguageBuild *build, NodeNo node) {
  NodeNo variable = syntax_child(build->syntax, node, KIND_VARIABLE);
  Str text = syntax_text(build->syntax, variable);
  if (text.len < 2) return;
  language_define(build, &(LanguageDef){.kind = SYMBOL_FIELD, .flags = DEF_EXPORTED, .name = variable, .name_text = str_slice(text, 1, text.len),
                                        .whole = node, .bind = BIND_HOISTED | BIND_MEMBER});
}

/* . ./lib.ps1, Import-Module ./tools.psm1, using module ./x.psm1 */
static void import_path(LanguageBuild *build, NodeNo node, Str path) {
  path = str_trim(path);
  while (path.len && (path.ptr[0] == '"' || path.ptr[0] == '\'')) path = str_slice(path, 1, path.len - 1);
  if (str_starts_with(path, STR("$PSScriptRoot"))) path = str_format(build->arena, ".%.*s", STR_ARG(str_slice(path, 13, path.len)));
  char *plain = arena_copy(build->arena, path.ptr, path.len);
  for (size_t i = 0; i < path.len; i++) {
    if (plain[i] == '\\') plain[i] = '/';
  }
  if (path.len && str_find_byte(path, '$') == STR_NONE) {
    language_import(build, (Import){.form = IMPORT_STAR, .specifier = language_intern(build, (Str){plain, path.len})}, node);
  }
}

/* Set-Alias task Add-BuildTask, with or without -Name and -Value: another name for a command. It holds where the file is run. */
static void define_alias(LanguageBuild *build, NodeNo node, NodeNo elements) {
  NodeNo words[2] = {0};
  size_t count = 0;
  for (NodeNo around = node; around; around = syntax_parent(build->syntax, around)) if (syntax_kind(build->syntax, around) == KIND_BLOCK) return;
  for (NodeNo c = syntax_first(build->syntax, elements); c && count < 2; c = syntax_next(build->syntax, c)) {
    if (syntax_kind(build->syntax, c) == KIND_TOKEN) words[count++] = c;
  }
  if (count < 2 || build->callable || str_find_byte(syntax_text(build->syntax, words[1]), '$') != STR_NONE) return;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_CONSTANT, .name = words[0], .whole = node, .bind = BIND_HOISTED});
  ExprNo value = language_expr_name(build, words[1], REF_READ);
  language_def(build, def)->value = value;
}

static ExprNo command(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, FIELD_COMMAND), sign = syntax_child(syntax, node, KIND_OPERATOR);
  NodeNo elements = syntax_field(syntax, node, FIELD_ELEMENTS);
  if (sign && str_eq(syntax_text(syntax, sign), STR("."))) import_path(build, name, syntax_text(syntax, name));
  if (sign) {
    language_visit_children(build, node);
    return 0;
  }
  language_visit(build, elements);
  if (syntax_kind(syntax, name) != KIND_COMMAND_NAME) return 0;
  if (str_eq_ignore_case(syntax_text(syntax, name), STR("Import-Module")) && elements) {
    import_path(build, elements, syntax_text(syntax, syntax_child(syntax, elements, KIND_TOKEN)));
  }
  if (str_eq_ignore_case(syntax_text(syntax, name), STR("Set-Alias")) && elements) define_alias(build, node, elements);
  return language_call_name(build, name, node);
}

/* $this.Show(1), [Box]::Make(), [Box]::new(1); a field is read the same way. */
static ExprNo invoke(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  NodeNo base = syntax_named(syntax, node, 0), member = syntax_child(syntax, node, KIND_MEMBER), list = syntax_child(syntax, node, KIND_ARGUMENTS);
  NodeNo name = member ? syntax_child(syntax, member, KIND_SIMPLE) : 0;
  ExprNo object = language_expr(build, base);
  for (NodeNo c = syntax_next(syntax, base); c; c = syntax_next(syntax, c)) {
    if (c != member) language_visit(build, c);
  }
  if (!name || !object) return 0;
  if (list && str_eq_ignore_case(syntax_text(syntax, name), STR("new"))) {
    return language_add_call(build, EXPR_NEW, &(LanguageCall){.callee = object, .node = node, .name = name});
  }
  if (!list) return language_use_member(build, object, name, role);
  return language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = language_add_member(build, object, name), .node = node, .name = name});
}

static ExprNo variable(LanguageBuild *build, NodeNo node, unsigned role) {
  if (str_eq_ignore_case(syntax_text(build->syntax, node), STR("$this"))) {
    return language_add(build, (Expr){.kind = EXPR_SELF, .at = build->syntax->nodes[node].from});
  }
  (void)role;
  return 0;
}

static ExprNo type(LanguageBuild *build, NodeNo node, unsigned role) {
  Str text = syntax_text(build->syntax, node);
  if (text.len < 3 || str_find_byte(text, '.') != STR_NONE || str_find_byte(str_slice(text, 1, text.len), '[') != STR_NONE) return 0;
  return language_use_word(build, str_slice(text, 1, text.len - 1), node, role == REF_READ ? REF_TYPE : role);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "function_statement", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "<function_name>", .body = ".", .handler = {.visit = visit_function}},
    {LANGUAGE_ROW_OWN, .node = "class_statement enum_statement", .handler = {.visit = visit_class}},
    {LANGUAGE_ROW_DEFINE, .node = "class_method_definition", .kind = SYMBOL_METHOD, .flags = DEF_EXPORTED, .name = "<simple_name>", .type = "<type_literal>", .body = "."},
    {LANGUAGE_ROW_OWN, .node = "class_property_definition", .handler = {.visit = visit_property}},
    {LANGUAGE_ROW_OWN, .node = "command", .handler = {.expr = command}},
    {LANGUAGE_ROW_OWN, .node = "invokation_expression member_access", .handler = {.expr = invoke}},
    {LANGUAGE_ROW_OWN, .node = "variable", .handler = {.expr = variable}},
    {LANGUAGE_ROW_OWN, .node = "type_literal", .handler = {.expr = type}},
    {LANGUAGE_ROW_OWN, .node = "logical_expression bitwise_expression comparison_expression additive_expression multiplicative_expression "
     "format_expression range_expression array_literal_expression unary_expression pipeline pipeline_chain parenthesized_expression",
     .handler = {.expr = language_expr_only}},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_powershell = {
    .name = "powershell", .tier = LANGUAGE_TIER_CALLS, .extensions = "ps1 psm1", .shebangs = "pwsh",
    .kinds = kinds, .fields = fields, .rows = rows,
    .rules = {.name_case = LANGUAGE_CASE_IGNORED, .globals = LANGUAGE_GLOBALS_LINKED, .tests_apart = true, .called_by_alias = true, .unknown_is_outside = true},
    .near = "{} {}.ps1 {}.psm1",
    .test_names = "*.tests.ps1 *.Tests.ps1 *.test.ps1 test/ tests/",
};
