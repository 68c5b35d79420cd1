/* What a person changes: servers, interpreters, calls, edits and the
 * configuration. Nothing of it is done by one key: it is asked for first, and
 * where there is a difference to be seen, that is shown with the question. */
#include "src/dashboard/ui_internal.h"

#include "src/base/buf.h"

static const DashEffect nothing = {.kind = DASH_NOTHING};

#define NAME_SHOWN 500 /* characters: a path is agreed to as a whole */
#define YES_OR_NO "(y: yes, any other key: no)"

/* ---- effects ---- */

static Str spell_args(Arena *arena, const char *const *names, const Str *values, size_t count) {
  Buf text;
  JsonWriter json;
  buf_init(&text, arena, (size_t)16 << 10);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  for (size_t i = 0; i < count; i++) json_field_str(&json, names[i], values[i]);
  json_end_object(&json);
  return buf_str(&text);
}

DashEffect dashboard_ui_run_tool(DashUi *ui, Arena *arena, const char *tool, const char *argument, Str value, DashWant want) {
  ui->is_asking = want != DASH_WANT_SOURCE;
  ui->awaits_preview = false; /* this question takes the place of any other */
  ui->said[0] = 0;
  return (DashEffect){.kind = DASH_RUN_TOOL,
                      .tool = str_from_c(tool),
                      .args = spell_args(arena, &argument, &value, 1),
                      .root = str_copy(arena, dashboard_ui_root(ui)),
                      .want = want};
}

/* What the user typed, or a name that somebody else gave, must not be read as a
 * flag: it follows "--". */
#define COMMAND(want, ...) command(want, (const Str[]){__VA_ARGS__}, sizeof((const Str[]){__VA_ARGS__}) / sizeof(Str))

static DashEffect command(DashWant want, const Str *words, size_t count) {
  DashEffect effect = {.kind = DASH_RUN_COMMAND, .want = want, .word_count = count};
  for (size_t i = 0; i < count; i++) effect.words[i] = words[i];
  return effect;
}

DashEffect dashboard_ui_list_clients(void) {
  return COMMAND(DASH_WANT_CLIENTS, STR("init"), STR("--list"), STR("--json"));
}

static DashEffect copy_effect(Arena *arena, DashEffect effect) {
  effect.tool = str_copy(arena, effect.tool);
  effect.args = str_copy(arena, effect.args);
  effect.root = str_copy(arena, effect.root);
  for (size_t i = 0; i < effect.word_count; i++) effect.words[i] = str_copy(arena, effect.words[i]);
  return effect;
}

/* ---- asking first ---- */

static void prepare(DashUi *ui, Str question, DashEffect effect) {
  arena_reset(&ui->asking);
  ui->confirmed = copy_effect(&ui->asking, effect);
  question = str_head(question, UI_LINE - 1);
  memcpy(ui->asked, question.ptr, question.len);
  ui->asked[question.len] = 0;
  ui->has_preview = false;
  ui->said[0] = 0;
}

static DashEffect ask_first(DashUi *ui, Str question, DashEffect effect) {
  prepare(ui, question, effect);
  ui->focus = FOCUS_ASKED;
  return nothing;
}

/* The question comes with what `preview` says. */
static DashEffect show_first(DashUi *ui, Arena *arena, Str question, DashEffect preview, DashEffect effect) {
  prepare(ui, question, effect);
  ui->is_asking = ui->awaits_preview = true;
  preview.want = DASH_WANT_PREVIEW;
  return copy_effect(arena, preview);
}

/* Whoever has begun to type meanwhile must not answer by it. */
void dashboard_ui_take_preview(DashUi *ui, Str text) {
  bool is_expected = ui->awaits_preview && (ui->focus == FOCUS_LIST || ui->focus == FOCUS_READING);
  ui->awaits_preview = false;
  if (!is_expected) return;
  dashboard_ui_read(&ui->reading, STR("This would change:"), text);
  ui->has_preview = true;
  ui->focus = FOCUS_ASKED;
}

DashEffect dashboard_ui_answer_asked(DashUi *ui, Arena *arena, uint32_t key) {
  ui->focus = FOCUS_LIST;
  ui->asked[0] = 0;
  ui->has_preview = false;
  if (key != 'y' && key != 'Y') {
    dashboard_ui_say(ui, STR("not done"));
    return nothing;
  }
  ui->is_asking = ui->confirmed.kind == DASH_RUN_TOOL || ui->confirmed.kind == DASH_RUN_COMMAND;
  return copy_effect(arena, ui->confirmed);
}

