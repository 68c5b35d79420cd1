/* Finding symbols by name. All names are looked at: a few thousand a
 * millisecond, and the answer then never depends on what an index guessed. */
#include "src/base/vec.h"
#include "src/model/glob.h"
#include "src/query/query.h"
#include "src/query/words_internal.h"

#define MATCHES_MAX 2000 /* symbols fetched for one question */
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
  QueryWords words;
  size_t distance; /* of names that count as spelled alike */
  Hits hits;
  Hits alike;
  bool only_alike; /* the names that match are none in use */
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

static void look_at_name(void *context, int64_t name, Str text) {
  Find *find = context;
  Arena *arena = find->job->arena;
  int rank = find->only_alike ? RANK_NONE : rank_name(find, text);
  if (rank != RANK_NONE) {
    *vec_add(arena, &find->hits) = (NameHit){name, rank, str_copy(arena, text)};
  } else if (!find->is_glob && !find->hits.len) {
    size_t distance = query_words_distance(find->name, text, find->distance);
    if (distance > find->distance) return;
    *vec_add(arena, &find->alike) = (NameHit){name, (int)distance, str_copy(arena, text)};
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

/* The wanted symbols of these names, in order. Forgets names that are not in
 * use any more: the store keeps them. */
static Err fetch(Find *find, StoreReader *reader, Hits *hits, QueryMatches *matches) {
  Job *job = find->job;
  VEC(Ranked) found = {0};
  size_t in_use = 0;
  if (hits->len) qsort(hits->items, hits->len, sizeof(*hits->items), by_rank);
  for (size_t i = 0; i < hits->len; i++) {
    if (found.len >= MATCHES_MAX) {
      matches->total_is_least = true;
      break;
    }
    StoreSymbols symbols;
    TRY(store_list_named(job, reader, hits->items[i].name, &symbols));
    if (symbols.len) hits->items[in_use++] = hits->items[i];
    for (size_t s = 0; s < symbols.len; s++) {
      if (!is_wanted(find, &symbols.items[s])) continue;
      *vec_add(job->arena, &found) = (Ranked){hits->items[i].rank, symbols.items[s]};
    }
  }
  hits->len = in_use;
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

Err query_find(Job *job, StoreReader *reader, const QueryFind *request, QueryMatches *ret_matches) {
  Find find = {.job = job, .request = request};
  QueryMatches matches = {0};
  split_query(&find);
  find.is_glob = glob_has_magic(find.name);
  find.glob_flags = has_upper(find.name) ? 0 : GLOB_IGNORE_CASE;
  find.distance = find.name.len <= 3 ? 1 : find.name.len <= 8 ? 2 : 3;
  query_words_split(find.name, &find.words);
  TRY(store_each_name(job, reader, look_at_name, &find));
  bool was_hit = find.hits.len > 0;
  TRY(fetch(&find, reader, &find.hits, &matches));
  if (was_hit && !find.hits.len && !find.is_glob) {
    find.only_alike = true;
    find.alike.len = 0;
    TRY(store_each_name(job, reader, look_at_name, &find));
  }
  if (matches.total == 0 && !find.qualifier.len && !find.hits.len) {
    TRY(fetch(&find, reader, &find.alike, &matches));
    matches.fuzzy = matches.total > 0;
  }
  if (matches.total == 0) TRY(suggest(&find, reader, &matches));
  *ret_matches = matches;
  return OK;
}
