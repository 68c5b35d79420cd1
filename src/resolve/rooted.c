/* Fields of root types: what answers a query is a member of a type of the project,
 * which is known by its name and by what it extends, embeds or is made of. Each
 * such field is a route, "QUERY users", that leads to the function that resolves it. */
#include <string.h>

#include "src/base/hash.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/topics_internal.h"
#include "src/resolve/value_internal.h"

/* "Query:QUERY": the method of the word that a name is, or ends with behind a small
 * letter; empty: of none. */
static Str method_of(const FrameworkRow *row, Str name) {
  Str rest = str_from_c(row->words);
  while (rest.len) {
    Str method = str_cut(&rest, ' '), word = str_cut(&method, ':');
    if (!str_ends_with(name, word)) continue;
    char before = name.len > word.len ? name.ptr[name.len - word.len - 1] : 'a';
    if ((before >= 'a' && before <= 'z') || before == '_') return method;
  }
  return STR_EMPTY;
}

/* ---- types whose fields are told by values ---- */

/* A type, while its fields are looked at. */
typedef struct Rooted {
  Run *run;
  View *view;
  const WiringWord *word;
  Routes *routes;
  DefNo type;
  Str method;
  bool extends; /* the package's own type */
} Rooted;

static bool is_of_package(Run *run, View *view, ExprNo number, const Framework *framework) {
  Origin origin;
  return resolve_origin(run, view, number, &origin) && origin.package.len && resolve_topic_uses(framework, origin.package);
}

static bool take_member(Run *run, View *view, DefNo type, Str name, Route *route) {
  FoundList list = {.count = 0};
  resolve_find_member(run, view, resolve_inst(run, view, type, NULL, 0), names_intern(run->world->names, name), MODE_ANY, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (!found->view || !found->def || found->view->entry->is_library || !resolve_is_callable_kind(view_def(found->view, found->def)->kind)) continue;
    route->handled_by = found->def;
    route->handled_in = found->view;
    return true;
  }
  return false;
}

/* CreateUser.Field(): what the type does, or the type where that is the package's. */
static bool take_type(const Rooted *rooted, ExprNo value, Route *route) {
  Run *run = rooted->run;
  const FrameworkRow *row = rooted->word->row;
  const Expr *callee = view_expr(rooted->view, view_expr(rooted->view, value)->base);
  FoundList list;
  if (callee->kind != EXPR_MEMBER || !language_word_in(row->by, names_text(run->world->names, callee->name))) return false;
  if (!resolve_find(run, rooted->view, callee->base, &list)) return false;
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (!found->view || !found->def || !symbol_kind_is_type(view_def(found->view, found->def)->kind)) continue;
    if (!resolve_wiring_extends(run, found->view, found->def, row->type, 0)) continue;
    Str rest = str_from_c(row->members);
    while (rest.len) {
      if (!take_member(run, found->view, found->def, str_cut(&rest, ' '), route)) continue;
      bool is_own = route->handled_in == found->view && view_def(found->view, route->handled_by)->container == found->def;
      if (!is_own) route->beside = found->def, route->beside_in = found->view;
      return true;
    }
    route->handled_by = found->def;
    route->handled_in = found->view;
    return true;
  }
  return false;
}

static bool find_handler(const Rooted *rooted, Str field, ExprNo value, Route *route) {
  Run *run = rooted->run;
  const FrameworkRow *row = rooted->word->row;
  Str rest = str_from_c(row->action);
  ExprNo given = resolve_wiring_argument(run, rooted->view, value, row->handler);
  if (take_type(rooted, value, route)) return true;
  if (!rooted->extends && !is_of_package(run, rooted->view, value, rooted->word->framework)) return false;
  while (rest.len) {
    Str before = str_cut(&rest, ' '), name = str_format(run->arena, "%.*s%.*s", STR_ARG(before), STR_ARG(field));
    if (take_member(run, rooted->view, rooted->type, name, route)) return true;
  }
  route->handler = given;
  return given != 0;
}

