/* Doc comments: the run of comments directly above a definition. What stands
 * between a comment and the definition's own node (export, decorators, template
 * heads, a declaration around its first declarator) is recognised by its text,
 * so that no language has to list it. */
#include "src/languages/build_internal.h"

#define WRAPPERS_MAX 8

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

static Str between(const LanguageBuild *build, uint32_t from, uint32_t to) {
  return str_slice(build->syntax->text, from, to > from ? to : from);
}

/* The array is in order of appearance: what precedes a node ends the sibling
 * before it. */
static NodeNo previous(const Syntax *syntax, NodeNo node) {
  NodeNo parent = syntax_parent(syntax, node);
  NodeNo at = node - 1;
  if (at == parent) return 0;
  while (at && syntax_parent(syntax, at) != parent) at = syntax_parent(syntax, at);
  return at;
}

/* By the language's own word for comments; else whatever the grammar allows
 * anywhere and is not a line continuation. */
static bool is_comment(const LanguageBuild *build, NodeNo node) {
  const LanguageTable *table = build->builder->table;
  const SyntaxNode *at = &build->syntax->nodes[node];
  if (at->kind) return at->kind < table->count && table->handlers[at->kind].is_comment;
  /* A line continuation may stand anywhere too. */
  return (at->flags & SYNTAX_EXTRA) && (at->flags & SYNTAX_NAMED) && !(at->flags & SYNTAX_ERROR) &&
         at->from < build->syntax->text.len && build->syntax->text.ptr[at->from] != '\\';
}

/* The line that names the interpreter is about the file. */
static bool is_interpreter(const LanguageBuild *build, NodeNo node) {
  return build->syntax->nodes[node].from == 0 && str_starts_with(build->syntax->text, STR("#!"));
}

/* Nothing but blanks between the two, and no blank line. */
static bool is_adjacent(const LanguageBuild *build, uint32_t end, uint32_t from) {
  Str text = build->syntax->text;
  int newlines = end > 0 && end <= text.len && text.ptr[end - 1] == '\n';
  for (uint32_t i = end; i < from; i++) {
    if (!is_blank(text.ptr[i])) return false;
    newlines += text.ptr[i] == '\n';
    if (newlines > 1) return false;
  }
  return from >= end;
}

static bool starts_line(const LanguageBuild *build, uint32_t from) {
  const char *text = build->syntax->text.ptr;
  while (from > 0 && text[from - 1] != '\n' && is_blank(text[from - 1])) from--;
  return from == 0 || text[from - 1] == '\n';
}

/* A comment that tells of parameters is about the function that follows, also
 * behind empty lines. */
static bool is_about(const LanguageBuild *build, NodeNo comment, uint32_t from) {
  enum { LOOKED_AT = 4096 };
  Str text = str_slice(syntax_text(build->syntax, comment), 0, LOOKED_AT);
  if (!str_starts_with(text, STR("/*")) || !str_contains(text, STR("* @param "))) return false;
  uint32_t end = build->syntax->nodes[comment].to;
  while (end < from && is_blank(build->syntax->text.ptr[end])) end++;
  return end == from;
}

/* The run of comments that ends directly above `from`, beginning at the
 * siblings before `node`. */
static Range run_above(const LanguageBuild *build, NodeNo node, uint32_t from) {
  const SyntaxNode *nodes = build->syntax->nodes;
  Range run = {0};
  for (NodeNo at = previous(build->syntax, node); at && is_comment(build, at); at = previous(build->syntax, at)) {
    bool is_near = is_adjacent(build, nodes[at].to, from) || (!run.to && is_about(build, at, from));
    if (!is_near || is_interpreter(build, at)) break;
    NodeNo before = previous(build->syntax, at);
    bool goes_on = before && is_comment(build, before) && is_adjacent(build, nodes[before].to, nodes[at].from);
    if (!goes_on && !starts_line(build, nodes[at].from)) break; /* it is about the code before it */
    if (!run.to) run.to = nodes[at].to;
    from = run.from = nodes[at].from;
  }
  Str text = between(build, run.from, run.to);
  while (text.len && is_blank(text.ptr[text.len - 1])) text.len--;
  run.to = run.from + (uint32_t)text.len;
  return run;
}

static bool is_attribute(Str text) {
  return str_starts_with(text, STR("@")) || str_starts_with(text, STR("#[")) || str_starts_with(text, STR("[["));
}

/* Decorators and attributes stand between a comment and what it is about.
 * They are passed over, unless they belong to a definition that was already
 * made. */
static NodeNo above_attributes(const LanguageBuild *build, NodeNo node) {
  NodeNo defined = build->builder->last_whole;
  for (NodeNo at = previous(build->syntax, node); at; at = previous(build->syntax, at)) {
    if (!is_attribute(syntax_text(build->syntax, at)) || is_comment(build, at)) break;
    if (at <= defined && defined < node) break;
    node = at;
  }
  return node;
}

/* Whether a comment about the parent is about the child that follows `text`. */
static bool is_prefix(Str text) {
  if (text.len > 4096) return false;
  if (!text.len || is_attribute(text) || str_starts_with(text, STR("template"))) return true;
  for (size_t i = 0; i < text.len; i++) {
    if (strchr("\n{}();,:", text.ptr[i])) return false;
  }
  return true;
}

/* What is above the definition around is about that one. */
static bool is_container(const LanguageBuild *build, NodeNo node) {
  const Span *around = &build->facts->defs.items[build->container].full;
  return build->container && around->from == build->syntax->nodes[node].from && around->to == build->syntax->nodes[node].to;
}

Range language_doc_above(const LanguageBuild *build, NodeNo node) {
  const SyntaxNode *nodes = build->syntax->nodes;
  for (int i = 0; i < WRAPPERS_MAX && node > 1; i++) {
    NodeNo first = above_attributes(build, node);
    Range run = run_above(build, first, nodes[first].from);
    if (run.to > run.from) return run;
    NodeNo parent = nodes[node].parent;
    if (!parent || language_is_body(build, node) || is_container(build, parent)) break;
    if (!is_prefix(between(build, nodes[parent].from, nodes[node].from))) break;
    node = parent;
  }
  return (Range){0};
}
