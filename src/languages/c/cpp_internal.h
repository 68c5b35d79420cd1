/* C++: the kinds and fields that it adds to those of C, and what its files share.
 * Numbers go on where those of C end, so that handlers of C do for both. */
#ifndef FATHOM_LANGUAGES_C_CPP_INTERNAL_H
#define FATHOM_LANGUAGES_C_CPP_INTERNAL_H

#include "src/languages/c/c_internal.h"

#define CPP_KINDS(X)                                                     \
  X(CPP_CLASS, "class_specifier")                                        \
  X(CPP_BASES, "base_class_clause")                                      \
  X(CPP_ACCESS, "access_specifier")                                      \
  X(CPP_FRIEND, "friend_declaration")                                    \
  X(CPP_NAMESPACE, "namespace_definition")                               \
  X(CPP_NAMESPACE_NAME, "namespace_identifier")                          \
  X(CPP_NESTED_NAMESPACE, "nested_namespace_specifier")                  \
  X(CPP_NAMESPACE_ALIAS, "namespace_alias_definition")                   \
  X(CPP_USING, "using_declaration")                                      \
  X(CPP_ALIAS, "alias_declaration")                                      \
  X(CPP_TEMPLATE, "template_declaration")                                \
  X(CPP_TEMPLATE_PARAMETERS, "template_parameter_list")                  \
  X(CPP_TYPE_PARAMETER, "type_parameter_declaration")                    \
  X(CPP_OPTIONAL_TYPE_PARAMETER, "optional_type_parameter_declaration")  \
  X(CPP_VARIADIC_TYPE_PARAMETER, "variadic_type_parameter_declaration")  \
  X(CPP_TEMPLATE_TYPE, "template_type")                                  \
  X(CPP_TEMPLATE_FUNCTION, "template_function")                          \
  X(CPP_TEMPLATE_METHOD, "template_method")                              \
  X(CPP_TEMPLATE_ARGUMENTS, "template_argument_list")                    \
  X(CPP_QUALIFIED, "qualified_identifier")                               \
  X(CPP_DEPENDENT_NAME, "dependent_name")                                \
  X(CPP_DEPENDENT_TYPE, "dependent_type")                                \
  X(CPP_DESTRUCTOR, "destructor_name")                                   \
  X(CPP_OPERATOR, "operator_name")                                       \
  X(CPP_OPERATOR_CAST, "operator_cast")                                  \
  X(CPP_REFERENCE, "reference_declarator")                               \
  X(CPP_ABSTRACT_REFERENCE, "abstract_reference_declarator")             \
  X(CPP_VARIADIC_DECLARATOR, "variadic_declarator")                      \
  X(CPP_STRUCTURED, "structured_binding_declarator")                     \
  X(CPP_OPTIONAL_PARAMETER, "optional_parameter_declaration")            \
  X(CPP_PACK_PARAMETER, "variadic_parameter_declaration")                \
  X(CPP_PLACEHOLDER, "placeholder_type_specifier")                       \
  X(CPP_AUTO, "auto")                                                    \
  X(CPP_DECLTYPE, "decltype")                                            \
  X(CPP_TRAILING, "trailing_return_type")                                \
  X(CPP_PURE, "pure_virtual_clause")                                     \
  X(CPP_DELETED, "delete_method_clause")                                 \
  X(CPP_INITIALIZERS, "field_initializer_list")                          \
  X(CPP_INITIALIZER, "field_initializer")                                \
  X(CPP_NEW, "new_expression")                                           \
  X(CPP_LAMBDA, "lambda_expression")                                     \
  X(CPP_FOR_RANGE, "for_range_loop")                                     \
  X(CPP_THIS, "this")                                                    \
  X(CPP_TRY, "try_statement")                                            \
  X(CPP_PACK_EXPANSION, "parameter_pack_expansion")                      \
  X(CPP_INLINE, "'inline")                                               \
  X(CPP_REST, "'...")                                                    \
  X(CPP_SUBSCRIPTS, "subscript_argument_list")                           \
  X(CPP_CONDITION, "condition_clause")                                   \
  X(CPP_IF, "if_statement")                                              \
  X(CPP_WHILE, "while_statement")

