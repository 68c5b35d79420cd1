/* Julia: functions in both forms, structures, macros and constants; calls by
 * name in the file, what it includes, and the package: all files below its src/
 * are one module. Methods of one function are functions of one name; which of
 * them a call means is told by the number of arguments, not by types. What
 * `using` brings from packages, and methods of what they have (Base.push!), is
 * outside. */
#include "src/languages/language.h"

enum { KIND_SIGNATURE = 1, KIND_CALL, KIND_WHERE, KIND_TYPED, KIND_IDENTIFIER, KIND_ARGUMENTS, KIND_HEAD, KIND_STRING, KIND_CONTENT, KIND_MEMBER, KIND_DO, KIND_DEFAULT, KIND_SPLAT };
static const char *const kinds[] = {"signature", "call_expression", "where_expression", "typed_expression", "identifier", "argument_list", "type_head",
                                    "string_literal", "content", "field_expression", "do_clause", "named_argument", "splat_expression", NULL};

/* f(a) where T, f(a)::T and f(a) are all heads of f; 0: it is none. */
static NodeNo head_of(const Syntax *syntax, NodeNo node) {
  for (int steps = 0; node && steps < 4; steps++) {
    if (syntax_kind(syntax, node) == KIND_CALL) return node;
    unsigned kind = syntax_kind(syntax, node);
    if (kind != KIND_SIGNATURE && kind != KIND_WHERE && kind != KIND_TYPED) return 0;
    node = syntax_named(syntax, node, 0);
  }
  return 0;
}

/* A package is what lies below a folder src/; any other file is for itself. */
static void begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  size_t at = str_starts_with(build->path, STR("src/")) ? 0 : str_find(build->path, STR("/src/"));
  build->facts->package = language_intern(build, at == STR_NONE ? build->path : str_slice(build->path, 0, at + 4));
}

/* a, a::T, a = 1, a::T = 1, a...: the name comes first. */
static void bind_parameters(LanguageBuild *build, NodeNo list) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    NodeNo name = c;
    while (name && syntax_kind(syntax, name) != KIND_IDENTIFIER) name = syntax_named(syntax, name, 0);
    if (name != c) language_visit_others(build, c, name);
    unsigned kind = syntax_kind(syntax, c), flags = BIND_PARAM | (kind == KIND_DEFAULT ? BIND_OPTIONAL : kind == KIND_SPLAT ? BIND_VARIADIC : 0u);
    if (name) language_bind(build, (Bind){.name = language_name(build, name), .flags = flags, .from = syntax->nodes[name].from});
  }
}

static bool define_function(LanguageBuild *build, NodeNo node, NodeNo head, SymbolKind kind) {
  const Syntax *syntax = build->syntax;
  NodeNo call = head_of(syntax, head), name = call ? syntax_named(syntax, call, 0) : 0;
  bool is_added = syntax_kind(syntax, name) == KIND_MEMBER; /* Base.show(x) = … is a method of what another module has */
  if (is_added) name = syntax_named(syntax, name, 1);
  if (syntax_kind(syntax, name) != KIND_IDENTIFIER) return false;
  LanguageOpen before;
  DefNo def = language_define(build, &(LanguageDef){.kind = kind, .flags = DEF_EXPORTED, .name = name, .whole = node, .body = syntax_next(syntax, head),
                                                    .bind = BIND_HOISTED, .no_bind = is_added});
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  bind_parameters(build, syntax_child(syntax, call, KIND_ARGUMENTS));
  language_visit_others(build, node, head);
  language_close(build, &before);
  return true;
}

static void visit_function(LanguageBuild *build, NodeNo node) {
  NodeNo head = syntax_child(build->syntax, node, KIND_SIGNATURE);
  if (!head || !define_function(build, node, head, SYMBOL_FUNCTION)) language_visit_children(build, node);
}

static void visit_macro(LanguageBuild *build, NodeNo node) {
  NodeNo head = syntax_child(build->syntax, node, KIND_SIGNATURE);
  if (!head || !define_function(build, node, head, SYMBOL_MACRO)) language_visit_children(build, node);
}

/* f(x) = … defines f; x = … gives a variable, a symbol at the top level. */
static void visit_assignment(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo target = syntax_named(syntax, node, 0);
  if (define_function(build, node, target, SYMBOL_FUNCTION)) return;
  language_visit_others(build, node, target);
  if (syntax_kind(syntax, target) != KIND_IDENTIFIER) {
    language_bind_names(build, target);
  } else if (build->callable) {
    language_bind(build, (Bind){.name = language_name(build, target), .from = syntax->nodes[target].from});
  } else {
    language_define(build, &(LanguageDef){.kind = SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = target, .whole = node, .bind = BIND_HOISTED});
  }
}

