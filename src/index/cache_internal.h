/* Facts in memory: those that were looked at last, up to a number of bytes, each
 * as far as somebody needed them. Borrowed by any thread; what is borrowed stays. */
#ifndef FATHOM_INDEX_CACHE_INTERNAL_H
#define FATHOM_INDEX_CACHE_INTERNAL_H

#include "src/languages/language.h"
#include "src/model/facts.h"

typedef struct IndexCache IndexCache;

/* Makes the facts of a file in the arena as far as `part`, or further; or goes on
 * with them from the mark. Any thread. False when they are there in part: what
 * should have come is empty. */
typedef bool IndexCacheLoad(void *context, WorldFile file, FactsPart part, Arena *arena, FactsMark *mark, Facts *facts);

/* Keeps so many bytes of facts that nobody has borrowed. Any thread may borrow; who
 * closes it is the last. */
IndexCache *index_cache_open(size_t bytes_max, IndexCacheLoad *load, void *context);
void index_cache_close(IndexCache *cache);
/* NULL: they could not be made; there is nothing to give back then. */
const Facts *index_cache_borrow(IndexCache *cache, WorldFile file, FactsPart part);
/* More of what is borrowed. What was given before can be used as before. */
const Facts *index_cache_more(IndexCache *cache, WorldFile file, FactsPart part);
void index_cache_give_back(IndexCache *cache, WorldFile file);
/* Keeps no more than so many bytes of those that nobody has borrowed. */
void index_cache_trim(IndexCache *cache, size_t bytes);
/* They changed; nobody has borrowed them. */
void index_cache_drop(IndexCache *cache, WorldFile file);

#endif
