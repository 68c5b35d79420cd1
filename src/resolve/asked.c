/* Values that nothing tells, by what is asked of them: where a file asks a name, or a
 * member of it, for several members that just one type of the project has, it is of that
 * type. No name tells alone: what the library has under a name counts for nothing, all
 * that is asked has to be there, and a second type that has it all makes it nobody's. */
#include "src/resolve/arguments_internal.h"

#include "src/base/hash.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/own_members_internal.h"
#include "src/resolve/value_internal.h"

enum {
  PATH_MOST = 4,    /* names of a receiver: self.s.pool */
  USES_MOST = 256,  /* of one receiver that are looked at, */
  NAMES_MOST = 32,  /* and names that are asked of it */
  BEARERS_MOST = 16, /* types that have a function of one name */
  TYPES_MOST = 32,
  OWN_LEAST = 2     /* names that the type has and no library's, which make it certain */
};

/* ---- keys ---- */

static bool is_function(const Facts *facts, const Bind *bind) {
  return bind->def && symbol_kind_is_callable((SymbolKind)facts->defs.items[bind->def].kind);
}

/* What libraries only have as a field is not what is called. */
static uint64_t library_hash(uint64_t name, bool is_function) { return hash_combine(name, is_function); }

static bool is_member(const Bind *bind) { return bind->flags & BIND_MEMBER && bind->name.value && !(bind->flags & BIND_NARROW); }

void resolve_library_member_keys(Arena *arena, const Language *language, const Facts *facts, MemberKeys *ret_keys) {
  Idmap names;
  *ret_keys = (MemberKeys){0};
  if (!language->rules.function_types) return;
  idmap_init(&names, arena);
  for (BindNo i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (!is_member(bind)) continue;
    uint64_t hash = library_hash(hash_str(names_text(facts->names, bind->name)), is_function(facts, bind));
    if (idmap_mark(&names, hash)) *vec_add(arena, ret_keys) = (MemberKey){hash, 0};
  }
}

void resolve_member_keys(Arena *arena, const Language *language, const Facts *facts, MemberKeys *ret_keys) {
  *ret_keys = (MemberKeys){0};
  if (!language->rules.asked_tells) return;
  for (BindNo i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (!is_member(bind) || !is_function(facts, bind) || !facts->scopes.items[bind->scope].def) continue;
    *vec_add(arena, ret_keys) = (MemberKey){hash_str(names_text(facts->names, bind->name)), i};
  }
}

/* ---- what is asked ---- */

typedef struct MemberUse {
  ExprNo member;
  DefNo from; /* the function that asks */
  bool is_called, is_known; /* known: what the path begins with has been looked up */
  BindNo bind;   /* that it is; 0: it is none */
  uint32_t next; /* of the same receiver; 0: none */
} MemberUse;

/* Of the file that is resolved: what it asks, by the path of whom. */
struct AskedMembers {
  Idmap first;  /* path to a place in uses */
  Idmap groups; /* path and bind of its first name to a number of its own */
  VEC(MemberUse) uses;
};

/* 0: it is no path of names. */
static uint64_t path_hash(const View *view, ExprNo number, unsigned depth) {
  const Expr *expr = view_expr(view, number);
  if (depth > PATH_MOST) return 0;
  if (expr->kind == EXPR_NAME) return hash_combine(1, expr->name.value);
  if (expr->kind == EXPR_SELF) return 2;
  if (expr->kind == EXPR_NEW) return expr->list.count ? 0 : hash_combine(3, view_expr(view, expr->base)->name.value); /* `this` of what it makes */
  if (expr->kind != EXPR_MEMBER || !expr->base) return 0;
  uint64_t base = path_hash(view, expr->base, depth + 1);
  return base ? hash_combine(base, expr->name.value) : 0;
}

static ExprNo root_of(const View *view, ExprNo number) {
  for (unsigned i = 0; i < PATH_MOST && view_expr(view, number)->kind == EXPR_MEMBER; i++) number = view_expr(view, number)->base;
  return number;
}

static ExprNo asked_member(const View *view, const Ref *ref) {
  if (ref->role == REF_READ) return ref->expr;
  return ref->role == REF_CALL || ref->role == REF_NEW ? view_expr(view, ref->expr)->base : 0;
}

