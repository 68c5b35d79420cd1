/* PHP types and their members other than methods. Traits are bases that come
 * before the class that is extended, and that `parent` does not mean. */
#include "src/languages/php/php_internal.h"

/* ---- bases ---- */

static bool is_name(unsigned kind) { return kind == PHP_NAME || kind == PHP_QUALIFIED_NAME || kind == PHP_RELATIVE_NAME; }

/* All names of a clause as bases; those that `parent` is not meant by are
 * marked as implemented. */
static void add_bases(LanguageBuild *build, NodeNo clause, unsigned role, bool is_parent, LanguageExprs *bases) {
  for (NodeNo c = clause ? syntax_first(build->syntax, clause) : 0; c; c = syntax_next(build->syntax, c)) {
    if (!is_name(language_kind(build, c))) continue;
    ExprNo base = language_php_name_node(build, c, role, true);
    if (!base) continue;
    if (!is_parent) language_expr_at(build, base)->flags |= EXPR_IMPLEMENTS;
    language_push(build, bases, base);
  }
}

static ExprList bases_of(LanguageBuild *build, NodeNo node, NodeNo body, bool is_interface) {
  LanguageExprs bases = {0};
  for (NodeNo c = body ? syntax_first(build->syntax, body) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == PHP_USE_TRAIT) add_bases(build, c, REF_EXTEND, false, &bases);
  }
  add_bases(build, language_child(build, node, PHP_BASE_CLAUSE), REF_EXTEND, !is_interface, &bases);
  add_bases(build, language_child(build, node, PHP_INTERFACE_CLAUSE), REF_IMPLEMENT, false, &bases);
  return language_list(build, bases.items, bases.len);
}

/* ---- types ---- */

/* Members are visited in the type's scope; what the file remembers about the
 * type around comes back afterwards. */
static void inside(LanguageBuild *build, NodeNo node, NodeNo body, DefNo def, SymbolKind kind) {
  PhpState *state = php_state(build);
  DefNo type = state->type;
  ScopeNo members = state->members, variables = state->variables;
  bool in_interface = state->in_interface;
  ExprList bases = bases_of(build, node, body, kind == SYMBOL_INTERFACE);
  language_def(build, def)->bases = bases;
  Range doc = language_def(build, def)->doc;
  LanguageOpen before;
  state->members = language_open(build, SCOPE_TYPE, body ? body : node, def, &before);
  state->variables = state->members;
  state->type = def;
  state->in_interface = kind == SYMBOL_INTERFACE;
  language_php_templates(build, doc);
  language_visit_children(build, body);
  language_close(build, &before);
  state->type = type;
  state->members = members;
  state->variables = variables;
  state->in_interface = in_interface;
}

static void type(LanguageBuild *build, NodeNo node, SymbolKind kind) {
  NodeNo body = language_field(build, node, PHP_IN_BODY);
  language_visit(build, language_field(build, node, PHP_IN_ATTRIBUTES));
  DefNo def = language_define(build, &(LanguageDef){
      .kind = kind, .flags = DEF_EXPORTED | language_php_modifiers(build, node), .name = language_field(build, node, PHP_IN_NAME),
      .whole = node, .body = body, .bind = BIND_HOISTED});
  inside(build, node, body, def, kind);
}

void language_php_class(LanguageBuild *build, NodeNo node) { type(build, node, SYMBOL_CLASS); }
void language_php_interface(LanguageBuild *build, NodeNo node) { type(build, node, SYMBOL_INTERFACE); }
void language_php_trait(LanguageBuild *build, NodeNo node) { type(build, node, SYMBOL_TRAIT); }
void language_php_enum(LanguageBuild *build, NodeNo node) { type(build, node, SYMBOL_ENUM); }

/* `new class(…) extends A { … }`: the arguments were read by the caller. */
ExprNo language_php_anonymous_class(LanguageBuild *build, NodeNo node) {
  NodeNo body = language_field(build, node, PHP_IN_BODY);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_CLASS, .flags = DEF_ANONYMOUS, .whole = node, .body = body});
  inside(build, node, body, def, SYMBOL_CLASS);
  return language_add_number(build, EXPR_OBJECT, 0, def, node);
}

/* A use of the attribute's class. */
void language_php_attribute(LanguageBuild *build, NodeNo node) {
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (is_name(language_kind(build, c))) language_php_name_node(build, c, REF_DECORATE, true);
    else language_visit(build, c);
  }
}

/* ---- members ---- */

void language_php_enum_case(LanguageBuild *build, NodeNo node) {
  language_visit(build, language_field(build, node, PHP_IN_ATTRIBUTES));
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED | DEF_STATIC | DEF_CONST | DEF_FINAL, .whole = node,
      .name = language_field(build, node, PHP_IN_NAME), .bind = BIND_HOISTED | BIND_MEMBER | BIND_STATIC});
  (void)def;
  language_expr(build, language_field(build, node, PHP_IN_VALUE));
}

/* `const A = 1, B = 2`, in a type or at a file's level. */
void language_php_const(LanguageBuild *build, NodeNo node) {
  PhpState *state = php_state(build);
  bool is_member = state->type && build->scope == state->members;
  unsigned flags = language_php_modifiers(build, node) | DEF_CONST | (is_member ? DEF_STATIC : 0u);
  language_visit(build, language_field(build, node, PHP_IN_ATTRIBUTES));
  ExprNo type = language_type(build, language_field(build, node, PHP_IN_TYPE));
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) != PHP_CONST_ELEMENT) continue;
    DefNo def = language_define(build, &(LanguageDef){
        .kind = SYMBOL_CONSTANT, .flags = flags, .name = syntax_named(build->syntax, c, 0), .whole = node,
        .bind = BIND_HOISTED | (is_member ? BIND_MEMBER | BIND_STATIC : 0u)});
    ExprNo value = language_expr(build, syntax_named(build->syntax, c, 1));
    language_def(build, def)->value = value;
    language_def(build, def)->type = type;
  }
}

/* A comment's type is at least as exact as the declared one. */
static ExprNo member_type(LanguageBuild *build, ExprNo type, DefNo def) {
  ExprNo told = language_php_told(build, language_def(build, def)->doc, STR("@var"), STR_EMPTY);
  return told ? told : type;
}

/* Properties are read without the dollar sign. */
void language_php_property(LanguageBuild *build, NodeNo node) {
  unsigned flags = language_php_modifiers(build, node);
  language_visit(build, language_field(build, node, PHP_IN_ATTRIBUTES));
  ExprNo type = language_type(build, language_field(build, node, PHP_IN_TYPE));
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == PHP_PROPERTY_HOOKS) language_visit(build, c);
    if (language_kind(build, c) != PHP_PROPERTY_ELEMENT) continue;
    NodeNo name = language_field(build, c, PHP_IN_NAME);
    NodeNo word = syntax_named(build->syntax, name, 0);
    DefNo def = language_define(build, &(LanguageDef){
        .kind = SYMBOL_FIELD, .flags = flags, .name = word ? word : name, .whole = node,
        .bind = BIND_HOISTED | BIND_MEMBER | (flags & DEF_STATIC ? BIND_STATIC : 0u)});
    ExprNo value = language_expr(build, language_field(build, c, PHP_IN_DEFAULT_VALUE));
    ExprNo own = member_type(build, type, def);
    language_def(build, def)->type = own;
    language_def(build, def)->value = value;
  }
}
