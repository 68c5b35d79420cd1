/* Which repositories the user linked: pairs, in the user's config folder. Nothing
 * in a repository adds to them. */
#include "src/app/app_internal.h"
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/stamp.h"

#define LINKS_MAX_BYTES ((size_t)1 << 20)

Str app_links_path(Arena *arena) { return file_join(arena, place_config(arena), STR("links.json")); }

static bool is_path(const Json *json) { return json_is(json, JSON_STRING) && str_starts_with(json->text, STR("/")); }

/* A file that is not there is an empty list. */
Err app_links_read(Job *job, AppLinks *ret_links) {
  AppLinks links = {0};
  const Json *json;
  TRY(app_read_json(job, app_links_path(job->arena), LINKS_MAX_BYTES, &json));
  const Json *list = json_get(json, STR("links"));
  for (size_t i = 0; json_is(list, JSON_ARRAY) && i < list->count; i++) {
    const Json *pair = &list->items[i];
    if (!json_is(pair, JSON_ARRAY) || pair->count != 2 || !is_path(&pair->items[0]) || !is_path(&pair->items[1])) continue;
    *vec_add(job->arena, &links) = (AppLink){pair->items[0].text, pair->items[1].text};
  }
  *ret_links = links;
  return OK;
}

Err app_links_write(Job *job, const AppLinks *links) {
  AppListFile file;
  app_list_begin(&file, job->arena, LINKS_MAX_BYTES, "links");
  for (size_t i = 0; i < links->len; i++) {
    json_begin_array(&file.json);
    json_str(&file.json, links->items[i].one);
    json_str(&file.json, links->items[i].other);
    json_end_array(&file.json);
  }
  return app_list_end(&file, job, app_links_path(job->arena), "too many linked repositories");
}

size_t app_links_of(Job *job, Str root, Str **ret_paths) {
  AppLinks links = {0};
  VEC(Str) paths = {0};
  if (app_links_read(job, &links)) job_forgive(job);
  for (size_t i = 0; i < links.len; i++) {
    if (str_eq(links.items[i].one, root)) *vec_add(job->arena, &paths) = links.items[i].other;
    else if (str_eq(links.items[i].other, root)) *vec_add(job->arena, &paths) = links.items[i].one;
  }
  *ret_paths = paths.items;
  return paths.len;
}

uint64_t app_links_stamp(Job *job) {
  FileStat stat;
  if (!file_stat(job, app_links_path(job->arena), &stat)) return stamp_of(&stat);
  job_forgive(job);
  return 0;
}
