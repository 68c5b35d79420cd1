/* The wire: messages out in order, messages in to whoever waits for them.
 * Jobs queue under the lock; the loop thread writes, reads and parses. */
#include "src/lsp/lsp_internal.h"

/* A server that stops reading must not make us keep everything that is said to
 * it. Beyond this it counts as deaf, and questions to it fail at once. */
#define OUT_MAX ((size_t)64 << 20)
#define STREAM_FILL ((size_t)1 << 20) /* the stream gets no more at once */
#define SPELL_MAX ((size_t)128 << 20)

void lsp_wire_init(LspWire *wire) { wire->out_end = &wire->out; }

static void drop_out(LspWire *wire) {
  while (wire->out) {
    LspOut *dropped = wire->out;
    wire->out = dropped->next;
    free(dropped->bytes);
    free(dropped);
  }
  wire->out_end = &wire->out;
  wire->out_bytes = 0;
}

void lsp_wire_clear(LspWire *wire) {
  drop_out(wire);
  lsp_frames_clear(&wire->frames);
}

/* ---- out ---- */

/* `out_end` points at the last link, so the list must point it back at its own
 * head when the last message is taken, or the next would be lost. */
static LspOut *take_out(LspServer *server) {
  LspWire *wire = &server->wire;
  lock_take(&server->hub->lock);
  LspOut *out = wire->out;
  if (out) {
    wire->out = out->next;
    if (!wire->out) wire->out_end = &wire->out;
    wire->out_bytes -= out->len;
  }
  lock_give(&server->hub->lock);
  return out;
}

/* Runs on the loop's thread, when something was queued and whenever the stream
 * has room again. Bytes beyond STREAM_FILL stay in our own list: it is counted
 * against OUT_MAX, and what the stream holds cannot be taken back. */
static void flush(void *context) {
  LspServer *server = context;
  LspWire *wire = &server->wire;
  while (wire->input && loop_stream_unsent(wire->input) < STREAM_FILL) {
    LspOut *out = take_out(server);
    if (!out) break;
    loop_stream_write(wire->input, (Str){out->bytes, out->len});
    free(out->bytes);
    free(out);
  }
  /* Closing the input before the last message is out would cut that message off. */
  if (!wire->end_when_flushed || !wire->input) return;
  lock_take(&server->hub->lock);
  bool is_empty = !wire->out;
  lock_give(&server->hub->lock);
  if (is_empty) loop_stream_shutdown(wire->input);
}

/* The flag goes down before the flush: what another thread queues from here on
 * posts again, and is at worst flushed by a call that finds nothing to do. The
 * other order could leave a message lying until the next one comes. */
static void flush_posted(LspServer *server) {
  lock_take(&server->hub->lock);
  server->wire.flush_posted = false;
  lock_give(&server->hub->lock);
  flush(server);
}

void lsp_wire_end_input(LspServer *server) {
  server->wire.end_when_flushed = true;
  flush(server);
}

bool lsp_wire_send_locked(LspServer *server, Str body) {
  LspWire *wire = &server->wire;
  /* Nobody will read it any more. */
  if (server->phase >= LSP_DYING) return false;
  /* A single message is let through however large it is, as long as nothing waits
   * before it: a document of 70 MB can be opened, two of them not at once. */
  if (wire->out_bytes && wire->out_bytes + body.len > OUT_MAX) return false;
  LspOut *out = arena_heap_alloc(sizeof *out);
  out->bytes = lsp_frame_spell(body, &out->len);
  *wire->out_end = out;
  wire->out_end = &out->next;
  wire->out_bytes += out->len;
  /* One post is enough for any number of messages queued before it runs. */
  if (!wire->flush_posted) lsp_hub_post_locked(server, flush_posted);
  wire->flush_posted = true;
  return true;
}

/* ---- spelling ---- */

