/* The manager of interpreters that we started: a thread of its own, with a
 * loop, that runs from the first start on. Calls ask under a lock; processes,
 * streams and timers are the loop thread's alone. */
#include "src/app/serving/managed_internal.h"

#include <stdlib.h>
#include <string.h>

#include "src/app/serving/allowed_internal.h"
#include "src/base/hash.h"
#include "src/base/lock.h"
#include "src/base/log.h"
#include "src/os/descriptor.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/thread.h"

#define MANAGED_MAX 16      /* at once */
#define READY_MS 30000      /* for an interpreter to load its gate */
#define LOOK_MS 20          /* between two looks whether it has */
#define TICK_MS 5000        /* between two looks at memory and use */
#define SOON_MS 50          /* when it closed its output */
#define JUDGE_TICKS 6       /* of which so many pass until the user's lists are read again */
#define STEADY_MS 60000     /* who lived that long died of something new */
#define GRACE_MS 1000       /* to end in order */
#define TAIL_MAX 2000       /* of what it printed last, for when it fails */

typedef enum State { STATE_ENDED, STATE_RUNNING, STATE_WAITING } State;

typedef struct Managed {
  struct Managed *next;
  AppManaged *owner;
  char key[REPL_KEY + 1];
  /* The loop thread's. */
  Arena arena; /* of the plan */
  AppManagedPlan plan;
  Process *process;
  int input, lock_fd; /* the writing end of its input: it ends when this closes */
  LoopStream *streams[2];
  LoopTimer *tick, *restart;
  int64_t started_ms;
  size_t failures, ticks;
  bool is_stopping;
  char tail[TAIL_MAX];
  size_t tail_len;
  /* Under the manager's lock. */
  State state;
  bool was_ready;
  int64_t next_ms;  /* when it is started again */
  char words[TAIL_MAX + 400]; /* why it ended */
} Managed;

struct AppManaged {
  ReplHub *repl;
  Lock lock; /* guards what follows, and parts of each item */
  Managed *items;
  size_t count;
  Loop *loop; /* NULL: nothing was started yet */
  Thread thread;
};

AppManaged *app_managed_open(ReplHub *repl) {
  AppManaged *managed = arena_heap_alloc(sizeof(*managed));
  *managed = (AppManaged){.repl = repl};
  lock_init(&managed->lock);
  return managed;
}

Str app_managed_key(Arena *arena, Str root, Str language) {
  return repl_key_from(arena, hash_combine(hash_str(root), hash_str(language)));
}

static void set_state(Managed *item, State state, int64_t next_ms, Str words) {
  lock_take(&item->owner->lock);
  item->state = state;
  item->next_ms = next_ms;
  size_t len = words.len < sizeof item->words - 1 ? words.len : sizeof item->words - 1;
  memcpy(item->words, words.ptr, len);
  item->words[len] = '\0';
  lock_give(&item->owner->lock);
}

/* ---- what it prints: nobody sees it but in a failure ---- */

static void keep_tail(Managed *item, Str bytes) {
  if (bytes.len > TAIL_MAX) bytes = str_slice(bytes, bytes.len - TAIL_MAX, bytes.len);
  size_t kept = item->tail_len < TAIL_MAX - bytes.len ? item->tail_len : TAIL_MAX - bytes.len;
  memmove(item->tail, item->tail + item->tail_len - kept, kept);
  memcpy(item->tail + kept, bytes.ptr, bytes.len);
  item->tail_len = kept + bytes.len;
}

static void on_data(void *context, Str bytes) { keep_tail(context, bytes); }

static void on_tick(void *context);

/* Mostly the process ends now, so it is looked at soon, and often for a while. */
static void on_output_close(void *context, Err err) {
  Managed *item = context;
  (void)err;
  item->streams[0] = NULL;
  loop_timer_stop(item->tick);
  item->tick = loop_timer_start(item->owner->loop, SOON_MS, 10 * SOON_MS, on_tick, item);
}

