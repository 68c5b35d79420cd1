/* Members that something has from elsewhere, where nothing of its own has the name: they
 * are copied to it from a value, or a function that it is handed to gives them to its
 * parameter. Extraction says that something is copied or handed over, not what that
 * means (LANGUAGE_COPIED, LANGUAGE_LENT). */
#include "src/resolve/arguments_internal.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/own_members_internal.h"
#include "src/resolve/value_internal.h"

enum { GIVERS_MOST = 32 }; /* that are looked at for one type */

/* Of a function or class itself nothing is meant that only its instances have. */
static bool is_of_instances(const Run *run, const Found *found) {
  if (!found->view || !found->bind || !found->receiver || resolve_term_at(run, found->receiver).kind != TERM_DEF) return false;
  const Bind *bind = view_bind(found->view, found->bind);
  return !(bind->flags & BIND_STATIC) && !(bind->def && view_def(found->view, bind->def)->flags & DEF_STATIC);
}

static void take(const Own *own, const FoundList *found, FoundList *out) {
  for (uint32_t i = 0; i < found->count; i++) {
    found->items[i].rule = RULE_FLOW;
    if (!is_of_instances(own->run, &found->items[i])) resolve_found_add(own->run, out, found->items[i]);
  }
}

/* ---- copies ---- */

/* The first that has it: a later one would take its place, but who copies two of one
 * name does so by mistake. */
static void find_copied(const Own *own, View *view, ScopeNo scope, bool is_static, FoundList *out) {
  Run *run = own->run;
  uint32_t count, before = out->count;
  const BindNo *binds = resolve_binds(view, scope, view->lang->copied, &count);
  for (uint32_t i = 0; i < count && i < GIVERS_MOST && out->count == before; i++) {
    const Bind *bind = view_bind(view, binds[i]);
    FoundList found = {.count = 0};
    if (!(bind->flags & BIND_STATIC) == is_static || !resolve_enter(run)) continue;
    resolve_find_members(run, view, resolve_eval(run, view, bind->value), own->name, own->mode, &found);
    resolve_leave(run);
    take(own, &found, out);
    out->ext |= found.ext && !found.count;
  }
}

/* ---- what is handed over ---- */

/* The functions that take it. Found once for a bind, which also ends circles: they may
 * be members of what is handed to them. */
static KeptList takers_of(Run *run, View *view, BindNo number, ExprNo call) {
  uint32_t at;
  MemoFrame frame;
  if (!resolve_memo_get(run, MEMO_TAKERS, view->number, number, &at)) {
    if (!resolve_memo_begin(run, MEMO_TAKERS, view->number, number, &frame)) return (KeptList){.count = 0};
    FoundList callees = {.count = 0};
    resolve_callees(run, view, call, &callees);
    at = (uint32_t)run->kept.len;
    *vec_add(run->arena, &run->kept) = (KeptList){.items = callees.items, .count = callees.count};
    resolve_memo_end(run, &frame, at);
  }
  return run->kept.items[at];
}

DefNo resolve_members_given(const View *view, BindNo param) {
  ExprNo number = view_bind(view, param)->value;
  const Expr *expr = number ? view_expr(view, number) : NULL;
  if (expr && expr->kind == EXPR_ANY && expr->list.count == 2) expr = view_expr(view, view_item(view, expr->list, 1));
  const Expr *object = expr && expr->kind == EXPR_TYPE_OF && expr->base ? view_expr(view, expr->base) : NULL;
  return object && object->kind == EXPR_OBJECT ? object->number : 0;
}

static void find_given(const Own *own, View *view, DefNo given, bool is_static, FoundList *out) {
  ScopeNo scope = view_def(view, given)->opens;
  uint32_t count, before = out->count;
  const BindNo *binds = resolve_binds(view, scope, own->name, &count);
  for (uint32_t i = 0; i < count; i++) {
    const Bind *bind = view_bind(view, binds[i]);
    if (bind->flags & BIND_NARROW || !(bind->flags & BIND_STATIC) == is_static) continue;
    resolve_found_add(own->run, out, (Found){.view = view, .bind = binds[i], .def = bind->def, .receiver = own->receiver,
                                             .owner = own->owner, .rule = RULE_FLOW, .depth = (uint8_t)own->depth});
  }
  if (out->count == before) find_copied(own, view, scope, is_static, out);
}

/* Of a type that is handed over both sides may be given members; of anything else the
 * parameter's own are meant. */
static void find_taken(const Own *own, View *view, BindNo number, FoundList *out) {
  Run *run = own->run;
  const Bind *bind = view_bind(view, number);
  bool is_type = bind->flags & BIND_STATIC;
  const Expr *part = view_expr(view, bind->value);
  if (part->kind != EXPR_PART || (own->is_static && !is_type)) return;
  KeptList takers = takers_of(run, view, number, part->base);
  for (uint32_t i = 0; i < takers.count; i++) {
    const Found *taker = &takers.items[i];
    BindNo param = taker->view && taker->def ? resolve_param(run, taker->view, taker->def, part->number, (NameId){0}) : 0;
    DefNo given = param ? resolve_members_given(taker->view, param) : 0;
    if (given) find_given(own, taker->view, given, is_type ? own->is_static : true, out);
  }
}

void resolve_find_lent(const Own *own, View *view, DefNo number, FoundList *out) {
  ScopeNo scope = view_def(view, number)->opens;
  uint32_t count;
  if (!scope || !view->lang->rules.function_types || view->entry->is_library) return;
  find_copied(own, view, scope, own->is_static, out);
  const BindNo *binds = resolve_binds(view, scope, view->lang->lent, &count);
  for (uint32_t i = 0; i < count && i < GIVERS_MOST; i++) find_taken(own, view, binds[i], out);
}

