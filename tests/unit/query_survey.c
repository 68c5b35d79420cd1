/* Questions about the whole graph. */
#include "tests/unit/query_tree.h"

#include "src/query/survey/survey.h"

static int setup(void **state) {
  if (tree_setup(state)) return 1;
  tree_write("a/one.py", "from b.two import two\n\n\ndef one():\n    two()\n\n\ndef _idle():\n    _idle()\n\n\ndef main():\n    one()\n");
  tree_write("b/two.py", "import c.three\n\n\ndef two():\n    c.three.three()\n\n\nclass Base:\n    def act(self):\n        pass\n\n\n"
                         "class _Sub(Base):\n    def act(self):\n        pass\n\n    def __len__(self):\n        return 1\n");
  tree_write("c/three.py", "from a.one import one\n\n\ndef three():\n    one()\n    helper()\n\n\ndef helper():\n    pass\n");
  tree_write("script.py", "from c.three import three\n\nthree()\n");
  tree_write("tests/test_it.py", "from a.one import one\n\n\ndef _unused():\n    pass\n\n\ndef test_one():\n    one()\n");
  for (const char *const *folder = (const char *const[]){"a", "b", "c", NULL}; *folder; folder++) {
    tree_write(str_to_c(&tree_arena, str_format(&tree_arena, "%s/__init__.py", *folder)), "");
  }
  graph_open();
  return 0;
}

static int teardown(void **state) {
  graph_close();
  return tree_teardown(state);
}

static Str dead(bool exported, size_t limit, Str path) {
  QueryFound found;
  Buf out;
  buf_init(&out, &tree_arena, 1u << 14);
  tree_ok(query_dead_code(&tree_job, graph_reader, &(QueryDead){.path = path, .exported = exported, .limit = limit}, &found));
  for (size_t i = 0; i < found.len; i++) buf_add_format(&out, "%.*s ", STR_ARG(query_qualified(&tree_arena, &found.items[i])));
  buf_add_format(&out, "of %zu", found.total);
  return buf_str(&out);
}

/* Neither recursion nor tests keep anything alive; main and what overrides stay. */
static void test_dead_code(void **state) {
  (void)state;
  tree_expect(dead(false, 10, STR_EMPTY), "_idle _Sub of 2");
  tree_expect(dead(true, 10, STR_EMPTY), "_idle Base.act _Sub of 3");
  tree_expect(dead(true, 1, STR_EMPTY), "_idle of 3");
  tree_expect(dead(true, 10, STR("b")), "Base.act _Sub of 2");
}

/* A macro makes several functions, of which few are called. */
static void test_made(void **state) {
  (void)state;
  tree_write("m/list.h", "#define LIST(T) static T *T##_new(void) { return 0; } static void T##_free(T *x) {}\n");
  tree_write("m/use.c", "#include \"list.h\"\nLIST(foo)\nstatic void idle(void) {}\nint main(void) { foo_new(); return 0; }\n");
  graph_close();
  graph_open();
  tree_expect(dead(true, 10, STR("m")), "idle of 1");
}

/* No edge leads to these, but they are not dead: run by the language, handed
 * on, members of what is handed on, overriding what is not in the workspace,
 * another value of a name, or called on a value of unknown type. */
static void test_kept(void **state) {
  (void)state;
  tree_write("go.mod", "module m\n");
  tree_write("run.go", "package m\n\nfunc init() {}\n\nfunc lost() {}\n");
  tree_write("hand.js", "import { on } from 'there'\non('x', function handed() {})\non({ held() {}, also: function () {} })\n"
                        "let pick\nif (on) {\n  pick = () => 1\n} else {\n  pick = () => 2\n}\non(pick())\n"
                        "function gone() {}\nexport const one = 1\n");
  tree_write("own.py", "import there\n\n\nclass _Near(there.Far):\n    def _hook(self):\n        pass\n\n\n"
                       "class _Next(_Near):\n    def _later(self):\n        pass\n\n\n"
                       "class _Plain(object):\n    def _idle_too(self):\n        self._idle_too()\n\n    def _asked(self):\n        pass\n\n\n"
                       "def use(thing):\n    thing._asked()\n    return _Near, _Next, _Plain\n");
  graph_close();
  graph_open();
  tree_expect(dead(false, 20, STR_EMPTY), "_idle _Sub gone _Plain._idle_too lost of 5");
}

static void test_entry_points(void **state) {
  (void)state;
  QueryEntryPoints points;
  Buf out;
  tree_write("table.c", "#define ENTRY(f) {f, 0}\nstatic int act(void) { return 0; }\n"
                        "struct row { int (*run)(void); int flags; };\nstruct row rows[] = {ENTRY(act)};\n"
                        "int kept(void) { return act(); }\n");
  graph_close();
  graph_open();
  buf_init(&out, &tree_arena, 1u << 14);
  tree_ok(query_entry_points(&tree_job, graph_reader, STR_EMPTY, 10, &points));
  for (size_t i = 0; i < points.len; i++) {
    buf_add_format(&out, "%d %.*s %zu\n", points.items[i].kind, STR_ARG(query_qualified(&tree_arena, &points.items[i].symbol)), points.items[i].calls);
  }
  tree_expect(buf_str(&out), "0 main 1\n2 script.py 1\n3 kept 1\n"); /* nothing runs at the top of table.c */
}

