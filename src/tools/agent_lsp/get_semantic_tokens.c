/* get_semantic_tokens: what each word of a range is. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

/* The word itself is shown beside what it is, since a reader has only a line
 * and a column otherwise. */
static void add_one(Answer *answer, const Text *text, const LspToken *token) {
  TextPoint at = token->range.start;
  answer_begin_row(answer);
  answer_line(answer, "line", at.line);
  answer_say(answer, ":");
  answer_count(answer, "character", at.column);
  answer_field_int(answer, "length", token->range.end.column - at.column);
  answer_say(answer, " ");
  answer_show(answer, str_slice(text->chars, token->range.start_byte, token->range.end_byte), 80);
  answer_say(answer, "  ");
  answer_words(answer, "token_type", token->type);
  answer_begin_list(answer, "token_modifiers");
  for (size_t i = 0; i < token->modifier_count; i++) {
    answer_say(answer, " %.*s", STR_ARG(token->modifiers[i]));
    answer_item_str(answer, token->modifiers[i]);
  }
  answer_end(answer);
  answer_say(answer, "\n");
  answer_end(answer);
}

static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  LspExtent extent;
  LspTokens tokens;
  Text text;
  TRY(tool_agent_extent(file, &extent));
  TRY(tool_agent_text(file, &text));
  TRY(lsp_ask_tokens(call->job, &extent, &tokens));
  if (!tokens.len) tool_agent_note(call, STR("The server names no tokens in this range."));
  answer_begin_whole(call->answer, "tokens");
  for (size_t i = 0; i < tokens.len; i++) add_one(call->answer, &text, &tokens.items[i]);
  answer_end(call->answer);
  call->list = "tokens";
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run(call, "zoom shows what the names of a file are, from the graph.", answer); }

static const ToolField args[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, AGENT_LSP_ARGS_RANGE, TOOL_ARG_MAX_CHARS, {0}};

static const ToolField token_row[] = {
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {"character", TOOL_INTEGER, true, .help = "from 1"},
    {"length", TOOL_INTEGER, true, .help = "in characters"},
    {"token_type", TOOL_STRING, true, .help = "function, parameter, variable, ..."},
    {"token_modifiers", TOOL_STRINGS, true, .help = "declaration, readonly, ..."},
    {0},
};

static const ToolField result[] = {{"tokens", TOOL_OBJECTS, true, .help = "by place", .fields = token_row}, AGENT_LSP_RESULT_HINT, {0}};

const Tool tool_agent_lsp_get_semantic_tokens = {
    .name = "get_semantic_tokens",
    .title = "Semantic tokens",
    .summary = "What each word of a range is for the language server: function, parameter, type, with modifiers.",
    .args = args,
    .result = result,
    .example = "get_semantic_tokens file_path=src/main.c start_line=1 start_column=1 end_line=20 end_column=1",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/semanticTokens/full",
    .flags = AGENT_LSP_FLAGS,
    .run = run,
};
