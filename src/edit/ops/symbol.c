/* Replacing, inserting around and into, and deleting symbols. */
#include "src/edit/ops/ops_internal.h"

#include <assert.h>
#include <string.h>

#include "src/query/graph/graph.h"

#define USERS_SHOWN 8

/* One operation at its place. */
typedef struct Splice {
  EditOps *ops;
  const EditOp *op;
  EditDone *done;
  EditSymbol symbol;
  const EditTree *tree;
  Str text;   /* the file's */
  Str indent; /* of the symbol's own line */
  EditFit fit; /* of the operation's text, but for the indentation of its place */
} Splice;

/* ---- small pieces ---- */

/* Every change of this file goes through here: line ends as the file has them,
 * and one more place counted. */
static Err put(Splice *s, Range range, Str text) {
  Str fitted = edit_fit_lines(s->ops->job->arena, edit_file_text(s->symbol.file), text);
  s->done->places++;
  return edit_file_replace(s->symbol.file, range, fitted);
}

/* The operation's text at a place. */
static Str fit(const Splice *s, Str indent) {
  EditFit place = s->fit;
  place.indent = indent;
  return edit_fit_indent(s->ops->job->arena, s->op->text, &place);
}

/* Without the indentation of its first line: for what begins within a line. */
static Str without_lead(Str text) {
  size_t at = 0;
  while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t')) at++;
  return str_slice(text, at, text.len);
}

static bool starts_line(Str text, size_t byte) { return !str_trim(str_slice(text, edit_line_start(text, byte), byte)).len; }

static bool is_comment_start(Str text) {
  text = str_trim(text);
  return str_starts_with(text, STR("/*")) || str_starts_with(text, STR("//")) || str_starts_with(text, STR("#")) ||
         str_starts_with(text, STR("--"));
}

/* ---- replace ---- */

/* A text that brings a comment replaces the old one; else that stays. */
static Err replace_whole(Splice *s) {
  bool has_comment = is_comment_start(s->op->text) && s->symbol.whole.from < s->symbol.own.from;
  Range range = has_comment ? s->symbol.whole : s->symbol.own;
  Str indent = edit_indent_at(s->text, range.from), text = fit(s, indent);
  return put(s, range, starts_line(s->text, range.from) ? without_lead(text) : str_trim(s->op->text));
}

/* Only the head; what stands between it and the body stays. */
static Err replace_signature(Splice *s) {
  Str text = without_lead(fit(s, s->indent)), old = edit_range_text(s->text, s->symbol.signature);
  size_t kept = old.len;
  while (kept && strchr(" \t\r\n", old.ptr[kept - 1])) kept--; /* what stands before the body stays */
  /* A sign that belongs to the body's side ("{", ":") is not given twice. */
  while (s->symbol.has_braces && text.len && strchr(" \t\r\n{", text.ptr[text.len - 1])) text.len--;
  Str next = str_trim(str_slice(s->text, s->symbol.signature.to, s->symbol.body.from));
  if (!s->symbol.has_braces && next.len && next.ptr[0] == ':' && text.len && text.ptr[text.len - 1] == ':') text.len--;
  return put(s, (Range){s->symbol.signature.from, s->symbol.signature.from + (uint32_t)kept}, text);
}

/* One step further in than the symbol itself. */
static Str body_lines(const Splice *s) {
  return fit(s, str_format(s->ops->job->arena, "%.*s%.*s", STR_ARG(s->indent), STR_ARG(s->fit.unit)));
}

/* Where braces are around the old one they may be around the new one. */
static Err replace_in_braces(Splice *s) {
  Arena *arena = s->ops->job->arena;
  Str text = str_trim(s->op->text);
  if (text.len >= 2 && text.ptr[0] == '{' && text.ptr[text.len - 1] == '}') {
    return put(s, s->symbol.block, without_lead(fit(s, s->indent)));
  }
  if (!text.len) return put(s, s->symbol.body, STR_EMPTY);
  return put(s, s->symbol.body, str_format(arena, "\n%.*s\n%.*s", STR_ARG(body_lines(s)), STR_ARG(s->indent)));
}

/* A block of lines keeps its own indentation; one behind its head gets lines of
 * its own, unless what it gets is one line too. */
