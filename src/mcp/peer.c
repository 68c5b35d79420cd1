/* Peers: one per connection or session. Opening, closing, where their
 * messages go, and what of an old-era session survives a restart. */
#include <string.h>

#include "src/mcp/mcp_internal.h"

enum { KEPT_FIRST = 8 };

/* ---- small sets of strings on the heap ---- */

static size_t kept_find(const McpKept *kept, Str text) {
  for (size_t i = 0; i < kept->len; i++) {
    if (str_eq(text, kept->items[i])) return i;
  }
  return kept->len;
}

bool mcp_kept_has(const McpKept *kept, Str text) { return kept_find(kept, text) < kept->len; }

void mcp_kept_add(McpKept *kept, Str text) {
  if (kept->len == kept->cap) {
    kept->cap = kept->cap ? kept->cap * 2 : KEPT_FIRST;
    kept->items = arena_heap_grow(kept->items, kept->cap * sizeof *kept->items);
  }
  kept->items[kept->len++] = (Str){str_to_heap(text), text.len};
}

static void kept_free(Str item) { free((char *)(uintptr_t)item.ptr); }

static void kept_remove_at(McpKept *kept, size_t index) {
  kept_free(kept->items[index]);
  memmove(kept->items + index, kept->items + index + 1,
          (kept->len - index - 1) * sizeof *kept->items);
  kept->len--;
}

bool mcp_kept_remove(McpKept *kept, Str text) {
  size_t index = kept_find(kept, text);
  if (index == kept->len) return false;
  kept_remove_at(kept, index);
  return true;
}

static void clear_kept(McpKept *kept) {
  for (size_t i = 0; i < kept->len; i++) kept_free(kept->items[i]);
  free(kept->items);
  *kept = (McpKept){0};
}

/* ---- life ---- */

/* The first reference is the caller's and goes with mcp_peer_close; each
 * request holds another. */
McpPeer *mcp_peer_open(Mcp *mcp, const McpPeerOptions *options) {
  Str principal = options->principal;
  McpPeer *peer = arena_heap_alloc(sizeof *peer + principal.len); /* each request of the new era has one */
  peer->mcp = mcp;
  peer->options = *options;
  peer->scope = options->scope;
  peer->sink = options->sink;
  peer->refs = 1;
  peer->version = MCP_VERSION_NONE;
  peer->requests_end = &peer->requests;
  arena_init(&peer->arena);
  peer->options.principal = principal.len ? (Str){memcpy(peer + 1, principal.ptr, principal.len), principal.len} : STR_EMPTY;
  atomic_init(&peer->level, MCP_LEVEL_WARNING);
  peer->next = mcp->peers;
  mcp->peers = peer;
  return peer;
}

/* `on_released` last: what the options point to may go from here on. */
static void free_peer(McpPeer *peer) {
  McpPeer **link = &peer->mcp->peers;
  while (*link != peer) link = &(*link)->next;
  *link = peer->next;
  LoopFunction *released = peer->options.on_released;
  void *context = peer->options.released_context;
  clear_kept(&peer->subscriptions);
  clear_kept(&peer->kept);
  free(peer->roots);
  arena_clear(&peer->arena);
  free(peer);
  if (released) released(context);
}

void mcp_peer_ref(McpPeer *peer) { peer->refs++; }

void mcp_peer_unref(McpPeer *peer) {
  if (--peer->refs == 0) free_peer(peer);
}

/* What has not begun is freed; what works is stopped, and frees itself when it
 * notices. Not as cancelled: nobody asked for that, and what lives elsewhere
 * (code in a live session) goes on for a client that comes back. */
static void drop_waiting(McpPeer *peer) {
  McpRequest **link = &peer->requests;
  while (*link) {
    McpRequest *request = *link;
    if (request->started) {
      request->cancelled = true;
      job_cancel(&request->job, ERR_CLOSED);
      link = &request->next;
    } else {
      *link = request->next;
      peer->active--;
      mcp_request_free(request);
    }
  }
  peer->requests_end = link;
}

/* Nothing is sent afterwards, and nobody waits for an answer of the client
 * any more. */
void mcp_peer_close(McpPeer *peer) {
  if (!peer || peer->closed) return;
  peer->closed = true;
  peer->sink = (McpSink){0};
  peer->on_idle = NULL;
  drop_waiting(peer);
  while (peer->listens) {
    McpRequest *listen = peer->listens;
    peer->listens = listen->next;
    mcp_request_free(listen);
  }
  mcp_questions_fail(peer, NULL);
  mcp_peer_unref(peer);
}

void mcp_peer_input_ended(McpPeer *peer) {
  peer->input_ended = true;
  mcp_questions_fail(peer, NULL);
}

/* ---- messages of their own ---- */

/* One copy of each is enough: they say that something changed, and the
 * client looks for itself. */
static void keep_back(McpPeer *peer, Str message) {
  if (mcp_kept_has(&peer->kept, message)) return;
  if (peer->kept.len == MCP_MAX_KEPT) kept_remove_at(&peer->kept, 0);
  mcp_kept_add(&peer->kept, message);
}

/* A message of our own, to no request. Without a stream to send it on it is
 * kept until there is one. */
