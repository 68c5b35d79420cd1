/* Requests: from arrival to answer. Who waits, who works on the pool, what
 * cancelling means, and where the answer goes. */
#include "src/base/clock.h"
#include "src/mcp/mcp_internal.h"

/* Holds a reference to its peer, which therefore outlives every request,
 * also when the client has gone. */
McpRequest *mcp_request_open(McpPeer *peer, const McpSink *sink) {
  McpRequest *request = arena_heap_alloc(sizeof *request);
  request->mcp = peer->mcp;
  request->peer = peer;
  request->id = STR("null");
  request->level = MCP_LEVEL_NONE;
  if (sink) request->sink = *sink;
  request->arena = peer->mcp->spare;
  arena_init(&peer->mcp->spare);
  job_init(&request->job, &request->arena);
  request->job.owner = peer->options.owner;
  buf_init(&request->answer, &request->arena, MCP_MAX_ANSWER);
  mcp_peer_ref(peer);
  return request;
}

/* One block of a usual size stays for the next request. */
static void give_memory_back(McpRequest *request) {
  enum { SPARE_MOST = 128 << 10 };
  if (request->mcp->spare.block || request->arena.used > SPARE_MOST) {
    arena_clear(&request->arena);
    return;
  }
  arena_reset(&request->arena);
  request->mcp->spare = request->arena;
}

/* The only place where a request ends. An open batch hears of it, or it
 * would wait for ever. */
void mcp_request_free(McpRequest *request) {
  McpPeer *peer = request->peer;
  peer->held_bytes -= request->size;
  if (request->batch) mcp_batch_close_one(peer, request->batch, &request->sink);
  for (McpQuestion *question = request->questions; question; question = question->next) {
    thread_event_close(question->event);
    free(question->answer);
  }
  if (request->mark_event) thread_event_close(request->mark_event);
  give_memory_back(request);
  free(request);
  mcp_peer_unref(peer);
}

static const McpSink *sink_of(const McpRequest *request) {
  return request->sink.send ? &request->sink : &request->peer->sink;
}

/* To the request's own stream where it has one, else to the peer's. What was
 * cancelled or abandoned is not sent: the client does not expect it. */
static void send(McpRequest *request, Str message, const McpFrame *frame) {
  const McpSink *sink = sink_of(request);
  if (request->peer->closed || request->abandoned || !sink->send) return;
  sink->send(sink->context, message, frame);
}

void mcp_request_send(McpRequest *request, Str message) {
  if (!request->cancelled) send(request, message, &(McpFrame){0});
}

/* ---- answering ---- */

static void send_batch(McpPeer *peer, const McpSink *sink, McpBatch *batch, bool is_last) {
  const McpSink *out = sink->send ? sink : &peer->sink;
  if (peer->closed || batch->abandoned || !out->send) return;
  if (batch->has_answers) {
    buf_add_byte(&batch->answers, ']');
    out->send(out->context, buf_str(&batch->answers),
              &(McpFrame){.last = is_last, .is_response = true});
  } else if (peer->options.is_http) {
    out->send(out->context, STR_EMPTY, &(McpFrame){.last = is_last});
  }
}

/* The last one sends the array. */
void mcp_batch_close_one(McpPeer *peer, McpBatch *batch, const McpSink *sink) {
  if (--batch->open > 0) return;
  mcp_peer_ref(peer);
  send_batch(peer, sink, batch, true);
  mcp_peer_unref(peer);
  arena_clear(&batch->arena);
  free(batch);
}

/* Answers that grow too large together leave as several arrays. */
static void add_to_batch(McpRequest *request, Str answer) {
  McpBatch *batch = request->batch;
  if (batch->answers.len && batch->answers.len + answer.len > MCP_MAX_ANSWER) {
    send_batch(request->peer, &request->sink, batch, false);
    buf_truncate(&batch->answers, 0);
    batch->has_answers = false;
  }
  buf_add_byte(&batch->answers, batch->has_answers ? ',' : '[');
  buf_add(&batch->answers, answer);
  batch->has_answers = true;
}

/* Frees the request. A cancelled one has no answer; but an HTTP exchange has
 * to be ended. */
