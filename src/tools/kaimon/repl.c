/* Running code in live sessions under the names of the profile kaimon: what eval
 * does in one tool is ex, check_eval, cancel_eval, list_jobs, ping, manage_repl
 * and start_session here. An eval_id is a handle of ours. */
#include "src/base/clock.h"
#include "src/index/index.h"
#include "src/tools/kaimon/kaimon_internal.h"

#define WAIT_MS 10000 /* then it is a job */
#define LOOK_MS 1     /* as it is now */
#define OUTPUT_MIN 500

/* ---- what came of code ---- */

/* What was printed stands first, in the order in which a person at the session
 * sees it, and then how the code ended. */
static void add_result(ToolCall *call, const ReplResult *found, bool has_value) {
  Answer *out = call->answer;
  tool_kaimon_add_lines(out, found->out);
  tool_kaimon_add_lines(out, found->errors);
  if (has_value && found->has_value) tool_kaimon_add_lines(out, found->value);
  if (found->error_type.len) {
    Str error = str_format(call->job->arena, "%.*s: %.*s", STR_ARG(found->error_type), STR_ARG(found->error_message));
    tool_kaimon_add_lines(out, error);
    for (size_t i = 0; i < found->trace_count; i++) tool_kaimon_add_lines(out, found->trace[i]);
  }
  if (!repl_has_ended(found->state)) {
    answer_say(out, "still %s after %.1f s. eval_id: %.*s; check_eval tells how it is, cancel_eval ends it\n", repl_state_name(found->state),
               found->ms / 1000, STR_ARG(found->handle));
  } else if (found->state == REPL_INTERRUPTED) {
    answer_warn(out, "interrupted after %.1f s", found->ms / 1000);
  } else if (!answer_text(out).len) {
    answer_say(out, found->has_value ? "done; q=false gives the value\n" : "done, without output or value\n");
  }
}

static Err run_ex(ToolCall *call) {
  ToolTold told = {.call = call};
  ReplSession session;
  ReplResult found;
  int64_t most = tool_arg_int(call, "max_output");
  TRY(tool_live_allowed(call));
  TRY(tool_live_choose(call, tool_arg_str(call, "ses"), STR_EMPTY, &session));
  ReplAsk ask = {.session = session.key, .code = tool_arg_str(call, "e"), .wait_ms = WAIT_MS, .heard = tool_live_heard(&told)};
  tool_mark_writing(call);
  TRY(repl_eval(call->job, call->scope->repl, &ask, &found));
  add_result(call, &found, !tool_arg_bool(call, "q"));
  call->chars = (size_t)(most < OUTPUT_MIN ? OUTPUT_MIN : most);
  return OK;
}

static Err run_check(ToolCall *call) {
  ReplResult found;
  TRY(tool_live_allowed(call));
  tool_mark_writing(call); /* a result is given once */
  TRY(repl_wait(call->job, call->scope->repl, tool_arg_str(call, "eval_id"), LOOK_MS, NULL, &found));
  add_result(call, &found, true);
  return OK;
}

static Err run_cancel(ToolCall *call) {
  bool was_running;
  Str id = tool_arg_str(call, "eval_id");
  TRY(tool_live_allowed(call));
  tool_mark_writing(call);
  TRY(repl_interrupt(call->job, call->scope->repl, id, &was_running));
  answer_say(call->answer, was_running ? "asked to end: check_eval eval_id=%.*s tells whether it did\n" : "%.*s has ended already\n", STR_ARG(id));
  return OK;
}

/* Those beyond the limit are counted all the same, for the totals. */
static Err run_jobs(ToolCall *call) {
  Answer *out = call->answer;
  ReplJobs jobs;
  size_t counts[REPL_JOB_INTERRUPTED + 1] = {0}, limit = (size_t)tool_arg_int(call, "limit");
  TRY(tool_live_allowed(call));
  TRY(repl_jobs(call->job, call->scope->repl, &(ReplJobFilter){.state = tool_arg_str(call, "status")}, &jobs));
  for (size_t i = 0; i < jobs.len; i++) {
    const ReplJob *one = &jobs.items[i];
    counts[one->state]++;
    if (i >= limit) continue;
    answer_say(out, "%.*s  %s  %.0f s  ", STR_ARG(one->handle), repl_job_state_name(one->state), (double)(clock_wall_ms() - one->began_ms) / 1000);
    answer_show(out, one->code, 100);
    answer_say(out, "\n");
  }
  if (jobs.len > limit) answer_more(out, jobs.len - limit, ": raise limit");
  if (!jobs.len) answer_say(out, "no jobs: what ended within a second is none, and a result is given once\n");
  if (tool_arg_bool(call, "stats")) {
    answer_say(out, "running %zu, ended %zu, interrupted %zu\n", counts[REPL_JOB_RUNNING], counts[REPL_JOB_ENDED], counts[REPL_JOB_INTERRUPTED]);
  }
  return OK;
}

