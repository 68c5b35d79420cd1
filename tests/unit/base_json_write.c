/* The JSON writer: exact output, repair of broken text, misuse. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/json.h"

typedef struct Fixture {
  Arena arena;
  Job job;
  Buf buf;
  JsonWriter writer;
} Fixture;

static int open_fixture(void **state) {
  static Fixture fixture;
  arena_init(&fixture.arena);
  job_init(&fixture.job, &fixture.arena);
  buf_init(&fixture.buf, &fixture.arena, SIZE_MAX);
  json_writer_init(&fixture.writer, &fixture.buf, 0);
  *state = &fixture;
  return 0;
}

static int close_fixture(void **state) {
  Fixture *fixture = *state;
  arena_clear(&fixture->arena);
  return 0;
}

static void assert_written(Fixture *fixture, const char *want) {
  Str got = buf_str(&fixture->buf);
  if (!str_eq_c(got, want)) fail_msg("got  %.*s\nwant %s", STR_ARG(got), want);
  buf_truncate(&fixture->buf, 0);
  json_writer_init(&fixture->writer, &fixture->buf, 0);
}

static const Json *read_ok(Fixture *fixture, Str text) {
  const Json *value = NULL;
  JsonLimits limits = {.max_depth = 1024};
  if (json_read(&fixture->job, text, &limits, &value)) {
    fail_msg("%.*s: %.*s", STR_ARG(text), STR_ARG(fixture->job.message));
  }
  return value;
}

/* Read as text JSON hides nothing; read as JSON it is the same value. */
static void test_hidden_characters_are_escaped(void **state) {
  Fixture *fixture = *state;
  Str hidden = STR("a\xe2\x80\xae" "b\xe2\x81\xa6" "c\x7f" "d\xc2\x9b" "e\x1b[2J\xe2\x80\xa8\xef\xbb\xbf\xf3\xa0\x81\x81");
  json_str(&fixture->writer, hidden);
  Str spelled = str_copy(&fixture->arena, buf_str(&fixture->buf));
  assert_written(fixture, "\"a\\u202eb\\u2066c\\u007fd\\u009be\\u001b[2J\\u2028\\ufeff\\udb40\\udc41\"");
  assert_true(str_eq(read_ok(fixture, spelled)->text, hidden));
  /* What only looks unusual, joiners among it, stays as it is. */
  json_str(&fixture->writer, STR("\xe2\x80\x8d\xf0\x9f\x98\x80\xd7\x90~"));
  assert_written(fixture, "\"\xe2\x80\x8d\xf0\x9f\x98\x80\xd7\x90~\"");
}

static void write_sample(JsonWriter *writer, const Json *value) {
  json_begin_object(writer);
  json_field_str(writer, "str", STR("a\"b"));
  json_field_int(writer, "int", -7);
  json_field_bool(writer, "yes", true);
  json_field_bool(writer, "no", false);
  json_field_value(writer, "value", value);
  json_field_value(writer, "nothing", NULL);
  json_field_raw(writer, "raw", STR("[1, 2]"));
  json_field_object(writer, "object");
  json_end_object(writer);
  json_field_array(writer, "array");
  json_end_array(writer);
  json_field_array(writer, "items");
  json_int(writer, 1);
  json_str(writer, STR("two"));
  json_begin_array(writer);
  json_null(writer);
  json_end_array(writer);
  json_begin_object(writer);
  json_name(writer, STR("x\n"));
  json_double(writer, 0.5);
  json_end_object(writer);
  json_bool(writer, true);
  json_end_array(writer);
  json_end_object(writer);
}

static void test_one_line(void **state) {
  Fixture *fixture = *state;
  write_sample(&fixture->writer, read_ok(fixture, STR("{\"a\":[1,{}],\"b\":[]}")));
  assert_written(fixture,
                 "{\"str\":\"a\\\"b\",\"int\":-7,\"yes\":true,\"no\":false,"
                 "\"value\":{\"a\":[1,{}],\"b\":[]},\"nothing\":null,\"raw\":[1, 2],"
                 "\"object\":{},\"array\":[],"
                 "\"items\":[1,\"two\",[null],{\"x\\n\":0.5},true]}");
}

