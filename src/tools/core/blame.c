/* blame: who wrote which lines of a file last. */
#include "src/base/clock.h"
#include "src/query/history/history.h"
#include "src/tools/kit/place_internal.h"

#define LINES_USUAL 400
#define ID_SHOWN 10
#define SUMMARY_SHOWN 80

/* `12-40  1a2b3c4d5e  2026-01-31  Ann  what it was for` */
static void add_run(ToolCall *call, const QueryBlame *blame, const QueryBlameRun *run) {
  Answer *out = call->answer;
  const QueryBlameCommit *commit = &blame->commits[run->commit];
  answer_begin_row(out);
  answer_source_span(out, run->from, run->to);
  answer_field_int(out, "from", run->from);
  answer_field_int(out, "to", run->to);
  answer_column(out, "  ");
  if (commit->id.len) {
    Str day = clock_day(call->job->arena, commit->time);
    answer_say(out, "%.*s  %.*s  ", STR_ARG(str_head(commit->id, ID_SHOWN)), STR_ARG(day));
    answer_show(out, commit->author, ANSWER_NAME_SHOWN);
    answer_say(out, "  ");
    answer_show(out, commit->summary, SUMMARY_SHOWN);
    answer_field_str(out, "day", day);
    answer_field_str(out, "author", str_head(commit->author, ANSWER_NAME_MAX));
    answer_field_str(out, "summary", str_head(commit->summary, ANSWER_NAME_MAX));
  } else {
    answer_say(out, "not committed");
  }
  answer_field_str(out, "commit", commit->id);
  answer_say(out, "\n");
  answer_end(out);
}

static Err run(ToolCall *call) {
  Index *index;
  Str path;
  QueryBlame blame;
  int64_t from = tool_arg_int(call, "from"), to = tool_arg_int(call, "to");
  if (!to) to = from + LINES_USUAL - 1;
  if (to > UINT32_MAX) to = UINT32_MAX;
  TRY(tool_place(call, tool_arg_str(call, "path"), &index, &path));
  TRY(query_blame(call->job, index, path, (uint32_t)from, (uint32_t)to, &blame));
  answer_field_str(call->answer, "path", path);
  answer_begin_ranked(call->answer, "runs");
  for (size_t i = 0; i < blame.run_count && !answer_is_full(call->answer); i++) add_run(call, &blame, &blame.runs[i]);
  size_t shown = answer_end_list(call->answer);
  answer_rest(call->answer, &(AnswerRest){.shown = shown, .total = blame.run_count, .hint = "ask for fewer lines, or raise max_chars", .total_key = "total"});
  return OK;
}

static const ToolField args[] = {
    {"path", TOOL_PATH, true, .help = "a file"},
    {"from", TOOL_INTEGER, .min = 1, .max = 100000000, .otherwise = "1", .help = "first line"},
    {"to", TOOL_INTEGER, .min = 1, .max = 100000000, .help = "last line; at most 2,000 at once, 400 when it is not given"},
    TOOL_ARG_MAX_CHARS,
    TOOL_ARG_REPO,
    {0},
};

static const ToolField run_row[] = {
    {"from", TOOL_INTEGER, true, .help = "first line"},
    {"to", TOOL_INTEGER, true, .help = "last line"},
    {"commit", TOOL_STRING, true, .help = "its name; empty: not committed"},
    {"day", TOOL_STRING, .help = "when it was written, UTC"},
    {"author", TOOL_STRING, .help = "by whom"},
    {"summary", TOOL_STRING, .help = "first line of its message"},
    {0},
};
static const ToolField result[] = {
    {"path", TOOL_STRING, true, .help = "the file asked about"},
    {"runs", TOOL_OBJECTS, true, .help = "lines of one commit, by line", .fields = run_row},
    {"total", TOOL_INTEGER, true, .help = "runs there are"},
    {0},
};

const Tool tool_blame = {
    .name = "blame",
    .title = "Who wrote it",
    .summary = "Tell which commit, by whom and when, each line of a file is from.",
    .args = args,
    .result = result,
    .example = "blame path=README.md from=1 to=20",
    .toolset = "graph",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
