/* Where a new index may begin: in another working tree of the same repository.
 * Git's data say which there are, and come from anybody; what is found is a list of
 * paths, and a store is read there only under this user's own seal. */
#include "src/index/index_internal.h"
#include "src/os/file.h"
#include "src/os/repository.h"
#include "src/os/root.h"

#define WORKTREES_MAX 64
#define LINE_MAX_BYTES 4200

/* `NAME/gitdir` names the `.git` file of a linked working tree. */
static void add_linked(Job *job, Root *worktrees, Str name, IndexOrigins *origins) {
  Str text, real;
  if (root_read(job, worktrees, file_join(job->arena, name, STR("gitdir")), LINE_MAX_BYTES, &text) ||
      file_real_path(job, file_directory(str_trim(text)), &real)) {
    job_forgive(job);
    return;
  }
  *vec_add(job->arena, origins) = real;
}

static void add_all_linked(Job *job, Str folder, IndexOrigins *origins) {
  AUTO(Root) worktrees = NULL;
  FileEntries names = {0};
  if (root_open(job, folder, &worktrees) || root_list(job, worktrees, STR("."), &names)) job_forgive(job);
  for (size_t i = 0; i < names.len && i < WORKTREES_MAX; i++) add_linked(job, worktrees, names.items[i].name, origins);
}

/* The first working tree holds git's own data as `.git`. */
IndexOrigins index_find_origins(Job *job, Str root) {
  IndexOrigins origins = {0};
  Repository repository;
  bool is_there = !repository_find(job, root, &repository);
  job_forgive(job);
  if (!is_there || repository.is_foreign || !str_eq(repository.top, root)) return origins;
  if (str_eq_c(file_name(repository.common_dir), ".git")) *vec_add(job->arena, &origins) = file_directory(repository.common_dir);
  add_all_linked(job, file_join(job->arena, repository.common_dir, STR("worktrees")), &origins);
  return origins;
}
