/* Zig: functions, containers that are given a name, their fields and
 * declarations, and tests. A file that names itself (const A = @This()) is a
 * struct of that name. Imported files are what @import gives; a value's members
 * are found by its declared type or by what made it. What is computed at compile
 * time (generic containers, usingnamespace) is not followed. */
#include "src/languages/zig/zig_internal.h"

static const char *const kinds[] = {"identifier", "struct_declaration", "enum_declaration", "union_declaration", "opaque_declaration",
                                    "error_set_declaration", "builtin_function", "arguments", "string", "string_content",
                                    "variable_declaration", NULL};
static const char *const fields[] = {"type", "name", NULL};

static SymbolKind kind_of(unsigned kind) {
  switch (kind) {
    case ZIG_STRUCT: case ZIG_OPAQUE: return SYMBOL_STRUCT;
    case ZIG_ENUM: case ZIG_ERRORS: return SYMBOL_ENUM;
    case ZIG_UNION: return SYMBOL_UNION;
    default: return SYMBOL_VARIABLE;
  }
}

static void define_container(LanguageBuild *build, NodeNo node, NodeNo name, NodeNo value) {
  LanguageOpen before;
  bool is_member = build->facts->scopes.items[build->scope].kind == SCOPE_TYPE;
  DefNo def = language_define(build, &(LanguageDef){.kind = kind_of(syntax_kind(build->syntax, value)), .flags = DEF_EXPORTED | DEF_STATIC,
      .name = name, .whole = node, .body = value, .bind = BIND_HOISTED | (is_member ? BIND_MEMBER | BIND_STATIC : 0u)});
  language_open(build, SCOPE_TYPE, value, def, &before);
  language_visit_children(build, value);
  language_close(build, &before);
}

/* const x = …: a container, another name for a thing, or a value. */
static void visit_variable(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_child(syntax, node, ZIG_IDENTIFIER), value = language_zig_last(syntax, node), type = syntax_field(syntax, node, ZIG_FIELD_TYPE);
  unsigned scope = build->facts->scopes.items[build->scope].kind;
  if (!name || str_eq(syntax_text(syntax, name), STR("_"))) {
    language_visit_others(build, node, name);
    return;
  }
  if (value == name || value == type) value = 0;
  if (value && kind_of(syntax_kind(syntax, value)) != SYMBOL_VARIABLE) {
    define_container(build, node, name, value);
    return;
  }
  ExprNo of = language_type(build, type), from = language_expr(build, value);
  if (scope != SCOPE_FILE && scope != SCOPE_TYPE) {
    language_bind(build, (Bind){.name = language_name(build, name), .from = syntax->nodes[name].from, .type = of, .value = from});
    return;
  }
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_VARIABLE, .flags = DEF_EXPORTED | DEF_STATIC, .name = name, .whole = node, .no_bind = true});
  language_def(build, def)->type = of;
  language_def(build, def)->value = from;
  language_bind(build, (Bind){.name = language_name(build, name), .type = of, .value = from, .def = def,
                              .flags = BIND_HOISTED | (scope == SCOPE_TYPE ? BIND_MEMBER | BIND_STATIC : 0u)});
}

static void visit_test(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo label = syntax_named(syntax, node, 0), text = syntax_child(syntax, label, ZIG_CONTENT);
  LanguageOpen before;
  Str name = text ? syntax_text(syntax, text) : syntax_kind(syntax, label) == ZIG_IDENTIFIER ? syntax_text(syntax, label) : STR("test");
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TEST, .flags = DEF_TEST, .name = label, .name_text = name, .whole = node,
                                                    .body = language_zig_last(syntax, node), .no_bind = true});
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  language_visit(build, language_zig_last(syntax, node));
  language_close(build, &before);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "function_declaration", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name", .params = "<parameters>",
     .type = "type", .body = "body"},
    {LANGUAGE_ROW_PARAM, .node = "parameter", .name = "name", .type = "type"},
    {LANGUAGE_ROW_DEFINE, .node = "container_field", .kind = SYMBOL_FIELD, .flags = DEF_EXPORTED, .name = "name", .type = "type", .value = "value"},
    {LANGUAGE_ROW_OWN, .node = "source_file", .handler = {.visit = language_zig_file}},
    {LANGUAGE_ROW_OWN, .node = "variable_declaration", .handler = {.visit = visit_variable}},
    {LANGUAGE_ROW_OWN, .node = "test_declaration", .handler = {.visit = visit_test}},
    {LANGUAGE_ROW_OWN, .node = "builtin_function", .handler = {.expr = language_zig_builtin}},
    {LANGUAGE_ROW_CALL, .node = "call_expression", .base = "function", .items = "."},
    {LANGUAGE_ROW_MEMBER, .node = "field_expression", .base = "object", .name = "member"},
    {LANGUAGE_ROW_RETURN, .node = "return_expression", .value = "0"},
    {LANGUAGE_ROW_INNER, .node = "try_expression parenthesized_expression pointer_type optional_type error_union_type nullable_type"},
    {LANGUAGE_ROW_BINDS, .node = "payload"},
    {LANGUAGE_ROW_BLOCK, .node = "block if_statement if_expression for_statement while_statement switch_case"},
    {LANGUAGE_ROW_NAME, .node = "identifier"},
    {LANGUAGE_ROW_COMMENT, .node = "comment doc_comment"},
    {0},
};

const Language language_zig = {
    .name = "zig",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "zig",
    .kinds = kinds,
    .fields = fields,
    .shared = true,
    .rows = rows,
    .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS},
    .find_module = language_zig_module,
    .home = {.manifests = "build.zig"},
};
