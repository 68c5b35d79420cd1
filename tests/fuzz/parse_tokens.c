/* Any bytes in any language: tokens lie in the text, in order, and no two over
 * one another. */
#include <assert.h>
#include <string.h>

#include "src/parse/tokens.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1 || !language_registry_count) return 0;
  Arena arena;
  Job job;
  Tokens tokens;
  arena_init(&arena);
  job_init(&job, &arena);
  AUTO(Parser) parser = parse_open();
  const Language *language = language_registry[data[0] % language_registry_count];
  Str text = {arena_copy(&arena, data + 1, size - 1), size - 1};
  if (!parse_tokens(&job, parser, language, text, &arena, &tokens)) {
    uint32_t behind = 0;
    for (size_t i = 0; i < tokens.len; i++) {
      const Token *token = &tokens.items[i];
      assert(token->from >= behind && token->from < token->to && token->to <= text.len && token->kind < TOKEN_KINDS);
      behind = token->to;
    }
  }
  arena_clear(&arena);
  return 0;
}
