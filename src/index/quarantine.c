/* The notes of files at hand and the list of strikes, each a file beside the
 * store. Notes are written without a sync: the system keeps what a process
 * wrote when that process ends, and nothing more is needed. Behind the notes
 * stand how the process ended, written by the handler of a fault, and how often
 * the kernel had ended processes for memory when it began. */
#include "src/index/quarantine_internal.h"

#include <assert.h>
#include <string.h>

#include "src/base/hash.h"
#include "src/os/descriptor.h"
#include "src/os/fault.h"
#include "src/os/segment.h"

/* Records of the file of notes. */
enum { RECORD_END = INDEX_QUARANTINE_SLOTS, RECORD_MEMORY, RECORDS };
/* What a note says in place of a count. */
enum { NOTE_AT_HAND = 1, NOTE_FAULT = 2 };

/* Of this thread, for the handler of a fault. */
static __thread const IndexQuarantine *at_hand_in;
static __thread unsigned at_hand_slot;

/* Notes lie in a folder that others may write to: each carries a check that
 * only this user's processes can make, or a repository could come with a
 * list of files to be left out. A quick one, since a note is written for
 * every file that is parsed, and in the handler of a fault. */
static uint64_t check_of(const IndexQuarantine *quarantine, const IndexStrike *strike) {
  return keep_quick(quarantine->keep, KEEP_STORE_PARSING, (Str){(const char *)strike, offsetof(IndexStrike, check)});
}

static IndexStrike sealed(const IndexQuarantine *quarantine, IndexStrike strike) {
  strike.check = check_of(quarantine, &strike);
  return strike;
}

static IndexStrike note_of(const IndexQuarantine *quarantine, Str path, uint64_t content) {
  return sealed(quarantine, (IndexStrike){.path = hash_str(path), .content = content, .count = NOTE_AT_HAND});
}

static bool is_sound(const IndexQuarantine *quarantine, const IndexStrike *strike) {
  return strike->path && strike->check == check_of(quarantine, strike);
}

/* A walk over the whole list: it holds at most INDEX_QUARANTINE_MAX, and
 * usually nothing. */
static IndexStrike *find(IndexQuarantine *quarantine, uint64_t path) {
  for (size_t i = 0; i < quarantine->strikes.len; i++) {
    if (quarantine->strikes.items[i].path == path) return &quarantine->strikes.items[i];
  }
  return NULL;
}

static void forget(IndexQuarantine *quarantine, IndexStrike *strike) {
  IndexStrike *end = quarantine->strikes.items + quarantine->strikes.len--;
  memmove(strike, strike + 1, (size_t)(end - strike - 1) * sizeof(*strike));
  quarantine->is_changed = true;
}

/* `strikes` 0: it is only suspected. */
static void add(IndexQuarantine *quarantine, const IndexStrike *note, uint64_t strikes) {
  IndexStrike *known = find(quarantine, note->path);
  uint64_t count = strikes + (known && known->content == note->content ? known->count : 0);
  if (count > INDEX_QUARANTINE_OUT) count = INDEX_QUARANTINE_OUT;
  if (known) forget(quarantine, known);
  while (quarantine->strikes.len >= INDEX_QUARANTINE_MAX) forget(quarantine, quarantine->strikes.items);
  *vec_add(&quarantine->arena, &quarantine->strikes) =
      sealed(quarantine, (IndexStrike){.path = note->path, .content = note->content, .count = count});
  quarantine->is_changed = true;
}

#define STRIKES_MAX ((size_t)INDEX_QUARANTINE_MAX * (16 + PACK_NUMBER_MAX)) /* bytes */

static SegmentForm form_of(const IndexQuarantine *quarantine) {
  return (SegmentForm){KEEP_PART(KEEP_STORE_STRIKES, quarantine->part), 1, 0};
}

/* What does not check out is passed over; a damaged list is an empty one. */
static void read_strikes(Job *job, IndexQuarantine *quarantine) {
  Str text;
  SegmentForm form = form_of(quarantine);
  if (segment_load(job, quarantine->keep, &form, STRIKES_MAX, &text)) {
    job_forgive(job);
    return;
  }
  for (PackReader in = pack_reader(text); pack_left(&in);) {
    IndexStrike strike = {.path = pack_read_word64(&in), .content = pack_read_word64(&in), .count = pack_read_number(&in)};
    if (!in.bad && strike.path) *vec_add(&quarantine->arena, &quarantine->strikes) = sealed(quarantine, strike);
  }
}

