/* Mounts: where the routes of an object, a function or a file are put. */
#ifndef FATHOM_RESOLVE_MOUNT_INTERNAL_H
#define FATHOM_RESOLVE_MOUNT_INTERNAL_H

#include "src/resolve/wiring_internal.h"

typedef struct Mounted {
  Str prefix;
  bool replaces; /* what the object was made with does not count */
} Mounted;
typedef struct MountedList {
  Mounted items[WIRING_PREFIXES];
  uint32_t count;
} MountedList;
/* In order of the files' paths and places. */
void resolve_mounted(Run *run, const WiringUse *use, MountedList *ret_list);

/* Whether any call puts the use's file beneath something, as far as its name tells. */
bool resolve_is_mounted(Run *run, const WiringUse *use);

#endif
