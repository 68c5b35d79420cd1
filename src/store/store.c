/* The store as a whole: opening, repair, and the writer. */
#include "src/os/file.h"
#include "src/store/store_internal.h"

static Err lock_file(Job *job, Store *store, int *ret_fd) {
  return file_lock(job, str_format(job->arena, "%.*s.lock", STR_ARG(store->path)), ret_fd);
}

static bool stat_file(const Store *store, FileStat *ret_stat) {
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  bool is_there = !file_stat(&job, store->path, ret_stat);
  arena_clear(&arena);
  return is_there;
}

static Err open_writer(Job *job, Store *store) {
  FileStat stat = {0};
  TRY(store_db_open(job, store, true, &store->writer));
  if (stat_file(store, &stat)) {
    store->device = stat.device;
    store->inode = stat.inode;
  }
  return OK;
}

/* Somebody cleaned the workspace. */
static bool is_gone(const Store *store) {
  FileStat stat;
  return !stat_file(store, &stat) || stat.device != store->device || stat.inode != store->inode;
}

/* Whoever holds the lock decides; by then another process may have made the
 * file anew. */
static Err replace_damaged(Job *job, Store *store) {
  job_forgive(job);
  int fd = -1;
  if (store->lock_fd < 0) TRY(lock_file(job, store, &fd));
  atomic_store(&store->damaged, false);
  Err err = open_writer(job, store);
  if (err && atomic_load(&store->damaged)) {
    job_forgive(job);
    err = store_set_aside(job, store);
    atomic_store(&store->damaged, false);
    if (!err) err = open_writer(job, store);
  }
  if (fd >= 0) file_unlock(fd);
  return err;
}

Err store_open(Job *job, const StoreOptions *options, Store **ret_store) {
  AUTO(Store) store = arena_heap_alloc(sizeof(Store));
  arena_init(&store->arena);
  arena_init(&store->batch);
  store->lock_fd = -1;
  store->writer.store = store;
  store->options = (StoreOptions){.root = str_copy(&store->arena, options->root),
                                  .in_cache = options->in_cache,
                                  .cache_dir = str_copy(&store->arena, options->cache_dir)};
  TRY(store_place(job, &store->options, store));
  Err err = open_writer(job, store);
  if (err && atomic_load(&store->damaged)) err = replace_damaged(job, store);
  if (err) return err;
  *ret_store = TAKE(store);
  return OK;
}

void store_close(Store *store) {
  store_rollback(store);
  store_unlock(store);
  if (store->writer.db) store_db_close(&store->writer);
  arena_clear(&store->batch);
  arena_clear(&store->arena);
  free(store);
}

Str store_location(const Store *store) { return store->path; }
bool store_is_exclusive(const Store *store) { return store->exclusive; }
bool store_is_damaged(const Store *store) { return atomic_load(&store->damaged) || is_gone(store); }

