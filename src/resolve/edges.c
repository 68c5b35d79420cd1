/* From references to edges; those that are calls in edges_calls.c. */
#include <assert.h>

#include "src/resolve/calls_internal.h"
#include "src/resolve/edges_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/macros_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

/* ---- targets ---- */

/* The definition an edge should point at: of overload signatures the
 * implementation that stands beside them, static with static. Without one,
 * as in declaration files, the signature itself. */
DefNo resolve_canonical(const View *view, DefNo number) {
  const Def *def = view_def(view, number);
  if (!(def->flags & DEF_OVERLOAD)) return number;
  uint32_t count;
  const BindNo *binds = resolve_binds(view, def->scope, def->name, &count);
  for (uint32_t i = 0; i < count; i++) {
    DefNo other = view_bind(view, binds[i])->def;
    if (!other || (view_def(view, other)->flags & DEF_OVERLOAD)) continue;
    if ((view_def(view, other)->flags ^ def->flags) & DEF_STATIC) continue;
    if (resolve_is_callable_kind(view_def(view, other)->kind)) return other;
  }
  return number;
}

/* Either the whole file is a test, by its name, or the definition is marked
 * as one. */
static bool is_test(const View *view, DefNo def) {
  return view->facts->is_test || (def && (view_def(view, def)->flags & DEF_TEST));
}

static Edge edge_of(EdgeKind kind, unsigned rule, const Ref *ref, const View *to, DefNo def) {
  assert(kind <= UINT8_MAX && rule <= UINT8_MAX);
  return (Edge){.kind = (uint8_t)kind, .rule = (uint8_t)rule, .from = ref->from, .file = to->file, .to = def,
                .line = ref->line, .column = ref->column};
}

/* Leads to one of several, or to what may be called: a file that calls a field
 * through a large table in thousands of places has more than anybody reads. */
static bool is_lead(unsigned rule) { return rule == RULE_ANY_OF || rule == RULE_CALLBACK || rule == RULE_TABLE; }

/* Adds an edge unless it would lead out of the project or to something
 * without a name; one into a sibling is noted apart. A call from test code
 * to code that is no test is remembered as well as "tests", once per pair in
 * the end. */
void resolve_edge(Edges *edges, EdgeKind kind, unsigned rule, const Ref *ref, const View *to, DefNo def) {
  if (to->entry->is_library && !to->entry->sibling) return;
  if (def && (view_def(to, def)->flags & DEF_ANONYMOUS)) return;
  if (is_lead(rule) && edges->leads++ >= EDGES_LEADS_MAX) {
    edges->leads = EDGES_LEADS_MAX;
    return;
  }
  if (def) def = resolve_canonical(to, def);
  if (to->entry->is_library) {
    *vec_add(edges->run->arena, &edges->outward) = edge_of(kind, rule, ref, to, def);
    return;
  }
  *vec_add(edges->run->arena, &edges->list) = edge_of(kind, rule, ref, to, def);
  bool is_call = kind == EDGE_CALLS || kind == EDGE_INSTANTIATES;
  if (is_call && is_test(edges->view, ref->from) && !is_test(to, def)) {
    *vec_add(edges->run->arena, &edges->tests) = *vec_last(&edges->list);
    vec_last(&edges->tests)->kind = EDGE_TESTS;
  }
}

/* ---- other references ---- */

/* Several namesakes without a union of receivers: one of them is meant. */
unsigned resolve_group_rule(const FoundList *list, uint32_t own) {
  uint32_t same = 0;
  for (uint32_t i = 0; i < list->count; i++) same += list->items[i].receiver == list->items[own].receiver;
  return same > 1 ? RULE_ANY_OF : list->items[own].rule;
}

bool resolve_is_holder(const Def *def) {
  bool holds = def->kind == SYMBOL_FIELD || def->kind == SYMBOL_VARIABLE || def->kind == SYMBOL_CONSTANT ||
               def->kind == SYMBOL_PROPERTY || def->kind == SYMBOL_ENUM_MEMBER;
  return holds || (def->flags & DEF_PROPERTY);
}

static EdgeKind kind_of_use(const Def *def, unsigned role) {
  if (role == REF_WRITE) return EDGE_WRITES;
  if (def->kind == SYMBOL_MACRO) return EDGE_EXPANDS;
  return resolve_is_holder(def) ? EDGE_READS : EDGE_REFERENCES;
}

