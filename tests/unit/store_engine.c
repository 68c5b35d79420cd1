/* What the store promises whatever engine keeps its rows: batches, states,
 * ranges, counts, and many ids at once. */
#include "tests/unit/store_graph.h"

/* ---- batches and states ---- */

static size_t count_files(StoreReader *reader) {
  StoreFiles files;
  tree_ok(store_list_files(&tree_job, reader, STR_EMPTY, &files));
  return files.len;
}

static void test_readers_stay_with_a_state(void **state) {
  (void)state;
  AUTO(Store) store = graph_open();
  tree_ok(store_begin(&tree_job, store));
  graph_put(store, "a.c", "f");
  tree_ok(store_commit(&tree_job, store));
  StoreReader *early = graph_read(store);
  assert_int_equal(count_files(early), 1);
  tree_ok(store_begin(&tree_job, store));
  graph_put(store, "b.c", "g");
  assert_int_equal(count_files(early), 1); /* a batch that is not done is nobody's */
  tree_ok(store_commit(&tree_job, store));
  assert_int_equal(count_files(early), 1);
  StoreReader *late = graph_read(store);
  assert_int_equal(count_files(late), 2);
  store_read_end(early);
  tree_ok(store_read_begin(&tree_job, early));
  assert_int_equal(count_files(early), 2);
  graph_end(early);
  graph_end(late);
}

static void test_undone_batches_leave_nothing(void **state) {
  (void)state;
  AUTO(Store) store = graph_open();
  tree_ok(store_begin(&tree_job, store));
  FileId a = graph_put(store, "a.c", "f").file;
  tree_ok(store_put_number(&tree_job, store, STR("n"), 7));
  tree_ok(store_commit(&tree_job, store));
  tree_ok(store_begin(&tree_job, store));
  graph_put(store, "a.c", "other");
  graph_put(store, "b.c", "g");
  tree_ok(store_put_number(&tree_job, store, STR("n"), 8));
  store_rollback(store);
  StoreReader *reader = graph_read(store);
  StoreSymbols symbols;
  int64_t number, none;
  tree_ok(store_list_symbols(&tree_job, reader, a, &symbols));
  tree_ok(store_get_number(&tree_job, reader, STR("n"), &number));
  tree_ok(store_get_number(&tree_job, reader, STR("nn"), &none));
  assert_int_equal(count_files(reader), 1);
  assert_int_equal(symbols.len, 1);
  tree_expect(symbols.items[0].name, "f");
  assert_int_equal(number, 7);
  assert_int_equal(none, 0);
  graph_end(reader);
}

static void test_rows_outlive_the_process_that_wrote_them(void **state) {
  (void)state;
  Store *store = graph_open();
  tree_ok(store_begin(&tree_job, store));
  graph_put(store, "a.c", "f");
  tree_ok(store_commit(&tree_job, store));
  store_close(store);
  AUTO(Store) again = graph_open();
  StoreReader *reader = graph_read(again);
  assert_int_equal(count_files(reader), 1);
  graph_end(reader);
}

/* ---- ranges and counts ---- */

static void put_skipped(Store *store, const char *path, const char *reason) {
  StoreFile file = {.path = str_from_c(path), .skip = str_from_c(reason)};
  tree_ok(store_put_file(&tree_job, store, &file, NULL, NULL));
}

static Str paths_of(const StoreFiles *files) {
  Buf out;
  buf_init(&out, &tree_arena, 4096);
  for (size_t i = 0; i < files->len; i++) buf_add_format(&out, "%s%.*s", i ? " " : "", STR_ARG(files->items[i].path));
  return buf_str(&out);
}

