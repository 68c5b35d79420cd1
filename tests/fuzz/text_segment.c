/* A segment's file with bytes changed behind its back, tags made right again:
 * each question is answered or the file said to be damaged. Any other bytes as
 * a file: refused or harmless.
 * Input: groups of four bytes, three of a place and one to put there; the
 * first byte tells whether the sums are made right. */
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/os/file.h"
#include "src/os/segment_internal.h"
#include "src/text/segment_internal.h"

#define SECTIONS 3

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[] = "/dev/shm/fathom-fuzz-XXXXXX";
static char path[64];
static Keep *keep;
static Str whole;

static void make_whole(Job *job) {
  TextSegmentWriter writer;
  TextRow rows[40] = {{0}};
  if (!mkdtemp(folder)) abort();
  setenv("XDG_STATE_HOME", folder, 1);
  snprintf(path, sizeof(path), "%s/kept/text/1.seg", folder);
  KeepOptions options = {.directory = str_from_c(folder), .folder = STR("kept"), .root = str_from_c(folder)};
  Err opened = keep_open(job, &options, &keep);
  assert(!opened);
  text_segment_begin(&writer, job->arena);
  for (uint32_t i = 0; i < 300; i++) text_segment_add(&writer, i * 50, STR("\x01\x02\x03\x80\x01"));
  Err err = text_segment_write(job, &writer, rows, 40, keep, STR("1"));
  assert(!err);
  Str text;
  err = file_read(job, str_from_c(path), 1u << 20, &text);
  assert(!err);
  whole = (Str){str_to_heap(text), text.len};
}

static void ask(Job *job) {
  TextSegment *segment;
  Str bytes;
  if (text_segment_open(job, keep, STR("1"), &segment)) return;
  for (uint32_t key = 0; key < 16000; key += 25) {
    if (text_segment_find(job, segment, key, job->arena, &bytes)) job_forgive(job);
    else for (PackReader in = pack_reader(bytes); pack_left(&in);) (void)pack_read_32(&in);
  }
  text_segment_close(segment);
}

/* As the writer would have left it: rows, blocks and entries as they are now,
 * under sums and a tag of ours. */
static void make_right(Job *job, char *copy) {
  SegmentForm form = {KEEP_PART(KEEP_TEXT_SEGMENT, STR("1")), pack_load32(whole.ptr + 16), pack_load64(whole.ptr + 24)};
  Str sections[SECTIONS];
  const char *at = copy + whole.len;
  for (size_t i = SECTIONS; i-- > 0;) {
    sections[i].len = pack_load64(whole.ptr + SEGMENT_HEAD + i * 8);
    sections[i].ptr = at -= sections[i].len;
  }
  Err err = segment_write(job, keep, &form, sections, SECTIONS);
  assert(!err);
  ask(job);
}

static void put(Job *job, Str text) {
  int fd = open(path, O_WRONLY | O_TRUNC | O_CREAT, 0600);
  ssize_t put_bytes = write(fd, text.ptr, text.len);
  assert(put_bytes == (ssize_t)text.len);
  close(fd);
  ask(job);
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
  else put(&job, (Str){copy, data[0] % 8 == 2 ? whole.len / 2 : whole.len});
  job_forgive(&job);
  put(&job, (Str){arena_copy(&arena, data, size), size});
  arena_clear(&arena);
  return 0;
}
