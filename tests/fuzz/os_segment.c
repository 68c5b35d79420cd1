/* A kept file with bytes changed behind its back, sums and tag made right again
 * or not: each section is given or refused, and what is given is what the file
 * holds. Any other bytes as a file, or as a journal: refused or harmless.
 * Input: the first byte tells what is made right and whether it is cut; then
 * groups of four bytes, three of a place and one to put there. */
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/os/segment_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const SegmentForm form = {KEEP(KEEP_HISTORY), 1, 2};
static char folder[] = "/dev/shm/fathom-fuzz-XXXXXX";
static char path[64];
static Keep *keep;
static Str whole;

static void make_whole(Job *job) {
  if (!mkdtemp(folder)) abort();
  setenv("XDG_STATE_HOME", folder, 1);
  snprintf(path, sizeof path, "%s/kept/history-v2", folder);
  KeepOptions options = {.directory = str_from_c(folder), .folder = STR("kept"), .root = str_from_c(folder)};
  char *large = arena_alloc(job->arena, 2 * SEGMENT_BLOCK + 100);
  Str sections[] = {STR("first section"), {large, 2 * SEGMENT_BLOCK + 100}, STR_EMPTY}, text;
  Err err = keep_open(job, &options, &keep);
  if (!err) err = segment_write(job, keep, &form, sections, COUNT_OF(sections));
  if (!err) err = keep_read_plain(job, keep, form.name, 1u << 20, &text);
  assert(!err);
  whole = (Str){str_to_heap(text), text.len};
}

static void ask(Job *job, Str bytes) {
  Segment *segment;
  Str got;
  if (segment_open(job, keep, &form, &segment)) return;
  uint64_t all = 0;
  assert(segment_bytes(segment) == bytes.len);
  for (size_t i = 0; i < segment_count(segment) + 1; i++) {
    uint64_t size = segment_size(segment, i);
    all += size;
    assert(all <= bytes.len);
    if (segment_read(job, segment, (SegmentRange){i, size / 3, size / 2}, job->arena, &got)) job_forgive(job);
    else assert(got.len == size / 2);
    if (segment_read(job, segment, (SegmentRange){i, size, 1}, job->arena, &got)) job_forgive(job);
    else assert(false);
    if (segment_take(job, segment, i, &got)) {
      job_forgive(job);
      continue;
    }
    assert(got.len == size);
    free((void *)(uintptr_t)got.ptr);
  }
  segment_close(segment);
}

/* As the writer would have left it: the sums of what the lengths say, the tag. */
static void make_right(Job *job, char *copy) {
  SegmentHead head;
  if (segment_head_read((Str){copy, whole.len}, &form, &head) || head.sections > SEGMENT_SECTIONS_MAX) return;
  char *lengths = copy + SEGMENT_HEAD, *end = copy + whole.len;
  if (head.sections * 8 > (size_t)(end - lengths)) return;
  char *sum = lengths + head.sections * 8, *at = sum;
  for (uint32_t i = 0; i < head.sections; i++) {
    uint64_t size = pack_load64(lengths + i * 8);
    at += (size / SEGMENT_BLOCK + (size % SEGMENT_BLOCK != 0)) % 1000 * 8;
  }
  if (at > end) return;
  size_t tables = (size_t)(at - lengths);
  for (uint32_t i = 0; i < head.sections; i++) {
    for (uint64_t size = pack_load64(lengths + i * 8); size && at < end && sum < lengths + tables; sum += 8) {
      size_t len = size < SEGMENT_BLOCK ? (size_t)size : SEGMENT_BLOCK;
      if (len > (size_t)(end - at)) break;
      uint64_t right = keep_quick(keep, form.name.file, (Str){at, len});
      memcpy(sum, &right, sizeof right);
      at += len;
      size -= len;
    }
  }
  segment_tag(job->arena, keep, &form, (Str){copy, SEGMENT_PLAIN}, (Str){lengths, tables}, (unsigned char *)copy + SEGMENT_PLAIN);
}

static void put(Job *job, Str bytes) {
  PackReader in;
  Str record;
  int fd = open(path, O_WRONLY | O_TRUNC | O_CREAT, 0600);
  ssize_t wrote = write(fd, bytes.ptr, bytes.len);
  assert(wrote == (ssize_t)bytes.len);
  close(fd);
  ask(job, bytes);
  job_forgive(job);
  if (!segment_journal_open(keep, &form, bytes, &in)) return;
  while (segment_journal_next(&in, keep, &form, &record)) assert(record.len < bytes.len);
}

/* A journal whose head and first record are ours, the rest is not. */
static void append(Job *job, const uint8_t *data, size_t size) {
  Buf out;
  buf_init(&out, job->arena, 1u << 20);
  segment_journal_begin(&out, keep, &form);
  segment_journal_add(&out, keep, &form, STR("ours"));
  buf_add(&out, (Str){(const char *)data, size});
  PackReader in;
  Str record;
  char *bytes = malloc(out.len);
  memcpy(bytes, out.ptr, out.len);
  bool is_journal = segment_journal_open(keep, &form, (Str){bytes, out.len}, &in);
  assert(is_journal && segment_journal_next(&in, keep, &form, &record) && str_eq_c(record, "ours"));
  while (segment_journal_next(&in, keep, &form, &record)) assert(record.len < size);
  assert(in.bad || pack_left(&in) == 0);
  free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  Job job;
  if (size < 1) return 0;
  arena_init(&arena);
  job_init(&job, &arena);
  if (!whole.len) make_whole(&job);
  char *copy = arena_copy(&arena, whole.ptr, whole.len);
  for (size_t i = 1; i + 4 <= size; i += 4) {
    size_t place = (size_t)data[i] << 16 | (size_t)data[i + 1] << 8 | data[i + 2];
    copy[place % whole.len] = (char)data[i + 3];
  }
  if (data[0] % 2) make_right(&job, copy);
  put(&job, (Str){copy, data[0] % 8 == 2 ? whole.len / 2 : whole.len});
  put(&job, (Str){arena_copy(&arena, data, size), size});
  append(&job, data, size);
  arena_clear(&arena);
  return 0;
}
