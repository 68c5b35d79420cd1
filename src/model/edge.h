/* Edges: how symbols are connected, by which rule, and how sure that is. */
#ifndef FATHOM_MODEL_EDGE_H
#define FATHOM_MODEL_EDGE_H

#include "src/base/str.h"
#include "src/model/facts.h"

/* The numbers are stored: append only. */
#define EDGE_KINDS(X)                \
  X(EDGE_CALLS, "calls")             \
  X(EDGE_INSTANTIATES, "instantiates") \
  X(EDGE_REFERENCES, "references")   /* a function or type used as a value */ \
  X(EDGE_READS, "reads")             \
  X(EDGE_WRITES, "writes")           \
  X(EDGE_TYPE_OF, "type_of")         /* used as a type */ \
  X(EDGE_EXTENDS, "extends")         \
  X(EDGE_IMPLEMENTS, "implements")   \
  X(EDGE_OVERRIDES, "overrides")     \
  X(EDGE_IMPORTS, "imports")         \
  X(EDGE_EXPORTS, "exports")         \
  X(EDGE_CONTAINS, "contains")       /* not stored: a symbol knows its container */ \
  X(EDGE_DECORATES, "decorates")     \
  X(EDGE_TESTS, "tests")             \
  X(EDGE_LINKS, "links")             /* heuristic: wired by something that is no call */ \
  X(EDGE_RENDERS, "renders")         \
  X(EDGE_EXPANDS, "expands")         /* use of a macro */

/* How an edge was found. Confidence is a property of the rule. */
#define EDGE_RULES(X)                                                              \
  /*  rule             word         confidence */                                 \
  X(RULE_SCOPE, "scope", "exact")         /* found in an enclosing scope */        \
  X(RULE_IMPORT, "import", "exact")       /* through an import */                  \
  X(RULE_MEMBER, "member", "exact")       /* static member, module member */       \
  X(RULE_GLOBAL, "global", "exact")       /* one external definition of the name */ \
  X(RULE_SELF, "self", "exact")           /* member of this or super */            \
  X(RULE_TYPE, "type", "inferred")        /* member of a declared type */          \
  X(RULE_FLOW, "flow", "inferred")        /* member of a type that values carried */ \
  X(RULE_OVERLOAD, "overload", "inferred") /* chosen by arguments */               \
  X(RULE_ANY_OF, "any_of", "candidate")   /* one of several the language may pick */ \
  X(RULE_DISPATCH, "dispatch", "candidate") /* an implementation of what is called */ \
  X(RULE_CALLBACK, "callback", "heuristic") /* passed to what calls its parameter */ \
  X(RULE_TABLE, "table", "heuristic")     /* assigned to a function pointer or table that is called */ \
  X(RULE_EVENT, "event", "heuristic")     \
  X(RULE_ROUTE, "route", "inferred")      /* told to a framework, known by import */ \
  X(RULE_RENDER, "render", "heuristic")   \
  X(RULE_MACRO, "macro", "inferred")      /* spelled in a macro's argument or body */ \
  X(RULE_SERVER, "server", "verified")                                            \
  X(RULE_REQUEST, "request", "heuristic") /* asks for the path of a route */ \
  X(RULE_MODEL, "model", "inferred")      /* a type that stands for a table of a database */ \
  X(RULE_QUERY, "query", "inferred")      /* a statement for a database, in a text, names the table or column */ \
  X(RULE_QUERY_ANY, "query_any_of", "candidate") /* likewise, where several files define it */ \
  X(RULE_SERVICE, "service", "inferred")  /* a procedure of a service, known by the name of what was made of it */ \
  X(RULE_SHAPE, "shape", "inferred")      /* member of the one type that has all that is asked of the value */

typedef enum EdgeKind {
#define EDGE_ENUM_ROW(kind, word) kind,
  EDGE_KINDS(EDGE_ENUM_ROW)
#undef EDGE_ENUM_ROW
  EDGE_KIND_COUNT
} EdgeKind;

typedef enum EdgeRule {
#define EDGE_RULE_ROW(rule, word, confidence) rule,
  EDGE_RULES(EDGE_RULE_ROW)
#undef EDGE_RULE_ROW
  EDGE_RULE_COUNT
} EdgeRule;

/* Words as answers, the store and exports use them; constant text. A number
 * out of range gives "unknown": it may come from a damaged store. */
const char *edge_kind_word(EdgeKind kind);
const char *edge_rule_word(EdgeRule rule);
const char *edge_rule_confidence(EdgeRule rule);

/* Symbols that no definition makes, such as routes, have numbers from here on,
 * in edges and in the store. */
#define EDGE_MADE_FIRST 0xFF000u
#define EDGE_MADE_MAX 4096u

/* An edge out of one file. Files are numbers of whoever made the edge. */
typedef struct Edge {
  uint8_t kind;
  uint8_t rule;
  DefNo from;        /* in the file; 0: the file itself */
  uint32_t file;     /* the target's */
  DefNo to;          /* 0: the file itself */
  uint32_t line;     /* of the site */
  uint32_t column;
  uint32_t wired_file; /* heuristic: where it was wired; 0: at the site */
  uint32_t wired_line;
} Edge;

#endif
