/* MCP: the server's side of the protocol, both eras from one core.
 * Gets and gives whole JSON-RPC messages; knows tools, resources, prompts,
 * sessions, progress and cancellation; knows no bytes on a wire, no headers
 * by name and no files. All functions are called on the loop's thread;
 * requests that work run on pool threads and answer through the loop. */
#ifndef FATHOM_MCP_MCP_H
#define FATHOM_MCP_MCP_H

#include "src/os/loop.h"
#include "src/os/thread.h"
#include "src/tools/tool.h"

typedef struct Mcp Mcp;
typedef struct McpPeer McpPeer;

/* ---- what the server offers besides tools ---- */

/* Resources and prompts come from providers, so that app/ (workspace files,
 * status) and test builds can bring theirs. Every function runs on a pool
 * thread; strings live in call->job->arena, or in the arena given. Functions
 * may be NULL. A capability is announced when some provider has its
 * functions. */
typedef struct McpResource {
  Str uri; /* or, of a template, its uriTemplate */
  Str name;
  Str title;
  Str description;
  Str mime_type;
} McpResource;

typedef struct McpPromptArgument {
  Str name;
  Str description;
  bool required;
} McpPromptArgument;

typedef struct McpPrompt {
  Str name;
  Str title;
  Str description;
  const McpPromptArgument *arguments;
  size_t argument_count;
} McpPrompt;

/* What is to be completed: an argument of a prompt, or a part of a resource's
 * template. Lives as long as the request. */
typedef struct McpCompletion {
  bool is_prompt;
  Str name;     /* of the prompt, or the template's uri */
  Str argument;
  Str value;    /* what was typed of it so far */
  const Json *arguments; /* those that are settled already; may be NULL */
} McpCompletion;

/* Handlers write what is said at each; the call has no answer. They may ask
 * the client through call->client as tools do. */
typedef struct McpProvider {
  void *context;
  /* Whether a client of this scope is offered any of it; NULL: everybody is. */
  bool (*is_offered)(void *context, const ToolScope *scope);
  /* The index-th thing, or false at the end. Must not block. */
  bool (*resource_at)(void *context, Arena *arena, size_t index, McpResource *ret_resource);
  bool (*template_at)(void *context, Arena *arena, size_t index, McpResource *ret_template);
  bool (*prompt_at)(void *context, Arena *arena, size_t index, McpPrompt *ret_prompt);
  /* Writes the `contents` array's items into *contents (inside an open
   * array). ERR_NOT_FOUND: not this provider's. */
  Err (*read)(void *context, ToolCall *call, Str uri, JsonWriter *contents);
  /* Writes `messages` items. ERR_NOT_FOUND: not this provider's. */
  Err (*get_prompt)(void *context, ToolCall *call, Str name, const Json *arguments,
                    JsonWriter *messages, Str *ret_description);
  /* Adds at most 100 completions as strings inside an open array.
   * ERR_NOT_FOUND: not this provider's. */
  Err (*complete)(void *context, ToolCall *call, const McpCompletion *wanted, JsonWriter *values,
                  size_t *ret_total);
  /* A client of this scope wants to hear when the resource changes: to be told
   * with mcp_resource_updated_for as long as mcp_is_subscribed. Called on the
   * loop's thread; may be NULL. */
  void (*subscribed)(void *context, ToolScope *scope, Str uri);
} McpProvider;

typedef struct McpOptions {
  Loop *loop;
  ThreadPool *pool;
  ToolRegistry *registry;
  Str name;         /* "fathom" */
  Str title;
  Str version;
  Str website;
  Str instructions; /* under 2,000 characters, the first 300 decisive */
  const Str *icons; /* data: URIs of SVG or PNG */
  size_t icon_count;
  size_t page_size;         /* of lists; 0: 100 */
  size_t max_active;        /* requests in progress per peer; 0: 64. As many as
                               1,024 more wait, then they are refused */
  Str state_key;            /* secret for requestState; empty: random */
  int64_t first_question;   /* ids of our own requests begin after it: a late
                               answer to a former process must not fit */
  const char *brief;        /* tools that mostly take no time and read nothing but
                               the index, "find symbol": tried on the loop's
                               thread (trial.c); NULL: none */
  int64_t (*now_ms)(void);  /* wall clock, for the age of requestState; NULL:
                               the system's */
} McpOptions;

/* Strings of the options must outlive it. Becomes the registry's listener. */
Mcp *mcp_open(const McpOptions *options);
/* Waits for what is in progress, which closing the peers has cancelled. Comes
 * after the peers are closed and the loop has stopped for good, and before
 * the pool is closed. */
void mcp_close(Mcp *mcp);
/* Copied; before the first peer is opened. Asked in order. */
void mcp_add_provider(Mcp *mcp, const McpProvider *provider);

/* Tell peers that asked to hear of it (old era: capability; new era:
 * subscriptions/listen). Any thread. */
void mcp_tools_changed(Mcp *mcp);
void mcp_prompts_changed(Mcp *mcp);
void mcp_resources_changed(Mcp *mcp);
void mcp_resource_updated(Mcp *mcp, Str uri);
/* The same for those whose scope `concerns` says yes to: one URI can mean
 * another thing to each. Loop thread. */
typedef bool McpConcerns(void *context, const ToolScope *scope);
void mcp_resource_updated_for(Mcp *mcp, Str uri, McpConcerns *concerns, void *context);
/* A log message that belongs to no request, to old-era sessions that want to
 * hear of its level. `data` is spelled JSON. Loop thread. */
