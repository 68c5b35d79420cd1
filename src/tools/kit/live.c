/* What every tool that runs something in a live session shares: who may, which
 * session is meant, what is told while it runs and what came of it. */
#include "src/tools/kit/live_internal.h"

#include "src/index/index.h"
#include "src/model/answer.h"
#include "src/os/file.h"

#define LINE_SHOWN 2000

/* ---- permission ---- */

Err tool_live_allowed(ToolCall *call) {
  Index *index;
  ToolRunning running;
  TRY(tool_workspace(call, STR_EMPTY, &index));
  if (!call->scope->running || !call->scope->repl) {
    return job_fail(call->job, ERR_UNAVAILABLE, "there are no live sessions here");
  }
  TRY(call->scope->running(call->scope, call, &running));
  if (!running.may_eval) {
    return job_fail(call->job, ERR_DENIED, "running code in live sessions is off. Only the user can allow it: "
                    "\"repl\": {\"allow\": true} in the user's config, FATHOM_REPL=1 or --allow-repl");
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

/* Of code that still runs: how far it said it was. */
static void add_progress(Answer *out, Arena *arena, const ReplResult *result_of) {
  if (result_of->progress < 0 && !result_of->progress_text.len) return;
  Str words = str_shown(arena, result_of->progress_text, LINE_SHOWN);
  if (result_of->progress >= 0) words = str_format(arena, "%.0f%% %.*s", result_of->progress * 100, STR_ARG(words));
  answer_field_str(out, "progress", words);
  answer_say(out, "%.*s\n", STR_ARG(words));
}

void tool_live_add_result(ToolCall *call, const ReplResult *result_of) {
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
    add_progress(out, call->job->arena, result_of);
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

static void tell_progress(ToolTold *told, Str words) {
  told->done += 1;
  job_progress(told->call->job, told->done, 0, words);
}

static void on_begun(void *context, Str handle) {
  ToolTold *told = context;
  tell_progress(told, str_format(told->call->job->arena, "handle %.*s", STR_ARG(handle)));
}

static void on_output(void *context, Str text, bool is_error) {
  ToolTold *told = context;
  (void)is_error;
  tell_progress(told, str_shown(told->call->job->arena, str_head(text, LINE_SHOWN), LINE_SHOWN));
}

static void on_progress(void *context, double fraction, Str text) {
  ToolTold *told = context;
  Arena *arena = told->call->job->arena;
  Str words = str_shown(arena, text, LINE_SHOWN);
  tell_progress(told, fraction < 0 ? words : str_format(arena, "%.0f%% %.*s", fraction * 100, STR_ARG(words)));
}

ReplHeard tool_live_heard(ToolTold *told) { return (ReplHeard){on_begun, on_output, on_progress, told}; }

/* ---- which session ---- */

/* Of the call's workspace, started when it is allowed and not there. */
static Err start_own(ToolCall *call, Str language, ReplSession *ret_session) {
  if (!call->scope->start_session) return ERR_NOT_FOUND;
  return call->scope->start_session(call->scope, call, language, STR_EMPTY, ret_session);
}

/* Somebody else's project is used only where none of our own may be started. */
Err tool_live_choose(ToolCall *call, Str key, Str language, ReplSession *ret_session) {
  Job *job = call->job;
  Str root = index_root(call->index), rest;
  ReplWanted wanted = {.key = key, .language = language, .project = root};
  ReplSession own;
  Err err = repl_choose(job, call->scope->repl, &wanted, ret_session);
  bool is_own = !err && file_beneath(root, ret_session->project, &rest);
  if (key.len || is_own || (err && err != ERR_NOT_FOUND)) return err;
  Str words = str_copy(job->arena, job_message(job, err));
  job_forgive(job);
  Err start = start_own(call, language, &own);
  if (start != ERR_NOT_FOUND) {
    if (!start) *ret_session = own;
    return start;
  }
  job_forgive(job);
  if (!err) return OK;
  return job_fail(job, err, "%.*s, or let fathom start one (fathom sessions allow)", STR_ARG(words));
}
