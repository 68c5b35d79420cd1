/* Assignments: they write, and in JavaScript they also declare: members of
 * `this`, of functions, objects and prototypes, and what a module exports. */
#include "src/languages/typescript/typescript_internal.h"

/* ---- variables that get members ---- */

/* Remembers that assigning to a member of this name declares the member. */
static void hold(LanguageBuild *build, TsHolder holder) {
  if (!holder.name.value || !holder.members) return;
  *vec_add(build->arena, &language_ts_state(build)->holders) = holder;
}

void language_ts_hold(LanguageBuild *build, NameId name, ScopeNo scope, DefNo def) {
  hold(build, (TsHolder){.name = name, .scope = scope, .members = language_def(build, def)->opens,
                         .flags = BIND_STATIC, .def = def, .type = def, .self = {.scope = scope, .name = name}});
}

/* In TypeScript only functions can be given members. */
static TsHolder value_holder(LanguageBuild *build, ExprNo value) {
  const Expr *expr = language_expr_at(build, value), *made = expr->kind == EXPR_TYPE_OF ? language_expr_at(build, expr->base) : NULL;
  if (made && made->kind == EXPR_OBJECT) { /* Base.extend({…}) */
    return (TsHolder){.members = language_def(build, made->number)->opens, .flags = BIND_STATIC, .type = made->number};
  }
  bool is_object = expr->kind == EXPR_OBJECT;
  if (!is_object && expr->kind != EXPR_FUNC) return (TsHolder){0};
  if (is_object && !language_ts_state(build)->is_script) return (TsHolder){0};
  return (TsHolder){.members = language_def(build, expr->number)->opens, .flags = is_object ? 0 : BIND_STATIC,
                    .def = is_object ? 0 : expr->number, .type = expr->number};
}

void language_ts_hold_value(LanguageBuild *build, NameId name, ScopeNo scope, ExprNo value, DefNo def) {
  TsHolder holder = value_holder(build, value);
  holder.name = name;
  holder.scope = scope;
  if (!holder.def) holder.def = def;
  holder.self = (TsThis){.scope = scope, .name = name};
  hold(build, holder);
}

void language_ts_hold_given(LanguageBuild *build, BindNo parameter, DefNo def) {
  Bind bind = build->facts->binds.items[parameter];
  hold(build, (TsHolder){.name = bind.name, .scope = bind.scope, .members = language_def(build, def)->opens,
                         .flags = BIND_STATIC, .type = def, .self = {.scope = bind.scope, .name = bind.name}});
}

void language_ts_hold_made(LanguageBuild *build, NameId name, ScopeNo scope, DefNo def) {
  hold(build, (TsHolder){.name = name, .scope = scope, .members = language_def(build, def)->opens, .type = def, .self = {.scope = scope, .name = name}});
}

void language_ts_hold_prototype(LanguageBuild *build, NameId name, ScopeNo scope, NodeNo value) {
  bool is_one = language_ts_state(build)->is_script && language_ts_is_prototype(build, value);
  const TsHolder *found = is_one ? language_ts_holder(build, language_ts_field(build, value, TS_F_OBJECT)) : NULL;
  if (!found) return;
  TsHolder holder = *found;
  holder.name = name;
  holder.scope = scope;
  holder.is_member = false;
  holder.flags = 0;
  holder.self = (TsThis){.scope = found->scope, .name = found->name, .made = true};
  hold(build, holder);
}

void language_ts_untyped(LanguageBuild *build, NameId name, ScopeNo scope) {
  *vec_add(build->arena, &language_ts_state(build)->untyped) = (TsUntyped){.name = name, .scope = scope};
}

/* The latest one that is visible from here: of two with one name in
 * different functions each sees its own. */
static const TsHolder *variable_holder(LanguageBuild *build, NodeNo object) {
  TsState *state = language_ts_state(build);
  NameId name = language_name(build, object);
  for (size_t i = state->holders.len, from = language_ts_holders_from(build, name); i-- > from;) {
    const TsHolder *holder = &state->holders.items[i];
    if (holder->is_member || !names_same(holder->name, name)) continue;
    ScopeNo scope = build->scope;
    while (scope && scope != holder->scope) scope = build->facts->scopes.items[scope].parent;
    if (scope) return holder;
  }
  return NULL;
}