typedef struct McpNews {
  LogLevel level;
  Str logger;
  Str data;
} McpNews;
void mcp_log_for(Mcp *mcp, const McpNews *news, McpConcerns *concerns, void *context);
/* Whether any of those wants to hear of this resource. */
bool mcp_is_subscribed(const Mcp *mcp, Str uri, McpConcerns *concerns, void *context);

/* ---- peers ---- */

/* How a message leaves. `last`: nothing more follows for this request.
 * `error_code`: of a JSON-RPC error response, else 0; HTTP derives its status
 * from it. Called on the loop's thread, also from within mcp_receive; closing
 * the peer there is fine. Peers with `is_http` may get an empty message that
 * is `last`: the request was cancelled and ends without an answer. */
typedef struct McpFrame {
  bool last;
  bool is_response;
  bool rejected; /* with error_code: refused before its method was looked at */
  int error_code;
} McpFrame;
typedef void McpSend(void *context, Str message, const McpFrame *frame);

typedef struct McpSink {
  McpSend *send;
  void *context;
} McpSink;

typedef struct McpPeerOptions {
  ToolScope scope;   /* copied; its strings must outlive the peer */
  /* Where messages go that belong to no request: list changes, updates, and
   * in line transports everything. send NULL: they are kept back. */
  McpSink sink;
  bool is_http;      /* responses go to the request's own sink */
  bool modern_only;  /* one stateless request (HTTP, new era) */
  /* Called when a request is about to change something (see ToolClient). */
  void (*mark_writing)(void *context, Str id_json);
  void *mark_context;
  /* For whom its requests work: threads and processors are shared by it. */
  JobOwner owner;
  /* Who was authenticated: a requestState is good for them only. Copied. */
  Str principal;
  /* Called once after mcp_peer_close, when no request uses `scope` and its
   * strings any more. May be NULL. */
  LoopFunction *on_released;
  void *released_context;
} McpPeerOptions;

/* Loop thread. The caller's to close; `options` are copied, what they point
 * to must live until on_released is called. */
McpPeer *mcp_peer_open(Mcp *mcp, const McpPeerOptions *options);
/* Cancels the peer's requests; nothing is sent afterwards. */
void mcp_peer_close(McpPeer *peer);
/* Ends subscriptions/listen streams in an orderly way, before a shutdown. */
void mcp_peer_end_streams(McpPeer *peer);
/* The version agreed on by initialize and the client's name; empty before. */
Str mcp_peer_version(const McpPeer *peer);
Str mcp_peer_client(const McpPeer *peer);
/* Those that are open, one after the other: the one after `peer`, NULL: the
 * first. Loop thread, which must not open or close one meanwhile. */
const McpPeer *mcp_peer_next(const Mcp *mcp, const McpPeer *peer);
const ToolScope *mcp_peer_scope(const McpPeer *peer);
/* Changes where unrelated messages go (a GET stream came or went). */
void mcp_peer_set_sink(McpPeer *peer, McpSink sink);

/* What the transport was told beside the message; empty: nothing. The new
 * era checks these against the body. */
typedef struct McpEnvelope {
  bool present; /* false for line transports: no checks */
  Str protocol_version;
  Str method;
  Str name;
  uint64_t turn; /* messages of one may share what is looked at (base/job.h); 0: this is by itself */
} McpEnvelope;

/* Which era a message belongs to, without handling it: lets HTTP choose
 * between a session and a stateless peer. */
typedef enum McpKind {
  MCP_BROKEN,      /* not JSON or no JSON-RPC message */
  MCP_MODERN,      /* carries the new era's _meta, or is server/discover */
  MCP_INITIALIZE,  /* opens an old-era session */
  MCP_LEGACY       /* anything else */
} McpKind;
/* Looks at the message without a peer, to choose one. Any thread; keeps
 * nothing. */
McpKind mcp_classify(Str message, const McpEnvelope *envelope);
/* Whether a version's name is one of those with sessions, or of the new era. */
/* An error about a message that could not be read so far that its id is known. */
Str mcp_spell_error(Arena *arena, int code, Str message);
bool mcp_is_session_version(Str name);
bool mcp_is_stateless_version(Str name);
/* What a message may be at most; one beyond it is refused without its id. */
extern const JsonLimits mcp_limits;

/* One message (or, for 2025-03-26 peers, a batch). `sink` receives what
 * belongs to its requests; with `send` NULL the peer's sink does. For
 * messages that get no answer (notifications, responses) false is returned
 * and `sink` is not used. A broken message gets an error answer. */
bool mcp_receive(McpPeer *peer, Str message, const McpEnvelope *envelope, const McpSink *sink);
/* The client of this request went away (new era over HTTP: cancellation);
 * `sink_context` names the request. Nothing is sent to it any more. */
void mcp_abandon(McpPeer *peer, const void *sink_context, bool cancel);

/* The client sends nothing more: what waits for its answer fails. */
void mcp_peer_input_ended(McpPeer *peer);

/* The client does not read its answers: starts no further requests until told
 * again. Those already running are answered. */
void mcp_peer_hold(McpPeer *peer, bool on);

/* Requests in progress; 0 means the peer may be closed without loss. Streams
 * of subscriptions/listen do not count. */
size_t mcp_peer_active(const McpPeer *peer);
/* Called each time the peer has no request in progress any more. */
void mcp_peer_on_idle(McpPeer *peer, LoopFunction *function, void *context);

/* Old-era state (version, capabilities, level, subscriptions) as one line of
 * JSON, and back: sessions survive a restart. */
Str mcp_peer_save(McpPeer *peer, Arena *arena);
Err mcp_peer_restore(Job *job, McpPeer *peer, Str saved) MUST_CHECK;

#endif
