/* Groovy, also as it is written for Gradle and Jenkins: classes and their members,
 * functions and variables of scripts; calls by name, of members where a declared
 * type or a construction tells whose, also without brackets (sh 'make', each { }).
 * Files of a package share their types, with Java's and Kotlin's. What a closure is
 * run on, what is added while the program runs, and what a plugin brings, is not
 * known. */
#include "src/languages/common/near_internal.h"
#include "src/languages/common/nodes_internal.h"
#include "src/languages/common/unbracketed_internal.h"

enum { KIND_STATEMENT = 1, KIND_IDENTIFIER, KIND_MEMBER, KIND_SAFE_MEMBER, KIND_STATIC, KIND_BLOCK };
static const char *const kinds[] = {"expression_statement", "identifier", "field_access", "safe_navigation_expression", "'static", "block", NULL};
enum { FIELD_NAME = 1, FIELD_ALIAS, FIELD_VALUE, FIELD_FIELD, FIELD_PROPERTY };
static const char *const fields[] = {"name", "alias", "value", "field", "property", NULL};

/* import a.B, import a.B as C, import static a.B.f, import a.* */
static void visit_import(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_field(build, node, FIELD_NAME), alias = language_field(build, node, FIELD_ALIAS);
  Str path = language_text(build, name);
  bool is_static = language_child(build, node, KIND_STATIC) != 0;
  Import import = {.form = IMPORT_STAR, .flags = is_static ? IMPORT_STATIC : 0u, .specifier = language_intern(build, path)};
  size_t dot = str_find_last_byte(path, '.');
  if (!path.len) return;
  if (!str_contains(language_text(build, node), STR("*"))) {
    if (dot == STR_NONE) return;
    import.form = IMPORT_NAMED;
    import.specifier = language_intern(build, str_slice(path, 0, dot));
    import.name = language_intern(build, str_slice(path, dot + 1, path.len));
    import.local = alias ? language_name(build, alias) : import.name;
  }
  language_import(build, import, node);
}

static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  (void)from;
  language_find_package_of(world, names_text(facts->names, import->specifier), ret_module);
}

/* key: value, of which the key is nobody's name */
static ExprNo read_value(LanguageBuild *build, NodeNo node, unsigned role) {
  return language_expr_as(build, language_field(build, node, FIELD_VALUE), role);
}

/* What a type has inside of it was put into such a block; what else stands there runs once. */
static void visit_once(LanguageBuild *build, NodeNo node) { language_visit_children(build, language_child(build, node, KIND_BLOCK)); }

/* a.b { … } and a.b c, 1 are two statements to the grammar, on one line. */
static bool is_command(const LanguageBuild *build, NodeNo node) {
  NodeNo next = syntax_next(build->syntax, node);
  if (language_kind(build, next) != KIND_STATEMENT) return false;
  Str between = str_slice(build->syntax->text, language_node(build, node)->to, language_node(build, next)->from);
  return between.len && str_find_byte(between, '\n') == STR_NONE && str_find_byte(between, ';') == STR_NONE;
}
static void visit_statement(LanguageBuild *build, NodeNo node) {
  NodeNo value = syntax_named(build->syntax, node, 0), name = value, next = syntax_named(build->syntax, syntax_next(build->syntax, node), 0);
  Str text = language_text(build, value);
  if (text.len && text.ptr[0] >= 'A' && text.ptr[0] <= 'Z' && is_command(build, node) && language_kind(build, next) == KIND_IDENTIFIER) { /* T x */
    language_bind_node(build, next, (Bind){.type = language_type(build, value)});
    return;
  }
  if (language_kind(build, value) == KIND_MEMBER) name = language_field(build, value, FIELD_FIELD);
  else if (language_kind(build, value) == KIND_SAFE_MEMBER) name = language_field(build, value, FIELD_PROPERTY);
  else if (language_kind(build, value) != KIND_IDENTIFIER) name = 0;
  if (!name || !is_command(build, node)) {
    language_visit_children(build, node);
    return;
  }
  ExprNo callee = language_expr_as(build, value, LANGUAGE_NO_REF);
  language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = callee, .node = node, .name = name});
}

