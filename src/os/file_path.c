/* File paths: what may be one, their lexical form, their real form, and the
 * words for a refusal. Opens nothing. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/os/file_internal.h"

enum { FILE_LINKS_MAX = 40 };

/* In words that say what to do, where something can be done. */
const char *file_reason(int errno_value) {
  switch (errno_value) {
    case ENOENT: return "there is no such file or directory";
    case ENOTDIR: return "a part of the path is not a directory";
    case EISDIR: return "it is a directory";
    case EACCES: return "this user has no permission for it";
    case EPERM: return "the system does not permit it";
    case EROFS: return "the file system is mounted read-only";
    case ENOSPC: return "the disk is full; free some space and try again";
    case EDQUOT: return "the disk quota is used up; free some space and try again";
    case ELOOP: return "it is a symbolic link that leads in a circle or through too many others";
    case ENAMETOOLONG: return "a name in it is longer than the file system allows";
    case ENOTEMPTY: return "the directory is not empty";
    case EMFILE:
    case ENFILE: return "too many files are open; close some or raise the limit (ulimit -n)";
    default: break;
  }
  const char *text = strerrordesc_np(errno_value);
  return text ? text : "unknown error";
}

Err file_fail(Job *job, int errno_value, const char *verb, Str path) {
  Str shown = str_visible(job->arena, path);
  return job_fail(job, err_from_errno(errno_value), "cannot %s '%.*s': %s", verb, STR_ARG(shown),
                  file_reason(errno_value));
}

/* Every path that comes from outside passes here before it is used. */
Err file_check_path(Job *job, Str path, bool or_empty) {
  if (path.len == 0 && !or_empty) {
    return job_fail(job, ERR_USAGE, "the path is empty; name a file or directory");
  }
  if (path.len > FILE_PATH_MAX) {
    return job_fail(job, ERR_TOO_LARGE, "the path has %zu bytes; at most %d are accepted", path.len,
                    FILE_PATH_MAX);
  }
  if (str_find_byte(path, '\0') != STR_NONE) {
    return job_fail(job, ERR_USAGE, "the path '%.*s' contains a NUL byte, which no path can",
                    STR_ARG(str_visible(job->arena, path)));
  }
  return OK;
}

void file_path_to_c(Str path, char *out) {
  size_t len = path.len > FILE_PATH_MAX ? FILE_PATH_MAX : path.len;
  if (len) memcpy(out, path.ptr, len);
  out[len] = '\0';
}

/* Lexical normal form of `path` in `out`, which holds path.len + 2 bytes;
 * returns its length. */
static size_t clean(Str path, char *out) {
  bool absolute = path.len && path.ptr[0] == '/';
  size_t len = 0;
  if (absolute) out[len++] = '/';
  size_t floor = len; /* what `..` can take nothing from */
  while (path.len) {
    Str part = str_cut(&path, '/');
    if (part.len == 0 || str_eq_c(part, ".")) continue;
    bool up = str_eq_c(part, "..");
    if (up && len > floor) {
      while (len > floor && out[len - 1] != '/') len--;
      if (len > floor) len--;
      continue;
    }
    if (up && absolute) continue;
    if (len && out[len - 1] != '/') out[len++] = '/';
    memcpy(out + len, part.ptr, part.len);
    len += part.len;
    if (up) floor = len;
  }
  if (len == 0) out[len++] = '.';
  out[len] = '\0';
  return len;
}

/* Lexical: "x/.." goes even if x is a link. Whoever needs the real path asks
 * for that. */
Str file_join(Arena *arena, Str directory, Str name) {
  bool alone = directory.len == 0 || (name.len && name.ptr[0] == '/');
  Str joined = name;
  if (!alone) { /* bytes, not a format: a NUL must stay to be refused later */
    char *both = arena_alloc(arena, directory.len + 1 + name.len);
    memcpy(both, directory.ptr, directory.len);
    both[directory.len] = '/';
    if (name.len) memcpy(both + directory.len + 1, name.ptr, name.len);
    joined = (Str){both, directory.len + 1 + name.len};
  }
  char *out = arena_alloc(arena, joined.len + 2);
  size_t len = clean(joined, out);
  return (Str){out, len};
}

Str file_directory(Str path) {
  while (path.len > 1 && path.ptr[path.len - 1] == '/') path.len--;
  size_t slash = str_find_last_byte(path, '/');
  if (slash == STR_NONE) return STR(".");
  while (slash > 0 && path.ptr[slash - 1] == '/') slash--;
  return str_slice(path, 0, slash ? slash : 1);
}

