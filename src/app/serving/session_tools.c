/* Tools of live sessions: what the programs that people opened to us offer is
 * in the registry for as long as they run, and clients hear of each change.
 * Nothing is looked for before a client comes that may use it. Then the folder
 * of gates is watched, and the end of each process that listens there, since one
 * that is killed leaves its files as they are: while nothing happens, nothing
 * is done. */
#include <assert.h>
#include <stdatomic.h>

#include "src/app/serving/server_internal.h"
#include "src/base/hash.h"
#include "src/base/log.h"
#include "src/os/descriptor.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/process.h"
#include "src/os/root.h"
#include "src/os/watch.h"
#include "src/repl/repl.h"

#define UNSURE_MS 3000 /* until a session is asked again that did not answer, or whose end nobody tells; */
#define UNSURE_MOST_MS 60000 /* each time twice as long, up to about this */
#define SETTLE_MS 50   /* a gate writes three files */
#define ANSWER_MS 2000 /* for a session to say what it offers */
#define TROUBLE_MS 30000 /* until the folder is tried again that could not be watched */

/* A session that was asked for its tools. Whoever looks owns the list. */
typedef struct Known {
  struct Known *next;
  char key[REPL_KEY];
  char *owner;     /* of its tools in the registry; NULL: it has none */
  uint64_t digest; /* of what it offered */
  int64_t listener;
  int end_fd;      /* readable when the listener ended; -1: not known */
  LoopPoll *end;   /* while that is waited for */
  bool is_seen, is_unsure;
} Known;

/* Loop's thread, but for `known` and `watch`, which the pool thread has while
 * `is_working`. */
struct AppSessionTools {
  AppServer *server;
  bool is_started, is_working;
  atomic_bool is_ended;
  Known *known;
  Root *root;
  Watch *watch;
  LoopPoll *poll;
  LoopTimer *timer;
  uint64_t unsure_ms;
};

AppSessionTools *app_session_tools_open(AppServer *server) {
  AppSessionTools *tools = arena_heap_alloc(sizeof(*tools));
  *tools = (AppSessionTools){.server = server, .unsure_ms = UNSURE_MS};
  return tools;
}

static void close_end(Known *known) {
  if (known->end_fd >= 0) descriptor_close(known->end_fd);
  known->end_fd = -1;
}

static void forget(AppSessionTools *tools, Known *known) {
  assert(!known->end); /* nobody waits while the list changes */
  close_end(known);
  if (known->owner) tool_registry_remove_owner(tools->server->registry, str_from_c(known->owner));
  free(known->owner);
  free(known);
}

void app_session_tools_end(AppSessionTools *tools) { atomic_store(&tools->is_ended, true); }

static void stop_waiting(AppSessionTools *tools) {
  loop_timer_stop(TAKE(tools->timer));
  loop_poll_stop(TAKE(tools->poll));
  for (Known *known = tools->known; known; known = known->next) loop_poll_stop(TAKE(known->end));
}

/* After the pool: nobody looks any more. */
void app_session_tools_close(AppSessionTools *tools) {
  stop_waiting(tools);
  if (tools->watch) watch_close(tools->watch);
  if (tools->root) root_close(tools->root);
  for (Known *known = tools->known; known;) {
    Known *next = known->next;
    forget(tools, known);
    known = next;
  }
  free(tools);
}

/* ---- looking, on a pool thread ---- */

static uint64_t digest_of(const ReplSession *session, const ReplTools *offered) {
  uint64_t digest = hash_combine(hash_str(offered->space), hash_str(session->name));
  for (size_t i = 0; i < offered->len; i++) {
    const ReplTool *tool = &offered->items[i];
    digest = hash_combine(hash_combine(digest, hash_str(tool->name)), hash_str(tool->description));
    digest = hash_combine(digest, hash_str(tool->checked));
  }
  return hash_combine(digest, offered->len);
}

static bool is_taken(const AppSessionTools *tools, Str owner) {
  for (const Known *known = tools->known; known; known = known->next) {
    if (known->owner && str_eq_c(owner, known->owner)) return true;
  }
  return false;
}

/* The first session of a namespace has it to itself; others put their key
 * behind it, so that no program can take another one's calls. */
static Str owner_for(Job *job, const AppSessionTools *tools, Str space, Str key) {
  return is_taken(tools, space) ? str_format(job->arena, "%.*s_%.*s", STR_ARG(space), STR_ARG(key)) : space;
}

static void add_tools(Job *job, AppSessionTools *tools, Known *known, const ReplSession *session, const ReplTools *offered) {
  Str owner = owner_for(job, tools, offered->space, session->key);
  for (size_t i = 0; i < offered->len; i++) {
    Err err = tool_registry_add_session(job, tools->server->registry, owner, session, &offered->items[i]);
    if (err) log_warn("session %.*s: %.*s", STR_ARG(session->key), STR_ARG(job_message(job, err)));
    job_forgive(job);
  }
  if (offered->len) known->owner = str_to_heap(owner);
  if (offered->refused) {
    log_warn("session %.*s: %zu tools are refused: %.*s", STR_ARG(session->key), offered->refused, STR_ARG(offered->reasons));
  }
}

/* Before it is asked, so that its end is not missed. */
static void await_end(Known *known, int64_t listener) {
  if (known->end_fd >= 0 && known->listener == listener) return;
  close_end(known);
  known->listener = listener;
  known->end_fd = process_end_fd((pid_t)listener);
}

/* Asked each time: a session that was restarted has the key it had before. One
 * that is busy keeps what it has. */
