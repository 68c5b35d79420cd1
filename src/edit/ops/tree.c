/* Texts of a plan as trees and facts, and small questions about them. */
#include "src/edit/ops/ops_internal.h"

#include <string.h>

#include "src/extract/extract.h"
#include "src/index/part.h"

/* With the parser that will check the text once it is changed. Of many files each
 * would take the place of the one before, which costs more than it saves. */
static Err parse_tree(EditOps *ops, EditTree *tree) {
  if (edit_plan_count(ops->plan) > 1) return parse_text(ops->job, ops->parser, tree->language, tree->text, ops->job->arena, &tree->syntax);
  Parser *parser = edit_parser_take(ops->index);
  Err err = parse_text(ops->job, parser, tree->language, tree->text, ops->job->arena, &tree->syntax);
  edit_parser_return(ops->index, parser);
  return err;
}

/* A text that cannot be parsed is still a text: operations by line and by text
 * work on it. The one that the last edit left was parsed when it was checked. */
static Err read_tree(EditOps *ops, EditTree *tree) {
  Job *job = ops->job;
  LanguageFile file = {.language = tree->language, .syntax = &tree->syntax, .path = tree->path};
  bool is_known = index_offer_take(ops->index, tree->language, tree->text, job->arena, &tree->syntax);
  Err err = is_known ? OK : parse_tree(ops, tree);
  if (err && !job_is_stopped(job) && err != ERR_INTERNAL) { /* too large, too slow, no grammar: text like any other */
    job_forgive(job);
    tree->language = NULL;
    return OK;
  }
  TRY(err);
  return extract_facts(job, job->arena, ops->names, &file, &tree->facts);
}

/* A text is known by where it lies: the plan makes a new one with each change,
 * so the same pointer is the same text. Trees of older texts stay valid until
 * the job ends. */
Err edit_tree(EditOps *ops, EditFile *file, const EditTree **ret_tree) {
  Str path = edit_file_path(file), text = edit_file_text(file)->chars;
  EditTree *known = map_get(&ops->trees, path);
  if (known && known->text.ptr == text.ptr && known->text.len == text.len) {
    *ret_tree = known;
    return OK;
  }
  EditTree *tree = ARENA_NEW(ops->job->arena, EditTree);
  const Language *by_name = language_for_file(path, str_cut(&(Str){text.ptr, text.len}, '\n'));
  *tree = (EditTree){.path = path, .text = text, .language = by_name ? language_for_text(path, text, by_name) : NULL};
  if (tree->language) TRY(read_tree(ops, tree));
  map_put_copy(&ops->trees, path, tree);
  *ret_tree = tree;
  return OK;
}

/* What grammars call a string that may go over lines, and a statement: a string
 * that is one by itself is documentation, whose indentation is that of the code. */
#define STRING_KINDS "string template_string string_literal raw_string_literal"
#define STATEMENT_KIND "expression_statement"

static bool is_of_kind(const Language *language, const Syntax *syntax, NodeNo node, const char *words) {
  unsigned kind = node ? syntax_kind(syntax, node) : 0;
  return kind && language_word_in(words, str_from_c(language_table(language)->kinds[kind - 1]));
}

Err edit_find_strings(EditOps *ops, const Language *language, Str text, EditFit *ret_fit) {
  Job *job = ops->job;
  VEC(Range) found = {0};
  Syntax syntax;
  if (!language || str_find_byte(text, '\n') == STR_NONE) return OK;
  Err err = parse_text(job, ops->parser, language, text, job->arena, &syntax);
  if (err && !job_is_stopped(job) && err != ERR_INTERNAL) {
    job_forgive(job);
    return OK;
  }
  TRY(err);
  for (NodeNo node = 1; node < syntax.count; node++) {
    Range range = {syntax.nodes[node].from, syntax.nodes[node].to};
    if (found.len && range.from < found.items[found.len - 1].to) continue;
    if (!is_of_kind(language, &syntax, node, STRING_KINDS) || is_of_kind(language, &syntax, syntax_parent(&syntax, node), STATEMENT_KIND)) continue;
    if (str_find_byte(edit_range_text(text, range), '\n') != STR_NONE) *vec_add(job->arena, &found) = range;
  }
  ret_fit->strings = found.items;
  ret_fit->string_count = found.len;
  return OK;
}

/* Downwards, into the first child that holds the whole range; empty nodes hold
 * nothing. */
