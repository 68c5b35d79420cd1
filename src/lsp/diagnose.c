/* Diagnostics: pulled where the server lets us, else those it pushed about the
 * document as it was last shown. What makes this hard is knowing of which text
 * a pushed report is: servers may send one about the text before, may send it
 * in parts, may not number it, and some send nothing at all where everything
 * is well. Each report that is given out says whether it is surely about the
 * current text (is_current); callers show it either way. */
#include "src/lsp/lsp_internal.h"

/* Files with reports that are remembered: a server that is pointed at a huge
 * workspace may push about each of its files. */
#define PUSHED_MAX 4096
#define PULLED_MAX 4096
#define ITEMS_MAX ((size_t)16 << 20) /* of one file */
/* Servers that say no version push in parts (syntax, then types); the last of
 * them is taken once no other came for so long. */
#define SETTLE_MS 400

static void free_pushed(LspPushed *pushed) {
  free(pushed->path);
  free(pushed->items);
  free(pushed);
}

static void free_pulled(LspPulled *pulled) {
  free(pulled->path);
  free(pulled->result_id);
  free(pulled->items);
  free(pulled);
}

static void clear_pulled(LspServer *server) {
  while (server->pulled) {
    LspPulled *pulled = server->pulled;
    server->pulled = pulled->next;
    free_pulled(pulled);
  }
  server->pulled_count = 0;
}

/* Called when the run is freed, so nobody else can see it: without the lock. */
void lsp_diagnose_clear(LspServer *server) {
  while (server->pushed) {
    LspPushed *pushed = server->pushed;
    server->pushed = pushed->next;
    free_pushed(pushed);
  }
  clear_pulled(server);
}

/* Relative to the workspace where it lies in it. */
static bool path_of(Arena *arena, const LspServer *server, Str uri, Str *ret_path) {
  Str path;
  Str rest;
  if (!lsp_uri_to_path(arena, uri, &path)) return false;
  *ret_path = file_beneath(root_path(server->root), path, &rest) ? rest : path;
  return true;
}

/* ---- pushed ---- */

/* Under hub->lock, as everything in the two lists. */
static LspPushed *find_pushed(LspServer *server, Str path) {
  LspPushed *pushed = server->pushed;
  while (pushed && !str_eq_c(path, pushed->path)) pushed = pushed->next;
  return pushed;
}

/* The entry of a path, in front; the oldest goes when there are too many. Its
 * former items are still in it: the caller replaces them. */
static LspPushed *front_pushed(LspServer *server, Str path) {
  LspPushed **at = &server->pushed;
  while (*at && !str_eq_c(path, (*at)->path)) {
    if (!(*at)->next && server->pushed_count == PUSHED_MAX) {
      free_pushed(*at);
      *at = NULL;
      server->pushed_count--;
      break;
    }
    at = &(*at)->next;
  }
  LspPushed *pushed = *at;
  if (pushed) {
    *at = pushed->next;
  } else {
    pushed = arena_heap_alloc(sizeof *pushed);
    pushed->path = str_to_heap(path);
    server->pushed_count++;
  }
  pushed->next = server->pushed;
  server->pushed = pushed;
  return pushed;
}

/* Kept as spelled text: reports come far more often than they are asked for,
 * and values would take many times the room. Listeners are told after the lock
 * is given back, since they may come back with a question. */
void lsp_diagnose_pushed(LspServer *server, const Json *params) {
  Arena arena;
  arena_init(&arena);
  Str path;
  const Json *items = json_get(params, STR("diagnostics"));
  bool is_whole = path_of(&arena, server, json_get_str(params, STR("uri"), STR_EMPTY), &path);
  Str spelled = json_is(items, JSON_ARRAY) ? json_spell(&arena, items) : STR_EMPTY;
  if (!is_whole || !spelled.len || spelled.len > ITEMS_MAX) {
    arena_clear(&arena);
    return;
  }
  lock_take(&server->hub->lock);
  LspPushed *pushed = front_pushed(server, path);
  free(pushed->items);
  pushed->items = str_to_heap(spelled);
  pushed->items_len = spelled.len;
  pushed->version = json_get_int(params, STR("version"), -1);
  server->numbers_reports |= pushed->version >= 0;
  pushed->order = ++server->push_count;
  pushed->said_of = server->said_of;
  pushed->came_ms = job_now_ms();
  lsp_server_wake_locked(server);
  lock_give(&server->hub->lock);
  lsp_progress_pushed(server);
  lsp_hub_emit(server, LSP_EVENT_DIAGNOSTICS, path, STR_EMPTY);
  arena_clear(&arena);
}

