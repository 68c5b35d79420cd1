/* The segments of a workspace, and which files they leave to look into. */
#include "src/text/index_internal.h"

#include <string.h>

#include "src/base/idmap.h"
#include "src/text/trigrams_internal.h"

#define TREES_MAX ((size_t)48 << 20) /* bytes of trees that are kept: a million lines or so */

/* ---- sets of segments: shared, never changed ---- */

/* A set is never changed once it is made, so a search that holds one needs no
 * lock however long it takes; a change makes the next set. Segments are shared
 * between sets and closed with the last set that has them. */
static TextSegments *make_set(uint64_t version, TextSegment **items, size_t count) {
  TextSegments *set = arena_heap_alloc(sizeof(*set));
  *set = (TextSegments){.version = version, .items = arena_heap_alloc((count + 1) * sizeof(*items)), .count = count};
  atomic_init(&set->refs, 1);
  if (count) memcpy(set->items, items, count * sizeof(*items));
  for (size_t i = 0; i < count; i++) text_segment_ref(items[i]);
  return set;
}

void text_segments_unref(TextSegments *set) {
  if (atomic_fetch_sub(&set->refs, 1) > 1) return;
  for (size_t i = 0; i < set->count; i++) text_segment_close(set->items[i]);
  free(set->items);
  free(set);
}

TextSegments *text_index_segments(TextIndex *index) {
  lock_take(&index->lock);
  TextSegments *set = index->segments;
  atomic_fetch_add(&set->refs, 1);
  lock_give(&index->lock);
  return set;
}

/* Locked. */
static void put_set(TextIndex *index, TextSegment **items, size_t count) {
  TextSegments *before = index->segments;
  index->segments = make_set(++index->version, items, count);
  if (before) text_segments_unref(before);
}

/* What cannot be removed is dropped again next time. */
static void remove_file(const TextIndex *index, const TextSegment *segment) {
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  if (keep_remove(&job, index->keep, KEEP_PART(KEEP_TEXT_SEGMENT, text_segment_part(segment)))) job_forgive(&job);
  arena_clear(&arena);
}

/* `of` may be an older set than the current one: another thread may have added
 * segments meanwhile, which the flags do not speak of and which stay. */
void text_index_replace(TextIndex *index, TextSegment *added, const TextSegments *of, const bool *dropped) {
  lock_take(&index->lock);
  const TextSegments *now = index->segments;
  TextSegment **kept = arena_heap_alloc((now->count + 1) * sizeof(*kept));
  size_t count = 0;
  for (size_t i = 0; i < now->count; i++) {
    bool is_dropped = false;
    for (size_t k = 0; of && k < of->count; k++) is_dropped |= dropped[k] && of->items[k] == now->items[i];
    if (is_dropped) remove_file(index, now->items[i]);
    else kept[count++] = now->items[i];
  }
  if (added) kept[count++] = added;
  put_set(index, kept, count);
  if (added) text_segment_close(added); /* the set has it now */
  lock_give(&index->lock);
  free(kept);
}

/* ---- the folder ---- */

bool text_segments_have(const TextSegments *set, Str part) {
  for (size_t i = 0; i < set->count; i++) {
    if (str_eq(text_segment_part(set->items[i]), part)) return true;
  }
  return false;
}

/* Another process may write segments into the same folder. A segment that
 * cannot be read is left out: the files it covers are then searched by reading
 * them, which is slower and gives the same result. */
void text_index_reload(Job *job, TextIndex *index) {
  KeepParts parts;
  if (!index->keep) return;
  if (keep_list(job, index->keep, KEEP_TEXT_SEGMENT, &parts)) {
    job_forgive(job);
    return;
  }
  TextSegments *set = text_index_segments(index);
  for (size_t i = 0; i < parts.len; i++) {
    if (text_segments_have(set, parts.items[i])) continue;
    TextSegment *segment;
    if (text_segment_open(job, index->keep, parts.items[i], &segment)) job_forgive(job);
    else text_index_replace(index, segment, NULL, NULL);
  }
  text_segments_unref(set);
}

TextTrees *text_index_trees(TextIndex *index) { return index ? index->trees : NULL; }

TextIndex *text_index_open(Keep *keep) {
  TextIndex *index = arena_heap_alloc(sizeof(*index));
  Arena arena;
  Job job;
  index->keep = keep ? keep_ref(keep) : NULL;
  index->trees = text_trees_open(TREES_MAX);
  lock_init(&index->lock);
  put_set(index, NULL, 0);
  arena_init(&arena);
  job_init(&job, &arena);
  text_index_reload(&job, index);
  arena_clear(&arena);
  return index;
}

