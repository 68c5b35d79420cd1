/* How long runs took before, in a small file of the user's state: enough to
 * tell somebody who waits what to expect. What cannot be read or written is
 * only not known. */
#include "src/base/hash.h"
#include "src/base/json.h"
#include "src/base/vec.h"
#include "src/check/check_internal.h"
#include "src/os/file.h"
#include "src/os/place.h"

#define TIMES_MAX 500 /* runs that are remembered, the latest */
#define FILE_MAX 65536

typedef struct Time {
  Str key;
  int64_t ms;
} Time;
typedef struct Times {
  Time *items; /* the oldest first */
  size_t len;
  size_t cap;
} Times;

static Str times_path(Arena *arena) { return file_join(arena, place_state(arena), STR("test-times.json")); }

/* The same program for the same files in the same place. */
static Str key_of(Arena *arena, Str root, const CheckRun *run) {
  uint64_t digest = hash_combine(hash_str(root), hash_combine(hash_str(run->tool->name), hash_str(run->directory)));
  for (size_t i = 0; i < run->files.len; i++) digest = hash_combine(digest, hash_str(run->files.items[i]));
  return str_format(arena, "%016llx", (unsigned long long)digest);
}

static void read_times(Job *job, Times *ret_times) {
  Str path = times_path(job->arena), text;
  const Json *json;
  *ret_times = (Times){0};
  if (!file_exists(path)) return;
  bool is_read = !file_read(job, path, FILE_MAX, &text) && !json_read(job, text, &(JsonLimits){.max_values = 4 * TIMES_MAX}, &json);
  job_forgive(job);
  const Json *listed = is_read ? json_get(json, STR("times")) : NULL;
  for (size_t i = 0; json_is(listed, JSON_ARRAY) && i < listed->count && ret_times->len < TIMES_MAX; i++) {
    Time one = {json_get_str(&listed->items[i], STR("run"), STR_EMPTY), json_get_int(&listed->items[i], STR("ms"), 0)};
    if (one.key.len && one.ms > 0) *vec_add(job->arena, ret_times) = one;
  }
}

static Err write_times(Job *job, const Times *times) {
  Buf text;
  JsonWriter json;
  size_t from = times->len > TIMES_MAX ? times->len - TIMES_MAX : 0;
  buf_init(&text, job->arena, FILE_MAX);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_array(&json, "times");
  for (size_t i = from; i < times->len; i++) {
    json_begin_object(&json);
    json_field_str(&json, "run", times->items[i].key);
    json_field_int(&json, "ms", times->items[i].ms);
    json_end_object(&json);
  }
  json_end_array(&json);
  json_end_object(&json);
  if (text.overflow) return OK;
  TRY(file_make_dir(job, place_state(job->arena), true));
  return file_write(job, times_path(job->arena), buf_str(&text), 0600);
}

static const Time *find(const Times *times, Str key) {
  for (size_t i = 0; i < times->len; i++) {
    if (str_eq(times->items[i].key, key)) return &times->items[i];
  }
  return NULL;
}

int64_t check_times_guess(Job *job, Str root, const CheckRuns *runs) {
  int64_t ms = 0;
  Times times;
  JOB_SCRATCH(job);
  read_times(job, &times);
  for (size_t i = 0; i < runs->len; i++) {
    const Time *known = find(&times, key_of(job->arena, root, &runs->items[i]));
    if (!known) return 0;
    ms += known->ms;
  }
  return ms;
}

/* The latest counts for a third: one slow run does not mislead for long. */
void check_times_note(Job *job, Str root, const CheckRun *run, int64_t ms) {
  Times times, kept = {0};
  JOB_SCRATCH(job);
  read_times(job, &times);
  Str key = key_of(job->arena, root, run);
  const Time *known = find(&times, key);
  Time now = {key, known ? (2 * known->ms + ms) / 3 : ms};
  if (now.ms < 1) now.ms = 1;
  for (size_t i = 0; i < times.len; i++) {
    if (!str_eq(times.items[i].key, key)) *vec_add(job->arena, &kept) = times.items[i];
  }
  *vec_add(job->arena, &kept) = now;
  if (write_times(job, &kept)) job_forgive(job);
}