/* The newest first, as they came. */
Str *lsp_server_diagnosed(Arena *arena, LspServer *server, size_t *ret_count) {
  lock_take(&server->hub->lock);
  Str *paths = ARENA_ARRAY(arena, Str, server->pushed_count);
  size_t count = 0;
  for (LspPushed *pushed = server->pushed; pushed; pushed = pushed->next) {
    paths[count++] = str_copy(arena, str_from_c(pushed->path));
  }
  lock_give(&server->hub->lock);
  *ret_count = count;
  return paths;
}

/* How the pushed ones of a document stand. */
typedef enum Standing { STANDING_OLD, STANDING_SETTLING, STANDING_CURRENT } Standing;

/* What the server was told last of a document. */
typedef struct Sent {
  int64_t version;
  uint64_t pushes_before; /* pushes that came before that */
} Sent;

/* When the server is known to have read the document as it is; 0: not yet. */
typedef struct Proof {
  bool is_tried;
  int64_t read_ms;
} Proof;

/* Two bytes are "[]". */
static bool is_empty(const LspPushed *pushed) { return !pushed || pushed->items_len <= 2; }

/* Who numbers reports means another text with an empty one that has no number:
 * it takes back what it said of a document that was closed. One that names
 * faults is of the file on disk, which some servers give no number. A number
 * that was not given out yet is of no text either. */
static Standing stand_locked(const LspServer *server, const LspPushed *pushed, const LspDocument *document, const Sent *sent,
                             const Proof *proof) {
  if (!pushed) return STANDING_OLD;
  if (pushed->version >= 0) {
    bool is_given = pushed->version >= document->version && pushed->version <= sent->version;
    return is_given ? STANDING_CURRENT : STANDING_OLD;
  }
  bool takes_back = server->numbers_reports && is_empty(pushed);
  if (takes_back || pushed->order <= sent->pushes_before) return STANDING_OLD;
  int64_t since_ms = pushed->came_ms > proof->read_ms ? pushed->came_ms : proof->read_ms;
  return job_now_ms() - since_ms >= SETTLE_MS ? STANDING_CURRENT : STANDING_SETTLING;
}

/* A document that is not open any more was not sent anew: its version is the
 * one the caller knows. */
static Sent sent_of(LspServer *server, const LspDocument *document) {
  Sent sent = {.version = document->version};
  lock_take(&server->documents_lock);
  LspOpen *open = server->documents;
  while (open && !str_eq_c(document->path, open->path)) open = open->next;
  if (open) sent = (Sent){open->version, open->pushes_before};
  lock_give(&server->documents_lock);
  return sent;
}

/* The documents' lock comes before the hub's, so the latter is given back for
 * a moment. Settling needs the clock besides the wakings: nothing comes when a
 * report has become old enough. */
static Err await_pushed_locked(Job *job, LspServer *server, const LspDocument *document,
                               int64_t until, const Proof *proof, Standing *ret_standing) {
  lock_give(&server->hub->lock);
  Sent sent = sent_of(server, document);
  lock_take(&server->hub->lock);
  for (;;) {
    const LspPushed *pushed = find_pushed(server, document->path);
    *ret_standing = stand_locked(server, pushed, document, &sent, proof);
    int64_t now = job_now_ms();
    if (*ret_standing == STANDING_CURRENT || now >= until || server->phase != LSP_RUNNING)
      return OK;
    int64_t wake = until;
    if (*ret_standing == STANDING_SETTLING && now + SETTLE_MS / 4 < until) wake = now + SETTLE_MS / 4;
    Err err = lsp_server_await(job, server, wake);
    if (err == ERR_TIMEOUT && !job_is_stopped(job)) {
      job_forgive(job);
    } else if (err) {
      return err;
    }
  }
}

/* What was spelled by us is read again, so only the depth needs a bound. */
static Err read_items(Job *job, Str spelled, const Json **ret_items) {
  return json_read(job, spelled, &(JsonLimits){.max_depth = 256}, ret_items);
}

