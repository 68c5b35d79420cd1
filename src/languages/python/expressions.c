/* Values: names, members, calls, operators. Operators are methods in Python, so
 * their results are written as calls of those methods, without references. */
#include "src/languages/python/python_internal.h"

ExprNo language_python_named(LanguageBuild *build, Str name, uint32_t at) {
  return language_add(build, (Expr){.kind = EXPR_NAME, .at = at, .name = language_intern(build, name)});
}

ExprNo language_python_implied_call(LanguageBuild *build, ExprNo base, Str name, ExprNo item, NodeNo node) {
  if (!base) return 0;
  uint32_t at = build->syntax->nodes[node].from;
  ExprNo member = language_add(build, (Expr){.kind = EXPR_MEMBER, .at = at, .base = base,
                                             .name = language_intern(build, name)});
  return language_add_list(build, EXPR_CALL, member, &item, item ? 1 : 0, node);
}

ExprNo language_python_element(LanguageBuild *build, ExprNo value, bool is_async, NodeNo node) {
  if (!value) return 0;
  if (!is_async) return language_add_base(build, EXPR_ITER, value, node);
  ExprNo iterator = language_python_implied_call(build, value, STR("__aiter__"), 0, node);
  ExprNo next = language_python_implied_call(build, iterator, STR("__anext__"), 0, node);
  return language_add_base(build, EXPR_AWAIT, next, node);
}

bool language_python_is_async(const LanguageBuild *build, NodeNo node) {
  return syntax_child(build->syntax, node, KIND_ASYNC) != 0;
}

/* ---- names and members ---- */

/* Names joined by dots and nothing else: no call, no index between. */
static bool is_dotted(const Syntax *syntax, NodeNo node) {
  for (int depth = 0; depth < 16; depth++) {
    unsigned kind = syntax_kind(syntax, node);
    if (kind == KIND_IDENTIFIER) return true;
    if (kind != KIND_ATTRIBUTE) return false;
    node = syntax_field(syntax, node, FIELD_OBJECT);
  }
  return false;
}

/* `a.b.c` where the file says `import a.b.c`: the module itself. */
static ExprNo imported_module(LanguageBuild *build, NodeNo node) {
  const Map *modules = &python_state(build)->modules;
  if (!modules->live || !is_dotted(build->syntax, node)) return 0;
  const ImportNo *import = map_get(modules, syntax_text(build->syntax, node));
  return import ? language_add_number(build, EXPR_MODULE, 0, *import, node) : 0;
}

/* Only reads are narrowed: a write ends what was known, and a call's callee
 * is asked for without a reference, by the call itself. */
ExprNo language_python_attribute(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo module = imported_module(build, node);
  if (module) return module;
  NodeNo name = syntax_field(build->syntax, node, FIELD_ATTRIBUTE);
  ExprNo object = language_expr(build, syntax_field(build->syntax, node, FIELD_OBJECT));
  ExprNo member = language_use_member(build, object, name, role);
  return role == REF_READ ? language_python_narrowed(build, node, member) : member;
}

/* `x[2:]` is the same kind of thing as x, without its first parts. */
static ExprNo slice_of(LanguageBuild *build, ExprNo base, NodeNo slice) {
  const Syntax *syntax = build->syntax;
  NodeNo start = syntax_named(syntax, slice, 0);
  int64_t first = 0;
  bool is_first = start && syntax->nodes[start].from == syntax->nodes[slice].from;
  if (!is_first || !str_to_int(syntax_text(syntax, start), &first) || first < 0 || first > UINT16_MAX) first = 0;
  return language_add_number(build, EXPR_REST, base, (uint32_t)first, slice);
}

