/* Threads: the pool that runs requests, the permits for CPU work, how both are
 * shared, and the events jobs wait for. Knows nothing of what runs on it.
 *
 * job_cancel sets a flag and wakes nobody, so whoever waits on behalf of a
 * job looks at the flag every SLICE_MS. That costs wake-ups only while a job
 * is waiting; an idle pool has no thread and no wake-ups. */
#include "src/os/thread_internal.h"

#include <assert.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#define STACK_BYTES (2 * 1024 * 1024)
#define IDLE_MS 10000
#define SLICE_MS 20

/* An owner that has held no permit for this long gets one beyond the count, as
 * long as there are not too many of those. */
#define OVERDUE_MS 100
#define EXTRA_MEMBERS 16 /* for members of a group that holds some */
#define EXTRA_GROUPS 32  /* for groups that hold none */

#define GROUP_SHARE 3 /* times the free threads */
#define KEPT_SHARE 8  /* of all threads, this part is for other groups' first ones */
#define MAX_QUEUED (8 * THREAD_MAX_QUEUE) /* of all owners */

typedef struct Task {
  struct Task *next;
  ThreadFunction *function;
  void *context;
} Task;

typedef struct Member {
  struct Member *next;
  uint64_t id;
  Task *queue;
  Task **queue_end;
  size_t running;
  size_t permits;
  size_t waiters; /* for one */
  uint64_t started; /* turn in which a task was, and a permit was given */
  uint64_t granted;
} Member;

/* Kept while anything of it is queued, running, holding or waiting. */
typedef struct Group {
  struct Group *next;
  uint64_t id;
  Member *members;
  size_t queued;
  size_t running;
  size_t permits;
  uint64_t started;
  uint64_t granted;
} Group;

/* A job in line for a permit; on its own thread's stack. */
typedef struct PermitWaiter {
  struct PermitWaiter *next;
  Group *group;
  Member *member;
  LockSignal granted_cond;
  bool granted;
} PermitWaiter;

struct ThreadPool {
  Lock lock;
  LockSignal work;  /* a task can be started, or the pool closes */
  LockSignal ended; /* a thread ended */
  bool closing;
  size_t max_threads;
  size_t threads;
  size_t idle;
  size_t running;
  size_t queued;
  Group *groups;
  uint64_t turn;

  size_t permits; /* free ones; none while anybody is in line */
  size_t extra;   /* given beyond the count */
  PermitWaiter *line; /* in order of arrival */
};

struct ThreadEvent {
  Lock lock;
  LockSignal changed;
  bool is_set;
};

ThreadPool *thread_pool_open(size_t max_threads, size_t cpu_permits) {
  ThreadPool *pool = arena_heap_alloc(sizeof *pool);
  lock_init(&pool->lock);
  lock_signal_init(&pool->work);
  lock_signal_init(&pool->ended);
  pool->max_threads = max_threads ? max_threads : 1;
  pool->permits = cpu_permits ? cpu_permits : 1;
  return pool;
}

void thread_pool_close(ThreadPool *pool) {
  if (!pool) return;
  lock_take(&pool->lock);
  pool->closing = true;
  lock_wake_all(&pool->work);
  while (pool->threads) lock_wait(&pool->ended, &pool->lock);
  assert(!pool->queued && !pool->line);
  lock_give(&pool->lock);
  lock_signal_clear(&pool->work);
  lock_signal_clear(&pool->ended);
  lock_clear(&pool->lock);
  while (pool->groups) { /* of permits that were never returned */
    Group *group = pool->groups;
    pool->groups = group->next;
    while (group->members) {
      Member *member = group->members;
      group->members = member->next;
      free(member);
    }
    free(group);
  }
  free(pool);
}

/* ---- owners; all of it locked ---- */

static Group *find_group(ThreadPool *pool, uint64_t id) {
  Group *group = pool->groups;
  while (group && group->id != id) group = group->next;
  if (group) return group;
  group = arena_heap_alloc(sizeof *group);
  group->id = id;
  group->next = pool->groups;
  pool->groups = group;
  return group;
}

static Member *find_member(Group *group, uint64_t id) {
  Member *member = group->members;
  while (member && member->id != id) member = member->next;
  if (member) return member;
  member = arena_heap_alloc(sizeof *member);
  member->id = id;
  member->queue_end = &member->queue;
  member->next = group->members;
  group->members = member;
  return member;
}

