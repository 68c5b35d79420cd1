/* The one way a question gets at the facts of a file. */
#include "src/query/source/facts_internal.h"

/* What is stored of a file that is configuration alone is its text. */
Err query_facts_from(Job *job, StoreReader *reader, QueryContent content, Names *names, Facts *ret_facts, bool *ret_there) {
  StoreFile stored;
  *ret_there = content.data.ptr && facts_decode(content.data, job->arena, names, ret_facts);
  if (*ret_there || !content.data.ptr) return OK;
  TRY(store_get_file(job, reader, content.file, &stored));
  return !stored.id.value || stored.skip.len ? OK : store_doubt(job, store_of(reader), content.file);
}

Err query_facts(Job *job, StoreReader *reader, FileId file, Names *names, Facts *ret_facts, bool *ret_there) {
  Str data;
  TRY(store_get_content(job, reader, file, &data));
  return query_facts_from(job, reader, (QueryContent){file, data}, names, ret_facts, ret_there);
}
