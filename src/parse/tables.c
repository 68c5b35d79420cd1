/* A grammar's parse table in its quick form. Most states of a grammar are kept
 * as short lists that are searched at every step; here each gets a row that
 * is indexed instead: some 0.5 to 5 MB and a few milliseconds per grammar, once
 * per process, for a tenth of the time of every parse. */
#include "src/parse/parse_internal.h"

#ifdef FATHOM_FAST_CORE

#include <tree_sitter_core/tree.h>

static void fill_row(const uint16_t *list, uint16_t *row, uint32_t width) {
  uint32_t group_count = *list++;
  for (uint32_t group = 0; group < group_count; group++) {
    uint16_t value = *list++;
    uint32_t symbol_count = *list++;
    for (uint32_t i = 0; i < symbol_count; i++, list++) {
      if (*list < width) row[*list] = value;
    }
  }
}

/* Grammars made for older versions end their structure earlier. */
static size_t size_of(const TSLanguage *tables) {
  if (tables->abi_version < 14) return offsetof(TSLanguage, primary_state_ids);
  if (tables->abi_version < 15) return offsetof(TSLanguage, name);
  return sizeof(TSLanguage);
}

/* For good, and in large pages where there are any: each step of a parse reads from
 * another place of it. */
static uint16_t *take_rows(size_t size) {
  bool unused;
  uint16_t *rows = arena_chunk_take(&size, &unused);
  return memset(rows, 0, size);
}

const TSLanguage *parse_tables_open(const TSLanguage *tables) {
  size_t width = tables->symbol_count;
  uint16_t *rows = take_rows(tables->state_count * width * sizeof(uint16_t) + 1);
  memcpy(rows, tables->parse_table, tables->large_state_count * width * sizeof(uint16_t));
  for (uint32_t state = tables->large_state_count; state < tables->state_count; state++) {
    uint32_t list = tables->small_parse_table_map[state - tables->large_state_count];
    fill_row(&tables->small_parse_table[list], &rows[state * width], tables->symbol_count);
  }
  TSLanguage *quick = arena_heap_alloc(sizeof(TSLanguage));
  memcpy(quick, tables, size_of(tables));
  quick->parse_table = rows;
  quick->large_state_count = tables->state_count;
  return quick;
}

#else

const TSLanguage *parse_tables_open(const TSLanguage *tables) { return tables; }

#endif
