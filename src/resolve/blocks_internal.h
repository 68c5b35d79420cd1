/* Blocks: members and bases that a type is given outside of its definition. */
#ifndef FATHOM_RESOLVE_BLOCKS_INTERNAL_H
#define FATHOM_RESOLVE_BLOCKS_INTERNAL_H

#include "src/resolve/run_internal.h"

#define BLOCKS_MAX 48

/* A type without a name that stands for another (Def.type) and says what that
 * one is called (Def.receiver). */
static inline bool resolve_is_block(const Def *def) {
  return (def->flags & DEF_ANONYMOUS) && def->kind == SYMBOL_TYPE && def->type && def->receiver.value;
}

typedef struct BlockMember {
  View *view;
  DefNo def;
  TermId block; /* with what its type parameters stand for */
  bool is_own;  /* the block names no base: the member is the type's alone */
} BlockMember;

typedef struct BlockMembers {
  TermId type; /* an instance: whose members are asked for */
  BlockMember items[BLOCKS_MAX];
  uint32_t count;
  bool has_own;
} BlockMembers;

/* Members of that name in blocks for `members->type`, whose definition is in
 * `view`; they are added to the list. */
void resolve_block_members(Run *run, View *view, NameId name, BlockMembers *members);
/* All blocks with bases that are for the type, as instances in terms of its own
 * parameters. */
uint32_t resolve_blocks_of(Run *run, View *view, DefNo type, TermId ret_blocks[BLOCKS_MAX]);

#endif
