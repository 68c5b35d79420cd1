/* Values: small sets of terms, each distinct one kept once per run, so that
 * equal values have equal numbers. */
#include <assert.h>
#include <string.h>

#include "src/base/hash.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/value_internal.h"

enum { POOL_SLOTS = 1024, SUBSTITUTE_DEPTH = 8, ARGS_MAX = 24 };

static void *new_slots(Run *run, size_t count) { return ARENA_ARRAY(run->arena, uint32_t, count); }

/* The two values without terms have fixed numbers, so that comparing with
 * them needs no look-up: unknown counts as partial, nothing does not. */
void resolve_pool_reset(Run *run) {
  Pool *pool = run->pool;
  *pool = (Pool){.term_slot_count = POOL_SLOTS, .value_slot_count = POOL_SLOTS};
  pool->term_slots = new_slots(run, POOL_SLOTS);
  pool->value_slots = new_slots(run, POOL_SLOTS);
  *vec_add(run->arena, &pool->terms) = (Term){0};
  *vec_add(run->arena, &pool->alone) = VALUE_UNKNOWN;
  *vec_add(run->arena, &pool->items) = 0;
  *vec_add(run->arena, &pool->values) = (ValueRow){.partial = 1}; /* VALUE_UNKNOWN */
  *vec_add(run->arena, &pool->values) = (ValueRow){0};            /* VALUE_NOTHING */
}

/* Copied out: the pool moves when it grows, and whoever walks over terms
 * makes new ones. */
uint32_t resolve_terms(const Run *run, ValueId value, TermId ret_terms[VALUE_MAX]) {
  assert(value < run->pool->values.len);
  const ValueRow *row = &run->pool->values.items[value];
  if (row->count) memcpy(ret_terms, &run->pool->items.items[row->first], row->count * sizeof *ret_terms);
  return row->count;
}

bool resolve_is_open(const Run *run, ValueId value) { return run->pool->values.items[value].open; }
bool resolve_is_partial(const Run *run, ValueId value) { return run->pool->values.items[value].partial; }

bool resolve_has_kind(const Run *run, ValueId value, TermKind kind) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  for (uint32_t i = 0; i < count; i++) {
    if (resolve_term_at(run, terms[i]).kind == kind) return true;
  }
  return false;
}

/* ---- terms ---- */

/* Numbers here are small and dense; multiplying spreads them over the slots. */
static uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 29;
}

static uint64_t term_hash(const Term *term, const ValueId *args) {
  uint64_t hash = mix((uint64_t)term->kind << 8 | term->flags, (uint64_t)term->view << 32 | term->number);
  for (uint32_t i = 0; i < term->count; i++) hash = mix(hash, args[i] + 1u);
  return hash;
}

static bool same_term(const Run *run, const Term *a, const Term *b, const ValueId *args) {
  return a->kind == b->kind && a->flags == b->flags && a->view == b->view && a->number == b->number &&
         a->count == b->count &&
         (a->count == 0 || !memcmp(&run->pool->items.items[a->args], args, a->count * sizeof *args));
}

static void grow_terms(Run *run) {
  Pool *pool = run->pool;
  pool->term_slot_count *= 2;
  pool->term_slots = new_slots(run, pool->term_slot_count);
  for (TermId i = 1; i < pool->terms.len; i++) {
    const Term *term = &pool->terms.items[i];
    size_t at = term_hash(term, &pool->items.items[term->args]) & (pool->term_slot_count - 1);
    while (pool->term_slots[at]) at = (at + 1) & (pool->term_slot_count - 1);
    pool->term_slots[at] = i;
  }
}

/* Terms whose meaning depends on where they are read: they are what
 * substitution replaces. */
static bool is_open_kind(unsigned kind) { return kind == TERM_PARAM || kind == TERM_SELF || kind == TERM_SUPER; }

/* Arguments beyond ARGS_MAX are dropped: functions of that many parameters
 * exist, and what they are told apart by comes before that. */
TermId resolve_term(Run *run, Term term, const ValueId *args, uint32_t count) {
  Pool *pool = run->pool;
  if (count > ARGS_MAX) count = ARGS_MAX;
  term.count = (uint8_t)count;
  if (pool->terms.len * 2 > pool->term_slot_count) grow_terms(run);
  size_t mask = pool->term_slot_count - 1;
  size_t at = term_hash(&term, args) & mask;
  for (; pool->term_slots[at]; at = (at + 1) & mask) {
    if (same_term(run, &pool->terms.items[pool->term_slots[at]], &term, args)) return pool->term_slots[at];
  }
  term.open = is_open_kind(term.kind);
  for (uint32_t i = 0; i < count; i++) term.open |= pool->values.items[args[i]].open;
  ValueId copy[ARGS_MAX]; /* `args` may lie in the pool, which moves */
  if (count) memcpy(copy, args, count * sizeof *copy);
  term.args = (uint32_t)pool->items.len;
  for (uint32_t i = 0; i < count; i++) *vec_add(run->arena, &pool->items) = copy[i];
  *vec_add(run->arena, &pool->terms) = term;
  *vec_add(run->arena, &pool->alone) = 0;
  pool->term_slots[at] = (uint32_t)pool->terms.len - 1;
  return (TermId)pool->terms.len - 1;
}

