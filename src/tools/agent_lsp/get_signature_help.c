/* get_signature_help: the signatures of the call around a place. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

/* The one that is meant has a star, its parameter and its documentation. */
static void add_one(Answer *answer, Arena *arena, const LspSignatures *all, size_t number) {
  const LspSignature *one = &all->items[number];
  bool is_active = number == all->active;
  answer_begin_row(answer);
  answer_say(answer, "%s", is_active ? "* " : "  ");
  answer_show(answer, one->label, 1000);
  answer_say(answer, "\n");
  answer_field_str(answer, "label", one->label);
  if (one->documentation.len) answer_field_str(answer, "documentation", one->documentation);
  answer_begin_list(answer, "parameters");
  for (size_t i = 0; i < one->parameter_count; i++) {
    answer_begin_row(answer);
    answer_field_str(answer, "label", one->parameters[i]);
    if (is_active && i == all->active_parameter) answer_say(answer, "    at: %.*s\n", STR_ARG(str_shown(arena, one->parameters[i], 300)));
    answer_end(answer);
  }
  answer_end(answer);
  if (is_active && one->documentation.len) answer_say(answer, "%.*s\n", STR_ARG(str_visible(arena, str_trim(one->documentation))));
  answer_end(answer);
}

static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  LspAt at;
  LspSignatures all;
  TRY(tool_agent_at(file, &at));
  TRY(lsp_ask_signatures(call->job, &at, &all));
  if (!all.len) tool_agent_note(call, STR("There is no call around this place; point between its parentheses."));
  answer_begin_list(call->answer, "signatures");
  for (size_t i = 0; i < all.len; i++) add_one(call->answer, call->job->arena, &all, i);
  answer_end(call->answer);
  answer_field_int(call->answer, "activeSignature", (int64_t)all.active);
  answer_field_int(call->answer, "activeParameter", (int64_t)all.active_parameter);
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run(call, "symbol shows the signature of a name, from the graph.", answer); }

static const ToolField args[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, AGENT_LSP_ARGS_POINT, {0}};

static const ToolField parameter[] = {{"label", TOOL_STRING, true, .help = "as in the signature"}, {0}};

static const ToolField signature_row[] = {
    {"label", TOOL_STRING, true, .help = "the whole signature"},
    {"documentation", TOOL_STRING, .help = "about it"},
    {"parameters", TOOL_OBJECTS, true, .help = "in their order", .fields = parameter},
    {0},
};

static const ToolField result[] = {
    {"signatures", TOOL_OBJECTS, true, .help = "overloads; none: no call there", .fields = signature_row},
    {"activeSignature", TOOL_INTEGER, true, .help = "from 0"},
    {"activeParameter", TOOL_INTEGER, true, .help = "from 0"},
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_get_signature_help = {
    .name = "get_signature_help",
    .title = "Signature help",
    .summary = "The signatures of the call around a place, and which parameter the place belongs to.",
    .args = args,
    .result = result,
    .example = "get_signature_help file_path=src/main.c line=3 column=5",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/signatureHelp",
    .flags = AGENT_LSP_FLAGS,
    .run = run,
};
