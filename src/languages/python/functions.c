/* Functions, methods and lambdas. Annotations, defaults and decorators are read
 * in the scope around; only the body belongs to the function itself. */
#include "src/languages/python/python_internal.h"

/* One parameter as it is written. Parameters are gathered first and bound
 * later: their annotations and defaults belong to the scope around the
 * function, which must still be the open one while they are read. */
typedef struct Parameter {
  NodeNo name;
  ExprNo type, value;
  unsigned flags;
} Parameter;

typedef VEC(Parameter) Parameters;

/* ---- parameters ---- */

/* A star or two before a name: `*args` and `**kwargs` are written as
 * patterns around the name, alone or inside a typed parameter. */
static void read_pattern(const Syntax *syntax, NodeNo node, Parameter *parameter) {
  if (syntax_kind(syntax, node) == KIND_LIST_SPLAT_PATTERN) parameter->flags |= BIND_VARIADIC;
  if (syntax_kind(syntax, node) == KIND_DICTIONARY_SPLAT_PATTERN) parameter->flags |= BIND_KEYWORDS;
  bool is_splat = (parameter->flags & (BIND_VARIADIC | BIND_KEYWORDS)) != 0;
  parameter->name = is_splat ? syntax_named(syntax, node, 0) : node;
}

/* False: a sign, or nothing that has a name. */
static bool read_parameter(LanguageBuild *build, NodeNo node, Parameter *ret_parameter) {
  const Syntax *syntax = build->syntax;
  Parameter parameter = {.flags = BIND_PARAM};
  switch (syntax_kind(syntax, node)) {
    case KIND_IDENTIFIER:
    case KIND_LIST_SPLAT_PATTERN:
    case KIND_DICTIONARY_SPLAT_PATTERN: read_pattern(syntax, node, &parameter); break;
    case KIND_TYPED_PARAMETER: read_pattern(syntax, syntax_named(syntax, node, 0), &parameter); break;
    case KIND_DEFAULT_PARAMETER:
    case KIND_TYPED_DEFAULT_PARAMETER:
      parameter.name = syntax_field(syntax, node, FIELD_NAME);
      parameter.flags |= BIND_OPTIONAL;
      break;
    default: return false;
  }
  parameter.type = language_type(build, syntax_field(syntax, node, FIELD_TYPE));
  if (!parameter.type) parameter.type = language_python_commented_type(build, syntax->nodes[node].to);
  parameter.value = language_expr(build, syntax_field(syntax, node, FIELD_VALUE));
  *ret_parameter = parameter;
  return syntax_kind(syntax, parameter.name) == KIND_IDENTIFIER;
}

/* Everything behind a lone `*` or behind `*args` can be given by keyword
 * alone, which matching of arguments has to know: such a parameter takes no
 * position. */
static void read_parameters(LanguageBuild *build, NodeNo node, Parameters *ret_parameters) {
  const Syntax *syntax = build->syntax;
  bool by_keyword = false;
  for (NodeNo c = node ? syntax_first(syntax, node) : 0; c; c = syntax_next(syntax, c)) {
    Parameter parameter;
    if (syntax_kind(syntax, c) == KIND_KEYWORD_SEPARATOR) by_keyword = true;
    if (!read_parameter(build, c, &parameter)) continue;
    if (by_keyword && !(parameter.flags & BIND_KEYWORDS)) parameter.flags |= BIND_KEYWORD_ONLY;
    if (parameter.flags & BIND_VARIADIC) by_keyword = true;
    *vec_add(build->arena, ret_parameters) = parameter;
  }
}

/* By position; a receiver may be left out. What a parameter says itself counts
 * before it. */
static void take_types(const PythonSignature *signature, Parameters *parameters) {
  size_t first = parameters->len > signature->count ? parameters->len - signature->count : 0;
  if (first > 1) return;
  for (size_t i = first; i < parameters->len && i - first < signature->count; i++) {
    if (!parameters->items[i].type) parameters->items[i].type = signature->types[i - first];
  }
}

static void note_name(LanguageBuild *build, PythonFunction *function, NameId name) {
  *vec_add(build->arena, &function->seen) = name;
}

/* The first plain parameter of a method is the receiver, whatever it is
 * called; `def f(*args)` in a class has none, though it is given one. */
static void bind_parameters(LanguageBuild *build, PythonFunction *function, const Parameters *parameters,
                            bool is_method) {
  for (size_t i = 0; i < parameters->len; i++) {
    const Parameter *parameter = &parameters->items[i];
    unsigned flags = parameter->flags;
    NameId name = language_name(build, parameter->name);
    bool is_plain = !(flags & (BIND_VARIADIC | BIND_KEYWORDS | BIND_KEYWORD_ONLY));
    if (is_method && i == 0 && is_plain) {
      flags |= BIND_RECEIVER;
      function->self = name;
    }
    language_bind(build, (Bind){.name = name, .flags = flags, .from = build->syntax->nodes[parameter->name].from,
                                .type = parameter->type, .value = parameter->value});
    note_name(build, function, name);
  }
}

static bool has_variadic(const Parameters *parameters) {
  for (size_t i = 0; i < parameters->len; i++) {
    if (parameters->items[i].flags & BIND_VARIADIC) return true;
  }
  return false;
}

/* ---- generators ---- */

/* The node after the whole of this one. */
static NodeNo after(const Syntax *syntax, NodeNo node) {
  for (; node; node = syntax_parent(syntax, node)) {
    if (syntax_next(syntax, node)) return syntax_next(syntax, node);
  }
  return syntax->count;
}

/* Whether the body is a generator's. Nodes are numbered in the order of the
 * text, each before its parts, so the whole body is a run of numbers:
 * functions and classes inside it are stepped over by going on behind them. */
