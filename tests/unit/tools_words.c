/* Command lines and examples into arguments. */
#include "tests/unit/tools_fakes.h"

static const ToolField point[] = {{"line", TOOL_INTEGER, .help = "h"}, {0}};

static const ToolField trace_args[] = {
    {"from", TOOL_STRING, true, .help = "h"},
    {"to", TOOL_STRING, true, .help = "h"},
    {"max_chars", TOOL_INTEGER, .help = "h"},
    {"ratio", TOOL_NUMBER, .help = "h"},
    {"at", TOOL_OBJECT, .help = "h"},
    {"edits", TOOL_OBJECTS, .fields = point, .help = "h"},
    {"all", TOOL_BOOLEAN, .otherwise = "true", .help = "h"},
    {0},
};
static const ToolField check_args[] = {
    {"targets", TOOL_STRINGS, .help = "h"},
    {"deep", TOOL_BOOLEAN, .help = "h"},
    {0},
};
static const Tool trace = {.name = "trace",
                           .summary = "s",
                           .args = trace_args,
                           .run = fake_run,
                           .example = "trace from='a b' to=\"c\" all=false"};
static const Tool check = {.name = "check", .summary = "s", .args = check_args, .run = fake_run};
static const Tool none = {.name = "none", .summary = "s", .run = fake_run};
static const Tool foreign = {
    .name = "o.x",
    .summary = "s",
    .run = fake_run,
    .raw_schema = "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"},\"n\":{"
                  "\"type\":\"integer\"},"
                  "\"mixed\":{\"type\":[\"string\",\"null\"]},\"flag\":{\"type\":\"boolean\"},"
                  "\"names\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},\"bad name\":{}},"
                  "\"required\":[\"text\"]}"};

typedef struct Case {
  const Tool *tool;
  const char *words[8];
  const char *wanted;
} Case;

static Err parse(Bench *bench, const Case *one, const Json **ret_args) {
  Str words[8];
  size_t count = 0;
  for (; count < 8 && one->words[count]; count++)
    words[count] = str_from_c(one->words[count]);
  return tool_args_from_words(&bench->job, one->tool, words, count, ret_args);
}

static void reads(void **state) {
  Bench *bench = *state;
  static const Case cases[] = {
      {&fake_find, {NULL}, "{}"},
      {&fake_find, {"main"}, "{\"query\":\"main\"}"},
      {&fake_find, {"5"}, "{\"query\":\"5\"}"},
      {&fake_find,
       {"main", "--limit", "5", "--kind=class"},
       "{\"query\":\"main\",\"limit\":5,\"kind\":\"class\"}"},
      {&fake_find, {"--limit=7", "main"}, "{\"limit\":7,\"query\":\"main\"}"},
      {&fake_find, {"--query", "main", "--exported"}, "{\"query\":\"main\",\"exported\":true}"},
      {&fake_find, {"main", "--no-exported"}, "{\"query\":\"main\",\"exported\":false}"},
      {&fake_find, {"main", "--exported=false"}, "{\"query\":\"main\",\"exported\":false}"},
      {&fake_find, {"--exported", "false"}, "{\"exported\":true,\"query\":\"false\"}"},
      {&fake_find, {"--", "--limit"}, "{\"query\":\"--limit\"}"},
      {&fake_find, {"--query=--limit"}, "{\"query\":\"--limit\"}"},
      {&fake_find, {"->next"}, "{\"query\":\"->next\"}"},
      {&fake_find, {"--query="}, "{\"query\":\"\"}"},
      {&fake_find,
       {"m", "--paths", "a,b", "--paths=c"},
       "{\"query\":\"m\",\"paths\":[\"a\",\"b\",\"c\"]}"},
      {&fake_find, {"m", "--paths", "[\"a,b\"]"}, "{\"query\":\"m\",\"paths\":[\"a,b\"]}"},
      {&fake_find, {"m", "--paths", "[a"}, "{\"query\":\"m\",\"paths\":[\"[a\"]}"},
      {&fake_find,
       {"query=main", "kind=function", "limit=3"},
       "{\"query\":\"main\",\"kind\":\"function\",\"limit\":3}"},
      /* Named words alone do not give what is required: it is text. */
      {&fake_find, {"limit=3"}, "{\"query\":\"limit=3\"}"},
      {&fake_find, {"x=3"}, "{\"query\":\"x=3\"}"},
      {&fake_find, {"query=a=b"}, "{\"query\":\"a=b\"}"},
      {&trace, {"a", "b"}, "{\"from\":\"a\",\"to\":\"b\"}"},
      {&trace, {"--from", "a", "b"}, "{\"from\":\"a\",\"to\":\"b\"}"},
      {&trace, {"a", "b", "--max-chars", "-3"}, "{\"from\":\"a\",\"to\":\"b\",\"max_chars\":-3}"},
      {&trace,
       {"a", "b", "--at", "{\"x\": [1]}"},
       "{\"from\":\"a\",\"to\":\"b\",\"at\":{\"x\":[1]}}"},
      {&trace,
       {"a", "b", "--edits", "{\"line\":1}", "--edits", "[{\"line\":2}]"},
       "{\"from\":\"a\",\"to\":\"b\",\"edits\":[{\"line\":1},{\"line\":2}]}"},
      {&check, {NULL}, "{}"},
      {&check,
       {"a.c", "b.c", "--deep", "c.c"},
       "{\"targets\":[\"a.c\",\"b.c\",\"c.c\"],\"deep\":true}"},
      {&none, {NULL}, "{}"},
      {&foreign,
       {"12", "--n", "12", "--flag", "--names", "a,b"},
       "{\"text\":\"12\",\"n\":12,\"flag\":true,\"names\":[\"a\",\"b\"]}"},
      {&foreign, {"t", "--mixed", "null"}, "{\"text\":\"t\",\"mixed\":null}"},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    const Json *args = NULL;
    Err err = parse(bench, &cases[i], &args);
    if (err) print_error("case %zu: %.*s\n", i, STR_ARG(job_message(&bench->job, err)));
    assert_int_equal(err, OK);
    assert_str(json_spell(&bench->arena, args), cases[i].wanted);
  }
}

