/* References that were asked for before: kept with everything they depend on,
 * so that the same question about the same files is answered without asking
 * (decision 018). */
#include "src/verify/verify_internal.h"

#include "src/base/hash.h"
#include "src/base/vec.h"
#include "src/index/part.h"
#include "src/os/file.h"
#include "src/query/graph/graph.h"
#include "src/query/names/names.h"

#define SHOWN_MAX 16 /* files shown to a server for one question */

/* A question; its answer depends on nothing but these and the files. */
typedef struct Question {
  VerifyFile *file;
  TextPoint point;
  uint32_t byte; /* the same place; only with a graph */
  bool with_declaration;
} Question;

LspCache *verify_answers(LspHub *hub, Index *index) {
  Keep *keep = index_keep(index);
  return hub && keep ? lsp_hub_cache(hub, keep) : NULL;
}

/* ---- the key ---- */

/* A file whose contents nobody looked at is known by its stamp. */
static uint64_t state_of(const StoreFile *file) {
  return file->hash ? file->hash : hash_combine(file->size, file->stamp);
}

/* All files of the workspace as they are. */
static Err find_world(const Question *question, LspCache *cache, uint64_t *ret_world) {
  Job *job = question->file->job;
  int64_t generation;
  StoreFiles files;
  uint64_t world = 0;
  TRY(index_generation(job, question->file->reader, &generation));
  if (lsp_cache_world(cache, generation, ret_world)) return OK;
  TRY(store_list_files(job, question->file->reader, STR_EMPTY, &files));
  for (size_t i = 0; i < files.len; i++) { /* by path */
    world = hash_combine(hash_combine(world, hash_str(files.items[i].path)), state_of(&files.items[i]));
  }
  lsp_cache_set_world(cache, generation, world);
  *ret_world = world;
  return OK;
}

/* They are not all known, or the one at hand is of a language that the graph
 * does not look at: its changes would go unnoticed. */
static bool is_watched(const Question *question) {
  StoreFile file;
  IndexState state;
  index_state(question->file->index, &state);
  if (state.provisional || state.behind) return false;
  if (query_file(question->file->job, question->file->reader, question->file->path, &file)) return false;
  return file.id.value && !file.skip.len && file.hash;
}

/* The server's name with its version; empty: it does not tell. */
static Str server_of(const Question *question) {
  Arena *arena = question->file->job->arena;
  Str name = lsp_server_name(question->file->server), root = root_path(lsp_server_workspace(question->file->server));
  size_t count;
  LspServerState *states = lsp_hub_states(arena, question->file->hub, &count);
  for (size_t i = 0; i < count; i++) {
    if (!str_eq(states[i].name, name) || !str_eq(states[i].root, root) || !states[i].version.len) continue;
    return str_format(arena, "%.*s %.*s", STR_ARG(name), STR_ARG(states[i].version));
  }
  return STR_EMPTY;
}

/* NULL: nothing can be kept. */
static LspCache *find_key(const Question *question, LspCacheKey *ret_key) {
  bool may_keep = question->file->reader && question->file->is_ready && is_watched(question);
  LspCache *cache = may_keep ? verify_answers(question->file->hub, question->file->index) : NULL;
  if (!cache) return NULL;
  *ret_key = (LspCacheKey){.server = server_of(question), .path = question->file->path, .byte = question->byte,
                           .question = question->with_declaration ? STR("references with declaration") : STR("references")};
  if (!ret_key->server.len || find_world(question, cache, &ret_key->world)) return NULL;
  return cache;
}

/* ---- locations as text: path, whether outside, then eight numbers ---- */

static void write_range(JsonWriter *out, const LspRange *range) {
  json_int(out, range->start.line);
  json_int(out, range->start.column);
  json_int(out, range->end.line);
  json_int(out, range->end.column);
  json_int(out, range->start_byte);
  json_int(out, range->end_byte);
}

static Str spell(Arena *arena, const LspLocations *locations) {
  Buf buf;
  JsonWriter out;
  buf_init(&buf, arena, SIZE_MAX);
  json_writer_init(&out, &buf, 0);
  json_begin_array(&out);
  for (size_t i = 0; i < locations->len; i++) {
    json_begin_array(&out);
    json_str(&out, locations->items[i].path);
    json_bool(&out, locations->items[i].is_outside);
    write_range(&out, &locations->items[i].range);
    json_end_array(&out);
  }
  json_end_array(&out);
  return buf_str(&buf);
}