static void on_errors_close(void *context, Err err) {
  Managed *item = context;
  (void)err;
  item->streams[1] = NULL;
}

static void open_streams(Managed *item) {
  LoopStreamHandler handlers[2] = {{.context = item, .on_data = on_data, .on_close = on_output_close},
                                   {.context = item, .on_data = on_data, .on_close = on_errors_close}};
  int fds[2] = {process_stdout(item->process), process_stderr(item->process)};
  for (int i = 0; i < 2; i++) {
    item->streams[i] = loop_stream_open_fd(item->owner->loop, fds[i], &handlers[i]);
    loop_stream_read(item->streams[i], true);
  }
}

static void close_streams(Managed *item) {
  static const LoopStreamHandler nobody = {0};
  for (int i = 0; i < 2; i++) { /* what still comes must not be taken for the next one's */
    if (!item->streams[i]) continue;
    loop_stream_set_handler(item->streams[i], &nobody);
    loop_stream_close(TAKE(item->streams[i]));
  }
}

/* ---- starting ---- */

/* Nobody else has the key while we hold its lock, so what lies there is left
 * from one that was killed, and would be in the way. */
static Err clear_place(Job *job, Managed *item) {
  static const char *const endings[] = {"json", "sock", "pub"};
  Str folder = repl_folder(job->arena), locks = file_join(job->arena, place_runtime(job->arena), STR("managed"));
  TRY(file_make_dir(job, place_runtime(job->arena), true));
  TRY(file_make_dir(job, folder, true));
  TRY(file_make_dir(job, locks, true));
  Err err = file_lock(job, file_join(job->arena, locks, str_format(job->arena, "%s.lock", item->key)), &item->lock_fd);
  if (err == ERR_BUSY) return job_prefix(job, err, "another fathom runs this interpreter");
  TRY(err);
  for (size_t i = 0; i < COUNT_OF(endings); i++) {
    TRY(file_remove(job, file_join(job->arena, folder, str_format(job->arena, "%s.%s", item->key, endings[i]))));
  }
  return OK;
}

static const char *const *environment(Job *job, const Managed *item) {
  VEC(const char *) env = {0};
  for (size_t i = 0; item->plan.env[i]; i++) *vec_add(job->arena, &env) = item->plan.env[i];
  *vec_add(job->arena, &env) = str_to_c(job->arena, str_format(job->arena, "FATHOM_GATE_ID=%s", item->key));
  *vec_add(job->arena, &env) = NULL;
  return env.items;
}

/* Whether the user still lets it be; one that is to be started must also be the
 * program that is allowed now. */
static Err judge(Job *job, const AppManagedPlan *plan, bool is_start) {
  AppInterpreter interpreter;
  if (plan->judge) return plan->judge(job, plan->root);
  TRY(app_interpreter_allowed(job, plan->root, plan->language, &interpreter));
  if (!is_start || str_eq_c(interpreter.program, plan->argv[0])) return OK;
  return job_fail(job, ERR_DENIED, "another interpreter is allowed by now");
}

/* Asked at every start: trust and permission may be gone since the last one,
 * or the program another. */
static Err start(Job *job, Managed *item) {
  TRY(judge(job, &item->plan, true));
  TRY(clear_place(job, item));
  ProcessOptions options = {.argv = item->plan.argv, .directory = item->plan.root, .env = environment(job, item),
                            .limits = {.cpu_seconds = item->plan.cpu_seconds}};
  return process_open(job, &options, &item->process);
}

static void release(Managed *item) {
  if (item->lock_fd >= 0) file_unlock(item->lock_fd);
  item->lock_fd = -1;
}

