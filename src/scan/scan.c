/* The walk: directories are taken from a common heap by as many threads as
 * there are cores, once there are enough of them. */
#include <assert.h>

#include "src/base/lock.h"
#include "src/model/glob.h"
#include "src/os/descriptor.h"
#include "src/os/thread.h"
#include "src/scan/ignore_internal.h"
#include "src/scan/scan.h"
#include "src/scan/tracked_internal.h"

#define THREADS_MAX 16
#define THREADS_FROM 24 /* directories waiting: below, starting threads costs more */

/* Never part of a workspace, whatever ignore files say. */
static const char *const never[] = {".git", ".hg", ".svn", ".fathom"};
/* Left out unless an ignore file says `!name/`; so is every name that begins
 * with a dot. */
static const char *const usually_foreign[] = {"node_modules", "vendor", "__pycache__", "venv", "site-packages",
                                              "bower_components"};
/* But these: how a project is built, tested and delivered is written there by
 * hand. */
static const char *const own_dotted[] = {".github", ".gitlab", ".circleci", ".buildkite", ".forgejo", ".gitea",
                                         ".woodpecker", ".devcontainer"};
/* Likewise, unless git tracks something in them: what programs make is not
 * tracked, a package of such a name is. */
static const char *const usually_made[] = {"target", "build", "dist"};

/* A folder that waits for its turn, with the ignore rules that hold above
 * it. */
typedef struct Directory {
  Str path;
  const ScanIgnore *above;
} Directory;

/* Shared by the threads; `lock` guards all but the options. */
typedef struct Walk {
  Job *job; /* the caller's */
  Root *root;
  const ScanOptions *options;
  Lock lock;
  LockSignal changed;
  Arena arena; /* of `pending` */
  VEC(Directory) pending;
  size_t busy; /* threads that may add to it */
  ScanTracked *tracked; /* of usually_made; NULL: nobody asked yet */
  bool stop;
  Err err;
  Str words; /* of the error; in a worker's arena */
} Walk;

/* One thread's part. What it finds stays in its own arena until all are done. */
typedef struct Worker {
  Walk *walk;
  Job job;
  Arena arena;
  ScanFiles files;
  VEC(Directory) found;
  Thread thread;
} Worker;

static bool matches_any(const Str *globs, size_t count, Str path) {
  for (size_t i = 0; i < count; i++) {
    Str glob = globs[i];
    while (glob.len && glob.ptr[glob.len - 1] == '/') glob.len--;
    if (glob_match(glob, path, 0)) return true;
    /* `vendor/` and `vendor` mean all that is beneath too. */
    if (str_is_beneath(path, glob)) return true;
  }
  return false;
}

/* Something beneath the directory may be wanted by name. */
static bool leads_to_included(const ScanOptions *options, Str directory) {
  for (size_t i = 0; i < options->include_count; i++) {
    if (str_is_beneath(options->include[i], directory)) return true;
  }
  return matches_any(options->include, options->include_count, directory);
}

static ScanFile *add(Worker *worker, Str path, const char *skip) {
  ScanFile *file = vec_add(&worker->arena, &worker->files);
  *file = (ScanFile){.path = path, .skip = skip};
  return file;
}

static void add_left_out(Worker *worker, Str directory, const char *why) {
  add(worker, str_format(&worker->arena, "%.*s/", STR_ARG(directory)), why);
}

/* Stopping is the job's business and ends the scan; anything else is about
 * one file or folder, which is left out or gone. */
static Err forgive(Worker *worker, Err err) {
  if (err == ERR_CANCELLED || err == ERR_TIMEOUT) return err;
  job_forgive(&worker->job);
  return OK;
}

/* By name first. Only names without an extension are opened, since they may
 * begin with "#!"; without waiting, and not through a symbolic link, because
 * anything may lie under such a name. */
