/* The indexes a process holds open, one per workspace root. */
#include <pthread.h>

#include "src/app/app_internal.h"
#include "src/base/hash.h"
#include "src/index/index.h"
#include "src/os/file.h"
#include "src/os/place.h"

struct AppWorkspaces {
  pthread_mutex_t lock;
  Arena arena;
  Map by_root; /* root -> Index* */
};

AppWorkspaces *app_workspaces_open(void) {
  AppWorkspaces *workspaces = arena_heap_alloc(sizeof(*workspaces));
  pthread_mutex_init(&workspaces->lock, NULL);
  arena_init(&workspaces->arena);
  map_init(&workspaces->by_root, &workspaces->arena);
  return workspaces;
}

void app_workspaces_close(AppWorkspaces *workspaces) {
  for (MapEntry *entry = NULL; (entry = map_next(&workspaces->by_root, entry));) {
    index_close(entry->value);
  }
  pthread_mutex_destroy(&workspaces->lock);
  arena_clear(&workspaces->arena);
  free(workspaces);
}

size_t app_workspaces_count(AppWorkspaces *workspaces) {
  pthread_mutex_lock(&workspaces->lock);
  size_t count = workspaces->by_root.live;
  pthread_mutex_unlock(&workspaces->lock);
  return count;
}

Str app_index_cache(Arena *arena, Str root) {
  Str name = file_name(root);
  return file_join(arena, place_cache(arena),
                   str_format(arena, "index/%.*s-%016llx", STR_ARG(name),
                              (unsigned long long)hash_str(root)));
}

static Err open_index(Job *job, AppWorkspaces *workspaces, Str root, const AppConfig *config,
                      Index **ret_index) {
  IndexOptions options = {
      .root = root,
      .in_cache = str_eq_c(app_config_str(config, "index.location"), "cache"),
      .cache_dir = app_index_cache(job->arena, root),
  };
  TRY(index_open(job, &options, ret_index));
  map_put_copy(&workspaces->by_root, root, *ret_index);
  return OK;
}

Err app_workspaces_get(Job *job, AppWorkspaces *workspaces, Str root, const AppConfig *config,
                       Index **ret_index) {
  pthread_mutex_lock(&workspaces->lock);
  Index *index = map_get(&workspaces->by_root, root);
  Err err = index ? OK : open_index(job, workspaces, root, config, &index);
  pthread_mutex_unlock(&workspaces->lock);
  if (!err) *ret_index = index;
  return err;
}