#define CPP_FIELDS(X)                                      \
  X(CPP_FIELD_SCOPE, "scope")                              \
  X(CPP_FIELD_DEFAULT_TYPE, "default_type")                \
  X(CPP_FIELD_DEFAULT_VALUE, "default_value")              \
  X(CPP_FIELD_CAPTURES, "captures")                        \
  X(CPP_FIELD_INITIALIZER, "initializer")                  \
  X(CPP_FIELD_PATTERN, "pattern")                          \
  X(CPP_FIELD_TEMPLATE_PARAMETERS, "template_parameters")

#define CPP_ENUM_ROW(id, word) id,
enum CppKind { CPP_LAST_OF_C = C_KIND_COUNT - 1, CPP_KINDS(CPP_ENUM_ROW) CPP_KIND_COUNT };
enum CppField { CPP_LAST_FIELD_OF_C = C_FIELD_COUNT - 1, CPP_FIELDS(CPP_ENUM_ROW) CPP_FIELD_COUNT };
#undef CPP_ENUM_ROW

/* What the walk remembers; what C remembers comes first, for its handlers. */
typedef struct CppState {
  CState c;
  NodeNo template; /* parameters of the template whose declaration follows */
  DefNo class;     /* whose body is being read; 0: none */
  Map namespaces;  /* names of namespaces seen so far */
  bool hidden;     /* in a namespace without a name */
  bool is_friend;  /* the function that follows is no member of the class around */
  NameId owner;    /* the class whose block was opened last */
  ExprNo result;   /* the first expression of the type that the declaration being read begins with */
} CppState;

static inline CppState *language_cpp_state(const LanguageBuild *build) { return build->state; }

/* Types that no text can name so. */
#define CPP_TEXT_TYPE "char*"
#define CPP_SIGNED_CHAR "signed-char"
#define CPP_UNSIGNED_CHAR "unsigned-char"
#define CPP_UNSIGNED_SHORT "unsigned-short"
#define CPP_UNSIGNED_INT "unsigned-int"
#define CPP_UNSIGNED_LONG "unsigned-long"
#define CPP_LONG_LONG "long-long"
#define CPP_UNSIGNED_LONG_LONG "unsigned-long-long"
#define CPP_LONG_DOUBLE "long-double"
/* What becomes an int, or a double, before anything else; the others stay. */
#define CPP_PRIMITIVES                                                                                               \
  "bool char " CPP_SIGNED_CHAR " " CPP_UNSIGNED_CHAR " wchar_t char8_t char16_t char32_t short " CPP_UNSIGNED_SHORT  \
  " int ; " CPP_UNSIGNED_INT " ; long ; " CPP_UNSIGNED_LONG " ; " CPP_LONG_LONG " ; " CPP_UNSIGNED_LONG_LONG         \
  " ; float double ; " CPP_LONG_DOUBLE " ; " CPP_TEXT_TYPE " ; void"

/* What a declarator says. */
typedef struct CppDeclared {
  NodeNo name;     /* a name, qualified or not; 0: none */
  NodeNo function; /* its function_declarator: it is a function */
  NodeNo value;    /* initialiser: an expression, or arguments in brackets or braces */
  ExprNo type;
  bool is_pack;
} CppDeclared;

/* cpp.c: what c.c describes the language with */
extern const char *const language_cpp_kinds[];
extern const char *const language_cpp_fields[];
extern const LanguageHandler language_cpp_handlers[];
void language_cpp_begin(LanguageBuild *build, NodeNo root);
void language_cpp_finish(LanguageBuild *build);

