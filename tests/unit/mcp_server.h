/* A server with made-up tools and a client that keeps every message, for the
 * tests of mcp/. Each transcript is compared byte by byte. */
#ifndef FATHOM_TESTS_UNIT_MCP_SERVER_H
#define FATHOM_TESTS_UNIT_MCP_SERVER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/mcp/mcp.h"
#include "src/model/answer.h"
#include "src/os/loop.h"
#include "src/os/thread.h"

enum { SERVER_MAX_MESSAGES = 4096 };

typedef struct Sent {
  Str text;
  McpFrame frame;
  const void *to; /* the sink's context */
} Sent;

typedef struct Server {
  Arena arena;
  Loop *loop;
  ThreadPool *pool;
  ToolRegistry *registry;
  Mcp *mcp;
  McpPeer *peer;
  ToolPolicy policy;
  Sent sent[SERVER_MAX_MESSAGES];
  size_t count;
  size_t seen;   /* already compared */
  size_t wanted; /* the loop stops when there are that many */
  size_t idles;
  bool is_paused;
  Str marked;
} Server;

/* What the made-up tools tell the tests. */
typedef struct Witness {
  atomic_int started;
  atomic_int stopped; /* the Err that ended the hanging tool */
  ThreadEvent *go;    /* the waiting tool waits for it */
} Witness;

static Witness witness;

/* ---- made-up tools ---- */

static Err run_echo(ToolCall *call) {
  int64_t times = tool_arg_int(call, "times");
  for (int64_t i = 0; i < times; i++) answer_put(call->answer, tool_arg_str(call, "text"));
  answer_field_str(call->answer, "text", tool_arg_str(call, "text"));
  answer_field_int(call->answer, "times", times);
  return OK;
}

static Err run_fail(ToolCall *call) {
  return job_fail(call->job, ERR_NOT_FOUND, "no file 'a\x1b[1m.c'; nearest is 'b.c'");
}

static Err run_broken(ToolCall *call) {
  return job_fail(call->job, ERR_INTERNAL, "a table is damaged");
}

static Err run_steps(ToolCall *call) {
  job_progress(call->job, 0, 3, STR_EMPTY);
  job_progress(call->job, 1, 3, STR("one"));
  job_progress(call->job, 1, 3, STR("again"));
  job_progress(call->job, 0.5, 3, STR("back"));
  job_progress(call->job, 2.5, 0, STR_EMPTY);
  answer_say(call->answer, "done");
  return OK;
}

static Err run_hang(ToolCall *call) {
  atomic_fetch_add(&witness.started, 1);
  ThreadEvent *never = thread_event_open();
  Err err = thread_wait(call->job, never, 0);
  thread_event_close(never);
  atomic_store(&witness.stopped, (int)err);
  return err;
}

static bool is_on_loop;

/* Long by its argument: waits, works, reports or logs before it answers. */
static Err run_brief(ToolCall *call) {
  Str how = tool_arg_str(call, "how");
  is_on_loop = call->job->is_trial;
  atomic_fetch_add(&witness.started, 1);
  int64_t until_ms = job_now_ms() + (str_eq_c(how, "work") ? 30 : 0);
  if (str_eq_c(how, "wait") && thread_wait(call->job, witness.go, 20)) job_forgive(call->job);
  while (job_now_ms() < until_ms && !job_is_stopped(call->job)) continue;
  TRY(job_check(call->job));
  if (str_eq_c(how, "report")) job_progress(call->job, 1, 2, STR("half"));
  if (str_eq_c(how, "log")) call->client->log(call->client->context, LOG_ERROR, STR("test"), STR("1"));
  if (str_eq_c(how, "fail")) return job_fail(call->job, ERR_NOT_FOUND, "nothing");
  answer_say(call->answer, "brief");
  return OK;
}

/* Until the test lets it go on; then reports progress once more. */
static Err run_wait(ToolCall *call) {
  atomic_fetch_add(&witness.started, 1);
  Err err = thread_wait(call->job, witness.go, 0);
  job_progress(call->job, 9, 9, STR_EMPTY);
  answer_say(call->answer, "waited");
  return err;
}

