/* Services that calls and decorators tell: `server.addService(ShopService, { buy })`
 * says that the object's functions are the service's procedures, and a decorator
 * that a function is one of them. And stubs that are known by what they were made
 * with rather than by their type. Nothing counts without a service of that name,
 * a procedure of that name, and an object that comes from the package. */
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/services_internal.h"
#include "src/resolve/tables_internal.h"
#include "src/resolve/value_internal.h"

#define WORDS_MAX 16

/* ---- names ---- */

/* "shop.Shop" is the service Shop of a package. */
static Str last_part(Str name) {
  size_t dot = str_find_last_byte(name, '.');
  return dot == STR_NONE ? name : str_slice(name, dot + 1, name.len);
}

static const Expr *expr_of(const Facts *facts, ExprNo number) {
  const Expr *expr = &facts->exprs.items[number];
  return expr->kind == EXPR_APPLY ? &facts->exprs.items[expr->base] : expr;
}

/* ShopService, shop.Shop.service: the service Shop. */
static Str service_at(const Facts *facts, ExprNo number, const FrameworkRow *row) {
  const Expr *expr = expr_of(facts, number);
  if (!number || (expr->kind != EXPR_NAME && expr->kind != EXPR_MEMBER)) return STR_EMPTY;
  Str name = names_text(facts->names, expr->name), rest = str_from_c(row->extends), service = STR_EMPTY;
  if (row->members && expr->kind == EXPR_MEMBER && language_word_in(row->members, name)) return names_text(facts->names, facts->exprs.items[expr->base].name);
  while (rest.len && !service.len) service = resolve_service_named(str_cut(&rest, ' '), name);
  return service;
}

/* ---- by words alone ---- */

/* The words of one language's rows. */
typedef struct ProvideWords {
  struct { NameId name; const FrameworkRow *row; } items[WORDS_MAX];
  size_t count;
} ProvideWords;

static void find_words(const Language *language, Names *names, ProvideWords *words) {
  for (const Framework *const *at = framework_registry; *at; at++) {
    if ((*at)->rows[0].shape != FRAMEWORK_PROVIDE || !language_word_in((*at)->families, resolve_family(language))) continue;
    for (const FrameworkRow *row = (*at)->rows; row->shape == FRAMEWORK_PROVIDE; row++) {
      Str rest = str_from_c(row->words);
      while (rest.len && words->count < WORDS_MAX) {
        words->items[words->count].name = names_intern(names, str_cut(&rest, ' '));
        words->items[words->count++].row = row;
      }
    }
  }
}

static const FrameworkRow *row_of(const ProvideWords *words, NameId name) {
  for (size_t i = 0; i < words->count; i++) {
    if (names_same(words->items[i].name, name)) return words->items[i].row;
  }
  return NULL;
}

static ExprNo nth_of(const Facts *facts, const Expr *call, const char *place) {
  uint32_t nth = (uint32_t)(place[0] - '0');
  return call->kind == EXPR_CALL && nth < call->list.count ? facts->lists.items[call->list.first + nth] : 0;
}

static void add_key(Arena *arena, ServiceKeys *keys, Str service, ServiceKey key) {
  key.name = resolve_plain_hash(last_part(service));
  if (service.len && keys->len < SERVICE_KEYS) *vec_add(arena, keys) = key;
}

/* The text of a decorator's first argument, or the name of the type around. */
static Str marked_service(const Facts *facts, const Expr *decorator, const Def *def, const FrameworkRow *row) {
  ExprNo place = nth_of(facts, decorator, row->path);
  const Expr *said = &facts->exprs.items[place];
  if (place && (said->kind != EXPR_LITERAL || said->number != LITERAL_STRING)) return STR_EMPTY;
  if (place) return names_text(facts->names, said->name);
  return def->container ? names_text(facts->names, facts->defs.items[def->container].name) : STR_EMPTY;
}

void resolve_provided_keys(Arena *arena, const Language *language, const Facts *facts, ServiceKeys *keys) {
  ProvideWords words = {.count = 0};
  find_words(language, facts->names, &words);
  for (RefNo i = 1; words.count && i < facts->refs.len; i++) {
    const Expr *call = &facts->exprs.items[facts->refs.items[i].expr];
    if (facts->refs.items[i].role != REF_CALL || call->kind != EXPR_CALL || call->list.count < 2 || !call->base) continue;
    const FrameworkRow *row = row_of(&words, facts->exprs.items[call->base].name);
    if (row && row->handler) add_key(arena, keys, service_at(facts, nth_of(facts, call, row->path), row), (ServiceKey){.number = i, .is_call = true});
  }
  for (DefNo i = 1; words.count && i < facts->defs.len; i++) {
    const Def *def = &facts->defs.items[i];
    for (uint32_t k = 0; k < def->decorators.count; k++) {
      const Expr *decorator = &facts->exprs.items[facts->lists.items[def->decorators.first + k]];
      const FrameworkRow *row = row_of(&words, decorator->kind == EXPR_CALL ? facts->exprs.items[decorator->base].name : decorator->name);
      if (row && !row->handler && resolve_is_callable_kind(def->kind)) add_key(arena, keys, marked_service(facts, decorator, def, row), (ServiceKey){.number = i});
    }
  }
}

