/* Reads, parses and extracts what changed, on many threads, and brings it into
 * the store and the world, on one.
 *
 * A file goes through four steps, each of which may end it: reading
 * (unreadable, binary, too large), its hash (the contents are those that are
 * stored: only its stamp is noted), parsing within limits of time and
 * memory, and extraction. A file that is left out is stored as such, with
 * the reason, so that it is not tried again until it changes. */
#include <assert.h>
#include <stdatomic.h>

#include "src/base/clock.h"
#include "src/base/hash.h"
#include "src/extract/extract.h"
#include "src/index/crew_internal.h"
#include "src/index/index_internal.h"
#include "src/index/quarantine_internal.h"
#include "src/os/process.h"
#include "src/parse/parse.h"
#include "src/scan/scan.h"

#define LARGE_BYTES ((size_t)1 << 20)  /* parsed one at a time */
#define PARSE_COST 64 /* bytes of memory a byte of source takes while it is parsed */
#define WORK_KEPT ((size_t)8 << 20) /* of a member's memory, from file to file */
#define TRIM_FILES 8192 /* what was freed between blocks that stay is given back to the system so often */
#define FRESH_BYTES ((size_t)4 << 20) /* of facts in a batch of a first build: the last one is waited for */
/* Files that are far slower than files of their size usually are may take so
 * much of CPU together, in one refresh. Once that is used up each gets the usual
 * and a little more: a tree made to keep us busy costs what its size costs. */
#define ALLOWANCE_US 10000000
#define SLOW_US 100000
#define SLOW_TIMES 15 /* the usual */
#define SHORT_US 20000
#define SHORT_TIMES 3
#define USUAL_LOOKS 300 /* parsing a text takes as long as looking at each byte so often */
#define FACTS_MAX ((size_t)1 << 30)
#define SKIP_SLOW "took too long or too much memory to parse"
#define SKIP_SPENT "not parsed in the little time that other files left; `fathom index --full` tries again"

/* One refresh's reading. Members share it; what belongs to one member alone
 * is in arrays by the member's number. */
typedef struct Reading {
  IndexReading *outer;
  Job *job;
  Index *index;
  IndexWorld *world;
  const IndexChanges *changes;
  bool is_alone; /* what is made is taken at once */
  IndexQuarantine quarantine;
  Lock large; /* held while a large file is parsed */
  atomic_int_fast64_t slow_us; /* taken of the allowance */
  Parser *parsers[INDEX_CREW_MAX];
  Arena work[INDEX_CREW_MAX]; /* of the file a member has at hand */
  IndexProgress progress;
} Reading;

/* What one file came to. */
typedef struct ReadFile {
  IndexChange change; /* with what reading it told */
  StoreFile file;
  bool is_same;   /* what is stored was made from these contents */
  bool is_source; /* has facts */
  bool was_short; /* it got less time than usual: others had taken too much */
  Facts facts;
  StoreContent content;
  FactsNames names; /* of what is in it */
  ResolveAnswers answers;
} ReadFile;

/* ---- making: any thread ---- */

/* Reads the file; what keeps it from being indexed becomes its skip reason. */
static Err read_source(Job *job, Reading *reading, IndexChange *change, Str *ret_text) {
  *ret_text = STR_EMPTY;
  if (change->skip && !change->is_config) return OK;
  Err err = root_read(job, reading->index->root, change->path, SCAN_MAX_BYTES, ret_text);
  /* Busy: no descriptor is left, which says nothing about the file. */
  if (err == ERR_CANCELLED || err == ERR_TIMEOUT || err == ERR_BUSY) return err;
  if (err) {
    job_forgive(job);
    if (!change->skip) change->skip = err == ERR_TOO_LARGE ? SCAN_SKIP_LARGE : SCAN_SKIP_UNREADABLE;
    change->stamp = 0;
    *ret_text = STR_EMPTY;
  } else if (!change->skip) {
    change->skip = scan_judge_text(change->path, *ret_text, &change->language);
  }
  return OK;
}

/* Whether what is stored was made from these contents in this way. A file
 * that could not be parsed, for lack of a grammar or of time, is not tried
 * again with the same contents, although the scan, which does not parse,
 * sees no reason to leave it out. */
static bool is_known(const IndexChange *change, uint64_t hash) {
  const StoreFile *known = change->known;
  if (!known || known->hash != hash || change->is_doubted) return false;
  bool is_hopeless = str_eq(known->skip, STR(SKIP_SLOW)) || str_eq(known->skip, STR(SKIP_SPENT)) ||
                     str_starts_with(known->skip, STR(SCAN_SKIP_GRAMMAR));
  if (is_hopeless && !change->skip) return true;
  if (!str_eq_c(known->skip, change->skip ? change->skip : "")) return false;
  return change->skip || str_eq_c(known->language, change->language->name);
}

