/* fathom ui: the daemon on a terminal. Connects as a watcher and passes what it
 * is told, and what keys say, to the dashboard. */
#include "src/app/shell/ui_internal.h"

#include <stdio.h>

#include "src/app/serving/wire_internal.h"
#include "src/app/setup/setup_internal.h"
#include "src/base/clock.h"
#include "src/os/place.h"
#include "src/os/screen.h"

#define AGAIN_MS 1000 /* between two tries to reach a daemon that is gone */

/* ---- events ---- */

static void act(AppUi *ui, Arena *arena, const DashEffect *effect) {
  switch (effect->kind) {
    case DASH_NOTHING: break;
    case DASH_QUIT: loop_stop(ui->loop); break;
    case DASH_ASK_CALL:
      if (ui->lines) transport_lines_send(ui->lines, json_spell_one(arena, "call", json_spell_int(arena, effect->number)));
      break;
    case DASH_CANCEL_CALL:
      if (ui->lines) transport_lines_send(ui->lines, json_spell_one(arena, "cancel", json_spell_int(arena, effect->number)));
      break;
    case DASH_RUN_TOOL: app_ui_ask_tool(ui->asking, effect); break;
    case DASH_RUN_COMMAND: app_ui_run_command(ui->asking, effect); break;
  }
}

void app_ui_tell(AppUi *ui, const DashEvent *event) {
  Arena arena;
  arena_init(&arena);
  DashEffect effect = dashboard_ui_update(ui->ui, &arena, event);
  act(ui, &arena, &effect);
  app_ui_draw(ui->drawing, event->kind != DASH_EVENT_SNAPSHOT && event->kind != DASH_EVENT_CALLS);
  arena_clear(&arena);
}

static void tell_screen(AppUi *ui, ScreenEvent event) {
  static const DashEventKind kinds[] = {[SCREEN_KEY] = DASH_EVENT_KEY, [SCREEN_CLICK] = DASH_EVENT_CLICK,
                                        [SCREEN_SCROLL] = DASH_EVENT_SCROLL, [SCREEN_SIZE] = DASH_EVENT_SIZE};
  if (event.kind == SCREEN_DRAWN) app_ui_drawn(ui->drawing);
  else app_ui_tell(ui, &(DashEvent){.kind = kinds[event.kind], .key = event.key, .row = event.row, .column = event.column});
}

_Static_assert(SCREEN_UP == (int)DASH_KEY_UP && SCREEN_BACK_TAB == (int)DASH_KEY_BACK_TAB, "keys have the same numbers");

static void on_input(void *context) {
  AppUi *ui = context;
  for (ScreenEvent event; (event = screen_next()).kind != SCREEN_NOTHING;) tell_screen(ui, event);
}

static void on_window(void *context) {
  AppUi *ui = context;
  tell_screen(ui, screen_resized());
  app_ui_redraw(ui->drawing);
}

/* ---- the watcher's connection ---- */

/* {"snapshot": …}, {"calls": …} or {"call": …} */
static void on_told(void *context, Str line) {
  static const struct {
    const char *name;
    DashEventKind kind;
  } parts[] = {{"snapshot", DASH_EVENT_SNAPSHOT}, {"calls", DASH_EVENT_CALLS}, {"call", DASH_EVENT_CALL}};
  AppUi *ui = context;
  Arena arena;
  Job job;
  const Json *json;
  arena_init(&arena);
  job_init(&job, &arena);
  bool is_read = !json_read(&job, line, NULL, &json);
  for (size_t i = 0; is_read && i < COUNT_OF(parts); i++) {
    const Json *part = json_get(json, str_from_c(parts[i].name));
    if (part) app_ui_tell(ui, &(DashEvent){.kind = parts[i].kind, .json = part});
  }
  arena_clear(&arena);
}

static void ignore_oversize(void *context, Str start) {
  (void)context;
  (void)start;
}

static void ignore_end(void *context) { (void)context; }

static void on_gone(void *context, Err err);

