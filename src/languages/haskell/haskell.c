/* Haskell: functions with all their equations, types, classes and instances.
 * Modules are found by the names they declare; imports bring all names, those
 * that are listed, or a qualifier. A call is an application of a name, also by $
 * and in backquotes; which instance a method of a class leads to is not known. */
#include "src/languages/common/nodes_internal.h"

enum { KIND_INFIX = 1, KIND_LITERAL, KIND_IMPORT_NAME, KIND_HIDING, KIND_QUALIFIED_WORD, KIND_SIGNATURE, KIND_HADDOCK, KIND_FIELD_NAME, KIND_CHILDREN, KIND_ALL_NAMES };
static const char *const kinds[] = {"infix", "literal", "import_name", "'hiding", "'qualified", "signature", "haddock", "field_name", "children", "all_names", NULL};
enum { FIELD_NAME = 1, FIELD_PATTERNS, FIELD_PATTERN, FIELD_OPERATOR, FIELD_MODULE, FIELD_ALIAS, FIELD_NAMES, FIELD_MATCH, FIELD_EXPRESSION,
       FIELD_DECLARATIONS, FIELD_TYPE };
static const char *const fields[] = {"name", "patterns", "pattern", "operator", "module", "alias", "names", "match", "expression", "declarations", "type", NULL};

/* The equations of a function stand one after the other. */
static DefNo define(LanguageBuild *build, NodeNo node, NodeNo name, SymbolKind kind) {
  bool is_method = kind == SYMBOL_FUNCTION && build->facts->scopes.items[build->scope].kind == SCOPE_TYPE;
  DefNo before = language_continue(build, syntax_text(build->syntax, name), node);
  NodeNo above = language_previous(build, node), doc = language_kind(build, above) == KIND_SIGNATURE ? language_previous(build, above) : 0;
  if (before) return before;
  return language_define(build, &(LanguageDef){.kind = is_method ? SYMBOL_METHOD : kind, .flags = DEF_EXPORTED, .name = name, .whole = node,
                                               .body = syntax_field(build->syntax, node, FIELD_MATCH), .bind = BIND_HOISTED,
                                               .doc = language_kind(build, doc) == KIND_HADDOCK ? doc : 0}); /* it stands above the type */
}

static void visit_function(LanguageBuild *build, NodeNo node) {
  NodeNo infix = language_child(build, node, KIND_INFIX), params = infix ? infix : language_field(build, node, FIELD_PATTERNS);
  NodeNo name = infix ? language_field(build, infix, FIELD_OPERATOR) : language_field(build, node, FIELD_NAME);
  LanguageOpen before;
  DefNo def = name ? define(build, node, name, SYMBOL_FUNCTION) : 0;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  if (params) language_bind_names(build, params);
  language_visit_but(build, node, name, params);
  language_close(build, &before);
}

/* x = … is a function without parameters, unless it is plainly a value, in a
 * function only where it is applied; v <- … and (a, b) = … give names. */
static void visit_bind(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, FIELD_NAME), pattern = syntax_field(syntax, node, FIELD_PATTERN);
  NodeNo value = syntax_field(syntax, syntax_field(syntax, node, FIELD_MATCH), FIELD_EXPRESSION);
  if (!name || (build->callable && !language_is_applied(build, name))) {
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
    if (is_signature) language_define_known_member(build, method, c);
    else language_visit(build, c);
  }
  language_close(build, &before);
}

/* The fields of a record are functions of the module. */
static void visit_type(LanguageBuild *build, NodeNo node) {
  LanguageOpen before;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .flags = DEF_EXPORTED, .name = language_field(build, node, FIELD_NAME), .whole = node, .bind = BIND_HOISTED});
  language_open(build, SCOPE_TYPE, node, def, &before);
  for (NodeNo n = node + 1; n < build->syntax->count && language_node(build, n)->from < language_node(build, node)->to; n++) {
    if (language_kind(build, n) == KIND_FIELD_NAME) language_define_known_member(build, n, syntax_parent(build->syntax, n));
  }
  language_close(build, &before);
}

/* What an instance defines is reached through its class alone. */
static void visit_instance(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_field(build, node, FIELD_NAME), list = language_field(build, node, FIELD_DECLARATIONS);
  LanguageOpen before;
  Str text = str_format(build->arena, "%.*s %.*s", STR_ARG(language_text(build, name)), STR_ARG(language_text(build, language_field(build, node, FIELD_PATTERNS))));
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_CLASS, .name = name, .name_text = text, .whole = node, .body = list, .no_bind = true});
  language_open(build, SCOPE_TYPE, node, def, &before);
  language_visit(build, list);
  language_close(build, &before);
}

/* import A, import A (b, T (..)), import qualified A as B, import A hiding (b). All that a
 * type has is not told from all that its module has. */
static void visit_import(LanguageBuild *build, NodeNo node) {
  NodeNo module = language_field(build, node, FIELD_MODULE), alias = language_field(build, node, FIELD_ALIAS), names = language_field(build, node, FIELD_NAMES);
  if (!module) return;
  NameId specifier = language_name(build, module);
  language_import(build, (Import){.form = IMPORT_MODULE, .specifier = specifier, .local = language_name(build, alias ? alias : module)}, module);
  if (language_child(build, node, KIND_QUALIFIED_WORD)) return;
  if (!names || language_child(build, node, KIND_HIDING)) {
    language_import_all(build, specifier, 0, module);
    return;
  }
  for (NodeNo c = syntax_first(build->syntax, names); c; c = syntax_next(build->syntax, c)) {
    NodeNo name = language_kind(build, c) == KIND_IMPORT_NAME ? syntax_named(build->syntax, c, 0) : 0;
    if (name) language_import_name(build, specifier, name, 0);
    NodeNo inside = language_child(build, c, KIND_CHILDREN);
    for (NodeNo e = inside ? syntax_first(build->syntax, inside) : 0; e; e = syntax_next(build->syntax, e)) {
      if (language_kind(build, e) == KIND_ALL_NAMES) language_import_all(build, specifier, 0, e);
      else if (syntax_is_named(build->syntax, e)) language_import_name(build, specifier, e, 0);
    }
  }
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_PACKAGE, .node = "header", .name = "module"},
    {LANGUAGE_ROW_OWN, .node = "import", .handler = {.visit = visit_import}},
    {LANGUAGE_ROW_OWN, .node = "function", .handler = {.visit = visit_function}},
    {LANGUAGE_ROW_OWN, .node = "bind", .handler = {.visit = visit_bind}},
    {LANGUAGE_ROW_OWN, .node = "class", .handler = {.visit = visit_class}},
    {LANGUAGE_ROW_OWN, .node = "instance", .handler = {.visit = visit_instance}},
    {LANGUAGE_ROW_BLOCK, .node = "lambda alternative do let_in list_comprehension", .name = "pattern|patterns"},
    {LANGUAGE_ROW_APPLY, .node = "apply", .base = "function"}, /* f a b is (f a) b: the innermost one has the name */
    {LANGUAGE_ROW_PIPE, .node = "infix", .base = "left_operand", .name = "operator", .words = "$:left"},
    {LANGUAGE_ROW_PATH, .node = "qualified", .base = "module", .name = "id"},
    {LANGUAGE_ROW_OWN, .node = "generator", .handler = {.visit = visit_bind}},
    {LANGUAGE_ROW_OWN, .node = "data_type newtype", .handler = {.visit = visit_type}},
    {LANGUAGE_ROW_DEFINE, .node = "type_synomym", .kind = SYMBOL_TYPE, .flags = DEF_EXPORTED, .name = "name"},
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
