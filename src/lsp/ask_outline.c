/* Questions about symbols: outlines, names, who calls whom, which types. */
#include "src/base/vec.h"
#include "src/lsp/ask_internal.h"

#define ROOTS_MAX 16 /* symbols at one place whose relatives are asked for */

/* Trees and flat lists both come out as one list in the order of the document,
 * with depths. */
Err lsp_ask_document_symbols(Job *job, LspServer *server, Str path, LspSymbols *ret_symbols) {
  const char *method = "textDocument/documentSymbol";
  LspAsk ask;
  LspParams params;
  const Json *result;
  TRY(lsp_ask_begin(job, server, path, method, &ask));
  lsp_params_begin(&ask, &params);
  TRY(lsp_params_send(&ask, &params, method, &result));
  lsp_read_document_symbols(&ask.reader, ask.document.path, result, ret_symbols);
  return OK;
}

Err lsp_ask_workspace_symbols(Job *job, LspServer *server, Str query, LspSymbols *ret_symbols) {
  LspReader reader;
  Buf buf;
  JsonWriter json;
  const Json *result;
  /* No document belongs to this question, so the usual way of asking, which opens
   * one first, does not fit. */
  TRY(lsp_server_need(job, server, "workspace/symbol", STR_EMPTY));
  buf_init(&buf, job->arena, SIZE_MAX);
  json_writer_init(&json, &buf, 0);
  json_begin_object(&json);
  json_field_str(&json, "query", query);
  json_end_object(&json);
  TRY(lsp_server_request(job, server, "workspace/symbol", buf_str(&buf), &result));
  lsp_ask_reader(job, server, &reader);
  lsp_read_workspace_symbols(&reader, result, ret_symbols);
  return job_check(job);
}

/* ---- hierarchies ---- */

typedef struct Hierarchy {
  LspAsk ask;
  const Json *items; /* as prepared by the server */
} Hierarchy;

/* Hierarchies take two questions: which symbol stands at this place, then its
 * relatives. A place with nothing is null, not an error. */
static Err prepare(Job *job, const LspAt *at, const char *method, Hierarchy *ret_hierarchy) {
  LspParams params;
  TRY(lsp_ask_begin(job, at->server, at->path, method, &ret_hierarchy->ask));
  lsp_params_begin(&ret_hierarchy->ask, &params);
  lsp_params_position(&ret_hierarchy->ask, &params, "position", at->point);
  return lsp_params_send(&ret_hierarchy->ask, &params, method, &ret_hierarchy->items);
}

/* An item must go back word for word: servers put data of their own into it,
 * by which they find the symbol again. */
static Err ask_item(Job *job, LspServer *server, const char *method, const Json *item, const Json **ret_result) {
  Buf buf;
  JsonWriter json;
  buf_init(&buf, job->arena, SIZE_MAX);
  json_writer_init(&json, &buf, 0);
  json_begin_object(&json);
  json_field_value(&json, "item", item);
  json_end_object(&json);
  return lsp_server_request(job, server, method, buf_str(&buf), ret_result);
}

/* One direction: which method, and how its answers name the other end. */
typedef struct Direction {
  const char *method;
  const char *side;
  bool sites_in_root; /* else in the relative's file */
} Direction;

/* Items that could not be read were left out of the roots. They are skipped
 * here in the same way, so that the number of roots bounds both walks. */
static Err walk(Hierarchy *hierarchy, const LspSymbols *roots, const Direction *direction, LspRelatives *ret_relatives) {
  Job *job = hierarchy->ask.reader.job;
  LspRelatives all = {0};
  size_t root = 0;
  for (size_t i = 0; i < hierarchy->items->count && root < roots->len; i++) {
    LspSymbol symbol;
    const Json *result;
    if (!lsp_read_item(&hierarchy->ask.reader, &hierarchy->items->items[i], &symbol)) continue;
    root++;
    LspRelation relation = {.side = direction->side, .caller = direction->sites_in_root ? &symbol : NULL};
    TRY(ask_item(job, hierarchy->ask.server, direction->method, &hierarchy->items->items[i], &result));
    lsp_read_relatives(&hierarchy->ask.reader, &relation, result, &all);
  }
  lsp_order_relatives(job, &all);
  *ret_relatives = all;
  return job_check(job);
}

/* Roots are what stands at the place: usually one, more for overloads and for
 * merged declarations. */
static Err ask_hierarchy(Hierarchy *hierarchy, const Direction *up, const Direction *down, LspHierarchy *ret_hierarchy) {
  LspHierarchy all = {0};
  if (!json_is(hierarchy->items, JSON_ARRAY)) {
    *ret_hierarchy = all;
    return OK;
  }
  for (size_t i = 0; i < hierarchy->items->count && all.roots.len < ROOTS_MAX; i++) {
    LspSymbol symbol;
    if (lsp_read_item(&hierarchy->ask.reader, &hierarchy->items->items[i], &symbol)) {
      *vec_add(hierarchy->ask.reader.job->arena, &all.roots) = symbol;
    } else {
      all.roots.dropped++;
    }
  }
  if (up) TRY(walk(hierarchy, &all.roots, up, &all.up));
  if (down) TRY(walk(hierarchy, &all.roots, down, &all.down));
  *ret_hierarchy = all;
  return OK;
}

Err lsp_ask_calls(Job *job, const LspAt *at, bool incoming, bool outgoing, LspHierarchy *ret_calls) {
  /* Call sites of incoming calls lie in the caller's file, which is the relative;
   * those of outgoing calls lie in the file of the symbol asked about. */
  static const Direction in = {"callHierarchy/incomingCalls", "from", false};
  static const Direction out = {"callHierarchy/outgoingCalls", "to", true};
  Hierarchy hierarchy;
  TRY(prepare(job, at, "textDocument/prepareCallHierarchy", &hierarchy));
  return ask_hierarchy(&hierarchy, incoming ? &in : NULL, outgoing ? &out : NULL, ret_calls);
}

/* Types have no sites: their answers are the items themselves, without a
 * "from" or "to" around them. */
Err lsp_ask_types(Job *job, const LspAt *at, bool supertypes, bool subtypes, LspHierarchy *ret_types) {
  static const Direction above = {"typeHierarchy/supertypes", NULL, false};
  static const Direction below = {"typeHierarchy/subtypes", NULL, false};
  Hierarchy hierarchy;
  TRY(prepare(job, at, "textDocument/prepareTypeHierarchy", &hierarchy));
  return ask_hierarchy(&hierarchy, supertypes ? &above : NULL, subtypes ? &below : NULL, ret_types);
}
