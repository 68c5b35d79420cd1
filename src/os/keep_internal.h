/* Inside keep: one name in its folder, held by a descriptor of that. */
#ifndef FATHOM_OS_KEEP_INTERNAL_H
#define FATHOM_OS_KEEP_INTERNAL_H

#include <stdatomic.h>

#include "src/base/lock.h"
#include "src/os/keep.h"
#include "src/os/seal.h"

#define KEEP_NAME_MAX 127

struct Keep {
  atomic_size_t more; /* references but the first */
  int parent;         /* descriptor of the directory above */
  char *folder;
  char *path;
  char *trouble;
  uid_t user;
  Lock look_lock;   /* guards the next two */
  int looked_in;    /* the folder as keep_stat last found it; -1: not yet */
  FileStat looked;  /* what that descriptor is */
  Seal seal;
  unsigned char quick[KEEP_FILE_COUNT][SECRET_QUICK_KEY];
};

/* A name, ready to be used. */
typedef struct KeepPlace {
  int folder; /* descriptor, O_PATH */
  char name[KEEP_NAME_MAX + 1];
  Str path; /* for words */
} KeepPlace;

/* `makes`: folders that are not there are made. Close it with keep_leave. */
Err keep_enter(Job *job, Keep *keep, KeepName name, bool makes, KeepPlace *ret_place) MUST_CHECK;
void keep_leave(KeepPlace *place);
/* Sets aside what is no file of ours; *ret_there: one is. */
Err keep_settle(Job *job, const KeepPlace *place, bool *ret_there) MUST_CHECK;
/* Opens a file of ours; ERR_NOT_FOUND: there is none. `flags` without O_CREAT. */
Err keep_open_at(Job *job, const KeepPlace *place, int flags, int *ret_fd) MUST_CHECK;
/* Makes one; ERR_BUSY: there is one. */
Err keep_create_at(Job *job, const KeepPlace *place, int *ret_fd) MUST_CHECK;
Str keep_what(KeepFile file); /* the row's name, `*` and all: what tags are for */

#endif
