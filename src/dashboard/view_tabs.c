/* What each tab shows. A list is drawn around the row that is chosen. */
#include "src/dashboard/ui_internal.h"

#include "src/base/clock.h"
#include "src/base/columns.h"

size_t dashboard_ui_first(size_t selected, size_t count, size_t rows) {
  if (count <= rows || selected < rows / 2) return 0;
  size_t first = selected - rows / 2;
  return first + rows > count ? count - rows : first;
}

static void heading(DashFrame *frame, const char *words) {
  dashboard_add(frame, DASH_STRONG, str_from_c(words));
  dashboard_end_row(frame, DASH_PLAIN);
}

static void empty_line(DashFrame *frame, const char *words) {
  dashboard_add(frame, DASH_DIM, str_from_c(words));
  dashboard_end_row(frame, DASH_PLAIN);
}

DashStyle dashboard_ui_begin_row(DashFrame *frame, size_t item, bool is_selected) {
  frame->item = item + 1;
  dashboard_add(frame, is_selected ? DASH_SELECTED : DASH_PLAIN, is_selected ? STR("> ") : STR("  "));
  return is_selected ? DASH_SELECTED : DASH_PLAIN;
}

DashStyle dashboard_ui_or_style(DashStyle row, DashStyle wanted) { return row == DASH_SELECTED ? row : wanted; }

Str dashboard_ui_tail(DashFrame *frame, Str path, size_t columns) {
  if (columns_of(path) <= columns || columns < 4) return path;
  size_t from = path.len - (columns < path.len ? columns - 1 : path.len);
  while (from < path.len && ((unsigned char)path.ptr[from] & 0xC0) == 0x80) from++;
  Str end = str_slice(path, from, path.len);
  return str_format(frame->arena, "%s%.*s", frame->is_ascii ? "~" : "…", STR_ARG(end));
}

/* ---- workspaces ---- */

static void view_workspace(const DashWorkspace *one, DashFrame *frame, size_t item, bool is_selected) {
  Arena *arena = frame->arena;
  DashStyle style = dashboard_ui_begin_row(frame, item, is_selected);
  size_t name = frame->width > 62 ? frame->width - 52 : 10;
  dashboard_cell(frame, dashboard_ui_or_style(style, DASH_LINK), dashboard_ui_tail(frame, one->root, name), name);
  dashboard_cell_right(frame, style, dashboard_count(arena, one->files), 9);
  dashboard_cell_right(frame, style, dashboard_count(arena, one->symbols), 11);
  dashboard_cell_right(frame, style, dashboard_count(arena, one->edges), 11);
  Str state = one->phase.len ? str_format(arena, "  %.*s %lld%%", STR_ARG(one->phase), (long long)one->percent)
                             : one->is_behind ? STR("  behind") : STR("  ready");
  dashboard_cell(frame, dashboard_ui_or_style(style, one->phase.len || one->is_behind ? DASH_WARN : DASH_GOOD), state, dashboard_left(frame));
  dashboard_end_row(frame, style);
}

static void view_workspace_details(const DashWorkspace *one, DashFrame *frame) {
  Arena *arena = frame->arena;
  dashboard_end_row(frame, DASH_PLAIN);
  dashboard_addf(frame, DASH_STRONG, "%.*s", STR_ARG(one->root));
  dashboard_end_row(frame, DASH_PLAIN);
  dashboard_addf(frame, DASH_PLAIN, "languages  %.*s", STR_ARG(one->languages));
  dashboard_end_row(frame, DASH_PLAIN);
  dashboard_addf(frame, DASH_PLAIN, "files      %.*s; the last refresh took %.*s", STR_ARG(one->watcher),
                 STR_ARG(dashboard_span(arena, one->refresh_ms)));
  dashboard_end_row(frame, DASH_PLAIN);
  dashboard_addf(frame, DASH_PLAIN, "index      %.*s on disk", STR_ARG(dashboard_bytes(arena, one->store_bytes)));
  dashboard_end_row(frame, DASH_PLAIN);
  dashboard_add(frame, DASH_PLAIN, STR("trust      "));
  dashboard_add(frame, one->is_trusted ? DASH_WARN : DASH_PLAIN,
                one->is_trusted ? STR("given: its language servers, builds and tests may run") : STR("not given: nothing of it is run"));
  dashboard_end_row(frame, DASH_PLAIN);
}

