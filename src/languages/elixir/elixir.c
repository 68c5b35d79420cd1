/* Elixir: modules by their full names, functions (all clauses of one arity are
 * one), macros, module attributes. Calls are found in the module itself and, by
 * the module's name, an alias of it or an import, in others; names that `use`
 * brings are not followed. A variable's module is not known. */
#include "src/base/idmap.h"
#include "src/languages/language.h"

enum { KIND_CALL = 1, KIND_IDENTIFIER, KIND_ALIAS, KIND_ARGUMENTS, KIND_BINARY, KIND_DO, KIND_KEYWORDS, KIND_PAIR, KIND_TUPLE, KIND_DOT };
static const char *const kinds[] = {"call", "identifier", "alias", "arguments", "binary_operator", "do_block", "keywords", "pair", "tuple", "dot", NULL};
enum { FIELD_TARGET = 1, FIELD_LEFT, FIELD_RIGHT, FIELD_OPERATOR, FIELD_OPERAND, FIELD_KEY, FIELD_VALUE };
static const char *const fields[] = {"target", "left", "right", "operator", "operand", "key", "value", NULL};

typedef struct Alias {
  Str name, full;
} Alias;
typedef struct Clause {
  DefNo container, def;
  NameId name;
  unsigned arity;
} Clause;
typedef struct State {
  VEC(Alias) aliases;
  VEC(Clause) clauses;
  VEC(Str) imports; /* full names of modules whose functions need no name before them */
  VEC(NameId) called; /* by their names alone, in the modules around */
  Str module; /* the full name of the innermost */
} State;

enum { IMPORTS_MAX = 16, CLAUSES_BACK = 64 }; /* how far apart the clauses of a function may stand */

static void begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  build->state = ARENA_NEW(build->arena, State);
}

/* Shape -> App.Shape by `alias App.Shape`; the last one counts. */
static Str full_name(const LanguageBuild *build, Str name) {
  const State *state = build->state;
  size_t dot = str_find_byte(name, '.');
  Str head = str_slice(name, 0, dot);
  if (str_eq(head, STR("__MODULE__"))) return state->module;
  for (size_t i = state->aliases.len; i-- > 0;) {
    const Alias *alias = &state->aliases.items[i];
    if (!str_eq(alias->name, head)) continue;
    return dot == STR_NONE ? alias->full : str_format(build->arena, "%.*s%.*s", STR_ARG(alias->full), STR_ARG(str_slice(name, dot, name.len)));
  }
  return name;
}

static void add_alias(LanguageBuild *build, Str full, Str name) {
  State *state = build->state;
  size_t dot = str_find_last_byte(full, '.');
  if (!name.len) name = dot == STR_NONE ? full : str_slice(full, dot + 1, full.len);
  *vec_add(build->arena, &state->aliases) = (Alias){name, full};
}

static ExprNo read_module(LanguageBuild *build, NodeNo node, unsigned role) {
  Str name = full_name(build, syntax_text(build->syntax, node));
  ExprNo expr = language_add_word(build, name, node);
  language_ref(build, role, expr, node);
  return expr;
}

/* alias A.B, alias A.B, as: C, alias A.{B, C} */
static void visit_alias(LanguageBuild *build, NodeNo list) {
  const Syntax *syntax = build->syntax;
  NodeNo first = list ? syntax_named(syntax, list, 0) : 0, keys = list ? syntax_child(syntax, list, KIND_KEYWORDS) : 0;
  if (syntax_kind(syntax, first) == KIND_ALIAS) {
    NodeNo pair = keys ? syntax_child(syntax, keys, KIND_PAIR) : 0;
    add_alias(build, full_name(build, syntax_text(syntax, first)), syntax_text(syntax, syntax_field(syntax, pair, FIELD_VALUE)));
    read_module(build, first, REF_READ);
  } else if (syntax_kind(syntax, first) == KIND_DOT) {
    Str base = full_name(build, syntax_text(syntax, syntax_field(syntax, first, FIELD_LEFT)));
    NodeNo tuple = syntax_field(syntax, first, FIELD_RIGHT);
    for (NodeNo c = tuple ? syntax_first(syntax, tuple) : 0; c; c = syntax_next(syntax, c)) {
      if (syntax_kind(syntax, c) != KIND_ALIAS) continue;
      add_alias(build, str_format(build->arena, "%.*s.%.*s", STR_ARG(base), STR_ARG(syntax_text(syntax, c))), STR_EMPTY);
    }
  }
}

