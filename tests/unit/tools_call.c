/* call: finds, describes and runs what is not listed, and nothing that
 * writes. */
#include "tests/unit/tools_fakes.h"

static Err echo_run(ToolCall *call) {
  answer_put(call->answer, tool_arg_str(call, "query"));
  tool_add_block(call, STR("{\"type\":\"image\"}"));
  answer_field_int(call->answer, "n", tool_arg_int(call, "limit"));
  return OK;
}

static Err missing_run(ToolCall *call) {
  return job_fail(call->job, ERR_NOT_FOUND, "no such symbol");
}

static const ToolField echo_result[] = {{"n", TOOL_INTEGER, true, .help = "h"}, {0}};
static const Tool echo = {.name = "echo_text",
                          .title = "Echo",
                          .summary = "Says a text again.",
                          .help = "Word by word.",
                          .args = fake_find_args,
                          .result = echo_result,
                          .example = "echo_text query='a b' limit=3",
                          .run = echo_run,
                          .flags = TOOL_READ_ONLY};
static const Tool missing = {.name = "missing",
                             .title = "Missing",
                             .summary = "Finds nothing.",
                             .run = missing_run,
                             .flags = TOOL_READ_ONLY};

typedef struct Ran {
  Err err;
  ToolResult result;
} Ran;

static Ran run_call(Bench *bench, const ToolPolicy *policy, const char *json) {
  AUTO(ToolRegistry) registry = tool_registry_open_with(fakes);
  assert_int_equal(tool_registry_add_builtin(&bench->job, registry, &echo), OK);
  assert_int_equal(tool_registry_add_builtin(&bench->job, registry, &missing), OK);
  ToolScope scope = {.policy = policy, .registry = registry};
  Ran ran = {0};
  ran.err = tool_run(&bench->job, &scope, NULL, STR("call"), json ? read_json(bench, json) : NULL,
                     &ran.result);
  if (!ran.err) {
    const Json *fields = read_json(bench, str_to_c(&bench->arena, ran.result.fields));
    Err err = tool_validate_result(&bench->job, tool_call.result, fields);
    assert_str(job_message(&bench->job, err), "success");
  }
  return ran;
}

static const ToolPolicy core = {0};

static void names_what_is_not_listed(void **state) {
  Bench *bench = *state;
  Ran ran = run_call(bench, &core, NULL);
  assert_int_equal(ran.err, OK);
  assert_str(ran.result.text,
             "9 unlisted tools. Give name to see one's arguments, name and arguments to run it.\n\n"
             "echo_text: Says a text again.\n"
             "kart.find: Finds as kart does.\n"
             "kart_replace: Replaces as kart does. [must be listed to be used]\n"
             "missing: Finds nothing.\n"
             "peek: Looks at a symbol. Quickly.\n"
             "agent-lsp.run_tests: Runs tests. [must be listed to be used]\n"
             "kaimon.run_tests: Runs tests. [must be listed to be used]\n"
             "shared: In two profiles.\n"
             "zap: Removes everything. [must be listed to be used]\n");
  const ToolPolicy read_only = {
      .read_only = true, .disabled = STR("missing"), .profile = STR("kart")};
  ran = run_call(bench, &read_only, NULL);
  assert_str(ran.result.text,
             "3 unlisted tools. Give name to see one's arguments, name and arguments to run it.\n\n"
             "echo_text: Says a text again.\n"
             "core.find: Finds symbols by name.\n"
             "peek: Looks at a symbol. Quickly.\n");
  assert_str(
      ran.result.fields,
      "{\"tools\":[{\"name\":\"echo_text\",\"summary\":\"Says a text again.\",\"readOnly\":true},"
      "{\"name\":\"core.find\",\"summary\":\"Finds symbols by name.\",\"readOnly\":true},"
      "{\"name\":\"peek\",\"summary\":\"Looks at a symbol. Quickly.\",\"readOnly\":true}]}");
}

