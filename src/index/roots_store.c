/* Answers about dependencies beyond the end of the process, and whether they
 * still hold. */
#include <string.h>

#include "src/base/hash.h"
#include "src/base/pack.h"
#include "src/index/roots_parts_internal.h"
#include "src/os/segment.h"
#include "src/os/stamp.h"

#define STORED_MAX ((size_t)256 << 20)

/* The mark that the store keeps beside its edges is the hash of this whole
 * file: edges and answers belong together, and either one alone is of no
 * use. */
static SegmentForm form_of(const IndexRoots *roots) {
  return (SegmentForm){KEEP_PART(KEEP_STORE_ROOTS, store_part(roots->index->store)), 3, 0};
}

static int64_t mark_of(Str text) {
  uint64_t hash = hash_str(text);
  return hash ? (int64_t)hash : 1;
}

/* ---- writing ---- */

static void add_answer(Buf *out, const RootsAnswer *answer) {
  pack_number(out, (uint64_t)answer->question);
  pack_number(out, (answer->is_there ? 1u : 0) | (answer->is_left_out ? 2u : 0));
  pack_text(out, answer->path);
  pack_text(out, answer->real);
  pack_number(out, answer->inode);
  pack_word64(out, answer->stamp);
  pack_word64(out, answer->hash);
}
#define ANSWER_BYTES 21 /* at least, of one */

static Err write_answers(Job *job, IndexRoots *roots, Str text) {
  Keep *keep = store_keep(roots->index->store);
  SegmentForm form = form_of(roots);
  return text.len ? segment_write_soon(job, keep, &form, &text, 1) : keep_remove(job, keep, form.name);
}

/* Within a batch, before the mark is put into the store. When the process
 * ends in between, the store has the old mark, the file does not fit it, and
 * the answers are asked anew. */
Err index_roots_save(Job *job, IndexRoots *roots, int64_t *ret_mark) {
  Buf out;
  buf_init(&out, job->arena, STORED_MAX);
  lock_take(&roots->lock);
  if (roots->index->world) roots->cut = resolve_world_dependencies_cut(index_world_resolve(roots->index->world));
  if (roots->answers.live) {
    pack_number(&out, roots->cut);
    pack_number(&out, roots->answers.live);
  }
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

static void read_answer(PackReader *in, IndexRoots *roots) {
  uint64_t question = pack_read_number(in), flags = pack_read_number(in);
  Str path = pack_read_text(in), real = pack_read_text(in);
  uint64_t inode = pack_read_number(in), stamp = pack_read_word64(in), hash = pack_read_word64(in);
  if (flags > 3 || !path.len || question > INT8_MAX || !question || !strchr("fdltsmno", (int)question)) pack_spoil(in);
  if (in->bad) return;
  RootsAnswer *answer = index_roots_add(roots, (RootsQuestion)question, path);
  answer->is_there = flags & 1;
  answer->is_left_out = flags & 2;
  answer->real = str_copy(&roots->arena, real);
  answer->inode = inode;
  answer->stamp = stamp;
  answer->hash = hash;
}

static bool read_answers(Job *job, IndexRoots *roots, int64_t mark) {
  Str text;
  SegmentForm form = form_of(roots);
  if (segment_load(job, store_keep(roots->index->store), &form, STORED_MAX, &text)) {
    job_forgive(job);
    return false;
  }
  if (mark_of(text) != mark) return false;
  PackReader in = pack_reader(text);
  roots->cut = pack_read_number(&in);
  for (size_t i = pack_read_count(&in, ANSWER_BYTES); i > 0 && !in.bad; i--) read_answer(&in, roots);
  return pack_is_done(&in);
}

/* False: which answers the edges were made from is not known, so all of them
 * have to be made anew. */
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

/* Answers are about paths in the workspace and outside: each is asked again before
 * it counts, as after any time away. Without them all edges would be made anew. */
void index_roots_take_over(Job *job, IndexRoots *roots, Keep *keep, Str part) {
  SegmentForm own = form_of(roots), other = own;
  Str text;
  other.name = KEEP_PART(KEEP_STORE_ROOTS, part);
  index_roots_reload(roots);
  if (segment_load(job, keep, &other, STORED_MAX, &text) || segment_write(job, store_keep(roots->index->store), &own, &text, 1)) job_forgive(job);
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

/* Asks anew. An answer that comes out the same keeps its words and gets the
 * new stamp, so that the next check is cheap again. */
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

/* In the order of cost: what was not there and is not there; what has the
 * same stamp; then by asking. */
static bool holds(Job *job, IndexRoots *roots, RootsAnswer *answer) {
  FileStat stat;
  if (answer->question == ROOTS_SIBLINGS) return holds_still(job, roots, answer);
  RootsPacked packed;
  bool is_packed = index_roots_packed(answer->path, &packed);
  bool is_there = !file_stat(job, index_roots_absolute(roots, job->arena, is_packed ? packed.archive : answer->path), &stat);
  job_forgive(job);
  if (!is_there && !answer->is_there) return true;
  if (is_there && is_packed && stat.inode == answer->inode && has_stamp(answer, &stat)) return true;
  if (is_packed) return holds_still(job, roots, answer);
  if (is_there && answer->is_there) {
    if (answer->question == ROOTS_FOLDER) return stat.kind == FILE_DIRECTORY;
    if (answer->question == ROOTS_FILE && stat.kind == FILE_REGULAR && stat.inode == answer->inode) return true;
    if (answer->question != ROOTS_FILE && has_stamp(answer, &stat)) return true;
  }
  return holds_still(job, roots, answer);
}

/* As soon as one answer about what exists has changed (shape) the rest does
 * not matter: all dependencies are forgotten. A changed text alone concerns
 * only who read it. */
static void check_all(Job *job, IndexRoots *roots, IndexRootsChanges *changes) {
  Arena scratch;
  Job own;
  VEC(Str) sources = {0};
  arena_init(&scratch);
  roots->needs_watch = true;
  changes->shape = roots->index->sibling_count && !index_roots_known(roots, ROOTS_SIBLINGS, STR("/")); /* the first came */
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
