/* Tables of a database: where they are defined, and which types stand for them. */
#ifndef FATHOM_RESOLVE_TABLES_INTERNAL_H
#define FATHOM_RESOLVE_TABLES_INTERNAL_H

#include "src/resolve/wiring_internal.h"

#define TABLE_PLACES 8 /* that define one table; of more, which is meant nobody can tell */

typedef struct TablePlace {
  View *view;
  DefNo def;
} TablePlace;

/* Definitions of one table or column. */
typedef struct TablePlaces {
  TablePlace items[TABLE_PLACES];
  uint32_t count;
  bool is_known; /* also when there are more than fit */
} TablePlaces;

/* In files that define tables as such. */
void resolve_find_table(Run *run, const View *view, Str name, TablePlaces *ret_places);

/* Whether a type, found by KEY_MODEL, stands for the table. */
bool resolve_is_model_of(Run *run, View *view, DefNo type, Str table);

/* Types of a file that may stand for tables, by words alone, with the tables' names. */
typedef struct ModelKey {
  DefNo def;
  Str name;
} ModelKey;
typedef struct ModelKeys {
  ModelKey *items;
  size_t len, cap;
} ModelKeys;
void resolve_model_keys(Arena *arena, const Language *language, const Facts *facts, Str path, ModelKeys *ret_keys);

/* OrderItem and orderItem: order_item. */
Str resolve_snake_case(Arena *arena, Str name);

#endif
