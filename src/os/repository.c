/* Finding the repository of a directory, and whether its parts belong together. */
#include "src/os/repository.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/os/file_internal.h"
#include "src/os/place.h"
#include "src/os/repository_internal.h"

#define LINE_MAX_BYTES (FILE_PATH_MAX + 64)
#define CONFIG_MAX_BYTES ((size_t)4 << 20)

/* The first line of a small file of git's, without `key`; empty: none. */
static Str read_line(Job *job, Str path, Str key) {
  Str text;
  if (file_read(job, path, LINE_MAX_BYTES, &text)) {
    job_forgive(job);
    return STR_EMPTY;
  }
  Str line = str_trim(str_cut(&text, '\n'));
  return str_starts_with(line, key) ? str_trim(str_slice(line, key.len, line.len)) : STR_EMPTY;
}

static Str in(Job *job, Str directory, const char *name) { return file_join(job->arena, directory, str_from_c(name)); }

/* The real path of a thing that is there; empty: none. */
static Str real_path(Job *job, Str path) {
  Str real;
  if (!path.len || file_real_path(job, path, &real) || !file_exists(real)) {
    job_forgive(job);
    return STR_EMPTY;
  }
  return real;
}

static bool is_beneath(Str directory, Str path) {
  Str rest;
  return path.len && file_beneath(directory, path, &rest);
}

static Err refuse(Job *job, Str top) {
  return job_fail(job, ERR_UNAVAILABLE,
                  "the git repository is not read: '%.*s/.git' names a folder elsewhere that does not lead back here; use a "
                  "checkout made by `git clone`, `git worktree add` or `git submodule update`",
                  STR_ARG(str_visible(job->arena, top)));
}

/* ---- settings ---- */

static void add_config(Job *job, Str path, RepositoryConfig *config) {
  Str text;
  if (file_read(job, path, CONFIG_MAX_BYTES, &text)) job_forgive(job);
  else repository_config_read(job->arena, text, config);
}

/* The repository's own: a link could lead to any file. */
static void add_own_config(Job *job, Str path, RepositoryConfig *config) {
  struct stat st;
  bool is_file = path.len <= FILE_PATH_MAX && lstat(str_to_c(job->arena, path), &st) == 0 && S_ISREG(st.st_mode);
  if (is_file) add_config(job, path, config);
}

/* How this user has git write lines, unless the repository says it otherwise. */
static Str user_lines(Job *job) {
  RepositoryConfig config = {0};
  Str home = place_home(job->arena);
  add_config(job, STR("/etc/gitconfig"), &config);
  add_config(job, file_join(job->arena, file_directory(place_config(job->arena)), STR("git/config")), &config);
  if (home.len) add_config(job, in(job, home, ".gitconfig"), &config);
  return config.lines;
}

static bool is_on(Str value) {
  return str_eq_c(value, "true") || str_eq_c(value, "input") || str_eq_c(value, "yes") || str_eq_c(value, "on") || str_eq_c(value, "1");
}

static RepositoryConfig read_config(Job *job, const Repository *repository) {
  RepositoryConfig config = {.lines = user_lines(job)};
  add_own_config(job, in(job, repository->common_dir, "config"), &config);
  add_own_config(job, in(job, repository->git_dir, "config.worktree"), &config);
  return config;
}

/* ---- whether it is one, and ours ---- */

static bool is_linked(const Repository *repository) { return !str_eq(repository->git_dir, repository->common_dir); }

static bool leads_back(Job *job, const Repository *repository) {
  Str named = read_line(job, in(job, repository->git_dir, "gitdir"), STR_EMPTY);
  return named.len && str_eq(real_path(job, file_join(job->arena, repository->git_dir, named)), in(job, repository->top, ".git"));
}

/* As `git worktree add` makes it: the data lies among the working trees of the
 * common folder, and names the `.git` that named it. */
static bool is_worktree_of(Job *job, const Repository *repository) {
  return str_eq(file_directory(repository->git_dir), in(job, repository->common_dir, "worktrees")) && leads_back(job, repository);
}

/* Whether data elsewhere may be looked into at all: a working tree's that leads
 * back here, or a submodule's by where it lies. Of any other folder that a
 * `.git` file names nothing is opened. */
static bool may_be_ours(Job *job, const Repository *repository) {
  if (is_beneath(repository->top, repository->git_dir)) return true;
  if (str_eq_c(file_name(file_directory(repository->git_dir)), "worktrees")) return leads_back(job, repository);
  return str_contains(repository->git_dir, STR("/modules/"));
}

/* As of a submodule: the data names the working tree. */
static bool names_top(Job *job, const Repository *repository, const RepositoryConfig *config) {
  return config->worktree.len &&
         str_eq(real_path(job, file_join(job->arena, repository->git_dir, config->worktree)), repository->top);
}

