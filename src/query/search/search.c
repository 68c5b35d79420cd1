/* A search from question to hits: match, rank the files, share the hits out
 * among them, and say which symbol each is in. */
#include "src/query/search/search.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/index/part.h"
#include "src/query/names/names.h"
#include "src/query/search/search_internal.h"
#include "src/query/workspace/workspace.h"

#define KEPT_MAX ((size_t)4 << 20) /* bytes of texts that are kept from counting to showing */

/* One search. Matches are counted over all files first, and only the files that
 * get a share of the answer give their hits: those of the first few were kept, others
 * are read again. */
typedef struct Search {
  Job *job;
  Index *index;
  const QuerySearch *query;
  SearchScene scene;
  TextChoice choice;
  StoreReader *reader; /* NULL: nothing is stored yet */
  TextMatcher *matcher;
  TextTally tally;
  SearchGroups groups; /* of several patterns, those that are somewhere */
  bool is_last; /* what is matched now is what is shown */
  SearchFile *files;
  size_t file_count;
  QuerySearched *found;
} Search;

/* ---- matching ---- */

/* A pattern of syntax is read once for each language among the chosen
 * files. */
static size_t list_languages(Search *search, const Language **languages) {
  size_t count, total = 0;
  const TextFile *files = text_files_items(search->scene.files, &count);
  for (size_t i = 0; i < search->choice.count; i++) {
    const Language *language = files[search->choice.items[i]].language;
    size_t k = 0;
    while (k < total && languages[k] != language) k++;
    if (language && k == total) languages[total++] = language;
  }
  return total;
}

/* The matcher of an earlier attempt is closed only when the new one is
 * there. */
static Err match_as(Search *search, Str pattern, TextMode mode) {
  const QuerySearch *query = search->query;
  const Language **languages = ARENA_ARRAY(search->job->arena, const Language *, language_registry_count + 1);
  TextQuery text = {.pattern = pattern, .mode = mode, .letters = query->letters, .word = query->word,
                    .multiline = query->multiline, .languages = languages};
  if (mode == TEXT_SYNTAX) text.language_count = list_languages(search, languages);
  TextMatcher *matcher;
  TRY(text_matcher_open(search->job, &text, &matcher));
  if (search->matcher) text_matcher_close(search->matcher);
  search->matcher = matcher;
  TextSearch run = {.root = index_files(search->index), .files = search->scene.files, .choice = search->choice,
                    .matcher = matcher, .index = search->scene.text, .workers = index_workers(search->index),
                    .keeps = search->is_last && mode != TEXT_SYNTAX ? KEPT_MAX : 0, .hits_max = SEARCH_FILE_HITS_MAX};
  return text_search(search->job, &run, &search->tally);
}

/* A text without such signs would match the same. */
static bool looks_like_regex(Str pattern) {
  for (size_t i = 0; i < pattern.len; i++) {
    if (strchr("\\^$.|?*+()[]{}", pattern.ptr[i])) return true;
  }
  return false;
}

/* Text first; where that is nowhere and it can be one, a regular expression. */
static Err match_either(Search *search, Str pattern) {
  search->found->mode = QUERY_SEARCH_TEXT;
  TRY(match_as(search, pattern, TEXT_LITERAL));
  if (search->tally.count || !looks_like_regex(pattern)) return OK;
  TextTally as_text = search->tally;
  Err err = match_as(search, pattern, TEXT_REGEX);
  if (err == ERR_SYNTAX || err == ERR_USAGE) {
    job_forgive(search->job);
    search->tally = as_text;
    return OK;
  }
  if (!err) search->found->mode = QUERY_SEARCH_REGEX;
  return err;
}

static Err match_one(Search *search, Str pattern) {
  search->found->mode = search->query->mode;
  switch (search->query->mode) {
    case QUERY_SEARCH_TEXT: return match_as(search, pattern, TEXT_LITERAL);
    case QUERY_SEARCH_REGEX: return match_as(search, pattern, TEXT_REGEX);
    case QUERY_SEARCH_PATTERN: return match_as(search, pattern, TEXT_SYNTAX);
    case QUERY_SEARCH_AUTO: return match_either(search, pattern);
    case QUERY_SEARCH_SYMBOL: break;
  }
  return OK;
}

