/* The hub: one server for all who need it, started late, started again after a
 * crash, stopped politely and, if need be, by force; nothing is left over. */
#include "tests/unit/lsp_fake.h"
#include "tests/unit/os_kept.h"

#include <dirent.h>

static LspServerState *state_of(Fake *fake) {
  size_t count = 0;
  LspServerState *states = lsp_hub_states(&fake->s->arena, fake->hub, &count);
  assert_int_equal(count, 1);
  return states;
}

static bool is_in_state(Fake *fake, const char *state) { return !strcmp(state_of(fake)->state, state); }

/* ---- sharing ---- */

static void nothing_happens_before_a_need(void **state) {
  Fake *fake = fake_open(*state, "");
  size_t count = 9;
  lsp_hub_states(&fake->s->arena, fake->hub, &count);
  assert_int_equal(count, 0);
  lsp_hub_changed(fake->hub, root_path(fake->root), &(LspChange){STR("a"), LSP_CHANGED}, 1);
  assert_int_equal(lsp_hub_restart(&fake->s->job, fake->hub, STR_EMPTY), 0);
  fake_close(fake);
}

typedef struct Taker {
  Fake *fake;
  pthread_t thread;
  LspServer *server;
  Err err;
} Taker;

static void *take(void *argument) {
  Taker *taker = argument;
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  taker->err = lsp_hub_take(&job, taker->fake->hub, &taker->fake->need, &taker->server);
  arena_clear(&arena);
  return NULL;
}

static void all_share_one(void **state) {
  enum { COUNT = 8 };
  Fake *fake = fake_open(*state, "");
  Taker takers[COUNT];
  for (int i = 0; i < COUNT; i++) {
    takers[i] = (Taker){.fake = fake};
    assert_int_equal(pthread_create(&takers[i].thread, NULL, take, &takers[i]), 0);
  }
  for (int i = 0; i < COUNT; i++) {
    pthread_join(takers[i].thread, NULL);
    assert_int_equal(takers[i].err, OK);
    assert_ptr_equal(takers[i].server, takers[0].server);
  }
  fake_sync(fake, takers[0].server);
  assert_int_equal(fake_count(fake, "\"initialize\""), 1);
  for (int i = 0; i < COUNT; i++) lsp_server_release(takers[i].server);
  fake_close(fake);
}

static void another_root_is_another_server(void **state) {
  Fake *fake = fake_open(*state, "");
  scratch_dir(fake->s, "w/sub");
  LspServer *first = fake_take(fake);
  fake->need.server_root = STR("sub");
  LspServer *second = fake_take(fake);
  assert_ptr_not_equal(first, second);
  fake_sync(fake, second);
  assert_true(str_contains(fake_message(fake, "\"initialize\"", 1),
                           str_format(&fake->s->arena, "\"rootUri\":\"%s\"", fake_uri(fake, "sub"))));
  size_t count = 0;
  LspServerState *states = lsp_hub_states(&fake->s->arena, fake->hub, &count);
  assert_int_equal(count, 2);
  scratch_same(states[1].server_root, "sub");
  lsp_server_release(first);
  lsp_server_release(second);
  fake_close(fake);
}

static void a_starter_that_leaves_does_not_end_the_start(void **state) {
  Fake *fake = fake_open(*state, "\"start\":[{\"sleep\":1}]");
  LspServer *server = NULL;
  Job hasty;
  job_init(&hasty, &fake->s->arena);
  hasty.deadline_ms = job_now_ms() + 20;
  assert_int_equal(lsp_hub_take(&hasty, fake->hub, &fake->need, &server), ERR_TIMEOUT);
  server = fake_take(fake);
  fake_sync(fake, server);
  assert_int_equal(fake_count(fake, "\"initialize\""), 1);
  lsp_server_release(server);
  fake_close(fake);
}

