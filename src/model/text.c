/* Lines of a text, and its form in the file. Two ways of counting lines are
 * kept: our own, in which a line ends with a line feed, and the protocol's, in
 * which a carriage return alone ends one, too. They differ in few files, and
 * share their table in all others. */
#include "src/model/text_internal.h"

#include <assert.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/vec.h"

/* ---- lines ---- */

static bool is_lone_cr(Str chars, size_t at) {
  return chars.ptr[at] == '\r' && (at + 1 == chars.len || chars.ptr[at + 1] != '\n');
}

static TextEnds count_ends(Str chars) {
  TextEnds ends = {0};
  for (size_t at = 0; at < chars.len; at++) {
    if (chars.ptr[at] == '\n') ends.lf++;
    else if (is_lone_cr(chars, at)) ends.cr++;
    else if (chars.ptr[at] == '\r') ends.crlf++;
  }
  ends.lf -= ends.crlf; /* each of them has a \n too */
  return ends;
}

/* Both ends that count here are over with a \n. Twice over the text, to allocate once. */
TextLines text_find_lines(Arena *arena, Str chars) {
  assert(chars.len < UINT32_MAX);
  TextLines lines = {.count = (uint32_t)str_count_byte(chars, '\n') + 1};
  lines.starts = ARENA_ARRAY(arena, uint32_t, (size_t)lines.count + 1);
  uint32_t line = 1;
  size_t from = 0, found;
  for (; (found = str_find_byte(str_slice(chars, from, chars.len), '\n')) != STR_NONE; from += found + 1) {
    lines.starts[line++] = (uint32_t)(from + found + 1);
  }
  lines.starts[lines.count] = (uint32_t)chars.len;
  return lines;
}

/* As many lines as there are ends of any kind, and one more. */
static TextLines find_protocol_lines(Arena *arena, Str chars, uint32_t count) {
  TextLines lines = {ARENA_ARRAY(arena, uint32_t, (size_t)count + 1), count};
  uint32_t line = 1;
  for (size_t at = 0; at < chars.len; at++) {
    if (chars.ptr[at] == '\n' || is_lone_cr(chars, at)) lines.starts[line++] = (uint32_t)at + 1;
  }
  assert(line == count); /* as many ends as were counted */
  lines.starts[count] = (uint32_t)chars.len;
  return lines;
}

static void fill(Arena *arena, Text *text) {
  text->ends = count_ends(text->chars);
  text->lines = text_find_lines(arena, text->chars);
  text->protocol = text->lines;
  if (text->ends.cr) text->protocol = find_protocol_lines(arena, text->chars, text->lines.count + text->ends.cr);
  text_mark(arena, text);
}

void text_take(Arena *arena, Str chars, Text *ret_text) {
  *ret_text = (Text){.chars = chars, .form = TEXT_UTF8};
  fill(arena, ret_text);
}

/* Without the end of the last one; lines beyond the text are left out. */
Str text_lines(const Text *text, uint32_t from, uint32_t to) {
  if (from < 1) from = 1;
  if (to > text->lines.count) to = text->lines.count;
  if (from > to) return STR_EMPTY;
  Str all = str_slice(text->chars, text->lines.starts[from - 1], text->lines.starts[to]);
  all.len -= text_line_end(text, to).len;
  return all;
}

Str text_line(const Text *text, uint32_t line) { return line ? text_lines(text, line, line) : STR_EMPTY; }

Str text_line_end(const Text *text, uint32_t line) {
  if (!line || line >= text->lines.count) return STR_EMPTY; /* the last has none, even where it is empty */
  size_t end = text->lines.starts[line];
  bool is_crlf = end >= 2 && text->chars.ptr[end - 2] == '\r' && end - 2 >= text->lines.starts[line - 1];
  return is_crlf ? STR("\r\n") : STR("\n");
}

