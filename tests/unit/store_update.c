/* What changing a file that is stored writes, and what stays. */
#include <sys/stat.h>

#include "tests/unit/store_graph.h"

#define LOG_NAME ".fathom/" STORE_FILE "-wal"
#define PAGE_BYTES 8216 /* in the log */

static size_t log_bytes(void) {
  struct stat st;
  return stat(tree_path(LOG_NAME), &st) == 0 ? (size_t)st.st_size : 0;
}

static const char *many_defs(size_t count) {
  Buf out;
  buf_init(&out, &tree_arena, 1u << 20);
  for (size_t i = 0; i < count; i++) buf_add_format(&out, "%ssome_function_%zu:%zu", i ? " " : "", i, i + 1);
  return str_to_c(&tree_arena, buf_str(&out));
}

static FileId put_committed(Store *store, const char *path, const char *defs) {
  tree_ok(store_begin(&tree_job, store));
  FileId file = graph_put(store, path, defs).file;
  tree_ok(store_commit(&tree_job, store));
  return file;
}

static Str symbols_of(Store *store, FileId file) {
  StoreReader *reader = graph_read(store);
  StoreSymbols symbols;
  Buf out;
  buf_init(&out, &tree_arena, 1u << 16);
  tree_ok(store_list_symbols(&tree_job, reader, file, &symbols));
  for (size_t i = 0; i < symbols.len; i++) {
    const StoreSymbol *one = &symbols.items[i];
    buf_add_format(&out, "%s%u %.*s:%u", i ? ", " : "", store_local_of(one->id), STR_ARG(one->name), one->name_span.line);
  }
  graph_end(reader);
  return buf_str(&out);
}

static void take_name(void *context, int64_t name, Str text) {
  (void)name;
  buf_add_format(context, "%.*s ", STR_ARG(text));
}

static Str names_of(Store *store) {
  StoreReader *reader = graph_read(store);
  Buf out;
  buf_init(&out, &tree_arena, 1u << 16);
  tree_ok(store_each_name(&tree_job, reader, take_name, &out));
  graph_end(reader);
  return buf_str(&out);
}

static void test_only_differences_are_written(void **state) {
  (void)state;
  AUTO(Store) store = graph_open();
  const char *defs = many_defs(2000);
  FileId file = put_committed(store, "a.c", defs);
  size_t before = log_bytes();
  assert_true(before > 20 * PAGE_BYTES);
  assert_int_equal(put_committed(store, "a.c", defs).value, file.value);
  assert_true(log_bytes() - before < 6 * PAGE_BYTES);
}

static void test_symbols_move_come_and_go(void **state) {
  (void)state;
  AUTO(Store) store = graph_open();
  FileId file = put_committed(store, "a.c", "f:1 g:2 h:3");
  tree_expect(symbols_of(store, file), "1 f:1, 2 g:2, 3 h:3");
  put_committed(store, "a.c", "f:1 new:2 h:7");
  tree_expect(symbols_of(store, file), "1 f:1, 4 new:2, 3 h:7");
  tree_expect(names_of(store), "f h new ");
  put_committed(store, "a.c", "h:7");
  tree_expect(symbols_of(store, file), "3 h:7");
  tree_expect(names_of(store), "h ");
}

static uint32_t line_of(StoreReader *reader, SymbolId id) {
  StoreSymbol symbol;
  tree_ok(store_get_symbol(&tree_job, reader, id, &symbol));
  return symbol.name_span.line;
}

/* What a reader has read once it need not read again, for as long as it stays
 * with one state; and no longer. */
