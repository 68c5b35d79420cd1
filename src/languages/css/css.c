/* CSS and SCSS: selectors, custom properties and variables, key frames; of
 * SCSS mixins and functions too, and what includes and calls them. Selectors
 * are not compared with pages. In CSS a property is everybody's; in SCSS names
 * come from the files that are used or imported, without namespaces. */
#include "src/languages/common/near_internal.h"

enum { KIND_SELECTORS = 1, KIND_BLOCK, KIND_PROPERTY, KIND_NAME, KIND_FUNCTION, KIND_ARGUMENTS, KIND_STRING };
static const char *const kinds[] = {"selectors", "block", "property_name", "identifier", "function_name", "arguments", "string_value", NULL};

enum { SELECTOR_BYTES = 120 };

static void visit_rule(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo selectors = syntax_child(syntax, node, KIND_SELECTORS), block = syntax_child(syntax, node, KIND_BLOCK);
  LanguageOpen before;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = selectors,
      .name_text = str_head(syntax_text(syntax, selectors), SELECTOR_BYTES), .whole = node, .body = block, .no_bind = true});
  language_open(build, SCOPE_BLOCK, node, def, &before);
  language_attribute(build, def);
  language_visit(build, block);
  language_close(build, &before);
}

/* "--name: value" and "$name: value"; other properties are the browser's. A
 * custom property holds wherever its rule does, so it is bound for the file. */
static void visit_declaration(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_child(syntax, node, KIND_PROPERTY);
  Str text = syntax_text(syntax, name);
  bool is_custom = str_starts_with(text, STR("--")), is_variable = str_starts_with(text, STR("$"));
  if (is_custom || (is_variable && !build->callable)) {
    language_define(build, &(LanguageDef){.kind = SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = name, .whole = node,
                                          .bind = BIND_HOISTED, .scope = is_custom ? 1 : 0});
  } else if (is_variable) {
    language_bind(build, (Bind){.name = language_name(build, name), .from = syntax->nodes[name].from});
  }
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (c != name) language_visit(build, c);
  }
}

/* var(--x) reads; all other functions of CSS are the browser's. */
static ExprNo read_variable(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_child(syntax, node, KIND_FUNCTION), list = syntax_child(syntax, node, KIND_ARGUMENTS);
  NodeNo first = list ? syntax_named(syntax, list, 0) : 0;
  bool is_variable = str_eq_ignore_case(syntax_text(syntax, name), STR("var"));
  if (is_variable && str_starts_with(syntax_text(syntax, first), STR("--"))) language_expr_name(build, first, REF_READ);
  language_visit(build, list);
  return 0;
}

static ExprNo call_function(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo name = syntax_child(build->syntax, node, KIND_FUNCTION);
  read_variable(build, node, role);
  if (!name || str_eq(syntax_text(build->syntax, name), STR("var"))) return 0;
  return language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = language_add_name(build, name), .node = node, .name = name});
}

static void visit_include(LanguageBuild *build, NodeNo node) {
  NodeNo name = syntax_child(build->syntax, node, KIND_NAME);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (c != name) language_visit(build, c);
  }
  if (!name) return;
  language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = language_add_name(build, name), .node = node, .name = name});
}

static void visit_import(LanguageBuild *build, NodeNo node) {
  NodeNo string = syntax_child(build->syntax, node, KIND_STRING);
  Str path = syntax_text(build->syntax, string);
  if (path.len < 3) return;
  language_import(build, (Import){.form = IMPORT_STAR, .flags = IMPORT_REEXPORT, .specifier = language_intern(build, str_slice(path, 1, path.len - 1))}, node);
}

static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  language_find_near(world, from, names_text(facts->names, import->specifier),
                     "{} {}.scss {/}_{.}.scss {}.css {}/_index.scss {}/index.scss", ret_module);
}

#define ROWS_OF_BOTH                                                                                              \
  {LANGUAGE_ROW_OWN, .node = "rule_set", .handler = {.visit = visit_rule}},                                       \
  {LANGUAGE_ROW_OWN, .node = "declaration", .handler = {.visit = visit_declaration}},                             \
  {LANGUAGE_ROW_DEFINE, .node = "keyframes_statement", .kind = SYMBOL_CONSTANT, .flags = DEF_EXPORTED,            \
   .name = "<keyframes_name>", .value = "<keyframe_block_list>"},                                                 \
  {LANGUAGE_ROW_COMMENT, .node = "comment js_comment"}

static const LanguageRow rows[] = {
    ROWS_OF_BOTH,
    {LANGUAGE_ROW_OWN, .node = "call_expression", .handler = {.expr = read_variable}},
    {LANGUAGE_ROW_OWN, .node = "import_statement", .handler = {.visit = visit_import}},
    {0},
};

static const LanguageRow scss_rows[] = {
    ROWS_OF_BOTH,
    {LANGUAGE_ROW_OWN, .node = "call_expression", .handler = {.expr = call_function}},
    {LANGUAGE_ROW_OWN, .node = "import_statement use_statement forward_statement", .handler = {.visit = visit_import}},
    {LANGUAGE_ROW_DEFINE, .node = "mixin_statement function_statement", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED,
     .name = "name", .params = "<parameters>", .body = "<block>"},
    {LANGUAGE_ROW_PARAM, .node = "parameter", .name = "<variable>", .value = "value|default"},
    {LANGUAGE_ROW_OWN, .node = "include_statement", .handler = {.visit = visit_include}},
    {LANGUAGE_ROW_NAME, .node = "variable"},
    {0},
};

const Language language_css = {
    .name = "css",
    .tier = LANGUAGE_TIER_STRUCTURE,
    .extensions = "css",
    .kinds = kinds,
    .shared = true,
    .rows = rows,
    .find_module = find_module,
    .rules = {.globals = LANGUAGE_GLOBALS_LINKED},
    .editing = {.indent = "  "},
};

const Language language_scss = {
    .name = "scss",
    .family = "css",
    .tier = LANGUAGE_TIER_STRUCTURE,
    .extensions = "scss",
    .kinds = kinds,
    .shared = true,
    .rows = scss_rows,
    .find_module = find_module,
    .rules = {.unknown_is_outside = true},
    .editing = {.indent = "  "},
};
