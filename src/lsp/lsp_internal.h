/* What the files of the client share: the hub, the place where a server runs
 * again and again (a slot), and one run of it (the LspServer that jobs hold).
 *
 * Threads. hub->lock guards everything below that is not marked otherwise; it
 * is held for moments only and never while a listener is called. Streams,
 * timers and the process of a run belong to the hub's loop thread. Documents
 * have a lock of their own, taken before the hub's, because texts are read and
 * spelled under it. Functions whose name ends in _locked want hub->lock held;
 * those of the loop thread say so. Changed files have a lock before the hub's,
 * so that nobody asks before they are told; registrations one after all others. */
#ifndef FATHOM_LSP_LSP_INTERNAL_H
#define FATHOM_LSP_LSP_INTERNAL_H


#include "src/base/lock.h"
#include "src/lsp/lsp.h"
#include "src/os/loop.h"
#include "src/os/process.h"
#include "src/os/thread.h"

/* ---- frame.c: bytes to bodies ---- */

/* A header is a few dozen bytes; something that writes logs to its output is
 * noticed by this. A body of more than 64 MB is no answer that anybody waits
 * for, and is refused before it is read. */
#define LSP_HEADER_MAX (8 * 1024)
#define LSP_BODY_MAX ((size_t)64 << 20)

/* One message that came; everything of it lives in its arena. */
typedef struct LspMessage {
  Arena arena;
  Str body;
  const Json *value; /* of the body, once it is read */
} LspMessage;
void lsp_message_close(LspMessage *message); /* NULL is fine */
AUTO_CLOSE(LspMessage, lsp_message_close)

/* Where the reader stands in the stream of bytes; of the loop thread. */
typedef struct LspFrames {
  char line[LSP_HEADER_MAX]; /* of the header, so far */
  size_t line_len;
  size_t block_len; /* of the whole header so far */
  bool has_length;
  size_t length;
  LspMessage *message; /* whose body is being read; NULL: in the header */
  char *bytes;         /* of that body */
  size_t len;
  size_t cap;
  char words[256]; /* what was wrong */
} LspFrames;

void lsp_frames_clear(LspFrames *frames); /* frees what has come of a message */
/* Takes from *bytes. The next whole message, not read yet, or NULL: more bytes
 * are needed or, with frames->words set, the connection cannot go on. */
LspMessage *lsp_frames_take(LspFrames *frames, Str *bytes);
/* Reads the body. Servers cut texts within characters: what is broken only in
 * that way is repaired. */
Err lsp_message_read(Job *job, LspMessage *message) MUST_CHECK;
/* A body with its header, on the heap. */
char *lsp_frame_spell(Str body, size_t *ret_len);

/* ---- wire.c: messages and who waits for them ---- */

/* Told on the loop thread, without the lock: {"result":...} or {"error":...}. */
typedef void LspAnswered(LspServer *server, const Json *answer);

/* A request that is not answered yet. A job waits for the event, or the loop
 * thread is told. */
typedef struct LspPending {
  struct LspPending *next;
  int64_t id;
  ThreadEvent *event;    /* set with `answer` NULL: the server is gone */
  LspMessage *answer;
  LspAnswered *answered; /* instead of an event */
} LspPending;

/* A message that waits to be written; on the heap, in the order they were
 * queued. */
typedef struct LspOut {
  struct LspOut *next;
  size_t len;
  char *bytes;
} LspOut;

/* The connection of one run: what goes out, who waits for answers, the
 * streams. Under hub->lock, except for what the loop thread has alone. */
typedef struct LspWire {
  LspOut *out; /* not given to the stream yet */
  LspOut **out_end;
  /* Bounded: a server that does not read must not make us keep everything that
   * it should have read. */
  size_t out_bytes;
  /* The loop thread was asked to write and did not come to it yet; one asking
   * is enough for any number of messages. */
  bool flush_posted;
  LspPending *pending;
  /* Ids are never used again within a run, so that a late answer cannot be
   * taken for another question's. */
  int64_t last_id;

  /* of the loop thread */
  LspFrames frames;
  LoopStream *input; /* the server's; on a socket both are one */
  LoopStream *output;
  LoopStream *errors;
  size_t streams;       /* that are not gone yet */
  bool end_when_flushed;
} LspWire;

