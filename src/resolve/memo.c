/* The memo of one run. A result that depends on an evaluation still under way
 * further out is not kept, except by the outermost evaluation of that cycle. */
#include <limits.h>

#include "src/resolve/run_internal.h"

enum { MEMO_SLOTS = 4096 };

static uint64_t memo_key(MemoKind kind, uint32_t view, uint32_t number) {
  return (uint64_t)kind << 58 | (uint64_t)view << 32 | number;
}

static Memo *slot_of(const ResolveThread *thread, uint64_t key) {
  size_t mask = thread->memo_slots - 1;
  uint64_t hash = key * 0x9E3779B97F4A7C15u;
  size_t at = (hash ^ hash >> 32) & mask;
  for (;; at = (at + 1) & mask) {
    Memo *memo = &thread->memo[at];
    if (memo->run != thread->run_number || memo->key == key) return memo;
  }
}

static void grow(ResolveThread *thread) {
  Memo *old = thread->memo;
  size_t count = thread->memo_slots;
  thread->memo_slots = count ? count * 2 : MEMO_SLOTS;
  thread->memo = arena_heap_alloc(thread->memo_slots * sizeof *thread->memo);
  for (size_t i = 0; i < count; i++) {
    if (old[i].run == thread->run_number) *slot_of(thread, old[i].key) = old[i];
  }
  free(old);
}

static Memo *put(ResolveThread *thread, uint64_t key) {
  if ((thread->memo_used + 1) * 2 > thread->memo_slots) grow(thread);
  Memo *memo = slot_of(thread, key);
  if (memo->run != thread->run_number) {
    *memo = (Memo){.key = key, .run = thread->run_number, .value = MEMO_NONE};
    thread->memo_used++;
  }
  return memo;
}

bool resolve_memo_get(Run *run, MemoKind kind, uint32_t view, uint32_t number, uint32_t *ret_value) {
  ResolveThread *thread = run->thread;
  if (!thread->memo_slots) return false;
  const Memo *memo = slot_of(thread, memo_key(kind, view, number));
  if (memo->run != thread->run_number || memo->value >= MEMO_NONE) return false;
  *ret_value = memo->value;
  return true;
}

static bool may_go_on(Run *run) {
  if (run->depth < RUN_DEPTH_MAX && ++run->steps <= run->step_limit) return true;
  run->cut_at = 0; /* what depends on it is not kept */
  return false;
}

bool resolve_enter(Run *run) {
  if (!may_go_on(run)) return false;
  run->depth++;
  return true;
}

bool resolve_memo_begin(Run *run, MemoKind kind, uint32_t view, uint32_t number, MemoFrame *ret_frame) {
  uint64_t key = memo_key(kind, view, number);
  if (!may_go_on(run)) return false;
  Memo *memo = put(run->thread, key);
  if (memo->value & MEMO_BUSY) {
    unsigned depth = memo->value & ~MEMO_BUSY;
    if (depth < run->cut_at) run->cut_at = depth;
    return false;
  }
  run->depth++;
  memo->value = MEMO_BUSY | run->depth;
  *ret_frame = (MemoFrame){key, run->cut_at};
  run->cut_at = UINT_MAX;
  return true;
}

void resolve_memo_end(Run *run, const MemoFrame *frame, uint32_t value) {
  unsigned depth = run->depth--;
  bool is_cut = run->cut_at < depth;
  put(run->thread, frame->key)->value = is_cut ? MEMO_NONE : value;
  if (!is_cut) run->cut_at = UINT_MAX;
  if (frame->cut_before < run->cut_at) run->cut_at = frame->cut_before;
}