/* ---- sets ---- */

static uint64_t set_hash(const TermId *terms, uint32_t count) {
  uint64_t hash = count;
  for (uint32_t i = 0; i < count; i++) hash = mix(hash, terms[i]);
  return hash;
}

static void grow_values(Run *run) {
  Pool *pool = run->pool;
  pool->value_slot_count *= 2;
  pool->value_slots = new_slots(run, pool->value_slot_count);
  for (ValueId i = 2; i < pool->values.len; i++) {
    const ValueRow *row = &pool->values.items[i];
    size_t at = set_hash(&pool->items.items[row->first], row->count) & (pool->value_slot_count - 1);
    while (pool->value_slots[at]) at = (at + 1) & (pool->value_slot_count - 1);
    pool->value_slots[at] = i;
  }
}

/* `terms` sorted, without duplicates. */
static ValueId intern_set(Run *run, const TermId *terms, uint32_t count) {
  Pool *pool = run->pool;
  if (pool->values.len * 2 > pool->value_slot_count) grow_values(run);
  size_t mask = pool->value_slot_count - 1;
  size_t at = set_hash(terms, count) & mask;
  for (; pool->value_slots[at]; at = (at + 1) & mask) {
    const ValueRow *row = &pool->values.items[pool->value_slots[at]];
    if (row->count == count && !memcmp(&pool->items.items[row->first], terms, count * sizeof *terms)) {
      return pool->value_slots[at];
    }
  }
  ValueRow row = {.count = (uint8_t)count};
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    row.open |= term.open;
    row.partial |= term.kind == TERM_UNKNOWN || term.kind == TERM_NAMED;
  }
  row.first = (uint32_t)pool->items.len;
  for (uint32_t i = 0; i < count; i++) *vec_add(run->arena, &pool->items) = terms[i];
  *vec_add(run->arena, &pool->values) = row;
  pool->value_slots[at] = (uint32_t)pool->values.len - 1;
  return (ValueId)pool->values.len - 1;
}

/* Sorted by number, so that equal sets are equal rows. More than VALUE_MAX
 * alternatives are as good as unknown, and would make every further step
 * dearer. */
ValueId resolve_value(Run *run, const TermId *terms, uint32_t count) {
  TermId sorted[VALUE_MAX + 1];
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    TermId term = terms[i];
    uint32_t at = 0;
    while (at < kept && sorted[at] < term) at++;
    if (at < kept && sorted[at] == term) continue;
    if (kept == VALUE_MAX) return VALUE_UNKNOWN;
    memmove(&sorted[at + 1], &sorted[at], (kept - at) * sizeof *sorted);
    sorted[at] = term;
    kept++;
  }
  if (kept == 0) return VALUE_NOTHING;
  if (kept == 1 && resolve_term_at(run, sorted[0]).kind == TERM_UNKNOWN) return VALUE_UNKNOWN;
  return intern_set(run, sorted, kept);
}

ValueId resolve_one(Run *run, TermId term) {
  ValueId *alone = &run->pool->alone.items[term];
  if (term && !*alone) *alone = resolve_value(run, &term, 1);
  return *alone;
}

ValueId resolve_ext(Run *run) { return resolve_one(run, resolve_term_of(run, TERM_EXT, 0, 0)); }

/* Unknown is kept as a term beside the others: "one of these, or something
 * else". */
static ValueId make_union(Run *run, ValueId a, ValueId b) {
  TermId terms[2 * VALUE_MAX + 1];
  uint32_t count = 0;
  if (a == VALUE_UNKNOWN || b == VALUE_UNKNOWN) {
    terms[count++] = resolve_term_of(run, TERM_UNKNOWN, 0, 0);
  }
  const ValueId both[2] = {a, b};
  for (int side = 0; side < 2; side++) {
    count += resolve_terms(run, both[side], &terms[count]);
  }
  return resolve_value(run, terms, count);
}

/* Nothing (null, no result) adds nothing: whatever is called on it fails at run
 * time and leads nowhere. The same few are asked for millions of times where
 * calls follow each other in long chains. */