static void visit_struct(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo head = syntax_child(syntax, node, KIND_HEAD), name = head;
  while (name && syntax_kind(syntax, name) != KIND_IDENTIFIER) name = syntax_named(syntax, name, 0);
  LanguageOpen before;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED, .name = name, .whole = node, .bind = BIND_HOISTED});
  language_open(build, SCOPE_TYPE, node, def, &before);
  for (NodeNo c = head ? syntax_next(syntax, head) : 0; c; c = syntax_next(syntax, c)) {
    unsigned kind = syntax_kind(syntax, c);
    NodeNo field = kind == KIND_TYPED ? syntax_named(syntax, c, 0) : c;
    if ((kind == KIND_TYPED || kind == KIND_IDENTIFIER) && syntax_kind(syntax, field) == KIND_IDENTIFIER) {
      language_define(build, &(LanguageDef){.kind = SYMBOL_FIELD, .flags = DEF_EXPORTED, .name = field, .whole = c, .bind = BIND_HOISTED | BIND_MEMBER});
    } else {
      language_visit(build, c);
    }
  }
  language_close(build, &before);
}

/* include("a.jl") brings the names of a file. */
static ExprNo called(LanguageBuild *build, NodeNo node, Str name, ExprNo call, const ExprNo *items, size_t count) {
  const Syntax *syntax = build->syntax;
  (void)items;
  language_visit(build, syntax_child(syntax, node, KIND_DO)); /* a function that is given behind the brackets */
  NodeNo list = syntax_child(syntax, node, KIND_ARGUMENTS), text = list && count == 1 ? syntax_named(syntax, list, 0) : 0;
  if (!str_eq(name, STR("include")) || syntax_kind(syntax, text) != KIND_STRING) return call;
  NodeNo path = syntax_child(syntax, text, KIND_CONTENT);
  if (path) language_import(build, (Import){.form = IMPORT_STAR, .flags = IMPORT_REEXPORT, .scope = 1, .specifier = language_name(build, path)}, path);
  return call;
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "function_definition", .handler = {.visit = visit_function}},
    {LANGUAGE_ROW_OWN, .node = "macro_definition", .handler = {.visit = visit_macro}},
    {LANGUAGE_ROW_OWN, .node = "assignment", .handler = {.visit = visit_assignment}},
    {LANGUAGE_ROW_OWN, .node = "struct_definition abstract_definition primitive_definition", .handler = {.visit = visit_struct}},
    {LANGUAGE_ROW_CALL, .node = "call_expression broadcast_call_expression", .base = "0", .items = "<argument_list>", .result = called},
    {LANGUAGE_ROW_PIPE, .node = "binary_expression", .base = "0", .name = "1", .value = "2", .words = "|>:right"},
    {LANGUAGE_ROW_BLOCK, .node = "do_clause", .name = "<argument_list>"},
    {LANGUAGE_ROW_MEMBER, .node = "field_expression", .base = "value", .name = "1"},
    {LANGUAGE_ROW_DEFINE, .node = "arrow_function_expression", .kind = SYMBOL_FUNCTION, .params = "0", .body = "1"},
    {LANGUAGE_ROW_BINDS, .node = "for_binding", .name = "0", .value = "2"},
    {LANGUAGE_ROW_BLOCK, .node = "for_statement let_statement comprehension_expression"},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression parametrized_type_expression"},
    {LANGUAGE_ROW_NAME, .node = "identifier"},
    {LANGUAGE_ROW_NOTHING, .node = "using_statement import_statement export_statement operator"},
    {LANGUAGE_ROW_LITERAL, .node = "string_literal", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_COMMENT, .node = "line_comment block_comment"},
    {0},
};

const Language language_julia = {
    .name = "julia",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "jl",
    .shebangs = "julia",
    .kinds = kinds,
    .shared = true,
    .rows = rows,
    .begin = begin,
    .rules = {.packages = LANGUAGE_PACKAGE_NAME, .overloads = LANGUAGE_OVERLOADS_BEST, .called_type = LANGUAGE_CALLED_TYPE_MAKES, .unknown_is_outside = true},
    .near = "{}",
    .home = {.manifests = "Project.toml"},
};
