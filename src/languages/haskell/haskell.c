/* Haskell: functions with all their equations, types, classes and instances.
 * Modules are found by the names they declare; imports bring all names, those
 * that are listed, or a qualifier. A call is an application of a name, also by $
 * and in backquotes; which instance a method of a class leads to is not known. */
#include "src/languages/language.h"

enum { KIND_VARIABLE = 1, KIND_QUALIFIED, KIND_INFIX, KIND_INFIX_ID, KIND_LITERAL, KIND_IMPORT_NAME, KIND_HIDING, KIND_QUALIFIED_WORD };
static const char *const kinds[] = {"variable", "qualified", "infix", "infix_id", "literal", "import_name", "'hiding", "'qualified", NULL};
enum { FIELD_NAME = 1, FIELD_PATTERNS, FIELD_PATTERN, FIELD_FUNCTION, FIELD_OPERATOR, FIELD_LEFT, FIELD_MODULE, FIELD_ID, FIELD_ALIAS, FIELD_NAMES,
       FIELD_MATCH, FIELD_EXPRESSION, FIELD_DECLARATIONS, FIELD_TYPE };
static const char *const fields[] = {"name", "patterns", "pattern", "function", "operator", "left_operand", "module", "id", "alias", "names",
                                     "match", "expression", "declarations", "type", NULL};

/* The equations of a function stand one after the other. */
static DefNo define(LanguageBuild *build, NodeNo node, NodeNo name, SymbolKind kind) {
  DefNo before = language_continue(build, syntax_text(build->syntax, name), node);
  if (before) return before;
  return language_define(build, &(LanguageDef){.kind = kind, .flags = DEF_EXPORTED, .name = name, .whole = node,
                                               .body = syntax_field(build->syntax, node, FIELD_MATCH), .bind = BIND_HOISTED});
}

static void visit_function(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo infix = syntax_child(syntax, node, KIND_INFIX), name = infix ? syntax_field(syntax, infix, FIELD_OPERATOR) : syntax_field(syntax, node, FIELD_NAME);
  NodeNo params = infix ? infix : syntax_field(syntax, node, FIELD_PATTERNS);
  LanguageOpen before;
  bool is_method = build->facts->scopes.items[build->scope].kind == SCOPE_TYPE;
  DefNo def = name ? define(build, node, name, is_method ? SYMBOL_METHOD : SYMBOL_FUNCTION) : 0;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  if (params) language_bind_names(build, params);
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (c != name && c != params) language_visit(build, c);
  }
  language_close(build, &before);
}

/* x = … is a function without parameters, unless it is plainly a value; v <- …
 * and (a, b) = … give names. */
static void visit_bind(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, FIELD_NAME), pattern = syntax_field(syntax, node, FIELD_PATTERN);
  NodeNo value = syntax_field(syntax, syntax_field(syntax, node, FIELD_MATCH), FIELD_EXPRESSION);
  if (!name || build->callable) {
    if (name || pattern) language_bind_names(build, name ? name : pattern);
    language_visit_others(build, node, name ? name : pattern);
    return;
  }
  bool is_value = syntax_kind(syntax, value) == KIND_LITERAL;
  LanguageOpen before;
  DefNo def = define(build, node, name, is_value ? SYMBOL_VARIABLE : SYMBOL_FUNCTION);
  language_open(build, SCOPE_FUNCTION, node, is_value ? 0 : def, &before);
  language_visit_others(build, node, name);
  language_close(build, &before);
}

/* Methods of a class are names of its module. */
static void visit_class(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, FIELD_NAME), list = syntax_field(syntax, node, FIELD_DECLARATIONS);
  LanguageOpen before;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_INTERFACE, .flags = DEF_EXPORTED, .name = name, .whole = node, .body = list, .bind = BIND_HOISTED});
  language_open(build, SCOPE_TYPE, node, def, &before);
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    NodeNo method = syntax_field(syntax, c, FIELD_NAME);
    bool is_signature = method && syntax_field(syntax, c, FIELD_TYPE);
    if (!is_signature) {
      language_visit(build, c);
      continue;
    }
    DefNo made = language_define(build, &(LanguageDef){.kind = SYMBOL_METHOD, .flags = DEF_EXPORTED, .name = method, .whole = c, .no_bind = true});
    language_bind(build, (Bind){.scope = 1, .name = language_name(build, method), .flags = BIND_HOISTED, .def = made});
  }
  language_close(build, &before);
}

/* What an instance defines is reached through its class alone. */
static void visit_instance(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, FIELD_NAME), list = syntax_field(syntax, node, FIELD_DECLARATIONS), of = syntax_field(syntax, node, FIELD_PATTERNS);
  LanguageOpen before;
  Str text = str_format(build->arena, "%.*s %.*s", STR_ARG(syntax_text(syntax, name)), STR_ARG(syntax_text(syntax, of)));
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_CLASS, .name = name, .name_text = text, .whole = node, .body = list, .no_bind = true});
  language_open(build, SCOPE_TYPE, node, def, &before);
  language_visit(build, list);
  language_close(build, &before);
}

static void visit_scope(LanguageBuild *build, NodeNo node) {
  NodeNo pattern = syntax_field(build->syntax, node, FIELD_PATTERN);
  if (!pattern) pattern = syntax_field(build->syntax, node, FIELD_PATTERNS);
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  if (pattern) language_bind_names(build, pattern);
  language_visit_others(build, node, pattern);
  language_close(build, &before);
}

