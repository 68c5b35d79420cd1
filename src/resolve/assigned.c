/* Which types the functions that a file puts into members are put into. Asked
 * for hundreds of files by every call through a member, of which few fit; so
 * it is found once per file and kept, with what it depends on, instead of
 * reading all those files again for every caller. */
#include <string.h>

#include "src/base/pack.h"
#include "src/base/sort.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/edges_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

enum { ASSIGNED_SLOTS = 4096 };

typedef struct AssignedType {
  BindNo bind;
  WorldFile file;
  DefNo def;
  AssignedValue value;
} AssignedType;

/* What one file puts into members, and all that finding it depended on.
 * Whoever uses it depends on that, too. */
struct Assigned {
  struct Assigned *next;
  WorldFile file;
  uint32_t epoch;
  uint32_t run; /* the last one that counts the uses below as its own */
  uint32_t ask_count, type_count, use_bytes;
  uint64_t *asks;
  AssignedType *types; /* by bind */
  uint8_t *uses; /* differences of sorted numbers: all that a file includes is among them */
};

/* ---- finding them ---- */

typedef VEC(AssignedType) Types;

bool resolve_find_component(Run *run, View *view, ExprNo name, Found *ret_component) {
  FoundList list;
  if (!resolve_find(run, view, name, &list)) return false;
  resolve_definitions(run, view, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (!found->view || !found->def || !resolve_is_callable_kind(view_def(found->view, found->def)->kind)) continue;
    *ret_component = *found;
    return true;
  }
  return false;
}

/* What a component is given are members of what it takes. */
static ValueId taken_by(Run *run, View *view, ExprNo name) {
  Found component;
  if (!resolve_find_component(run, view, name, &component)) return VALUE_UNKNOWN;
  BindNo param = resolve_param(run, component.view, component.def, 0, (NameId){0});
  bool is_typed = param && view_bind(component.view, param)->type;
  return is_typed ? resolve_param_type(run, component.view, param) : VALUE_UNKNOWN;
}

ValueId resolve_assigned_type(Run *run, View *view, const Bind *bind) {
  ValueId type = view->lang->rules.fields == LANGUAGE_FIELDS_GIVEN ? taken_by(run, view, bind->type) : resolve_eval_type(run, view, bind->type);
  return resolve_expand_all(run, type);
}

bool resolve_is_assigned_to(Run *run, View *view, const Bind *bind, TermId owner) {
  Term wanted = resolve_term_at(run, owner);
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, resolve_assigned_type(run, view, bind), terms);
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (term.kind == TERM_INST && term.view == wanted.view && term.number == wanted.number) return true;
  }
  return false;
}

/* Each assignment gets a full allowance of steps: what is kept must not
 * depend on how much was done before it. */
static void add_types(Run *run, BindNo number, Types *types) {
  const Bind *bind = view_bind(run->root, number);
  run->steps = 0;
  ValueId type = resolve_assigned_type(run, run->root, bind);
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, type, terms);
  AssignedValue value = {.line = ASSIGNED_NO_LINE};
  resolve_plain_name(run->root, bind->value, &value.use);
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (term.kind != TERM_INST) continue;
    *vec_add(run->arena, types) = (AssignedType){number, resolve_view_at(run, term.view)->file, term.number, value};
  }
}

static size_t bytes_of(const Assigned *assigned) {
  return sizeof *assigned + assigned->ask_count * sizeof *assigned->asks +
         assigned->type_count * sizeof *assigned->types + assigned->use_bytes;
}

static uint8_t *pack_uses(Run *run, uint32_t *ret_bytes) {
  size_t count = run->uses.len;
  uint64_t *sorted = ARENA_ARRAY(run->arena, uint64_t, 2 * count + 1), before = 0;
  uint8_t *bytes = ARENA_ARRAY(run->arena, uint8_t, PACK_NUMBER_MAX * count + 1), *at = bytes;
  for (size_t i = 0; i < count; i++) sorted[i] = run->uses.items[i];
  sort_by_bits(sorted, sorted + count, count, 0, sort_bits_of(run->world->file_count));
  for (size_t i = 0; i < count; before = sorted[i++]) at = pack_put_number(at, sorted[i] - before);
  *ret_bytes = (uint32_t)(at - bytes);
  return bytes;
}

