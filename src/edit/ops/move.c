/* Moving a definition to another file with what it needs: imports are added
 * there, who imported it imports it from there, and the old file does where it
 * still uses it. */
#include "src/edit/ops/ops_internal.h"

#include <string.h>

#include "src/query/graph/graph.h"

/* One move. `symbol` and `text` are of the source before anything was
 * changed. */
typedef struct Move {
  EditOps *ops;
  const EditOp *op;
  EditDone *done;
  EditSymbol symbol;
  const Language *language;
  EditFile *to;
  Str from_path, to_path;
  Str text; /* of what moves */
  bool is_one_module; /* both files see each other's names without imports */
} Move;

static Str folder_of(Str path) {
  size_t slash = str_find_last_byte(path, '/');
  return slash == STR_NONE ? STR_EMPTY : str_slice(path, 0, slash);
}

/* As a name of its own: behind a dot it is somebody's member. */
static bool uses_word(Str text, Str word) {
  for (size_t at = 0; word.len && at + word.len <= text.len; at++) {
    bool is_member = at && text.ptr[at - 1] == '.';
    if (!is_member && edit_has_word(text, at, word)) return true;
  }
  return false;
}

/* ---- import statements ---- */

/* The whole statement around a byte: the node directly beneath the root. */
static Range statement_at(const EditTree *tree, uint32_t byte) {
  const Syntax *syntax = &tree->syntax;
  NodeNo node = edit_node_at(syntax, (Range){byte, byte + 1});
  while (node > 1 && syntax_parent(syntax, node) > 1) node = syntax_parent(syntax, node);
  return node > 1 ? (Range){syntax->nodes[node].from, syntax->nodes[node].to} : (Range){byte, byte};
}

/* Behind the last import; else behind what stands first: a comment, a docstring,
 * the line that names the package. */
static uint32_t import_place(const EditTree *tree) {
  uint32_t end = 0;
  for (size_t i = 1; i < tree->facts.imports.len; i++) {
    Range statement = statement_at(tree, tree->facts.imports.items[i].at);
    Str text = edit_range_text(tree->text, statement);
    bool is_plain = str_starts_with(text, STR("import")) || str_starts_with(text, STR("from"));
    if (is_plain && statement.to > end) end = statement.to;
  }
  if (end) return (uint32_t)edit_line_end(tree->text, end);
  const Syntax *syntax = &tree->syntax;
  for (NodeNo child = syntax_first(syntax, 1); child; child = syntax_next(syntax, child)) {
    Str text = str_slice(tree->text, syntax->nodes[child].from, syntax->nodes[child].to);
    bool is_head = syntax->nodes[child].flags & SYNTAX_EXTRA || str_starts_with(text, STR("package ")) || str_starts_with(text, STR("\"\"\"")) || str_starts_with(text, STR("'''"));
    if (!is_head) break;
    end = syntax->nodes[child].to;
  }
  return end;
}

/* One more statement, unless it is there. */
static Err add_statement(Move *move, EditFile *file, Str statement) {
  const EditTree *tree;
  Arena *arena = move->ops->job->arena;
  TRY(edit_tree(move->ops, file, &tree));
  if (str_contains(tree->text, statement)) return OK;
  uint32_t at = import_place(tree);
  bool is_first = !at, follows_import = false;
  for (size_t i = 1; i < tree->facts.imports.len; i++) follows_import |= tree->facts.imports.items[i].at < at;
  const char *before = is_first ? "" : follows_import ? "\n" : "\n\n";
  move->done->places++;
  return edit_file_replace(file, (Range){at, at}, edit_fit_lines(arena, edit_file_text(file), str_format(arena, "%s%.*s%s", before, STR_ARG(statement), is_first ? "\n\n" : "")));
}

/* With the quotes that the source file uses, single ones where it has none. */
static Str quoted_like(Arena *arena, const Move *move, Str module) {
  if (move->language->editing.modules != LANGUAGE_MODULES_PATHS) return module;
  bool is_single = str_find_byte(edit_file_text(move->symbol.file)->chars, '\'') != STR_NONE || str_find_byte(edit_file_text(move->symbol.file)->chars, '"') == STR_NONE;
  return str_format(arena, is_single ? "'%.*s'" : "\"%.*s\"", STR_ARG(module));
}

/* The language's own form of an import of one name, with its two places
 * filled. */
static Str spell(Arena *arena, const Move *move, Str module, Str name) {
  Str form = str_from_c(move->language->editing.import_name);
  Buf out;
  buf_init(&out, arena, 16384);
  while (form.len) {
    if (str_starts_with(form, STR("{name}"))) {
      buf_add(&out, name);
      form = str_slice(form, 6, form.len);
    } else if (str_starts_with(form, STR("{module}"))) {
      buf_add(&out, quoted_like(arena, move, module));
      form = str_slice(form, 8, form.len);
    } else {
      buf_add_byte(&out, form.ptr[0]);
      form = str_slice(form, 1, form.len);
    }
  }
  return buf_str(&out);
}

