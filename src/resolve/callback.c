/* Links (EDGE_LINKS): functions that run without being named at a call,
 * because they were passed to something that calls its parameter, or put
 * into a member that is called elsewhere. Each is a lead, not a certainty,
 * and its rule says so. */
#include "src/base/hash.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/edges_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/macros_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"
#include "src/resolve/wiring_internal.h"

/* Functions of the project with a name: others are nobody's target. */
static bool is_function(const Found *found) {
  if (!found->view || !found->def || found->view->entry->is_library) return false;
  const Def *def = view_def(found->view, found->def);
  return resolve_is_callable_kind(def->kind) && !(def->flags & (DEF_PROPERTY | DEF_ANONYMOUS));
}

/* ---- passed to something that calls its parameter ---- */

/* Extraction marks parameters that the function's body calls (BIND_CALLED). */
static bool calls_parameter(const View *view, BindNo param) {
  return view_bind(view, param)->flags & BIND_CALLED;
}

/* What a macro calls by the name it is given is called where it is used. */
static void call_through_macros(Edges *edges, const Ref *ref, const FoundList *functions) {
  Run *run = edges->run;
  FoundList callees;
  ExprNo base = view_expr(edges->view, ref->call)->base;
  if (!edges->view->lang->rules.macros_call || !base) return;
  if (!resolve_find_callee(run, edges->view, base, &callees)) return;
  for (uint32_t i = 0; i < callees.count; i++) {
    const Found *callee = &callees.items[i];
    if (!callee->view || !callee->def || view_def(callee->view, callee->def)->kind != SYMBOL_MACRO) continue;
    BindNo param = resolve_param(run, callee->view, callee->def, ref->position, (NameId){0});
    if (!param || !calls_parameter(callee->view, param)) continue;
    for (uint32_t k = 0; k < functions->count; k++) {
      const Found *found = &functions->items[k];
      if (is_function(found)) resolve_edge(edges, EDGE_CALLS, RULE_MACRO, ref, found->view, found->def);
    }
  }
}

/* `ref` is an argument that names functions: each of them runs when the
 * callee calls that parameter. */
void resolve_edges_callback(Edges *edges, const Ref *ref, const FoundList *functions) {
  Run *run = edges->run;
  bool any = false;
  for (uint32_t i = 0; i < functions->count; i++) any |= is_function(&functions->items[i]);
  if (!any || !ref->call || ref->call >= edges->view->facts->exprs.len) return;
  call_through_macros(edges, ref, functions);
  FoundList callees;
  resolve_callees(run, edges->view, ref->call, &callees);
  resolve_drop_crowds(run, &callees, CROWD_NONE);
  for (uint32_t i = 0; i < callees.count; i++) {
    const Found *callee = &callees.items[i];
    if (!is_function(callee)) continue;
    BindNo param = resolve_param(run, callee->view, callee->def, ref->position + callee->extends, (NameId){0});
    if (!param || !calls_parameter(callee->view, param)) continue;
    for (uint32_t k = 0; k < functions->count; k++) {
      const Found *found = &functions->items[k];
      if (is_function(found)) resolve_edge(edges, EDGE_LINKS, RULE_CALLBACK, ref, found->view, found->def);
    }
  }
}

/* ---- called through a member that functions were put into ---- */

static void link_field(Edges *edges, const Ref *ref, const Found *field, unsigned depth);

/* What the bind puts there: what is kept of it, or by reading it. */
static bool find_assigned(Run *run, View *view, const Bind *bind, const AssignedValue *value, const Found *field, FoundList *ret_list) {
  *ret_list = (FoundList){.count = 0};
  if (view_expr(view, bind->value)->kind == EXPR_CALL) return resolve_find_in_row(run, view, bind->value, field, ret_list);
  if (!value->use.name.value) return resolve_find(run, view, bind->value, ret_list);
  resolve_find_name(run, view, value->use, ret_list);
  return true;
}

/* Asked of the kept answer first (assigned.c): reading the file that assigns
 * is needed only for the few that fit. What another field holds may come from
 * that: `hook->run = entry->run`. */
static void link_assigned(Edges *edges, const Ref *ref, const Found *field, const TableItem *item, unsigned depth) {
  Run *run = edges->run;
  if (!field->owner) return;
  Term owner = resolve_term_at(run, field->owner);
  if (!owner.view) return;
  AssignedValue *kept, value = {.line = ASSIGNED_NO_LINE};
  AssignedTo is_it = resolve_may_be_assigned(run, item->file, item->def, resolve_view_at(run, owner.view)->file, owner.number, &kept);
  if (is_it == ASSIGNED_NOT) return;
  View *view = resolve_view(run, item->file);
  if (!view || item->def >= view->facts->binds.len) return;
  if (!resolve_counts_for(view->entry, edges->view->entry)) return;
  const Bind *bind = view_bind(view, item->def);
  if (!bind->type || !bind->value) return;
  if (kept && kept->line == ASSIGNED_NO_LINE) kept->line = resolve_line_of(view, bind->value, 0);
  if (kept) value = *kept;
  if (is_it == ASSIGNED_MAYBE && !resolve_is_assigned_to(run, view, bind, field->owner)) return;
  FoundList list;
  if (!find_assigned(run, view, bind, &value, field, &list)) return;
  resolve_definitions(run, view, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    size_t before = edges->list.len;
    if (is_function(&list.items[i])) resolve_edge(edges, EDGE_LINKS, RULE_TABLE, ref, list.items[i].view, list.items[i].def);
    else link_field(edges, ref, &list.items[i], depth + 1);
    if (edges->list.len != before + 1) continue;
    if (value.line == ASSIGNED_NO_LINE) value.line = resolve_line_of(view, bind->value, 0);
    resolve_edges_wired(edges, before, view, value.line);
  }
}

static void link_field(Edges *edges, const Ref *ref, const Found *field, unsigned depth) {
  enum { MOST = 256, DEPTH = 2 }; /* assignments to one field that are worth following */
  Run *run = edges->run;
  const View *view = edges->view;
  const TableItem *items;
  if (depth > DEPTH || !field->view || !field->def || view_def(field->view, field->def)->kind != SYMBOL_FIELD) return;
  uint64_t hashes[PLACED_KEYS + 1] = {resolve_name_hash(run, view_def(field->view, field->def)->name)};
  size_t ways = 1 + (view->lang->rules.macros_call ? resolve_placed_keys(run, field, hashes + 1) : 0);
  for (size_t i = 0; i < ways; i++) {
    size_t count = resolve_lookup(run, view, resolve_key(KEY_FIELD, view->lang->family_id, hashes[i]), &items);
    for (size_t k = 0; k < count && k < MOST && edges->leads < EDGES_LEADS_MAX; k++) link_assigned(edges, ref, field, &items[k], depth);
  }
}

void resolve_edges_table(Edges *edges, const Ref *ref, const FoundList *fields) {
  if (edges->view->lang->rules.fields != LANGUAGE_FIELDS_ASSIGNED) return;
  for (uint32_t i = 0; i < fields->count; i++) link_field(edges, ref, &fields->items[i], 0);
}
