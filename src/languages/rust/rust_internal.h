/* Rust: the node kinds and fields its files look at, and what they share. */
#ifndef FATHOM_LANGUAGES_RUST_INTERNAL_H
#define FATHOM_LANGUAGES_RUST_INTERNAL_H

#include "src/base/map.h"
#include "src/languages/common/defined_internal.h"
#include "src/languages/language.h"

#define RUST_KINDS(X)                                          \
  X(RUST_LINE_COMMENT, "line_comment")                         \
  X(RUST_BLOCK_COMMENT, "block_comment")                       \
  X(RUST_IDENTIFIER, "identifier")                             \
  X(RUST_TYPE_IDENTIFIER, "type_identifier")                   \
  X(RUST_FIELD_IDENTIFIER, "field_identifier")                 \
  X(RUST_SHORTHAND_FIELD, "shorthand_field_identifier")        \
  X(RUST_PRIMITIVE_TYPE, "primitive_type")                     \
  X(RUST_SELF, "self")                                         \
  X(RUST_SUPER, "super")                                       \
  X(RUST_CRATE, "crate")                                       \
  X(RUST_METAVARIABLE, "metavariable")                         \
  X(RUST_SCOPED_IDENTIFIER, "scoped_identifier")               \
  X(RUST_SCOPED_TYPE, "scoped_type_identifier")                \
  X(RUST_BRACKETED_TYPE, "bracketed_type")                     \
  X(RUST_QUALIFIED_TYPE, "qualified_type")                     \
  X(RUST_GENERIC_TYPE, "generic_type")                         \
  X(RUST_GENERIC_TURBOFISH, "generic_type_with_turbofish")     \
  X(RUST_GENERIC_FUNCTION, "generic_function")                 \
  X(RUST_TYPE_ARGUMENTS, "type_arguments")                     \
  X(RUST_TYPE_BINDING, "type_binding")                         \
  X(RUST_TYPE_PARAMETER, "type_parameter")                     \
  X(RUST_LIFETIME, "lifetime")                                 \
  X(RUST_REFERENCE_TYPE, "reference_type")                     \
  X(RUST_POINTER_TYPE, "pointer_type")                         \
  X(RUST_ARRAY_TYPE, "array_type")                             \
  X(RUST_TUPLE_TYPE, "tuple_type")                             \
  X(RUST_DYNAMIC_TYPE, "dynamic_type")                         \
  X(RUST_ABSTRACT_TYPE, "abstract_type")                       \
  X(RUST_FUNCTION_TYPE, "function_type")                       \
  X(RUST_WHERE_CLAUSE, "where_clause")                         \
  X(RUST_WHERE_PREDICATE, "where_predicate")                   \
  X(RUST_USE_LIST, "use_list")                                 \
  X(RUST_SCOPED_USE_LIST, "scoped_use_list")                   \
  X(RUST_USE_AS, "use_as_clause")                              \
  X(RUST_USE_WILDCARD, "use_wildcard")                         \
  X(RUST_ATTRIBUTE_ITEM, "attribute_item")                     \
  X(RUST_DECLARATION_LIST, "declaration_list")                 \
  X(RUST_FIELD_DECLARATION, "field_declaration")               \
  X(RUST_ORDERED_FIELDS, "ordered_field_declaration_list")     \
  X(RUST_ENUM_VARIANT, "enum_variant")                         \
  X(RUST_ASSOCIATED_TYPE, "associated_type")                   \
  X(RUST_TYPE_ITEM, "type_item")                               \
  X(RUST_PARAMETER, "parameter")                               \
  X(RUST_SELF_PARAMETER, "self_parameter")                     \
  X(RUST_VISIBILITY, "visibility_modifier")                    \
  X(RUST_MUTABLE, "mutable_specifier")                         \
  X(RUST_EXPRESSION_STATEMENT, "expression_statement")         \
  X(RUST_LABEL, "label")                                       \
  X(RUST_BLOCK, "block")                                       \
  X(RUST_ELSE, "else_clause")                                  \
  X(RUST_LET_CONDITION, "let_condition")                       \
  X(RUST_MATCH_ARM, "match_arm")                               \
  X(RUST_RANGE, "range_expression")                            \
  X(RUST_INTEGER, "integer_literal")                           \
  X(RUST_FIELD_INITIALIZER, "field_initializer")               \
  X(RUST_SHORTHAND_INITIALIZER, "shorthand_field_initializer") \
  X(RUST_FIELD_EXPRESSION, "field_expression")                 \
  X(RUST_CALL, "call_expression")                              \
  X(RUST_CLOSURE, "closure_expression")                        \
  X(RUST_PATTERN_FIELD, "field_pattern")                       \
  X(RUST_TUPLE_PATTERN, "tuple_pattern")                       \
  X(RUST_TUPLE_STRUCT_PATTERN, "tuple_struct_pattern")         \
  X(RUST_STRUCT_PATTERN, "struct_pattern")                     \
  X(RUST_SLICE_PATTERN, "slice_pattern")                       \
  X(RUST_REF_PATTERN, "ref_pattern")                           \
  X(RUST_MUT_PATTERN, "mut_pattern")                           \
  X(RUST_REFERENCE_PATTERN, "reference_pattern")               \
  X(RUST_CAPTURED_PATTERN, "captured_pattern")                 \
  X(RUST_OR_PATTERN, "or_pattern")                             \
  X(RUST_MATCH_PATTERN, "match_pattern")                       \
  X(RUST_REMAINING, "remaining_field_pattern")                 \
  X(RUST_TOKEN_TREE, "token_tree")                             \
  X(RUST_STRING, "string_literal")                             \
  X(RUST_RAW_STRING, "raw_string_literal")                     \
  X(RUST_CHAR, "char_literal")                                 \
  X(RUST_BOOLEAN, "boolean_literal")                           \
  X(RUST_FLOAT, "float_literal")                               \
  X(RUST_MACRO, "macro_invocation")                            \
  X(RUST_BLANK, "'_")

