/* Which directory a call is about: what is named, what is searched, and what
 * is never a workspace. */
#include "tests/unit/os_scratch.h"

#include "src/app/app_internal.h"

/* home/, repo/ (.git) with src/deep and pkg/ (package.json), other/ (.git),
 * bare/ (nothing). */
static int workspace_setup(void **state) {
  scratch_setup(state);
  Scratch *s = *state;
  static const char *const directories[] = {"home",     "home/desk",  "repo",     "repo/.git", "repo/src",
                                            "repo/src/deep", "repo/pkg", "other", "other/.git",
                                            "other/lib", "bare",     "bare/sub"};
  for (size_t i = 0; i < COUNT_OF(directories); i++) scratch_dir(s, directories[i]);
  scratch_file(s, "repo/pkg/package.json", "{}");
  scratch_file(s, "repo/src/a.c", "int a;\n");
  assert_int_equal(setenv("HOME", scratch_path(s, "home"), 1), 0);
  return 0;
}

#define WORKSPACE_TEST(function) \
  cmocka_unit_test_setup_teardown(function, workspace_setup, scratch_teardown)

static void finds(Scratch *s, const AppWorkspaceRequest *request, const char *wanted) {
  Str root = STR("untouched");
  scratch_ok(s, app_workspace_find(&s->job, request, &root));
  scratch_same(root, wanted[0] == '/' ? wanted : scratch_path(s, wanted));
}

static void refuses(Scratch *s, const AppWorkspaceRequest *request, Err err, const char *words) {
  Str root = STR("untouched");
  scratch_fails(s, app_workspace_find(&s->job, request, &root), err, words);
  scratch_same(root, "untouched");
}

#define IN(name) .directory = scratch_str(s, name)
#define WAYS \
  "set the workspace with --repo DIR, with FATHOM_REPO, or by starting fathom in a project's directory"

/* ---- named by a call ---- */

static void a_call_may_name_what_the_user_listed(void **state) {
  Scratch *s = *state;
  Str allowed[] = {scratch_str(s, "other")};
  AppWorkspaceRequest request = {.named = scratch_str(s, "other"), IN("repo")};
  refuses(s, &request, ERR_DENIED, "is another workspace than this one; the user can allow it by adding it to \"roots\"");
  request.allowed = allowed, request.allowed_count = 1;
  finds(s, &request, "other");
  request.named = scratch_str(s, "bare");
  refuses(s, &request, ERR_DENIED, "is another workspace than this one");
  request.named = scratch_str(s, "repo/src"); /* its own, whatever is listed */
  finds(s, &request, "repo");
  request.named = scratch_str(s, "none");
  refuses(s, &request, ERR_USAGE, "the argument names '");
  request = (AppWorkspaceRequest){.named = STR("/etc"), .allowed = allowed, .allowed_count = 1, IN("repo")};
  refuses(s, &request, ERR_USAGE, "system directory");
  request = (AppWorkspaceRequest){.named = scratch_str(s, "other"), .by_user = true, IN("repo")};
  finds(s, &request, "other");
  /* --repo is where the client is, not a limit to what the user listed */
  request = (AppWorkspaceRequest){.named = scratch_str(s, "other"), .given = scratch_str(s, "bare"), .allowed = allowed,
                                  .allowed_count = 1, IN("repo")};
  finds(s, &request, "other");
}

/* A listed directory inside a larger project is a workspace of its own. */
static void a_listed_part_of_a_project_stands_alone(void **state) {
  Scratch *s = *state;
  Str allowed[] = {scratch_str(s, "repo/src")};
  AppWorkspaceRequest request = {.named = scratch_str(s, "repo/src"), .allowed = allowed, .allowed_count = 1, IN("other")};
  finds(s, &request, "repo/src");
  request.named = scratch_str(s, "repo");
  refuses(s, &request, ERR_DENIED, "is another workspace");
}

/* ---- named ---- */

static void given_directory_stands_as_it_is(void **state) {
  Scratch *s = *state;
  finds(s, &(AppWorkspaceRequest){.given = scratch_str(s, "repo/src"), IN("other")}, "repo/src");
  finds(s, &(AppWorkspaceRequest){.given = scratch_str(s, "bare"), IN("other")}, "bare");
  finds(s, &(AppWorkspaceRequest){.given = STR("../repo/src/"), IN("other")}, "repo/src");
  finds(s, &(AppWorkspaceRequest){.given = STR("."), IN("repo/src")}, "repo/src");
}