static const Language *language_of(Worker *worker, Str path, const char **ret_skip) {
  const Language *language = language_for_file(path, STR_EMPTY), *left_out = NULL;
  *ret_skip = NULL;
  if (language) return language;
  *ret_skip = SCAN_SKIP_LANGUAGE;
  int fd;
  if (str_find_byte(file_name(path), '.') != STR_NONE) {
    left_out = language_left_out_for_file(path, STR_EMPTY);
    if (left_out) *ret_skip = scan_skip_named(SCAN_SKIP_LEFT_OUT, left_out);
    return NULL;
  }
  if (root_open_reading(&worker->job, worker->walk->root, path, &fd)) {
    job_forgive(&worker->job);
    return NULL;
  }
  char head[128];
  size_t got = 0;
  if (descriptor_read(&worker->job, fd, head, sizeof(head), &got)) job_forgive(&worker->job);
  descriptor_close(fd);
  Str rest = {head, got}, first_line = str_cut(&rest, '\n');
  language = language_for_file(path, first_line);
  if (!language) left_out = language_left_out_for_file(path, first_line);
  if (language) *ret_skip = NULL;
  else if (left_out) *ret_skip = scan_skip_named(SCAN_SKIP_LEFT_OUT, left_out);
  return language;
}

/* A file without an inode could not be looked at. A language is kept only
 * for files that will be read. */
static void add_file(Worker *worker, Str path, const FileEntry *entry) {
  if (entry->kind != FILE_REGULAR) {
    add(worker, path, entry->kind == FILE_LINK ? SCAN_SKIP_LINK : SCAN_SKIP_SPECIAL);
    return;
  }
  ScanFile *file = add(worker, path, NULL);
  file->stat = entry->stat;
  if (!entry->stat.inode) {
    file->skip = SCAN_SKIP_UNREADABLE;
    return;
  }
  file->language = language_of(worker, path, &file->skip);
  if (file->language && entry->stat.size > SCAN_MAX_BYTES) {
    file->skip = SCAN_SKIP_LARGE;
    file->language = NULL;
  }
}

/* Another repository inside this one has a .git of its own: a folder, or a
 * file where it is a submodule or a working tree. */
static const char *foreign_repository(Worker *worker, Str path) {
  FileStat stat;
  Str inside = file_join(&worker->arena, path, STR(".git"));
  if (root_stat(&worker->job, worker->walk->root, inside, &stat)) {
    job_forgive(&worker->job);
    return NULL;
  }
  return stat.kind == FILE_DIRECTORY ? SCAN_SKIP_NESTED : SCAN_SKIP_SUBMODULE;
}

/* A package is handed out as its `dist`, which some track for those who do not
 * build: copies of what lies beside it. */
static bool is_handed_out(Worker *worker, Str path) {
  if (!str_eq(file_name(path), STR("dist"))) return false;
  FileStat stat;
  for (size_t i = 0; i < language_registry_count; i++) {
    const char *manifests = language_registry[i]->home.packages;
    Str rest = manifests ? str_from_c(manifests) : STR_EMPTY;
    while (rest.len) {
      Str beside = file_join(&worker->arena, file_directory(path), str_cut(&rest, ' '));
      if (!root_stat(&worker->job, worker->walk->root, beside, &stat)) return true;
      job_forgive(&worker->job);
    }
  }
  return false;
}

/* Git is asked once a walk, and only where such a folder is met. */
static bool is_tracked(Worker *worker, Str path) {
  Walk *walk = worker->walk;
  lock_take(&walk->lock);
  if (!walk->tracked) {
    walk->tracked = ARENA_NEW(&worker->arena, ScanTracked);
    scan_tracked_read(&worker->job, root_path(walk->root), usually_made, COUNT_OF(usually_made), walk->tracked);
  }
  bool is_found = scan_tracked_has(walk->tracked, path);
  lock_give(&walk->lock);
  return is_found && !is_handed_out(worker, path);
}

static bool is_usually_left_out(Worker *worker, Str path) {
  Str name = file_name(path);
  bool is_dotted = name.ptr[0] == '.' && !str_is_one_of(name, own_dotted, COUNT_OF(own_dotted));
  if (is_dotted || str_is_one_of(name, usually_foreign, COUNT_OF(usually_foreign))) return true;
  return str_is_one_of(name, usually_made, COUNT_OF(usually_made)) && !is_tracked(worker, path);
}

/* The reason to leave a folder out, or NULL. The user's word comes first,
 * then ignore files, then customs; a folder that an ignore file explicitly
 * keeps is kept whatever it is called. */
