/* eval: code in an interpreter that a person opened with a gate. What it
 * prints is data, shown as such; what takes long is asked for by its handle. */
#include "src/index/index.h"
#include "src/model/answer.h"
#include "src/repl/repl.h"
#include "src/tools/kit/tool_internal.h"

#define SECONDS 3600
#define WAIT_DEFAULT "10"
#define WAIT_MAX 3000
#define LINE_SHOWN 2000

static const ToolField args[] = {
    {"code", TOOL_STRING, .max = 100000, .help = "to run; the value of its last expression is given. Nothing: sessions are listed",
     .listed = "to run; none: list sessions"},
    {"session", TOOL_STRING, .max = 8, .help = "key of a session, when several could be meant", .listed = "key, when several are open"},
    {"language", TOOL_STRING, .max = 40, .help = "of the session, when none is named", .listed = ""},
    {"handle", TOOL_STRING, .max = 100, .help = "of code that still ran when an earlier call ended: waits for it", .listed = "of code that still runs"},
    {"cancel", TOOL_BOOLEAN, .otherwise = "false", .help = "interrupt what the handle names", .listed = ""},
    {"wait", TOOL_INTEGER, .min = 0, .max = WAIT_MAX, .otherwise = WAIT_DEFAULT,
     .help = "seconds until the call ends with a handle although the code runs on", .listed = ""},
    TOOL_ARG_MAX_CHARS,
    TOOL_ARG_REPO,
    {0},
};

static const ToolField session_fields[] = {
    {"key", TOOL_STRING, .required = true, .help = "names it in other calls"},
    {"name", TOOL_STRING, .required = true, .help = "as the person called it"},
    {"language", TOOL_STRING, .required = true, .help = "it runs"},
    {"version", TOOL_STRING, .help = "of the language"},
    {"project", TOOL_STRING, .help = "the directory it was started in"},
    {"pid", TOOL_INTEGER, .help = "of its process"},
    {"calls", TOOL_INTEGER, .help = "that were made by this server"},
    {"running", TOOL_INTEGER, .help = "of them not answered yet"},
    {0},
};

static const ToolField result[] = {
    {"state", TOOL_STRING, .choices = "queued|running|done|failed|interrupted", .help = "of the code"},
    {"handle", TOOL_STRING, .help = "to ask again with, while it is queued or running"},
    {"stdout", TOOL_STRING, .help = "what it printed"},
    {"stderr", TOOL_STRING, .help = "what it printed as errors"},
    {"value", TOOL_STRING, .help = "of the last expression, as the language shows it"},
    {"error", TOOL_STRING, .help = "type and message"},
    {"trace", TOOL_STRINGS, .help = "from the code on, innermost last"},
    {"ms", TOOL_NUMBER, .help = "that it took"},
    {"sessions", TOOL_OBJECTS, .fields = session_fields, .help = "those that are open"},
    {0},
};

/* ---- permission ---- */

static Err check_allowed(ToolCall *call) {
  Index *index;
  ToolRunning running;
  TRY(tool_workspace(call, STR_EMPTY, &index));
  if (!call->scope->running || !call->scope->repl) {
    return job_fail(call->job, ERR_UNAVAILABLE, "there are no live sessions here");
  }
  TRY(call->scope->running(call->scope, call, &running));
  if (!running.may_eval) {
    return job_fail(call->job, ERR_DENIED, "running code in live sessions is off. Only the user can allow it: "
                    "\"repl\": {\"allow\": true} in the user's config, FATHOM_REPL=1 or --repl");
  }
  return running.is_trusted ? OK : job_fail(call->job, ERR_UNTRUSTED, "%.*s", STR_ARG(running.refusal));
}

/* ---- what is told ---- */

/* Line by line, so that each is made safe and none is endless. */
static void add_lines(Answer *out, Str text) {
  while (text.len) {
    Str line = str_cut(&text, '\n');
    answer_show(out, line, LINE_SHOWN);
    answer_say(out, "\n");
  }
}

