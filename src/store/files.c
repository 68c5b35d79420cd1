/* Writing files and their symbols. A file keeps its number as long as its path
 * is there, and a symbol its number as long as it can be recognized (match.c),
 * so that edges from other files stay right when this one changes. */
#include "src/store/store_internal.h"

#define PLACE_MAX 512
#define OWNER_MAX 255 /* bytes of a name */

/* The keys as they were tell the caller which other files have to be looked at
 * again. */
static Err find_keys(Job *job, Store *store, StorePlaced *placed) {
  StoreCursor rows;
  bool row;
  TRY(store_get_one(job, store->writer, VIEW_KEYS, placed->file.value, &rows, &row));
  Str keys = row ? rows.row[1].bytes : STR_EMPTY;
  placed->key_before_count = keys.len / sizeof(uint64_t);
  placed->keys_before = arena_copy(job->arena, keys.ptr, placed->key_before_count * sizeof(uint64_t));
  if (row) store_stop(&rows);
  return OK;
}

/* What is known about the path before it is put. */
static Err find_file(Job *job, Store *store, Str path, StorePlaced *placed, size_t *ret_symbols) {
  StoreCursor rows;
  bool row;
  TRY(store_scan(job, store->writer, VIEW_FILE_BY_PATH, store_range_text(job->arena, path), &rows));
  TRY(store_next(job, &rows, &row));
  *ret_symbols = 0;
  if (row) {
    placed->file.value = rows.row[CELL_FILE_ID].number;
    *ret_symbols = (size_t)rows.row[CELL_FILE_SYMBOLS].number;
    placed->surface_before = (uint64_t)rows.row[CELL_FILE_SURFACE].number;
    store_stop(&rows);
  }
  if (row && !store_is_file(placed->file.value)) return store_damage(job, store);
  return row ? find_keys(job, store, placed) : OK;
}

/* As they are stored; whether numbers differ from the order of definitions is
 * added by put_row. */
static int flags_of(const StoreFile *file) {
  return (file->broken ? STORE_FLAG_BROKEN : 0) | (file->cut ? STORE_FLAG_CUT : 0) |
         (file->is_test ? STORE_FLAG_TEST : 0);
}

/* A new one gets its number. The counts of edges are not touched here: they
 * belong to the step that resolves. */
static Err put_row(Job *job, Store *store, const StoreFile *file, size_t symbols, StorePlaced *placed) {
  const StoreCell cells[] = {
      [CELL_FILE_ID] = CELL_NUMBER(placed->file.value), [CELL_FILE_PATH] = CELL_BYTES(file->path),
      [CELL_FILE_LANGUAGE] = CELL_BYTES(file->language), [CELL_FILE_SKIP] = CELL_BYTES(file->skip),
      [CELL_FILE_SIZE] = CELL_NUMBER(file->size), [CELL_FILE_MTIME] = CELL_NUMBER(file->mtime_ns),
      [CELL_FILE_STAMP] = CELL_NUMBER(file->stamp), [CELL_FILE_HASH] = CELL_NUMBER(file->hash),
      [CELL_FILE_SURFACE] = CELL_NUMBER(file->surface),
      [CELL_FILE_FLAGS] = CELL_NUMBER(flags_of(file) | (placed->locals ? STORE_FLAG_RENUMBERED : 0)),
      [CELL_FILE_SYMBOLS] = CELL_NUMBER(symbols), [CELL_FILE_UNRESOLVED] = CELL_NUMBER(0)};
  if (!placed->file.value) return store_write(job, store->writer, WRITE_ADD_FILE, cells + CELL_FILE_PATH, &placed->file.value);
  StoreCell known[CELL_FILE_SYMBOLS];
  known[0] = cells[CELL_FILE_ID];
  for (size_t i = 1; i < COUNT_OF(known); i++) known[i] = cells[CELL_FILE_PATH + i];
  return store_write(job, store->writer, WRITE_SET_FILE, known, NULL);
}

/* Rows of the names of all that is a symbol, by DefNo. Most are those that
 * the file had before. */
static Err name_symbols(Job *job, Store *store, const Facts *facts, const StoreOlds *old, int64_t **ret_rows,
                        size_t *ret_count) {
  size_t count = facts ? facts->defs.len : 0, symbols = 0;
  int64_t *rows = ARENA_ARRAY(job->arena, int64_t, count + 1);
  Map known;
  map_init(&known, job->arena);
  for (size_t i = 0; i < old->len; i++) map_put(&known, old->items[i].text, &old->items[i].name);
  for (size_t i = 1; i < count && i < STORE_MADE_FIRST; i++) {
    const Def *def = &facts->defs.items[i];
    if (!def->name.value || (def->flags & DEF_ANONYMOUS)) continue;
    const int64_t *row = old->len ? map_get(&known, names_text(facts->names, facts_spelled(def))) : NULL;
    if (row) rows[i] = *row;
    else TRY(store_name_row(job, store, facts->names, facts_spelled(def), &rows[i]));
    symbols++;
  }
  *ret_rows = rows;
  *ret_count = symbols;
  return OK;
}

