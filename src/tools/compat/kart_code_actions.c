/* kart_code_actions: what the server offers to do about a symbol; does none of
 * it. */
#include "src/tools/compat/kart_ask_internal.h"

/* What an action is about, as the server gave it; some give nothing. */
static void write_diagnostics(Answer *out, const Json *diagnostics) {
  if (!json_is(diagnostics, JSON_ARRAY)) return;
  answer_begin_list(out, "diagnostics");
  for (size_t i = 0; i < diagnostics->count; i++) {
    int64_t severity = json_get_int(&diagnostics->items[i], STR("severity"), 0);
    answer_begin_row(out);
    answer_field_str(out, "message", json_get_str(&diagnostics->items[i], STR("message"), STR_EMPTY));
    if (severity) answer_field_int(out, "severity", severity);
    answer_end(out);
  }
  answer_end(out);
}

/* Actions that the server itself calls impossible are not counted. */
static Err answer(KartAsk *ask) {
  Answer *out = ask->call->answer;
  LspActions actions;
  LspExtent extent = {.server = ask->file.server, .path = ask->file.path, .from = ask->range.start, .to = ask->range.end};
  size_t count = 0;
  tool_kart_write_subject(ask);
  TRY(tool_kart_ready(ask));
  TRY(lsp_ask_actions(ask->call->job, &extent, &actions));
  answer_begin_list(out, "actions");
  for (size_t i = 0; i < actions.len; i++) {
    const LspAction *one = &actions.items[i];
    if (one->disabled.len) continue;
    count++;
    answer_begin_row(out);
    answer_field_str(out, "title", str_head(one->title, TOOL_NAME_MAX));
    if (one->kind.len) answer_field_str(out, "kind", one->kind);
    answer_field_bool(out, "isPreferred", one->is_preferred);
    write_diagnostics(out, json_get(one->raw, STR("diagnostics")));
    answer_end(out);
  }
  answer_end(out);
  answer_field_int(out, "totalActions", (int64_t)count);
  return OK;
}

static Err run(ToolCall *call) { return tool_kart_ask_symbol(call, NULL, answer); }

static const ToolField args[] = {KART_SYMBOL_ARGS, {0}};

static const ToolField diagnostic_row[] = {
    {"message", TOOL_STRING, true, .help = "what is wrong"},
    {"severity", TOOL_INTEGER, .help = "1 error, 2 warning, 3 information, 4 hint"},
    {0},
};

static const ToolField action_row[] = {
    {"title", TOOL_STRING, true, .help = "what it does"},
    {"kind", TOOL_STRING, .help = "quickfix, refactor.extract, ..."},
    {"isPreferred", TOOL_BOOLEAN, true, .help = "the one to choose"},
    {"diagnostics", TOOL_OBJECTS, .help = "what it would mend", .fields = diagnostic_row},
    {0},
};

static const ToolField result[] = {
    KART_SUBJECT_ROWS,
    {"actions", TOOL_OBJECTS, true, .help = "as the server orders them", .fields = action_row},
    {"totalActions", TOOL_INTEGER, true, .help = "how many there are"},
    KART_SERVER_ROWS,
    {0},
};

const Tool tool_kart_code_actions = {
    .name = "kart_code_actions",
    .title = "Code actions",
    .summary = "List the fixes and refactorings the language server offers for a symbol. Applies none.",
    .args = args,
    .result = result,
    .example = "kart_code_actions path=src/main.ts symbol=main",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "suggest_fixes",
    .method = "textDocument/codeAction",
    .flags = KART_ASK_FLAGS,
    .run = run,
};
