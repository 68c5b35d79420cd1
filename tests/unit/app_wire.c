/* Greetings: what a front end tells the daemon about itself, and what the
 * daemon makes of one. */
#include "tests/unit/os_scratch.h"

#include "src/app/serving/wire_internal.h"

static Str *boxed(Arena *arena, const char *text) {
  Str *value = ARENA_NEW(arena, Str);
  *value = str_from_c(text);
  return value;
}

static AppHello hello_of(Scratch *s, Str line) {
  AppHello hello;
  scratch_ok(s, app_wire_read_hello(&s->job, line, &hello));
  return hello;
}

static void holds(const Map *map, const char *name, const char *wanted) {
  const Str *value = map_get(map, str_from_c(name));
  assert_non_null(value);
  scratch_same(*value, wanted);
}

static void greeting_survives_the_way(void **state) {
  Scratch *s = *state;
  Map flags;
  map_init(&flags, &s->arena);
  map_put(&flags, STR("profile"), boxed(&s->arena, "full"));
  map_put(&flags, STR("repo"), boxed(&s->arena, "/a \"quoted\"\n\xc3\xa9"));
  assert_int_equal(setenv("FATHOM_DISABLE", "find", 1), 0);
  assert_int_equal(setenv("VIRTUAL_ENV", "/venv", 1), 0);
  Str line = app_wire_hello(&s->arena, STR("mcp"), &flags);
  unsetenv("FATHOM_DISABLE");
  unsetenv("VIRTUAL_ENV");
  assert_int_equal(str_find_byte(line, '\n'), STR_NONE);
  AppHello hello = hello_of(s, line);
  scratch_same(hello.mode, "mcp");
  assert_true(str_eq(hello.build, app_build_id(&s->arena)));
  char *here = getcwd(NULL, 0);
  scratch_same(hello.directory, here);
  free(here);
  holds(hello.flags, "profile", "full");
  holds(hello.flags, "repo", "/a \"quoted\"\n\xc3\xa9");
  assert_int_equal(hello.flags->live, 2);
  holds(hello.env, "FATHOM_DISABLE", "find");
  holds(hello.env, "VIRTUAL_ENV", "/venv");
  holds(hello.env, "PATH", getenv("PATH"));
  assert_null(map_get(hello.env, STR("FATHOM_PROFILE")));
}

static void only_what_is_needed_travels(void **state) {
  Scratch *s = *state;
  assert_int_equal(setenv("AWS_SECRET_ACCESS_KEY", "hush", 1), 0);
  assert_int_equal(setenv("FATHOM_KEY", "fathom_secret", 1), 0);
  static const char *const modes[] = {"mcp", "cli", "status", "stop"};
  for (size_t i = 0; i < COUNT_OF(modes); i++) {
    Str line = app_wire_hello(&s->arena, str_from_c(modes[i]), NULL);
    assert_false(str_contains(line, STR("hush")));
    assert_false(str_contains(line, STR("fathom_secret")));
  }
  /* The listener needs the key, and nobody else. */
  AppHello hello = hello_of(s, app_wire_hello(&s->arena, STR("http"), NULL));
  unsetenv("AWS_SECRET_ACCESS_KEY");
  unsetenv("FATHOM_KEY");
  holds(hello.env, "FATHOM_KEY", "fathom_secret");
  assert_null(map_get(hello.env, STR("AWS_SECRET_ACCESS_KEY")));
}

