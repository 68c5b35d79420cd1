/* Lsp: language servers, started when something needs them and shared by
 * everybody who works in the same place.
 * The hub owns a thread of its own with a loop for the servers' pipes and
 * timers; it runs while there is a server. Everything else is called on a
 * job's thread and blocks through thread_wait. Thread-safe throughout.
 * Knows no MCP and no trust: app/ decides what may be started. */
#ifndef FATHOM_LSP_LSP_H
#define FATHOM_LSP_LSP_H

#include "src/base/json.h"
#include "src/lsp/cache.h"
#include "src/lsp/servers.h"
#include "src/lsp/uri.h"
#include "src/model/text.h"

typedef struct LspHub LspHub;
typedef struct LspServer LspServer;

/* What happened to a server, on the hub's thread; must not block. */
typedef enum LspEventKind {
  LSP_EVENT_READY,       /* its first work is done */
  LSP_EVENT_CRASHED,     /* detail: exit status and the tail of its errors */
  LSP_EVENT_RECOVERED,
  LSP_EVENT_DIAGNOSTICS, /* of `path` */
  LSP_EVENT_STOPPED
} LspEventKind;
typedef struct LspEvent {
  LspEventKind kind;
  Str root;
  Str server; /* its kind's name */
  Str path;   /* relative to root, or empty */
  Str detail;
} LspEvent;
typedef void LspListener(void *context, const LspEvent *event);

typedef struct LspHubOptions {
  int64_t idle_ms; /* a server nobody asked for so long is stopped; 0: 10 minutes */
  int64_t stop_ms; /* how long one may take to end when asked; 0: 3 s */
  int64_t backoff_ms; /* before the second start after crashes, doubled up to four times that; 0: 1 s */
  LspListener *listener; /* may be NULL */
  void *context;
} LspHubOptions;

LspHub *lsp_hub_open(const LspHubOptions *options); /* starts nothing */
/* Stops all: shutdown, exit, 3 s, then the process groups are killed. Nobody
 * may use the hub or hold a server any more. */
void lsp_hub_close(LspHub *hub);
AUTO_CLOSE(LspHub, lsp_hub_close)

/* Which server somebody needs. One per workspace root, kind's name, place to
 * connect to and server root. A scope is only ever widened: the server looks
 * at all that was needed since it started. */
typedef struct LspNeed {
  Root *root;              /* the workspace; must live as long as the hub */
  Str server_root;         /* relative: lsp_server_root */
  const LspServerKind *kind;
  Str language_id;         /* of the file at hand */
  Str program;             /* absolute: lsp_server_program; empty with kind->connect */
  const char *const *env;  /* NAME=value on top of the scrubbed one; NULL-terminated */
  const Str *scope;        /* directories relative to server_root; none: all */
  size_t scope_count;
} LspNeed;

/* The server, started and initialized; held until lsp_server_release. After a
 * crash it waits before it starts it again: 0, 1, 2, 4 s.
 * ERR_CLOSED: it died while starting, with the tail of its errors, or is not
 * started any more (5 crashes within 180 s end it until lsp_hub_restart).
 * ERR_TIMEOUT: it did not answer. */
Err lsp_hub_take(Job *job, LspHub *hub, const LspNeed *need, LspServer **ret_server) MUST_CHECK;
void lsp_server_release(LspServer *server);
/* The server of a need if it runs and is ready right now, held like one taken;
 * else NULL. Starts nothing, waits for nothing, needs no program. */
LspServer *lsp_hub_ready(LspHub *hub, const LspNeed *need);
/* Those of a workspace (root empty: all) that run, by name, each held until
 * lsp_server_release; starts nothing. */
LspServer **lsp_hub_running(Arena *arena, LspHub *hub, Str root, size_t *ret_count);
/* Stops those of a workspace (root empty: all) and forgets their crashes;
 * the next need starts them anew. Returns how many there were. */
size_t lsp_hub_restart(Job *job, LspHub *hub, Str root);

