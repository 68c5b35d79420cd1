/* Go: the node kinds and fields its files look at, and what they share. */
#ifndef FATHOM_LANGUAGES_GO_INTERNAL_H
#define FATHOM_LANGUAGES_GO_INTERNAL_H

#include "src/base/map.h"
#include "src/languages/common/defined_internal.h"
#include "src/languages/language.h"

extern const Language language_go;

#define GO_KINDS(X)                                                \
  X(GO_COMMENT, "comment")                                         \
  X(GO_PACKAGE_IDENTIFIER, "package_identifier")                   \
  X(GO_DOT, "dot")                                                 \
  X(GO_BLANK_IDENTIFIER, "blank_identifier")                       \
  X(GO_CONST_DECLARATION, "const_declaration")                     \
  X(GO_VAR_DECLARATION, "var_declaration")                         \
  X(GO_TYPE_PARAMETER_DECLARATION, "type_parameter_declaration")   \
  X(GO_PARAMETER_LIST, "parameter_list")                           \
  X(GO_PARAMETER_DECLARATION, "parameter_declaration")             \
  X(GO_VARIADIC_PARAMETER, "variadic_parameter_declaration")       \
  X(GO_FIELD_DECLARATION_LIST, "field_declaration_list")           \
  X(GO_FIELD_DECLARATION, "field_declaration")                     \
  X(GO_METHOD_ELEM, "method_elem")                                 \
  X(GO_TYPE_ELEM, "type_elem")                                     \
  X(GO_STRUCT_TYPE, "struct_type")                                 \
  X(GO_INTERFACE_TYPE, "interface_type")                           \
  X(GO_POINTER_TYPE, "pointer_type")                               \
  X(GO_GENERIC_TYPE, "generic_type")                               \
  X(GO_QUALIFIED_TYPE, "qualified_type")                           \
  X(GO_PARENTHESIZED_TYPE, "parenthesized_type")                   \
  X(GO_TYPE_IDENTIFIER, "type_identifier")                         \
  X(GO_IDENTIFIER, "identifier")                                   \
  X(GO_EXPRESSION_LIST, "expression_list")                         \
  X(GO_DEFAULT_CASE, "default_case")                               \
  X(GO_TYPE_CASE, "type_case")                                     \
  X(GO_CALL, "call_expression")                                    \
  X(GO_VARIADIC_ARGUMENT, "variadic_argument")                     \
  X(GO_SELECTOR, "selector_expression")                            \
  X(GO_INDEX, "index_expression")                                  \
  X(GO_TYPE_INSTANTIATION, "type_instantiation_expression")        \
  X(GO_LITERAL_VALUE, "literal_value")                             \
  X(GO_LITERAL_ELEMENT, "literal_element")                         \
  X(GO_KEYED_ELEMENT, "keyed_element")                             \
  X(GO_UNARY, "unary_expression")                                  \
  X(GO_PARENTHESIZED, "parenthesized_expression")                  \
  X(GO_DEFINE, "':=")

#define GO_FIELDS(X)                              \
  X(GO_FIELD_ALIAS, "alias")                      \
  X(GO_FIELD_ARGUMENTS, "arguments")              \
  X(GO_FIELD_BODY, "body")                        \
  X(GO_FIELD_ELEMENT, "element")                  \
  X(GO_FIELD_FIELD, "field")                      \
  X(GO_FIELD_FUNCTION, "function")                \
  X(GO_FIELD_INDEX, "index")                      \
  X(GO_FIELD_INITIALIZER, "initializer")          \
  X(GO_FIELD_KEY, "key")                          \
  X(GO_FIELD_LEFT, "left")                        \
  X(GO_FIELD_LENGTH, "length")                    \
  X(GO_FIELD_NAME, "name")                        \
  X(GO_FIELD_OPERAND, "operand")                  \
  X(GO_FIELD_OPERATOR, "operator")                \
  X(GO_FIELD_PACKAGE, "package")                  \
  X(GO_FIELD_PARAMETERS, "parameters")            \
  X(GO_FIELD_PATH, "path")                        \
  X(GO_FIELD_RECEIVER, "receiver")                \
  X(GO_FIELD_RESULT, "result")                    \
  X(GO_FIELD_RIGHT, "right")                      \
  X(GO_FIELD_TYPE, "type")                        \
  X(GO_FIELD_TYPE_ARGUMENTS, "type_arguments")    \
  X(GO_FIELD_TYPE_PARAMETERS, "type_parameters")  \
  X(GO_FIELD_VALUE, "value")