static void what_is_no_greeting_is_refused(void **state) {
  Scratch *s = *state;
  AppHello hello;
  static const char *const lines[] = {
      "{}",
      "[]",
      "5",
      "{\"fathom\":\"welcome\"}",
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
      "{\"fathom\":1}",
  };
  for (size_t i = 0; i < COUNT_OF(lines); i++) {
    scratch_fails(s, app_wire_read_hello(&s->job, str_from_c(lines[i]), &hello), ERR_PROTOCOL,
                  "the first line must be a greeting");
  }
  scratch_fails(s, app_wire_read_hello(&s->job, STR("GET / HTTP/1.1"), &hello), ERR_SYNTAX, "");
  scratch_fails(s, app_wire_read_hello(&s->job, STR("{\"fathom\":\"hello\""), &hello), ERR_SYNTAX, "");
  size_t size = ((size_t)256 << 10) + 1;
  char *big = malloc(size);
  memset(big, ' ', size);
  scratch_fails(s, app_wire_read_hello(&s->job, (Str){big, size}, &hello), ERR_TOO_LARGE, "");
  free(big);
}

/* Values that are no strings are left out instead of being guessed at. */
static void odd_members_are_left_out(void **state) {
  Scratch *s = *state;
  AppHello hello = hello_of(
      s, STR("{\"fathom\":\"hello\",\"mode\":7,\"flags\":{\"a\":1,\"b\":\"x\",\"c\":null},\"env\":[\"FATHOM_PORT\"]}"));
  scratch_same(hello.mode, "");
  scratch_same(hello.build, "");
  assert_int_equal(hello.flags->live, 1);
  holds(hello.flags, "b", "x");
  assert_int_equal(hello.env->live, 0);
  hello = hello_of(s, STR("{\"fathom\":\"hello\"}"));
  assert_int_equal(hello.flags->live, 0);
  assert_int_equal(hello.env->live, 0);
}

static void socket_and_lock_carry_the_build(void **state) {
  Scratch *s = *state;
  assert_int_equal(setenv("XDG_RUNTIME_DIR", s->path, 1), 0);
  Str build = app_build_id(&s->arena);
  Str socket = str_format(&s->arena, "%s/fathom/%.*s.sock", s->path, STR_ARG(build));
  Str lock = str_format(&s->arena, "%s/fathom/%.*s.lock", s->path, STR_ARG(build));
  scratch_same(app_wire_socket(&s->arena), str_to_c(&s->arena, socket));
  scratch_same(app_wire_lock(&s->arena), str_to_c(&s->arena, lock));
  assert_true(str_starts_with(build, str_from_c(app_version)));
  assert_true(str_eq(build, app_build_id(&s->arena)));
  /* Unix sockets have room for 107 bytes of path. */
  unsetenv("XDG_RUNTIME_DIR");
  assert_true(app_wire_socket(&s->arena).len < 100);
}

static void no_daemon_is_not_found(void **state) {
  Scratch *s = *state;
  assert_int_equal(setenv("XDG_RUNTIME_DIR", s->path, 1), 0);
  int fd = -1;
  const Json *answer;
  scratch_fails(s, app_wire_connect(&s->job, STR("status"), NULL, false, &fd, &answer), ERR_NOT_FOUND, "");
  assert_int_equal(fd, -1);
  /* Asking does not make anything. */
  assert_false(scratch_has(s, "fathom"));
  unsetenv("XDG_RUNTIME_DIR");
}

/* A daemon that dies of a request would be started with it again, for ever. */
static void starts_are_counted_within_a_minute(void **state) {
  Scratch *s = *state;
  AppRestarts restarts = {0};
  for (int i = 0; i < 20; i++) scratch_ok(s, app_wire_count_start(&s->job, &restarts));
  scratch_fails(s, app_wire_count_start(&s->job, &restarts), ERR_UNAVAILABLE, "the daemon ended 20 times within a minute; see ");
  restarts.window_ms -= 60001;
  scratch_ok(s, app_wire_count_start(&s->job, &restarts));
  assert_int_equal(restarts.count, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(greeting_survives_the_way),      SCRATCH_TEST(only_what_is_needed_travels),
      SCRATCH_TEST(what_is_no_greeting_is_refused), SCRATCH_TEST(odd_members_are_left_out),
      SCRATCH_TEST(socket_and_lock_carry_the_build), SCRATCH_TEST(no_daemon_is_not_found),
      SCRATCH_TEST(starts_are_counted_within_a_minute),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
