/* Views: a file's borrowed facts with an index over them. The facts go back
 * when the run ends; the index holds only numbers, stays with the thread and
 * serves again while the file is the same. */
#include <assert.h>

#include "src/base/hash.h"
#include "src/base/size.h"
#include "src/resolve/name_internal.h"

enum { INDEX_SLOTS_FIRST = 1024, NAME_HASHES = 1 << 14 };

/* ---- making an index ---- */

/* Name and place in one number, so that sorting compares numbers and the
 * facts need not be looked at again. */
typedef struct SortKey {
  uint64_t name_from; /* name, then place */
  BindNo bind;
} SortKey;

static int by_sort_key(const void *a, const void *b) {
  const SortKey *left = a, *right = b;
  if (left->name_from != right->name_from) return left->name_from < right->name_from ? -1 : 1;
  return (left->bind > right->bind) - (left->bind < right->bind);
}

/* Most scopes have a handful of names, for which a call of qsort is dearer
 * than the sorting. */
static void sort_scope(SortKey *keys, uint32_t count) {
  if (count > 16) {
    qsort(keys, count, sizeof *keys, by_sort_key);
    return;
  }
  for (uint32_t i = 1; i < count; i++) {
    SortKey key = keys[i];
    uint32_t j = i;
    for (; j > 0 && by_sort_key(&keys[j - 1], &key) > 0; j--) keys[j] = keys[j - 1];
    keys[j] = key;
  }
}

/* A counting sort by scope, then each scope by name: binds of a name are
 * next to each other and in the order of the text, and those of a scope are
 * listed in their own order besides (`listed`), for walks whose result must
 * not depend on the numbers that names happen to have. */
static void order_binds(Arena *scratch, ViewIndex *index, const Facts *facts) {
  size_t scopes = facts->scopes.len;
  for (BindNo i = 1; i < facts->binds.len; i++) index->first[facts->binds.items[i].scope + 1]++;
  for (size_t i = 1; i <= scopes; i++) index->first[i] += index->first[i - 1];
  SortKey *keys = ARENA_ARRAY(scratch, SortKey, facts->binds.len);
  uint32_t *next = arena_copy(scratch, index->first, scopes * sizeof *next);
  for (BindNo i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    keys[next[bind->scope]++] = (SortKey){(uint64_t)bind->name.value << 32 | bind->from, i};
  }
  for (size_t i = 0; i + 1 < facts->binds.len; i++) index->listed[i] = keys[i].bind;
  for (size_t i = 0; i < scopes; i++) {
    sort_scope(&keys[index->first[i]], index->first[i + 1] - index->first[i]);
  }
  for (size_t i = 0; i + 1 < facts->binds.len; i++) index->order[i] = keys[i].bind;
}

static bool is_star(const Import *import) {
  return import->form == IMPORT_STAR || import->form == IMPORT_INCLUDE;
}

/* Those that say how far they reach are no symbols. */
static bool is_space(const Def *def) { return def->kind == SYMBOL_NAMESPACE && (def->flags & DEF_ANONYMOUS); }

enum { SPACES_MAX = 256 }; /* of one file; each is looked at for each name that has namesakes */

/* One block for all of it: it is freed as one, and its size is what the
 * limit counts. */
static ViewIndex *make_index(Arena *scratch, const Facts *facts, const Lang *lang) {
  uint32_t stars = 0, spaces = 0;
  for (ImportNo i = 1; i < facts->imports.len; i++) stars += is_star(&facts->imports.items[i]);
  if (lang->rules.namespaces_flat) {
    for (DefNo i = 1; i < facts->defs.len && spaces < SPACES_MAX; i++) spaces += is_space(&facts->defs.items[i]);
  }
  size_t bytes = size_rounded(sizeof(ViewIndex) +
                              (facts->scopes.len + 1 + 2 * facts->binds.len + stars + spaces) * sizeof(uint32_t));
  ViewIndex *index = arena_heap_alloc(bytes);
  index->bytes = bytes;
  index->first = (uint32_t *)(index + 1);
  index->order = index->first + facts->scopes.len + 1;
  index->listed = index->order + facts->binds.len;
  index->stars = index->listed + facts->binds.len;
  for (ImportNo i = 1; i < facts->imports.len; i++) {
    if (is_star(&facts->imports.items[i])) index->stars[index->star_count++] = i;
  }
  index->spaces = index->stars + stars;
  for (DefNo i = 1; i < facts->defs.len && index->space_count < spaces; i++) {
    if (is_space(&facts->defs.items[i])) index->spaces[index->space_count++] = i;
  }
  for (BindNo i = 1; i < facts->binds.len && lang->rules.namespaces_flat; i++) {
    index->has_used |= names_same(facts->binds.items[i].name, lang->used_space);
    index->has_unseen |= names_same(facts->binds.items[i].name, lang->unseen_space);
  }
  order_binds(scratch, index, facts);
  return index;
}

