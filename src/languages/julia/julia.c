/* Julia: functions in both forms, structures, macros, modules and constants; calls by
 * name in the file, what it includes or uses, and the package: all files below its src/
 * are one module. Methods of one function are functions of one name in any of its files;
 * those that a call's arguments allow are told. A method of what lies outside (Base.push!,
 * import Base: push!) is told where an argument is known to be of its type. */
#include "src/languages/common/heads_internal.h"
#include "src/languages/common/import_lists_internal.h"
#include "src/languages/common/nodes_internal.h"

enum { KIND_SIGNATURE = 1, KIND_CALL, KIND_WHERE, KIND_TYPED, KIND_IDENTIFIER, KIND_ARGUMENTS, KIND_HEAD, KIND_MEMBER, KIND_DO, KIND_DEFAULT, KIND_SPLAT, KIND_BINARY, KIND_MACRO,
       KIND_OF, KIND_CURLY, KIND_UNNAMED, KIND_SEMICOLON, KIND_CHOSEN, KIND_ALIAS, KIND_SCOPED, KIND_USING, KIND_INDEX, KIND_GIVEN };
static const char *const kinds[] = {"signature", "call_expression", "where_expression", "typed_expression", "identifier", "argument_list", "type_head",
                                    "field_expression", "do_clause", "named_argument", "splat_expression", "binary_expression", "macro_definition",
                                    "parametrized_type_expression", "curly_expression", "unary_typed_expression", "';", "selected_import", "import_alias",
                                    "scoped_identifier", "using_statement", "index_expression", "assignment", NULL};

static const LanguageHeads heads = {KIND_CALL, KIND_IDENTIFIER, KIND_SIGNATURE, KIND_TYPED, KIND_UNNAMED, KIND_WHERE, KIND_OF, KIND_CURLY, KIND_BINARY,
                                    KIND_DEFAULT, KIND_SPLAT, KIND_SEMICOLON, KIND_GIVEN};
static const LanguageImportLists imports = {.chosen = KIND_CHOSEN, .alias = KIND_ALIAS, .inside = KIND_SCOPED};

/* A package is what lies below a folder src/; any other file is for itself. */
static void begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  size_t at = str_starts_with(build->path, STR("src/")) ? 0 : str_find(build->path, STR("/src/"));
  build->facts->package = language_intern(build, at == STR_NONE ? build->path : str_slice(build->path, 0, at + 4));
}

/* Base.show(x) = … gives what another module has one more method: the import is in the method's own scope. A call of
 * what is no name, (s::S)(x) = …, is a function without one. */
static bool define_function(LanguageBuild *build, NodeNo node, NodeNo head, SymbolKind kind) {
  const Syntax *syntax = build->syntax;
  LanguageOpen before;
  NodeNo call = language_head_call(build, &heads, head), name = call ? syntax_named(syntax, call, 0) : 0, module = 0;
  if (!name) return false;
  if (syntax_kind(syntax, name) == KIND_MEMBER) module = syntax_named(syntax, name, 0), name = syntax_named(syntax, name, 1);
  bool is_of = language_kind(build, name) == KIND_OF; /* S{T}(x) is what S{Int}(x) calls, and S(x) does not */
  if (is_of) name = syntax_named(syntax, name, 0);
  DefNo def = language_kind(build, name) != KIND_IDENTIFIER ? 0 : language_define(build, &(LanguageDef){
      .kind = kind, .flags = DEF_EXPORTED | (is_of ? DEF_CLASS_METHOD : 0u), .name = name, .whole = node, .body = syntax_next(syntax, head), .bind = BIND_HOISTED | BIND_VALUE,
      .scope = build->callable ? 0 : 1});
  bool is_maker = is_of || build->facts->scopes.items[build->scope].kind == SCOPE_TYPE;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  if (module) language_import(build, (Import){.form = IMPORT_NAMED, .specifier = language_name(build, module), .name = language_name(build, name)}, module);
  language_head_types(build, &heads, head);
  ExprNo gives = is_maker ? language_add(build, (Expr){.kind = EXPR_NAME, .name = language_name(build, name), .flags = EXPR_IN_TYPE}) : language_head_result(build, &heads, head);
  language_def(build, def)->type = gives;
  language_head_parameters(build, &heads, syntax_child(syntax, call, KIND_ARGUMENTS));
  if (syntax_kind(syntax, head) == KIND_SIGNATURE) language_visit_others(build, node, head);
  else language_return(build, language_expr(build, language_last(build, node)));
  language_close(build, &before);
  return true;
}

