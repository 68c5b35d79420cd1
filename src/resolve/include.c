/* Includes: the names a file gets by including others. Which files hold a name
 * is asked first, and of those only the ones that are included are read: a
 * header of which no name is asked is not touched. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/room.h"
#include "src/base/size.h"
#include "src/base/sort.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"

/* Files that one file may include, directly or not. Beyond it the closure is
 * cut, and names behind that are as if nobody had them. */
enum { INCLUDES_MAX = 4096 };

/* ---- what files include directly ---- */

void resolve_includes_clear(ResolveWorld *world) {
  Includes *all = &world->includes;
  room_free(all->first, (all->file_count + (size_t)1) * sizeof *all->first);
  room_free(all->items, (all->item_count + (size_t)1) * sizeof *all->items);
  room_free(all->is_library, all->file_count + (size_t)1);
  *all = (Includes){0};
}

/* Adds to `items`, where it is not NULL, what the file includes; gives the
 * number. */
static size_t list_direct(const ResolveWorld *world, const WorldEntry *entry, WorldFile *items) {
  size_t count = 0;
  if (!entry->live || entry->is_library || !entry->targets) return 0;
  for (uint32_t i = 0; i < entry->targets->count; i++) {
    const ImportTarget *target = &entry->targets->items[i];
    const FileList *files = target->includes ? target->files : NULL;
    for (uint32_t k = 0; files && k < files->count; k++) {
      const WorldEntry *file = &world->files[files->files[k]];
      if (!file->live && !file->is_library) continue; /* a library's may come to life when it is met */
      if (items) items[count] = files->files[k];
      count++;
    }
  }
  return count;
}

void resolve_includes_make(ResolveWorld *world) {
  Includes *all = &world->includes;
  size_t count = 0;
  resolve_includes_clear(world);
  for (size_t f = 1; f < world->file_count; f++) count += list_direct(world, &world->files[f], NULL);
  if (!count || count >= UINT32_MAX) return;
  all->file_count = (uint32_t)world->file_count;
  all->item_count = (uint32_t)count;
  all->first = room_grow(NULL, 0, (all->file_count + (size_t)1) * sizeof *all->first);
  all->items = room_grow(NULL, 0, (count + 1) * sizeof *all->items);
  all->is_library = room_grow(NULL, 0, all->file_count + (size_t)1);
  all->first[0] = 0;
  all->is_library[0] = false;
  count = 0;
  for (size_t f = 1; f < world->file_count; f++) {
    all->first[f] = (uint32_t)count;
    all->is_library[f] = world->files[f].is_library;
    count += list_direct(world, &world->files[f], all->items + count);
  }
  all->first[all->file_count] = (uint32_t)count;
  assert(count == all->item_count);
  all->epoch = world->epoch;
}

/* Whether the lists are of now, and have this file. */
static bool is_listed(const ResolveWorld *world, WorldFile file) {
  return world->includes.epoch == world->epoch && file < world->includes.file_count;
}

/* Asked for each file of each closure: entries are large and all over the
 * memory. */
static bool is_library(const ResolveWorld *world, WorldFile file) {
  return is_listed(world, file) ? world->includes.is_library[file] : world->files[file].is_library;
}

/* ---- what a file includes, directly or not ---- */

/* Targets of the project are there once imports were followed; a library's
 * are found on first use, which needs its facts and hence a view. */
static const ImportTargets *targets_of(Run *run, WorldFile file) {
  const WorldEntry *entry = &run->world->files[file];
  if (!entry->is_library) return entry->targets;
  const View *view = resolve_view(run, file); /* a library's are found on first use */
  return view ? view->targets : NULL;
}

static void reserve(ResolveThread *thread) {
  size_t files = thread->world->file_count;
  if (files <= thread->mark_cap) return;
  thread->marks = arena_heap_grow(thread->marks, files * sizeof *thread->marks);
  memset(thread->marks + thread->mark_cap, 0, (files - thread->mark_cap) * sizeof *thread->marks);
  thread->mark_cap = files;
}

/* Marks hold the number of the walk that set them, so that no walk has to
 * clear them. */