/* By halves; counted from zero. */
uint32_t text_line_before(const TextLines *lines, size_t byte) {
  uint32_t low = 0, high = lines->count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (lines->starts[middle] <= byte) low = middle;
    else high = middle;
  }
  return low;
}

uint32_t text_line_at(const Text *text, size_t byte) { return text_line_before(&text->lines, byte) + 1; }

/* What most lines end with, for lines that are put in. */
Str text_usual_end(const Text *text) {
  const TextEnds *ends = &text->ends;
  if (ends->crlf > ends->lf && ends->crlf >= ends->cr) return STR("\r\n");
  return ends->cr > ends->lf ? STR("\r") : STR("\n");
}

/* ---- forms ---- */

/* Byte by byte, since files are not aligned. */
static uint32_t unit_at(Str bytes, size_t at, bool is_big) {
  unsigned char one = (unsigned char)bytes.ptr[at], two = (unsigned char)bytes.ptr[at + 1];
  return is_big ? (uint32_t)one << 8 | two : (uint32_t)two << 8 | one;
}

static bool is_high(uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
static bool is_low(uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

bool text_from_utf16(Str units, bool is_big, char *to, size_t *ret_len) {
  bool is_whole = units.len % 2 == 0;
  size_t len = 0;
  for (size_t at = 0; at + 1 < units.len; at += 2) {
    uint32_t unit = unit_at(units, at, is_big);
    bool is_pair = is_high(unit) && at + 3 < units.len && is_low(unit_at(units, at + 2, is_big));
    is_whole &= is_pair || (!is_high(unit) && !is_low(unit));
    if (is_pair) unit = 0x10000 + ((unit - 0xD800) << 10) + (unit_at(units, at + 2, is_big) - 0xDC00);
    if (is_pair) at += 2;
    len += str_put_codepoint(to + len, unit);
  }
  *ret_len = len;
  return is_whole;
}

/* False: half a character somewhere, which UTF-8 could not give back. */
static bool decode_utf16(Arena *arena, Str bytes, bool is_big, Str *ret_chars) {
  char *chars = arena_alloc(arena, text_utf16_room(bytes.len));
  size_t len;
  if (!text_from_utf16(str_slice(bytes, 2, bytes.len), is_big, chars, &len)) return false;
  *ret_chars = (Str){chars, len};
  return true;
}

/* Every byte is a character, so this always succeeds, and gives back the same
 * bytes. */
static Str from_latin1(Arena *arena, Str bytes) {
  Buf out;
  buf_init(&out, arena, 2 * bytes.len + 1);
  for (size_t i = 0; i < bytes.len; i++) buf_add_codepoint(&out, (unsigned char)bytes.ptr[i]);
  return buf_str(&out);
}

/* Each form is one that text_encode gives back byte by byte; bytes that are
 * neither UTF-8 nor proper UTF-16 are taken as Latin-1 for that reason. */
void text_decode(Arena *arena, Str bytes, Text *ret_text) {
  assert(bytes.len < (size_t)1 << 30);
  Text text = {.chars = bytes, .form = TEXT_UTF8, .has_mark = str_starts_with(bytes, STR(TEXT_MARK))};
  if (text.has_mark) text.chars = str_slice(bytes, strlen(TEXT_MARK), bytes.len);
  if (!str_is_utf8(bytes)) {
    bool is_little = str_starts_with(bytes, STR("\xFF\xFE")), is_big = str_starts_with(bytes, STR("\xFE\xFF"));
    text.has_mark = (is_little || is_big) && decode_utf16(arena, bytes, is_big, &text.chars);
    text.form = !text.has_mark ? TEXT_LATIN1 : is_big ? TEXT_UTF16_BE : TEXT_UTF16_LE;
    if (text.form == TEXT_LATIN1) text.chars = from_latin1(arena, bytes);
  }
  fill(arena, &text);
  *ret_text = text;
}

/* The character at the start of `s`, which is valid UTF-8 and not empty. */
static uint32_t character(Str s, size_t *ret_len) {
  unsigned char first = (unsigned char)s.ptr[0];
  size_t len = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  uint32_t value = len == 1 ? first : first & (0x7Fu >> len);
  for (size_t i = 1; i < len; i++) value = value << 6 | ((unsigned char)s.ptr[i] & 0x3F);
  *ret_len = len;
  return value;
}

static void add_unit(Buf *out, uint32_t unit, bool is_big) {
  buf_add_byte(out, (char)(is_big ? unit >> 8 : unit));
  buf_add_byte(out, (char)(is_big ? unit : unit >> 8));
}

static void add_utf16(Buf *out, uint32_t value, bool is_big) {
  if (value >= 0x10000) add_unit(out, 0xD800 + ((value - 0x10000) >> 10), is_big);
  add_unit(out, value >= 0x10000 ? 0xDC00 + ((value - 0x10000) & 0x3FF) : value, is_big);
}

/* Fails only for characters that the file's form has not. */
Err text_encode(Job *job, const Text *like, Str chars, Str *ret_bytes) {
  Buf out;
  buf_init(&out, job->arena, 2 * chars.len + 8);
  if (like->form == TEXT_UTF8) {
    if (like->has_mark) buf_add(&out, STR(TEXT_MARK));
    buf_add(&out, chars);
    *ret_bytes = buf_str(&out);
    return OK;
  }
  if (!str_is_utf8(chars)) return job_fail(job, ERR_USAGE, "the new text is not valid UTF-8");
  bool is_big = like->form == TEXT_UTF16_BE, is_wide = is_big || like->form == TEXT_UTF16_LE;
  if (is_wide) add_unit(&out, 0xFEFF, is_big);
  for (size_t len; chars.len; chars = str_slice(chars, len, chars.len)) {
    uint32_t value = character(chars, &len);
    if (is_wide) add_utf16(&out, value, is_big);
    else if (value < 0x100) buf_add_byte(&out, (char)value);
    else {
      return job_fail(job, ERR_USAGE, "the file is stored as Latin-1, which has no U+%04X; convert it to UTF-8 first, or leave that "
                      "character out", value);
    }
  }
  *ret_bytes = buf_str(&out);
  return OK;
}

/* Bytes that a character takes in the file. */
static size_t size_in_file(TextForm form, size_t len) {
  if (form == TEXT_LATIN1) return 1;
  return len == 4 ? 4 : 2;
}

/* The mark at the beginning of the file is not part of the characters. */
static size_t mark_size(const Text *text) {
  if (!text->has_mark) return 0;
  return text->form == TEXT_UTF8 ? strlen(TEXT_MARK) : 2;
}

/* Walks until either count is reached. */
static void walk(const Text *text, size_t *chars, size_t *file, size_t chars_max, size_t file_max) {
  *chars = 0;
  *file = mark_size(text);
  while (*chars < text->chars.len) {
    size_t len;
    character(str_slice(text->chars, *chars, text->chars.len), &len);
    size_t stored = size_in_file(text->form, len);
    if (*chars + len > chars_max || *file + stored > file_max) return;
    *chars += len;
    *file += stored;
  }
}

/* For places that other programs give in bytes of the file. */
size_t text_from_file_byte(const Text *text, size_t byte) {
  size_t chars, file;
  if (text->form == TEXT_UTF8) {
    byte = byte > mark_size(text) ? byte - mark_size(text) : 0;
    return byte < text->chars.len ? byte : text->chars.len;
  }
  walk(text, &chars, &file, SIZE_MAX, byte);
  return chars;
}

size_t text_to_file_byte(const Text *text, size_t byte) {
  size_t chars, file;
  if (byte > text->chars.len) byte = text->chars.len;
  if (text->form == TEXT_UTF8) return byte + mark_size(text);
  walk(text, &chars, &file, byte, SIZE_MAX);
  return file;
}
