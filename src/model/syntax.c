/* Questions to a flat syntax tree. */
#include "src/model/syntax.h"

/* Node 0 is none and has nothing, so that questions can be chained without
 * asking in between. */
NodeNo syntax_field(const Syntax *syntax, NodeNo node, unsigned field) {
  if (!node || !field) return 0;
  for (NodeNo child = syntax_first(syntax, node); child; child = syntax_next(syntax, child)) {
    if (syntax->nodes[child].field == field) return child;
  }
  return 0;
}

NodeNo syntax_child(const Syntax *syntax, NodeNo node, unsigned kind) {
  if (!node || !kind) return 0;
  for (NodeNo child = syntax_first(syntax, node); child; child = syntax_next(syntax, child)) {
    if (syntax->nodes[child].kind == kind) return child;
  }
  return 0;
}

/* Comments may stand anywhere and are not counted among the children that a
 * grammar numbers. */
static bool counts(const Syntax *syntax, NodeNo node) {
  unsigned flags = syntax->nodes[node].flags;
  return (flags & SYNTAX_NAMED) && !(flags & SYNTAX_EXTRA);
}

/* Counted from zero. */
NodeNo syntax_named(const Syntax *syntax, NodeNo node, unsigned nth) {
  if (!node) return 0;
  for (NodeNo child = syntax_first(syntax, node); child; child = syntax_next(syntax, child)) {
    if (counts(syntax, child) && nth-- == 0) return child;
  }
  return 0;
}

unsigned syntax_named_count(const Syntax *syntax, NodeNo node) {
  unsigned count = 0;
  if (!node) return 0;
  for (NodeNo child = syntax_first(syntax, node); child; child = syntax_next(syntax, child)) {
    if (counts(syntax, child)) count++;
  }
  return count;
}

Str syntax_text(const Syntax *syntax, NodeNo node) {
  if (!node) return STR_EMPTY;
  return str_slice(syntax->text, syntax->nodes[node].from, syntax->nodes[node].to);
}

/* The line, from 0, that holds the byte. */
static uint32_t find_line(const Syntax *syntax, uint32_t byte) {
  uint32_t low = 0;
  uint32_t high = syntax->line_count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (syntax->line_starts[middle] <= byte) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

uint32_t syntax_line(const Syntax *syntax, uint32_t byte) { return find_line(syntax, byte) + 1; }

uint32_t syntax_column(const Syntax *syntax, uint32_t byte) {
  return byte - syntax->line_starts[find_line(syntax, byte)] + 1;
}

/* Lines and columns count from one, columns in bytes. */
Span syntax_span(const Syntax *syntax, NodeNo node) {
  if (!node) return (Span){0};
  const SyntaxNode *at = &syntax->nodes[node];
  uint32_t line = find_line(syntax, at->from);
  uint32_t end_line = line;
  /* Most nodes end on the line they begin on. */
  if (line + 1 < syntax->line_count && syntax->line_starts[line + 1] <= at->to) {
    end_line = find_line(syntax, at->to);
  }
  return (Span){
      .from = at->from,
      .to = at->to,
      .line = line + 1,
      .column = at->from - syntax->line_starts[line] + 1,
      .end_line = end_line + 1,
      .end_column = at->to - syntax->line_starts[end_line] + 1,
  };
}
