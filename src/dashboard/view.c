/* The frame: tabs above, what the open one shows, one line of help beneath. */
#include "src/dashboard/ui_internal.h"

#include "src/base/buf.h"
#include "src/base/columns.h"

#define NUMBER_COLUMNS 5 /* of lines of source */

const char *const dashboard_ui_tab_names[TABS] = {"Workspaces", "Sessions", "Activity", "Server", "Search", "Config", "Advanced"};
const char *const dashboard_ui_question_names[QUESTIONS] = {"names", "text", "question"};

static const char *const tab_help[TABS] = {
    "up/down choose  1-7 tabs  ? keys  q quit",
    "s end  r restart  i interrupt  ? keys  q quit",
    "enter open  / filter  x cancel  ? keys  q quit",
    "r end servers  l log level  ? keys  q quit",
    "/ ask  left callers  right callees  v read  ? keys  q quit",
    "enter change or add  d take away  ? keys  q quit",
    "u take back  ? keys  q quit",
};
static const char *const typing_prompts[] = {
    [TYPING_LABEL] = "What is the key for? ",
    [TYPING_TRUST] = "Directory to trust: ",
    [TYPING_PROJECT] = "Project for which interpreters may be started: ",
    [TYPING_VALUE] = "Value: ",
};

static void view_tabs(const DashUi *ui, DashFrame *frame) {
  for (size_t i = 0; i < TABS; i++) {
    dashboard_addf(frame, i == ui->tab ? DASH_ACTIVE : DASH_BAR, " %zu %s ", i + 1, dashboard_ui_tab_names[i]);
  }
  dashboard_end_row(frame, DASH_BAR);
}

/* What matters most: whether the daemon is there, what was done, help. */
static Str bar_words(const DashUi *ui, DashStyle *style) {
  bool is_reading = ui->focus == FOCUS_READING;
  if (!ui->is_connected) *style = DASH_ACTIVE;
  if (!ui->is_connected) return ui->lost.len ? ui->lost : STR("connecting ...");
  if (ui->is_asking) return STR("asking ...");
  if (ui->said[0]) return str_from_c(ui->said);
  if (ui->focus == FOCUS_SETUP) return STR("space choose  enter show what would be written  esc not now");
  if (ui->focus == FOCUS_TYPING) return ui->typing == TYPING_QUESTION ? STR("enter ask  tab names, text or question  esc leave") : STR("enter done  esc leave");
  return is_reading ? STR("up/down scroll  esc back") : str_from_c(tab_help[ui->tab]);
}

/* The line that is typed, where a tab has no place of its own for it. */
static bool view_typing(const DashUi *ui, DashFrame *frame) {
  if (ui->focus != FOCUS_TYPING || ui->typing < TYPING_LABEL) return false;
  Str line = {ui->line, ui->line_len};
  size_t prompt = strlen(typing_prompts[ui->typing]), room = frame->width > prompt + 4 ? frame->width - prompt - 3 : 1;
  dashboard_addf(frame, DASH_ACTIVE, " %s", typing_prompts[ui->typing]);
  dashboard_add(frame, DASH_ACTIVE, dashboard_ui_tail(frame, line, room));
  frame->has_cursor = true;
  frame->cursor_row = frame->at;
  frame->cursor_column = frame->rows[frame->at].used;
  dashboard_end_row(frame, DASH_ACTIVE);
  return true;
}

/* As much of a text as fits, up to a blank where there is one; the rest is left. */
static Str take_line(Str *rest, size_t columns) {
  Str head = columns_head(*rest, columns);
  size_t blank = str_find_last_byte(head, ' ');
  if (head.len < rest->len && blank != STR_NONE && blank) head = str_head(head, blank);
  if (!head.len) head = *rest;
  *rest = str_trim(str_slice(*rest, head.len, rest->len));
  return head;
}

/* A question is shown whole, in as many of the last rows as it needs: who answers
 * must have been able to read it. */
static void view_asked(const DashUi *ui, DashFrame *frame) {
  Str question = str_shown(frame->arena, str_from_c(ui->asked), UI_LINE * 4), rest = question;
  size_t count = 0, columns = frame->width - 2;
  while (rest.len) take_line(&rest, columns), count++;
  frame->at = count < frame->height ? frame->height - count : 0;
  for (rest = question; rest.len;) {
    if (frame->at < frame->height) frame->rows[frame->at] = (DashRow){0};
    dashboard_add(frame, DASH_ACTIVE, STR(" "));
    dashboard_add(frame, DASH_ACTIVE, take_line(&rest, columns));
    dashboard_end_row(frame, DASH_ACTIVE);
  }
}

static void view_bar(const DashUi *ui, DashFrame *frame) {
  const DashServer *server = &ui->snapshot.server;
  Arena *arena = frame->arena;
  DashStyle style = DASH_BAR;
  frame->at = frame->height - 1;
  frame->item = 0;
  if (view_typing(ui, frame)) return;
  if (ui->focus == FOCUS_ASKED) {
    view_asked(ui, frame);
    return;
  }
  Str words = bar_words(ui, &style);
  Str state = ui->is_connected ? str_format(arena, "pid %lld, %.*s, up %.*s ", (long long)server->pid,
                                            STR_ARG(dashboard_bytes(arena, server->resident)),
                                            STR_ARG(dashboard_span(arena, server->up_s * 1000)))
                               : STR_EMPTY;
  bool fits = columns_of(words) + state.len + 2 <= frame->width;
  size_t room = frame->width - 1 - (fits ? state.len : 0);
  dashboard_add(frame, style, STR(" "));
  dashboard_cell(frame, style, words, room);
  if (fits) dashboard_add(frame, DASH_BAR, state);
  dashboard_end_row(frame, style);
}

