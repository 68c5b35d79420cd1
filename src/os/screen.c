/* The terminal by ncurses: it knows terminals, and sends only differences. */
#include "src/os/screen.h"

#include <langinfo.h>
#include <locale.h>
#include <unistd.h>
#include <sys/ioctl.h>

#define NCURSES_WIDECHAR 1
#include <curses.h>

#define STYLES 16

static attr_t attributes[STYLES];
static short pairs[STYLES];
static size_t style_count;
static bool is_utf8, is_open, shows_cursor;
static size_t cursor_row, cursor_column;
static SCREEN *terminal;

/* A pair of colours for each style; -1 is the terminal's own. */
static void define_styles(const ScreenOptions *options) {
  bool has_colors_too = options->has_colors && has_colors();
  if (has_colors_too) {
    start_color();
    use_default_colors();
  }
  style_count = options->style_count < STYLES ? options->style_count : STYLES;
  for (size_t i = 0; i < style_count; i++) {
    const ScreenStyle *style = &options->styles[i];
    attributes[i] = (style->is_bold ? A_BOLD : 0) | (style->is_dim ? A_DIM : 0) | (style->is_reverse ? A_REVERSE : 0);
    bool is_colored = has_colors_too && (style->color >= 0 || style->ground >= 0);
    pairs[i] = is_colored ? (short)(i + 1) : 0;
    if (is_colored) init_pair(pairs[i], style->color, style->ground);
  }
}

Err screen_open(Job *job, const ScreenOptions *options) {
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
    return job_fail(job, ERR_USAGE, "this needs a terminal; --json gives the same as data");
  }
  setlocale(LC_CTYPE, "");
  is_utf8 = str_eq_c(str_from_c(nl_langinfo(CODESET)), "UTF-8");
  terminal = newterm(NULL, stdout, stdin);
  if (!terminal) return job_fail(job, ERR_USAGE, "the terminal '%s' is not known; set TERM to one that is", getenv("TERM") ? getenv("TERM") : "");
  set_term(terminal);
  is_open = true;
  atexit(screen_close);
  define_styles(options);
  raw();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  set_escdelay(25);
  leaveok(stdscr, FALSE);
  mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
  mouseinterval(0);
  return OK;
}

void screen_close(void) {
  if (!is_open) return;
  is_open = false;
  endwin();
  delscreen(terminal);
}

bool screen_is_utf8(void) { return is_utf8; }

void screen_size(size_t *ret_rows, size_t *ret_columns) {
  *ret_rows = (size_t)LINES;
  *ret_columns = (size_t)COLS;
}

/* ---- drawing ---- */

void screen_clear(void) {
  erase();
  shows_cursor = false;
}

void screen_put(size_t row, size_t column, Str text, size_t style) {
  if (row >= (size_t)LINES || column >= (size_t)COLS || style >= style_count) return;
  attr_set(attributes[style], pairs[style], NULL);
  mvaddnstr((int)row, (int)column, text.ptr, (int)text.len);
  attr_set(A_NORMAL, 0, NULL);
}

void screen_cursor(size_t row, size_t column) {
  shows_cursor = true;
  cursor_row = row;
  cursor_column = column;
}

void screen_flush(void) {
  curs_set(shows_cursor);
  if (shows_cursor) move((int)cursor_row, (int)cursor_column);
  refresh();
}

/* ---- what happens ---- */

static uint32_t special(wint_t key) {
  switch (key) {
    case KEY_UP: return SCREEN_UP;
    case KEY_DOWN: return SCREEN_DOWN;
    case KEY_LEFT: return SCREEN_LEFT;
    case KEY_RIGHT: return SCREEN_RIGHT;
    case KEY_PPAGE: return SCREEN_PAGE_UP;
    case KEY_NPAGE: return SCREEN_PAGE_DOWN;
    case KEY_HOME: return SCREEN_HOME;
    case KEY_END: return SCREEN_END;
    case KEY_ENTER: return SCREEN_ENTER;
    case KEY_BACKSPACE: return SCREEN_BACKSPACE;
    case KEY_BTAB: return SCREEN_BACK_TAB;
    default: return 0;
  }
}

static uint32_t character(wint_t key) {
  switch (key) {
    case '\r': case '\n': return SCREEN_ENTER;
    case '\t': return SCREEN_TAB;
    case 27: return SCREEN_ESCAPE;
    case 127: case 8: return SCREEN_BACKSPACE;
    default: return (uint32_t)key;
  }
}

static ScreenEvent mouse(void) {
  MEVENT event;
  if (getmouse(&event) != OK) return (ScreenEvent){.kind = SCREEN_KEY};
  if (event.bstate & BUTTON4_PRESSED) return (ScreenEvent){.kind = SCREEN_SCROLL, .row = -3};
  if (event.bstate & BUTTON5_PRESSED) return (ScreenEvent){.kind = SCREEN_SCROLL, .row = 3};
  return (ScreenEvent){.kind = SCREEN_CLICK, .row = event.y, .column = event.x};
}

ScreenEvent screen_next(void) {
  for (wint_t key;;) {
    int got = get_wch(&key);
    if (got == ERR) return (ScreenEvent){.kind = SCREEN_NOTHING};
    if (got == KEY_CODE_YES && key == KEY_MOUSE) return mouse();
    uint32_t meant = got == KEY_CODE_YES ? special(key) : character(key);
    if (meant) return (ScreenEvent){.kind = SCREEN_KEY, .key = meant};
  }
}

ScreenEvent screen_resized(void) {
  struct winsize size;
  if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row && size.ws_col) resizeterm(size.ws_row, size.ws_col);
  clearok(curscr, TRUE);
  return (ScreenEvent){.kind = SCREEN_SIZE, .row = LINES, .column = COLS};
}
