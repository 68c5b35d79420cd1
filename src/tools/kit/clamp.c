/* Numbers of aliases: the systems they stand in for bring them within bounds
 * where our own tools refuse them. */
#include "src/tools/kit/tool_internal.h"

static bool is_number(const ToolField *field) {
  return field && (field->type == TOOL_INTEGER || field->type == TOOL_NUMBER);
}

/* Bounds follow the same rules as in validation, which comes afterwards and
 * then finds nothing to refuse. */
static double within(const ToolField *field, double number) {
  if (tool_has_min(field) && number < (double)field->min) number = (double)field->min;
  if (tool_has_max(field) && number > (double)field->max) number = (double)field->max;
  return number;
}

/* One that cannot be read is beyond every bound. */
static double read_number(const Json *value) {
  double number;
  if (json_to_double(value, &number)) return number;
  return value->text.len && value->text.ptr[0] == '-' ? -1e300 : 1e300;
}

/* A fraction becomes a whole number for an integer, towards zero. A value that
 * needs nothing is given back as it was spelled, so that the record of the
 * call shows what the client sent. */
static Json clamp(Arena *arena, const ToolField *field, const Json *value) {
  double given = read_number(value), number = within(field, given);
  bool is_whole = number > -0x1p62 && number < 0x1p62 && number == (double)(int64_t)number;
  if (number == given && (is_whole || field->type == TOOL_NUMBER)) return *value;
  if (number <= -0x1p62 || number >= 0x1p62) return *value; /* without bounds: validation says so */
  return (Json){.type = JSON_NUMBER, .text = str_format(arena, "%lld", (long long)number)};
}

/* The arguments are the client's and stay as they are: the object is copied,
 * its values are shared. Only the top level is looked at, as no tool of
 * another system nests numbers. */
const Json *tool_clamp(Arena *arena, const ToolField *fields, const Json *args) {
  if (!json_is(args, JSON_OBJECT)) return args;
  JsonMember *members = ARENA_ARRAY(arena, JsonMember, args->count);
  for (size_t i = 0; i < args->count; i++) {
    const ToolField *field = tool_find_field(fields, args->members[i].name);
    members[i] = args->members[i];
    if (is_number(field) && members[i].value.type == JSON_NUMBER) members[i].value = clamp(arena, field, &members[i].value);
  }
  Json *clamped = arena_copy(arena, args, sizeof(*args));
  clamped->members = members;
  return clamped;
}