Err store_repair(Job *job, Store *store) {
  store_rollback(store);
  if (store->writer.db) {
    /* A log beside the path may be that of another process's new file. */
    if (is_gone(store)) sqlite3_db_config(store->writer.db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    store_db_close(&store->writer);
  }
  Err err = store_place(job, &store->options, store);
  if (!err) err = replace_damaged(job, store);
  if (err) {
    atomic_store(&store->damaged, true); /* the next call tries again */
    return err;
  }
  atomic_fetch_add(&store->generation, 1);
  return OK;
}

uint64_t store_bytes(const Store *store) {
  FileStat stat;
  return stat_file(store, &stat) ? stat.size : 0;
}

Err store_lock(Job *job, Store *store) {
  return store->lock_fd >= 0 ? OK : lock_file(job, store, &store->lock_fd);
}

void store_unlock(Store *store) {
  if (store->lock_fd >= 0) file_unlock(store->lock_fd);
  store->lock_fd = -1;
}

/* ---- batches ---- */

static void end_batch(Store *store) {
  store->in_batch = false;
  store->name_ids = NULL;
  store->name_cap = 0;
  arena_clear(&store->batch);
  store_obey(&store->writer, NULL);
}

Err store_begin(Job *job, Store *store) {
  if (!store->writer.db) return job_fail(job, ERR_IO, "the index could not be opened");
  store_obey(&store->writer, job);
  TRY(store_run_plain(job, &store->writer, SQL_BEGIN_WRITE));
  store->in_batch = true;
  return OK;
}

Err store_commit(Job *job, Store *store) {
  TRY(store_run_plain(job, &store->writer, SQL_COMMIT));
  end_batch(store);
  return OK;
}

void store_rollback(Store *store) {
  if (!store->in_batch) return;
  store_obey(&store->writer, NULL);
  for (size_t i = 0; i < SQL_STATEMENT_COUNT; i++) {
    if (store->writer.statements[i]) sqlite3_reset(store->writer.statements[i]);
  }
  /* Some errors have rolled back already. */
  if (!sqlite3_get_autocommit(store->writer.db)) sqlite3_exec(store->writer.db, "ROLLBACK", NULL, NULL, NULL);
  end_batch(store);
}

void store_checkpoint(Store *store) {
  if (store->writer.db) sqlite3_wal_checkpoint_v2(store->writer.db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}

/* The row of a name, made when there is none. */
static Err name_row(Job *job, Store *store, Names *names, NameId name, int64_t *ret_row) {
  StoreDb *db = &store->writer;
  while (name.value >= store->name_cap) {
    size_t cap = store->name_cap ? store->name_cap * 2 : 1024;
    int64_t *ids = ARENA_ARRAY(&store->batch, int64_t, cap);
    if (store->name_cap) memcpy(ids, store->name_ids, store->name_cap * sizeof(*ids));
    store->name_ids = ids;
    store->name_cap = cap;
  }
  int64_t *known = &store->name_ids[name.value];
  if (!*known) {
    sqlite3_stmt *statement;
    bool row;
    TRY(store_statement(job, db, SQL_NAME_FIND, &statement));
    store_bind_str(statement, 1, names_text(names, name));
    TRY(store_step(job, db, statement, &row));
    if (row) *known = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    if (!row) {
      TRY(store_statement(job, db, SQL_NAME_ADD, &statement));
      store_bind_str(statement, 1, names_text(names, name));
      TRY(store_run(job, db, statement));
      *known = sqlite3_last_insert_rowid(db->db);
    }
  }
  *ret_row = *known;
  return OK;
}

static Err put_symbol(Job *job, Store *store, int64_t file, const Facts *facts, const Def *def,
                      int64_t container, Str text, int64_t *ret_row) {
  int64_t name;
  TRY(name_row(job, store, facts->names, def->name, &name));
  sqlite3_stmt *s;
  TRY(store_statement(job, &store->writer, SQL_SYMBOL_ADD, &s));
  const int64_t numbers[] = {
      file, name, container, def->kind, def->flags, def->name_span.from, def->name_span.to,
      def->name_span.line, def->name_span.column, def->name_span.end_column, def->full.from,
      def->full.to, def->full.line, def->full.column, def->full.end_line, def->full.end_column,
      def->doc.from, def->doc.to};
  for (size_t i = 0; i < COUNT_OF(numbers); i++) sqlite3_bind_int64(s, (int)i + 1, numbers[i]);
  store_bind_str(s, (int)COUNT_OF(numbers) + 1, facts_signature(job->arena, def, text));
  TRY(store_run(job, &store->writer, s));
  *ret_row = sqlite3_last_insert_rowid(store->writer.db);
  return OK;
}

static Err find_file(Job *job, Store *store, Str path, int64_t *ret_file) {
  sqlite3_stmt *statement;
  bool row;
  TRY(store_statement(job, &store->writer, SQL_FILE_FIND, &statement));
  store_bind_str(statement, 1, path);
  TRY(store_step(job, &store->writer, statement, &row));
  *ret_file = row ? sqlite3_column_int64(statement, 0) : 0;
  sqlite3_reset(statement);
  return OK;
}

static Err remove_symbols(Job *job, Store *store, int64_t file) {
  sqlite3_stmt *statement;
  TRY(store_statement(job, &store->writer, SQL_SYMBOLS_REMOVE, &statement));
  sqlite3_bind_int64(statement, 1, file);
  return store_run(job, &store->writer, statement);
}

static Err put_row(Job *job, Store *store, const StoreFile *file, int64_t *ret_row) {
  sqlite3_stmt *s;
  TRY(find_file(job, store, file->path, ret_row));
  if (*ret_row) TRY(remove_symbols(job, store, *ret_row));
  TRY(store_statement(job, &store->writer, *ret_row ? SQL_FILE_SET : SQL_FILE_ADD, &s));
  store_bind_str(s, 1, file->language);
  store_bind_str(s, 2, file->skip);
  sqlite3_bind_int64(s, 3, (int64_t)file->size);
  sqlite3_bind_int64(s, 4, file->mtime_ns);
  sqlite3_bind_int64(s, 5, (int64_t)file->hash);
  sqlite3_bind_int(s, 6, file->broken);
  store_bind_str(s, 7, file->path);
  TRY(store_run(job, &store->writer, s));
  if (!*ret_row) *ret_row = sqlite3_last_insert_rowid(store->writer.db);
  return OK;
}

Err store_put_file(Job *job, Store *store, const StoreFile *file, const Facts *facts, Str text) {
  int64_t row;
  TRY(put_row(job, store, file, &row));
  if (!facts) return OK;
  int64_t *ids = ARENA_ARRAY(job->arena, int64_t, facts->defs.len + 1);
  for (size_t i = 0; i < facts->defs.len; i++) {
    const Def *def = &facts->defs.items[i];
    TRY(put_symbol(job, store, row, facts, def, ids[def->container], text, &ids[i + 1]));
  }
  return OK;
}

Err store_touch_file(Job *job, Store *store, const StoreFile *file) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &store->writer, SQL_FILE_TOUCH, &s));
  sqlite3_bind_int64(s, 1, (int64_t)file->size);
  sqlite3_bind_int64(s, 2, file->mtime_ns);
  sqlite3_bind_int64(s, 3, file->id.value);
  return store_run(job, &store->writer, s);
}

Err store_remove_file(Job *job, Store *store, FileId file) {
  sqlite3_stmt *s;
  TRY(remove_symbols(job, store, file.value));
  TRY(store_statement(job, &store->writer, SQL_FILE_REMOVE, &s));
  sqlite3_bind_int64(s, 1, file.value);
  return store_run(job, &store->writer, s);
}

Err store_put_number(Job *job, Store *store, Str name, int64_t value) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &store->writer, SQL_NUMBER_SET, &s));
  store_bind_str(s, 1, name);
  sqlite3_bind_int64(s, 2, value);
  return store_run(job, &store->writer, s);
}
