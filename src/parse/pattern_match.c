/* Matching a pattern's tree against a text's. Each node of the text is tried
 * as the beginning of a match. Names stand for equal texts wherever they come
 * again, and $$$ is tried with none first, so that the shortest match is
 * found. */
#include <string.h>

#include "src/parse/pattern_internal.h"

/* Several $$$ in a row can make the number of attempts explode; a match that
 * takes more steps is given up, and the answer says that it is cut. */
#define STEPS_MAX 20000000 /* of one text */
#define STEPS_PER_LOOK 65536

/* What placeholders stand for so far; by number - 1. */
typedef struct Bound {
  Range ranges[PATTERN_NAMES_MAX];
  bool is_set[PATTERN_NAMES_MAX];
} Bound;

typedef struct Matching {
  Job *job;
  const ParsePattern *pattern;
  const PatternWay *way;
  const Syntax *syntax;
  Bound bound;
  uint64_t steps;
  NodeNo last;   /* of the neighbours that matched last */
  bool is_over;
} Matching;

/* A row of the pattern's neighbours against a row of the text's. */
typedef struct Row {
  uint32_t at, end;  /* of the pattern's nodes */
  NodeNo node;       /* of the text's; 0: behind the last */
  NodeNo before;     /* it */
  bool open_end;     /* more may follow */
} Row;

static bool spend(Matching *matching) {
  if (++matching->steps % STEPS_PER_LOOK == 0 && job_is_stopped(matching->job)) matching->is_over = true;
  if (matching->steps > STEPS_MAX) matching->is_over = true;
  return !matching->is_over;
}

/* Comments may stand anywhere and are no part of what is compared. */
static NodeNo skip_extras(const Syntax *syntax, NodeNo node) {
  while (node && (syntax->nodes[node].flags & SYNTAX_EXTRA)) node = syntax_next(syntax, node);
  return node;
}

static Str text_of(const Syntax *syntax, Range range) { return str_slice(syntax->text, range.from, range.to); }

/* The first occurrence of a name decides; the others must have the same
 * text. */
static bool bind(Matching *matching, uint8_t name, Range range) {
  if (!name) return true;
  Bound *bound = &matching->bound;
  if (bound->is_set[name - 1]) {
    return str_eq(text_of(matching->syntax, bound->ranges[name - 1]), text_of(matching->syntax, range));
  }
  bound->is_set[name - 1] = true;
  bound->ranges[name - 1] = range;
  return true;
}

static bool match_row(Matching *matching, Row row);

/* As deep as the pattern is. */
static bool match_node(Matching *matching, const PatternNode *wanted, NodeNo node) {
  const SyntaxNode *found = &matching->syntax->nodes[node];
  if (!spend(matching)) return false;
  if (wanted->meta == PATTERN_ONE) {
    return (found->flags & SYNTAX_NAMED) && bind(matching, wanted->name, (Range){found->from, found->to});
  }
  if (wanted->kind != found->kind || wanted->is_named != (bool)(found->flags & SYNTAX_NAMED)) return false;
  if (wanted->by_text) return str_eq(wanted->text, syntax_text(matching->syntax, node));
  Row row = {.at = wanted->first, .end = wanted->first + wanted->count,
             .node = skip_extras(matching->syntax, syntax_first(matching->syntax, node))};
  return match_row(matching, row);
}

/* Between elements of lists, where $$$ may stand for none of them. */
static bool is_separator(const PatternNode *node) {
  return !node->is_named && node->by_text && node->text.len == 1 && strchr(",;", node->text.ptr[0]);
}

/* $$$ takes from row.node up to `end` (not included). Taking nothing leaves an
 * empty range behind the node before it. */
static bool take_many(Matching *matching, const Row *row, NodeNo end, NodeNo last) {
  const SyntaxNode *nodes = matching->syntax->nodes;
  uint8_t name = matching->way->nodes[row->at].name;
  uint32_t place = row->before ? nodes[row->before].to : 0;
  Range range = row->node != end ? (Range){nodes[row->node].from, nodes[last].to} : (Range){place, place};
  /* Ends of lines are signs in some languages. */
  while (range.to > range.from && strchr(" \t\r\n", matching->syntax->text.ptr[range.to - 1])) range.to--;
  return bind(matching, name, range);
}

/* From a $$$ on: as few as will do. Where it takes none, a separator beside it
 * need not be there either. */
static bool match_many(Matching *matching, Row row) {
  const PatternNode *nodes = matching->way->nodes;
  Bound before = matching->bound;
  NodeNo last = row.before;
  for (NodeNo end = row.node;; end = skip_extras(matching->syntax, syntax_next(matching->syntax, end))) {
    Row rest = {.at = row.at + 1, .end = row.end, .node = end, .before = last, .open_end = row.open_end};
    if (take_many(matching, &row, end, last) && match_row(matching, rest)) return true;
    matching->bound = before;
    if (end == row.node && row.at + 1 < row.end && is_separator(&nodes[row.at + 1])) {
      rest.at++;
      if (take_many(matching, &row, end, last) && match_row(matching, rest)) return true;
      matching->bound = before;
    }
    if (!end || !spend(matching)) return false;
    last = end;
  }
}

