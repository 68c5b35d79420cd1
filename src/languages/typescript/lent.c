/* Members that are given from elsewhere: to a parameter, by the function that takes it;
 * by a call that copies them; and to what a file hands to such a function. Which
 * functions these are is not known here: binds say what was done (LANGUAGE_COPIED,
 * LANGUAGE_LENT), and resolving looks there when nothing else has the member. */
#include "src/languages/typescript/typescript_internal.h"

#include "src/base/hash.h"
#include "src/base/idmap.h"

enum {
  OPEN_MOST = 8,       /* functions around a name that are looked at, */
  PARAMETERS_MOST = 8, /* the first parameters of each, */
  LOOKED_MOST = 1024,  /* references before an assignment that are looked at, */
  COPIES_MOST = 16,    /* what one call copies, */
  LENT_MOST = 4        /* and what it hands over */
};

/* ---- parameters ---- */

/* The function around whose parameter the name means; NULL: none. */
static const TsOpen *taker_of(LanguageBuild *build, NameId name, BindNo *ret_parameter) {
  const TsOpen *open = language_ts_state(build)->open;
  for (unsigned depth = 0; open && depth < OPEN_MOST; depth++, open = open->outer) {
    for (BindNo i = open->first; i < open->end && i < open->first + PARAMETERS_MOST; i++) {
      const Bind *bind = &build->facts->binds.items[i];
      if (!(bind->flags & BIND_PARAM) || !names_same(bind->name, name)) continue;
      *ret_parameter = i;
      return open;
    }
  }
  return NULL;
}

BindNo language_ts_parameter(LanguageBuild *build, NameId name) {
  BindNo parameter;
  return taker_of(build, name, &parameter) ? parameter : 0;
}

size_t language_ts_holders_from(LanguageBuild *build, NameId name) {
  BindNo parameter;
  const TsOpen *open = taker_of(build, name, &parameter);
  return open ? open->holders : 0;
}

/* Calls of it are none of that: they mean what it is by then. */
bool language_ts_is_replaced(LanguageBuild *build, NodeNo object, NodeNo property) {
  NameId name = language_name(build, object), member = language_name(build, property);
  BindNo parameter;
  const TsOpen *open = taker_of(build, name, &parameter);
  RefNo end = (RefNo)build->facts->refs.len;
  RefNo from = open && end - open->from > LOOKED_MOST ? end - LOOKED_MOST : open ? open->from : end;
  for (RefNo i = from; i < end; i++) {
    const Ref *ref = &build->facts->refs.items[i];
    const Expr *expr = language_expr_at(build, ref->expr);
    if (ref->role != REF_READ || expr->kind != EXPR_MEMBER || !names_same(expr->name, member) || !expr->base) continue;
    const Expr *base = language_expr_at(build, expr->base);
    if (base->kind == EXPR_NEW && base->base) base = language_expr_at(build, base->base); /* of its prototype */
    if (base->kind == EXPR_NAME && names_same(base->name, name)) return true;
  }
  return false;
}

/* What has the members is a type without a name, which the parameter is worth as if by
 * default: so both it and what calls give are looked into. */
bool language_ts_hold_parameter(LanguageBuild *build, NodeNo object) {
  bool may_be = language_ts_state(build)->is_script && language_ts_kind(build, object) == TS_IDENTIFIER;
  BindNo parameter = may_be ? language_ts_parameter(build, language_name(build, object)) : 0;
  if (!parameter || build->facts->binds.items[parameter].flags & BIND_VARIADIC) return false;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .whole = object, .no_bind = true});
  LanguageOpen before;
  language_open(build, SCOPE_OBJECT, object, def, &before);
  language_close(build, &before);
  ExprNo type = language_add_base(build, EXPR_TYPE_OF, language_add_number(build, EXPR_OBJECT, 0, def, object), object);
  ExprNo ways[2] = {build->facts->binds.items[parameter].value, type};
  ExprNo value = ways[0] ? language_add_list(build, EXPR_ANY, 0, ways, 2, object) : type;
  build->facts->binds.items[parameter].value = value;
  language_ts_hold_given(build, parameter, def);
  return true;
}

/* ---- objects that are made ---- */

/* The variable that the name means here; 0: it is none of this file. */
static BindNo variable_of(LanguageBuild *build, NameId name) {
  for (ScopeNo scope = build->scope; scope; scope = build->facts->scopes.items[scope].parent) {
    for (BindNo i = (BindNo)build->facts->binds.len; i-- > 1 && (BindNo)build->facts->binds.len - i < LOOKED_MOST;) {
      const Bind *bind = &build->facts->binds.items[i];
      if (bind->scope != scope || !names_same(bind->name, name) || bind->flags & (BIND_MEMBER | BIND_NARROW)) continue;
      return bind->import || bind->flags & BIND_PARAM ? 0 : i;
    }
  }
  return 0;
}

/* An instance has its own members from now on, before those of what it was made of. What
 * a function gives may be called, and stays what it is. */
bool language_ts_hold_variable(LanguageBuild *build, NodeNo object) {
  BindNo number = language_ts_state(build)->is_script ? variable_of(build, language_name(build, object)) : 0;
  if (!number) return false;
  Bind bind = build->facts->binds.items[number];
  ExprNo made = bind.def ? language_def(build, bind.def)->value : bind.value;
  if (!made || bind.type || language_expr_at(build, made)->kind != EXPR_NEW) return false;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .whole = object, .no_bind = true});
  LanguageOpen before;
  language_open(build, SCOPE_OBJECT, object, def, &before);
  language_close(build, &before);
  ExprNo base = language_add_base(build, EXPR_TYPE_OF, made, object), own = language_add_number(build, EXPR_OBJECT, 0, def, object);
  language_def(build, def)->bases = language_list(build, &base, 1);
  if (bind.value == made) build->facts->binds.items[number].value = own;
  if (bind.def) language_def(build, bind.def)->value = own;
  language_ts_hold_made(build, bind.name, bind.scope, def);
  return true;
}

