/* Usual: what a client's calls that name no workspace come to. Kept from one
 * call to the next for as long as nothing it was made from has changed, so that
 * a call reads no configuration and climbs no directories. */
#ifndef FATHOM_APP_SERVING_USUAL_INTERNAL_H
#define FATHOM_APP_SERVING_USUAL_INTERNAL_H

#include <stdatomic.h>

#include "src/app/app_internal.h"
#include "src/base/lock.h"
#include "src/os/lookout.h"

/* Never changed once it is made; shared by counting. */
typedef struct AppUsual {
  atomic_size_t more; /* references but the first */
  Arena arena;        /* all of it */
  Lookout lookout;
  Str root;
  AppConfig *config;
  ToolPolicy policy; /* of that project */
} AppUsual;

/* The place for one. */
typedef struct AppUsualSlot {
  Lock lock;
  AppUsual *usual; /* NULL: none */
  uint64_t turn;   /* in which its lookout was quiet (base/job.h); 0: none */
} AppUsualSlot;

/* Empty; it looks out for the user's own files already, and, where `directory`
 * is not empty, for that and its project file, so it is opened before the disk
 * is asked anything else. `climbs`: also for what could make a directory above
 * it a repository. */
AppUsual *app_usual_open(Str user_path, Str directory, bool climbs);
void app_usual_unref(AppUsual *usual);
AUTO_CLOSE(AppUsual, app_usual_unref)

/* An empty slot. Clearing gives back what it keeps; nobody may use it meanwhile. */
void app_usual_slot_init(AppUsualSlot *slot);
void app_usual_slot_clear(AppUsualSlot *slot);
/* The one that is kept, when it still holds: the caller's to unref. Jobs of one
 * turn look once. Any thread. */
AppUsual *app_usual_take(const Job *job, AppUsualSlot *slot);
/* Keeps another one, which stays the caller's too. Any thread. */
void app_usual_keep(AppUsualSlot *slot, AppUsual *usual);

#endif
