/* Where a file cannot be parsed. */
#include "src/base/vec.h"
#include "src/languages/language.h"
#include "src/parse/parse.h"
#include "src/query/source/source.h"

#define FAULT_SHOWN 60 /* bytes of the text at a fault */

/* The first line of the text that could not be read. A sign that is missing is
 * no node: what it is missing in is told. */
static Str fault_words(Arena *arena, const Syntax *syntax, NodeNo node) {
  unsigned flags = syntax->nodes[node].flags;
  Str text = str_trim(syntax_text(syntax, node));
  if (flags & SYNTAX_MISSING) return STR("something is missing here");
  text = str_slice(text, 0, str_find_byte(text, '\n'));
  const char *what = flags & SYNTAX_ERROR ? "cannot be parsed" : "something is missing in";
  return str_format(arena, "%s: '%.*s'", what, STR_ARG(str_shown(arena, str_trim(text), FAULT_SHOWN)));
}

/* Which nodes have a fault inside that is a node itself. */
static bool *have_inner(Arena *arena, const Syntax *syntax) {
  bool *inner = ARENA_ARRAY(arena, bool, syntax->count);
  for (NodeNo node = syntax->count; node-- > 1;) {
    if (syntax->nodes[node].flags & (SYNTAX_ERROR | SYNTAX_MISSING | SYNTAX_BROKEN)) inner[syntax_parent(syntax, node)] = true;
  }
  return inner;
}

/* Of faults within one another the outermost that is an error itself, else the
 * innermost node that is broken. */
static void collect(Job *job, const Syntax *syntax, QueryFaults *faults) {
  const bool *inner = have_inner(job->arena, syntax);
  uint32_t behind = 0; /* the last fault's end */
  for (NodeNo node = 1; node < syntax->count; node++) {
    const SyntaxNode *at = &syntax->nodes[node];
    bool is_fault = (at->flags & (SYNTAX_ERROR | SYNTAX_MISSING)) || ((at->flags & SYNTAX_BROKEN) && !inner[node]);
    if (!is_fault || (at->from < behind && faults->len)) continue;
    behind = at->to;
    if (++faults->total > QUERY_FAULTS_MAX) continue;
    *vec_add(job->arena, faults) = (QueryFault){.line = syntax_line(syntax, at->from), .column = syntax_column(syntax, at->from),
                                                .words = fault_words(job->arena, syntax, node)};
  }
  for (uint32_t i = 0; i < syntax->part_count; i++) collect(job, &syntax->parts[i].syntax, faults);
}

Err query_faults(Job *job, Str path, Str text, QueryFaults *ret_faults) {
  AUTO(Parser) parser = NULL;
  Syntax syntax;
  *ret_faults = (QueryFaults){0};
  const Language *language = language_for_file(path, str_slice(text, 0, str_find_byte(text, '\n')));
  if (language) language = language_for_text(path, text, language);
  if (!language) return OK;
  parser = parse_open();
  Err err = parse_text(job, parser, language, text, job->arena, &syntax);
  if (err == ERR_TOO_LARGE || err == ERR_UNAVAILABLE) {
    job_forgive(job);
    return OK;
  }
  TRY(err);
  ret_faults->is_parsed = true;
  collect(job, &syntax, ret_faults);
  return OK;
}
