/* Any bytes as expression, replacement and text: what is found lies in the
 * text, in order, and nothing overlaps.
 * Input: two bytes that say where the expression and the replacement end. */
#include <assert.h>

#include "src/text/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 4 || size > 600) return 0;
  Arena arena;
  Job job;
  TextRewrites found = {0};
  arena_init(&arena);
  job_init(&job, &arena);
  size_t first = 2 + (size - 2) * data[0] / 256, second = first + (size - first) * data[1] / 256;
  TextRewriting what = {.pattern = {arena_copy(&arena, data + 2, first - 2), first - 2},
                        .replacement = {arena_copy(&arena, data + first, second - first), second - first},
                        .letters = data[0] & 1 ? TEXT_CASE_IGNORED : TEXT_CASE_SENSITIVE};
  Str text = {arena_copy(&arena, data + second, size - second), size - second};
  if (!text_rewrite(&job, &what, text, &found)) {
    uint32_t end = 0;
    for (size_t i = 0; i < found.len; i++) {
      assert(found.items[i].range.from >= end && found.items[i].range.to >= found.items[i].range.from);
      end = found.items[i].range.to;
      assert(end <= text.len);
    }
  }
  arena_clear(&arena);
  return 0;
}
