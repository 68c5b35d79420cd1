/* What a front end remembers, see replay_internal.h.
 * Kept per request: its line and whether it had begun to change something.
 * Kept of the conversation: the lines that set its state (handshake, log
 * level, subscriptions) once they were answered without error. */
#include "src/app/serving/replay_internal.h"

#include "src/mcp/mcp.h"

/* A line that may have to be sent again. `next` is in order of arrival,
 * which is the order of replay: a subscription must not come before the
 * handshake. */
typedef struct Kept {
  Str id; /* spelled; of a batch: those of its requests, "\n1\n2\n" */
  Str line;
  Str state_key;  /* not empty: setting state under this key once answered */
  bool is_undo;   /* takes that state away instead */
  bool is_writing;
  bool is_batch;
  struct Kept *next; /* order of arrival */
} Kept;

struct AppReplay {
  size_t max_kept;
  size_t max_bytes;
  size_t count;
  size_t bytes;
  Kept *first;
  Kept **last;
  Kept *state;       /* answered lines that set state, in order */
  Kept *swallow;     /* replayed state lines whose answers the client has */
  Arena scratch;     /* of the line at hand */
};

AppReplay *app_replay_open(size_t max_kept, size_t max_bytes) {
  AppReplay *replay = arena_heap_alloc(sizeof(*replay));
  replay->max_kept = max_kept;
  replay->max_bytes = max_bytes;
  replay->last = &replay->first;
  arena_init(&replay->scratch);
  return replay;
}

static void free_list(Kept *kept) {
  while (kept) {
    Kept *next = kept->next;
    free(kept);
    kept = next;
  }
}

void app_replay_close(AppReplay *replay) {
  free_list(replay->first);
  free_list(replay->state);
  free_list(replay->swallow);
  arena_clear(&replay->scratch);
  free(replay);
}

size_t app_replay_count(const AppReplay *replay) { return replay->count; }

/* One allocation: the node and its strings. */
static Kept *kept_new(Str id, Str line, Str state_key) {
  Kept *kept = arena_heap_alloc(sizeof(*kept) + id.len + line.len + state_key.len);
  char *at = (char *)(kept + 1);
  Str *parts[] = {&kept->id, &kept->line, &kept->state_key};
  Str texts[] = {id, line, state_key};
  for (size_t i = 0; i < COUNT_OF(parts); i++) {
    if (texts[i].len) memcpy(at, texts[i].ptr, texts[i].len);
    *parts[i] = (Str){at, texts[i].len};
    at += texts[i].len;
  }
  return kept;
}

/* At the end, as the order is that of replay. The lists are short. */
static void append(Kept **list, Kept *kept) {
  while (*list) list = &(*list)->next;
  *list = kept;
}

/* Where the pointer to it is kept, so that it can be taken out; where the list
 * ends when there is none. */
static Kept **find_id(Kept **list, Str id) {
  while (*list && ((*list)->is_batch || !str_eq((*list)->id, id))) list = &(*list)->next;
  return list;
}

/* The batch that holds the id; with an empty id, the first one. */
static Kept **find_batch(AppReplay *replay, Str id) {
  Str line = id.len ? str_format(&replay->scratch, "\n%.*s\n", STR_ARG(id)) : STR_EMPTY;
  Kept **at = &replay->first;
  while (*at && (!(*at)->is_batch || !str_contains((*at)->id, line))) at = &(*at)->next;
  return at;
}

/* State that is set anew or taken back is not replayed twice. */
static void drop_state(AppReplay *replay, Str key) {
  for (Kept **at = &replay->state; *at;) {
    if (str_eq((*at)->state_key, key)) {
      Kept *gone = *at;
      *at = gone->next;
      free(gone);
    } else {
      at = &(*at)->next;
    }
  }
}

/* NULL when the line is no JSON. Requests are read as strictly as the daemon
 * does: what it refuses has no id to wait for. */
static const Json *read_line(AppReplay *replay, Str line, bool is_answer) {
  arena_reset(&replay->scratch);
  Job job;
  job_init(&job, &replay->scratch);
  const Json *json;
  JsonLimits generous = {.max_depth = 1024};
  return json_read(&job, line, is_answer ? &generous : &mcp_limits, &json) ? NULL : json;
}

/* Others are refused without an id, as if there were none. */
static bool is_id(const Json *id) { return json_is(id, JSON_STRING) || json_is(id, JSON_NUMBER); }

/* The ids of a batch's requests; empty when nothing in it is answered. */
static Str batch_ids(AppReplay *replay, const Json *batch) {
  Buf ids;
  buf_init(&ids, &replay->scratch, replay->max_bytes);
  for (size_t i = 0; i < batch->count; i++) {
    const Json *id = json_get(&batch->items[i], STR("id"));
    if (!is_id(id) || !json_get(&batch->items[i], STR("method"))) continue;
    if (!ids.len) buf_add_byte(&ids, '\n');
    buf_add(&ids, json_spell(&replay->scratch, id));
    buf_add_byte(&ids, '\n');
  }
  return buf_str(&ids);
}

