/* What the files of this folder share: the grammar's names as numbers, and
 * what is kept while one file is read. */
#ifndef FATHOM_LANGUAGES_PYTHON_PYTHON_INTERNAL_H
#define FATHOM_LANGUAGES_PYTHON_PYTHON_INTERNAL_H

#include "src/base/map.h"
#include "src/languages/language.h"

#define PYTHON_KINDS(X)                                     \
  X(ALIASED_IMPORT, "aliased_import")                       \
  X(ASSIGNMENT, "assignment")                               \
  X(AS_PATTERN, "as_pattern")                               \
  X(AS_PATTERN_TARGET, "as_pattern_target")                 \
  X(ASYNC, "'async")                                        \
  X(ATTRIBUTE, "attribute")                                 \
  X(BINARY_OPERATOR, "binary_operator")                     \
  X(BLOCK, "block")                                         \
  X(BOOLEAN_OPERATOR, "boolean_operator")                   \
  X(BREAK_STATEMENT, "break_statement")                     \
  X(CALL, "call")                                           \
  X(CASE_CLAUSE, "case_clause")                             \
  X(CASE_PATTERN, "case_pattern")                           \
  X(CLASS_DEFINITION, "class_definition")                   \
  X(CLASS_PATTERN, "class_pattern")                         \
  X(COMMENT, "comment")                                     \
  X(COMPARISON_OPERATOR, "comparison_operator")             \
  X(CONCATENATED_STRING, "concatenated_string")             \
  X(CONSTRAINED_TYPE, "constrained_type")                   \
  X(CONTINUE_STATEMENT, "continue_statement")               \
  X(DECORATOR, "decorator")                                 \
  X(DEFAULT_PARAMETER, "default_parameter")                 \
  X(DICTIONARY_COMPREHENSION, "dictionary_comprehension")   \
  X(DICTIONARY_SPLAT, "dictionary_splat")                   \
  X(DICTIONARY_SPLAT_PATTERN, "dictionary_splat_pattern")   \
  X(DICT_PATTERN, "dict_pattern")                           \
  X(DOTTED_NAME, "dotted_name")                             \
  X(ELIF_CLAUSE, "elif_clause")                             \
  X(ELLIPSIS, "ellipsis")                                   \
  X(ELSE_CLAUSE, "else_clause")                             \
  X(EXCEPT_CLAUSE, "except_clause")                         \
  X(EXPRESSION_LIST, "expression_list")                     \
  X(EXPRESSION_STATEMENT, "expression_statement")           \
  X(FALSE, "false")                                         \
  X(FINALLY_CLAUSE, "finally_clause")                       \
  X(FOR_IN_CLAUSE, "for_in_clause")                         \
  X(FROM, "'from")                                          \
  X(FUNCTION_DEFINITION, "function_definition")             \
  X(GENERATOR_EXPRESSION, "generator_expression")           \
  X(GENERIC_TYPE, "generic_type")                           \
  X(IDENTIFIER, "identifier")                               \
  X(IF_CLAUSE, "if_clause")                                 \
  X(IF_STATEMENT, "if_statement")                           \
  X(INTERPOLATION, "interpolation")                         \
  X(KEYWORD_ARGUMENT, "keyword_argument")                   \
  X(KEYWORD_PATTERN, "keyword_pattern")                     \
  X(KEYWORD_SEPARATOR, "keyword_separator")                 \
  X(LAMBDA, "lambda")                                       \
  X(LIST, "list")                                           \
  X(LIST_PATTERN, "list_pattern")                           \
  X(LIST_SPLAT, "list_splat")                               \
  X(LIST_SPLAT_PATTERN, "list_splat_pattern")               \
  X(NAMED_EXPRESSION, "named_expression")                   \
  X(NONE, "none")                                           \
  X(NOT_OPERATOR, "not_operator")                           \
  X(PAIR, "pair")                                           \
  X(PARENTHESIZED, "parenthesized_expression")              \
  X(PATTERN_LIST, "pattern_list")                           \
  X(RAISE_STATEMENT, "raise_statement")                     \
  X(RETURN_STATEMENT, "return_statement")                   \
  X(SET_COMPREHENSION, "set_comprehension")                 \
  X(SLICE, "slice")                                         \
  X(SPLAT_PATTERN, "splat_pattern")                         \
  X(SPLAT_TYPE, "splat_type")                               \
  X(STRING, "string")                                       \
  X(STRING_START, "string_start")                           \
  X(SUBSCRIPT, "subscript")                                 \
  X(TRUE, "true")                                           \
  X(TRY_STATEMENT, "try_statement")                         \
  X(TUPLE, "tuple")                                         \
  X(TUPLE_PATTERN, "tuple_pattern")                         \
  X(TYPE, "type")                                           \
  X(TYPED_DEFAULT_PARAMETER, "typed_default_parameter")     \
  X(TYPED_PARAMETER, "typed_parameter")                     \
  X(TYPE_PARAMETER, "type_parameter")                       \
  X(UNION_PATTERN, "union_pattern")                         \
  X(WILDCARD_IMPORT, "wildcard_import")                     \
  X(WITH_CLAUSE, "with_clause")                             \
  X(WITH_ITEM, "with_item")                                 \
  X(WITH_STATEMENT, "with_statement")                       \
  X(YIELD, "yield")

