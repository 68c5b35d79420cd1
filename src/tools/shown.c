/* Text from outside as a part of one line of ours, and counts as read. */
#include "src/tools/tool_internal.h"

Str tool_cut(Str text, size_t max) {
  if (text.len <= max) return text;
  size_t cut = max;
  while (cut && max - cut < 3 && ((unsigned char)text.ptr[cut] & 0xC0) == 0x80) cut--;
  return str_slice(text, 0, cut);
}

Str tool_shown(Arena *arena, Str text, size_t max) {
  Str part = tool_cut(text, max);
  Str shown = str_visible(arena, part);
  Buf buf;
  buf_init(&buf, arena, shown.len * 2 + 3);
  for (size_t i = 0; i < shown.len; i++) {
    char c = shown.ptr[i];
    if (c == '\n') buf_add_c(&buf, "\\n");
    else if (c == '\t') buf_add_c(&buf, "\\t");
    else buf_add_byte(&buf, c);
  }
  if (part.len < text.len) buf_add_c(&buf, "...");
  return buf_str(&buf);
}

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
