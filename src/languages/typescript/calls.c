/* Calls, `new`, members and what is needed to say what is called. */
#include "src/languages/typescript/typescript_internal.h"

/* Arguments are read even if what they are given to is not known, for their
 * references. */
ExprNo language_ts_apply(LanguageBuild *build, ExprNo generic, NodeNo type_arguments) {
  if (!type_arguments) return generic;
  TsItems types = {0};
  for (NodeNo c = syntax_first(build->syntax, type_arguments); c; c = syntax_next(build->syntax, c)) {
    if (!syntax_is_named(build->syntax, c) || language_ts_is_comment(build, c)) continue;
    ExprNo type = language_type(build, c);
    language_ts_add_item(build, &types, type ? type : language_ts_unknown(build, c));
  }
  return generic ? language_add_list(build, EXPR_APPLY, generic, types.items, types.len, type_arguments) : 0;
}

/* The name that a reader would point at. */
static NodeNo site_of(const LanguageBuild *build, NodeNo callee) {
  for (int i = 0; i < 16 && callee; i++) {
    NodeNo inner = 0;
    switch (language_ts_kind(build, callee)) {
      case TS_PARENTHESIZED:
      case TS_NON_NULL:
      case TS_AS:
      case TS_SATISFIES:
      case TS_INSTANTIATION: inner = syntax_named(build->syntax, callee, 0); break;
      case TS_SEQUENCE: inner = language_ts_field(build, callee, TS_F_RIGHT); break;
      case TS_MEMBER: return language_ts_field(build, callee, TS_F_PROPERTY);
      case TS_SUBSCRIPT: return language_ts_field(build, callee, TS_F_INDEX);
      default: return callee;
    }
    if (!inner) return callee;
    callee = inner;
  }
  return callee;
}

/* Of a tagged template the first argument is the texts, the others what is
 * substituted. */
static void arguments(LanguageBuild *build, NodeNo list, TsItems *items) {
  if (!list) return;
  bool is_template = language_ts_kind(build, list) == TS_TEMPLATE_STRING;
  if (is_template) {
    language_note_text(build, list);
    language_ts_add_item(build, items, language_ts_unknown(build, list));
  }
  for (NodeNo c = syntax_first(build->syntax, list); c; c = syntax_next(build->syntax, c)) {
    if (!syntax_is_named(build->syntax, c) || language_ts_is_comment(build, c)) continue;
    if (is_template && language_ts_kind(build, c) != TS_TEMPLATE_SUBSTITUTION) continue;
    ExprNo value = is_template ? language_expr_inner(build, c, REF_READ) : language_expr(build, c);
    language_ts_add_item(build, items, value ? value : language_ts_unknown(build, c));
  }
}

static NodeNo only_string(const LanguageBuild *build, NodeNo list) {
  NodeNo first = syntax_named(build->syntax, list, 0);
  return language_ts_kind(build, first) == TS_STRING ? first : 0;
}

static bool is_require(const LanguageBuild *build, NodeNo function, NodeNo list) {
  return language_ts_kind(build, function) == TS_IDENTIFIER && only_string(build, list) &&
         str_eq_c(syntax_text(build->syntax, function), "require") && !syntax_named(build->syntax, list, 1);
}

/* A callee in brackets with a cast: what is cast; 0: there is none. */
static NodeNo cast_in(const LanguageBuild *build, NodeNo callee) {
  for (int i = 0; i < 8 && callee; i++) {
    unsigned kind = language_ts_kind(build, callee);
    bool is_cast = kind == TS_AS && syntax_named(build->syntax, callee, 1);
    if (is_cast) return callee;
    if (kind != TS_PARENTHESIZED && kind != TS_NON_NULL) return 0;
    callee = syntax_named(build->syntax, callee, 0);
  }
  return 0;
}

/* `(f as T)(x)` calls f and gives what a T gives. */
static ExprNo call_cast(LanguageBuild *build, NodeNo node, NodeNo cast) {
  TsItems items = {0};
  ExprNo callee = language_expr_as(build, syntax_named(build->syntax, cast, 0), LANGUAGE_NO_REF);
  ExprNo type = language_type(build, syntax_named(build->syntax, cast, 1));
  arguments(build, language_ts_field(build, node, TS_F_ARGUMENTS), &items);
  language_add_call(build, EXPR_CALL, &(LanguageCall){callee, items.items, items.len, node, site_of(build, language_ts_field(build, node, TS_F_FUNCTION))});
  if (!type) return 0;
  ExprNo typed = language_add_base(build, EXPR_OF_TYPE, type, cast);
  return language_add_list(build, EXPR_CALL, typed, items.items, items.len, node);
}

