/* Questions about a place: shows the document, asks, reads the answer. What a
 * server answers is read by the ask_*.c beside this one, which never see the
 * server.
 * Every question goes the same way: lsp_ask_begin shows the document as it is
 * now and finds out in which units the server counts, lsp_params_... spell the
 * question, lsp_params_send asks, lsp_read_... makes bytes, lines and columns
 * of what came. Places are counted in the text that was shown, never in what
 * is on disk by then. */
#include "src/lsp/ask_internal.h"
#include "src/lsp/lsp_internal.h"

/* One file that an answer names, when it has to be read to count columns in
 * it. A larger one is left alone and its columns stay as the server counts
 * them. */
#define TEXT_MAX ((size_t)16 << 20)
#define TEXTS_MAX ((size_t)256 << 20) /* of all files that one answer names */
#define PARAMS_MAX ((size_t)32 << 20)
#define DIAGNOSTICS_MS 3000

/* ---- the texts that answers are counted in ---- */

typedef struct Context {
  Job *job;
  LspServer *server;
  size_t left; /* bytes of texts that may still be read */
} Context;

/* An edit may say for which version of a document it was made; what is not
 * open has no version, and any is right then. */
static bool find_version(void *context, Str path, int64_t *ret_version) {
  const Context *in = context;
  LspDocument document;
  if (!lsp_server_shown(in->job, in->server, path, &document)) return false;
  *ret_version = document.version;
  return true;
}

/* Servers name files of libraries and of the toolchain, which no root covers.
 * They are read here for nothing but to count columns in them. */
static Err read_file(const Context *in, Str path, bool is_outside, Str *ret_text) {
  if (is_outside) return file_read(in->job, path, TEXT_MAX, ret_text);
  return root_read(in->job, lsp_server_workspace(in->server), path, TEXT_MAX, ret_text);
}

/* As the server has it where it is open, else as it is on disk. The room is
 * checked for the largest file before one is read, so that the sum is kept
 * without knowing sizes beforehand. What cannot be read is no error: its
 * places have columns as the server counts. */
static const Text *find_text(void *context, Str path, bool is_outside) {
  Context *in = context;
  Arena *arena = in->job->arena;
  LspDocument document;
  Str text;
  if (in->left < TEXT_MAX || job_is_stopped(in->job)) return NULL;
  if (!is_outside && lsp_server_shown(in->job, in->server, path, &document)) {
    return arena_copy(arena, &document.text, sizeof(Text));
  }
  if (read_file(in, path, is_outside, &text)) {
    job_forgive(in->job);
    return NULL;
  }
  in->left -= text.len;
  Text *taken = ARENA_NEW(arena, Text);
  text_take(arena, text, taken);
  return taken;
}

/* The context lives in the job's arena, as long as the reader can be used. */
void lsp_ask_reader(Job *job, LspServer *server, LspReader *ret_reader) {
  Context *context = ARENA_NEW(job->arena, Context);
  *context = (Context){.job = job, .server = server, .left = TEXTS_MAX};
  lsp_reader_init(ret_reader, job);
  ret_reader->encoding = lsp_server_encoding(server);
  ret_reader->whose = "the server's ";
  ret_reader->root = root_path(lsp_server_workspace(server));
  ret_reader->find_text = find_text;
  ret_reader->find_version = find_version;
  ret_reader->context = context;
}

/* A method of NULL: the document is shown without a question, for what servers
 * tell by themselves. The text is copied because an LspAsk may move, and the
 * reader keeps a pointer. */
Err lsp_ask_begin(Job *job, LspServer *server, Str path, const char *method, LspAsk *ret_ask) {
  *ret_ask = (LspAsk){.server = server};
  if (method) TRY(lsp_server_need(job, server, method, path));
  TRY(lsp_server_show(job, server, path, &ret_ask->document));
  lsp_ask_reader(job, server, &ret_ask->reader);
  Text *text = arena_copy(job->arena, &ret_ask->document.text, sizeof(Text));
  lsp_reader_add_text(&ret_ask->reader, ret_ask->document.path, text);
  return OK;
}

/* ---- readiness ---- */

/* A kind that reports no work may answer about one file before it has found the
 * others. Its first diagnostics come after that. */
