/* JSON values: lookups, numbers, equality, and the round trip of random
 * values through writer and reader. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/json.h"

typedef struct Fixture {
  Arena arena;
  Job job;
  uint64_t seed;
} Fixture;

static int open_fixture(void **state) {
  static Fixture fixture;
  arena_init(&fixture.arena);
  job_init(&fixture.job, &fixture.arena);
  fixture.seed = 42;
  *state = &fixture;
  return 0;
}

static int close_fixture(void **state) {
  Fixture *fixture = *state;
  arena_clear(&fixture->arena);
  return 0;
}

static const Json *read_ok(Fixture *fixture, Str text) {
  const Json *value = NULL;
  if (json_read(&fixture->job, text, NULL, &value)) {
    fail_msg("%.*s: %.*s", STR_ARG(text), STR_ARG(fixture->job.message));
  }
  return value;
}

/* Lookups */

static void test_lookups(void **state) {
  Fixture *fixture = *state;
  const Json *value = read_ok(fixture, STR("{\"a\":{\"b\":{\"c\":7}},\"s\":\"text\",\"t\":true,"
                                           "\"n\":12.5,\"i\":3.0,\"z\":null,\"\":1,\"l\":[{\"a\":1}]}"));
  assert_true(json_is(json_get(value, STR("a")), JSON_OBJECT));
  assert_null(json_get(value, STR("A")));
  assert_null(json_get(value, STR("aa")));
  assert_true(json_is(json_get(value, STR("z")), JSON_NULL));
  assert_true(json_is(json_get(value, STR("")), JSON_NUMBER));
  assert_true(str_eq_c(json_get_path(value, "a.b.c")->text, "7"));
  assert_ptr_equal(json_get_path(value, "a"), json_get(value, STR("a")));
  assert_ptr_equal(json_get_path(value, ""), value);
  assert_null(json_get_path(value, "a.x.c"));
  assert_null(json_get_path(value, "a.b.c.d"));
  assert_null(json_get_path(value, "l.a"));
  assert_true(str_eq_c(json_get_str(value, STR("s"), STR("none")), "text"));
  assert_true(str_eq_c(json_get_str(value, STR("n"), STR("none")), "none"));
  assert_true(str_eq_c(json_get_str(value, STR("x"), STR("none")), "none"));
  assert_int_equal(json_get_int(value, STR("i"), -1), 3);
  assert_int_equal(json_get_int(value, STR("n"), -1), -1);
  assert_int_equal(json_get_int(value, STR("s"), -1), -1);
  assert_int_equal(json_get_int(value, STR("x"), -1), -1);
  assert_true(json_get_bool(value, STR("t"), false));
  assert_true(json_get_bool(value, STR("z"), true));
  assert_false(json_get_bool(value, STR("x"), false));
}

static void test_lookups_accept_anything(void **state) {
  Fixture *fixture = *state;
  static const Str texts[] = {STR("null"), STR("true"), STR("1"), STR("\"a\""), STR("[1]")};
  for (size_t i = 0; i <= COUNT_OF(texts); i++) {
    const Json *value = i < COUNT_OF(texts) ? read_ok(fixture, texts[i]) : NULL;
    assert_null(json_get(value, STR("a")));
    assert_null(json_get_path(value, "a.b"));
    assert_true(str_eq_c(json_get_str(value, STR("a"), STR("none")), "none"));
    assert_int_equal(json_get_int(value, STR("a"), 5), 5);
    assert_true(json_get_bool(value, STR("a"), true));
  }
  int64_t whole = 9;
  double real = 9;
  assert_false(json_is(NULL, JSON_NULL));
  assert_false(json_to_int(NULL, &whole));
  assert_false(json_to_double(NULL, &real));
  assert_false(json_to_int(read_ok(fixture, STR("\"1\"")), &whole));
  assert_false(json_to_double(read_ok(fixture, STR("[1]")), &real));
  assert_int_equal(whole, 9);
  assert_true(real == 9);
}

/* Numbers */

