/* The uses of a symbol by the graph and by a server, compared place by place. */
#include <stdlib.h>

#include "src/base/vec.h"
#include "src/query/graph/graph.h"
#include "src/query/names/names.h"
#include "src/verify/verify_internal.h"

#define AUTO_PATIENCE_MS 500 /* how long an answer may wait for a server it did not ask for */
/* Sites of the graph that a server's references correspond to. */
#define USE_KINDS (QUERY_CALLS | QUERY_USES | STORE_KIND(EDGE_IMPORTS) | STORE_KIND(EDGE_EXPORTS))

typedef struct Asking {
  VerifyFile *file;
  const StoreSymbol *symbol;
  bool required;
  VerifyKept kept; /* its cache NULL: nothing is kept */
  VerifyUses *uses;
  VerifyUseList refuted; /* by the server, for files that it has read */
} Asking;

/* Where its name stands, in characters. */
static TextPoint point_of(const VerifyFile *file, const StoreSymbol *symbol) {
  TextPoint point = {symbol->name_span.line, symbol->name_span.column};
  const QuerySource *source = verify_source(file, symbol->path);
  if (source) point.column = 1 + (uint32_t)str_characters(str_slice(query_source_line(source, point.line), 0, point.column - 1));
  return point;
}

/* ---- the graph's ---- */

static int by_place(const void *a, const void *b) {
  const VerifyUse *left = a, *right = b;
  int order = str_compare(left->path, right->path);
  return order ? order : (left->line > right->line) - (left->line < right->line);
}

/* Each place once, by path and line. */
static void sort_uses(VerifyUseList *uses) {
  size_t kept = 0;
  if (uses->len) qsort(uses->items, uses->len, sizeof *uses->items, by_place);
  for (size_t i = 0; i < uses->len; i++) {
    if (kept && !by_place(&uses->items[kept - 1], &uses->items[i])) continue;
    uses->items[kept++] = uses->items[i];
  }
  uses->len = kept;
}

static Err add_graph_uses(const VerifyFile *file, SymbolId symbol, VerifyUseList *uses) {
  Job *job = file->job;
  StoreEdges edges = {0};
  TRY(store_edges_into(job, file->reader, symbol, USE_KINDS, &edges));
  for (size_t i = 0; i < edges.len; i++) {
    StoreSymbol from;
    if (!edges.items[i].line) continue;
    TRY(query_symbol(job, file->reader, edges.items[i].from, &from));
    *vec_add(job->arena, uses) = (VerifyUse){.path = from.path, .line = edges.items[i].line, .column = edges.items[i].column};
  }
  return OK;
}

/* To a server a declaration and what it declares, or overloads, are one
 * symbol; the graph tells them apart. */
Err verify_graph_uses(const VerifyFile *file, const StoreSymbol *symbol, VerifyUseList *ret_uses) {
  StoreSymbols all;
  *ret_uses = (VerifyUseList){0};
  TRY(store_list_symbols(file->job, file->reader, symbol->file, &all));
  for (size_t i = 0; i < all.len; i++) {
    const StoreSymbol *other = &all.items[i];
    bool is_same = other->id.value == symbol->id.value;
    bool is_namesake = str_eq(other->name, symbol->name) && other->container_id.value == symbol->container_id.value;
    if (is_same || (is_namesake && (other->flags | symbol->flags) & DEF_DECLARATION)) TRY(add_graph_uses(file, all.items[i].id, ret_uses));
  }
  sort_uses(ret_uses);
  return OK;
}

/* ---- patience ---- */

static int64_t hurry(Job *job, bool required) {
  int64_t before = job->deadline_ms, end = job_now_ms() + AUTO_PATIENCE_MS;
  if (!required && (!before || before > end)) job->deadline_ms = end;
  return before;
}

static Err relax(Job *job, bool required, int64_t deadline, Err err) {
  job->deadline_ms = deadline;
  if (!err || err == ERR_CANCELLED || required) return err;
  job_forgive(job);
  return OK;
}

/* ---- asking ---- */

/* One that runs already was only taken when it had read the workspace. */
static Err wait_for_server(Asking *a) {
  a->file->is_ready = true;
  if (a->required) TRY(verify_wait(a->file));
  a->uses->is_whole = a->file->is_ready;
  if (!a->uses->is_whole) a->uses->note = "it is still reading the workspace";
  return OK;
}

static Err ask_server(Asking *a, VerifyUseList *uses) {
  VerifyPlaces found;
  a->file->is_hurried = !a->required;
  TRY(verify_references(a->file, point_of(a->file, a->symbol), false, &found));
  a->refuted = found.refuted;
  if (found.unread && !a->uses->note) a->uses->note = "it has not read all of those files";
  for (size_t i = 0; i < found.all.len; i++) {
    const LspLocation *one = &found.all.items[i];
    if (!one->is_outside && found.sources[i] & VERIFY_SERVER) *vec_add(a->file->job->arena, uses) = (VerifyUse){.path = one->path, .line = one->range.start.line};
  }
  return OK;
}

