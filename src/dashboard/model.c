/* What the dashboard knows: taking in what the daemon tells. */
#include "src/dashboard/ui_internal.h"

DashUi *dashboard_ui_open(const DashUiOptions *options) {
  DashUi *ui = arena_heap_alloc(sizeof(*ui));
  ui->is_ascii = options->is_ascii;
  ui->root = str_to_heap(options->root);
  ui->zone_s = options->zone_s;
  ui->width = 80;
  ui->height = 24;
  ui->log_level = LOG_INFO;
  arena_init(&ui->arena);
  arena_init(&ui->asking);
  arena_init(&ui->clients_arena);
  arena_init(&ui->reading.arena);
  arena_init(&ui->source.arena);
  for (size_t i = 0; i < UI_WALK; i++) arena_init(&ui->walk[i].arena);
  return ui;
}

static void free_call(DashCall *call) {
  free((char *)call->tool.ptr);
  free((char *)call->root.ptr);
  free((char *)call->args.ptr);
  free((char *)call->words.ptr);
}

void dashboard_ui_close(DashUi *ui) {
  for (size_t i = 0; i < ui->call_count; i++) free_call(&ui->calls[i].call);
  free(ui->calls);
  arena_clear(&ui->asking);
  arena_clear(&ui->clients_arena);
  for (size_t i = 0; i < UI_WALK; i++) arena_clear(&ui->walk[i].arena);
  arena_clear(&ui->source.arena);
  arena_clear(&ui->reading.arena);
  arena_clear(&ui->arena);
  free(ui->root);
  free(ui);
}

void dashboard_ui_say(DashUi *ui, Str words) {
  words = str_head(str_trim(words), UI_LINE - 1);
  memmove(ui->said, words.ptr, words.len);
  ui->said[words.len] = 0;
}

void dashboard_ui_read(UiText *text, Str title, Str words) {
  arena_reset(&text->arena);
  text->title = str_copy(&text->arena, title);
  text->text = str_copy(&text->arena, words);
  text->is_diff = str_find(words, STR("@@ -")) != STR_NONE;
  text->top = 0;
  text->pieces = NULL;
  text->piece_count = 0;
}

void dashboard_ui_read_source(UiText *text, const DashEvent *event) {
  dashboard_ui_read(text, STR("source"), event->text);
  text->piece_count = event->piece_count;
  if (event->piece_count) text->pieces = arena_copy(&text->arena, event->pieces, event->piece_count * sizeof(DashPiece));
}

UiText *dashboard_ui_open_text(DashUi *ui) {
  bool is_answer = ui->tab == TAB_SEARCH && ui->focus == FOCUS_LIST && !dashboard_ui_result(ui) && ui->source.text.len;
  if (is_answer || (ui->focus == FOCUS_READING && ui->reads_source)) return &ui->source;
  bool is_read = ui->focus == FOCUS_READING || (ui->focus == FOCUS_ASKED && ui->has_preview);
  return is_read ? &ui->reading : NULL;
}

void dashboard_ui_forget(UiText *text) { dashboard_ui_read(text, STR_EMPTY, STR_EMPTY); }

/* ---- the daemon ---- */

/* The texts of a value borrow from the line it was read from, so everything is
 * spelled and read again in the arena that keeps it. */
void dashboard_ui_take_snapshot(DashUi *ui, const Json *json) {
  Job job;
  const Json *kept;
  arena_reset(&ui->arena);
  ui->snapshot = (DashSnapshot){0};
  ui->lost = STR_EMPTY;
  ui->is_connected = ui->has_snapshot = true;
  job_init(&job, &ui->arena);
  if (json_read(&job, json_spell(&ui->arena, json), NULL, &kept)) return;
  dashboard_snapshot_read(&ui->arena, kept, &ui->snapshot);
  for (size_t i = 0; !ui->has_chosen_root && i < ui->snapshot.workspaces.len; i++) {
    if (str_eq_c(ui->snapshot.workspaces.items[i].root, ui->root)) ui->selected[TAB_WORKSPACES] = i;
  }
}

static Str kept(Str text) { return (Str){str_to_heap(text), text.len}; }

static DashCall keep_call(const DashCall *call) {
  DashCall copy = *call;
  copy.tool = kept(call->tool);
  copy.root = kept(call->root);
  copy.args = kept(call->args);
  copy.words = kept(call->words);
  copy.text = STR_EMPTY;
  bool is_running = str_eq_c(call->state, "running");
  copy.state = is_running ? STR("running") : str_eq_c(call->state, "failed") ? STR("failed") : STR("done");
  return copy;
}

/* Numbers rise, so one that is known is near the end. */
static UiCall *known_call(DashUi *ui, int64_t number) {
  for (size_t i = ui->call_count; i-- > 0 && ui->calls[i].call.number >= number;) {
    if (ui->calls[i].call.number == number) return &ui->calls[i];
  }
  return NULL;
}

