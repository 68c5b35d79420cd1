/* What a line of the audit log says of a call. The arguments are told by what
 * they are for, not all of them: texts in part, files, names. */
#include "src/app/serving/audit_internal.h"
#include "src/base/clock.h"
#include "src/base/json.h"

/* Tools of several systems call the same thing differently; a row is one thing
 * of an edit's summary and the arguments that bring it, first come first. */
typedef struct Told {
  const char *name;
  const char *arguments[6];
} Told;
static const Told summary[] = {
    {"file_path", {"file_path", "file", "path"}},
    {"old_text_preview", {"old_text"}},
    {"new_text_preview", {"new_text", "content", "new_body", "code", "text"}},
    {"old_name", {"symbol_path", "symbol"}},
    {"new_name", {"new_name", "newName"}},
    {"target", {"target", "to"}},
};

/* Only strings; what has another type is not what the row means. */
static Str first_given(const Json *args, const char *const *names, size_t count) {
  for (size_t i = 0; i < count && names[i]; i++) {
    Str value = json_get_str(args, str_from_c(names[i]), STR_EMPTY);
    if (value.len) return value;
  }
  return STR_EMPTY;
}

/* Cut after what is secret was taken out: a cut secret is not known as one. */
static Str preview(Arena *arena, Str text) {
  Str head = str_head(text, (size_t)64 << 10);
  return str_head(app_redact(arena, head), APP_AUDIT_PREVIEW);
}

/* How the change was asked for. */
static const char *mode_of(const Json *args) {
  static const char *const modes[][2] = {
      {"workspace_edit", "workspace_edit"}, {"session_id", "session"}, {"ops", "several"}, {"new_name", "rename"},
      {"newName", "rename"}, {"old_text", "text"}, {"symbol_path", "symbol"}, {"symbol", "symbol"},
  };
  for (size_t i = 0; i < COUNT_OF(modes); i++) {
    if (json_get(args, str_from_c(modes[i][0]))) return modes[i][1];
  }
  return "other";
}

/* Of tools that may change something, whether they did or not: also what was
 * refused is part of the record. */
static void tell_edit(JsonWriter *json, Arena *arena, const ToolRecord *record) {
  json_field_object(json, "edit_summary");
  json_field_str(json, "mode", str_from_c(mode_of(record->args)));
  for (size_t i = 0; i < COUNT_OF(summary); i++) {
    Str value = first_given(record->args, summary[i].arguments, COUNT_OF(summary[i].arguments));
    if (value.len) json_field_str(json, summary[i].name, preview(arena, value));
  }
  const Json *apply = json_get(record->args, STR("apply"));
  if (json_is(apply, JSON_BOOL)) json_field_bool(json, "apply", apply->boolean);
  json_end_object(json);
}

/* What it changed, else what it was asked about. */
static void tell_files(JsonWriter *json, Arena *arena, const ToolRecord *record) {
  enum { FILES_MAX = 20 };
  json_field_array(json, "files");
  for (size_t i = 0; i < record->changed_count && i < FILES_MAX; i++) json_str(json, str_head(record->changed[i], APP_AUDIT_PREVIEW));
  for (const ToolField *field = record->tool->args; !record->changed_count && field && field->name; field++) {
    Str value = json_get_str(record->args, str_from_c(field->name), STR_EMPTY);
    if (field->type == TOOL_PATH && value.len) json_str(json, preview(arena, value));
  }
  json_end_array(json);
  if (record->changed_count > FILES_MAX) json_field_int(json, "files_changed", (int64_t)record->changed_count);
}

static void tell_counts(JsonWriter *json, const char *name, const ToolCount *count) {
  json_field_object(json, name);
  json_field_int(json, "error_count", count->errors);
  json_field_int(json, "warning_count", count->warnings);
  json_field_int(json, "files_checked", count->files);
  json_end_object(json);
}

/* Both counts and their difference, so that a reader need not compute what the
 * log is mostly read for. */
static void tell_diagnostics(JsonWriter *json, const ToolRecord *record) {
  tell_counts(json, "diagnostics_before", &record->before);
  tell_counts(json, "diagnostics_after", &record->after);
  json_field_object(json, "net_delta");
  json_field_int(json, "errors", record->after.errors - record->before.errors);
  json_field_int(json, "warnings", record->after.warnings - record->before.warnings);
  json_end_object(json);
}

Str app_audit_spell(Arena *arena, Str root, const ToolRecord *record) {
  Buf line;
  JsonWriter json;
  buf_init(&line, arena, APP_AUDIT_LINE);
  json_writer_init(&json, &line, 0);
  json_begin_object(&json);
  json_field_str(&json, "timestamp", clock_instant(arena, clock_wall_s()));
  json_field_str(&json, "tool", str_from_c(record->tool->name));
  json_field_str(&json, "workspace", str_head(root, APP_AUDIT_PREVIEW));
  Str session = json_get_str(record->args, STR("session_id"), STR_EMPTY);
  /* A handle is as good as a key while it lives: its head tells it apart. */
  if (session.len) json_field_str(&json, "session_id", str_head(session, 8));
  tell_files(&json, arena, record);
  if (!(record->tool->flags & TOOL_READ_ONLY)) tell_edit(&json, arena, record);
  if (record->has_counts) tell_diagnostics(&json, record);
  json_field_bool(&json, "success", !record->err);
  if (record->err) json_field_str(&json, "error_message", preview(arena, record->words));
  json_field_int(&json, "duration_ms", record->ms);
  json_field_int(&json, "answered_bytes", (int64_t)record->text.len);
  json_end_object(&json);
  return buf_str(&line);
}