static Err replace_lines(Splice *s) {
  Arena *arena = s->ops->job->arena;
  Range body = s->symbol.body;
  bool is_expression = !starts_line(s->text, body.from);
  if (!str_trim(s->op->text).len) return job_fail(s->ops->job, ERR_USAGE, "the body would be empty; give at least one statement");
  if (!is_expression) return put(s, body, without_lead(fit(s, edit_indent_at(s->text, body.from))));
  Str text = str_trim(s->op->text);
  Str before = str_trim(str_slice(s->text, s->symbol.signature.to, body.from));
  bool is_block = before.len && before.ptr[before.len - 1] == ':';
  if (!is_block || str_find_byte(text, '\n') == STR_NONE) return put(s, body, text);
  return put(s, body, str_format(arena, "\n%.*s", STR_ARG(body_lines(s))));
}

/* With braces the text goes between them, without it replaces the lines. */
static Err replace_body(Splice *s) {
  if (!s->symbol.has_body) {
    return job_fail(s->ops->job, ERR_USAGE, "%.*s has no body of its own here; edit op=replace replaces the whole definition",
                    STR_ARG(edit_shown_symbol(s->ops->job->arena, &s->symbol)));
  }
  return s->symbol.has_braces ? replace_in_braces(s) : replace_lines(s);
}

/* ---- insert ---- */

/* Blank lines that stand between two neighbours of a place: as many as the
 * symbol has on the other side, one where that is not to be seen. */
static size_t blanks_before(Str text, size_t byte) {
  size_t start = edit_line_start(text, byte), count = 0;
  while (start) {
    size_t before = edit_line_start(text, start - 1);
    if (str_trim(str_slice(text, before, start)).len) break;
    count++;
    start = before;
  }
  return count;
}

static size_t blanks_after(Str text, size_t byte) {
  size_t at = edit_line_end(text, byte), count = 0;
  while (at < text.len) {
    size_t next = at + (text.ptr[at] == '\r' ? 2 : 1), end = edit_line_end(text, next > text.len ? text.len : next);
    if (next >= text.len || str_trim(str_slice(text, next, end)).len) break;
    count++;
    at = end;
  }
  return count;
}

/* Short things stand close together where their neighbours do. */
static size_t gap_of(const Splice *s) {
  bool is_first = !str_trim(str_slice(s->text, 0, s->symbol.whole.from)).len;
  size_t before = blanks_before(s->text, s->symbol.whole.from), after = blanks_after(s->text, s->symbol.whole.to);
  size_t gap = is_first || before < after ? after : before;
  bool is_last = !str_trim(str_slice(s->text, s->symbol.whole.to, s->text.len)).len;
  bool is_short = s->symbol.kind == SYMBOL_FIELD || s->symbol.kind == SYMBOL_ENUM_MEMBER || s->symbol.kind == SYMBOL_VARIABLE ||
                  s->symbol.kind == SYMBOL_CONSTANT || s->symbol.kind == SYMBOL_PROPERTY;
  if (gap == 0 && !is_short && (is_first || is_last || s->symbol.container.len)) gap = 1;
  return gap > 2 ? 2 : gap;
}

/* At most four. */
static Str line_ends(size_t count) { return str_slice(STR("\n\n\n\n"), 0, count); }

/* Members of an enumeration or of a literal have commas between them. */
static bool has_comma(Str text, size_t byte) {
  while (byte < text.len && (text.ptr[byte] == ' ' || text.ptr[byte] == '\t')) byte++;
  return byte < text.len && text.ptr[byte] == ',';
}

/* Exactly one comma at the end. */
static Str ensure_comma(Arena *arena, Str text) {
  Str trimmed = text;
  while (trimmed.len && strchr(" \t\r\n", trimmed.ptr[trimmed.len - 1])) trimmed.len--;
  return trimmed.len && trimmed.ptr[trimmed.len - 1] == ',' ? text : str_format(arena, "%.*s,", STR_ARG(trimmed));
}

/* In the manner of the symbol beside it: its indentation, the blank lines that
 * stand around it, and a comma where its neighbours have one. */
