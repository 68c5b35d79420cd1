/* Unsaved texts: what a client has open in place of files (open_document). The
 * outline and the text of such a file are those of its text; what the graph
 * knows, who calls what and where words stand, is of the saved file, and an
 * answer that names such a file says so. */
#include "src/index/part.h"
#include "src/lsp/lsp.h"
#include "src/os/root.h"
#include "src/tools/kit/graph_internal.h"

#define UNSAVED_MAX ((size_t)16 << 20)

/* A text that was given and is what is on disk is no unsaved text. A file that
 * cannot be read differs. */
static bool is_saved(Job *job, Index *index, Str path, Str text) {
  Str disk;
  if (root_read(job, index_files(index), path, UNSAVED_MAX, &disk)) {
    job_forgive(job);
    return false;
  }
  return str_eq(disk, text);
}

/* Path to text, for this client's own texts; NULL: none, which is by far the
 * most frequent and costs nothing. */
const Map *tool_unsaved(ToolCall *call, Index *index) {
  Job *job = call->job;
  LspHub *hub = call->scope->hub;
  size_t count = 0;
  Str root = root_path(index_files(index));
  Str *paths = hub ? lsp_hub_texts(job, hub, root, &count) : NULL;
  if (!count) return NULL;
  Map *texts = ARENA_NEW(job->arena, Map);
  map_init(texts, job->arena);
  for (size_t i = 0; i < count; i++) {
    Str *text = ARENA_NEW(job->arena, Str);
    if (lsp_hub_text(job, hub, root, paths[i], text) && !is_saved(job, index, paths[i], *text)) map_put(texts, paths[i], text);
  }
  return texts->live ? texts : NULL;
}

Err tool_source_open(ToolCall *call, Index *index, Str path, QuerySource *ret_source) {
  const Map *texts = tool_unsaved(call, index);
  const Str *text = texts ? map_get(texts, path) : NULL;
  if (!text) return query_source_open(call->job, index, path, ret_source);
  query_source_take(call->job->arena, path, *text, ret_source);
  return OK;
}

/* Tools that ask a server (method) are answered about that text. Said only
 * where the answer names the file at all: others do not concern it. */
void tool_say_unsaved(ToolCall *call) {
  if (call->tool->method || !(call->tool->flags & TOOL_READ_ONLY) || !call->index) return;
  const Map *texts = tool_unsaved(call, call->index);
  for (MapEntry *entry = NULL; texts && (entry = map_next(texts, entry));) {
    if (str_find(answer_text(call->answer), entry->key) == STR_NONE) continue;
    answer_note(call->answer, "%.*s has unsaved text here: zoom shows that; symbols, calls and matches of other tools are "
                "of the saved file.", STR_ARG(str_shown(call->job->arena, entry->key, TOOL_SHOWN_NAME)));
  }
}
