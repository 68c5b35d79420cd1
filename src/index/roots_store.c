/* Answers about dependencies beyond the end of the process, and whether they
 * still hold. */
#include <string.h>

#include "src/base/hash.h"
#include "src/index/roots_parts_internal.h"
#include "src/os/stamp.h"

#define MAGIC "fathomR2"
#define STORED_MAX ((size_t)256 << 20)

/* As on disk, before its path and the path behind symbolic links. */
typedef struct Row {
  uint8_t question, is_there, is_left_out, unused;
  uint16_t path, real; /* lengths */
  uint64_t inode, stamp;
  uint64_t hash;
} Row;

typedef struct Head {
  char magic[8];
  uint64_t cut, count;
} Head;

static KeepName name_of(const IndexRoots *roots) { return KEEP_PART(KEEP_STORE_ROOTS, store_part(roots->index->store)); }

static int64_t mark_of(Str text) {
  uint64_t hash = hash_str(text);
  return hash ? (int64_t)hash : 1;
}

/* ---- writing ---- */

static void add_bytes(Buf *out, const void *bytes, size_t size) { buf_add(out, (Str){bytes, size}); }

static void add_answer(Buf *out, const RootsAnswer *answer) {
  Row row = {.question = (uint8_t)answer->question, .is_there = answer->is_there, .is_left_out = answer->is_left_out,
             .path = (uint16_t)answer->path.len, .real = (uint16_t)answer->real.len,
             .inode = answer->inode, .stamp = answer->stamp, .hash = answer->hash};
  add_bytes(out, &row, sizeof row);
  buf_add(out, answer->path);
  buf_add(out, answer->real);
}

static Err write_answers(Job *job, IndexRoots *roots, Str text) {
  Keep *keep = store_keep(roots->index->store);
  return text.len ? keep_write(job, keep, name_of(roots), text) : keep_remove(job, keep, name_of(roots));
}

Err index_roots_save(Job *job, IndexRoots *roots, int64_t *ret_mark) {
  Buf out;
  buf_init(&out, job->arena, STORED_MAX);
  lock_take(&roots->lock);
  if (roots->index->world) roots->cut = resolve_world_dependencies_cut(index_world_resolve(roots->index->world));
  Head head = {.magic = MAGIC, .cut = roots->cut, .count = roots->answers.live};
  if (head.count) add_bytes(&out, &head, sizeof head);
  for (MapEntry *entry = NULL; (entry = map_next(&roots->answers, entry));) add_answer(&out, entry->value);
  Str text = buf_str(&out);
  Err err = write_answers(job, roots, text);
  if (!err) {
    roots->mark = text.len ? mark_of(text) : 0;
    roots->is_changed = false;
    *ret_mark = roots->mark;
  }
  lock_give(&roots->lock);
  return err;
}

bool index_roots_is_changed(IndexRoots *roots) {
  lock_take(&roots->lock);
  bool is_changed = roots->is_changed && (roots->answers.live || roots->mark);
  lock_give(&roots->lock);
  return is_changed;
}

/* ---- reading ---- */

static bool read_row(IndexRoots *roots, Str *rest) {
  Row row;
  if (rest->len < sizeof row) return false;
  memcpy(&row, rest->ptr, sizeof row);
  size_t size = sizeof row + row.path + row.real;
  if (rest->len < size || !row.path || !strchr("fdlts", row.question)) return false;
  Str path = str_slice(*rest, sizeof row, sizeof row + row.path);
  RootsAnswer *answer = index_roots_add(roots, (RootsQuestion)row.question, path);
  answer->is_there = row.is_there;
  answer->is_left_out = row.is_left_out;
  answer->real = str_copy(&roots->arena, str_slice(*rest, sizeof row + row.path, size));
  answer->inode = row.inode;
  answer->stamp = row.stamp;
  answer->hash = row.hash;
  *rest = str_slice(*rest, size, rest->len);
  return true;
}

static bool read_answers(Job *job, IndexRoots *roots, int64_t mark) {
  Str text;
  Head head;
  Err err = keep_read(job, store_keep(roots->index->store), name_of(roots), STORED_MAX, &text);
  if (err) job_forgive(job);
  if (err || text.len < sizeof head || mark_of(text) != mark) return false;
  memcpy(&head, text.ptr, sizeof head);
  if (memcmp(head.magic, MAGIC, sizeof head.magic) != 0) return false;
  Str rest = str_slice(text, sizeof head, text.len);
  for (uint64_t i = 0; i < head.count; i++) {
    if (!read_row(roots, &rest)) return false;
  }
  roots->cut = head.cut;
  return true;
}

