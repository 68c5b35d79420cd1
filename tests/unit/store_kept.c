/* Rows that a reader keeps: the same as those of a reader that keeps none yet,
 * whatever is written meanwhile and however much is asked for. */
#include "src/store/store_internal.h"
#include "tests/unit/store_graph.h"

enum { FILES = 12, SYMBOLS = 8, NAMESAKES = 100 };

static const char *path_of(size_t file) { return str_to_c(&tree_arena, str_format(&tree_arena, "d/f%zu.c", file)); }

/* The lines say when it was written, the edges lead to the next files. */
static FileId put(Store *store, size_t file, size_t round) {
  Buf defs;
  buf_init(&defs, &tree_arena, 4096);
  for (size_t i = 0; i < SYMBOLS; i++) buf_add_format(&defs, "%sn%zu:%zu", i ? " " : "", i + file % 3, round * 100 + i + 1);
  return graph_put(store, path_of(file), str_to_c(&tree_arena, buf_str(&defs))).file;
}

static void put_edges(Store *store, const FileId *files, size_t file, size_t round) {
  StoreEdge edges[SYMBOLS];
  for (uint32_t i = 0; i < SYMBOLS; i++) {
    edges[i] = (StoreEdge){.from = store_symbol_id(files[file], i + 1), .line = (uint32_t)round + 1,
                           .to = store_symbol_id(files[(file + i + round) % FILES], i % 4 + 1)};
  }
  tree_ok(store_put_file_edges(&tree_job, store, &(StoreFileEdges){.file = files[file], .edges = edges, .edge_count = SYMBOLS}));
}

static void put_all(Store *store, FileId *files) {
  tree_ok(store_begin(&tree_job, store));
  for (size_t f = 0; f < FILES; f++) files[f] = put(store, f, 0);
  for (size_t f = 0; f < FILES; f++) put_edges(store, files, f, 0);
  tree_ok(store_put_number(&tree_job, store, STR("round"), 0));
  tree_ok(store_commit(&tree_job, store));
}

/* Everything a reader says of these files, as one text. */
static void tell(StoreReader *reader, const FileId *files, Buf *out) {
  StoreFiles found;
  int64_t number;
  tree_ok(store_get_number(&tree_job, reader, STR("round"), &number));
  buf_add_format(out, "round %lld\n", (long long)number);
  for (size_t f = 0; f < FILES; f++) {
    SymbolId ids[SYMBOLS];
    StoreSymbol symbols[SYMBOLS];
    tree_ok(store_list_files(&tree_job, reader, str_from_c(path_of(f)), &found));
    buf_add_format(out, "%s %zu\n", path_of(f), found.len);
    for (uint32_t i = 0; i < SYMBOLS; i++) ids[i] = store_symbol_id(files[f], i + 1);
    tree_ok(store_get_symbols(&tree_job, reader, ids, SYMBOLS, symbols));
    for (size_t i = 0; i < SYMBOLS; i++) {
      StoreSymbol one;
      StoreEdges edges = {0};
      StoreSources sources = {0};
      tree_ok(store_get_symbol(&tree_job, reader, ids[i], &one));
      assert_int_equal(one.id.value, symbols[i].id.value);
      tree_ok(store_edges_from(&tree_job, reader, ids[i], STORE_ALL_KINDS, &edges));
      tree_ok(store_sources(&tree_job, reader, ids[i], STORE_ALL_KINDS, &sources));
      buf_add_format(out, " %.*s:%u %.*s:%u\n", STR_ARG(one.name), one.name_span.line, STR_ARG(symbols[i].name), symbols[i].name_span.line);
      for (size_t e = 0; e < edges.len; e++) buf_add_format(out, "  to %lld at %u\n", (long long)edges.items[e].to.value, edges.items[e].line);
      for (size_t e = 0; e < sources.len; e++) buf_add_format(out, "  from %lld\n", (long long)sources.items[e].symbol.value);
    }
  }
}

static Str told(StoreReader *reader, const FileId *files) {
  Buf out;
  buf_init(&out, &tree_arena, 1u << 20);
  tell(reader, files, &out);
  return buf_str(&out);
}

/* A reader that stays through all batches beside one that is opened for each
 * look; asked twice in a question, and a batch is written in the middle of it. */
static void test_same_as_a_new_reader(void **state) {
  (void)state;
  FileId files[FILES];
  AUTO(Store) store = graph_open();
  put_all(store, files);
  StoreReader *kept = graph_read(store);
  store_read_end(kept);
  for (size_t round = 1; round < 6; round++) {
    tree_ok(store_read_begin(&tree_job, kept));
    StoreReader *fresh = graph_read(store);
    Str before = told(fresh, files);
    graph_end(fresh);
    assert_true(str_eq(told(kept, files), before));
    tree_ok(store_begin(&tree_job, store));
    for (size_t f = round % 2; f < FILES; f += 2) (void)put(store, f, round);
    for (size_t f = round % 2; f < FILES; f += 2) put_edges(store, files, f, round);
    tree_ok(store_put_number(&tree_job, store, STR("round"), (int64_t)round));
    tree_ok(store_commit(&tree_job, store));
    assert_true(str_eq(told(kept, files), before)); /* the state it began with */
    store_read_end(kept);
  }
  store_reader_close(kept);
}