/* One line of status for each server there is or was. */
typedef struct LspServerState {
  Str name, version, root, server_root, language_id;
  const char *state; /* "starting", "indexing", "ready", "stopped", "crashed", "given up" */
  int64_t pid;
  size_t open_documents;
  size_t crashes;
  int64_t idle_ms;
  Str errors; /* the tail of its stderr */
} LspServerState;
/* A copy of the moment, in the arena. Any thread. */
LspServerState *lsp_hub_states(Arena *arena, LspHub *hub, size_t *ret_count);

/* The answers of a folder, opened once and closed with the hub. */
LspCache *lsp_hub_cache(LspHub *hub, Keep *keep);

/* A text that the job's client gave in place of a file's (lsp_server_show_text)
 * in a workspace, in the job's arena; false: none. Then the paths of all of
 * them. */
bool lsp_hub_text(Job *job, LspHub *hub, Str root, Str path, Str *ret_text);
Str *lsp_hub_texts(Job *job, LspHub *hub, Str root, size_t *ret_count);
/* Clients (Job.owner.member) have gone, all whose number begins with these 32
 * bits: their texts are dropped. Any thread. */
void lsp_hub_leave(LspHub *hub, uint32_t clients);

/* ---- one server ---- */

Str lsp_server_name(const LspServer *server); /* its kind's */
const LspServerKind *lsp_server_kind(const LspServer *server); /* for as long as it is held */
Str lsp_server_place(const LspServer *server); /* its root, relative to the workspace; empty: the same */
TextUnit lsp_server_encoding(const LspServer *server);
Root *lsp_server_workspace(const LspServer *server);
/* The capabilities it gave, in the arena; what it registered since is in
 * lsp_server_can. */
const Json *lsp_server_capabilities(Job *job, LspServer *server);
/* Whether it answers a method ("textDocument/references") for a file, by what
 * it said at the start or registered since. */
bool lsp_server_can(LspServer *server, const char *method, Str path);
/* The options it gave with that, in the job's arena; NULL: it cannot. */
const Json *lsp_server_options(Job *job, LspServer *server, const char *method, Str path);
/* OK, or ERR_UNAVAILABLE: "gopls does not support ...". */
Err lsp_server_need(Job *job, LspServer *server, const char *method, Str path) MUST_CHECK;

/* Asks and waits: the method's own deadline (10 s; 30 s and more for the
 * first, for references, rename and workspace-wide ones), the job's, whichever
 * ends first; then and when the job is cancelled the server is told.
 * ContentModified and ServerCancelled are asked again. An error of the server's
 * is ERR_PROTOCOL only if it broke the protocol, else ERR_UNAVAILABLE with its
 * words. When it dies: ERR_CLOSED at once, with the tail of its errors. The
 * result is in the job's arena. `params`: spelled JSON, or empty. */
Err lsp_server_request(Job *job, LspServer *server, const char *method, Str params,
                       const Json **ret_result) MUST_CHECK;
Err lsp_server_notify(Job *job, LspServer *server, const char *method, Str params) MUST_CHECK;
/* Whether a server ended while this job waited for its answer, since this was
 * last asked: what only asks may be begun again, with the next server. */
bool lsp_hub_was_interrupted(Job *job, LspHub *hub);

/* Waits until it says it is done with its first work, as its kind does.
 * ERR_TIMEOUT after `timeout_ms`: asking it is still possible. */
Err lsp_server_wait_ready(Job *job, LspServer *server, int64_t timeout_ms) MUST_CHECK;

/* ---- documents ---- */

typedef struct LspDocument {
  Str path; /* relative to the workspace */
  Str uri;
  Text text; /* what the server has been told, in the job's arena */
  int64_t version;
  Str language_id;
} LspDocument;

/* Makes the server see the file (didOpen, or didChange when it differs): with
 * the text that the job's client gave, else as it is on disk now. At most 64
 * stay open; the one unused for longest is closed. At most 16 MB. */
Err lsp_server_show(Job *job, LspServer *server, Str path, LspDocument *ret_document) MUST_CHECK;
/* The same as it is on disk; a text that the client gave is dropped. */
Err lsp_server_show_disk(Job *job, LspServer *server, Str path, LspDocument *ret_document) MUST_CHECK;
/* The same with a text that is not on disk. It is the client's own, for every
 * question of its jobs, until shown as on disk, or closed. */