void lsp_wire_init(LspWire *wire); /* no stream yet */
void lsp_wire_clear(LspWire *wire); /* what was not sent; no stream is left */
/* Loop thread: takes over the descriptors (-1: none). */
void lsp_wire_attach(LspServer *server, int input, int output, int errors);
void lsp_wire_close(LspServer *server); /* loop thread: all streams */
/* Loop thread: no more will be sent; the server sees the end of its input. */
void lsp_wire_end_input(LspServer *server);
/* Asks and waits. The answer, {"result":...} or {"error":...}, in the job's
 * arena. ERR_TIMEOUT after `timeout_ms`; the server is told then. */
Err lsp_wire_call(Job *job, LspServer *server, const char *method, Str params, int64_t timeout_ms,
                  const Json **ret_answer) MUST_CHECK;
/* Queues a spelled message. False: the server is gone, or does not read. */
bool lsp_wire_send_locked(LspServer *server, Str body);
Str lsp_wire_notification(Arena *arena, const char *method, Str params);
void lsp_wire_notify_locked(LspServer *server, const char *method, Str params);
/* From the loop thread; `answered` may be NULL. */
void lsp_wire_ask(LspServer *server, const char *method, Str params, LspAnswered *answered);
/* All who wait are told that there will be no answer. */
void lsp_wire_fail_locked(LspServer *server);

/* ---- progress.c ---- */

/* A progress token that the server announced; once begun it is active until
 * its end is told. */
typedef struct LspWork {
  struct LspWork *next;
  char *token; /* as spelled, on the heap */
  bool is_active;
} LspWork;

/* Loop thread, without the lock. */
void lsp_progress_note(LspServer *server, const Json *params); /* $/progress */
void lsp_progress_created(LspServer *server, const Json *token);
/* Something happened that says whether the first work is done. */
void lsp_progress_look(LspServer *server);
void lsp_progress_pushed(LspServer *server); /* first diagnostics came */
bool lsp_progress_is_done_locked(const LspServer *server); /* nothing goes on, as far as it can be known */
/* Any thread: it answered a question about a document. */
void lsp_progress_answered(LspServer *server, const char *method);
void lsp_progress_clear(LspServer *server);

/* ---- register.c ---- */

/* What a server asked for after its start; each in an arena of its own,
 * because they come and go one by one. */
typedef struct LspRegistration {
  struct LspRegistration *next;
  Arena arena;
  Str id;
  Str method;
  const Json *options; /* NULL: none */
} LspRegistration;

void lsp_register_add(LspServer *server, const Json *params); /* loop thread */
void lsp_register_remove(LspServer *server, const Json *params);
void lsp_register_clear(LspServer *server);
/* Those of a server, as it may be told them: an array of {"uri", "type"}. */
void lsp_register_watched(LspServer *server, Str root, const LspChange *changes, size_t count, JsonWriter *writer,
                          size_t *ret_count);

/* ---- register_glob.c ---- */

/* A glob of the protocol: as of model/glob.h, and {a,b}. */
bool lsp_glob_match(Str glob, Str path);

/* ---- document.c ---- */

/* Servers keep every open document parsed. Of more than these, the one that
 * was not used for longest is closed. */
#define LSP_DOCUMENTS_MAX 64

/* A document the server has; under documents_lock. */
typedef struct LspOpen {
  struct LspOpen *next; /* most recently used first */
  char *path;
  Str uri;
  Str text;
  Str language_id;
  uint64_t hash;
  int64_t version;
  uint64_t pushes_before; /* pushes that came before it was sent as it is now */
  bool is_overlay;        /* not what is on disk */
  FileStat stat;          /* of the file as it was read */
} LspOpen;

/* Shows again what changed on disk, and the job's client's own texts, before
 * something is asked. */
