/* How many hits each file gives, and when: all files have their turn before one
 * has many, and each pattern of several before one has all the room. */
#include "src/query/search/search_internal.h"

#define ROUND_HITS 120     /* what a page holds: a round gives each file its share of so many */
#define ASIDE_SHARE 3      /* tests and data take at most one part of so many, where source would be cut for them */
#define LINE_LEAST 20      /* bytes of a hit as it is shown, */
#define LINE_MOST 300      /* of its line at most, */
#define LINE_AROUND 7      /* of what is around that, */
#define HEADING_SIZE 24    /* and around a name above it */
#define DATA_HITS 20       /* of a file that is no code: from here on they are what it holds */

typedef struct Sharing {
  Job *job;
  SearchFile *files;
  size_t count, groups, limit, given;
  SearchShares *shares;
} Sharing;

static size_t left_in(const SearchFile *file) { return file->aside ? 0 : file->matches - file->wanted; }

/* ---- what is told as a count ---- */

static SearchAside aside_of(const SearchFile *file) {
  if (file->is_test) return SEARCH_ASIDE_TEST;
  bool is_code = file->file->language && !language_is_structure(file->file->language);
  return !is_code && file->matches >= DATA_HITS ? SEARCH_ASIDE_DATA : SEARCH_ASIDE_NOT;
}

/* Where not all fits and much of it is in tests or data, these are counted; but
 * what is all there is is shown. */
void query_search_set_aside(const QuerySearch *search, SearchFile *files, size_t count, QuerySearched *found) {
  size_t room = search->limit < ROUND_HITS ? search->limit : ROUND_HITS, aside = 0, all = 0;
  for (size_t i = 0; i < count; i++) {
    all += files[i].matches;
    if (aside_of(&files[i])) aside += files[i].matches;
    if (files[i].is_test) found->tests.matches += files[i].matches, found->tests.files++;
  }
  if (!search->may_count || all <= room || aside == all || aside * ASIDE_SHARE <= room) return;
  for (size_t i = 0; i < count; i++) {
    SearchAside kind = aside_of(&files[i]);
    if (kind == SEARCH_ASIDE_TEST && search->with_tests) kind = SEARCH_ASIDE_NOT;
    files[i].aside = kind;
    QuerySearchCount *counted = kind == SEARCH_ASIDE_TEST ? &found->aside_tests : &found->aside_data;
    if (kind) counted->matches += files[i].matches, counted->files++;
  }
}

/* ---- all at once ---- */

bool query_search_share_all(Job *job, const QuerySearch *search, SearchFile *files, size_t count, SearchShares *ret_shares) {
  size_t all = 0;
  for (size_t i = 0; i < count; i++) all += left_in(&files[i]);
  if (!search->page || all > search->limit || all > search->page / LINE_LEAST) return false;
  for (size_t i = 0; i < count; i++) {
    if (left_in(&files[i])) *vec_add(job->arena, ret_shares) = (SearchShare){i, left_in(&files[i])};
    if (!files[i].aside) files[i].wanted = files[i].matches;
  }
  return true;
}

/* As they are shown: each line with its number, below the name of what it is in
 * and of its file. */
size_t query_search_size(const SearchFile *files, size_t count) {
  size_t size = 0;
  for (size_t i = 0; i < count; i++) {
    const StoreSymbol *symbol = NULL;
    if (files[i].hit_count) size += files[i].file->path.len + HEADING_SIZE + files[i].pattern.len;
    for (size_t k = 0; k < files[i].hit_count; k++) {
      const QueryHit *hit = &files[i].hits[k];
      size_t line = query_source_line(files[i].source, hit->line).len;
      size += (line < LINE_MOST ? line : LINE_MOST) + LINE_AROUND;
      if (hit->symbol && hit->symbol != symbol) size += hit->symbol->name.len + hit->symbol->container.len + HEADING_SIZE;
      symbol = hit->symbol;
    }
  }
  return size;
}

/* ---- rounds ---- */

/* The most hits that each file of a group can have in a round of `round`. */
static size_t share_of(const Sharing *sharing, size_t group, size_t round) {
  for (size_t share = round; share > 1; share = share * 2 / 3) {
    size_t sum = 0;
    for (size_t i = 0; i < sharing->count && sum <= round; i++) {
      size_t left = sharing->files[i].group == group ? left_in(&sharing->files[i]) : 0;
      sum += left < share ? left : share;
    }
    if (sum <= round) return share;
  }
  return 1;
}

static size_t left_of(const Sharing *sharing, size_t group) {
  size_t left = 0;
  for (size_t i = 0; i < sharing->count; i++) left += sharing->files[i].group == group ? left_in(&sharing->files[i]) : 0;
  return left;
}

/* A group's part of a round: an equal one, and what others do not need of
 * theirs. */
static size_t part_of(const Sharing *sharing, const size_t *left, size_t group, size_t round) {
  size_t fair = round / sharing->groups, spare = round, wanting = 0;
  for (size_t g = 0; g < sharing->groups; g++) {
    spare -= left[g] < fair ? left[g] : fair;
    wanting += left[g] > fair;
  }
  return left[group] <= fair ? left[group] : fair + spare / wanting;
}

static bool share_group(Sharing *sharing, size_t group, size_t round) {
  size_t share = share_of(sharing, group, round), given = 0;
  for (size_t i = 0; i < sharing->count && given < round; i++) {
    SearchFile *file = &sharing->files[i];
    if (file->group != group) continue;
    size_t count = left_in(file) < share ? left_in(file) : share;
    if (file->wanted + count > SEARCH_FILE_HITS_MAX) count = SEARCH_FILE_HITS_MAX - file->wanted;
    if (count > round - given) count = round - given;
    if (!count) continue;
    *vec_add(sharing->job->arena, sharing->shares) = (SearchShare){i, count};
    file->wanted += count;
    given += count;
  }
  sharing->given += given;
  return given > 0;
}

/* Rounds, until the limit is reached or nothing is left. */
void query_search_share(Job *job, SearchFile *files, size_t count, size_t groups, size_t limit, SearchShares *ret_shares) {
  Sharing sharing = {job, files, count, groups ? groups : 1, limit, 0, ret_shares};
  size_t *left = ARENA_ARRAY(job->arena, size_t, sharing.groups);
  ret_shares->len = 0;
  for (size_t i = 0; i < count; i++) files[i].wanted = 0;
  for (bool more = true; more && sharing.given < limit;) {
    size_t round = limit - sharing.given < ROUND_HITS ? limit - sharing.given : ROUND_HITS;
    for (size_t g = 0; g < sharing.groups; g++) left[g] = left_of(&sharing, g);
    if (round < sharing.groups) round = sharing.groups; /* each has one */
    more = false;
    for (size_t g = 0; g < sharing.groups && sharing.given < limit; g++) {
      size_t part = part_of(&sharing, left, g, round);
      if (part > limit - sharing.given) part = limit - sharing.given;
      if (part) more |= share_group(&sharing, g, part);
    }
  }
}
