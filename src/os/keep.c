/* Keep: the folder, what stands at a name in it, and opening that. The folder
 * lies in the workspace, so whoever made that may have put anything there:
 * links, pipes, files of others. Nothing is followed, nothing that is not a
 * plain file of this user is opened, and what stands in the way is renamed,
 * never deleted. */
#include "src/os/keep.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/log.h"
#include "src/os/file_internal.h"
#include "src/os/keep_internal.h"

/* Parts of names are hashes and counters of our own. */
#define PART_MAX 40
#define REFUSED ".refused"
#define REFUSED_MAX 9 /* numbered ones, where the first cannot be replaced */
#define TRIES 8       /* of opening, while names change under our hands */

static const char *const rows[] = {
#define KEEP_ROW(which, name, what) [which] = name,
    KEEP_NAMES(KEEP_ROW)
#undef KEEP_ROW
};

Str keep_what(KeepFile file) { return str_from_c(rows[file]); }

/* ---- names ---- */

/* No dot and no slash, so that a part can lead nowhere. */
static bool is_part(Str part) {
  for (size_t i = 0; i < part.len; i++) {
    char c = part.ptr[i];
    if (!(byte_is_digit(c) || (c >= 'a' && c <= 'z') || c == '-')) return false;
  }
  return part.len && part.len <= PART_MAX;
}

/* "text" of "text/lock"; empty: it lies in the folder itself. */
static Str folder_of(KeepFile file) {
  size_t slash = str_find_byte(keep_what(file), '/');
  return slash == STR_NONE ? STR_EMPTY : str_slice(keep_what(file), 0, slash);
}

static Str name_of(KeepFile file) {
  Str row = keep_what(file), folder = folder_of(file);
  return folder.len ? str_slice(row, folder.len + 1, row.len) : row;
}

Str keep_spell(Arena *arena, KeepName name) {
  Str row = keep_what(name.file);
  size_t star = str_find_byte(row, '*');
  if (star == STR_NONE) return row;
  return str_format(arena, "%.*s%.*s%.*s", STR_ARG(str_slice(row, 0, star)), STR_ARG(name.part),
                    STR_ARG(str_slice(row, star + 1, row.len)));
}

/* The opposite of keep_spell: which part a file's name has. */
bool keep_is(KeepFile file, Str name, Str *ret_part) {
  Str row = name_of(file);
  size_t star = str_find_byte(row, '*');
  if (star == STR_NONE) {
    *ret_part = STR_EMPTY;
    return str_eq(row, name);
  }
  Str head = str_slice(row, 0, star), tail = str_slice(row, star + 1, row.len);
  if (name.len < head.len + tail.len || !str_starts_with(name, head) || !str_ends_with(name, tail)) return false;
  *ret_part = str_slice(name, head.len, name.len - tail.len);
  return is_part(*ret_part);
}

/* ---- what stands at a name ---- */

/* Words for the log: what is there instead of a file of ours. */
static const char *describe(const struct stat *st) {
  if (S_ISLNK(st->st_mode)) return "a link";
  if (S_ISDIR(st->st_mode)) return "a directory";
  if (S_ISFIFO(st->st_mode)) return "a pipe";
  if (S_ISSOCK(st->st_mode)) return "a socket";
  if (!S_ISREG(st->st_mode)) return "a device";
  if (st->st_uid != geteuid()) return "another user's";
  return st->st_nlink > 1 ? "a file with a second name" : "closed to its own user";
}

/* A second name could be anywhere: writing to the file would write there. */
static bool is_ours(const struct stat *st) {
  return S_ISREG(st->st_mode) && st->st_uid == geteuid() && st->st_nlink == 1;
}

/* Renaming touches nothing but the name. A file that has both names already
 * stays at both: the one in the way goes then, and the file itself is left. */
static bool move_aside(int folder, const char *name, const char *aside) {
  struct stat left;
  if (renameat(folder, name, folder, aside) < 0) return false;
  return fstatat(folder, name, &left, AT_SYMLINK_NOFOLLOW) < 0 || unlinkat(folder, name, 0) == 0;
}

/* Names with numbers are for folders that are not empty, which a rename does
 * not replace. */