static Err insert_beside(Splice *s, bool before) {
  Arena *arena = s->ops->job->arena;
  Range whole = s->symbol.whole;
  bool commas = s->symbol.kind == SYMBOL_ENUM_MEMBER;
  Str gap = line_ends(gap_of(s) + 1), new_text = fit(s, edit_indent_at(s->text, whole.from));
  if (before) {
    if (commas) new_text = ensure_comma(arena, new_text);
    return put(s, (Range){whole.from, whole.from},
               str_format(arena, "%.*s%.*s%.*s", STR_ARG(without_lead(new_text)), STR_ARG(gap), STR_ARG(edit_indent_at(s->text, whole.from))));
  }
  uint32_t at = whole.to;
  if (has_comma(s->text, at)) {
    while (s->text.ptr[at] != ',') at++;
    at++;
    new_text = ensure_comma(arena, new_text);
  } else if (commas) {
    gap = str_format(arena, ",%.*s", STR_ARG(gap));
  }
  /* A remark at the end of its line belongs to it. */
  Str tail = str_slice(s->text, at, edit_line_end(s->text, at));
  if (is_comment_start(tail)) at += (uint32_t)tail.len;
  return put(s, (Range){at, at}, str_format(arena, "%.*s%.*s", STR_ARG(gap), STR_ARG(new_text)));
}

/* The first or the last of those directly inside; false: there is none. */
static bool find_edge_member(const Splice *s, bool first, DefNo *ret_def) {
  DefNo found = 0;
  for (DefNo def = 1; def < s->tree->facts.defs.len; def++) {
    const Def *one = &s->tree->facts.defs.items[def];
    bool is_inside = one->container == s->symbol.def && one->name.value && one->full.from >= s->symbol.own.from && one->full.to <= s->symbol.own.to;
    if (!is_inside || (found && first)) continue;
    found = def;
  }
  *ret_def = found;
  return found != 0;
}

/* Nothing inside that shows how it is done, so the text gets lines of its own,
 * one step further in. */
static Err insert_into_empty(Splice *s) {
  Arena *arena = s->ops->job->arena;
  if (!s->symbol.has_body) {
    return job_fail(s->ops->job, ERR_USAGE, "%.*s holds nothing that could be added to; use insert_after",
                    STR_ARG(edit_shown_symbol(arena, &s->symbol)));
  }
  if (!s->symbol.has_braces) return put(s, (Range){s->symbol.body.to, s->symbol.body.to}, str_format(arena, "\n%.*s", STR_ARG(body_lines(s))));
  bool first = s->op->kind == EDIT_OP_FIRST;
  Str inner = edit_range_text(s->text, s->symbol.body), lines = body_lines(s);
  if (!str_trim(inner).len) return put(s, s->symbol.body, str_format(arena, "\n%.*s\n%.*s", STR_ARG(lines), STR_ARG(s->indent)));
  if (first) return put(s, (Range){s->symbol.body.from, s->symbol.body.from}, str_format(arena, "\n%.*s", STR_ARG(lines)));
  uint32_t at = s->symbol.body.to;
  while (at > s->symbol.body.from && strchr(" \t\r\n", s->text.ptr[at - 1])) at--;
  return put(s, (Range){at, at}, str_format(arena, "\n%.*s", STR_ARG(lines)));
}

/* Beside the first or the last member, in their manner. */
static Err insert_into(Splice *s) {
  DefNo member;
  bool first = s->op->kind == EDIT_OP_FIRST;
  if (!query_is_container(s->symbol.kind) || !find_edge_member(s, first, &member)) return insert_into_empty(s);
  s->symbol = edit_symbol_of(s->ops, s->symbol.file, s->tree, member);
  return insert_beside(s, first);
}

/* ---- delete ---- */

static Err refuse_used(Splice *s, const EditUses *users) {
  Arena *arena = s->ops->job->arena;
  Buf out;
  buf_init(&out, arena, 4000);
  for (size_t i = 0; i < users->len && i < USERS_SHOWN; i++) {
    buf_add_format(&out, "%s%.*s:%u", i ? ", " : "", STR_ARG(str_shown(arena, users->items[i].path, SIZE_MAX)), users->items[i].line);
  }
  if (users->len > USERS_SHOWN) buf_add_format(&out, " and %zu more", users->len - USERS_SHOWN);
  return job_fail(s->ops->job, ERR_DENIED, "%.*s is used at %zu place%s: %.*s; change them first, or %s deletes it all the same",
                  STR_ARG(edit_shown_symbol(arena, &s->symbol)), users->len, users->len == 1 ? "" : "s", STR_ARG(buf_str(&out)),
                  edit_force_word(s->ops, s->op));
}