static void look_at(Job *job, AppSessionTools *tools, Known *known, const ReplSession *session) {
  await_end(known, session->listener);
  ReplHub *hub = app_servers_repl(app_workspaces_servers(tools->server->workspaces));
  ReplTools offered;
  job->deadline_ms = job_now_ms() + ANSWER_MS;
  Err err = repl_tools(job, hub, session->key, &offered);
  known->is_unsure = err || known->end_fd < 0;
  if (err) {
    log_debug("session %.*s: %.*s", STR_ARG(session->key), STR_ARG(job_message(job, err)));
    job_forgive(job);
    return;
  }
  uint64_t digest = digest_of(session, &offered);
  if (digest == known->digest) return;
  known->digest = digest;
  if (known->owner) tool_registry_remove_owner(tools->server->registry, str_from_c(known->owner));
  free(TAKE(known->owner));
  add_tools(job, tools, known, session, &offered);
}

static Known *find_known(AppSessionTools *tools, Str key) {
  Known *known = tools->known;
  while (known && !str_eq((Str){known->key, REPL_KEY}, key)) known = known->next;
  if (known) return known;
  known = arena_heap_alloc(sizeof(*known));
  *known = (Known){.next = tools->known, .end_fd = -1};
  for (size_t i = 0; i < REPL_KEY; i++) known->key[i] = key.ptr[i];
  return tools->known = known;
}

/* Those that are gone go first: a namespace that becomes free can be had. */
static void drop_gone(AppSessionTools *tools, const ReplSessions *sessions) {
  for (Known *known = tools->known; known; known = known->next) known->is_seen = false;
  for (size_t i = 0; i < sessions->len; i++) find_known(tools, sessions->items[i].key)->is_seen = true;
  for (Known **at = &tools->known; *at;) {
    Known *known = *at;
    if (known->is_seen) {
      at = &known->next;
      continue;
    }
    *at = known->next;
    forget(tools, known);
  }
}

/* The folder is ours to make: a gate that comes later finds it. Watched before
 * it is looked at. */
static Err watch_folder(Job *job, AppSessionTools *tools) {
  Str folder = repl_folder(job->arena);
  WatchChanges changes;
  if (tools->watch) return watch_drain(job, tools->watch, &changes);
  TRY(file_make_dir(job, place_runtime(job->arena), true));
  TRY(file_make_dir(job, folder, true));
  TRY(root_open(job, folder, &tools->root));
  Err err = watch_open(job, tools->root, &tools->watch);
  if (!err) err = watch_add(job, tools->watch, STR_EMPTY);
  if (!err) return OK;
  if (tools->watch) watch_close(TAKE(tools->watch));
  root_close(TAKE(tools->root));
  return err;
}

static void work_done(void *context);

/* On a thread of the pool, because sessions are asked and may take their time;
 * the registry is changed under its own lock. */
static void work(void *context) {
  AppSessionTools *tools = context;
  Arena arena;
  Job job;
  ReplSessions sessions;
  arena_init(&arena);
  job_init(&job, &arena);
  Err err = watch_folder(&job, tools);
  if (!err) err = repl_sessions(&job, app_servers_repl(app_workspaces_servers(tools->server->workspaces)), &sessions);
  if (err) {
    log_debug("tools of sessions: %.*s", STR_ARG(job_message(&job, err)));
  } else {
    drop_gone(tools, &sessions);
    for (size_t i = 0; i < sessions.len && !atomic_load(&tools->is_ended); i++) {
      look_at(&job, tools, find_known(tools, sessions.items[i].key), &sessions.items[i]);
    }
  }
  arena_clear(&arena);
  loop_post(tools->server->loop, work_done, tools);
}

/* ---- waiting, on the loop's thread ---- */

static void start_work(void *context) {
  AppSessionTools *tools = context;
  assert(!tools->is_working); /* whatever calls this is waited for in between alone */
  stop_waiting(tools);
  tools->is_working = thread_pool_run(tools->server->pool, work, tools);
  if (!tools->is_working) tools->timer = loop_timer_start(tools->server->loop, UNSURE_MS, 0, start_work, tools);
}

/* The folder changed, or a process ended. */
static void on_change(void *context) {
  AppSessionTools *tools = context;
  stop_waiting(tools);
  tools->timer = loop_timer_start(tools->server->loop, SETTLE_MS, 0, start_work, tools);
}

/* A timer runs only while something cannot be had as an event. */
static void work_done(void *context) {
  AppSessionTools *tools = context;
  Loop *loop = tools->server->loop;
  int fd = tools->watch ? watch_fd(tools->watch) : -1;
  bool is_unsure = false;
  tools->is_working = false;
  if (fd >= 0) tools->poll = loop_poll_start(loop, fd, on_change, tools);
  for (Known *known = tools->known; known; known = known->next) {
    if (known->end_fd >= 0) known->end = loop_poll_start(loop, known->end_fd, on_change, tools);
    is_unsure = is_unsure || known->is_unsure || !known->end;
  }
  if (is_unsure || !tools->poll) tools->timer = loop_timer_start(loop, is_unsure ? tools->unsure_ms : TROUBLE_MS, 0, start_work, tools);
  tools->unsure_ms = !is_unsure ? UNSURE_MS : tools->unsure_ms < UNSURE_MOST_MS ? 2 * tools->unsure_ms : tools->unsure_ms;
}

void app_session_tools_want(AppSessionTools *tools, const AppClient *client) {
  if (tools->is_started || !app_config_bool(app_client_config(client), "repl.allow")) return;
  tools->is_started = true;
  start_work(tools);
}
