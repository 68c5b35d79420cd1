/* Resource updates: tells subscribers when a file of the workspace, or
 * fathom's own state, changed. Nothing is watched and nothing runs while
 * nobody subscribes. A change wakes the loop through the index's own watch;
 * a pool thread brings the index up to date and looks at the files. */
#include "src/app/serving/server_internal.h"
#include "src/base/hash.h"
#include "src/index/index.h"
#include "src/os/file.h"
#include "src/os/root.h"
#include "src/os/stamp.h"

#define SWEEP_MS 2000 /* where no change is reported */

/* One resource that somebody subscribed to, and what it looked like when it
 * was last looked at. */
typedef struct Subject {
  char *uri;
  char *path; /* relative to the root; NULL: the state */
  bool is_others; /* somebody else tells of it: it only keeps the watch */
  bool known; /* it was looked at */
  bool changed;
  FileStat stat; /* zeroed: there was no such file */
  struct Subject *next;
} Subject;

/* What one workspace's subscribers wait for. While `working`, a pool thread
 * owns `subjects`; what comes meanwhile waits in `added`. */
typedef struct Watched {
  struct AppUpdates *updates;
  char *root;
  AppClient *client;
  Subject *subjects;
  Subject *added;
  LoopPoll *poll;
  LoopTimer *timer;
  Index *index; /* once it was looked at */
  int watch_fd;
  bool working;
  bool again; /* something changed while we were looking */
  struct Watched *next;
} Watched;

/* By workspace; loop's thread, but for what a pool thread owns while it
 * works. */
struct AppUpdates {
  AppServer *server;
  Watched *watched;
};

static void free_subjects(Subject *subject) {
  while (subject) {
    Subject *next = subject->next;
    free(subject->uri);
    free(subject->path);
    free(subject);
    subject = next;
  }
}

/* Either a report of the index is awaited or a timer; never both. */
static void stop_waiting(Watched *watched) {
  if (watched->poll) loop_poll_stop(TAKE(watched->poll));
  loop_timer_stop(TAKE(watched->timer));
}

static void free_watched(Watched *watched) {
  stop_waiting(watched);
  if (watched->index) index_on_change(watched->index, NULL, NULL);
  free_subjects(watched->subjects);
  free_subjects(watched->added);
  app_client_unref(watched->client);
  free(watched->root);
  free(watched);
}

/* ---- looking, on a pool thread ---- */

/* What the state says, but for times, as if it were a file's. */
static Err stat_status(Job *job, Index *index, FileStat *ret_stat) {
  IndexStatus status;
  TRY(index_status(job, index, &status));
  uint64_t digest = hash_combine(status.counts.files, status.counts.symbols);
  digest = hash_combine(digest, status.skipped);
  *ret_stat = (FileStat){.size = hash_combine(digest, hash_str(str_from_c(status.watcher)))};
  return OK;
}

/* The first look only remembers: nobody asked before. A file that is gone is
 * a stamp of zeros, so that its going and coming are changes. */
static void look_at(Job *job, Index *index, Root *root, Subject *subject) {
  FileStat now = {0};
  if (subject->is_others) return;
  Err err = subject->path ? root_stat(job, root, str_from_c(subject->path), &now)
                          : stat_status(job, index, &now);
  if (err) {
    job_forgive(job);
    now = (FileStat){0};
  }
  subject->changed = subject->known && !stamp_is_same(&now, &subject->stat);
  subject->known = true;
  subject->stat = now;
}

static void work_done(void *context);
static void look_again(void *context);

/* Any refresh may take the report away that we wait for. */
static void on_change(void *context) {
  AppUpdates *updates = context;
  loop_post(updates->server->loop, look_again, updates);
}

/* On a pool thread, and in turn with calls: it holds a permit while it
 * works. */
static void work(void *context) {
  Watched *watched = context;
  AppServer *server = watched->updates->server;
  Arena arena;
  Job job;
  Root *root = NULL;
  Index *index;
  arena_init(&arena);
  job_init(&job, &arena);
  Err err = app_workspaces_get(&job, server->workspaces, str_from_c(watched->root),
                               app_client_config(watched->client), &index);
  if (!err) err = thread_permit_take(&job, server->pool);
  if (!err) {
    watched->index = index;
    index_on_change(index, on_change, watched->updates);
    err = index_refresh(&job, index);
    thread_permit_return(&job);
  }
  /* A refresh that failed may have left the report unread: waiting for it
   * would then be over at once, again and again. */
  watched->watch_fd = err ? -1 : index_watch_fd(index);
  if (!err) err = root_open(&job, str_from_c(watched->root), &root);
  for (Subject *subject = watched->subjects; !err && subject; subject = subject->next) {
    look_at(&job, index, root, subject);
  }
  if (root) root_close(root);
  arena_clear(&arena);
  loop_post(server->loop, work_done, watched);
}

/* ---- waiting, on the loop's thread ---- */

/* By URI, not by path: two spellings of one file are told apart by
 * subscribers too. */