/* In one block. */
static Assigned *keep(Run *run, const Types *types, WorldFile file) {
  Assigned head = {.file = file, .epoch = run->world->epoch,
                   .ask_count = (uint32_t)run->asks.len, .type_count = (uint32_t)types->len};
  const uint8_t *uses = pack_uses(run, &head.use_bytes);
  Assigned *kept = arena_heap_alloc(bytes_of(&head));
  *kept = head;
  kept->asks = (uint64_t *)(kept + 1);
  kept->types = (AssignedType *)(kept->asks + head.ask_count);
  kept->uses = (uint8_t *)(kept->types + head.type_count);
  for (uint32_t i = 0; i < head.ask_count; i++) kept->asks[i] = run->asks.items[i];
  for (uint32_t i = 0; i < head.type_count; i++) kept->types[i] = types->items[i];
  memcpy(kept->uses, uses, head.use_bytes);
  return kept;
}

/* In a run of its own, on a thread object of its own, so that neither memo
 * nor allowance of the asking run shows in the result: it is kept for
 * others. */
static Assigned *make(ResolveThread *thread, WorldFile file) {
  if (!thread->aside) {
    thread->aside = resolve_thread_open(thread->world);
    thread->aside->index_max /= 4;
  }
  Run run;
  Types types = {0};
  resolve_run_begin(thread->aside, &run);
  run.root = resolve_view(&run, file);
  for (BindNo i = 1; run.root && i < run.root->facts->binds.len; i++) {
    if (resolve_is_assignment(run.root->lang->language, view_bind(run.root, i))) add_types(&run, i, &types);
  }
  Assigned *assigned = keep(&run, &types, file);
  resolve_views_return(&run);
  return assigned;
}

/* ---- keeping them ---- */

void resolve_assigned_free_all(ResolveThread *thread) {
  for (size_t i = 0; thread->assigned && i < ASSIGNED_SLOTS; i++) {
    for (Assigned *assigned = thread->assigned[i], *next; assigned; assigned = next) {
      next = assigned->next;
      free(assigned);
    }
  }
  free(thread->assigned);
  thread->assigned = NULL;
  thread->assigned_bytes = 0;
}

/* Good for one epoch; a file that changed is read again. Whatever is asked for is
 * asked for in all callers' order, so that with too little room everything is
 * made again and again. */
static Assigned *get(ResolveThread *thread, WorldFile file) {
  if (thread->assigned_bytes > thread->world->memory / 2 * 3) resolve_assigned_free_all(thread);
  if (!thread->assigned) thread->assigned = arena_heap_alloc(ASSIGNED_SLOTS * sizeof *thread->assigned);
  Assigned **slot = &thread->assigned[file % ASSIGNED_SLOTS];
  for (Assigned **at = slot; *at; at = &(*at)->next) {
    Assigned *assigned = *at;
    if (assigned->file != file) continue;
    if (assigned->epoch == thread->world->epoch) return assigned;
    *at = assigned->next;
    thread->assigned_bytes -= bytes_of(assigned);
    free(assigned);
    break;
  }
  Assigned *assigned = make(thread, file);
  assigned->next = *slot;
  *slot = assigned;
  thread->assigned_bytes += bytes_of(assigned);
  return assigned;
}

/* Once per run and entry, however often it is asked. */
static void depend(Run *run, Assigned *assigned) {
  if (assigned->run == run->thread->run_number) return;
  assigned->run = run->thread->run_number;
  resolve_use(run, assigned->file);
  uint64_t file = 0, further;
  for (const uint8_t *at = assigned->uses, *end = at + assigned->use_bytes; at < end; resolve_use(run, (WorldFile)file)) {
    at = pack_load_number(at, &further);
    file += further;
  }
  for (uint32_t i = 0; i < assigned->ask_count; i++) resolve_ask(run, assigned->asks[i]);
}

AssignedTo resolve_may_be_assigned(Run *run, WorldFile file, BindNo bind, WorldFile owner_file, DefNo owner, AssignedValue **ret_value) {
  *ret_value = NULL;
  /* In a file that the root includes, names may be the root's. Any other one has its
   * types as it sees them itself, whoever asks. */
  if (file == run->root->file || resolve_is_included(run, run->root, file)) return ASSIGNED_MAYBE;
  Assigned *assigned = get(run->thread, file);
  depend(run, assigned);
  uint32_t low = 0, high = assigned->type_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (assigned->types[middle].bind < bind) low = middle + 1;
    else high = middle;
  }
  for (; low < assigned->type_count && assigned->types[low].bind == bind; low++) {
    if (assigned->types[low].file != owner_file || assigned->types[low].def != owner) continue;
    *ret_value = &assigned->types[low].value;
    return ASSIGNED_SURELY;
  }
  return ASSIGNED_NOT;
}
