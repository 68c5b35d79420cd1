/* Code outside of functions: owners, tables, paths and impact through them;
 * decorators; namesakes that are compared. */
#include "tests/unit/query_tree.h"

#include "src/query/graph/graph.h"
#include "src/query/impact/impact.h"
#include "src/query/path/path.h"
#include "src/query/survey/survey.h"

static int setup(void **state) {
  if (tree_setup(state)) return 1;
  tree_write("app/table.py",
             "from app.work import save, load, limit\n"
             "\n"
             "HANDLERS = {\n"
             "    \"save\": save,\n"
             "    \"load\": load,\n"
             "}\n"
             "SIZE = limit()\n"
             "limit()\n"
             "\n"
             "\n"
             "class Desk:\n"
             "    height = limit()\n"
             "\n"
             "\n"
             "def run(name):\n"
             "    return HANDLERS[name](SIZE)\n"
             "\n"
             "\n"
             "def main():\n"
             "    run(\"save\")\n");
  tree_write("app/work.py",
             "def save(x):\n"
             "    return write(x)\n"
             "\n"
             "\n"
             "def load(x):\n"
             "    return x\n"
             "\n"
             "\n"
             "def limit():\n"
             "    return 1\n"
             "\n"
             "\n"
             "def write(x):\n"
             "    return x\n"
             "\n"
             "\n"
             "def lonely():\n"
             "    return 2\n"
             "\n"
             "\n"
             "def mark(f):\n"
             "    return f\n"
             "\n"
             "\n"
             "@mark\n"
             "def kept():\n"
             "    return 3\n"
             "\n"
             "\n"
             "class Thing:\n"
             "    @staticmethod\n"
             "    def plain():\n"
             "        return 4\n");
  tree_write("web/table.ts",
             "function made() { return 1; }\n"
             "const MAKERS = {\n"
             "  one: () => made(),\n"
             "};\n"
             "export function make(kind: string) {\n"
             "  return MAKERS[kind as \"one\"];\n"
             "}\n");
  tree_write("web/rules/Rule.java", "package rules;\npublic interface Rule {\n    int apply(int x);\n}\n");
  tree_write("web/rules/Rules.java",
             "package rules;\n"
             "class Rules {\n"
             "    static Rule twice() {\n"
             "        return new Rule() {\n"
             "            @Override\n"
             "            public int apply(int x) { return 2 * x; }\n"
             "        };\n"
             "    }\n"
             "}\n");
  graph_open();
  return 0;
}

static int teardown(void **state) {
  graph_close();
  return tree_teardown(state);
}

static Str users(const char *name, uint32_t kinds, QueryDirection direction) {
  QueryTrail trail;
  StoreSymbol symbol = graph_symbol(name);
  Buf out;
  buf_init(&out, &tree_arena, 1u << 14);
  QueryTrailRequest request = {.symbols = &symbol, .count = 1, .direction = direction, .kinds = kinds, .limit = 20};
  tree_ok(query_trail(&tree_job, graph_reader, &request, &trail));
  const QueryTrailGroup *groups[] = {&trail.direct, &trail.dispatched, &trail.linked};
  for (size_t g = 0; g < COUNT_OF(groups); g++) {
    for (size_t i = 0; i < groups[g]->len; i++) {
      const QueryTrailEntry *one = &groups[g]->items[i];
      Str own = query_qualified(&tree_arena, &one->symbol);
      buf_add_format(&out, "%s%.*s@%u%s%.*s", out.len ? ", " : "", STR_ARG(own), one->edge.line, one->member.len ? " " : "",
                     STR_ARG(one->member));
    }
  }
  return buf_str(&out);
}

static void test_owners(void **state) {
  (void)state;
  uint32_t calls = QUERY_CALLS | QUERY_LINKS;
  tree_expect(users("save", QUERY_USES, QUERY_CALLERS), "HANDLERS@4");
  tree_expect(users("limit", calls, QUERY_CALLERS), "app/table.py@8, SIZE@7, Desk.height@12");
  tree_expect(users("SIZE", calls, QUERY_CALLEES), "limit@7");
  tree_expect(users("Desk", calls, QUERY_CALLEES), "limit@12 height");
  tree_expect(users("HANDLERS", QUERY_TABLES, QUERY_CALLEES), "save@4, load@5");
  tree_expect(users("SIZE", QUERY_TABLES, QUERY_CALLEES), ""); /* a call's result is no function */
  tree_expect(users("run", QUERY_TABLES, QUERY_CALLEES), "HANDLERS@16");
  tree_expect(users("MAKERS", QUERY_TABLES, QUERY_CALLEES), "MAKERS.one@3");
  tree_expect(users("MAKERS.one", QUERY_TABLES, QUERY_CALLERS), "MAKERS@3");
  tree_expect(users("load", QUERY_TABLES, QUERY_CALLERS), "HANDLERS@5");
}

