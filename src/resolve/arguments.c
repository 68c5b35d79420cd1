/* Parameters that nothing types: what calls of the same file give them, and calls of
 * other files that name what they call. A call that nothing is known of may give
 * something else, so that it is what a parameter can be, not all that it is. */
#include "src/resolve/arguments_internal.h"

#include "src/base/hash.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/file_given_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"
#include "src/resolve/wiring_internal.h"

enum {
  CALLS_MOST = 32,     /* of one name that are looked at in the file, */
  CALLS_ELSEWHERE = 12 /* and as many as there may be in other files */
};

/* Of one file: its calls, by the name of what is called. */
struct NamedCalls {
  const View *view;
  Idmap first;   /* NameId to ExprNo */
  uint32_t *next; /* by ExprNo: the call of the same name after it; 0: none */
  struct NamedCalls *others;
};

/* super(x) calls what the class extends. */
static NameId extended_name(const Facts *facts, ScopeNo scope) {
  for (unsigned guard = 0; scope && guard < 64; guard++, scope = facts->scopes.items[scope].parent) {
    const Scope *at = &facts->scopes.items[scope];
    if (at->kind != SCOPE_TYPE || !at->def) continue;
    ExprList bases = facts->defs.items[at->def].bases;
    return bases.count ? facts->exprs.items[facts->lists.items[bases.first]].name : (NameId){0};
  }
  return (NameId){0};
}

static NameId called_name(const Facts *facts, const Expr *call) {
  const Expr *base = call->base ? &facts->exprs.items[call->base] : NULL;
  if (base && base->kind == EXPR_SUPER) return extended_name(facts, base->scope);
  bool is_named = base && (base->kind == EXPR_NAME || base->kind == EXPR_MEMBER);
  return is_named ? base->name : (NameId){0};
}

static bool is_call(const Expr *expr) { return expr->kind == EXPR_CALL || expr->kind == EXPR_NEW; }

/* ---- keys ---- */

/* The last part of a path without its extension: what a file that is imported as a
 * whole is known by, whatever its users call it. */
static Str stem_of(const Language *language, Str path) {
  size_t slash = str_find_last_byte(path, '/');
  Str name = slash == STR_NONE ? path : str_slice(path, slash + 1, path.len);
  size_t dot = str_find_last_byte(name, '.');
  bool has_extension = dot != STR_NONE && language_word_in(language->extensions, str_slice(name, dot + 1, name.len));
  return has_extension ? str_slice(name, 0, dot) : name;
}

uint64_t resolve_stem_hash(const Language *language, Str path) {
  Str stem = stem_of(language, path);
  size_t slash = str_find_last_byte(path, '/');
  if (str_eq_c(stem, "index") && slash != STR_NONE) stem = stem_of(language, str_slice(path, 0, slash));
  return hash_combine(1, hash_str(stem));
}

/* Whether an object may be among the arguments. */
static bool gives_objects(const Facts *facts, const Expr *call) {
  for (uint32_t i = 0; i < call->list.count; i++) {
    unsigned kind = facts->exprs.items[facts->lists.items[call->list.first + i]].kind;
    if (kind == EXPR_NAME || kind == EXPR_MEMBER || kind == EXPR_SELF || kind == EXPR_OBJECT || kind == EXPR_NEW || kind == EXPR_CALL) return true;
  }
  return false;
}

static uint64_t import_hash(const Language *language, const Facts *facts, ImportNo number) {
  const Import *import = &facts->imports.items[number];
  bool is_named = import->form == IMPORT_NAMED && import->name.value;
  return is_named ? hash_str(names_text(facts->names, import->name)) : resolve_stem_hash(language, names_text(facts->names, import->specifier));
}