/* ---- copies and what is handed over ---- */

static void note(LanguageBuild *build, const TsHolder *holder, Str name, unsigned flags, ExprNo value) {
  language_bind(build, (Bind){.scope = holder->members, .name = language_intern(build, name), .value = value,
                              .flags = BIND_NARROW | BIND_VALUE | BIND_MEMBER | BIND_HOISTED | flags});
}

static bool is_mixin(const LanguageBuild *build, NodeNo function) {
  bool is_member = language_ts_kind(build, function) == TS_MEMBER;
  return str_eq_c(syntax_text(build->syntax, is_member ? language_ts_field(build, function, TS_F_PROPERTY) : function), "mixin");
}

/* Whether something with members may be meant. */
static bool has_members(LanguageBuild *build, ExprNo value) {
  switch (language_expr_at(build, value)->kind) {
    case EXPR_NAME:
    case EXPR_MEMBER:
    case EXPR_MODULE:
    case EXPR_OBJECT:
    case EXPR_CALL:
    case EXPR_NEW: return true;
    default: return false;
  }
}

void language_ts_copy_static(LanguageBuild *build, DefNo type, ExprNo value) {
  TsHolder holder = {.members = language_def(build, type)->opens};
  if (holder.members && has_members(build, value)) note(build, &holder, STR(LANGUAGE_COPIED), BIND_STATIC, value);
}

void language_ts_copy_to(LanguageBuild *build, NodeNo function, NodeNo list, const TsItems *items) {
  NodeNo heir = syntax_named(build->syntax, list, 0);
  const TsHolder *found = language_ts_holder(build, heir);
  if (!found && language_ts_hold_parameter(build, heir)) found = language_ts_holder(build, heir);
  if (!found || !found->members) return;
  TsHolder holder = *found; /* the list of them may grow */
  for (size_t i = 1; i < items->len && i < COPIES_MOST; i++) {
    ExprNo value = items->items[i];
    NodeNo node = syntax_named(build->syntax, list, (uint32_t)i);
    if (!has_members(build, value)) continue;
    note(build, &holder, STR(LANGUAGE_COPIED), holder.flags, value);
    ExprNo path = is_mixin(build, function) && holder.flags ? language_ts_path(build, node) : 0;
    if (path) note(build, &holder, STR(LANGUAGE_COPIED), 0, language_add_base(build, EXPR_NEW, path, node));
  }
}

void language_ts_lend(LanguageBuild *build, NodeNo list, size_t count, ExprNo call) {
  bool may_be = language_ts_state(build)->is_script && build->scope == 1 && call;
  for (size_t i = 0; may_be && i < count && i < LENT_MOST; i++) {
    NodeNo node = syntax_named(build->syntax, list, (uint32_t)i);
    bool is_prototype = language_ts_is_prototype(build, node);
    if (is_prototype) node = language_ts_field(build, node, TS_F_OBJECT);
    const TsHolder *holder = language_ts_kind(build, node) == TS_IDENTIFIER ? language_ts_holder(build, node) : NULL;
    if (!holder || !holder->members) continue;
    ExprNo given = language_add_number(build, EXPR_PART, call, (uint32_t)i, node);
    note(build, holder, STR(LANGUAGE_LENT), is_prototype ? 0 : holder->flags, given);
  }
}

/* ---- functions that are handed over ---- */

static uint64_t member_hash(NameId name, NameId member) { return hash_combine(name.value, member.value); }

/* `x.f` by its names; 0: it is something else, `this.f` for one. */
static uint64_t named_member(LanguageBuild *build, ExprNo number) {
  const Expr *member = language_expr_at(build, number);
  const Expr *base = member->kind == EXPR_MEMBER && member->base ? language_expr_at(build, member->base) : NULL;
  if (!base || base->kind != EXPR_NAME) return 0;
  Str written = str_slice(build->syntax->text, base->at, base->at + sizeof "this" - 1);
  return str_eq_c(written, "this") ? 0 : member_hash(base->name, member->name);
}

/* `emitter.on("read", x.f)`: who is given x.f calls it without x, so that `this` in it is
 * not x. Where the file calls x.f() as well it may be. */
void language_ts_finish_this(LanguageBuild *build) {
  const TsState *state = language_ts_state(build);
  const Facts *facts = build->facts;
  Idmap given, called;
  if (!state->member_this.len) return;
  idmap_init(&given, build->arena);
  idmap_init(&called, build->arena);
  for (RefNo i = 1; i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    if (ref->flags & REF_ARGUMENT) idmap_mark(&given, named_member(build, ref->expr));
    else if (ref->role == REF_CALL) idmap_mark(&called, named_member(build, language_expr_at(build, ref->expr)->base));
  }
  for (size_t i = 0; i < state->member_this.len; i++) {
    const TsMemberThis *this = &state->member_this.items[i];
    uint64_t hash = member_hash(this->name, this->member);
    if (idmap_has(&given, hash) && !idmap_has(&called, hash)) language_expr_at(build, this->self)->kind = EXPR_NONE;
  }
}
