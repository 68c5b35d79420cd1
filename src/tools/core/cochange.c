/* cochange: files that change together with a file. */
#include "src/index/part.h"
#include "src/query/history/history.h"
#include "src/tools/kit/place_internal.h"

#define PATIENCE_MS 15000

typedef enum Kind { KIND_FILE, KIND_FOLDER, KIND_NOTHING } Kind;

static Kind kind_of(ToolCall *call, Index *index, Str path) {
  FileStat stat = {0};
  Err err = path.len ? root_stat(call->job, index_files(index), path, &stat) : OK;
  if (err) job_forgive(call->job);
  if (err == ERR_NOT_FOUND) return KIND_NOTHING;
  return !err && (!path.len || stat.kind == FILE_DIRECTORY) ? KIND_FOLDER : KIND_FILE;
}

static void show(ToolCall *call, Index *index, const QueryCochange *request, const QueryCochanges *found) {
  Arena *arena = call->job->arena;
  const HistoryNeighbours *neighbours = &found->neighbours;
  Str path = str_shown(arena, request->path, SIZE_MAX);
  if (!found->state.is_there) {
    buf_add_format(call->text, "No history to tell from: %.*s\n", STR_ARG(str_shown(arena, found->state.reason, SIZE_MAX)));
    return;
  }
  Kind kind = neighbours->commits || found->is_foreign ? KIND_FILE : kind_of(call, index, request->path);
  if (kind != KIND_FILE) {
    buf_add_format(call->text, kind == KIND_FOLDER ? "'%.*s' is a folder: give one of its files.\n"
                                                   : "There is no '%.*s' in the workspace, nor in the commits that count.\n",
                   STR_ARG(path));
  } else if (!neighbours->len) {
    buf_add_format(call->text, "Nothing changed together with %.*s in %zu commits or more (%zu commit%s touched it).\n",
                   STR_ARG(path), request->support_min, neighbours->commits, neighbours->commits == 1 ? "" : "s");
  } else {
    buf_add_format(call->text, "Changed together with %.*s, heaviest first:\n", STR_ARG(path));
  }
  for (size_t i = 0; i < neighbours->len; i++) {
    const HistoryNeighbour *one = &neighbours->items[i];
    size_t before = call->text->len;
    buf_add(call->text, str_shown(arena, one->path, SIZE_MAX));
    buf_add_format(call->text, "  %zu commit%s", one->support, one->support == 1 ? "" : "s");
    if (!found->is_foreign) buf_add_format(call->text, ", %.0f%%", one->confidence * 100);
    buf_add_format(call->text, ", weight %.2f\n", one->weight);
    if (!tool_entry_fits(call, before)) break;
  }
  if (neighbours->len < neighbours->total) {
    buf_add_format(call->text, "%zu of %zu shown; raise limit for more.\n", neighbours->len, neighbours->total);
  }
  if (found->is_foreign) buf_add_c(call->text, "From " QUERY_COCHANGE_FILE ".\n");
  if (found->state.is_shallow) buf_add_c(call->text, "The clone is shallow: older commits are missing.\n");
  if (found->state.is_cut) buf_add_format(call->text, "Only the newest %d commits were looked at.\n", HISTORY_COMMITS_MAX);
}

static void write(JsonWriter *out, const QueryCochange *request, const QueryCochanges *found) {
  json_field_str(out, "path", request->path);
  json_field_bool(out, "available", found->state.is_there);
  if (!found->state.is_there) json_field_str(out, "reason", found->state.reason);
  json_field_array(out, "neighbours");
  for (size_t i = 0; i < found->neighbours.len; i++) {
    const HistoryNeighbour *one = &found->neighbours.items[i];
    json_begin_object(out);
    json_field_str(out, "path", one->path);
    json_field_int(out, "commits", (int64_t)one->support);
    json_field_double(out, "confidence", one->confidence);
    json_field_double(out, "weight", one->weight);
    json_end_object(out);
  }
  json_end_array(out);
  json_field_int(out, "total", (int64_t)found->neighbours.total);
  json_field_int(out, "commits", (int64_t)found->neighbours.commits);
}

static Err run(ToolCall *call) {
  Index *index;
  QueryCochanges found;
  QueryCochange request = {.support_min = (size_t)tool_arg_int(call, "min_commits"),
                           .limit = (size_t)tool_arg_int(call, "limit"), .patience_ms = PATIENCE_MS};
  TRY(tool_place(call, tool_arg_str(call, "path"), &index, &request.path));
  TRY(query_cochange(call->job, index, &request, &found));
  show(call, index, &request, &found);
  write(call->fields, &request, &found);
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
