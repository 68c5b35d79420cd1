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

typedef enum ScreenEventKind {
  SCREEN_NOTHING,
  SCREEN_KEY,
  SCREEN_CLICK,
  SCREEN_SCROLL,
  SCREEN_SIZE,
  SCREEN_DRAWN /* the terminal has drawn everything up to the last screen_flush */
} ScreenEventKind;

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

/* What is drawn stays until its row is cleared. `text` is harmless and fits. */
void screen_clear_row(size_t row);
void screen_put(size_t row, size_t column, Str text, size_t style);
/* Where the cursor is seen; `is_seen` false: nowhere. */
void screen_cursor(bool is_seen, size_t row, size_t column);
/* Sends what changed. With `asks` the terminal is asked to say when it has drawn
 * all of it (SCREEN_DRAWN): between it and us there may be a slow line with
 * large buffers, into which more must not be poured than comes out. False:
 * terminals of this kind cannot be asked. One may yet stay silent. */
bool screen_flush(bool asks);

/* The descriptor that has something to read when there is a next thing. */
int screen_input(void);
/* The next thing that happened; SCREEN_NOTHING: nothing more. Never waits. */
ScreenEvent screen_next(void);
/* The terminal has another size (LOOP_WINDOW). */
ScreenEvent screen_resized(void);

#endif
