/* Damage in an index that is open: whoever stumbles over it is answered as if
 * there were none, and afterwards there is none. A row of facts is mended by
 * reading its file again; what cannot be told from that makes all anew. */
#include "tests/unit/index_dump.h"

#include <sqlite3.h>

#include "src/store/store_internal.h"
#include "src/tools/tool.h"

static Index *index_of;
static ToolRegistry *registry;
static ToolScope scope;

static Err workspace(ToolScope *of, ToolCall *call, Str path, Index **ret_index) {
  (void)of, (void)call, (void)path;
  *ret_index = index_of;
  return OK;
}

static int setup(void **state) {
  if (tree_setup(state)) return 1;
  tree_write("pack/__init__.py", "from .base import Base\n");
  tree_write("pack/base.py", "class Base:\n    def run(self, one, two):\n        return one\n");
  tree_write("pack/use.py", "from pack.base import Base\n\n\ndef use():\n    return Base().run(1, 2)\n");
  tree_write("pack/none.py", "def nobody():\n    return 1\n");
  tree_write("pyproject.toml", "[project]\nname = \"pack\"\n");
  index_of = dump_open();
  registry = tool_registry_open();
  scope = (ToolScope){.registry = registry, .directory = tree_root, .workspace = workspace};
  tree_ok(index_refresh(&tree_job, index_of));
  return 0;
}

static int teardown(void **state) {
  tool_registry_close(registry);
  index_close(index_of);
  return tree_teardown(state);
}

static Str ask(const char *name, const char *args) {
  const Json *json;
  ToolResult result;
  tree_ok(json_read(&tree_job, str_from_c(args), NULL, &json));
  tree_ok(tool_run(&tree_job, &scope, NULL, str_from_c(name), json, &result));
  return result.text;
}

static sqlite3 *open_file(void) {
  sqlite3 *db;
  assert_int_equal(sqlite3_open(tree_path(".fathom/" STORE_FILE), &db), SQLITE_OK);
  sqlite3_busy_timeout(db, 5000);
  return db;
}

static void change(const char *text) {
  sqlite3 *db = open_file();
  char *message = NULL;
  if (sqlite3_exec(db, text, NULL, NULL, &message)) fail_msg("%s: %s", text, message);
  assert_int_equal(sqlite3_changes(db), 1);
  sqlite3_close(db);
}

static Str rows_of(const char *question) {
  sqlite3 *db = open_file();
  sqlite3_stmt *statement;
  Buf text;
  buf_init(&text, &tree_arena, 1u << 24);
  assert_int_equal(sqlite3_prepare_v2(db, question, -1, &statement, NULL), SQLITE_OK);
  while (sqlite3_step(statement) == SQLITE_ROW) {
    for (int c = 0; c < 3; c++) buf_add_format(&text, "%s|", (const char *)sqlite3_column_text(statement, c));
    buf_add_byte(&text, '\n');
  }
  sqlite3_finalize(statement);
  sqlite3_close(db);
  return buf_str(&text);
}

/* Every row of the tables, but for when files were looked at. */
static Str rows(void) {
  static const char *const tables[] = {
      "SELECT file, hex(keys), hex(data) FROM content", "SELECT file, hex(uses), hex(asks) FROM links",
      "SELECT id, text, '' FROM names", "SELECT source, hex(data), '' FROM edges",
      "SELECT id || ' ' || name || ' ' || container || ' ' || kind || ' ' || flags, hex(place), signature FROM symbols",
      "SELECT target || ' ' || file, hex(sources), '' FROM reverse",
      ("SELECT id || path || language || skip, hash || ' ' || surface || ' ' || flags || ' ' || symbols, "
      "edges || ' ' || resolved || ' ' || external || ' ' || unresolved FROM files")};
  Buf text;
  buf_init(&text, &tree_arena, 1u << 24);
  for (size_t i = 0; i < COUNT_OF(tables); i++) buf_add(&text, rows_of(tables[i]));
  return buf_str(&text);
}

/* The first line that differs. */
static void expect_rows(Str found, Str wanted) {
  while (found.len || wanted.len) {
    Str one = str_cut(&found, '\n'), other = str_cut(&wanted, '\n');
    if (!str_eq(one, other)) fail_msg("found:\n%.*s\nwanted:\n%.*s", STR_ARG(one), STR_ARG(other));
  }
}

/* The same as an index from scratch, whose ids may be others. */
static void expect_fresh(void) {
  Str facts = STR_EMPTY, found = dump_text(index_of);
  for (int i = 0; i < 2; i++) {
    Str now = rows_of("SELECT path, hex(data), hex(keys) FROM files JOIN content ON id = file ORDER BY path");
    if (i) expect_rows(facts, now);
    facts = now;
    if (!i) tree_ok(index_build(&tree_job, index_of, true));
  }
  expect_rows(found, dump_text(index_of));
}

static ino_t inode(void) {
  struct stat found;
  assert_int_equal(stat(tree_path(".fathom/" STORE_FILE), &found), 0);
  return found.st_ino;
}

#define FACTS_OF(path) \
  "UPDATE content SET data = substr(data, 1, 30) || x'5a' || substr(data, 32) WHERE file = (SELECT id FROM files WHERE path = '" path "')"