#define PYTHON_FIELDS(X)                 \
  X(ALIAS, "alias")                      \
  X(ARGUMENT, "argument")                \
  X(ARGUMENTS, "arguments")              \
  X(ATTRIBUTE, "attribute")              \
  X(BODY, "body")                        \
  X(CONDITION, "condition")              \
  X(CONSEQUENCE, "consequence")          \
  X(FUNCTION, "function")                \
  X(GUARD, "guard")                      \
  X(KEY, "key")                          \
  X(LEFT, "left")                        \
  X(MODULE_NAME, "module_name")          \
  X(NAME, "name")                        \
  X(OBJECT, "object")                    \
  X(OPERATOR, "operator")                \
  X(OPERATORS, "operators")              \
  X(PARAMETERS, "parameters")            \
  X(RETURN_TYPE, "return_type")          \
  X(RIGHT, "right")                      \
  X(SUBJECT, "subject")                  \
  X(SUPERCLASSES, "superclasses")        \
  X(TYPE, "type")                        \
  X(TYPE_PARAMETERS, "type_parameters")  \
  X(VALUE, "value")

enum {
  KIND_OTHER,
#define KIND_ROW(kind, word) KIND_##kind,
  PYTHON_KINDS(KIND_ROW)
#undef KIND_ROW
  KIND_COUNT
};
enum {
  FIELD_OTHER,
#define FIELD_ROW(field, word) FIELD_##field,
  PYTHON_FIELDS(FIELD_ROW)
#undef FIELD_ROW
};

#define PYTHON_MODULE_SCOPE 1

typedef VEC(ExprNo) PythonExprs;
typedef VEC(NodeNo) PythonNodes;
typedef VEC(NameId) PythonNames;

/* A class or function whose annotations may name type variables. Those that
 * are met while it collects become its own type parameters. */
typedef struct PythonGenerics PythonGenerics;
struct PythonGenerics {
  PythonGenerics *outer;
  ScopeNo scope; /* 0: not open yet; uses wait in `waiting` */
  bool collects;
  PythonNames names;
  PythonExprs bounds;  /* beside `names` */
  PythonExprs waiting; /* names whose scope is filled in when it opens */
};

/* A class while its body is read; in the frame of the function that reads
 * it. */
typedef struct PythonClass {
  ScopeNo scope;
  DefNo def;
  bool is_enum;
  bool is_tuple; /* typing.NamedTuple: its fields are parts */
  PythonExprs parts;
  Map names; /* attributes that have a definition */
} PythonClass;

typedef struct PythonFunction PythonFunction;
/* A function or lambda while its body is read; in the frame of the function
 * that reads it. Inner ones reach outer ones by `outer`. */
struct PythonFunction {
  PythonFunction *outer;
  ScopeNo scope;
  PythonClass *type;  /* the class it is a method of; NULL: none */
  NameId self;        /* first parameter of a method */
  bool is_of_type;    /* ... is the class: class methods, __new__ */
  bool is_generator;
  PythonNames globals;
  PythonNames nonlocals;
  PythonNames seen; /* names bound so far */
};

/* isinstance(x, T) and the like: what the name is where the test holds. */
typedef struct PythonGuard {
  NodeNo node;
  NameId name; /* dotted for members: "self.x" */
  ExprNo type;
  ExprNo subject; /* what is tested, when failing says something too; 0: it does not */
} PythonGuard;

/* What a member is in a part of a function. */
typedef struct PythonNarrowed {
  NameId name;  /* "self.x" */
  ExprNo value; /* 0: nothing more than the member itself */
  Range where;
  const PythonFunction *function;
} PythonNarrowed;

typedef struct PythonTypeVar {
  ExprNo bound;
} PythonTypeVar;

/* What stands above a definition. */
typedef struct PythonDecorators {
  NodeNo whole; /* with the definition */
  unsigned flags; /* DEF_... that they stand for */
  size_t first_ref; /* of the references made by them */
  PythonExprs exprs;
} PythonDecorators;

/* A bind whose text never runs, and where it may be seen all the same. */
typedef struct PythonHidden {
  BindNo bind;
  Range where;
} PythonHidden;