/* False: what edges were made from is not known. */
static bool load(Job *job, IndexRoots *roots, int64_t mark) {
  index_roots_empty(roots);
  bool is_known = !mark || read_answers(job, roots, mark);
  if (!is_known) index_roots_empty(roots);
  roots->mark = mark;
  roots->is_changed = !is_known;
  return is_known;
}

void index_roots_reload(IndexRoots *roots) {
  lock_take(&roots->lock);
  index_roots_empty(roots);
  roots->is_loaded = false;
  lock_give(&roots->lock);
}

bool index_roots_is_of(IndexRoots *roots, int64_t mark) {
  lock_take(&roots->lock);
  bool is_of = roots->is_loaded && roots->mark == mark;
  lock_give(&roots->lock);
  return is_of;
}

/* ---- whether they hold ---- */

static bool has_stamp(const RootsAnswer *answer, const FileStat *stat) {
  return answer->stamp && answer->stamp == stamp_of(stat);
}

/* Asks anew; the answer keeps its words when they are the same. */
static bool holds_still(Job *job, IndexRoots *roots, RootsAnswer *answer) {
  RootsAnswer now = {.question = answer->question, .path = answer->path, .real = answer->real};
  Str text;
  index_roots_ask(job, roots, &now, &text);
  bool is_same = now.is_there == answer->is_there && now.hash == answer->hash && (!now.is_there || str_eq(now.real, answer->real));
  answer->inode = now.inode;
  answer->stamp = now.stamp;
  if (is_same) return true;
  answer->is_there = now.is_there;
  answer->real = now.real;
  answer->hash = now.hash;
  answer->names = NULL;
  roots->is_changed = true;
  return false;
}

static bool holds(Job *job, IndexRoots *roots, RootsAnswer *answer) {
  FileStat stat;
  bool is_there = !file_stat(job, index_roots_absolute(roots, job->arena, answer->path), &stat);
  job_forgive(job);
  if (!is_there && !answer->is_there) return true;
  if (is_there && answer->is_there) {
    if (answer->question == ROOTS_FOLDER) return stat.kind == FILE_DIRECTORY;
    if (answer->question == ROOTS_FILE && stat.kind == FILE_REGULAR && stat.inode == answer->inode) return true;
    if (answer->question != ROOTS_FILE && has_stamp(answer, &stat)) return true;
  }
  return holds_still(job, roots, answer);
}

static void check_all(Job *job, IndexRoots *roots, IndexRootsChanges *changes) {
  Arena scratch;
  Job own;
  VEC(Str) sources = {0};
  arena_init(&scratch);
  roots->needs_watch = true;
  for (MapEntry *entry = NULL; !changes->shape && (entry = map_next(&roots->answers, entry));) {
    RootsAnswer *answer = entry->value;
    job_init(&own, &scratch);
    if (!holds(&own, roots, answer)) {
      if (answer->question != ROOTS_SOURCE) changes->shape = true;
      index_roots_forget_facts(roots, answer);
      *vec_add(job->arena, &sources) = str_copy(job->arena, answer->path);
    }
    arena_reset(&scratch);
  }
  arena_clear(&scratch);
  changes->sources = sources.items;
  changes->source_count = sources.len;
}

void index_roots_recheck(Job *job, IndexRoots *roots, IndexRootsChanges *ret_changes) {
  *ret_changes = (IndexRootsChanges){0};
  lock_take(&roots->lock);
  check_all(job, roots, ret_changes);
  lock_give(&roots->lock);
}

void index_roots_check(Job *job, IndexRoots *roots, int64_t mark, IndexRootsChanges *ret_changes) {
  *ret_changes = (IndexRootsChanges){0};
  lock_take(&roots->lock);
  bool is_of = roots->is_loaded && roots->mark == mark;
  if (!is_of && !load(job, roots, mark)) ret_changes->shape = true;
  else check_all(job, roots, ret_changes);
  lock_give(&roots->lock);
}