/* ---- sessions ---- */

/* How well a session is can only be told by asking it, and one that hangs would
 * keep the list waiting; so it is asked where that was wanted. */
static void add_session(ToolCall *call, const ReplSession *session, bool is_extended) {
  Answer *out = call->answer;
  Job *job = call->job;
  ReplHealth health;
  answer_say(out, "%.*s  ", STR_ARG(session->key));
  answer_show(out, session->language, 40);
  answer_say(out, " ");
  answer_show(out, session->version, 40);
  answer_say(out, "  ");
  answer_show(out, session->name, 100);
  answer_say(out, "  ");
  answer_show(out, session->project, 300);
  if (is_extended && repl_health(job, call->scope->repl, session->key, &health)) {
    answer_say(out, "  does not answer");
    job_forgive(job);
  } else if (is_extended) {
    answer_say(out, "  up %.0f s, calls %zu, running %zu, answers in %.0f ms", (double)health.uptime_ms / 1000, session->calls, health.running,
               health.answer_ms);
  }
  answer_say(out, "\n");
}

/* Whoever may not run code hears that the server is there, and why there is no
 * more to see. */
static Err run_ping(ToolCall *call) {
  ReplSessions sessions;
  Err err = tool_live_allowed(call);
  if (!err) err = repl_sessions(call->job, call->scope->repl, &sessions);
  answer_say(call->answer, "fathom is alive\n");
  if (err) {
    answer_note(call->answer, "sessions cannot be seen: %.*s", STR_ARG(job_message(call->job, err)));
    job_forgive(call->job);
    return job_is_stopped(call->job) ? err : OK;
  }
  for (size_t i = 0; i < sessions.len; i++) add_session(call, &sessions.items[i], tool_arg_bool(call, "extended"));
  if (!sessions.len) answer_note(call->answer, "no session is connected: in an interpreter, load a gate (fathom gate python tells how)");
  return OK;
}

static Err run_manage(ToolCall *call) {
  ReplSession session;
  bool is_restart = str_eq(tool_arg_str(call, "command"), STR("restart"));
  TRY(tool_live_allowed(call));
  ReplWanted wanted = {.key = tool_arg_str(call, "session"), .project = index_root(call->index)};
  TRY(repl_choose(call->job, call->scope->repl, &wanted, &session)); /* none is started to be ended */
  tool_mark_writing(call);
  TRY(repl_order(call->job, call->scope->repl, session.key, is_restart ? REPL_RESTART : REPL_SHUTDOWN));
  answer_say(call->answer, is_restart ? "%.*s begins anew, under the same key; what it held is gone\n" : "%.*s ends\n", STR_ARG(session.key));
  return OK;
}

static Err list_allowed(ToolCall *call) {
  ToolProjects projects;
  TRY(call->scope->list_allowed(call->scope, call, &projects));
  for (size_t i = 0; i < projects.len; i++) {
    answer_show(call->answer, projects.items[i].root, 400);
    answer_say(call->answer, "  ");
    answer_show(call->answer, projects.items[i].languages, 200);
    answer_say(call->answer, "\n");
  }
  if (!projects.len) answer_note(call->answer, "the user has allowed sessions to be started for no project: fathom sessions allow, in it");
  return OK;
}

/* It becomes an argument of a program, and is shown to people. */
static bool is_plain(Str name) {
  for (size_t i = 0; i < name.len; i++) {
    char c = name.ptr[i];
    bool is_word = byte_is_plain(c) || (i && (c == '-' || c == '.' || c == ' ')) || c == '_';
    if (!is_word) return false;
  }
  return true;
}

/* Only the user allows interpreters to be started, so a refusal names the
 * command for it instead of a way around. */