/* ---- time ---- */

static double look_us_per_kb;

/* How fast this machine is, and this build of the program. */
static void measure_looks(void) {
  enum { KB = 64, TIMES = 2 };
  static const char piece[] = "static int next(const char *at, int depth) { return at[depth + 1]; } /* and on */\n";
  Arena arena;
  Buf text;
  size_t deep = 0;
  arena_init(&arena);
  buf_init(&text, &arena, KB << 10);
  while (!text.overflow) buf_add_c(&text, piece);
  int64_t began_ns = clock_thread_ns();
  for (int i = 0; i < TIMES; i++) deep += scan_is_deep(str_slice(buf_str(&text), deep, KB << 10));
  look_us_per_kb = (double)(clock_thread_ns() - began_ns) / 1000 / (KB * TIMES);
  arena_clear(&arena);
}

/* What parsing so much usually takes here. Measured when it is asked for the
 * first time, which with most trees is never: a millisecond of every start. */
static int64_t usual_us(size_t bytes) {
  static LockOnce measured = LOCK_ONCE_READY;
  lock_once(&measured, measure_looks);
  return (int64_t)((double)((bytes >> 10) + 1) * look_us_per_kb * USUAL_LOOKS);
}

/* Within what is left of the allowance. A file that takes far longer than
 * its size explains is charged to it, and once it is used up every file gets
 * little more than the usual (read->was_short). */
static Err parse_within(Job *job, Reading *reading, Parser *parser, ReadFile *read, Str text, Syntax *ret_syntax) {
  if (index_offer_take(reading->index, read->change.language, text, job->arena, ret_syntax)) return OK;
  read->was_short = atomic_load(&reading->slow_us) > ALLOWANCE_US;
  parse_limit(parser, read->was_short ? (SHORT_US + SHORT_TIMES * usual_us(text.len)) / 1000 : 0);
  Err err = parse_text(job, parser, read->change.language, text, job->arena, ret_syntax);
  int64_t spent = parse_spent_us(parser);
  if (spent > SLOW_US && spent > SLOW_US + SLOW_TIMES * usual_us(text.len)) atomic_fetch_add(&reading->slow_us, spent);
  return err;
}

static Err parse_source(Job *job, Reading *reading, unsigned member, ReadFile *read, Str text) {
  assert(member < INDEX_CREW_MAX);
  IndexChange *change = &read->change;
  Syntax syntax;
  if (!reading->parsers[member]) reading->parsers[member] = parse_open();
  Err err = parse_within(job, reading, reading->parsers[member], read, text, &syntax);
  if (err == ERR_UNAVAILABLE || err == ERR_TOO_LARGE) {
    job_forgive(job);
    bool is_slow = parse_was_cut(reading->parsers[member]);
    const char *slow = read->was_short ? SKIP_SPENT : SKIP_SLOW;
    change->skip = err == ERR_TOO_LARGE ? SCAN_SKIP_LARGE : is_slow ? slow : scan_skip_named(SCAN_SKIP_GRAMMAR, change->language);
    return OK;
  }
  if (err) return err;
  Names *names = index_world_names(reading->world);
  TRY(extract_facts(job, job->arena, names, &(LanguageFile){change->language, &syntax, change->path}, &read->facts));
  read->is_source = true;
  return OK;
}

/* Large files wait for each other: parsing takes many times their size in
 * memory. The file is noted as being at hand, so that the next process knows
 * what this one was doing if it ends here. */
static Err make_facts(Job *job, Reading *reading, unsigned member, ReadFile *read, Str text) {
  bool is_large = text.len > LARGE_BYTES;
  if (is_large) lock_take(&reading->large);
  index_quarantine_enter(&reading->quarantine, member, read->change.path, read->file.hash);
  Err err = parse_source(job, reading, member, read, text);
  index_quarantine_leave(&reading->quarantine, member, !err);
  if (is_large) lock_give(&reading->large);
  return err;
}

void index_fill_source(Arena *arena, IndexSource *source) {
  const Facts *facts = source->facts;
  Buf data;
  Str *signatures = ARENA_ARRAY(arena, Str, facts->defs.len + 1);
  for (size_t i = 1; i < facts->defs.len; i++) {
    const Def *def = &facts->defs.items[i];
    if (def->name.value && !(def->flags & DEF_ANONYMOUS)) signatures[i] = facts_signature(arena, def, source->text);
  }
  buf_init(&data, arena, FACTS_MAX);
  source->names = facts_encode_named(&data, arena, facts);
  uint64_t *keys;
  size_t key_count;
  source->answers = resolve_answers(arena, source->file.path, source->language, facts);
  resolve_keys(arena, source->answers, &keys, &key_count);
  source->content = (StoreContent){.facts = facts, .signatures = signatures, .data = buf_str(&data), .keys = keys,
                                   .key_count = key_count};
  source->file.surface = facts_surface(arena, facts);
  source->file.broken = facts->broken;
  source->file.cut = facts->cut;
  source->file.is_test = facts->is_test;
  source->file.language = str_from_c(source->language->name);
}

