/* Swift as its grammar reads it: conditions (#if) may stand among members and
 * cases, which the grammar does not know. So every branch is read, and the lines
 * between them are not. Nor does it know a newer modifier, and behind a "=" it takes
 * `.init` for a member of the sign, since `init` is a word to it. */
#include "src/languages/swift/swift_internal.h"

static const char *const conditions[] = {"#if", "#else", "#endif", "#error", "#warning"};

/* The part of a line that is not for the grammar. */
static Str unread(Str line) {
  Str modifier = STR("nonisolated(unsafe)");
  size_t at = str_find(line, modifier);
  for (size_t i = 0; i < COUNT_OF(conditions); i++) {
    if (str_starts_with(str_trim(line), str_from_c(conditions[i]))) return line;
  }
  return at == STR_NONE ? STR_EMPTY : str_slice(line, at, at + modifier.len);
}

/* The word of an implicit initialiser in a line that begins at `line`; STR_NONE: there is none. */
static size_t implicit_init(Str line) {
  size_t at = str_find(line, STR("= .init("));
  return at == STR_NONE ? at : at + 3;
}

Str language_swift_reading(Arena *arena, Str text) {
  char *copy = NULL;
  for (size_t at = 0; at < text.len;) {
    size_t end = str_find_byte(str_slice(text, at, text.len), '\n');
    end = end == STR_NONE ? text.len : at + end;
    Str line = str_slice(text, at, end), part = unread(line);
    size_t word = implicit_init(line);
    if ((part.len || word != STR_NONE) && !copy) copy = arena_copy(arena, text.ptr, text.len);
    if (part.len) memset(copy + (part.ptr - text.ptr), ' ', part.len);
    else if (word != STR_NONE) copy[at + word] = '_';
    at = end + 1;
  }
  return copy ? (Str){copy, text.len} : text;
}
