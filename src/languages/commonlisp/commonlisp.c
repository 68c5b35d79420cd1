/* Common Lisp: functions, macros, generic functions and their methods, variables,
 * classes and structures of a package, and lists that begin with a name, which are
 * calls. The files of a package share its names; others are reached by the
 * package's name before them (util:go), or where the file that says what the package
 * uses is in it. Names are compared as they are written. Which method a generic
 * function runs, what is quoted and what other macros define, is not known. */
#include "src/languages/common/lists_internal.h"
#include "src/languages/common/near_internal.h"

enum { KIND_LIST = 1, KIND_SYMBOL, KIND_DEFUN, KIND_HEADER, KIND_PACKAGE };
static const char *const kinds[] = {"list_lit", "sym_lit", "defun", "defun_header", "package_lit", NULL};
static const LanguageLists lists = {.list = KIND_LIST, .name = KIND_SYMBOL};
enum { FIELD_KEYWORD = 1, FIELD_NAME, FIELD_PARAMS, FIELD_PACKAGE, FIELD_SYMBOL };
static const char *const fields[] = {"keyword", "function_name", "lambda_list", "package", "symbol", NULL};

static const char variables[] = "defvar defparameter defconstant define-constant";
static const char types[] = "defclass defstruct define-condition deftype";
static const char lets[] = "let let* flet labels macrolet symbol-macrolet multiple-value-bind destructuring-bind do do* with-slots with-accessors";
/* Forms of the language that look like calls. */
static const char special[] = "if when unless progn prog1 and or setf setq block return return-from declare the function loop "
                              "eval-when locally unwind-protect tagbody go catch throw multiple-value-call quote declaim";

/* :shop, #:shop, "SHOP" and shop are one package. */
static NameId bare(LanguageBuild *build, NodeNo node) {
  Str text = language_text(build, node);
  while (text.len && strchr("#:\"'", text.ptr[0])) text = str_slice(text, 1, text.len);
  return language_intern(build, text.len && text.ptr[text.len - 1] == '"' ? str_slice(text, 0, text.len - 1) : text);
}

/* (defun name (…) …) and its like have a node of their own inside of the list. */
static void visit_defun(LanguageBuild *build, NodeNo node) {
  NodeNo header = language_child(build, node, KIND_HEADER), name = language_field(build, header, FIELD_NAME), params = language_field(build, header, FIELD_PARAMS);
  Str word = language_text(build, language_field(build, header, FIELD_KEYWORD));
  bool is_method = str_eq(word, STR("defmethod"));
  LanguageOpen before;
  DefNo def = 0;
  if (name) {
    def = language_define(build, &(LanguageDef){.kind = is_method ? SYMBOL_METHOD : str_eq(word, STR("defmacro")) ? SYMBOL_MACRO : SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = name,
                                                .whole = syntax_parent(build->syntax, node), .body = syntax_next(build->syntax, header), .bind = BIND_HOISTED, .scope = 1});
  }
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  language_bind_heads(build, lists, params, 0);
  language_visit_after(build, header);
  language_close(build, &before);
}

/* (let ((x (f))) …), (flet ((f (x) …)) …): values first, then the names. */
static void visit_let(LanguageBuild *build, NodeNo node, NodeNo second, bool is_function) {
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  for (NodeNo c = second && !is_function ? syntax_first(build->syntax, second) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == KIND_LIST) language_visit_after(build, syntax_named(build->syntax, c, 0));
  }
  if (is_function) language_define_local(build, lists, second, SYMBOL_FUNCTION);
  else language_bind_heads(build, lists, second, 0);
  language_visit_after(build, second);
  language_close(build, &before);
}

/* (defpackage shop (:use util) (:import-from db find save)) */
static void visit_package(LanguageBuild *build, NodeNo head) {
  for (NodeNo c = syntax_next(build->syntax, head); c; c = syntax_next(build->syntax, c)) {
    NodeNo first = language_kind(build, c) == KIND_LIST ? syntax_named(build->syntax, c, 1) : 0, rest = first ? syntax_next(build->syntax, first) : 0;
    Str word = first ? language_text(build, syntax_named(build->syntax, c, 0)) : STR_EMPTY;
    bool is_star = language_word_in(":use :mix :use-reexport :mix-reexport :reexport", word), is_named = language_word_in(":import-from :shadowing-import-from", word);
    for (NodeNo n = is_star ? first : 0; n; n = syntax_next(build->syntax, n)) language_import_all(build, bare(build, n), str_ends_with(word, STR("reexport")) ? IMPORT_REEXPORT : 0, n);
    for (NodeNo n = is_named ? rest : 0; n; n = syntax_next(build->syntax, n)) {
      language_import(build, (Import){.form = IMPORT_NAMED, .flags = IMPORT_REEXPORT, .specifier = bare(build, first), .name = bare(build, n), .local = bare(build, n)}, n);
    }
  }
}