/* What reading one file keeps, in the build's arena. Everything that
 * describes the current place (decorators, type, function, generics,
 * block_to, block_leaves) is saved and put back by whoever changes it. */
typedef struct PythonState {
  bool is_stub;
  const PythonDecorators *decorators; /* of the definition that comes next */
  PythonClass *type;         /* whose body is read, with no function between */
  PythonFunction *function;  /* innermost named one or lambda */
  PythonGenerics *generics;
  uint32_t block_to;  /* where the innermost conditional block ends; 0: none is open */
  bool block_leaves;  /* it ends in return, raise, break, continue */
  VEC(PythonGuard) guards;
  VEC(PythonNarrowed) narrowed;
  VEC(PythonHidden) hidden;
  Map type_vars;  /* name -> PythonTypeVar */
  Map special;    /* name here -> its name in typing, for those imported from it */
  Map modules;    /* "a.b.c" -> number of the import, as a pointer */
  Map names;      /* of the module that have a definition */
  Map exported;   /* words of __all__ */
  bool has_all;
  bool has_type_comments; /* some line may be one */
} PythonState;

static inline PythonState *python_state(const LanguageBuild *build) { return build->state; }

/* type_comments.c */
#define PYTHON_SIGNATURE_MAX 32
typedef struct PythonSignature {
  ExprNo types[PYTHON_SIGNATURE_MAX]; /* of the parameters, a method's receiver left out or not */
  size_t count; /* 0: they say it themselves */
  ExprNo result;
} PythonSignature;
/* The type that a comment behind this byte gives; 0: none. */
ExprNo language_python_commented_type(LanguageBuild *build, uint32_t end);
/* The same behind the colon that follows the node. */
ExprNo language_python_type_behind(LanguageBuild *build, NodeNo node);
/* What the comment behind a function's head says; false: there is none. */
bool language_python_commented_signature(LanguageBuild *build, NodeNo parameters, PythonSignature *ret_signature);

/* functions.c, classes.c, decorators.c */
void language_python_function(LanguageBuild *build, NodeNo node);
ExprNo language_python_lambda(LanguageBuild *build, NodeNo node, unsigned role);
void language_python_class(LanguageBuild *build, NodeNo node);
void language_python_decorated(LanguageBuild *build, NodeNo node);
PythonDecorators language_python_take_decorators(LanguageBuild *build, NodeNo node);
/* Adds a function or class with its decorators; its name holds after it. */
DefNo language_python_define(LanguageBuild *build, NodeNo node, SymbolKind kind, unsigned flags,
                             const PythonDecorators *decorators);
unsigned language_python_visibility(LanguageBuild *build, Str name);
/* The scope that names assigned here belong to: blocks have no names of their own. */
ScopeNo language_python_home(const LanguageBuild *build);

/* generics.c: type variables and what they belong to */
void language_python_find_type_vars(LanguageBuild *build, NodeNo block);
bool language_python_is_type_var_call(LanguageBuild *build, NodeNo value);
/* Reads `TypeVar("T", bound=X)`, and remembers the bound. */
ExprNo language_python_type_var_call(LanguageBuild *build, Str name, NodeNo value);
void language_python_note_type_var(LanguageBuild *build, Str name);
bool language_python_looks_like_type_var(Str name);
ExprNo language_python_type_var(LanguageBuild *build, NameId name, uint32_t at); /* 0: it is none */
void language_python_generics_begin(LanguageBuild *build, PythonGenerics *generics, NodeNo parameters);
void language_python_generics_open(LanguageBuild *build, PythonGenerics *generics, ScopeNo scope);
void language_python_generics_end(LanguageBuild *build, PythonGenerics *generics);

/* types.c: annotations */
ExprNo language_python_type_identifier(LanguageBuild *build, NodeNo node);
ExprNo language_python_type_attribute(LanguageBuild *build, NodeNo node);
ExprNo language_python_type_subscript(LanguageBuild *build, NodeNo node);
ExprNo language_python_type_generic(LanguageBuild *build, NodeNo node);
ExprNo language_python_type_union(LanguageBuild *build, NodeNo node);
ExprNo language_python_type_operator(LanguageBuild *build, NodeNo node);
ExprNo language_python_type_member(LanguageBuild *build, NodeNo node);
ExprNo language_python_type_string(LanguageBuild *build, NodeNo node);
ExprNo language_python_type_text(LanguageBuild *build, Str text, uint32_t at); /* a type as text */
size_t language_python_split(Str text, Str *ret_parts, size_t most); /* at commas outside of brackets */
ExprNo language_python_type_none(LanguageBuild *build, NodeNo node);
ExprNo language_python_type_tuple(LanguageBuild *build, NodeNo node);
ExprNo language_python_any_of(LanguageBuild *build, const ExprNo *items, size_t count, NodeNo node);
/* The name in typing that a name or `t.Name` stands for; else its own last name. */
Str language_python_special(LanguageBuild *build, NodeNo node);
bool language_python_looks_like_type(LanguageBuild *build, NodeNo value);

