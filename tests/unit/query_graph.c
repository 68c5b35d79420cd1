/* Callers, callees, dispatch, members, trails, hierarchy. */
#include "tests/unit/query_tree.h"

#include "src/query/graph/graph.h"

static int setup(void **state) {
  if (tree_setup(state)) return 1;
  tree_write("shapes.py",
             "class Shape:\n"
             "    def area(self):\n"
             "        return 0\n"
             "\n"
             "    def describe(self):\n"
             "        return self.area()\n"
             "\n"
             "\n"
             "class Square(Shape):\n"
             "    def area(self):\n"
             "        return side()\n"
             "\n"
             "\n"
             "class Tiny(Square):\n"
             "    def area(self):\n"
             "        return 1\n"
             "\n"
             "\n"
             "def side():\n"
             "    return side() or side()\n"
             "\n"
             "\n"
             "def show(shape: Shape):\n"
             "    shape.describe()\n"
             "    return shape.area() + shape.area()\n");
  tree_write("tests/test_shapes.py", "from shapes import Shape, show\n\n\ndef test_show():\n    show(Shape())\n");
  tree_write("table.c",
             "static int on_open(int x) { return x; }\n"
             "struct op { int (*run)(int); };\n"
             "static const struct op ops[] = {{on_open}};\n"
             "int dispatch(int i) { return ops[i].run(i); }\n");
  graph_open();
  return 0;
}

static int teardown(void **state) {
  graph_close();
  return tree_teardown(state);
}

static Str neighbours(const char *name, QueryDirection direction) {
  QueryNeighbours found;
  StoreSymbol symbol = graph_symbol(name);
  Buf out;
  buf_init(&out, &tree_arena, 1u << 14);
  tree_ok(query_neighbours(&tree_job, graph_reader, (QueryAround){&symbol.id, 1, direction, QUERY_CALLS | QUERY_LINKS}, &found));
  for (size_t i = 0; i < found.len; i++) {
    const QueryNeighbour *one = &found.items[i];
    const char *how = i < found.direct ? "" : one->is_dispatch ? " dispatch" : " link";
    StoreEdges edges;
    tree_ok(query_sites(&tree_job, graph_reader, one, direction, QUERY_CALLS | QUERY_LINKS, &edges));
    buf_add_format(&out, "%.*s%s", STR_ARG(graph_name(one->symbol)), how);
    for (size_t e = 0; e < edges.len; e++) buf_add_format(&out, " %u", edges.items[e].line);
    buf_add_byte(&out, '\n');
  }
  return buf_str(&out);
}

static void test_callees(void **state) {
  (void)state;
  /* in the order of the text; a call of what is overridden may reach all that override it */
  tree_expect(neighbours("show", QUERY_CALLEES),
              "Shape.describe 24\nShape.area 25 25\nSquare.area dispatch 25 25\nTiny.area dispatch 25 25\n");
  tree_expect(neighbours("Tiny.area", QUERY_CALLEES), "");
  tree_expect(neighbours("side", QUERY_CALLEES), "side 20 20\n"); /* recursion */
}

static void test_callers(void **state) {
  (void)state;
  tree_expect(neighbours("Shape.area", QUERY_CALLERS), "Shape.describe 6\nshow 25 25\n");
  /* who calls what it overrides, at all levels */
  tree_expect(neighbours("Tiny.area", QUERY_CALLERS), "Shape.describe dispatch 6\nshow dispatch 25 25\n");
  tree_expect(neighbours("side", QUERY_CALLERS), "Square.area 11\nside 20 20\n");
}

static void test_links(void **state) {
  (void)state;
  tree_expect(neighbours("dispatch", QUERY_CALLEES), "on_open link 4\n");
  tree_expect(neighbours("on_open", QUERY_CALLERS), "dispatch link 4\n");
}

static void test_members(void **state) {
  (void)state;
  StoreSymbols members;
  StoreSymbol symbol = graph_symbol("Shape");
  tree_ok(query_members(&tree_job, graph_reader, &symbol, &members));
  assert_int_equal(members.len, 2);
  tree_expect(members.items[0].name, "area");
  tree_expect(members.items[1].name, "describe");
  symbol = graph_symbol("shapes.py");
  tree_ok(query_members(&tree_job, graph_reader, &symbol, &members));
  assert_int_equal(members.len, 9);
}

