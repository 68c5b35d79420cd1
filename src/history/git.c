/* Running git without anything of the repository's own: see shadow.c. */
#include "src/history/git.h"

#include <string.h>

#include "src/base/buf.h"
#include "src/base/vec.h"
#include "src/history/shadow_internal.h"
#include "src/os/process.h"

/* What callers get that did not ask for more. Git is killed when it says more,
 * or takes longer than the time below. */
#define OUTPUT_MAX ((size_t)16 << 20)
#define TIMEOUT_MS 60000
#define REVISION_MAX 400
#define WORDS_SHOWN 200

typedef VEC(const char *) GitWords;

/* No settings of this user or the system either: their filters would be run for
 * a repository's attributes, and answers differ from machine to machine. No
 * transport at all: a partial clone would fetch what it lacks. */
static const char *const always[] = {
    "GIT_CONFIG_NOSYSTEM=1",   "GIT_CONFIG_SYSTEM=/dev/null", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_ATTR_NOSYSTEM=1",
    "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0",       "GIT_OPTIONAL_LOCKS=0",        "GIT_NO_LAZY_FETCH=1",
    "LC_ALL=C.UTF-8",
};

/* A variable of the environment that names a place. */
static void add_place(Job *job, GitWords *env, const char *name, Str path) {
  *vec_add(job->arena, env) = str_to_c(job->arena, str_format(job->arena, "%s=%.*s", name, STR_ARG(path)));
}

/* Every place is named, so that git looks for none itself. */
static Err make_environment(Job *job, const HistoryGit *git, GitWords *env) {
  Repository repository;
  Str shadow;
  TRY(history_repository(job, git->directory, &repository));
  TRY(history_shadow(job, &repository, &shadow));
  for (size_t i = 0; i < COUNT_OF(always); i++) *vec_add(job->arena, env) = always[i];
  add_place(job, env, "GIT_DIR", shadow);
  add_place(job, env, "GIT_WORK_TREE", repository.top);
  add_place(job, env, "GIT_OBJECT_DIRECTORY", file_join(job->arena, repository.common_dir, STR("objects")));
  add_place(job, env, "GIT_INDEX_FILE", file_join(job->arena, repository.git_dir, STR("index")));
  add_place(job, env, "HOME", shadow);
  add_place(job, env, "XDG_CONFIG_HOME", shadow);
  *vec_add(job->arena, env) = NULL;
  return OK;
}

/* Path arguments are literal: a name with a star in it means that file. */
static Err run(Job *job, const HistoryGit *git, ProcessResult *ret_result) {
  static const char *const first[] = {"git", "--no-pager", "--no-optional-locks", "--literal-pathspecs"};
  GitWords words = {0}, env = {0};
  TRY(make_environment(job, git, &env));
  for (size_t i = 0; i < COUNT_OF(first); i++) *vec_add(job->arena, &words) = first[i];
  for (const char *const *arg = git->args; *arg; arg++) *vec_add(job->arena, &words) = *arg;
  *vec_add(job->arena, &words) = NULL;
  ProcessOptions options = {.argv = words.items,
                            .directory = git->directory,
                            .env = env.items,
                            .max_output = git->max_output ? git->max_output : OUTPUT_MAX,
                            .timeout_ms = git->timeout_ms ? git->timeout_ms : TIMEOUT_MS};
  return process_run(job, &options, ret_result);
}

/* Git's first line, made safe to show: it may quote names from the
 * repository. */
static Err explain(Job *job, const HistoryGit *git, const ProcessResult *result) {
  Str words = str_trim(result->errors);
  size_t end = str_find_byte(words, '\n');
  if (end != STR_NONE) words = str_slice(words, 0, end);
  if (words.len > WORDS_SHOWN) words = str_slice(words, 0, WORDS_SHOWN);
  words = str_visible(job->arena, words);
  if (words.len) return job_fail(job, ERR_UNAVAILABLE, "git %s: %.*s", git->args[0], STR_ARG(words));
  return job_fail(job, ERR_UNAVAILABLE, "git %s ended with status %d", git->args[0], result->exit_status);
}

/* Output that was cut is no answer: half a list of commits would look like a
 * whole one. */
Err history_git(Job *job, const HistoryGit *git, Str *ret_output) {
  ProcessResult result;
  TRY(run(job, git, &result));
  if (result.output_cut) {
    return job_fail(job, ERR_TOO_LARGE, "git %s says more than %zu MB; ask for less", git->args[0],
                    (git->max_output ? git->max_output : OUTPUT_MAX) >> 20);
  }
  if (result.exit_status) return explain(job, git, &result);
  *ret_output = result.output;
  return OK;
}

/* No repository is a good answer here, and no error. */
Err history_check(Job *job, Str directory, bool *ret_is_there) {
  Repository repository;
  Err err = repository_find(job, directory, &repository);
  if (err == ERR_NOT_FOUND) job_forgive(job);
  else TRY(err);
  *ret_is_there = !err;
  return OK;
}

/* Enough to keep a text from being taken for an option, or for several
 * words; whether there is such a revision git says. */
bool history_is_revision(Str text) {
  if (!text.len || text.len > REVISION_MAX || text.ptr[0] == '-') return false;
  for (size_t i = 0; i < text.len; i++) {
    unsigned char byte = (unsigned char)text.ptr[i];
    if (byte <= ' ' || byte == 0x7F) return false;
  }
  return true;
}