/* assignments.c */
typedef struct PythonAssign {
  ExprNo value;
  ExprNo type;   /* declared */
  NodeNo whole;  /* the statement */
  uint32_t from; /* byte from which the names hold */
  bool in_comprehension;
} PythonAssign;
void language_python_target(LanguageBuild *build, NodeNo target, const PythonAssign *assign);
void language_python_bind(LanguageBuild *build, NameId name, const PythonAssign *assign);
ExprNo language_python_assignment(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_augmented(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_walrus(LanguageBuild *build, NodeNo node, unsigned role);
void language_python_global(LanguageBuild *build, NodeNo node);
void language_python_nonlocal(LanguageBuild *build, NodeNo node);
void language_python_type_alias(LanguageBuild *build, NodeNo node);

/* expressions.c, collections.c */
ExprNo language_python_attribute(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_call(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_subscript(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_binary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_unary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_boolean(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_comparison(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_not(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_conditional(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_await(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_yield(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_string(LanguageBuild *build, NodeNo node, unsigned role);
/* Whether a call, member or subscript stands behind a star that belongs to all of it. */
bool language_python_begins_splat(const LanguageBuild *build, NodeNo node);
ExprNo language_python_splat(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_keyword(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_slice(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_ellipsis(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_list(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_set(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_tuple(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_dictionary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_python_comprehension(LanguageBuild *build, NodeNo node, unsigned role);
/* `base.name(item)` as a value that nobody wrote: no reference is made. */
ExprNo language_python_implied_call(LanguageBuild *build, ExprNo base, Str name, ExprNo item, NodeNo node);
ExprNo language_python_named(LanguageBuild *build, Str name, uint32_t at);
/* What `for` and comprehensions draw from a value. */
ExprNo language_python_element(LanguageBuild *build, ExprNo value, bool is_async, NodeNo node);
bool language_python_is_async(const LanguageBuild *build, NodeNo node);

/* statements.c */
void language_python_if(LanguageBuild *build, NodeNo node);
void language_python_while(LanguageBuild *build, NodeNo node);
void language_python_for(LanguageBuild *build, NodeNo node);
void language_python_with(LanguageBuild *build, NodeNo node);
void language_python_try(LanguageBuild *build, NodeNo node);
void language_python_assert(LanguageBuild *build, NodeNo node);
void language_python_return(LanguageBuild *build, NodeNo node);
/* Reads a block whose text may or may not run. */
void language_python_block(LanguageBuild *build, NodeNo block);
uint32_t language_python_block_end(const LanguageBuild *build);

/* conditions.c: what is known before the program runs */
int language_python_static_condition(LanguageBuild *build, NodeNo condition); /* 1: holds, 0: fails, -1: open */
/* The binds since `first_bind` are made in a block that never runs. */
void language_python_hide(LanguageBuild *build, size_t first_bind, NodeNo block);
void language_python_finish(LanguageBuild *build);

/* patterns.c */
void language_python_match(LanguageBuild *build, NodeNo node);

/* guards.c */
void language_python_note_guard(LanguageBuild *build, NodeNo call, const ExprNo *items, size_t count);
void language_python_note_type_test(LanguageBuild *build, NodeNo comparison);
/* Binds what is known in [from, to) when the condition holds, or when it does not. */
void language_python_narrow(LanguageBuild *build, NodeNo condition, bool holds, uint32_t from, uint32_t to);
void language_python_know(LanguageBuild *build, NameId name, ExprNo type, ExprNo value, Range where);
/* What is known of the member that the node reads; else `member`. */
ExprNo language_python_narrowed(LanguageBuild *build, NodeNo node, ExprNo member);
NameId language_python_dotted(LanguageBuild *build, NodeNo node); /* "self.x"; 0: it is no such name */

/* imports.c */
void language_python_import(LanguageBuild *build, NodeNo node);
void language_python_import_from(LanguageBuild *build, NodeNo node);

/* modules.c */
void language_python_find_module(LanguageWorld *world, const Facts *facts, const Import *import,
                                 WorldFile from, LanguageModule *ret_module);

/* package.c: LanguageHome.read_package and leads. */
bool language_python_read_package(Arena *arena, Str path, Str text, LanguagePackage *ret_package);
bool language_python_leads(Str specifier, Str package, bool is_needed);

/* tables.c */
extern const LanguageTableCall language_python_table_calls[];

#endif
