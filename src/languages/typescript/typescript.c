/* TypeScript, TSX, JavaScript: three grammars, one table. */
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
  language_visit_expr(build, node);
  return language_add_number(build, EXPR_LITERAL, 0, LITERAL_STRING, node);
}

static const LanguageHandler handlers[] = {
    {"comment", .visit = nothing},
    {"html_comment", .visit = nothing},
    /* functions and types */
    {"function_declaration", .visit = language_ts_visit_function},
    {"generator_function_declaration", .visit = language_ts_visit_function},
    {"function_signature", .visit = language_ts_visit_signature},
    {"function_expression", .expr = language_ts_expr_function},
    {"generator_function", .expr = language_ts_expr_function},
    {"arrow_function", .expr = language_ts_expr_function},
    {"class_declaration", .visit = language_ts_visit_class},
    {"abstract_class_declaration", .visit = language_ts_visit_class},
    {"class", .expr = language_ts_expr_class},
    {"method_definition", .visit = language_ts_visit_method},
    {"method_signature", .visit = language_ts_visit_method},
    {"abstract_method_signature", .visit = language_ts_visit_method},
    {"public_field_definition", .visit = language_ts_visit_field},
    {"field_definition", .visit = language_ts_visit_field},
    {"class_static_block", .visit = language_ts_visit_static_block},
    {"index_signature", .visit = language_ts_visit_index_signature},
    {"call_signature", .visit = language_ts_visit_call_signature},
    {"construct_signature", .visit = language_ts_visit_call_signature},
    {"property_signature", .visit = language_ts_visit_property_signature},
    {"interface_declaration", .visit = language_ts_visit_interface},
    {"enum_declaration", .visit = language_ts_visit_enum},
    {"type_alias_declaration", .visit = language_ts_visit_alias},
    {"module", .visit = language_ts_visit_namespace},
    {"internal_module", .visit = language_ts_visit_namespace},
    {"ambient_declaration", .visit = language_ts_visit_ambient},
    /* modules */
    {"export_statement", .visit = language_ts_visit_export},
    {"import_statement", .visit = language_ts_visit_import},
    {"import_alias", .visit = language_ts_visit_import_alias},
    /* statements */
    {"lexical_declaration", .visit = language_ts_visit_variables},
    {"variable_declaration", .visit = language_ts_visit_variables},
    {"using_declaration", .visit = language_ts_visit_variables},
    {"statement_block", .visit = language_ts_visit_block},
    {"switch_body", .visit = language_visit_block},
    {"expression_statement", .visit = language_visit_expr},
    {"if_statement", .visit = language_ts_visit_if},
    {"while_statement", .visit = language_ts_visit_while},
    {"for_statement", .visit = language_visit_block},
    {"for_in_statement", .visit = language_ts_visit_for_in},
    {"catch_clause", .visit = language_ts_visit_catch},
    {"return_statement", .visit = language_ts_visit_return},
    {"break_statement", .visit = nothing},
    {"continue_statement", .visit = nothing},
    /* values */
    {"identifier", .expr = language_expr_name, .type = language_ts_type_identifier},
    {"undefined", .expr = language_expr_null},
    {"this", .expr = language_ts_expr_this, .type = language_ts_type_this},
    {"super", .expr = language_ts_expr_super},
    {"number", .expr = language_ts_expr_number},
    {"string", .expr = language_expr_string},
    {"template_string", .expr = template_string},
    {"regex", .expr = language_ts_expr_regex},
    {"true", .expr = language_expr_bool},
    {"false", .expr = language_expr_bool},
    {"null", .expr = language_expr_null},
    {"object", .expr = language_ts_expr_object},
    {"spread_element", .expr = language_ts_expr_spread},
    {"array", .expr = language_ts_expr_array},
    {"member_expression", .expr = language_ts_expr_member, .type = language_ts_type_member},
    {"subscript_expression", .expr = language_ts_expr_subscript},
    {"call_expression", .expr = language_ts_expr_call},
    {"new_expression", .expr = language_ts_expr_new},
    {"await_expression", .expr = language_ts_expr_await},
    {"yield_expression", .expr = language_ts_expr_yield},
    {"unary_expression", .expr = language_ts_expr_unary},
    {"binary_expression", .expr = language_ts_expr_binary},
    {"ternary_expression", .expr = language_ts_expr_ternary},
    {"update_expression", .expr = language_ts_expr_update},
    {"assignment_expression", .expr = language_ts_expr_assignment},
    {"augmented_assignment_expression", .expr = language_ts_expr_augmented},
    {"sequence_expression", .expr = language_ts_expr_sequence},
    {"parenthesized_expression", .expr = language_expr_inner},
    {"as_expression", .expr = language_ts_expr_cast},
    {"satisfies_expression", .expr = language_ts_expr_satisfies},
    {"type_assertion", .expr = language_ts_expr_cast},
    {"non_null_expression", .expr = language_expr_inner},
    {"instantiation_expression", .expr = language_ts_expr_instantiation},
    /* types */
    {"type_identifier", .type = language_ts_type_identifier},
    {"nested_type_identifier", .type = language_ts_type_nested},
    {"predefined_type", .type = language_ts_type_predefined},
    {"generic_type", .type = language_ts_type_generic},
    {"union_type", .type = language_ts_type_union},
    {"intersection_type", .type = language_ts_type_union},
    {"array_type", .type = language_ts_type_array},
    {"tuple_type", .type = language_ts_type_tuple},
    {"optional_type", .type = language_type_inner},
    {"rest_type", .type = language_ts_type_rest},
    {"readonly_type", .type = language_type_inner},
    {"parenthesized_type", .type = language_type_inner},
    {"flow_maybe_type", .type = language_type_inner},
    {"type_annotation", .type = language_type_inner},
    {"omitting_type_annotation", .type = language_type_inner},
    {"adding_type_annotation", .type = language_type_inner},
    {"opting_type_annotation", .type = language_type_inner},
    {"type_predicate_annotation", .type = language_type_inner},
    {"asserts_annotation", .type = language_type_inner},
    {"asserts", .type = language_ts_type_asserts},
    {"type_predicate", .type = language_ts_type_predicate},
    {"constraint", .type = language_type_inner},
    {"default_type", .type = language_type_inner},
    {"function_type", .type = language_ts_type_function},
    {"constructor_type", .type = language_ts_type_function},
    {"object_type", .type = language_ts_type_object},
    {"type_query", .type = language_ts_type_query},
    {"index_type_query", .type = language_ts_type_keyof},
    {"lookup_type", .type = language_ts_type_lookup},
    {"literal_type", .type = language_ts_type_literal},
    {"conditional_type", .type = language_ts_type_conditional},
    {"template_literal_type", .type = language_ts_type_template},
    {"this_type", .type = language_ts_type_this},
    /* markup */
    {"jsx_element", .expr = language_ts_expr_jsx},
    {"jsx_self_closing_element", .expr = language_ts_expr_jsx},
    {.node = NULL}};