static void write_strikes(IndexQuarantine *quarantine) {
  Job job;
  Buf out;
  SegmentForm form = form_of(quarantine);
  job_init(&job, &quarantine->arena);
  buf_init(&out, job.arena, STRIKES_MAX);
  for (size_t i = 0; i < quarantine->strikes.len; i++) {
    pack_word64(&out, quarantine->strikes.items[i].path);
    pack_word64(&out, quarantine->strikes.items[i].content);
    pack_number(&out, quarantine->strikes.items[i].count);
  }
  Str text = buf_str(&out);
  Err err = text.len ? segment_write(&job, quarantine->keep, &form, &text, 1) : keep_remove(&job, quarantine->keep, form.name);
  quarantine->is_changed = err != OK;
}

/* Into the file at once, since nothing after a fault is sure to run; not to
 * the disk, since the kernel outlives the process. Also called in the
 * handler of a fault, so nothing but a write. */
static void put_note(const IndexQuarantine *quarantine, unsigned slot, IndexStrike note) {
  assert(slot < RECORDS);
  if (quarantine->note_fd < 0) return;
  /* Not noted: a crash is not counted. */
  (void)descriptor_write_at(quarantine->note_fd, &note, sizeof(note), slot * sizeof(note));
}

/* Runs on the thread at fault, in a signal handler. Writes down that the
 * process ended by a fault, and whose: only the file at hand on this thread
 * is guilty, the others were merely there. */
static void tell_fault(void *context, int number) {
  const IndexQuarantine *quarantine = context;
  put_note(quarantine, RECORD_END, sealed(quarantine, (IndexStrike){.path = (uint64_t)number, .count = NOTE_FAULT}));
  if (at_hand_in != quarantine) return;
  IndexStrike note = quarantine->inside[at_hand_slot];
  note.count = NOTE_FAULT;
  put_note(quarantine, at_hand_slot, sealed(quarantine, note));
}

/* How often the kernel had ended a process for memory when this one began. */
static IndexStrike memory_now(const IndexQuarantine *quarantine) {
  FaultMemory memory;
  if (!fault_memory(&memory)) return (IndexStrike){0};
  return sealed(quarantine, (IndexStrike){.path = memory.boot, .content = memory.kills});
}

/* Such an end leaves no word behind; but nobody else's is known to have come. */
static bool was_for_memory(const IndexQuarantine *quarantine, const IndexStrike *then, const IndexStrike *now) {
  return is_sound(quarantine, then) && is_sound(quarantine, now) && then->path == now->path && then->content != now->content;
}

/* What the last process was doing when it ended. Only an end by a fault, or by
 * the kernel for lack of memory, counts: a process that was killed by its user,
 * or a machine that lost power, says nothing about the files.
 *
 * The notes go first: killed in between, strikes are lost, not doubled.
 * Zeros instead of a cut, because some file systems flush a file that was
 * cut when it is closed. */
static void take_notes(IndexQuarantine *quarantine) {
  IndexStrike notes[RECORDS] = {0}, none[RECORDS] = {0}, now = memory_now(quarantine);
  /* A file that is new holds fewer: the others are none. */
  (void)descriptor_read_at(quarantine->note_fd, notes, sizeof(notes), 0);
  const IndexStrike *end = &notes[RECORD_END];
  bool is_fault = is_sound(quarantine, end);
  bool is_memory = !is_fault && was_for_memory(quarantine, &notes[RECORD_MEMORY], &now);
  if (memcmp(&notes[RECORD_MEMORY], &now, sizeof(now)) != 0) put_note(quarantine, RECORD_MEMORY, now);
  size_t size = RECORD_MEMORY * sizeof(*notes);
  if (memcmp(notes, none, size) == 0) return;
  if (!descriptor_write_at(quarantine->note_fd, none, size, 0)) return;
  for (size_t i = 0; i < INDEX_QUARANTINE_SLOTS && (is_fault || is_memory); i++) {
    if (is_sound(quarantine, &notes[i])) add(quarantine, &notes[i], is_memory || notes[i].count == NOTE_FAULT);
  }
  if (quarantine->is_changed) write_strikes(quarantine);
}

/* Without notes. */
static void open_strikes(Keep *keep, Str part, IndexQuarantine *quarantine) {
  Job job;
  *quarantine = (IndexQuarantine){.note_fd = -1, .keep = keep_ref(keep)};
  lock_init(&quarantine->lock);
  lock_shared_init(&quarantine->alone);
  arena_init(&quarantine->arena);
  job_init(&job, &quarantine->arena);
  quarantine->part = str_copy(&quarantine->arena, part);
  read_strikes(&job, quarantine);
}