ExprNo language_python_subscript(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role; /* storing into `x[i]` reads x */
  const Syntax *syntax = build->syntax;
  NodeNo value = syntax_field(syntax, node, FIELD_VALUE), last = 0;
  ExprNo base = language_expr(build, value);
  PythonExprs items = {0};
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (c == value) continue;
    ExprNo item = language_expr(build, c);
    if (!syntax_is_named(syntax, c) || syntax_kind(syntax, c) == KIND_COMMENT) continue;
    *vec_add(build->arena, &items) = item;
    last = c;
  }
  if (!base) return 0;
  if (items.len == 1 && syntax_kind(syntax, last) == KIND_SLICE) return slice_of(build, base, last);
  return language_add_list(build, EXPR_INDEX, base, items.items, items.len, node);
}

/* A part of a list is chosen by an instance of `slice`. */
ExprNo language_python_slice(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_visit_expr(build, node);
  ExprNo type = language_python_named(build, STR("slice"), build->syntax->nodes[node].from);
  language_expr_at(build, type)->flags |= EXPR_IN_TYPE;
  return language_add_base(build, EXPR_OF_TYPE, type, node);
}

/* ---- calls ---- */

/* Where a call's reference is placed: at the last name, which is what an
 * editor shows and what a server answers for. */
static NodeNo name_of_callee(const Syntax *syntax, NodeNo callee) {
  for (int depth = 0; depth < 8 && syntax_kind(syntax, callee) == KIND_PARENTHESIZED; depth++) {
    callee = syntax_named(syntax, callee, 0);
  }
  NodeNo name = syntax_kind(syntax, callee) == KIND_ATTRIBUTE
                    ? syntax_field(syntax, callee, FIELD_ATTRIBUTE) : callee;
  return name;
}

ExprNo language_python_keyword(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo name = syntax_field(build->syntax, node, FIELD_NAME);
  ExprNo value = language_expr(build, syntax_field(build->syntax, node, FIELD_VALUE));
  return language_add(build, (Expr){.kind = EXPR_KEYWORD, .at = build->syntax->nodes[node].from,
                                    .base = value, .name = language_name(build, name)});
}

static bool is_chain(unsigned kind) {
  return kind == KIND_CALL || kind == KIND_ATTRIBUTE || kind == KIND_SUBSCRIPT;
}

bool language_python_begins_splat(const LanguageBuild *build, NodeNo node) {
  bool is_inside = is_chain(syntax_kind(build->syntax, node));
  while (is_chain(syntax_kind(build->syntax, node))) node = syntax_first(build->syntax, node);
  return is_inside && syntax_kind(build->syntax, node) == KIND_LIST_SPLAT;
}

/* Of `*f(x)` alone in brackets the grammar takes `*f` for what is called: then
 * the star belongs to the whole, and whoever holds that sees to it. */
ExprNo language_python_splat(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo value = language_expr_inner(build, node, role);
  NodeNo parent = syntax_parent(build->syntax, node);
  if (is_chain(syntax_kind(build->syntax, parent)) && syntax_first(build->syntax, parent) == node) return value;
  return value ? language_add_base(build, EXPR_SPREAD, value, node) : 0;
}

/* In order, starred and keyword ones included. `first_is_type`: cast("T", x)
 * and the like. A lone generator needs no brackets of its own and then
 * stands where the arguments would. */
static void read_arguments(LanguageBuild *build, NodeNo arguments, bool first_is_type, PythonExprs *ret_items) {
  const Syntax *syntax = build->syntax;
  if (syntax_kind(syntax, arguments) == KIND_GENERATOR_EXPRESSION) {
    *vec_add(build->arena, ret_items) = language_expr(build, arguments);
    return;
  }
  for (NodeNo c = syntax_first(syntax, arguments); c; c = syntax_next(syntax, c)) {
    bool is_argument = syntax_is_named(syntax, c) && syntax_kind(syntax, c) != KIND_COMMENT;
    bool is_type = first_is_type && is_argument && !ret_items->len;
    ExprNo item = is_type ? language_type(build, c) : language_expr(build, c);
    if (is_argument) *vec_add(build->arena, ret_items) = item;
  }
}

