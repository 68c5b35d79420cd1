/* What is found, in which order; and listings. */
#include "tests/unit/index_dump.h"

#include "src/query/names/names.h"
#include "src/query/names/names_internal.h"
#include "src/query/workspace/workspace.h"

static Index *index_of_tree;

static int setup(void **state) {
  if (tree_setup(state)) return 1;
  tree_write("src/parse.c", "int parse_file(int x) { return x; }\nstatic int parseLine(void) { return 1; }\n"
                            "int reparse;\nstruct Parser { int depth; int file; };\n");
  tree_write("src/file.c", "int open_file(void) { return 1; }\nint parse_file(int x);\n#define PARSE_FILE 1\n");
  tree_write("include/file.h", "int open_file(void);\ntypedef struct File { int depth; } File;\n");
  tree_write("notes.md", "x");
  tree_write("build/out.c", "int out;");
  index_of_tree = dump_open();
  return index_refresh(&tree_job, index_of_tree) != OK;
}

static int teardown(void **state) {
  index_close(index_of_tree);
  return tree_teardown(state);
}

static Str find_through(QueryFind find, Index *index) {
  StoreReader *reader;
  QueryMatches matches;
  find.index = index;
  if (!find.limit) find.limit = 100;
  tree_ok(index_reader_take(&tree_job, index_of_tree, &reader));
  tree_ok(query_find(&tree_job, reader, &find, &matches));
  index_reader_return(index_of_tree, reader);
  Buf out;
  buf_init(&out, &tree_arena, 1u << 16);
  if (matches.fuzzy) buf_add_c(&out, "alike\n");
  for (size_t i = 0; i < matches.len; i++) {
    StoreSymbol *one = &matches.items[i];
    buf_add_format(&out, "%.*s:%u %.*s%s%.*s\n", STR_ARG(one->path), one->name_span.line, STR_ARG(one->container),
                   one->container.len ? "." : "", STR_ARG(one->name));
  }
  if (matches.len < matches.total) buf_add_format(&out, "of %zu\n", matches.total);
  for (size_t i = 0; i < matches.suggestion_count; i++) buf_add_format(&out, "? %.*s\n", STR_ARG(matches.suggestions[i]));
  return buf_str(&out);
}

/* Until so much was spent on asking the store that names are kept; how often
 * they were asked for. */
static int keep_names(void) {
  StoreReader *reader;
  QueryNames *names = NULL;
  int asked = 0;
  tree_ok(index_reader_take(&tree_job, index_of_tree, &reader));
  for (; !names && asked < 20; asked++) {
    tree_ok(query_names_worded(&tree_job, index_of_tree, reader, &names));
    if (!names) query_names_spend(index_of_tree, (size_t)20 << asked);
  }
  assert_non_null(names);
  query_names_return(names);
  index_reader_return(index_of_tree, reader);
  return asked;
}

/* Names in memory or not, and looked up there or not: the answer is the same. */
static Str find_with(QueryFind find) {
  Str found = find_through(find, NULL);
  tree_expect(find_through(find, index_of_tree), str_to_c(&tree_arena, found));
  keep_names();
  tree_expect(find_through(find, index_of_tree), str_to_c(&tree_arena, found));
  return found;
}

static Str find(const char *query) { return find_with((QueryFind){.query = str_from_c(query)}); }

static void test_ranks(void **state) {
  (void)state;
  /* the same name (definition, declaration), the same letters, words */
  tree_expect(find("parse_file"), "src/parse.c:1 parse_file\nsrc/file.c:2 parse_file\nsrc/file.c:3 PARSE_FILE\n");
  /* prefixes, exported first; parts of names only when there is nothing better */
  tree_expect(find("parse"), "src/parse.c:4 Parser\nsrc/parse.c:1 parse_file\nsrc/file.c:3 PARSE_FILE\n"
                             "src/parse.c:2 parseLine\nsrc/file.c:2 parse_file\n");
  tree_expect(find("epars"), "src/parse.c:3 reparse\n");
  tree_expect(find_with((QueryFind){.query = STR("parse"), .has_kind = true, .kind = SYMBOL_VARIABLE}),
              "src/parse.c:3 reparse\n");
  tree_expect(find("pLi"), "src/parse.c:2 parseLine\n"); /* words of the name */
  tree_expect(find("file"), "src/parse.c:4 Parser.file\ninclude/file.h:2 File\ninclude/file.h:2 File\n"
                            "src/file.c:1 open_file\nsrc/parse.c:1 parse_file\nsrc/file.c:3 PARSE_FILE\n"
                            "include/file.h:1 open_file\nsrc/file.c:2 parse_file\n");
  tree_expect(find("en_Fi"), "src/file.c:1 open_file\ninclude/file.h:1 open_file\n");
}