/* A getter is read, its setter written. */
static bool wrong_side(const Def *def, unsigned role) {
  if (!(def->flags & DEF_PROPERTY)) return false;
  return role == REF_WRITE ? !(def->flags & DEF_SETTER) : (def->flags & DEF_SETTER) != 0;
}

/* Several files that this one does not include have the name: which of them is
 * meant nothing tells. A call's candidates are worth naming, a use's are not. */
static bool is_guess(const FoundList *list) {
  for (uint32_t i = 1; i < list->count; i++) {
    const Found *first = &list->items[0], *other = &list->items[i];
    if (first->rule == RULE_GLOBAL && other->rule == RULE_GLOBAL && first->view != other->view) return true;
  }
  return false;
}

/* The definition whose name stands at the byte; 0: none. */
static DefNo defined_at(Edges *edges, uint32_t at) {
  const Facts *facts = edges->view->facts;
  if (!edges->has_named_at) {
    idmap_init(&edges->named_at, edges->run->arena);
    for (DefNo i = 1; i < facts->defs.len; i++) {
      const Def *def = &facts->defs.items[i];
      if (def->name.value && !(def->flags & DEF_ANONYMOUS)) idmap_add(&edges->named_at, def->name_span.from, i);
    }
    edges->has_named_at = true;
  }
  uint32_t def = idmap_get(&edges->named_at, at);
  return def == IDMAP_NONE ? 0 : def;
}

/* An assignment that defines a member writes that one, however many others the
 * name has. */
static bool writes_own(Edges *edges, const Ref *ref) {
  DefNo def = ref->role == REF_WRITE && view_expr(edges->view, ref->expr)->kind == EXPR_MEMBER ? defined_at(edges, ref->at) : 0;
  if (def) resolve_edge(edges, EDGE_WRITES, RULE_MEMBER, ref, edges->view, def);
  return def != 0;
}

static void use_ref(Edges *edges, const Ref *ref) {
  FoundList list;
  if (writes_own(edges, ref)) return;
  if (!resolve_find(edges->run, edges->view, ref->expr, &list)) return;
  resolve_definitions(edges->run, edges->view, &list);
  if (is_guess(&list)) return;
  resolve_drop_crowds(edges->run, &list, CROWD_FIRST);
  bool may_be_made = !list.count && ref->role == REF_READ && edges->view->lang->rules.macros_call;
  if (may_be_made) resolve_edge_made(edges, EDGE_REFERENCES, ref, view_expr(edges->view, ref->expr)->name);
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (!found->view || !found->def) continue;
    const Def *def = view_def(found->view, found->def);
    if (found->accessor) {
      bool is_meant = (ref->role == REF_WRITE) == (found->accessor == ACCESSOR_SET);
      if (is_meant) resolve_edge(edges, EDGE_CALLS, found->rule, ref, found->view, found->def);
      continue;
    }
    if (list.count > 1 && wrong_side(def, ref->role)) continue;
    if (ref->role == REF_WRITE && symbol_kind_is_type(def->kind)) continue; /* `: Base(x)` beside `: field(x)` */
    resolve_edge(edges, kind_of_use(def, ref->role), resolve_group_rule(&list, i), ref, found->view, found->def);
  }
  if (ref->flags & REF_ARGUMENT) resolve_edges_callback(edges, ref, &list);
}

static ExprNo named_part(const View *view, ExprNo number) {
  for (int guard = 0; guard < 8; guard++) {
    const Expr *expr = view_expr(view, number);
    bool wraps = expr->kind == EXPR_CALL || expr->kind == EXPR_NEW || expr->kind == EXPR_APPLY || expr->kind == EXPR_TYPE_OF;
    if (!wraps || !expr->base) break;
    number = expr->base;
  }
  return number;
}

/* An import brings whatever is called so, types and values alike. */
static bool find_imported(Edges *edges, ExprNo number, FoundList *list) {
  const Expr *expr = view_expr(edges->view, number);
  if (expr->kind != EXPR_NAME) return resolve_find(edges->run, edges->view, number, list);
  *list = (FoundList){.count = 0};
  resolve_find_name(edges->run, edges->view, (NameUse){expr->scope, expr->name, expr->at, MODE_ANY}, list);
  return list->count > 0;
}

/* A reference that is no call. Where only a guess was found it gives no edge; a
 * module gives one to its first file, and only where it is imported. */