/* The builder is told to stop and then waited for, because it uses the index
 * until its last line. Without the lock here: it takes the lock to finish. */
void text_index_close(TextIndex *index) {
  lock_take(&index->lock);
  index->is_closing = true;
  if (index->job) job_cancel(index->job, ERR_CANCELLED);
  bool has_thread = index->has_thread;
  lock_give(&index->lock);
  if (has_thread) thread_join(index->thread);
  text_segments_unref(index->segments);
  lock_clear(&index->lock);
  if (index->keep) keep_close(index->keep);
  text_trees_close(index->trees);
  free(index);
}

TextCoverage text_index_coverage(TextIndex *index, TextFiles *files) {
  TextSegments *set = text_index_segments(index);
  TextCoverage coverage = {.segments = set->count};
  for (size_t i = 0; i < set->count; i++) coverage.bytes += text_segment_bytes(set->items[i]);
  lock_take(&files->lock);
  coverage.covered = text_files_cover(files, set)->covered;
  lock_give(&files->lock);
  text_segments_unref(set);
  return coverage;
}

/* ---- choosing ---- */

/* Rows of a segment; NULL bits: all of them. */
typedef struct Rows {
  uint64_t *bits;
  size_t words;
} Rows;

typedef struct Lookup {
  Job *job;
  Arena *arena;   /* of the bits */
  Arena *scratch; /* of one entry */
  const TextSegment *segment;
  size_t row_count;
  Idmap numbers; /* trigram -> which of `known` */
  VEC(Rows) known;
  bool says_something; /* about any segment */
  Err err;
} Lookup;

static Rows no_rows(Lookup *lookup) {
  size_t words = lookup->row_count / 64 + 1;
  return (Rows){ARENA_ARRAY(lookup->arena, uint64_t, words), words};
}

/* Empty means that rows are known and that there are none. Rows without bits
 * mean the opposite, all of them, and are not empty. */
static bool is_empty(const Rows *rows) {
  for (size_t i = 0; rows->bits && i < rows->words; i++) {
    if (rows->bits[i]) return false;
  }
  return rows->bits;
}

/* The rows listed under a trigram. No bytes: so many that they were not. */
static Rows read_rows(Lookup *lookup, uint32_t trigram) {
  Str bytes;
  arena_reset(lookup->scratch);
  lookup->err = text_segment_find(lookup->job, lookup->segment, trigram, lookup->scratch, &bytes);
  if (lookup->err || (bytes.ptr && !bytes.len)) return (Rows){0};
  Rows rows = no_rows(lookup);
  PackReader in = pack_reader(bytes);
  /* Rows are stored as distances from the one after the last, so that frequent
   * trigrams take one byte for each row. */
  for (uint64_t row = 0; pack_left(&in); row++) {
    row += pack_read_32(&in);
    /* A damaged segment could name any number. */
    if (!in.bad && row < lookup->row_count) rows.bits[row / 64] |= (uint64_t)1 << (row % 64);
  }
  return in.bad ? (Rows){0} : rows; /* what is not understood leaves nothing out */
}

/* Each once for a segment: alternatives that differ at their ends have most of
 * their trigrams in common. Never changed: others ask for the same. */
static Rows rows_with(Lookup *lookup, uint32_t trigram) {
  if (idmap_has(&lookup->numbers, trigram)) return lookup->known.items[idmap_get(&lookup->numbers, trigram)];
  Rows rows = read_rows(lookup, trigram);
  idmap_add(&lookup->numbers, trigram, (uint32_t)lookup->known.len);
  *vec_add(lookup->arena, &lookup->known) = rows;
  return rows;
}

/* "All rows" is neutral here: a part that says nothing leaves the other as it is. */
static void intersect(Lookup *lookup, Rows *rows, const Rows *with) {
  if (!with->bits) return;
  if (!rows->bits) *rows = (Rows){arena_copy(lookup->arena, with->bits, with->words * sizeof *with->bits), with->words};
  else for (size_t i = 0; i < rows->words; i++) rows->bits[i] &= with->bits[i];
}

static void unite(Rows *rows, const Rows *with) {
  for (size_t i = 0; i < rows->words; i++) rows->bits[i] |= with->bits[i];
}

