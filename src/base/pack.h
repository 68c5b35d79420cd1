/* Pack: numbers of seven bits a byte and texts with their length, one after
 * the other, for files of our own. What is read back may have rotted or come
 * from somebody else: everything is checked. */
#ifndef FATHOM_BASE_PACK_H
#define FATHOM_BASE_PACK_H

#include "src/base/buf.h"

void pack_number(Buf *out, uint64_t number);
void pack_text(Buf *out, Str text);

typedef struct PackReader {
  Str rest;
  bool bad; /* it ended early, or a number was too long; stays set */
} PackReader;
/* 0 and empty once it is bad. Texts borrow. */
uint64_t pack_read_number(PackReader *in);
Str pack_read_text(PackReader *in);

#endif
