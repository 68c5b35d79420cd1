/* Which repository a workspace belongs to, where it keeps HEAD, and whether
 * that moved. */
#include "src/base/hash.h"
#include "src/base/buf.h"
#include "src/history/held_internal.h"
#include "src/history/shadow_internal.h"
#include "src/os/file.h"
#include "src/os/process.h"
#include "src/os/stamp.h"

/* HEAD is a line. The levels bound the way up to the root; asking about the
 * owner runs git, which gets ten seconds. */
#define HEAD_MAX 4096
#define LEVELS_MAX 64
#define OWNER_MS 10000

/* Git's own rule about other users' repositories: asked only when it matters,
 * because the answer is in this user's settings (safe.directory). */
static Err ask_owner(Job *job, const Repository *repository) {
  static const char *const argv[] = {"git", "--no-pager", "rev-parse", "--git-dir", NULL};
  Str above = file_directory(repository->top);
  const char *env[] = {
      str_to_c(job->arena, str_format(job->arena, "GIT_CEILING_DIRECTORIES=%.*s", STR_ARG(above))),
      "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.bareRepository", "GIT_CONFIG_VALUE_0=explicit",
      "GIT_OPTIONAL_LOCKS=0", "GIT_ALLOW_PROTOCOL=none", "LC_ALL=C.UTF-8", NULL};
  ProcessOptions options = {.argv = argv, .directory = repository->top, .env = env, .timeout_ms = OWNER_MS};
  ProcessResult result;
  TRY(process_run(job, &options, &result));
  if (!result.exit_status) return OK;
  Str top = str_visible(job->arena, repository->top);
  return job_fail(job, ERR_UNAVAILABLE,
                  "the git repository is not read: it belongs to another user; if you trust it, "
                  "`git config --global --add safe.directory '%.*s'`", STR_ARG(top));
}

Err history_repository(Job *job, Str root, Repository *ret_repository) {
  Repository repository;
  Err err = repository_find(job, root, &repository);
  if (err == ERR_NOT_FOUND) { /* which would mean that git itself is missing */
    job_forgive(job);
    return job_fail(job, ERR_UNAVAILABLE, "the workspace is no git repository");
  }
  TRY(err);
  if (repository.is_foreign) TRY(ask_owner(job, &repository));
  *ret_repository = repository;
  return OK;
}

/* Everything is in the job's arena. */
Err history_place(Job *job, Str root, HistoryPlace *ret_place) {
  Repository repository;
  TRY(history_repository(job, root, &repository));
  *ret_place = (HistoryPlace){.git_dir = repository.git_dir,
                              .common_dir = repository.common_dir,
                              .is_shallow = repository.is_shallow,
                              .is_part = repository.inside.len > 0};
  return OK;
}

/* A file that is not there counts as one with all zeros, so that it matters
 * when it appears. */
static uint64_t add_stat(Job *job, uint64_t stamp, Str path) {
  FileStat stat = {0};
  if (file_stat(job, path, &stat)) job_forgive(job);
  return hash_combine(stamp, stamp_of(&stat));
}

/* The first `.git` from the root upwards: one that appears is a repository, and
 * one that was not read may be mended. */
static uint64_t nearest_stamp(Job *job, Str root) {
  uint64_t stamp = 1;
  for (int level = 0; level < LEVELS_MAX; level++) {
    Str candidate = file_join(job->arena, root, STR(".git"));
    if (file_exists(candidate)) {
      stamp = add_stat(job, hash_str(candidate), candidate);
      stamp = add_stat(job, stamp, file_join(job->arena, candidate, STR("config")));
      return add_stat(job, stamp, file_join(job->arena, candidate, STR("objects/info")));
    }
    Str above = file_directory(root);
    if (above.len >= root.len) break;
    root = above;
  }
  return stamp;
}

/* What moves HEAD writes to at least one of these: the branch's own file, the
 * packed ones, the mark of a shallow clone, or the log of HEAD. */
uint64_t history_stamp(Job *job, Str root, const HistoryPlace *place) {
  if (!place) return nearest_stamp(job, root);
  Str text;
  Str head = file_join(job->arena, place->git_dir, STR("HEAD"));
  if (file_read(job, head, HEAD_MAX, &text)) {
    job_forgive(job);
    return nearest_stamp(job, root);
  }
  text = str_trim(text);
  uint64_t stamp = hash_str(text);
  if (str_starts_with(text, STR("ref: "))) {
    stamp = add_stat(job, stamp, file_join(job->arena, place->common_dir, str_slice(text, 5, text.len)));
  }
  stamp = add_stat(job, stamp, file_join(job->arena, place->common_dir, STR("packed-refs")));
  stamp = add_stat(job, stamp, file_join(job->arena, place->common_dir, STR("shallow")));
  return add_stat(job, stamp, file_join(job->arena, place->git_dir, STR("logs/HEAD")));
}
