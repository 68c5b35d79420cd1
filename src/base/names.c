/* Names: the texts one behind the other, the n-th name's place, and a table
 * from text to number. Made for millions of them: a name costs its text and
 * some twenty-four bytes. What was interned never moves, so that texts are read
 * without a lock; interning first looks with the shared lock only, since most
 * names have been seen before. */
#include "src/base/names.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/hash.h"
#include "src/base/lock.h"
#include "src/base/pack.h"
#include "src/base/room.h"

enum {
  FIRST_SLOTS = 64,
  FIRST_PLACES = 64, /* a block of places has twice as many as the one before */
  PLACE_BLOCKS = 27,
  PIECE_FIRST = 1 << 10, /* texts come in pieces, larger and larger ones */
  PIECE_LARGEST = 1 << 18
};

typedef struct Piece {
  struct Piece *next;
  size_t size; /* with this head */
  char bytes[];
} Piece;

/* Beside each other: finding a name waits for memory, and for little else. */
typedef struct Slot {
  uint32_t id;   /* 0: free */
  uint32_t hash; /* the lowest bits chose the slot */
} Slot;

typedef struct Made {
  struct Made *next;
  NamesMake *make;
  const void *of;
  void *made;
} Made;

struct Names {
  LockShared lock;
  Piece *pieces;
  char *at, *end; /* what is free of the newest piece */
  size_t piece_size;
  const char **places[PLACE_BLOCKS]; /* of the length, then the text; each block made before its first name */
  atomic_uint count;
  Slot *slots;
  size_t slot_count;
  uint64_t salt;
  _Atomic(Made *) made; /* the newest first; a handful */
};

/* Names in a stranger's files must not be chosen so that they all meet in one
 * slot, so slots depend on where the system happened to load us. */
static uint64_t make_salt(const Names *names) {
  static const char here;
  return hash_combine((uint64_t)(uintptr_t)&here, (uint64_t)(uintptr_t)names) | 1;
}

Names *names_open(void) {
  Names *names = arena_heap_alloc(sizeof *names);
  lock_shared_init(&names->lock);
  names->piece_size = PIECE_FIRST;
  names->salt = make_salt(names);
  return names;
}

static size_t place_bytes(unsigned block) { return ((size_t)FIRST_PLACES << block) * sizeof(const char *); }

static void free_slots(Names *names) {
  room_free(names->slots, names->slot_count * sizeof *names->slots);
}

void names_close(Names *names) {
  lock_shared_clear(&names->lock);
  for (Piece *piece = names->pieces, *next; piece; piece = next) {
    next = piece->next;
    room_free(piece, piece->size);
  }
  for (unsigned i = 0; i < PLACE_BLOCKS; i++) room_free(names->places[i], place_bytes(i));
  free_slots(names);
  for (Made *made = atomic_load(&names->made), *next; made; made = next) {
    next = made->next;
    free(made->made);
    free(made);
  }
  free(names);
}

/* ---- texts ---- */

/* The block of an id, and its place inside. */
static unsigned block_of(uint32_t id, size_t *ret_at) {
  uint64_t number = (uint64_t)id - 1 + FIRST_PLACES;
  unsigned block = 63 - (unsigned)__builtin_clzll(number / FIRST_PLACES);
  *ret_at = (size_t)(number - ((uint64_t)FIRST_PLACES << block));
  return block;
}

static Str text_at(const char *place) {
  uint64_t len;
  const uint8_t *text = pack_load_number((const uint8_t *)place, &len);
  return (Str){(const char *)text, (size_t)len};
}

static Str text_of(const Names *names, uint32_t id) {
  size_t at;
  unsigned block = block_of(id, &at);
  return text_at(names->places[block][at]);
}

/* Texts longer than a piece get one of their own. */
static char *room_for(Names *names, size_t bytes) {
  if (bytes > (size_t)(names->end - names->at)) {
    size_t size = bytes > names->piece_size ? bytes : names->piece_size;
    Piece *piece = room_grow(NULL, 0, sizeof *piece + size);
    piece->size = sizeof *piece + size;
    piece->next = names->pieces;
    names->pieces = piece;
    names->at = piece->bytes;
    names->end = piece->bytes + size;
    if (names->piece_size < PIECE_LARGEST) names->piece_size *= 2;
  }
  char *room = names->at;
  names->at += bytes;
  return room;
}