void index_quarantine_open(Keep *keep, Str part, IndexQuarantine *ret_quarantine) {
  Job job;
  IndexQuarantine *quarantine = ret_quarantine;
  open_strikes(keep, part, quarantine);
  job_init(&job, &quarantine->arena);
  if (keep_open_file(&job, keep, KEEP_PART(KEEP_STORE_PARSING, part), true, &quarantine->note_fd)) {
    quarantine->note_fd = -1;
    return;
  }
  take_notes(quarantine);
  fault_on(tell_fault, quarantine);
}

void index_quarantine_close(IndexQuarantine *quarantine) {
  fault_off(quarantine);
  if (quarantine->is_changed) write_strikes(quarantine);
  descriptor_close(quarantine->note_fd);
  keep_close(quarantine->keep);
  lock_clear(&quarantine->lock);
  lock_shared_clear(&quarantine->alone);
  arena_clear(&quarantine->arena);
}

/* For a build from scratch, which is how a user says "try again". */
void index_quarantine_pardon(Keep *keep, Str part) {
  IndexQuarantine quarantine;
  open_strikes(keep, part, &quarantine);
  for (size_t i = quarantine.strikes.len; i-- > 0;) {
    IndexStrike *strike = &quarantine.strikes.items[i];
    if (strike->count >= INDEX_QUARANTINE_OUT) forget(&quarantine, strike);
  }
  index_quarantine_close(&quarantine);
}

size_t index_quarantine_list(Job *job, Keep *keep, Str part, const IndexStrike **ret_strikes) {
  IndexQuarantine quarantine;
  open_strikes(keep, part, &quarantine);
  size_t count = quarantine.strikes.len;
  *ret_strikes = arena_copy(job->arena, quarantine.strikes.items, count * sizeof(IndexStrike));
  index_quarantine_close(&quarantine);
  return count;
}

/* Other contents: the file has changed since and starts anew. */
bool index_quarantine_holds(IndexQuarantine *quarantine, Str path, uint64_t content) {
  bool held = false;
  lock_take(&quarantine->lock);
  IndexStrike *strike = quarantine->strikes.len ? find(quarantine, hash_str(path)) : NULL;
  if (strike && strike->content == content) held = strike->count >= INDEX_QUARANTINE_OUT;
  else if (strike) forget(quarantine, strike);
  lock_give(&quarantine->lock);
  return held;
}

/* A file that is suspected runs alone, so that if the process ends again
 * there is no doubt about which file it was. */
void index_quarantine_enter(IndexQuarantine *quarantine, unsigned slot, Str path, uint64_t content) {
  assert(slot < INDEX_QUARANTINE_SLOTS);
  IndexStrike note = note_of(quarantine, path, content);
  lock_take(&quarantine->lock);
  bool is_suspect = quarantine->strikes.len && find(quarantine, note.path);
  lock_give(&quarantine->lock);
  if (is_suspect) lock_shared_write(&quarantine->alone);
  else lock_shared_read(&quarantine->alone);
  quarantine->inside[slot] = note;
  put_note(quarantine, slot, note);
  fault_prepare_thread();
  at_hand_slot = slot;
  at_hand_in = quarantine;
}

static void forgive(IndexQuarantine *quarantine, unsigned slot) {
  lock_take(&quarantine->lock);
  IndexStrike *strike = quarantine->strikes.len ? find(quarantine, quarantine->inside[slot].path) : NULL;
  if (strike) forget(quarantine, strike);
  lock_give(&quarantine->lock);
}

/* A file that was gone through without harm is no suspect any more. */
void index_quarantine_leave(IndexQuarantine *quarantine, unsigned slot, bool survived) {
  at_hand_in = NULL;
  put_note(quarantine, slot, (IndexStrike){0});
  lock_shared_give(&quarantine->alone);
  if (survived) forgive(quarantine, slot);
}

/* Another file is at hand for a while (a dependency that resolution leads
 * to); the lock stays as it is. */
void index_quarantine_turn(IndexQuarantine *quarantine, unsigned slot, Str path, uint64_t content, bool survived) {
  if (survived) forgive(quarantine, slot);
  quarantine->inside[slot] = note_of(quarantine, path, content);
  put_note(quarantine, slot, quarantine->inside[slot]);
}
