/* C: the node kinds and fields its files look at, and what they share. */
#ifndef FATHOM_LANGUAGES_C_INTERNAL_H
#define FATHOM_LANGUAGES_C_INTERNAL_H

#include "src/base/map.h"
#include "src/languages/language.h"

#define C_KINDS(X)                                              \
  X(C_TRANSLATION_UNIT, "translation_unit")                     \
  X(C_COMMENT, "comment")                                       \
  X(C_INCLUDE, "preproc_include")                               \
  X(C_DEFINE, "preproc_def")                                    \
  X(C_DEFINE_FUNCTION, "preproc_function_def")                  \
  X(C_PREPROC_PARAMS, "preproc_params")                         \
  X(C_PREPROC_ARG, "preproc_arg")                               \
  X(C_PREPROC_CALL, "preproc_call")                             \
  X(C_PREPROC_DIRECTIVE, "preproc_directive")                   \
  X(C_IF, "preproc_if")                                         \
  X(C_IFDEF, "preproc_ifdef")                                   \
  X(C_ELIF, "preproc_elif")                                     \
  X(C_ELIFDEF, "preproc_elifdef")                               \
  X(C_ELSE, "preproc_else")                                     \
  X(C_PREPROC_DEFINED, "preproc_defined")                       \
  X(C_FUNCTION, "function_definition")                          \
  X(C_DECLARATION, "declaration")                               \
  X(C_TYPEDEF, "type_definition")                               \
  X(C_LINKAGE, "linkage_specification")                         \
  X(C_DECLARATION_LIST, "declaration_list")                     \
  X(C_ATTRIBUTE_SPECIFIER, "attribute_specifier")               \
  X(C_ATTRIBUTE_DECLARATION, "attribute_declaration")           \
  X(C_MS_DECLSPEC, "ms_declspec_modifier")                      \
  X(C_POINTER_DECLARATOR, "pointer_declarator")                 \
  X(C_FUNCTION_DECLARATOR, "function_declarator")               \
  X(C_ARRAY_DECLARATOR, "array_declarator")                     \
  X(C_PARENTHESIZED_DECLARATOR, "parenthesized_declarator")     \
  X(C_ATTRIBUTED_DECLARATOR, "attributed_declarator")           \
  X(C_ABSTRACT_POINTER, "abstract_pointer_declarator")          \
  X(C_ABSTRACT_FUNCTION, "abstract_function_declarator")        \
  X(C_ABSTRACT_ARRAY, "abstract_array_declarator")              \
  X(C_ABSTRACT_PARENTHESIZED, "abstract_parenthesized_declarator") \
  X(C_INIT_DECLARATOR, "init_declarator")                       \
  X(C_STORAGE_CLASS, "storage_class_specifier")                 \
  X(C_TYPE_QUALIFIER, "type_qualifier")                         \
  X(C_PRIMITIVE_TYPE, "primitive_type")                         \
  X(C_SIZED_TYPE, "sized_type_specifier")                       \
  X(C_MACRO_TYPE, "macro_type_specifier")                       \
  X(C_STRUCT, "struct_specifier")                               \
  X(C_UNION, "union_specifier")                                 \
  X(C_ENUM, "enum_specifier")                                   \
  X(C_ENUMERATOR_LIST, "enumerator_list")                       \
  X(C_ENUMERATOR, "enumerator")                                 \
  X(C_FIELD_LIST, "field_declaration_list")                     \
  X(C_FIELD_DECLARATION, "field_declaration")                   \
  X(C_BITFIELD, "bitfield_clause")                              \
  X(C_PARAMETER_LIST, "parameter_list")                         \
  X(C_PARAMETER, "parameter_declaration")                       \
  X(C_VARIADIC_PARAMETER, "variadic_parameter")                 \
  X(C_TYPE_DESCRIPTOR, "type_descriptor")                       \
  X(C_COMPOUND, "compound_statement")                           \
  X(C_EXPRESSION_STATEMENT, "expression_statement")             \
  X(C_FOR, "for_statement")                                     \
  X(C_RETURN, "return_statement")                               \
  X(C_CALL, "call_expression")                                  \
  X(C_ARGUMENT_LIST, "argument_list")                           \
  X(C_FIELD_EXPRESSION, "field_expression")                     \
  X(C_SUBSCRIPT, "subscript_expression")                        \
  X(C_ASSIGNMENT, "assignment_expression")                      \
  X(C_UPDATE, "update_expression")                              \
  X(C_POINTER, "pointer_expression")                            \
  X(C_UNARY, "unary_expression")                                \
  X(C_BINARY, "binary_expression")                              \
  X(C_CAST, "cast_expression")                                  \
  X(C_CONDITIONAL, "conditional_expression")                    \
  X(C_COMMA, "comma_expression")                                \
  X(C_COMPOUND_LITERAL, "compound_literal_expression")          \
  X(C_INITIALIZER_LIST, "initializer_list")                     \
  X(C_INITIALIZER_PAIR, "initializer_pair")                     \
  X(C_FIELD_DESIGNATOR, "field_designator")                     \
  X(C_PARENTHESIZED, "parenthesized_expression")                \
  X(C_EXTENSION, "extension_expression")                        \
  X(C_SIZEOF, "sizeof_expression")                              \
  X(C_OFFSETOF, "offsetof_expression")                          \
  X(C_IDENTIFIER, "identifier")                                 \
  X(C_TYPE_IDENTIFIER, "type_identifier")                       \
  X(C_FIELD_IDENTIFIER, "field_identifier")                     \
  X(C_STATEMENT_IDENTIFIER, "statement_identifier")             \
  X(C_NUMBER, "number_literal")                                 \
  X(C_CHAR, "char_literal")                                     \
  X(C_STRING, "string_literal")                                 \
  X(C_SYSTEM_STRING, "system_lib_string")                       \
  X(C_CONCATENATED, "concatenated_string")                      \
  X(C_TRUE, "true")                                             \
  X(C_FALSE, "false")                                           \
  X(C_NULL, "null")

