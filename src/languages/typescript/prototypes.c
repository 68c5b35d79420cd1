/* Inheritance without classes: what functions and objects have by their
 * prototypes. An object that becomes a prototype gives its members to the
 * function's instances; another prototype makes its function a base. */
#include "src/languages/typescript/typescript_internal.h"

#define BASES_MAX 16

static Str text_of(const LanguageBuild *build, NodeNo node) { return syntax_text(build->syntax, node); }

bool language_ts_is_prototype(const LanguageBuild *build, NodeNo node) {
  return language_ts_kind(build, node) == TS_MEMBER &&
         str_eq_c(text_of(build, language_ts_field(build, node, TS_F_PROPERTY)), "prototype");
}

/* What `new` makes of the function. */
static ExprNo instance_of(LanguageBuild *build, NodeNo function) {
  ExprNo path = language_ts_path(build, function);
  return path ? language_add_base(build, EXPR_NEW, path, function) : 0;
}

/* `F.prototype` stands for any instance of F. */
ExprNo language_ts_expr_prototype(LanguageBuild *build, NodeNo node) {
  if (!language_ts_state(build)->is_script || !language_ts_is_prototype(build, node)) return 0;
  return instance_of(build, language_ts_field(build, node, TS_F_OBJECT));
}

static void add_base(LanguageBuild *build, DefNo def, ExprNo value, NodeNo node) {
  ExprList had = language_def(build, def)->bases;
  if (!value || !def || had.count >= BASES_MAX) return;
  ExprNo base = language_add_base(build, EXPR_TYPE_OF, value, node);
  ExprNo items[BASES_MAX];
  for (uint32_t i = 0; i < had.count; i++) items[i] = build->facts->lists.items[had.first + i];
  items[had.count] = base;
  ExprList list = language_list(build, items, had.count + 1);
  language_def(build, def)->bases = list;
}

/* The object's members are those of the function's instances, and `this` in
 * them is such an instance. */
static void take_members(LanguageBuild *build, const TsHolder *holder, DefNo object, size_t first, NodeNo node) {
  ScopeNo members = language_def(build, object)->opens;
  size_t count = build->facts->binds.len;
  for (size_t i = first; i < count; i++) {
    Bind bind = build->facts->binds.items[i];
    if (bind.scope != members || !(bind.flags & BIND_MEMBER)) continue;
    bind.scope = holder->members;
    language_bind(build, bind);
  }
  ExprNo name = language_add(build, (Expr){.kind = EXPR_NAME, .name = holder->name, .scope = holder->scope,
                                           .at = build->syntax->nodes[node].from});
  add_base(build, object, language_add_base(build, EXPR_NEW, name, node), node);
}

static bool is_object_call(const LanguageBuild *build, NodeNo node, const char *name) {
  return language_ts_kind(build, node) == TS_CALL &&
         str_eq_c(text_of(build, language_ts_field(build, node, TS_F_FUNCTION)), name);
}

void language_ts_prototype_of(LanguageBuild *build, const TsHolder *at, NodeNo node, ExprNo value, size_t first) {
  TsHolder holder = *at; /* the list of them may grow */
  Expr expr = *language_expr_at(build, value);
  if (is_object_call(build, node, "Object.create") && expr.kind == EXPR_CALL && expr.list.count) {
    value = build->facts->lists.items[expr.list.first];
    expr = *language_expr_at(build, value);
  }
  switch (expr.kind) {
    case EXPR_OBJECT: take_members(build, &holder, expr.number, first, node); break;
    case EXPR_NEW:
    case EXPR_MODULE:
    case EXPR_NAME:
    case EXPR_MEMBER: add_base(build, holder.type, value, node); break;
    default: break;
  }
}

/* `util.inherits(A, B)`: B itself is named, not its prototype. */
static bool is_inherits(const LanguageBuild *build, NodeNo function) {
  NodeNo name = function;
  if (language_ts_kind(build, function) == TS_MEMBER) name = language_ts_field(build, function, TS_F_PROPERTY);
  return str_eq_c(text_of(build, name), "inherits");
}

/* `_.extend`, `util.mixin`. */
bool language_ts_gives_members(const LanguageBuild *build, NodeNo function) {
  if (str_eq_c(text_of(build, function), "Object.setPrototypeOf")) return true;
  bool is_member = language_ts_kind(build, function) == TS_MEMBER;
  return language_word_in("assign extend mixin", text_of(build, is_member ? language_ts_field(build, function, TS_F_PROPERTY) : function));
}

