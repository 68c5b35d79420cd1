/* The list of `impact`: who is reached, level by level, and by which way. What
 * stands around it is impact.c's. */
#include "src/base/hash.h"
#include "src/query/graph/graph.h"
#include "src/tools/core/impact_internal.h"
#include "src/tools/kit/parts_internal.h"

#define BRIEF_LIST 2700 /* bytes, of the 4,000 of a brief answer, up to the end of its list */
#define TEST_NAMES 6    /* of one file */
#define GROUP_MAX 12    /* symbols of one file in a line */
#define WAYS_MAX 12     /* to one symbol, beside the first */

/* A node may be connected in several ways; the strongest is named. */
static const char *verb(const QueryImpactNode *node, QueryDirection direction) {
  uint32_t kinds = node->link.kinds;
  bool callers = direction == QUERY_CALLERS;
  if (node->is_table) return "holds";
  if (kinds & STORE_KIND(EDGE_CALLS)) return callers ? "calls" : "called by";
  if (kinds & STORE_KIND(EDGE_EXPANDS)) return callers ? "expands" : "expanded by";
  if (kinds & STORE_KIND(EDGE_INSTANTIATES)) return callers ? "makes" : "made by";
  if (kinds & STORE_KIND(EDGE_RENDERS)) return callers ? "renders" : "rendered by";
  if (kinds & STORE_KIND(EDGE_DECORATES)) return callers ? "decorated with" : "decorates";
  if (kinds & (STORE_KIND(EDGE_EXTENDS) | STORE_KIND(EDGE_IMPLEMENTS))) return callers ? "built on" : "base of";
  if (kinds & STORE_KIND(EDGE_IMPORTS)) return callers ? "imports" : "imported by";
  if (kinds & STORE_KIND(EDGE_LINKS)) return callers ? "wired to" : "wired from";
  return callers ? "uses" : "used by";
}

/* Lines at which a node meets its parent. */
typedef struct Lines {
  uint32_t items[QUERY_IMPACT_LINES];
  size_t total;
} Lines;

/* All of `some` are among `lines`. */
static bool has_lines(const Lines *lines, const Lines *some) {
  for (size_t i = 0; i < some->total && i < QUERY_IMPACT_LINES; i++) {
    size_t k = 0;
    while (k < lines->total && k < QUERY_IMPACT_LINES && lines->items[k] != some->items[i]) k++;
    if (k == lines->total || k == QUERY_IMPACT_LINES) return false;
  }
  return some->total <= lines->total;
}

/* ` at 12, 15`. */
static void add_lines(Answer *out, const Lines *lines) {
  for (size_t i = 0; i < lines->total && i < QUERY_IMPACT_LINES; i++) {
    answer_say(out, i ? ", " : " at ");
    answer_line(out, NULL, lines->items[i]);
  }
  if (lines->total > QUERY_IMPACT_LINES) answer_say(out, " and %zu more", lines->total - QUERY_IMPACT_LINES);
}

/* What is not an ordinary call. */
static const char *manner(const QueryImpactNode *node, const QueryImpactNode *parent) {
  if (node->link.is_dispatch) return " (by dispatch)";
  if (!node->through_table || parent->through_table) return "";
  return parent->symbol.kind == SYMBOL_ENUM_MEMBER ? " (which may run it)" : " (through a table, not a direct call)";
}

/* What was said of a node so far. */
typedef struct Told {
  size_t ways;
  Lines lines; /* of its ways to "it" */
} Told;

/* Where it meets its parent, and which that is unless it is plain. A call that
 * may reach several symbols of the name is one call, and told once. */
