/* Simulations: every state and every act, limits and expiry, edits in memory,
 * reports compared, and judging by grammar and graph. */
#include "src/edit/simulate/simulate_internal.h"
#include "tests/unit/edit_tree.h"

/* ---- states ---- */

static const char *const acts[EDIT_ACT_COUNT] = {"edited", "evaluated", "committed", "discarded", "destroyed"};
#define FRESH "create_simulation_session begins another"
#define EMPTY "it has no edits yet: call simulate_edit first"
#define WAIT "wait until that has ended"
#define DIRTY "a file changed beneath it: destroy_session frees it, " FRESH

/* What each state says to each act; NULL: it allows it. */
static const struct {
  const char *name;
  const char *says[EDIT_ACT_COUNT]; /* edit, evaluate, commit, discard, destroy */
} states[EDIT_SESSION_STATE_COUNT] = {
    {"created", {NULL, EMPTY, EMPTY, NULL, NULL}},
    {"mutated", {NULL, NULL, NULL, NULL, NULL}},
    {"evaluating", {WAIT, WAIT, WAIT, WAIT, WAIT}},
    {"evaluated", {NULL, NULL, NULL, NULL, NULL}},
    {"committed", {FRESH, FRESH, FRESH, FRESH, NULL}},
    {"discarded", {FRESH, FRESH, FRESH, FRESH, NULL}},
    {"dirty", {DIRTY, DIRTY, DIRTY, DIRTY, NULL}},
    {"destroyed", {FRESH, FRESH, FRESH, FRESH, FRESH}},
};

static void test_every_state_and_act(void **state) {
  (void)state;
  for (unsigned s = 0; s < EDIT_SESSION_STATE_COUNT; s++) {
    assert_string_equal(edit_session_state_name((EditSessionState)s), states[s].name);
    for (unsigned a = 0; a < EDIT_ACT_COUNT; a++) {
      Err err = edit_session_check(&tree_job, (EditSessionState)s, (EditSessionAct)a);
      assert_int_equal(err, states[s].says[a] ? ERR_USAGE : OK);
      if (!err) continue;
      Str words = str_format(&tree_arena, "a session that is %s cannot be %s; %s", states[s].name, acts[a], states[s].says[a]);
      edit_same(job_message(&tree_job, err), words);
      job_forgive(&tree_job);
    }
  }
}

/* ---- the table ---- */

static EditSessions *sessions;

static int setup(void **state) {
  sessions = edit_sessions_open(0);
  return edit_setup(state);
}

static int teardown(void **state) {
  if (sessions) edit_sessions_close(sessions);
  sessions = NULL;
  return edit_teardown(state);
}

static Str create(void) {
  Str id;
  tree_ok(edit_session_create(&tree_job, sessions, index_root(edit_index), STR("c"), &id));
  return id;
}

static EditSession *take(Str id, EditSessionAct act) {
  EditSession *session;
  tree_ok(edit_session_take(&tree_job, sessions, id, index_root(edit_index), act, &session));
  return session;
}

static Err try_edit(EditSession *session, const char *path, const int64_t *range, const char *text) {
  int64_t version;
  EditPlaced placed = {.path = str_from_c(path), .start_line = range[0], .start_column = range[1], .end_line = range[2], .end_column = range[3],
                       .text = str_from_c(text)};
  return edit_session_edit(session, &tree_job, edit_index, &placed, &version);
}

#define AT(...) ((const int64_t[]){__VA_ARGS__})

static void test_ids_are_secret_and_of_one_workspace(void **state) {
  (void)state;
  Str one = create(), two = create();
  EditSession *session;
  assert_int_equal(one.len, 32);
  assert_false(str_eq(one, two));
  edit_refused(edit_session_take(&tree_job, sessions, one, STR("/elsewhere"), EDIT_ACT_EDIT, &session), ERR_NOT_FOUND, "there is no simulation session");
  edit_refused(edit_session_take(&tree_job, sessions, STR("x"), index_root(edit_index), EDIT_ACT_EDIT, &session), ERR_NOT_FOUND,
               "there is no simulation session 'x': it was destroyed, expired after 30 minutes without use, or never was; "
               "create_simulation_session begins one");
  session = take(one, EDIT_ACT_DESTROY);
  edit_session_destroy(session);
  edit_session_release(session);
  Str root;
  edit_refused(edit_session_root(&tree_job, sessions, one, &root), ERR_NOT_FOUND, "there is no simulation session");
  tree_ok(edit_session_root(&tree_job, sessions, two, &root));
}