/* ---- from procedures to what implements them ---- */

static bool is_from(Run *run, View *view, ExprNo number, const char *on) {
  Origin origin;
  return resolve_origin(run, view, number, &origin) && origin.package.len && resolve_wiring_is_object(run, &origin, on, origin.count);
}

static const FrameworkRow *row_named(const View *view, NameId name, FrameworkShape shape) {
  const WiringWord *word = name.value && view->lang->wiring ? resolve_wiring_word(view->lang->wiring, name) : NULL;
  while (word && word->row->shape != shape) word = resolve_wiring_next(view->lang->wiring, word);
  return word ? word->row : NULL;
}

static void link_found(const Handled *handled, const FoundList *list) {
  for (uint32_t i = 0; i < list->count; i++) {
    const Found *found = &list->items[i];
    const Def *def = found->view && found->def ? view_def(found->view, found->def) : NULL;
    if (!found->view || found->view->entry->is_library) continue;
    ExprNo value = def ? def->value : found->bind ? view_bind(found->view, found->bind)->value : 0;
    if (def && resolve_is_callable_kind(def->kind)) resolve_link_def(handled, found->view, found->def);
    else if (value) resolve_link_handler(handled, found->view, value);
  }
}

/* Procedures are written with a capital there, and their functions mostly without. */
static void link_member(const Handled *handled, ValueId object, Str procedure) {
  Run *run = handled->edges->run;
  char *small = str_to_c(run->arena, procedure);
  small[0] = byte_lower(small[0]);
  Str forms[] = {procedure, {small, procedure.len}};
  for (size_t i = 0; i < COUNT_OF(forms); i++) {
    FoundList list = {.count = 0};
    if (i && str_eq(forms[0], forms[1])) break;
    resolve_find_members(run, handled->view, object, names_intern(run->world->names, forms[i]), MODE_ANY, &list);
    link_found(handled, &list);
  }
}

void resolve_link_provided(Edges *edges, DefNo service, View *view, RefNo number) {
  Run *run = edges->run;
  View *own = edges->view;
  const Ref *told = view_ref(view, number);
  const Expr *call = view_expr(view, told->expr), *callee = call->kind == EXPR_CALL ? view_expr(view, call->base) : NULL;
  const FrameworkRow *row = callee && callee->kind == EXPR_MEMBER ? row_named(view, callee->name, FRAMEWORK_PROVIDE) : NULL;
  size_t references = HANDLED_REFERENCES;
  uint32_t count;
  if (!row || !row->handler) return;
  resolve_ask_wiring(run, view);
  run->step_limit = run->steps + RUN_STEPS_PER_REF;
  if (!is_from(run, view, callee->base, row->on)) return;
  ExprNo given = resolve_wiring_argument(run, view, told->expr, row->handler);
  View *other = view; /* const shop: ShopServer = { … }: what is written counts, the type need not be there */
  ExprNo written = given ? resolve_wiring_constant(run, view, given, &other) : 0;
  if (written && view_expr(other, written)->kind == EXPR_OBJECT) given = written;
  else other = view;
  ValueId object = given ? resolve_expand_all(run, resolve_eval(run, other, given)) : (ValueId){0};
  const BindNo *binds = resolve_scope_binds(own, view_def(own, service)->opens, &count);
  for (uint32_t i = 0; given && i < count; i++) {
    DefNo procedure = view_bind(own, binds[i])->def;
    if (!procedure || !resolve_is_callable_kind(view_def(own, procedure)->kind)) continue;
    const Def *def = view_def(own, procedure);
    Ref ref = {.from = procedure, .line = def->name_span.line, .column = def->name_span.column};
    Handled handled = {edges, &ref, RULE_SERVICE, view, told->line, &references};
    run->step_limit = run->steps + RUN_STEPS_PER_REF;
    link_member(&handled, object, names_text(run->world->names, def->name));
  }
}

/* The name that a decorator gives, or the function's own; false: nobody can tell. */
static bool marks(Run *run, View *view, DefNo function, Str service, Str *ret_procedure) {
  const Def *def = view_def(view, function);
  for (uint32_t i = 0; i < def->decorators.count; i++) {
    ExprNo decorator = view_item(view, def->decorators, i);
    const Expr *expr = view_expr(view, decorator);
    const FrameworkRow *row = expr->kind == EXPR_CALL ? row_named(view, view_expr(view, expr->base)->name, FRAMEWORK_PROVIDE) : NULL;
    if (!row || row->handler || !str_eq_ignore_case(last_part(marked_service(view->facts, expr, def, row)), service)) continue;
    ExprNo said = resolve_wiring_argument(run, view, decorator, row->action);
    Buf text;
    buf_init(&text, run->arena, 200);
    if (said && !resolve_wiring_text(run, view, said, &text)) continue;
    *ret_procedure = said ? buf_str(&text) : names_text(run->world->names, def->name);
    if (is_from(run, view, expr->base, row->on)) return true;
  }
  return false;
}