static void start_item(void *context) {
  Managed *item = context;
  Arena arena;
  Job job;
  loop_timer_stop(TAKE(item->restart));
  if (item->process) return;
  arena_init(&arena);
  job_init(&job, &arena);
  item->tail_len = 0;
  item->is_stopping = false;
  set_state(item, STATE_RUNNING, 0, STR_EMPTY);
  Err err = start(&job, item);
  if (err) {
    AppManagedPlan plan = item->plan; /* once it has ended others may change it */
    release(item);
    log_warn("the %.*s interpreter of %.*s cannot be started: %.*s", STR_ARG(plan.language), STR_ARG(plan.root),
             STR_ARG(job_message(&job, err)));
    set_state(item, STATE_ENDED, 0, job_message(&job, err));
    if (plan.on_end) plan.on_end(plan.context);
  } else {
    item->started_ms = job_now_ms();
    item->input = process_stdin(item->process);
    item->tick = loop_timer_start(item->owner->loop, TICK_MS, TICK_MS, on_tick, item);
    open_streams(item);
  }
  arena_clear(&arena);
}

/* ---- ending ---- */

/* 5, 10, 30 and 60 seconds when the first is 5. */
static int64_t delay_of(const Managed *item) {
  static const int64_t steps[] = {1, 2, 6, 12};
  size_t at = item->failures < COUNT_OF(steps) ? item->failures : COUNT_OF(steps) - 1;
  return steps[at] * item->plan.restart_ms;
}

static void say_why(const Managed *item, int status, Str reason, Buf *words) {
  Str tail = str_trim((Str){item->tail, item->tail_len});
  if (reason.len) buf_add(words, reason);
  else if (status > 128) buf_add_format(words, "it was ended by signal %d", status - 128);
  else buf_add_format(words, "it ended with status %d", status);
  if (status && tail.len && !reason.len) {
    buf_add_c(words, ", having said: ");
    buf_add(words, str_shown(words->arena, tail, TAIL_MAX));
  }
}

/* It is gone. Whoever ended by itself with success, or was told to, or never
 * could be used, is not started again before somebody asks. */
static void has_ended(Managed *item, int status, Str reason) {
  Arena arena;
  Buf words;
  AppManagedPlan plan = item->plan; /* once it has ended others may change it */
  arena_init(&arena);
  buf_init(&words, &arena, sizeof item->words);
  say_why(item, status, reason, &words);
  loop_timer_stop(TAKE(item->tick));
  close_streams(item);
  descriptor_close(item->input);
  item->input = -1;
  process_close(TAKE(item->process), 0);
  release(item);
  if (job_now_ms() - item->started_ms > STEADY_MS) item->failures = 0;
  lock_take(&item->owner->lock);
  bool was_ready = item->was_ready;
  lock_give(&item->owner->lock);
  if ((status == 0 && !reason.len) || item->is_stopping || !was_ready || plan.on_end) {
    set_state(item, STATE_ENDED, 0, buf_str(&words));
  } else {
    int64_t delay = delay_of(item);
    item->failures++;
    set_state(item, STATE_WAITING, job_now_ms() + delay, buf_str(&words));
    item->restart = loop_timer_start(item->owner->loop, (uint64_t)delay, 0, start_item, item);
  }
  if (plan.on_end) plan.on_end(plan.context);
  arena_clear(&arena);
}

static void look_after(void *context) {
  Managed *item = context;
  int status;
  if (item->process && process_has_ended(item->process, &status)) has_ended(item, status, STR_EMPTY);
}

/* In order: its input ends, it takes its files away; else it is killed. */
static void stop(Managed *item, const char *reason) {
  int status = 0;
  int64_t until = job_now_ms() + GRACE_MS;
  item->is_stopping = true;
  descriptor_close(item->input);
  item->input = -1;
  while (!process_has_ended(item->process, &status) && job_now_ms() < until) thread_sleep_ms(10);
  has_ended(item, status, str_from_c(reason));
}