static void test_only_so_many(void **state) {
  (void)state;
  Str first = STR_EMPTY, id;
  for (int i = 0; i < EDIT_SESSIONS_OWN_MAX; i++) {
    Str made = create();
    if (!i) first = made;
  }
  edit_refused(edit_session_create(&tree_job, sessions, index_root(edit_index), STR("c"), &id), ERR_BUSY,
               "you have 16 simulation sessions, as many as one client may; end one with destroy_session");
  EditSession *session = take(first, EDIT_ACT_DISCARD);
  edit_session_discard(session); /* one that has ended gives way */
  edit_session_release(session);
  create();
  edit_refused(edit_session_create(&tree_job, sessions, index_root(edit_index), STR("c"), &id), ERR_BUSY, "you have 16");
  for (uint64_t owner = 1; owner < EDIT_SESSIONS_MAX / EDIT_SESSIONS_OWN_MAX; owner++) {
    tree_job.owner.member = owner;
    for (int i = 0; i < EDIT_SESSIONS_OWN_MAX; i++) create();
  }
  tree_job.owner.member = 99;
  edit_refused(edit_session_create(&tree_job, sessions, index_root(edit_index), STR("c"), &id), ERR_BUSY, "there are 64 simulation sessions");
  tree_job.owner.member = 0;
  size_t count, bytes;
  edit_sessions_count(sessions, &count, &bytes);
  assert_int_equal(count, 64);
  assert_int_equal(bytes, 0);
}

static void test_idle_ones_expire(void **state) {
  (void)state;
  edit_sessions_close(sessions);
  sessions = edit_sessions_open(1);
  tree_write("a.c", "int a;\n");
  Str id = create(), root;
  EditSession *session = take(id, EDIT_ACT_EDIT);
  int64_t until = job_now_ms() + 5;
  while (job_now_ms() < until) continue;
  tree_ok(try_edit(session, "a.c", AT(1, 1, 1, 1), "x")); /* one that is held does not */
  edit_session_release(session);
  until = job_now_ms() + 5;
  while (job_now_ms() < until) continue;
  edit_refused(edit_session_root(&tree_job, sessions, id, &root), ERR_NOT_FOUND, "expired");
  size_t count, bytes;
  edit_sessions_count(sessions, &count, &bytes);
  assert_int_equal(count, 0);
  assert_int_equal(bytes, 0);
}

/* ---- edits ---- */

static Str text_in(const EditSession *session, const char *path) { return edit_session_find(session, str_from_c(path))->text; }

static void test_edits_build_on_each_other(void **state) {
  (void)state;
  tree_write("a.c", "int one;\nint two;\n");
  EditSession *session = take(create(), EDIT_ACT_EDIT);
  tree_ok(try_edit(session, "a.c", AT(1, 5, 1, 8), "eleven"));
  edit_same(text_in(session, "a.c"), STR("int eleven;\nint two;\n"));
  tree_ok(try_edit(session, "./a.c", AT(1, 11, 2, 5), ";\nlong "));
  edit_same(text_in(session, "a.c"), STR("int eleven;\nlong two;\n"));
  tree_ok(try_edit(session, tree_path("a.c"), AT(3, 1, 3, 1), "int three;\n"));
  assert_int_equal(edit_session_state(session), EDIT_SESSION_MUTATED);
  EditPlan *plan;
  tree_ok(edit_session_plan(session, &tree_job, edit_index, NULL, &plan));
  edit_same(edit_diff(plan), STR("diff --git a/a.c b/a.c\n--- a/a.c\n+++ b/a.c\n@@ -1,2 +1,3 @@\n-int one;\n-int two;\n+int eleven;\n+long two;\n+int three;\n"));
  edit_same(edit_bytes("a.c"), STR("int one;\nint two;\n")); /* the disk knows nothing of it */
  EditSession *fork = edit_session_fork(session);
  tree_ok(try_edit(fork, "a.c", AT(1, 1, 1, 4), "char"));
  edit_same(text_in(fork, "a.c"), STR("char eleven;\nlong two;\nint three;\n"));
  edit_same(text_in(session, "a.c"), STR("int eleven;\nlong two;\nint three;\n"));
  edit_session_release(fork);
  edit_session_release(session);
  size_t count, bytes;
  edit_sessions_count(sessions, &count, &bytes);
  assert_int_equal(bytes, 18 + 33);
}

#define RANGE_END "; the text has 3 lines, both ends are counted from 1 and the end is not included"

