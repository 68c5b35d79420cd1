/* C#: what declarations have in common (modifiers, type parameters, parameters),
 * and members that are called without a name: indexers, delegates, and the
 * parameters behind a type's name. */
#include "src/languages/csharp/csharp_internal.h"

unsigned language_csharp_modifiers(const LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  unsigned flags = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != CSHARP_MODIFIER) continue;
    Str word = syntax_text(syntax, c);
    if (language_word_in("public internal protected", word)) flags |= DEF_EXPORTED;
    if (language_word_in("static const", word)) flags |= DEF_STATIC;
    if (str_eq(word, STR("abstract"))) flags |= DEF_ABSTRACT;
    if (str_eq(word, STR("partial"))) flags |= DEF_PARTIAL;
    if (str_eq(word, STR("private"))) flags |= DEF_PRIVATE;
  }
  return flags;
}

/* [Name("x", key: y)]: the name, and what it is given when that is something. */
static ExprNo attribute(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, CSHARP_FIELD_NAME), list = syntax_named(syntax, node, 1);
  ExprNo items[CSHARP_MANY], expr;
  size_t count = 0;
  if (!name || syntax_kind(syntax, name) != CSHARP_IDENTIFIER) return 0;
  expr = language_add_name(build, name);
  language_ref(build, REF_DECORATE, expr, name);
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    unsigned parts = syntax_is_named(syntax, c) ? syntax_named_count(syntax, c) : 0;
    NodeNo key = parts ? syntax_field(syntax, c, CSHARP_FIELD_NAME) : 0;
    ExprNo value = parts ? language_expr(build, syntax_named(syntax, c, parts - 1)) : 0;
    if (value && key) {
      value = language_add(build, (Expr){.kind = EXPR_KEYWORD, .at = syntax->nodes[c].from, .base = value, .name = language_name(build, key)});
    }
    if (value && count < CSHARP_MANY) items[count++] = value;
  }
  return count ? language_add_list(build, EXPR_CALL, expr, items, count, node) : expr;
}

ExprList language_csharp_attributes(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo items[CSHARP_MANY];
  size_t count = 0;
  for (NodeNo list = syntax_first(syntax, node); list; list = syntax_next(syntax, list)) {
    if (syntax_kind(syntax, list) != CSHARP_ATTRIBUTES) continue;
    for (NodeNo c = syntax_first(syntax, list); c; c = syntax_next(syntax, c)) {
      ExprNo one = syntax_is_named(syntax, c) ? attribute(build, c) : 0;
      if (one && count < CSHARP_MANY) items[count++] = one;
    }
  }
  return language_list(build, items, count);
}

/* where T : Base, IOther */
static ExprNo bound(LanguageBuild *build, NodeNo node, NodeNo param) {
  const Syntax *syntax = build->syntax;
  Str wanted = syntax_text(syntax, param);
  ExprNo types[CSHARP_MANY];
  size_t count = 0;
  for (NodeNo clause = syntax_first(syntax, node); clause; clause = syntax_next(syntax, clause)) {
    if (syntax_kind(syntax, clause) != CSHARP_CONSTRAINTS) continue;
    NodeNo name = syntax_child(syntax, clause, CSHARP_IDENTIFIER);
    if (!name || !str_eq(syntax_text(syntax, name), wanted)) continue;
    for (NodeNo c = syntax_first(syntax, clause); c; c = syntax_next(syntax, c)) {
      NodeNo type = syntax_kind(syntax, c) == CSHARP_CONSTRAINT ? syntax_field(syntax, c, CSHARP_FIELD_TYPE) : 0;
      ExprNo one = type ? language_type(build, type) : 0;
      if (one && count < CSHARP_MANY) types[count++] = one;
    }
  }
  return count > 1 ? language_add_list(build, EXPR_ALL, 0, types, count, param) : count ? types[0] : 0;
}

void language_csharp_type_parameters(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo list = syntax_field(syntax, node, CSHARP_FIELD_TYPE_PARAMETERS);
  if (!list) list = syntax_child(syntax, node, CSHARP_TYPE_PARAMETERS);
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    NodeNo name = syntax_kind(syntax, c) == CSHARP_TYPE_PARAMETER ? syntax_field(syntax, c, CSHARP_FIELD_NAME) : 0;
    if (!name) continue;
    language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_TYPE_PARAM | BIND_HOISTED,
                                .type = bound(build, node, name), .from = syntax->nodes[name].from});
  }
}

/* ---- parameters ---- */

/* `params T[] rest` has no node of its own: its parts are the list's. */
static void bind_rest(LanguageBuild *build, NodeNo list) {
  const Syntax *syntax = build->syntax;
  NodeNo name = list ? syntax_field(syntax, list, CSHARP_FIELD_NAME) : 0, array = list ? syntax_field(syntax, list, CSHARP_FIELD_TYPE) : 0;
  if (!name || !array) return;
  NodeNo element = syntax_field(syntax, array, CSHARP_FIELD_TYPE);
  language_bind(build, (Bind){.flags = BIND_PARAM | BIND_VARIADIC, .type = language_type(build, element ? element : array),
                              .from = syntax->nodes[array].from, .name = language_name(build, name)});
}

