/* Classes and enums, and the decorators on them. */
#include "src/languages/typescript/typescript_internal.h"

/* ---- decorators: what they say belongs to the scope around ---- */

/* What stands behind the @, as a reference of its own kind. */
static ExprNo decorator(LanguageBuild *build, NodeNo node) {
  return language_expr_as(build, syntax_named(build->syntax, node, 0), REF_DECORATE);
}

ExprList language_ts_decorators(LanguageBuild *build, NodeNo node) {
  TsItems found = {0};
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_ts_kind(build, c) != TS_DECORATOR) continue;
    ExprNo value = decorator(build, c);
    if (value) language_ts_add_item(build, &found, value);
  }
  return language_list(build, found.items, found.len);
}

/* ---- heritage ---- */

/* Type arguments follow the base as a node of their own and are applied to
 * it. */
static void extend(LanguageBuild *build, NodeNo clause, TsItems *bases) {
  ExprNo base = 0;
  for (NodeNo c = syntax_first(build->syntax, clause); c; c = syntax_next(build->syntax, c)) {
    if (!syntax_is_named(build->syntax, c) || language_ts_is_comment(build, c)) continue;
    if (language_ts_kind(build, c) == TS_TYPE_ARGUMENTS) {
      if (base && bases->len) *vec_last(bases) = base = language_ts_apply(build, base, c);
      else language_visit_children(build, c);
      continue;
    }
    base = language_expr_as(build, c, REF_EXTEND);
    unsigned named = language_expr_at(build, base)->kind;
    if (named == EXPR_NAME || named == EXPR_MEMBER) language_expr_at(build, base)->flags |= EXPR_IN_TYPE;
    if (base) language_ts_add_item(build, bases, base);
  }
}

/* The reference that a type's name gets says how it is used. */
static ExprNo type_as(LanguageBuild *build, NodeNo node, unsigned role) {
  RefNo first = (RefNo)build->facts->refs.len;
  ExprNo type = language_type(build, node);
  if (first < build->facts->refs.len && build->facts->refs.items[first].role == REF_TYPE) {
    build->facts->refs.items[first].role = (uint8_t)role;
  }
  return type;
}

/* For interfaces, whose heads are types and not values. */
static void types_as(LanguageBuild *build, NodeNo clause, unsigned role, TsItems *bases) {
  for (NodeNo c = syntax_first(build->syntax, clause); c; c = syntax_next(build->syntax, c)) {
    if (!syntax_is_named(build->syntax, c) || language_ts_is_comment(build, c)) continue;
    ExprNo type = type_as(build, c, role);
    if (!type) continue;
    if (role == REF_IMPLEMENT) language_expr_at(build, type)->flags |= EXPR_IMPLEMENTS;
    language_ts_add_item(build, bases, type);
  }
}

/* In JavaScript the heritage is the base itself. */
ExprList language_ts_heritage(LanguageBuild *build, NodeNo node) {
  TsItems bases = {0};
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_ts_kind(build, c);
    if (kind == TS_EXTENDS_TYPE_CLAUSE) types_as(build, c, REF_EXTEND, &bases);
    if (kind != TS_CLASS_HERITAGE) continue;
    bool is_plain = true;
    for (NodeNo clause = syntax_first(build->syntax, c); clause; clause = syntax_next(build->syntax, clause)) {
      unsigned inner = language_ts_kind(build, clause);
      if (inner == TS_EXTENDS_CLAUSE) extend(build, clause, &bases);
      if (inner == TS_IMPLEMENTS_CLAUSE) types_as(build, clause, REF_IMPLEMENT, &bases);
      if (inner == TS_EXTENDS_CLAUSE || inner == TS_IMPLEMENTS_CLAUSE) is_plain = false;
    }
    if (is_plain) extend(build, c, &bases);
  }
  return language_list(build, bases.items, bases.len);
}

/* ---- classes ---- */

/* Decorators stand before the member they belong to, and are not inside it. */
static void class_body(LanguageBuild *build, NodeNo body) {
  TsItems decorators = {0};
  for (NodeNo c = syntax_first(build->syntax, body); c; c = syntax_next(build->syntax, c)) {
    if (language_ts_kind(build, c) == TS_DECORATOR) {
      ExprNo value = decorator(build, c);
      if (value) language_ts_add_item(build, &decorators, value);
      continue;
    }
    size_t first = build->facts->defs.len;
    language_visit(build, c);
    if (!decorators.len || language_ts_is_comment(build, c)) continue;
    if (first < build->facts->defs.len) {
      build->facts->defs.items[first].decorators = language_list(build, decorators.items, decorators.len);
    }
    decorators.len = 0;
  }
}