static ExprNo super_call(LanguageBuild *build, NodeNo node, NodeNo arguments) {
  PythonExprs items = {0};
  read_arguments(build, arguments, false, &items);
  return language_add_list(build, EXPR_SUPER, 0, items.items, items.len, node);
}

/* `super()` is no function here but a way to look members up. A cast is a
 * call like any other for references and has the type it names as its value. */
ExprNo language_python_call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role; /* the call is the reference */
  const Syntax *syntax = build->syntax;
  NodeNo function = syntax_field(syntax, node, FIELD_FUNCTION);
  NodeNo arguments = syntax_field(syntax, node, FIELD_ARGUMENTS);
  bool is_name = syntax_kind(syntax, function) == KIND_IDENTIFIER;
  if (is_name && str_eq(syntax_text(syntax, function), STR("super"))) return super_call(build, node, arguments);

  Str special = language_python_special(build, function);
  bool is_cast = str_eq(special, STR("cast")) || str_eq(special, STR("assert_type"));
  ExprNo callee = language_expr_as(build, function, LANGUAGE_NO_REF);
  PythonExprs items = {0};
  read_arguments(build, arguments, is_cast, &items);
  ExprNo call = language_add_call(build, EXPR_CALL, &(LanguageCall){callee, items.items, items.len, node, name_of_callee(syntax, function)});
  if (is_name) language_python_note_guard(build, node, items.items, items.len);
  if (is_cast && items.len == 2) return language_add_base(build, EXPR_OF_TYPE, items.items[0], node);
  return call;
}

/* ---- operators ---- */

static Str method_of(Str sign) {
  static const struct {
    const char *sign, *method;
  } rows[] = {
      {"+", "__add__"},       {"-", "__sub__"}, {"*", "__mul__"},     {"/", "__truediv__"},
      {"//", "__floordiv__"}, {"%", "__mod__"}, {"**", "__pow__"},    {"@", "__matmul__"},
      {"|", "__or__"},        {"&", "__and__"}, {"^", "__xor__"},     {"<<", "__lshift__"},
      {">>", "__rshift__"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (str_eq_c(sign, rows[i].sign)) return str_from_c(rows[i].method);
  }
  return STR_EMPTY;
}

/* The left operand's method alone: the reflected ones (`__radd__`) would be
 * right for few programs and make every number's sum ambiguous. */
ExprNo language_python_binary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo left = language_expr(build, syntax_field(syntax, node, FIELD_LEFT));
  ExprNo right = language_expr(build, syntax_field(syntax, node, FIELD_RIGHT));
  Str method = method_of(syntax_text(syntax, syntax_field(syntax, node, FIELD_OPERATOR)));
  if (!left || !method.len) return 0;
  return language_python_implied_call(build, left, method, right, node);
}

ExprNo language_python_unary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo value = language_expr(build, syntax_field(syntax, node, FIELD_ARGUMENT));
  Expr literal = *language_expr_at(build, value);
  if (literal.kind == EXPR_LITERAL) {
    literal.name = (NameId){0}; /* another number */
    return language_add(build, literal);
  }
  Str sign = syntax_text(syntax, syntax_field(syntax, node, FIELD_OPERATOR));
  Str method = str_eq(sign, STR("-")) ? STR("__neg__") : str_eq(sign, STR("+")) ? STR("__pos__")
                                                                                : STR("__invert__");
  return language_python_implied_call(build, value, method, 0, node);
}

ExprNo language_python_not(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_expr(build, syntax_field(build->syntax, node, FIELD_ARGUMENT));
  return language_add_literal(build, LITERAL_BOOL, node);
}

ExprNo language_python_comparison(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_visit_expr(build, node);
  language_python_note_type_test(build, node);
  return language_add_literal(build, LITERAL_BOOL, node);
}