#define RUST_FIELDS(X)                           \
  X(RUST_FIELD_ALIAS, "alias")                   \
  X(RUST_FIELD_ALTERNATIVE, "alternative")       \
  X(RUST_FIELD_ARGUMENT, "argument")             \
  X(RUST_FIELD_ARGUMENTS, "arguments")           \
  X(RUST_FIELD_BODY, "body")                     \
  X(RUST_FIELD_BOUNDS, "bounds")                 \
  X(RUST_FIELD_CONDITION, "condition")           \
  X(RUST_FIELD_CONSEQUENCE, "consequence")       \
  X(RUST_FIELD_DEFAULT_TYPE, "default_type")     \
  X(RUST_FIELD_ELEMENT, "element")               \
  X(RUST_FIELD_FIELD, "field")                   \
  X(RUST_FIELD_FUNCTION, "function")             \
  X(RUST_FIELD_LEFT, "left")                     \
  X(RUST_FIELD_LENGTH, "length")                 \
  X(RUST_FIELD_LIST, "list")                     \
  X(RUST_FIELD_MACRO, "macro")                   \
  X(RUST_FIELD_NAME, "name")                     \
  X(RUST_FIELD_OPERATOR, "operator")             \
  X(RUST_FIELD_PARAMETERS, "parameters")         \
  X(RUST_FIELD_PATH, "path")                     \
  X(RUST_FIELD_PATTERN, "pattern")               \
  X(RUST_FIELD_RETURN_TYPE, "return_type")       \
  X(RUST_FIELD_RIGHT, "right")                   \
  X(RUST_FIELD_TRAIT, "trait")                   \
  X(RUST_FIELD_TYPE, "type")                     \
  X(RUST_FIELD_TYPE_ARGUMENTS, "type_arguments") \
  X(RUST_FIELD_TYPE_PARAMETERS, "type_parameters") \
  X(RUST_FIELD_VALUE, "value")

#define RUST_ENUM_ROW(id, word) id,
enum RustKind { RUST_NO_KIND, RUST_KINDS(RUST_ENUM_ROW) RUST_KIND_COUNT };
enum RustField { RUST_NO_FIELD, RUST_FIELDS(RUST_ENUM_ROW) RUST_FIELD_COUNT };
#undef RUST_ENUM_ROW

#define RUST_MANY 64 /* how many of a list are looked at; more are visited, not kept */

/* What attributes said that stand before an item. */
enum { RUST_CFG_TEST = 1 << 0, RUST_TEST = 1 << 1, RUST_CFG = 1 << 2 /* behind another condition */ };

/* An associated type of the impl block around: what Self::Item means in it. */
typedef struct RustAssociated {
  NameId name;
  ExprNo type;
} RustAssociated;

/* What the walk over one file remembers. */
typedef struct RustState {
  unsigned attributes; /* of the item that follows */
  ExprNo marks[4];     /* attributes of the function that follows which are given a text */
  unsigned mark_count;
  ExprNo derived[2];   /* traits that the type which follows has by #[derive(…)] */
  unsigned derived_count;
  Str path_attribute;  /* #[path = "..."] of the module that follows */
  ScopeNo module;      /* scope of the module around: the file's or an inline one's */
  unsigned inline_depth;
  Str inline_path;     /* "a::b" of the inline modules around */
  VEC(RustAssociated) associated;
  DefNo block_type;    /* the type of the impl block around, when this file has it */
  NameId block_name;   /* what it is called; 0: no impl block is around */
  bool in_trait;
  LanguageDefined *types; /* by scope and name */
  Map crates;          /* names that paths begin with, and where they first do */
  VEC(NodeNo) crate_names;
} RustState;

static inline RustState *language_rust_state(LanguageBuild *build) { return build->state; }

/* What a type is found by among those of the file. */
static inline uint64_t language_rust_type_key(ScopeNo scope, NameId name) { return (uint64_t)scope << 32 | name.value; }

