/* Texts from any bytes: what was decoded comes back, every place leads back to
 * where it was, and two texts' differences lead from one to the other. */
#include <assert.h>
#include <stdint.h>

#include "src/model/edits.h"
#include "src/model/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define PLACES 64 /* looked at in one text */

static void check_places(const Text *text) {
  size_t step = text->chars.len / PLACES + 1;
  for (size_t byte = 0; byte <= text->chars.len; byte += step) {
    size_t file = text_to_file_byte(text, byte);
    assert(text_to_file_byte(text, text_from_file_byte(text, file)) == file);
    uint32_t line = text_line_at(text, byte);
    assert(line >= 1 && line <= text->lines.count && text->lines.starts[line - 1] <= byte);
    size_t there = text_from_point(text, text_to_point(text, byte));
    assert(there <= byte && text_from_point(text, text_to_point(text, there)) == there);
    for (int unit = 0; unit < 3; unit++) {
      TextPosition position = text_to_position(text, byte, (TextUnit)unit);
      assert(text_from_position(text, position, (TextUnit)unit) <= byte);
    }
  }
}

static void check_lines(const Text *text) {
  size_t sum = 0;
  for (uint32_t line = 1; line <= text->lines.count; line++) sum += text_line(text, line).len + text_line_end(text, line).len;
  assert(sum == text->chars.len);
  assert(text_lines(text, 1, text->lines.count).len == text->chars.len);
  assert(text->protocol.count == text->lines.count + text->ends.cr);
}

static void check_edits(Arena *arena, Str before, Str after) {
  Edits there = edits_between(arena, before, after), back = edits_invert(arena, before, &there);
  assert(str_eq(edits_apply(arena, before, &there), after));
  assert(str_eq(edits_apply(arena, after, &back), before));
  Edits both = edits_compose(arena, &there, &back);
  assert(str_eq(edits_apply(arena, before, &both), before));
  Buf diff;
  buf_init(&diff, arena, (size_t)1 << 24);
  edits_show_diff(&diff, STR("a"), STR("b"), before, after);
  assert((diff.len == 0) == str_eq(before, after));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  Job job;
  Text text;
  Str bytes = {(const char *)data, size}, back;
  arena_init(&arena);
  job_init(&job, &arena);
  text_decode(&arena, bytes, &text);
  assert(str_is_utf8(text.chars));
  assert(!text_encode(&job, &text, text.chars, &back) && str_eq(back, bytes));
  check_places(&text);
  check_lines(&text);
  text_take(&arena, bytes, &text); /* broken UTF-8 too */
  check_lines(&text);
  check_edits(&arena, str_slice(bytes, 0, size / 2), str_slice(bytes, size / 2, size));
  arena_clear(&arena);
  return 0;
}
