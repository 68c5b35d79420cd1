/* Go: type declarations and type expressions. */
#include "src/languages/go/go_internal.h"


/* ---- type parameters ---- */

/* One type, or any of several: `~int | string`. */
ExprNo language_go_type_list(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo types[GO_MANY];
  size_t count = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c) || syntax_kind(syntax, c) == GO_COMMENT) continue;
    ExprNo type = language_type(build, c);
    if (count < GO_MANY) types[count++] = type;
  }
  if (count == 1) return types[0];
  return count ? language_add_list(build, EXPR_ANY, 0, types, count, node) : 0;
}

/* Several names may share one constraint, which is read once behind them. */
void language_go_type_parameters(LanguageBuild *build, NodeNo list) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != GO_TYPE_PARAMETER_DECLARATION) continue;
    BindNo first = (BindNo)build->facts->binds.len;
    for (NodeNo n = syntax_first(syntax, c); n; n = syntax_next(syntax, n)) {
      if (syntax->nodes[n].field != GO_FIELD_NAME || syntax_kind(syntax, n) != GO_IDENTIFIER) continue;
      language_bind(build, (Bind){.name = language_name(build, n),
                                  .flags = BIND_TYPE_PARAM | BIND_HOISTED,
                                  .from = syntax->nodes[n].from});
    }
    /* Constraints may speak of the parameters themselves. */
    ExprNo bound = language_type(build, syntax_field(syntax, c, GO_FIELD_TYPE));
    for (BindNo i = first; i < build->facts->binds.len; i++) {
      if (build->facts->binds.items[i].flags & BIND_TYPE_PARAM) build->facts->binds.items[i].type = bound;
    }
  }
}

/* ---- struct and interface bodies ---- */

#define BASES_MAX 32

typedef struct Bases {
  ExprNo items[BASES_MAX];
  size_t count;
} Bases;

/* An embedded type lends its members to the one around it, like a base. */
static void add_base(LanguageBuild *build, Bases *bases, ExprNo type, NodeNo name, unsigned flag) {
  if (!type || bases->count == BASES_MAX) return;
  build->facts->exprs.items[type].flags |= (uint8_t)flag;
  bases->items[bases->count++] = type;
  language_ref(build, REF_EXTEND, type, name);
}

/* The name by which an embedded type is a field: `*pkg.List[int]` is List. */
static NodeNo embedded_name(const Syntax *syntax, NodeNo type) {
  while (type) {
    switch (syntax_kind(syntax, type)) {
      case GO_TYPE_IDENTIFIER: return type;
      case GO_QUALIFIED_TYPE: return syntax_field(syntax, type, GO_FIELD_NAME);
      case GO_GENERIC_TYPE: type = syntax_field(syntax, type, GO_FIELD_TYPE); break;
      default: return 0;
    }
  }
  return 0;
}

/* The blank name makes no field. */
static void define_field(LanguageBuild *build, NodeNo name, NodeNo whole, ExprNo type) {
  Str text = syntax_text(build->syntax, name);
  if (str_eq(text, STR("_"))) return;
  bool capital = text.len && text.ptr[0] >= 'A' && text.ptr[0] <= 'Z';
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FIELD, .flags = capital ? DEF_EXPORTED : 0,
                                                    .name = name, .whole = whole,
                                                    .bind = BIND_MEMBER | BIND_HOISTED});
  language_def(build, def)->type = type;
}

/* A field without a name is an embedded type: it is a field by the type's name
 * and a base as well. */
static void struct_fields(LanguageBuild *build, NodeNo struct_type, Bases *bases) {
  const Syntax *syntax = build->syntax;
  NodeNo list = syntax_child(syntax, struct_type, GO_FIELD_DECLARATION_LIST);
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != GO_FIELD_DECLARATION) continue;
    NodeNo type_node = syntax_field(syntax, c, GO_FIELD_TYPE);
    ExprNo type = language_type(build, type_node);
    bool named = false;
    for (NodeNo n = syntax_first(syntax, c); n; n = syntax_next(syntax, n)) {
      if (syntax->nodes[n].field != GO_FIELD_NAME) continue;
      define_field(build, n, c, type);
      named = true;
    }
    NodeNo embedded = named ? 0 : embedded_name(syntax, type_node);
    if (!embedded) continue;
    language_bind(build, (Bind){.name = language_name(build, embedded), .type = type,
                                .flags = BIND_MEMBER | BIND_HOISTED, .from = syntax->nodes[embedded].from});
    add_base(build, bases, type, embedded, EXPR_EMBEDDED);
  }
}