static void given_beats_environment_beats_roots_beats_searching(void **state) {
  Scratch *s = *state;
  Str roots[] = {scratch_str(s, "repo")};
  AppWorkspaceRequest request = {.given = scratch_str(s, "bare"),
                                 .env = scratch_str(s, "other"),
                                 .roots = roots,
                                 .root_count = 1,
                                 IN("home/desk")};
  finds(s, &request, "bare");
  request.given = STR_EMPTY;
  finds(s, &request, "other");
  request.env = STR_EMPTY;
  finds(s, &request, "repo");
  request.root_count = 0;
  finds(s, &request, "home/desk");
}

static void given_must_be_a_directory(void **state) {
  Scratch *s = *state;
  refuses(s, &(AppWorkspaceRequest){.given = scratch_str(s, "repo/src/a.c"), IN("repo")}, ERR_USAGE,
          "/repo/src/a.c', which is no directory");
  refuses(s, &(AppWorkspaceRequest){.given = scratch_str(s, "none"), IN("repo")}, ERR_USAGE,
          "--repo names '");
  refuses(s, &(AppWorkspaceRequest){.env = scratch_str(s, "none"), IN("repo")}, ERR_USAGE,
          "FATHOM_REPO names '");
}

static void links_are_resolved(void **state) {
  Scratch *s = *state;
  scratch_link(s, "repo", "link");
  finds(s, &(AppWorkspaceRequest){.given = scratch_str(s, "link"), IN("other")}, "repo");
  finds(s, &(AppWorkspaceRequest){.given = scratch_str(s, "link/src"), IN("other")}, "repo/src");
  finds(s, &(AppWorkspaceRequest){IN("link/src/deep")}, "repo");
  /* A link to what is refused is refused as well. */
  scratch_link(s, "/", "slash");
  scratch_link(s, "home", "house");
  refuses(s, &(AppWorkspaceRequest){.given = scratch_str(s, "slash"), IN("repo")}, ERR_USAGE,
          "--repo names '/', but it is a system directory; " WAYS);
  refuses(s, &(AppWorkspaceRequest){.given = scratch_str(s, "house"), IN("repo")}, ERR_USAGE,
          "it is the home directory itself; " WAYS);
}

static void home_and_system_directories_are_never_given(void **state) {
  Scratch *s = *state;
  static const char *const refused[] = {"/",     "/home", "/usr",     "/usr/lib", "/etc", "/etc/apt",
                                        "/proc", "/sys",  "/dev",     "/dev/shm", "/tmp", "/var",
                                        "/bin",  "/root", "/usr/bin", "/proc/self"};
  for (size_t i = 0; i < COUNT_OF(refused); i++) {
    AppWorkspaceRequest request = {.given = str_from_c(refused[i]), IN("repo")};
    struct stat st;
    if (stat(refused[i], &st) == 0) refuses(s, &request, ERR_USAGE, "it is a system directory; " WAYS);
  }
  refuses(s, &(AppWorkspaceRequest){.given = scratch_str(s, "home"), IN("repo")}, ERR_USAGE,
          "it is the home directory itself; " WAYS);
  refuses(s, &(AppWorkspaceRequest){.given = scratch_str(s, "home/desk/.."), IN("repo")}, ERR_USAGE,
          "it is the home directory itself");
  /* By a person at a terminal as well. */
  refuses(s, &(AppWorkspaceRequest){.given = STR("/"), .by_user = true, IN("repo")}, ERR_USAGE,
          "it is a system directory");
}

/* ---- a client's roots ---- */

static void first_usable_root_counts(void **state) {
  Scratch *s = *state;
  Str roots[] = {scratch_str(s, "none"), scratch_str(s, "repo/src/a.c"), scratch_str(s, "home"),
                 STR("/"), scratch_str(s, "other"), scratch_str(s, "repo")};
  finds(s, &(AppWorkspaceRequest){.roots = roots, .root_count = 6, IN("bare")}, "other");
  /* None usable: as if there were none. */
  finds(s, &(AppWorkspaceRequest){.roots = roots, .root_count = 4, IN("repo/src")}, "repo");
}

static void the_root_that_holds_the_path_counts(void **state) {
  Scratch *s = *state;
  Str roots[] = {scratch_str(s, "repo"), scratch_str(s, "other")};
  AppWorkspaceRequest request = {.roots = roots, .root_count = 2, IN("repo")};
  request.path = scratch_str(s, "other/lib/x.c");
  finds(s, &request, "other");
  request.path = STR("src/a.c");
  finds(s, &request, "repo");
}

