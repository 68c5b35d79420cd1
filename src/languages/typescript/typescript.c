/* TypeScript, TSX, JavaScript: three grammars, one table. */
#include "src/languages/common/markup_internal.h"
#include "src/languages/common/package_internal.h"
#include "src/languages/typescript/typescript_internal.h"

const TSLanguage *tree_sitter_typescript(void);
const TSLanguage *tree_sitter_tsx(void);
const TSLanguage *tree_sitter_javascript(void);

static const char *const kinds[] = {
#define KIND_ROW(kind, name) name,
    TS_KINDS(KIND_ROW)
#undef KIND_ROW
    NULL};

static const char *const fields[] = {
#define FIELD_ROW(field, name) name,
    TS_FIELDS(FIELD_ROW)
#undef FIELD_ROW
    NULL};

static void nothing(LanguageBuild *build, NodeNo node) {
  (void)build;
  (void)node;
}

static ExprNo template_string(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add_template(build, node);
}

/* What each kind of node means as a statement, as a value and as a type. Kinds
 * that are not here are walked through. */
static const LanguageHandler handlers[TS_KIND_COUNT] = {
    [TS_COMMENT] = {.is_comment = true, .visit = nothing},
    [TS_HTML_COMMENT] = {.is_comment = true, .visit = nothing},
    /* functions and types */
    [TS_FUNCTION_DECLARATION] = {.visit = language_ts_visit_function},
    [TS_GENERATOR_DECLARATION] = {.visit = language_ts_visit_function},
    [TS_FUNCTION_SIGNATURE] = {.visit = language_ts_visit_signature},
    [TS_FUNCTION_EXPRESSION] = {.expr = language_ts_expr_function},
    [TS_GENERATOR_FUNCTION] = {.expr = language_ts_expr_function},
    [TS_ARROW_FUNCTION] = {.expr = language_ts_expr_function},
    [TS_CLASS_DECLARATION] = {.visit = language_ts_visit_class},
    [TS_ABSTRACT_CLASS] = {.visit = language_ts_visit_class},
    [TS_CLASS] = {.expr = language_ts_expr_class},
    [TS_METHOD_DEFINITION] = {.visit = language_ts_visit_method},
    [TS_METHOD_SIGNATURE] = {.visit = language_ts_visit_method},
    [TS_ABSTRACT_METHOD] = {.visit = language_ts_visit_method},
    [TS_PUBLIC_FIELD] = {.visit = language_ts_visit_field},
    [TS_FIELD_DEFINITION] = {.visit = language_ts_visit_field},
    [TS_CLASS_STATIC_BLOCK] = {.visit = language_ts_visit_static_block},
    [TS_INDEX_SIGNATURE] = {.visit = language_ts_visit_index_signature},
    [TS_CALL_SIGNATURE] = {.visit = language_ts_visit_call_signature},
    [TS_CONSTRUCT_SIGNATURE] = {.visit = language_ts_visit_call_signature},
    [TS_PROPERTY_SIGNATURE] = {.visit = language_ts_visit_property_signature},
    [TS_INTERFACE] = {.visit = language_ts_visit_interface},
    [TS_ENUM] = {.visit = language_ts_visit_enum},
    [TS_TYPE_ALIAS] = {.visit = language_ts_visit_alias},
    [TS_MODULE] = {.visit = language_ts_visit_namespace},
    [TS_INTERNAL_MODULE] = {.visit = language_ts_visit_namespace},
    [TS_AMBIENT_DECLARATION] = {.visit = language_ts_visit_ambient},
    /* modules */
    [TS_EXPORT_STATEMENT] = {.visit = language_ts_visit_export},
    [TS_IMPORT_STATEMENT] = {.visit = language_ts_visit_import},
    [TS_IMPORT_ALIAS] = {.visit = language_ts_visit_import_alias},
    /* statements */
    [TS_LEXICAL_DECLARATION] = {.visit = language_ts_visit_variables},
    [TS_VARIABLE_DECLARATION] = {.visit = language_ts_visit_variables},
    [TS_USING_DECLARATION] = {.visit = language_ts_visit_variables},
    [TS_STATEMENT_BLOCK] = {.visit = language_ts_visit_block},
    [TS_SWITCH_BODY] = {.visit = language_visit_block},
    [TS_EXPRESSION_STATEMENT] = {.visit = language_ts_visit_statement},
    [TS_IF] = {.visit = language_ts_visit_if},
    [TS_WHILE] = {.visit = language_ts_visit_while},
    [TS_FOR] = {.visit = language_visit_block},
    [TS_FOR_IN] = {.visit = language_ts_visit_for_in},
    [TS_CATCH] = {.visit = language_ts_visit_catch},
    [TS_RETURN] = {.visit = language_ts_visit_return},
    [TS_BREAK] = {.visit = nothing},
    [TS_CONTINUE] = {.visit = nothing},
    /* values */
    [TS_IDENTIFIER] = {.expr = language_expr_name, .type = language_ts_type_identifier},
    [TS_UNDEFINED] = {.expr = language_expr_null},
    [TS_THIS] = {.expr = language_ts_expr_this, .type = language_ts_type_this},
    [TS_SUPER] = {.expr = language_ts_expr_super},
    [TS_NUMBER] = {.expr = language_ts_expr_number},
    [TS_STRING] = {.expr = language_expr_string},
    [TS_TEMPLATE_STRING] = {.expr = template_string},
    [TS_REGEX] = {.expr = language_ts_expr_regex},
    [TS_TRUE] = {.expr = language_expr_bool},
    [TS_FALSE] = {.expr = language_expr_bool},
    [TS_NULL] = {.expr = language_expr_null},
    [TS_OBJECT] = {.expr = language_ts_expr_object},
    [TS_SPREAD] = {.expr = language_ts_expr_spread},
    [TS_ARRAY] = {.expr = language_ts_expr_array},
    [TS_MEMBER] = {.expr = language_ts_expr_member, .type = language_ts_type_member},
    [TS_SUBSCRIPT] = {.expr = language_ts_expr_subscript},
    [TS_CALL] = {.expr = language_ts_expr_call},
    [TS_NEW] = {.expr = language_ts_expr_new},
    [TS_AWAIT] = {.expr = language_ts_expr_await},
    [TS_YIELD] = {.expr = language_ts_expr_yield},
    [TS_UNARY] = {.expr = language_ts_expr_unary},
    [TS_BINARY] = {.expr = language_ts_expr_binary},
    [TS_TERNARY] = {.expr = language_ts_expr_ternary},
    [TS_UPDATE] = {.expr = language_ts_expr_update},
    [TS_ASSIGNMENT] = {.expr = language_ts_expr_assignment},
    [TS_AUGMENTED] = {.expr = language_ts_expr_augmented},
    [TS_SEQUENCE] = {.expr = language_ts_expr_sequence},
    [TS_PARENTHESIZED] = {.expr = language_ts_expr_parenthesized},
    [TS_AS] = {.expr = language_ts_expr_cast},
    [TS_SATISFIES] = {.expr = language_ts_expr_satisfies},
    [TS_TYPE_ASSERTION] = {.expr = language_ts_expr_cast},
    [TS_NON_NULL] = {.expr = language_expr_inner},
    [TS_INSTANTIATION] = {.expr = language_ts_expr_instantiation},
    /* types */
    [TS_TYPE_IDENTIFIER] = {.type = language_ts_type_identifier},
    [TS_NESTED_TYPE] = {.type = language_ts_type_nested},
    [TS_PREDEFINED_TYPE] = {.type = language_ts_type_predefined},
    [TS_GENERIC_TYPE] = {.type = language_ts_type_generic},
    [TS_UNION_TYPE] = {.type = language_ts_type_union},
    [TS_INTERSECTION_TYPE] = {.type = language_ts_type_union},
    [TS_ARRAY_TYPE] = {.type = language_ts_type_array},
    [TS_TUPLE_TYPE] = {.type = language_ts_type_tuple},
    [TS_OPTIONAL_TYPE] = {.type = language_type_inner},
    [TS_REST_TYPE] = {.type = language_ts_type_rest},
    [TS_READONLY_TYPE] = {.type = language_type_inner},
    [TS_PARENTHESIZED_TYPE] = {.type = language_type_inner},
    [TS_FLOW_MAYBE] = {.type = language_type_inner},
    [TS_TYPE_ANNOTATION] = {.type = language_type_inner},
    [TS_OMITTING_ANNOTATION] = {.type = language_type_inner},
    [TS_ADDING_ANNOTATION] = {.type = language_type_inner},
    [TS_OPTING_ANNOTATION] = {.type = language_type_inner},
    [TS_PREDICATE_ANNOTATION] = {.type = language_type_inner},
    [TS_ASSERTS_ANNOTATION] = {.type = language_type_inner},
    [TS_ASSERTS] = {.type = language_ts_type_asserts},
    [TS_TYPE_PREDICATE] = {.type = language_ts_type_predicate},
    [TS_CONSTRAINT] = {.type = language_type_inner},
    [TS_DEFAULT_TYPE] = {.type = language_type_inner},
    [TS_FUNCTION_TYPE] = {.type = language_ts_type_function},
    [TS_CONSTRUCTOR_TYPE] = {.type = language_ts_type_function},
    [TS_OBJECT_TYPE] = {.type = language_ts_type_object},
    [TS_TYPE_QUERY] = {.type = language_ts_type_query},
    [TS_KEYOF] = {.type = language_ts_type_keyof},
    [TS_LOOKUP_TYPE] = {.type = language_ts_type_lookup},
    [TS_LITERAL_TYPE] = {.type = language_ts_type_literal},
    [TS_CONDITIONAL_TYPE] = {.type = language_ts_type_conditional},
    [TS_TEMPLATE_LITERAL_TYPE] = {.type = language_ts_type_template},
    [TS_THIS_TYPE] = {.type = language_ts_type_this},
    /* markup */
    [TS_JSX_ELEMENT] = {.expr = language_ts_expr_jsx},
    [TS_JSX_SELF_CLOSING] = {.expr = language_ts_expr_jsx},
};