/* Recursion only at $$$, of which there are few. */
static bool match_row(Matching *matching, Row row) {
  const PatternNode *nodes = matching->way->nodes;
  for (; row.at < row.end; row.at++) {
    if (nodes[row.at].meta == PATTERN_MANY) return match_many(matching, row);
    bool is_optional = is_separator(&nodes[row.at]) && row.at + 1 < row.end && nodes[row.at + 1].meta == PATTERN_MANY;
    Bound before = matching->bound;
    bool fits = row.node && match_node(matching, &nodes[row.at], row.node);
    NodeNo next = row.node ? skip_extras(matching->syntax, syntax_next(matching->syntax, row.node)) : 0;
    if (is_optional) {
      Row rest = {.at = row.at + 1, .end = row.end, .node = next, .before = row.node, .open_end = row.open_end};
      if (fits && match_row(matching, rest)) return true;
      matching->bound = before;
      row.at++;
      if (!take_many(matching, &row, row.node, row.before)) return false;
      continue;
    }
    if (!fits) return false;
    row.before = row.node;
    row.node = next;
  }
  matching->last = row.before;
  return row.open_end || !row.node;
}

/* ---- all of a text ---- */

/* Only names that this match has bound; a name that occurs in one reading of
 * the pattern alone may be missing. */
static void add_found(Matching *matching, Arena *arena, Range range, ParseFounds *founds) {
  const ParsePattern *pattern = matching->pattern;
  ParseCapture *captures = ARENA_ARRAY(arena, ParseCapture, pattern->name_count + 1);
  size_t count = 0;
  for (size_t i = 0; i < pattern->name_count; i++) {
    if (matching->bound.is_set[i]) captures[count++] = (ParseCapture){pattern->names[i], matching->bound.ranges[i]};
  }
  *vec_add(arena, founds) = (ParseFound){.range = range, .captures = captures, .capture_count = count};
}

/* With one root the node itself is matched; with several, a row of neighbours
 * that begins with it and may go on behind them. */
static void match_way(Matching *matching, Arena *arena, ParseFounds *founds) {
  const Syntax *syntax = matching->syntax;
  const PatternWay *way = matching->way;
  const PatternNode *first = &way->nodes[0];
  for (NodeNo node = 1; node < syntax->count && !matching->is_over; node++) {
    if (!first->meta && syntax->nodes[node].kind != first->kind) continue;
    if (syntax->nodes[node].flags & SYNTAX_EXTRA) continue;
    matching->bound = (Bound){0};
    Row row = {.at = 0, .end = way->root_count, .node = node, .open_end = true};
    if (way->root_count == 1 ? !match_node(matching, first, node) : !match_row(matching, row)) continue;
    NodeNo last = way->root_count == 1 ? node : matching->last;
    if (last) add_found(matching, arena, (Range){syntax->nodes[node].from, syntax->nodes[last].to}, founds);
  }
}

/* Of two that begin at the same place the longer one comes first, and is the
 * one that is kept. */
static int by_place(const void *a, const void *b) {
  const Range *x = &((const ParseFound *)a)->range, *y = &((const ParseFound *)b)->range;
  if (x->from != y->from) return x->from < y->from ? -1 : 1;
  return x->to > y->to ? -1 : x->to < y->to;
}

/* Read one way or the other, a statement may have its end or not. */
static uint32_t bare_end(Str text, Range range) {
  while (range.to > range.from && strchr("; \t\r\n", text.ptr[range.to - 1])) range.to--;
  return range.to;
}

static bool is_double(Str text, const ParseFound *a, const ParseFound *b) {
  return a->range.from == b->range.from && bare_end(text, a->range) == bare_end(text, b->range);
}

/* Several readings of a pattern find the same place. */
static void drop_doubles(Str text, ParseFounds *founds) {
  size_t kept = 0;
  if (founds->len) qsort(founds->items, founds->len, sizeof(*founds->items), by_place);
  for (size_t i = 0; i < founds->len; i++) {
    if (kept && is_double(text, &founds->items[kept - 1], &founds->items[i])) continue;
    founds->items[kept++] = founds->items[i];
  }
  founds->len = kept;
}

Err parse_pattern_tree(Job *job, Parser *parser, const ParsePattern *pattern, Str text, Arena *arena, Syntax *ret_syntax) {
  return parse_text(job, parser, pattern->full, text, arena, ret_syntax);
}

/* All readings share one budget of steps. */
Err parse_pattern_match(Job *job, const ParsePattern *pattern, const Syntax *syntax, Arena *arena,
                        ParseFounds *ret_founds, bool *ret_cut) {
  ParseFounds founds = {0};
  Matching matching = {.job = job, .pattern = pattern, .syntax = syntax};
  for (size_t i = 0; i < pattern->way_count; i++) {
    matching.way = &pattern->ways[i];
    match_way(&matching, arena, &founds);
  }
  TRY(job_check(job));
  drop_doubles(syntax->text, &founds);
  *ret_founds = founds;
  *ret_cut = matching.is_over;
  return OK;
}
