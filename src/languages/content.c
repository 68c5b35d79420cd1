/* Which language a text is written in, when its name leaves it open, and what a
 * file of it is about, by its path. */
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

static bool has_part(Str path, const char *parts) {
  for (Str rest = str_from_c(parts); rest.len;) {
    if (str_contains(path, str_cut(&rest, ' '))) return true;
  }
  return false;
}

const char *language_subject(const Language *language, Str path) {
  for (const LanguageSubject *at = language ? language->subjects : NULL; at && at->words; at++) {
    if (!at->paths || has_part(path, at->paths)) return at->words;
  }
  return NULL;
}
