/* Java: what its files share. Handlers are named after the node they read.
 * Names of methods, of variables and of types are apart in Java; facts keep
 * them in one scope, and the place where a name stands (callee, type, value)
 * tells which one is meant. Constructors are bound under a name nobody can
 * write, so that they are found by `new`, `this(…)` and `super(…)` alone; these
 * two are calls of `this` and `super`. */
#ifndef FATHOM_LANGUAGES_JAVA_INTERNAL_H
#define FATHOM_LANGUAGES_JAVA_INTERNAL_H

#include "src/base/vec.h"
#include "src/languages/common/nodes_internal.h"

#define JAVA_KINDS(X)                                                  \
  X(ANNOTATED_TYPE, "annotated_type")                                  \
  X(ANNOTATION, "annotation")                                          \
  X(ANNOTATION_ARGUMENTS, "annotation_argument_list")                  \
  X(ANNOTATION_ELEMENT, "annotation_type_element_declaration")         \
  X(ANNOTATION_TYPE, "annotation_type_declaration")                    \
  X(ARGUMENTS, "argument_list")                                        \
  X(ARRAY_ACCESS, "array_access")                                      \
  X(ARRAY_CREATION, "array_creation_expression")                       \
  X(ARRAY_INITIALIZER, "array_initializer")                            \
  X(ARRAY_TYPE, "array_type")                                          \
  X(ASSERT, "assert_statement")                                        \
  X(ASSIGNMENT, "assignment_expression")                               \
  X(ASTERISK, "asterisk")                                              \
  X(BINARY, "binary_expression")                                       \
  X(BINARY_INTEGER, "binary_integer_literal")                          \
  X(BLOCK, "block")                                                    \
  X(BLOCK_COMMENT, "block_comment")                                    \
  X(BOOLEAN_TYPE, "boolean_type")                                      \
  X(BREAK, "break_statement")                                          \
  X(CAST, "cast_expression")                                           \
  X(CATCH, "catch_clause")                                             \
  X(CATCH_PARAMETER, "catch_formal_parameter")                         \
  X(CATCH_TYPE, "catch_type")                                          \
  X(CHARACTER, "character_literal")                                    \
  X(CLASS, "class_declaration")                                        \
  X(CLASS_BODY, "class_body")                                          \
  X(CLASS_LITERAL, "class_literal")                                    \
  X(COMPACT_CONSTRUCTOR, "compact_constructor_declaration")            \
  X(CONSTANT, "constant_declaration")                                  \
  X(CONSTRUCTOR, "constructor_declaration")                            \
  X(CONTINUE, "continue_statement")                                    \
  X(DECIMAL_FLOAT, "decimal_floating_point_literal")                   \
  X(DECIMAL_INTEGER, "decimal_integer_literal")                        \
  X(DIMENSIONS, "dimensions")                                          \
  X(DIMENSIONS_EXPR, "dimensions_expr")                                \
  X(DO, "do_statement")                                                \
  X(ELEMENT_PAIR, "element_value_pair")                                \
  X(ELEMENT_ARRAY, "element_value_array_initializer")                  \
  X(ENHANCED_FOR, "enhanced_for_statement")                            \
  X(ENUM, "enum_declaration")                                          \
  X(ENUM_CONSTANT, "enum_constant")                                    \
  X(EXPLICIT_CONSTRUCTOR, "explicit_constructor_invocation")           \
  X(EXPRESSION_STATEMENT, "expression_statement")                      \
  X(EXTENDS_INTERFACES, "extends_interfaces")                          \
  X(FALSE, "false")                                                    \
  X(FIELD, "field_declaration")                                        \
  X(FIELD_ACCESS, "field_access")                                      \
  X(FLOATING_TYPE, "floating_point_type")                              \
  X(FOR, "for_statement")                                              \
  X(FORMAL_PARAMETER, "formal_parameter")                              \
  X(FORMAL_PARAMETERS, "formal_parameters")                            \
  X(GENERIC_TYPE, "generic_type")                                      \
  X(GUARD, "guard")                                                    \
  X(HEX_FLOAT, "hex_floating_point_literal")                           \
  X(HEX_INTEGER, "hex_integer_literal")                                \
  X(IDENTIFIER, "identifier")                                          \
  X(IF, "if_statement")                                                \
  X(IMPORT, "import_declaration")                                      \
  X(INFERRED_PARAMETERS, "inferred_parameters")                        \
  X(INSTANCEOF, "instanceof_expression")                               \
  X(INTEGRAL_TYPE, "integral_type")                                    \
  X(INTERFACE, "interface_declaration")                                \
  X(LABELED, "labeled_statement")                                      \
  X(LAMBDA, "lambda_expression")                                       \
  X(LINE_COMMENT, "line_comment")                                      \
  X(LOCAL_VARIABLE, "local_variable_declaration")                      \
  X(MARKER_ANNOTATION, "marker_annotation")                            \
  X(METHOD, "method_declaration")                                      \
  X(METHOD_INVOCATION, "method_invocation")                            \
  X(METHOD_REFERENCE, "method_reference")                              \
  X(MODIFIERS, "modifiers")                                            \
  X(MODULE, "module_declaration")                                      \
  X(NULL_LITERAL, "null_literal")                                      \
  X(OBJECT_CREATION, "object_creation_expression")                     \
  X(OCTAL_INTEGER, "octal_integer_literal")                            \
  X(PACKAGE, "package_declaration")                                    \
  X(PARENTHESIZED, "parenthesized_expression")                         \
  X(PATTERN, "pattern")                                                \
  X(PERMITS, "permits")                                                \
  X(RECEIVER_PARAMETER, "receiver_parameter")                          \
  X(RECORD, "record_declaration")                                      \
  X(RECORD_PATTERN, "record_pattern")                                  \
  X(RECORD_PATTERN_BODY, "record_pattern_body")                        \
  X(RECORD_PATTERN_COMPONENT, "record_pattern_component")              \
  X(RESOURCE, "resource")                                              \
  X(RETURN, "return_statement")                                        \
  X(SCOPED_IDENTIFIER, "scoped_identifier")                            \
  X(SCOPED_TYPE, "scoped_type_identifier")                             \
  X(SPREAD_PARAMETER, "spread_parameter")                              \
  X(STRING, "string_literal")                                          \
  X(SUPER, "super")                                                    \
  X(SUPERCLASS, "superclass")                                          \
  X(SUPER_INTERFACES, "super_interfaces")                              \
  X(SWITCH, "switch_expression")                                       \
  X(SWITCH_BLOCK, "switch_block")                                      \
  X(SWITCH_GROUP, "switch_block_statement_group")                      \
  X(SWITCH_LABEL, "switch_label")                                      \
  X(SWITCH_RULE, "switch_rule")                                        \
  X(SYNCHRONIZED, "synchronized_statement")                            \
  X(TEMPLATE, "template_expression")                                   \
  X(TERNARY, "ternary_expression")                                     \
  X(THIS, "this")                                                      \
  X(THROW, "throw_statement")                                          \
  X(THROWS, "throws")                                                  \
  X(TRUE, "true")                                                      \
  X(TRY_WITH_RESOURCES, "try_with_resources_statement")                \
  X(TYPE_ARGUMENTS, "type_arguments")                                  \
  X(TYPE_BOUND, "type_bound")                                          \
  X(TYPE_IDENTIFIER, "type_identifier")                                \
  X(TYPE_LIST, "type_list")                                            \
  X(TYPE_PARAMETER, "type_parameter")                                  \
  X(TYPE_PARAMETERS, "type_parameters")                                \
  X(TYPE_PATTERN, "type_pattern")                                      \
  X(UNARY, "unary_expression")                                         \
  X(UPDATE, "update_expression")                                       \
  X(VARIABLE_DECLARATOR, "variable_declarator")                        \
  X(VOID_TYPE, "void_type")                                            \
  X(WHILE, "while_statement")                                          \
  X(WILDCARD, "wildcard")                                              \
  X(YIELD, "yield_statement")                                          \
  X(WORD_ABSTRACT, "'abstract")                                        \
  X(WORD_DEFAULT, "'default")                                          \
  X(WORD_FINAL, "'final")                                              \
  X(WORD_NEW, "'new")                                                  \
  X(WORD_PRIVATE, "'private")                                          \
  X(WORD_PROTECTED, "'protected")                                      \
  X(WORD_PUBLIC, "'public")                                            \
  X(WORD_STATIC, "'static")

