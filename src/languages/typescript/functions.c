/* Functions: declarations, expressions, signatures, their parameters and type
 * parameters. `this` belongs to whatever function binds it: arrow functions do
 * not, methods do, other functions leave it unknown. */
#include "src/languages/typescript/typescript_internal.h"

/* ---- type parameters ---- */

/* In the open scope. The bind's value is the default, which stands in where
 * nothing can be inferred. */
void language_ts_type_parameters(LanguageBuild *build, NodeNo node) {
  NodeNo list = language_ts_field(build, node, TS_F_TYPE_PARAMETERS);
  if (!list) return;
  for (NodeNo c = syntax_first(build->syntax, list); c; c = syntax_next(build->syntax, c)) {
    if (language_ts_kind(build, c) != TS_TYPE_PARAMETER) continue;
    ExprNo bound = language_type(build, language_ts_field(build, c, TS_F_CONSTRAINT));
    ExprNo otherwise = language_type(build, language_ts_field(build, c, TS_F_VALUE));
    language_bind(build, (Bind){.name = language_name(build, language_ts_field(build, c, TS_F_NAME)),
                                .flags = BIND_TYPE_PARAM | BIND_TYPE | BIND_HOISTED,
                                .from = build->syntax->nodes[c].from, .type = bound, .value = otherwise});
  }
}

/* ---- parameters ---- */

/* `...xs: T[]`: the type of one of them. */
static ExprNo element_type(LanguageBuild *build, NodeNo annotation) {
  NodeNo type = syntax_named(build->syntax, annotation, 0);
  if (language_ts_kind(build, type) == TS_READONLY_TYPE) type = syntax_named(build->syntax, type, 0);
  if (language_ts_kind(build, type) == TS_ARRAY_TYPE) {
    return language_type(build, syntax_named(build->syntax, type, 0));
  }
  ExprNo whole = language_type(build, annotation);
  if (!whole) return 0;
  ExprNo value = language_add_base(build, EXPR_OF_TYPE, whole, annotation);
  ExprNo one = language_add_base(build, EXPR_ITER, value, annotation);
  return language_add_base(build, EXPR_TYPE_OF, one, annotation);
}

/* A parameter in either language's shape: typed ones are nodes of their own,
 * plain ones are the pattern itself. */
typedef struct Parameter {
  NodeNo node;
  NodeNo pattern; /* a name or what takes it apart */
  NodeNo type;    /* annotation; 0: none */
  NodeNo value;   /* default; 0: none */
  bool is_rest, is_optional;
  ExprList decorators;
} Parameter;

static Parameter parameter_of(const LanguageBuild *build, NodeNo node) {
  Parameter parameter = {.node = node, .pattern = node};
  unsigned kind = language_ts_kind(build, node);
  if (kind == TS_REQUIRED_PARAMETER || kind == TS_OPTIONAL_PARAMETER) {
    parameter.pattern = language_ts_field(build, node, TS_F_PATTERN);
    if (!parameter.pattern) parameter.pattern = language_ts_field(build, node, TS_F_NAME);
    parameter.type = language_ts_field(build, node, TS_F_TYPE);
    parameter.value = language_ts_field(build, node, TS_F_VALUE);
    parameter.is_optional = kind == TS_OPTIONAL_PARAMETER;
  } else if (kind == TS_ASSIGNMENT_PATTERN) {
    parameter.pattern = language_ts_field(build, node, TS_F_LEFT);
    parameter.value = language_ts_field(build, node, TS_F_RIGHT);
  }
  if (language_ts_kind(build, parameter.pattern) == TS_REST_PATTERN) {
    parameter.is_rest = true;
    parameter.pattern = syntax_named(build->syntax, parameter.pattern, 0);
  }
  return parameter;
}

/* `constructor(private x: T)`: a field of the class too. */
static void parameter_property(LanguageBuild *build, const Parameter *parameter, ExprNo type) {
  unsigned flags = 0;
  bool is_property = false;
  for (NodeNo c = syntax_first(build->syntax, parameter->node); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_ts_kind(build, c);
    if (kind == TS_ACCESSIBILITY) {
      is_property = true;
      Str word = syntax_text(build->syntax, c);
      if (str_eq_c(word, "private")) flags |= DEF_PRIVATE;
      if (str_eq_c(word, "protected")) flags |= DEF_PROTECTED;
    } else if (kind == TS_WORD_READONLY || kind == TS_OVERRIDE) {
      is_property = true;
    }
  }
  if (!is_property || language_ts_kind(build, parameter->pattern) != TS_IDENTIFIER) return;
  ScopeNo members = build->facts->scopes.items[build->scope].parent;
  if (build->facts->scopes.items[members].kind != SCOPE_TYPE) return;
  DefNo field = language_define(build, &(LanguageDef){
      .kind = SYMBOL_FIELD, .flags = flags, .name = parameter->pattern, .whole = parameter->node,
      .scope = members, .bind = BIND_MEMBER | BIND_HOISTED});
  language_def(build, field)->type = type;
  language_def(build, field)->decorators = parameter->decorators;
  if (!type) language_def(build, field)->value = language_add_name(build, parameter->pattern);
}

