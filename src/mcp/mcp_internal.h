/* What the files of the protocol share.
 * A request is born on the loop's thread, may work on a pool thread, and ends
 * on the loop's thread. While it works, the worker owns its arena, job and
 * answer; everything marked "loop" belongs to the loop's thread alone. What
 * the worker has to say travels through the Mcp's mailbox, in order, and its
 * last word is that it is finished: so nothing it handed over outlives it. */
#ifndef FATHOM_MCP_MCP_INTERNAL_H
#define FATHOM_MCP_MCP_INTERNAL_H

#include <stdatomic.h>

#include "src/base/lock.h"
#include "src/base/vec.h"
#include "src/mcp/mcp.h"

/* In order of age; the last one is the new era. */
typedef enum McpVersion {
  MCP_2024_11_05,
  MCP_2025_03_26,
  MCP_2025_06_18,
  MCP_2025_11_25,
  MCP_2026_07_28,
  MCP_VERSION_COUNT,
  MCP_VERSION_NONE = MCP_VERSION_COUNT
} McpVersion;

enum {
  MCP_PARSE_ERROR = -32700,
  MCP_INVALID_REQUEST = -32600,
  MCP_METHOD_NOT_FOUND = -32601,
  MCP_INVALID_PARAMS = -32602,
  MCP_INTERNAL_ERROR = -32603,
  MCP_RESOURCE_NOT_FOUND = -32002, /* old era only */
  MCP_HEADER_MISMATCH = -32020,
  MCP_MISSING_CAPABILITY = -32021,
  MCP_UNSUPPORTED_VERSION = -32022
};

enum {
  MCP_QUICK = 256,                    /* calls that are known to be short */
  MCP_LISTINGS = 8,                   /* lists of tools that are kept spelled */
  MCP_MAX_WAITING = 1024,             /* requests beyond max_active */
  MCP_MAX_HELD_BYTES = 64 << 20,      /* of messages in progress, per peer */
  MCP_MAX_ANSWER = 64 << 20,
  MCP_MAX_MADE = 16 << 20,            /* memory of a peer's requests that are done and not yet sent: no more begin */
  MCP_MAX_SUBSCRIPTIONS = 1024,       /* URIs per peer or stream */
  MCP_MAX_LISTENS = 64,               /* streams per peer */
  MCP_MAX_KEPT = 64,                  /* messages kept for a missing sink */
  MCP_MAX_POSTED = 2048,              /* notifications on their way to the loop */
  MCP_STATE_LIFE_MS = 10 * 60 * 1000, /* of a requestState */
  MCP_ASK_LIFE_MS = 10 * 60 * 1000    /* of a question to an old-era client */
};

#define MCP_META "io.modelcontextprotocol/"
/* Of a request's _meta, a key of our own: the client wants to wait no longer
 * than so many milliseconds. It can only lessen what is allowed. */
#define MCP_TIMEOUT_META "fathom/timeoutMs"
/* Likewise, of a request: true, the client shows the text on a terminal; then
 * of its result: the marks of the text. */
#define MCP_MARKS_META "fathom/marks"
/* Asked for by who shows the answer to a person: the words, whatever fields the
 * tool promises to programs. */
#define MCP_WORDS_META "fathom/words"

typedef struct McpRequest McpRequest;
typedef struct McpBatch McpBatch;
typedef struct McpItem McpItem;
typedef struct McpQuestion McpQuestion;

/* ---- methods ---- */

typedef struct McpMethod {
  const char *name;
  McpVersion first;
  McpVersion last;
  bool on_loop;       /* quick: answered where it was received */
  bool asks;          /* may need the client's input (new era: several rounds) */
  const char *named;  /* the parameter mirrored by the transport's name */
  int64_t ttl_ms;     /* new era: how long the result may be kept; -1: not at all */
  const char *cache;  /* and by whom: "public", "private" */
  void (*run)(McpRequest *request);
} McpMethod;

const McpMethod *mcp_method_find(Str name, McpVersion version);

/* Handlers. */
void mcp_run_discover(McpRequest *request);
void mcp_run_initialize(McpRequest *request);
void mcp_run_ping(McpRequest *request);
void mcp_run_set_level(McpRequest *request);
void mcp_run_subscribe(McpRequest *request);
void mcp_run_unsubscribe(McpRequest *request);
void mcp_run_listen(McpRequest *request); /* leaves no answer: the stream is open */
void mcp_run_tools_list(McpRequest *request);
void mcp_run_tools_call(McpRequest *request);
void mcp_run_resources_list(McpRequest *request);
void mcp_run_templates_list(McpRequest *request);
void mcp_run_resources_read(McpRequest *request);
void mcp_run_prompts_list(McpRequest *request);
void mcp_run_prompts_get(McpRequest *request);
void mcp_run_complete(McpRequest *request);