static Err run_blocks(ToolCall *call) {
  tool_add_block(call, STR("{\"type\":\"audio\",\"data\":\"AAAA\",\"mimeType\":\"audio/wav\"}"));
  tool_add_block(call, STR("{\"type\":\"resource_link\",\n\"uri\":\"file:///a\",\"name\":\"a\"}"));
  return OK;
}

static Err run_dirty(ToolCall *call) {
  answer_say(call->answer, "a\x1b[31m\tb\n\xe2\x80\xae" "c");
  return OK;
}

static Err run_log(ToolCall *call) {
  const ToolClient *client = call->client;
  client->log(client->context, LOG_DEBUG, STR("test"), STR("\"fine\""));
  client->log(client->context, LOG_INFO, STR("test"), STR("{\"n\":1}"));
  client->log(client->context, LOG_WARN, STR_EMPTY, STR("\"odd\""));
  client->log(client->context, LOG_ERROR, STR("test"), STR("\"bad\""));
  answer_say(call->answer, "logged");
  return OK;
}

static Err run_flood(ToolCall *call) {
  for (int i = 0; i < 5000; i++) {
    call->client->log(call->client->context, LOG_ERROR, STR_EMPTY, STR("1"));
  }
  answer_say(call->answer, "flooded");
  atomic_fetch_add(&witness.started, 1);
  return OK;
}

static Err run_write(ToolCall *call) {
  call->client->mark_writing(call->client->context);
  call->client->mark_writing(call->client->context);
  answer_say(call->answer, "written");
  return OK;
}

static const char form[] =
    "{\"message\":\"Name?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":"
    "{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}}";

static Err run_ask(ToolCall *call) {
  const ToolClient *client = call->client;
  const Json *answer = NULL;
  TRY(client->ask(client->context, call->job, STR("who"), STR("elicitation/create"),
                  str_from_c(form), &answer));
  Str action = json_get_str(answer, STR("action"), STR_EMPTY);
  Str name = json_get_str(json_get(answer, STR("content")), STR("name"), STR_EMPTY);
  answer_say(call->answer, "%.*s %.*s", STR_ARG(action), STR_ARG(name));
  return OK;
}

/* Two questions one after the other, and a state that grows. */
static Err run_ask_twice(ToolCall *call) {
  const ToolClient *client = call->client;
  const Json *first = NULL;
  const Json *second = NULL;
  Str state = client->get_state(client->context);
  client->set_state(client->context, str_format(call->job->arena, "%.*s+", STR_ARG(state)));
  TRY(client->ask(client->context, call->job, STR("one"), STR("elicitation/create"),
                  str_from_c(form), &first));
  TRY(client->ask(client->context, call->job, STR("two"), STR("sampling/createMessage"),
                  STR("{\"messages\":[],\"maxTokens\":5}"), &second));
  Str name = json_get_str(json_get(first, STR("content")), STR("name"), STR_EMPTY);
  Str text = json_get_str(json_get(second, STR("content")), STR("text"), STR_EMPTY);
  state = client->get_state(client->context);
  answer_say(call->answer, "%.*s, %.*s, %.*s", STR_ARG(name), STR_ARG(text), STR_ARG(state));
  return OK;
}

static Err run_roots(ToolCall *call) {
  const ToolClient *client = call->client;
  const Json *answer = NULL;
  TRY(client->ask(client->context, call->job, STR("roots"), STR("roots/list"), STR_EMPTY, &answer));
  const Json *roots = json_get(answer, STR("roots"));
  for (size_t i = 0; i < roots->count; i++) {
    answer_put(call->answer, json_get_str(&roots->items[i], STR("uri"), STR_EMPTY));
    answer_say(call->answer, " ");
  }
  return OK;
}

/* By contract its answer is the list alone. */
static Err run_promise(ToolCall *call) {
  answer_say(call->answer, "words\n");
  answer_begin_list(call->answer, "items");
  answer_item_str(call->answer, STR("x"));
  answer_end(call->answer);
  answer_field_int(call->answer, "more", 1);
  call->list = "items";
  return OK;
}

static const ToolField echo_args[] = {
    {.name = "text", .type = TOOL_STRING, .required = true, .help = "What to say."},
    {.name = "times", .type = TOOL_INTEGER, .min = 1, .max = 3, .otherwise = "1",
     .help = "How often."},
    {0}};
