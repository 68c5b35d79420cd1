/* News of language servers: what changed in diagnostics, which server is ready,
 * crashed or runs again, which files changed beneath them. Events come on
 * threads of the hub and of indexes and are only noted there; the loop's thread
 * tells them, diagnostics gathered for 2 s and files for 3 s. Nothing runs while
 * nothing happens. */

#include "src/app/serving/server_resources_internal.h"
#include "src/base/lock.h"
#include "src/base/map.h"
#include "src/lsp/lsp.h"
#include "src/os/file.h"

#define DIAGNOSED_MS 2000
#define CHANGED_MS 3000
#define GATHERED_MAX 1000 /* paths; beyond, all of a workspace is meant */
#define NAMED_MAX 10      /* files in a log message */
#define NOTED_MAX 4096    /* events on their way to the loop */
#define WORDS_MAX ((size_t)64 << 10)

/* An event as noted, one block of memory. */
typedef struct Noted {
  struct Noted *next;
  bool is_change; /* of a file; else of a server */
  LspEventKind kind;
  Str root, server, path, detail;
  char text[];
} Noted;

/* What some client of a workspace wants to hear of; several clients share one.
 * Loop's thread. */
typedef struct Subscription {
  struct Subscription *next;
  char *root;
  char *uri;
  char *path; /* as app_diagnostics_path says */
  bool is_due;
} Subscription;

/* Paths gathered until a timer fires. */
typedef struct Place {
  Str root, path; /* path empty: all of it */
} Place;
typedef struct Gathered {
  Arena arena;
  Map places; /* "root\npath" -> Place* */
  LoopTimer *timer;
} Gathered;

struct AppServerNews {
  AppServer *server;
  Subscription *subscriptions;
  Gathered diagnosed, changed;
  Lock lock; /* guards what follows */
  Noted *noted, **noted_end;
  size_t noted_count;
};

/* ---- noting, on any thread ---- */

static void take_noted(void *context);

/* Copies a text into the block and moves on. */
static Str put(char **at, Str text) {
  Str kept = {*at, text.len};
  for (size_t i = 0; i < text.len; i++) (*at)[i] = text.ptr[i];
  *at += text.len;
  return kept;
}

/* The loop is woken by the first; the others it finds there. */
static void note(AppServerNews *news, const Noted *event) {
  Noted *kept = arena_heap_alloc(sizeof(*kept) + event->root.len + event->server.len + event->path.len + event->detail.len);
  char *at = kept->text;
  kept->is_change = event->is_change;
  kept->kind = event->kind;
  kept->root = put(&at, event->root);
  kept->server = put(&at, event->server);
  kept->path = put(&at, event->path);
  kept->detail = put(&at, event->detail);
  lock_take(&news->lock);
  bool is_first = !news->noted, is_kept = news->noted_count < NOTED_MAX;
  if (is_kept) {
    *news->noted_end = kept;
    news->noted_end = &kept->next;
    news->noted_count++;
  }
  lock_give(&news->lock);
  if (!is_kept) free(kept);
  if (is_first) loop_post(news->server->loop, take_noted, news);
}

static void on_event(void *context, const LspEvent *event) {
  note(context, &(Noted){.kind = event->kind, .root = event->root, .server = event->server, .path = event->path, .detail = event->detail});
}

/* Beyond the limit the empty path says that anything may have changed. */
static void on_files(void *context, Str root, const IndexFileChange *changes, size_t count) {
  for (size_t i = 0; i < count && i <= GATHERED_MAX; i++) {
    note(context, &(Noted){.is_change = true, .root = root, .path = i < GATHERED_MAX ? changes[i].path : STR_EMPTY});
  }
}

/* ---- telling, on the loop's thread ---- */

static bool is_in_workspace(void *context, const ToolScope *scope) {
  const Str *root = context;
  return str_eq(app_client_root(scope->context), *root);
}

static void free_subscription(Subscription *subscription) {
  free(subscription->root);
  free(subscription->uri);
  free(subscription->path);
  free(subscription);
}

/* A subscription may name the file from the root or absolutely; a URI leaves
 * the first slash of an absolute path out. */
static bool is_about(const Subscription *subscription, const Place *place) {
  Arena arena;
  Str wanted = str_from_c(subscription->path);
  if (!str_eq_c(place->root, subscription->root)) return false;
  if (!wanted.len || !place->path.len || str_eq(wanted, place->path)) return true;
  arena_init(&arena);
  Str whole = file_join(&arena, place->root, place->path);
  bool is_same = str_eq(wanted, whole) || str_eq(wanted, str_slice(whole, 1, whole.len));
  arena_clear(&arena);
  return is_same;
}