static struct AskedMembers *members_of(Run *run, View *view) {
  if (run->asked_members) return run->asked_members;
  struct AskedMembers *all = ARENA_NEW(run->arena, struct AskedMembers);
  *all = (struct AskedMembers){.uses = {0}};
  idmap_init(&all->first, run->arena);
  idmap_init(&all->groups, run->arena);
  *vec_add(run->arena, &all->uses) = (MemberUse){0};
  for (RefNo i = (RefNo)view->facts->refs.len; i-- > 1;) {
    const Ref *ref = view_ref(view, i);
    ExprNo member = asked_member(view, ref);
    if (!member || view_expr(view, member)->kind != EXPR_MEMBER || !view_expr(view, member)->base) continue;
    uint64_t path = path_hash(view, view_expr(view, member)->base, 0);
    if (!path) continue;
    uint32_t next = idmap_set(&all->first, path, (uint32_t)all->uses.len);
    *vec_add(run->arena, &all->uses) = (MemberUse){.member = member, .from = ref->from, .is_called = ref->role == REF_CALL, .next = next == IDMAP_NONE ? 0 : next};
  }
  return run->asked_members = all;
}

/* ---- who has it ---- */

typedef struct AskedName {
  NameId name;
  bool is_called, is_own; /* of no library's type */
} AskedName;

typedef struct Asked {
  Run *run;
  View *view;
  BindNo bind;  /* of the first name of the path; 0: `this` */
  bool is_wide; /* any parameter of that name is meant */
  AskedName names[NAMES_MOST];
  uint32_t count;
  uint32_t uses[USES_MOST]; /* calls, in AskedMembers.uses */
  uint32_t use_count;
  TermId types[TYPES_MOST];
  uint32_t type_count;
} Asked;

/* The variable or parameter that the path begins with; 0: none. */
static BindNo bind_of(Run *run, View *view, ExprNo root) {
  FoundList list = {.count = 0};
  if (view_expr(view, root)->kind != EXPR_NAME || !resolve_find(run, view, root, &list)) return 0;
  const Found *found = list.count ? &list.items[0] : NULL;
  if (!found || found->view != view || !found->bind || view_bind(view, found->bind)->import) return 0;
  bool is_plain = !found->def || view_def(view, found->def)->kind == SYMBOL_VARIABLE || view_def(view, found->def)->kind == SYMBOL_CONSTANT;
  return is_plain ? found->bind : 0;
}

static bool is_usual(const Asked *asked, const AskedName *name) {
  const LanguageNames *names = &asked->view->lang->language->names;
  Str text = names_text(asked->run->world->names, name->name);
  bool is_field = !name->is_called && names->usual_fields && language_word_in(names->usual_fields, text);
  return is_field || (names->usual && language_word_in(names->usual, text));
}

static bool is_in_library(const Asked *asked, const AskedName *name, bool is_function) {
  const Lang *lang = asked->view->lang;
  TableItem item;
  uint64_t hash = library_hash(resolve_name_hash(asked->run, name->name), is_function);
  return lang->family->library && resolve_library_get(lang->family->library, resolve_key(KEY_MEMBER, lang->library_id, hash), &item, 1) > 0;
}

static bool is_own(const Asked *asked, const AskedName *name) {
  return !is_usual(asked, name) && !is_in_library(asked, name, true) && (name->is_called || !is_in_library(asked, name, false));
}

/* Whether what the path of the use begins with is what is asked about. */
static bool is_meant(const Asked *asked, MemberUse *use) {
  if (!asked->bind) return true;
  if (!use->is_known) use->bind = bind_of(asked->run, asked->view, root_of(asked->view, view_expr(asked->view, use->member)->base));
  use->is_known = true;
  return use->bind == asked->bind || (asked->is_wide && use->bind && view_bind(asked->view, use->bind)->flags & BIND_PARAM);
}

static bool note_name(Asked *asked, NameId name, bool is_called) {
  for (uint32_t i = 0; i < asked->count; i++) {
    if (!names_same(asked->names[i].name, name)) continue;
    asked->names[i].is_called |= is_called;
    return true;
  }
  if (asked->count == NAMES_MOST) return false;
  asked->names[asked->count++] = (AskedName){.name = name, .is_called = is_called};
  return true;
}

