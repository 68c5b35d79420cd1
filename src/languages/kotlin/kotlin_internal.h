/* Kotlin: what its files share. Kotlin and Java are one family: they see each
 * other's packages, and constructors are bound under the same name. A function
 * with a receiver has it as a bind called `this`; a lambda that may be given
 * one has it under a name that nobody can write. */
#ifndef FATHOM_LANGUAGES_KOTLIN_INTERNAL_H
#define FATHOM_LANGUAGES_KOTLIN_INTERNAL_H

#include "src/base/vec.h"
#include "src/languages/common/nodes_internal.h"

#define KOTLIN_KINDS(X)                                  \
  X(ANNOTATED_LAMBDA, "annotated_lambda")                \
  X(ANNOTATION, "annotation")                            \
  X(ANONYMOUS_FUNCTION, "anonymous_function")            \
  X(AS, "as_expression")                                 \
  X(ASSIGNMENT, "assignment")                            \
  X(BINARY, "binary_expression")                         \
  X(BLOCK, "block")                                      \
  X(BLOCK_COMMENT, "block_comment")                      \
  X(CALL, "call_expression")                             \
  X(CALLABLE_REFERENCE, "callable_reference")            \
  X(CATCH, "catch_block")                                \
  X(CLASS, "class_declaration")                          \
  X(CLASS_BODY, "class_body")                            \
  X(CLASS_PARAMETER, "class_parameter")                  \
  X(CLASS_PARAMETERS, "class_parameters")                \
  X(COMPANION, "companion_object")                       \
  X(CONSTRUCTOR_DELEGATION, "constructor_delegation_call") \
  X(CONSTRUCTOR_INVOCATION, "constructor_invocation")    \
  X(DELEGATION_SPECIFIER, "delegation_specifier")        \
  X(DELEGATION_SPECIFIERS, "delegation_specifiers")      \
  X(ENUM_BODY, "enum_class_body")                        \
  X(ENUM_ENTRY, "enum_entry")                            \
  X(EXPLICIT_DELEGATION, "explicit_delegation")          \
  X(FOR, "for_statement")                                \
  X(FUNCTION, "function_declaration")                    \
  X(FUNCTION_BODY, "function_body")                      \
  X(FUNCTION_PARAMETERS, "function_value_parameters")    \
  X(FUNCTION_TYPE, "function_type")                      \
  X(FUNCTION_TYPE_PARAMETERS, "function_type_parameters") \
  X(GETTER, "getter")                                    \
  X(IDENTIFIER, "identifier")                            \
  X(IF, "if_expression")                                 \
  X(IMPORT, "import")                                    \
  X(INDEX, "index_expression")                           \
  X(INFIX, "infix_expression")                           \
  X(INITIALIZER, "anonymous_initializer")                \
  X(IS, "is_expression")                                 \
  X(LABEL, "label")                                      \
  X(LABELED, "labeled_expression")                       \
  X(LAMBDA, "lambda_literal")                            \
  X(LAMBDA_PARAMETERS, "lambda_parameters")              \
  X(LINE_COMMENT, "line_comment")                        \
  X(MODIFIERS, "modifiers")                              \
  X(MULTI_VARIABLE, "multi_variable_declaration")        \
  X(NAVIGATION, "navigation_expression")                 \
  X(NON_NULLABLE_TYPE, "non_nullable_type")              \
  X(NULLABLE_TYPE, "nullable_type")                      \
  X(OBJECT, "object_declaration")                        \
  X(OBJECT_LITERAL, "object_literal")                    \
  X(PACKAGE, "package_header")                           \
  X(PARAMETER, "parameter")                              \
  X(PARAMETER_MODIFIERS, "parameter_modifiers")          \
  X(PARENTHESIZED, "parenthesized_expression")           \
  X(PARENTHESIZED_TYPE, "parenthesized_type")            \
  X(PRIMARY_CONSTRUCTOR, "primary_constructor")          \
  X(PROPERTY, "property_declaration")                    \
  X(PROPERTY_DELEGATE, "property_delegate")              \
  X(QUALIFIED_IDENTIFIER, "qualified_identifier")        \
  X(RETURN, "return_expression")                         \
  X(SECONDARY_CONSTRUCTOR, "secondary_constructor")      \
  X(SETTER, "setter")                                    \
  X(SPREAD, "spread_expression")                         \
  X(STRING, "string_literal")                            \
  X(SUPER, "super_expression")                           \
  X(THIS, "this_expression")                             \
  X(THROW, "throw_expression")                           \
  X(TRY, "try_expression")                               \
  X(TYPE_ALIAS, "type_alias")                            \
  X(TYPE_ARGUMENTS, "type_arguments")                    \
  X(TYPE_PARAMETER, "type_parameter")                    \
  X(TYPE_PARAMETERS, "type_parameters")                  \
  X(TYPE_PROJECTION, "type_projection")                  \
  X(TYPE_TEST, "type_test")                              \
  X(UNARY, "unary_expression")                           \
  X(USER_TYPE, "user_type")                              \
  X(VALUE_ARGUMENT, "value_argument")                    \
  X(VALUE_ARGUMENTS, "value_arguments")                  \
  X(VARIABLE, "variable_declaration")                    \
  X(WHEN, "when_expression")                             \
  X(WHEN_ENTRY, "when_entry")                            \
  X(WHEN_SUBJECT, "when_subject")                        \
  X(WHILE, "while_statement")                            \
  X(SIGN_ARROW, "'->")                                   \
  X(SIGN_EQUALS, "'=")                                   \
  X(SIGN_STAR, "'*")                                     \
  X(WORD_INTERFACE, "'interface")                        \
  X(WORD_SUPER, "'super")                                \
  X(WORD_VAL, "'val")                                    \
  X(WORD_VAR, "'var")

