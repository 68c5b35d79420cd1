/* Files that changed: gathered, and told to the servers that registered for
 * them; at the latest when something is asked. */
#include "src/base/vec.h"
#include "src/lsp/lsp_internal.h"

#define GATHER_MS 150
#define MESSAGE_MAX 2000 /* changes in one message */

static void free_changes(LspChanges *changes) {
  arena_clear(&changes->arena);
  free(changes);
}

void lsp_change_clear(LspHub *hub) {
  while (hub->changes) {
    LspChanges *changes = hub->changes;
    hub->changes = changes->next;
    free_changes(changes);
  }
}

/* ---- telling ---- */

/* Spelled without the hub's lock: a change of branch names thousands of files. */
static void tell(LspServer *server, const LspChanges *changes) {
  for (size_t from = 0; from < changes->len; from += MESSAGE_MAX) {
    size_t count = changes->len - from < MESSAGE_MAX ? changes->len - from : MESSAGE_MAX;
    size_t told = 0;
    Arena arena;
    Buf buf;
    JsonWriter writer;
    arena_init(&arena);
    buf_init(&buf, &arena, (size_t)64 << 20);
    json_writer_init(&writer, &buf, 0);
    json_begin_object(&writer);
    json_name(&writer, STR("changes"));
    lsp_register_watched(server, changes->root, changes->items + from, count, &writer, &told);
    json_end_object(&writer);
    lock_take(&server->hub->lock);
    if (told) lsp_wire_notify_locked(server, "workspace/didChangeWatchedFiles", buf_str(&buf));
    lock_give(&server->hub->lock);
    arena_clear(&arena);
  }
}

/* The next of a workspace's servers, with a reference; slots are never removed
 * while the hub lives. */
static LspServer *next_server(LspHub *hub, Str root, LspSlot **slot) {
  LspServer *server = NULL;
  lock_take(&hub->lock);
  *slot = *slot ? (*slot)->next : hub->slots;
  while (*slot && !server) {
    bool is_meant =
        (*slot)->server && (*slot)->server->phase == LSP_RUNNING && str_eq((*slot)->root, root);
    if (is_meant) {
      server = (*slot)->server;
      server->refs++;
    } else {
      *slot = (*slot)->next;
    }
  }
  lock_give(&hub->lock);
  return server;
}

/* Taken out of the list, so that what comes meanwhile is gathered anew. */
static LspChanges *take_changes(LspHub *hub, Str root) {
  lock_take(&hub->lock);
  LspChanges **at = &hub->changes;
  while (*at && root.len && !str_eq((*at)->root, root)) at = &(*at)->next;
  LspChanges *changes = *at;
  if (changes) *at = changes->next;
  lock_give(&hub->lock);
  return changes;
}

/* With change_lock held throughout: whoever asks something afterwards asks
 * servers that know of all changes before. */
void lsp_change_flush(LspHub *hub, Str root) {
  lock_take(&hub->change_lock);
  for (LspChanges *changes; (changes = take_changes(hub, root));) {
    LspSlot *slot = NULL;
    for (LspServer *server; (server = next_server(hub, changes->root, &slot));) {
      tell(server, changes);
      lsp_server_unref(server);
    }
    free_changes(changes);
  }
  lock_give(&hub->change_lock);
}

/* ---- gathering ---- */

/* The mark is taken back before telling, so that a change during that starts
 * the next timer. */
static void gathered(void *context) {
  LspHub *hub = context;
  loop_timer_stop(TAKE(hub->change_timer));
  lock_take(&hub->lock);
  hub->change_posted = false;
  lock_give(&hub->lock);
  lsp_change_flush(hub, STR_EMPTY);
}

/* Posted to the loop thread, where timers belong; the loop may have ended in
 * between. */
static void start_gathering(void *context) {
  LspHub *hub = context;
  lock_take(&hub->lock);
  Loop *loop = hub->loop;
  lock_give(&hub->lock);
  if (loop && !hub->change_timer)
    hub->change_timer = loop_timer_start(loop, GATHER_MS, 0, gathered, hub);
}

/* What two changes of one path in a row amount to. */
static LspChangeKind merge(LspChangeKind before, LspChangeKind now) {
  if (before == LSP_CREATED && now == LSP_CHANGED) return LSP_CREATED;
  if (before == LSP_DELETED && now == LSP_CREATED) return LSP_CHANGED;
  return now;
}

static void add(LspChanges *changes, const LspChange *change) {
  /* Only the end is searched: repeated writes come close together. */
  size_t from = changes->len > 64 ? changes->len - 64 : 0;
  for (size_t i = changes->len; i-- > from;) {
    LspChange *each = &changes->items[i];
    if (!str_eq(each->path, change->path)) continue;
    each->kind = merge(each->kind, change->kind);
    return;
  }
  LspChange *added = vec_add(&changes->arena, changes);
  *added = (LspChange){.path = str_copy(&changes->arena, change->path), .kind = change->kind};
}

static LspChanges *changes_of_locked(LspHub *hub, Str root) {
  LspChanges *changes = hub->changes;
  while (changes && !str_eq(changes->root, root)) changes = changes->next;
  if (changes) return changes;
  changes = arena_heap_alloc(sizeof *changes);
  arena_init(&changes->arena);
  changes->root = str_copy(&changes->arena, root);
  changes->next = hub->changes;
  hub->changes = changes;
  return changes;
}

/* Servers that are not there need no news: they read the disk when they start. */
static bool is_wanted_locked(const LspHub *hub, Str root) {
  for (LspSlot *slot = hub->slots; slot; slot = slot->next) {
    if (slot->server && str_eq(slot->root, root)) return true;
  }
  return false;
}

void lsp_hub_changed(LspHub *hub, Str root, const LspChange *changes, size_t count) {
  lock_take(&hub->lock);
  if (count && hub->loop && is_wanted_locked(hub, root)) {
    LspChanges *gathering = changes_of_locked(hub, root);
    for (size_t i = 0; i < count; i++) add(gathering, &changes[i]);
    if (!hub->change_posted) loop_post(hub->loop, start_gathering, hub);
    hub->change_posted = true;
  }
  lock_give(&hub->lock);
}
