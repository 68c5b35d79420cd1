/* Declarations that are neither functions nor classes: interfaces, aliases,
 * namespaces, ambient ones, variables. */
#include "src/languages/typescript/typescript_internal.h"

/* ---- interfaces and aliases ---- */

void language_ts_visit_interface(LanguageBuild *build, NodeNo node) {
  NodeNo body = language_ts_field(build, node, TS_F_BODY);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_INTERFACE, .name = language_ts_field(build, node, TS_F_NAME), .whole = node,
      .body = body, .bind = BIND_HOISTED | BIND_TYPE});
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, node, def, &before);
  language_ts_type_parameters(build, node);
  ExprList bases = language_ts_heritage(build, node);
  language_def(build, def)->bases = bases;
  language_visit_children(build, body);
  language_close(build, &before);
}

void language_ts_visit_alias(LanguageBuild *build, NodeNo node) {
  NodeNo value = language_ts_field(build, node, TS_F_VALUE);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_TYPE, .name = language_ts_field(build, node, TS_F_NAME), .whole = node,
      .bind = BIND_HOISTED | BIND_TYPE});
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, node, def, &before);
  language_ts_type_parameters(build, node);
  ExprNo type = language_type(build, value);
  language_def(build, def)->type = type ? type : language_ts_unknown(build, node);
  language_close(build, &before);
}

/* ---- namespaces ---- */

static void fill(LanguageBuild *build, NodeNo node, NodeNo body, DefNo def) {
  LanguageOpen before;
  language_open(build, SCOPE_NAMESPACE, node, def, &before);
  language_ts_statements(build, body);
  language_close(build, &before);
}

static DefNo define_namespace(LanguageBuild *build, NodeNo node, NodeNo name, SymbolKind kind) {
  bool is_string = language_ts_kind(build, name) == TS_STRING;
  return language_define(build, &(LanguageDef){
      .kind = kind, .name = name, .name_text = is_string ? language_ts_string(build, name) : STR_EMPTY,
      .whole = node, .body = language_ts_field(build, node, TS_F_BODY), .bind = BIND_HOISTED,
      .no_bind = is_string});
}

/* `namespace A.B { }`: B inside A. */
static void nested(LanguageBuild *build, NodeNo node, NodeNo name) {
  bool is_nested = language_ts_kind(build, name) == TS_NESTED_IDENTIFIER;
  NodeNo parts[8];
  int count = 0;
  while (is_nested && count < 7) {
    parts[count++] = language_ts_field(build, name, TS_F_PROPERTY);
    name = language_ts_field(build, name, TS_F_OBJECT);
    unsigned kind = language_ts_kind(build, name);
    is_nested = kind == TS_NESTED_IDENTIFIER || kind == TS_MEMBER;
  }
  parts[count++] = name;
  LanguageOpen before[8];
  for (int i = count - 1; i > 0; i--) {
    DefNo def = define_namespace(build, node, parts[i], SYMBOL_NAMESPACE);
    language_open(build, SCOPE_NAMESPACE, node, def, &before[i]);
  }
  DefNo def = define_namespace(build, node, parts[0], SYMBOL_NAMESPACE);
  fill(build, node, language_ts_field(build, node, TS_F_BODY), def);
  for (int i = 1; i < count; i++) language_close(build, &before[i]);
}

void language_ts_visit_namespace(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_ts_field(build, node, TS_F_NAME);
  if (language_ts_kind(build, name) != TS_STRING) {
    nested(build, node, name);
    return;
  }
  DefNo def = define_namespace(build, node, name, SYMBOL_MODULE);
  fill(build, node, language_ts_field(build, node, TS_F_BODY), def);
}

/* `declare …`; `declare global { }` is a module of that name. */
void language_ts_visit_ambient(LanguageBuild *build, NodeNo node) {
  unsigned flags = build->flags;
  build->flags |= DEF_DECLARATION;
  NodeNo global = syntax_child(build->syntax, node, TS_WORD_GLOBAL);
  if (global) {
    DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_MODULE, .name = global, .whole = node,
                                                      .no_bind = true});
    fill(build, node, syntax_child(build->syntax, node, TS_STATEMENT_BLOCK), def);
  } else {
    language_visit_children(build, node);
  }
  build->flags = flags;
}

/* ---- variables ---- */

/* Where `var` puts its names: past all blocks. */
ScopeNo language_ts_function_scope(const LanguageBuild *build) {
  ScopeNo scope = build->scope;
  while (build->facts->scopes.items[scope].kind == SCOPE_BLOCK) scope = build->facts->scopes.items[scope].parent;
  return scope;
}

/* What one declaration says for all its variables. */
typedef struct Variables {
  ScopeNo scope;
  bool is_const;
} Variables;

static bool is_top_level(const LanguageBuild *build, ScopeNo scope) {
  unsigned kind = build->facts->scopes.items[scope].kind;
  return kind == SCOPE_FILE || kind == SCOPE_NAMESPACE;
}

