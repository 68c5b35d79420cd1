/* Places in a text. Everything is counted from the text's beginning, with
 * marks on the way, so that a line of many megabytes is no slower than others. */
#include <string.h>

#include "src/model/text_internal.h"

#define BLOCK 4096 /* bytes from one mark to the next */

static bool is_ascii(Str text) {
  for (size_t i = 0; i < text.len; i++) {
    if ((unsigned char)text.ptr[i] >= 0x80) return false;
  }
  return true;
}

/* Bytes of the character at the start of `s`, which is not empty, and what it
 * counts. Broken bytes that are shown as one U+FFFD are one. */
static size_t step(Str s, uint32_t ret_counts[3]) {
  size_t len = (unsigned char)s.ptr[0] < 0x80 ? 1 : s.len < 4 ? s.len : 4;
  while (len > 1 && str_characters(str_slice(s, 0, len)) > 1) len--;
  bool is_whole = len > 1 && str_is_utf8(str_slice(s, 0, len));
  ret_counts[TEXT_UNIT_CHARACTER] = 1;
  ret_counts[TEXT_UNIT_UTF16] = is_whole && len == 4 ? 2 : 1;
  ret_counts[TEXT_UNIT_BYTE] = is_whole ? (uint32_t)len : (unsigned char)s.ptr[0] < 0x80 ? 1 : 3;
  return len;
}

/* Moves behind the character at the mark. */
static void advance(Str text, TextMark *mark) {
  uint32_t counts[3];
  mark->byte += (uint32_t)step(str_slice(text, mark->byte, text.len), counts);
  for (int i = 0; i < 3; i++) mark->counts[i] += counts[i];
}

void text_mark(Arena *arena, Text *text) {
  Str chars = text->chars;
  if (is_ascii(chars)) return;
  TextMark *marks = ARENA_ARRAY(arena, TextMark, chars.len / BLOCK + 1);
  TextMark at = {0};
  for (size_t i = 1; i <= chars.len / BLOCK; i++) {
    while (at.byte < i * BLOCK) advance(chars, &at);
    marks[i] = at;
  }
  text->marks = marks;
}

/* Where a line's contents end; `line` from 0. */
static size_t line_end(const Text *text, const TextLines *lines, uint32_t line) {
  size_t end = lines->starts[line + 1];
  if (line + 1 == lines->count) return end;
  end--;
  bool is_crlf = text->chars.ptr[end] == '\n' && end > lines->starts[line] && text->chars.ptr[end - 1] == '\r';
  return is_crlf ? end - 1 : end;
}

/* The last character's beginning at `byte` or before. */
static TextMark mark_before(const Text *text, size_t byte) {
  size_t block = byte / BLOCK;
  if (text->marks[block].byte > byte) block--;
  TextMark at = text->marks[block];
  for (TextMark next = at; next.byte < byte; at = next.byte <= byte ? next : at) advance(text->chars, &next);
  return at;
}

static uint64_t count_before(const Text *text, size_t byte, TextUnit unit) {
  return text->marks ? mark_before(text, byte).counts[unit] : byte;
}

/* The byte that has `count` before it, from the beginning of the text; within
 * a character its beginning; at most `end`. */
static size_t byte_after(const Text *text, uint64_t count, TextUnit unit, size_t end) {
  if (!text->marks) return count < end ? (size_t)count : end;
  size_t low = 0, high = text->chars.len / BLOCK + 1;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (text->marks[middle].counts[unit] <= count) low = middle;
    else high = middle;
  }
  TextMark at = text->marks[low];
  for (TextMark next = at; at.byte < end; at = next) {
    advance(text->chars, &next);
    if (next.counts[unit] > count) break;
  }
  return at.byte < end ? at.byte : end;
}

static size_t from_place(const Text *text, const TextLines *lines, TextPosition at, TextUnit unit) {
  if (at.line >= lines->count) return text->chars.len;
  uint64_t count = count_before(text, lines->starts[at.line], unit) + at.character;
  return byte_after(text, count, unit, line_end(text, lines, at.line));
}

static TextPosition to_place(const Text *text, const TextLines *lines, size_t byte, TextUnit unit) {
  if (byte > text->chars.len) byte = text->chars.len;
  uint32_t line = text_line_before(lines, byte);
  if (byte > line_end(text, lines, line)) byte = line_end(text, lines, line);
  uint64_t units = count_before(text, byte, unit) - count_before(text, lines->starts[line], unit);
  return (TextPosition){line, (uint32_t)units};
}

size_t text_from_point(const Text *text, TextPoint point) {
  TextPosition at = {point.line ? point.line - 1 : 0, point.column ? point.column - 1 : 0};
  return from_place(text, &text->lines, at, TEXT_UNIT_CHARACTER);
}

TextPoint text_to_point(const Text *text, size_t byte) {
  TextPosition at = to_place(text, &text->lines, byte, TEXT_UNIT_CHARACTER);
  return (TextPoint){at.line + 1, at.character + 1};
}

size_t text_from_position(const Text *text, TextPosition position, TextUnit unit) {
  return from_place(text, &text->protocol, position, unit);
}

TextPosition text_to_position(const Text *text, size_t byte, TextUnit unit) {
  return to_place(text, &text->protocol, byte, unit);
}
