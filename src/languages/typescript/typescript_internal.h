/* TypeScript, TSX and JavaScript: what their files share. One table serves the
 * three grammars; nodes that a grammar lacks simply never come.
 * Names nobody can write stand for what has none: "()" a call signature, "new"
 * a construct signature, "[]" an index signature, "export=" what a module is
 * as a whole, "#0" a parameter that is taken apart. */
#ifndef FATHOM_LANGUAGES_TYPESCRIPT_INTERNAL_H
#define FATHOM_LANGUAGES_TYPESCRIPT_INTERNAL_H

#include "src/languages/language.h"

#define TS_KINDS(X)                                                       \
  X(TS_PROGRAM, "program")                                                \
  X(TS_COMMENT, "comment")                                                \
  X(TS_HTML_COMMENT, "html_comment")                                      \
  /* functions and types */                                               \
  X(TS_FUNCTION_DECLARATION, "function_declaration")                      \
  X(TS_GENERATOR_DECLARATION, "generator_function_declaration")           \
  X(TS_FUNCTION_SIGNATURE, "function_signature")                          \
  X(TS_FUNCTION_EXPRESSION, "function_expression")                        \
  X(TS_GENERATOR_FUNCTION, "generator_function")                          \
  X(TS_ARROW_FUNCTION, "arrow_function")                                  \
  X(TS_FORMAL_PARAMETERS, "formal_parameters")                            \
  X(TS_REQUIRED_PARAMETER, "required_parameter")                          \
  X(TS_OPTIONAL_PARAMETER, "optional_parameter")                          \
  X(TS_CLASS_DECLARATION, "class_declaration")                            \
  X(TS_ABSTRACT_CLASS, "abstract_class_declaration")                      \
  X(TS_CLASS, "class")                                                    \
  X(TS_CLASS_BODY, "class_body")                                          \
  X(TS_CLASS_HERITAGE, "class_heritage")                                  \
  X(TS_EXTENDS_CLAUSE, "extends_clause")                                  \
  X(TS_IMPLEMENTS_CLAUSE, "implements_clause")                            \
  X(TS_EXTENDS_TYPE_CLAUSE, "extends_type_clause")                        \
  X(TS_METHOD_DEFINITION, "method_definition")                            \
  X(TS_METHOD_SIGNATURE, "method_signature")                              \
  X(TS_ABSTRACT_METHOD, "abstract_method_signature")                      \
  X(TS_PUBLIC_FIELD, "public_field_definition")                           \
  X(TS_FIELD_DEFINITION, "field_definition")                              \
  X(TS_CLASS_STATIC_BLOCK, "class_static_block")                          \
  X(TS_INDEX_SIGNATURE, "index_signature")                                \
  X(TS_CALL_SIGNATURE, "call_signature")                                  \
  X(TS_CONSTRUCT_SIGNATURE, "construct_signature")                        \
  X(TS_PROPERTY_SIGNATURE, "property_signature")                          \
  X(TS_INTERFACE, "interface_declaration")                                \
  X(TS_INTERFACE_BODY, "interface_body")                                  \
  X(TS_ENUM, "enum_declaration")                                          \
  X(TS_ENUM_BODY, "enum_body")                                            \
  X(TS_ENUM_ASSIGNMENT, "enum_assignment")                                \
  X(TS_TYPE_ALIAS, "type_alias_declaration")                              \
  X(TS_MODULE, "module")                                                  \
  X(TS_INTERNAL_MODULE, "internal_module")                                \
  X(TS_AMBIENT_DECLARATION, "ambient_declaration")                        \
  X(TS_DECORATOR, "decorator")                                            \
  X(TS_ACCESSIBILITY, "accessibility_modifier")                           \
  X(TS_OVERRIDE, "override_modifier")                                     \
  /* modules */                                                           \
  X(TS_EXPORT_STATEMENT, "export_statement")                              \
  X(TS_EXPORT_CLAUSE, "export_clause")                                    \
  X(TS_EXPORT_SPECIFIER, "export_specifier")                              \
  X(TS_NAMESPACE_EXPORT, "namespace_export")                              \
  X(TS_IMPORT_STATEMENT, "import_statement")                              \
  X(TS_IMPORT_CLAUSE, "import_clause")                                    \
  X(TS_NAMED_IMPORTS, "named_imports")                                    \
  X(TS_IMPORT_SPECIFIER, "import_specifier")                              \
  X(TS_NAMESPACE_IMPORT, "namespace_import")                              \
  X(TS_IMPORT_REQUIRE, "import_require_clause")                           \
  X(TS_IMPORT_ALIAS, "import_alias")                                      \
  X(TS_IMPORT_ATTRIBUTE, "import_attribute")                              \
  X(TS_IMPORT, "import")                                                  \
  /* statements */                                                        \
  X(TS_LEXICAL_DECLARATION, "lexical_declaration")                        \
  X(TS_VARIABLE_DECLARATION, "variable_declaration")                      \
  X(TS_USING_DECLARATION, "using_declaration")                            \
  X(TS_VARIABLE_DECLARATOR, "variable_declarator")                        \
  X(TS_STATEMENT_BLOCK, "statement_block")                                \
  X(TS_EXPRESSION_STATEMENT, "expression_statement")                      \
  X(TS_IF, "if_statement")                                                \
  X(TS_ELSE, "else_clause")                                               \
  X(TS_SWITCH_BODY, "switch_body")                                        \
  X(TS_FOR, "for_statement")                                              \
  X(TS_FOR_IN, "for_in_statement")                                        \
  X(TS_WHILE, "while_statement")                                          \
  X(TS_CATCH, "catch_clause")                                             \
  X(TS_RETURN, "return_statement")                                        \
  X(TS_THROW, "throw_statement")                                          \
  X(TS_BREAK, "break_statement")                                          \
  X(TS_CONTINUE, "continue_statement")                                    \
  /* values */                                                            \
  X(TS_IDENTIFIER, "identifier")                                          \
  X(TS_UNDEFINED, "undefined")                                            \
  X(TS_THIS, "this")                                                      \
  X(TS_SUPER, "super")                                                    \
  X(TS_NUMBER, "number")                                                  \
  X(TS_STRING, "string")                                                  \
  X(TS_TEMPLATE_STRING, "template_string")                                \
  X(TS_TEMPLATE_SUBSTITUTION, "template_substitution")                    \
  X(TS_REGEX, "regex")                                                    \
  X(TS_TRUE, "true")                                                      \
  X(TS_FALSE, "false")                                                    \
  X(TS_NULL, "null")                                                      \
  X(TS_OBJECT, "object")                                                  \
  X(TS_PAIR, "pair")                                                      \
  X(TS_SPREAD, "spread_element")                                          \
  X(TS_SHORTHAND, "shorthand_property_identifier")                        \
  X(TS_ARRAY, "array")                                                    \
  X(TS_MEMBER, "member_expression")                                       \
  X(TS_SUBSCRIPT, "subscript_expression")                                 \
  X(TS_CALL, "call_expression")                                           \
  X(TS_NEW, "new_expression")                                             \
  X(TS_ARGUMENTS, "arguments")                                            \
  X(TS_AWAIT, "await_expression")                                         \
  X(TS_YIELD, "yield_expression")                                         \
  X(TS_UNARY, "unary_expression")                                         \
  X(TS_BINARY, "binary_expression")                                       \
  X(TS_TERNARY, "ternary_expression")                                     \
  X(TS_UPDATE, "update_expression")                                       \
  X(TS_ASSIGNMENT, "assignment_expression")                               \
  X(TS_AUGMENTED, "augmented_assignment_expression")                      \
  X(TS_SEQUENCE, "sequence_expression")                                   \
  X(TS_PARENTHESIZED, "parenthesized_expression")                         \
  X(TS_AS, "as_expression")                                               \
  X(TS_SATISFIES, "satisfies_expression")                                 \
  X(TS_TYPE_ASSERTION, "type_assertion")                                  \
  X(TS_NON_NULL, "non_null_expression")                                   \
  X(TS_INSTANTIATION, "instantiation_expression")                         \
  X(TS_META_PROPERTY, "meta_property")                                    \
  /* names */                                                             \
  X(TS_PROPERTY_IDENTIFIER, "property_identifier")                        \
  X(TS_PRIVATE_IDENTIFIER, "private_property_identifier")                 \
  X(TS_COMPUTED_NAME, "computed_property_name")                           \
  X(TS_TYPE_IDENTIFIER, "type_identifier")                                \
  X(TS_NESTED_IDENTIFIER, "nested_identifier")                            \
  X(TS_NESTED_TYPE, "nested_type_identifier")                             \
  /* patterns */                                                          \
  X(TS_OBJECT_PATTERN, "object_pattern")                                  \
  X(TS_ARRAY_PATTERN, "array_pattern")                                    \
  X(TS_PAIR_PATTERN, "pair_pattern")                                      \
  X(TS_REST_PATTERN, "rest_pattern")                                      \
  X(TS_ASSIGNMENT_PATTERN, "assignment_pattern")                          \
  X(TS_OBJECT_ASSIGNMENT, "object_assignment_pattern")                    \
  X(TS_SHORTHAND_PATTERN, "shorthand_property_identifier_pattern")        \
  /* types */                                                             \
  X(TS_TYPE_ANNOTATION, "type_annotation")                                \
  X(TS_OMITTING_ANNOTATION, "omitting_type_annotation")                   \
  X(TS_ADDING_ANNOTATION, "adding_type_annotation")                       \
  X(TS_OPTING_ANNOTATION, "opting_type_annotation")                       \
  X(TS_PREDICATE_ANNOTATION, "type_predicate_annotation")                 \
  X(TS_ASSERTS_ANNOTATION, "asserts_annotation")                          \
  X(TS_ASSERTS, "asserts")                                                \
  X(TS_TYPE_PREDICATE, "type_predicate")                                  \
  X(TS_PREDEFINED_TYPE, "predefined_type")                                \
  X(TS_GENERIC_TYPE, "generic_type")                                      \
  X(TS_TYPE_ARGUMENTS, "type_arguments")                                  \
  X(TS_TYPE_PARAMETERS, "type_parameters")                                \
  X(TS_TYPE_PARAMETER, "type_parameter")                                  \
  X(TS_CONSTRAINT, "constraint")                                          \
  X(TS_DEFAULT_TYPE, "default_type")                                      \
  X(TS_UNION_TYPE, "union_type")                                          \
  X(TS_INTERSECTION_TYPE, "intersection_type")                            \
  X(TS_ARRAY_TYPE, "array_type")                                          \
  X(TS_TUPLE_TYPE, "tuple_type")                                          \
  X(TS_OPTIONAL_TYPE, "optional_type")                                    \
  X(TS_REST_TYPE, "rest_type")                                            \
  X(TS_READONLY_TYPE, "readonly_type")                                    \
  X(TS_FUNCTION_TYPE, "function_type")                                    \
  X(TS_CONSTRUCTOR_TYPE, "constructor_type")                              \
  X(TS_PARENTHESIZED_TYPE, "parenthesized_type")                          \
  X(TS_OBJECT_TYPE, "object_type")                                        \
  X(TS_TYPE_QUERY, "type_query")                                          \
  X(TS_KEYOF, "index_type_query")                                         \
  X(TS_LOOKUP_TYPE, "lookup_type")                                        \
  X(TS_LITERAL_TYPE, "literal_type")                                      \
  X(TS_CONDITIONAL_TYPE, "conditional_type")                              \
  X(TS_INFER_TYPE, "infer_type")                                          \
  X(TS_MAPPED_CLAUSE, "mapped_type_clause")                               \
  X(TS_TEMPLATE_LITERAL_TYPE, "template_literal_type")                    \
  X(TS_THIS_TYPE, "this_type")                                            \
  X(TS_FLOW_MAYBE, "flow_maybe_type")                                     \
  /* markup */                                                            \
  X(TS_JSX_ELEMENT, "jsx_element")                                        \
  X(TS_JSX_SELF_CLOSING, "jsx_self_closing_element")                      \
  X(TS_JSX_OPENING, "jsx_opening_element")                                \
  X(TS_JSX_CLOSING, "jsx_closing_element")                                \
  X(TS_JSX_ATTRIBUTE, "jsx_attribute")                                    \
  X(TS_JSX_EXPRESSION, "jsx_expression")                                  \
  /* words */                                                             \
  X(TS_WORD_STATIC, "'static")                                            \
  X(TS_WORD_ASYNC, "'async")                                              \
  X(TS_WORD_GET, "'get")                                                  \
  X(TS_WORD_SET, "'set")                                                  \
  X(TS_WORD_ABSTRACT, "'abstract")                                        \
  X(TS_WORD_READONLY, "'readonly")                                        \
  X(TS_WORD_DEFAULT, "'default")                                          \
  X(TS_WORD_TYPE, "'type")                                                \
  X(TS_WORD_GLOBAL, "'global")                                            \
  X(TS_WORD_AS, "'as")                                                    \
  X(TS_WORD_AWAIT, "'await")                                              \
  X(TS_SIGN_STAR, "'*")                                                   \
  X(TS_SIGN_EQUALS, "'=")                                                 \
  X(TS_SIGN_OPTIONAL, "'?")

