/* Events that go by their type: from where one is told (`publish(new Sold())`) to
 * what is declared to hear it, by the type of its parameter, by an argument of its
 * decorator, or by the type argument of what it implements. A base of the event's
 * type is heard, too. One application has one bus, so the object that is told
 * counts only by its package; the link is a lead, with the place of the hearer. */
#include "src/base/hash.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/heard_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

#define TYPES_MAX 8
#define HEARD_KEYS 128 /* of one file */

/* ---- by words alone ---- */

static const Expr *expr_at(const Facts *facts, ExprNo number) { return &facts->exprs.items[number]; }

static Str name_at(const Facts *facts, ExprNo number) { return names_text(facts->names, expr_at(facts, number)->name); }

/* The last of "org.events.Listener". */
static bool is_last_of(const char *objects, Str name) {
  Str rest = str_from_c(objects);
  while (rest.len && name.len) {
    Str object = str_cut(&rest, ' ');
    size_t dot = str_find_last_byte(object, '.');
    if (str_eq(dot == STR_NONE ? object : str_slice(object, dot + 1, object.len), name)) return true;
  }
  return false;
}

/* The type of a function's first parameter. */
static ExprNo first_type(const Facts *facts, const Def *def) {
  for (BindNo i = 1; def->opens && i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (bind->scope == def->opens && bind->flags & BIND_PARAM && !(bind->flags & BIND_RECEIVER)) return bind->type;
  }
  return 0;
}

typedef struct Claims {
  HeardClaim items[TYPES_MAX];
  uint32_t count;
} Claims;

static void add_claim(Claims *claims, ExprNo by, ExprNo type) {
  if (type && claims->count < TYPES_MAX) claims->items[claims->count++] = (HeardClaim){by, type};
}

/* @EventListener void on(Sold e), and @CommandHandler(Sold) class. */
static void claim_by_decorator(const Facts *facts, const Def *def, const FrameworkRow *row, Claims *claims) {
  for (uint32_t i = 0; i < def->decorators.count; i++) {
    ExprNo number = facts->lists.items[def->decorators.first + i];
    const Expr *decorator = expr_at(facts, number);
    bool is_call = decorator->kind == EXPR_CALL && decorator->base;
    ExprNo by = is_call ? decorator->base : number;
    if (!language_word_in(row->words, name_at(facts, by))) continue;
    if (!row->path) add_claim(claims, by, first_type(facts, def));
    for (uint32_t k = 0; row->path && is_call && k < decorator->list.count; k++) {
      add_claim(claims, by, facts->lists.items[decorator->list.first + k]);
    }
  }
}

/* class X : IRequestHandler<Sold> */
static void claim_by_base(const Facts *facts, const Def *def, const FrameworkRow *row, Claims *claims) {
  for (uint32_t i = 0; i < def->bases.count; i++) {
    const Expr *base = expr_at(facts, facts->lists.items[def->bases.first + i]);
    if (base->kind != EXPR_APPLY || !base->list.count || !is_last_of(row->extends, name_at(facts, base->base))) continue;
    add_claim(claims, base->base, facts->lists.items[base->list.first]);
  }
}

static bool is_in(Str path, const char *folders) {
  while (path.len) {
    Str part = str_cut(&path, '/');
    if (path.len && language_word_in(folders, part)) return true;
  }
  return false;
}

/* app/Listeners/Mail.php: function handle(Sold $e) */
static void claim_by_place(const Facts *facts, const Def *def, const FrameworkRow *row, Claims *claims) {
  bool is_member = def->kind == SYMBOL_METHOD && language_word_in(row->words, names_text(facts->names, def->name));
  if (is_member) add_claim(claims, 0, first_type(facts, def));
}

static void find_claims(const Facts *facts, Str path, const Def *def, const FrameworkRow *row, Claims *claims) {
  claims->count = 0;
  if (row->shape != FRAMEWORK_HEAR || (row->folders && !is_in(path, row->folders))) return;
  if (row->folders) claim_by_place(facts, def, row, claims);
  else if (row->extends) claim_by_base(facts, def, row, claims);
  else claim_by_decorator(facts, def, row, claims);
}