static void test_indented(void **state) {
  Fixture *fixture = *state;
  json_writer_init(&fixture->writer, &fixture->buf, 2);
  write_sample(&fixture->writer, read_ok(fixture, STR("{\"a\":[1,{}],\"b\":[]}")));
  assert_written(fixture,
                 "{\n"
                 "  \"str\": \"a\\\"b\",\n"
                 "  \"int\": -7,\n"
                 "  \"yes\": true,\n"
                 "  \"no\": false,\n"
                 "  \"value\": {\n"
                 "    \"a\": [\n"
                 "      1,\n"
                 "      {}\n"
                 "    ],\n"
                 "    \"b\": []\n"
                 "  },\n"
                 "  \"nothing\": null,\n"
                 "  \"raw\": [1, 2],\n"
                 "  \"object\": {},\n"
                 "  \"array\": [],\n"
                 "  \"items\": [\n"
                 "    1,\n"
                 "    \"two\",\n"
                 "    [\n"
                 "      null\n"
                 "    ],\n"
                 "    {\n"
                 "      \"x\\n\": 0.5\n"
                 "    },\n"
                 "    true\n"
                 "  ]\n"
                 "}");
}

/* A level begins empty even where an earlier one at that depth was not. */
static void test_commas_after_siblings(void **state) {
  Fixture *fixture = *state;
  JsonWriter *writer = &fixture->writer;
  json_begin_array(writer);
  for (int i = 0; i < 2; i++) {
    json_begin_object(writer);
    json_field_int(writer, "a", i);
    json_end_object(writer);
    json_begin_array(writer);
    json_int(writer, i);
    json_end_array(writer);
  }
  json_end_array(writer);
  assert_written(fixture, "[{\"a\":0},[0],{\"a\":1},[1]]");
}

static void test_scalars_at_the_top(void **state) {
  Fixture *fixture = *state;
  json_int(&fixture->writer, 0);
  assert_written(fixture, "0");
  json_int(&fixture->writer, INT64_MAX);
  assert_written(fixture, "9223372036854775807");
  json_int(&fixture->writer, INT64_MIN);
  assert_written(fixture, "-9223372036854775808");
  json_null(&fixture->writer);
  assert_written(fixture, "null");
  json_value(&fixture->writer, NULL);
  assert_written(fixture, "null");
  json_str(&fixture->writer, (Str){NULL, 0});
  assert_written(fixture, "\"\"");
}

static void test_doubles(void **state) {
  Fixture *fixture = *state;
  static const struct { double number; const char *want; } cases[] = {
      {0, "0"}, {-0.0, "-0"}, {1, "1"}, {0.1, "0.1"}, {-2.5, "-2.5"},
      {1e21, "1e+21"}, {1e-7, "1e-07"}, {1.0 / 3, "0.3333333333333333"},
      {0.1 + 0.2, "0.30000000000000004"}, {123456789012345680.0, "1.2345678901234568e+17"},
      {1.7976931348623157e308, "1.7976931348623157e+308"}, {5e-324, "4.94065645841247e-324"},
      {(double)NAN, "null"}, {(double)INFINITY, "null"}, {-(double)INFINITY, "null"},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    json_double(&fixture->writer, cases[i].number);
    Str text = str_copy(&fixture->arena, buf_str(&fixture->buf));
    assert_written(fixture, cases[i].want);
    double again;
    if (!isfinite(cases[i].number)) continue;
    assert_true(json_to_double(read_ok(fixture, text), &again));
    assert_true(again == cases[i].number);
  }
}

