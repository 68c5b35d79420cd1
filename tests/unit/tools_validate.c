/* Validation: every rule of a table, in the words a caller reads. */
#include "tests/unit/tools_fakes.h"

static const ToolField point[] = {
    {"line", TOOL_INTEGER, true, .min = 1, .max = 0, .help = "line"},
    {"text", TOOL_STRING, .help = "text"},
    {0},
};

static const ToolField table[] = {
    {"query", TOOL_STRING, true, .help = "text"},
    {"path", TOOL_PATH, .help = "path"},
    {"name", TOOL_STRING, .min = 2, .max = 5, .help = "short name"},
    {"word", TOOL_STRING, .min = 1, .help = "not empty"},
    {"kind", TOOL_STRING, .choices = "function|class|variable", .help = "kind"},
    {"limit", TOOL_INTEGER, .min = 1, .max = 100, .help = "limit"},
    {"offset", TOOL_INTEGER, .min = -5, .max = 0, .help = "offset"},
    {"any_int", TOOL_INTEGER, .help = "any"},
    {"ratio", TOOL_NUMBER, .min = 0, .max = 1, .help = "ratio"},
    {"all", TOOL_BOOLEAN, .help = "all"},
    {"paths", TOOL_STRINGS, .min = 1, .max = 3, .help = "paths"},
    {"kinds", TOOL_STRINGS, .choices = "a|b", .help = "kinds"},
    {"extra", TOOL_OBJECT, .help = "anything"},
    {"at", TOOL_OBJECT, .fields = point, .help = "place"},
    {"edits", TOOL_OBJECTS, .fields = point, .help = "edits"},
    {0},
};

static void accepts(void **state) {
  Bench *bench = *state;
  static const char *const good[] = {
      "{\"query\":\"\"}",
      "{\"query\":\"x\",\"name\":\"ab\",\"kind\":\"class\",\"limit\":100,\"offset\":-5}",
      "{\"query\":\"x\",\"name\":\"\xC3\xA4\xE6\xBC\xA2\xF0\x9F\x98\x80\xC3\xA4\xC3\xA4\"}",
      "{\"query\":\"x\",\"limit\":1e2,\"any_int\":9223372036854775807}",
      "{\"query\":\"x\",\"limit\":3.0,\"ratio\":0.5,\"all\":false}",
      "{\"query\":\"x\",\"paths\":[\"a\",\"b\",\"c\"],\"kinds\":[]}",
      "{\"query\":\"x\",\"extra\":{\"q\":[1,null]},\"at\":{\"line\":7}}",
      "{\"query\":\"x\",\"edits\":[{\"line\":1},{\"line\":900719925474,\"text\":\"t\"}]}",
      "{\"query\":\"x\",\"limit\":null,\"at\":{\"line\":1,\"text\":null}}",
  };
  for (size_t i = 0; i < COUNT_OF(good); i++) {
    Err err = tool_validate(&bench->job, table, read_json(bench, good[i]));
    if (err) print_error("%s: %.*s\n", good[i], STR_ARG(job_message(&bench->job, err)));
    assert_int_equal(err, OK);
  }
  assert_int_equal(tool_validate(&bench->job, NULL, NULL), OK);
  assert_int_equal(tool_validate(&bench->job, NULL, read_json(bench, "{}")), OK);
}

