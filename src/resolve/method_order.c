/* Method order: a type and its bases in the order members are looked for.
 *
 * The order of a type is made from those of its bases, which are kept, so a
 * deep hierarchy costs each of its levels once; and the bases that its parts
 * name are found once for all of them, since a name in one part may lead
 * through every other. A base that is not a type (a
 * module, an object that is spread into a literal) has no place in the
 * order; it is asked last. What is not known or lies outside is remembered
 * as two flags: a member that the order does not have may then still exist. */
#include <assert.h>

#include "src/resolve/blocks_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/value_internal.h"

enum { ORDER_MAX = 64, BASES_MAX = 16, BASE_ARGS_MAX = 8 };

/* An order in the making. */
typedef struct Draft {
  Run *run;
  TermId items[ORDER_MAX];
  uint32_t count;
  bool ext, unknown;
} Draft;

/* The type with its own parameters as arguments: what `this` is inside of
 * it. */
TermId resolve_own_inst(Run *run, View *view, DefNo def) {
  uint32_t count;
  const TermId *params = resolve_type_params(run, view, def, &count);
  ValueId args[BASE_ARGS_MAX];
  if (count > BASE_ARGS_MAX) count = BASE_ARGS_MAX;
  for (uint32_t i = 0; i < count; i++) args[i] = resolve_one(run, params[i]);
  return resolve_term(run, (Term){.kind = TERM_INST, .view = view->number, .number = def}, args, count);
}

static bool same_type(Term a, Term b) { return a.view == b.view && a.number == b.number; }

/* By definition, whatever the arguments: a type stands in the order once. */
static bool has_type(const Draft *draft, TermId type) {
  Term term = resolve_term_at(draft->run, type);
  for (uint32_t i = 0; i < draft->count; i++) {
    if (same_type(resolve_term_at(draft->run, draft->items[i]), term)) return true;
  }
  return false;
}

static void add(Draft *draft, TermId type) {
  if (draft->count < ORDER_MAX && !has_type(draft, type)) draft->items[draft->count++] = type;
}

/* ---- direct bases ---- */

typedef struct Bases {
  TermId items[BASES_MAX];
  uint32_t count;
  TermId others[BASES_MAX];
  uint32_t other_count;
  bool ext, unknown;
} Bases;

/* Types that have terms of their own (lists, literals, functions) are
 * replaced by the library's types for them, which have definitions and
 * members. */
static void add_base(Run *run, const View *view, Bases *bases, TermId id) {
  Term term = resolve_term_at(run, id);
  bool other = term.kind == TERM_MODULE || term.kind == TERM_META || term.kind == TERM_PARAM || term.kind == TERM_DEF;
  if (other && bases->other_count < BASES_MAX) {
    bases->others[bases->other_count++] = id;
    return;
  }
  if (term.kind == TERM_SELF) id = resolve_own_inst(run, resolve_view_at(run, term.view), term.number);
  else if (term.kind != TERM_INST) id = resolve_library_term(run, view, id);
  if (id && bases->count < BASES_MAX) {
    bases->items[bases->count++] = id;
  } else if (term.kind == TERM_EXT) {
    bases->ext = true;
  } else if (term.kind == TERM_LIST || term.kind == TERM_MAP || term.kind == TERM_SET ||
             term.kind == TERM_TUPLE || term.kind == TERM_LITERAL || term.kind == TERM_FUNC) {
    bases->ext = true; /* the library's, which is not here */
  } else {
    bases->unknown = true;
  }
}

static void collect_bases(Run *run, View *view, const Def *def, Bases *bases) {
  for (uint32_t i = 0; i < def->bases.count; i++) {
    ValueId value = resolve_eval_type(run, view, view_item(view, def->bases, i));
    value = resolve_expand_all(run, value);
    TermId terms[VALUE_MAX];
    uint32_t count = resolve_terms(run, value, terms);
    /* Conditions may give a name several meanings: which of them is built nobody says. */
    if (count > 1 && view->lang->rules.base_is_one) count = 0;
    if (count == 0 && value != VALUE_NOTHING) bases->unknown = true;
    for (uint32_t k = 0; k < count; k++) add_base(run, view, bases, terms[k]);
  }
}

/* What blocks elsewhere say that the type implements, in terms of the type's
 * own parameters. */