static Err wait_for_diagnostics(Job *job, LspServer *server, const LspDocument *document, int64_t end_ms) {
  LspReport report;
  size_t count;
  (void)lsp_server_diagnosed(job->arena, server, &count);
  int64_t left_ms = end_ms - job_now_ms();
  if (count || left_ms <= 0 || lsp_server_can(server, "textDocument/diagnostic", document->path)) return OK;
  return lsp_server_diagnose(job, server, document, left_ms < DIAGNOSTICS_MS ? left_ms : DIAGNOSTICS_MS, &report);
}

/* Time is one budget: what showing and loading took is not waited again for
 * diagnostics. */
Err lsp_ask_ready(Job *job, LspServer *server, Str path, int64_t timeout_ms) {
  int64_t end_ms = job_now_ms() + timeout_ms;
  LspDocument document;
  if (path.len) TRY(lsp_server_show(job, server, path, &document));
  TRY(lsp_server_wait_ready(job, server, timeout_ms));
  if (!path.len || !(server->kind.quirks & LSP_QUIRK_NO_PROGRESS)) return OK;
  return wait_for_diagnostics(job, server, &document, end_ms);
}

/* ---- parameters ---- */

/* The object stays open for the caller's own members. */
void lsp_params_begin(LspAsk *ask, LspParams *params) {
  buf_init(&params->buf, ask->reader.job->arena, PARAMS_MAX);
  json_writer_init(&params->json, &params->buf, 0);
  json_begin_object(&params->json);
  json_field_object(&params->json, "textDocument");
  json_field_str(&params->json, "uri", ask->document.uri);
  json_end_object(&params->json);
}

/* Points count bytes from one; what the server counts was agreed on when it
 * started. */
void lsp_params_position(LspAsk *ask, LspParams *params, const char *name, TextPoint point) {
  size_t byte = text_from_point(&ask->document.text, point);
  TextPosition position = text_to_position(&ask->document.text, byte, ask->reader.encoding);
  json_field_object(&params->json, name);
  json_field_int(&params->json, "line", position.line);
  json_field_int(&params->json, "character", position.character);
  json_end_object(&params->json);
}

void lsp_params_range(LspAsk *ask, LspParams *params, const char *name, TextPoint from, TextPoint to) {
  json_field_object(&params->json, name);
  lsp_params_position(ask, params, "start", from);
  lsp_params_position(ask, params, "end", to);
  json_end_object(&params->json);
}

/* The writer notes an overflow and goes on, so the one check at the end is
 * enough. */
Err lsp_params_send(LspAsk *ask, LspParams *params, const char *method, const Json **ret_result) {
  Job *job = ask->reader.job;
  json_end_object(&params->json);
  if (params->buf.overflow) return job_fail(job, ERR_TOO_LARGE, "the question to the server is larger than 32 MB");
  return lsp_server_request(job, ask->server, method, buf_str(&params->buf), ret_result);
}

/* A document, a position and nothing else. */
static Err ask_at(Job *job, const LspAt *at, const char *method, LspAsk *ret_ask, const Json **ret_result) {
  LspParams params;
  TRY(lsp_ask_begin(job, at->server, at->path, method, ret_ask));
  lsp_params_begin(ret_ask, &params);
  lsp_params_position(ret_ask, &params, "position", at->point);
  return lsp_params_send(ret_ask, &params, method, ret_result);
}

/* ---- places ---- */

/* Reading may stop early when the job is stopped: what was read by then is not
 * given as if it were all. */
static Err ask_locations(Job *job, const LspAt *at, const char *method, LspLocations *ret_locations) {
  LspAsk ask;
  const Json *result;
  TRY(ask_at(job, at, method, &ask, &result));
  lsp_read_locations(&ask.reader, result, ret_locations);
  return job_check(job);
}

Err lsp_ask_definition(Job *job, const LspAt *at, LspLocations *ret_locations) {
  return ask_locations(job, at, "textDocument/definition", ret_locations);
}

Err lsp_ask_type_definition(Job *job, const LspAt *at, LspLocations *ret_locations) {
  return ask_locations(job, at, "textDocument/typeDefinition", ret_locations);
}

Err lsp_ask_implementation(Job *job, const LspAt *at, LspLocations *ret_locations) {
  return ask_locations(job, at, "textDocument/implementation", ret_locations);
}

