/* PHP: what its files share. Handlers are named after the node they read.
 * Variables keep their dollar sign, so that they never meet functions, types
 * and constants; properties lose it, because they are read without one. */
#ifndef FATHOM_LANGUAGES_PHP_INTERNAL_H
#define FATHOM_LANGUAGES_PHP_INTERNAL_H

#include "src/base/vec.h"
#include "src/languages/common/nodes_internal.h"

#define PHP_KINDS(X)                                           \
  X(ABSTRACT_MODIFIER, "abstract_modifier")                    \
  X(ANONYMOUS_CLASS, "anonymous_class")                        \
  X(ANONYMOUS_FUNCTION, "anonymous_function")                  \
  X(ARGUMENT, "argument")                                      \
  X(ARGUMENTS, "arguments")                                    \
  X(ARRAY, "array_creation_expression")                        \
  X(ARRAY_ELEMENT, "array_element_initializer")                \
  X(ARROW_FUNCTION, "arrow_function")                          \
  X(ASSIGNMENT, "assignment_expression")                       \
  X(ATTRIBUTE, "attribute")                                    \
  X(ATTRIBUTE_LIST, "attribute_list")                          \
  X(AUGMENTED_ASSIGNMENT, "augmented_assignment_expression")   \
  X(BASE_CLAUSE, "base_clause")                                \
  X(BINARY, "binary_expression")                               \
  X(BREAK, "break_statement")                                  \
  X(BY_REF, "by_ref")                                          \
  X(CASE, "case_statement")                                    \
  X(CAST, "cast_expression")                                   \
  X(CATCH, "catch_clause")                                     \
  X(CLASS, "class_declaration")                                \
  X(CLASS_CONSTANT, "class_constant_access_expression")        \
  X(CLONE, "clone_expression")                                 \
  X(COLON_BLOCK, "colon_block")                                \
  X(COMMENT, "comment")                                        \
  X(COMPOUND, "compound_statement")                            \
  X(CONDITIONAL, "conditional_expression")                     \
  X(CONST_DECLARATION, "const_declaration")                    \
  X(CONST_ELEMENT, "const_element")                            \
  X(CONTINUE, "continue_statement")                            \
  X(DECLARATION_LIST, "declaration_list")                      \
  X(DEFAULT, "default_statement")                              \
  X(DNF_TYPE, "disjunctive_normal_form_type")                  \
  X(ELSE, "else_clause")                                       \
  X(ELSE_IF, "else_if_clause")                                 \
  X(ENUM, "enum_declaration")                                  \
  X(ENUM_CASE, "enum_case")                                    \
  X(EXIT, "exit_statement")                                    \
  X(EXPRESSION_STATEMENT, "expression_statement")              \
  X(FOREACH, "foreach_statement")                              \
  X(FORMAL_PARAMETERS, "formal_parameters")                    \
  X(FUNCTION, "function_definition")                           \
  X(FUNCTION_CALL, "function_call_expression")                 \
  X(IF, "if_statement")                                        \
  X(INCLUDE, "include_expression")                             \
  X(INCLUDE_ONCE, "include_once_expression")                   \
  X(INTERFACE, "interface_declaration")                        \
  X(INTERFACE_CLAUSE, "class_interface_clause")                \
  X(INTERSECTION_TYPE, "intersection_type")                    \
  X(LIST_LITERAL, "list_literal")                              \
  X(MATCH, "match_expression")                                 \
  X(MATCH_ARM, "match_conditional_expression")                 \
  X(MATCH_CONDITIONS, "match_condition_list")                  \
  X(MATCH_DEFAULT, "match_default_expression")                 \
  X(MEMBER_ACCESS, "member_access_expression")                 \
  X(MEMBER_CALL, "member_call_expression")                     \
  X(METHOD, "method_declaration")                              \
  X(NAME, "name")                                              \
  X(NAMED_TYPE, "named_type")                                  \
  X(NAMESPACE, "namespace_definition")                         \
  X(NAMESPACE_NAME, "namespace_name")                          \
  X(NULLSAFE_ACCESS, "nullsafe_member_access_expression")      \
  X(NULLSAFE_CALL, "nullsafe_member_call_expression")          \
  X(OBJECT_CREATION, "object_creation_expression")             \
  X(OPTIONAL_TYPE, "optional_type")                            \
  X(PAIR, "pair")                                              \
  X(PARENTHESIZED, "parenthesized_expression")                 \
  X(PRIMITIVE_TYPE, "primitive_type")                          \
  X(PROMOTION_PARAMETER, "property_promotion_parameter")       \
  X(PROPERTY_DECLARATION, "property_declaration")              \
  X(PROPERTY_ELEMENT, "property_element")                      \
  X(PROPERTY_HOOKS, "property_hook_list")                      \
  X(QUALIFIED_NAME, "qualified_name")                          \
  X(REFERENCE_ASSIGNMENT, "reference_assignment_expression")   \
  X(RELATIVE_NAME, "relative_name")                            \
  X(RELATIVE_SCOPE, "relative_scope")                          \
  X(REQUIRE, "require_expression")                             \
  X(REQUIRE_ONCE, "require_once_expression")                   \
  X(RETURN, "return_statement")                                \
  X(SCOPED_CALL, "scoped_call_expression")                     \
  X(SCOPED_PROPERTY, "scoped_property_access_expression")      \
  X(SIMPLE_PARAMETER, "simple_parameter")                      \
  X(STATIC_MODIFIER, "static_modifier")                        \
  X(STATIC_VARIABLE, "static_variable_declaration")            \
  X(STRING, "string")                                          \
  X(STRING_CONTENT, "string_content")                          \
  X(SUBSCRIPT, "subscript_expression")                         \
  X(SUPPRESSION, "error_suppression_expression")               \
  X(THROW, "throw_expression")                                 \
  X(TRAIT, "trait_declaration")                                \
  X(TYPE_LIST, "type_list")                                    \
  X(UNARY, "unary_op_expression")                              \
  X(UNION_TYPE, "union_type")                                  \
  X(USE_CLAUSE, "namespace_use_clause")                        \
  X(USE_DECLARATION, "namespace_use_declaration")              \
  X(USE_GROUP, "namespace_use_group")                          \
  X(USE_LIST, "use_list")                                      \
  X(USE_TRAIT, "use_declaration")                              \
  X(VARIABLE, "variable_name")                                 \
  X(VARIADIC_PARAMETER, "variadic_parameter")                  \
  X(VARIADIC_PLACEHOLDER, "variadic_placeholder")              \
  X(VARIADIC_UNPACKING, "variadic_unpacking")                  \
  X(VISIBILITY, "visibility_modifier")                         \
  X(WHILE, "while_statement")                                  \
  X(YIELD, "yield_expression")