TransportLines *app_ui_lines(Loop *loop, int fd, void *context, void (*on_line)(void *, Str), void (*on_close)(void *, Err)) {
  TransportLinesHandler handler = {.loop = loop, .context = context, .on_line = on_line, .on_oversize = ignore_oversize, .on_end = ignore_end, .on_close = on_close};
  LoopStream *stream = loop_stream_open_fd(loop, fd, NULL);
  TransportLines *lines = transport_lines_open(stream, NULL, (size_t)64 << 20, APP_MAX_UNSENT, &handler);
  transport_lines_start(lines);
  return lines;
}

/* The daemon is started when there is none: who looks wants to see one. */
static Err connect_watcher(AppUi *ui, Job *job) {
  int fd;
  const Json *answer;
  TRY(app_wire_connect(job, STR("watch"), NULL, true, &fd, &answer));
  ui->lines = app_ui_lines(ui->loop, fd, ui, on_told, on_gone);
  return OK;
}

static void try_again(void *context) {
  AppUi *ui = context;
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  loop_timer_stop(TAKE(ui->again));
  if (connect_watcher(ui, &job)) ui->again = loop_timer_start(ui->loop, AGAIN_MS, 0, try_again, ui);
  arena_clear(&arena);
}

static void on_gone(void *context, Err err) {
  AppUi *ui = context;
  (void)err;
  ui->lines = NULL;
  app_ui_tell(ui, &(DashEvent){.kind = DASH_EVENT_LOST, .text = STR("the daemon has ended; starting another ...")});
  ui->again = loop_timer_start(ui->loop, AGAIN_MS, 0, try_again, ui);
}

/* ---- the command ---- */

static void stop(void *context) {
  AppUi *ui = context;
  loop_stop(ui->loop);
}

static const ScreenStyle styles[DASH_STYLES] = {
    [DASH_PLAIN] = {-1, -1, false, false, false},  [DASH_DIM] = {-1, -1, false, true, false},
    [DASH_STRONG] = {-1, -1, true, false, false},  [DASH_GOOD] = {2, -1, false, false, false},
    [DASH_WARN] = {3, -1, true, false, false},     [DASH_BAD] = {1, -1, true, false, false},
    [DASH_LINK] = {6, -1, false, false, false},    [DASH_BAR] = {-1, -1, false, false, true},
    [DASH_ACTIVE] = {-1, -1, true, false, false},  [DASH_SELECTED] = {-1, -1, true, false, true},
    [DASH_TEXT] = {2, -1, false, false, false},    [DASH_NUMBER] = {3, -1, false, false, false},
    [DASH_KEYWORD] = {5, -1, false, false, false}, [DASH_TYPE] = {6, -1, false, false, false},
};

/* What a command logs would be written across the screen. */
static void ignore_line(void *context, LogLevel level, Str line) {
  (void)context;
  (void)level;
  (void)line;
}

static Err show(AppRun *run, AppUi *ui) {
  ScreenOptions options = {styles, COUNT_OF(styles), !place_env("NO_COLOR").len};
  TRY(connect_watcher(ui, run->job));
  TRY(screen_open(run->job, &options));
  log_set_sink(ignore_line, NULL);
  Str why_not;
  DashUiOptions shown = {.is_ascii = !screen_is_utf8() || app_flag(run, "ascii"),
                         .root = app_setup_root(run->job, &why_not),
                         .zone_s = clock_zone_s(clock_wall_s())};
  ui->ui = dashboard_ui_open(&shown);
  ui->drawing = app_ui_drawing_open(ui);
  ui->asking = app_ui_asking_open(ui);
  tell_screen(ui, screen_resized());
  app_ui_tell(ui, &(DashEvent){.kind = DASH_EVENT_OPENED});
  LoopPoll *input = loop_poll_start(ui->loop, screen_input(), on_input, ui);
  loop_on_signal(ui->loop, LOOP_WINDOW, on_window, ui);
  loop_on_signal(ui->loop, LOOP_INTERRUPT, stop, ui);
  loop_on_signal(ui->loop, LOOP_TERMINATE, stop, ui);
  loop_run(ui->loop);
  loop_poll_stop(input);
  loop_timer_stop(ui->again);
  screen_close();
  log_set_sink(NULL, NULL);
  return OK;
}

