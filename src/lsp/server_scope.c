/* How much of the workspace a server looks at: its folders, and settings that
 * narrow it where folders would not do. Nothing is written into the tree. */
#include "src/base/vec.h"
#include "src/lsp/lsp_internal.h"

/* These resolve imports from their folder, so that stays the whole root and they
 * are told what to look into instead. */
static const char *const include_setting[] = {"python", "analysis", "include"};

/* By language and not by the name of the server, as several servers for it
 * read the same setting. */
static bool has_language(const LspServerKind *kind, Str language) {
  for (size_t i = 0; i < kind->language_count; i++) {
    if (str_eq(kind->languages[i], language)) return true;
  }
  return false;
}

static bool is_narrowed_by_settings(const LspServer *server) {
  return has_language(&server->kind, STR("python"));
}

/* ---- settings ---- */

static void write_scope(const LspServer *server, JsonWriter *writer) {
  json_begin_array(writer);
  for (size_t i = 0; i < server->scope_count; i++) json_str(writer, server->scope[i]);
  json_end_array(writer);
}

/* `object` with the scope put where include_setting says. */
static void write_with_scope(const LspServer *server, JsonWriter *writer, const Json *object,
                             size_t depth) {
  if (depth == COUNT_OF(include_setting)) {
    write_scope(server, writer);
    return;
  }
  Str name = str_from_c(include_setting[depth]);
  json_begin_object(writer);
  for (size_t i = 0; json_is(object, JSON_OBJECT) && i < object->count; i++) {
    if (str_eq(object->members[i].name, name)) continue;
    json_name(writer, object->members[i].name);
    json_value(writer, &object->members[i].value);
  }
  json_name(writer, name);
  write_with_scope(server, writer, json_get(object, name), depth + 1);
  json_end_object(writer);
}

/* Settings that are no JSON object are not used. */
static void make_settings(LspServer *server) {
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  const Json *settings = NULL;
  if (server->kind.settings.len && json_read(&job, server->kind.settings, NULL, &settings))
    settings = NULL;
  bool is_narrowed = server->scope_count && is_narrowed_by_settings(server);
  /* Replaced as a whole: nobody keeps a pointer into the old settings without the
   * lock, since those who answer with them copy them first. */
  arena_clear(&server->settings_arena);
  server->settings = STR_EMPTY;
  if (is_narrowed || json_is(settings, JSON_OBJECT)) {
    Buf buf;
    JsonWriter writer;
    buf_init(&buf, &server->settings_arena, (size_t)4 << 20);
    json_writer_init(&writer, &buf, 0);
    if (is_narrowed) {
      write_with_scope(server, &writer, settings, 0);
    } else {
      json_value(&writer, settings);
    }
    server->settings = buf_str(&buf);
  }
  arena_clear(&arena);
}

/* ---- lists ---- */

static bool has_str(const Str *items, size_t count, Str wanted) {
  for (size_t i = 0; i < count; i++) {
    if (str_eq(items[i], wanted)) return true;
  }
  return false;
}

/* Texts that are removed later stay in the arena until the run ends: there are
 * few. */
static void add_str(Arena *arena, Str **items, size_t *count, size_t *cap, Str added) {
  if (*count == *cap) *items = vec_grow(arena, *items, cap, sizeof **items);
  (*items)[(*count)++] = str_copy(arena, added);
}

static bool add_folder(LspServer *server, Str path) {
  if (has_str(server->folders, server->folder_count, path)) return false;
  add_str(&server->folders_arena, &server->folders, &server->folder_count, &server->folder_cap,
          path);
  return true;
}

static bool add_scope(LspServer *server, Str path) {
  if (has_str(server->scope, server->scope_count, path)) return false;
  add_str(&server->folders_arena, &server->scope, &server->scope_count, &server->scope_cap, path);
  return true;
}

/* ---- at the start ---- */

void lsp_scope_init(LspServer *server, const LspNeed *need) {
  /* A server that cannot be told a part gets the whole root. Saying that it is
   * scoped would make us believe later that it knows less than it does. */
  server->is_scoped = need->scope_count && server->kind.quirks & LSP_QUIRK_SCOPED;
  for (size_t i = 0; server->is_scoped && i < need->scope_count; i++) {
    add_scope(server, need->scope[i]);
    if (is_narrowed_by_settings(server)) continue;
    add_folder(server, file_join(&server->folders_arena, server->directory, need->scope[i]));
  }
  /* Narrowed by settings or not at all: the root itself is its only folder. */
  if (!server->folder_count) add_folder(server, server->directory);
  make_settings(server);
}

/* ---- spelling ---- */

static void write_folder(Arena *arena, JsonWriter *writer, Str path) {
  json_begin_object(writer);
  json_field_str(writer, "uri", lsp_uri_from_path(arena, path));
  json_field_str(writer, "name", file_name(path));
  json_end_object(writer);
}

