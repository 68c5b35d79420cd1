/* kart_search: a regular expression over files, with kart's fields. */
#include "src/query/search/search.h"
#include "src/tools/compat/kart_internal.h"

#define MATCHES_MAX 100
#define TEXT_MAX_SHOWN 1000

/* Every path must exist: a search that silently leaves one out looks like one
 * without matches. */
static Err take_paths(KartCall *kart, QuerySearch *search) {
  ToolCall *call = kart->call;
  const Json *paths = tool_arg(call, "paths");
  size_t count = paths ? paths->count : 0;
  Str *within = ARENA_ARRAY(call->job->arena, Str, count + 1);
  for (size_t i = 0; i < count; i++) {
    TRY(tool_relative_path(call, kart->index, paths->items[i].text, &within[i]));
    TRY(tool_kart_check_path(call, kart->index, within[i], paths->items[i].text));
  }
  search->paths = within;
  search->path_count = count;
  return OK;
}

static void write_match(Answer *out, Arena *arena, const QueryHits *hits, const QueryHit *hit) {
  answer_begin_row(out);
  answer_field_str(out, "path", hits->path);
  answer_field_int(out, "line", hit->line);
  answer_field_int(out, "column", hit->column);
  answer_field_str(out, "text", str_visible(arena, str_head(query_source_line(hits->source, hit->line), TEXT_MAX_SHOWN)));
  answer_end(out);
}

static Err search(KartCall *kart, int64_t start_ms) {
  ToolCall *call = kart->call;
  QuerySearched found;
  QuerySearch wanted = {.pattern = tool_arg_str(call, "pattern"), .mode = QUERY_SEARCH_REGEX,
                        .letters = TEXT_CASE_SENSITIVE, .glob = tool_arg_str(call, "glob"), .limit = MATCHES_MAX};
  TRY(take_paths(kart, &wanted));
  TRY(query_search(call->job, kart->index, &wanted, &found));
  answer_begin_list(call->answer, "matches");
  for (size_t i = 0; i < found.len; i++) {
    for (size_t k = 0; k < found.items[i].len; k++) write_match(call->answer, call->job->arena, &found.items[i], &found.items[i].items[k]);
  }
  answer_end(call->answer);
  answer_field_bool(call->answer, "truncated", found.hits < found.matches);
  answer_field_int(call->answer, "durationMs", job_now_ms() - start_ms);
  return OK;
}

static Err run(ToolCall *call) {
  KartCall kart;
  int64_t start_ms = job_now_ms();
  Err err = tool_kart_open(call, STR_EMPTY, &kart);
  if (!err) err = search(&kart, start_ms);
  return tool_kart_end(&kart, err);
}

static const ToolField args[] = {
    {"pattern", TOOL_STRING, true, .min = 1, .max = 10000, .help = "regular expression"},
    {"glob", TOOL_STRING, .max = 4096, .help = "only files like *.ts"},
    {"paths", TOOL_STRINGS, .help = "only in these files or folders"},
    TOOL_ARG_MAX_CHARS,
    {0},
};

static const ToolField match_row[] = {
    {"path", TOOL_STRING, true, .help = "relative to the workspace"},
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {"column", TOOL_INTEGER, true, .help = "byte in the line, from 1"},
    {"text", TOOL_STRING, true, .help = "the line"},
    {0},
};

static const ToolField result[] = {
    {"matches", TOOL_OBJECTS, true, .help = "at most 100", .fields = match_row},
    {"truncated", TOOL_BOOLEAN, true, .help = "there are more"},
    {"durationMs", TOOL_INTEGER, true, .help = "time taken"},
    {0},
};

const Tool tool_kart_search = {
    .name = "kart_search",
    .title = "Search text",
    .summary = "Search the workspace's files for a regular expression; at most 100 matches.",
    .args = args,
    .result = result,
    .example = "kart_search pattern=main glob=*.c",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "search",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .run = run,
};
