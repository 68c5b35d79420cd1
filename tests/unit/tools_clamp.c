/* Numbers of aliases brought within their bounds; names that have no tool. */
#include "tests/unit/tools_fakes.h"

#include "src/tools/kit/tool_internal.h"

static const ToolField fields[] = {
    {"limit", TOOL_INTEGER, .min = 1, .max = 100, .help = "x"},
    {"share", TOOL_NUMBER, .min = 0, .max = 1, .help = "x"},
    {"least", TOOL_INTEGER, .min = 2, .max = 1, .help = "x"},
    {"free", TOOL_INTEGER, .help = "x"},
    {"word", TOOL_STRING, .help = "x"},
    {0},
};

static void clamps(const char *args, const char *wanted) {
  Arena arena;
  Job job;
  const Json *json;
  arena_init(&arena);
  job_init(&job, &arena);
  assert_int_equal(json_read(&job, str_from_c(args), NULL, &json), OK);
  Str got = json_spell(&arena, tool_clamp(&arena, fields, json));
  if (!str_eq_c(got, wanted)) fail_msg("%s gives %.*s, not %s", args, STR_ARG(got), wanted);
  arena_clear(&arena);
}

static void brings_numbers_within_bounds(void **state) {
  (void)state;
  clamps("{\"limit\":1}", "{\"limit\":1}");
  clamps("{\"limit\":100}", "{\"limit\":100}");
  clamps("{\"limit\":0}", "{\"limit\":1}");
  clamps("{\"limit\":101}", "{\"limit\":100}");
  clamps("{\"limit\":-1e400}", "{\"limit\":1}");
  clamps("{\"limit\":1e400}", "{\"limit\":100}");
  clamps("{\"limit\":2.9}", "{\"limit\":2}");
  clamps("{\"share\":0.5}", "{\"share\":0.5}");
  clamps("{\"share\":1.5}", "{\"share\":1}");
  clamps("{\"least\":1}", "{\"least\":2}");
  clamps("{\"least\":1000}", "{\"least\":1000}");
}

/* What is wrong in another way stays so, for validation to say. */
static void leaves_the_rest_alone(void **state) {
  (void)state;
  clamps("{\"limit\":\"ten\",\"word\":\"x\",\"other\":500}", "{\"limit\":\"ten\",\"word\":\"x\",\"other\":500}");
  clamps("{\"free\":1e300}", "{\"free\":1e300}");
  clamps("{\"limit\":null}", "{\"limit\":null}");
  clamps("[1]", "[1]");
}

/* A row for a tool that is there would never be read. */
static void names_for_later_have_no_tool(void **state) {
  (void)state;
  assert_null(tool_find_later(STR("kart_zoom")));
  assert_null(tool_find_later(STR("kart_replace")));
  assert_null(tool_find_later(STR("kart.kart_replace")));
  for (size_t i = 0; tool_registry[i]; i++) {
    if (tool_find_later(str_from_c(tool_registry[i]->name))) fail_msg("%s is there", tool_registry[i]->name);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(brings_numbers_within_bounds), cmocka_unit_test(leaves_the_rest_alone),
                                     cmocka_unit_test(names_for_later_have_no_tool)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
