/* Services: procedures that a file describes for all languages, what implements
 * them and who calls them. What a tool makes of the description is known by its
 * name (`Unimplemented$Server` of a service `$`), whether it lies in the project or
 * not: a type that extends such a thing implements the service, and a call on such
 * an object calls the procedure. Nothing counts without a service of that name and
 * a procedure of the member's name. */
#include "src/base/hash.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/services_internal.h"
#include "src/resolve/tables_internal.h"
#include "src/resolve/value_internal.h"

/* ---- names ---- */

Str resolve_service_named(Str pattern, Str name) {
  size_t at = str_find_byte(pattern, '$');
  Str before = str_slice(pattern, 0, at), behind = str_slice(pattern, at + 1, pattern.len);
  bool fits = name.len > before.len + behind.len && str_starts_with(name, before) && str_ends_with(name, behind);
  return fits ? str_slice(name, before.len, name.len - behind.len) : STR_EMPTY;
}

static bool is_imported(const Facts *facts, const char *packages) {
  for (ImportNo i = 1; i < facts->imports.len; i++) {
    Str specifier = names_text(facts->names, facts->imports.items[i].specifier);
    if (language_word_in(packages, str_cut(&specifier, ':'))) return true;
  }
  return false;
}

void resolve_each_service(const ServiceName *name, ServiceTake take, void *context) {
  for (const Framework *const *at = framework_registry; name->name.len && *at; at++) {
    for (const FrameworkRow *row = (*at)->rows; row->shape != FRAMEWORK_END; row++) {
      if (row->shape != name->shape || !row->extends || row->path || !language_word_in((*at)->families, resolve_family(name->language))) continue;
      bool is_stub = row->shape == FRAMEWORK_STUB;
      if (row->on && (is_stub ? !name->package.len || !language_word_in(row->on, name->package) : !is_imported(name->facts, row->on))) continue;
      Str rest = str_from_c(row->extends);
      while (rest.len) {
        Str service = resolve_service_named(str_cut(&rest, ' '), name->name);
        if (service.len) take(context, service);
      }
    }
  }
}

/* ---- by words alone ---- */

typedef struct Gathering {
  Arena *arena;
  DefNo def;
  ServiceKeys *keys;
} Gathering;

static void take_key(void *context, Str service) {
  Gathering *gathering = context;
  if (gathering->keys->len < SERVICE_KEYS) *vec_add(gathering->arena, gathering->keys) = (ServiceKey){resolve_plain_hash(service), gathering->def, false};
}

void resolve_service_keys(Arena *arena, const Language *language, const Facts *facts, ServiceKeys *ret_keys) {
  *ret_keys = (ServiceKeys){0};
  for (DefNo i = 1; i < facts->defs.len; i++) {
    const Def *def = &facts->defs.items[i];
    Gathering gathering = {arena, i, ret_keys};
    for (uint32_t k = 0; k < def->bases.count; k++) {
      const Expr *base = &facts->exprs.items[facts->lists.items[def->bases.first + k]];
      if (base->kind == EXPR_POINTER && base->base) base = &facts->exprs.items[base->base];
      resolve_each_service(&(ServiceName){language, facts, FRAMEWORK_SERVE, names_text(facts->names, base->name), STR_EMPTY}, take_key, &gathering);
    }
  }
  resolve_provided_keys(arena, language, facts, ret_keys);
}

static bool is_service(const Def *def) { return def->kind == SYMBOL_INTERFACE && def->name.value && def->opens; }

/* ---- from procedures to what implements them ---- */

static Str camel_case(Arena *arena, Str name) {
  char *copy = str_to_c(arena, name);
  copy[0] = byte_lower(copy[0]);
  return (Str){copy, name.len};
}

static void link_procedure(Edges *edges, DefNo procedure, View *view, DefNo type) {
  Run *run = edges->run;
  const Def *def = view_def(edges->view, procedure);
  Str name = names_text(run->world->names, def->name);
  Str forms[] = {name, camel_case(run->arena, name), resolve_snake_case(run->arena, name)};
  Ref ref = {.from = procedure, .line = def->name_span.line, .column = def->name_span.column};
  for (size_t i = 0; i < COUNT_OF(forms); i++) {
    if (i && (str_eq(forms[i], forms[0]) || (i == 2 && str_eq(forms[2], forms[1])))) continue;
    FoundList list = {.count = 0};
    resolve_find_own(run, resolve_term_of(run, TERM_DEF, view->number, type), names_intern(run->world->names, forms[i]), MODE_CALL, &list);
    for (uint32_t k = 0; k < list.count; k++) {
      const Found *found = &list.items[k];
      if (!found->view || !found->def || !resolve_is_callable_kind(view_def(found->view, found->def)->kind)) continue;
      size_t before = edges->list.len;
      resolve_edge(edges, EDGE_LINKS, RULE_SERVICE, &ref, found->view, found->def);
      resolve_edges_wired(edges, before, view, view_def(view, type)->name_span.line);
    }
  }
}