static Err add_way(ImpactQuestion *question, const QueryImpactNode *node, Told *told) {
  Arena *arena = question->call->job->arena;
  Answer *out = question->call->answer;
  const QueryImpactNode *parent = &question->impact.nodes[node->parent];
  /* "it" is clear only while one name is asked about; with several, or for a
   * member of the one, the parent is named. */
  bool is_it = (question->roots.len == 1 || question->names == 1) && parent->depth == 0 && !parent->is_member;
  const char *word = verb(node, question->direction);
  Lines lines;
  TRY(query_impact_lines(question->call->job, question->graph->reader, &question->request, node, lines.items, &lines.total));
  /* The lines of callees are in the files of their callers, each in its own. */
  if (is_it && question->direction == QUERY_CALLERS && lines.total) {
    if (has_lines(&told->lines, &lines)) return OK;
    if (lines.total > told->lines.total) told->lines = lines;
  }
  if (told->ways++) answer_say(out, ",");
  if (is_it && strcmp(word, "calls") != 0) answer_say(out, " %s it", word);
  if (!is_it) {
    answer_say(out, " %s ", word);
    answer_name(out, NULL, query_qualified(arena, &parent->symbol));
  }
  add_lines(out, &lines);
  answer_say(out, "%s", manner(node, parent));
  return OK;
}

/* `name at 12, 15`, and every other way of the same level: whoever registers
 * four handlers is shown with all of them. */
static Err add_node(ImpactQuestion *question, size_t number) {
  Answer *out = question->call->answer;
  const QueryImpact *impact = &question->impact;
  const QueryImpactNode *node = &impact->nodes[number];
  Told told = {0};
  size_t more = 0, low = 0, high = impact->also_count;
  answer_name(out, NULL, node->symbol.kind == SYMBOL_FILE ? STR("(top level)") : query_qualified(question->call->job->arena, &node->symbol));
  TRY(add_way(question, node, &told));
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (impact->also[middle].node < number) low = middle + 1;
    else high = middle;
  }
  for (; low < impact->also_count && impact->also[low].node == number; low++) {
    if (told.ways > WAYS_MAX) {
      more++;
      continue;
    }
    QueryImpactNode other = *node;
    other.parent = impact->also[low].parent;
    other.link = impact->also[low].link;
    TRY(add_way(question, &other, &told));
  }
  if (more) answer_say(out, " and %zu more", more);
  return OK;
}

/* Items with equal headings stand under one. */
static Str level_title(ImpactQuestion *question, const QueryImpactNode *node) {
  Arena *arena = question->call->job->arena;
  const char *what = node->depth > 1 ? "" : question->direction == QUERY_CALLERS ? ", direct users" : ", used directly";
  Str path = str_shown(arena, node->symbol.path, SIZE_MAX);
  size_t slash = str_find_last_byte(path, '/');
  Str folder = slash == STR_NONE ? STR_EMPTY : str_slice(path, 0, slash + 1); /* said once for all files of it */
  return str_format(arena, "%s %u%s%s%.*s:", node->is_heuristic ? "Perhaps, by heuristics, level" : "Level", node->depth,
                    what, folder.len ? ", in " : "", STR_ARG(folder));
}

/* `path: Suite.first, second`: what a name shares with the one before is said once. */
static void add_test(ToolCall *call, const QueryTestFile *file) {
  Answer *out = call->answer;
  Str suite = STR_EMPTY;
  size_t shown = file->name_count < TEST_NAMES ? file->name_count : TEST_NAMES;
  answer_say(out, "  ");
  answer_path(out, NULL, file->file.path);
  for (size_t i = 0; i < shown; i++) {
    Str name = str_shown(call->job->arena, file->names[i], TOOL_SHOWN_NAME);
    size_t dot = str_find_last_byte(name, '.');
    Str own = dot == STR_NONE ? STR_EMPTY : str_slice(name, 0, dot + 1);
    if (own.len && str_eq(own, suite)) name = str_slice(name, own.len, name.len);
    suite = own;
    answer_say(out, i ? ", " : ": ");
    answer_put(out, name);
  }
  if (shown < file->name_count) answer_say(out, " and %zu more", file->name_count - shown);
  answer_say(out, "\n");
}