/* `name as local` where the two differ. */
static Str named(Arena *arena, Str name, Str local) {
  return str_eq(name, local) || !local.len ? name : str_format(arena, "%.*s as %.*s", STR_ARG(name), STR_ARG(local));
}

/* A semicolon where the file's own imports have one. */
static Str ended(Arena *arena, const EditTree *tree, Str statement) {
  for (size_t i = 1; i < tree->facts.imports.len; i++) {
    Range one = statement_at(tree, tree->facts.imports.items[i].at);
    if (one.to > one.from && tree->text.ptr[one.to - 1] == ';' && !str_ends_with(statement, STR(";"))) return str_format(arena, "%.*s;", STR_ARG(statement));
  }
  return statement;
}

/* ---- what it needs ---- */

/* The same import for the other file. */
static Err copy_import(Move *move, const EditTree *source, const Import *import) {
  Arena *arena = move->ops->job->arena;
  Names *names = source->facts.names;
  Str specifier = names_text(names, import->specifier), name = names_text(names, import->name), local = names_text(names, import->local);
  Range statement = statement_at(source, import->at);
  Str text = edit_range_text(source->text, statement);
  bool is_shared = import->form == IMPORT_NAMED && !move->is_one_module;
  Str there = edit_module_rebase(move->ops, &(EditModule){.language = move->language, .from = move->to_path, .old_path = move->from_path, .old_specifier = specifier});
  if (!is_shared && !str_eq(there, specifier)) {
    size_t at = str_find(text, specifier);
    if (at != STR_NONE) text = str_format(arena, "%.*s%.*s%.*s", STR_ARG(str_slice(text, 0, at)), STR_ARG(there), STR_ARG(str_slice(text, at + specifier.len, text.len)));
  }
  if (is_shared) {
    text = ended(arena, source, spell(arena, move, there, named(arena, name, local)));
    if (import->flags & IMPORT_TYPE_ONLY && str_starts_with(text, STR("import {"))) text = str_format(arena, "import type%.*s", STR_ARG(str_slice(text, 6, text.len)));
  }
  if (move->is_one_module && str_find_byte(text, '(') != STR_NONE) { /* a group of imports: the one line of it */
    text = str_format(arena, "import %.*s", STR_ARG(str_trim(str_slice(source->text, edit_line_start(source->text, import->at), edit_line_end(source->text, import->at)))));
  }
  return add_statement(move, move->to, text);
}

/* Every import whose name stands in the text that moves; too many are better
 * than one that is missing. */
static Err add_imports(Move *move, const EditTree *source) {
  Names *names = source->facts.names;
  for (size_t i = 1; i < source->facts.imports.len; i++) {
    const Import *import = &source->facts.imports.items[i];
    Str local = names_text(names, import->local), specifier = names_text(names, import->specifier);
    size_t slash = str_find_last_byte(specifier, '/');
    if (!local.len && move->is_one_module) local = slash == STR_NONE ? specifier : str_slice(specifier, slash + 1, specifier.len);
    size_t dot = str_find_last_byte(local, '.');
    if (dot != STR_NONE) local = move->is_one_module ? str_slice(local, dot + 1, local.len) : str_slice(local, 0, str_find_byte(local, '.'));
    if (uses_word(move->text, local)) TRY(copy_import(move, source, import));
  }
  return OK;
}

/* Neighbours it uses stay behind and are imported from there. */
static Err add_neighbours(Move *move, const EditTree *source) {
  Arena *arena = move->ops->job->arena;
  Str module = edit_module_name(move->ops, &(EditModule){.language = move->language, .from = move->to_path, .path = move->from_path});
  if (move->is_one_module) return OK;
  for (DefNo def = 1; def < source->facts.defs.len; def++) {
    const Def *one = &source->facts.defs.items[def];
    Str name = edit_def_name(source, def);
    if (one->container || !name.len || one->flags & (DEF_LOCAL | DEF_ANONYMOUS) || def == move->symbol.def || str_eq(name, move->symbol.name) || !uses_word(move->text, name)) continue;
    TRY(add_statement(move, move->to, ended(arena, source, spell(arena, move, module, name))));
    if (!(one->flags & DEF_EXPORTED)) {
      edit_add_left(move->ops, move->done, (EditLeft){move->from_path, one->name_span.line, str_format(arena, "%.*s is needed by what moved: export it", STR_ARG(name))});
    }
    edit_add_note(move->ops, move->done, str_format(arena, "it imports %.*s from where it was; the files may import each other now", STR_ARG(name)));
  }
  return OK;
}

