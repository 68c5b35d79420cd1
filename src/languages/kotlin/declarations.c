/* Kotlin types and properties. A companion's members are the type's own. */
#include "src/languages/kotlin/kotlin_internal.h"

/* ---- modifiers ---- */

bool language_kotlin_has_modifier(const LanguageBuild *build, NodeNo node, const char *word) {
  NodeNo modifiers = language_child(build, node, KOTLIN_MODIFIERS);
  for (NodeNo c = modifiers ? syntax_first(build->syntax, modifiers) : 0; c; c = syntax_next(build->syntax, c)) {
    if (str_eq_c(language_text(build, c), word)) return true;
  }
  return false;
}

unsigned language_kotlin_modifiers(LanguageBuild *build, NodeNo node) {
  unsigned flags = 0;
  if (language_kotlin_has_modifier(build, node, "private")) flags |= DEF_PRIVATE;
  if (language_kotlin_has_modifier(build, node, "protected")) flags |= DEF_PROTECTED;
  if (language_kotlin_has_modifier(build, node, "abstract")) flags |= DEF_ABSTRACT;
  language_visit(build, language_child(build, node, KOTLIN_MODIFIERS)); /* annotations */
  return flags & DEF_PRIVATE ? flags : flags | DEF_EXPORTED;
}

/* ---- bases ---- */

/* `A(1)` is the class that is extended and runs its constructor; a plain name
 * is an interface. */
static ExprNo base_of(LanguageBuild *build, NodeNo node, bool is_class) {
  NodeNo invocation = language_child(build, node, KOTLIN_CONSTRUCTOR_INVOCATION);
  NodeNo delegation = language_child(build, node, KOTLIN_EXPLICIT_DELEGATION);
  NodeNo holder = invocation ? invocation : delegation ? delegation : node, type_node = 0;
  for (NodeNo c = syntax_first(build->syntax, holder); c; c = syntax_next(build->syntax, c)) {
    if (!type_node && language_kotlin_is_type(language_kind(build, c))) type_node = c;
    else if (language_kind(build, c) != KOTLIN_VALUE_ARGUMENTS) language_visit(build, c);
  }
  ExprNo base = language_type(build, type_node);
  if (!base) return 0;
  if (invocation) {
    LanguageExprs items = {0};
    language_kotlin_arguments(build, language_child(build, invocation, KOTLIN_VALUE_ARGUMENTS), &items);
    language_add_call(build, EXPR_NEW, &(LanguageCall){base, items.items, items.len, node, type_node});
  } else if (!is_class) {
    language_expr_at(build, base)->flags |= EXPR_IMPLEMENTS;
  }
  return base;
}

static ExprList bases_of(LanguageBuild *build, NodeNo node) {
  LanguageExprs bases = {0};
  NodeNo list = language_child(build, node, KOTLIN_DELEGATION_SPECIFIERS);
  /* Constructors in the body run the one of the class that is extended. */
  bool is_class = !language_child(build, node, KOTLIN_PRIMARY_CONSTRUCTOR) &&
                  language_child(build, language_child(build, node, KOTLIN_CLASS_BODY), KOTLIN_SECONDARY_CONSTRUCTOR);
  for (NodeNo c = list ? syntax_first(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    ExprNo base = language_kind(build, c) == KOTLIN_DELEGATION_SPECIFIER ? base_of(build, c, is_class) : 0;
    if (base) language_push(build, &bases, base);
  }
  return language_list(build, bases.items, bases.len);
}

/* ---- types ---- */

/* A constructor that has no text of its own: its place is the type's name. */
static void primary_constructor(LanguageBuild *build, NodeNo node, DefNo type) {
  NodeNo constructor = language_child(build, node, KOTLIN_PRIMARY_CONSTRUCTOR);
  NodeNo parameters = language_child(build, constructor, KOTLIN_CLASS_PARAMETERS);
  if (!constructor) return;
  (void)type;
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_CONSTRUCTOR, .flags = DEF_EXPORTED | DEF_GENERATED, .name = language_field(build, node, KOTLIN_IN_NAME),
      .whole = constructor, .no_bind = true});
  language_bind(build, (Bind){.name = language_intern(build, STR(KOTLIN_CONSTRUCTOR_NAME)), .flags = BIND_HOISTED,
                              .from = language_node(build, constructor)->from, .def = def});
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, constructor, def, &before);
  language_kotlin_class_parameters(build, parameters, false);
  language_close(build, &before);
}

