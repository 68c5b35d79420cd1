/* Syntax: one file's syntax tree as a flat array, in order of appearance.
 * parse/ makes it from whatever read the text; languages walk it. A node's
 * kind and field are the numbers of its language's own lists (language.h), so
 * that languages switch on names of theirs and never see a parser. */
#ifndef FATHOM_MODEL_SYNTAX_H
#define FATHOM_MODEL_SYNTAX_H

#include <stdbool.h>

#include "src/base/pack.h"
#include "src/model/span.h"

enum {
  SYNTAX_NAMED = 1 << 0,   /* stands for a rule, not for a keyword or a sign */
  SYNTAX_ERROR = 1 << 1,   /* text the grammar could not read */
  SYNTAX_MISSING = 1 << 2, /* made up by the parser to go on: empty */
  SYNTAX_BROKEN = 1 << 3,  /* an error or a missing node is inside */
  SYNTAX_EXTRA = 1 << 4,   /* may stand anywhere: comments */
  SYNTAX_PARENT = 1 << 5   /* has children: the first one follows it */
};

typedef struct SyntaxNode {
  uint32_t from, to; /* bytes */
  uint32_t parent;   /* 0: none */
  uint32_t next;     /* sibling; 0: the last one */
  uint16_t kind;     /* in the language's list of kinds; 0: none of them */
  uint8_t field;     /* in the language's list of fields; 0: none of them */
  uint8_t flags;     /* SYNTAX_... */
} SyntaxNode;

/* A node's place in the array; 0 is no node, 1 the root. */
typedef uint32_t NodeNo;

typedef struct Syntax {
  Str text;
  Str read; /* what the grammar was given for it: as long, the same but for markup around code */
  const SyntaxNode *nodes;
  uint32_t count;       /* with the unused first */
  const uint32_t *line_starts; /* byte at which each line begins */
  uint32_t line_count;
  const struct SyntaxPart *parts; /* in other languages, of the same text */
  uint32_t part_count;
} Syntax;

typedef struct SyntaxPart {
  const char *language;
  Syntax syntax; /* has no parts itself */
} SyntaxPart;

static inline NodeNo syntax_first(const Syntax *syntax, NodeNo node) {
  return syntax->nodes[node].flags & SYNTAX_PARENT ? node + 1 : 0;
}
static inline NodeNo syntax_next(const Syntax *syntax, NodeNo node) { return syntax->nodes[node].next; }
static inline NodeNo syntax_parent(const Syntax *syntax, NodeNo node) { return syntax->nodes[node].parent; }
static inline unsigned syntax_kind(const Syntax *syntax, NodeNo node) { return syntax->nodes[node].kind; }
static inline bool syntax_is_named(const Syntax *syntax, NodeNo node) {
  return syntax->nodes[node].flags & SYNTAX_NAMED;
}

/* for (NodeNo c = syntax_first(s, n); c; c = syntax_next(s, c)) */

/* The first child in this field; 0 when there is none, or for node 0. */
NodeNo syntax_field(const Syntax *syntax, NodeNo node, unsigned field);
/* The first child of this kind; 0 when there is none, or for node 0. */
NodeNo syntax_child(const Syntax *syntax, NodeNo node, unsigned kind);
/* The nth (from 0) named child that is no comment; 0 when there is none. */
NodeNo syntax_named(const Syntax *syntax, NodeNo node, unsigned nth);
unsigned syntax_named_count(const Syntax *syntax, NodeNo node);
Str syntax_text(const Syntax *syntax, NodeNo node); /* empty for 0 */
Span syntax_span(const Syntax *syntax, NodeNo node);
/* Line and column, from 1, of a byte. */
uint32_t syntax_line(const Syntax *syntax, uint32_t byte);
uint32_t syntax_column(const Syntax *syntax, uint32_t byte);

/* The tree without its lines, a quarter of its size; what does not fit is the
 * buffer's overflow. */
void syntax_pack(Buf *out, const Syntax *syntax);
/* The same tree again, in the arena, for the same text, which it borrows. False:
 * the bytes are no tree of it. */
bool syntax_unpack(Str bytes, Str text, Arena *arena, Syntax *ret_syntax) MUST_CHECK;

#endif
