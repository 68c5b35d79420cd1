/* Asks and compares. That a place uses a symbol is kept per file of its uses,
 * for as long as that file and the symbol's own stay as they are (decision
 * 018). */
#include "src/tools/kit/precise_internal.h"

#include <stdlib.h>

#include "src/base/hash.h"
#include "src/base/pack.h"
#include "src/base/vec.h"
#include "src/tools/kit/references_internal.h"

#define AUTO_PATIENCE_MS 500 /* how long an answer may wait for a server it did not ask for */
#define READY_MS 15000
#define USES_SHOWN 12
#define ANSWER_MAX ((size_t)4 << 20)
/* Sites of the graph that a server's references correspond to. */
#define USE_KINDS (QUERY_CALLS | QUERY_USES | STORE_KIND(EDGE_IMPORTS) | STORE_KIND(EDGE_EXPORTS))

typedef struct Asking {
  ToolCall *call;
  ToolGraph *graph;
  const StoreSymbol *symbol;
  LspServer *server; /* NULL: none is there */
  LspCache *cache;   /* NULL: nothing is kept */
  uint64_t own_hash; /* of the symbol's file */
  ToolPrecise *precise;
} Asking;

/* Where its name stands, in characters. */
static TextPoint point_of(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol) {
  TextPoint point = {symbol->name_span.line, symbol->name_span.column};
  const QuerySource *source = tool_source(call, graph, symbol->path);
  if (source) point.column = 1 + (uint32_t)str_characters(str_slice(query_source_line(source, point.line), 0, point.column - 1));
  return point;
}

/* ---- who is there ---- */

static bool is_required(ToolCall *call) { return str_eq_c(tool_arg_str(call, "precise"), "require"); }

static Err require_server(ToolCall *call, Str path, LspServer **ret_server) {
  Err err = tool_server(call, path, STR_EMPTY, ret_server);
  if (!err || err == ERR_CANCELLED || err == ERR_UNTRUSTED) return err;
  Str words = str_copy(call->job->arena, job_message(call->job, err));
  job_forgive(call->job);
  return job_fail(call->job, err == ERR_TIMEOUT ? err : ERR_DENIED, "precise=require: %.*s; precise=auto answers from the graph",
                  STR_ARG(words));
}

/* Mostly there is none at all, and that is known at once. */
static bool has_servers(ToolCall *call) {
  size_t count = 0;
  if (call->scope->hub && call->scope->ready_server) (void)lsp_hub_states(call->job->arena, call->scope->hub, &count);
  return count;
}

static Err take_server(ToolCall *call, Str path, LspServer **ret_server) {
  *ret_server = NULL;
  if (is_required(call)) return require_server(call, path, ret_server);
  if (has_servers(call) && !call->scope->ready_server(call->scope, call, path, ret_server)) *ret_server = NULL;
  return OK;
}

/* A server that was not asked for must not delay an answer: its silence and
 * its errors are nobody's. */
static int64_t hurry(ToolCall *call) {
  int64_t before = call->job->deadline_ms, end = job_now_ms() + AUTO_PATIENCE_MS;
  if (!is_required(call) && (!before || before > end)) call->job->deadline_ms = end;
  return before;
}

static Err relax(ToolCall *call, int64_t deadline, Err err) {
  call->job->deadline_ms = deadline;
  if (!err || err == ERR_CANCELLED || is_required(call)) return err;
  job_forgive(call->job);
  return OK;
}

/* ---- what is kept ---- */

/* Of the uses in one file. */
static Err file_key(Asking *a, Str path, LspCacheKey *ret_key) {
  Job *job = a->call->job;
  StoreFile other;
  TRY(query_file(job, a->graph->reader, path, &other));
  *ret_key = (LspCacheKey){.server = STR_EMPTY, .question = str_format(job->arena, "uses in %.*s", STR_ARG(path)),
                           .path = a->symbol->path, .byte = a->symbol->name_span.from,
                           .world = hash_combine(a->own_hash, other.hash)};
  return OK;
}

static Str pack_uses(Arena *arena, const ToolUse *uses, size_t count, Str server) {
  Buf out;
  buf_init(&out, arena, ANSWER_MAX);
  pack_text(&out, server);
  pack_number(&out, count);
  for (size_t i = 0; i < count; i++) {
    pack_text(&out, uses[i].path);
    pack_number(&out, uses[i].line);
  }
  return out.overflow ? STR_EMPTY : buf_str(&out);
}

