/* The connections of those who look, and when they are told what. */
#include <assert.h>
#include <stdatomic.h>

#include "src/app/serving/watch_internal.h"

#include "src/app/serving/feed_internal.h"
#include "src/base/vec.h"

#define LOOK_MS 1000 /* between two looks around */
#define GATHER_MS 50 /* calls of this time are told together */

struct AppWatcher {
  AppWatch *watch;
  AppWatchSink sink;
  uint64_t version; /* of the feed, as far as it was sent */
  uint64_t seen;    /* number of the snapshot it was sent last */
  AppWatcher *next;
};

struct AppWatch {
  AppServer *server;
  AppSurvey *survey;
  AppWatcher *watchers;
  LoopTimer *look;   /* running while there are any */
  LoopTimer *gather; /* running when calls are to be told */
  atomic_bool is_told; /* a word about new calls is on its way to the loop */
  bool is_looking;     /* on a thread of the pool */
  Arena arena;         /* of the look under way */
  DashSnapshot snapshot;
  char *spelled; /* of the last look, or NULL */
  uint64_t number; /* of it */
};

AppWatch *app_watch_open(AppServer *server) {
  AppWatch *watch = arena_heap_alloc(sizeof(*watch));
  watch->server = server;
  watch->survey = app_survey_open(server);
  arena_init(&watch->arena);
  return watch;
}

static void send_named(AppWatcher *watcher, const char *name, Str spelled) {
  Arena arena;
  arena_init(&arena);
  watcher->sink.send(watcher->sink.context, json_spell_one(&arena, name, spelled));
  arena_clear(&arena);
}

/* ---- calls ---- */

static void send_calls(AppWatcher *watcher) {
  if (watcher->sink.is_full(watcher->sink.context)) return;
  Arena arena;
  arena_init(&arena);
  DashCalls calls;
  app_feed_calls(&arena, watcher->watch->server->feed, &watcher->version, &calls);
  if (calls.len) send_named(watcher, "calls", dashboard_calls_spell(&arena, &calls));
  arena_clear(&arena);
}

static void on_gathered(void *context) {
  AppWatch *watch = context;
  loop_timer_stop(TAKE(watch->gather));
  for (AppWatcher *watcher = watch->watchers; watcher; watcher = watcher->next) send_calls(watcher);
}

static void on_told(void *context) {
  AppWatch *watch = context;
  atomic_store(&watch->is_told, false);
  if (watch->watchers && !watch->gather) {
    watch->gather = loop_timer_start(watch->server->loop, GATHER_MS, 0, on_gathered, watch);
  }
}

/* Any thread. */
static void on_feed(void *context) {
  AppWatch *watch = context;
  if (!atomic_exchange(&watch->is_told, true)) loop_post(watch->server->loop, on_told, watch);
}

/* ---- the rest ---- */

static void send_snapshot(AppWatcher *watcher) {
  AppWatch *watch = watcher->watch;
  bool is_new = watch->spelled && watcher->seen != watch->number;
  if (!is_new || watcher->sink.is_full(watcher->sink.context)) return;
  watcher->seen = watch->number;
  send_named(watcher, "snapshot", str_from_c(watch->spelled));
}

static void on_looked(void *context) {
  AppWatch *watch = context;
  watch->is_looking = false;
  Str spelled = dashboard_snapshot_spell(&watch->arena, &watch->snapshot);
  if (!watch->spelled || !str_eq_c(spelled, watch->spelled)) {
    free(watch->spelled);
    watch->spelled = str_to_heap(spelled);
    watch->number++;
  }
  arena_reset(&watch->arena);
  for (AppWatcher *watcher = watch->watchers; watcher; watcher = watcher->next) send_snapshot(watcher);
}

static void look_elsewhere(void *context) {
  AppWatch *watch = context;
  app_survey_rest(watch->survey, &watch->arena, &watch->snapshot);
  loop_post(watch->server->loop, on_looked, watch);
}

/* One look at a time: what takes longer than a second is not made worse. */
static void look(void *context) {
  AppWatch *watch = context;
  for (AppWatcher *watcher = watch->watchers; watcher; watcher = watcher->next) send_calls(watcher);
  if (watch->is_looking) return;
  watch->snapshot = (DashSnapshot){0};
  app_survey_clients(watch->survey, &watch->arena, &watch->snapshot);
  watch->is_looking = thread_pool_run(watch->server->pool, look_elsewhere, watch);
}

/* ---- those who look ---- */

AppWatcher *app_watch_add(AppWatch *watch, const AppWatchSink *sink) {
  AppWatcher *watcher = arena_heap_alloc(sizeof(*watcher));
  bool is_first = !watch->watchers;
  *watcher = (AppWatcher){.watch = watch, .sink = *sink, .next = watch->watchers};
  watch->watchers = watcher;
  send_snapshot(watcher);
  if (is_first) {
    app_feed_listen(watch->server->feed, on_feed, watch);
    watch->look = loop_timer_start(watch->server->loop, LOOK_MS, LOOK_MS, look, watch);
  }
  look(watch);
  return watcher;
}

void app_watch_remove(AppWatcher *watcher) {
  AppWatch *watch = watcher->watch;
  AppWatcher **link = &watch->watchers;
  while (*link != watcher) link = &(*link)->next;
  *link = watcher->next;
  free(watcher);
  if (watch->watchers) return;
  app_feed_listen(watch->server->feed, NULL, NULL);
  loop_timer_stop(TAKE(watch->look));
  loop_timer_stop(TAKE(watch->gather));
}

/* ---- on the daemon's socket ---- */

typedef struct Looker {
  AppWatch *watch;
  AppConnection *connection;
  AppWatcher *watcher;
} Looker;

/* {"call": 12}: everything about one. {"cancel": 12}: it is ended. */
static void answer(Looker *looker, Job *job, Str line) {
  const Json *asked;
  static const JsonLimits limits = {.max_bytes = 4096, .max_values = 16, .max_depth = 4};
  if (json_read(job, line, &limits, &asked)) return; /* ours sends nothing else */
  if (json_get(asked, STR("cancel"))) {
    (void)app_feed_cancel(looker->watch->server->feed, json_get_int(asked, STR("cancel"), 0));
    return;
  }
  DashCall call;
  int64_t number = json_get_int(asked, STR("call"), 0);
  bool is_there = app_feed_call(job->arena, looker->watch->server->feed, number, &call);
  if (!is_there) call = (DashCall){.number = number, .fraction = -1};
  send_named(looker->watcher, "call", dashboard_call_spell(job->arena, &call));
}

static void on_line(void *context, Str line) {
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  answer(context, &job, line);
  arena_clear(&arena);
}

static void on_close(void *context) {
  Looker *looker = context;
  app_watch_remove(looker->watcher);
  free(looker);
}

static void send_line(void *context, Str line) {
  Looker *looker = context;
  app_connection_send(looker->connection, line);
}

static bool is_full(void *context) {
  Looker *looker = context;
  return app_connection_is_full(looker->connection);
}

void app_watch_connection(AppWatch *watch, AppConnection *connection) {
  Looker *looker = arena_heap_alloc(sizeof(*looker));
  *looker = (Looker){.watch = watch, .connection = connection};
  app_connection_hear(connection, &(AppConnectionEar){.on_line = on_line, .on_close = on_close, .context = looker});
  looker->watcher = app_watch_add(watch, &(AppWatchSink){.send = send_line, .is_full = is_full, .context = looker});
}

void app_watch_close(AppWatch *watch) {
  assert(!watch->watchers);
  app_survey_close(watch->survey);
  arena_clear(&watch->arena);
  free(watch->spelled);
  free(watch);
}