static const char *left_out(Worker *worker, const ScanIgnore *ignore, Str path) {
  const ScanOptions *options = worker->walk->options;
  if (matches_any(options->exclude, options->exclude_count, path)) return SCAN_SKIP_EXCLUDED;
  if (options->include_count && leads_to_included(options, path)) return NULL;
  ScanVerdict verdict = scan_ignore_verdict(ignore, path, true);
  if (verdict == SCAN_DROP) return SCAN_SKIP_IGNORED;
  if (verdict == SCAN_KEEP) return NULL;
  if (is_usually_left_out(worker, path)) return SCAN_SKIP_BUILT_IN;
  return foreign_repository(worker, path);
}

static bool is_file_left_out(Worker *worker, const ScanIgnore *ignore, Str path) {
  const ScanOptions *options = worker->walk->options;
  if (matches_any(options->exclude, options->exclude_count, path)) return true;
  if (matches_any(options->include, options->include_count, path)) return false;
  return scan_ignore_verdict(ignore, path, false) == SCAN_DROP;
}

/* What is never part of a workspace is not even mentioned. */
static void add_entry(Worker *worker, const ScanIgnore *ignore, Str path, const FileEntry *entry) {
  Str name = file_name(path);
  if (str_is_one_of(name, never, COUNT_OF(never)) || str_starts_with(name, STR(FILE_TEMP_PREFIX))) return;
  if (entry->kind == FILE_DIRECTORY) {
    const char *why = left_out(worker, ignore, path);
    if (why) {
      add_left_out(worker, path, why);
    } else {
      *vec_add(&worker->arena, &worker->found) = (Directory){path, ignore};
    }
  } else if (!is_file_left_out(worker, ignore, path)) {
    add_file(worker, path, entry);
  }
}

/* Under the walk's lock: whoever listens (the watch) is not thread-safe.
 * Before the folder is listed, so that what comes to be in between is either
 * listed or reported. */
static Err enter(Worker *worker, Str directory) {
  const ScanOptions *options = worker->walk->options;
  if (!options->enter) return OK;
  lock_take(&worker->walk->lock);
  Err err = options->enter(options->context, &worker->job, directory);
  lock_give(&worker->walk->lock);
  return err;
}

/* A folder that is gone by now was removed meanwhile: nothing to say. One
 * that cannot be read is listed as left out. */
static Err list_directory(Worker *worker, Directory directory) {
  if (job_is_stopped(worker->walk->job)) return ERR_CANCELLED;
  TRY(enter(worker, directory.path));
  FileEntries entries = {0};
  Err err = root_list_stats(&worker->job, worker->walk->root, directory.path, &entries);
  if (err == ERR_NOT_FOUND) return forgive(worker, err);
  if (err) {
    add_left_out(worker, directory.path, SCAN_SKIP_UNREADABLE);
    return forgive(worker, err);
  }
  const ScanIgnore *ignore = directory.above;
  TRY(scan_ignore_enter(&worker->job, worker->walk->root, directory.above, directory.path, &ignore));
  for (size_t i = 0; i < entries.len; i++) {
    FileEntry *entry = &entries.items[i];
    Str path = entry->name;
    if (directory.path.len) {
      path = str_format(&worker->arena, "%.*s/%.*s", STR_ARG(directory.path), STR_ARG(entry->name));
    }
    add_entry(worker, ignore, path, entry);
  }
  return OK;
}

/* ---- threads ---- */

/* With the lock. What a worker found waits in its own list until then, so
 * that listing needs no lock. */
static void hand_over(Worker *worker) {
  Walk *walk = worker->walk;
  for (size_t i = 0; i < worker->found.len; i++) *vec_add(&walk->arena, &walk->pending) = worker->found.items[i];
  if (worker->found.len) lock_wake_all(&walk->changed);
  worker->found.len = 0;
}

/* The first error counts; its words stay in the worker's arena, which lives
 * until the walk is over. */
static void fail(Worker *worker, Err err) {
  assert(err);
  Walk *walk = worker->walk;
  if (!walk->err) {
    walk->err = err;
    walk->words = job_message(&worker->job, err);
  }
  walk->stop = true;
  lock_wake_all(&walk->changed);
}