/* Somebody else may use it without us knowing, so it is asked, too. */
static bool is_idle(Managed *item) {
  Arena arena;
  Job job;
  ReplHealth health = {0};
  int64_t used_ms = repl_used_ms(item->owner->repl, (Str){item->key, REPL_KEY});
  if (used_ms < item->started_ms) used_ms = item->started_ms;
  if (!item->plan.idle_ms || job_now_ms() - used_ms < item->plan.idle_ms) return false;
  arena_init(&arena);
  job_init(&job, &arena);
  bool answers = !repl_health(&job, item->owner->repl, (Str){item->key, REPL_KEY}, &health);
  arena_clear(&arena);
  return !answers || health.running == 0;
}

static bool may_go_on(Managed *item) {
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  bool may = !judge(&job, &item->plan, false);
  arena_clear(&arena);
  return may;
}

/* Nobody could use it, or nobody is left who waits for it. */
static bool never_opened(Managed *item) {
  lock_take(&item->owner->lock);
  bool was_ready = item->was_ready;
  lock_give(&item->owner->lock);
  return !was_ready && job_now_ms() - item->started_ms > READY_MS;
}

static void on_tick(void *context) {
  Managed *item = context;
  look_after(item);
  if (!item->process) return;
  if (never_opened(item)) {
    stop(item, "it did not open its gate in time");
    return;
  }
  if (item->plan.max_memory && process_weight(item->process) > item->plan.max_memory) {
    has_ended(item, 137, STR("it had more memory than repl.memory_mb allows, and was ended"));
  } else if (++item->ticks % JUDGE_TICKS == 0 && !may_go_on(item)) {
    stop(item, "it is not allowed any more");
  } else if (!item->plan.on_end && is_idle(item)) {
    stop(item, "nobody used it for a while");
  }
}

/* ---- the thread ---- */

static void run_loop(void *context) {
  AppManaged *managed = context;
  loop_run(managed->loop);
}

/* With the lock held. */
static Err have_thread_locked(Job *job, AppManaged *managed) {
  if (managed->loop) return OK;
  managed->loop = loop_open();
  if (thread_start(run_loop, managed, &managed->thread)) return OK;
  loop_close(TAKE(managed->loop));
  return job_fail(job, ERR_UNAVAILABLE, "the system gives no thread to look after interpreters");
}

static void end_all(void *context) {
  AppManaged *managed = context;
  for (Managed *item = managed->items; item; item = item->next) { /* all at once, then one by one */
    item->plan.on_end = NULL;
    descriptor_close(item->input);
    item->input = -1;
  }
  for (Managed *item = managed->items; item; item = item->next) {
    loop_timer_stop(TAKE(item->restart));
    if (item->process) stop(item, "fathom ended");
  }
  loop_stop(managed->loop);
}

void app_managed_close(AppManaged *managed) {
  if (managed->loop) {
    loop_post(managed->loop, end_all, managed);
    thread_join(managed->thread);
    loop_close(managed->loop);
  }
  for (Managed *item = managed->items; item;) {
    Managed *next = item->next;
    arena_clear(&item->arena);
    free(item);
    item = next;
  }
  lock_clear(&managed->lock);
  free(managed);
}

/* ---- calls ---- */

static const char *const *copy_words(Arena *arena, const char *const *words) {
  VEC(const char *) copy = {0};
  for (size_t i = 0; words[i]; i++) *vec_add(arena, &copy) = str_to_c(arena, str_from_c(words[i]));
  *vec_add(arena, &copy) = NULL;
  return copy.items;
}

static void take_plan(Managed *item, const AppManagedPlan *plan) {
  arena_reset(&item->arena);
  item->plan = *plan;
  item->plan.root = str_copy(&item->arena, plan->root);
  item->plan.language = str_copy(&item->arena, plan->language);
  item->plan.name = str_copy(&item->arena, plan->name);
  item->plan.argv = copy_words(&item->arena, plan->argv);
  item->plan.env = copy_words(&item->arena, plan->env);
}

static Managed *find_locked(AppManaged *managed, Str key) {
  Managed *item = managed->items;
  while (item && !str_eq_c(key, item->key)) item = item->next;
  return item;
}

