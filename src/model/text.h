/* Text: what a file says, how its bytes said it, and places in it.
 * Everything that counts lines or columns, and everything that changes a
 * file, stands on this. It does no I/O: bytes come in, bytes go out. */
#ifndef FATHOM_MODEL_TEXT_H
#define FATHOM_MODEL_TEXT_H

#include "src/base/job.h"
#include "src/model/span.h"

/* How the characters are stored in the file. A file that is neither valid
 * UTF-8 nor marked as UTF-16 is taken as Latin-1, where every byte means
 * something: so each file comes back byte for byte, whatever it holds. */
typedef enum TextForm { TEXT_UTF8, TEXT_UTF16_LE, TEXT_UTF16_BE, TEXT_LATIN1 } TextForm;

/* What one step to the right is, within a line. */
typedef enum TextUnit { TEXT_UNIT_UTF16, TEXT_UNIT_BYTE, TEXT_UNIT_CHARACTER } TextUnit;

/* As people count: both from 1, columns in characters (code points). A piece
 * of broken UTF-8 counts as the one U+FFFD that it is shown as. */
typedef struct TextPoint {
  uint32_t line;
  uint32_t column;
} TextPoint;

/* As the language server protocol counts: both from 0. There a lone carriage
 * return ends a line too; here and in the graph it is a character like others. */
typedef struct TextPosition {
  uint32_t line;
  uint32_t character;
} TextPosition;

/* How many lines end in each way; a last line without an end is in none. */
typedef struct TextEnds {
  uint32_t lf;
  uint32_t crlf;
  uint32_t cr; /* alone */
} TextEnds;

/* A table of lines: the byte where each begins, and one more at the end. */
typedef struct TextLines {
  uint32_t *starts;
  uint32_t count; /* at least 1: an empty text has one empty line */
} TextLines;

typedef struct TextMark TextMark;

/* Filled by text_take and text_decode; read-only afterwards, and then for any
 * number of threads. */
typedef struct Text {
  Str chars; /* UTF-8 without a byte order mark; broken pieces are possible after text_take only */
  TextForm form;
  bool has_mark; /* the file began with a byte order mark */
  TextEnds ends;
  TextLines lines;    /* by \n and \r\n */
  TextLines protocol; /* by \r as well; the same table where no \r stands alone */
  TextMark *marks;    /* counts every few KB, so that long lines cost nothing; NULL: all is ASCII */
} Text;

/* Of characters at hand, below 4 GB, which must live as long. Nothing is
 * decoded: a byte order mark is a character. */
void text_take(Arena *arena, Str chars, Text *ret_text);
/* Of a file's bytes, below 1 GB, which must live as long. Never fails: see
 * TextForm. */
void text_decode(Arena *arena, Str bytes, Text *ret_text);
/* `chars` as bytes in the form of `like`, with its byte order mark. For
 * unchanged characters these are the bytes it was decoded from. ERR_USAGE: a
 * character that the form cannot hold; names it. In the job's arena. */
Err text_encode(Job *job, const Text *like, Str chars, Str *ret_bytes) MUST_CHECK;

/* UTF-16 without its mark as UTF-8, for who only reads: halves of pairs become
 * U+FFFD. `to` has text_utf16_room bytes. False: there was such a half, or of a
 * unit, and the bytes could not be given back. */
bool text_from_utf16(Str units, bool is_big, char *to, size_t *ret_len);
/* At most three bytes of UTF-8 for two of UTF-16. */
static inline size_t text_utf16_room(size_t bytes) { return bytes / 2 * 3 + 1; }

/* Bytes of the file and bytes of `chars`, for those who read the file's own
 * bytes (the graph). Within a character: its beginning. Beyond the end: the end. */
size_t text_from_file_byte(const Text *text, size_t byte);
size_t text_to_file_byte(const Text *text, size_t byte);

/* The table alone, for who needs no more: cheaper than a whole text. */
TextLines text_find_lines(Arena *arena, Str chars);

/* Line by number, from 1, without its end; outside: empty. */
Str text_line(const Text *text, uint32_t line);
/* The end of a line as it is written: "\n", "\r\n", or empty at the last. */
Str text_line_end(const Text *text, uint32_t line);
/* The same of several, with the ends between them and without the last one. */
Str text_lines(const Text *text, uint32_t from, uint32_t to);
/* The line a byte is in; behind the end: the last. */
uint32_t text_line_at(const Text *text, size_t byte);
/* What ends most lines here: what a new line should end with. "\n" when none
 * ends at all. */
Str text_usual_end(const Text *text);

/* A place beyond a line's end is its end, one beyond the last line the end of
 * the text; one within a character is its beginning. */
size_t text_from_point(const Text *text, TextPoint point);
TextPoint text_to_point(const Text *text, size_t byte);
size_t text_from_position(const Text *text, TextPosition position, TextUnit unit);
TextPosition text_to_position(const Text *text, size_t byte, TextUnit unit);

#endif
