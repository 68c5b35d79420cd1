/* Java types as definitions: classes, interfaces, enums, records, annotation
 * types, anonymous classes. */
#include "src/languages/java/java_internal.h"

/* ---- headers ---- */

/* Only the binds made since the header began are looked at. */
static bool is_type_parameter(const LanguageBuild *build, ScopeNo scope, BindNo first, NameId name) {
  for (BindNo b = first; b < build->facts->binds.len; b++) {
    const Bind *bind = &build->facts->binds.items[b];
    if (bind->scope == scope && bind->flags & BIND_TYPE_PARAM && names_same(bind->name, name)) return true;
  }
  return false;
}

/* The header sees the type's own parameters, but not its members: names from
 * `first` on are looked up where the type stands. */
static void look_outside(LanguageBuild *build, ScopeNo own, ScopeNo outer, ExprNo first, BindNo first_bind) {
  for (ExprNo e = first; e < build->facts->exprs.len; e++) {
    Expr *expr = &build->facts->exprs.items[e];
    if (expr->scope != own || is_type_parameter(build, own, first_bind, expr->name)) continue;
    expr->scope = outer;
  }
}

/* The order matters: the class comes first, which `super` and constructors
 * go to. */
static void add_bases(LanguageBuild *build, NodeNo node, unsigned flags, LanguageExprs *bases) {
  if (!node) return;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = syntax_kind(build->syntax, c);
    if (kind == JAVA_TYPE_LIST) {
      add_bases(build, c, flags, bases);
    } else if (language_java_is_type(kind)) {
      ExprNo base = language_type(build, c);
      language_expr_at(build, base)->flags |= (uint8_t)flags;
      language_push(build, bases, base);
    }
  }
}

/* In the open scope of `def`, which lives in `outer`. */
static void header(LanguageBuild *build, NodeNo node, DefNo def, ScopeNo outer) {
  ExprNo first = (ExprNo)build->facts->exprs.len;
  BindNo first_bind = (BindNo)build->facts->binds.len;
  LanguageExprs bases = {0};
  language_java_type_parameters(build, language_field(build, node, JAVA_IN_TYPE_PARAMETERS));
  add_bases(build, language_field(build, node, JAVA_IN_SUPERCLASS), 0, &bases);
  add_bases(build, language_child(build, node, JAVA_EXTENDS_INTERFACES), 0, &bases);
  add_bases(build, language_field(build, node, JAVA_IN_INTERFACES), EXPR_IMPLEMENTS, &bases);
  language_java_types(build, language_field(build, node, JAVA_IN_PERMITS));
  language_def(build, def)->bases = language_list(build, bases.items, bases.len);
  look_outside(build, build->scope, outer, first, first_bind);
}

/* ---- the common shape ---- */

static bool is_in_type(const LanguageBuild *build) {
  return build->facts->scopes.items[build->scope].kind == SCOPE_TYPE;
}

/* Interfaces, enums and records inside a type are static without saying so:
 * they have no instance around them. */
static DefNo define_type(LanguageBuild *build, NodeNo node, SymbolKind kind) {
  JavaModifiers modifiers = language_java_modifiers(build, node);
  if (kind != SYMBOL_CLASS && is_in_type(build)) modifiers.flags |= DEF_STATIC;
  DefNo def = language_define(build, &(LanguageDef){
      .kind = kind, .flags = modifiers.flags, .name = language_field(build, node, JAVA_IN_NAME), .whole = node,
      .body = language_field(build, node, JAVA_IN_BODY), .bind = BIND_HOISTED});
  language_def(build, def)->decorators = modifiers.decorators;
  return def;
}

/* A type whose members lie in its body; `members` adds those that are not
 * written there. The state is put back behind it, but for the set of names,
 * which is made once for the file, maybe while this body is read. */
static void type(LanguageBuild *build, NodeNo node, SymbolKind kind, void (*members)(LanguageBuild *, NodeNo, DefNo)) {
  DefNo def = define_type(build, node, kind);
  JavaState *state = java_state(build);
  JavaState before_state = *state;
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, node, def, &before);
  header(build, node, def, before.scope);
  state->in_interface = kind == SYMBOL_INTERFACE;
  state->type = def;
  state->components = (JavaComponents){0};
  if (members) members(build, node, def);
  language_visit_children(build, language_field(build, node, JAVA_IN_BODY));
  language_close(build, &before);
  struct JavaNameSet *names = state->names;
  *state = before_state;
  state->names = names;
}