/* Forgets an owner that nothing is left of. */
static void release_owner(ThreadPool *pool, Group *group, Member *member) {
  if (member->queue || member->running || member->permits || member->waiters) return;
  Member **at = &group->members;
  while (*at != member) at = &(*at)->next;
  *at = member->next;
  free(member);
  if (group->members) return;
  Group **link = &pool->groups;
  while (*link != group) link = &(*link)->next;
  *link = group->next;
  free(group);
}

static bool is_own(const Group *group) { return group->id == 0; }

/* A member without any gets one although its group has its share, as long as
 * enough is left for other groups. */
static bool is_within_share(const ThreadPool *pool, const Group *group, const Member *member) {
  size_t free_threads = pool->max_threads - pool->running;
  if (is_own(group)) return true;
  if (group->running >= GROUP_SHARE * free_threads) return !member->running && free_threads > pool->max_threads / KEPT_SHARE;
  return member->running < free_threads;
}

/* The member whose turn it is, within its share; or NULL. */
static Member *next_member(const ThreadPool *pool, const Group *group) {
  Member *best = NULL;
  for (Member *member = group->members; member; member = member->next) {
    if (!member->queue || !is_within_share(pool, group, member)) continue;
    if (!best || member->started < best->started) best = member;
  }
  return best;
}

static Group *next_group(const ThreadPool *pool) {
  Group *best = NULL;
  if (pool->running == pool->max_threads) return NULL;
  for (Group *group = pool->groups; group; group = group->next) {
    if (!group->queued || (best && group->started >= best->started)) continue;
    if (next_member(pool, group)) best = group;
  }
  return best;
}

/* ---- tasks ---- */

typedef struct Taken {
  Task *task;
  Group *group;
  Member *member;
} Taken;

static void take_task(ThreadPool *pool, Group *group, Taken *ret_taken) {
  Member *member = next_member(pool, group);
  Task *task = member->queue;
  member->queue = task->next;
  if (!member->queue) member->queue_end = &member->queue;
  group->queued--;
  pool->queued--;
  member->running++;
  group->running++;
  pool->running++;
  member->started = group->started = ++pool->turn;
  *ret_taken = (Taken){task, group, member};
}

static void end_task(ThreadPool *pool, const Taken *taken) {
  free(taken->task);
  taken->member->running--;
  taken->group->running--;
  pool->running--;
  release_owner(pool, taken->group, taken->member);
}

static bool wake_or_start(ThreadPool *pool);

/* Waits for a task; false when this thread should end. Whoever takes one sees
 * to it that the next one is taken too. Locked. */
static bool next_task(ThreadPool *pool, Taken *ret_taken) {
  Group *group;
  while (!(group = next_group(pool))) {
    if (pool->closing && !pool->queued) return false;
    pool->idle++;
    bool woken = lock_wait_ms(&pool->work, &pool->lock, IDLE_MS);
    pool->idle--;
    /* What waits for its share is taken by those that run now. */
    if (!woken && !next_group(pool)) return false;
  }
  take_task(pool, group, ret_taken);
  if (next_group(pool)) (void)wake_or_start(pool);
  return true;
}

static void pool_thread(void *argument) {
  ThreadPool *pool = argument;
  lock_take(&pool->lock);
  Taken taken = {0};
  while (next_task(pool, &taken)) {
    lock_give(&pool->lock);
    taken.task->function(taken.task->context);
    lock_take(&pool->lock);
    end_task(pool, &taken);
  }
  pool->threads--;
  lock_wake_one(&pool->ended);
  lock_give(&pool->lock); /* the pool may be gone from here on */
}

/* Locked. */
static bool start_thread(ThreadPool *pool) {
  bool has_started = thread_start_sized(STACK_BYTES, pool_thread, pool, NULL);
  if (has_started) pool->threads++;
  return has_started;
}

/* Somebody will look at the queue. An idle thread that was woken already may
 * be counted again: it wakes the next one when it has taken its task. */
static bool wake_or_start(ThreadPool *pool) {
  if (pool->idle) lock_wake_one(&pool->work);
  else if (pool->threads < pool->max_threads) return start_thread(pool) || pool->threads;
  return true;
}

