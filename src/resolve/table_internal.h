/* Tables: which files and definitions a key has, and which files hold a name. */
#ifndef FATHOM_RESOLVE_TABLE_INTERNAL_H
#define FATHOM_RESOLVE_TABLE_INTERNAL_H

#include "src/resolve/resolve.h"

typedef struct TableItem {
  uint64_t key;
  WorldFile file;
  DefNo def;
} TableItem;

/* Several items per key, in order of their files' paths.
 *
 * One thread adds and takes back while nobody sorts; any number may look up
 * meanwhile, and see what was there at the last sort: so all threads of one
 * round of resolution see the same table, whatever is put meanwhile. Items that
 * were added since are not found before the next sort, and what a look-up gave
 * stays valid until then. Nobody may look up while it is sorted. */
typedef struct Table {
  TableItem *items;
  size_t count, cap;
  size_t sorted;     /* so many are in order; the others were added since the last sort */
  uint32_t *buckets; /* by the key's first bits: where its items begin */
  unsigned bits;
} Table;

/* Empty again, as a zeroed one is; gives its memory back. */
void resolve_table_clear(Table *table);
void resolve_table_add(Table *table, TableItem item);
/* Forgets what was added for the file since the last sort. */
void resolve_table_take_back(Table *table, WorldFile file);
/* As of the last sort. */
size_t resolve_table_get(const Table *table, uint64_t key, const TableItem **ret_items);
/* An empty table gets items that are in order, as bytes; copied. */
void resolve_table_restore(Table *table, const char *items, size_t count);
/* `some_dropped`: there are entries of files that are marked so. */
void resolve_table_sort(Table *table, struct ResolveWorld *world, bool some_dropped);

/* Files by the hash of a name they have at their top level; like a table. */
typedef struct Holders {
  uint64_t *items; /* hash, file */
  size_t count, cap, sorted;
  uint32_t *buckets;
  unsigned bits;
} Holders;

/* As of a table: who may add, and when it is found. `add` takes all names of the file's
 * top level; items of `get` are hashes with the file in their lower half. */
void resolve_holders_clear(Holders *holders);
void resolve_holders_add(Holders *holders, const Facts *facts, WorldFile file);
void resolve_holders_take_back(Holders *holders, WorldFile file);
size_t resolve_holders_get(const Holders *holders, uint32_t hash, const uint64_t **ret_items);
void resolve_holders_restore(Holders *holders, const char *items, size_t count);
void resolve_holders_sort(Holders *holders, const struct ResolveWorld *world, bool some_dropped);

#endif