/* ---- several patterns ---- */

/* As one alternative of a regular expression; of a text each sign stands for
 * itself. Blanks too: `x` may be set in the pattern. */
static void add_alternative(Buf *all, Str pattern, bool is_regex) {
  buf_add_c(all, all->len ? "|(?:" : "(?:");
  for (size_t i = 0; i < pattern.len; i++) {
    unsigned char c = (unsigned char)pattern.ptr[i];
    bool is_sign = c < 0x80 && c > 0x20 && !byte_is_word(c);
    if (is_sign && !is_regex) buf_add_byte(all, '\\');
    buf_add_byte(all, (char)c);
  }
  buf_add_byte(all, ')');
}

/* Each is tried alone first, which tells what it is and whether it is anywhere;
 * those that are become one regular expression. */
static Err match_several(Search *search) {
  const QuerySearch *query = search->query;
  Arena *arena = search->job->arena;
  VEC(Str) missing = {0};
  Buf all;
  size_t some = 0;
  bool is_regex = false;
  if (query->mode == QUERY_SEARCH_PATTERN) return job_fail(search->job, ERR_USAGE, "a pattern of syntax is searched for alone");
  buf_init(&all, arena, 1u << 20);
  for (size_t i = 0; i <= query->other_count; i++) {
    Str pattern = i ? query->others[i - 1] : query->pattern;
    TRY(match_one(search, pattern));
    if (!search->tally.count) *vec_add(arena, &missing) = pattern;
    if (!search->tally.count) continue;
    *vec_add(arena, &search->groups) = (SearchGroup){pattern, search->tally.items, search->tally.count};
    some++;
    is_regex = is_regex || search->found->mode == QUERY_SEARCH_REGEX;
    add_alternative(&all, pattern, search->found->mode == QUERY_SEARCH_REGEX);
  }
  search->found->missing = missing.items, search->found->missing_count = missing.len;
  search->is_last = true;
  if (some) TRY(match_as(search, buf_str(&all), TEXT_REGEX));
  search->found->mode = is_regex ? QUERY_SEARCH_REGEX : QUERY_SEARCH_TEXT;
  return OK;
}

static Err match(Search *search) {
  search->is_last = !search->query->other_count;
  return search->query->other_count ? match_several(search) : match_one(search, search->query->pattern);
}

/* ---- hits ---- */

/* Without a store, or for a file that is not indexed, hits have no symbols. */
static Err name_file(Search *search, SearchFile *file) {
  if (file->is_named) return OK;
  file->is_named = true;
  if (!search->reader || !file->file->id) return OK;
  return query_search_name_hits(search->job, search->reader, (FileId){file->file->id}, file->hits, file->hit_count);
}

/* Once for each file, with all hits that can be asked for. */
static Err fetch_hits(Search *search, SearchFile *file) {
  Job *job = search->job;
  TextHits hits;
  TextSearch text = {.root = index_files(search->index), .matcher = search->matcher, .index = search->scene.text};
  if (file->kept) hits = *file->kept;
  else TRY(text_hits(job, &text, file->file, SEARCH_FILE_HITS_MAX, &hits));
  file->source = ARENA_NEW(job->arena, QuerySource);
  query_source_take(job->arena, file->file->path, hits.text, file->source);
  file->hits = ARENA_ARRAY(job->arena, QueryHit, hits.count + 1);
  file->hit_count = hits.count;
  for (size_t i = 0; i < hits.count; i++) {
    const TextHit *hit = &hits.items[i];
    file->hits[i] = (QueryHit){.line = hit->line, .end_line = hit->end_line, .column = hit->column, .from = hit->from, .to = hit->to};
  }
  return OK;
}

static int by_line(const void *a, const void *b) {
  const QueryHit *x = a, *y = b;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return x->column < y->column ? -1 : x->column > y->column;
}

