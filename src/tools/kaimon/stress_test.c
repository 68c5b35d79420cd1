/* stress_test: many simulated agents that run code in one session at once. */
#include "src/index/index.h"
#include "src/model/answer.h"
#include "src/tools/kit/live_internal.h"

#define LINE_SHOWN 2000
#define MS 1000.0

static const ToolField args[] = {
    {"code", TOOL_STRING, .max = 100000, .help = "that each agent runs; 1 + 1 without it"},
    {"tool", TOOL_STRING, .max = 200, .help = "not accepted: tools are called by clients, code by agents here"},
    {"tool_args", TOOL_OBJECT, .help = "of tool"},
    {"scenario", TOOL_STRING, .max = 100, .help = "not accepted: give code"},
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

static Err run(ToolCall *call) {
  ReplSession session;
  ReplStressed sum;
  double stagger = tool_arg_number(call, "stagger");
  TRY(tool_live_allowed(call));
  if (tool_arg_str(call, "tool").len || tool_arg_str(call, "scenario").len) {
    return job_fail(call->job, ERR_USAGE, "tools and scenarios are not run here: give code, which each agent runs");
  }
  if (!(stagger >= 0 && stagger <= 10)) return job_fail(call->job, ERR_USAGE, "stagger must be 0 to 10 seconds");
  TRY(tool_live_choose(call, tool_arg_str(call, "session"), STR_EMPTY, &session));
  Str code = tool_arg_str(call, "code");
  ReplStress stress = {.session = session.key, .code = code.len ? code : STR("1 + 1"), .clients = (size_t)tool_arg_int(call, "num_agents"),
                       .stagger_ms = (int64_t)(stagger * MS), .timeout_ms = tool_arg_int(call, "timeout") * 1000};
  tool_mark_writing(call);
  TRY(repl_stress(call->job, call->scope->repl, &stress, &sum));
  tell(call, &session, &stress, &sum);
  return OK;
}

const Tool tool_kaimon_stress_test = {
    .name = "stress_test",
    .title = "Stress a session",
    .summary = "Runs the same code in a session for many simulated agents at once, and tells how long they waited.",
    .args = args,
    .result = result,
    .example = "stress_test num_agents=20 code=1+1",
    .toolset = "kaimon",
    .profiles = "kaimon",
    .flags = TOOL_DESTRUCTIVE | TOOL_OPEN_WORLD,
    .seconds = TOOL_LIVE_SECONDS,
    .run = run,
};