/* A pattern as a parameter gets a hidden name ("#0"), so that it takes its
 * position as any other; the pattern's own names are parts of that. */
static void bind_parameter(LanguageBuild *build, DefNo def, const Parameter *parameter, unsigned position) {
  ExprNo type = parameter->is_rest ? element_type(build, parameter->type)
                                   : language_type(build, parameter->type);
  bool is_plain = language_ts_kind(build, parameter->pattern) == TS_IDENTIFIER;
  Str written = is_plain ? syntax_text(build->syntax, parameter->pattern) : STR_EMPTY;
  if (!type) type = language_ts_doc_parameter(build, def, written, position, parameter->node);
  ExprNo value = language_expr(build, parameter->value);
  unsigned flags = BIND_PARAM | BIND_VALUE;
  if (parameter->is_rest) flags |= BIND_VARIADIC;
  if (parameter->is_optional || parameter->value) flags |= BIND_OPTIONAL;
  NameId name = is_plain ? language_name(build, parameter->pattern)
                         : language_intern(build, str_format(build->arena, "#%u", position));
  language_bind(build, (Bind){.name = name, .flags = flags, .type = type, .value = value,
                              .from = build->syntax->nodes[parameter->node].from});
  if (is_plain) {
    if (parameter->node != parameter->pattern) parameter_property(build, parameter, type);
    return;
  }
  ExprNo whole = language_add(build, (Expr){.kind = EXPR_NAME, .name = name,
                                            .at = build->syntax->nodes[parameter->node].from});
  language_ts_bind(build, parameter->pattern, &(TsTarget){.value = whole, .bind = BIND_VALUE});
}

/* `this: T` says what `this` is and takes no argument. */
static void this_parameter(LanguageBuild *build, const Parameter *parameter) {
  TsState *state = language_ts_state(build);
  ExprNo type = language_type(build, parameter->type);
  language_bind(build, (Bind){.name = state->word_this, .flags = BIND_VALUE | BIND_HOISTED, .type = type,
                              .from = build->syntax->nodes[parameter->node].from});
  state->self = (TsThis){.scope = build->scope, .name = state->word_this};
}

/* An arrow function may have a single name without brackets. */
static void parameters(LanguageBuild *build, NodeNo function, DefNo def) {
  NodeNo single = language_ts_field(build, function, TS_F_PARAMETER);
  if (single) {
    Parameter parameter = {.node = single, .pattern = single};
    bind_parameter(build, def, &parameter, 0);
    return;
  }
  unsigned position = 0;
  NodeNo list = language_ts_field(build, function, TS_F_PARAMETERS);
  if (!list) return;
  for (NodeNo c = syntax_first(build->syntax, list); c; c = syntax_next(build->syntax, c)) {
    if (!syntax_is_named(build->syntax, c) || language_ts_is_comment(build, c)) continue;
    Parameter parameter = parameter_of(build, c);
    parameter.decorators = language_ts_decorators(build, c);
    if (language_ts_kind(build, parameter.pattern) == TS_THIS) {
      this_parameter(build, &parameter);
      continue;
    }
    bind_parameter(build, def, &parameter, position++);
    if (parameter.is_rest) language_def(build, def)->flags |= DEF_VARIADIC;
  }
}

/* ---- bodies ---- */

/* The words stand before the parameters; a star behind them is a product. */
static unsigned function_flags(const LanguageBuild *build, NodeNo node) {
  unsigned flags = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_ts_kind(build, c);
    if (kind == TS_WORD_ASYNC) flags |= DEF_ASYNC;
    if (kind == TS_SIGN_STAR) flags |= DEF_GENERATOR;
    if (kind == TS_FORMAL_PARAMETERS) break;
  }
  return flags;
}

/* Whether knowing the type that is expected says more about the value. */
static bool takes_type(LanguageBuild *build, ExprNo value) {
  switch (language_expr_at(build, value)->kind) {
    case EXPR_FUNC:
    case EXPR_OBJECT:
    case EXPR_LIST:
    case EXPR_ANY:
    case EXPR_CALL:
    case EXPR_NEW: return true;
    default: return false;
  }
}

/* Where a result is declared, it is what is expected of the value: a bind that
 * holds nowhere says so. */