static bool unpack_uses(Arena *arena, Str packed, ToolUses *uses, Str *ret_server) {
  PackReader in = {.rest = packed};
  *ret_server = pack_read_text(&in);
  uint64_t count = pack_read_number(&in);
  for (uint64_t i = 0; i < count && !in.bad; i++) {
    ToolUse use = {.path = pack_read_text(&in), .line = (uint32_t)pack_read_number(&in)};
    if (!in.bad) *vec_add(arena, uses) = use;
  }
  return !in.bad;
}

/* The uses by file, which the server gave in order of path. */
static Err keep_by_file(Asking *a, const ToolUses *uses) {
  for (size_t from = 0, to; from < uses->len; from = to) {
    for (to = from + 1; to < uses->len && str_eq(uses->items[to].path, uses->items[from].path);) to++;
    LspCacheKey key;
    TRY(file_key(a, uses->items[from].path, &key));
    Str packed = pack_uses(a->call->job->arena, &uses->items[from], to - from, a->precise->server);
    if (packed.len) lsp_cache_add(a->call->job, a->cache, &key, packed);
  }
  return OK;
}

/* ---- asking ---- */

/* One that runs already was only taken when it had read the workspace. */
static Err wait_for_server(Asking *a) {
  Job *job = a->call->job;
  a->precise->is_whole = true;
  if (!is_required(a->call)) return OK;
  Err err = lsp_ask_ready(job, a->server, a->symbol->path, READY_MS);
  if (err != ERR_TIMEOUT || job_is_stopped(job)) return err;
  job_forgive(job);
  a->precise->is_whole = false;
  a->precise->note = "it is still reading the workspace";
  return OK;
}

static Err ask_server(Asking *a, ToolUses *uses) {
  Job *job = a->call->job;
  LspLocations found;
  ToolReferences question = {.call = a->call, .index = a->graph->index, .reader = a->graph->reader,
                             .is_ready = a->precise->is_whole, .server = a->server,
                             .path = a->symbol->path, .point = point_of(a->call, a->graph, a->symbol),
                             .byte = a->symbol->name_span.from};
  TRY(tool_references(&question, &found));
  for (size_t i = 0; i < found.len; i++) {
    const LspLocation *one = &found.items[i];
    if (!one->is_outside) *vec_add(job->arena, uses) = (ToolUse){.path = one->path, .line = one->range.start.line};
  }
  return OK;
}

static Err hear_server(Asking *a, ToolUses *uses) {
  a->precise->server = str_copy(a->call->job->arena, lsp_server_name(a->server));
  TRY(wait_for_server(a));
  TRY(ask_server(a, uses));
  return a->cache ? keep_by_file(a, uses) : OK;
}

/* What is still true of earlier answers about the files the graph names. */
static Err hear_kept(Asking *a, const ToolUses *graph, ToolUses *uses) {
  Job *job = a->call->job;
  for (size_t i = 0; i < graph->len; i++) {
    if (i && str_eq(graph->items[i].path, graph->items[i - 1].path)) continue;
    LspCacheKey key;
    Str packed, server;
    TRY(file_key(a, graph->items[i].path, &key));
    if (!lsp_cache_find(job, a->cache, &key, &packed) || !unpack_uses(job->arena, packed, uses, &server)) continue;
    a->precise->server = server;
    a->precise->note = "asked earlier; the files are unchanged";
  }
  return OK;
}

/* ---- comparing ---- */

static Err add_graph_uses(Asking *a, SymbolId symbol, ToolUses *uses) {
  Job *job = a->call->job;
  StoreEdges edges = {0};
  TRY(store_edges_into(job, a->graph->reader, symbol, USE_KINDS, &edges));
  for (size_t i = 0; i < edges.len; i++) {
    StoreSymbol from;
    if (!edges.items[i].line) continue;
    TRY(query_symbol(job, a->graph->reader, edges.items[i].from, &from));
    *vec_add(job->arena, uses) = (ToolUse){.path = from.path, .line = edges.items[i].line};
  }
  return OK;
}

/* To a server a declaration and what it declares, or overloads, are one
 * symbol; the graph tells them apart. */
static Err list_graph_uses(Asking *a, ToolUses *ret_uses) {
  StoreSymbols all;
  *ret_uses = (ToolUses){0};
  TRY(store_list_symbols(a->call->job, a->graph->reader, a->symbol->file, &all));
  for (size_t i = 0; i < all.len; i++) {
    const StoreSymbol *other = &all.items[i];
    bool is_same = other->id.value == a->symbol->id.value;
    bool is_namesake = str_eq(other->name, a->symbol->name) && other->container_id.value == a->symbol->container_id.value;
    if (is_same || (is_namesake && (other->flags | a->symbol->flags) & DEF_DECLARATION)) TRY(add_graph_uses(a, all.items[i].id, ret_uses));
  }
  return OK;
}