static void add_output(Answer *out, const char *heading, const char *key, Str text) {
  if (!text.len) return;
  answer_field_str(out, key, text);
  if (heading) answer_heading(out, "%s", heading);
  add_lines(out, text);
}

static void add_error(Answer *out, Arena *arena, const ReplResult *result_of) {
  if (!result_of->error_type.len) return;
  Str error = str_format(arena, "%.*s: %.*s", STR_ARG(result_of->error_type), STR_ARG(result_of->error_message));
  answer_field_str(out, "error", error);
  add_lines(out, error);
  answer_field_names(out, "trace", result_of->trace, result_of->trace_count);
  for (size_t i = 0; i < result_of->trace_count; i++) {
    answer_say(out, "  ");
    answer_show(out, result_of->trace[i], LINE_SHOWN);
    answer_say(out, "\n");
  }
}

static void add_image(ToolCall *call, const ReplDisplay *display) {
  Buf text;
  JsonWriter json;
  buf_init(&text, call->job->arena, display->data.len + 1000);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_str(&json, "type", STR("image"));
  json_field_str(&json, "data", display->data);
  json_field_str(&json, "mimeType", str_head(display->type, 100));
  json_end_object(&json);
  if (!text.overflow) tool_add_block(call, buf_str(&text)); /* base64 needs no escapes: anything else is none */
}

/* Images are blocks of their own, tables and the like are text. */
static void add_displays(ToolCall *call, const ReplResult *result_of) {
  Arena *arena = call->job->arena;
  for (size_t i = 0; i < result_of->display_count; i++) {
    const ReplDisplay *display = &result_of->displays[i];
    if (str_starts_with(display->type, STR("image/"))) {
      add_image(call, display);
    } else if (!str_eq(display->type, STR("text/html"))) {
      answer_heading(call->answer, "%.*s", STR_ARG(str_shown(arena, display->type, 60)));
      add_lines(call->answer, display->data);
    }
  }
}

static void add_result(ToolCall *call, const ReplResult *result_of) {
  Answer *out = call->answer;
  bool is_plain = result_of->state == REPL_DONE;
  answer_field_str(out, "state", str_from_c(repl_state_name(result_of->state)));
  answer_field_number(out, "ms", result_of->ms);
  add_output(out, NULL, "stdout", result_of->out);
  add_output(out, "stderr", "stderr", result_of->errors);
  if (result_of->has_value) {
    answer_field_str(out, "value", result_of->value);
    answer_say(out, "=> ");
    add_lines(out, result_of->value);
  }
  add_error(out, call->job->arena, result_of);
  add_displays(call, result_of);
  if (!repl_has_ended(result_of->state)) {
    answer_field_str(out, "handle", result_of->handle);
    answer_say(out, "still %s after %.1f s; to go on waiting: eval handle=%.*s, to end it: with cancel=true\n",
               repl_state_name(result_of->state), result_of->ms / 1000, STR_ARG(result_of->handle));
  } else if (result_of->state == REPL_INTERRUPTED) {
    answer_warn(out, "interrupted after %.1f s", result_of->ms / 1000);
  } else if (is_plain && !result_of->out.len && !result_of->errors.len && !result_of->has_value && !result_of->display_count) {
    answer_say(out, "done, without output or value\n");
  }
  if (result_of->cut > 0) answer_note(out, "%lld characters of the output were left out", (long long)result_of->cut);
}

/* ---- while it runs ---- */

typedef struct Told {
  ToolCall *call;
  double done; /* reports so far: a client wants growing numbers */
} Told;

static void tell_progress(Told *told, Str words) {
  told->done += 1;
  job_progress(told->call->job, told->done, 0, words);
}

static void on_begun(void *context, Str handle) {
  Told *told = context;
  tell_progress(told, str_format(told->call->job->arena, "handle %.*s", STR_ARG(handle)));
}

static void on_output(void *context, Str text, bool is_error) {
  Told *told = context;
  (void)is_error;
  tell_progress(told, str_shown(told->call->job->arena, str_head(text, LINE_SHOWN), LINE_SHOWN));
}