/* What an asynchronous function gives. */
static ExprNo promised(LanguageBuild *build, ExprNo value, NodeNo node) {
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_ASYNC, .whole = node,
                                                    .no_bind = true});
  language_def(build, def)->value = value;
  return language_add_base(build, EXPR_CALL, language_add_func(build, def, node), node);
}

/* `Object.create(x)` has what x has. */
static bool is_create(LanguageBuild *build, NodeNo function, const TsItems *items) {
  return language_ts_state(build)->is_script && items->len && items->items[0] &&
         str_eq_c(syntax_text(build->syntax, function), "Object.create");
}

/* `f.call(self, x)` gives what f gives for x, and x is given to f: a further call, which
 * a bind that nobody finds keeps, stands for that. What has a `call` of its own gives
 * the result of that. */
static ExprNo lent(LanguageBuild *build, NodeNo node, ExprNo callee, const TsItems *items, ExprNo made) {
  Expr expr = callee ? *language_expr_at(build, callee) : (Expr){0};
  bool is_lent = language_ts_state(build)->is_script && expr.kind == EXPR_MEMBER && expr.base && items->len &&
                 str_eq_c(names_text(build->facts->names, expr.name), "call");
  if (!is_lent) return made;
  ExprNo ways[2] = {made, language_add_list(build, EXPR_CALL, expr.base, items->items + 1, items->len - 1, node)};
  if (items->len > 1) language_bind(build, (Bind){.name = language_intern(build, STR("(lent)")), .flags = BIND_NARROW | BIND_VALUE, .value = ways[1]});
  ExprNo value = language_add_list(build, EXPR_ANY, 0, ways, 2, node);
  language_expr_at(build, value)->flags |= EXPR_OPTIONAL;
  return value;
}

static ExprNo call(LanguageBuild *build, NodeNo node, NodeNo function) {
  NodeNo list = language_ts_field(build, node, TS_F_ARGUMENTS);
  TsItems items = {0};
  ExprNo callee = language_expr_as(build, function, LANGUAGE_NO_REF);
  callee = language_ts_apply(build, callee, language_ts_field(build, node, TS_F_TYPE_ARGUMENTS));
  size_t first = build->facts->binds.len;
  arguments(build, list, &items);
  language_ts_inherit(build, function, list, &items, first);
  ExprNo made = language_add_call(build, EXPR_CALL, &(LanguageCall){callee, items.items, items.len, node, site_of(build, function)});
  language_ts_lend(build, list, items.len, made);
  ExprNo class = language_ts_extended(build, function, list, &items);
  if (class) return class;
  return is_create(build, function, &items) ? items.items[0] : lent(build, node, callee, &items, made);
}

/* The grammar binds type arguments weaker than operators: `await f<T>(x)` and
 * `a || f<T>(x)` are calls of what stands before the arguments to it. What is
 * called is the last operand. */
static ExprNo call_operand(LanguageBuild *build, NodeNo node, NodeNo function) {
  switch (language_ts_kind(build, function)) {
    case TS_AWAIT: {
      ExprNo value = call_operand(build, node, syntax_named(build->syntax, function, 0));
      return value ? language_add_base(build, EXPR_AWAIT, value, function) : 0;
    }
    case TS_UNARY:
      call_operand(build, node, language_ts_field(build, function, TS_F_ARGUMENT));
      return language_ts_unknown(build, function);
    case TS_BINARY: {
      ExprNo left = language_expr(build, language_ts_field(build, function, TS_F_LEFT));
      return language_ts_combine(build, function, left, call_operand(build, node, language_ts_field(build, function, TS_F_RIGHT)));
    }
    default: return call(build, node, function);
  }
}

/* `import("x")` promises the module; as a type (`typeof import("x")`) it is
 * the module itself. `require(variable)` leads nowhere and is a plain call. */