/* ---- who imports it ---- */

static bool is_between(char c) { return c == ',' || c == '{' || c == '}' || c == '(' || c == ')'; }

/* The import of one name from the old place becomes one from the new. */
static Err change_import(Move *move, EditFile *file, const EditTree *tree, uint32_t byte) {
  Arena *arena = move->ops->job->arena;
  Range statement = statement_at(tree, byte);
  const Import *import = NULL;
  size_t names = 0;
  for (size_t i = 1; i < tree->facts.imports.len; i++) {
    const Import *one = &tree->facts.imports.items[i];
    if (one->at < statement.from || one->at >= statement.to) continue;
    names++;
    if (str_eq(names_text(tree->facts.names, one->name), move->symbol.name)) import = one;
  }
  if (!import) {
    edit_add_left(move->ops, move->done, (EditLeft){tree->path, syntax_line(&tree->syntax, byte), STR("imports it in another way: change it by hand")});
    return OK;
  }
  EditModule module = {.language = move->language, .from = tree->path, .path = move->to_path, .old_path = move->from_path,
                       .old_specifier = names_text(tree->facts.names, import->specifier)};
  Str text = edit_range_text(tree->text, statement);
  Str fresh = spell(arena, move, edit_module_name(move->ops, &module), named(arena, move->symbol.name, names_text(tree->facts.names, import->local)));
  if (str_starts_with(text, STR("import type"))) fresh = str_format(arena, "import type%.*s", STR_ARG(str_slice(fresh, 6, fresh.len)));
  if (str_starts_with(text, STR("export"))) fresh = str_format(arena, "export%.*s", STR_ARG(str_slice(fresh, 6, fresh.len)));
  if (str_ends_with(text, STR(";")) && !str_ends_with(fresh, STR(";"))) fresh = str_format(arena, "%.*s;", STR_ARG(fresh));
  Str indent = edit_indent_at(tree->text, statement.from);
  move->done->places++;
  if (names == 1) return edit_file_replace(file, statement, fresh);
  /* Out of the list, with one comma, and a statement of its own behind it. */
  uint32_t from = byte, to = byte;
  while (from > statement.from && !is_between(tree->text.ptr[from - 1]) && !str_ends_with(str_slice(tree->text, statement.from, from), STR("import "))) from--;
  while (to < statement.to && !is_between(tree->text.ptr[to]) && tree->text.ptr[to] != '\n') to++;
  if (to < statement.to && tree->text.ptr[to] == ',') to++;
  else if (from > statement.from && tree->text.ptr[from - 1] == ',') from--;
  else while (to > from && tree->text.ptr[to - 1] == ' ') to--;
  const Edit edits[] = {{{from, to}, STR_EMPTY}, {{statement.to, statement.to}, str_format(arena, "\n%.*s%.*s", STR_ARG(indent), STR_ARG(fresh))}};
  return edit_file_replace_all(file, edits, 2);
}

/* From the last use to the first, so that places before it stay where they
 * are. Uses through the module's own name are left for a reader, because what
 * they say cannot be changed at that place alone. */
static Err change_importers(Move *move, const EditUses *uses) {
  for (size_t i = uses->len; i-- > 0;) {
    const EditUse *use = &uses->items[i];
    EditFile *file;
    const EditTree *tree;
    uint32_t byte;
    if (use->is_definition || str_eq(use->path, move->from_path)) continue;
    TRY(edit_plan_file(move->ops->plan, use->path, &file));
    if (!edit_find_site(file, use->line, use->column, move->symbol.name, &byte)) continue;
    TRY(edit_tree(move->ops, file, &tree));
    if (use->kind == EDGE_IMPORTS || use->kind == EDGE_EXPORTS) {
      TRY(change_import(move, file, tree, byte));
    } else if (byte && tree->text.ptr[byte - 1] == '.') {
      edit_add_left(move->ops, move->done, (EditLeft){use->path, use->line, STR("reaches it through its module: change it by hand")});
    }
  }
  return OK;
}

/* ---- */

/* A new file begins with the line that names the package, where the language
 * has one. */
static Err open_target(Move *move, const EditTree *source) {
  EditOps *ops = move->ops;
  Arena *arena = ops->job->arena;
  if (edit_plan_has(ops->plan, move->op->to)) {
    TRY(edit_plan_file(ops->plan, move->op->to, &move->to));
  } else {
    Str head = STR_EMPTY, rest = source->text;
    while (source->facts.package.value && rest.len && !head.len) {
      Str line = str_cut(&rest, '\n');
      if (str_starts_with(line, STR("package "))) head = str_format(arena, "%.*s\n", STR_ARG(line));
    }
    TRY(edit_plan_create(ops->plan, move->op->to, head, &move->to));
  }
  move->to_path = edit_file_path(move->to);
  return OK;
}