static UiCall *new_call(DashUi *ui) {
  if (ui->call_count == UI_CALLS) {
    /* A tenth at a time, so that a full feed does not move with each call. */
    size_t gone = UI_CALLS / 10;
    for (size_t i = 0; i < gone; i++) {
      ui->call_shown -= ui->calls[i].is_shown;
      free_call(&ui->calls[i].call);
    }
    ui->call_count -= gone;
    memmove(ui->calls, ui->calls + gone, ui->call_count * sizeof(*ui->calls));
  }
  if (ui->call_count == ui->call_room) {
    ui->call_room = ui->call_room ? ui->call_room * 2 : 256;
    ui->calls = arena_heap_grow(ui->calls, ui->call_room * sizeof(*ui->calls));
  }
  return &ui->calls[ui->call_count++];
}

static bool fits_filter(const DashUi *ui, const DashCall *call) {
  Str filter = str_from_c(ui->filter);
  return !filter.len || str_find(call->tool, filter) != STR_NONE || str_find(call->args, filter) != STR_NONE ||
         str_find(call->state, filter) != STR_NONE;
}

void dashboard_ui_filter(DashUi *ui, Str filter) {
  filter = str_head(filter, UI_LINE - 1);
  memmove(ui->filter, filter.ptr, filter.len);
  ui->filter[filter.len] = 0;
  ui->selected[TAB_ACTIVITY] = ui->call_shown = 0;
  for (size_t i = 0; i < ui->call_count; i++) ui->call_shown += ui->calls[i].is_shown = fits_filter(ui, &ui->calls[i].call);
}

/* True: it is shown and was not before. */
static bool take_call(DashUi *ui, const DashCall *call) {
  UiCall *known = known_call(ui, call->number);
  bool was_shown = known && known->is_shown;
  if (known) free_call(&known->call);
  else known = new_call(ui);
  known->call = keep_call(call);
  known->is_shown = fits_filter(ui, &known->call);
  ui->call_shown += (size_t)known->is_shown - (size_t)was_shown;
  return known->is_shown && !was_shown;
}

/* Whoever looks at an older call goes on looking at it when new ones come. */
void dashboard_ui_take_calls(DashUi *ui, Arena *arena, const Json *json) {
  DashCalls calls;
  dashboard_calls_read(arena, json, &calls);
  size_t added = 0, *selected = &ui->selected[TAB_ACTIVITY];
  for (size_t i = 0; i < calls.len; i++) added += take_call(ui, &calls.items[i]);
  if (*selected) *selected += added;
  if (*selected >= ui->call_shown) *selected = ui->call_shown ? ui->call_shown - 1 : 0; /* it went with the oldest */
}

/* ---- lists ---- */

const DashCall *dashboard_ui_call_at(const DashUi *ui, size_t at) {
  if (at >= ui->call_shown) return NULL;
  if (ui->call_shown == ui->call_count) return &ui->calls[ui->call_count - 1 - at].call;
  for (size_t i = ui->call_count; i-- > 0;) {
    if (ui->calls[i].is_shown && !at--) return &ui->calls[i].call;
  }
  return NULL;
}

const DashCall *dashboard_ui_call_before(const DashUi *ui, const DashCall *call) {
  for (const UiCall *one = (const UiCall *)call; one-- > ui->calls;) {
    if (one->is_shown) return &one->call;
  }
  return NULL;
}

size_t dashboard_ui_call_total(const DashUi *ui) { return ui->call_shown; }

static bool is_heavy(const DashUi *ui, const DashLogLine *line) {
  LogLevel level;
  return log_level_from_name(line->level, &level) && level <= ui->log_level;
}

const DashLogLine *dashboard_ui_log_at(const DashUi *ui, size_t at) {
  for (size_t i = ui->snapshot.log.len; i-- > 0;) {
    if (is_heavy(ui, &ui->snapshot.log.items[i]) && !at--) return &ui->snapshot.log.items[i];
  }
  return NULL;
}

UiResults *dashboard_ui_results(const DashUi *ui) { return ui->walked ? (UiResults *)&ui->walk[ui->walked - 1] : NULL; }

const UiResult *dashboard_ui_result(const DashUi *ui) {
  const UiResults *results = dashboard_ui_results(ui);
  size_t at = ui->selected[TAB_SEARCH];
  return results && at < results->rows.len ? &results->rows.items[at] : NULL;
}

Str dashboard_ui_root(const DashUi *ui) {
  const DashSnapshot *snapshot = &ui->snapshot;
  size_t at = ui->selected[TAB_WORKSPACES];
  bool is_chosen = ui->has_chosen_root || !ui->root[0];
  if (is_chosen && at < snapshot->workspaces.len) return snapshot->workspaces.items[at].root;
  return str_from_c(ui->root);
}

const DashSession *dashboard_ui_session(const DashUi *ui) {
  size_t at = ui->selected[TAB_SESSIONS], clients = ui->snapshot.clients.len;
  return at >= clients && at - clients < ui->snapshot.sessions.len ? &ui->snapshot.sessions.items[at - clients] : NULL;
}