static void collect_block_bases(Run *run, View *view, DefNo number, Bases *bases) {
  if (view->lang->rules.methods != LANGUAGE_METHODS_ANYWHERE || !view_def(view, number)->name.value) return;
  TermId blocks[BLOCKS_MAX];
  uint32_t count = resolve_blocks_of(run, view, number, blocks);
  for (uint32_t i = 0; i < count; i++) {
    Term block = resolve_term_at(run, blocks[i]);
    View *at = resolve_view_at(run, block.view);
    Bases own = {.count = 0};
    collect_bases(run, at, view_def(at, block.number), &own);
    Env env = {0};
    resolve_env_type(run, &env, blocks[i]);
    for (uint32_t k = 0; k < own.count + own.other_count; k++) {
      TermId base = k < own.count ? own.items[k] : own.others[k - own.count], terms[VALUE_MAX];
      ValueId value = resolve_substitute(run, resolve_one(run, base), &env);
      uint32_t term_count = resolve_terms(run, value, terms);
      for (uint32_t n = 0; n < term_count; n++) add_base(run, view, bases, terms[n]);
    }
    bases->ext |= own.ext;
    bases->unknown |= own.unknown;
  }
}

/* ---- bases of all parts ---- */

typedef struct PartBases {
  Part part;
  Bases bases;
} PartBases;

/* Parts that name none are not there. */
typedef struct TypeBases {
  PartBases *items;
  uint32_t count;
} TypeBases;

static void add_part(Run *run, TypeBases *type, uint32_t *cap, Part part) {
  const Def *def = view_def(part.view, part.def);
  if (!def->bases.count) return;
  for (uint32_t i = 0; i < type->count; i++) {
    if (type->items[i].part.view == part.view && type->items[i].part.def == part.def) return;
  }
  if (type->count == *cap) {
    uint32_t more = *cap ? *cap * 2 : 1;
    type->items = arena_grow(run->arena, type->items, *cap * sizeof *type->items, more * sizeof *type->items);
    *cap = more;
  }
  PartBases *own = &type->items[type->count++];
  *own = (PartBases){.part = part};
  collect_bases(run, part.view, def, &own->bases);
}

/* Namesakes of the same scope, where they are one type. */
static const BindNo *namesakes(const View *view, DefNo number, uint32_t *ret_count) {
  const Def *def = view_def(view, number);
  *ret_count = 0;
  if (!view->lang->rules.types_reopen || !def->name.value) return NULL;
  return resolve_binds(view, def->scope, def->name, ret_count);
}

static bool is_type(const View *view, DefNo def) { return def && symbol_kind_is_type(view_def(view, def)->kind); }

/* The part that stands for all, whichever of them is asked. */
static Part leader_of(View *view, DefNo number, const Parts *parts) {
  uint32_t count;
  if (parts) return parts->items[0];
  const BindNo *binds = namesakes(view, number, &count);
  for (uint32_t i = 0; i < count; i++) {
    DefNo def = view_bind(view, binds[i])->def;
    if (is_type(view, def)) return (Part){view, def};
  }
  return (Part){view, number};
}

static TypeBases *collect_parts(Run *run, View *view, DefNo number, const Parts *parts) {
  TypeBases *type = ARENA_NEW(run->arena, TypeBases);
  uint32_t cap = 0, count;
  const BindNo *binds = namesakes(view, number, &count);
  add_part(run, type, &cap, (Part){view, number});
  for (uint32_t i = 0; parts && i < parts->count; i++) add_part(run, type, &cap, parts->items[i]);
  for (uint32_t i = 0; i < count; i++) {
    DefNo other = view_bind(view, binds[i])->def;
    if (is_type(view, other)) add_part(run, type, &cap, (Part){view, other});
  }
  return type;
}

/* NULL: they are being found, or cannot be. */
static const TypeBases *type_bases(Run *run, View *view, DefNo number) {
  const Parts *parts = resolve_parts(run, view, number);
  Part leader = leader_of(view, number, parts);
  uint32_t at;
  if (!resolve_memo_get(run, MEMO_BASES, leader.view->number, leader.def, &at)) {
    MemoFrame frame;
    if (!resolve_memo_begin(run, MEMO_BASES, leader.view->number, leader.def, &frame)) return NULL;
    TypeBases *type = collect_parts(run, view, number, parts);
    at = (uint32_t)run->bases.len;
    *vec_add(run->arena, &run->bases) = type;
    resolve_memo_end(run, &frame, at);
  }
  return run->bases.items[at];
}

