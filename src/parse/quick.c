/* When a grammar's tables are put into their quick form (tables.c): not before
 * so much text was read with it that the form earns what it costs, which for
 * a few files of a large grammar is never. Both forms give the same trees. */
#include <stdatomic.h>
#include <stdbool.h>

#include "src/parse/parse_internal.h"

/* A byte of quick form costs half a nanosecond, most of it the system's for
 * fresh memory; a byte of text takes 15 to 120 ns less with it, by grammar. */
enum { QUICK_BYTES_PER_READ = 256 };

struct ParseQuick {
  const TSLanguage *source;
  atomic_size_t read; /* bytes of text */
  size_t enough;
  atomic_bool is_claimed; /* one thread makes it, the others go on reading */
  _Atomic(const TSLanguage *) made;
};

ParseQuick *parse_quick_open(const TSLanguage *source) {
  ParseQuick *quick = arena_heap_alloc(sizeof *quick);
  size_t size = (size_t)ts_language_state_count(source) * ts_language_symbol_count(source) * sizeof(uint16_t);
  quick->source = source;
  quick->enough = size / QUICK_BYTES_PER_READ;
  return quick;
}

const TSLanguage *parse_quick_tables(ParseQuick *quick, size_t bytes) {
  const TSLanguage *made = atomic_load_explicit(&quick->made, memory_order_acquire);
  if (made) return made;
  size_t before = atomic_fetch_add_explicit(&quick->read, bytes, memory_order_relaxed);
  if (before + bytes < quick->enough || atomic_exchange(&quick->is_claimed, true)) return quick->source;
  made = parse_tables_open(quick->source);
  atomic_store_explicit(&quick->made, made, memory_order_release);
  return made;
}
