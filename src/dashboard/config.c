/* The rows of the tab Config: clients, what is permitted, and all options, in
 * sections, each with a heading that can be chosen too. */
#include "src/dashboard/ui_internal.h"

/* Options that decide what clients may do; the others follow at the end. */
static const char *const permissions[] = {"http.auth", "tools.read_only", "roots", "repl.allow", "agents.allow"};

static bool is_permission(const DashOption *option) {
  for (size_t i = 0; i < COUNT_OF(permissions); i++) {
    if (str_eq_c(option->key, permissions[i])) return true;
  }
  return false;
}

static const char *grant_kind(UiSection section) {
  return section == SECTION_KEYS ? "key" : section == SECTION_TRUST ? "trust" : "session";
}

/* Goes through a section's items; with `row` the one at `at` is put there. Gives
 * how many there are, or at most `at`. */
static size_t go_through(const DashUi *ui, UiSection section, size_t at, UiConfigRow *row) {
  const DashSnapshot *snapshot = &ui->snapshot;
  size_t count = 0;
  if (section == SECTION_CLIENTS) {
    while (count < ui->clients.len && !str_eq_c(ui->clients.items[count].state, "absent")) count++; /* those come last */
    if (row && at < count) row->client = &ui->clients.items[at];
    return count;
  }
  if (section == SECTION_PERMISSIONS || section == SECTION_OPTIONS) {
    for (size_t i = 0; i < snapshot->options.len; i++) {
      const DashOption *option = &snapshot->options.items[i];
      if (is_permission(option) != (section == SECTION_PERMISSIONS)) continue;
      if (row && count == at) row->option = option;
      count++;
    }
    return count;
  }
  for (size_t i = 0; i < snapshot->grants.len; i++) {
    const DashGrant *grant = &snapshot->grants.items[i];
    if (!str_eq_c(grant->kind, grant_kind(section))) continue;
    if (row && count == at) row->grant = grant;
    count++;
  }
  return count;
}

size_t dashboard_ui_config_count(const DashUi *ui) {
  size_t count = 0;
  for (UiSection section = 0; section < SECTIONS; section++) count += 1 + go_through(ui, section, 0, NULL);
  return count;
}

UiConfigRow dashboard_ui_config_row(const DashUi *ui, size_t at) {
  for (UiSection section = 0; section < SECTIONS; section++) {
    UiConfigRow row = {.section = section, .is_heading = at == 0};
    if (!at) return row;
    size_t count = go_through(ui, section, at - 1, &row);
    if (at <= count) return row;
    at -= 1 + count;
  }
  return (UiConfigRow){.section = SECTION_OPTIONS, .is_heading = true};
}

/* A new user: no client is connected, some could be, and no workspace was ever
 * opened or trusted. */
bool dashboard_ui_needs_setup(const DashUi *ui) {
  bool is_any_found = false;
  UiConfigRow row;
  if (!ui->has_clients || !ui->has_snapshot || ui->is_setup_over || ui->snapshot.workspaces.len) return false;
  if (go_through(ui, SECTION_TRUST, SIZE_MAX, &row)) return false;
  for (size_t i = 0; i < ui->clients.len; i++) {
    Str state = ui->clients.items[i].state;
    if (str_eq_c(state, "connected") || str_eq_c(state, "outdated")) return false;
    is_any_found |= str_eq_c(state, "found");
  }
  return is_any_found;
}
