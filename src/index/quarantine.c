/* The note of the file at hand and the list of strikes, each a file beside
 * the store. The note is written without a sync: the system keeps what a
 * process wrote when that process ends, and nothing more is needed. */
#include "src/index/quarantine_internal.h"

#include <string.h>
#include <unistd.h>

#include "src/base/hash.h"

#define STRIKES_OUT 2

/* Cheap, since it is made for every file that is parsed, and yet nobody else's. */
static uint64_t check_of(const IndexQuarantine *quarantine, const IndexStrike *strike) {
  return keep_quick(quarantine->keep, KEEP_STORE_PARSING, (Str){(const char *)strike, offsetof(IndexStrike, check)});
}

static IndexStrike strike_of(const IndexQuarantine *quarantine, Str path, uint64_t content) {
  IndexStrike strike = {.path = hash_str(path), .content = content, .count = 1};
  strike.check = check_of(quarantine, &strike);
  return strike;
}

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

static void add(IndexQuarantine *quarantine, IndexStrike strike) {
  IndexStrike *known = find(quarantine, strike.path);
  strike.count = known && known->content == strike.content ? STRIKES_OUT : 1;
  strike.check = check_of(quarantine, &strike);
  if (known) forget(quarantine, known);
  while (quarantine->strikes.len >= INDEX_QUARANTINE_MAX) forget(quarantine, quarantine->strikes.items);
  *vec_add(&quarantine->arena, &quarantine->strikes) = strike;
  quarantine->is_changed = true;
}

static void read_strikes(Job *job, IndexQuarantine *quarantine) {
  Str text;
  size_t max = INDEX_QUARANTINE_MAX * sizeof(IndexStrike);
  if (keep_read(job, quarantine->keep, KEEP_PART(KEEP_STORE_STRIKES, quarantine->part), max, &text)) return;
  for (size_t at = 0; at + sizeof(IndexStrike) <= text.len; at += sizeof(IndexStrike)) {
    IndexStrike strike;
    memcpy(&strike, text.ptr + at, sizeof(strike));
    if (strike.check == check_of(quarantine, &strike)) *vec_add(&quarantine->arena, &quarantine->strikes) = strike;
  }
}

static void write_strikes(IndexQuarantine *quarantine) {
  Job job;
  Str text = {(const char *)quarantine->strikes.items, quarantine->strikes.len * sizeof(IndexStrike)};
  job_init(&job, &quarantine->arena);
  KeepName name = KEEP_PART(KEEP_STORE_STRIKES, quarantine->part);
  Err err = text.len ? keep_write(&job, quarantine->keep, name, text) : keep_remove(&job, quarantine->keep, name);
  quarantine->is_changed = err != OK;
}

static void put_note(IndexQuarantine *quarantine, unsigned slot, IndexStrike note) {
  off_t at = (off_t)(slot * sizeof(note));
  ssize_t put = quarantine->note_fd < 0 ? 0 : pwrite(quarantine->note_fd, &note, sizeof(note), at);
  (void)put; /* not noted: a crash is not counted */
}

/* The notes go first: killed in between, strikes are lost, not doubled. Zeros
 * instead of a cut: a file that was cut is flushed to the disk when it is
 * closed, by some file systems. */
static void take_notes(IndexQuarantine *quarantine) {
  IndexStrike notes[INDEX_QUARANTINE_SLOTS], none[INDEX_QUARANTINE_SLOTS] = {0};
  ssize_t got = pread(quarantine->note_fd, notes, sizeof(notes), 0);
  size_t count = got > 0 ? (size_t)got / sizeof(*notes) : 0;
  if (!count || memcmp(notes, none, count * sizeof(*notes)) == 0) return;
  if (pwrite(quarantine->note_fd, none, (size_t)got, 0) != got) return;
  for (size_t i = 0; i < count; i++) {
    if (notes[i].path && notes[i].check == check_of(quarantine, &notes[i])) add(quarantine, notes[i]);
  }
  if (quarantine->is_changed) write_strikes(quarantine);
}

void index_quarantine_open(Keep *keep, Str part, IndexQuarantine *ret_quarantine) {
  Job job;
  IndexQuarantine *quarantine = ret_quarantine;
  *quarantine = (IndexQuarantine){.note_fd = -1, .keep = keep_ref(keep)};
  pthread_mutex_init(&quarantine->lock, NULL);
  pthread_rwlock_init(&quarantine->alone, NULL);
  arena_init(&quarantine->arena);
  job_init(&job, &quarantine->arena);
  quarantine->part = str_copy(&quarantine->arena, part);
  read_strikes(&job, quarantine);
  job_forgive(&job);
  if (keep_open_file(&job, keep, KEEP_PART(KEEP_STORE_PARSING, part), true, &quarantine->note_fd)) {
    quarantine->note_fd = -1;
    return;
  }
  take_notes(quarantine);
}

void index_quarantine_close(IndexQuarantine *quarantine) {
  if (quarantine->is_changed) write_strikes(quarantine);
  if (quarantine->note_fd >= 0) close(quarantine->note_fd);
  keep_close(quarantine->keep);
  pthread_mutex_destroy(&quarantine->lock);
  pthread_rwlock_destroy(&quarantine->alone);
  arena_clear(&quarantine->arena);
}

bool index_quarantine_holds(IndexQuarantine *quarantine, Str path, uint64_t content) {
  bool held = false;
  pthread_mutex_lock(&quarantine->lock);
  IndexStrike *strike = quarantine->strikes.len ? find(quarantine, hash_str(path)) : NULL;
  if (strike && strike->content == content) held = strike->count >= STRIKES_OUT;
  else if (strike) forget(quarantine, strike);
  pthread_mutex_unlock(&quarantine->lock);
  return held;
}

void index_quarantine_enter(IndexQuarantine *quarantine, unsigned slot, Str path, uint64_t content) {
  IndexStrike note = strike_of(quarantine, path, content);
  pthread_mutex_lock(&quarantine->lock);
  bool is_suspect = quarantine->strikes.len && find(quarantine, note.path);
  pthread_mutex_unlock(&quarantine->lock);
  if (is_suspect) pthread_rwlock_wrlock(&quarantine->alone);
  else pthread_rwlock_rdlock(&quarantine->alone);
  quarantine->inside[slot] = note;
  put_note(quarantine, slot, note);
}

static void forgive(IndexQuarantine *quarantine, unsigned slot) {
  pthread_mutex_lock(&quarantine->lock);
  IndexStrike *strike = quarantine->strikes.len ? find(quarantine, quarantine->inside[slot].path) : NULL;
  if (strike) forget(quarantine, strike);
  pthread_mutex_unlock(&quarantine->lock);
}

void index_quarantine_leave(IndexQuarantine *quarantine, unsigned slot, bool survived) {
  put_note(quarantine, slot, (IndexStrike){0});
  pthread_rwlock_unlock(&quarantine->alone);
  if (survived) forgive(quarantine, slot);
}

void index_quarantine_turn(IndexQuarantine *quarantine, unsigned slot, Str path, uint64_t content, bool survived) {
  if (survived) forgive(quarantine, slot);
  quarantine->inside[slot] = strike_of(quarantine, path, content);
  put_note(quarantine, slot, quarantine->inside[slot]);
}