void mcp_request_answer(McpRequest *request) {
  mcp_make_one_line(request->answer.ptr, request->answer.len);
  Str answer = buf_str(&request->answer);
  if (request->cancelled) {
    if (!request->batch && request->peer->options.is_http) {
      send(request, STR_EMPTY, &(McpFrame){.last = true});
    }
  } else if (request->batch) {
    add_to_batch(request, answer);
  } else {
    send(request, answer, &(McpFrame){.last = true, .is_response = true,
                                      .rejected = request->rejected,
                                      .error_code = request->error_code});
  }
  mcp_request_free(request);
}

static void answer_and_tell(McpRequest *request) {
  McpPeer *peer = request->peer;
  mcp_peer_ref(peer);
  mcp_request_answer(request);
  mcp_peer_now_idle(peer);
  mcp_peer_unref(peer);
}

/* ---- working ---- */

/* Answers pile up that nobody reads, or that the loop has not come to send:
 * what is not begun yet can wait. */
static bool is_to_wait(McpPeer *peer) {
  return atomic_load(&peer->is_held) || atomic_load(&peer->made) > MCP_MAX_MADE;
}

/* Counted from here, where it begins to work. A tool's own deadline is nearer
 * than the farthest one, and so may the client's wish be. */
static void set_deadline(McpRequest *request) {
  int64_t ms = (request->method->run == mcp_run_tools_call ? TOOL_SECONDS_MAX : TOOL_SECONDS) * (int64_t)1000;
  if (request->timeout_ms && request->timeout_ms < ms) ms = request->timeout_ms;
  request->job.deadline_ms = job_now_ms() + ms;
}

/* On a pool thread. The permit is for CPU time and may have to be waited
 * for; a request whose answers would only pile up goes back into the queue
 * instead of being begun. */
static void work(void *context) {
  McpRequest *request = context;
  Mcp *mcp = request->mcp;
  McpItemKind outcome = MCP_ITEM_FINISHED;
  Err err = thread_permit_take(&request->job, mcp->options.pool);
  if (err) {
    mcp_error_from(request, err);
  } else {
    if (is_to_wait(request->peer)) {
      outcome = MCP_ITEM_PUT_BACK;
    } else {
      set_deadline(request);
      int64_t began_us = clock_monotonic_us();
      request->method->run(request);
      request->took_us = clock_monotonic_us() - began_us;
    }
    thread_permit_return(&request->job);
  }
  if (outcome == MCP_ITEM_FINISHED) {
    request->made = request->arena.used;
    atomic_fetch_add(&request->peer->made, request->made);
  }
  mcp_post(mcp, &(McpItem){.kind = outcome, .request = request}, STR_EMPTY);
  mcp_worker_ended(mcp);
}

static void unlink_request(McpRequest *request) {
  McpPeer *peer = request->peer;
  McpRequest **link = &peer->requests;
  while (*link != request) link = &(*link)->next;
  *link = request->next;
  if (peer->requests_end == &request->next) peer->requests_end = link;
  peer->active--;
}

static void refuse_busy(McpRequest *request) {
  mcp_error(request, MCP_INTERNAL_ERROR,
            "too many requests in progress; wait for answers before sending more");
}

/* False: the pool is full, and the request has its answer. */
static bool hand_over(McpRequest *request) {
  mcp_worker_began(request->mcp);
  request->started = true;
  request->peer->running++;
  if (thread_pool_run_for(request->mcp->options.pool, request->job.owner, work, request)) return true;
  mcp_worker_ended(request->mcp);
  request->started = false;
  request->peer->running--;
  return false;
}

static size_t max_active(const Mcp *mcp) {
  return mcp->options.max_active ? mcp->options.max_active : 64;
}

static void start_waiting(McpPeer *peer);

void mcp_peer_hold(McpPeer *peer, bool on) {
  peer->is_held = on;
  if (!on && !peer->closed) start_waiting(peer);
}

/* In the order of arrival, as many as may run at once for this peer. A full
 * pool refuses the request instead of queueing it a second time. */
static void start_waiting(McpPeer *peer) {
  mcp_peer_ref(peer);
  McpRequest *request = peer->requests;
  while (request && !peer->closed && !peer->is_held && peer->running < max_active(peer->mcp)) {
    if (request->started || hand_over(request)) {
      request = request->next;
      continue;
    }
    unlink_request(request);
    refuse_busy(request);
    mcp_request_answer(request);
    request = peer->closed ? NULL : peer->requests;
  }
  mcp_peer_unref(peer);
}

