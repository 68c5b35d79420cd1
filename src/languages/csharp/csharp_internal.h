/* C#: the node kinds and fields its files look at, and what they share. */
#ifndef FATHOM_LANGUAGES_CSHARP_INTERNAL_H
#define FATHOM_LANGUAGES_CSHARP_INTERNAL_H

#include "src/languages/language.h"

#define CSHARP_KINDS(X)                                                 \
  X(CSHARP_COMMENT, "comment")                                          \
  X(CSHARP_IDENTIFIER, "identifier")                                    \
  X(CSHARP_GENERIC_NAME, "generic_name")                                \
  X(CSHARP_QUALIFIED_NAME, "qualified_name")                            \
  X(CSHARP_ALIAS_QUALIFIED, "alias_qualified_name")                     \
  X(CSHARP_NAMESPACE, "namespace_declaration")                          \
  X(CSHARP_FILE_NAMESPACE, "file_scoped_namespace_declaration")         \
  X(CSHARP_USING, "using_directive")                                    \
  X(CSHARP_INTERFACE, "interface_declaration")                          \
  X(CSHARP_STRUCT, "struct_declaration")                                \
  X(CSHARP_ENUM, "enum_declaration")                                    \
  X(CSHARP_ENUM_MEMBER, "enum_member_declaration")                      \
  X(CSHARP_BASES, "base_list")                                          \
  X(CSHARP_PRIMARY_BASE, "primary_constructor_base_type")               \
  X(CSHARP_MODIFIER, "modifier")                                        \
  X(CSHARP_TYPE_PARAMETERS, "type_parameter_list")                      \
  X(CSHARP_TYPE_PARAMETER, "type_parameter")                            \
  X(CSHARP_TYPE_ARGUMENTS, "type_argument_list")                        \
  X(CSHARP_PARAMETERS, "parameter_list")                                \
  X(CSHARP_PARAMETER, "parameter")                                      \
  X(CSHARP_CONSTRUCTOR, "constructor_declaration")                      \
  X(CSHARP_CONSTRUCTOR_INITIALIZER, "constructor_initializer")          \
  X(CSHARP_LOCAL_FUNCTION, "local_function_statement")                  \
  X(CSHARP_VARIABLES, "variable_declaration")                           \
  X(CSHARP_VARIABLE, "variable_declarator")                             \
  X(CSHARP_ARGUMENTS, "argument_list")                                  \
  X(CSHARP_ARGUMENT, "argument")                                        \
  X(CSHARP_MEMBER, "member_access_expression")                          \
  X(CSHARP_MEMBER_BINDING, "member_binding_expression")                 \
  X(CSHARP_CONDITIONAL_ACCESS, "conditional_access_expression")         \
  X(CSHARP_CALL, "invocation_expression")                               \
  X(CSHARP_ARROW, "arrow_expression_clause")                            \
  X(CSHARP_BLOCK, "block")                                              \
  X(CSHARP_ACCESSORS, "accessor_list")                                  \
  X(CSHARP_ATTRIBUTES, "attribute_list")                                \
  X(CSHARP_LAMBDA, "lambda_expression")                                 \
  X(CSHARP_ELEMENTS, "initializer_expression")                          \
  X(CSHARP_ASSIGNMENT, "assignment_expression")                         \
  X(CSHARP_IMPLICIT_TYPE, "implicit_type")                              \
  X(CSHARP_IMPLICIT_NEW, "implicit_object_creation_expression")         \
  X(CSHARP_INDEXER, "indexer_declaration")                              \
  X(CSHARP_DELEGATE, "delegate_declaration")                            \
  X(CSHARP_CONSTRAINTS, "type_parameter_constraints_clause")            \
  X(CSHARP_CONSTRAINT, "type_parameter_constraint")                     \
  X(CSHARP_QUERY, "query_expression")                                   \
  X(CSHARP_FROM, "from_clause")                                         \
  X(CSHARP_LET, "let_clause")                                           \
  X(CSHARP_JOIN, "join_clause")                                         \
  X(CSHARP_SELECT, "select_clause")                                     \
  X(CSHARP_GROUP, "group_clause")                                       \
  X(CSHARP_SWITCH_ARM, "switch_expression_arm")                         \
  X(CSHARP_TUPLE_ELEMENT, "tuple_element")                              \
  X(CSHARP_TUPLE_PATTERN, "tuple_pattern")                              \
  X(CSHARP_DESIGNATION, "parenthesized_variable_designation")           \
  X(CSHARP_RECORD, "record_declaration")