static Err add_locked(Job *job, AppManaged *managed, Str key, Managed **ret_item) {
  size_t running = 0;
  for (const Managed *item = managed->items; item; item = item->next) running += item->state != STATE_ENDED;
  if (running >= MANAGED_MAX) {
    return job_fail(job, ERR_BUSY, "%d interpreters run already: end one (fathom sessions stop KEY)", MANAGED_MAX);
  }
  Managed *item = arena_heap_alloc(sizeof(*item));
  *item = (Managed){.owner = managed, .next = managed->items, .input = -1, .lock_fd = -1};
  memcpy(item->key, key.ptr, REPL_KEY);
  arena_init(&item->arena);
  managed->items = item;
  *ret_item = item;
  return OK;
}

/* Has it started unless it runs or will by itself. */
static Err want_locked(Job *job, AppManaged *managed, const AppManagedPlan *plan, Str key, Managed **ret_item) {
  Managed *item = find_locked(managed, key);
  TRY(have_thread_locked(job, managed));
  if (!item) TRY(add_locked(job, managed, key, &item));
  *ret_item = item;
  if (item->state == STATE_RUNNING) return OK;
  if (item->state == STATE_WAITING) {
    int64_t left = (item->next_ms - job_now_ms() + 999) / 1000;
    return job_fail(job, ERR_BUSY, "the %.*s interpreter died (%s) and is started again in %lld s: call again then", STR_ARG(plan->language),
                    item->words, (long long)(left > 0 ? left : 0));
  }
  take_plan(item, plan); /* it rests: the loop thread does not look at it */
  item->state = STATE_RUNNING;
  item->was_ready = false;
  loop_post(managed->loop, start_item, item);
  return OK;
}

static Err look_for(Job *job, AppManaged *managed, Str key, ReplSession *ret_session, bool *ret_found) {
  ReplSessions sessions;
  *ret_found = false;
  TRY(repl_sessions(job, managed->repl, &sessions));
  for (size_t i = 0; i < sessions.len; i++) {
    if (!str_eq(sessions.items[i].key, key)) continue;
    *ret_session = sessions.items[i];
    *ret_found = true;
  }
  return OK;
}

/* Until its card is there, or it ended without one. */
static Err wait_ready(Job *job, AppManaged *managed, Managed *item, ReplSession *ret_session) {
  AUTO(ThreadEvent) never = thread_event_open();
  int64_t until = job_now_ms() + READY_MS;
  for (;;) {
    bool is_there;
    TRY(look_for(job, managed, (Str){item->key, REPL_KEY}, ret_session, &is_there));
    lock_take(&managed->lock);
    item->was_ready |= is_there;
    bool runs = item->state == STATE_RUNNING;
    Str words = str_copy(job->arena, str_from_c(item->words));
    lock_give(&managed->lock);
    if (is_there) return OK;
    if (!runs) return job_fail(job, ERR_UNAVAILABLE, "the interpreter cannot be used: %.*s", STR_ARG(words));
    if (job_now_ms() > until) {
      return job_fail(job, ERR_TIMEOUT, "the interpreter was started and has not opened its gate within %d s", READY_MS / 1000);
    }
    Err err = thread_wait(job, never, LOOK_MS);
    TRY(job_check(job));
    if (err) job_forgive(job); /* nobody sets it: the time ran out */
  }
}

Err app_managed_take(Job *job, AppManaged *managed, const AppManagedPlan *plan, ReplSession *ret_session) {
  Managed *item;
  Str key = app_managed_key(job->arena, plan->root, plan->language);
  TRY(thread_may_wait(job));
  for (int attempt = 0;; attempt++) {
    lock_take(&managed->lock);
    Err err = want_locked(job, managed, plan, key, &item);
    bool was_ready = !err && item->was_ready;
    lock_give(&managed->lock);
    if (!err) err = wait_ready(job, managed, item, ret_session);
    /* One that ran and was just ending is asked for anew, once. */
    if (err != ERR_UNAVAILABLE || !was_ready || attempt) return err;
    job_forgive(job);
  }
}