void lsp_document_refresh(Job *job, LspServer *server);
/* lsp_server_show for one whose turn it is. */
Err lsp_document_show_now(Job *job, LspServer *server, Str path, LspDocument *ret_document) MUST_CHECK;
void lsp_document_clear(LspServer *server);
/* Tells the server a text that is surely broken in place of the document's, or
 * the document's own again. False: it is not open, or cannot be told. */
bool lsp_document_disturb(LspServer *server, Str path, bool is_broken, int64_t *ret_version);

/* ---- overlay.c ---- */

/* A text that one client gave in place of a file's. */
typedef struct LspOverlay {
  struct LspOverlay *next; /* newest first */
  char *root;
  char *path;
  uint64_t client; /* lsp_view_client */
  bool is_pinned;  /* of a view: never dropped to make room */
  char *text;
  size_t len;
} LspOverlay;
void lsp_overlay_set(Job *job, LspHub *hub, Str root, Str path, Str text);
void lsp_overlay_drop(Job *job, LspHub *hub, Str root, Str path);
void lsp_overlay_clear(LspHub *hub);

/* ---- view.c ---- */

/* Somebody who asks a server, or waits to; in the order they came. */
typedef struct LspTurn {
  struct LspTurn *next;
  const Job *job;
  uint64_t texts; /* whose; 0: those on disk */
  uint64_t said_of; /* the same for reports: 0 also of a view that shows what is on disk */
  size_t depth;   /* how often the job took it; 0: it waits */
} LspTurn;

/* Until given back, the server is asked on the job's texts alone. Nests. Waits
 * for those who ask on others; ERR_TIMEOUT and ERR_CANCELLED by the job. */
Err lsp_turn_take(Job *job, LspServer *server) MUST_CHECK;
void lsp_turn_give(Job *job, LspServer *server);
void lsp_turn_clear(LspServer *server);
/* Whose texts a job asks about: its view's, else its client's. */
uint64_t lsp_view_client(LspHub *hub, const Job *job);
uint64_t lsp_view_client_locked(const LspHub *hub, const Job *job);

/* ---- diagnose.c ---- */

/* The last report about a file that the server sent by itself. */
typedef struct LspPushed {
  struct LspPushed *next; /* newest first */
  char *path;             /* as shown to others */
  int64_t version;        /* -1: not said */
  uint64_t order;
  uint64_t said_of;       /* whose texts were shown when it came, as in LspTurn */
  int64_t came_ms;
  char *items; /* spelled array */
  size_t items_len;
} LspPushed;

/* What a server answered about a file. It may say next time that nothing
 * changed, by the id, and then these are the items. */
typedef struct LspPulled {
  struct LspPulled *next;
  char *path;
  char *result_id; /* NULL: none */
  char *items;
  size_t items_len;
} LspPulled;

void lsp_diagnose_pushed(LspServer *server, const Json *params); /* loop thread */
void lsp_diagnose_clear(LspServer *server);

/* ---- the run, the slot, the hub ---- */

typedef enum LspPhase {
  LSP_STARTING,
  LSP_RUNNING,
  LSP_STOPPING, /* shutdown was asked for */
  LSP_DYING,    /* broken: its last words are gathered */
  LSP_GONE
} LspPhase;

/* The last words of a server on its error output, shown when it ends badly. */
#define LSP_TAIL_MAX (8 * 1024)
typedef struct LspTail {
  char bytes[2 * LSP_TAIL_MAX]; /* only the last LSP_TAIL_MAX count */
  size_t len;
} LspTail;
void lsp_tail_add(LspTail *tail, Str bytes);
Str lsp_tail_text(const LspTail *tail);

/* Somebody who waits for any change of a run. */
typedef struct LspWait {
  struct LspWait *next;
  ThreadEvent *event;
} LspWait;

/* One run from its start to its end. A new start of the same server is a new
 * LspServer in the same slot; who still holds the old one gets ERR_CLOSED from
 * it and can tell why it ended. */
typedef struct LspSlot LspSlot;

