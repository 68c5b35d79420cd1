/* Running git without running the repository's own programs. */
#include "src/history/git.h"

#include <string.h>

#include "src/base/buf.h"
#include "src/base/vec.h"
#include "src/os/process.h"

#define OUTPUT_MAX ((size_t)16 << 20)
#define REVISION_MAX 400
#define WORDS_SHOWN 200

typedef VEC(const char *) GitWords;

/* An empty driver or path runs nothing. */
static const char *const settings[] = {
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat",       "core.sshCommand=false",
    "core.untrackedCache=false", "core.quotePath=false", "diff.external=",      "log.showSignature=false",
    "gc.auto=0",            "maintenance.auto=false",   "credential.helper=",
};

/* No transport at all: a partial clone would fetch what it lacks. */
static const char *const environment[] = {
    "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0",
    "GIT_ATTR_NOSYSTEM=1",     "GIT_NO_LAZY_FETCH=1",   "LC_ALL=C.UTF-8", NULL,
};

static void add_setting(Arena *arena, GitWords *words, const char *setting) {
  *vec_add(arena, words) = "-c";
  *vec_add(arena, words) = setting;
}

static Err run(Job *job, const HistoryGit *git, GitWords *words, ProcessResult *ret_result) {
  for (const char *const *arg = git->args; *arg; arg++) *vec_add(job->arena, words) = *arg;
  *vec_add(job->arena, words) = NULL;
  ProcessOptions options = {.argv = words->items,
                            .directory = git->directory,
                            .env = environment,
                            .max_output = git->max_output ? git->max_output : OUTPUT_MAX,
                            .timeout_ms = git->timeout_ms};
  return process_run(job, &options, ret_result);
}

static void begin_words(Arena *arena, GitWords *words) {
  static const char *const first[] = {"git", "--no-pager", "--no-optional-locks", "--literal-pathspecs"};
  for (size_t i = 0; i < sizeof first / sizeof *first; i++) *vec_add(arena, words) = first[i];
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) add_setting(arena, words, settings[i]);
}

/* Filters have names of their own: each that is configured is emptied. */
static Err add_filters(Job *job, const HistoryGit *git, GitWords *words) {
  static const char *const args[] = {"config", "--name-only", "--null", "--get-regexp",
                                     "^filter\\..*\\.(clean|smudge|process|required)$", NULL};
  HistoryGit ask = {.directory = git->directory, .args = args};
  GitWords own = {0};
  ProcessResult result;
  begin_words(job->arena, &own);
  TRY(run(job, &ask, &own, &result));
  if (result.exit_status) return OK; /* none is configured */
  for (Str rest = result.output; rest.len;) {
    size_t end = str_find_byte(rest, '\0');
    Str name = str_slice(rest, 0, end == STR_NONE ? rest.len : end);
    bool is_switch = str_ends_with(name, STR(".required"));
    add_setting(job->arena, words, str_to_c(job->arena, str_format(job->arena, "%.*s=%s", STR_ARG(name), is_switch ? "false" : "")));
    rest = str_slice(rest, end == STR_NONE ? rest.len : end + 1, rest.len);
  }
  return OK;
}

static Err explain(Job *job, const HistoryGit *git, const ProcessResult *result) {
  Str words = str_trim(result->errors);
  size_t end = str_find_byte(words, '\n');
  if (end != STR_NONE) words = str_slice(words, 0, end);
  if (words.len > WORDS_SHOWN) words = str_slice(words, 0, WORDS_SHOWN);
  words = str_visible(job->arena, words);
  if (words.len) return job_fail(job, ERR_UNAVAILABLE, "git %s: %.*s", git->args[0], STR_ARG(words));
  return job_fail(job, ERR_UNAVAILABLE, "git %s ended with status %d", git->args[0], result->exit_status);
}

Err history_git(Job *job, const HistoryGit *git, Str *ret_output) {
  GitWords words = {0};
  ProcessResult result;
  begin_words(job->arena, &words);
  if (git->reads_files) TRY(add_filters(job, git, &words));
  TRY(run(job, git, &words, &result));
  if (result.output_cut) {
    return job_fail(job, ERR_TOO_LARGE, "git %s says more than %zu MB; ask for less", git->args[0],
                    (git->max_output ? git->max_output : OUTPUT_MAX) >> 20);
  }
  if (result.exit_status) return explain(job, git, &result);
  *ret_output = result.output;
  return OK;
}

bool history_is_revision(Str text) {
  if (!text.len || text.len > REVISION_MAX || text.ptr[0] == '-') return false;
  for (size_t i = 0; i < text.len; i++) {
    unsigned char byte = (unsigned char)text.ptr[i];
    if (byte <= ' ' || byte == 0x7F) return false;
  }
  return true;
}