void language_java_class(LanguageBuild *build, NodeNo node) { type(build, node, SYMBOL_CLASS, NULL); }
void language_java_interface(LanguageBuild *build, NodeNo node) { type(build, node, SYMBOL_INTERFACE, NULL); }
void language_java_annotation_type(LanguageBuild *build, NodeNo node) {
  type(build, node, SYMBOL_INTERFACE, NULL);
}

/* ---- enums ---- */

/* A member that is a bind of a function type and no symbol: there is no text
 * that one could be shown at. */
static void enum_member(LanguageBuild *build, Str name, ExprNo result, const ExprNo *parameters, size_t count,
                        NodeNo node) {
  ExprNo function = language_add_list(build, EXPR_FUNC_OF, result, parameters, count, node);
  language_expr_at(build, function)->flags |= EXPR_IN_TYPE;
  language_bind(build, (Bind){.name = language_intern(build, name),
                              .flags = BIND_MEMBER | BIND_STATIC | BIND_HOISTED,
                              .from = language_node(build, node)->from, .type = function});
}

/* An enum's name as a type, looked up where the enum stands. */
static ExprNo own_type(LanguageBuild *build, DefNo def) {
  const Def *own = language_def(build, def);
  return language_add(build, (Expr){.kind = EXPR_NAME, .flags = EXPR_IN_TYPE, .name = own->name,
                                    .scope = own->scope, .at = own->name_span.from});
}

/* Looked up at the file's level, where no member of the type can hide it. */
static ExprNo library_name(LanguageBuild *build, Str name, NodeNo node) {
  return language_add(build, (Expr){.kind = EXPR_NAME, .flags = EXPR_IN_TYPE, .scope = 1,
                                    .name = language_intern(build, name), .at = language_node(build, node)->from});
}

/* A base that is not written, behind those that are. */
static void add_base(LanguageBuild *build, DefNo def, ExprNo base) {
  LanguageExprs bases = {0};
  ExprList written = language_def(build, def)->bases;
  for (uint32_t i = 0; i < written.count; i++) {
    language_push(build, &bases, build->facts->lists.items[written.first + i]);
  }
  language_push(build, &bases, base);
  language_def(build, def)->bases = language_list(build, bases.items, bases.len);
}

/* An enum extends Enum<itself>; its values() and valueOf() are written nowhere,
 * so they are no definitions. */
static void enum_members(LanguageBuild *build, NodeNo node, DefNo def) {
  ExprNo own = own_type(build, def);
  add_base(build, def, language_add_list(build, EXPR_APPLY, library_name(build, STR("Enum"), node), &own, 1, node));
  NodeNo name = language_field(build, node, JAVA_IN_NAME);
  ExprNo all = language_add_base(build, EXPR_LIST_OF, own, name);
  ExprNo text = library_name(build, STR("String"), name);
  enum_member(build, STR("values"), all, NULL, 0, name);
  enum_member(build, STR("valueOf"), own, &text, 1, name);
}

void language_java_enum(LanguageBuild *build, NodeNo node) { type(build, node, SYMBOL_ENUM, enum_members); }

void language_java_enum_constant(LanguageBuild *build, NodeNo node) {
  JavaModifiers modifiers = language_java_modifiers(build, node);
  NodeNo name = language_field(build, node, JAVA_IN_NAME);
  NodeNo body = language_field(build, node, JAVA_IN_BODY);
  NodeNo arguments = language_field(build, node, JAVA_IN_ARGUMENTS);
  DefNo owner = java_state(build)->type;
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_ENUM_MEMBER, .flags = modifiers.flags | DEF_STATIC | DEF_CONST | DEF_FINAL, .name = name,
      .whole = node, .body = arguments ? arguments : body, .bind = BIND_HOISTED});
  ExprNo own = own_type(build, owner);
  LanguageExprs items = {0};
  language_java_arguments(build, arguments, &items);
  ExprNo value = language_add_call(build, EXPR_NEW, &(LanguageCall){own, items.items, items.len, node, name});
  if (body) value = language_java_anonymous(build, node, body, own);
  language_def(build, def)->decorators = modifiers.decorators;
  language_def(build, def)->type = own;
  language_def(build, def)->value = value;
}

/* ---- anonymous classes ---- */

/* Its base may be a class or an interface; that is seen when it is resolved. */
ExprNo language_java_anonymous(LanguageBuild *build, NodeNo whole, NodeNo body, ExprNo base) {
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_CLASS, .flags = DEF_ANONYMOUS,
                                                    .whole = whole, .body = body});
  language_def(build, def)->bases = language_list(build, &base, 1);
  JavaState *state = java_state(build);
  JavaState before_state = *state;
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, body, def, &before);
  state->in_interface = false;
  state->type = def;
  language_visit_children(build, body);
  language_close(build, &before);
  struct JavaNameSet *names = state->names;
  *state = before_state;
  state->names = names;
  return language_add_number(build, EXPR_OBJECT, 0, def, whole);
}

