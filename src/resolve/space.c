/* Namespaces where they make no scopes: a file's names are in one scope, and which
 * namespace one belongs to is told by its place in the text. A name without
 * anything before it means the one in the innermost namespace around; what is used
 * (`using`) counts as if it were outside of all, and what is neither is kept only
 * where nothing else is there, because arguments can lead to it. */
#include "src/resolve/eval_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/space_internal.h"

enum { SPACES_DEEP = 16, RANK_FAR = 1, RANK_USED = 2 };

typedef struct Path {
  NameId names[SPACES_DEEP];
  uint32_t count;
} Path;

/* Outer ones come first, as their definitions do. */
static Path path_at(const View *view, uint32_t byte) {
  Path path;
  path.count = 0; /* the names are not cleared: it is asked of every candidate */
  for (uint32_t i = 0; i < view->index->space_count && path.count < SPACES_DEEP; i++) {
    const Def *space = view_def(view, view->index->spaces[i]);
    if (space->full.from > byte) break;
    if (byte < space->full.to) path.names[path.count++] = space->name;
  }
  return path;
}

static bool is_beginning(const Path *path, const Path *whole) {
  if (path->count > whole->count) return false;
  for (uint32_t i = 0; i < path->count; i++) {
    if (!names_same(path->names[i], whole->names[i])) return false;
  }
  return true;
}

/* By the last name of what was used, which namespaces of one project seldom share. */
static bool is_used(const View *view, const Path *path) {
  uint32_t count;
  const BindNo *binds = resolve_scope_binds(view, 1, &count);
  if (!path->count || !view->index->has_used) return false;
  for (uint32_t i = 0; i < count; i++) {
    const Bind *bind = view_bind(view, binds[i]);
    if (!bind->type || !names_same(bind->name, view->lang->used_space)) continue;
    if (names_same(view_expr(view, bind->type)->name, path->names[path->count - 1])) return true;
  }
  return false;
}

/* Only what a file has at its top level is in a namespace. */
static bool is_top(const Found *found) {
  return found->view && found->def && view_def(found->view, found->def)->scope == 1;
}

/* Where a definition is; a namespace is not in itself. */
static Path path_of(const View *view, const Def *def) {
  bool is_space = def->kind == SYMBOL_NAMESPACE;
  return path_at(view, !is_space ? def->name_span.from : def->full.from ? def->full.from - 1 : UINT32_MAX);
}

static unsigned rank(const View *view, const Path *here, const Found *found) {
  if (!is_top(found)) return UINT8_MAX;
  Path own = path_of(found->view, view_def(found->view, found->def));
  if (is_beginning(&own, here)) return RANK_USED + own.count;
  return is_used(view, &own) ? RANK_USED : RANK_FAR;
}

/* In one walk: a better one throws out those that were kept before it. */
void resolve_keep_near_space(View *view, uint32_t at, FoundList *list, uint32_t from) {
  if (list->count < from + 2) return;
  Path here = path_at(view, at);
  unsigned best = 0;
  uint32_t kept = from;
  for (uint32_t i = from; i < list->count; i++) {
    unsigned own = rank(view, &here, &list->items[i]);
    if (own < best) continue;
    if (own > best) kept = from;
    best = own;
    list->items[kept++] = list->items[i];
  }
  list->count = kept;
}

bool resolve_is_in_space(View *view, uint32_t at, const FoundList *list, uint32_t from) {
  Path here = path_at(view, at);
  for (uint32_t i = from; i < list->count; i++) {
    if (rank(view, &here, &list->items[i]) >= RANK_USED + here.count) return true;
  }
  return list->count == from;
}

/* Text that could not be read ends a namespace too early, and macros open some that
 * nobody sees: then what is in none may be in this one. */
static bool may_hold(const View *view, NameId name) {
  for (uint32_t i = 0; i < view->index->space_count; i++) {
    if (view->facts->broken && names_same(view_def(view, view->index->spaces[i])->name, name)) return true;
  }
  return view->index->has_unseen;
}

/* What macros open is the project's, not what its library has. */
static bool is_library_space(Run *run, const View *view, NameId name) {
  FoundList list = {.count = 0};
  return resolve_library_names(run, view->lang, name, MODE_TYPE, &list);
}

typedef enum Holding { HOLDS_NOT, HOLDS_MAYBE, HOLDS } Holding;

static Holding holds(NameId name, const Found *found, bool ours) {
  if (!is_top(found)) return HOLDS_NOT;
  Path own = path_of(found->view, view_def(found->view, found->def));
  if (own.count && names_same(own.names[own.count - 1], name)) return HOLDS;
  return ours && !own.count && may_hold(found->view, name) ? HOLDS_MAYBE : HOLDS_NOT;
}

void resolve_keep_in_space(Run *run, View *view, DefNo space, FoundList *list) {
  NameId name = view_def(view, space)->name;
  bool ours = list->count && !is_library_space(run, view, name);
  Holding best = HOLDS_MAYBE;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    Holding own = holds(name, &list->items[i], ours);
    if (own < best) continue;
    if (own > best) kept = 0;
    best = own;
    list->items[kept++] = list->items[i];
  }
  list->count = kept;
}

/* `void a::f() {}` says by its name where it belongs, which is not looked at. */
bool resolve_is_same_space(const View *view, DefNo def, const View *other, DefNo other_def) {
  if (!view->index->space_count || !other->index->space_count) return true;
  Path own = path_of(view, view_def(view, def)), its = path_of(other, view_def(other, other_def));
  if (!own.count || !its.count) return true;
  return names_same(own.names[own.count - 1], its.names[its.count - 1]);
}