/* defimpl P, for: T is the module P.T; without `for` T is the module around. */
static Str implementation_name(LanguageBuild *build, NodeNo list, Str protocol) {
  const Syntax *syntax = build->syntax;
  NodeNo keys = syntax_child(syntax, list, KIND_KEYWORDS), pair = keys ? syntax_child(syntax, keys, KIND_PAIR) : 0;
  NodeNo type = pair ? syntax_field(syntax, pair, FIELD_VALUE) : 0;
  Str of = type ? full_name(build, syntax_text(syntax, type)) : ((State *)build->state)->module;
  return str_format(build->arena, "%.*s.%.*s", STR_ARG(full_name(build, protocol)), STR_ARG(of));
}

/* What a module imports holds in it alone. */
static void visit_import(LanguageBuild *build, NodeNo list) {
  State *state = build->state;
  NodeNo first = list ? syntax_named(build->syntax, list, 0) : 0;
  if (syntax_kind(build->syntax, first) != KIND_ALIAS) return;
  *vec_add(build->arena, &state->imports) = full_name(build, syntax_text(build->syntax, first));
  read_module(build, first, REF_READ);
}

/* What a module calls and does not define is of those that it imports. `binds` and
 * `called` are how many there were before it. */
static void bind_imported(LanguageBuild *build, size_t binds, size_t called) {
  State *state = build->state;
  const Facts *facts = build->facts;
  Idmap known;
  idmap_init(&known, build->arena);
  for (size_t i = binds; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (bind->scope == build->scope) idmap_mark(&known, bind->name.value);
  }
  for (size_t i = called; state->imports.len && i < state->called.len; i++) {
    NameId name = state->called.items[i];
    if (!idmap_mark(&known, name.value)) continue;
    for (size_t k = 0; k < state->imports.len && k < IMPORTS_MAX; k++) {
      ExprNo module = language_add(build, (Expr){.kind = EXPR_NAME, .name = language_intern(build, state->imports.items[k])});
      ExprNo value = language_add(build, (Expr){.kind = EXPR_MEMBER, .base = module, .name = name});
      language_bind(build, (Bind){.name = name, .flags = BIND_HOISTED, .value = value});
    }
  }
  state->called.len = called;
}

static void visit_module(LanguageBuild *build, NodeNo node, NodeNo list, Str word) {
  const Syntax *syntax = build->syntax;
  State *state = build->state;
  Str around = state->module;
  size_t imports = state->imports.len, called = state->called.len, binds = build->facts->binds.len;
  NodeNo name = list ? syntax_named(syntax, list, 0) : 0, body = syntax_child(syntax, node, KIND_DO);
  Str text = syntax_text(syntax, name);
  if (str_eq(word, STR("defimpl")) && list) {
    state->module = implementation_name(build, list, text);
  } else {
    state->module = around.len ? str_format(build->arena, "%.*s.%.*s", STR_ARG(around), STR_ARG(text)) : text;
    if (around.len) add_alias(build, state->module, text);
  }
  LanguageOpen before;
  DefNo def = language_define(build, &(LanguageDef){.kind = str_eq(word, STR("defprotocol")) ? SYMBOL_PROTOCOL : SYMBOL_MODULE, .flags = DEF_EXPORTED,
                                                    .name = name, .name_text = state->module, .whole = node, .body = body, .bind = BIND_HOISTED, .scope = 1});
  language_open(build, SCOPE_NAMESPACE, node, def, &before);
  language_visit(build, body);
  bind_imported(build, binds, called);
  language_close(build, &before);
  state->module = around;
  state->imports.len = imports;
}

