/* Kotlin as its grammar reads it: of what stands in the body of a class, each has to
 * end with its line, the last one too, so that `class A { val b = 1 }` could not be read.
 * The blank before such a "}" is a line's end in the copy. */
#include "src/languages/kotlin/kotlin_internal.h"

enum { DEEPEST = 64 }; /* texts in texts, and bodies that are told from other braces */

typedef struct Scan {
  Arena *arena;
  Str text;
  char *copy; /* NULL: nothing is changed yet */
  size_t at;
} Scan;

static int byte_at(const Scan *scan, size_t at) { return at < scan->text.len ? (unsigned char)scan->text.ptr[at] : 0; }
static bool is_word_byte(int c) { return byte_is_plain(c) || c == '_' || c >= 0x80; }
static bool stands(const Scan *scan, Str word) { return str_starts_with(str_slice(scan->text, scan->at, scan->text.len), word); }

/* Comments of this kind stand in each other. */
static void skip_block_comment(Scan *scan) {
  unsigned depth = 0;
  do {
    if (stands(scan, STR("/*"))) depth++, scan->at++;
    else if (stands(scan, STR("*/"))) depth--, scan->at++;
    scan->at++;
  } while (depth && scan->at < scan->text.len);
}

static void skip_line(Scan *scan) {
  while (scan->at < scan->text.len && byte_at(scan, scan->at) != '\n') scan->at++;
}

static void code(Scan *scan, unsigned depth);

/* A text ends with what it began with, one quote or three; a part in it that is computed
 * is left as it is. */
static void skip_text(Scan *scan, unsigned depth) {
  Str end = stands(scan, STR("\"\"\"")) ? STR("\"\"\"") : STR("\"");
  scan->at += end.len;
  while (scan->at < scan->text.len && !stands(scan, end)) {
    int c = byte_at(scan, scan->at);
    if (c == '\n' && end.len == 1) return;
    if (stands(scan, STR("${"))) {
      scan->at += 2;
      code(scan, depth + 1);
    } else {
      scan->at += c == '\\' && end.len == 1 ? 2 : 1;
    }
  }
  scan->at += end.len;
}

static void skip_character(Scan *scan) {
  size_t end = scan->at + 1;
  end += byte_at(scan, end) == '\\' ? 2 : 1;
  while (end < scan->at + 9 && byte_at(scan, end) != '\'' && byte_at(scan, end) != '\n') end++;
  scan->at = byte_at(scan, end) == '\'' ? end + 1 : scan->at + 1;
}

/* Whether the word here is one that a body follows, now or after a while. */
static bool skip_word(Scan *scan) {
  size_t from = scan->at;
  while (is_word_byte(byte_at(scan, scan->at))) scan->at++;
  return language_word_in("class interface object", str_slice(scan->text, from, scan->at));
}

/* The body of an entry of an enumeration has no word before it. */
static bool begins_body(const Scan *scan) {
  Str rest = str_trim(str_slice(scan->text, scan->at + 1, scan->at + 1 + 40 < scan->text.len ? scan->at + 1 + 40 : scan->text.len));
  return str_starts_with(rest, STR("override "));
}

static void end_line_before(Scan *scan) {
  int before = scan->at ? byte_at(scan, scan->at - 1) : 0;
  if (before != ' ' && before != '\t') return;
  if (!scan->copy) scan->copy = arena_copy(scan->arena, scan->text.ptr, scan->text.len);
  scan->copy[scan->at - 1] = '\n';
}

/* To the end, or to the "}" of the part of a text that this is (depth > 0). */
static void code(Scan *scan, unsigned depth) {
  bool bodies[DEEPEST], is_body = false;
  unsigned open = 0;
  if (depth >= DEEPEST) scan->at = scan->text.len;
  while (scan->at < scan->text.len) {
    int c = byte_at(scan, scan->at);
    if (stands(scan, STR("//"))) skip_line(scan);
    else if (stands(scan, STR("/*"))) skip_block_comment(scan);
    else if (c == '"') skip_text(scan, depth);
    else if (c == '\'') skip_character(scan);
    else if (is_word_byte(c)) is_body |= skip_word(scan);
    else {
      if (c == '{') {
        if (open < DEEPEST) bodies[open] = is_body || begins_body(scan);
        open++;
        is_body = false;
      } else if (c == '}') {
        if (!open && depth) {
          scan->at++;
          return;
        }
        bool is_end = open > 0; /* of something that was begun here */
        open -= is_end;
        if (is_end && !depth && open < DEEPEST && bodies[open]) end_line_before(scan);
        is_body = false;
      }
      scan->at++;
    }
  }
}

Str language_kotlin_reading(Arena *arena, Str text) {
  Scan scan = {.arena = arena, .text = text};
  code(&scan, 0);
  return scan.copy ? (Str){scan.copy, text.len} : text;
}