/* ---- interpreters, calls, servers, edits ---- */

static Str shown(Arena *arena, Str name) { return str_shown(arena, name, NAME_SHOWN); }

static DashEffect steer_session(DashUi *ui, Arena *arena, uint32_t key) {
  static const struct {
    uint32_t key;
    const char *verb, *question;
  } orders[] = {{'s', "stop", "End"}, {'r', "restart", "Begin anew"}, {'i', "interrupt", "Interrupt what runs in"}};
  const DashSession *session = dashboard_ui_session(ui);
  for (size_t i = 0; session && i < COUNT_OF(orders); i++) {
    if (key != orders[i].key) continue;
    Str question = str_format(arena, "%s the interpreter %.*s (%.*s)? " YES_OR_NO, orders[i].question, STR_ARG(shown(arena, session->key)),
                              STR_ARG(shown(arena, session->name)));
    return ask_first(ui, question, COMMAND(DASH_WANT_DONE, STR("sessions"), str_from_c(orders[i].verb), STR("--"), session->key));
  }
  return nothing;
}

static DashEffect cancel_call(DashUi *ui, Arena *arena) {
  const DashCall *call = dashboard_ui_call_at(ui, ui->selected[TAB_ACTIVITY]);
  if (!call || !str_eq_c(call->state, "running")) {
    dashboard_ui_say(ui, STR("this call has ended; only one that runs can be cancelled"));
    return nothing;
  }
  Str question = str_format(arena, "Cancel the call of %.*s? " YES_OR_NO, STR_ARG(shown(arena, call->tool)));
  return ask_first(ui, question, (DashEffect){.kind = DASH_CANCEL_CALL, .number = call->number});
}

/* The daemon ends all servers of a workspace together; each starts anew when it
 * is asked for. */
static DashEffect restart_servers(DashUi *ui, Arena *arena) {
  size_t at = ui->selected[TAB_SERVER];
  if (at >= ui->snapshot.servers.len) return nothing;
  const DashLanguageServer *server = &ui->snapshot.servers.items[at];
  Str question = str_format(arena, "End the servers of %.*s? They start anew when they are asked. " YES_OR_NO, STR_ARG(shown(arena, server->workspace)));
  return ask_first(ui, question, (DashEffect){.kind = DASH_RUN_TOOL, .tool = STR("restart_lsp_server"), .args = STR("{}"),
                                              .root = server->workspace, .want = DASH_WANT_DONE});
}

static Str spell_undo(Arena *arena, Str id, bool is_dry) {
  Buf text;
  JsonWriter json;
  buf_init(&text, arena, (size_t)16 << 10);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_str(&json, "op", STR("undo"));
  json_field_str(&json, "id", id);
  if (is_dry) json_field_bool(&json, "dry_run", true);
  json_end_object(&json);
  return buf_str(&text);
}

static DashEffect undo_edit(DashUi *ui, Arena *arena) {
  size_t at = ui->selected[TAB_ADVANCED];
  if (at >= ui->snapshot.edits.len) return nothing;
  const DashEdit *edit = &ui->snapshot.edits.items[at];
  Str question = str_format(arena, "Take back '%.*s'? " YES_OR_NO, STR_ARG(shown(arena, edit->title)));
  DashEffect effect = {.kind = DASH_RUN_TOOL, .tool = STR("edit"), .args = spell_undo(arena, edit->id, false), .root = edit->root, .want = DASH_WANT_DONE};
  DashEffect preview = effect;
  preview.args = spell_undo(arena, edit->id, true);
  return show_first(ui, arena, question, preview, effect);
}

/* ---- the configuration ---- */

/* With a difference: the same command, told to write nothing. */
static DashEffect set_option(DashUi *ui, Arena *arena, Str key, Str value) {
  Str question = str_format(arena, "Set %.*s to '%.*s'? " YES_OR_NO, STR_ARG(key), STR_ARG(shown(arena, value)));
  return show_first(ui, arena, question, COMMAND(DASH_WANT_PREVIEW, STR("config"), STR("set"), STR("--dry-run"), STR("--"), key, value),
                    COMMAND(DASH_WANT_DONE, STR("config"), STR("set"), STR("--"), key, value));
}

