/* The walk: from the root's descriptor one component at a time, each opened
 * without following links. A link met on the way is read and its text put in
 * place of it, and the walk begins again at the root; so does `..`, which is
 * never asked of the system, since a directory may be moved meanwhile. Hence
 * whatever anybody swaps under us, every descriptor was reached from the root
 * by plain names. */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/os/file_internal.h"
#include "src/os/root_internal.h"

enum { ROOT_LINKS_MAX = 40 };

static atomic_bool walk_always;

void root_walk_always(bool always) { atomic_store(&walk_always, always); }
bool root_walk_is_forced(void) { return atomic_load(&walk_always); }

bool root_strip(const Root *root, Str absolute, Str *ret_rest) {
  return file_beneath(root->path, absolute, ret_rest) || file_beneath(root->alias, absolute, ret_rest);
}

static void leave_directory(RootWalk *walk) {
  if (walk->directory != walk->root->fd) close(walk->directory);
  walk->directory = walk->root->fd;
}

void root_walk_init(RootWalk *walk, const Root *root, Str relative) {
  walk->root = root;
  walk->directory = root->fd;
  walk->name[0] = '\0';
  walk->must_be_directory = false;
  walk->makes_directories = false;
  walk->made = 0;
  walk->links = 0;
  walk->reached[0] = '\0';
  file_path_to_c(relative, walk->rest);
}

void root_walk_clear(RootWalk *walk) { leave_directory(walk); }

/* Begins again at the root with the parts joined by slashes. */
static int restart(RootWalk *walk, Str first, Str second, Str third) {
  char path[FILE_PATH_MAX + 1];
  size_t len = 0;
  const Str parts[] = {first, second, third};
  for (size_t i = 0; i < COUNT_OF(parts); i++) {
    if (parts[i].len == 0) continue; /* a slash at the end means something */
    if (len + parts[i].len + 1 > FILE_PATH_MAX) return -ENAMETOOLONG;
    if (len) path[len++] = '/';
    memcpy(path + len, parts[i].ptr, parts[i].len);
    len += parts[i].len;
  }
  leave_directory(walk);
  walk->reached[0] = '\0';
  file_path_to_c((Str){path, len}, walk->rest);
  return 0;
}

/* A link's text led out of the tree. It may come back in: then the system's
 * own idea of the whole path says where, and the walk decides anew. */
static int come_back(RootWalk *walk, Str outside, Str rest) {
  char path[2 * FILE_PATH_MAX + 2];
  char real[FILE_PATH_MAX + 1];
  int len = snprintf(path, sizeof path, "%.*s%s%.*s", STR_ARG(outside), rest.len ? "/" : "",
                     STR_ARG(rest));
  if (len < 0 || len > FILE_PATH_MAX) return -ENAMETOOLONG;
  /* Nothing is told about what lies outside, not even why it failed. */
  if (file_resolve(path, real) < 0) return -EXDEV;
  Str beneath;
  if (!file_beneath(walk->root->path, str_from_c(real), &beneath)) return -EXDEV;
  return restart(walk, beneath, STR_EMPTY, STR_EMPTY);
}

static int go_up(RootWalk *walk, Str rest) {
  Str here = str_from_c(walk->reached);
  if (here.len) {
    size_t slash = str_find_last_byte(here, '/');
    return restart(walk, str_slice(here, 0, slash == STR_NONE ? 0 : slash), STR_EMPTY, rest);
  }
  if (walk->links == 0) return -EXDEV; /* asked for, not met */
  if (++walk->links > ROOT_LINKS_MAX) return -ELOOP;
  char parent[FILE_PATH_MAX + 1];
  file_path_to_c(file_directory(walk->root->path), parent);
  return come_back(walk, str_from_c(parent), rest);
}

/* Puts a link's text in place of `name`. 1: done; 0: `name` is no link. */
static int follow(RootWalk *walk, const char *name, Str rest) {
  char target[FILE_PATH_MAX + 1];
  ssize_t len = readlinkat(walk->directory, name, target, sizeof target);
  if (len < 0) return errno == EINVAL || errno == ENOENT ? 0 : -errno;
  if (len > FILE_PATH_MAX) return -ENAMETOOLONG;
  if (++walk->links > ROOT_LINKS_MAX) return -ELOOP;
  Str text = {target, (size_t)len};
  int state = 0;
  Str beneath;
  if (len == 0 || target[0] != '/') {
    state = restart(walk, str_from_c(walk->reached), text, rest);
  } else if (file_beneath(walk->root->path, text, &beneath)) {
    state = restart(walk, beneath, STR_EMPTY, rest);
  } else {
    state = come_back(walk, text, rest);
  }
  return state < 0 ? state : 1;
}