static bool is_known(const Subject *subject, Str uri) {
  while (subject && !str_eq_c(uri, subject->uri)) subject = subject->next;
  return subject != NULL;
}

/* Only between two looks, when no pool thread owns the list. */
static void take_added(Watched *watched) {
  while (watched->added) {
    Subject *subject = watched->added;
    watched->added = subject->next;
    bool is_there = is_known(watched->subjects, str_from_c(subject->uri));
    subject->next = is_there ? NULL : watched->subjects;
    if (is_there) free_subjects(subject);
    else watched->subjects = subject;
  }
}

/* One look at a time for each workspace; what happens meanwhile makes one
 * more, however often it happens. */
static void start_work(void *context) {
  Watched *watched = context;
  if (watched->working) {
    watched->again = true;
    return;
  }
  stop_waiting(watched);
  take_added(watched);
  watched->again = false;
  watched->working = true;
  if (!thread_pool_run(watched->updates->server->pool, work, watched)) {
    watched->working = false; /* too busy: look again in a moment */
    watched->timer =
        loop_timer_start(watched->updates->server->loop, SWEEP_MS, 0, start_work, watched);
  }
}

static void look_again(void *context) {
  AppUpdates *updates = context;
  for (Watched *watched = updates->watched; watched; watched = watched->next) start_work(watched);
}

/* Where the kernel reports no changes the files are looked at every other
 * second. */
static void wait_for_change(Watched *watched) {
  Loop *loop = watched->updates->server->loop;
  if (watched->watch_fd >= 0) {
    watched->poll = loop_poll_start(loop, watched->watch_fd, start_work, watched);
  }
  if (!watched->poll) {
    watched->timer = loop_timer_start(loop, SWEEP_MS, 0, start_work, watched);
  }
}

static bool is_in_workspace(void *context, const ToolScope *scope) {
  const Watched *watched = context;
  return str_eq_c(app_client_root(scope->context), watched->root);
}

/* Tells of what changed and forgets what nobody waits for any more. */
static void tell(Watched *watched) {
  Mcp *mcp = watched->updates->server->mcp;
  for (Subject **at = &watched->subjects; *at;) {
    Subject *subject = *at;
    Str uri = str_from_c(subject->uri);
    if (!mcp_is_subscribed(mcp, uri, is_in_workspace, watched)) {
      *at = subject->next;
      subject->next = NULL;
      free_subjects(subject);
      continue;
    }
    if (subject->changed) mcp_resource_updated_for(mcp, uri, is_in_workspace, watched);
    subject->changed = false;
    at = &subject->next;
  }
}

/* Nobody subscribes to anything here any more. */
static void forget(Watched *watched) {
  Watched **at = &watched->updates->watched;
  while (*at != watched) at = &(*at)->next;
  *at = watched->next;
  free_watched(watched);
}

/* Back on the loop's thread, which owns the subjects again. */
static void work_done(void *context) {
  Watched *watched = context;
  watched->working = false;
  tell(watched);
  if (watched->added || watched->again) {
    start_work(watched);
  } else if (watched->subjects) {
    wait_for_change(watched);
  } else {
    forget(watched);
  }
}

/* ---- subscriptions ---- */

/* It refers to the first client that subscribed, for its configuration;
 * others of the same workspace share the watch. */
static Watched *watched_for(AppUpdates *updates, AppClient *client) {
  Str root = app_client_root(client);
  for (Watched *watched = updates->watched; watched; watched = watched->next) {
    if (str_eq_c(root, watched->root)) return watched;
  }
  Watched *watched = arena_heap_alloc(sizeof(*watched));
  watched->updates = updates;
  watched->root = str_to_heap(root);
  watched->client = app_client_ref(client);
  watched->watch_fd = -1;
  watched->next = updates->watched;
  updates->watched = watched;
  return watched;
}

/* URIs that are neither files nor state change never, as far as anybody can
 * tell, and are not watched. */
void app_updates_add(AppUpdates *updates, AppClient *client, Str uri) {
  Arena arena;
  arena_init(&arena);
  Str path = STR_EMPTY;
  bool is_file = app_resource_path(&arena, uri, &path);
  bool is_others = app_is_diagnostics_uri(uri);
  if (app_client_root(client).len && (is_file || is_others || str_eq_c(uri, "fathom://status"))) {
    Watched *watched = watched_for(updates, client);
    Subject *subject = arena_heap_alloc(sizeof(*subject));
    subject->uri = str_to_heap(uri);
    subject->path = is_file ? str_to_heap(path) : NULL;
    subject->is_others = is_others;
    subject->next = watched->added;
    watched->added = subject;
    start_work(watched);
  }
  arena_clear(&arena);
}

AppUpdates *app_updates_open(AppServer *server) {
  AppUpdates *updates = arena_heap_alloc(sizeof(*updates));
  updates->server = server;
  return updates;
}

/* The pool has ended; what it posted will not be looked at. */
void app_updates_close(AppUpdates *updates) {
  while (updates->watched) {
    Watched *watched = updates->watched;
    updates->watched = watched->next;
    free_watched(watched);
  }
  free(updates);
}
