# fathom_patch_core(<to>): the core's sources with our changes. Each change
# names the text it replaces, which must be there exactly once.
function(fathom_replace variable old new)
  set(text "${${variable}}")
  string(FIND "${text}" "${old}" first)
  string(FIND "${text}" "${old}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "A source of the tree-sitter core is not as expected: it has no single\n${old}")
  endif()
  string(REPLACE "${old}" "${new}" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# Written only when it changed, so that nothing is compiled again for nothing.
function(fathom_write file text)
  file(WRITE ${file}.new "${text}")
  file(COPY_FILE ${file}.new ${file} ONLY_IF_DIFFERENT)
  file(REMOVE ${file}.new)
endfunction()

function(fathom_patch_core to)
  file(GLOB files ${core}/src/*)
  list(FILTER files EXCLUDE REGEX "/(stack|parser)\\.c$")
  file(COPY ${files} DESTINATION ${to})

  # A new stack node has room for eight links and uses one: the others need no
  # clearing. Popping takes the short way where the stack does not fork.
  file(READ ${core}/src/stack.c text)
  fathom_replace(text "  *node = (StackNode) {
    .ref_count = 1,
    .link_count = 0,
    .state = state
  };
" "  node->ref_count = 1;
  node->link_count = 0;
  node->state = state;
  node->node_count = 0;
  node->dynamic_precedence = 0;
")
  fathom_replace(text "StackSliceArray ts_stack_pop_count(" "#include \"pop.h\"
StackSliceArray ts_stack_pop_count(")
  fathom_replace(text "  return stack__iter(self, version, pop_count_callback,"
                      "  if (stack__pop_line(self, version, count)) return self->slices;
  return stack__iter(self, version, pop_count_callback,")

  # Letting go of a forked stack calls itself once per fork, which a text of
  # nothing but opening brackets can make too deep; a list does not.
  fathom_replace(text "recur:
  ts_assert(self->ref_count != 0);" "  StackNodeArray later = array_new();
recur:
  ts_assert(self->ref_count != 0);")
  fathom_replace(text "  if (self->ref_count > 0) return;

  StackNode *first_predecessor" "  if (self->ref_count > 0) {
    if (later.size > 0) {
      self = array_pop(&later);
      goto recur;
    }
    array_delete(&later);
    return;
  }

  StackNode *first_predecessor")
  fathom_replace(text "      stack_node_release(link.node, pool, subtree_pool);
    }" "      array_push(&later, link.node);
    }")
  fathom_replace(text "  if (first_predecessor) {
    self = first_predecessor;
    goto recur;
  }
" "  if (!first_predecessor && later.size > 0) first_predecessor = array_pop(&later);
  if (first_predecessor) {
    self = first_predecessor;
    goto recur;
  }
  array_delete(&later);
")
  fathom_write(${to}/stack.c "${text}")

  # Balancing rearranges repetitions so that later edits touch less of a tree.
  # Nearly all of ours are read once and forgotten, and the nodes one sees stay
  # the same.
  file(READ ${core}/src/parser.c text)
  fathom_replace(text "  if (!ts_parser__balance_subtree(self)) {" "  if (false && !ts_parser__balance_subtree(self)) {")
  fathom_write(${to}/parser.c "${text}")
endfunction()
