/* Rows of text within a width. */
#include "src/dashboard/frame.h"

#include "src/base/buf.h"
#include "src/base/columns.h"

#define MIN_WIDTH 20
#define MIN_HEIGHT 4
#define TEXT_MAX 4096 /* bytes of one piece that are looked at */

void dashboard_frame_init(DashFrame *frame, Arena *arena, size_t width, size_t height) {
  *frame = (DashFrame){
      .arena = arena,
      .width = width < MIN_WIDTH ? MIN_WIDTH : width,
      .height = height < MIN_HEIGHT ? MIN_HEIGHT : height,
  };
  frame->rows = ARENA_ARRAY(arena, DashRow, frame->height);
}

static DashRow *row_of(DashFrame *frame) { return frame->at < frame->height ? &frame->rows[frame->at] : NULL; }

size_t dashboard_left(const DashFrame *frame) {
  return frame->at < frame->height ? frame->width - frame->rows[frame->at].used : 0;
}

size_t dashboard_rows_left(const DashFrame *frame, size_t below) {
  return frame->at + below < frame->height ? frame->height - below - frame->at : 0;
}

static void put(DashFrame *frame, DashStyle style, Str text) {
  DashRow *row = row_of(frame);
  if (!row || !text.len) return;
  row->used += columns_of(text);
  *vec_add(frame->arena, &row->spans) = (DashSpan){text, style, frame->item};
}

/* Blanks up to the next fourth column, as source has them; `before` is what
 * stands before it. */
static Str without_tabs(Arena *arena, Str text, size_t before) {
  Buf spaced;
  if (str_find_byte(text, '\t') == STR_NONE) return text;
  buf_init(&spaced, arena, (size_t)4 * TEXT_MAX);
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] != '\t') buf_add_byte(&spaced, text.ptr[i]);
    else do buf_add_byte(&spaced, ' '); while ((before + spaced.len) % 4);
  }
  return buf_str(&spaced);
}

/* Tabs and ends of lines would move what follows. */
static Str harmless(DashFrame *frame, Str text, size_t before) {
  text = without_tabs(frame->arena, str_head(text, TEXT_MAX), before);
  return str_shown(frame->arena, text, 4 * TEXT_MAX);
}

void dashboard_add(DashFrame *frame, DashStyle style, Str text) {
  put(frame, style, columns_head(harmless(frame, text, 0), dashboard_left(frame)));
}

void dashboard_add_pieces(DashFrame *frame, Str line, uint32_t from, const DashPiece *pieces, size_t count) {
  size_t at = 0, shown = 0;
  line = str_head(line, TEXT_MAX);
  for (size_t i = 0; i <= count && at < line.len; i++) {
    bool is_last = i == count;
    size_t start = is_last || pieces[i].from >= from + line.len ? line.len : pieces[i].from > from ? pieces[i].from - from : 0;
    size_t end = is_last || pieces[i].to >= from + line.len ? line.len : pieces[i].to > from ? pieces[i].to - from : 0;
    if (end <= at) continue;
    if (start < at) start = at;
    const Str parts[] = {str_slice(line, at, start), str_slice(line, start, end)};
    for (size_t k = 0; k < COUNT_OF(parts); k++) {
      Str part = harmless(frame, parts[k], shown);
      put(frame, k && !is_last ? pieces[i].style : DASH_PLAIN, columns_head(part, dashboard_left(frame)));
      shown += part.len;
    }
    at = end;
  }
}

void dashboard_addf(DashFrame *frame, DashStyle style, const char *format, ...) {
  va_list values;
  va_start(values, format);
  Str text = str_format_va(frame->arena, format, values);
  va_end(values);
  dashboard_add(frame, style, text);
}

static void blanks(DashFrame *frame, DashStyle style, size_t count) {
  char *text = arena_alloc(frame->arena, count + 1);
  memset(text, ' ', count);
  put(frame, style, (Str){text, count});
}

/* Cut text ends with one column that says so. */
static Str fitted(DashFrame *frame, Str text, size_t columns) {
  text = harmless(frame, text, 0);
  if (columns_of(text) <= columns || !columns) return columns_head(text, columns);
  Str head = columns_head(text, columns - 1);
  return str_format(frame->arena, "%.*s%s", STR_ARG(head), frame->is_ascii ? "~" : "…");
}

static void cell(DashFrame *frame, DashStyle style, Str text, size_t columns, bool is_right) {
  size_t left = dashboard_left(frame);
  if (columns > left) columns = left;
  text = fitted(frame, text, columns);
  size_t rest = columns - columns_of(text);
  if (is_right) blanks(frame, style, rest);
  put(frame, style, text);
  if (!is_right) blanks(frame, style, rest);
}

void dashboard_cell(DashFrame *frame, DashStyle style, Str text, size_t columns) { cell(frame, style, text, columns, false); }
void dashboard_cell_right(DashFrame *frame, DashStyle style, Str text, size_t columns) { cell(frame, style, text, columns, true); }

void dashboard_end_row(DashFrame *frame, DashStyle style) {
  if (style != DASH_PLAIN) blanks(frame, style, dashboard_left(frame));
  frame->at++;
  frame->item = 0;
}

size_t dashboard_frame_item(const DashFrame *frame, size_t row, size_t column) {
  if (row >= frame->height) return 0;
  size_t at = 0;
  for (size_t i = 0; i < frame->rows[row].spans.len; i++) {
    const DashSpan *span = &frame->rows[row].spans.items[i];
    at += columns_of(span->text);
    if (column < at) return span->item;
  }
  return 0;
}

Str dashboard_frame_text(Arena *arena, const DashFrame *frame) {
  Buf text;
  buf_init(&text, arena, (size_t)1 << 20);
  for (size_t i = 0; i < frame->height; i++) {
    const DashRow *row = &frame->rows[i];
    size_t start = text.len;
    for (size_t k = 0; k < row->spans.len; k++) buf_add(&text, row->spans.items[k].text);
    while (text.len > start && text.ptr[text.len - 1] == ' ') text.len--;
    buf_add_byte(&text, '\n');
  }
  return buf_str(&text);
}

/* ---- numbers for people ---- */

Str dashboard_bytes(Arena *arena, int64_t bytes) {
  static const char *const units[] = {"B", "KB", "MB", "GB", "TB"};
  double value = (double)bytes;
  size_t unit = 0;
  for (; value >= 1000 && unit + 1 < COUNT_OF(units); unit++) value /= 1024;
  return str_format(arena, unit && value < 10 ? "%.1f %s" : "%.0f %s", value, units[unit]);
}

Str dashboard_count(Arena *arena, int64_t count) {
  Str digits = str_format(arena, "%lld", (long long)(count < 0 ? 0 : count));
  Buf text;
  buf_init(&text, arena, 64);
  for (size_t i = 0; i < digits.len; i++) {
    if (i && (digits.len - i) % 3 == 0) buf_add_byte(&text, ',');
    buf_add_byte(&text, digits.ptr[i]);
  }
  return buf_str(&text);
}

Str dashboard_span(Arena *arena, int64_t ms) {
  int64_t s = ms / 1000;
  if (ms < 0) return STR("-");
  if (ms < 1000) return str_format(arena, "%lld ms", (long long)ms);
  if (s < 100) return str_format(arena, "%.1f s", (double)ms / 1000);
  if (s < 3600) return str_format(arena, "%lld min", (long long)(s / 60));
  if (s < 86400) return str_format(arena, "%lld h %lld min", (long long)(s / 3600), (long long)(s % 3600 / 60));
  return str_format(arena, "%lld d %lld h", (long long)(s / 86400), (long long)(s % 86400 / 3600));
}
