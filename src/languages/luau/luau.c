/* Luau: Lua with types. Tables are structure as in Lua; a type is a name of its own, and
 * members are found by declared types where these are made from a table of the file. A
 * module is named by a path or by instances, script.Parent.Name, also through a name of the
 * top level. Aliases of .luaurc are taken for names of folders. Not followed: types of other
 * modules, elements of tables, functions of types, what calling a module gives. */
#include "src/languages/common/instance_paths_internal.h"
#include "src/languages/common/nodes_internal.h"

enum { KIND_NAME = 1, KIND_DOT, KIND_BRACKET, KIND_CALL, KIND_INNER, KIND_CAST, KIND_STRING, KIND_DECLARE, KIND_ASSIGN, KIND_NAMES, KIND_VALUES,
       KIND_GENERIC, KIND_OBJECT, KIND_SHAPE, KIND_UNION, KIND_BOTH, KIND_ELSEIF, KIND_ELSE, KIND_EXPORT, KIND_TYPEOF, KIND_COLON };
static const char *const kinds[] = {"identifier", "dot_index_expression", "bracket_index_expression", "function_call", "parenthesized_expression", "cast_expression",
                                    "string", "variable_declaration", "assignment_statement", "variable_list", "expression_list", "generic_type", "object_type",
                                    "function_type", "union_type", "intersection_type", "elseif_clause", "else_clause", "'export", "'typeof", "':", NULL};
enum { FIELD_NAME = 1, FIELD_TABLE, FIELD_FIELD, FIELD_METHOD, FIELD_ARGUMENTS, FIELD_CONTENT, FIELD_CONDITION, FIELD_CONSEQUENCE };
static const char *const fields[] = {"name", "table", "field", "method", "arguments", "content", "condition", "consequence", NULL};
static const LanguageInstances instances = {KIND_NAME, KIND_DOT, KIND_BRACKET, KIND_CALL, KIND_STRING, {KIND_INNER, KIND_CAST}, KIND_DECLARE, KIND_ASSIGN, KIND_NAMES, KIND_VALUES,
                                            FIELD_NAME, FIELD_TABLE, FIELD_FIELD, FIELD_METHOD, FIELD_ARGUMENTS, FIELD_CONTENT};

static void begin(LanguageBuild *build, NodeNo root) {
  LanguageOpen before;
  build->state = language_instance_names(build, &instances, root);
  build->facts->exports = language_open(build, SCOPE_EXPORTS, root, 0, &before);
  language_close(build, &before);
}

