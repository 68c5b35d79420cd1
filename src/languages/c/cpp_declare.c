/* C++: declarators, parameters and variables. */
#include "src/languages/c/cpp_internal.h"

/* The next step towards the name: a field, or a child among others. */
static NodeNo inner_declarator(const Syntax *syntax, NodeNo node) {
  NodeNo inner = syntax_field(syntax, node, C_FIELD_DECLARATOR);
  if (inner) return inner;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    switch (syntax_kind(syntax, c)) {
      case C_POINTER_DECLARATOR: case C_FUNCTION_DECLARATOR: case C_ARRAY_DECLARATOR: case C_PARENTHESIZED_DECLARATOR:
      case C_ATTRIBUTED_DECLARATOR: case C_ABSTRACT_POINTER: case C_ABSTRACT_FUNCTION: case C_ABSTRACT_ARRAY:
      case C_ABSTRACT_PARENTHESIZED: case CPP_REFERENCE: case CPP_ABSTRACT_REFERENCE: case CPP_VARIADIC_DECLARATOR:
      case CPP_STRUCTURED: case C_IDENTIFIER: case C_TYPE_IDENTIFIER: case C_FIELD_IDENTIFIER: case CPP_QUALIFIED:
      case CPP_OPERATOR: case CPP_DESTRUCTOR: return c;
      default: break;
    }
  }
  return 0;
}

static bool is_name(unsigned kind) {
  return kind == C_IDENTIFIER || kind == C_TYPE_IDENTIFIER || kind == C_FIELD_IDENTIFIER || kind == CPP_QUALIFIED ||
         kind == CPP_OPERATOR || kind == CPP_DESTRUCTOR || kind == CPP_OPERATOR_CAST || kind == CPP_TEMPLATE_FUNCTION ||
         kind == CPP_STRUCTURED || kind == C_PRIMITIVE_TYPE;
}

/* Whether a name comes next, so that the function declarator is its own. */
static bool names_function(const Syntax *syntax, NodeNo node) {
  NodeNo at = inner_declarator(syntax, node);
  while (at && (syntax_kind(syntax, at) == C_PARENTHESIZED_DECLARATOR || syntax_kind(syntax, at) == C_ATTRIBUTED_DECLARATOR)) {
    at = inner_declarator(syntax, at);
  }
  return at && is_name(syntax_kind(syntax, at));
}

static ExprNo function_type(LanguageBuild *build, ExprNo result, NodeNo list, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo types[C_MANY];
  size_t count = 0;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    unsigned kind = syntax_kind(syntax, c);
    if (kind != C_PARAMETER && kind != CPP_OPTIONAL_PARAMETER) continue;
    ExprNo type = language_type(build, syntax_field(syntax, c, C_FIELD_TYPE));
    type = language_cpp_declarator(build, syntax_field(syntax, c, C_FIELD_DECLARATOR), type).type;
    if (count < C_MANY) types[count++] = type;
  }
  return language_add_list(build, EXPR_FUNC_OF, result, types, count, node);
}

/* `auto f() -> T` */
static ExprNo trailing_type(LanguageBuild *build, NodeNo function, ExprNo type) {
  NodeNo trailing = syntax_child(build->syntax, function, CPP_TRAILING);
  return trailing ? language_type(build, syntax_named(build->syntax, trailing, 0)) : type;
}

/* Text is no character: what a string literal is has a name of its own. */
static ExprNo pointer_to(LanguageBuild *build, ExprNo type, NodeNo at) {
  const Expr *expr = &build->facts->exprs.items[type];
  bool is_char = expr->kind == EXPR_NAME && str_eq(names_text(build->facts->names, expr->name), STR("char"));
  if (!is_char) return language_add_base(build, EXPR_POINTER, type, at);
  return language_add(build, (Expr){.kind = EXPR_NAME, .flags = EXPR_IN_TYPE, .at = build->syntax->nodes[at].from,
                                    .name = language_intern(build, STR(CPP_TEXT_TYPE))});
}

/* References are not told from what they refer to, pointers are looked
 * through. */
CppDeclared language_cpp_declarator(LanguageBuild *build, NodeNo declarator, ExprNo type) {
  const Syntax *syntax = build->syntax;
  CppDeclared declared = {.type = type};
  if (declarator && syntax_kind(syntax, declarator) == C_INIT_DECLARATOR) {
    declared.value = syntax_field(syntax, declarator, C_FIELD_VALUE);
    declarator = syntax_field(syntax, declarator, C_FIELD_DECLARATOR);
  }
  NodeNo at = declarator;
  for (unsigned guard = 0; at && guard < 64; guard++, at = inner_declarator(syntax, at)) {
    unsigned kind = syntax_kind(syntax, at);
    if (is_name(kind)) {
      declared.name = at;
      break;
    }
    if (kind == CPP_VARIADIC_DECLARATOR) declared.is_pack = true;
    if (kind == C_ARRAY_DECLARATOR || kind == C_ABSTRACT_ARRAY) {
      language_expr(build, syntax_field(syntax, at, C_FIELD_SIZE));
      declared.type = language_add_base(build, EXPR_LIST_OF, declared.type, at);
    }
    if ((kind == C_POINTER_DECLARATOR || kind == C_ABSTRACT_POINTER) && declared.type) {
      declared.type = pointer_to(build, declared.type, at);
    }
    if (kind != C_FUNCTION_DECLARATOR && kind != C_ABSTRACT_FUNCTION) continue;
    if (names_function(syntax, at)) {
      declared.function = at;
      declared.type = trailing_type(build, at, declared.type);
    } else {
      declared.type = function_type(build, declared.type, syntax_field(syntax, at, C_FIELD_PARAMETERS), at);
    }
  }
  return declared;
}

