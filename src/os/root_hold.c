/* Root: files that are held while they change places. A lease for reading is
 * given only where nobody has the file open for writing, and whoever opens it for
 * writing afterwards waits until the lease is given back, or for as long as the
 * system lets him be kept waiting (45 s unless told otherwise); that he waits can
 * be asked. A lease goes with the process, so that a kill lets everybody go on. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "src/os/file_internal.h"
#include "src/os/root_internal.h"

/* The signal is one that is ignored; without naming it the system would send
 * SIGIO, which ends a process. */
static RootHoldState take_lease(int fd) {
  if (fcntl(fd, F_SETSIG, SIGURG) < 0) return ROOT_HOLD_PLAIN;
  if (fcntl(fd, F_SETLEASE, F_RDLCK) == 0) return ROOT_HOLD_LEASED;
  return errno == EAGAIN ? ROOT_HOLD_WRITTEN : ROOT_HOLD_PLAIN;
}

Err root_hold(Job *job, Root *root, Str relative, RootHold *ret_hold) {
  RootHold hold = {.is_open = true};
  TRY(root_open_reading(job, root, relative, &hold.fd));
  hold.state = take_lease(hold.fd);
  int state = file_look(hold.fd, "", AT_EMPTY_PATH, &hold.stat);
  if (state < 0) {
    root_release(&hold);
    return root_fail(job, root, -state, "look at", relative);
  }
  *ret_hold = hold;
  return OK;
}

bool root_hold_is_quiet(RootHold *hold) {
  assert(hold->is_open);
  if (hold->state == ROOT_HOLD_WRITTEN) hold->state = take_lease(hold->fd);
  /* One that somebody waits for, or waited for too long, is not for reading any
   * more. */
  if (hold->state == ROOT_HOLD_LEASED) return fcntl(hold->fd, F_GETLEASE) == F_RDLCK;
  return hold->state == ROOT_HOLD_PLAIN;
}

bool root_hold_is_at(Root *root, const RootHold *hold, Str relative) {
  assert(hold->is_open);
  int fd = root_open_beneath(root, relative, O_PATH | O_NOFOLLOW, 0);
  FileStat stat;
  if (fd < 0) return false;
  int state = file_look(fd, "", AT_EMPTY_PATH, &stat);
  close(fd);
  return state == 0 && stat.device == hold->stat.device && stat.inode == hold->stat.inode;
}

Err root_hold_read(Job *job, const RootHold *hold, Str relative, size_t max, Str *ret_text) {
  assert(hold->is_open);
  if (lseek(hold->fd, 0, SEEK_SET) < 0) return file_fail(job, errno, "read", relative);
  return file_read_fd(job, hold->fd, relative, max, ret_text);
}

/* Given back by name: a child that is about to become another program may have
 * the descriptor too for a moment, and a lease ends with the last of them. */
void root_let_write(RootHold *hold) {
  assert(hold->is_open);
  if (hold->state == ROOT_HOLD_LEASED) fcntl(hold->fd, F_SETLEASE, F_UNLCK);
  hold->state = ROOT_HOLD_WRITTEN;
}

void root_release(RootHold *hold) {
  if (!hold->is_open) return;
  root_let_write(hold);
  close(hold->fd);
  *hold = (RootHold){0};
}
