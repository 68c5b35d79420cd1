/* Scheme (R5RS to R7RS, Guile, Chez): functions, macros and values that a file
 * defines, and lists that begin with a name, which are calls. Libraries are found
 * by their names as paths, (shop db) as shop/db.scm; other files are loaded. Data is
 * what is quoted; prefixes, renamed imports and what other macros define are not known. */
#include "src/languages/common/lists_internal.h"

enum { KIND_LIST = 1, KIND_SYMBOL, KIND_STRING };
static const char *const kinds[] = {"list", "symbol", "string", NULL};
static const LanguageLists lists = {.list = KIND_LIST, .name = KIND_SYMBOL};

static const char functions[] = "define define* define-public define*-public define-inline define-inlinable define-method define-macro define-syntax-rule define-syntax";
static const char lets[] = "let let* letrec letrec* let-values let*-values let-syntax do parameterize";
/* Forms of the language that look like calls. */
static const char special[] = "if begin and or when unless set! else => delay assert guard syntax-rules syntax-case case-lambda "
                              "define-values export quote quasiquote";

static Str head_word(const LanguageBuild *build, NodeNo list) {
  NodeNo head = language_kind(build, list) == KIND_LIST ? syntax_named(build->syntax, list, 0) : 0;
  return language_kind(build, head) == KIND_SYMBOL ? language_text(build, head) : STR_EMPTY;
}

/* A name that is given a function is a function, as (define (f x) …) is. */
static void define(LanguageBuild *build, NodeNo node, NodeNo second, bool is_macro) {
  NodeNo value = second ? syntax_next(build->syntax, second) : 0;
  while (value && !language_is_part(build, value)) value = syntax_next(build->syntax, value);
  bool is_list = language_kind(build, second) == KIND_LIST, is_function = is_list || is_macro || str_starts_with(head_word(build, value), STR("lambda"));
  NodeNo name = is_list ? syntax_named(build->syntax, second, 0) : second;
  if (language_kind(build, name) != KIND_SYMBOL) {
    language_visit_after(build, second);
    return;
  }
  LanguageOpen before;
  SymbolKind kind = is_macro ? SYMBOL_MACRO : is_function ? SYMBOL_FUNCTION : SYMBOL_VARIABLE;
  bool is_defined = is_function || !build->callable;
  DefNo def = is_defined ? language_define(build, &(LanguageDef){.kind = kind, .flags = DEF_EXPORTED, .name = name, .whole = node, .body = value, .bind = BIND_HOISTED}) : 0;
  if (!is_defined) language_bind(build, (Bind){.name = language_name(build, name), .from = language_node(build, name)->from});
  language_open(build, is_function ? SCOPE_FUNCTION : SCOPE_BLOCK, node, is_function ? def : 0, &before);
  if (is_list) language_bind_heads(build, lists, second, name);
  language_visit_after(build, second);
  language_close(build, &before);
}

/* (let ((x (f))) …), (let loop ((i 0)) …): the values do not see the names. */
static void visit_let(LanguageBuild *build, NodeNo node, NodeNo second) {
  LanguageOpen before;
  NodeNo pairs = second;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  if (language_kind(build, second) == KIND_SYMBOL) {
    language_bind(build, (Bind){.name = language_name(build, second), .from = language_node(build, second)->from});
    pairs = syntax_named(build->syntax, node, 2);
  }
  for (NodeNo c = pairs ? syntax_first(build->syntax, pairs) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == KIND_LIST) language_visit_after(build, syntax_named(build->syntax, c, 0));
  }
  language_bind_heads(build, lists, pairs, 0);
  language_visit_after(build, pairs);
  language_close(build, &before);
}

/* (shop db), (only (shop util) f), ((shop db) #:select (f)): the name of a library. */
static void import_one(LanguageBuild *build, NodeNo name, unsigned flags) {
  if (language_word_in("only except prefix rename", head_word(build, name))) name = syntax_named(build->syntax, name, 1);
  if (language_kind(build, name) == KIND_LIST && language_kind(build, syntax_named(build->syntax, name, 0)) == KIND_LIST) name = syntax_named(build->syntax, name, 0);
  char *path = language_kind(build, name) == KIND_LIST ? str_to_c(build->arena, language_text(build, name)) : NULL;
  for (size_t i = 0; path && path[i]; i++) path[i] = path[i] == ' ' ? '/' : path[i];
  if (path && strlen(path) > 2) language_import_all(build, language_intern(build, (Str){path + 1, strlen(path) - 2}), flags, name);
}

/* (define-module (shop) #:use-module (shop db) #:re-export (find)): what is given on may
 * be of any of them. */