/* A few rare trigrams narrow as well as all of them, and each one that is
 * looked up costs a read; what remains is searched in full anyway. */
static Rows rows_of_literal(Lookup *lookup, Str literal) {
  uint32_t trigrams[TEXT_LOOKED_UP];
  size_t count = text_trigrams_rare(literal, trigrams);
  Rows rows = {0};
  for (size_t i = 0; i < count && !lookup->err && !is_empty(&rows); i++) {
    Rows one = rows_with(lookup, trigrams[i]);
    intersect(lookup, &rows, &one);
  }
  return rows;
}

/* As deep as the pattern was allowed to nest. */
static Rows rows_of(Lookup *lookup, const TextNeed *need) {
  if (need->kind == TEXT_NEED_LITERAL) return rows_of_literal(lookup, need->literal.text);
  Rows rows = need->kind == TEXT_NEED_ANY ? no_rows(lookup) : (Rows){0};
  for (size_t i = 0; i < need->count && !lookup->err; i++) {
    Rows one = rows_of(lookup, need->items[i]);
    if (need->kind == TEXT_NEED_ALL) {
      intersect(lookup, &rows, &one);
      if (is_empty(&rows)) break;
    } else {
      /* One alternative that may be anywhere makes the whole choice say nothing. */
      if (!one.bits) return (Rows){0};
      unite(&rows, &one);
    }
  }
  return rows;
}

/* Marks the files of one segment that may have it. False: it is damaged. */
static bool mark_segment(Lookup *lookup, const TextNeed *need, const uint32_t *files, uint8_t *is_wanted) {
  Rows rows = rows_of(lookup, need);
  if (lookup->err) {
    job_forgive(lookup->job);
    rows = (Rows){0};
  }
  lookup->says_something |= rows.bits != NULL;
  for (size_t i = 0; i < lookup->row_count; i++) {
    bool has = !rows.bits || (rows.bits[i / 64] >> (i % 64) & 1);
    /* Rows of files that were changed or removed since have no file any more. */
    if (has && files[i] != TEXT_NO_FILE) is_wanted[files[i]] = 1;
  }
  return !lookup->err;
}

/* False when no segment narrowed the search: then the list of files stays as it
 * was, and copying it would be for nothing. */
static bool mark(Job *job, TextIndex *index, TextSegments *set, const TextCover *cover, const TextNeed *need,
                 uint8_t *is_wanted) {
  Arena arena, scratch;
  bool *dropped = arena_heap_alloc(set->count + 1), any_dropped = false, says_something = false;
  arena_init(&arena);
  arena_init(&scratch);
  for (size_t i = 0; i < set->count; i++) {
    Lookup lookup = {.job = job, .arena = &arena, .scratch = &scratch, .segment = set->items[i]};
    idmap_init(&lookup.numbers, &arena);
    text_segment_rows(set->items[i], &lookup.row_count);
    dropped[i] = !mark_segment(&lookup, need, cover->files[i], is_wanted);
    any_dropped |= dropped[i];
    says_something |= lookup.says_something;
    arena_reset(&arena);
  }
  arena_clear(&scratch);
  arena_clear(&arena);
  if (any_dropped) text_index_replace(index, NULL, set, dropped);
  free(dropped);
  return says_something;
}

bool text_index_choose(Job *job, TextIndex *index, TextFiles *files, const TextNeed *need, TextChoice *choice) {
  if (!need) return false;
  TextSegments *set = text_index_segments(index);
  bool says_something = false;
  if (set->count) {
    uint8_t *is_wanted = arena_heap_alloc(files->count + 1);
    lock_take(&files->lock);
    const TextCover *cover = text_files_cover(files, set);
    says_something = mark(job, index, set, cover, need, is_wanted);
    uint32_t *kept = ARENA_ARRAY(job->arena, uint32_t, choice->count + 1);
    size_t count = 0;
    for (size_t i = 0; says_something && i < choice->count; i++) {
      uint32_t number = choice->items[i];
      /* The index may only leave files out that it knows. One that no segment covers,
       * such as a file saved a moment ago, is always looked into. */
      if (is_wanted[number] || !cover->is_covered[number]) kept[count++] = number;
    }
    lock_give(&files->lock);
    if (says_something) *choice = (TextChoice){kept, count};
    free(is_wanted);
  }
  text_segments_unref(set);
  return says_something;
}
