/* fathom TOOL ...: runs a tool from the shell, in the daemon when one is
 * running (its index is warm), else in this process. */
#include <stdio.h>

#include "src/app/shell/picture_internal.h"
#include "src/app/shell/present_internal.h"
#include "src/app/serving/audit_internal.h"
#include "src/app/serving/server_internal.h"
#include "src/app/serving/wire_internal.h"
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/os/process.h"
#include "src/os/terminal.h"

static const AppFlag flags[] = {
    {"json", NULL, "Print the structured form."},
    {"no-daemon", NULL, "Run in this process even when a daemon is there."},
    {"no-pager", NULL, "Print a long answer as it is, not through $PAGER or less."},
    {"out", "FILE", "Write the answer there. Drawings can also be had as --format png."},
    {0}};

/* Stands for any tool while the command line is split. */
static const AppCommand any_tool = {
    .name = "TOOL", .flags = flags, .takes_options = true, .run = NULL};

/* ---- words ---- */

/* The words that are the program's own, and those that are the tool's. */
typedef struct Split {
  VEC(Str) ours;
  VEC(Str) tools;
} Split;

static bool is_argument(const Tool *tool, Str name) {
  for (const ToolField *arg = tool->args; arg && arg->name; arg++) {
    /* --repo is the program's own, with one meaning for all tools */
    if (str_eq_c(name, arg->name) && arg->type != TOOL_WORKSPACE) return true;
  }
  return false;
}

static bool is_workspace_named(const Tool *tool) {
  for (const ToolField *arg = tool->args; arg && arg->name; arg++) {
    if (arg->type == TOOL_WORKSPACE && str_eq_c(STR("repo"), arg->name)) return true;
  }
  return false;
}

/* The flags of this file and those of the options; the others are the tool's
 * to know, or to refuse. */
static bool is_our_flag(Str name, bool *ret_takes_value) {
  for (const AppFlag *flag = flags; flag->name; flag++) {
    if (str_eq_c(name, flag->name)) return *ret_takes_value = flag->value != NULL, true;
  }
  for (size_t i = 0; i < app_option_count; i++) {
    const AppOption *option = &app_options[i];
    if (option->flag && str_eq_c(name, option->flag)) {
      *ret_takes_value = option->type != APP_BOOLEAN;
      return true;
    }
  }
  return false;
}

/* Options that are no argument of the tool are ours. */
static void split_words(Arena *arena, const Tool *tool, const Str *words, size_t count,
                        Split *ret_split) {
  bool only_positional = false;
  for (size_t i = 0; i < count; i++) {
    Str rest = str_slice(words[i], 2, words[i].len);
    bool has_equals = str_find_byte(rest, '=') != STR_NONE;
    Str name = str_cut(&rest, '=');
    bool takes_value = false;
    bool is_ours = !only_positional && str_starts_with(words[i], STR("--")) &&
                   !is_argument(tool, name) && is_our_flag(name, &takes_value);
    if (str_eq_c(words[i], "--")) only_positional = true;
    if (!is_ours) {
      *vec_add(arena, &ret_split->tools) = words[i];
      continue;
    }
    *vec_add(arena, &ret_split->ours) = words[i];
    if (takes_value && !has_equals && i + 1 < count) *vec_add(arena, &ret_split->ours) = words[++i];
  }
}

/* Anywhere before `--`, also among arguments that are wrong. */
static bool asks_for_help(const Str *words, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (str_eq_c(words[i], "--")) return false;
    if (str_eq_c(words[i], "--help") || str_eq_c(words[i], "-h")) return true;
  }
  return false;
}

/* ---- through the daemon ---- */

/* A request of the new era, which needs no handshake. Marks and progress are
 * asked for only where somebody would see them, and words unless it is fields
 * that are wanted: a person reads them, whoever else the tool was made for. */
Str app_call_message(Arena *arena, Str name, const Json *args, const AppCallWanted *wanted) {
  Buf text;
  JsonWriter json;
  buf_init(&text, arena, APP_MAX_LINE);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_str(&json, "jsonrpc", STR("2.0"));
  json_field_int(&json, "id", 1);
  json_field_str(&json, "method", STR("tools/call"));
  json_field_object(&json, "params");
  json_field_str(&json, "name", name);
  json_field_value(&json, "arguments", args);
  json_field_object(&json, "_meta");
  json_field_str(&json, "io.modelcontextprotocol/protocolVersion", STR("2026-07-28"));
  json_field_raw(&json, "io.modelcontextprotocol/clientCapabilities", STR("{}"));
  if (wanted->has_progress) json_field_int(&json, "progressToken", 1);
  if (wanted->has_marks) json_field_bool(&json, "fathom/marks", true);
  if (wanted->has_words) json_field_bool(&json, "fathom/words", true);
  json_end_object(&json);
  json_end_object(&json);
  json_end_object(&json);
  return buf_str(&text);
}