static void searches(void **state) {
  Bench *bench = *state;
  Ran ran = run_call(bench, &core, "{\"query\":\"look at a SYMBOL, peek?\"}");
  assert_str(ran.result.text,
             "1 unlisted tool. Give name to see one's arguments, name and arguments to run it.\n\n"
             "peek: Looks at a symbol. Quickly.\n");
  ran = run_call(bench, &core, "{\"query\":\"find a text that is missing\"}");
  assert_str(ran.result.text,
             "3 unlisted tools. Give name to see one's arguments, name and arguments to run it.\n\n"
             "missing: Finds nothing.\n"
             "echo_text: Says a text again.\n"
             "  arguments: query (required), kind, limit, exported, paths\n"
             "kart.find: Finds as kart does.\n");
  ran = run_call(bench, &core, "{\"query\":\"Text\"}");
  assert_str(ran.result.text,
             "1 unlisted tool. Give name to see one's arguments, name and arguments to run it.\n\n"
             "echo_text: Says a text again.\n"
             "  arguments: query (required), kind, limit, exported, paths\n");
  /* Endings and fillers do not matter; one word that fits is enough. */
  ran = run_call(bench, &core, "{\"query\":\"the removals that removed\"}");
  assert_str(ran.result.text,
             "1 unlisted tool. Give name to see one's arguments, name and arguments to run it.\n\n"
             "zap: Removes everything. [must be listed to be used]\n");
  ran = run_call(bench, &core, "{\"query\":\"qqq\"}");
  assert_str(ran.result.text, "No unlisted tool fits 'qqq'. Without query all are named.\n");
  assert_str(ran.result.fields, "{\"tools\":[]}");
}

static void describes(void **state) {
  Bench *bench = *state;
  Ran ran = run_call(bench, &core, "{\"name\":\"echo_text\"}");
  assert_int_equal(ran.err, OK);
  assert_str(ran.result.text,
             "echo_text: Says a text again.\n\nWord by word.\n\nArguments:\n"
             "- query: name to look for (text, required)\n"
             "- kind: only this kind (one of any, function, class, default any)\n"
             "- limit: how many to show (integer 1 to 100, default 10)\n"
             "- exported: only what other files see (true or false, default false)\n"
             "- paths: only beneath these (list of text of at most 5 items)\n"
             "\nExample: name \"echo_text\", arguments {\"query\":\"a b\",\"limit\":3}\n");
  const Json *fields = read_json(bench, str_to_c(&bench->arena, ran.result.fields));
  assert_str(json_get_str(json_get(fields, STR("description")), STR("name"), STR_EMPTY),
             "echo_text");
}

static void runs(void **state) {
  Bench *bench = *state;
  Ran ran = run_call(bench, &core, "{\"name\":\"echo_text\",\"arguments\":{\"query\":\"hi\"}}");
  assert_int_equal(ran.err, OK);
  assert_str(ran.result.text, "hi");
  assert_str(ran.result.blocks, "{\"type\":\"image\"}");
  assert_str(ran.result.fields, "{\"name\":\"echo_text\",\"result\":{\"n\":10}}");
  assert_str(run_call(bench, &core, "{\"name\":\"peek\"}").result.text, "own peek ran");
  assert_str(run_call(bench, &core, "{\"name\":\"kart.find\",\"arguments\":{}}").result.text,
             "kart find ran");
  /* Listed ones run as well: nothing is gained by refusing. */
  ran = run_call(bench, &core, "{\"name\":\"find\",\"arguments\":{\"query\":\"x\"}}");
  assert_str(ran.result.text, "own find ran");
}

