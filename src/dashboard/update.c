/* What events do: moving, typing, looking around. What changes something is in
 * steer.c. */
#include "src/dashboard/ui_internal.h"

#include "src/base/buf.h"
#include "src/base/columns.h"

#define PAGE 10 /* rows, when the height is not known to matter */
#define CONTROL_C 3

static const DashEffect nothing = {.kind = DASH_NOTHING};

static const char help[] =
    "1-7, Tab       open a tab; so does a click\n"
    "up, down, j, k, PgUp, PgDn, Home, End    choose, or scroll\n"
    "Enter          open what is chosen; so does a click on it\n"
    "Esc            back\n"
    "q, Ctrl-C      leave\n\n"
    "Sessions       s  end an interpreter      r  begin it anew      i  interrupt it\n"
    "Activity       /  filter                  x  cancel a call that runs\n"
    "Server         r  end language servers    l  least level of the log\n"
    "Search         /  ask; Tab: by name, by text, in words\n"
    "               left  who calls it         right  what it calls  Backspace  back\n"
    "               v  read the source\n"
    "Config         Enter  change, or add to a section     d  take away\n"
    "Advanced       u  take an edit back\n\n"
    "Nothing is changed by one key: you are asked first.";

/* ---- moving ---- */

static size_t page_of(const DashUi *ui) { return ui->height > PAGE ? ui->height / 2 : PAGE / 2; }

/* Stays within the list at both ends, and on its first row when it is empty. */
static size_t moved(size_t at, int64_t by, size_t count) {
  int64_t to = (int64_t)at + by;
  if (to >= (int64_t)count) to = (int64_t)count - 1;
  return to < 0 ? 0 : (size_t)to;
}

static size_t line_count(Str text) { return 1 + str_count_byte(text, '\n'); }

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

/* A few lines above the definition are shown, too: that is where its comment
 * stands. */
static DashEffect show_source(DashUi *ui, Arena *arena) {
  const UiResult *result = dashboard_ui_result(ui);
  if (!result || !result->path.len) return nothing;
  int64_t from = result->line > 3 ? result->line - 3 : 1;
  Str target = str_format(arena, "%.*s:%lld-%lld", STR_ARG(result->path), (long long)from, (long long)(result->line + 60));
  return dashboard_ui_run_tool(ui, arena, "zoom", "target", target, DASH_WANT_SOURCE);
}

/* Among callers one stays among callers. */
static DashEffect move_in_results(DashUi *ui, Arena *arena, int64_t by) {
  const UiResults *results = dashboard_ui_results(ui);
  size_t *at = &ui->selected[TAB_SEARCH], before = *at;
  if (!results) return nothing;
  bool is_caller = *at < results->callers;
  size_t first = is_caller ? 0 : results->callers, count = is_caller ? results->callers : results->rows.len - results->callers;
  *at = first + moved(*at - first, by, count);
  return *at == before ? nothing : show_source(ui, arena);
}

/* The same keys scroll a text, choose a row or a client, whichever is open. */
static DashEffect move(DashUi *ui, Arena *arena, int64_t by) {
  UiText *text = dashboard_ui_open_text(ui);
  if (text) text->top = moved(text->top, by, line_count(text->text));
  else if (ui->focus == FOCUS_SETUP) ui->setup_at = moved(ui->setup_at, by, ui->clients.len);
  else if (ui->tab == TAB_SEARCH) return move_in_results(ui, arena, by);
  else ui->selected[ui->tab] = moved(ui->selected[ui->tab], by, dashboard_ui_row_count(ui));
  ui->has_chosen_root |= !text && ui->tab == TAB_WORKSPACES;
  return nothing;
}

/* Other programs' files may have changed since the clients were listed. */
static DashEffect open_tab(DashUi *ui, size_t tab) {
  ui->tab = (DashTab)(tab % TABS);
  ui->focus = FOCUS_LIST;
  ui->said[0] = 0;
  return ui->tab == TAB_CONFIG ? dashboard_ui_list_clients() : nothing;
}

/* ---- the tab Search ---- */

static const char *const question_tools[QUESTIONS] = {"find", "search", "explore"};

static void set_line(char *line, Str text) {
  text = str_head(text, UI_LINE - 1);
  memmove(line, text.ptr, text.len);
  line[text.len] = 0;
}

/* The question is kept as it was asked, so that the next one can begin with it.
 * */
static DashEffect ask_question(DashUi *ui, Arena *arena) {
  Str query = str_trim((Str){ui->line, ui->line_len});
  ui->focus = FOCUS_LIST;
  if (!query.len) return nothing;
  set_line(ui->question, query);
  return dashboard_ui_run_tool(ui, arena, question_tools[ui->way], "query", query, ui->way == ASK_EXPLORE ? DASH_WANT_WORDS : DASH_WANT_RESULTS);
}