static void view_workspaces(const DashUi *ui, DashFrame *frame, size_t rows) {
  enum { DETAILS = 7 };
  const DashSnapshot *snapshot = &ui->snapshot;
  size_t selected = ui->selected[TAB_WORKSPACES], count = snapshot->workspaces.len;
  size_t name = frame->width > 62 ? frame->width - 52 : 10;
  dashboard_add(frame, DASH_STRONG, STR("  "));
  dashboard_cell(frame, DASH_STRONG, STR("workspace"), name);
  dashboard_cell_right(frame, DASH_STRONG, STR("files"), 9);
  dashboard_cell_right(frame, DASH_STRONG, STR("symbols"), 11);
  dashboard_cell_right(frame, DASH_STRONG, STR("edges"), 11);
  dashboard_cell(frame, DASH_STRONG, STR("  state"), dashboard_left(frame));
  dashboard_end_row(frame, DASH_PLAIN);
  if (!count) empty_line(frame, "none is open: 5 and / look around here; a client's first call opens its own");
  size_t room = rows > DETAILS + 2 ? rows - DETAILS - 1 : 1, first = dashboard_ui_first(selected, count, room);
  for (size_t i = first; i < count && i < first + room; i++) view_workspace(&snapshot->workspaces.items[i], frame, i, i == selected);
  if (selected < count) view_workspace_details(&snapshot->workspaces.items[selected], frame);
}

/* ---- sessions ---- */

static void view_client(const DashClient *one, DashFrame *frame, size_t item, bool is_selected) {
  Arena *arena = frame->arena;
  DashStyle style = dashboard_ui_begin_row(frame, item, is_selected);
  dashboard_cell(frame, dashboard_ui_or_style(style, DASH_LINK), one->name.len ? one->name : STR("(no name)"), 21);
  dashboard_add(frame, style, STR(" "));
  dashboard_cell(frame, style, one->mode, 8);
  dashboard_cell_right(frame, style, dashboard_count(arena, one->calls), 8);
  dashboard_cell_right(frame, dashboard_ui_or_style(style, one->active ? DASH_GOOD : DASH_DIM), dashboard_count(arena, one->active), 8);
  dashboard_add(frame, style, STR("  "));
  dashboard_cell(frame, style, dashboard_ui_tail(frame, one->root, dashboard_left(frame)), dashboard_left(frame));
  dashboard_end_row(frame, style);
}

static void view_session(const DashSession *one, DashFrame *frame, size_t item, bool is_selected) {
  Arena *arena = frame->arena;
  DashStyle style = dashboard_ui_begin_row(frame, item, is_selected);
  dashboard_cell(frame, dashboard_ui_or_style(style, DASH_LINK), one->key, 10);
  dashboard_cell(frame, style, one->name, 16);
  dashboard_cell(frame, style, str_format(arena, "%.*s %.*s", STR_ARG(one->language), STR_ARG(one->version)), 18);
  dashboard_cell_right(frame, style, dashboard_count(arena, one->calls), 6);
  dashboard_cell_right(frame, dashboard_ui_or_style(style, one->running ? DASH_GOOD : DASH_DIM), dashboard_count(arena, one->running), 8);
  dashboard_cell_right(frame, style, one->seen_ago_ms < 0 ? STR("-") : dashboard_span(arena, one->seen_ago_ms), 10);
  dashboard_add(frame, style, STR("  "));
  dashboard_cell(frame, style, dashboard_ui_tail(frame, one->project, dashboard_left(frame)), dashboard_left(frame));
  dashboard_end_row(frame, style);
}

