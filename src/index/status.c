/* What an index tells of itself. What takes a look at everything stored, or at
 * the disk, is gathered once and kept while nothing can have changed it. */
#include <stdatomic.h>
#include <stdlib.h>

#include "src/index/index_internal.h"
#include "src/index/quarantine_internal.h"
#include "src/index/roots_internal.h"
#include "src/os/lookout.h"
#include "src/parse/parse.h"
#include "src/scan/scan.h"

#define SKIPS_SHOWN 20

static const char *describe_watch(const Index *index) {
  if (!index->store) return "not started";
  if (!index->watch) return "sweeping: changes cannot be watched here";
  switch (index->health) {
    case WATCH_PARTIAL: return "sweeping: the system's limit of watches is reached";
    case WATCH_UNSUPPORTED: return "sweeping: this file system reports no changes";
    case WATCH_GOOD:
    case WATCH_OVERFLOW: break;
  }
  return "watching";
}

typedef VEC(IndexSkip) Skips;

/* What is in quarantine and not left out as a file: files without edges, and
 * dependencies. Strikes know hashes of names only. */
static void name_strike(Job *job, const Index *index, const StoreFiles *files, uint64_t hash, Skips *skips) {
  Str path;
  for (size_t i = 0; i < files->len; i++) {
    if (index_edges_key(job->arena, files->items[i].path) != hash) continue;
    *vec_add(job->arena, skips) = (IndexSkip){.path = files->items[i].path, .reason = INDEX_SKIP_EDGES};
  }
  if (index->roots && index_roots_find(job, index->roots, hash, &path)) {
    *vec_add(job->arena, skips) = (IndexSkip){.path = path, .reason = INDEX_SKIP_DEADLY};
  }
}

static Err name_strikes(Job *job, const Index *index, StoreReader *reader, Skips *skips) {
  const IndexStrike *strikes;
  StoreFiles files = {0};
  size_t count = index_quarantine_list(job, store_keep(index->store), store_part(index->store), &strikes);
  for (size_t i = 0; i < count && skips->len < SKIPS_SHOWN; i++) {
    if (strikes[i].count < INDEX_QUARANTINE_OUT) continue;
    if (!files.len) TRY(store_list_files(job, reader, STR_EMPTY, &files));
    name_strike(job, index, &files, strikes[i].path, skips);
  }
  return OK;
}

/* What is in quarantine comes first: it is always named. */
static Err read_status(Job *job, const Index *index, StoreReader *reader, IndexStatus *status) {
  StoreFiles skipped;
  Skips skips = {0};
  TRY(store_count(job, reader, &status->counts));
  TRY(name_strikes(job, index, reader, &skips));
  TRY(store_list_skipped(job, reader, STR(SCAN_SKIP_LANGUAGE), STR(INDEX_SKIP_DEADLY), SKIPS_SHOWN, &skipped));
  for (size_t i = 0; i < status->counts.skip_count; i++) status->skipped += status->counts.skips[i].count;
  for (size_t i = 0; i < skipped.len; i++) {
    *vec_add(job->arena, &skips) = (IndexSkip){.path = skipped.items[i].path, .reason = str_to_c(job->arena, skipped.items[i].skip)};
  }
  status->skips = skips.items;
  status->skip_count = skips.len;
  return OK;
}

/* Languages whose names say that they want a standard library. */
static void list_libraries(Job *job, const Index *index, IndexStatus *status) {
  VEC(IndexLibrary) libraries = {0};
  for (size_t i = 0; i < status->counts.language_count; i++) {
    const Language *language = language_find(status->counts.languages[i].language);
    if (!language || !language->names.globals) continue;
    Str family = str_from_c(language->family ? language->family : language->name);
    bool is_listed = false;
    for (size_t k = 0; k < libraries.len; k++) is_listed |= str_eq(libraries.items[k].family, family);
    if (is_listed) continue;
    Str file = str_format(job->arena, "%.*s.facts", STR_ARG(family));
    bool is_there = index->options.library_folder.len &&
                    file_exists(file_join(job->arena, index->options.library_folder, file));
    *vec_add(job->arena, &libraries) = (IndexLibrary){family, is_there};
  }
  status->libraries = libraries.items;
  status->library_count = libraries.len;
}