void lsp_folders_spell_locked(LspServer *server, JsonWriter *writer) {
  Arena arena;
  arena_init(&arena);
  json_begin_array(writer);
  for (size_t i = 0; i < server->folder_count; i++)
    write_folder(&arena, writer, server->folders[i]);
  json_end_array(writer);
  arena_clear(&arena);
}

static void tell_folders_locked(LspServer *server, const Str *added, size_t count, Str removed) {
  Arena arena;
  Buf buf;
  JsonWriter writer;
  arena_init(&arena);
  buf_init(&buf, &arena, 4 << 20);
  json_writer_init(&writer, &buf, 0);
  json_begin_object(&writer);
  json_field_object(&writer, "event");
  json_field_array(&writer, "added");
  for (size_t i = 0; i < count; i++) write_folder(&arena, &writer, added[i]);
  json_end_array(&writer);
  json_field_array(&writer, "removed");
  if (removed.len) write_folder(&arena, &writer, removed);
  json_end_array(&writer);
  json_end_object(&writer);
  json_end_object(&writer);
  lsp_wire_notify_locked(server, "workspace/didChangeWorkspaceFolders", buf_str(&buf));
  arena_clear(&arena);
}

static void tell_settings_locked(LspServer *server) {
  Arena arena;
  arena_init(&arena);
  Str settings = server->settings.len ? server->settings : STR("{}");
  lsp_wire_notify_locked(server, "workspace/didChangeConfiguration",
                         json_spell_one(&arena, "settings", settings));
  arena_clear(&arena);
}

/* ---- later ---- */

/* All of the root from now on. */
static void widen_to_all(LspServer *server) {
  server->is_scoped = false;
  server->scope_count = 0;
  if (is_narrowed_by_settings(server)) {
    make_settings(server);
    tell_settings_locked(server);
  } else if (add_folder(server, server->directory)) {
    tell_folders_locked(server, &server->directory, 1, STR_EMPTY);
  }
}

/* The scope only ever grows. Callers who need different packages of one
 * repository share a server, and taking a package away from it would make it
 * read that package again for the next one. */
void lsp_scope_widen_locked(LspServer *server, const LspNeed *need) {
  if (!server->is_scoped) return;
  if (!need->scope_count) {
    widen_to_all(server);
    return;
  }
  size_t folders = server->folder_count;
  bool is_wider = false;
  for (size_t i = 0; i < need->scope_count; i++) {
    if (!add_scope(server, need->scope[i])) continue;
    is_wider = true;
    if (is_narrowed_by_settings(server)) continue;
    add_folder(server, file_join(&server->folders_arena, server->directory, need->scope[i]));
  }
  if (is_wider && is_narrowed_by_settings(server)) {
    make_settings(server);
    tell_settings_locked(server);
  }
  /* New folders were added at the end, so one message tells them all. */
  if (server->folder_count > folders) {
    tell_folders_locked(server, server->folders + folders, server->folder_count - folders,
                        STR_EMPTY);
  }
}

/* ---- by hand ---- */

/* A folder that it has already is no error and is not told twice. */
Err lsp_server_add_folder(Job *job, LspServer *server, Str path) {
  TRY(lsp_server_need(job, server, "workspace/didChangeWorkspaceFolders", STR_EMPTY));
  lock_take(&server->hub->lock);
  if (add_folder(server, path)) tell_folders_locked(server, &path, 1, STR_EMPTY);
  lock_give(&server->hub->lock);
  return OK;
}

Err lsp_server_remove_folder(Job *job, LspServer *server, Str path) {
  TRY(lsp_server_need(job, server, "workspace/didChangeWorkspaceFolders", STR_EMPTY));
  lock_take(&server->hub->lock);
  size_t at = 0;
  while (at < server->folder_count && !str_eq(server->folders[at], path)) at++;
  bool is_known = at < server->folder_count;
  if (is_known) {
    server->folder_count--;
    memmove(server->folders + at, server->folders + at + 1,
            (server->folder_count - at) * sizeof *server->folders);
    tell_folders_locked(server, NULL, 0, path);
  }
  lock_give(&server->hub->lock);
  if (is_known) return OK;
  return job_fail(job, ERR_NOT_FOUND, "'%.*s' is no folder of %.*s", STR_ARG(path),
                  STR_ARG(server->kind.name));
}

/* The first one is what it was started with, unless that was removed. */
Str *lsp_server_folders(Arena *arena, LspServer *server, size_t *ret_count) {
  lock_take(&server->hub->lock);
  Str *folders = ARENA_ARRAY(arena, Str, server->folder_count);
  for (size_t i = 0; i < server->folder_count; i++)
    folders[i] = str_copy(arena, server->folders[i]);
  *ret_count = server->folder_count;
  lock_give(&server->hub->lock);
  return folders;
}
