/* Which symbols keep their ids when their file changes; and names. */
#include "tests/unit/store_graph.h"

/* "C#1 C.m#2": the symbols of a file with the numbers in their ids. */
static Str show(Store *store, const char *path) {
  StoreReader *reader = graph_read(store);
  StoreFiles files;
  StoreSymbols symbols = {0};
  Buf out;
  buf_init(&out, &tree_arena, 1u << 16);
  tree_ok(store_list_files(&tree_job, reader, str_from_c(path), &files));
  if (files.len) tree_ok(store_list_symbols(&tree_job, reader, files.items[0].id, &symbols));
  for (size_t i = 0; i < symbols.len; i++) {
    StoreSymbol *one = &symbols.items[i];
    buf_add_format(&out, "%s%.*s%s%.*s#%u", i ? " " : "", STR_ARG(one->container), one->container.len ? "." : "",
                   STR_ARG(one->name), store_local_of(one->id));
    assert_int_equal(store_file_of(one->id).value, files.items[0].id.value);
    StoreSymbol again;
    tree_ok(store_get_symbol(&tree_job, reader, one->id, &again));
    tree_expect(again.name, str_to_c(&tree_arena, one->name));
    /* The facts' numbers lead to the same ids. */
    uint32_t *locals;
    tree_ok(store_get_locals(&tree_job, reader, files.items[0].id, 100, &locals));
    assert_int_equal(locals[one->def], store_local_of(one->id));
  }
  graph_end(reader);
  return buf_str(&out);
}

static void put(Store *store, const char *defs) {
  tree_ok(store_begin(&tree_job, store));
  graph_put(store, "a.c", defs);
  tree_ok(store_commit(&tree_job, store));
}

static void test_ids_stay(void **state) {
  (void)state;
  AUTO(Store) store = graph_open();
  put(store, "f C C/m g");
  tree_expect(show(store, "a.c"), "f#1 C#2 C.m#3 g#4");
  put(store, "new f C C/n C/m g"); /* two came */
  tree_expect(show(store, "a.c"), "new#5 f#1 C#2 C.n#6 C.m#3 g#4");
  put(store, "g f D D/m"); /* moved, and gone with its container */
  tree_expect(show(store, "a.c"), "g#4 f#1 D#7 D.m#8");
  put(store, "- f f f"); /* namesakes by order; the anonymous has none */
  tree_expect(show(store, "a.c"), "f#1 f#9 f#10");
  put(store, "f f");
  tree_expect(show(store, "a.c"), "f#1 f#9");
  put(store, "F f"); /* another kind */
  tree_expect(show(store, "a.c"), "F#10 f#1");
  put(store, "");
  tree_expect(show(store, "a.c"), "");
  put(store, "f");
  tree_expect(show(store, "a.c"), "f#1");
}

static void add_name(void *context, int64_t name, Str text) {
  (void)name;
  Buf *out = context;
  buf_add_format(out, "%s%.*s", out->len ? " " : "", STR_ARG(text));
}

static int by_text(const void *a, const void *b) { return str_compare(*(const Str *)a, *(const Str *)b); }

/* The words of a text in order: what is found by words comes in none. */
static Str sorted(Str text) {
  Str words[64];
  size_t count = 0;
  Buf out;
  buf_init(&out, &tree_arena, 4096);
  for (Str rest = text; rest.len;) words[count++] = str_cut(&rest, ' ');
  qsort(words, count, sizeof(*words), by_text);
  for (size_t i = 0; i < count; i++) buf_add_format(&out, "%s%.*s", i ? " " : "", STR_ARG(words[i]));
  return buf_str(&out);
}

static Str names_by(Store *store, const char *how, const char *text) {
  StoreReader *reader = graph_read(store);
  Buf out;
  buf_init(&out, &tree_arena, 1u << 16);
  if (strcmp(how, "word") == 0) tree_ok(store_each_worded(&tree_job, reader, str_from_c(text), 100, add_name, &out));
  else if (strcmp(how, "begin") == 0) tree_ok(store_each_prefixed(&tree_job, reader, str_from_c(text), 100, add_name, &out));
  else tree_ok(store_each_name(&tree_job, reader, add_name, &out));
  graph_end(reader);
  return strcmp(how, "begin") == 0 ? buf_str(&out) : sorted(buf_str(&out));
}

