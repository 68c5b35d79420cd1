/* get_signature_help: the signatures of the call around a place. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

static void write_one(JsonWriter *out, const LspSignature *signature) {
  json_begin_object(out);
  json_field_str(out, "label", signature->label);
  if (signature->documentation.len) json_field_str(out, "documentation", signature->documentation);
  json_field_array(out, "parameters");
  for (size_t i = 0; i < signature->parameter_count; i++) {
    json_begin_object(out);
    json_field_str(out, "label", signature->parameters[i]);
    json_end_object(out);
  }
  json_end_array(out);
  json_end_object(out);
}

static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  Arena *arena = call->job->arena;
  LspAt at;
  LspSignatures all;
  TRY(tool_agent_at(file, &at));
  TRY(lsp_ask_signatures(call->job, &at, &all));
  if (!all.len) tool_agent_note(call, STR("There is no call around this place; point between its parentheses."));
  json_field_array(call->fields, "signatures");
  for (size_t i = 0; i < all.len; i++) write_one(call->fields, &all.items[i]);
  json_end_array(call->fields);
  json_field_int(call->fields, "activeSignature", (int64_t)all.active);
  json_field_int(call->fields, "activeParameter", (int64_t)all.active_parameter);
  for (size_t i = 0; i < all.len; i++) {
    const LspSignature *one = &all.items[i];
    buf_add_format(call->text, "%s%.*s\n", i == all.active ? "* " : "  ", STR_ARG(str_shown(arena, one->label, 1000)));
    if (i != all.active) continue;
    if (all.active_parameter < one->parameter_count) {
      buf_add_format(call->text, "    at: %.*s\n", STR_ARG(str_shown(arena, one->parameters[all.active_parameter], 300)));
    }
    if (one->documentation.len) buf_add_format(call->text, "%.*s\n", STR_ARG(str_visible(arena, str_trim(one->documentation))));
  }
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