ExprNo language_ts_expr_call(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo function = language_ts_field(build, node, TS_F_FUNCTION);
  NodeNo list = language_ts_field(build, node, TS_F_ARGUMENTS);
  TsItems items = {0};
  bool imports = language_ts_kind(build, function) == TS_IMPORT;
  if (imports || is_require(build, function, list)) {
    NodeNo source = only_string(build, list);
    arguments(build, list, &items);
    if (!source) return 0;
    ExprNo module = language_ts_module(build, source);
    return imports && role != REF_TYPE ? promised(build, module, node) : module;
  }
  NodeNo cast = cast_in(build, function);
  if (cast) return call_cast(build, node, cast);
  return language_ts_field(build, node, TS_F_TYPE_ARGUMENTS) ? call_operand(build, node, function) : call(build, node, function);
}

ExprNo language_ts_expr_new(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo type = language_ts_field(build, node, TS_F_CONSTRUCTOR);
  TsItems items = {0};
  ExprNo callee = language_expr_as(build, type, LANGUAGE_NO_REF);
  callee = language_ts_apply(build, callee, language_ts_field(build, node, TS_F_TYPE_ARGUMENTS));
  arguments(build, language_ts_field(build, node, TS_F_ARGUMENTS), &items);
  return language_add_call(build, EXPR_NEW, &(LanguageCall){callee, items.items, items.len, node, site_of(build, type)});
}

ExprNo language_ts_expr_instantiation(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo callee = language_expr_as(build, syntax_named(build->syntax, node, 0), role);
  return language_ts_apply(build, callee, language_ts_field(build, node, TS_F_TYPE_ARGUMENTS));
}

/* `x.constructor` is what x is an instance of. `this` of a plain function is taken for
 * what it makes, which only those are known to do that are called like a type. */
static bool names_constructor(LanguageBuild *build, NodeNo node) {
  const TsState *state = language_ts_state(build);
  if (!state->is_script || !str_eq_c(syntax_text(build->syntax, language_ts_field(build, node, TS_F_PROPERTY)), "constructor")) return false;
  if (language_ts_kind(build, language_ts_field(build, node, TS_F_OBJECT)) != TS_THIS || !state->self.made) return true;
  Str name = names_text(build->facts->names, state->self.name);
  return name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
}

ExprNo language_ts_expr_member(LanguageBuild *build, NodeNo node, unsigned role) {
  if (language_ts_state(build)->is_commonjs && language_ts_is_module_exports(build, node)) {
    return language_ts_exports(build, node);
  }
  ExprNo base = language_expr(build, language_ts_field(build, node, TS_F_OBJECT));
  NodeNo property = language_ts_field(build, node, TS_F_PROPERTY);
  if (!base || !property) return 0;
  ExprNo instance = language_ts_expr_prototype(build, node);
  if (instance) return instance;
  if (role != REF_WRITE && names_constructor(build, node)) return language_add_base(build, EXPR_TYPE_OF, base, node);
  return language_use_member(build, base, property, role);
}

/* `a["b"]` is `a.b`, and `a[Symbol.iterator]` a member of that name. */
static NameId subscript_name(LanguageBuild *build, NodeNo index) {
  if (language_ts_kind(build, index) == TS_STRING) return language_intern(build, language_ts_string(build, index));
  Str text = syntax_text(build->syntax, index);
  if (language_ts_kind(build, index) != TS_MEMBER || !str_starts_with(text, STR("Symbol."))) return (NameId){0};
  return language_intern(build, str_format(build->arena, "[%.*s]", STR_ARG(text)));
}

ExprNo language_ts_expr_subscript(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo base = language_expr(build, language_ts_field(build, node, TS_F_OBJECT));
  NodeNo index = language_ts_field(build, node, TS_F_INDEX);
  NameId name = subscript_name(build, index);
  if (name.value) {
    language_visit_expr(build, index);
    if (!base) return 0;
    ExprNo member = language_ts_member(build, base, name, index);
    language_ref(build, role, member, index);
    return member;
  }
  ExprNo at = language_expr(build, index);
  if (!at) at = language_ts_unknown(build, index ? index : node);
  if (!base) return 0;
  ExprNo value = language_add_list(build, EXPR_INDEX, base, &at, 1, node);
  unsigned kind = language_ts_kind(build, index);
  if (kind == TS_IDENTIFIER || kind == TS_MEMBER) { /* perhaps `[key]: …` of the object */
    Str text = syntax_text(build->syntax, index);
    NameId computed = language_intern(build, str_format(build->arena, "[%.*s]", STR_ARG(text)));
    language_expr_at(build, value)->name = computed;
  }
  return value;
}
