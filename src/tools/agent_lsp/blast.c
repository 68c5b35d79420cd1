/* Who uses what is about to change. The graph says what there is in a file and
 * what is exported; the server says who refers to it, and where there is none
 * or its time is up, the graph does. */
#include "src/tools/agent_lsp/blast_internal.h"

#include <stdlib.h>

#include "src/base/vec.h"

/* Less than the call's own limit, so that there is time left for the graph to
 * answer for the rest. */
#define SERVERS_MS 40000 /* for all questions to servers together */

const ToolField tool_agent_use_fields[] = {AGENT_BLAST_USE_ROWS, {0}};
const ToolField tool_agent_caller_fields[] = {
    AGENT_BLAST_USE_ROWS,
    {"uses", TOOL_STRING, true, .help = "the changed symbol it uses"},
    {"sync_guarded", TOOL_BOOLEAN, .help = "that symbol belongs to a type with a lock or atomic"},
    {0},
};

/* The graph is needed whatever the servers say: it alone knows which symbol a
 * place lies in. */
Err tool_agent_blast_open(ToolCall *call, Str path, AgentBlast *ret_blast) {
  AgentBlast blast = {.file = {.call = call}, .end_ms = job_now_ms() + SERVERS_MS};
  TRY(tool_locate(call, path, &blast.file.graph.index, &blast.file.path));
  map_init(&blast.file.graph.sources, call->job->arena);
  map_init(&blast.servers, call->job->arena);
  TRY(tool_agent_graph(&blast.file));
  *ret_blast = blast;
  return OK;
}

/* The files in the map share the blast's graph and have only their server as
 * their own, so that is all they give back; the graph is closed once, at the
 * end. */
void tool_agent_blast_close(AgentBlast *blast) {
  for (MapEntry *entry = NULL; (entry = map_next(&blast->servers, entry));) {
    AgentFile *file = entry->value;
    if (file->server) lsp_server_release(file->server);
    file->server = NULL;
  }
  tool_agent_close(&blast->file);
}

/* Many symbols fail for the same reason, which is said once. */
static void warn(AgentBlast *blast, Str warning) {
  Arena *arena = blast->file.call->job->arena;
  for (size_t i = 0; i < blast->warning_count; i++) {
    if (str_eq(blast->warnings[i], warning)) return;
  }
  if (blast->warning_count == blast->warning_cap) blast->warnings = vec_grow(arena, blast->warnings, &blast->warning_cap, sizeof(Str));
  blast->warnings[blast->warning_count++] = warning;
}

/* A file with its server, taken once. A file for which none could be had is
 * remembered as well: the next symbol in it must not wait for the same refusal
 * again. An error that stops the job is not forgiven, and the next step of the
 * call ends with it. */
static AgentFile *file_of(AgentBlast *blast, Str path) {
  AgentFile *file = map_get(&blast->servers, path);
  if (file) return file;
  file = ARENA_NEW(blast->file.call->job->arena, AgentFile);
  *file = blast->file;
  file->path = path;
  file->server = NULL;
  Err err = job_now_ms() < blast->end_ms ? tool_agent_take(file, STR_EMPTY) : OK;
  if (!err && file->server) err = tool_agent_wait(file);
  if (err) warn(blast, str_copy(file->call->job->arena, job_message(file->call->job, err)));
  else if (file->server && !file->is_ready) {
    warn(blast, STR("the server is still reading the workspace: uses may be missing; ask again later"));
  }
  if (err && !job_is_stopped(file->call->job)) job_forgive(file->call->job);
  map_put_copy(&blast->servers, path, file);
  return file;
}

/* ---- uses ---- */

/* Servers name places in no order that is promised, and the answer must not
 * depend on it. */
static int compare_uses(const void *a, const void *b) {
  const AgentUse *left = a, *right = b;
  int order = str_compare(left->path, right->path);
  return order ? order : left->line < right->line ? -1 : left->line > right->line;
}

static bool is_known(const AgentUses *uses, SymbolId id) {
  for (size_t i = 0; i < uses->len; i++) {
    if (uses->items[i].id.value == id.value) return true;
  }
  return false;
}

/* `own`: the changed symbol's id; what is inside it does not count. Several
 * uses in one symbol are one user; a use at the top of a file has no symbol
 * and is counted by itself. */
static Err add_use(AgentBlast *blast, AgentChanged *changed, SymbolId own, Str path, uint32_t line) {
  AgentFile *file = &blast->file;
  StoreSymbol around;
  TRY(tool_agent_around(file, path, line, &around));
  if (around.id.value && (around.id.value == own.value || is_known(&changed->uses, around.id))) return OK;
  AgentUse use = {.path = path, .line = line, .id = around.id,
                  .is_test = (around.id.value && around.flags & DEF_TEST) || tool_agent_is_test(file, path)};
  if (around.id.value) use.name = query_qualified(file->call->job->arena, &around);
  *vec_add(file->call->job->arena, &changed->uses) = use;
  return OK;
}