/* ---- keeping them ---- */

static void free_index(ResolveThread *thread, ViewIndex *index) {
  assert(*index->total >= index->bytes && thread->index_count);
  *index->total -= index->bytes;
  thread->index_count--;
  free(index->parents);
  free(index->def_exprs);
  free(index->puts);
  free(index->closure);
  free(index);
}

void resolve_index_free_all(ResolveThread *thread) {
  for (size_t i = 0; i < thread->index_slots; i++) {
    while (thread->indexes[i]) {
      ViewIndex *index = thread->indexes[i];
      thread->indexes[i] = index->next;
      free_index(thread, index);
    }
  }
  free(thread->indexes);
}

/* What is older than 64 runs goes first, then ever younger ones; an index
 * that this run uses has the present time and never goes, since views point
 * at it. */
static void make_room(ResolveThread *thread) {
  for (uint64_t age = 64; thread->index_bytes > thread->index_max && age; age /= 2) {
    for (size_t i = 0; i < thread->index_slots; i++) {
      for (ViewIndex **at = &thread->indexes[i]; *at;) {
        ViewIndex *index = *at;
        if (index->used + age > thread->clock) {
          at = &index->next;
          continue;
        }
        *at = index->next;
        free_index(thread, index);
      }
    }
  }
}

/* As many slots as there are indexes, so that whoever looks for one touches no
 * others: they are all over the memory. */
static void reserve_slots(ResolveThread *thread) {
  if (thread->index_count < thread->index_slots) return;
  size_t count = thread->index_slots ? thread->index_slots * 2 : INDEX_SLOTS_FIRST;
  ViewIndex **slots = arena_heap_alloc(count * sizeof *slots);
  for (size_t i = 0; i < thread->index_slots; i++) {
    for (ViewIndex *index = thread->indexes[i], *next; index; index = next) {
      next = index->next;
      index->next = slots[index->file & (count - 1)];
      slots[index->file & (count - 1)] = index;
    }
  }
  free(thread->indexes);
  thread->indexes = slots;
  thread->index_slots = count;
}

/* Of another version: the file was put again since, and everything in the
 * index is by numbers of facts that are gone. */
static ViewIndex *index_of(Run *run, WorldFile file, uint32_t version, const Facts *facts) {
  ResolveThread *thread = run->thread;
  reserve_slots(thread);
  ViewIndex **slot = &thread->indexes[file & (thread->index_slots - 1)];
  for (ViewIndex **at = slot; *at; at = &(*at)->next) {
    ViewIndex *index = *at;
    if (index->file != file) continue;
    index->used = thread->clock;
    if (index->version == version) return index;
    *at = index->next;
    free_index(thread, index);
    break;
  }
  make_room(thread);
  ViewIndex *index = make_index(run->arena, facts, run->world->files[file].lang);
  index->file = file;
  index->version = version;
  index->used = thread->clock;
  index->next = *slot;
  *slot = index;
  index->total = &thread->index_bytes;
  *index->total += index->bytes;
  thread->index_count++;
  return index;
}

/* ---- views ---- */

/* Terms name files by the numbers of their views: small, and the same for one
 * file throughout a run. */
View *resolve_view_at(const Run *run, uint32_t number) {
  assert(number && number <= run->views.len);
  return run->views.items[number - 1];
}

/* Files may have come since the thread was opened, but none comes while it
 * resolves. */
static void reserve_views(ResolveThread *thread) {
  size_t files = thread->world->file_count;
  if (files <= thread->view_cap) return;
  thread->view_of = arena_heap_grow(thread->view_of, files * sizeof *thread->view_of);
  thread->view_run = arena_heap_grow(thread->view_run, files * sizeof *thread->view_run);
  thread->used_run = arena_heap_grow(thread->used_run, files * sizeof *thread->used_run);
  memset(thread->view_run + thread->view_cap, 0,
         (files - thread->view_cap) * sizeof *thread->view_run);
  memset(thread->used_run + thread->view_cap, 0,
         (files - thread->view_cap) * sizeof *thread->used_run);
  thread->view_cap = files;
}