void mcp_peer_send(McpPeer *peer, Str message) {
  if (peer->closed) return;
  if (!peer->sink.send) {
    keep_back(peer, message);
    return;
  }
  peer->sink.send(peer->sink.context, message, &(McpFrame){0});
}

void mcp_peer_set_sink(McpPeer *peer, McpSink sink) {
  peer->sink = sink;
  if (!sink.send) return;
  McpKept kept = peer->kept;
  peer->kept = (McpKept){0};
  mcp_peer_ref(peer);
  for (size_t i = 0; i < kept.len; i++) mcp_peer_send(peer, kept.items[i]);
  clear_kept(&kept);
  mcp_peer_unref(peer);
}

size_t mcp_peer_active(const McpPeer *peer) { return peer->active; }

void mcp_peer_on_idle(McpPeer *peer, LoopFunction *function, void *context) {
  peer->on_idle = function;
  peer->idle_context = context;
}

void mcp_peer_now_idle(McpPeer *peer) {
  if (!peer->closed && peer->active == 0 && peer->on_idle) peer->on_idle(peer->idle_context);
}

Str mcp_peer_version(const McpPeer *peer) { return mcp_version_name(peer->version); }

Str mcp_peer_client(const McpPeer *peer) {
  return json_get_str(peer->client, STR("name"), STR_EMPTY);
}

/* Closed ones are still in the list while their requests work. */
const McpPeer *mcp_peer_next(const Mcp *mcp, const McpPeer *peer) {
  peer = peer ? peer->next : mcp->peers;
  while (peer && peer->closed) peer = peer->next;
  return peer;
}

const ToolScope *mcp_peer_scope(const McpPeer *peer) { return &peer->options.scope; }

/* ---- across a restart ---- */

/* What a session consists of, for the next process: the client sees no
 * difference. Not the requests under way, which the front end sends again. */
Str mcp_peer_save(McpPeer *peer, Arena *arena) {
  Buf buf;
  JsonWriter writer;
  if (peer->version == MCP_VERSION_NONE) return STR_EMPTY;
  buf_init(&buf, arena, SIZE_MAX / 2);
  json_writer_init(&writer, &buf, 0);
  json_begin_object(&writer);
  json_field_str(&writer, "version", mcp_version_name(peer->version));
  json_field_bool(&writer, "ready", peer->is_ready);
  json_field_str(&writer, "level", mcp_level_name((McpLevel)atomic_load(&peer->level)));
  if (peer->capabilities) json_field_value(&writer, "capabilities", peer->capabilities);
  if (peer->client) json_field_value(&writer, "client", peer->client);
  json_field_array(&writer, "subscriptions");
  for (size_t i = 0; i < peer->subscriptions.len; i++) {
    json_str(&writer, peer->subscriptions.items[i]);
  }
  json_end_array(&writer);
  json_end_object(&writer);
  return buf_str(&buf);
}

static bool is_object_or_absent(const Json *value) {
  return !value || value->type == JSON_OBJECT;
}

static bool are_strings(const Json *value) {
  if (!json_is(value, JSON_ARRAY) || value->count > MCP_MAX_SUBSCRIPTIONS) return false;
  for (size_t i = 0; i < value->count; i++) {
    if (value->items[i].type != JSON_STRING) return false;
  }
  return true;
}

/* Reads into the peer's memory; nothing is taken over unless all of it is
 * well formed. */
Err mcp_peer_restore(Job *job, McpPeer *peer, Str saved) {
  Job reading;
  const Json *value = NULL;
  McpLevel level = MCP_LEVEL_NONE;
  if (peer->version != MCP_VERSION_NONE) {
    return job_fail(job, ERR_EXISTS, "the session is open already");
  }
  job_init(&reading, &peer->arena);
  Err err = json_read(&reading, str_copy(&peer->arena, saved), &mcp_limits, &value);
  if (err) {
    Str words = job_message(&reading, err);
    return job_fail(job, err, "a saved session: %.*s", STR_ARG(words));
  }
  const Json *capabilities = json_get(value, STR("capabilities"));
  const Json *client = json_get(value, STR("client"));
  const Json *uris = json_get(value, STR("subscriptions"));
  McpVersion version = mcp_version_from_name(json_get_str(value, STR("version"), STR_EMPTY));
  if (version > MCP_2025_11_25 || !is_object_or_absent(capabilities) ||
      !is_object_or_absent(client) || !are_strings(uris) ||
      !mcp_level_from_name(json_get_str(value, STR("level"), STR_EMPTY), &level)) {
    return job_fail(job, ERR_SYNTAX, "a saved session is not as it was written");
  }
  peer->version = version;
  peer->capabilities = capabilities;
  peer->client = client;
  peer->is_ready = json_get_bool(value, STR("ready"), false);
  atomic_store(&peer->level, (int)level);
  for (size_t i = 0; i < uris->count; i++) {
    if (!mcp_kept_has(&peer->subscriptions, uris->items[i].text)) {
      mcp_kept_add(&peer->subscriptions, uris->items[i].text);
      mcp_tell_subscribed(peer, uris->items[i].text);
    }
  }
  return OK;
}
