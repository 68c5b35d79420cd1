/* Any bytes as packed numbers, words and texts. The first bytes say what is
 * read, the rest is read. Never past the end; what was good, written again, is
 * read as the same. */
#include <assert.h>
#include <stdlib.h>

#include "src/base/pack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define KINDS 8
#define STEPS_MAX 16

/* One step: reads it and, when it was good, writes it. */
static void step(PackReader *in, Buf *out, unsigned kind) {
  uint64_t number = 0;
  int64_t change = 0;
  Str text = STR_EMPTY;
  size_t left = pack_left(in);
  switch (kind % KINDS) {
    case 0: number = pack_read_number(in); break;
    case 1: number = pack_read_32(in); break;
    case 2: change = pack_read_signed(in); break;
    case 3: change = pack_read_moved(in, 1000); break;
    case 4: number = pack_read_count(in, 1 + kind / KINDS % 4); break;
    case 5: text = pack_read_text(in); break;
    case 6: number = pack_read_word32(in); break;
    default: number = pack_read_word64(in); break;
  }
  assert(pack_left(in) <= left);
  if (in->bad) {
    assert(!number && !text.len && pack_left(in) == 0);
    return;
  }
  if (kind % KINDS == 4) assert(number <= left);
  switch (kind % KINDS) {
    case 0:
    case 1:
    case 4: pack_number(out, number); break;
    case 2: pack_signed(out, change); break;
    case 3: pack_signed(out, change - 1000); break;
    case 5: pack_text(out, text); break;
    case 6: pack_word32(out, (uint32_t)number); break;
    default: pack_word64(out, number); break;
  }
}

static size_t run(Str bytes, const uint8_t *kinds, size_t count, Buf *out) {
  PackReader in = pack_reader(bytes);
  size_t good = 0;
  for (size_t i = 0; i < count; i++) {
    step(&in, out, kinds[i]);
    if (!in.bad) good++;
  }
  return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < STEPS_MAX) return 0;
  Arena arena;
  arena_init(&arena);
  /* Of its exact size, so that a step beyond it is noticed. */
  char *bytes = malloc(size - STEPS_MAX + 1);
  memcpy(bytes, data + STEPS_MAX, size - STEPS_MAX);
  Buf out, again;
  buf_init(&out, &arena, 1u << 20);
  buf_init(&again, &arena, 1u << 20);
  size_t good = run((Str){bytes, size - STEPS_MAX}, data, STEPS_MAX, &out);
  /* Counts are bounded by what follows them, which is not written again. */
  buf_add(&out, (Str){bytes, size - STEPS_MAX});
  size_t same = run(buf_str(&out), data, good, &again);
  assert(same == good);
  assert(again.len <= out.len && memcmp(again.ptr, out.ptr, again.len) == 0);
  arena_clear(&arena);
  free(bytes);
  return 0;
}