static void append(Bases *bases, const Bases *more) {
  for (uint32_t i = 0; i < more->count; i++) {
    if (bases->count < BASES_MAX) bases->items[bases->count++] = more->items[i];
    else bases->unknown = true;
  }
  for (uint32_t i = 0; i < more->other_count && bases->other_count < BASES_MAX; i++) {
    bases->others[bases->other_count++] = more->others[i];
  }
  bases->ext |= more->ext;
  bases->unknown |= more->unknown;
}

/* Where types can be written in several parts each part may name bases; the
 * part's own come first. */
static bool merged_bases(Run *run, View *view, DefNo number, Bases *bases) {
  const TypeBases *type = type_bases(run, view, number);
  if (!type) return false;
  for (uint32_t i = 0; i < type->count; i++) {
    const Part *part = &type->items[i].part;
    if (part->view == view && part->def == number) append(bases, &type->items[i].bases);
  }
  collect_block_bases(run, view, number, bases);
  for (uint32_t i = 0; i < type->count; i++) {
    const Part *part = &type->items[i].part;
    if (part->view != view || part->def != number) append(bases, &type->items[i].bases);
  }
  return true;
}

/* ---- the three orders ---- */

/* The order of a base, with its type arguments put in: `class A extends
 * B<int>` inherits the members of B<int>, not of B<T>. */
static uint32_t base_order(Run *run, TermId base, TermId items[ORDER_MAX], Draft *draft) {
  Term term = resolve_term_at(run, base);
  const MethodOrder *order = resolve_method_order(run, resolve_view_at(run, term.view), term.number);
  if (!order) {
    draft->unknown = true;
    items[0] = base;
    return 1;
  }
  draft->ext |= order->ext;
  draft->unknown |= order->unknown;
  Env env = {0};
  resolve_env_type(run, &env, base);
  items[0] = base;
  for (uint32_t i = 1; i < order->count; i++) {
    ValueId value = resolve_substitute(run, resolve_one(run, order->items[i]), &env);
    TermId terms[VALUE_MAX];
    items[i] = resolve_terms(run, value, terms) == 1 ? terms[0] : order->items[i];
  }
  return order->count;
}

static void depth_first(Draft *draft, const Bases *bases) {
  for (uint32_t i = 0; i < bases->count; i++) {
    TermId items[ORDER_MAX];
    uint32_t count = base_order(draft->run, bases->items[i], items, draft);
    for (uint32_t k = 0; k < count; k++) add(draft, items[k]);
  }
}

/* Level by level. The orders of the bases are by level themselves, so taking
 * one of each in turn keeps the levels. */
static void breadth_first(Draft *draft, const Bases *bases) {
  TermId items[BASES_MAX][ORDER_MAX];
  uint32_t counts[BASES_MAX], longest = 0;
  for (uint32_t i = 0; i < bases->count; i++) {
    counts[i] = base_order(draft->run, bases->items[i], items[i], draft);
    if (counts[i] > longest) longest = counts[i];
  }
  for (uint32_t k = 0; k < longest; k++) {
    for (uint32_t i = 0; i < bases->count; i++) {
      if (k < counts[i]) add(draft, items[i][k]);
    }
  }
}

typedef struct Sequence {
  TermId items[ORDER_MAX];
  uint32_t at, count;
} Sequence;

/* Whether some sequence wants other types first: then this one has to wait. */
static bool in_a_tail(const Run *run, const Sequence *sequences, uint32_t count, TermId type) {
  Term term = resolve_term_at(run, type);
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t k = sequences[i].at + 1; k < sequences[i].count; k++) {
      if (same_type(resolve_term_at(run, sequences[i].items[k]), term)) return true;
    }
  }
  return false;
}

static void drop_head(const Run *run, Sequence *sequences, uint32_t count, TermId type) {
  Term term = resolve_term_at(run, type);
  for (uint32_t i = 0; i < count; i++) {
    Sequence *own = &sequences[i];
    if (own->at < own->count && same_type(resolve_term_at(run, own->items[own->at]), term)) own->at++;
  }
}

/* The next type that no sequence wants later; 0: done, or they contradict. */
static TermId next_c3(const Run *run, const Sequence *sequences, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (sequences[i].at == sequences[i].count) continue;
    TermId head = sequences[i].items[sequences[i].at];
    if (!in_a_tail(run, sequences, count, head)) return head;
  }
  return 0;
}

