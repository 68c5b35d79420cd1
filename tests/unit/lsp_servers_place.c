/* Where a server's program is found, and the directory it is started in. */
#include "tests/unit/os_scratch.h"

#include "src/lsp/servers.h"
#include "src/os/file.h"

static const Str programs[] = {{"ls", 2}, {"ls-19", 5}};
static const LspServerKind kind = {.name = {"ls", 2}, .programs = programs, .program_count = 2, .command = programs,
                                   .command_count = 1};

static void make(Scratch *s, const char *path, const char *text) {
  scratch_ok(s, file_make_dir(&s->job, file_directory(scratch_str(s, path)), false));
  scratch_file(s, path, text);
}

static void make_program(Scratch *s, const char *path) {
  make(s, path, "#!/bin/sh\n");
  assert_int_equal(chmod(scratch_path(s, path), 0755), 0);
}

/* What is found, without the scratch directory. */
static void finds(Scratch *s, const LspPlaces *places, const char *wanted) {
  Str found = lsp_server_program(&s->job, &kind, places), rest = STR_EMPTY;
  if (found.len) assert_true(file_beneath(str_from_c(s->path), found, &rest));
  scratch_same(rest, wanted);
}

static void nearest_first(void **state) {
  Scratch *s = *state;
  LspPlaces places = {.root = scratch_str(s, "w"), .directory = STR("a/b"), .path_variable = scratch_str(s, "bin"),
                      .virtual_env = scratch_str(s, "env"), .home = scratch_str(s, "home")};
  finds(s, &places, "");
  make_program(s, "home/.local/bin/ls");
  finds(s, &places, "home/.local/bin/ls");
  make_program(s, "bin/ls");
  finds(s, &places, "bin/ls");
  make_program(s, "env/bin/ls");
  finds(s, &places, "env/bin/ls");
  make_program(s, "w/.venv/bin/ls");
  finds(s, &places, "w/.venv/bin/ls");
  make_program(s, "w/node_modules/.bin/ls");
  finds(s, &places, "w/node_modules/.bin/ls");
  make_program(s, "w/a/vendor/bin/ls");
  finds(s, &places, "w/a/vendor/bin/ls");
  make_program(s, "w/a/b/node_modules/.bin/ls");
  finds(s, &places, "w/a/b/node_modules/.bin/ls");
}

static void only_programs(void **state) {
  Scratch *s = *state;
  LspPlaces places = {.root = scratch_str(s, "w"),
                      .path_variable = str_format(&s->arena, "%s/one:relative::%s/two:%s/three", s->path, s->path, s->path)};
  make(s, "one/ls", "not executable");
  scratch_ok(s, file_make_dir(&s->job, scratch_str(s, "two/ls"), false)); /* a directory */
  make_program(s, "three/ls-19");
  finds(s, &places, "three/ls-19");
  make_program(s, "three/ls"); /* the better name, in whatever place */
  finds(s, &places, "three/ls");
}

static void a_path_of_the_users(void **state) {
  Scratch *s = *state;
  Str path = scratch_str(s, "opt/mine");
  LspServerKind mine = {.programs = &path, .program_count = 1};
  LspPlaces places = {.root = scratch_str(s, "w"), .path_variable = scratch_str(s, "bin")};
  scratch_same(lsp_server_program(&s->job, &mine, &places), "");
  make_program(s, "opt/mine");
  assert_true(str_eq(lsp_server_program(&s->job, &mine, &places), path));
}

static void roots(void **state) {
  Scratch *s = *state;
  static const Str markers[] = {{"^top", 4}, {"near", 4}, {"*.sln", 5}};
  LspServerKind marked = {.markers = markers, .marker_count = 3};
  AUTO(Root) root = NULL;
  make(s, "w/a/b/c/x.c", "");
  scratch_ok(s, root_open(&s->job, scratch_str(s, "w"), &root));
  Str path = STR("a/b/c/x.c");
  scratch_same(lsp_server_root(&s->job, &marked, root, path), "");
  assert_false(lsp_server_is_marked(&s->job, &marked, root, path));
  make(s, "w/a/one.sln", "");
  scratch_same(lsp_server_root(&s->job, &marked, root, path), "a");
  assert_true(lsp_server_is_marked(&s->job, &marked, root, path));
  make(s, "w/a/b/near", "");
  scratch_same(lsp_server_root(&s->job, &marked, root, path), "a/b");
  make(s, "w/a/b/c/top", "");
  scratch_same(lsp_server_root(&s->job, &marked, root, path), "a/b/c");
  make(s, "w/a/top", ""); /* the outermost of them */
  scratch_same(lsp_server_root(&s->job, &marked, root, path), "a");
  make(s, "w/top", "");
  scratch_same(lsp_server_root(&s->job, &marked, root, path), "");
  assert_true(lsp_server_is_marked(&s->job, &marked, root, path));
  scratch_same(lsp_server_root(&s->job, &marked, root, STR_EMPTY), "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(nearest_first),
      SCRATCH_TEST(only_programs),
      SCRATCH_TEST(a_path_of_the_users),
      SCRATCH_TEST(roots),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