static Str way(const char *from, const char *to) {
  StoreSymbol start = graph_symbol(from), end = graph_symbol(to);
  QueryPathRequest request = {.from = &start, .from_count = 1, .to = &end, .to_count = 1};
  QueryPath path;
  Buf out;
  buf_init(&out, &tree_arena, 1u << 14);
  tree_ok(query_path(&tree_job, graph_reader, &request, &path));
  for (size_t i = 0; i < path.len; i++) {
    const QueryHop *hop = &path.hops[i];
    Str own = query_qualified(&tree_arena, &hop->symbol);
    if (i) buf_add_format(&out, " -%s%u%s-> ", edge_kind_word((EdgeKind)hop->edge.kind), hop->edge.line, hop->is_table ? "*" : "");
    buf_add(&out, own);
  }
  return buf_str(&out);
}

static void test_paths(void **state) {
  (void)state;
  tree_expect(way("main", "write"), "main -calls20-> run -links16-> save -calls2-> write");
  tree_expect(way("make", "made"), "make -reads6*-> MAKERS -references3*-> MAKERS.one -calls3-> made");
  tree_expect(way("main", "limit"), ""); /* reading what a call once gave calls nothing */
}

static void test_impact(void **state) {
  (void)state;
  StoreSymbol root = graph_symbol("load");
  QueryImpactRequest request = {.roots = &root, .root_count = 1, .direction = QUERY_CALLERS,
                                .kinds = QUERY_CALLS | QUERY_LINKS | QUERY_USES, .depth = 3};
  QueryImpact impact;
  Buf out;
  buf_init(&out, &tree_arena, 1u << 14);
  tree_ok(query_impact(&tree_job, graph_reader, &request, &impact));
  for (size_t i = 0; i < impact.len; i++) {
    const QueryImpactNode *node = &impact.nodes[i];
    buf_add_format(&out, "%u %.*s%s%s\n", node->depth, STR_ARG(node->symbol.name), node->is_table ? " holds" : "",
                   node->through_table ? " through" : "");
  }
  tree_expect(buf_str(&out), "0 load\n1 HANDLERS holds\n1 run\n2 main\n");
}

static Str decorator(const char *name) {
  StoreSymbol symbol = graph_symbol(name);
  QueryDecorator found;
  tree_ok(query_decorator(&tree_job, graph_reader, &symbol, STR_EMPTY, &found));
  return found.name;
}

static void test_decorators(void **state) {
  (void)state;
  tree_expect(decorator("kept"), "mark");
  tree_expect(decorator("lonely"), "");
  tree_expect(decorator("plain"), ""); /* the language's own */
  StoreSymbol root = graph_symbol("kept");
  QueryImpactRequest request = {.roots = &root, .root_count = 1, .direction = QUERY_CALLERS, .kinds = QUERY_CALLS, .depth = 1};
  QueryImpact impact;
  tree_ok(query_impact(&tree_job, graph_reader, &request, &impact));
  tree_expect(str_from_c(query_impact_risk(&impact)), "medium");
  root = graph_symbol("lonely");
  tree_ok(query_impact(&tree_job, graph_reader, &request, &impact));
  tree_expect(str_from_c(query_impact_risk(&impact)), "low");
}

static void test_dead(void **state) {
  (void)state;
  QueryFound found;
  Buf out;
  buf_init(&out, &tree_arena, 1u << 14);
  QueryDead request = {.exported = true, .limit = 20};
  tree_ok(query_dead_code(&tree_job, graph_reader, &request, &found));
  for (size_t i = 0; i < found.len; i++) buf_add_format(&out, "%s%.*s", i ? " " : "", STR_ARG(found.items[i].name));
  tree_expect(buf_str(&out), "Desk lonely Thing plain Rules twice make");
}

static void test_nameless(void **state) {
  (void)state;
  QueryRelatives below;
  tree_ok(query_hierarchy(&tree_job, graph_reader, graph_symbol("Rule").id, (QueryClimb){false, 3, 10}, &below));
  assert_int_equal(below.len, 1);
  assert_int_equal(below.items[0].kind, EDGE_OVERRIDES);
  tree_expect(query_qualified(&tree_arena, &below.items[0].symbol), "twice.apply");
}

#define TREE_TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {TREE_TEST(test_owners),     TREE_TEST(test_paths), TREE_TEST(test_impact),
                                     TREE_TEST(test_decorators), TREE_TEST(test_dead),  TREE_TEST(test_nameless)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
