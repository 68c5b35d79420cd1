/* Spans: places in one file's text. Bytes count from 0 and end before `to`;
 * lines and columns (in bytes) count from 1. */
#ifndef FATHOM_MODEL_SPAN_H
#define FATHOM_MODEL_SPAN_H

#include <stdint.h>

typedef struct Span {
  uint32_t from;
  uint32_t to;
  uint32_t line;
  uint32_t column;
  uint32_t end_line;
  uint32_t end_column; /* of the byte after the last */
} Span;

typedef struct Range {
  uint32_t from;
  uint32_t to; /* equal to `from`: nothing */
} Range;

#endif
