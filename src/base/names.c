/* Names: a map that is never removed from, so that the n-th entry is name n.
 * Most names have been seen before: interning first looks with the shared
 * lock only. */
#include "src/base/names.h"

#include <pthread.h>
#include <stdlib.h>

#include "src/base/map.h"

struct Names {
  pthread_rwlock_t lock;
  Arena texts;
  Arena tables; /* apart, so that the growing tables need not be copied */
  Map ids;      /* text to id, kept in the pointer itself */
};

Names *names_open(void) {
  Names *names = arena_heap_alloc(sizeof *names);
  if (pthread_rwlock_init(&names->lock, NULL)) abort();
  arena_init(&names->texts);
  arena_init(&names->tables);
  map_init(&names->ids, &names->tables);
  return names;
}

void names_close(Names *names) {
  pthread_rwlock_destroy(&names->lock);
  arena_clear(&names->texts);
  arena_clear(&names->tables);
  free(names);
}

static NameId find_locked(const Names *names, Str text) {
  return (NameId){(uint32_t)(uintptr_t)map_get(&names->ids, text)};
}

NameId names_find(Names *names, Str text) {
  pthread_rwlock_rdlock(&names->lock);
  NameId id = find_locked(names, text);
  pthread_rwlock_unlock(&names->lock);
  return id;
}

NameId names_intern(Names *names, Str text) {
  NameId id = names_find(names, text);
  if (id.value) return id;
  pthread_rwlock_wrlock(&names->lock);
  id = find_locked(names, text); /* somebody else may have been faster */
  if (!id.value) {
    id.value = (uint32_t)names->ids.entry_count + 1;
    map_put(&names->ids, str_copy(&names->texts, text), (void *)(uintptr_t)id.value);
  }
  pthread_rwlock_unlock(&names->lock);
  return id;
}

Str names_text(Names *names, NameId id) {
  Str text = STR_EMPTY;
  pthread_rwlock_rdlock(&names->lock);
  if (id.value && id.value <= names->ids.entry_count) text = names->ids.entries[id.value - 1].key;
  pthread_rwlock_unlock(&names->lock);
  return text;
}

size_t names_count(Names *names) {
  pthread_rwlock_rdlock(&names->lock);
  size_t count = names->ids.entry_count;
  pthread_rwlock_unlock(&names->lock);
  return count;
}
