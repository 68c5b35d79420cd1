/* kart_implementation: what implements a symbol. */
#include "src/tools/compat/kart_ask_internal.h"

static Err answer(KartAsk *ask) {
  static const KartPlaces places = {lsp_ask_implementation, "implementations", "totalImplementations"};
  return tool_kart_say_places(ask, &places);
}

static Err run(ToolCall *call) { return tool_kart_ask_symbol(call, "kart_find names every definition of a name, from our own index.", answer); }

static const ToolField args[] = {KART_SYMBOL_ARGS, {0}};
static const ToolField result[] = {KART_SUBJECT_ROWS, KART_PLACES_ROWS("implementations", "totalImplementations"), {0}};

const Tool tool_kart_implementation = {
    .name = "kart_implementation",
    .title = "Implementations",
    .summary = "List what implements an interface, a class or a method, by the language server.",
    .args = args,
    .result = result,
    .example = "kart_implementation path=src/main.ts symbol=main",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "go_to_implementation",
    .method = "textDocument/implementation",
    .flags = KART_ASK_FLAGS,
    .run = run,
};
