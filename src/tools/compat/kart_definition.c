/* kart_definition: where a symbol is defined. */
#include "src/tools/compat/kart_ask_internal.h"

static Err answer(KartAsk *ask) {
  static const KartPlaces places = {lsp_ask_definition, "definitions", "totalDefinitions"};
  return tool_kart_say_places(ask, &places);
}

static Err run(ToolCall *call) { return tool_kart_ask_symbol(call, "kart_find names where a symbol is defined, from our own index.", answer); }

static const ToolField args[] = {KART_SYMBOL_ARGS, {0}};
static const ToolField result[] = {KART_SUBJECT_ROWS, KART_PLACES_ROWS("definitions", "totalDefinitions"), {0}};

const Tool tool_kart_definition = {
    .name = "kart_definition",
    .title = "Definition",
    .summary = "Tell where a symbol of a file is defined, by the language server.",
    .args = args,
    .result = result,
    .example = "kart_definition path=src/main.ts symbol=main",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "go_to_definition",
    .method = "textDocument/definition",
    .flags = KART_ASK_FLAGS,
    .run = run,
};
