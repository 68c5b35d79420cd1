/* Folders, starting points and central symbols, from counts in the store. */
#include "src/query/workspace/workspace.h"

#include "src/base/idmap.h"
#include "src/base/vec.h"
#include "src/index/part.h"
#include "src/languages/language.h"
#include "src/query/names/rank_internal.h"
#include "src/query/survey/survey.h"

#define README_MAX ((size_t)64 << 10)
#define SAMPLE_MAX 4000 /* files whose calls are counted */
#define CENTRAL_LOOK 200 /* of the most used, to find those worth telling */
#define WALK_MAX 3000   /* symbols looked at for a path */
#define CALLS (STORE_KIND(EDGE_CALLS) | STORE_KIND(EDGE_INSTANTIATES))

/* ---- what its README says ---- */

/* Headings, badges, tables, lists and markup are no prose. */
static bool is_prose(Str line) {
  if (line.len < 25 || strchr("#<[!|=->+:.{", line.ptr[0]) || str_starts_with(line, STR("* "))) return false;
  return str_find_byte(line, ' ') != STR_NONE;
}

/* Of the first paragraph that is prose: its beginning up to a full stop. */
static Str first_sentence(Arena *arena, Str text) {
  bool is_code = false, is_comment = false, is_start = true;
  Buf sentence;
  buf_init(&sentence, arena, 1000);
  while (text.len) {
    Str line = str_trim(str_cut(&text, '\n'));
    bool is_hidden = is_comment || str_starts_with(line, STR("<!--"));
    is_comment = is_hidden && !str_contains(line, STR("-->"));
    if (is_hidden) continue;
    if (str_starts_with(line, STR("```"))) is_code = !is_code;
    if (sentence.len && !line.len) break;
    if (sentence.len || (is_start && !is_code && is_prose(line))) {
      if (sentence.len) buf_add_byte(&sentence, ' ');
      buf_add(&sentence, line);
    }
    is_start = !line.len || line.ptr[0] == '#' || strchr("=-", line.ptr[0]);
  }
  Str all = buf_str(&sentence);
  size_t end = str_find(all, STR(". "));
  return end == STR_NONE ? all : str_slice(all, 0, end + 1);
}

/* The first of the usual names. A project without one is told without. */
static Str read_about(Job *job, Index *index) {
  static const char *const names[] = {"README.md", "README.rst", "README", "README.txt", "Readme.md", "readme.md"};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    Str text;
    if (root_read(job, index_files(index), str_from_c(names[i]), README_MAX, &text)) job_forgive(job);
    else return first_sentence(job->arena, text);
  }
  return STR_EMPTY;
}

/* ---- folders ---- */

/* At one level; they are few. */
typedef struct Folders {
  QueryFolder *items;
  size_t len;
  size_t cap;
} Folders;

static int by_symbols(const void *a, const void *b) {
  const QueryFolder *x = a, *y = b;
  if (x->symbols != y->symbols) return x->symbols > y->symbols ? -1 : 1;
  return str_compare(x->path, y->path);
}

/* The part of a path that its folder is: one level, or what lies beneath a
 * folder that holds nearly everything. */
static Str folder_of(Str path, Str below) {
  if (below.len && !str_is_beneath(path, below)) below = STR_EMPTY;
  size_t from = below.len ? below.len + 1 : 0;
  size_t slash = str_find_byte(str_slice(path, from, path.len), '/');
  return slash == STR_NONE ? below : str_slice(path, 0, from + slash);
}

/* A walk over the list is enough: projects have few folders at one level. */
static Folders count_folders(Arena *arena, const StoreFiles *files, Str below) {
  Folders folders = {0};
  for (size_t i = 0; i < files->len; i++) {
    const StoreFile *file = &files->items[i];
    Str path = folder_of(file->path, below);
    if (file->skip.len || file->is_test || !file->symbols || !path.len) continue;
    size_t at = 0;
    while (at < folders.len && !str_eq(folders.items[at].path, path)) at++;
    if (at == folders.len) *vec_add(arena, &folders) = (QueryFolder){.path = path};
    folders.items[at].files++;
    folders.items[at].symbols += file->symbols;
  }
  if (folders.len) qsort(folders.items, folders.len, sizeof(*folders.items), by_symbols);
  return folders;
}