/* Used ones first; tests and generated code last. */
static void test_merit(void **state) {
  (void)state;
  tree_write("a/one.py", "def work():\n    pass\n");
  tree_write("b/two.py", "def work():\n    pass\n\n\ndef a():\n    work()\n\n\ndef b():\n    work()\n");
  tree_write("a/schema_pb2.py", "def work():\n    pass\n\n\ndef c():\n    work()\n");
  tree_write("a/test_four.py", "def work():\n    pass\n\n\ndef test_d():\n    work()\n\n\ndef test_e():\n    work()\n");
  tree_ok(index_refresh(&tree_job, index_of_tree));
  tree_expect(find("work"), "b/two.py:1 work\na/one.py:1 work\na/test_four.py:1 work\na/schema_pb2.py:1 work\n");
}

static void test_alike(void **state) {
  (void)state;
  tree_expect(find("prase_flie"), "alike\nsrc/parse.c:1 parse_file\nsrc/file.c:3 PARSE_FILE\nsrc/file.c:2 parse_file\n");
  tree_expect(find("nothinglikeit"), "");
}

/* A name that is gone is as if it had never been: near ones are offered. */
static void test_gone_names(void **state) {
  (void)state;
  tree_write("src/gone.c", "int reparsed;\n");
  tree_ok(index_refresh(&tree_job, index_of_tree));
  tree_expect(find("reparsed"), "src/gone.c:1 reparsed\n");
  tree_remove("src/gone.c");
  tree_ok(index_refresh(&tree_job, index_of_tree));
  tree_expect(find("reparsed"), "alike\nsrc/parse.c:3 reparse\n");
  tree_expect(find("parse.c:reparsed"), "? src/parse.c:reparse\n");
}

static void test_glob(void **state) {
  (void)state;
  tree_expect(find("open_*"), "src/file.c:1 open_file\ninclude/file.h:1 open_file\n");
  tree_expect(find("PARSE*"), "src/file.c:3 PARSE_FILE\n");
  tree_expect(find("d?pth"), "include/file.h:2 File.depth\nsrc/parse.c:4 Parser.depth\n");
}

static void test_qualified(void **state) {
  (void)state;
  tree_expect(find("Parser.depth"), "src/parse.c:4 Parser.depth\n");
  tree_expect(find("file.c:parse_file"), "src/file.c:2 parse_file\n");
  tree_expect(find("src/parse.c::parse_file"), "src/parse.c:1 parse_file\n");
  tree_expect(find("ile.c:parse_file"), "? src/file.c:parse_file\n? src/parse.c:parse_file\n");
  tree_expect(find("parse.c:PARSE_FILE"), "? src/file.c:PARSE_FILE\n");
  tree_expect(find("Parser.deptj"), "? Parser.depth\n? File.depth\n"); /* the nearest qualifier first */
}

static void test_filters(void **state) {
  (void)state;
  tree_expect(find_with((QueryFind){.query = STR("parse"), .has_kind = true, .kind = SYMBOL_STRUCT}), "src/parse.c:4 Parser\n");
  tree_expect(find_with((QueryFind){.query = STR("parseLine"), .exported = true}), "? parseLine\n");
  tree_expect(find_with((QueryFind){.query = STR("open_file"), .path = STR("include")}), "include/file.h:1 open_file\n");
  tree_expect(find_with((QueryFind){.query = STR("open_file"), .path = STR("*.c")}), "src/file.c:1 open_file\n");
  tree_expect(find_with((QueryFind){.query = STR("open_file"), .path = STR("inc")}), "? open_file\n");
  tree_expect(find_with((QueryFind){.query = STR("file"), .limit = 1}), "src/parse.c:4 Parser.file\nof 8\n");
}

