/* Doors: what in git's folders could lead out of them. Git follows links and
 * lists of further object stores wherever they lead, and shows what it finds:
 * another repository's authors and texts. The names looked at are the ones that
 * git is told of or reads there. A single loose object that is a link is not
 * looked for: whoever plants it has to know the object's name and its place. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "src/os/file_internal.h"
#include "src/os/repository_internal.h"

#define ALTERNATES_MAX 65536 /* bytes */
#define ALTERNATES_DEEP 5    /* as git itself */

typedef struct Doors {
  Job *job;
  const Repository *repository;
} Doors;

static bool is_home(const Doors *doors, Str real) {
  const Repository *repository = doors->repository;
  Str rest;
  return file_beneath(repository->git_dir, real, &rest) || file_beneath(repository->common_dir, real, &rest) ||
         file_beneath(repository->top, real, &rest);
}

static Err refuse_link(const Doors *doors, Str path) {
  return job_fail(doors->job, ERR_UNAVAILABLE,
                  "the git repository is not read: its '%.*s' leads out of it; put the files themselves there, or clone anew",
                  STR_ARG(str_visible(doors->job->arena, path)));
}

static Err refuse_kind(const Doors *doors, Str path) {
  return job_fail(doors->job, ERR_UNAVAILABLE,
                  "the git repository is not read: its '%.*s' is neither file nor folder; remove it, or clone anew",
                  STR_ARG(str_visible(doors->job->arena, path)));
}

static Err check_link(const Doors *doors, Str path) {
  Str real;
  if (file_real_path(doors->job, path, &real)) {
    job_forgive(doors->job);
    return refuse_link(doors, path);
  }
  return is_home(doors, real) ? OK : refuse_link(doors, path);
}

static Err check_kind(const Doors *doors, Str path, FileKind kind) {
  if (kind == FILE_OTHER) return refuse_kind(doors, path);
  return kind == FILE_LINK ? check_link(doors, path) : OK;
}

/* What is not there leads nowhere. */
static Err check_one(const Doors *doors, Str folder, const char *name) {
  struct stat st;
  Str path = file_join(doors->job->arena, folder, str_from_c(name));
  if (path.len > FILE_PATH_MAX || lstat(str_to_c(doors->job->arena, path), &st) < 0) return OK;
  return check_kind(doors, path, file_kind_from_mode(st.st_mode));
}

static FileKind kind_of(int folder, const struct dirent *entry) {
  struct stat st;
  switch (entry->d_type) {
    case DT_REG: return FILE_REGULAR;
    case DT_DIR: return FILE_DIRECTORY;
    case DT_LNK: return FILE_LINK;
    case DT_UNKNOWN: break; /* some file systems do not say */
    default: return FILE_OTHER;
  }
  return fstatat(folder, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0 ? FILE_REGULAR : file_kind_from_mode(st.st_mode);
}

/* Each entry of a folder, but not those of folders in it. */
static Err check_entries(const Doors *doors, Str path) {
  DIR *folder = opendir(str_to_c(doors->job->arena, path));
  Err err = OK;
  if (!folder) return OK;
  for (struct dirent *entry; !err && (entry = readdir(folder));) {
    FileKind kind = kind_of(dirfd(folder), entry);
    if (kind == FILE_REGULAR || kind == FILE_DIRECTORY) continue;
    err = check_kind(doors, file_join(doors->job->arena, path, str_from_c(entry->d_name)), kind);
  }
  closedir(folder);
  return err;
}

static Err refuse_alternate(const Doors *doors, Str list) {
  return job_fail(doors->job, ERR_UNAVAILABLE,
                  "the git repository is not read: '%.*s' has it take objects from outside; after `git repack -a -d` that "
                  "file can be removed",
                  STR_ARG(str_visible(doors->job->arena, list)));
}

static Err check_objects(const Doors *doors, Str objects, int level);

/* A line each, from the folder of objects; `#` begins a comment. A quoted one
 * is not taken apart: git writes none, and it is refused. */
static Err check_alternates(const Doors *doors, Str objects, int level) {
  Job *job = doors->job;
  Str text, list = file_join(job->arena, objects, STR("info/alternates"));
  if (!file_exists(list)) return OK;
  if (level >= ALTERNATES_DEEP || file_read(job, list, ALTERNATES_MAX, &text)) {
    job_forgive(job);
    return refuse_alternate(doors, list);
  }
  while (text.len) {
    Str line = str_cut(&text, '\n'), real;
    if (!line.len || line.ptr[0] == '#') continue;
    Err err = line.ptr[0] == '"' ? ERR_USAGE : file_real_path(job, file_join(job->arena, objects, line), &real);
    job_forgive(job);
    if (err || !is_home(doors, real)) return refuse_alternate(doors, list);
    TRY(check_objects(doors, real, level + 1));
  }
  return OK;
}

static Err check_objects(const Doors *doors, Str objects, int level) {
  TRY(check_entries(doors, objects));
  TRY(check_entries(doors, file_join(doors->job->arena, objects, STR("pack"))));
  TRY(check_entries(doors, file_join(doors->job->arena, objects, STR("info"))));
  TRY(check_entries(doors, file_join(doors->job->arena, objects, STR("info/commit-graphs"))));
  return check_alternates(doors, objects, level);
}

Err repository_check_doors(Job *job, const Repository *repository) {
  Doors doors = {job, repository};
  /* Not all there is: hooks and the socket of a file system monitor are nobody's business. */
  static const char *const shared[] = {"config", "objects", "refs", "packed-refs", "shallow", "logs", "logs/refs"};
  static const char *const own[] = {"HEAD", "index", "config.worktree", "logs", "logs/HEAD", "ORIG_HEAD", "FETCH_HEAD",
                                    "MERGE_HEAD", "CHERRY_PICK_HEAD"};
  for (size_t i = 0; i < COUNT_OF(shared); i++) TRY(check_one(&doors, repository->common_dir, shared[i]));
  for (size_t i = 0; i < COUNT_OF(own); i++) TRY(check_one(&doors, repository->git_dir, own[i]));
  TRY(check_entries(&doors, file_join(job->arena, repository->common_dir, STR("refs"))));
  TRY(check_entries(&doors, file_join(job->arena, repository->common_dir, STR("refs/heads"))));
  return check_objects(&doors, file_join(job->arena, repository->common_dir, STR("objects")), 0);
}
