/* Scala: classes, traits, objects, enumerations and their members; calls by
 * name, of members where a declared type, a construction or an object tells
 * whose. Files of a package share their names. Implicit conversions, given
 * instances and the types that inference alone knows are not followed. */
#include "src/languages/common/collections_internal.h"
#include "src/languages/common/import_paths_internal.h"
#include "src/languages/common/near_internal.h"

enum { KIND_IDENTIFIER = 1, KIND_WILDCARD, KIND_RENAMED, KIND_CASE, KIND_FROM };
static const char *const kinds[] = {"identifier", "namespace_wildcard", "arrow_renamed_identifier", "case_clause", "'<-", NULL};
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

static Str specifier(LanguageBuild *build, Str path) { return near(build, path, false); }
static const LanguageImportPaths paths = {KIND_IDENTIFIER, KIND_WILDCARD, KIND_RENAMED, FIELD_PATH, FIELD_NAME, FIELD_ALIAS, specifier};
static void visit_import(LanguageBuild *build, NodeNo node) { language_import_path(build, &paths, node); }

static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  (void)from;
  Str package = names_text(facts->names, import->specifier), name = str_cut(&package, ' ');
  language_find_package_of(world, name, ret_module);
  if (!ret_module->count && package.len) language_find_package_of(world, str_format(world->arena, "%.*s.%.*s", STR_ARG(package), STR_ARG(name)), ret_module);
}

/* Members of the library's collections, by their names. */
static const LanguageCollections collections = {
    .each = "foreach map flatMap filter filterNot withFilter exists forall find collect count partition groupBy sortBy minBy maxBy takeWhile dropWhile span distinctBy tapEach",
    .some = "filter filterNot withFilter find take drop takeWhile dropWhile sorted sortBy sortWith reverse distinct tail init toList toSeq toVector toArray toSet toIterator iterator headOption lastOption toOption",
    .one = "head last get next min max minBy maxBy getOrElse",
};

/* a.B where nothing nearer is called a: packages may be named without an import. */
static ExprNo read_member(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo base = syntax_field(build->syntax, node, FIELD_VALUE), name = syntax_field(build->syntax, node, FIELD_MEMBER);
  Str text = syntax_text(build->syntax, base);
  bool is_name = syntax_kind(build->syntax, base) == KIND_IDENTIFIER && begins(text, 'a', 'z') && !language_word_in("this super", text);
  if (is_name) language_use_module(build, text, near(build, text, true), base);
  ExprNo member = name ? language_use_member(build, language_expr(build, base), name, role) : 0;
  return role == REF_READ ? language_collection_member(build, &collections, member, node) : member;
}

/* A plain small name in a pattern is new; a capital one is compared with. */
static bool is_new(const LanguageBuild *build, NodeNo pattern) {
  return syntax_kind(build->syntax, pattern) == KIND_IDENTIFIER && begins(syntax_text(build->syntax, pattern), 'a', 'z');
}

static void visit_case(LanguageBuild *build, NodeNo node) {
  NodeNo pattern = syntax_named(build->syntax, node, 0);
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  if (is_new(build, pattern)) language_bind_names(build, pattern);
  else language_visit(build, pattern);
  language_visit_others(build, node, pattern);
  language_close(build, &before);
}

/* x <- xs, x = y */
static void visit_enumerator(LanguageBuild *build, NodeNo node) {
  NodeNo pattern = syntax_named(build->syntax, node, 0), from = syntax_named(build->syntax, node, 1);
  ExprNo value = language_expr(build, from);
  if (value && syntax_child(build->syntax, node, KIND_FROM)) value = language_element(build, value, from);
  if (is_new(build, pattern)) language_bind_node(build, pattern, (Bind){.value = value});
  else language_visit(build, pattern);
  language_visit_but(build, node, pattern, from);
}