static bool is_only_dots(Str path) {
  while (path.len) {
    Str part = str_cut(&path, '/');
    if (part.len && !str_eq_c(part, ".")) return false;
  }
  return true;
}

static bool goes_up(Str path) {
  while (path.len) {
    if (str_eq_c(str_cut(&path, '/'), "..")) return true;
  }
  return false;
}

/* Enters walk->name. 1: it was a link, and the walk began again. */
static int enter(RootWalk *walk, Str rest) {
  const int flags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int fd = openat(walk->directory, walk->name, flags);
  if (fd < 0 && errno == ENOENT && walk->makes_directories && !goes_up(rest)) {
    if (mkdirat(walk->directory, walk->name, 0777) == 0) walk->made++;
    fd = openat(walk->directory, walk->name, flags);
  }
  if (fd < 0) {
    int why = errno;
    /* A link is "not a directory" to O_DIRECTORY. */
    int state = why == ENOTDIR || why == ELOOP ? follow(walk, walk->name, rest) : 0;
    return state ? state : -why;
  }
  size_t len = strlen(walk->reached);
  size_t name_len = strlen(walk->name);
  if (len + name_len + 1 > FILE_PATH_MAX) {
    close(fd);
    return -ENAMETOOLONG;
  }
  if (len) walk->reached[len++] = '/';
  memcpy(walk->reached + len, walk->name, name_len + 1);
  leave_directory(walk);
  walk->directory = fd;
  return 0;
}

int root_walk_advance(RootWalk *walk) {
  for (;;) {
    char text[FILE_PATH_MAX + 1];
    file_path_to_c(str_from_c(walk->rest), text);
    Str rest = str_from_c(text);
    Str part = STR_EMPTY;
    while (rest.len && (part.len == 0 || str_eq_c(part, "."))) part = str_cut(&rest, '/');
    walk->name[0] = '\0';
    if (part.len == 0 || str_eq_c(part, ".")) return 0; /* the root itself */
    int state = 0;
    if (str_eq_c(part, "..")) {
      state = go_up(walk, rest);
      if (state < 0) return state;
      continue;
    }
    if (part.len > NAME_MAX) return -ENAMETOOLONG;
    memcpy(walk->name, part.ptr, part.len);
    walk->name[part.len] = '\0';
    /* "a/" and "a/." name the directory a. */
    if (is_only_dots(rest)) {
      walk->must_be_directory = part.ptr + part.len < text + strlen(text);
      return 0;
    }
    state = enter(walk, rest);
    if (state < 0) return state;
    if (state == 0) file_path_to_c(rest, walk->rest);
  }
}

int root_walk_follow(RootWalk *walk) {
  return follow(walk, walk->name, walk->must_be_directory ? STR(".") : STR_EMPTY);
}

static bool is_link(int fd) {
  struct stat st;
  return fstat(fd, &st) == 0 && S_ISLNK(st.st_mode);
}

/* Opens where the walk stands. 1: there is a link; advance again. */
static int open_here(RootWalk *walk, int flags, mode_t mode, int *ret_fd) {
  if (walk->must_be_directory) flags |= O_DIRECTORY;
  const char *name = walk->name[0] ? walk->name : ".";
  int fd = openat(walk->directory, name, flags | O_NOFOLLOW | O_CLOEXEC, mode);
  bool follows = !(flags & O_NOFOLLOW);
  if (fd >= 0 && !(follows && (flags & O_PATH) && is_link(fd))) {
    *ret_fd = fd;
    return 0;
  }
  int why = fd < 0 ? errno : ELOOP;
  if (fd >= 0) close(fd);
  if (!follows || (why != ELOOP && why != ENOTDIR)) return -why;
  int state = root_walk_follow(walk);
  if (state || why != ELOOP) return state ? state : -why;
  /* It was a link a moment ago: look again, as often as links are followed. */
  return ++walk->links > ROOT_LINKS_MAX ? -ELOOP : 1;
}

int root_walk_open(const Root *root, Str relative, int flags, mode_t mode) {
  RootWalk walk;
  root_walk_init(&walk, root, relative);
  int fd = -1;
  int state = 1;
  while (state == 1) {
    state = root_walk_advance(&walk);
    if (state == 0) state = open_here(&walk, flags, mode, &fd);
  }
  root_walk_clear(&walk);
  return state < 0 ? state : fd;
}
