/* One state of a file as a new file. By the library, not by bytes: others may be
 * writing, and closing a descriptor of the file would end the locks that the
 * library holds on it for all of this process. */
#include "src/store/sqlite/sqlite_internal.h"

#define STEP_PAGES 4096 /* between two looks at the job */

static Err copy_pages(Job *job, Sqlite *from, Sqlite *to) {
  sqlite3_backup *backup = sqlite3_backup_init(to->db, "main", from->db, "main");
  if (!backup) return store_sqlite_fail(job, to, sqlite3_extended_errcode(to->db));
  int code;
  do code = sqlite3_backup_step(backup, STEP_PAGES);
  while (code == SQLITE_OK && !job_is_stopped(job));
  sqlite3_backup_finish(backup);
  TRY(job_check(job));
  return code == SQLITE_DONE ? store_sqlite_sync(job, to) : store_sqlite_fail(job, to, code);
}

/* Within a batch of a reader, so that the pages are of one state however long it
 * takes. */
Err store_sqlite_copy(Job *job, Store *from, Store *to) {
  StoreConnection *reader;
  Sqlite empty;
  TRY(store_sqlite.open(job, from, false, &reader));
  Err err = store_sqlite.begin(job, reader);
  if (!err) {
    err = store_sqlite_open_empty(job, to, &empty);
    if (!err) err = copy_pages(job, sqlite_of(reader), &empty);
    sqlite3_close_v2(empty.db);
  }
  store_sqlite.end(reader);
  store_sqlite.close(reader, false);
  return err;
}
