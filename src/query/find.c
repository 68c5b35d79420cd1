/* Finding symbols by name. Beginnings and words of names are looked up; all
 * names are looked at only when nothing is called so. */
#include "src/base/vec.h"
#include "src/model/glob.h"
#include "src/query/query.h"
#include "src/query/words_internal.h"

#define MATCHES_MAX 2000 /* symbols fetched for one question */
#define NAMES_MAX 2000   /* names looked at for a beginning or a word */
#define NAMESAKES_MAX 64 /* names that differ in case only */
#define SUGGESTIONS_MAX 5

typedef struct NameHit {
  int64_t name;
  int rank;
  Str text;
} NameHit;

typedef struct Hits {
  NameHit *items;
  size_t len;
  size_t cap;
} Hits;

typedef struct Find {
  Job *job;
  const QueryFind *request;
  Str name;      /* the query without its qualifier */
  Str qualifier; /* empty: none */
  bool is_glob;
  unsigned glob_flags;
  Words words;
  size_t distance; /* of names that count as spelled alike */
  Hits hits;
  Hits alike;
  bool unworded; /* the words of names cannot be looked up yet */
  bool cut; /* there are more names than were looked at */
  size_t looked; /* at, by the look-up at hand */
} Find;

typedef struct Ranked {
  int rank;
  StoreSymbol symbol;
} Ranked;

static bool has_upper(Str text) {
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] >= 'A' && text.ptr[i] <= 'Z') return true;
  }
  return false;
}

/* "dir/file.c::name", "file.c:name", "Type.member" */
static void split_query(Find *find) {
  Str query = str_trim(find->request->query);
  find->name = query;
  size_t colon = str_find_last_byte(query, ':');
  size_t dot = str_find_last_byte(query, '.');
  size_t at = colon != STR_NONE ? colon : dot;
  if (at == STR_NONE || at == 0 || at + 1 == query.len) return;
  find->name = str_slice(query, at + 1, query.len);
  find->qualifier = str_slice(query, 0, at);
  if (find->qualifier.ptr[find->qualifier.len - 1] == ':') find->qualifier.len--;
}

enum { RANK_SAME, RANK_SAME_LETTERS, RANK_PREFIX, RANK_WORDS, RANK_INSIDE, RANK_NONE };

static int rank_name(Find *find, Str text) {
  if (find->is_glob) return glob_match(find->name, text, find->glob_flags) ? RANK_SAME : RANK_NONE;
  if (str_eq(text, find->name)) return RANK_SAME;
  if (find->qualifier.len) return RANK_NONE;
  if (str_eq_ignore_case(text, find->name)) return RANK_SAME_LETTERS;
  if (query_words_prefix(find->name, text)) return RANK_PREFIX;
  if (query_words_match(&find->words, text)) return RANK_WORDS;
  return query_words_inside(find->name, text) ? RANK_INSIDE : RANK_NONE;
}

static void add_hit(Find *find, Hits *hits, int64_t name, int rank, Str text) {
  Arena *arena = find->job->arena;
  *vec_add(arena, hits) = (NameHit){name, rank, str_copy(arena, text)};
}

/* Names that were looked up. */
static void look_up_name(void *context, int64_t name, Str text) {
  Find *find = context;
  int rank = rank_name(find, text);
  find->looked++;
  if (rank < RANK_INSIDE) add_hit(find, &find->hits, name, rank, text);
}

/* Every name there is: those that contain the query, and those spelled alike.
 * Whatever ranks higher was looked up. */
static int rank_rest(Find *find, Str text) {
  if (find->is_glob || find->unworded || find->qualifier.len) return rank_name(find, text);
  return query_words_inside(find->name, text) ? RANK_INSIDE : RANK_NONE;
}

static void look_at_name(void *context, int64_t name, Str text) {
  Find *find = context;
  int rank = rank_rest(find, text);
  if (rank != RANK_NONE) {
    add_hit(find, &find->hits, name, rank, text);
  } else if (!find->is_glob && !find->hits.len) {
    size_t distance = query_words_distance(find->name, text, find->distance);
    if (distance <= find->distance) add_hit(find, &find->alike, name, (int)distance, text);
  }
}

static int by_rank(const void *a, const void *b) {
  const NameHit *x = a, *y = b;
  if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
  if (x->text.len != y->text.len) return x->text.len < y->text.len ? -1 : 1;
  return str_compare(x->text, y->text);
}

static int by_merit(const void *a, const void *b) {
  const Ranked *x = a, *y = b;
  if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
  unsigned dx = x->symbol.flags & DEF_DECLARATION, dy = y->symbol.flags & DEF_DECLARATION;
  if (dx != dy) return dx ? 1 : -1;
  unsigned ex = x->symbol.flags & DEF_EXPORTED, ey = y->symbol.flags & DEF_EXPORTED;
  if (ex != ey) return ex ? -1 : 1;
  if (x->symbol.name.len != y->symbol.name.len) return x->symbol.name.len < y->symbol.name.len ? -1 : 1;
  int order = str_compare(x->symbol.name, y->symbol.name);
  if (!order) order = str_compare(x->symbol.path, y->symbol.path);
  if (order) return order;
  uint32_t px = x->symbol.name_span.from, py = y->symbol.name_span.from;
  return px < py ? -1 : px > py;
}

/* A qualifier is the container's name, or the end of the file's path. */
static bool is_qualified(Str qualifier, const StoreSymbol *symbol) {
  if (qualifier.len == 0 || str_eq(symbol->container, qualifier)) return true;
  if (!str_ends_with(symbol->path, qualifier)) return false;
  size_t rest = symbol->path.len - qualifier.len;
  return rest == 0 || symbol->path.ptr[rest - 1] == '/';
}

