/* Rust. Resolved: crates and workspaces, the tree of modules, `use` in all its
 * forms, inherent and trait methods wherever their impl blocks lie, default
 * methods, bounds, fields, what constructors and calls give, patterns,
 * closures whose place says what they take, calls in what macros are given,
 * what is derived of Clone and Default.
 * Not resolved: what macros by example make, `impl` blocks for all types at
 * once, privacy, conditions of cfg (all sides are read, and kept). */
#include "src/languages/rust/rust_internal.h"

#define RUST_WORD_ROW(id, word) word,
static const char *const kinds[] = {RUST_KINDS(RUST_WORD_ROW) NULL};
static const char *const fields[] = {RUST_FIELDS(RUST_WORD_ROW) NULL};
#undef RUST_WORD_ROW

#define VALUE(handler) {.expr = handler}
#define TYPE(handler) {.type = handler}

/* Nodes that handlers ask for by their number. */
static const LanguageHandler handlers[RUST_KIND_COUNT] = {
    [RUST_LINE_COMMENT] = {.is_comment = true},
    [RUST_BLOCK_COMMENT] = {.is_comment = true},
    [RUST_IDENTIFIER] = {.expr = language_rust_identifier, .type = language_rust_type_name},
    [RUST_TYPE_IDENTIFIER] = {.expr = language_rust_identifier, .type = language_rust_type_name},
    [RUST_SELF] = VALUE(language_rust_self),
    [RUST_SCOPED_IDENTIFIER] = {.expr = language_rust_path, .type = language_rust_path_type},
    [RUST_SCOPED_TYPE] = {.expr = language_rust_path, .type = language_rust_path_type},
    [RUST_BRACKETED_TYPE] = TYPE(language_rust_type_bracketed),
    [RUST_GENERIC_TYPE] = TYPE(language_rust_type_generic),
    [RUST_GENERIC_TURBOFISH] = TYPE(language_rust_type_generic),
    [RUST_GENERIC_FUNCTION] = VALUE(language_rust_generic_function),
    [RUST_PRIMITIVE_TYPE] = TYPE(language_rust_type_name),
    [RUST_REFERENCE_TYPE] = TYPE(language_rust_type_reference),
    [RUST_POINTER_TYPE] = TYPE(language_rust_type_reference),
    [RUST_ARRAY_TYPE] = TYPE(language_rust_type_array),
    [RUST_TUPLE_TYPE] = TYPE(language_rust_type_tuple),
    [RUST_DYNAMIC_TYPE] = TYPE(language_rust_type_trait),
    [RUST_ABSTRACT_TYPE] = TYPE(language_rust_type_trait),
    [RUST_FUNCTION_TYPE] = TYPE(language_rust_type_function),
    [RUST_ATTRIBUTE_ITEM] = {.visit = language_rust_attribute},
    [RUST_ASSOCIATED_TYPE] = {.visit = language_rust_associated_type},
    [RUST_TYPE_ITEM] = {.visit = language_rust_type_item},
    [RUST_BLOCK] = VALUE(language_rust_block),
    [RUST_LET_CONDITION] = VALUE(language_rust_let_condition),
    [RUST_RANGE] = VALUE(language_rust_range),
    [RUST_INTEGER] = VALUE(language_expr_int),
    [RUST_FLOAT] = VALUE(language_expr_double),
    [RUST_STRING] = VALUE(language_expr_string),
    [RUST_RAW_STRING] = VALUE(language_expr_string),
    [RUST_BOOLEAN] = VALUE(language_expr_bool),
    [RUST_FIELD_EXPRESSION] = VALUE(language_rust_field),
    [RUST_CALL] = VALUE(language_rust_call),
    [RUST_CLOSURE] = VALUE(language_rust_closure),
    [RUST_MACRO] = VALUE(language_rust_macro),
};

