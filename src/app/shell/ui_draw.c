/* Frames on the terminal, at the pace that it bears. Rows that did not change
 * are not looked at again; news are gathered for a moment; and what a slow line
 * has not shown yet is not followed by more. */
#include "src/app/shell/ui_internal.h"

#include "src/base/clock.h"
#include "src/base/columns.h"
#include "src/os/screen.h"

#define NEWS_MS 150      /* between two frames that nobody pressed a key for */
#define CLOCK_MS 1000    /* times of what runs go on */
#define SILENT_MS 5000   /* a terminal that never said it has drawn is not asked again */
#define STUCK_MS 60000   /* one that did say so is waited for this long */
#define SLOW_MS 300      /* a flush that took so long went over a slow line */
#define SLOW_COLUMNS 400 /* of news that are sent there at once, so that a key need not wait long */

struct AppUiDrawing {
  AppUi *ui;
  Arena arenas[2];
  size_t turn;     /* the arena of `shown` */
  DashFrame shown; /* as it is on the terminal; no rows: nothing is */
  bool is_due;     /* a frame is wanted, and is drawn as soon as may be */
  bool is_wanted;  /* by a person */
  bool is_queued;  /* it will be drawn when this event is over */
  bool is_sent;    /* the terminal has not said yet that it has drawn the last one */
  bool answers;    /* it has said so before */
  bool is_silent;  /* it was asked in vain */
  int64_t sent_ms;
  int64_t cost_ms; /* of the last flush, until the terminal had drawn it */
  LoopTimer *later, *clock, *patience;
};

/* ---- rows ---- */

static bool is_same_row(const DashRow *a, const DashRow *b) {
  if (a->spans.len != b->spans.len) return false;
  for (size_t i = 0; i < a->spans.len; i++) {
    const DashSpan *one = &a->spans.items[i], *other = &b->spans.items[i];
    if (one->style != other->style || !str_eq(one->text, other->text)) return false;
  }
  return true;
}

static bool is_blank(Str text) {
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] != ' ') return false;
  }
  return true;
}

static void put_row(const DashRow *row, size_t at) {
  size_t column = 0;
  screen_clear_row(at);
  for (size_t i = 0; i < row->spans.len; i++) {
    const DashSpan *span = &row->spans.items[i];
    if (span->style != DASH_PLAIN || !is_blank(span->text)) screen_put(at, column, span->text, span->style);
    column += columns_of(span->text);
  }
}

typedef struct Put {
  size_t rows;  /* that were */
  bool is_part; /* others were not, for want of room */
} Put;

/* The last row first: it says what is asked. Rows that are not put are kept as
 * they are on the screen. */
static Put put_rows(const DashFrame *shown, DashFrame *frame, size_t room) {
  size_t used = 0;
  Put put = {0};
  bool is_new = shown->height != frame->height || shown->width != frame->width;
  for (size_t k = 0; k < frame->height; k++) {
    size_t i = k ? k - 1 : frame->height - 1;
    if (!is_new && is_same_row(&shown->rows[i], &frame->rows[i])) continue;
    if (!is_new && used > room) {
      frame->rows[i] = shown->rows[i];
      put.is_part = true;
      continue;
    }
    put_row(&frame->rows[i], i);
    put.rows++;
    used += frame->rows[i].used;
  }
  return put;
}

/* What is shown outlives what it was made from: the dashboard's state, and the
 * arena of the frame before. */
static void keep_rows(Arena *arena, DashFrame *frame) {
  for (size_t i = 0; i < frame->height; i++) {
    DashRow *row = &frame->rows[i];
    DashSpan *spans = ARENA_ARRAY(arena, DashSpan, row->spans.len);
    for (size_t k = 0; k < row->spans.len; k++) spans[k] = (DashSpan){.text = str_copy(arena, row->spans.items[k].text), .style = row->spans.items[k].style};
    row->spans.items = spans;
    row->spans.cap = row->spans.len;
  }
}

/* ---- when ---- */

static void plan(struct AppUiDrawing *drawing);

static void on_patience(void *context) {
  struct AppUiDrawing *drawing = context;
  loop_timer_stop(TAKE(drawing->patience));
  drawing->is_sent = false;
  drawing->is_silent = !drawing->answers;
  plan(drawing);
}

static void send(struct AppUiDrawing *drawing) {
  drawing->sent_ms = job_now_ms();
  drawing->is_sent = screen_flush(!drawing->is_silent);
  if (!drawing->is_sent) return;
  drawing->patience = loop_timer_start(drawing->ui->loop, drawing->answers ? STUCK_MS : SILENT_MS, 0, on_patience, drawing);
}

