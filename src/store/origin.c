/* A store that begins with the rows of another working tree's. Most of a second
 * working tree is what the first one holds, and whoever refreshes the store
 * compares contents anyway: so it costs the difference.
 * Only a store that this user's mark vouches for is read, and by the engine, which
 * sees one whole state of it; nothing of the other is changed. Whatever fails
 * leaves an empty store, as if there were no other. */
#include "src/base/log.h"
#include "src/os/file.h"
#include "src/store/store_internal.h"

/* The other's folder as it is: one that is not there is not made. */
static Err open_folder(Job *job, Str root, Keep **ret_keep) {
  KeepOptions options = {.directory = root, .folder = STR(".fathom"), .root = root};
  FileStat stat;
  TRY(file_stat(job, file_join(job->arena, root, options.folder), &stat));
  return keep_open(job, &options, ret_keep);
}

/* The slot of this very build: rows of another would be made anew anyway. */
static bool find_other(Job *job, Store *other, uint64_t revision) {
  for (int i = 0; i < STORE_SLOTS; i++) {
    StoreMark mark;
    other->part = store_slot_name(job->arena, i);
    if (!store_mark_read(job, other->keep, other->part, &mark) || !mark.revision || mark.revision != revision) continue;
    other->path = file_join(job->arena, keep_path(other->keep), keep_spell(job->arena, store_name(other, KEEP_STORE)));
    return store_mark_look(job, other) == STORE_CLEAN;
  }
  return false;
}

/* What is kept beside belongs to rows that this store had before. */
static Err forget_beside(Job *job, Store *store) {
  TRY(keep_remove(job, store->keep, store_name(store, KEEP_STORE_WORLD)));
  return keep_remove(job, store->keep, store_name(store, KEEP_STORE_ROOTS));
}

static Err copy_from(Job *job, Store *store, Str root) {
  AUTO(Keep) keep = NULL;
  TRY(open_folder(job, root, &keep));
  Store other = {.options = {.root = root}, .keep = keep, .engine = store->engine, .lock_fd = -1};
  if (!find_other(job, &other, store->options.revision)) return job_fail(job, ERR_NOT_FOUND, "it has no index to begin with");
  other.file = store_stand(&other, KEEP_STORE);
  other.log = store_stand(&other, KEEP_STORE_LOG);
  TRY(forget_beside(job, store));
  TRY(store->engine->copy(job, &other, store));
  store_forget_origin(store);
  log_info("the index of '%.*s' begins with that of '%.*s'", STR_ARG(store->options.root), STR_ARG(root));
  store->origin = TAKE(keep);
  store->origin_part = str_copy(&store->arena, other.part);
  return OK;
}

bool store_begin_as_other(Job *job, Store *store) {
  for (size_t i = 0; i < store->options.origin_count && store->engine->copy && store->options.revision; i++) {
    Str root = store->options.origins[i];
    if (str_eq(root, store->options.root)) continue;
    if (!copy_from(job, store, root)) return true;
    job_forgive(job);
  }
  return false;
}

void store_forget_origin(Store *store) {
  if (store->origin) keep_close(store->origin);
  store->origin = NULL;
}

bool store_take_copied(Job *job, Store *store, Keep **ret_keep, Str *ret_part) {
  if (!store->origin) return false;
  *ret_part = str_copy(job->arena, store->origin_part);
  *ret_keep = TAKE(store->origin);
  return true;
}