/* The sure ones of all entry points, found without looking at all edges. */
static void test_starts(void **state) {
  (void)state;
  QueryEntryPoints all, starts;
  StoreFiles files;
  tree_write("web/app.py", "from flask import Flask\n\napp = Flask(__name__)\n\n\n@app.route('/users')\ndef users():\n    return ''\n");
  tree_write("more.c", "int MAIN(void);\nint wmain(void) { return MAIN(); }\nint mainly(void) { return wmain(); }\n");
  tree_write("main.go", "package main\n\nfunc Main() { print(1) }\n\nfunc main() { Main() }\n");
  tree_write("tests/main_test.py", "def main():\n    pass\n");
  tree_write("lonely.py", "import a.one\n\na.one.one()\n\n\ndef late():\n    pass\n");
  tree_write("user.py", "from lonely import late\n\nlate()\n");
  graph_close();
  graph_open();
  tree_ok(query_entry_points(&tree_job, graph_reader, STR_EMPTY, 100, &all));
  tree_ok(store_list_files(&tree_job, graph_reader, STR_EMPTY, &files));
  size_t sure = 0, routes = 0;
  for (; sure < all.len && all.items[sure].kind != QUERY_ENTRY_UNCALLED; sure++) routes += all.items[sure].kind == QUERY_ENTRY_ROUTE;
  assert_int_equal(all.items[0].kind, QUERY_ENTRY_MAIN);
  assert_int_equal(routes, 1);
  assert_int_equal(all.items[sure - 1].kind, QUERY_ENTRY_FILE);
  for (size_t limit = 1; limit <= sure + 2; limit++) {
    tree_ok(query_starts(&tree_job, graph_reader, &files, limit, &starts));
    assert_int_equal(starts.len, limit < sure ? limit : sure);
    for (size_t i = 0; i < starts.len; i++) {
      assert_int_equal(starts.items[i].symbol.id.value, all.items[i].symbol.id.value);
      assert_int_equal(starts.items[i].kind, all.items[i].kind);
      assert_int_equal(starts.items[i].calls, all.items[i].calls);
    }
  }
}

static Str cycles(bool folders) {
  QueryCycles found;
  Buf out;
  buf_init(&out, &tree_arena, 1u << 14);
  tree_ok(query_cycles(&tree_job, graph_reader, folders, &found));
  for (size_t i = 0; i < found.len; i++) {
    buf_add_format(&out, "%zu:", found.items[i].round);
    for (size_t k = 0; k < found.items[i].len; k++) buf_add_format(&out, " %.*s", STR_ARG(found.items[i].members[k]));
    buf_add_byte(&out, '\n');
  }
  return buf_str(&out);
}

static void test_cycles(void **state) {
  (void)state;
  tree_expect(cycles(false), "3: a/one.py b/two.py c/three.py\n");
  tree_expect(cycles(true), "3: a b c\n");
}

/* Having the methods of an interface is no dependence; naming it is. */
static void test_structural(void **state) {
  (void)state;
  tree_write("go.mod", "module m\n");
  tree_write("part/part.go", "package part\n\ntype Part struct{}\n\nfunc (p Part) Run() {}\n");
  tree_write("use/use.go", "package use\n\nimport \"m/part\"\n\ntype Runner interface{ Run() }\n\nfunc All() { Do(part.Part{}) }\n\nfunc Do(r Runner) { r.Run() }\n");
  graph_close();
  graph_open();
  StoreEdges edges = {0};
  tree_ok(store_edges_from(&tree_job, graph_reader, graph_symbol("part.Part").id, STORE_KIND(EDGE_IMPLEMENTS), &edges));
  assert_int_equal(edges.len, 1);
  tree_expect(cycles(true), "3: a b c\n");
}

/* Without history the users count alone. */
static void test_hotspots(void **state) {
  (void)state;
  QueryHotspots spots;
  tree_ok(query_hotspots(&tree_job, graph_index, graph_reader, 1, &spots));
  assert_false(spots.has_history);
  assert_int_equal(spots.len, 1);
  tree_expect(spots.items[0].path, "a/one.py");
  assert_int_equal(spots.items[0].users, 2);
}

