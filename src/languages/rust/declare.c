/* Rust: types, traits and impl blocks. An impl block is a type without a name
 * that stands for the one it is about (Def.type) and has what it implements
 * as bases; its methods say by `receiver` what that type is called, so that
 * resolution finds them wherever the type is used. */
#include "src/languages/rust/rust_internal.h"

enum { BASES_MAX = 16 };

/* ---- structs and enums ---- */

static void define_field(LanguageBuild *build, NodeNo whole, NodeNo name, Str text, ExprNo type) {
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_FIELD, .flags = language_rust_visibility(build->syntax, whole), .name = name,
      .name_text = text, .whole = whole, .bind = BIND_MEMBER | BIND_HOISTED | BIND_VALUE});
  language_def(build, def)->type = type;
}

/* Fields by name, or by number: those of `struct P(A, B)` are "0" and "1". */
static void define_fields(LanguageBuild *build, NodeNo body) {
  const Syntax *syntax = build->syntax;
  bool ordered = body && syntax_kind(syntax, body) == RUST_ORDERED_FIELDS;
  unsigned nth = 0;
  for (NodeNo c = body ? syntax_first(syntax, body) : 0; c; c = syntax_next(syntax, c)) {
    if (ordered && syntax->nodes[c].field == RUST_FIELD_TYPE) {
      ExprNo type = language_type(build, c);
      Str number = str_format(build->arena, "%u", nth++);
      DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FIELD, .name_text = number, .whole = c,
                                                        .bind = BIND_MEMBER | BIND_HOISTED | BIND_VALUE});
      language_def(build, def)->type = type;
    } else if (!ordered && syntax_kind(syntax, c) == RUST_FIELD_DECLARATION) {
      ExprNo type = language_type(build, syntax_field(syntax, c, RUST_FIELD_TYPE));
      define_field(build, c, syntax_field(syntax, c, RUST_FIELD_NAME), STR_EMPTY, type);
    }
  }
}

static DefNo define_type(LanguageBuild *build, NodeNo node, SymbolKind kind, unsigned bind) {
  const Syntax *syntax = build->syntax;
  const RustState *state = language_rust_state(build);
  ExprList derived = language_list(build, state->derived, state->derived_count);
  language_rust_take_attributes(build);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = kind, .flags = language_rust_visibility(syntax, node), .name = syntax_field(syntax, node, RUST_FIELD_NAME),
      .whole = node, .body = syntax_field(syntax, node, RUST_FIELD_BODY), .bind = BIND_HOISTED | bind});
  language_def(build, def)->bases = derived;
  return def;
}

/* A struct of unnamed fields, or of none, is a function or a value, too. */
void language_rust_struct(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo body = syntax_field(syntax, node, RUST_FIELD_BODY);
  bool named = body && syntax_kind(syntax, body) != RUST_ORDERED_FIELDS;
  bool is_union = str_starts_with(syntax_text(syntax, node), STR("union"));
  DefNo def = define_type(build, node, is_union ? SYMBOL_UNION : SYMBOL_STRUCT, named ? BIND_TYPE : 0);
  LanguageOpen open;
  language_open(build, SCOPE_TYPE, node, def, &open);
  language_rust_type_parameters(build, node);
  define_fields(build, body);
  language_close(build, &open);
}

static void define_variant(LanguageBuild *build, NodeNo variant) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, variant, RUST_FIELD_NAME), body = syntax_field(syntax, variant, RUST_FIELD_BODY);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_ENUM_MEMBER, .flags = DEF_STATIC | DEF_EXPORTED, .name = name, .whole = variant,
      .bind = BIND_MEMBER | BIND_STATIC | BIND_HOISTED});
  if (body && def) {
    LanguageOpen open;
    language_open(build, SCOPE_TYPE, body, def, &open);
    define_fields(build, body);
    language_close(build, &open);
  }
  language_visit(build, syntax_field(syntax, variant, RUST_FIELD_VALUE));
}

