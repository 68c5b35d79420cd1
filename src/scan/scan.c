/* The walk. */
#include <fcntl.h>
#include <unistd.h>

#include "src/scan/ignore_internal.h"
#include "src/scan/scan.h"

/* Never part of a workspace, whatever ignore files say. */
static const char *const never[] = {".git", ".hg", ".svn", ".fathom"};
/* Left out unless an ignore file says `!name/`; so is every name that begins
 * with a dot. */
static const char *const usually_foreign[] = {"node_modules", "target", "build", "dist",
                                              "vendor", "__pycache__", "venv"};

typedef struct Directory {
  Str path;
  const ScanIgnore *above;
} Directory;

typedef struct Walk {
  Job *job;
  Root *root;
  ScanEnter *enter;
  void *context;
  ScanFiles *files;
  VEC(Directory) pending;
} Walk;

static bool name_in(const char *const *names, size_t count, Str name) {
  for (size_t i = 0; i < count; i++) {
    if (str_eq_c(name, names[i])) return true;
  }
  return false;
}

static ScanFile *add(Walk *walk, Str path, const char *skip) {
  ScanFile *file = vec_add(walk->job->arena, walk->files);
  *file = (ScanFile){.path = path, .skip = skip};
  return file;
}

/* Stopping is the job's business; anything else is the file's. */
static Err forgive(Walk *walk, Err err) {
  if (err == ERR_CANCELLED || err == ERR_TIMEOUT) return err;
  job_forgive(walk->job);
  return OK;
}

/* Only names without extension are opened: they may begin with "#!". */
static const Language *language_of(Walk *walk, Str path) {
  const Language *language = language_for_file(path, STR_EMPTY);
  if (language || str_find_byte(file_name(path), '.') != STR_NONE) return language;
  int fd;
  if (root_open_fd(walk->job, walk->root, path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW, &fd)) {
    job_forgive(walk->job);
    return NULL;
  }
  char head[128];
  ssize_t got = read(fd, head, sizeof(head));
  close(fd);
  Str rest = {head, got > 0 ? (size_t)got : 0};
  return language_for_file(path, str_cut(&rest, '\n'));
}

static Err add_file(Walk *walk, Str path, FileKind kind) {
  if (kind != FILE_REGULAR) {
    add(walk, path, kind == FILE_LINK ? SCAN_SKIP_LINK : SCAN_SKIP_SPECIAL);
    return OK;
  }
  FileStat stat;
  Err err = root_stat(walk->job, walk->root, path, &stat);
  if (err == ERR_NOT_FOUND) return forgive(walk, err); /* gone meanwhile */
  if (err) {
    add(walk, path, SCAN_SKIP_UNREADABLE);
    return forgive(walk, err);
  }
  ScanFile *file = add(walk, path, NULL);
  file->stat = stat;
  file->language = language_of(walk, path);
  if (!file->language) file->skip = SCAN_SKIP_LANGUAGE;
  if (file->language && stat.size > SCAN_MAX_BYTES) {
    file->skip = SCAN_SKIP_LARGE;
    file->language = NULL;
  }
  return OK;
}

/* The reason to leave a directory out, or NULL. */
static const char *left_out(const ScanIgnore *ignore, Str path) {
  ScanVerdict verdict = scan_ignore_verdict(ignore, path, true);
  if (verdict == SCAN_DROP) return SCAN_SKIP_IGNORED;
  Str name = file_name(path);
  bool foreign = name.ptr[0] == '.' || name_in(usually_foreign, COUNT_OF(usually_foreign), name);
  return verdict == SCAN_SILENT && foreign ? SCAN_SKIP_BUILT_IN : NULL;
}

