/* Inside search: the files that come into question. */
#ifndef FATHOM_QUERY_SEARCH_SEARCH_INTERNAL_H
#define FATHOM_QUERY_SEARCH_SEARCH_INTERNAL_H

#include "src/query/search/search.h"

enum { SEARCH_TEST = 1 << 0 };

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

/* The file of a number with its hits, best first: `limit` of them. */
typedef struct SearchFile {
  const TextFile *file;
  uint32_t matches;
  int rank;       /* smaller is better */
  bool is_minor;  /* not source, where source has hits too */
  size_t wanted;  /* hits to fetch */
  size_t taken;   /* handed out */
  QuerySource *source;
  QueryHit *hits;
  size_t hit_count;
} SearchFile;

/* search_rank.c: puts the files in order. */
Err query_search_rank(Job *job, StoreReader *reader, const QuerySearch *search, SearchFile *files, size_t count) MUST_CHECK;

#endif