static Err run_start(ToolCall *call) {
  ReplSession session;
  Str name = tool_arg_str(call, "name");
  TRY(tool_live_allowed(call));
  if (!is_plain(name)) return job_fail(call->job, ERR_USAGE, "name must be letters, digits, '-', '.', '_' and spaces");
  if (!call->scope->start_session) return job_fail(call->job, ERR_UNAVAILABLE, "no sessions are started here");
  if (!name.len && !tool_arg_str(call, "project_path").len) return list_allowed(call);
  tool_mark_writing(call);
  Err err = call->scope->start_session(call->scope, call, tool_arg_str(call, "language"), name, &session);
  if (err == ERR_NOT_FOUND) {
    job_forgive(call->job);
    return job_fail(call->job, ERR_DENIED, "the user has not allowed sessions to be started for this project: fathom sessions allow, in it");
  }
  TRY(err);
  add_session(call, &session, false);
  return OK;
}

/* ---- descriptors ---- */

static const ToolField ex_args[] = {
    {"e", TOOL_STRING, true, .min = 1, .max = 100000, .help = "code to run"},
    {"q", TOOL_BOOLEAN, .otherwise = "true", .help = "quiet: without the value of the last expression"},
    {"s", TOOL_BOOLEAN, .otherwise = "false", .help = "accepted; the person sees all that is run"},
    {"max_output", TOOL_INTEGER, .min = 1, .max = 200000, .otherwise = "6000", .help = "characters of the answer"},
    {"ses", TOOL_STRING, .max = 8, .help = "key of a session, when several could be meant"},
    {"mt", TOOL_BOOLEAN, .otherwise = "false", .help = "accepted; where code runs is the gate's to say"},
    {0},
};
static const ToolField id_args[] = {{"eval_id", TOOL_STRING, true, .min = 1, .max = 100, .help = "as ex told it"}, {0}};
static const ToolField jobs_args[] = {
    {"status", TOOL_STRING, .choices = "running|ended|interrupted", .help = "only these"},
    {"limit", TOOL_INTEGER, .min = 1, .max = 1000, .otherwise = "20", .help = "jobs to list"},
    {"stats", TOOL_BOOLEAN, .otherwise = "false", .help = "with counts of all"},
    {0},
};
static const ToolField ping_args[] = {{"extended", TOOL_BOOLEAN, .otherwise = "false", .help = "with uptime, calls and time to answer"}, {0}};
static const ToolField manage_args[] = {{"command", TOOL_STRING, true, .choices = "restart|shutdown", .help = "what to do"}, KAIMON_ARG_SESSION, {0}};
static const ToolField start_args[] = {
    {"project_path", TOOL_WORKSPACE, .help = "an allowed project; without arguments those are listed"},
    {"name", TOOL_STRING, .max = 100, .help = "of the session, when it is started now; as its project otherwise"},
    {"language", TOOL_STRING, .max = 40, .help = "needed when several are allowed there"},
    {0},
};

const Tool tool_kaimon_ex = {.name = "ex", .title = "Run code",
    .summary = "Runs code in a live session that the user shares; the user sees it. What takes long becomes a job with an eval_id.",
    .args = ex_args, .example = "ex e=1+1 q=false", KAIMON_LIVE, .run = run_ex};
const Tool tool_kaimon_check_eval = {.name = "check_eval", .title = "Look at a job", .summary = "How a job of ex is, or what came of it; a result is given once.",
    .args = id_args, .example = "check_eval eval_id=k3v9x0ab.f00-1", KAIMON_LIVE, .run = run_check};
const Tool tool_kaimon_cancel_eval = {.name = "cancel_eval", .title = "End a job", .summary = "Interrupts a job of ex.",
    .args = id_args, .example = "cancel_eval eval_id=k3v9x0ab.f00-1", KAIMON_LIVE, .run = run_cancel};
const Tool tool_kaimon_list_jobs = {.name = "list_jobs", .title = "Jobs", .summary = "Jobs whose result was not asked for yet, the latest first.",
    .args = jobs_args, .example = "list_jobs status=running", KAIMON_LIVE, .run = run_jobs};
const Tool tool_kaimon_ping = {.name = "ping", .title = "Liveness", .summary = "Whether the server is there, and the sessions that are connected.",
    .args = ping_args, .example = "ping extended=true", .toolset = "kaimon", .profiles = "kaimon", .flags = TOOL_READ_ONLY, .run = run_ping};
const Tool tool_kaimon_manage_repl = {.name = "manage_repl", .title = "Restart or end a session",
    .summary = "Restarts a session under the same key, or ends it.", .args = manage_args, .example = "manage_repl command=restart", KAIMON_LIVE,
    .run = run_manage};
const Tool tool_kaimon_start_session = {.name = "start_session", .title = "Start a session",
    .summary = "Starts an interpreter for a project that the user allowed (fathom sessions allow); without arguments lists those.", .args = start_args, .example = "start_session",
    KAIMON_LIVE, .run = run_start};
