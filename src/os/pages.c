#include "src/os/pages.h"

#include <assert.h>
#include <stdint.h>
#include <sys/mman.h>

#include "src/base/lock.h"

#define LARGE_PAGE ((size_t)2 << 20)
#define WHOLE ((size_t)32 << 20)
enum { UNITS = WHOLE / PAGES_LEAST, WORD = 64 };

static struct {
  Lock lock;
  char *bytes; /* NULL: not asked for yet, or refused */
  bool is_asked, is_kept;
  size_t first;                /* no unit before it is free */
  uint64_t used[UNITS / WORD]; /* a bit per unit */
} pages = {.lock = LOCK_READY};

static bool is_used(size_t unit) { return pages.used[unit / WORD] >> (unit % WORD) & 1; }

static void mark(size_t from, size_t count, bool used) {
  for (size_t unit = from; unit < from + count; unit++) {
    uint64_t bit = (uint64_t)1 << (unit % WORD);
    if (used) pages.used[unit / WORD] |= bit;
    else pages.used[unit / WORD] &= ~bit;
  }
}

/* How many units from here on are free, as far as it matters. */
static size_t count_free(size_t from, size_t most) {
  size_t count = 0;
  while (count < most && from + count < UNITS && !is_used(from + count)) count++;
  return count;
}

/* The lowest place where so many fit; UNITS: there is none. */
static size_t find_free(size_t count) {
  while (pages.first < UNITS && is_used(pages.first)) pages.first++;
  for (size_t unit = pages.first; unit + count <= UNITS;) {
    if (!(unit % WORD) && pages.used[unit / WORD] == UINT64_MAX) {
      unit += WORD;
      continue;
    }
    size_t free = count_free(unit, count);
    if (free == count) return unit;
    unit += free + 1;
  }
  return UNITS;
}

/* Aligned, so that all of it can be large pages. Addresses alone: a page is the
 * system's until it is touched. */
static void ask(void) {
  pages.is_asked = true;
  char *bytes = mmap(NULL, WHOLE + LARGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (bytes == MAP_FAILED) return;
  char *aligned = bytes + (LARGE_PAGE - (uintptr_t)bytes % LARGE_PAGE) % LARGE_PAGE;
  (void)madvise(aligned, WHOLE, MADV_HUGEPAGE); /* where there are none, small ones will do */
  pages.bytes = aligned;
}

static size_t units_of(size_t size) { return (size + PAGES_LEAST - 1) / PAGES_LEAST; }

static size_t unit_of(const void *block) {
  size_t at = (size_t)((const char *)block - pages.bytes);
  assert(at < WHOLE && at % PAGES_LEAST == 0);
  return at / PAGES_LEAST;
}

static void return_units(size_t from, size_t count) { (void)madvise(pages.bytes + from * PAGES_LEAST, count * PAGES_LEAST, MADV_DONTNEED); }

void *pages_take(size_t *size) {
  if (*size < PAGES_LEAST || *size > WHOLE) return NULL;
  size_t count = units_of(*size);
  void *block = NULL;
  lock_take(&pages.lock);
  if (pages.is_kept && !pages.is_asked) ask();
  size_t unit = pages.is_kept && pages.bytes ? find_free(count) : UNITS;
  if (unit < UNITS) {
    mark(unit, count, true);
    block = pages.bytes + unit * PAGES_LEAST;
    *size = count * PAGES_LEAST;
  }
  lock_give(&pages.lock);
  return block;
}

bool pages_grow(void *block, size_t size, size_t *new_size) {
  size_t old = units_of(size), count = units_of(*new_size);
  lock_take(&pages.lock);
  size_t behind = unit_of(block) + old;
  bool has_room = count >= old && pages.is_kept && count_free(behind, count - old) == count - old;
  if (has_room) {
    mark(behind, count - old, true);
    *new_size = count * PAGES_LEAST;
  }
  lock_give(&pages.lock);
  return has_room;
}

void pages_give(void *block, size_t size) {
  lock_take(&pages.lock);
  size_t unit = unit_of(block), count = units_of(size);
  mark(unit, count, false);
  if (unit < pages.first) pages.first = unit;
  if (!pages.is_kept) return_units(unit, count);
  lock_give(&pages.lock);
}

void pages_keep(void) {
  static const ArenaOutside outside = {.take = pages_take, .grow = pages_grow, .give = pages_give};
  lock_take(&pages.lock);
  pages.is_kept = true;
  lock_give(&pages.lock);
  arena_outside(&outside);
}

void pages_return(void) {
  lock_take(&pages.lock);
  bool had = pages.is_kept && pages.bytes;
  pages.is_kept = false;
  for (size_t unit = 0, free; had && unit < UNITS; unit += free + 1) {
    free = count_free(unit, UNITS);
    if (free) return_units(unit, free);
  }
  lock_give(&pages.lock);
}
