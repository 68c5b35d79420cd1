/* Any bytes as a pattern of syntax in any language, matched against any text:
 * matches lie inside it, in order, and hold what every match must contain. */
#include <assert.h>

#include "src/parse/pattern.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const ParsePattern *pattern, Str text, const ParseFounds *founds) {
  const Str *words;
  size_t count = parse_pattern_words(pattern, &words);
  for (size_t i = 0; i < founds->len; i++) {
    Range range = founds->items[i].range;
    assert(range.from <= range.to && range.to <= text.len);
    assert(!i || founds->items[i - 1].range.from <= range.from);
    for (size_t k = 0; k < count; k++) assert(str_contains(str_slice(text, range.from, range.to), words[k]));
    for (size_t k = 0; k < founds->items[i].capture_count; k++) {
      Range capture = founds->items[i].captures[k].range;
      assert(capture.from <= capture.to && capture.to <= text.len);
    }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 3 || size > 4096 || !language_registry_count) return 0;
  Arena arena;
  Job job;
  ParsePattern *pattern;
  arena_init(&arena);
  job_init(&job, &arena);
  const Language *language = language_registry[data[0] % language_registry_count];
  size_t cut = 2 + (size - 2) * data[1] / 256;
  Str source = {arena_copy(&arena, data + 2, cut - 2), cut - 2};
  Str text = {arena_copy(&arena, data + cut, size - cut), size - cut};
  if (!parse_pattern_open(&job, language, source, &pattern)) {
    AUTO(Parser) parser = parse_open();
    ParseFounds founds;
    bool is_cut;
    Syntax tree, kept;
    if (!parse_pattern_tree(&job, parser, pattern, text, &arena, &tree)) {
      if (!parse_pattern_match(&job, pattern, &tree, &arena, &founds, &is_cut)) check(pattern, text, &founds);
      Buf packed;
      buf_init(&packed, &arena, 1u << 24);
      syntax_pack(&packed, &tree);
      bool is_tree = syntax_unpack(buf_str(&packed), text, &arena, &kept);
      assert(is_tree && kept.count == tree.count && memcmp(kept.nodes, tree.nodes, tree.count * sizeof *tree.nodes) == 0);
      (void)!syntax_unpack(source, text, &arena, &kept); /* any bytes */
    }
    parse_pattern_close(pattern);
  }
  arena_clear(&arena);
  return 0;
}
