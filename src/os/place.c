/* Place: the XDG base directory rules and the program's own whereabouts.
 * Makes no directory. */
#include "src/os/place.h"

#include <limits.h>
#include <pwd.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/os/file.h"

Str place_env(const char *name) { return str_from_c(getenv(name)); }

/* The rules say that a relative value is to be ignored. */
static Str absolute_env(const char *name) {
  Str value = place_env(name);
  return value.len && value.ptr[0] == '/' ? value : STR_EMPTY;
}

Str place_home(Arena *arena) {
  Str home = absolute_env("HOME");
  if (home.len) return file_join(arena, home, STR("."));
  enum { ROOM = 16384 };
  char *room = arena_alloc(arena, ROOM);
  struct passwd entry;
  struct passwd *found = NULL;
  if (getpwuid_r(getuid(), &entry, room, ROOM, &found) != 0 || !found) return STR_EMPTY;
  Str recorded = str_from_c(found->pw_dir);
  return recorded.len && recorded.ptr[0] == '/' ? recorded : STR_EMPTY;
}

static Str temporary_base(void) {
  Str base = absolute_env("TMPDIR");
  return base.len ? base : STR("/tmp");
}

static Str temporary(Arena *arena) {
  return file_join(arena, temporary_base(), str_format(arena, "fathom-%u", (unsigned)getuid()));
}

/* Why a directory in a place where everybody writes is not to be used; empty:
 * it is this user's alone, or can be made. */
static Str squatted(Arena *arena, Str base, Str path) {
  struct stat st;
  bool is_there = stat(str_to_c(arena, base), &st) == 0;
  mode_t open_to = is_there && st.st_uid == geteuid() ? S_IWOTH : S_IWGRP | S_IWOTH;
  if (is_there && (st.st_mode & open_to) && !(st.st_mode & S_ISVTX)) {
    return str_format(arena, "others may rename what is in '%.*s' (mode %03o, not sticky)", STR_ARG(base),
                      (unsigned)st.st_mode & 0777);
  }
  if (lstat(str_to_c(arena, path), &st) < 0) return STR_EMPTY;
  if (st.st_uid != geteuid()) {
    return str_format(arena, "'%.*s' belongs to another user (%u)", STR_ARG(path), (unsigned)st.st_uid);
  }
  if (!S_ISDIR(st.st_mode)) return str_format(arena, "'%.*s' is no directory", STR_ARG(path));
  if (st.st_mode & 077) {
    return str_format(arena, "'%.*s' is open to other users (mode %03o)", STR_ARG(path), (unsigned)st.st_mode & 0777);
  }
  return STR_EMPTY;
}

static Str place_of(Arena *arena, const char *variable, Str below_home, Str last_resort) {
  Str base = absolute_env(variable);
  if (base.len) return file_join(arena, base, STR("fathom"));
  Str home = place_home(arena);
  if (home.len == 0) {
    /* What somebody else put there is not read: nothing is, then. */
    Str shared = temporary(arena);
    if (squatted(arena, temporary_base(), shared).len) shared = STR("/nonexistent");
    return file_join(arena, shared, last_resort);
  }
  return file_join(arena, file_join(arena, home, below_home), STR("fathom"));
}

Str place_config(Arena *arena) {
  return place_of(arena, "XDG_CONFIG_HOME", STR(".config"), STR("config"));
}

Str place_cache(Arena *arena) {
  return place_of(arena, "XDG_CACHE_HOME", STR(".cache"), STR("cache"));
}

Str place_state(Arena *arena) {
  return place_of(arena, "XDG_STATE_HOME", STR(".local/state"), STR("state"));
}

Str place_runtime_trouble(Arena *arena) {
  if (absolute_env("XDG_RUNTIME_DIR").len) return STR_EMPTY;
  return squatted(arena, temporary_base(), temporary(arena));
}

Str place_runtime(Arena *arena) {
  Str base = absolute_env("XDG_RUNTIME_DIR");
  if (base.len) return file_join(arena, base, STR("fathom"));
  if (!place_runtime_trouble(arena).len) return temporary(arena);
  return file_join(arena, place_state(arena), STR("run"));
}

Str place_program(Arena *arena) {
  char path[PATH_MAX];
  ssize_t len = readlink("/proc/self/exe", path, sizeof path);
  if (len <= 0 || (size_t)len >= sizeof path) return STR_EMPTY;
  Str program = {path, (size_t)len};
  /* Replaced while running: the new file has the old name. */
  Str mark = STR(" (deleted)");
  if (str_ends_with(program, mark) && !file_exists(program)) program.len -= mark.len;
  return str_copy(arena, program);
}

Str place_share(Arena *arena) {
  Str told = absolute_env("FATHOM_SHARE");
  if (told.len) return file_join(arena, told, STR("."));
  Str beside = file_directory(place_program(arena));
  Str installed = file_join(arena, beside, STR("../share/fathom"));
  if (file_exists(installed)) return installed;
  /* Not installed: what the build put below its own directory. */
  Str built = file_join(arena, beside, STR("share/fathom"));
  return file_exists(built) ? built : installed;
}

Str place_supplied(Arena *arena, Str name) {
  Str beside = file_join(arena, file_directory(place_program(arena)), name);
  return file_exists(beside) ? beside : file_join(arena, place_share(arena), name);
}

uint32_t place_user(void) { return (uint32_t)geteuid(); }

Str place_host(Arena *arena) {
  char name[256] = "";
  if (gethostname(name, sizeof name - 1)) return STR_EMPTY;
  return str_copy(arena, str_from_c(name));
}