void resolve_heard_keys(Arena *arena, const Language *language, const Facts *facts, Str path, HeardKeys *ret_keys) {
  *ret_keys = (HeardKeys){0};
  for (const Framework *const *at = framework_registry; *at; at++) {
    for (const FrameworkRow *row = (*at)->rows; row->shape != FRAMEWORK_END; row++) {
      if (row->shape != FRAMEWORK_HEAR || (row->folders && !is_in(path, row->folders)) || !language_word_in((*at)->families, resolve_family(language))) continue;
      for (DefNo i = 1; i < facts->defs.len; i++) {
        Claims claims;
        if (!row->folders && !facts->defs.items[i].decorators.count && !facts->defs.items[i].bases.count) continue;
        find_claims(facts, path, &facts->defs.items[i], row, &claims);
        for (uint32_t k = 0; k < claims.count && ret_keys->len < HEARD_KEYS; k++) {
          *vec_add(arena, ret_keys) = (HeardKey){hash_str(name_at(facts, claims.items[k].type)), i};
        }
      }
    }
  }
}

/* ---- types ---- */

typedef struct Types {
  View *views[TYPES_MAX];
  DefNo defs[TYPES_MAX];
  uint32_t count;
} Types;

static void add_type(Types *types, View *view, DefNo def) {
  for (uint32_t i = 0; i < types->count; i++) {
    if (types->views[i] == view && types->defs[i] == def) return;
  }
  if (types->count == TYPES_MAX || view->entry->is_library) return;
  types->views[types->count] = view;
  types->defs[types->count++] = def;
}

static bool has_type(const Types *types, const FoundList *list) {
  for (uint32_t i = 0; i < list->count; i++) {
    for (uint32_t k = 0; k < types->count; k++) {
      if (list->items[i].view == types->views[k] && list->items[i].def == types->defs[k]) return true;
    }
  }
  return false;
}

/* Of the event, with those it extends behind. */
static void find_types(Run *run, View *view, ExprNo event, Types *ret_types) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, resolve_expand_all(run, resolve_eval(run, view, event)), terms);
  *ret_types = (Types){.count = 0};
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (term.kind == TERM_INST) add_type(ret_types, resolve_view_at(run, term.view), term.number);
  }
  for (uint32_t i = 0; i < ret_types->count; i++) {
    View *own = ret_types->views[i];
    ExprList bases = view_def(own, ret_types->defs[i])->bases;
    for (uint32_t k = 0; k < bases.count; k++) {
      FoundList list;
      if (!resolve_find(run, own, view_item(own, bases, k), &list)) continue;
      for (uint32_t f = 0; f < list.count; f++) {
        const Found *found = &list.items[f];
        bool is_type = found->view && found->def && symbol_kind_is_type((SymbolKind)view_def(found->view, found->def)->kind);
        if (is_type) add_type(ret_types, found->view, found->def);
      }
    }
  }
}

/* ---- links ---- */

/* What hears it: the function itself, or a member of the type. */
static void link_hearer(const Handled *handled, const FrameworkRow *row, DefNo def) {
  View *view = handled->view;
  Str rest = str_from_c(row->action);
  if (!row->action && resolve_is_callable_kind(view_def(view, def)->kind)) resolve_link_def(handled, view, def);
  while (rest.len && view_def(view, def)->opens) {
    uint32_t count;
    NameId name = names_intern(handled->edges->run->world->names, str_cut(&rest, ' '));
    const BindNo *binds = resolve_binds(view, view_def(view, def)->opens, name, &count);
    for (uint32_t i = 0; i < count; i++) {
      DefNo member = view_bind(view, binds[i])->def;
      if (member && resolve_is_callable_kind(view_def(view, member)->kind)) resolve_link_def(handled, view, member);
    }
  }
}

static bool is_of(Run *run, View *view, ExprNo expr, const char *on) {
  Origin origin;
  return resolve_origin(run, view, expr, &origin) && origin.package.len && resolve_wiring_is_object(run, &origin, on, origin.count);
}