size_t dashboard_ui_row_count(const DashUi *ui) {
  const DashSnapshot *snapshot = &ui->snapshot;
  const UiResults *results = dashboard_ui_results(ui);
  switch (ui->tab) {
    case TAB_WORKSPACES: return snapshot->workspaces.len;
    case TAB_SESSIONS: return snapshot->clients.len + snapshot->sessions.len;
    case TAB_ACTIVITY: return dashboard_ui_call_total(ui);
    case TAB_SERVER: return snapshot->servers.len;
    case TAB_SEARCH: return results ? results->rows.len : 0;
    case TAB_CONFIG: return dashboard_ui_config_count(ui);
    case TAB_ADVANCED: return snapshot->edits.len;
    case TABS: break;
  }
  return 0;
}

/* ---- answers ---- */

static UiResults *next_results(DashUi *ui) {
  if (ui->walked == UI_WALK) {
    UiResults oldest = ui->walk[0];
    memmove(ui->walk, ui->walk + 1, (UI_WALK - 1) * sizeof(UiResults));
    ui->walk[UI_WALK - 1] = oldest;
    ui->walked--;
  }
  UiResults *results = &ui->walk[ui->walked++];
  arena_reset(&results->arena);
  results->title = STR_EMPTY;
  memset(&results->rows, 0, sizeof results->rows);
  results->callers = results->selected = 0;
  return results;
}

/* Matches of find and search, and both sides of symbol, have the same members as
 * far as they are shown. */
static void add_rows(UiResults *results, const Json *array, const char *note) {
  for (size_t i = 0; json_is(array, JSON_ARRAY) && i < array->count && results->rows.len < DASH_MAX; i++) {
    const Json *one = &array->items[i];
    Str name = json_get_str(one, STR("name"), json_get_str(one, STR("symbol"), STR_EMPTY));
    Str words = json_get_str(one, STR("text"), json_get_str(one, STR("signature"), STR_EMPTY));
    *vec_add(&results->arena, &results->rows) = (UiResult){
        .name = str_copy(&results->arena, name),
        .kind = str_copy(&results->arena, json_get_str(one, STR("kind"), STR_EMPTY)),
        .path = str_copy(&results->arena, json_get_str(one, STR("path"), STR_EMPTY)),
        .note = note[0] ? str_from_c(note) : str_copy(&results->arena, str_trim(words)),
        .line = json_get_int(one, STR("line"), 0),
    };
  }
}

void dashboard_ui_take_results(DashUi *ui, const DashEvent *event) {
  UiResults *results = next_results(ui);
  const Json *symbol = json_get(event->json, STR("symbol"));
  add_rows(results, json_get(event->json, STR("calledBy")), "calls it");
  results->callers = results->rows.len;
  add_rows(results, json_get(event->json, STR("calls")), "is called");
  add_rows(results, json_get(event->json, STR("matches")), "");
  results->title = symbol ? str_copy(&results->arena, json_get_str(symbol, STR("name"), STR_EMPTY)) : STR_EMPTY;
  bool has_callees = results->rows.len > results->callers;
  ui->selected[TAB_SEARCH] = symbol && ui->wants_callees && has_callees ? results->callers : 0;
  dashboard_ui_forget(&ui->source);
}

void dashboard_ui_take_words(DashUi *ui, const DashEvent *event) {
  next_results(ui);
  ui->selected[TAB_SEARCH] = 0;
  dashboard_ui_read_source(&ui->source, event);
}

/* Those that were chosen stay so. */
static bool was_chosen(const DashUi *ui, Str id, bool otherwise) {
  for (size_t i = 0; i < ui->clients.len; i++) {
    if (str_eq(ui->clients.items[i].id, id)) return ui->clients.items[i].is_chosen;
  }
  return otherwise;
}

/* Those that are not here come last. */
void dashboard_ui_take_clients(DashUi *ui, const Json *json) {
  Arena arena;
  VEC(UiClient) clients = {0};
  size_t count = json_is(json, JSON_ARRAY) ? json->count < DASH_MAX ? json->count : DASH_MAX : 0;
  arena_init(&arena);
  for (size_t i = 0; i < 2 * count; i++) {
    const Json *one = &json->items[i % count];
    if (str_eq_c(json_get_str(one, STR("state"), STR_EMPTY), "absent") != (i >= count)) continue;
    UiClient client = {.id = str_copy(&arena, json_get_str(one, STR("id"), STR_EMPTY)),
                       .title = str_copy(&arena, json_get_str(one, STR("title"), STR_EMPTY)),
                       .path = str_copy(&arena, json_get_str(one, STR("path"), STR_EMPTY)),
                       .state = str_copy(&arena, json_get_str(one, STR("state"), STR_EMPTY))};
    client.is_chosen = was_chosen(ui, client.id, str_eq_c(client.state, "found"));
    *vec_add(&arena, &clients) = client;
  }
  arena_clear(&ui->clients_arena);
  ui->clients_arena = arena;
  memcpy(&ui->clients, &clients, sizeof clients);
  ui->has_clients = true;
}
