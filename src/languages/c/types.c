/* C: struct, union, enum, typedef. */
#include "src/languages/c/c_internal.h"

/* Names inside a struct's braces, but for its members, belong to the scope around it. */
static ScopeNo outer_scope(const LanguageBuild *build) {
  ScopeNo scope = build->scope;
  while (scope && build->facts->scopes.items[scope].kind == SCOPE_TYPE) {
    scope = build->facts->scopes.items[scope].parent;
  }
  return scope;
}

static SymbolKind kind_of(const Syntax *syntax, NodeNo node) {
  switch (syntax_kind(syntax, node)) {
    case C_UNION: return SYMBOL_UNION;
    case C_ENUM: return SYMBOL_ENUM;
    default: return SYMBOL_STRUCT;
  }
}

/* ---- members ---- */

/* Everything in a struct can be seen by whoever sees the struct. */
static void field(LanguageBuild *build, NodeNo node, const CDeclared *declared) {
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FIELD, .flags = DEF_EXPORTED,
                                                    .name = declared->name, .whole = node,
                                                    .bind = BIND_MEMBER | BIND_HOISTED});
  language_def(build, def)->type = declared->type;
}

static void fields(LanguageBuild *build, NodeNo list);

/* Without a name, a struct's members are those of the one around it. */
static void field_declaration(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo specifier = syntax_field(syntax, node, C_FIELD_TYPE);
  bool named = syntax_field(syntax, node, C_FIELD_DECLARATOR) != 0;
  NodeNo body = syntax_field(syntax, specifier, C_FIELD_BODY);
  if (!named && body && !syntax_field(syntax, specifier, C_FIELD_NAME) &&
      syntax_kind(syntax, specifier) != C_ENUM) {
    fields(build, body);
    return;
  }
  ExprNo type = language_type(build, specifier);
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == C_BITFIELD) language_visit_children(build, c);
    if (syntax->nodes[c].field != C_FIELD_DECLARATOR) continue;
    CDeclared declared = language_c_declarator(build, c, type);
    if (declared.name) field(build, node, &declared);
  }
}

/* Both sides of an #if are members. Where the text is broken, what can still
 * be read in the broken part is taken. */
static void fields(LanguageBuild *build, NodeNo list) {
  const Syntax *syntax = build->syntax;
  if (build->depth >= LANGUAGE_MAX_DEPTH) return;
  build->depth++;
  for (NodeNo c = syntax_first(syntax, list); c; c = syntax_next(syntax, c)) {
    switch (syntax_kind(syntax, c)) {
      case C_FIELD_DECLARATION: field_declaration(build, c); break;
      case C_IF:
      case C_IFDEF:
      case C_ELIF:
      case C_ELIFDEF:
      case C_ELSE: fields(build, c); break;
      case C_DEFINE:
      case C_DEFINE_FUNCTION: language_visit(build, c); break;
      default:
        if (syntax->nodes[c].flags & SYNTAX_ERROR) fields(build, c);
        break;
    }
  }
  build->depth--;
}

/* Their names belong to the scope around the enum, their container is the
 * enum. */
static void enumerators(LanguageBuild *build, NodeNo list, DefNo owner) {
  const Syntax *syntax = build->syntax;
  if (build->depth >= LANGUAGE_MAX_DEPTH) return;
  build->depth++;
  for (NodeNo c = syntax_first(syntax, list); c; c = syntax_next(syntax, c)) {
    unsigned kind = syntax_kind(syntax, c);
    if (kind == C_IF || kind == C_IFDEF || kind == C_ELIF || kind == C_ELIFDEF || kind == C_ELSE) {
      enumerators(build, c, owner);
    }
    if (kind != C_ENUMERATOR) continue;
    DefNo def = language_define(build, &(LanguageDef){
        .kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED | DEF_CONST, .name = syntax_field(syntax, c, C_FIELD_NAME),
        .whole = c, .scope = outer_scope(build), .bind = BIND_HOISTED});
    language_def(build, def)->container = owner;
    language_expr(build, syntax_field(syntax, c, C_FIELD_VALUE));
  }
  build->depth--;
}

/* Members of the specifier's braces into the definition. */
static void fill(LanguageBuild *build, NodeNo specifier, DefNo def) {
  const Syntax *syntax = build->syntax;
  NodeNo body = syntax_field(syntax, specifier, C_FIELD_BODY);
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, specifier, def, &before);
  if (syntax_kind(syntax, specifier) == C_ENUM) enumerators(build, body, def);
  else fields(build, body);
  language_close(build, &before);
}

/* Inside a function a type is its own affair. */
static unsigned flags_of(const LanguageBuild *build) { return build->callable ? 0 : DEF_EXPORTED; }