/* `let x;` and `let x = null;`: the type comes with what is assigned later. */
static bool says_nothing(const LanguageBuild *build, NodeNo value) {
  unsigned kind = language_ts_kind(build, value);
  return !value || kind == TS_NULL || kind == TS_UNDEFINED;
}

/* `const f = () => …`, `const C = class …`: the definition has the variable's name. */
static bool named_variable(LanguageBuild *build, NodeNo node, NodeNo name, ExprNo type, const Variables *variables) {
  NodeNo value = language_ts_field(build, node, TS_F_VALUE);
  if (language_ts_kind(build, name) != TS_IDENTIFIER || !language_ts_named_value(build, value)) return false;
  TsNaming naming = {.name = name, .whole = node, .kind = SYMBOL_FUNCTION, .is_variable = true,
                     .flags = variables->is_const ? DEF_CONST : 0};
  ExprNo made = language_ts_expr_named(build, value, &naming);
  if (!naming.def) return true;
  bool is_class = build->facts->defs.items[naming.def].kind == SYMBOL_CLASS;
  NameId id = language_name(build, name);
  language_bind(build, (Bind){.scope = variables->scope, .name = id, .type = type, .def = naming.def,
                              .flags = BIND_HOISTED | (is_class ? 0 : BIND_VALUE),
                              .from = build->syntax->nodes[name].to});
  language_ts_hold_value(build, id, variables->scope, made, naming.def);
  return true;
}

/* A symbol is there before its value, so that what the value defines can be
 * inside it. */
static ExprNo define_variable(LanguageBuild *build, NodeNo node, NodeNo name, ExprNo type, const Variables *variables,
                              DefNo *ret_def) {
  DefNo def = language_define(build, &(LanguageDef){
      .kind = variables->is_const ? SYMBOL_CONSTANT : SYMBOL_VARIABLE,
      .flags = variables->is_const ? DEF_CONST : 0, .name = name, .whole = node,
      .scope = variables->scope, .bind = BIND_HOISTED | BIND_VALUE});
  *ret_def = def;
  DefNo container = build->container;
  if (def) build->container = def;
  ExprNo value = language_expr(build, language_ts_field(build, node, TS_F_VALUE));
  build->container = container;
  language_def(build, def)->type = type;
  language_def(build, def)->value = value;
  return value;
}

/* At the top of a file or namespace a variable is a symbol, elsewhere a
 * bind. */
static ExprNo plain_variable(LanguageBuild *build, NodeNo node, NodeNo name, ExprNo type, const Variables *variables,
                             DefNo *ret_def) {
  *ret_def = 0;
  bool is_symbol = is_top_level(build, variables->scope);
  if (is_symbol && language_ts_kind(build, name) == TS_IDENTIFIER) {
    return define_variable(build, node, name, type, variables, ret_def);
  }
  ExprNo value = language_expr(build, language_ts_field(build, node, TS_F_VALUE));
  language_ts_bind(build, name, &(TsTarget){
      .value = value, .type = type, .scope = variables->scope, .bind = BIND_HOISTED | BIND_VALUE, .whole = node,
      .define = is_symbol, .kind = variables->is_const ? SYMBOL_CONSTANT : SYMBOL_VARIABLE,
      .flags = variables->is_const ? DEF_CONST : 0});
  return value;
}

/* The type is read before the value, in the order of the text: both make
 * references, and those are kept in order. */
static void variable(LanguageBuild *build, NodeNo node, const Variables *variables) {
  NodeNo name = language_ts_field(build, node, TS_F_NAME);
  NodeNo value_node = language_ts_field(build, node, TS_F_VALUE);
  ExprNo type = language_type(build, language_ts_field(build, node, TS_F_TYPE));
  if (!type) type = language_ts_doc_variable(build, syntax_parent(build->syntax, node), value_node);
  if (named_variable(build, node, name, type, variables)) return;
  DefNo def;
  ExprNo value = plain_variable(build, node, name, type, variables, &def);
  if (language_ts_kind(build, name) != TS_IDENTIFIER) return;
  NameId id = language_name(build, name);
  if (!type && !variables->is_const && says_nothing(build, value_node)) {
    language_ts_untyped(build, id, variables->scope);
  }
  language_ts_hold_value(build, id, variables->scope, value, def);
  language_ts_hold_prototype(build, id, variables->scope, value_node);
}

void language_ts_visit_variables(LanguageBuild *build, NodeNo node) {
  Str word = syntax_text(build->syntax, language_ts_field(build, node, TS_F_KIND));
  bool is_var = language_ts_kind(build, node) == TS_VARIABLE_DECLARATION;
  Variables variables = {.scope = is_var ? language_ts_function_scope(build) : build->scope,
                         .is_const = !is_var && !str_eq_c(word, "let")};
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_ts_kind(build, c) == TS_VARIABLE_DECLARATOR) variable(build, c, &variables);
  }
}