Str file_name(Str path) {
  while (path.len > 1 && path.ptr[path.len - 1] == '/') path.len--;
  size_t slash = str_find_last_byte(path, '/');
  return slash == STR_NONE || path.len == 1 ? path : str_slice(path, slash + 1, path.len);
}

/* By whole components: "/a/bc" does not lie beneath "/a/b". */
bool file_beneath(Str directory, Str path, Str *ret_rest) {
  if (directory.len == 1) directory.len = 0; /* "/" */
  if (!str_starts_with(path, directory)) return false;
  Str rest = str_slice(path, directory.len, path.len);
  if (rest.len && rest.ptr[0] != '/') return false;
  while (rest.len && rest.ptr[0] == '/') rest = str_slice(rest, 1, rest.len);
  *ret_rest = rest;
  return true;
}

Str file_working_directory(Arena *arena) {
  char path[PATH_MAX];
  /* A removed directory has no name any more. */
  return getcwd(path, sizeof path) ? str_copy(arena, str_from_c(path)) : STR("/");
}

/* `out` = head + "/" + tail, or head alone: "x/" would ask for a directory.
 * False when too long. */
static bool concat(char *out, Str head, Str tail) {
  if (head.len + tail.len + 1 > FILE_PATH_MAX) return false;
  memcpy(out, head.ptr, head.len);
  size_t len = head.len;
  if (tail.len) {
    out[len++] = '/';
    memcpy(out + len, tail.ptr, tail.len);
  }
  out[len + tail.len] = '\0';
  return true;
}

/* Splits `path` into the longest part that exists, whose real path comes in
 * `real`, and the rest. 1: a link that leads nowhere is in the way: `path`
 * then has its target in its place. */
static int resolve_once(char *path, char *real, Str *ret_rest) {
  Str whole = str_from_c(path);
  size_t cut = whole.len;
  while (cut && path[cut - 1] == '/') cut--;
  for (;;) {
    char part[FILE_PATH_MAX + 1];
    file_path_to_c(cut ? str_slice(whole, 0, cut) : path[0] == '/' ? STR("/") : STR("."), part);
    *ret_rest = str_slice(whole, cut, whole.len);
    if (realpath(part, real)) return 0;
    if (errno != ENOENT) return -errno;
    if (cut == 0) return -ENOENT;
    char target[FILE_PATH_MAX + 1];
    ssize_t len = readlink(part, target, sizeof target);
    if (len > FILE_PATH_MAX) return -ENAMETOOLONG;
    if (len >= 0) {
      Str to = {target, (size_t)len};
      char joined[FILE_PATH_MAX + 1];
      char full[FILE_PATH_MAX + 1];
      Str base = len && target[0] == '/' ? STR_EMPTY : file_directory(str_from_c(part));
      bool fits = concat(joined, base, to) && concat(full, str_from_c(joined), *ret_rest);
      if (!fits) return -ENAMETOOLONG;
      file_path_to_c(str_from_c(full), path);
      return 1;
    }
    while (cut && path[cut - 1] != '/') cut--;
    while (cut && path[cut - 1] == '/') cut--;
  }
}

/* The negative errno. Links that lead nowhere are followed to where they would
 * lead, since a file may be made there. */
int file_resolve(const char *path, char *out) {
  char asked[FILE_PATH_MAX + 1];
  char real[PATH_MAX];
  char joined[FILE_PATH_MAX + 1];
  Str rest = STR_EMPTY;
  file_path_to_c(str_from_c(path), asked);
  int state = 1;
  for (int links = 0; state == 1; links++) {
    if (links > FILE_LINKS_MAX) return -ELOOP;
    state = resolve_once(asked, real, &rest);
  }
  if (state < 0) return state;
  if (!concat(joined, str_from_c(real), rest)) return -ENAMETOOLONG;
  char normal[FILE_PATH_MAX + 2];
  size_t len = clean(str_from_c(joined), normal);
  file_path_to_c((Str){normal, len}, out);
  return 0;
}

Err file_real_path(Job *job, Str path, Str *ret_real) {
  TRY(file_check_path(job, path, false));
  char asked[FILE_PATH_MAX + 1];
  char real[FILE_PATH_MAX + 1];
  file_path_to_c(path, asked);
  int state = file_resolve(asked, real);
  if (state < 0) return file_fail(job, -state, "resolve", path);
  *ret_real = str_copy(job->arena, str_from_c(real));
  return OK;
}
