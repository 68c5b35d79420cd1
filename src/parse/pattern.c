/* Patterns: opening them, and what every match contains. */
#include "src/parse/pattern_internal.h"

#define PATTERN_BYTES_MAX 10000
/* Shorter texts are in nearly every file, and looking for them would turn
 * nothing away. */
#define WORD_MIN 2

/* Word for word, as the matching compares it. */
static bool way_has(const PatternWay *way, Str word) {
  for (size_t i = 0; i < way->count; i++) {
    if (way->nodes[i].by_text && str_eq(way->nodes[i].text, word)) return true;
  }
  return false;
}

/* The texts that all ways compare. Each must be in a file for the pattern to
 * match there, so a search for the words spares parsing most files. */
static void find_words(ParsePattern *pattern) {
  VEC(Str) words = {0};
  const PatternWay *first = &pattern->ways[0];
  for (size_t i = 0; i < first->count; i++) {
    const PatternNode *node = &first->nodes[i];
    bool is_everywhere = node->by_text && node->text.len >= WORD_MIN;
    for (size_t w = 1; is_everywhere && w < pattern->way_count; w++) is_everywhere = way_has(&pattern->ways[w], node->text);
    if (is_everywhere) *vec_add(&pattern->arena, &words) = node->text;
  }
  pattern->words = words.items;
  pattern->word_count = words.len;
}

/* The caller closes it. ERR_SYNTAX: the grammar reads the text in no
 * surroundings; ERR_USAGE: more than a limit allows. */
Err parse_pattern_open(Job *job, const Language *language, Str text, ParsePattern **ret_pattern) {
  if (text.len > PATTERN_BYTES_MAX) {
    return job_fail(job, ERR_USAGE, "a pattern of syntax has at most %d bytes", PATTERN_BYTES_MAX);
  }
  AUTO(ParsePattern) pattern = arena_heap_alloc(sizeof(*pattern));
  arena_init(&pattern->arena);
  pattern->language = language;
  const ParseFull *full;
  TRY(parse_full(job, language, &full));
  pattern->full = &full->language;
  TRY(parse_pattern_read(job, text, pattern));
  find_words(pattern);
  *ret_pattern = TAKE(pattern);
  return OK;
}

void parse_pattern_close(ParsePattern *pattern) {
  arena_clear(&pattern->arena);
  free(pattern);
}

const Language *parse_pattern_language(const ParsePattern *pattern) { return pattern->language; }

size_t parse_pattern_words(const ParsePattern *pattern, const Str **ret_words) {
  *ret_words = pattern->words;
  return pattern->word_count;
}