static void make_content(Job *job, ReadFile *read, Str text) {
  IndexSource source = {.language = read->change.language, .facts = &read->facts, .text = text, .file = read->file};
  index_fill_source(job->arena, &source);
  read->file = source.file;
  read->content = source.content;
  read->names = source.names;
  read->answers = source.answers;
}

/* In the order of cost: most files of a sweep have other times and the same
 * contents, and end at the hash. */
static Err make_file(Job *job, Reading *reading, unsigned member, ReadFile *read) {
  IndexChange *change = &read->change;
  Str text;
  TRY(read_source(job, reading, change, &text));
  read->file = (StoreFile){.id = change->known ? change->known->id : (FileId){0}, .path = change->path, .size = change->size,
                           .mtime_ns = change->mtime_ns, .stamp = change->stamp, .hash = hash_str(text)};
  if (!change->skip && index_quarantine_holds(&reading->quarantine, change->path, read->file.hash)) {
    change->skip = INDEX_SKIP_DEADLY;
  }
  read->is_same = is_known(change, read->file.hash);
  if (!read->is_same && !change->skip) TRY(make_facts(job, reading, member, read, text));
  if (read->is_source) make_content(job, read, text);
  else if (change->is_config) read->content.data = text;
  read->file.skip = str_from_c(change->skip);
  return OK;
}

static void keep_signatures(Arena *arena, ReadFile *read) {
  size_t count = read->facts.defs.len;
  Str *signatures = arena_copy(arena, read->content.signatures, count * sizeof(Str));
  for (size_t i = 0; i < count; i++) signatures[i] = str_copy(arena, signatures[i]);
  read->content.signatures = signatures;
}

/* Out of the member's memory: what is made waits for the taker, and making it
 * took several times as much. */
static ReadFile *keep(Arena *arena, const ReadFile *made) {
  ReadFile *read = arena_copy(arena, made, sizeof *made);
  StoreContent *content = &read->content;
  content->data = str_copy(arena, content->data);
  if (!read->is_source) return read;
  facts_copy(arena, &made->facts, &read->facts);
  content->facts = &read->facts;
  read->names.ids = arena_copy(arena, read->names.ids, read->names.count * sizeof *read->names.ids);
  content->keys = arena_copy(arena, content->keys, content->key_count * sizeof *content->keys);
  read->answers = resolve_answers_copy(arena, read->answers);
  keep_signatures(arena, read);
  return read;
}

/* Works in the member's own arena and copies what is kept out of it: making
 * facts takes several times what they take in the end, and that memory
 * serves the next file. */
static Err make_item(void *context, unsigned member, Job *job, size_t item, void **ret_product) {
  Reading *reading = context;
  Arena *work = &reading->work[member];
  ReadFile read = {.change = reading->changes->changed.items[item]};
  Err err;
  if (reading->is_alone) {
    ReadFile *made = *ret_product = arena_copy(job->arena, &read, sizeof read);
    return make_file(job, reading, member, made);
  }
  {
    JOB_ARENA(job, work);
    err = make_file(job, reading, member, &read);
  }
  if (!err) *ret_product = keep(job->arena, &read);
  if (work->used > WORK_KEPT) arena_clear(work);
  else arena_reset(work);
  return err;
}

/* What is left out unread weighs nothing. */
static size_t weigh_file(void *context, size_t item) {
  const Reading *reading = context;
  const IndexChange *change = &reading->changes->changed.items[item];
  return change->skip && !change->is_config ? 0 : (size_t)change->size;
}

/* ---- taking: the index's thread ---- */

/* The store first, then the world: the world names files by ids that the
 * store gives out. A file that is no source any more is taken out of the
 * world, whatever it was. */
static Err put_file(Job *job, Reading *reading, ReadFile *read) {
  IndexBatch *batch = reading->outer->batch;
  StorePlaced placed;
  bool has_content = read->is_source || read->change.is_config;
  TRY(store_put_file(job, batch->store, &read->file, has_content ? &read->content : NULL, &placed));
  batch->bytes += read->content.data.len;
  Str path = read->change.path;
  if (!read->is_source) index_world_remove(reading->world, path, &placed);
  if (read->is_source) {
    IndexPut put = {.path = path, .language = read->change.language, .facts = &read->facts,
                    .data = read->content.data, .surface = read->file.surface, .keys = read->content.keys,
                    .key_count = read->content.key_count, .names = read->names, .answers = read->answers, .placed = &placed};
    index_world_put(reading->world, &put);
  }
  Str text = read->is_source ? (Str){NULL, 0} : read->content.data; /* else its facts are stored, not its text */
  if (read->change.is_config) index_world_put_config(reading->world, path, placed.file, text);
  return OK;
}

