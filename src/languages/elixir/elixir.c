/* Elixir: modules by their full names, functions (all clauses of one arity are
 * one), macros, module attributes. Calls are found in the module itself and, by
 * the module's name, an alias of it or an import, in others; names that `use`
 * brings are not followed. A variable's module is not known. */
#include "src/languages/common/clauses_internal.h"
#include "src/languages/common/forms_internal.h"
#include "src/languages/common/module_names_internal.h"

enum { KIND_CALL = 1, KIND_IDENTIFIER, KIND_ALIAS, KIND_ARGUMENTS, KIND_BINARY, KIND_DO, KIND_KEYWORDS, KIND_PAIR, KIND_DOT };
static const char *const kinds[] = {"call", "identifier", "alias", "arguments", "binary_operator", "do_block", "keywords", "pair", "dot", NULL};
enum { FIELD_TARGET = 1, FIELD_LEFT, FIELD_RIGHT, FIELD_OPERATOR, FIELD_OPERAND, FIELD_VALUE };
static const char *const fields[] = {"target", "left", "right", "operator", "operand", "value", NULL};

typedef struct State {
  LanguageModules modules;
  LanguageClauses clauses;
} State;

static void begin(LanguageBuild *build, NodeNo root) { (void)root, build->state = ARENA_NEW(build->arena, State); }

/* ---- modules ---- */

static Str full_name(LanguageBuild *build, NodeNo node) {
  const LanguageModules *modules = &((State *)build->state)->modules;
  Str name = language_text(build, node);
  return str_eq(str_slice(name, 0, str_find_byte(name, '.')), STR("__MODULE__")) ? modules->module : language_module_full(build, modules, name);
}

static ExprNo read_module(LanguageBuild *build, NodeNo node, unsigned role) { return language_use_word(build, full_name(build, node), node, role); }

/* What stands behind the first key of (A, as: B). */
static NodeNo option_of(const LanguageBuild *build, NodeNo list) {
  return language_field(build, language_child(build, language_child(build, list, KIND_KEYWORDS), KIND_PAIR), FIELD_VALUE);
}

/* alias A.B, alias A.B, as: C, alias A.{B, C} */
static void visit_alias(LanguageBuild *build, const LanguageFormed *form) {
  LanguageModules *modules = &((State *)build->state)->modules;
  NodeNo first = form->rest ? syntax_named(build->syntax, form->rest, 0) : 0, tuple = language_kind(build, first) == KIND_DOT ? language_field(build, first, FIELD_RIGHT) : 0;
  if (language_kind(build, first) == KIND_ALIAS) {
    language_module_alias(build, modules, full_name(build, first), language_text(build, option_of(build, form->rest)));
    read_module(build, first, REF_READ);
  }
  Str base = full_name(build, tuple ? language_field(build, first, FIELD_LEFT) : 0);
  for (NodeNo c = tuple ? syntax_first(build->syntax, tuple) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) != KIND_ALIAS) continue;
    language_module_alias(build, modules, str_format(build->arena, "%.*s.%.*s", STR_ARG(base), STR_ARG(language_text(build, c))), STR_EMPTY);
  }
}

static void visit_import(LanguageBuild *build, const LanguageFormed *form) {
  NodeNo first = form->rest ? syntax_named(build->syntax, form->rest, 0) : 0;
  if (language_kind(build, first) != KIND_ALIAS) return;
  *vec_add(build->arena, &((State *)build->state)->modules.imports) = full_name(build, first);
  read_module(build, first, REF_READ);
}

static void define_module(LanguageBuild *build, const LanguageFormed *form, Str full) {
  LanguageModules *modules = &((State *)build->state)->modules;
  NodeNo body = language_child(build, form->node, KIND_DO);
  LanguageModuleOpen module;
  LanguageOpen before;
  language_module_open(build, modules, full, &module);
  DefNo def = language_define(build, &(LanguageDef){.kind = form->kind, .flags = DEF_EXPORTED, .name = form->rest ? syntax_named(build->syntax, form->rest, 0) : 0,
                                                    .name_text = full, .whole = form->node, .body = body, .bind = BIND_HOISTED, .scope = 1});
  language_open(build, SCOPE_NAMESPACE, form->node, def, &before);
  language_visit(build, body);
  language_module_close(build, modules, &module);
  language_close(build, &before);
}

/* A module in another one has its name before it, and is known by its own there. */
static void visit_module(LanguageBuild *build, const LanguageFormed *form) {
  LanguageModules *modules = &((State *)build->state)->modules;
  Str name = language_text(build, form->rest ? syntax_named(build->syntax, form->rest, 0) : 0), around = modules->module;
  Str full = around.len ? str_format(build->arena, "%.*s.%.*s", STR_ARG(around), STR_ARG(name)) : name;
  if (around.len) language_module_alias(build, modules, full, name);
  define_module(build, form, full);
}

/* defimpl P, for: T is the module P.T; without `for` T is the module around. */
static void visit_implementation(LanguageBuild *build, const LanguageFormed *form) {
  NodeNo type = option_of(build, form->rest), protocol = form->rest ? syntax_named(build->syntax, form->rest, 0) : 0;
  Str of = type ? full_name(build, type) : ((State *)build->state)->modules.module;
  define_module(build, form, str_format(build->arena, "%.*s.%.*s", STR_ARG(full_name(build, protocol)), STR_ARG(of)));
}

/* ---- functions ---- */

