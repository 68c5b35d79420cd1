/* What there is in the hub: looking starts nothing and waits for nothing. */
#include "src/base/vec.h"
#include "src/lsp/lsp_internal.h"

/* A slot outlives the runs of its server, so that a server which crashed or was
 * stopped is still in the list, with its reason. */
static const char *state_of(const LspSlot *slot) {
  const LspServer *server = slot->server;
  if (!server) return slot->given_up ? "given up" : slot->is_crashed ? "crashed" : "stopped";
  if (server->phase == LSP_STARTING) return "starting";
  if (server->phase == LSP_RUNNING)
    return lsp_progress_is_done_locked(server) ? "ready" : "indexing";
  return server->stop_asked ? "stopped" : "crashed";
}

LspServerState *lsp_hub_states(Arena *arena, LspHub *hub, size_t *ret_count) {
  lock_take(&hub->lock);
  size_t count = 0;
  /* A slot is made as soon as somebody asks for a server; one that never got as
   * far as a start has nothing to report. */
  for (LspSlot *slot = hub->slots; slot; slot = slot->next) count += slot->was_started;
  LspServerState *states = ARENA_ARRAY(arena, LspServerState, count);
  size_t i = 0;
  for (LspSlot *slot = hub->slots; slot; slot = slot->next) {
    if (!slot->was_started) continue;
    LspServer *server = slot->server;
    Str tail = lsp_tail_text(server ? &server->errors : &slot->errors);
    Str language = server ? server->language_id : str_from_c(slot->language_id);
    states[i++] = (LspServerState){
        .name = str_copy(arena, slot->name),
        .version = str_copy(arena, str_from_c(slot->version)),
        .root = str_copy(arena, slot->root),
        .server_root = str_copy(arena, slot->server_root),
        .language_id = str_copy(arena, language),
        .state = state_of(slot),
        .pid = server ? server->pid : 0,
        .open_documents = server ? server->document_count : 0,
        .crashes = slot->crashes,
        /* A server that somebody holds is not idle, however long ago it was taken. */
        .idle_ms = server && !server->holders ? job_now_ms() - server->used_ms : 0,
        .errors = str_copy(arena, tail),
    };
  }
  lock_give(&hub->lock);
  *ret_count = count;
  return states;
}

/* ---- servers that run already ---- */

/* A reference keeps the memory alive and a holder keeps the process alive: the
 * idle timer ends a server only when nobody holds it. Released as one that was
 * started by lsp_hub_take. */
static void hold_locked(LspServer *server) {
  server->refs++;
  server->holders++;
  server->used_ms = job_now_ms();
}

LspServer *lsp_hub_ready(LspHub *hub, const LspNeed *need) {
  lock_take(&hub->lock);
  LspSlot *slot = lsp_hub_find_locked(hub, need);
  LspServer *server = slot ? slot->server : NULL;
  /* Those who ask here can do without a server. One that is still loading would
   * make them wait, or give half an answer. */
  if (server && (server->phase != LSP_RUNNING || !server->is_ready)) server = NULL;
  if (server) hold_locked(server);
  lock_give(&hub->lock);
  return server;
}

/* Slots are in the order of their making, which differs from run to run. */
static int compare_names(const void *a, const void *b) {
  const LspServer *const *first = a;
  const LspServer *const *second = b;
  int order = str_compare((*first)->slot->name, (*second)->slot->name);
  return order ? order : str_compare((*first)->slot->server_root, (*second)->slot->server_root);
}

LspServer **lsp_hub_running(Arena *arena, LspHub *hub, Str root, size_t *ret_count) {
  VEC(LspServer *) found = {0};
  lock_take(&hub->lock);
  for (LspSlot *slot = hub->slots; slot; slot = slot->next) {
    bool is_meant = slot->server && slot->server->phase == LSP_RUNNING &&
                    (!root.len || str_eq(slot->root, root));
    if (!is_meant) continue;
    hold_locked(slot->server);
    *vec_add(arena, &found) = slot->server;
  }
  lock_give(&hub->lock);
  if (found.len) qsort(found.items, found.len, sizeof *found.items, compare_names);
  *ret_count = found.len;
  return found.items;
}

/* ---- caches ---- */

/* One cache for each place, whichever index asks: two caches over the same file
 * would overwrite each other's entries. It lives until the hub is closed. */
LspCache *lsp_hub_cache(LspHub *hub, Keep *keep) {
  lock_take(&hub->lock);
  LspHubCache *kept = hub->caches;
  while (kept && !str_eq_c(keep_path(keep), kept->path)) kept = kept->next;
  if (!kept) {
    kept = arena_heap_alloc(sizeof *kept);
    kept->path = str_to_heap(keep_path(keep));
    kept->cache = lsp_cache_open(keep);
    kept->next = hub->caches;
    hub->caches = kept;
  }
  lock_give(&hub->lock);
  return kept->cache;
}

void lsp_hub_close_caches(LspHub *hub) {
  while (hub->caches) {
    LspHubCache *kept = hub->caches;
    hub->caches = kept->next;
    lsp_cache_close(kept->cache);
    free(kept->path);
    free(kept);
  }
}