/* Places outside of the workspace are left out: nobody could be asked to look
 * at them. */
static Err uses_from_server(AgentBlast *blast, AgentFile *file, TextPoint point, SymbolId own, AgentChanged *changed) {
  VerifyPlaces places;
  TRY(tool_agent_references(file, point, false, &places));
  for (size_t i = 0; i < places.all.len; i++) {
    const LspLocation *location = &places.all.items[i];
    if (!location->is_outside) TRY(add_use(blast, changed, own, location->path, location->range.start.line));
  }
  blast->used_server = true;
  blast->used_graph |= places.is_graph;
  if (places.is_partial) {
    warn(blast, STR("partial: the server is not known to have read every file with uses; those are from the graph"));
  }
  return OK;
}

/* What reaches the symbol through an interface or a table of functions counts
 * as a use, too: it breaks as well when the symbol changes. */
static Err uses_from_graph(AgentBlast *blast, const StoreSymbol *symbol, AgentChanged *changed) {
  Job *job = blast->file.call->job;
  QueryTrail trail;
  QueryTrailRequest request = {.symbols = symbol, .count = 1, .direction = QUERY_CALLERS,
                               .kinds = QUERY_CALLS | QUERY_LINKS | QUERY_USES, .limit = 1000};
  TRY(query_trail(job, blast->file.graph.reader, &request, &trail));
  const QueryTrailGroup *groups[] = {&trail.direct, &trail.dispatched, &trail.linked};
  for (size_t i = 0; i < COUNT_OF(groups); i++) {
    for (size_t j = 0; j < groups[i]->len; j++) {
      const QueryTrailEntry *entry = &groups[i]->items[j];
      if (is_known(&changed->uses, entry->symbol.id)) continue;
      *vec_add(job->arena, &changed->uses) = (AgentUse){
          .name = query_qualified(job->arena, &entry->symbol), .path = entry->symbol.path,
          .line = entry->edge.line ? entry->edge.line : entry->symbol.name_span.line, .id = entry->symbol.id,
          .is_test = entry->symbol.flags & DEF_TEST || tool_agent_is_test(&blast->file, entry->symbol.path)};
    }
  }
  blast->used_graph = true;
  return OK;
}

/* *ret_done is false when the graph has to answer. Uses that were collected
 * before a server failed are dropped, because half of a list looks like a
 * whole one. */
static Err ask_server(AgentBlast *blast, const StoreSymbol *symbol, TextPoint point, AgentChanged *changed, bool *ret_done) {
  AgentFile *file = file_of(blast, changed->path);
  *ret_done = false;
  if (!file->server) return OK;
  if (job_now_ms() >= blast->end_ms) {
    warn(blast, STR("servers took longer than 40 s: the graph answered for the rest"));
    return OK;
  }
  Err err = uses_from_server(blast, file, point, symbol ? symbol->id : (SymbolId){0}, changed);
  *ret_done = !err;
  if (!err || !tool_agent_forgive(file, err)) return err;
  warn(blast, file->words);
  changed->uses.len = 0;
  return OK;
}

/* Counts and orders what was found and puts it into the blast; `changed` is
 * copied, its list stays where it is. */
static Err finish(AgentBlast *blast, AgentChanged *changed) {
  if (changed->uses.len) qsort(changed->uses.items, changed->uses.len, sizeof(AgentUse), compare_uses);
  for (size_t i = 0; i < changed->uses.len; i++) *(changed->uses.items[i].is_test ? &changed->tests : &changed->others) += 1;
  *vec_add(blast->file.call->job->arena, blast) = *changed;
  return job_check(blast->file.call->job);
}

/* ---- symbols ---- */

/* The text of the type that a member belongs to. A symbol that is a type
 * itself is looked at as it is. A source that cannot be read is no reason to
 * fail: then nothing is known of locks. */
static Err find_guard(AgentBlast *blast, const StoreSymbol *symbol, bool *ret_guarded) {
  AgentFile *file = &blast->file;
  StoreSymbol container = *symbol;
  *ret_guarded = false;
  if (symbol->container_id.value) TRY(query_symbol(file->call->job, file->graph.reader, symbol->container_id, &container));
  const QuerySource *source = tool_source(file->call, &file->graph, container.path);
  if (!source || !query_is_container(container.kind)) return OK;
  *ret_guarded = tool_agent_is_guarded(str_slice(source->text, container.full.from, container.full.to));
  return OK;
}

/* Beyond the limit symbols are only counted: each may cost a question to a
 * server. */
