/* Siblings: which import leads into which, and what a reference into one is
 * called there. A sibling answers for the packages that its manifests name,
 * and only where the project does not answer itself; a name that two of them
 * claim is nobody's. */
#include "src/resolve/keys_internal.h"
#include "src/resolve/name_internal.h"

/* ---- which there are ---- */

static Str need_key(Arena *arena, Str family, Str name) { return str_format(arena, "%.*s %.*s", STR_ARG(family), STR_ARG(name)); }

static void add_needs(ResolveWorld *world, Str path) {
  Siblings *own = &world->siblings;
  Str name = path;
  for (size_t slash; (slash = str_find_byte(name, '/')) != STR_NONE;) name = str_slice(name, slash + 1, name.len);
  for (size_t i = 0; i < language_registry_count; i++) {
    const Language *language = language_registry[i];
    if (!language->home.read_package || !language->home.leads || !language_word_in(language->home.described, name)) continue;
    Arena *arena = &own->needs_arena;
    Str text = world->source.config ? world->source.config(world->source.context, arena, path) : (Str){NULL, 0};
    LanguagePackage package = {0};
    if (!text.ptr) continue;
    (void)language->home.read_package(arena, path, text, &package); /* what has no name has needs all the same */
    for (size_t k = 0; k < package.needs.len; k++) {
      map_put(&own->needs, need_key(arena, resolve_family(language), package.needs.items[k].name), own);
    }
  }
}

static void read_needs(ResolveWorld *world) {
  Siblings *own = &world->siblings;
  if (own->has_needs) return;
  own->has_needs = true;
  arena_reset(&own->needs_arena);
  map_init(&own->needs, &own->needs_arena);
  for (MapEntry *entry = NULL; (entry = map_next(&world->configs, entry));) add_needs(world, entry->key);
}

void resolve_siblings_reread(ResolveWorld *world) { world->siblings.has_needs = false; }

static Siblings *siblings_of(ResolveWorld *world) {
  Siblings *own = &world->siblings;
  const ResolveInstalled *installed = world->source.installed;
  if (own->is_listed) return own;
  own->is_listed = true;
  arena_init(&own->arena);
  arena_init(&own->needs_arena);
  if (installed && installed->siblings) own->count = installed->siblings(world->source.context, &own->arena, &own->items);
  if (own->count > SIBLINGS_MAX) own->count = SIBLINGS_MAX;
  return own;
}

void resolve_siblings_forget(ResolveWorld *world) {
  Siblings *own = &world->siblings;
  if (!own->is_listed) return;
  for (size_t i = 0; i < own->count; i++) {
    if (own->finders[i]) resolve_finder_close(own->finders[i]);
  }
  arena_clear(&own->arena);
  arena_clear(&own->needs_arena);
  *own = (Siblings){0};
}

uint8_t resolve_sibling_of(ResolveWorld *world, Str path) {
  const Siblings *own = siblings_of(world);
  for (size_t i = 0; i < own->count; i++) {
    if (str_is_beneath(path, own->items[i].path)) return (uint8_t)(i + 1);
  }
  return 0;
}

LanguageWorld *resolve_sibling_finder(ResolveWorld *world, uint8_t sibling) {
  Siblings *own = siblings_of(world);
  LanguageWorld **finder = &own->finders[sibling - 1];
  if (!*finder) *finder = resolve_finder_open_beside(world, &own->items[sibling - 1]);
  return *finder;
}

/* ---- which of them has a package ---- */

/* The longest name decides: a package inside of another's name is the nearer one. */
typedef struct Claimed {
  size_t length;
  uint8_t sibling; /* 0: none, or several */
} Claimed;

static bool is_needed(const Siblings *own, Str family, Str name) {
  char text[512];
  if (family.len + name.len + 1 > sizeof text) return false;
  memcpy(text, family.ptr, family.len);
  text[family.len] = ' ';
  memcpy(text + family.len + 1, name.ptr, name.len);
  return map_get(&own->needs, (Str){text, family.len + name.len + 1});
}