static const ToolField echo_result[] = {
    {.name = "text", .type = TOOL_STRING, .required = true},
    {.name = "times", .type = TOOL_INTEGER, .required = true},
    {0}};

#define MADE_UP(tool_name)                                                          \
  static const Tool tool_##tool_name = {.name = #tool_name, .summary = "Made up.",  \
                                        .flags = TOOL_READ_ONLY, .run = run_##tool_name}
static const Tool tool_echo = {.name = "echo", .title = "Echo", .summary = "Says it again.",
                               .args = echo_args, .result = echo_result, .run = run_echo,
                               .flags = TOOL_CORE | TOOL_READ_ONLY | TOOL_IDEMPOTENT};
static const Tool tool_write = {.name = "write", .title = "Write", .summary = "Changes things.",
                                .run = run_write, .flags = TOOL_CORE | TOOL_DESTRUCTIVE};
static const ToolField ask_args[] = {{.name = "a", .type = TOOL_INTEGER, .help = "Any."},
                                     {.name = "b", .type = TOOL_OBJECT, .help = "Any."},
                                     {0}};
static const Tool tool_ask = {.name = "ask", .summary = "Made up.", .flags = TOOL_READ_ONLY,
                              .args = ask_args, .run = run_ask};
static const ToolField brief_args[] = {{.name = "how", .type = TOOL_STRING, .help = "Any."}, {0}};
static const Tool tool_brief = {.name = "brief", .summary = "Made up.", .flags = TOOL_READ_ONLY,
                                .args = brief_args, .run = run_brief};
static const Tool tool_promise = {.name = "promise", .summary = "Made up.", .flags = TOOL_READ_ONLY | TOOL_STRUCTURED,
                                  .run = run_promise};
MADE_UP(fail);
MADE_UP(broken);
MADE_UP(steps);
MADE_UP(hang);
MADE_UP(wait);
MADE_UP(blocks);
MADE_UP(dirty);
MADE_UP(log);
MADE_UP(flood);
MADE_UP(ask_twice);
MADE_UP(roots);

static const Tool *const made_up_tools[] = {
    &tool_echo, &tool_write, &tool_fail, &tool_broken, &tool_steps, &tool_hang, &tool_wait,
    &tool_blocks, &tool_dirty, &tool_log, &tool_flood, &tool_ask, &tool_ask_twice, &tool_roots,
    &tool_brief, &tool_promise, NULL};

/* ---- made-up resources and prompts ---- */

static bool resource_at(void *context, Arena *arena, size_t index, McpResource *ret_resource) {
  (void)context;
  if (index >= 3) return false;
  *ret_resource = (McpResource){.uri = str_format(arena, "test://%zu", index),
                                .name = str_format(arena, "r%zu", index),
                                .title = STR("A resource"),
                                .description = STR("Number."),
                                .mime_type = STR("text/plain")};
  return true;
}

static bool template_at(void *context, Arena *arena, size_t index, McpResource *ret_template) {
  (void)context;
  (void)arena;
  if (index >= 1) return false;
  *ret_template = (McpResource){.uri = STR("test://{n}"), .name = STR("n")};
  return true;
}

static Err read_resource(void *context, ToolCall *call, Str uri, JsonWriter *contents) {
  (void)context;
  if (str_eq(uri, STR("test://secret"))) {
    return job_fail(call->job, ERR_OUTSIDE, "'secret' lies outside the workspace");
  }
  if (str_eq(uri, STR("test://disk"))) return job_fail(call->job, ERR_IO, "the disk is gone");
  if (str_eq(uri, STR("test://empty"))) return OK;
  if (str_eq(uri, STR("test://asks"))) {
    const Json *answer = NULL;
    TRY(call->client->ask(call->client->context, call->job, STR("who"), STR("elicitation/create"),
                          str_from_c(form), &answer));
  } else if (!str_starts_with(uri, STR("test://")) || uri.len != 8) {
    return ERR_NOT_FOUND;
  }
  json_begin_object(contents);
  json_field_str(contents, "uri", uri);
  json_field_str(contents, "mimeType", STR("text/plain"));
  json_field_str(contents, "text", STR("hello"));
  json_end_object(contents);
  return OK;
}

static const McpPromptArgument review_arguments[] = {
    {.name = STR("file"), .description = STR("Which."), .required = true},
    {.name = STR("style"), .required = false}};

