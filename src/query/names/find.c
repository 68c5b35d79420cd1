/* Finding symbols by name. Beginnings and words of names are looked up; all
 * names are looked at only when nothing is called so. */
#include "src/base/vec.h"
#include "src/model/glob.h"
#include "src/os/file.h"
#include "src/query/names/compare_internal.h"
#include "src/query/names/names.h"
#include "src/query/names/names_internal.h"
#include "src/query/names/qualify_internal.h"
#include "src/query/names/rank_internal.h"
#include "src/query/workspace/workspace.h"

#define MATCHES_MAX 600  /* symbols fetched for one question */
#define ENOUGH 50        /* symbols, or as many as asked for: names that rank lower are not fetched any more */
#define NAMES_MAX 2000   /* names looked at for a beginning or a word */
#define NAMESAKES_MAX 64 /* names that differ in case only */
#define SUGGESTIONS_MAX 5
#define FAR 8 /* letters between qualifiers that have nothing in common */

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

/* A question for names under way. Names are looked up in the order of how
 * much they are worth, and the search ends with the first kind that gives
 * enough: exact and beginning ones are index look-ups, words are, too; only
 * what nothing is called like makes it look at every name. */
typedef struct Find {
  Job *job;
  const QueryFind *request;
  QueryQualified qualified;
  Str name;         /* the query without its qualifier */
  bool is_qualified;
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

static bool has_upper(Str text) {
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] >= 'A' && text.ptr[i] <= 'Z') return true;
  }
  return false;
}

/* How well a name fits, best first. A rank outweighs everything that is
 * known about the symbols themselves. */
enum { RANK_SAME, RANK_SAME_LETTERS, RANK_PREFIX, RANK_WORDS, RANK_INSIDE, RANK_NONE };

/* A qualified query is exact: it says where something is, and a name spelled
 * otherwise would be somewhere else. */
