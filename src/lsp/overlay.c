/* Overlays: texts that clients gave in place of what is on disk. Each is its
 * client's own: who else asks about the file gets what is on disk. They outlive
 * the server that was shown them first, until they are dropped or too many. */
#include "src/base/vec.h"
#include "src/lsp/lsp_internal.h"

#define OVERLAYS_MAX 64
#define TEXTS_MAX ((size_t)64 << 20)

static void free_overlay(LspOverlay *overlay) {
  free(overlay->root);
  free(overlay->path);
  free(overlay->text);
  free(overlay);
}

/* A path without a pointer: any path. */
static bool is_of(const LspOverlay *overlay, uint64_t client, Str root, Str path) {
  return overlay->client == client && str_eq_c(root, overlay->root) && (!path.ptr || str_eq_c(path, overlay->path));
}

/* A client has at most one text for a file, so the new one takes the old one's
 * place. */
static void drop_locked(LspHub *hub, uint64_t client, Str root, Str path) {
  for (LspOverlay **at = &hub->overlays; *at;) {
    LspOverlay *overlay = *at;
    if (!is_of(overlay, client, root, path)) {
      at = &overlay->next;
      continue;
    }
    *at = overlay->next;
    free_overlay(overlay);
  }
}

/* The oldest go; those of views stay, which are few and soon closed. */
static void make_room_locked(LspHub *hub) {
  size_t count = 0, bytes = 0;
  for (LspOverlay **at = &hub->overlays; *at;) {
    LspOverlay *overlay = *at;
    bool is_kept = overlay->is_pinned || (count < OVERLAYS_MAX && bytes <= TEXTS_MAX);
    if (is_kept) {
      count += !overlay->is_pinned;
      bytes += overlay->is_pinned ? 0 : overlay->len;
      at = &overlay->next;
      continue;
    }
    *at = overlay->next;
    free_overlay(overlay);
  }
}

void lsp_overlay_set(Job *job, LspHub *hub, Str root, Str path, Str text) {
  LspOverlay *overlay = arena_heap_alloc(sizeof *overlay);
  *overlay = (LspOverlay){.root = str_to_heap(root), .path = str_to_heap(path), .text = str_to_heap(text), .len = text.len};
  lock_take(&hub->lock);
  overlay->client = lsp_view_client_locked(hub, job);
  overlay->is_pinned = overlay->client != job->owner.member;
  drop_locked(hub, overlay->client, root, path);
  overlay->next = hub->overlays;
  hub->overlays = overlay;
  make_room_locked(hub);
  lock_give(&hub->lock);
}

void lsp_overlay_drop(Job *job, LspHub *hub, Str root, Str path) {
  lock_take(&hub->lock);
  drop_locked(hub, lsp_view_client_locked(hub, job), root, path);
  lock_give(&hub->lock);
}

void lsp_overlay_clear(LspHub *hub) {
  while (hub->overlays) {
    LspOverlay *overlay = hub->overlays;
    hub->overlays = overlay->next;
    free_overlay(overlay);
  }
}

void lsp_hub_leave(LspHub *hub, uint32_t clients) {
  lock_take(&hub->lock);
  for (LspOverlay **at = &hub->overlays; *at;) {
    LspOverlay *overlay = *at;
    if (overlay->client >> 32 != clients) {
      at = &overlay->next;
      continue;
    }
    *at = overlay->next;
    free_overlay(overlay);
  }
  lock_give(&hub->lock);
}

/* Which client: that of the job's view if it has one, so that a trial change
 * is seen only by who tries it. */
bool lsp_hub_text(Job *job, LspHub *hub, Str root, Str path, Str *ret_text) {
  lock_take(&hub->lock);
  LspOverlay *overlay = hub->overlays;
  uint64_t client = lsp_view_client_locked(hub, job);
  while (overlay && !is_of(overlay, client, root, path)) overlay = overlay->next;
  if (overlay) *ret_text = str_copy(job->arena, (Str){overlay->text, overlay->len});
  lock_give(&hub->lock);
  return overlay;
}

/* Newest first. */
Str *lsp_hub_texts(Job *job, LspHub *hub, Str root, size_t *ret_count) {
  VEC(Str) paths = {0};
  lock_take(&hub->lock);
  uint64_t client = lsp_view_client_locked(hub, job);
  for (LspOverlay *overlay = hub->overlays; overlay; overlay = overlay->next) {
    if (is_of(overlay, client, root, (Str){0})) *vec_add(job->arena, &paths) = str_copy(job->arena, str_from_c(overlay->path));
  }
  lock_give(&hub->lock);
  *ret_count = paths.len;
  return paths.items;
}