static bool prompt_at(void *context, Arena *arena, size_t index, McpPrompt *ret_prompt) {
  (void)context;
  (void)arena;
  static const char *const names[] = {"review", "plain"};
  if (index >= COUNT_OF(names)) return false;
  *ret_prompt = (McpPrompt){.name = str_from_c(names[index]), .description = STR("Asks.")};
  if (index == 0) {
    ret_prompt->title = STR("Review");
    ret_prompt->arguments = review_arguments;
    ret_prompt->argument_count = COUNT_OF(review_arguments);
  }
  return true;
}

static Err get_prompt(void *context, ToolCall *call, Str name, const Json *arguments,
                      JsonWriter *messages, Str *ret_description) {
  (void)context;
  Str file = json_get_str(arguments, STR("file"), STR("nothing"));
  json_begin_object(messages);
  json_field_str(messages, "role", STR("user"));
  json_field_object(messages, "content");
  json_field_str(messages, "type", STR("text"));
  json_field_str(messages, "text",
                 str_format(call->job->arena, "%.*s %.*s", STR_ARG(name), STR_ARG(file)));
  json_end_object(messages);
  json_end_object(messages);
  *ret_description = STR("Filled in.");
  return OK;
}

static Err complete(void *context, ToolCall *call, const McpCompletion *wanted, JsonWriter *values,
                    size_t *ret_total) {
  (void)context;
  if (!wanted->is_prompt || !str_eq(wanted->name, STR("review"))) return ERR_NOT_FOUND;
  size_t count = str_eq(wanted->value, STR("many")) ? 150 : 1;
  for (size_t i = 0; i < count; i++) {
    Str other = json_get_str(wanted->arguments, STR("file"), STR("-"));
    json_str(values, str_format(call->job->arena, "%.*s/%.*s/%.*s%zu", STR_ARG(wanted->argument),
                                STR_ARG(wanted->value), STR_ARG(other), i));
  }
  *ret_total = count;
  return OK;
}

static const McpProvider made_up_provider = {.resource_at = resource_at,
                                             .template_at = template_at,
                                             .prompt_at = prompt_at,
                                             .read = read_resource,
                                             .get_prompt = get_prompt,
                                             .complete = complete};

/* ---- the server and its client ---- */

PRINTF_LIKE(2, 3)
static inline const char *server_text(Server *server, const char *format, ...) {
  va_list args;
  va_start(args, format);
  Str text = str_format_va(&server->arena, format, args);
  va_end(args);
  return str_to_c(&server->arena, text);
}

static inline const char *server_c(Server *server, Str text) {
  return str_to_c(&server->arena, text);
}

static void server_take(void *context, Str message, const McpFrame *frame) {
  Server *server = context;
  assert_true(server->count < SERVER_MAX_MESSAGES);
  server->sent[server->count++] =
      (Sent){{str_to_c(&server->arena, message), message.len}, *frame, server};
  if (server->count >= server->wanted) loop_stop(server->loop);
}

static void server_idle(void *context) {
  Server *server = context;
  server->idles++;
}

static void server_mark(void *context, Str id) {
  Server *server = context;
  server->marked = str_copy(&server->arena, id);
}

static atomic_int recorded;
static bool is_recorded_late; /* the clock goes past a trial's deadline while its end is told */