static void gather_names(Asked *asked, struct AskedMembers *all, uint64_t path) {
  uint32_t at = idmap_get(&all->first, path);
  for (; at && at != IDMAP_NONE && asked->use_count < USES_MOST; at = all->uses.items[at].next) {
    MemberUse *use = &all->uses.items[at];
    if (!is_meant(asked, use)) continue;
    if (!note_name(asked, view_expr(asked->view, use->member)->name, use->is_called)) return;
    asked->uses[asked->use_count++] = at;
  }
}

static void note_type(Asked *asked, TermId type) {
  for (uint32_t i = 0; i < asked->type_count; i++) {
    if (asked->types[i] == type) return;
  }
  if (asked->type_count < TYPES_MOST) asked->types[asked->type_count++] = type;
}

/* Types that have a function of one of the names themselves. */
static void gather_types(Asked *asked, NameId name) {
  Run *run = asked->run;
  const TableItem *items;
  size_t count = resolve_lookup(run, asked->view, resolve_key(KEY_MEMBER, asked->view->lang->family_id, resolve_name_hash(run, name)), &items);
  if (count > BEARERS_MOST) return;
  for (size_t i = 0; i < count; i++) {
    bool counts = asked->view->entry->is_test || !run->world->files[items[i].file].is_test;
    View *at = counts ? resolve_view(run, items[i].file) : NULL;
    if (!at || items[i].def >= at->facts->binds.len) continue;
    const Bind *bind = view_bind(at, items[i].def);
    DefNo def = view_scope(at, bind->scope)->def;
    if (!def) continue;
    bool is_static = bind->flags & BIND_STATIC || (bind->def && view_def(at, bind->def)->flags & DEF_STATIC);
    note_type(asked, is_static ? resolve_term_of(run, TERM_DEF, at->number, def) : resolve_own_inst(run, at, def));
  }
}

/* A function that goes on to what its own type wraps: `end() { this.inner.end(); }`. */
static bool is_handed_on(const Asked *asked, const FoundList *found, NameId name) {
  const struct AskedMembers *all = asked->run->asked_members;
  for (uint32_t i = 0; i < asked->use_count; i++) {
    const MemberUse *use = &all->uses.items[asked->uses[i]];
    if (!names_same(view_expr(asked->view, use->member)->name, name)) continue;
    for (uint32_t k = 0; k < found->count; k++) {
      if (found->items[k].view == asked->view && found->items[k].def && found->items[k].def == use->from) return true;
    }
  }
  return false;
}

/* What a function gives members to (lent.c) is something else, with what that has. */
static bool is_given(const Asked *asked, TermId type) {
  Term term = resolve_term_at(asked->run, type);
  View *view = resolve_view_at(asked->run, term.view);
  const Def *def = view_def(view, term.number);
  ExprNo object = def->kind == SYMBOL_TYPE && !def->name.value && !def->bases.count ? resolve_def_expr(view, term.number) : 0;
  uint32_t parent;
  return object && resolve_parent(view, object, &parent) == PARENT_EXPR && view_expr(view, parent)->kind == EXPR_TYPE_OF;
}

/* How many names the type has that tell it from others; 0: it is not what is asked. A
 * field that it lacks may be given to it elsewhere, where enough else tells. */
static uint32_t fit_of(const Asked *asked, TermId type, bool all) {
  uint32_t own = 0, missing = 0;
  bool is_called = false, is_more = is_given(asked, type);
  for (uint32_t i = 0; i < asked->count; i++) {
    const AskedName *name = &asked->names[i];
    FoundList found = {.count = 0};
    resolve_find_member(asked->run, asked->view, type, name->name, MODE_ANY, &found);
    bool is_ours = found.count && found.items[0].view && !found.items[0].view->entry->is_library;
    bool is_inherited = !found.count && (found.ext || is_more) && !name->is_own; /* from a base that lies outside */
    if (is_handed_on(asked, &found, name->name)) return 0;
    own += is_ours && name->is_own;
    is_called |= is_ours && name->is_called;
    if (found.count || is_inherited) continue;
    if (all || name->is_called) return 0;
    missing++;
  }
  bool is_told = is_called && own >= OWN_LEAST && missing * 2 <= own;
  return is_told ? own : 0;
}

