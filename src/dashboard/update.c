/* What keys do. */
#include "src/dashboard/ui_internal.h"

#include "src/base/buf.h"

#define PAGE 10 /* rows, when the height is not known to matter */
#define CONTROL_C 3

static const DashEffect nothing = {.kind = DASH_NOTHING};

/* ---- moving ---- */

static size_t page_of(const DashUi *ui) { return ui->height > PAGE ? ui->height / 2 : PAGE / 2; }

static size_t moved(size_t at, int64_t by, size_t count) {
  int64_t to = (int64_t)at + by;
  if (to >= (int64_t)count) to = (int64_t)count - 1;
  return to < 0 ? 0 : (size_t)to;
}

static size_t line_count(Str text) {
  size_t count = 1;
  for (size_t i = 0; i < text.len; i++) count += text.ptr[i] == '\n';
  return count;
}

/* How far a key moves; 0: it does not. */
static int64_t step_of(const DashUi *ui, uint32_t key) {
  switch (key) {
    case DASH_KEY_UP: case 'k': return -1;
    case DASH_KEY_DOWN: case 'j': return 1;
    case DASH_KEY_PAGE_UP: return -(int64_t)page_of(ui);
    case DASH_KEY_PAGE_DOWN: case ' ': return (int64_t)page_of(ui);
    case DASH_KEY_HOME: case 'g': return -DASH_MAX;
    case DASH_KEY_END: case 'G': return DASH_MAX;
    default: return 0;
  }
}

static void move(DashUi *ui, int64_t by) {
  size_t count = dashboard_ui_row_count(ui);
  UiText *text = ui->focus == FOCUS_READING ? (ui->tab == TAB_SEARCH ? &ui->source : &ui->reading) : NULL;
  if (text) text->top = moved(text->top, by, line_count(text->text));
  else ui->selected[ui->tab] = moved(ui->selected[ui->tab], by, count);
}

static void open_tab(DashUi *ui, size_t tab) {
  ui->tab = (DashTab)(tab % TABS);
  ui->focus = FOCUS_LIST;
  ui->said[0] = 0;
}

/* ---- things to do ---- */

/* A line of the state, which is always whole and ended. */
static void set_line(char *line, Str text) {
  text = str_head(text, UI_LINE - 1);
  memmove(line, text.ptr, text.len);
  line[text.len] = 0;
}

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

static Str root_of(const DashUi *ui) {
  const DashSnapshot *snapshot = &ui->snapshot;
  size_t at = ui->selected[TAB_WORKSPACES];
  if (at < snapshot->workspaces.len) return snapshot->workspaces.items[at].root;
  return str_from_c(ui->root);
}

static DashEffect run_tool(DashUi *ui, Arena *arena, const char *tool, const char *argument, Str value, DashWant want) {
  ui->is_asking = true;
  ui->said[0] = 0;
  return (DashEffect){.kind = DASH_RUN_TOOL,
                      .tool = str_from_c(tool),
                      .args = spell_args(arena, &argument, &value, 1),
                      .root = str_copy(arena, root_of(ui)),
                      .want = want};
}

static DashEffect copy_effect(Arena *arena, DashEffect effect) {
  effect.tool = str_copy(arena, effect.tool);
  effect.args = str_copy(arena, effect.args);
  effect.root = str_copy(arena, effect.root);
  return effect;
}

/* Nothing that changes something is done by one key: it is asked for first. */
static DashEffect ask_first(DashUi *ui, Str question, DashEffect effect) {
  arena_reset(&ui->asking);
  ui->confirmed = copy_effect(&ui->asking, effect);
  set_line(ui->asked, question);
  ui->focus = FOCUS_ASKED;
  return nothing;
}

static DashEffect answer_asked(DashUi *ui, Arena *arena, uint32_t key) {
  ui->focus = FOCUS_LIST;
  ui->asked[0] = 0;
  if (key != 'y' && key != 'Y') {
    dashboard_ui_say(ui, "not done");
    return nothing;
  }
  ui->is_asking = true;
  return copy_effect(arena, ui->confirmed);
}

static DashEffect undo_selected(DashUi *ui, Arena *arena) {
  size_t at = ui->selected[TAB_ADVANCED];
  if (at >= ui->snapshot.edits.len) return nothing;
  const DashEdit *edit = &ui->snapshot.edits.items[at];
  static const char *const names[] = {"op", "id"};
  const Str values[] = {STR("undo"), edit->id};
  Str question = str_format(arena, "Take back '%.*s'? (y: yes, any other key: no)", STR_ARG(str_head(edit->title, 120)));
  return ask_first(ui, question, (DashEffect){.kind = DASH_RUN_TOOL, .tool = STR("edit"), .args = spell_args(arena, names, values, 2),
                                              .root = edit->root, .want = DASH_WANT_DONE});
}

