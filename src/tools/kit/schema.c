/* JSON Schema 2020-12 and tools/list entries from descriptors. Kept small,
 * because clients put every byte of it before the model: only limits that a
 * row states are spelled, and no type arrays or unions, which some clients
 * refuse. */
#include "src/tools/kit/tool_internal.h"

static void write_object(JsonWriter *writer, const ToolField *fields);

/* Words in `listed` say the choices in a shorter way. */
static void write_choices(JsonWriter *writer, const ToolField *field) {
  if (!field->choices || (field->listed && *field->listed)) return;
  json_field_array(writer, "enum");
  Str rest = str_from_c(field->choices);
  while (rest.len)
    json_str(writer, str_cut(&rest, '|'));
  json_end_array(writer);
}

/* Counts: a lower bound of 0 says nothing. */
static void write_count_bounds(JsonWriter *writer, const ToolField *field, const char *min,
                               const char *max) {
  if (field->min > 0) json_field_int(writer, min, field->min);
  if (tool_has_max(field)) json_field_int(writer, max, field->max);
}

static void write_type(JsonWriter *writer, const char *type) {
  json_field_str(writer, "type", str_from_c(type));
}

static void write_number(JsonWriter *writer, const ToolField *field) {
  if (tool_has_min(field)) json_field_int(writer, "minimum", field->min);
  if (tool_has_max(field)) json_field_int(writer, "maximum", field->max);
}

static void write_array(JsonWriter *writer, const ToolField *field) {
  json_field_object(writer, "items");
  if (field->type == TOOL_STRINGS) {
    write_type(writer, "string");
    write_choices(writer, field);
  } else {
    if (field->listed) write_type(writer, "object"); /* words say what is in them; they are checked all the same */
    else write_object(writer, field->fields);
  }
  json_end_object(writer);
  write_count_bounds(writer, field, "minItems", "maxItems");
}

/* Only what the row itself bounds; a type's own limits are not spelled, since
 * they are never met by honest callers. */
static void write_constraints(JsonWriter *writer, const ToolField *field) {
  switch (field->type) {
  case TOOL_STRING:
  case TOOL_PATH:
  case TOOL_WORKSPACE:
    write_choices(writer, field);
    write_count_bounds(writer, field, "minLength", "maxLength");
    break;
  case TOOL_INTEGER:
  case TOOL_NUMBER:
    write_number(writer, field);
    break;
  case TOOL_STRINGS:
  case TOOL_OBJECTS:
    write_array(writer, field);
    break;
  case TOOL_BOOLEAN:
  case TOOL_OBJECT:
    break;
  }
}

static const char *schema_type(ToolType type) {
  switch (type) {
  case TOOL_STRING:
  case TOOL_PATH:
  case TOOL_WORKSPACE:
    return "string";
  case TOOL_INTEGER:
    return "integer";
  case TOOL_NUMBER:
    return "number";
  case TOOL_BOOLEAN:
    return "boolean";
  case TOOL_STRINGS:
  case TOOL_OBJECTS:
    return "array";
  case TOOL_OBJECT:
    return "object";
  }
  return "object";
}

/* `listed` is what a model reads; `help` is for people and documents. */
static void write_field(JsonWriter *writer, const ToolField *field) {
  json_field_object(writer, field->name);
  bool is_table = field->type == TOOL_OBJECT && field->fields;
  if (is_table)
    write_object(writer, field->fields);
  else
    write_type(writer, schema_type(field->type));
  const char *words = field->listed ? field->listed : field->help;
  if (words && *words) json_field_str(writer, "description", str_from_c(words));
  write_constraints(writer, field);
  if (field->otherwise) json_field_raw(writer, "default", str_from_c(field->otherwise));
  json_end_object(writer);
}

/* The members of an object schema, into an open object; `more`: further rows,
 * none of them required, or NULL. */
static void write_object_and(JsonWriter *writer, const ToolField *fields, const ToolField *more) {
  write_type(writer, "object");
  json_field_object(writer, "properties");
  bool has_required = false;
  for (const ToolField *field = fields; field && field->name; field++) {
    write_field(writer, field);
    has_required = has_required || field->required;
  }
  for (const ToolField *field = more; field && field->name; field++) write_field(writer, field);
  json_end_object(writer);
  if (has_required) {
    json_field_array(writer, "required");
    for (const ToolField *field = fields; field->name; field++) {
      if (field->required) json_str(writer, str_from_c(field->name));
    }
    json_end_array(writer);
  }
  json_field_bool(writer, "additionalProperties", false);
}

static void write_object(JsonWriter *writer, const ToolField *fields) { write_object_and(writer, fields, NULL); }

void tool_write_schema(JsonWriter *writer, const ToolField *fields) {
  json_begin_object(writer);
  write_object(writer, fields);
  json_end_object(writer);
}

/* Spelled anew, so that a schema written over several lines still fits into
 * one message line. The registry has checked that it can be read. */
static void write_raw_schema(JsonWriter *writer, const char *schema) {
  Job job;
  job_init(&job, writer->buf->arena);
  const Json *value = NULL;
  Err err = json_read(&job, str_from_c(schema), NULL, &value);
  if (err)
    tool_write_schema(writer, NULL);
  else
    json_value(writer, value);
}

/* Of a tool that changes nothing, what it destroys or repeats has no meaning;
 * what stands in for another system's tool says it all the same, as that does. */
static void write_annotations(JsonWriter *writer, const Tool *tool) {
  unsigned flags = tool->flags;
  bool is_read_only = flags & TOOL_READ_ONLY;
  json_field_object(writer, "annotations");
  json_field_bool(writer, "readOnlyHint", is_read_only);
  if (!is_read_only || tool->profiles) {
    json_field_bool(writer, "destructiveHint", flags & TOOL_DESTRUCTIVE);
    json_field_bool(writer, "idempotentHint", flags & TOOL_IDEMPOTENT);
  }
  json_field_bool(writer, "openWorldHint", flags & TOOL_OPEN_WORLD);
  json_end_object(writer);
}

void tool_write_listing(JsonWriter *writer, const Tool *tool, bool structured) {
  json_begin_object(writer);
  json_field_str(writer, "name", str_from_c(tool->name));
  if (tool->title) json_field_str(writer, "title", str_from_c(tool->title));
  json_field_str(writer, "description", str_from_c(tool->summary));
  json_name(writer, STR("inputSchema"));
  if (tool->raw_schema)
    write_raw_schema(writer, tool->raw_schema);
  else
    tool_write_schema(writer, tool->args);
  if (structured && tool->result) {
    json_name(writer, STR("outputSchema"));
    json_begin_object(writer);
    write_object_and(writer, tool->result, tool_left_out_row);
    json_end_object(writer);
  }
  write_annotations(writer, tool);
  json_end_object(writer);
}
