/* What the system says about a file, in one number. */
#include "src/os/stamp.h"

#include "src/base/clock.h"
#include "src/base/hash.h"

#define YOUNG_NS (2 * 1000000000LL) /* FAT's clock is the coarsest */

uint64_t stamp_of(const FileStat *stat) {
  uint64_t stamp = hash_combine(stat->size, (uint64_t)stat->mtime_ns);
  if (stat->ctime_ns) stamp = hash_combine(hash_combine(stamp, (uint64_t)stat->ctime_ns), stat->inode);
  return stamp ? stamp : 1;
}

uint64_t stamp_settled(const FileStat *stat) {
  int64_t changed_ns = stat->ctime_ns ? stat->ctime_ns : stat->mtime_ns;
  return changed_ns < clock_wall_ns() - YOUNG_NS ? stamp_of(stat) : 0;
}

bool stamp_is_same(const FileStat *a, const FileStat *b) {
  return a->kind == b->kind && a->size == b->size && a->mtime_ns == b->mtime_ns && a->ctime_ns == b->ctime_ns &&
         a->inode == b->inode && a->device == b->device;
}