/* ---- parameters ---- */

static void bind_parameter(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo type = language_type(build, syntax_field(syntax, node, C_FIELD_TYPE));
  CppDeclared declared = language_cpp_declarator(build, syntax_field(syntax, node, C_FIELD_DECLARATOR), type);
  NodeNo given = syntax_field(syntax, node, CPP_FIELD_DEFAULT_VALUE);
  if (!declared.name && str_eq(syntax_text(syntax, node), STR("void"))) return;
  Bind bind = {.flags = BIND_PARAM | BIND_VALUE, .type = declared.type, .from = syntax->nodes[node].from};
  if (declared.function) bind.type = function_type(build, declared.type, 0, node);
  if (syntax_kind(syntax, node) == CPP_PACK_PARAMETER || declared.is_pack) bind.flags |= BIND_VARIADIC;
  if (syntax_kind(syntax, node) == CPP_OPTIONAL_PARAMETER) bind.flags |= BIND_OPTIONAL;
  language_expr(build, given);
  if (declared.name && syntax_kind(syntax, declared.name) == C_IDENTIFIER) {
    bind.name = language_name(build, declared.name);
    bind.from = syntax->nodes[declared.name].to;
  }
  language_bind(build, bind);
}

void language_cpp_parameters(LanguageBuild *build, NodeNo list) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    unsigned kind = syntax_kind(syntax, c);
    if (kind == C_PARAMETER || kind == CPP_OPTIONAL_PARAMETER || kind == CPP_PACK_PARAMETER) bind_parameter(build, c);
    if (kind == C_VARIADIC_PARAMETER || kind == CPP_REST) {
      language_bind(build, (Bind){.flags = BIND_PARAM | BIND_VARIADIC, .from = syntax->nodes[c].from});
    }
  }
}

/* ---- variables ---- */

ExprNo language_cpp_make(LanguageBuild *build, ExprNo type, NodeNo list, NodeNo node, NodeNo name) {
  ExprNo items[C_MANY];
  size_t count = language_cpp_arguments(build, list, items);
  if (!type) return 0;
  return language_add_call(build, EXPR_NEW, &(LanguageCall){type, items, count, node, name});
}

static bool is_list(const Syntax *syntax, NodeNo value) {
  unsigned kind = value ? syntax_kind(syntax, value) : 0;
  return kind == C_ARGUMENT_LIST || kind == C_INITIALIZER_LIST;
}

/* A plain class name, not a pointer or array of it. */
static bool is_class_type(const LanguageBuild *build, ExprNo type) {
  unsigned kind = build->facts->exprs.items[type].kind;
  return type && (kind == EXPR_NAME || kind == EXPR_MEMBER || kind == EXPR_APPLY);
}

static ExprNo initial(LanguageBuild *build, NodeNo node, const CppDeclared *declared, NodeNo type_node) {
  const Syntax *syntax = build->syntax;
  if (!declared->value) return 0;
  if (is_list(syntax, declared->value) && is_class_type(build, declared->type)) {
    return language_cpp_make(build, declared->type, declared->value, node, language_cpp_last_name(syntax, type_node));
  }
  if (is_list(syntax, declared->value)) {
    ExprNo items[C_MANY];
    size_t count = language_cpp_arguments(build, declared->value, items);
    return count == 1 && syntax_kind(syntax, declared->value) == C_ARGUMENT_LIST ? items[0] : 0;
  }
  return language_cpp_pointed_to(build, declared->value, language_c_initial(build, declared->value, declared->type));
}

/* auto [a, b] = x; */
static void bind_parts(LanguageBuild *build, NodeNo list, ExprNo value, uint32_t from) {
  const Syntax *syntax = build->syntax;
  uint32_t nth = 0;
  for (NodeNo c = syntax_first(syntax, list); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != C_IDENTIFIER) continue;
    ExprNo part = value ? language_add_number(build, EXPR_PART, value, nth, c) : 0;
    language_bind(build, (Bind){.name = language_name(build, c), .flags = BIND_VALUE, .value = part, .from = from});
    nth++;
  }
}