#define GO_ENUM_ROW(id, word) id,
enum GoKind { GO_NO_KIND, GO_KINDS(GO_ENUM_ROW) GO_KIND_COUNT };
enum GoField { GO_NO_FIELD, GO_FIELDS(GO_ENUM_ROW) GO_FIELD_COUNT };
#undef GO_ENUM_ROW

#define GO_MANY 64 /* how many of a list are looked at; more are visited, not kept */

/* What the walk over one file remembers. */
typedef struct GoState {
  Map qualifiers;      /* names written before a dot, for imports without a name */
  ExprNo literal_type; /* of the composite literal around */
  ExprNo const_type;   /* of the last constant that said so, in its group */
  ExprNo const_value;
  uint32_t body_from;  /* of the function whose parameters are bound */
  LanguageDefined *types; /* at the top of the file, by name */
} GoState;

static inline GoState *language_go_state(LanguageBuild *build) { return build->state; }

/* declare.c */
void language_go_begin(LanguageBuild *build, NodeNo root);
void language_go_package(LanguageBuild *build, NodeNo node);
void language_go_function(LanguageBuild *build, NodeNo node);
void language_go_method(LanguageBuild *build, NodeNo node);
void language_go_const(LanguageBuild *build, NodeNo node);
void language_go_var(LanguageBuild *build, NodeNo node);
/* Parameters, results and type parameters of `node` into the open scope;
 * gives the declared result. */
ExprNo language_go_signature(LanguageBuild *build, NodeNo node);
ExprNo language_go_func_literal(LanguageBuild *build, NodeNo node, unsigned role);

/* imports.c */
void language_go_import(LanguageBuild *build, NodeNo node);
void language_go_qualifiers(LanguageBuild *build);

/* types.c */
void language_go_type_decl(LanguageBuild *build, NodeNo node);
void language_go_type_parameters(LanguageBuild *build, NodeNo list);
ExprNo language_go_type_list(LanguageBuild *build, NodeNo node);
ExprNo language_go_type_pointer(LanguageBuild *build, NodeNo node);
ExprNo language_go_type_element(LanguageBuild *build, NodeNo node);
ExprNo language_go_type_function(LanguageBuild *build, NodeNo node);
ExprNo language_go_type_generic(LanguageBuild *build, NodeNo node);
ExprNo language_go_type_qualified(LanguageBuild *build, NodeNo node);
ExprNo language_go_type_struct(LanguageBuild *build, NodeNo node);
ExprNo language_go_type_interface(LanguageBuild *build, NodeNo node);
ExprNo language_go_apply(LanguageBuild *build, ExprNo generic, NodeNo arguments, NodeNo node);
ExprNo language_go_result(LanguageBuild *build, NodeNo node, bool bind_names);

/* values.c */
ExprNo language_go_call(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_go_selector(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_go_index(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_go_slice(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_go_conversion(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_go_instantiation(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_go_composite(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_go_literal_value(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_go_unary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_go_binary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_go_identifier(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_go_type_value(LanguageBuild *build, NodeNo node, unsigned role);

/* statements.c */
void language_go_short_var(LanguageBuild *build, NodeNo node);
void language_go_assignment(LanguageBuild *build, NodeNo node);
void language_go_increment(LanguageBuild *build, NodeNo node);
void language_go_range(LanguageBuild *build, NodeNo node);
void language_go_type_switch(LanguageBuild *build, NodeNo node);
void language_go_receive(LanguageBuild *build, NodeNo node);
/* What the nth of `names` names on the left gets from the values on the right. */
ExprNo language_go_nth_value(LanguageBuild *build, const ExprNo *values, size_t value_count,
                             bool is_call, size_t nth, NodeNo node);
/* Values of an expression list, at most GO_MANY; says whether it is one call. */
size_t language_go_values(LanguageBuild *build, NodeNo list, ExprNo *ret_values, bool *ret_is_call);

/* modules.c */
void language_go_find_module(LanguageWorld *world, const Facts *facts, const Import *import,
                             WorldFile from, LanguageModule *ret_module);

/* mod.c */
typedef struct GoMod {
  Str text;  /* what is left of it */
  Str block; /* the verb of the block that is open; empty: none */
} GoMod;
/* The next statement, its verb and what follows, without comments; false: there
 * is none. Lines without a verb have an empty one. */
bool language_go_mod_next(GoMod *mod, Str *ret_verb, Str *ret_rest);
/* Takes the next word of a line, without quotes; empty: there is none. */
Str language_go_mod_word(Str *line);

/* package.c: LanguageHome.read_package. */
bool language_go_read_package(Arena *arena, Str path, Str text, LanguagePackage *ret_package);

#endif