/* The state a message sets, as a key; empty for none. */
static Str state_key(AppReplay *replay, const Json *json, bool *ret_is_undo) {
  Str method = json_get_str(json, STR("method"), STR_EMPTY);
  Str uri = json_get_str(json_get(json, STR("params")), STR("uri"), STR_EMPTY);
  *ret_is_undo = str_eq_c(method, "resources/unsubscribe");
  if (*ret_is_undo || str_eq_c(method, "resources/subscribe")) {
    return str_format(&replay->scratch, "subscribe %.*s", STR_ARG(uri));
  }
  bool sets = str_eq_c(method, "initialize") || str_eq_c(method, "notifications/initialized") ||
              str_eq_c(method, "logging/setLevel");
  return sets ? method : STR_EMPTY;
}

/* Takes what `at` leads to out of the unanswered ones; NULL when that is
 * nothing. */
static Kept *take(AppReplay *replay, Kept **at) {
  Kept *kept = *at;
  if (!kept) return NULL;
  *at = kept->next;
  if (!kept->next) replay->last = at;
  kept->next = NULL;
  replay->count--;
  replay->bytes -= kept->line.len;
  return kept;
}

static Kept *take_kept(AppReplay *replay, Str id) {
  return take(replay, find_id(&replay->first, id));
}

/* A batch whose requests are all cancelled gets no answer. */
static void cancel_in_batch(AppReplay *replay, Str id) {
  Kept **at = find_batch(replay, id);
  if (!*at) return;
  Str ids = (*at)->id; /* "\n1\n2\n", in memory of ours */
  size_t start = str_find(ids, str_format(&replay->scratch, "\n%.*s\n", STR_ARG(id))) + 1;
  Str rest = str_slice(ids, start + id.len + 1, ids.len);
  memmove((char *)(uintptr_t)(ids.ptr + start), rest.ptr, rest.len);
  (*at)->id.len = start + rest.len;
  if ((*at)->id.len <= 1) free(take(replay, at));
}

/* A cancelled request will not be answered, so it is not waited for any
 * more. */
static void note_notification(AppReplay *replay, const Json *json, Str line) {
  Str method = json_get_str(json, STR("method"), STR_EMPTY);
  if (str_eq_c(method, "notifications/cancelled")) {
    const Json *id = json_get_path(json, "params.requestId");
    if (!id) return;
    Str spelled = json_spell(&replay->scratch, id);
    Kept *kept = take_kept(replay, spelled);
    if (!kept) cancel_in_batch(replay, spelled);
    free(kept);
    return;
  }
  bool is_undo;
  Str key = state_key(replay, json, &is_undo);
  if (!key.len) return;
  drop_state(replay, key);
  append(&replay->state, kept_new(STR_EMPTY, line, key));
}

/* Everything is passed on; what is kept besides is what a successor would
 * need. Messages that the daemon will refuse without an id are not kept: no
 * answer with an id will ever take them out again. */
AppReplayVerdict app_replay_received(AppReplay *replay, Str line) {
  const Json *json = read_line(replay, line, false);
  bool is_batch = json_is(json, JSON_ARRAY);
  const Json *id = json_get(json, STR("id"));
  Str ids = is_batch ? batch_ids(replay, json) : id ? json_spell(&replay->scratch, id) : STR_EMPTY;
  if (!is_batch && (!json_get(json, STR("method")) || (id && !is_id(id)))) return APP_REPLAY_PASS;
  if (!ids.len) {
    if (!is_batch) note_notification(replay, json, line);
    return APP_REPLAY_PASS;
  }
  if (replay->count >= replay->max_kept || replay->bytes + line.len > replay->max_bytes) {
    return APP_REPLAY_FULL;
  }
  bool is_undo;
  Str key = state_key(replay, json, &is_undo);
  Kept *kept = kept_new(ids, line, key);
  kept->is_undo = is_undo;
  kept->is_batch = is_batch;
  *replay->last = kept;
  replay->last = &kept->next;
  replay->count++;
  replay->bytes += line.len;
  return APP_REPLAY_PASS;
}

/* Only once it is answered without error: what was refused set nothing. */
static void note_state(AppReplay *replay, Kept *kept) {
  drop_state(replay, kept->state_key);
  if (kept->is_undo) {
    free(kept);
  } else {
    append(&replay->state, kept);
  }
}

static void note_writing(AppReplay *replay, Str id) {
  arena_reset(&replay->scratch);
  Kept *kept = *find_id(&replay->first, id);
  if (!kept && id.len) kept = *find_batch(replay, id);
  if (kept) kept->is_writing = true;
}

/* A batch is answered by an array, or refused as a whole without an id. */
static void note_batch_answer(AppReplay *replay, const Json *json) {
  const Json *id = json_is(json, JSON_ARRAY) && json->count ? json_get(json->items, STR("id")) : NULL;
  free(take(replay, find_batch(replay, id ? json_spell(&replay->scratch, id) : STR_EMPTY)));
}

