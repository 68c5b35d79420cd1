/* Ruby methods and blocks. What a method gives is what it returns and its last
 * statement. */
#include "src/languages/ruby/ruby_internal.h"

/* ---- parameters ---- */

static void parameter(LanguageBuild *build, NodeNo node, DefNo def, ExprNo value);

static void parameters(LanguageBuild *build, NodeNo list, DefNo def, ExprNo first) {
  bool is_first = true;
  for (NodeNo c = list ? syntax_first(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    if (!syntax_is_named(build->syntax, c)) continue;
    parameter(build, c, def, is_first ? first : 0);
    is_first = false;
  }
}

static void parameter(LanguageBuild *build, NodeNo node, DefNo def, ExprNo value) {
  unsigned flags = BIND_PARAM;
  NodeNo name = language_field(build, node, RUBY_IN_NAME);
  switch (language_kind(build, node)) {
    case RUBY_IDENTIFIER: name = node; break;
    case RUBY_OPTIONAL_PARAMETER: flags |= BIND_OPTIONAL; break;
    case RUBY_KEYWORD_PARAMETER: flags |= BIND_KEYWORD_ONLY | BIND_OPTIONAL; break;
    case RUBY_SPLAT_PARAMETER:
      flags |= BIND_VARIADIC;
      language_def(build, def)->flags |= DEF_VARIADIC;
      break;
    case RUBY_HASH_SPLAT_PARAMETER: flags |= BIND_KEYWORDS; break;
    case RUBY_BLOCK_PARAMETER: flags |= BIND_OPTIONAL | BIND_KEYWORD_ONLY; break;
    case RUBY_DESTRUCTURED_PARAMETER: parameters(build, node, def, 0); return;
    default: return;
  }
  ExprNo given = language_expr(build, language_field(build, node, RUBY_IN_VALUE));
  if (!name) return;
  *vec_add(build->arena, &ruby_state(build)->locals) = (RubyLocal){language_name(build, name), build->scope};
  language_bind(build, (Bind){.name = language_name(build, name), .flags = flags, .from = language_node(build, name)->from,
                              .value = value ? value : given});
}

/* ---- methods ---- */

/* A method sees none of the variables around it. */
static void inside(LanguageBuild *build, NodeNo node, DefNo def, NodeNo list, NodeNo body, bool is_static) {
  RubyState *state = ruby_state(build);
  RubyState before_state = *state;
  LanguageOpen before;
  state->variables = language_open(build, SCOPE_FUNCTION, node, def, &before);
  state->visible = state->locals.len;
  state->method = language_def(build, def)->name;
  state->in_singleton = is_static;
  parameters(build, list, def, 0);
  unsigned kind = language_kind(build, body);
  bool is_list = kind == RUBY_BODY || kind == RUBY_BLOCK_BODY;
  ExprNo last = is_list ? language_ruby_statements(build, body) : language_expr(build, body);
  if (last) language_return(build, last);
  language_close(build, &before);
  before_state.locals = state->locals;
  before_state.locals.len = state->visible;
  *state = before_state;
}

static DefNo define(LanguageBuild *build, NodeNo node, NodeNo name, Str text, NodeNo body, bool is_static) {
  RubyState *state = ruby_state(build);
  bool is_member = build->facts->scopes.items[build->scope].kind == SCOPE_TYPE;
  bool makes = is_member && !is_static && str_eq_c(text, "initialize");
  unsigned flags = state->is_private && !is_static ? DEF_PRIVATE : DEF_EXPORTED;
  return language_define(build, &(LanguageDef){
      .kind = makes ? SYMBOL_CONSTRUCTOR : is_member ? SYMBOL_METHOD : SYMBOL_FUNCTION,
      .flags = flags | (is_static ? DEF_STATIC : 0u), .name = name, .name_text = text, .whole = node, .body = body,
      .bind = BIND_HOISTED | (is_member ? BIND_MEMBER : 0u) | (is_static ? BIND_STATIC : 0u)});
}

void language_ruby_method(LanguageBuild *build, NodeNo node) {
  RubyState *state = ruby_state(build);
  NodeNo name = language_field(build, node, RUBY_IN_NAME), body = language_field(build, node, RUBY_IN_BODY);
  Str text = language_text(build, name);
  bool is_static = state->is_singleton && state->type;
  DefNo def = define(build, node, name, text, body, is_static);
  inside(build, node, def, language_field(build, node, RUBY_IN_PARAMETERS), body, is_static);
}

/* `def self.name`; on another object it belongs to the type around, which is
 * where such methods are written for. */
void language_ruby_singleton_method(LanguageBuild *build, NodeNo node) {
  NodeNo object = language_field(build, node, RUBY_IN_OBJECT), name = language_field(build, node, RUBY_IN_NAME);
  NodeNo body = language_field(build, node, RUBY_IN_BODY);
  if (language_kind(build, object) != RUBY_SELF) language_expr(build, object);
  DefNo def = define(build, node, name, language_text(build, name), body, true);
  inside(build, node, def, language_field(build, node, RUBY_IN_PARAMETERS), body, true);
}

void language_ruby_define_method(LanguageBuild *build, NodeNo whole, NodeNo name, NodeNo block) {
  RubyState *state = ruby_state(build);
  Str text = language_ruby_literal(build, name);
  DefNo def = define(build, whole, name, text, block, state->is_singleton);
  inside(build, whole, def, language_field(build, block, RUBY_IN_PARAMETERS),
         language_field(build, block, RUBY_IN_BODY), state->is_singleton);
}

/* A method that nobody wrote: it reads the variable of its name. */
void language_ruby_attribute(LanguageBuild *build, NodeNo whole, NodeNo symbol, bool reads) {
  RubyState *state = ruby_state(build);
  Str text = language_ruby_literal(build, symbol);
  if (!text.len || !reads) return;
  unsigned side = state->is_singleton ? DEF_STATIC : 0;
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_METHOD, .flags = DEF_EXPORTED | DEF_PROPERTY | DEF_GENERATED | side, .name = symbol, .name_text = text, .whole = whole,
      .bind = BIND_HOISTED | BIND_MEMBER | (side ? BIND_STATIC : 0u)});
  ExprNo self = language_add(build, (Expr){.kind = EXPR_SELF, .at = language_node(build, symbol)->from});
  NameId variable = language_intern(build, str_format(build->arena, "@%.*s", STR_ARG(text)));
  ExprNo value = language_add(build, (Expr){.kind = EXPR_MEMBER, .base = self, .name = variable,
                                            .at = language_node(build, symbol)->from});
  language_def(build, def)->value = value;
}

