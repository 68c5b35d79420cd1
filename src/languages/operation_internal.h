/* Operations: documents in the language of GraphQL that a program keeps as texts.
 * Any bytes give an answer; what is no document gives nothing. */
#ifndef FATHOM_LANGUAGES_OPERATION_INTERNAL_H
#define FATHOM_LANGUAGES_OPERATION_INTERNAL_H

#include "src/languages/language.h"

typedef enum OperationKind { OPERATION_QUERY, OPERATION_MUTATION, OPERATION_SUBSCRIPTION, OPERATION_FRAGMENT } OperationKind;

typedef struct Operation {
  OperationKind kind;
  Range name; /* empty: it has none */
  Range whole;
  uint32_t fields, field_count;   /* that it asks for first, in Operations.names */
  uint32_t spreads, spread_count; /* fragments that it takes in, likewise */
} Operation;
typedef struct Operations {
  VEC(Operation) list;
  VEC(Range) names;
} Operations;

/* Whether a text begins like a document, comments and blanks left out. */
bool language_operation_begins(Str text);
void language_operations_read(Arena *arena, Str text, Operations *ret_operations);
/* Of a file that is a document: what its operations ask for, and the fields of root
 * types, which the same routes answer. */
void language_ask_documents(LanguageBuild *build);
/* What routes that answer such an operation begin with; NULL: none do. */
const char *language_operation_method(OperationKind kind);

#endif
