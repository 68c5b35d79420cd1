/* Ruby classes and modules. Both may be opened again, in any file: what has the
 * same path of names is one type. A module is a type like a class, because
 * others are made from it by mixing it in. */
#include "src/languages/ruby/ruby_internal.h"

/* Bases have names where a type stands; anything else that a class may be made
 * from (Struct.new) is a value that is looked at and not known. */
ExprNo language_ruby_type(LanguageBuild *build, NodeNo node) {
  unsigned kind = language_kind(build, node);
  ExprNo expr = language_expr_as(build, node, LANGUAGE_NO_REF);
  if (!expr || (kind != RUBY_CONSTANT && kind != RUBY_SCOPE_RESOLUTION)) return 0;
  language_expr_at(build, expr)->flags |= EXPR_IN_TYPE;
  return expr;
}

static NodeNo shown(const LanguageBuild *build, NodeNo node) {
  return language_kind(build, node) == RUBY_SCOPE_RESOLUTION ? language_field(build, node, RUBY_IN_NAME) : node;
}

/* What a mixin is called with, at the level of the body: the last is found
 * first, as the last one that was mixed in. */
static void mixins(LanguageBuild *build, NodeNo body, LanguageExprs *bases) {
  LanguageExprs found = {0};
  for (NodeNo c = body ? syntax_first(build->syntax, body) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) != RUBY_CALL || language_field(build, c, RUBY_IN_RECEIVER)) continue;
    static const char *const words[] = {"include", "extend", "prepend"};
    if (!str_is_one_of(language_text(build, language_field(build, c, RUBY_IN_METHOD)), words, 3)) continue;
    NodeNo arguments = language_field(build, c, RUBY_IN_ARGUMENTS);
    for (NodeNo a = arguments ? syntax_first(build->syntax, arguments) : 0; a; a = syntax_next(build->syntax, a)) {
      unsigned kind = language_kind(build, a);
      if (kind != RUBY_CONSTANT && kind != RUBY_SCOPE_RESOLUTION) continue;
      ExprNo base = language_ruby_type(build, a);
      if (!base) continue;
      language_ref(build, REF_EXTEND, base, shown(build, a));
      language_expr_at(build, base)->flags |= EXPR_IMPLEMENTS;
      language_push(build, &found, base);
    }
  }
  for (size_t i = found.len; i-- > 0;) language_push(build, bases, found.items[i]);
}

/* The state of the type around comes back afterwards. */
static void inside(LanguageBuild *build, NodeNo node, NodeNo body, DefNo def, ExprNo superclass) {
  RubyState *state = ruby_state(build);
  RubyState before_state = *state;
  LanguageOpen before;
  state->members = language_open(build, SCOPE_TYPE, node, def, &before);
  state->type = def;
  state->is_singleton = state->is_private = false;
  state->in_singleton = true;
  state->method = (NameId){0};
  state->visible = state->locals.len;
  state->variables = state->file_variables;
  LanguageExprs bases = {0};
  mixins(build, body, &bases);
  if (superclass) language_push(build, &bases, superclass);
  ExprList list = language_list(build, bases.items, bases.len);
  language_def(build, def)->bases = list;
  language_visit_children(build, body);
  language_close(build, &before);
  before_state.locals = state->locals;
  before_state.locals.len = state->visible;
  *state = before_state;
}

/* `class A::B`: A is opened around it, as a part without a symbol. */
static void around(LanguageBuild *build, NodeNo scope, NodeNo node, unsigned depth, LanguageOpen *ret_before) {
  NodeNo outer = language_field(build, scope, RUBY_IN_SCOPE);
  NodeNo name = language_kind(build, scope) == RUBY_SCOPE_RESOLUTION ? language_field(build, scope, RUBY_IN_NAME) : scope;
  LanguageOpen ignored;
  if (outer && depth < 8) {
    around(build, outer, node, depth + 1, ret_before);
    ret_before = &ignored;
  }
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TRAIT, .flags = DEF_ANONYMOUS | DEF_EXPORTED,
                                                    .name = name, .whole = node, .bind = BIND_HOISTED | BIND_STATIC});
  language_open(build, SCOPE_TYPE, node, def, ret_before);
}