static bool builds_on(Run *run, TermId type, TermId base) {
  Term own = resolve_term_at(run, type), other = resolve_term_at(run, base);
  return own.kind == TERM_INST && other.kind == TERM_INST && resolve_as_base(run, type, other.view, other.number);
}

/* A class stands for those that build on it. */
static TermId only_type(const Asked *asked, bool all, bool *ret_several) {
  TermId only = 0;
  *ret_several = false;
  for (uint32_t i = 0; i < asked->type_count; i++) {
    TermId type = asked->types[i];
    if (!fit_of(asked, type, all) || (only && builds_on(asked->run, type, only))) continue;
    *ret_several |= only && !builds_on(asked->run, only, type);
    only = type;
  }
  return only;
}

static uint32_t count_own(Asked *asked) {
  uint32_t own = 0;
  for (uint32_t i = 0; i < asked->count; i++) {
    asked->names[i].is_own = is_own(asked, &asked->names[i]);
    own += asked->names[i].is_own;
  }
  return own;
}

/* False: what is asked tells too little to look any further. */
static bool compute(Asked *asked, struct AskedMembers *all, uint64_t path, ValueId *ret_value) {
  bool is_several;
  *ret_value = VALUE_UNKNOWN;
  gather_names(asked, all, path);
  if (count_own(asked) < OWN_LEAST) return false;
  for (uint32_t i = 0; i < asked->count; i++) {
    if (asked->names[i].is_called) gather_types(asked, asked->names[i].name);
  }
  if (asked->type_count == TYPES_MOST) return true;
  TermId only = only_type(asked, true, &is_several);
  if (!only) only = only_type(asked, false, &is_several);
  if (only && !is_several) *ret_value = resolve_one(asked->run, only);
  return true;
}

static ValueId value_of(Asked *asked, uint64_t path);

/* Where one function asks too little of its parameter, what others of the file ask of
 * theirs of that name counts as well: all of it has to fit. */
static ValueId compute_any(Asked *asked, uint64_t path) {
  ValueId value;
  bool is_enough = compute(asked, asked->run->asked_members, path, &value);
  if (is_enough || asked->is_wide || !asked->bind || !(view_bind(asked->view, asked->bind)->flags & BIND_PARAM)) return value;
  Asked wide = {.run = asked->run, .view = asked->view, .bind = asked->bind, .is_wide = true};
  return value_of(&wide, path);
}

/* Once for a variable, and once for all parameters of a name. */
static ValueId value_of(Asked *asked, uint64_t path) {
  Run *run = asked->run;
  struct AskedMembers *all = members_of(run, asked->view);
  ValueId value;
  MemoFrame frame;
  uint32_t group = idmap_add(&all->groups, hash_combine(path, asked->is_wide ? UINT64_MAX : asked->bind), (uint32_t)all->groups.len);
  if (resolve_memo_get(run, MEMO_ASKED, asked->view->number, group, &value)) return value;
  if (!resolve_memo_begin(run, MEMO_ASKED, asked->view->number, group, &frame)) return VALUE_UNKNOWN;
  value = compute_any(asked, path);
  resolve_memo_end(run, &frame, value);
  return value;
}

ValueId resolve_asked_value(Run *run, View *view, ExprNo receiver) {
  if (view != run->root || !run->is_whole || !view->lang->rules.asked_tells) return VALUE_UNKNOWN;
  uint64_t path = path_hash(view, receiver, 0);
  ExprNo root = root_of(view, receiver);
  bool is_self = view_expr(view, root)->kind != EXPR_NAME;
  BindNo bind = path && !is_self ? bind_of(run, view, root) : 0;
  if (!path || (!is_self && !bind)) return VALUE_UNKNOWN;
  return value_of(&(Asked){.run = run, .view = view, .bind = bind}, path);
}

void resolve_find_asked(Run *run, View *view, const Expr *member, unsigned mode, FoundList *out) {
  ValueId type = out->count || out->ext || !out->unknown || !member->base ? VALUE_UNKNOWN : resolve_asked_value(run, view, member->base);
  if (type == VALUE_UNKNOWN) return;
  resolve_find_members(run, view, type, member->name, mode, out);
  for (uint32_t i = 0; i < out->count; i++) out->items[i].rule = RULE_SHAPE;
}