#define JAVA_FIELDS(X)                     \
  X(ALTERNATIVE, "alternative")            \
  X(ARGUMENTS, "arguments")                \
  X(ARRAY, "array")                        \
  X(BODY, "body")                          \
  X(CONDITION, "condition")                \
  X(CONSEQUENCE, "consequence")            \
  X(CONSTRUCTOR, "constructor")            \
  X(DECLARATOR, "declarator")              \
  X(DIMENSIONS, "dimensions")              \
  X(ELEMENT, "element")                    \
  X(FIELD, "field")                        \
  X(INDEX, "index")                        \
  X(KEY, "key")                            \
  X(INTERFACES, "interfaces")              \
  X(LEFT, "left")                          \
  X(NAME, "name")                          \
  X(OBJECT, "object")                      \
  X(OPERAND, "operand")                    \
  X(OPERATOR, "operator")                  \
  X(PARAMETERS, "parameters")              \
  X(PATTERN, "pattern")                    \
  X(PERMITS, "permits")                    \
  X(RESOURCES, "resources")                \
  X(RIGHT, "right")                        \
  X(SUPERCLASS, "superclass")              \
  X(TYPE, "type")                          \
  X(TYPE_ARGUMENTS, "type_arguments")      \
  X(TYPE_PARAMETERS, "type_parameters")    \
  X(VALUE, "value")