/* Without a list each definition has its own number, as in every file that
 * never changed. */
static uint32_t local_of(const StorePlaced *placed, DefNo def) {
  return placed->locals ? placed->locals[def] : def;
}

/* Compared before writing: an edit in one function moves all that follows it,
 * but many rows stay as they are. */
static bool is_same(const StoreOld *a, const StoreOld *b) {
  return a->name == b->name && a->container == b->container && a->kind == b->kind && a->flags == b->flags &&
         a->def == b->def && str_eq(a->place, b->place) && str_eq(a->signature, b->signature);
}

#define SYMBOL_CELLS 8

/* A definition with its own number is stored as 0, which takes no room. */
static void fill_cells(StoreCell *cells, StoreWrite write, SymbolId id, const StoreOld *now) {
  size_t at = 0;
  cells[at++] = CELL_NUMBER(id.value);
  if (write == WRITE_ADD_SYMBOL) cells[at++] = CELL_NUMBER(now->name);
  cells[at++] = CELL_NUMBER(now->container);
  cells[at++] = CELL_NUMBER(now->kind);
  cells[at++] = CELL_NUMBER(now->flags);
  cells[at++] = CELL_NUMBER(now->local == now->def ? 0 : now->def);
  cells[at++] = CELL_BYTES(now->place);
  cells[at++] = CELL_BYTES(now->signature);
}

static Err write_symbol(Job *job, Store *store, StoreWrite write, SymbolId id, const StoreOld *now) {
  StoreCell cells[SYMBOL_CELLS];
  fill_cells(cells, write, id, now);
  return store_write(job, store->writer, write, cells, NULL);
}

/* Symbols that were not there before, which go in many at a time. */
typedef struct Adding {
  StoreCell cells[STORE_ROWS_MAX * SYMBOL_CELLS];
  size_t rows;
} Adding;

static Err add_gathered(Job *job, Store *store, Adding *adding) {
  size_t rows = adding->rows;
  adding->rows = 0;
  return store_write_rows(job, store->writer, WRITE_ADD_SYMBOL, adding->cells, rows);
}

/* `now` points to memory that stays until then. */
static Err add_symbol(Job *job, Store *store, Adding *adding, SymbolId id, const StoreOld *now) {
  fill_cells(adding->cells + SYMBOL_CELLS * adding->rows++, WRITE_ADD_SYMBOL, id, now);
  return adding->rows == STORE_ROWS_MAX ? add_gathered(job, store, adding) : OK;
}

/* Its name may be unused now; that is looked at once, at the end of the
 * batch. */
Err store_remove_symbol(Job *job, Store *store, FileId file, const StoreOld *old) {
  *vec_add(&store->batch, &store->loose) = old->name;
  int64_t id = store_symbol_id(file, old->local).value;
  return store_write_numbers(job, store->writer, WRITE_REMOVE_SYMBOL, &id, 1);
}

/* Only what differs is written: the index over names is not touched by a
 * symbol that moved. */
Err store_put_symbol(Job *job, Store *store, FileId file, const StoreOld *now, StoreOld *before) {
  SymbolId id = store_symbol_id(file, now->local);
  if (before) {
    before->is_kept = true;
    if (is_same(now, before)) return OK;
    if (now->name == before->name) return write_symbol(job, store, WRITE_SET_SYMBOL, id, now);
    TRY(store_remove_symbol(job, store, file, before)); /* its number was given to another */
  }
  return write_symbol(job, store, WRITE_ADD_SYMBOL, id, now);
}

/* The type that a method says it belongs to, where that is not in its file. */
static Str owner_of(const Facts *facts, const Def *def) {
  return def->container || !def->receiver.value ? STR_EMPTY : str_head(names_text(facts->names, def->receiver), OWNER_MAX);
}

/* Containers that do not come before what they contain would make a circle and
 * are left out. */