static void claim(const Siblings *own, uint8_t sibling, const Language *manifest, Str specifier, Claimed *best) {
  const ResolveSibling *one = &own->items[sibling - 1];
  Str family = resolve_family(manifest);
  for (size_t i = 0; i < one->package_count; i++) {
    const struct ResolvePackage *package = &one->packages[i];
    if (!str_eq(resolve_family(package->language), family) || package->name.len < best->length) continue;
    if (!manifest->home.leads(specifier, package->name, is_needed(own, family, package->name))) continue;
    bool is_tie = best->length == package->name.len && best->sibling != sibling;
    *best = (Claimed){package->name.len, is_tie ? 0 : sibling};
  }
}

static bool find_in(ResolveWorld *world, uint8_t sibling, const Lang *lang, const Facts *facts, const Import *import, LanguageModule *ret_module) {
  LanguageWorld *finder = resolve_sibling_finder(world, sibling);
  LanguageModule module = {0};
  resolve_finder_for(finder, lang);
  language_find_module(lang->language, finder, facts, import, 0, &module);
  WorldFile first = module.count ? module.files[0] : module.submodule;
  if (!first || world->files[first].sibling != sibling) return false;
  *ret_module = module;
  return true;
}

/* Languages of one family have their manifests read by one of them. */
static const Language *manifest_language(const Lang *lang) {
  for (size_t i = 0; i < language_registry_count; i++) {
    const Language *language = language_registry[i];
    if (language->home.read_package && str_eq(resolve_family(language), resolve_family(lang->language))) return language;
  }
  return NULL;
}

static bool is_project(const ResolveWorld *world, WorldFile file) { return file && !world->files[file].is_library; }

/* By names where they tell; else whoever alone has it. */
void resolve_sibling_module(ResolveWorld *world, const Lang *lang, const Facts *facts, const Import *import, LanguageModule *module) {
  Siblings *own = siblings_of(world);
  if (!own->count) return;
  bool is_ours = (module->count && is_project(world, module->files[0])) || is_project(world, module->submodule);
  bool is_installed = module->count && world->files[module->files[0]].is_dependency;
  if (is_ours || !(module->outside || is_installed)) return;
  const Language *manifest = manifest_language(lang);
  if (!manifest || !(manifest->home.leads || manifest->home.sources)) return;
  Str specifier = names_text(facts->names, import->specifier);
  read_needs(world);
  LanguageModule found = {0};
  if (manifest->home.leads) {
    Claimed best = {0};
    for (size_t i = 1; i <= own->count; i++) claim(own, (uint8_t)i, manifest, specifier, &best);
    if (best.sibling && find_in(world, best.sibling, lang, facts, import, &found)) *module = found;
    return;
  }
  size_t count = 0;
  for (size_t i = 1; i <= own->count; i++) count += find_in(world, (uint8_t)i, lang, facts, import, &found);
  if (count == 1) *module = found;
}

/* ---- in words ---- */

/* With the name of what it is in, as the sibling's own index shows it. */
static Str name_of(Arena *arena, const View *view, const Def *def) {
  Names *names = view->facts->names;
  NameId around = def->container ? facts_spelled(view_def(view, def->container)) : def->receiver;
  Str name = names_text(names, facts_spelled(def));
  if (!around.value) return str_copy(arena, name);
  return str_format(arena, "%.*s.%.*s", STR_ARG(names_text(names, around)), STR_ARG(name));
}

ResolvedOutward resolve_sibling_outward(Arena *arena, Run *run, const Edge *edge) {
  const WorldEntry *entry = &run->world->files[edge->file];
  const View *view = resolve_view(run, edge->file);
  Str root = run->world->siblings.items[entry->sibling - 1].path;
  ResolvedOutward outward = {.edge = *edge, .root = str_copy(arena, root), .kind = SYMBOL_FILE, .line = 1,
                             .path = str_copy(arena, str_slice(entry->path, root.len + 1, entry->path.len))};
  if (!view || !edge->to) return outward;
  const Def *def = view_def(view, edge->to);
  outward.name = name_of(arena, view, def);
  outward.kind = def->kind;
  outward.line = def->name_span.line;
  return outward;
}
