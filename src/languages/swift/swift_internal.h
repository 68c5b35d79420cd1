/* Swift: what its files share. A module is a target: all files beneath one
 * folder of sources. An extension is a part of its type that has no symbol. */
#ifndef FATHOM_LANGUAGES_SWIFT_INTERNAL_H
#define FATHOM_LANGUAGES_SWIFT_INTERNAL_H

#include "src/base/vec.h"
#include "src/languages/common/nodes_internal.h"

#define SWIFT_KINDS(X)                                        \
  X(ARRAY, "array_literal")                                   \
  X(ARRAY_TYPE, "array_type")                                 \
  X(AS, "as_expression")                                      \
  X(ASSIGNMENT, "assignment")                                 \
  X(CALL, "call_expression")                                  \
  X(CALL_SUFFIX, "call_suffix")                               \
  X(CATCH, "catch_block")                                     \
  X(CLASS, "class_declaration")                               \
  X(COMMENT, "comment")                                       \
  X(COMPUTED, "computed_property")                            \
  X(CONSTRUCTOR, "constructor_expression")                    \
  X(CONSTRUCTOR_SUFFIX, "constructor_suffix")                 \
  X(DEINIT, "deinit_declaration")                             \
  X(DICTIONARY, "dictionary_literal")                         \
  X(DICTIONARY_TYPE, "dictionary_type")                       \
  X(DO, "do_statement")                                       \
  X(ENUM_ENTRY, "enum_entry")                                 \
  X(EXISTENTIAL_TYPE, "existential_type")                     \
  X(FOR, "for_statement")                                     \
  X(FUNCTION, "function_declaration")                         \
  X(FUNCTION_TYPE, "function_type")                           \
  X(HELD, "enum_type_parameters")                             \
  X(GUARD, "guard_statement")                                 \
  X(IDENTIFIER, "identifier")                                 \
  X(IF, "if_statement")                                       \
  X(IMPORT, "import_declaration")                             \
  X(INHERITANCE, "inheritance_specifier")                     \
  X(INIT, "init_declaration")                                 \
  X(INTEGER, "integer_literal")                               \
  X(LAMBDA, "lambda_literal")                                 \
  X(LAMBDA_PARAMETER, "lambda_parameter")                     \
  X(LAMBDA_PARAMETERS, "lambda_function_type_parameters")     \
  X(METATYPE, "metatype")                                     \
  X(MODIFIERS, "modifiers")                                   \
  X(MULTILINE_COMMENT, "multiline_comment")                   \
  X(NAVIGATION, "navigation_expression")                      \
  X(NAVIGATION_SUFFIX, "navigation_suffix")                   \
  X(NIL_COALESCING, "nil_coalescing_expression")              \
  X(OPAQUE_TYPE, "opaque_type")                               \
  X(OPTIONAL_TYPE, "optional_type")                           \
  X(PARAMETER, "parameter")                                   \
  X(PATTERN, "pattern")                                       \
  X(POSTFIX, "postfix_expression")                            \
  X(PREFIX, "prefix_expression")                              \
  X(ADDITIVE, "additive_expression")                          \
  X(MULTIPLICATIVE, "multiplicative_expression")              \
  X(PROPERTY, "property_declaration")                         \
  X(PROTOCOL, "protocol_declaration")                         \
  X(PROTOCOL_FUNCTION, "protocol_function_declaration")       \
  X(PROTOCOL_PROPERTY, "protocol_property_declaration")       \
  X(RETURN, "control_transfer_statement")                     \
  X(SELF, "self_expression")                                  \
  X(SIMPLE_IDENTIFIER, "simple_identifier")                   \
  X(STATEMENTS, "statements")                                 \
  X(SUBSCRIPT, "subscript_declaration")                       \
  X(SUPER, "super_expression")                                \
  X(SWITCH, "switch_statement")                               \
  X(SWITCH_ENTRY, "switch_entry")                             \
  X(SWITCH_PATTERN, "switch_pattern")                         \
  X(TERNARY, "ternary_expression")                            \
  X(TRY, "try_expression")                                    \
  X(AWAIT, "await_expression")                                \
  X(TUPLE, "tuple_expression")                                \
  X(TUPLE_TYPE, "tuple_type")                                 \
  X(TUPLE_TYPE_ITEM, "tuple_type_item")                       \
  X(TYPEALIAS, "typealias_declaration")                       \
  X(TYPE_ANNOTATION, "type_annotation")                       \
  X(TYPE_ARGUMENTS, "type_arguments")                         \
  X(TYPE_IDENTIFIER, "type_identifier")                       \
  X(TYPE_PARAMETER, "type_parameter")                         \
  X(TYPE_PARAMETERS, "type_parameters")                       \
  X(USER_TYPE, "user_type")                                   \
  X(VALUE_ARGUMENT, "value_argument")                         \
  X(VALUE_ARGUMENTS, "value_arguments")                       \
  X(VALUE_BINDING, "value_binding_pattern")                   \
  X(WHILE, "while_statement")

