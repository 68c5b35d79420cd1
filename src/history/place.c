/* Where git keeps HEAD, and whether it moved. */
#include "src/base/hash.h"
#include "src/base/buf.h"
#include "src/history/held_internal.h"
#include "src/os/file.h"

#define HEAD_MAX 4096
#define LEVELS_MAX 64

Err history_place(Job *job, Str root, HistoryPlace *ret_place) {
  static const char *const args[] = {"rev-parse", "--path-format=absolute", "--git-dir", "--git-common-dir",
                                     "--is-shallow-repository", "--show-prefix", NULL};
  HistoryGit git = {.directory = root, .args = args};
  Str output;
  TRY(history_git(job, &git, &output));
  HistoryPlace place = {.git_dir = str_cut(&output, '\n')};
  place.common_dir = str_cut(&output, '\n');
  place.is_shallow = str_eq(str_cut(&output, '\n'), STR("true"));
  place.is_part = str_trim(output).len > 0;
  *ret_place = place;
  return OK;
}

static uint64_t add_stat(Job *job, uint64_t stamp, Str path) {
  FileStat stat = {0};
  if (file_stat(job, path, &stat)) job_forgive(job);
  stamp = hash_combine(stamp, (uint64_t)stat.mtime_ns);
  stamp = hash_combine(stamp, stat.size);
  return hash_combine(stamp, stat.inode);
}

/* The first `.git` from the root upwards: one that appears is a repository. */
static uint64_t nearest_stamp(Job *job, Str root) {
  uint64_t stamp = 1;
  for (int level = 0; level < LEVELS_MAX; level++) {
    Str candidate = file_join(job->arena, root, STR(".git"));
    if (file_exists(candidate)) return add_stat(job, hash_str(candidate), candidate);
    Str above = file_directory(root);
    if (above.len >= root.len) break;
    root = above;
  }
  return stamp;
}

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
