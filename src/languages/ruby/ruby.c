/* Ruby: how its files are recognised and what its nodes mean.
 *
 * Resolved: types that are opened in several files, mixins, methods of self,
 * `super`, attributes, aliases, constants by the types around and their bases,
 * what instance variables and local ones were given. Not resolved: methods of
 * values whose class nothing tells, methods whose name is computed,
 * method_missing, refinements, what eval makes. */
#include "src/languages/ruby/ruby_internal.h"

#define KIND_WORD(kind, node) node,
static const char *const kinds[] = {RUBY_KINDS(KIND_WORD) NULL};
static const char *const fields[] = {RUBY_FIELDS(KIND_WORD) NULL};

static const LanguageHandler handlers[RUBY_KIND_COUNT] = {
    [RUBY_CLASS] = {.visit = language_ruby_class},
    [RUBY_MODULE] = {.visit = language_ruby_module},
    [RUBY_SINGLETON_CLASS] = {.visit = language_ruby_singleton_class},
    [RUBY_METHOD] = {.visit = language_ruby_method},
    [RUBY_SINGLETON_METHOD] = {.visit = language_ruby_singleton_method},
    [RUBY_ALIAS] = {.visit = language_ruby_alias},
    [RUBY_RETURN] = {.visit = language_ruby_return},
    [RUBY_RESCUE] = {.visit = language_ruby_rescue},
    [RUBY_FOR] = {.visit = language_ruby_for},
    [RUBY_CALL] = {.expr = language_ruby_call},
    [RUBY_IDENTIFIER] = {.expr = language_ruby_identifier},
    [RUBY_SUPER] = {.expr = language_ruby_super},
    [RUBY_BLOCK] = {.expr = language_ruby_block},
    [RUBY_DO_BLOCK] = {.expr = language_ruby_block},
    [RUBY_LAMBDA] = {.expr = language_ruby_block},
    [RUBY_CONSTANT] = {.expr = language_ruby_constant},
    [RUBY_SCOPE_RESOLUTION] = {.expr = language_ruby_scope_resolution},
    [RUBY_INSTANCE_VARIABLE] = {.expr = language_ruby_instance_variable},
    [RUBY_CLASS_VARIABLE] = {.expr = language_ruby_instance_variable},
    [RUBY_SELF] = {.expr = language_ruby_self},
    [RUBY_ARRAY] = {.expr = language_ruby_array},
    [RUBY_SYMBOL_ARRAY] = {.expr = language_ruby_words},
    [RUBY_STRING_ARRAY] = {.expr = language_ruby_words},
    [RUBY_SIMPLE_SYMBOL] = {.expr = language_ruby_symbol},
    [RUBY_HASH] = {.expr = language_ruby_hash},
    [RUBY_ELEMENT_REFERENCE] = {.expr = language_ruby_element},
    [RUBY_BINARY] = {.expr = language_ruby_binary},
    [RUBY_UNARY] = {.expr = language_ruby_unary},
    [RUBY_ASSIGNMENT] = {.expr = language_ruby_assignment},
    [RUBY_OPERATOR_ASSIGNMENT] = {.expr = language_ruby_operator_assignment},
    [RUBY_IF] = {.expr = language_ruby_if},
    [RUBY_UNLESS] = {.expr = language_ruby_if},
    [RUBY_CONDITIONAL] = {.expr = language_ruby_conditional},
    [RUBY_IF_MODIFIER] = {.expr = language_ruby_modifier},
    [RUBY_UNLESS_MODIFIER] = {.expr = language_ruby_modifier},
    [RUBY_CASE] = {.expr = language_ruby_case},
    [RUBY_CASE_MATCH] = {.expr = language_ruby_case},
    [RUBY_RESCUE_MODIFIER] = {.expr = language_ruby_rescue_modifier},
    [RUBY_BEGIN] = {.expr = language_ruby_sequence},
    [RUBY_PARENTHESIZED] = {.expr = language_ruby_sequence},
    [RUBY_DO] = {.visit = language_visit_block},
    [RUBY_COMMENT] = {.is_comment = true},
};

/* The text of one stands behind the line that its value is in. */
static void visit_heredoc(LanguageBuild *build, NodeNo node) {
  language_note_text(build, node);
  language_visit_children(build, node);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "heredoc_body", .handler = {.visit = visit_heredoc}},
    {LANGUAGE_ROW_LITERAL, .node = "string chained_string subshell character heredoc_beginning bare_string bare_symbol",
     .kind = LITERAL_STRING},
    {LANGUAGE_ROW_LITERAL, .node = "delimited_symbol hash_key_symbol", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_LITERAL, .node = "regex", .kind = LITERAL_REGEX},
    {LANGUAGE_ROW_LITERAL, .node = "integer", .kind = LITERAL_INT},
    {LANGUAGE_ROW_LITERAL, .node = "float", .kind = LITERAL_DOUBLE},
    {LANGUAGE_ROW_LITERAL, .node = "true false", .kind = LITERAL_BOOL},
    {LANGUAGE_ROW_LITERAL, .node = "nil", .kind = LITERAL_NULL},
    {LANGUAGE_ROW_NOTHING, .node = "undef uninterpreted"},
    {0},
};

/* Variables outside of methods live in a scope that no method is inside of. */
static void begin(LanguageBuild *build, NodeNo root) {
  RubyState *state = ARENA_NEW(build->arena, RubyState);
  LanguageOpen before;
  build->state = state;
  state->file_variables = state->variables = language_open(build, SCOPE_BLOCK, root, 0, &before);
  language_close(build, &before);
}

static const LanguageTest tests[] = {
    {.marker = ".rspec", .command = "bundle exec rspec {files}"},
    {.marker = "bin/rails", .command = "bin/rails test {files}"},
    {.marker = "Gemfile", .command = "bundle exec ruby -Ilib -Itest {files}"},
    {0},
};

const Language language_ruby = {
    .name = "ruby",
    .extensions = "rb rake gemspec podspec ru rbi jbuilder",
    .filenames = "Rakefile Gemfile Guardfile Capfile Vagrantfile Podfile Fastfile Brewfile Berksfile",
    .shebangs = "ruby",
    .kinds = kinds,
    .fields = fields,
    .handlers = handlers,
    .rows = rows,
    .begin = begin,
    .test_names = "test/ spec/ features/ *_test.rb *_spec.rb test_*.rb",
    .tests = tests,
    .table_calls = language_ruby_table_calls,
    .home = {.manifests = "Gemfile"},
    .rules = {.outside_gives_ours = true, .type_scope = LANGUAGE_TYPE_SCOPE_NEAREST,
              .namespaces = LANGUAGE_NAMES_KINDS_APART,
              .order = LANGUAGE_ORDER_WHOLE,
              .globals = LANGUAGE_GLOBALS_SCRIPTS,
              .library_unlisted = true,
              .types_reopen = true,
              .types_reopen_anywhere = true, .outside_reopens = true,
              .mixins_see_users = true,
              .parameters_given = true,
              .reading_calls = true,
              .values_flow = true},
    .names = {.constructors = "initialize", .list = "Array", .map = "Hash",
              .literals = {[LITERAL_BOOL] = "TrueClass", [LITERAL_INT] = "Integer", [LITERAL_DOUBLE] = "Float", [LITERAL_STRING] = "String",
                           [LITERAL_REGEX] = "Regexp"}},
    .find_module = language_ruby_find_module,
    .editing = {.heads = "private protected public", .indent = "  "},
};
