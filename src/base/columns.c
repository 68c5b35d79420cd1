/* Widths by ranges, coarse where blocks are of one kind. The C library's own
 * answer depends on a locale that need not be set. */
#include "src/base/columns.h"

#include "src/base/str_internal.h"

typedef struct Range {
  uint32_t from, to;
} Range;

static const Range none[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A}, {0x064B, 0x065F}, {0x200B, 0x200F},
    {0x20D0, 0x20F0}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xE0100, 0xE01EF},
};
static const Range two[] = {
    {0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0xA4CF}, {0xA960, 0xA97C},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
    {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF},
    {0x20000, 0x3FFFD},
};

static bool is_in(uint32_t codepoint, const Range *ranges, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (codepoint >= ranges[i].from && codepoint <= ranges[i].to) return true;
  }
  return false;
}

static size_t width_of(uint32_t codepoint) {
  if (codepoint < 0x300) return 1;
  if (is_in(codepoint, none, COUNT_OF(none))) return 0;
  return is_in(codepoint, two, COUNT_OF(two)) ? 2 : 1;
}

Str columns_head(Str text, size_t columns) {
  size_t at = 0;
  for (size_t used = 0; at < text.len;) {
    size_t len;
    uint32_t codepoint;
    Str rest = str_slice(text, at, text.len);
    size_t width = str_utf8_step(rest, &len, &codepoint) ? width_of(codepoint) : 1;
    if (used + width > columns) break;
    used += width;
    at += len;
  }
  return str_slice(text, 0, at);
}

size_t columns_of(Str text) {
  size_t columns = 0;
  for (size_t at = 0; at < text.len;) {
    size_t len;
    uint32_t codepoint;
    columns += str_utf8_step(str_slice(text, at, text.len), &len, &codepoint) ? width_of(codepoint) : 1;
    at += len;
  }
  return columns;
}
