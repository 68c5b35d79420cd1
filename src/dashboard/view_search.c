/* The tab Search: what was asked, what was found, and the source of the one that
 * is chosen. Around a symbol its callers are to the left, its callees to the
 * right. */
#include "src/dashboard/ui_internal.h"

#include "src/base/columns.h"

#define WIDE 120 /* columns from which on source stands beside the list */
#define LIST_COLUMNS 96 /* what a list needs at most: the rest is for source */

static void view_question(const DashUi *ui, DashFrame *frame) {
  bool is_typing = ui->focus == FOCUS_TYPING;
  Str line = is_typing ? (Str){ui->line, ui->line_len} : str_from_c(ui->question);
  dashboard_addf(frame, DASH_STRONG, "%s: ", dashboard_ui_question_names[ui->way]);
  dashboard_add(frame, is_typing ? DASH_WARN : DASH_PLAIN, line);
  if (is_typing) {
    frame->has_cursor = true;
    frame->cursor_row = frame->at;
    frame->cursor_column = frame->rows[frame->at].used;
  }
  dashboard_end_row(frame, DASH_PLAIN);
  const UiResults *results = dashboard_ui_results(ui);
  dashboard_addf(frame, DASH_DIM, "in %.*s", STR_ARG(dashboard_ui_root(ui)));
  if (results && !results->title.len && results->rows.len) dashboard_addf(frame, DASH_DIM, "; %zu found", results->rows.len);
  dashboard_end_row(frame, DASH_PLAIN);
}

/* In `columns` columns; empty ones past the end of a list. */
static void view_result(const UiResults *results, size_t at, size_t end, DashFrame *frame, size_t selected, size_t columns) {
  if (at >= end) {
    frame->item = 0;
    dashboard_cell(frame, DASH_PLAIN, STR_EMPTY, columns);
    return;
  }
  const UiResult *one = &results->rows.items[at];
  DashStyle style = dashboard_ui_begin_row(frame, at, at == selected);
  size_t room = columns - 2, place = room > 70 ? 40 : room / 2;
  Str where = str_format(frame->arena, "%.*s:%lld", STR_ARG(one->path), (long long)one->line);
  dashboard_cell(frame, dashboard_ui_or_style(style, DASH_LINK), one->name.len ? one->name : one->note, room - place);
  dashboard_add(frame, style, STR(" "));
  dashboard_cell(frame, style, dashboard_ui_tail(frame, where, place - 2), place - 2);
  frame->item = 0;
  dashboard_add(frame, DASH_PLAIN, STR(" "));
}

static void view_sides(const DashUi *ui, const UiResults *results, DashFrame *frame, size_t rows) {
  size_t half = frame->width / 2, count = results->rows.len, selected = ui->selected[TAB_SEARCH];
  bool is_caller = selected < results->callers;
  size_t left = dashboard_ui_first(is_caller ? selected : 0, results->callers, rows - 1);
  size_t right = results->callers + dashboard_ui_first(is_caller ? 0 : selected - results->callers, count - results->callers, rows - 1);
  dashboard_cell(frame, DASH_STRONG, str_format(frame->arena, "%s %zu callers of %.*s", frame->is_ascii ? "<-" : "←", results->callers, STR_ARG(results->title)), half);
  dashboard_cell(frame, DASH_STRONG, str_format(frame->arena, "%s %zu it calls", frame->is_ascii ? "->" : "→", count - results->callers), dashboard_left(frame));
  dashboard_end_row(frame, DASH_PLAIN);
  for (size_t i = 0; i + 1 < rows && (left + i < results->callers || right + i < count); i++) {
    view_result(results, left + i, results->callers, frame, selected, half);
    view_result(results, right + i, count, frame, selected, dashboard_left(frame));
    dashboard_end_row(frame, DASH_PLAIN);
  }
}

static void view_rule(DashFrame *frame) {
  while (dashboard_left(frame)) dashboard_add(frame, DASH_DIM, frame->is_ascii ? STR("-") : STR("─"));
  dashboard_end_row(frame, DASH_PLAIN);
}

static void view_beneath(const DashUi *ui, DashFrame *frame) {
  if (!ui->source.text.len || dashboard_rows_left(frame, 1) < 3) return;
  view_rule(frame);
  dashboard_ui_view_text(&ui->source, frame, dashboard_rows_left(frame, 1));
}

static void view_beside(const DashUi *ui, const UiResults *results, DashFrame *frame, size_t rows) {
  size_t columns = frame->width / 2 < LIST_COLUMNS ? frame->width / 2 : LIST_COLUMNS, count = results->rows.len, selected = ui->selected[TAB_SEARCH];
  size_t first = dashboard_ui_first(selected, count, rows);
  Str source = ui->source.text;
  for (size_t i = 0; i < rows && (first + i < count || source.len); i++) {
    view_result(results, first + i, count, frame, selected, columns);
    dashboard_add(frame, DASH_DIM, frame->is_ascii ? STR("| ") : STR("│ "));
    dashboard_ui_view_line(&ui->source, frame, str_cut(&source, '\n'));
    dashboard_end_row(frame, DASH_PLAIN);
  }
}

static void view_list(const DashUi *ui, const UiResults *results, DashFrame *frame, size_t rows) {
  size_t count = results->rows.len, selected = ui->selected[TAB_SEARCH], first = dashboard_ui_first(selected, count, rows);
  for (size_t i = first; i < count && i < first + rows; i++) {
    view_result(results, i, count, frame, selected, frame->width);
    dashboard_end_row(frame, DASH_PLAIN);
  }
}

void dashboard_ui_view_search(const DashUi *ui, DashFrame *frame, size_t rows) {
  const UiResults *results = dashboard_ui_results(ui);
  view_question(ui, frame);
  rows = rows > 2 ? rows - 2 : 1;
  size_t count = results ? results->rows.len : 0, upper = rows > 8 ? rows / 2 : rows;
  if ((ui->focus == FOCUS_READING && ui->reads_source) || (!count && ui->source.text.len)) {
    dashboard_ui_view_text(&ui->source, frame, rows);
  } else if (results && results->title.len) {
    view_sides(ui, results, frame, upper);
    view_beneath(ui, frame);
  } else if (!count) {
    dashboard_add(frame, DASH_DIM, results ? STR("nothing was found") : STR("/ to ask for names, text or a question in words"));
    dashboard_end_row(frame, DASH_PLAIN);
  } else if (frame->width >= WIDE) {
    view_beside(ui, results, frame, rows);
  } else {
    view_list(ui, results, frame, upper);
    view_beneath(ui, frame);
  }
}