typedef enum TsKind {
  TS_NO_KIND,
#define TS_KIND_ROW(kind, name) kind,
  TS_KINDS(TS_KIND_ROW)
#undef TS_KIND_ROW
  TS_KIND_COUNT
} TsKind;

#define TS_FIELDS(X)                          \
  X(TS_F_NAME, "name")                        \
  X(TS_F_BODY, "body")                        \
  X(TS_F_PARAMETERS, "parameters")            \
  X(TS_F_PARAMETER, "parameter")              \
  X(TS_F_RETURN_TYPE, "return_type")          \
  X(TS_F_TYPE_PARAMETERS, "type_parameters")  \
  X(TS_F_TYPE_ARGUMENTS, "type_arguments")    \
  X(TS_F_TYPE, "type")                        \
  X(TS_F_VALUE, "value")                      \
  X(TS_F_LEFT, "left")                        \
  X(TS_F_RIGHT, "right")                      \
  X(TS_F_OPERATOR, "operator")                \
  X(TS_F_ARGUMENT, "argument")                \
  X(TS_F_CONDITION, "condition")              \
  X(TS_F_CONSEQUENCE, "consequence")          \
  X(TS_F_ALTERNATIVE, "alternative")          \
  X(TS_F_OBJECT, "object")                    \
  X(TS_F_PROPERTY, "property")                \
  X(TS_F_INDEX, "index")                      \
  X(TS_F_FUNCTION, "function")                \
  X(TS_F_ARGUMENTS, "arguments")              \
  X(TS_F_CONSTRUCTOR, "constructor")          \
  X(TS_F_SOURCE, "source")                    \
  X(TS_F_ALIAS, "alias")                      \
  X(TS_F_DECLARATION, "declaration")          \
  X(TS_F_DECORATOR, "decorator")              \
  X(TS_F_PATTERN, "pattern")                  \
  X(TS_F_KEY, "key")                          \
  X(TS_F_KIND, "kind")                        \
  X(TS_F_MODULE, "module")                    \
  X(TS_F_CONSTRAINT, "constraint")            \
  X(TS_F_INDEX_TYPE, "index_type")            \
  X(TS_F_OPEN_TAG, "open_tag")                \
  X(TS_F_CLOSE_TAG, "close_tag")

