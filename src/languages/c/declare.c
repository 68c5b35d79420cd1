/* C: functions, prototypes, variables. */
#include "src/languages/c/c_internal.h"

/* Linkage by the word before; `inline` alone is seen everywhere. */
static unsigned linkage(LanguageBuild *build, NodeNo node) {
  return language_c_has(build, node, C_STORAGE_CLASS, "static") ? DEF_STATIC : DEF_EXPORTED;
}

static bool is_variadic(const Syntax *syntax, NodeNo list) {
  return syntax_child(syntax, list, C_VARIADIC_PARAMETER) != 0;
}

/* Types of old-style parameters: `int f(a, b) int a; char *b; { … }`. */
static void old_style_types(LanguageBuild *build, NodeNo function, BindNo first) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = syntax_first(syntax, function); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != C_DECLARATION) continue;
    ExprNo type = language_c_specifier(build, c);
    for (NodeNo d = syntax_first(syntax, c); d; d = syntax_next(syntax, d)) {
      if (syntax->nodes[d].field != C_FIELD_DECLARATOR) continue;
      CDeclared declared = language_c_declarator(build, d, type);
      NameId name = declared.name ? language_name(build, declared.name) : (NameId){0};
      for (BindNo i = first; name.value && i < build->facts->binds.len; i++) {
        Bind *bind = &build->facts->binds.items[i];
        if (names_same(bind->name, name)) bind->type = declared.type;
      }
    }
  }
}

/* `function_binds` marks where this function's binds begin, by which
 * initialisers tell a local variable from a function (see is_local). */
static void visit_body(LanguageBuild *build, NodeNo function, const CDeclared *declared, DefNo def) {
  const Syntax *syntax = build->syntax;
  NodeNo list = syntax_field(syntax, declared->function, C_FIELD_PARAMETERS);
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, function, def, &before);
  BindNo first = (BindNo)build->facts->binds.len;
  language_c_state(build)->function_binds = first;
  language_c_parameters(build, list);
  old_style_types(build, function, first);
  language_visit_children(build, syntax_field(syntax, function, C_FIELD_BODY));
  language_close(build, &before);
}

/* MACRO(x) if (y) { … } and MACRO (f(x)) { … } look like functions; inside of
 * functions only what has proper parameters is one. */
static bool is_function(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo declarator = syntax_field(syntax, node, C_FIELD_DECLARATOR);
  NodeNo name = language_c_declared_name(syntax, declarator);
  if (!name) return true;
  if (language_c_is_keyword(syntax_text(syntax, name))) return false;
  if (!build->callable) return true;
  while (declarator && syntax_kind(syntax, declarator) == C_POINTER_DECLARATOR) {
    declarator = syntax_field(syntax, declarator, C_FIELD_DECLARATOR);
  }
  if (!declarator || syntax_kind(syntax, declarator) != C_FUNCTION_DECLARATOR) return false;
  NodeNo list = syntax_field(syntax, declarator, C_FIELD_PARAMETERS);
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    unsigned kind = syntax_kind(syntax, c);
    if (!syntax_is_named(syntax, c) || kind == C_COMMENT || kind == C_VARIADIC_PARAMETER) continue;
    bool named = kind == C_PARAMETER && syntax_field(syntax, c, C_FIELD_DECLARATOR);
    if (!named && !str_eq(syntax_text(syntax, c), STR("void"))) return false;
  }
  return true;
}

/* What is no function after all (a macro in front of a block) is read as
 * text, for the calls that it seems to make, and its block as a block: the
 * calls inside it belong to the function around. */