/* Goes down while one folder holds more than seven tenths of everything. */
static void find_folders(Arena *arena, const StoreFiles *files, QueryShape *shape) {
  Folders folders = count_folders(arena, files, STR_EMPTY);
  size_t symbols = 0;
  for (size_t i = 0; i < folders.len; i++) symbols += folders.items[i].symbols;
  /* `src/` says nothing: what is in it does. */
  for (int level = 0; level < 10 && folders.len && folders.items[0].symbols * 10 > symbols * 7; level++) {
    Folders inner = count_folders(arena, files, folders.items[0].path);
    if (inner.len <= 1 && folders.len > 1) break;
    if (inner.len == folders.len && str_eq(inner.items[0].path, folders.items[0].path)) break;
    folders = inner;
  }
  for (size_t i = 0; i < folders.len && i < QUERY_SHAPE_FOLDERS; i++) shape->folders[shape->folder_count++] = folders.items[i];
}

/* ---- where it starts ---- */

/* What nobody calls is no start by that alone. */
static Err find_entries(Job *job, StoreReader *reader, const StoreFiles *files, QueryShape *shape) {
  QueryEntryPoints points;
  TRY(query_starts(job, reader, files, QUERY_SHAPE_ENTRIES, &points));
  for (size_t i = 0; i < points.len; i++) shape->entries[shape->entry_count++] = points.items[i].symbol;
  return OK;
}

/* ---- what most others call ---- */

typedef struct Count {
  SymbolId id;
  size_t uses;
} Count;

typedef struct Counts {
  Count *items;
  size_t len;
  size_t cap;
} Counts;

static int by_uses(const void *a, const void *b) {
  const Count *x = a, *y = b;
  if (x->uses != y->uses) return x->uses > y->uses ? -1 : 1;
  return x->id.value < y->id.value ? -1 : x->id.value > y->id.value;
}

/* Of large projects a sample of files at even distances: the most called
 * symbols are called everywhere. */
static Err count_uses(Job *job, StoreReader *reader, const StoreFiles *files, Counts *counts) {
  Idmap numbers;
  size_t step = files->len / SAMPLE_MAX + 1;
  idmap_init(&numbers, job->arena);
  for (size_t i = 0; i < files->len; i += step) {
    StoreEdges edges = {0};
    if (files->items[i].skip.len || files->items[i].is_test) continue;
    TRY(job_check(job));
    TRY(store_edges_of(job, reader, files->items[i].id, CALLS, &edges));
    for (size_t e = 0; e < edges.len; e++) {
      SymbolId to = edges.items[e].to;
      if (store_file_of(to).value == files->items[i].id.value || !store_local_of(to)) continue;
      uint32_t at = idmap_add(&numbers, to.value, (uint32_t)counts->len);
      if (at == counts->len) *vec_add(job->arena, counts) = (Count){.id = to};
      counts->items[at].uses++;
    }
  }
  if (counts->len) qsort(counts->items, counts->len, sizeof(*counts->items), by_uses);
  return OK;
}

/* Alternatives of one symbol (#if, overloads) count as one. */
static bool is_taken(const QueryShape *shape, const StoreSymbol *symbol) {
  for (size_t i = 0; i < shape->central_count; i++) {
    const StoreSymbol *one = &shape->central[i].symbol;
    if (str_eq(one->name, symbol->name) && str_eq(one->container, symbol->container)) return true;
  }
  return false;
}

/* More are looked at than are told, because many of the most called are of no
 * interest. */
