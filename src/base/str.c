/* Str: comparing, searching, cutting and making of byte strings.
 * Knows nothing of encodings (str_utf8.c) nor of likeness (str_distance.c). */
#include "src/base/str.h"

#include <stdio.h>
#include <string.h>

#include "src/base/print.h"

char *str_to_c(Arena *arena, Str s) {
  char *copy = arena_alloc(arena, s.len + 1);
  if (s.len) memcpy(copy, s.ptr, s.len);
  return copy;
}

char *str_to_heap(Str s) {
  char *copy = arena_heap_grow(NULL, s.len + 1);
  if (s.len) memcpy(copy, s.ptr, s.len);
  copy[s.len] = '\0';
  return copy;
}

Str str_copy(Arena *arena, Str s) {
  return s.len ? (Str){arena_copy(arena, s.ptr, s.len), s.len} : STR_EMPTY;
}

Str str_format_va(Arena *arena, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  char small[256];
  int len = print_to(small, sizeof small, format, args);
  Str result = STR_EMPTY;
  if (len > 0 && (size_t)len < sizeof small) {
    result = (Str){arena_copy(arena, small, (size_t)len + 1), (size_t)len};
  } else if (len > 0) {
    char *ptr = arena_alloc(arena, (size_t)len + 1);
    vsnprintf(ptr, (size_t)len + 1, format, again);
    result = (Str){ptr, (size_t)len};
  }
  va_end(again);
  return result;
}

Str str_format(Arena *arena, const char *format, ...) {
  va_list args;
  va_start(args, format);
  Str result = str_format_va(arena, format, args);
  va_end(args);
  return result;
}

bool str_eq_ignore_case(Str a, Str b) {
  if (a.len != b.len) return false;
  for (size_t i = 0; i < a.len; i++) {
    if (byte_lower(a.ptr[i]) != byte_lower(b.ptr[i])) return false;
  }
  return true;
}

int str_compare(Str a, Str b) {
  size_t common = a.len < b.len ? a.len : b.len;
  int order = common ? memcmp(a.ptr, b.ptr, common) : 0;
  if (order) return order;
  return (a.len > b.len) - (a.len < b.len);
}

bool str_starts_with(Str s, Str prefix) {
  return s.len >= prefix.len && str_eq(str_slice(s, 0, prefix.len), prefix);
}

bool str_is_beneath(Str path, Str folder) {
  return path.len > folder.len && path.ptr[folder.len] == '/' && str_starts_with(path, folder);
}

bool str_is_within(Str path, Str folder) { return str_eq(path, folder) || str_is_beneath(path, folder); }

bool str_ends_with(Str s, Str suffix) {
  return s.len >= suffix.len && str_eq(str_slice(s, s.len - suffix.len, s.len), suffix);
}

bool str_contains(Str s, Str needle) { return str_find(s, needle) != STR_NONE; }

bool str_is_one_of(Str s, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (str_eq_c(s, words[i])) return true;
  }
  return false;
}

bool str_is_among(Str s, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (str_eq_ignore_case(s, str_from_c(words[i]))) return true;
  }
  return false;
}

size_t str_find(Str s, Str needle) {
  if (needle.len == 0) return 0;
  if (needle.len > s.len) return STR_NONE;
  const char *at = memmem(s.ptr, s.len, needle.ptr, needle.len);
  return at ? (size_t)(at - s.ptr) : STR_NONE;
}

size_t str_find_byte(Str s, char byte) {
  const char *at = s.len ? memchr(s.ptr, byte, s.len) : NULL;
  return at ? (size_t)(at - s.ptr) : STR_NONE;
}

size_t str_find_last_byte(Str s, char byte) {
  const char *at = s.len ? memrchr(s.ptr, byte, s.len) : NULL;
  return at ? (size_t)(at - s.ptr) : STR_NONE;
}

size_t str_count_byte(Str s, char byte) {
  size_t count = 0;
  for (size_t at; (at = str_find_byte(s, byte)) != STR_NONE; s = str_slice(s, at + 1, s.len)) count++;
  return count;
}

static bool is_space(char byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

Str str_trim(Str s) {
  size_t from = 0;
  size_t to = s.len;
  while (from < to && is_space(s.ptr[from])) from++;
  while (to > from && is_space(s.ptr[to - 1])) to--;
  return str_slice(s, from, to);
}

Str str_cut(Str *rest, char byte) {
  Str all = *rest;
  size_t at = str_find_byte(all, byte);
  if (at == STR_NONE) {
    *rest = STR_EMPTY;
    return all;
  }
  *rest = str_slice(all, at + 1, all.len);
  return str_slice(all, 0, at);
}

size_t str_split(Str s, char byte, Str *ret_parts, size_t most) {
  size_t count = 0;
  for (bool more = true; more; count++) {
    more = str_find_byte(s, byte) != STR_NONE;
    Str part = str_cut(&s, byte);
    if (count < most) ret_parts[count] = part;
  }
  return count;
}

bool str_to_int(Str s, int64_t *ret_value) {
  bool negative = s.len > 0 && s.ptr[0] == '-';
  size_t i = negative ? 1 : 0;
  if (i == s.len) return false;
  int64_t value = 0;
  for (; i < s.len; i++) {
    if (s.ptr[i] < '0' || s.ptr[i] > '9') return false;
    int64_t digit = s.ptr[i] - '0';
    if (__builtin_mul_overflow(value, (int64_t)10, &value)) return false;
    /* Counting downwards for negative ones reaches INT64_MIN. */
    if (__builtin_add_overflow(value, negative ? -digit : digit, &value)) return false;
  }
  *ret_value = value;
  return true;
}

int str_hex_digit(char c) {
  if (byte_is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/* Bytes that mean nothing to a shell wherever they stand in a word. */
static bool is_harmless(Str s) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@%+=,-";
  for (size_t i = 0; i < s.len; i++) {
    if (!memchr(plain, s.ptr[i], sizeof plain - 1)) return false;
  }
  return s.len > 0;
}

/* In single quotes nothing has a meaning but the quote itself, which is written
 * outside of them: four bytes for one. */
Str str_shell_word(Arena *arena, Str s) {
  if (is_harmless(s)) return s;
  char *word = arena_alloc(arena, s.len * 4 + 2);
  size_t len = 0;
  word[len++] = '\'';
  for (size_t i = 0; i < s.len; i++) {
    if (s.ptr[i] == '\'') {
      memcpy(word + len, "'\\''", 4);
      len += 4;
    } else {
      word[len++] = s.ptr[i];
    }
  }
  word[len++] = '\'';
  return (Str){word, len};
}