/* Loop thread, from the worker's last item. The next one that waits is
 * started before the peer is said to be idle. */
void mcp_request_finished(McpRequest *request) {
  McpPeer *peer = request->peer;
  mcp_trial_learn(request);
  mcp_peer_ref(peer);
  unlink_request(request);
  peer->running--;
  atomic_fetch_sub(&peer->made, request->made);
  mcp_request_answer(request);
  if (!peer->closed) start_waiting(peer);
  mcp_peer_now_idle(peer);
  mcp_peer_unref(peer);
}

/* What came before it in the mailbox is sent by now: it begins again at once,
 * or when the reader has caught up. */
void mcp_request_put_back(McpRequest *request) {
  McpPeer *peer = request->peer;
  Err err = peer->closed ? ERR_CANCELLED : job_check(&request->job);
  if (err) {
    mcp_error_from(request, err);
    mcp_request_finished(request);
    return;
  }
  request->started = false;
  peer->running--;
  start_waiting(peer);
}

static void run_here(McpRequest *request) {
  request->method->run(request);
  if (mcp_has_answer(request)) mcp_request_answer(request);
  else mcp_listen_acknowledge(request); /* a stream: it stays open */
}

/* Short methods run here and now; the others get a place in the peer's
 * queue, up to a number and to bytes, so that one client cannot fill the
 * memory with questions. */
void mcp_request_start(McpRequest *request) {
  McpPeer *peer = request->peer;
  if (request->method->on_loop) {
    run_here(request);
    return;
  }
  size_t waiting = peer->active - peer->running;
  if (waiting >= MCP_MAX_WAITING || peer->held_bytes > MCP_MAX_HELD_BYTES) {
    refuse_busy(request);
    mcp_request_answer(request);
    return;
  }
  mcp_client_init(request);
  if (mcp_trial(request)) return;
  *peer->requests_end = request;
  peer->requests_end = &request->next;
  peer->active++;
  start_waiting(peer);
}

/* ---- cancelling ---- */

static McpRequest *find_in(McpRequest *list, Str id) {
  while (list && !str_eq(list->id, id)) list = list->next;
  return list;
}

McpRequest *mcp_request_find(McpPeer *peer, Str id) {
  McpRequest *request = find_in(peer->requests, id);
  return request ? request : find_in(peer->listens, id);
}

static void drop_listen(McpRequest *listen) {
  McpPeer *peer = listen->peer;
  McpRequest **link = &peer->listens;
  while (*link != listen) link = &(*link)->next;
  *link = listen->next;
  peer->listen_count--;
  listen->cancelled = true;
  mcp_request_answer(listen);
}

/* What works stops as soon as it looks; what waits ends here. */
static void cancel(McpRequest *request) {
  request->cancelled = true;
  if (request->started) {
    job_cancel(&request->job, ERR_CANCELLED);
    return;
  }
  unlink_request(request);
  answer_and_tell(request);
}

bool mcp_request_cancel(McpPeer *peer, Str id) {
  McpRequest *listen = find_in(peer->listens, id);
  McpRequest *request = find_in(peer->requests, id);
  if (listen) drop_listen(listen);
  else if (request && !request->cancelled) cancel(request);
  return listen || request;
}

static McpRequest *next_of_sink(McpRequest *list, const void *sink_context) {
  while (list && (!list->sink.send || list->sink.context != sink_context || list->abandoned)) {
    list = list->next;
  }
  return list;
}

/* A stream (an HTTP exchange) is gone: what was to be answered on it has
 * nobody to answer. `stop` false: the work goes on, for a client that will
 * come back for it. */
void mcp_abandon(McpPeer *peer, const void *sink_context, bool stop) {
  McpRequest *request;
  mcp_peer_ref(peer);
  while ((request = next_of_sink(peer->listens, sink_context))) {
    request->abandoned = true;
    drop_listen(request);
  }
  while ((request = next_of_sink(peer->requests, sink_context))) {
    request->abandoned = true;
    if (request->batch) request->batch->abandoned = true;
    mcp_questions_fail(peer, request);
    if (stop && !request->cancelled) cancel(request);
  }
  mcp_peer_unref(peer);
}
