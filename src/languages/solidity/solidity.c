/* Solidity: contracts, libraries, interfaces and their members; calls by name,
 * of members where a declared type or a library's name tells whose. Imports
 * bring all names of a file, or those that are listed. A function of a library
 * is a member of what its first parameter takes: which `using for` attaches it
 * is not asked. Structs are made without a call. */
#include "src/languages/common/nodes_internal.h"

enum { KIND_EXPRESSION = 1, KIND_BINARY, KIND_UNARY, KIND_TERNARY, KIND_ARGUMENT, KIND_TYPE, KIND_PARAMETER, KIND_LIBRARY, KIND_IDENTIFIER, KIND_NEW };
static const char *const kinds[] = {"expression", "binary_expression", "unary_expression", "ternary_expression", "call_argument", "type_name", "parameter",
                                    "library_declaration", "identifier", "new_expression", NULL};
enum { FIELD_FUNCTION = 1, FIELD_PROPERTY, FIELD_KEY, FIELD_VALUE, FIELD_TYPE, FIELD_OBJECT, FIELD_NAME };
static const char *const fields[] = {"function", "property", "key_type", "value_type", "type", "object", "name", NULL};
enum { MANY = 16 }; /* arguments and results that are looked at */

/* In this grammar brackets and dots bind less than operators do: a + f(x) is a
 * call of a + f. So what is called, or has the member, is the last part of it. */
static NodeNo last_in(LanguageBuild *build, NodeNo node) {
  for (;;) {
    unsigned kind = language_kind(build, node);
    bool has_more = kind == KIND_BINARY || kind == KIND_UNARY || kind == KIND_TERNARY;
    if (!has_more && kind != KIND_EXPRESSION) return node;
    NodeNo last = language_last(build, node);
    if (!last) return node;
    language_visit_others(build, node, last);
    node = last;
  }
}

static ExprNo call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo function = syntax_field(syntax, node, FIELD_FUNCTION), callee = last_in(build, function);
  NodeNo property = syntax_field(syntax, callee, FIELD_PROPERTY);
  bool makes = language_kind(build, callee) == KIND_NEW; /* new A(1): the name is inside of a type */
  if (makes) callee = syntax_named(syntax, language_field(build, callee, FIELD_NAME), 0);
  ExprNo base = language_expr_as(build, callee, LANGUAGE_NO_REF), items[MANY];
  size_t count = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != KIND_ARGUMENT) continue;
    ExprNo item = language_expr(build, c);
    if (count < MANY) items[count++] = item;
  }
  return language_add_call(build, makes ? EXPR_NEW : EXPR_CALL, &(LanguageCall){base, items, count, node, property ? property : callee});
}

static ExprNo read_member(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo object = last_in(build, language_field(build, node, FIELD_OBJECT)), property = language_field(build, node, FIELD_PROPERTY);
  ExprNo base = language_expr(build, object);
  return property ? language_use_member(build, base, property, role) : 0;
}

/* What a library has may be attached to the type of its first parameter. */
static void visit_body(LanguageBuild *build, NodeNo node) {
  size_t first = build->facts->defs.len;
  language_visit_children(build, node);
  if (syntax_kind(build->syntax, syntax_parent(build->syntax, node)) != KIND_LIBRARY) return;
  for (size_t i = first; i < build->facts->defs.len; i++) {
    if (build->facts->defs.items[i].kind == SYMBOL_METHOD) build->facts->defs.items[i].flags |= DEF_EXTENSION;
  }
}

/* ---- types ---- */

/* mapping(a => b), a[], or a name */
static ExprNo read_type(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo value = syntax_field(syntax, node, FIELD_VALUE), first = syntax_named(syntax, node, 0);
  if (value) {
    ExprNo both[] = {language_type(build, syntax_field(syntax, node, FIELD_KEY)), language_type(build, value)};
    return language_add_list(build, EXPR_MAP_OF, 0, both, 2, node);
  }
  ExprNo type = first ? language_type(build, first) : 0;
  return type && syntax_kind(syntax, first) == KIND_TYPE ? language_add_base(build, EXPR_LIST_OF, type, node) : type;
}

/* A.B.C */
static ExprNo read_path(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  ExprNo base = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != KIND_IDENTIFIER) continue;
    base = base ? language_use_member(build, base, c, role) : language_expr_name(build, c, role);
  }
  return base;
}

/* returns (a), returns (a, b) */
static ExprNo read_results(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo items[MANY];
  size_t count = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == KIND_PARAMETER && count < MANY) items[count++] = language_type(build, syntax_field(syntax, c, FIELD_TYPE));
  }
  return count == 1 ? items[0] : language_add_list(build, EXPR_TUPLE_OF, 0, items, count, node);
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
    {LANGUAGE_ROW_NEW, .node = "new_expression", .base = "name/0"},
    {LANGUAGE_ROW_OWN, .node = "member_expression", .handler = {.expr = read_member}},
    {LANGUAGE_ROW_IMPORT, .node = "import_directive", .kind = IMPORT_STAR, .flags = IMPORT_REEXPORT, .value = "source", .items = "import_name", .alias = "alias", .name = "alias"},
    {LANGUAGE_ROW_EXPR, .node = "array_access", .kind = EXPR_INDEX, .base = "base", .items = "index"},
    {LANGUAGE_ROW_INNER, .node = "expression call_argument parenthesized_expression inheritance_specifier"},
    {LANGUAGE_ROW_OWN, .node = "type_name", .handler = {.type = read_type}},
    {LANGUAGE_ROW_OWN, .node = "user_defined_type", .handler = {.expr = read_path}},
    {LANGUAGE_ROW_OWN, .node = "return_type_definition", .handler = {.type = read_results}},
    {LANGUAGE_ROW_OWN, .node = "contract_body", .handler = {.visit = visit_body}},
    {LANGUAGE_ROW_BLOCK, .node = "block_statement constructor_definition"},
    {LANGUAGE_ROW_NAME, .node = "identifier", .self = "this", .super = "super"},
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
              .members = LANGUAGE_MEMBERS_BY_SIGNATURE, .overloads = LANGUAGE_OVERLOADS_BEST, .arguments_counted = true, .extensions_static = true, .members_give_way = true},
    .names = {.primitives = "uint8 uint16 uint24 uint32 uint40 uint48 uint64 uint96 uint112 uint128 uint160 uint192 uint208 uint224 uint256 uint ; "
                            "int8 int16 int24 int32 int64 int128 int256 int ; address ; bool ; string ; bytes ; bytes1 ; bytes2 ; bytes4 ; bytes8 ; "
                            "bytes16 ; bytes20 ; bytes32"},
    .near = "{}",
    .test_names = "*.t.sol",
};