static void what_cannot_be_started(void **state) {
  Fake *fake = fake_open(*state, "");
  LspServer *server = NULL;
  Job *job = &fake->s->job;
  fake->kind.install = STR("apt-get install fake");
  fake->need.program = STR_EMPTY;
  scratch_fails(fake->s, lsp_hub_take(job, fake->hub, &fake->need, &server), ERR_NOT_FOUND,
                "fake is not installed; to get it: apt-get install fake");
  fake->need.program = STR("/nowhere/fake");
  scratch_fails(fake->s, lsp_hub_take(job, fake->hub, &fake->need, &server), ERR_NOT_FOUND, "starting fake: ");
  fake->kind.connect = STR("nonsense");
  scratch_fails(fake->s, lsp_hub_take(job, fake->hub, &fake->need, &server), ERR_USAGE,
                "'nonsense' is no place to connect to; use host:port or the path of a socket");
  fake->kind.connect = STR("127.0.0.1:1");
  scratch_fails(fake->s, lsp_hub_take(job, fake->hub, &fake->need, &server), ERR_NOT_FOUND,
                "nobody listens on 127.0.0.1:1");
  fake->kind.connect = scratch_str(fake->s, "no.sock");
  scratch_fails(fake->s, lsp_hub_take(job, fake->hub, &fake->need, &server), ERR_NOT_FOUND, "nobody listens");
  size_t count = 9;
  lsp_hub_states(&fake->s->arena, fake->hub, &count);
  assert_int_equal(count, 0);
  fake_close(fake);
}

static void looking_starts_nothing(void **state) {
  Fake *fake = fake_open(*state, "\"capabilities\":{\"hoverProvider\":true}");
  size_t count = 9;
  assert_null(lsp_hub_ready(fake->hub, &fake->need));
  lsp_hub_running(&fake->s->arena, fake->hub, STR_EMPTY, &count);
  assert_int_equal(count, 0);
  LspServer *server = fake_take(fake);
  LspServer **running = lsp_hub_running(&fake->s->arena, fake->hub, root_path(fake->root), &count);
  assert_int_equal(count, 1);
  assert_ptr_equal(running[0], server);
  lsp_server_release(running[0]);
  lsp_hub_running(&fake->s->arena, fake->hub, STR("/elsewhere"), &count);
  assert_int_equal(count, 0);
  assert_null(lsp_hub_ready(fake->hub, &fake->need)); /* not yet */
  LspDocument document;
  scratch_ok(fake->s, lsp_server_show_text(&fake->s->job, server, STR("a.toy"), STR("text"), &document));
  scratch_ok(fake->s, lsp_server_wait_ready(&fake->s->job, server, 60000));
  LspServer *ready = lsp_hub_ready(fake->hub, &fake->need);
  assert_ptr_equal(ready, server);
  lsp_server_release(ready);
  lsp_server_release(server);
  AUTO(Keep) keep = scratch_keep(fake->s, "kept");
  AUTO(Keep) same = scratch_keep(fake->s, "kept");
  AUTO(Keep) other = scratch_keep(fake->s, "other");
  LspCache *cache = lsp_hub_cache(fake->hub, keep);
  assert_ptr_equal(lsp_hub_cache(fake->hub, same), cache);
  assert_ptr_not_equal(lsp_hub_cache(fake->hub, other), cache);
  fake_close(fake);
}

/* ---- crashes ---- */

static void crash(Fake *fake, LspServer *server) {
  fake_refuses(fake, server, "fake/end", ERR_CLOSED, "fake ended (exit status 5)");
}

static void starts_again_after_a_crash(void **state) {
  Fake *fake = fake_open(*state, "\"on\":{\"fake/end\":[{\"exit\":5}]}");
  scratch_file(fake->s, "w/a.toy", "text");
  LspDocument document;
  LspServer *first = fake_take(fake);
  scratch_ok(fake->s, lsp_server_show(&fake->s->job, first, STR("a.toy"), &document));
  crash(fake, first);
  assert_true(is_in_state(fake, "crashed"));
  assert_int_equal(state_of(fake)->crashes, 1);
  LspServer *second = fake_take(fake);
  assert_ptr_not_equal(first, second);
  /* Whoever holds the old one is told; the new one knows no documents. */
  fake_refuses(fake, first, "fake/sync", ERR_CLOSED, "fake ended (exit status 5)");
  scratch_fails(fake->s, lsp_server_show(&fake->s->job, first, STR("a.toy"), &document), ERR_CLOSED, "fake ended");
  scratch_fails(fake->s, lsp_server_notify(&fake->s->job, first, "fake/x", STR_EMPTY), ERR_CLOSED, "fake ended");
  scratch_ok(fake->s, lsp_server_show(&fake->s->job, second, STR("a.toy"), &document));
  assert_int_equal(document.version, 1);
  fake_sync(fake, second);
  assert_int_equal(fake_count(fake, "textDocument/didOpen"), 2);
  FAKE_UNTIL(fake_has_event(fake, "crashed fake !\nrecovered fake \n"));
  lsp_server_release(first);
  lsp_server_release(second);
  fake_close(fake);
}