Err lsp_ask_declaration(Job *job, const LspAt *at, LspLocations *ret_locations) {
  return ask_locations(job, at, "textDocument/declaration", ret_locations);
}

static Err ask_uses(Job *job, const LspAt *at, bool with_declaration, LspLocations *ret_locations) {
  const char *method = "textDocument/references";
  LspAsk ask;
  LspParams params;
  const Json *result;
  TRY(lsp_ask_begin(job, at->server, at->path, method, &ask));
  lsp_params_begin(&ask, &params);
  lsp_params_position(&ask, &params, "position", at->point);
  json_field_object(&params.json, "context");
  json_field_bool(&params.json, "includeDeclaration", with_declaration);
  json_end_object(&params.json);
  TRY(lsp_params_send(&ask, &params, method, &result));
  lsp_read_locations(&ask.reader, result, ret_locations);
  return job_check(job);
}

/* Ends are not compared: one question may give the name, the other the whole
 * declaration from the same beginning on. */
static bool begins_at(const LspLocation *one, const LspLocations *places) {
  for (size_t i = 0; i < places->len; i++) {
    const LspLocation *place = &places->items[i];
    if (one->is_outside == place->is_outside && str_eq(one->path, place->path) &&
        !lsp_compare_points(one->range.start, place->range.start))
      return true;
  }
  return false;
}

/* All that it knows, less the definition as it tells that itself. One that
 * cannot tell the definition leaves it in: a place too many can be seen. */
static Err ask_uses_alone(Job *job, const LspAt *at, LspLocations *ret_locations) {
  LspLocations all, own;
  TRY(ask_uses(job, at, true, &all));
  Err err = lsp_ask_definition(job, at, &own);
  if (err == ERR_UNAVAILABLE && !job_is_stopped(job)) {
    job_forgive(job);
    own = (LspLocations){0};
  } else {
    TRY(err);
  }
  size_t kept = 0;
  for (size_t i = 0; i < all.len; i++) {
    if (!begins_at(&all.items[i], &own)) all.items[kept++] = all.items[i];
  }
  all.len = kept;
  *ret_locations = all;
  return OK;
}

/* What counts as a declaration differs between servers; one that the table
 * marks for it is asked for everything, and the definition is taken out
 * here. */
Err lsp_ask_references(Job *job, const LspAt *at, bool with_declaration, LspLocations *ret_locations) {
  bool is_ours = !with_declaration && (at->server->kind.quirks & LSP_QUIRK_ALL_USES);
  return is_ours ? ask_uses_alone(job, at, ret_locations) : ask_uses(job, at, with_declaration, ret_locations);
}

Err lsp_ask_highlights(Job *job, const LspAt *at, LspHighlights *ret_highlights) {
  LspAsk ask;
  const Json *result;
  TRY(ask_at(job, at, "textDocument/documentHighlight", &ask, &result));
  lsp_read_highlights(&ask.reader, &ask.document.text, result, ret_highlights);
  return OK;
}

/* ---- words ---- */

Err lsp_ask_hover(Job *job, const LspAt *at, LspHover *ret_hover) {
  LspAsk ask;
  const Json *result;
  TRY(ask_at(job, at, "textDocument/hover", &ask, &result));
  lsp_read_hover(&ask.reader, &ask.document.text, result, ret_hover);
  return OK;
}

/* Asked for by hand, not by a character that was typed. Of signatures the
 * context must also say that none were shown before. */
static Err ask_invoked(Job *job, const LspAt *at, const char *method, LspAsk *ret_ask, const Json **ret_result) {
  bool has_retrigger = str_eq_c(STR("textDocument/signatureHelp"), method);
  LspParams params;
  TRY(lsp_ask_begin(job, at->server, at->path, method, ret_ask));
  lsp_params_begin(ret_ask, &params);
  lsp_params_position(ret_ask, &params, "position", at->point);
  json_field_object(&params.json, "context");
  json_field_int(&params.json, "triggerKind", 1);
  if (has_retrigger) json_field_bool(&params.json, "isRetrigger", false);
  json_end_object(&params.json);
  return lsp_params_send(ret_ask, &params, method, ret_result);
}

Err lsp_ask_completions(Job *job, const LspAt *at, LspCompletions *ret_completions) {
  LspAsk ask;
  const Json *result;
  TRY(ask_invoked(job, at, "textDocument/completion", &ask, &result));
  lsp_read_completions(&ask.reader, result, ret_completions);
  return OK;
}

