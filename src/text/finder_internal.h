/* Finder: where any of a few literals occurs. Looks at three neighbouring
 * bytes of each literal, the rarest, for 32 places at a time where the
 * processor can. Immutable once made; any thread. */
#ifndef FATHOM_TEXT_FINDER_INTERNAL_H
#define FATHOM_TEXT_FINDER_INTERNAL_H

#include "src/text/needs_internal.h"

#define TEXT_FINDER_WINDOW 3

typedef struct TextSought {
  Str text;    /* folded where `fold` */
  bool fold;
  size_t window; /* offset of the bytes looked at */
} TextSought;

typedef struct TextFinder {
  TextSought items[TEXT_PICK_MAX];
  size_t count;
  size_t width;  /* bytes of the windows: 1..3 */
  /* By position in the window and byte: which groups of literals fit. */
  uint8_t fits[TEXT_FINDER_WINDOW][256];
  uint8_t low[TEXT_FINDER_WINDOW][16], high[TEXT_FINDER_WINDOW][16]; /* by half bytes: at least those */
  bool wide; /* the processor compares 32 bytes at once */
} TextFinder;

/* `count` is 1..TEXT_PICK_MAX; literals are not empty and are borrowed. */
void text_finder_init(TextFinder *finder, const TextLiteral *literals, size_t count);
/* The next occurrence of any whose window begins at or after `at`; NULL: none.
 * It lies within from..end. Occurrences come in the order of their windows,
 * which is theirs when there is one literal. */
typedef struct TextFound {
  const char *at;
  size_t len;
  const char *window; /* where to go on: behind this one */
} TextFound;
bool text_finder_next(const TextFinder *finder, const char *from, const char *at, const char *end,
                      TextFound *ret_found);

extern const unsigned char text_fold[256]; /* ASCII letters in lower case */

#endif
