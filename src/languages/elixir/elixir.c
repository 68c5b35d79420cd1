/* Elixir: modules by their full names, functions (all clauses of one arity are
 * one), macros, module attributes. Calls are found in the module itself and, by
 * the module's name, an alias of it or an import, in others; names that `use`
 * brings are not followed. A variable's module is not known. */
#include "src/languages/common/module_names_internal.h"

enum { KIND_CALL = 1, KIND_IDENTIFIER, KIND_ALIAS, KIND_ARGUMENTS, KIND_DO, KIND_KEYWORDS, KIND_PAIR, KIND_DOT };
static const char *const kinds[] = {"call", "identifier", "alias", "arguments", "do_block", "keywords", "pair", "dot", NULL};
enum { FIELD_TARGET = 1, FIELD_LEFT, FIELD_RIGHT, FIELD_OPERAND, FIELD_VALUE };
static const char *const fields[] = {"target", "left", "right", "operand", "value", NULL};

static void begin(LanguageBuild *build, NodeNo root) { (void)root, build->state = ARENA_NEW(build->arena, LanguageModules); }

/* ---- modules ---- */

static Str full_name(LanguageBuild *build, NodeNo node) {
  const LanguageModules *modules = build->state;
  Str name = language_text(build, node);
  return str_eq(str_slice(name, 0, str_find_byte(name, '.')), STR("__MODULE__")) ? modules->module : language_module_full(build, modules, name);
}

static ExprNo read_module(LanguageBuild *build, NodeNo node, unsigned role) { return language_use_word(build, full_name(build, node), node, role); }

/* What a word is given first. */
static NodeNo first_of(const LanguageBuild *build, NodeNo node) { return syntax_named(build->syntax, language_child(build, node, KIND_ARGUMENTS), 0); }

/* What stands behind the first key of (A, as: B). */
static NodeNo option_of(const LanguageBuild *build, NodeNo node) {
  NodeNo keywords = language_child(build, language_child(build, node, KIND_ARGUMENTS), KIND_KEYWORDS);
  return language_field(build, language_child(build, keywords, KIND_PAIR), FIELD_VALUE);
}

/* alias A.B, alias A.B, as: C, alias A.{B, C} */
static void visit_alias(LanguageBuild *build, NodeNo node) {
  NodeNo first = first_of(build, node), tuple = language_kind(build, first) == KIND_DOT ? language_field(build, first, FIELD_RIGHT) : 0;
  if (language_kind(build, first) == KIND_ALIAS) {
    language_module_alias(build, build->state, full_name(build, first), language_text(build, option_of(build, node)));
    read_module(build, first, REF_READ);
  }
  Str base = full_name(build, tuple ? language_field(build, first, FIELD_LEFT) : 0);
  for (NodeNo c = tuple ? syntax_first(build->syntax, tuple) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) != KIND_ALIAS) continue;
    language_module_alias(build, build->state, str_format(build->arena, "%.*s.%.*s", STR_ARG(base), STR_ARG(language_text(build, c))), STR_EMPTY);
  }
}

static void visit_import(LanguageBuild *build, NodeNo node) {
  NodeNo first = first_of(build, node);
  if (language_kind(build, first) != KIND_ALIAS) return;
  *vec_add(build->arena, &((LanguageModules *)build->state)->imports) = full_name(build, first);
  read_module(build, first, REF_READ);
}

/* A module in another one has its name before it, and is known by its own there. defimpl P,
 * for: T is the module P.T; without `for` T is the module around. */
static Str module_name(LanguageBuild *build, NodeNo node, bool implements) {
  NodeNo first = first_of(build, node), type = implements ? option_of(build, node) : 0;
  Str around = ((LanguageModules *)build->state)->module, name = implements ? full_name(build, first) : language_text(build, first);
  if (implements) return str_format(build->arena, "%.*s.%.*s", STR_ARG(name), STR_ARG(type ? full_name(build, type) : around));
  if (!around.len) return name;
  Str full = str_format(build->arena, "%.*s.%.*s", STR_ARG(around), STR_ARG(name));
  language_module_alias(build, build->state, full, name);
  return full;
}

static void visit_module(LanguageBuild *build, NodeNo node) {
  NodeNo body = language_child(build, node, KIND_DO);
  Str word = language_text(build, language_field(build, node, FIELD_TARGET)), full = module_name(build, node, str_eq(word, STR("defimpl")));
  LanguageModuleOpen module;
  LanguageOpen before;
  language_module_open(build, build->state, full, &module);
  DefNo def = language_define(build, &(LanguageDef){.kind = str_eq(word, STR("defprotocol")) ? SYMBOL_PROTOCOL : SYMBOL_MODULE, .flags = DEF_EXPORTED,
      .name = first_of(build, node), .name_text = full, .whole = node, .body = body, .bind = BIND_HOISTED, .scope = 1});
  language_open(build, SCOPE_NAMESPACE, node, def, &before);
  language_visit(build, body);
  language_module_close(build, build->state, &module);
  language_close(build, &before);
}

