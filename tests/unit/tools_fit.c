/* Fields within a budget: what is left out first, and how that is told. */
#include "src/tools/kit/tool_internal.h"
#include "tests/unit/tools_fakes.h"

static const ToolFit small = {.max = 4000, .how = "ask for less"};

/* {"rows":[{"name":"n0","uses":["u",...]},...],"truncated":false} */
static Str rows_of(Bench *bench, size_t rows, size_t uses) {
  Buf text;
  buf_init(&text, &bench->arena, 1u << 22);
  buf_add(&text, STR("{\"rows\":["));
  for (size_t i = 0; i < rows; i++) {
    buf_add_format(&text, "%s{\"name\":\"n%zu\",\"uses\":[", i ? "," : "", i);
    for (size_t j = 0; j < uses; j++) buf_add_format(&text, "%s\"user\"", j ? "," : "");
    buf_add(&text, STR("]}"));
  }
  buf_add(&text, STR("],\"truncated\":false}"));
  return buf_str(&text);
}

static const Json *fit(Bench *bench, Str fields) {
  Str fitted;
  const Json *read;
  assert_int_equal(tool_fit_fields(&bench->job, fields, &small, &fitted), OK);
  assert_true(fitted.len <= small.max);
  assert_int_equal(json_read(&bench->job, fitted, NULL, &read), OK);
  return read;
}

static Str left_out(Bench *bench, const Json *fields) { return json_spell(&bench->arena, json_get(fields, STR("left_out"))); }

static void what_fits_stays_as_it_is(void **state) {
  Bench *bench = *state;
  Str fields = rows_of(bench, 3, 2), fitted;
  assert_int_equal(tool_fit_fields(&bench->job, fields, &small, &fitted), OK);
  assert_ptr_equal(fitted.ptr, fields.ptr);
}

static void details_go_before_rows(void **state) {
  Bench *bench = *state;
  const Json *fields = fit(bench, rows_of(bench, 40, 30));
  assert_int_equal(json_get(fields, STR("rows"))->count, 40);
  assert_int_equal(json_get(&json_get(fields, STR("rows"))->items[0], STR("uses"))->count, 5);
  assert_true(json_get_bool(fields, STR("truncated"), false));
  assert_str(left_out(bench, fields), "{\"parts\":[{\"field\":\"rows.uses\",\"shown\":200,\"total\":1200}],\"how\":\"ask for less\"}");
}

static void then_the_last_rows_go(void **state) {
  Bench *bench = *state;
  const Json *fields = fit(bench, rows_of(bench, 1000, 0));
  const Json *rows = json_get(fields, STR("rows"));
  assert_str(json_get_str(&rows->items[0], STR("name"), STR_EMPTY), "n0");
  assert_int_equal(rows->count, 95);
  assert_str(left_out(bench, fields), "{\"parts\":[{\"field\":\"rows\",\"shown\":95,\"total\":1000}],\"how\":\"ask for less\"}");
}

/* Cut at a line's end, never within a character. */
static void a_long_text_keeps_its_beginning(void **state) {
  Bench *bench = *state;
  Buf text;
  buf_init(&text, &bench->arena, 1u << 20);
  buf_add(&text, STR("{\"list\":[1,2,3],\"source\":\""));
  for (size_t i = 0; i < 5000; i++) buf_add(&text, STR("\u00e9\u00e9\u00e9\\n"));
  buf_add(&text, STR("\"}"));
  const Json *fields = fit(bench, buf_str(&text));
  assert_int_equal(json_get(fields, STR("list"))->count, 3);
  Str source = json_get_str(fields, STR("source"), STR_EMPTY);
  assert_true(source.len > 1500);
  assert_int_equal((source.len - 3) % 7, 0);
  assert_str(str_slice(source, source.len - 4, source.len), "\n...");
  assert_str(left_out(bench, fields),
             str_format(&bench->arena, "{\"parts\":[{\"field\":\"source\",\"shown\":%zu,\"total\":35000,\"unit\":\"bytes\"}],\"how\":\"ask for less\"}",
                        source.len - 3).ptr);
}

/* Many members that are no lists and no long texts. */
static void what_cannot_be_cut_is_refused(void **state) {
  Bench *bench = *state;
  Buf text;
  Str fitted;
  buf_init(&text, &bench->arena, 1u << 20);
  buf_add(&text, STR("{"));
  for (size_t i = 0; i < 1000; i++) buf_add_format(&text, "%s\"a%zu\":1", i ? "," : "", i);
  buf_add(&text, STR("}"));
  assert_int_equal(tool_fit_fields(&bench->job, buf_str(&text), &small, &fitted), ERR_TOO_LARGE);
  assert_str(bench->job.message, "the answer is longer than 4000 bytes and nothing of it can be left out; ask for less");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(what_fits_stays_as_it_is, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(details_go_before_rows, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(then_the_last_rows_go, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(a_long_text_keeps_its_beginning, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(what_cannot_be_cut_is_refused, bench_open, bench_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