/* Refused before anything is planned: moving what belongs to a type, or into
 * another language or package, would need more than imports. */
static Err check(Move *move, const EditTree *source) {
  Job *job = move->ops->job;
  const Language *there = language_for_file(move->op->to, STR_EMPTY);
  if (!source->language->editing.import_name) return job_fail(job, ERR_UNAVAILABLE, "moving definitions between files is not known for %s; use insert_last and delete", source->language->name);
  if (move->symbol.container.len || move->symbol.flags & DEF_LOCAL) return job_fail(job, ERR_USAGE, "%.*s belongs to something; only what stands at the top of a file can be moved", STR_ARG(move->done->symbol));
  if (!there || !str_eq_c(str_from_c(there->family ? there->family : there->name), source->language->family ? source->language->family : source->language->name)) {
    if (!there || there->editing.modules != source->language->editing.modules) return job_fail(job, ERR_USAGE, "'%.*s' is no file of the same language", STR_ARG(str_shown(job->arena, move->op->to, 200)));
  }
  if (str_eq(move->from_path, move->op->to)) return job_fail(job, ERR_USAGE, "it is there already");
  bool is_folder = source->language->editing.modules == LANGUAGE_MODULES_FOLDERS;
  if (is_folder && !str_eq(folder_of(move->from_path), folder_of(move->op->to))) {
    return job_fail(job, ERR_UNAVAILABLE, "a move to another package changes how everybody names it, which is not done here; move it within its folder");
  }
  move->is_one_module = is_folder;
  return OK;
}

/* At the end, with as many blank lines as top-level things have. */
static Err append(Move *move) {
  Arena *arena = move->ops->job->arena;
  Str text = edit_file_text(move->to)->chars;
  uint32_t end = (uint32_t)text.len;
  while (end && strchr(" \t\r\n", text.ptr[end - 1])) end--;
  const char *gap = !end ? "" : move->language->editing.modules == LANGUAGE_MODULES_DOTS ? "\n\n\n" : "\n\n";
  move->done->places++;
  return edit_file_replace(move->to, (Range){end, (uint32_t)text.len}, edit_fit_lines(arena, edit_file_text(move->to), str_format(arena, "%s%.*s\n", gap, STR_ARG(move->text))));
}

/* The old file imports what left it, if it still names it. */
static Err take_back(Move *move) {
  const EditTree *source;
  Arena *arena = move->ops->job->arena;
  TRY(edit_tree(move->ops, move->symbol.file, &source));
  if (move->is_one_module || !uses_word(source->text, move->symbol.name)) return OK;
  Str module = edit_module_name(move->ops, &(EditModule){.language = move->language, .from = move->from_path, .path = move->to_path});
  return add_statement(move, move->symbol.file, ended(arena, source, spell(arena, move, module, move->symbol.name)));
}

/* The text goes to the new file first; the old place is removed last, because
 * its ranges are those of the text as it was. */
Err edit_op_move(EditOps *ops, const EditOp *op, EditDone *done) {
  Move move = {.ops = ops, .op = op, .done = done};
  Arena *arena = ops->job->arena;
  const EditTree *source;
  EditUses uses;
  if (!op->symbol.len || !op->to.len) return job_fail(ops->job, ERR_USAGE, "move needs symbol and to, the file it moves to");
  TRY(edit_find_symbol(ops, &(EditWanted){op->symbol, op->file, op->line}, &move.symbol));
  TRY(edit_tree(ops, move.symbol.file, &source));
  done->symbol = edit_shown_symbol(arena, &move.symbol);
  move.language = source->language;
  move.from_path = edit_file_path(move.symbol.file);
  move.text = edit_range_text(source->text, move.symbol.whole);
  TRY(check(&move, source));
  TRY(edit_find_uses(ops, &move.symbol, &uses));
  TRY(open_target(&move, source));
  TRY(append(&move));
  TRY(add_neighbours(&move, source));
  TRY(add_imports(&move, source));
  if (!move.is_one_module) TRY(change_importers(&move, &uses));
  TRY(edit_tree(ops, move.symbol.file, &source));
  TRY(edit_file_replace(move.symbol.file, edit_lines_of(source, &move.symbol), STR_EMPTY));
  TRY(take_back(&move));
  done->what = str_format(arena, "move %.*s from %.*s to %.*s: %zu changes", STR_ARG(done->symbol), STR_ARG(str_shown(arena, move.from_path, SIZE_MAX)),
                          STR_ARG(str_shown(arena, move.to_path, SIZE_MAX)), ++done->places);
  return OK;
}