static void plain_ref(Edges *edges, const Ref *ref, EdgeKind kind) {
  FoundList list;
  ExprNo expr = named_part(edges->view, ref->expr);
  if (!expr || !(kind == EDGE_IMPORTS ? find_imported(edges, expr, &list) : resolve_find(edges->run, edges->view, expr, &list))) return;
  resolve_definitions(edges->run, edges->view, &list);
  if (is_guess(&list)) return;
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (!found->view) {
      Module module = edges->run->modules.items[found->module];
      const WorldEntry *first = module.count ? &edges->run->world->files[module.files[0]] : NULL;
      bool is_known = first && (!first->is_library || first->sibling);
      View *view = is_known && kind == EDGE_IMPORTS ? resolve_view(edges->run, module.files[0]) : NULL;
      if (view) resolve_edge(edges, kind, found->rule, ref, view, 0);
    } else if (found->def) {
      resolve_edge(edges, kind, found->rule, ref, found->view, found->def);
    }
  }
}

static void one_ref(Edges *edges, const Ref *ref) {
  switch ((RefRole)ref->role) {
    case REF_CALL: case REF_NEW: resolve_edges_call(edges, ref); break;
    case REF_READ:
      if (resolve_is_read_call(edges, ref)) resolve_edges_call(edges, ref);
      else use_ref(edges, ref);
      break;
    case REF_WRITE: use_ref(edges, ref); break;
    case REF_TYPE: plain_ref(edges, ref, EDGE_TYPE_OF); break;
    case REF_EXTEND: case REF_IMPLEMENT: break; /* said by the type's bases */
    case REF_DECORATE: plain_ref(edges, ref, EDGE_DECORATES); break;
    case REF_IMPORT: plain_ref(edges, ref, EDGE_IMPORTS); break;
    case REF_RENDER: plain_ref(edges, ref, EDGE_RENDERS); break;
    case REF_MACRO: plain_ref(edges, ref, EDGE_EXPANDS); break;
    case REF_FETCH: case REF_STORE: break; /* queries.c */
    case REF_ROLE_COUNT: break;
  }
}

void resolve_edges_refs(Edges *edges) {
  enum { STEPS_IN_ALL = 20 * 1000 * 1000, STEPS_AFTER = 500 };
  const Facts *facts = edges->view->facts;
  Run *run = edges->run;
  edges->is_called = ARENA_ARRAY(run->arena, bool, facts->refs.len);
  for (RefNo i = 1; i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    if (!ref->expr || ref->expr >= facts->exprs.len) continue;
    run->step_limit = run->steps + (run->steps < STEPS_IN_ALL ? RUN_STEPS_PER_REF : STEPS_AFTER);
    one_ref(edges, ref);
  }
}

/* ---- imports as such ---- */

void resolve_edges_imports(Edges *edges) {
  View *view = edges->view;
  for (ImportNo i = 1; i < view->facts->imports.len; i++) {
    const Import *import = &view->facts->imports.items[i];
    const ImportTarget *target;
    Module module = resolve_target_module(edges->run, view, i, &target);
    bool is_added_to = import->form == IMPORT_NAMED && !import->local.value && !(import->flags & IMPORT_REEXPORT);
    if (!target || is_added_to) continue; /* a name that is only added to brings nothing */
    Ref ref = {.line = import->line, .column = 1};
    const WorldEntry *first = module.count ? &edges->run->world->files[module.files[0]] : NULL;
    if (first && first->is_library && !first->sibling) continue; /* not to be read for this alone */
    bool shared = module.count > 1 || view->lang->rules.packages == LANGUAGE_PACKAGE_NAME;
    bool part = target->rest_len || (import->form == IMPORT_NAMED && shared);
    if (part || !module.count) { /* only the file that has the name */
      FoundList list = {.count = 0};
      resolve_find_import(edges->run, view, i, MODE_ANY, &list);
      for (uint32_t k = 0; k < list.count; k++) {
        if (list.items[k].view) resolve_edge(edges, EDGE_IMPORTS, RULE_IMPORT, &ref, list.items[k].view, 0);
      }
      continue;
    }
    for (uint32_t k = 0; k < module.count; k++) {
      View *to = resolve_view(edges->run, module.files[k]);
      if (to) resolve_edge(edges, EDGE_IMPORTS, RULE_IMPORT, &ref, to, 0);
    }
  }
}