static void view_sessions(const DashUi *ui, DashFrame *frame, size_t rows) {
  const DashSnapshot *snapshot = &ui->snapshot;
  size_t selected = ui->selected[TAB_SESSIONS], clients = snapshot->clients.len, sessions = snapshot->sessions.len;
  size_t room = rows > 5 ? rows - 5 : 1;
  size_t top = clients < room - room / 3 ? clients : room - room / 3;
  bool in_sessions = selected >= clients;
  size_t first = dashboard_ui_first(in_sessions ? 0 : selected, clients, top);
  heading(frame, "  clients               mode       calls  active  workspace");
  if (!clients) empty_line(frame, "nobody is connected");
  for (size_t i = first; i < clients && i < first + top; i++) view_client(&snapshot->clients.items[i], frame, i, i == selected);
  dashboard_end_row(frame, DASH_PLAIN);
  heading(frame, "  interpreters                                 calls running  answered  project");
  if (!sessions) empty_line(frame, "none is open: fathom gate python says how");
  size_t rest = rows > top + 3 ? rows - top - 3 : 1;
  first = dashboard_ui_first(in_sessions ? selected - clients : 0, sessions, rest);
  for (size_t i = first; i < sessions && i < first + rest; i++) {
    view_session(&snapshot->sessions.items[i], frame, clients + i, clients + i == selected);
  }
}

/* ---- activity ---- */

#define TIME_COLUMNS 11

/* "14:03:22", or "11-16 14:03" on another day. A time of day stays what it is,
 * so that nothing is drawn again when nothing happens. */
static Str time_of(const DashUi *ui, Arena *arena, int64_t ms, int64_t now_ms) {
  Str then = clock_instant(arena, ms / 1000 + ui->zone_s), now = clock_instant(arena, now_ms / 1000 + ui->zone_s);
  bool is_today = str_eq(str_head(then, 10), str_head(now, 10));
  if (is_today) return str_slice(then, 11, 19);
  return str_format(arena, "%.*s %.*s", STR_ARG(str_slice(then, 5, 10)), STR_ARG(str_slice(then, 11, 16)));
}

static void view_call(const DashUi *ui, const DashCall *call, int64_t now_ms, DashFrame *frame, size_t item) {
  Arena *arena = frame->arena;
  DashStyle style = dashboard_ui_begin_row(frame, item, item == ui->selected[TAB_ACTIVITY]);
  bool is_running = str_eq_c(call->state, "running"), is_failed = str_eq_c(call->state, "failed");
  int64_t running_ms = now_ms > call->time_ms ? (now_ms - call->time_ms) / 1000 * 1000 : 0;
  Str took = dashboard_span(arena, is_running ? running_ms : call->ms);
  dashboard_cell_right(frame, dashboard_ui_or_style(style, DASH_DIM), time_of(ui, arena, call->time_ms, now_ms), TIME_COLUMNS);
  dashboard_add(frame, style, STR(" "));
  dashboard_cell(frame, dashboard_ui_or_style(style, is_failed ? DASH_BAD : is_running ? DASH_WARN : DASH_GOOD), is_failed ? STR("failed") : is_running ? STR("runs") : STR("done"), 7);
  dashboard_cell(frame, dashboard_ui_or_style(style, DASH_LINK), call->tool, 16);
  dashboard_cell_right(frame, style, took, 9);
  dashboard_cell_right(frame, style, dashboard_bytes(arena, call->answered), 8);
  dashboard_add(frame, style, STR("  "));
  Str words = call->words.len ? call->words : call->args;
  if (is_running && call->fraction >= 0) words = str_format(arena, "%.0f%% %.*s", call->fraction * 100, STR_ARG(words));
  dashboard_cell(frame, style, words, dashboard_left(frame));
  dashboard_end_row(frame, style);
}

