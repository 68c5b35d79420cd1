/* Text: places in a file, as servers, readers and bytes count them.
 * Lines end with \n, \r\n or \r, as the protocol says. A place beyond a line's
 * end is its end; one beyond the last line is the end of the text. */
#ifndef FATHOM_LSP_TEXT_H
#define FATHOM_LSP_TEXT_H

#include "src/base/arena.h"
#include "src/base/str.h"

/* How a server counts within a line: bytes, UTF-16 units or code points.
 * UTF-16 is what it means when it says nothing. */
typedef enum LspEncoding { LSP_UTF16, LSP_UTF8, LSP_UTF32 } LspEncoding;

/* As people see it: line and column from 1, columns in characters: code points.
 * A piece of broken UTF-8 counts as the one U+FFFD that JSON makes of it. */
typedef struct LspPoint {
  uint32_t line;
  uint32_t column;
} LspPoint;

/* As the protocol says it: both from 0. */
typedef struct LspPosition {
  uint32_t line;
  uint32_t character;
} LspPosition;

/* Where a character begins, and how much there is before it, by encoding. */
typedef struct LspMark {
  uint32_t byte;
  uint32_t counts[3];
} LspMark;

typedef struct LspText {
  Str text;
  uint32_t *starts; /* byte where a line begins; one more at the end */
  uint32_t lines;   /* at least 1 */
  LspMark *marks;   /* every few KB, so that long lines cost nothing; NULL: all is ASCII */
} LspText;

/* Of a text at hand, below 4 GB, which must live as long. */
void lsp_text_take(Arena *arena, Str text, LspText *ret_text);
Str lsp_text_line(const LspText *text, uint32_t line); /* from 1, without its end */

size_t lsp_text_from_point(const LspText *text, LspPoint point);
LspPoint lsp_text_to_point(const LspText *text, size_t byte);
size_t lsp_text_from_position(const LspText *text, LspPosition position, LspEncoding encoding);
LspPosition lsp_text_to_position(const LspText *text, size_t byte, LspEncoding encoding);

/* file:///a%20b; the path is absolute. Escapes all that is not unreserved. */
Str lsp_uri_from_path(Arena *arena, Str path);
/* The path of a file: URI of this machine, normalised; false for others, for
 * broken ones and for those with a drive. */
bool lsp_uri_to_path(Arena *arena, Str uri, Str *ret_path) MUST_CHECK;

#endif