static void test_strings(void **state) {
  Fixture *fixture = *state;
  static const struct { Str text; const char *want; } cases[] = {
      {STR(""), "\"\""},
      {STR("plain text, longer than sixteen bytes"), "\"plain text, longer than sixteen bytes\""},
      {STR("\"\\/"), "\"\\\"\\\\/\""},
      {STR("\b\t\n\f\r"), "\"\\b\\t\\n\\f\\r\""},
      {STR("\0\x01\x0b\x1f \x7f"), "\"\\u0000\\u0001\\u000b\\u001f \\u007f\""},
      {STR("1234567\n12345678\n"), "\"1234567\\n12345678\\n\""},
      {STR("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\xb9"), "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\xb9\""},
      {STR("a\"\xc3\xa4\"b"), "\"a\\\"\xc3\xa4\\\"b\""},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    json_str(&fixture->writer, cases[i].text);
    assert_written(fixture, cases[i].want);
  }
}

#define FFFD "\xef\xbf\xbd"

static void test_repair(void **state) {
  Fixture *fixture = *state;
  static const struct { Str text; const char *want; } cases[] = {
      {STR("\xff"), "\"" FFFD "\""},
      {STR("a\x80" "b"), "\"a" FFFD "b\""},
      {STR("\xc3"), "\"" FFFD "\""},
      {STR("\xc3("), "\"" FFFD "(\""},
      {STR("\xc3\n"), "\"" FFFD "\\n\""},
      {STR("\xc3\""), "\"" FFFD "\\\"\""},
      {STR("\xe2\x82" "x"), "\"" FFFD "x\""},
      {STR("\xf0\x9f\x98"), "\"" FFFD "\""},
      {STR("\xf0\x9f\x98\xc3\xa4"), "\"" FFFD "\xc3\xa4\""},
      {STR("\xc0\xaf"), "\"" FFFD FFFD "\""},
      {STR("\xe0\x80\xaf"), "\"" FFFD FFFD FFFD "\""},
      {STR("\xed\xa0\x80"), "\"" FFFD FFFD FFFD "\""},
      {STR("\xf4\x90\x80\x80"), "\"" FFFD FFFD FFFD FFFD "\""},
      {STR("\xf8\x88\x80\x80\x80"), "\"" FFFD FFFD FFFD FFFD FFFD "\""},
      {STR("good\xc3\xa4\x80\xc3\xa4good"), "\"good\xc3\xa4" FFFD "\xc3\xa4good\""},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    json_str(&fixture->writer, cases[i].text);
    assert_written(fixture, cases[i].want);
    json_begin_object(&fixture->writer);
    json_name(&fixture->writer, cases[i].text);
    json_null(&fixture->writer);
    json_end_object(&fixture->writer);
    assert_written(fixture, str_to_c(&fixture->arena, str_format(&fixture->arena, "{%s:null}",
                                                                 cases[i].want)));
  }
}

/* Whatever the bytes, the result can be read. */
static void test_any_bytes_can_be_read_again(void **state) {
  Fixture *fixture = *state;
  uint64_t seed = 1;
  for (int round = 0; round < 5000; round++) {
    char bytes[24];
    for (size_t i = 0; i < sizeof(bytes); i++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      bytes[i] = (char)(seed >> 56);
    }
    Str text = {bytes, (size_t)(seed >> 40) % sizeof(bytes)};
    json_str(&fixture->writer, text);
    const Json *value = read_ok(fixture, buf_str(&fixture->buf));
    assert_true(str_is_utf8(value->text));
    if (str_is_utf8(text)) assert_true(str_eq(value->text, text));
    buf_truncate(&fixture->buf, 0);
    json_writer_init(&fixture->writer, &fixture->buf, 0);
  }
}

/* What was read may be nested deeper than the writer's own levels. */
static void test_deep_values(void **state) {
  Fixture *fixture = *state;
  Buf buf;
  buf_init(&buf, &fixture->arena, SIZE_MAX);
  for (int i = 0; i < 1000; i++) buf_add_byte(&buf, '[');
  for (int i = 0; i < 1000; i++) buf_add_byte(&buf, ']');
  const Json *value = read_ok(fixture, buf_str(&buf));
  json_begin_array(&fixture->writer);
  json_value(&fixture->writer, value);
  json_value(&fixture->writer, value);
  json_end_array(&fixture->writer);
  Str deep = buf_str(&buf);
  assert_written(fixture, str_to_c(&fixture->arena,
                                   str_format(&fixture->arena, "[%.*s,%.*s]", STR_ARG(deep),
                                              STR_ARG(deep))));
}

