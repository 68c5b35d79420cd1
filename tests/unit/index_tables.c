/* What statements and models lead to is told by other files: after every change
 * the index holds what a new one would, also in files that did not change. */
#include "tests/unit/index_dump.h"

static Index *open_tree(void) { return dump_open_at(tree_root, true); }

/* How many edges to tables, columns and models there are. */
static void expect(Index *index, unsigned wanted) {
  tree_ok(index_refresh(&tree_job, index));
  Str found = dump_text(index), rest = found;
  unsigned count = 0;
  while (rest.len) {
    Str line = str_cut(&rest, '\n');
    count += str_contains(line, STR(" by query")) || str_contains(line, STR(" by model"));
  }
  Str fresh = dump_fresh();
  if (!str_eq(found, fresh)) fail_msg("after changes:\n%.*s\nmade anew:\n%.*s", STR_ARG(found), STR_ARG(fresh));
  if (count != wanted) fail_msg("%u edges instead of %u:\n%.*s", count, wanted, STR_ARG(found));
}

#define SCHEMA "CREATE TABLE users (id INT, email TEXT);\n"
#define STORE "from texts import Q\n\n\ndef run(db):\n    db.execute(Q)\n"

static void test_statements(void **state) {
  (void)state;
  tree_write("texts.py", "Q = 'SELECT id FROM users'\n");
  tree_write("store.py", STORE);
  AUTO(Index) index = open_tree();
  expect(index, 0);
  tree_write("schema.sql", SCHEMA); /* the table and its column, from the constant and from who uses it */
  expect(index, 4);
  tree_write("texts.py", "Q = 'SELECT id, email FROM users'\n");
  expect(index, 6);
  tree_write("texts.py", "Q = 'SELECT id, seen FROM users'\n");
  expect(index, 4);
  tree_write("add.sql", "ALTER TABLE users ADD COLUMN seen INT;\n");
  expect(index, 6);
  tree_write("texts.py", "Q = 'nothing'\n");
  expect(index, 0);
  tree_write("texts.py", "Q = 'DELETE FROM users'\n");
  expect(index, 2);
  tree_write("old.sql", SCHEMA);
  expect(index, 4);
  tree_remove("schema.sql");
  expect(index, 2);
  tree_remove("old.sql");
  expect(index, 0);
}

#define MODEL(base, table)                                      \
  "from sqlalchemy.orm import DeclarativeBase\n\n\n"            \
  "class User(" base "):\n    __tablename__ = '" table "'\n    email = 1\n"

static void test_models(void **state) {
  (void)state;
  tree_write("store.py", "def run(db):\n    db.execute('SELECT email FROM users')\n");
  AUTO(Index) index = open_tree();
  expect(index, 0);
  tree_write("models.py", MODEL("DeclarativeBase", "users"));
  expect(index, 2);
  tree_write("schema.sql", SCHEMA); /* which is meant now, by the statement and by the model */
  expect(index, 3);
  tree_write("models.py", MODEL("DeclarativeBase", "others"));
  expect(index, 2);
  tree_remove("schema.sql");
  expect(index, 0);
  tree_write("models.py", MODEL("Own", "users"));
  expect(index, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {tree_test(test_statements), tree_test(test_models)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