/* The merge that some languages define: the next type is the first head that
 * is in no tail. Contradicting bases, which such a language refuses, leave
 * types over; they go last, depth first, so that members are found all the
 * same. */
static void c3(Draft *draft, const Bases *bases) {
  Sequence *sequences = ARENA_ARRAY(draft->run->arena, Sequence, bases->count + 1);
  for (uint32_t i = 0; i < bases->count; i++) {
    sequences[i].count = base_order(draft->run, bases->items[i], sequences[i].items, draft);
    sequences[bases->count].items[i] = bases->items[i];
  }
  sequences[bases->count].count = bases->count;
  for (TermId next; (next = next_c3(draft->run, sequences, bases->count + 1));) {
    add(draft, next);
    drop_head(draft->run, sequences, bases->count + 1, next);
  }
  depth_first(draft, bases); /* what a contradiction left out */
}

static void turn_round(Bases *bases) {
  for (uint32_t i = 0, k = bases->count; i + 1 < k; i++) {
    TermId item = bases->items[i];
    bases->items[i] = bases->items[--k];
    bases->items[k] = item;
  }
}

static void add_object(Run *run, const View *view, Draft *draft) {
  TermId object = resolve_library_type(run, view, view->lang->object, NULL, 0);
  if (object) add(draft, object);
}

/* The type itself, then its bases, then the type that everything extends,
 * where the language has one; NULL: the bases are not known yet. */
static MethodOrder *make_order(Run *run, View *view, DefNo def) {
  Draft draft = {.run = run};
  add(&draft, resolve_own_inst(run, view, def));
  Bases bases = {.count = 0};
  if (!merged_bases(run, view, def, &bases)) return NULL;
  draft.ext = bases.ext;
  draft.unknown = bases.unknown;
  switch (view->lang->rules.bases) {
    case LANGUAGE_BASES_C3_LAST: turn_round(&bases); c3(&draft, &bases); break;
    case LANGUAGE_BASES_C3: c3(&draft, &bases); break;
    case LANGUAGE_BASES_BREADTH: breadth_first(&draft, &bases); break;
    case LANGUAGE_BASES_DEPTH: depth_first(&draft, &bases); break;
  }
  add_object(run, view, &draft);
  if (view->entry->is_dependency) { /* what it does not tell is outside all the same */
    draft.ext = true;
    draft.unknown = false;
  }
  MethodOrder *order = ARENA_NEW(run->arena, MethodOrder);
  *order = (MethodOrder){.items = arena_copy(run->arena, draft.items, draft.count * sizeof *draft.items),
                 .count = draft.count,
                 .others = arena_copy(run->arena, bases.others, bases.other_count * sizeof *bases.others),
                 .other_count = bases.other_count, .ext = draft.ext, .unknown = draft.unknown};
  return order;
}

const MethodOrder *resolve_method_order(Run *run, View *view, DefNo def) {
  assert(def < view->facts->defs.len);
  uint32_t at;
  if (!resolve_memo_get(run, MEMO_METHOD_ORDER, view->number, def, &at)) {
    MemoFrame frame;
    if (!resolve_memo_begin(run, MEMO_METHOD_ORDER, view->number, def, &frame)) return NULL;
    MethodOrder *order = make_order(run, view, def);
    at = (uint32_t)run->method_orders.len;
    *vec_add(run->arena, &run->method_orders) = order;
    resolve_memo_end(run, &frame, at); /* not kept where there is none: a circle leads further out */
  }
  return run->method_orders.items[at];
}

/* Whether an instance is one of a base, and of which type arguments:
 * List<int> as Iterable is Iterable<int>. */
TermId resolve_as_base(Run *run, TermId inst, uint32_t view, DefNo def) {
  Term term = resolve_term_at(run, inst);
  if (term.kind != TERM_INST && term.kind != TERM_SELF) return 0;
  if (term.view == view && term.number == def) return inst;
  const MethodOrder *order = resolve_method_order(run, resolve_view_at(run, term.view), term.number);
  for (uint32_t i = 0; order && i < order->count; i++) {
    Term base = resolve_term_at(run, order->items[i]);
    if (base.view != view || base.number != def) continue;
    Env env = {0};
    resolve_env_type(run, &env, inst);
    TermId terms[VALUE_MAX];
    ValueId value = resolve_substitute(run, resolve_one(run, order->items[i]), &env);
    return resolve_terms(run, value, terms) == 1 ? terms[0] : order->items[i];
  }
  return 0;
}