static ExprNo called(LanguageBuild *build, NodeNo node, Str name, ExprNo call, const ExprNo *items, size_t count) {
  (void)name;
  return language_collection_call(build, &collections, call, items, count, node);
}
static ExprNo placeholder(LanguageBuild *build, NodeNo node, unsigned role) { return role == REF_READ ? language_placeholder(build, node) : 0; }

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "class_definition", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "name",
     .params = "class_parameters", .bases = "extend", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "object_definition", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED | DEF_STATIC, .name = "name", .bases = "extend", .body = "body"},
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
    {LANGUAGE_ROW_OWN, .node = "package_clause", .handler = {.visit = visit_package}}, {LANGUAGE_ROW_OWN, .node = "package_object", .handler = {.visit = visit_package_object}},
    {LANGUAGE_ROW_OWN, .node = "import_declaration", .handler = {.visit = visit_import}},
    {LANGUAGE_ROW_CALL, .node = "infix_expression", .when = "left/+identifier", .base = "left", .name = "operator", .items = "right", .result = called}, /* a name b */
    {LANGUAGE_ROW_CALL, .node = "call_expression", .when = "<block>/<lambda_expression>", .base = "function", .items = "<block>/<lambda_expression>", .result = called}, /* xs.map { x => … } */
    {LANGUAGE_ROW_CALL, .node = "call_expression", .base = "function", .items = "arguments", .result = called},
    {LANGUAGE_ROW_NEW, .node = "instance_expression", .base = "0", .items = "arguments"},
    {LANGUAGE_ROW_MEMBER, .node = "field_expression", .base = "value", .name = "field", .handler = {.expr = read_member}},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression generic_function"},
    {LANGUAGE_ROW_TYPE, .node = "generic_type", .when = "type", .is = "List Seq IndexedSeq Vector Array Iterable Iterator Option Some Set Buffer ListBuffer ArrayBuffer Traversable Stream LazyList", .kind = EXPR_LIST_OF, .base = "type_arguments/0"},
    {LANGUAGE_ROW_TYPE, .node = "generic_type", .kind = EXPR_APPLY, .base = "type", .items = "type_arguments/0|type_arguments/1"},
    {LANGUAGE_ROW_BINDS, .node = "case_class_pattern", .type = "type"}, {LANGUAGE_ROW_LOCAL, .node = "typed_pattern", .name = "pattern", .type = "type"},
    {LANGUAGE_ROW_BINDS, .node = "capture_pattern tuple_pattern"},
    {LANGUAGE_ROW_OWN, .node = "case_clause", .handler = {.visit = visit_case}}, {LANGUAGE_ROW_OWN, .node = "enumerator", .handler = {.visit = visit_enumerator}},
    {LANGUAGE_ROW_OWN, .node = "wildcard", .handler = {.expr = placeholder}},
    {LANGUAGE_ROW_OWN, .node = "type_identifier", .handler = {.expr = language_expr_name, .type = language_type_name}},
    {LANGUAGE_ROW_BLOCK, .node = "block for_expression"},
    {LANGUAGE_ROW_NOTHING, .node = "operator_identifier"}, {LANGUAGE_ROW_NAME, .node = "identifier", .self = "this", .super = "super"},
    {LANGUAGE_ROW_LITERAL, .node = "string", .kind = LITERAL_STRING}, {LANGUAGE_ROW_LITERAL, .node = "integer_literal", .kind = LITERAL_INT},
    {LANGUAGE_ROW_LITERAL, .node = "boolean_literal", .kind = LITERAL_BOOL}, {LANGUAGE_ROW_COMMENT, .node = "comment block_comment"},
    {0},
};

const Language language_scala = {
    .name = "scala",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "scala sc sbt",
    .kinds = kinds, .fields = fields, .shared = true, .rows = rows,
    .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .packages = LANGUAGE_PACKAGE_NAME, .called_type = LANGUAGE_CALLED_TYPE_MAKES,
              .types_reopen = true, .declaration_holds = true, .overloads = LANGUAGE_OVERLOADS_BEST, .members = LANGUAGE_MEMBERS_BY_SIGNATURE, .defaults_last = true},
    .names = {.call = "apply", .raw = "`"},
    .find_module = find_module,
    .test_names = "*Test.scala *Spec.scala *Suite.scala src/test/",
    .home = {.manifests = "build.sbt"},
    .editing = {.indent = "  "},
};