static Err set_aside(Job *job, const KeepPlace *place, const struct stat *st) {
  char aside[sizeof place->name + sizeof REFUSED + 12];
  snprintf(aside, sizeof aside, "%s" REFUSED, place->name);
  bool is_moved = move_aside(place->folder, place->name, aside);
  int why = errno;
  for (int i = 1; !is_moved && i <= REFUSED_MAX && why != ENOENT && why != EACCES && why != EROFS; i++) {
    snprintf(aside, sizeof aside, "%s" REFUSED "-%d", place->name, i);
    is_moved = move_aside(place->folder, place->name, aside);
    why = errno;
  }
  Str shown = str_visible(job->arena, place->path);
  if (is_moved) {
    log_warn("'%.*s' is %s, which fathom did not make: set aside as %s", STR_ARG(shown), describe(st), aside);
    return OK;
  }
  if (why == ENOENT) return OK; /* somebody else did */
  return job_fail(job, ERR_DENIED, "'%.*s' is %s and could not be set aside (%s); remove it", STR_ARG(shown), describe(st),
                  file_reason(why));
}

/* Afterwards there is a file of ours, or nothing. On a file system that cannot
 * be written our own file stays as it is. */
Err keep_settle(Job *job, const KeepPlace *place, bool *ret_there) {
  struct stat st;
  for (int i = 0; i < TRIES; i++) {
    if (fstatat(place->folder, place->name, &st, AT_SYMLINK_NOFOLLOW) < 0) {
      *ret_there = false;
      return errno == ENOENT ? OK : file_fail(job, errno, "look at", place->path);
    }
    *ret_there = is_ours(&st) && faccessat(place->folder, place->name, R_OK | W_OK, AT_EACCESS) == 0;
    if (*ret_there || (is_ours(&st) && errno == EROFS)) return OK;
    TRY(set_aside(job, place, &st));
  }
  return job_fail(job, ERR_BUSY, "'%.*s' is replaced again and again; try again", STR_ARG(str_visible(job->arena, place->path)));
}

/* ---- the folder ---- */