/* Nodes that no handler looks at from elsewhere. */
static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "mod_item", .handler = {.visit = language_rust_module}},
    {LANGUAGE_ROW_OWN, .node = "use_declaration", .handler = {.visit = language_rust_use}},
    {LANGUAGE_ROW_OWN, .node = "extern_crate_declaration", .handler = {.visit = language_rust_extern_crate}},
    {LANGUAGE_ROW_OWN, .node = "function_item function_signature_item", .handler = {.visit = language_rust_function}},
    {LANGUAGE_ROW_OWN, .node = "struct_item union_item", .handler = {.visit = language_rust_struct}},
    {LANGUAGE_ROW_OWN, .node = "enum_item", .handler = {.visit = language_rust_enum}},
    {LANGUAGE_ROW_OWN, .node = "trait_item", .handler = {.visit = language_rust_trait}},
    {LANGUAGE_ROW_OWN, .node = "impl_item", .handler = {.visit = language_rust_impl}},
    {LANGUAGE_ROW_OWN, .node = "const_item static_item", .handler = {.visit = language_rust_constant}},
    {LANGUAGE_ROW_OWN, .node = "macro_definition", .handler = {.visit = language_rust_macro_definition}},
    {LANGUAGE_ROW_OWN, .node = "trait_bounds bounded_type", .handler = TYPE(language_rust_type_bounds)},
    {LANGUAGE_ROW_OWN, .node = "higher_ranked_trait_bound", .handler = TYPE(language_rust_type_reference)},
    {LANGUAGE_ROW_NOTHING, .node = "inner_attribute_item lifetime_parameter visibility_modifier removed_trait_bound"},
    {LANGUAGE_ROW_OWN, .node = "let_declaration", .handler = {.visit = language_rust_let}},
    {LANGUAGE_ROW_OWN, .node = "if_expression", .handler = VALUE(language_rust_if)},
    {LANGUAGE_ROW_OWN, .node = "match_expression", .handler = VALUE(language_rust_match)},
    {LANGUAGE_ROW_OWN, .node = "for_expression", .handler = VALUE(language_rust_for)},
    {LANGUAGE_ROW_OWN, .node = "while_expression", .handler = VALUE(language_rust_while)},
    {LANGUAGE_ROW_OWN, .node = "loop_expression", .handler = VALUE(language_rust_loop)},
    {LANGUAGE_ROW_OWN, .node = "return_expression", .handler = VALUE(language_rust_return)},
    {LANGUAGE_ROW_INNER, .node = "unsafe_block async_block const_block try_block parenthesized_expression"},
    {LANGUAGE_ROW_OWN, .node = "index_expression", .handler = VALUE(language_rust_index)},
    {LANGUAGE_ROW_OWN, .node = "struct_expression", .handler = VALUE(language_rust_struct_literal)},
    {LANGUAGE_ROW_OWN, .node = "try_expression", .handler = VALUE(language_rust_try)},
    {LANGUAGE_ROW_EXPR, .node = "await_expression", .kind = EXPR_AWAIT, .base = "0"},
    {LANGUAGE_ROW_OWN, .node = "unary_expression", .handler = VALUE(language_rust_unary)},
    {LANGUAGE_ROW_OWN, .node = "reference_expression", .handler = VALUE(language_rust_reference)},
    {LANGUAGE_ROW_OWN, .node = "binary_expression", .handler = VALUE(language_rust_binary)},
    {LANGUAGE_ROW_CAST, .node = "type_cast_expression", .base = "value", .type = "type"},
    {LANGUAGE_ROW_OWN, .node = "array_expression", .handler = VALUE(language_rust_array)},
    {LANGUAGE_ROW_OWN, .node = "tuple_expression", .handler = VALUE(language_rust_tuple)},
    {LANGUAGE_ROW_OWN, .node = "assignment_expression compound_assignment_expr",
     .handler = VALUE(language_rust_assignment)},
    {LANGUAGE_ROW_LITERAL, .node = "char_literal", .kind = LITERAL_CHAR},
    {0},
};

static const LanguageTest tests[] = {{NULL, NULL, .command = "cargo test", .all = "cargo test"}, {0}};

const Language language_rust = {
    .name = "rust", .revision = 2,
    .extensions = "rs",
    .kinds = kinds,
    .fields = fields,
    .handlers = handlers,
    .rows = rows,
    .begin = language_rust_begin,
    .finish = language_rust_finish,
    .test_names = "tests/ benches/ tests.rs test.rs *_test.rs *_tests.rs",
    .tests = tests,
    .home = {.manifests = "Cargo.toml", .read_package = language_rust_read_package, .leads = language_rust_leads, .described = "Cargo.toml"},
    .rules = {.arguments_counted = true,
              .namespaces = LANGUAGE_NAMES_TYPES_APART,
              .order = LANGUAGE_ORDER_AROUND,
              .unknown_is_outside = true,
              .methods = LANGUAGE_METHODS_ANYWHERE,
              .parts_are_fields = true,
              .overloads = LANGUAGE_OVERLOADS_BEST,
              .called_type = LANGUAGE_CALLED_TYPE_CONVERTS,
              .declaration_holds = true,
              .unsolved_is_unknown = true},
    .names = {.literals = {[LITERAL_BOOL] = "bool", [LITERAL_INT] = "i32", [LITERAL_DOUBLE] = "f64",
                           [LITERAL_CHAR] = "char", [LITERAL_STRING] = "str"},
              .list = "Vec",
              .iterate = "into_iter next unwrap",
              .index = "index",
              .globals = "*", .raw = "r#"},
    .find_module = language_rust_find_module,
    .configs = "Cargo.toml",
    .editing = {.heads = "pub const static unsafe async", .import_name = "use {module}::{name};"},
};
