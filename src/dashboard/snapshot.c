/* The snapshot as JSON and back. Each kind of thing is a table of its fields,
 * from which both directions are made: a new field is a row here and a member
 * of its struct. */
#include "src/dashboard/dashboard.h"

#include <stddef.h>
#include <string.h>

#define SPELLED_MAX ((size_t)8 << 20)

typedef enum FieldType { FIELD_TEXT, FIELD_NUMBER, FIELD_SHARE, FIELD_FLAG } FieldType;

typedef struct Field {
  const char *name;
  FieldType type;
  size_t offset;
} Field;

typedef struct Shape {
  const Field *fields;
  size_t count;
  size_t size; /* of the struct */
} Shape;

#define TEXT(Type, member, name) {name, FIELD_TEXT, offsetof(Type, member)}
#define NUMBER(Type, member, name) {name, FIELD_NUMBER, offsetof(Type, member)}
#define SHARE(Type, member, name) {name, FIELD_SHARE, offsetof(Type, member)}
#define FLAG(Type, member, name) {name, FIELD_FLAG, offsetof(Type, member)}
#define SHAPE(Type, table) {table, COUNT_OF(table), sizeof(Type)}

static const Field server_fields[] = {
    TEXT(DashServer, build, "build"),
    TEXT(DashServer, mode, "mode"),
    NUMBER(DashServer, pid, "pid"),
    NUMBER(DashServer, up_s, "upSeconds"),
    NUMBER(DashServer, resident, "residentBytes"),
    NUMBER(DashServer, clients, "clients"),
    NUMBER(DashServer, audit_dropped, "auditDropped"),
};
static const Field workspace_fields[] = {
    TEXT(DashWorkspace, root, "root"),
    TEXT(DashWorkspace, phase, "phase"),
    TEXT(DashWorkspace, watcher, "watcher"),
    TEXT(DashWorkspace, languages, "languages"),
    NUMBER(DashWorkspace, percent, "percent"),
    NUMBER(DashWorkspace, files, "files"),
    NUMBER(DashWorkspace, symbols, "symbols"),
    NUMBER(DashWorkspace, edges, "edges"),
    NUMBER(DashWorkspace, store_bytes, "storeBytes"),
    NUMBER(DashWorkspace, refresh_ms, "refreshMs"),
    FLAG(DashWorkspace, is_trusted, "trusted"),
    FLAG(DashWorkspace, is_behind, "behind"),
};
static const Field client_fields[] = {
    NUMBER(DashClient, number, "number"), TEXT(DashClient, name, "name"),       TEXT(DashClient, root, "root"),
    TEXT(DashClient, mode, "mode"),       NUMBER(DashClient, calls, "calls"), NUMBER(DashClient, active, "active"),
};
static const Field language_server_fields[] = {
    TEXT(DashLanguageServer, name, "name"),
    TEXT(DashLanguageServer, version, "version"),
    TEXT(DashLanguageServer, language, "language"),
    TEXT(DashLanguageServer, workspace, "workspace"),
    TEXT(DashLanguageServer, root, "root"),
    TEXT(DashLanguageServer, state, "state"),
    TEXT(DashLanguageServer, last_error, "lastError"),
    NUMBER(DashLanguageServer, pid, "pid"),
    NUMBER(DashLanguageServer, resident, "residentBytes"),
    NUMBER(DashLanguageServer, open_documents, "openDocuments"),
    NUMBER(DashLanguageServer, crashes, "crashes"),
    NUMBER(DashLanguageServer, idle_ms, "idleMs"),
};
static const Field session_fields[] = {
    TEXT(DashSession, key, "key"),         TEXT(DashSession, name, "name"),
    TEXT(DashSession, language, "language"), TEXT(DashSession, version, "version"),
    TEXT(DashSession, project, "project"), NUMBER(DashSession, pid, "pid"),
    NUMBER(DashSession, calls, "calls"),   NUMBER(DashSession, running, "running"),
    NUMBER(DashSession, seen_ago_ms, "seenAgoMs"),
};
static const Field edit_fields[] = {
    TEXT(DashEdit, id, "id"),           TEXT(DashEdit, title, "title"),     TEXT(DashEdit, root, "root"),
    NUMBER(DashEdit, time_ms, "timeMs"), NUMBER(DashEdit, files, "files"),
};
static const Field option_fields[] = {
    TEXT(DashOption, key, "key"),
    TEXT(DashOption, value, "value"),
    TEXT(DashOption, origin, "origin"),
    TEXT(DashOption, accepts, "accepts"),
    TEXT(DashOption, help, "help"),
};
static const Field grant_fields[] = {
    TEXT(DashGrant, kind, "kind"),
    TEXT(DashGrant, name, "name"),
    TEXT(DashGrant, note, "note"),
};
static const Field log_fields[] = {
    NUMBER(DashLogLine, number, "number"),
    NUMBER(DashLogLine, time_ms, "timeMs"),
    TEXT(DashLogLine, level, "level"),
    TEXT(DashLogLine, text, "text"),
};
static const Field call_fields[] = {
    NUMBER(DashCall, number, "number"),     NUMBER(DashCall, client, "client"),   NUMBER(DashCall, time_ms, "timeMs"),
    NUMBER(DashCall, ms, "ms"),             NUMBER(DashCall, answered, "answered"), NUMBER(DashCall, changed, "changed"),
    TEXT(DashCall, tool, "tool"),           TEXT(DashCall, root, "root"),         TEXT(DashCall, args, "args"),
    TEXT(DashCall, state, "state"),         TEXT(DashCall, words, "words"),       TEXT(DashCall, text, "text"),
    SHARE(DashCall, fraction, "fraction"),
};

