/* File operations: servers that asked to know are told of files that we create,
 * move or delete, and say beforehand what has to change with them. */
#include "src/lsp/ask_internal.h"
#include "src/lsp/lsp_internal.h"
#include "src/os/file.h"

typedef struct Operation {
  const char *before, *after;
} Operation;

/* Before: a request whose answer is an edit. After: a notification. */
static const Operation operations[] = {
    [LSP_FILE_CREATE] = {"workspace/willCreateFiles", "workspace/didCreateFiles"},
    [LSP_FILE_RENAME] = {"workspace/willRenameFiles", "workspace/didRenameFiles"},
    [LSP_FILE_DELETE] = {"workspace/willDeleteFiles", "workspace/didDeleteFiles"},
};

/* Servers register globs for the files they care about; without any that fits,
 * telling them would be a breach of the protocol. */
static bool is_wanted(const Json *options, Str path) {
  const Json *filters = json_get(options, STR("filters"));
  for (size_t i = 0; json_is(filters, JSON_ARRAY) && i < filters->count; i++) {
    Str glob = json_get_str(json_get(&filters->items[i], STR("pattern")), STR("glob"), STR_EMPTY);
    Str scheme = json_get_str(&filters->items[i], STR("scheme"), STR("file"));
    if (str_eq_c(scheme, "file") && lsp_glob_match(glob, path)) return true;
  }
  return false;
}

/* The URI lives in the arena of the text that is being written. */
static void write_uri(JsonWriter *json, const char *name, Str path) {
  json_field_str(json, name, lsp_uri_from_path(json->buf->arena, path));
}

/* The params for those it wants to know of; empty: none. */
static Str spell_moves(Job *job, LspServer *server, const char *method, const LspMove *moves, size_t count) {
  Str root = root_path(lsp_server_workspace(server));
  Buf text;
  JsonWriter json;
  size_t wanted = 0;
  buf_init(&text, job->arena, SIZE_MAX);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_array(&json, "files");
  for (size_t i = 0; i < count; i++) {
    Str path = file_join(job->arena, root, moves[i].path);
    if (!is_wanted(lsp_server_options(job, server, method, moves[i].path), path)) continue;
    json_begin_object(&json);
    write_uri(&json, moves[i].new_path.len ? "oldUri" : "uri", path);
    if (moves[i].new_path.len) write_uri(&json, "newUri", file_join(job->arena, root, moves[i].new_path));
    json_end_object(&json);
    wanted++;
  }
  json_end_array(&json);
  json_end_object(&json);
  return wanted ? buf_str(&text) : STR_EMPTY;
}

/* An empty edit: the server has nothing to say about these files, or wants
 * nothing to change. */
Err lsp_ask_moves(Job *job, LspServer *server, LspFileAction action, const LspMove *moves, size_t count,
                  LspEdit *ret_edit) {
  const char *method = operations[action].before;
  Str params = spell_moves(job, server, method, moves, count);
  const Json *result;
  *ret_edit = (LspEdit){0};
  if (!params.len) return OK;
  TRY(lsp_server_request(job, server, method, params, &result));
  return json_is(result, JSON_OBJECT) ? lsp_edit_read(job, server, STR_EMPTY, result, ret_edit) : OK;
}

/* Told after it happened on disk. */
Err lsp_tell_moves(Job *job, LspServer *server, LspFileAction action, const LspMove *moves, size_t count) {
  const char *method = operations[action].after;
  Str params = spell_moves(job, server, method, moves, count);
  return params.len ? lsp_server_notify(job, server, method, params) : OK;
}
