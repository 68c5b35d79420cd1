/* Repositories: found at or above a directory, and refused when a part of them
 * leads elsewhere; and the few settings that are read. */
#include "tests/unit/os_scratch.h"

#include "src/os/repository_internal.h"

/* What git itself makes, as far as it is looked at. */
static void make_data(Scratch *scratch, const char *name) {
  static const char *const folders[] = {"", "/objects", "/objects/info", "/objects/pack", "/refs", "/refs/heads"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    scratch_dir(scratch, (const char *)str_format(&scratch->arena, "%s%s", name, folders[i]).ptr);
  }
  scratch_file(scratch, (const char *)str_format(&scratch->arena, "%s/HEAD", name).ptr, "ref: refs/heads/main\n");
  scratch_file(scratch, (const char *)str_format(&scratch->arena, "%s/config", name).ptr, "[core]\n\tbare = false\n");
}

static void make_repository(Scratch *scratch, const char *name) {
  scratch_dir(scratch, name);
  make_data(scratch, (const char *)str_format(&scratch->arena, "%s/.git", name).ptr);
}

static Repository find(Scratch *scratch, const char *name) {
  Repository repository = {0};
  scratch_ok(scratch, repository_find(&scratch->job, scratch_str(scratch, name), &repository));
  return repository;
}

static void refused(Scratch *scratch, const char *name, const char *words) {
  Repository repository;
  scratch_fails(scratch, repository_find(&scratch->job, scratch_str(scratch, name), &repository), ERR_UNAVAILABLE, words);
}

static void test_found_here_and_above(void **state) {
  Scratch *scratch = *state;
  make_repository(scratch, "r");
  setenv("HOME", scratch->path, 1);
  setenv("XDG_CONFIG_HOME", scratch->path, 1);
  scratch_dir(scratch, "r/a");
  scratch_dir(scratch, "r/a/b");
  Repository here = find(scratch, "r"), above = find(scratch, "r/a/b");
  scratch_same(here.top, scratch_path(scratch, "r"));
  scratch_same(here.git_dir, scratch_path(scratch, "r/.git"));
  scratch_same(here.common_dir, scratch_path(scratch, "r/.git"));
  scratch_same(here.inside, "");
  scratch_same(above.top, scratch_path(scratch, "r"));
  scratch_same(above.inside, "a/b");
  assert_false(here.is_shallow || here.is_sha256 || here.is_foreign || here.converts_lines);
  scratch_file(scratch, "r/.git/shallow", "");
  scratch_file(scratch, "r/.git/config", "[Extensions] objectFormat = sha256\n[core]\n\tautocrlf = input\n");
  here = find(scratch, "r");
  assert_true(here.is_shallow && here.is_sha256 && here.converts_lines);
  scratch_file(scratch, "r/.git/config", "");
  scratch_file(scratch, ".gitconfig", "[core]\n\tautocrlf = true\n\tworktree = /\n");
  assert_true(find(scratch, "r").converts_lines);
  scratch_file(scratch, "r/.git/config", "[core]\n\tautocrlf = false\n");
  assert_false(find(scratch, "r").converts_lines);
}

static void test_none(void **state) {
  Scratch *scratch = *state;
  Repository repository;
  scratch_dir(scratch, "r");
  scratch_dir(scratch, "r/.git"); /* nothing in it: git passes it over too */
  scratch_fails(scratch, repository_find(&scratch->job, scratch_str(scratch, "r"), &repository), ERR_NOT_FOUND,
                "the workspace is no git repository");
  make_data(scratch, "bare");
  scratch_fails(scratch, repository_find(&scratch->job, scratch_str(scratch, "bare"), &repository), ERR_NOT_FOUND,
                "the workspace is no git repository");
}

