/* get_semantic_tokens: what each word of a range is. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

static void write_one(JsonWriter *out, const LspToken *token) {
  json_begin_object(out);
  json_field_int(out, "line", token->range.start.line);
  json_field_int(out, "character", token->range.start.column);
  json_field_int(out, "length", token->range.end.column - token->range.start.column);
  json_field_str(out, "token_type", token->type);
  json_field_array(out, "token_modifiers");
  for (size_t i = 0; i < token->modifier_count; i++) json_str(out, token->modifiers[i]);
  json_end_array(out);
  json_end_object(out);
}

static void add_one(ToolCall *call, const Text *text, const LspToken *token) {
  Str word = str_slice(text->chars, token->range.start_byte, token->range.end_byte);
  buf_add_format(call->text, "%u:%u %.*s  %.*s", token->range.start.line, token->range.start.column,
                 STR_ARG(str_shown(call->job->arena, word, 80)), STR_ARG(token->type));
  for (size_t i = 0; i < token->modifier_count; i++) buf_add_format(call->text, " %.*s", STR_ARG(token->modifiers[i]));
  buf_add_byte(call->text, '\n');
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
  json_field_array(call->fields, "tokens");
  for (size_t i = 0; i < tokens.len; i++) {
    size_t before = call->text->len;
    write_one(call->fields, &tokens.items[i]);
    add_one(call, &text, &tokens.items[i]);
    (void)tool_entry_fits(call, before);
  }
  json_end_array(call->fields);
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run(call, "zoom shows what the names of a file are, from the graph.", answer); }

static const ToolField args[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, AGENT_LSP_ARGS_RANGE, {0}};

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