static NameId word(LanguageBuild *build, const char *text) { return language_intern(build, str_from_c(text)); }

/* Words that stand for things without a name of their own (calls, construct
 * signatures, the whole of a module) are interned once. None of them can be
 * written as a name in a program. */
static void begin(LanguageBuild *build, NodeNo root) {
  TsState *state = ARENA_NEW(build->arena, TsState);
  build->state = state;
  state->is_script = str_eq_c(str_from_c(build->language->name), "javascript");
  state->word_this = word(build, "this");
  state->word_default = word(build, "default");
  state->word_equals = word(build, "export=");
  state->word_call = word(build, "()");
  state->word_new = word(build, "new");
  state->word_index = word(build, "[]");
  state->word_is = word(build, "is");
  state->word_asserts = word(build, "asserts");
  state->word_return = word(build, "return");
  state->word_exports = word(build, "exports");
  if (str_ends_with(build->path, STR(".d.ts")) || str_ends_with(build->path, STR(".d.mts")) ||
      str_ends_with(build->path, STR(".d.cts"))) {
    build->flags |= DEF_DECLARATION;
  }
  language_ts_begin_module(build, root);
  language_ts_doc_define(build, root);
  if (build->language->reading) language_ts_begin_component(build, root);
}

static void finish(LanguageBuild *build) {
  if (build->language->reading) language_ts_finish_component(build);
  language_ts_finish_module(build);
  language_ts_finish_this(build);
}