/* Whether nothing more comes in what the symbol is part of: the text ends, or a
 * bracket closes. */
static bool ends_here(Str rest) {
  rest = str_trim(rest);
  return !rest.len || rest.ptr[0] == '}' || rest.ptr[0] == ']' || rest.ptr[0] == ')';
}

/* Blank lines go on one side where there are some on both, and before what was
 * the last one. */
Range edit_lines_of(const EditTree *tree, const EditSymbol *symbol) {
  Str text = tree->text;
  Range range = symbol->whole;
  uint32_t end = range.to;
  if (has_comma(text, end)) {
    while (text.ptr[end] != ',') end++;
    end++;
  }
  bool is_alone = starts_line(text, range.from) && !str_trim(str_slice(text, end, edit_line_end(text, end))).len;
  if (!is_alone) return (Range){range.from, end};
  uint32_t from = (uint32_t)edit_line_start(text, range.from);
  uint32_t to = (uint32_t)edit_line_end(text, end);
  to += to < text.len && text.ptr[to] == '\r';
  to += to < text.len;
  size_t before = blanks_before(text, range.from), after = blanks_after(text, end);
  bool is_first = !str_trim(str_slice(text, 0, from)).len, is_last = ends_here(str_slice(text, to, text.len));
  for (size_t i = 0; i < after && (before >= after || is_first); i++) to = (uint32_t)edit_line_end(text, to) + 1;
  if ((is_last || before < after) && from) {
    for (size_t i = 0; i < before; i++) from = (uint32_t)edit_line_start(text, from - 1);
  }
  return (Range){from, to > text.len ? (uint32_t)text.len : to};
}

/* What the file imports and nothing in it names any more. */
static Err note_unused_imports(Splice *s, Str before) {
  const EditTree *tree;
  Arena *arena = s->ops->job->arena;
  TRY(edit_tree(s->ops, s->symbol.file, &tree));
  for (size_t i = 1; tree->language && i < tree->facts.imports.len; i++) {
    const Import *import = &tree->facts.imports.items[i];
    Str name = names_text(tree->facts.names, import->local);
    size_t now = 0, then = 0;
    if (!name.len || import->flags & IMPORT_REEXPORT) continue;
    for (size_t at = 0; at < tree->text.len; at++) now += word_is_at(tree->text, at, name);
    for (size_t at = 0; at < before.len; at++) then += word_is_at(before, at, name);
    if (now != 1 || then <= 1) continue;
    edit_add_left(s->ops, s->done, (EditLeft){edit_file_path(s->symbol.file), import->line,
                                              str_format(arena, "the import of %.*s is not used any more", STR_ARG(str_shown(arena, name, 200)))});
  }
  return OK;
}

/* What uses it and the plan has left as it is on disk: of what it changed, the
 * check and the graph tell afterwards. */
static Err refuse_if_used(Splice *s) {
  EditUses users;
  size_t kept = 0;
  if (s->op->force) return OK;
  TRY(edit_find_users(s->ops, &s->symbol, &users));
  for (size_t i = 0; i < users.len; i++) {
    EditFile *file;
    uint32_t byte;
    if (edit_plan_file(s->ops->plan, users.items[i].path, &file)) {
      job_forgive(s->ops->job); /* a use in a file that cannot be edited is a use */
    } else if (edit_file_is_changed(file) && !edit_find_site(file, users.items[i].line, users.items[i].column, s->symbol.name, &byte)) {
      continue;
    }
    users.items[kept++] = users.items[i];
  }
  users.len = kept;
  return users.len ? refuse_used(s, &users) : OK;
}

/* Who would miss it is asked first; what its going leaves without a use is
 * told. */
static Err delete_symbol(Splice *s) {
  Str before = s->text;
  TRY(refuse_if_used(s));
  s->done->places++;
  TRY(edit_file_replace(s->symbol.file, edit_lines_of(s->tree, &s->symbol), STR_EMPTY));
  return note_unused_imports(s, before);
}

