/* Frame: one screen as rows of styled text, made anew for each look. Every text
 * that comes in is made visible and cut to the width, so that nothing a
 * repository or a process says can move anything else. */
#ifndef FATHOM_DASHBOARD_FRAME_H
#define FATHOM_DASHBOARD_FRAME_H

#include "src/base/str.h"
#include "src/base/vec.h"

/* What a piece of text means; the screen decides how that looks. */
typedef enum DashStyle {
  DASH_PLAIN,
  DASH_DIM,      /* of less weight */
  DASH_STRONG,   /* headings */
  DASH_GOOD,
  DASH_WARN,
  DASH_BAD,
  DASH_LINK,     /* names and places */
  DASH_BAR,      /* the first and the last row */
  DASH_ACTIVE,   /* the open tab */
  DASH_SELECTED, /* the row that keys act on */
  DASH_TEXT,     /* in source: texts, numbers, words of the language, types */
  DASH_NUMBER,
  DASH_KEYWORD,
  DASH_TYPE,
  DASH_STYLES
} DashStyle;

/* A piece of a longer text that is not plain. */
typedef struct DashPiece {
  uint32_t from, to; /* bytes of that text */
  DashStyle style;
} DashPiece;

typedef struct DashSpan {
  Str text;
  DashStyle style;
  size_t item; /* of a list, counted from 1; 0: it belongs to none */
} DashSpan;

typedef struct DashRow {
  VEC(DashSpan) spans;
  size_t used; /* columns */
} DashRow;

typedef struct DashFrame {
  Arena *arena; /* of everything in it */
  size_t width, height;
  DashRow *rows; /* `height` of them */
  size_t at;     /* the row that is written next; may be past the end */
  size_t item;   /* of what is written */
  bool is_ascii; /* no other characters may be drawn by us */
  bool has_cursor;
  size_t cursor_row, cursor_column;
} DashFrame;

/* Empty. At least 20 columns and 4 rows are made, whatever is asked for. */
void dashboard_frame_init(DashFrame *frame, Arena *arena, size_t width, size_t height);
/* Adds to the row that is written; what does not fit is cut. */
void dashboard_add(DashFrame *frame, DashStyle style, Str text);
/* A line that begins at byte `from` of a text, with what is told of its pieces,
 * which are in order. */
void dashboard_add_pieces(DashFrame *frame, Str line, uint32_t from, const DashPiece *pieces, size_t count);
void dashboard_addf(DashFrame *frame, DashStyle style, const char *format, ...) PRINTF_LIKE(3, 4);
/* The same in `columns` columns, filled up with blanks; to the right: before
 * it. What is cut ends with a sign for that. */
void dashboard_cell(DashFrame *frame, DashStyle style, Str text, size_t columns);
void dashboard_cell_right(DashFrame *frame, DashStyle style, Str text, size_t columns);
/* Ends the row; a style other than DASH_PLAIN fills the rest of it. */
void dashboard_end_row(DashFrame *frame, DashStyle style);
/* Columns that are left in the row, and rows above `below` from the end. */
size_t dashboard_left(const DashFrame *frame);
size_t dashboard_rows_left(const DashFrame *frame, size_t below);

/* The item at a place, counted from 1; 0: there is none. */
size_t dashboard_frame_item(const DashFrame *frame, size_t row, size_t column);

/* As text: rows without blanks at their ends. In the arena. */
Str dashboard_frame_text(Arena *arena, const DashFrame *frame);

/* Sizes and times as people read them: "1.2 MB", "3 h 5 min", "480 ms". */
Str dashboard_bytes(Arena *arena, int64_t bytes);
Str dashboard_count(Arena *arena, int64_t count); /* "12,345" */
Str dashboard_span(Arena *arena, int64_t ms);

#endif