static void view_activity(const DashUi *ui, int64_t now_ms, DashFrame *frame, size_t rows) {
  size_t selected = ui->selected[TAB_ACTIVITY], count = dashboard_ui_call_total(ui);
  bool is_typing = ui->focus == FOCUS_TYPING && ui->typing == TYPING_FILTER;
  if (is_typing || ui->filter[0]) {
    dashboard_addf(frame, DASH_WARN, "filter: %s", is_typing ? ui->line : ui->filter);
    frame->has_cursor = is_typing;
    frame->cursor_row = frame->at;
    frame->cursor_column = frame->rows[frame->at].used;
    dashboard_addf(frame, DASH_STRONG, "   fits %.*s calls", STR_ARG(dashboard_count(frame->arena, (int64_t)count)));
  } else {
    dashboard_cell(frame, DASH_STRONG, STR("         time  state  tool                 took  answer"), 58);
    dashboard_addf(frame, DASH_STRONG, "%.*s calls", STR_ARG(dashboard_count(frame->arena, (int64_t)count)));
  }
  dashboard_end_row(frame, DASH_PLAIN);
  if (!count) empty_line(frame, ui->call_count ? "no call fits the filter" : "no call yet");
  size_t room = rows > 1 ? rows - 1 : 1, first = dashboard_ui_first(selected, count, room);
  const DashCall *call = dashboard_ui_call_at(ui, first);
  for (size_t i = first; call && i < first + room; i++, call = dashboard_ui_call_before(ui, call)) view_call(ui, call, now_ms, frame, i);
}

/* ---- server ---- */

/* Servers that are about to be ready count as well: only what ended or failed
 * is drawn as bad. */
static void view_server(const DashLanguageServer *one, DashFrame *frame, size_t item, bool is_selected) {
  Arena *arena = frame->arena;
  DashStyle style = dashboard_ui_begin_row(frame, item, is_selected);
  bool is_well = str_eq_c(one->state, "ready") || str_eq_c(one->state, "indexing") || str_eq_c(one->state, "starting");
  dashboard_cell(frame, dashboard_ui_or_style(style, DASH_LINK), str_format(arena, "%.*s %.*s", STR_ARG(one->name), STR_ARG(one->version)), 26);
  dashboard_cell(frame, dashboard_ui_or_style(style, is_well ? DASH_GOOD : DASH_BAD), one->state, 10);
  dashboard_cell_right(frame, style, dashboard_bytes(arena, one->resident), 8);
  dashboard_cell_right(frame, style, dashboard_count(arena, one->open_documents), 6);
  dashboard_cell_right(frame, dashboard_ui_or_style(style, one->crashes ? DASH_WARN : DASH_DIM), dashboard_count(arena, one->crashes), 8);
  dashboard_add(frame, style, STR("  "));
  dashboard_cell(frame, style, one->last_error.len ? one->last_error : one->root, dashboard_left(frame));
  dashboard_end_row(frame, style);
}

static void view_log_line(const DashUi *ui, const DashLogLine *line, int64_t now_ms, DashFrame *frame) {
  bool is_bad = str_eq_c(line->level, "error"), is_warning = str_eq_c(line->level, "warn");
  dashboard_cell_right(frame, DASH_DIM, time_of(ui, frame->arena, line->time_ms, now_ms), TIME_COLUMNS);
  dashboard_add(frame, DASH_PLAIN, STR(" "));
  dashboard_cell(frame, is_bad ? DASH_BAD : is_warning ? DASH_WARN : DASH_DIM, line->level, 6);
  dashboard_add(frame, DASH_PLAIN, line->text);
  dashboard_end_row(frame, DASH_PLAIN);
}

/* The upper half belongs to the servers, what is left to the log, latest line
 * first. */
