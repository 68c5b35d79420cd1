/* Any JSON as a server's answer: every reader gives places that lie in the
 * text, paths that are confined, and an order of its own. */
#include "tests/fuzz/lsp_reading.h"

static void check_places(Input *input) {
  LspLocations locations;
  LspHighlights highlights;
  LspDiagnostics diagnostics;
  LspRenamePlace place;
  lsp_read_locations(&input->reader, input->json, &locations);
  for (size_t i = 0; i < locations.len; i++) {
    check_location(input, &locations.items[i]);
    if (i) assert(lsp_compare_locations(&locations.items[i - 1], &locations.items[i]) < 0);
  }
  lsp_read_highlights(&input->reader, &input->text, input->json, &highlights);
  for (size_t i = 0; i < highlights.len; i++) check_range(input, &highlights.items[i].range, true);
  lsp_read_diagnostics(&input->reader, &input->text, input->json, &diagnostics);
  for (size_t i = 0; i < diagnostics.len; i++) {
    check_range(input, &diagnostics.items[i].range, true);
    assert(diagnostics.items[i].severity >= 1 && diagnostics.items[i].severity <= 4);
    for (size_t j = 0; j < diagnostics.items[i].related.len; j++) check_location(input, &diagnostics.items[i].related.items[j]);
  }
  lsp_read_rename_place(&input->reader, &input->text, input->json, &place);
  if (place.has_range) check_range(input, &place.range, true);
}

static void check_symbols(Input *input) {
  LspSymbols symbols;
  LspRelatives relatives = {0};
  static const LspRelation relations[] = {{"from", NULL}, {"to", NULL}, {NULL, NULL}};
  lsp_read_document_symbols(&input->reader, STR("a"), input->json, &symbols);
  for (size_t i = 0; i < symbols.len; i++) {
    check_location(input, &symbols.items[i].location);
    assert(symbols.items[i].depth <= LSP_DEPTH_MAX);
  }
  lsp_read_workspace_symbols(&input->reader, input->json, &symbols);
  for (size_t i = 0; i < symbols.len; i++) check_location(input, &symbols.items[i].location);
  for (size_t i = 0; i < COUNT_OF(relations); i++) lsp_read_relatives(&input->reader, &relations[i], input->json, &relatives);
  lsp_order_relatives(&input->job, &relatives);
  for (size_t i = 0; i < relatives.len; i++) {
    const LspLocation *location = &relatives.items[i].symbol.location;
    check_location(input, location);
    for (size_t j = 0; j < relatives.items[i].site_count; j++) {
      check_range(input, &relatives.items[i].sites[j], str_find_byte(location->path, 'x') == STR_NONE);
    }
  }
}

static void check_words(Input *input) {
  LspHover hover;
  LspCompletions completions;
  LspSignatures signatures;
  LspHints hints;
  LspTokens tokens;
  lsp_read_hover(&input->reader, &input->text, input->json, &hover);
  if (hover.has_range) check_range(input, &hover.range, true);
  lsp_read_completions(&input->reader, input->json, &completions);
  lsp_read_signatures(&input->reader, input->json, &signatures);
  assert(!signatures.len || signatures.active < signatures.len);
  lsp_read_hints(&input->reader, &input->text, input->json, &hints);
  for (size_t i = 0; i < hints.len; i++) assert(hints.items[i].label.len && hints.items[i].at.line <= input->text.lines.count);
  lsp_read_tokens(&input->reader, &input->text, input->json, input->json, &tokens);
  for (size_t i = 0; i < tokens.len; i++) check_range(input, &tokens.items[i].range, true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input input;
  input_open(&input, data, size);
  if (input.json) {
    check_places(&input);
    check_symbols(&input);
    check_words(&input);
  }
  arena_clear(&input.arena);
  return 0;
}
