/* stress_test: many simulated agents that run code in one session, or call one
 * of its tools, at once. */
#include "src/index/index.h"
#include "src/model/answer.h"
#include "src/tools/kit/live_internal.h"

#define LINE_SHOWN 2000
#define MS 1000.0

static const ToolField args[] = {
    {"code", TOOL_STRING, .max = 100000, .help = "that each agent runs; 1 + 1 without it"},
    {"tool", TOOL_STRING, .max = 200, .help = "of a session, which each agent calls instead: name, or namespace.name"},
    {"tool_args", TOOL_OBJECT, .help = "arguments of tool"},
    {"scenario", TOOL_STRING, .max = 100, .help = "a tool and its arguments by one name; a wrong name tells which there are"},
    {"num_agents", TOOL_INTEGER, .min = 1, .max = REPL_STRESS_MAX, .otherwise = "5", .help = "at once"},
    {"stagger", TOOL_NUMBER, .otherwise = "0", .help = "seconds between the beginnings of two agents, 0 to 10"},
    {"timeout", TOOL_INTEGER, .min = 1, .max = 600, .otherwise = "30", .help = "seconds for each"},
    {"session", TOOL_STRING, .max = 8, .help = "key of a session, when several could be meant"},
    TOOL_ARG_REPO,
    {0},
};

static const ToolField result[] = {
    {"done", TOOL_INTEGER, .help = "agents whose code ended in order"},
    {"failed", TOOL_INTEGER, .help = "whose code failed"},
    {"late", TOOL_INTEGER, .help = "whose code ran beyond the timeout and was interrupted"},
    {"refused", TOOL_INTEGER, .help = "that the session did not answer"},
    {"p50_ms", TOOL_NUMBER, .help = "of those that are done"},
    {"p95_ms", TOOL_NUMBER, .help = "of those that are done"},
    {"max_ms", TOOL_NUMBER, .help = "of those that are done"},
    {"total_ms", TOOL_NUMBER, .help = "until all ended"},
    {0},
};

static void tell(ToolCall *call, const ReplSession *session, const ReplStress *stress, const ReplStressed *sum) {
  Answer *out = call->answer;
  answer_field_int(out, "done", (int64_t)sum->done);
  answer_field_int(out, "failed", (int64_t)sum->failed);
  answer_field_int(out, "late", (int64_t)sum->late);
  answer_field_int(out, "refused", (int64_t)sum->refused);
  answer_field_number(out, "p50_ms", sum->half_ms);
  answer_field_number(out, "p95_ms", sum->most_ms);
  answer_field_number(out, "max_ms", sum->slowest_ms);
  answer_field_number(out, "total_ms", sum->all_ms);
  answer_say(out, "%zu agents in session %.*s: %zu done, %zu failed, %zu late, %zu refused, in %.1f s\n", stress->clients,
             STR_ARG(session->key), sum->done, sum->failed, sum->late, sum->refused, sum->all_ms / MS);
  if (sum->done) answer_say(out, "p50 %.0f ms, p95 %.0f ms, max %.0f ms\n", sum->half_ms, sum->most_ms, sum->slowest_ms);
  if (sum->words.len) answer_note(out, "the first refusal: %.*s", STR_ARG(str_shown(call->job->arena, sum->words, LINE_SHOWN)));
}

/* ---- what the agents do ---- */

/* As those who use the profile know them; the tools are those of the program
 * that comes with it for this purpose, and can be any session's. */
typedef struct Scenario {
  const char *name, *tool, *arguments;
} Scenario;
static const Scenario scenarios[] = {
    {"timed_op (5 steps)", "run_timed_op", "{\"steps\": 5, \"delay_ms\": 200}"},
    {"slow_task (3s)", "slow_task", "{\"duration_secs\": 3}"},
    {"analyze (3 passes)", "analyze_board", "{\"passes\": 3}"},
    {"burst stdout (2s)", "run_noise_test", "{\"duration_secs\": 2, \"interval_ms\": 50}"},
    {"add_task (concurrent)", "add_task",
     "{\"title\": \"stress-task\", \"description\": \"stress test\", \"priority\": \"medium\", \"tags\": []}"},
};

typedef struct Deed {
  Str tool;              /* empty: code is run */
  const Json *arguments; /* NULL: none */
} Deed;