static Str spell(Arena *arena, int64_t id, const char *method, Str params) {
  Buf buf;
  JsonWriter writer;
  buf_init(&buf, arena, SPELL_MAX);
  json_writer_init(&writer, &buf, 0);
  json_begin_object(&writer);
  json_field_str(&writer, "jsonrpc", STR("2.0"));
  /* Ids begin at 1; without one the message is a notification. */
  if (id) json_field_int(&writer, "id", id);
  json_field_str(&writer, "method", str_from_c(method));
  if (params.len) json_field_raw(&writer, "params", params);
  json_end_object(&writer);
  return buf_str(&buf);
}

Str lsp_wire_notification(Arena *arena, const char *method, Str params) {
  return spell(arena, 0, method, params);
}

void lsp_wire_notify_locked(LspServer *server, const char *method, Str params) {
  Arena arena;
  arena_init(&arena);
  lsp_wire_send_locked(server, spell(&arena, 0, method, params));
  arena_clear(&arena);
}

/* ---- questions ---- */

static int64_t next_id(LspServer *server) {
  lock_take(&server->hub->lock);
  int64_t id = ++server->wire.last_id;
  lock_give(&server->hub->lock);
  return id;
}

static void unlink_pending(LspWire *wire, const LspPending *pending) {
  for (LspPending **at = &wire->pending; *at; at = &(*at)->next) {
    if (*at != pending) continue;
    *at = pending->next;
    return;
  }
}

/* The question enters the list and the queue under one lock, so that no answer
 * can come before there is somebody in the list to take it. */
void lsp_wire_ask(LspServer *server, const char *method, Str params, LspAnswered *answered) {
  Arena arena;
  arena_init(&arena);
  LspPending *pending = arena_heap_alloc(sizeof *pending);
  pending->id = next_id(server);
  pending->answered = answered;
  Str body = spell(&arena, pending->id, method, params);
  lock_take(&server->hub->lock);
  pending->next = server->wire.pending;
  server->wire.pending = pending;
  if (!lsp_wire_send_locked(server, body)) {
    unlink_pending(&server->wire, pending);
    free(pending);
  }
  lock_give(&server->hub->lock);
  arena_clear(&arena);
}

static Err queue_call(Job *job, LspServer *server, LspPending *pending, Str body) {
  LspWire *wire = &server->wire;
  lock_take(&server->hub->lock);
  /* Decided under the same lock that the end of a run takes. A call is therefore
   * either refused here or in the list that lsp_wire_fail_locked wakes up; it
   * cannot fall between the two and wait for its whole timeout. */
  bool is_open = server->phase == LSP_RUNNING;
  bool is_sent = is_open && lsp_wire_send_locked(server, body);
  if (is_sent) {
    pending->next = wire->pending;
    wire->pending = pending;
  }
  lock_give(&server->hub->lock);
  if (!is_open) return lsp_server_fail_ended(job, server);
  if (is_sent) return OK;
  return lsp_server_fail_deaf(job, server);
}

/* Nobody sets the event afterwards. */
static void end_call(LspServer *server, LspPending *pending) {
  lock_take(&server->hub->lock);
  unlink_pending(&server->wire, pending);
  /* The server still works on a question that nobody waits for any more. Some do
   * one thing at a time, so without this the next question would wait for it. */
  if (!pending->answer && server->phase == LSP_RUNNING) {
    Arena arena;
    arena_init(&arena);
    Str params = json_spell_one(&arena, "id", json_spell_int(&arena, pending->id));
    lsp_wire_notify_locked(server, "$/cancelRequest", params);
    arena_clear(&arena);
  }
  lock_give(&server->hub->lock);
}

static void note_interrupted(const Job *job, LspHub *hub) {
  lock_take(&hub->lock);
  hub->interrupted[hub->interrupted_next++ % LSP_INTERRUPTED_MAX] = job;
  lock_give(&hub->lock);
}

/* Of a job that is gone and never asked, another at its address may hear: that
 * one is begun twice, and nothing else. */