static void expect_names(Store *store) {
  tree_expect(names_by(store, "all", ""), "HTTPServer openFile open_file parseFile\xC3\xA9 zz");
  tree_expect(names_by(store, "begin", "OPEN"), "open_file openFile");
  tree_expect(names_by(store, "begin", "openf"), "openFile");
  tree_expect(names_by(store, "word", "File"), "openFile open_file parseFile\xC3\xA9");
  tree_expect(names_by(store, "word", "serv"), "HTTPServer");
  tree_expect(names_by(store, "word", "erver"), "");
}

/* The same whether they were loaded in bulk or came one by one. */
static void test_names(void **state) {
  (void)state;
  const char *defs = "open_file openFile HTTPServer parseFile\xC3\xA9 zz zz";
  AUTO(Store) store = graph_open();
  put(store, "old_name zz");
  put(store, defs); /* names nobody has any more are gone */
  expect_names(store);
  tree_ok(store_bulk_begin(&tree_job, store));
  put(store, "zz other");
  tree_expect(names_by(store, "word", "other"), ""); /* not yet */
  tree_expect(names_by(store, "begin", "oth"), "other");
  tree_ok(store_bulk_end(&tree_job, store));
  tree_expect(names_by(store, "word", "other"), "other");
  tree_ok(store_bulk_begin(&tree_job, store));
  put(store, defs);
  tree_ok(store_bulk_end(&tree_job, store));
  expect_names(store);
  tree_ok(store_bulk_begin(&tree_job, store));
  put(store, defs);
  tree_ok(store_bulk_names(&tree_job, store)); /* before the end */
  expect_names(store);
  tree_ok(store_bulk_end(&tree_job, store));
  expect_names(store);
  put(store, "zz");
  tree_expect(names_by(store, "all", ""), "zz");
  tree_expect(names_by(store, "word", "file"), "");
}

/* Also where there are more than are kept from the first look at them. */
static void test_words_of_many(void **state) {
  (void)state;
  StoreOptions options = {.root = tree_root, .cache_dir = tree_cache, .engine = graph_engine, .bulk_mb = 1};
  AUTO(Store) store = NULL;
  tree_ok(store_open(&tree_job, &options, &store));
  tree_ok(store_lock(&tree_job, store));
  Buf defs;
  buf_init(&defs, &tree_arena, 1u << 20);
  for (int i = 0; i < 5000; i++) buf_add_format(&defs, "%sname%c%c%c", i ? " " : "", 'A' + i / 676, 'a' + i / 26 % 26, 'a' + i % 26);
  buf_add_c(&defs, " common");
  tree_ok(store_bulk_begin(&tree_job, store));
  put(store, str_to_c(&tree_arena, buf_str(&defs)));
  tree_ok(store_bulk_end(&tree_job, store));
  tree_expect(names_by(store, "word", "hji"), "nameHji"); /* the last one */
  tree_expect(names_by(store, "word", "common"), "common");
  tree_expect(names_by(store, "word", "aaa"), "nameAaa");
}

static void keep_row(void *context, int64_t name, Str text) {
  if (str_eq(text, STR("f"))) *(int64_t *)context = name;
}

/* Namesakes up to a limit; all are counted. */
static void test_namesakes(void **state) {
  (void)state;
  AUTO(Store) store = graph_open();
  put(store, "f f g f");
  StoreReader *reader = graph_read(store);
  StoreSymbols symbols;
  int64_t row = 0;
  tree_ok(store_each_name(&tree_job, reader, keep_row, &row));
  tree_ok(store_list_named(&tree_job, reader, row, 2, &symbols));
  assert_int_equal(symbols.len, 2);
  assert_int_equal(symbols.total, 3);
  tree_ok(store_list_named(&tree_job, reader, row, SIZE_MAX, &symbols));
  assert_int_equal(symbols.len, 3);
  assert_int_equal(symbols.total, 3);
  graph_end(reader);
}

int main(void) {
  const struct CMUnitTest tests[] = {tree_test(test_ids_stay), tree_test(test_names), tree_test(test_words_of_many), tree_test(test_namesakes)};
  return GRAPH_RUN(tests);
}
