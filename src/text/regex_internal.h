/* Regex: reads a pattern before PCRE2 does, for what that does not tell: what
 * every match contains, and the same pattern for whole texts at once. What it
 * does not understand it leaves alone and says so. */
#ifndef FATHOM_TEXT_REGEX_INTERNAL_H
#define FATHOM_TEXT_REGEX_INTERNAL_H

#include "src/base/buf.h"
#include "src/text/needs_internal.h"

typedef struct TextRegex {
  /* The pattern again. Read for lines it cannot match a line feed any more,
   * so that matching a text with it (^ and $ at each line) is matching each
   * of its lines. Where case is ignored, ASCII letters are ASCII letters only. */
  Str text;
  bool is_understood; /* else `text` is the pattern as it came, good for single lines */
  bool is_ascii;      /* on ASCII text it means the same whether bytes or characters are matched */
  bool has_newline;   /* it asks for a line feed by name */
  const TextNeed *need; /* of every match */
} TextRegex;

enum { TEXT_REGEX_FOLD = 1 << 0, TEXT_REGEX_LINES = 1 << 1 };
/* In the arena. Whether the pattern is well formed is PCRE2's to say. */
void text_regex_read(Arena *arena, Str pattern, unsigned flags, TextRegex *ret_regex);
/* No letter of it that stands for itself is in upper case. */
bool text_regex_is_lower(Str pattern);
/* The text as a pattern for itself. */
Str text_regex_quote(Arena *arena, Str text);

#endif
