/* Paths between symbols, and where the graph stops; drawings. */
#include "tests/unit/query_tree.h"

#include "src/query/graph/graph.h"
#include "src/query/path/path.h"

static int setup(void **state) {
  Buf text;
  if (tree_setup(state)) return 1;
  tree_write("flow.py",
             "class Base:\n    def run(self):\n        pass\n\n\nclass Real(Base):\n    def run(self):\n        goal()\n\n\n"
             "def goal():\n    pass\n\n\n"
             "def start(base: Base):\n    base.run()\n\n\n"
             "def slow(base):\n    start(base)\n    quick(base)\n\n\n"
             "def quick(base):\n    goal()\n\n\n"
             "def lost(handlers, kind, callback):\n    handlers[kind](1)\n    callback(2)\n    make()(3)\n    kind.go()\n    len(kind)\n");
  buf_init(&text, &tree_arena, 1u << 14);
  for (int i = 0; i < 25; i++) buf_add_format(&text, "def step%d():\n    step%d()\n\n\n", i, i + 1);
  buf_add_c(&text, "def step25():\n    pass\n");
  tree_write("steps.py", str_to_c(&tree_arena, buf_str(&text)));
  tree_write("gone.py", "from .nowhere import thing\n\n\ndef gone():\n    thing()\n");
  graph_open();
  return 0;
}

static int teardown(void **state) {
  graph_close();
  return tree_teardown(state);
}

static QueryPath find(const char *from, const char *to) {
  QueryPath path;
  StoreSymbol start = graph_symbol(from), end = graph_symbol(to);
  QueryPathRequest request = {.from = &start, .from_count = 1, .to = &end, .to_count = 1};
  tree_ok(query_path(&tree_job, graph_reader, &request, &path));
  return path;
}

static Str show(const char *from, const char *to) {
  QueryPath path = find(from, to);
  Buf out;
  buf_init(&out, &tree_arena, 1u << 14);
  for (size_t i = 0; i < path.len; i++) {
    const QueryHop *hop = &path.hops[i];
    if (i) buf_add_format(&out, " -%u%s-> ", hop->edge.line, hop->is_dispatch ? "?" : "");
    buf_add(&out, query_qualified(&tree_arena, &hop->symbol));
  }
  return buf_str(&out);
}

static void test_paths(void **state) {
  (void)state;
  tree_expect(show("quick", "goal"), "quick -25-> goal");
  /* an implementation of what is called */
  tree_expect(show("start", "goal"), "start -16?-> Real.run -8-> goal");
  /* the fewest hops */
  tree_expect(show("slow", "goal"), "slow -21-> quick -25-> goal");
  tree_expect(show("goal", "goal"), "");
  tree_expect(show("goal", "start"), "");
}

static void test_lengths(void **state) {
  (void)state;
  assert_int_equal(find("step0", "step7").len, 8);   /* 7 hops: a flow */
  assert_int_equal(find("step0", "step8").len, 9);   /* perhaps a wander */
  assert_int_equal(find("step0", "step20").len, 21); /* as far as is looked */
  QueryPath far = find("step0", "step21");
  assert_int_equal(far.len, 0);
  assert_true(far.is_cut);
}

static void test_no_path(void **state) {
  (void)state;
  QueryPath path = find("start", "slow");
  assert_int_equal(path.len, 0);
  assert_false(path.is_cut);
  assert_int_equal(path.near_start_count, 0); /* nobody calls it */
  path = find("lost", "goal"); /* a start that leads nowhere does not hide what leads to the end */
  assert_int_equal(path.near_end_count, 0);
  assert_int_equal(path.near_start_count, 4);
  tree_expect(path.near_start[0].name, "start");
}

static void test_missing_file(void **state) {
  (void)state;
  QueryOpenCalls calls;
  StoreSymbol symbol = graph_symbol("gone");
  tree_ok(query_open_calls(&tree_job, graph_reader, &symbol, 10, &calls));
  assert_int_equal(calls.len, 1);
  tree_expect(str_from_c(calls.items[0].why), "calls what is imported from a file that does not define it");
}

static void test_open_calls(void **state) {
  (void)state;
  QueryOpenCalls calls;
  StoreSymbol symbol = graph_symbol("lost");
  Buf out;
  buf_init(&out, &tree_arena, 1u << 14);
  tree_ok(query_open_calls(&tree_job, graph_reader, &symbol, 10, &calls));
  for (size_t i = 0; i < calls.len; i++) {
    buf_add_format(&out, "%u: %s\n", calls.items[i].line, calls.items[i].why);
  }
  tree_expect(buf_str(&out), "29: calls an element of a collection\n30: calls a parameter\n"
                             "31: calls what a call returned\n"
                             "32: calls a member of a value whose type is not known\n");
  tree_ok(query_open_calls(&tree_job, graph_reader, &symbol, 1, &calls));
  assert_int_equal(calls.len, 1);
}

/* What names contain has no meaning in a drawing. */
static void test_drawings(void **state) {
  (void)state;
  QueryDrawNode nodes[] = {{STR("a\"]; x"), STR("p.c:1"), true}, {STR("b\\n"), STR("q.c:2"), false}};
  QueryDrawEdge edges[] = {{0, 1, STR("12"), false}, {1, 0, STR_EMPTY, true}};
  QueryDrawing drawing = {.nodes = nodes, .node_count = 2, .edges = edges, .edge_count = 2};
  Buf out;
  buf_init(&out, &tree_arena, 1u << 14);
  query_draw(&out, &tree_arena, &drawing, QUERY_MERMAID);
  tree_expect(buf_str(&out), "flowchart LR\n  n0[\"a#34;#93;#59; x<br/>p.c:1\"]:::asked\n  n1[\"b#92;n<br/>q.c:2\"]\n"
                             "  n0 -->|12| n1\n  n1 -.-> n0\n  classDef asked stroke-width:3px\n");
  buf_truncate(&out, 0);
  query_draw(&out, &tree_arena, &drawing, QUERY_DOT);
  tree_expect(buf_str(&out), "digraph {\n  rankdir=LR;\n  node [shape=box];\n  n0 [label=\"a\\\"]; x\\np.c:1\", penwidth=3];\n"
                             "  n1 [label=\"b\\\\n\\nq.c:2\"];\n  n0 -> n1 [label=\"12\"];\n  n1 -> n0 [style=dashed];\n}\n");
  buf_truncate(&out, 0);
  nodes[0].name = STR("<script>&'\"");
  query_draw(&out, &tree_arena, &drawing, QUERY_SVG);
  assert_true(str_contains(buf_str(&out), STR(">&lt;script&gt;&amp;&#39;&quot;</text>")));
  assert_false(str_contains(buf_str(&out), STR("<script")));
}

#define TREE_TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {TREE_TEST(test_paths), TREE_TEST(test_lengths), TREE_TEST(test_no_path),
                                     TREE_TEST(test_missing_file), TREE_TEST(test_open_calls), TREE_TEST(test_drawings)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