static DefNo known_clause(const LanguageBuild *build, NameId name, unsigned arity) {
  const State *state = build->state;
  for (size_t i = state->clauses.len, left = CLAUSES_BACK; i-- > 0 && left--;) {
    const Clause *at = &state->clauses.items[i];
    if (at->container == build->container && at->arity == arity && names_same(at->name, name)) return at->def;
  }
  return 0;
}

/* The head of a function: name(parameters), perhaps with a guard. */
static NodeNo head_of(const Syntax *syntax, NodeNo list) {
  NodeNo head = list ? syntax_named(syntax, list, 0) : 0;
  return syntax_kind(syntax, head) == KIND_BINARY ? syntax_field(syntax, head, FIELD_LEFT) : head;
}

static DefNo define_clause(LanguageBuild *build, NodeNo node, NodeNo name, unsigned arity, const LanguageDef *def) {
  State *state = build->state;
  DefNo known = known_clause(build, language_name(build, name), arity);
  if (known && known == build->facts->defs.len - 1) language_extend(build, known, node);
  if (known) return known;
  DefNo made = language_define(build, def);
  *vec_add(build->arena, &state->clauses) = (Clause){build->container, made, language_name(build, name), arity};
  return made;
}

static void visit_function(LanguageBuild *build, NodeNo node, NodeNo list, Str word) {
  const Syntax *syntax = build->syntax;
  NodeNo head = head_of(syntax, list), whole_head = list ? syntax_named(syntax, list, 0) : 0;
  bool is_call = syntax_kind(syntax, head) == KIND_CALL;
  NodeNo name = is_call ? syntax_field(syntax, head, FIELD_TARGET) : head, params = is_call ? syntax_child(syntax, head, KIND_ARGUMENTS) : 0;
  if (syntax_kind(syntax, name) != KIND_IDENTIFIER) {
    language_visit_children(build, node);
    return;
  }
  LanguageDef parts = {.kind = str_starts_with(word, STR("defmacro")) ? SYMBOL_MACRO : SYMBOL_FUNCTION, .name = name, .whole = node,
                       .flags = str_ends_with(word, STR("p")) ? 0u : DEF_EXPORTED, .body = syntax_child(syntax, node, KIND_DO), .bind = BIND_HOISTED};
  DefNo def = define_clause(build, node, name, params ? syntax_named_count(syntax, params) : 0, &parts);
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  if (params) language_bind_names(build, params);
  if (head != whole_head) language_visit(build, syntax_field(syntax, whole_head, FIELD_RIGHT));
  language_visit_others(build, list, whole_head);
  language_visit(build, parts.body);
  language_close(build, &before);
}

/* Words of the language that look like calls. */
static const char special[] = "if unless case cond with for receive try quote unquote unquote_splicing require use fn super raise reraise throw "
                              "defstruct defexception defoverridable defdelegate when and or not in alias";

static void visit_inside(LanguageBuild *build, NodeNo node) {
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  language_visit_others(build, node, syntax_field(build->syntax, node, FIELD_TARGET));
  language_close(build, &before);
}

static bool visit_special(LanguageBuild *build, NodeNo node, Str word, NodeNo list) {
  if (language_word_in("defmodule defprotocol defimpl", word)) visit_module(build, node, list, word);
  else if (str_eq(word, STR("alias"))) visit_alias(build, list);
  else if (str_eq(word, STR("import"))) visit_import(build, list);
  else if (language_word_in("def defp defmacro defmacrop defguard defguardp", word)) visit_function(build, node, list, word);
  else if (language_word_in(special, word)) visit_inside(build, node);
  else return false;
  return true;
}