/* Whatever names neither a type nor a module names a value: both may have the same name. */
static void finish(LanguageBuild *build) {
  for (size_t i = 1; i < build->facts->binds.len; i++) {
    Bind *bind = &build->facts->binds.items[i];
    if (!(bind->flags & BIND_TYPE) && language_expr_at(build, bind->value)->kind != EXPR_MODULE) bind->flags |= BIND_VALUE;
  }
}
static ExprNo call_require(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo list = ((void)role, language_field(build, node, FIELD_ARGUMENTS)), item = list ? syntax_named(build->syntax, list, 0) : 0;
  NodeNo text = language_kind(build, item) == KIND_STRING ? language_field(build, item, FIELD_CONTENT) : 0;
  Str path = text ? language_text(build, text) : language_instance_path(build, &instances, build->state, item);
  if (list) language_visit_children(build, list);
  return path.len ? language_import_value(build, language_intern(build, path), node) : language_call_name(build, language_field(build, node, FIELD_NAME), node);
}
static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  language_find_instance(world, from, names_text(facts->names, import->specifier), ".luau /init.luau .lua /init.lua", ret_module);
}
/* An object and what its missing names are looked up in; or what is given back as it was. */
static ExprNo called(LanguageBuild *build, NodeNo node, Str name, ExprNo call, const ExprNo *items, size_t count) {
  if (count == 2 && str_eq(name, STR("setmetatable"))) return language_add_list(build, EXPR_ANY, 0, items, 2, node);
  return count && language_word_in("table.freeze table.clone assert", name) ? items[0] : call;
}
/* x :: T is x, and of the type; what a file gives is what it is, whatever it is declared to be. */
static ExprNo read_cast(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo value = ((void)role, language_expr(build, syntax_named(build->syntax, node, 0))), type = language_type(build, language_last(build, node));
  ExprNo both[] = {value, type ? language_add_base(build, EXPR_OF_TYPE, type, node) : 0};
  return value && type && build->scope != 1 ? language_add_list(build, EXPR_ANY, 0, both, 2, node) : value ? value : both[1];
}
/* if a then b elseif c then d else e: b, d or e */
static ExprNo read_if(LanguageBuild *build, NodeNo node, unsigned role) {
  LanguageExprs items = ((void)role, (LanguageExprs){0});
  EACH(c, node) {
    bool is_clause = language_kind(build, c) == KIND_ELSEIF || language_kind(build, c) == KIND_ELSE;
    if (is_clause) language_visit(build, language_field(build, c, FIELD_CONDITION));
    if (language_is_part(build, c)) language_push(build, &items, language_expr(build, is_clause ? language_field(build, c, FIELD_CONSEQUENCE) : c));
  }
  return items.len > 1 ? language_add_list(build, EXPR_ANY, 0, items.items + 1, items.len - 1, node) : 0;
}
/* The name of a field or parameter stands before a colon. */
static bool is_key(const LanguageBuild *build, NodeNo node) {
  return language_kind(build, node) == KIND_NAME && language_kind(build, syntax_next(build->syntax, node)) == KIND_COLON;
}
static ExprNo read_type(LanguageBuild *build, NodeNo node) {
  LanguageExprs items = {0};
  unsigned kind = language_kind(build, node);
  EACH(c, node) {
    ExprNo type = language_is_part(build, c) && !is_key(build, c) ? language_type(build, c) : 0;
    if (type) language_push(build, &items, type);
  }
  if (!items.len || kind == KIND_OBJECT || kind == KIND_SHAPE) return 0;
  return kind == KIND_UNION || kind == KIND_BOTH ? language_add_list(build, kind == KIND_UNION ? EXPR_ANY : EXPR_ALL, 0, items.items, items.len, node) : items.items[0];
}
static ExprNo read_type_as(LanguageBuild *build, NodeNo node, unsigned role) { return (void)role, read_type(build, node); }
/* module.Type */
static ExprNo read_member(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo first = ((void)role, syntax_named(build->syntax, node, 0)), last = language_last(build, node);
  return first && first != last ? language_use_member(build, language_expr(build, first), last, REF_TYPE) : 0;
}
static void bind_types(LanguageBuild *build, NodeNo list, NodeNo but) {
  EACH(c, list) if (c != but && language_kind(build, c) == KIND_NAME) language_bind_node(build, c, (Bind){.flags = BIND_TYPE_PARAM | BIND_TYPE | BIND_HOISTED});
}
static void visit_generics(LanguageBuild *build, NodeNo node) { bind_types(build, node, 0); }
/* type A<T> = …, whose fields are members where it is a table. */
static void visit_type(LanguageBuild *build, NodeNo node) {
  NodeNo head = language_field(build, node, FIELD_NAME), name = language_kind(build, head) == KIND_GENERIC ? syntax_named(build->syntax, head, 0) : head, value = language_last(build, node), key = 0;
  bool is_exported = language_child(build, node, KIND_EXPORT) != 0;
  LanguageOpen before;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .flags = is_exported ? DEF_EXPORTED : 0u, .name = name, .whole = node, .bind = BIND_HOISTED | BIND_TYPE});
  if (is_exported && def) language_bind(build, (Bind){.scope = build->facts->exports, .name = language_name(build, name), .flags = BIND_HOISTED | BIND_TYPE, .def = def});
  language_open(build, SCOPE_TYPE, node, def, &before);
  bind_types(build, head != name ? head : 0, name);
  if (language_kind(build, value) == KIND_OBJECT) EACH(c, value) {
    if (is_key(build, c)) key = c;
    if (c == key || !language_is_part(build, c)) continue;
    ExprNo type = language_type(build, c);
    DefNo field = key ? language_define(build, &(LanguageDef){.kind = SYMBOL_FIELD, .flags = DEF_EXPORTED, .name = key, .whole = key, .bind = BIND_HOISTED | BIND_MEMBER}) : 0;
    language_def(build, field)->type = type;
    key = 0;
  } else if (value != head) {
    ExprNo type = language_child(build, node, KIND_TYPEOF) ? language_add_base(build, EXPR_TYPE_OF, language_expr(build, value), value) : language_type(build, value);
    language_def(build, def)->type = type;
  }
  language_close(build, &before);
}

