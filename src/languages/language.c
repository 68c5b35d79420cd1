/* Which language a file is written in. */
#include "src/languages/language.h"

/* Lists of words in descriptors are strings separated by blanks, so that they
 * stay readable there. Dozens of them are looked through for each file: so they
 * are read letter by letter, and only up to the first that differs. */
bool language_word_in(const char *words, Str word) {
  if (!words || !word.len) return false;
  for (const char *at = words; *at; at++) {
    size_t len = 0;
    while (len < word.len && at[len] == word.ptr[len] && at[len]) len++;
    if (len == word.len && (!at[len] || at[len] == ' ')) return true;
    at += len;
    while (*at && *at != ' ') at++;
    if (!*at) return false;
  }
  return false;
}

/* "#!/usr/bin/env -S python3 -u" -> "python3" */
static Str interpreter(Str line) {
  if (!str_starts_with(line, STR("#!"))) return STR_EMPTY;
  Str rest = str_trim(str_slice(line, 2, line.len));
  while (rest.len) {
    Str word = str_cut(&rest, ' ');
    size_t slash = str_find_last_byte(word, '/');
    Str name = slash == STR_NONE ? word : str_slice(word, slash + 1, word.len);
    if (name.len && name.ptr[0] != '-' && !str_eq(name, STR("env"))) return name;
  }
  return STR_EMPTY;
}

/* "Dockerfile.*" is any name that begins so. */
static bool begins_as(const char *names, Str name) {
  for (Str rest = names ? str_from_c(names) : STR_EMPTY; rest.len;) {
    Str word = str_cut(&rest, ' ');
    if (str_ends_with(word, STR("*")) && name.len >= word.len && str_starts_with(name, str_slice(word, 0, word.len - 1))) return true;
  }
  return false;
}

/* A whole name (Makefile) outweighs the extension, which outweighs the
 * interpreter; how a name begins comes last. */
const Language *language_for_file(Str path, Str first_line) {
  size_t slash = str_find_last_byte(path, '/');
  Str name = slash == STR_NONE ? path : str_slice(path, slash + 1, path.len);
  size_t dot = str_find_last_byte(name, '.');
  Str extension = dot == STR_NONE || dot == 0 ? STR_EMPTY : str_slice(name, dot + 1, name.len);
  Str program = interpreter(first_line);
  for (const Language *const *at = language_registry; *at; at++) {
    if (language_word_in((*at)->filenames, name)) return *at;
  }
  for (const Language *const *at = language_registry; *at && (extension.len || program.len); at++) {
    if (extension.len && language_word_in((*at)->extensions, extension)) return *at;
    if (program.len && language_word_in((*at)->shebangs, program)) return *at;
  }
  for (const Language *const *at = language_registry; *at && extension.len; at++) {
    if (begins_as((*at)->filenames, name)) return *at;
  }
  return NULL;
}

const Language *language_resolved(const Language *language) {
  const Language *other = language->resolved_as ? language_find(str_from_c(language->resolved_as)) : NULL;
  return other ? other : language;
}

const char *language_tier_word(LanguageTier tier) {
  switch (tier) {
    case LANGUAGE_TIER_TYPES: return "types";
    case LANGUAGE_TIER_CALLS: return "calls";
    case LANGUAGE_TIER_STRUCTURE: return "structure";
  }
  return "";
}

const Language *language_find(Str name) {
  for (const Language *const *at = language_registry; *at; at++) {
    if (str_eq_c(name, (*at)->name)) return *at;
  }
  return NULL;
}
