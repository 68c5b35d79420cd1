/* Inside search: the files that come into question. */
#ifndef FATHOM_QUERY_SEARCH_SEARCH_INTERNAL_H
#define FATHOM_QUERY_SEARCH_SEARCH_INTERNAL_H

#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/query/search/search.h"

#define SEARCH_FILE_HITS_MAX 5000 /* of one file that are looked at */

/* Of a file: it holds tests; it is made for them; it is stored and was read as
 * code. */
enum { SEARCH_TEST = 1 << 0, SEARCH_AID = 1 << 1, SEARCH_CODE = 1 << 2 };

typedef struct SearchScene {
  TextFiles *files;
  TextIndex *text; /* NULL: of no use now */
  bool is_live;
  bool is_private; /* with texts of the job's view */
} SearchScene;

/* The files of the workspace as the store has them, or the disk while it has
 * not all. To be given back. */
Err query_search_scene(Job *job, Index *index, SearchScene *ret_scene) MUST_CHECK;
void query_search_leave(SearchScene *scene);
/* After a search: the text index is brought up to date behind everybody's back. */
void query_search_tend(Index *index, const SearchScene *scene);

/* Those that the question is about. */
Err query_search_choose(Job *job, const SearchScene *scene, const QuerySearch *search, TextChoice *ret_choice) MUST_CHECK;

/* Told as a count where there is no room for all. */
typedef enum SearchAside { SEARCH_ASIDE_NOT, SEARCH_ASIDE_TEST, SEARCH_ASIDE_DATA } SearchAside;

/* The file of a number with its hits, best first: `limit` of them. */
typedef struct SearchFile {
  const TextFile *file;
  uint32_t number; /* among all files */
  uint32_t matches;
  const TextHits *kept; /* from when it was counted; NULL: it is read again */
  int rank;       /* smaller is better */
  bool is_minor;  /* not source, where source has hits too */
  bool is_test;   /* or made for tests */
  SearchAside aside;
  size_t group;   /* of several patterns that hit different files: which one it is for */
  Str pattern;    /* that one, where no other one hits it, too */
  size_t wanted;  /* hits to fetch */
  size_t taken;   /* handed out */
  size_t shares;  /* in which they are */
  bool is_named;  /* hits have their symbols */
  QuerySource *source;
  QueryHit *hits;
  size_t hit_count;
} SearchFile;

/* ---- named.c ---- */

/* Gives hits of a stored file their symbols. */
Err query_search_name_hits(Job *job, StoreReader *reader, FileId file, QueryHit *hits, size_t count) MUST_CHECK;

/* ---- rank.c ---- */

/* Puts the files in order: by group, then by worth. */
Err query_search_rank(Job *job, StoreReader *reader, const QuerySearch *search, SearchFile *files, size_t count) MUST_CHECK;

/* ---- groups.c ---- */

/* One of several patterns, and the files that it hits. */
typedef struct SearchGroup {
  Str pattern;
  const TextCount *files;
  size_t count;
} SearchGroup;
typedef VEC(SearchGroup) SearchGroups;

/* Gives each file the pattern it is for. The number of groups; 1: most files
 * are hit by several. */
size_t query_search_group(const SearchGroups *groups, SearchFile *files, size_t count);

/* ---- share.c ---- */

/* A turn of a file: so many hits at this place of the answer. */
typedef struct SearchShare {
  size_t file;
  size_t count;
} SearchShare;
typedef VEC(SearchShare) SearchShares;

/* Marks the files that are told as a count. */
void query_search_set_aside(const QuerySearch *search, SearchFile *files, size_t count, QuerySearched *found);
/* Everything by file, if that may fit a page; false: it cannot. */
bool query_search_share_all(Job *job, const QuerySearch *search, SearchFile *files, size_t count, SearchShares *ret_shares);
/* About how many bytes the hits that were fetched take. */
size_t query_search_size(const SearchFile *files, size_t count);
/* In turns, of all that are not set aside; in place of any shares before. */
void query_search_share(Job *job, SearchFile *files, size_t count, size_t groups, size_t limit, SearchShares *ret_shares);

/* ---- worth.c ---- */

typedef struct SearchTexts {
  Map counts; /* what matched -> how often */
  size_t all;
} SearchTexts;

/* Adds what the file's hits matched; rare texts are worth more. */
void query_search_count_texts(SearchTexts *texts, Arena *arena, const SearchFile *file);
/* Best first; hits come by line. */
void query_search_order_hits(const SearchTexts *texts, Arena *arena, SearchFile *file);

#endif
