/* kart_inlay_hints: types and parameter names that are not written. */
#include "src/tools/compat/kart_ask_internal.h"

/* Lines from 0, both included; a last line beyond the end is the end. */
static Err take_extent(KartAsk *ask, LspExtent *ret_extent) {
  ToolCall *call = ask->call;
  Text text;
  TRY(tool_agent_text(&ask->file, &text));
  int64_t from = tool_arg_int(call, "startLine"), to = tool_arg(call, "endLine") ? tool_arg_int(call, "endLine") : text.lines.count;
  if (from >= text.lines.count) {
    return job_fail(call->job, ERR_USAGE, "startLine %lld is beyond the end: the file has %u lines, the first is 0", (long long)from, text.lines.count);
  }
  if (to < from) return job_fail(call->job, ERR_USAGE, "endLine %lld is before startLine %lld", (long long)to, (long long)from);
  TextPoint end = {to < text.lines.count ? (uint32_t)to + 1 : text.lines.count, UINT32_MAX};
  *ret_extent = (LspExtent){.server = ask->file.server, .path = ask->file.path, .from = {(uint32_t)from + 1, 1},
                            .to = text_to_point(&text, text_from_point(&text, end))};
  return OK;
}

static Err answer(KartAsk *ask) {
  Answer *out = ask->call->answer;
  LspExtent extent;
  LspHints hints;
  TRY(take_extent(ask, &extent));
  tool_kart_write_subject(ask);
  TRY(tool_kart_ready(ask));
  TRY(lsp_ask_hints(ask->call->job, &extent, &hints));
  answer_begin_list(out, "hints");
  for (size_t i = 0; i < hints.len; i++) {
    answer_begin_row(out);
    tool_kart_write_point(out, "position", hints.items[i].at);
    answer_field_str(out, "label", str_head(hints.items[i].label, TOOL_NAME_MAX));
    if (hints.items[i].kind) answer_field_int(out, "kind", hints.items[i].kind);
    answer_end(out);
  }
  answer_end(out);
  answer_field_int(out, "totalHints", (int64_t)hints.len);
  if (!hints.len) answer_field_str(out, "note", STR("The server has no hints there; some give them only when their settings ask for it."));
  return OK;
}

static Err run(ToolCall *call) { return tool_kart_ask_file(call, "kart_zoom shows signatures with their types.", answer); }

static const ToolField args[] = {
    {"path", TOOL_PATH, true, .min = 1, .max = 0, .help = "file"},
    {"startLine", TOOL_INTEGER, .min = 0, .max = -1, .help = "first line, from 0; without: the beginning"},
    {"endLine", TOOL_INTEGER, .min = 0, .max = -1, .help = "last line, from 0; without: the end"},
    TOOL_ARG_MAX_CHARS,
    {0},
};

static const ToolField hint_row[] = {
    {"position", TOOL_OBJECT, true, .help = "line and character, from 0"},
    {"label", TOOL_STRING, true, .help = "what an editor would show there"},
    {"kind", TOOL_INTEGER, .help = "1 type, 2 parameter"},
    {0},
};

static const ToolField result[] = {
    {"path", TOOL_STRING, true, .help = "absolute path of the file"},
    {"hints", TOOL_OBJECTS, true, .help = "by place", .fields = hint_row},
    {"totalHints", TOOL_INTEGER, true, .help = "how many there are"},
    KART_SERVER_ROWS,
    {0},
};

const Tool tool_kart_inlay_hints = {
    .name = "kart_inlay_hints",
    .title = "Inlay hints",
    .summary = "List inferred types and parameter names of a file, by the language server.",
    .args = args,
    .result = result,
    .example = "kart_inlay_hints path=src/main.ts startLine=0 endLine=20",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "get_inlay_hints",
    .method = "textDocument/inlayHint",
    .flags = KART_ASK_FLAGS | TOOL_CLAMPS,
    .run = run,
};
