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

static bool is_foreign(Str line) {
  static const Str words[] = {STR("class"), STR("namespace"), STR("template"), STR("public:"), STR("private:"),
                              STR("protected:"), STR("using namespace"), STR("@interface"), STR("@protocol"),
                              STR("@end"), STR("@property"), STR("#import"), STR("virtual")};
  for (size_t i = 0; i < COUNT_OF(words); i++) {
    if (begins_with_word(line, words[i])) return true;
  }
  return str_contains(line, STR("std::")) || str_contains(line, STR("reinterpret_cast<")) ||
         str_contains(line, STR("static_cast<"));
}

/* Lines that only another language can have, as far as anybody wants to know. */
static size_t count_foreign(Str text) {
  Str rest = str_slice(text, 0, HEAD_BYTES);
  size_t foreign = 0;
  bool in_comment = false;
  while (rest.len && foreign < SURE) {
    Str line = str_trim(str_cut(&rest, '\n'));
    if (!in_comment && is_foreign(line)) foreign++;
    size_t open = str_find(line, STR("/*")), close = str_find(line, STR("*/"));
    if (open != STR_NONE && (close == STR_NONE || close < open)) in_comment = true;
    else if (close != STR_NONE) in_comment = false;
  }
  return foreign;
}

/* A header for both says so by asking which one reads it. */
static bool is_for_both(Str text) {
  Str head = str_slice(text, 0, HEAD_BYTES);
  return str_contains(head, STR("__cplusplus")) || str_contains(head, STR("__OBJC__"));
}

int language_c_claims(Str path, Str text) {
  if (!str_ends_with(path, STR(".h"))) return 1;
  return is_for_both(text) ? 1 : count_foreign(text) < SURE;
}

/* Headers that C disclaims, unless they are of the other language that has
 * them. One that asks who reads it may still be nobody's but this one's. */
int language_cpp_claims(Str path, Str text) {
  if (!str_ends_with(path, STR(".h"))) return 1;
  Str head = str_slice(text, 0, HEAD_BYTES);
  if (str_contains(head, STR("@interface")) || str_contains(head, STR("@protocol")) || str_contains(head, STR("#import"))) return 0;
  if (is_for_both(text) && str_contains(head, STR("extern \"C\""))) return 0;
  return count_foreign(text) < SURE ? 0 : 2;
}