static DashEffect unset_option(DashUi *ui, Arena *arena, const DashOption *option) {
  if (!str_eq_c(option->origin, "user config")) {
    dashboard_ui_say(ui, STR("this does not come from your config.json; only what does can be taken out"));
    return nothing;
  }
  Str question = str_format(arena, "Take %.*s out of your config.json? " YES_OR_NO, STR_ARG(option->key));
  return show_first(ui, arena, question, COMMAND(DASH_WANT_PREVIEW, STR("config"), STR("unset"), STR("--dry-run"), STR("--"), option->key),
                    COMMAND(DASH_WANT_DONE, STR("config"), STR("unset"), STR("--"), option->key));
}

/* Of a few values the next one is proposed, round and round. */
static DashEffect change_option(DashUi *ui, Arena *arena, const DashOption *option) {
  Str rest = option->accepts, first = str_cut(&rest, '|'), at = first;
  if (!option->accepts.len) {
    bool is_hidden = str_find(option->value, STR("[redacted]")) != STR_NONE;
    dashboard_ui_begin_typing(ui, TYPING_VALUE, is_hidden ? STR_EMPTY : option->value);
    return nothing;
  }
  while (!str_eq(at, option->value) && rest.len) at = str_cut(&rest, '|');
  return set_option(ui, arena, option->key, rest.len ? str_cut(&rest, '|') : first);
}

static DashEffect set_up(DashUi *ui, Arena *arena, Str ids) {
  return show_first(ui, arena, STR("Write this? " YES_OR_NO),
                    COMMAND(DASH_WANT_PREVIEW, STR("init"), STR("--dry-run"), STR("--client"), ids),
                    COMMAND(DASH_WANT_READING, STR("init"), STR("--yes"), STR("--client"), ids));
}

static DashEffect add_to(DashUi *ui, UiSection section) {
  switch (section) {
    case SECTION_CLIENTS:
      ui->focus = FOCUS_SETUP;
      ui->setup_at = 0;
      break;
    case SECTION_KEYS: dashboard_ui_begin_typing(ui, TYPING_LABEL, STR_EMPTY); break;
    case SECTION_TRUST: dashboard_ui_begin_typing(ui, TYPING_TRUST, dashboard_ui_root(ui)); break;
    case SECTION_PROJECTS: dashboard_ui_begin_typing(ui, TYPING_PROJECT, dashboard_ui_root(ui)); break;
    case SECTION_PERMISSIONS: case SECTION_OPTIONS: case SECTIONS: break;
  }
  return nothing;
}

static DashEffect take_away(DashUi *ui, Arena *arena, const UiConfigRow *row) {
  if (row->client) {
    return show_first(ui, arena, STR("Take it out? " YES_OR_NO),
                      COMMAND(DASH_WANT_PREVIEW, STR("uninstall"), STR("--dry-run"), STR("--client"), row->client->id),
                      COMMAND(DASH_WANT_READING, STR("uninstall"), STR("--yes"), STR("--client"), row->client->id));
  }
  if (row->option) return unset_option(ui, arena, row->option);
  if (!row->grant) return nothing;
  Str name = row->grant->name;
  switch (row->section) {
    case SECTION_KEYS:
      return ask_first(ui, str_format(arena, "Revoke the key %.*s? Whoever uses it is refused from then on. " YES_OR_NO, STR_ARG(shown(arena, name))),
                       COMMAND(DASH_WANT_DONE, STR("key"), STR("revoke"), STR("--"), name));
    case SECTION_TRUST:
      return ask_first(ui, str_format(arena, "Trust %.*s no longer? " YES_OR_NO, STR_ARG(shown(arena, name))),
                       COMMAND(DASH_WANT_DONE, STR("untrust"), STR("--"), name));
    case SECTION_PROJECTS:
      return ask_first(ui, str_format(arena, "Start no more interpreters for %.*s? " YES_OR_NO, STR_ARG(shown(arena, name))),
                       COMMAND(DASH_WANT_DONE, STR("sessions"), STR("deny"), STR("--"), name));
    case SECTION_CLIENTS: case SECTION_PERMISSIONS: case SECTION_OPTIONS: case SECTIONS: break;
  }
  return nothing;
}

