/* Whether a header is C: .h belongs to C++ and Objective-C as well. */
#include "src/languages/c/c_internal.h"

#define HEAD_BYTES 65536
#define SURE 2 /* lines that only another language can have */

/* `classes` is no `class`, but `template<` and `namespace {` are the words. */
static bool begins_with_word(Str line, Str word) {
  if (!str_starts_with(line, word)) return false;
  if (line.len == word.len) return true;
  char next = line.ptr[word.len];
  return next == ' ' || next == '\t' || next == '<' || next == ':' || next == '{';
}

/* `has_signs`: the text has signs of the kind that the last three are told by.
 * Nearly all lines are done with by their first letter. */
static bool is_foreign(Str line, bool has_signs) {
  static const Str words[] = {STR("class"), STR("namespace"), STR("template"), STR("public:"), STR("private:"),
                              STR("protected:"), STR("using namespace"), STR("@interface"), STR("@protocol"),
                              STR("@end"), STR("@property"), STR("#import"), STR("virtual")};
  for (size_t i = 0; line.len && i < COUNT_OF(words); i++) {
    if (line.ptr[0] == words[i].ptr[0] && begins_with_word(line, words[i])) return true;
  }
  return has_signs && (str_contains(line, STR("std::")) || str_contains(line, STR("reinterpret_cast<")) ||
                       str_contains(line, STR("static_cast<")));
}

/* No other language has such a line at all: one is enough. */
static bool is_surely_foreign(Str line) {
  return (line.len && line.ptr[line.len - 1] == '{' && begins_with_word(line, STR("namespace"))) ||
         str_starts_with(line, STR("template <")) || str_starts_with(line, STR("template<"));
}

/* Whether the line ends inside of a comment. */
static bool ends_in_comment(Str line, bool in_comment) {
  if (str_find_byte(line, '/') == STR_NONE) return in_comment;
  size_t open = str_find(line, STR("/*")), close = str_find(line, STR("*/"));
  if (open != STR_NONE && (close == STR_NONE || close < open)) return true;
  return close == STR_NONE && in_comment;
}

/* Lines that only another language can have, as far as anybody wants to know. */
static size_t count_foreign(Str text) {
  Str rest = str_slice(text, 0, HEAD_BYTES);
  size_t foreign = 0;
  bool in_comment = false, has_signs = str_contains(rest, STR("::")) || str_contains(rest, STR("_cast<"));
  while (rest.len && foreign < SURE) {
    Str line = str_trim(str_cut(&rest, '\n'));
    if (!in_comment && is_foreign(line, has_signs)) foreign += is_surely_foreign(line) ? SURE : 1;
    in_comment = ends_in_comment(line, in_comment);
  }
  return foreign;
}

/* A header for both says so by asking which one reads it. */
static bool is_for_both(Str text) {
  Str head = str_slice(text, 0, HEAD_BYTES);
  return str_contains(head, STR("__cplusplus")) || str_contains(head, STR("__OBJC__"));
}

/* Here and below the lines come first: they decide for most headers, which are
 * then not searched for anything else. */
int language_c_claims(Str path, Str text) {
  if (!str_ends_with(path, STR(".h"))) return 1;
  return count_foreign(text) < SURE || is_for_both(text);
}

/* Headers that C disclaims, unless they are of the other language that has
 * them. One that asks who reads it may still be nobody's but this one's. */
int language_cpp_claims(Str path, Str text) {
  if (!str_ends_with(path, STR(".h"))) return 1;
  if (count_foreign(text) < SURE) return 0;
  Str head = str_slice(text, 0, HEAD_BYTES);
  if (str_contains(head, STR("@interface")) || str_contains(head, STR("@protocol")) || str_contains(head, STR("#import"))) return 0;
  return is_for_both(text) && str_contains(head, STR("extern \"C\"")) ? 0 : 2;
}
