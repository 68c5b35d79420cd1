/* Sessions as we know them: how often they were asked, and the connections to
 * them that wait for the next call. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/thread.h"
#include "src/repl/repl_internal.h"

Str repl_folder(Arena *arena) { return file_join(arena, place_runtime(arena), STR("gates")); }

ReplHub *repl_hub_open(Str folder) {
  ReplHub *hub = arena_heap_alloc(sizeof(*hub));
  *hub = (ReplHub){0};
  arena_init(&hub->arena);
  lock_init(&hub->lock);
  hub->folder = str_copy(&hub->arena, folder);
  return hub;
}

static void close_lines(ReplLine *line) {
  while (line) {
    ReplLine *next = line->next;
    repl_line_close(line);
    line = next;
  }
}

void repl_hub_close(ReplHub *hub) {
  for (ReplPeer *peer = hub->peers; peer; peer = peer->next) close_lines(peer->idle);
  lock_clear(&hub->lock);
  arena_clear(&hub->arena);
  free(hub);
}

bool repl_is_key(Str text) {
  if (text.len != REPL_KEY) return false;
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9')) return false;
  }
  return true;
}

ReplPeer *repl_peer_locked(ReplHub *hub, Str key) {
  assert(key.len == REPL_KEY);
  for (ReplPeer *peer = hub->peers; peer; peer = peer->next) {
    if (!memcmp(peer->key, key.ptr, REPL_KEY)) return peer;
  }
  ReplPeer *peer = arena_alloc(&hub->arena, sizeof(*peer));
  *peer = (ReplPeer){.next = hub->peers};
  memcpy(peer->key, key.ptr, REPL_KEY);
  hub->peers = peer;
  return peer;
}

Err repl_line_take(Job *job, ReplHub *hub, Str key, ReplLine **ret_line) {
  TRY(thread_may_wait(job));
  lock_take(&hub->lock);
  ReplPeer *peer = repl_peer_locked(hub, key);
  ReplLine *line = peer->idle;
  if (line) peer->idle = line->next;
  peer->running++;
  peer->calls++;
  lock_give(&hub->lock);
  Err err = line ? OK : repl_line_open(job, hub->folder, key, &line);
  if (err) {
    repl_line_give(hub, key, NULL, false);
    return err;
  }
  line->next = NULL;
  *ret_line = line;
  return OK;
}

void repl_line_give(ReplHub *hub, Str key, ReplLine *line, bool is_good) {
  ReplLine *lost = is_good ? NULL : line;
  lock_take(&hub->lock);
  ReplPeer *peer = repl_peer_locked(hub, key);
  assert(peer->running > 0);
  peer->running--;
  if (is_good) {
    peer->seen_ms = job_now_ms();
    line->next = peer->idle;
    peer->idle = line;
  } else if (line) { /* the others lead to the same hanging or dead process */
    line->next = peer->idle;
    peer->idle = NULL;
  }
  lock_give(&hub->lock);
  close_lines(lost);
}
