/* Generic names stand for the functions themselves, so that a call is led to the one
 * that takes its arguments. For what lies elsewhere under the same name stands one
 * without a name that takes anything: where it is the best, nothing is said. */
#include "src/languages/common/generics_internal.h"

#include "src/base/idmap.h"

enum { PARAMETERS_BACK = 500 }; /* how far back one is looked for */

/* A function without a name that takes anything. */
static DefNo define_other(LanguageBuild *build, NodeNo name) {
  LanguageOpen before;
  DefNo other = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .whole = name, .no_bind = true});
  language_open(build, SCOPE_FUNCTION, name, other, &before);
  language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_PARAM | BIND_VARIADIC});
  language_close(build, &before);
  return other;
}

void language_name_generic(LanguageBuild *build, NodeNo name, bool is_open) {
  Facts *facts = build->facts;
  NameId wanted = language_name(build, name);
  size_t i = facts->binds.len - 1;
  for (; i > 0; i--) { /* the newest of that name at the file's top */
    const Bind *bind = &facts->binds.items[i];
    if (bind->def && bind->scope == 1 && names_same(bind->name, wanted)) break;
  }
  if (!i) return;
  facts->binds.items[i].flags |= BIND_VALUE;
  if (!is_open) return;
  DefNo other = define_other(build, name); /* adds binds: the one that is meant is asked for again */
  facts->binds.items[i].def = other;
}

/* The function may be defined further on: it is found when all are known (finish). */
void language_add_generic(LanguageBuild *build, NodeNo name, NodeNo function) {
  ExprNo value = language_add(build, (Expr){.kind = EXPR_NAME, .scope = 1, .name = language_name(build, function), .at = build->syntax->nodes[function].from});
  language_bind(build, (Bind){.scope = 1, .name = language_name(build, name), .flags = BIND_HOISTED | BIND_VALUE, .value = value});
}

/* Names at the file's top: the first definition of each, and those that are generic. In
 * tables, since a file may list thousands of functions under one name. */
typedef struct Tops {
  Idmap defs, generic;
} Tops;

static void gather(const LanguageBuild *build, Tops *tops) {
  const Facts *facts = build->facts;
  idmap_init(&tops->defs, build->arena);
  idmap_init(&tops->generic, build->arena);
  for (size_t i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (bind->flags & BIND_VALUE) idmap_mark(&tops->generic, bind->name.value);
    if (bind->scope == 1 && bind->def) idmap_add(&tops->defs, bind->name.value, bind->def);
  }
}

/* A type of the same name is made by these functions: called, the name is theirs. */
static void keep_types(Facts *facts, const Tops *tops) {
  for (size_t i = 1; i < facts->binds.len; i++) {
    Bind *bind = &facts->binds.items[i];
    bool is_type = bind->scope == 1 && bind->def && symbol_kind_is_type((SymbolKind)facts->defs.items[bind->def].kind);
    if (is_type && idmap_has(&tops->generic, bind->name.value)) bind->flags |= BIND_TYPE;
  }
}

/* Names of functions become the functions, which are all there now. */
void language_finish_generics(LanguageBuild *build) {
  Facts *facts = build->facts;
  Tops tops;
  gather(build, &tops);
  if (tops.generic.len) keep_types(facts, &tops);
  for (size_t i = 1; i < facts->binds.len; i++) {
    Bind *bind = &facts->binds.items[i];
    if (bind->scope != 1 || bind->def || !bind->value || language_expr_at(build, bind->value)->kind != EXPR_NAME) continue;
    uint32_t def = idmap_get(&tops.defs, language_expr_at(build, bind->value)->name.value);
    if (def == IDMAP_NONE) continue;
    bind->def = def;
    bind->value = 0;
    idmap_add(&tops.defs, bind->name.value, def); /* what is generic may be named by another one */
  }
}

bool language_is_imported(const LanguageBuild *build, NameId name) {
  for (size_t i = 0; i < build->facts->imports.len; i++) {
    if (names_same(build->facts->imports.items[i].local, name)) return true;
  }
  return false;
}

/* A declaration behind the list of parameters tells the type of one of them; of anything
 * else it is a declaration of its own. */
void language_bind_again(LanguageBuild *build, Bind bind) {
  Facts *facts = build->facts;
  for (size_t i = facts->binds.len, left = PARAMETERS_BACK; i-- > 1 && left-- && facts->binds.items[i].scope == build->scope;) {
    Bind *known = &facts->binds.items[i];
    if (!(known->flags & BIND_PARAM) || !names_same(known->name, bind.name)) continue;
    known->type = bind.type;
    known->flags |= bind.flags & BIND_OPTIONAL;
    return;
  }
  bind.flags &= ~(unsigned)BIND_OPTIONAL;
  language_bind(build, bind);
}