/* Nothing was read when the batch came: the state is that of the beginning. */
static void test_a_question_has_its_state_from_the_start(void **state) {
  (void)state;
  FileId files[FILES];
  int64_t number;
  AUTO(Store) store = graph_open();
  put_all(store, files);
  StoreReader *reader = graph_read(store);
  tree_ok(store_begin(&tree_job, store));
  tree_ok(store_put_number(&tree_job, store, STR("round"), 7));
  tree_ok(store_commit(&tree_job, store));
  tree_ok(store_get_number(&tree_job, reader, STR("round"), &number));
  assert_int_equal(number, 0);
  graph_end(reader);
}

/* More rows and bytes than are kept of one range. */
static void test_what_is_too_large_is_read_anew(void **state) {
  (void)state;
  enum { EDGES = 9000 };
  static StoreEdge edges[EDGES];
  AUTO(Store) store = graph_open();
  tree_ok(store_begin(&tree_job, store));
  for (size_t i = 0; i < NAMESAKES; i++) graph_put(store, path_of(i), "same");
  FileId wide = graph_put(store, "wide.c", "wide").file;
  for (uint32_t i = 0; i < EDGES; i++) {
    edges[i] = (StoreEdge){.from = store_symbol_id(wide, 1), .to = store_symbol_id(wide, i % 3), .line = i * 97 + 1};
  }
  tree_ok(store_put_file_edges(&tree_job, store, &(StoreFileEdges){.file = wide, .edges = edges, .edge_count = EDGES}));
  tree_ok(store_commit(&tree_job, store));
  StoreReader *reader = graph_read(store);
  for (int again = 0; again < 3; again++) {
    StoreSymbols symbols, some, few;
    StoreEdges found[2] = {{0}, {0}};
    StoreSymbol first;
    tree_ok(store_get_symbol(&tree_job, reader, store_symbol_id((FileId){1}, 1), &first));
    tree_expect(first.name, "same");
    tree_ok(store_list_named(&tree_job, reader, 1, SIZE_MAX, &symbols));
    tree_ok(store_list_named(&tree_job, reader, 1, 70, &some));
    tree_ok(store_list_named(&tree_job, reader, 1, 5, &few));
    assert_int_equal(symbols.len, NAMESAKES);
    assert_int_equal(some.len, 70);
    assert_int_equal(some.total, NAMESAKES);
    assert_int_equal(few.len, 5);
    assert_int_equal(few.total, NAMESAKES);
    SymbolId ids[] = {store_symbol_id((FileId){1}, 1), store_symbol_id(wide, 1)};
    tree_ok(store_edges_from_each(&tree_job, reader, ids, 2, STORE_ALL_KINDS, found));
    assert_int_equal(found[0].len, 0);
    assert_int_equal(found[1].len, EDGES);
  }
  graph_end(reader);
}

/* However much is asked for, in one question and in many. */
static void test_kept_rows_have_a_bound(void **state) {
  (void)state;
  enum { EACH = 60, READERS = 6, STORE_MOST = 7 << 20 };
  const int many = graph_engine ? 4 : 400; /* the engine in memory keeps nothing, and looks through all */
  StoreReader *readers[READERS];
  Buf defs;
  Store *store = graph_open();
  buf_init(&defs, &tree_arena, 8192);
  for (size_t i = 0; i < EACH; i++) buf_add_format(&defs, "%ssome_long_name_%zu", i ? " " : "", i);
  tree_ok(store_begin(&tree_job, store));
  for (size_t f = 0; f < (size_t)many; f++) graph_put(store, path_of(f), str_to_c(&tree_arena, buf_str(&defs)));
  tree_ok(store_commit(&tree_job, store));
  for (size_t i = 0; i < READERS; i++) readers[i] = graph_read(store);
  for (size_t i = 0; i < READERS; i++) {
    for (int64_t f = 1; f <= many; f++) {
      for (uint32_t s = 1; s <= EACH; s++) {
        StoreSymbol symbol;
        tree_ok(store_get_symbol(&tree_job, readers[i], store_symbol_id((FileId){f}, s), &symbol));
        assert_int_equal(store_local_of(symbol.id), s);
      }
      if (f % 50 == 0 && i % 2) {
        store_read_end(readers[i]);
        tree_ok(store_read_begin(&tree_job, readers[i]));
      }
      arena_reset(&tree_arena);
    }
    assert_in_range(atomic_load(&store->kept_bytes), graph_engine ? 0 : 1, STORE_MOST);
  }
  for (size_t i = 0; i < READERS; i++) graph_end(readers[i]);
  assert_int_equal(atomic_load(&store->kept_bytes), 0);
  store_close(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      tree_test(test_same_as_a_new_reader), tree_test(test_a_question_has_its_state_from_the_start),
      tree_test(test_what_is_too_large_is_read_anew), tree_test(test_kept_rows_have_a_bound)};
  return GRAPH_RUN(tests);
}