Err tool_agent_blast_symbol(AgentBlast *blast, const StoreSymbol *symbol) {
  bool done;
  if (blast->len >= AGENT_BLAST_MAX) {
    blast->left_out++;
    return OK;
  }
  AgentChanged changed = {.name = query_qualified(blast->file.call->job->arena, symbol), .path = symbol->path,
                          .line = symbol->name_span.line};
  TRY(find_guard(blast, symbol, &changed.sync_guarded));
  LspSymbol as_server = tool_agent_from_graph(&blast->file, symbol);
  TRY(ask_server(blast, symbol, as_server.location.range.start, &changed, &done));
  if (!done) TRY(uses_from_graph(blast, symbol, &changed));
  return finish(blast, &changed);
}

/* Locals and parts of signatures are nobody else's business. */
static Err is_local(AgentBlast *blast, const StoreSymbol *symbol, bool *ret_local) {
  StoreSymbol container;
  *ret_local = false;
  if (!symbol->container_id.value) return OK;
  TRY(query_symbol(blast->file.call->job, blast->file.graph.reader, symbol->container_id, &container));
  *ret_local = symbol_kind_is_callable(container.kind);
  return OK;
}

/* Without the graph nobody says what is exported, so the habits of names have
 * to do. */
static bool is_private_name(Str name) { return !name.len || name.ptr[0] == '_' || name.ptr[0] == '#'; }

/* A language that the graph does not know: the server says what there is.
 * Members of members are left out, and so is what cannot be asked: the graph
 * has nothing on such a file either. */
static Err blast_by_server(AgentBlast *blast, Str path, bool exported_only) {
  AgentFile *file = file_of(blast, path);
  LspSymbols symbols;
  if (!file->server) return OK;
  Err err = lsp_ask_document_symbols(file->call->job, file->server, path, &symbols);
  if (err && tool_agent_forgive(file, err)) {
    warn(blast, file->words);
    return OK;
  }
  TRY(err);
  for (size_t i = 0; i < symbols.len; i++) {
    const LspSymbol *symbol = &symbols.items[i];
    bool done;
    if (symbol->depth > 1 || (exported_only && is_private_name(symbol->name))) continue;
    if (blast->len >= AGENT_BLAST_MAX) {
      blast->left_out++;
      continue;
    }
    AgentChanged changed = {.name = symbol->name, .path = path, .line = symbol->location.range.start.line};
    TRY(ask_server(blast, NULL, symbol->location.range.start, &changed, &done));
    if (done) TRY(finish(blast, &changed));
  }
  return OK;
}

/* A file that was skipped, or in which the graph found nothing, is asked of
 * the server: its language may simply be unknown to the graph. */
Err tool_agent_blast_file(AgentBlast *blast, Str path, bool exported_only) {
  Job *job = blast->file.call->job;
  StoreFile file;
  StoreSymbols symbols;
  TRY(query_file(job, blast->file.graph.reader, path, &file));
  if (!file.id.value || file.skip.len || !file.symbols) return blast_by_server(blast, path, exported_only);
  TRY(store_list_symbols(job, blast->file.graph.reader, file.id, &symbols));
  for (size_t i = 0; i < symbols.len; i++) {
    bool local;
    if (symbols.items[i].kind == SYMBOL_FILE || (exported_only && !(symbols.items[i].flags & DEF_EXPORTED))) continue;
    TRY(is_local(blast, &symbols.items[i], &local));
    if (!local) TRY(tool_agent_blast_symbol(blast, &symbols.items[i]));
  }
  return OK;
}

/* ---- fields ---- */

void tool_agent_field_use(AgentBlast *blast, Str name, Str path, uint32_t line) {
  Answer *answer = blast->file.call->answer;
  answer_field_str(answer, "name", str_head(name, TOOL_NAME_MAX));
  answer_field_str(answer, "file", tool_agent_absolute(&blast->file, path));
  answer_field_int(answer, "line", line);
}

/* The same users once more, in one flat list for callers that read nothing
 * else; the limit holds for each symbol, so that one with many does not hide
 * the others. */
void tool_agent_add_blast(AgentBlast *blast) {
  Answer *out = blast->file.call->answer;
  answer_begin_list(out, "non_test_callers");
  for (size_t i = 0; i < blast->len; i++) {
    const AgentChanged *changed = &blast->items[i];
    size_t count = 0;
    for (size_t j = 0; j < changed->uses.len && count < AGENT_BLAST_USES; j++) {
      const AgentUse *use = &changed->uses.items[j];
      if (use->is_test) continue;
      count++;
      answer_begin_row(out);
      tool_agent_field_use(blast, use->name, use->path, use->line);
      answer_field_str(out, "uses", str_head(changed->name, TOOL_NAME_MAX));
      if (changed->sync_guarded) answer_field_bool(out, "sync_guarded", true);
      answer_end(out);
    }
  }
  answer_end(out);
  answer_begin_list(out, "warnings");
  for (size_t i = 0; i < blast->warning_count; i++) answer_item_str(out, blast->warnings[i]);
  answer_end(out);
  answer_field_str(out, "source", blast->used_server && blast->used_graph ? STR("server and graph")
                                : blast->used_server                    ? STR("server")
                                                                        : STR("graph"));
}