/* Locked. */
static bool enqueue(ThreadPool *pool, JobOwner owner, ThreadFunction *function, void *context) {
  if (pool->closing || pool->queued >= MAX_QUEUED) return false;
  Group *group = find_group(pool, owner.group);
  Member *member = find_member(group, owner.member);
  bool has_room = group->queued < THREAD_MAX_QUEUE;
  if (has_room) {
    Task *task = arena_heap_alloc(sizeof *task);
    *task = (Task){.function = function, .context = context};
    *member->queue_end = task;
    member->queue_end = &task->next;
    group->queued++;
    pool->queued++;
  }
  release_owner(pool, group, member);
  return has_room;
}

/* The last one queued, when there is no thread to run it. Locked. */
static void take_back(ThreadPool *pool, JobOwner owner) {
  Group *group = find_group(pool, owner.group);
  Member *member = find_member(group, owner.member);
  Task **at = &member->queue;
  while ((*at)->next) at = &(*at)->next;
  free(*at);
  *at = NULL;
  member->queue_end = at;
  group->queued--;
  pool->queued--;
  release_owner(pool, group, member);
}

bool thread_pool_run_for(ThreadPool *pool, JobOwner owner, ThreadFunction *function, void *context) {
  lock_take(&pool->lock);
  bool taken = enqueue(pool, owner, function, context);
  bool can_start = taken && next_group(pool), has_idle = pool->idle > 0;
  if (can_start && !has_idle && !wake_or_start(pool)) {
    take_back(pool, owner);
    taken = false;
  }
  lock_give(&pool->lock);
  /* Not before: it would wake up to wait for the lock. */
  if (can_start && has_idle) lock_wake_one(&pool->work);
  return taken;
}

bool thread_pool_run(ThreadPool *pool, ThreadFunction *function, void *context) {
  return thread_pool_run_for(pool, (JobOwner){0}, function, context);
}

size_t thread_pool_active(ThreadPool *pool) {
  lock_take(&pool->lock);
  size_t active = pool->running + pool->queued;
  lock_give(&pool->lock);
  return active;
}

/* ---- permits ---- */

static void note_granted(ThreadPool *pool, Group *group, Member *member) {
  group->permits++;
  member->permits++;
  group->granted = member->granted = ++pool->turn;
}

static bool comes_before(const PermitWaiter *a, const PermitWaiter *b) {
  if (a->group != b->group) return a->group->granted < b->group->granted;
  return a->member != b->member && a->member->granted < b->member->granted;
}

/* Hands a permit to whose turn it is. Locked; somebody is in line. */
static void grant_next(ThreadPool *pool) {
  PermitWaiter **best = &pool->line;
  for (PermitWaiter **at = &(*best)->next; *at; at = &(*at)->next) {
    if (comes_before(*at, *best)) best = at;
  }
  PermitWaiter *waiter = *best;
  *best = waiter->next;
  waiter->granted = true;
  note_granted(pool, waiter->group, waiter->member);
  lock_wake_one(&waiter->granted_cond);
}

static void permit_release(ThreadPool *pool, JobOwner owner) {
  lock_take(&pool->lock);
  Group *group = find_group(pool, owner.group);
  Member *member = find_member(group, owner.member);
  group->permits--;
  member->permits--;
  if (pool->extra) pool->extra--;
  else if (pool->line) grant_next(pool);
  else pool->permits++;
  release_owner(pool, group, member);
  lock_give(&pool->lock);
}

static bool may_exceed(const ThreadPool *pool, const PermitWaiter *waiter) {
  if (!waiter->group->permits) return pool->extra < EXTRA_GROUPS;
  return !waiter->member->permits && pool->extra < EXTRA_MEMBERS;
}

static void leave_line(ThreadPool *pool, PermitWaiter *waiter) {
  PermitWaiter **place = &pool->line;
  while (*place != waiter) place = &(*place)->next;
  *place = waiter->next;
}

/* Stands in line until granted or the job is stopped. Locked. */
static bool permit_wait(Job *job, ThreadPool *pool, Group *group, Member *member) {
  PermitWaiter waiter = {.group = group, .member = member};
  int64_t overdue_ms = job_now_ms() + OVERDUE_MS;
  lock_signal_init(&waiter.granted_cond);
  PermitWaiter **end = &pool->line;
  while (*end) end = &(*end)->next;
  *end = &waiter;
  member->waiters++;
  while (!waiter.granted && !job_is_stopped(job)) {
    lock_wait_ms(&waiter.granted_cond, &pool->lock, SLICE_MS);
    if (!waiter.granted && job_now_ms() >= overdue_ms && may_exceed(pool, &waiter)) {
      leave_line(pool, &waiter);
      pool->extra++;
      waiter.granted = true;
      note_granted(pool, group, member);
    }
  }
  if (!waiter.granted) leave_line(pool, &waiter);
  member->waiters--;
  lock_signal_clear(&waiter.granted_cond);
  return waiter.granted;
}

