/* Threads that make things in parallel, and one that takes them in order.
 * A ring of slots holds what is being made; nobody runs further ahead than
 * the ring is long or the weights allow. */
#include <assert.h>

#include "src/base/lock.h"
#include "src/index/crew_internal.h"
#include "src/os/thread.h"

#define POLL_MS 100
#define ARENA_KEPT ((size_t)4 << 20)
#define SLOTS 512 /* enough for what is made while the taker is at something long */
#define HELD_MAX ((size_t)2 << 20) /* bytes made and not taken, but for one item */
#define WAKE_FOR 32 /* items */
#define SPARE_MAX 48 /* benches that are kept: some more than are made before the taker is woken */

typedef enum SlotState { SLOT_FREE, SLOT_BUSY, SLOT_MADE } SlotState;

/* What an item is made with. */
typedef struct Bench {
  Arena arena;
  Job job;
  void *product;
  size_t bytes; /* of the product */
  Err err;
  struct Bench *next; /* while it is spare */
} Bench;

typedef struct Slot {
  SlotState state;
  Bench *bench; /* NULL: free */
} Slot;

/* Members make items in any order as they get them, the taker takes them in
 * the order of their numbers. So writing to the store is in one order
 * whatever the number of threads, and readers of the result cannot tell how
 * many there were. */
typedef struct Crew {
  const IndexCrewWork *work;
  Lock lock;
  LockSignal made;  /* there is something for the taker */
  LockSignal freed; /* there is room again */
  Slot *slots;
  Bench *spare;      /* the last used first: few are in use at a time */
  size_t spare_count;
  size_t next;       /* item to be made */
  size_t taken;      /* items taken */
  size_t ready;      /* items made and not taken */
  size_t weight;     /* of what is in slots */
  size_t held;       /* bytes of what is made and not taken */
  size_t waiting;    /* members without room */
  bool taker_waits;
  bool stopped;
} Crew;

typedef struct Member {
  Crew *crew;
  unsigned number;
  Thread thread;
} Member;

static Slot *slot_of(const Crew *crew, size_t item) { return &crew->slots[item % SLOTS]; }

static size_t weight_of(const Crew *crew, size_t item) {
  return crew->work->weight ? crew->work->weight(crew->work->context, item) : 0;
}

/* An item may be begun when there is a slot for it, when not too much is
 * made and waiting, and when its weight fits beside that of the others. The
 * next one to be taken is always begun, however heavy it is: otherwise
 * nobody would ever get on. */
static bool has_room(const Crew *crew) {
  if (crew->next - crew->taken >= SLOTS || crew->held > HELD_MAX) return false;
  return crew->next == crew->taken || !crew->work->weight_max ||
         crew->weight + weight_of(crew, crew->next) <= crew->work->weight_max;
}

/* Benches are handed on with their arenas, whose memory is warm. The last
 * one that was used comes first. */
static Bench *bench_take(Crew *crew) {
  Bench *bench = crew->spare;
  if (bench) {
    crew->spare = bench->next;
    crew->spare_count--;
  } else {
    bench = arena_heap_alloc(sizeof *bench);
  }
  job_init(&bench->job, &bench->arena);
  bench->product = NULL;
  return bench;
}

/* Waking the taker for each item would cost as much as taking it, so it
 * sleeps until there are many; unless a member waits for room, or nothing
 * more will be made, when it is the only one who can do something. */
static bool is_worth_waking(const Crew *crew) {
  if (!crew->taker_waits || slot_of(crew, crew->taken)->state != SLOT_MADE) return false;
  return crew->waiting || crew->next >= crew->work->count || crew->ready >= WAKE_FOR;
}

/* With the lock, which it lets go meanwhile: whoever is woken wants it. */
static void wake_taker(Crew *crew) {
  if (!is_worth_waking(crew)) return;
  crew->taker_waits = false;
  lock_give(&crew->lock);
  lock_wake_one(&crew->made);
  lock_take(&crew->lock);
}

/* With the lock on entry and on return; the making itself goes without. */
static void make_next(Crew *crew, unsigned number) {
  assert(slot_of(crew, crew->next)->state == SLOT_FREE); /* has_room said so */
  size_t item = crew->next++;
  Slot *slot = slot_of(crew, item);
  Bench *bench = bench_take(crew);
  *slot = (Slot){SLOT_BUSY, bench};
  crew->weight += weight_of(crew, item);
  lock_give(&crew->lock);
  bench->err = crew->work->make(crew->work->context, number, &bench->job, item, &bench->product);
  lock_take(&crew->lock);
  slot->state = SLOT_MADE;
  crew->ready++;
  bench->bytes = bench->arena.used;
  crew->held += bench->bytes;
}

/* Ends when all items are begun, not when all are taken: the last ones are
 * waited for by the taker. */
static void member_main(void *context) {
  Member *member = context;
  Crew *crew = member->crew;
  lock_take(&crew->lock);
  while (!crew->stopped && crew->next < crew->work->count) {
    bool can_make = has_room(crew);
    if (can_make) make_next(crew, member->number);
    else crew->waiting++;
    wake_taker(crew);
    if (can_make) continue;
    if (!crew->stopped && !has_room(crew)) lock_wait(&crew->freed, &crew->lock);
    crew->waiting--;
  }
  lock_give(&crew->lock);
}

static void reuse(Arena *arena) {
  if (arena->used > ARENA_KEPT) arena_clear(arena);
  else arena_reset(arena);
}

