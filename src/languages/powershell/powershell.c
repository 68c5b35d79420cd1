/* PowerShell: functions, filters, classes and their members; a command is a call
 * of the function of that name. Scripts that are run with a dot before them and modules
 * that are imported by their path are followed; functions of other files are found by their
 * name, since scripts are mostly loaded by a loop. What a variable holds is not known. */
#include "src/languages/common/nodes_internal.h"

enum { KIND_SIMPLE = 1, KIND_VARIABLE, KIND_MEMBER, KIND_OPERATOR, KIND_TOKEN, KIND_COMMAND_NAME, KIND_ARGUMENTS, KIND_FUNCTION_NAME, KIND_BRACE, KIND_BLOCK };
static const char *const kinds[] = {"simple_name", "variable", "member_name", "command_invokation_operator", "generic_token", "command_name", "argument_list", "function_name", "'{", "script_block_expression", NULL};
enum { FIELD_COMMAND = 1, FIELD_ELEMENTS };
static const char *const fields[] = {"command_name", "command_elements", NULL};

/* function script:show, which is called as show; [string]$Label in a class, which is read as Label */
static void visit_named(LanguageBuild *build, NodeNo node) {
  NodeNo function = syntax_child(build->syntax, node, KIND_FUNCTION_NAME), name = function ? function : syntax_child(build->syntax, node, KIND_VARIABLE);
  Str text = syntax_text(build->syntax, name);
  size_t sign = str_find_byte(text, function ? ':' : '$');
  if (!function && text.len < 2) return;
  DefNo def = language_define(build, &(LanguageDef){.kind = function ? SYMBOL_FUNCTION : SYMBOL_FIELD, .flags = DEF_EXPORTED, .name = name, .whole = node, .bind = function ? BIND_HOISTED : BIND_HOISTED | BIND_MEMBER,
                                                    .body = syntax_child(build->syntax, node, KIND_BRACE), .name_text = str_slice(text, sign == STR_NONE ? 0 : sign + 1, text.len)});
  if (function) language_visit_inside(build, node, def);
}

/* A class's name with bases behind it; the names of parameters of attributes are none. */
static ExprNo base(LanguageBuild *build, NodeNo node, unsigned role) {
  return role == LANGUAGE_NO_REF ? language_use_word(build, syntax_text(build->syntax, node), node, role) : 0;
}

/* . ./lib.ps1, Import-Module ./tools.psm1, using module ./x.psm1 */
static void import_path(LanguageBuild *build, NodeNo node, Str path) {
  path = str_trim(path);
  while (path.len && (path.ptr[0] == '"' || path.ptr[0] == '\'')) path = str_slice(path, 1, path.len - 1);
  if (str_starts_with(path, STR("$PSScriptRoot"))) path = str_format(build->arena, ".%.*s", STR_ARG(str_slice(path, 13, path.len)));
  char *plain = arena_copy(build->arena, path.ptr, path.len);
  for (size_t i = 0; i < path.len; i++) plain[i] = plain[i] == '\\' ? '/' : plain[i];
  Import import = {.form = IMPORT_STAR, .specifier = language_intern(build, (Str){plain, path.len})};
  if (path.len && str_find_byte(path, '$') == STR_NONE) language_import(build, import, node);
}

/* Not in a block that something else may run; those of a script itself are read as if they were given to a command. */
static bool runs_with_file(const Syntax *syntax, NodeNo node) {
  static const char *const own[] = {"dynamicparam", "begin", "process", "end"};
  for (; node; node = syntax_parent(syntax, node)) {
    NodeNo by = node;
    for (int i = 0; i < 4 && by && syntax_kind(syntax, node) == KIND_BLOCK; i++) by = syntax_parent(syntax, by);
    if (by != node && !str_is_among(syntax_text(syntax, syntax_field(syntax, by, FIELD_COMMAND)), own, COUNT_OF(own))) return false;
  }
  return true;
}

/* Set-Alias task Add-BuildTask, with or without -Name and -Value: another name for a command, which is found from other files as functions are. */
static void define_alias(LanguageBuild *build, NodeNo node, NodeNo elements) {
  NodeNo words[2] = {0};
  size_t count = 0;
  for (NodeNo c = syntax_first(build->syntax, elements); c && count < 2; c = syntax_next(build->syntax, c)) {
    if (syntax_kind(build->syntax, c) == KIND_TOKEN) words[count++] = c;
  }
  if (count < 2 || build->callable || !runs_with_file(build->syntax, node) || str_find_byte(syntax_text(build->syntax, words[1]), '$') != STR_NONE) return;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_CONSTANT, .flags = DEF_EXPORTED, .name = words[0], .whole = node, .bind = BIND_HOISTED});
  ExprNo value = language_expr_name(build, words[1], REF_READ);
  language_def(build, def)->value = value;
}

static ExprNo command(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, FIELD_COMMAND), sign = syntax_child(syntax, node, KIND_OPERATOR), elements = syntax_field(syntax, node, FIELD_ELEMENTS);
  if (sign && str_eq(syntax_text(syntax, sign), STR("."))) import_path(build, name, syntax_text(syntax, name));
  if (sign) return language_visit_children(build, node), 0;
  language_visit(build, elements);
  if (syntax_kind(syntax, name) != KIND_COMMAND_NAME) return 0;
  Str text = syntax_text(syntax, name);
  if (str_eq_ignore_case(text, STR("Import-Module")) && elements) import_path(build, elements, syntax_text(syntax, syntax_child(syntax, elements, KIND_TOKEN)));
  if (str_eq_ignore_case(text, STR("Set-Alias")) && elements) define_alias(build, node, elements);
  return language_call_name(build, name, node);
}