static bool is_name(const Syntax *syntax, NodeNo node) {
  return syntax_kind(syntax, node) == KIND_VARIABLE || (syntax_kind(syntax, node) == KIND_QUALIFIED &&
         syntax_kind(syntax, syntax_field(syntax, node, FIELD_ID)) == KIND_VARIABLE);
}

static ExprNo qualified(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo module = syntax_field(build->syntax, node, FIELD_MODULE), name = syntax_field(build->syntax, node, FIELD_ID);
  Str text = syntax_text(build->syntax, module);
  if (str_ends_with(text, STR("."))) text = str_slice(text, 0, text.len - 1);
  ExprNo base = language_add_word(build, text, node);
  return name ? language_use_member(build, base, name, role) : 0;
}

static ExprNo call_name(LanguageBuild *build, NodeNo function, NodeNo node) {
  bool is_plain = syntax_kind(build->syntax, function) == KIND_VARIABLE;
  NodeNo name = is_plain ? function : syntax_field(build->syntax, function, FIELD_ID);
  ExprNo callee = language_expr_as(build, function, LANGUAGE_NO_REF);
  return language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = callee, .node = node, .name = name});
}

/* f a b is (f a) b: the innermost one has the name. */
static ExprNo apply(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo function = syntax_field(build->syntax, node, FIELD_FUNCTION);
  bool is_call = is_name(build->syntax, function);
  language_visit_others(build, node, is_call ? function : 0);
  return is_call ? call_name(build, function, node) : 0;
}

static ExprNo infix(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo sign = syntax_field(syntax, node, FIELD_OPERATOR), function = 0;
  if (syntax_kind(syntax, sign) == KIND_INFIX_ID) function = syntax_named(syntax, sign, 0);
  else if (str_eq(syntax_text(syntax, sign), STR("$"))) function = syntax_field(syntax, node, FIELD_LEFT);
  bool is_call = is_name(syntax, function);
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (c != sign && !(is_call && c == function)) language_visit(build, c);
  }
  return is_call ? call_name(build, function, node) : 0;
}

/* import A, import A (b, c), import qualified A as B, import A hiding (b) */
static void visit_import(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo module = syntax_field(syntax, node, FIELD_MODULE), alias = syntax_field(syntax, node, FIELD_ALIAS), names = syntax_field(syntax, node, FIELD_NAMES);
  if (!module) return;
  NameId specifier = language_name(build, module);
  language_import(build, (Import){.form = IMPORT_MODULE, .specifier = specifier, .local = language_name(build, alias ? alias : module)}, module);
  if (syntax_child(syntax, node, KIND_QUALIFIED_WORD)) return;
  if (!names || syntax_child(syntax, node, KIND_HIDING)) {
    language_import(build, (Import){.form = IMPORT_STAR, .specifier = specifier}, module);
    return;
  }
  for (NodeNo c = syntax_first(syntax, names); c; c = syntax_next(syntax, c)) {
    NodeNo name = syntax_kind(syntax, c) == KIND_IMPORT_NAME ? syntax_named(syntax, c, 0) : 0;
    if (name) language_import(build, (Import){.form = IMPORT_NAMED, .specifier = specifier, .name = language_name(build, name), .local = language_name(build, name)}, name);
  }
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_PACKAGE, .node = "header", .name = "module"},
    {LANGUAGE_ROW_OWN, .node = "import", .handler = {.visit = visit_import}},
    {LANGUAGE_ROW_OWN, .node = "function", .handler = {.visit = visit_function}},
    {LANGUAGE_ROW_OWN, .node = "bind", .handler = {.visit = visit_bind}},
    {LANGUAGE_ROW_OWN, .node = "class", .handler = {.visit = visit_class}},
    {LANGUAGE_ROW_OWN, .node = "instance", .handler = {.visit = visit_instance}},
    {LANGUAGE_ROW_OWN, .node = "lambda alternative do let_in list_comprehension", .handler = {.visit = visit_scope}},
    {LANGUAGE_ROW_OWN, .node = "apply", .handler = {.expr = apply}},
    {LANGUAGE_ROW_OWN, .node = "infix", .handler = {.expr = infix}},
    {LANGUAGE_ROW_OWN, .node = "qualified", .handler = {.expr = qualified}},
    {LANGUAGE_ROW_OWN, .node = "generator", .handler = {.visit = visit_bind}},
    {LANGUAGE_ROW_DEFINE, .node = "data_type newtype type_synomym", .kind = SYMBOL_TYPE, .flags = DEF_EXPORTED, .name = "name"},
    {LANGUAGE_ROW_NOTHING, .node = "signature pragma deriving quasiquote"},
    {LANGUAGE_ROW_NAME, .node = "variable"},
    {LANGUAGE_ROW_COMMENT, .node = "comment haddock"},
    {0},
};

const Language language_haskell = {
    .name = "haskell",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "hs",
    .shebangs = "runhaskell runghc stack",
    .kinds = kinds,
    .fields = fields,
    .shared = true,
    .rows = rows,
    .by_declared = true,
    .home = {.manifests = "cabal.project stack.yaml"},
    .test_names = "*Spec.hs *Test.hs test/ tests/",
};