/* What a name is called where it comes from; 0: it does not come from elsewhere. */
static uint64_t origin_hash(const Language *language, const Facts *facts, const Bind *bind) {
  ExprNo number = bind->def && !bind->value ? facts->defs.items[bind->def].value : bind->value;
  const Expr *value = &facts->exprs.items[number];
  if (bind->import) return import_hash(language, facts, bind->import);
  for (uint32_t i = 0; value->kind == EXPR_ANY && i < value->list.count; i++) { /* x = given || require("./x") */
    const Expr *part = &facts->exprs.items[facts->lists.items[value->list.first + i]];
    if (part->kind == EXPR_MODULE) value = part;
  }
  if (value->kind == EXPR_MODULE) return import_hash(language, facts, value->number);
  bool is_part = value->kind == EXPR_MEMBER && facts->exprs.items[value->base].kind == EXPR_MODULE;
  return is_part ? hash_str(names_text(facts->names, value->name)) : 0;
}

/* Names that lead to other files, wherever in the file they are bound. */
void resolve_find_origins(Arena *arena, const Language *language, const Facts *facts, Idmap *ret_by_name, Origins *ret_origins) {
  idmap_init(ret_by_name, arena);
  *ret_origins = (Origins){0};
  for (BindNo i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    uint64_t hash = bind->flags & (BIND_MEMBER | BIND_PARAM) ? 0 : origin_hash(language, facts, bind);
    if (!hash) continue;
    idmap_set(ret_by_name, bind->name.value, (uint32_t)ret_origins->len);
    *vec_add(arena, ret_origins) = hash;
  }
}

/* A member may be of anything. */
void resolve_argument_keys(Arena *arena, const Language *language, const Facts *facts, ArgumentKeys *ret_keys) {
  Idmap by_name;
  Origins origins;
  *ret_keys = (ArgumentKeys){0};
  if (!language->rules.parameters_given) return;
  resolve_find_origins(arena, language, facts, &by_name, &origins);
  for (ExprNo i = 1; i < facts->exprs.len && ret_keys->len < ARGUMENT_KEYS; i++) {
    const Expr *expr = &facts->exprs.items[i];
    if (!is_call(expr) || !gives_objects(facts, expr)) continue;
    const Expr *base = &facts->exprs.items[expr->base];
    if (base->kind == EXPR_MODULE) { /* require("./x")(object) */
      *vec_add(arena, ret_keys) = (ArgumentKey){import_hash(language, facts, base->number), i};
      continue;
    }
    NameId name = called_name(facts, expr);
    if (!name.value) continue;
    bool is_member = base->kind == EXPR_MEMBER;
    uint32_t origin = idmap_get(&by_name, name.value);
    if (is_member) *vec_add(arena, ret_keys) = (ArgumentKey){hash_str(names_text(facts->names, name)), i};
    else if (origin != IDMAP_NONE) *vec_add(arena, ret_keys) = (ArgumentKey){origins.items[origin], i};
  }
  resolve_file_given_keys(arena, language, facts, ret_keys);
}

/* ---- calls of one file ---- */

/* Gathered once for a file; from the last call to the first, so that the chains
 * are in the order of the text. */
static const struct NamedCalls *calls_in(Run *run, const View *view) {
  for (const struct NamedCalls *at = run->named_calls; at; at = at->others) {
    if (at->view == view) return at;
  }
  struct NamedCalls *calls = ARENA_NEW(run->arena, struct NamedCalls);
  calls->view = view;
  calls->others = run->named_calls;
  run->named_calls = calls;
  idmap_init(&calls->first, run->arena);
  const Facts *facts = resolve_view_facts(view, FACTS_EXPRS);
  calls->next = ARENA_ARRAY(run->arena, uint32_t, facts->exprs.len);
  for (ExprNo i = (ExprNo)facts->exprs.len; i-- > 1;) {
    const Expr *expr = &facts->exprs.items[i];
    if (!is_call(expr)) continue;
    NameId name = called_name(facts, expr);
    if (!name.value) continue;
    uint32_t before = idmap_get(&calls->first, name.value);
    calls->next[i] = before == IDMAP_NONE ? 0 : before;
    idmap_set(&calls->first, name.value, i);
  }
  return calls;
}

ExprNo resolve_next_call(Run *run, const View *view, NameId name, ExprNo before) {
  const struct NamedCalls *calls = calls_in(run, view);
  if (before) return calls->next[before];
  uint32_t first = idmap_get(&calls->first, name.value);
  return first == IDMAP_NONE ? 0 : first;
}

