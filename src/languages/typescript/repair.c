/* What the grammars cannot read yet, blotted out or divided so that they can:
 * only for texts that did not parse, byte for byte, so that places stay. */
#include "src/languages/typescript/typescript_internal.h"

typedef struct Scan {
  Str text;
  char *copy;
  size_t at;
  char last;     /* byte before, blanks and comments left out */
  Str word;      /* the word before, when only blanks follow it */
  bool new_line; /* since the last byte */
  bool changed;
} Scan;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static char byte_at(const Scan *scan, size_t at) { return at < scan->text.len ? scan->text.ptr[at] : '\0'; }

/* To the end of the text where it does not come. */
static void skip_until(Scan *scan, Str end) {
  size_t found = str_find(str_slice(scan->text, scan->at, scan->text.len), end);
  scan->at = found == STR_NONE ? scan->text.len : scan->at + found + end.len;
}

/* Ends at its quote, or with the line: then it was none. */
static void skip_string(Scan *scan, char quote) {
  for (scan->at++; scan->at < scan->text.len; scan->at++) {
    char c = scan->text.ptr[scan->at];
    if (c == '\\') scan->at++;
    else if (c == quote || (c == '\n' && quote != '`')) break;
  }
  scan->at++;
}

/* Comments and strings are passed over: nothing in them is to be changed. */
static bool skip_text(Scan *scan) {
  char c = byte_at(scan, scan->at), next = byte_at(scan, scan->at + 1);
  if (c == '/' && next == '/') {
    skip_until(scan, STR("\n"));
    scan->new_line = true;
    return true;
  }
  if (c == '/' && next == '*') {
    scan->at += 2;
    skip_until(scan, STR("*/"));
    return true;
  }
  if (c != '"' && c != '\'' && c != '`') return false;
  skip_string(scan, c);
  scan->last = c;
  scan->word = STR_EMPTY;
  scan->new_line = false;
  return true;
}

/* With blanks, which keep every place where it is. */
static void blot(Scan *scan, Str word) {
  memset(scan->copy + (word.ptr - scan->text.ptr), ' ', word.len);
  scan->changed = true;
}

static size_t after_blanks(const Scan *scan, size_t at) {
  while (is_blank(byte_at(scan, at))) at++;
  return at;
}

/* `<in T, out U>`, `export type * from`. */
static void read_word(Scan *scan) {
  size_t from = scan->at;
  while (byte_is_name(byte_at(scan, scan->at))) scan->at++;
  Str word = str_slice(scan->text, from, scan->at);
  size_t next = after_blanks(scan, scan->at);
  bool opens = scan->last == '<' || scan->last == ',';
  if (opens && (str_eq_c(word, "in") || str_eq_c(word, "out")) && next > scan->at && byte_is_name(byte_at(scan, next))) {
    blot(scan, word);
    return;
  }
  if (str_eq_c(word, "type") && str_eq_c(scan->word, "export") && byte_at(scan, next) == '*') {
    blot(scan, word);
    return;
  }
  scan->word = word;
  scan->last = 'a';
  scan->new_line = false;
}

/* A signature `<T>(…)` on a line of its own begins a member: the one before
 * needs an end. */
static void read_sign(Scan *scan) {
  char c = byte_at(scan, scan->at);
  bool ends = scan->last == 'a' || strchr(">])}'\"`", scan->last);
  if (c == '<' && scan->new_line && scan->last && ends && is_blank(scan->text.ptr[scan->at - 1])) {
    scan->copy[scan->at - 1] = ';';
    scan->changed = true;
  }
  scan->last = c;
  scan->word = STR_EMPTY;
  scan->new_line = false;
  scan->at++;
}

/* One walk over the text, without a parse. False: nothing was changed, and
 * reading it again would be of no use. */
bool language_ts_repair(Str text, char *copy) {
  Scan scan = {.text = text, .copy = copy};
  while (scan.at < text.len) {
    char c = text.ptr[scan.at];
    if (is_blank(c)) {
      scan.new_line |= c == '\n';
      scan.at++;
    } else if (skip_text(&scan)) {
      continue;
    } else if (byte_is_name(c)) {
      read_word(&scan);
    } else {
      read_sign(&scan);
    }
  }
  return scan.changed;
}