/* ---- searching ---- */

static void climbs_to_the_repository(void **state) {
  Scratch *s = *state;
  finds(s, &(AppWorkspaceRequest){IN("repo")}, "repo");
  finds(s, &(AppWorkspaceRequest){IN("repo/src/deep")}, "repo");
  /* A package's manifest is nearer, but the repository is what is meant. */
  finds(s, &(AppWorkspaceRequest){IN("repo/pkg")}, "repo");
}

static void manifests_count_without_a_repository(void **state) {
  Scratch *s = *state;
  scratch_file(s, "bare/go.mod", "module x\n");
  finds(s, &(AppWorkspaceRequest){IN("bare/sub")}, "bare");
}

static void own_config_marks_a_root(void **state) {
  Scratch *s = *state;
  scratch_dir(s, "repo/pkg/.fathom");
  finds(s, &(AppWorkspaceRequest){IN("repo/pkg")}, "repo"); /* an index alone does not */
  scratch_file(s, "repo/pkg/.fathom/config.json", "{}");
  finds(s, &(AppWorkspaceRequest){IN("repo/pkg")}, "repo/pkg");
}

static void worktrees_have_a_git_file(void **state) {
  Scratch *s = *state;
  scratch_file(s, "bare/.git", "gitdir: /elsewhere\n");
  finds(s, &(AppWorkspaceRequest){IN("bare/sub")}, "bare");
}

static void without_markers_the_directory_itself(void **state) {
  Scratch *s = *state;
  finds(s, &(AppWorkspaceRequest){IN("bare/sub")}, "bare/sub");
}

static void places_that_do_not_exist_yet(void **state) {
  Scratch *s = *state;
  finds(s, &(AppWorkspaceRequest){IN("repo/new/deeper")}, "repo");
  finds(s, &(AppWorkspaceRequest){IN("repo"), .path = STR("new/deeper/file.c")}, "repo");
  finds(s, &(AppWorkspaceRequest){IN("bare"), .path = scratch_str(s, "repo/new/x.c"), .by_user = true},
        "repo");
}

static void repository_in_the_home_directory_is_not_climbed_to(void **state) {
  Scratch *s = *state;
  scratch_dir(s, "home/.git");
  finds(s, &(AppWorkspaceRequest){IN("home/desk")}, "home/desk");
  refuses(s, &(AppWorkspaceRequest){IN("home")}, ERR_USAGE, WAYS);
}

static void home_itself_says_what_was_searched(void **state) {
  Scratch *s = *state;
  Str words = str_format(&s->arena,
                         "no workspace: '%s/home' is the home directory or a system directory, and "
                         "no project (.git, package.json, go.mod and the like) lies at or above it; "
                         WAYS, s->path);
  refuses(s, &(AppWorkspaceRequest){IN("home")}, ERR_USAGE, str_to_c(&s->arena, words));
  refuses(s, &(AppWorkspaceRequest){.directory = STR("/")}, ERR_USAGE, "no workspace: '/' is ");
  refuses(s, &(AppWorkspaceRequest){.directory = STR("/proc/self")}, ERR_USAGE, WAYS);
}

/* ---- paths of calls ---- */

static void path_in_the_own_workspace(void **state) {
  Scratch *s = *state;
  finds(s, &(AppWorkspaceRequest){IN("repo/src"), .path = STR("a.c")}, "repo");
  finds(s, &(AppWorkspaceRequest){IN("repo/src"), .path = STR("../pkg")}, "repo");
  finds(s, &(AppWorkspaceRequest){IN("repo"), .path = scratch_str(s, "repo/src")}, "repo");
  finds(s, &(AppWorkspaceRequest){IN("repo"), .path = scratch_str(s, "repo")}, "repo");
}

static void another_workspace_is_denied_to_agents(void **state) {
  Scratch *s = *state;
  Str words = str_format(&s->arena,
                         "'%s/other/lib/x.c' lies in another workspace, '%s/other'; the user can "
                         "allow it by adding that directory to \"roots\" in fathom's own config.json",
                         s->path, s->path);
  AppWorkspaceRequest request = {IN("repo"), .path = scratch_str(s, "other/lib/x.c")};
  refuses(s, &request, ERR_DENIED, str_to_c(&s->arena, words));
  request.path = STR("../other/lib");
  refuses(s, &request, ERR_DENIED, "lies in another workspace");
  /* A name that only begins like the root's is elsewhere. */
  scratch_dir(s, "repository");
  request.path = scratch_str(s, "repository");
  refuses(s, &request, ERR_DENIED, "lies in another workspace");
  /* A link inside leads outside. */
  scratch_link(s, "../other", "repo/out");
  request.path = STR("out/lib");
  refuses(s, &request, ERR_DENIED, "lies in another workspace");
  request.path = STR("/etc/passwd");
  refuses(s, &request, ERR_USAGE, "no workspace at or above '/etc/passwd'");
}

