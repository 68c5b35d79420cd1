/* What the last writer left in the lock's file, under the user's seal: which
 * file is the store and which its log, told by inode and time of birth; and
 * once it was done, how both looked then. The library plays back any log it
 * finds beside a file and believes what the file says, so only a file and a
 * log that the mark names get that far: what came with a repository, an
 * archive or a copy is another file and has no mark that holds. One whose
 * writer did not finish is checked when it is opened; checking every time
 * would read all of it. One that was written to since by somebody else is not
 * believed: no check tells a wrong byte from a right one. */
#include <string.h>

#include "src/os/descriptor.h"
#include "src/os/file.h"
#include "src/store/store_internal.h"

/* As in the lock's file. Always of one length: a file that is cut to nothing
 * and written again is flushed to the disk when it is closed, by some file
 * systems. */
typedef struct Sealed {
  StoreMark mark;
  unsigned char tag[KEEP_TAG];
} Sealed;

static const char magic[8] = "fathomM1";

static Str bytes_of(const StoreMark *mark) { return (Str){(const char *)mark, sizeof *mark}; }

bool store_mark_read(Job *job, Keep *keep, Str part, StoreMark *ret_mark) {
  Sealed sealed;
  Str found;
  if (keep_read_plain(job, keep, KEEP_PART(KEEP_STORE_LOCK, part), 4096, &found)) {
    job_forgive(job);
    return false;
  }
  if (found.len != sizeof sealed) return false;
  memcpy(&sealed, found.ptr, sizeof sealed);
  if (memcmp(sealed.mark.magic, magic, sizeof magic) != 0) return false;
  if (!keep_holds(keep, KEEP_STORE_LOCK, bytes_of(&sealed.mark), sealed.tag)) return false;
  *ret_mark = sealed.mark;
  return true;
}

/* Zeros: there is none, or nothing in it. */
static StoreMarkFile stand(Job *job, const Store *store, KeepFile file) {
  KeepStat stat;
  if (keep_stat(job, store->keep, store_name(store, file), &stat)) {
    job_forgive(job);
    return (StoreMarkFile){0};
  }
  if (!stat.size && file != KEEP_STORE) return (StoreMarkFile){0};
  /* The library sets the owner of a log whenever root opens it, which leaves
   * the time of its contents alone. */
  return (StoreMarkFile){.inode = stat.inode, .born_ns = stat.born_ns, .size = stat.size, .mtime_ns = stat.mtime_ns,
                         .ctime_ns = file == KEEP_STORE ? stat.ctime_ns : 0};
}

static bool is_same_file(const StoreMarkFile *a, const StoreMarkFile *b) { return a->inode == b->inode && a->born_ns == b->born_ns; }

static bool is_untouched(const StoreMarkFile *a, const StoreMarkFile *b) { return memcmp(a, b, sizeof *a) == 0; }

static StoreHealth judge(const StoreMark *mark, const StoreMarkFile *file, const StoreMarkFile *log, bool has_journal) {
  if (!file->inode || !is_same_file(&mark->file, file)) return STORE_FOREIGN;
  if (mark->is_clean) {
    if (!is_untouched(&mark->file, file)) return STORE_FOREIGN;
    if (is_untouched(&mark->log, log)) return has_journal ? STORE_STRAYS : STORE_CLEAN;
    return mark->log.inode ? STORE_FOREIGN : STORE_STRAYS;
  }
  /* Its writer did not finish. A log that it did not have is not played back,
   * and where the file system tells no births another file may have got the
   * same number. The file itself changes only when the log is folded into it,
   * after which the mark is renewed: what else changed it is not believed, as
   * the log's own sums say nothing about it. */
  if (!file->born_ns || has_journal || !is_untouched(&mark->file, file)) return STORE_FOREIGN;
  return log->inode && !is_same_file(&mark->log, log) ? STORE_FOREIGN : STORE_UNSURE;
}

StoreHealth store_mark_look(Job *job, const Store *store) {
  StoreMark mark;
  if (!store_mark_read(job, store->keep, store->part, &mark)) return STORE_FOREIGN;
  StoreMarkFile file = stand(job, store, KEEP_STORE), log = stand(job, store, KEEP_STORE_LOG);
  return judge(&mark, &file, &log, stand(job, store, KEEP_STORE_JOURNAL).inode != 0);
}

bool store_mark_is_live(Job *job, const Store *store) {
  StoreMark mark;
  if (!store_mark_read(job, store->keep, store->part, &mark)) return false;
  StoreMarkFile file = stand(job, store, KEEP_STORE);
  return file.inode && is_same_file(&mark.file, &file);
}

static void put(Store *store, bool is_clean) {
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  Sealed sealed = {.mark = {.is_clean = is_clean, .revision = store->options.revision,
                            .file = stand(&job, store, KEEP_STORE), .log = stand(&job, store, KEEP_STORE_LOG)}};
  memcpy(sealed.mark.magic, magic, sizeof magic);
  keep_tag(store->keep, KEEP_STORE_LOCK, bytes_of(&sealed.mark), sealed.tag);
  /* Not noted: the file is checked, or made anew. */
  (void)descriptor_write_at(store->lock_fd, &sealed, sizeof sealed, 0);
  arena_clear(&arena);
}

void store_mark_writing(Store *store) {
  if (store->lock_fd < 0 || store->is_marked) return;
  put(store, false);
  store->is_marked = true;
}

void store_mark_renew(Store *store) {
  if (store->lock_fd >= 0 && store->is_marked) put(store, false);
}

void store_mark_clean(Store *store) {
  if (store->lock_fd < 0) return;
  put(store, true);
  store->is_marked = false;
}