static void on_progress(void *context, double fraction, Str text) {
  Told *told = context;
  Arena *arena = told->call->job->arena;
  Str words = str_shown(arena, text, LINE_SHOWN);
  tell_progress(told, fraction < 0 ? words : str_format(arena, "%.0f%% %.*s", fraction * 100, STR_ARG(words)));
}

/* ---- the three things that can be asked for ---- */

static Err list_sessions(ToolCall *call) {
  Answer *out = call->answer;
  ReplSessions sessions;
  TRY(repl_sessions(call->job, call->scope->repl, &sessions));
  answer_begin_ranked(out, "sessions");
  for (size_t i = 0; i < sessions.len; i++) {
    const ReplSession *session = &sessions.items[i];
    answer_begin_row(out);
    answer_name(out, "key", session->key);
    answer_say(out, "  ");
    answer_words(out, "language", session->language);
    answer_say(out, " ");
    answer_words(out, "version", session->version);
    answer_say(out, "  ");
    answer_words(out, "name", session->name);
    answer_say(out, "  ");
    answer_words(out, "project", session->project);
    answer_field_int(out, "pid", session->pid);
    answer_field_int(out, "calls", (int64_t)session->calls);
    answer_field_int(out, "running", (int64_t)session->running);
    answer_say(out, session->running ? "  running %zu\n" : "\n", session->running);
    answer_end(out);
  }
  answer_end_list(out);
  if (!sessions.len) answer_note(out, "no interpreter is open to fathom: in one, load a gate (fathom gate python tells how)");
  return OK;
}

static Err run_code(ToolCall *call, Str code, ReplResult *ret_result) {
  Told told = {.call = call};
  ReplSession session;
  ReplWanted wanted = {.key = tool_arg_str(call, "session"), .language = tool_arg_str(call, "language"),
                       .project = index_root(call->index)};
  TRY(repl_choose(call->job, call->scope->repl, &wanted, &session));
  ReplAsk ask = {.session = session.key, .code = code, .wait_ms = tool_arg_int(call, "wait") * 1000 + 1,
                 .heard = {on_begun, on_output, on_progress, &told}};
  tool_mark_writing(call);
  return repl_eval(call->job, call->scope->repl, &ask, ret_result);
}

static Err follow(ToolCall *call, Str handle, ReplResult *ret_result) {
  Told told = {.call = call};
  ReplHeard heard = {NULL, on_output, on_progress, &told};
  bool was_running;
  tool_mark_writing(call); /* a result is given once */
  if (tool_arg_bool(call, "cancel")) TRY(repl_interrupt(call->job, call->scope->repl, handle, &was_running));
  return repl_wait(call->job, call->scope->repl, handle, tool_arg_int(call, "wait") * 1000 + 1, &heard, ret_result);
}

static Err run(ToolCall *call) {
  Str code = tool_arg_str(call, "code"), handle = tool_arg_str(call, "handle");
  ReplResult found;
  TRY(check_allowed(call));
  if (code.len && handle.len) return job_fail(call->job, ERR_USAGE, "both code and a handle: give one of them");
  if (!code.len && !handle.len) return list_sessions(call);
  TRY(handle.len ? follow(call, handle, &found) : run_code(call, code, &found));
  add_result(call, &found);
  return OK;
}

const Tool tool_eval = {
    .name = "eval",
    .title = "Run code",
    .summary = "Runs code in a live interpreter (Python, ...) that the user opened; the user sees it. State stays between calls.",
    .help = "A session is an interpreter with a gate loaded (fathom gate python tells how). Code that runs longer than `wait` goes "
            "on, and is asked for again by its handle; its result is kept for ten minutes. Needs a trusted workspace and the "
            "option repl.allow.",
    .args = args,
    .result = result,
    .example = "eval code=1+1",
    .toolset = "repl",
    .flags = TOOL_DESTRUCTIVE | TOOL_OPEN_WORLD,
    .seconds = SECONDS,
    .run = run,
};