/* A member that nobody writes; `result` is what it is, or what calling it gives. */
static void given_member(LanguageBuild *build, NodeNo node, const char *name, ExprNo type, unsigned flags) {
  language_bind(build, (Bind){.name = language_intern(build, str_from_c(name)), .flags = BIND_HOISTED | BIND_MEMBER | flags, .type = type,
                              .from = language_node(build, node)->from});
}

/* What the language adds to an enumeration, and to a class of data. */
static void given_members(LanguageBuild *build, NodeNo node, DefNo def) {
  bool is_enum = language_def(build, def)->kind == SYMBOL_ENUM;
  if (!is_enum && !language_kotlin_has_modifier(build, node, "data")) return;
  ExprNo self = language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .flags = EXPR_IN_TYPE, .at = language_node(build, node)->from});
  ExprNo one = language_add_list(build, EXPR_FUNC_OF, self, NULL, 0, node);
  if (!is_enum) {
    given_member(build, node, "copy", one, 0);
    return;
  }
  ExprNo all = language_add_base(build, EXPR_LIST_OF, self, node), list = language_add_list(build, EXPR_FUNC_OF, all, NULL, 0, node);
  given_member(build, node, "valueOf", one, BIND_STATIC);
  given_member(build, node, "values", list, BIND_STATIC);
  given_member(build, node, "entries", all, BIND_STATIC);
}

static void inside(LanguageBuild *build, NodeNo node, DefNo def, bool is_interface) {
  KotlinState *state = kotlin_state(build);
  KotlinState before_state = *state;
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, node, def, &before);
  state->type = def;
  state->in_companion = false;
  state->in_interface = is_interface;
  state->receivers = 0;
  language_kotlin_type_parameters(build, language_child(build, node, KOTLIN_TYPE_PARAMETERS));
  ExprList bases = bases_of(build, node);
  if (language_kind(build, node) == KOTLIN_OBJECT) language_kotlin_static_self(build, STR("INSTANCE"), node);
  language_def(build, def)->bases = bases;
  given_members(build, node, def);
  NodeNo constructor = language_child(build, node, KOTLIN_PRIMARY_CONSTRUCTOR);
  language_kotlin_class_parameters(build, language_child(build, constructor, KOTLIN_CLASS_PARAMETERS), true);
  primary_constructor(build, node, def);
  NodeNo body = language_child(build, node, KOTLIN_CLASS_BODY);
  if (!body) body = language_child(build, node, KOTLIN_ENUM_BODY);
  language_visit_children(build, body);
  language_close(build, &before);
  *state = before_state;
}

static void type(LanguageBuild *build, NodeNo node, SymbolKind kind, unsigned more) {
  unsigned flags = language_kotlin_modifiers(build, node) | more;
  NodeNo body = language_child(build, node, KOTLIN_CLASS_BODY);
  if (!body) body = language_child(build, node, KOTLIN_ENUM_BODY);
  DefNo def = language_define(build, &(LanguageDef){.kind = kind, .flags = flags, .whole = node, .body = body,
                                                    .name = language_field(build, node, KOTLIN_IN_NAME), .bind = BIND_HOISTED});
  inside(build, node, def, kind == SYMBOL_INTERFACE);
}

