/* R: functions that are given a name, variables of the top level, calls by
 * name. The files of a package's R folder share their names; elsewhere source()
 * brings them. Objects with members ($, @) and S4 or R6 classes are not told. */
#include "src/languages/language.h"

enum { KIND_IDENTIFIER = 1, KIND_FUNCTION, KIND_STRING, KIND_CONTENT };
static const char *const kinds[] = {"identifier", "function_definition", "string", "string_content", NULL};
enum { FIELD_LHS = 1, FIELD_RHS, FIELD_OPERATOR, FIELD_VALUE, FIELD_NAME, FIELD_PARAMETERS, FIELD_BODY, FIELD_DEFAULT, FIELD_FUNCTION,
       FIELD_ARGUMENTS, FIELD_CONTENT };
static const char *const fields[] = {"lhs", "rhs", "operator", "value", "name", "parameters", "body", "default", "function", "arguments", "content", NULL};

static void begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  bool in_package = str_starts_with(build->path, STR("R/")) || str_contains(build->path, STR("/R/"));
  if (in_package) build->facts->package = language_intern(build, STR("package"));
}

static void function_inside(LanguageBuild *build, NodeNo node, DefNo def) {
  const Syntax *syntax = build->syntax;
  NodeNo list = syntax_field(syntax, node, FIELD_PARAMETERS);
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    NodeNo name = syntax_field(syntax, c, FIELD_NAME);
    ExprNo value = name ? language_expr(build, syntax_field(syntax, c, FIELD_DEFAULT)) : 0;
    if (name) language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_PARAM, .value = value, .from = syntax->nodes[name].from});
  }
  language_visit(build, syntax_field(syntax, node, FIELD_BODY));
  language_close(build, &before);
}

static ExprNo lambda(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_ANONYMOUS, .whole = node,
                                                    .body = syntax_field(build->syntax, node, FIELD_BODY)});
  function_inside(build, node, def);
  return language_add_func(build, def, node);
}

static bool is_bound(const LanguageBuild *build, NameId name) {
  for (size_t i = build->facts->binds.len; i-- > 1;) {
    const Bind *bind = &build->facts->binds.items[i];
    if (bind->scope == build->scope && names_same(bind->name, name)) return true;
  }
  return false;
}

/* Given again, a variable is the same one. */
static void give(LanguageBuild *build, NodeNo node, NodeNo name, ExprNo value) {
  Bind bind = {.name = language_name(build, name), .value = value, .from = build->syntax->nodes[name].from};
  if (build->scope == 1 && build->facts->binds.len < 4096 && !is_bound(build, bind.name)) {
    bind.def = language_define(build, &(LanguageDef){.kind = SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = name, .whole = node, .no_bind = true});
  }
  language_bind(build, bind);
}

static void assign(LanguageBuild *build, NodeNo node, NodeNo target, NodeNo value) {
  const Syntax *syntax = build->syntax;
  bool is_name = syntax_kind(syntax, target) == KIND_IDENTIFIER;
  if (is_name && syntax_kind(syntax, value) == KIND_FUNCTION) {
    DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = target, .whole = node,
        .body = syntax_field(syntax, value, FIELD_BODY), .bind = BIND_HOISTED});
    function_inside(build, value, def);
    return;
  }
  ExprNo given = language_expr(build, value);
  if (is_name) give(build, node, target, given);
  else language_expr_as(build, target, REF_WRITE);
}

static void visit_operator(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo left = syntax_field(syntax, node, FIELD_LHS), right = syntax_field(syntax, node, FIELD_RHS);
  Str sign = syntax_text(syntax, syntax_field(syntax, node, FIELD_OPERATOR));
  if (str_eq(sign, STR("<-")) || str_eq(sign, STR("=")) || str_eq(sign, STR("<<-"))) assign(build, node, left, right);
  else if (str_eq(sign, STR("->"))) assign(build, node, right, left);
  else language_visit_children(build, node);
}

/* stats::sd is a name of another package. */
static ExprNo read_qualified(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo name = syntax_field(build->syntax, node, FIELD_RHS);
  return name ? language_use_member(build, language_add_name(build, syntax_field(build->syntax, node, FIELD_LHS)), name, role) : 0;
}

static ExprNo called(LanguageBuild *build, NodeNo node, Str name, ExprNo call, const ExprNo *items, size_t count) {
  const Syntax *syntax = build->syntax;
  (void)items;
  if (!count || !str_eq(name, STR("source"))) return call;
  NodeNo list = syntax_field(syntax, node, FIELD_ARGUMENTS), first = list ? syntax_named(syntax, list, 0) : 0;
  NodeNo path = syntax_field(syntax, syntax_field(syntax, first, FIELD_VALUE), FIELD_CONTENT);
  if (path) language_import(build, (Import){.form = IMPORT_STAR, .flags = IMPORT_REEXPORT, .specifier = language_name(build, path), .scope = 1}, path);
  return call;
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "binary_operator", .handler = {.visit = visit_operator}},
    {LANGUAGE_ROW_OWN, .node = "function_definition", .handler = {.expr = lambda}},
    {LANGUAGE_ROW_INNER, .node = "argument", .value = "value"},
    {LANGUAGE_ROW_OWN, .node = "namespace_operator", .handler = {.expr = read_qualified}},
    {LANGUAGE_ROW_CALL, .node = "call", .base = "function", .items = "arguments", .result = called},
    {LANGUAGE_ROW_MEMBER, .node = "extract_operator", .base = "lhs", .name = "rhs"},
    {LANGUAGE_ROW_LOOP, .node = "for_statement", .name = "variable", .value = "sequence", .body = "body"},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression"},
    {LANGUAGE_ROW_NAME, .node = "identifier"},
    {LANGUAGE_ROW_LITERAL, .node = "string", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_COMMENT, .node = "comment comma"},
    {0},
};

const Language language_r = {
    .name = "r",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "R r",
    .filenames = ".Rprofile",
    .shebangs = "Rscript",
    .kinds = kinds,
    .fields = fields,
    .rows = rows,
    .begin = begin,
    .rules = {.packages = LANGUAGE_PACKAGE_FOLDER, .unknown_is_outside = true},
    .near = "{}",
    .test_names = "test-*.R test_*.R tests/",
    .editing = {.indent = "  "},
};