static Str document_params(Job *job, const LspDocument *document) {
  Buf buf;
  JsonWriter writer;
  buf_init(&buf, job->arena, 1 << 20);
  json_writer_init(&writer, &buf, 0);
  json_begin_object(&writer);
  json_field_object(&writer, "textDocument");
  json_field_str(&writer, "uri", document->uri);
  json_end_object(&writer);
  json_end_object(&writer);
  return buf_str(&buf);
}

/* A report without a number could be about an older text, sent while the newer
 * one was on its way. A server that has answered a question about the newer one
 * has read it; what it says within a while from then on is about that. One that
 * answers no such question leaves proof->read_ms 0: it cannot be known. */
static Err prove_read(Job *job, LspServer *server, const LspDocument *document, Proof *proof) {
  static const char *const methods[] = {"textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/documentLink"};
  proof->is_tried = true;
  for (size_t i = 0; i < COUNT_OF(methods); i++) {
    const Json *answer;
    if (!lsp_server_can(server, methods[i], document->path)) continue;
    Err err = lsp_server_request(job, server, methods[i], document_params(job, document), &answer);
    if (err == ERR_UNAVAILABLE && !job_is_stopped(job)) {
      job_forgive(job);
      continue;
    }
    proof->read_ms = job_now_ms();
    return err;
  }
  return OK;
}

/* Waits for reports; those without a number need a proof, then a while more. */
static Err await_proved(Job *job, LspServer *server, const LspDocument *document, int64_t until, bool *ret_current) {
  Proof proof = {0};
  for (;;) {
    Standing standing = STANDING_OLD;
    lock_take(&server->hub->lock);
    Err err = await_pushed_locked(job, server, document, until, &proof, &standing);
    const LspPushed *pushed = find_pushed(server, document->path);
    bool is_numbered = pushed && pushed->version >= 0, is_running = server->phase == LSP_RUNNING;
    lock_give(&server->hub->lock);
    TRY(err);
    *ret_current = standing != STANDING_OLD && (is_numbered || proof.read_ms);
    if (standing == STANDING_OLD || is_numbered || proof.is_tried || !is_running) return OK;
    TRY(prove_read(job, server, document, &proof));
    if (until < proof.read_ms + SETTLE_MS) until = proof.read_ms + SETTLE_MS;
  }
}

/* Whatever there is is given, also an old report when time is up: it is marked
 * as that. */
static Err take_pushed(Job *job, LspServer *server, const LspDocument *document, int64_t wait_ms,
                       LspReport *ret_report) {
  bool is_current = false;
  Err err = await_proved(job, server, document, job_now_ms() + wait_ms, &is_current);
  lock_take(&server->hub->lock);
  const LspPushed *pushed = find_pushed(server, document->path);
  Str spelled = STR("[]");
  if (pushed) spelled = str_copy(job->arena, (Str){pushed->items, pushed->items_len});
  bool is_running = server->phase == LSP_RUNNING;
  lock_give(&server->hub->lock);
  TRY(err);
  if (!is_running) return lsp_server_fail_ended(job, server);
  LspReport report = {.is_current = is_current};
  TRY(read_items(job, spelled, &report.result));
  *ret_report = report;
  return OK;
}

/* ---- pulled ---- */

static LspPulled *find_pulled(LspServer *server, Str path) {
  LspPulled *pulled = server->pulled;
  while (pulled && !str_eq_c(path, pulled->path)) pulled = pulled->next;
  return pulled;
}

/* Also those without an id: "unchanged" may come later with another. */
static void keep_pulled(LspServer *server, Str path, const Json *report) {
  const Json *items = json_get(report, STR("items"));
  Str id = json_get_str(report, STR("resultId"), STR_EMPTY);
  if (!json_is(items, JSON_ARRAY)) return;
  Arena arena;
  arena_init(&arena);
  Str spelled = json_spell(&arena, items);
  lock_take(&server->hub->lock);
  LspPulled *pulled = find_pulled(server, path);
  if (!pulled) {
    if (server->pulled_count == PULLED_MAX)
      clear_pulled(server); /* they are asked for in full again */
    server->pulled_count++;
    pulled = arena_heap_alloc(sizeof *pulled);
    pulled->path = str_to_heap(path);
    pulled->next = server->pulled;
    server->pulled = pulled;
  }
  free(pulled->result_id);
  free(pulled->items);
  pulled->result_id = id.len ? str_to_heap(id) : NULL;
  pulled->items = str_to_heap(spelled);
  pulled->items_len = spelled.len;
  lock_give(&server->hub->lock);
  arena_clear(&arena);
}

