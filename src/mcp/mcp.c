/* The server: its options and providers, and the mailbox through which workers
 * and other threads reach the loop.
 *
 * Only the loop thread touches peers and requests. A worker that has
 * something to say posts an item: a message to be sent, a question, its end.
 * Items are handled in the order they were posted, so what a handler said
 * before its end is sent before its answer. */
#include "src/mcp/mcp.h"

#include <assert.h>
#include <string.h>

#include "src/mcp/mcp_internal.h"
#include "src/os/secret.h"

enum { STATE_KEY_BYTES = 32 };

static void registry_changed(void *context) { mcp_tools_changed(context); }

static Str spell_implementation(Mcp *mcp) {
  Buf buf;
  JsonWriter writer;
  buf_init(&buf, &mcp->arena, SIZE_MAX / 2);
  json_writer_init(&writer, &buf, 0);
  mcp_write_implementation(mcp, &writer, MCP_2026_07_28, false);
  return buf_str(&buf);
}

/* Without a state key given, one is made: request states sealed by an
 * earlier process are then not accepted any more. */
Mcp *mcp_open(const McpOptions *options) {
  Mcp *mcp = arena_heap_alloc(sizeof *mcp);
  mcp->options = *options;
  mcp->items_end = &mcp->items;
  arena_init(&mcp->arena);
  mcp->state_key = options->state_key.len ? str_copy(&mcp->arena, options->state_key)
                                          : secret_random_hex(&mcp->arena, STATE_KEY_BYTES);
  mcp->implementation = spell_implementation(mcp);
  lock_init(&mcp->lock);
  lock_signal_init(&mcp->idle);
  if (options->registry) tool_registry_on_change(options->registry, registry_changed, mcp);
  return mcp;
}

void mcp_add_provider(Mcp *mcp, const McpProvider *provider) {
  *vec_add(&mcp->arena, &mcp->providers) = *provider;
  if (provider->resource_at || provider->template_at || provider->read) mcp->has_resources = true;
  if (provider->prompt_at || provider->get_prompt) mcp->has_prompts = true;
  if (provider->complete) mcp->has_completion = true;
}

/* At the end, when no worker is left: the requests that the peer still has
 * will never be answered. */
static void free_peer_now(McpPeer *peer) {
  peer->closed = true;
  mcp_peer_ref(peer);
  while (peer->requests) {
    McpRequest *request = peer->requests;
    peer->requests = request->next;
    mcp_request_free(request);
  }
  mcp_peer_unref(peer);
}

/* Closing the peers cancels their requests; the workers then end by
 * themselves and are waited for. What they posted meanwhile is thrown away. */
void mcp_close(Mcp *mcp) {
  if (!mcp) return;
  if (mcp->options.registry) tool_registry_on_change(mcp->options.registry, NULL, NULL);
  for (McpPeer *peer = mcp->peers; peer;) {
    McpPeer *next = peer->next;
    mcp_peer_close(peer);
    peer = next;
  }
  lock_take(&mcp->lock);
  while (mcp->workers) lock_wait(&mcp->idle, &mcp->lock);
  lock_give(&mcp->lock);
  while (mcp->items) {
    McpItem *item = mcp->items;
    mcp->items = item->next;
    free(item);
  }
  while (mcp->peers) free_peer_now(mcp->peers);
  mcp_trial_end_turn(mcp);
  mcp_listings_clear(mcp);
  arena_clear(&mcp->spare);
  arena_clear(&mcp->arena);
  lock_clear(&mcp->lock);
  lock_signal_clear(&mcp->idle);
  free(mcp);
}

/* ---- the mailbox ---- */

/* The transport is told before the worker goes on: a marked request is never
 * run a second time, whoever dies when. */
static void mark(McpRequest *request) {
  McpPeer *peer = request->peer;
  if (!peer->closed && peer->options.mark_writing) {
    peer->options.mark_writing(peer->options.mark_context, request->id);
  }
  thread_event_set(request->mark_event);
}

static void handle(Mcp *mcp, const McpItem *item) {
  Str text = {item->text, item->len};
  switch (item->kind) {
    case MCP_ITEM_SEND:
      mcp_request_send(item->request, text);
      break;
    case MCP_ITEM_FINISHED:
      mcp_request_finished(item->request);
      break;
    case MCP_ITEM_PUT_BACK:
      mcp_request_put_back(item->request);
      break;
    case MCP_ITEM_ASK:
      mcp_question_ask(item->question);
      break;
    case MCP_ITEM_WITHDRAW:
      mcp_question_withdraw(item->question);
      break;
    case MCP_ITEM_MARK:
      mark(item->request);
      break;
    case MCP_ITEM_CHANGED:
      mcp_announce(mcp, item->change, text);
      break;
  }
}

/* The whole list is taken at once; what is posted while it is handled comes
 * with the next turn. */
static void open_mailbox(void *context) {
  Mcp *mcp = context;
  lock_take(&mcp->lock);
  McpItem *items = mcp->items;
  mcp->items = NULL;
  mcp->items_end = &mcp->items;
  mcp->is_woken = false;
  mcp->posted = 0;
  lock_give(&mcp->lock);
  while (items) {
    McpItem *item = items;
    items = item->next;
    handle(mcp, item);
    free(item);
  }
}

/* Any thread. The loop is woken once for all items until it looks. Messages
 * beyond a bound are dropped (progress and logs, which nobody waits for),
 * answers never. */
void mcp_post(Mcp *mcp, const McpItem *item, Str text) {
  McpItem *copy = arena_heap_alloc(sizeof *copy + text.len);
  copy->kind = item->kind;
  copy->request = item->request;
  copy->question = item->question;
  copy->change = item->change;
  copy->len = text.len;
  if (text.len) memcpy(copy->text, text.ptr, text.len);
  if (item->kind == MCP_ITEM_SEND) mcp_make_one_line(copy->text, copy->len);
  lock_take(&mcp->lock);
  if (item->kind == MCP_ITEM_SEND && mcp->posted++ >= MCP_MAX_POSTED) {
    lock_give(&mcp->lock);
    free(copy);
    return;
  }
  *mcp->items_end = copy;
  mcp->items_end = &copy->next;
  bool is_woken = mcp->is_woken;
  mcp->is_woken = true;
  if (!is_woken) loop_post(mcp->options.loop, open_mailbox, mcp);
  lock_give(&mcp->lock);
}

void mcp_worker_began(Mcp *mcp) {
  lock_take(&mcp->lock);
  mcp->workers++;
  lock_give(&mcp->lock);
}

/* The last thing a worker does with the server: mcp_close may free it right
 * after. */
void mcp_worker_ended(Mcp *mcp) {
  lock_take(&mcp->lock);
  assert(mcp->workers);
  if (--mcp->workers == 0) lock_wake_all(&mcp->idle);
  lock_give(&mcp->lock);
}

static void post_change(Mcp *mcp, McpChange change, Str uri) {
  mcp_post(mcp, &(McpItem){.kind = MCP_ITEM_CHANGED, .change = change}, uri);
}

void mcp_tools_changed(Mcp *mcp) { post_change(mcp, MCP_TOOLS, STR_EMPTY); }
void mcp_prompts_changed(Mcp *mcp) { post_change(mcp, MCP_PROMPTS, STR_EMPTY); }
void mcp_resources_changed(Mcp *mcp) { post_change(mcp, MCP_RESOURCES, STR_EMPTY); }
void mcp_resource_updated(Mcp *mcp, Str uri) { post_change(mcp, MCP_UPDATED, uri); }
