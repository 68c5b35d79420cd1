/* Facts of a file for a question. */
#ifndef FATHOM_QUERY_SOURCE_FACTS_INTERNAL_H
#define FATHOM_QUERY_SOURCE_FACTS_INTERNAL_H

#include "src/base/job.h"
#include "src/model/facts.h"
#include "src/store/store.h"

/* *ret_there: false: there are none, as of a file that is not indexed. ERR_IO:
 * they are damaged; the file is doubted (store_doubt), and whoever asks again
 * is answered. In the job's arena, names in `names`. */
Err query_facts(Job *job, StoreReader *reader, FileId file, Names *names, Facts *ret_facts, bool *ret_there) MUST_CHECK;
/* What store_get_content gave for a file. */
typedef struct QueryContent {
  FileId file;
  Str data;
} QueryContent;
/* The same from that. */
Err query_facts_from(Job *job, StoreReader *reader, QueryContent content, Names *names, Facts *ret_facts,
                     bool *ret_there) MUST_CHECK;

#endif
