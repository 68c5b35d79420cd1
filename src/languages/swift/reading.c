/* Swift as its grammar reads it: conditions (#if) may stand among members and
 * cases there, which the grammar does not know. So every branch is read, and the
 * lines between them are not. */
#include "src/languages/swift/swift_internal.h"

Str language_swift_reading(Arena *arena, Str text) {
  static const char *const words[] = {"#if", "#else", "#endif", "#error", "#warning"};
  char *copy = NULL;
  for (size_t at = 0; at < text.len;) {
    size_t end = str_find_byte(str_slice(text, at, text.len), '\n');
    end = end == STR_NONE ? text.len : at + end;
    Str line = str_trim(str_slice(text, at, end));
    bool is_condition = false;
    for (size_t i = 0; i < COUNT_OF(words); i++) is_condition |= str_starts_with(line, str_from_c(words[i]));
    if (is_condition && !copy) copy = arena_copy(arena, text.ptr, text.len);
    if (is_condition) memset(copy + at, ' ', end - at);
    at = end + 1;
  }
  return copy ? (Str){copy, text.len} : text;
}
