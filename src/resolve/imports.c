/* Imports: where every import of every file leads, asked once and kept, so
 * that resolving only reads. */
#include "src/resolve/world_internal.h"

/* So many files at once, and what they include is laid side by side. */
enum { INCLUDES_FROM = 256 };

/* Lists of files are one per content, so comparing pointers compares
 * contents. */
static bool same_targets(const ImportTargets *a, const ImportTargets *b) {
  if (!a || !b || a->count != b->count || a->text_len != b->text_len) return a == b;
  for (uint32_t i = 0; i < a->count; i++) {
    const ImportTarget *x = &a->items[i], *y = &b->items[i];
    if (x->files != y->files || x->rest != y->rest || x->rest_len != y->rest_len ||
        x->submodule != y->submodule || x->outside != y->outside) {
      return false;
    }
  }
  return !memcmp(a->text, b->text, a->text_len);
}

/* One block with the words of all of them behind it. The language is asked
 * for every import, also for those that lead nowhere: that they do is what
 * others see. */
ImportTargets *resolve_targets_make(ResolveWorld *world, LanguageWorld *finder, const Lang *lang, const Facts *facts,
                          WorldFile from) {
  Arena scratch;
  arena_init(&scratch);
  Buf text;
  buf_init(&text, &scratch, 64 << 20);
  size_t count = facts->imports.len;
  ImportTarget *items = ARENA_ARRAY(&scratch, ImportTarget, count);
  resolve_finder_for(finder, lang);
  if (finder->installed) resolve_finder_for(finder->installed, lang);
  bool finds = language_has_modules(lang->language);
  for (ImportNo i = 1; i < count && finds; i++) {
    LanguageModule module = {0};
    language_find_module(lang->language, finder, facts, &facts->imports.items[i], from, &module);
    if (finder == world->finder) resolve_sibling_module(world, lang, facts, &facts->imports.items[i], &module);
    items[i] = (ImportTarget){.files = resolve_file_list_ref(&world->lists, module.files, module.count),
                      .rest = (uint32_t)text.len, .rest_len = (uint32_t)module.rest.len,
                      .submodule = module.submodule, .outside = module.outside,
                      .includes = facts->imports.items[i].form == IMPORT_INCLUDE};
    buf_add(&text, module.rest);
  }
  ImportTargets *targets = pile_take(&world->lists.pile, resolve_targets_bytes(count, text.len));
  *targets = (ImportTargets){.count = (uint32_t)count, .text_len = (uint32_t)text.len, .items = (ImportTarget *)(targets + 1)};
  targets->text = (char *)(targets->items + count);
  if (count) memcpy(targets->items, items, count * sizeof *items);
  if (text.len) memcpy(targets->text, text.ptr, text.len);
  arena_clear(&scratch);
  return targets;
}

void resolve_targets_free(ResolveWorld *world, ImportTargets *targets) {
  for (uint32_t i = 0; targets && i < targets->count; i++) resolve_file_list_unref(&world->lists, targets->items[i].files);
  if (targets) pile_give(&world->lists.pile, targets, resolve_targets_bytes(targets->count, targets->text_len));
}

const ImportTargets *resolve_targets(ResolveWorld *world, WorldFile file, const Facts *facts) {
  const WorldEntry *entry = &world->files[file];
  return entry->is_library ? resolve_library_targets(world, file, facts) : entry->targets;
}

/* The file's own entry is fetched again afterwards: asking about an import
 * may meet the first dependency, for which entries are set aside, and then
 * all of them move. */
static bool find_targets(ResolveWorld *world, WorldFile file) {
  const Facts *facts = world->source.borrow(world->source.context, file, FACTS_BINDS);
  ImportTargets *targets = NULL;
  if (facts) {
    targets = resolve_targets_make(world, world->finder, world->files[file].lang, facts, file);
    world->source.give_back(world->source.context, file);
  }
  WorldEntry *entry = &world->files[file];
  bool changed = !same_targets(entry->targets, targets);
  resolve_targets_free(world, entry->targets);
  entry->targets = targets;
  return changed;
}

/* Once for all files that were put or removed since: marks of dropped files
 * are taken down together. */
static void sort_tables(ResolveWorld *world) {
  bool dropped = false;
  for (size_t i = 1; i < world->file_count; i++) dropped |= world->files[i].dropped;
  resolve_table_sort(&world->table, world, dropped);
  resolve_holders_sort(&world->holders, world, dropped);
  for (size_t i = 1; i < world->file_count; i++) world->files[i].dropped = false;
}

/* Of a file that is fresh nobody is told that its imports changed: it is
 * resolved anyway. */
Err resolve_imports(Job *job, ResolveWorld *world, WorldFile **ret_changed, size_t *ret_count) {
  VEC(WorldFile) changed = {0};
  size_t followed = 0;
  sort_tables(world);
  if (world->stale) resolve_finder_forget(world->finder);
  if (world->stale) resolve_siblings_reread(world);
  for (size_t i = 1; i < world->file_count; i++) {
    const WorldEntry *entry = &world->files[i];
    bool is_fresh = entry->fresh;
    if (!entry->live || entry->is_library || !(world->stale || is_fresh)) continue;
    TRY(job_check(job));
    followed++;
    resolve_finder_limit(world->finder, world->memory / 4);
    if (world->dependencies.finder) resolve_finder_limit(world->dependencies.finder, world->memory / 4);
    if (find_targets(world, (WorldFile)i) && !is_fresh) {
      *vec_add(job->arena, &changed) = (WorldFile)i;
    }
  }
  resolve_finder_limit(world->finder, world->memory / 4);
  for (size_t i = 1; i < world->file_count; i++) world->files[i].fresh = false;
  world->stale = false;
  world->epoch++;
  /* For a few files it would cost more than it gains. */
  if (followed >= INCLUDES_FROM) resolve_includes_make(world);
  else resolve_includes_clear(world);
  *ret_changed = changed.items;
  *ret_count = changed.len;
  return OK;
}