/* To the callers or callees of what is chosen. Where one stood is kept, so that
 * going back comes to the same row. */
static DashEffect walk_to(DashUi *ui, Arena *arena, bool wants_callees) {
  const UiResult *result = dashboard_ui_result(ui);
  if (!result || !result->name.len) return nothing;
  dashboard_ui_results(ui)->selected = ui->selected[TAB_SEARCH];
  ui->wants_callees = wants_callees;
  Str target = str_format(arena, "%.*s:%.*s", STR_ARG(result->path), STR_ARG(result->name));
  return dashboard_ui_run_tool(ui, arena, "symbol", "name", target, DASH_WANT_RESULTS);
}

/* Callers are to the left, callees to the right: first over to that side, then
 * on to the one that is chosen there. */
static DashEffect walk(DashUi *ui, Arena *arena, bool to_callees) {
  const UiResults *results = dashboard_ui_results(ui);
  if (!results) return nothing;
  size_t *at = &ui->selected[TAB_SEARCH];
  bool is_caller = *at < results->callers, has_side = to_callees ? results->callers < results->rows.len : results->callers > 0;
  if (!results->title.len || is_caller != to_callees) return walk_to(ui, arena, to_callees);
  if (!has_side) return nothing;
  *at = to_callees ? results->callers : 0;
  return show_source(ui, arena);
}

/* The last step of the walk is dropped; the first answer is never left. */
static DashEffect go_back(DashUi *ui, Arena *arena) {
  if (ui->walked < 2) return nothing;
  ui->walked--;
  ui->selected[TAB_SEARCH] = dashboard_ui_results(ui)->selected;
  return show_source(ui, arena);
}

/* ---- typing ---- */

void dashboard_ui_begin_typing(DashUi *ui, UiTyping typing, Str line) {
  set_line(ui->line, line);
  ui->line_len = strlen(ui->line);
  ui->typing = typing;
  ui->focus = FOCUS_TYPING;
  ui->said[0] = 0;
}

/* A sign that does not fit as a whole is not typed: half of one would be no
 * text. */
static void type(DashUi *ui, Arena *arena, uint32_t key) {
  Buf bytes;
  buf_init(&bytes, arena, 8);
  buf_add_codepoint(&bytes, key);
  if (key < ' ' || key == 0x7F || ui->line_len + bytes.len >= sizeof ui->line) return;
  memcpy(ui->line + ui->line_len, bytes.ptr, bytes.len);
  ui->line_len += bytes.len;
}

/* What a key does while a line is typed. Only the filter acts at once;
 * everything else waits for Enter. */
static DashEffect typed(DashUi *ui, Arena *arena, uint32_t key) {
  bool is_filter = ui->typing == TYPING_FILTER, is_question = ui->typing == TYPING_QUESTION;
  if (key == DASH_KEY_ENTER && is_question) return ask_question(ui, arena);
  if (key == DASH_KEY_ENTER && !is_filter) return dashboard_ui_typed_line(ui, arena);
  if (key == DASH_KEY_TAB && is_question) ui->way = (UiQuestion)((ui->way + 1) % QUESTIONS);
  else if (key == DASH_KEY_ENTER || key == DASH_KEY_ESCAPE) ui->focus = FOCUS_LIST;
  else if (key == DASH_KEY_BACKSPACE) ui->line_len = str_head((Str){ui->line, ui->line_len}, ui->line_len ? ui->line_len - 1 : 0).len;
  else if (key < DASH_KEY_UP) type(ui, arena, key);
  ui->line[ui->line_len] = 0;
  /* A filter acts while it is typed; Escape takes it away. */
  if (is_filter) dashboard_ui_filter(ui, key == DASH_KEY_ESCAPE ? STR_EMPTY : (Str){ui->line, ui->line_len});
  return nothing;
}

/* ---- keys ---- */

static void begin_reading(DashUi *ui, bool reads_source) {
  ui->reads_source = reads_source;
  ui->focus = FOCUS_READING;
}

/* What is known of the call is shown at once, the whole of it when the daemon
 * has answered. */
static DashEffect open_call(DashUi *ui) {
  const DashCall *call = dashboard_ui_call_at(ui, ui->selected[TAB_ACTIVITY]);
  if (!call) return nothing;
  dashboard_ui_read(&ui->reading, call->tool, call->args);
  begin_reading(ui, false);
  return (DashEffect){.kind = DASH_ASK_CALL, .number = call->number};
}

/* Keys that mean something on one tab only. What is left over may change
 * something, and so goes to steer.c, which asks first. */
