/* cochange: files that change together with a file. */
#include "src/index/part.h"
#include "src/query/history/history.h"
#include "src/tools/kit/place_internal.h"

#define PATIENCE_MS 15000

/* What a path is that history knows nothing about: the advice differs. */
typedef enum Kind { KIND_FILE, KIND_FOLDER, KIND_NOTHING } Kind;

/* A path that cannot be looked at for another reason than being absent counts
 * as a file: claiming that it does not exist would be wrong. The empty path is
 * the workspace itself. */
static Kind kind_of(ToolCall *call, Index *index, Str path) {
  FileStat stat = {0};
  Err err = path.len ? root_stat(call->job, index_files(index), path, &stat) : OK;
  if (err) job_forgive(call->job);
  if (err == ERR_NOT_FOUND) return KIND_NOTHING;
  return !err && (!path.len || stat.kind == FILE_DIRECTORY) ? KIND_FOLDER : KIND_FILE;
}

/* What is said where there are no neighbours, and above those there are. */
static void add_head(ToolCall *call, Index *index, const QueryCochange *request, const QueryCochanges *found) {
  const HistoryNeighbours *neighbours = &found->neighbours;
  Answer *out = call->answer;
  Str path = str_shown(call->job->arena, request->path, SIZE_MAX);
  /* A file that has commits may be deleted today and still has neighbours, so
   * the disk is asked only where history says nothing. */
  Kind kind = neighbours->commits || found->is_foreign ? KIND_FILE : kind_of(call, index, request->path);
  if (kind == KIND_FOLDER) {
    answer_warn(out, "'%.*s' is a folder: give one of its files.", STR_ARG(path));
  } else if (kind == KIND_NOTHING) {
    answer_warn(out, "There is no '%.*s' in the workspace, nor in the commits that count.", STR_ARG(path));
  } else if (!neighbours->len) {
    answer_warn(out, "Nothing changed together with %.*s in %zu commits or more (%zu commit%s touched it).", STR_ARG(path),
                request->support_min, neighbours->commits, neighbours->commits == 1 ? "" : "s");
  } else {
    answer_heading(out, "Changed together with %.*s, heaviest first:", STR_ARG(path));
  }
}

static void add_neighbour(Answer *out, const HistoryNeighbour *one, bool is_foreign) {
  answer_begin_row(out);
  answer_path(out, "path", one->path);
  answer_column(out, "  ");
  answer_count(out, "commits", one->support);
  answer_say(out, one->support == 1 ? " commit" : " commits");
  if (!is_foreign) answer_say(out, ", %.0f%%", one->confidence * 100);
  answer_field_number(out, "confidence", one->confidence);
  answer_say(out, ", weight %.2f\n", one->weight);
  answer_field_number(out, "weight", one->weight);
  answer_end(out);
}

static void add_found(ToolCall *call, Index *index, const QueryCochange *request, const QueryCochanges *found) {
  Answer *out = call->answer;
  const HistoryNeighbours *neighbours = &found->neighbours;
  Str reason = found->state.reason;
  answer_field_str(out, "path", request->path);
  answer_field_bool(out, "available", found->state.is_there);
  if (!found->state.is_there) {
    answer_warn(out, "No history to tell from: %.*s", STR_ARG(str_shown(call->job->arena, reason, SIZE_MAX)));
    answer_field_str(out, "reason", reason);
  } else {
    add_head(call, index, request, found);
  }
  answer_begin_ranked(out, "neighbours");
  for (size_t i = 0; i < neighbours->len; i++) add_neighbour(out, &neighbours->items[i], found->is_foreign);
  size_t shown = answer_end_list(out);
  answer_rest(out, &(AnswerRest){.shown = shown, .total = neighbours->total, .hint = "raise limit for more", .total_key = "total"});
  answer_field_int(out, "commits", (int64_t)neighbours->commits);
  if (!found->state.is_there) return;
  if (found->is_foreign) answer_note(out, "From " QUERY_COCHANGE_FILE ".");
  if (found->state.is_shallow) answer_note(out, "The clone is shallow: older commits are missing.");
  if (found->state.is_cut) answer_note(out, "Only the newest %d commits were looked at.", HISTORY_COMMITS_MAX);
}

static Err run(ToolCall *call) {
  Index *index;
  QueryCochanges found;
  QueryCochange request = {.support_min = (size_t)tool_arg_int(call, "min_commits"),
                           .limit = (size_t)tool_arg_int(call, "limit"), .patience_ms = PATIENCE_MS};
  TRY(tool_place(call, tool_arg_str(call, "path"), &index, &request.path));
  TRY(query_cochange(call->job, index, &request, &found));
  add_found(call, index, &request, &found);
  return OK;
}

static const ToolField args[] = {
    {"path", TOOL_PATH, true, .help = "a file"},
    {"min_commits", TOOL_INTEGER, .min = 1, .max = 1000, .otherwise = "2", .help = "common commits at least"},
    {"limit", TOOL_INTEGER, .min = 1, .max = 100, .otherwise = "20", .help = "files to show"},
    TOOL_ARG_REPO,
    {0},
};

static const ToolField neighbour_row[] = {
    {"path", TOOL_STRING, true, .help = "relative to the workspace"},
    {"commits", TOOL_INTEGER, true, .help = "with both files"},
    {"confidence", TOOL_NUMBER, true, .help = "share of the file's own commits"},
    {"weight", TOOL_NUMBER, true, .help = "wide and old commits count less"},
    {0},
};

static const ToolField result[] = {
    {"path", TOOL_STRING, true, .help = "the file asked about"},
    {"available", TOOL_BOOLEAN, true, .help = "there is a history to tell from"},
    {"reason", TOOL_STRING, .help = "why there is none"},
    {"neighbours", TOOL_OBJECTS, true, .help = "heaviest first", .fields = neighbour_row},
    {"total", TOOL_INTEGER, true, .help = "before the limit"},
    {"commits", TOOL_INTEGER, true, .help = "that touched the file and count"},
    {0},
};

const Tool tool_cochange = {
    .name = "cochange",
    .title = "What changes together",
    .summary = "List the files that changed in the same commits as a file, by weight: wide and old commits count less.",
    .help = "From git: merges are left out, a commit of n files counts 1/(n-1), halved with every year before the\n"
            "newest one; commits of more than 100 files do not count. A co-change file of varp is read where there\n"
            "is one.",
    .args = args,
    .result = result,
    .example = "cochange path=README.md",
    .toolset = "graph",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
