/* What the parts of model/text share. */
#ifndef FATHOM_MODEL_TEXT_INTERNAL_H
#define FATHOM_MODEL_TEXT_INTERNAL_H

#include "src/model/text.h"

#define TEXT_MARK "\xEF\xBB\xBF" /* the byte order mark in UTF-8 */

/* Where a character begins, and how many units are before it, by TextUnit. */
struct TextMark {
  uint32_t byte;
  uint32_t counts[3];
};

/* The last line that begins at `byte` or before, from 0. */
uint32_t text_line_before(const TextLines *lines, size_t byte);

/* Fills `marks`; the rest is there. */
void text_mark(Arena *arena, Text *text);

#endif