void language_c_function(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  if (language_c_made_function(build, node, linkage(build, node))) return;
  if (!is_function(build, node)) {
    NodeNo inner = syntax_field(syntax, node, C_FIELD_BODY);
    language_c_scan_calls(build, syntax->nodes[node].from, syntax->nodes[inner].from, node);
    language_visit(build, inner);
    return;
  }
  ExprNo type = language_c_specifier(build, node);
  CDeclared declared = language_c_declarator(build, syntax_field(syntax, node, C_FIELD_DECLARATOR), type);
  NodeNo body = syntax_field(syntax, node, C_FIELD_BODY);
  if (!declared.name || !declared.function) {
    language_visit(build, body);
    return;
  }
  unsigned flags = linkage(build, node);
  if (is_variadic(syntax, syntax_field(syntax, declared.function, C_FIELD_PARAMETERS))) flags |= DEF_VARIADIC;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = flags, .name = declared.name,
                                                    .whole = node, .body = body, .bind = BIND_HOISTED});
  language_def(build, def)->type = declared.type;
  language_c_note_absent(build, declared.name, def);
  visit_body(build, node, &declared, def);
}

/* ---- declarations ---- */

/* What one declaration says once for all its declarators. */
typedef struct Declaration {
  NodeNo node;
  ExprNo type;
  unsigned flags;
  bool is_const, is_extern;
} Declaration;

/* A prototype. Its parameters' types are read for their references alone.
 * Inside a function it defines nothing: the name is linked to what is
 * outside, and a symbol per such line would be noise. */
static void declare_function(LanguageBuild *build, const Declaration *declaration, const CDeclared *declared) {
  const Syntax *syntax = build->syntax;
  NodeNo list = syntax_field(syntax, declared->function, C_FIELD_PARAMETERS);
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != C_PARAMETER) continue;
    ExprNo type = language_c_specifier(build, c);
    language_c_declarator(build, syntax_field(syntax, c, C_FIELD_DECLARATOR), type);
  }
  if (build->callable) return; /* the name means what it means outside */
  unsigned flags = declaration->flags | DEF_DECLARATION | (is_variadic(syntax, list) ? DEF_VARIADIC : 0u);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = flags,
                                                    .name = declared->name, .whole = declaration->node,
                                                    .bind = BIND_HOISTED});
  language_def(build, def)->type = declared->type;
}

/* `const char *p` is no constant: the pointer may change. `extern` with a
 * value is a definition, whatever the word says. */
static void declare_global(LanguageBuild *build, const Declaration *declaration, const CDeclared *declared) {
  bool is_const = declaration->is_const && (declared->plain || !declared->type);
  unsigned flags = declaration->flags | (is_const ? DEF_CONST : 0u);
  if (declaration->is_extern && !declared->value) flags |= DEF_DECLARATION;
  DefNo def = language_define(build, &(LanguageDef){
      .kind = is_const ? SYMBOL_CONSTANT : SYMBOL_VARIABLE, .flags = flags, .name = declared->name,
      .whole = declaration->node, .body = declared->value, .bind = BIND_HOISTED});
  language_def(build, def)->type = declared->type;
  ExprNo value = language_c_initial(build, declared->value, declared->type);
  language_def(build, def)->value = value;
}

/* Locals are binds without symbols. They hold from behind their own name,
 * inside the initialiser too, as the standard has it. */
static void declare_local(LanguageBuild *build, const CDeclared *declared) {
  const Syntax *syntax = build->syntax;
  ExprNo value = language_c_initial(build, declared->value, declared->type);
  language_bind(build, (Bind){.name = language_name(build, declared->name), .type = declared->type,
                              .value = value, .from = syntax->nodes[declared->name].to});
}

/* Inside functions `MACRO(x) f(y);` is two statements, not a prototype; told
 * by the type's name, in capitals as macros are. */
