/* Parts: a type that is written in several files, and who mixes a type in. */
#include <limits.h>

#include "src/base/hash.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/own_members_internal.h"
#include "src/resolve/value_internal.h"

enum { PARTS_MOST = 256, PARTS_FEW = 8 };

/* Items may be of facts that changed since, so everything is checked. */
static View *item_view(Run *run, const TableItem *item) {
  View *view = resolve_view(run, item->file);
  return view && item->def < view->facts->defs.len ? view : NULL;
}

/* Whether other files may have more of the type. */
static bool is_part(const View *view, DefNo def) {
  return (view_def(view, def)->flags & DEF_PARTIAL) || view->lang->rules.types_reopen_anywhere;
}

static uint32_t parameters_of(Run *run, View *view, DefNo def) {
  uint32_t count;
  resolve_type_params(run, view, def, &count);
  return count;
}

/* Parts have the same type parameters; another number of them is another type. */
static Parts *find_parts(Run *run, const View *view, uint64_t path, uint32_t parameters) {
  const TableItem *items;
  size_t count = resolve_lookup(run, view, resolve_key(KEY_PART, view->lang->family_id, path), &items);
  size_t most = count < PARTS_MOST ? count : PARTS_MOST;
  Parts *parts = ARENA_NEW(run->arena, Parts);
  *parts = (Parts){.items = ARENA_ARRAY(run->arena, Part, most)};
  for (size_t i = 0; i < most; i++) {
    View *at = item_view(run, &items[i]);
    if (!at || !is_part(at, items[i].def) || resolve_type_path(at->facts, items[i].def) != path) continue;
    if (parameters_of(run, at, items[i].def) == parameters) parts->items[parts->count++] = (Part){at, items[i].def};
  }
  return parts;
}

/* One list for all parts. What is found while a circle is open is nobody else's. */
static uint32_t parts_at(Run *run, View *view, DefNo def, uint64_t path) {
  uint32_t parameters = parameters_of(run, view, def);
  uint64_t key = hash_combine(hash_combine(path, view->lang->family_id), parameters);
  uint32_t at = run->cut_at == UINT_MAX ? idmap_get(&run->parts_of, key) : IDMAP_NONE;
  if (at != IDMAP_NONE) return at;
  Parts *parts = find_parts(run, view, path, parameters);
  at = (uint32_t)run->parts.len;
  *vec_add(run->arena, &run->parts) = parts;
  if (run->cut_at == UINT_MAX) idmap_add(&run->parts_of, key, at);
  return at;
}

Parts *resolve_parts(Run *run, View *view, DefNo def) {
  uint32_t at;
  MemoFrame frame;
  if (!is_part(view, def)) return NULL;
  if (!resolve_memo_get(run, MEMO_PARTS, view->number, def, &at)) {
    uint64_t path = resolve_type_path(view->facts, def);
    if (!path || !resolve_memo_begin(run, MEMO_PARTS, view->number, def, &frame)) return NULL;
    at = parts_at(run, view, def, path);
    resolve_memo_end(run, &frame, at);
  }
  Parts *parts = run->parts.items[at];
  return parts->count ? parts : NULL;
}

/* ---- which of them has a name ---- */

typedef struct PartName {
  uint32_t part, next; /* of the same name; 0: none */
} PartName;

typedef struct PartNames {
  Idmap first; /* NameId: in items */
  VEC(PartName) items; /* 0 unused */
} PartNames;

static void note_scope(Run *run, PartNames *names, const View *view, ScopeNo scope, uint32_t part) {
  uint32_t count;
  const BindNo *binds = resolve_scope_binds(view, scope, &count);
  for (uint32_t i = 0; i < count; i++) {
    NameId name = view_bind(view, binds[i])->name;
    if (!name.value) continue;
    uint32_t *first = idmap_at(&names->first, name.value, 0);
    if (*first && names->items.items[*first].part == part) continue;
    *vec_add(run->arena, &names->items) = (PartName){part, *first};
    *first = (uint32_t)names->items.len - 1;
  }
}

