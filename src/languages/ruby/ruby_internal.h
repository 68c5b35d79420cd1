/* Ruby: what its files share. A bare word is a variable where one was assigned
 * before, else a call of a method of self; so extraction keeps in mind which
 * variables there are. Instance variables keep their signs and are members. */
#ifndef FATHOM_LANGUAGES_RUBY_INTERNAL_H
#define FATHOM_LANGUAGES_RUBY_INTERNAL_H

#include "src/base/vec.h"
#include "src/languages/common/nodes_internal.h"

#define RUBY_KINDS(X)                                  \
  X(ALIAS, "alias")                                    \
  X(ARGUMENTS, "argument_list")                        \
  X(ARRAY, "array")                                    \
  X(ASSIGNMENT, "assignment")                          \
  X(BEGIN, "begin")                                    \
  X(BINARY, "binary")                                  \
  X(BLOCK, "block")                                    \
  X(BLOCK_ARGUMENT, "block_argument")                  \
  X(BLOCK_BODY, "block_body")                          \
  X(BLOCK_PARAMETER, "block_parameter")                \
  X(BLOCK_PARAMETERS, "block_parameters")              \
  X(BODY, "body_statement")                            \
  X(CALL, "call")                                      \
  X(CASE, "case")                                      \
  X(CASE_MATCH, "case_match")                          \
  X(CLASS, "class")                                    \
  X(CLASS_VARIABLE, "class_variable")                  \
  X(COMMENT, "comment")                                \
  X(CONDITIONAL, "conditional")                        \
  X(CONSTANT, "constant")                              \
  X(DELIMITED_SYMBOL, "delimited_symbol")              \
  X(DESTRUCTURED_LEFT, "destructured_left_assignment") \
  X(DESTRUCTURED_PARAMETER, "destructured_parameter")  \
  X(DO, "do")                                          \
  X(DO_BLOCK, "do_block")                              \
  X(ELEMENT_REFERENCE, "element_reference")            \
  X(ELSE, "else")                                      \
  X(ELSIF, "elsif")                                    \
  X(ENSURE, "ensure")                                  \
  X(EXCEPTIONS, "exceptions")                          \
  X(EXCEPTION_VARIABLE, "exception_variable")          \
  X(FOR, "for")                                        \
  X(GLOBAL_VARIABLE, "global_variable")                \
  X(HASH, "hash")                                      \
  X(HASH_SPLAT_PARAMETER, "hash_splat_parameter")      \
  X(IDENTIFIER, "identifier")                          \
  X(IF, "if")                                          \
  X(IF_MODIFIER, "if_modifier")                        \
  X(IN_CLAUSE, "in_clause")                            \
  X(INSTANCE_VARIABLE, "instance_variable")            \
  X(KEYWORD_PARAMETER, "keyword_parameter")            \
  X(LAMBDA, "lambda")                                  \
  X(LAMBDA_PARAMETERS, "lambda_parameters")            \
  X(LEFT_LIST, "left_assignment_list")                 \
  X(METHOD, "method")                                  \
  X(METHOD_PARAMETERS, "method_parameters")            \
  X(MODULE, "module")                                  \
  X(OPERATOR_ASSIGNMENT, "operator_assignment")        \
  X(OPTIONAL_PARAMETER, "optional_parameter")          \
  X(PAIR, "pair")                                      \
  X(PARENTHESIZED, "parenthesized_statements")         \
  X(PATTERN, "pattern")                                \
  X(PROGRAM, "program")                                \
  X(RESCUE, "rescue")                                  \
  X(RESCUE_MODIFIER, "rescue_modifier")                \
  X(REST_ASSIGNMENT, "rest_assignment")                \
  X(RETURN, "return")                                  \
  X(RIGHT_LIST, "right_assignment_list")               \
  X(SCOPE_RESOLUTION, "scope_resolution")              \
  X(SELF, "self")                                      \
  X(SIMPLE_SYMBOL, "simple_symbol")                    \
  X(SYMBOL_ARRAY, "symbol_array")                      \
  X(STRING_ARRAY, "string_array")                      \
  X(SINGLETON_CLASS, "singleton_class")                \
  X(SINGLETON_METHOD, "singleton_method")              \
  X(SPLAT_ARGUMENT, "splat_argument")                  \
  X(SPLAT_PARAMETER, "splat_parameter")                \
  X(STRING, "string")                                  \
  X(STRING_CONTENT, "string_content")                  \
  X(SUPER, "super")                                    \
  X(SUPERCLASS, "superclass")                          \
  X(THEN, "then")                                      \
  X(UNARY, "unary")                                    \
  X(UNLESS, "unless")                                  \
  X(UNLESS_MODIFIER, "unless_modifier")                \
  X(WHEN, "when")                                      \
  X(WHILE, "while")                                    \
  X(UNTIL, "until")

#define RUBY_FIELDS(X)             \
  X(ALIAS, "alias")                \
  X(ALTERNATIVE, "alternative")    \
  X(ARGUMENTS, "arguments")        \
  X(BLOCK, "block")                \
  X(BODY, "body")                  \
  X(CONDITION, "condition")        \
  X(CONSEQUENCE, "consequence")    \
  X(EXCEPTIONS, "exceptions")      \
  X(HANDLER, "handler")            \
  X(LEFT, "left")                  \
  X(METHOD, "method")              \
  X(NAME, "name")                  \
  X(OBJECT, "object")              \
  X(OPERAND, "operand")            \
  X(OPERATOR, "operator")          \
  X(PARAMETERS, "parameters")      \
  X(PATTERN, "pattern")            \
  X(RECEIVER, "receiver")          \
  X(RIGHT, "right")                \
  X(SCOPE, "scope")                \
  X(SUPERCLASS, "superclass")      \
  X(VALUE, "value")                \
  X(VARIABLE, "variable")

