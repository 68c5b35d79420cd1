/* Any bytes as pattern, replacement and text: the replacement of a match is made
 * of pieces of the text, and indentation changes nothing but white space.
 * Input: two bytes that say where the pattern and the replacement end. */
#include <assert.h>

#include "src/edit/ops/ops_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The same but for white space. */
static void check_indent(Arena *arena, Str text) {
  Str fitted = edit_fit_indent(arena, text, &(EditFit){.indent = STR("    "), .unit = STR("\t")});
  size_t at = 0;
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == ' ' || text.ptr[i] == '\t' || text.ptr[i] == '\n' || text.ptr[i] == '\r') continue;
    while (at < fitted.len && (fitted.ptr[at] == ' ' || fitted.ptr[at] == '\t' || fitted.ptr[at] == '\n' || fitted.ptr[at] == '\r')) at++;
    assert(at < fitted.len && fitted.ptr[at] == text.ptr[i]);
    at++;
  }
}

static void rewrite(Job *job, Parser *parser, const ParsePattern *pattern, Str replacement, Str text) {
  Syntax syntax;
  ParseFounds found;
  bool is_cut;
  if (parse_pattern_tree(job, parser, pattern, text, job->arena, &syntax)) return;
  if (parse_pattern_match(job, pattern, &syntax, job->arena, &found, &is_cut)) return;
  for (size_t i = 0; i < found.len && i < 20; i++) {
    Str put;
    assert(found.items[i].range.to <= text.len);
    if (edit_expand_pattern(job, replacement, text, &found.items[i], &put)) return;
    assert(str_find_byte(replacement, '$') != STR_NONE || str_eq(put, replacement));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 4 || size > 600) return 0;
  Arena arena;
  Job job;
  ParsePattern *pattern;
  arena_init(&arena);
  job_init(&job, &arena);
  size_t first = 2 + (size - 2) * data[0] / 256, second = first + (size - first) * data[1] / 256;
  Str what = {arena_copy(&arena, data + 2, first - 2), first - 2};
  Str replacement = {arena_copy(&arena, data + first, second - first), second - first};
  Str text = {arena_copy(&arena, data + second, size - second), size - second};
  check_indent(&arena, text);
  if (!parse_pattern_open(&job, language_find(STR("python")), what, &pattern)) {
    Parser *parser = parse_open();
    rewrite(&job, parser, pattern, replacement, text);
    parse_close(parser);
    parse_pattern_close(pattern);
  }
  arena_clear(&arena);
  return 0;
}
