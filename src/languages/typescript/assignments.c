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
                         .flags = BIND_STATIC, .def = def});
}

/* In TypeScript only functions can be given members. */
void language_ts_hold_value(LanguageBuild *build, NameId name, ScopeNo scope, ExprNo value, DefNo def) {
  const Expr *expr = language_expr_at(build, value);
  bool is_object = expr->kind == EXPR_OBJECT;
  if (!is_object && expr->kind != EXPR_FUNC) return;
  if (is_object && !language_ts_state(build)->is_script) return;
  hold(build, (TsHolder){.name = name, .scope = scope, .members = language_def(build, expr->number)->opens,
                         .flags = is_object ? 0 : BIND_STATIC, .def = is_object ? def : expr->number});
}

void language_ts_untyped(LanguageBuild *build, NameId name, ScopeNo scope) {
  *vec_add(build->arena, &language_ts_state(build)->untyped) = (TsUntyped){.name = name, .scope = scope};
}

/* The latest one that is visible from here: of two with one name in
 * different functions each sees its own. */
static const TsHolder *holder_of(LanguageBuild *build, NodeNo object) {
  if (language_ts_kind(build, object) != TS_IDENTIFIER) return NULL;
  TsState *state = language_ts_state(build);
  NameId name = language_name(build, object);
  for (size_t i = state->holders.len; i-- > 0;) {
    const TsHolder *holder = &state->holders.items[i];
    if (!names_same(holder->name, name)) continue;
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

static bool is_module_exports(const LanguageBuild *build, NodeNo node) {
  return language_ts_kind(build, node) == TS_MEMBER &&
         str_eq_c(text_of(build, language_ts_field(build, node, TS_F_OBJECT)), "module") &&
         str_eq_c(text_of(build, language_ts_field(build, node, TS_F_PROPERTY)), "exports");
}

static bool is_exports(const LanguageBuild *build, NodeNo node) {
  if (language_ts_kind(build, node) == TS_IDENTIFIER) return str_eq_c(text_of(build, node), "exports");
  return is_module_exports(build, node);
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

/* `this.x = …`, `exports.x = …`, `f.x = …`, `F.prototype.x = …`; everything
 * else declares nothing. On a prototype `this` is an instance that F made. */
static Place place_of(LanguageBuild *build, NodeNo object) {
  TsState *state = language_ts_state(build);
  if (language_ts_kind(build, object) == TS_THIS) return place_in_this(build);
  if (state->is_commonjs && is_exports(build, object)) return (Place){.scope = build->facts->exports};
  const TsHolder *holder = holder_of(build, object);
  if (holder) {
    return (Place){.scope = holder->members, .flags = holder->flags, .container = holder->def,
                   .self = {.scope = holder->scope, .name = holder->name}};
  }
  if (language_ts_kind(build, object) != TS_MEMBER) return (Place){0};
  if (!str_eq_c(text_of(build, language_ts_field(build, object, TS_F_PROPERTY)), "prototype")) return (Place){0};
  holder = holder_of(build, language_ts_field(build, object, TS_F_OBJECT));
  if (!holder) return (Place){0};
  return (Place){.scope = holder->members, .container = holder->def,
                 .self = {.scope = holder->scope, .name = holder->name, .made = true}};
}

/* ---- assignments ---- */

static void bind_member(LanguageBuild *build, NodeNo property, const Place *place, ExprNo value, DefNo def) {
  if (!place->scope) return;
  if (place->scope == build->facts->exports) {
    language_ts_export(build, language_name(build, property), def, value, property);
    return;
  }
  language_bind(build, (Bind){.scope = place->scope, .name = language_name(build, property), .def = def,
                              .flags = BIND_MEMBER | BIND_HOISTED | place->flags,
                              .from = build->syntax->nodes[property].from, .value = def ? 0 : value});
}

/* What is assigned has the type of what it is assigned to: the parameters of a
 * function and the members of an object get theirs from it. A bind that holds
 * nowhere says so. */
static void expect_type(LanguageBuild *build, NodeNo name, ExprNo target, DefNo def, ExprNo value) {
  bool is_object = language_expr_at(build, value)->kind == EXPR_OBJECT;
  if (!target || (!def && !is_object)) return;
  language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_NARROW | BIND_VALUE, .def = def,
                              .value = def ? 0 : value, .type = language_add_base(build, EXPR_TYPE_OF, target, name)});
}

/* A function that is assigned gets the member's name, so that it is found
 * under it; where the member is declared elsewhere, the function learns the
 * types of its parameters from that declaration instead. */
static ExprNo assign_member(LanguageBuild *build, NodeNo left, NodeNo right, NodeNo whole) {
  NodeNo object = language_ts_field(build, left, TS_F_OBJECT);
  NodeNo property = language_ts_field(build, left, TS_F_PROPERTY);
  Place place = place_of(build, object);
  ExprNo target = language_expr_as(build, left, REF_WRITE);
  TsNaming naming = {.name = property, .whole = whole, .self = place.self, .container = place.container,
                     .kind = place.self.name.value || place.scope ? SYMBOL_METHOD : SYMBOL_FUNCTION};
  if (language_ts_kind(build, object) == TS_THIS) naming.self = language_ts_state(build)->self;
  if (place.scope && place.scope == build->facts->exports) naming.kind = SYMBOL_FUNCTION;
  ExprNo value = language_ts_expr_named(build, right, &naming);
  bind_member(build, property, &place, value, naming.def);
  if (!place.scope) expect_type(build, property, target, naming.def, value);
  return value;
}

static ExprNo assign_module(LanguageBuild *build, NodeNo left, NodeNo right) {
  language_expr_as(build, left, REF_WRITE);
  return language_ts_export_whole(build, right);
}

/* The function or object learns its types from the variable it is assigned
 * to. */
static ExprNo assign_name(LanguageBuild *build, NodeNo left, NodeNo right, NodeNo whole) {
  TsNaming naming = {.name = left, .whole = whole, .kind = SYMBOL_FUNCTION};
  ExprNo value = language_ts_expr_named(build, right, &naming);
  language_ts_assign(build, left, naming.def ? 0 : value);
  expect_type(build, left, language_add_name(build, left), naming.def, value);
  return value;
}

ExprNo language_ts_expr_assignment(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo left = language_ts_field(build, node, TS_F_LEFT);
  NodeNo right = language_ts_field(build, node, TS_F_RIGHT);
  switch (language_ts_kind(build, left)) {
    case TS_MEMBER:
      if (language_ts_state(build)->is_commonjs && is_module_exports(build, left)) {
        return assign_module(build, left, right);
      }
      return assign_member(build, left, right, node);
    case TS_IDENTIFIER: return assign_name(build, left, right, node);
    case TS_SUBSCRIPT:
      language_expr_as(build, left, REF_WRITE);
      return language_expr(build, right);
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
  ExprNo items[] = {before, value};
  return language_add_list(build, EXPR_ANY, 0, items, 2, node);
}