static const char *keep_text(Names *names, Str text) {
  uint8_t head[PACK_NUMBER_MAX];
  size_t head_len = (size_t)(pack_put_number(head, text.len) - head);
  char *place = room_for(names, head_len + text.len);
  memcpy(place, head, head_len);
  if (text.len) memcpy(place + head_len, text.ptr, text.len);
  return place;
}

/* ---- the table ---- */

static uint32_t slot_hash(const Names *names, Str text) {
  uint64_t hash = hash_str(text) * names->salt;
  return (uint32_t)(hash ^ hash >> 32);
}

static size_t find_slot(const Names *names, Str text, uint32_t hash) {
  size_t mask = names->slot_count - 1;
  size_t at = hash & mask;
  for (; names->slots[at].id; at = (at + 1) & mask) {
    if (names->slots[at].hash == hash && str_eq(text_of(names, names->slots[at].id), text)) break;
  }
  return at;
}

/* Without a look at the texts, which are all over the memory. */
static void grow_slots(Names *names) {
  size_t count = names->slot_count ? names->slot_count * 2 : FIRST_SLOTS, mask = count - 1;
  Slot *slots = room_grow(NULL, 0, count * sizeof *slots);
  for (size_t i = 0; i < names->slot_count; i++) {
    size_t at = names->slots[i].hash & mask;
    if (!names->slots[i].id) continue;
    while (slots[at].id) at = (at + 1) & mask;
    slots[at] = names->slots[i];
  }
  free_slots(names);
  names->slots = slots;
  names->slot_count = count;
}

/* With the lock. The count is raised last (release): whoever sees the id
 * (acquire) sees its place and text, without a lock. */
static uint32_t add(Names *names, Str text, uint32_t hash) {
  uint32_t id = atomic_load_explicit(&names->count, memory_order_relaxed) + 1;
  if (id == UINT32_MAX) abort();
  if ((size_t)id * 4 > names->slot_count * 3) grow_slots(names);
  size_t at, slot = find_slot(names, text, hash);
  unsigned block = block_of(id, &at);
  if (!names->places[block]) {
    names->places[block] = room_grow(NULL, 0, place_bytes(block));
  }
  names->places[block][at] = keep_text(names, text);
  names->slots[slot] = (Slot){id, hash};
  atomic_store_explicit(&names->count, id, memory_order_release);
  return id;
}

static NameId find_locked(const Names *names, Str text, uint32_t hash) {
  return (NameId){names->slot_count ? names->slots[find_slot(names, text, hash)].id : 0};
}

NameId names_find(Names *names, Str text) {
  uint32_t hash = slot_hash(names, text);
  lock_shared_read(&names->lock);
  NameId id = find_locked(names, text, hash);
  lock_shared_give(&names->lock);
  return id;
}

NameId names_intern(Names *names, Str text) {
  uint32_t hash = slot_hash(names, text);
  lock_shared_read(&names->lock);
  NameId id = find_locked(names, text, hash);
  lock_shared_give(&names->lock);
  if (id.value) return id;
  lock_shared_write(&names->lock);
  id = find_locked(names, text, hash); /* somebody else may have been faster */
  if (!id.value) id.value = add(names, text, hash);
  lock_shared_give(&names->lock);
  return id;
}

/* Without a lock: what is below the count never changes. */
Str names_text(Names *names, NameId id) {
  uint32_t count = atomic_load_explicit(&names->count, memory_order_acquire);
  return id.value && id.value <= count ? text_of(names, id.value) : STR_EMPTY;
}

size_t names_count(Names *names) { return atomic_load_explicit(&names->count, memory_order_acquire); }

/* Without a lock: two threads may make the same, and one of the two is found. */
const void *names_made(Names *names, NamesMake *make, const void *of) {
  Made *newest = atomic_load_explicit(&names->made, memory_order_acquire);
  for (const Made *made = newest; made; made = made->next) {
    if (made->make == make && made->of == of) return made->made;
  }
  Made *made = arena_heap_alloc(sizeof *made);
  *made = (Made){newest, make, of, make(names, of)};
  while (!atomic_compare_exchange_weak_explicit(&names->made, &made->next, made, memory_order_release, memory_order_relaxed)) continue;
  return made->made;
}
