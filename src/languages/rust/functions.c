/* Rust: functions, methods and closures. */
#include "src/languages/rust/rust_internal.h"

/* A parameter that is taken apart has no name: it gets one that no text can
 * have, for its parts to be made from. */
static void bind_parameter(LanguageBuild *build, NodeNo pattern, ExprNo type, uint32_t from, unsigned nth) {
  const Syntax *syntax = build->syntax;
  NodeNo plain = pattern;
  while (plain && (syntax_kind(syntax, plain) == RUST_MUT_PATTERN || syntax_kind(syntax, plain) == RUST_REF_PATTERN ||
                   syntax_kind(syntax, plain) == RUST_REFERENCE_PATTERN)) {
    NodeNo inner = 0;
    for (NodeNo c = syntax_first(syntax, plain); c; c = syntax_next(syntax, c)) {
      if (syntax_is_named(syntax, c) && syntax_kind(syntax, c) != RUST_MUTABLE) inner = c;
    }
    plain = inner;
  }
  Bind bind = {.flags = BIND_PARAM | BIND_VALUE, .type = type, .from = from};
  if (plain && syntax_kind(syntax, plain) == RUST_IDENTIFIER) {
    bind.name = language_name(build, plain);
    language_bind(build, bind);
    return;
  }
  if (!plain || !syntax_first(syntax, plain)) { /* `_` */
    language_bind(build, bind);
    return;
  }
  bind.name = language_intern(build, str_format(build->arena, "|%u|", nth));
  language_bind(build, bind);
  ExprNo whole = language_add(build, (Expr){.kind = EXPR_NAME, .at = from, .name = bind.name});
  language_rust_pattern(build, plain, (RustBound){.value = whole, .from = from, .flags = BIND_VALUE});
}

/* `f: F` with `F: Fn(A) -> B` is a function: the bound says more than a name
 * that stands for nothing else. */
static ExprNo function_bound(const LanguageBuild *build, ExprNo type) {
  const Facts *facts = build->facts;
  const Expr *named = &facts->exprs.items[type];
  if (!type || named->kind != EXPR_NAME) return type;
  for (BindNo i = (BindNo)facts->binds.len; i-- > 1 && facts->binds.items[i].scope == build->scope;) {
    const Bind *bind = &facts->binds.items[i];
    bool is_it = (bind->flags & BIND_TYPE_PARAM) && names_same(bind->name, named->name);
    if (is_it && bind->type && facts->exprs.items[bind->type].kind == EXPR_FUNC_OF) return bind->type;
  }
  return type;
}

static void bind_parameters(LanguageBuild *build, NodeNo list, uint32_t from) {
  const Syntax *syntax = build->syntax;
  unsigned nth = 0;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c)) continue;
    unsigned kind = syntax_kind(syntax, c);
    if (kind == RUST_LINE_COMMENT || kind == RUST_BLOCK_COMMENT || kind == RUST_ATTRIBUTE_ITEM) continue;
    if (kind == RUST_SELF_PARAMETER) {
      language_bind(build, (Bind){.name = language_intern(build, STR("self")), .from = from,
                                  .flags = BIND_PARAM | BIND_RECEIVER | BIND_VALUE});
    } else if (kind == RUST_PARAMETER) {
      NodeNo pattern = syntax_field(syntax, c, RUST_FIELD_PATTERN);
      ExprNo type = language_type(build, syntax_field(syntax, c, RUST_FIELD_TYPE));
      bool is_self = pattern && syntax_kind(syntax, pattern) == RUST_SELF;
      if (is_self) {
        language_bind(build, (Bind){.name = language_intern(build, STR("self")), .from = from,
                                    .flags = BIND_PARAM | BIND_RECEIVER | BIND_VALUE});
      } else {
        bind_parameter(build, pattern, function_bound(build, type), from, nth++);
      }
    } else { /* a closure's parameter is a pattern alone */
      bind_parameter(build, c, 0, from, nth++);
    }
  }
}

/* `self`, `&self`, `self: Box<Self>`. */
static bool has_receiver(const Syntax *syntax, NodeNo list) {
  if (!list) return false;
  if (syntax_child(syntax, list, RUST_SELF_PARAMETER)) return true;
  NodeNo first = syntax_child(syntax, list, RUST_PARAMETER);
  NodeNo pattern = syntax_field(syntax, first, RUST_FIELD_PATTERN);
  return pattern && syntax_kind(syntax, pattern) == RUST_SELF;
}