/* ---- aliases ---- */

/* Another name for a method that this file has in the same type. */
void language_ruby_alias_names(LanguageBuild *build, Str name, Str old, NodeNo at) {
  NameId wanted = language_intern(build, old);
  for (DefNo i = (DefNo)build->facts->defs.len; i-- > 1;) {
    const Def *def = &build->facts->defs.items[i];
    if (def->scope != build->scope || !names_same(def->name, wanted)) continue;
    unsigned side = def->flags & DEF_STATIC ? BIND_STATIC : 0;
    language_bind(build, (Bind){.name = language_intern(build, name), .flags = BIND_HOISTED | BIND_MEMBER | side,
                                .from = language_node(build, at)->from, .def = i});
    return;
  }
}

void language_ruby_alias(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_field(build, node, RUBY_IN_NAME), old = language_field(build, node, RUBY_IN_ALIAS);
  Str names[2] = {language_text(build, name), language_text(build, old)};
  for (int i = 0; i < 2; i++) {
    if (names[i].len && names[i].ptr[0] == ':') names[i] = str_slice(names[i], 1, names[i].len);
  }
  language_ruby_alias_names(build, names[0], names[1], node);
}

/* ---- blocks and results ---- */

ExprNo language_ruby_block_of(LanguageBuild *build, NodeNo node, ExprNo first) {
  RubyState *state = ruby_state(build);
  size_t count = state->locals.len;
  ScopeNo variables = state->variables;
  NodeNo body = language_field(build, node, RUBY_IN_BODY), list = language_field(build, node, RUBY_IN_PARAMETERS);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_ANONYMOUS, .whole = node, .body = body});
  LanguageOpen before;
  state->variables = language_open(build, SCOPE_FUNCTION, node, def, &before);
  parameters(build, list, def, first);
  unsigned kind = language_kind(build, body);
  if (kind == RUBY_BLOCK || kind == RUBY_DO_BLOCK) body = language_field(build, body, RUBY_IN_BODY); /* of a lambda */
  ExprNo last = language_ruby_statements(build, body);
  if (last) language_return(build, last);
  language_close(build, &before);
  state->variables = variables;
  state->locals.len = count;
  return language_add_func(build, def, node);
}

ExprNo language_ruby_block(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_ruby_block_of(build, node, 0);
}

/* In a block `return` leaves the method around it. */
void language_ruby_return(LanguageBuild *build, NodeNo node) {
  NodeNo list = syntax_named(build->syntax, node, 0);
  LanguageExprs values = {0};
  for (NodeNo c = list ? syntax_first(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    if (syntax_is_named(build->syntax, c)) language_push(build, &values, language_expr(build, c));
  }
  if (!build->callable || !values.len) return;
  if (build->callable != build->function) return;
  language_return(build, values.len == 1 ? values.items[0]
                                         : language_add_list(build, EXPR_LIST, 0, values.items, values.len, node));
}
