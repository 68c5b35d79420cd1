/* The ring of calls and the ring of lines, under one lock. Secrets are taken
 * out when somebody looks, not when a call ends: that way nobody waits for it
 * who does not want to see it. */
#include "src/app/serving/feed_internal.h"

#include <stdatomic.h>

#include "src/app/serving/audit_internal.h"
#include "src/base/clock.h"
#include "src/base/lock.h"
#include "src/base/vec.h"

#define ARGS_SHOWN 240 /* characters of arguments in a list */

/* Texts are on the heap, NULL when they were dropped for want of room or are
 * empty. */
typedef struct Call {
  int64_t number, client, time_ms, ms;
  uint64_t version;
  const char *state; /* constant; NULL: the place is free */
  char *tool, *root, *args, *words, *text;
  size_t answered, changed;
  size_t bytes; /* of args and text */
  double fraction;
  Job *job; /* that it runs in; NULL: it has ended */
} Call;

typedef struct Line {
  int64_t time_ms;
  LogLevel level;
  char *text;
} Line;

struct AppFeed {
  Lock lock;
  Call calls[APP_FEED_CALLS]; /* the call numbered n is at n % APP_FEED_CALLS */
  int64_t last;               /* number */
  uint64_t version;
  size_t bytes;
  int64_t with_texts; /* all calls before this number have lost theirs */
  Line lines[APP_FEED_LINES];
  int64_t line_count; /* ever */

  atomic_bool is_heard; /* somebody listens: without, the lock below is left alone */
  Lock listening;       /* held while `changed` runs */
  void (*changed)(void *context);
  void *context;
};

AppFeed *app_feed_open(void) {
  AppFeed *feed = arena_heap_alloc(sizeof(*feed));
  lock_init(&feed->lock);
  lock_init(&feed->listening);
  feed->with_texts = 1;
  return feed;
}

/* What is large about a call. */
static void drop_texts(AppFeed *feed, Call *call) {
  free(call->args);
  free(call->text);
  call->args = call->text = NULL;
  feed->bytes -= call->bytes;
  call->bytes = 0;
}

static void drop(AppFeed *feed, Call *call) {
  drop_texts(feed, call);
  free(call->tool);
  free(call->root);
  free(call->words);
  *call = (Call){0};
}

void app_feed_close(AppFeed *feed) {
  for (size_t i = 0; i < APP_FEED_CALLS; i++) drop(feed, &feed->calls[i]);
  for (size_t i = 0; i < APP_FEED_LINES; i++) free(feed->lines[i].text);
  lock_clear(&feed->lock);
  lock_clear(&feed->listening);
  free(feed);
}

void app_feed_listen(AppFeed *feed, void (*changed)(void *context), void *context) {
  lock_take(&feed->listening);
  feed->changed = changed;
  feed->context = context;
  atomic_store(&feed->is_heard, changed != NULL);
  lock_give(&feed->listening);
}

static void tell(AppFeed *feed) {
  if (!atomic_load(&feed->is_heard)) return;
  lock_take(&feed->listening);
  if (feed->changed) feed->changed(feed->context);
  lock_give(&feed->listening);
}

/* ---- calls ---- */

/* Any number, also one that somebody made up. */
static Call *find(AppFeed *feed, int64_t number) {
  Call *call = number > 0 ? &feed->calls[number % APP_FEED_CALLS] : NULL;
  return call && call->number == number ? call : NULL;
}

/* The oldest texts make room for new ones. */
static void make_room(AppFeed *feed) {
  int64_t oldest = feed->last - APP_FEED_CALLS + 1;
  if (feed->with_texts < oldest) feed->with_texts = oldest;
  for (; feed->bytes > APP_FEED_TEXTS && feed->with_texts < feed->last; feed->with_texts++) {
    Call *call = find(feed, feed->with_texts);
    if (call) drop_texts(feed, call);
  }
}

static char *kept(Str text) { return text.len ? str_to_heap(text) : NULL; }

/* Most calls in a row are of few tools and one root. */
static char *renewed(char *old, Str text) {
  if (old && str_eq_c(text, old)) return old;
  free(old);
  return str_to_heap(text);
}

static Call *begin(AppFeed *feed, const AppFeedCaller *caller, const ToolRecord *record, Str args) {
  int64_t number = ++feed->last;
  Call *call = &feed->calls[number % APP_FEED_CALLS];
  char *tool = TAKE(call->tool), *root = TAKE(call->root);
  drop(feed, call);
  *call = (Call){.number = number,
                 .client = caller->client,
                 .time_ms = clock_wall_ms(),
                 .state = "running",
                 .tool = renewed(tool, str_from_c(record->tool->name)),
                 .root = renewed(root, caller->root),
                 .args = kept(args),
                 .bytes = args.len,
                 .fraction = -1};
  feed->bytes += args.len;
  make_room(feed);
  return call;
}

static void end(AppFeed *feed, Call *call, const ToolRecord *record) {
  Str text = str_head(record->text, APP_FEED_ANSWER);
  call->state = record->err ? "failed" : "done";
  call->time_ms = clock_wall_ms() - record->ms;
  call->ms = record->ms;
  call->answered = record->text.len;
  call->changed = record->changed_count;
  call->fraction = -1;
  free(call->words);
  call->words = kept(str_head(record->words, APP_FEED_ARGS));
  call->text = kept(text);
  call->bytes += text.len;
  feed->bytes += text.len;
  make_room(feed);
}

/* Between the job and whoever wanted to hear of its progress before. */
typedef struct Progress {
  AppFeed *feed;
  int64_t number;
  JobProgress *then;
  void *context;
} Progress;