static void gives_up_after_five_crashes(void **state) {
  LspHubOptions quick = {.backoff_ms = 1};
  Fake *fake = fake_open_with(*state, "\"on\":{\"fake/end\":[{\"stderr\":[\"sorry\",1]},{\"exit\":5}]}", &quick);
  for (int i = 0; i < 5; i++) {
    LspServer *server = fake_take(fake);
    crash(fake, server);
    lsp_server_release(server);
  }
  LspServer *server = NULL;
  scratch_fails(fake->s, lsp_hub_take(&fake->s->job, fake->hub, &fake->need, &server), ERR_CLOSED,
                "fake crashed 5 times within 180 s and is not started again; restart it once the cause is removed; the "
                "last it said:\nsorry");
  assert_true(is_in_state(fake, "given up"));
  assert_int_equal(lsp_hub_restart(&fake->s->job, fake->hub, STR("/elsewhere")), 0);
  assert_true(is_in_state(fake, "given up"));
  assert_int_equal(lsp_hub_restart(&fake->s->job, fake->hub, root_path(fake->root)), 0);
  server = fake_take(fake);
  assert_false(is_in_state(fake, "stopped") || is_in_state(fake, "given up"));
  assert_int_equal(state_of(fake)->crashes, 5);
  lsp_server_release(server);
  fake_close(fake);
}

static void waits_before_it_starts_again(void **state) {
  LspHubOptions slow = {.backoff_ms = 600000};
  Fake *fake = fake_open_with(*state, "\"on\":{\"fake/end\":[{\"exit\":5}]}", &slow);
  for (int i = 0; i < 2; i++) {
    LspServer *server = fake_take(fake); /* the first time at once */
    crash(fake, server);
    lsp_server_release(server);
  }
  LspServer *server = NULL;
  Job hasty;
  job_init(&hasty, &fake->s->arena);
  hasty.deadline_ms = job_now_ms() + 20;
  assert_int_equal(lsp_hub_take(&hasty, fake->hub, &fake->need, &server), ERR_TIMEOUT);
  assert_true(is_in_state(fake, "crashed")); /* nothing was begun */
  assert_int_equal(fake_count(fake, "\"initialize\""), 2);
  fake_close(fake);
}

/* ---- ends ---- */

static void stops_politely(void **state) {
  Fake *fake = fake_open(*state, "");
  LspServer *server = fake_take(fake);
  pid_t pid = fake_number(fake, "pid");
  lsp_server_release(server);
  assert_int_equal(lsp_hub_restart(&fake->s->job, fake->hub, STR_EMPTY), 1);
  assert_false(fake_is_alive(pid));
  assert_true(is_in_state(fake, "stopped"));
  assert_int_equal(state_of(fake)->crashes, 0);
  Str log = fake_file(fake, "log");
  size_t shutdown = str_find(log, STR("\"shutdown\""));
  scratch_same(str_slice(log, shutdown - 33, log.len),
               "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"shutdown\"}\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}\n");
  FAKE_UNTIL(fake_has_event(fake, "stopped fake \n"));
  fake_close(fake);
}

static void who_waits_is_told_of_a_stop(void **state) {
  Fake *fake = fake_open(*state, "\"on\":{\"fake/ask\":[{\"hold\":9}]}");
  LspServer *server = fake_take(fake);
  Taker second = {.fake = fake};
  assert_int_equal(lsp_hub_restart(&fake->s->job, fake->hub, STR_EMPTY), 1);
  fake_refuses(fake, server, "fake/ask", ERR_CLOSED, "fake was stopped");
  take(&second); /* and the next need starts it anew */
  assert_int_equal(second.err, OK);
  assert_ptr_not_equal(second.server, server);
  lsp_server_release(second.server);
  lsp_server_release(server);
  fake_close(fake);
}