enum JavaKind {
  JAVA_NO_KIND,
#define JAVA_KIND_ROW(kind, node) JAVA_##kind,
  JAVA_KINDS(JAVA_KIND_ROW)
#undef JAVA_KIND_ROW
  JAVA_KIND_COUNT
};

enum JavaField {
  JAVA_NO_FIELD,
#define JAVA_FIELD_ROW(field, name) JAVA_IN_##field,
  JAVA_FIELDS(JAVA_FIELD_ROW)
#undef JAVA_FIELD_ROW
};

/* The name constructors are bound under. */
#define JAVA_CONSTRUCTOR_NAME "<init>"


/* A parameter, or a record's component. */
typedef struct JavaComponent {
  NodeNo node, name;
  ExprNo type;  /* the element's when it is variadic; 0: not written */
  ExprNo array; /* its type as seen inside */
  bool is_variadic;
} JavaComponent;
typedef VEC(JavaComponent) JavaComponents;

/* What one file's extraction remembers besides its facts. */
typedef struct JavaState {
  DefNo type;          /* innermost one around */
  JavaComponents components; /* its, when it is a record */
  LanguageExprs *results;  /* what the innermost switch gives: its arrows and yields */
  ExprNo switched;     /* what the innermost switch looks at */
  bool in_interface;   /* members are public, fields are constants */
  struct JavaNameSet *names; /* qualified.c's; NULL until it is needed */
} JavaState;

static inline JavaState *java_state(const LanguageBuild *build) { return build->state; }

/* ---- modules.c ---- */
void language_java_package(LanguageBuild *build, NodeNo node);
void language_java_import(LanguageBuild *build, NodeNo node);
void language_java_find_module(LanguageWorld *world, const Facts *facts, const Import *import,
                               WorldFile from, LanguageModule *ret_module);

/* ---- qualified.c: a.b.C where no import was written ---- */
/* The type that a dotted name means when it begins with a package, as an
 * expression; 0 when it does not. */
ExprNo language_java_qualified(LanguageBuild *build, NodeNo node);

/* ---- types.c ---- */
ExprNo language_java_type_scoped(LanguageBuild *build, NodeNo node);
ExprNo language_java_type_generic(LanguageBuild *build, NodeNo node);
ExprNo language_java_type_array(LanguageBuild *build, NodeNo node);
ExprNo language_java_type_annotated(LanguageBuild *build, NodeNo node);
ExprNo language_java_type_primitive(LanguageBuild *build, NodeNo node);
ExprNo language_java_type_wildcard(LanguageBuild *build, NodeNo node);
ExprNo language_java_type_union(LanguageBuild *build, NodeNo node);
/* The type in `new T(…)`: *ret_name is the node that names it. No REF_TYPE is
 * made for T itself, only for its arguments and qualifiers. */
ExprNo language_java_type_made(LanguageBuild *build, NodeNo node, NodeNo *ret_name);
/* `type` with one array level for each pair of brackets in `dimensions`. */
ExprNo language_java_arrays(LanguageBuild *build, ExprNo type, NodeNo dimensions);
bool language_java_is_type(unsigned kind);
bool language_java_is_var(const LanguageBuild *build, NodeNo type);
void language_java_type_parameters(LanguageBuild *build, NodeNo node);
/* Visits every type in a list (permits, throws). */
void language_java_types(LanguageBuild *build, NodeNo node);