static void on_progress(void *context, double done, double total, Str message) {
  Progress *progress = context;
  AppFeed *feed = progress->feed;
  lock_take(&feed->lock);
  Call *call = find(feed, progress->number);
  if (call) {
    call->fraction = total > 0 && done <= total ? done / total : -1;
    free(call->words);
    call->words = str_to_heap(str_head(message, ARGS_SHOWN));
    call->version = ++feed->version;
  }
  lock_give(&feed->lock);
  tell(feed);
  if (progress->then) progress->then(progress->context, done, total, message);
}

static void pass_progress(AppFeed *feed, Job *job, int64_t number) {
  Progress *progress = ARENA_NEW(job->arena, Progress);
  *progress = (Progress){feed, number, job->progress, job->progress_context};
  job->progress = on_progress;
  job->progress_context = progress;
}

/* The job outlives the call it is for; who reports through it must not meet us. */
static void give_progress_back(Job *job) {
  if (job->progress != on_progress) return;
  const Progress *progress = job->progress_context;
  job->progress = progress->then;
  job->progress_context = progress->context;
}

void app_feed_hear(AppFeed *feed, const AppFeedCaller *caller, Job *job, ToolRecord *record, ToolMoment moment) {
  bool is_new = !record->number;
  Str args = is_new && record->args ? str_head(json_spell(job->arena, record->args), APP_FEED_ARGS) : STR_EMPTY;
  lock_take(&feed->lock);
  Call *call = is_new ? begin(feed, caller, record, args) : find(feed, record->number);
  if (is_new) record->number = call->number;
  if (call) call->job = moment == TOOL_BEGUN ? job : NULL;
  if (call && moment == TOOL_ENDED) end(feed, call, record);
  if (call && moment == TOOL_LEFT) drop(feed, call);
  else if (call) call->version = ++feed->version;
  lock_give(&feed->lock);
  if (moment == TOOL_BEGUN) pass_progress(feed, job, record->number);
  else give_progress_back(job);
  tell(feed);
}

/* A job outlives the moment that its call ends, which is told under this lock. */
bool app_feed_cancel(AppFeed *feed, int64_t number) {
  lock_take(&feed->lock);
  const Call *call = find(feed, number);
  bool is_running = call && call->job;
  if (is_running) job_cancel(call->job, ERR_CANCELLED);
  lock_give(&feed->lock);
  return is_running;
}

/* ---- looking ---- */

static Str text_of(Arena *arena, const char *text) { return text ? str_copy(arena, str_from_c(text)) : STR_EMPTY; }

/* Copies under the lock, so that the rest can be done without it. */
static DashCall copy(Arena *arena, const Call *call, bool with_texts) {
  return (DashCall){
      .number = call->number,
      .client = call->client,
      .time_ms = call->time_ms,
      .ms = call->ms,
      .answered = (int64_t)call->answered,
      .changed = (int64_t)call->changed,
      .tool = text_of(arena, call->tool),
      .root = text_of(arena, call->root),
      .args = text_of(arena, call->args),
      .state = str_from_c(call->state),
      .words = text_of(arena, call->words),
      .text = with_texts ? text_of(arena, call->text) : STR_EMPTY,
      .fraction = call->fraction,
  };
}

static void redact(Arena *arena, DashCall *call) {
  call->args = app_redact(arena, call->args);
  call->words = app_redact(arena, call->words);
  call->text = app_redact(arena, call->text);
}

void app_feed_calls(Arena *arena, AppFeed *feed, uint64_t *version, DashCalls *ret_calls) {
  DashCalls calls = {0};
  lock_take(&feed->lock);
  for (int64_t number = feed->last >= APP_FEED_CALLS ? feed->last - APP_FEED_CALLS + 1 : 1; number <= feed->last; number++) {
    const Call *call = find(feed, number);
    if (call && call->version > *version) *vec_add(arena, &calls) = copy(arena, call, false);
  }
  *version = feed->version;
  lock_give(&feed->lock);
  for (size_t i = 0; i < calls.len; i++) {
    redact(arena, &calls.items[i]);
    calls.items[i].args = str_head(calls.items[i].args, ARGS_SHOWN);
  }
  *ret_calls = calls;
}

bool app_feed_call(Arena *arena, AppFeed *feed, int64_t number, DashCall *ret_call) {
  lock_take(&feed->lock);
  const Call *call = find(feed, number);
  if (call) *ret_call = copy(arena, call, true);
  lock_give(&feed->lock);
  if (call) redact(arena, ret_call);
  return call;
}

/* ---- the log ---- */

void app_feed_log(AppFeed *feed, LogLevel level, Str line) {
  char *text = str_to_heap(str_head(line, APP_FEED_ARGS));
  lock_take(&feed->lock);
  Line *place = &feed->lines[feed->line_count++ % APP_FEED_LINES];
  free(place->text);
  *place = (Line){clock_wall_ms(), level, text};
  lock_give(&feed->lock);
}

void app_feed_lines(Arena *arena, AppFeed *feed, DashSnapshot *ret_snapshot) {
  lock_take(&feed->lock);
  for (int64_t i = feed->line_count > APP_FEED_LINES ? feed->line_count - APP_FEED_LINES : 0; i < feed->line_count; i++) {
    const Line *line = &feed->lines[i % APP_FEED_LINES];
    *vec_add(arena, &ret_snapshot->log) = (DashLogLine){
        .number = i + 1,
        .time_ms = line->time_ms,
        .level = str_from_c(log_level_name(line->level)),
        .text = str_copy(arena, str_from_c(line->text)),
    };
  }
  lock_give(&feed->lock);
}