static ExprNo read_qualified(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo package = language_field(build, node, FIELD_PACKAGE), name = language_field(build, node, FIELD_SYMBOL);
  return package && name ? language_use_member(build, language_use_module(build, language_text(build, package), language_text(build, package), package), name, role) : 0;
}

static ExprNo call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo head = syntax_named(build->syntax, node, 0), second = head ? syntax_named(build->syntax, node, 1) : 0;
  bool is_qualified = language_kind(build, head) == KIND_PACKAGE;
  Str word = language_kind(build, head) == KIND_SYMBOL ? language_text(build, head) : STR_EMPTY;
  NodeNo name = language_kind(build, second) == KIND_LIST ? syntax_named(build->syntax, second, 0) : second;
  if (str_eq(word, STR("in-package"))) {
    build->facts->package = bare(build, second);
  } else if ((language_word_in(variables, word) || language_word_in(types, word)) && language_kind(build, name) == KIND_SYMBOL) {
    SymbolKind kind = language_word_in(types, word) ? SYMBOL_STRUCT : SYMBOL_VARIABLE;
    language_define(build, &(LanguageDef){.kind = kind, .flags = DEF_EXPORTED, .name = name, .whole = node, .bind = BIND_HOISTED, .scope = 1});
    if (kind == SYMBOL_VARIABLE) language_visit_after(build, second);
    else if (str_eq(word, STR("defstruct"))) language_add_structure(build, lists, second);
    else if (!str_eq(word, STR("deftype"))) language_add_slots(build, lists, syntax_named(build->syntax, node, 3));
  } else if (str_ends_with(language_text(build, head), STR("define-package")) || str_eq(word, STR("defpackage"))) {
    visit_package(build, head);
  } else if (str_eq(language_text(build, head), STR(":method"))) {
    language_visit_pattern(build, node, language_child(build, node, KIND_LIST));
  } else if (str_eq(word, STR("cond"))) {
    language_visit_clauses(build, lists, head, 0);
  } else if (language_word_in("case ecase ccase typecase etypecase handler-case", word) && second) {
    language_visit(build, second);
    language_visit_clauses(build, lists, second, word.ptr[0] == 'h' ? 2 : 1);
  } else if ((str_starts_with(word, STR("with-")) || str_starts_with(word, STR("do"))) && language_kind(build, second) == KIND_LIST && !language_word_in(lets, word)) {
    language_visit_given(build, node, second);
    return str_starts_with(word, STR("with-")) ? language_call_name(build, head, node) : 0;
  } else if (language_word_in(lets, word)) {
    visit_let(build, node, second, language_word_in("flet labels macrolet", word));
  } else if (!language_word_in("quote declare declaim", word)) {
    for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
      if (c != head || (!word.len && !is_qualified)) language_visit(build, c);
    }
    if (is_qualified) return language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = read_qualified(build, head, LANGUAGE_NO_REF), .node = node, .name = language_field(build, head, FIELD_SYMBOL)});
    return word.len && !language_word_in(special, word) ? language_call_name(build, head, node) : 0;
  }
  return 0;
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "list_lit", .handler = {.expr = call}},
    {LANGUAGE_ROW_OWN, .node = "defun", .handler = {.visit = visit_defun}},
    {LANGUAGE_ROW_OWN, .node = "package_lit", .handler = {.expr = read_qualified}},
    {LANGUAGE_ROW_INNER, .node = "var_quoting_lit"},
    {LANGUAGE_ROW_NAME, .node = "sym_lit"},
    {LANGUAGE_ROW_NOTHING, .node = "quoting_lit syn_quoting_lit kwd_lit dis_expr"},
    {LANGUAGE_ROW_COMMENT, .node = "comment block_comment"},
    {0},
};

static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  (void)from;
  language_find_package(world, names_text(facts->names, import->specifier), ret_module);
}

const Language language_commonlisp = {
    .name = "commonlisp",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "lisp cl lsp asd",
    .shebangs = "sbcl clisp",
    .kinds = kinds,
    .fields = fields,
    .rows = rows,
    .rules = {.packages = LANGUAGE_PACKAGE_NAME, .unknown_is_outside = true},
    .find_module = find_module,
    .test_names = "t/ test/ tests/ *-test.lisp test-*.lisp",
    .editing = {.indent = "  "},
};