#define RESULT "parameters/+identifier|parameters/+field_type|parameters/+generic_type|parameters/+optional_type"
#define OPERATOR(sign, means) {LANGUAGE_ROW_OPERATOR, .node = "binary_expression", .when = "<'" sign ">", .base = "left", .name = "<'" sign ">", .value = "right", .words = sign ":" means}
static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "function_declaration", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .hidden = "<'local>", .when = "name",
     .name = "name", .params = "parameters", .type = RESULT, .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "function_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .when = "parameters", .params = "parameters", .type = RESULT, .body = "body"},
    {LANGUAGE_ROW_PARAM, .node = "parameter", .name = "0", .type = "1"},
    {LANGUAGE_ROW_OWN, .node = "generic_type_list", .handler = {.visit = visit_generics}},
    {LANGUAGE_ROW_OWN, .node = "type_definition", .handler = {.visit = visit_type}},
    {LANGUAGE_ROW_DECLARE, .node = "variable_declaration", .name = "<assignment_statement>/<variable_list>|<variable_list>", .value = "<assignment_statement>/<expression_list>"},
    {LANGUAGE_ROW_ASSIGN, .node = "assignment_statement", .flags = DEF_EXPORTED, .name = "<variable_list>", .value = "<expression_list>"},
    {LANGUAGE_ROW_LOOP, .node = "for_statement", .name = "clause/<variable_list>|clause/name", .value = "clause/<expression_list>|clause/start|clause/end|clause/step", .body = "body"},
    {LANGUAGE_ROW_RETURN, .node = "return_statement", .value = "<expression_list>"}, {LANGUAGE_ROW_BLOCK, .node = "block"},
    {LANGUAGE_ROW_OWN, .node = "function_call", .when = "name", .is = "require", .handler = {.expr = call_require}},
    {LANGUAGE_ROW_CALL, .node = "function_call", .base = "name", .items = "arguments", .result = called},
    {LANGUAGE_ROW_MEMBER, .node = "dot_index_expression", .base = "table", .name = "field"},
    {LANGUAGE_ROW_MEMBER, .node = "method_index_expression", .base = "table", .name = "method", .self = "self"},
    {LANGUAGE_ROW_OBJECT, .node = "table_constructor"}, {LANGUAGE_ROW_ENTRY, .node = "field", .name = "name", .value = "value"},
    OPERATOR("or", "any"), OPERATOR("and", "right"), OPERATOR("..", "string"),
    {LANGUAGE_ROW_OWN, .node = "cast_expression", .handler = {.expr = read_cast}}, {LANGUAGE_ROW_OWN, .node = "if_expression", .handler = {.expr = read_if}},
    {LANGUAGE_ROW_OWN, .node = "object_type function_type union_type intersection_type generic_type optional_type tuple_type variadic_type object_field_type",
     .handler = {.expr = read_type_as, .type = read_type}},
    {LANGUAGE_ROW_OWN, .node = "field_type", .handler = {.expr = read_member}},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression"},
    {LANGUAGE_ROW_NAME, .node = "identifier"},
    {LANGUAGE_ROW_LITERAL, .node = "string", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_LITERAL, .node = "number", .kind = LITERAL_DOUBLE}, {LANGUAGE_ROW_LITERAL, .node = "true false", .kind = LITERAL_BOOL}, {LANGUAGE_ROW_LITERAL, .node = "nil", .kind = LITERAL_NULL},
    {LANGUAGE_ROW_NOTHING, .node = "builtin_type literal_type empty_type attribute"},
    {0},
};

const Language language_luau = {
    .name = "luau", .tier = LANGUAGE_TIER_CALLS,
    .extensions = "luau", .shebangs = "luau lune", .kinds = kinds, .fields = fields, .rows = rows, .begin = begin, .finish = finish,
    .rules = {.namespaces = LANGUAGE_NAMES_TYPES_APART, .unknown_is_outside = true},
    .find_module = find_module,
    .test_names = "*.spec.luau *.test.luau *_spec.luau *_test.luau __tests__/ tests/ test/",
    .editing = {.heads = "local export", .indent = "\t"},
};