#define C_FIELDS(X)                         \
  X(C_FIELD_ALTERNATIVE, "alternative")     \
  X(C_FIELD_ARGUMENT, "argument")           \
  X(C_FIELD_ARGUMENTS, "arguments")         \
  X(C_FIELD_BODY, "body")                   \
  X(C_FIELD_CONDITION, "condition")         \
  X(C_FIELD_CONSEQUENCE, "consequence")     \
  X(C_FIELD_DECLARATOR, "declarator")       \
  X(C_FIELD_DESIGNATORS, "designator")      \
  X(C_FIELD_FIELD, "field")                 \
  X(C_FIELD_FUNCTION, "function")           \
  X(C_FIELD_INDEX, "index")                 \
  X(C_FIELD_LABEL, "label")                 \
  X(C_FIELD_LEFT, "left")                   \
  X(C_FIELD_MEMBER, "member")               \
  X(C_FIELD_NAME, "name")                   \
  X(C_FIELD_OPERATOR, "operator")           \
  X(C_FIELD_PARAMETERS, "parameters")       \
  X(C_FIELD_PATH, "path")                   \
  X(C_FIELD_RIGHT, "right")                 \
  X(C_FIELD_SIZE, "size")                   \
  X(C_FIELD_TYPE, "type")                   \
  X(C_FIELD_VALUE, "value")

#define C_ENUM_ROW(id, word) id,
enum CKind { C_NO_KIND, C_KINDS(C_ENUM_ROW) C_KIND_COUNT };
enum CField { C_NO_FIELD, C_FIELDS(C_ENUM_ROW) C_FIELD_COUNT };
#undef C_ENUM_ROW

#define C_MANY 64 /* how many of a list are kept; more are visited */

/* What a declarator says: `int *(*f[3])(void)`. */
typedef struct CDeclared {
  NodeNo name;     /* 0: nothing is named */
  NodeNo function; /* the function_declarator next to the name: it is a function */
  NodeNo value;    /* its initialiser */
  ExprNo type;     /* of a function: of its result */
  bool plain;      /* neither pointer, array nor function */
} CDeclared;

/* #undef of a name. */
typedef struct CUndefined {
  NameId name;
  uint32_t at;
} CUndefined;

/* One item of a row that a macro makes. */
typedef struct CMadeItem {
  Str field;  /* its designator; empty: none */
  Str name;   /* empty: it is more than a name */
  NodeNo arg; /* the argument that is in the name */
} CMadeItem;

/* What the walk over one file remembers. */
typedef struct CState {
  Map shapes;                /* macros by name (macro_shapes.c) */
  bool has_shapes;
  NodeNo taken;              /* a block that was read already */
  VEC(CUndefined) undefined; /* in the order of the text */
  Str absent;                /* the macro that must not be there for what is read; empty: none */
  ExprNo initial_type;   /* of what the initialiser around fills */
  BindNo function_binds; /* the first of the function we are in */
} CState;

static inline CState *language_c_state(const LanguageBuild *build) { return build->state; }

static inline bool language_c_is_word_byte(char c) {
  bool letter = byte_is_letter(c);
  return letter || c == '_' || c == '$' || (c & 0x80) || byte_is_digit(c);
}

/* ---- declarators.c ---- */
CDeclared language_c_declarator(LanguageBuild *build, NodeNo declarator, ExprNo type);
/* The name at the end of the chain; 0: there is none. */
NodeNo language_c_declared_name(const Syntax *syntax, NodeNo declarator);
ExprNo language_c_specifier(LanguageBuild *build, NodeNo declaration);
ExprNo language_c_type_descriptor(LanguageBuild *build, NodeNo node);
void language_c_parameters(LanguageBuild *build, NodeNo list);
bool language_c_has(const LanguageBuild *build, NodeNo node, unsigned kind, const char *words);