static ExprNo call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo target = syntax_field(syntax, node, FIELD_TARGET), list = syntax_child(syntax, node, KIND_ARGUMENTS);
  bool is_name = syntax_kind(syntax, target) == KIND_IDENTIFIER;
  if (is_name && visit_special(build, node, syntax_text(syntax, target), list)) return 0;
  language_visit_others(build, node, target);
  if (is_name) {
    *vec_add(build->arena, &((State *)build->state)->called) = language_name(build, target);
    return language_call_name(build, target, node);
  }
  NodeNo left = syntax_field(syntax, target, FIELD_LEFT), right = syntax_field(syntax, target, FIELD_RIGHT);
  ExprNo base = language_expr(build, left);
  if (!right || syntax_kind(syntax, right) != KIND_IDENTIFIER) return 0;
  /* s.field without arguments reads a map, unless s is a module. */
  if (!list && syntax_kind(syntax, left) != KIND_ALIAS) return language_use_member(build, base, right, REF_READ);
  return language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = language_add_member(build, base, right), .node = node, .name = right});
}

/* @limit 3 gives an attribute, @limit reads it; most others are for tools. */
static void visit_unary(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo operand = syntax_field(syntax, node, FIELD_OPERAND);
  if (!str_eq(syntax_text(syntax, syntax_field(syntax, node, FIELD_OPERATOR)), STR("@"))) {
    language_visit_children(build, node);
    return;
  }
  bool gives = syntax_kind(syntax, operand) == KIND_CALL;
  NodeNo name = gives ? syntax_field(syntax, operand, FIELD_TARGET) : operand;
  if (language_word_in("doc moduledoc typedoc spec type typep opaque callback macrocallback impl behaviour dialyzer compile", syntax_text(syntax, name))) return;
  Str text = str_format(build->arena, "@%.*s", STR_ARG(syntax_text(syntax, name)));
  if (!gives) {
    ExprNo read = language_add_word(build, text, node);
    language_ref(build, REF_READ, read, name);
    return;
  }
  language_define(build, &(LanguageDef){.kind = SYMBOL_CONSTANT, .name = name, .name_text = text, .whole = node, .bind = BIND_HOISTED});
  language_visit_others(build, operand, name);
}

/* a = f() and a <- xs make a; everything else only reads. */
static void visit_binary(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  Str sign = syntax_text(syntax, syntax_field(syntax, node, FIELD_OPERATOR));
  NodeNo left = syntax_field(syntax, node, FIELD_LEFT), right = syntax_field(syntax, node, FIELD_RIGHT);
  if (str_eq(sign, STR("=")) || str_eq(sign, STR("<-"))) {
    language_visit(build, right);
    language_bind_names(build, left);
  } else {
    language_visit_children(build, node);
  }
}

static void visit_clause(LanguageBuild *build, NodeNo node) {
  LanguageOpen before;
  NodeNo left = syntax_field(build->syntax, node, FIELD_LEFT);
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  if (left) language_bind_names(build, left);
  language_visit_others(build, node, left);
  language_close(build, &before);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "call", .handler = {.expr = call}},
    {LANGUAGE_ROW_OWN, .node = "alias", .handler = {.expr = read_module}},
    {LANGUAGE_ROW_OWN, .node = "unary_operator", .handler = {.visit = visit_unary}},
    {LANGUAGE_ROW_OWN, .node = "binary_operator", .handler = {.visit = visit_binary}},
    {LANGUAGE_ROW_OWN, .node = "stab_clause", .handler = {.visit = visit_clause}},
    {LANGUAGE_ROW_BLOCK, .node = "anonymous_function"},
    {LANGUAGE_ROW_NAME, .node = "identifier"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_elixir = {
    .name = "elixir",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "ex exs",
    .shebangs = "elixir",
    .kinds = kinds,
    .fields = fields,
    .rows = rows,
    .begin = begin,
    .rules = {.globals = LANGUAGE_GLOBALS_LINKED, .unknown_is_outside = true},
    .test_names = "*_test.exs",
    .home = {.manifests = "mix.exs"},
    .editing = {.indent = "  "},
};