/* ---- calls ---- */

static ExprNo call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo target = language_field(build, node, FIELD_TARGET), list = language_child(build, node, KIND_ARGUMENTS);
  language_visit_others(build, node, target);
  if (language_kind(build, target) == KIND_IDENTIFIER) {
    *vec_add(build->arena, &((LanguageModules *)build->state)->called) = language_name(build, target);
    return language_call_name(build, target, node);
  }
  NodeNo left = language_field(build, target, FIELD_LEFT), right = language_field(build, target, FIELD_RIGHT);
  ExprNo base = str_eq(language_text(build, left), STR("__MODULE__")) ? read_module(build, left, REF_READ) : language_expr(build, left);
  if (language_kind(build, right) != KIND_IDENTIFIER) return 0;
  /* s.field without arguments reads a map, unless s is a module. */
  bool reads = !list && language_kind(build, left) != KIND_ALIAS;
  return reads ? language_use_member(build, base, right, REF_READ) : language_call_member(build, base, right, node);
}

/* @limit 3 gives an attribute, @limit reads it. */
static void visit_attribute(LanguageBuild *build, NodeNo node) {
  NodeNo operand = language_field(build, node, FIELD_OPERAND), name = language_kind(build, operand) == KIND_CALL ? language_field(build, operand, FIELD_TARGET) : operand;
  Str text = str_format(build->arena, "@%.*s", STR_ARG(language_text(build, name)));
  if (name == operand) language_ref(build, REF_READ, language_add_word(build, text, node), name);
  else language_define(build, &(LanguageDef){.kind = SYMBOL_CONSTANT, .name = name, .name_text = text, .whole = node, .bind = BIND_HOISTED});
  if (name != operand) language_visit_others(build, operand, name);
}

/* def name(parameters) when guard do … end */
#define FUNCTION(words, symbol, seen) {LANGUAGE_ROW_DEFINE, .node = "call", .when = "target", .is = words, .kind = symbol, .flags = seen, .clauses = true, \
    .name = "<arguments>/<call>/<identifier>|<arguments>/<binary_operator>/left/<identifier>|<arguments>/<identifier>", \
    .pattern = "<arguments>/<call>/<arguments>|<arguments>/<binary_operator>/left/<arguments>", .body = "<do_block>"}

static const LanguageRow rows[] = {
    FUNCTION("def defguard", SYMBOL_FUNCTION, DEF_EXPORTED),
    FUNCTION("defp defguardp", SYMBOL_FUNCTION, 0),
    FUNCTION("defmacro", SYMBOL_MACRO, DEF_EXPORTED),
    FUNCTION("defmacrop", SYMBOL_MACRO, 0),
    {LANGUAGE_ROW_OWN, .node = "call", .when = "target", .is = "defmodule defprotocol defimpl", .handler = {.visit = visit_module}},
    {LANGUAGE_ROW_OWN, .node = "call", .when = "target", .is = "alias", .handler = {.visit = visit_alias}},
    {LANGUAGE_ROW_OWN, .node = "call", .when = "target", .is = "import", .handler = {.visit = visit_import}},
    {LANGUAGE_ROW_BLOCK, .node = "call", .when = "target", .is = "if unless case cond with for receive try quote unquote unquote_splicing require use fn "
     "super raise reraise throw defstruct defexception defoverridable defdelegate when and or not in"},
    {LANGUAGE_ROW_OWN, .node = "call", .handler = {.expr = call}},
    {LANGUAGE_ROW_OWN, .node = "alias", .handler = {.expr = read_module}},
    {LANGUAGE_ROW_NOTHING, .node = "unary_operator", .when = "operand/target|operand", .is = "doc moduledoc typedoc spec type typep opaque callback macrocallback impl "
     "behaviour dialyzer compile"},
    {LANGUAGE_ROW_OWN, .node = "unary_operator", .when = "operator", .is = "@", .handler = {.visit = visit_attribute}},
    {LANGUAGE_ROW_BINDS, .node = "binary_operator", .when = "operator", .is = "= <-", .name = "left", .value = "right"},
    {LANGUAGE_ROW_BINDS, .node = "binary_operator", .when = "operator", .is = "when", .body = "right"},
    {LANGUAGE_ROW_BLOCK, .node = "stab_clause", .name = "left"},
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
