/* A file with the layout and no rows, written as the library would: 20 statements
 * and as many transactions' worth of pages less for each new index. The form is
 * SQLite's file format 3, which has been the same since 2004; every such file is
 * compared with what the library itself makes when it is opened again. */
#include <string.h>

#include "src/base/pack.h"
#include "src/store/sqlite/sqlite_internal.h"

enum { PAGE = 8192, HEAD = 100, TABLE_LEAF = 13, INDEX_LEAF = 10, LEAF_HEAD = 8, FORMAT = 4, IN_UTF8 = 1, PAYLOAD_MAX = 4096 };

/* What the library keeps of a table or an index in its own table of them. */
typedef struct Entry {
  Str type, name, table;
  unsigned char root; /* number of its first page */
  Str sql;            /* empty: the library made it for a column that is unique */
} Entry;

typedef struct Blank {
  char *bytes; /* pages, the table of entries being the first */
  size_t used; /* from the end of the first page down */
  unsigned char pages, entries;
} Blank;

static size_t type_of_text(Str text) { return 13 + 2 * text.len; }

/* A row's types, then its columns. */
static Str spell_row(Arena *arena, const Entry *entry) {
  Buf types, row;
  buf_init(&types, arena, PAYLOAD_MAX);
  buf_init(&row, arena, PAYLOAD_MAX);
  pack_number_high(&types, type_of_text(entry->type));
  pack_number_high(&types, type_of_text(entry->name));
  pack_number_high(&types, type_of_text(entry->table));
  pack_number_high(&types, 1); /* a byte */
  pack_number_high(&types, entry->sql.len ? type_of_text(entry->sql) : 0);
  pack_number_high(&row, types.len + 1);
  buf_add(&row, buf_str(&types));
  buf_add(&row, entry->type);
  buf_add(&row, entry->name);
  buf_add(&row, entry->table);
  buf_add_byte(&row, (char)entry->root);
  buf_add(&row, entry->sql);
  return buf_str(&row);
}

static char *page_of(const Blank *blank, unsigned number) { return blank->bytes + (size_t)(number - 1) * PAGE; }

static void put_leaf(char *at, int kind, unsigned entries, size_t from) {
  at[0] = (char)kind;
  pack_store_high16(at + 3, entries);
  pack_store_high16(at + 5, from);
}

/* Rows lie from the end of the page down; their places follow its head. */
static void add_entry(Arena *arena, Blank *blank, const Entry *entry) {
  Buf cell;
  Str row = spell_row(arena, entry);
  buf_init(&cell, arena, PAYLOAD_MAX);
  pack_number_high(&cell, row.len);
  pack_number_high(&cell, ++blank->entries);
  buf_add(&cell, row);
  blank->used += cell.len;
  memcpy(blank->bytes + PAGE - blank->used, cell.ptr, cell.len);
  pack_store_high16(blank->bytes + HEAD + LEAF_HEAD + 2 * (blank->entries - 1), PAGE - blank->used);
}

static unsigned char add_page(Blank *blank, int kind) {
  put_leaf(page_of(blank, ++blank->pages), kind, 0, PAGE);
  return blank->pages;
}

static bool has(Str text, const char *words) { return str_find(text, str_from_c(words)) != STR_NONE; }

/* "CREATE TABLE name(…)": one whose key is the row is kept as an index is. */
static void add_table(Arena *arena, Blank *blank, Str sql) {
  Str name = str_slice(sql, sizeof "CREATE TABLE " - 1, str_find_byte(sql, '('));
  Entry table = {STR("table"), name, name, add_page(blank, has(sql, " WITHOUT ROWID") ? INDEX_LEAF : TABLE_LEAF), sql};
  add_entry(arena, blank, &table);
  if (!has(sql, " UNIQUE")) return;
  Str made = str_format(arena, "sqlite_autoindex_%.*s_1", STR_ARG(name));
  add_entry(arena, blank, &(Entry){STR("index"), made, name, add_page(blank, INDEX_LEAF), STR_EMPTY});
}

static void put_head(char *head, const Blank *blank) {
  memcpy(head, "SQLite format 3", 16);
  pack_store_high16(head + 16, PAGE);
  memcpy(head + 18, "\1\1\0\100\40\40", 6); /* a journal; nothing set aside; shares of a page, which are fixed */
  pack_store_high32(head + 24, 1);                      /* changes until now */
  pack_store_high32(head + 28, blank->pages);
  pack_store_high32(head + 40, 1); /* changes of the layout */
  pack_store_high32(head + 44, FORMAT);
  pack_store_high32(head + 56, IN_UTF8);
  pack_store_high32(head + 60, STORE_VERSION);
  pack_store_high32(head + 92, 1); /* the change that the number of pages is of */
  pack_store_high32(head + 96, SQLITE_VERSION_NUMBER);
}

static size_t count_pages(Str schema) {
  size_t pages = 1;
  while (schema.len) pages += 1 + has(str_cut(&schema, ';'), " UNIQUE");
  return pages;
}

Str store_sqlite_blank(Arena *arena) {
  Str schema = str_from_c(store_sqlite_schema);
  size_t size = count_pages(schema) * PAGE;
  Blank blank = {.bytes = arena_alloc(arena, size), .pages = 1};
  while (schema.len) add_table(arena, &blank, str_cut(&schema, ';'));
  put_leaf(blank.bytes + HEAD, TABLE_LEAF, blank.entries, PAGE - blank.used);
  put_head(blank.bytes, &blank);
  return (Str){blank.bytes, size};
}