static int by_place(const void *a, const void *b) {
  const ToolUse *left = a, *right = b;
  int order = str_compare(left->path, right->path);
  return order ? order : (left->line > right->line) - (left->line < right->line);
}

/* Each place once, by path and line. */
static void sort_uses(ToolUses *uses) {
  size_t kept = 0;
  if (uses->len) qsort(uses->items, uses->len, sizeof *uses->items, by_place);
  for (size_t i = 0; i < uses->len; i++) {
    if (kept && !by_place(&uses->items[kept - 1], &uses->items[i])) continue;
    uses->items[kept++] = uses->items[i];
  }
  uses->len = kept;
}

static Str spell_place(Arena *arena, Str path, uint32_t line) {
  return str_format(arena, "%.*s:%u", STR_ARG(path), line);
}

static Err add_named(Asking *a, ToolUses *uses, ToolUse use) {
  Job *job = a->call->job;
  StoreFile file;
  StoreSymbol around = {0};
  TRY(query_file(job, a->graph->reader, use.path, &file));
  if (file.id.value) TRY(query_symbol_at(job, a->graph->reader, file.id, use.line, &around));
  if (around.id.value) use.in = tool_symbol_name(job->arena, &around);
  *vec_add(job->arena, uses) = use;
  return OK;
}

static Err compare(Asking *a, const ToolUses *graph, const ToolUses *server) {
  Arena *arena = a->call->job->arena;
  ToolPrecise *precise = a->precise;
  Map seen;
  map_init(&seen, arena);
  precise->graph = graph->len;
  for (size_t i = 0; i < server->len; i++) {
    map_put(&precise->places, spell_place(arena, server->items[i].path, server->items[i].line), precise);
  }
  for (size_t i = 0; i < graph->len; i++) {
    Str place = spell_place(arena, graph->items[i].path, graph->items[i].line);
    map_put(&seen, place, precise);
    if (map_get(&precise->places, place)) precise->verified++;
    else if (precise->is_whole) TRY(add_named(a, &precise->unconfirmed, graph->items[i]));
  }
  for (size_t i = 0; i < server->len; i++) {
    Str place = spell_place(arena, server->items[i].path, server->items[i].line);
    if (!map_get(&seen, place)) TRY(add_named(a, &precise->added, server->items[i]));
  }
  return OK;
}

static Err look(Asking *a) {
  ToolUses graph, server = {0};
  a->cache = tool_answers(a->call, a->graph->index);
  bool is_kept = a->cache && lsp_cache_counts(a->call->job, a->cache).entries;
  if (!a->server && !is_kept) return OK;
  StoreFile own;
  TRY(store_get_file(a->call->job, a->graph->reader, a->symbol->file, &own));
  a->own_hash = own.hash;
  TRY(list_graph_uses(a, &graph));
  sort_uses(&graph);
  if (a->server) {
    int64_t deadline = hurry(a->call);
    Err err = hear_server(a, &server);
    bool was_heard = !err;
    TRY(relax(a->call, deadline, err));
    if (!was_heard) {
      a->precise->server = STR_EMPTY;
      a->precise->is_whole = false;
      a->precise->note = NULL;
      server.len = 0;
    }
  }
  if (!a->precise->server.len && is_kept) TRY(hear_kept(a, &graph, &server));
  sort_uses(&server);
  return compare(a, &graph, &server);
}

Err tool_precise_look(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, ToolPrecise *ret_precise) {
  *ret_precise = (ToolPrecise){0};
  map_init(&ret_precise->places, call->job->arena);
  if (symbol->kind == SYMBOL_FILE || str_eq_c(tool_arg_str(call, "precise"), "never")) return OK;
  Asking asking = {.call = call, .graph = graph, .symbol = symbol, .precise = ret_precise};
  TRY(take_server(call, symbol->path, &asking.server));
  Err err = look(&asking);
  if (asking.server) lsp_server_release(asking.server);
  return err;
}

bool tool_precise_has(ToolCall *call, const ToolPrecise *precise, Str path, uint32_t line) {
  return precise->places.live && map_get(&precise->places, spell_place(call->job->arena, path, line));
}

/* ---- showing ---- */