void language_rust_enum(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo body = syntax_field(syntax, node, RUST_FIELD_BODY);
  DefNo def = define_type(build, node, SYMBOL_ENUM, BIND_TYPE);
  LanguageOpen open;
  language_open(build, SCOPE_TYPE, node, def, &open);
  language_rust_type_parameters(build, node);
  for (NodeNo c = body ? syntax_first(syntax, body) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == RUST_ENUM_VARIANT) define_variant(build, c);
  }
  language_close(build, &open);
  language_rust_take_attributes(build); /* of variants */
}

void language_rust_type_item(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  RustState *state = language_rust_state(build);
  NodeNo name = syntax_field(syntax, node, RUST_FIELD_NAME), type = syntax_field(syntax, node, RUST_FIELD_TYPE);
  bool is_associated = build->facts->scopes.items[build->scope].kind == SCOPE_TYPE;
  ExprNo known = 0;
  for (size_t i = 0; is_associated && i < state->associated.len; i++) { /* read when the block was opened */
    if (names_same(state->associated.items[i].name, language_name(build, name))) known = state->associated.items[i].type;
  }
  DefNo def = define_type(build, node, SYMBOL_TYPE, BIND_TYPE | (is_associated ? BIND_MEMBER | BIND_STATIC : 0u));
  LanguageOpen open;
  language_open(build, SCOPE_TYPE, node, def, &open);
  language_rust_type_parameters(build, node);
  ExprNo target = known ? known : language_type(build, type);
  language_close(build, &open);
  Def *added = language_def(build, def);
  added->type = target;
  if (is_associated && state->block_type) added->container = state->block_type;
}

/* ---- traits ---- */

/* A trait's associated type is a type parameter of it: `impl Iterator for X {
 * type Item = Y; }` makes X an Iterator of Y. */
void language_rust_associated_type(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, RUST_FIELD_NAME);
  ExprNo bound = language_type(build, syntax_field(syntax, node, RUST_FIELD_BOUNDS));
  if (!name) return;
  language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .name = name, .whole = node, .no_bind = true});
  language_bind(build, (Bind){.name = language_name(build, name), .type = bound,
                              .flags = BIND_TYPE_PARAM | BIND_HOISTED, .from = syntax->nodes[name].from});
}

static size_t supertraits(LanguageBuild *build, NodeNo bounds, ExprNo *ret_bases) {
  const Syntax *syntax = build->syntax;
  size_t count = 0;
  for (NodeNo c = bounds ? syntax_first(syntax, bounds) : 0; c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c) || syntax_kind(syntax, c) == RUST_LIFETIME) continue;
    ExprNo base = language_type(build, c);
    if (!base || count == BASES_MAX) continue;
    ret_bases[count++] = base;
    language_ref(build, REF_EXTEND, base, language_rust_core_name(syntax, c));
  }
  return count;
}

void language_rust_trait(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  RustState *state = language_rust_state(build);
  RustState before = *state;
  DefNo def = define_type(build, node, SYMBOL_TRAIT, BIND_TYPE);
  LanguageOpen open;
  language_open(build, SCOPE_TYPE, node, def, &open);
  state->block_name = (NameId){0};
  state->block_type = 0;
  state->in_trait = true;
  state->associated.len = 0;
  language_rust_type_parameters(build, node);
  ExprNo bases[BASES_MAX];
  size_t count = supertraits(build, syntax_field(syntax, node, RUST_FIELD_BOUNDS), bases);
  ExprList list = language_list(build, bases, count);
  language_def(build, def)->bases = list;
  language_visit_children(build, syntax_field(syntax, node, RUST_FIELD_BODY));
  language_close(build, &open);
  state->block_name = before.block_name;
  state->block_type = before.block_type;
  state->in_trait = before.in_trait;
}

/* ---- impl blocks ---- */

/* Associated types are read before all else: functions above may name them. */
static void read_associated(LanguageBuild *build, NodeNo body) {
  const Syntax *syntax = build->syntax;
  RustState *state = language_rust_state(build);
  for (NodeNo c = body ? syntax_first(syntax, body) : 0; c; c = syntax_next(syntax, c)) {
    NodeNo parameters = syntax_field(syntax, c, RUST_FIELD_TYPE_PARAMETERS);
    if (syntax_kind(syntax, c) != RUST_TYPE_ITEM || parameters) continue;
    RustAssociated own = {language_name(build, syntax_field(syntax, c, RUST_FIELD_NAME)),
                          language_type(build, syntax_field(syntax, c, RUST_FIELD_TYPE))};
    if (own.type) *vec_add(build->arena, &state->associated) = own;
  }
}

