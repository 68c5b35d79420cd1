/* From the library's tree to a flat one, with the library's cursor. */
#include "src/parse/parse_internal.h"

/* On the heap and kept between files: most trees fit into what the last one
 * needed. */
void parse_grow_nodes(ParseNodes *nodes) {
  nodes->cap = nodes->cap ? nodes->cap * 2 : 4096;
  nodes->items = arena_heap_grow(nodes->items, nodes->cap * sizeof(SyntaxNode));
}

/* The library's words for a node, as the flat tree keeps them. */
static uint8_t flags_of(TSNode node) {
  unsigned flags = 0;
  if (ts_node_is_named(node)) flags |= SYNTAX_NAMED;
  if (ts_node_is_error(node)) flags |= SYNTAX_ERROR;
  if (ts_node_is_missing(node)) flags |= SYNTAX_MISSING;
  if (ts_node_has_error(node)) flags |= SYNTAX_BROKEN;
  if (ts_node_is_extra(node)) flags |= SYNTAX_EXTRA;
  return (uint8_t)flags;
}

/* Symbols beyond the table are the library's own for errors. */
static SyntaxNode convert(const ParseGrammar *grammar, const TSTreeCursor *cursor) {
  TSNode node = ts_tree_cursor_current_node(cursor);
  TSSymbol symbol = ts_node_symbol(node);
  return (SyntaxNode){
      .from = ts_node_start_byte(node),
      .to = ts_node_end_byte(node),
      .kind = symbol < grammar->symbol_count ? grammar->kinds[symbol] : grammar->error_kind,
      .field = grammar->fields[ts_tree_cursor_current_field_id(cursor)],
      .flags = flags_of(node),
  };
}

/* The kept nodes that are open, outermost first. A node that is not kept
 * leaves its children to the one around it. */
typedef struct Open {
  NodeNo node;
  NodeNo last;     /* child added to it */
  uint32_t depth;  /* in the library's tree */
} Open;

/* The state of one walk; `open` is a stack on the heap, as a tree may be
 * deeper than a thread's stack allows. */
typedef struct Walk {
  const ParseGrammar *grammar;
  ParseNodes *nodes;
  Open *open;
  size_t open_count;
  size_t open_cap;
} Walk;

/* Signs and keywords that mean nothing to the language are dropped, and
 * their children given to the node around: the flat tree holds about a third
 * of the nodes. */
static void enter(Walk *walk, SyntaxNode node, uint32_t depth) {
  while (walk->open_count && walk->open[walk->open_count - 1].depth >= depth) walk->open_count--;
  if (!(node.flags & SYNTAX_NAMED) && !node.kind && !node.field) return;
  Open *around = walk->open_count ? &walk->open[walk->open_count - 1] : NULL;
  NodeNo number =
      parse_add_node(walk->nodes, around ? around->node : 0, around ? around->last : 0, node);
  if (around) around->last = number;
  if (walk->open_count == walk->open_cap) {
    walk->open_cap = walk->open_cap ? walk->open_cap * 2 : 64;
    walk->open = arena_heap_grow(walk->open, walk->open_cap * sizeof(Open));
  }
  walk->open[walk->open_count++] = (Open){.node = number, .depth = depth};
}

/* Depth first, so that parents come before children and numbers follow the
 * text. */
void parse_walk_cursor(const ParseGrammar *grammar, const TSTree *tree, ParseNodes *nodes) {
  Walk walk = {.grammar = grammar, .nodes = nodes};
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
  parse_add_node(nodes, 0, 0, (SyntaxNode){0}); /* the unused first */
  uint32_t depth = 0;
  bool more = true;
  while (more) {
    enter(&walk, convert(grammar, &cursor), depth);
    if (ts_tree_cursor_goto_first_child(&cursor)) {
      depth++;
      continue;
    }
    while (!(more = ts_tree_cursor_goto_next_sibling(&cursor)) && depth > 0) {
      ts_tree_cursor_goto_parent(&cursor);
      depth--;
    }
  }
  ts_tree_cursor_delete(&cursor);
  free(walk.open);
}

/* Node 0 is the unused first one: it was marked as a parent by the root. */
void parse_walk(const ParseGrammar *grammar, const TSTree *tree, ParseNodes *nodes) {
  nodes->count = 0;
  if (grammar->steps) {
    parse_walk_raw(grammar, tree, nodes);
  } else {
    parse_walk_cursor(grammar, tree, nodes);
  }
  nodes->items[0].flags = 0;
}
