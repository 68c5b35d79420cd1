/* eval: code in an interpreter that a person opened with a gate. What it
 * prints is data, shown as such; what takes long is asked for by its handle. */
#include "src/base/clock.h"
#include "src/model/answer.h"
#include "src/tools/kit/live_internal.h"

#define WAIT_DEFAULT "10"
#define WAIT_MAX 3000

static const ToolField args[] = {
    {"code", TOOL_STRING, .max = 100000, .help = "to run; the value of its last expression is given. Nothing: sessions are listed",
     .listed = "to run; none: list sessions"},
    {"session", TOOL_STRING, .max = 8, .help = "key of a session, when several could be meant", .listed = "key, when several are open"},
    {"language", TOOL_STRING, .max = 40, .help = "of the session, when none is named", .listed = ""},
    {"handle", TOOL_STRING, .max = 100, .help = "of code that still ran when an earlier call ended: waits for it", .listed = "of code that still runs"},
    {"jobs", TOOL_STRING, .choices = "all|running|ended|interrupted", .help = "list code that took longer than a second and whose result was not "
     "asked for yet: all, or those in a state; with session, of that one", .listed = ""},
    {"since", TOOL_INTEGER, .min = 0, .max = 100000, .otherwise = "0", .help = "of jobs: begun in the last so many minutes; 0: ever", .listed = ""},
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
    {"seen_s", TOOL_NUMBER, .help = "seconds since it last answered this server"},
    {0},
};

static const ToolField job_fields[] = {
    {"handle", TOOL_STRING, .required = true, .help = "to ask for its result with"},
    {"state", TOOL_STRING, .choices = "running|ended|interrupted", .required = true, .help = "ended: the result can be asked for, once"},
    {"session", TOOL_STRING, .required = true, .help = "key of the session"},
    {"language", TOOL_STRING, .help = "of the session"},
    {"name", TOOL_STRING, .help = "of the session"},
    {"project", TOOL_STRING, .help = "of the session"},
    {"age_s", TOOL_NUMBER, .required = true, .help = "seconds since it began"},
    {"code", TOOL_STRING, .help = "how it begins"},
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
    {"progress", TOOL_STRING, .help = "what the code said last of how far it is, while it runs"},
    {"sessions", TOOL_OBJECTS, .fields = session_fields, .help = "those that are open"},
    {"jobs", TOOL_OBJECTS, .fields = job_fields, .help = "those that were asked for, the latest first"},
    {0},
};

/* ---- the four things that can be asked for ---- */

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
    if (session->seen_ms) answer_field_number(out, "seen_s", (double)(job_now_ms() - session->seen_ms) / 1000);
    answer_say(out, session->running ? "  running %zu\n" : "\n", session->running);
    answer_end(out);
  }
  answer_end_list(out);
  if (!sessions.len) answer_note(out, "no interpreter is open to fathom: in one, load a gate (fathom gate python tells how)");
  return OK;
}

static Err list_jobs(ToolCall *call, Str state) {
  Answer *out = call->answer;
  ReplJobs jobs;
  int64_t now = clock_wall_ms(), since = tool_arg_int(call, "since");
  ReplJobFilter filter = {.session = tool_arg_str(call, "session"), .since_ms = since ? now - since * 60000 : 0,
                          .state = str_eq(state, STR("all")) ? STR_EMPTY : state};
  TRY(repl_jobs(call->job, call->scope->repl, &filter, &jobs));
  answer_begin_ranked(out, "jobs");
  for (size_t i = 0; i < jobs.len; i++) {
    const ReplJob *one = &jobs.items[i];
    double age_s = (double)(now - one->began_ms) / 1000;
    answer_begin_row(out);
    answer_name(out, "handle", one->handle);
    answer_say(out, "  ");
    answer_words(out, "state", str_from_c(repl_job_state_name(one->state)));
    answer_say(out, "  ");
    answer_field_str(out, "session", one->session);
    answer_words(out, "language", one->language);
    answer_say(out, "  ");
    answer_words(out, "name", one->name);
    answer_field_str(out, "project", one->project);
    answer_field_number(out, "age_s", age_s);
    answer_say(out, "  %.0f s  ", age_s);
    answer_words(out, "code", one->code);
    answer_say(out, "\n");
    answer_end(out);
  }
  answer_end_list(out);
  if (!jobs.len) answer_note(out, "no such job");
  return OK;
}

static Err run_code(ToolCall *call, Str code, ReplResult *ret_result) {
  ToolTold told = {.call = call};
  ReplSession session;
  TRY(tool_live_choose(call, tool_arg_str(call, "session"), tool_arg_str(call, "language"), &session));
  ReplAsk ask = {.session = session.key, .code = code, .wait_ms = tool_arg_int(call, "wait") * 1000 + 1,
                 .heard = tool_live_heard(&told)};
  tool_mark_writing(call);
  return repl_eval(call->job, call->scope->repl, &ask, ret_result);
}

static Err follow(ToolCall *call, Str handle, ReplResult *ret_result) {
  ToolTold told = {.call = call};
  ReplHeard heard = tool_live_heard(&told);
  bool was_running;
  tool_mark_writing(call); /* a result is given once */
  if (tool_arg_bool(call, "cancel")) TRY(repl_interrupt(call->job, call->scope->repl, handle, &was_running));
  return repl_wait(call->job, call->scope->repl, handle, tool_arg_int(call, "wait") * 1000 + 1, &heard, ret_result);
}

static Err run(ToolCall *call) {
  Str code = tool_arg_str(call, "code"), handle = tool_arg_str(call, "handle"), jobs = tool_arg_str(call, "jobs");
  ReplResult found;
  TRY(tool_live_allowed(call));
  if (code.len && handle.len) return job_fail(call->job, ERR_USAGE, "both code and a handle: give one of them");
  if (jobs.len && (code.len || handle.len)) return job_fail(call->job, ERR_USAGE, "jobs are listed alone: without code and handle");
  if (jobs.len) return list_jobs(call, jobs);
  if (!code.len && !handle.len) return list_sessions(call);
  TRY(handle.len ? follow(call, handle, &found) : run_code(call, code, &found));
  tool_live_add_result(call, &found);
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
    .seconds = TOOL_LIVE_SECONDS,
    .run = run,
};