/* ---- without a terminal ---- */

/* The first snapshot and what is known of calls, as one object. */
typedef struct Once {
  Loop *loop;
  Arena *arena;
  Str snapshot, calls;
} Once;

static void on_once(void *context, Str line) {
  Once *once = context;
  Job job;
  const Json *json;
  job_init(&job, once->arena);
  if (json_read(&job, str_copy(once->arena, line), NULL, &json)) return;
  const Json *snapshot = json_get(json, STR("snapshot")), *calls = json_get(json, STR("calls"));
  if (snapshot) once->snapshot = json_spell(once->arena, snapshot);
  if (calls) once->calls = json_spell(once->arena, calls);
  if (once->snapshot.len) loop_stop(once->loop);
}

static void on_once_gone(void *context, Err err) {
  Once *once = context;
  (void)err;
  loop_stop(once->loop);
}

static Err print_json(AppRun *run) {
  AUTO(Loop) loop = loop_open();
  Once once = {.loop = loop, .arena = run->job->arena, .calls = STR("[]")};
  int fd;
  const Json *answer;
  Err err = app_wire_connect(run->job, STR("watch"), NULL, true, &fd, &answer);
  if (!err) {
    TransportLines *lines = app_ui_lines(loop, fd, &once, on_once, on_once_gone);
    loop_run(loop);
    transport_lines_drop(lines);
    JsonWriter json;
    json_writer_init(&json, run->out, 0);
    json_begin_object(&json);
    json_field_raw(&json, "snapshot", once.snapshot.len ? once.snapshot : STR("null"));
    json_field_raw(&json, "calls", once.calls);
    json_end_object(&json);
    buf_add_byte(run->out, '\n');
  }
  return err;
}

/* ---- in a browser ---- */

static void say_link(Str url) {
  printf("Open this link, which is good once and for ten minutes:\n\n  %.*s\n\nThe page is there as long as this runs; Ctrl-C ends it.\n", STR_ARG(url));
  fflush(stdout);
}

/* Every tool can be asked, and answers with fields: the page draws those. */
static Err serve_page(AppRun *run) {
  Map flags;
  Str yes = STR("true"), full = STR("full");
  map_init(&flags, run->job->arena);
  map_put(&flags, STR("structured"), &yes);
  map_put(&flags, STR("profile"), &full);
  return app_front_listener(run, STR("page"), &flags, say_link);
}

static Err run_ui(AppRun *run) {
  if (app_flag(run, "web")) return serve_page(run);
  if (app_flag(run, "json")) return print_json(run);
  AppUi ui = {.loop = loop_open()};
  Err err = show(run, &ui);
  transport_lines_drop(ui.lines);
  app_ui_asking_close(ui.asking);
  app_ui_drawing_close(ui.drawing);
  loop_close(ui.loop);
  if (ui.ui) dashboard_ui_close(ui.ui);
  return err;
}

static const AppFlag flags[] = {
    {"web", NULL, "show it in a browser instead: prints a link, on this machine alone"},
    {"json", NULL, "print what there is to see, once, as JSON"},
    {"ascii", NULL, "draw with ASCII characters alone"},
    {NULL, NULL, NULL},
};

const AppCommand app_command_ui = {
    .name = "ui",
    .usage = "[--web]",
    .summary = "Watch the daemon, steer it, look around in code.",
    .help = "Tabs show workspaces, clients and interpreters, every call of a tool while it runs and after, language "
            "servers and the log, search with source and a walk along calls, the configuration, and edits that can be "
            "taken back. Keys are named in the last line; the mouse works too. NO_COLOR is respected.",
    .flags = flags,
    .run = run_ui,
};