static void tell_file(Reading *reading, size_t item) {
  reading->progress.done++;
  reading->progress.bytes_done += weigh_file(reading, item);
  if (reading->progress.done % 16 == 0) index_tell_progress(reading->index, &reading->progress);
  if (reading->progress.done % TRIM_FILES == 0) process_trim_memory();
}

/* A file of the same contents only gets its new stamp. Everything else needs
 * the world: what the change concerns is found by comparing with what the
 * world knew. */
static Err take_file(void *context, Job *job, size_t item, void *product) {
  Reading *reading = context;
  ReadFile *read = product;
  const StoreFile *known = read->change.known; /* there is one where the contents are the same */
  tell_file(reading, item);
  if (read->is_same && known->stamp == read->file.stamp && known->size == read->file.size) return OK;
  IndexBatch *batch = reading->outer->batch;
  TRY(index_batch_begin(batch));
  reading->outer->written++;
  if (read->is_same) return store_touch_file(job, batch->store, &read->file);
  TRY(index_world_need(job, reading->world));
  TRY(put_file(job, reading, read));
  bool is_fresh = reading->outer->is_fresh;
  bool is_due = index_batch_is_due(batch, is_fresh) || (is_fresh && batch->bytes >= FRESH_BYTES);
  return is_due ? index_batch_end(batch) : OK;
}

/* Before anything is put: a file that was renamed would otherwise be there
 * twice for a moment, and names in it ambiguous. */
static Err remove_files(Reading *reading) {
  IndexBatch *batch = reading->outer->batch;
  Arena arena;
  if (!reading->changes->removed.len) return OK;
  Err err = index_world_need(reading->job, reading->world);
  arena_init(&arena);
  for (size_t i = 0; i < reading->changes->removed.len && !err; i++) {
    const IndexRemoval *removal = &reading->changes->removed.items[i];
    StorePlaced before;
    err = job_check(reading->job);
    if (!err) err = index_batch_begin(batch);
    if (!err) {
      JOB_ARENA(reading->job, &arena);
      err = store_remove_file(reading->job, batch->store, removal->id, &before);
    }
    if (!err) index_world_remove(reading->world, removal->path, &before);
    arena_reset(&arena);
  }
  arena_clear(&arena);
  return err;
}

/* Parsing takes many times the source: what is ahead of the writer is bounded
 * by memory, and large files wait for each other. */
static Err run_crew(Reading *reading) {
  size_t memory = index_memory_bytes(reading->index);
  IndexCrewWork work = {.context = reading, .count = reading->changes->changed.len,
                        .workers = index_worker_count(reading->index), .weight = weigh_file,
                        .weight_max = memory / 4 / PARSE_COST, .make = make_item, .take = take_file};
  for (size_t i = 0; i < work.count; i++) reading->progress.bytes_total += work.weight(reading, i);
  reading->is_alone = index_crew_is_alone(&work);
  reading->progress.total = work.count;
  index_tell_progress(reading->index, &reading->progress);
  return index_crew_run(reading->job, &work);
}

/* Everything that was opened is closed whatever happened; quarantine last,
 * because closing it says that no file is at hand any more. */
Err index_read_files(IndexReading *outer, const IndexChanges *changes) {
  IndexBatch *batch = outer->batch;
  Reading *reading = arena_heap_alloc(sizeof(*reading));
  *reading = (Reading){.outer = outer, .job = batch->job, .index = batch->index, .world = batch->index->world,
                       .changes = changes, .progress = {.phase = "reading files", .began_ms = job_now_ms()}};
  lock_init(&reading->large);
  for (size_t i = 0; i < INDEX_CREW_MAX; i++) arena_init(&reading->work[i]);
  Err err = remove_files(reading);
  if (!err && changes->changed.len) {
    index_quarantine_open(store_keep(batch->store), store_part(batch->store), &reading->quarantine);
    err = run_crew(reading);
    index_quarantine_close(&reading->quarantine);
  }
  for (size_t i = 0; i < INDEX_CREW_MAX; i++) {
    if (reading->parsers[i]) parse_close(reading->parsers[i]);
    arena_clear(&reading->work[i]);
  }
  lock_clear(&reading->large);
  free(reading);
  return err;
}