/* Takes directories until none is left and nobody can add one; with
 * `give_up_at`, also when that many wait for company. */
static void work(Worker *worker, size_t give_up_at) {
  Walk *walk = worker->walk;
  lock_take(&walk->lock);
  for (;;) {
    while (!walk->stop && !walk->pending.len && walk->busy) lock_wait(&walk->changed, &walk->lock);
    if (walk->stop || !walk->pending.len) break;
    if (give_up_at && walk->pending.len >= give_up_at) break;
    Directory directory = walk->pending.items[--walk->pending.len];
    walk->busy++;
    lock_give(&walk->lock);
    Err err = list_directory(worker, directory);
    lock_take(&walk->lock);
    walk->busy--;
    hand_over(worker);
    if (err) fail(worker, err);
  }
  lock_wake_all(&walk->changed);
  lock_give(&walk->lock);
}

static void run_worker(void *context) {
  work(context, 0);
}

static void worker_init(Worker *worker, Walk *walk) {
  *worker = (Worker){.walk = walk};
  arena_init(&worker->arena);
  job_init(&worker->job, &worker->arena);
  worker->job.deadline_ms = walk->job->deadline_ms;
}

/* The first worker goes alone until there is enough for company: most scans
 * are of one changed folder. */
static size_t walk_all(Walk *walk, Worker *workers) {
  work(&workers[0], THREADS_FROM);
  size_t count = 1;
  if (walk->pending.len && !walk->stop) {
    size_t most = walk->options->workers ? walk->options->workers : thread_core_count();
    if (most > THREADS_MAX) most = THREADS_MAX;
    for (; count < most; count++) {
      worker_init(&workers[count], walk);
      if (!thread_start(run_worker, &workers[count], &workers[count].thread)) break;
    }
    work(&workers[0], 0);
    for (size_t i = 1; i < count; i++) thread_join(workers[i].thread);
  }
  return count;
}

/* ---- the part of the tree that is asked for ---- */

/* What is at a path, as listing its directory would show it. */
static Err entry_of(Worker *worker, Str path, FileEntry *ret_entry, bool *ret_there) {
  FileStat stat;
  Err err = root_stat_entry(&worker->job, worker->walk->root, path, &stat);
  *ret_there = !err;
  if (err) return forgive(worker, err);
  *ret_entry = (FileEntry){.name = file_name(path), .kind = stat.kind};
  if (stat.kind == FILE_REGULAR) ret_entry->stat = stat;
  return OK;
}

/* Goes down to `relative` with the rules on the way; the entry it ends at is
 * added or queued like any other. */
static Err descend(Worker *worker, const ScanIgnore *ignore, Str relative) {
  Str above = STR_EMPTY, rest = relative;
  while (rest.len) {
    Str name = str_cut(&rest, '/');
    if (!name.len) continue; /* no place in the path */
    TRY(scan_ignore_enter(&worker->job, worker->walk->root, ignore, above, &ignore));
    Str path = str_slice(relative, 0, (size_t)(name.ptr - relative.ptr) + name.len);
    FileEntry entry;
    bool there;
    TRY(entry_of(worker, path, &entry, &there));
    if (!there) return OK;
    add_entry(worker, ignore, path, &entry);
    if (rest.len == 0) return OK;
    if (worker->found.len == 0) {
      worker->files.len = 0; /* left out, or no directory: nothing is beneath it */
      return OK;
    }
    worker->found.len = 0;
    above = path;
  }
  return OK;
}

static int by_path(const void *a, const void *b) {
  return str_compare(((const ScanFile *)a)->path, ((const ScanFile *)b)->path);
}

/* Into the caller's arena, in order. */
static void gather(Job *job, Worker *workers, size_t count, ScanFiles *files) {
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < workers[i].files.len; k++) {
      ScanFile *file = vec_add(job->arena, files);
      *file = workers[i].files.items[k];
      file->path = str_copy(job->arena, file->path);
    }
  }
  if (files->len) qsort(files->items, files->len, sizeof(*files->items), by_path);
}

/* The order is that of paths, whatever the threads did. Nothing of a scan
 * that failed is given back. */
