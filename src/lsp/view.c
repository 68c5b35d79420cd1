/* Turns and views: a server has one text of a file at a time, and many ask.
 * Questions on the same texts go to a server side by side; those on others wait
 * until these are answered. So nobody is told about another's text, whatever
 * is asked at the same moment. A view is a set of texts that one job alone
 * asks about, for as long as it is open.
 * Turns are under hub->lock; nobody waits for a turn of one server while it
 * holds one of another. */
#include <assert.h>

#include "src/lsp/lsp_internal.h"

/* A client that has the number 0, with texts of its own. */
#define NAMELESS UINT64_MAX

struct LspView {
  LspView *next; /* in the hub's list */
  Job *job;
  LspServer *server;
  uint64_t client; /* under which its texts are kept */
  char **paths;
  size_t count;
};

/* ---- whose texts ---- */

uint64_t lsp_view_client_locked(const LspHub *hub, const Job *job) {
  for (const LspView *view = hub->views; view; view = view->next) {
    if (view->job == job) return view->client;
  }
  return job->owner.member;
}

uint64_t lsp_view_client(LspHub *hub, const Job *job) {
  lock_take(&hub->lock);
  uint64_t client = lsp_view_client_locked(hub, job);
  lock_give(&hub->lock);
  return client;
}

/* 0: all files as they are on disk, as far as this server reads them. */
static uint64_t texts_of_locked(const LspServer *server, const Job *job) {
  const LspHub *hub = server->hub;
  uint64_t client = lsp_view_client_locked(hub, job);
  Str root = root_path(server->root);
  for (const LspOverlay *overlay = hub->overlays; overlay; overlay = overlay->next) {
    bool is_its = overlay->client == client && str_eq_c(root, overlay->root) &&
                  lsp_server_language(&server->kind, str_from_c(overlay->path)).len;
    if (is_its) return client ? client : NAMELESS;
  }
  return 0;
}

/* ---- turns ---- */

/* Who came before with other texts goes first, whether it waits or asks: a
 * stream of questions on one set of texts keeps nobody out. */
static bool is_kept_off_locked(const LspServer *server, const LspTurn *turn) {
  for (const LspTurn *before = server->turns; before != turn; before = before->next) {
    if (before->texts != turn->texts) return true;
  }
  return false;
}

static void drop_locked(LspServer *server, LspTurn *gone) {
  LspTurn **at = &server->turns;
  while (*at != gone) at = &(*at)->next;
  *at = gone->next;
  free(gone);
  lsp_server_wake_locked(server);
}

/* A job has one turn with a server, however often it takes it. */
static LspTurn *find_locked(LspServer *server, const Job *job) {
  LspTurn *turn = server->turns;
  while (turn && turn->job != job) turn = turn->next;
  return turn;
}

/* Whose texts is decided here and holds for the whole turn. */
static LspTurn *add_locked(LspServer *server, const Job *job) {
  LspTurn **end = &server->turns;
  while (*end) end = &(*end)->next;
  *end = arena_heap_alloc(sizeof(LspTurn));
  **end = (LspTurn){.job = job, .texts = texts_of_locked(server, job)};
  (*end)->said_of = (*end)->texts;
  return *end;
}

/* A job that holds its turn already never waits, so that nesting cannot block
 * itself. */
Err lsp_turn_take(Job *job, LspServer *server) {
  Err err = OK;
  lock_take(&server->hub->lock);
  LspTurn *turn = find_locked(server, job);
  if (!turn) {
    turn = add_locked(server, job);
    /* One that ends answers nobody any more: then there is nothing to mix up. */
    while (!err && server->phase == LSP_RUNNING && is_kept_off_locked(server, turn)) err = lsp_server_await(job, server, 0);
  }
  if (err) drop_locked(server, turn);
  else turn->depth++;
  if (!err) server->said_of = turn->said_of;
  lock_give(&server->hub->lock);
  return err;
}

void lsp_turn_give(Job *job, LspServer *server) {
  lock_take(&server->hub->lock);
  LspTurn *turn = find_locked(server, job);
  assert(turn && turn->depth); /* given as often as taken */
  if (!--turn->depth) drop_locked(server, turn);
  lock_give(&server->hub->lock);
}