/* ---- declarations.c ---- */
void language_java_class(LanguageBuild *build, NodeNo node);
void language_java_interface(LanguageBuild *build, NodeNo node);
void language_java_enum(LanguageBuild *build, NodeNo node);
void language_java_record(LanguageBuild *build, NodeNo node);
void language_java_annotation_type(LanguageBuild *build, NodeNo node);
/* An anonymous class with this base: EXPR_OBJECT. */
ExprNo language_java_anonymous(LanguageBuild *build, NodeNo whole, NodeNo body, ExprNo base);

/* ---- members.c ---- */
typedef struct JavaModifiers {
  unsigned flags; /* DEF_... */
  ExprList decorators;
} JavaModifiers;
JavaModifiers language_java_modifiers(LanguageBuild *build, NodeNo node);
void language_java_annotation(LanguageBuild *build, NodeNo node);
void language_java_element_pair(LanguageBuild *build, NodeNo node);
void language_java_method(LanguageBuild *build, NodeNo node);
void language_java_constructor(LanguageBuild *build, NodeNo node);
void language_java_annotation_element(LanguageBuild *build, NodeNo node);
void language_java_field(LanguageBuild *build, NodeNo node);
void language_java_enum_constant(LanguageBuild *build, NodeNo node);
/* Reads one parameter; false when the node is none. */
bool language_java_parameter(LanguageBuild *build, NodeNo node, JavaComponent *ret_parameter);
void language_java_parameters(LanguageBuild *build, NodeNo parameters, DefNo def);
void language_java_bind_components(LanguageBuild *build, const JavaComponents *components, DefNo def);
/* Binds the constructor in its type, which must be the open scope. */
void language_java_bind_constructor(LanguageBuild *build, DefNo def, uint32_t at);

/* ---- statements.c ---- */
NodeNo language_java_last(const LanguageBuild *build, NodeNo block); /* statement; 0: none */
/* Lambdas and method references take their types from where they stand, also
 * through the call they are passed to. */
bool language_java_needs_type(const LanguageBuild *build, ExprNo value);
/* Says that `value`, if it needs one, stands where this type is wanted. */
void language_java_expect(LanguageBuild *build, ExprNo type, ExprNo value);
void language_java_local(LanguageBuild *build, NodeNo node);
void language_java_enhanced_for(LanguageBuild *build, NodeNo node);
void language_java_catch(LanguageBuild *build, NodeNo node);
void language_java_resource(LanguageBuild *build, NodeNo node);
void language_java_return(LanguageBuild *build, NodeNo node);
void language_java_yield(LanguageBuild *build, NodeNo node);
void language_java_labeled(LanguageBuild *build, NodeNo node);
void language_java_nothing(LanguageBuild *build, NodeNo node);

/* ---- patterns.c ---- */
ExprNo language_java_instanceof(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_switch(LanguageBuild *build, NodeNo node, unsigned role);
void language_java_switch_rule(LanguageBuild *build, NodeNo node);
void language_java_switch_label(LanguageBuild *build, NodeNo node);

/* ---- expressions.c ---- */
ExprNo language_java_field_access(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_array_access(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_assignment(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_update(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_cast(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_ternary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_lambda(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_sure_value(LanguageBuild *build, ExprNo value, NodeNo node);
ExprNo language_java_method_reference(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_array_creation(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_array_initializer(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_class_literal(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_this(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_super(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_scoped_identifier(LanguageBuild *build, NodeNo node, unsigned role);
/* `Outer.this` and `Outer.super`: `kind` is EXPR_SELF or EXPR_SUPER. */
ExprNo language_java_outer(LanguageBuild *build, ExprKind kind, NodeNo qualifier);

/* ---- calls.c ---- */
ExprNo language_java_method_invocation(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_object_creation(LanguageBuild *build, NodeNo node, unsigned role);
void language_java_explicit_constructor(LanguageBuild *build, NodeNo node);
/* The values of all parts of a list: arguments, elements. */
void language_java_arguments(LanguageBuild *build, NodeNo arguments, LanguageExprs *ret_items);

/* ---- operators.c: literals and what operators give ---- */
ExprNo language_java_binary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_unary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_integer(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_float(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_java_character(LanguageBuild *build, NodeNo node, unsigned role);

/* declared.c: Language.declared. */
Str language_java_declared(Arena *arena, const Str *parts, size_t count);
/* gradle.c: what a build script needs of its own build, project(":a:b"). */
bool language_java_read_gradle(Arena *arena, Str path, Str text, LanguagePackage *ret_package);
/* package.c: LanguageHome.read_package. */
bool language_java_read_package(Arena *arena, Str path, Str text, LanguagePackage *ret_package);

#endif