static void refuses_in_words(void **state) {
  Bench *bench = *state;
  static const char *const bad[][2] = {
      {"{}", "missing argument 'query', which must be a string"},
      {"{\"query\":null}", "missing argument 'query', which must be a string"},
      {"[]", "arguments must be an object, not an array"},
      {"\"query\"", "arguments must be an object, not the string 'query'"},
      {"{\"query\":7}", "argument 'query' must be a string, not 7"},
      {"{\"query\":\"a\\u0000b\"}", "argument 'query' contains a NUL character"},
      {"{\"query\":\"x\",\"name\":\"a\"}", "argument 'name' must be at least 2 characters long"},
      {"{\"query\":\"x\",\"name\":\"abcdef\"}",
       "argument 'name' must be at most 5 characters long, not 6"},
      {"{\"query\":\"x\",\"name\":\"\xC3\xA4\"}", "argument 'name' must be at least 2 characters long"},
      {"{\"query\":\"x\",\"word\":\"\"}", "argument 'word' must not be empty"},
      {"{\"query\":\"x\",\"kind\":\"funtion\"}",
       "argument 'kind' must be one of function, class, variable, not 'funtion'; did you mean "
       "'function'?"},
      {"{\"query\":\"x\",\"kind\":\"zzzzzz\"}",
       "argument 'kind' must be one of function, class, variable, not 'zzzzzz'"},
      {"{\"query\":\"x\",\"limit\":0}", "argument 'limit' must be 1 to 100, not 0"},
      {"{\"query\":\"x\",\"limit\":1e999999999}",
       "argument 'limit' must be 1 to 100, not 1e999999999"},
      {"{\"query\":\"x\",\"limit\":\"10\"}",
       "argument 'limit' must be an integer, not the string '10'"},
      {"{\"query\":\"x\",\"limit\":1.5}", "argument 'limit' must be an integer, not 1.5"},
      {"{\"query\":\"x\",\"offset\":1}", "argument 'offset' must be -5 to 0, not 1"},
      {"{\"query\":\"x\",\"any_int\":9223372036854775808}",
       "argument 'any_int' must fit into 64 bits, not 9223372036854775808"},
      {"{\"query\":\"x\",\"ratio\":1.01}", "argument 'ratio' must be 0 to 1, not 1.01"},
      {"{\"query\":\"x\",\"ratio\":true}", "argument 'ratio' must be a number, not true"},
      {"{\"query\":\"x\",\"all\":\"yes\"}",
       "argument 'all' must be true or false, not the string 'yes'"},
      {"{\"query\":\"x\",\"paths\":\"a\"}",
       "argument 'paths' must be an array of strings, not the string 'a'"},
      {"{\"query\":\"x\",\"paths\":[]}", "argument 'paths' must have at least 1 item"},
      {"{\"query\":\"x\",\"paths\":[\"a\",\"b\",\"c\",\"d\"]}",
       "argument 'paths' has 4 items; the limit is 3"},
      {"{\"query\":\"x\",\"paths\":[\"a\",{}]}",
       "argument 'paths[1]' must be a string, not an object"},
      {"{\"query\":\"x\",\"kinds\":[\"a\",\"c\"]}",
       "argument 'kinds[1]' must be one of a, b, not 'c'"},
      {"{\"query\":\"x\",\"extra\":[]}", "argument 'extra' must be an object, not an array"},
      {"{\"query\":\"x\",\"at\":{}}", "missing argument 'at.line', which must be an integer"},
      {"{\"query\":\"x\",\"edits\":{}}",
       "argument 'edits' must be an array of objects, not an object"},
      {"{\"query\":\"x\",\"edits\":[{\"line\":1},{\"line\":0}]}",
       "argument 'edits[1].line' must be at least 1, not 0"},
      {"{\"query\":\"x\",\"edits\":[{\"line\":1,\"txt\":\"\"}]}",
       "unknown argument 'edits[0].txt'; did you mean 'text'? accepted: line, text"},
  };
  for (size_t i = 0; i < COUNT_OF(bad); i++) {
    Err err = tool_validate(&bench->job, table, read_json(bench, bad[i][0]));
    assert_failed(bench, err, ERR_USAGE, bad[i][1]);
  }
}

static void suggests_names(void **state) {
  Bench *bench = *state;
  Err err = tool_validate(&bench->job, fake_find_args, read_json(bench, "{\"qurey\":\"main\"}"));
  assert_failed(bench, err, ERR_USAGE,
                "unknown argument 'qurey'; did you mean 'query'? accepted: query, kind, limit, "
                "exported, paths");
  err = tool_validate(&bench->job, fake_find_args,
                      read_json(bench, "{\"query\":\"a\",\"zzzzzzzz\":1}"));
  assert_failed(bench, err, ERR_USAGE,
                "unknown argument 'zzzzzzzz'; accepted: query, kind, limit, exported, paths");
  err = tool_validate(&bench->job, NULL, read_json(bench, "{\"x\":1}"));
  assert_failed(bench, err, ERR_USAGE, "unknown argument 'x'; none are accepted");
}

