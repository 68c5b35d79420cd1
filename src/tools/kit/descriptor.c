/* Descriptors are data, and data can be wrong: what every one must satisfy
 * before the registry takes it. A mistake in a built-in one ends the process
 * when it starts, so that no user ever meets it; one of a tool that is added
 * later is an error of who adds it. */
#include <string.h>

#include "src/tools/kit/tool_internal.h"

static bool is_string(ToolType type) {
  return type == TOOL_STRING || type == TOOL_PATH || type == TOOL_WORKSPACE || type == TOOL_STRINGS;
}

static bool may_have_fields(ToolType type) {
  return type == TOOL_OBJECT || type == TOOL_OBJECTS;
}

/* The spelled default must satisfy its own row. */
static Err check_default(Job *job, const ToolField *field) {
  const Json *value;
  Err err = json_read(job, str_from_c(field->otherwise), NULL, &value);
  if (!err) err = tool_validate_field(job, field, value);
  return err ? job_prefix(job, ERR_USAGE, "default of '%s'", field->name) : OK;
}

/* Rows may have tables of their own, to any depth that was written down. */
static Err check_fields(Job *job, const ToolField *fields, bool is_result) {
  for (const ToolField *field = fields; field && field->name; field++) {
    Str name = str_from_c(field->name);
    /* Dots separate the levels of nested fields in messages and documents. */
    if (!tool_name_is_valid(name) || strchr(field->name, '.')) {
      return job_fail(job, ERR_USAGE, "'%s' cannot name a field", field->name);
    }
    /* The first of two rows would hide the second from everybody who looks it up. */
    if (tool_find_field(fields, name) != field) {
      return job_fail(job, ERR_USAGE, "the field '%s' appears twice", field->name);
    }
    if (!field->help && !is_result) {
      return job_fail(job, ERR_USAGE, "the argument '%s' has no help", field->name);
    }
    if (field->choices && !is_string(field->type)) {
      return job_fail(job, ERR_USAGE, "'%s' has choices but is no string", field->name);
    }
    if (field->fields && !may_have_fields(field->type)) {
      return job_fail(job, ERR_USAGE, "'%s' has fields but is no object", field->name);
    }
    if (field->type == TOOL_OBJECTS && !field->fields) {
      return job_fail(job, ERR_USAGE, "'%s' does not say of which objects", field->name);
    }
    if (field->otherwise) TRY(check_default(job, field));
    TRY(check_fields(job, field->fields, is_result));
  }
  return OK;
}

/* What is promised of a schema by others is not ours to judge, except that
 * arguments are an object. */
static Err check_raw_schema(Job *job, const Tool *tool) {
  const Json *schema;
  TRY(json_read(job, str_from_c(tool->raw_schema), NULL, &schema));
  if (!str_eq(json_get_str(schema, STR("type"), STR_EMPTY), STR("object"))) {
    return job_fail(job, ERR_USAGE, "the schema's type must be \"object\"");
  }
  return OK;
}

static Err check(Job *job, const Tool *tool) {
  if (!tool->summary) return job_fail(job, ERR_USAGE, "it has no summary");
  if (!tool->run) return job_fail(job, ERR_USAGE, "it has no handler");
  /* Clients let read-only tools run without asking their user. */
  if ((tool->flags & TOOL_READ_ONLY) && (tool->flags & TOOL_DESTRUCTIVE)) {
    return job_fail(job, ERR_USAGE, "it is both read-only and destructive");
  }
  if (tool->seconds < 0 || tool->seconds > TOOL_SECONDS_MAX) {
    return job_fail(job, ERR_USAGE, "it may take %d seconds, of 1 to %d", tool->seconds, TOOL_SECONDS_MAX);
  }
  if (tool->raw_schema) TRY(check_raw_schema(job, tool));
  TRY(check_fields(job, tool->args, false));
  TRY(check_fields(job, tool->result, true));
  /* An example is what users copy first, so it must at least be accepted. */
  if (tool->example && !tool->raw_schema) {
    const Json *args;
    TRY(tool_args_from_example(job, tool, &args));
    Err err = tool_validate(job, tool->args, args);
    if (err) return job_prefix(job, err, "example");
  }
  return OK;
}

Err tool_check_descriptor(Job *job, const Tool *tool) {
  if (!tool->name || !tool_name_is_valid(str_from_c(tool->name))) {
    return job_fail(job, ERR_USAGE,
                    "'%s' cannot name a tool: 1 to 64 of A-Z a-z 0-9 _ . - are accepted",
                    tool->name ? tool->name : "");
  }
  if (!check(job, tool)) return OK;
  return job_prefix(job, ERR_USAGE, "tool '%s'", tool->name);
}
