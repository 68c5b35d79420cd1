/* Words to terms. */
#include "src/text/words.h"

#include <string.h>

#include "src/base/hash.h"
#include "src/text/words_internal.h"

static size_t fold(Str word, char *low) {
  for (size_t i = 0; i < word.len; i++) {
    low[i] = word.ptr[i] >= 'A' && word.ptr[i] <= 'Z' ? (char)(word.ptr[i] + 32) : word.ptr[i];
  }
  return word.len;
}

/* Irregular words ("ran", "indices") are looked up first, and their regular
 * form is stemmed like any other. */
size_t text_word_stem(Str word, char *stem) {
  if (word.len < 2 || word.len > TEXT_WORD_MAX) return 0;
  size_t len = fold(word, stem);
  const char *regular = text_word_regular(stem, len);
  if (regular) {
    len = strlen(regular);
    memcpy(stem, regular, len);
  }
  return text_stem(stem, len);
}

uint64_t text_word_term(Str word) {
  char stem[TEXT_WORD_MAX + 1];
  size_t len = text_word_stem(word, stem);
  return len ? hash_str((Str){stem, len}) : 0;
}

uint64_t text_words_joined(const Str *words, size_t count) {
  char all[TEXT_WORD_MAX];
  size_t len = 0;
  for (size_t i = 0; i < count; i++) {
    if (len + words[i].len > sizeof(all)) return 0;
    memcpy(all + len, words[i].ptr, words[i].len);
    len += words[i].len;
  }
  return text_word_term((Str){all, len});
}

/* Apart from terms by the number that is mixed in: a name is not one of its
 * words. */
uint64_t text_name_key(Str name) {
  char low[256];
  if (name.len == 0 || name.len > sizeof(low)) return 0;
  return hash_combine(1, hash_str((Str){low, fold(name, low)}));
}
