/* Go: the statements of a go.mod or go.work. One verb to a line, or a verb with
 * a block in brackets whose lines are its arguments. */
#include "src/languages/go/go_internal.h"

/* Words may be quoted; blanks inside quotes do not occur in paths of
 * modules. */
Str language_go_mod_word(Str *line) {
  *line = str_trim(*line);
  size_t end = 0;
  while (end < line->len && line->ptr[end] != ' ' && line->ptr[end] != '\t') end++;
  Str word = str_slice(*line, 0, end);
  *line = str_slice(*line, end, line->len);
  if (word.len >= 2 && (word.ptr[0] == '"' || word.ptr[0] == '`')) word = str_slice(word, 1, word.len - 1);
  return word;
}

bool language_go_mod_next(GoMod *mod, Str *ret_verb, Str *ret_rest) {
  while (mod->text.len) {
    Str line = str_cut(&mod->text, '\n');
    size_t comment = str_find(line, STR("//"));
    if (comment != STR_NONE) line = str_slice(line, 0, comment);
    line = str_trim(line);
    if (str_eq(line, STR(")"))) {
      mod->block = STR_EMPTY;
      continue;
    }
    Str verb = mod->block.len ? mod->block : language_go_mod_word(&line);
    line = str_trim(line);
    if (!mod->block.len && str_eq(line, STR("("))) {
      mod->block = verb;
      continue;
    }
    *ret_verb = verb;
    *ret_rest = line;
    return true;
  }
  return false;
}