Err scan_path(Job *job, Root *root, Str relative, const ScanOptions *options, ScanFiles *ret_files) {
  static const ScanOptions plain;
  TRY(job_check(job));
  Walk walk = {.job = job, .root = root, .options = options ? options : &plain};
  lock_init(&walk.lock);
  lock_signal_init(&walk.changed);
  arena_init(&walk.arena);
  Worker workers[THREADS_MAX];
  worker_init(&workers[0], &walk);
  const ScanIgnore *user = scan_ignore_user(&walk.arena, walk.options->excludes);
  if (relative.len) {
    Err err = descend(&workers[0], user, relative);
    if (err) fail(&workers[0], err);
    hand_over(&workers[0]);
  } else {
    *vec_add(&walk.arena, &walk.pending) = (Directory){STR_EMPTY, user};
  }
  size_t count = walk_all(&walk, workers);
  ScanFiles files = {0};
  if (!walk.err) gather(job, workers, count, &files);
  Err err = walk.err ? job_fail(job, walk.err, "%.*s", STR_ARG(walk.words)) : job_check(job);
  for (size_t i = 0; i < count; i++) arena_clear(&workers[i].arena);
  arena_clear(&walk.arena);
  lock_signal_clear(&walk.changed);
  lock_clear(&walk.lock);
  if (err) return err;
  *ret_files = files;
  return OK;
}

/* ---- one path, whether it is there or not ---- */

static const char *why_folder(Worker *worker, const ScanIgnore *ignore, Str path) {
  const char *why = left_out(worker, ignore, path);
  bool is_hidden = why && str_eq_c(str_from_c(why), SCAN_SKIP_BUILT_IN) && file_name(path).ptr[0] == '.';
  return is_hidden ? foreign_repository(worker, path) : why;
}

/* In the job's arena: the rules go with the worker's. */
static Str rule_for(Worker *worker, const ScanIgnore *ignore, Str path, bool is_directory) {
  const ScanPattern *pattern = scan_ignore_pattern(ignore, path, is_directory);
  if (!pattern || pattern->negated) return STR_EMPTY;
  Str source = pattern->source.len ? pattern->source : STR("the user's ignore file");
  return str_format(worker->walk->job->arena, "%.*s:%u (%.*s)", STR_ARG(source), pattern->line, STR_ARG(pattern->said));
}

static Err find_why(Worker *worker, const ScanIgnore *ignore, Str relative, ScanWhy *ret_why) {
  Str above = STR_EMPTY, rest = relative;
  ScanWhy why = {0};
  while (rest.len && !why.reason) {
    Str name = str_cut(&rest, '/');
    if (!name.len) continue; /* no place in the path */
    TRY(scan_ignore_enter(&worker->job, worker->walk->root, ignore, above, &ignore));
    Str path = str_slice(relative, 0, (size_t)(name.ptr - relative.ptr) + name.len);
    bool is_folder = path.len < relative.len;
    if (is_folder) why.reason = why_folder(worker, ignore, path);
    else if (is_file_left_out(worker, ignore, path)) why.reason = SCAN_SKIP_IGNORED_FILE;
    bool is_ruled = why.reason && (!is_folder || str_eq_c(str_from_c(why.reason), SCAN_SKIP_IGNORED));
    if (is_ruled) why.rule = rule_for(worker, ignore, path, is_folder);
    above = path;
  }
  *ret_why = why;
  return OK;
}

Err scan_why_left_out(Job *job, Root *root, Str relative, const ScanOptions *options, ScanWhy *ret_why) {
  static const ScanOptions plain;
  Walk walk = {.job = job, .root = root, .options = options ? options : &plain};
  Worker worker;
  lock_init(&walk.lock);
  arena_init(&walk.arena);
  worker_init(&worker, &walk);
  Err err = find_why(&worker, scan_ignore_user(&walk.arena, walk.options->excludes), relative, ret_why);
  if (err) err = job_fail(job, err, "%.*s", STR_ARG(job_message(&worker.job, err)));
  arena_clear(&worker.arena);
  arena_clear(&walk.arena);
  lock_clear(&walk.lock);
  return err;
}
