/* Which hits of a file come first, where it has more than its share: the first
 * in the file is often an import or a comment. */
#include <stdlib.h>

#include "src/base/map.h"
#include "src/query/search/search_internal.h"

#define TEXT_MAX 80   /* bytes of what matched by which it is known */
#define COUNTED_MAX 200 /* hits of a file whose texts are counted */
#define RARE_SHARE 8  /* what matched at most one time in so many is rare */

typedef struct Ordered {
  QueryHit hit;
  int worth;
} Ordered;

static Str matched_text(const SearchFile *file, const QueryHit *hit) {
  return str_head(str_slice(file->source->text, hit->from, hit->to), TEXT_MAX);
}

/* How often each text matched, in all files that give hits. */
void query_search_count_texts(SearchTexts *texts, Arena *arena, const SearchFile *file) {
  for (size_t i = 0; i < file->hit_count && i < COUNTED_MAX; i++) {
    Str text = matched_text(file, &file->hits[i]);
    size_t *count = map_get(&texts->counts, text);
    if (!count) {
      count = ARENA_NEW(arena, size_t);
      map_put(&texts->counts, str_copy(arena, text), count);
    }
    ++*count;
    texts->all++;
  }
}

/* Definitions, then what matched in a rare way, then what stands in a
 * definition; comments and what is around all definitions, as imports are,
 * last. */
static int worth_of(const SearchTexts *texts, const SearchFile *file, const QueryHit *hit, bool has_symbols) {
  const size_t *count = map_get(&texts->counts, matched_text(file, hit));
  int worth = hit->is_definition ? 8 : 0;
  if (count && *count * RARE_SHARE <= texts->all) worth += 4;
  if (has_symbols && !hit->symbol) worth -= 2;
  if (query_source_is_comment(str_trim(query_source_line(file->source, hit->line)))) worth -= 3;
  return worth;
}

static int by_worth(const void *a, const void *b) {
  const Ordered *x = a, *y = b;
  if (x->worth != y->worth) return x->worth > y->worth ? -1 : 1;
  if (x->hit.line != y->hit.line) return x->hit.line < y->hit.line ? -1 : 1;
  return x->hit.column < y->hit.column ? -1 : x->hit.column > y->hit.column;
}

/* A definition's further hits stand behind the first ones of others. */
void query_search_order_hits(const SearchTexts *texts, Arena *arena, SearchFile *file) {
  Ordered *order = ARENA_ARRAY(arena, Ordered, file->hit_count + 1);
  bool has_symbols = false;
  for (size_t i = 0; i < file->hit_count; i++) has_symbols |= file->hits[i].symbol != NULL;
  for (size_t i = 0; i < file->hit_count; i++) {
    const QueryHit *hit = &file->hits[i];
    bool is_further = i && hit->symbol && hit->symbol == file->hits[i - 1].symbol;
    order[i] = (Ordered){*hit, worth_of(texts, file, hit, has_symbols) - (is_further && !hit->is_definition)};
  }
  qsort(order, file->hit_count, sizeof(Ordered), by_worth);
  for (size_t i = 0; i < file->hit_count; i++) file->hits[i] = order[i].hit;
}