/* Reports about other files that came along. */
static void keep_related(Job *job, LspServer *server, const Json *report) {
  const Json *related = json_get(report, STR("relatedDocuments"));
  for (size_t i = 0; json_is(related, JSON_OBJECT) && i < related->count; i++) {
    Str path;
    if (path_of(job->arena, server, related->members[i].name, &path)) {
      keep_pulled(server, path, &related->members[i].value);
    }
  }
}

/* The identifier is the server's own, from its registration; it wants it
 * back. */
static Str pull_params(Job *job, LspServer *server, const LspDocument *document, Str previous) {
  Buf buf;
  JsonWriter writer;
  buf_init(&buf, job->arena, 1 << 20);
  json_writer_init(&writer, &buf, 0);
  json_begin_object(&writer);
  json_field_object(&writer, "textDocument");
  json_field_str(&writer, "uri", document->uri);
  json_end_object(&writer);
  const Json *options = lsp_server_options(job, server, "textDocument/diagnostic", document->path);
  Str identifier = json_get_str(options, STR("identifier"), STR_EMPTY);
  if (identifier.len) json_field_str(&writer, "identifier", identifier);
  if (previous.len) json_field_str(&writer, "previousResultId", previous);
  json_end_object(&writer);
  return buf_str(&buf);
}

/* What was pulled last: its id and its items. */
static Str known(Job *job, LspServer *server, Str path, Str *ret_items) {
  lock_take(&server->hub->lock);
  const LspPulled *pulled = find_pulled(server, path);
  Str id = pulled ? str_copy(job->arena, str_from_c(pulled->result_id)) : STR_EMPTY;
  *ret_items = pulled ? str_copy(job->arena, (Str){pulled->items, pulled->items_len}) : STR_EMPTY;
  lock_give(&server->hub->lock);
  return id;
}

/* "Unchanged" of something that was forgotten meanwhile cannot be used: it is
 * asked for once more, without the id, so that it must come in full. */
static Err pull(Job *job, LspServer *server, const LspDocument *document, LspReport *ret_report) {
  Str items;
  Str id = known(job, server, document->path, &items);
  const Json *report = NULL;
  const char *method = "textDocument/diagnostic";
  TRY(lsp_server_request(job, server, method, pull_params(job, server, document, id), &report));
  LspReport answer = {.is_current = true, .was_pulled = true};
  if (str_eq(json_get_str(report, STR("kind"), STR_EMPTY), STR("unchanged")) && items.len) {
    TRY(read_items(job, items, &answer.result));
  } else {
    if (!json_is(json_get(report, STR("items")), JSON_ARRAY)) {
      TRY(lsp_server_request(job, server, method, pull_params(job, server, document, STR_EMPTY),
                             &report));
    }
    answer.result = json_get(report, STR("items"));
    if (!json_is(answer.result, JSON_ARRAY)) {
      return job_fail(job, ERR_PROTOCOL, "%.*s answered %s without items",
                      STR_ARG(server->kind.name), method);
    }
    keep_pulled(server, document->path, report);
  }
  keep_related(job, server, report);
  *ret_report = answer;
  return OK;
}

/* ---- servers that are silent about what is well ---- */

/* Its last report was an empty one, on an older text: on this one it will say
 * nothing if that is well, too. */
static bool is_silence_likely(LspServer *server, const LspDocument *document) {
  if (!(server->kind.quirks & LSP_QUIRK_SILENT)) return false;
  Sent sent = sent_of(server, document);
  lock_take(&server->hub->lock);
  const LspPushed *pushed = find_pushed(server, document->path);
  bool is_likely = is_empty(pushed) && (!pushed || pushed->order <= sent.pushes_before);
  lock_give(&server->hub->lock);
  return is_likely;
}

/* Until a report on the document came that is not `other`, which is then that.
 * Time running out is no error here: what is known by then is judged by the
 * caller. */
static Err await_other(Job *job, LspServer *server, const LspDocument *document, int64_t until, Str *other) {
  Err err = OK;
  Sent sent = sent_of(server, document);
  lock_take(&server->hub->lock);
  while (!err && server->phase == LSP_RUNNING && job_now_ms() < until) {
    const LspPushed *pushed = find_pushed(server, document->path);
    Str items = pushed ? (Str){pushed->items, pushed->items_len} : STR_EMPTY;
    if (pushed && pushed->order > sent.pushes_before && !str_eq(items, *other)) {
      *other = str_copy(job->arena, items);
      break;
    }
    err = lsp_server_await(job, server, until);
    if (err == ERR_TIMEOUT && !job_is_stopped(job)) {
      job_forgive(job);
      err = OK;
    }
  }
  lock_give(&server->hub->lock);
  return err;
}