static DashEffect act(DashUi *ui, Arena *arena, uint32_t key) {
  switch (ui->tab) {
    case TAB_ACTIVITY:
      if (key == DASH_KEY_ENTER) return open_call(ui);
      if (key == '/') dashboard_ui_begin_typing(ui, TYPING_FILTER, str_from_c(ui->filter));
      break;
    case TAB_SERVER:
      if (key == 'l') ui->log_level = (ui->log_level + 1) % LOG_LEVELS;
      break;
    case TAB_SEARCH:
      if (key == '/') dashboard_ui_begin_typing(ui, TYPING_QUESTION, str_from_c(ui->question));
      if (key == DASH_KEY_ENTER) return show_source(ui, arena);
      if (key == DASH_KEY_RIGHT || key == DASH_KEY_LEFT) return walk(ui, arena, key == DASH_KEY_RIGHT);
      if (key == DASH_KEY_BACKSPACE || key == DASH_KEY_ESCAPE) return go_back(ui, arena);
      if (key == 'v' && ui->source.text.len) begin_reading(ui, true);
      break;
    case TAB_WORKSPACES: case TAB_SESSIONS: case TAB_CONFIG: case TAB_ADVANCED: case TABS: break;
  }
  return dashboard_ui_steer(ui, arena, key);
}

/* What was read may have been a key that is shown once. */
static void leave_reading(DashUi *ui) {
  ui->focus = FOCUS_LIST;
  if (!ui->reads_source) dashboard_ui_forget(&ui->reading);
}

/* From what lies on top to what lies beneath: typing, a question that is asked,
 * a text that is read, and only then the tab. */
static DashEffect pressed(DashUi *ui, Arena *arena, uint32_t key) {
  if (key == CONTROL_C) return (DashEffect){.kind = DASH_QUIT};
  if (ui->focus == FOCUS_TYPING) return typed(ui, arena, key);
  bool is_choosing = ui->focus == FOCUS_SETUP && key == ' ';
  int64_t by = is_choosing || (ui->focus == FOCUS_ASKED && !ui->has_preview) ? 0 : step_of(ui, key);
  if (by) return move(ui, arena, by);
  if (ui->focus == FOCUS_ASKED) return dashboard_ui_answer_asked(ui, arena, key);
  if (ui->focus == FOCUS_SETUP) return dashboard_ui_steer_setup(ui, arena, key);
  if (ui->focus == FOCUS_READING) {
    if (key == DASH_KEY_ESCAPE || key == 'q' || key == DASH_KEY_LEFT || key == DASH_KEY_ENTER) leave_reading(ui);
    return nothing;
  }
  bool is_search = ui->tab == TAB_SEARCH;
  if (key == 'q') return (DashEffect){.kind = DASH_QUIT};
  if (key >= '1' && key < '1' + TABS) return open_tab(ui, key - '1');
  if (key == DASH_KEY_TAB || (key == DASH_KEY_RIGHT && !is_search)) return open_tab(ui, ui->tab + 1);
  if (key == DASH_KEY_BACK_TAB || (key == DASH_KEY_LEFT && !is_search)) return open_tab(ui, ui->tab + TABS - 1);
  if (key == '?' || key == 'h') {
    dashboard_ui_read(&ui->reading, STR("Keys"), str_from_c(help));
    begin_reading(ui, false);
    return nothing;
  }
  return act(ui, arena, key);
}

/* ---- the mouse ---- */

/* The first row has the tabs, each as wide as view.c draws it. */
static DashEffect click_tab(DashUi *ui, int64_t column) {
  int64_t at = 0;
  for (size_t i = 0; i < TABS; i++) {
    at += 4 + (int64_t)strlen(dashboard_ui_tab_names[i]);
    if (column < at) return open_tab(ui, i);
  }
  return nothing;
}

/* What is under the mouse is what the view draws there. The second click on a
 * row is the same as Enter. */
static DashEffect clicked(DashUi *ui, Arena *arena, int64_t row, int64_t column) {
  DashFrame frame;
  if (row < 0 || column < 0 || ui->focus == FOCUS_ASKED || ui->focus == FOCUS_TYPING) return nothing;
  if (row == 0 && ui->focus != FOCUS_SETUP) return click_tab(ui, column);
  dashboard_frame_init(&frame, arena, ui->width, ui->height);
  dashboard_ui_view(ui, 0, &frame);
  size_t item = dashboard_frame_item(&frame, (size_t)row, (size_t)column);
  if (!item || ui->focus == FOCUS_READING) return nothing;
  size_t *at = ui->focus == FOCUS_SETUP ? &ui->setup_at : &ui->selected[ui->tab];
  bool is_again = *at == item - 1;
  *at = item - 1;
  ui->has_chosen_root |= ui->tab == TAB_WORKSPACES && ui->focus == FOCUS_LIST;
  if (ui->focus == FOCUS_SETUP) return dashboard_ui_steer_setup(ui, arena, ' ');
  if (is_again) return pressed(ui, arena, DASH_KEY_ENTER);
  return ui->tab == TAB_SEARCH ? show_source(ui, arena) : nothing;
}