static void server_record(ToolScope *scope, Job *job, ToolRecord *record, ToolMoment moment) {
  (void)scope;
  (void)record;
  if (moment == TOOL_ENDED) atomic_fetch_add(&recorded, 1);
  if (is_recorded_late && job->is_trial) {
    while (job_now_ms() <= job->deadline_ms) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
}

static int64_t server_clock_ms;
static int64_t server_clock(void) { return server_clock_ms; }

static inline McpPeer *server_peer(Server *server, bool is_http) {
  McpPeerOptions options = {.scope = {.policy = &server->policy, .registry = server->registry, .heard = server_record},
                            .sink = {server_take, server},
                            .is_http = is_http,
                            .mark_writing = server_mark,
                            .mark_context = server,
                            .principal = STR("key1")};
  McpPeer *peer = mcp_peer_open(server->mcp, &options);
  mcp_peer_on_idle(peer, server_idle, server);
  return peer;
}

static inline Server *server_open_with(const McpOptions *changes, bool has_provider) {
  Server *server = arena_heap_alloc(sizeof *server);
  atomic_store(&witness.started, 0);
  atomic_store(&witness.stopped, 0);
  witness.go = thread_event_open();
  server_clock_ms = 1000;
  arena_init(&server->arena);
  server->wanted = SIZE_MAX;
  server->loop = loop_open();
  server->pool = thread_pool_open(16, 4);
  server->registry = tool_registry_open_with(made_up_tools);
  McpOptions options = {.name = STR("fathom"), .title = STR("Fathom"), .version = STR("1.2"),
                        .instructions = STR("Ask."), .page_size = changes->page_size,
                        .max_active = changes->max_active, .state_key = STR("key"),
                        .website = changes->website, .icons = changes->icons,
                        .icon_count = changes->icon_count, .brief = changes->brief,
                        .now_ms = server_clock};
  options.loop = server->loop;
  options.pool = server->pool;
  options.registry = server->registry;
  server->mcp = mcp_open(&options);
  if (has_provider) mcp_add_provider(server->mcp, &made_up_provider);
  server->peer = server_peer(server, false);
  return server;
}

static inline Server *server_open(void) { return server_open_with(&(McpOptions){0}, true); }

static inline void server_close(Server *server) {
  thread_event_set(witness.go);
  mcp_peer_close(server->peer);
  mcp_close(server->mcp);
  thread_pool_close(server->pool);
  tool_registry_close(server->registry);
  loop_close(server->loop);
  thread_event_close(witness.go);
  arena_clear(&server->arena);
  free(server);
}

static void server_late(void *context) {
  (void)context;
  fail_msg("the answer did not come");
}

/* Runs the loop until `more` further messages have come. */
static inline void server_run(Server *server, size_t more) {
  server->wanted = server->seen + more;
  if (server->count < server->wanted) {
    LoopTimer *timer = loop_timer_start(server->loop, 30000, 0, server_late, server);
    while (server->count < server->wanted) loop_run(server->loop);
    loop_timer_stop(timer);
  }
  server->wanted = SIZE_MAX;
}

static void server_pause(void *context) {
  Server *server = context;
  server->is_paused = true;
  loop_stop(server->loop);
}

/* Lets everything posted happen. */
static inline void server_settle(Server *server, uint64_t ms) {
  LoopTimer *timer = loop_timer_start(server->loop, ms, 0, server_pause, server);
  server->is_paused = false;
  while (!server->is_paused) loop_run(server->loop);
  loop_timer_stop(timer);
}

static inline bool server_tell(Server *server, const char *message) {
  return mcp_receive(server->peer, str_from_c(message), NULL, NULL);
}

/* The next message, whatever it says. */
static inline Str server_next(Server *server) {
  server_run(server, 1);
  return server->sent[server->seen++].text;
}

static inline void server_expect(Server *server, const char *expected) {
  Str text = server_next(server);
  assert_string_equal(text.ptr, expected);
}

static inline void server_ask(Server *server, const char *message, const char *expected) {
  assert_true(server_tell(server, message));
  server_expect(server, expected);
}

static inline void server_expect_nothing(Server *server) {
  server_settle(server, 30);
  if (server->count > server->seen) fail_msg("unexpected: %s", server->sent[server->seen].text.ptr);
}

/* A new-era request, made from its id, method and further params. */
#define CAPABLE "\"elicitation\":{},\"sampling\":{},\"roots\":{}"
static inline const char *modern(Server *server, const char *id, const char *method,
                                 const char *params, const char *capabilities) {
  return server_text(server,
      "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":{%s%s\"_meta\":{"
      "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
      "\"io.modelcontextprotocol/clientCapabilities\":{%s}}}}",
      id, method, params, *params ? "," : "", capabilities);
}

#define SERVER_META "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"fathom\"," \
                    "\"title\":\"Fathom\",\"version\":\"1.2\"}}"

static inline void server_initialize(Server *server, const char *version) {
  const char *text = server_text(server,
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
      "\"%s\",\"capabilities\":{" CAPABLE "},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}",
      version);
  assert_true(server_tell(server, text));
  server_next(server);
  assert_false(server_tell(server,
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
}

#endif