#define CSHARP_FIELDS(X)                                 \
  X(CSHARP_FIELD_ACCESSORS, "accessors")                 \
  X(CSHARP_FIELD_ALTERNATIVE, "alternative")             \
  X(CSHARP_FIELD_ARGUMENTS, "arguments")                 \
  X(CSHARP_FIELD_BODY, "body")                           \
  X(CSHARP_FIELD_CONDITION, "condition")                 \
  X(CSHARP_FIELD_CONSEQUENCE, "consequence")             \
  X(CSHARP_FIELD_EXPRESSION, "expression")               \
  X(CSHARP_FIELD_FUNCTION, "function")                   \
  X(CSHARP_FIELD_INITIALIZER, "initializer")             \
  X(CSHARP_FIELD_LEFT, "left")                           \
  X(CSHARP_FIELD_NAME, "name")                           \
  X(CSHARP_FIELD_OPERATOR, "operator")                   \
  X(CSHARP_FIELD_PARAMETERS, "parameters")               \
  X(CSHARP_FIELD_QUALIFIER, "qualifier")                 \
  X(CSHARP_FIELD_RETURNS, "returns")                     \
  X(CSHARP_FIELD_RIGHT, "right")                         \
  X(CSHARP_FIELD_SUBSCRIPT, "subscript")                 \
  X(CSHARP_FIELD_TYPE, "type")                           \
  X(CSHARP_FIELD_TYPE_PARAMETERS, "type_parameters")     \
  X(CSHARP_FIELD_VALUE, "value")

#define CSHARP_ENUM_ROW(id, word) id,
enum CsharpKind { CSHARP_NO_KIND, CSHARP_KINDS(CSHARP_ENUM_ROW) CSHARP_KIND_COUNT };
enum CsharpField { CSHARP_NO_FIELD, CSHARP_FIELDS(CSHARP_ENUM_ROW) CSHARP_FIELD_COUNT };
#undef CSHARP_ENUM_ROW

#define CSHARP_MANY 64 /* how many of a list are looked at; more are visited, not kept */
#define CSHARP_CONSTRUCTOR_NAME ".ctor"
#define CSHARP_INDEXER_NAME "this[]"

/* What the walk over one file remembers. */
typedef struct CsharpState {
  ExprNo conditional; /* what stands before `?.` */
  bool by_name;       /* types are wanted as they are written: what is made, or a base */
  ExprNo wanted;      /* the declared type of what is made by `new(…)` here; 0: none is declared */
} CsharpState;

static inline CsharpState *language_csharp_state(LanguageBuild *build) { return build->state; }

/* declare.c */
void language_csharp_begin(LanguageBuild *build, NodeNo root);
void language_csharp_using(LanguageBuild *build, NodeNo node);
void language_csharp_type(LanguageBuild *build, NodeNo node);
void language_csharp_method(LanguageBuild *build, NodeNo node);
void language_csharp_property(LanguageBuild *build, NodeNo node);
void language_csharp_field(LanguageBuild *build, NodeNo node);
void language_csharp_variables(LanguageBuild *build, NodeNo node);
void language_csharp_foreach(LanguageBuild *build, NodeNo node);
ExprNo language_csharp_declared(LanguageBuild *build, NodeNo node, unsigned role);
void language_csharp_bind_typed(LanguageBuild *build, NodeNo node);
ExprNo language_csharp_lambda(LanguageBuild *build, NodeNo node, unsigned role);
void language_csharp_return(LanguageBuild *build, NodeNo node);
/* A value that is given to something of the declared type. */
ExprNo language_csharp_initial(LanguageBuild *build, NodeNo value, ExprNo type);

/* members.c */
void language_csharp_bind_parameters(LanguageBuild *build, NodeNo list);
void language_csharp_type_parameters(LanguageBuild *build, NodeNo node);
ExprList language_csharp_attributes(LanguageBuild *build, NodeNo node); /* in the order of the text */
unsigned language_csharp_modifiers(const LanguageBuild *build, NodeNo node);
void language_csharp_indexer(LanguageBuild *build, NodeNo node);
void language_csharp_delegate(LanguageBuild *build, NodeNo node);
/* The parameters that stand behind a type's name. */
void language_csharp_primary(LanguageBuild *build, NodeNo node);

/* values.c */
ExprNo language_csharp_call(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_csharp_member(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_csharp_conditional_access(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_csharp_member_binding(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_csharp_new(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_csharp_generic(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_csharp_type_generic(LanguageBuild *build, NodeNo node);
ExprNo language_csharp_type_qualified(LanguageBuild *build, NodeNo node);
ExprNo language_csharp_type_name(LanguageBuild *build, NodeNo node);
ExprNo language_csharp_no_type(LanguageBuild *build, NodeNo node);
ExprNo language_csharp_type_inner(LanguageBuild *build, NodeNo node);
ExprNo language_csharp_type_array(LanguageBuild *build, NodeNo node);
ExprNo language_csharp_type_plain(LanguageBuild *build, NodeNo node);
ExprNo language_csharp_type_tuple(LanguageBuild *build, NodeNo node);
ExprNo language_csharp_tuple(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_csharp_conditional(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_csharp_binary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_csharp_switch(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_csharp_typeof(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_csharp_default(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_csharp_assignment(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_csharp_new_implicit(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_csharp_index(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_csharp_array(LanguageBuild *build, NodeNo node, unsigned role);
size_t language_csharp_arguments(LanguageBuild *build, NodeNo list, ExprNo *ret_items);

/* query.c */
ExprNo language_csharp_query(LanguageBuild *build, NodeNo node, unsigned role);

/* modules.c */
void language_csharp_find_module(LanguageWorld *world, const Facts *facts, const Import *import,
                                 WorldFile from, LanguageModule *ret_module);

#endif
