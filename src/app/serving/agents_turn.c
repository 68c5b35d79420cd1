/* Running one turn of an agent: a supervised process with limits, whose words
 * are kept as they come. Nobody waits for it here, so that a client may go away
 * and ask later. */
#include <stdlib.h>
#include <string.h>

#include "src/app/serving/agents_internal.h"
#include "src/os/descriptor.h"
#include "src/os/process.h"

#define TEXT_MAX ((size_t)256 << 10) /* kept of what it prints */
#define ERRORS_MAX ((size_t)16 << 10)
#define CHUNK 65536
#define LOOK_MS 50      /* between two looks at what is asked of it */
#define WEIGH_MS 1000   /* and at its memory */
#define JUDGE_MS 10000  /* and at the user's trust */
#define GRACE_MS 3000   /* for who was interrupted */
#define END_MS 500      /* for who is ended */
#define OPEN_FILES 4096

static void free_turn(AppTurn *turn) {
  thread_event_close(turn->ended);
  free(turn->text.bytes);
  free(turn->errors.bytes);
  arena_clear(&turn->arena);
  free(turn);
}

void app_turn_unref(AppTurn *turn) {
  lock_take(turn->lock);
  bool is_last = --turn->refs == 0;
  lock_give(turn->lock);
  if (is_last) free_turn(turn);
}

/* Half is dropped when it is full, so that bytes are moved seldom. */
static void keep_locked(AppTail *tail, Str bytes, size_t max) {
  if (!tail->bytes) tail->bytes = arena_heap_alloc(max);
  if (bytes.len > max / 2) {
    tail->dropped += (int64_t)(bytes.len - max / 2);
    bytes = str_slice(bytes, bytes.len - max / 2, bytes.len);
  }
  if (tail->len + bytes.len > max) {
    size_t kept = max / 2 < tail->len ? max / 2 : tail->len;
    tail->dropped += (int64_t)(tail->len - kept);
    memmove(tail->bytes, tail->bytes + tail->len - kept, kept);
    tail->len = kept;
  }
  memcpy(tail->bytes + tail->len, bytes.ptr, bytes.len);
  tail->len += bytes.len;
}

/* One of the two that it prints on. */
typedef struct Pipe {
  int fd; /* -1: it ended */
  AppTail *tail;
  size_t max;
} Pipe;

/* What is there within `wait_ms`; false: nothing was. */
static bool read_some(Job *job, AppTurn *turn, Pipe *from, int64_t wait_ms, char *room) {
  size_t count = 0;
  if (from->fd < 0 || !descriptor_wait(from->fd, wait_ms)) return false;
  if (descriptor_read(job, from->fd, room, CHUNK, &count)) {
    job_forgive(job);
    count = 0;
  }
  if (!count) {
    descriptor_close(from->fd);
    from->fd = -1;
    return false;
  }
  lock_take(turn->lock);
  keep_locked(from->tail, (Str){room, count}, from->max);
  lock_give(turn->lock);
  return true;
}

typedef struct Watch {
  Job *job;
  AppTurn *turn;
  Process *process;
  int64_t weighed_ms, judged_ms, interrupted_ms;
} Watch;

/* Why it must end now; NULL: it may go on. */
static const char *why_end(Watch *watch) {
  AppTurn *turn = watch->turn;
  int64_t now = job_now_ms();
  lock_take(turn->lock);
  AppTurnWish wish = turn->wish;
  lock_give(turn->lock);
  if (wish == APP_TURN_END) return "it was ended";
  if (wish == APP_TURN_INTERRUPT && !watch->interrupted_ms) {
    watch->interrupted_ms = now;
    process_interrupt(watch->process);
  }
  if (watch->interrupted_ms && now - watch->interrupted_ms > GRACE_MS) return "it was interrupted, and went on";
  if (now - turn->began_ms > turn->wall_ms) return "it took longer than agents.wall_seconds allows";
  if (now - watch->weighed_ms > WEIGH_MS) {
    watch->weighed_ms = now;
    if (process_weight(watch->process) > turn->max_memory) return "it had more memory than agents.memory_mb allows";
  }
  if (now - watch->judged_ms > JUDGE_MS) {
    watch->judged_ms = now;
    if (!app_is_trusted(watch->job, turn->root)) return "its workspace is not trusted any more";
    arena_reset(watch->job->arena);
  }
  return NULL;
}

static AppTurnState state_of(const Watch *watch, int status, const char *words) {
  if (watch->interrupted_ms) return APP_TURN_INTERRUPTED;
  return words ? APP_TURN_ENDED : status ? APP_TURN_FAILED : APP_TURN_DONE;
}

/* Until it has ended; whatever it started ended before its supervisor did. */
static void follow(Watch *watch, char *room) {
  AppTurn *turn = watch->turn;
  Pipe out = {process_stdout(watch->process), &turn->text, TEXT_MAX}, errors = {process_stderr(watch->process), &turn->errors, ERRORS_MAX};
  const char *words = NULL;
  int status = 0;
  for (bool has_ended = false; !has_ended && !words;) {
    if (out.fd < 0) thread_sleep_ms(LOOK_MS);
    read_some(watch->job, turn, &out, LOOK_MS, room);
    read_some(watch->job, turn, &errors, 0, room);
    has_ended = process_has_ended(watch->process, &status);
    if (!has_ended) words = why_end(watch);
  }
  process_close(TAKE(watch->process), END_MS);
  while (read_some(watch->job, turn, &out, 0, room)) continue;
  while (read_some(watch->job, turn, &errors, 0, room)) continue;
  descriptor_close(out.fd);
  descriptor_close(errors.fd);
  lock_take(turn->lock);
  turn->state = state_of(watch, status, words);
  turn->words = words;
  turn->exit_status = status;
  lock_give(turn->lock);
}

static void run(AppTurn *turn, Job *job) {
  Watch watch = {.job = job, .turn = turn, .weighed_ms = job_now_ms(), .judged_ms = job_now_ms()};
  ProcessOptions options = {.argv = turn->argv, .directory = turn->directory, .env = turn->env,
                            .limits = {.cpu_seconds = turn->cpu_seconds, .open_files = OPEN_FILES}};
  Err err = process_open(job, &options, &watch.process);
  if (err) {
    Str words = str_head(job_message(job, err), sizeof turn->failure - 1);
    lock_take(turn->lock);
    turn->state = APP_TURN_FAILED;
    memcpy(turn->failure, words.ptr, words.len);
    lock_give(turn->lock);
    return;
  }
  descriptor_close(process_stdin(watch.process)); /* its prompt is an argument: nobody types */
  char *room = arena_heap_alloc(CHUNK);
  follow(&watch, room);
  free(room);
}

void app_turn_run(void *context) {
  AppTurn *turn = context;
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  run(turn, &job);
  arena_clear(&arena);
  lock_take(turn->lock);
  turn->ended_ms = job_now_ms();
  thread_event_set(turn->ended);
  bool is_last = --turn->refs == 0;
  --*turn->running;
  lock_give(turn->lock); /* from here on the manager may be gone, and unless it is ours alone the turn */
  if (is_last) free_turn(turn);
}