static void test_hostile_ranges_change_nothing(void **state) {
  (void)state;
  static const struct {
    int64_t range[4];
    const char *words;
  } rows[] = {
      {{0, 1, 1, 1}, "0:1 to 1:1 in 'a.c' begins before 1" RANGE_END},
      {{1, 1, 1, -1}, "1:1 to 1:-1 in 'a.c' begins before 1" RANGE_END},
      {{2, 1, 1, 1}, "2:1 to 1:1 in 'a.c' ends before it begins" RANGE_END},
      {{1, 3, 1, 2}, "1:3 to 1:2 in 'a.c' ends before it begins" RANGE_END},
      {{5, 1, 5, 1}, "5:1 to 5:1 in 'a.c' begins beyond the text" RANGE_END},
      {{1, 1, 5, 1}, "1:1 to 5:1 in 'a.c' ends beyond the text" RANGE_END},
      {{INT64_MAX, 1, INT64_MAX, 1}, "begins beyond the text"},
      {{1, 1, INT64_MAX, INT64_MAX}, "ends beyond the text"},
      {{(int64_t)UINT32_MAX + 2, 1, (int64_t)UINT32_MAX + 2, 2}, "begins beyond the text"},
      {{INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN}, "begins before 1"},
  };
  tree_write("a.c", "int a;\nint b;\n");
  EditSession *session = take(create(), EDIT_ACT_EDIT);
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    edit_refused(try_edit(session, "a.c", rows[i].range, "x"), ERR_USAGE, rows[i].words);
    assert_int_equal(session->files.len, 0);
    assert_int_equal(edit_session_state(session), EDIT_SESSION_CREATED);
  }
  tree_ok(try_edit(session, "a.c", AT(1, INT64_MAX, 2, 1), "")); /* a column beyond the line is its end */
  edit_same(text_in(session, "a.c"), STR("int a;int b;\n"));
  edit_refused(try_edit(session, "../x", AT(1, 1, 1, 1), "x"), ERR_OUTSIDE, "leads outside");
  edit_refused(try_edit(session, "/etc/passwd", AT(1, 1, 1, 1), "x"), ERR_OUTSIDE, "leads outside");
  edit_refused(try_edit(session, "b.c", AT(1, 1, 1, 1), "x"), ERR_NOT_FOUND, "there is no file 'b.c'");
  edit_refused(try_edit(session, "a.c", AT(1, 1, 1, 1), "\xff"), ERR_USAGE, "new_text is no UTF-8");
  edit_session_release(session);
}

static void test_a_file_that_changed_makes_it_dirty(void **state) {
  (void)state;
  tree_write("a.c", "int a;\n");
  Str id = create();
  EditSession *session = take(id, EDIT_ACT_EDIT);
  tree_ok(try_edit(session, "a.c", AT(1, 5, 1, 6), "b"));
  tree_write("a.c", "int other;\n");
  EditPlan *plan;
  edit_refused(edit_session_plan(session, &tree_job, edit_index, NULL, &plan), ERR_CONFLICT, "-int a;\n+int other;\n");
  assert_int_equal(edit_session_state(session), EDIT_SESSION_DIRTY);
  edit_session_release(session);
  edit_refused(edit_session_take(&tree_job, sessions, id, index_root(edit_index), EDIT_ACT_COMMIT, &session), ERR_USAGE, "a session that is dirty cannot be committed");
  edit_session_release(take(id, EDIT_ACT_DESTROY));
}

/* ---- reports ---- */

static EditDiagnostics *report(size_t count, const EditDiagnostic *items) {
  EditDiagnostics *made = ARENA_NEW(&tree_arena, EditDiagnostics);
  for (size_t i = 0; i < count; i++) *vec_add(&tree_arena, made) = items[i];
  return made;
}
#define ONE(byte_, severity_, message_) {.byte = byte_, .severity = severity_, .message = {message_, sizeof message_ - 1}}
#define REPORT(...) report(sizeof((EditDiagnostic[]){__VA_ARGS__}) / sizeof(EditDiagnostic), (EditDiagnostic[]){__VA_ARGS__})

static void compared(const EditDiagnostics *before, const EditDiagnostics *after, const Edits *edits, const size_t *wanted) {
  EditVerdict verdict = {0};
  edit_compare(&tree_arena, &(EditReports){before, after, edits}, &verdict);
  assert_int_equal(verdict.introduced.len, wanted[0]);
  assert_int_equal(verdict.resolved.len, wanted[1]);
  assert_int_equal(verdict.warned.len, wanted[2]);
  assert_int_equal(verdict.unwarned.len, wanted[3]);
  assert_int_equal(verdict.net_delta, (int64_t)wanted[0] - (int64_t)wanted[1]);
}
#define WANT(...) ((const size_t[]){__VA_ARGS__})

