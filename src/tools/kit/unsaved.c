/* Unsaved texts: what a client has open in place of files (open_document). A
 * question of that client is answered about them, by the graph as by servers:
 * they are laid over the index for as long as its call lasts. Where that cannot
 * be done the answer is about the saved file, and says so. */
#include "src/index/part.h"
#include "src/lsp/lsp.h"
#include "src/os/root.h"
#include "src/tools/kit/graph_internal.h"

#define UNSAVED_MAX ((size_t)16 << 20)

struct ToolUnsaved {
  Index *index;
  IndexView *view; /* NULL: it could not be opened */
  IndexText *texts;
  size_t count;
  ToolUnsaved *next;
};

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

static void take_texts(ToolCall *call, ToolUnsaved *unsaved) {
  Job *job = call->job;
  LspHub *hub = call->scope->hub;
  size_t count = 0;
  Str root = root_path(index_files(unsaved->index));
  Str *paths = hub ? lsp_hub_texts(job, hub, root, &count) : NULL;
  unsaved->texts = ARENA_ARRAY(job->arena, IndexText, count + 1);
  for (size_t i = 0; i < count; i++) {
    IndexText *text = &unsaved->texts[unsaved->count];
    text->path = paths[i];
    bool is_there = lsp_hub_text(job, hub, root, paths[i], &text->text);
    if (is_there && !is_saved(job, unsaved->index, paths[i], text->text)) unsaved->count++;
  }
}

static ToolUnsaved *find(const ToolCall *call, const Index *index) {
  ToolUnsaved *unsaved = call->unsaved;
  while (unsaved && unsaved->index != index) unsaved = unsaved->next;
  return unsaved;
}

/* Tools that change files are about the files. */
Err tool_lay_unsaved(ToolCall *call, Index *index) {
  if (!(call->tool->flags & TOOL_READ_ONLY) || find(call, index)) return OK;
  ToolUnsaved *unsaved = ARENA_NEW(call->job->arena, ToolUnsaved);
  unsaved->index = index;
  take_texts(call, unsaved);
  if (!unsaved->count) return OK;
  unsaved->next = call->unsaved;
  call->unsaved = unsaved;
  Err err = index_view_open(call->job, index, unsaved->texts, unsaved->count, &unsaved->view);
  if (!err || job_is_stopped(call->job)) return err;
  job_forgive(call->job);
  return OK;
}

void tool_end_unsaved(ToolCall *call) {
  for (ToolUnsaved *unsaved = call->unsaved; unsaved; unsaved = unsaved->next) {
    if (unsaved->view) index_view_close(unsaved->view);
  }
  call->unsaved = NULL;
}

static bool is_laid(const ToolUnsaved *unsaved, Str path) { return unsaved->view && index_view_state(unsaved->view, path); }

const Map *tool_unlaid(ToolCall *call, Index *index) {
  const ToolUnsaved *unsaved = find(call, index);
  if (!unsaved) return NULL;
  Map *texts = ARENA_NEW(call->job->arena, Map);
  map_init(texts, call->job->arena);
  for (size_t i = 0; i < unsaved->count; i++) {
    if (!is_laid(unsaved, unsaved->texts[i].path)) map_put(texts, unsaved->texts[i].path, &unsaved->texts[i].text);
  }
  return texts->live ? texts : NULL;
}

Err tool_source_open(ToolCall *call, Index *index, Str path, QuerySource *ret_source) {
  const Map *texts = tool_unlaid(call, index);
  const Str *text = texts ? map_get(texts, path) : NULL;
  if (!text) return query_source_open(call->job, index, path, ret_source);
  query_source_take(call->job->arena, path, *text, ret_source);
  return OK;
}

static void say(ToolCall *call, const ToolUnsaved *unsaved) {
  bool names_laid = false;
  for (size_t i = 0; i < unsaved->count; i++) {
    Str path = unsaved->texts[i].path;
    if (str_find(answer_text(call->answer), path) == STR_NONE) continue;
    names_laid |= is_laid(unsaved, path);
    if (is_laid(unsaved, path)) continue;
    answer_note(call->answer, "%.*s has unsaved text that cannot be looked into: zoom shows it; symbols, calls and matches are "
                "of the saved file.", STR_ARG(str_shown(call->job->arena, path, TOOL_SHOWN_NAME)));
  }
  if (!names_laid || index_view_is_whole(unsaved->view)) return;
  answer_note(call->answer, "Very many files depend on the unsaved text: some of their calls into it are as they were when it was saved.");
}

/* Tools that ask a server (method) are answered about that text. */
void tool_say_unsaved(ToolCall *call) {
  if (call->tool->method) return;
  for (const ToolUnsaved *unsaved = call->unsaved; unsaved; unsaved = unsaved->next) say(call, unsaved);
}