/* Differences are read by their first character. */
static DashStyle line_style(const UiText *text, Str line) {
  if (!text->is_diff) return DASH_PLAIN;
  if (str_starts_with(line, STR("+++")) || str_starts_with(line, STR("---"))) return DASH_STRONG;
  if (str_starts_with(line, STR("@@"))) return DASH_LINK;
  if (str_starts_with(line, STR("+"))) return DASH_GOOD;
  return str_starts_with(line, STR("-")) ? DASH_BAD : DASH_PLAIN;
}

/* The first piece that ends behind a byte. */
static size_t find_piece(const UiText *text, uint32_t from) {
  size_t low = 0, high = text->piece_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (text->pieces[middle].to <= from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* `12<tab>text`: numbers end in one column, so that what they number begins in
 * one. How many bytes of the line that was. */
static size_t view_number(DashFrame *frame, Str line) {
  size_t len = 0;
  while (len < line.len && byte_is_digit(line.ptr[len])) len++;
  if (!len || len == line.len || line.ptr[len] != '\t') return 0;
  dashboard_cell_right(frame, DASH_DIM, str_slice(line, 0, len), len > NUMBER_COLUMNS ? len : NUMBER_COLUMNS);
  dashboard_add(frame, DASH_PLAIN, STR(" "));
  return len + 1;
}

void dashboard_ui_view_line(const UiText *text, DashFrame *frame, Str line) {
  line = str_slice(line, view_number(frame, line), line.len);
  if (!line.len) return;
  uint32_t from = (uint32_t)(line.ptr - text->text.ptr);
  size_t first = find_piece(text, from);
  if (text->piece_count) dashboard_add_pieces(frame, line, from, text->pieces + first, text->piece_count - first);
  else dashboard_add(frame, line_style(text, line), line);
}

void dashboard_ui_view_text(const UiText *text, DashFrame *frame, size_t rows) {
  Str rest = text->text;
  for (size_t i = 0; i < text->top && rest.len; i++) str_cut(&rest, '\n');
  for (size_t i = 0; i < rows && rest.len; i++) {
    dashboard_ui_view_line(text, frame, str_cut(&rest, '\n'));
    dashboard_end_row(frame, DASH_PLAIN);
  }
}

/* Long lines of what is read whole go on in the next row. */
static void view_wrapped(const UiText *text, DashFrame *frame, size_t rows) {
  Str rest = text->text;
  size_t end = frame->at + rows;
  for (size_t i = 0; i < text->top && rest.len; i++) str_cut(&rest, '\n');
  while (rest.len && frame->at < end) {
    Str line = str_cut(&rest, '\n');
    DashStyle style = line_style(text, line);
    do {
      Str head = columns_head(line, frame->width);
      if (!head.len) head = line;
      dashboard_add(frame, style, head);
      dashboard_end_row(frame, DASH_PLAIN);
      line = str_slice(line, head.len, line.len);
    } while (line.len && frame->at < end);
  }
}

void dashboard_ui_view(const DashUi *ui, int64_t now_ms, DashFrame *frame) {
  frame->is_ascii = ui->is_ascii;
  view_tabs(ui, frame);
  size_t rows = dashboard_rows_left(frame, 1);
  bool is_reading = (ui->focus == FOCUS_READING && !ui->reads_source) || (ui->focus == FOCUS_ASKED && ui->has_preview);
  if (is_reading) {
    dashboard_add(frame, DASH_STRONG, ui->reading.title);
    dashboard_end_row(frame, DASH_PLAIN);
    view_wrapped(&ui->reading, frame, rows - 1);
  } else if (ui->focus == FOCUS_SETUP) {
    dashboard_ui_view_setup(ui, frame, rows);
  } else {
    dashboard_ui_view_tab(ui, now_ms, frame, rows);
  }
  view_bar(ui, frame);
}

/* ---- a glance ---- */

/* Without the rows that are empty, and without those around the tab. */
static void add_tab(Buf *text, const DashUi *ui, int64_t now_ms, DashFrame *frame) {
  buf_add_format(text, "== %s ==\n", dashboard_ui_tab_names[ui->tab]);
  frame->is_ascii = ui->is_ascii;
  dashboard_ui_view_tab(ui, now_ms, frame, frame->height);
  Str rest = dashboard_frame_text(frame->arena, frame);
  while (rest.len) {
    Str line = str_cut(&rest, '\n');
    if (line.len) buf_add_format(text, "%.*s\n", STR_ARG(line));
  }
}

Str dashboard_ui_glance(const DashUi *ui, Arena *arena, int64_t now_ms, size_t columns, size_t rows) {
  static const DashTab tabs[] = {TAB_WORKSPACES, TAB_SESSIONS, TAB_ACTIVITY, TAB_SERVER, TAB_ADVANCED};
  Buf text;
  buf_init(&text, arena, (size_t)1 << 20);
  for (size_t i = 0; i < COUNT_OF(tabs); i++) {
    DashFrame frame;
    DashUi at = *ui;
    at.tab = tabs[i];
    at.focus = FOCUS_LIST;
    dashboard_frame_init(&frame, arena, columns, rows);
    add_tab(&text, &at, now_ms, &frame);
  }
  return buf_str(&text);
}