/* Within the body `this` means the class; what it meant before is put back. */
static void fill(LanguageBuild *build, NodeNo node, DefNo def) {
  TsState *state = language_ts_state(build);
  TsThis self = state->self;
  LanguageOpen before;
  ScopeNo scope = language_open(build, SCOPE_TYPE, node, def, &before);
  state->self = (TsThis){.scope = scope};
  language_ts_type_parameters(build, node);
  language_ts_doc_templates(build, def, node);
  ExprList bases = language_ts_heritage(build, node);
  ExprNo told = language_ts_doc_base(build, def, node);
  if (told && bases.count == 1) build->facts->lists.items[bases.first] = told;
  language_def(build, def)->bases = bases;
  class_body(build, language_ts_field(build, node, TS_F_BODY));
  language_close(build, &before);
  state->self = self;
}

/* A class as a value has the name of what it is assigned to, unless its own. */
static DefNo define(LanguageBuild *build, NodeNo node, const TsNaming *naming, bool no_bind) {
  unsigned flags = naming->flags;
  if (language_ts_kind(build, node) == TS_ABSTRACT_CLASS) flags |= DEF_ABSTRACT;
  ExprList decorators = language_ts_decorators(build, node);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_CLASS, .flags = flags, .name = naming->name, .name_text = naming->text,
      .whole = naming->whole ? naming->whole : node, .body = language_ts_field(build, node, TS_F_BODY),
      .bind = BIND_HOISTED, .no_bind = no_bind});
  language_def(build, def)->decorators = decorators;
  return def;
}

/* The scope is taken before the body opens its own: the class is a holder
 * where it is declared. */
void language_ts_visit_class(LanguageBuild *build, NodeNo node) {
  TsNaming naming = {.name = language_ts_field(build, node, TS_F_NAME)};
  NameId name = language_name(build, naming.name);
  DefNo def = define(build, node, &naming, false);
  ScopeNo scope = build->scope;
  fill(build, node, def);
  language_ts_hold(build, name, scope, def);
}

/* Somebody who gives it a name may have left that for us (`const A = class
 * {}`). */
ExprNo language_ts_expr_class(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  TsState *state = language_ts_state(build);
  TsNaming *naming = state->naming && state->naming->node == node ? state->naming : NULL;
  TsNaming own = {.name = language_ts_field(build, node, TS_F_NAME)};
  if (!naming) naming = &own;
  naming->def = define(build, node, naming, true);
  fill(build, node, naming->def);
  return language_add_func(build, naming->def, node);
}

/* ---- enums ---- */

/* Without a value the name is the whole node. */
static void enum_member(LanguageBuild *build, NodeNo whole, NodeNo name) {
  Str text = language_ts_property(build, name);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_ENUM_MEMBER, .flags = DEF_STATIC | DEF_CONST, .name = name, .name_text = text,
      .whole = whole, .bind = BIND_MEMBER | BIND_STATIC | BIND_HOISTED});
  if (whole == name) return;
  ExprNo value = language_expr(build, language_ts_field(build, whole, TS_F_VALUE));
  language_def(build, def)->value = value;
}

void language_ts_visit_enum(LanguageBuild *build, NodeNo node) {
  NodeNo body = language_ts_field(build, node, TS_F_BODY);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_ENUM, .name = language_ts_field(build, node, TS_F_NAME), .whole = node,
      .body = body, .bind = BIND_HOISTED});
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, node, def, &before);
  for (NodeNo c = body ? syntax_first(build->syntax, body) : 0; c; c = syntax_next(build->syntax, c)) {
    if (!syntax_is_named(build->syntax, c) || language_ts_is_comment(build, c)) continue;
    bool is_assigned = language_ts_kind(build, c) == TS_ENUM_ASSIGNMENT;
    enum_member(build, c, is_assigned ? language_ts_field(build, c, TS_F_NAME) : c);
  }
  language_close(build, &before);
}
