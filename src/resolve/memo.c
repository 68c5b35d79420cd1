/* The memo of one run: what was evaluated, and what is being evaluated.
 *
 * Types of real programs are circular (a class whose method returns the
 * class), so an evaluation may come upon itself. It then answers "unknown",
 * and everything that was computed with that answer is only provisional: it
 * depends on where the circle was entered. The outermost evaluation of the
 * circle has an answer that is complete and kept. For the others each that
 * asks has them computed anew, which gives each the most there is to know,
 * and takes time that grows without bound with the size of the circle. So a
 * reference that has taken many steps takes provisional answers, as long as
 * the circle is open that they were computed in: then each is computed once
 * for the circle, the circle is closed, and what is kept of it serves all
 * other references. */
#include <assert.h>
#include <limits.h>

#include "src/resolve/run_internal.h"

enum { MEMO_SLOTS = 4096 };

/* Kinds fit into 6 bits and views into 26: a run sees far fewer files. */
static uint64_t memo_key(MemoKind kind, uint32_t view, uint32_t number) {
  assert(kind < 1 << 6 && view < 1u << 26);
  return (uint64_t)kind << 58 | (uint64_t)view << 32 | number;
}

/* An entry of another run counts as free, so that the table need not be
 * cleared for every file. */
static Memo *slot_of(const ResolveThread *thread, uint64_t key) {
  assert(thread->memo_slots && thread->memo_used < thread->memo_slots); /* a free slot ends every search */
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

/* Before a run. What was made for a file with many values would have those of
 * small ones lie all over it, each in a place that no cache holds. */
void resolve_memo_shrink(ResolveThread *thread) {
  size_t slots = thread->memo_slots;
  while (slots > MEMO_SLOTS && thread->memo_used * 8 < slots) slots /= 2;
  if (slots == thread->memo_slots) return;
  free(thread->memo);
  thread->memo = arena_heap_alloc(slots * sizeof *thread->memo);
  thread->memo_slots = slots;
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

static bool holds(const Run *run, const Memo *memo) {
  return run->steps - run->steps_before > RUN_STEPS_EXACT && run->begun[memo->head_depth] == memo->head;
}

bool resolve_memo_get(Run *run, MemoKind kind, uint32_t view, uint32_t number, uint32_t *ret_value) {
  ResolveThread *thread = run->thread;
  if (!thread->memo_slots) return false;
  const Memo *memo = slot_of(thread, memo_key(kind, view, number));
  if (memo->run != thread->run_number || memo->value >= MEMO_NONE) return false;
  if (memo->head && !holds(run, memo)) return false;
  if (memo->head && memo->head_depth < run->cut_at) run->cut_at = memo->head_depth;
  *ret_value = memo->value;
  return true;
}

/* Two bounds: depth, so that the stack suffices, and steps since the
 * reference was begun, so that no reference takes for ever. Reaching either
 * makes the answer unknown, and what depends on it is not kept beyond the
 * reference, since another one may get further. */
static bool may_go_on(Run *run) {
  if (!run->depth) {
    run->begun[0] = ++run->begun_count;
    run->steps_before = run->steps;
  }
  run->compared++;
  if (run->depth < RUN_DEPTH_MAX && ++run->steps <= run->step_limit) return true;
  run->cut_at = 0; /* what depends on it is not kept */
  return false;
}

bool resolve_enter(Run *run) {
  if (!may_go_on(run)) return false;
  run->depth++;
  return true;
}

/* Busy entries hold the depth at which they were begun. Meeting one means a
 * circle that reaches out to that depth: results of everything deeper are
 * provisional. */
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
  run->begun[run->depth] = ++run->begun_count;
  memo->value = MEMO_BUSY | run->depth;
  memo->head = 0;
  *ret_frame = (MemoFrame){key, run->cut_at};
  run->cut_at = UINT_MAX;
  return true;
}

/* The circle ends here when it reached no further out than this evaluation;
 * then the value is complete. Otherwise whoever is further out hears of it
 * through cut_at. */
void resolve_memo_end(Run *run, const MemoFrame *frame, uint32_t value) {
  assert(run->depth && value < MEMO_NONE);
  unsigned depth = run->depth--;
  bool is_cut = run->cut_at < depth;
  Memo *memo = put(run->thread, frame->key);
  memo->value = value;
  memo->head_depth = is_cut ? run->cut_at : 0;
  memo->head = is_cut ? run->begun[run->cut_at] : 0;
  run->begun[depth] = 0;
  if (!is_cut) run->cut_at = UINT_MAX;
  if (frame->cut_before < run->cut_at) run->cut_at = frame->cut_before;
}
