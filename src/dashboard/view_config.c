/* The tab Config, and the set-up that a new user sees first. */
#include "src/dashboard/ui_internal.h"

#include "src/base/columns.h"

static const char *const section_names[SECTIONS] = {
    [SECTION_CLIENTS] = "Clients",
    [SECTION_PERMISSIONS] = "What clients may do",
    [SECTION_KEYS] = "Keys for HTTP",
    [SECTION_TRUST] = "Trusted workspaces",
    [SECTION_PROJECTS] = "Projects for which interpreters may be started",
    [SECTION_OPTIONS] = "Other options",
};
static const char *const section_hints[SECTIONS] = {
    [SECTION_CLIENTS] = "enter: set up others", [SECTION_PERMISSIONS] = "", [SECTION_KEYS] = "enter: make one",
    [SECTION_TRUST] = "enter: trust one",        [SECTION_PROJECTS] = "enter: allow one", [SECTION_OPTIONS] = "",
};

static const struct {
  const char *state, *words;
  DashStyle style;
} client_states[] = {
    {"connected", "connected", DASH_GOOD},
    {"outdated", "connected, to another program", DASH_WARN},
    {"found", "found here, not connected", DASH_WARN},
    {"foreign", "has an entry of that name that is not ours", DASH_BAD},
    {"unreadable", "has a file that cannot be read", DASH_BAD},
    {"absent", "not found here", DASH_DIM},
};

static void view_client_state(DashFrame *frame, DashStyle row, Str state) {
  for (size_t i = 0; i < COUNT_OF(client_states); i++) {
    if (str_eq_c(state, client_states[i].state)) {
      dashboard_cell(frame, dashboard_ui_or_style(row, client_states[i].style), str_from_c(client_states[i].words), 28);
    }
  }
}

static void view_option(DashFrame *frame, DashStyle style, const DashOption *one) {
  bool is_default = str_eq_c(one->origin, "default");
  dashboard_cell(frame, dashboard_ui_or_style(style, DASH_LINK), one->key, 27);
  dashboard_cell(frame, dashboard_ui_or_style(style, is_default ? DASH_PLAIN : DASH_STRONG), one->value, frame->width > 90 ? frame->width - 60 : 25);
  dashboard_add(frame, style, STR(" "));
  dashboard_cell(frame, dashboard_ui_or_style(style, DASH_DIM), one->origin, dashboard_left(frame));
}

static void view_grant(DashFrame *frame, DashStyle style, const DashGrant *one) {
  size_t name = frame->width > 100 ? frame->width / 2 : 40;
  dashboard_cell(frame, dashboard_ui_or_style(style, DASH_LINK), dashboard_ui_tail(frame, one->name, name), name);
  dashboard_add(frame, style, STR("  "));
  dashboard_cell(frame, dashboard_ui_or_style(style, DASH_DIM), one->note, dashboard_left(frame));
}

static void view_row(const DashUi *ui, DashFrame *frame, size_t at) {
  UiConfigRow row = dashboard_ui_config_row(ui, at);
  DashStyle style = dashboard_ui_begin_row(frame, at, at == ui->selected[TAB_CONFIG]);
  if (row.is_heading) {
    dashboard_add(frame, dashboard_ui_or_style(style, DASH_STRONG), str_from_c(section_names[row.section]));
    dashboard_addf(frame, dashboard_ui_or_style(style, DASH_DIM), "  %s", section_hints[row.section]);
  } else {
    dashboard_add(frame, style, STR("  "));
    if (row.option) view_option(frame, style, row.option);
    if (row.grant) view_grant(frame, style, row.grant);
    if (row.client) {
      dashboard_cell(frame, dashboard_ui_or_style(style, DASH_LINK), row.client->title, 20);
      view_client_state(frame, style, row.client->state);
      dashboard_add(frame, style, STR(" "));
      dashboard_cell(frame, style, dashboard_ui_tail(frame, row.client->path, dashboard_left(frame)), dashboard_left(frame));
    }
  }
  dashboard_end_row(frame, style);
}

/* What the chosen option is for. */
static void view_help(const DashUi *ui, DashFrame *frame) {
  UiConfigRow row = dashboard_ui_config_row(ui, ui->selected[TAB_CONFIG]);
  if (!row.option) return;
  Str rest = row.option->help;
  frame->at = frame->height - 3;
  for (size_t i = 0; i < 2 && rest.len; i++) {
    Str head = columns_head(rest, frame->width);
    size_t blank = str_find_last_byte(head, ' ');
    if (head.len < rest.len && blank != STR_NONE && !i) head = str_head(head, blank);
    dashboard_cell(frame, DASH_DIM, i ? str_trim(rest) : head, frame->width);
    dashboard_end_row(frame, DASH_PLAIN);
    rest = str_slice(rest, head.len, rest.len);
  }
}

void dashboard_ui_view_config(const DashUi *ui, DashFrame *frame, size_t rows) {
  size_t selected = ui->selected[TAB_CONFIG], count = dashboard_ui_config_count(ui);
  size_t room = rows > 6 ? rows - 3 : rows, first = dashboard_ui_first(selected, count, room);
  for (size_t i = first; i < count && i < first + room; i++) view_row(ui, frame, i);
  if (rows > 6) view_help(ui, frame);
}

/* ---- set-up ---- */

static void say(DashFrame *frame, DashStyle style, const char *words) {
  dashboard_add(frame, style, str_from_c(words));
  dashboard_end_row(frame, DASH_PLAIN);
}

void dashboard_ui_view_setup(const DashUi *ui, DashFrame *frame, size_t rows) {
  enum { AROUND = 8 };
  size_t count = ui->clients.len, room = rows > AROUND + 1 ? rows - AROUND : 1, first = dashboard_ui_first(ui->setup_at, count, room);
  say(frame, DASH_STRONG, "Connect your coding agents");
  say(frame, DASH_PLAIN, "");
  say(frame, DASH_PLAIN, "These programs can use fathom. Choose those that shall; you see each change");
  say(frame, DASH_PLAIN, "to their files before it is made, and it can be taken back later (Config, d).");
  say(frame, DASH_PLAIN, "");
  for (size_t i = first; i < count && i < first + room; i++) {
    const UiClient *one = &ui->clients.items[i];
    DashStyle style = dashboard_ui_begin_row(frame, i, i == ui->setup_at);
    dashboard_add(frame, style, one->is_chosen ? STR("[x] ") : STR("[ ] "));
    dashboard_cell(frame, dashboard_ui_or_style(style, DASH_LINK), one->title, 20);
    view_client_state(frame, style, one->state);
    dashboard_add(frame, style, STR(" "));
    dashboard_cell(frame, style, dashboard_ui_tail(frame, one->path, dashboard_left(frame)), dashboard_left(frame));
    dashboard_end_row(frame, style);
  }
  say(frame, DASH_PLAIN, "");
  say(frame, DASH_DIM, "Then ask an agent about your code, or look around here: tab 5.");
}
