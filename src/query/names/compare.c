/* Comparing names without case (ASCII). */
#include "src/query/names/compare_internal.h"

#define NAME_MAX_COMPARED 128

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

bool query_words_prefix(Str prefix, Str name) {
  if (prefix.len > name.len) return false;
  for (size_t i = 0; i < prefix.len; i++) {
    if (lower(prefix.ptr[i]) != lower(name.ptr[i])) return false;
  }
  return true;
}

/* In order, with gaps allowed: each wanted word must be the beginning of a
 * word of the name. */
bool query_words_match(const Words *words, Str name) {
  size_t matched = 0;
  for (size_t at = 0; at < name.len && matched < words->len;) {
    if (query_words_prefix(words->items[matched], words_next(name, &at))) matched++;
  }
  return words->len > 0 && matched == words->len;
}

bool query_words_inside(Str part, Str name) {
  if (part.len == 0) return false;
  for (size_t i = 0; i + part.len <= name.len; i++) {
    if (query_words_prefix(part, str_slice(name, i, name.len))) return true;
  }
  return false;
}

/* A set of letters as bits; some share one, which only makes it less sharp. */
uint32_t query_words_letters(Str text) {
  uint32_t letters = 0;
  for (size_t i = 0; i < text.len; i++) letters |= 1u << (lower(text.ptr[i]) & 31);
  return letters;
}

/* Each edit brings or takes one kind of letter at most: most names are too far
 * off for that alone. */
static bool is_near(Str a, Str b, size_t limit) {
  uint32_t of_a = query_words_letters(a), of_b = query_words_letters(b);
  return (size_t)__builtin_popcount(of_a & ~of_b) <= limit && (size_t)__builtin_popcount(of_b & ~of_a) <= limit;
}

/* Longer names are taken for far apart: nobody mistypes those from memory. */
size_t query_words_distance(Str a, Str b, size_t limit) {
  char low_a[NAME_MAX_COMPARED], low_b[NAME_MAX_COMPARED];
  size_t gap = a.len > b.len ? a.len - b.len : b.len - a.len;
  if (gap > limit || a.len > NAME_MAX_COMPARED || b.len > NAME_MAX_COMPARED) return limit + 1;
  if (!is_near(a, b, limit)) return limit + 1;
  for (size_t i = 0; i < a.len; i++) low_a[i] = lower(a.ptr[i]);
  for (size_t i = 0; i < b.len; i++) low_b[i] = lower(b.ptr[i]);
  return str_distance((Str){low_a, a.len}, (Str){low_b, b.len}, limit);
}