/* From the last to the first, so that each name leads from the first to the last. */
static PartNames *names_of(Run *run, const Parts *parts) {
  PartNames *names = ARENA_NEW(run->arena, PartNames);
  *names = (PartNames){.items = {0}};
  idmap_init(&names->first, run->arena);
  *vec_add(run->arena, &names->items) = (PartName){0};
  for (uint32_t i = parts->count; i-- > 0;) {
    const Part *part = &parts->items[i];
    ScopeNo apart = resolve_static_scope(part->view, part->def), own = view_def(part->view, part->def)->opens;
    if (apart) note_scope(run, names, part->view, apart, i);
    if (own && own != apart) note_scope(run, names, part->view, own, i);
  }
  return names;
}

/* Where members also stand elsewhere, scopes do not tell. */
static bool is_listed(const Parts *parts) {
  return parts->count > PARTS_FEW && parts->items[0].view->lang->rules.methods == LANGUAGE_METHODS_INSIDE;
}

/* A type may have hundreds of parts, most of which have nothing of the name. */
bool resolve_next_part(Run *run, Parts *parts, NameId name, uint32_t *at, Part *ret_part) {
  if (!is_listed(parts)) {
    if (*at == parts->count) return false;
    *ret_part = parts->items[(*at)++];
    return true;
  }
  if (!parts->names) parts->names = names_of(run, parts);
  const PartName *items = parts->names->items.items;
  uint32_t first = *at ? items[*at].next : idmap_get(&parts->names->first, name.value);
  if (first == IDMAP_NONE || !first) return false;
  *at = first;
  *ret_part = parts->items[items[first].part];
  return true;
}

/* ---- who builds on a type ---- */

/* The same definition, or another part of the same type. */
static bool same_type(const Run *run, Term a, Term b) {
  if (a.view == b.view && a.number == b.number) return true;
  const View *view = resolve_view_at(run, a.view), *other = resolve_view_at(run, b.view);
  if (!is_part(view, a.number)) return false;
  uint64_t path = resolve_type_path(view->facts, a.number);
  return path && path == resolve_type_path(other->facts, b.number);
}

/* Whether one of the type's bases is this one. */
static bool has_base(Run *run, View *view, DefNo number, NameId name, Term type) {
  const Def *def = view_def(view, number);
  for (uint32_t i = 0; i < def->bases.count; i++) {
    ExprNo base = view_item(view, def->bases, i);
    if (!names_same(resolve_base_name(resolve_view_facts(view, FACTS_EXPRS), base), name)) continue;
    TermId terms[VALUE_MAX];
    uint32_t count = resolve_terms(run, resolve_eval_type(run, view, base), terms);
    for (uint32_t k = 0; k < count; k++) {
      Term term = resolve_term_at(run, terms[k]);
      if (term.kind == TERM_INST && same_type(run, term, type)) return true;
    }
  }
  return false;
}

/* What one user has: of its instances, or, of a function that is named, its own,
 * and what its users have in turn. */
static void find_in_user(Run *run, const View *from, Term user, NameId name, unsigned mode, FoundList *out) {
  if (user.kind == TERM_SELF) {
    resolve_find_member(run, from, resolve_term_of(run, TERM_SELF, user.view, user.number), name, mode, out);
    return;
  }
  TermId owner = resolve_own_inst(run, resolve_view_at(run, user.view), user.number);
  Own own = {.run = run, .owner = owner, .receiver = owner, .name = name, .is_static = true, .mode = mode, .rule = RULE_MEMBER};
  resolve_own_static(&own, out);
  if (!out->count) resolve_find_in_users(run, from, user, name, mode, out);
}

static void find_in_users(Run *run, const View *from, Term self, NameId name, unsigned mode, FoundList *out) {
  enum { USERS_MOST = 64 };
  View *view = resolve_view_at(run, self.view);
  const Def *def = view_def(view, self.number);
  const TableItem *items;
  uint64_t key = resolve_key(KEY_USER, view->lang->family_id, resolve_name_hash(run, def->name));
  size_t count = resolve_lookup(run, view, key, &items);
  for (size_t i = 0; i < count && i < USERS_MOST; i++) {
    View *at = item_view(run, &items[i]);
    if (!at || !has_base(run, at, items[i].def, def->name, self)) continue;
    Term user = {.kind = self.kind == TERM_DEF ? TERM_DEF : TERM_SELF, .view = at->number, .number = items[i].def};
    FoundList own = {.count = 0};
    find_in_user(run, from, user, name, mode, &own);
    resolve_found_add_all(run, out, own.items, own.count);
  }
  for (uint32_t i = 0; out->count > 1 && i < out->count; i++) out->items[i].rule = RULE_ANY_OF;
}