/* The taker's job works in the bench's arena; only its words stay. */
static Err take(Job *job, const IndexCrewWork *work, Bench *bench, size_t item) {
  Err err = bench->err;
  if (err) {
    job_fail(job, err, "%.*s", STR_ARG(job_message(&bench->job, err)));
  } else {
    JOB_ARENA(job, &bench->arena);
    err = work->take(work->context, job, item, bench->product);
  }
  reuse(&bench->arena);
  return err;
}

/* Also after success, when no slot is busy any more: it then only ends the
 * members that wait for room. */
static void stop(Crew *crew) {
  lock_take(&crew->lock);
  crew->stopped = true;
  for (size_t i = 0; i < SLOTS; i++) {
    if (crew->slots[i].state == SLOT_BUSY) job_cancel(&crew->slots[i].bench->job, ERR_CANCELLED);
  }
  lock_wake_all(&crew->freed);
  lock_give(&crew->lock);
}

/* Waits for the next items in order; the job's end ends it. */
static Err await(Job *job, Crew *crew, size_t *ret_count) {
  Err err = OK;
  size_t count = 0;
  lock_take(&crew->lock);
  while (slot_of(crew, crew->taken)->state != SLOT_MADE && !(err = job_check(job))) {
    crew->taker_waits = true;
    lock_wait_ms(&crew->made, &crew->lock, POLL_MS);
  }
  crew->taker_waits = false;
  while (count < crew->ready && slot_of(crew, crew->taken + count)->state == SLOT_MADE) count++;
  lock_give(&crew->lock);
  *ret_count = count;
  return err;
}

static void bench_close(Bench *bench) {
  arena_clear(&bench->arena);
  free(bench);
}

/* The item's slot becomes free and its bench spare, unless there are many: each
 * has the memory of the largest item that was made with it, and there are as many
 * as were in use once, while the taker was at something long. Members are woken
 * only when there is room for what comes next, which after a light item there may
 * not be. */
static void release(Crew *crew) {
  lock_take(&crew->lock);
  assert(crew->ready && slot_of(crew, crew->taken)->state == SLOT_MADE);
  Slot *slot = slot_of(crew, crew->taken);
  Bench *bench = slot->bench;
  bool is_surplus = crew->spare_count >= SPARE_MAX;
  crew->held -= bench->bytes;
  if (!is_surplus) {
    bench->next = crew->spare;
    crew->spare = bench;
    crew->spare_count++;
  }
  *slot = (Slot){0};
  crew->weight -= weight_of(crew, crew->taken);
  crew->taken++;
  crew->ready--;
  bool is_wanted = crew->waiting && has_room(crew);
  lock_give(&crew->lock);
  if (is_wanted) lock_wake_all(&crew->freed);
  if (is_surplus) bench_close(bench);
}

/* Several items are taken after one look at the slots, so that the lock is
 * not fought over for each. */
static Err take_all(Job *job, Crew *crew) {
  for (size_t item = 0; item < crew->work->count;) {
    size_t count;
    TRY(await(job, crew, &count));
    for (; count; count--, item++) {
      TRY(job_check(job));
      TRY(take(job, crew->work, slot_of(crew, item)->bench, item));
      release(crew);
    }
  }
  return OK;
}

bool index_crew_is_alone(const IndexCrewWork *work) { return work->workers <= 1 || work->count <= INDEX_CREW_ALONE; }

/* Without threads: for little work, for one worker, whom handing over would cost
 * more than it gains, and when the system gives none. The caller's own job, so that
 * what stops that is seen at once. */
static Err make_and_take(Job *job, const IndexCrewWork *work, Arena *arena, size_t item) {
  JOB_ARENA(job, arena);
  void *product = NULL;
  TRY(job_check(job));
  TRY(work->make(work->context, 0, job, item, &product));
  return work->take(work->context, job, item, product);
}

static Err run_alone(Job *job, const IndexCrewWork *work) {
  Arena arena;
  arena_init(&arena);
  Err err = OK;
  for (size_t item = 0; item < work->count && !err; item++) {
    err = make_and_take(job, work, &arena, item);
    reuse(&arena);
  }
  arena_clear(&arena);
  return err;
}

static unsigned start_members(Crew *crew, Member *members, unsigned count) {
  unsigned started = 0;
  for (; started < count; started++) {
    members[started] = (Member){.crew = crew, .number = started};
    if (!thread_start(member_main, &members[started], &members[started].thread)) break;
  }
  return started;
}

static void crew_clear(Crew *crew) {
  for (size_t i = 0; i < SLOTS; i++) {
    if (crew->slots[i].bench) bench_close(crew->slots[i].bench);
  }
  for (Bench *bench = crew->spare, *next; bench; bench = next) {
    next = bench->next;
    bench_close(bench);
  }
  lock_clear(&crew->lock);
  lock_signal_clear(&crew->made);
  lock_signal_clear(&crew->freed);
  free(crew->slots);
}

/* Every member has ended when this returns, whatever the outcome, so whoever
 * called may free what they worked with. */
Err index_crew_run(Job *job, const IndexCrewWork *work) {
  unsigned wanted = work->workers < INDEX_CREW_MAX ? (unsigned)work->workers : INDEX_CREW_MAX;
  if (wanted > work->count) wanted = (unsigned)work->count;
  if (index_crew_is_alone(work)) return run_alone(job, work);
  Crew crew = {.work = work, .slots = arena_heap_alloc(SLOTS * sizeof(Slot))};
  Member members[INDEX_CREW_MAX];
  lock_init(&crew.lock);
  lock_signal_init(&crew.made);
  lock_signal_init(&crew.freed);
  unsigned started = start_members(&crew, members, wanted);
  Err err = started ? take_all(job, &crew) : run_alone(job, work);
  stop(&crew);
  for (unsigned i = 0; i < started; i++) thread_join(members[i].thread);
  crew_clear(&crew);
  return err;
}