Err thread_permit_take(Job *job, ThreadPool *pool) {
  assert(!job->permit);
  TRY(job_check(job));
  lock_take(&pool->lock);
  Group *group = find_group(pool, job->owner.group);
  Member *member = find_member(group, job->owner.member);
  bool granted = pool->permits > 0;
  if (granted) {
    pool->permits--;
    note_granted(pool, group, member);
  } else {
    granted = permit_wait(job, pool, group, member);
  }
  release_owner(pool, group, member);
  lock_give(&pool->lock);
  if (granted) {
    job->permit = pool;
    return OK;
  }
  Err err = job_check(job);
  assert(err); /* only a stopped job leaves the line */
  return err;
}

bool thread_permit_try(Job *job, ThreadPool *pool) {
  assert(!job->permit);
  lock_take(&pool->lock);
  bool is_free = pool->permits > 0 && !pool->queued && !pool->closing;
  if (is_free) {
    Group *group = find_group(pool, job->owner.group);
    pool->permits--;
    note_granted(pool, group, find_member(group, job->owner.member));
    job->permit = pool;
  }
  lock_give(&pool->lock);
  return is_free;
}

void thread_permit_return(Job *job) {
  ThreadPool *pool = job->permit;
  job->permit = NULL;
  if (pool) permit_release(pool, job->owner);
}

Err thread_permit_share(Job *job, const Job *other) {
  job->owner = other->owner;
  return other->permit ? thread_permit_take(job, other->permit) : OK;
}

ThreadEvent *thread_event_open(void) {
  ThreadEvent *event = arena_heap_alloc(sizeof *event);
  lock_init(&event->lock);
  lock_signal_init(&event->changed);
  return event;
}

void thread_event_close(ThreadEvent *event) {
  if (!event) return;
  /* Whoever set it may still hold the lock. */
  lock_take(&event->lock);
  lock_give(&event->lock);
  lock_signal_clear(&event->changed);
  lock_clear(&event->lock);
  free(event);
}

void thread_event_set(ThreadEvent *event) {
  lock_take(&event->lock);
  event->is_set = true;
  lock_wake_all(&event->changed);
  lock_give(&event->lock);
}

static bool event_is_set(ThreadEvent *event) {
  lock_take(&event->lock);
  bool is_set = event->is_set;
  lock_give(&event->lock);
  return is_set;
}

/* False when the job was stopped or `until_ms` (0: never) came first. */
static bool event_wait(Job *job, ThreadEvent *event, int64_t until_ms) {
  lock_take(&event->lock);
  while (!event->is_set && !job_is_stopped(job)) {
    int64_t slice = SLICE_MS;
    if (until_ms) {
      int64_t left = until_ms - job_now_ms();
      if (left <= 0) break;
      if (left < slice) slice = left;
    }
    lock_wait_ms(&event->changed, &event->lock, slice);
  }
  bool is_set = event->is_set;
  lock_give(&event->lock);
  return is_set;
}

/* Stopped, so that nothing of what it still does counts: a handler may take the
 * failure for an answer that is not there. */
Err thread_may_wait(Job *job) {
  if (job->is_trial) job_cancel(job, ERR_BUSY);
  return job->is_trial ? job_check(job) : OK;
}

Err thread_wait(Job *job, ThreadEvent *event, int64_t timeout_ms) {
  if (event_is_set(event)) return OK; /* nothing to wait for: keep the permit */
  TRY(thread_may_wait(job));
  ThreadPool *pool = job->permit;
  thread_permit_return(job);
  bool is_set = event_wait(job, event, timeout_ms > 0 ? job_now_ms() + timeout_ms : 0);
  TRY(job_check(job));
  if (pool) TRY(thread_permit_take(job, pool));
  if (is_set) return OK;
  return job_fail(job, ERR_TIMEOUT, "no answer within %lld ms", (long long)timeout_ms);
}

size_t thread_core_count(void) {
  cpu_set_t cores;
  if (!sched_getaffinity(0, sizeof cores, &cores)) return (size_t)CPU_COUNT(&cores);
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (size_t)online : 1;
}