static int rank_name(Find *find, Str text) {
  if (find->is_glob) return glob_match(find->name, text, find->glob_flags) ? RANK_SAME : RANK_NONE;
  if (str_eq(text, find->name)) return RANK_SAME;
  if (find->is_qualified) return RANK_NONE;
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
  if (find->is_glob || find->unworded || find->is_qualified) return rank_name(find, text);
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

/* The same with the names in memory. */
static void look_at_inside(void *context, int64_t name, Str text) {
  Find *find = context;
  int rank = rank_rest(find, text);
  if (rank != RANK_NONE) add_hit(find, &find->hits, name, rank, text);
}

static void look_at_alike(void *context, int64_t name, Str text) {
  Find *find = context;
  add_hit(find, &find->alike, name, (int)query_words_distance(find->name, text, find->distance), text);
}

/* With the names in memory where an index keeps them: the first question of
 * this kind reads them all, the others search one block of text. */
static Err look_at_all(Find *find, StoreReader *reader) {
  QueryNames *names = NULL;
  if (find->request->index) TRY(query_names_take(find->job, find->request->index, reader, &names));
  if (!names) return store_each_name(find->job, reader, look_at_name, find);
  Err err = find->is_glob || find->unworded ? query_names_each(find->job, names, look_at_inside, find)
                                            : query_names_inside(find->job, names, find->name, look_at_inside, find);
  if (!err && !find->is_glob && !find->hits.len) {
    err = query_names_alike(find->job, names, find->name, find->distance, look_at_alike, find);
  }
  query_names_return(names);
  return err;
}

static int by_rank(const void *a, const void *b) {
  const NameHit *x = a, *y = b;
  if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
  if (x->text.len != y->text.len) return x->text.len < y->text.len ? -1 : 1;
  return str_compare(x->text, y->text);
}

/* Conditions of the request that the name alone does not tell. */
static bool is_wanted(const Find *find, const StoreSymbol *symbol) {
  const QueryFind *request = find->request;
  if (request->has_kind && symbol->kind != request->kind) return false;
  if (request->exported && !(symbol->flags & DEF_EXPORTED)) return false;
  if (request->fits && !request->fits(request->context, symbol->path)) return false;
  return !request->path.len || query_path_matches(request->path, symbol->path);
}

/* Where nothing but the name is asked for, some of a common one are enough to
 * choose the best from. */
static size_t namesakes_looked_at(const Find *find) {
  const QueryFind *request = find->request;
  bool chooses = find->is_qualified || request->has_kind || request->exported || request->path.len || request->fits;
  return chooses ? SIZE_MAX : QUERY_NAMESAKES_MAX;
}

/* The wanted symbols of these names, in order. */
static Err fetch(Find *find, StoreReader *reader, Hits *hits, QueryMatches *matches) {
  Job *job = find->job;
  VEC(QueryRanked) found = {0};
  if (hits->len) qsort(hits->items, hits->len, sizeof(*hits->items), by_rank);
  size_t enough = find->request->limit > ENOUGH ? find->request->limit : ENOUGH;
  for (size_t i = 0; i < hits->len; i++) {
    /* A name that ranks lower cannot come before those. */
    bool is_lower = i && hits->items[i].rank != hits->items[i - 1].rank;
    if (found.len >= MATCHES_MAX || (is_lower && found.len >= enough)) {
      matches->total_is_least = true;
      break;
    }
    StoreSymbols symbols;
    TRY(store_list_named(job, reader, hits->items[i].name, namesakes_looked_at(find), &symbols));
    matches->passed_over += symbols.total - symbols.len;
    for (size_t s = 0; s < symbols.len; s++) {
      int fit;
      TRY(job_check(find->job)); /* a path with stars can be costly */
      if (!is_wanted(find, &symbols.items[s])) continue;
      TRY(query_qualified_fit(job, reader, &find->qualified, &symbols.items[s], &fit));
      if (fit == QUERY_NOT_THERE) continue;
      *vec_add(job->arena, &found) = (QueryRanked){.symbol = symbols.items[s], .fit = hits->items[i].rank * QUERY_NOT_THERE + fit};
    }
  }
  TRY(query_rank(job, reader, found.items, found.len));
  matches->total = found.len + matches->passed_over;
  matches->len = found.len < find->request->limit ? found.len : find->request->limit;
  matches->items = ARENA_ARRAY(job->arena, StoreSymbol, matches->len + 1);
  for (size_t i = 0; i < matches->len; i++) matches->items[i] = found.items[i].symbol;
  return OK;
}

/* As one can ask for it; each once. */
static void add_suggestion(Find *find, QueryMatches *matches, const StoreSymbol *symbol) {
  Arena *arena = find->job->arena;
  Str shown = symbol->name;
  if (find->is_qualified) {
    shown = symbol->container.len ? query_qualified(arena, symbol)
                                  : str_format(arena, "%.*s:%.*s", STR_ARG(symbol->path), STR_ARG(symbol->name));
  }
  for (size_t i = 0; i < matches->suggestion_count; i++) {
    if (str_eq(matches->suggestions[i], shown)) return;
  }
  if (matches->suggestion_count < SUGGESTIONS_MAX) matches->suggestions[matches->suggestion_count++] = shown;
}

/* How far the qualifier is from what is around the symbol. */
static int distance_around(const Find *find, const StoreSymbol *symbol) {
  Str around = symbol->container.len ? symbol->container : file_name(symbol->path);
  return (int)query_words_distance(find->qualified.parts[find->qualified.len - 1], around, FAR);
}

/* Names in use that are spelled alike, or the same under another qualifier:
 * there the nearest qualifier first. */
static Err suggest(Find *find, StoreReader *reader, QueryMatches *matches) {
  Job *job = find->job;
  Hits *from = find->hits.len ? &find->hits : &find->alike;
  VEC(QueryRanked) near = {0};
  matches->suggestions = ARENA_ARRAY(job->arena, Str, SUGGESTIONS_MAX);
  for (size_t i = 0; i < from->len && i < NAMESAKES_MAX; i++) {
    StoreSymbols symbols;
    TRY(store_list_named(job, reader, from->items[i].name, find->is_qualified ? QUERY_NAMESAKES_MAX : 1, &symbols));
    for (size_t s = 0; s < symbols.len; s++) {
      int fit = find->is_qualified ? distance_around(find, &symbols.items[s]) + from->items[i].rank : (int)i;
      *vec_add(job->arena, &near) = (QueryRanked){.symbol = symbols.items[s], .fit = fit};
    }
  }
  TRY(query_rank(job, reader, near.items, near.len));
  for (size_t i = 0; i < near.len; i++) add_suggestion(find, matches, &near.items[i].symbol);
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

/* Of several words the longest is looked up, since it is in the fewest names;
 * the others are compared. */
static Str longest_word(const Find *find) {
  Str longest = find->words.items[0];
  for (size_t i = 1; i < find->words.len; i++) {
    if (find->words.items[i].len > longest.len) longest = find->words.items[i];
  }
  return longest;
}

/* Letters without which no name has all the words. */
static uint32_t letters_of_words(const Find *find) {
  uint32_t letters = 0;
  for (size_t i = 0; i < find->words.len; i++) letters |= query_words_letters(find->words.items[i]);
  return letters;
}

/* With the names in memory, or from the store: both look at the same names. */
static Err look_up_prefix(Find *find, StoreReader *reader, QueryNames *names, Str prefix, size_t limit, size_t *ret_looked) {
  QueryNamesLook look = {.prefix = prefix, .limit = limit, .each = look_up_name, .context = find};
  if (names) return query_names_prefixed(find->job, names, &look, ret_looked);
  find->looked = 0;
  TRY(store_each_prefixed(find->job, reader, prefix, limit, look_up_name, find));
  *ret_looked = find->looked;
  return OK;
}

static Err look_up_word(Find *find, StoreReader *reader, QueryNames *names, size_t *ret_looked) {
  Str longest = longest_word(find);
  QueryNamesLook look = {.prefix = longest, .limit = NAMES_MAX, .letters = letters_of_words(find), .each = look_up_name, .context = find};
  if (names) return query_names_with_word(find->job, names, &look, ret_looked);
  find->looked = 0;
  TRY(store_each_worded(find->job, reader, longest, NAMES_MAX, look_up_name, find));
  *ret_looked = find->looked;
  return OK;
}

static Err look_up_in(Find *find, StoreReader *reader, QueryNames *names, size_t *ret_rows) {
  size_t limit = find->is_qualified ? NAMESAKES_MAX : NAMES_MAX, worded = 0;
  if (find->is_glob) return look_up_prefix(find, reader, names, glob_start(find->name), SIZE_MAX, ret_rows);
  TRY(look_up_prefix(find, reader, names, find->name, limit, ret_rows));
  find->cut = !find->is_qualified && *ret_rows == limit;
  if (find->is_qualified || !find->words.len) return OK;
  TRY(look_up_word(find, reader, names, &worded));
  find->cut |= worded == NAMES_MAX;
  *ret_rows += worded;
  drop_doubles(&find->hits);
  return OK;
}

static Err look_up(Find *find, StoreReader *reader) {
  Index *index = find->request->index;
  QueryNames *names = NULL;
  size_t rows = 0;
  if (find->is_glob && !glob_start(find->name).len) return look_at_all(find, reader);
  if (index && !find->unworded) TRY(query_names_worded(find->job, index, reader, &names));
  Err err = look_up_in(find, reader, names, &rows);
  if (index && !names) query_names_spend(index, rows);
  query_names_return(names);
  return err;
}

/* Three attempts, each only if the one before found nothing: what can be
 * looked up, what contains the query, what is spelled alike. A glob has one. */
Err query_find(Job *job, StoreReader *reader, const QueryFind *request, QueryMatches *ret_matches) {
  Find find = {.job = job, .request = request};
  QueryMatches matches = {0};
  query_qualified_split(request->query, &find.qualified);
  find.name = find.qualified.name;
  find.is_qualified = find.qualified.len > 0;
  find.is_glob = glob_has_magic(find.name);
  find.glob_flags = GLOB_NAME | (has_upper(find.name) ? 0 : GLOB_IGNORE_CASE);
  find.distance = find.name.len < 5 ? 1 : find.name.len < 9 ? 2 : 3;
  words_split(find.name, &find.words);
  TRY(store_is_bulk(job, reader, &find.unworded));
  TRY(look_up(&find, reader));
  TRY(fetch(&find, reader, &find.hits, &matches));
  matches.total_is_least |= find.cut && matches.total;
  if (matches.total == 0 && !find.is_glob) {
    find.hits.len = 0;
    TRY(look_at_all(&find, reader));
    TRY(fetch(&find, reader, &find.hits, &matches));
  }
  if (matches.total == 0 && !find.is_qualified && !find.hits.len) {
    TRY(fetch(&find, reader, &find.alike, &matches));
    matches.fuzzy = matches.total > 0;
  }
  if (matches.total == 0) TRY(suggest(&find, reader, &matches));
  *ret_matches = matches;
  return OK;
}