static void a_deaf_one_is_killed_with_its_children(void **state) {
  Scratch *s = *state;
  LspHubOptions quick = {.stop_ms = 100};
  Str members = str_format(&s->arena, "\"deaf\":true,\"start\":[{\"spawn\":\"%s\"}]", scratch_path(s, "grandchild"));
  Fake *fake = fake_open_with(s, members.ptr, &quick);
  lsp_server_release(fake_take(fake));
  pid_t pid = fake_number(fake, "pid");
  pid_t grandchild = fake_number(fake, "grandchild");
  pid_t supervisor = (pid_t)state_of(fake)->pid;
  assert_true(fake_is_alive(pid) && fake_is_alive(grandchild) && fake_is_alive(supervisor));
  fake_close(fake);
  assert_false(fake_is_alive(pid));
  assert_false(fake_is_alive(grandchild));
  assert_false(fake_is_alive(supervisor));
}

static void a_crashed_ones_children_are_killed(void **state) {
  Scratch *s = *state;
  Str members = str_format(&s->arena, "\"start\":[{\"spawn\":\"%s\"}],\"on\":{\"fake/end\":[{\"exit\":5}]}",
                           scratch_path(s, "grandchild"));
  Fake *fake = fake_open(s, members.ptr);
  LspServer *server = fake_take(fake);
  pid_t grandchild = fake_number(fake, "grandchild");
  crash(fake, server);
  assert_false(fake_is_alive(grandchild));
  lsp_server_release(server);
  fake_close(fake);
}

static size_t thread_count(void) {
  DIR *tasks = opendir("/proc/self/task");
  size_t count = 0;
  while (readdir(tasks)) count++;
  closedir(tasks);
  return count - 2;
}

static void an_idle_one_is_stopped(void **state) {
  LspHubOptions quick = {.idle_ms = 1};
  Fake *fake = fake_open_with(*state, "", &quick);
  LspServer *server = fake_take(fake);
  fake_sync(fake, server);
  fake_sync(fake, server); /* not while somebody holds it */
  assert_false(is_in_state(fake, "stopped") || is_in_state(fake, "given up"));
  lsp_server_release(server);
  FAKE_UNTIL(fake_has_event(fake, "stopped fake \n"));
  assert_true(is_in_state(fake, "stopped"));
  server = fake_take(fake);
  assert_int_equal(fake_count(fake, "\"initialize\""), 2);
  lsp_server_release(server);
  fake_close(fake);
}

static void closing_leaves_no_thread(void **state) {
  size_t before = thread_count(); /* one that just ended may still be among them */
  Fake *fake = fake_open(*state, "");
  lsp_server_release(fake_take(fake));
  size_t during = thread_count();
  fake_close(fake);
  FAKE_UNTIL(thread_count() < during && thread_count() <= before);
}

/* ---- somebody else's ---- */

static void attached(void **state, const char *listen, const char *connect) {
  Scratch *s = *state;
  Str members = str_format(&s->arena, "\"listen\":%s,\"port\":\"%s\"", listen, scratch_path(s, "port"));
  Fake *fake = fake_open(s, members.ptr);
  ProcessOptions options = {.argv = (const char *const[]){fake->command[0].ptr, fake->command[1].ptr,
                                                          fake->command[2].ptr, fake->command[3].ptr, NULL}};
  Process *process = NULL;
  scratch_ok(s, process_open(&s->job, &options, &process));
  int port = fake_number(fake, "port");
  fake->kind.connect = connect ? str_from_c(connect) : str_format(&s->arena, "localhost:%d", port);
  fake->need.program = STR_EMPTY;
  LspServer *server = fake_take(fake);
  fake_gives(fake, server, "fake/ask", "", "null");
  assert_int_equal(state_of(fake)->pid, 0);
  assert_true(str_contains(fake_message(fake, "\"initialize\"", 0), STR("\"processId\":null")));
  lsp_server_release(server);
  assert_int_equal(lsp_hub_restart(&s->job, fake->hub, STR_EMPTY), 1);
  fake_message(fake, "end of input", 0);
  assert_int_equal(fake_count(fake, "shutdown"), 0);
  assert_int_equal(fake_count(fake, "\"exit\""), 0);
  server = fake_take(fake); /* it still runs */
  fake_sync(fake, server);
  lsp_server_release(server);
  fake_close(fake);
  assert_true(fake_is_alive(process_id(process)));
  process_close(process, 0);
}

