/* Solidity: contracts, libraries, interfaces and their members; calls by name,
 * of members where a declared type or a library's name tells whose. Imports
 * bring all names of a file, or those that are listed. A function of a library
 * is a member of what its first parameter takes: which `using for` attaches it
 * is not asked. Structs are made without a call. */
#include "src/languages/solidity/solidity_internal.h"

static const char *const kinds[] = {"expression", "binary_expression", "unary_expression", "ternary_expression", "member_expression", "call_argument",
                                    "type_name", "parameter", "library_declaration", "identifier", NULL};
static const char *const fields[] = {"source", "import_name", "function", "property", "key_type", "value_type", "type", "object", NULL};

static void visit_import(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  Str path = syntax_text(syntax, syntax_field(syntax, node, SOLIDITY_FIELD_SOURCE));
  if (path.len < 3) return;
  NameId specifier = language_intern(build, str_slice(path, 1, path.len - 1));
  bool has_names = false;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax->nodes[c].field != SOLIDITY_FIELD_NAME) continue;
    NameId name = language_name(build, c);
    language_import(build, (Import){.form = IMPORT_NAMED, .specifier = specifier, .name = name, .local = name}, c);
    has_names = true;
  }
  if (!has_names) language_import(build, (Import){.form = IMPORT_STAR, .flags = IMPORT_REEXPORT, .specifier = specifier}, node);
}

/* In this grammar brackets and dots bind less than operators do: a + f(x) is a
 * call of a + f. So what is called, or has the member, is the last part of it. */
static NodeNo last_in(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  for (;;) {
    unsigned kind = syntax_kind(syntax, node);
    bool has_more = kind == SOLIDITY_BINARY || kind == SOLIDITY_UNARY || kind == SOLIDITY_TERNARY;
    if (!has_more && kind != SOLIDITY_EXPRESSION) return node;
    NodeNo last = syntax_named(syntax, node, syntax_named_count(syntax, node) - 1);
    if (!last) return node;
    language_visit_others(build, node, last);
    node = last;
  }
}

static ExprNo call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo function = syntax_field(syntax, node, SOLIDITY_FIELD_FUNCTION), callee = last_in(build, function);
  NodeNo property = syntax_kind(syntax, callee) == SOLIDITY_MEMBER ? syntax_field(syntax, callee, SOLIDITY_FIELD_PROPERTY) : 0;
  ExprNo base = language_expr_as(build, callee, LANGUAGE_NO_REF), items[SOLIDITY_MANY];
  size_t count = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != SOLIDITY_ARGUMENT) continue;
    ExprNo item = language_expr(build, c);
    if (count < SOLIDITY_MANY) items[count++] = item;
  }
  return language_add_call(build, EXPR_CALL, &(LanguageCall){base, items, count, node, property ? property : callee});
}

/* super.f, this.f, a.f */
static ExprNo read_member(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  NodeNo object = last_in(build, syntax_field(syntax, node, SOLIDITY_FIELD_OBJECT)), property = syntax_field(syntax, node, SOLIDITY_FIELD_PROPERTY);
  Str text = syntax_text(syntax, object);
  bool is_super = str_eq(text, STR("super"));
  ExprNo base = is_super || str_eq(text, STR("this"))
                    ? language_add(build, (Expr){.kind = is_super ? EXPR_SUPER : EXPR_SELF, .at = syntax->nodes[object].from})
                    : language_expr(build, object);
  return property ? language_use_member(build, base, property, role) : 0;
}

/* What a library has may be attached to the type of its first parameter. */
static void visit_body(LanguageBuild *build, NodeNo node) {
  size_t first = build->facts->defs.len;
  language_visit_children(build, node);
  if (syntax_kind(build->syntax, syntax_parent(build->syntax, node)) != SOLIDITY_LIBRARY) return;
  for (size_t i = first; i < build->facts->defs.len; i++) {
    if (build->facts->defs.items[i].kind == SYMBOL_METHOD) build->facts->defs.items[i].flags |= DEF_EXTENSION;
  }
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "contract_declaration library_declaration", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "name",
     .bases = "<inheritance_specifier>", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "interface_declaration", .kind = SYMBOL_INTERFACE, .flags = DEF_EXPORTED, .name = "name",
     .bases = "<inheritance_specifier>", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "struct_declaration", .kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED, .name = "name", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "enum_declaration", .kind = SYMBOL_ENUM, .flags = DEF_EXPORTED, .name = "name"},
    {LANGUAGE_ROW_DEFINE, .node = "function_definition modifier_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name",
     .params = ".", .type = "return_type", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "event_definition error_declaration", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name"},
    {LANGUAGE_ROW_DEFINE, .node = "state_variable_declaration struct_member constant_variable_declaration", .kind = SYMBOL_VARIABLE,
     .flags = DEF_EXPORTED, .name = "name", .type = "type", .value = "value"},
    {LANGUAGE_ROW_PARAM, .node = "parameter", .name = "name", .type = "type"},
    {LANGUAGE_ROW_DECLARE, .node = "variable_declaration", .name = "name", .type = "type"},
    {LANGUAGE_ROW_OWN, .node = "call_expression", .handler = {.expr = call}},
    {LANGUAGE_ROW_CALL, .node = "emit_statement", .base = "name", .items = "."},
    {LANGUAGE_ROW_NEW, .node = "new_expression", .base = "name"},
    {LANGUAGE_ROW_OWN, .node = "member_expression", .handler = {.expr = read_member}},
    {LANGUAGE_ROW_OWN, .node = "import_directive", .handler = {.visit = visit_import}},
    {LANGUAGE_ROW_EXPR, .node = "array_access", .kind = EXPR_INDEX, .base = "base", .items = "index"},
    {LANGUAGE_ROW_INNER, .node = "expression call_argument parenthesized_expression inheritance_specifier"},
    {LANGUAGE_ROW_OWN, .node = "type_name", .handler = {.type = language_solidity_type}},
    {LANGUAGE_ROW_OWN, .node = "user_defined_type", .handler = {.expr = language_solidity_path}},
    {LANGUAGE_ROW_OWN, .node = "return_type_definition", .handler = {.type = language_solidity_results}},
    {LANGUAGE_ROW_OWN, .node = "contract_body", .handler = {.visit = visit_body}},
    {LANGUAGE_ROW_BLOCK, .node = "block_statement constructor_definition"},
    {LANGUAGE_ROW_NAME, .node = "identifier"},
    {LANGUAGE_ROW_OWN, .node = "primitive_type", .handler = {.type = language_add_name}},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_solidity = {
    .name = "solidity",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "sol",
    .kinds = kinds,
    .fields = fields,
    .shared = true,
    .rows = rows,
    .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .called_type = LANGUAGE_CALLED_TYPE_CONVERTS, .bases = LANGUAGE_BASES_C3_LAST,
              .members = LANGUAGE_MEMBERS_BY_SIGNATURE, .overloads = LANGUAGE_OVERLOADS_BEST, .arguments_counted = true, .extensions_static = true},
    .names = {.primitives = "uint8 uint16 uint24 uint32 uint40 uint48 uint64 uint96 uint112 uint128 uint160 uint192 uint208 uint224 uint256 uint ; "
                            "int8 int16 int24 int32 int64 int128 int256 int ; address ; bool ; string ; bytes ; bytes1 ; bytes2 ; bytes4 ; bytes8 ; "
                            "bytes16 ; bytes20 ; bytes32"},
    .near = "{}",
    .test_names = "*.t.sol",
};