bool lsp_hub_was_interrupted(Job *job, LspHub *hub) {
  bool was = false;
  lock_take(&hub->lock);
  for (size_t i = 0; i < LSP_INTERRUPTED_MAX; i++) {
    if (hub->interrupted[i] != job) continue;
    hub->interrupted[i] = NULL;
    was = true;
  }
  lock_give(&hub->lock);
  return was;
}

Err lsp_wire_call(Job *job, LspServer *server, const char *method, Str params, int64_t timeout_ms,
                  const Json **ret_answer) {
  /* It lies on this stack: end_call takes it out of the list before the function
   * returns, so the loop's thread never sees it afterwards. */
  LspPending pending = {.id = next_id(server)};
  AUTO(ThreadEvent) event = thread_event_open();
  pending.event = event;
  TRY(queue_call(job, server, &pending, spell(job->arena, pending.id, method, params)));
  Err err = thread_wait(job, event, timeout_ms);
  end_call(server, &pending);
  AUTO(LspMessage) answer = pending.answer;
  /* The job's own deadline gives its own words; these are for a server that was
   * slow while the caller still had time. */
  if (err == ERR_TIMEOUT && !job_is_stopped(job)) {
    job_forgive(job);
    return job_fail(job, ERR_TIMEOUT, "%.*s did not answer %s within %lld s",
                    STR_ARG(server->kind.name), method, (long long)(timeout_ms / 1000));
  }
  if (err) return err;
  /* The event was set without an answer: the run ended while we waited. */
  if (!answer) {
    note_interrupted(job, server->hub);
    return lsp_server_fail_ended(job, server);
  }
  *ret_answer = answer->value;
  /* The answer may be megabytes of parsed JSON. Its memory moves to the caller's
   * arena instead of being copied, and is freed with the call. */
  arena_adopt(job->arena, &answer->arena);
  return OK;
}

/* Who waits on an event owns the entry and finds no answer in it; an entry of
 * lsp_wire_ask belongs to the list and is freed here without being called, for
 * its function has a run to go on with and there is none. */
void lsp_wire_fail_locked(LspServer *server) {
  LspWire *wire = &server->wire;
  while (wire->pending) {
    LspPending *pending = wire->pending;
    wire->pending = pending->next;
    if (pending->event) {
      thread_event_set(pending->event);
    } else {
      free(pending);
    }
  }
}

/* ---- in ---- */

/* The one who asked, no longer in the list; NULL: nobody waits any more. Who
 * has an event has been given the message when this returns NULL too. */
static LspPending *find_asker(LspServer *server, int64_t id, LspMessage **message) {
  lock_take(&server->hub->lock);
  LspPending *pending = server->wire.pending;
  while (pending && pending->id != id) pending = pending->next;
  if (pending) unlink_pending(&server->wire, pending);
  if (pending && pending->event) {
    pending->answer = TAKE(*message);
    thread_event_set(pending->event);
    pending = NULL;
  }
  lock_give(&server->hub->lock);
  return pending;
}

static void take_answer(LspServer *server, LspMessage **message) {
  const Json *value = (*message)->value;
  int64_t id = 0;
  /* Our ids are numbers. An answer with any other id is to nothing we asked. */
  if (!json_to_int(json_get(value, STR("id")), &id)) return;
  LspPending *asker = find_asker(server, id, message);
  if (!asker) return;
  if (asker->answered) asker->answered(server, value);
  free(asker);
}