static void test_whole_numbers(void **state) {
  Fixture *fixture = *state;
  static const struct { Str text; int64_t want; } cases[] = {
      {STR("0"), 0}, {STR("-0"), 0}, {STR("0.000"), 0}, {STR("0e99999999999999999999999"), 0},
      {STR("0.0e-99999999999999999999999"), 0}, {STR("1"), 1}, {STR("-1"), -1},
      {STR("1e2"), 100}, {STR("1E+2"), 100}, {STR("3.0"), 3}, {STR("-3.000"), -3},
      {STR("1.5e1"), 15}, {STR("10e-1"), 1}, {STR("1000e-3"), 1}, {STR("0.001e3"), 1},
      {STR("12.50e1"), 125}, {STR("120"), 120}, {STR("1.20e2"), 120}, {STR("1e18"), 1000000000000000000},
      {STR("1e0000000000000000000000000000000002"), 100},
      {STR("9223372036854775807"), INT64_MAX}, {STR("-9223372036854775808"), INT64_MIN},
      {STR("9223372036854775807.0"), INT64_MAX}, {STR("-9.223372036854775808e18"), INT64_MIN},
      {STR("9007199254740993"), 9007199254740993},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    int64_t got = -99;
    if (!json_to_int(read_ok(fixture, cases[i].text), &got)) fail_msg("%s", cases[i].text.ptr);
    assert_int_equal(got, cases[i].want);
  }
}

static void test_not_whole_or_too_large(void **state) {
  Fixture *fixture = *state;
  static const Str texts[] = {
      STR("0.5"), STR("1.5"), STR("1e-1"), STR("15e-1"), STR("-0.1"),
      STR("9223372036854775808"), STR("-9223372036854775809"), STR("18446744073709551616"),
      STR("1e19"), STR("1e400"), STR("1e-400"), STR("10e18"),
      STR("1e99999999999999999999999"), STR("1e-99999999999999999999999"),
      STR("92233720368547758070"), STR("1e9223372036854775808"), STR("1e18446744073709551616"),
      STR("123456789012345678901234567890.5"),
  };
  for (size_t i = 0; i < COUNT_OF(texts); i++) {
    int64_t got = -99;
    if (json_to_int(read_ok(fixture, texts[i]), &got)) fail_msg("%s", texts[i].ptr);
    assert_int_equal(got, -99);
  }
}

static void test_doubles(void **state) {
  Fixture *fixture = *state;
  static const struct { Str text; double want; } cases[] = {
      {STR("0"), 0}, {STR("1"), 1}, {STR("-2.5"), -2.5}, {STR("1e3"), 1000},
      {STR("0.1"), 0.1}, {STR("1e-400"), 0}, {STR("1.7976931348623157e308"), 1.7976931348623157e308},
      {STR("9007199254740993"), 9007199254740992.0},
      {STR("0.1000000000000000055511151231257827021181583404541015625000000000000000000"), 0.1},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    double got = -99;
    assert_true(json_to_double(read_ok(fixture, cases[i].text), &got));
    assert_true(got == cases[i].want);
  }
  double untouched = 5;
  assert_false(json_to_double(read_ok(fixture, STR("1e400")), &untouched));
  assert_false(json_to_double(read_ok(fixture, STR("-1e400")), &untouched));
  assert_true(untouched == 5);
}

/* Equality */

typedef struct Pair {
  Str a;
  Str b;
} Pair;

static const Pair equal_pairs[] = {
    {STR("1"), STR("1.0")},
    {STR("1"), STR("1e0")},
    {STR("100"), STR("1e2")},
    {STR("100"), STR("1E+2")},
    {STR("100.0"), STR("0.1e3")},
    {STR("0"), STR("-0")},
    {STR("0.0"), STR("0e5")},
    {STR("0e99999999999999999999"), STR("-0.00")},
    {STR("-1.50"), STR("-15e-1")},
    {STR("0.001"), STR("1e-3")},
    {STR("1.001"), STR("1001e-3")},
    {STR("10.01"), STR("100.1e-1")},
    {STR("12345678901234567890123"), STR("1.2345678901234567890123e22")},
    {STR("1e400"), STR("10e399")},
    {STR("1e99999999999999999999"), STR("1e99999999999999999999")},
    {STR("\"a\""), STR("\"\\u0061\"")},
    {STR("\"\\/\""), STR("\"/\"")},
    {STR("[]"), STR("[ ]")},
    {STR("{\"a\":1,\"b\":2}"), STR("{\"b\":2.0,\"a\":1}")},
    {STR("{\"a\":{\"x\":[1,{\"p\":1,\"q\":2}],\"y\":null}}"),
     STR("{\"a\":{\"y\":null,\"x\":[1,{\"q\":2,\"p\":1}]}}")},
    {STR("{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8,\"i\":9}"),
     STR("{\"i\":9,\"h\":8,\"g\":7,\"f\":6,\"e\":5,\"d\":4,\"c\":3,\"b\":2,\"a\":1}")},
};

