/* References: what the graph and a server know of a symbol's uses, united
 * place by place. A server may refute a place only in a file that it has read;
 * it has read what it names and what it was shown and reported on. Answers are
 * kept with everything they depend on, so that the same question about the same
 * files is answered without asking (decisions 018 and 028). */
#include "src/verify/verify_internal.h"

#include <stdlib.h>

#include "src/base/hash.h"
#include "src/base/vec.h"
#include "src/index/part.h"
#include "src/os/file.h"
#include "src/query/graph/graph.h"
#include "src/query/names/names.h"

#define SHOWN_MAX 40 /* files shown to a server for one question */

/* A question; its answer depends on nothing but these and the files. */
typedef struct Question {
  VerifyFile *file;
  TextPoint point;
  uint32_t byte; /* the same place; only with a graph */
  bool with_declaration;
  StoreSymbol symbol;  /* that stands there, by the graph; id 0: none */
  VerifyUseList graph; /* its uses, by path and line */
} Question;

/* What a server said, and which files it is known to have read. */
typedef struct Heard {
  LspLocations places;
  Map read;
  bool is_whole; /* nothing the graph sees lies in a file it has not read */
} Heard;

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
    if (str_ends_with(files.items[i].path, STR(LSP_CACHE_SUFFIX))) continue;
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
  size_t texts;
  (void)lsp_hub_texts(question->file->job, question->file->hub, root_path(index_files(question->file->index)), &texts);
  if (texts) return false; /* of the client's own, which no key tells */
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
  bool may_keep = question->file->hub && question->file->reader && question->file->is_ready && is_watched(question);
  LspCache *cache = may_keep ? verify_answers(question->file->hub, question->file->index) : NULL;
  if (!cache) return NULL;
  *ret_key = (LspCacheKey){.server = server_of(question), .path = question->file->path, .byte = question->byte,
                           .question = question->with_declaration ? STR("places with declaration") : STR("places")};
  if (!ret_key->server.len || find_world(question, cache, &ret_key->world)) return NULL;
  return cache;
}

/* ---- what was heard as text: places (path, whether outside, six numbers), then paths that were read ---- */

static void write_range(JsonWriter *out, const LspRange *range) {
  json_int(out, range->start.line);
  json_int(out, range->start.column);
  json_int(out, range->end.line);
  json_int(out, range->end.column);
  json_int(out, range->start_byte);
  json_int(out, range->end_byte);
}

