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

Str repl_key_from(Arena *arena, uint64_t digest) {
  static const char signs[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  char key[REPL_KEY];
  for (size_t i = 0; i < REPL_KEY; i++, digest /= 36) key[i] = signs[digest % 36];
  return str_copy(arena, (Str){key, REPL_KEY});
}

bool repl_is_key(Str text) {
  if (text.len != REPL_KEY) return false;
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    if (!(c >= 'a' && c <= 'z') && !byte_is_digit(c)) return false;
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

void repl_mark_used(ReplHub *hub, Str key) {
  lock_take(&hub->lock);
  repl_peer_locked(hub, key)->used_ms = job_now_ms();
  lock_give(&hub->lock);
}

int64_t repl_used_ms(ReplHub *hub, Str key) {
  lock_take(&hub->lock);
  int64_t used_ms = repl_peer_locked(hub, key)->used_ms;
  lock_give(&hub->lock);
  return used_ms;
}

static Err take(Job *job, ReplHub *hub, Str key, bool is_call, ReplLine **ret_line) {
  TRY(thread_may_wait(job));
  lock_take(&hub->lock);
  ReplPeer *peer = repl_peer_locked(hub, key);
  ReplLine *line = peer->idle;
  if (line) peer->idle = line->next;
  peer->running += is_call;
  peer->calls += is_call;
  lock_give(&hub->lock);
  Err err = line ? OK : repl_line_open(job, hub->folder, key, &line);
  if (err) {
    if (is_call) repl_line_give(hub, key, NULL, false);
    return err;
  }
  line->next = NULL;
  line->is_aside = !is_call;
  *ret_line = line;
  return OK;
}

Err repl_line_take(Job *job, ReplHub *hub, Str key, ReplLine **ret_line) { return take(job, hub, key, true, ret_line); }

Err repl_line_take_aside(Job *job, ReplHub *hub, Str key, ReplLine **ret_line) { return take(job, hub, key, false, ret_line); }

void repl_line_give(ReplHub *hub, Str key, ReplLine *line, bool is_good) {
  ReplLine *lost = is_good ? NULL : line;
  lock_take(&hub->lock);
  ReplPeer *peer = repl_peer_locked(hub, key);
  bool is_call = !line || !line->is_aside;
  assert(peer->running > 0 || !is_call);
  peer->running -= is_call;
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
