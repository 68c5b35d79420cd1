/* Routes are made from what several files say: after every change the index
 * holds what a new one would, also in files that did not change. */
#include "tests/unit/index_dump.h"

static Index *open_tree(void) { return dump_open_at(tree_root, true); }

/* The cache is shared by all indexes of a tree: a new one needs another. */
static Str fresh_dump(void) {
  static unsigned count;
  Str kept = tree_cache;
  tree_cache = str_format(&tree_arena, "%s/cache-%u", tree_base, count++);
  mkdir(str_to_c(&tree_arena, tree_cache), 0700);
  AUTO(Index) index = open_tree();
  tree_ok(index_refresh(&tree_job, index));
  Str text = dump_text(index);
  tree_cache = kept;
  return text;
}

/* Lines of the dump that are routes, by file. */
static Str routes_in(Str dump) {
  Buf out;
  buf_init(&out, &tree_arena, 1u << 16);
  while (dump.len) {
    Str line = str_cut(&dump, '\n');
    if (!str_starts_with(line, STR("  route "))) continue;
    line = str_slice(line, strlen("  route "), line.len);
    for (size_t i = 0; i < line.len && line.ptr[i] != ' '; i++) buf_add_byte(&out, line.ptr[i]);
    Str rest = str_slice(line, str_find_byte(line, ' ') + 1, line.len);
    buf_add_byte(&out, ' ');
    buf_add(&out, str_cut(&rest, ' '));
    buf_add_byte(&out, '\n');
  }
  return buf_str(&out);
}

static void expect(Index *index, const char *wanted) {
  tree_ok(index_refresh(&tree_job, index));
  Str found = dump_text(index);
  tree_expect(routes_in(found), wanted);
  Str fresh = fresh_dump();
  if (!str_eq(found, fresh)) fail_msg("after changes:\n%.*s\nmade anew:\n%.*s", STR_ARG(found), STR_ARG(fresh));
}

#define USERS                                 \
  "const express = require('express');\n"     \
  "const router = express.Router();\n"        \
  "router.get('/:id', show);\n"               \
  "function show() {}\n"                      \
  "module.exports = router;\n"
#define APP(path)                             \
  "const express = require('express');\n"     \
  "const users = require('./users');\n"       \
  "const app = express();\n"                  \
  "app.use('" path "', users);\n"

static void test_mounts(void **state) {
  (void)state;
  tree_write("users.js", USERS);
  AUTO(Index) index = open_tree();
  expect(index, "GET /:id\n");
  tree_write("app.js", APP("/users"));
  expect(index, "GET /users/:id\n");
  tree_write("app.js", APP("/people"));
  expect(index, "GET /people/:id\n");
  tree_write("app.js", "\n\n" APP("/people") "app.use('/v2/people', users);\n");
  expect(index, "GET /people/:id\nGET /v2/people/:id\n");
  tree_remove("app.js");
  expect(index, "GET /:id\n");
}

static void test_objects(void **state) {
  (void)state;
  tree_write("users.js", USERS);
  AUTO(Index) index = open_tree();
  expect(index, "GET /:id\n");
  tree_write("users.js", "const express = require('./express');\n"
                         "const router = express.Router();\nrouter.get('/:id', show);\nfunction show() {}\n");
  expect(index, "");
  tree_write("express.js", "exports.Router = function () { return { get() {} }; };\n");
  expect(index, "");
  tree_write("express.js", "const express = require('express');\nexports.Router = function () { return express.Router(); };\n");
  expect(index, "GET /:id\n");
  tree_write("users.js", "module.exports = 1;\n");
  expect(index, "");
}

/* A request leads to the route of another file, whose path a third file says. */
static void test_requests(void **state) {
  (void)state;
  tree_write("client.js", "function load() { fetch('/users/1'); }\n");
  AUTO(Index) index = open_tree();
  expect(index, "");
  tree_write("users.js", USERS);
  expect(index, "GET /:id\n");
  assert_false(str_contains(dump_text(index), STR("by request")));
  tree_write("app.js", APP("/users"));
  expect(index, "GET /users/:id\n");
  assert_true(str_contains(dump_text(index), STR("load@1 links users.js:GET /users/:id@3 by request")));
  tree_write("users.js", "\n" USERS);
  expect(index, "GET /users/:id\n");
  tree_write("app.js", APP("/people"));
  expect(index, "GET /people/:id\n");
  assert_false(str_contains(dump_text(index), STR("by request")));
}

int main(void) {
  const struct CMUnitTest tests[] = {tree_test(test_mounts), tree_test(test_objects), tree_test(test_requests)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