void language_kotlin_class(LanguageBuild *build, NodeNo node) {
  bool is_interface = language_child(build, node, KOTLIN_WORD_INTERFACE) != 0;
  bool is_enum = language_child(build, node, KOTLIN_ENUM_BODY) || language_kotlin_has_modifier(build, node, "enum");
  type(build, node, is_interface ? SYMBOL_INTERFACE : is_enum ? SYMBOL_ENUM : SYMBOL_CLASS, 0);
}

void language_kotlin_object(LanguageBuild *build, NodeNo node) { type(build, node, SYMBOL_CLASS, 0); }

/* Its bases are not the type's; only its members are. */
void language_kotlin_companion(LanguageBuild *build, NodeNo node) {
  KotlinState *state = kotlin_state(build);
  bool before = state->in_companion;
  bases_of(build, node);
  NodeNo name = language_field(build, node, KOTLIN_IN_NAME);
  language_kotlin_static_self(build, name ? language_text(build, name) : STR("Companion"), node);
  state->in_companion = true;
  language_visit_children(build, language_child(build, node, KOTLIN_CLASS_BODY));
  state->in_companion = before;
}

ExprNo language_kotlin_object_literal(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_CLASS, .flags = DEF_ANONYMOUS, .whole = node,
                                                    .body = language_child(build, node, KOTLIN_CLASS_BODY)});
  inside(build, node, def, false);
  return language_add_number(build, EXPR_OBJECT, 0, def, node);
}

void language_kotlin_enum_entry(LanguageBuild *build, NodeNo node) {
  KotlinState *state = kotlin_state(build);
  NodeNo name = language_child(build, node, KOTLIN_IDENTIFIER), body = language_child(build, node, KOTLIN_CLASS_BODY);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED | DEF_STATIC | DEF_CONST, .name = name, .whole = node,
      .bind = BIND_HOISTED | BIND_STATIC});
  LanguageExprs items = {0};
  language_kotlin_arguments(build, language_child(build, node, KOTLIN_VALUE_ARGUMENTS), &items);
  (void)def;
  if (!body) return;
  DefNo own = language_define(build, &(LanguageDef){.kind = SYMBOL_CLASS, .flags = DEF_ANONYMOUS, .whole = node, .body = body});
  KotlinState before_state = *state;
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, node, own, &before);
  state->type = own;
  language_visit_children(build, body);
  language_close(build, &before);
  *state = before_state;
}

void language_kotlin_type_alias(LanguageBuild *build, NodeNo node) {
  unsigned flags = language_kotlin_modifiers(build, node);
  NodeNo name = language_field(build, node, KOTLIN_IN_TYPE);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .flags = flags, .name = name, .whole = node,
                                                    .bind = BIND_HOISTED});
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, node, def, &before);
  language_kotlin_type_parameters(build, language_child(build, node, KOTLIN_TYPE_PARAMETERS));
  ExprNo target = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (c != name && language_kotlin_is_type(language_kind(build, c))) target = language_type(build, c);
  }
  language_close(build, &before);
  language_def(build, def)->type = target;
}

/* ---- properties ---- */

/* A property while it is read: its type, and of an extension what it is one of. */
typedef struct Property {
  DefNo def;
  ExprNo type, value, receiver;
} Property;

/* The calls of a getter or setter are the property's. There `field` is what it holds,
 * and a setter names what it is given. */
