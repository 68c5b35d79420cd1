/* codegraph_context: explore for a task, under CodeGraph's older name. */
#include "src/model/words.h"
#include "src/query/explore/explore.h"
#include "src/tools/compat/codegraph_graph_internal.h"

/* Words by which a task tells what kind of task it is. They are compared with
 * the whole words of the task, so that `address` is no `add`. */
static const char *const makes[] = {"add", "implement", "create", "build", "introduce", "support", "allow", "enable",
                                    "extend", "swap", "modify", "edit", "ability"};
static const char *const mends[] = {"fix", "fixes", "bug", "bugs", "error", "errors", "broken", "crash", "crashes", "fails",
                                    "failing", "issue", "problem", "wrong"};
static const char *const asks[] = {"how", "where", "what", "why", "which", "who", "when", "find", "show", "explain",
                                   "understand", "explore", "trace", "describe"};
/* What else a task begins with. */
static const char *const does[] = {"change", "remove", "delete", "update", "make", "write", "refactor", "rename", "move", "improve",
                                   "replace", "handle", "use", "let", "get", "set", "put", "check", "test"};

/* Asks for something that is not there yet: no fault to mend, no question. */
static bool is_feature(Str task) {
  bool makes_new = false, is_first = true;
  size_t at = 0;
  for (Str word; (word = words_next(task, &at)).len; is_first = false) {
    if (is_first && str_is_among(word, asks, COUNT_OF(asks))) return false;
    if (str_is_among(word, mends, COUNT_OF(mends))) return false;
    makes_new |= str_is_among(word, makes, COUNT_OF(makes));
  }
  return makes_new;
}

/* The task without the verb that it begins with: it says what is to be done,
 * and is no name of anything, though many methods are called `add`. A task that
 * is one word is a name. */
static Str without_verb(Str task) {
  Str rest = task, first = str_cut(&rest, ' ');
  bool is_verb = str_is_among(first, makes, COUNT_OF(makes)) || str_is_among(first, mends, COUNT_OF(mends)) ||
                 str_is_among(first, does, COUNT_OF(does));
  rest = str_trim(rest);
  return is_verb && str_find_byte(rest, ' ') != STR_NONE ? rest : task;
}

/* The whole task is shown as the heading, the search goes without its verb. A
 * task for which nothing is found is an answer that says what the index lacks,
 * not an error. */
static Err run(ToolCall *call) {
  Index *index;
  Str none;
  QueryExplored explored;
  Str task = str_trim(tool_arg_str(call, "task"));
  QueryExplore request = {.query = without_verb(task), .sections = true,
                          .no_source = !tool_arg_bool(call, "includeCode"),
                          .max_symbols = (size_t)tool_arg_int(call, "maxNodes"), .max_chars = TOOL_ANSWER_MAX};
  if (!task.len) return job_fail(call->job, ERR_USAGE, "task is blank: say what is to be done");
  TRY(tool_place(call, STR_EMPTY, &index, &none));
  TRY(query_explore(call->job, index, &request, &explored));
  if (!explored.note_count) {
    answer_say(call->answer, "No context found.\n");
    return tool_add_gaps(call, index, true);
  }
  tool_codegraph_sections(call, task, &explored);
  if (is_feature(task)) {
    answer_say(call->answer, "\n> This reads like a new feature: ask the user about what the task leaves open before writing code.\n");
  }
  return tool_add_gaps(call, index, false);
}

static const ToolField args[] = {
    {"task", TOOL_STRING, true, .min = 1, .max = 10000, .help = "what is to be done or understood"},
    {"maxNodes", TOOL_INTEGER, .min = 1, .max = 100, .otherwise = "20", .help = "symbols at most"},
    {"includeCode", TOOL_BOOLEAN, .otherwise = "true", .help = "with their source"},
    CODEGRAPH_ARG_PROJECT,
    {0},
};

const Tool tool_codegraph_context = {
    .name = "codegraph_context",
    .title = "Context of a task",
    .summary = "Entry points, related symbols and their source for a task, in one answer.",
    .args = args,
    .example = "codegraph_context task='fix the parser' maxNodes=10",
    .toolset = "codegraph",
    .profiles = "codegraph",
    .alias_of = "explore",
    .flags = CODEGRAPH_FLAGS,
    .run = run,
};