static void visit_function(LanguageBuild *build, NodeNo node) {
  NodeNo head = syntax_child(build->syntax, node, KIND_SIGNATURE);
  if (!head || !define_function(build, node, head, language_kind(build, node) == KIND_MACRO ? SYMBOL_MACRO : SYMBOL_FUNCTION)) language_visit_children(build, node);
}

/* f(x) = … defines f; x = … gives a variable, a symbol at the top level; a.b = … and a[b] = … bind nothing. */
static void visit_assignment(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo target = syntax_named(syntax, node, 0);
  if (define_function(build, node, target, SYMBOL_FUNCTION)) return;
  NodeNo type = syntax_kind(syntax, target) == KIND_TYPED ? syntax_named(syntax, target, 1) : 0;
  if (type) target = syntax_named(syntax, target, 0);
  bool is_name = language_kind(build, target) == KIND_IDENTIFIER;
  ExprNo declared = is_name ? language_type(build, type) : 0;
  ExprNo value = is_name ? language_expr(build, language_last(build, node)) : 0;
  if (!is_name) {
    bool is_part = language_kind(build, target) == KIND_MEMBER || language_kind(build, target) == KIND_INDEX;
    language_visit_others(build, node, is_part ? 0 : target);
    if (!is_part) language_bind_names(build, target);
  } else if (build->callable) {
    language_bind_node(build, target, (Bind){.value = value, .type = declared});
  } else {
    DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = target, .whole = node, .bind = BIND_HOISTED,
                                                      .scope = language_head_scope(build)});
    language_def(build, def)->value = value;
    language_def(build, def)->type = declared;
  }
}

static void visit_struct(LanguageBuild *build, NodeNo node) { language_head_struct(build, &heads, node, syntax_child(build->syntax, node, KIND_HEAD)); }
static void visit_import(LanguageBuild *build, NodeNo node) { language_import_list(build, &imports, node, syntax_kind(build->syntax, node) == KIND_USING); }

/* What a module defines is of its files' top level, like all of the package; its scope tells which module that is. */
static void visit_module(LanguageBuild *build, NodeNo node) {
  NodeNo name = syntax_named(build->syntax, node, 0);
  language_define_whole(build, SCOPE_NAMESPACE, &(LanguageDef){.kind = SYMBOL_MODULE, .flags = DEF_EXPORTED, .name = name, .whole = node,
                                                               .body = syntax_next(build->syntax, name), .bind = BIND_HOISTED, .scope = 1}, 0);
}

/* S{T}: S, with types that are told. */
static ExprNo expr_of(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo expr = language_expr_as(build, syntax_named(build->syntax, node, 0), role);
  language_visit_others(build, node, syntax_named(build->syntax, node, 0));
  if (language_expr_at(build, expr)->kind == EXPR_NAME) language_expr_at(build, expr)->number = 1;
  return expr;
}

