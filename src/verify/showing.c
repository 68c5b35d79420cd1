/* What a server is shown before its answer is believed. Some read a project
 * only when they see one of its files, some know nothing but what they see:
 * what they answer would depend on what happened to be asked before. */
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/verify/verify_internal.h"

#define PROJECTS_MAX 16
#define SMALL_MAX 32      /* files of a workspace that are shown all together */
#define READ_MS 5000      /* how long a server may take to read what it is shown */

/* ---- which ---- */

typedef struct Showing {
  const VerifyFile *file;
  const LspServerKind *kind;
  Str root; /* of the server, relative to the workspace; empty: the same */
  Map projects; /* directory with a marker -> path of a file beneath it, or NULL */
  VEC(Str) own;
} Showing;

static bool is_marker(const LspServerKind *kind, Str name) {
  for (size_t i = 0; i < kind->marker_count; i++) {
    Str marker = kind->markers[i];
    if (marker.len && marker.ptr[0] == '^' && str_eq(str_slice(marker, 1, marker.len), name)) return true;
  }
  return false;
}

static bool is_beneath(const Showing *showing, Str path) {
  return !showing->root.len || str_is_beneath(path, showing->root);
}

/* The nearest directory with a marker above a path. */
static bool find_project(const Showing *showing, Str path, Str *ret_directory) {
  for (Str at = file_directory(path);; at = file_directory(at)) {
    *ret_directory = at;
    if (map_get(&showing->projects, at)) return true;
    if (str_eq_c(at, ".")) return false;
  }
}

static Str no_file; /* of a project: none seen yet */

static void note_markers(Showing *showing, const StoreFiles *files) {
  for (size_t i = 0; i < files->len; i++) {
    Str path = files->items[i].path;
    if (!is_beneath(showing, path) || !is_marker(showing->kind, file_name(path))) continue;
    map_put_copy(&showing->projects, file_directory(path), &no_file);
  }
}

/* By path, so that the first of each project is always the same. */
static void note_files(Showing *showing, StoreFiles *files) {
  for (size_t i = 0; i < files->len; i++) {
    StoreFile *one = &files->items[i];
    Str directory;
    if (one->skip.len || !is_beneath(showing, one->path) || !lsp_server_language(showing->kind, one->path).len) continue;
    *vec_add(showing->file->job->arena, &showing->own) = one->path;
    if (!find_project(showing, one->path, &directory)) continue;
    if (map_get(&showing->projects, directory) == &no_file) map_put_copy(&showing->projects, directory, &one->path);
  }
}

static Err find_samples(Showing *showing, Map *ret_paths) {
  Job *job = showing->file->job;
  StoreFiles files;
  size_t count = 0;
  TRY(store_list_files(job, showing->file->reader, STR_EMPTY, &files));
  note_markers(showing, &files);
  note_files(showing, &files);
  if (showing->own.len <= SMALL_MAX) {
    for (size_t i = 0; i < showing->own.len; i++) map_put(ret_paths, showing->own.items[i], showing);
    return OK;
  }
  for (MapEntry *e = NULL; count < PROJECTS_MAX && (e = map_next(&showing->projects, e));) {
    Str *path = e->value;
    if (path == &no_file) continue;
    map_put(ret_paths, *path, showing);
    count++;
  }
  return OK;
}

Err verify_show_projects(const VerifyFile *file) {
  Job *job = file->job;
  Showing showing = {.file = file, .kind = lsp_server_kind(file->server), .root = lsp_server_place(file->server)};
  Map samples, read;
  map_init(&showing.projects, job->arena);
  map_init(&samples, job->arena);
  map_init(&read, job->arena);
  TRY(find_samples(&showing, &samples));
  return verify_show_files(file, &samples, &read);
}

/* ---- showing ---- */

/* What cannot be shown is not read; it is no error. */
static Err show(const VerifyFile *file, Str path, bool *ret_shown, LspDocument *ret_document) {
  Err err = lsp_server_show(file->job, file->server, path, ret_document);
  *ret_shown = !err;
  if (err == ERR_CLOSED || job_is_stopped(file->job)) return err ? err : job_check(file->job);
  job_forgive(file->job);
  return OK;
}

Err verify_show_files(const VerifyFile *file, const Map *paths, Map *ret_read) {
  Job *job = file->job;
  VEC(LspDocument) shown = {0};
  for (MapEntry *e = NULL; (e = map_next(paths, e));) {
    LspDocument document;
    bool is_shown;
    TRY(show(file, e->key, &is_shown, &document));
    if (is_shown) *vec_add(job->arena, &shown) = document;
  }
  bool *read = ARENA_ARRAY(job->arena, bool, shown.len + 1);
  Err err = lsp_server_await_read(job, file->server, shown.items, shown.len, READ_MS, read);
  if (err && !verify_is_gone(job, err)) return err;
  job_forgive(job);
  for (size_t i = 0; !err && i < shown.len; i++) {
    if (read[i]) map_put(ret_read, shown.items[i].path, ret_read);
  }
  return OK;
}