static Err add_entry(Walk *walk, const ScanIgnore *ignore, Str path, FileKind kind) {
  Str name = file_name(path);
  if (name_in(never, COUNT_OF(never), name) || str_starts_with(name, STR(FILE_TEMP_PREFIX))) return OK;
  if (kind == FILE_DIRECTORY) {
    const char *why = left_out(ignore, path);
    if (why) {
      add(walk, str_format(walk->job->arena, "%.*s/", STR_ARG(path)), why);
    } else {
      *vec_add(walk->job->arena, &walk->pending) = (Directory){path, ignore};
    }
    return OK;
  }
  if (scan_ignore_verdict(ignore, path, false) == SCAN_DROP) return OK;
  return add_file(walk, path, kind);
}

static Err list_directory(Walk *walk, Directory directory) {
  TRY(job_check(walk->job));
  if (walk->enter) TRY(walk->enter(walk->context, walk->job, directory.path));
  FileEntries entries = {0};
  Err err = root_list(walk->job, walk->root, directory.path, &entries);
  if (err == ERR_NOT_FOUND) return forgive(walk, err);
  if (err) {
    add(walk, str_format(walk->job->arena, "%.*s/", STR_ARG(directory.path)), SCAN_SKIP_UNREADABLE);
    return forgive(walk, err);
  }
  const ScanIgnore *ignore = directory.above;
  TRY(scan_ignore_enter(walk->job, walk->root, directory.above, directory.path, &ignore));
  for (size_t i = 0; i < entries.len; i++) {
    FileEntry *entry = &entries.items[i];
    Str path = entry->name;
    if (directory.path.len) {
      path = str_format(walk->job->arena, "%.*s/%.*s", STR_ARG(directory.path), STR_ARG(entry->name));
    }
    TRY(add_entry(walk, ignore, path, entry->kind));
  }
  return OK;
}

/* What `name` in `directory` is, without following links. */
static Err kind_of(Walk *walk, Str directory, Str name, FileKind *ret_kind, bool *ret_there) {
  FileEntries entries = {0};
  *ret_there = false;
  Err err = root_list(walk->job, walk->root, directory, &entries);
  if (err) return forgive(walk, err);
  for (size_t i = 0; i < entries.len && !*ret_there; i++) {
    if (!str_eq(entries.items[i].name, name)) continue;
    *ret_kind = entries.items[i].kind;
    *ret_there = true;
  }
  return OK;
}

/* Goes down to `relative` with the rules on the way; the entry it ends at is
 * added or queued like any other. */
static Err descend(Walk *walk, Str relative) {
  const ScanIgnore *ignore = NULL;
  Str above = STR_EMPTY, rest = relative;
  while (rest.len) {
    Str name = str_cut(&rest, '/');
    TRY(scan_ignore_enter(walk->job, walk->root, ignore, above, &ignore));
    Str path = str_slice(relative, 0, (size_t)(name.ptr - relative.ptr) + name.len);
    FileKind kind;
    bool there;
    TRY(kind_of(walk, above, name, &kind, &there));
    if (!there) return OK;
    TRY(add_entry(walk, ignore, path, kind));
    if (rest.len == 0) return OK;
    if (walk->pending.len == 0) {
      walk->files->len = 0; /* left out, or no directory: nothing is beneath it */
      return OK;
    }
    walk->pending.len = 0;
    above = path;
  }
  return OK;
}

static int by_path(const void *a, const void *b) {
  return str_compare(((const ScanFile *)a)->path, ((const ScanFile *)b)->path);
}

Err scan_path(Job *job, Root *root, Str relative, ScanEnter *enter, void *context,
              ScanFiles *ret_files) {
  ScanFiles files = {0};
  Walk walk = {.job = job, .root = root, .enter = enter, .context = context, .files = &files};
  if (relative.len) {
    TRY(descend(&walk, relative));
  } else {
    *vec_add(job->arena, &walk.pending) = (Directory){STR_EMPTY, NULL};
  }
  while (walk.pending.len) TRY(list_directory(&walk, walk.pending.items[--walk.pending.len]));
  if (files.len) qsort(files.items, files.len, sizeof(*files.items), by_path);
  *ret_files = files;
  return OK;
}

bool scan_is_binary(Str text) {
  Str head = str_slice(text, 0, 8192);
  return str_find_byte(head, '\0') != STR_NONE;
}