static bool mark(ResolveThread *thread, WorldFile file) {
  if (thread->marks[file] == thread->mark) return false;
  thread->marks[file] = thread->mark;
  return true;
}

typedef VEC(WorldFile) FileVec;

/* Most were met already, and marks lie closer together than entries. */
static void meet(Run *run, WorldFile file, FileVec *list) {
  if (!mark(run->thread, file)) return;
  bool is_live = is_listed(run->world, file) && !run->world->includes.is_library[file];
  if (is_live || run->world->files[file].live) *vec_add(run->arena, list) = file;
}

static void meet_direct(Run *run, WorldFile from, FileVec *list) {
  const Includes *all = &run->world->includes;
  if (is_listed(run->world, from) && !all->is_library[from]) {
    for (uint32_t i = all->first[from]; i < all->first[from + 1]; i++) meet(run, all->items[i], list);
    return;
  }
  const ImportTargets *targets = targets_of(run, from);
  for (uint32_t i = 0; targets && i < targets->count; i++) {
    const FileList *files = targets->items[i].includes ? targets->items[i].files : NULL;
    for (uint32_t k = 0; files && k < files->count; k++) meet(run, files->files[k], list);
  }
}

static size_t closure_bytes(size_t count) { return size_rounded((count ? count : 1) * sizeof(uint64_t)); }

/* Breadth first, so that places tell what is included nearer. Sorted by
 * file, because the question is always whether a given file is in it; the
 * place is kept in the lower half. It belongs to the index, which outlives
 * the run, and is good for one epoch: once imports are followed again it may
 * lead elsewhere. */
static void make_closure(Run *run, View *view) {
  assert(view->index && view->index->total);
  ResolveThread *thread = run->thread;
  reserve(thread);
  if (++thread->mark == 0) {
    memset(thread->marks, 0, thread->mark_cap * sizeof *thread->marks);
    thread->mark = 1;
  }
  FileVec list = {0};
  *vec_add(run->arena, &list) = view->file;
  mark(thread, view->file);
  for (size_t at = 0; at < list.len && list.len < INCLUDES_MAX; at++) meet_direct(run, list.items[at], &list);
  ViewIndex *index = view->index;
  size_t count = list.len - 1;
  uint64_t *closure = arena_heap_grow(NULL, closure_bytes(count));
  for (size_t i = 0; i < count; i++) closure[i] = (uint64_t)list.items[i + 1] << 32 | i;
  uint64_t *spare = ARENA_ARRAY(run->arena, uint64_t, count);
  sort_by_bits(closure, spare, count, 32, 32 + sort_bits_of(run->world->file_count));
  size_t before = index->closure ? closure_bytes(index->closure_count) : 0;
  *index->total += closure_bytes(count) - before;
  index->bytes += closure_bytes(count) - before;
  free(index->closure);
  index->closure = closure;
  index->closure_count = (uint32_t)count;
  index->library_from = index->library_to = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (!is_library(run->world, (WorldFile)(closure[i] >> 32))) continue;
    if (!index->library_to) index->library_from = i;
    index->library_to = i + 1;
  }
  index->closure_epoch = run->world->epoch;
}

/* Its place among what the view includes; UINT32_MAX: it is not. */
static uint32_t place_of(const View *view, WorldFile file) {
  const ViewIndex *index = view->index;
  uint32_t low = 0, high = index->closure_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if ((WorldFile)(index->closure[middle] >> 32) < file) low = middle + 1;
    else high = middle;
  }
  bool found = low < index->closure_count && (WorldFile)(index->closure[low] >> 32) == file;
  return found ? (uint32_t)index->closure[low] : UINT32_MAX;
}

/* All that the view includes the root includes as well, and it was used for that
 * already: whatever a file includes, what includes it does, unless it was cut. */
static bool is_all_used(const Run *run, const View *view) {
  const View *root = run->root;
  return view != root && root && root->included && root->index->closure_count + 1 < INCLUDES_MAX &&
         place_of(root, view->file) != UINT32_MAX;
}