static DashEffect restart_selected(DashUi *ui, Arena *arena) {
  size_t at = ui->selected[TAB_SERVER];
  if (at >= ui->snapshot.servers.len) return nothing;
  const DashLanguageServer *server = &ui->snapshot.servers.items[at];
  Str question = str_format(arena, "Restart %.*s? (y: yes, any other key: no)", STR_ARG(str_head(server->name, 60)));
  static const char *const names[] = {"language_id"};
  return ask_first(ui, question, (DashEffect){.kind = DASH_RUN_TOOL, .tool = STR("restart_lsp_server"),
                                              .args = spell_args(arena, names, &server->language, 1),
                                              .root = server->root, .want = DASH_WANT_DONE});
}

/* ---- the tab Search ---- */

static const char *const question_tools[QUESTIONS] = {"find", "search", "explore"};

static DashEffect ask_question(DashUi *ui, Arena *arena) {
  Str query = str_trim((Str){ui->line, ui->line_len});
  ui->focus = FOCUS_LIST;
  if (!query.len) return nothing;
  return run_tool(ui, arena, question_tools[ui->question], "query", query, DASH_WANT_RESULTS);
}

static const UiResult *selected_result(const DashUi *ui) {
  const UiResults *results = dashboard_ui_results(ui);
  size_t at = ui->selected[TAB_SEARCH];
  return results && at < results->rows.len ? &results->rows.items[at] : NULL;
}

/* Callers to the left, callees to the right: both are in one answer. */
static DashEffect walk(DashUi *ui, Arena *arena) {
  const UiResult *result = selected_result(ui);
  if (!result || !result->name.len) return nothing;
  dashboard_ui_results(ui)->selected = ui->selected[TAB_SEARCH];
  Str target = str_format(arena, "%.*s:%.*s", STR_ARG(result->path), STR_ARG(result->name));
  return run_tool(ui, arena, "symbol", "name", target, DASH_WANT_RESULTS);
}

static DashEffect show_source(DashUi *ui, Arena *arena) {
  const UiResult *result = selected_result(ui);
  if (!result) return nothing;
  int64_t from = result->line > 3 ? result->line - 3 : 1;
  Str target = str_format(arena, "%.*s:%lld-%lld", STR_ARG(result->path), (long long)from, (long long)(result->line + 60));
  return run_tool(ui, arena, "zoom", "target", target, DASH_WANT_SOURCE);
}

static void go_back(DashUi *ui) {
  if (ui->walked < 2) return;
  ui->walked--;
  ui->selected[TAB_SEARCH] = dashboard_ui_results(ui)->selected;
}

/* ---- typing ---- */

static void begin_typing(DashUi *ui, const char *line) {
  set_line(ui->line, str_from_c(line));
  ui->line_len = strlen(ui->line);
  ui->focus = FOCUS_TYPING;
}

static void type(DashUi *ui, Arena *arena, uint32_t key) {
  Buf bytes;
  buf_init(&bytes, arena, 8);
  buf_add_codepoint(&bytes, key);
  if (key < ' ' || key == 0x7F || ui->line_len + bytes.len >= sizeof ui->line) return;
  memcpy(ui->line + ui->line_len, bytes.ptr, bytes.len);
  ui->line_len += bytes.len;
}

static DashEffect typed(DashUi *ui, Arena *arena, uint32_t key) {
  bool is_question = ui->tab == TAB_SEARCH;
  if (key == DASH_KEY_ENTER && is_question) return ask_question(ui, arena);
  if (key == DASH_KEY_TAB && is_question) ui->question = (UiQuestion)((ui->question + 1) % QUESTIONS);
  else if (key == DASH_KEY_ENTER || key == DASH_KEY_ESCAPE) ui->focus = FOCUS_LIST;
  else if (key == DASH_KEY_BACKSPACE) ui->line_len = str_head((Str){ui->line, ui->line_len}, ui->line_len ? ui->line_len - 1 : 0).len;
  else if (key < DASH_KEY_UP) type(ui, arena, key);
  ui->line[ui->line_len] = 0;
  /* A filter acts while it is typed; Escape takes it away. */
  if (!is_question) {
    set_line(ui->filter, key == DASH_KEY_ESCAPE ? STR_EMPTY : (Str){ui->line, ui->line_len});
    ui->selected[TAB_ACTIVITY] = 0;
  }
  return nothing;
}

/* ---- keys ---- */

static DashEffect open_call(DashUi *ui) {
  const DashCall *call = dashboard_ui_call_at(ui, ui->selected[TAB_ACTIVITY]);
  if (!call) return nothing;
  dashboard_ui_read(&ui->reading, call->tool, call->args);
  ui->focus = FOCUS_READING;
  return (DashEffect){.kind = DASH_ASK_CALL, .number = call->number};
}