static Err check_places(Job *job, const Repository *repository, const RepositoryConfig *config) {
  bool is_within = is_beneath(repository->top, repository->git_dir) && is_beneath(repository->top, repository->common_dir);
  if (is_linked(repository)) {
    return is_within || is_worktree_of(job, repository) ? OK : refuse(job, repository->top);
  }
  if (names_top(job, repository, config) || (is_within && !config->worktree.len)) return OK;
  if (!is_within) return refuse(job, repository->top);
  return job_fail(job, ERR_UNAVAILABLE,
                  "the git repository is not read: core.worktree says that its files are not those of '%.*s'; "
                  "`git config --unset core.worktree` makes them so",
                  STR_ARG(str_visible(job->arena, repository->top)));
}

static Err check_formats(Job *job, const RepositoryConfig *config) {
  if (!config->refs.len || str_eq_c(config->refs, "files")) return OK;
  return job_fail(job, ERR_UNAVAILABLE,
                  "the git repository is not read: it keeps its branches as '%.*s', and only files are understood; "
                  "`git refs migrate --ref-format=files` changes that",
                  STR_ARG(str_shown(job->arena, config->refs, 40)));
}

static bool is_foreign(Job *job, Str path) {
  FileStat stat;
  if (file_stat(job, path, &stat)) {
    job_forgive(job);
    return true;
  }
  return stat.owner != geteuid();
}

/* ---- finding ---- */

/* Git passes over a folder that is called so and has nothing in it. */
static bool is_repository(Job *job, const Repository *repository) {
  return file_exists(in(job, repository->git_dir, "HEAD")) && file_exists(in(job, repository->common_dir, "objects")) &&
         file_exists(in(job, repository->common_dir, "refs"));
}

static void add_common(Job *job, Repository *repository) {
  Str path = in(job, repository->git_dir, "commondir"), common = STR_EMPTY;
  repository->common_dir = repository->git_dir;
  if (!file_exists(path)) return;
  common = read_line(job, path, STR_EMPTY);
  repository->common_dir = common.len ? real_path(job, file_join(job->arena, repository->git_dir, common)) : STR_EMPTY;
}

/* *ret_found false: nothing here, look further up. */
static Err look_here(Job *job, Repository *repository, bool *ret_found) {
  struct stat st;
  Str path = in(job, repository->top, ".git");
  if (path.len > FILE_PATH_MAX || lstat(str_to_c(job->arena, path), &st) < 0) return OK;
  bool is_file = S_ISREG(st.st_mode);
  if (is_file) {
    Str named = read_line(job, path, STR("gitdir:"));
    repository->git_dir = named.len ? real_path(job, file_join(job->arena, repository->top, named)) : STR_EMPTY;
  } else {
    repository->git_dir = real_path(job, path);
    if (S_ISLNK(st.st_mode) && !is_beneath(repository->top, repository->git_dir)) return refuse(job, repository->top);
  }
  if (!repository->git_dir.len) return is_file ? refuse(job, repository->top) : OK;
  if (!may_be_ours(job, repository)) return refuse(job, repository->top);
  add_common(job, repository);
  if (!repository->common_dir.len) return refuse(job, repository->top);
  *ret_found = is_repository(job, repository);
  return *ret_found || !is_file ? OK : refuse(job, repository->top);
}

static Err judge(Job *job, Repository *repository) {
  RepositoryConfig config = read_config(job, repository);
  TRY(check_places(job, repository, &config));
  TRY(check_formats(job, &config));
  TRY(repository_check_doors(job, repository));
  repository->is_sha256 = str_eq_c(config.objects, "sha256");
  repository->converts_lines = is_on(config.lines);
  repository->is_shallow = file_exists(in(job, repository->common_dir, "shallow"));
  repository->is_foreign = is_foreign(job, repository->top) || is_foreign(job, repository->git_dir) ||
                           is_foreign(job, in(job, repository->top, ".git"));
  return OK;
}

Err repository_find(Job *job, Str directory, Repository *ret_repository) {
  Repository repository = {0};
  Str real;
  FileStat first, stat;
  bool is_found = false;
  TRY(file_real_path(job, directory, &real));
  TRY(file_stat(job, real, &first));
  for (repository.top = real;;) {
    TRY(look_here(job, &repository, &is_found));
    Str above = file_directory(repository.top);
    if (is_found || above.len >= repository.top.len) break;
    if (file_stat(job, above, &stat)) {
      job_forgive(job);
      break;
    }
    if (stat.device != first.device) break; /* as git: a mounted disk is a world of its own */
    repository.top = above;
  }
  if (!is_found) return job_fail(job, ERR_NOT_FOUND, "the workspace is no git repository");
  if (!file_beneath(repository.top, real, &repository.inside)) repository.inside = STR_EMPTY;
  TRY(judge(job, &repository));
  *ret_repository = repository;
  return OK;
}
