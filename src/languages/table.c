/* What a language says about its grammar's nodes, made ready for the walk:
 * handlers by kind, once per language and process. */
#include <pthread.h>

#include "src/languages/build_internal.h"

static size_t count_words(const char *const *words) {
  size_t count = 0;
  while (words && words[count]) count++;
  return count;
}

static void compile(const Language *language, LanguageTable *table) {
  table->handlers = language->handlers;
  table->count = language->handlers ? count_words(language->kinds) + 1 : 0;
}

const LanguageTable *language_table(const Language *language) {
  typedef struct Entry {
    LanguageTable table;
    const Language *language;
    struct Entry *next;
  } Entry;
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static Entry *entries;
  pthread_mutex_lock(&lock);
  Entry *entry = entries;
  while (entry && entry->language != language) entry = entry->next;
  if (!entry) {
    entry = arena_heap_alloc(sizeof *entry);
    entry->language = language;
    entry->next = entries;
    compile(language, &entry->table);
    entries = entry;
  }
  pthread_mutex_unlock(&lock);
  return &entry->table;
}
