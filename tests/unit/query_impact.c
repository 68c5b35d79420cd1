/* What a change reaches: levels, cycles, risk, tests, diffs. */
#include "tests/unit/query_tree.h"

#include "src/os/process.h"
#include "src/query/impact/impact.h"

static int setup(void **state) {
  if (tree_setup(state)) return 1;
  tree_write("core/low.py", "from app.high import high\n\n\ndef low():\n    return high()\n\n\nLIMIT = 3\n\n\ndef alone():\n    return LIMIT\n");
  tree_write("core/mid.py", "from core.low import low\n\n\ndef mid():\n    return low()\n");
  tree_write("app/high.py", "from core.mid import mid\n\n\ndef high():\n    return mid()\n");
  tree_write("core/__init__.py", "");
  tree_write("app/__init__.py", "");
  tree_write("core/low_user.py", "from core.low import low\nfrom app.high import high\n\n\ndef low_user():\n    return low()\n");
  tree_write("tests/test_low.py", "from core.low import low\n\n\ndef test_low():\n    assert low()\n\n\ndef helper():\n    low()\n");
  tree_write("web/one.test.ts", "import { one } from './one'\n\nfunction check() {\n  one()\n}\n");
  tree_write("web/one.ts", "export function one() {\n  return 1\n}\n");
  tree_write("web/package.json", "{\"devDependencies\": {\"vitest\": \"1\"}}\n");
  graph_open();
  return 0;
}

static int teardown(void **state) {
  graph_close();
  return tree_teardown(state);
}

static QueryImpact ask(const char *name, QueryDirection direction, unsigned depth) {
  QueryImpact impact;
  StoreSymbol root = graph_symbol(name);
  QueryImpactRequest request = {.roots = &root, .root_count = 1, .direction = direction,
                                .kinds = QUERY_CALLS | QUERY_LINKS | QUERY_USES, .depth = depth};
  tree_ok(query_impact(&tree_job, graph_reader, &request, &impact));
  return impact;
}

static Str show(const QueryImpact *impact) {
  Buf out;
  buf_init(&out, &tree_arena, 1u << 14);
  for (size_t i = 0; i < impact->len; i++) {
    const QueryImpactNode *node = &impact->nodes[i];
    buf_add_format(&out, "%u %.*s <- %u fan %u%s%s\n", node->depth, STR_ARG(query_qualified(&tree_arena, &node->symbol)), node->parent,
                   node->fan, node->is_test ? " test" : "", node->is_member ? " member" : "");
  }
  buf_add_format(&out, "%s %zu symbols %zu direct %zu tests %zu files %zu packages%s\n", query_impact_risk(impact),
                 impact->counts.symbols, impact->counts.direct, impact->counts.tests, impact->counts.files,
                 impact->counts.packages, impact->high_fan_out ? " wide" : "");
  return buf_str(&out);
}

/* A cycle of three files ends by itself. */
static void test_levels(void **state) {
  (void)state;
  QueryImpact impact = ask("low", QUERY_CALLERS, 3);
  tree_expect(show(&impact), "0 low <- 0 fan 4\n1 low_user <- 0 fan 0\n1 mid <- 0 fan 1\n1 test_low <- 0 fan 0 test\n"
                             "1 helper <- 0 fan 0 test\n2 high <- 2 fan 1\n"
                             "medium 5 symbols 4 direct 2 tests 4 files 1 packages\n");
  impact = ask("low", QUERY_CALLERS, 1);
  tree_expect(show(&impact), "0 low <- 0 fan 4\n1 low_user <- 0 fan 0\n1 mid <- 0 fan 0\n1 test_low <- 0 fan 0 test\n"
                             "1 helper <- 0 fan 0 test\nmedium 4 symbols 4 direct 2 tests 3 files 1 packages\n");
  impact = ask("mid", QUERY_CALLEES, 2);
  tree_expect(show(&impact), "0 mid <- 0 fan 1\n1 low <- 0 fan 1\n2 high <- 1 fan 0\n"
                             "medium 2 symbols 1 direct 0 tests 2 files 1 packages\n");
}