/* A function of an impl block or a trait is a member; inside of a function it
 * is an ordinary one again. */
static bool is_member(const LanguageBuild *build) {
  return build->facts->scopes.items[build->scope].kind == SCOPE_TYPE;
}

static bool is_async(const Syntax *syntax, NodeNo node, NodeNo name) {
  return str_contains(str_slice(syntax->text, syntax->nodes[node].from, syntax->nodes[name].from), STR("async"));
}

static DefNo define_function(LanguageBuild *build, NodeNo node, NodeNo name, unsigned attributes) {
  const Syntax *syntax = build->syntax;
  RustState *state = language_rust_state(build);
  NodeNo body = syntax_field(syntax, node, RUST_FIELD_BODY);
  bool member = is_member(build);
  unsigned flags = language_rust_visibility(syntax, node);
  if (attributes & (RUST_TEST | RUST_CFG_TEST)) flags |= DEF_TEST;
  if (attributes & RUST_CFG) flags |= DEF_DEPENDENT;
  if (member && !has_receiver(syntax, syntax_field(syntax, node, RUST_FIELD_PARAMETERS))) flags |= DEF_STATIC;
  if (member && !body) flags |= DEF_ABSTRACT;
  if (!member && !body) flags |= DEF_DECLARATION;
  if (is_async(syntax, node, name)) flags |= DEF_ASYNC;
  DefNo def = language_define(build, &(LanguageDef){
      .kind = member ? SYMBOL_METHOD : SYMBOL_FUNCTION, .flags = flags, .name = name, .whole = node, .body = body,
      .bind = BIND_HOISTED | BIND_VALUE});
  if (member && state->block_name.value) {
    Def *added = language_def(build, def);
    added->receiver = state->block_name;
    if (state->block_type) added->container = state->block_type;
  }
  return def;
}

void language_rust_function(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprList marks = language_list(build, language_rust_state(build)->marks, language_rust_state(build)->mark_count);
  unsigned attributes = language_rust_take_attributes(build);
  NodeNo name = syntax_field(syntax, node, RUST_FIELD_NAME), body = syntax_field(syntax, node, RUST_FIELD_BODY);
  if (!name || syntax_kind(syntax, name) != RUST_IDENTIFIER) return; /* a macro's text */
  RustState *state = language_rust_state(build), before = *state;
  DefNo def = define_function(build, node, name, attributes);
  language_def(build, def)->decorators = marks;
  bool member = is_member(build);
  LanguageOpen open;
  language_open(build, SCOPE_FUNCTION, node, def, &open);
  if (!member) {
    state->block_name = (NameId){0};
    state->block_type = 0;
    state->in_trait = false;
  }
  language_rust_type_parameters(build, node);
  bind_parameters(build, syntax_field(syntax, node, RUST_FIELD_PARAMETERS),
                  body ? syntax->nodes[body].from : syntax->nodes[node].to);
  ExprNo result = language_type(build, syntax_field(syntax, node, RUST_FIELD_RETURN_TYPE));
  language_def(build, def)->type = result;
  if (body) {
    state->block_name = (NameId){0}; /* functions inside are no methods */
    language_rust_statements(build, body);
  }
  language_close(build, &open);
  state->block_name = before.block_name;
  state->block_type = before.block_type;
  state->in_trait = before.in_trait;
}

/* What a closure gives is the value of its body. */
ExprNo language_rust_closure(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo body = syntax_field(syntax, node, RUST_FIELD_BODY);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_ANONYMOUS, .whole = node,
                                                    .body = body, .no_bind = true});
  LanguageOpen open;
  language_open(build, SCOPE_FUNCTION, node, def, &open);
  bind_parameters(build, syntax_field(syntax, node, RUST_FIELD_PARAMETERS),
                  body ? syntax->nodes[body].from : syntax->nodes[node].to);
  ExprNo result = language_type(build, syntax_field(syntax, node, RUST_FIELD_RETURN_TYPE));
  language_def(build, def)->type = result;
  ExprNo value = language_expr(build, body);
  if (value) language_return(build, value);
  language_close(build, &open);
  return language_add_func(build, def, node);
}