static void add_group(Buf *out, const char *title, const QueryTrailGroup *group) {
  for (size_t i = 0; i < group->len; i++) {
    const QueryTrailEntry *one = &group->items[i];
    buf_add_format(out, "%s %.*s at %u x%zu%s%.*s\n", title, STR_ARG(query_qualified(&tree_arena, &one->symbol)), one->edge.line,
                   one->sites, one->via.len ? " via " : "", STR_ARG(one->via));
  }
  if (group->total > group->len) buf_add_format(out, "%s of %zu\n", title, group->total);
}

static Str trail(const char *name, QueryDirection direction, size_t limit) {
  QueryTrail found;
  StoreSymbol symbol = graph_symbol(name);
  Buf out;
  buf_init(&out, &tree_arena, 1u << 14);
  QueryTrailRequest request = {.symbols = &symbol, .count = 1, .direction = direction, .kinds = QUERY_CALLS | QUERY_LINKS, .limit = limit};
  tree_ok(query_trail(&tree_job, graph_reader, &request, &found));
  add_group(&out, "direct", &found.direct);
  add_group(&out, "dispatched", &found.dispatched);
  add_group(&out, "linked", &found.linked);
  return buf_str(&out);
}

static void test_trails(void **state) {
  (void)state;
  tree_expect(trail("show", QUERY_CALLEES, 1), "direct Shape.describe at 24 x1\ndirect of 2\n"
                                               "dispatched Square.area at 25 x1 via Shape.area\ndispatched of 2\n");
  /* a container with its members; what is inside does not count; tests last */
  tree_expect(trail("Shape", QUERY_CALLERS, 12), "direct show at 25 x1\ndirect test_show at 5 x1\n");
  tree_expect(trail("Square", QUERY_CALLEES, 12), "direct side at 11 x1\n");
  tree_expect(trail("on_open", QUERY_CALLERS, 12), "linked dispatch at 4 x1\n");
  tree_expect(trail("side", QUERY_CALLERS, 12), "direct Square.area at 11 x1\ndirect side at 20 x1\n");
}

static void test_notes(void **state) {
  (void)state;
  QueryTrail found;
  StoreSymbol symbol = graph_symbol("on_open");
  QueryTrailRequest request = {.symbols = &symbol, .count = 1, .direction = QUERY_CALLERS, .kinds = QUERY_LINKS, .limit = 1};
  tree_ok(query_trail(&tree_job, graph_reader, &request, &found));
  tree_expect(query_edge_note(&tree_job, graph_reader, &found.linked.items[0].edge), "by table, wired at table.c:3");
  tree_expect(query_edge_note(&tree_job, graph_reader, &(StoreEdge){.rule = RULE_SCOPE, .line = 1}), "");
  tree_expect(query_edge_note(&tree_job, graph_reader, &(StoreEdge){.rule = RULE_ANY_OF, .line = 1}), "one of several");
}

static Str hierarchy(const char *name, bool up, unsigned depth, size_t limit) {
  QueryRelatives found;
  Buf out;
  buf_init(&out, &tree_arena, 1u << 14);
  tree_ok(query_hierarchy(&tree_job, graph_reader, graph_symbol(name).id, (QueryClimb){up, depth, limit}, &found));
  for (size_t i = 0; i < found.len; i++) {
    buf_add_format(&out, "%u %s %.*s\n", found.items[i].depth, edge_kind_word(found.items[i].kind),
                   STR_ARG(query_qualified(&tree_arena, &found.items[i].symbol)));
  }
  if (found.total > found.len) buf_add_format(&out, "of %zu\n", found.total);
  return buf_str(&out);
}

static void test_hierarchy(void **state) {
  (void)state;
  tree_expect(hierarchy("Shape", false, 3, 10), "1 extends Square\n2 extends Tiny\n");
  tree_expect(hierarchy("Shape", false, 1, 10), "1 extends Square\n");
  tree_expect(hierarchy("Shape", false, 3, 1), "1 extends Square\nof 2\n");
  tree_expect(hierarchy("Tiny", true, 3, 10), "1 extends Square\n2 extends Shape\n");
  tree_expect(hierarchy("Square.area", true, 3, 10), "1 overrides Shape.area\n");
  tree_expect(hierarchy("side", true, 3, 10), "");
}

#define TREE_TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {TREE_TEST(test_callees), TREE_TEST(test_callers), TREE_TEST(test_links),
                                     TREE_TEST(test_members), TREE_TEST(test_trails),  TREE_TEST(test_notes),
                                     TREE_TEST(test_hierarchy)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
