/* Scala: classes, traits, objects, enumerations and their members; calls by
 * name, of members where a declared type, a construction or an object tells
 * whose. Files of a package share their names. Implicit conversions, given
 * instances and the types that inference alone knows are not followed. */
#include "src/languages/common/near_internal.h"

enum { KIND_IDENTIFIER = 1, KIND_STABLE, KIND_WILDCARD, KIND_SELECTORS, KIND_RENAMED, KIND_CASE };
static const char *const kinds[] = {"identifier", "stable_identifier", "namespace_wildcard", "namespace_selectors", "arrow_renamed_identifier", "case_clause", NULL};
enum { FIELD_PATH = 1, FIELD_NAME, FIELD_ALIAS, FIELD_VALUE, FIELD_MEMBER, FIELD_BODY };
static const char *const fields[] = {"path", "name", "alias", "value", "field", "body", NULL};

static bool begins(Str text, char from, char to) { return text.len && text.ptr[0] >= from && text.ptr[0] <= to; }
/* The specifier of what may be in the file's package, too: "upack app". Packages are written
 * in small letters by custom. */
static Str near(LanguageBuild *build, Str name, bool is_package) {
  Str package = names_text(build->facts->names, build->facts->package);
  return package.len && (is_package || begins(name, 'A', 'Z')) ? str_format(build->arena, "%.*s %.*s", STR_ARG(name), STR_ARG(package)) : name;
}

static void visit_package(LanguageBuild *build, NodeNo node) {
  Str name = syntax_text(build->syntax, syntax_field(build->syntax, node, FIELD_NAME));
  if (!build->facts->package.value) build->facts->package = language_intern(build, name);
  language_visit_others(build, node, syntax_field(build->syntax, node, FIELD_NAME));
}

/* package object a { … }: what is inside is of the package. */
static void visit_package_object(LanguageBuild *build, NodeNo node) {
  Str name = syntax_text(build->syntax, syntax_field(build->syntax, node, FIELD_NAME)), around = names_text(build->facts->names, build->facts->package);
  build->facts->package = language_intern(build, around.len ? str_format(build->arena, "%.*s.%.*s", STR_ARG(around), STR_ARG(name)) : name);
  language_visit_children(build, syntax_field(build->syntax, node, FIELD_BODY));
}

/* import a.b.{C, D => E}, a.b.C, a.b._ */
static void visit_import(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo first = syntax_field(syntax, node, FIELD_PATH), last = first, before = 0, tail = 0;
  for (NodeNo c = first; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == KIND_IDENTIFIER) before = last, last = c;
    else if (syntax_is_named(syntax, c)) tail = c;
  }
  if (!first) return;
  NameId whole = language_intern(build, near(build, str_slice(syntax->text, syntax->nodes[first].from, syntax->nodes[last].to), false));
  if (!tail && last != first) {
    language_import_name(build, language_intern(build, near(build, str_slice(syntax->text, syntax->nodes[first].from, syntax->nodes[before].to), false)), last, 0);
  } else if (tail && syntax_kind(syntax, tail) == KIND_WILDCARD) {
    language_import_all(build, whole, 0, node);
  }
  for (NodeNo c = tail ? syntax_first(syntax, tail) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == KIND_IDENTIFIER) language_import_name(build, whole, c, 0);
    else if (syntax_kind(syntax, c) == KIND_RENAMED) language_import_name(build, whole, syntax_field(syntax, c, FIELD_NAME), syntax_field(syntax, c, FIELD_ALIAS));
  }
}

static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  (void)from;
  Str package = names_text(facts->names, import->specifier), name = str_cut(&package, ' ');
  language_find_package_of(world, name, ret_module);
  if (!ret_module->count && package.len) language_find_package_of(world, str_format(world->arena, "%.*s.%.*s", STR_ARG(package), STR_ARG(name)), ret_module);
}

/* a.B where nothing nearer is called a: packages may be named without an import. */
static ExprNo read_member(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo base = syntax_field(build->syntax, node, FIELD_VALUE), name = syntax_field(build->syntax, node, FIELD_MEMBER);
  Str text = syntax_text(build->syntax, base);
  bool is_name = syntax_kind(build->syntax, base) == KIND_IDENTIFIER && begins(text, 'a', 'z') && !language_word_in("this super", text);
  if (is_name) language_use_module(build, text, near(build, text, true), base);
  return name ? language_use_member(build, language_expr(build, base), name, role) : 0;
}

/* A plain small name in a pattern is new; a capital one is compared with. */
static void visit_pattern(LanguageBuild *build, NodeNo pattern) {
  bool is_new = syntax_kind(build->syntax, pattern) == KIND_IDENTIFIER && begins(syntax_text(build->syntax, pattern), 'a', 'z');
  if (is_new) language_bind_names(build, pattern);
  else language_visit(build, pattern);
}