static ExprNo accessor(LanguageBuild *build, NodeNo node, const Property *property) {
  LanguageOpen before;
  ExprNo value = 0;
  NodeNo given = language_child(build, node, KOTLIN_IDENTIFIER);
  uint32_t from = language_node(build, node)->from;
  language_open(build, property->receiver ? SCOPE_FUNCTION : SCOPE_BLOCK, node, 0, &before);
  language_attribute(build, property->def);
  if (property->receiver) {
    language_bind(build, (Bind){.name = language_intern(build, STR("this")), .flags = BIND_RECEIVER, .type = property->receiver, .from = from});
  } else if (property->def) {
    language_bind(build, (Bind){.name = language_intern(build, STR("field")), .type = property->type, .value = property->value, .from = from});
  }
  if (given) language_bind(build, (Bind){.name = language_name(build, given), .type = property->type, .value = property->value, .from = from});
  NodeNo body = language_child(build, node, KOTLIN_FUNCTION_BODY);
  for (NodeNo c = body ? syntax_first(build->syntax, body) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == KOTLIN_BLOCK) language_kotlin_statements(build, c);
    else if (language_is_part(build, c)) value = language_expr(build, c);
  }
  language_close(build, &before);
  return value;
}

/* `by lazy { x }` is what the lambda gives; of other delegates only their own
 * code could tell. */
static ExprNo delegated(LanguageBuild *build, NodeNo node) {
  NodeNo inner = syntax_named(build->syntax, node, 0);
  ExprNo value = language_expr(build, inner);
  if (!value || language_kind(build, inner) != KOTLIN_CALL || !str_starts_with(language_text(build, inner), STR("lazy"))) return 0;
  const Expr *call = language_expr_at(build, value);
  if (!call->list.count) return 0;
  ExprNo last = build->facts->lists.items[call->list.first + call->list.count - 1];
  if (language_expr_at(build, last)->kind == EXPR_KEYWORD) last = language_expr_at(build, last)->base;
  return language_add_base(build, EXPR_CALL, last, node);
}

void language_kotlin_property(LanguageBuild *build, NodeNo node) {
  KotlinState *state = kotlin_state(build);
  unsigned around = build->facts->scopes.items[build->scope].kind;
  bool is_member = around == SCOPE_TYPE, is_local = !is_member && around != SCOPE_FILE;
  unsigned flags = language_kotlin_modifiers(build, node) | (is_member && state->in_companion ? DEF_STATIC : 0u);
  NodeNo variable = language_child(build, node, KOTLIN_VARIABLE), several = language_child(build, node, KOTLIN_MULTI_VARIABLE);
  NodeNo name = language_child(build, variable, KOTLIN_IDENTIFIER);
  Property property = {0};
  if (name && !is_local) {
    property.def = language_define(build, &(LanguageDef){
        .kind = is_member ? SYMBOL_FIELD : SYMBOL_VARIABLE, .flags = flags, .name = name, .whole = node,
        .bind = BIND_HOISTED | (is_member ? BIND_MEMBER : 0u) | (flags & DEF_STATIC ? BIND_STATIC : 0u)});
  }
  for (NodeNo c = variable ? syntax_first(build->syntax, variable) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kotlin_is_type(language_kind(build, c))) property.type = language_type(build, c);
  }
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_kind(build, c);
    ExprNo read = 0;
    if (kind == KOTLIN_GETTER || kind == KOTLIN_SETTER) read = accessor(build, c, &property);
    else if (kind == KOTLIN_PROPERTY_DELEGATE) read = delegated(build, c);
    else if (language_kotlin_is_type(kind)) property.receiver = language_type(build, c);
    else if (language_is_part(build, c) && kind != KOTLIN_MODIFIERS && kind != KOTLIN_VARIABLE && kind != KOTLIN_MULTI_VARIABLE &&
             kind != KOTLIN_TYPE_PARAMETERS && kind != KOTLIN_LINE_COMMENT) {
      read = language_expr(build, c);
    }
    if (read && kind != KOTLIN_SETTER) property.value = read;
  }
  uint32_t from = language_node(build, node)->to;
  if (several) {
    language_kotlin_bind_variable(build, several, property.value, from);
  } else if (is_local && name) {
    language_bind(build, (Bind){.name = language_name(build, name), .from = from, .type = property.type, .value = property.value});
  } else if (property.def) {
    language_def(build, property.def)->type = property.type;
    language_def(build, property.def)->value = property.value;
  }
}