/* items.c */
void language_rust_begin(LanguageBuild *build, NodeNo root);
void language_rust_attribute(LanguageBuild *build, NodeNo node);
unsigned language_rust_take_attributes(LanguageBuild *build);
void language_rust_module(LanguageBuild *build, NodeNo node);
void language_rust_constant(LanguageBuild *build, NodeNo node);
void language_rust_macro_definition(LanguageBuild *build, NodeNo node);
unsigned language_rust_visibility(const Syntax *syntax, NodeNo node);

/* functions.c */
void language_rust_function(LanguageBuild *build, NodeNo node);
ExprNo language_rust_closure(LanguageBuild *build, NodeNo node, unsigned role);

/* declare.c */
void language_rust_struct(LanguageBuild *build, NodeNo node);
void language_rust_enum(LanguageBuild *build, NodeNo node);
void language_rust_trait(LanguageBuild *build, NodeNo node);
void language_rust_impl(LanguageBuild *build, NodeNo node);
void language_rust_type_item(LanguageBuild *build, NodeNo node);
void language_rust_associated_type(LanguageBuild *build, NodeNo node);

/* uses.c */
void language_rust_use(LanguageBuild *build, NodeNo node);
void language_rust_extern_crate(LanguageBuild *build, NodeNo node);
/* Crates that paths begin with are imported without being named by `use`. */
void language_rust_finish(LanguageBuild *build);

/* paths.c */
ExprNo language_rust_path(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_identifier(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_generic_function(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_self(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_path_type(LanguageBuild *build, NodeNo node);
/* What a path's segment names where the path begins. */
ExprNo language_rust_path_start(LanguageBuild *build, NodeNo node);
/* The module that `super` or `crate` names, `levels` up; as an expression. */
ExprNo language_rust_crate_root(LanguageBuild *build, NodeNo node);
ExprNo language_rust_super(LanguageBuild *build, NodeNo node, unsigned levels);
/* The node that a reference to a path is shown at: its last name. */
NodeNo language_rust_last_name(const Syntax *syntax, NodeNo path);

/* types.c */
ExprNo language_rust_type_name(LanguageBuild *build, NodeNo node);
ExprNo language_rust_type_generic(LanguageBuild *build, NodeNo node);
ExprNo language_rust_type_reference(LanguageBuild *build, NodeNo node);
ExprNo language_rust_type_array(LanguageBuild *build, NodeNo node);
ExprNo language_rust_type_tuple(LanguageBuild *build, NodeNo node);
ExprNo language_rust_type_trait(LanguageBuild *build, NodeNo node);
ExprNo language_rust_type_bounds(LanguageBuild *build, NodeNo node);
ExprNo language_rust_type_function(LanguageBuild *build, NodeNo node);
ExprNo language_rust_type_bracketed(LanguageBuild *build, NodeNo node);
ExprNo language_rust_apply(LanguageBuild *build, ExprNo generic, NodeNo arguments, NodeNo node);
/* Type parameters into the open scope, with what the where clause of `node` adds. */
void language_rust_type_parameters(LanguageBuild *build, NodeNo node);
/* The name of the type that an impl block or a path is about, without what is
 * around it: `&'a Foo<T>` is Foo. 0: it has none. */
NodeNo language_rust_core_name(const Syntax *syntax, NodeNo type);

/* patterns.c */
/* Binds the names of a pattern to parts of `value`; `type` is a declared one. */
typedef struct RustBound {
  ExprNo value, type;
  uint32_t from;   /* byte from which the names hold */
  unsigned flags;  /* BIND_... */
} RustBound;
void language_rust_pattern(LanguageBuild *build, NodeNo pattern, RustBound bound);

/* values.c */
ExprNo language_rust_call(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_field(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_index(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_struct_literal(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_try(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_unary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_binary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_array(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_tuple(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_assignment(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_range(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_reference(LanguageBuild *build, NodeNo node, unsigned role);
/* What `e?` and `e.unwrap()` give; no call is counted. */
ExprNo language_rust_unwrapped(LanguageBuild *build, ExprNo value, NodeNo node);
ExprNo language_rust_member_named(LanguageBuild *build, ExprNo base, Str name, NodeNo node);

/* statements.c */
void language_rust_let(LanguageBuild *build, NodeNo node);
ExprNo language_rust_block(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_if(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_match(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_for(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_while(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_loop(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_let_condition(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_rust_return(LanguageBuild *build, NodeNo node, unsigned role);
/* The value of the statements inside, in the open scope. */
ExprNo language_rust_statements(LanguageBuild *build, NodeNo node);

/* tokens.c */
ExprNo language_rust_macro(LanguageBuild *build, NodeNo node, unsigned role);

/* modules.c */
void language_rust_find_module(LanguageWorld *world, const Facts *facts, const Import *import,
                               WorldFile from, LanguageModule *ret_module);

/* package.c: LanguageHome.read_package and leads. */
bool language_rust_read_package(Arena *arena, Str path, Str text, LanguagePackage *ret_package);
bool language_rust_leads(Str specifier, Str package, bool is_needed);

#endif