/* By customs of the test runners: folders end with a slash, the others are
 * names of files. */
static const char test_names[] =
    "__tests__/ __mocks__/ test/ tests/ spec/ e2e/ cypress/ "
    "*.test.* *.spec.* *-test.* *_test.* *.e2e.* *.cy.* *.test-d.* *.bench.*";

/* Some are configured away from the nearest package.json, at the root of
 * several packages: the search goes on upwards. */
static const LanguageTest tests[] = {
    {"package.json", "vitest", .command = "npx vitest run {files}", .many = "npx vitest run {folders}"},
    {"package.json", "jest", .command = "npx jest {files}", .many = "npx jest {folders}"},
    {"package.json", "\"mocha", .command = "npx mocha {files}"},
    {"package.json", "\"ava\"", .command = "npx ava {files}"},
    {"package.json", "playwright", .command = "npx playwright test {files}", .many = "npx playwright test {folders}"},
    {"package.json", "bun test", .command = "bun test {files}", .many = "bun test {folders}"},
    {"deno.json", NULL, .command = "deno test {files}", .many = "deno test {folders}"},
    {"package.json", "\"test\"", .command = "npm test"},
    {NULL, NULL, .command = "node --test {files}"},
    {0},
};

/* Of emitters, streams, sockets, servers, requests, processes, files and errors of Node. */
static const char usual[] =
    "on once off emit addListener prependListener removeListener removeAllListeners setMaxListeners listeners "
    "listenerCount eventNames pipe unpipe read write end push unshift cork uncork pause resume destroy setEncoding "
    "connect listen close address ref unref setTimeout setKeepAlive setNoDelay setHeader getHeader hasHeader "
    "removeHeader getHeaders writeHead writeContinue flushHeaders abort send kill exit cwd isFile isDirectory "
    "inspect toJSON";
static const char usual_fields[] =
    "destroyed readable writable readableEnded writableEnded finished encrypted authorized remoteAddress remotePort "
    "localPort socket connection request response headers headersSent rawHeaders httpVersion method url path query "
    "params body statusCode statusMessage aborted pid stdin stdout stderr env argv exitCode signalCode code message "
    "stack stat mtime size";