typedef enum TsField {
  TS_NO_FIELD,
#define TS_FIELD_ROW(field, name) field,
  TS_FIELDS(TS_FIELD_ROW)
#undef TS_FIELD_ROW
} TsField;

/* Expressions that are being gathered. */
typedef VEC(ExprNo) TsItems;

/* What `this` is. */
typedef struct TsThis {
  ScopeNo scope; /* that binds it; 0: it is unknown */
  NameId name;   /* it is what this name stands for there; 0: the type around the scope */
  bool made;     /* an instance of what the name stands for */
  NameId member; /* of what the name stands for, which the function is; 0: it is none */
} TsThis;

/* `this` in a function that is a member of what a name stands for. */
typedef struct TsMemberThis {
  ExprNo self;
  NameId name, member;
} TsMemberThis;

/* The name that the place where a function or class stands gives to it:
 * `const f = () => …`, `{ f: function () … }`, `a.f = class …`. */
typedef struct TsNaming {
  NodeNo node; /* the function or class */
  NodeNo name;
  Str text;    /* instead of the name's own */
  NodeNo whole;
  SymbolKind kind; /* of a function */
  unsigned flags;
  DefNo container; /* instead of the definition around it; 0: that one */
  bool binds_this; /* function expressions: `this` is the object around them, … */
  TsThis self;     /* … or this */
  DefNo def;       /* set when it has been defined */
  bool is_variable; /* `const f = function …` */
} TsNaming;