static void listed_workspaces_are_allowed(void **state) {
  Scratch *s = *state;
  Str allowed[] = {scratch_str(s, "none"), scratch_str(s, "other")};
  AppWorkspaceRequest request = {IN("repo"), .path = scratch_str(s, "other/lib"), .allowed = allowed,
                                 .allowed_count = 2};
  finds(s, &request, "other");
  request.path = scratch_str(s, "bare");
  refuses(s, &request, ERR_DENIED, "lies in another workspace");
  /* A listed directory stands for all workspaces in it. */
  Str above[] = {str_from_c(s->path)};
  request = (AppWorkspaceRequest){IN("repo"), .path = scratch_str(s, "other"), .allowed = above,
                                  .allowed_count = 1};
  finds(s, &request, "other");
  /* Through a link, by its real path. */
  scratch_link(s, "other", "alias");
  Str linked[] = {scratch_str(s, "alias")};
  request.allowed = linked;
  finds(s, &request, "other");
}

static void people_may_name_any_workspace(void **state) {
  Scratch *s = *state;
  finds(s, &(AppWorkspaceRequest){IN("repo"), .path = scratch_str(s, "other/lib"), .by_user = true},
        "other");
  finds(s, &(AppWorkspaceRequest){IN("home"), .path = scratch_str(s, "other/lib"), .by_user = true},
        "other");
}

static void no_path_leads_out_of_a_given_workspace(void **state) {
  Scratch *s = *state;
  finds(s, &(AppWorkspaceRequest){.given = scratch_str(s, "repo"), .path = scratch_str(s, "other"),
                                  IN("other"), .by_user = true}, "repo");
}

static void bad_paths_are_refused(void **state) {
  Scratch *s = *state;
  refuses(s, &(AppWorkspaceRequest){IN("repo"), .path = {"a\0b", 3}}, ERR_USAGE, "NUL");
  char *long_path = arena_alloc(&s->arena, 5000);
  memset(long_path, 'a', 5000);
  refuses(s, &(AppWorkspaceRequest){IN("repo"), .path = {long_path, 5000}}, ERR_TOO_LARGE,
          "at most 4095 are accepted");
  scratch_link(s, "loop", "repo/loop");
  Str root;
  assert_int_not_equal(
      app_workspace_find(&s->job, &(AppWorkspaceRequest){IN("repo"), .path = STR("loop/x")}, &root), OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      WORKSPACE_TEST(a_call_may_name_what_the_user_listed),
      WORKSPACE_TEST(a_listed_part_of_a_project_stands_alone),
      WORKSPACE_TEST(given_directory_stands_as_it_is),
      WORKSPACE_TEST(given_beats_environment_beats_roots_beats_searching),
      WORKSPACE_TEST(given_must_be_a_directory),
      WORKSPACE_TEST(links_are_resolved),
      WORKSPACE_TEST(home_and_system_directories_are_never_given),
      WORKSPACE_TEST(first_usable_root_counts),
      WORKSPACE_TEST(the_root_that_holds_the_path_counts),
      WORKSPACE_TEST(climbs_to_the_repository),
      WORKSPACE_TEST(manifests_count_without_a_repository),
      WORKSPACE_TEST(own_config_marks_a_root),
      WORKSPACE_TEST(worktrees_have_a_git_file),
      WORKSPACE_TEST(without_markers_the_directory_itself),
      WORKSPACE_TEST(places_that_do_not_exist_yet),
      WORKSPACE_TEST(repository_in_the_home_directory_is_not_climbed_to),
      WORKSPACE_TEST(home_itself_says_what_was_searched),
      WORKSPACE_TEST(path_in_the_own_workspace),
      WORKSPACE_TEST(another_workspace_is_denied_to_agents),
      WORKSPACE_TEST(listed_workspaces_are_allowed),
      WORKSPACE_TEST(people_may_name_any_workspace),
      WORKSPACE_TEST(no_path_leads_out_of_a_given_workspace),
      WORKSPACE_TEST(bad_paths_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