static void test_files_by_path(void **state) {
  (void)state;
  AUTO(Store) store = graph_open();
  StoreFiles files;
  tree_ok(store_begin(&tree_job, store));
  graph_put(store, "src/x.c", "f g");
  graph_put(store, "src", "h");
  graph_put(store, "src-old/x.c", "f");
  graph_put(store, "src/a/y.c", "");
  graph_put(store, "src0", "");
  put_skipped(store, "big.c", "too large");
  put_skipped(store, "a.bin", "binary");
  put_skipped(store, "z.bin", "binary");
  put_skipped(store, "log", "ignored");
  tree_ok(store_commit(&tree_job, store));
  StoreReader *reader = graph_read(store);
  tree_ok(store_list_files(&tree_job, reader, STR("src"), &files));
  tree_expect(paths_of(&files), "src src/a/y.c src/x.c");
  tree_ok(store_list_files(&tree_job, reader, STR_EMPTY, &files));
  tree_expect(paths_of(&files), "a.bin big.c log src src-old/x.c src/a/y.c src/x.c src0 z.bin");
  tree_ok(store_list_skipped(&tree_job, reader, STR("ignored"), STR("too large"), 2, &files));
  tree_expect(paths_of(&files), "big.c a.bin");
  tree_ok(store_list_skipped(&tree_job, reader, STR("none"), STR("binary"), 9, &files));
  tree_expect(paths_of(&files), "a.bin z.bin big.c log");
  StoreCounts counts;
  tree_ok(store_count(&tree_job, reader, &counts));
  assert_int_equal(counts.files, 5);
  assert_int_equal(counts.symbols, 4);
  assert_int_equal(counts.bytes, 15);
  assert_int_equal(counts.language_count, 1);
  assert_int_equal(counts.skip_count, 3);
  tree_expect(counts.skips[0].reason, "binary");
  size_t kinds[SYMBOL_KIND_COUNT];
  tree_ok(store_count_kinds(&tree_job, reader, kinds));
  assert_int_equal(kinds[SYMBOL_FUNCTION], 4);
  graph_end(reader);
}

/* ---- many at once ---- */

enum { MANY_FILES = 20, MANY_SYMBOLS = 15 };

static void put_many(Store *store, FileId *files) {
  tree_ok(store_begin(&tree_job, store));
  for (size_t f = 0; f < MANY_FILES; f++) {
    Buf defs;
    buf_init(&defs, &tree_arena, 4096);
    for (size_t i = 0; i < MANY_SYMBOLS; i++) buf_add_format(&defs, "%sname_%zu_%zu", i ? " " : "", f, i);
    files[f] = graph_put(store, str_to_c(&tree_arena, str_format(&tree_arena, "f%zu.c", f)), str_to_c(&tree_arena, buf_str(&defs))).file;
  }
  for (size_t f = 0; f < MANY_FILES; f++) { /* each symbol to three others */
    StoreEdge edges[MANY_SYMBOLS * 3];
    for (uint32_t i = 0; i < COUNT_OF(edges); i++) {
      SymbolId to = store_symbol_id(files[(f * 7 + i) % MANY_FILES], i % 4 + 1);
      edges[i] = (StoreEdge){.kind = (uint8_t)(i % 3), .from = store_symbol_id(files[f], i / 3 + 1), .to = to, .line = i + 1};
    }
    tree_ok(store_put_file_edges(&tree_job, store, &(StoreFileEdges){.file = files[f], .edges = edges, .edge_count = COUNT_OF(edges)}));
  }
  tree_ok(store_commit(&tree_job, store));
}

/* Ids that are there, that are not, that cannot be, and some twice. */
static SymbolId many_id(const FileId *files, size_t at) {
  if (at % 11 == 3) return store_symbol_id(files[at % MANY_FILES], 900);
  if (at % 13 == 7) return store_symbol_id(files[at % MANY_FILES], 0);
  if (at % 13 == 5) return (SymbolId){at % 2 ? -5 : 0};
  return store_symbol_id(files[(at * 31) % MANY_FILES], (uint32_t)(at * 17 % MANY_SYMBOLS) + 1);
}

static void same_symbol(const StoreSymbol *a, const StoreSymbol *b) {
  assert_int_equal(a->id.value, b->id.value);
  tree_expect(a->name, str_to_c(&tree_arena, b->name));
  tree_expect(a->path, str_to_c(&tree_arena, b->path));
  assert_int_equal(a->name_span.line, b->name_span.line);
}

static void same_edges(const StoreEdges *a, const StoreEdges *b) {
  assert_int_equal(a->len, b->len);
  for (size_t i = 0; i < a->len; i++) {
    assert_int_equal(a->items[i].to.value, b->items[i].to.value);
    assert_int_equal(a->items[i].line, b->items[i].line);
  }
}

static void same_sources(const StoreSources *a, const StoreSources *b) {
  assert_int_equal(a->len, b->len);
  for (size_t i = 0; i < a->len; i++) {
    assert_int_equal(a->items[i].symbol.value, b->items[i].symbol.value);
    assert_int_equal(a->items[i].kinds, b->items[i].kinds);
  }
}

