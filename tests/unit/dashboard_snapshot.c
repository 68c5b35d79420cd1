/* A snapshot travels as JSON and comes back the same; what another build sends
 * harms nobody. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/vec.h"
#include "src/dashboard/dashboard.h"

static const Json *read_back(Job *job, Str text) {
  const Json *json = NULL;
  assert_int_equal(json_read(job, text, NULL, &json), OK);
  return json;
}

static void test_round_trip(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  DashSnapshot snapshot = {.server = {.build = STR("b"), .mode = STR("daemon"), .pid = 7, .up_s = 8, .resident = 9, .clients = 1}};
  *vec_add(&arena, &snapshot.workspaces) =
      (DashWorkspace){.root = STR("/w\n<b>"), .languages = STR("c 1"), .percent = 100, .files = 3, .is_trusted = true};
  *vec_add(&arena, &snapshot.clients) = (DashClient){.number = 5, .name = STR("agent"), .mode = STR("stdio"), .calls = 2};
  *vec_add(&arena, &snapshot.servers) = (DashLanguageServer){.name = STR("clangd"), .resident = 1 << 20, .crashes = 1};
  *vec_add(&arena, &snapshot.sessions) = (DashSession){.key = STR("abcdefgh"), .seen_ago_ms = -1};
  *vec_add(&arena, &snapshot.edits) = (DashEdit){.id = STR("e1"), .files = 2};
  *vec_add(&arena, &snapshot.options) = (DashOption){STR("k"), STR("v"), STR("default"), STR("v|w"), STR("what it is for")};
  *vec_add(&arena, &snapshot.log) = (DashLogLine){.number = 1, .level = STR("warn"), .text = STR("x")};
  Str spelled = dashboard_snapshot_spell(&arena, &snapshot);
  DashSnapshot back = {0};
  dashboard_snapshot_read(&arena, read_back(&job, spelled), &back);
  assert_true(str_eq(dashboard_snapshot_spell(&arena, &back), spelled));
  assert_true(str_eq(back.workspaces.items[0].root, STR("/w\n<b>")));
  assert_true(back.workspaces.items[0].is_trusted);
  assert_int_equal(back.servers.items[0].resident, 1 << 20);
  assert_int_equal(back.sessions.items[0].seen_ago_ms, -1);
  arena_clear(&arena);
}

static void test_calls(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  DashCalls calls = {0}, back;
  *vec_add(&arena, &calls) = (DashCall){.number = 1, .tool = STR("find"), .state = STR("running"), .fraction = 0.5};
  *vec_add(&arena, &calls) = (DashCall){.number = 2, .tool = STR("edit"), .state = STR("failed"), .words = STR("no"), .fraction = -1};
  dashboard_calls_read(&arena, read_back(&job, dashboard_calls_spell(&arena, &calls)), &back);
  assert_int_equal(back.len, 2);
  assert_true(back.items[0].fraction == 0.5 && back.items[1].fraction == -1);
  assert_true(str_eq(back.items[1].words, STR("no")));
  DashCall one;
  dashboard_call_read(read_back(&job, dashboard_call_spell(&arena, &calls.items[1])), &one);
  assert_int_equal(one.number, 2);
  arena_clear(&arena);
}

/* Wrong types, missing members, other shapes. */
static void test_strangers(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  static const char *const texts[] = {
      "null", "[]", "{}", "{\"server\":[],\"workspaces\":{},\"clients\":[1,null,\"x\"]}",
      "{\"server\":{\"pid\":\"7\",\"build\":3},\"log\":[{\"number\":1e99,\"text\":[]}]}",
  };
  for (size_t i = 0; i < COUNT_OF(texts); i++) {
    DashSnapshot snapshot = {.server = {.pid = 1}};
    DashCalls calls;
    dashboard_snapshot_read(&arena, read_back(&job, str_from_c(texts[i])), &snapshot);
    dashboard_calls_read(&arena, read_back(&job, str_from_c(texts[i])), &calls);
    assert_int_equal(snapshot.server.pid, 0);
    assert_int_equal(snapshot.workspaces.len, 0);
    assert_int_equal(calls.len, 0);
    for (size_t k = 0; k < snapshot.clients.len; k++) assert_int_equal(snapshot.clients.items[k].name.len, 0);
  }
  arena_clear(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_calls),
      cmocka_unit_test(test_strangers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