#define PHP_FIELDS(X)                  \
  X(ALIAS, "alias")                    \
  X(ALTERNATIVE, "alternative")        \
  X(ARGUMENT, "argument")              \
  X(ARGUMENTS, "arguments")            \
  X(ATTRIBUTES, "attributes")          \
  X(BODY, "body")                      \
  X(CONDITION, "condition")            \
  X(CONDITIONS, "conditional_expressions") \
  X(DEFAULT_VALUE, "default_value")    \
  X(FUNCTION, "function")              \
  X(LEFT, "left")                      \
  X(NAME, "name")                      \
  X(OBJECT, "object")                  \
  X(OPERATOR, "operator")              \
  X(PARAMETERS, "parameters")          \
  X(RETURN_EXPRESSION, "return_expression") \
  X(RETURN_TYPE, "return_type")        \
  X(RIGHT, "right")                    \
  X(SCOPE, "scope")                    \
  X(TYPE, "type")                      \
  X(VALUE, "value")

enum PhpKind {
  PHP_NO_KIND,
#define PHP_KIND_ROW(kind, node) PHP_##kind,
  PHP_KINDS(PHP_KIND_ROW)
#undef PHP_KIND_ROW
  PHP_KIND_COUNT
};

enum PhpField {
  PHP_NO_FIELD,
#define PHP_FIELD_ROW(field, name) PHP_IN_##field,
  PHP_FIELDS(PHP_FIELD_ROW)
#undef PHP_FIELD_ROW
};

/* The package of files without a namespace. */
#define PHP_GLOBAL_NAMESPACE "\\"

/* Expressions while a list of them grows. */

/* What `use` calls something by: the whole name, without a leading separator. */
typedef struct PhpAlias {
  Str name, whole;
} PhpAlias;

/* A variable's type that a comment tells ahead of its assignment. */
typedef struct PhpAnnounced {
  Str variable;
  ExprNo type;
  uint32_t at; /* where the comment ends */
} PhpAnnounced;