static bool is_directory_of_ours(int fd) {
  struct stat st;
  return fstat(fd, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid();
}

/* Through its own entry: with O_NOFOLLOW a link is refused instead of
 * followed. */
static int open_directory(int above, const char *name, bool makes) {
  int fd = openat(above, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd >= 0 || errno != ENOENT || !makes) return fd;
  if (mkdirat(above, name, 0700) < 0 && errno != EEXIST) return -1;
  return openat(above, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* The folder itself is not set aside: it may be something that its owner
 * needs. */
static Err refuse_folder(Job *job, const Keep *keep, int why) {
  Str shown = str_visible(job->arena, keep_path(keep));
  struct stat st;
  if (fstatat(keep->parent, keep->folder, &st, AT_SYMLINK_NOFOLLOW) == 0 && (!S_ISDIR(st.st_mode) || st.st_uid != geteuid())) {
    return job_fail(job, ERR_DENIED, "'%.*s' is %s: an index is kept in a directory of this user only; remove it",
                    STR_ARG(shown), S_ISDIR(st.st_mode) ? "another user's" : S_ISREG(st.st_mode) ? "a file" : describe(&st));
  }
  return file_fail(job, why, "open the folder", keep_path(keep));
}

static Err open_folder(Job *job, const Keep *keep, bool makes, int *ret_fd) {
  int fd = open_directory(keep->parent, keep->folder, makes);
  int why = errno;
  if (fd >= 0 && is_directory_of_ours(fd)) {
    *ret_fd = fd;
    return OK;
  }
  if (fd >= 0) close(fd);
  return refuse_folder(job, keep, fd >= 0 ? EACCES : why);
}

/* A folder in the folder: what else stands at its name is set aside. */
static Err open_inner(Job *job, const Keep *keep, int above, Str inner, bool makes, int *ret_fd) {
  KeepPlace place = {.folder = above, .path = file_join(job->arena, keep_path(keep), inner)};
  struct stat st;
  snprintf(place.name, sizeof place.name, "%.*s", STR_ARG(inner));
  for (int i = 0; i < TRIES; i++) {
    int fd = open_directory(above, place.name, makes);
    if (fd >= 0 && is_directory_of_ours(fd)) {
      *ret_fd = fd;
      return OK;
    }
    int why = errno;
    if (fd >= 0) close(fd);
    if (fstatat(above, place.name, &st, AT_SYMLINK_NOFOLLOW) < 0) return file_fail(job, why, "open the folder", place.path);
    if (S_ISDIR(st.st_mode) && st.st_uid == geteuid()) return file_fail(job, why, "open the folder", place.path);
    TRY(set_aside(job, &place, &st));
  }
  return file_fail(job, EAGAIN, "open the folder", place.path);
}

/* Everything that follows works in this open folder, whatever happens to the
 * path meanwhile. The caller leaves it. */
Err keep_enter(Job *job, Keep *keep, KeepName name, bool makes, KeepPlace *ret_place) {
  Str spelled = keep_spell(job->arena, name), inner = folder_of(name.file);
  KeepPlace place = {.path = file_join(job->arena, keep_path(keep), spelled)};
  bool has_star = str_find_byte(keep_what(name.file), '*') != STR_NONE;
  if (has_star != (name.part.len > 0) || (has_star && !is_part(name.part))) {
    return job_fail(job, ERR_INTERNAL, "'%.*s' is no name of a kept file", STR_ARG(str_visible(job->arena, spelled)));
  }
  Str own = inner.len ? str_slice(spelled, inner.len + 1, spelled.len) : spelled;
  snprintf(place.name, sizeof place.name, "%.*s", STR_ARG(own));
  TRY(open_folder(job, keep, makes, &place.folder));
  if (inner.len) {
    int above = place.folder;
    Err err = open_inner(job, keep, above, inner, makes, &place.folder);
    close(above);
    TRY(err);
  }
  *ret_place = place;
  return OK;
}

void keep_leave(KeepPlace *place) { close(place->folder); }

/* ---- opening and closing ---- */

/* A workspace that was copied or came with an archive is another one. */
static Str identity_of(Arena *arena, Str root) {
  struct statx st = {0};
  if (statx(AT_FDCWD, str_to_c(arena, root), AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_BTIME, &st) < 0) st = (struct statx){0};
  bool is_told = st.stx_mask & STATX_BTIME;
  return str_format(arena, "workspace %llu %lld.%u", (unsigned long long)st.stx_ino,
                    (long long)(is_told ? st.stx_btime.tv_sec : 0), is_told ? st.stx_btime.tv_nsec : 0);
}

/* One for each kind of file, so that bytes of one are not believed in
 * another. */
static void make_quick_keys(Keep *keep) {
  for (size_t i = 0; i < KEEP_FILE_COUNT; i++) secret_derive(keep->seal.key, keep_what((KeepFile)i), keep->quick[i], SECRET_QUICK_KEY);
}

/* The key for the seal is bound to the workspace's identity. Trouble with it
 * is told and not an error: then kept files are not believed. */
Err keep_open(Job *job, const KeepOptions *options, Keep **ret_keep) {
  Str trouble;
  AUTO(Keep) keep = arena_heap_alloc(sizeof *keep);
  keep->looked_in = -1;
  keep->user = geteuid();
  lock_init(&keep->look_lock);
  keep->folder = str_to_heap(options->folder);
  keep->path = str_to_heap(file_join(job->arena, options->directory, options->folder));
  keep->parent = open(str_to_c(job->arena, options->directory), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (keep->parent < 0) return file_fail(job, errno, "open the folder", options->directory);
  int fd;
  TRY(open_folder(job, keep, true, &fd));
  close(fd);
  keep->seal = seal_open(job, identity_of(job->arena, options->root), &trouble);
  keep->trouble = str_to_heap(trouble);
  make_quick_keys(keep);
  *ret_keep = TAKE(keep);
  return OK;
}

Keep *keep_ref(Keep *keep) {
  atomic_fetch_add(&keep->more, 1);
  return keep;
}

/* With the last reference; the keys are wiped. */
void keep_close(Keep *keep) {
  if (atomic_fetch_sub(&keep->more, 1) > 0) return;
  if (keep->parent >= 0) close(keep->parent);
  if (keep->looked_in >= 0) close(keep->looked_in);
  lock_clear(&keep->look_lock);
  secret_forget(&keep->seal, sizeof keep->seal);
  free(keep->folder);
  free(keep->path);
  free(keep->trouble);
  free(keep);
}

Str keep_path(const Keep *keep) { return str_from_c(keep->path); }
Str keep_trouble(const Keep *keep) { return str_from_c(keep->trouble); }

/* ---- opening a file ---- */

static bool is_same(const struct stat *a, const struct stat *b) { return a->st_ino == b->st_ino && a->st_dev == b->st_dev; }

/* Looked at before, since opening a device may do something, and after, since
 * another thing may stand there by then. */
Err keep_open_at(Job *job, const KeepPlace *place, int flags, int *ret_fd) {
  for (int i = 0; i < TRIES; i++) {
    struct stat named, held;
    bool is_there;
    TRY(keep_settle(job, place, &is_there));
    if (!is_there) return job_fail(job, ERR_NOT_FOUND, "'%.*s' is not there", STR_ARG(str_visible(job->arena, place->path)));
    if (fstatat(place->folder, place->name, &named, AT_SYMLINK_NOFOLLOW) < 0) continue;
    int fd = openat(place->folder, place->name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd < 0 && (errno == ENOENT || errno == ELOOP || errno == ENXIO)) continue;
    if (fd < 0) return file_fail(job, errno, "open", place->path);
    if (fstat(fd, &held) == 0 && is_ours(&held) && is_same(&named, &held)) {
      *ret_fd = fd;
      return OK;
    }
    close(fd);
  }
  return file_fail(job, EAGAIN, "open", place->path);
}

/* ERR_BUSY: somebody made one meanwhile, and the caller looks again. */
Err keep_create_at(Job *job, const KeepPlace *place, int *ret_fd) {
  int fd = openat(place->folder, place->name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0 && errno == EEXIST) {
    return job_fail(job, ERR_BUSY, "'%.*s' was made by somebody else meanwhile", STR_ARG(str_visible(job->arena, place->path)));
  }
  if (fd < 0) return file_fail(job, errno, "make", place->path);
  *ret_fd = fd;
  return OK;
}

/* ---- listing ---- */

static int compare(const void *a, const void *b) {
  const Str *x = a, *y = b;
  return str_compare(*x, *y);
}

typedef bool Wanted(const void *context, int folder, Str name, Str *ret_listed);

/* A folder that is not there has nothing in it. */
static Err list(Job *job, Keep *keep, KeepFile file, Wanted *wanted, const void *context, KeepParts *ret_found) {
  KeepPlace place;
  KeepParts found = {0};
  KeepName name = {.file = file, .part = str_find_byte(keep_what(file), '*') == STR_NONE ? STR_EMPTY : STR("0")};
  *ret_found = found;
  Err err = keep_enter(job, keep, name, false, &place);
  if (err == ERR_NOT_FOUND) job_forgive(job);
  if (err) return err == ERR_NOT_FOUND ? OK : err;
  int fd = openat(place.folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
  if (!directory) err = file_fail(job, errno, "list", place.path);
  for (struct dirent *entry; directory && (entry = readdir(directory));) {
    Str listed;
    if (!wanted(context, place.folder, str_from_c(entry->d_name), &listed)) continue;
    *vec_add(job->arena, &found) = str_copy(job->arena, listed);
  }
  if (directory) closedir(directory);
  else if (fd >= 0) close(fd);
  keep_leave(&place);
  if (found.len) qsort(found.items, found.len, sizeof *found.items, compare);
  *ret_found = found;
  return err;
}

static bool is_wanted_file(const void *context, int folder, Str name, Str *ret_listed) {
  struct stat st;
  const KeepFile *file = context;
  if (!keep_is(*file, name, ret_listed)) return false;
  return fstatat(folder, name.ptr, &st, AT_SYMLINK_NOFOLLOW) == 0 && is_ours(&st);
}

Err keep_list(Job *job, Keep *keep, KeepFile file, KeepParts *ret_parts) {
  return list(job, keep, file, is_wanted_file, &file, ret_parts);
}

static bool is_refused(const void *context, int folder, Str name, Str *ret_listed) {
  (void)context, (void)folder;
  size_t dot = str_find_last_byte(name, '.');
  *ret_listed = name;
  return dot != STR_NONE && str_starts_with(str_slice(name, dot, name.len), STR(REFUSED));
}

Err keep_list_refused(Job *job, Keep *keep, KeepParts *ret_names) {
  KeepParts inner;
  TRY(list(job, keep, KEEP_IGNORE, is_refused, NULL, ret_names));
  TRY(list(job, keep, KEEP_TEXT_LOCK, is_refused, NULL, &inner));
  for (size_t i = 0; i < inner.len; i++) {
    *vec_add(job->arena, ret_names) = str_format(job->arena, "text/%.*s", STR_ARG(inner.items[i]));
  }
  return OK;
}
