/* Running: arguments as handlers see them, results as callers see them. */
#include "tests/unit/tools_fakes.h"

static const ToolField args[] = {
    {"text", TOOL_STRING, .otherwise = "\"a \\\"b\\\"\"", .help = "h"},
    {"plain", TOOL_STRING, .help = "h"},
    {"whole", TOOL_INTEGER, .otherwise = "7", .help = "h"},
    {"bare", TOOL_INTEGER, .help = "h"},
    {"real", TOOL_NUMBER, .otherwise = "0.5", .help = "h"},
    {"on", TOOL_BOOLEAN, .otherwise = "true", .help = "h"},
    {"off", TOOL_BOOLEAN, .help = "h"},
    {"list", TOOL_STRINGS, .otherwise = "[\"x\"]", .help = "h"},
    {0},
};

static Err show_run(ToolCall *call) {
  const Json *list = tool_arg(call, "list");
  answer_say(call->answer, "%.*s/%.*s/%lld/%lld/%g/%d/%d/%s", STR_ARG(tool_arg_str(call, "text")),
                 STR_ARG(tool_arg_str(call, "plain")), (long long)tool_arg_int(call, "whole"),
                 (long long)tool_arg_int(call, "bare"), tool_arg_number(call, "real"),
                 tool_arg_bool(call, "on"), tool_arg_bool(call, "off"), list ? "list" : "none");
  return OK;
}

/* Writes `whole` bytes of `text` and as much elsewhere as the names say. */
static Err flood_run(ToolCall *call) {
  int64_t rows = tool_arg_int(call, "whole");
  Str text = tool_arg_str(call, "plain");
  bool into_fields = tool_arg_bool(call, "off");
  if (into_fields) answer_begin_list(call->answer, "rows");
  for (int64_t i = 0; i < rows; i++) {
    if (into_fields)
      answer_item_str(call->answer, text);
    else
      answer_put(call->answer, text);
  }
  if (into_fields) answer_end(call->answer);
  return OK;
}

static Err blocks_run(ToolCall *call) {
  tool_add_block(call, STR("{\"type\":\"text\"}"));
  tool_add_block(call, STR("{\"type\":\"image\"}"));
  answer_field_int(call->answer, "n", 2);
  return OK;
}

/* A list that is the whole answer, `bare` items of it, and beside it what else there is. */
static Err list_run(ToolCall *call) {
  if (tool_arg_bool(call, "off")) answer_field_str(call->answer, "before", STR("b"));
  answer_begin_list(call->answer, "items");
  for (int64_t i = 0; i < tool_arg_int(call, "bare"); i++) answer_item_str(call->answer, STR("x"));
  answer_end(call->answer);
  if (tool_arg_bool(call, "off")) answer_field_int(call->answer, "after", 1);
  call->list = "items";
  return OK;
}

static Err fail_run(ToolCall *call) {
  answer_say(call->answer, "half an answer");
  return job_fail(call->job, ERR_BUSY, "somebody is in the way");
}

static Err place_run(ToolCall *call) {
  Index *index;
  assert_null(call->client->ask);
  return tool_workspace(call, STR("src"), &index);
}

static Err raw_run(ToolCall *call) {
  answer_put(call->answer, json_spell(call->job->arena, call->args));
  return OK;
}

static const Tool show = {.name = "show",
                          .title = "t",
                          .summary = "s",
                          .args = args,
                          .run = show_run,
                          .flags = TOOL_READ_ONLY};
static const Tool flood = {
    .name = "flood", .title = "t", .summary = "s", .args = args, .run = flood_run};
static const Tool blocks = {.name = "blocks", .title = "t", .summary = "s", .run = blocks_run};
static Err promised_run(ToolCall *call) {
  answer_field_int(call->answer, "n", 2);
  return OK;
}
static const Tool promised = {.name = "promised", .title = "t", .summary = "s", .run = promised_run, .flags = TOOL_STRUCTURED};
static const Tool lists = {.name = "lists", .title = "t", .summary = "s", .args = args, .flags = TOOL_STRUCTURED, .run = list_run};
static const Tool failing = {.name = "failing", .title = "t", .summary = "s", .run = fail_run};
static const Tool place = {.name = "place", .title = "t", .summary = "s", .run = place_run};
static const Tool raw = {.name = "raw",
                         .title = "t",
                         .summary = "s",
                         .run = raw_run,
                         .raw_schema = "{\"type\":\"object\"}"};
/* Says how many seconds it has; they are whole when the clock stood still. */
static Err left_run(ToolCall *call) {
  int64_t left = call->job->deadline_ms - job_now_ms();
  answer_say(call->answer, "%lld", (long long)(left + 30000) / 60000 * 60);
  return OK;
}

/* Takes being stopped for something else. */
static Err mistaken_run(ToolCall *call) {
  call->job->deadline_ms = 1;
  return job_check(call->job) ? (job_forgive(call->job), job_fail(call->job, ERR_NOT_FOUND, "nothing there")) : OK;
}