static Err find_central(Job *job, StoreReader *reader, const StoreFiles *files, QueryShape *shape) {
  Counts counts = {0};
  TRY(count_uses(job, reader, files, &counts));
  SymbolId ids[CENTRAL_LOOK];
  size_t look = counts.len < CENTRAL_LOOK ? counts.len : CENTRAL_LOOK;
  for (size_t i = 0; i < look; i++) ids[i] = counts.items[i].id;
  TRY(store_expect(job, reader, ids, look, STORE_EXPECT_SYMBOL));
  for (size_t i = 0; i < look && shape->central_count < QUERY_SHAPE_CENTRAL; i++) {
    StoreSymbol symbol;
    TRY(store_get_symbol(job, reader, counts.items[i].id, &symbol));
    if (!symbol.id.value || symbol.flags & DEF_TEST || query_rank_is_generated(symbol.path)) continue;
    /* Short names say nothing to a reader; a constructor is its type. */
    if (symbol.name.len < 4 || symbol.kind == SYMBOL_CONSTRUCTOR || is_taken(shape, &symbol)) continue;
    shape->central[shape->central_count++] = (QueryCentral){symbol, counts.items[i].uses};
  }
  return OK;
}

/* ---- a path worth asking about ---- */

/* Breadth first from one symbol, bounded. */
typedef struct Walk {
  VEC(SymbolId) queue;
  VEC(uint32_t) hops;
  Idmap seen;
} Walk;

static void push(Arena *arena, Walk *walk, SymbolId id, uint32_t hops) {
  uint32_t number = (uint32_t)walk->queue.len;
  if (walk->queue.len >= WALK_MAX || idmap_add(&walk->seen, id.value, number) != number) return;
  *vec_add(arena, &walk->queue) = id;
  *vec_add(arena, &walk->hops) = hops;
}

/* The central symbol that is reached in three to five calls, else the farthest
 * that is reached in two. */
static Err find_path_from(Job *job, StoreReader *reader, const StoreSymbol *from, QueryShape *shape) {
  Walk walk = {0};
  SymbolId best = {0};
  uint32_t best_hops = 1;
  idmap_init(&walk.seen, job->arena);
  push(job->arena, &walk, from->id, 0);
  for (size_t i = 0; i < walk.queue.len; i++) {
    StoreEdges edges = {0};
    uint32_t hops = walk.hops.items[i];
    for (size_t c = 0; c < shape->central_count && hops >= 3; c++) {
      if (shape->central[c].symbol.id.value != walk.queue.items[i].value) continue;
      shape->from = *from, shape->to = shape->central[c].symbol, shape->has_path = true;
      return OK;
    }
    if (hops > best_hops && store_local_of(walk.queue.items[i])) best = walk.queue.items[i], best_hops = hops;
    if (hops == 5) continue;
    TRY(store_edges_from(job, reader, walk.queue.items[i], CALLS, &edges));
    for (size_t e = 0; e < edges.len; e++) push(job->arena, &walk, edges.items[e].to, hops + 1);
  }
  if (!best.value) return OK;
  TRY(store_get_symbol(job, reader, best, &shape->to));
  shape->from = *from;
  shape->has_path = shape->to.id.value != 0;
  return OK;
}

/* From where execution begins, else from what is central. */
static Err find_path(Job *job, StoreReader *reader, QueryShape *shape) {
  for (size_t i = 0; i < shape->entry_count && !shape->has_path; i++) {
    if (shape->entries[i].kind != SYMBOL_FILE) TRY(find_path_from(job, reader, &shape->entries[i], shape));
  }
  for (size_t i = 0; i < shape->central_count && !shape->has_path; i++) {
    TRY(find_path_from(job, reader, &shape->central[i].symbol, shape));
  }
  return OK;
}

/* Each part stands for itself; only errors of reading end it. */
Err query_shape(Job *job, Index *index, StoreReader *reader, bool is_brief, QueryShape *ret_shape) {
  QueryShape shape = {0};
  StoreFiles files;
  TRY(store_count(job, reader, &shape.counts));
  TRY(store_list_files(job, reader, STR_EMPTY, &files));
  shape.about = read_about(job, index);
  find_folders(job->arena, &files, &shape);
  if (!is_brief) TRY(find_entries(job, reader, &files, &shape));
  TRY(find_central(job, reader, &files, &shape));
  if (!is_brief) TRY(find_path(job, reader, &shape));
  *ret_shape = shape;
  return OK;
}

Str query_tier(Str language) {
  const Language *found = language_find(language);
  return found ? str_from_c(language_tier_word(found->tier)) : STR_EMPTY;
}
