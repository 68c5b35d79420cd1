/* Inside parse: grammars with a language's numbers for their names, and the
 * walk from a tree of the library to a flat one. */
#ifndef FATHOM_PARSE_PARSE_INTERNAL_H
#define FATHOM_PARSE_PARSE_INTERNAL_H

#include <tree_sitter/api.h>

#include "src/parse/memory_internal.h"
#include "src/parse/parse.h"

typedef struct ParseSteps ParseSteps;
typedef struct ParseQuick ParseQuick;

/* A language's grammar; made once per process, never freed. The tables have
 * an entry for each number of the grammar. */
typedef struct ParseGrammar {
  const TSLanguage *tables; /* as they come */
  ParseQuick *quick;        /* what is read with; shared by languages of one grammar */
  uint32_t symbol_count;
  uint32_t field_count;
  uint16_t *kinds;     /* of symbols: the language's number, 0: none */
  uint8_t *fields;     /* of fields, likewise */
  uint16_t error_kind; /* of "ERROR", which has no symbol */
  ParseSteps *steps;   /* what the raw walk needs; NULL: it is not there */
} ParseGrammar;

/* Any thread. ERR_UNAVAILABLE: no such module or one that does not fit. */
Err parse_grammar(Job *job, const Language *language, const ParseGrammar **ret_grammar) MUST_CHECK;

/* The tables in the form that is quickest to look up; never freed. */
const TSLanguage *parse_tables_open(const TSLanguage *tables);

/* Never freed. */
ParseQuick *parse_quick_open(const TSLanguage *source);
/* Any thread. What a text of so many bytes is to be read with. */
const TSLanguage *parse_quick_tables(ParseQuick *quick, size_t bytes);

/* ERR_UNAVAILABLE with words when there is no module of this name. */
Err parse_load_module(Job *job, const char *name, const TSLanguage **ret_tables) MUST_CHECK;

/* A tree under construction; its memory is used again for the next one. */
typedef struct ParseNodes {
  SyntaxNode *items;
  uint32_t count;
  uint32_t cap;
} ParseNodes;

void parse_grow_nodes(ParseNodes *nodes);

/* Appends a node and links it to its parent and to the sibling before it
 * (0: it is the first child). Returns its number. */
static inline NodeNo parse_add_node(ParseNodes *nodes, NodeNo parent, NodeNo before, SyntaxNode node) {
  if (nodes->count == nodes->cap) parse_grow_nodes(nodes);
  NodeNo number = nodes->count++;
  node.parent = parent;
  nodes->items[number] = node;
  if (before) {
    nodes->items[before].next = number;
  } else {
    /* Node 0 is nobody's parent; marking it spares a question. */
    nodes->items[parent].flags |= SYNTAX_PARENT;
  }
  return number;
}

/* From the library's tree to `nodes`, which it empties first. */
void parse_walk(const ParseGrammar *grammar, const TSTree *tree, ParseNodes *nodes);

/* The two ways of doing it, with the same result; they append. */
void parse_walk_cursor(const ParseGrammar *grammar, const TSTree *tree, ParseNodes *nodes);
void parse_walk_raw(const ParseGrammar *grammar, const TSTree *tree, ParseNodes *nodes);

/* NULL when this build has no raw walk. */
ParseSteps *parse_steps_open(const ParseGrammar *grammar);
void parse_steps_close(ParseSteps *steps);

#endif