/* ---- answers ---- */

/* The text may have been closed while the daemon answered. */
static void take_call(DashUi *ui, Arena *arena, const Json *json) {
  DashCall call;
  dashboard_call_read(json, &call);
  if (ui->focus != FOCUS_READING || ui->reads_source) return;
  Str title = str_format(arena, "%.*s  %.*s  %lld ms", STR_ARG(call.tool), STR_ARG(call.state), (long long)call.ms);
  Str words = !call.tool.len ? STR("not kept any more")
                             : str_format(arena, "%.*s\n\n%.*s%.*s", STR_ARG(call.args), STR_ARG(call.words), STR_ARG(call.text));
  dashboard_ui_read(&ui->reading, title, words);
}

static void take_reading(DashUi *ui, Str title, Str text) {
  dashboard_ui_read(&ui->reading, title, text);
  begin_reading(ui, false);
}

static bool is_one_line(Str text) { return str_find_byte(str_trim(text), '\n') == STR_NONE; }

/* A refusal that the last row has no room for (a difference, what to add by hand)
 * is read. */
static void take_error(DashUi *ui, const DashEvent *event) {
  if (event->want == DASH_WANT_CLIENTS) return;
  Str rest = str_trim(event->text);
  bool is_command = event->want == DASH_WANT_READING || event->want == DASH_WANT_PREVIEW || event->want == DASH_WANT_DONE;
  bool fits = is_one_line(rest) && columns_of(rest) + 2 < ui->width;
  if (is_command && !fits) take_reading(ui, STR("Not done"), rest);
  dashboard_ui_say(ui, str_cut(&rest, '\n'));
}

/* An answer to what was asked last. The list of clients is asked for by the
 * dashboard itself and so does not end a user's wait. */
static DashEffect take_answer(DashUi *ui, Arena *arena, const DashEvent *event) {
  Str rest = event->text;
  if (event->want != DASH_WANT_CLIENTS) ui->is_asking = false;
  if (event->is_error) {
    if (event->want == DASH_WANT_PREVIEW) ui->awaits_preview = false;
    take_error(ui, event);
    return nothing;
  }
  switch (event->want) {
    case DASH_WANT_RESULTS:
      dashboard_ui_take_results(ui, event);
      if (ui->focus == FOCUS_READING) ui->focus = FOCUS_LIST;
      return show_source(ui, arena);
    case DASH_WANT_WORDS: dashboard_ui_take_words(ui, event); break;
    case DASH_WANT_SOURCE: dashboard_ui_read_source(&ui->source, event); break;
    case DASH_WANT_DONE: dashboard_ui_say(ui, str_cut(&rest, '\n')); break;
    case DASH_WANT_READING: take_reading(ui, STR("Done"), event->text); break;
    case DASH_WANT_PREVIEW: dashboard_ui_take_preview(ui, event->text); break;
    case DASH_WANT_CLIENTS: dashboard_ui_take_clients(ui, event->json); break;
  }
  /* What a command changed is listed anew. */
  bool is_done = event->want == DASH_WANT_DONE || event->want == DASH_WANT_READING;
  return is_done && ui->tab == TAB_CONFIG ? dashboard_ui_list_clients() : nothing;
}

DashEffect dashboard_ui_update(DashUi *ui, Arena *arena, const DashEvent *event) {
  DashEffect effect = nothing;
  switch (event->kind) {
    case DASH_EVENT_OPENED: effect = dashboard_ui_list_clients(); break;
    case DASH_EVENT_KEY: effect = pressed(ui, arena, event->key); break;
    case DASH_EVENT_CLICK: effect = clicked(ui, arena, event->row, event->column); break;
    case DASH_EVENT_SCROLL:
      if (ui->focus != FOCUS_TYPING) effect = move(ui, arena, event->row);
      break;
    case DASH_EVENT_SIZE:
      ui->height = (size_t)event->row;
      ui->width = (size_t)event->column;
      break;
    case DASH_EVENT_SNAPSHOT: dashboard_ui_take_snapshot(ui, event->json); break;
    case DASH_EVENT_CALLS: dashboard_ui_take_calls(ui, arena, event->json); break;
    case DASH_EVENT_CALL: take_call(ui, arena, event->json); break;
    case DASH_EVENT_ANSWER: effect = take_answer(ui, arena, event); break;
    case DASH_EVENT_LOST:
      ui->is_connected = false;
      ui->is_asking = false;
      ui->lost = str_copy(&ui->arena, event->text);
      break;
  }
  if (ui->focus == FOCUS_LIST && dashboard_ui_needs_setup(ui)) {
    ui->focus = FOCUS_SETUP;
    ui->setup_at = 0;
  }
  return effect;
}
