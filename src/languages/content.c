/* Which language a text is written in, when its name leaves it open. */
#include "src/languages/language.h"

const Language *language_for_text(Str path, Str text, const Language *by_name) {
  size_t dot = str_find_last_byte(path, '.');
  Str extension = dot == STR_NONE ? STR_EMPTY : str_slice(path, dot + 1, path.len);
  if (!by_name || !language_word_in(by_name->extensions, extension)) return by_name;
  const Language *best = NULL;
  int most = 0;
  for (const Language *const *at = language_registry; *at; at++) {
    if (!language_word_in((*at)->extensions, extension)) continue;
    int sure = (*at)->claims ? (*at)->claims(path, text) : 1;
    if (sure > most || (sure == most && *at == by_name && sure)) {
      best = *at;
      most = sure;
    }
  }
  return best;
}
