/* Rounds: a new-era request that needs the client's input is answered with
 * questions and comes again, whole, with the answers. What we must remember
 * in between travels with the client as requestState: sealed with a key of
 * ours, good for ten minutes, for one caller and for the one request it was
 * made for. The client is not trusted with it, nor to send it at all. */
#include "src/base/clock.h"
#include "src/mcp/mcp_internal.h"
#include "src/os/secret.h"

/* What we sealed ourselves was within limits; the depth leaves room for the
 * answers that are nested in it. */
static const JsonLimits state_limits = {.max_depth = 96};

static int64_t now_ms(const Mcp *mcp) {
  return mcp->options.now_ms ? mcp->options.now_ms() : clock_wall_ms();
}

/* ---- which request a state is for ---- */

static int compare_members(const void *a, const void *b) {
  const JsonMember *const *left = a;
  const JsonMember *const *right = b;
  return str_compare((*left)->name, (*right)->name);
}

/* Spelled with members in order of their names: clients may build the same
 * arguments anew. */
static void write_canonical(Arena *arena, Buf *buf, const Json *value) {
  if (json_is(value, JSON_OBJECT)) {
    const JsonMember **sorted = ARENA_ARRAY(arena, const JsonMember *, value->count);
    for (size_t i = 0; i < value->count; i++) sorted[i] = &value->members[i];
    if (value->count) qsort(sorted, value->count, sizeof *sorted, compare_members);
    buf_add_byte(buf, '{');
    for (size_t i = 0; i < value->count; i++) {
      Json name = {.type = JSON_STRING, .text = sorted[i]->name};
      write_canonical(arena, buf, &name);
      buf_add_byte(buf, ':');
      write_canonical(arena, buf, &sorted[i]->value);
      buf_add_byte(buf, ',');
    }
    buf_add_byte(buf, '}');
  } else if (json_is(value, JSON_ARRAY)) {
    buf_add_byte(buf, '[');
    for (size_t i = 0; i < value->count; i++) {
      write_canonical(arena, buf, &value->items[i]);
      buf_add_byte(buf, ',');
    }
    buf_add_byte(buf, ']');
  } else {
    buf_add(buf, json_spell(arena, value));
  }
}

/* What the state is bound to: the method, what it names, and the arguments.
 * A state made for one call is of no use for another. */
static Str digest_of(McpRequest *request) {
  Buf buf;
  const McpMethod *method = request->method;
  buf_init(&buf, &request->arena, SIZE_MAX / 2);
  buf_add_c(&buf, method->name);
  buf_add_byte(&buf, '\n');
  write_canonical(&request->arena, &buf, json_get(request->params, str_from_c(method->named)));
  buf_add_byte(&buf, '\n');
  write_canonical(&request->arena, &buf, json_get(request->params, STR("arguments")));
  return secret_sha256_hex(&request->arena, buf_str(&buf));
}

/* ---- sealing ---- */

/* Readable for the client, and not secret; but nobody else can make one. */
static Str seal_state(McpRequest *request) {
  McpRound *round = &request->round;
  Arena *arena = &request->arena;
  Buf buf;
  JsonWriter writer;
  buf_init(&buf, arena, SIZE_MAX / 2);
  json_writer_init(&writer, &buf, 0);
  json_begin_object(&writer);
  json_field_int(&writer, "until", now_ms(request->mcp) + MCP_STATE_LIFE_MS);
  json_field_str(&writer, "for", digest_of(request));
  json_field_str(&writer, "by", request->peer->options.principal);
  if (round->has_state) json_field_str(&writer, "state", secret_base64(arena, round->state));
  json_field_object(&writer, "answers");
  for (size_t i = 0; i < round->answered.len; i++) {
    json_name(&writer, round->answered.items[i].key);
    json_value(&writer, round->answered.items[i].value);
  }
  json_end_object(&writer);
  json_end_object(&writer);
  Str payload = secret_base64(arena, buf_str(&buf));
  Str mac = secret_mac_hex(arena, request->mcp->state_key, payload);
  return str_format(arena, "%.*s.%.*s", STR_ARG(payload), STR_ARG(mac));
}

