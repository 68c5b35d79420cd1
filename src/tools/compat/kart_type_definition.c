/* kart_type_definition: where the type of a symbol is defined. */
#include "src/tools/compat/kart_ask_internal.h"

static Err answer(KartAsk *ask) {
  static const KartPlaces places = {lsp_ask_type_definition, "typeDefinitions", "totalTypeDefinitions"};
  return tool_kart_say_places(ask, &places);
}

static Err run(ToolCall *call) { return tool_kart_ask_symbol(call, "kart_find with kind class, interface or type names where a type is defined.", answer); }

static const ToolField args[] = {KART_SYMBOL_ARGS, {0}};
static const ToolField result[] = {KART_SUBJECT_ROWS, KART_PLACES_ROWS("typeDefinitions", "totalTypeDefinitions"), {0}};

const Tool tool_kart_type_definition = {
    .name = "kart_type_definition",
    .title = "Type definition",
    .summary = "Tell where the type of a symbol is defined, by the language server.",
    .args = args,
    .result = result,
    .example = "kart_type_definition path=src/main.ts symbol=main",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "go_to_type_definition",
    .method = "textDocument/typeDefinition",
    .flags = KART_ASK_FLAGS,
    .run = run,
};
