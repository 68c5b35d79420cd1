/* fathom ui: the daemon on a terminal. Connects as a watcher, draws what the
 * dashboard says, and runs tools for the person who looks, each on a connection
 * of its own. */
#include <stdio.h>

#include "src/app/serving/server_internal.h"
#include "src/app/serving/wire_internal.h"
#include "src/base/clock.h"
#include "src/base/columns.h"
#include "src/dashboard/ui.h"
#include "src/os/descriptor.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/screen.h"
#include "src/os/terminal.h"

#define AGAIN_MS 1000 /* between two tries to reach a daemon that is gone */
#define CLOCK_MS 1000 /* times since then go on while something is shown */

typedef struct Ui {
  Job *job;
  Loop *loop;
  DashUi *ui;
  TransportLines *lines; /* of the watcher; NULL: the daemon is gone */
  struct Asked *asked;   /* the call of a tool that is waited for; NULL: none */
  bool is_drawn_later;
  LoopTimer *again;
} Ui;

/* A tool that runs for us. */
typedef struct Asked {
  Ui *ui;
  TransportLines *lines;
  DashWant want;
} Asked;

/* ---- drawing ---- */

static const ScreenStyle styles[DASH_STYLES] = {
    [DASH_PLAIN] = {-1, -1, false, false, false},  [DASH_DIM] = {-1, -1, false, true, false},
    [DASH_STRONG] = {-1, -1, true, false, false},  [DASH_GOOD] = {2, -1, false, false, false},
    [DASH_WARN] = {3, -1, true, false, false},     [DASH_BAD] = {1, -1, true, false, false},
    [DASH_LINK] = {6, -1, false, false, false},    [DASH_BAR] = {-1, -1, false, false, true},
    [DASH_ACTIVE] = {-1, -1, true, false, false},  [DASH_SELECTED] = {-1, -1, true, false, true},
};

static void draw(void *context) {
  Ui *ui = context;
  Arena arena;
  DashFrame frame;
  size_t rows, columns;
  arena_init(&arena);
  ui->is_drawn_later = false;
  screen_size(&rows, &columns);
  dashboard_frame_init(&frame, &arena, columns, rows);
  dashboard_ui_view(ui->ui, clock_wall_ms(), &frame);
  screen_clear();
  for (size_t i = 0; i < frame.height; i++) {
    size_t column = 0;
    for (size_t k = 0; k < frame.rows[i].spans.len; k++) {
      const DashSpan *span = &frame.rows[i].spans.items[k];
      screen_put(i, column, span->text, span->style);
      column += columns_of(span->text);
    }
  }
  if (frame.has_cursor) screen_cursor(frame.cursor_row, frame.cursor_column);
  screen_flush();
  arena_clear(&arena);
}

/* Many events of one moment are drawn once. */
static void draw_soon(Ui *ui) {
  if (!ui->is_drawn_later) loop_later(ui->loop, draw, ui);
  ui->is_drawn_later = true;
}

static void on_clock(void *context) { draw_soon(context); }

/* ---- events ---- */

static void act(Ui *ui, Arena *arena, const DashEffect *effect);

static void tell(Ui *ui, const DashEvent *event) {
  Arena arena;
  arena_init(&arena);
  DashEffect effect = dashboard_ui_update(ui->ui, &arena, event);
  act(ui, &arena, &effect);
  draw_soon(ui);
  arena_clear(&arena);
}

static void tell_screen(Ui *ui, ScreenEvent event) {
  static const DashEventKind kinds[] = {[SCREEN_KEY] = DASH_EVENT_KEY, [SCREEN_CLICK] = DASH_EVENT_CLICK,
                                        [SCREEN_SCROLL] = DASH_EVENT_SCROLL, [SCREEN_SIZE] = DASH_EVENT_SIZE};
  tell(ui, &(DashEvent){.kind = kinds[event.kind], .key = event.key, .row = event.row, .column = event.column});
}

_Static_assert(SCREEN_UP == (int)DASH_KEY_UP && SCREEN_BACK_TAB == (int)DASH_KEY_BACK_TAB, "keys have the same numbers");

static void on_input(void *context) {
  Ui *ui = context;
  for (ScreenEvent event; (event = screen_next()).kind != SCREEN_NOTHING;) tell_screen(ui, event);
}

static void on_window(void *context) { tell_screen(context, screen_resized()); }

/* ---- the watcher's connection ---- */