static const ToolField precise_args[] = {{"precise", TOOL_STRING, .help = "h"}, {0}};
static const Tool left = {.name = "left", .title = "t", .summary = "s", .args = precise_args, .run = left_run};
static const Tool left_asking = {.name = "left_asking", .title = "t", .summary = "s", .method = "a/b", .run = left_run};
static const Tool left_long = {.name = "left_long", .title = "t", .summary = "s", .seconds = 1800, .run = left_run};
static const Tool mistaken = {.name = "mistaken", .title = "t", .summary = "s", .run = mistaken_run};
static const Tool *const table[] = {&promised, &show, &flood,     &blocks, &failing,     &place,     &raw,
                                    &left, &fake_peek, &mistaken, &left_asking, &left_long, &lists, NULL};

typedef struct Ran {
  Err err;
  ToolResult result;
} Ran;

static Ran run_for(Bench *bench, const ToolPolicy *policy, const ToolClient *client, const char *name, const char *json) {
  AUTO(ToolRegistry) registry = tool_registry_open_with(table);
  ToolScope scope = {.policy = policy, .registry = registry};
  Ran ran = {.result = {.text = STR("untouched")}};
  const Json *parsed = json ? read_json(bench, json) : NULL;
  ran.err = tool_run(&bench->job, &scope, client, str_from_c(name), parsed, &ran.result);
  return ran;
}

static Ran run_under(Bench *bench, const ToolPolicy *policy, const char *name, const char *json) {
  return run_for(bench, policy, NULL, name, json);
}

static Ran run_tool(Bench *bench, const char *name, const char *json) {
  static const ToolPolicy plain = {0};
  return run_under(bench, &plain, name, json);
}

static void handlers_see_arguments_and_defaults(void **state) {
  Bench *bench = *state;
  Ran ran = run_tool(bench, "show", NULL);
  assert_int_equal(ran.err, OK);
  assert_str(ran.result.text, "a \"b\"//7/0/0.5/1/0/none");
  assert_str(ran.result.fields, "");
  assert_str(ran.result.blocks, "");
  ran = run_tool(bench, "show",
                 "{\"text\":\"\",\"plain\":\"p\",\"whole\":1e3,\"bare\":-2,\"real\":2,\"on\":false,"
                 "\"off\":true,"
                 "\"list\":[]}");
  assert_str(ran.result.text, "/p/1000/-2/2/0/1/list");
  ran = run_tool(bench, "show", "{\"text\":null,\"whole\":null,\"on\":null,\"list\":null}");
  assert_str(ran.result.text, "a \"b\"//7/0/0.5/1/0/none");
}

static void results_come_in_three_forms(void **state) {
  Bench *bench = *state;
  Ran ran = run_tool(bench, "blocks", "{}");
  assert_int_equal(ran.err, OK);
  assert_str(ran.result.text, "");
  assert_str(ran.result.fields, "{\"n\":2}");
  assert_str(ran.result.blocks, "{\"type\":\"text\"},{\"type\":\"image\"}");
  ran = run_tool(bench, "peek", "{}");
  assert_str(ran.result.fields, "{\"ran\":\"own peek\"}");
  const Json *fields = read_json(bench, "{\"ran\":\"own peek\"}");
  assert_int_equal(tool_validate_result(&bench->job, fake_peek.result, fields), OK);
}

/* Who reads words gets fields where a contract makes them the answer. */
static void fields_that_nobody_reads_are_not_spelled(void **state) {
  static const ToolPolicy plain = {0};
  static const ToolClient reader = {.reads_words = true};
  Bench *bench = *state;
  Ran ran = run_for(bench, &plain, &reader, "blocks", NULL);
  assert_int_equal(ran.err, OK);
  assert_str(ran.result.fields, "");
  assert_str(ran.result.blocks, "{\"type\":\"text\"},{\"type\":\"image\"}");
  ran = run_for(bench, &plain, &reader, "lists", "{\"bare\":1}");
  assert_str(ran.result.list, "[\"x\"]");
  ran = run_for(bench, &plain, &reader, "promised", NULL);
  assert_str(ran.result.text, "{\"n\":2}");
  assert_str(ran.result.fields, "{\"n\":2}");
}

static void a_list_can_be_the_whole_answer(void **state) {
  Bench *bench = *state;
  Ran ran = run_tool(bench, "lists", "{\"bare\":2,\"off\":true}");
  assert_int_equal(ran.err, OK);
  assert_str(ran.result.fields, "{\"before\":\"b\",\"items\":[\"x\",\"x\"],\"after\":1}");
  assert_str(ran.result.list, "[\"x\",\"x\"]");
  assert_str(ran.result.rest, "{\"before\":\"b\",\"after\":1}");
  ran = run_tool(bench, "lists", NULL);
  assert_str(ran.result.list, "[]");
  assert_str(ran.result.rest, "");
  ran = run_tool(bench, "blocks", NULL); /* of others there is none */
  assert_str(ran.result.list, "");
  assert_str(ran.result.rest, "");
}