/* ---- where a member assignment leads ---- */

/* Where a member that an assignment declares belongs, and what `this` is in
 * a function that is assigned to it. */
typedef struct Place {
  ScopeNo scope;  /* the member is bound in; 0: nowhere */
  unsigned flags; /* BIND_STATIC */
  TsThis self;    /* of a function that is assigned */
  DefNo container;
} Place;

static Str text_of(const LanguageBuild *build, NodeNo node) { return syntax_text(build->syntax, node); }

bool language_ts_is_module_exports(const LanguageBuild *build, NodeNo node) {
  return language_ts_kind(build, node) == TS_MEMBER &&
         str_eq_c(text_of(build, language_ts_field(build, node, TS_F_OBJECT)), "module") &&
         str_eq_c(text_of(build, language_ts_field(build, node, TS_F_PROPERTY)), "exports");
}

bool language_ts_is_exports(const LanguageBuild *build, NodeNo node) {
  if (language_ts_kind(build, node) == TS_IDENTIFIER) return str_eq_c(text_of(build, node), "exports");
  return language_ts_is_module_exports(build, node);
}

/* The members of the class around the function whose `this` it is. */
static Place place_in_this(LanguageBuild *build) {
  TsThis self = language_ts_state(build)->self;
  const Facts *facts = build->facts;
  if (!self.scope || !language_ts_state(build)->is_script) return (Place){0};
  if (self.name.value) return (Place){.scope = self.made ? self.scope : 0};
  const Scope *function = &facts->scopes.items[self.scope];
  ScopeNo members = function->kind == SCOPE_FUNCTION ? function->parent : self.scope;
  unsigned kind = facts->scopes.items[members].kind;
  bool is_static = function->def && facts->defs.items[function->def].flags & DEF_STATIC;
  if (kind != SCOPE_TYPE && kind != SCOPE_OBJECT) return (Place){0};
  return (Place){.scope = members, .flags = is_static ? BIND_STATIC : 0u};
}

/* The name of something from elsewhere that is all the module exports. */
static bool is_whole(LanguageBuild *build, NodeNo object) {
  NameId whole = language_ts_state(build)->whole;
  return whole.value && language_ts_kind(build, object) == TS_IDENTIFIER && build->scope == 1 &&
         names_same(language_name(build, object), whole);
}

static Place place_of(LanguageBuild *build, NodeNo object, int depth);

/* `a.b`: b was given to a before. */
static const TsHolder *member_holder(LanguageBuild *build, NodeNo object, int depth) {
  ScopeNo scope = place_of(build, language_ts_field(build, object, TS_F_OBJECT), depth + 1).scope;
  TsState *state = language_ts_state(build);
  NameId name = language_name(build, language_ts_field(build, object, TS_F_PROPERTY));
  for (size_t i = state->holders.len; scope && i-- > 0;) {
    const TsHolder *holder = &state->holders.items[i];
    if (holder->is_member && holder->scope == scope && names_same(holder->name, name)) return holder;
  }
  return NULL;
}

static const TsHolder *holder_of(LanguageBuild *build, NodeNo object, int depth) {
  enum { DEPTH_MAX = 6 };
  switch (language_ts_kind(build, object)) {
    case TS_IDENTIFIER: return variable_holder(build, object);
    case TS_MEMBER: return depth < DEPTH_MAX ? member_holder(build, object, depth) : NULL;
    default: return NULL;
  }
}

const TsHolder *language_ts_holder(LanguageBuild *build, NodeNo object) { return holder_of(build, object, 0); }

/* `this.x = …`, `exports.x = …`, `f.x = …`, `F.prototype.x = …`; everything
 * else declares nothing. On a prototype `this` is an instance that F made. */