static void take_message(LspServer *server, LspMessage *taken) {
  AUTO(LspMessage) message = taken;
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  Err err = lsp_message_read(&job, message);
  if (err) {
    Str words = job_message(&job, err);
    /* After a message that is not understood no boundary in the stream can be
     * trusted, so the run is ended rather than resumed somewhere in the middle. */
    lsp_server_break(server, err, "%.*s", STR_ARG(words));
    arena_clear(&arena);
    return;
  }
  arena_clear(&arena);
  const Json *value = message->value;
  const Json *id = json_get(value, STR("id"));
  const Json *method = json_get(value, STR("method"));
  /* The three kinds of message differ only by which members they have. A message
   * with neither is malformed but harmless, and ignored. */
  if (json_is(method, JSON_STRING) && id) {
    lsp_answer_request(server, id, method->text, json_get(value, STR("params")));
  } else if (json_is(method, JSON_STRING)) {
    lsp_answer_notification(server, method->text, json_get(value, STR("params")));
  } else if (id) {
    take_answer(server, &message);
  }
}

static void on_output(void *context, Str bytes) {
  LspServer *server = context;
  LspFrames *frames = &server->wire.frames;
  /* Only this thread changes the phase once a run is attached. */
  while (server->phase < LSP_DYING) {
    LspMessage *message = lsp_frames_take(frames, &bytes);
    if (message) {
      take_message(server, message);
    } else {
      break;
    }
  }
  /* The frames note what was wrong with a header; they end nothing themselves. */
  if (frames->words[0]) lsp_server_break(server, ERR_PROTOCOL, "%s", frames->words);
}

/* Only the tail is kept: it is for the message about a crash. Many servers log
 * without end here, and reading it is what keeps them from blocking. */
static void on_errors(void *context, Str bytes) {
  LspServer *server = context;
  lock_take(&server->hub->lock);
  lsp_tail_add(&server->errors, bytes);
  lock_give(&server->hub->lock);
}

/* ---- streams ---- */

static void input_closed(void *context, Err err) {
  LspServer *server = context;
  (void)err;
  server->wire.input = NULL;
  /* Usually its end is seen here first; one that only closed its input cannot
   * be asked either. */
  if (server->phase < LSP_STOPPING) lsp_server_break(server, ERR_CLOSED, "ended");
  lsp_server_stream_gone(server);
}

static void output_closed(void *context, Err err) {
  LspServer *server = context;
  (void)err;
  /* A socket is one stream for both directions. */
  if (server->wire.input == server->wire.output) server->wire.input = NULL;
  server->wire.output = NULL;
  lsp_server_break(server, ERR_CLOSED, "ended");
  lsp_server_stream_gone(server);
}

static void errors_closed(void *context, Err err) {
  LspServer *server = context;
  (void)err;
  server->wire.errors = NULL;
  lsp_server_stream_gone(server);
}

/* Each stream holds a reference, given back when it has closed, because its
 * callbacks have the server as their context and may come after everybody else
 * has let go of it. */
static LoopStream *open_stream(LspServer *server, int fd, const LoopStreamHandler *handler) {
  lock_take(&server->hub->lock);
  Loop *loop = server->hub->loop;
  server->refs++;
  lock_give(&server->hub->lock);
  server->wire.streams++;
  return loop_stream_open_fd(loop, fd, handler);
}

void lsp_wire_attach(LspServer *server, int input, int output, int errors) {
  LspWire *wire = &server->wire;
  LoopStreamHandler in = {.context = server, .on_drain = flush, .on_close = input_closed};
  LoopStreamHandler out = {
      .context = server, .on_data = on_output, .on_drain = flush, .on_close = output_closed};
  LoopStreamHandler err = {.context = server, .on_data = on_errors, .on_close = errors_closed};
  wire->output = open_stream(server, output, &out);
  wire->input = input == output ? wire->output : open_stream(server, input, &in);
  if (errors >= 0) wire->errors = open_stream(server, errors, &err);
  loop_stream_read(wire->output, true);
  if (wire->errors) loop_stream_read(wire->errors, true);
}

void lsp_wire_close(LspServer *server) {
  LspWire *wire = &server->wire;
  if (wire->input && wire->input != wire->output) loop_stream_close(wire->input);
  if (wire->output) loop_stream_close(wire->output);
  if (wire->errors) loop_stream_close(wire->errors);
}
