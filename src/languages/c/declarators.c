/* C: what a declaration's specifiers and declarators say together. A
 * declarator is read from the outside in: each step wraps the type, the
 * innermost names the thing. */
#include "src/languages/c/c_internal.h"

bool language_c_has(const LanguageBuild *build, NodeNo node, unsigned kind, const char *words) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == kind && language_word_in(words, syntax_text(syntax, c))) return true;
  }
  return false;
}

/* Types of the parameters of a function type; nothing is bound. */
static ExprNo function_type(LanguageBuild *build, ExprNo result, NodeNo list, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo types[C_MANY];
  size_t count = 0;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != C_PARAMETER) continue;
    ExprNo type = language_c_specifier(build, c);
    CDeclared declared = language_c_declarator(build, syntax_field(syntax, c, C_FIELD_DECLARATOR), type);
    if (count < C_MANY) types[count++] = declared.type;
  }
  return language_add_list(build, EXPR_FUNC_OF, result, types, count, node);
}

/* Attribute macros behind the parameters: they look like names or calls. */
static void trailing_macros(LanguageBuild *build, NodeNo declarator) {
  const Syntax *syntax = build->syntax;
  NodeNo inner = syntax_field(syntax, declarator, C_FIELD_DECLARATOR);
  for (NodeNo c = syntax_first(syntax, declarator); c; c = syntax_next(syntax, c)) {
    if (c == inner) continue;
    if (syntax_kind(syntax, c) == C_IDENTIFIER) language_c_macro_use(build, c);
    if (syntax_kind(syntax, c) == C_CALL) language_c_macro_use(build, syntax_field(syntax, c, C_FIELD_FUNCTION));
  }
}

/* The next step towards the name. Most kinds have it as a field; brackets
 * and attributes have it as a child among others. */
static NodeNo inner_declarator(const Syntax *syntax, NodeNo node) {
  NodeNo inner = syntax_field(syntax, node, C_FIELD_DECLARATOR);
  if (inner) return inner;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    switch (syntax_kind(syntax, c)) {
      case C_POINTER_DECLARATOR:
      case C_FUNCTION_DECLARATOR:
      case C_ARRAY_DECLARATOR:
      case C_PARENTHESIZED_DECLARATOR:
      case C_ATTRIBUTED_DECLARATOR:
      case C_ABSTRACT_POINTER:
      case C_ABSTRACT_FUNCTION:
      case C_ABSTRACT_ARRAY:
      case C_ABSTRACT_PARENTHESIZED:
      case C_IDENTIFIER:
      case C_TYPE_IDENTIFIER:
      case C_FIELD_IDENTIFIER: return c;
      default: break;
    }
  }
  return 0;
}

/* The function declarator whose own name comes next, brackets aside. */
static bool names_function(const Syntax *syntax, NodeNo node) {
  for (NodeNo at = inner_declarator(syntax, node); at; at = inner_declarator(syntax, at)) {
    unsigned kind = syntax_kind(syntax, at);
    if (kind == C_IDENTIFIER || kind == C_FIELD_IDENTIFIER || kind == C_TYPE_IDENTIFIER) return true;
    if (kind != C_PARENTHESIZED_DECLARATOR && kind != C_ATTRIBUTED_DECLARATOR) return false;
  }
  return false;
}

/* One step of the chain. The function declarator beside the name makes the
 * thing a function and leaves its result as the type; one further out makes
 * a pointer to a function. A pointer to a type that is not known stays not
 * known, while an array of one is still an array. */
