/* Counting and keeping; client.c fills them. What is kept is shared by calls
 * on many threads and never changes once it is filled; a lookout tells when
 * one of the files it was made from changed. */
#include "src/app/serving/usual_internal.h"

#include <stdlib.h>

#include "src/app/serving/project_internal.h"
#include "src/os/file.h"

/* The directory itself, because a marker that appears in it changes which root
 * is found; and its project file. */
static void look_out_for(AppUsual *usual, Str directory) {
  lookout_add(&usual->lookout, directory);
  lookout_add(&usual->lookout, file_join(&usual->arena, directory, STR(".fathom/config.json")));
}

/* `climbs`: the root is searched for upwards, so every directory above may
 * decide it. */
AppUsual *app_usual_open(Str user_path, Str directory, bool climbs) {
  AppUsual *usual = arena_heap_alloc(sizeof *usual);
  arena_init(&usual->arena);
  lookout_init(&usual->lookout, &usual->arena);
  lookout_add(&usual->lookout, user_path);
  lookout_add(&usual->lookout, app_links_path(&usual->arena));
  if (!directory.len) return usual;
  look_out_for(usual, directory);
  if (!climbs || app_is_repository(&usual->arena, directory)) return usual;
  while (directory.len > 1) look_out_for(usual, directory = file_directory(directory));
  return usual;
}

/* The count is of holders beyond the first. */
static AppUsual *ref(AppUsual *usual) {
  if (usual) atomic_fetch_add(&usual->more, 1);
  return usual;
}

void app_usual_unref(AppUsual *usual) {
  if (!usual || atomic_fetch_sub(&usual->more, 1) > 0) return;
  lookout_clear(&usual->lookout);
  arena_clear(&usual->arena);
  free(usual);
}

void app_usual_slot_init(AppUsualSlot *slot) {
  slot->usual = NULL;
  slot->turn = 0;
  lock_init(&slot->lock);
}

void app_usual_slot_clear(AppUsualSlot *slot) {
  app_usual_unref(slot->usual);
  lock_clear(&slot->lock);
}

/* NULL: nothing is kept, or something it was made from changed. Looking at the
 * files happens outside of the lock. */
AppUsual *app_usual_take(const Job *job, AppUsualSlot *slot) {
  uint64_t turn = job_turn(job);
  lock_take(&slot->lock);
  AppUsual *usual = ref(slot->usual);
  bool is_known = turn && slot->turn == turn;
  lock_give(&slot->lock);
  if (!usual || is_known) return usual;
  if (!lookout_is_quiet(&usual->lookout)) {
    app_usual_unref(usual);
    return NULL;
  }
  if (turn) {
    lock_take(&slot->lock);
    if (slot->usual == usual) slot->turn = turn;
    lock_give(&slot->lock);
  }
  return usual;
}

/* Takes a hold of its own; the caller keeps its own as well. */
void app_usual_keep(AppUsualSlot *slot, AppUsual *usual) {
  lock_take(&slot->lock);
  AppUsual *old = slot->usual;
  slot->usual = ref(usual);
  slot->turn = 0;
  lock_give(&slot->lock);
  app_usual_unref(old);
}
