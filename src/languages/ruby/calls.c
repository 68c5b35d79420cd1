/* Ruby calls: with and without brackets, receivers and blocks. */
#include "src/languages/ruby/ruby_internal.h"

/* ---- words ---- */

/* What every object has; looked up as names, so that a method of the type that
 * is called the same comes first and everything else is known to be Ruby's. */
static const char *const own_words[] = {
    "raise", "puts", "print", "p", "pp", "printf", "putc", "loop", "lambda", "proc", "catch", "throw", "sleep", "rand",
    "srand", "format", "sprintf", "gets", "open", "warn", "exit", "abort", "at_exit", "binding", "block_given?", "caller",
    "eval", "fail", "fork", "exec", "system", "trap", "Integer", "Float", "String", "Array", "Hash", "Rational",
    "instance_variable_get", "instance_variable_set", "instance_variable_defined?", "respond_to?", "is_a?", "kind_of?",
    "instance_of?", "nil?", "freeze", "frozen?", "dup", "clone", "tap", "then", "send", "public_send", "__send__", "method",
    "instance_eval", "instance_exec", "class_eval", "module_eval", "const_get", "const_set", "const_defined?", "object_id",
    "__method__", "class", "extend", "require", "load", "autoload", "remove_method", "undef_method", "instance_method"};

Str language_ruby_literal(const LanguageBuild *build, NodeNo node) {
  Str text = language_text(build, node);
  switch (language_kind(build, node)) {
    case RUBY_SIMPLE_SYMBOL: return str_slice(text, 1, text.len);
    case RUBY_STRING:
    case RUBY_DELIMITED_SYMBOL: {
      NodeNo content = syntax_named(build->syntax, node, 0);
      bool is_plain = language_kind(build, content) == RUBY_STRING_CONTENT && !syntax_next(build->syntax, content);
      is_plain |= language_kind(build, content) == RUBY_STRING_CONTENT && syntax_named_count(build->syntax, node) == 1;
      return is_plain ? language_text(build, content) : STR_EMPTY;
    }
    default: return STR_EMPTY;
  }
}

bool language_ruby_is_local(const LanguageBuild *build, NameId name) {
  const RubyState *state = ruby_state(build);
  for (size_t i = state->locals.len; i-- > state->visible;) {
    if (names_same(state->locals.items[i].name, name)) return true;
  }
  return false;
}

static ScopeNo scope_of(const LanguageBuild *build, NameId name) {
  const RubyState *state = ruby_state(build);
  for (size_t i = state->locals.len; i-- > state->visible;) {
    if (names_same(state->locals.items[i].name, name)) return state->locals.items[i].scope;
  }
  return 0;
}

/* ---- arguments ---- */

static void arguments(LanguageBuild *build, NodeNo list, LanguageExprs *items) {
  for (NodeNo c = list ? syntax_first(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    if (!syntax_is_named(build->syntax, c)) continue;
    switch (language_kind(build, c)) {
      case RUBY_SPLAT_ARGUMENT:
        language_push(build, items, language_add_base(build, EXPR_SPREAD, language_expr(build, syntax_named(build->syntax, c, 0)), c));
        break;
      case RUBY_PAIR: {
        NodeNo key = syntax_named(build->syntax, c, 0), value = language_field(build, c, RUBY_IN_VALUE);
        if (value != key) language_visit(build, key);
        ExprNo keyword = language_add_base(build, EXPR_KEYWORD, language_expr(build, value), c);
        language_expr_at(build, keyword)->name = language_name(build, key);
        language_push(build, items, keyword);
        break;
      }
      case RUBY_BLOCK_ARGUMENT: case RUBY_COMMENT: language_visit_children(build, c); break;
      default: language_push(build, items, language_expr(build, c)); break;
    }
  }
}

/* ---- callees ---- */

static ExprNo self_at(LanguageBuild *build, NodeNo node) {
  return language_add(build, (Expr){.kind = EXPR_SELF, .at = language_node(build, node)->from});
}

/* A method of self. Outside of types it is a function of the file or of any
 * other that was loaded. */
static ExprNo own_callee(LanguageBuild *build, NodeNo name) {
  Str text = language_text(build, name);
  bool is_word = str_is_one_of(text, own_words, sizeof own_words / sizeof *own_words);
  if (is_word || !ruby_state(build)->type) return language_add_name(build, name);
  return language_add_member(build, self_at(build, name), name);
}

static ExprNo call(LanguageBuild *build, NodeNo node, NodeNo name, ExprNo callee, const LanguageExprs *items) {
  return language_add_call(build, EXPR_CALL, &(LanguageCall){callee, items->items, items->len, node, name});
}

ExprNo language_ruby_identifier(LanguageBuild *build, NodeNo node, unsigned role) {
  RubyState *state = ruby_state(build);
  NameId name = language_name(build, node);
  if (language_ruby_is_local(build, name)) {
    ScopeNo scope = scope_of(build, name);
    ExprNo expr = language_add(build, (Expr){.kind = EXPR_NAME, .name = name, .at = language_node(build, node)->from,
                                             .scope = scope == state->file_variables ? scope : 0});
    language_ref(build, role, expr, node);
    return expr;
  }
  LanguageExprs none = {0};
  Str text = language_text(build, node);
  if (language_ruby_directive(build, node, text, 0, 0)) return 0;
  if (str_eq_c(text, "new") && state->in_singleton && state->type) {
    ExprNo type = language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .at = language_node(build, node)->from});
    return language_add_call(build, EXPR_NEW, &(LanguageCall){type, NULL, 0, node, node});
  }
  ExprNo value = call(build, node, node, own_callee(build, node), &none);
  static const char *const same[] = {"dup", "clone", "itself"};
  return str_is_one_of(text, same, 3) ? self_at(build, node) : value;
}