/* Inside a function `T name(a, b);` is a variable that is made from a and b,
 * which the grammar takes for the parameters of a function. */
static ExprNo made_by_words(LanguageBuild *build, NodeNo node, const CppDeclared *declared, NodeNo type_node) {
  const Syntax *syntax = build->syntax;
  NodeNo list = syntax_field(syntax, declared->function, C_FIELD_PARAMETERS);
  ExprNo items[C_MANY];
  size_t count = 0;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != C_PARAMETER) continue;
    NodeNo word = syntax_field(syntax, c, C_FIELD_TYPE);
    ExprNo value = word && syntax_kind(syntax, word) == C_TYPE_IDENTIFIER ? language_add_name(build, word) : 0;
    if (count < C_MANY) items[count++] = value;
  }
  if (!is_class_type(build, declared->type)) return 0;
  return language_add_call(build, EXPR_NEW, &(LanguageCall){declared->type, items, count, node,
                                                           language_cpp_last_name(syntax, type_node)});
}

static void declare_local(LanguageBuild *build, NodeNo node, const CppDeclared *declared, NodeNo type_node) {
  const Syntax *syntax = build->syntax;
  ExprNo value = declared->function ? made_by_words(build, node, declared, type_node)
                                    : initial(build, node, declared, type_node);
  if (syntax_kind(syntax, declared->name) == CPP_STRUCTURED) {
    bind_parts(build, declared->name, value, syntax->nodes[declared->name].to);
    return;
  }
  language_bind(build, (Bind){.name = language_name(build, declared->name), .flags = BIND_VALUE, .type = declared->type,
                              .value = value, .from = syntax->nodes[declared->name].to});
}

/* A static member that is defined outside (`int A::b = 1;`) has its symbol in
 * the class. */
static void declare_global(LanguageBuild *build, NodeNo node, const CppDeclared *declared, NodeNo type_node) {
  const Syntax *syntax = build->syntax;
  bool is_static = language_c_has(build, node, C_STORAGE_CLASS, "static");
  bool is_extern = language_c_has(build, node, C_STORAGE_CLASS, "extern") && !declared->value;
  bool is_const = language_c_has(build, node, C_TYPE_QUALIFIER, "const constexpr");
  if (syntax_kind(syntax, declared->name) != C_IDENTIFIER) {
    initial(build, node, declared, type_node);
    return;
  }
  DefNo def = language_define(build, &(LanguageDef){
      .kind = is_const ? SYMBOL_CONSTANT : SYMBOL_VARIABLE,
      .flags = (is_static ? DEF_STATIC : DEF_EXPORTED) | (is_const ? DEF_CONST : 0u) | (is_extern ? DEF_DECLARATION : 0u),
      .name = declared->name, .whole = node, .body = declared->value, .bind = BIND_HOISTED | BIND_VALUE});
  language_def(build, def)->type = declared->type;
  ExprNo value = initial(build, node, declared, type_node);
  language_def(build, def)->value = value;
}

void language_cpp_declaration(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo type_node = syntax_field(syntax, node, C_FIELD_TYPE);
  language_cpp_state(build)->result = (ExprNo)build->facts->exprs.len;
  ExprNo type = language_type(build, type_node);
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax->nodes[c].field != C_FIELD_DECLARATOR) {
      if (syntax->nodes[c].flags & SYNTAX_ERROR) language_visit(build, c);
      continue;
    }
    CppDeclared declared = language_cpp_declarator(build, c, type);
    if (!declared.value) declared.value = syntax_field(syntax, node, C_FIELD_VALUE);
    if (!declared.name) language_expr(build, declared.value);
    else if (build->callable) declare_local(build, node, &declared, type_node);
    else if (declared.function) language_cpp_prototype(build, node, &declared);
    else declare_global(build, node, &declared, type_node);
  }
  language_cpp_take_template(build);
}

/* for (T x : list) */
void language_cpp_for_range(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  language_visit(build, syntax_field(syntax, node, CPP_FIELD_INITIALIZER));
  ExprNo whole = language_expr(build, syntax_field(syntax, node, C_FIELD_RIGHT));
  ExprNo type = language_type(build, syntax_field(syntax, node, C_FIELD_TYPE));
  CppDeclared declared = language_cpp_declarator(build, syntax_field(syntax, node, C_FIELD_DECLARATOR), type);
  ExprNo element = whole ? language_add_base(build, EXPR_ITER, whole, node) : 0;
  if (declared.name && syntax_kind(syntax, declared.name) == CPP_STRUCTURED) {
    bind_parts(build, declared.name, element, syntax->nodes[declared.name].to);
  } else if (declared.name) {
    language_bind(build, (Bind){.name = language_name(build, declared.name), .flags = BIND_VALUE, .type = declared.type,
                                .value = element, .from = syntax->nodes[declared.name].to});
  }
  language_visit(build, syntax_field(syntax, node, C_FIELD_BODY));
  language_close(build, &before);
}