/* A type of a comment that leads nowhere, or out of the project, is none. */
static bool is_untyped(Run *run, View *view, BindNo number) {
  const Bind *bind = view_bind(view, number);
  if (!(bind->flags & BIND_PARAM) || (bind->flags & (BIND_TYPE_PARAM | BIND_RECEIVER | BIND_VARIADIC | BIND_KEYWORDS))) return false;
  return !bind->type || resolve_says_nothing(run, resolve_eval_type(run, view, bind->type));
}

bool resolve_says_nothing(const Run *run, ValueId type) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, type, terms);
  for (uint32_t i = 0; i < count; i++) {
    unsigned kind = resolve_term_at(run, terms[i]).kind;
    if (kind != TERM_UNKNOWN && kind != TERM_NAMED && kind != TERM_EXT) return false;
  }
  return true;
}

/* A parameter, and the function whose nth it is. */
typedef struct Wanted {
  Run *run;
  View *view;
  BindNo param;
  DefNo function;
  uint32_t nth;
} Wanted;

typedef enum Meaning { MEANS_ANOTHER, MEANS_PERHAPS, MEANS_IT } Meaning;

/* A parameter that a comment gives a type from outside: objects of the project may be
 * made as that type wants them, and are then called through it. */
static bool is_declared_outside(Run *run, View *view, ExprNo receiver) {
  FoundList list = {.count = 0};
  if (view_expr(view, receiver)->kind != EXPR_NAME || !resolve_find(run, view, receiver, &list) || list.count != 1) return false;
  const Found *found = &list.items[0];
  const Bind *bind = found->view && found->bind ? view_bind(found->view, found->bind) : NULL;
  return bind && (bind->flags & BIND_PARAM) && bind->type;
}

/* A type whose members a comment lists: those that hold any function are not told. */
static bool is_listed(Run *run, View *view, ExprNo receiver) {
  TermId terms[VALUE_MAX];
  if (resolve_terms(run, resolve_eval(run, view, receiver), terms) != 1) return false;
  Term term = resolve_term_at(run, terms[0]);
  if (term.kind != TERM_INST) return false;
  const View *at = resolve_view_at(run, term.view);
  const Def *def = view_def(at, term.number);
  return def->kind == SYMBOL_TYPE && !at->entry->is_library && def->opens && view_scope(at, def->opens)->kind == SCOPE_TYPE;
}

/* Whether the call means the function, which may be the one that makes a type. A
 * method of something unknown may be meant, and so may what a parameter with a type from
 * outside, or with one that does not tell of the member, has in it. */
static Meaning meaning(const Wanted *wanted, View *view, ExprNo call) {
  FoundList callees, members;
  ExprNo base = view_expr(view, call)->base;
  resolve_callees(wanted->run, view, call, &callees);
  for (uint32_t i = 0; i < callees.count; i++) {
    if (callees.items[i].view == wanted->view && callees.items[i].def == wanted->function) return MEANS_IT;
  }
  bool is_method = view_def(wanted->view, wanted->function)->kind == SYMBOL_METHOD && view_expr(view, base)->kind == EXPR_MEMBER;
  if (callees.count || !is_method || !resolve_find_callee(wanted->run, view, base, &members)) return MEANS_ANOTHER;
  ExprNo receiver = view_expr(view, base)->base;
  if (members.count) return MEANS_ANOTHER;
  bool may_be = members.ext ? is_declared_outside(wanted->run, view, receiver) : members.unknown || is_listed(wanted->run, view, receiver);
  return may_be ? MEANS_PERHAPS : MEANS_ANOTHER;
}

/* Other parameters without a type are what they are given in turn, the same one adds
 * nothing, and who gives itself is an instance to others. What is not known of it is
 * left out and told apart: the known part is given all the same. A type from outside
 * beside a parameter is the one that a comment gives it. */
