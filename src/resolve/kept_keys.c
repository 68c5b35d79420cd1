/* Which calls and assignments of a file may keep a function in a container, for
 * other files to find: by names and words, since what they mean is not known
 * before all files are there. */
#include <assert.h>

#include "src/base/hash.h"
#include "src/base/idmap.h"
#include "src/resolve/kept_internal.h"
#include "src/resolve/eval_internal.h"

#define KEPT_KEYS 512 /* of one file */
#define WORDS_MAX 128

/* Of the functions that put something into a container, in a language. */
typedef struct PutWords {
  NameId names[WORDS_MAX];
  size_t count;
  uint64_t bits; /* of the names: most calls are of none of them */
} PutWords;

typedef struct Kept {
  Arena *arena;
  const Facts *facts;
  const Language *language;
  Idmap binds; /* scope and name: the last bind of it; made when it is needed */
  KeptKeys *keys;
  const PutWords *words;
} Kept;

static const Expr *expr_at(const Facts *facts, ExprNo number) { return &facts->exprs.items[number]; }

static uint64_t bind_key(ScopeNo scope, NameId name) { return (uint64_t)scope << 32 | name.value; }

static void index_binds(Kept *kept) {
  if (kept->binds.len) return;
  for (BindNo i = 1; i < kept->facts->binds.len; i++) {
    const Bind *bind = &kept->facts->binds.items[i];
    if (!resolve_is_assignment(kept->language, bind)) idmap_set(&kept->binds, bind_key(bind->scope, bind->name), i);
  }
}

/* What a name is bound by where it stands; NULL: nothing in this file. */
static const Bind *bind_of(Kept *kept, const Expr *name) {
  ScopeNo scope = name->scope;
  index_binds(kept);
  for (unsigned guard = 0; scope && guard < 200; guard++, scope = kept->facts->scopes.items[scope].parent) {
    uint32_t found = idmap_get(&kept->binds, bind_key(scope, name->name));
    if (found != IDMAP_NONE) return &kept->facts->binds.items[found];
  }
  return NULL;
}

static bool is_function(const Kept *kept, const Bind *bind) {
  return bind->def && resolve_is_callable_kind(kept->facts->defs.items[bind->def].kind);
}

/* Not what is certainly none: a variable that the file fills with something else. */
static bool may_be_function(Kept *kept, ExprNo number) {
  const Expr *expr = expr_at(kept->facts, number);
  if (expr->kind == EXPR_KEYWORD && expr->base) expr = expr_at(kept->facts, expr->base);
  if (expr->kind == EXPR_FUNC || expr->kind == EXPR_METHOD_REF || expr->kind == EXPR_MEMBER) return true;
  if (expr->kind != EXPR_NAME) return false;
  const Bind *bind = bind_of(kept, expr);
  return !bind || bind->import || is_function(kept, bind) || bind->flags & BIND_PARAM;
}

/* A function with a name, or what another file gives. */
static bool is_given(Kept *kept, ExprNo number, bool *ret_is_sure) {
  const Expr *expr = expr_at(kept->facts, number);
  if (expr->kind == EXPR_KEYWORD && expr->base) expr = expr_at(kept->facts, expr->base);
  *ret_is_sure = expr->kind == EXPR_METHOD_REF || (expr->kind == EXPR_MEMBER && expr_at(kept->facts, expr->base)->kind == EXPR_SELF);
  if (*ret_is_sure || expr->kind == EXPR_MEMBER || expr->kind == EXPR_FUNC) return true;
  if (expr->kind != EXPR_NAME) return false;
  const Bind *bind = bind_of(kept, expr);
  *ret_is_sure = bind && is_function(kept, bind);
  return !bind || bind->import || *ret_is_sure;
}

static void add(Kept *kept, KeyKind kind, NameId name, uint32_t number) {
  if (!name.value || kept->keys->len == KEPT_KEYS) return;
  *vec_add(kept->arena, kept->keys) = (KeptKey){kind, hash_str(names_text(kept->facts->names, name)), number};
}

static NameId last_name(const Facts *facts, ExprNo number) {
  const Expr *expr = expr_at(facts, number);
  if (expr->kind == EXPR_POINTER && expr->base) expr = expr_at(facts, expr->base);
  return expr->kind == EXPR_NAME || expr->kind == EXPR_MEMBER ? expr->name : (NameId){0};
}

/* The variable or field that a container is in: listeners[name] and
 * listeners.get(name) are parts of `listeners`, also by a variable that holds one. */