Err lsp_ask_signatures(Job *job, const LspAt *at, LspSignatures *ret_signatures) {
  LspAsk ask;
  const Json *result;
  TRY(ask_invoked(job, at, "textDocument/signatureHelp", &ask, &result));
  lsp_read_signatures(&ask.reader, result, ret_signatures);
  return OK;
}

/* ---- parts of a document ---- */

/* Servers may answer about more than the range they were asked about; callers
 * cut. */
static Err ask_extent(Job *job, const LspExtent *extent, const char *method, LspAsk *ret_ask, const Json **ret_result) {
  LspParams params;
  TRY(lsp_ask_begin(job, extent->server, extent->path, method, ret_ask));
  lsp_params_begin(ret_ask, &params);
  lsp_params_range(ret_ask, &params, "range", extent->from, extent->to);
  return lsp_params_send(ret_ask, &params, method, ret_result);
}

/* Both ends belong to it: something that ends where the extent begins can be
 * seen there. */
static bool is_within(const LspExtent *extent, TextPoint start, TextPoint end) {
  return lsp_compare_points(extent->from, end) <= 0 && lsp_compare_points(start, extent->to) <= 0;
}

Err lsp_ask_hints(Job *job, const LspExtent *extent, LspHints *ret_hints) {
  LspAsk ask;
  const Json *result;
  TRY(ask_extent(job, extent, "textDocument/inlayHint", &ask, &result));
  lsp_read_hints(&ask.reader, &ask.document.text, result, ret_hints);
  size_t kept = 0;
  for (size_t i = 0; i < ret_hints->len; i++) {
    TextPoint at = ret_hints->items[i].at;
    if (is_within(extent, at, at)) ret_hints->items[kept++] = ret_hints->items[i];
  }
  ret_hints->len = kept;
  return OK;
}

/* Of the range where the server can do that, else of all. The legend is that
 * of the method which was asked: registered options may differ. */
Err lsp_ask_tokens(Job *job, const LspExtent *extent, LspTokens *ret_tokens) {
  static const char part[] = "textDocument/semanticTokens/range", all[] = "textDocument/semanticTokens/full";
  bool can_part = lsp_server_can(extent->server, part, extent->path);
  LspAsk ask;
  LspParams params;
  const Json *result;
  if (can_part) {
    TRY(ask_extent(job, extent, part, &ask, &result));
  } else {
    TRY(lsp_ask_begin(job, extent->server, extent->path, all, &ask));
    lsp_params_begin(&ask, &params);
    TRY(lsp_params_send(&ask, &params, all, &result));
  }
  const Json *options = lsp_server_options(job, extent->server, can_part ? part : all, extent->path);
  lsp_read_tokens(&ask.reader, &ask.document.text, json_get(options, STR("legend")), result, ret_tokens);
  size_t kept = 0;
  for (size_t i = 0; i < ret_tokens->len; i++) {
    const LspRange *range = &ret_tokens->items[i].range;
    if (is_within(extent, range->start, range->end)) ret_tokens->items[kept++] = ret_tokens->items[i];
  }
  ret_tokens->len = kept;
  return OK;
}

/* No method is needed: a server that cannot be asked for diagnostics tells
 * them by itself. */
static Err ask_diagnostics_now(Job *job, LspServer *server, Str path, int64_t wait_ms, LspDiagnostics *ret_diagnostics) {
  LspAsk ask;
  LspReport report;
  TRY(lsp_ask_begin(job, server, path, NULL, &ask));
  TRY(lsp_server_diagnose(job, server, &ask.document, wait_ms, &report));
  lsp_read_diagnostics(&ask.reader, &ask.document.text, report.result, ret_diagnostics);
  ret_diagnostics->is_current = report.is_current;
  return job_check(job);
}

/* One turn for showing and waiting: what comes meanwhile is about this text. */
Err lsp_ask_diagnostics(Job *job, LspServer *server, Str path, int64_t wait_ms, LspDiagnostics *ret_diagnostics) {
  TRY(lsp_turn_take(job, server));
  Err err = ask_diagnostics_now(job, server, path, wait_ms, ret_diagnostics);
  lsp_turn_give(job, server);
  return err;
}