/* What one file's extraction remembers besides its facts. */
typedef struct PhpState {
  Str package;        /* of the namespace at hand */
  bool has_package;   /* a namespace was opened already */
  VEC(PhpAlias) aliases;
  VEC(Str) qualified; /* whole names that have an import made up for them */
  DefNo type;         /* innermost one around */
  ScopeNo members;    /* its scope */
  bool in_interface;
  ScopeNo variables;  /* of the innermost function; at a file's level a scope that no function sees */
  PhpAnnounced announced;
} PhpState;

static inline PhpState *php_state(const LanguageBuild *build) { return build->state; }

/* ---- names.c: namespaces, `use`, and what they lead to ---- */
void language_php_namespace(LanguageBuild *build, NodeNo node);
void language_php_use(LanguageBuild *build, NodeNo node);
void language_php_include(LanguageBuild *build, NodeNo node);
/* A type, function or constant by its name as written, `at` a byte: an
 * expression; 0 when the name is empty. */
ExprNo language_php_named(LanguageBuild *build, Str name, uint32_t at, bool is_type);
/* The same of a node, with a reference of this role. */
ExprNo language_php_name_node(LanguageBuild *build, NodeNo node, unsigned role, bool is_type);
void language_php_find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from,
                              LanguageModule *ret_module);

/* ---- types.c ---- */
ExprNo language_php_type_named(LanguageBuild *build, NodeNo node);
ExprNo language_php_type_primitive(LanguageBuild *build, NodeNo node);
ExprNo language_php_type_union(LanguageBuild *build, NodeNo node);

/* ---- comments.c: types that are told in comments ---- */
void language_php_comment(LanguageBuild *build, NodeNo node);
/* The type behind `tag` ("@param") in a comment, of this variable where one is
 * given ("$x"); 0: there is none. */
ExprNo language_php_told(LanguageBuild *build, Range comment, Str tag, Str variable);
/* `@template T of Bound`: type parameters of what is open. */
void language_php_templates(LanguageBuild *build, Range comment);

/* ---- declarations.c ---- */
void language_php_class(LanguageBuild *build, NodeNo node);
void language_php_interface(LanguageBuild *build, NodeNo node);
void language_php_trait(LanguageBuild *build, NodeNo node);
void language_php_enum(LanguageBuild *build, NodeNo node);
void language_php_enum_case(LanguageBuild *build, NodeNo node);
void language_php_const(LanguageBuild *build, NodeNo node);
void language_php_property(LanguageBuild *build, NodeNo node);
void language_php_attribute(LanguageBuild *build, NodeNo node);
ExprNo language_php_anonymous_class(LanguageBuild *build, NodeNo node);

/* ---- functions.c ---- */
void language_php_function(LanguageBuild *build, NodeNo node);
void language_php_method(LanguageBuild *build, NodeNo node);
ExprNo language_php_closure(LanguageBuild *build, NodeNo node, unsigned role);
void language_php_return(LanguageBuild *build, NodeNo node);
ExprNo language_php_yield(LanguageBuild *build, NodeNo node, unsigned role);
/* DEF_… of the words before a member. */
unsigned language_php_modifiers(const LanguageBuild *build, NodeNo node);

/* ---- expressions.c ---- */
ExprNo language_php_name(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_php_variable(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_php_relative_scope(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_php_member(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_php_scoped_property(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_php_class_constant(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_php_array(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_php_subscript(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_php_binary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_php_conditional(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_php_match(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_php_cast(LanguageBuild *build, NodeNo node, unsigned role);
/* The name of a variable, `at` a byte. */
ExprNo language_php_variable_at(LanguageBuild *build, Str name, uint32_t at);

/* ---- calls.c ---- */
ExprNo language_php_call(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_php_new(LanguageBuild *build, NodeNo node, unsigned role);
void language_php_arguments(LanguageBuild *build, NodeNo node, LanguageExprs *items);

/* ---- statements.c ---- */
ExprNo language_php_assignment(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_php_augmented(LanguageBuild *build, NodeNo node, unsigned role);
void language_php_static_variable(LanguageBuild *build, NodeNo node);
void language_php_foreach(LanguageBuild *build, NodeNo node);
void language_php_catch(LanguageBuild *build, NodeNo node);
void language_php_if(LanguageBuild *build, NodeNo node);
void language_php_while(LanguageBuild *build, NodeNo node);
void language_php_statement(LanguageBuild *build, NodeNo node);

/* ---- narrowing.c ---- */
/* What is known of variables between two bytes, because a condition held
 * (`truth`) or failed. */
void language_php_narrow(LanguageBuild *build, NodeNo condition, bool truth, uint32_t from, uint32_t to);

/* tables.c */
extern const LanguageTableCall language_php_table_calls[];

#endif