static void link_service(Edges *edges, DefNo number) {
  enum { MOST = 64 };
  Run *run = edges->run;
  View *own = edges->view;
  const Def *service = view_def(own, number);
  const TableItem *items;
  uint64_t name = resolve_plain_hash(names_text(run->world->names, service->name));
  size_t count = resolve_lookup(run, own, resolve_key(KEY_SERVED, name, 0), &items);
  for (size_t i = 0; i < count && i < MOST; i++) {
    View *view = resolve_view(run, items[i].file);
    uint32_t members;
    if (!view || items[i].def >= view->facts->defs.len || !resolve_counts_for(view->entry, own->entry)) continue;
    if (resolve_is_callable_kind(view_def(view, items[i].def)->kind)) {
      resolve_link_procedure(edges, number, view, items[i].def);
      continue;
    }
    const BindNo *binds = resolve_scope_binds(own, service->opens, &members);
    for (uint32_t k = 0; k < members; k++) {
      DefNo procedure = view_bind(own, binds[k])->def;
      run->step_limit = run->steps + RUN_STEPS_PER_REF;
      if (procedure && resolve_is_callable_kind(view_def(own, procedure)->kind)) link_procedure(edges, procedure, view, items[i].def);
    }
  }
  count = resolve_lookup(run, own, resolve_key(KEY_PROVIDED, name, 0), &items);
  for (size_t i = 0; i < count && i < MOST; i++) {
    View *view = resolve_view(run, items[i].file);
    bool is_ours = view && items[i].def < view->facts->refs.len && resolve_counts_for(view->entry, own->entry);
    if (is_ours) resolve_link_provided(edges, number, view, items[i].def);
  }
}

/* ---- from calls to procedures ---- */

typedef struct Calling {
  Edges *edges;
  const Ref *ref;
  const TableItem *items; /* procedures of that name */
  size_t count;
} Calling;

static void take_call(void *context, Str name) {
  Calling *calling = context;
  Run *run = calling->edges->run;
  for (size_t i = 0; i < calling->count; i++) {
    View *view = resolve_view(run, calling->items[i].file);
    if (!view || calling->items[i].def >= view->facts->defs.len) continue;
    DefNo service = view_def(view, calling->items[i].def)->container;
    bool is_it = service && str_eq_ignore_case(names_text(run->world->names, view_def(view, service)->name), name);
    if (is_it) resolve_edge(calling->edges, EDGE_LINKS, RULE_SERVICE, calling->ref, view, calling->items[i].def);
  }
}

/* The names of the types that the object may be of, of the project or not. */
static void call_procedure(Calling *calling, View *view, ExprNo object) {
  Run *run = calling->edges->run;
  Origin origin;
  TermId terms[VALUE_MAX];
  size_t before = calling->edges->list.len;
  uint32_t count = resolve_terms(run, resolve_expand_all(run, resolve_eval(run, view, object)), terms);
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (term.kind != TERM_INST) continue;
    const View *other = resolve_view_at(run, term.view);
    Str name = names_text(run->world->names, view_def(other, term.number)->name);
    resolve_each_service(&(ServiceName){view->lang->language, view->facts, FRAMEWORK_STUB, name, STR_EMPTY}, take_call, calling);
  }
  if (calling->edges->list.len == before) resolve_stub_services(run, view, object, take_call, calling);
  if (calling->edges->list.len > before || !resolve_origin(run, view, object, &origin) || !origin.package.len) return;
  for (uint32_t i = origin.count; i-- > 0;) { /* NewShopClient(), ShopStub(), ShopClient::connect() */
    if (!origin.steps[i].name.value) continue;
    Str name = names_text(run->world->names, origin.steps[i].name);
    resolve_each_service(&(ServiceName){view->lang->language, view->facts, FRAMEWORK_STUB, name, origin.package}, take_call, calling);
    if (calling->edges->list.len > before) return;
  }
}

/* DoAsync of what tools make of Do; else as it is. */
static Str procedure_named(const View *view, Str name) {
  for (const Framework *const *at = framework_registry; *at; at++) {
    for (const FrameworkRow *row = (*at)->rows; row->shape != FRAMEWORK_END; row++) {
      Str ending = str_from_c(row->shape == FRAMEWORK_STUB ? row->named : NULL);
      if (!ending.len || name.len <= ending.len || !str_ends_with(name, ending) || !language_word_in((*at)->families, resolve_family(view->lang->language))) continue;
      return str_slice(name, 0, name.len - ending.len);
    }
  }
  return name;
}

static void link_calls(Edges *edges) {
  Run *run = edges->run;
  View *view = edges->view;
  for (RefNo i = 1; i < view->facts->refs.len; i++) {
    const Ref *ref = view_ref(view, i);
    const Expr *call = ref->role == REF_CALL && ref->expr ? view_expr(view, ref->expr) : NULL;
    const Expr *callee = call && call->kind == EXPR_CALL && call->base ? view_expr(view, call->base) : NULL;
    if (!callee || callee->kind != EXPR_MEMBER || !callee->base) continue;
    Calling calling = {.edges = edges, .ref = ref};
    Str called = names_text(run->world->names, callee->name);
    calling.count = resolve_lookup(run, view, resolve_key(KEY_SERVICE, resolve_service_hash(called), 1), &calling.items);
    Str procedure = calling.count ? called : procedure_named(view, called);
    if (procedure.len < called.len) calling.count = resolve_lookup(run, view, resolve_key(KEY_SERVICE, resolve_service_hash(procedure), 1), &calling.items);
    run->step_limit = run->steps + RUN_STEPS_PER_REF;
    if (calling.count && calling.count <= SERVICE_PLACES) call_procedure(&calling, view, callee->base);
  }
}

void resolve_edges_services(Edges *edges) {
  const View *view = edges->view;
  const TableItem *items;
  if (view->lang->rules.types_are_services) {
    for (DefNo i = 1; i < view->facts->defs.len; i++) {
      if (is_service(view_def(view, i))) link_service(edges, i);
    }
  }
  if (view->lang->wiring && resolve_lookup(edges->run, view, resolve_key(KEY_SERVICE, 0, 0), &items)) link_calls(edges);
}

/* SayHello, sayHello and say_hello are one procedure. */
uint64_t resolve_service_hash(Str name) {
  char plain[128];
  size_t len = 0;
  for (size_t i = 0; i < name.len && len < sizeof plain; i++) {
    if (name.ptr[i] != '_') plain[len++] = name.ptr[i];
  }
  return resolve_plain_hash((Str){plain, len});
}
