/* Import statements as text: spelling one, adding one where a file has its
 * others, taking one name out. What is written follows the file's own manner:
 * its quotes, its semicolons, its groups. */
#include "src/edit/ops/ops_internal.h"

#include <string.h>

/* ---- statements ---- */

/* Up to the first that begins with a word for importing: imports stand within
 * functions too. 0: it is imported by something else, such as a call. */
static NodeNo statement_node(const EditTree *tree, uint32_t byte) {
  static const char *const words[] = {"import", "from", "export"};
  const Syntax *syntax = &tree->syntax;
  NodeNo node = syntax_parent(syntax, edit_node_at(syntax, (Range){byte, byte + 1}));
  for (; node > 1; node = syntax_parent(syntax, node)) {
    for (size_t i = 0; i < COUNT_OF(words); i++) {
      if (word_is_at(tree->text, syntax->nodes[node].from, str_from_c(words[i]))) return node;
    }
  }
  return 0;
}

Range edit_statement_at(const EditTree *tree, uint32_t byte) {
  NodeNo node = statement_node(tree, byte);
  return node ? (Range){tree->syntax.nodes[node].from, tree->syntax.nodes[node].to} : (Range){byte, byte};
}

/* ---- spelling ---- */

static Str quoted(Arena *arena, const EditTree *like, Str module) {
  if (like->language->editing.modules == LANGUAGE_MODULES_DOTS) return module;
  for (size_t i = 1; i < like->facts.imports.len; i++) {
    Str text = edit_range_text(like->text, edit_statement_at(like, like->facts.imports.items[i].at));
    if (str_find_byte(text, '\'') != STR_NONE) return str_format(arena, "'%.*s'", STR_ARG(module));
    if (str_find_byte(text, '"') != STR_NONE) return str_format(arena, "\"%.*s\"", STR_ARG(module));
  }
  bool is_double = str_find_byte(like->text, '\'') == STR_NONE && str_find_byte(like->text, '"') != STR_NONE;
  return str_format(arena, is_double ? "\"%.*s\"" : "'%.*s'", STR_ARG(module));
}

/* A semicolon where the file's own imports have one. */
static Str ended(Arena *arena, const EditTree *like, Str statement) {
  for (size_t i = 1; i < like->facts.imports.len; i++) {
    Range one = edit_statement_at(like, like->facts.imports.items[i].at);
    if (one.to > one.from && like->text.ptr[one.to - 1] == ';' && !str_ends_with(statement, STR(";"))) return str_format(arena, "%.*s;", STR_ARG(statement));
  }
  return statement;
}

Str edit_import_spell(Arena *arena, const EditTree *like, const EditImport *import) {
  const LanguageEditing *editing = &like->language->editing;
  Str form = str_from_c(import->is_type && editing->import_type ? editing->import_type : editing->import_name);
  Str name = str_eq(import->name, import->local) || !import->local.len ? import->name : str_format(arena, "%.*s as %.*s", STR_ARG(import->name), STR_ARG(import->local));
  Buf out;
  buf_init(&out, arena, 16384);
  if (import->is_export && str_starts_with(form, STR("import"))) {
    buf_add(&out, STR("export"));
    form = str_slice(form, 6, form.len);
  }
  while (form.len) {
    bool is_name = str_starts_with(form, STR("{name}")), is_module = str_starts_with(form, STR("{module}"));
    if (is_name) buf_add(&out, name);
    else if (is_module) buf_add(&out, quoted(arena, like, import->module));
    else buf_add_byte(&out, form.ptr[0]);
    form = str_slice(form, is_name ? 6 : is_module ? 8 : 1, form.len);
  }
  return ended(arena, like, buf_str(&out));
}

/* ---- adding ---- */

/* Behind the last import; else behind what stands first: a comment, a docstring,
 * the line that names the package. */