/* One call through the daemon, on a loop of its own that ends with the
 * answer. */
typedef struct Remote {
  Job *job;
  Loop *loop;
  TransportLines *lines;
  AppProgress progress;
  const Json *answer;
} Remote;

static void on_line(void *context, Str line) {
  Remote *remote = context;
  const Json *json;
  if (remote->answer || json_read(remote->job, str_copy(remote->job->arena, line), NULL, &json)) return;
  const Json *params = json_get(json, STR("params"));
  if (str_eq_c(json_get_str(json, STR("method"), STR_EMPTY), "notifications/progress")) {
    double done = 0, total = 0;
    if (!json_to_double(json_get(params, STR("progress")), &done)) return;
    if (!json_to_double(json_get(params, STR("total")), &total)) total = 0;
    app_progress_show(&remote->progress, done, total, json_get_str(params, STR("message"), STR_EMPTY));
  } else if (json_get(json, STR("id"))) {
    remote->answer = json;
    loop_stop(remote->loop);
  }
}

static void on_oversize(void *context, Str start) {
  (void)start;
  Remote *remote = context;
  loop_stop(remote->loop);
}

static void on_close(void *context, Err err) {
  (void)err;
  Remote *remote = context;
  remote->lines = NULL;
  loop_stop(remote->loop);
}

static Str cancel_message(Arena *arena) {
  Buf text;
  JsonWriter json;
  buf_init(&text, arena, APP_MAX_LINE);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_str(&json, "jsonrpc", STR("2.0"));
  json_field_str(&json, "method", STR("notifications/cancelled"));
  json_field_object(&json, "params");
  json_field_int(&json, "requestId", 1);
  json_end_object(&json);
  json_end_object(&json);
  return buf_str(&text);
}

/* Leaving ends the call in the daemon; that the person wants its work to end,
 * too, has to be said. */
static void on_interrupt(void *context) {
  Remote *remote = context;
  if (remote->lines) transport_lines_send(remote->lines, cancel_message(remote->job->arena));
  job_cancel(remote->job, ERR_CANCELLED);
  loop_stop(remote->loop);
}

/* What a tool answered. */
typedef struct Answered {
  Str text;
  const AnswerMark *marks; /* of it; NULL: it is no text, or nobody looks at it */
  size_t mark_count;
} Answered;

/* The kind of error travels beside its words, so that the exit status is the
 * same as without a daemon. */
static Err take_answer(Job *job, const Json *answer, bool json_wanted, Answered *ret_answered) {
  Err err = job_check(job);
  if (err) return err;
  if (!answer) return job_fail(job, ERR_CLOSED, "the daemon ended before it answered; try again");
  const Json *error = json_get(answer, STR("error"));
  if (error) {
    return job_fail(job, ERR_USAGE, "%.*s",
                    STR_ARG(json_get_str(error, STR("message"), STR("the daemon refused"))));
  }
  const Json *result = json_get(answer, STR("result"));
  const Json *content = json_get(result, STR("content"));
  Str text = json_is(content, JSON_ARRAY) && content->count
                 ? json_get_str(&content->items[0], STR("text"), STR_EMPTY)
                 : STR_EMPTY;
  if (json_get_bool(result, STR("isError"), false)) {
    Str kind = json_get_str(json_get(result, STR("_meta")), STR("fathom/error"), STR_EMPTY);
    return job_fail(job, err_from_name(kind.ptr, kind.len), "%.*s", STR_ARG(text));
  }
  const Json *fields = json_get(result, STR("structuredContent"));
  bool is_json = json_wanted && fields;
  *ret_answered = (Answered){.text = is_json ? json_spell(job->arena, fields) : text};
  const Json *marks = json_get(json_get(result, STR("_meta")), STR("fathom/marks"));
  if (!is_json) ret_answered->marks = tool_read_marks(job->arena, marks, text.len, &ret_answered->mark_count);
  return OK;
}