static const Shape server_shape = SHAPE(DashServer, server_fields);
static const Shape call_shape = SHAPE(DashCall, call_fields);

/* The lists of a snapshot. All have the layout of DashCalls. */
static const struct {
  const char *name;
  size_t offset;
  Shape shape;
} lists[] = {
    {"workspaces", offsetof(DashSnapshot, workspaces), SHAPE(DashWorkspace, workspace_fields)},
    {"clients", offsetof(DashSnapshot, clients), SHAPE(DashClient, client_fields)},
    {"languageServers", offsetof(DashSnapshot, servers), SHAPE(DashLanguageServer, language_server_fields)},
    {"sessions", offsetof(DashSnapshot, sessions), SHAPE(DashSession, session_fields)},
    {"edits", offsetof(DashSnapshot, edits), SHAPE(DashEdit, edit_fields)},
    {"options", offsetof(DashSnapshot, options), SHAPE(DashOption, option_fields)},
    {"grants", offsetof(DashSnapshot, grants), SHAPE(DashGrant, grant_fields)},
    {"log", offsetof(DashSnapshot, log), SHAPE(DashLogLine, log_fields)},
};

/* A list without the type of its items. */
typedef DASH_LIST(char) AnyList;

/* ---- spelling ---- */

static void spell_fields(JsonWriter *json, const Shape *shape, const char *item) {
  json_begin_object(json);
  for (size_t i = 0; i < shape->count; i++) {
    const Field *field = &shape->fields[i];
    const void *value = item + field->offset;
    json_name(json, str_from_c(field->name));
    switch (field->type) {
      case FIELD_TEXT: json_str(json, *(const Str *)value); break;
      case FIELD_NUMBER: json_int(json, *(const int64_t *)value); break;
      case FIELD_SHARE: json_double(json, *(const double *)value); break;
      case FIELD_FLAG: json_bool(json, *(const bool *)value); break;
    }
  }
  json_end_object(json);
}

/* All lists are made by DASH_LIST and so have one layout, whatever their items
 * are. */
static void spell_list(JsonWriter *json, const Shape *shape, const void *list) {
  AnyList any;
  memcpy(&any, list, sizeof any);
  json_begin_array(json);
  for (size_t i = 0; i < any.len; i++) spell_fields(json, shape, any.items + i * shape->size);
  json_end_array(json);
}

Str dashboard_snapshot_spell(Arena *arena, const DashSnapshot *snapshot) {
  Buf text;
  JsonWriter json;
  buf_init(&text, arena, SPELLED_MAX);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_name(&json, STR("server"));
  spell_fields(&json, &server_shape, (const char *)&snapshot->server);
  for (size_t i = 0; i < COUNT_OF(lists); i++) {
    json_name(&json, str_from_c(lists[i].name));
    spell_list(&json, &lists[i].shape, (const char *)snapshot + lists[i].offset);
  }
  json_end_object(&json);
  return buf_str(&text);
}

Str dashboard_calls_spell(Arena *arena, const DashCalls *calls) {
  Buf text;
  JsonWriter json;
  buf_init(&text, arena, SPELLED_MAX);
  json_writer_init(&json, &text, 0);
  spell_list(&json, &call_shape, calls);
  return buf_str(&text);
}

Str dashboard_call_spell(Arena *arena, const DashCall *call) {
  Buf text;
  JsonWriter json;
  buf_init(&text, arena, SPELLED_MAX);
  json_writer_init(&json, &text, 0);
  spell_fields(&json, &call_shape, (const char *)call);
  return buf_str(&text);
}

/* ---- reading ---- */

/* What is missing reads as empty: another build may not know the field yet, or
 * any more. */
static void read_field(const Json *object, const Field *field, char *item) {
  Str name = str_from_c(field->name);
  void *value = item + field->offset;
  switch (field->type) {
    case FIELD_TEXT: *(Str *)value = json_get_str(object, name, STR_EMPTY); break;
    case FIELD_NUMBER: *(int64_t *)value = json_get_int(object, name, 0); break;
    case FIELD_FLAG: *(bool *)value = json_get_bool(object, name, false); break;
    case FIELD_SHARE:
      if (!json_to_double(json_get(object, name), value)) *(double *)value = -1;
      break;
  }
}

static void read_fields(const Json *object, const Shape *shape, char *item) {
  for (size_t i = 0; i < shape->count; i++) read_field(object, &shape->fields[i], item);
}

/* A list that is longer than any dashboard shows is cut, whoever sent it. */
static void read_list(Arena *arena, const Json *array, const Shape *shape, void *ret_list) {
  AnyList any = {0};
  if (json_is(array, JSON_ARRAY)) {
    any.len = any.cap = array->count < DASH_MAX ? array->count : DASH_MAX;
    any.items = arena_alloc_array(arena, any.len, shape->size);
  }
  for (size_t i = 0; i < any.len; i++) read_fields(&array->items[i], shape, any.items + i * shape->size);
  memcpy(ret_list, &any, sizeof any);
}

void dashboard_snapshot_read(Arena *arena, const Json *json, DashSnapshot *ret_snapshot) {
  read_fields(json_get(json, STR("server")), &server_shape, (char *)&ret_snapshot->server);
  for (size_t i = 0; i < COUNT_OF(lists); i++) {
    const Json *array = json_get(json, str_from_c(lists[i].name));
    read_list(arena, array, &lists[i].shape, (char *)ret_snapshot + lists[i].offset);
  }
}

void dashboard_calls_read(Arena *arena, const Json *json, DashCalls *ret_calls) {
  read_list(arena, json, &call_shape, ret_calls);
}

void dashboard_call_read(const Json *json, DashCall *ret_call) {
  read_fields(json, &call_shape, (char *)ret_call);
}