static void visit_module(LanguageBuild *build, NodeNo node, NodeNo second) {
  unsigned flags = str_contains(language_text(build, node), STR(":re-export")) ? IMPORT_REEXPORT : 0;
  for (NodeNo c = second, next; c && (next = syntax_next(build->syntax, c)); c = next) {
    if (language_word_in("#:use-module :use-module #:autoload :autoload", language_text(build, c))) import_one(build, next, flags);
  }
}

static void add_function(LanguageBuild *build, NodeNo name, NodeNo whole) {
  if (language_kind(build, name) == KIND_SYMBOL) language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = name, .whole = whole, .bind = BIND_HOISTED});
}

/* (define-record-type <point> (make-point x) point? (x point-x set-point-x!)) */
static void visit_record(LanguageBuild *build, NodeNo node, NodeNo second) {
  NodeNo fields = 0, last = language_last(build, node);
  for (NodeNo c = second; c; c = syntax_next(build->syntax, c)) fields = str_eq(head_word(build, c), STR("fields")) ? c : fields;
  if (fields || last == second) {
    language_add_record(build, lists, second, fields);
    return;
  }
  NodeNo made = syntax_next(build->syntax, second), test = made ? syntax_next(build->syntax, made) : 0;
  if (language_kind(build, second) == KIND_SYMBOL) language_define(build, &(LanguageDef){.kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED, .name = second, .whole = node, .bind = BIND_HOISTED});
  add_function(build, language_kind(build, made) == KIND_LIST ? syntax_named(build->syntax, made, 0) : made, made);
  add_function(build, test, test);
  for (NodeNo c = test ? syntax_next(build->syntax, test) : 0; c; c = syntax_next(build->syntax, c)) {
    for (unsigned i = 1; i < 3 && language_kind(build, c) == KIND_LIST; i++) add_function(build, syntax_named(build->syntax, c, i), c);
  }
}

static ExprNo call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo head = syntax_named(build->syntax, node, 0), second = syntax_named(build->syntax, node, 1);
  Str word = head_word(build, node), path = language_text(build, second);
  if (language_word_in(functions, word) && second) {
    define(build, node, second, str_starts_with(word, STR("define-syntax")) || str_eq(word, STR("define-macro")));
  } else if (language_word_in(lets, word) && second) {
    visit_let(build, node, second);
  } else if ((str_starts_with(word, STR("lambda")) || str_eq(word, STR("receive"))) && second) {
    language_visit_pattern(build, node, second);
  } else if (str_eq(word, STR("cond")) || (str_eq(word, STR("case")) && second)) {
    bool is_case = str_eq(word, STR("case"));
    if (is_case) language_visit(build, second);
    language_visit_clauses(build, lists, is_case ? second : head, is_case);
  } else if (language_word_in("library define-library module", word)) {
    language_visit_after(build, second);
  } else if (language_word_in("import use-modules", word)) {
    for (NodeNo c = second; c; c = syntax_next(build->syntax, c)) import_one(build, c, 0);
  } else if (str_eq(word, STR("define-module"))) {
    visit_module(build, node, second);
  } else if (str_starts_with(word, STR("define-")) && str_ends_with(word, STR("record-type")) && second) {
    visit_record(build, node, second);
  } else if (language_word_in("load include", word) && language_kind(build, second) == KIND_STRING && path.len > 2) {
    language_import(build, (Import){.form = IMPORT_STAR, .flags = IMPORT_REEXPORT, .specifier = language_intern(build, str_slice(path, 1, path.len - 1))}, second);
  } else if (!language_word_in("quote export syntax-rules", word)) {
    for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
      if (c != head || !word.len) language_visit(build, c);
    }
    return word.len && !language_word_in(special, word) ? language_call_name(build, head, node) : 0;
  }
  return 0;
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "list", .handler = {.expr = call}},
    {LANGUAGE_ROW_NAME, .node = "symbol"},
    {LANGUAGE_ROW_NOTHING, .node = "quote quasiquote"},
    {LANGUAGE_ROW_COMMENT, .node = "comment block_comment directive"},
    {0},
};

const Language language_scheme = {
    .name = "scheme", .revision = 1, .tier = LANGUAGE_TIER_CALLS, .extensions = "scm sld ss sls sps", .shebangs = "guile scheme chez",
    .kinds = kinds, .rows = rows,
    .rules = {.order = LANGUAGE_ORDER_AROUND, .functions_given = true, .unknown_is_outside = true},
    .near = "{} {}.scm {}.sld {}.sls {}.ss",
    .test_names = "test/ tests/ *-test.scm test-*.scm",
    .editing = {.indent = "  "},
};