/* A file that changed since it was counted may have fewer. */
static Err hand_out(Search *search, const SearchShare *share) {
  SearchFile *file = &search->files[share->file];
  QuerySearched *found = search->found;
  TRY(job_check(search->job));
  size_t left = file->hit_count - file->taken;
  size_t count = share->count < left ? share->count : left;
  if (!count) return OK;
  QueryHits *hits = &found->items[found->len++];
  *hits = (QueryHits){.path = file->file->path, .matches = file->matches, .source = file->source, .is_minor = file->is_minor, .pattern = file->pattern,
                      .items = &file->hits[file->taken], .len = count, .file = search->reader ? file->file->id : 0, .is_named = file->is_named};
  qsort(hits->items, count, sizeof(QueryHit), by_line);
  file->taken += count;
  found->hits += count;
  return OK;
}

/* One share with everything has no order but that of the lines. */
static bool is_whole(const SearchFile *file) { return file->shares == 1 && file->wanted >= file->hit_count; }

/* All of them before any is handed out: which hits are rare is known then. */
static Err fetch_files(Search *search, const SearchShares *shares) {
  SearchTexts texts = {0};
  bool is_new = false;
  map_init(&texts.counts, search->job->arena);
  for (size_t i = 0; i < search->file_count; i++) search->files[i].shares = 0;
  for (size_t i = 0; i < shares->len; i++) search->files[shares->items[i].file].shares++;
  for (size_t i = 0; i < shares->len; i++) {
    SearchFile *file = &search->files[shares->items[i].file];
    TRY(job_check(search->job));
    if (file->source) continue;
    is_new = true;
    TRY(fetch_hits(search, file));
    if (!search->query->unnamed || !is_whole(file)) TRY(name_file(search, file));
    query_search_count_texts(&texts, search->job->arena, file);
  }
  for (size_t i = 0; i < search->file_count && is_new; i++) {
    SearchFile *file = &search->files[i];
    if (file->hit_count > 1 && file->is_named) query_search_order_hits(&texts, search->job->arena, file);
  }
  return OK;
}

/* Copies of what the scene holds: that is left before the answer is
 * written. */
static Err collect(Search *search) {
  size_t count;
  const TextFile *files = text_files_items(search->scene.files, &count);
  Arena *arena = search->job->arena;
  search->file_count = search->tally.count;
  search->files = ARENA_ARRAY(arena, SearchFile, search->file_count + 1);
  for (size_t i = 0; i < search->file_count; i++) {
    const TextCount *one = &search->tally.items[i];
    TextFile *file = arena_copy(arena, &files[one->file], sizeof(*file));
    file->path = str_copy(arena, file->path); /* the scene is left before the answer is written */
    bool is_test = file->flags & (SEARCH_TEST | SEARCH_AID);
    search->files[i] = (SearchFile){.file = file, .number = one->file, .matches = one->matches, .kept = one->hits, .is_test = is_test};
  }
  size_t groups = query_search_group(&search->groups, search->files, search->file_count);
  TRY(query_search_rank(search->job, search->reader, search->query, search->files, search->file_count));
  query_search_set_aside(search->query, search->files, search->file_count, search->found);
  SearchShares shares = {0};
  bool fits = query_search_share_all(search->job, search->query, search->files, search->file_count, &shares);
  TRY(fetch_files(search, &shares));
  if (!fits || query_search_size(search->files, search->file_count) > search->query->page) {
    query_search_share(search->job, search->files, search->file_count, groups, search->query->limit, &shares);
    TRY(fetch_files(search, &shares));
  }
  search->found->items = ARENA_ARRAY(arena, QueryHits, shares.len + 1);
  for (size_t i = 0; i < shares.len; i++) TRY(hand_out(search, &shares.items[i]));
  return OK;
}

/* ---- names ---- */

/* In one of the paths, and as glob, language and tests say. */
static bool fits_search(void *context, Str path) {
  const QuerySearch *query = ((const Search *)context)->query;
  bool is_there = !query->path_count;
  for (size_t i = 0; i < query->path_count && !is_there; i++) is_there = query_path_matches(query->paths[i], path);
  if (!is_there || (query->glob.len && !query_glob_matches(query->glob, path))) return false;
  const Language *language = language_for_file(path, STR_EMPTY);
  if (query->no_tests && (language_is_test(language, path) || language_is_for_tests(language, path))) return false;
  return !query->language.len || (language && str_eq_c(query->language, language->name));
}

