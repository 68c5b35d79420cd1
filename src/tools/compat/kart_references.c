/* kart_references: every use of a symbol. */
#include "src/tools/compat/kart_ask_internal.h"

static Err answer(KartAsk *ask) {
  static const KartPlaces places = {.places = "references", .total = "totalReferences"};
  ToolCall *call = ask->call;
  VerifyPlaces found;
  bool with_declaration = tool_arg_bool(call, "includeDeclaration");
  tool_kart_write_subject(ask);
  TRY(tool_kart_ready(ask));
  TRY(tool_agent_references(&ask->file, ask->range.start, with_declaration, &found));
  tool_kart_write_places(ask, &places, &found.all);
  if (found.is_partial) answer_field_bool(call->answer, "partial", true);
  answer_field_bool(call->answer, "includesDeclaration", with_declaration);
  return OK;
}

static Err run(ToolCall *call) { return tool_kart_ask_symbol(call, "kart_impact with depth 1 names the callers, from our own index.", answer); }

static const ToolField args[] = {
    KART_SYMBOL_ARGS,
    {"includeDeclaration", TOOL_BOOLEAN, .otherwise = "true", .help = "the place where it is declared, too"},
    TOOL_ARG_MAX_CHARS,
    {0},
};

static const ToolField result[] = {
    KART_SUBJECT_ROWS,
    KART_PLACES_ROWS("references", "totalReferences"),
    {"partial", TOOL_BOOLEAN, .help = "the server is not known to have read every file with uses"},
    {"includesDeclaration", TOOL_BOOLEAN, true, .help = "the declaration is among them"},
    {0},
};

const Tool tool_kart_references = {
    .name = "kart_references",
    .title = "References",
    .summary = "List every place in the workspace where a symbol is used: what the language server and the graph know, united.",
    .args = args,
    .result = result,
    .example = "kart_references path=src/main.ts symbol=main",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "find_references",
    .method = "textDocument/references",
    .flags = KART_ASK_FLAGS,
    .run = run,
};
