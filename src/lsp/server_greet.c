/* The greeting: what we say we can, and what the server says it can. Only what
 * is implemented is declared. */
#include <assert.h>

#include "src/lsp/lsp_internal.h"
#include "src/lsp/servers_internal.h"
#include "src/os/process.h"

/* The table is JSON, in a file of its own. */
static void write_capabilities(Arena *arena, JsonWriter *writer) {
  Job job;
  const Json *capabilities = NULL;
  job_init(&job, arena);
  Err err = json_read(&job, str_from_c(lsp_capabilities), NULL, &capabilities);
  assert(!err); /* it came with the program */
  (void)err;
  json_field_value(writer, "capabilities", capabilities);
}

/* Old and new ways of naming the folder are all given: servers read the one
 * they know. */
Str lsp_greet_params(Arena *arena, LspServer *server) {
  Buf buf;
  JsonWriter writer;
  buf_init(&buf, arena, 16 << 20);
  json_writer_init(&writer, &buf, 0);
  Str uri = lsp_uri_from_path(arena, server->directory);
  json_begin_object(&writer);
  /* A server that watches for our end must not see another's. */
  if (server->is_process) {
    json_field_int(&writer, "processId", process_self());
  } else {
    json_field_raw(&writer, "processId", STR("null"));
  }
  json_field_object(&writer, "clientInfo");
  json_field_str(&writer, "name", STR("fathom"));
  json_field_str(&writer, "version", STR(FATHOM_VERSION));
  json_end_object(&writer);
  json_field_str(&writer, "rootPath", server->directory);
  json_field_str(&writer, "rootUri", uri);
  write_capabilities(arena, &writer);
  lock_take(&server->hub->lock);
  if (server->settings.len) json_field_raw(&writer, "initializationOptions", server->settings);
  json_name(&writer, STR("workspaceFolders"));
  lsp_folders_spell_locked(server, &writer);
  lock_give(&server->hub->lock);
  json_field_str(&writer, "trace", STR("off"));
  json_end_object(&writer);
  return buf_str(&buf);
}

/* ---- what the server says ---- */

/* Without a word UTF-16 holds, which every server must know. One that chooses
 * what was not offered would have all columns wrong, so it is not used. */
static bool read_encoding(LspServer *server) {
  static const struct {
    const char *name;
    TextUnit encoding;
  } known[] = {{"utf-8", TEXT_UNIT_BYTE}, {"utf-16", TEXT_UNIT_UTF16}, {"utf-32", TEXT_UNIT_CHARACTER}};
  Str name = json_get_str(server->capabilities, STR("positionEncoding"), STR("utf-16"));
  for (size_t i = 0; i < COUNT_OF(known); i++) {
    if (!str_eq_c(name, known[i].name)) continue;
    server->encoding = known[i].encoding;
    return true;
  }
  lsp_server_break(server, ERR_PROTOCOL, "chose the position encoding '%.*s', which was not offered", STR_ARG(name));
  return false;
}

/* A number, or an object. One that says nothing is told all the same: servers
 * that do not want documents ignore them. */
static void read_sync(LspServer *server) {
  const Json *sync = json_get(server->capabilities, STR("textDocumentSync"));
  int64_t change = 1;
  server->wants_open = json_get_bool(sync, STR("openClose"), true);
  if (!json_to_int(sync, &change)) change = json_get_int(sync, STR("change"), json_is(sync, JSON_OBJECT) ? 0 : 1);
  server->wants_change = change == 1 || change == 2;
  const Json *save = json_get(sync, STR("save"));
  server->wants_save = json_is(save, JSON_OBJECT) || (json_is(save, JSON_BOOL) && save->boolean);
  server->wants_saved_text = json_get_bool(save, STR("includeText"), false);
}

/* The message it came in is freed by the caller; a copy is kept for the run,
 * in the form of a message because that is what reading wants. */
bool lsp_greet_take(LspServer *server, const Json *result) {
  if (!json_is(result, JSON_OBJECT) || !json_is(json_get(result, STR("capabilities")), JSON_OBJECT)) {
    lsp_server_break(server, ERR_PROTOCOL, "answered 'initialize' without capabilities");
    return false;
  }
  LspMessage *greeting = arena_heap_alloc(sizeof *greeting);
  arena_init(&greeting->arena);
  greeting->body = json_spell(&greeting->arena, result);
  Job job;
  job_init(&job, &greeting->arena);
  Err err = lsp_message_read(&job, greeting);
  server->greeting = greeting;
  if (err) {
    lsp_server_break(server, err, "answered 'initialize' with something too large");
    return false;
  }
  server->capabilities = json_get(greeting->value, STR("capabilities"));
  read_sync(server);
  return read_encoding(server);
}