static DashEffect steer_config(DashUi *ui, Arena *arena, uint32_t key) {
  UiConfigRow row = dashboard_ui_config_row(ui, ui->selected[TAB_CONFIG]);
  if (key == 'd') return take_away(ui, arena, &row);
  if (key != DASH_KEY_ENTER) return nothing;
  if (row.is_heading) return add_to(ui, row.section);
  if (row.client) return set_up(ui, arena, row.client->id);
  if (row.option) return change_option(ui, arena, row.option);
  return nothing;
}

DashEffect dashboard_ui_typed_line(DashUi *ui, Arena *arena) {
  Str line = str_trim((Str){ui->line, ui->line_len});
  UiConfigRow row = dashboard_ui_config_row(ui, ui->selected[TAB_CONFIG]);
  ui->focus = FOCUS_LIST;
  switch (ui->typing) {
    case TYPING_LABEL:
      if (!line.len) break;
      return ask_first(ui, str_format(arena, "Make a key called '%.*s'? It is shown once. " YES_OR_NO, STR_ARG(shown(arena, line))),
                       COMMAND(DASH_WANT_READING, STR("key"), STR("create"), str_format(arena, "--label=%.*s", STR_ARG(line))));
    case TYPING_TRUST:
      if (!line.len) break;
      return ask_first(ui, str_format(arena, "Trust %.*s? Its servers, builds and tests may then run, with your rights. " YES_OR_NO, STR_ARG(shown(arena, line))),
                       COMMAND(DASH_WANT_DONE, STR("trust"), STR("--"), line));
    case TYPING_PROJECT:
      if (!line.len) break;
      return ask_first(ui, str_format(arena, "Let interpreters be started for %.*s? Code runs there with your rights. " YES_OR_NO, STR_ARG(shown(arena, line))),
                       COMMAND(DASH_WANT_READING, STR("sessions"), STR("allow"), STR("--"), line));
    case TYPING_VALUE:
      if (row.option && !line.len) return unset_option(ui, arena, row.option);
      if (row.option) return set_option(ui, arena, row.option->key, line);
      break;
    case TYPING_FILTER: case TYPING_QUESTION: break;
  }
  return nothing;
}

/* ---- set-up ---- */

static DashEffect begin_setup(DashUi *ui, Arena *arena) {
  Buf ids;
  buf_init(&ids, arena, UI_LINE);
  for (size_t i = 0; i < ui->clients.len; i++) {
    if (ui->clients.items[i].is_chosen) buf_add_format(&ids, "%s%.*s", ids.len ? "," : "", STR_ARG(ui->clients.items[i].id));
  }
  if (!ids.len) {
    dashboard_ui_say(ui, STR("choose a client with the space bar first"));
    return nothing;
  }
  ui->focus = FOCUS_LIST;
  ui->is_setup_over = true;
  ui->tab = TAB_CONFIG;
  return set_up(ui, arena, buf_str(&ids));
}

DashEffect dashboard_ui_steer_setup(DashUi *ui, Arena *arena, uint32_t key) {
  if (key == DASH_KEY_ENTER) return begin_setup(ui, arena);
  if (key == ' ' && ui->setup_at < ui->clients.len) ui->clients.items[ui->setup_at].is_chosen ^= true;
  if (key == DASH_KEY_ESCAPE || key == 'q') {
    ui->is_setup_over = true;
    ui->focus = FOCUS_LIST;
  }
  return nothing;
}

/* Until the difference is there that was asked for, nothing else is asked. */
DashEffect dashboard_ui_steer(DashUi *ui, Arena *arena, uint32_t key) {
  if (ui->awaits_preview) return nothing;
  switch (ui->tab) {
    case TAB_SESSIONS: return steer_session(ui, arena, key);
    case TAB_ACTIVITY: return key == 'x' ? cancel_call(ui, arena) : nothing;
    case TAB_SERVER: return key == 'r' ? restart_servers(ui, arena) : nothing;
    case TAB_CONFIG: return steer_config(ui, arena, key);
    case TAB_ADVANCED: return key == 'u' ? undo_edit(ui, arena) : nothing;
    case TAB_WORKSPACES: case TAB_SEARCH: case TABS: break;
  }
  return nothing;
}