/* def name(parameters) when guard do … end */
static void visit_function(LanguageBuild *build, const LanguageFormed *form) {
  NodeNo whole = form->rest ? syntax_named(build->syntax, form->rest, 0) : 0, head = language_kind(build, whole) == KIND_BINARY ? language_field(build, whole, FIELD_LEFT) : whole;
  NodeNo name = language_kind(build, head) == KIND_CALL ? language_field(build, head, FIELD_TARGET) : head, params = name == head ? 0 : language_child(build, head, KIND_ARGUMENTS);
  if (language_kind(build, name) != KIND_IDENTIFIER) {
    language_visit_children(build, form->node);
    return;
  }
  LanguageDef parts = {.kind = form->kind, .name = name, .whole = form->node, .flags = form->flags, .body = language_child(build, form->node, KIND_DO), .bind = BIND_HOISTED};
  DefNo def = language_define_clause(build, &((State *)build->state)->clauses, &parts, params ? syntax_named_count(build->syntax, params) : 0);
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, form->node, def, &before);
  if (params) language_bind_names(build, params);
  if (head != whole) language_visit(build, language_field(build, whole, FIELD_RIGHT));
  language_visit_others(build, form->rest, whole);
  language_visit(build, parts.body);
  language_close(build, &before);
}

/* Words of the language that look like calls. */
static void visit_inside(LanguageBuild *build, const LanguageFormed *form) {
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, form->node, 0, &before);
  language_visit_others(build, form->node, form->head);
  language_close(build, &before);
}

static const LanguageForm forms[] = {
    {"defmodule", visit_module, SYMBOL_MODULE, 0},
    {"defprotocol", visit_module, SYMBOL_PROTOCOL, 0},
    {"defimpl", visit_implementation, SYMBOL_MODULE, 0},
    {"alias", visit_alias, 0, 0},
    {"import", visit_import, 0, 0},
    {"def defguard", visit_function, SYMBOL_FUNCTION, DEF_EXPORTED},
    {"defp defguardp", visit_function, SYMBOL_FUNCTION, 0},
    {"defmacro", visit_function, SYMBOL_MACRO, DEF_EXPORTED},
    {"defmacrop", visit_function, SYMBOL_MACRO, 0},
    {"if unless case cond with for receive try quote unquote unquote_splicing require use fn super raise reraise throw defstruct defexception "
     "defoverridable defdelegate when and or not in", visit_inside, 0, 0},
    {0},
};

static ExprNo call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo target = language_field(build, node, FIELD_TARGET), list = language_child(build, node, KIND_ARGUMENTS);
  bool is_name = language_kind(build, target) == KIND_IDENTIFIER;
  LanguageFormed form = {.node = node, .head = target, .rest = list, .word = language_text(build, target)};
  if (is_name && language_visit_form(build, forms, form)) return 0;
  language_visit_others(build, node, target);
  if (is_name) {
    *vec_add(build->arena, &((State *)build->state)->modules.called) = language_name(build, target);
    return language_call_name(build, target, node);
  }
  NodeNo left = language_field(build, target, FIELD_LEFT), right = language_field(build, target, FIELD_RIGHT);
  ExprNo base = str_eq(language_text(build, left), STR("__MODULE__")) ? read_module(build, left, REF_READ) : language_expr(build, left);
  if (language_kind(build, right) != KIND_IDENTIFIER) return 0;
  /* s.field without arguments reads a map, unless s is a module. */
  bool reads = !list && language_kind(build, left) != KIND_ALIAS;
  return reads ? language_use_member(build, base, right, REF_READ) : language_call_member(build, base, right, node);
}

/* @limit 3 gives an attribute, @limit reads it; most others are for tools. */
static void visit_unary(LanguageBuild *build, NodeNo node) {
  NodeNo operand = language_field(build, node, FIELD_OPERAND);
  if (!str_eq(language_text(build, language_field(build, node, FIELD_OPERATOR)), STR("@"))) {
    language_visit_children(build, node);
    return;
  }
  bool gives = language_kind(build, operand) == KIND_CALL;
  NodeNo name = gives ? language_field(build, operand, FIELD_TARGET) : operand;
  if (language_word_in("doc moduledoc typedoc spec type typep opaque callback macrocallback impl behaviour dialyzer compile", language_text(build, name))) return;
  Str text = str_format(build->arena, "@%.*s", STR_ARG(language_text(build, name)));
  if (!gives) {
    language_ref(build, REF_READ, language_add_word(build, text, node), name);
    return;
  }
  language_define(build, &(LanguageDef){.kind = SYMBOL_CONSTANT, .name = name, .name_text = text, .whole = node, .bind = BIND_HOISTED});
  language_visit_others(build, operand, name);
}

/* a = f() and a <- xs make a; everything else only reads. */
static void visit_binary(LanguageBuild *build, NodeNo node) {
  NodeNo left = language_field(build, node, FIELD_LEFT);
  if (language_word_in("= <-", language_text(build, language_field(build, node, FIELD_OPERATOR)))) {
    language_visit(build, language_field(build, node, FIELD_RIGHT));
    language_bind_names(build, left);
  } else {
    language_visit_children(build, node);
  }
}

/* x when x > 1 -> … */
static void visit_clause(LanguageBuild *build, NodeNo node) {
  NodeNo left = language_field(build, node, FIELD_LEFT), guarded = language_kind(build, left) == KIND_ARGUMENTS ? syntax_named(build->syntax, left, 0) : left;
  bool has_guard = str_eq(language_text(build, language_field(build, guarded, FIELD_OPERATOR)), STR("when"));
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  if (left) language_bind_names(build, has_guard ? language_field(build, guarded, FIELD_LEFT) : left);
  if (has_guard) language_visit(build, language_field(build, guarded, FIELD_RIGHT));
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