static void wrap(LanguageBuild *build, CDeclared *declared, NodeNo at) {
  const Syntax *syntax = build->syntax;
  switch (syntax_kind(syntax, at)) {
    case C_POINTER_DECLARATOR:
    case C_ABSTRACT_POINTER:
      declared->plain = false;
      if (declared->type) declared->type = language_add_base(build, EXPR_POINTER, declared->type, at);
      break;
    case C_ARRAY_DECLARATOR:
    case C_ABSTRACT_ARRAY:
      declared->plain = false;
      language_expr(build, syntax_field(syntax, at, C_FIELD_SIZE));
      declared->type = language_add_base(build, EXPR_LIST_OF, declared->type, at);
      break;
    case C_FUNCTION_DECLARATOR:
    case C_ABSTRACT_FUNCTION:
      declared->plain = false;
      trailing_macros(build, at);
      if (names_function(syntax, at)) {
        declared->function = at;
      } else {
        declared->type = function_type(build, declared->type, syntax_field(syntax, at, C_FIELD_PARAMETERS), at);
      }
      break;
    default: break;
  }
}

NodeNo language_c_declared_name(const Syntax *syntax, NodeNo declarator) {
  NodeNo at = declarator;
  for (NodeNo inner; at && (inner = inner_declarator(syntax, at)); at = inner) {}
  return at && syntax_kind(syntax, at) == C_IDENTIFIER ? at : 0;
}

/* `type` is what the specifiers say, and is shared by all declarators of one
 * declaration; each wraps it anew. */
CDeclared language_c_declarator(LanguageBuild *build, NodeNo declarator, ExprNo type) {
  const Syntax *syntax = build->syntax;
  CDeclared declared = {.type = type, .plain = true};
  if (declarator && syntax_kind(syntax, declarator) == C_INIT_DECLARATOR) {
    declared.value = syntax_field(syntax, declarator, C_FIELD_VALUE);
    declarator = syntax_field(syntax, declarator, C_FIELD_DECLARATOR);
  }
  for (NodeNo at = declarator; at; at = inner_declarator(syntax, at)) {
    unsigned kind = syntax_kind(syntax, at);
    if (kind == C_IDENTIFIER || kind == C_TYPE_IDENTIFIER || kind == C_FIELD_IDENTIFIER || kind == C_PRIMITIVE_TYPE) {
      declared.name = at;
      break;
    }
    wrap(build, &declared, at);
  }
  return declared;
}

/* The type among the specifiers of a declaration; macros beside it are uses. */
ExprNo language_c_specifier(LanguageBuild *build, NodeNo declaration) {
  return language_type(build, syntax_field(build->syntax, declaration, C_FIELD_TYPE));
}

ExprNo language_c_type_descriptor(LanguageBuild *build, NodeNo node) {
  ExprNo type = language_c_specifier(build, node);
  return language_c_declarator(build, syntax_field(build->syntax, node, C_FIELD_DECLARATOR), type).type;
}

/* ---- parameters ---- */

/* A parameter without a name still takes its position. `(void)` takes none.
 * A function as a parameter is a pointer to it. */
static void bind_parameter(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo type = language_c_specifier(build, node);
  CDeclared declared = language_c_declarator(build, syntax_field(syntax, node, C_FIELD_DECLARATOR), type);
  bool nothing = !declared.name && !declared.type && str_eq(syntax_text(syntax, node), STR("void"));
  if (nothing) return;
  if (declared.function) {
    NodeNo list = syntax_field(syntax, declared.function, C_FIELD_PARAMETERS);
    declared.type = function_type(build, declared.type, list, node);
  }
  Bind bind = {.flags = BIND_PARAM, .type = declared.type, .from = syntax->nodes[node].from};
  if (declared.name) {
    bind.name = language_name(build, declared.name);
    bind.from = syntax->nodes[declared.name].to;
  }
  language_bind(build, bind);
}

/* Binds them in the open scope; names alone are the old style, whose types
 * follow as declarations. */
void language_c_parameters(LanguageBuild *build, NodeNo list) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == C_PARAMETER) bind_parameter(build, c);
    if (syntax_kind(syntax, c) == C_IDENTIFIER) {
      language_bind(build, (Bind){.name = language_name(build, c), .flags = BIND_PARAM,
                                  .from = syntax->nodes[c].from});
    }
  }
}