/* ---- messages ---- */

typedef enum McpShape { MCP_SHAPE_REQUEST, MCP_SHAPE_NOTIFICATION, MCP_SHAPE_RESPONSE,
                        MCP_SHAPE_INVALID } McpShape;

typedef struct McpMessage {
  McpShape shape;
  Str id; /* spelled JSON; "null" when there is none to answer to */
  Str method;
  const Json *params; /* object or NULL */
  const Json *result; /* of a response */
  const Json *error;
  const char *problem; /* of an invalid one */
  int code;
} McpMessage;

McpMessage mcp_message_read(Arena *arena, const Json *value);
bool mcp_message_is_modern(const McpMessage *message, const McpEnvelope *envelope);
/* The start of untrusted text, fit to be shown in an error. */
Str mcp_shown(Arena *arena, Str text);

/* ---- versions ---- */

Str mcp_version_name(McpVersion version);
McpVersion mcp_version_from_name(Str name);
void mcp_write_capabilities(const Mcp *mcp, JsonWriter *writer, McpVersion version);
void mcp_write_implementation(const Mcp *mcp, JsonWriter *writer, McpVersion version, bool whole);
/* Checks what the new era puts into every request; false after mcp_error. */
bool mcp_modern_accept(McpRequest *request, const McpMessage *message, const McpEnvelope *envelope);

typedef enum McpLevel { /* of log messages, by urgency */
  MCP_LEVEL_DEBUG,
  MCP_LEVEL_INFO,
  MCP_LEVEL_NOTICE,
  MCP_LEVEL_WARNING,
  MCP_LEVEL_ERROR,
  MCP_LEVEL_CRITICAL,
  MCP_LEVEL_ALERT,
  MCP_LEVEL_EMERGENCY,
  MCP_LEVEL_COUNT,
  MCP_LEVEL_NONE = MCP_LEVEL_COUNT /* no message at all */
} McpLevel;
Str mcp_level_name(McpLevel level);
bool mcp_level_from_name(Str name, McpLevel *ret_level) MUST_CHECK;
McpLevel mcp_level_from_log(LogLevel level);

/* ---- requests ---- */

/* A question the new era's client has to answer before we can go on. */
typedef struct McpPending {
  Str key;
  Str method;
  Str params;
} McpPending;

typedef struct McpAnswered {
  Str key;
  const Json *value;
} McpAnswered;

/* One round of a request that needs input: what came, what goes. */
typedef struct McpRound {
  const Json *responses; /* inputResponses */
  const Json *earlier;   /* answers of earlier rounds, from requestState */
  Str state;             /* the handler's own */
  bool has_state;
  VEC(McpPending) pending;
  VEC(McpAnswered) answered;
  bool is_interim;       /* the answer asks, it does not complete */
  Str missing; /* capability the client lacks, once asked for; else empty */
} McpRound;

/* What a subscriptions/listen stream wants to hear. */
typedef struct McpFilter {
  bool tools;
  bool prompts;
  bool resources;
  const Json *uris; /* array of strings, or NULL */
} McpFilter;

struct McpRequest {
  Mcp *mcp;
  McpPeer *peer;
  const McpMethod *method;
  McpVersion version;
  Str id; /* spelled JSON */
  const Json *params;
  const Json *capabilities; /* the client's */
  Str progress_token;       /* spelled JSON; empty: no progress wanted */
  McpLevel level;           /* new era: of log messages for this request */
  int64_t timeout_ms;       /* the client's wish; 0: none */

  /* loop */
  McpRequest *next;
  McpSink sink;
  McpBatch *batch;
  size_t size;   /* of its message */
  uint64_t turn; /* of its envelope */
  bool started;  /* handed to the pool */
  bool cancelled;
  bool abandoned; /* its sink is gone */
  McpFilter filter; /* of a stream */

  /* worker */
  size_t made; /* memory it took, once it is done */
  Arena arena;
  Job job;
  ToolClient client;
  McpRound round;
  size_t progress_count;
  int64_t progress_ms;
  bool marked;
  Buf answer;
  JsonWriter writer;
  int error_code;
  bool rejected; /* refused before its method ran */
  int64_t took_us; /* its method, on a pool thread */
  Err failure;   /* of the tool, told by name in the new era's _meta */
  Str marks;     /* of the tool's text, spelled, likewise; empty: not asked for */