void resolve_link_procedure(Edges *edges, DefNo service, View *view, DefNo function) {
  Run *run = edges->run;
  View *own = edges->view;
  Str name;
  uint32_t count;
  resolve_ask_wiring(run, view);
  run->step_limit = run->steps + RUN_STEPS_PER_REF;
  if (!marks(run, view, function, names_text(run->world->names, view_def(own, service)->name), &name)) return;
  const BindNo *binds = resolve_scope_binds(own, view_def(own, service)->opens, &count);
  for (uint32_t i = 0; i < count; i++) {
    DefNo procedure = view_bind(own, binds[i])->def;
    const Def *def = view_def(own, procedure);
    bool is_it = procedure && resolve_is_callable_kind(def->kind) && resolve_service_hash(names_text(run->world->names, def->name)) == resolve_service_hash(name);
    if (!is_it) continue;
    Ref ref = {.from = procedure, .line = def->name_span.line, .column = def->name_span.column};
    size_t references = 0;
    Handled handled = {edges, &ref, RULE_SERVICE, view, view_def(view, function)->name_span.line, &references};
    resolve_link_def(&handled, view, function);
  }
}

/* ---- stubs ---- */

/* getService("Shop"), createClient(ShopService): the call has to be the package's. */
static bool take_asked(Run *run, View *view, ExprNo number, ServiceTake take, void *context) {
  const Expr *call = view_expr(view, number), *callee = call->base ? expr_of(view->facts, call->base) : NULL;
  const FrameworkRow *row = callee ? row_named(view, callee->name, FRAMEWORK_STUB) : NULL;
  Buf text;
  if (!row || !row->path || (callee->kind != EXPR_NAME && callee->kind != EXPR_MEMBER)) return false;
  ExprNo said = resolve_wiring_argument(run, view, number, row->path);
  Str service = row->extends ? service_at(view->facts, said, row) : STR_EMPTY;
  buf_init(&text, run->arena, 200);
  if (!row->extends && said && resolve_wiring_text(run, view, said, &text)) service = last_part(buf_str(&text));
  Origin origin;
  bool is_member = callee->kind == EXPR_MEMBER && !row->extends;
  ExprNo object = is_member ? callee->base : call->base;
  if (!service.len || !resolve_origin(run, view, object, &origin) || !origin.package.len) return false;
  if (is_member ? !resolve_wiring_is_object(run, &origin, row->on, origin.count) : !language_word_in(row->on, origin.package)) return false;
  take(context, service);
  return true;
}

/* A field of a type, which a call of the file is told to give: `this.shop =
 * this.client.getService<Shop>("Shop")`. */
static void take_typed(Run *run, View *view, NameId type, ServiceTake take, void *context) {
  for (RefNo i = 1; i < view->facts->refs.len; i++) {
    const Ref *ref = view_ref(view, i);
    const Expr *call = ref->role == REF_CALL && ref->expr ? view_expr(view, ref->expr) : NULL;
    const Expr *given = call && call->kind == EXPR_CALL && call->base ? view_expr(view, call->base) : NULL;
    if (!given || given->kind != EXPR_APPLY || given->list.count != 1) continue;
    if (names_same(view_expr(view, view_item(view, given->list, 0))->name, type) && take_asked(run, view, ref->expr, take, context)) return;
  }
}

/* What is known by the name it was made or declared with, where what has that name
 * was generated and is not there, or is put together there. */
static void take_named(Run *run, View *view, ExprNo number, ServiceTake take, void *context) {
  const Expr *expr = number ? expr_of(view->facts, number) : NULL;
  if (expr && (expr->kind == EXPR_NEW || expr->kind == EXPR_CALL)) expr = expr->base ? expr_of(view->facts, expr->base) : NULL;
  if (!expr || (expr->kind != EXPR_NAME && expr->kind != EXPR_MEMBER)) return;
  resolve_each_service(&(ServiceName){view->lang->language, view->facts, FRAMEWORK_STUB, names_text(run->world->names, expr->name), STR_EMPTY}, take, context);
}

void resolve_stub_services(Run *run, View *view, ExprNo object, ServiceTake take, void *context) {
  FoundList list;
  if (!view->lang->wiring || !view->lang->wiring->first[FRAMEWORK_PROVIDE]) return;
  if (view_expr(view, object)->kind == EXPR_CALL && take_asked(run, view, object, take, context)) return;
  if (!resolve_find(run, view, object, &list)) return;
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    const Def *def = found->view && found->def ? view_def(found->view, found->def) : NULL;
    const Bind *bind = found->view && found->bind ? view_bind(found->view, found->bind) : NULL;
    if (!found->view || found->view->entry->is_library) continue;
    ExprNo value = def && def->value ? def->value : bind ? bind->value : 0, type = def && def->type ? def->type : bind ? bind->type : 0;
    const Expr *made = view_expr(found->view, value);
    if (value && made->kind == EXPR_CALL && take_asked(run, found->view, value, take, context)) return;
    if (value) take_named(run, found->view, value, take, context);
    if (type) take_named(run, found->view, type, take, context);
    if (type && view_expr(found->view, type)->name.value) take_typed(run, found->view, view_expr(found->view, type)->name, take, context);
  }
}
