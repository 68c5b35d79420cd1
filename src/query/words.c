/* Splitting names into words, and comparing without case (ASCII). */
#include "src/query/words_internal.h"

#define NAME_MAX_COMPARED 128

static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static char lower(char c) { return is_upper(c) ? (char)(c + 32) : c; }
static bool is_word(char c) { return is_upper(c) || is_lower(c) || is_digit(c) || (unsigned char)c >= 0x80; }

/* A word begins where letters begin, at an upper case letter after a lower
 * one or a digit, and at the last capital of a run ("HTTPServer"). */
static bool begins_word(Str name, size_t at) {
  char c = name.ptr[at];
  if (!is_word(c)) return false;
  if (at == 0 || !is_word(name.ptr[at - 1])) return true;
  char before = name.ptr[at - 1];
  if (is_digit(c) != is_digit(before)) return true;
  if (!is_upper(c)) return false;
  return !is_upper(before) || (at + 1 < name.len && is_lower(name.ptr[at + 1]));
}

static Str next_word(Str name, size_t *at) {
  while (*at < name.len && !begins_word(name, *at)) (*at)++;
  size_t from = *at;
  if (from < name.len) (*at)++;
  while (*at < name.len && is_word(name.ptr[*at]) && !begins_word(name, *at)) (*at)++;
  return str_slice(name, from, *at);
}

void query_words_split(Str name, QueryWords *ret_words) {
  ret_words->len = 0;
  for (size_t at = 0; at < name.len && ret_words->len < QUERY_WORDS_MAX;) {
    Str word = next_word(name, &at);
    if (word.len) ret_words->items[ret_words->len++] = word;
  }
}

bool query_words_prefix(Str prefix, Str name) {
  if (prefix.len > name.len) return false;
  for (size_t i = 0; i < prefix.len; i++) {
    if (lower(prefix.ptr[i]) != lower(name.ptr[i])) return false;
  }
  return true;
}

bool query_words_match(const QueryWords *words, Str name) {
  size_t matched = 0;
  for (size_t at = 0; at < name.len && matched < words->len;) {
    if (query_words_prefix(words->items[matched], next_word(name, &at))) matched++;
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

size_t query_words_distance(Str a, Str b, size_t limit) {
  char low_a[NAME_MAX_COMPARED], low_b[NAME_MAX_COMPARED];
  size_t gap = a.len > b.len ? a.len - b.len : b.len - a.len;
  if (gap > limit || a.len > NAME_MAX_COMPARED || b.len > NAME_MAX_COMPARED) return limit + 1;
  for (size_t i = 0; i < a.len; i++) low_a[i] = lower(a.ptr[i]);
  for (size_t i = 0; i < b.len; i++) low_b[i] = lower(b.ptr[i]);
  return str_distance((Str){low_a, a.len}, (Str){low_b, b.len}, limit);
}