static const Pair unequal_pairs[] = {
    {STR("1"), STR("2")},
    {STR("1"), STR("-1")},
    {STR("1"), STR("10")},
    {STR("1"), STR("1.01")},
    {STR("12"), STR("21")},
    {STR("12"), STR("123")},
    {STR("1e2"), STR("1e3")},
    {STR("9007199254740992"), STR("9007199254740993")},
    {STR("0.1"), STR("0.10000000000000000001")},
    {STR("1e400"), STR("1e401")},
    {STR("1e99999999999999999999"), STR("1e99999999999999999998")},
    {STR("1e9223372036854775807"), STR("1e-9223372036854775807")},
    {STR("1e18446744073709551616"), STR("1")},
    {STR("1"), STR("\"1\"")},
    {STR("1"), STR("true")},
    {STR("null"), STR("false")},
    {STR("null"), STR("[]")},
    {STR("true"), STR("false")},
    {STR("[]"), STR("{}")},
    {STR("\"a\""), STR("\"b\"")},
    {STR("\"a\""), STR("\"a\\u0000\"")},
    {STR("\"\xc3\xa4\""), STR("\"a\xcc\x88\"")},
    {STR("[1,2]"), STR("[2,1]")},
    {STR("[1,2]"), STR("[1,2,3]")},
    {STR("{\"a\":1}"), STR("{\"a\":2}")},
    {STR("{\"a\":1}"), STR("{\"b\":1}")},
    {STR("{\"a\":1}"), STR("{\"a\":1,\"b\":2}")},
    {STR("{\"a\":null}"), STR("{}")},
    {STR("{\"a\":null}"), STR("{\"b\":null}")},
    {STR("{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8,\"i\":9}"),
     STR("{\"i\":9,\"h\":8,\"g\":7,\"f\":6,\"e\":5,\"d\":4,\"c\":3,\"b\":2,\"x\":1}")},
    {STR("{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8,\"i\":9}"),
     STR("{\"i\":9,\"h\":8,\"g\":7,\"f\":6,\"e\":5,\"d\":4,\"c\":3,\"b\":2,\"a\":0}")},
};

static void check_pair(Fixture *fixture, Pair pair, bool want) {
  const Json *a = read_ok(fixture, pair.a);
  const Json *b = read_ok(fixture, pair.b);
  bool ok = json_equal(a, b) == want && json_equal(b, a) == want;
  if (!ok) fail_msg("%s %s %s", pair.a.ptr, want ? "!=" : "==", pair.b.ptr);
  assert_true(json_equal(a, a));
  assert_true(json_equal(b, b));
}

static void test_equality(void **state) {
  Fixture *fixture = *state;
  for (size_t i = 0; i < COUNT_OF(equal_pairs); i++) check_pair(fixture, equal_pairs[i], true);
  for (size_t i = 0; i < COUNT_OF(unequal_pairs); i++) check_pair(fixture, unequal_pairs[i], false);
  assert_true(json_equal(NULL, NULL));
  assert_false(json_equal(NULL, read_ok(fixture, STR("null"))));
  assert_false(json_equal(read_ok(fixture, STR("null")), NULL));
}

/* Round trip */

static uint64_t draw(Fixture *fixture, uint64_t below) {
  fixture->seed = fixture->seed * 6364136223846793005u + 1442695040888963407u;
  return (fixture->seed >> 33) % below;
}

static Str draw_text(Fixture *fixture) {
  static const uint32_t limits[] = {0x80, 0x800, 0x10000, 0x110000};
  Buf buf;
  buf_init(&buf, &fixture->arena, SIZE_MAX);
  for (uint64_t left = draw(fixture, 30); left > 0; left--) {
    /* Surrogates become U+FFFD here. */
    buf_add_codepoint(&buf, (uint32_t)draw(fixture, limits[draw(fixture, 4)]));
  }
  return buf_str(&buf);
}