static const LanguageWords words = {
    .keywords = "abstract as assert boolean break byte case catch char class continue def default do double else enum extends final finally float for if implements import in "
                "instanceof int interface long native new null package private protected public return short static super switch synchronized this throw throws trait "
                "transient true false try void volatile while",
    .types = "class interface trait enum",
    .modifiers = "public private protected static final abstract synchronized transient volatile",
    .operators = "as in instanceof return assert else case throw",
};
static Str reading(Arena *arena, Str text) { return language_read_unbracketed(arena, text, &words); }

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_PACKAGE, .node = "package_declaration", .name = "name"},
    {LANGUAGE_ROW_OWN, .node = "import_declaration", .handler = {.visit = visit_import}},
    {LANGUAGE_ROW_DEFINE, .node = "class_declaration record_declaration", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "name",
     .bases = "<superclass>", .more_bases = "<super_interfaces>", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "interface_declaration annotation_type_declaration", .kind = SYMBOL_INTERFACE, .flags = DEF_EXPORTED, .name = "name", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "trait_declaration", .kind = SYMBOL_TRAIT, .flags = DEF_EXPORTED, .name = "name", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "enum_declaration", .kind = SYMBOL_ENUM, .flags = DEF_EXPORTED, .name = "name", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "enum_constant", .kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED | DEF_STATIC, .name = "name"},
    {LANGUAGE_ROW_DEFINE, .node = "method_declaration", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name", .params = "parameters",
     .type = "return_type", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "constructor_declaration", .kind = SYMBOL_CONSTRUCTOR, .flags = DEF_EXPORTED, .name = "name", .params = "parameters", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "field_declaration", .kind = SYMBOL_FIELD, .flags = DEF_EXPORTED, .name = "<variable_declarator>/name", .type = "type",
     .value = "<variable_declarator>/value"},
    {LANGUAGE_ROW_DEFINE, .node = "closure", .kind = SYMBOL_FUNCTION, .params = "<closure_parameters>", .body = "."},
    {LANGUAGE_ROW_PARAM, .node = "formal_parameter closure_parameter", .name = "name", .type = "type", .value = "default"},
    {LANGUAGE_ROW_DECLARE, .node = "local_variable_declaration", .name = "<variable_declarator>/name|name", .value = "<variable_declarator>/value|value", .type = "type"},
    {LANGUAGE_ROW_BINDS, .node = "catch_formal_parameter", .name = "name", .type = "type"},
    {LANGUAGE_ROW_BINDS, .node = "variable_declarator", .name = "name", .value = "value"},
    {LANGUAGE_ROW_LOOP, .node = "for_in_statement", .name = "variable", .value = "value", .body = "body", .kind = EXPR_ITER},
    {LANGUAGE_ROW_CALL, .node = "method_invocation", .base = "function", .items = "arguments"},
    {LANGUAGE_ROW_CALL, .node = "command_chain", .base = "receiver", .items = "."},
    {LANGUAGE_ROW_NEW, .node = "object_creation_expression", .base = "type", .items = "arguments"},
    {LANGUAGE_ROW_MEMBER, .node = "field_access", .base = "object", .name = "field"},
    {LANGUAGE_ROW_MEMBER, .node = "safe_navigation_expression spread_dot_expression", .base = "object", .name = "property"},
    {LANGUAGE_ROW_MEMBER, .node = "method_pointer_expression", .base = "object", .name = "method"},
    {LANGUAGE_ROW_LOOP, .node = "try_statement", .when = "<'try>", .is = "for", .name = "resources/<resource>/name", .type = "resources/<resource>/type",
     .value = "resources/<resource>/value", .body = "body", .kind = EXPR_ITER}, /* as it is read: for (T x : xs) */
    {LANGUAGE_ROW_BLOCK, .node = "try_statement"},
    {LANGUAGE_ROW_LOCAL, .node = "resource", .name = "name", .type = "type", .value = "value"},
    {LANGUAGE_ROW_OWN, .node = "static_initializer", .handler = {.visit = visit_once}},
    {LANGUAGE_ROW_CAST, .node = "cast_expression parenthesized_type_cast", .base = "value", .type = "type"},
    {LANGUAGE_ROW_RETURN, .node = "return_statement", .value = "0"},
    {LANGUAGE_ROW_TYPE, .node = "generic_type", .kind = EXPR_APPLY, .base = "base", .items = "arguments/0|arguments/1"},
    {LANGUAGE_ROW_OWN, .node = "type_identifier", .handler = {.expr = language_expr_name, .type = language_type_name}},
    {LANGUAGE_ROW_OWN, .node = "named_argument", .handler = {.expr = read_value}},
    {LANGUAGE_ROW_OWN, .node = "map_entry", .handler = {.expr = read_value}},
    {LANGUAGE_ROW_OWN, .node = "expression_statement", .handler = {.visit = visit_statement}},
    {LANGUAGE_ROW_NAME, .node = "identifier", .self = "this", .super = "super"},
    {LANGUAGE_ROW_NOTHING, .node = "qualified_type"},
    {LANGUAGE_ROW_BLOCK, .node = "block for_statement catch_clause"},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression"},
    {LANGUAGE_ROW_LITERAL, .node = "string_literal", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_LITERAL, .node = "number_literal", .kind = LITERAL_INT},
    {LANGUAGE_ROW_COMMENT, .node = "line_comment block_comment groovydoc_comment"},
    {0},
};

static const LanguageTest tests[] = {
    {"build.gradle", NULL, .command = "gradle test --tests={names}"},
    {"pom.xml", NULL, .command = "mvn test -Dtest={names,}"},
    {0},
};

const Language language_groovy = {
    .name = "groovy", .family = "java",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "groovy gvy gradle gsh jenkinsfile", .filenames = "Jenkinsfile", .shebangs = "groovy",
    .kinds = kinds, .fields = fields, .rows = rows, .reading = reading, .revision = 1,
    .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .packages = LANGUAGE_PACKAGE_NAME, .super = LANGUAGE_SUPER_CLASS, .accessors = LANGUAGE_ACCESSORS_BOTH,
              .overloads = LANGUAGE_OVERLOADS_BEST, .declaration_holds = true, .library_unlisted = true},
    .names = {.globals = "java.lang", .literals = {[LITERAL_INT] = "int", [LITERAL_STRING] = "String"},
              .primitives = "byte:Byte short:Short int:Integer long:Long float:Float double:Double ; boolean:Boolean ; String:String"},
    .find_module = find_module,
    .home = {.manifests = "build.gradle settings.gradle"},
    .test_names = "src/test/ *Test.groovy *Spec.groovy",
    .tests = tests,
};