/* A definition that may hear the event: only where the type it claims to hear
 * is among those that were sent. Tests hear tests alone. */
static void link_item(Edges *edges, const Ref *ref, const Framework *framework, const Types *types, const TableItem *item) {
  Run *run = edges->run;
  View *view = resolve_view(run, item->file);
  size_t references = 0;
  if (!view || item->def >= view->facts->defs.len) return;
  resolve_ask_wiring(run, view);
  if (!resolve_counts_for(view->entry, edges->view->entry)) return;
  const Def *def = view_def(view, item->def);
  for (const FrameworkRow *row = framework->rows; row->shape != FRAMEWORK_END; row++) {
    Claims claims;
    find_claims(resolve_view_facts(view, FACTS_EXPRS), view->entry->path, def, row, &claims);
    for (uint32_t i = 0; i < claims.count; i++) {
      FoundList list;
      if (claims.items[i].by && !is_of(run, view, claims.items[i].by, row->extends ? row->extends : row->on)) continue;
      if (!resolve_find(run, view, claims.items[i].type, &list) || !has_type(types, &list)) continue;
      Handled handled = {edges, ref, RULE_EVENT, view, def->name_span.line, &references};
      link_hearer(&handled, row, item->def);
    }
  }
}

/* Sold::dispatch(): the type is the event. */
static void find_told_type(Run *run, View *view, ExprNo number, const char *extends, Types *ret_types) {
  FoundList list;
  *ret_types = (Types){.count = 0};
  if (!number || !resolve_find(run, view, number, &list)) return;
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    bool is_type = found->view && found->def && symbol_kind_is_type((SymbolKind)view_def(found->view, found->def)->kind);
    if (is_type && resolve_wiring_extends(run, found->view, found->def, extends, 0)) add_type(ret_types, found->view, found->def);
  }
}

static void find_told(Run *run, View *view, ExprNo call, const FrameworkRow *row, Types *ret_types) {
  ExprNo callee = view_expr(view, call)->base, event = resolve_wiring_argument(run, view, call, row->path);
  bool is_whole = view_expr(view, callee)->kind == EXPR_NAME;
  *ret_types = (Types){.count = 0};
  if (row->extends) find_told_type(run, view, view_expr(view, callee)->base, row->extends, ret_types);
  else if (event && is_of(run, view, is_whole ? callee : view_expr(view, callee)->base, row->on)) find_types(run, view, event, ret_types);
}

static void tell(Edges *edges, const Ref *ref, const WiringWord *word) {
  enum { MOST = 64, STEPS = 4 * RUN_STEPS_PER_REF };
  Run *run = edges->run;
  View *view = edges->view;
  Types types;
  run->step_limit = run->steps + STEPS;
  find_told(run, view, ref->expr, word->row, &types);
  for (uint32_t t = 0; t < types.count; t++) {
    const TableItem *items;
    NameId name = view_def(types.views[t], types.defs[t])->name;
    size_t count = resolve_lookup(run, view, resolve_key(KEY_HEARD, view->lang->family_id, resolve_name_hash(run, name)), &items);
    for (size_t i = 0; i < count && i < MOST; i++) link_item(edges, ref, word->framework, &types, &items[i]);
  }
}

void resolve_edges_heard(Edges *edges) {
  const View *view = edges->view;
  size_t before = edges->list.len;
  for (RefNo i = 1; view->lang->wiring && i < view->facts->refs.len && edges->list.len - before < SENT_MAX; i++) {
    const Ref *ref = view_ref(view, i);
    const Expr *call = ref->role == REF_CALL && ref->expr ? view_expr(view, ref->expr) : NULL;
    const Expr *callee = call && call->kind == EXPR_CALL && call->base ? view_expr(view, call->base) : NULL;
    if (!callee || (callee->kind != EXPR_MEMBER && callee->kind != EXPR_NAME)) continue;
    const WiringWord *word = resolve_wiring_word(view->lang->wiring, callee->name);
    for (; word; word = resolve_wiring_next(view->lang->wiring, word)) {
      if (word->row->shape == FRAMEWORK_TELL) tell(edges, ref, word);
    }
  }
}
