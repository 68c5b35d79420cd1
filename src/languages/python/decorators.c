/* Decorators, and what functions and classes have in common. */
#include "src/languages/python/python_internal.h"

static const struct {
  const char *names;
  unsigned flags;
/* Decorators whose effect is known by name. Everything else is evaluated: a
 * decorator is a function whose result replaces what it decorates. */
} meanings[] = {
    {"staticmethod abstractstaticmethod", DEF_STATIC},
    {"classmethod abstractclassmethod", DEF_CLASS_METHOD},
    {"property cached_property abstractproperty cachedproperty lazy_property reify hybrid_property", DEF_PROPERTY},
    {"abstractmethod abstractproperty abstractclassmethod abstractstaticmethod", DEF_ABSTRACT},
    {"overload", DEF_OVERLOAD},
    {"final", DEF_FINAL},
};

/* `@x.setter` belongs to the property x. */
static unsigned accessor_flags(const Syntax *syntax, NodeNo expr, Str name) {
  if (syntax_kind(syntax, expr) != KIND_ATTRIBUTE) return 0;
  if (str_eq(name, STR("setter")) || str_eq(name, STR("deleter"))) return DEF_PROPERTY | DEF_SETTER;
  return str_eq(name, STR("getter")) ? DEF_PROPERTY : 0;
}

static NodeNo last_name(const Syntax *syntax, NodeNo expr) {
  return syntax_kind(syntax, expr) == KIND_ATTRIBUTE ? syntax_field(syntax, expr, FIELD_ATTRIBUTE) : expr;
}

/* `@d(...)` decorates with what the call gives; both the call and the use of
 * `d` as a decorator are references, since somebody who asks for what `d`
 * decorates does not care whether it takes arguments. */
static void read_decorator(LanguageBuild *build, NodeNo node, PythonDecorators *decorators) {
  const Syntax *syntax = build->syntax;
  NodeNo expr = syntax_named(syntax, node, 0);
  bool is_call = syntax_kind(syntax, expr) == KIND_CALL;
  NodeNo callee = is_call ? syntax_field(syntax, expr, FIELD_FUNCTION) : expr;
  NodeNo name = last_name(syntax, callee);
  Str text = syntax_text(syntax, name);
  ExprNo value = language_expr_as(build, expr, REF_DECORATE);
  if (is_call && language_expr_at(build, value)->kind == EXPR_CALL) {
    language_ref(build, REF_DECORATE, language_expr_at(build, value)->base, name);
  }
  *vec_add(build->arena, &decorators->exprs) = value;
  if (!is_call) decorators->flags |= accessor_flags(syntax, callee, text);
  for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
    if (language_word_in(meanings[i].names, text)) decorators->flags |= meanings[i].flags;
  }
}

/* The grammar puts decorators around the definition, so they are read first
 * and left in the state for the definition that follows, which takes them.
 * Cleared at the end too: broken text may have decorators with no definition
 * behind them. */
void language_python_decorated(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  PythonState *state = python_state(build);
  PythonDecorators decorators = {.whole = node, .first_ref = build->facts->refs.len};
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == KIND_DECORATOR) {
      read_decorator(build, c, &decorators);
      continue;
    }
    state->decorators = &decorators;
    language_visit(build, c);
  }
  state->decorators = NULL;
}

/* Taken, not read: definitions inside the decorated one must not find them. */
PythonDecorators language_python_take_decorators(LanguageBuild *build, NodeNo node) {
  PythonState *state = python_state(build);
  PythonDecorators none = {.whole = node, .first_ref = build->facts->refs.len};
  PythonDecorators taken = state->decorators ? *state->decorators : none;
  state->decorators = NULL;
  return taken;
}

/* ---- definitions ---- */

/* Blocks (`if`, `for`, `try`) open scopes for narrowing alone; a name
 * assigned in one belongs to the class, function or module around it. */
ScopeNo language_python_home(const LanguageBuild *build) {
  const PythonState *state = python_state(build);
  if (state->type) return state->type->scope;
  return state->function ? state->function->scope : PYTHON_MODULE_SCOPE;
}

/* Names of a module are seen from everywhere; an underscore asks not to look. */
unsigned language_python_visibility(LanguageBuild *build, Str name) {
  const PythonState *state = python_state(build);
  bool is_dunder = str_starts_with(name, STR("__")) && str_ends_with(name, STR("__"));
  bool is_hidden = str_starts_with(name, STR("_")) && !is_dunder;
  if (state->type) {
    if (!is_hidden) return DEF_EXPORTED;
    return str_starts_with(name, STR("__")) ? DEF_PRIVATE : DEF_PROTECTED;
  }
  if (state->function) return 0;
  if (map_get(&state->exported, name)) return DEF_EXPORTED;
  return is_hidden ? DEF_PRIVATE : DEF_EXPORTED;
}

/* The string that is a body's first statement. */
static NodeNo doc_in(const Syntax *syntax, NodeNo body) {
  NodeNo statement = syntax_named(syntax, body, 0);
  if (syntax_kind(syntax, statement) != KIND_EXPRESSION_STATEMENT) return 0;
  NodeNo value = syntax_named(syntax, statement, 0);
  unsigned kind = syntax_kind(syntax, value);
  return kind == KIND_STRING || kind == KIND_CONCATENATED_STRING ? value : 0;
}

/* A definition's range begins at its decorators, its signature at `def` or
 * `class`. The bind ends with the block it stands in: behind an `if` both
 * alternatives may hold. References of the decorators are given to the
 * definition, which did not exist when they were made. */
DefNo language_python_define(LanguageBuild *build, NodeNo node, SymbolKind kind, unsigned flags,
                             const PythonDecorators *decorators) {
  const Syntax *syntax = build->syntax;
  PythonState *state = python_state(build);
  NodeNo body = syntax_field(syntax, node, FIELD_BODY);
  LanguageDef define = {.kind = kind, .flags = flags | decorators->flags,
                        .name = syntax_field(syntax, node, FIELD_NAME), .whole = decorators->whole,
                        .body = body, .doc = doc_in(syntax, body), .scope = language_python_home(build),
                        .from = syntax->nodes[node].to};
  DefNo no = language_define(build, &define);
  if (!no) return 0;
  Def *def = language_def(build, no);
  def->signature.from = syntax->nodes[node].from;
  def->decorators = language_list(build, decorators->exprs.items, decorators->exprs.len);
  vec_last(&build->facts->binds)->to = state->block_to;
  for (size_t i = decorators->first_ref; i < build->facts->refs.len; i++) {
    Ref *ref = &build->facts->refs.items[i];
    if (ref->role == REF_DECORATE) ref->from = no;
  }
  Str name = syntax_text(syntax, define.name);
  if (state->type) map_put(&state->type->names, name, state);
  else if (!state->function) map_put(&state->names, name, state);
  return no;
}
