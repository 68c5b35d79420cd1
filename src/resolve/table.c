/* Tables: keys to files and definitions. Open addressing; a row that lost its
 * last item keeps its key until the next growth. */
#include <string.h>

#include "src/resolve/resolve_internal.h"

enum { TABLE_FIRST_ROWS = 256 };

void resolve_table_clear(Table *table) {
  for (size_t i = 0; i < table->row_count; i++) {
    if (table->rows[i].cap) free(table->rows[i].items.many);
  }
  free(table->rows);
  *table = (Table){0};
}

static TableRow *row_of(const Table *table, uint64_t key) {
  size_t mask = table->row_count - 1;
  size_t at = key & mask;
  while (table->rows[at].key && table->rows[at].key != key) at = (at + 1) & mask;
  return &table->rows[at];
}

static void grow(Table *table) {
  Table old = *table;
  size_t live = 0;
  for (size_t i = 0; i < old.row_count; i++) live += old.rows[i].count > 0;
  table->row_count = TABLE_FIRST_ROWS;
  while (table->row_count < (live + 1) * 3) table->row_count *= 2;
  table->rows = arena_heap_alloc(table->row_count * sizeof *table->rows);
  table->used = live;
  for (size_t i = 0; i < old.row_count; i++) {
    if (old.rows[i].count) {
      *row_of(table, old.rows[i].key) = old.rows[i];
    } else if (old.rows[i].cap) {
      free(old.rows[i].items.many);
    }
  }
  free(old.rows);
}

void resolve_table_add(Table *table, uint64_t key, TableItem item) {
  if (key == 0) key = 1;
  if ((table->used + 1) * 4 > table->row_count * 3) grow(table);
  TableRow *row = row_of(table, key);
  if (!row->key) {
    row->key = key;
    table->used++;
  }
  if (row->cap == 0 && row->count == 0) {
    row->items.one = item;
  } else {
    if (row->cap == 0) {
      TableItem *many = arena_heap_alloc(4 * sizeof *many);
      many[0] = row->items.one;
      row->items.many = many;
      row->cap = 4;
    } else if (row->count == row->cap) {
      row->cap *= 2;
      row->items.many = arena_heap_grow(row->items.many, row->cap * sizeof *row->items.many);
    }
    row->items.many[row->count] = item;
    row->unsorted = true;
  }
  row->count++;
}

void resolve_table_remove(Table *table, uint64_t key, TableItem item) {
  if (key == 0) key = 1;
  if (!table->row_count) return;
  TableRow *row = row_of(table, key);
  TableItem *items = row->cap ? row->items.many : &row->items.one;
  for (uint32_t i = 0; i < row->count; i++) {
    if (items[i].file != item.file || items[i].def != item.def) continue;
    memmove(&items[i], &items[i + 1], (row->count - i - 1) * sizeof *items);
    row->count--;
    return;
  }
}

size_t resolve_table_get(const Table *table, uint64_t key, const TableItem **ret_items) {
  if (key == 0) key = 1;
  *ret_items = NULL;
  if (!table->row_count) return 0;
  const TableRow *row = row_of(table, key);
  *ret_items = row->cap ? row->items.many : &row->items.one;
  return row->count;
}

static int by_path(const void *a, const void *b, void *context) {
  const struct ResolveWorld *world = context;
  const TableItem *left = a, *right = b;
  if (left->file != right->file) {
    return str_compare(world->files[left->file].path, world->files[right->file].path);
  }
  return (left->def > right->def) - (left->def < right->def);
}

void resolve_table_sort(Table *table, const struct ResolveWorld *world) {
  for (size_t i = 0; i < table->row_count; i++) {
    TableRow *row = &table->rows[i];
    if (!row->unsorted) continue;
    qsort_r(row->items.many, row->count, sizeof *row->items.many, by_path, (void *)(uintptr_t)world);
    row->unsorted = false;
  }
}