static bool is_wanted(const Find *find, const StoreSymbol *symbol) {
  const QueryFind *request = find->request;
  if (request->has_kind && symbol->kind != request->kind) return false;
  if (request->exported && !(symbol->flags & DEF_EXPORTED)) return false;
  if (request->path.len && !query_path_matches(request->path, symbol->path)) return false;
  return is_qualified(find->qualifier, symbol);
}

/* The wanted symbols of these names, in order. */
static Err fetch(Find *find, StoreReader *reader, Hits *hits, QueryMatches *matches) {
  Job *job = find->job;
  VEC(Ranked) found = {0};
  if (hits->len) qsort(hits->items, hits->len, sizeof(*hits->items), by_rank);
  for (size_t i = 0; i < hits->len; i++) {
    if (found.len >= MATCHES_MAX) {
      matches->total_is_least = true;
      break;
    }
    StoreSymbols symbols;
    TRY(store_list_named(job, reader, hits->items[i].name, &symbols));
    for (size_t s = 0; s < symbols.len; s++) {
      if (!is_wanted(find, &symbols.items[s])) continue;
      *vec_add(job->arena, &found) = (Ranked){hits->items[i].rank, symbols.items[s]};
    }
  }
  if (found.len) qsort(found.items, found.len, sizeof(*found.items), by_merit);
  matches->total = found.len;
  matches->len = found.len < find->request->limit ? found.len : find->request->limit;
  matches->items = ARENA_ARRAY(job->arena, StoreSymbol, matches->len + 1);
  for (size_t i = 0; i < matches->len; i++) matches->items[i] = found.items[i].symbol;
  return OK;
}

/* Names in use that are spelled alike, or the same under another qualifier. */
static Err suggest(Find *find, StoreReader *reader, QueryMatches *matches) {
  Job *job = find->job;
  Hits *from = find->hits.len ? &find->hits : &find->alike;
  matches->suggestions = ARENA_ARRAY(job->arena, Str, SUGGESTIONS_MAX);
  for (size_t i = 0; i < from->len && matches->suggestion_count < SUGGESTIONS_MAX; i++) {
    StoreSymbols symbols;
    TRY(store_list_named(job, reader, from->items[i].name, &symbols));
    if (symbols.len == 0) continue;
    StoreSymbol *first = &symbols.items[0];
    Str shown = first->name;
    if (find->qualifier.len) {
      shown = str_format(job->arena, "%.*s:%.*s", STR_ARG(first->path), STR_ARG(first->name));
    }
    matches->suggestions[matches->suggestion_count++] = shown;
  }
  return OK;
}

static int by_name(const void *a, const void *b) {
  int64_t x = ((const NameHit *)a)->name, y = ((const NameHit *)b)->name;
  return x < y ? -1 : x > y;
}

/* A name may have been found by its beginning and by a word. */
static void drop_doubles(Hits *hits) {
  size_t kept = 0;
  if (hits->len) qsort(hits->items, hits->len, sizeof(*hits->items), by_name);
  for (size_t i = 0; i < hits->len; i++) {
    if (!kept || hits->items[kept - 1].name != hits->items[i].name) hits->items[kept++] = hits->items[i];
  }
  hits->len = kept;
}

/* The part of a glob before its first special character. */
static Str glob_start(Str glob) {
  size_t at = 0;
  while (at < glob.len && glob.ptr[at] != '\\' && !glob_has_magic(str_slice(glob, at, at + 1))) at++;
  return str_slice(glob, 0, at);
}

static Err look_up(Find *find, StoreReader *reader) {
  Job *job = find->job;
  if (find->is_glob) {
    Str start = glob_start(find->name);
    if (!start.len) return store_each_name(job, reader, look_at_name, find);
    return store_each_prefixed(job, reader, start, SIZE_MAX, look_up_name, find);
  }
  size_t limit = find->qualifier.len ? NAMESAKES_MAX : NAMES_MAX;
  TRY(store_each_prefixed(job, reader, find->name, limit, look_up_name, find));
  find->cut = !find->qualifier.len && find->looked == limit;
  if (find->qualifier.len || !find->words.len) return OK;
  Str longest = find->words.items[0];
  for (size_t i = 1; i < find->words.len; i++) {
    if (find->words.items[i].len > longest.len) longest = find->words.items[i];
  }
  find->looked = 0;
  TRY(store_each_worded(job, reader, longest, NAMES_MAX, look_up_name, find));
  find->cut |= find->looked == NAMES_MAX;
  drop_doubles(&find->hits);
  return OK;
}

Err query_find(Job *job, StoreReader *reader, const QueryFind *request, QueryMatches *ret_matches) {
  Find find = {.job = job, .request = request};
  QueryMatches matches = {0};
  split_query(&find);
  find.is_glob = glob_has_magic(find.name);
  find.glob_flags = has_upper(find.name) ? 0 : GLOB_IGNORE_CASE;
  find.distance = find.name.len <= 3 ? 1 : find.name.len <= 8 ? 2 : 3;
  words_split(find.name, &find.words);
  TRY(store_is_bulk(job, reader, &find.unworded));
  TRY(look_up(&find, reader));
  TRY(fetch(&find, reader, &find.hits, &matches));
  matches.total_is_least |= find.cut && matches.total;
  if (matches.total == 0 && !find.is_glob) {
    find.hits.len = 0;
    TRY(store_each_name(job, reader, look_at_name, &find));
    TRY(fetch(&find, reader, &find.hits, &matches));
  }
  if (matches.total == 0 && !find.qualifier.len && !find.hits.len) {
    TRY(fetch(&find, reader, &find.alike, &matches));
    matches.fuzzy = matches.total > 0;
  }
  if (matches.total == 0) TRY(suggest(&find, reader, &matches));
  *ret_matches = matches;
  return OK;
}