/* Every refusal tells how to go on: without the state. */
static bool refuse(McpRequest *request, const char *why) {
  mcp_error(request, MCP_INVALID_PARAMS,
            "params.requestState %s; send the request again without it to start over", why);
  return false;
}

static bool read_payload(McpRequest *request, Str payload, const Json **ret_value) {
  Job job;
  Str text;
  job_init(&job, &request->arena);
  return secret_from_base64(&request->arena, payload, &text) &&
         !json_read(&job, text, &state_limits, ret_value);
}

/* The seal first, so that nothing is parsed that we did not write; then its
 * age, its owner, its request. */
static bool open_state(McpRequest *request, Str sealed) {
  Arena *arena = &request->arena;
  McpRound *round = &request->round;
  size_t dot = str_find_last_byte(sealed, '.');
  if (dot == STR_NONE) return refuse(request, "was not made by this server");
  Str payload = str_slice(sealed, 0, dot);
  Str mac = secret_mac_hex(arena, request->mcp->state_key, payload);
  if (!secret_equal(mac, str_slice(sealed, dot + 1, sealed.len))) {
    return refuse(request, "was not made by this server, or was changed on the way");
  }
  const Json *value = NULL;
  if (!read_payload(request, payload, &value)) return refuse(request, "cannot be read");
  if (json_get_int(value, STR("until"), 0) < now_ms(request->mcp)) {
    return refuse(request, "is older than ten minutes");
  }
  if (!str_eq(json_get_str(value, STR("by"), STR_EMPTY), request->peer->options.principal)) {
    return refuse(request, "belongs to somebody else");
  }
  if (!str_eq(json_get_str(value, STR("for"), STR_EMPTY), digest_of(request))) {
    return refuse(request, "belongs to another request");
  }
  const Json *state = json_get(value, STR("state"));
  round->has_state = state && secret_from_base64(arena, state->text, &round->state);
  round->earlier = json_get(value, STR("answers"));
  return true;
}

/* ---- a round ---- */

/* Sessions of the old era have no rounds: they are asked over the connection.
 * False after the error was written. */
bool mcp_round_open(McpRequest *request) {
  if (request->version != MCP_2026_07_28) return true;
  const Json *responses = json_get(request->params, STR("inputResponses"));
  const Json *state = json_get(request->params, STR("requestState"));
  if (responses && responses->type != JSON_OBJECT) {
    mcp_error(request, MCP_INVALID_PARAMS, "params.inputResponses must be an object");
    return false;
  }
  for (size_t i = 0; responses && i < responses->count; i++) {
    if (responses->members[i].value.type == JSON_OBJECT) continue;
    Str shown = mcp_shown(&request->arena, responses->members[i].name);
    mcp_error(request, MCP_INVALID_PARAMS, "params.inputResponses.%.*s must be an object",
              STR_ARG(shown));
    return false;
  }
  request->round.responses = responses;
  if (!state) return true;
  if (state->type != JSON_STRING) {
    mcp_error(request, MCP_INVALID_PARAMS, "params.requestState must be a string");
    return false;
  }
  return open_state(request, state->text);
}

/* False: the handler asked nothing and left no state, so its result, or its
 * error, is the answer. */
bool mcp_round_answer(McpRequest *request) {
  McpRound *round = &request->round;
  if (request->version != MCP_2026_07_28) return false;
  if (!round->pending.len && !round->has_state) return false;
  Str sealed = seal_state(request);
  round->is_interim = true;
  JsonWriter *writer = mcp_result_begin(request, STR("input_required"));
  if (round->pending.len) {
    json_field_object(writer, "inputRequests");
    for (size_t i = 0; i < round->pending.len; i++) {
      const McpPending *pending = &round->pending.items[i];
      json_name(writer, pending->key);
      json_begin_object(writer);
      json_field_str(writer, "method", pending->method);
      json_field_raw(writer, "params", pending->params);
      json_end_object(writer);
    }
    json_end_object(writer);
  }
  json_field_str(writer, "requestState", sealed);
  mcp_result_end(request);
  return true;
}