static Err read_deed(ToolCall *call, Deed *ret_deed) {
  Str name = tool_arg_str(call, "scenario");
  Buf known;
  *ret_deed = (Deed){.tool = tool_arg_str(call, "tool"), .arguments = tool_arg(call, "tool_args")};
  if (!name.len) return OK;
  buf_init(&known, call->job->arena, LINE_SHOWN);
  for (size_t i = 0; i < COUNT_OF(scenarios); i++) {
    if (str_eq_c(name, scenarios[i].name)) {
      ret_deed->tool = str_from_c(scenarios[i].tool);
      return json_read(call->job, str_from_c(scenarios[i].arguments), NULL, &ret_deed->arguments);
    }
    buf_add_format(&known, "%s%s", i ? ", " : "", scenarios[i].name);
  }
  return job_fail(call->job, ERR_USAGE, "there is no such scenario: %.*s are known", STR_ARG(buf_str(&known)));
}

/* The session that was named, or the first that has the tool's namespace. */
static Err choose_session(ToolCall *call, Str space, ReplSession *ret_session) {
  ReplSessions sessions;
  ReplTools offered;
  Str key = tool_arg_str(call, "session");
  if (key.len || !space.len) return tool_live_choose(call, key, STR_EMPTY, ret_session);
  TRY(repl_sessions(call->job, call->scope->repl, &sessions));
  for (size_t i = 0; i < sessions.len; i++) {
    Err err = repl_tools(call->job, call->scope->repl, sessions.items[i].key, &offered);
    if (err) job_forgive(call->job);
    if (err || !str_eq(offered.space, space)) continue;
    *ret_session = sessions.items[i];
    return OK;
  }
  return job_fail(call->job, ERR_NOT_FOUND, "no session has the namespace '%.*s'", STR_ARG(str_shown(call->job->arena, space, 40)));
}

/* Checked before anybody calls it, as for a client. */
static Err take_tool(ToolCall *call, const Deed *deed, Str name, ReplStress *stress) {
  static const Json none = {.type = JSON_OBJECT};
  ReplTools offered;
  TRY(repl_tools(call->job, call->scope->repl, stress->session, &offered));
  for (size_t i = 0; i < offered.len; i++) {
    if (!str_eq(offered.items[i].name, name)) continue;
    stress->tool = name;
    return repl_arguments_spell(call->job, offered.items[i].checked, deed->arguments ? deed->arguments : &none, &stress->arguments);
  }
  return job_fail(call->job, ERR_NOT_FOUND, "session %.*s has no tool '%.*s'", STR_ARG(stress->session), STR_ARG(str_shown(call->job->arena, name, 80)));
}

static Err run(ToolCall *call) {
  ReplSession session;
  ReplStressed sum;
  Deed deed;
  double stagger = tool_arg_number(call, "stagger");
  TRY(tool_live_allowed(call));
  if (!(stagger >= 0 && stagger <= 10)) return job_fail(call->job, ERR_USAGE, "stagger must be 0 to 10 seconds");
  TRY(read_deed(call, &deed));
  size_t dot = str_find_last_byte(deed.tool, '.');
  Str space = dot == STR_NONE ? STR_EMPTY : str_slice(deed.tool, 0, dot), name = dot == STR_NONE ? deed.tool : str_slice(deed.tool, dot + 1, deed.tool.len);
  TRY(choose_session(call, space, &session));
  Str code = tool_arg_str(call, "code");
  ReplStress stress = {.session = session.key, .code = code.len ? code : STR("1 + 1"), .clients = (size_t)tool_arg_int(call, "num_agents"),
                       .stagger_ms = (int64_t)(stagger * MS), .timeout_ms = tool_arg_int(call, "timeout") * 1000};
  if (deed.tool.len) TRY(take_tool(call, &deed, name, &stress));
  tool_mark_writing(call);
  TRY(repl_stress(call->job, call->scope->repl, &stress, &sum));
  tell(call, &session, &stress, &sum);
  return OK;
}

const Tool tool_kaimon_stress_test = {
    .name = "stress_test",
    .title = "Stress a session",
    .summary = "Runs the same code in a session, or calls one of its tools, for many simulated agents at once, and tells how long they waited.",
    .args = args,
    .result = result,
    .example = "stress_test num_agents=20 code=1+1",
    .toolset = "kaimon",
    .profiles = "kaimon",
    .flags = TOOL_DESTRUCTIVE | TOOL_OPEN_WORLD,
    .seconds = TOOL_LIVE_SECONDS,
    .run = run,
};