static void test_linked_working_tree(void **state) {
  Scratch *scratch = *state;
  make_repository(scratch, "r");
  scratch_dir(scratch, "r/.git/worktrees");
  scratch_dir(scratch, "r/.git/worktrees/w");
  scratch_file(scratch, "r/.git/worktrees/w/HEAD", "ref: refs/heads/w\n");
  scratch_file(scratch, "r/.git/worktrees/w/commondir", "../..\n");
  scratch_file(scratch, "r/.git/worktrees/w/gitdir", (const char *)str_format(&scratch->arena, "%s/w/.git\n", scratch->path).ptr);
  scratch_dir(scratch, "w");
  scratch_file(scratch, "w/.git", "gitdir: ../r/.git/worktrees/w\n");
  Repository repository = find(scratch, "w");
  scratch_same(repository.top, scratch_path(scratch, "w"));
  scratch_same(repository.git_dir, scratch_path(scratch, "r/.git/worktrees/w"));
  scratch_same(repository.common_dir, scratch_path(scratch, "r/.git"));
  scratch_dir(scratch, "other");
  scratch_file(scratch, "other/.git", "gitdir: ../r/.git/worktrees/w\n");
  refused(scratch, "other", "other/.git' names a folder elsewhere that does not lead back here; use a checkout made by `git clone`, "
                            "`git worktree add` or `git submodule update`");
  /* The right name in the wrong place. */
  scratch_dir(scratch, "x");
  scratch_file(scratch, "x/HEAD", "ref: refs/heads/w\n");
  scratch_file(scratch, "x/commondir", "../r/.git\n");
  scratch_file(scratch, "x/gitdir", "../other/.git\n");
  scratch_file(scratch, "other/.git", "gitdir: ../x\n");
  refused(scratch, "other", "does not lead back here");
}

static void test_submodule(void **state) {
  Scratch *scratch = *state;
  scratch_dir(scratch, "modules");
  make_data(scratch, "modules/data");
  make_data(scratch, "apart");
  scratch_dir(scratch, "sub");
  scratch_dir(scratch, "else");
  scratch_file(scratch, "sub/.git", "gitdir: ../modules/data\n");
  scratch_file(scratch, "else/.git", "gitdir: ../modules/data\n");
  refused(scratch, "sub", "does not lead back here");
  scratch_file(scratch, "modules/data/config", "[core]\n\tworktree = ../../sub\n");
  scratch_same(find(scratch, "sub").git_dir, scratch_path(scratch, "modules/data"));
  refused(scratch, "else", "does not lead back here");
  scratch_file(scratch, "modules/data/config", "[core]\n");
  scratch_file(scratch, "modules/data/config.worktree", "[core]\n\tworktree = \"../../sub\" ; where it moves to\n");
  scratch_same(find(scratch, "sub").top, scratch_path(scratch, "sub"));
  /* Where it lies says whose it may be: elsewhere nothing is opened. */
  scratch_file(scratch, "apart/config", "[core]\n\tworktree = ../sub\n");
  scratch_file(scratch, "sub/.git", "gitdir: ../apart\n");
  refused(scratch, "sub", "does not lead back here");
}

static void test_nothing_is_told_about_outside(void **state) {
  Scratch *scratch = *state;
  Repository repository;
  Str words[2];
  const char *targets[] = {"gitdir: ../data\n", "gitdir: ../absent\n"};
  make_data(scratch, "data");
  scratch_dir(scratch, "r");
  for (size_t i = 0; i < 2; i++) {
    scratch_file(scratch, "r/.git", targets[i]);
    Err err = repository_find(&scratch->job, scratch_str(scratch, "r"), &repository);
    assert_int_equal(err, ERR_UNAVAILABLE);
    words[i] = job_message(&scratch->job, err);
    job_forgive(&scratch->job);
  }
  assert_true(str_eq(words[0], words[1]));
}