static Err put_symbols(Job *job, Store *store, const StorePlaced *placed, const StoreContent *content,
                       const int64_t *rows, const StoreOlds *old) {
  Buf place;
  Adding adding = {.rows = 0};
  buf_init(&place, job->arena, PLACE_MAX);
  StoreOld **by_local = ARENA_ARRAY(job->arena, StoreOld *, old->highest + 1);
  for (size_t i = 0; i < old->len; i++) by_local[old->items[i].local] = &old->items[i];
  size_t count = content->facts ? content->facts->defs.len : 0;
  for (size_t i = 1; i < count && i < STORE_MADE_FIRST; i++) {
    const Def *def = &content->facts->defs.items[i];
    uint32_t local = rows[i] ? local_of(placed, (DefNo)i) : 0;
    if (!local) continue; /* no symbol, or more than there are numbers */
    buf_truncate(&place, 0);
    store_pack_place(&place, def, owner_of(content->facts, def));
    StoreOld now = {.local = local, .def = (uint32_t)i, .kind = (uint8_t)def->kind, .flags = def->flags, .name = rows[i],
                    .container = def->container && def->container < i ? local_of(placed, def->container) : 0,
                    .place = str_copy(job->arena, buf_str(&place)),
                    .signature = content->signatures ? content->signatures[i] : STR_EMPTY};
    StoreOld *before = local <= old->highest ? by_local[local] : NULL;
    if (before) TRY(store_put_symbol(job, store, placed->file, &now, before));
    else TRY(add_symbol(job, store, &adding, store_symbol_id(placed->file, local), &now));
  }
  TRY(add_gathered(job, store, &adding));
  for (size_t i = 0; i < old->len; i++) {
    if (!old->items[i].is_kept) TRY(store_remove_symbol(job, store, placed->file, &old->items[i]));
  }
  return OK;
}

static Err put_content(Job *job, Store *store, FileId file, const StoreContent *content) {
  Str keys = {(const char *)content->keys, content->key_count * sizeof(*content->keys)};
  const StoreCell cells[] = {CELL_NUMBER(file.value), CELL_BYTES(keys), CELL_BYTES(content->data)};
  return store_write(job, store->writer, WRITE_PUT_CONTENT, cells, NULL);
}

/* All at once by their range; names are gathered from the rows before. */
static Err remove_symbols(Job *job, Store *store, FileId file) {
  StoreRange own = store_range_file(file);
  for (StoreOldKind kind = STORE_OLD_DEFINED; kind <= STORE_OLD_MADE; kind++) {
    StoreOlds old;
    TRY(store_read_old(job, store, file, kind, &old));
    for (size_t i = 0; i < old.len; i++) *vec_add(&store->batch, &store->loose) = old.items[i].name;
  }
  return store_write_numbers(job, store->writer, WRITE_REMOVE_SYMBOLS, (const int64_t[]){own.from, own.to}, 2);
}

/* All that goes with a file that has no facts any more. */
static Err remove_graph(Job *job, Store *store, FileId file) {
  const int64_t none[] = {file.value, 0, 0, 0, 0};
  TRY(store_remove_file_edges(job, store, file));
  TRY(store_write_numbers(job, store->writer, WRITE_SET_FILE_COUNTS, none, COUNT_OF(none)));
  return remove_symbols(job, store, file);
}

/* Without content: a file that is skipped, of which only the row with the
 * reason stays. With content but no facts: text that has no symbols. */
Err store_put_file(Job *job, Store *store, const StoreFile *file, const StoreContent *content,
                   StorePlaced *ret_placed) {
  StorePlaced placed = {0};
  const Facts *facts = content ? content->facts : NULL;
  StoreOlds old = {0};
  int64_t *rows;
  size_t symbols, before;
  TRY(find_file(job, store, file->path, &placed, &before));
  bool is_new = !placed.file.value;
  if (before && facts) TRY(store_read_old(job, store, placed.file, STORE_OLD_DEFINED, &old));
  TRY(name_symbols(job, store, facts, &old, &rows, &symbols));
  placed.locals = store_match(job, &old, facts, rows);
  if (!is_new && !facts) TRY(remove_graph(job, store, placed.file));
  if (!is_new && !content) TRY(store_write_numbers(job, store->writer, WRITE_REMOVE_CONTENT, &placed.file.value, 1));
  TRY(put_row(job, store, file, symbols, &placed));
  if (!store_is_file(placed.file.value)) return store_damage(job, store);
  if (content) TRY(put_content(job, store, placed.file, content));
  if (facts) TRY(put_symbols(job, store, &placed, content, rows, &old));
  if (ret_placed) *ret_placed = placed;
  return OK;
}

/* For a file that was written again with the same bytes. */
Err store_touch_file(Job *job, Store *store, const StoreFile *file) {
  const int64_t numbers[] = {file->id.value, (int64_t)file->size, file->mtime_ns, (int64_t)file->stamp};
  return store_write_numbers(job, store->writer, WRITE_SET_FILE_STAMP, numbers, COUNT_OF(numbers));
}

/* What it was known by is returned, so that those who used it can be found. */
Err store_remove_file(Job *job, Store *store, FileId file, StorePlaced *ret_before) {
  StorePlaced before = {.file = file};
  TRY(find_keys(job, store, &before));
  if (ret_before) *ret_before = before;
  TRY(remove_graph(job, store, file));
  TRY(store_write_numbers(job, store->writer, WRITE_REMOVE_CONTENT, &file.value, 1));
  return store_write_numbers(job, store->writer, WRITE_REMOVE_FILE, &file.value, 1);
}
