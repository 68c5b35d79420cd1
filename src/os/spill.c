#include "src/os/spill.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "src/os/file.h"
#include "src/os/place.h"

/* A file without a name; -1: there is none to be had. */
static int open_nameless(void) {
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  Str folder = place_cache(&arena);
  int fd = -1;
  if (!file_make_dir(&job, folder, true)) fd = open(str_to_c(&arena, folder), O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
  arena_clear(&arena);
  return fd;
}

static void *take(size_t size) {
  int fd = open_nameless();
  if (fd < 0) return NULL;
  void *block = MAP_FAILED;
  /* Not posix_fallocate, which writes where the file system cannot promise. */
  if (fallocate(fd, 0, 0, (off_t)size) == 0) block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd); /* the map holds the file */
  return block == MAP_FAILED ? NULL : block;
}

static void give(void *bytes, size_t size) { munmap(bytes, size); }

const RoomOutside *spill_outside(void) {
  static const RoomOutside outside = {.take = take, .give = give};
  return &outside;
}