static Place place_of(LanguageBuild *build, NodeNo object, int depth) {
  TsState *state = language_ts_state(build);
  if (language_ts_kind(build, object) == TS_THIS) return place_in_this(build);
  if (state->is_commonjs && language_ts_is_exports(build, object)) {
    return (Place){.scope = build->facts->exports, .self = {.scope = 1, .name = state->word_exports}};
  }
  const TsHolder *holder = holder_of(build, object, depth);
  if (!holder && is_whole(build, object)) return (Place){.scope = build->facts->exports};
  if (holder) {
    return (Place){.scope = holder->members, .flags = holder->flags, .container = holder->def, .self = holder->self};
  }
  if (!language_ts_is_prototype(build, object)) return (Place){0};
  holder = holder_of(build, language_ts_field(build, object, TS_F_OBJECT), depth);
  if (!holder) return (Place){0};
  return (Place){.scope = holder->members, .container = holder->def,
                 .self = {.scope = holder->scope, .name = holder->is_member ? (NameId){0} : holder->name,
                          .made = !holder->is_member}};
}

/* ---- assignments ---- */

static void bind_member(LanguageBuild *build, NodeNo property, const Place *place, ExprNo value, DefNo def) {
  if (!place->scope) return;
  ExprNo type = def ? 0 : language_ts_doc_type_before(build, syntax_parent(build->syntax, property));
  if (place->scope == build->facts->exports) {
    language_ts_export(build, language_name(build, property), def, value, property);
    return;
  }
  language_bind(build, (Bind){.scope = place->scope, .name = language_name(build, property), .def = def,
                              .flags = BIND_MEMBER | BIND_HOISTED | place->flags,
                              .from = build->syntax->nodes[property].from, .value = def ? 0 : value,
                              .type = type});
}

/* What is assigned has the type of what it is assigned to. A function is found under
 * the name. */
static void expect_type(LanguageBuild *build, NodeNo name, ExprNo target, DefNo def, ExprNo value) {
  bool is_object = language_expr_at(build, value)->kind == EXPR_OBJECT;
  if (!target || (!def && !is_object)) return;
  language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_NARROW | BIND_VALUE, .def = def,
                              .value = def ? 0 : value, .type = language_add_base(build, EXPR_TYPE_OF, target, name)});
}

/* `exports.a = {}` may be given members in turn. */
static void hold_member(LanguageBuild *build, NodeNo property, const Place *place, ExprNo value) {
  if (!place->scope) return;
  TsHolder holder = value_holder(build, value);
  holder.name = language_name(build, property);
  holder.scope = place->scope;
  holder.is_member = true;
  hold(build, holder);
}

/* `F.prototype = …` and `F.prototype.__proto__ = …`. */
static const TsHolder *prototype_holder(LanguageBuild *build, NodeNo left) {
  NodeNo object = language_ts_field(build, left, TS_F_OBJECT);
  if (!language_ts_state(build)->is_script) return NULL;
  if (language_ts_is_prototype(build, left)) return language_ts_holder(build, object);
  bool is_above = language_ts_is_prototype(build, object) &&
                  str_eq_c(text_of(build, language_ts_field(build, left, TS_F_PROPERTY)), "__proto__");
  return is_above ? language_ts_holder(build, language_ts_field(build, object, TS_F_OBJECT)) : NULL;
}

static ExprNo assign_prototype(LanguageBuild *build, NodeNo left, NodeNo right) {
  language_expr_as(build, left, REF_WRITE);
  size_t first = build->facts->binds.len;
  ExprNo value = language_expr(build, right);
  const TsHolder *holder = prototype_holder(build, left);
  if (holder) language_ts_prototype_of(build, holder, right, value, first);
  return value;
}

/* Where it goes what is assigned to a member; a function or an instance that is given to
 * a parameter, or to its prototype, is the parameter's from now on. */