static void draw(void *context) {
  struct AppUiDrawing *drawing = context;
  DashFrame frame;
  size_t rows, columns;
  bool is_slow = drawing->cost_ms > SLOW_MS && !drawing->is_wanted;
  Arena *arena = &drawing->arenas[!drawing->turn];
  arena_reset(arena);
  screen_size(&rows, &columns);
  dashboard_frame_init(&frame, arena, columns, rows);
  dashboard_ui_view(drawing->ui->ui, clock_wall_ms(), &frame);
  Put put = put_rows(&drawing->shown, &frame, is_slow ? SLOW_COLUMNS : SIZE_MAX);
  bool has_moved = frame.has_cursor != drawing->shown.has_cursor || frame.cursor_row != drawing->shown.cursor_row ||
                   frame.cursor_column != drawing->shown.cursor_column;
  keep_rows(arena, &frame);
  screen_cursor(frame.has_cursor, frame.cursor_row, frame.cursor_column);
  drawing->is_queued = drawing->is_wanted = false;
  drawing->is_due = put.is_part;
  drawing->shown = frame;
  drawing->turn = !drawing->turn;
  if (put.rows || has_moved) send(drawing);
  plan(drawing);
}

static void on_later(void *context) {
  struct AppUiDrawing *drawing = context;
  loop_timer_stop(TAKE(drawing->later));
  plan(drawing);
}

/* News leave a slow line free twice as long as they need it. */
static void plan(struct AppUiDrawing *drawing) {
  if (!drawing->is_due || drawing->is_queued || drawing->is_sent) return;
  int64_t pause = drawing->cost_ms * 3 > NEWS_MS ? drawing->cost_ms * 3 : NEWS_MS;
  int64_t left = drawing->is_wanted ? 0 : drawing->sent_ms + pause - job_now_ms();
  if (left > 0) {
    if (!drawing->later) drawing->later = loop_timer_start(drawing->ui->loop, (uint64_t)left, 0, on_later, drawing);
    return;
  }
  drawing->is_queued = true;
  loop_later(drawing->ui->loop, draw, drawing);
}

/* Its answer may have been lost on the way, and a person is waiting. */
static bool is_overdue(const struct AppUiDrawing *drawing) {
  int64_t patience = drawing->cost_ms * 4 > SILENT_MS ? drawing->cost_ms * 4 : SILENT_MS;
  return drawing->is_sent && job_now_ms() - drawing->sent_ms > patience;
}

void app_ui_draw(struct AppUiDrawing *drawing, bool is_wanted) {
  if (is_wanted && is_overdue(drawing)) {
    loop_timer_stop(TAKE(drawing->patience));
    drawing->is_sent = false;
  }
  drawing->is_due = true;
  drawing->is_wanted |= is_wanted;
  plan(drawing);
}

void app_ui_drawn(struct AppUiDrawing *drawing) {
  loop_timer_stop(TAKE(drawing->patience));
  if (drawing->is_sent) drawing->cost_ms = job_now_ms() - drawing->sent_ms;
  drawing->is_sent = drawing->is_silent = false;
  drawing->answers = true;
  plan(drawing);
}

void app_ui_redraw(struct AppUiDrawing *drawing) {
  drawing->shown = (DashFrame){0};
  app_ui_draw(drawing, true);
}

static void on_clock(void *context) {
  struct AppUiDrawing *drawing = context;
  app_ui_draw(drawing, false);
}

struct AppUiDrawing *app_ui_drawing_open(AppUi *ui) {
  struct AppUiDrawing *drawing = arena_heap_alloc(sizeof(*drawing));
  drawing->ui = ui;
  for (size_t i = 0; i < COUNT_OF(drawing->arenas); i++) arena_init(&drawing->arenas[i]);
  drawing->clock = loop_timer_start(ui->loop, CLOCK_MS, CLOCK_MS, on_clock, drawing);
  return drawing;
}

void app_ui_drawing_close(struct AppUiDrawing *drawing) {
  if (!drawing) return;
  loop_timer_stop(drawing->later);
  loop_timer_stop(drawing->clock);
  loop_timer_stop(drawing->patience);
  for (size_t i = 0; i < COUNT_OF(drawing->arenas); i++) arena_clear(&drawing->arenas[i]);
  free(drawing);
}
