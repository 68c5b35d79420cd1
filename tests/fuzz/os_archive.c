/* Any bytes as an archive: refused, or entries whose contents are as long as
 * they say and within the limit. */
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "src/os/archive.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MOST ((size_t)1 << 16)
static char folder[] = "/dev/shm/fathom-fuzz-XXXXXX";
static Root *root;

static void open_root(Job *job) {
  if (!mkdtemp(folder)) abort();
  Err err = root_open(job, str_from_c(folder), &root);
  assert(!err);
}

static void put(const uint8_t *data, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "%s/x.jar", folder);
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (fd < 0 || write(fd, data, size) != (ssize_t)size) abort();
  close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  Job job;
  Archive archive;
  arena_init(&arena);
  job_init(&job, &arena);
  if (!root) open_root(&job);
  put(data, size);
  if (!archive_open(&job, root, STR("x.jar"), &archive)) {
    for (size_t i = 0; i < archive.count && i < 100; i++) {
      Str bytes;
      if (archive_read(&job, &archive, &archive.entries[i], MOST, &bytes)) job_forgive(&job);
      else assert(bytes.len == archive.entries[i].size && bytes.len <= MOST);
    }
    archive_close(&archive);
  }
  arena_clear(&arena);
  return 0;
}
