/* TOML as manifests have it, line by line: what is beyond keys, sections, texts
 * and lists of texts is passed over. Any text gives lines. */
#ifndef FATHOM_LANGUAGES_COMMON_TOML_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_TOML_INTERNAL_H

#include "src/base/str.h"

typedef struct LanguageTomlLine {
  Str section; /* "package", "target.x.dependencies"; of the line before: it goes on */
  Str key;
  Str value; /* as it is written; a list that goes on over several lines is whole */
} LanguageTomlLine;

/* Takes the next `key = value` off the text; false: there is none. `line` is
 * empty at first. */
bool language_toml_next(Str *text, LanguageTomlLine *line);
/* The text of `"…"` or `'…'`; empty for anything else. */
Str language_toml_text(Str value);
/* The text at `key` in an inline table: { path = "x", version = "1" }. */
Str language_toml_member(Str table, Str key);
/* Takes the next quoted text off a list; false: there is none. */
bool language_toml_item(Str *list, Str *ret_item);

#endif