/* A variable whose type comes from what is assigned to it. */
typedef struct TsUntyped {
  NameId name;
  ScopeNo scope;
} TsUntyped;

/* A variable, or a member of one, that members are added to by assignment. */
typedef struct TsHolder {
  NameId name;
  ScopeNo scope;   /* it is bound in */
  bool is_member;  /* of what has that scope: no name by itself leads to it */
  ScopeNo members; /* where its members live */
  unsigned flags;  /* BIND_STATIC for functions and classes */
  DefNo def;       /* the variable, function or class; 0: a local */
  DefNo type;      /* whose instances the members are of, where they are; 0: nothing's */
  TsThis self;     /* in functions that are given to it */
} TsHolder;

/* A function whose body is being read, and the binds of its parameters. */
typedef struct TsOpen {
  BindNo first, end;
  RefNo from; /* the first reference of the body */
  size_t holders; /* that were there before it */
  const struct TsOpen *outer; /* NULL: none is around it */
} TsOpen;

typedef struct TsState {
  bool is_script;   /* JavaScript: types are what is assigned */
  bool is_commonjs; /* its exports are assigned */
  DefNo exports;    /* then: the object that holds them, … */
  NameId whole;     /* … and the name that is all of them: `module.exports = name`; 0: none */
  TsThis self;
  TsNaming *naming; /* what the value looked at may get its name from */
  NameId signature; /* the last overload signature and its scope */
  ScopeNo signature_scope;
  NameId word_this, word_default, word_equals, word_call, word_new, word_index, word_is, word_asserts,
      word_return, word_exports;
  VEC(TsUntyped) untyped;
  VEC(TsHolder) holders;
  VEC(TsMemberThis) member_this;
  const TsOpen *open; /* the innermost; NULL: none */
  DefNo component; /* that the file is; 0: it is none */
} TsState;

