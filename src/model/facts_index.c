/* Binds by scope and name. A table with open addressing; binds of one scope
 * and name form a chain in the order of the text. It borrows the facts and
 * lives in the caller's arena. */
#include "src/model/facts_internal.h"

/* The slot of the pair, or the free one where it belongs. At most half of the
 * slots are used. */
static size_t find_slot(const BindIndex *index, ScopeNo scope, NameId name) {
  size_t at = (scope * 2654435761u) ^ (name.value * 2246822519u);
  for (at ^= at >> 15;; at++) {
    BindNo found = index->slots[at & index->mask];
    if (!found) return at & index->mask;
    const Bind *bind = &index->facts->binds.items[found];
    if (bind->scope == scope && names_same(bind->name, name)) return at & index->mask;
  }
}

/* The lists by scope are built from the end, so that they come out in
 * order. */
BindIndex facts_index_binds(Arena *arena, const Facts *facts) {
  size_t size = 16;
  while (size < facts->binds.len * 2) size *= 2;
  BindIndex index = {.facts = facts, .mask = size - 1};
  index.slots = ARENA_ARRAY(arena, BindNo, size);
  index.last = ARENA_ARRAY(arena, BindNo, size);
  index.next = ARENA_ARRAY(arena, BindNo, facts->binds.len);
  index.beside = ARENA_ARRAY(arena, BindNo, facts->binds.len);
  index.in_scope = ARENA_ARRAY(arena, BindNo, facts->scopes.len);
  for (BindNo i = 1; i < facts->binds.len; i++) {
    size_t slot = find_slot(&index, facts->binds.items[i].scope, facts->binds.items[i].name);
    if (index.last[slot]) index.next[index.last[slot]] = i;
    else index.slots[slot] = i;
    index.last[slot] = i;
  }
  for (BindNo i = (BindNo)facts->binds.len - 1; i > 0; i--) {
    ScopeNo scope = facts->binds.items[i].scope;
    index.beside[i] = index.in_scope[scope];
    index.in_scope[scope] = i;
  }
  return index;
}

/* The first one, or 0; the others follow by `next`. */
BindNo facts_find_bind(const BindIndex *index, ScopeNo scope, NameId name) {
  return index->slots[find_slot(index, scope, name)];
}