/* {"snapshot": …}, {"calls": …} or {"call": …} */
static void on_told(void *context, Str line) {
  static const struct {
    const char *name;
    DashEventKind kind;
  } parts[] = {{"snapshot", DASH_EVENT_SNAPSHOT}, {"calls", DASH_EVENT_CALLS}, {"call", DASH_EVENT_CALL}};
  Ui *ui = context;
  Arena arena;
  Job job;
  const Json *json;
  arena_init(&arena);
  job_init(&job, &arena);
  bool is_read = !json_read(&job, line, NULL, &json);
  for (size_t i = 0; is_read && i < COUNT_OF(parts); i++) {
    const Json *part = json_get(json, str_from_c(parts[i].name));
    if (part) tell(ui, &(DashEvent){.kind = parts[i].kind, .json = part});
  }
  arena_clear(&arena);
}

static void ignore_oversize(void *context, Str start) {
  (void)context;
  (void)start;
}

static void ignore_end(void *context) { (void)context; }

static void on_gone(void *context, Err err);

static TransportLines *open_lines(Ui *ui, int fd, void *context, void (*on_line)(void *, Str), void (*on_close)(void *, Err)) {
  TransportLinesHandler handler = {.loop = ui->loop, .context = context, .on_line = on_line, .on_oversize = ignore_oversize, .on_end = ignore_end, .on_close = on_close};
  LoopStream *stream = loop_stream_open_fd(ui->loop, fd, NULL);
  TransportLines *lines = transport_lines_open(stream, NULL, (size_t)64 << 20, APP_MAX_UNSENT, &handler);
  transport_lines_start(lines);
  return lines;
}

/* The daemon is started when there is none: who looks wants to see one. */
static Err connect_watcher(Ui *ui, Job *job) {
  int fd;
  const Json *answer;
  TRY(app_wire_connect(job, STR("watch"), NULL, true, &fd, &answer));
  ui->lines = open_lines(ui, fd, ui, on_told, on_gone);
  return OK;
}

static void try_again(void *context) {
  Ui *ui = context;
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  loop_timer_stop(TAKE(ui->again));
  if (connect_watcher(ui, &job)) ui->again = loop_timer_start(ui->loop, AGAIN_MS, 0, try_again, ui);
  arena_clear(&arena);
}

static void on_gone(void *context, Err err) {
  Ui *ui = context;
  (void)err;
  ui->lines = NULL;
  tell(ui, &(DashEvent){.kind = DASH_EVENT_LOST, .text = STR("the daemon has ended; starting another ...")});
  ui->again = loop_timer_start(ui->loop, AGAIN_MS, 0, try_again, ui);
}

/* ---- tools ---- */

static void finish_asked(Asked *asked) {
  if (asked->ui->asked == asked) asked->ui->asked = NULL;
  free(asked);
}

static void on_asked_gone(void *context, Err err) {
  Asked *asked = context;
  Ui *ui = asked->ui;
  bool was_waited_for = ui->asked == asked;
  (void)err;
  finish_asked(asked);
  if (was_waited_for) tell(ui, &(DashEvent){.kind = DASH_EVENT_ANSWER, .is_error = true, .text = STR("no answer came")});
}

static void take_answer(Asked *asked, const Json *answer) {
  Ui *ui = asked->ui;
  const Json *result = json_get(answer, STR("result"));
  const Json *content = json_get(result, STR("content"));
  const Json *error = json_get(answer, STR("error"));
  Str text = json_is(content, JSON_ARRAY) && content->count ? json_get_str(&content->items[0], STR("text"), STR_EMPTY)
                                                            : json_get_str(error, STR("message"), STR_EMPTY);
  ui->asked = NULL;
  tell(ui, &(DashEvent){.kind = DASH_EVENT_ANSWER,
                        .json = json_get(result, STR("structuredContent")),
                        .text = text,
                        .want = asked->want,
                        .is_error = error || json_get_bool(result, STR("isError"), false)});
}

static void on_answer(void *context, Str line) {
  Asked *asked = context;
  Arena arena;
  Job job;
  const Json *answer;
  arena_init(&arena);
  job_init(&job, &arena);
  if (asked->ui->asked == asked && !json_read(&job, line, NULL, &answer) && json_get(answer, STR("id"))) {
    take_answer(asked, answer);
    transport_lines_close(asked->lines, 0);
  }
  arena_clear(&arena);
}

