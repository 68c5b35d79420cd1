/* What statements in texts do to tables and columns: one line for each use, in
 * order, "table" or "table.column" with ">" before what is written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/languages/query_internal.h"

static void add_range(Buf *out, Str text, Range range) { buf_add(out, str_slice(text, range.from, range.to)); }

static void reads(const char *statement, const char *expected) {
  Arena arena;
  arena_init(&arena);
  Str text = str_copy(&arena, str_from_c(statement)); /* so that a byte behind it is seen to be read */
  Query query;
  Buf out;
  buf_init(&out, &arena, 4096);
  language_query_read(&arena, text, &query);
  for (size_t i = 0; i < query.uses.len; i++) {
    const QueryUse *use = &query.uses.items[i];
    if (i) buf_add_byte(&out, ' ');
    if (use->is_written) buf_add_byte(&out, '>');
    for (uint32_t k = 0; k < use->table_count; k++) {
      add_range(&out, text, query.tables.items[use->tables + k]);
      buf_add_byte(&out, k + 1 < use->table_count ? '|' : '.');
    }
    add_range(&out, text, use->name);
  }
  Str got = buf_str(&out);
  if (!str_eq_c(got, expected)) fail_msg("%s\n  gives    %.*s\n  expected %s", statement, STR_ARG(got), expected);
  arena_clear(&arena);
}

static void plain_statements(void **state) {
  (void)state;
  reads("SELECT name FROM users", "users users.name");
  reads("select id, name from users where email = ?", "users users.id users.name users.email");
  reads("INSERT INTO users (email, name) VALUES ($1, $2)", ">users >users.email >users.name");
  reads("UPDATE users SET name = ?, seen = seen + 1 WHERE id = :id", ">users >users.name >users.seen users.seen users.id");
  reads("DELETE FROM users", ">users");
  reads("REPLACE INTO a (b) VALUES (1); DELETE FROM c WHERE d = 1", ">a >a.b >c c.d");
  reads("SELECT count(*), max(age) FROM users GROUP BY city ORDER BY name DESC LIMIT 5", "users users.age users.city users.name");
}

static void several_tables(void **state) {
  (void)state;
  reads("SELECT u.email, title FROM users u JOIN orgs AS o ON o.id = u.org_id",
        "users orgs users.email users|orgs.title orgs.id users.org_id");
  reads("SELECT a FROM x UNION SELECT b FROM y", "x y x.a y.b");
  reads("INSERT INTO a (b) SELECT c FROM d", ">a d >a.b d.c");
  reads("UPDATE a SET b = (SELECT c FROM d WHERE d.e = a.f)", ">a d >a.b d.c d.e a.f");
  reads("SELECT x.a FROM (SELECT a FROM b) x WHERE c = 1", "b b.a");
  reads("WITH t AS (SELECT a FROM b) SELECT a FROM t", "b b.a");
  reads("MERGE INTO a USING b ON a.x = b.x WHEN MATCHED THEN UPDATE SET y = b.y", ">a b a.x b.x >a.y b.y");
}

static void dialects(void **state) {
  (void)state;
  reads("INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET b = excluded.b RETURNING id", ">t >t.a t.a >t.b t.id");
  reads("INSERT INTO t (a) VALUES (1) ON DUPLICATE KEY UPDATE a = VALUES(a), b = 2", ">t >t.a >t.a >t.b");
  reads("SELECT \"a\", `b`, [c] FROM \"dbo\".[t]", "t t.a t.b t.c");
  reads("SELECT a::text, EXTRACT(year FROM b) FROM t WHERE c IS DISTINCT FROM d FOR UPDATE", "t t.a t.b t.c t.d");
  reads("SELECT a AS x, b y FROM t ORDER BY x, y", "t t.a t.b");
  reads("DELETE FROM a USING b WHERE a.x = b.y", ">a b a.x b.y");
  reads("-- name: Get :one\nSELECT a /* , b */ FROM t", "t t.a");
}

static void what_is_not_known(void **state) {
  (void)state;
  reads("SELECT a FROM \x01\x01 WHERE b = 1", "");
  reads("SELECT a FROM t_\x01 WHERE b = 1", "");
  reads("SELECT a FROM t_%s", "");
  reads("SELECT a FROM {table}", "");
  reads("SELECT a FROM t, \x01", "t");
  reads("UPDATE t SET \x01 = 1 WHERE a = 2", ">t t.a");
  reads("SELECT a FROM f(1)", "");
  reads("select users from disk", "");
  reads("update the users", "");
  reads("", "");
  reads("((((SELECT", "");
  reads("SELECT a FROM t WHERE b IN (", "t t.a t.b");
}