static void test_risk(void **state) {
  (void)state;
  QueryImpact impact = ask("high", QUERY_CALLERS, 1); /* another package than its own */
  assert_string_equal(query_impact_risk(&impact), "high");
  impact = ask("alone", QUERY_CALLERS, 3);
  tree_expect(show(&impact), "0 alone <- 0 fan 0\nlow 0 symbols 0 direct 0 tests 0 files 0 packages\n");
  impact = ask("LIMIT", QUERY_CALLERS, 3); /* reading is using */
  tree_expect(show(&impact), "0 LIMIT <- 0 fan 1\n1 alone <- 0 fan 0\nmedium 1 symbols 1 direct 0 tests 1 files 1 packages\n");
}

/* A file stands for its symbols; who imports it uses it. */
static void test_file(void **state) {
  (void)state;
  QueryImpact impact = ask("core/mid.py", QUERY_CALLERS, 1);
  tree_expect(show(&impact), "0 core/mid.py <- 0 fan 1\n0 mid <- 0 fan 1 member\n1 app/high.py <- 0 fan 0\n1 high <- 1 fan 0\n"
                             "high 2 symbols 2 direct 0 tests 1 files 1 packages\n");
}

/* One more than 10 direct connections is remarkable, 10 are not. */
static void test_fan_out(void **state) {
  (void)state;
  for (int count = 10; count <= 11; count++) {
    Buf text;
    buf_init(&text, &tree_arena, 1u << 14);
    buf_add_c(&text, "def wide():\n    pass\n");
    for (int i = 0; i < count; i++) buf_add_format(&text, "\n\ndef user%d():\n    wide()\n", i);
    index_reader_return(graph_index, graph_reader);
    tree_write("wide.py", str_to_c(&tree_arena, buf_str(&text)));
    tree_ok(index_refresh(&tree_job, graph_index));
    tree_ok(index_reader_take(&tree_job, graph_index, &graph_reader));
    QueryImpact impact = ask("wide", QUERY_CALLERS, 1);
    assert_int_equal(impact.high_fan_out, count > 10);
  }
}

static Str show_tests(const char *name) {
  QueryTests tests;
  QueryImpact impact = ask(name, QUERY_CALLERS, 3);
  Buf out;
  buf_init(&out, &tree_arena, 1u << 14);
  tree_ok(query_impact_tests(&tree_job, graph_index, graph_reader, &impact, &tests));
  for (size_t i = 0; i < tests.len; i++) {
    buf_add_format(&out, "%.*s:", STR_ARG(tests.files[i].file.path));
    for (size_t n = 0; n < tests.files[i].name_count; n++) buf_add_format(&out, " %.*s", STR_ARG(tests.files[i].names[n]));
    buf_add_byte(&out, '\n');
  }
  for (size_t i = 0; i < tests.command_count; i++) {
    buf_add_format(&out, "$ %.*s\n", STR_ARG(tests.commands[i]));
    if (tests.notes[i].len) buf_add_format(&out, "# %.*s\n", STR_ARG(tests.notes[i]));
  }
  return buf_str(&out);
}

static void test_tests(void **state) {
  (void)state;
  tree_expect(show_tests("low"), "tests/test_low.py: test_low helper\n$ python -m pytest tests/test_low.py\n");
  tree_expect(show_tests("one"), "web/one.test.ts: check\n$ npx vitest run web/one.test.ts\n"); /* as package.json says */
  tree_expect(show_tests("alone"), "");
}

/* The commands alone, of tests that all reach `name`. */
static Str show_commands(const char *name) {
  Str all = show_tests(name);
  size_t at = str_find(all, STR("$ "));
  return at == STR_NONE ? STR_EMPTY : str_slice(all, at, all.len);
}

static void refresh(void) {
  index_reader_return(graph_index, graph_reader);
  tree_ok(index_refresh(&tree_job, graph_index));
  tree_ok(index_reader_take(&tree_job, graph_index, &graph_reader));
}

/* Each tool in its own words, however many tests there are: a command that is
 * cut cannot be run. */