/* Users have users, whom many ways lead to: each is asked once for a name. */
static KeptList users_have(Run *run, const View *from, Term self, NameId name, unsigned mode) {
  uint64_t type = (uint64_t)self.view << 32 | self.number, what = (uint64_t)name.value << 8 | mode << 4 | (self.kind & 15);
  uint32_t number = idmap_add(&run->users_of, hash_combine(type, what), (uint32_t)run->users_of.len), at;
  if (!resolve_memo_get(run, MEMO_USERS, 0, number, &at)) {
    MemoFrame frame;
    if (!resolve_memo_begin(run, MEMO_USERS, 0, number, &frame)) return (KeptList){.count = 0};
    FoundList all = {.count = 0};
    find_in_users(run, from, self, name, mode, &all);
    at = (uint32_t)run->kept.len;
    *vec_add(run->arena, &run->kept) = (KeptList){.items = all.items, .count = all.count};
    resolve_memo_end(run, &frame, at);
  }
  return run->kept.items[at];
}

static bool is_maker(const View *view, const Def *def) {
  return view->lang->rules.function_types && resolve_is_callable_kind(def->kind);
}

/* Of classes what they hand to themselves, of functions that make instances what
 * these have, too: there `this` is known as an instance. */
static bool may_have_users(const View *view, const Def *def, Term self, bool is_ext) {
  if (!view->lang->rules.mixins_see_users) return false;
  if (is_maker(view, def)) return def->name.value && !is_ext;
  if (self.kind == TERM_SELF) return def->kind == SYMBOL_TRAIT || (def->kind == SYMBOL_CLASS && !is_ext);
  return self.kind == TERM_INST && def->kind == SYMBOL_INTERFACE && is_ext;
}

void resolve_find_in_users(Run *run, const View *from, Term self, NameId name, unsigned mode, FoundList *out) {
  const View *view = resolve_view_at(run, self.view);
  const Def *def = view_def(view, self.number);
  if (!may_have_users(view, def, self, out->ext)) return;
  KeptList all = users_have(run, from, self, name, mode);
  if (def->kind != SYMBOL_INTERFACE || all.count == 1) resolve_found_add_all(run, out, all.items, all.count);
}

/* ---- types from outside ---- */

/* What a type is called that nothing here defines. */
static NameId outside_name(const Lang *lang, Term term) {
  switch ((TermKind)term.kind) {
    case TERM_EXT: case TERM_NAMED: case TERM_PRIMITIVE: return (NameId){term.number};
    case TERM_LITERAL: return lang->literals[term.flags];
    case TERM_LIST: return lang->list;
    case TERM_SET: return lang->set;
    case TERM_MAP: return lang->map;
    default: return (NameId){0};
  }
}

/* By any part of it, since the members of all are found through one. */
static void find_opened(Run *run, const View *from, uint64_t path, NameId name, unsigned mode, FoundList *out) {
  const TableItem *items;
  size_t count = resolve_lookup(run, from, resolve_key(KEY_PART, from->lang->family_id, path), &items);
  for (size_t i = 0; i < count && i < PARTS_MOST; i++) {
    View *view = item_view(run, &items[i]);
    if (!view || !is_part(view, items[i].def) || resolve_type_path(view->facts, items[i].def) != path) continue;
    FoundList own = {.count = 0};
    resolve_find_member(run, from, resolve_own_inst(run, view, items[i].def), name, mode, &own);
    resolve_found_add_all(run, out, own.items, own.count);
    if (own.count || !view_def(view, items[i].def)->bases.count) return;
  }
}

static uint64_t path_in(Str package, Str type) {
  return hash_combine(package.len ? hash_str(package) : 1, hash_str(type));
}

void resolve_find_in_opened(Run *run, const View *from, Term term, NameId name, unsigned mode, FoundList *out) {
  NameId type = outside_name(from->lang, term);
  if (!type.value || !from->lang->rules.outside_reopens) return;
  const Facts *facts = from->facts;
  Str text = names_text(run->world->names, type);
  find_opened(run, from, path_in(names_text(facts->names, facts->package), text), name, mode, out);
  for (ImportNo i = 1; i < facts->imports.len && !out->count; i++) {
    const Import *import = &facts->imports.items[i];
    if (import->form == IMPORT_STAR) find_opened(run, from, path_in(names_text(facts->names, import->specifier), text), name, mode, out);
  }
}