static bool is_call(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  if (!build->callable || language_c_has(build, node, C_STORAGE_CLASS, "extern static")) return false;
  NodeNo declarator = syntax_field(syntax, node, C_FIELD_DECLARATOR);
  NodeNo type = syntax_field(syntax, node, C_FIELD_TYPE);
  if (!declarator || !type || syntax_kind(syntax, declarator) != C_FUNCTION_DECLARATOR) return false;
  if (syntax_kind(syntax, type) == C_MACRO_TYPE) return true;
  Str text = syntax_text(syntax, type);
  bool shouted = syntax_kind(syntax, type) == C_TYPE_IDENTIFIER;
  for (size_t i = 0; i < text.len; i++) shouted &= !(text.ptr[i] >= 'a' && text.ptr[i] <= 'z');
  return shouted;
}

/* Parts that the grammar marked as errors are visited all the same: they may
 * hold whole statements behind a macro that it did not expect. */
void language_c_declaration(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  if (is_call(build, node)) {
    language_c_scan_calls(build, syntax->nodes[node].from, syntax->nodes[node].to, node);
    return;
  }
  Declaration declaration = {.node = node, .flags = linkage(build, node)};
  declaration.is_const = language_c_has(build, node, C_TYPE_QUALIFIER, "const constexpr");
  declaration.is_extern = language_c_has(build, node, C_STORAGE_CLASS, "extern");
  declaration.type = language_c_specifier(build, node);
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax->nodes[c].field != C_FIELD_DECLARATOR) {
      if (syntax->nodes[c].flags & SYNTAX_ERROR) language_visit(build, c);
      continue;
    }
    CDeclared declared = language_c_declarator(build, c, declaration.type);
    if (!declared.name) language_expr(build, declared.value);
    else if (declared.function) declare_function(build, &declaration, &declared);
    else if (!build->callable) declare_global(build, &declaration, &declared);
    else if (!declaration.is_extern) declare_local(build, &declared);
  }
}

/* T (*name)(int) = f; at the top looks like calls: the name in it, or 0. */
static NodeNo pointer_variable(const Syntax *syntax, NodeNo node) {
  NodeNo inner = syntax_field(syntax, node, C_FIELD_FUNCTION);
  if (!inner || syntax_kind(syntax, inner) != C_CALL) return 0;
  NodeNo type = syntax_field(syntax, inner, C_FIELD_FUNCTION);
  NodeNo only = syntax_named(syntax, syntax_field(syntax, inner, C_FIELD_ARGUMENTS), 0);
  if (!type || syntax_kind(syntax, type) != C_IDENTIFIER || !only || syntax_kind(syntax, only) != C_POINTER) return 0;
  NodeNo name = syntax_field(syntax, only, C_FIELD_ARGUMENT);
  return name && syntax_kind(syntax, name) == C_IDENTIFIER ? name : 0;
}

/* No statement stands at the top of a file. What looks like one there is a
 * variable of a function type, or a macro with its arguments, which is read
 * as the call that it is. */
void language_c_statement(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo inner = syntax_named(syntax, node, 0);
  NodeNo value = 0, call = inner;
  if (inner && syntax_kind(syntax, inner) == C_ASSIGNMENT) {
    call = syntax_field(syntax, inner, C_FIELD_LEFT);
    value = syntax_field(syntax, inner, C_FIELD_RIGHT);
  }
  NodeNo name = build->callable || !call ? 0 : pointer_variable(syntax, call);
  if (!name) {
    language_c_made_whole(build, call);
    language_visit_children(build, node);
    return;
  }
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_VARIABLE, .flags = linkage(build, node),
                                                    .name = name, .whole = node, .body = value,
                                                    .bind = BIND_HOISTED});
  ExprNo initial = language_expr(build, value);
  ExprNo type = language_add_list(build, EXPR_FUNC_OF, 0, NULL, 0, node);
  language_def(build, def)->type = type;
  language_def(build, def)->value = initial;
}

/* extern "C" { … } */
void language_c_linkage(LanguageBuild *build, NodeNo node) {
  NodeNo body = syntax_field(build->syntax, node, C_FIELD_BODY);
  if (syntax_kind(build->syntax, body) == C_DECLARATION_LIST) language_visit_children(build, body);
  else language_visit(build, body);
}