/* Names are kept through edits that bring and take none, and not through others. */
static void test_kept_names(void **state) {
  (void)state;
  assert_true(keep_names() > 1);
  assert_int_equal(keep_names(), 1);
  tree_write("src/file.c", "int open_file(void) { return 2; }\n\nint parse_file(int x);\n#define PARSE_FILE 3\n");
  tree_ok(index_refresh(&tree_job, index_of_tree));
  assert_int_equal(keep_names(), 1);
  tree_expect(find("open_file"), "src/file.c:1 open_file\ninclude/file.h:1 open_file\n");
  tree_write("src/file.c", "int open_file_now(void) { return 2; }\nint parse_file(int x);\n#define PARSE_FILE 3\n");
  tree_ok(index_refresh(&tree_job, index_of_tree));
  tree_expect(find_through((QueryFind){.query = STR("open_file")}, index_of_tree), "include/file.h:1 open_file\nsrc/file.c:1 open_file_now\n");
  assert_true(keep_names() > 1);
  tree_expect(find_through((QueryFind){.query = STR("now")}, index_of_tree), "src/file.c:1 open_file_now\n");
  tree_remove("include/file.h");
  tree_ok(index_refresh(&tree_job, index_of_tree));
  tree_expect(find_through((QueryFind){.query = STR("open_file")}, index_of_tree), "src/file.c:1 open_file_now\n");
  assert_true(keep_names() > 1);
}

/* A word that is in more names than are looked at, of which few have the other
 * words. */
static void test_common_words(void **state) {
  (void)state;
  Buf text;
  buf_init(&text, &tree_arena, 1u << 20);
  for (int i = 0; i < 2500; i++) buf_add_format(&text, "int common_thing_%d;\n", i);
  buf_add_c(&text, "int a_common_7;\nint CommonThing7;\nint thing_common_42;\n");
  tree_write("many.c", text.ptr);
  tree_ok(index_refresh(&tree_job, index_of_tree));
  tree_expect(find_with((QueryFind){.query = STR("thing_2499"), .limit = 3}), "many.c:2500 common_thing_2499\n");
  tree_expect(find_with((QueryFind){.query = STR("commonThing7"), .limit = 3}), "many.c:2502 CommonThing7\n"
              "many.c:8 common_thing_7\nmany.c:71 common_thing_70\nof 112\n");
  tree_expect(find_with((QueryFind){.query = STR("thing-42"), .limit = 2}), "many.c:43 common_thing_42\nmany.c:421 common_thing_420\nof 11\n");
  tree_expect(find_with((QueryFind){.query = STR("common_thing_1*9"), .limit = 2}), "many.c:20 common_thing_19\nmany.c:110 common_thing_109\nof 111\n");
}

static Str list(QueryFiles request) {
  StoreReader *reader;
  QueryListing listing;
  if (!request.limit) request.limit = 100;
  tree_ok(index_reader_take(&tree_job, index_of_tree, &reader));
  tree_ok(query_files(&tree_job, reader, &request, &listing));
  index_reader_return(index_of_tree, reader);
  Buf out;
  buf_init(&out, &tree_arena, 1u << 16);
  for (size_t i = 0; i < listing.len; i++) {
    QueryEntry *one = &listing.items[i];
    buf_add_format(&out, "%zu %.*s%s %zu/%zu%s\n", one->level, STR_ARG(one->path), one->is_directory ? "/" : "", one->files,
                   one->symbols, one->is_folded ? " folded" : "");
  }
  buf_add_format(&out, "%zu files %zu symbols of %zu\n", listing.files, listing.symbols, listing.total);
  return buf_str(&out);
}

static void test_listing(void **state) {
  (void)state;
  tree_expect(list((QueryFiles){.tree = true}),
              "0 build/ 0/0 folded\n0 include/ 1/4\n1 include/file.h 0/4\n0 notes.md 0/0\n0 src/ 2/9\n"
              "1 src/file.c 0/3\n1 src/parse.c 0/6\n4 files 13 symbols of 7\n");
  tree_expect(list((QueryFiles){.tree = true, .depth = 1}),
              "0 build/ 0/0 folded\n0 include/ 1/4 folded\n0 notes.md 0/0\n0 src/ 2/9 folded\n4 files 13 symbols of 4\n");
  tree_expect(list((QueryFiles){.path = STR("src"), .tree = true}),
              "0 src/file.c 0/3\n0 src/parse.c 0/6\n2 files 9 symbols of 2\n");
  tree_expect(list((QueryFiles){.path = STR("src/file.c")}), "0 src/file.c 0/3\n1 files 3 symbols of 1\n");
  tree_expect(list((QueryFiles){.pattern = STR("*.h")}), "0 include/file.h 0/4\n1 files 4 symbols of 1\n");
  tree_expect(list((QueryFiles){.pattern = STR("src/**"), .limit = 1}), "0 src/file.c 0/3\n2 files 9 symbols of 2\n");
  tree_expect(list((QueryFiles){.path = STR("none")}), "0 files 0 symbols of 0\n");
}

#define found(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {found(test_ranks), found(test_merit), found(test_alike), found(test_gone_names), found(test_kept_names), found(test_common_words), found(test_glob),
                                     found(test_qualified), found(test_filters), found(test_listing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
