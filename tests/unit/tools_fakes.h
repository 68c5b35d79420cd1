/* What the tests of tools share: a job, JSON in and out, and a set of made-up
 * tools with the shapes real ones have. */
#ifndef FATHOM_TESTS_TOOLS_FAKES_H
#define FATHOM_TESTS_TOOLS_FAKES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/model/answer.h"
#include "src/tools/tool.h"

#define UNUSED __attribute__((unused))

typedef struct Bench {
  Arena arena;
  Job job;
} Bench;

static UNUSED int bench_open(void **state) {
  Bench *bench = calloc(1, sizeof *bench);
  arena_init(&bench->arena);
  job_init(&bench->job, &bench->arena);
  *state = bench;
  return 0;
}

static UNUSED int bench_close(void **state) {
  Bench *bench = *state;
  arena_clear(&bench->arena);
  free(bench);
  return 0;
}

static UNUSED const Json *read_json(Bench *bench, const char *text) {
  const Json *value = NULL;
  assert_int_equal(json_read(&bench->job, str_from_c(text), NULL, &value), OK);
  return value;
}

static UNUSED void assert_str(Str got, const char *wanted) {
  if (str_eq_c(got, wanted)) return;
  print_error("got:    %.*s\nwanted: %s\n", STR_ARG(got), wanted);
  fail();
}

/* The recorded words; the job is then as new. */
static UNUSED void assert_failed(Bench *bench, Err err, Err wanted, const char *words) {
  assert_str(job_message(&bench->job, err), words);
  assert_int_equal(err, wanted);
  job_forgive(&bench->job);
}

static UNUSED Str names_of(Bench *bench, ToolRegistry *registry, const ToolPolicy *policy,
                           bool listed_only) {
  ToolList list = tool_list(&bench->arena, registry, policy, listed_only);
  Buf names;
  buf_init(&names, &bench->arena, 4096);
  for (size_t i = 0; i < list.count; i++) {
    buf_add_format(&names, "%s%s", i ? " " : "", list.items[i]->name);
  }
  assert_null(list.items[list.count]);
  tool_list_release(registry, &list);
  return buf_str(&names);
}

/* ---- made-up tools ---- */

static UNUSED Err fake_run(ToolCall *call) {
  answer_say(call->answer, "%s ran", call->tool->title);
  answer_field_str(call->answer, "ran", str_from_c(call->tool->title));
  return OK;
}

static const ToolField fake_result[] = {
    {"ran", TOOL_STRING, true, .help = "which one"},
    {0},
};

static const ToolField fake_find_args[] = {
    {"query", TOOL_STRING, true, .min = 1, .help = "name to look for"},
    {"kind", TOOL_STRING, .choices = "any|function|class", .otherwise = "\"any\"",
     .help = "only this kind"},
    {"limit", TOOL_INTEGER, .min = 1, .max = 100, .otherwise = "10", .help = "how many to show"},
    {"exported", TOOL_BOOLEAN, .otherwise = "false", .help = "only what other files see"},
    {"paths", TOOL_STRINGS, .min = 0, .max = 5, .help = "only beneath these"},
    {0},
};

#define FAKE(symbol, ...) \
  static UNUSED const Tool symbol = {.run = fake_run, .result = fake_result, __VA_ARGS__}

FAKE(fake_find, .name = "find", .title = "own find", .summary = "Finds symbols by name.",
     .args = fake_find_args, .example = "find query=main kind=function", .toolset = "read",
     .flags = TOOL_CORE | TOOL_READ_ONLY);
FAKE(fake_edit, .name = "edit", .title = "own edit", .summary = "Changes code.", .toolset = "edit",
     .flags = TOOL_CORE | TOOL_DESTRUCTIVE);
FAKE(fake_zap, .name = "zap", .title = "own zap", .summary = "Removes everything.",
     .toolset = "edit", .flags = TOOL_DESTRUCTIVE | TOOL_IDEMPOTENT | TOOL_OPEN_WORLD);
FAKE(fake_peek, .name = "peek", .title = "own peek", .summary = "Looks at a symbol. Quickly.",
     .toolset = "read", .flags = TOOL_READ_ONLY);
FAKE(fake_kart_find, .name = "find", .title = "kart find", .summary = "Finds as kart does.",
     .profiles = "kart", .alias_of = "find", .flags = TOOL_READ_ONLY);
FAKE(fake_kart_replace, .name = "kart_replace", .title = "kart replace",
     .summary = "Replaces as kart does.", .profiles = "kart", .alias_of = "edit");
FAKE(fake_lsp_tests, .name = "run_tests", .title = "lsp tests", .summary = "Runs tests.",
     .profiles = "agent-lsp");
FAKE(fake_kaimon_tests, .name = "run_tests", .title = "kaimon tests", .summary = "Runs tests.",
     .profiles = "kaimon");
FAKE(fake_shared, .name = "shared", .title = "shared", .summary = "In two profiles.",
     .profiles = "kart kaimon", .flags = TOOL_READ_ONLY);

extern const Tool tool_call;

static UNUSED const Tool *const fakes[] = {
    &fake_kart_find, &fake_zap,          &fake_find,         &tool_call,   &fake_edit, &fake_peek,
    &fake_lsp_tests, &fake_kart_replace, &fake_kaimon_tests, &fake_shared, NULL,
};

#endif