/* Marked first and told once, however many places it is about. */
static void mark_due(AppServerNews *news, const Place *place) {
  for (Subscription *one = news->subscriptions; one; one = one->next) one->is_due |= is_about(one, place);
}

/* Forgets what nobody waits for any more. */
static void tell_due(AppServerNews *news) {
  Mcp *mcp = news->server->mcp;
  for (Subscription **at = &news->subscriptions; *at;) {
    Subscription *one = *at;
    Str root = str_from_c(one->root), uri = str_from_c(one->uri);
    if (!mcp_is_subscribed(mcp, uri, is_in_workspace, &root)) {
      *at = one->next;
      free_subscription(one);
      continue;
    }
    if (one->is_due) mcp_resource_updated_for(mcp, uri, is_in_workspace, &root);
    one->is_due = false;
    at = &one->next;
  }
}

/* {"event":...,"root":...,"message":...} and what the event has besides, which
 * the caller adds before log_end. */
typedef struct Line {
  Arena arena;
  Buf buf;
  JsonWriter json;
} Line;

static void log_begin(Line *line, const char *event, Str root) {
  arena_init(&line->arena);
  buf_init(&line->buf, &line->arena, WORDS_MAX);
  json_writer_init(&line->json, &line->buf, 0);
  json_begin_object(&line->json);
  json_field_str(&line->json, "event", str_from_c(event));
  json_field_str(&line->json, "root", root);
}

static void log_end(AppServerNews *news, Line *line, LogLevel level, Str root) {
  json_end_object(&line->json);
  McpNews said = {.level = level, .logger = STR("language-servers"), .data = buf_str(&line->buf)};
  if (!line->buf.overflow) mcp_log_for(news->server->mcp, &said, is_in_workspace, &root);
  arena_clear(&line->arena);
}

/* A server that ended has nothing new to say about files; in all other cases
 * what clients have subscribed to may read differently now. */
static void tell_server(AppServerNews *news, const Noted *event) {
  static const struct {
    const char *event;
    const char *words;
  } rows[] = {
      [LSP_EVENT_READY] = {"ready", "has read the workspace"},
      [LSP_EVENT_CRASHED] = {"crashed", "crashed; the next question starts it again"},
      [LSP_EVENT_RECOVERED] = {"recovered", "runs again"},
      [LSP_EVENT_STOPPED] = {"stopped", "has ended"},
  };
  Line line;
  log_begin(&line, rows[event->kind].event, event->root);
  json_field_str(&line.json, "server", event->server);
  json_field_str(&line.json, "message", str_format(&line.arena, "%.*s %s", STR_ARG(event->server), rows[event->kind].words));
  if (event->detail.len) json_field_str(&line.json, "detail", str_head(event->detail, 4000));
  log_end(news, &line, event->kind == LSP_EVENT_CRASHED ? LOG_WARN : LOG_INFO, event->root);
  if (event->kind == LSP_EVENT_STOPPED) return;
  mark_due(news, &(Place){.root = event->root});
  tell_due(news);
}

/* ---- gathering, on the loop's thread ---- */

/* The first event starts the timer; later ones do not put it off, so news
 * are late by a bounded time even while files change all the time. */
static void gather(AppServerNews *news, Gathered *gathered, const Noted *event, uint64_t after_ms, LoopFunction *tell) {
  if (!gathered->timer) {
    arena_init(&gathered->arena);
    map_init(&gathered->places, &gathered->arena);
    gathered->timer = loop_timer_start(news->server->loop, after_ms, 0, tell, news);
  }
  Str path = gathered->places.live < GATHERED_MAX ? event->path : STR_EMPTY;
  Str key = str_format(&gathered->arena, "%.*s\n%.*s", STR_ARG(event->root), STR_ARG(path));
  if (map_get(&gathered->places, key)) return;
  Place *place = ARENA_NEW(&gathered->arena, Place);
  *place = (Place){str_copy(&gathered->arena, event->root), str_copy(&gathered->arena, path)};
  map_put(&gathered->places, key, place);
}

/* What is gathered goes with the timer: both exist or neither. */
static void drop_gathered(Gathered *gathered) {
  if (!gathered->timer) return;
  loop_timer_stop(TAKE(gathered->timer));
  arena_clear(&gathered->arena);
}

static void tell_diagnosed(void *context) {
  AppServerNews *news = context;
  for (MapEntry *entry = NULL; (entry = map_next(&news->diagnosed.places, entry));) mark_due(news, entry->value);
  drop_gathered(&news->diagnosed);
  tell_due(news);
}