/* Whatever is looked at counts as used, even when nothing was found in it: a
 * change there may bring what was missed. */
void resolve_use(Run *run, WorldFile file) {
  assert(file && file < run->world->file_count);
  ResolveThread *thread = run->thread;
  reserve_views(thread);
  if (thread->used_run[file] == thread->run_number) return;
  thread->used_run[file] = thread->run_number;
  if (run->root) *vec_add(run->arena, &run->uses) = file; /* the root comes first, alone */
}

void resolve_view_count(Run *run, WorldFile file) {
  const WorldEntry *entry = &run->world->files[file];
  if (!entry->is_library) resolve_use(run, file);
  else if (entry->is_dependency) resolve_ask(run, resolve_dependency_key(entry->path));
}

/* Most files that a run meets are asked for names alone. */
static Lent *borrow(Run *run, WorldFile file) {
  const ResolveSource *source = &run->world->source;
  const Facts *facts = source->borrow(source->context, file, run->is_whole && !run->views.len ? FACTS_REFS : FACTS_BINDS);
  if (!facts) return NULL;
  Lent *lent = ARENA_NEW(run->arena, Lent);
  *lent = (Lent){*facts, source};
  return lent;
}

const Facts *resolve_view_facts(const View *view, FactsPart part) {
  Lent *lent = view->lent;
  bool is_there = part == FACTS_REFS ? view->facts->refs.items != NULL : view->facts->exprs.items != NULL;
  if (is_there || !lent || !lent->source->more) return view->facts;
  lent->facts = *lent->source->more(lent->source->context, view->file, part);
  return view->facts;
}

/* One view per file and run. A file whose facts cannot be had is remembered
 * as such (number 0), so that it is asked for once. Facts of the standard
 * library belong to the world and are not given back. */
View *resolve_view(Run *run, WorldFile file) {
  ResolveThread *thread = run->thread;
  ResolveWorld *world = run->world;
  if (!file || file >= world->file_count || !world->files[file].live) return NULL;
  reserve_views(thread);
  if (thread->view_run[file] == thread->run_number) {
    uint32_t number = thread->view_of[file];
    return number ? resolve_view_at(run, number) : NULL;
  }
  thread->view_run[file] = thread->run_number;
  thread->view_of[file] = 0;
  const WorldEntry *entry = &world->files[file];
  resolve_view_count(run, file);
  bool is_standard = resolve_is_standard(entry);
  Lent *lent = is_standard ? NULL : borrow(run, file);
  const Facts *facts = is_standard ? resolve_library_facts(world, file) : lent ? &lent->facts : NULL;
  if (!facts) return NULL;
  View *view = ARENA_NEW(run->arena, View);
  *view = (View){.number = (uint32_t)run->views.len + 1, .file = file, .entry = entry,
                 .lang = entry->lang, .facts = facts, .lent = lent,
                 .targets = resolve_targets(world, file, facts),
                 .index = index_of(run, file, entry->version, facts)};
  *vec_add(run->arena, &run->views) = view;
  thread->view_of[file] = view->number;
  return view;
}

void resolve_views_return(Run *run) {
  const ResolveSource *source = &run->world->source;
  for (size_t i = 0; i < run->views.len; i++) {
    const View *view = run->views.items[i];
    if (!resolve_is_standard(view->entry)) source->give_back(source->context, view->file);
  }
}

static bool has_scope(const View *view, ScopeNo scope) { return scope && scope < view->facts->scopes.len; }

const BindNo *resolve_scope_binds(const View *view, ScopeNo scope, uint32_t *ret_count) {
  const ViewIndex *index = view->index;
  *ret_count = has_scope(view, scope) ? index->first[scope + 1] - index->first[scope] : 0;
  return *ret_count ? &index->listed[index->first[scope]] : NULL;
}

/* How many binds have the name, of those in order up to `end`: mostly one, but it may
 * be as many as a file has room for. */
static uint32_t count_of(const BindNo *order, const BindNo *end, const Bind *binds, NameId name) {
  uint32_t all = (uint32_t)(end - order), last = 0, step = 1;
  if (!all || binds[order[0]].name.value != name.value) return 0;
  for (; last + step < all && binds[order[last + step]].name.value == name.value; step *= 2) last += step;
  for (step /= 2; step; step /= 2) {
    if (last + step < all && binds[order[last + step]].name.value == name.value) last += step;
  }
  return last + 1;
}