#define SWIFT_FIELDS(X)                      \
  X(BODY, "body")                            \
  X(BOUND_IDENTIFIER, "bound_identifier")    \
  X(COLLECTION, "collection")                \
  X(COMPUTED_VALUE, "computed_value")        \
  X(CONDITION, "condition")                  \
  X(CONSTRUCTED_TYPE, "constructed_type")    \
  X(DECLARATION_KIND, "declaration_kind")    \
  X(DEFAULT_VALUE, "default_value")          \
  X(EXPR, "expr")                            \
  X(EXTERNAL_NAME, "external_name")          \
  X(IF_FALSE, "if_false")                    \
  X(IF_NIL, "if_nil")                        \
  X(IF_TRUE, "if_true")                      \
  X(INHERITS_FROM, "inherits_from")          \
  X(ITEM, "item")                            \
  X(NAME, "name")                            \
  X(OPERATION, "operation")                  \
  X(PARAMS, "params")                        \
  X(RESULT, "result")                        \
  X(SUFFIX, "suffix")                        \
  X(TARGET, "target")                        \
  X(TYPE, "type")                            \
  X(VALUE, "value")                          \
  X(WRAPPED, "wrapped")

enum SwiftKind {
  SWIFT_NO_KIND,
#define SWIFT_KIND_ROW(kind, node) SWIFT_##kind,
  SWIFT_KINDS(SWIFT_KIND_ROW)
#undef SWIFT_KIND_ROW
  SWIFT_KIND_COUNT
};

enum SwiftField {
  SWIFT_NO_FIELD,
#define SWIFT_FIELD_ROW(field, name) SWIFT_IN_##field,
  SWIFT_FIELDS(SWIFT_FIELD_ROW)
#undef SWIFT_FIELD_ROW
};

#define SWIFT_LAST_ARGUMENT "<last>" /* a closure behind the brackets */
#define SWIFT_SUBSCRIPT_NAME "<subscript>"

typedef struct SwiftState {
  ExprNo subject;  /* what the switch around matches */
  ExprNo expected; /* the type that an implicit member (.make()) is of; taken by the first that is met */
} SwiftState;

static inline SwiftState *swift_state(LanguageBuild *build) { return build->state; }

/* ---- declarations.c ---- */
void language_swift_class(LanguageBuild *build, NodeNo node);
void language_swift_protocol(LanguageBuild *build, NodeNo node);
void language_swift_enum_entry(LanguageBuild *build, NodeNo node);
void language_swift_typealias(LanguageBuild *build, NodeNo node);
void language_swift_property(LanguageBuild *build, NodeNo node);
void language_swift_function(LanguageBuild *build, NodeNo node);
void language_swift_init(LanguageBuild *build, NodeNo node);
void language_swift_subscript(LanguageBuild *build, NodeNo node);
ExprNo language_swift_lambda(LanguageBuild *build, NodeNo node, unsigned role);
void language_swift_return(LanguageBuild *build, NodeNo node);

/* ---- types.c ---- */
bool language_swift_is_type(unsigned kind);
ExprNo language_swift_user_type(LanguageBuild *build, NodeNo node);
ExprNo language_swift_array_type(LanguageBuild *build, NodeNo node);
ExprNo language_swift_dictionary_type(LanguageBuild *build, NodeNo node);
ExprNo language_swift_function_type(LanguageBuild *build, NodeNo node);
ExprNo language_swift_inner_type(LanguageBuild *build, NodeNo node);
ExprNo language_swift_optional_type(LanguageBuild *build, NodeNo node);
ExprNo language_swift_tuple_type(LanguageBuild *build, NodeNo node);
/* The type of an annotation or of a parameter: the first that stands there. */
ExprNo language_swift_type_in(LanguageBuild *build, NodeNo node);
void language_swift_type_parameters(LanguageBuild *build, NodeNo node);

/* ---- expressions.c ---- */
ExprNo language_swift_navigation(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_swift_call(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_swift_constructor(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_swift_self(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_swift_super(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_swift_as(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_swift_either(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_swift_sum(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_swift_last(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_swift_prefix(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_swift_assignment(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_swift_name(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_swift_tuple(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_swift_array(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_swift_dictionary(LanguageBuild *build, NodeNo node, unsigned role);
/* A value where one of this type is wanted; 0: of any. */
ExprNo language_swift_wanted(LanguageBuild *build, NodeNo node, ExprNo type);

/* ---- patterns.c ---- */

/* What a pattern is compared with; its names hold from that byte on. */
typedef struct SwiftMatched {
  ExprNo value, type;
  uint32_t from;
  bool binds; /* a name alone is one that is bound, not one that is read */
} SwiftMatched;

/* .word(patterns), with the type before it, if there is one. */
typedef struct SwiftCase {
  NodeNo type, word;
  VEC(NodeNo) patterns;
} SwiftCase;

/* Binds the names of a pattern to what they match: all of the value, a part of a tuple,
 * or what a case holds. Other names in it are read. */
void language_swift_match(LanguageBuild *build, NodeNo pattern, SwiftMatched matched);
/* The same for a case whose parts were found already: the case itself is a reference. */
void language_swift_match_case(LanguageBuild *build, const SwiftCase *found, SwiftMatched matched);
/* Visits: a pattern of which nothing is told, a switch, its cases, what stands behind `if`,
 * `guard` and `while` (its names hold in the scope that is open), the same in a block of
 * its own, a loop. */
void language_swift_pattern(LanguageBuild *build, NodeNo node);
void language_swift_switch(LanguageBuild *build, NodeNo node);
void language_swift_switch_pattern(LanguageBuild *build, NodeNo node);
void language_swift_conditions(LanguageBuild *build, NodeNo node);
void language_swift_branch(LanguageBuild *build, NodeNo node);
void language_swift_for(LanguageBuild *build, NodeNo node);

/* ---- reading.c ---- */
/* Language.reading. */
Str language_swift_reading(Arena *arena, Str text);

#endif