/* A function that is given behind the brackets. */
static ExprNo called(LanguageBuild *build, NodeNo node, Str name, ExprNo call, const ExprNo *items, size_t count) {
  (void)name, (void)items, (void)count;
  language_visit(build, syntax_child(build->syntax, node, KIND_DO));
  return call;
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "function_definition macro_definition", .handler = {.visit = visit_function}},
    {LANGUAGE_ROW_OWN, .node = "assignment", .handler = {.visit = visit_assignment}}, {LANGUAGE_ROW_OWN, .node = "module_definition", .handler = {.visit = visit_module}},
    {LANGUAGE_ROW_OWN, .node = "using_statement import_statement", .handler = {.visit = visit_import}},
    {LANGUAGE_ROW_OWN, .node = "struct_definition abstract_definition primitive_definition", .handler = {.visit = visit_struct}},
    {LANGUAGE_ROW_IMPORT, .node = "call_expression", .when = "<identifier>", .is = "include", .kind = IMPORT_STAR, .flags = IMPORT_REEXPORT,
     .value = "<argument_list>/<string_literal>/<content>"}, /* include("a.jl") brings the names of a file */
    {LANGUAGE_ROW_CALL, .node = "call_expression broadcast_call_expression", .base = "0", .items = "<argument_list>", .result = called},
    {LANGUAGE_ROW_PIPE, .node = "binary_expression", .base = "0", .name = "1", .value = "2", .words = "|>:right"},
    {LANGUAGE_ROW_BLOCK, .node = "do_clause", .name = "<argument_list>"},
    {LANGUAGE_ROW_MEMBER, .node = "field_expression", .base = "value", .name = "1"},
    {LANGUAGE_ROW_DEFINE, .node = "arrow_function_expression", .kind = SYMBOL_FUNCTION, .params = "0", .body = "1"},
    {LANGUAGE_ROW_BINDS, .node = "for_binding", .name = "0", .value = "2"},
    {LANGUAGE_ROW_BLOCK, .node = "for_statement let_statement comprehension_expression"},
    {LANGUAGE_ROW_TYPE, .node = "parametrized_type_expression", .when = "0", .is = "Union", .kind = EXPR_ANY,
     .items = "<curly_expression>/0|<curly_expression>/1|<curly_expression>/2"},
    {LANGUAGE_ROW_OWN, .node = "parametrized_type_expression", .handler = {.expr = expr_of, .type = language_type_inner}},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression"}, {LANGUAGE_ROW_NAME, .node = "identifier"},
    {LANGUAGE_ROW_NOTHING, .node = "export_statement public_statement operator"},
    {LANGUAGE_ROW_RETURN, .node = "return_statement", .value = "0"},
    {LANGUAGE_ROW_EXPR, .node = "splat_expression", .kind = EXPR_SPREAD, .base = "0"}, {LANGUAGE_ROW_EXPR, .node = "named_argument", .kind = EXPR_KEYWORD, .base = "1"},
    {LANGUAGE_ROW_CAST, .node = "typed_expression", .base = "0", .type = "1"},
    {LANGUAGE_ROW_LITERAL, .node = "string_literal", .kind = LITERAL_STRING}, {LANGUAGE_ROW_LITERAL, .node = "character_literal", .kind = LITERAL_CHAR},
    {LANGUAGE_ROW_LITERAL, .node = "integer_literal", .kind = LITERAL_INT}, {LANGUAGE_ROW_LITERAL, .node = "float_literal", .kind = LITERAL_DOUBLE},
    {LANGUAGE_ROW_LITERAL, .node = "boolean_literal", .kind = LITERAL_BOOL}, {LANGUAGE_ROW_LITERAL, .node = "quote_expression", .when = "<identifier>", .kind = LITERAL_OTHER},
    {LANGUAGE_ROW_COMMENT, .node = "line_comment block_comment"},
    {0},
};

const Language language_julia = {
    .name = "julia",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "jl", .shebangs = "julia", .shared = true,
    .kinds = kinds, .rows = rows, .begin = begin,
    .rules = {.packages = LANGUAGE_PACKAGE_NAME, .overloads = LANGUAGE_OVERLOADS_OPEN, .called_type = LANGUAGE_CALLED_TYPE_MAKES, .namespaces = LANGUAGE_NAMES_TYPES_APART, .bodies_tell = true, .unknown_is_outside = true},
    .names = {.literals = {[LITERAL_BOOL] = "Bool", [LITERAL_INT] = "Int", [LITERAL_DOUBLE] = "Float64", [LITERAL_STRING] = "String",
                           [LITERAL_CHAR] = "Char", [LITERAL_OTHER] = "Symbol"},
              .primitives = "Int Int64 Signed Integer Real Number ; Bool Integer Real Number ; UInt UInt64 Unsigned Integer Real Number ; Int32 Signed Integer Real Number ; "
                            "UInt8 Unsigned Integer Real Number ; Float64 AbstractFloat Real Number ; Float32 AbstractFloat Real Number ; String AbstractString ; Dict AbstractDict ; "
                            "Vector AbstractVector AbstractArray ; Matrix AbstractMatrix AbstractArray ; Set AbstractSet ; Symbol ; Nothing ; Char ; Pair ; Tuple ; IO"},
    .near = "{} src/{}.jl",
    .home = {.manifests = "Project.toml"},
};
