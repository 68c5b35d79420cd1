/* kart_cochange: cochange with kart's fields. */
#include "src/query/history/history.h"
#include "src/tools/compat/kart_internal.h"

#define NEIGHBOURS 20
/* For reading a history for the first time; later calls find it kept. */
#define PATIENCE_MS 15000

/* A project without a history is an answer with an error in its fields, as
 * kart has it, and not a failed call. */
static Err write_neighbours(KartCall *kart) {
  ToolCall *call = kart->call;
  QueryCochanges found;
  QueryCochange request = {.path = kart->path, .support_min = 1, .limit = NEIGHBOURS, .patience_ms = PATIENCE_MS};
  Answer *out = call->answer;
  TRY(tool_kart_find_file(kart));
  TRY(query_cochange(call->job, kart->index, &request, &found));
  answer_field_str(out, "path", request.path);
  if (!found.state.is_there) {
    answer_field_str(out, "error", STR("co_change_data_unavailable"));
    answer_field_str(out, "message", found.state.reason);
    return OK;
  }
  answer_begin_list(out, "neighbors");
  for (size_t i = 0; i < found.neighbours.len; i++) {
    const HistoryNeighbour *one = &found.neighbours.items[i];
    answer_begin_row(out);
    answer_field_str(out, "path", one->path);
    answer_field_number(out, "score", one->weight);
    answer_field_int(out, "commits", (int64_t)one->support);
    answer_end(out);
  }
  answer_end(out);
  return OK;
}

static Err run(ToolCall *call) {
  KartCall kart;
  Err err = tool_kart_open(call, tool_arg_str(call, "path"), &kart);
  if (!err) err = write_neighbours(&kart);
  return tool_kart_end(&kart, err);
}

static const ToolField args[] = {
    {"path", TOOL_PATH, true, .min = 1, .max = 4096, .help = "file, relative to the repository"},
    {0},
};

static const ToolField neighbour_row[] = {
    {"path", TOOL_STRING, true, .help = "of the other file"},
    {"score", TOOL_NUMBER, true, .help = "the higher the closer"},
    {"commits", TOOL_INTEGER, true, .help = "with both"},
    {0},
};

static const ToolField result[] = {
    {"path", TOOL_STRING, true, .help = "the file asked about"},
    {"neighbors", TOOL_OBJECTS, .help = "at most 20, closest first", .fields = neighbour_row},
    {"error", TOOL_STRING, .help = "co_change_data_unavailable: there is no history"},
    {"message", TOOL_STRING, .help = "why"},
    {0},
};

const Tool tool_kart_cochange = {
    .name = "kart_cochange",
    .title = "Co-change neighbours",
    .summary = "Rank the files that change together with a file, from the repository's history.",
    .args = args,
    .result = result,
    .example = "kart_cochange path=README.md",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "cochange",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .run = run,
};
