/* Zig: functions, containers that are given a name, their fields and
 * declarations, and tests. A file that names itself (const A = @This()) is a
 * struct of that name. Imported files are what @import gives; a value's members
 * are found by its declared type or by what made it. What is computed at compile
 * time (generic containers, usingnamespace) is not followed. */
#include "src/languages/common/near_internal.h"
#include "src/languages/common/nodes_internal.h"

enum { KIND_IDENTIFIER = 1, KIND_STRUCT, KIND_ENUM, KIND_UNION, KIND_OPAQUE, KIND_ERRORS, KIND_BUILTIN, KIND_ARGUMENTS, KIND_STRING, KIND_CONTENT, KIND_VARIABLE };

static const char *const kinds[] = {"identifier", "struct_declaration", "enum_declaration", "union_declaration", "opaque_declaration",
                                    "error_set_declaration", "builtin_function", "arguments", "string", "string_content",
                                    "variable_declaration", NULL};
enum { FIELD_TYPE = 1 };
static const char *const fields[] = {"type", NULL};

static SymbolKind kind_of(unsigned kind) {
  switch (kind) {
    case KIND_STRUCT: case KIND_OPAQUE: return SYMBOL_STRUCT;
    case KIND_ENUM: case KIND_ERRORS: return SYMBOL_ENUM;
    case KIND_UNION: return SYMBOL_UNION;
    default: return SYMBOL_VARIABLE;
  }
}

static void define_container(LanguageBuild *build, NodeNo node, NodeNo name, NodeNo value, unsigned bind) {
  LanguageOpen before;
  DefNo def = language_define(build, &(LanguageDef){.kind = kind_of(syntax_kind(build->syntax, value)), .flags = DEF_EXPORTED | DEF_STATIC,
      .name = name, .whole = node, .body = value, .bind = bind});
  language_open(build, SCOPE_TYPE, value, def, &before);
  if (language_kind(build, value) != KIND_ERRORS) language_visit_children(build, value); /* errors are names of all files */
  language_close(build, &before);
}

/* const x = …: a container, another name for a thing, or a value. */
static void visit_variable(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_child(syntax, node, KIND_IDENTIFIER), value = language_last(build, node), type = syntax_field(syntax, node, FIELD_TYPE);
  unsigned scope = build->facts->scopes.items[build->scope].kind, bind = BIND_HOISTED | (scope == SCOPE_TYPE ? BIND_MEMBER | BIND_STATIC : 0u);
  if (!name || str_eq(syntax_text(syntax, name), STR("_"))) {
    language_visit_others(build, node, name);
    return;
  }
  if (value == name || value == type) value = 0;
  if (value && kind_of(syntax_kind(syntax, value)) != SYMBOL_VARIABLE) {
    define_container(build, node, name, value, bind);
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
  language_bind(build, (Bind){.name = language_name(build, name), .type = of, .value = from, .def = def, .flags = bind});
}

static void visit_test(LanguageBuild *build, NodeNo node) {
  NodeNo label = syntax_named(build->syntax, node, 0), text = language_child(build, label, KIND_CONTENT);
  if (!text && language_kind(build, label) == KIND_IDENTIFIER) text = label;
  language_define_whole(build, SCOPE_FUNCTION, &(LanguageDef){.kind = SYMBOL_TEST, .flags = DEF_TEST, .name = text ? label : 0, .no_bind = true, .whole = node,
      .name_text = text ? language_text(build, text) : STR("test"), .body = language_last(build, node)}, 0);
}

/* ---- files ---- */

static bool is_this(const LanguageBuild *build, NodeNo value) {
  return language_kind(build, value) == KIND_BUILTIN && str_starts_with(language_text(build, value), STR("@This"));
}

/* @import("path"), @This(); what others give is not known. */
static ExprNo read_builtin(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  if (is_this(build, node)) return language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .at = language_node(build, node)->from});
  NodeNo string = language_child(build, language_child(build, node, KIND_ARGUMENTS), KIND_STRING), path = language_child(build, string, KIND_CONTENT);
  language_visit_children(build, node);
  bool imports = path && str_starts_with(language_text(build, node), STR("@import"));
  return imports ? language_import_value(build, language_name(build, path), path) : 0;
}

/* The declaration by which a file names itself; 0: it does not. */
static NodeNo naming(const LanguageBuild *build, NodeNo root) {
  for (NodeNo c = syntax_first(build->syntax, root); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == KIND_VARIABLE && is_this(build, language_last(build, c))) return c;
  }
  return 0;
}

static void visit_file(LanguageBuild *build, NodeNo root) {
  NodeNo named = naming(build, root), name = language_child(build, named, KIND_IDENTIFIER);
  LanguageOpen before;
  DefNo def = !name ? 0 : language_define(build, &(LanguageDef){.kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED | DEF_STATIC, .name = name, .whole = named,
                                                                .bind = BIND_HOISTED});
  if (!def) {
    language_visit_children(build, root);
    return;
  }
  language_export_value(build, root, language_add_name(build, name));
  language_open(build, SCOPE_TYPE, root, def, &before);
  language_visit_others(build, root, named);
  language_close(build, &before);
}

/* Modules that the build names are files that it names, and are mostly called
 * after them. */
static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  Str path = names_text(facts->names, import->specifier);
  bool is_file = str_ends_with(path, STR(".zig"));
  Str named = str_format(world->arena, "/%.*s.zig\"", STR_ARG(path)), manifest = is_file ? STR_EMPTY : world->config(world, STR("build.zig"));
  if (is_file) language_find_near(world, from, path, "{}", ret_module);
  else if (manifest.len && str_find(manifest, named) != STR_NONE) language_find_near(world, from, path, "{}.zig", ret_module);
  else ret_module->outside = true;
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "function_declaration", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name", .params = "<parameters>",
     .type = "type", .body = "body"},
    {LANGUAGE_ROW_PARAM, .node = "parameter", .name = "name", .type = "type"},
    {LANGUAGE_ROW_DEFINE, .node = "container_field", .kind = SYMBOL_FIELD, .flags = DEF_EXPORTED, .name = "name", .type = "type", .value = "value"},
    {LANGUAGE_ROW_OWN, .node = "source_file", .handler = {.visit = visit_file}},
    {LANGUAGE_ROW_OWN, .node = "variable_declaration", .handler = {.visit = visit_variable}},
    {LANGUAGE_ROW_OWN, .node = "test_declaration", .handler = {.visit = visit_test}},
    {LANGUAGE_ROW_OWN, .node = "builtin_function", .handler = {.expr = read_builtin}},
    {LANGUAGE_ROW_CALL, .node = "call_expression", .base = "function", .items = "."},
    {LANGUAGE_ROW_MEMBER, .node = "field_expression", .base = "object", .name = "member"},
    {LANGUAGE_ROW_RETURN, .node = "return_expression", .value = "0"},
    {LANGUAGE_ROW_INNER, .node = "try_expression parenthesized_expression pointer_type optional_type error_union_type nullable_type"},
    {LANGUAGE_ROW_BINDS, .node = "payload"},
    {LANGUAGE_ROW_BLOCK, .node = "block if_statement if_expression for_statement while_statement switch_case"},
    {LANGUAGE_ROW_NAME, .node = "identifier"},
    {LANGUAGE_ROW_NOTHING, .node = "block_label break_label error_type"},
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
    .find_module = find_module,
    .home = {.manifests = "build.zig"},
};