/* The languages that files were not read for with this reason: "bash, yaml"; empty: none. */
static Str list_unread(Arena *arena, const IndexStatus *status, const char *why, const Language **ret_first) {
  Buf list;
  buf_init(&list, arena, 4096);
  for (size_t i = 0; i < status->counts.skip_count; i++) {
    Str name = status->counts.skips[i].reason;
    if (!str_starts_with(name, str_from_c(why))) continue;
    name = str_slice(name, strlen(why), name.len);
    if (!*ret_first) *ret_first = language_find(name);
    buf_add_format(&list, "%s%.*s", buf_str(&list).len ? ", " : "", STR_ARG(name));
  }
  return buf_str(&list);
}

/* Whoever copied the program alone, or built a part of it, has to be told: files
 * in such a language look as if nobody knew it. */
static Str unread_note(Job *job, const IndexStatus *status) {
  const Language *first = NULL;
  Str names = list_unread(job->arena, status, SCAN_SKIP_GRAMMAR, &first), why = STR_EMPTY;
  if (!names.len) return STR_EMPTY;
  Err err = first ? parse_find(job, first) : OK;
  if (err) {
    why = str_copy(job->arena, job_message(job, err));
    job_forgive(job);
  } else {
    why = STR("there was no grammar when they were looked at; 'fathom index --full' looks again");
  }
  return str_format(job->arena, "not read: %.*s: %.*s", STR_ARG(names), STR_ARG(why));
}
static Str left_out_note(Job *job, const IndexStatus *status) {
  const Language *first = NULL;
  Str names = list_unread(job->arena, status, SCAN_SKIP_LEFT_OUT, &first);
  if (!names.len) return STR_EMPTY;
  return str_format(job->arena, "not built in: %.*s: this program was made for other languages (LANGUAGES=), or without cargo, which fetches some "
                    "grammars; 'make build' makes it for all", STR_ARG(names));
}

/* What stood in the way of the index's files, and why they are not where or
 * what they usually are. */
static Err list_notes(Job *job, Store *store, IndexStatus *status) {
  VEC(Str) notes = {0};
  KeepParts refused;
  Keep *keep = store_keep(store);
  if (store_note(store).len) *vec_add(job->arena, &notes) = str_copy(job->arena, store_note(store));
  if (keep_trouble(keep).len) {
    *vec_add(job->arena, &notes) = str_format(job->arena, "the index is made anew by every process: %.*s", STR_ARG(keep_trouble(keep)));
  }
  TRY(keep_list_refused(job, keep, &refused));
  for (size_t i = 0; i < refused.len; i++) {
    *vec_add(job->arena, &notes) =
        str_format(job->arena, "set aside: '%.*s/%.*s' is nothing that fathom made; look at it and remove it",
                   STR_ARG(keep_path(keep)), STR_ARG(refused.items[i]));
  }
  Str unread = unread_note(job, status), left_out = left_out_note(job, status);
  if (unread.len) *vec_add(job->arena, &notes) = unread;
  if (left_out.len) *vec_add(job->arena, &notes) = left_out;
  status->notes = notes.items;
  status->note_count = notes.len;
  return OK;
}

/* Never 100 while work is under way: that is what its end says. */
static int percent_of(const IndexProgress *progress) {
  if (!progress->phase) return 100;
  if (!progress->total) return 0;
  int percent = (int)(progress->done * 100 / progress->total);
  return percent < 100 ? percent : 99;
}

/* Cheap enough for every answer: it takes the lock and looks at nothing
 * stored. */
void index_state(Index *index, IndexState *ret_state) {
  lock_take(&index->lock);
  *ret_state = (IndexState){.provisional = index->store && !index->complete, .behind = index->behind,
                            .percent = percent_of(&index->progress), .phase = index->progress.phase};
  lock_give(&index->lock);
}

/* ---- gathered once ---- */

/* One state of the index and of its store. */
typedef struct Moment {
  uint64_t calm;
  int64_t birth, generation;
} Moment;

/* What was found in it; never changes once it is kept. */
struct IndexGathered {
  atomic_int more; /* holders beyond the first */
  Moment moment;
  Arena arena;
  Lookout libraries; /* their folder lies elsewhere, and is looked at each time */
  IndexStatus status; /* without what is asked each time */
};

