/* Where words begin and end. */
#include "src/model/words.h"

#include <string.h>

static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
static bool is_word(char c) { return is_upper(c) || is_lower(c) || byte_is_digit(c) || (unsigned char)c >= 0x80; }

/* A word begins where letters begin, at an upper case letter after a lower
 * one or a digit, and at the last capital of a run ("HTTPServer"). */
static bool begins_word(Str name, size_t at) {
  char c = name.ptr[at];
  if (!is_word(c)) return false;
  if (at == 0 || !is_word(name.ptr[at - 1])) return true;
  char before = name.ptr[at - 1];
  if (byte_is_digit(c) != byte_is_digit(before)) return true;
  if (!is_upper(c)) return false;
  return !is_upper(before) || (at + 1 < name.len && is_lower(name.ptr[at + 1]));
}

Str words_next(Str name, size_t *at) {
  while (*at < name.len && !begins_word(name, *at)) (*at)++;
  size_t from = *at;
  if (from < name.len) (*at)++;
  while (*at < name.len && is_word(name.ptr[*at]) && !begins_word(name, *at)) (*at)++;
  return str_slice(name, from, *at);
}

void words_split(Str name, Words *ret_words) {
  ret_words->len = 0;
  for (size_t at = 0; at < name.len && ret_words->len < WORDS_MAX;) {
    Str word = words_next(name, &at);
    if (word.len) ret_words->items[ret_words->len++] = word;
  }
}

Str words_fold(Arena *arena, Str text) {
  size_t first = 0;
  while (first < text.len && !is_upper(text.ptr[first])) first++;
  if (first == text.len) return text;
  char *folded = arena_alloc(arena, text.len + 1);
  memcpy(folded, text.ptr, text.len);
  for (size_t i = first; i < text.len; i++) {
    if (is_upper(folded[i])) folded[i] = (char)(folded[i] + 32);
  }
  return (Str){folded, text.len};
}