static void test_all_levels(void **state) {
  Fixture *fixture = *state;
  Buf want;
  buf_init(&want, &fixture->arena, SIZE_MAX);
  for (int i = 0; i < 63; i++) json_begin_array(&fixture->writer);
  json_int(&fixture->writer, 1);
  json_int(&fixture->writer, 2);
  for (int i = 0; i < 63; i++) json_end_array(&fixture->writer);
  for (int i = 0; i < 63; i++) buf_add_byte(&want, '[');
  buf_add_c(&want, "1,2");
  for (int i = 0; i < 63; i++) buf_add_byte(&want, ']');
  assert_written(fixture, str_to_c(&fixture->arena, buf_str(&want)));
}

static void test_full_buffer(void **state) {
  Fixture *fixture = *state;
  buf_init(&fixture->buf, &fixture->arena, 10);
  json_writer_init(&fixture->writer, &fixture->buf, 0);
  json_begin_array(&fixture->writer);
  json_str(&fixture->writer, STR("longer than ten"));
  json_end_array(&fixture->writer);
  assert_true(fixture->buf.overflow);
  assert_int_equal(fixture->buf.len, 10);
}

/* Misuse */

static void name_in_array(JsonWriter *writer) {
  json_begin_array(writer);
  json_name(writer, STR("a"));
}

static void name_at_the_top(JsonWriter *writer) { json_name(writer, STR("a")); }

static void value_without_name(JsonWriter *writer) {
  json_begin_object(writer);
  json_int(writer, 1);
}

static void name_without_value(JsonWriter *writer) {
  json_begin_object(writer);
  json_name(writer, STR("a"));
  json_end_object(writer);
}

static void name_after_name(JsonWriter *writer) {
  json_begin_object(writer);
  json_name(writer, STR("a"));
  json_name(writer, STR("b"));
}

static void array_ended_as_object(JsonWriter *writer) {
  json_begin_array(writer);
  json_end_object(writer);
}

static void object_ended_as_array(JsonWriter *writer) {
  json_begin_object(writer);
  json_end_array(writer);
}

static void ended_twice(JsonWriter *writer) {
  json_begin_array(writer);
  json_end_array(writer);
  json_end_array(writer);
}

static void second_value(JsonWriter *writer) {
  json_int(writer, 1);
  json_int(writer, 2);
}

static void too_many_levels(JsonWriter *writer) {
  for (int i = 0; i < 64; i++) json_begin_array(writer);
}

/* Runs in a child, which has to be ended by an assertion. */
static void assert_aborts(Fixture *fixture, void (*misuse)(JsonWriter *)) {
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGABRT, SIG_DFL);
    if (!freopen("/dev/null", "w", stderr)) _exit(1);
    misuse(&fixture->writer);
    _exit(0);
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status));
  assert_int_equal(WTERMSIG(status), SIGABRT);
}

static void test_misuse_aborts(void **state) {
  static void (*const misuses[])(JsonWriter *) = {
      name_in_array,         name_at_the_top,       value_without_name, name_without_value,
      name_after_name,       array_ended_as_object, object_ended_as_array,
      ended_twice,           second_value,          too_many_levels,
  };
  for (size_t i = 0; i < COUNT_OF(misuses); i++) assert_aborts(*state, misuses[i]);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, open_fixture, close_fixture)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(test_one_line),
      TEST(test_indented),
      TEST(test_commas_after_siblings),
      TEST(test_scalars_at_the_top),
      TEST(test_doubles),
      TEST(test_strings),
      TEST(test_repair),
      TEST(test_hidden_characters_are_escaped),
      TEST(test_any_bytes_can_be_read_again),
      TEST(test_deep_values),
      TEST(test_all_levels),
      TEST(test_full_buffer),
      TEST(test_misuse_aborts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