static NameId word(LanguageBuild *build, const char *text) { return language_intern(build, str_from_c(text)); }

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
  if (str_ends_with(build->path, STR(".d.ts")) || str_ends_with(build->path, STR(".d.mts")) ||
      str_ends_with(build->path, STR(".d.cts"))) {
    build->flags |= DEF_DECLARATION;
  }
  language_ts_begin_module(build, root);
}

static void finish(LanguageBuild *build) { language_ts_finish_module(build); }

static bool is_test(Str path) {
  static const char *const folders[] = {"__tests__", "__mocks__", "test", "tests", "spec", "e2e", "cypress"};
  static const char *const marks[] = {".test.", ".spec.", "-test.", "_test.", ".e2e.", ".cy.", ".test-d.", ".bench."};
  Str rest = path;
  while (rest.len) {
    Str part = str_cut(&rest, '/');
    if (!rest.len) {
      for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (str_contains(part, str_from_c(marks[i]))) return true;
      }
      return false;
    }
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
      if (str_eq_c(part, folders[i])) return true;
    }
  }
  return false;
}

/* Some are configured away from the nearest package.json, at the root of
 * several packages: the search goes on upwards. */
static const LanguageTest tests[] = {
    {"package.json", "vitest", "npx vitest run {files}"},
    {"package.json", "jest", "npx jest {files}"},
    {"package.json", "\"mocha", "npx mocha {files}"},
    {"package.json", "\"ava\"", "npx ava {files}"},
    {"package.json", "playwright", "npx playwright test {files}"},
    {"package.json", "bun test", "bun test {files}"},
    {"deno.json", NULL, "deno test {files}"},
    {"package.json", "\"test\"", "npm test"},
    {NULL, NULL, "node --test {files}"},
    {0},
};

#define SHARED                                                                                \
  .family = "typescript", .comments = "comment html_comment", .kinds = kinds, .fields = fields,\
  .shared = true, .handlers = handlers, .begin = begin, .finish = finish, .is_test = is_test,       \
  .repair = language_ts_repair, .revision = 1,                                                \
  .rules = {.namespaces = LANGUAGE_NAMES_TYPES_APART, .globals = LANGUAGE_GLOBALS_SCRIPTS,    \
            .interfaces = LANGUAGE_INTERFACES_SHAPES, .types_reopen = true,                   \
            .types_close_over = true, .function_types = true, .subscript_is_member = true,    \
            .member_is_subscript = true},                                                     \
  .names = {.constructors = "new constructor",                                                \
            .literals = {[LITERAL_BOOL] = "Boolean", [LITERAL_INT] = "Number",                \
                         [LITERAL_LONG] = "BigInt", [LITERAL_FLOAT] = "Number",               \
                         [LITERAL_DOUBLE] = "Number", [LITERAL_CHAR] = "String",              \
                         [LITERAL_STRING] = "String", [LITERAL_REGEX] = "RegExp",             \
                         [LITERAL_OTHER] = "Symbol"},                                         \
            .list = "Array", .function = "Function", .promise = "Promise PromiseLike",        \
            .generator = "Generator", .globals = "*",                                         \
            .object = "Object", .iterate = "[Symbol.iterator] next value", .index = "[]",     \
            .call = "()", .await = "then"},                                                   \
  .find_module = language_ts_find_module, .tests = tests,                                     \
  .installed = "node_modules", \
  .configs = "package.json tsconfig.json jsconfig.json tsconfig.base.json tsconfig.app.json " \
             "tsconfig.lib.json tsconfig.node.json tsconfig.build.json tsconfig.common.json " \
             "tsconfig.shared.json tsconfig.paths.json tsconfig.options.json base.json"

const Language language_typescript = {
    .name = "typescript", .extensions = "ts mts cts", .shebangs = "ts-node tsx deno bun",
    .grammar = tree_sitter_typescript, SHARED};

const Language language_tsx = {
    .name = "tsx", .extensions = "tsx", .grammar = tree_sitter_tsx, SHARED};

const Language language_javascript = {
    .name = "javascript", .extensions = "js jsx mjs cjs es6", .filenames = "Jakefile",
    .shebangs = "node nodejs", .grammar = tree_sitter_javascript, SHARED};
