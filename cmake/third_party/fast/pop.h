/* Taken into the core's stack.c. Nearly always the stack is one line: each
 * node has one link. Then popping needs no iterators: count, then fill the
 * array from its end. The result is what the general way gives: one slice, in a
 * new version. False: the stack forks here, go the general way. */
static inline bool stack__pop_line(Stack *self, StackVersion version, uint32_t count) {
  StackNode *top = array_get(&self->heads, version)->node;
  StackNode *below = top;
  uint32_t size = 0;
  for (uint32_t popped = 0; popped < count;) {
    if (below->link_count != 1) return false;
    Subtree subtree = below->links[0].subtree;
    if (subtree.ptr) size++;
    if (!subtree.ptr || !ts_subtree_extra(subtree)) popped++;
    below = below->links[0].node;
  }

  SubtreeArray subtrees = array_new();
  /* With room for the node that will be made of them. */
  array_reserve(&subtrees, (uint32_t)(ts_subtree_alloc_size(size) / sizeof(Subtree)));
  subtrees.size = size;
  for (StackNode *at = top; at != below; at = at->links[0].node) {
    Subtree subtree = at->links[0].subtree;
    if (!subtree.ptr) continue;
    subtrees.contents[--size] = subtree;
    ts_subtree_retain(subtree);
  }

  array_clear(&self->slices);
  StackSlice slice = {subtrees, ts_stack__add_version(self, version, below)};
  array_push(&self->slices, slice);
  return true;
}