NodeNo edit_node_at(const Syntax *syntax, Range range) {
  NodeNo best = syntax->count > 1 ? 1 : 0;
  for (NodeNo next = best; next;) {
    NodeNo child = syntax_first(syntax, next);
    next = 0;
    for (; child; child = syntax_next(syntax, child)) {
      if (syntax->nodes[child].from <= range.from && syntax->nodes[child].to >= range.to && syntax->nodes[child].to > syntax->nodes[child].from) {
        best = next = child;
        break;
      }
    }
  }
  return best;
}

Str edit_range_text(Str text, Range range) { return str_slice(text, range.from, range.to); }

Str edit_def_name(const EditTree *tree, DefNo def) { return names_text(tree->facts.names, facts_spelled(&tree->facts.defs.items[def])); }

Str edit_def_container(const EditTree *tree, DefNo def) {
  const Def *one = &tree->facts.defs.items[def];
  return names_text(tree->facts.names, one->container ? facts_spelled(&tree->facts.defs.items[one->container]) : one->receiver);
}

/* Letters, a quote or three, anything, and the same again for the first time at
 * the very end. A block that begins with a doc string and ends with another
 * string is none. */
static bool is_string(Str text) {
  size_t at = 0;
  while (at < text.len && at < 3 && strchr("rRbBuUfFL", text.ptr[at])) at++;
  char quote = at < text.len ? text.ptr[at] : 0;
  if (quote != '"' && quote != '\'' && quote != '`') return false;
  bool is_long = at + 5 < text.len && text.ptr[at + 1] == quote && text.ptr[at + 2] == quote;
  size_t width = is_long ? 3 : 1;
  for (at += width; at + width <= text.len; at++) {
    if (text.ptr[at] == '\\' && quote != '`') at++;
    else if (text.ptr[at] == quote && (!is_long || (text.ptr[at + 1] == quote && text.ptr[at + 2] == quote))) break;
  }
  return at + width == text.len;
}

/* Comments are extras of the grammar. Code in braces within a string is code. */
const char *edit_prose_at(const EditTree *tree, uint32_t byte) {
  if (!tree->language) return NULL;
  const Syntax *syntax = &tree->syntax;
  for (NodeNo node = edit_node_at(syntax, (Range){byte, byte + 1}); node; node = syntax_parent(syntax, node)) {
    const SyntaxNode *at = &syntax->nodes[node];
    if (at->flags & SYNTAX_EXTRA) return "in a comment";
    Str text = edit_range_text(syntax->read, (Range){at->from, at->to});
    bool is_braced = (str_starts_with(text, STR("{")) || str_starts_with(text, STR("${"))) && str_ends_with(text, STR("}"));
    if (is_braced) return NULL;
    if (is_string(text)) return "in a string";
  }
  return NULL;
}

bool edit_is_member_at(Str text, uint32_t byte) {
  while (byte && (text.ptr[byte - 1] == ' ' || text.ptr[byte - 1] == '\n' || text.ptr[byte - 1] == '\t')) byte--;
  Str before = str_slice(text, 0, byte);
  if (str_ends_with(before, STR("..."))) return false; /* a spread */
  return str_ends_with(before, STR(".")) || str_ends_with(before, STR("->")) || str_ends_with(before, STR("::"));
}

static bool is_kind(const EditTree *tree, NodeNo node, const char *words) {
  unsigned kind = syntax_kind(&tree->syntax, node);
  const char *word = kind && words ? language_table(tree->language)->kinds[kind - 1] : NULL;
  return word && language_word_in(words, str_from_c(word));
}

bool edit_is_shorthand_at(const EditTree *tree, Range word) { return tree->language && is_kind(tree, edit_node_at(&tree->syntax, word), tree->language->editing.shorthand); }

/* f(name=value): the name is the callee's. */
static bool is_keyword(const EditTree *tree, Range word) {
  Str text = tree->text;
  uint32_t before = word.from, after = word.to;
  while (before && strchr(" \t\n", text.ptr[before - 1])) before--;
  while (after < text.len && text.ptr[after] == ' ') after++;
  bool is_given = before && strchr("(,", text.ptr[before - 1]) && after + 1 < text.len && text.ptr[after] == '=' && text.ptr[after + 1] != '=';
  if (!is_given || !tree->language->editing.has_keyword_arguments) return false;
  /* A parameter with a value is written the same way. */
  for (size_t i = 1; i < tree->facts.binds.len; i++) {
    if (tree->facts.binds.items[i].flags & BIND_PARAM && tree->facts.binds.items[i].from == word.from) return false;
  }
  return true;
}