static void show_uses(ToolCall *call, const ToolUses *uses) {
  Arena *arena = call->job->arena;
  for (size_t i = 0; i < uses->len && i < USES_SHOWN; i++) {
    const ToolUse *use = &uses->items[i];
    buf_add_format(call->text, "  %.*s:%u", STR_ARG(str_shown(arena, use->path, SIZE_MAX)), use->line);
    if (use->in.len) buf_add_format(call->text, "  in %.*s", STR_ARG(use->in));
    buf_add_byte(call->text, '\n');
  }
  if (uses->len > USES_SHOWN) buf_add_format(call->text, "  and %zu more\n", uses->len - USES_SHOWN);
}

void tool_precise_show(ToolCall *call, const ToolPrecise *precise) {
  if (!precise->server.len) return;
  Str server = str_shown(call->job->arena, precise->server, TOOL_SHOWN_WORD);
  Str note = precise->note ? str_format(call->job->arena, " (%s)", precise->note) : STR_EMPTY;
  buf_add_format(call->text, "Verified by %.*s: %zu of %zu places where the graph sees a use%.*s.\n", STR_ARG(server),
                 precise->verified, precise->graph, STR_ARG(note));
  if (precise->unconfirmed.len) {
    buf_add_format(call->text, "Not among its references (%zu):\n", precise->unconfirmed.len);
    show_uses(call, &precise->unconfirmed);
  }
  if (precise->added.len) {
    buf_add_format(call->text, "Uses that only %.*s sees (%zu):\n", STR_ARG(server), precise->added.len);
    show_uses(call, &precise->added);
  }
}

static const ToolField use_fields[] = {
    {"path", TOOL_STRING, true, .help = "file, relative to the workspace"},
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {"in", TOOL_STRING, .help = "the symbol around it"},
    {0},
};

const ToolField tool_precise_fields[] = {
    {"answered_by", TOOL_STRING, true, .choices = "graph|both", .help = "graph: nobody else was heard"},
    {"server", TOOL_STRING, .help = "its name"},
    {"verified", TOOL_INTEGER, true, .help = "places that both know"},
    {"graph_places", TOOL_INTEGER, true, .help = "places where the graph sees a use"},
    {"unconfirmed", TOOL_OBJECTS, true, .fields = use_fields, .help = "places that only the graph knows"},
    {"added", TOOL_OBJECTS, true, .fields = use_fields, .help = "places that only the server knows"},
    {0},
};

static void write_uses(JsonWriter *out, const char *name, const ToolUses *uses) {
  json_field_array(out, name);
  for (size_t i = 0; i < uses->len; i++) {
    json_begin_object(out);
    json_field_str(out, "path", uses->items[i].path);
    json_field_int(out, "line", uses->items[i].line);
    if (uses->items[i].in.len) json_field_str(out, "in", uses->items[i].in);
    json_end_object(out);
  }
  json_end_array(out);
}

void tool_precise_write(ToolCall *call, const ToolPrecise *precise) {
  JsonWriter *out = call->fields;
  json_field_object(out, "precise");
  json_field_str(out, "answered_by", precise->server.len ? STR("both") : STR("graph"));
  if (precise->server.len) json_field_str(out, "server", precise->server);
  json_field_int(out, "verified", (int64_t)precise->verified);
  json_field_int(out, "graph_places", (int64_t)precise->graph);
  write_uses(out, "unconfirmed", &precise->unconfirmed);
  write_uses(out, "added", &precise->added);
  json_end_object(out);
}

/* ---- a type ---- */

/* The first line of code in Markdown, or the first line at all. */
static Str first_line(Str text) {
  size_t fence = str_find(text, STR("```"));
  if (fence != STR_NONE) {
    text = str_slice(text, fence, text.len);
    (void)str_cut(&text, '\n');
  }
  while (text.len) {
    Str line = str_trim(str_cut(&text, '\n'));
    if (line.len) return line;
  }
  return STR_EMPTY;
}

Err tool_precise_type(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, Str *ret_server, Str *ret_type) {
  LspServer *server;
  LspHover hover = {0};
  *ret_server = *ret_type = STR_EMPTY;
  if (symbol->kind == SYMBOL_FILE || str_eq_c(tool_arg_str(call, "precise"), "never")) return OK;
  TRY(take_server(call, symbol->path, &server));
  if (!server) return OK;
  LspAt at = {.server = server, .path = symbol->path, .point = point_of(call, graph, symbol)};
  int64_t deadline = hurry(call);
  Err err = relax(call, deadline, lsp_ask_hover(call->job, &at, &hover));
  *ret_server = str_copy(call->job->arena, lsp_server_name(server));
  *ret_type = first_line(hover.text);
  lsp_server_release(server);
  return err;
}