static void how_statements_begin(void **state) {
  (void)state;
  assert_true(language_query_begins(STR("  -- x\n SELECT a")));
  assert_true(language_query_begins(STR("insert into")));
  assert_true(language_query_begins(STR("(SELECT 1)")));
  assert_false(language_query_begins(STR("Select a file")));
  assert_false(language_query_begins(STR("selected")));
  assert_false(language_query_begins(STR("update-all")));
  assert_false(language_query_begins(STR("")));
}

/* "table(column column)", with "+" before a table that is only added to. */
static void makes(const char *statement, const char *expected) {
  Arena arena;
  arena_init(&arena);
  Str text = str_copy(&arena, str_from_c(statement));
  QueryTables tables;
  Buf out;
  buf_init(&out, &arena, 4096);
  language_query_tables(&arena, text, &tables);
  for (size_t i = 0; i < tables.list.len; i++) {
    const QueryTable *table = &tables.list.items[i];
    if (i) buf_add_byte(&out, ' ');
    if (table->is_changed) buf_add_byte(&out, '+');
    add_range(&out, text, table->name);
    buf_add_byte(&out, '(');
    for (uint32_t k = 0; k < table->column_count; k++) {
      if (k) buf_add_byte(&out, ' ');
      add_range(&out, text, tables.columns.items[table->columns + k].name);
    }
    buf_add_byte(&out, ')');
  }
  Str got = buf_str(&out);
  if (!str_eq_c(got, expected)) fail_msg("%s\n  gives    %.*s\n  expected %s", statement, STR_ARG(got), expected);
  arena_clear(&arena);
}

static void tables_that_are_made(void **state) {
  (void)state;
  makes("CREATE TABLE users (id INT PRIMARY KEY, name VARCHAR(20) DEFAULT 'a,b', CHECK (id > 0))", "users(id name)");
  makes("create table if not exists public.\"users\" (`id` int, [key] text)", "users(id key)");
  makes("CREATE TEMPORARY TABLE a (b INT); CREATE UNLOGGED TABLE c (d INT)", "a(b) c(d)");
  makes("CREATE VIRTUAL TABLE t USING fts5(a, b, tokenize = 'x')", "t(a b)");
  makes("CREATE OR REPLACE VIEW v AS SELECT a FROM b", "v()");
  makes("DROP TABLE a; CREATE TABLE a (b INT)", "a(b)");
  makes("ALTER TABLE ONLY a ADD COLUMN IF NOT EXISTS b INT, ADD c TEXT, DROP COLUMN d, ADD CONSTRAINT e UNIQUE (b)", "+a(b c)");
  makes("ALTER TABLE a RENAME TO b", "");
  makes("CREATE INDEX i ON a (b)", "");
  makes("CREATE TABLE \x01 (a INT)", "");
  makes("CREATE TABLE log_\x01 (a INT)", "");
  makes("CREATE TABLE a (\x01, b INT)", "a(b)");
  makes("CREATE TABLE %s (a INT)", "");
  makes("create table of contents", "");
  makes("create table users (optional)", "");
  makes("CREATE TABLE a", "");
  makes("CREATE TABLE a (b INT", "a(b)");
  makes("CREATE TABLE a (((((", "a()");
  assert_true(language_query_makes(STR("CREATE TABLE x")));
  assert_false(language_query_makes(STR("Create table x")));
}

static void deep_and_long(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  enum { MANY = 200000 };
  char *text = arena_alloc(&arena, MANY);
  memset(text, '(', MANY);
  memcpy(text, "SELECT ", 7);
  Query query;
  language_query_read(&arena, (Str){text, MANY}, &query);
  assert_int_equal(query.uses.len, 0);
  arena_clear(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plain_statements),  cmocka_unit_test(several_tables),       cmocka_unit_test(dialects),
      cmocka_unit_test(what_is_not_known), cmocka_unit_test(how_statements_begin), cmocka_unit_test(deep_and_long),
      cmocka_unit_test(tables_that_are_made),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