/* $this.Show(1), [Box]::Make(), [Box]::new(1); a field is read the same way. */
static ExprNo invoke(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  NodeNo base = syntax_named(syntax, node, 0), member = syntax_child(syntax, node, KIND_MEMBER), list = syntax_child(syntax, node, KIND_ARGUMENTS);
  NodeNo name = member ? syntax_child(syntax, member, KIND_SIMPLE) : 0;
  ExprNo object = language_expr(build, base);
  for (NodeNo c = syntax_next(syntax, base); c; c = syntax_next(syntax, c)) language_visit(build, c == member ? 0 : c);
  if (!name || !object) return 0;
  if (!list) return language_use_member(build, object, name, role);
  bool makes = str_eq_ignore_case(syntax_text(syntax, name), STR("new"));
  return language_add_call(build, makes ? EXPR_NEW : EXPR_CALL, &(LanguageCall){.callee = makes ? object : language_add_member(build, object, name), .node = node, .name = name});
}

static ExprNo variable(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  bool is_self = str_eq_ignore_case(syntax_text(build->syntax, node), STR("$this"));
  return is_self ? language_add(build, (Expr){.kind = EXPR_SELF, .at = build->syntax->nodes[node].from}) : 0;
}

static ExprNo type(LanguageBuild *build, NodeNo node, unsigned role) {
  Str text = syntax_text(build->syntax, node);
  if (text.len < 3 || str_find_byte(text, '.') != STR_NONE || str_find_byte(str_slice(text, 1, text.len), '[') != STR_NONE) return 0;
  return language_use_word(build, str_slice(text, 1, text.len - 1), node, role == REF_READ ? REF_TYPE : role);
}

/* A text that stands first in its line with a block behind it is what a switch compares with. */
static void read_compared(Str text, size_t at, char *to) {
  size_t end = at + 1, behind;
  while (end < text.len && text.ptr[end] != '"' && text.ptr[end] != '\n') end++;
  for (behind = end + 1; behind < text.len && byte_is_blank(text.ptr[behind]);) behind++;
  if (behind < text.len && text.ptr[end] == '"' && text.ptr[behind] == '{') memset(to + at + 1, '_', end - at - 1);
}

/* What the grammar cannot take is given as what it can: *Name, words with commas between them (Remove-Item a, b), and
 * texts with variables in them that a switch compares with. */
static Str reading(Arena *arena, Str text) {
  char *to = arena_copy(arena, text.ptr, text.len);
  bool is_word = false, is_first = true; /* all since the last blank or comma is a bare word; the line began with blanks alone */
  int brackets = 0;
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i], before = i ? text.ptr[i - 1] : '\n', next = i + 1 < text.len ? text.ptr[i + 1] : '\n';
    bool begins = byte_is_blank(before) || before == ',';
    brackets = c == '\n' ? 0 : brackets + (c == '[') - (c == ']');
    if (c == '"' && is_first) read_compared(text, i, to);
    if (c == '*' && byte_is_letter(next) && (begins || memchr("({;|", before, 4))) to[i] = '_';
    if (c == ',' && is_word && !brackets && next != '\n' && next != '\r') to[i] = ' ';
    is_word = begins ? byte_is_letter(c) || c == '*' || c == '_' : is_word && (byte_is_word(c) || memchr(".*:\\/?+-", c, 8));
    is_first = c == '\n' || (is_first && byte_is_blank(c));
  }
  return (Str){to, text.len};
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "function_statement", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "<function_name>", .body = ".", .handler = {.visit = visit_named}},
    {LANGUAGE_ROW_DEFINE, .node = "class_statement enum_statement", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "<simple_name>", .bases = "<simple_name>/+simple_name", .body = "."},
    {LANGUAGE_ROW_OWN, .node = "simple_name", .handler = {.expr = base}},
    {LANGUAGE_ROW_DEFINE, .node = "class_method_definition", .kind = SYMBOL_METHOD, .flags = DEF_EXPORTED, .name = "<simple_name>", .type = "<type_literal>", .body = "."},
    {LANGUAGE_ROW_OWN, .node = "class_property_definition", .handler = {.visit = visit_named}},
    {LANGUAGE_ROW_OWN, .node = "command", .handler = {.expr = command}},
    {LANGUAGE_ROW_OWN, .node = "invokation_expression member_access", .handler = {.expr = invoke}},
    {LANGUAGE_ROW_OWN, .node = "variable", .handler = {.expr = variable}},
    {LANGUAGE_ROW_OWN, .node = "type_literal", .handler = {.expr = type}},
    {LANGUAGE_ROW_OWN, .node = "logical_expression bitwise_expression comparison_expression additive_expression multiplicative_expression "
     "format_expression range_expression array_literal_expression unary_expression pipeline pipeline_chain parenthesized_expression", .handler = {.expr = language_expr_only}},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_powershell = {
    .name = "powershell", .revision = 1, .tier = LANGUAGE_TIER_CALLS, .extensions = "ps1 psm1 psd1", .shebangs = "pwsh",
    .kinds = kinds, .fields = fields, .rows = rows, .reading = reading,
    .rules = {.name_case = LANGUAGE_CASE_IGNORED, .globals = LANGUAGE_GLOBALS_LINKED, .names_once = true, .tests_apart = true, .called_by_alias = true, .unknown_is_outside = true},
    .near = "{} {}.ps1 {}.psm1", .test_names = "*.tests.ps1 *.Tests.ps1 *.test.ps1 test/ tests/",
};
