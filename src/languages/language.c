/* Which language a file is written in. */
#include <assert.h>

#include "src/base/hash.h"
#include "src/base/lock.h"
#include "src/languages/language.h"

/* Lists of words in descriptors are strings separated by blanks, so that they
 * stay readable there. Some are looked through for each file: so they are read
 * letter by letter, and only up to the first that differs. */
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

/* ---- words of all languages ---- */

/* Every file that is read and every name that is asked for comes here, and there
 * are as many lists as languages: so they are put into tables, once. */
enum { WORD_SLOTS = 512, WORDS_MOST = WORD_SLOTS / 2 };

typedef struct Word {
  Str text;
  const Language *const *at; /* the first that has the word, in the registry */
} Word;

typedef struct Words {
  Word slots[WORD_SLOTS];
  size_t count;
} Words;

typedef struct Known {
  const Language *const *languages;
  Words filenames, extensions, shebangs;
} Known;

static Known built_in = {.languages = language_registry}, left_out = {.languages = language_left_out};

static Word *slot_of(Words *words, Str text) {
  size_t at = hash_str(text) % WORD_SLOTS;
  while (words->slots[at].at && !str_eq(words->slots[at].text, text)) at = (at + 1) % WORD_SLOTS;
  return &words->slots[at];
}

static void add_words(Words *words, const char *list, const Language *const *at) {
  for (Str rest = list ? str_from_c(list) : STR_EMPTY; rest.len;) {
    Str text = str_cut(&rest, ' ');
    Word *slot = slot_of(words, text);
    if (slot->at || !text.len) continue;
    assert(words->count < WORDS_MOST);
    words->count++;
    *slot = (Word){text, at};
  }
}

static void read_words(Known *known) {
  for (const Language *const *at = known->languages; *at; at++) {
    add_words(&known->filenames, (*at)->filenames, at);
    add_words(&known->extensions, (*at)->extensions, at);
    add_words(&known->shebangs, (*at)->shebangs, at);
  }
}

static void read_all_words(void) {
  read_words(&built_in);
  read_words(&left_out);
}

/* A whole name (Makefile) outweighs the extension and the interpreter, of which
 * the language that comes first counts; how a name begins comes last. */
static const Language *find_for_file(Known *known, Str path, Str first_line) {
  static LockOnce read = LOCK_ONCE_READY;
  lock_once(&read, read_all_words);
  size_t slash = str_find_last_byte(path, '/');
  Str name = slash == STR_NONE ? path : str_slice(path, slash + 1, path.len);
  size_t dot = str_find_last_byte(name, '.');
  Str extension = dot == STR_NONE || dot == 0 ? STR_EMPTY : str_slice(name, dot + 1, name.len);
  const Language *const *by_name = slot_of(&known->filenames, name)->at;
  if (by_name) return *by_name;
  const Language *const *by_extension = slot_of(&known->extensions, extension)->at;
  const Language *const *by_program = slot_of(&known->shebangs, interpreter(first_line))->at;
  if (by_program && (!by_extension || by_program < by_extension)) return *by_program;
  if (by_extension) return *by_extension;
  for (const Language *const *at = known->languages; *at && extension.len; at++) {
    if (begins_as((*at)->filenames, name)) return *at;
  }
  return NULL;
}

const Language *language_for_file(Str path, Str first_line) { return find_for_file(&built_in, path, first_line); }
const Language *language_left_out_for_file(Str path, Str first_line) { return find_for_file(&left_out, path, first_line); }

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

bool language_is_structure(const Language *language) { return language && language->tier == LANGUAGE_TIER_STRUCTURE; }

const Language *language_find(Str name) {
  for (const Language *const *at = language_registry; *at; at++) {
    if (str_eq_c(name, (*at)->name)) return *at;
  }
  return NULL;
}