static Place place_for(LanguageBuild *build, NodeNo left, NodeNo value) {
  NodeNo object = language_ts_field(build, left, TS_F_OBJECT);
  Place place = place_of(build, object, 0);
  NodeNo given = language_ts_is_prototype(build, object) ? language_ts_field(build, object, TS_F_OBJECT) : object;
  bool may_be = language_ts_named_value(build, value) || language_ts_kind(build, value) == TS_NEW;
  if (!may_be || language_ts_kind(build, given) != TS_IDENTIFIER) return place;
  if (!language_ts_parameter(build, language_name(build, given))) {
    bool is_held = !place.scope && given == object && language_ts_hold_variable(build, given);
    return is_held ? place_of(build, object, 0) : place;
  }
  const TsHolder *holder = language_ts_holder(build, given);
  if (holder && holder->def) return place;
  if (language_ts_is_replaced(build, given, language_ts_field(build, left, TS_F_PROPERTY))) return (Place){0};
  return place.scope || !language_ts_hold_parameter(build, given) ? place : place_of(build, object, 0);
}

/* A function that is assigned gets the member's name, so that it is found
 * under it; where the member is declared elsewhere, the function learns the
 * types of its parameters from that declaration instead. */
static ExprNo assign_member(LanguageBuild *build, NodeNo left, NodeNo right, NodeNo whole) {
  NodeNo object = language_ts_field(build, left, TS_F_OBJECT);
  NodeNo property = language_ts_field(build, left, TS_F_PROPERTY);
  Place place = place_for(build, left, right);
  ExprNo target = language_expr_as(build, left, REF_WRITE);
  TsNaming naming = {.name = property, .whole = whole, .self = place.self, .container = place.container,
                     .kind = place.self.name.value || place.scope ? SYMBOL_METHOD : SYMBOL_FUNCTION};
  if (!naming.self.made) naming.self.member = language_name(build, property);
  if (language_ts_kind(build, object) == TS_THIS) naming.self = language_ts_state(build)->self;
  if (place.scope && place.scope == build->facts->exports) naming.kind = SYMBOL_FUNCTION;
  ExprNo value = language_ts_expr_named(build, right, &naming);
  bind_member(build, property, &place, value, naming.def);
  hold_member(build, property, &place, value);
  if (!place.scope) expect_type(build, property, target, naming.def, value);
  language_ts_inject(build, left, value);
  return value;
}

/* A function or class without a name that is all a module exports is called
 * as the file is, an index as its folder. */
static Str module_name(const LanguageBuild *build) {
  Str path = build->path, name = path;
  for (int i = 0; i < 2; i++) {
    size_t slash = str_find_last_byte(path, '/');
    name = slash == STR_NONE ? path : str_slice(path, slash + 1, path.len);
    path = slash == STR_NONE ? STR_EMPTY : str_slice(path, 0, slash);
    size_t dot = i ? STR_NONE : str_find_byte(name, '.');
    if (dot != STR_NONE) name = str_slice(name, 0, dot);
    if (!str_eq_c(name, "index") || !path.len) break;
  }
  return name;
}

static ExprNo assign_module(LanguageBuild *build, NodeNo left, NodeNo right, NodeNo whole) {
  language_expr_as(build, left, REF_WRITE);
  NodeNo named = language_ts_named_value(build, right);
  if (!named || language_ts_field(build, named, TS_F_NAME)) return language_ts_export_whole(build, right, NULL);
  TsNaming naming = {.name = language_ts_field(build, left, TS_F_PROPERTY), .text = module_name(build),
                     .whole = whole, .kind = SYMBOL_FUNCTION};
  return language_ts_export_whole(build, right, &naming);
}

/* The function or object learns its types from the variable it is assigned
 * to. */
/* `x = x || y`: what it was before it was given already. */
static ExprNo without_itself(LanguageBuild *build, NodeNo left, ExprNo value) {
  const Expr *expr = language_expr_at(build, value);
  if (expr->kind != EXPR_ANY || expr->list.count != 2) return value;
  const ExprNo *items = &build->facts->lists.items[expr->list.first];
  const Expr *first = language_expr_at(build, items[0]);
  return first->kind == EXPR_NAME && names_same(first->name, language_name(build, left)) ? items[1] : value;
}