void language_csharp_bind_parameters(LanguageBuild *build, NodeNo list) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != CSHARP_PARAMETER) continue;
    NodeNo name = syntax_field(syntax, c, CSHARP_FIELD_NAME), type_node = syntax_field(syntax, c, CSHARP_FIELD_TYPE);
    ExprNo type = language_type(build, type_node);
    Str text = syntax_text(syntax, c);
    Bind bind = {.flags = BIND_PARAM, .type = type, .from = syntax->nodes[c].from, .name = language_name(build, name)};
    if (str_starts_with(text, STR("params "))) bind.flags |= BIND_VARIADIC;
    for (NodeNo v = syntax_first(syntax, c); v; v = syntax_next(syntax, v)) { /* its default */
      unsigned kind = syntax_kind(syntax, v);
      if (v == name || v == type_node || !syntax_is_named(syntax, v) || kind == CSHARP_MODIFIER || kind == CSHARP_ATTRIBUTES) continue;
      language_visit(build, v);
      bind.flags |= BIND_OPTIONAL;
    }
    language_bind(build, bind);
  }
  bind_rest(build, list);
}

/* What a record is made of are its properties, too. */
static void define_property(LanguageBuild *build, NodeNo param) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, param, CSHARP_FIELD_NAME);
  if (!name) return;
  ExprNo type = language_type(build, syntax_field(syntax, param, CSHARP_FIELD_TYPE));
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_PROPERTY, .flags = DEF_EXPORTED, .name = name, .whole = param,
                                                    .bind = BIND_MEMBER | BIND_HOISTED});
  language_def(build, def)->type = type;
}

/* class C(T x): the whole body sees x; a record has it as a member. */
void language_csharp_primary(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo list = syntax_child(syntax, node, CSHARP_PARAMETERS);
  bool is_record = syntax_kind(syntax, node) == CSHARP_RECORD;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    NodeNo name = syntax_kind(syntax, c) == CSHARP_PARAMETER ? syntax_field(syntax, c, CSHARP_FIELD_NAME) : 0;
    if (!name) continue;
    if (is_record) {
      define_property(build, c);
      continue;
    }
    language_bind(build, (Bind){.flags = BIND_MEMBER | BIND_HOISTED, .from = syntax->nodes[c].from, .name = language_name(build, name),
                                .type = language_type(build, syntax_field(syntax, c, CSHARP_FIELD_TYPE))});
  }
}

/* ---- members without a name ---- */

/* T this[int x]: what a subscript gives. Its calls are nobody's. */
void language_csharp_indexer(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo type = language_type(build, syntax_field(syntax, node, CSHARP_FIELD_TYPE));
  NodeNo value = syntax_field(syntax, node, CSHARP_FIELD_VALUE), accessors = syntax_field(syntax, node, CSHARP_FIELD_ACCESSORS);
  NodeNo list = syntax_field(syntax, node, CSHARP_FIELD_PARAMETERS);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_METHOD, .flags = DEF_ANONYMOUS, .whole = node, .body = accessors ? accessors : value, .no_bind = true});
  language_bind(build, (Bind){.name = language_intern(build, STR(CSHARP_INDEXER_NAME)), .flags = BIND_HOISTED | BIND_MEMBER, .def = def,
                              .from = syntax->nodes[node].from});
  language_def(build, def)->type = type;
  LanguageOpen open;
  language_open(build, SCOPE_FUNCTION, node, def, &open);
  language_csharp_bind_parameters(build, list);
  language_bind(build, (Bind){.name = language_intern(build, STR("value")), .type = type, .from = syntax->nodes[node].from});
  if (accessors) language_visit_children(build, accessors);
  if (value) language_visit_children(build, value);
  language_close(build, &open);
}

/* delegate T Name(U x): another name for the type of a function. */
void language_csharp_delegate(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo list = syntax_field(syntax, node, CSHARP_FIELD_PARAMETERS);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .flags = language_csharp_modifiers(build, node), .whole = node,
                                                    .name = syntax_field(syntax, node, CSHARP_FIELD_NAME), .bind = BIND_HOISTED});
  LanguageOpen open;
  language_open(build, SCOPE_TYPE, node, def, &open);
  language_csharp_type_parameters(build, node);
  ExprNo types[CSHARP_MANY];
  size_t count = 0;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != CSHARP_PARAMETER) continue;
    ExprNo type = language_type(build, syntax_field(syntax, c, CSHARP_FIELD_TYPE));
    if (count < CSHARP_MANY) types[count++] = type;
  }
  ExprNo result = language_type(build, syntax_field(syntax, node, CSHARP_FIELD_TYPE));
  ExprNo type = language_add_list(build, EXPR_FUNC_OF, result, types, count, node);
  language_expr_at(build, type)->flags |= EXPR_IN_TYPE;
  language_close(build, &open);
  language_def(build, def)->type = type;
}
