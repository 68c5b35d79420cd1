/* C++: functions and methods. A method that is defined outside of its class is
 * in a block of its own: a type without a name that stands for the class, so
 * that names in it are looked for in the class, and it is found as the
 * class's. */
#include "src/languages/c/cpp_internal.h"

/* What a definition is called: `~Stack`, `operator==`, `run`. */
static Str name_text(const Syntax *syntax, NodeNo name) {
  Str text = syntax_text(syntax, name);
  return syntax_kind(syntax, name) == CPP_OPERATOR_CAST ? str_trim(str_slice(text, 0, str_find_byte(text, '('))) : text;
}

/* The class that a qualified name speaks of: the last part before the name. */
static NodeNo owner_of(const Syntax *syntax, NodeNo name) {
  NodeNo owner = 0;
  for (unsigned guard = 0; name && syntax_kind(syntax, name) == CPP_QUALIFIED && guard < 64; guard++) {
    NodeNo scope = syntax_field(syntax, name, CPP_FIELD_SCOPE);
    if (scope) owner = scope;
    name = syntax_field(syntax, name, C_FIELD_NAME);
  }
  return owner;
}

static NodeNo own_name(const Syntax *syntax, NodeNo name) {
  for (unsigned guard = 0; name && guard < 64; guard++) {
    unsigned kind = syntax_kind(syntax, name);
    if (kind != CPP_QUALIFIED && kind != CPP_TEMPLATE_FUNCTION && kind != CPP_TEMPLATE_METHOD) return name;
    name = syntax_field(syntax, name, C_FIELD_NAME);
  }
  return name;
}

static bool is_constructor(const LanguageBuild *build, Str class, NodeNo name) {
  return class.len && str_eq(syntax_text(build->syntax, name), class);
}

/* Constructors have no name that could be called: the class's is. Nor has what
 * specialises a template (`f<int>`), which is found as the template, nor what is
 * deleted. */
static DefNo define(LanguageBuild *build, NodeNo node, NodeNo name, Str class, unsigned flags, bool is_friend) {
  const Syntax *syntax = build->syntax;
  bool makes = is_constructor(build, class, name), member = class.len > 0;
  unsigned around = syntax->nodes[name].parent ? syntax_kind(syntax, syntax->nodes[name].parent) : 0;
  bool special = around == CPP_TEMPLATE_FUNCTION || around == CPP_TEMPLATE_METHOD || syntax_child(syntax, node, CPP_DELETED);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = makes ? SYMBOL_CONSTRUCTOR : member ? SYMBOL_METHOD : SYMBOL_FUNCTION, .flags = flags, .name = name,
      .name_text = name_text(syntax, name), .whole = node, .body = syntax_field(syntax, node, C_FIELD_BODY),
      .bind = BIND_HOISTED | BIND_VALUE, .no_bind = makes || special, .scope = is_friend ? 1 : 0});
  if (makes && def && !special) {
    language_bind(build, (Bind){.name = language_intern(build, STR("(new)")), .flags = BIND_HOISTED, .def = def,
                                .from = syntax->nodes[node].from});
  }
  return def;
}

void language_cpp_bring_result(LanguageBuild *build, NodeNo template) {
  Facts *facts = build->facts;
  ExprNo from = language_cpp_state(build)->result;
  if (!template || !from) return;
  ScopeNo around = facts->scopes.items[build->scope].parent;
  for (ExprNo i = from; i < facts->exprs.len; i++) {
    if (facts->exprs.items[i].scope == around) facts->exprs.items[i].scope = build->scope;
  }
}

static void body(LanguageBuild *build, NodeNo node, const CppDeclared *declared, DefNo def, NodeNo template) {
  const Syntax *syntax = build->syntax;
  LanguageOpen open;
  language_open(build, SCOPE_FUNCTION, node, def, &open);
  language_cpp_state(build)->c.function_binds = (BindNo)build->facts->binds.len;
  language_cpp_bring_result(build, template);
  language_cpp_template_parameters(build, template);
  if (declared->function) language_cpp_parameters(build, syntax_field(syntax, declared->function, C_FIELD_PARAMETERS));
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == CPP_INITIALIZERS || syntax->nodes[c].field == C_FIELD_BODY) language_visit_children(build, c);
  }
  language_close(build, &open);
}

static unsigned flags_of(const LanguageBuild *build, NodeNo node, bool member) {
  const Syntax *syntax = build->syntax;
  unsigned flags = 0;
  bool is_hidden = !member && language_cpp_state(build)->hidden;
  if (is_hidden || language_c_has(build, node, C_STORAGE_CLASS, "static")) flags |= DEF_STATIC;
  else flags |= DEF_EXPORTED;
  if (member && syntax_child(syntax, node, CPP_PURE)) flags |= DEF_ABSTRACT;
  return flags;
}

static Str class_name(const LanguageBuild *build) {
  DefNo class = language_cpp_state(build)->class;
  bool inside = class && build->facts->scopes.items[build->scope].kind == SCOPE_TYPE;
  return inside ? names_text(build->facts->names, build->facts->defs.items[class].name) : STR_EMPTY;
}

/* The class of that name that this file has. */
static DefNo find_class(const LanguageBuild *build, NameId name) {
  const Facts *facts = build->facts;
  for (DefNo i = 1; i < facts->defs.len; i++) {
    const Def *def = &facts->defs.items[i];
    if (names_same(def->name, name) && (def->kind == SYMBOL_CLASS || def->kind == SYMBOL_STRUCT)) return i;
  }
  return 0;
}