/* The workspace is named by a flag, as on a command line. */
static Err ask_tool(Ui *ui, Job *job, const DashEffect *effect) {
  int fd;
  const Json *answer, *args;
  Map flags;
  Str root = effect->root, yes = STR("true");
  map_init(&flags, job->arena);
  if (root.len) map_put(&flags, STR("repo"), &root);
  if (effect->want == DASH_WANT_RESULTS) map_put(&flags, STR("structured"), &yes);
  TRY(json_read(job, effect->args, NULL, &args));
  TRY(app_wire_connect(job, STR("cli"), &flags, true, &fd, &answer));
  Asked *asked = arena_heap_alloc(sizeof(*asked));
  *asked = (Asked){.ui = ui, .want = effect->want};
  asked->lines = open_lines(ui, fd, asked, on_answer, on_asked_gone);
  if (ui->asked) transport_lines_close(ui->asked->lines, 0); /* the newer question counts */
  ui->asked = asked;
  transport_lines_send(asked->lines, app_call_message(job->arena, effect->tool, args, &(AppCallWanted){.has_words = effect->want != DASH_WANT_RESULTS}));
  return OK;
}

static void run_tool(Ui *ui, const DashEffect *effect) {
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  Err err = ask_tool(ui, &job, effect);
  if (err) tell(ui, &(DashEvent){.kind = DASH_EVENT_ANSWER, .is_error = true, .text = job_message(&job, err)});
  arena_clear(&arena);
}

static void act(Ui *ui, Arena *arena, const DashEffect *effect) {
  switch (effect->kind) {
    case DASH_NOTHING: break;
    case DASH_QUIT: loop_stop(ui->loop); break;
    case DASH_ASK_CALL:
      if (ui->lines) transport_lines_send(ui->lines, json_spell_one(arena, "call", json_spell_int(arena, effect->number)));
      break;
    case DASH_RUN_TOOL: run_tool(ui, effect); break;
  }
}

/* ---- the command ---- */

static void stop(void *context) {
  Ui *ui = context;
  loop_stop(ui->loop);
}

static Err show(AppRun *run, Ui *ui) {
  ScreenOptions options = {styles, COUNT_OF(styles), !place_env("NO_COLOR").len};
  TRY(connect_watcher(ui, run->job));
  TRY(screen_open(run->job, &options));
  DashUiOptions shown = {.is_ascii = !screen_is_utf8() || app_flag(run, "ascii"), .root = file_working_directory(run->job->arena)};
  ui->ui = dashboard_ui_open(&shown);
  tell_screen(ui, screen_resized());
  LoopPoll *input = loop_poll_start(ui->loop, TERMINAL_INPUT, on_input, ui);
  LoopTimer *clock = loop_timer_start(ui->loop, CLOCK_MS, CLOCK_MS, on_clock, ui);
  loop_on_signal(ui->loop, LOOP_WINDOW, on_window, ui);
  loop_on_signal(ui->loop, LOOP_INTERRUPT, stop, ui);
  loop_on_signal(ui->loop, LOOP_TERMINATE, stop, ui);
  loop_run(ui->loop);
  loop_poll_stop(input);
  loop_timer_stop(clock);
  loop_timer_stop(ui->again);
  screen_close();
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
  Ui ui = {.job = run->job, .loop = loop_open()};
  Once once = {.loop = ui.loop, .arena = run->job->arena, .calls = STR("[]")};
  int fd;
  const Json *answer;
  Err err = app_wire_connect(run->job, STR("watch"), NULL, true, &fd, &answer);
  if (!err) {
    TransportLines *lines = open_lines(&ui, fd, &once, on_once, on_once_gone);
    loop_run(ui.loop);
    transport_lines_drop(lines);
    JsonWriter json;
    json_writer_init(&json, run->out, 0);
    json_begin_object(&json);
    json_field_raw(&json, "snapshot", once.snapshot.len ? once.snapshot : STR("null"));
    json_field_raw(&json, "calls", once.calls);
    json_end_object(&json);
    buf_add_byte(run->out, '\n');
  }
  loop_close(ui.loop);
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
  Ui ui = {.job = run->job, .loop = loop_open()};
  Err err = show(run, &ui);
  transport_lines_drop(ui.lines);
  if (ui.asked) {
    transport_lines_drop(ui.asked->lines);
    finish_asked(ui.asked);
  }
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
    .summary = "Watch the daemon and look around in code, on the terminal.",
    .help = "Tabs show workspaces, clients and interpreters, every call of a tool while it runs and after, language "
            "servers and the log, search with source and a walk along calls, the configuration, and edits that can be "
            "taken back. Keys are named in the last line; the mouse works too. NO_COLOR is respected.",
    .flags = flags,
    .run = run_ui,
};