/* Its scope is there for the parameters. */
static void interface_method(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, GO_FIELD_NAME);
  if (!name) return;
  Str text = syntax_text(syntax, name);
  unsigned flags = DEF_ABSTRACT | (text.len && text.ptr[0] >= 'A' && text.ptr[0] <= 'Z' ? DEF_EXPORTED : 0u);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_METHOD, .flags = flags, .name = name,
                                                    .whole = node, .bind = BIND_MEMBER | BIND_HOISTED});
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  language_go_state(build)->body_from = syntax->nodes[node].to;
  ExprNo result = language_go_signature(build, node);
  language_def(build, def)->type = result;
  language_close(build, &before);
}

/* A union of types constrains and lends nothing; a single type is embedded. */
static void interface_members(LanguageBuild *build, NodeNo interface_type, Bases *bases) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = syntax_first(syntax, interface_type); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == GO_METHOD_ELEM) interface_method(build, c);
    if (syntax_kind(syntax, c) != GO_TYPE_ELEM) continue;
    ExprNo type = language_type(build, c);
    NodeNo only = syntax_named_count(syntax, c) == 1 ? syntax_named(syntax, c, 0) : 0;
    NodeNo name = only ? embedded_name(syntax, only) : 0;
    if (name) add_base(build, bases, type, name, EXPR_EMBEDDED);
  }
}

/* Members of `body` into the definition's scope. */
static void fill_type(LanguageBuild *build, DefNo def, NodeNo parameters, NodeNo body, NodeNo whole) {
  const Syntax *syntax = build->syntax;
  Bases bases = {.count = 0};
  ExprNo type = 0;
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, whole, def, &before);
  language_go_type_parameters(build, parameters);
  switch (syntax_kind(syntax, body)) {
    case GO_STRUCT_TYPE: struct_fields(build, body, &bases); break;
    case GO_INTERFACE_TYPE: interface_members(build, body, &bases); break;
    default: type = language_type(build, body); break;
  }
  language_close(build, &before);
  ExprList list = language_list(build, bases.items, bases.count);
  Def *added = language_def(build, def);
  added->bases = list;
  added->type = type;
}

/* The word before a body's braces belongs to the signature. */
static void sign_with_word(LanguageBuild *build, DefNo def, NodeNo body) {
  Str text = syntax_text(build->syntax, body);
  Str word = str_starts_with(text, STR("struct")) ? STR("struct") : STR("interface");
  if (!def || !str_starts_with(text, word)) return;
  language_def(build, def)->signature.to = build->syntax->nodes[body].from + (uint32_t)word.len;
}

/* A declaration with one type is shown with its word `type`; in a group each
 * stands for itself. */
void language_go_type_decl(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, GO_FIELD_NAME);
  NodeNo type = syntax_field(syntax, node, GO_FIELD_TYPE);
  if (!name || !type) {
    language_visit_children(build, node);
    return;
  }
  unsigned kind = syntax_kind(syntax, type);
  NodeNo parent = syntax_parent(syntax, node);
  bool single = syntax_named_count(syntax, parent) == 1 && syntax->nodes[parent].to == syntax->nodes[node].to;
  Str text = syntax_text(syntax, name);
  bool has_body = kind == GO_STRUCT_TYPE || kind == GO_INTERFACE_TYPE;
  SymbolKind named = kind == GO_STRUCT_TYPE ? SYMBOL_STRUCT : SYMBOL_INTERFACE;
  DefNo def = language_define(build, &(LanguageDef){
      .kind = has_body ? named : SYMBOL_TYPE,
      .flags = text.len && text.ptr[0] >= 'A' && text.ptr[0] <= 'Z' ? DEF_EXPORTED : 0,
      .name = name, .whole = single ? parent : node, .body = has_body ? type : 0, .bind = BIND_HOISTED});
  if (has_body) sign_with_word(build, def, type);
  fill_type(build, def, syntax_field(syntax, node, GO_FIELD_TYPE_PARAMETERS), type, node);
}