/* What was counted serves again until something changes. */
static void test_hotspots_again(void **state) {
  (void)state;
  QueryHotspots before, again, after;
  tree_ok(query_hotspots(&tree_job, graph_index, graph_reader, 10, &before));
  tree_ok(query_hotspots(&tree_job, graph_index, graph_reader, 10, &again));
  assert_int_equal(again.len, before.len);
  for (size_t i = 0; i < before.len; i++) {
    assert_true(str_eq(again.items[i].path, before.items[i].path));
    assert_int_equal(again.items[i].users, before.items[i].users);
  }
  tree_write("0first.py", "from a.one import one\n\none()\n"); /* before all others: they get other numbers */
  index_reader_return(graph_index, graph_reader);
  tree_ok(index_refresh(&tree_job, graph_index));
  tree_ok(index_reader_take(&tree_job, graph_index, &graph_reader));
  tree_ok(query_hotspots(&tree_job, graph_index, graph_reader, 10, &after));
  tree_expect(after.items[0].path, "a/one.py");
  assert_int_equal(after.items[0].users, 3);
  assert_int_equal(after.len, before.len);
}

static void test_clusters(void **state) {
  (void)state;
  QueryClusters clusters;
  tree_ok(query_clusters(&tree_job, graph_reader, &clusters));
  assert_int_equal(clusters.len, 1);
  assert_int_equal(clusters.items[0].len, 6);
  assert_int_equal(clusters.items[0].outside, 0);
}

/* "name path files: ..." and "from>to uses/tests[!]", ! where no manifest says so. */
static Str packages(QueryPackageWish wish) {
  QueryPackageGraph graph;
  Buf out;
  buf_init(&out, &tree_arena, 1u << 14);
  tree_ok(query_package_graph(&tree_job, graph_index, graph_reader, &wish, &graph));
  buf_add_format(&out, "%s %zu\n", graph.is_by_folder ? "folders" : "packages", graph.total);
  for (size_t i = 0; i < graph.len; i++) {
    buf_add_format(&out, "%.*s (%.*s) %zu\n", STR_ARG(graph.packages[i].name), STR_ARG(graph.packages[i].path), graph.packages[i].files);
  }
  for (size_t i = 0; i < graph.edge_count; i++) {
    const QueryPackageEdge *edge = &graph.edges[i];
    buf_add_format(&out, "%.*s>%.*s %zu/%zu%s\n", STR_ARG(graph.packages[edge->from].name), STR_ARG(graph.packages[edge->to].name), edge->uses, edge->test_uses,
                   edge->is_declared ? "" : "!");
  }
  return buf_str(&out);
}

/* Without manifests it is folders, and tests are one of them. */
static void test_folders(void **state) {
  (void)state;
  tree_expect(packages((QueryPackageWish){.limit = 10}),
              "folders 4\nb (b) 2\na (a) 2\nc (c) 2\n. () 1\nb>c 4/0!\na>b 3/0!\nc>a 3/0!\n.>c 3/0!\n");
  tree_expect(packages((QueryPackageWish){.limit = 1}), "folders 4\nb (b) 2\n");
  tree_expect(packages((QueryPackageWish){.limit = 10, .tests = true}),
              "folders 5\nb (b) 2\na (a) 2\nc (c) 2\ntests (tests) 1\n. () 1\nb>c 4/0!\na>b 3/0!\nc>a 3/0!\n.>c 3/0!\ntests>a 0/3!\n");
}

/* What a manifest says, and what is used without its saying so. A need of
 * another language's package of that name is none. */
static void test_packages(void **state) {
  (void)state;
  tree_write("js/one/package.json", "{\"name\": \"@x/one\", \"dependencies\": {\"@x/Two\": \"*\", \"crate\": \"*\", \"left-pad\": \"1\"}}");
  tree_write("js/one/one.js", "import { two } from '../two/two.js'\nimport { three } from '../three/three.js'\nexport function one() { return two() + three() }\n");
  tree_write("js/two/package.json", "{\"name\": \"@x/two\"}");
  tree_write("js/two/two.js", "export function two() { return 2 }\n");
  tree_write("js/three/package.json", "{\"name\": \"@x/three\", \"devDependencies\": {\"@x/two\": \"*\"}}");
  tree_write("js/three/three.js", "export function three() { return 3 }\n");
  tree_write("crate/Cargo.toml", "[package]\nname = \"crate\"\n");
  tree_write("crate/src/lib.rs", "pub fn four() {}\n");
  tree_write("broken/package.json", "{\"name\": ");
  tree_write("empty/package.json", "{\"name\": \"@x/empty\"}");
  graph_close();
  graph_open();
  tree_expect(packages((QueryPackageWish){.limit = 10}),
              "packages 4\ncrate (crate) 1\n@x/one (js/one) 1\n@x/three (js/three) 1\n@x/two (js/two) 1\n"
              "@x/one>@x/three 3/0!\n@x/one>@x/two 3/0\n@x/three>@x/two 0/0\n");
}

#define TREE_TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {TREE_TEST(test_dead_code), TREE_TEST(test_made), TREE_TEST(test_kept), TREE_TEST(test_entry_points), TREE_TEST(test_starts), TREE_TEST(test_cycles), TREE_TEST(test_structural),
                                     TREE_TEST(test_hotspots), TREE_TEST(test_hotspots_again), TREE_TEST(test_clusters), TREE_TEST(test_folders), TREE_TEST(test_packages)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