/* Whether a part before the name takes template arguments. */
static bool has_arguments(const Syntax *syntax, NodeNo name) {
  for (unsigned guard = 0; name && syntax_kind(syntax, name) == CPP_QUALIFIED && guard < 64; guard++) {
    NodeNo scope = syntax_field(syntax, name, CPP_FIELD_SCOPE);
    if (scope && syntax_kind(syntax, scope) == CPP_TEMPLATE_TYPE) return true;
    name = syntax_field(syntax, name, C_FIELD_NAME);
  }
  return false;
}

bool language_cpp_open_block(LanguageBuild *build, NodeNo node, NodeNo name, NodeNo template, LanguageOpen *ret_open) {
  const Syntax *syntax = build->syntax;
  CppState *state = language_cpp_state(build);
  NodeNo owner = owner_of(syntax, name);
  if (!owner || map_get(&state->namespaces, syntax_text(syntax, owner))) return false;
  NodeNo called = language_cpp_last_name(syntax, owner);
  DefNo block = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .flags = DEF_ANONYMOUS, .whole = node, .no_bind = true});
  language_open(build, SCOPE_TYPE, node, block, ret_open);
  if (has_arguments(syntax, name)) language_cpp_template_parameters(build, template);
  ExprNo type = language_cpp_owner(build, name);
  state->owner = language_name(build, called);
  language_def(build, block)->type = type;
  language_def(build, block)->receiver = state->owner;
  return true;
}

/* T A::f() { … } */
static void outside(LanguageBuild *build, NodeNo node, const CppDeclared *declared, NodeNo template) {
  const Syntax *syntax = build->syntax;
  CppState *state = language_cpp_state(build);
  DefNo around = state->class;
  NodeNo called = language_cpp_last_name(syntax, owner_of(syntax, declared->name));
  state->class = 0;
  DefNo def = define(build, node, own_name(syntax, declared->name), syntax_text(syntax, called), flags_of(build, node, true) & ~(unsigned)DEF_STATIC, false);
  Def *added = language_def(build, def);
  added->receiver = state->owner;
  added->type = declared->type;
  added->container = find_class(build, state->owner);
  body(build, node, declared, def, has_arguments(syntax, declared->name) ? 0 : template);
  state->class = around;
}

/* What looks like a function behind a macro or a keyword is visited as text. */
void language_cpp_function(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo template = language_cpp_take_template(build);
  language_cpp_state(build)->result = (ExprNo)build->facts->exprs.len;
  ExprNo type = language_type(build, syntax_field(syntax, node, C_FIELD_TYPE));
  NodeNo declarator = syntax_field(syntax, node, C_FIELD_DECLARATOR);
  CppDeclared declared = language_cpp_declarator(build, declarator, type);
  NodeNo name = own_name(syntax, declared.name);
  if (!name || language_c_is_keyword(syntax_text(syntax, name))) {
    language_visit_children(build, node);
    return;
  }
  LanguageOpen block;
  if (!build->callable && language_cpp_open_block(build, node, declared.name, template, &block)) {
    outside(build, node, &declared, template);
    language_close(build, &block);
    return;
  }
  bool is_friend = language_cpp_state(build)->is_friend;
  language_cpp_state(build)->is_friend = false;
  Str class = is_friend ? STR_EMPTY : class_name(build);
  unsigned flags = flags_of(build, node, class.len > 0) | (language_cpp_is_conditional(build, template) ? DEF_OPTIONAL : 0u);
  DefNo def = define(build, node, name, class, flags, is_friend);
  language_def(build, def)->type = declared.type;
  body(build, node, &declared, def, template);
}

/* Parameters are kept: overloads are told apart by them. */
void language_cpp_prototype(LanguageBuild *build, NodeNo node, const CppDeclared *declared) {
  const Syntax *syntax = build->syntax;
  NodeNo name = own_name(syntax, declared->name), template = language_cpp_take_template(build);
  Str class = class_name(build);
  if (owner_of(syntax, declared->name) || !name) return; /* says again what a class says */
  unsigned flags = flags_of(build, node, class.len > 0);
  bool pure = class.len && (flags & DEF_ABSTRACT || str_ends_with(str_trim(syntax_text(syntax, node)), STR("0;")));
  flags |= pure ? DEF_ABSTRACT : DEF_DECLARATION;
  DefNo def = define(build, node, name, class, flags, false);
  language_def(build, def)->type = declared->type;
  LanguageOpen open;
  language_open(build, SCOPE_FUNCTION, node, def, &open);
  language_cpp_bring_result(build, template);
  language_cpp_template_parameters(build, template);
  language_cpp_parameters(build, syntax_field(syntax, declared->function, C_FIELD_PARAMETERS));
  language_close(build, &open);
}

ExprNo language_cpp_lambda(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo declarator = syntax_field(syntax, node, C_FIELD_DECLARATOR), text = syntax_field(syntax, node, C_FIELD_BODY);
  language_visit(build, syntax_field(syntax, node, CPP_FIELD_CAPTURES));
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_ANONYMOUS, .whole = node,
                                                    .body = text, .no_bind = true});
  LanguageOpen open;
  language_open(build, SCOPE_FUNCTION, node, def, &open);
  if (declarator) language_cpp_parameters(build, syntax_field(syntax, declarator, C_FIELD_PARAMETERS));
  NodeNo trailing = declarator ? syntax_child(syntax, declarator, CPP_TRAILING) : 0;
  ExprNo type = trailing ? language_type(build, syntax_named(syntax, trailing, 0)) : 0;
  language_def(build, def)->type = type;
  language_visit_children(build, text);
  language_close(build, &open);
  return language_add_func(build, def, node);
}