static uint32_t place_for(const EditTree *tree, bool *ret_follows) {
  uint32_t end = 0;
  for (size_t i = 1; i < tree->facts.imports.len; i++) {
    NodeNo statement = statement_node(tree, tree->facts.imports.items[i].at);
    bool is_plain = statement && syntax_parent(&tree->syntax, statement) == 1 && tree->text.ptr[tree->syntax.nodes[statement].from] != 'e';
    if (is_plain && tree->syntax.nodes[statement].to > end) end = tree->syntax.nodes[statement].to;
  }
  *ret_follows = end != 0;
  if (end) return (uint32_t)edit_line_end(tree->text, end);
  const Syntax *syntax = &tree->syntax;
  for (NodeNo child = syntax_first(syntax, 1); child; child = syntax_next(syntax, child)) {
    Str text = str_slice(tree->text, syntax->nodes[child].from, syntax->nodes[child].to);
    bool is_comment = syntax->nodes[child].flags & SYNTAX_EXTRA;
    bool is_head = is_comment || str_starts_with(text, STR("package ")) || str_starts_with(text, STR("\"\"\"")) || str_starts_with(text, STR("'''"));
    if (!is_head) break;
    /* A comment without a blank line behind it is what follows it says of itself. */
    Str rest = str_slice(tree->text, syntax->nodes[child].to, tree->text.len);
    bool is_apart = !is_comment || str_starts_with(rest, STR("\n\n")) || str_starts_with(rest, STR("\r\n\r\n"));
    if (is_apart) end = syntax->nodes[child].to;
  }
  return end;
}

/* Where a new line of a group belongs: behind the last of its kind that comes
 * before it by the alphabet, else before the first of its kind, else behind the
 * last of the group; those of the standard library, which have no dot in their
 * first step, are a kind. STR_NONE: the file has no group. */
static size_t line_in_group(const EditTree *tree, Str spec) {
  size_t best = STR_NONE, last = STR_NONE, before = STR_NONE;
  Str path = str_slice(spec, str_find_byte(spec, '"') == STR_NONE ? 0 : str_find_byte(spec, '"'), spec.len), first = path;
  bool has_dot = str_find_byte(str_cut(&first, '/'), '.') != STR_NONE;
  for (size_t i = 1; i < tree->facts.imports.len; i++) {
    uint32_t at = tree->facts.imports.items[i].at;
    Range statement = edit_statement_at(tree, at);
    if (str_find_byte(edit_range_text(tree->text, statement), '(') == STR_NONE) continue;
    Str line = str_trim(str_slice(tree->text, edit_line_start(tree->text, at), edit_line_end(tree->text, at)));
    size_t quote = str_find_byte(line, '"');
    Str other = quote == STR_NONE ? line : str_slice(line, quote, line.len), step = other;
    last = edit_line_end(tree->text, at);
    bool is_alike = (str_find_byte(str_cut(&step, '/'), '.') != STR_NONE) == has_dot;
    if (is_alike && str_compare(other, path) < 0) best = last;
    if (is_alike && before == STR_NONE) before = edit_line_start(tree->text, at) - 1; /* the end of the line above, which opens the group or is in it */
  }
  return best != STR_NONE ? best : before != STR_NONE ? before : last;
}

/* In the file's group of imports, where it has one: only languages whose
 * statement may have brackets do. */
static Err add_to_group(EditOps *ops, EditFile *file, const EditTree *tree, Str statement, bool *ret_done) {
  Str spec = str_starts_with(statement, STR("import ")) ? str_trim(str_slice(statement, 7, statement.len)) : STR_EMPTY;
  size_t at = tree->language->editing.rooted_at && spec.len ? line_in_group(tree, spec) : STR_NONE;
  *ret_done = at != STR_NONE;
  if (!*ret_done) return OK;
  if (at && tree->text.ptr[at - 1] == '\r') at--;
  Str line = str_format(ops->job->arena, "\n\t%.*s", STR_ARG(spec));
  return edit_file_replace(file, (Range){(uint32_t)at, (uint32_t)at}, edit_fit_lines(ops->job->arena, edit_file_text(file), line));
}

/* Whether the very line is there, by itself or in a group. */
static bool has_statement(const EditTree *tree, Str statement) {
  if (str_contains(tree->text, statement)) return true;
  Str spec = str_starts_with(statement, STR("import ")) ? str_trim(str_slice(statement, 7, statement.len)) : STR_EMPTY;
  for (size_t i = 1; spec.len && i < tree->facts.imports.len; i++) {
    uint32_t at = tree->facts.imports.items[i].at;
    if (str_eq(str_trim(str_slice(tree->text, edit_line_start(tree->text, at), edit_line_end(tree->text, at))), spec)) return true;
  }
  return false;
}