/* A type written in place is an anonymous definition. */
static ExprNo anonymous(LanguageBuild *build, NodeNo node, SymbolKind kind) {
  DefNo def = language_define(build, &(LanguageDef){.kind = kind, .flags = DEF_ANONYMOUS, .whole = node,
                                                    .no_bind = true});
  fill_type(build, def, 0, node, node);
  return language_add_number(build, EXPR_OBJECT, 0, def, node);
}

ExprNo language_go_type_struct(LanguageBuild *build, NodeNo node) {
  return anonymous(build, node, SYMBOL_STRUCT);
}

ExprNo language_go_type_interface(LanguageBuild *build, NodeNo node) {
  return anonymous(build, node, SYMBOL_INTERFACE);
}

/* ---- type expressions ---- */

ExprNo language_go_type_pointer(LanguageBuild *build, NodeNo node) {
  ExprNo target = language_type(build, syntax_named(build->syntax, node, 0));
  return language_add_base(build, EXPR_POINTER, target, node);
}

/* An array; its length may be a constant. */
ExprNo language_go_type_element(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  language_visit(build, syntax_field(syntax, node, GO_FIELD_LENGTH));
  ExprNo element = language_type(build, syntax_field(syntax, node, GO_FIELD_ELEMENT));
  return language_add_base(build, EXPR_LIST_OF, element, node);
}

/* A parameter with several names counts as many times. */
ExprNo language_go_type_function(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo parameters[GO_MANY];
  size_t count = 0;
  NodeNo list = syntax_field(syntax, node, GO_FIELD_PARAMETERS);
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (!syntax_field(syntax, c, GO_FIELD_TYPE)) continue;
    ExprNo type = language_type(build, syntax_field(syntax, c, GO_FIELD_TYPE));
    if (syntax_kind(syntax, c) == GO_VARIADIC_PARAMETER) {
      type = language_add_number(build, EXPR_LIST_OF, type, 1, c);
    }
    size_t names = 0;
    for (NodeNo n = syntax_first(syntax, c); n; n = syntax_next(syntax, n)) {
      names += syntax->nodes[n].field == GO_FIELD_NAME;
    }
    for (size_t i = 0; i < (names ? names : 1) && count < GO_MANY; i++) parameters[count++] = type;
  }
  ExprNo result = language_go_result(build, syntax_field(syntax, node, GO_FIELD_RESULT), false);
  return language_add_list(build, EXPR_FUNC_OF, result, parameters, count, node);
}

ExprNo language_go_apply(LanguageBuild *build, ExprNo generic, NodeNo arguments, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo types[GO_MANY];
  size_t count = 0;
  for (NodeNo c = syntax_first(syntax, arguments); c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c) || syntax_kind(syntax, c) == GO_COMMENT) continue;
    ExprNo type = language_type(build, c);
    if (count < GO_MANY) types[count++] = type;
  }
  return language_add_list(build, EXPR_APPLY, generic, types, count, node);
}

ExprNo language_go_type_generic(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo generic = language_type(build, syntax_field(syntax, node, GO_FIELD_TYPE));
  NodeNo arguments = syntax_field(syntax, node, GO_FIELD_TYPE_ARGUMENTS);
  return arguments ? language_go_apply(build, generic, arguments, node) : generic;
}

/* The package is a name of this file, so the type is a member of it. */
ExprNo language_go_type_qualified(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo package = syntax_field(syntax, node, GO_FIELD_PACKAGE);
  NodeNo name = syntax_field(syntax, node, GO_FIELD_NAME);
  if (!package || !name) return 0;
  ExprNo type = language_add_member(build, language_add_name(build, package), name);
  build->facts->exprs.items[type].flags |= EXPR_IN_TYPE;
  language_ref(build, REF_TYPE, type, name);
  return type;
}