#define KOTLIN_FIELDS(X)      \
  X(ARGUMENT, "argument")     \
  X(CONDITION, "condition")   \
  X(LEFT, "left")             \
  X(NAME, "name")             \
  X(OPERATOR, "operator")     \
  X(RIGHT, "right")           \
  X(LABEL, "label")           \
  X(TYPE, "type")

enum KotlinKind {
  KOTLIN_NO_KIND,
#define KOTLIN_KIND_ROW(kind, node) KOTLIN_##kind,
  KOTLIN_KINDS(KOTLIN_KIND_ROW)
#undef KOTLIN_KIND_ROW
  KOTLIN_KIND_COUNT
};

enum KotlinField {
  KOTLIN_NO_FIELD,
#define KOTLIN_FIELD_ROW(field, name) KOTLIN_IN_##field,
  KOTLIN_FIELDS(KOTLIN_FIELD_ROW)
#undef KOTLIN_FIELD_ROW
};

#define KOTLIN_CONSTRUCTOR_NAME "<init>" /* as in Java */
#define KOTLIN_LAMBDA_RECEIVER "<this>"
#define KOTLIN_LAST_ARGUMENT "<last>"    /* the lambda behind the brackets */


typedef struct KotlinState {
  DefNo type;
  bool in_companion;   /* what is defined belongs to the type itself */
  bool in_interface;
  unsigned receivers;  /* functions and lambdas around that have a `this` of their own */
  bool has_type_scope;
} KotlinState;

static inline KotlinState *kotlin_state(const LanguageBuild *build) { return build->state; }

/* ---- modules.c ---- */
void language_kotlin_package(LanguageBuild *build, NodeNo node);
void language_kotlin_import(LanguageBuild *build, NodeNo node);
void language_kotlin_find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from,
                                 LanguageModule *ret_module);

/* ---- jvm_names.c ---- */
void language_kotlin_finish(LanguageBuild *build);
/* A static field of the type around that is the type itself. */
void language_kotlin_static_self(LanguageBuild *build, Str name, NodeNo node);

/* ---- types.c ---- */
bool language_kotlin_is_type(unsigned kind);
ExprNo language_kotlin_user_type(LanguageBuild *build, NodeNo node);
ExprNo language_kotlin_function_type(LanguageBuild *build, NodeNo node);
void language_kotlin_type_parameters(LanguageBuild *build, NodeNo node);
void language_kotlin_type_arguments(LanguageBuild *build, NodeNo node, LanguageExprs *items);

/* ---- declarations.c ---- */
void language_kotlin_class(LanguageBuild *build, NodeNo node);
void language_kotlin_object(LanguageBuild *build, NodeNo node);
void language_kotlin_companion(LanguageBuild *build, NodeNo node);
void language_kotlin_enum_entry(LanguageBuild *build, NodeNo node);
void language_kotlin_type_alias(LanguageBuild *build, NodeNo node);
void language_kotlin_property(LanguageBuild *build, NodeNo node);
ExprNo language_kotlin_object_literal(LanguageBuild *build, NodeNo node, unsigned role);
unsigned language_kotlin_modifiers(LanguageBuild *build, NodeNo node);
bool language_kotlin_has_modifier(const LanguageBuild *build, NodeNo node, const char *word);

/* ---- functions.c ---- */
void language_kotlin_function(LanguageBuild *build, NodeNo node);
void language_kotlin_secondary_constructor(LanguageBuild *build, NodeNo node);
ExprNo language_kotlin_anonymous_function(LanguageBuild *build, NodeNo node, unsigned role);
/* What a lambda is known to be given by the function it is passed to. */
typedef struct KotlinGiven {
  ExprNo receiver, it; /* 0: not known */
} KotlinGiven;
ExprNo language_kotlin_lambda(LanguageBuild *build, NodeNo node, KotlinGiven given);
ExprNo language_kotlin_lambda_value(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_kotlin_return(LanguageBuild *build, NodeNo node, unsigned role);
/* The last statement's value of a block; all of it is looked at. */
ExprNo language_kotlin_statements(LanguageBuild *build, NodeNo node);
/* Parameters of a primary constructor, as parameters or as properties. */
void language_kotlin_class_parameters(LanguageBuild *build, NodeNo node, bool as_properties);

/* ---- expressions.c ---- */
ExprNo language_kotlin_navigation(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_kotlin_this(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_kotlin_super(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_kotlin_as(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_kotlin_is(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_kotlin_binary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_kotlin_unary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_kotlin_index(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_kotlin_if(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_kotlin_when(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_kotlin_try(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_kotlin_reference(LanguageBuild *build, NodeNo node, unsigned role);
void language_kotlin_while(LanguageBuild *build, NodeNo node);
void language_kotlin_for(LanguageBuild *build, NodeNo node);
void language_kotlin_catch(LanguageBuild *build, NodeNo node);
/* One name, or several that a value is taken apart into. */
void language_kotlin_bind_variable(LanguageBuild *build, NodeNo node, ExprNo value, uint32_t from);

/* ---- calls.c ---- */
ExprNo language_kotlin_call(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_kotlin_infix(LanguageBuild *build, NodeNo node, unsigned role);
void language_kotlin_arguments(LanguageBuild *build, NodeNo node, LanguageExprs *items);

/* ---- reading.c ---- */
Str language_kotlin_reading(Arena *arena, Str text);

#endif