/* ---- records ---- */

static bool has_parameters(const LanguageBuild *build, NodeNo parameters, size_t count) {
  size_t found = 0;
  for (NodeNo c = syntax_first(build->syntax, parameters); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = syntax_kind(build->syntax, c);
    if (kind == JAVA_FORMAL_PARAMETER || kind == JAVA_SPREAD_PARAMETER) found++;
  }
  return found == count;
}

/* Whether the body declares this method, or (name empty) a constructor, itself. */
static bool is_written(const LanguageBuild *build, NodeNo record, Str name, size_t parameter_count) {
  NodeNo body = language_field(build, record, JAVA_IN_BODY);
  for (NodeNo c = body ? syntax_first(build->syntax, body) : 0; c; c = syntax_next(build->syntax, c)) {
    unsigned kind = syntax_kind(build->syntax, c);
    if (!name.len && kind == JAVA_COMPACT_CONSTRUCTOR) return true;
    if (kind != (name.len ? JAVA_METHOD : JAVA_CONSTRUCTOR)) continue;
    if (name.len && !str_eq(language_text(build, language_field(build, c, JAVA_IN_NAME)), name)) continue;
    if (has_parameters(build, language_field(build, c, JAVA_IN_PARAMETERS), parameter_count)) return true;
  }
  return false;
}

/* A component is a field, and a method that reads it. */
static void component(LanguageBuild *build, NodeNo record, JavaComponent *one) {
  LanguageDef def = {.kind = SYMBOL_FIELD, .flags = DEF_PRIVATE | DEF_FINAL, .name = one->name,
                     .whole = one->node, .bind = BIND_HOISTED};
  DefNo field = language_define(build, &def);
  language_def(build, field)->type = one->array;
  if (is_written(build, record, language_text(build, one->name), 0)) return;
  def.kind = SYMBOL_METHOD;
  def.flags = DEF_EXPORTED | DEF_GENERATED;
  DefNo method = language_define(build, &def);
  language_def(build, method)->type = one->array;
}

/* A record's constructor that nobody wrote. It has a symbol all the same:
 * `new R(…)` calls it, and its place is the list of components. */
static void canonical_constructor(LanguageBuild *build, NodeNo node, const JavaComponents *components) {
  NodeNo parameters = language_field(build, node, JAVA_IN_PARAMETERS);
  if (!parameters) return;
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_CONSTRUCTOR, .flags = DEF_EXPORTED | DEF_GENERATED, .whole = parameters,
      .name = language_field(build, node, JAVA_IN_NAME), .no_bind = true});
  language_java_bind_constructor(build, def, language_node(build, parameters)->from);
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, parameters, def, &before);
  language_java_bind_components(build, components, def);
  language_close(build, &before);
}

void language_java_bind_components(LanguageBuild *build, const JavaComponents *components, DefNo def) {
  for (size_t i = 0; i < components->len; i++) {
    const JavaComponent *one = &components->items[i];
    if (one->is_variadic) language_def(build, def)->flags |= DEF_VARIADIC;
    language_bind(build, (Bind){.name = language_name(build, one->name),
                                .flags = BIND_PARAM | (one->is_variadic ? BIND_VARIADIC : 0u),
                                .from = language_node(build, one->name)->from, .type = one->type});
  }
}

/* The components are left in the state for a compact constructor in the
 * body, whose parameters they are. */
static void record_members(LanguageBuild *build, NodeNo node, DefNo def) {
  add_base(build, def, library_name(build, STR("Record"), node));
  JavaComponents components = {0};
  NodeNo parameters = language_field(build, node, JAVA_IN_PARAMETERS);
  for (NodeNo c = parameters ? syntax_first(build->syntax, parameters) : 0; c; c = syntax_next(build->syntax, c)) {
    JavaComponent one;
    if (!language_java_parameter(build, c, &one)) continue;
    *vec_add(build->arena, &components) = one;
  }
  for (size_t i = 0; i < components.len; i++) component(build, node, &components.items[i]);
  java_state(build)->components = components;
  if (!is_written(build, node, STR_EMPTY, components.len)) canonical_constructor(build, node, &components);
}

void language_java_record(LanguageBuild *build, NodeNo node) { type(build, node, SYMBOL_CLASS, record_members); }