static Str spell(Arena *arena, const Heard *heard) {
  const LspLocations *locations = &heard->places;
  Buf buf;
  JsonWriter out;
  buf_init(&buf, arena, SIZE_MAX);
  json_writer_init(&out, &buf, 0);
  json_begin_array(&out);
  json_begin_array(&out);
  for (size_t i = 0; i < locations->len; i++) {
    json_begin_array(&out);
    json_str(&out, locations->items[i].path);
    json_bool(&out, locations->items[i].is_outside);
    write_range(&out, &locations->items[i].range);
    json_end_array(&out);
  }
  json_end_array(&out);
  json_begin_array(&out);
  for (MapEntry *e = NULL; (e = map_next(&heard->read, e));) json_str(&out, e->key);
  json_end_array(&out);
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
static bool read_all(Job *job, Str text, Heard *ret_heard) {
  const Json *all;
  Heard heard = {.is_whole = true};
  if (json_read(job, text, NULL, &all)) {
    job_forgive(job);
    return false;
  }
  if (!json_is(all, JSON_ARRAY) || all->count != 2) return false;
  const Json *places = &all->items[0], *read = &all->items[1];
  if (!json_is(places, JSON_ARRAY) || !json_is(read, JSON_ARRAY)) return false;
  for (size_t i = 0; i < places->count; i++) {
    LspLocation location;
    if (!read_one(&places->items[i], &location)) return false;
    *vec_add(job->arena, &heard.places) = location;
  }
  map_init(&heard.read, job->arena);
  for (size_t i = 0; i < read->count; i++) {
    if (read->items[i].type != JSON_STRING) return false;
    map_put(&heard.read, read->items[i].text, job);
  }
  *ret_heard = heard;
  return heard.places.len;
}

/* ---- asking ---- */

static Str place_key(Arena *arena, Str path, uint32_t line) { return str_format(arena, "%.*s:%u", STR_ARG(path), line); }

static void note_read(Job *job, Heard *heard) {
  for (size_t i = 0; i < heard->places.len; i++) {
    if (!heard->places.items[i].is_outside) map_put(&heard->read, heard->places.items[i].path, job);
  }
}

/* The files in which the graph sees a use that the server does not name, and
 * that it is not known to have read. */
static void find_unread(const Question *question, const Heard *heard, Map *ret_paths) {
  Arena *arena = question->file->job->arena;
  Map named;
  map_init(&named, arena);
  map_init(ret_paths, arena);
  for (size_t i = 0; i < heard->places.len; i++) {
    const LspLocation *one = &heard->places.items[i];
    map_put(&named, place_key(arena, one->path, one->range.start.line), ret_paths);
  }
  for (size_t i = 0; i < question->graph.len; i++) {
    const VerifyUse *use = &question->graph.items[i];
    if (map_get(&heard->read, use->path) || map_get(&named, place_key(arena, use->path, use->line))) continue;
    if (ret_paths->live < SHOWN_MAX) map_put(ret_paths, use->path, ret_paths);
  }
}

static Err ask_once(const Question *question, Heard *heard) {
  VerifyFile *file = question->file;
  LspAt at = {.server = file->server, .path = file->path, .point = question->point};
  TRY(lsp_ask_references(file->job, &at, question->with_declaration, &heard->places));
  note_read(file->job, heard);
  return OK;
}

/* As many as the server can know of. */
static Err ask(const Question *question, Heard *ret_heard) {
  VerifyFile *file = question->file;
  Heard heard = {0};
  Map unread;
  bool may_show = file->reader && file->is_ready && !file->is_hurried;
  map_init(&heard.read, file->job->arena);
  if (may_show) TRY(verify_show_projects(file));
  TRY(ask_once(question, &heard));
  map_put(&heard.read, file->path, file); /* every question shows its own file */
  find_unread(question, &heard, &unread);
  if (unread.live && may_show) {
    TRY(verify_show_files(file, &unread, &heard.read));
    TRY(ask_once(question, &heard));
    find_unread(question, &heard, &unread);
  }
  heard.is_whole = !unread.live;
  *ret_heard = heard;
  return OK;
}

static Err hear(const Question *question, Heard *ret_heard) {
  Job *job = question->file->job;
  LspCacheKey key;
  LspCache *cache = find_key(question, &key);
  Str answer;
  TRY(job_check(job));
  job_forgive(job); /* what could not be found out only means that nothing is kept */
  if (cache && lsp_cache_find(job, cache, &key, &answer) && read_all(job, answer, ret_heard)) return OK;
  TRY(ask(question, ret_heard));
  /* "None" may only mean that a server is not done yet. */
  bool may_keep = ret_heard->places.len && !ret_heard->places.dropped && ret_heard->is_whole && !question->file->is_hurried;
  if (cache && may_keep) lsp_cache_add(job, cache, &key, spell(job->arena, ret_heard));
  return OK;
}

/* ---- uniting ---- */

typedef struct Place {
  LspLocation at;
  unsigned char source;
} Place;
typedef struct PlaceList {
  Place *items;
  size_t len, cap;
} PlaceList;

static int by_place(const void *a, const void *b) {
  const LspLocation *left = &((const Place *)a)->at, *right = &((const Place *)b)->at;
  if (left->is_outside != right->is_outside) return left->is_outside ? 1 : -1;
  int order = str_compare(left->path, right->path);
  if (order) return order;
  if (left->range.start.line != right->range.start.line) return left->range.start.line < right->range.start.line ? -1 : 1;
  return (left->range.start.column > right->range.start.column) - (left->range.start.column < right->range.start.column);
}

/* Where the name stands on the line, from the column the graph has; a name that
 * is not there (another one for it) leaves the column. */
static LspLocation locate(const Question *question, const VerifyUse *use) {
  const QuerySource *source = verify_source(question->file, use->path);
  Str line = source ? query_source_line(source, use->line) : STR_EMPTY, name = question->symbol.name;
  size_t from = use->column ? use->column - 1 : 0;
  if (from > line.len) from = 0;
  size_t at = str_find(str_slice(line, from, line.len), name);
  size_t byte = at != STR_NONE ? from + at : from, length = at != STR_NONE ? name.len : 0;
  uint32_t column = 1 + (uint32_t)str_characters(str_slice(line, 0, byte));
  uint32_t start = source && use->line <= source->lines ? source->starts[use->line - 1] + (uint32_t)byte : 0;
  LspRange range = {.start = {use->line, column}, .end = {use->line, column + (uint32_t)str_characters(str_slice(line, byte, byte + length))},
                    .start_byte = start, .end_byte = start + (uint32_t)length};
  return (LspLocation){.path = use->path, .range = range, .whole = range};
}

/* Adds a place of the graph's, or confirms those of the server on its line. */
static void add_graph_use(const Question *question, const Heard *heard, const VerifyUse *use, PlaceList *list, VerifyPlaces *places) {
  Arena *arena = question->file->job->arena;
  bool is_named = false;
  for (size_t i = 0; i < heard->places.len; i++) { /* they come first in the list */
    const LspLocation *one = &list->items[i].at;
    if (one->range.start.line != use->line || !str_eq(one->path, use->path)) continue;
    list->items[i].source = VERIFY_GRAPH | VERIFY_SERVER;
    is_named = true;
  }
  if (is_named) return;
  bool is_read = places->is_server && question->file->is_ready && map_get(&heard->read, use->path);
  if (is_read) {
    *vec_add(arena, &places->refuted) = *use;
    return;
  }
  if (places->is_server) places->unread++;
  *vec_add(arena, list) = (Place){locate(question, use), VERIFY_GRAPH};
}

static void finish(Arena *arena, PlaceList *list, VerifyPlaces *places) {
  if (list->len) qsort(list->items, list->len, sizeof *list->items, by_place);
  places->sources = ARENA_ARRAY(arena, unsigned char, list->len + 1);
  for (size_t i = 0; i < list->len; i++) {
    places->sources[i] = list->items[i].source;
    *vec_add(arena, &places->all) = list->items[i].at;
  }
}

static void unite(const Question *question, const Heard *heard, VerifyPlaces *places) {
  Arena *arena = question->file->job->arena;
  PlaceList list = {0};
  for (size_t i = 0; i < heard->places.len; i++) *vec_add(arena, &list) = (Place){heard->places.items[i], VERIFY_SERVER};
  for (size_t i = 0; i < question->graph.len; i++) add_graph_use(question, heard, &question->graph.items[i], &list, places);
  if (question->with_declaration && question->symbol.id.value) {
    Heard alone = *heard;
    VerifyUse own = {.path = question->symbol.path, .line = question->symbol.name_span.line, .column = question->symbol.name_span.column};
    map_init(&alone.read, arena); /* that it is declared there is not for a server to refute */
    size_t unread = places->unread;
    add_graph_use(question, &alone, &own, &list, places);
    places->unread = unread;
  }
  finish(arena, &list, places);
  places->all.dropped = heard->places.dropped;
}

/* ---- the question ---- */

/* Of texts that could not be laid over it the graph knows nothing. */
static void drop_own_texts(Question *question) {
  VerifyUseList *uses = &question->graph;
  size_t kept = 0;
  if (verify_has_own_text(question->file, question->file->path)) question->symbol = (StoreSymbol){0};
  for (size_t i = 0; question->symbol.id.value && i < uses->len; i++) {
    if (!verify_has_own_text(question->file, uses->items[i].path)) uses->items[kept++] = uses->items[i];
  }
  uses->len = kept;
}

/* What the graph has to say; where it has nothing, that is no error. */
static Err look(Question *question) {
  VerifyFile *file = question->file;
  Text text;
  Err err = verify_graph(file);
  if (!err) err = verify_text(file, &text);
  if (!err) question->byte = (uint32_t)text_from_point(&text, question->point);
  if (!err) err = verify_symbol_exactly(file, question->point, &question->symbol);
  if (!err && question->symbol.id.value) err = verify_graph_uses(file, &question->symbol, &question->graph);
  if (!err) drop_own_texts(question);
  if (err && (!file->server || job_is_stopped(file->job))) return err;
  job_forgive(file->job);
  return OK;
}

Err verify_references(VerifyFile *file, TextPoint point, bool with_declaration, VerifyPlaces *ret_places) {
  Question question = {.file = file, .point = point, .with_declaration = with_declaration};
  Heard heard = {.is_whole = true};
  VerifyPlaces places = {.is_server = file->server};
  TRY(look(&question));
  if (file->server) TRY(hear(&question, &heard));
  places.is_graph = question.symbol.id.value;
  unite(&question, &heard, &places);
  places.is_partial = places.unread || (places.is_server && !file->is_ready);
  *ret_places = places;
  return OK;
}