static inline TsState *language_ts_state(LanguageBuild *build) { return build->state; }
static inline unsigned language_ts_kind(const LanguageBuild *build, NodeNo node) {
  return node ? syntax_kind(build->syntax, node) : TS_NO_KIND;
}
static inline NodeNo language_ts_field(const LanguageBuild *build, NodeNo node, TsField field) {
  return syntax_field(build->syntax, node, field);
}

/* typescript.c */
bool language_ts_is_comment(const LanguageBuild *build, NodeNo node);
void language_ts_add_item(LanguageBuild *build, TsItems *items, ExprNo item);
/* A value or type about which nothing is known, unlike 0: nothing is said. */
ExprNo language_ts_unknown(LanguageBuild *build, NodeNo node);
/* What is between a string's quotes. */
Str language_ts_string(const LanguageBuild *build, NodeNo node);
/* A property's name as text; the inside of a computed one is visited. */
Str language_ts_property(LanguageBuild *build, NodeNo name);
bool language_ts_is_named(const LanguageBuild *build, NodeNo name);
ExprNo language_ts_member(LanguageBuild *build, ExprNo base, NameId name, NodeNo node);
/* The function or class that is the value, without brackets and casts; 0: none. */
NodeNo language_ts_named_value(const LanguageBuild *build, NodeNo value);
/* The value of `node`, in which the function or class it is gets this name. */
ExprNo language_ts_expr_named(LanguageBuild *build, NodeNo node, TsNaming *naming);
/* Names and their members without references; 0: it is something else. */
ExprNo language_ts_path(LanguageBuild *build, NodeNo node);