  /* closed with the request, on the loop's thread */
  McpQuestion *questions;
  ThreadEvent *mark_event;
};

/* `sink` may be NULL or empty: the peer's. */
McpRequest *mcp_request_open(McpPeer *peer, const McpSink *sink);
void mcp_request_free(McpRequest *request);
/* Takes the request over: answers it now or queues it. */
void mcp_request_start(McpRequest *request);
/* Sends its answer and frees it. The peer may be closed afterwards. */
void mcp_request_answer(McpRequest *request);
/* Its worker said so. */
void mcp_request_finished(McpRequest *request);
/* Its worker did not begin it: it waits again. */
void mcp_request_put_back(McpRequest *request);
bool mcp_request_cancel(McpPeer *peer, Str id);
McpRequest *mcp_request_find(McpPeer *peer, Str id);
/* Sends something that belongs to the request: a notification, a question. */
void mcp_request_send(McpRequest *request, Str message);

/* Answers the request and frees it, on the loop's thread, where its like were
 * short the last time; false: it is as it was, and for the pool. */
bool mcp_trial(McpRequest *request);
/* Its worker is done: how long it took says where the next one like it runs. */
void mcp_trial_learn(const McpRequest *request);
/* Gives back what trials hold together. */
void mcp_trial_end_turn(Mcp *mcp);

/* The answer. Exactly one of: begin, fields, end; or an error. */
JsonWriter *mcp_result_begin(McpRequest *request, Str result_type);
void mcp_result_end(McpRequest *request);
void mcp_error(McpRequest *request, int code, const char *format, ...) PRINTF_LIKE(3, 4);
void mcp_error_data(McpRequest *request, int code, Str data, const char *format, ...)
    PRINTF_LIKE(4, 5);
bool mcp_has_answer(const McpRequest *request);
/* -32603 or -32602 for a provider's failure, or the question it needs an
 * answer to. */
void mcp_error_from(McpRequest *request, Err err);
/* A string parameter; false after mcp_error. */
bool mcp_param_str(McpRequest *request, const char *name, Str *ret_value) MUST_CHECK;
/* Text on one line: {"jsonrpc":"2.0","method":...,"params":{...}}, params left
 * open for the caller. */
void mcp_notification_begin(JsonWriter *writer, Str method);
void mcp_notification_end(JsonWriter *writer);
/* A whole notifications/message. */
void mcp_write_log(JsonWriter *writer, const McpNews *news);
/* Spelled JSON that handlers bring may hold line breaks, outside of strings;
 * line transports cannot have them. */
void mcp_make_one_line(char *text, size_t len);

struct McpBatch {
  size_t open; /* answers still to come */
  Arena arena;
  Buf answers;
  bool has_answers;
  bool abandoned;
};
/* One answer less to come; sends them all after the last one. */
void mcp_batch_close_one(McpPeer *peer, McpBatch *batch, const McpSink *sink);

/* The first message of a stream. The peer may be closed afterwards. */
void mcp_listen_acknowledge(McpRequest *stream);

/* ---- asking the client ---- */

/* To an old-era client; lives in the request's arena. */
struct McpQuestion {
  McpQuestion *next;       /* of the request; worker */
  McpQuestion *next_asked; /* of the peer; loop */
  McpRequest *request;
  ThreadEvent *event;
  Str method;
  Str params;
  int64_t id;
  uint64_t roots_age;
  /* Written before the event is set. */
  char *answer; /* heap: the result or error, spelled */
  size_t answer_len;
  bool is_error;
  Err err;
};

void mcp_client_init(McpRequest *request);
/* loop: */
void mcp_question_ask(McpQuestion *question);
void mcp_question_withdraw(McpQuestion *question);
void mcp_question_answer(McpPeer *peer, const McpMessage *message);
void mcp_questions_fail(McpPeer *peer, McpRequest *only); /* NULL: all */

/* The answers and state the client echoes; false after mcp_error. */
bool mcp_round_open(McpRequest *request);
/* Answers with what is needed; false when nothing is pending. */
bool mcp_round_answer(McpRequest *request);

/* ---- the mailbox: from any thread to the loop's ---- */

typedef enum McpItemKind {
  MCP_ITEM_SEND,
  MCP_ITEM_FINISHED,
  MCP_ITEM_PUT_BACK,
  MCP_ITEM_ASK,
  MCP_ITEM_WITHDRAW,
  MCP_ITEM_MARK,
  MCP_ITEM_CHANGED
} McpItemKind;

typedef enum McpChange { MCP_TOOLS, MCP_PROMPTS, MCP_RESOURCES, MCP_UPDATED } McpChange;

