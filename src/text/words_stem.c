/* Stems: suffixes are taken off in turns, each where enough of a word is left,
 * after M. F. Porter's scheme; agents ("parser", "loader") lose theirs too,
 * because code names doers where questions name deeds. */
#include <string.h>

#include "src/text/words_internal.h"

typedef struct Stem {
  char *text;
  size_t len;
} Stem;

/* `y` is a vowel behind a consonant: "syntax", but not "yield". */
static bool is_vowel(const Stem *stem, size_t at) {
  switch (stem->text[at]) {
    case 'a': case 'e': case 'i': case 'o': case 'u': return true;
    case 'y': return at > 0 && !is_vowel(stem, at - 1);
    default: return false;
  }
}

/* How often consonants follow vowels in the first `len` letters. */
static unsigned measure(const Stem *stem, size_t len) {
  unsigned count = 0;
  bool vowel = false;
  for (size_t i = 0; i < len; i++) {
    bool now = is_vowel(stem, i);
    if (vowel && !now) count++;
    vowel = now;
  }
  return count;
}

static bool has_vowel(const Stem *stem, size_t len) {
  for (size_t i = 0; i < len; i++) {
    if (is_vowel(stem, i)) return true;
  }
  return false;
}

static bool ends(const Stem *stem, const char *suffix) {
  size_t len = strlen(suffix);
  return stem->len >= len && memcmp(stem->text + stem->len - len, suffix, len) == 0;
}

static bool ends_double(const Stem *stem) {
  return stem->len > 1 && stem->text[stem->len - 1] == stem->text[stem->len - 2] && !is_vowel(stem, stem->len - 1);
}

/* Ends in consonant, vowel, consonant other than w, x, y: "hop". */
static bool ends_short(const Stem *stem) {
  if (stem->len < 3) return false;
  char last = stem->text[stem->len - 1];
  return !is_vowel(stem, stem->len - 3) && is_vowel(stem, stem->len - 2) && !is_vowel(stem, stem->len - 1) &&
         last != 'w' && last != 'x' && last != 'y';
}

/* A stem never grows by more than one letter: the caller's buffer has room
 * for that. */
static void cut(Stem *stem, size_t count, const char *instead) {
  size_t len = strlen(instead);
  stem->len -= count;
  memcpy(stem->text + stem->len, instead, len);
  stem->len += len;
}

static void drop_plural(Stem *stem) {
  if (stem->len < 4 || stem->text[stem->len - 1] != 's') return;
  if (ends(stem, "sses")) cut(stem, 2, "");
  else if (ends(stem, "ies")) cut(stem, 3, stem->len > 4 ? "y" : "ie");
  else if (ends(stem, "xes") || ends(stem, "ches") || ends(stem, "shes")) cut(stem, 2, "");
  else if (!ends(stem, "ss") && !ends(stem, "us") && !ends(stem, "is")) cut(stem, 1, "");
}

/* What "-ed" and "-ing" leave: "hopping" is "hop", "deleting" is "delete". */
static void mend(Stem *stem) {
  if (ends(stem, "at") || ends(stem, "bl") || ends(stem, "iz")) cut(stem, 0, "e");
  else if (ends_double(stem) && !strchr("lsz", stem->text[stem->len - 1])) cut(stem, 1, "");
  else if (measure(stem, stem->len) == 1 && ends_short(stem)) cut(stem, 0, "e");
}

static void drop_tense(Stem *stem) {
  if (ends(stem, "eed")) {
    if (measure(stem, stem->len - 3) > 0) cut(stem, 1, "");
  } else if (ends(stem, "ed") && stem->len > 4 && has_vowel(stem, stem->len - 2)) {
    cut(stem, 2, "");
    mend(stem);
  } else if (ends(stem, "ing") && stem->len > 5 && has_vowel(stem, stem->len - 3)) {
    cut(stem, 3, "");
    mend(stem);
  }
}

typedef struct Suffix {
  const char *text;
  const char *instead;
  unsigned measure; /* what is left must have more than so much of */
} Suffix;

static const Suffix derived[] = {
    {"ational", "ate", 0}, {"ization", "ize", 0}, {"isation", "ize", 0}, {"fulness", "ful", 0},
    {"ousness", "ous", 0}, {"iveness", "ive", 0}, {"ation", "ate", 0}, {"ator", "ate", 0},
    {"ality", "al", 0},    {"ivity", "ive", 0},   {"bility", "ble", 0}, {"ically", "ic", 0},
    {"tional", "tion", 0}, {"entli", "ent", 0},   {"ally", "al", 0},    {"ously", "ous", 0},
    {"lessly", "less", 0}, {"ise", "ize", 1},     {"yse", "yze", 1},    {"ly", "", 1},
};

static const Suffix endings[] = {
    {"icate", "ic", 0}, {"alize", "al", 0}, {"ative", "", 0}, {"ement", "", 1}, {"ment", "", 1},
    {"ance", "", 1},    {"ence", "", 1},    {"able", "", 1},  {"ible", "", 1},  {"ness", "", 0},
    {"ical", "ic", 0},  {"sion", "s", 0},   {"tion", "t", 0}, {"ate", "", 1},   {"ity", "", 1},
    {"ous", "", 1},     {"ive", "", 1},     {"ize", "", 1},   {"ful", "", 0},   {"al", "", 1},
    {"ic", "", 1},
};

/* The first suffix that fits decides, even if too little would be left:
 * shorter ones behind it are endings of the same word. */
static void drop_suffix(Stem *stem, const Suffix *suffixes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    size_t len = strlen(suffixes[i].text);
    if (!ends(stem, suffixes[i].text)) continue;
    if (measure(stem, stem->len - len) > suffixes[i].measure) cut(stem, len, suffixes[i].instead);
    return;
  }
}

static void drop_agent(Stem *stem) {
  if (stem->len < 6 || !(ends(stem, "er") || ends(stem, "or")) || text_word_is_plain(stem->text, stem->len)) return;
  if (!has_vowel(stem, stem->len - 2)) return;
  cut(stem, 2, "");
  mend(stem);
}

static void drop_last(Stem *stem) {
  if (stem->len > 3 && ends(stem, "e")) {
    stem->len--;
    if (measure(stem, stem->len) == 1 && ends_short(stem) && stem->len < 4) stem->len++;
  }
  if (stem->len > 4 && ends(stem, "ll")) stem->len--;
  if (stem->len > 2 && ends(stem, "y") && !is_vowel(stem, stem->len - 2)) stem->text[stem->len - 1] = 'i';
}

size_t text_stem(char *text, size_t len) {
  Stem stem = {text, len};
  if (len < 4) return len;
  drop_plural(&stem);
  drop_tense(&stem);
  drop_agent(&stem);
  drop_suffix(&stem, derived, COUNT_OF(derived));
  drop_suffix(&stem, endings, COUNT_OF(endings));
  drop_last(&stem);
  return stem.len;
}