/* functions.c */
DefNo language_ts_function(LanguageBuild *build, NodeNo node, const TsNaming *naming);
void language_ts_returned(LanguageBuild *build, ExprNo value, NodeNo node);
void language_ts_type_parameters(LanguageBuild *build, NodeNo node);
/* Whether a signature is one of several of its name. */
bool language_ts_is_overload(LanguageBuild *build, NodeNo node, NameId name);
void language_ts_visit_function(LanguageBuild *build, NodeNo node);
void language_ts_visit_signature(LanguageBuild *build, NodeNo node);
ExprNo language_ts_expr_function(LanguageBuild *build, NodeNo node, unsigned role);
/* What a signature without a name says: a function that is no symbol. */
DefNo language_ts_anonymous_function(LanguageBuild *build, NodeNo node);

/* patterns.c */
typedef struct TsTarget {
  ExprNo value, type; /* type: only of a plain name */
  unsigned bind;      /* BIND_… */
  ScopeNo scope;      /* 0: the open one */
  bool define;        /* a symbol of this kind, with these flags */
  SymbolKind kind;
  unsigned flags;
  NodeNo whole;
} TsTarget;
void language_ts_bind(LanguageBuild *build, NodeNo pattern, const TsTarget *target);
void language_ts_assign(LanguageBuild *build, NodeNo pattern, ExprNo value);
void language_ts_assign_value(LanguageBuild *build, NodeNo name_node, ExprNo value);

/* classes.c */
void language_ts_visit_class(LanguageBuild *build, NodeNo node);
ExprNo language_ts_expr_class(LanguageBuild *build, NodeNo node, unsigned role);
void language_ts_visit_enum(LanguageBuild *build, NodeNo node);
ExprList language_ts_decorators(LanguageBuild *build, NodeNo node);
ExprList language_ts_heritage(LanguageBuild *build, NodeNo node);

/* members.c */
void language_ts_visit_method(LanguageBuild *build, NodeNo node);
void language_ts_visit_field(LanguageBuild *build, NodeNo node);
void language_ts_visit_property_signature(LanguageBuild *build, NodeNo node);
void language_ts_visit_index_signature(LanguageBuild *build, NodeNo node);
void language_ts_bind_index(LanguageBuild *build, NodeNo node, NodeNo key, NodeNo type); /* key may be 0 */
void language_ts_visit_call_signature(LanguageBuild *build, NodeNo node);
void language_ts_bind_signature(LanguageBuild *build, NameId name, NodeNo node);
void language_ts_visit_static_block(LanguageBuild *build, NodeNo node);

/* prototypes.c */
bool language_ts_is_prototype(const LanguageBuild *build, NodeNo node); /* `F.prototype` */
ExprNo language_ts_expr_prototype(LanguageBuild *build, NodeNo node);   /* its value; 0: it is no such */
/* What instances of the holder's function have besides its own members: those
 * of an object, or of what another prototype belongs to. The object's members
 * are binds from `first` on. */
void language_ts_prototype_of(LanguageBuild *build, const TsHolder *holder, NodeNo node, ExprNo value, size_t first);
/* By the last name of what is called: libraries have it by many a name. */
bool language_ts_gives_members(const LanguageBuild *build, NodeNo function);
/* Calls that say so: `inherits(A, B)`, `Object.setPrototypeOf(A.prototype,
 * B.prototype)`, `Object.assign(A.prototype, {…})`. */
void language_ts_inherit(LanguageBuild *build, NodeNo function, NodeNo list, const TsItems *items, size_t first);
/* `Base.extend({…}, {…})`: the class that it makes; 0: it makes none. */
ExprNo language_ts_extended(LanguageBuild *build, NodeNo function, NodeNo list, const TsItems *items);
/* `A.prototype[k] = B[k]`, whatever goes through the names: A's instances have what B has. */
void language_ts_copy(LanguageBuild *build, NodeNo left, NodeNo right);
/* Members that a variable's object is given; false: it holds none that is made here. */
bool language_ts_hold_variable(LanguageBuild *build, NodeNo object);
/* What `this` is in functions of objects, once all of the file has been seen. */
void language_ts_finish_this(LanguageBuild *build);

/* lent.c: in JavaScript alone */
/* The parameter that the name means, whatever is bound further out; 0: it is none. */
BindNo language_ts_parameter(LanguageBuild *build, NameId name);
/* The first holder that the name can mean: where a parameter has it, those that were there
 * before its function are further out. */