/* ---- by line ---- */

/* The text is put in as it is: a line alone does not say how deep it should
 * stand. */
static Err insert_at_line(EditOps *ops, const EditOp *op, EditDone *done) {
  EditFile *file;
  TRY(edit_plan_file(ops->plan, op->file, &file));
  const Text *text = edit_file_text(file);
  bool before = op->kind == EDIT_OP_BEFORE || op->kind == EDIT_OP_FIRST;
  bool at_edge = op->kind == EDIT_OP_FIRST || op->kind == EDIT_OP_LAST;
  uint32_t line = at_edge ? (before ? 1 : text->lines.count) : op->line;
  if (!line || line > text->lines.count) {
    return job_fail(ops->job, ERR_USAGE, "%s needs symbol, or file with line 1 to %u", edit_op_word(op->kind), text->lines.count);
  }
  Arena *arena = ops->job->arena;
  size_t at = before ? text->lines.starts[line - 1] : at_edge ? text->chars.len : text->lines.starts[line];
  Str fitted = op->text;
  bool needs_end = !fitted.len || fitted.ptr[fitted.len - 1] != '\n';
  bool needs_start = at && text->chars.ptr[at - 1] != '\n';
  fitted = str_format(arena, "%s%.*s%s", needs_start ? "\n" : "", STR_ARG(fitted), needs_end ? "\n" : "");
  done->places++;
  done->what = str_format(arena, "%s line %u of %.*s", before ? "insert before" : "insert after", line, STR_ARG(str_shown(arena, edit_file_path(file), SIZE_MAX)));
  return edit_file_replace(file, (Range){(uint32_t)at, (uint32_t)at}, edit_fit_lines(arena, text, fitted));
}

/* ---- */

static Err run(Splice *s) {
  switch (s->op->kind) {
    case EDIT_OP_REPLACE: return replace_whole(s);
    case EDIT_OP_BODY: return replace_body(s);
    case EDIT_OP_SIGNATURE: return replace_signature(s);
    case EDIT_OP_BEFORE: return insert_beside(s, true);
    case EDIT_OP_AFTER: return insert_beside(s, false);
    case EDIT_OP_FIRST:
    case EDIT_OP_LAST: return insert_into(s);
    default: assert(s->op->kind == EDIT_OP_DELETE); return delete_symbol(s);
  }
}

/* Arguments are judged before the symbol is looked for, so that a missing text
 * is not reported as an unknown name. */
Err edit_op_symbol(EditOps *ops, const EditOp *op, EditDone *done) {
  Splice s = {.ops = ops, .op = op, .done = done};
  Arena *arena = ops->job->arena;
  bool is_insert = op->kind == EDIT_OP_BEFORE || op->kind == EDIT_OP_AFTER || op->kind == EDIT_OP_FIRST || op->kind == EDIT_OP_LAST;
  if (op->kind != EDIT_OP_DELETE && !op->has_text) return job_fail(ops->job, ERR_USAGE, "%s needs text", edit_op_word(op->kind));
  if (!op->symbol.len && op->file.len && is_insert) return insert_at_line(ops, op, done);
  if (!op->symbol.len) return job_fail(ops->job, ERR_USAGE, "%s needs symbol%s", edit_op_word(op->kind), is_insert ? ", or file with line" : "");
  if (is_insert && !str_trim(op->text).len) return job_fail(ops->job, ERR_USAGE, "there is no text to insert");
  TRY(edit_find_symbol(ops, &(EditWanted){op->symbol, op->file, op->line}, &s.symbol));
  TRY(edit_tree(ops, s.symbol.file, &s.tree));
  s.text = s.tree->text;
  s.indent = edit_indent_at(s.text, s.symbol.own.from);
  s.fit.unit = edit_indent_unit(arena, s.tree);
  TRY(edit_find_strings(ops, s.tree->language, op->text, &s.fit));
  done->symbol = edit_shown_symbol(arena, &s.symbol);
  done->what = str_format(arena, "%s %.*s at %.*s:%u", edit_op_word(op->kind), STR_ARG(done->symbol),
                          STR_ARG(str_shown(arena, edit_file_path(s.symbol.file), SIZE_MAX)), s.symbol.line);
  return run(&s);
}