static Err run_in_daemon(Job *job, int fd, Str name, const Json *args, bool json_wanted, Answered *ret_answered) {
  Remote remote = {.job = job, .loop = loop_open()};
  AppCallWanted wanted = {.has_progress = terminal_is(TERMINAL_ERRORS), .has_marks = !json_wanted && terminal_is(TERMINAL_OUTPUT), .has_words = !json_wanted};
  TransportLinesHandler handler = {.loop = remote.loop,
                                   .context = &remote,
                                   .on_line = on_line,
                                   .on_oversize = on_oversize,
                                   .on_close = on_close};
  LoopStream *stream = loop_stream_open_fd(remote.loop, fd, NULL);
  remote.lines = transport_lines_open(stream, NULL, (size_t)256 << 20, APP_MAX_UNSENT, &handler);
  loop_on_signal(remote.loop, LOOP_INTERRUPT, on_interrupt, &remote);
  transport_lines_start(remote.lines);
  transport_lines_send(remote.lines, app_call_message(job->arena, name, args, &wanted));
  loop_run(remote.loop);
  transport_lines_drop(remote.lines);
  loop_close(remote.loop);
  app_progress_clear(&remote.progress);
  return take_answer(job, remote.answer, json_wanted, ret_answered);
}

/* ---- in this process ---- */

/* Everything that a server has, for one call: it is slower than through the
 * daemon, and gives the same answer. */
static Err run_here(AppRun *run, Str name, const Json *args, bool json_wanted, Answered *ret_answered) {
  AUTO(ToolRegistry) registry = tool_registry_open();
  AppWorkspaces *workspaces = app_workspaces_open();
  AppAudit *audit = app_audit_open();
  AppClientOptions options = {
      .workspaces = workspaces,
      .audit = audit,
      .registry = registry,
      .directory = file_working_directory(run->job->arena),
      .flags = run->flags,
      .by_user = true,
      .process = process_self(),
  };
  AppClient *client;
  AppProgress progress = {0};
  app_progress_begin(&progress, run->job);
  Err err = app_client_open(run->job, &options, &client);
  if (!err) {
    app_config_tell(app_client_config(client));
    ToolResult result;
    ToolClient looking = {.draws = !json_wanted && terminal_is(TERMINAL_OUTPUT)};
    err = tool_run(run->job, app_client_scope(client), &looking, name, args, &result);
    app_progress_clear(&progress);
    if (!err && json_wanted && result.fields.len) *ret_answered = (Answered){.text = result.fields};
    else if (!err) *ret_answered = (Answered){result.text, result.marks, result.mark_count};
    app_client_unref(client);
  }
  app_workspaces_close(workspaces);
  app_audit_close(audit);
  return err;
}

/* ---- both ---- */

/* A name that is no tool may be a slip in a command's name. */
static Err unknown_name(Job *job, Err err, Str name) {
  VEC(Str) commands = {0};
  for (size_t i = 0; app_commands[i]; i++) {
    *vec_add(job->arena, &commands) = str_from_c(app_commands[i]->name);
  }
  Str near = str_nearest(name, commands.items, commands.len);
  if (!near.len) return err;
  job_forgive(job);
  return job_fail(job, ERR_USAGE, "'%.*s' is no tool or command; did you mean '%.*s'?",
                  STR_ARG(name), STR_ARG(near));
}

/* A daemon is used if there is one and not started for this: a single call is
 * not worth it. */
static Err dispatch(AppRun *run, Str name, const Json *args, Answered *ret_answered) {
  Job *job = run->job;
  bool json_wanted = app_flag(run, "json");
  /* The structured form travels only when it is asked for. */
  Map *sent = ARENA_NEW(job->arena, Map);
  map_init(sent, job->arena);
  for (MapEntry *entry = NULL; (entry = map_next(run->flags, entry));) {
    map_put(sent, entry->key, entry->value);
  }
  Str yes = STR("true");
  if (json_wanted) map_put(sent, STR("structured"), &yes);
  run->flags = sent;
  int fd;
  const Json *answer;
  Err err = app_flag(run, "no-daemon")
                ? ERR_NOT_FOUND
                : app_wire_connect(job, STR("cli"), sent, false, &fd, &answer);
  if (!err) return run_in_daemon(job, fd, name, args, json_wanted, ret_answered);
  if (err != ERR_NOT_FOUND && err != ERR_CLOSED) return err;
  job_forgive(job);
  return run_here(run, name, args, json_wanted, ret_answered);
}