void language_ts_returned(LanguageBuild *build, ExprNo value, NodeNo node) {
  language_return(build, value);
  const Def *callable = language_def(build, build->callable);
  ExprNo type = callable->type;
  if (!value || !type || !takes_type(build, value)) return;
  if (callable->flags & DEF_ASYNC) {
    ExprNo promise = language_add_base(build, EXPR_OF_TYPE, type, node);
    type = language_add_base(build, EXPR_TYPE_OF, language_add_base(build, EXPR_AWAIT, promise, node), node);
  }
  language_bind(build, (Bind){.name = language_ts_state(build)->word_return, .flags = BIND_NARROW | BIND_VALUE,
                              .value = value, .type = type});
}

static void body(LanguageBuild *build, NodeNo node) {
  if (language_ts_kind(build, node) == TS_STATEMENT_BLOCK) {
    language_ts_statements(build, node);
    return;
  }
  language_ts_returned(build, language_expr(build, node), node);
}

/* `var Name = function …`: called so, it makes instances. */
static bool is_maker(LanguageBuild *build, const TsNaming *naming) {
  Str name = naming->is_variable ? syntax_text(build->syntax, naming->name) : STR_EMPTY;
  return language_ts_state(build)->is_script && name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
}

/* What `this` is inside. In JavaScript a plain function may be a constructor. */
static TsThis this_inside(LanguageBuild *build, NodeNo node, ScopeNo scope, const TsNaming *naming) {
  switch (language_ts_kind(build, node)) {
    case TS_METHOD_DEFINITION:
    case TS_METHOD_SIGNATURE:
    case TS_ABSTRACT_METHOD: return (TsThis){.scope = scope};
    case TS_FUNCTION_DECLARATION:
      if (!language_ts_state(build)->is_script) return (TsThis){0};
      return (TsThis){.scope = scope, .name = language_name(build, naming->name), .made = true};
    case TS_FUNCTION_EXPRESSION:
      if (is_maker(build, naming)) return (TsThis){.scope = scope, .name = language_name(build, naming->name), .made = true};
      return naming->binds_this ? (TsThis){.scope = scope} : naming->self;
    default: return naming->binds_this ? (TsThis){.scope = scope} : naming->self;
  }
}

/* Everything inside a function that has been defined. */
static void fill(LanguageBuild *build, NodeNo node, DefNo def, const TsNaming *naming) {
  TsState *state = language_ts_state(build);
  TsThis self = state->self;
  LanguageOpen before;
  ScopeNo scope = language_open(build, SCOPE_FUNCTION, node, def, &before);
  if (language_ts_kind(build, node) != TS_ARROW_FUNCTION) state->self = this_inside(build, node, scope, naming);
  language_ts_type_parameters(build, node);
  language_ts_doc_templates(build, def, node);
  TsOpen open = {.first = (BindNo)build->facts->binds.len, .holders = state->holders.len, .outer = state->open};
  parameters(build, node, def);
  open.end = (BindNo)build->facts->binds.len;
  open.from = (RefNo)build->facts->refs.len;
  state->open = &open;
  NodeNo result = language_ts_field(build, node, TS_F_RETURN_TYPE);
  if (!result && language_ts_kind(build, node) != TS_METHOD_DEFINITION) {
    result = language_ts_field(build, node, TS_F_TYPE);
  }
  ExprNo type = language_type(build, result);
  language_def(build, def)->type = type;
  language_ts_doc_result(build, def, node);
  NodeNo own_name = language_ts_field(build, node, TS_F_NAME);
  unsigned kind = language_ts_kind(build, node);
  if (own_name && (kind == TS_FUNCTION_EXPRESSION || kind == TS_GENERATOR_FUNCTION)) {
    language_bind(build, (Bind){.name = language_name(build, own_name), .flags = BIND_HOISTED | BIND_VALUE,
                                .from = build->syntax->nodes[node].from, .def = def});
  }
  body(build, language_ts_field(build, node, TS_F_BODY));
  language_close(build, &before);
  state->self = self;
  state->open = open.outer;
}

DefNo language_ts_function(LanguageBuild *build, NodeNo node, const TsNaming *naming) {
  DefNo def = language_define(build, &(LanguageDef){
      .kind = naming->kind, .flags = naming->flags | function_flags(build, node), .name = naming->name,
      .name_text = naming->text, .whole = naming->whole ? naming->whole : node,
      .body = language_ts_field(build, node, TS_F_BODY), .no_bind = true});
  if (naming->container) language_def(build, def)->container = naming->container;
  fill(build, node, def, naming);
  return def;
}

/* ---- handlers ---- */