static Err hear_server(Asking *a, VerifyUseList *uses) {
  a->uses->server = str_copy(a->file->job->arena, lsp_server_name(a->file->server));
  TRY(wait_for_server(a));
  TRY(ask_server(a, uses));
  return a->kept.cache ? verify_keep_uses(&a->kept, uses, a->uses->server) : OK;
}

/* What is still true of earlier answers about the files the graph names. */
static Err hear_kept(Asking *a, const VerifyUseList *graph, VerifyUseList *uses) {
  for (size_t i = 0; i < graph->len; i++) {
    Str server;
    if (i && str_eq(graph->items[i].path, graph->items[i - 1].path)) continue;
    TRY(verify_find_kept(&a->kept, graph->items[i].path, uses, &server));
    if (!server.len) continue;
    a->uses->server = server;
    a->uses->note = "asked earlier; the files are unchanged";
  }
  return OK;
}

/* ---- comparing ---- */

static Str spell_place(Arena *arena, Str path, uint32_t line) {
  return str_format(arena, "%.*s:%u", STR_ARG(path), line);
}

static Err add_named(Asking *a, VerifyUseList *uses, VerifyUse use) {
  Job *job = a->file->job;
  StoreFile file;
  TRY(query_file(job, a->file->reader, use.path, &file));
  if (file.id.value) TRY(query_symbol_at(job, a->file->reader, file.id, use.line, &use.in));
  *vec_add(job->arena, uses) = use;
  return OK;
}

static Err compare(Asking *a, const VerifyUseList *graph, const VerifyUseList *server) {
  Arena *arena = a->file->job->arena;
  VerifyUses *uses = a->uses;
  Map seen;
  map_init(&seen, arena);
  uses->graph = graph->len;
  for (size_t i = 0; i < server->len; i++) {
    map_put(&uses->places, spell_place(arena, server->items[i].path, server->items[i].line), uses);
  }
  for (size_t i = 0; i < graph->len; i++) {
    Str place = spell_place(arena, graph->items[i].path, graph->items[i].line);
    map_put(&seen, place, uses);
    if (map_get(&uses->places, place)) uses->verified++;
  }
  for (size_t i = 0; i < a->refuted.len; i++) TRY(add_named(a, &uses->unconfirmed, a->refuted.items[i]));
  for (size_t i = 0; i < server->len; i++) {
    Str place = spell_place(arena, server->items[i].path, server->items[i].line);
    if (!map_get(&seen, place)) TRY(add_named(a, &uses->added, server->items[i]));
  }
  return OK;
}

/* Nobody was heard after all. */
static void forget_server(VerifyUses *uses) {
  uses->server = STR_EMPTY;
  uses->is_whole = false;
  uses->note = NULL;
}

Err verify_uses(VerifyFile *file, const StoreSymbol *symbol, bool required, VerifyUses *ret_uses) {
  Job *job = file->job;
  Asking a = {.file = file, .symbol = symbol, .required = required, .uses = ret_uses,
              .kept = {.file = file, .symbol = symbol, .cache = verify_answers(file->hub, file->index)}};
  VerifyUseList graph, server = {0};
  StoreFile own;
  *ret_uses = (VerifyUses){0};
  map_init(&ret_uses->places, job->arena);
  bool is_kept = a.kept.cache && !lsp_cache_is_empty(job, a.kept.cache, file->calm);
  if (!file->server && !is_kept) return OK;
  TRY(store_get_file(job, file->reader, symbol->file, &own));
  a.kept.own_hash = own.hash;
  TRY(verify_graph_uses(file, symbol, &graph));
  if (file->server) {
    int64_t deadline = hurry(job, required);
    Err err = hear_server(&a, &server);
    bool was_heard = !err;
    TRY(relax(job, required, deadline, err));
    if (!was_heard) forget_server(ret_uses);
    if (!was_heard) server.len = a.refuted.len = 0;
  }
  if (!ret_uses->server.len && is_kept) TRY(hear_kept(&a, &graph, &server));
  sort_uses(&server);
  return compare(&a, &graph, &server);
}

bool verify_has_use(Arena *arena, const VerifyUses *uses, Str path, uint32_t line) {
  return uses->places.live && map_get(&uses->places, spell_place(arena, path, line));
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

Err verify_type(VerifyFile *file, const StoreSymbol *symbol, bool required, Str *ret_type) {
  LspHover hover = {0};
  LspAt at = {.server = file->server, .path = symbol->path, .point = point_of(file, symbol)};
  int64_t deadline = hurry(file->job, required);
  Err err = relax(file->job, required, deadline, lsp_ask_hover(file->job, &at, &hover));
  *ret_type = first_line(hover.text);
  return err;
}