/* The workspace that the answer's paths are in, for links. */
static Str answer_root(AppRun *run, const Tool *tool, const Json *args) {
  Str root = STR_EMPTY;
  AppWorkspaceRequest request = {
      .given = app_flag_value(run, "repo"),
      .env = str_from_c(getenv("FATHOM_REPO")),
      .directory = file_working_directory(run->job->arena),
      .by_user = true,
  };
  for (const ToolField *arg = tool->args; arg && arg->name; arg++) {
    if (arg->type == TOOL_PATH && !request.given.len) request.path = json_get_str(args, str_from_c(arg->name), STR_EMPTY);
    if (request.path.len) break;
  }
  if (app_workspace_find(run->job, &request, &root)) job_forgive(run->job);
  return root;
}

/* Into the file that was named, relative to where the person is. */
static Err write_out(AppRun *run, Str text) {
  Arena *arena = run->job->arena;
  return file_write(run->job, file_join(arena, file_working_directory(arena), app_flag_value(run, "out")), text, 0644);
}

/* Before anything is asked. */
static Err check_picture(AppRun *run) {
  if (app_flag(run, "json")) return job_fail(run->job, ERR_USAGE, "a PNG is no JSON: leave out --json or --format png");
  if (app_flag_value(run, "out").len || !terminal_is(TERMINAL_OUTPUT)) return OK;
  return job_fail(run->job, ERR_USAGE, "a PNG is nothing to read on a terminal: name a file for it with --out FILE, or redirect the output");
}

/* What could not be drawn, a name that is none, is said in words. */
static Err show_picture(AppRun *run, Str text) {
  Str png;
  if (!str_starts_with(text, STR("<svg"))) return job_fail(run->job, ERR_NOT_FOUND, "there is nothing to draw: %.*s", STR_ARG(str_trim(text)));
  TRY(app_picture_png(run->job, text, &png));
  if (app_flag_value(run, "out").len) return write_out(run, png);
  buf_add(run->out, png);
  return OK;
}

/* JSON is the caller's to print; a text is printed here, in whole lines. */
static Err show(AppRun *run, const Tool *tool, const Json *args, const Answered *answered) {
  Str text = answered->text;
  if (app_flag_value(run, "out").len) return write_out(run, text);
  bool is_whole = !text.len || text.ptr[text.len - 1] == '\n';
  if (app_flag(run, "json")) {
    buf_add(run->out, text);
    if (!is_whole) buf_add_byte(run->out, '\n');
    return OK;
  }
  if (!text.len) return OK;
  AppShown shown = {is_whole ? text : str_format(run->job->arena, "%.*s\n", STR_ARG(text)), answered->marks, answered->mark_count};
  return app_present_print(run->job, &shown, answer_root(run, tool, args), !app_flag(run, "no-pager"));
}

Err app_run_tool(Job *job, Str name, const Str *words, size_t count, Buf *out, int *ret_status) {
  AUTO(ToolRegistry) registry = tool_registry_open();
  ToolList found;
  Err err = tool_find(job, registry, NULL, name, &found);
  if (err) return unknown_name(job, err, name);
  const Tool *tool = found.items[0];
  AppRun run = {0};
  const Json *args = NULL;
  bool is_png = false;
  if (asks_for_help(words, count)) {
    tool_write_help(out, tool);
    buf_add_c(out, "\nEvery tool takes:\n");
    if (!tool->args || !is_workspace_named(tool)) buf_add_c(out, "  --repo DIR            The workspace, instead of searching for it.\n");
    for (const AppFlag *flag = flags; flag->name; flag++) {
      Str shown = flag->value ? str_format(job->arena, "%s %s", flag->name, flag->value) : str_from_c(flag->name);
      buf_add_format(out, "  --%-19.*s %s\n", STR_ARG(shown), flag->help);
    }
  } else {
    Split split = {0};
    split_words(job->arena, tool, words, count, &split);
    is_png = app_picture_wanted(tool, split.tools.items, split.tools.len);
    err = app_parse(job, &any_tool, split.ours.items, split.ours.len, &run);
    if (!err) err = tool_args_from_words(job, tool, split.tools.items, split.tools.len, &args);
    run.out = out;
    if (!err && is_png) err = check_picture(&run);
    Answered answered = {0};
    if (!err) err = dispatch(&run, name, args, &answered);
    if (!err) err = is_png ? show_picture(&run, answered.text) : show(&run, tool, args, &answered);
    *ret_status = run.exit_status;
  }
  tool_list_release(registry, &found);
  return err;
}