struct LspServer {
  LspHub *hub;
  LspSlot *slot;
  size_t refs; /* the hub's, each holder's, each stream's, each posted one's */
  /* Jobs that use it: while there is one it is not stopped for being idle. */
  size_t holders;
  int64_t used_ms;
  int64_t pid;
  LspPhase phase;
  bool stop_asked;
  bool was_running;
  bool is_retry; /* never started, for a reason of the starter's own */
  Err end_err;
  char *end_words; /* why it ended; NULL: not yet */
  LspTail errors;
  LspWait *waits;

  /* fixed when it starts */
  Arena arena;
  LspServerKind kind;
  Root *root;
  Str directory; /* absolute server root */
  Str language_id;

  /* fixed once it runs */
  LspMessage *greeting;
  const Json *capabilities;
  TextUnit encoding;
  bool wants_open, wants_change, wants_save, wants_saved_text;

  LspWire wire;
  Lock registrations_lock;
  LspRegistration *registrations; /* registrations_lock */
  LspWork *works;
  size_t works_active;
  bool works_began;
  bool is_ready;
  bool is_quiet;   /* no work went on for a while */
  /* It was asked something to find out whether it is ready, and need not be
   * asked again. */
  bool is_probed;
  char *shown_uri; /* of the first document; NULL: none yet */
  unsigned told_something; /* methods that were answered once: their next empty answer is believed */

  uint64_t push_count;
  uint64_t said_of; /* of the last turn: what is pushed is due to those texts */
  LspPushed *pushed;
  size_t pushed_count;
  bool numbers_reports; /* it ever said of which version a report is */
  LspPulled *pulled;
  size_t pulled_count;

  Str settings;   /* spelled, in settings_arena */
  Arena settings_arena;
  Str *folders;   /* absolute; in folders_arena */
  size_t folder_count;
  size_t folder_cap;
  Arena folders_arena;
  bool is_scoped; /* by folders or settings */
  Str *scope;     /* relative to the server root; in folders_arena */
  size_t scope_count;
  size_t scope_cap;

  LspTurn *turns;

  Lock documents_lock;
  LspOpen *documents; /* documents_lock */
  int64_t closed_version; /* documents_lock; the highest of what was closed: opened again, a document does not repeat a number */
  size_t document_bytes;
  size_t document_count; /* hub->lock */

  /* of the loop thread */
  Process *process;
  bool is_process; /* not a connection to somebody else's */
  bool is_attached;
  int exit_status; /* -1: not known */
  int64_t dying_since_ms;
  LoopTimer *phase_timer; /* initialize, shutdown, last words */
  LoopTimer *idle_timer;
  LoopTimer *ready_timer;
};

/* Made once for a server, workspace and folder, and kept until the hub ends:
 * the history of crashes must outlive the runs. */
struct LspSlot {
  LspSlot *next;
  LspHub *hub;
  Arena arena;
  Str name;
  Str connect;
  Str root;
  /* Name, connection and both roots are what a slot is found by. */
  Str server_root;
  LspServer *server; /* the run there is; NULL: none */

  bool was_started; /* ever */
  char *version; /* of the last run; heap */
  char *language_id;
  size_t crashes;
  int64_t crash_times_ms[5]; /* the last ones, newest first */
  size_t recent_crashes;
  /* From the second crash within a short time on the next start is put off,
   * longer each time, and then given up: a server that dies at once must not
   * be started in a loop. */
  int64_t start_after_ms;
  bool given_up;
  bool is_crashed; /* and did not recover yet */
  LspTail errors;  /* of the last run */
};

/* Changed files that no server has been told of, gathered for a moment so that
 * a checkout is one message. */
typedef struct LspChanges {
  struct LspChanges *next;
  Arena arena;
  Str root;
  LspChange *items;
  size_t len;
  size_t cap;
} LspChanges;

/* Caches are shared by everybody who asks about one folder of kept files, and
 * closed with the hub. */
typedef struct LspHubCache {
  struct LspHubCache *next;
  char *path;
  LspCache *cache;
} LspHubCache;

/* All servers of this process. The loop thread runs only while there is a run
 * that needs it. */
