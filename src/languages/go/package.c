/* Go: what a go.mod says of its module. */
#include "src/languages/common/package_internal.h"
#include "src/languages/go/go_internal.h"

/* The next word of a line, without quotes. */
static Str next_word(Str *line) {
  *line = str_trim(*line);
  size_t end = 0;
  while (end < line->len && line->ptr[end] != ' ' && line->ptr[end] != '\t') end++;
  Str word = str_slice(*line, 0, end);
  *line = str_slice(*line, end, line->len);
  if (word.len > 1 && word.ptr[0] == '"') word = str_slice(word, 1, word.len - 1);
  return word;
}

bool language_go_read_package(Arena *arena, Str path, Str text, LanguagePackage *ret_package) {
  (void)path;
  Str block = STR_EMPTY;
  while (text.len) {
    Str line = str_cut(&text, '\n');
    size_t comment = str_find(line, STR("//"));
    if (comment != STR_NONE) line = str_slice(line, 0, comment);
    line = str_trim(line);
    if (str_eq(line, STR(")"))) {
      block = STR_EMPTY;
      continue;
    }
    Str verb = block.len ? block : next_word(&line);
    Str word = next_word(&line);
    if (!block.len && str_eq(word, STR("("))) block = verb;
    else if (str_eq(verb, STR("module"))) language_package_name(arena, ret_package, word);
    else if (str_eq(verb, STR("require"))) language_package_need(arena, ret_package, word, false);
  }
  return ret_package->names.len > 0;
}
