/* The processes of this machine, as /proc tells. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/arena.h"
#include "src/os/process_internal.h"

bool process_look(pid_t pid, ProcessSeen *ret_seen) {
  char path[64];
  char text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  ssize_t len = read(fd, text, sizeof text - 1);
  close(fd);
  if (len <= 0) return false;
  text[len] = '\0';
  /* pid (any name) state parent group session, and 16 more before the start */
  const char *after_name = strrchr(text, ')');
  char state = 0;
  int parent = 0, session = 0;
  unsigned long long start = 0;
  if (!after_name || sscanf(after_name + 1,
                            " %c %d %*d %d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
                            &state, &parent, &session, &start) != 4) {
    return false;
  }
  *ret_seen = (ProcessSeen){.pid = pid, .parent = parent, .session = session, .start = start,
                            .is_zombie = state == 'Z' || state == 'X'};
  return true;
}

size_t process_list(ProcessSeen **ret_seen) {
  ProcessSeen *all = NULL;
  size_t count = 0, room = 0;
  DIR *proc = opendir("/proc");
  const struct dirent *entry;
  while (proc && (entry = readdir(proc))) {
    int64_t pid = 0;
    if (!str_to_int(str_from_c(entry->d_name), &pid)) continue;
    if (count == room) {
      room = room ? room * 2 : 256;
      all = arena_heap_grow(all, room * sizeof *all);
    }
    if (process_look((pid_t)pid, &all[count])) count++;
  }
  if (proc) closedir(proc);
  *ret_seen = all;
  return count;
}

/* ---- how much ---- */

static uint64_t resident_of(pid_t pid) {
  char path[64], text[128];
  unsigned long long pages = 0;
  snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  ssize_t len = read(fd, text, sizeof text - 1);
  close(fd);
  if (len <= 0) return 0;
  text[len] = '\0';
  if (sscanf(text, "%*u %llu", &pages) != 1) return 0;
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Whether its parents lead to `pid`; numbers may be used again meanwhile, so
 * that there is an end to it. */
static bool is_beneath(const ProcessSeen *all, size_t count, pid_t pid, pid_t top) {
  for (int steps = 0; steps < 64 && pid > 1; steps++) {
    if (pid == top) return true;
    size_t at = 0;
    while (at < count && all[at].pid != pid) at++;
    if (at == count) return false;
    pid = all[at].parent;
  }
  return false;
}

ProcessWeight process_weigh(pid_t pid) {
  ProcessSeen *all;
  ProcessWeight weight = {0};
  size_t count = process_list(&all);
  for (size_t i = 0; i < count; i++) {
    if (!is_beneath(all, count, all[i].pid, pid)) continue;
    weight.bytes += resident_of(all[i].pid);
    weight.count++;
  }
  free(all);
  return weight;
}

void process_kill_kin(ProcessKin kin, pid_t pid, int signal_number) {
  ProcessSeen *all;
  size_t count = process_list(&all);
  for (size_t i = 0; i < count; i++) {
    if ((kin == PROCESS_CHILDREN_OF ? all[i].parent : all[i].session) == pid) kill(all[i].pid, signal_number);
  }
  free(all);
}
