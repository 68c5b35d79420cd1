/* Input of the fuzzers of answers: one byte that chooses, a text up to a NUL,
 * then JSON. All files have that text, but those with an x in their path. */
#ifndef FATHOM_TESTS_FUZZ_LSP_READING_H
#define FATHOM_TESTS_FUZZ_LSP_READING_H

#include <assert.h>

#include "src/lsp/ask_internal.h"

typedef struct Input {
  Arena arena;
  Job job;
  LspReader reader;
  Text text;
  unsigned choice;
  const Json *json; /* NULL: it is none */
} Input;

static inline const Text *input_text(void *context, Str path, bool is_outside) {
  Input *input = context;
  assert(is_outside == (path.len && path.ptr[0] == '/'));
  return str_find_byte(path, 'x') == STR_NONE ? &input->text : NULL;
}

static inline bool input_version(void *context, Str path, int64_t *ret_version) {
  (void)context;
  *ret_version = 1;
  return path.len % 2;
}

static inline void input_open(Input *input, const uint8_t *data, size_t size) {
  arena_init(&input->arena);
  job_init(&input->job, &input->arena);
  input->choice = size ? data[0] : 0;
  Str all = {arena_copy(&input->arena, data + !!size, size - !!size), size - !!size};
  Str text = str_cut(&all, 0);
  Str json = {arena_copy(&input->arena, all.ptr, all.len), all.len};
  text_take(&input->arena, (Str){arena_copy(&input->arena, text.ptr, text.len), text.len}, &input->text);
  lsp_reader_init(&input->reader, &input->job);
  input->reader.root = STR("/w");
  input->reader.encoding = (TextUnit)(input->choice % 3);
  input->reader.find_text = input_text;
  input->reader.find_version = input_version;
  input->reader.context = input;
  input->json = NULL;
  JsonLimits limits = {.max_depth = 100, .max_values = 20000};
  if (json_read(&input->job, json, &limits, &input->json)) job_forgive(&input->job);
}

/* A range that was counted in the text lies in it. */
static inline void check_range(const Input *input, const LspRange *range, bool has_text) {
  assert(range->start.line && range->start.column && range->end.line && range->end.column);
  if (!has_text) return;
  assert(range->start_byte <= range->end_byte && range->end_byte <= input->text.chars.len);
  assert(range->end.line <= input->text.lines.count);
  assert(text_from_point(&input->text, range->start) == range->start_byte);
  assert(text_from_point(&input->text, range->end) == range->end_byte);
}

static inline void check_path(Str path, bool is_outside) {
  assert(is_outside == str_starts_with(path, STR("/")));
  for (Str rest = path; rest.len;) assert(!str_eq_c(str_cut(&rest, '/'), ".."));
}

static inline void check_location(const Input *input, const LspLocation *location) {
  bool has_text = str_find_byte(location->path, 'x') == STR_NONE;
  check_path(location->path, location->is_outside);
  check_range(input, &location->range, has_text);
  check_range(input, &location->whole, has_text);
}

#endif