/* declare.c */
CppDeclared language_cpp_declarator(LanguageBuild *build, NodeNo declarator, ExprNo type);
void language_cpp_parameters(LanguageBuild *build, NodeNo list);
void language_cpp_declaration(LanguageBuild *build, NodeNo node);
void language_cpp_for_range(LanguageBuild *build, NodeNo node);
/* A call that makes a value of the type, with arguments of a list. */
ExprNo language_cpp_make(LanguageBuild *build, ExprNo type, NodeNo list, NodeNo node, NodeNo name);

/* functions.c */
void language_cpp_function(LanguageBuild *build, NodeNo node);
/* A template's parameters are in the scope of the function, and so is what its
 * result is made of, which stands before it. */
void language_cpp_bring_result(LanguageBuild *build, NodeNo template);
/* Opens a block for what a qualified name defines outside of its class; the
 * template's parameters are the block's where the class takes some. False: what
 * stands before the name is no class. */
bool language_cpp_open_block(LanguageBuild *build, NodeNo node, NodeNo name, NodeNo template, LanguageOpen *ret_open);
/* A function that is only announced. */
void language_cpp_prototype(LanguageBuild *build, NodeNo node, const CppDeclared *declared);
ExprNo language_cpp_lambda(LanguageBuild *build, NodeNo node, unsigned role);

/* classes.c */
void language_cpp_visit_type(LanguageBuild *build, NodeNo node);
ExprNo language_cpp_type_class(LanguageBuild *build, NodeNo node);
void language_cpp_template(LanguageBuild *build, NodeNo node);
/* Parameters of the template around into the open scope. */
/* Whether a template is only there for arguments that meet a condition. */
bool language_cpp_is_conditional(LanguageBuild *build, NodeNo list);
void language_cpp_template_parameters(LanguageBuild *build, NodeNo list);
NodeNo language_cpp_take_template(LanguageBuild *build);
void language_cpp_namespace(LanguageBuild *build, NodeNo node);
void language_cpp_namespace_alias(LanguageBuild *build, NodeNo node);
void language_cpp_using(LanguageBuild *build, NodeNo node);
void language_cpp_alias(LanguageBuild *build, NodeNo node);
void language_cpp_field(LanguageBuild *build, NodeNo node);
void language_cpp_friend(LanguageBuild *build, NodeNo node);

/* names.c */
ExprNo language_cpp_owner(LanguageBuild *build, NodeNo node);
ExprNo language_cpp_space(LanguageBuild *build, NodeNo node);
ExprNo language_cpp_qualified(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_cpp_qualified_type(LanguageBuild *build, NodeNo node);
ExprNo language_cpp_template_type(LanguageBuild *build, NodeNo node);
ExprNo language_cpp_template_function(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_cpp_primitive(LanguageBuild *build, NodeNo node);
ExprNo language_cpp_sized(LanguageBuild *build, NodeNo node);
ExprNo language_cpp_apply(LanguageBuild *build, ExprNo generic, NodeNo arguments, NodeNo node);
/* The last name of a qualified one, without template arguments. */
NodeNo language_cpp_last_name(const Syntax *syntax, NodeNo node);

/* values.c */
/* A pointer to the value where the node takes its address. */
ExprNo language_cpp_pointed_to(LanguageBuild *build, NodeNo node, ExprNo value);
ExprNo language_cpp_call(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_cpp_member(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_cpp_subscript(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_cpp_new(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_cpp_literal(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_cpp_pointer(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_cpp_binary(LanguageBuild *build, NodeNo node, unsigned role);
/* spaces.c */
void language_cpp_find_spaces(LanguageBuild *build);

/* repair.c: Language.reading. */
Str language_cpp_reading(Arena *arena, Str text);

/* hidden.c */
void language_cpp_hidden_uses(LanguageBuild *build);

/* values.c, once more */
size_t language_cpp_arguments(LanguageBuild *build, NodeNo list, ExprNo *ret_items);

#endif