static void tells_three_problems_at_most(void **state) {
  Bench *bench = *state;
  Err err =
      tool_validate(&bench->job, fake_find_args,
                    read_json(bench, "{\"limit\":0,\"kind\":\"clas\",\"exported\":1,\"paths\":7}"));
  assert_failed(
      bench, err, ERR_USAGE,
      "argument 'limit' must be 1 to 100, not 0\n"
      "argument 'kind' must be one of any, function, class, not 'clas'; did you mean 'class'?\n"
      "argument 'exported' must be true or false, not 1");
}

static void names_the_types_own_limits(void **state) {
  Bench *bench = *state;
  static const struct {
    const char *name;
    size_t limit;
    const char *words;
  } rows[] = {{"query", 10000, "argument 'query' must be at most 10,000 characters long, not 10,001"},
              {"path", 4096, "argument 'path' must be at most 4,096 bytes long, not 4,097"}};
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    char *text = arena_alloc(&bench->arena, rows[i].limit + 2);
    memset(text, 'a', rows[i].limit);
    const char *first = i ? "\"query\":\"\"," : "";
    Str args = str_format(&bench->arena, "{%s\"%s\":\"%s\"}", first, rows[i].name, text);
    assert_int_equal(tool_validate(&bench->job, table, read_json(bench, args.ptr)), OK);
    text[rows[i].limit] = 'a';
    args = str_format(&bench->arena, "{%s\"%s\":\"%s\"}", first, rows[i].name, text);
    Err err = tool_validate(&bench->job, table, read_json(bench, args.ptr));
    assert_failed(bench, err, ERR_USAGE, rows[i].words);
  }
  Buf many;
  buf_init(&many, &bench->arena, 100000);
  buf_add_c(&many, "{\"query\":\"\",\"kinds\":[\"a\"");
  for (int i = 0; i < 1000; i++)
    buf_add_c(&many, ",\"a\"");
  buf_add_c(&many, "]}");
  Err err = tool_validate(&bench->job, table, read_json(bench, many.ptr));
  assert_failed(bench, err, ERR_USAGE, "argument 'kinds' has 1001 items; the limit is 1000");
}

static void shows_hostile_text_safely(void **state) {
  Bench *bench = *state;
  Err lines = tool_validate(&bench->job, NULL, read_json(bench, "{\"a\\nb\\tc\":1}"));
  assert_failed(bench, lines, ERR_USAGE, "unknown argument 'a\\nb\\tc'; none are accepted");
  Err err = tool_validate(&bench->job, NULL, read_json(bench, "{\"a\\u001b[31m\\u202e\":1}"));
  assert_failed(bench, err, ERR_USAGE, "unknown argument 'a\\x1B[31m\\u{202E}'; none are accepted");
  char name[200];
  memset(name, 'n', sizeof name - 1);
  name[sizeof name - 1] = 0;
  Str args = str_format(&bench->arena, "{\"%s\":1}", name);
  err = tool_validate(&bench->job, NULL, read_json(bench, args.ptr));
  name[60] = 0;
  Str words = str_format(&bench->arena, "unknown argument '%s...'; none are accepted", name);
  assert_failed(bench, err, ERR_USAGE, words.ptr);
}

static void results_are_strict_but_not_short(void **state) {
  Bench *bench = *state;
  Err err = tool_validate_result(&bench->job, fake_result, read_json(bench, "{\"ran\":null}"));
  assert_failed(bench, err, ERR_USAGE, "field 'ran' must be a string, not null");
  err = tool_validate_result(&bench->job, fake_result, read_json(bench, "{}"));
  assert_failed(bench, err, ERR_USAGE, "missing field 'ran', which must be a string");
  err = tool_validate_result(&bench->job, fake_result,
                             read_json(bench, "{\"ran\":\"a\",\"more\":1}"));
  assert_failed(bench, err, ERR_USAGE, "unknown field 'more'; accepted: ran");
  char *text = arena_alloc(&bench->arena, 20001);
  memset(text, 'a', 20000);
  Str result = str_format(&bench->arena, "{\"ran\":\"%s\"}", text);
  assert_int_equal(tool_validate_result(&bench->job, fake_result, read_json(bench, result.ptr)),
                   OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(accepts, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(refuses_in_words, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(suggests_names, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(tells_three_problems_at_most, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(names_the_types_own_limits, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(shows_hostile_text_safely, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(results_are_strict_but_not_short, bench_open, bench_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
