/* Trees that are offered: whoever is about to change a file has parsed its new
 * text already, to see whether it is sound. The refresh that finds the text
 * takes the tree instead of making it again.
 * A tree says nothing by itself: it is taken only for the very same bytes, read
 * from the disk, in the same language; then parsing would give the same. */
#include <stdlib.h>

#include "src/index/index_internal.h"

#define OFFERS_MAX 8
#define OFFERED_MAX ((size_t)16 << 20) /* bytes of all trees and texts at a time */

struct IndexOffer {
  IndexOffer *next;
  Arena arena; /* holds all of the tree */
  const Language *language;
  Syntax syntax;
};

static void drop(IndexOffers *offers, IndexOffer *offer) {
  offers->count--;
  offers->bytes -= offer->arena.used;
  arena_clear(&offer->arena);
  free(offer);
}

static void drop_all(IndexOffers *offers) {
  while (offers->first) {
    IndexOffer *offer = offers->first;
    offers->first = offer->next;
    drop(offers, offer);
  }
}

void index_offers_init(IndexOffers *offers) {
  *offers = (IndexOffers){0};
  lock_init(&offers->lock);
}

void index_offers_clear(IndexOffers *offers) {
  drop_all(offers);
  lock_clear(&offers->lock);
}

static IndexOffer *copy_of(const Language *language, const Syntax *syntax) {
  IndexOffer *offer = arena_heap_alloc(sizeof *offer);
  arena_init(&offer->arena);
  offer->language = language;
  offer->syntax = *syntax;
  offer->syntax.text = str_copy(&offer->arena, syntax->text);
  offer->syntax.nodes = arena_copy(&offer->arena, syntax->nodes, syntax->count * sizeof *syntax->nodes);
  offer->syntax.line_starts = arena_copy(&offer->arena, syntax->line_starts, syntax->line_count * sizeof *syntax->line_starts);
  return offer;
}

/* A tree that is more than its nodes is made again: it is rare. */
void index_offer_tree(Index *index, const Language *language, const Syntax *syntax) {
  if (syntax->part_count || language->reading) return;
  IndexOffers *offers = &index->offers;
  size_t size = syntax->text.len + syntax->count * sizeof *syntax->nodes + syntax->line_count * sizeof *syntax->line_starts;
  lock_take(&offers->lock);
  bool has_room = offers->count < OFFERS_MAX && offers->bytes + size <= OFFERED_MAX;
  if (has_room) {
    IndexOffer *offer = copy_of(language, syntax);
    offer->next = offers->first;
    offers->first = offer;
    offers->count++;
    offers->bytes += offer->arena.used;
  }
  lock_give(&offers->lock);
}

void index_offer_none(Index *index) {
  IndexOffers *offers = &index->offers;
  lock_take(&offers->lock);
  drop_all(offers);
  lock_give(&offers->lock);
}

/* The tree's memory becomes the taker's; its text stays the taker's own. */
bool index_offer_take(Index *index, const Language *language, Str text, Arena *arena, Syntax *ret_syntax) {
  IndexOffers *offers = &index->offers;
  bool is_there = false;
  lock_take(&offers->lock);
  for (IndexOffer **link = &offers->first; *link && !is_there; link = &(*link)->next) {
    IndexOffer *offer = *link;
    is_there = offer->language == language && str_eq(offer->syntax.text, text);
    if (!is_there) continue;
    *link = offer->next;
    *ret_syntax = offer->syntax;
    ret_syntax->text = ret_syntax->read = text;
    offers->bytes -= offer->arena.used;
    arena_adopt(arena, &offer->arena);
    drop(offers, offer);
    break;
  }
  lock_give(&offers->lock);
  return is_there;
}
