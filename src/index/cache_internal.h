/* Facts in memory: those that were looked at last, up to a number of bytes.
 * Borrowed by any thread; what is borrowed stays. */
#ifndef FATHOM_INDEX_CACHE_INTERNAL_H
#define FATHOM_INDEX_CACHE_INTERNAL_H

#include "src/languages/language.h"
#include "src/model/facts.h"

typedef struct IndexCache IndexCache;

/* Makes the facts of a file in the arena; any thread. */
typedef bool IndexCacheLoad(void *context, WorldFile file, Arena *arena, Facts *ret_facts);

IndexCache *index_cache_open(size_t bytes_max, IndexCacheLoad *load, void *context);
void index_cache_close(IndexCache *cache);
/* NULL: they could not be made; there is nothing to give back then. */
const Facts *index_cache_borrow(IndexCache *cache, WorldFile file);
void index_cache_give_back(IndexCache *cache, WorldFile file);
/* Keeps no more than so many bytes of those that nobody has borrowed. */
void index_cache_trim(IndexCache *cache, size_t bytes);
/* They changed; nobody has borrowed them. */
void index_cache_drop(IndexCache *cache, WorldFile file);

#endif