void language_ts_copy(LanguageBuild *build, NodeNo left, NodeNo right) {
  NodeNo heir = language_ts_field(build, left, TS_F_OBJECT), from = language_ts_field(build, right, TS_F_OBJECT);
  NodeNo key = language_ts_field(build, left, TS_F_INDEX);
  if (!language_ts_state(build)->is_script || language_ts_kind(build, right) != TS_SUBSCRIPT || !language_ts_is_prototype(build, heir)) return;
  bool is_same = language_ts_kind(build, key) == TS_IDENTIFIER && str_eq(text_of(build, key), text_of(build, language_ts_field(build, right, TS_F_INDEX)));
  const TsHolder *holder = is_same ? language_ts_holder(build, language_ts_field(build, heir, TS_F_OBJECT)) : NULL;
  if (!holder) return;
  bool is_prototype = language_ts_is_prototype(build, from);
  ExprNo value = is_prototype ? instance_of(build, language_ts_field(build, from, TS_F_OBJECT)) : language_ts_path(build, from);
  add_base(build, holder->type, value, from);
}

void language_ts_inherit(LanguageBuild *build, NodeNo function, NodeNo list, const TsItems *items, size_t first) {
  if (!language_ts_state(build)->is_script || items->len < 2) return;
  NodeNo heir = syntax_named(build->syntax, list, 0);
  if (is_inherits(build, function)) {
    const TsHolder *holder = language_ts_holder(build, heir);
    NodeNo base = syntax_named(build->syntax, list, 1);
    if (holder) add_base(build, holder->type, instance_of(build, base), base);
    return;
  }
  if (!language_ts_gives_members(build, function)) return;
  if (!language_ts_is_prototype(build, heir)) {
    language_ts_copy_to(build, function, list, items);
    return;
  }
  for (size_t i = 1; i < items->len && i < BASES_MAX; i++) {
    const TsHolder *holder = language_ts_holder(build, language_ts_field(build, heir, TS_F_OBJECT));
    if (!holder) return;
    language_ts_prototype_of(build, holder, syntax_named(build->syntax, list, (uint32_t)i), items->items[i], first);
  }
}

/* ---- classes made by a call ---- */

/* Whether an object literal has functions, as what instances are to have does; what
 * is only settings does not. */
static bool has_functions(const LanguageBuild *build, NodeNo object) {
  for (NodeNo c = syntax_first(build->syntax, object); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_ts_kind(build, c);
    if (kind == TS_METHOD_DEFINITION) return true;
    if (kind == TS_PAIR && language_ts_named_value(build, language_ts_field(build, c, TS_F_VALUE))) return true;
  }
  return false;
}

/* `Base.extend`, `lib.Base.extend`: what is extended is called like a class. */
static NodeNo extended_class(const LanguageBuild *build, NodeNo function) {
  if (language_ts_kind(build, function) != TS_MEMBER || !str_eq_c(text_of(build, language_ts_field(build, function, TS_F_PROPERTY)), "extend")) return 0;
  NodeNo base = language_ts_field(build, function, TS_F_OBJECT);
  bool is_member = language_ts_kind(build, base) == TS_MEMBER;
  Str name = text_of(build, is_member ? language_ts_field(build, base, TS_F_PROPERTY) : base);
  return name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z' && !str_eq_c(name, "Object") ? base : 0;
}

/* The literal is the class: its members are those of the instances, which have what
 * instances of the base have. What follows it is the class's own. */
ExprNo language_ts_extended(LanguageBuild *build, NodeNo function, NodeNo list, const TsItems *items) {
  NodeNo base = language_ts_state(build)->is_script && items->len ? extended_class(build, function) : 0;
  NodeNo literal = base ? syntax_named(build->syntax, list, 0) : 0;
  ExprNo value = literal ? items->items[0] : 0;
  if (!value || language_expr_at(build, value)->kind != EXPR_OBJECT || !has_functions(build, literal)) return 0;
  DefNo def = language_expr_at(build, value)->number;
  add_base(build, def, instance_of(build, base), base);
  for (size_t i = 1; i < items->len && i < 3; i++) language_ts_copy_static(build, def, items->items[i]);
  return language_add_base(build, EXPR_TYPE_OF, value, literal);
}