static void add_field(const Rooted *rooted, DefNo number) {
  Run *run = rooted->run;
  View *view = rooted->view;
  const Def *def = view_def(view, number);
  Str name = names_text(run->world->names, def->name);
  Route route = {.view = view};
  Buf said;
  buf_init(&said, run->arena, 200);
  run->step_limit = run->steps + RUN_STEPS_PER_REF;
  if (!def->value || view_expr(view, def->value)->kind != EXPR_CALL || !find_handler(rooted, name, def->value, &route)) return;
  Ref *ref = ARENA_NEW(run->arena, Ref);
  *ref = (Ref){.at = def->name_span.from, .line = def->name_span.line, .column = def->name_span.column};
  route.ref = ref;
  ExprNo told = resolve_wiring_argument(run, view, def->value, rooted->word->row->path);
  if (!told || !resolve_wiring_text(run, view, told, &said) || !said.len) buf_add(&said, resolve_camel_case(run->arena, name));
  resolve_route_add(run, rooted->routes, route, rooted->method, buf_str(&said));
}

static void add_fields(Run *run, View *view, const WiringWord *word, Routes *routes) {
  for (DefNo i = 1; i < view->facts->defs.len; i++) {
    const Def *def = view_def(view, i);
    if (!symbol_kind_is_type((SymbolKind)def->kind) || !def->opens) continue;
    Rooted rooted = {.run = run, .view = view, .word = word, .routes = routes, .type = i, .method = method_of(word->row, names_text(run->world->names, def->name))};
    if (!rooted.method.len) continue;
    uint32_t count;
    run->step_limit = run->steps + RUN_STEPS_PER_REF;
    rooted.extends = resolve_wiring_extends(run, view, i, word->row->extends, 0);
    const BindNo *binds = resolve_scope_binds(view, def->opens, &count);
    for (uint32_t k = 0; k < count; k++) {
      DefNo field = view_bind(view, binds[k])->def;
      if (field && view_def(view, field)->kind == SYMBOL_FIELD) add_field(&rooted, field);
    }
  }
}

/* ---- types whose functions resolve ---- */

static bool has_ending(const FrameworkRow *row, Str name) {
  Str pattern = str_from_c(row->extends);
  return str_ends_with(name, str_slice(pattern, 1, pattern.len)) && name.len > pattern.len - 1;
}

/* func (r *Resolver) Query() QueryResolver { return &queryResolver{r} } */
static bool gives(Run *run, const View *view, DefNo function, Str word, NameId type, const FrameworkRow *row) {
  const Def *def = view_def(view, function);
  Str given = def->type ? names_text(run->world->names, view_expr(view, def->type)->name) : STR_EMPTY;
  if (!str_starts_with(given, word) || !has_ending(row, given) || given.len != word.len + strlen(row->extends) - 1) return false;
  for (RefNo i = 1; i < view->facts->refs.len; i++) {
    const Ref *ref = view_ref(view, i);
    if (ref->role == REF_TYPE && ref->from == function && names_same(view_expr(view, ref->expr)->name, type)) return true;
  }
  return false;
}

/* The word whose fields the type `base` says that `type` resolves; empty: none. */
static Str given_by(Run *run, View *view, NameId base, NameId type, const FrameworkRow *row) {
  Str rest = str_from_c(row->words);
  uint64_t receiver = hash_combine(view->entry->package_id, resolve_name_hash(run, base));
  while (rest.len) {
    const TableItem *items;
    Str method = str_cut(&rest, ' '), word = str_cut(&method, ':');
    size_t count = resolve_lookup(run, view, resolve_key(KEY_METHOD, receiver, hash_str(word)), &items);
    for (size_t i = 0; i < count && i < 8; i++) {
      View *other = resolve_view(run, items[i].file);
      if (!other || items[i].def >= other->facts->defs.len) continue;
      if (other != view) resolve_ask_wiring(run, other);
      if (gives(run, other, items[i].def, word, type, row)) return method;
    }
  }
  return STR_EMPTY;
}

static Str resolved_by(Run *run, View *view, NameId type, const FrameworkRow *row) {
  const TableItem *items;
  size_t count = resolve_lookup(run, view, resolve_key(KEY_NAME, view->entry->package_id, resolve_name_hash(run, type)), &items);
  for (size_t i = 0; i < count && i < 4; i++) {
    View *other = resolve_view(run, items[i].file);
    if (!other || items[i].def >= other->facts->defs.len) continue;
    ExprList bases = view_def(other, items[i].def)->bases;
    for (uint32_t k = 0; k < bases.count; k++) {
      const Expr *base = view_expr(other, view_item(other, bases, k));
      if (base->kind == EXPR_POINTER) base = view_expr(other, base->base);
      Str method = base->name.value ? given_by(run, view, base->name, type, row) : STR_EMPTY;
      if (method.len) return method;
    }
  }
  return STR_EMPTY;
}