/* Each is held while it is counted, and given back. */
static bool has_servers(AppServerNews *news, Str root) {
  Arena arena;
  size_t count;
  arena_init(&arena);
  LspServer **running = lsp_hub_running(&arena, app_servers_hub(app_workspaces_servers(news->server->workspaces)), root, &count);
  for (size_t i = 0; i < count; i++) lsp_server_release(running[i]);
  arena_clear(&arena);
  return count > 0;
}

static void tell_root(AppServerNews *news, Str root) {
  Line line;
  size_t count = 0, named = 0;
  log_begin(&line, "files_changed", root);
  json_field_str(&line.json, "message", STR("files changed: places and references told before may be out of date"));
  json_field_array(&line.json, "files");
  for (MapEntry *entry = NULL; (entry = map_next(&news->changed.places, entry));) {
    const Place *place = entry->value;
    if (!str_eq(place->root, root)) continue;
    count++;
    if (place->path.len && named++ < NAMED_MAX) json_str(&line.json, place->path);
  }
  json_end_array(&line.json);
  json_field_int(&line.json, "count", (int64_t)count);
  log_end(news, &line, LOG_INFO, root);
  mark_due(news, &(Place){.root = root}); /* what one file says may depend on any other */
}

/* Where no server runs nobody was told anything that could be out of date. */
static void tell_changed(void *context) {
  AppServerNews *news = context;
  Map done;
  map_init(&done, &news->changed.arena);
  for (MapEntry *entry = NULL; (entry = map_next(&news->changed.places, entry));) {
    const Place *place = entry->value;
    if (map_get(&done, place->root)) continue;
    map_put(&done, place->root, news);
    if (has_servers(news, place->root)) tell_root(news, place->root);
  }
  drop_gathered(&news->changed);
  tell_due(news);
}

/* Diagnostics that nobody subscribed to cost nothing. */
static void take_one(AppServerNews *news, const Noted *event) {
  if (event->is_change) gather(news, &news->changed, event, CHANGED_MS, tell_changed);
  else if (event->kind == LSP_EVENT_DIAGNOSTICS && !news->subscriptions) return;
  else if (event->kind == LSP_EVENT_DIAGNOSTICS) gather(news, &news->diagnosed, event, DIAGNOSED_MS, tell_diagnosed);
  else tell_server(news, event);
}

/* All at once, so that the lock is not held while they are told. */
static Noted *empty_noted(AppServerNews *news) {
  lock_take(&news->lock);
  Noted *all = TAKE(news->noted);
  news->noted_end = &news->noted;
  news->noted_count = 0;
  lock_give(&news->lock);
  return all;
}

static void take_noted(void *context) {
  AppServerNews *news = context;
  for (Noted *event = empty_noted(news); event;) {
    Noted *next = event->next;
    take_one(news, event);
    free(event);
    event = next;
  }
}

/* ---- subscriptions ---- */

/* The same resource may be subscribed to by many: it is watched once for each
 * workspace. */
void app_server_news_subscribed(void *context, ToolScope *scope, Str uri) {
  AppServerNews *news = context;
  Str root = app_client_root(scope->context), path;
  Arena arena;
  arena_init(&arena);
  bool is_new = root.len && app_diagnostics_path(&arena, uri, &path);
  for (const Subscription *one = news->subscriptions; is_new && one; one = one->next) {
    is_new = !(str_eq_c(root, one->root) && str_eq_c(uri, one->uri));
  }
  if (is_new) {
    Subscription *one = arena_heap_alloc(sizeof(*one));
    one->root = str_to_heap(root);
    one->uri = str_to_heap(uri);
    one->path = str_to_heap(path);
    one->next = news->subscriptions;
    news->subscriptions = one;
  }
  arena_clear(&arena);
}

/* Listening begins last: an event may come on another thread at once. */
AppServerNews *app_server_news_open(AppServer *server) {
  AppServerNews *news = arena_heap_alloc(sizeof(*news));
  news->server = server;
  news->noted_end = &news->noted;
  lock_init(&news->lock);
  app_add_server_resources(server, news);
  app_servers_listen(app_workspaces_servers(server->workspaces),
                     &(AppServersListener){.on_event = on_event, .on_files = on_files, .context = news});
  return news;
}

/* The loop has stopped; what was posted to it will not be run. */
void app_server_news_close(AppServerNews *news) {
  app_servers_listen(app_workspaces_servers(news->server->workspaces), NULL);
  for (Noted *event = empty_noted(news); event;) {
    Noted *next = event->next;
    free(event);
    event = next;
  }
  drop_gathered(&news->diagnosed);
  drop_gathered(&news->changed);
  while (news->subscriptions) {
    Subscription *one = news->subscriptions;
    news->subscriptions = one->next;
    free_subscription(one);
  }
  lock_clear(&news->lock);
  free(news);
}
