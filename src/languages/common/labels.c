/* Labels begin at the build they are written in, or name another one: a repository may
 * hold several, each with a manifest, and its examples name the one they are examples of. */
#include "src/languages/common/labels_internal.h"

#include "src/languages/common/near_internal.h"
#include "src/languages/common/paths_internal.h"

typedef struct Builds {
  VEC(Str) names;
  VEC(Str) folders; /* one for each name */
} Builds;

static Builds *builds_of(LanguageWorld *world, const char *manifest, Str (*name_of)(Arena *, Str, Str)) {
  if (*world->state) return *world->state;
  Builds *builds = ARENA_NEW(world->arena, Builds);
  *builds = (Builds){0};
  const Str *paths;
  size_t count = world->configs(world, str_from_c(manifest), &paths);
  for (size_t i = 0; i < count; i++) {
    *vec_add(world->arena, &builds->names) = name_of(world->arena, paths[i], world->config(world, paths[i]));
    *vec_add(world->arena, &builds->folders) = str_copy(world->arena, language_path_folder(paths[i]));
  }
  *world->state = builds;
  return builds;
}

/* The innermost build that the file lies in. */
static bool build_around(const Builds *builds, Str path, Str *ret_folder) {
  bool found = false;
  for (size_t i = 0; i < builds->folders.len; i++) {
    Str folder = builds->folders.items[i];
    if ((folder.len && !str_is_beneath(path, folder)) || (found && folder.len < ret_folder->len)) continue;
    *ret_folder = folder;
    found = true;
  }
  return found;
}

/* The only build of that name. */
static bool build_named(const Builds *builds, Str name, Str *ret_folder) {
  size_t count = 0;
  for (size_t i = 0; i < builds->names.len; i++) {
    if (!name.len || !str_eq(builds->names.items[i], name)) continue;
    *ret_folder = builds->folders.items[i];
    count++;
  }
  return count == 1;
}

static Str joined(Arena *arena, Str folder, Str path) {
  return folder.len && path.len ? str_format(arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(path)) : path.len ? path : folder;
}

void language_find_label(LanguageWorld *world, WorldFile from, Str label, const char *manifest, Str (*name_of)(Arena *, Str, Str), LanguageModule *ret_module) {
  const Builds *builds = builds_of(world, manifest, name_of);
  bool is_named = str_starts_with(label, STR("@"));
  while (str_starts_with(label, STR("@"))) label = str_slice(label, 1, label.len);
  size_t slashes = str_find(label, STR("//"));
  Str name = is_named ? str_slice(label, 0, slashes == STR_NONE ? label.len : slashes) : STR_EMPTY, root = STR_EMPTY;
  bool is_whole = slashes != STR_NONE, is_known = name.len ? build_named(builds, name, &root) : build_around(builds, world->path(world, from), &root);
  Str rest = is_whole ? str_slice(label, slashes + 2, label.len) : label;
  size_t colon = str_find_byte(rest, ':');
  Str file = colon == STR_NONE ? rest : joined(world->arena, str_slice(rest, 0, colon), str_slice(rest, colon + 1, rest.len));
  ret_module->outside = name.len && !is_known;
  if (ret_module->outside) return;
  WorldFile found = is_whole && is_known ? world->file(world, joined(world->arena, root, file)) : 0;
  if (!found) {
    language_find_near(world, from, file, "{}", ret_module);
    return;
  }
  ret_module->files = arena_copy(world->arena, &found, sizeof found);
  ret_module->count = 1;
}
