/* Linking: where every import of every file leads, asked once and kept, so
 * that resolving only reads. */
#include "src/resolve/world_internal.h"

static bool same_links(const Links *a, const Links *b) {
  if (!a || !b || a->count != b->count || a->text_len != b->text_len) return a == b;
  for (uint32_t i = 0; i < a->count; i++) {
    const Link *x = &a->items[i], *y = &b->items[i];
    if (x->files != y->files || x->rest != y->rest || x->rest_len != y->rest_len ||
        x->submodule != y->submodule || x->outside != y->outside) {
      return false;
    }
  }
  return !memcmp(a->text, b->text, a->text_len);
}

Links *resolve_links_make(ResolveWorld *world, LanguageWorld *linker, const Lang *lang, const Facts *facts,
                          WorldFile from) {
  Arena scratch;
  arena_init(&scratch);
  Buf text;
  buf_init(&text, &scratch, 64 << 20);
  size_t count = facts->imports.len;
  Link *items = ARENA_ARRAY(&scratch, Link, count);
  resolve_linker_for(linker, lang);
  if (linker->installed) resolve_linker_for(linker->installed, lang);
  bool finds = lang->language->find_module || lang->language->modules;
  for (ImportNo i = 1; i < count && finds; i++) {
    LanguageModule module = {0};
    language_find_module(lang->language, linker, facts, &facts->imports.items[i], from, &module);
    items[i] = (Link){.files = resolve_file_list_ref(&world->lists, module.files, module.count),
                      .rest = (uint32_t)text.len, .rest_len = (uint32_t)module.rest.len,
                      .submodule = module.submodule, .outside = module.outside,
                      .includes = facts->imports.items[i].form == IMPORT_INCLUDE};
    buf_add(&text, module.rest);
  }
  Links *links = arena_heap_alloc(sizeof *links + count * sizeof *items + text.len);
  *links = (Links){.count = (uint32_t)count, .text_len = (uint32_t)text.len, .items = (Link *)(links + 1)};
  links->text = (char *)(links->items + count);
  if (count) memcpy(links->items, items, count * sizeof *items);
  if (text.len) memcpy(links->text, text.ptr, text.len);
  arena_clear(&scratch);
  return links;
}

void resolve_links_free(ResolveWorld *world, Links *links) {
  for (uint32_t i = 0; links && i < links->count; i++) resolve_file_list_unref(&world->lists, links->items[i].files);
  free(links);
}

const Links *resolve_links(ResolveWorld *world, WorldFile file, const Facts *facts) {
  const WorldEntry *entry = &world->files[file];
  return entry->is_library ? resolve_library_links(world, file, facts) : entry->links;
}

/* Entries may move when the first dependency is met. */
static bool link_file(ResolveWorld *world, WorldFile file) {
  const Facts *facts = world->source.borrow(world->source.context, file);
  Links *links = NULL;
  if (facts) {
    links = resolve_links_make(world, world->linker, world->files[file].lang, facts, file);
    world->source.give_back(world->source.context, file);
  }
  WorldEntry *entry = &world->files[file];
  bool changed = !same_links(entry->links, links);
  resolve_links_free(world, entry->links);
  entry->links = links;
  return changed;
}

static void sort_tables(ResolveWorld *world) {
  bool dropped = false;
  for (size_t i = 1; i < world->file_count; i++) dropped |= world->files[i].dropped;
  resolve_table_sort(&world->table, world, dropped);
  resolve_holders_sort(&world->holders, world, dropped);
  for (size_t i = 1; i < world->file_count; i++) world->files[i].dropped = false;
}

Err resolve_link(Job *job, ResolveWorld *world, WorldFile **ret_changed, size_t *ret_count) {
  VEC(WorldFile) changed = {0};
  sort_tables(world);
  if (world->stale) resolve_linker_forget(world->linker);
  for (size_t i = 1; i < world->file_count; i++) {
    const WorldEntry *entry = &world->files[i];
    bool is_fresh = entry->fresh;
    if (!entry->live || entry->is_library || !(world->stale || is_fresh)) continue;
    TRY(job_check(job));
    resolve_linker_limit(world->linker, world->memory / 4);
    if (world->dependencies.linker) resolve_linker_limit(world->dependencies.linker, world->memory / 4);
    if (link_file(world, (WorldFile)i) && !is_fresh) {
      *vec_add(job->arena, &changed) = (WorldFile)i;
    }
  }
  resolve_linker_limit(world->linker, world->memory / 4);
  for (size_t i = 1; i < world->file_count; i++) world->files[i].fresh = false;
  world->stale = false;
  world->epoch++;
  *ret_changed = changed.items;
  *ret_count = changed.len;
  return OK;
}