void index_gathered_unref(IndexGathered *gathered) {
  if (!gathered || atomic_fetch_sub(&gathered->more, 1) > 0) return;
  lookout_clear(&gathered->libraries);
  arena_clear(&gathered->arena);
  free(gathered);
}

static IndexGathered *gathered_open(const Index *index, const Moment *moment) {
  IndexGathered *gathered = arena_heap_alloc(sizeof *gathered);
  arena_init(&gathered->arena);
  lookout_init(&gathered->libraries, &gathered->arena);
  if (index->options.library_folder.len) lookout_add(&gathered->libraries, index->options.library_folder);
  gathered->moment = *moment;
  return gathered;
}

/* Another process may be in the middle of writing, of which this one has heard
 * nothing: then nothing is kept. `calm` was asked before the reader was taken. */
static Err find_moment(Job *job, StoreReader *reader, uint64_t calm, Moment *ret_moment) {
  int64_t complete = 0, unfinished = 0;
  Moment moment = {.calm = calm};
  *ret_moment = (Moment){0};
  if (!calm || store_reader_beneath(reader)) return OK; /* a view is one job's */
  TRY(store_get_number(job, reader, STR("complete"), &complete));
  TRY(store_get_number(job, reader, STR("unfinished"), &unfinished));
  TRY(store_get_number(job, reader, STR("birth"), &moment.birth));
  TRY(store_get_number(job, reader, STR("generation"), &moment.generation));
  if (complete && !unfinished) *ret_moment = moment;
  return OK;
}

static Str *copy_strings(Arena *arena, const Str *strings, size_t count) {
  Str *copies = ARENA_ARRAY(arena, Str, count + 1);
  for (size_t i = 0; i < count; i++) copies[i] = str_copy(arena, strings[i]);
  return copies;
}

static void copy_counts(Arena *arena, StoreCounts *counts) {
  counts->languages = arena_copy(arena, counts->languages, counts->language_count * sizeof *counts->languages);
  for (size_t i = 0; i < counts->language_count; i++) counts->languages[i].language = str_copy(arena, counts->languages[i].language);
  counts->skips = arena_copy(arena, counts->skips, counts->skip_count * sizeof *counts->skips);
  for (size_t i = 0; i < counts->skip_count; i++) counts->skips[i].reason = str_copy(arena, counts->skips[i].reason);
}

/* Of an index without siblings: with them it is never calm. */
static IndexStatus copy_status(Arena *arena, const IndexStatus *from) {
  IndexStatus to = *from;
  copy_counts(arena, &to.counts);
  to.skips = arena_copy(arena, to.skips, to.skip_count * sizeof *to.skips);
  for (size_t i = 0; i < to.skip_count; i++) {
    IndexSkip *skip = &to.skips[i];
    *skip = (IndexSkip){str_copy(arena, skip->path), str_to_c(arena, str_from_c(skip->reason)), str_copy(arena, skip->rule)};
  }
  to.libraries = arena_copy(arena, to.libraries, to.library_count * sizeof *to.libraries); /* families are the descriptors' */
  to.roots = arena_copy(arena, to.roots, to.root_count * sizeof *to.roots);
  for (size_t i = 0; i < to.root_count; i++) {
    to.roots[i].kind = str_copy(arena, to.roots[i].kind);
    to.roots[i].path = str_copy(arena, to.roots[i].path);
  }
  to.notes = copy_strings(arena, to.notes, to.note_count);
  return to;
}

static bool is_same_moment(const Moment *a, const Moment *b) {
  return a->calm == b->calm && a->birth == b->birth && a->generation == b->generation;
}

static bool take_kept(Job *job, Index *index, const Moment *moment, IndexStatus *ret_status) {
  lock_take(&index->lock);
  IndexGathered *kept = index->gathered;
  if (kept) atomic_fetch_add(&kept->more, 1);
  lock_give(&index->lock);
  bool is_good = moment->calm && kept && is_same_moment(&kept->moment, moment) && lookout_is_quiet(&kept->libraries);
  if (is_good) *ret_status = copy_status(job->arena, &kept->status);
  index_gathered_unref(kept);
  return is_good;
}

