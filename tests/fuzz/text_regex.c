/* Any bytes as a regular expression over any text: the ways through the text
 * that are quick find the same lines as one line after the other, where no
 * step limit is met.
 * Input: a byte of flags, one that says where the pattern ends. */
#include <assert.h>

#include "src/text/match_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t count(Job *job, const TextMatcher *matcher, Str text, size_t *costly) {
  TextBench bench = {0};
  TextMatch match = {.job = job, .matcher = matcher, .bench = &bench, .text = text};
  Err err = text_match(&match);
  assert(!err);
  text_bench_clear(&bench);
  *costly += match.too_costly;
  return match.count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 4 || size > 600) return 0;
  Arena arena;
  Job job;
  TextMatcher *matcher;
  size_t costly = 0;
  arena_init(&arena);
  job_init(&job, &arena);
  size_t cut = 2 + (size - 2) * data[1] / 256;
  Str pattern = {arena_copy(&arena, data + 2, cut - 2), cut - 2};
  Str text = {arena_copy(&arena, data + cut, size - cut), size - cut};
  TextQuery query = {.pattern = pattern, .mode = data[0] & 8 ? TEXT_LITERAL : TEXT_REGEX, .letters = (TextCase)(data[0] % 3),
                     .word = data[0] & 16};
  if (str_is_utf8(pattern) && !text_matcher_open(&job, &query, &matcher)) {
    size_t quick = count(&job, matcher, text, &costly);
    TextWay way = matcher->way;
    if (way == TEXT_BY_CANDIDATE || way == TEXT_BY_TEXT) {
      matcher->way = TEXT_BY_LINE;
      size_t slow = count(&job, matcher, text, &costly);
      assert(costly || quick == slow);
    }
    text_matcher_close(matcher);
  }
  arena_clear(&arena);
  return 0;
}