static void attaches_over_a_unix_socket(void **state) {
  Scratch *s = *state;
  char *path = scratch_path(s, "it.sock");
  attached(state, str_format(&s->arena, "\"%s\"", path).ptr, path);
}

static void attaches_over_tcp(void **state) { attached(state, "0", NULL); }

/* ---- changed files ---- */

static void changes_reach_those_who_watch(void **state) {
  Scratch *s = *state;
  Str members = str_format(
      &s->arena,
      "\"on\":{\"initialized\":[{\"ask\":[\"client/registerCapability\",{\"registrations\":[{\"id\":\"w\",\"method\":"
      "\"workspace/didChangeWatchedFiles\",\"registerOptions\":{\"watchers\":[{\"globPattern\":\"**/*.{toy,tie}\"},"
      "{\"globPattern\":{\"baseUri\":\"file://%s/w/conf\",\"pattern\":\"*.json\"},\"kind\":5}]}}]}]}]}",
      s->path);
  Fake *fake = fake_open(s, members.ptr);
  LspServer *server = fake_take(fake);
  fake_message(fake, "ask-1", 0);
  LspChange changes[] = {{STR("a.toy"), LSP_CREATED},       {STR("a.toy"), LSP_CHANGED},
                         {STR("deep/b.tie"), LSP_DELETED},  {STR("deep/b.tie"), LSP_CREATED},
                         {STR("c.other"), LSP_CHANGED},     {STR("conf/x.json"), LSP_DELETED},
                         {STR("conf/y.json"), LSP_CHANGED}, {STR("x.json"), LSP_CREATED}};
  lsp_hub_changed(fake->hub, root_path(fake->root), changes, COUNT_OF(changes));
  lsp_hub_changed(fake->hub, STR("/elsewhere"), changes, COUNT_OF(changes));
  Str wanted = str_format(&s->arena,
                          "{\"jsonrpc\":\"2.0\",\"method\":\"workspace/didChangeWatchedFiles\",\"params\":{\"changes\":["
                          "{\"uri\":\"%s\",\"type\":1},{\"uri\":\"%s\",\"type\":2},{\"uri\":\"%s\",\"type\":3}]}}",
                          fake_uri(fake, "a.toy"), fake_uri(fake, "deep/b.tie"), fake_uri(fake, "conf/x.json"));
  scratch_same(fake_message(fake, "\"workspace/didChangeWatchedFiles\",\"params\"", 0), wanted.ptr);
  /* A question does not wait for more of them. */
  lsp_hub_changed(fake->hub, root_path(fake->root), &changes[1], 1);
  fake_gives(fake, server, "fake/ask", "", "null");
  Str log = fake_file(fake, "log");
  Str second = str_format(&s->arena, "{\"changes\":[{\"uri\":\"%s\",\"type\":2}]}", fake_uri(fake, "a.toy"));
  assert_true(str_find(log, second) < str_find(log, STR("fake/ask")));
  lsp_server_release(server);
  fake_close(fake);
}

FAKE_MAIN(SCRATCH_TEST(nothing_happens_before_a_need), SCRATCH_TEST(all_share_one),
          SCRATCH_TEST(another_root_is_another_server), SCRATCH_TEST(a_starter_that_leaves_does_not_end_the_start),
          SCRATCH_TEST(what_cannot_be_started), SCRATCH_TEST(looking_starts_nothing), SCRATCH_TEST(starts_again_after_a_crash),
          SCRATCH_TEST(gives_up_after_five_crashes), SCRATCH_TEST(waits_before_it_starts_again),
          SCRATCH_TEST(stops_politely), SCRATCH_TEST(who_waits_is_told_of_a_stop),
          SCRATCH_TEST(a_deaf_one_is_killed_with_its_children), SCRATCH_TEST(a_crashed_ones_children_are_killed),
          SCRATCH_TEST(an_idle_one_is_stopped), SCRATCH_TEST(closing_leaves_no_thread),
          SCRATCH_TEST(attaches_over_a_unix_socket), SCRATCH_TEST(attaches_over_tcp),
          SCRATCH_TEST(changes_reach_those_who_watch))