/* Users: users, URLFor: urlFor, ID: id. */
static Str small_first(Arena *arena, Str name) {
  char *copy = str_to_c(arena, name);
  for (size_t i = 0; i < name.len && name.ptr[i] >= 'A' && name.ptr[i] <= 'Z'; i++) {
    bool is_last = i && i + 1 < name.len && name.ptr[i + 1] >= 'a' && name.ptr[i + 1] <= 'z';
    if (is_last) break;
    copy[i] = byte_lower(name.ptr[i]);
  }
  return (Str){copy, name.len};
}

static void add_resolvers(Run *run, View *view, const WiringWord *word, Routes *routes) {
  NameId known = {0}; /* methods of one type mostly follow each other */
  Str method = STR_EMPTY;
  for (DefNo i = 1; i < view->facts->defs.len; i++) {
    const Def *def = view_def(view, i);
    if (!def->receiver.value || !(def->flags & DEF_EXPORTED) || !has_ending(word->row, names_text(run->world->names, def->receiver))) continue;
    run->step_limit = run->steps + RUN_STEPS_PER_REF;
    if (!names_same(known, def->receiver)) method = resolved_by(run, view, def->receiver, word->row);
    known = def->receiver;
    if (!method.len) continue;
    Ref *ref = ARENA_NEW(run->arena, Ref);
    *ref = (Ref){.at = def->name_span.from, .line = def->name_span.line, .column = def->name_span.column};
    Route route = {.ref = ref, .view = view, .handled_by = i};
    resolve_route_add(run, routes, route, method, small_first(run->arena, names_text(run->world->names, def->name)));
  }
}

/* ---- all of a file ---- */

void resolve_routes_rooted(Run *run, View *view, Routes *routes) {
  const WiringWord *fields = resolve_wiring_used(run, view, FRAMEWORK_FIELDS);
  const WiringWord *resolvers = resolve_wiring_used(run, view, FRAMEWORK_RESOLVERS);
  if (fields) add_fields(run, view, fields, routes);
  if (resolvers) add_resolvers(run, view, resolvers, routes);
}

static bool imports(const Facts *facts, const Framework *framework) {
  for (ImportNo i = 1; i < facts->imports.len; i++) {
    if (resolve_topic_uses(framework, names_text(facts->names, facts->imports.items[i].specifier))) return true;
  }
  return false;
}

/* Whether the file may have such types, by their names alone. */
static bool may_have(const Facts *facts, const Framework *framework, const FrameworkRow *row) {
  bool is_fields = row->shape == FRAMEWORK_FIELDS;
  if (is_fields && !imports(facts, framework)) return false;
  for (DefNo i = 1; i < facts->defs.len; i++) {
    const Def *def = &facts->defs.items[i];
    if (is_fields && symbol_kind_is_type((SymbolKind)def->kind) && method_of(row, names_text(facts->names, def->name)).len) return true;
    if (!is_fields && def->receiver.value && has_ending(row, names_text(facts->names, def->receiver))) return true;
  }
  return false;
}

void resolve_rooted_keys(Arena *arena, const Language *language, const Facts *facts, TopicKeys *keys) {
  for (const Framework *const *at = framework_registry; *at; at++) {
    const FrameworkRow *row = (*at)->rows;
    bool is_rooted = row->shape == FRAMEWORK_FIELDS || row->shape == FRAMEWORK_RESOLVERS;
    if (!is_rooted || !language_word_in((*at)->families, resolve_family(language)) || !may_have(facts, *at, row)) continue;
    Str rest = str_from_c(row->words);
    while (rest.len) {
      Str method = str_cut(&rest, ' ');
      str_cut(&method, ':');
      if (keys->len < WIRING_KEYS) *vec_add(arena, keys) = (TopicKey){hash_str(method), 0};
    }
  }
}