static NameId container_name(Kept *kept, ExprNo number) {
  enum { DEPTH = 6 };
  const Facts *facts = kept->facts;
  for (unsigned guard = 0; number && guard < DEPTH; guard++) {
    const Expr *expr = expr_at(facts, number);
    const Expr *callee = expr->kind == EXPR_CALL && expr->base ? expr_at(facts, expr->base) : NULL;
    const Bind *bind = expr->kind == EXPR_NAME ? bind_of(kept, expr) : NULL;
    bool is_part = bind && bind->value && !bind->def && !bind->import;
    const Expr *value = is_part ? expr_at(facts, bind->value) : NULL;
    if (value && value->kind == EXPR_ANY && value->list.count) value = expr_at(facts, facts->lists.items[value->list.first]);
    if (expr->kind == EXPR_INDEX || expr->kind == EXPR_POINTER) number = expr->base;
    else if (callee && callee->kind == EXPR_MEMBER) number = callee->base;
    else if (expr->kind == EXPR_ANY && expr->list.count) number = facts->lists.items[expr->list.first];
    else if (value && (value->kind == EXPR_INDEX || value->kind == EXPR_CALL)) number = (ExprNo)(value - facts->exprs.items);
    else return last_name(facts, number);
  }
  return (NameId){0};
}

static bool is_put_word(const PutWords *words, NameId name) {
  bool is_one = false;
  if (!(words->bits >> name.value % 64 & 1)) return false;
  for (size_t i = 0; i < words->count && !is_one; i++) is_one = names_same(words->names[i], name);
  return is_one;
}

static void add_call(Kept *kept, RefNo ref) {
  const Facts *facts = kept->facts;
  const Expr *call = expr_at(facts, facts->refs.items[ref].expr);
  const Expr *callee = expr_at(facts, call->base);
  bool puts = is_put_word(kept->words, callee->name), has_text = false, gives = false, is_sure = false, may_be = false;
  for (uint32_t i = 0; i < call->list.count; i++) {
    ExprNo item = facts->lists.items[call->list.first + i];
    const Expr *expr = expr_at(facts, item);
    bool own = false;
    has_text |= expr->kind == EXPR_LITERAL && expr->number == LITERAL_STRING;
    may_be |= puts && may_be_function(kept, item);
    gives |= is_given(kept, item, &own);
    is_sure |= own;
  }
  if (may_be) add(kept, KEY_ADD, container_name(kept, callee->kind == EXPR_MEMBER ? callee->base : facts->lists.items[call->list.first]), ref);
  if (gives && (has_text || is_sure)) add(kept, KEY_GIVEN, callee->name, ref);
}

static void add_marks(Kept *kept, DefNo number) {
  const Facts *facts = kept->facts;
  const Def *def = &facts->defs.items[number];
  for (uint32_t i = 0; i < def->decorators.count && resolve_is_callable_kind(def->kind); i++) {
    const Expr *expr = expr_at(facts, facts->lists.items[def->decorators.first + i]);
    if (expr->kind == EXPR_CALL && expr->base) expr = expr_at(facts, expr->base);
    add(kept, KEY_MARKED, expr->name, number);
  }
}

static void *find_words(Names *names, const void *language) {
  PutWords *words = arena_heap_alloc(sizeof *words);
  for (const Framework *const *at = framework_registry; *at; at++) {
    for (const FrameworkRow *row = (*at)->rows; row->shape != FRAMEWORK_END; row++) {
      if (row->shape != FRAMEWORK_PUT || !language_word_in((*at)->families, resolve_family(language))) continue;
      for (Str rest = str_from_c(row->words); rest.len && words->count < WORDS_MAX; words->count++) {
        NameId name = words->names[words->count] = names_intern(names, str_cut(&rest, ' '));
        words->bits |= 1ull << name.value % 64;
      }
    }
  }
  assert(words->count < WORDS_MAX); /* our own rows: make it larger */
  return words;
}

void resolve_kept_keys(Arena *arena, const Language *language, const Facts *facts, KeptKeys *ret_keys) {
  Kept kept = {.arena = arena, .facts = facts, .language = language, .keys = ret_keys};
  *ret_keys = (KeptKeys){0};
  kept.words = names_made(facts->names, find_words, language);
  if (!kept.words->count) return;
  idmap_init(&kept.binds, arena);
  for (BindNo i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (!(bind->flags & BIND_PUT) || !bind->type || !may_be_function(&kept, bind->value)) continue;
    add(&kept, KEY_PUT, last_name(facts, expr_at(facts, bind->type)->base), i);
  }
  for (RefNo i = 1; i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    const Expr *call = expr_at(facts, ref->expr);
    if (ref->role != REF_CALL || call->kind != EXPR_CALL || !call->base || !call->list.count) continue;
    if (last_name(facts, call->base).value) add_call(&kept, i);
  }
  for (DefNo i = 1; i < facts->defs.len; i++) add_marks(&kept, i);
}