/* Neighbours of one file and level, as many as stand in one line. */
static size_t group_end(const ImpactQuestion *question, const size_t *numbers, size_t count, size_t first) {
  const QueryImpactNode *nodes = question->impact.nodes, *head = &nodes[numbers[first]];
  size_t end = first + 1;
  while (end < count && end - first < GROUP_MAX) {
    const QueryImpactNode *node = &nodes[numbers[end]];
    if (node->depth != head->depth || node->is_heuristic != head->is_heuristic || !str_eq(node->symbol.path, head->symbol.path)) break;
    end++;
  }
  return end;
}

static Err add_group(ImpactQuestion *question, const size_t *numbers, size_t count) {
  Answer *out = question->call->answer;
  const QueryImpactNode *head = &question->impact.nodes[numbers[0]];
  Str path = head->symbol.path;
  answer_begin_item(out, &(AnswerItem){.heading = level_title(question, head)});
  size_t slash = str_find_last_byte(path, '/');
  answer_say(out, "  ");
  answer_path(out, NULL, slash == STR_NONE ? path : str_slice(path, slash + 1, path.len));
  for (size_t i = 0; i < count; i++) {
    answer_say(out, i ? "; " : ": ");
    TRY(add_node(question, numbers[i]));
  }
  answer_say(out, "\n");
  answer_end(out);
  return OK;
}

/* An item a file; only those that can be on this page are made, for where they
 * meet their parents has to be looked up. What is certain stands before what is
 * guessed, so that a reader who stops after the first page has seen the certain
 * part. */
static Err add_nodes(ImpactQuestion *question, uint64_t *state) {
  Answer *out = question->call->answer;
  const QueryImpact *impact = &question->impact;
  size_t *numbers = ARENA_ARRAY(question->call->job->arena, size_t, impact->len + 1), count = 0;
  bool is_later = false;
  for (int heuristic = 0; heuristic < 2; heuristic++) {
    for (size_t i = 0; i < impact->len; i++) {
      const QueryImpactNode *node = &impact->nodes[i];
      if (!node->depth || node->is_test || node->is_heuristic != heuristic) continue;
      numbers[count++] = i;
      /* Nodes that are not made count too: a cursor must become invalid when any
       * node changes, not only when one on its page does. */
      *state = hash_combine(*state, (uint64_t)node->symbol.id.value);
    }
  }
  for (size_t first = 0, end; first < count; first = end) {
    end = group_end(question, numbers, count, first);
    /* Many that are further away are told in counts below the first page. */
    if (question->is_brief && !question->shows_far && !is_later && impact->nodes[numbers[first]].depth > 1) {
      answer_page_later(out);
      is_later = true;
    }
    if (answer_page_wants(out)) TRY(add_group(question, numbers + first, end - first));
    else answer_skip_items(out, 1);
  }
  if (question->is_brief && !is_later && !question->shows_tests) answer_page_later(out);
  return OK;
}

static void add_tests(ImpactQuestion *question, uint64_t *state) {
  Answer *out = question->call->answer;
  const QueryTests *tests = &question->tests;
  Str title = str_format(question->call->job->arena, "Tests reached (%zu file%s):", tests->len, tests->len == 1 ? "" : "s");
  for (size_t i = 0; i < tests->len; i++) {
    *state = hash_combine(hash_combine(*state, hash_str(tests->files[i].file.path)), tests->files[i].name_count);
    answer_begin_item(out, &(AnswerItem){.heading = title});
    add_test(question->call, &tests->files[i]);
    answer_end(out);
  }
}

/* The list's own page ends before the answer does: what follows has its room. */
Err tool_answer_impact_list(ImpactQuestion *question) {
  uint64_t state = question->tests.len;
  AnswerPaged paged;
  tool_begin_page(question->call, NULL, question->is_brief ? BRIEF_LIST : TOOL_ANSWER_MAX);
  TRY(add_nodes(question, &state));
  add_tests(question, &state);
  return tool_end_page(question->call, question->graph->index, state, &paged);
}
