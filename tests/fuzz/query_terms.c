/* Any bytes as the kept words of a workspace. Never a crash; what is accepted
 * can be read through and merged, and the result is accepted too and holds all
 * postings twice. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/query/terms/terms_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t count_postings(const TermsSegment *segment) {
  size_t count = 0;
  for (uint32_t i = 0; i < segment->head.term_count; i++) {
    uint32_t before = 0;
    for (TermsCursor cursor = query_terms_find(segment, segment->terms[i]); query_terms_next(&cursor); count++) {
      assert(cursor.unit > before && cursor.unit <= segment->head.unit_count);
      before = cursor.unit;
    }
  }
  return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *bytes = malloc(size ? size : 1);
  memcpy(bytes, data, size);
  TermsSegment segment, merged;
  if (query_terms_open((Str){bytes, size}, &segment)) {
    size_t count = count_postings(&segment);
    query_terms_merge(&segment, NULL, &segment, &merged);
    TermsSegment again;
    bool good = query_terms_open(merged.bytes, &again);
    assert(good && count_postings(&again) == 2 * count);
    assert(again.head.unit_count == 2 * segment.head.unit_count);
    bool *dead = calloc(segment.head.file_count + 1, sizeof(bool));
    memset(dead, 1, segment.head.file_count);
    TermsSegment rest;
    query_terms_merge(&segment, dead, &segment, &rest);
    assert(count_postings(&rest) == count);
    query_terms_close(&rest);
    query_terms_close(&merged);
    free(dead);
  }
  free(bytes);
  return 0;
}