/* Symbols by name, as hits where they are defined. */
static Err find_symbols(Search *search) {
  const QuerySearch *query = search->query;
  QuerySearched *found = search->found;
  Arena *arena = search->job->arena;
  QueryMatches matches;
  QueryFind find = {.query = query->pattern, .limit = query->limit, .index = search->index, .context = search};
  if (query->path_count || query->glob.len || query->language.len || query->no_tests) find.fits = fits_search;
  /* The first index is still being built: text can be searched, names cannot. */
  if (!search->reader) return job_fail(search->job, ERR_UNAVAILABLE, "symbols are not indexed yet; ask again in a moment");
  TRY(query_find(search->job, search->reader, &find, &matches));
  found->items = ARENA_ARRAY(arena, QueryHits, matches.len + 1);
  Map paths;
  map_init(&paths, arena);
  for (size_t i = 0; i < matches.len; i++) {
    const StoreSymbol *symbol = &matches.items[i];
    QueryHits *last = found->len ? &found->items[found->len - 1] : NULL;
    bool is_new = !last || !str_eq(last->path, symbol->path);
    if (is_new) {
      QuerySource *source = ARENA_NEW(arena, QuerySource);
      /* The file has gone since it was indexed. Its symbols are no hits any more. */
      if (query_source_open(search->job, search->index, symbol->path, source)) {
        job_forgive(search->job);
        continue;
      }
      last = &found->items[found->len++];
      *last = (QueryHits){.path = symbol->path, .source = source, .items = ARENA_ARRAY(arena, QueryHit, matches.len - i)};
      map_put(&paths, symbol->path, last);
    }
    last->items[last->len++] = (QueryHit){
        .line = symbol->name_span.line, .end_line = symbol->name_span.line, .column = symbol->name_span.column,
        .from = symbol->name_span.from, .to = symbol->name_span.to, .is_definition = true, .symbol = symbol};
    last->matches = last->len;
    found->hits++;
  }
  found->files = paths.live;
  found->matches = matches.total;
  found->matches_is_least = matches.total_is_least;
  return OK;
}

/* ---- */

/* What was counted is told even if few hits are shown. */
static Err run(Search *search) {
  QuerySearched *found = search->found;
  if (search->query->mode == QUERY_SEARCH_SYMBOL) {
    found->mode = QUERY_SEARCH_SYMBOL;
    if (search->query->other_count) return job_fail(search->job, ERR_USAGE, "a symbol is searched for alone; find takes several names");
    return find_symbols(search);
  }
  TRY(query_search_choose(search->job, &search->scene, search->query, &search->choice));
  TRY(match(search));
  const TextTally *tally = &search->tally;
  found->matches = tally->matches;
  found->files = tally->count;
  found->searched = search->choice.count;
  found->read = tally->read;
  found->too_large = tally->too_large;
  found->too_costly = tally->too_costly;
  found->used_index = tally->used_index;
  return collect(search);
}

Err query_search(Job *job, Index *index, const QuerySearch *query, QuerySearched *ret_searched) {
  QuerySearched found = {0};
  Search search = {.job = job, .index = index, .query = query, .found = &found};
  TRY(query_search_scene(job, index, &search.scene));
  found.is_live = search.scene.is_live;
  /* Without a store a search still finds text; what it cannot say is in which
   * symbol each hit lies. */
  if (index_reader_take(job, index, &search.reader)) {
    job_forgive(job);
    search.reader = NULL;
  }
  Err err = run(&search);
  if (search.reader) index_reader_return(index, search.reader);
  if (search.matcher) text_matcher_close(search.matcher);
  if (!err) query_search_tend(index, &search.scene);
  query_search_leave(&search.scene);
  if (!err) *ret_searched = found;
  return err;
}