static void test_commands(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < 3; k++) {
      static const char *const markers[] = {"pom.xml", "build.gradle", "BUILD.bazel"};
      const char *folder = str_to_c(&tree_arena, str_format(&tree_arena, "j%d", k));
      tree_write(str_format(&tree_arena, "%s/%s", folder, markers[k]).ptr, "x\n");
      tree_write(str_format(&tree_arena, "%s/src/main/J%d.java", folder, k).ptr, str_format(&tree_arena, "public class J%d { static void go%d() {} }\n", k, k).ptr);
      tree_write(str_format(&tree_arena, "%s/src/test/T%dx%dTest.java", folder, k, i).ptr,
                 str_format(&tree_arena, "public class T%dx%dTest { void t() { J%d.go%d(); } }\n", k, i, k, k).ptr);
    }
    tree_write("s/tox.ini", "[testenv]\ncommands = stestr run\n");
    tree_write("s/lib.py", "def under():\n    pass\n");
    tree_write(str_format(&tree_arena, "s/test_%d+.py", i).ptr, "from s.lib import under\n\n\ndef test_it():\n    under()\n");
  }
  refresh();
  tree_expect(show_commands("go0"), "$ mvn test -Dtest=T0x0Test,T0x1Test\n");
  tree_expect(show_commands("go1"), "$ gradle test --tests=T1x0Test --tests=T1x1Test\n");
  tree_expect(show_commands("go2"), "$ bazel test //j2:all\n");
  tree_expect(show_commands("under"), "$ stestr run 'test_0\\+|test_1\\+'\n");
}

static void test_many_tests(void **state) {
  (void)state;
  tree_write("many.py", "def many():\n    pass\n");
  tree_write("odd.py", "def odd():\n    pass\n");
  for (int i = 0; i < 31; i++) {
    tree_write(str_format(&tree_arena, "tests/d%d/test_m.py", i % 3).ptr, "from many import many\n\n\ndef test_it():\n    many()\n");
    tree_write(str_format(&tree_arena, "tests/e/test_m%d.py", i).ptr, "from many import many\n\n\ndef test_it():\n    many()\n");
    tree_write(str_format(&tree_arena, "tests/f%d/test_o.py", i).ptr, "from odd import odd\n\n\ndef test_it():\n    odd()\n");
  }
  /* A command that has no room in a field is shortened, too, although its files are few. */
  Str deep = str_format(&tree_arena, "tests/%0*d", 120, 7);
  tree_write("deep.py", "def deep():\n    pass\n");
  for (int i = 0; i < 9; i++) tree_write(str_format(&tree_arena, "%.*s/test_p%d.py", STR_ARG(deep), i).ptr, "from deep import deep\n\n\ndef test_it():\n    deep()\n");
  tree_write("tests/-x/test_n.py", "from core.low import other\n\n\ndef test_it():\n    other()\n");
  tree_write("core/low.py", "def low():\n    pass\n\n\ndef other():\n    pass\n");
  refresh();
  tree_expect(show_commands("many"), "$ python -m pytest tests/d0 tests/d1 tests/d2 tests/e\n# all tests of the folders: 34 test files are too many to name\n");
  tree_expect(show_commands("odd"), "$ python -m pytest\n# all tests: 31 test files are too many to name\n");
  tree_expect(show_commands("deep"), str_format(&tree_arena, "$ python -m pytest %.*s\n# all tests of the folders: 9 test files are too many to name\n", STR_ARG(deep)).ptr);
  tree_expect(show_commands("other"), "$ python -m pytest tests/-x/test_n.py\n");
}

/* ---- diffs ---- */

static void git(const char *command, const char *argument, const char *message) {
  const char *argv[] = {"git", "-c", "init.defaultBranch=main", "-c", "user.name=a", "-c", "user.email=a@b.c",
                        command, argument, message, NULL};
  ProcessResult result;
  tree_ok(process_run(&tree_job, &(ProcessOptions){.argv = argv, .directory = tree_root}, &result));
  if (result.exit_status) fail_msg("git %s: %.*s", command, STR_ARG(result.errors));
}