bool edit_is_name_at(const EditTree *tree, uint32_t byte, Str word) {
  if (!word_is_at(tree->text, byte, word) || edit_is_member_at(tree->text, byte)) return false;
  if (!tree->language) return true;
  Range range = {byte, byte + (uint32_t)word.len};
  if (edit_prose_at(tree, byte) || is_keyword(tree, range)) return false;
  return !is_kind(tree, edit_node_at(&tree->syntax, range), tree->language->editing.keys);
}

/* Whether a name that holds from `end` on is declared at the byte: it is the
 * first of that name in what ends there, `a := a + 1`. */
static bool is_declared_at(const EditTree *tree, uint32_t byte, uint32_t end, Str word) {
  const Syntax *syntax = &tree->syntax;
  NodeNo node = end ? edit_node_at(syntax, (Range){end - 1, end}) : 0;
  while (node > 1 && syntax->nodes[syntax_parent(syntax, node)].to <= end) node = syntax_parent(syntax, node);
  for (uint32_t at = node ? syntax->nodes[node].from : byte; at < byte; at++) {
    if (word_is_at(tree->text, at, word)) return false;
  }
  return node && syntax->nodes[node].from <= byte && byte < end;
}

/* The ranges of scopes decide, the smallest around the byte that binds it. */
ScopeNo edit_binder_of(const EditTree *tree, uint32_t byte, Str word) {
  const Facts *facts = &tree->facts;
  NameId name = names_find(facts->names, word);
  ScopeNo best = 0;
  for (size_t i = 1; name.value && i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    const Scope *scope = &facts->scopes.items[bind->scope];
    bool is_hidden = !names_same(bind->name, name) || bind->flags & (BIND_MEMBER | BIND_NARROW | BIND_GLOBAL);
    if (is_hidden || byte < scope->from || byte >= scope->to) continue;
    bool is_later = bind->from > byte && !(bind->flags & BIND_HOISTED) && tree->language->rules.order != 0;
    if (is_later && !is_declared_at(tree, byte, bind->from, word)) continue;
    bool is_inner = !best || (scope->from >= facts->scopes.items[best].from && scope->to <= facts->scopes.items[best].to);
    if (is_inner) best = bind->scope;
  }
  return best;
}

bool edit_uses_name(const EditTree *tree, Range range, Str word) {
  for (uint32_t at = range.from; word.len && at + word.len <= range.to; at++) {
    if (tree->text.ptr[at] != word.ptr[0] || !edit_is_name_at(tree, at, word)) continue;
    ScopeNo binder = tree->language ? edit_binder_of(tree, at, word) : 0;
    const Scope *scope = binder ? &tree->facts.scopes.items[binder] : NULL;
    bool is_own = scope && binder != 1 && scope->from >= range.from && scope->to <= range.to;
    if (!is_own) return true;
  }
  return false;
}

size_t edit_line_start(Str text, size_t byte) {
  while (byte && text.ptr[byte - 1] != '\n') byte--;
  return byte;
}

size_t edit_line_end(Str text, size_t byte) {
  while (byte < text.len && text.ptr[byte] != '\n') byte++;
  return byte && byte < text.len && text.ptr[byte - 1] == '\r' ? byte - 1 : byte;
}

Str edit_indent_at(Str text, size_t byte) {
  size_t start = edit_line_start(text, byte), end = start;
  while (end < text.len && (text.ptr[end] == ' ' || text.ptr[end] == '\t')) end++;
  return str_slice(text, start, end);
}

/* Tabs where most indented lines begin with one; else the step between lines
 * that comes most often, two to eight blanks; where nothing is indented as the
 * language usually is. */
Str edit_indent_unit(Arena *arena, const EditTree *tree) {
  size_t tabs = 0, blanks = 0, steps[9] = {0}, before = 0, best = 4;
  Str rest = tree->text;
  while (rest.len) {
    Str line = str_cut(&rest, '\n');
    size_t width = 0;
    while (width < line.len && line.ptr[width] == ' ') width++;
    if (!str_trim(line).len) continue;
    if (line.ptr[0] == '\t') tabs++;
    if (width) blanks++;
    if (width > before && width - before >= 2 && width - before <= 8) steps[width - before]++;
    before = width;
  }
  if (tabs > blanks) return STR("\t");
  if (!blanks && tree->language && tree->language->editing.indent) return str_from_c(tree->language->editing.indent);
  for (size_t i = 2, most = 0; i <= 8; i++) {
    if (steps[i] > most) most = steps[best = i];
  }
  return str_format(arena, "%*s", (int)best, "");
}