Err edit_import_add(EditOps *ops, EditFile *file, Str statement, size_t *places) {
  const EditTree *tree;
  Arena *arena = ops->job->arena;
  bool follows, is_done;
  TRY(edit_tree(ops, file, &tree));
  if (has_statement(tree, statement)) return OK;
  TRY(add_to_group(ops, file, tree, statement, &is_done));
  if (is_done) {
    (*places)++;
    return OK;
  }
  uint32_t at = place_for(tree, &follows);
  const char *behind = at ? "" : tree->language->editing.modules == LANGUAGE_MODULES_DOTS ? "\n\n\n" : "\n\n";
  (*places)++;
  return edit_file_replace(file, (Range){at, at}, edit_fit_lines(arena, edit_file_text(file), str_format(arena, "%s%.*s%s", !at ? "" : follows ? "\n" : "\n\n", STR_ARG(statement), behind)));
}

/* ---- taking out ---- */

/* All lines of a statement, with the line end, and the blank line behind it where
 * there is one before it too, or nothing. */
static Range whole_lines(Str text, Range range) {
  size_t from = edit_line_start(text, range.from), to = edit_line_end(text, range.to);
  bool is_alone = !str_trim(str_slice(text, from, range.from)).len && !str_trim(str_slice(text, range.to, to)).len;
  if (!is_alone) return range;
  while (to < text.len && text.ptr[to] != '\n') to++;
  to = to < text.len ? to + 1 : to;
  bool follows_blank = !from || (from > 1 && text.ptr[from - 1] == '\n' && text.ptr[from - 2] == '\n');
  if (follows_blank && to < text.len && text.ptr[to] == '\n') to++;
  return (Range){(uint32_t)from, (uint32_t)to};
}

/* One name of a list with its comma and the white space that was its own. */
static Range item_of(Str text, Range statement, uint32_t byte) {
  uint32_t from = byte, to = byte;
  while (from > statement.from && !strchr(",{(", text.ptr[from - 1]) && !str_ends_with(str_slice(text, statement.from, from), STR("import "))) from--;
  while (to < statement.to && !strchr(",})\n", text.ptr[to])) to++;
  while (from < to && byte_is_blank(text.ptr[from])) from++;
  while (to > from && byte_is_blank(text.ptr[to - 1])) to--;
  if (to < statement.to && text.ptr[to] == ',') {
    to++;
    while (to < statement.to && byte_is_blank(text.ptr[to])) to++;
    if (to < statement.to && strchr("})", text.ptr[to])) { /* it was the last: what stands before its end stays there */
      while (to > from && byte_is_blank(text.ptr[to - 1])) to--;
      while (from > statement.from && byte_is_blank(text.ptr[from - 1])) from--;
    }
    return (Range){from, to};
  }
  uint32_t comma = from;
  while (comma > statement.from && byte_is_blank(text.ptr[comma - 1])) comma--;
  return comma > statement.from && text.ptr[comma - 1] == ',' ? (Range){comma - 1, to} : (Range){from, to};
}

Range edit_import_range(const EditTree *tree, const Import *import, bool *ret_alone) {
  Range statement = edit_statement_at(tree, import->at);
  size_t beside = 0;
  for (size_t i = 1; i < tree->facts.imports.len; i++) {
    const Import *one = &tree->facts.imports.items[i];
    beside += one->at >= statement.from && one->at < statement.to;
  }
  *ret_alone = beside == 1;
  if (beside == 1) return whole_lines(tree->text, statement);
  if (tree->language->editing.modules != LANGUAGE_MODULES_FOLDERS) return item_of(tree->text, statement, import->at);
  NodeNo node = edit_node_at(&tree->syntax, (Range){import->at, import->at + 1}); /* a line of a group */
  Range line = {(uint32_t)edit_line_start(tree->text, tree->syntax.nodes[node].from), (uint32_t)edit_line_end(tree->text, import->at)};
  return whole_lines(tree->text, line);
}
