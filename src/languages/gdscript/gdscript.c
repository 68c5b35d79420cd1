/* GDScript: a file is a class, so its functions see each other; inner classes,
 * constants, variables and signals. preload() and load() give other files.
 * Members are found through those and through self; nodes of a scene and the
 * classes of the engine are outside. */
#include "src/languages/common/near_internal.h"

enum { KIND_IDENTIFIER = 1, KIND_CALL, KIND_ARGUMENTS };
static const char *const kinds[] = {"identifier", "attribute_call", "arguments", NULL};

/* a.b(c).d(e): a part at a time. */
static ExprNo read_chain(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  NodeNo first = syntax_named(syntax, node, 0);
  bool is_self = str_eq(syntax_text(syntax, first), STR("self"));
  ExprNo base = is_self ? 0 : language_expr(build, first);
  for (NodeNo c = first ? syntax_next(syntax, first) : 0; c; c = syntax_next(syntax, c)) {
    NodeNo name = syntax_kind(syntax, c) == KIND_CALL ? syntax_child(syntax, c, KIND_IDENTIFIER) : c;
    if (syntax_kind(syntax, c) == KIND_CALL && name) {
      language_visit_others(build, c, name);
      ExprNo callee = is_self ? language_add_name(build, name) : language_add_member(build, base, name);
      base = language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = callee, .node = c, .name = name});
    } else if (syntax_kind(syntax, c) == KIND_IDENTIFIER) {
      base = is_self ? language_expr_name(build, c, role) : language_use_member(build, base, c, role);
    } else {
      language_visit(build, c);
    }
    is_self = false;
  }
  return base;
}

static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  Str path = names_text(facts->names, import->specifier);
  if (path.len >= 2 && (path.ptr[0] == '"' || path.ptr[0] == '\'')) path = str_slice(path, 1, path.len - 1);
  if (str_starts_with(path, STR("res://"))) path = str_slice(path, 6, path.len);
  language_find_near(world, from, path, "{}", ret_module);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "function_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name", .params = "parameters",
     .type = "return_type", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "constructor_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name|<'_init>", .params = "parameters", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "class_definition", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "name", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "enum_definition", .kind = SYMBOL_ENUM, .flags = DEF_EXPORTED, .name = "name", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "enumerator", .kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED | DEF_STATIC, .name = "left"},
    {LANGUAGE_ROW_DEFINE, .node = "variable_statement const_statement export_variable_statement onready_variable_statement", .kind = SYMBOL_VARIABLE,
     .flags = DEF_EXPORTED, .name = "name", .type = "type", .value = "value"},
    {LANGUAGE_ROW_DEFINE, .node = "signal_statement", .kind = SYMBOL_PROPERTY, .flags = DEF_EXPORTED, .name = "name"},
    {LANGUAGE_ROW_PARAM, .node = "typed_parameter typed_default_parameter default_parameter", .name = "<identifier>", .type = "type", .value = "value"},
    {LANGUAGE_ROW_CALL, .node = "call", .base = "<identifier>", .items = "arguments", .imports = "preload load", .value = "arguments/0"},
    {LANGUAGE_ROW_OWN, .node = "attribute", .handler = {.expr = read_chain}},
    {LANGUAGE_ROW_LOOP, .node = "for_statement", .name = "left", .value = "right", .body = "body"},
    {LANGUAGE_ROW_RETURN, .node = "return_statement", .value = "0"},
    {LANGUAGE_ROW_INNER, .node = "type parenthesized_expression"},
    {LANGUAGE_ROW_NAME, .node = "identifier name"},
    {LANGUAGE_ROW_LITERAL, .node = "string", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_NOTHING, .node = "class_name_statement extends_statement annotation"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_gdscript = {
    .name = "gdscript",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "gd",
    .kinds = kinds,
    .shared = true,
    .rows = rows,
    .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .unknown_is_outside = true},
    .find_module = find_module,
    .home = {.manifests = "project.godot"},
    .editing = {.indent = "\t"},
};