static void failures_leave_the_result_alone(void **state) {
  Bench *bench = *state;
  Ran ran = run_tool(bench, "failing", NULL);
  assert_str(ran.result.text, "untouched");
  assert_failed(bench, ran.err, ERR_BUSY, "somebody is in the way");
  ran = run_tool(bench, "shwo", NULL);
  assert_failed(bench, ran.err, ERR_NOT_FOUND, "there is no tool 'shwo'; did you mean 'show'?");
  ran = run_tool(bench, "show", "{\"whole\":\"x\"}");
  assert_failed(bench, ran.err, ERR_USAGE,
                "argument 'whole' must be an integer, not the string 'x'");
  ran = run_tool(bench, "place", NULL);
  assert_failed(bench, ran.err, ERR_UNAVAILABLE,
                "there is no workspace here; give one with --repo DIR");
}

static void refusal_holds_on_every_name(void **state) {
  Bench *bench = *state;
  const ToolPolicy disabled = {.disabled = STR("show")}, read_only = {.read_only = true};
  static const char *const names[] = {"show", "core.show"};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    Ran ran = run_under(bench, &disabled, names[i], "{\"nonsense\":1}");
    assert_failed(bench, ran.err, ERR_DENIED,
                  "the tool 'show' is disabled (--disable or tools.disabled)");
  }
  Ran ran = run_under(bench, &read_only, "core.blocks", NULL);
  assert_failed(bench, ran.err, ERR_DENIED,
                "the tool 'blocks' can change or execute something, and only read-only tools are "
                "allowed here (--read-only or tools.read_only)");
  assert_int_equal(run_under(bench, &read_only, "show", NULL).err, OK);
}

static void answers_are_limited(void **state) {
  Bench *bench = *state;
  /* 3 bytes a line: the last whole line before 1 MB stays. */
  Ran ran = run_tool(bench, "flood", "{\"whole\":400000,\"plain\":\"ab\\n\"}");
  assert_int_equal(ran.err, OK);
  Str note = STR("\n[cut: the answer is limited to 1048576 bytes]");
  assert_true(str_ends_with(ran.result.text, note));
  assert_int_equal(ran.result.text.len - note.len, 1048574);
  /* No line end: cut between characters. */
  ran = run_tool(bench, "flood", "{\"whole\":400000,\"plain\":\"\\u20ac\"}");
  assert_int_equal(ran.err, OK);
  assert_true(str_is_utf8(ran.result.text));
  assert_true(str_ends_with(ran.result.text, note));
  ran = run_tool(bench, "flood", "{\"whole\":400000,\"plain\":\"abcdefghij\",\"off\":true}");
  assert_failed(bench, ran.err, ERR_TOO_LARGE,
                "the answer of 'flood' is larger than 4 MB; ask for less at once");
}

static void foreign_tools_validate_themselves(void **state) {
  Bench *bench = *state;
  Ran ran = run_tool(bench, "raw", "{\"anything\":[1]}");
  assert_int_equal(ran.err, OK);
  assert_str(ran.result.text, "{\"anything\":[1]}");
  assert_str(run_tool(bench, "raw", NULL).result.text, "{}");
  ran = run_tool(bench, "raw", "[]");
  assert_failed(bench, ran.err, ERR_USAGE, "arguments must be an object");
}

static void a_cancelled_job_does_not_start(void **state) {
  Bench *bench = *state;
  job_cancel(&bench->job, ERR_CANCELLED);
  Ran ran = run_tool(bench, "show", NULL);
  assert_int_equal(ran.err, ERR_CANCELLED);
  assert_str(ran.result.text, "untouched");
}

static void every_call_has_a_deadline(void **state) {
  Bench *bench = *state;
  assert_str(run_tool(bench, "left", NULL).result.text, "60");
  bench->job.deadline_ms = 0;
  assert_str(run_tool(bench, "left", "{\"precise\":\"require\"}").result.text, "300");
  bench->job.deadline_ms = 0;
  assert_str(run_tool(bench, "left_asking", NULL).result.text, "300");
  bench->job.deadline_ms = 0;
  assert_str(run_tool(bench, "left_long", NULL).result.text, "1800");
  bench->job.deadline_ms = job_now_ms() + 120000; /* the caller wants less */
  assert_str(run_tool(bench, "left_long", NULL).result.text, "120");
  assert_int_equal(tool_seconds(&left), 60);
  Ran ran = run_tool(bench, "mistaken", NULL);
  assert_failed(bench, ran.err, ERR_TIMEOUT, "the time allowed for this ran out; ask for less at once or allow more time");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(handlers_see_arguments_and_defaults, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(results_come_in_three_forms, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(fields_that_nobody_reads_are_not_spelled, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(a_list_can_be_the_whole_answer, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(failures_leave_the_result_alone, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(refusal_holds_on_every_name, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(answers_are_limited, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(foreign_tools_validate_themselves, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(a_cancelled_job_does_not_start, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(every_call_has_a_deadline, bench_open, bench_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