static DashEffect act(DashUi *ui, Arena *arena, uint32_t key) {
  switch (ui->tab) {
    case TAB_ACTIVITY:
      if (key == DASH_KEY_ENTER) return open_call(ui);
      if (key == '/') begin_typing(ui, ui->filter);
      break;
    case TAB_SERVER:
      if (key == 'l') ui->log_level = (ui->log_level + 1) % LOG_LEVELS;
      if (key == 'r') return restart_selected(ui, arena);
      break;
    case TAB_SEARCH:
      if (key == '/') begin_typing(ui, ui->line);
      if (key == DASH_KEY_ENTER) return show_source(ui, arena);
      if (key == DASH_KEY_RIGHT || key == 'c') return walk(ui, arena);
      if (key == DASH_KEY_LEFT || key == DASH_KEY_BACKSPACE) go_back(ui);
      if (key == 'v' && ui->source.text.len) ui->focus = FOCUS_READING;
      break;
    case TAB_ADVANCED:
      if (key == 'u') return undo_selected(ui, arena);
      break;
    case TAB_WORKSPACES: case TAB_SESSIONS: case TAB_CONFIG: case TABS: break;
  }
  return nothing;
}

static DashEffect pressed(DashUi *ui, Arena *arena, uint32_t key) {
  if (key == CONTROL_C) return (DashEffect){.kind = DASH_QUIT};
  if (ui->focus == FOCUS_ASKED) return answer_asked(ui, arena, key);
  if (ui->focus == FOCUS_TYPING) return typed(ui, arena, key);
  int64_t by = step_of(ui, key);
  if (by) {
    move(ui, by);
  } else if (ui->focus == FOCUS_READING) {
    if (key == DASH_KEY_ESCAPE || key == 'q' || key == DASH_KEY_LEFT || key == DASH_KEY_ENTER) ui->focus = FOCUS_LIST;
  } else if (key == 'q') {
    return (DashEffect){.kind = DASH_QUIT};
  } else if (key >= '1' && key < '1' + TABS) {
    open_tab(ui, key - '1');
  } else if (key == DASH_KEY_TAB || (key == DASH_KEY_RIGHT && ui->tab != TAB_SEARCH)) {
    open_tab(ui, ui->tab + 1);
  } else if (key == DASH_KEY_BACK_TAB || (key == DASH_KEY_LEFT && ui->tab != TAB_SEARCH)) {
    open_tab(ui, ui->tab + TABS - 1);
  } else {
    return act(ui, arena, key);
  }
  return nothing;
}

/* The first row has the tabs, each as wide as view.c draws it. */
static void clicked(DashUi *ui, int64_t row, int64_t column) {
  if (row == 0) {
    int64_t at = 0;
    for (size_t i = 0; i < TABS; i++) {
      at += 4 + (int64_t)strlen(dashboard_ui_tab_names[i]);
      if (column < at) {
        open_tab(ui, i);
        return;
      }
    }
  }
}

static void take_call(DashUi *ui, Arena *arena, const Json *json) {
  DashCall call;
  dashboard_call_read(json, &call);
  if (ui->focus != FOCUS_READING) return;
  Str title = str_format(arena, "%.*s  %.*s  %lld ms", STR_ARG(call.tool), STR_ARG(call.state), (long long)call.ms);
  Str words = !call.tool.len ? STR("not kept any more")
                             : str_format(arena, "%.*s\n\n%.*s%.*s", STR_ARG(call.args), STR_ARG(call.words), STR_ARG(call.text));
  dashboard_ui_read(&ui->reading, title, words);
}

DashEffect dashboard_ui_update(DashUi *ui, Arena *arena, const DashEvent *event) {
  switch (event->kind) {
    case DASH_EVENT_KEY: return pressed(ui, arena, event->key);
    case DASH_EVENT_CLICK: clicked(ui, event->row, event->column); break;
    case DASH_EVENT_SCROLL: move(ui, event->row); break;
    case DASH_EVENT_SIZE:
      ui->height = (size_t)event->row;
      ui->width = (size_t)event->column;
      break;
    case DASH_EVENT_SNAPSHOT: dashboard_ui_take_snapshot(ui, event->json); break;
    case DASH_EVENT_CALLS: dashboard_ui_take_calls(ui, arena, event->json); break;
    case DASH_EVENT_CALL: take_call(ui, arena, event->json); break;
    case DASH_EVENT_ANSWER: dashboard_ui_take_answer(ui, event); break;
    case DASH_EVENT_LOST:
      ui->is_connected = false;
      ui->is_asking = false;
      ui->lost = str_copy(&ui->arena, event->text);
      break;
  }
  return nothing;
}