/* ---- who copies ---- */

/* What is copied to instances is the type of a value among the bases of their type. */
static const Expr *copied_base(const Facts *facts, ExprNo base) {
  const Expr *type = &facts->exprs.items[base];
  const Expr *value = type->kind == EXPR_TYPE_OF ? &facts->exprs.items[type->base] : NULL;
  return value && (value->kind == EXPR_NAME || value->kind == EXPR_MODULE) ? value : NULL;
}

typedef struct Copiers {
  Arena *arena;
  const Language *language;
  const Facts *facts;
  Idmap by_name;
  Origins origins;
  ArgumentKeys *keys;
} Copiers;

/* The names that lead to other files are only gathered where something is copied. */
static void add_copier(Copiers *copiers, const Expr *value, DefNo def) {
  const Facts *facts = copiers->facts;
  if (!def || !facts->defs.items[def].name.value || copiers->keys->len >= ARGUMENT_KEYS) return;
  if (!copiers->origins.items) resolve_find_origins(copiers->arena, copiers->language, facts, &copiers->by_name, &copiers->origins);
  uint32_t at = value->kind == EXPR_NAME && copiers->origins.len ? idmap_get(&copiers->by_name, value->name.value) : IDMAP_NONE;
  uint64_t origin = at == IDMAP_NONE ? 0 : copiers->origins.items[at];
  if (value->kind == EXPR_MODULE) origin = resolve_stem_hash(copiers->language, names_text(facts->names, facts->imports.items[value->number].specifier));
  if (origin) *vec_add(copiers->arena, copiers->keys) = (ArgumentKey){origin, def};
}

void resolve_copier_keys(Arena *arena, const Language *language, const Facts *facts, ArgumentKeys *ret_keys) {
  Copiers copiers = {.arena = arena, .language = language, .facts = facts, .keys = ret_keys};
  *ret_keys = (ArgumentKeys){0};
  if (!language->rules.function_types) return;
  for (DefNo i = 1; i < facts->defs.len; i++) {
    ExprList bases = facts->defs.items[i].bases;
    for (uint32_t k = 0; k < bases.count; k++) {
      const Expr *value = copied_base(facts, facts->lists.items[bases.first + k]);
      if (value) add_copier(&copiers, value, i);
    }
  }
  NameId copied = names_find(facts->names, STR(LANGUAGE_COPIED));
  for (BindNo i = 1; copied.value && i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (names_same(bind->name, copied)) add_copier(&copiers, &facts->exprs.items[bind->value], facts->scopes.items[bind->scope].def);
  }
}

/* Whether the value is the object, or the module that is nothing but the object. */
static bool is_object(Run *run, ValueId value, Term object) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (term.kind == TERM_MODULE && is_object(run, resolve_whole(run, terms[i]), object)) return true;
    if (term.kind == TERM_INST && term.view == object.view && term.number == object.number) return true;
  }
  return false;
}

/* Of whom `this` is when the object's functions are called: of the type's instances, or
 * of the type itself. */
static bool copies(Run *run, View *view, DefNo number, Term object, bool *ret_is_static) {
  const Def *def = view_def(view, number);
  uint32_t count;
  *ret_is_static = false;
  for (uint32_t i = 0; i < def->bases.count; i++) {
    const Expr *type = view_expr(view, view_item(view, def->bases, i));
    if (type->kind == EXPR_TYPE_OF && is_object(run, resolve_eval(run, view, type->base), object)) return true;
  }
  const BindNo *binds = def->opens ? resolve_binds(view, def->opens, view->lang->copied, &count) : (count = 0, NULL);
  for (uint32_t i = 0; i < count && i < GIVERS_MOST; i++) {
    const Bind *bind = view_bind(view, binds[i]);
    *ret_is_static = bind->flags & BIND_STATIC;
    if (is_object(run, resolve_eval(run, view, bind->value), object)) return true;
  }
  return false;
}

void resolve_find_in_copiers(Run *run, const View *from, Term object, NameId name, unsigned mode, FoundList *out) {
  View *view = resolve_view_at(run, object.view);
  ScopeNo scope = view_def(view, object.number)->opens;
  const TableItem *items;
  bool is_static;
  if (!view->lang->rules.function_types || !scope || view_scope(view, scope)->kind != SCOPE_OBJECT || view->entry->is_library || !resolve_enter(run)) return;
  uint64_t stem = resolve_stem_hash(view->lang->language, view->entry->path);
  size_t count = resolve_lookup(run, view, resolve_key(KEY_USER, view->lang->family_id, stem), &items);
  for (size_t i = 0; i < count && i < GIVERS_MOST; i++) {
    View *at = resolve_view(run, items[i].file);
    if (!at || items[i].def >= at->facts->defs.len || !copies(run, at, items[i].def, object, &is_static)) continue;
    TermId user = is_static ? resolve_term_of(run, TERM_DEF, at->number, items[i].def) : resolve_own_inst(run, at, items[i].def);
    FoundList found = {.count = 0};
    resolve_find_member(run, from, user, name, mode, &found);
    take(&(Own){.run = run}, &found, out);
  }
  for (uint32_t i = 0; out->count > 1 && i < out->count; i++) out->items[i].rule = RULE_ANY_OF;
  resolve_leave(run);
}