struct McpItem {
  McpItem *next;
  McpItemKind kind;
  McpRequest *request;
  McpQuestion *question;
  McpChange change;
  size_t len;
  char text[]; /* message, or URI */
};

/* Copies both. Of notifications that come faster than the loop takes them,
 * those beyond MCP_MAX_POSTED are dropped. */
void mcp_post(Mcp *mcp, const McpItem *item, Str text);
void mcp_worker_began(Mcp *mcp);
void mcp_worker_ended(Mcp *mcp);
void mcp_announce(Mcp *mcp, McpChange change, Str uri); /* loop */

/* Whether what a provider has is for this peer. */
bool mcp_is_offered(const McpProvider *provider, const McpPeer *peer);

/* ---- the server and its peers ---- */

typedef struct McpQuick {
  uint64_t key; /* 0: none */
  int longer;   /* trials in a row that took longer, and were finished all the same */
} McpQuick;

/* The first page of a list of tools, and all that it depends on. */
typedef struct McpListing {
  uint64_t registry; /* its version, read before the list was taken */
  McpVersion version;
  const ToolPolicy *policy; /* NULL: none */
  Str tools;   /* the spelled array; empty: the place is free */
  size_t next; /* where the next page begins; 0: there is none */
  Arena arena; /* of what is kept */
} McpListing;

/* listing_kept.c, loop thread. Of `wanted` the first three count; NULL: it is
 * not kept. What is found is good until the next one is kept. */
const McpListing *mcp_listing_find(const Mcp *mcp, const McpListing *wanted);
void mcp_listing_keep(Mcp *mcp, const McpListing *made); /* copied */
void mcp_listings_clear(Mcp *mcp);

struct Mcp {
  McpOptions options;
  Str state_key;
  Arena arena;
  VEC(McpProvider) providers;
  bool has_resources;
  bool has_prompts;
  bool has_completion;
  McpPeer *peers; /* also closed ones whose requests still work */
  McpQuick quick[MCP_QUICK]; /* which calls were short the last time, by their hash */
  int64_t tried_us; /* spent on trials in this round of the loop */
  JobTurn turn;      /* that trials share, */
  uint64_t turn_of;  /* and the envelopes' number of it; 0: none */
  Arena spare; /* of a request that is done: the next one need not ask for memory */
  Str implementation; /* spelled, as it goes with every answer of the new era */
  McpListing listings[MCP_LISTINGS];
  size_t listing_next; /* to be replaced */

  Lock lock; /* guards what follows */
  LockSignal idle;
  size_t workers;
  McpItem *items;
  McpItem **items_end;
  bool is_woken;
  size_t posted; /* of which notifications */
};

typedef struct McpKept { /* strings on the heap */
  Str *items;
  size_t len;
  size_t cap;
} McpKept;

struct McpPeer {
  McpPeer *next;
  Mcp *mcp;
  McpPeerOptions options;
  ToolScope scope;
  McpSink sink;
  size_t refs; /* its own, one per request, one per call in progress */
  bool closed;
  bool input_ended; /* no answers will come */

  Arena arena; /* of what initialize brought */
  McpVersion version;
  bool is_ready; /* initialized came */
  const Json *capabilities;
  const Json *client;
  atomic_int level; /* McpLevel, read by workers */

  McpRequest *requests; /* in order of arrival */
  McpRequest **requests_end;
  size_t active;  /* all of them */
  size_t running; /* of which the pool has */
  atomic_bool is_held; /* its reader is slow: no further ones are started; read by workers */
  atomic_size_t made;  /* memory of those that workers are done with and the loop is not */
  size_t held_bytes;
  McpRequest *listens;
  size_t listen_count;

  McpKept subscriptions;
  McpKept kept;
  McpQuestion *asked;
  int64_t last_question;
  char *roots; /* spelled answer to roots/list, or NULL */
  uint64_t roots_age;

  LoopFunction *on_idle;
  void *idle_context;
};

/* Tells the providers of a new subscription. */
void mcp_tell_subscribed(McpPeer *peer, Str uri);
void mcp_peer_ref(McpPeer *peer);
void mcp_peer_unref(McpPeer *peer);
/* A message that belongs to no request; kept back without a sink. */
void mcp_peer_send(McpPeer *peer, Str message);
void mcp_peer_now_idle(McpPeer *peer);
bool mcp_kept_has(const McpKept *kept, Str text);
void mcp_kept_add(McpKept *kept, Str text);
bool mcp_kept_remove(McpKept *kept, Str text);

#endif
