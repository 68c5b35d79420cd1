/* Where the store's file lies. Inside a workspace nothing is trusted: what is
 * there may have come with the repository, so links are refused. */
#include <stdio.h>

#include "src/os/file.h"
#include "src/os/watch.h"
#include "src/store/store_internal.h"

/* The last three are the index's. */
static const char *const companions[] = {"", "-wal", "-shm", "-journal", ".lock", ".parsing", ".strikes", ".roots"};

static Err refuse_links(Job *job, Str path) {
  Str real;
  TRY(file_real_path(job, path, &real));
  if (str_eq(real, path)) return OK;
  return job_fail(job, ERR_OUTSIDE, "'%.*s' is a link; the index is not written through links",
                  STR_ARG(str_visible(job->arena, path)));
}

static Err prepare(Job *job, Store *store, Str directory) {
  TRY(refuse_links(job, directory));
  TRY(file_make_dir(job, directory, false));
  TRY(refuse_links(job, directory));
  Str path = str_format(job->arena, "%.*s/" STORE_FILE, STR_ARG(directory));
  for (size_t i = 0; i < COUNT_OF(companions); i++) {
    TRY(refuse_links(job, str_format(job->arena, "%.*s%s", STR_ARG(path), companions[i])));
  }
  Str ignore = file_join(job->arena, directory, STR(".gitignore"));
  TRY(refuse_links(job, ignore));
  if (!file_exists(ignore)) TRY(file_write(job, ignore, STR("*\n"), 0644));
  /* The lock tells whether files can be written here. */
  int fd;
  Err err = file_lock(job, str_format(job->arena, "%.*s.lock", STR_ARG(path)), &fd);
  if (err && err != ERR_BUSY) return err;
  if (err) job_forgive(job);
  if (!err) file_unlock(fd);
  if (store->path.len && !str_eq(store->path, path)) { /* readers have it in their hands */
    return job_fail(job, ERR_IO, "the index can no longer be kept in '%.*s'; start fathom again",
                    STR_ARG(str_visible(job->arena, store->path)));
  }
  if (!store->path.len) store->path = str_copy(&store->arena, path);
  store->exclusive = store->options.exclusive || !watch_is_supported(directory);
  return OK;
}

Err store_place(Job *job, const StoreOptions *options, Store *store) {
  if (!options->in_cache) {
    Err err = prepare(job, store, file_join(job->arena, options->root, STR(".fathom")));
    if (err != ERR_DENIED || options->cache_dir.len == 0) return err;
    job_forgive(job);
  }
  Str real;
  TRY(file_make_dir(job, options->cache_dir, false));
  TRY(file_real_path(job, options->cache_dir, &real)); /* the cache is the user's own: links are fine */
  return prepare(job, store, real);
}

Err store_set_aside(Job *job, const Store *store) {
  for (size_t i = 1; i < 4; i++) {
    TRY(file_remove(job, str_format(job->arena, "%.*s%s", STR_ARG(store->path), companions[i])));
  }
  Str aside = str_format(job->arena, "%.*s.broken", STR_ARG(store->path)); /* instead of an earlier one */
  if (rename(str_to_c(job->arena, store->path), str_to_c(job->arena, aside)) == 0) return OK;
  return file_remove(job, store->path);
}
