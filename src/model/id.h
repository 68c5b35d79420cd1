/* Ids: numbers that cannot be mistaken for each other. 0 is "none". */
#ifndef FATHOM_MODEL_ID_H
#define FATHOM_MODEL_ID_H

#include <stdint.h>

typedef struct FileId {
  int64_t value;
} FileId;

typedef struct SymbolId {
  int64_t value;
} SymbolId;

#endif