/* struct x, struct x { … }, struct { … }: only braces define. */
ExprNo language_c_type_tagged(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, C_FIELD_NAME);
  if (!syntax_field(syntax, node, C_FIELD_BODY)) return name ? language_type_name(build, name) : 0;
  LanguageDef def = {.kind = kind_of(syntax, node), .flags = flags_of(build), .name = name, .whole = node,
                     .body = syntax_field(syntax, node, C_FIELD_BODY), .scope = outer_scope(build),
                     .bind = BIND_TYPE | BIND_HOISTED};
  if (!name) {
    def.flags = DEF_ANONYMOUS;
    def.no_bind = true;
  }
  DefNo no = language_define(build, &def);
  fill(build, node, no);
  return language_add_number(build, EXPR_OBJECT, 0, no, node);
}

/* ---- typedef ---- */

static NodeNo plain_name(const Syntax *syntax, NodeNo declarator) {
  return syntax_kind(syntax, declarator) == C_TYPE_IDENTIFIER ? declarator : 0;
}

/* The name that an unnamed struct gets from its typedef. */
static NodeNo first_plain(const Syntax *syntax, NodeNo node) {
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax->nodes[c].field == C_FIELD_DECLARATOR && plain_name(syntax, c)) return c;
  }
  return 0;
}

/* Types in the parameters of a function type are references, too. */
static void define_name(LanguageBuild *build, NodeNo node, const CDeclared *declared, bool same_as_tag) {
  const Syntax *syntax = build->syntax;
  NodeNo body = syntax_field(syntax, syntax_field(syntax, node, C_FIELD_TYPE), C_FIELD_BODY);
  if (declared->function) {
    NodeNo list = syntax_field(syntax, declared->function, C_FIELD_PARAMETERS);
    for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
      if (syntax_kind(syntax, c) != C_PARAMETER) continue;
      ExprNo type = language_c_specifier(build, c);
      language_c_declarator(build, syntax_field(syntax, c, C_FIELD_DECLARATOR), type);
    }
  }
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .flags = flags_of(build),
                                                    .name = declared->name, .whole = node, .body = body,
                                                    .bind = BIND_TYPE | BIND_HOISTED, .no_bind = same_as_tag});
  ExprNo type = declared->type;
  if (declared->function) type = language_add_list(build, EXPR_FUNC_OF, type, NULL, 0, node);
  language_def(build, def)->type = type;
}

/* A struct without a tag gets its name from the first plain declarator and is
 * defined under it. */
void language_c_typedef(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo specifier = syntax_field(syntax, node, C_FIELD_TYPE);
  NodeNo tag = syntax_field(syntax, specifier, C_FIELD_NAME);
  NodeNo body = syntax_field(syntax, specifier, C_FIELD_BODY);
  NodeNo owner = body && !tag ? first_plain(syntax, node) : 0;
  ExprNo type;
  if (owner) {
    DefNo def = language_define(build, &(LanguageDef){
        .kind = kind_of(syntax, specifier), .flags = flags_of(build), .name = owner, .whole = node,
        .body = body, .bind = BIND_TYPE | BIND_HOISTED});
    fill(build, specifier, def);
    type = language_add_number(build, EXPR_OBJECT, 0, def, specifier);
  } else {
    type = language_type(build, specifier);
  }
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax->nodes[c].field != C_FIELD_DECLARATOR || c == owner) continue;
    CDeclared declared = language_c_declarator(build, c, type);
    if (!declared.name || syntax_kind(syntax, declared.name) != C_TYPE_IDENTIFIER) continue;
    /* `typedef struct x x;` is found as the tag, which has the members. */
    bool same = tag && declared.plain && str_eq(syntax_text(syntax, tag), syntax_text(syntax, declared.name));
    define_name(build, node, &declared, same);
  }
}

void language_c_visit_type(LanguageBuild *build, NodeNo node) { language_type(build, node); }

/* Types of the language itself have no definition to lead to. */
ExprNo language_c_type_primitive(LanguageBuild *build, NodeNo node) {
  (void)build;
  (void)node;
  return 0;
}

/* unsigned long, unsigned my_int */
ExprNo language_c_type_sized(LanguageBuild *build, NodeNo node) {
  language_type(build, syntax_field(build->syntax, node, C_FIELD_TYPE));
  return 0;
}

/* MACRO(type): what it makes of the type is unknown. */
ExprNo language_c_type_macro(LanguageBuild *build, NodeNo node) {
  language_c_macro_use(build, syntax_field(build->syntax, node, C_FIELD_NAME));
  language_type(build, syntax_field(build->syntax, node, C_FIELD_TYPE));
  return 0;
}
