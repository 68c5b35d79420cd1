/* Tables that statements in texts make, and columns that they add to some. Read
 * by words, as queries are: what is not understood makes nothing. */
#include "src/languages/query_words_internal.h"

enum { TOKENS_MAX = 20000, TABLES_MAX = 500, COLUMNS_MAX = 5000 };

typedef struct Reader {
  QueryTokens tokens;
  size_t next;
  QueryTables *tables;
} Reader;

static const QueryToken *peek(const Reader *reader, size_t ahead) {
  size_t i = reader->next + ahead;
  return &reader->tokens.list.items[i < reader->tokens.list.len ? i : reader->tokens.list.len - 1];
}

static Str text_of(const Reader *reader, const QueryToken *token) { return str_slice(reader->tokens.text, token->range.from, token->range.to); }

static bool is_any(const Reader *reader, const QueryToken *token, const char *const *words, size_t count) {
  return token->kind == TOKEN_WORD && str_is_among(text_of(reader, token), words, count);
}

/* Whether the word comes next; it is read then. */
static bool take(Reader *reader, const char *word) {
  if (!is_any(reader, peek(reader, 0), &word, 1)) return false;
  reader->next++;
  return true;
}

static void take_all(Reader *reader, const char *const *words, size_t count) {
  while (is_any(reader, peek(reader, 0), words, count)) reader->next++;
}

/* a, a.b: the last is meant. False: none, or only a part of one is known. */
static bool take_name(Reader *reader, Range *ret_name) {
  for (;;) {
    const QueryToken *token = peek(reader, 0);
    bool is_name = (token->kind == TOKEN_WORD || token->kind == TOKEN_QUOTED) && !token->is_loose;
    if (!is_name || memchr(reader->tokens.text.ptr + token->range.from, QUERY_OPEN, token->range.to - token->range.from)) return false;
    *ret_name = token->range;
    reader->next++;
    if (!query_is_sign(peek(reader, 0), '.')) return true;
    reader->next++;
  }
}

/* ---- columns ---- */

/* What stands in the place of a column and is none. */
static bool is_constraint(const Reader *reader, const QueryToken *token) {
  static const char *const words[] = {"constraint", "primary", "foreign", "unique", "check", "key", "index", "fulltext", "spatial", "exclude", "like", "period"};
  return is_any(reader, token, words, sizeof words / sizeof *words);
}

/* Behind what is between two commas; *ret_to: where that ends. */
static void skip_item(Reader *reader, uint32_t *ret_to) {
  size_t depth = 0;
  for (;; reader->next++) {
    const QueryToken *token = peek(reader, 0);
    bool is_end = !depth && (query_is_sign(token, ',') || query_is_sign(token, ')') || query_is_sign(token, ';'));
    if (token->kind == TOKEN_END || is_end) return;
    if (query_is_sign(token, '(')) depth++;
    if (query_is_sign(token, ')')) depth--;
    *ret_to = token->range.to;
  }
}

/* Gives whether something is said of the column, as its type. */
static bool read_column(Reader *reader) {
  const QueryToken *token = peek(reader, 0), *second = peek(reader, 1);
  bool is_column = (token->kind == TOKEN_QUOTED || (token->kind == TOKEN_WORD && !is_constraint(reader, token))) && !query_is_sign(second, '=');
  bool has_more = second->kind == TOKEN_WORD || second->kind == TOKEN_QUOTED;
  QueryColumn column = {.whole = {token->range.from - (token->kind == TOKEN_QUOTED), token->range.to}};
  is_column = take_name(reader, &column.name) && is_column;
  if (is_column) column.whole.to = column.name.to;
  skip_item(reader, &column.whole.to);
  if (is_column && reader->tables->columns.len < COLUMNS_MAX) *vec_add(reader->tokens.arena, &reader->tables->columns) = column;
  return is_column && has_more;
}

/* ---- tables ---- */

static void add_table(Reader *reader, QueryTable table) {
  table.column_count = (uint32_t)reader->tables->columns.len - table.columns;
  if (reader->tables->list.len < TABLES_MAX) *vec_add(reader->tokens.arena, &reader->tables->list) = table;
  else reader->tables->columns.len = table.columns;
}

/* create table t (a int, …), create virtual table t using m(a, b), create view v as select … */
static void read_create(Reader *reader, uint32_t from) {
  static const char *const kinds[] = {"or", "replace", "temp", "temporary", "global", "local", "unlogged", "virtual", "external", "foreign", "materialized", "recursive"};
  static const char *const unless[] = {"if", "not", "exists"};
  bool is_certain = reader->tokens.text.ptr[from] <= 'Z';
  take_all(reader, kinds, sizeof kinds / sizeof *kinds);
  bool is_view = take(reader, "view");
  if (!is_view && !take(reader, "table")) return;
  take_all(reader, unless, 3);
  QueryTable table = {.whole.from = from, .columns = (uint32_t)reader->tables->columns.len};
  if (!take_name(reader, &table.name)) return;
  table.head = (Range){from, table.name.to};
  table.whole.to = table.name.to;
  if (take(reader, "using")) reader->next++;
  if (query_is_sign(peek(reader, 0), '(')) {
    do {
      reader->next++;
      is_certain |= read_column(reader);
    } while (query_is_sign(peek(reader, 0), ','));
    table.whole.to = peek(reader, 0)->range.to;
  } else if (is_any(reader, peek(reader, 0), (const char *const[]){"as"}, 1)) {
    is_certain |= is_any(reader, peek(reader, 1), (const char *const[]){"select", "with"}, 2);
  } else {
    is_certain = false;
  }
  if (is_certain) add_table(reader, table);
  else reader->tables->columns.len = table.columns;
}

/* alter table t add column a int, add b int */
static void read_alter(Reader *reader, uint32_t from) {
  static const char *const before[] = {"if", "exists", "only"}, *const unless[] = {"column", "if", "not", "exists"};
  QueryTable table = {.whole.from = from, .is_changed = true, .columns = (uint32_t)reader->tables->columns.len};
  if (!take(reader, "table")) return;
  take_all(reader, before, 3);
  if (!take_name(reader, &table.name)) return;
  for (bool goes_on = true; goes_on;) {
    if (take(reader, "add")) {
      take_all(reader, unless, 4);
      if (!query_is_sign(peek(reader, 0), '(')) read_column(reader);
    }
    skip_item(reader, &table.whole.to);
    goes_on = query_is_sign(peek(reader, 0), ',');
    if (goes_on) reader->next++;
  }
  if (reader->tables->columns.len > table.columns) add_table(reader, table);
}

void language_query_tables(Arena *arena, Str text, QueryTables *ret_tables) {
  Reader reader = {.tokens = {.arena = arena, .text = text}, .tables = ret_tables};
  *ret_tables = (QueryTables){0};
  language_query_words(&reader.tokens, TOKENS_MAX);
  for (bool begins = true; peek(&reader, 0)->kind != TOKEN_END;) {
    const QueryToken *token = peek(&reader, 0);
    bool is_create = begins && take(&reader, "create");
    if (is_create) read_create(&reader, token->range.from);
    else if (begins && take(&reader, "alter")) read_alter(&reader, token->range.from);
    else reader.next++;
    begins = query_is_sign(token, ';');
  }
}
