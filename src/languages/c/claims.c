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
  return false;
}

/* A header for both says so by asking which one reads it. */
int language_c_claims(Str path, Str text) {
  if (!str_ends_with(path, STR(".h"))) return 1;
  Str rest = str_slice(text, 0, HEAD_BYTES);
  if (str_contains(rest, STR("__cplusplus")) || str_contains(rest, STR("__OBJC__"))) return 1;
  size_t foreign = 0;
  bool in_comment = false;
  while (rest.len && foreign < SURE) {
    Str line = str_trim(str_cut(&rest, '\n'));
    if (!in_comment && is_foreign(line)) foreign++;
    size_t open = str_find(line, STR("/*")), close = str_find(line, STR("*/"));
    if (open != STR_NONE && (close == STR_NONE || close < open)) in_comment = true;
    else if (close != STR_NONE) in_comment = false;
  }
  return foreign < SURE;
}
