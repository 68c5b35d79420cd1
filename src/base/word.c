/* Word: where a text has a word and not a part of a longer one. Knows no
 * language: what may stand in a name somewhere may stand in a word. */
#include "src/base/word.h"

#include "src/base/byte.h"

/* A word whose first byte is no letter, such as an operator, may stand
 * directly behind a name. */
bool word_is_at(Str text, size_t at, Str word) {
  if (at + word.len > text.len || !word.len || !str_eq(str_slice(text, at, at + word.len), word)) return false;
  if (at && byte_is_name(text.ptr[at - 1]) && byte_is_name(word.ptr[0])) return false;
  return at + word.len == text.len || !byte_is_name(text.ptr[at + word.len]);
}

bool word_is_in(Str text, Str word) {
  for (size_t at = 0; at < text.len; at++) {
    if (word_is_at(text, at, word)) return true;
  }
  return false;
}