/* A broken text is told in between: the report on that is not empty, so the one
 * on the document's own is made, whatever it says, and differs from it. */
static Err provoke(Job *job, LspServer *server, LspDocument *document, int64_t until) {
  Str said = STR("[]");
  if (!lsp_document_disturb(server, document->path, true, &document->version)) return OK;
  Err err = await_other(job, server, document, until, &said);
  bool is_back = lsp_document_disturb(server, document->path, false, &document->version); /* in any case */
  return err || !is_back ? err : await_other(job, server, document, until, &said);
}

/* What is open is that text still: nobody showed another meanwhile. */
static bool is_shown(Job *job, LspServer *server, const LspDocument *document) {
  LspDocument now;
  return lsp_server_shown(job, server, document->path, &now) && now.version == document->version;
}

/* The report that would count came while other texts were shown: of the others
 * in a view, or of another client. What it says of this document, whose own text
 * is the same, may be due to them. Within a turn. */
static bool is_due_to_others(LspServer *server, const LspDocument *document) {
  Sent sent = sent_of(server, document);
  lock_take(&server->hub->lock);
  const LspPushed *pushed = find_pushed(server, document->path);
  bool counts = stand_locked(server, pushed, document, &sent, &(Proof){0}) != STANDING_OLD;
  bool is_others = counts && pushed->said_of != server->said_of;
  lock_give(&server->hub->lock);
  return is_others;
}

/* Asking is preferred to waiting: an answer belongs to its question. */
static Err diagnose_now(Job *job, LspServer *server, const LspDocument *document, int64_t wait_ms, LspReport *ret_report) {
  if (lsp_server_can(server, "textDocument/diagnostic", document->path)) {
    return pull(job, server, document, ret_report);
  }
  LspDocument now = *document;
  int64_t until = job_now_ms() + (wait_ms > 0 ? wait_ms : 0);
  if (is_due_to_others(server, document)) TRY(lsp_server_show_again(job, server, document->path, &now));
  if (is_silence_likely(server, &now)) TRY(provoke(job, server, &now, until));
  int64_t left = until - job_now_ms();
  TRY(take_pushed(job, server, &now, left > 0 ? left : 0, ret_report));
  if (!is_shown(job, server, &now)) ret_report->is_current = false;
  return OK;
}

Err lsp_server_diagnose(Job *job, LspServer *server, const LspDocument *document, int64_t wait_ms,
                        LspReport *ret_report) {
  TRY(lsp_turn_take(job, server));
  Err err = diagnose_now(job, server, document, wait_ms, ret_report);
  lsp_turn_give(job, server);
  return err;
}

/* ---- whether it has read them ---- */

/* The server reads in order, so a proof for the last document is one for all.
 * Those who number reports are waited for one by one besides: a report says
 * that the text was not only read but looked at. */
static Err await_read_now(Job *job, LspServer *server, const LspDocument *documents, size_t count, int64_t wait_ms, bool *ret_read) {
  int64_t until = job_now_ms() + wait_ms;
  Proof proof = {0};
  TRY(prove_read(job, server, &documents[count - 1], &proof));
  lock_take(&server->hub->lock);
  bool is_numbered = server->numbers_reports;
  lock_give(&server->hub->lock);
  for (size_t i = 0; i < count; i++) {
    Standing standing = STANDING_OLD;
    ret_read[i] = proof.read_ms;
    if (!is_numbered) continue;
    lock_take(&server->hub->lock);
    Err err = await_pushed_locked(job, server, &documents[i], until, &proof, &standing);
    lock_give(&server->hub->lock);
    TRY(err);
    ret_read[i] = standing != STANDING_OLD;
  }
  return OK;
}

Err lsp_server_await_read(Job *job, LspServer *server, const LspDocument *documents, size_t count, int64_t wait_ms, bool *ret_read) {
  if (!count) return OK;
  TRY(lsp_turn_take(job, server));
  Err err = await_read_now(job, server, documents, count, wait_ms, ret_read);
  lsp_turn_give(job, server);
  return err;
}