#define LSP_INTERRUPTED_MAX 32
struct LspHub {
  Lock lock;
  LspHubOptions options;
  ThreadPool *pool;
  Loop *loop; /* NULL: nothing runs */
  size_t runs; /* that still have streams or a process */
  LspSlot *slots;
  bool is_closing;
  Lock change_lock; /* held while changes are told */
  LspChanges *changes; /* gathered, by workspace */
  LoopTimer *change_timer; /* loop thread */
  bool change_posted;
  LspHubCache *caches;
  LspOverlay *overlays;
  const Job *interrupted[LSP_INTERRUPTED_MAX]; /* a server ended while they waited for it; a ring */
  unsigned interrupted_next;
  LspView *views;
  uint64_t view_count; /* ever opened */
};

/* ---- hub.c ---- */

void lsp_hub_emit(LspServer *server, LspEventKind kind, Str path, Str detail); /* loop thread, no lock */
/* A run no longer has anything on the loop; the last one ends the loop. */
void lsp_hub_run_gone_locked(LspHub *hub);
/* Runs on the loop thread with a reference that is given back afterwards. */
typedef void LspPosted(LspServer *server);
void lsp_hub_post_locked(LspServer *server, LspPosted *function);
Err lsp_sleep(Job *job, int64_t ms) MUST_CHECK;
void lsp_server_unref(LspServer *server);
LspSlot *lsp_hub_find_locked(LspHub *hub, const LspNeed *need); /* or NULL */

/* ---- hub_look.c ---- */

void lsp_hub_close_caches(LspHub *hub); /* when nobody asks any more */

/* ---- hub_change.c ---- */

/* What was gathered for a workspace (empty: for all) is sent now. */
void lsp_change_flush(LspHub *hub, Str root);
void lsp_change_clear(LspHub *hub);

/* ---- server.c ---- */

/* Waits for any change of the run, up to a time (0: the job's alone). The lock
 * is held before and after. */
Err lsp_server_await(Job *job, LspServer *server, int64_t until_ms) MUST_CHECK;
void lsp_server_wake_locked(LspServer *server);
/* ERR_CLOSED with the reason of its end. */
Err lsp_server_fail_ended(Job *job, LspServer *server);
Err lsp_server_fail_deaf(Job *job, const LspServer *server); /* too much waits to be sent */

/* ---- server_start.c ---- */

/* One that is not started yet, with one reference, for who makes it; freed by the last
 * lsp_server_unref. */
LspServer *lsp_server_new(LspHub *hub, LspSlot *slot, const LspNeed *need);
void lsp_server_free(LspServer *server);
/* Starts the process or connects, on the job's thread, and hands it to the
 * loop, which goes on alone. */
Err lsp_server_launch(Job *job, LspServer *server, const LspNeed *need) MUST_CHECK;

/* ---- server_greet.c ---- */

Str lsp_greet_params(Arena *arena, LspServer *server); /* of initialize */
/* Loop thread: what it can and how it counts. False: it broke the protocol. */
bool lsp_greet_take(LspServer *server, const Json *result);

/* ---- server_stop.c: all on the loop thread, without the lock ---- */

/* The connection cannot go on, for the reason given. */
void lsp_server_break(LspServer *server, Err err, const char *format, ...) PRINTF_LIKE(3, 4);
void lsp_server_stop(LspServer *server); /* politely */
void lsp_server_arm_idle(LspServer *server);
void lsp_server_stream_gone(LspServer *server); /* one of its streams */

/* ---- server_answer.c ---- */

/* What a server asks of us, answered at once, and what it tells. Loop thread. */
void lsp_answer_request(LspServer *server, const Json *id, Str method, const Json *params);
void lsp_answer_notification(LspServer *server, Str method, const Json *params);

/* ---- server_scope.c ---- */

void lsp_scope_init(LspServer *server, const LspNeed *need); /* settings and folders of a new run */
/* More of the workspace than it was started for is needed. */
void lsp_scope_widen_locked(LspServer *server, const LspNeed *need);
void lsp_folders_spell_locked(LspServer *server, JsonWriter *writer); /* WorkspaceFolder[] */

#endif