static Str diff(QueryDiff request) {
  QueryChanged changed;
  Buf out;
  buf_init(&out, &tree_arena, 1u << 14);
  index_reader_return(graph_index, graph_reader);
  tree_ok(index_refresh(&tree_job, graph_index));
  tree_ok(index_reader_take(&tree_job, graph_index, &graph_reader));
  tree_ok(query_diff(&tree_job, graph_index, graph_reader, &request, &changed));
  for (size_t i = 0; i < changed.len; i++) buf_add_format(&out, "%.*s\n", STR_ARG(query_qualified(&tree_arena, &changed.symbols[i])));
  for (size_t i = 0; i < changed.deleted_count; i++) buf_add_format(&out, "deleted %.*s\n", STR_ARG(changed.deleted[i]));
  for (size_t i = 0; i < changed.unindexed_count; i++) buf_add_format(&out, "unindexed %.*s\n", STR_ARG(changed.unindexed[i]));
  return buf_str(&out);
}

static void test_diff(void **state) {
  (void)state;
  tree_write("notes.txt", "a\n");
  tree_write("core/shape.py", "import os\n\n\nclass Shape:\n    size = 1\n\n    def area(self):\n        inner = 1\n        return inner\n");
  tree_write("core/a b.py", "def blank():\n    return 1\n");
  setenv("XDG_CACHE_HOME", (const char *)str_format(&tree_arena, "%s/cache", tree_base).ptr, 1); /* not the user's own */
  git("init", NULL, NULL);
  git("add", "-A", NULL);
  git("commit", "-m", "first");
  tree_expect(diff((QueryDiff){0}), "");
  tree_write("core/mid.py", "from core.low import low\n\n\ndef mid():\n    return low() + 1\n");
  tree_write("core/shape.py", "import re\n\n\nclass Shape:\n    size = 1\n\n    def area(self):\n        inner = 2\n        return inner\n");
  tree_write("notes.txt", "++ b/core/low.py\n@@ -1 +1 @@\n"); /* looks like a header once it is in a diff */
  tree_write("core/a b.py", "def blank():\n    return 2\n");
  tree_remove("app/high.py");
  tree_expect(diff((QueryDiff){0}), "blank\nmid\nShape.area\ncore/shape.py\ndeleted app/high.py\nunindexed notes.txt\n");
  tree_expect(diff((QueryDiff){.staged = true}), "");
  git("add", "core/mid.py", NULL);
  tree_expect(diff((QueryDiff){.staged = true}), "mid\n");
  git("commit", "-am", "second");
  tree_expect(diff((QueryDiff){0}), "");
  tree_expect(diff((QueryDiff){.range = STR("HEAD~1")}), "blank\nmid\nShape.area\ncore/shape.py\ndeleted app/high.py\nunindexed notes.txt\n");
  tree_expect(diff((QueryDiff){.range = STR("HEAD~1..HEAD")}), "blank\nmid\nShape.area\ncore/shape.py\ndeleted app/high.py\nunindexed notes.txt\n");
  QueryChanged changed;
  assert_int_equal(query_diff(&tree_job, graph_index, graph_reader, &(QueryDiff){.range = STR("--output=x")}, &changed), ERR_USAGE);
  job_forgive(&tree_job);
}

static void test_no_repository(void **state) {
  (void)state;
  QueryChanged changed;
  assert_int_equal(query_diff(&tree_job, graph_index, graph_reader, &(QueryDiff){0}, &changed), ERR_UNAVAILABLE);
  tree_expect(job_message(&tree_job, ERR_UNAVAILABLE), "the workspace is no git repository, so there is no diff; name a target instead");
  job_forgive(&tree_job);
}

#define TREE_TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {TREE_TEST(test_levels), TREE_TEST(test_risk), TREE_TEST(test_file), TREE_TEST(test_fan_out),
                                     TREE_TEST(test_tests),  TREE_TEST(test_commands), TREE_TEST(test_many_tests), TREE_TEST(test_diff), TREE_TEST(test_no_repository)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