/* ---- declare.c ---- */
void language_c_function(LanguageBuild *build, NodeNo node);
void language_c_declaration(LanguageBuild *build, NodeNo node);
void language_c_statement(LanguageBuild *build, NodeNo node);
void language_c_linkage(LanguageBuild *build, NodeNo node);

/* ---- types.c ---- */
void language_c_typedef(LanguageBuild *build, NodeNo node);
void language_c_visit_type(LanguageBuild *build, NodeNo node);
ExprNo language_c_type_tagged(LanguageBuild *build, NodeNo node);
ExprNo language_c_type_macro(LanguageBuild *build, NodeNo node);
ExprNo language_c_type_sized(LanguageBuild *build, NodeNo node);
ExprNo language_c_type_primitive(LanguageBuild *build, NodeNo node);

/* ---- values.c ---- */
ExprNo language_c_identifier(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_c_call(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_c_member(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_c_subscript(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_c_assignment(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_c_update(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_c_pointer(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_c_binary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_c_cast(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_c_conditional(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_c_comma(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_c_compound_value(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_c_offsetof(LanguageBuild *build, NodeNo node, unsigned role);

/* ---- initializers.c ---- */
ExprNo language_c_compound_literal(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_c_initializer(LanguageBuild *build, NodeNo node, unsigned role);
/* The value of something of that type. */
ExprNo language_c_initial(LanguageBuild *build, NodeNo value, ExprNo type);
/* receiver->field = value */
void language_c_table_entry(LanguageBuild *build, NameId field, ExprNo value, ExprNo receiver, NodeNo node);

/* ---- preprocessor.c ---- */
void language_c_include(LanguageBuild *build, NodeNo node);
/* Includes in text that the grammar was not shown, as in the middle of a table. */
void language_c_hidden_includes(LanguageBuild *build);
void language_c_define(LanguageBuild *build, NodeNo node);
void language_c_condition(LanguageBuild *build, NodeNo node);
/* Says of a function whether it needs a macro to be missing. */
void language_c_note_absent(LanguageBuild *build, NodeNo name, DefNo def);
/* The macro that stands among specifiers or behind a declarator. */
void language_c_macro_use(LanguageBuild *build, NodeNo name);

/* ---- macro_order.c ---- */
void language_c_directive(LanguageBuild *build, NodeNo node);
/* When all is read: which lines each macro holds for. */
void language_c_order_macros(LanguageBuild *build);

/* ---- macro_patterns.c ---- */
/* What the macro makes where other files use it, as its value. */
void language_c_note_patterns(LanguageBuild *build, DefNo def, NodeNo params, NodeNo body);
/* MACRO(argument) { … } of a macro that the file does not have. */
void language_c_note_head(LanguageBuild *build, NodeNo macro, NodeNo argument, NodeNo text, DefNo def);
/* When all is read: MACRO(a, b) at the top, of macros that the file does not have. */
void language_c_note_uses(LanguageBuild *build);

/* ---- macro_shapes.c ---- */
bool language_c_has_shape(LanguageBuild *build, Str name); /* the file has a macro of that name, with parameters */
void language_c_note_shape(LanguageBuild *build, NodeNo name, NodeNo params, NodeNo body);
/* MACRO(name) { … }; false: it is no such thing, and nothing was read. */
bool language_c_made_function(LanguageBuild *build, NodeNo node, unsigned flags);
/* MACRO(a, b) at the top of a file, whose text is a whole function, or the head of the
 * block that follows. */
void language_c_made_whole(LanguageBuild *build, NodeNo call);
void language_c_block(LanguageBuild *build, NodeNo node);
/* The items of `{ … }` that a macro stands for; 0: it does not. */
size_t language_c_made_row(LanguageBuild *build, NodeNo call, CMadeItem *ret_items, size_t most);

bool language_c_is_keyword(Str word);
/* Calls by the look of the text, where the tree makes no sense. */
void language_c_scan_calls(LanguageBuild *build, uint32_t from, uint32_t to, NodeNo node);

/* ---- reading.c ---- */
size_t language_c_parts(Arena *arena, Str text, Range **ret_parts);

/* ---- modules.c ---- */
int language_c_claims(Str path, Str text);
int language_cpp_claims(Str path, Str text);
void language_c_find_module(LanguageWorld *world, const Facts *facts, const Import *import,
                            WorldFile from, LanguageModule *ret_module);

/* compile_commands.c: the header in the folders that commands name for `from`; 0: none has it. */
WorldFile language_c_searched(LanguageWorld *world, Str from, Str spec, bool is_system);

/* package.c: LanguageHome.read_package. */
bool language_c_read_package(Arena *arena, Str path, Str text, LanguagePackage *ret_package);

#endif