/* The trait with the associated types as named arguments, and what a
 * dereference leads to as one more base: its members are the type's. */
static size_t implemented(LanguageBuild *build, NodeNo trait, ExprNo type, ExprNo *ret_bases) {
  const RustState *state = language_rust_state(build);
  ExprNo items[RUST_MANY];
  size_t count = 0, bases = 0;
  const Expr *written = &build->facts->exprs.items[type];
  ExprNo base = type;
  if (written->kind == EXPR_APPLY) {
    base = written->base;
    for (uint32_t i = 0; i < written->list.count && count < RUST_MANY / 2; i++) {
      items[count++] = build->facts->lists.items[written->list.first + i];
    }
  }
  for (size_t i = 0; i < state->associated.len && count < RUST_MANY; i++) {
    items[count++] = language_add(build, (Expr){.kind = EXPR_KEYWORD, .base = state->associated.items[i].type,
                                                .name = state->associated.items[i].name,
                                                .at = build->syntax->nodes[trait].from});
  }
  if (count) type = language_add_list(build, EXPR_APPLY, base, items, count, trait);
  language_expr_at(build, type)->flags |= EXPR_IMPLEMENTS;
  ret_bases[bases++] = type;
  Str name = syntax_text(build->syntax, language_rust_core_name(build->syntax, trait));
  if (str_eq(name, STR("Deref")) && state->associated.len) {
    ret_bases[bases++] = language_add_base(build, EXPR_POINTER, state->associated.items[0].type, trait);
  }
  return bases;
}

/* `impl<T: Trait> Other for T` is for all types at once. */
static bool is_parameter(const LanguageBuild *build, NameId name) {
  const Facts *facts = build->facts;
  for (BindNo i = (BindNo)facts->binds.len; i-- > 1 && facts->binds.items[i].scope == build->scope;) {
    if ((facts->binds.items[i].flags & BIND_TYPE_PARAM) && names_same(facts->binds.items[i].name, name)) return true;
  }
  return false;
}

void language_rust_impl(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  RustState *state = language_rust_state(build);
  RustState before = *state;
  unsigned attributes = language_rust_take_attributes(build), flags = build->flags;
  if (attributes & RUST_CFG_TEST) build->flags |= DEF_TEST;
  NodeNo type = syntax_field(syntax, node, RUST_FIELD_TYPE), trait = syntax_field(syntax, node, RUST_FIELD_TRAIT);
  NodeNo body = syntax_field(syntax, node, RUST_FIELD_BODY), name = language_rust_core_name(syntax, type);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .flags = DEF_ANONYMOUS, .whole = node,
                                                    .body = body, .no_bind = true});
  NameId called = name ? language_name(build, name) : language_intern(build, STR("*"));
  if (name && syntax_kind(syntax, name) == RUST_ARRAY_TYPE) called = language_intern(build, STR("Vec"));
  DefNo container = name ? language_defined(state->types, build->facts, language_rust_type_key(build->scope, called)) : 0;
  LanguageOpen open;
  language_open(build, SCOPE_TYPE, node, def, &open);
  state->associated = (__typeof__(state->associated)){0};
  state->in_trait = false;
  state->block_type = container;
  language_rust_type_parameters(build, node);
  if (is_parameter(build, called)) called = language_intern(build, STR("*"));
  state->block_name = called;
  ExprNo target = language_type(build, type);
  ExprNo given = trait ? language_type(build, trait) : 0;
  Def *added = language_def(build, def);
  added->type = target;
  added->receiver = called;
  read_associated(build, body);
  ExprNo bases[2];
  size_t count = given ? implemented(build, trait, given, bases) : 0;
  ExprList list = language_list(build, bases, count);
  language_def(build, def)->bases = list;
  language_visit_children(build, body);
  language_close(build, &open);
  state->associated = before.associated;
  state->in_trait = before.in_trait;
  state->block_name = before.block_name;
  state->block_type = before.block_type;
  build->flags = flags;
}