size_t language_ts_holders_from(LanguageBuild *build, NameId name);
/* Whether the function has read the member of its parameter before: what it gives then
 * takes the place of something that it may have kept. `object` names the parameter. */
bool language_ts_is_replaced(LanguageBuild *build, NodeNo object, NodeNo property);
/* A parameter that the body gives members is from then on what has them, besides
 * what calls give it. False: the node names no parameter. */
bool language_ts_hold_parameter(LanguageBuild *build, NodeNo object);
/* `Object.assign(X, y)`: X itself has what y has; of `mixin(X, Y)` X's instances have
 * what those of Y have, too. `items` are the values of the arguments in `list`. */
void language_ts_copy_to(LanguageBuild *build, NodeNo function, NodeNo list, const TsItems *items);
/* A type itself has what the value has. */
void language_ts_copy_static(LanguageBuild *build, DefNo type, ExprNo value);
/* A call at the top of a file hands over what the file defines: who takes it may give
 * it members. */
void language_ts_lend(LanguageBuild *build, NodeNo list, size_t count, ExprNo call);

/* injected.c: in JavaScript alone */
/* `left` is assigned a list: of the names that a function wants, if it is its `$inject`. */
void language_ts_inject(LanguageBuild *build, NodeNo left, ExprNo list);
/* A member of an object, which is a list: of how and what it provides under the name. */
void language_ts_provide(LanguageBuild *build, NodeNo pair, Str name, ExprNo list);

/* objects.c */
ExprNo language_ts_expr_object(LanguageBuild *build, NodeNo node, unsigned role);

/* declarations.c */
void language_ts_visit_interface(LanguageBuild *build, NodeNo node);
void language_ts_visit_alias(LanguageBuild *build, NodeNo node);
void language_ts_visit_namespace(LanguageBuild *build, NodeNo node);
void language_ts_visit_ambient(LanguageBuild *build, NodeNo node);
void language_ts_visit_variables(LanguageBuild *build, NodeNo node);
ScopeNo language_ts_function_scope(const LanguageBuild *build); /* where `var` lives */

/* statements.c */
void language_ts_statements(LanguageBuild *build, NodeNo block);
/* What the grammar reads of them (vue.c, svelte.c). */
Str language_vue_read(Arena *arena, Str text);
Str language_svelte_read(Arena *arena, Str text);
Str language_astro_read(Arena *arena, Str text);
/* Components: files of markup with a script (markup_internal.h). */
void language_ts_begin_component(LanguageBuild *build, NodeNo root);
void language_ts_finish_component(LanguageBuild *build);
void language_ts_visit_statement(LanguageBuild *build, NodeNo node);
void language_ts_visit_block(LanguageBuild *build, NodeNo node);
void language_ts_visit_if(LanguageBuild *build, NodeNo node);
void language_ts_visit_while(LanguageBuild *build, NodeNo node);
void language_ts_visit_for_in(LanguageBuild *build, NodeNo node);
void language_ts_visit_catch(LanguageBuild *build, NodeNo node);
void language_ts_visit_return(LanguageBuild *build, NodeNo node);

/* narrowing.c */
/* What holds in the bytes [from, to) when the condition came out as `truth`. */
void language_ts_narrow(LanguageBuild *build, NodeNo condition, bool truth, uint32_t from, uint32_t to);