static void test_reports_are_compared_by_place(void **state) {
  (void)state;
  EditDiagnostics none = {0};
  /* "aaaaaaaaaa" with 10 bytes put in at 5, and 20..25 replaced by 2 bytes */
  Edit items[] = {{.range = {5, 5}, .text = STR("0123456789")}, {.range = {20, 25}, .text = STR("xy")}};
  Edits edits = {.items = items, .len = 2, .cap = 2};
  compared(&none, REPORT(ONE(1, 1, "e")), &edits, WANT(1, 0, 0, 0));
  compared(REPORT(ONE(1, 1, "e")), &none, &edits, WANT(0, 1, 0, 0));
  compared(REPORT(ONE(1, 1, "e")), REPORT(ONE(1, 1, "e")), &edits, WANT(0, 0, 0, 0));
  compared(REPORT(ONE(8, 1, "e")), REPORT(ONE(18, 1, "e")), &edits, WANT(0, 0, 0, 0));
  compared(REPORT(ONE(8, 1, "e")), REPORT(ONE(8, 1, "e")), &edits, WANT(1, 1, 0, 0)); /* not where it moved to */
  compared(REPORT(ONE(30, 1, "e")), REPORT(ONE(37, 1, "e")), &edits, WANT(0, 0, 0, 0));
  compared(REPORT(ONE(22, 1, "e")), REPORT(ONE(30, 1, "e")), &edits, WANT(0, 0, 0, 0)); /* both in what was replaced */
  compared(REPORT(ONE(22, 1, "e")), REPORT(ONE(29, 1, "e")), &edits, WANT(1, 1, 0, 0));
  compared(REPORT(ONE(1, 1, "e")), REPORT(ONE(1, 1, "f")), &edits, WANT(1, 1, 0, 0));
  compared(REPORT(ONE(1, 1, "e")), REPORT(ONE(1, 2, "e")), &edits, WANT(0, 1, 1, 0));
  compared(REPORT(ONE(1, 2, "e"), ONE(2, 3, "h")), REPORT(ONE(3, 4, "h")), &edits, WANT(0, 0, 0, 1)); /* hints do not count */
  compared(REPORT(ONE(1, 1, "e")), REPORT(ONE(1, 1, "e"), ONE(1, 1, "e")), &edits, WANT(1, 0, 0, 0)); /* each is paired once */
  compared(REPORT(ONE(9, 1, "e")), REPORT(ONE(9, 1, "e")), NULL, WANT(0, 0, 0, 0));
}

/* ---- without a server ---- */

static EditSession *judged_session; /* a verdict borrows from it */

static void release_judged(void) {
  if (judged_session) edit_session_release(judged_session);
  judged_session = NULL;
}

static EditVerdict judge(const char *path, const int64_t *range, const char *text) {
  EditVerdict verdict;
  release_judged();
  EditSession *session = judged_session = edit_session_alone(index_root(edit_index));
  EditJudge by = {.job = &tree_job, .index = edit_index};
  tree_ok(index_refresh(&tree_job, edit_index));
  tree_ok(try_edit(session, path, range, text));
  tree_ok(edit_session_evaluate(session, &by, &verdict));
  assert_int_equal(edit_session_state(session), EDIT_SESSION_EVALUATED);
  assert_string_equal(edit_verdict_means(&verdict), "syntax and graph");
  assert_string_equal(edit_verdict_confidence(&verdict), "partial");
  return verdict;
}

static void judged(const EditVerdict *verdict, size_t at, const char *wanted) {
  assert_true(verdict->introduced.len > at);
  const EditDiagnostic *one = &verdict->introduced.items[at];
  edit_same(str_format(&tree_arena, "%.*s:%u:%u %.*s: %.*s", STR_ARG(one->path), one->at.line, one->at.column, STR_ARG(one->code), STR_ARG(one->message)),
            str_from_c(wanted));
}