static void test_doors(void **state) {
  Scratch *scratch = *state;
  make_repository(scratch, "out");
  scratch_file(scratch, "out/.git/packed-refs", "");
  make_repository(scratch, "r");
  static const struct {
    const char *target, *at;
  } links[] = {{"../../out/.git/packed-refs", "r/.git/packed-refs"},
               {"../../../out/.git/objects/pack", "r/.git/objects/aa"},
               {"../../../../out/.git/HEAD", "r/.git/objects/pack/pack-1.pack"},
               {"../../../../out/.git/HEAD", "r/.git/refs/heads/main"},
               {"/absent/index", "r/.git/index"},
               {"index", "r/.git/index"}};
  for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
    scratch_link(scratch, links[i].target, links[i].at);
    refused(scratch, "r", "' leads out of it; put the files themselves there, or clone anew");
    assert_int_equal(remove(scratch_path(scratch, links[i].at)), 0);
  }
  scratch_link(scratch, "HEAD", "r/.git/ORIG_HEAD"); /* leads nowhere else */
  scratch_link(scratch, "../../out", "r/.git/hooks"); /* is not looked at */
  find(scratch, "r");
  assert_int_equal(mkfifo(scratch_path(scratch, "r/.git/index"), 0600), 0);
  refused(scratch, "r", ".git/index' is neither file nor folder; remove it, or clone anew");
}

static void test_alternates(void **state) {
  Scratch *scratch = *state;
  make_repository(scratch, "out");
  make_repository(scratch, "r");
  scratch_file(scratch, "r/.git/objects/info/alternates", "# none\n\n");
  find(scratch, "r");
  scratch_file(scratch, "r/.git/objects/info/alternates", "../../../out/.git/objects\n");
  refused(scratch, "r", "info/alternates' has it take objects from outside; after `git repack -a -d` that file can be removed");
  scratch_file(scratch, "r/.git/objects/info/alternates", "../objects\n"); /* in a circle */
  refused(scratch, "r", "info/alternates' has it take objects from outside");
}

static void test_settings_that_are_refused(void **state) {
  Scratch *scratch = *state;
  make_repository(scratch, "r");
  scratch_file(scratch, "r/.git/config", "[core]\n\tworktree = ../..\n");
  refused(scratch, "r", "core.worktree says that its files are not those of");
  scratch_file(scratch, "r/.git/config", "[core]\n\tworktree = ..\n");
  find(scratch, "r");
  scratch_file(scratch, "r/.git/config", "[extensions]\n\trefStorage = reftable\n");
  refused(scratch, "r", "it keeps its branches as 'reftable', and only files are understood");
}

static void test_config(void **state) {
  Scratch *scratch = *state;
  static const struct {
    const char *text, *worktree;
  } cases[] = {{"[core]\nworktree = /a b \n", "/a b"},
               {"[CORE] WorkTree=/a#c\n", "/a"},
               {"[core]\n\tworktree = \"/a;b\" ; c\n", "/a;b"},
               {"[core]\n\tworktree = /a\\\n/b\n", "/a/b"},
               {"[core]\n\tworktree = \"/a\\\"b\\\\c\\td\"\r\n", "/a\"b\\c\td"},
               {"[core]\n\tworktree = /a\n[core]\n\tworktree = /b\n", "/b"},
               {"[core \"x\"]\n\tworktree = /a\n", ""},
               {"; [core]\n# worktree = /a\n[x]\nworktree = /a\n", ""},
               {"[core]\n\tworktree\n", ""},
               {"[core", ""},
               {"[core]\nworktree = \"/a", "/a"},
               {"[core]\nworktree = /a\\", "/a"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    RepositoryConfig config = {0};
    repository_config_read(&scratch->arena, str_from_c(cases[i].text), &config);
    scratch_same(config.worktree, cases[i].worktree);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(test_found_here_and_above), SCRATCH_TEST(test_none),
      SCRATCH_TEST(test_linked_working_tree),  SCRATCH_TEST(test_submodule),
      SCRATCH_TEST(test_doors),                SCRATCH_TEST(test_nothing_is_told_about_outside),
      SCRATCH_TEST(test_alternates),           SCRATCH_TEST(test_settings_that_are_refused),
      SCRATCH_TEST(test_config),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
