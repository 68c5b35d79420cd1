/* Places in a text. Everything is counted from the text's beginning, with
 * marks on the way, so that a line of many megabytes is no slower than others. */
#include "src/lsp/text.h"

#include <assert.h>
#include <string.h>

#define BLOCK 4096 /* bytes from one mark to the next */

static bool is_ascii(Str text) {
  for (size_t i = 0; i < text.len; i++) {
    if ((unsigned char)text.ptr[i] >= 0x80) return false;
  }
  return true;
}

/* Bytes of the character at the start of `s`, which is not empty, and what it
 * counts. Broken bytes that JSON replaces as one are one. */
static size_t step(Str s, uint32_t ret_counts[3]) {
  size_t len = (unsigned char)s.ptr[0] < 0x80 ? 1 : s.len < 4 ? s.len : 4;
  while (len > 1 && str_characters(str_slice(s, 0, len)) > 1) len--;
  bool is_whole = len > 1 && str_is_utf8(str_slice(s, 0, len));
  ret_counts[LSP_UTF32] = 1;
  ret_counts[LSP_UTF16] = is_whole && len == 4 ? 2 : 1;
  ret_counts[LSP_UTF8] = is_whole ? (uint32_t)len : (unsigned char)s.ptr[0] < 0x80 ? 1 : 3;
  return len;
}

/* Moves behind the character at the mark. */
static void advance(Str text, LspMark *mark) {
  uint32_t counts[3];
  mark->byte += (uint32_t)step(str_slice(text, mark->byte, text.len), counts);
  for (int i = 0; i < 3; i++) mark->counts[i] += counts[i];
}

static LspMark *make_marks(Arena *arena, Str text) {
  if (is_ascii(text)) return NULL;
  LspMark *marks = ARENA_ARRAY(arena, LspMark, text.len / BLOCK + 1);
  LspMark at = {0};
  for (size_t i = 1; i <= text.len / BLOCK; i++) {
    while (at.byte < i * BLOCK) advance(text, &at);
    marks[i] = at;
  }
  return marks;
}

/* The next line's beginning, or STR_NONE. */
static size_t next_start(Str text, size_t from) {
  for (size_t i = from; i < text.len; i++) {
    if (text.ptr[i] == '\n') return i + 1;
    if (text.ptr[i] == '\r') return i + 1 < text.len && text.ptr[i + 1] == '\n' ? i + 2 : i + 1;
  }
  return STR_NONE;
}

void lsp_text_take(Arena *arena, Str text, LspText *ret_text) {
  assert(text.len < UINT32_MAX);
  uint32_t lines = 1;
  for (size_t at = 0; (at = next_start(text, at)) != STR_NONE;) lines++;
  uint32_t *starts = ARENA_ARRAY(arena, uint32_t, (size_t)lines + 1);
  uint32_t line = 1;
  for (size_t at = 0; (at = next_start(text, at)) != STR_NONE;) starts[line++] = (uint32_t)at;
  starts[lines] = (uint32_t)text.len;
  *ret_text = (LspText){.text = text, .starts = starts, .lines = lines, .marks = make_marks(arena, text)};
}

/* Where a line's contents end; `line` from 0. */
static size_t line_end(const LspText *text, uint32_t line) {
  size_t end = text->starts[line + 1];
  if (line + 1 == text->lines) return end;
  end--;
  return text->text.ptr[end] == '\n' && end > text->starts[line] && text->text.ptr[end - 1] == '\r' ? end - 1 : end;
}

Str lsp_text_line(const LspText *text, uint32_t line) {
  if (!line || line > text->lines) return STR_EMPTY;
  return str_slice(text->text, text->starts[line - 1], line_end(text, line - 1));
}

/* The last line that begins at `byte` or before, from 0. */
static uint32_t line_of(const LspText *text, size_t byte) {
  uint32_t low = 0, high = text->lines;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (text->starts[middle] <= byte) low = middle;
    else high = middle;
  }
  return low;
}

/* The last character's beginning at `byte` or before. */
static LspMark mark_before(const LspText *text, size_t byte) {
  size_t block = byte / BLOCK;
  if (text->marks[block].byte > byte) block--;
  LspMark at = text->marks[block];
  for (LspMark next = at; next.byte < byte; at = next.byte <= byte ? next : at) advance(text->text, &next);
  return at;
}

static uint64_t count_before(const LspText *text, size_t byte, LspEncoding encoding) {
  return text->marks ? mark_before(text, byte).counts[encoding] : byte;
}

/* The byte that has `count` before it, from the beginning of the text; within
 * a character its beginning; at most `end`. */
static size_t byte_after(const LspText *text, uint64_t count, LspEncoding encoding, size_t end) {
  if (!text->marks) return count < end ? (size_t)count : end;
  size_t low = 0, high = text->text.len / BLOCK + 1;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (text->marks[middle].counts[encoding] <= count) low = middle;
    else high = middle;
  }
  LspMark at = text->marks[low];
  for (LspMark next = at; at.byte < end; at = next) {
    advance(text->text, &next);
    if (next.counts[encoding] > count) break;
  }
  return at.byte < end ? at.byte : end;
}

static size_t from_place(const LspText *text, uint32_t line, uint32_t units, LspEncoding encoding) {
  if (line >= text->lines) return text->text.len;
  uint64_t count = count_before(text, text->starts[line], encoding) + units;
  return byte_after(text, count, encoding, line_end(text, line));
}

static LspPosition to_place(const LspText *text, size_t byte, LspEncoding encoding) {
  if (byte > text->text.len) byte = text->text.len;
  uint32_t line = line_of(text, byte);
  if (byte > line_end(text, line)) byte = line_end(text, line);
  uint64_t units = count_before(text, byte, encoding) - count_before(text, text->starts[line], encoding);
  return (LspPosition){line, (uint32_t)units};
}

size_t lsp_text_from_point(const LspText *text, LspPoint point) {
  uint32_t line = point.line ? point.line - 1 : 0;
  return from_place(text, line, point.column ? point.column - 1 : 0, LSP_UTF32);
}

LspPoint lsp_text_to_point(const LspText *text, size_t byte) {
  LspPosition place = to_place(text, byte, LSP_UTF32);
  return (LspPoint){place.line + 1, place.character + 1};
}

size_t lsp_text_from_position(const LspText *text, LspPosition position, LspEncoding encoding) {
  return from_place(text, position.line, position.character, encoding);
}

LspPosition lsp_text_to_position(const LspText *text, size_t byte, LspEncoding encoding) {
  return to_place(text, byte, encoding);
}
