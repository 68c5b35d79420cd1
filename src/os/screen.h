/* Screen: the whole terminal, drawn row by row; only what changed is sent, so
 * that a slow line is enough. One at a time, on one thread. */
#ifndef FATHOM_OS_SCREEN_H
#define FATHOM_OS_SCREEN_H

#include "src/base/job.h"

/* How a kind of text looks. Colours are the terminal's own eight, so that they
 * fit light and dark ones; -1: as usual. */
typedef struct ScreenStyle {
  int8_t color, ground;
  bool is_bold, is_dim, is_reverse;
} ScreenStyle;

typedef enum ScreenEventKind { SCREEN_NOTHING, SCREEN_KEY, SCREEN_CLICK, SCREEN_SCROLL, SCREEN_SIZE } ScreenEventKind;

/* Special keys follow the code points of characters. */
enum {
  SCREEN_UP = 0x110000,
  SCREEN_DOWN,
  SCREEN_LEFT,
  SCREEN_RIGHT,
  SCREEN_PAGE_UP,
  SCREEN_PAGE_DOWN,
  SCREEN_HOME,
  SCREEN_END,
  SCREEN_ENTER,
  SCREEN_ESCAPE,
  SCREEN_BACKSPACE,
  SCREEN_TAB,
  SCREEN_BACK_TAB
};

typedef struct ScreenEvent {
  ScreenEventKind kind;
  uint32_t key;
  int64_t row, column; /* of a click; of a scroll: lines in `row`; of a size: the size */
} ScreenEvent;

/* Takes the terminal over until screen_close, which a process that ends by
 * itself also does. `styles` are copied; at most 16. Without `has_colors` only
 * weight and reversal are used. ERR_USAGE: there is no terminal, or one that
 * cannot be drawn on. */
typedef struct ScreenOptions {
  const ScreenStyle *styles;
  size_t style_count;
  bool has_colors;
} ScreenOptions;
Err screen_open(Job *job, const ScreenOptions *options) MUST_CHECK;
void screen_close(void);
/* Whether it shows more than ASCII. */
bool screen_is_utf8(void);
void screen_size(size_t *ret_rows, size_t *ret_columns);

/* Draws onto a blank page. `text` is harmless and fits. */
void screen_clear(void);
void screen_put(size_t row, size_t column, Str text, size_t style);
/* Where the cursor is seen. Without: nowhere. */
void screen_cursor(size_t row, size_t column);
void screen_flush(void);

/* The next thing that happened; SCREEN_NOTHING: nothing more. Never waits: the
 * input's descriptor (TERMINAL_INPUT) says when there is something. */
ScreenEvent screen_next(void);
/* The terminal has another size (LOOP_WINDOW). */
ScreenEvent screen_resized(void);

#endif