ValueId resolve_union(Run *run, ValueId a, ValueId b) {
  if (a == b || b == VALUE_NOTHING) return a;
  if (a == VALUE_NOTHING) return b;
  Pool *pool = run->pool;
  if (!pool->unions) pool->unions = ARENA_ARRAY(run->arena, UnionRow, POOL_UNIONS);
  UnionRow *row = &pool->unions[(a * 0x9E3779B1u + b) % POOL_UNIONS];
  if (row->a != a || row->b != b) *row = (UnionRow){a, b, make_union(run, a, b)};
  return row->both;
}

ValueId resolve_without_unknown(Run *run, ValueId value) {
  if (!resolve_is_partial(run, value)) return value;
  TermId terms[VALUE_MAX], known[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms), kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    unsigned kind = resolve_term_at(run, terms[i]).kind;
    if (kind != TERM_UNKNOWN && kind != TERM_NAMED) known[kept++] = terms[i];
  }
  return kept ? resolve_value(run, known, kept) : VALUE_UNKNOWN;
}

ValueId resolve_told_by(Run *run, const View *view, ValueId value) {
  if (!view->entry->is_dependency) return value;
  if (value == VALUE_UNKNOWN || value == VALUE_NOTHING) return resolve_ext(run);
  if (!resolve_is_partial(run, value)) return value;
  ValueId known = resolve_without_unknown(run, value);
  return known == VALUE_UNKNOWN ? resolve_ext(run) : resolve_union(run, known, resolve_ext(run));
}

/* ---- type parameters ---- */

/* The first ENV_MAX parameters count. Those that are fixed are not up for
 * inference any more. */
void resolve_env_add(Run *run, Env *env, TermId param, ValueId value) {
  assert(env->count <= ENV_MAX && env->fixed <= env->count);
  for (uint32_t i = 0; i < env->count; i++) {
    if (env->params[i] != param) continue;
    if (i < env->fixed) return;
    env->values[i] = resolve_union(run, env->values[i], value);
    return;
  }
  if (env->count == ENV_MAX) return;
  env->params[env->count] = param;
  env->values[env->count++] = value;
}

void resolve_env_type(Run *run, Env *env, TermId owner) {
  Term term = resolve_term_at(run, owner);
  if (term.kind != TERM_INST && term.kind != TERM_DEF) return;
  uint32_t count;
  const TermId *params = resolve_type_params(run, resolve_view_at(run, term.view), term.number, &count);
  for (uint32_t i = 0; i < count && i < term.count; i++) {
    ValueId value = resolve_arg(run, term, i);
    /* Nothing said (a wildcard): the parameter stays what its bound says. */
    if (value != VALUE_NOTHING && resolve_one(run, params[i]) != value) resolve_env_add(run, env, params[i], value);
  }
  if (term.kind == TERM_INST && term.count < count) {
    resolve_env_defaults(run, resolve_view_at(run, term.view), term.number, env);
  }
}

static ValueId substitute(Run *run, ValueId value, const Env *env, unsigned depth);

/* Closed terms, which depend on nothing, are most of them, and are given
 * back as they are. */
static ValueId substitute_term(Run *run, TermId id, const Env *env, unsigned depth) {
  assert(depth <= SUBSTITUTE_DEPTH);
  Term term = resolve_term_at(run, id);
  if (!term.open) return resolve_one(run, id);
  if (term.kind == TERM_SELF) return env->self ? env->self : resolve_one(run, id);
  if (term.kind == TERM_PARAM) {
    for (uint32_t i = 0; i < env->count; i++) {
      if (env->params[i] == id) return env->values[i];
    }
    return resolve_one(run, id);
  }
  ValueId args[ARGS_MAX];
  for (uint32_t i = 0; i < term.count; i++) {
    args[i] = substitute(run, run->pool->items.items[term.args + i], env, depth + 1);
  }
  if (term.kind == TERM_LATER && term.flags == LATER_KEYED) return resolve_keyed(run, resolve_view_at(run, term.view), args[0], args[1]);
  if (term.kind == TERM_LATER) {
    return resolve_later(run, resolve_view_at(run, term.view), (LaterKind)term.flags, args[0], (NameId){term.number});
  }
  return resolve_one(run, resolve_term(run, (Term){.kind = (uint8_t)term.kind, .view = term.view, .number = term.number, .flags = term.flags}, args, term.count));
}

/* Types that contain themselves through their parameters would be put in for
 * ever; beyond a few levels nobody asks. */
static ValueId substitute(Run *run, ValueId value, const Env *env, unsigned depth) {
  if (!resolve_is_open(run, value)) return value;
  if (depth > SUBSTITUTE_DEPTH) return VALUE_UNKNOWN;
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  ValueId result = VALUE_NOTHING;
  for (uint32_t i = 0; i < count; i++) {
    result = resolve_union(run, result, substitute_term(run, terms[i], env, depth));
  }
  return result;
}

ValueId resolve_substitute(Run *run, ValueId value, const Env *env) {
  if (env->count == 0 && !env->self) return value;
  return substitute(run, value, env, 0);
}
