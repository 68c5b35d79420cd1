/* The terminal by ncurses: it knows terminals, and sends only differences. */
#include "src/os/screen.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <unistd.h>
#include <sys/ioctl.h>

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>

#define STYLES 16
#define CAN_BE_ASKED "u7" /* where its cursor is: ECMA-48's report of a status goes with it */
#define ASK_DRAWN "\033[5n"
#define SAID_DRAWN "\033[0n"
#define KEY_DRAWN (KEY_MAX + 1)
#define LAST_WORD_MS 500 /* that the terminal is waited for in the end */

static attr_t attributes[STYLES];
static short pairs[STYLES];
static size_t style_count;
static bool is_utf8, is_open, shows_cursor, can_be_asked;
static bool is_asked; /* the terminal has not said yet that it has drawn */
static size_t cursor_row, cursor_column;
static SCREEN *terminal;
static FILE *in, *out;

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

/* The terminal opened once more: whether reading waits is a trait that the
 * shell's own descriptors share, and output that does not wait would spin on a
 * slow line. */
static FILE *open_anew(int fd, const char *mode, int flags, FILE *otherwise) {
  const char *name = ttyname(fd);
  int anew = name ? open(name, flags | O_NOCTTY | O_CLOEXEC) : -1;
  FILE *file = anew >= 0 ? fdopen(anew, mode) : NULL;
  if (!file && anew >= 0) close(anew);
  return file ? file : otherwise;
}

static void close_anew(FILE *file, const FILE *otherwise) {
  if (file && file != otherwise) fclose(file);
}

Err screen_open(Job *job, const ScreenOptions *options) {
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
    return job_fail(job, ERR_USAGE, "this needs a terminal; --json gives the same as data");
  }
  setlocale(LC_CTYPE, "");
  is_utf8 = str_eq_c(str_from_c(nl_langinfo(CODESET)), "UTF-8");
  in = open_anew(STDIN_FILENO, "r", O_RDONLY, stdin);
  out = open_anew(STDOUT_FILENO, "w", O_WRONLY, stdout);
  terminal = newterm(NULL, out, in);
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
  idlok(stdscr, TRUE); /* rows that move are moved by the terminal */
  const char *question = tigetstr(CAN_BE_ASKED);
  can_be_asked = question && question != (const char *)-1;
  if (can_be_asked) define_key(SAID_DRAWN, KEY_DRAWN);
  mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
  mouseinterval(0);
  return OK;
}

/* What the terminal says after we are gone would be typed into the shell. */
static void hear_last_word(void) {
  struct pollfd input = {.fd = fileno(in), .events = POLLIN};
  while (is_asked && poll(&input, 1, LAST_WORD_MS) > 0) {
    if (screen_next().kind == SCREEN_NOTHING) break;
  }
}

void screen_close(void) {
  if (!is_open) return;
  is_open = false;
  hear_last_word();
  endwin();
  delscreen(terminal);
  close_anew(in, stdin);
  close_anew(out, stdout);
}

int screen_input(void) { return fileno(in); }

bool screen_is_utf8(void) { return is_utf8; }

void screen_size(size_t *ret_rows, size_t *ret_columns) {
  *ret_rows = (size_t)LINES;
  *ret_columns = (size_t)COLS;
}

/* ---- drawing ---- */

void screen_clear_row(size_t row) {
  if (row >= (size_t)LINES) return;
  move((int)row, 0);
  clrtoeol();
}

void screen_put(size_t row, size_t column, Str text, size_t style) {
  if (row >= (size_t)LINES || column >= (size_t)COLS || style >= style_count) return;
  attr_set(attributes[style], pairs[style], NULL);
  mvaddnstr((int)row, (int)column, text.ptr, (int)text.len);
  attr_set(A_NORMAL, 0, NULL);
}

void screen_cursor(bool is_seen, size_t row, size_t column) {
  shows_cursor = is_seen;
  cursor_row = row;
  cursor_column = column;
}

bool screen_flush(bool asks) {
  curs_set(shows_cursor);
  if (shows_cursor) move((int)cursor_row, (int)cursor_column);
  refresh();
  is_asked = asks && can_be_asked && write(fileno(out), ASK_DRAWN, sizeof ASK_DRAWN - 1) == (ssize_t)sizeof ASK_DRAWN - 1;
  return is_asked;
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
    if (got == KEY_CODE_YES && key == KEY_DRAWN) {
      is_asked = false;
      return (ScreenEvent){.kind = SCREEN_DRAWN};
    }
    uint32_t meant = got == KEY_CODE_YES ? special(key) : character(key);
    if (meant) return (ScreenEvent){.kind = SCREEN_KEY, .key = meant};
  }
}

ScreenEvent screen_resized(void) {
  struct winsize size;
  if (!ioctl(fileno(out), TIOCGWINSZ, &size) && size.ws_row && size.ws_col) resizeterm(size.ws_row, size.ws_col);
  clearok(curscr, TRUE);
  return (ScreenEvent){.kind = SCREEN_SIZE, .row = LINES, .column = COLS};
}
