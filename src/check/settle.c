/* Paths as programs print them, made paths of the workspace. What lies outside
 * is not looked at, and what is not there is not named. */
#include "src/check/check_internal.h"
#include "src/os/file.h"

typedef struct Settling {
  Job *job;
  Root *root;
  Str directory;
} Settling;

/* Only regular files: a report that names a folder names no place. */
static bool is_there(Settling *settling, Str path) {
  FileStat stat;
  if (!path.len || path.len > 4096) return false;
  if (!root_stat(settling->job, settling->root, path, &stat)) return stat.kind == FILE_REGULAR;
  job_forgive(settling->job);
  return false;
}

/* Within the workspace by its text: `a/./b`, `../a` and the root's own name
 * taken out. Empty: it is not. */
static Str inside(Settling *settling, Str path) {
  Str relative = STR_EMPTY, from = settling->directory;
  if (str_starts_with(path, STR("file://"))) path = str_slice(path, 7, path.len);
  if (!str_starts_with(path, STR("/"))) path = from.len ? file_join(settling->job->arena, from, path) : path;
  if (root_relative(settling->job, settling->root, path, &relative)) {
    job_forgive(settling->job);
    return STR_EMPTY;
  }
  return relative;
}

/* Runners name a file from its package on: below which folder, or without how
 * many leading parts, it is there is tried out. */
static Str find_below(Settling *settling, Str path) {
  static const Str folders[] = {STR("src/test/java"), STR("src/main/java"), STR("src/test/kotlin"), STR("src/main/kotlin"),
                                STR("src/test/scala"), STR("src"), STR("test"), STR("tests")};
  Arena *arena = settling->job->arena;
  for (size_t i = 0; i < COUNT_OF(folders); i++) {
    Str found = inside(settling, file_join(arena, folders[i], path));
    if (is_there(settling, found)) return found;
  }
  for (Str rest = path; str_find_byte(rest, '/') != STR_NONE;) {
    str_cut(&rest, '/');
    Str found = inside(settling, rest);
    if (is_there(settling, found)) return found;
  }
  return STR_EMPTY;
}

/* An absolute path is what it is; a relative one may be meant from a folder
 * that the program did not name. */
static Str settle(Settling *settling, Str path) {
  if (!path.len || path.len > 4096 || str_find_byte(path, '\0') != STR_NONE) return STR_EMPTY;
  Str found = inside(settling, path);
  if (is_there(settling, found)) return found;
  return str_starts_with(path, STR("/")) ? STR_EMPTY : find_below(settling, path);
}

void check_settle(Job *job, Root *root, Str directory, CheckReport *report) {
  Settling settling = {.job = job, .root = root, .directory = directory};
  Str last = STR_EMPTY, settled = STR_EMPTY; /* many entries in a row are of one file */
  for (size_t i = 0; i < report->len; i++) {
    CheckEntry *entry = &report->items[i];
    if (!entry->file.len) continue;
    if (!str_eq(entry->file, last)) {
      last = entry->file;
      settled = settle(&settling, last);
    }
    if (!settled.len) {
      entry->message = str_head(str_format(job->arena, "%.*s:%u: %.*s", STR_ARG(str_head(last, 300)), entry->line, STR_ARG(entry->message)),
                                CHECK_MESSAGE_MAX);
      entry->line = entry->column = 0;
    }
    entry->file = settled;
  }
}