/* `a and b`: what a says about names holds in b. */
ExprNo language_python_boolean(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo left = syntax_field(syntax, node, FIELD_LEFT), right = syntax_field(syntax, node, FIELD_RIGHT);
  bool is_and = str_eq(syntax_text(syntax, syntax_field(syntax, node, FIELD_OPERATOR)), STR("and"));
  ExprNo items[2] = {language_expr(build, left), 0};
  if (right) {
    language_python_narrow(build, left, is_and, syntax->nodes[right].from, syntax->nodes[right].to);
  }
  items[1] = language_expr(build, right);
  return language_python_any_of(build, items, 2, node);
}

/* Written `a if c else b`, run c first: the condition is read first, so that
 * what it says is known in both parts. */
ExprNo language_python_conditional(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo parts[3];
  for (unsigned i = 0; i < 3; i++) parts[i] = syntax_named(syntax, node, i);
  if (!parts[2]) {
    language_visit_expr(build, node);
    return 0;
  }
  language_expr(build, parts[1]);
  language_python_narrow(build, parts[1], true, syntax->nodes[parts[0]].from, syntax->nodes[parts[0]].to);
  language_python_narrow(build, parts[1], false, syntax->nodes[parts[2]].from, syntax->nodes[parts[2]].to);
  ExprNo items[2];
  items[0] = language_expr(build, parts[0]);
  items[1] = language_expr(build, parts[2]);
  return language_python_any_of(build, items, 2, node);
}

ExprNo language_python_await(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo value = language_expr_inner(build, node, role == LANGUAGE_NO_REF ? REF_READ : role);
  return value ? language_add_base(build, EXPR_AWAIT, value, node) : 0;
}

/* What `yield` gives back: the second argument of a declared Generator.
 * Without a declaration whoever calls send() decides, and that is not
 * followed. */
static ExprNo sent_value(LanguageBuild *build, NodeNo node) {
  const Expr *type = language_expr_at(build, language_def(build, build->callable)->type);
  if (type->kind != EXPR_APPLY || type->list.count < 2) return 0;
  const Expr *generic = language_expr_at(build, type->base);
  Str name = names_text(build->facts->names, generic->name);
  if (!language_word_in("Generator AsyncGenerator", name)) return 0;
  return language_add_base(build, EXPR_OF_TYPE, build->facts->lists.items[type->list.first + 1], node);
}

/* What is yielded counts as returned: for a generator the result type is
 * made of the elements, and DEF_GENERATOR says to wrap them. */
ExprNo language_python_yield(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo value = language_expr_inner(build, node, REF_READ);
  bool is_from = syntax_child(build->syntax, node, KIND_FROM) != 0;
  language_return(build, is_from && value ? language_add_base(build, EXPR_ITER, value, node) : value);
  return is_from ? 0 : sent_value(build, node);
}

/* ---- literals ---- */

/* Adjacent strings are all of the first one's kind; mixing them is an error. */
static LiteralKind string_kind(const LanguageBuild *build, NodeNo node) {
  NodeNo string = node;
  if (syntax_kind(build->syntax, node) == KIND_CONCATENATED_STRING) string = syntax_named(build->syntax, node, 0);
  Str start = syntax_text(build->syntax, syntax_child(build->syntax, string, KIND_STRING_START));
  for (size_t i = 0; i < start.len; i++) {
    if (start.ptr[i] == 'b' || start.ptr[i] == 'B') return LITERAL_BYTES;
  }
  return LITERAL_STRING;
}

ExprNo language_python_string(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  LiteralKind kind = string_kind(build, node);
  bool is_made = kind == LITERAL_STRING && syntax_child(build->syntax, node, KIND_INTERPOLATION);
  if (is_made) return language_add_template(build, node);
  language_visit_expr(build, node); /* what is interpolated is code */
  return language_add_literal(build, kind, node);
}

ExprNo language_python_ellipsis(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add_literal(build, LITERAL_OTHER, node);
}