static ExprNo assign_name(LanguageBuild *build, NodeNo left, NodeNo right, NodeNo whole) {
  TsNaming naming = {.name = left, .whole = whole, .kind = SYMBOL_FUNCTION};
  ExprNo value = language_ts_expr_named(build, right, &naming);
  bool is_made = naming.def && language_expr_at(build, value)->kind == EXPR_FUNC && language_ts_state(build)->is_script;
  language_ts_assign(build, left, naming.def && !is_made ? 0 : without_itself(build, left, value));
  expect_type(build, left, language_add_name(build, left), naming.def, value);
  return value;
}

/* An instance that is put under a key is what is there later. */
static void put_made(LanguageBuild *build, ExprNo part, ExprNo value) {
  bool is_made = language_expr_at(build, value)->kind == EXPR_NEW && language_ts_state(build)->is_script;
  if (!is_made || !part || language_expr_at(build, part)->kind != EXPR_INDEX) return;
  language_bind(build, (Bind){.name = language_intern(build, STR("[]=")), .flags = BIND_PUT | BIND_HOISTED, .type = part,
                              .value = value, .from = language_expr_at(build, part)->at});
}

/* x['a'] = f puts into x as x[k] = f does, though reading it is a member. */
static ExprNo assign_part(LanguageBuild *build, NodeNo left, NodeNo right) {
  ExprNo part = language_expr_as(build, left, REF_WRITE), value = language_expr(build, right);
  Expr member = *language_expr_at(build, part);
  if (member.kind == EXPR_MEMBER) {
    ExprNo key = language_add(build, (Expr){.kind = EXPR_LITERAL, .number = LITERAL_STRING, .name = member.name, .at = member.at});
    part = language_add_list(build, EXPR_INDEX, member.base, &key, 1, left);
  }
  language_put(build, part, value);
  put_made(build, part, value);
  language_ts_copy(build, left, right);
  return value;
}

ExprNo language_ts_expr_assignment(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo left = language_ts_field(build, node, TS_F_LEFT);
  NodeNo right = language_ts_field(build, node, TS_F_RIGHT);
  switch (language_ts_kind(build, left)) {
    case TS_MEMBER:
      if (language_ts_state(build)->is_commonjs && language_ts_is_module_exports(build, left)) {
        return assign_module(build, left, right, node);
      }
      if (prototype_holder(build, left)) return assign_prototype(build, left, right);
      return assign_member(build, left, right, node);
    case TS_IDENTIFIER: return assign_name(build, left, right, node);
    case TS_SUBSCRIPT:
      return assign_part(build, left, right);
    default: {
      ExprNo value = language_expr(build, right);
      language_ts_assign(build, left, value);
      return value;
    }
  }
}

/* `a ||= b`, `a ??= b` may assign. */
ExprNo language_ts_expr_augmented(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo left = language_ts_field(build, node, TS_F_LEFT);
  Str operator = syntax_text(build->syntax, language_ts_field(build, node, TS_F_OPERATOR));
  bool chooses = str_eq_c(operator, "||=") || str_eq_c(operator, "\?\?=") || str_eq_c(operator, "&&=");
  if (!chooses) {
    language_expr_as(build, left, REF_WRITE);
    language_expr(build, language_ts_field(build, node, TS_F_RIGHT));
    bool adds = str_eq_c(operator, "+=");
    return adds ? 0 : language_add_number(build, EXPR_LITERAL, 0, LITERAL_INT, node);
  }
  ExprNo before = language_expr_as(build, left, REF_WRITE);
  ExprNo value = language_expr(build, language_ts_field(build, node, TS_F_RIGHT));
  if (!before || !value) return before ? before : value;
  if (language_ts_kind(build, left) == TS_IDENTIFIER) language_ts_assign_value(build, left, value);
  ExprNo items[] = {before, value};
  return language_add_list(build, EXPR_ANY, 0, items, 2, node);
}
