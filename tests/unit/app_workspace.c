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

/* The whole refusal: the same for everything outside, there or not. */
static void denies(Scratch *s, const AppWorkspaceRequest *request, Str path, const char *served) {
  Str words = str_format(&s->arena, "'%.*s' lies in no workspace that is served here (%s); another workspace is the user's to "
                         "add: its directory in \"roots\" of fathom's own config.json, or --roots DIR", STR_ARG(path), served);
  Str root = STR("untouched");
  assert_int_equal(app_workspace_find(&s->job, request, &root), ERR_DENIED);
  scratch_same(job_message(&s->job, ERR_DENIED), str_to_c(&s->arena, words));
  job_forgive(&s->job);
  scratch_same(root, "untouched");
}

static const char *quoted(Scratch *s, const char *first, const char *second) {
  Str text = str_format(&s->arena, "'%s'", scratch_path(s, first));
  if (second) text = str_format(&s->arena, "%.*s, '%s'", STR_ARG(text), scratch_path(s, second));
  return str_to_c(&s->arena, text);
}

static void a_call_may_name_what_the_user_listed(void **state) {
  Scratch *s = *state;
  Str allowed[] = {scratch_str(s, "other")};
  AppWorkspaceRequest request = {.named = scratch_str(s, "other"), IN("repo")};
  denies(s, &request, request.named, quoted(s, "repo", NULL));
  request.allowed = allowed, request.allowed_count = 1;
  finds(s, &request, "other");
  Str outside[] = {scratch_str(s, "bare"), scratch_str(s, "none"), STR("/etc"), STR("/etc/passwd/x"), STR("/"), STR("../bare"),
                   scratch_str(s, "repository")};
  for (size_t i = 0; i < COUNT_OF(outside); i++) {
    request.named = outside[i];
    denies(s, &request, outside[i], quoted(s, "repo", "other"));
  }
  request.named = scratch_str(s, "repo/src"); /* its own, whatever is listed */
  finds(s, &request, "repo");
  request.named = scratch_str(s, "repo/none");
  refuses(s, &request, ERR_NOT_FOUND, "there is no such file or directory");
  request.named = scratch_str(s, "repo/src/a.c");
  refuses(s, &request, ERR_USAGE, "is no directory; name one");
  /* A link in it leads out of it, to what is there or not. */
  scratch_link(s, "../bare", "repo/out");
  request.named = scratch_str(s, "repo/out/sub");
  refuses(s, &request, ERR_OUTSIDE, "'out/sub' leads outside '");
  request.named = scratch_str(s, "repo/out/none");
  refuses(s, &request, ERR_OUTSIDE, "'out/none' leads outside '");
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
  denies(s, &request, request.named, quoted(s, "other", "repo/src"));
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

#define ADD "the user can add it: its directory in \"roots\" of fathom's own config.json, or --roots DIR. Or " WAYS

static void first_usable_root_counts(void **state) {
  Scratch *s = *state;
  Str roots[] = {scratch_str(s, "none"), scratch_str(s, "repo/src/a.c"), scratch_str(s, "home"),
                 STR("/"), scratch_str(s, "bare"), scratch_str(s, "other"), scratch_str(s, "repo")};
  finds(s, &(AppWorkspaceRequest){.roots = roots, .root_count = 7, IN("bare")}, "other");
  /* None usable: where it was started, when that is a project. */
  finds(s, &(AppWorkspaceRequest){.roots = roots, .root_count = 5, IN("repo/src")}, "repo");
  Str words = str_format(&s->arena, "no workspace: the client's root '%s/none' is not taken, because it is no directory, or "
                         "one that can't be a workspace; " ADD, s->path);
  refuses(s, &(AppWorkspaceRequest){.roots = roots, .root_count = 5, IN("bare")}, ERR_DENIED, str_to_c(&s->arena, words));
}

static void roots_must_be_projects_and_not_hidden(void **state) {
  Scratch *s = *state;
  static const char *const directories[] = {"home/.ssh", "home/.config", "home/.config/app", "home/.config/app/.git",
                                            "home/desk/.tree", "home/desk/.tree/.git"};
  for (size_t i = 0; i < COUNT_OF(directories); i++) scratch_dir(s, directories[i]);
  Str root;
  AppWorkspaceRequest request = {.roots = &root, .root_count = 1, IN("home")};
  root = scratch_str(s, "repo/src"); /* a part of one is as good */
  finds(s, &request, "repo/src");
  root = scratch_str(s, "bare");
  refuses(s, &request, ERR_DENIED, "because it is no project (.git, package.json, go.mod and the like); " ADD);
  root = scratch_str(s, "home/.ssh");
  refuses(s, &request, ERR_DENIED, "because it lies in a hidden folder of the home directory; " ADD);
  root = scratch_str(s, "home/.config/app");
  refuses(s, &request, ERR_DENIED, "because it lies in a hidden folder of the home directory; " ADD);
  /* Hidden folders of a project are its own business. */
  root = scratch_str(s, "home/desk/.tree");
  finds(s, &request, "home/desk/.tree");
  /* The user's word, by list or by where it was started. */
  Str allowed[] = {scratch_str(s, "home/.ssh"), scratch_str(s, "bare")};
  root = scratch_str(s, "home/.ssh");
  request.allowed = allowed, request.allowed_count = 2;
  finds(s, &request, "home/.ssh");
  root = scratch_str(s, "bare/sub");
  finds(s, &request, "bare/sub");
  root = scratch_str(s, "home/.config/app");
  finds(s, &(AppWorkspaceRequest){.roots = &root, .root_count = 1, IN("home/.config/app")}, "home/.config/app");
  /* A link to what is refused is refused. */
  scratch_link(s, "home/.config/app", "innocent");
  root = scratch_str(s, "innocent");
  refuses(s, &(AppWorkspaceRequest){.roots = &root, .root_count = 1, IN("home")}, ERR_DENIED, "a hidden folder of the home");
}

static void the_root_that_holds_the_path_counts(void **state) {
  Scratch *s = *state;
  Str roots[] = {scratch_str(s, "repo"), scratch_str(s, "other")};
  AppWorkspaceRequest request = {.roots = roots, .root_count = 2, IN("repo")};
  request.path = scratch_str(s, "other/lib/x.c");
  finds(s, &request, "other");
  request.path = STR("src/a.c");
  finds(s, &request, "repo");
  /* Started elsewhere, a path counts from the first root. */
  request.directory = scratch_str(s, "home");
  finds(s, &request, "repo");
  request.path = STR("../bare/sub");
  denies(s, &request, request.path, quoted(s, "repo", "other"));
  /* Each may be named. */
  request.path = STR_EMPTY;
  request.named = scratch_str(s, "other");
  finds(s, &request, "other");
}

/* ---- over HTTP ---- */

static void roots_from_elsewhere_only_choose(void **state) {
  Scratch *s = *state;
  Str root, allowed[] = {scratch_str(s, "other")};
  AppWorkspaceRequest request = {.roots = &root, .root_count = 1, .is_remote = true, .allowed = allowed, .allowed_count = 1, IN("repo/src")};
  root = scratch_str(s, "repo");
  finds(s, &request, "repo");
  root = scratch_str(s, "repo/src");
  finds(s, &request, "repo/src");
  root = scratch_str(s, "other/lib");
  finds(s, &request, "other/lib");
  scratch_link(s, "../bare", "repo/out");
  static const char *const others[] = {"bare", "home", "none", "repo/none", "repo/src/a.c", "repo/out", "repo/out/none", "", "repository"};
  for (size_t i = 0; i < COUNT_OF(others); i++) {
    root = scratch_str(s, others[i]);
    Str words = str_format(&s->arena, "none of the client's roots ('%.*s') is served here. Served: %s. Over HTTP a client chooses "
                           "among what the user named; another workspace is the user's to add: its directory in \"roots\" of "
                           "fathom's own config.json, or --roots DIR of 'fathom serve --http'. With --repo DIR that one is served "
                           "whatever a client's roots are", STR_ARG(root), quoted(s, "repo", "other"));
    refuses(s, &request, ERR_DENIED, str_to_c(&s->arena, words));
  }
  /* What is served can still be named, but no path counts from elsewhere. */
  request.named = scratch_str(s, "other");
  finds(s, &request, "other");
  request.named = scratch_str(s, "bare");
  denies(s, &request, request.named, quoted(s, "repo", "other"));
  request.named = STR_EMPTY;
  request.path = STR("a.c");
  refuses(s, &request, ERR_DENIED, "none of the client's roots");
  request.path = scratch_str(s, "repo/src/a.c");
  finds(s, &request, "repo");
}

static void elsewhere_only_projects_are_served(void **state) {
  Scratch *s = *state;
  finds(s, &(AppWorkspaceRequest){.is_remote = true, IN("repo/src")}, "repo");
  refuses(s, &(AppWorkspaceRequest){.is_remote = true, IN("bare")}, ERR_USAGE, "where it was started, is no project (");
  refuses(s, &(AppWorkspaceRequest){.is_remote = true, IN("home")}, ERR_USAGE, "Served: none. The user can add one: ");
  finds(s, &(AppWorkspaceRequest){.is_remote = true, .given = scratch_str(s, "bare"), IN("home")}, "bare");
}

static void other_names_through_links_are_understood(void **state) {
  Scratch *s = *state;
  scratch_link(s, ".", "alias");
  Str alias = scratch_str(s, "alias"), away[] = {scratch_str(s, "alias/other")};
  AppWorkspaceRequest request = {.path = scratch_str(s, "alias/repo/src/a.c"), IN("repo")};
  denies(s, &request, request.path, quoted(s, "repo", NULL)); /* a name that nobody goes by */
  request.aliases = &alias, request.alias_count = 1;
  finds(s, &request, "repo");
  request.path = STR_EMPTY;
  request.named = scratch_str(s, "alias/repo");
  finds(s, &request, "repo");
  request = (AppWorkspaceRequest){.named = away[0], .allowed = away, .allowed_count = 1, IN("repo")};
  finds(s, &request, "other");
  request = (AppWorkspaceRequest){.path = scratch_str(s, "alias/other/lib"), .roots = away, .root_count = 1, IN("repo")};
  finds(s, &request, "other");
  request.is_remote = true; /* what a client elsewhere calls its root is no name */
  refuses(s, &request, ERR_DENIED, "lies in no workspace");
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
  AppWorkspaceRequest request = {IN("repo")};
  scratch_dir(s, "repository"); /* a name that only begins like the root's */
  Str outside[] = {scratch_str(s, "other/lib/x.c"), scratch_str(s, "other/none/x.c"), STR("../other/lib"), STR("../none"),
                   scratch_str(s, "repository"), STR("/etc/passwd"), STR("/etc/passwd/x"), STR("/etc/none"), STR("/")};
  for (size_t i = 0; i < COUNT_OF(outside); i++) {
    request.path = outside[i];
    denies(s, &request, outside[i], quoted(s, "repo", NULL));
  }
  /* A link inside leads outside, to what is there or not. */
  scratch_link(s, "../other", "repo/out");
  request.path = STR("out/lib");
  refuses(s, &request, ERR_OUTSIDE, "'out/lib' leads outside '");
  request.path = STR("out/none");
  refuses(s, &request, ERR_OUTSIDE, "'out/none' leads outside '");
}

static void listed_workspaces_are_allowed(void **state) {
  Scratch *s = *state;
  Str allowed[] = {scratch_str(s, "none"), scratch_str(s, "other")};
  AppWorkspaceRequest request = {IN("repo"), .path = scratch_str(s, "other/lib"), .allowed = allowed,
                                 .allowed_count = 2};
  finds(s, &request, "other");
  request.path = scratch_str(s, "bare");
  denies(s, &request, request.path, str_to_c(&s->arena, str_format(&s->arena, "%s, '%s'", quoted(s, "repo", "none"), scratch_path(s, "other"))));
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
  for (int by_user = 0; by_user < 2; by_user++) {
    Str root;
    AppWorkspaceRequest request = {IN("repo"), .path = STR("loop/x"), .by_user = by_user};
    assert_int_not_equal(app_workspace_find(&s->job, &request, &root), OK);
    job_forgive(&s->job);
  }
}

static void only_projects_get_a_folder_of_ours(void **state) {
  Scratch *s = *state;
  assert_true(app_workspace_is_project(&s->job, scratch_str(s, "repo")));
  assert_true(app_workspace_is_project(&s->job, scratch_str(s, "repo/src/deep")));
  assert_false(app_workspace_is_project(&s->job, scratch_str(s, "bare")));
  scratch_file(s, "bare/Makefile", "");
  assert_true(app_workspace_is_project(&s->job, scratch_str(s, "bare/sub")));
  scratch_dir(s, "home/.git"); /* of dotfiles: it makes no project of everything beneath */
  assert_false(app_workspace_is_project(&s->job, scratch_str(s, "home/desk")));
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
      WORKSPACE_TEST(roots_must_be_projects_and_not_hidden),
      WORKSPACE_TEST(the_root_that_holds_the_path_counts),
      WORKSPACE_TEST(roots_from_elsewhere_only_choose),
      WORKSPACE_TEST(elsewhere_only_projects_are_served),
      WORKSPACE_TEST(other_names_through_links_are_understood),
      WORKSPACE_TEST(only_projects_get_a_folder_of_ours),
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