static void test_grammar_and_graph_judge(void **state) {
  (void)state;
  tree_write("a.c", "int add(int a, int b) { return a + b; }\nint twice(int a) { return add(a, a); }\n");
  tree_write("b.c", "int add(int a, int b);\nint more(void) { return add(1, 2); }\n");
  tree_write("p.py", "def add(a, b=1, *, c=2):\n    return a\n\n\nprint(add(1))\n");
  EditVerdict verdict = judge("a.c", AT(1, 25, 1, 38), "return b + a;");
  assert_int_equal(verdict.net_delta, 0);
  assert_int_equal(verdict.files, 1);
  verdict = judge("a.c", AT(1, 39, 1, 40), ""); /* without its brace */
  assert_true(verdict.net_delta > 0);
  edit_same(verdict.introduced.items[0].code, STR("syntax"));
  verdict = judge("a.c", AT(2, 27, 2, 36), "add(a)");
  assert_int_equal(verdict.net_delta, 1);
  judged(&verdict, 0, "a.c:2:27 arguments: 'add' takes 2 arguments; 1 is given");
  verdict = judge("a.c", AT(1, 5, 1, 8), "sum"); /* renamed: its use here, and the one elsewhere */
  judged(&verdict, 0, "a.c:2:27 removed: 'add' is not defined any more");
  assert_true(verdict.net_delta >= 1);
  verdict = judge("p.py", AT(5, 7, 5, 13), "add(1, 2)");
  assert_int_equal(verdict.net_delta, 0);
  verdict = judge("p.py", AT(5, 7, 5, 13), "add()");
  judged(&verdict, 0, "p.py:5:7 arguments: 'add' takes at least 1 arguments; 0 are given");
  verdict = judge("p.py", AT(5, 7, 5, 13), "add(c=3, a=1)"); /* named ones are not counted */
  assert_int_equal(verdict.net_delta, 0);
  release_judged();
}

static void test_other_files_are_judged_by_the_graph(void **state) {
  (void)state;
  tree_write("shop/__init__.py", "");
  tree_write("shop/till.py", "def total(prices, tax):\n    return sum(prices) + tax\n");
  tree_write("main.py", "from shop.till import total\n\nprint(total([1], 2))\n");
  EditVerdict verdict = judge("shop/till.py", AT(1, 5, 1, 10), "amount");
  judged(&verdict, 0, "main.py:3:7 removed: 'total' is not defined any more");
  verdict = judge("shop/till.py", AT(1, 11, 1, 22), "prices");
  judged(&verdict, 0, "main.py:3:7 arguments: 'total' takes 1 argument; 2 are given");
  assert_int_equal(verdict.net_delta, 1);
  verdict = judge("shop/till.py", AT(1, 22, 1, 22), "=0");
  assert_int_equal(verdict.net_delta, 0);
  release_judged();
}

static void test_a_chain_stops_being_safe(void **state) {
  (void)state;
  tree_write("a.py", "x = 1\n");
  EditSession *session = take(create(), EDIT_ACT_EDIT);
  EditJudge by = {.job = &tree_job, .index = edit_index};
  EditPlaced edits[] = {{STR("a.py"), 1, 5, 1, 6, STR("2")}, {STR("a.py"), 1, 5, 1, 6, STR("(3")}, {STR("a.py"), 1, 7, 1, 7, STR(")")},
                        {STR("a.py"), 1, 5, 1, 6, STR("")}};
  EditChain chain;
  tree_ok(edit_session_chain(session, &by, edits, 4, &chain));
  assert_int_equal(chain.done, 4);
  assert_int_equal(chain.steps[0].net_delta, 0);
  assert_true(chain.steps[1].net_delta > 0);
  assert_int_equal(chain.steps[2].net_delta, 0);
  assert_true(chain.steps[3].net_delta > 0);
  assert_int_equal(chain.safe_through, 3);
  assert_int_equal(chain.cumulative, chain.steps[3].net_delta);
  EditPlaced bad = {STR("a.py"), 9, 1, 9, 1, STR("2")};
  edit_refused(edit_session_chain(session, &by, &bad, 1, &chain), ERR_USAGE, "step 1 of 1 (those before it were made): 9:1 to 9:1 in 'a.py' begins beyond");
  edit_session_release(session);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(test_every_state_and_act),
      TEST(test_ids_are_secret_and_of_one_workspace),
      TEST(test_only_so_many),
      TEST(test_idle_ones_expire),
      TEST(test_edits_build_on_each_other),
      TEST(test_hostile_ranges_change_nothing),
      TEST(test_a_file_that_changed_makes_it_dirty),
      TEST(test_reports_are_compared_by_place),
      TEST(test_grammar_and_graph_judge),
      TEST(test_other_files_are_judged_by_the_graph),
      TEST(test_a_chain_stops_being_safe),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