/* Whether the client is to see the line. "#writing ID" is between daemon and
 * front end: a request that has begun to change something must not be run
 * twice. Half a line is all that is left when a daemon dies while it writes;
 * its request is still unanswered, and is replayed. */
bool app_replay_answered(AppReplay *replay, Str line) {
  if (str_starts_with(line, STR("#"))) {
    Str rest = line;
    if (str_eq_c(str_cut(&rest, ' '), "#writing")) note_writing(replay, rest);
    return false;
  }
  const Json *json = read_line(replay, line, true);
  if (!json) return false; /* the daemon died in the middle of it */
  const Json *id = json_get(json, STR("id"));
  if (json_is(json, JSON_ARRAY) || (json_is(id, JSON_NULL) && json_get(json, STR("error")))) {
    note_batch_answer(replay, json);
    return true;
  }
  if (!id || json_get(json, STR("method"))) return true; /* no answer */
  Str spelled = json_spell(&replay->scratch, id);
  Kept **swallowed = find_id(&replay->swallow, spelled);
  if (*swallowed) {
    Kept *gone = *swallowed;
    *swallowed = gone->next;
    free(gone);
    return false;
  }
  Kept *kept = take_kept(replay, spelled);
  if (kept && kept->state_key.len && json_get(json, STR("result"))) {
    note_state(replay, kept);
  } else {
    free(kept);
  }
  return true;
}

/* `id` is spelled already, and goes out as it came in: a string stays one. */
static void write_error(JsonWriter *json, Str id, int code, Str message) {
  json_begin_object(json);
  json_field_str(json, "jsonrpc", STR("2.0"));
  json_field_raw(json, "id", id);
  json_field_object(json, "error");
  json_field_int(json, "code", code);
  json_field_str(json, "message", message);
  json_end_object(json);
  json_end_object(json);
}

/* Nobody knows how far it came, so neither success nor failure is claimed. */
static void send_interrupted(AppReplay *replay, const Kept *kept, AppReplaySend *send,
                             void *context) {
  Str message = STR("interrupted: fathom's daemon ended while this request was changing something; "
                    "look at the files before trying again");
  Buf text;
  JsonWriter json;
  arena_reset(&replay->scratch);
  buf_init(&text, &replay->scratch, replay->max_bytes);
  json_writer_init(&json, &text, 0);
  if (kept->is_batch) {
    json_begin_array(&json);
    Str rest = str_slice(kept->id, 1, kept->id.len);
    while (rest.len) write_error(&json, str_cut(&rest, '\n'), -32603, message);
    json_end_array(&json);
  } else {
    write_error(&json, kept->id, -32603, message);
  }
  send(context, buf_str(&text));
}

/* First the state, then what is unanswered, in order. Answers to replayed
 * state lines are swallowed: the client had them from the predecessor.
 * "initialized" comes last when the handshake itself is among the
 * unanswered. */
void app_replay_run(AppReplay *replay, AppReplaySend *to_daemon, AppReplaySend *to_client,
                    void *context) {
  free_list(replay->swallow);
  replay->swallow = NULL;
  const Kept *initialized = NULL; /* while initialize itself has no answer yet */
  for (Kept *kept = replay->state; kept; kept = kept->next) {
    bool is_early = str_eq_c(kept->state_key, "notifications/initialized") &&
                    !str_eq_c(replay->state->state_key, "initialize");
    if (is_early) {
      initialized = kept;
      continue;
    }
    if (kept->id.len) append(&replay->swallow, kept_new(kept->id, STR_EMPTY, STR_EMPTY));
    to_daemon(context, kept->line);
  }
  for (Kept **at = &replay->first; *at;) {
    Kept *kept = *at;
    if (!kept->is_writing) {
      to_daemon(context, kept->line);
      at = &kept->next;
      continue;
    }
    send_interrupted(replay, kept, to_client, context);
    free(take(replay, at));
  }
  if (initialized) to_daemon(context, initialized->line);
}

/* `line` may be the beginning of one that was too long to be kept; then
 * nothing is known of it. */
void app_replay_refuse(AppReplay *replay, Str line, AppReplaySend *to_client, void *context) {
  const Json *json = read_line(replay, line, false);
  const Json *id = json_get(json, STR("id"));
  if (json_is(json, JSON_OBJECT) && !id) return; /* a notification */
  Buf text;
  JsonWriter writer;
  buf_init(&text, &replay->scratch, (size_t)1 << 20);
  json_writer_init(&writer, &text, 0);
  if (json) {
    write_error(&writer, id ? json_spell(&replay->scratch, id) : STR("null"), -32603,
                STR("too many requests without an answer; wait for some of them"));
  } else {
    write_error(&writer, STR("null"), -32600, STR("the message is longer than 16 MB"));
  }
  to_client(context, buf_str(&text));
}
