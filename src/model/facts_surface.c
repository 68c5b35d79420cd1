/* The fingerprint of what other files can observe. It is taken of the facts
 * reduced to that; places count only as far as they decide which of several
 * binds a name means. */
#include "src/base/hash.h"
#include "src/model/facts_internal.h"

#define CACHED_NAMES 512 /* a power of two */

/* Words are gathered and hashed at once. The small cache spares hashing the
 * same name again and again. */
typedef struct Surface {
  Arena *arena;
  const Facts *facts;
  BindIndex binds;
  /* Where the binds of one scope and name begin and end, each sorted; a
   * group's part starts at place[its first bind]. */
  uint32_t *place, *size, *froms, *tos;
  VEC(uint64_t) words;
  struct {
    uint32_t id;
    uint64_t hash;
  } cached[CACHED_NAMES];
} Surface;

static void put(Surface *s, uint64_t word) { *vec_add(s->arena, &s->words) = word; }

static void put_two(Surface *s, uint32_t a, uint32_t b) { put(s, (uint64_t)a << 32 | b); }

/* Names have other numbers in every run. */
static void put_name(Surface *s, NameId name) {
  size_t slot = name.value & (CACHED_NAMES - 1);
  if (s->cached[slot].id != name.value) {
    s->cached[slot].id = name.value;
    s->cached[slot].hash = hash_str(names_text(s->facts->names, name));
  }
  put(s, name.value ? s->cached[slot].hash : 0);
}

static void put_list(Surface *s, ExprList list) {
  put(s, list.count);
  for (uint32_t i = 0; i < list.count; i++) put(s, s->facts->lists.items[list.first + i]);
}

static void put_def(Surface *s, const Def *def) {
  put_two(s, def->kind, def->flags);
  put_name(s, def->name);
  put_name(s, def->receiver);
  put_two(s, def->container, def->scope);
  put_two(s, def->opens, def->type);
  put(s, def->value);
  put_list(s, def->bases);
  put_list(s, def->decorators);
}

/* ---- order among the binds of one name ---- */

static int by_value(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

/* All groups share the two arrays, one behind the other. */
static void place_groups(Surface *s) {
  size_t count = s->facts->binds.len;
  uint32_t next = 0;
  bool *seen = ARENA_ARRAY(s->arena, bool, count);
  s->place = ARENA_ARRAY(s->arena, uint32_t, count);
  s->size = ARENA_ARRAY(s->arena, uint32_t, count);
  s->froms = ARENA_ARRAY(s->arena, uint32_t, count);
  s->tos = ARENA_ARRAY(s->arena, uint32_t, count);
  for (BindNo first = 1; first < count; first++) {
    if (seen[first]) continue;
    s->place[first] = next;
    for (BindNo i = first; i; i = s->binds.next[i]) {
      seen[i] = true;
      s->froms[next] = s->facts->binds.items[i].from;
      s->tos[next++] = s->facts->binds.items[i].to;
    }
    s->size[first] = next - s->place[first];
    if (s->size[first] < 2) continue; /* most are */
    qsort(s->froms + s->place[first], s->size[first], sizeof(uint32_t), by_value);
    qsort(s->tos + s->place[first], s->size[first], sizeof(uint32_t), by_value);
  }
}

/* By halves, in a sorted part. */
static uint32_t count_up_to(const uint32_t *sorted, uint32_t count, uint32_t at) {
  uint32_t low = 0;
  while (low < count) {
    uint32_t middle = low + (count - low) / 2;
    if (sorted[middle] <= at) low = middle + 1;
    else count = middle;
  }
  return low;
}

/* How many binds of the group hold from there on, and how many have ended. */
static void put_rank(Surface *s, BindNo first, uint32_t at) {
  uint32_t place = s->place[first], size = s->size[first];
  put_two(s, count_up_to(s->froms + place, size, at), count_up_to(s->tos + place, size, at));
}

/* ---- entries ---- */

/* Alone in its group, a bind's place decides nothing and does not count. */
static void put_bind(Surface *s, const Bind *bind) {
  put_two(s, bind->scope, bind->flags);
  put_name(s, bind->name);
  put_two(s, bind->type, bind->value);
  put_two(s, bind->def, bind->import);
  BindNo group = facts_find_bind(&s->binds, bind->scope, bind->name);
  if (!s->binds.next[group]) return;
  put_rank(s, group, bind->from);
  if (bind->to) put_rank(s, group, bind->to);
}

static void put_import(Surface *s, const Import *import) {
  put_two(s, (uint32_t)import->form << 8 | import->flags, import->scope);
  put_name(s, import->local);
  put_name(s, import->specifier);
  put_name(s, import->name);
}

/* Which bind a name means may depend on where it stands among several, in each
 * scope around it. */
static void put_expr(Surface *s, const Expr *expr) {
  put_two(s, (uint32_t)expr->kind << 8 | expr->flags, expr->scope);
  put_two(s, expr->base, expr->number);
  put_name(s, expr->name);
  put_list(s, expr->list);
  if (expr->kind != EXPR_NAME) return;
  for (ScopeNo scope = expr->scope; scope; scope = s->facts->scopes.items[scope].parent) {
    BindNo group = facts_find_bind(&s->binds, scope, expr->name);
    if (group) put_rank(s, group, expr->at);
  }
}

static void put_all(Surface *s) {
  const Facts *facts = s->facts;
  put_two(s, facts->exports, facts->is_test);
  put_name(s, facts->package);
  put_two(s, (uint32_t)facts->scopes.len, (uint32_t)facts->defs.len);
  put_two(s, (uint32_t)facts->binds.len, (uint32_t)facts->imports.len);
  for (size_t i = 1; i < facts->scopes.len; i++) {
    const Scope *scope = &facts->scopes.items[i];
    put_two(s, scope->kind, scope->parent);
    put(s, scope->def);
  }
  for (size_t i = 1; i < facts->defs.len; i++) put_def(s, &facts->defs.items[i]);
  for (size_t i = 1; i < facts->binds.len; i++) put_bind(s, &facts->binds.items[i]);
  for (size_t i = 1; i < facts->imports.len; i++) put_import(s, &facts->imports.items[i]);
  for (size_t i = 1; i < facts->exprs.len; i++) put_expr(s, &facts->exprs.items[i]);
}

/* Never 0, which means that it is not known. Two equal ones: nothing that
 * others see has changed. */
uint64_t facts_surface(Arena *arena, const Facts *facts) {
  Facts reduced;
  facts_reduce(arena, facts, &reduced);
  Surface s = {.arena = arena, .facts = &reduced, .binds = facts_index_binds(arena, &reduced)};
  place_groups(&s);
  put_all(&s);
  uint64_t hash = hash_str((Str){(const char *)s.words.items, s.words.len * sizeof(uint64_t)});
  return hash ? hash : 1;
}