/* calls.c */
ExprNo language_ts_expr_call(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_expr_new(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_expr_member(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_expr_subscript(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_expr_instantiation(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_apply(LanguageBuild *build, ExprNo generic, NodeNo type_arguments);

/* expressions.c */
ExprNo language_ts_expr_this(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_expr_super(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_expr_number(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_expr_regex(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_expr_array(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_expr_await(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_expr_yield(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_expr_unary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_expr_update(LanguageBuild *build, NodeNo node, unsigned role);
/* What the operator of a binary expression makes of its sides. */
ExprNo language_ts_combine(LanguageBuild *build, NodeNo node, ExprNo left, ExprNo right);
ExprNo language_ts_expr_binary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_expr_ternary(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_expr_sequence(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_expr_cast(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_expr_satisfies(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_expr_spread(LanguageBuild *build, NodeNo node, unsigned role);

/* assignments.c */
ExprNo language_ts_expr_assignment(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_ts_expr_augmented(LanguageBuild *build, NodeNo node, unsigned role);
bool language_ts_is_module_exports(const LanguageBuild *build, NodeNo node);
bool language_ts_is_exports(const LanguageBuild *build, NodeNo node); /* or `exports` */
const TsHolder *language_ts_holder(LanguageBuild *build, NodeNo object); /* NULL: it is none */
/* The variable stands for a prototype: `const proto = F.prototype`. */
void language_ts_hold_made(LanguageBuild *build, NameId name, ScopeNo scope, DefNo def);
void language_ts_hold_prototype(LanguageBuild *build, NameId name, ScopeNo scope, NodeNo value);
/* The parameter's members are those of a definition without a name. */
void language_ts_hold_given(LanguageBuild *build, BindNo parameter, DefNo def);
/* The variable's members can be added to by assignment. */
void language_ts_hold(LanguageBuild *build, NameId name, ScopeNo scope, DefNo def);
void language_ts_hold_value(LanguageBuild *build, NameId name, ScopeNo scope, ExprNo value, DefNo def);
/* The variable is what is assigned to it: nothing else says what it is. */
void language_ts_untyped(LanguageBuild *build, NameId name, ScopeNo scope);

/* doc_comments.c: in JavaScript alone */
/* The type that the comment of the function gives to a parameter, by its name,
 * or by its position where it has none; 0: none. */
ExprNo language_ts_doc_parameter(LanguageBuild *build, DefNo def, Str name, unsigned position, NodeNo node);
void language_ts_doc_templates(LanguageBuild *build, DefNo def, NodeNo node); /* in the open scope */
ExprNo language_ts_doc_base(LanguageBuild *build, DefNo def, NodeNo node);    /* a class's, with type arguments; 0: none */
void language_ts_doc_result(LanguageBuild *build, DefNo def, NodeNo node);
/* The type that a comment directly before the node gives; 0: none. */
ExprNo language_ts_doc_type_before(LanguageBuild *build, NodeNo node);
ExprNo language_ts_doc_variable(LanguageBuild *build, NodeNo declaration, NodeNo value);
ExprNo language_ts_expr_parenthesized(LanguageBuild *build, NodeNo node, unsigned role);
void language_ts_doc_define(LanguageBuild *build, NodeNo root); /* `@typedef`, `@import` */

/* jsx.c */
ExprNo language_ts_expr_jsx(LanguageBuild *build, NodeNo node, unsigned role);

/* types.c, computed_types.c */
ExprNo language_ts_type_predefined(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_identifier(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_nested(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_generic(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_union(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_array(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_tuple(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_rest(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_function(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_object(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_query(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_keyof(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_lookup(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_literal(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_conditional(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_this(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_template(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_predicate(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_asserts(LanguageBuild *build, NodeNo node);
ExprNo language_ts_type_member(LanguageBuild *build, NodeNo node);

/* modules.c */
void language_ts_begin_module(LanguageBuild *build, NodeNo root);
void language_ts_visit_import(LanguageBuild *build, NodeNo node);
void language_ts_visit_import_alias(LanguageBuild *build, NodeNo node);
void language_ts_visit_export(LanguageBuild *build, NodeNo node);
void language_ts_export(LanguageBuild *build, NameId name, DefNo def, ExprNo value, NodeNo node);
/* The value of `node` is all that the module is. */
/* `naming`: for a function or class without a name; may be NULL. */
ExprNo language_ts_export_whole(LanguageBuild *build, NodeNo node, TsNaming *naming);
ExprNo language_ts_exports(LanguageBuild *build, NodeNo node); /* CommonJS: `exports` as a value */
ExprNo language_ts_module(LanguageBuild *build, NodeNo source);
void language_ts_finish_module(LanguageBuild *build);

/* repair.c */
bool language_ts_repair(Str text, char *copy);

/* find_module.c */
void language_ts_find_module(LanguageWorld *world, const Facts *facts, const Import *import,
                             WorldFile from, LanguageModule *ret_module);

/* package.c: LanguageHome.read_package. */
bool language_ts_read_package(Arena *arena, Str path, Str text, LanguagePackage *ret_package);

/* tables.c */
extern const LanguageTableCall language_ts_table_calls[];

#endif