static ValueId settled(const Wanted *wanted, ValueId value, bool *ret_is_open) {
  Run *run = wanted->run;
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  ValueId settled = VALUE_NOTHING;
  bool is_open = value == VALUE_UNKNOWN;
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    ValueId own = resolve_one(run, terms[i]);
    if (term.kind == TERM_PARAM && term.view == wanted->view->number && term.number == wanted->param) continue;
    if (term.kind == TERM_EXT && resolve_has_kind(run, value, TERM_PARAM)) continue;
    if (term.kind == TERM_PARAM) own = resolve_given_value(run, resolve_view_at(run, term.view), term.number);
    else if (term.kind == TERM_SELF) own = resolve_one(run, resolve_own_inst(run, resolve_view_at(run, term.view), term.number));
    is_open |= resolve_is_partial(run, own);
    own = resolve_without_unknown(run, own);
    if (own != VALUE_UNKNOWN) settled = resolve_union(run, settled, own);
  }
  *ret_is_open = is_open;
  return settled;
}

static bool is_instance_of(Run *run, TermId id, TermId base) {
  Term term = resolve_term_at(run, id), type = resolve_term_at(run, base);
  return term.kind == TERM_INST && type.kind == TERM_INST && resolve_as_base(run, id, type.view, type.number);
}

/* Of a class and classes that extend it, the class stands for all. */
static ValueId joined(Run *run, ValueId value, ValueId more) {
  TermId terms[VALUE_MAX], others[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms), other_count = resolve_terms(run, more, others), kept = 0;
  if (value == VALUE_UNKNOWN || more == VALUE_UNKNOWN) return VALUE_UNKNOWN;
  for (uint32_t i = 0; i < other_count; i++) {
    bool is_known = false;
    for (uint32_t k = 0; k < count && !is_known; k++) is_known = is_instance_of(run, others[i], terms[k]);
    if (!is_known) others[kept++] = others[i];
  }
  uint32_t left = 0;
  for (uint32_t k = 0; k < count; k++) {
    bool is_covered = false;
    for (uint32_t i = 0; i < kept && !is_covered; i++) is_covered = is_instance_of(run, terms[k], others[i]);
    if (!is_covered) terms[left++] = terms[k];
  }
  ValueId own = left ? resolve_value(run, terms, left) : VALUE_NOTHING;
  return kept ? resolve_union(run, own, resolve_value(run, others, kept)) : own;
}

/* What is given by calls of the function, and by those that may call it. */
typedef struct Given {
  ValueId value, perhaps;
  bool is_open; /* some call gives what nobody knows */
} Given;

/* What a class hands to the one it extends, having it from nobody known, is left to
 * those that make the extended one. */
static void add_given(const Wanted *wanted, View *view, ExprNo call, Given *given) {
  Run *run = wanted->run;
  const Expr *expr = view_expr(view, call);
  Meaning meant = wanted->nth < expr->list.count ? meaning(wanted, view, call) : MEANS_ANOTHER;
  if (meant == MEANS_ANOTHER) return;
  bool is_open, is_handed_on = view_expr(view, expr->base)->kind == EXPR_SUPER;
  ValueId value = settled(wanted, resolve_eval(run, view, view_item(view, expr->list, wanted->nth)), &is_open);
  if (is_open && (meant == MEANS_PERHAPS || is_handed_on)) return;
  given->is_open |= is_open;
  if (meant == MEANS_PERHAPS) given->perhaps = joined(run, given->perhaps, value);
  else given->value = joined(run, given->value, value);
}

static void add_here(const Wanted *wanted, NameId name, Given *given) {
  View *view = wanted->view;
  const Def *def = view_def(view, wanted->function);
  ExprNo call = 0;
  for (unsigned looked = 0; looked < CALLS_MOST && (call = resolve_next_call(wanted->run, view, name, call)) != 0; looked++) {
    uint32_t at = view_expr(view, call)->at;
    bool is_inside = def->full.from <= at && at < def->full.to; /* goes on with what it was given */
    if (!is_inside) add_given(wanted, view, call, given);
  }
}

/* What tests give stands for nothing but tests. */
static bool counts(const Wanted *wanted, WorldFile file) {
  return file != wanted->view->file && resolve_counts_for(&wanted->run->world->files[file], wanted->view->entry);
}