/* What is included counts as used: a name may come to it, or go. */
static void prepare(Run *run, View *view) {
  if (view->included) return;
  if (!view->index->closure || view->index->closure_epoch != run->world->epoch) make_closure(run, view);
  bool is_used = is_all_used(run, view);
  view->included = true;
  uint32_t end = is_used ? view->index->library_to : view->index->closure_count;
  for (uint32_t i = is_used ? view->index->library_from : 0; i < end; i++) {
    WorldFile file = (WorldFile)(view->index->closure[i] >> 32);
    if (is_library(run->world, file)) *vec_add(run->arena, &view->libraries) = view->index->closure[i];
    else if (!is_used) resolve_use(run, file);
  }
}

/* ---- names ---- */

typedef struct Holding {
  uint32_t place;
  WorldFile file;
} Holding;

static int by_place(const void *a, const void *b) {
  const Holding *x = a, *y = b;
  return (x->place > y->place) - (x->place < y->place);
}

typedef VEC(Holding) Holdings;

/* A library whose names are all seen everywhere tells which of its files have
 * the name; of another one all that are included may. */
static void add_libraries(Run *run, const View *view, NameId name, Holdings *holding) {
  enum { MOST = 64 };
  const Lang *lang = view->lang;
  TableItem items[MOST];
  size_t count = MOST;
  if (!view->libraries.len) return;
  if (lang->family->library && lang->family->library->has_names && lang->is_everywhere) {
    uint64_t key = resolve_key(KEY_GLOBAL, lang->library_id, resolve_name_hash(run, name));
    count = resolve_library_get(lang->family->library, key, items, MOST);
  }
  for (size_t i = 0; count < MOST && i < count; i++) {
    uint32_t place = place_of(view, items[i].file);
    bool again = i && items[i - 1].file == items[i].file;
    if (!again && place != UINT32_MAX) *vec_add(run->arena, holding) = (Holding){place, items[i].file};
  }
  for (size_t i = 0; count == MOST && i < view->libraries.len; i++) {
    uint64_t entry = view->libraries.items[i];
    *vec_add(run->arena, holding) = (Holding){(uint32_t)entry, (WorldFile)(entry >> 32)};
  }
}

/* Which files have the name is asked of the holders, whoever they are, and
 * those that are not included are dropped: a name is in few files, a closure
 * may be thousands. In the order of inclusion, as a compiler would meet
 * them. */
static void look_in_includes(Run *run, View *view, NameId name, unsigned mode, FoundList *out) {
  prepare(run, view);
  Holdings holding = {0};
  uint32_t hash = (uint32_t)resolve_name_hash(run, name);
  const uint64_t *holders;
  size_t count = resolve_holders_get(&run->world->holders, hash, &holders);
  for (size_t i = 0; i < count; i++) {
    uint32_t place = place_of(view, (WorldFile)holders[i]);
    if (place != UINT32_MAX) *vec_add(run->arena, &holding) = (Holding){place, (WorldFile)holders[i]};
  }
  add_libraries(run, view, name, &holding);
  if (holding.len > 1) qsort(holding.items, holding.len, sizeof *holding.items, by_place);
  for (size_t i = 0; i < holding.len; i++) {
    View *header = resolve_view(run, holding.items[i].file);
    if (!header) continue;
    uint32_t bind_count;
    const BindNo *binds = resolve_binds(header, 1, name, &bind_count);
    for (uint32_t k = 0; k < bind_count; k++) {
      if (!resolve_is_taken_back(header, view_bind(header, binds[k]), UINT32_MAX)) resolve_found_bind(run, header, binds[k], RULE_IMPORT, mode, out);
    }
  }
}

void resolve_find_included(Run *run, View *view, NameId name, unsigned mode, FoundList *out) {
  uint32_t before = out->count;
  look_in_includes(run, view, name, mode, out);
  if (out->count > before || view == run->root || view->entry->is_library) return;
  /* A header sees what the file that includes it has included before. */
  prepare(run, run->root);
  if (place_of(run->root, view->file) != UINT32_MAX) look_in_includes(run, run->root, name, mode, out);
}

bool resolve_is_included(Run *run, View *view, WorldFile file) {
  prepare(run, view);
  return place_of(view, file) != UINT32_MAX;
}
