/* Arguments from outside against tables of every shape: never a crash, and
 * what passes can be read by a handler without surprise.
 * Input: one byte that chooses the table, then JSON text. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "src/tools/tool.h"

static const ToolField point[] = {
    {"line", TOOL_INTEGER, true, .min = 1, .help = "h"},
    {"text", TOOL_STRING, .max = 4, .help = "h"},
    {"kind", TOOL_STRING, .choices = "a|b", .help = "h"},
    {0},
};
static const ToolField scalars[] = {
    {"query", TOOL_STRING, true, .min = 1, .help = "h"},
    {"path", TOOL_PATH, .otherwise = "\".\"", .help = "h"},
    {"kind", TOOL_STRING, .choices = "function|class", .otherwise = "\"class\"", .help = "h"},
    {"limit", TOOL_INTEGER, .min = 1, .max = 100, .otherwise = "10", .help = "h"},
    {"any", TOOL_INTEGER, .help = "h"},
    {"ratio", TOOL_NUMBER, .min = -1, .max = 1, .help = "h"},
    {"all", TOOL_BOOLEAN, .otherwise = "true", .help = "h"},
    {0},
};
static const ToolField nested[] = {
    {"names", TOOL_STRINGS, .min = 1, .max = 3, .help = "h"},
    {"kinds", TOOL_STRINGS, .choices = "a|b", .help = "h"},
    {"at", TOOL_OBJECT, true, .fields = point, .help = "h"},
    {"extra", TOOL_OBJECT, .help = "h"},
    {"edits", TOOL_OBJECTS, .fields = point, .help = "h"},
    {0},
};
static const ToolField deep[] = {
    {"one", TOOL_OBJECTS, .fields = nested, .help = "h"},
    {"two", TOOL_OBJECT, .fields = nested, .help = "h"},
    {0},
};
static const ToolField *const tables[] = {NULL, scalars, nested, deep};

/* Every accessor on every argument of its type; they assert by themselves. */
static void read_all(const ToolCall *call) {
  for (const ToolField *field = call->tool->args; field && field->name; field++) {
    const Json *value = tool_arg(call, field->name);
    switch (field->type) {
    case TOOL_STRING:
    case TOOL_PATH:
    case TOOL_WORKSPACE: {
      Str text = tool_arg_str(call, field->name);
      assert(text.len <= 10000 && str_find_byte(text, 0) == STR_NONE);
      break;
    }
    case TOOL_INTEGER: {
      int64_t number = tool_arg_int(call, field->name);
      assert(!value || !field->max || (number >= field->min && number <= field->max));
      break;
    }
    case TOOL_NUMBER: {
      double number = tool_arg_number(call, field->name);
      assert(number >= -1 && number <= 1);
      break;
    }
    case TOOL_BOOLEAN:
      tool_arg_bool(call, field->name);
      break;
    case TOOL_STRINGS:
    case TOOL_OBJECTS:
      assert(!value || (value->type == JSON_ARRAY && value->count <= 1000));
      break;
    case TOOL_OBJECT:
      assert(!value || value->type == JSON_OBJECT);
      break;
    }
  }
}

/* The text once more as words of a command line, one a line. */
static void try_words(Job *job, const Tool *tool, Str text) {
  Str words[16];
  size_t count = 0;
  while (text.len && count < COUNT_OF(words))
    words[count++] = str_cut(&text, '\n');
  const Json *args = NULL;
  if (tool_args_from_words(job, tool, words, count, &args))
    assert(job->message.len);
  else
    assert(args && args->type == JSON_OBJECT);
  job_forgive(job);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  Tool tool = {.name = "fuzz", .args = tables[data[0] % COUNT_OF(tables)]};
  Str text = {(const char *)data + 1, size - 1};
  const Json *args = NULL;
  if (!json_read(&job, text, NULL, &args)) {
    ToolCall call = {.job = &job, .tool = &tool, .args = args};
    if (!tool_validate(&job, tool.args, args))
      read_all(&call);
    else
      assert(job.message.len && str_is_utf8(job.message));
    job_forgive(&job);
    if (tool_validate_result(&job, tool.args, args)) assert(job.message.len);
  }
  job_forgive(&job);
  try_words(&job, &tool, text);
  arena_clear(&arena);
  return 0;
}
