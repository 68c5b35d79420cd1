/* Routes by keys of objects: { Query: { users: (…) => … } }. The object is known
 * by the name that it is kept under, in a project that uses the package: how it
 * gets to the server nobody follows. */
#include "src/base/hash.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/topics_internal.h"

#define OBJECTS_MAX 64

/* An object, and the method that its functions have. */
typedef struct Mapped {
  DefNo object;
  Str method;
} Mapped;

static const WiringWord *map_word(const View *view, NameId name) {
  const WiringWord *word = name.value ? resolve_wiring_word(view->lang->wiring, name) : NULL;
  while (word && word->row->shape != FRAMEWORK_MAP) word = resolve_wiring_next(view->lang->wiring, word);
  return word;
}

static ExprNo value_of(const Facts *facts, const Bind *bind) {
  return bind->value ? bind->value : bind->def ? facts->defs.items[bind->def].value : 0;
}

/* What is exported has two names. */
static bool has_object(const Mapped *objects, size_t count, DefNo object) {
  for (size_t i = 0; i < count; i++) {
    if (objects[i].object == object) return true;
  }
  return false;
}

static size_t find_objects(Run *run, const View *view, Mapped *ret_objects) {
  const Facts *facts = view->facts;
  size_t count = 0;
  if (!resolve_wiring_used(run, view, FRAMEWORK_MAP)) return 0; /* one question for a file of a project that uses none */
  for (BindNo i = 1; i < facts->binds.len && count < OBJECTS_MAX; i++) {
    const Bind *bind = view_bind(view, i);
    const WiringWord *word = map_word(view, bind->name);
    const Expr *value = word ? view_expr(view, value_of(facts, bind)) : NULL;
    if (!value || value->kind != EXPR_OBJECT || !value->number) continue;
    if (!has_object(ret_objects, count, value->number)) ret_objects[count++] = (Mapped){value->number, word->method};
  }
  return count;
}

/* A function, a name of one, or what a call makes of one; { subscribe: … } for those that go on. */
static bool take_handler(Run *run, View *view, const Bind *bind, Route *route, unsigned depth) {
  static const char *const inner[] = {"subscribe", "resolve"};
  if (bind->def && resolve_is_callable_kind(view_def(view, bind->def)->kind)) {
    route->handled_by = bind->def;
    return true;
  }
  ExprNo number = value_of(view->facts, bind);
  const Expr *value = view_expr(view, number);
  if (value->kind != EXPR_OBJECT) {
    route->handler = number;
    return value->kind == EXPR_FUNC || value->kind == EXPR_NAME || value->kind == EXPR_MEMBER || value->kind == EXPR_CALL;
  }
  ScopeNo opens = view_def(view, value->number)->opens;
  for (size_t i = 0; opens && !depth && i < COUNT_OF(inner); i++) {
    uint32_t count;
    const BindNo *binds = resolve_binds(view, opens, names_intern(run->world->names, str_from_c(inner[i])), &count);
    if (count && take_handler(run, view, view_bind(view, binds[0]), route, depth + 1)) return true;
  }
  return false;
}

/* What is written as a function has a place of its own. */
static bool is_method(const View *view, const Bind *bind) {
  return bind->def && resolve_is_callable_kind(view_def(view, bind->def)->kind);
}

static void add_methods(Run *run, View *view, const Mapped *mapped, Routes *routes) {
  ScopeNo opens = view_def(view, mapped->object)->opens;
  uint32_t count = 0;
  const BindNo *binds = opens ? resolve_scope_binds(view, opens, &count) : NULL;
  for (uint32_t i = 0; i < count && routes->len < ROUTES_MAX; i++) {
    const Bind *bind = view_bind(view, binds[i]);
    if (!is_method(view, bind)) continue;
    const Span *name = &view_def(view, bind->def)->name_span;
    Ref *ref = ARENA_NEW(run->arena, Ref);
    *ref = (Ref){.at = name->from, .line = name->line, .column = name->column};
    resolve_route_add(run, routes, (Route){.ref = ref, .view = view, .handled_by = bind->def}, mapped->method, names_text(run->world->names, bind->name));
  }
}

static void add_route(Run *run, View *view, const Ref *ref, const Expr *slot, const Mapped *mapped, Routes *routes) {
  ScopeNo opens = view_def(view, mapped->object)->opens;
  uint32_t count = 0;
  const BindNo *binds = opens ? resolve_binds(view, opens, slot->name, &count) : NULL;
  Route route = {.ref = ref, .view = view};
  if (count && is_method(view, view_bind(view, binds[0]))) return;
  if (!count || !take_handler(run, view, view_bind(view, binds[0]), &route, 0)) return;
  resolve_route_add(run, routes, route, mapped->method, names_text(run->world->names, slot->name));
}

void resolve_routes_mapped(Run *run, View *view, Routes *routes) {
  Mapped objects[OBJECTS_MAX];
  size_t count = find_objects(run, view, objects);
  for (size_t i = 0; i < count; i++) add_methods(run, view, &objects[i], routes);
  for (RefNo i = 1; count && i < view->facts->refs.len && routes->len < ROUTES_MAX; i++) {
    const Ref *ref = view_ref(view, i);
    const Expr *slot = view_expr(view, ref->expr);
    const Expr *object = slot->kind == EXPR_SLOT && slot->base ? view_expr(view, slot->base) : NULL;
    for (size_t k = 0; object && object->kind == EXPR_OBJECT && k < count; k++) {
      if (objects[k].object == object->number) add_route(run, view, ref, slot, &objects[k], routes);
    }
  }
}

/* Slots that a language's frameworks take methods from. */
typedef struct MappedWords {
  struct { NameId name; uint64_t method; } words[16];
  size_t count;
  uint64_t bits; /* of the names: most binds have none of them */
} MappedWords;

static void *find_words(Names *names, const void *language) {
  MappedWords *found = arena_heap_alloc(sizeof *found);
  for (const Framework *const *at = framework_registry; *at; at++) {
    if (!language_word_in((*at)->families, resolve_family(language))) continue;
    for (const FrameworkRow *row = (*at)->rows; row->shape != FRAMEWORK_END; row++) {
      Str rest = row->shape == FRAMEWORK_MAP ? str_from_c(row->words) : STR_EMPTY;
      for (; rest.len && found->count < COUNT_OF(found->words); found->count++) {
        Str method = str_cut(&rest, ' '), word = str_cut(&method, ':');
        NameId name = names_intern(names, word);
        found->words[found->count].name = name;
        found->words[found->count].method = hash_str(method);
        found->bits |= 1ull << name.value % 64;
      }
    }
  }
  return found;
}

void resolve_mapped_keys(Arena *arena, const Language *language, const Facts *facts, TopicKeys *keys) {
  const MappedWords *found = names_made(facts->names, find_words, language);
  for (BindNo i = 1; i < facts->binds.len && keys->len < WIRING_KEYS; i++) {
    const Bind *bind = &facts->binds.items[i];
    for (size_t k = 0; found->bits >> bind->name.value % 64 & 1 && k < found->count; k++) {
      if (!names_same(bind->name, found->words[k].name) || facts->exprs.items[value_of(facts, bind)].kind != EXPR_OBJECT) continue;
      *vec_add(arena, keys) = (TopicKey){found->words[k].method, 0};
    }
  }
}