static void add_under(const Wanted *wanted, uint64_t name, Given *given) {
  enum { LISTED_MOST = 256 };
  Run *run = wanted->run;
  const TableItem *items;
  size_t count = resolve_lookup(run, wanted->view, resolve_key(KEY_CALLED, wanted->view->lang->family_id, name), &items), others = 0;
  if (count > LISTED_MOST) return;
  for (size_t i = 0; i < count; i++) others += counts(wanted, items[i].file);
  for (size_t i = 0; i < count && others <= CALLS_ELSEWHERE; i++) {
    View *view = counts(wanted, items[i].file) ? resolve_view(run, items[i].file) : NULL;
    if (!view || items[i].def >= view->facts->exprs.len || !is_call(view_expr(view, items[i].def))) continue;
    resolve_ask_wiring(run, view);
    add_given(wanted, view, items[i].def, given);
  }
}

static void add_elsewhere(const Wanted *wanted, NameId name, Given *given) {
  const WorldEntry *entry = wanted->view->entry;
  if (entry->is_library || !resolve_enter(wanted->run)) return;
  add_under(wanted, resolve_name_hash(wanted->run, name), given);
  add_under(wanted, resolve_stem_hash(wanted->view->lang->language, entry->path), given);
  resolve_leave(wanted->run);
}

/* One class of the project, as which alone it counts that a call may be meant; what
 * is given with it has no name there: an object that extends it, Readonly<…>. */
static bool is_one_class(const Run *run, ValueId value) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms), classes = 0;
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    const View *view = term.kind == TERM_INST ? resolve_view_at(run, term.view) : NULL;
    if (!view) return false;
    classes += !view->entry->is_library && view_def(view, term.number)->name.value;
  }
  return classes == 1;
}

/* Where something is given that nobody knows the rest holds: the call that gives
 * it is there. */
static ValueId all_given(Run *run, const Given *given) {
  if (given->value != VALUE_NOTHING) return given->is_open ? resolve_union(run, given->value, VALUE_UNKNOWN) : given->value;
  return !given->is_open && is_one_class(run, given->perhaps) ? given->perhaps : VALUE_UNKNOWN;
}

static ValueId compute(Run *run, View *view, BindNo number) {
  FoundList members = {.count = 0};
  if (resolve_is_of_file(view, number)) {
    resolve_find_file_given(run, view, number, MODE_VALUE, &members);
    return members.count ? resolve_value_of_all(run, &members) : VALUE_UNKNOWN;
  }
  const Bind *bind = view_bind(view, number);
  Wanted wanted = {.run = run, .view = view, .param = number, .function = view_scope(view, bind->scope)->def};
  const Def *def = wanted.function ? view_def(view, wanted.function) : NULL;
  if (!def || !resolve_is_callable_kind(def->kind)) return VALUE_UNKNOWN;
  NameId name = def->kind == SYMBOL_CONSTRUCTOR && def->container ? view_def(view, def->container)->name : def->name;
  uint32_t count;
  const BindNo *params = resolve_signature(run, view, wanted.function, &count);
  while (wanted.nth < count && params[wanted.nth] != number) wanted.nth++;
  if (wanted.nth == count || !name.value) return VALUE_UNKNOWN;
  Given given = {VALUE_NOTHING, VALUE_NOTHING, false};
  add_here(&wanted, name, &given);
  bool is_enough = given.is_open && given.value != VALUE_NOTHING; /* it is not all, whatever others give */
  if (!is_enough) add_elsewhere(&wanted, name, &given);
  ValueId injected = given.value == VALUE_NOTHING ? resolve_injected(run, view, wanted.function, wanted.nth) : VALUE_UNKNOWN;
  return injected == VALUE_UNKNOWN ? all_given(run, &given) : injected;
}

ValueId resolve_given_value(Run *run, View *view, BindNo bind) {
  ValueId value;
  MemoFrame frame;
  if (!view->lang->rules.parameters_given || !is_untyped(run, view, bind)) return VALUE_UNKNOWN;
  if (resolve_memo_get(run, MEMO_GIVEN, view->number, bind, &value)) return value;
  if (!resolve_memo_begin(run, MEMO_GIVEN, view->number, bind, &frame)) return VALUE_UNKNOWN;
  value = compute(run, view, bind);
  resolve_memo_end(run, &frame, value);
  return value;
}