/* The method of this name behind the one at hand. Without brackets it is given
 * what the method was given. */
static ExprNo super_callee(LanguageBuild *build, NodeNo node) {
  RubyState *state = ruby_state(build);
  ExprNo base = language_add(build, (Expr){.kind = EXPR_SUPER, .at = language_node(build, node)->from});
  if (!state->method.value) return 0;
  return language_add(build, (Expr){.kind = EXPR_MEMBER, .base = base, .name = state->method, .at = language_node(build, node)->from});
}

ExprNo language_ruby_super(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  LanguageExprs none = {0};
  return call(build, node, node, super_callee(build, node), &none);
}

/* ---- what blocks are given ---- */

/* Methods of collections whose block is given the elements. */
static bool gives_elements(Str name) {
  static const char *const words[] = {"each", "map", "select", "reject", "find", "detect", "any?", "all?", "none?", "each_with_index",
                                      "flat_map", "filter", "filter_map", "find_index", "sort_by", "min_by", "max_by", "group_by",
                                      "partition", "sum", "count", "each_with_object", "reverse_each", "collect", "find_all",
                                      "delete_if", "map!", "select!", "reject!", "take_while", "drop_while", "uniq", "one?"};
  return str_is_one_of(name, words, sizeof words / sizeof *words);
}

static ExprNo block(LanguageBuild *build, NodeNo node, Str name, ExprNo receiver) {
  if (!node) return 0;
  ExprNo first = 0;
  if (receiver && gives_elements(name)) first = language_add_base(build, EXPR_ITER, receiver, node);
  else if (receiver && (str_eq_c(name, "tap") || str_eq_c(name, "then"))) first = receiver;
  return language_ruby_block_of(build, node, first);
}

/* ---- calls ---- */

/* Class.new, also by `self.new` and by what a variable holds. */
static ExprNo made(LanguageBuild *build, NodeNo node, NodeNo receiver, NodeNo name, LanguageExprs *items) {
  unsigned kind = language_kind(build, receiver);
  ExprNo type;
  if (kind == RUBY_SELF) type = language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .at = language_node(build, receiver)->from});
  else if (kind == RUBY_CONSTANT || kind == RUBY_SCOPE_RESOLUTION) type = language_ruby_type(build, receiver);
  else type = language_expr(build, receiver);
  arguments(build, language_field(build, node, RUBY_IN_ARGUMENTS), items);
  NodeNo shown = kind == RUBY_SCOPE_RESOLUTION ? language_field(build, receiver, RUBY_IN_NAME) : kind == RUBY_CONSTANT ? receiver : name;
  return language_add_call(build, EXPR_NEW, &(LanguageCall){type, items->items, items->len, node, shown});
}

ExprNo language_ruby_call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  RubyState *state = ruby_state(build);
  NodeNo receiver = language_field(build, node, RUBY_IN_RECEIVER), name = language_field(build, node, RUBY_IN_METHOD);
  NodeNo list = language_field(build, node, RUBY_IN_ARGUMENTS), do_block = language_field(build, node, RUBY_IN_BLOCK);
  Str text = language_text(build, name);
  LanguageExprs items = {0};
  ExprNo value = 0, base = 0;
  if (!receiver && language_ruby_directive(build, node, text, list, do_block)) return 0;
  if (receiver && str_eq_c(text, "new")) {
    value = made(build, node, receiver, name, &items);
    block(build, do_block, text, 0);
    return value;
  }
  if (!receiver && str_eq_c(text, "new") && state->in_singleton && state->type) {
    ExprNo type = language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .at = language_node(build, name)->from});
    arguments(build, list, &items);
    value = language_add_call(build, EXPR_NEW, &(LanguageCall){type, items.items, items.len, node, name});
    block(build, do_block, text, 0);
    return value;
  }
  ExprNo callee;
  if (language_kind(build, name) == RUBY_SUPER) {
    callee = super_callee(build, name);
  } else if (!receiver) {
    callee = own_callee(build, name);
  } else {
    base = language_expr(build, receiver);
    if (base && !list && str_eq_c(text, "class")) return language_add_base(build, EXPR_TYPE_OF, base, node);
    callee = name ? language_add_member(build, base, name) : 0; /* x.() */
  }
  arguments(build, list, &items);
  value = call(build, node, name ? name : node, callee, &items);
  ExprNo function = block(build, do_block, text, base);
  if (function) language_pass(build, value, function, items.len);
  static const char *const functions[] = {"lambda", "proc"};
  if (function && !receiver && str_is_one_of(text, functions, 2)) return function;
  static const char *const same[] = {"tap", "freeze", "dup", "clone", "itself", "each"};
  return base && str_is_one_of(text, same, 6) ? base : value;
}