void lsp_turn_clear(LspServer *server) { assert(!server->turns); /* whoever holds one holds the server */ }

/* ---- views ---- */

/* The highest bit keeps numbers of views apart from those of clients. */
static LspView *add_view(Job *job, LspServer *server, const LspViewText *texts, size_t count) {
  LspHub *hub = server->hub;
  LspView *view = arena_heap_alloc(sizeof *view);
  *view = (LspView){.job = job, .server = server, .count = count};
  view->paths = arena_heap_alloc((count + 1) * sizeof *view->paths);
  for (size_t i = 0; i < count; i++) view->paths[i] = str_to_heap(texts[i].path);
  lock_take(&hub->lock);
  assert(lsp_view_client_locked(hub, job) == job->owner.member); /* one view of a job at a time */
  view->client = (uint64_t)1 << 63 | ++hub->view_count;
  view->next = hub->views;
  hub->views = view;
  lock_give(&hub->lock);
  return view;
}

/* Overlays first: they are found by the view's client number, which the job
 * has only while the view is in the list. */
static void remove_view(LspView *view) {
  LspHub *hub = view->server->hub;
  for (size_t i = 0; i < view->count; i++) {
    lsp_overlay_drop(view->job, hub, root_path(view->server->root), str_from_c(view->paths[i]));
  }
  lock_take(&hub->lock);
  LspView **at = &hub->views;
  while (*at != view) at = &(*at)->next;
  *at = view->next;
  lock_give(&hub->lock);
}

static void free_view(LspView *view) {
  for (size_t i = 0; i < view->count; i++) free(view->paths[i]);
  free(view->paths);
  free(view);
}

static Err show_texts(Job *job, LspServer *server, const LspViewText *texts, size_t count) {
  for (size_t i = 0; i < count; i++) {
    LspDocument document;
    TRY(lsp_server_show_text(job, server, texts[i].path, texts[i].text, &document));
  }
  return OK;
}

static bool is_on_disk(Job *job, LspServer *server, const LspViewText *text) {
  Str disk;
  Err err = root_read(job, server->root, text->path, text->text.len + 1, &disk);
  if (err && !job_is_stopped(job)) job_forgive(job);
  return !err && str_eq(disk, text->text);
}

/* Old texts are mostly those on disk. Then what the server said of those counts,
 * and it need not look at all of them again. */
static void note_disk(Job *job, LspServer *server, const LspViewText *texts, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!is_on_disk(job, server, &texts[i])) return;
  }
  lock_take(&server->hub->lock);
  server->said_of = find_locked(server, job)->said_of = 0;
  lock_give(&server->hub->lock);
}

/* On an error nothing is left of it. */
Err lsp_view_open(Job *job, LspServer *server, const LspViewText *texts, size_t count, LspView **ret_view) {
  LspView *view = add_view(job, server, texts, count);
  /* The texts are there before the turn is taken: they decide who waits. */
  for (size_t i = 0; i < count; i++) lsp_overlay_set(job, server->hub, root_path(server->root), texts[i].path, texts[i].text);
  Err err = lsp_turn_take(job, server);
  if (err) {
    remove_view(view);
    free_view(view);
    return err;
  }
  note_disk(job, server, texts, count);
  err = show_texts(job, server, texts, count);
  if (err) lsp_view_close(view);
  else *ret_view = view;
  return err;
}

void lsp_view_close(LspView *view) {
  Job own; /* also when the work was stopped: the server must not keep these texts */
  Arena arena;
  LspDocument document;
  arena_init(&arena);
  job_init(&own, &arena);
  own.owner = view->job->owner;
  remove_view(view);
  for (size_t i = 0; i < view->count; i++) {
    /* One that cannot be shown is closed with the next question, or ended. */
    if (lsp_document_show_now(&own, view->server, str_from_c(view->paths[i]), &document)) job_forgive(&own);
  }
  lsp_turn_give(view->job, view->server);
  arena_clear(&arena);
  free_view(view);
}
