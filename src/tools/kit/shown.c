/* Counts as read. */
#include "src/tools/kit/tool_internal.h"

Str tool_count(Arena *arena, int64_t count) {
  Str digits = str_format(arena, "%lld", (long long)count);
  Buf buf;
  buf_init(&buf, arena, 2 * digits.len);
  for (size_t i = 0; i < digits.len; i++) {
    if (i && (digits.len - i) % 3 == 0) buf_add_byte(&buf, ',');
    buf_add_byte(&buf, digits.ptr[i]);
  }
  return buf_str(&buf);
}