static Str draw_number(Fixture *fixture) {
  Buf buf;
  buf_init(&buf, &fixture->arena, SIZE_MAX);
  if (draw(fixture, 2)) buf_add_byte(&buf, '-');
  buf_add_format(&buf, "%llu", (unsigned long long)(draw(fixture, 2) ? draw(fixture, 10)
                                                                     : fixture->seed));
  if (draw(fixture, 3) == 0) buf_add_format(&buf, ".%03llu", (unsigned long long)draw(fixture, 1000));
  if (draw(fixture, 3) == 0) {
    buf_add_format(&buf, "e%s%llu", draw(fixture, 2) ? "-" : "", (unsigned long long)draw(fixture, 400));
  }
  return buf_str(&buf);
}

static Json draw_value(Fixture *fixture, int depth) {
  Json value = {.type = (JsonType)draw(fixture, depth > 0 ? 6 : 4)};
  switch (value.type) {
    case JSON_NULL:
      break;
    case JSON_BOOL:
      value.boolean = draw(fixture, 2);
      break;
    case JSON_NUMBER:
      value.text = draw_number(fixture);
      break;
    case JSON_STRING:
      value.text = draw_text(fixture);
      break;
    case JSON_ARRAY: {
      value.count = draw(fixture, 6);
      Json *items = ARENA_ARRAY(&fixture->arena, Json, value.count);
      for (size_t i = 0; i < value.count; i++) items[i] = draw_value(fixture, depth - 1);
      value.items = items;
      break;
    }
    case JSON_OBJECT: {
      value.count = draw(fixture, draw(fixture, 4) ? 5 : 25);
      JsonMember *members = ARENA_ARRAY(&fixture->arena, JsonMember, value.count);
      for (size_t i = 0; i < value.count; i++) {
        Str random = draw_text(fixture);
        members[i].name = str_format(&fixture->arena, "%zu%.*s", i, STR_ARG(random));
        members[i].value = draw_value(fixture, depth - 1);
      }
      value.members = members;
      break;
    }
  }
  return value;
}

/* The same value with the members of each object in reverse order. */
static Json reversed(Fixture *fixture, const Json *value) {
  Json copy = *value;
  if (value->type == JSON_ARRAY) {
    Json *items = ARENA_ARRAY(&fixture->arena, Json, copy.count);
    for (size_t i = 0; i < copy.count; i++) items[i] = reversed(fixture, &value->items[i]);
    copy.items = items;
  } else if (value->type == JSON_OBJECT) {
    JsonMember *members = ARENA_ARRAY(&fixture->arena, JsonMember, copy.count);
    for (size_t i = 0; i < copy.count; i++) {
      const JsonMember *member = &value->members[copy.count - 1 - i];
      members[i] = (JsonMember){member->name, reversed(fixture, &member->value)};
    }
    copy.members = members;
  }
  return copy;
}

static void test_round_trip(void **state) {
  Fixture *fixture = *state;
  for (int round = 0; round < 2000; round++) {
    arena_reset(&fixture->arena);
    Json value = draw_value(fixture, 5);
    Str spelled = json_spell(&fixture->arena, &value);
    const Json *again = read_ok(fixture, spelled);
    if (!json_equal(&value, again)) fail_msg("round %d: %.*s", round, STR_ARG(spelled));
    assert_true(str_eq(json_spell(&fixture->arena, again), spelled));
    Json other = reversed(fixture, again);
    assert_true(json_equal(&value, &other));
    assert_true(json_equal(&other, &value));

    Buf buf;
    JsonWriter writer;
    buf_init(&buf, &fixture->arena, SIZE_MAX);
    json_writer_init(&writer, &buf, 3);
    json_value(&writer, &value);
    again = read_ok(fixture, buf_str(&buf));
    assert_true(str_eq(json_spell(&fixture->arena, again), spelled));
  }
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, open_fixture, close_fixture)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(test_lookups),       TEST(test_lookups_accept_anything),
      TEST(test_whole_numbers), TEST(test_not_whole_or_too_large),
      TEST(test_doubles),       TEST(test_equality),
      TEST(test_round_trip),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
