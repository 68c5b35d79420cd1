/* The queue of audit lines and the thread that writes them. Calls hand over a
 * line and go on; nobody waits for a disk. The thread starts with the first
 * line and ends with app_audit_close, which writes what is left. */
#include <stdlib.h>

#include "src/app/serving/audit_internal.h"
#include "src/base/lock.h"
#include "src/base/log.h"
#include "src/os/file.h"
#include "src/os/thread.h"

/* Lines that come within this time go out with one write. It is also what a
 * kill can lose. */
#define GATHER_MS 100
/* So many wait for no more: many calls in a moment must not fill the queue. */
#define GATHER_LINES (APP_AUDIT_QUEUE / 4)

/* Lines that go out together, in the order they came. Their memory is used again
 * for later ones. */
typedef struct Line {
  Str path; /* the same one as that of the line before, where it is equal */
  Str text;
} Line;

typedef struct Batch {
  Arena arena;
  Line lines[APP_AUDIT_QUEUE];
  size_t count;
} Batch;

struct AppAudit {
  Lock lock;
  LockSignal filled; /* or closing */
  Batch batches[2];
  Batch *queue;   /* one of them; the other is the writer's */
  size_t lost;    /* in all */
  size_t untold;  /* of those, not yet in the file */
  bool is_closing;
  bool has_thread;
  bool has_complained;
  Thread thread;
};

AppAudit *app_audit_open(void) {
  AppAudit *audit = arena_heap_alloc(sizeof(*audit));
  lock_init(&audit->lock);
  lock_signal_init(&audit->filled);
  audit->queue = &audit->batches[0];
  return audit;
}

/* ---- writing ---- */

/* Counted twice: for the status, and until the file itself says so. */
static void lose(AppAudit *audit, size_t count) {
  lock_take(&audit->lock);
  audit->lost += count;
  audit->untold += count;
  lock_give(&audit->lock);
}

/* A full or missing disk loses lines, which are counted, and harms nobody. */
static void write_lines(AppAudit *audit, Job *job, Str path, Str text, size_t count) {
  Err err = file_append(job, path, text, APP_AUDIT_MAX);
  /* On a machine that is new to us the folder is not there yet. */
  if (err == ERR_NOT_FOUND && !file_make_dir(job, file_directory(path), false)) {
    job_forgive(job);
    err = file_append(job, path, text, APP_AUDIT_MAX);
  }
  if (!err) return;
  lose(audit, count);
  if (!audit->has_complained) log_warn("calls cannot be written down: %.*s", STR_ARG(job_message(job, err)));
  audit->has_complained = true;
  job_forgive(job);
}

/* So that who reads the file knows that it is not whole, and where. */
static void tell_lost(Buf *text, size_t count) {
  JsonWriter json;
  json_writer_init(&json, text, 0);
  json_begin_object(&json);
  json_field_int(&json, "dropped", (int64_t)count);
  json_end_object(&json);
  buf_add_byte(text, '\n');
}

/* Neighbours of one file together. */
static void write_batch(AppAudit *audit, const Batch *batch, size_t untold) {
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  for (size_t from = 0, to; from < batch->count; from = to) {
    Str path = batch->lines[from].path;
    Buf text;
    buf_init(&text, &arena, APP_AUDIT_LINE * (APP_AUDIT_QUEUE + 1));
    if (untold) tell_lost(&text, untold);
    untold = 0;
    for (to = from; to < batch->count && str_eq(path, batch->lines[to].path); to++) {
      buf_add(&text, batch->lines[to].text);
      buf_add_byte(&text, '\n');
    }
    write_lines(audit, &job, path, buf_str(&text), to - from);
  }
  arena_clear(&arena);
}

/* Sleeps until there is something, gathers for a moment, writes. */
static void run(void *context) {
  AppAudit *audit = context;
  lock_take(&audit->lock);
  for (;;) {
    while (!audit->queue->count && !audit->is_closing) lock_wait(&audit->filled, &audit->lock);
    if (!audit->queue->count) break;
    int64_t until = job_now_ms() + GATHER_MS;
    for (int64_t left; !audit->is_closing && audit->queue->count < GATHER_LINES && (left = until - job_now_ms()) > 0;) {
      lock_wait_ms(&audit->filled, &audit->lock, left);
    }
    Batch *taken = audit->queue;
    size_t untold = audit->untold;
    audit->queue = taken == audit->batches ? audit->batches + 1 : audit->batches;
    audit->untold = 0;
    lock_give(&audit->lock);
    write_batch(audit, taken, untold);
    taken->count = 0;
    arena_reset(&taken->arena);
    lock_take(&audit->lock);
  }
  lock_give(&audit->lock);
}

/* ---- queueing ---- */

static void enqueue(Batch *queue, Str path, Str text) {
  const Line *last = queue->count ? &queue->lines[queue->count - 1] : NULL;
  bool is_same = last && str_eq(last->path, path);
  queue->lines[queue->count++] = (Line){is_same ? last->path : str_copy(&queue->arena, path), str_copy(&queue->arena, text)};
}

/* A full queue loses the newest line: who floods it must not push out what
 * others did before. */
void app_audit_add(AppAudit *audit, Str path, Str line) {
  lock_take(&audit->lock);
  Batch *queue = audit->queue;
  if (!audit->has_thread) audit->has_thread = thread_start(run, audit, &audit->thread);
  bool has_room = audit->has_thread && queue->count < APP_AUDIT_QUEUE && queue->arena.used < APP_AUDIT_BYTES;
  if (has_room) enqueue(queue, path, line);
  else audit->lost++, audit->untold++;
  /* The first wakes the thread; it finds the others by itself, until they are many. */
  if (has_room && (queue->count == 1 || queue->count == GATHER_LINES)) lock_wake_one(&audit->filled);
  lock_give(&audit->lock);
}

size_t app_audit_dropped(AppAudit *audit) {
  lock_take(&audit->lock);
  size_t lost = audit->lost;
  lock_give(&audit->lock);
  return lost;
}

/* No call may be running any more. Lines that came before are written
 * first. */
void app_audit_close(AppAudit *audit) {
  if (!audit) return;
  lock_take(&audit->lock);
  audit->is_closing = true;
  bool has_thread = audit->has_thread;
  lock_wake_one(&audit->filled);
  lock_give(&audit->lock);
  if (has_thread) thread_join(audit->thread);
  for (size_t i = 0; i < COUNT_OF(audit->batches); i++) arena_clear(&audit->batches[i].arena);
  lock_signal_clear(&audit->filled);
  lock_clear(&audit->lock);
  free(audit);
}