/* As one by one, with another reader that was told nothing. */
static void check_many(StoreReader *reader, StoreReader *other, const SymbolId *ids, size_t count) {
  static StoreSymbol symbols[512];
  static StoreEdges edges[512];
  static StoreSources sources[512];
  uint32_t kinds = STORE_KIND(0) | STORE_KIND(2);
  tree_ok(store_get_symbols(&tree_job, reader, ids, count, symbols));
  tree_ok(store_edges_from_each(&tree_job, reader, ids, count, kinds, edges));
  tree_ok(store_sources_of_each(&tree_job, reader, ids, count, kinds, sources));
  for (size_t i = 0; i < count; i++) {
    StoreSymbol symbol;
    StoreEdges from = {0};
    StoreSources into = {0};
    StoreFile file, again;
    tree_ok(store_get_symbol(&tree_job, other, ids[i], &symbol));
    tree_ok(store_get_file(&tree_job, other, store_file_of(ids[i]), &file));
    tree_ok(store_get_file(&tree_job, reader, store_file_of(ids[i]), &again));
    tree_expect(file.path, str_to_c(&tree_arena, again.path));
    tree_ok(store_edges_from(&tree_job, other, ids[i], kinds, &from));
    tree_ok(store_sources(&tree_job, other, ids[i], kinds, &into));
    same_symbol(&symbols[i], &symbol);
    same_edges(&edges[i], &from);
    same_sources(&sources[i], &into);
  }
}

static void test_many_ids(void **state) {
  (void)state;
  static const size_t sizes[] = {0, 1, 2, 8, 9, 64, 65, 300};
  FileId files[MANY_FILES];
  SymbolId ids[300];
  AUTO(Store) store = graph_open();
  put_many(store, files);
  for (size_t i = 0; i < COUNT_OF(ids); i++) ids[i] = many_id(files, i);
  StoreReader *reader = graph_read(store), *other = graph_read(store);
  for (size_t i = 0; i < COUNT_OF(sizes); i++) check_many(reader, other, ids, sizes[i]);
  tree_ok(store_expect(&tree_job, reader, ids + 20, 100, STORE_EXPECT_SYMBOL | STORE_EXPECT_EDGES));
  tree_ok(store_expect(&tree_job, reader, ids + 90, 100, STORE_EXPECT_EDGES | STORE_EXPECT_SOURCES));
  for (size_t i = 0; i < 200; i++) check_many(other, reader, ids + i, 1); /* what was expected is what is there */
  StoreFile found[MANY_FILES + 2];
  FileId asked[MANY_FILES + 2] = {[0] = {0}, [MANY_FILES + 1] = {77}};
  for (size_t i = 0; i < MANY_FILES; i++) asked[i + 1] = files[MANY_FILES - 1 - i];
  tree_ok(store_get_files(&tree_job, reader, asked, COUNT_OF(asked), found));
  assert_int_equal(found[0].id.value, 0);
  assert_int_equal(found[MANY_FILES + 1].id.value, 0);
  for (size_t i = 1; i <= MANY_FILES; i++) assert_int_equal(found[i].id.value, asked[i].value);
  tree_expect(found[1].path, "f19.c");
  graph_end(reader);
  graph_end(other);
}

/* What was expected of one state is forgotten with it. */
static void test_expected_is_of_one_state(void **state) {
  (void)state;
  FileId files[MANY_FILES];
  AUTO(Store) store = graph_open();
  put_many(store, files);
  StoreReader *reader = graph_read(store);
  SymbolId ids[] = {store_symbol_id(files[0], 1), store_symbol_id(files[0], 2)};
  StoreSymbol symbol;
  tree_ok(store_expect(&tree_job, reader, ids, COUNT_OF(ids), STORE_EXPECT_SYMBOL));
  tree_ok(store_begin(&tree_job, store));
  graph_put(store, "f0.c", "name_0_0:44");
  tree_ok(store_commit(&tree_job, store));
  tree_ok(store_get_symbol(&tree_job, reader, ids[0], &symbol));
  assert_int_equal(symbol.name_span.line, 1);
  store_read_end(reader);
  tree_ok(store_read_begin(&tree_job, reader));
  tree_ok(store_get_symbol(&tree_job, reader, ids[0], &symbol));
  assert_int_equal(symbol.name_span.line, 44);
  tree_ok(store_get_symbol(&tree_job, reader, ids[1], &symbol));
  assert_int_equal(symbol.id.value, 0);
  graph_end(reader);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      tree_test(test_readers_stay_with_a_state), tree_test(test_undone_batches_leave_nothing),
      tree_test(test_rows_outlive_the_process_that_wrote_them), tree_test(test_files_by_path), tree_test(test_many_ids),
      tree_test(test_expected_is_of_one_state)};
  return GRAPH_RUN(tests);
}
