/* Schemas and listing entries, byte for byte. */
#include "tests/unit/tools_fakes.h"

static const ToolField point[] = {
    {"line", TOOL_INTEGER, true, .min = 1, .help = "line"},
    {0},
};

static const ToolField every_type[] = {
    {"query", TOOL_STRING, true, .min = 1, .max = 200, .help = "a \"query\""},
    {"path", TOOL_PATH, .help = "where"},
    {"kind", TOOL_STRING, .choices = "a|b", .otherwise = "\"a\"", .help = "kind"},
    {"limit", TOOL_INTEGER, .min = 0, .max = 9, .otherwise = "5", .help = "limit"},
    {"from", TOOL_INTEGER, .min = 1, .max = 0, .help = "from"},
    {"ratio", TOOL_NUMBER, .help = "ratio"},
    {"all", TOOL_BOOLEAN, .otherwise = "true", .help = "all"},
    {"paths", TOOL_STRINGS, true, .min = 1, .help = "paths"},
    {"kinds", TOOL_STRINGS, .max = 4, .choices = "x|y", .help = "kinds"},
    {"any", TOOL_OBJECT, .help = "anything"},
    {"at", TOOL_OBJECT, .fields = point, .help = "place"},
    {"edits", TOOL_OBJECTS, .fields = point, .help = "edits"},
    {0},
};

static Str schema_of(Bench *bench, const ToolField *fields) {
  Buf buf;
  buf_init(&buf, &bench->arena, 65536);
  JsonWriter writer;
  json_writer_init(&writer, &buf, 0);
  tool_write_schema(&writer, fields);
  return buf_str(&buf);
}

static Str listing_of(Bench *bench, const Tool *tool, bool structured) {
  Buf buf;
  buf_init(&buf, &bench->arena, 65536);
  JsonWriter writer;
  json_writer_init(&writer, &buf, 0);
  tool_write_listing(&writer, tool, structured);
  return buf_str(&buf);
}

static void spells_every_type(void **state) {
  Bench *bench = *state;
  assert_str(schema_of(bench, every_type),
             "{\"type\":\"object\",\"properties\":{"
             "\"query\":{\"type\":\"string\",\"description\":\"a "
             "\\\"query\\\"\",\"minLength\":1,\"maxLength\":200},"
             "\"path\":{\"type\":\"string\",\"description\":\"where\"},"
             "\"kind\":{\"type\":\"string\",\"description\":\"kind\",\"enum\":[\"a\",\"b\"],"
             "\"default\":\"a\"},"
             "\"limit\":{\"type\":\"integer\",\"description\":\"limit\",\"minimum\":0,\"maximum\":"
             "9,\"default\":5},"
             "\"from\":{\"type\":\"integer\",\"description\":\"from\",\"minimum\":1},"
             "\"ratio\":{\"type\":\"number\",\"description\":\"ratio\"},"
             "\"all\":{\"type\":\"boolean\",\"description\":\"all\",\"default\":true},"
             "\"paths\":{\"type\":\"array\",\"description\":\"paths\",\"items\":{\"type\":"
             "\"string\"},\"minItems\":1},"
             "\"kinds\":{\"type\":\"array\",\"description\":\"kinds\",\"items\":{\"type\":"
             "\"string\",\"enum\":[\"x\",\"y\"]},\"maxItems\":4},"
             "\"any\":{\"type\":\"object\",\"description\":\"anything\"},"
             "\"at\":{\"type\":\"object\",\"properties\":{\"line\":{\"type\":\"integer\","
             "\"description\":\"line\",\"minimum\":1}},"
             "\"required\":[\"line\"],\"additionalProperties\":false,\"description\":\"place\"},"
             "\"edits\":{\"type\":\"array\",\"description\":\"edits\",\"items\":{\"type\":"
             "\"object\",\"properties\":{"
             "\"line\":{\"type\":\"integer\",\"description\":\"line\",\"minimum\":1}},\"required\":"
             "[\"line\"],\"additionalProperties\":false}}},"
             "\"required\":[\"query\",\"paths\"],\"additionalProperties\":false}");
}

static void takes_no_arguments(void **state) {
  Bench *bench = *state;
  const char *wanted = "{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}";
  assert_str(schema_of(bench, NULL), wanted);
  static const ToolField empty[] = {{0}};
  assert_str(schema_of(bench, empty), wanted);
}

static void lists_a_tool(void **state) {
  Bench *bench = *state;
  assert_str(
      listing_of(bench, &fake_peek, false),
      "{\"name\":\"peek\",\"title\":\"own peek\",\"description\":\"Looks at a symbol. Quickly.\","
      "\"inputSchema\":{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false},"
      "\"annotations\":{\"readOnlyHint\":true,\"openWorldHint\":false}}");
  assert_str(
      listing_of(bench, &fake_zap, true),
      "{\"name\":\"zap\",\"title\":\"own zap\",\"description\":\"Removes everything.\","
      "\"inputSchema\":{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false},"
      "\"outputSchema\":{\"type\":\"object\",\"properties\":{\"ran\":{\"type\":\"string\","
      "\"description\":\"which one\"},\"left_out\":{\"type\":\"object\",\"description\":"
      "\"what did not fit: parts with shown and total, and how to get the rest\"}},\"required\":[\"ran\"],\"additionalProperties\":false},"
      "\"annotations\":{\"readOnlyHint\":false,\"destructiveHint\":true,\"idempotentHint\":true,"
      "\"openWorldHint\":true}}");
}

static void raw_schema_fits_on_one_line(void **state) {
  Bench *bench = *state;
  const Tool foreign = {.name = "o.x",
                        .summary = "s",
                        .run = fake_run,
                        .raw_schema =
                            "{\n  \"type\": \"object\",\n  \"$defs\": {\"a\": 1.50}\n}\n"};
  assert_str(
      listing_of(bench, &foreign, true),
      "{\"name\":\"o.x\",\"description\":\"s\",\"inputSchema\":{\"type\":\"object\",\"$defs\":{"
      "\"a\":1.50}},"
      "\"annotations\":{\"readOnlyHint\":false,\"destructiveHint\":false,\"idempotentHint\":false,"
      "\"openWorldHint\":false}}");
}

/* Clients that refuse "type": [..] or anyOf must be able to use every tool. */
static void assert_plain(const Json *schema) {
  if (json_is(schema, JSON_ARRAY)) {
    for (size_t i = 0; i < schema->count; i++)
      assert_plain(&schema->items[i]);
  }
  if (!json_is(schema, JSON_OBJECT)) return;
  for (size_t i = 0; i < schema->count; i++) {
    Str name = schema->members[i].name;
    assert_false(str_eq(name, STR("anyOf")) || str_eq(name, STR("oneOf")) ||
                 str_eq(name, STR("allOf")));
    if (str_eq(name, STR("type"))) assert_false(json_is(&schema->members[i].value, JSON_ARRAY));
    assert_plain(&schema->members[i].value);
  }
}

static void built_in_tools_keep_the_rules(void **state) {
  Bench *bench = *state;
  for (size_t i = 0; i < tool_registry_count; i++) {
    Str listing = listing_of(bench, tool_registry[i], true);
    const Json *entry = read_json(bench, listing.ptr);
    assert_plain(json_get(entry, STR("inputSchema")));
    assert_plain(json_get(entry, STR("outputSchema")));
    assert_non_null(tool_registry[i]->title);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(spells_every_type, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(takes_no_arguments, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(lists_a_tool, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(raw_schema_fits_on_one_line, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(built_in_tools_keep_the_rules, bench_open, bench_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
