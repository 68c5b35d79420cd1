/* Threads that make things in parallel, and one that takes them in order.
 * A ring of slots holds what is being made; nobody runs further ahead than
 * the ring is long or the weights allow. */
#include <pthread.h>
#include <time.h>

#include "src/index/crew_internal.h"

#define STACK_BYTES ((size_t)32 << 20) /* of address space */
#define POLL_NS 100000000
#define ARENA_KEPT ((size_t)4 << 20)

typedef enum SlotState { SLOT_FREE, SLOT_BUSY, SLOT_MADE } SlotState;

typedef struct Slot {
  SlotState state;
  Arena arena;
  Job job;
  void *product;
  Err err;
} Slot;

typedef struct Crew {
  const IndexCrewWork *work;
  pthread_mutex_t lock;
  pthread_cond_t made;  /* a slot has something for the taker */
  pthread_cond_t freed; /* there is room again */
  Slot *slots;
  size_t slot_count;
  size_t next;    /* item to be made */
  size_t taken;   /* items taken */
  size_t weight;  /* of what is in slots */
  bool stopped;
} Crew;

typedef struct Member {
  Crew *crew;
  unsigned number;
  pthread_t thread;
} Member;

static size_t weight_of(const Crew *crew, size_t item) {
  return crew->work->weight ? crew->work->weight(crew->work->context, item) : 0;
}

static bool has_room(const Crew *crew) {
  if (crew->next - crew->taken >= crew->slot_count) return false;
  return crew->next == crew->taken || !crew->work->weight_max ||
         crew->weight + weight_of(crew, crew->next) <= crew->work->weight_max;
}

static void make(Crew *crew, unsigned number, Slot *slot, size_t item) {
  slot->product = NULL;
  slot->err = crew->work->make(crew->work->context, number, &slot->job, item, &slot->product);
}

static void *member_main(void *context) {
  Member *member = context;
  Crew *crew = member->crew;
  pthread_mutex_lock(&crew->lock);
  while (!crew->stopped && crew->next < crew->work->count) {
    if (!has_room(crew)) {
      pthread_cond_wait(&crew->freed, &crew->lock);
      continue;
    }
    size_t item = crew->next++;
    Slot *slot = &crew->slots[item % crew->slot_count];
    crew->weight += weight_of(crew, item);
    slot->state = SLOT_BUSY;
    job_init(&slot->job, &slot->arena);
    pthread_mutex_unlock(&crew->lock);
    make(crew, member->number, slot, item);
    pthread_mutex_lock(&crew->lock);
    slot->state = SLOT_MADE;
    pthread_cond_signal(&crew->made);
  }
  pthread_mutex_unlock(&crew->lock);
  return NULL;
}

/* The taker's job works in the slot's arena; only its words stay. */
static Err take(Job *job, const IndexCrewWork *work, Slot *slot, size_t item) {
  Arena *outer = job->arena;
  Err err = slot->err;
  if (err) {
    job_fail(job, err, "%.*s", STR_ARG(job_message(&slot->job, err)));
  } else {
    job->arena = &slot->arena;
    err = work->take(work->context, job, item, slot->product);
    job->arena = outer;
    if (err) job->message = str_copy(outer, job->message);
  }
  if (slot->arena.used > ARENA_KEPT) arena_clear(&slot->arena);
  else arena_reset(&slot->arena);
  return err;
}

static void stop(Crew *crew) {
  pthread_mutex_lock(&crew->lock);
  crew->stopped = true;
  for (size_t i = 0; i < crew->slot_count; i++) {
    if (crew->slots[i].state == SLOT_BUSY) job_cancel(&crew->slots[i].job, ERR_CANCELLED);
  }
  pthread_cond_broadcast(&crew->freed);
  pthread_mutex_unlock(&crew->lock);
}

/* Waits for the next item in order; the job's end ends it. */
static Err await(Job *job, Crew *crew, Slot *slot) {
  Err err = OK;
  pthread_mutex_lock(&crew->lock);
  while (slot->state != SLOT_MADE && !(err = job_check(job))) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += POLL_NS;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_cond_timedwait(&crew->made, &crew->lock, &until);
  }
  pthread_mutex_unlock(&crew->lock);
  return err;
}

static Err take_all(Job *job, Crew *crew) {
  for (size_t item = 0; item < crew->work->count; item++) {
    Slot *slot = &crew->slots[item % crew->slot_count];
    TRY(job_check(job));
    TRY(await(job, crew, slot));
    TRY(take(job, crew->work, slot, item));
    pthread_mutex_lock(&crew->lock);
    slot->state = SLOT_FREE;
    crew->taken++;
    crew->weight -= weight_of(crew, item);
    pthread_cond_broadcast(&crew->freed);
    pthread_mutex_unlock(&crew->lock);
  }
  return OK;
}

/* Without threads: for little work, and when the system gives none. */
static Err run_alone(Job *job, const IndexCrewWork *work, size_t first) {
  Slot slot = {0};
  Err err = OK;
  arena_init(&slot.arena);
  for (size_t item = first; item < work->count && !err; item++) {
    err = job_check(job);
    if (err) break;
    job_init(&slot.job, &slot.arena);
    slot.job.deadline_ms = job->deadline_ms;
    slot.product = NULL;
    slot.err = work->make(work->context, 0, &slot.job, item, &slot.product);
    err = take(job, work, &slot, item);
  }
  arena_clear(&slot.arena);
  return err;
}

static unsigned start_members(Crew *crew, Member *members, unsigned count) {
  pthread_attr_t attr;
  unsigned started = 0;
  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, STACK_BYTES);
  for (; started < count; started++) {
    members[started] = (Member){.crew = crew, .number = started};
    if (pthread_create(&members[started].thread, &attr, member_main, &members[started])) break;
  }
  pthread_attr_destroy(&attr);
  return started;
}

Err index_crew_run(Job *job, const IndexCrewWork *work) {
  unsigned wanted = work->workers < INDEX_CREW_MAX ? (unsigned)work->workers : INDEX_CREW_MAX;
  if (wanted > work->count) wanted = (unsigned)work->count;
  if (work->count <= INDEX_CREW_ALONE || !wanted) return run_alone(job, work, 0);
  Crew crew = {.work = work, .slot_count = wanted * (size_t)8};
  Member members[INDEX_CREW_MAX];
  crew.slots = arena_heap_alloc(crew.slot_count * sizeof(Slot));
  for (size_t i = 0; i < crew.slot_count; i++) arena_init(&crew.slots[i].arena);
  pthread_mutex_init(&crew.lock, NULL);
  pthread_cond_init(&crew.made, NULL);
  pthread_cond_init(&crew.freed, NULL);
  unsigned started = start_members(&crew, members, wanted);
  Err err = started ? take_all(job, &crew) : run_alone(job, work, 0);
  stop(&crew);
  for (unsigned i = 0; i < started; i++) pthread_join(members[i].thread, NULL);
  pthread_mutex_destroy(&crew.lock);
  pthread_cond_destroy(&crew.made);
  pthread_cond_destroy(&crew.freed);
  for (size_t i = 0; i < crew.slot_count; i++) arena_clear(&crew.slots[i].arena);
  free(crew.slots);
  return err;
}