Err lsp_server_show_text(Job *job, LspServer *server, Str path, Str text, LspDocument *ret_document) MUST_CHECK;
/* The document as the server has it, changing nothing; false: it is not open,
 * or with a text that is not the client's. */
bool lsp_server_shown(Job *job, LspServer *server, Str path, LspDocument *ret_document) MUST_CHECK;
/* A text that the client gave is dropped. */
Err lsp_server_close_document(Job *job, LspServer *server, Str path) MUST_CHECK;
/* As lsp_server_show, and told to the server as a change even when its text is
 * the same: for files that depend on another one that changed. */
Err lsp_server_show_again(Job *job, LspServer *server, Str path, LspDocument *ret_document) MUST_CHECK;

/* ---- views ----
 * A server has one text of each file. Questions on the same texts (those on
 * disk, or one client's own) are asked side by side; questions on others wait
 * for their turn, so that no answer is about somebody else's text. */

typedef struct LspView LspView;
typedef struct LspViewText {
  Str path; /* relative to the workspace */
  Str text;
} LspViewText;
/* From here on until it is closed, everything this job asks the server is
 * about these texts, and all other files as on disk; questions on other texts
 * wait. Nothing on disk changes, and no client's own text. One at a time for a
 * job; hold it briefly. Closing shows the files again as the job's client sees
 * them, also when the job was stopped. ERR_TOO_LARGE: over 16 MB; ERR_CLOSED: the
 * server ended; ERR_TIMEOUT, ERR_CANCELLED: the job's, while it waited. */
Err lsp_view_open(Job *job, LspServer *server, const LspViewText *texts, size_t count, LspView **ret_view) MUST_CHECK;
void lsp_view_close(LspView *view);
AUTO_CLOSE(LspView, lsp_view_close)

/* Diagnostics of the document as last shown: pulled where it can be, else the
 * pushed ones of that version, waiting up to `wait_ms` for them. One that was
 * shown with another text meanwhile gets none that are current. `result` is an
 * array of the protocol's Diagnostic. `is_current`: they are about that version:
 * by its number, or where the server numbers none because it answered a question
 * about it first. False: the wait ended before, or it cannot be known. */
typedef struct LspReport {
  const Json *result;
  bool is_current;
  bool was_pulled;
} LspReport;
Err lsp_server_diagnose(Job *job, LspServer *server, const LspDocument *document, int64_t wait_ms,
                        LspReport *ret_report) MUST_CHECK;
/* Whether the server has read each of some documents as last shown: one that
 * numbers its reports says so of each, waiting up to `wait_ms` for all; of
 * another all are read once it has answered a question about the last. */
Err lsp_server_await_read(Job *job, LspServer *server, const LspDocument *documents, size_t count, int64_t wait_ms,
                          bool *ret_read) MUST_CHECK;
/* Paths of the documents it has open, relative to the workspace, the one that
 * was used last first. In `arena`. */
Str *lsp_server_documents(Arena *arena, LspServer *server, size_t *ret_count);
/* Paths that have pushed diagnostics, relative to the workspace. */
Str *lsp_server_diagnosed(Arena *arena, LspServer *server, size_t *ret_count);

/* ---- the world around it ---- */

typedef enum LspChangeKind { LSP_CREATED = 1, LSP_CHANGED = 2, LSP_DELETED = 3 } LspChangeKind;
typedef struct LspChange {
  Str path; /* relative to the workspace */
  LspChangeKind kind;
} LspChange;
/* Tells all servers of a workspace that registered for such files; gathered
 * for 150 ms, or until one of them is asked something. Any thread. */
void lsp_hub_changed(LspHub *hub, Str root, const LspChange *changes, size_t count);

Err lsp_server_add_folder(Job *job, LspServer *server, Str path) MUST_CHECK;    /* absolute */
Err lsp_server_remove_folder(Job *job, LspServer *server, Str path) MUST_CHECK;
Str *lsp_server_folders(Arena *arena, LspServer *server, size_t *ret_count);

#endif
