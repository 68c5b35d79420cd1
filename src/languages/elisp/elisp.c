/* Emacs Lisp: functions, macros, variables and structures that a file defines,
 * and lists that begin with a name, which are calls. Names are everybody's:
 * there is one of each. #'name and the hooks' 'name are uses. What is quoted is
 * data; what macros define beside the usual ones is not known. */
#include "src/languages/common/lists_internal.h"

enum { KIND_LIST = 1, KIND_SYMBOL, KIND_QUOTE, KIND_SPECIAL, KIND_FUNCTION_QUOTE };
static const char *const kinds[] = {"list", "symbol", "quote", "special_form", "function_quote", NULL};
static const LanguageLists lists = {.list = KIND_LIST, .name = KIND_SYMBOL};
enum { FIELD_NAME = 1, FIELD_PARAMETERS };
static const char *const fields[] = {"name", "parameters", NULL};

static const char functions[] = "cl-defun cl-defmethod cl-defgeneric define-minor-mode define-derived-mode define-inline ert-deftest iter-defun "
                                "transient-define-prefix transient-define-suffix define-globalized-minor-mode";
static const char macros[] = "cl-defmacro";
static const char variables[] = "defface defgroup define-error defvar-local defcustom defvar defconst defvar-keymap";
static const char lets[] = "let let* letrec when-let when-let* if-let if-let* pcase-let pcase-let* and-let* cl-letf cl-flet cl-flet* cl-labels cl-macrolet";

static const char loops[] = "dolist dotimes cl-dolist cl-dotimes dolist-with-progress-reporter";
static const char patterns[] = "lambda cl-destructuring-bind cl-multiple-value-bind seq-let pcase-setq";

static void define(LanguageBuild *build, NodeNo node, NodeNo name, SymbolKind kind) {
  const Syntax *syntax = build->syntax;
  NodeNo params = name ? syntax_next(syntax, name) : 0;
  while (params && !syntax_is_named(syntax, params)) params = syntax_next(syntax, params);
  bool is_callable = kind == SYMBOL_FUNCTION || kind == SYMBOL_MACRO, has_params = is_callable && syntax_kind(syntax, params) == KIND_LIST;
  if (syntax_kind(syntax, name) != KIND_SYMBOL) {
    language_visit_children(build, node);
    return;
  }
  DefNo def = language_define(build, &(LanguageDef){.kind = kind, .flags = DEF_EXPORTED, .name = name, .whole = node, .scope = 1,
      .body = has_params ? syntax_next(syntax, params) : params, .bind = BIND_HOISTED});
  LanguageOpen before;
  language_open(build, is_callable ? SCOPE_FUNCTION : SCOPE_BLOCK, node, is_callable ? def : 0, &before);
  if (has_params) language_bind_heads(build, lists, params, 0);
  if (kind != SYMBOL_STRUCT) language_visit_after(build, has_params ? params : name);
  language_close(build, &before);
}

static void visit_function(LanguageBuild *build, NodeNo node) { define(build, node, syntax_field(build->syntax, node, FIELD_NAME), SYMBOL_FUNCTION); }
static void visit_macro(LanguageBuild *build, NodeNo node) { define(build, node, syntax_field(build->syntax, node, FIELD_NAME), SYMBOL_MACRO); }

/* ((name value) name …): values are read, names are new. */
static void visit_let(LanguageBuild *build, NodeNo node, NodeNo list, Str word) {
  const Syntax *syntax = build->syntax;
  NodeNo first = list ? syntax_named(syntax, list, 0) : 0;
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  bool is_one = syntax_kind(syntax, first) == KIND_SYMBOL && syntax_kind(syntax, syntax_named(syntax, list, 1)) == KIND_LIST; /* (when-let (x (f)) …) */
  bool are_functions = language_word_in("cl-flet cl-flet* cl-labels cl-macrolet", word);
  if (are_functions) language_define_local(build, lists, list, str_ends_with(word, STR("macrolet")) ? SYMBOL_MACRO : SYMBOL_FUNCTION);
  else if (is_one) language_bind(build, (Bind){.name = language_name(build, first), .from = syntax->nodes[first].from});
  else language_bind_heads(build, lists, list, 0);
  for (NodeNo c = list && !are_functions ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (is_one && c != first) language_visit(build, c);
    else if (syntax_kind(syntax, c) == KIND_LIST) language_visit_after(build, syntax_named(syntax, c, 0));
  }
  language_visit_after(build, list);
  language_close(build, &before);
}