/* `counted`: too few or too many arguments are an error. */
#define SHARED(counted)                                                                       \
  .family = "typescript", .kinds = kinds, .fields = fields,\
  .shared = true, .handlers = handlers, .begin = begin, .finish = finish, .test_names = test_names, \
  .repair = language_ts_repair, .revision = 6,                                                \
  .rules = {.outside_gives_ours = true, .namespaces = LANGUAGE_NAMES_TYPES_APART, .globals = LANGUAGE_GLOBALS_SCRIPTS,    \
            .switches = counted ? LANGUAGE_SWITCHES_TYPED : LANGUAGE_SWITCHES_SILENT,         \
            .interfaces = LANGUAGE_INTERFACES_SHAPES, .types_reopen = true,                   \
            .types_close_over = true, .function_types = true, .subscript_is_member = true,    \
            .member_is_subscript = true, .fields = LANGUAGE_FIELDS_GIVEN, .arguments_counted = counted,   \
            .comments_name_types = !counted, .parameters_given = !counted, .asked_tells = !counted, .declared_is_outside = !counted, .bodies_tell = !counted, .mixins_see_users = !counted}, \
  .names = {.constructors = "new constructor",                                                \
            .literals = {[LITERAL_BOOL] = "Boolean", [LITERAL_INT] = "Number",                \
                         [LITERAL_LONG] = "BigInt", [LITERAL_FLOAT] = "Number",               \
                         [LITERAL_DOUBLE] = "Number", [LITERAL_CHAR] = "String",              \
                         [LITERAL_STRING] = "String", [LITERAL_REGEX] = "RegExp",             \
                         [LITERAL_OTHER] = "Symbol"},                                         \
            .list = "Array", .function = "Function", .promise = "Promise PromiseLike",        \
            .generator = "Generator", .globals = "*",                                         \
            .object = "Object", .iterate = "[Symbol.iterator] next value", .index = "[]",     \
             .fill = counted ? NULL : "push unshift", .fill_made = counted ? NULL : "add set", \
             .call = "()", .await = "then", .usual = usual, .usual_fields = usual_fields},     \
  .find_module = language_ts_find_module, .tests = tests, .table_calls = language_ts_table_calls, \
  .installed = "node_modules",                                                                \
  .editing = {.heads = "export default declare const let var abstract",                       \
              .import_name = "import { {name} } from {module}", .has_defaults = true,         \
              .import_type = "import type { {name} } from {module}", .export_head = "export ", \
              .indent = "  ", .optional_sign = "?",                                           \
              .keys = "property_identifier private_property_identifier",                      \
              .shorthand = "shorthand_property_identifier shorthand_property_identifier_pattern"}, \
  .home = {.manifests = "package.json deno.json tsconfig.json", .packages = "package.json", .read_package = language_ts_read_package, .leads = language_package_leads, .described = "package.json"},  \
  .configs = "package.json tsconfig.json jsconfig.json tsconfig.base.json tsconfig.app.json " \
             "tsconfig.lib.json tsconfig.node.json tsconfig.build.json tsconfig.common.json " \
             "tsconfig.shared.json tsconfig.paths.json tsconfig.options.json base.json"

const Language language_typescript = {
    .name = "typescript", .extensions = "ts mts cts", .shebangs = "ts-node tsx deno bun",
    .grammar = tree_sitter_typescript, SHARED(true)};

const Language language_tsx = {
    .name = "tsx", .extensions = "tsx", .grammar = tree_sitter_tsx, SHARED(true)};

const Language language_javascript = {
    .name = "javascript", .extensions = "js jsx mjs cjs es6", .filenames = "Jakefile",
    .shebangs = "node nodejs", .grammar = tree_sitter_javascript, SHARED(false)};

static size_t styles(Arena *arena, const Syntax *syntax, LanguagePart **ret_parts) {
  return language_markup_styles(arena, syntax->text, ret_parts);
}

const Language language_vue = {
    .name = "vue", .extensions = "vue", .grammar = tree_sitter_tsx, .reading = language_vue_read, .embeds = styles, SHARED(false)};

const Language language_svelte = {
    .name = "svelte", .extensions = "svelte", .grammar = tree_sitter_typescript, .reading = language_svelte_read, .embeds = styles, SHARED(false)};

const Language language_astro = {
    .name = "astro", .extensions = "astro", .grammar = tree_sitter_tsx, .reading = language_astro_read, .embeds = styles, SHARED(false)};
