/* Trees as bytes. A node is a byte of its flags and whether it is its parent's
 * last child, its kind and field, and its place as the difference to the node
 * before: some five bytes instead of twenty. Who is whose parent and sibling
 * follows from the order, the flag that says that children follow, and the mark
 * of the last one. Lines are not kept: whoever asks for them has the text. */
#include "src/model/syntax.h"

enum { LAST = 1 << 6, FLAGS = LAST - 1, NODE_BYTES = 4 };

void syntax_pack(Buf *out, const Syntax *syntax) {
  uint32_t from = 0;
  pack_number(out, syntax->count ? syntax->count - 1 : 0);
  for (NodeNo i = 1; i < syntax->count; i++) {
    const SyntaxNode *node = &syntax->nodes[i];
    pack_number(out, (node->flags & FLAGS) | (node->next ? 0u : LAST));
    pack_number(out, (uint64_t)node->kind << 1 | (node->field != 0));
    if (node->field) pack_number(out, node->field);
    pack_signed(out, (int64_t)node->from - from);
    pack_number(out, node->to - node->from);
    from = node->from;
  }
}

/* Reads one node; its parent and sibling are the caller's. */
static bool read_node(PackReader *in, size_t text, uint32_t before, SyntaxNode *node) {
  uint32_t head = pack_read_32(in), kind = pack_read_32(in);
  uint32_t field = kind & 1 ? pack_read_32(in) : 0;
  uint32_t from = pack_read_moved(in, before), size = pack_read_32(in);
  if (head > (LAST | FLAGS) || kind >> 1 > UINT16_MAX || field > UINT8_MAX || from > text || size > text - from) pack_spoil(in);
  *node = (SyntaxNode){.from = from, .to = from + size, .kind = (uint16_t)(kind >> 1), .field = (uint8_t)field,
                       .flags = (uint8_t)(head & FLAGS)};
  return head & LAST;
}

/* While a node's children are read, its own `next` is the one read last. */
static bool read_nodes(PackReader *in, size_t text, SyntaxNode *nodes, size_t count) {
  NodeNo parent = 0;
  bool is_over = false; /* the root's last child, or the root itself, was read */
  for (NodeNo i = 1; i <= count && !in->bad && !is_over; i++) {
    bool is_last = read_node(in, text, i > 1 ? nodes[i - 1].from : 0, &nodes[i]);
    nodes[i].parent = parent;
    if (parent && nodes[parent].next) nodes[nodes[parent].next].next = i;
    if (parent) nodes[parent].next = i;
    /* Whether a parent was the last of its own is kept as its highest flag. */
    if (is_last) nodes[i].flags |= LAST;
    if (nodes[i].flags & SYNTAX_PARENT) {
      parent = i;
      continue;
    }
    for (NodeNo done = i; done && nodes[done].flags & LAST; done = nodes[done].parent) {
      nodes[done].flags &= FLAGS;
      if (nodes[done].parent) nodes[nodes[done].parent].next = 0;
      parent = nodes[done].parent ? nodes[nodes[done].parent].parent : 0;
      is_over = !nodes[done].parent;
    }
  }
  return is_over;
}

bool syntax_unpack(Str bytes, Str text, Arena *arena, Syntax *ret_syntax) {
  PackReader in = pack_reader(bytes);
  size_t count = pack_read_count(&in, NODE_BYTES);
  if (in.bad || count >= UINT32_MAX) return false;
  SyntaxNode *nodes = ARENA_ARRAY(arena, SyntaxNode, count + 1);
  bool is_whole = !count || read_nodes(&in, text.len, nodes, count);
  *ret_syntax = (Syntax){.text = text, .read = text, .nodes = nodes, .count = (uint32_t)count + 1};
  return is_whole && pack_is_done(&in);
}
