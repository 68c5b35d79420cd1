/* Symbols: what can have a name in code. The kinds are defined once, here;
 * their words are used in answers, arguments and the store's dump. */
#ifndef FATHOM_MODEL_SYMBOL_H
#define FATHOM_MODEL_SYMBOL_H

#include "src/base/str.h"

/* The numbers are stored: append only. */
#define SYMBOL_KINDS(X)               \
  X(SYMBOL_FILE, "file")              \
  X(SYMBOL_MODULE, "module")          \
  X(SYMBOL_NAMESPACE, "namespace")    \
  X(SYMBOL_PACKAGE, "package")        \
  X(SYMBOL_CLASS, "class")            \
  X(SYMBOL_STRUCT, "struct")          \
  X(SYMBOL_UNION, "union")            \
  X(SYMBOL_INTERFACE, "interface")    \
  X(SYMBOL_TRAIT, "trait")            \
  X(SYMBOL_PROTOCOL, "protocol")      \
  X(SYMBOL_ENUM, "enum")              \
  X(SYMBOL_ENUM_MEMBER, "enum_member") \
  X(SYMBOL_TYPE, "type")              \
  X(SYMBOL_FUNCTION, "function")      \
  X(SYMBOL_METHOD, "method")          \
  X(SYMBOL_CONSTRUCTOR, "constructor") \
  X(SYMBOL_PROPERTY, "property")      \
  X(SYMBOL_FIELD, "field")            \
  X(SYMBOL_VARIABLE, "variable")      \
  X(SYMBOL_CONSTANT, "constant")      \
  X(SYMBOL_MACRO, "macro")            \
  X(SYMBOL_COMPONENT, "component")    \
  X(SYMBOL_ROUTE, "route")            \
  X(SYMBOL_TEST, "test")              \
  X(SYMBOL_SECTION, "section") /* of a text, a page or a set of data: what a heading begins */

typedef enum SymbolKind {
#define SYMBOL_ENUM_ROW(kind, word) kind,
  SYMBOL_KINDS(SYMBOL_ENUM_ROW)
#undef SYMBOL_ENUM_ROW
  SYMBOL_KIND_COUNT
} SymbolKind;

/* "file|module|...", for the choices of an argument. */
#define SYMBOL_CHOICE_ROW(kind, word) "|" word
#define SYMBOL_CHOICES (&(SYMBOL_KINDS(SYMBOL_CHOICE_ROW))[1])

/* "file, module, ...", for messages. */
#define SYMBOL_COMMA_ROW(kind, word) ", " word
#define SYMBOL_WORDS (&(SYMBOL_KINDS(SYMBOL_COMMA_ROW))[2])

/* Constant text; a number out of range gives the word for an unknown kind. */
const char *symbol_kind_word(SymbolKind kind);
/* False: no kind is called so, and nothing is written. */
bool symbol_kind_from_word(Str word, SymbolKind *ret_kind) MUST_CHECK;
/* Functions, methods, constructors: what is declared inside is local. */
bool symbol_kind_is_callable(SymbolKind kind);
/* Classes, interfaces, enumerations, aliases: what values may be of. */
bool symbol_kind_is_type(SymbolKind kind);

#endif
