/* Any bytes: the reader refuses them with words, or what it read survives
 * being spelled and read again, on one line and indented. */
#include <assert.h>

#include "src/base/json.h"

static const Json *read_again(Job *job, Str text, const JsonLimits *limits) {
  const Json *value = NULL;
  Err err = json_read(job, text, limits, &value);
  assert(err == OK && value);
  return value;
}

static void check_value(Job *job, const Json *value, const JsonLimits *limits) {
  Str spelled = json_spell(job->arena, value);
  assert(str_is_utf8(spelled));
  const Json *again = read_again(job, spelled, limits);
  assert(json_equal(value, again) && json_equal(again, value));
  assert(str_eq(json_spell(job->arena, again), spelled));

  Buf buf;
  JsonWriter writer;
  buf_init(&buf, job->arena, SIZE_MAX);
  json_writer_init(&writer, &buf, 1);
  json_value(&writer, value);
  assert(json_equal(value, read_again(job, buf_str(&buf), limits)));

  int64_t whole;
  double real;
  if (json_to_int(value, &whole)) assert(json_to_double(value, &real));
}

/* Not JSON perhaps, but any bytes can be written as a string. */
static void check_string(Job *job, Str bytes, const JsonLimits *limits) {
  Json string = {.type = JSON_STRING, .text = bytes};
  const Json *again = read_again(job, json_spell(job->arena, &string), limits);
  assert(str_is_utf8(again->text));
  assert(str_eq(again->text, bytes) == str_is_utf8(bytes));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  /* A copy in its exact size, so that any step beyond it is noticed. */
  Str text = {arena_copy(&arena, data, size), size};
  JsonLimits limits = {.max_depth = 100};
  const Json *value = NULL;
  Err err = json_read(&job, text, &limits, &value);
  if (err) assert((err == ERR_SYNTAX || err == ERR_TOO_LARGE) && !value && job.message.len > 0);
  else check_value(&job, value, &limits);
  job_forgive(&job);
  limits.max_bytes = SIZE_MAX;
  check_string(&job, text, &limits);
  arena_clear(&arena);
  return 0;
}