static void refuses_in_words(void **state) {
  Bench *bench = *state;
  static const Case cases[] = {
      {&fake_find,
       {"main", "--lmit", "5"},
       "unknown option '--lmit'; did you mean '--limit'? accepted: --query, --kind, --limit, "
       "--exported, --paths"},
      {&fake_find,
       {"--zzzzzzzz"},
       "unknown option '--zzzzzzzz'; accepted: --query, --kind, --limit, --exported, --paths"},
      {&fake_find,
       {"--no-limit"},
       "unknown option '--no-limit'; accepted: --query, --kind, --limit, --exported, --paths"},
      {&none, {"--x"}, "unknown option '--x'; none takes no arguments"},
      {&none,
       {"x"},
       "unexpected word 'x': none takes only --options; put quotes around words that belong "
       "together"},
      {&fake_find,
       {"a", "b"},
       "unexpected word 'b': find takes <query>; put quotes around words that belong together"},
      {&trace,
       {"a", "b", "c"},
       "unexpected word 'c': trace takes <from> <to>; put quotes around words that belong "
       "together"},
      {&fake_find, {"a", "kind=class"}, "unexpected word 'kind=class'; write --kind=class"},
      {&fake_find,
       {"a", "--exported", "false"},
       "unexpected word 'false': --exported takes no value; --no-exported switches it off"},
      {&fake_find,
       {"a", "--exported", "b", "false"},
       "unexpected word 'b': find takes <query>; put quotes around words that belong together"},
      {&fake_find, {"a", "--limit"}, "--limit needs a value: integer 1 to 100"},
      {&fake_find,
       {"a", "--kind", "--limit", "3"},
       "--kind needs a value: one of any, function, class (one that begins with -- is written "
       "--name=value)"},
      {&fake_find, {"a", "--limit", "ten"}, "'limit' must be an integer, not 'ten'"},
      {&fake_find, {"a", "--limit", "\"5\""}, "'limit' must be an integer, not '\"5\"'"},
      {&fake_find, {"a", "--limit", ""}, "'limit' must be an integer, not ''"},
      {&fake_find, {"a", "--exported=yes"}, "'exported' must be true or false, not 'yes'"},
      {&fake_find, {"a", "--limit", "1", "--limit", "2"}, "'limit' is given twice"},
      {&fake_find, {"a\xff"}, "'query' must be UTF-8 text"},
      {&trace, {"a", "b", "--ratio", ".5"}, "'ratio' must be a number, not '.5'"},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    const Json *args = NULL;
    Err err = parse(bench, &cases[i], &args);
    assert_failed(bench, err, ERR_USAGE, cases[i].wanted);
    assert_null(args);
  }
  const Json *args;
  const Case object = {&trace, {"a", "b", "--at", "{x"}, NULL};
  Err err = parse(bench, &object, &args);
  assert_int_equal(err, ERR_USAGE);
  assert_true(str_starts_with(job_message(&bench->job, err),
                              STR("'at' must be an object written as JSON, not '{x' (")));
}

static void reads_examples(void **state) {
  Bench *bench = *state;
  const Json *args;
  assert_int_equal(tool_args_from_example(&bench->job, &trace, &args), OK);
  assert_str(json_spell(&bench->arena, args), "{\"from\":\"a b\",\"to\":\"c\",\"all\":false}");
  Tool open_quote = trace;
  open_quote.example = "trace from='a to=b";
  assert_failed(bench, tool_args_from_example(&bench->job, &open_quote, &args), ERR_USAGE,
                "the example's ' quote is not closed");
  Tool misspelt = trace;
  misspelt.example = "trace from=a to=b maxchars=3";
  assert_failed(bench, tool_args_from_example(&bench->job, &misspelt, &args), ERR_USAGE,
                "the example must be argument=value pairs, the required ones included");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(reads, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(refuses_in_words, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(reads_examples, bench_open, bench_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