void language_ts_visit_function(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_ts_field(build, node, TS_F_NAME);
  TsNaming naming = {.name = name, .kind = SYMBOL_FUNCTION};
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_FUNCTION, .flags = function_flags(build, node), .name = name, .whole = node,
      .body = language_ts_field(build, node, TS_F_BODY), .bind = BIND_HOISTED | BIND_VALUE});
  NameId text = language_name(build, name);
  ScopeNo scope = build->scope;
  fill(build, node, def, &naming);
  language_ts_hold(build, text, scope, def);
}

static NameId declared_name(LanguageBuild *build, NodeNo node) {
  for (int i = 0; i < 3 && node; i++) {
    unsigned kind = language_ts_kind(build, node);
    if (kind == TS_EXPORT_STATEMENT) node = language_ts_field(build, node, TS_F_DECLARATION);
    else if (kind == TS_AMBIENT_DECLARATION) node = syntax_named(build->syntax, node, 0);
    else break;
  }
  switch (language_ts_kind(build, node)) {
    case TS_FUNCTION_SIGNATURE:
    case TS_FUNCTION_DECLARATION:
    case TS_GENERATOR_DECLARATION:
    case TS_METHOD_DEFINITION:
    case TS_METHOD_SIGNATURE:
    case TS_ABSTRACT_METHOD: return language_name(build, language_ts_field(build, node, TS_F_NAME));
    default: return (NameId){0};
  }
}

bool language_ts_is_overload(LanguageBuild *build, NodeNo node, NameId name) {
  TsState *state = language_ts_state(build);
  NodeNo statement = node;
  for (NodeNo up = syntax_parent(build->syntax, node); up; up = syntax_parent(build->syntax, up)) {
    unsigned kind = language_ts_kind(build, up);
    if (kind != TS_EXPORT_STATEMENT && kind != TS_AMBIENT_DECLARATION) break;
    statement = up;
  }
  NodeNo next = syntax_next(build->syntax, statement);
  while (next && (language_ts_is_comment(build, next) || language_ts_kind(build, next) == TS_DECORATOR ||
                  !syntax_is_named(build->syntax, next))) {
    next = syntax_next(build->syntax, next);
  }
  bool goes_on = next && names_same(declared_name(build, next), name);
  bool follows = names_same(state->signature, name) && state->signature_scope == build->scope;
  state->signature = name;
  state->signature_scope = build->scope;
  return goes_on || follows;
}

void language_ts_visit_signature(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_ts_field(build, node, TS_F_NAME);
  unsigned flags = DEF_DECLARATION | function_flags(build, node);
  if (language_ts_is_overload(build, node, language_name(build, name))) flags |= DEF_OVERLOAD;
  TsNaming naming = {.name = name, .kind = SYMBOL_FUNCTION};
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = flags, .name = name,
                                                    .whole = node, .bind = BIND_HOISTED | BIND_VALUE});
  fill(build, node, def, &naming);
}

/* `function () {}.bind(this)` and `each(function () {}, this)`, where `each` is of
 * those that take what `this` is to be behind the function. */
static bool is_given_this(LanguageBuild *build, NodeNo node) {
  static const char *const takers = "forEach map filter some every find findIndex flatMap";
  NodeNo up = syntax_parent(build->syntax, node);
  bool is_argument = language_ts_kind(build, up) == TS_ARGUMENTS;
  NodeNo call = is_argument ? syntax_parent(build->syntax, up) : up;
  NodeNo callee = is_argument ? language_ts_field(build, call, TS_F_FUNCTION) : up;
  if (language_ts_kind(build, callee) != TS_MEMBER) return false;
  if (!is_argument) call = syntax_parent(build->syntax, up);
  if (language_ts_kind(build, call) != TS_CALL) return false;
  NodeNo list = language_ts_field(build, call, TS_F_ARGUMENTS);
  Str name = syntax_text(build->syntax, language_ts_field(build, callee, TS_F_PROPERTY));
  bool takes = is_argument ? language_word_in(takers, name) && syntax_named(build->syntax, list, 0) == node : str_eq_c(name, "bind");
  return takes && list && language_ts_kind(build, syntax_named(build->syntax, list, is_argument ? 1 : 0)) == TS_THIS;
}

ExprNo language_ts_expr_function(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  TsState *state = language_ts_state(build);
  TsNaming *naming = state->naming && state->naming->node == node ? state->naming : NULL;
  TsNaming own = {.name = language_ts_field(build, node, TS_F_NAME), .kind = SYMBOL_FUNCTION};
  if (!naming) naming = &own;
  if (is_given_this(build, node)) naming->self = state->self;
  naming->def = language_ts_function(build, node, naming);
  return language_add_func(build, naming->def, node);
}

DefNo language_ts_anonymous_function(LanguageBuild *build, NodeNo node) {
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_ABSTRACT,
                                                    .whole = node, .no_bind = true});
  TsNaming naming = {.binds_this = true};
  fill(build, node, def, &naming);
  return def;
}
