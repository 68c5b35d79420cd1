/* Who has to know that files changed: the index, and language servers. The
 * edit is done by then. Servers hear of it in two ways, since those with a
 * file open read it from nobody but us. */
#include "src/edit/edit_internal.h"

#define REFRESH_MS 5000

/* As watched files: what a server does not have open it reads again itself. */
static void tell_watched(Job *job, LspHub *hub, Str root, const EditSteps *steps) {
  LspChange *changes = ARENA_ARRAY(job->arena, LspChange, 2 * steps->len + 1);
  size_t len = 0;
  for (size_t i = 0; i < steps->len; i++) {
    const EditStep *step = &steps->items[i];
    if (step->action == EDIT_RENAME) changes[len++] = (LspChange){step->old_path, LSP_DELETED};
    LspChangeKind kind = step->action == EDIT_CHANGE ? LSP_CHANGED : step->action == EDIT_DELETE ? LSP_DELETED : LSP_CREATED;
    changes[len++] = (LspChange){step->path, kind};
  }
  lsp_hub_changed(hub, root, changes, len);
}

/* Only if it is open: closing what is not open is an error of the protocol. */
static void close_document(Job *job, LspServer *server, Str path) {
  LspDocument document;
  if (lsp_server_shown(job, server, path, &document) && lsp_server_close_document(job, server, path)) job_forgive(job);
}

/* What a server has open it believes until it is told. */
static void tell_server(Job *job, LspServer *server, const EditSteps *steps) {
  LspDocument document;
  for (size_t i = 0; i < steps->len; i++) {
    const EditStep *step = &steps->items[i];
    if (step->action == EDIT_RENAME) close_document(job, server, step->old_path);
    if (step->action == EDIT_DELETE) close_document(job, server, step->path);
    else if (lsp_server_shown(job, server, step->path, &document) && lsp_server_show_disk(job, server, step->path, &document)) job_forgive(job);
  }
}

void edit_tell(Job *job, Index *index, LspHub *hub, const EditSteps *steps) {
  /* Whatever fails here fails no edit: the next question finds the disk. */
  if (index_refresh_within(job, index, REFRESH_MS)) job_forgive(job);
  if (!hub || !steps->len) return;
  size_t count;
  Str root = index_root(index);
  tell_watched(job, hub, root, steps);
  LspServer **servers = lsp_hub_running(job->arena, hub, root, &count);
  for (size_t i = 0; i < count; i++) {
    tell_server(job, servers[i], steps);
    lsp_server_release(servers[i]);
  }
}
