/* Str: a borrowed run of bytes with a length.
 * Not NUL-terminated; C strings appear only at OS and library borders.
 * Text from outside is bytes until str_is_utf8 has said otherwise. */
#ifndef FATHOM_BASE_STR_H
#define FATHOM_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "src/base/arena.h"
#include "src/base/byte.h"
#include "src/base/own.h"

typedef struct Str {
  const char *ptr;
  size_t len;
} Str;

#define STR(literal) ((Str){"" literal, sizeof(literal) - 1})
#define STR_EMPTY ((Str){"", 0})
/* For printf: "%.*s", STR_ARG(s). Lengths beyond INT_MAX are cut. */
#define STR_ARG(s) ((int)((s).len > INT32_MAX ? INT32_MAX : (s).len)), ((s).ptr ? (s).ptr : "")

/* What is asked many hundred times in a call stands here, so that it costs no
 * call, and the length of a literal nothing. */

static inline Str str_from_c(const char *c_string) { /* NULL gives the empty string */
  return c_string ? (Str){c_string, strlen(c_string)} : STR_EMPTY;
}
/* NUL-terminated copy. C code will not see past a NUL inside `s`. */
char *str_to_c(Arena *arena, Str s);
Str str_copy(Arena *arena, Str s);
/* The same on the heap, for owners without an arena; release with free(). */
char *str_to_heap(Str s);
Str str_format(Arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);
Str str_format_va(Arena *arena, const char *format, va_list args) PRINTF_LIKE(2, 0);

/* Byte by byte; two empty strings are equal wherever they point. */
static inline bool str_eq(Str a, Str b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}
static inline bool str_eq_c(Str a, const char *b) { return str_eq(a, str_from_c(b)); }
bool str_eq_ignore_case(Str a, Str b); /* ASCII case only */
int str_compare(Str a, Str b);         /* by bytes, as memcmp */
bool str_starts_with(Str s, Str prefix);
/* Paths by their text: `app/x` lies beneath `app`, `apple` does not, and nothing
 * relative lies beneath "". The second one counts the folder itself in. */
bool str_is_beneath(Str path, Str folder);
bool str_is_within(Str path, Str folder);
bool str_ends_with(Str s, Str suffix);
bool str_contains(Str s, Str needle);
/* Whether `s` is one of the `count` words. */
bool str_is_one_of(Str s, const char *const *words, size_t count);
bool str_is_among(Str s, const char *const *words, size_t count); /* ASCII case does not matter */

#define STR_NONE ((size_t)-1)
size_t str_find(Str s, Str needle); /* STR_NONE when absent */
size_t str_find_byte(Str s, char byte);
size_t str_find_last_byte(Str s, char byte);
size_t str_count_byte(Str s, char byte); /* how often it is there */
static inline Str str_slice(Str s, size_t from, size_t to) { /* clamped to s */
  if (to > s.len) to = s.len;
  return from < to ? (Str){s.ptr + from, to - from} : STR_EMPTY;
}
Str str_trim(Str s);                          /* ASCII white space, both ends */
/* Splits at the first `byte`: returns what precedes it, leaves the rest in
 * *rest. Without one, returns all and leaves an empty string.
 * Loop: while (rest.len) { Str part = str_cut(&rest, ','); ... } */
Str str_cut(Str *rest, char byte);

/* All parts between `byte`, empty ones too: how many there are, of which the
 * first `most` are given. An empty string is one empty part. */
size_t str_split(Str s, char byte, Str *ret_parts, size_t most);

/* Whole string as a decimal number, "-" allowed; false when it is not one or out of range. */
bool str_to_int(Str s, int64_t *ret_value) MUST_CHECK;

int str_hex_digit(char c); /* its value in either case; -1: it is none */

/* Well formed: shortest forms, no surrogates, nothing beyond U+10FFFF. */
bool str_is_utf8(Str s);
size_t str_characters(Str s); /* code points; broken UTF-8 counts too */
/* A code point as UTF-8, into room for STR_CODEPOINT_MAX bytes; how many it took.
 * What is no character (a surrogate, beyond U+10FFFF) becomes U+FFFD. */
enum { STR_CODEPOINT_MAX = 4 };
size_t str_put_codepoint(char *to, uint32_t codepoint);
/* Makes text from files, processes and peers safe to show: control,
 * bidirectional and invisible characters (but not joiners), line separators
 * and broken UTF-8 become \xNN or \u{NNNN}; tab and newline stay. Returns `s`
 * itself when nothing had to change. */
Str str_visible(Arena *arena, Str s);
size_t str_visible_size(Str s); /* bytes of that */
/* The same as a part of one line: tab and newline become \t and \n; of a
 * text longer than `max` bytes the beginning and "...". */
Str str_shown(Arena *arena, Str s, size_t max);
/* As one word of a POSIX shell, for commands that are made to be pasted: in
 * quotes unless all its bytes are harmless. In the arena, or `s` itself. */
Str str_shell_word(Arena *arena, Str s);
/* At most `max` bytes of it, in whole characters. */
Str str_head(Str s, size_t max);

/* Typing distance (insert, delete, replace, swap), capped at `limit` + 1.
 * Counts bytes. */
size_t str_distance(Str a, Str b, size_t limit);
/* The candidate that was probably meant, or an empty string when none is
 * close enough to suggest. */
Str str_nearest(Str wanted, const Str *candidates, size_t count);

#endif