static void visit_case(LanguageBuild *build, NodeNo node) {
  NodeNo pattern = syntax_named(build->syntax, node, 0);
  LanguageOpen before;
  bool is_open = syntax_kind(build->syntax, node) == KIND_CASE;
  if (is_open) language_open(build, SCOPE_BLOCK, node, 0, &before);
  visit_pattern(build, pattern);
  language_visit_others(build, node, pattern);
  if (is_open) language_close(build, &before);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "class_definition", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "name",
     .params = "class_parameters", .bases = "extend", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "object_definition", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED | DEF_STATIC, .name = "name",
     .bases = "extend", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "trait_definition", .kind = SYMBOL_TRAIT, .flags = DEF_EXPORTED, .name = "name", .bases = "extend", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "enum_definition", .kind = SYMBOL_ENUM, .flags = DEF_EXPORTED, .name = "name",
     .params = "class_parameters", .bases = "extend", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "simple_enum_case full_enum_case", .kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED | DEF_STATIC, .name = "name"},
    {LANGUAGE_ROW_DEFINE, .node = "type_definition", .kind = SYMBOL_TYPE, .flags = DEF_EXPORTED, .name = "name", .body = "type"},
    {LANGUAGE_ROW_DEFINE, .node = "function_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name",
     .params = "parameters", .type = "return_type", .body = "body", .hidden = "<modifiers>/<access_modifier>", .called = "parameters", .gives_last = true},
    {LANGUAGE_ROW_DEFINE, .node = "function_declaration", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED | DEF_ABSTRACT, .name = "name",
     .params = "parameters", .type = "return_type", .called = "parameters"},
    {LANGUAGE_ROW_DEFINE, .node = "val_definition var_definition val_declaration var_declaration", .kind = SYMBOL_VARIABLE, .flags = DEF_EXPORTED,
     .name = "pattern|name", .type = "type", .value = "value"},
    {LANGUAGE_ROW_PARAM, .node = "parameter", .when = "<repeated_parameter_type>", .flags = BIND_VARIADIC, .name = "name"},
    {LANGUAGE_ROW_PARAM, .node = "parameter", .when = "default_value", .flags = BIND_OPTIONAL, .name = "name", .type = "type", .value = "default_value"},
    {LANGUAGE_ROW_PARAM, .node = "parameter binding", .name = "name", .type = "type"},
    {LANGUAGE_ROW_PARAM, .node = "class_parameter", .flags = BIND_MEMBER, .name = "name", .type = "type", .value = "default_value"},
    {LANGUAGE_ROW_DEFINE, .node = "lambda_expression", .kind = SYMBOL_FUNCTION, .params = "parameters", .body = "."},
    {LANGUAGE_ROW_OWN, .node = "package_clause", .handler = {.visit = visit_package}},
    {LANGUAGE_ROW_OWN, .node = "package_object", .handler = {.visit = visit_package_object}},
    {LANGUAGE_ROW_OWN, .node = "import_declaration", .handler = {.visit = visit_import}},
    {LANGUAGE_ROW_CALL, .node = "infix_expression", .when = "left/+identifier", .base = "left", .name = "operator", .items = "right"}, /* a name b */
    {LANGUAGE_ROW_CALL, .node = "call_expression", .base = "function", .items = "arguments"},
    {LANGUAGE_ROW_NEW, .node = "instance_expression", .base = "0", .items = "arguments"},
    {LANGUAGE_ROW_MEMBER, .node = "field_expression", .base = "value", .name = "field", .handler = {.expr = read_member}},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression generic_function"},
    {LANGUAGE_ROW_TYPE, .node = "generic_type", .kind = EXPR_APPLY, .base = "type", .items = "type_arguments/0|type_arguments/1"},
    {LANGUAGE_ROW_BINDS, .node = "case_class_pattern", .type = "type"},
    {LANGUAGE_ROW_BINDS, .node = "typed_pattern", .type = "type"},
    {LANGUAGE_ROW_BINDS, .node = "capture_pattern tuple_pattern"},
    {LANGUAGE_ROW_OWN, .node = "case_clause enumerator", .handler = {.visit = visit_case}},
    {LANGUAGE_ROW_OWN, .node = "type_identifier", .handler = {.expr = language_expr_name, .type = language_type_name}},
    {LANGUAGE_ROW_BLOCK, .node = "block for_expression"},
    {LANGUAGE_ROW_NOTHING, .node = "operator_identifier"},
    {LANGUAGE_ROW_NAME, .node = "identifier", .self = "this", .super = "super"},
    {LANGUAGE_ROW_LITERAL, .node = "string", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_LITERAL, .node = "integer_literal", .kind = LITERAL_INT},
    {LANGUAGE_ROW_LITERAL, .node = "boolean_literal", .kind = LITERAL_BOOL},
    {LANGUAGE_ROW_COMMENT, .node = "comment block_comment"},
    {0},
};

const Language language_scala = {
    .name = "scala",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "scala sc sbt",
    .kinds = kinds,
    .fields = fields,
    .shared = true,
    .rows = rows,
    .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .packages = LANGUAGE_PACKAGE_NAME, .called_type = LANGUAGE_CALLED_TYPE_MAKES,
              .types_reopen = true, .declaration_holds = true, .overloads = LANGUAGE_OVERLOADS_BEST, .members = LANGUAGE_MEMBERS_BY_SIGNATURE, .defaults_last = true},
    .names = {.call = "apply", .raw = "`"},
    .find_module = find_module,
    .test_names = "*Test.scala *Spec.scala *Suite.scala src/test/",
    .home = {.manifests = "build.sbt"},
    .editing = {.indent = "  "},
};
