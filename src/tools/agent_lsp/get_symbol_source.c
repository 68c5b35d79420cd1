/* get_symbol_source: the text of the innermost symbol around a place. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

static Err fail_nothing(AgentFile *file, TextPoint point) {
  Job *job = file->call->job;
  return job_fail(job, ERR_NOT_FOUND, "no symbol is around line %u, column %u of %.*s%s%.*s; list_symbols tells which there are",
                  point.line, point.column, STR_ARG(str_shown(job->arena, file->path, TOOL_SHOWN_NAME)),
                  file->words.len ? ": " : "", STR_ARG(file->words));
}

/* The server decides what is innermost where there is one, and the graph
 * otherwise; the text is read from disk in both cases, as it is now. */
static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  TextPoint point;
  LspSymbol symbol;
  bool is_graph;
  TRY(tool_agent_point(file, &point));
  TRY(tool_agent_enclosing(file, point, &symbol, &is_graph));
  const QuerySource *source = tool_source(call, &file->graph, file->path);
  /* What is promised are the fields of a symbol, so that there is none is an error. */
  if (!symbol.name.len || !source) return fail_nothing(file, point);
  uint32_t from = symbol.location.whole.start.line, to = symbol.location.whole.end.line;
  /* A range that ends before the first character of a line ends on the one before. */
  if (to > from && symbol.location.whole.end.column == 1) to--;
  Answer *out = call->answer;
  answer_field_str(out, "symbol_name", symbol.name);
  answer_path(out, NULL, file->path);
  answer_say(out, ":%u-%u ", from, to);
  answer_kind(out, "symbol_kind", lsp_symbol_kind_name(symbol.kind));
  answer_say(out, " ");
  answer_name(out, NULL, symbol.name);
  answer_say(out, "%s\n", is_graph ? ", from fathom's own graph" : "");
  answer_field_int(out, "start_line", from);
  answer_field_int(out, "end_line", to);
  answer_field_str(out, "source", query_source_lines(source, from, to));
  answer_field_str(out, "answered_by", is_graph ? STR("graph") : STR("server"));
  query_source_add(call->job, out, source, from, to);
  tool_agent_savings(call, source->text.len);
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run_anyhow(call, answer); }

static const ToolField args[] = {
    AGENT_LSP_ARG_FILE,
    AGENT_LSP_ARG_LANGUAGE,
    {"line", TOOL_INTEGER, .min = 1, .max = 0, .help = "from 1; or position_pattern"},
    {"column", TOOL_INTEGER, .min = 1, .max = 0, .otherwise = "1", .help = "from 1, in characters"},
    AGENT_LSP_ARGS_PATTERN,
    TOOL_ARG_MAX_CHARS,
    {0},
};

static const ToolField result[] = {
    {"symbol_name", TOOL_STRING, .help = "its name; absent: there is none"},
    {"symbol_kind", TOOL_STRING, .help = "what it is"},
    {"start_line", TOOL_INTEGER, .help = "from 1"},
    {"end_line", TOOL_INTEGER, .help = "the last one"},
    {"source", TOOL_STRING, .help = "its lines"},
    {"answered_by", TOOL_STRING, .help = "server or graph"},
    AGENT_LSP_RESULT_META,
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_get_symbol_source = {
    .name = "get_symbol_source",
    .title = "Source of a symbol",
    .summary = "The text of the innermost symbol around a place, with its name, kind and lines.",
    .args = args,
    .result = result,
    .example = "get_symbol_source file_path=src/main.c line=3",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/documentSymbol",
    .flags = AGENT_LSP_FLAGS | TOOL_ANYHOW,
    .run = run,
};
