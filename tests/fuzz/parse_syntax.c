/* Any bytes in any language: parsing gives a tree whose nodes lie inside each
 * other and whose links agree, whole or by parts. */
#include <assert.h>
#include <string.h>

#include "src/parse/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_node(const Syntax *syntax, NodeNo at) {
  const SyntaxNode *node = &syntax->nodes[at];
  assert(node->from <= node->to && node->to <= syntax->text.len);
  assert(node->parent < at && (at == 1) == (node->parent == 0));
  assert(!node->next || (node->next > at && node->next < syntax->count));
  if (node->next) {
    assert(syntax->nodes[node->next].parent == node->parent);
    assert(syntax->nodes[node->next].from >= node->to);
  }
  if (node->flags & SYNTAX_PARENT) {
    assert(at + 1 < syntax->count && syntax->nodes[at + 1].parent == at);
  }
  if (node->parent) {
    const SyntaxNode *parent = &syntax->nodes[node->parent];
    assert((parent->flags & SYNTAX_PARENT) && node->from >= parent->from && node->to <= parent->to);
  }
  Span span = syntax_span(syntax, at);
  assert(span.line >= 1 && span.end_line >= span.line && span.end_line <= syntax->line_count);
}

static void check(const Syntax *syntax) {
  assert(syntax->count >= 2);
  for (NodeNo at = 1; at < syntax->count; at++) check_node(syntax, at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 3 || !language_registry_count) return 0;
  Arena arena;
  Job job;
  Syntax syntax;
  arena_init(&arena);
  job_init(&job, &arena);
  AUTO(Parser) parser = parse_open();
  parse_limit(parser, 500); /* of CPU: some grammars' scanners never return */
  const Language *language = language_registry[data[0] % language_registry_count];
  Str text = {arena_copy(&arena, data + 3, size - 3), size - 3};
  if (!parse_text(&job, parser, language, text, &arena, &syntax)) check(&syntax);
  job_forgive(&job);
  uint32_t middle = (uint32_t)(text.len * data[1] / 256);
  uint32_t from = middle + (uint32_t)((text.len - middle) * data[2] / 256);
  const Range ranges[] = {{0, middle}, {from, (uint32_t)text.len}};
  ParseInput input = {.text = text, .ranges = ranges, .range_count = 2};
  if (!parse_ranges(&job, parser, language, &input, &arena, &syntax)) check(&syntax);
  arena_clear(&arena);
  return 0;
}
