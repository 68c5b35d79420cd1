/* Classes: bases, type parameters, and the body, whose assignments are fields. */
#include "src/languages/python/python_internal.h"

#define MAX_BASES 32

/* `Generic[T]`, `t.Protocol[T]`: the words before the bracket, else empty. */
static Str generic_base(const Syntax *syntax, NodeNo base) {
  if (syntax_kind(syntax, base) != KIND_SUBSCRIPT) return STR_EMPTY;
  Str text = syntax_text(syntax, syntax_field(syntax, base, FIELD_VALUE));
  size_t dot = str_find_last_byte(text, '.');
  return dot == STR_NONE ? text : str_slice(text, dot + 1, text.len);
}

static bool orders_parameters(const Syntax *syntax, NodeNo base) {
  Str name = generic_base(syntax, base);
  return str_eq(name, STR("Generic")) || str_eq(name, STR("Protocol"));
}

/* Keywords (`metaclass=…`) and starred lists stand among the bases without
 * being any. */
static bool is_base(const Syntax *syntax, NodeNo node) {
  unsigned kind = syntax_kind(syntax, node);
  return syntax_is_named(syntax, node) && kind != KIND_COMMENT && kind != KIND_KEYWORD_ARGUMENT &&
         kind != KIND_LIST_SPLAT && kind != KIND_DICTIONARY_SPLAT;
}

/* The reference to the class itself extends; those inside its brackets are types. */
static ExprNo read_base(LanguageBuild *build, NodeNo node) {
  size_t first = build->facts->refs.len;
  ExprNo type = language_type(build, node);
  const Expr *expr = language_expr_at(build, type);
  ExprNo named = expr->kind == EXPR_APPLY ? expr->base : type;
  for (size_t i = first; i < build->facts->refs.len; i++) {
    Ref *ref = &build->facts->refs.items[i];
    if (ref->role == REF_TYPE && ref->expr == named) ref->role = REF_EXTEND;
  }
  return type;
}

/* Generic[...] says the order of the parameters, so it is read first; it is no
 * base that members could come from. */
static size_t read_bases(LanguageBuild *build, NodeNo superclasses, ExprNo *ret_bases) {
  const Syntax *syntax = build->syntax;
  size_t count = 0;
  NodeNo first = superclasses ? syntax_first(syntax, superclasses) : 0;
  ExprNo protocol = 0;
  for (NodeNo c = first; c; c = syntax_next(syntax, c)) {
    if (!orders_parameters(syntax, c)) continue;
    ExprNo base = read_base(build, c);
    if (str_eq(generic_base(syntax, c), STR("Protocol"))) protocol = base;
  }
  for (NodeNo c = first; c; c = syntax_next(syntax, c)) {
    ExprNo base = 0;
    if (orders_parameters(syntax, c)) base = str_eq(generic_base(syntax, c), STR("Protocol")) ? protocol : 0;
    else if (is_base(syntax, c)) base = read_base(build, c);
    else language_expr(build, c);
    if (base && count < MAX_BASES) ret_bases[count++] = base;
  }
  return count;
}

/* The last name of a base, with or without arguments and a module before it:
 * `enum.Enum`, `Generic[T]`. Bases are judged by name here because nothing
 * is resolved yet; a class called Enum that is none is taken for one. */
static Str base_name(LanguageBuild *build, ExprNo base) {
  const Expr *expr = language_expr_at(build, base);
  if (expr->kind == EXPR_APPLY) expr = language_expr_at(build, expr->base);
  bool is_name = expr->kind == EXPR_NAME || expr->kind == EXPR_MEMBER;
  return is_name ? names_text(build->facts->names, expr->name) : STR_EMPTY;
}

static bool has_base(LanguageBuild *build, const ExprNo *bases, size_t count, const char *name) {
  for (size_t i = 0; i < count; i++) {
    if (str_eq_c(base_name(build, bases[i]), name)) return true;
  }
  return false;
}

static SymbolKind kind_of(LanguageBuild *build, const ExprNo *bases, size_t count) {
  for (size_t i = 0; i < count; i++) {
    Str name = base_name(build, bases[i]);
    if (language_word_in("Enum IntEnum StrEnum Flag IntFlag ReprEnum", name)) return SYMBOL_ENUM;
    if (str_eq(name, STR("Protocol"))) return SYMBOL_PROTOCOL;
  }
  return SYMBOL_CLASS;
}

/* The state's function stays what it was: a class inside a function still
 * sees that function's names, and `type` being set is what says that
 * assignments make fields now. */
static void read_body(LanguageBuild *build, PythonClass *type, NodeNo body) {
  PythonState *state = python_state(build);
  PythonClass *outer = state->type;
  uint32_t block_to = state->block_to;
  bool block_leaves = state->block_leaves;
  state->type = type;
  state->block_to = 0;
  state->block_leaves = false;
  language_visit(build, body);
  state->type = outer;
  state->block_to = block_to;
  state->block_leaves = block_leaves;
}

/* The kind is not known before the bases are read, and the bases not before
 * the definition exists that they are attached to; so it starts as a class
 * and is corrected. References that the bases make belong to the class, not
 * to the text around it: a change of a base then reaches the class. */
void language_python_class(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  PythonDecorators decorators = language_python_take_decorators(build, node);
  unsigned flags = language_python_visibility(build, syntax_text(syntax, syntax_field(syntax, node, FIELD_NAME)));
  DefNo def = language_python_define(build, node, SYMBOL_CLASS, flags, &decorators);

  PythonGenerics generics;
  ExprNo bases[MAX_BASES];
  size_t first_ref = build->facts->refs.len;
  language_python_generics_begin(build, &generics, syntax_field(syntax, node, FIELD_TYPE_PARAMETERS));
  size_t count = read_bases(build, syntax_field(syntax, node, FIELD_SUPERCLASSES), bases);
  ExprList list = language_list(build, bases, count);
  SymbolKind kind = kind_of(build, bases, count);
  language_def(build, def)->bases = list;
  language_def(build, def)->kind = (uint8_t)kind;
  for (size_t i = first_ref; i < build->facts->refs.len; i++) {
    Ref *ref = &build->facts->refs.items[i];
    if (ref->role == REF_EXTEND || ref->role == REF_TYPE) ref->from = def;
  }

  LanguageOpen before;
  PythonClass type = {.def = def, .is_enum = kind == SYMBOL_ENUM,
                      .is_tuple = has_base(build, bases, count, "NamedTuple")};
  map_init(&type.names, build->arena);
  type.scope = language_open(build, SCOPE_TYPE, node, def, &before);
  language_python_generics_open(build, &generics, type.scope);
  read_body(build, &type, syntax_field(syntax, node, FIELD_BODY));
  language_close(build, &before);
  language_python_generics_end(build, &generics);
  if (type.parts.len && count < MAX_BASES) { /* it can be taken apart as a tuple of its fields */
    bases[count++] = language_add_list(build, EXPR_TUPLE_OF, 0, type.parts.items, type.parts.len, node);
    list = language_list(build, bases, count);
    language_def(build, def)->bases = list;
  }
}