static bool yields(const Syntax *syntax, NodeNo body) {
  NodeNo end = body ? after(syntax, body) : 0;
  for (NodeNo node = body; node < end;) {
    unsigned kind = syntax_kind(syntax, node);
    if (kind == KIND_YIELD) return true;
    bool is_other = kind == KIND_FUNCTION_DEFINITION || kind == KIND_LAMBDA || kind == KIND_CLASS_DEFINITION;
    node = is_other ? after(syntax, node) : node + 1;
  }
  return false;
}

/* ---- functions ---- */

/* `__new__` and its like are class methods without saying so: the
 * interpreter treats them as such by their name. */
static unsigned flags_of(LanguageBuild *build, NodeNo node, Str name, const PythonDecorators *decorators) {
  const PythonState *state = python_state(build);
  unsigned flags = language_python_visibility(build, name);
  if (language_python_is_async(build, node)) flags |= DEF_ASYNC;
  if (yields(build->syntax, syntax_field(build->syntax, node, FIELD_BODY))) flags |= DEF_GENERATOR;
  if (state->type && !(decorators->flags & DEF_STATIC) &&
      language_word_in("__new__ __init_subclass__ __class_getitem__", name)) {
    flags |= DEF_CLASS_METHOD;
  }
  if (build->facts->is_test && str_starts_with(name, STR("test"))) flags |= DEF_TEST;
  return flags;
}

static SymbolKind kind_of(const PythonState *state, Str name) {
  if (!state->type) return SYMBOL_FUNCTION;
  return str_eq(name, STR("__init__")) ? SYMBOL_CONSTRUCTOR : SYMBOL_METHOD;
}

/* Types that a signature names are used by the function, not by what is around it. */
static void own_type_refs(LanguageBuild *build, size_t first, DefNo def) {
  for (size_t i = first; i < build->facts->refs.len; i++) {
    Ref *ref = &build->facts->refs.items[i];
    if (ref->role == REF_TYPE) ref->from = def;
  }
}

/* A body starts afresh: it is in no class (assignments make locals, no
 * fields) and in no conditional block of what is around it (the function may
 * be called from anywhere, at any time). All of that is put back behind it. */
static void read_body(LanguageBuild *build, PythonFunction *function, NodeNo body) {
  PythonState *state = python_state(build);
  PythonClass *type = state->type;
  uint32_t block_to = state->block_to;
  bool block_leaves = state->block_leaves;
  function->outer = state->function;
  state->function = function;
  state->type = NULL;
  state->block_to = 0;
  state->block_leaves = false;
  language_visit(build, body);
  state->function = function->outer;
  state->type = type;
  state->block_to = block_to;
  state->block_leaves = block_leaves;
}

/* The order matters. The definition comes first, so that decorators,
 * annotations and defaults can be attached to it. Annotations are read next,
 * while the scope around is open, and gather the type variables that they
 * name; only then is the function's own scope opened, and those variables
 * get it as their home. */
void language_python_function(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  PythonState *state = python_state(build);
  PythonDecorators decorators = language_python_take_decorators(build, node);
  Str name = syntax_text(syntax, syntax_field(syntax, node, FIELD_NAME));
  unsigned flags = flags_of(build, node, name, &decorators);
  DefNo def = language_python_define(build, node, kind_of(state, name), flags, &decorators);

  PythonGenerics generics;
  Parameters parameters = {0};
  size_t first_ref = build->facts->refs.len;
  language_python_generics_begin(build, &generics, syntax_field(syntax, node, FIELD_TYPE_PARAMETERS));
  read_parameters(build, syntax_field(syntax, node, FIELD_PARAMETERS), &parameters);
  ExprNo result = language_type(build, syntax_field(syntax, node, FIELD_RETURN_TYPE));
  PythonSignature signature;
  if (!result && language_python_commented_signature(build, syntax_field(syntax, node, FIELD_PARAMETERS), &signature)) {
    result = signature.result;
    if (signature.count) take_types(&signature, &parameters);
  }
  language_def(build, def)->type = result;
  if (has_variadic(&parameters)) language_def(build, def)->flags |= DEF_VARIADIC;
  own_type_refs(build, first_ref, def);

  flags = language_def(build, def)->flags;
  LanguageOpen before;
  PythonFunction function = {.type = state->type, .is_of_type = (flags & DEF_CLASS_METHOD) != 0,
                             .is_generator = (flags & DEF_GENERATOR) != 0};
  function.scope = language_open(build, SCOPE_FUNCTION, node, def, &before);
  language_python_generics_open(build, &generics, function.scope);
  bind_parameters(build, &function, &parameters, state->type && !(flags & DEF_STATIC));
  read_body(build, &function, syntax_field(syntax, node, FIELD_BODY));
  language_close(build, &before);
  language_python_generics_end(build, &generics);
}

/* Belongs to the function around it: it has no name of its own. */
ExprNo language_python_lambda(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  PythonState *state = python_state(build);
  NodeNo body = syntax_field(syntax, node, FIELD_BODY);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .whole = node, .body = body});
  Parameters parameters = {0};
  read_parameters(build, syntax_field(syntax, node, FIELD_PARAMETERS), &parameters);
  if (has_variadic(&parameters)) language_def(build, def)->flags |= DEF_VARIADIC;

  LanguageOpen before;
  PythonFunction function = {.outer = state->function};
  PythonClass *type = state->type;
  function.scope = language_open(build, SCOPE_FUNCTION, node, def, &before);
  bind_parameters(build, &function, &parameters, false);
  state->function = &function;
  state->type = NULL;
  language_return(build, language_expr(build, body));
  state->function = function.outer;
  state->type = type;
  language_close(build, &before);
  return language_add_func(build, def, node);
}