static bool read_one(const Json *value, LspLocation *ret_location) {
  uint32_t numbers[6];
  if (!json_is(value, JSON_ARRAY) || value->count != 8 || value->items[0].type != JSON_STRING) return false;
  for (size_t i = 0; i < 6; i++) {
    int64_t number;
    if (!json_to_int(&value->items[i + 2], &number) || number < 0 || number > UINT32_MAX) return false;
    numbers[i] = (uint32_t)number;
  }
  *ret_location = (LspLocation){.path = value->items[0].text, .is_outside = value->items[1].boolean,
                                .range = {.start = {numbers[0], numbers[1]}, .end = {numbers[2], numbers[3]},
                                          .start_byte = numbers[4], .end_byte = numbers[5]}};
  ret_location->whole = ret_location->range;
  return true;
}

/* What came from somebody else's artifact is checked like anything from outside. */
static bool read_all(Job *job, Str text, LspLocations *ret_locations) {
  const Json *all;
  LspLocations locations = {0};
  if (json_read(job, text, NULL, &all)) {
    job_forgive(job);
    return false;
  }
  for (size_t i = 0; json_is(all, JSON_ARRAY) && i < all->count; i++) {
    LspLocation location;
    if (!read_one(&all->items[i], &location)) return false;
    *vec_add(job->arena, &locations) = location;
  }
  *ret_locations = locations;
  return locations.len;
}

/* ---- servers that know only what they were shown ---- */

/* The symbol whose name stands at the place; id 0: none. */
static Err find_symbol(const Question *question, StoreSymbol *ret_symbol) {
  Job *job = question->file->job;
  StoreFile file;
  StoreSymbols all;
  *ret_symbol = (StoreSymbol){0};
  TRY(query_file(job, question->file->reader, question->file->path, &file));
  if (!file.id.value) return OK;
  TRY(store_list_symbols(job, question->file->reader, file.id, &all));
  for (size_t i = 0; i < all.len; i++) {
    if (all.items[i].name_span.from == question->byte) *ret_symbol = all.items[i];
  }
  return OK;
}

/* Other files where the graph sees a use, each once. */
static Err list_users(const Question *question, Map *ret_paths) {
  Job *job = question->file->job;
  StoreSymbol symbol;
  StoreSources sources = {0};
  map_init(ret_paths, job->arena);
  TRY(find_symbol(question, &symbol));
  if (!symbol.id.value) return OK;
  TRY(store_sources(job, question->file->reader, symbol.id, QUERY_CALLS | QUERY_USES, &sources));
  for (size_t i = 0; i < sources.len; i++) {
    StoreSymbol user;
    TRY(query_symbol(job, question->file->reader, sources.items[i].symbol, &user));
    if (!str_eq(user.path, question->file->path)) map_put(ret_paths, user.path, ret_paths);
  }
  return OK;
}

/* A server that has no index of its own (clangd without a compilation
 * database) names none of them: it is shown the first few. */
static Err show_users(const Question *question, const LspLocations *locations, bool *ret_shown) {
  Job *job = question->file->job;
  Map users;
  size_t count = 0;
  *ret_shown = false;
  TRY(list_users(question, &users));
  for (size_t i = 0; i < locations->len; i++) {
    if (map_get(&users, locations->items[i].path)) return OK;
  }
  for (MapEntry *e = NULL; count < SHOWN_MAX && (e = map_next(&users, e)); count++) {
    LspDocument document;
    TRY(lsp_server_show(job, question->file->server, e->key, &document));
    *ret_shown = true;
  }
  return OK;
}

/* As many as the server can know of. */
static Err ask(const Question *question, LspLocations *ret_locations) {
  Job *job = question->file->job;
  LspAt at = {.server = question->file->server, .path = question->file->path, .point = question->point};
  bool was_shown = false;
  TRY(lsp_ask_references(job, &at, question->with_declaration, ret_locations));
  if (question->file->reader) TRY(show_users(question, ret_locations, &was_shown));
  return was_shown ? lsp_ask_references(job, &at, question->with_declaration, ret_locations) : OK;
}

static Err answer(const Question *question, LspLocations *ret_locations) {
  Job *job = question->file->job;
  LspCacheKey key;
  LspCache *cache = find_key(question, &key);
  Str answer;
  TRY(job_check(job));
  job_forgive(job); /* what could not be found out only means that nothing is kept */
  if (cache && lsp_cache_find(job, cache, &key, &answer) && read_all(job, answer, ret_locations)) return OK;
  TRY(ask(question, ret_locations));
  /* "None" may only mean that a server is not done yet. */
  if (cache && ret_locations->len && !ret_locations->dropped) lsp_cache_add(job, cache, &key, spell(job->arena, ret_locations));
  return OK;
}

Err verify_references(VerifyFile *file, TextPoint point, bool with_declaration, LspLocations *ret_locations) {
  Question question = {.file = file, .point = point, .with_declaration = with_declaration};
  Text text;
  Err err = verify_graph(file);
  if (!err) err = verify_text(file, &text);
  if (!err) question.byte = (uint32_t)text_from_point(&text, point);
  job_forgive(file->job);
  return answer(&question, ret_locations);
}