static void test_symbols_are_remembered_for_one_state(void **state) {
  (void)state;
  AUTO(Store) store = graph_open();
  FileId file = put_committed(store, "a.c", "f:1 g:2");
  SymbolId g = store_symbol_id(file, 2);
  StoreReader *reader;
  tree_ok(store_reader_open(&tree_job, store, &reader));
  tree_ok(store_read_begin(&tree_job, reader));
  assert_int_equal(line_of(reader, g), 2);
  put_committed(store, "a.c", "f:1 g:5");
  assert_int_equal(line_of(reader, g), 2);
  store_read_end(reader);
  assert_int_equal(line_of(reader, g), 5); /* between two states nothing is remembered */
  put_committed(store, "a.c", "f:1 g:7");
  assert_int_equal(line_of(reader, g), 7);
  tree_ok(store_read_begin(&tree_job, reader));
  assert_int_equal(line_of(reader, g), 7);
  store_read_end(reader);
  store_reader_close(reader);
}

static size_t edges_into(Store *store, SymbolId target) {
  StoreReader *reader = graph_read(store);
  StoreEdges edges = {0};
  tree_ok(store_edges_into(&tree_job, reader, target, STORE_ALL_KINDS, &edges));
  graph_end(reader);
  return edges.len;
}

static void put_edge(Store *store, FileId file, uint32_t from, SymbolId to) {
  StoreEdge edge = {.from = store_symbol_id(file, from), .to = to, .line = 3};
  StoreFileEdges links = {.file = file, .edges = &edge, .edge_count = 1};
  tree_ok(store_put_file_edges(&tree_job, store, &links));
}

static void test_edges_stay_until_they_are_put(void **state) {
  (void)state;
  AUTO(Store) store = graph_open();
  tree_ok(store_begin(&tree_job, store));
  FileId a = graph_put(store, "a.c", "f g").file, b = graph_put(store, "b.c", "x y").file;
  SymbolId x = store_symbol_id(b, 1), y = store_symbol_id(b, 2);
  put_edge(store, a, 1, x);
  tree_ok(store_commit(&tree_job, store));
  put_committed(store, "a.c", "f:5 g:9");
  assert_int_equal(edges_into(store, x), 1);
  tree_ok(store_begin(&tree_job, store));
  put_edge(store, a, 2, y);
  tree_ok(store_commit(&tree_job, store));
  assert_int_equal(edges_into(store, x), 0);
  assert_int_equal(edges_into(store, y), 1);
  tree_ok(store_begin(&tree_job, store)); /* not a source file any more */
  StoreFile none = {.path = STR("a.c"), .skip = STR("binary")};
  tree_ok(store_put_file(&tree_job, store, &none, NULL, NULL));
  tree_ok(store_commit(&tree_job, store));
  assert_int_equal(edges_into(store, y), 0);
  tree_expect(symbols_of(store, a), "");
}

/* Batches leave the log alone; a quiet moment folds it in, and whoever opens
 * the file afterwards finds nothing wrong with it. */
static void test_log_is_folded_in_quiet_moments(void **state) {
  (void)state;
  AUTO(Store) store = graph_open();
  const char *one = many_defs(2000), *other = "f";
  tree_ok(store_lock(&tree_job, store));
  for (int i = 0; log_bytes() < 5u << 20; i++) put_committed(store, "a.c", i % 2 ? one : other);
  store_unlock(store);
  size_t full = log_bytes();
  store_tidy(store);
  tree_ok(store_lock(&tree_job, store));
  put_committed(store, "b.c", "g");
  store_unlock(store);
  assert_true(log_bytes() < full);
  AUTO(Store) again = graph_open();
  StoreReader *reader = graph_read(again);
  StoreFiles files;
  tree_ok(store_list_files(&tree_job, reader, STR_EMPTY, &files));
  graph_end(reader);
  assert_int_equal(files.len, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      tree_test(test_symbols_move_come_and_go), tree_test(test_edges_stay_until_they_are_put)};
  const struct CMUnitTest with_log[] = {
      tree_test(test_only_differences_are_written), tree_test(test_symbols_are_remembered_for_one_state),
      tree_test(test_log_is_folded_in_quiet_moments)};
  return GRAPH_RUN(tests) + cmocka_run_group_tests(with_log, NULL, NULL);
}