/* One row, one file: the store stays the one it was. */
static void test_row_of_facts(void **state) {
  (void)state;
  static const struct {
    const char *tool, *args;
  } questions[] = {{"zoom", "{\"target\":\"pack/base.py\"}"}, {"dead_code", "{\"exported\":true}"},
                   {"zoom", "{\"target\":\"pack/__init__.py\"}"}};
  Str whole = rows();
  ino_t file = inode();
  for (size_t i = 0; i < COUNT_OF(questions); i++) {
    Str expected = ask(questions[i].tool, questions[i].args);
    change(i == 0 ? FACTS_OF("pack/base.py") : i == 1 ? FACTS_OF("pack/none.py") : FACTS_OF("pack/__init__.py"));
    assert_false(str_eq(rows(), whole));
    tree_expect(ask(questions[i].tool, questions[i].args), str_to_c(&tree_arena, expected));
    expect_rows(rows(), whole);
  }
  assert_int_equal(inode(), file);
}

/* The world in memory is made from all facts: it finds it, too, and the change
 * that it is made for is not lost. */
static void test_row_of_facts_at_a_change(void **state) {
  (void)state;
  index_close(index_of);
  index_of = dump_open(); /* without a world */
  tree_ok(index_refresh(&tree_job, index_of));
  change(FACTS_OF("pack/base.py"));
  tree_write("pack/use.py", "from pack.base import Base\n\n\ndef use_it():\n    return Base().run(1, 2)\n");
  tree_expect(ask("find", "{\"query\":\"use_it\"}"), "pack/use.py:4 function use_it  def use_it()\n");
  expect_fresh();
}

/* Both at once: its own change is not taken for the damage. */
static void test_damaged_and_changed(void **state) {
  (void)state;
  change(FACTS_OF("pack/base.py"));
  ask("dead_code", "{\"exported\":true}");
  change(FACTS_OF("pack/base.py"));
  tree_write("pack/base.py", "class Base:\n    def walk(self):\n        return 1\n");
  tree_expect(ask("find", "{\"query\":\"walk\"}"), "pack/base.py:2 method Base.walk  def walk(self)\n");
  expect_fresh();
}

/* What a writer leaves that is killed. */
static void leave_writing(void) {
  AUTO(Keep) keep = NULL;
  KeepOptions options = {.directory = tree_root, .folder = STR(".fathom"), .root = tree_root};
  tree_ok(keep_open(&tree_job, &options, &keep));
  Store store = {.keep = keep, .part = STR(STORE_SPELL(STORE_VERSION)), .lock_fd = -1};
  tree_ok(keep_lock(&tree_job, keep, store_name(&store, KEEP_STORE_LOCK), &store.lock_fd));
  store_mark_writing(&store);
  file_unlock(store.lock_fd);
}

/* A writer that did not finish: nobody vouches for the rows, so that those with
 * a hash are looked at before anybody asks. */
static void test_unsure(void **state) {
  (void)state;
  Str whole = rows();
  ino_t file = inode();
  index_close(index_of);
  change(FACTS_OF("pack/none.py"));
  change("UPDATE content SET data = x'5b5d' WHERE file = (SELECT id FROM files WHERE path = 'pyproject.toml')");
  leave_writing();
  index_of = dump_open();
  tree_ok(index_refresh(&tree_job, index_of));
  expect_rows(rows(), whole);
  assert_int_equal(inode(), file);
}

/* Numbers that nothing has: all is made anew, and answered. */
static void test_other_rows(void **state) {
  (void)state;
  static const char *const changes[] = {
      "UPDATE symbols SET container = 9000000000 WHERE id = (SELECT min(id) FROM symbols)",
      "UPDATE symbols SET kind = 200 WHERE id = (SELECT min(id) FROM symbols)",
      "UPDATE symbols SET def = -1 WHERE id = (SELECT min(id) FROM symbols)",
      "UPDATE symbols SET place = x'ff' WHERE id = (SELECT min(id) FROM symbols)",
      "UPDATE files SET id = 9000000000000 WHERE path = 'pack/none.py'",
      "UPDATE files SET id = -1 WHERE path = 'pack/none.py'",
      "UPDATE edges SET data = x'00ffffffffffffff7f000000' WHERE source = (SELECT min(source) FROM edges)"};
  for (size_t i = 0; i < COUNT_OF(changes); i++) {
    Str whole = rows();
    const char *expected = str_to_c(&tree_arena, ask("dead_code", "{\"exported\":true}"));
    change(changes[i]);
    tree_expect(ask("dead_code", "{\"exported\":true}"), expected);
    expect_rows(rows(), whole);
  }
}

/* A method's type in another file lies in the row's bytes, and a container
 * beside it pointed there after they were gone. */
static void test_container_and_owner(void **state) {
  (void)state;
  sqlite3 *db = open_file();
  sqlite3_exec(db, "UPDATE symbols SET place = place || x'0000' || CAST('Somebody' AS BLOB), container = 4294967296", NULL, NULL, NULL);
  sqlite3_close(db);
  tree_expect(ask("find", "{\"query\":\"nobody\"}"), "pack/none.py:1 function nobody  def nobody()\n");
}

#define mend_test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      mend_test(test_row_of_facts), mend_test(test_row_of_facts_at_a_change), mend_test(test_damaged_and_changed),
      mend_test(test_unsure), mend_test(test_other_rows), mend_test(test_container_and_owner),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