static void passes_errors_on(void **state) {
  Bench *bench = *state;
  Ran ran = run_call(bench, &core, "{\"name\":\"missing\"}");
  assert_failed(bench, ran.err, ERR_NOT_FOUND, "no such symbol");
  ran = run_call(bench, &core,
                 "{\"name\":\"echo_text\",\"arguments\":{\"query\":\"x\",\"limit\":0}}");
  assert_failed(bench, ran.err, ERR_USAGE, "argument 'limit' must be 1 to 100, not 0");
  ran = run_call(bench, &core, "{\"name\":\"echo_text\",\"arguments\":{}}");
  assert_failed(bench, ran.err, ERR_USAGE, "missing argument 'query', which must be a string");
  ran = run_call(bench, &core, "{\"name\":\"echotext\"}");
  assert_failed(bench, ran.err, ERR_NOT_FOUND,
                "there is no tool 'echotext'; did you mean 'echo_text'?");
  ran = run_call(bench, &core, "{\"arguments\":{}}");
  assert_failed(bench, ran.err, ERR_USAGE,
                "arguments are given but no name: name the tool they are for");
}

static void never_writes(void **state) {
  Bench *bench = *state;
  static const char unlisted[] = "can change or execute something, and call runs only read-only "
                                 "tools; have it listed with --tools, "
                                 "--toolsets or --profile and use it directly";
  static const char *const names[] = {"zap", "core.zap", "kart_replace", "agent-lsp.run_tests"};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    Str args = str_format(&bench->arena, "{\"name\":\"%s\",\"arguments\":{}}", names[i]);
    Ran ran = run_call(bench, &core, args.ptr);
    assert_failed(bench, ran.err, ERR_DENIED,
                  str_format(&bench->arena, "'%s' %s", names[i], unlisted).ptr);
  }
  Ran ran = run_call(bench, &core, "{\"name\":\"edit\"}");
  assert_failed(
      bench, ran.err, ERR_DENIED,
      "'edit' can change or execute something, and call runs only read-only tools; it is listed, "
      "so use it directly");
  ran = run_call(bench, &core, "{\"name\":\"call\"}");
  assert_failed(bench, ran.err, ERR_USAGE,
                "call cannot run itself; name another tool, or none to see them");
  ran = run_call(bench, &core, "{\"name\":\"core.call\",\"arguments\":{\"name\":\"zap\"}}");
  assert_failed(bench, ran.err, ERR_USAGE,
                "call cannot run itself; name another tool, or none to see them");
  const ToolPolicy disabled = {.disabled = STR("peek")}, read_only = {.read_only = true};
  ran = run_call(bench, &disabled, "{\"name\":\"core.peek\"}");
  assert_failed(bench, ran.err, ERR_DENIED,
                "the tool 'peek' is disabled (--disable or tools.disabled)");
  ran = run_call(bench, &read_only, "{\"name\":\"zap\"}");
  assert_failed(
      bench, ran.err, ERR_DENIED,
      "the tool 'zap' can change or execute something, and only read-only tools are allowed here "
      "(--read-only or tools.read_only)");
}

/* A long list is cut, and says so. */
static void lists_within_a_budget(void **state) {
  Bench *bench = *state;
  AUTO(ToolRegistry) registry = tool_registry_open_with(fakes);
  char summary[201];
  memset(summary, 's', 200);
  summary[200] = 0;
  for (int i = 0; i < 100; i++) {
    Tool *tool = ARENA_NEW(&bench->arena, Tool);
    *tool = (Tool){.name = str_format(&bench->arena, "many_%03d", i).ptr,
                   .title = "t",
                   .summary = summary,
                   .run = fake_run,
                   .flags = TOOL_READ_ONLY};
    assert_int_equal(tool_registry_add_builtin(&bench->job, registry, tool), OK);
  }
  ToolScope scope = {.policy = &core, .registry = registry};
  ToolResult result;
  assert_int_equal(tool_run(&bench->job, &scope, NULL, STR("call"),
                            read_json(bench, "{\"query\":\"many\"}"), &result),
                   OK);
  assert_true(result.text.len < 12500);
  assert_true(str_ends_with(result.text, STR("\n92 more; narrow them down with query.\n")));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(names_what_is_not_listed, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(searches, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(describes, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(runs, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(passes_errors_on, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(never_writes, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(lists_within_a_budget, bench_open, bench_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
