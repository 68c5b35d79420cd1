/* The frame: tabs above, what the open one shows, one line of help beneath. */
#include "src/dashboard/ui_internal.h"

#include "src/base/columns.h"

const char *const dashboard_ui_tab_names[TABS] = {"Workspaces", "Sessions", "Activity", "Server", "Search", "Config", "Advanced"};
const char *const dashboard_ui_question_names[QUESTIONS] = {"names", "text", "question"};

static const char *const tab_help[TABS] = {
    "up/down choose  1-7 tabs  q quit",
    "up/down choose  1-7 tabs  q quit",
    "enter open  / filter  1-7 tabs  q quit",
    "r restart server  l log level  1-7 tabs  q quit",
    "/ ask  tab kind  enter source  right walk  left back  v read  q quit",
    "1-7 tabs  q quit",
    "u take back  1-7 tabs  q quit",
};

static void view_tabs(const DashUi *ui, DashFrame *frame) {
  for (size_t i = 0; i < TABS; i++) {
    dashboard_addf(frame, i == ui->tab ? DASH_ACTIVE : DASH_BAR, " %zu %s ", i + 1, dashboard_ui_tab_names[i]);
  }
  dashboard_end_row(frame, DASH_BAR);
}

/* What matters most: a question, what was done, whether the daemon is
 * there, help. */
static void view_bar(const DashUi *ui, DashFrame *frame) {
  const DashServer *server = &ui->snapshot.server;
  Arena *arena = frame->arena;
  DashStyle style = DASH_BAR;
  Str words = str_from_c(ui->focus == FOCUS_READING ? "up/down scroll  esc back" : tab_help[ui->tab]);
  if (ui->focus == FOCUS_TYPING) words = STR("enter done  esc leave");
  if (ui->is_asking) words = STR("asking ...");
  else if (ui->said[0]) words = str_from_c(ui->said);
  if (ui->focus == FOCUS_ASKED) words = str_from_c(ui->asked);
  if (!ui->is_connected) words = ui->lost.len ? ui->lost : STR("connecting ...");
  if (!ui->is_connected || ui->focus == FOCUS_ASKED) style = DASH_ACTIVE;
  Str state = ui->is_connected ? str_format(arena, "pid %lld, %.*s, up %.*s ", (long long)server->pid,
                                            STR_ARG(dashboard_bytes(arena, server->resident)),
                                            STR_ARG(dashboard_span(arena, server->up_s * 1000)))
                               : STR_EMPTY;
  frame->at = frame->height - 1;
  bool fits = columns_of(words) + state.len + 2 <= frame->width;
  size_t room = frame->width - 1 - (fits ? state.len : 0);
  dashboard_add(frame, style, STR(" "));
  dashboard_cell(frame, style, words, room);
  if (fits) dashboard_add(frame, DASH_BAR, state);
  dashboard_end_row(frame, style);
}

void dashboard_ui_view_text(const UiText *text, DashFrame *frame, size_t rows) {
  Str rest = text->text;
  for (size_t i = 0; i < text->top && rest.len; i++) str_cut(&rest, '\n');
  for (size_t i = 0; i < rows && rest.len; i++) {
    dashboard_add(frame, DASH_PLAIN, str_cut(&rest, '\n'));
    dashboard_end_row(frame, DASH_PLAIN);
  }
}

void dashboard_ui_view(const DashUi *ui, int64_t now_ms, DashFrame *frame) {
  frame->is_ascii = ui->is_ascii;
  view_tabs(ui, frame);
  size_t rows = dashboard_rows_left(frame, 1);
  if (ui->focus == FOCUS_READING && ui->tab != TAB_SEARCH) {
    dashboard_add(frame, DASH_STRONG, ui->reading.title);
    dashboard_end_row(frame, DASH_PLAIN);
    dashboard_ui_view_text(&ui->reading, frame, rows - 1);
  } else {
    dashboard_ui_view_tab(ui, now_ms, frame, rows);
  }
  view_bar(ui, frame);
}
