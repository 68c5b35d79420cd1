/* What linked repositories have to do with symbols of this one. */
#ifndef FATHOM_TOOLS_KIT_LINKED_INTERNAL_H
#define FATHOM_TOOLS_KIT_LINKED_INTERNAL_H

#include "src/tools/kit/graph_internal.h"

#define TOOL_LINKED_MAX 32

/* Of one repository: who refers to the symbols there. */
typedef struct ToolLinkedUsers {
  Str root;
  QueryInwards users;
  size_t reached, files; /* with depth over 1: symbols, users included, and their files */
  bool is_partial;       /* it is not wholly indexed yet */
} ToolLinkedUsers;

typedef struct ToolLinked {
  QueryOutwards outward; /* what the symbols refer to elsewhere */
  ToolLinkedUsers *users; /* those repositories that have any, or cannot tell yet */
  size_t user_count;
} ToolLinked;

typedef struct ToolLinkedAsk {
  const StoreSymbol *symbols;
  size_t count;
  bool outward, inward;
  unsigned depth; /* from 1 */
} ToolLinkedAsk;
Err tool_linked_look(ToolCall *call, ToolGraph *graph, const ToolLinkedAsk *ask, ToolLinked *ret_linked) MUST_CHECK;
/* As words, under headings; nothing where there is nothing. */
void tool_linked_show(ToolCall *call, const ToolLinked *linked);
/* The fields linkedCalls and linkedCallers. */
void tool_linked_write(ToolCall *call, const ToolLinked *linked);
extern const ToolField tool_linked_row[];
#define TOOL_LINKED_ROWS                                                                                            \
  {"linkedCalls", TOOL_OBJECTS, .help = "what it refers to in linked repositories", .fields = tool_linked_row},      \
  {"linkedCallers", TOOL_OBJECTS, .help = "who refers to it in linked repositories", .fields = tool_linked_row}

#endif