static void keep(Index *index, IndexGathered *gathered) {
  lock_take(&index->lock);
  IndexGathered *old = index->gathered;
  index->gathered = gathered;
  lock_give(&index->lock);
  index_gathered_unref(old);
}

/* Of the two folders that refused files are listed in the index hears of one. True:
 * now of both. */
static bool hears_of_refused(Job *job, Index *index) {
  Str texts = file_join(job->arena, keep_path(store_keep(index->store)), STR("text"));
  return !file_exists(texts) || watch_names(index->watch, texts);
}

/* A grammar may come to be where nobody listens. */
static bool asks_for_grammars(const IndexStatus *status) {
  for (size_t i = 0; i < status->counts.skip_count; i++) {
    if (str_starts_with(status->counts.skips[i].reason, STR(SCAN_SKIP_GRAMMAR))) return true;
  }
  return false;
}

/* What is said of an ignored directory is told with its place, so that it can be
 * changed. */
static void find_rules(Job *job, Index *index, IndexStatus *status) {
  for (size_t i = 0; i < status->skip_count; i++) {
    IndexWhy why;
    if (!str_eq_c(STR(SCAN_SKIP_IGNORED), status->skips[i].reason)) continue;
    if (index_why_left_out(job, index, status->skips[i].path, &why)) job_forgive(job);
    else status->skips[i].rule = why.rule;
  }
}

static Err gather(Job *job, Index *index, IndexStatus *status) {
  find_rules(job, index, status);
  list_libraries(job, index, status);
  if (index->roots) index_roots_list(job, index->roots, status);
  if (index->roots) index_siblings_list(job, index->roots, status);
  return list_notes(job, index->store, status);
}

/* Many rows are read, where they have to be: no work for a job that may not wait. */
static Err take_stored(Job *job, Index *index, IndexStatus *ret_status, Moment *ret_moment, bool *ret_is_kept) {
  uint64_t calm = index_calm(index);
  StoreReader *reader;
  TRY(index_reader_take(job, index, &reader));
  Err err = find_moment(job, reader, calm, ret_moment);
  *ret_is_kept = !err && take_kept(job, index, ret_moment, ret_status);
  if (!err && !*ret_is_kept) err = thread_may_wait(job);
  if (!err && !*ret_is_kept) err = read_status(job, index, reader, ret_status);
  index_reader_return(index, reader);
  return err;
}

/* What is gathered while nothing may be kept is the job's alone. */
static Err gather_to_keep(Job *job, Index *index, const Moment *moment, IndexStatus *status) {
  if (!moment->calm || !hears_of_refused(job, index)) return gather(job, index, status);
  IndexGathered *gathered = gathered_open(index, moment); /* before anything is looked at */
  Err err = gather(job, index, status);
  if (err || status->sibling_count || asks_for_grammars(status)) {
    index_gathered_unref(gathered);
    return err;
  }
  gathered->status = copy_status(&gathered->arena, status);
  keep(index, gathered);
  return OK;
}

static Err find_all(Job *job, Index *index, IndexStatus *status) {
  Moment moment;
  bool is_kept;
  TRY(take_stored(job, index, status, &moment, &is_kept));
  if (!is_kept) TRY(gather_to_keep(job, index, &moment, status));
  status->store_bytes = store_bytes(index->store, is_kept);
  return OK;
}

/* What the thread changes is read under the lock; what is stored before, without
 * it, so that a status does not hold up a refresh. */
Err index_status(Job *job, Index *index, IndexStatus *ret_status) {
  IndexStatus status = {0};
  lock_take(&index->lock);
  Store *store = index->store;
  lock_give(&index->lock);
  if (store) {
    TRY(find_all(job, index, &status));
    status.location = store_location(store);
    status.exclusive = store_is_exclusive(store);
  }
  status.root = index->options.root;
  index_state(index, &status.state);
  lock_take(&index->lock);
  status.last_refresh_ms = index->last_refresh_ms;
  status.watcher = describe_watch(index);
  status.timeless = !root_has_change_times(index->root);
  lock_give(&index->lock);
  *ret_status = status;
  return OK;
}