/* Forms that the grammar knows: the word itself is no node. */
static void visit_special(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  Str text = syntax_text(syntax, node), word = text.len ? str_slice(text, 1, text.len) : text;
  for (size_t end = 0; end < word.len; end++) if (strchr(" \t\n()\"", word.ptr[end])) word.len = end;
  NodeNo first = syntax_named(syntax, node, 0);
  if (language_word_in(variables, word) && !build->function) {
    define(build, node, first, SYMBOL_VARIABLE);
  } else if (language_word_in(lets, word)) {
    visit_let(build, node, first, word);
  } else if (language_word_in(loops, word) && first) {
    language_visit_given(build, node, first);
  } else if (language_word_in(patterns, word)) {
    language_visit_pattern(build, node, first);
  } else if (str_eq(word, STR("cond"))) { /* its clauses are no calls */
    for (NodeNo c = first; c; c = syntax_next(syntax, c)) language_visit_children(build, c);
  } else {
    language_visit_children(build, node);
  }
}

static ExprNo call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo head = syntax_named(syntax, node, 0), next = syntax_named(syntax, node, 1);
  Str word = syntax_kind(syntax, head) == KIND_SYMBOL ? syntax_text(syntax, head) : STR_EMPTY;
  if (str_eq(word, STR("require")) && syntax_kind(syntax, next) == KIND_QUOTE) {
    NodeNo module = syntax_named(syntax, next, 0);
    language_import(build, (Import){.form = IMPORT_EFFECT, .specifier = language_name(build, module)}, module);
  } else if (language_word_in(functions, word)) {
    define(build, node, next, SYMBOL_FUNCTION);
  } else if (language_word_in(macros, word)) {
    define(build, node, next, SYMBOL_MACRO);
  } else if (language_word_in(variables, word)) {
    define(build, node, next, SYMBOL_VARIABLE);
  } else if (language_word_in("cl-defstruct defclass", word) && next) {
    define(build, node, syntax_kind(syntax, next) == KIND_LIST ? syntax_named(syntax, next, 0) : next, SYMBOL_STRUCT);
    if (word.ptr[0] == 'c') language_add_structure(build, lists, next);
    else language_add_slots(build, lists, syntax_named(syntax, node, 3));
  } else if (language_word_in(lets, word)) {
    visit_let(build, node, next, word);
  } else if (language_word_in(loops, word) && next) {
    language_visit_given(build, node, next);
  } else if (language_word_in(patterns, word)) {
    language_visit_pattern(build, node, next);
  } else if (language_word_in("cl-case cl-ecase cl-typecase cl-etypecase pcase pcase-exhaustive", word) && next) {
    language_visit(build, next);
    language_visit_clauses(build, lists, next, 1);
  } else if (word.len) {
    language_visit_after(build, head);
    return language_call_name(build, head, node);
  } else {
    language_visit_children(build, node);
  }
  return 0;
}

/* 'name is a function where one is told, and data elsewhere. */
static ExprNo quote(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  NodeNo inside = syntax_named(syntax, node, 0);
  return syntax_kind(syntax, inside) == KIND_SYMBOL ? language_expr_name(build, inside, role) : 0;
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "function_definition", .handler = {.visit = visit_function}},
    {LANGUAGE_ROW_OWN, .node = "macro_definition", .handler = {.visit = visit_macro}},
    {LANGUAGE_ROW_OWN, .node = "special_form", .handler = {.visit = visit_special}},
    {LANGUAGE_ROW_OWN, .node = "list", .handler = {.expr = call}},
    {LANGUAGE_ROW_OWN, .node = "quote function_quote", .handler = {.expr = quote}},
    {LANGUAGE_ROW_NAME, .node = "symbol"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_elisp = {
    .name = "elisp",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "el",
    .filenames = ".emacs Cask Eask",
    .kinds = kinds,
    .fields = fields,
    .rows = rows,
    .rules = {.globals = LANGUAGE_GLOBALS_LINKED, .unknown_is_outside = true},
    .near = "{}.el",
    .test_names = "test/ tests/ *-test.el *-tests.el test-*.el",
    .editing = {.indent = "  "},
};