enum RubyKind {
  RUBY_NO_KIND,
#define RUBY_KIND_ROW(kind, node) RUBY_##kind,
  RUBY_KINDS(RUBY_KIND_ROW)
#undef RUBY_KIND_ROW
  RUBY_KIND_COUNT
};

enum RubyField {
  RUBY_NO_FIELD,
#define RUBY_FIELD_ROW(field, name) RUBY_IN_##field,
  RUBY_FIELDS(RUBY_FIELD_ROW)
#undef RUBY_FIELD_ROW
};


/* A variable, and the scope of the function or block that it belongs to. */
typedef struct RubyLocal {
  NameId name;
  ScopeNo scope;
} RubyLocal;

typedef struct RubyState {
  VEC(RubyLocal) locals;
  size_t visible;     /* the first local that the method at hand sees */
  ScopeNo variables;  /* where new ones go */
  ScopeNo file_variables; /* those outside of methods, which no method sees */
  DefNo type;         /* innermost type around */
  ScopeNo members;
  bool is_singleton;  /* what is defined belongs to the type itself */
  bool is_private;    /* from here on, by the word `private` */
  bool in_singleton;  /* the code at hand runs on the type itself */
  NameId method;      /* the name of the method at hand */
  NodeNo method_node; /* where `super` shows it */
} RubyState;

static inline RubyState *ruby_state(const LanguageBuild *build) { return build->state; }

/* ---- types.c ---- */
void language_ruby_class(LanguageBuild *build, NodeNo node);
void language_ruby_module(LanguageBuild *build, NodeNo node);
void language_ruby_singleton_class(LanguageBuild *build, NodeNo node);
/* A constant as a type. */
ExprNo language_ruby_type(LanguageBuild *build, NodeNo node);
/* `Name = Struct.new(…) do … end` and the like; false: it is something else. */
bool language_ruby_made_type(LanguageBuild *build, NodeNo name, NodeNo value, NodeNo whole);
/* Bases that a body names by include, extend and prepend. */
void language_ruby_body(LanguageBuild *build, NodeNo body, DefNo def);

/* ---- methods.c ---- */
void language_ruby_method(LanguageBuild *build, NodeNo node);
void language_ruby_singleton_method(LanguageBuild *build, NodeNo node);
void language_ruby_return(LanguageBuild *build, NodeNo node);
void language_ruby_alias(LanguageBuild *build, NodeNo node);
void language_ruby_alias_names(LanguageBuild *build, Str name, Str old, NodeNo at);
ExprNo language_ruby_block(LanguageBuild *build, NodeNo node, unsigned role);
/* A block whose first parameter is this value; 0: it is not known. */
ExprNo language_ruby_block_of(LanguageBuild *build, NodeNo node, ExprNo first);
/* A method whose body is a block: define_method(:name) { … }. */
void language_ruby_define_method(LanguageBuild *build, NodeNo whole, NodeNo name, NodeNo block);
/* attr_reader and its like. */
void language_ruby_attribute(LanguageBuild *build, NodeNo whole, NodeNo symbol, bool reads);

/* ---- calls.c ---- */
ExprNo language_ruby_call(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_identifier(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_super(LanguageBuild *build, NodeNo node, unsigned role);
/* The text of a symbol or string without interpolation; empty: it is none. */
Str language_ruby_literal(const LanguageBuild *build, NodeNo node);
bool language_ruby_is_local(const LanguageBuild *build, NameId name);

/* ---- directives.c: calls that say something about the type around them ---- */
/* True: it was one of these, and everything inside was looked at. */
bool language_ruby_directive(LanguageBuild *build, NodeNo node, Str name, NodeNo arguments, NodeNo block);
void language_ruby_find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from,
                               LanguageModule *ret_module);

/* ---- values.c ---- */
ExprNo language_ruby_constant(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_scope_resolution(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_instance_variable(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_self(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_array(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_words(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_symbol(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_hash(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_element(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_binary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_unary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_assignment(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_operator_assignment(LanguageBuild *build, NodeNo node, unsigned role);
/* Gives a value to whatever stands on the left. */
void language_ruby_give(LanguageBuild *build, NodeNo target, ExprNo value, uint32_t from);
void language_ruby_bind_local(LanguageBuild *build, NodeNo name, Bind bind);

/* ---- flow.c: what statements give ---- */
/* All children, and the value of the last one; 0 node: nothing. */
ExprNo language_ruby_statements(LanguageBuild *build, NodeNo node);
ExprNo language_ruby_sequence(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_if(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_conditional(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_modifier(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_case(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ruby_rescue_modifier(LanguageBuild *build, NodeNo node, unsigned role);
void language_ruby_rescue(LanguageBuild *build, NodeNo node);
void language_ruby_for(LanguageBuild *build, NodeNo node);

/* tables.c */
extern const LanguageTableCall language_ruby_table_calls[];

#endif