static void type(LanguageBuild *build, NodeNo node, SymbolKind kind) {
  NodeNo name = language_field(build, node, RUBY_IN_NAME), body = language_field(build, node, RUBY_IN_BODY);
  NodeNo super_node = language_field(build, node, RUBY_IN_SUPERCLASS);
  NodeNo base_node = super_node ? syntax_named(build->syntax, super_node, 0) : 0;
  ExprNo superclass = base_node ? language_ruby_type(build, base_node) : 0;
  if (superclass) language_ref(build, REF_EXTEND, superclass, shown(build, base_node));
  NodeNo scope = language_field(build, name, RUBY_IN_SCOPE);
  LanguageOpen before;
  bool is_inside = scope != 0 && language_kind(build, scope) != RUBY_SELF;
  if (is_inside) around(build, scope, node, 0, &before);
  DefNo def = language_define(build, &(LanguageDef){.kind = kind, .flags = DEF_EXPORTED, .name = shown(build, name), .whole = node,
                                                    .body = body, .bind = BIND_HOISTED | BIND_STATIC});
  inside(build, node, body, def, superclass);
  if (is_inside) language_close(build, &before);
}

void language_ruby_class(LanguageBuild *build, NodeNo node) { type(build, node, SYMBOL_CLASS); }
void language_ruby_module(LanguageBuild *build, NodeNo node) { type(build, node, SYMBOL_TRAIT); }

/* `class << self`; of anything else the methods are nobody's that is known. */
void language_ruby_singleton_class(LanguageBuild *build, NodeNo node) {
  RubyState *state = ruby_state(build);
  bool singleton = state->is_singleton, is_private = state->is_private;
  NodeNo value = language_field(build, node, RUBY_IN_VALUE);
  if (language_kind(build, value) != RUBY_SELF) language_expr(build, value);
  state->is_singleton = true;
  state->is_private = false;
  language_visit_children(build, language_field(build, node, RUBY_IN_BODY));
  state->is_singleton = singleton;
  state->is_private = is_private;
}

/* A class without the word: its block is its body, and symbols that a Struct is
 * made with are attributes. */
bool language_ruby_made_type(LanguageBuild *build, NodeNo name, NodeNo value, NodeNo whole) {
  if (language_kind(build, value) != RUBY_CALL || !str_eq_c(language_text(build, language_field(build, value, RUBY_IN_METHOD)), "new")) {
    return false;
  }
  Str maker = language_text(build, language_field(build, value, RUBY_IN_RECEIVER));
  static const char *const makers[] = {"Struct", "Class", "Module", "::Struct", "::Class", "::Module"};
  if (!str_is_one_of(maker, makers, 6)) return false;
  bool is_module = str_ends_with(maker, STR("Module")), is_class = str_ends_with(maker, STR("Class"));
  NodeNo arguments = language_field(build, value, RUBY_IN_ARGUMENTS), block = language_field(build, value, RUBY_IN_BLOCK);
  NodeNo base_node = is_class && arguments ? syntax_named(build->syntax, arguments, 0) : 0;
  ExprNo superclass = base_node ? language_ruby_type(build, base_node) : 0;
  DefNo def = language_define(build, &(LanguageDef){.kind = is_module ? SYMBOL_TRAIT : SYMBOL_CLASS, .flags = DEF_EXPORTED,
                                                    .name = name, .whole = whole, .body = block,
                                                    .bind = BIND_HOISTED | BIND_STATIC});
  if (!is_class && !is_module) {
    LanguageOpen before;
    language_open(build, SCOPE_TYPE, value, def, &before);
    for (NodeNo c = arguments ? syntax_first(build->syntax, arguments) : 0; c; c = syntax_next(build->syntax, c)) {
      if (language_kind(build, c) == RUBY_SIMPLE_SYMBOL) language_ruby_attribute(build, c, c, true);
    }
    language_close(build, &before);
  }
  inside(build, value, language_field(build, block, RUBY_IN_BODY), def, superclass);
  return true;
}
