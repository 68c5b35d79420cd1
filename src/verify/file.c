/* The two sides of a file that is asked about: the graph brought up to date,
 * the server waited for and, where it fails, done without. */
#include "src/index/part.h"
#include "src/verify/verify_internal.h"

#define TEXT_MAX ((size_t)16 << 20)

Err verify_graph(VerifyFile *file) {
  if (file->reader) return OK;
  TRY(index_refresh(file->job, file->index));
  return index_reader_take(file->job, file->index, &file->reader);
}

Err verify_wait(VerifyFile *file) {
  Err err = lsp_ask_ready(file->job, file->server, file->path, VERIFY_READY_MS);
  file->is_ready = !err;
  if (err != ERR_TIMEOUT || job_is_stopped(file->job)) return err;
  job_forgive(file->job);
  return OK;
}

bool verify_is_gone(Job *job, Err err) {
  bool is_servers = err == ERR_UNAVAILABLE || err == ERR_UNTRUSTED || err == ERR_CLOSED || err == ERR_PROTOCOL || err == ERR_TIMEOUT;
  return is_servers && !job_is_stopped(job);
}

bool verify_forgive(VerifyFile *file, Err err) {
  if (!verify_is_gone(file->job, err) && err != ERR_USAGE) return false;
  file->err = err;
  file->words = str_copy(file->job->arena, job_message(file->job, err));
  job_forgive(file->job);
  return true;
}

/* What the client gave in place of a file's text. */
static bool find_own(Job *job, LspHub *hub, Index *index, Str path, Str *ret_text) {
  return hub && lsp_hub_text(job, hub, root_path(index_files(index)), path, ret_text);
}

bool verify_has_own_text(const VerifyFile *file, Str path) {
  Str text;
  return !index_view_text(file->job, file->index, path, &text) && find_own(file->job, file->hub, file->index, path, &text);
}

Err verify_text(const VerifyFile *file, Text *ret_text) {
  Str text;
  if (!find_own(file->job, file->hub, file->index, file->path, &text)) TRY(root_read(file->job, index_files(file->index), file->path, TEXT_MAX, &text));
  text_take(file->job->arena, text, ret_text);
  return OK;
}

const QuerySource *verify_source(const VerifyFile *file, Str path) {
  return verify_source_of(file->job, file->hub, file->index, file->sources, path);
}

const QuerySource *verify_source_of(Job *job, LspHub *hub, Index *index, Map *sources, Str path) {
  Str text;
  if (map_get(sources, path) || !find_own(job, hub, index, path, &text)) return query_source_once(job, index, 0, sources, path);
  QuerySource *own = ARENA_NEW(job->arena, QuerySource);
  query_source_take(job->arena, str_copy(job->arena, path), text, own);
  map_put_copy(sources, path, own);
  return own;
}