const BindNo *resolve_binds(const View *view, ScopeNo scope, NameId name, uint32_t *ret_count) {
  const ViewIndex *index = view->index;
  const Bind *binds = view->facts->binds.items;
  *ret_count = 0;
  if (!has_scope(view, scope)) return NULL;
  uint32_t low = index->first[scope], high = index->first[scope + 1], all = high;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (binds[index->order[middle]].name.value < name.value) low = middle + 1;
    else high = middle;
  }
  *ret_count = count_of(&index->order[low], &index->order[all], binds, name);
  return &index->order[low];
}

/* ---- what an expression is part of ---- */

enum { PARENT_SHIFT = 30 };

/* The first parent counts: an expression that is shared (the value of two
 * names) belongs to the statement that was built first. */
static void set_parent(uint32_t *parents, size_t count, ExprNo child, ParentKind kind, uint32_t number) {
  if (child && child < count && !parents[child] && number < 1u << PARENT_SHIFT) {
    parents[child] = (uint32_t)kind << PARENT_SHIFT | number;
  }
}

/* Needed only where the type of a function's parameter follows from where
 * the function stands, so it is made when first asked for. */
static void make_parents(View *view) {
  const Facts *facts = resolve_view_facts(view, FACTS_EXPRS);
  size_t count = facts->exprs.len;
  uint32_t *parents = arena_heap_alloc((count ? count : 1) * sizeof *parents);
  ExprNo *def_exprs = arena_heap_alloc((facts->defs.len ? facts->defs.len : 1) * sizeof *def_exprs);
  for (ExprNo i = 1; i < count; i++) {
    const Expr *expr = &facts->exprs.items[i];
    if (expr->kind != EXPR_SLOT) set_parent(parents, count, expr->base, PARENT_EXPR, i);
    for (uint32_t k = 0; k < expr->list.count; k++) {
      set_parent(parents, count, view_item(view, expr->list, k), PARENT_EXPR, i);
    }
    bool is_def = expr->kind == EXPR_FUNC || expr->kind == EXPR_OBJECT;
    if (is_def && expr->number < facts->defs.len) def_exprs[expr->number] = i;
  }
  for (BindNo i = 1; i < facts->binds.len; i++) { /* what says what is expected, before a name that says nothing */
    const Bind *bind = &facts->binds.items[i];
    if ((bind->flags & BIND_NARROW) && bind->type) set_parent(parents, count, bind->value, PARENT_BIND, i);
  }
  for (DefNo i = 1; i < facts->defs.len; i++) {
    set_parent(parents, count, facts->defs.items[i].value, PARENT_DEF, i);
  }
  for (BindNo i = 1; i < facts->binds.len; i++) {
    set_parent(parents, count, facts->binds.items[i].value, PARENT_BIND, i);
  }
  size_t bytes = (count + facts->defs.len) * sizeof(uint32_t);
  view->index->bytes += bytes;
  *view->index->total += bytes;
  view->index->parents = parents;
  view->index->def_exprs = def_exprs;
}

ParentKind resolve_parent(View *view, ExprNo expr, uint32_t *ret_number) {
  *ret_number = 0;
  if (!expr || expr >= view->facts->exprs.len) return PARENT_NONE;
  if (!view->index->parents) make_parents(view);
  uint32_t parent = view->index->parents[expr];
  *ret_number = parent & ((1u << PARENT_SHIFT) - 1);
  return (ParentKind)(parent >> PARENT_SHIFT);
}

ExprNo resolve_def_expr(View *view, DefNo def) {
  if (!view->index->parents) make_parents(view);
  return def < view->facts->defs.len ? view->index->def_exprs[def] : 0;
}

/* Names are asked for in runs of the same few, and finding a name's text
 * takes a lock. */
uint64_t resolve_name_hash(Run *run, NameId name) {
  ResolveThread *thread = run->thread;
  if (!thread->name_hashes) thread->name_hashes = arena_heap_alloc(NAME_HASHES * sizeof *thread->name_hashes);
  NameHash *known = &thread->name_hashes[name.value % NAME_HASHES];
  if (!known->name.value || !names_same(known->name, name)) {
    *known = (NameHash){name, hash_str(names_text(run->world->names, name))};
  }
  return known->hash;
}
