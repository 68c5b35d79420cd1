/* Doubts: files whose own rows turned out to be damaged while the rest of the
 * store is good. Noted by whoever reads, on any thread, and taken by the
 * writer, which puts those files anew. */
#include "src/store/store_internal.h"

Store *store_of(const StoreReader *reader) { return reader->connection->store; }

Err store_doubt(Job *job, Store *store, FileId file) {
  for (size_t i = 0; i < STORE_DOUBTS_MAX; i++) {
    int_least64_t noted = 0;
    bool is_new = atomic_compare_exchange_strong(&store->doubted[i], &noted, file.value);
    if (!is_new && noted != file.value) continue;
    return job_fail(job, ERR_IO, "a row of the index '%.*s' is damaged; the next call reads its file again",
                    STR_ARG(str_visible(job->arena, store->path)));
  }
  return store_suspect(job, store);
}

bool store_has_doubts(const Store *store) { return atomic_load(&store->doubted[0]) != 0; }

size_t store_take_doubts(Store *store, FileId *ret_files) {
  size_t count = 0;
  for (size_t i = STORE_DOUBTS_MAX; i-- > 0;) { /* the first at last: it says that there are some */
    int64_t file = atomic_exchange(&store->doubted[i], 0);
    if (file) ret_files[count++] = (FileId){file};
  }
  return count;
}

bool store_take_unsure(Store *store) { return atomic_exchange(&store->is_unsure, false); }