static void view_servers(const DashUi *ui, int64_t now_ms, DashFrame *frame, size_t rows) {
  const DashSnapshot *snapshot = &ui->snapshot;
  size_t selected = ui->selected[TAB_SERVER], count = snapshot->servers.len;
  size_t room = rows / 2 > 2 ? rows / 2 - 2 : 1, first = dashboard_ui_first(selected, count, room);
  heading(frame, "  language server           state       memory  open crashes  last word, or root");
  if (!count) empty_line(frame, "none runs: they start when a tool needs one, in workspaces that are trusted");
  for (size_t i = first; i < count && i < first + room; i++) view_server(&snapshot->servers.items[i], frame, i, i == selected);
  dashboard_end_row(frame, DASH_PLAIN);
  dashboard_addf(frame, DASH_STRONG, "  log, %s and above", log_level_name(ui->log_level));
  dashboard_end_row(frame, DASH_PLAIN);
  const DashLogLine *line;
  for (size_t i = 0; dashboard_rows_left(frame, 1) && (line = dashboard_ui_log_at(ui, i)); i++) view_log_line(ui, line, now_ms, frame);
}

/* ---- the rest ---- */

/* What one looks at when something is wrong: the build, what could not be
 * audited, and the edits that can still be undone. */
static void view_advanced(const DashUi *ui, int64_t now_ms, DashFrame *frame, size_t rows) {
  const DashSnapshot *snapshot = &ui->snapshot;
  const DashServer *server = &snapshot->server;
  Arena *arena = frame->arena;
  size_t selected = ui->selected[TAB_ADVANCED], count = snapshot->edits.len;
  dashboard_addf(frame, DASH_PLAIN, "build %.*s, %.*s, %lld connected, %zu workspaces, %.*s", STR_ARG(server->build), STR_ARG(server->mode),
                 (long long)server->clients, snapshot->workspaces.len, STR_ARG(dashboard_bytes(arena, server->resident)));
  dashboard_end_row(frame, DASH_PLAIN);
  dashboard_addf(frame, server->audit_dropped ? DASH_BAD : DASH_PLAIN, "audit: %lld calls could not be written down",
                 (long long)server->audit_dropped);
  dashboard_end_row(frame, DASH_PLAIN);
  dashboard_end_row(frame, DASH_PLAIN);
  heading(frame, "  edits that can be taken back                   files         when");
  if (!count) empty_line(frame, "none");
  size_t room = rows > 5 ? rows - 5 : 1, first = dashboard_ui_first(selected, count, room);
  for (size_t i = first; i < count && i < first + room; i++) {
    const DashEdit *one = &snapshot->edits.items[i];
    DashStyle style = dashboard_ui_begin_row(frame, i, i == selected);
    dashboard_cell(frame, dashboard_ui_or_style(style, DASH_LINK), one->title, 44);
    dashboard_cell_right(frame, style, dashboard_count(arena, one->files), 8);
    dashboard_cell_right(frame, style, time_of(ui, arena, one->time_ms, now_ms), 13);
    dashboard_add(frame, style, STR("  "));
    dashboard_cell(frame, style, dashboard_ui_tail(frame, one->root, dashboard_left(frame)), dashboard_left(frame));
    dashboard_end_row(frame, style);
  }
}

void dashboard_ui_view_tab(const DashUi *ui, int64_t now_ms, DashFrame *frame, size_t rows) {
  switch (ui->tab) {
    case TAB_WORKSPACES: view_workspaces(ui, frame, rows); break;
    case TAB_SESSIONS: view_sessions(ui, frame, rows); break;
    case TAB_ACTIVITY: view_activity(ui, now_ms, frame, rows); break;
    case TAB_SERVER: view_servers(ui, now_ms, frame, rows); break;
    case TAB_SEARCH: dashboard_ui_view_search(ui, frame, rows); break;
    case TAB_CONFIG: dashboard_ui_view_config(ui, frame, rows); break;
    case TAB_ADVANCED: view_advanced(ui, now_ms, frame, rows); break;
    case TABS: break;
  }
}
