/* Moving a definition to another package. Everything is looked at first: what
 * moves, what it needs, who uses it. Where the result could not be right it is
 * refused with every reason there is; only then files are changed. How names of
 * other packages are written is the languages' affair, in files of their own. */
#include "src/edit/ops/move_internal.h"

#include <stdlib.h>
#include <string.h>

#include "src/query/graph/graph.h"
#include "src/query/names/names.h"

#define REASONS_SHOWN 12

/* ---- reasons ---- */

void edit_move_object(EditPackageMove *move, Str reason) {
  if (!map_get(&move->reasons, reason)) map_put(&move->reasons, reason, move);
}

Err edit_move_refuse(EditOps *ops, const Map *reasons, Str what) {
  Job *job = ops->job;
  Buf out;
  size_t count = 0;
  buf_init(&out, job->arena, 8000);
  for (const MapEntry *entry = NULL; (entry = map_next(reasons, entry));) {
    if (count++ < REASONS_SHOWN) buf_add_format(&out, "%s%.*s", count > 1 ? "; " : "", STR_ARG(str_shown(job->arena, entry->key, 300)));
  }
  if (!count) return OK;
  if (count > REASONS_SHOWN) buf_add_format(&out, "; and %zu more", count - REASONS_SHOWN);
  return job_fail(job, ERR_DENIED, "%.*s: %.*s", STR_ARG(what), STR_ARG(buf_str(&out)));
}

/* ---- files that change ---- */

Err edit_move_change(EditPackageMove *move, Str path, EditChange **ret_change) {
  EditFile *file;
  Arena *arena = move->ops->job->arena;
  TRY(edit_plan_file(move->ops->plan, path, &file));
  for (size_t i = 0; i < move->changes.len; i++) {
    if (move->changes.items[i]->file != file) continue;
    *ret_change = move->changes.items[i];
    return OK;
  }
  EditChange *change = ARENA_NEW(arena, EditChange);
  *change = (EditChange){.file = file};
  TRY(edit_tree(move->ops, file, &change->tree));
  *vec_add(arena, &move->changes) = change;
  *ret_change = change;
  return OK;
}

void edit_move_put(EditPackageMove *move, EditChange *change, Range range, Str text) {
  *vec_add(move->ops->job->arena, change) = (Edit){range, text};
}

bool edit_move_has(const EditPackageMove *move, const EditFile *file, uint32_t byte) {
  for (size_t i = 0; i < move->piece_count; i++) {
    const EditSymbol *one = &move->pieces[i].symbol;
    if (one->file == file && byte >= one->whole.from && byte < one->whole.to) return true;
  }
  return false;
}

/* ---- who may see what ---- */

/* The definition as the file has it now; 0: it is not there any more. */
static DefNo def_of(const EditTree *tree, EditFile *file, const StoreSymbol *symbol) {
  size_t place = edit_file_place(file, symbol->name_span.from);
  for (DefNo def = 1; tree->language && def < tree->facts.defs.len; def++) {
    if (tree->facts.defs.items[def].name_span.from == place) return def;
  }
  return 0;
}

/* The word among those before the name; what stands in an interface, and the
 * items of an enumeration, are as visible as what they are in. */
static bool bears_word(const EditTree *tree, DefNo def, Str word) {
  const Def *one = &tree->facts.defs.items[def];
  const Def *container = one->container ? &tree->facts.defs.items[one->container] : NULL;
  if ((container && container->kind == SYMBOL_INTERFACE) || one->kind == SYMBOL_ENUM_MEMBER || one->flags & DEF_GENERATED) return true;
  uint32_t at = one->full.from;
  if (one->doc.to > at && one->doc.to <= one->name_span.from) at = one->doc.to;
  for (int depth = 0; at < one->name_span.from; at++) { /* not among the arguments of annotations */
    depth += (tree->text.ptr[at] == '(') - (tree->text.ptr[at] == ')');
    if (!depth && word_is_at(tree->text, at, word) && !edit_prose_at(tree, at)) return true;
  }
  return false;
}

Err edit_move_is_seen(EditPackageMove *move, const StoreSymbol *symbol, bool *ret_is_seen) {
  EditFile *file;
  const EditTree *tree;
  const char *word = move->language->editing.public_word;
  *ret_is_seen = symbol->flags & DEF_EXPORTED;
  if (!word || !*ret_is_seen) return OK;
  TRY(edit_plan_file(move->ops->plan, symbol->path, &file));
  TRY(edit_tree(move->ops, file, &tree));
  DefNo def = def_of(tree, file, symbol);
  *ret_is_seen = def && bears_word(tree, def, str_from_c(word));
  return OK;
}

/* ---- what moves ---- */

static Err add_piece(EditPackageMove *move, const EditSymbol *symbol) {
  if (move->piece_count >= EDIT_PIECES_MAX) return job_fail(move->ops->job, ERR_TOO_LARGE, "%.*s has more than %d methods", STR_ARG(move->done->symbol), EDIT_PIECES_MAX);
  EditPiece *piece = &move->pieces[move->piece_count++];
  *piece = (EditPiece){.symbol = *symbol};
  return edit_tree(move->ops, symbol->file, &piece->tree);
}

/* Methods that stand apart must be where their type is. */
static Err add_methods(EditPackageMove *move, const StoreSymbols *members) {
  for (size_t i = 0; i < members->len; i++) {
    const StoreSymbol *one = &members->items[i];
    EditFile *file;
    const EditTree *tree;
    TRY(edit_plan_file(move->ops->plan, one->path, &file));
    TRY(edit_tree(move->ops, file, &tree));
    DefNo def = def_of(tree, file, one);
    if (!def || !symbol_kind_is_callable(one->kind) || edit_move_has(move, file, tree->facts.defs.items[def].name_span.from)) continue;
    EditSymbol method = edit_symbol_of(move->ops, file, tree, def);
    TRY(add_piece(move, &method));
  }
  return OK;
}

static Err find_pieces(EditPackageMove *move, const EditSymbol *symbol) {
  StoreSymbols members = {0}, elsewhere = {0};
  TRY(add_piece(move, symbol));
  if (move->language->rules.methods != LANGUAGE_METHODS_PACKAGE || !symbol_kind_is_type(symbol->kind)) return OK;
  TRY(query_members(move->ops->job, move->ops->reader, &symbol->stored, &members));
  TRY(query_members_elsewhere(move->ops->job, move->ops->reader, &symbol->stored, &elsewhere));
  TRY(add_methods(move, &members));
  return add_methods(move, &elsewhere);
}

/* Whether a type in that file extends what moves: then it sees what is
 * protected, wherever it is. */
static Err has_heir(EditPackageMove *move, Str path, bool *ret_has) {
  StoreEdges edges = {0};
  *ret_has = false;
  TRY(store_edges_into(move->ops->job, move->ops->reader, move->pieces[0].symbol.stored.id, STORE_KIND(EDGE_EXTENDS), &edges));
  for (size_t i = 0; i < edges.len && !*ret_has; i++) {
    StoreSymbol from;
    TRY(query_symbol(move->ops->job, move->ops->reader, edges.items[i].from, &from));
    *ret_has = str_eq(from.path, path);
  }
  return OK;
}

/* Uses of what other packages do not see, from outside of what moves. */
static Err check_uses_of(EditPackageMove *move, const StoreSymbol *symbol) {
  StoreEdges edges = {0};
  Arena *arena = move->ops->job->arena;
  TRY(store_edges_into(move->ops->job, move->ops->reader, symbol->id, QUERY_CALLS | QUERY_USES, &edges));
  for (size_t i = 0; i < edges.len; i++) {
    StoreSymbol from;
    EditFile *file;
    const EditTree *tree;
    TRY(query_symbol(move->ops->job, move->ops->reader, edges.items[i].from, &from));
    TRY(edit_plan_file(move->ops->plan, from.path, &file));
    const Text *base = edit_file_base(file);
    if (!edges.items[i].line || !edges.items[i].column || edges.items[i].line > base->lines.count) continue;
    /* Whatever word stands there: constructors are called by others. */
    uint32_t byte = (uint32_t)edit_file_move(file, base->lines.starts[edges.items[i].line - 1] + edges.items[i].column - 1);
    TRY(edit_tree(move->ops, file, &tree));
    bool is_heir = false;
    if (edit_move_has(move, file, byte) || !edit_package_is(&move->from, from.path, tree)) continue; /* others never saw it */
    if (symbol->flags & DEF_PROTECTED) TRY(has_heir(move, from.path, &is_heir));
    if (is_heir) continue;
    edit_move_object(move, str_format(arena, "%.*s, which other packages do not see, is used at %.*s:%u", STR_ARG(query_qualified(arena, symbol)), STR_ARG(from.path), edges.items[i].line));
  }
  return OK;
}

static Err check_seen(EditPackageMove *move) {
  const EditSymbol *symbol = &move->pieces[0].symbol;
  StoreSymbols members = {0}, elsewhere = {0};
  bool is_seen;
  TRY(edit_move_is_seen(move, &symbol->stored, &is_seen));
  if (!is_seen) TRY(check_uses_of(move, &symbol->stored));
  if (!query_is_container(symbol->kind)) return OK;
  TRY(query_members(move->ops->job, move->ops->reader, &symbol->stored, &members));
  TRY(query_members_elsewhere(move->ops->job, move->ops->reader, &symbol->stored, &elsewhere));
  for (size_t i = 0; i < members.len + elsewhere.len; i++) {
    const StoreSymbol *one = i < members.len ? &members.items[i] : &elsewhere.items[i - members.len];
    if (one->flags & (DEF_LOCAL | DEF_ANONYMOUS | DEF_PRIVATE)) continue;
    TRY(edit_move_is_seen(move, one, &is_seen));
    if (!is_seen) TRY(check_uses_of(move, one));
  }
  return OK;
}

/* ---- the new place ---- */

static Err check_place(EditPackageMove *move) {
  Job *job = move->ops->job;
  const EditSymbol *symbol = &move->pieces[0].symbol;
  const StoreSymbol *namesake = map_get(&move->there, symbol->name);
  if (!symbol->stored.id.value) return job_fail(job, ERR_UNAVAILABLE, "%.*s is not in the index yet, so its uses are not known; apply the plan first, then move", STR_ARG(move->done->symbol));
  if (!move->to.path.len || !move->from.path.len) {
    return job_fail(job, ERR_UNAVAILABLE, "what the packages are imported by is not known: there is no %s above them", move->language->editing.rooted_at ? move->language->editing.rooted_at : "package line");
  }
  if (namesake) {
    return job_fail(job, ERR_EXISTS, "package %.*s has a %.*s already, at %.*s:%u", STR_ARG(move->to.name), STR_ARG(symbol->name), STR_ARG(str_shown(job->arena, namesake->path, SIZE_MAX)), namesake->name_span.line);
  }
  return OK;
}

/* What stands before the line that names the package, where it says nothing of
 * the package itself: a licence, most often. */
static Str head_of(Arena *arena, const EditTree *source) {
  const Syntax *syntax = &source->syntax;
  for (NodeNo child = syntax_first(syntax, 1); child; child = syntax_next(syntax, child)) {
    if (!word_is_at(source->text, syntax->nodes[child].from, STR("package"))) continue;
    Str before = str_slice(source->text, 0, syntax->nodes[child].from);
    bool is_apart = str_ends_with(before, STR("\n\n")) || str_ends_with(before, STR("\r\n\r\n")) || source->language->editing.public_word;
    return is_apart ? str_copy(arena, before) : STR_EMPTY;
  }
  return STR_EMPTY;
}

static Err open_target(EditPackageMove *move, EditFile **ret_file) {
  EditOps *ops = move->ops;
  const EditTree *source = move->pieces[0].tree;
  if (edit_plan_has(ops->plan, move->op->to)) return edit_plan_file(ops->plan, move->op->to, ret_file);
  Str end = move->language->editing.public_word ? STR(";") : STR_EMPTY; /* as its import statements end, so does this one */
  Str head = str_format(ops->job->arena, "%.*spackage %.*s%.*s\n", STR_ARG(head_of(ops->job->arena, source)), STR_ARG(move->to.name), STR_ARG(end));
  return edit_plan_create(ops->plan, move->op->to, head, ret_file);
}

static int by_range(const void *a, const void *b) {
  const Edit *left = a, *right = b;
  return (left->range.from > right->range.from) - (left->range.from < right->range.from);
}

/* As it stands at the new place. */
static Str spelled(Arena *arena, EditPiece *piece) {
  Buf out;
  uint32_t at = piece->symbol.whole.from;
  buf_init(&out, arena, SIZE_MAX);
  if (piece->len) qsort(piece->items, piece->len, sizeof *piece->items, by_range);
  for (size_t i = 0; i < piece->len; i++) {
    buf_add(&out, str_slice(piece->tree->text, at, piece->items[i].range.from));
    buf_add(&out, piece->items[i].text);
    at = piece->items[i].range.to;
  }
  buf_add(&out, str_slice(piece->tree->text, at, piece->symbol.whole.to));
  return buf_str(&out);
}

/* At the end of the file, each with a blank line before it. */
static Err append(EditPackageMove *move, EditFile *target, Str *texts) {
  Arena *arena = move->ops->job->arena;
  for (size_t i = 0; i < move->piece_count; i++) {
    Str text = edit_file_text(target)->chars;
    uint32_t end = (uint32_t)text.len;
    while (end && strchr(" \t\r\n", text.ptr[end - 1])) end--;
    move->done->places++;
    TRY(edit_file_replace(target, (Range){end, (uint32_t)text.len}, edit_fit_lines(arena, edit_file_text(target), str_format(arena, "%s%.*s\n", end ? "\n\n" : "", STR_ARG(texts[i])))));
  }
  return OK;
}

/* ---- imports ---- */

/* The name of an import of the old package: as its files declare it, unless the
 * line gives another; what the facts say is read from how it is used, and it may
 * not be any more. */
static Str local_of(const EditPackageMove *move, const EditTree *tree, const Import *import) {
  Str local = names_text(tree->facts.names, import->local);
  bool is_old = move->from.path_is_rooted && str_eq(names_text(tree->facts.names, import->specifier), move->from.path);
  Str line = str_trim(str_slice(tree->text, edit_line_start(tree->text, import->at), edit_line_end(tree->text, import->at)));
  if (str_starts_with(line, STR("import"))) line = str_trim(str_slice(line, 6, line.len));
  return is_old && str_starts_with(line, STR("\"")) ? move->from.name : local;
}

/* The import that is used by that name, and nothing of the file does any more. */
static bool is_unused(const EditTree *tree, const Import *import, Str local) {
  Range statement = edit_statement_at(tree, import->at);
  size_t line_from = edit_line_start(tree->text, import->at), line_to = edit_line_end(tree->text, import->at);
  if (!local.len || statement.to == statement.from || str_eq_c(local, "_") || str_find_byte(local, '.') != STR_NONE || import->form == IMPORT_STAR) return false;
  return !edit_uses_name(tree, (Range){0, (uint32_t)line_from}, local) && !edit_uses_name(tree, (Range){(uint32_t)line_to, (uint32_t)tree->text.len}, local);
}

/* Imports of the old package, and of the old file those that what moved needed,
 * where nothing uses them now; and those of a package by its own files. */
static Err drop_imports(EditPackageMove *move, EditChange *change) {
  for (bool again = true; again;) {
    const EditTree *tree;
    again = false;
    TRY(edit_tree(move->ops, change->file, &tree));
    for (size_t i = 1; !again && tree->language && i < tree->facts.imports.len; i++) {
      const Import *import = &tree->facts.imports.items[i];
      Str specifier = names_text(tree->facts.names, import->specifier), local = local_of(move, tree, import);
      bool is_meant = move->to.path_is_rooted && str_eq(specifier, move->from.path), is_alone;
      for (size_t k = 0; change->is_source && !is_meant && k < move->dropped.len; k++) is_meant = str_eq(local, move->dropped.items[k]);
      if (!is_meant || !is_unused(tree, import, local)) continue;
      move->done->places++;
      TRY(edit_file_replace(change->file, edit_import_range(tree, import, &is_alone), STR_EMPTY));
      again = true;
    }
  }
  return OK;
}

/* ---- the old file ---- */

/* A file in which nothing is left goes, unless it speaks of its package. */
static Err drop_empty(EditPackageMove *move, const EditChange *change) {
  const EditTree *tree;
  TRY(edit_tree(move->ops, change->file, &tree));
  for (DefNo def = 1; def < tree->facts.defs.len; def++) {
    if (!tree->facts.defs.items[def].container) return OK;
  }
  for (size_t i = 1; i < tree->facts.imports.len; i++) {
    if (tree->facts.imports.items[i].form == IMPORT_EFFECT) return OK; /* it is there for that alone */
  }
  bool has_doc = str_find(tree->text, STR("\n// Package ")) != STR_NONE || str_starts_with(tree->text, STR("// Package "));
  if (has_doc) return OK;
  edit_add_note(move->ops, move->done, str_format(move->ops->job->arena, "%.*s has nothing left and is deleted", STR_ARG(str_shown(move->ops->job->arena, tree->path, SIZE_MAX))));
  return edit_plan_delete(move->ops->plan, tree->path);
}

static Err change_all(EditPackageMove *move) {
  for (size_t i = 0; i < move->changes.len; i++) {
    EditChange *change = move->changes.items[i];
    move->done->places += change->len;
    TRY(edit_file_replace_all(change->file, change->items, change->len));
    if (change->import.len) TRY(edit_import_add(move->ops, change->file, change->import, &move->done->places));
  }
  return OK;
}

/* Texts are taken before anything changes; the old places go in the same change
 * as the uses beside them. */
static Err write_all(EditPackageMove *move) {
  Arena *arena = move->ops->job->arena;
  EditFile *target;
  EditChange *change;
  Str *texts = ARENA_ARRAY(arena, Str, move->piece_count);
  TRY(open_target(move, &target));
  for (size_t i = 0; i < move->piece_count; i++) {
    EditPiece *piece = &move->pieces[i];
    texts[i] = spelled(arena, piece);
    TRY(edit_move_change(move, edit_file_path(piece->symbol.file), &change));
    change->is_source = true;
    edit_move_put(move, change, edit_lines_of(piece->tree, &piece->symbol), STR_EMPTY);
  }
  TRY(change_all(move));
  TRY(append(move, target, texts));
  for (size_t i = 0; i < move->imports.len; i++) TRY(edit_import_add(move->ops, target, move->imports.items[i], &move->done->places));
  for (size_t i = 0; i < move->changes.len; i++) {
    TRY(drop_imports(move, move->changes.items[i]));
    if (move->changes.items[i]->is_source) TRY(drop_empty(move, move->changes.items[i]));
  }
  return OK;
}

Err edit_move_package(EditOps *ops, const EditOp *op, const EditSymbol *symbol, EditDone *done) {
  Arena *arena = ops->job->arena;
  EditPackageMove *move = ARENA_NEW(arena, EditPackageMove);
  *move = (EditPackageMove){.ops = ops, .op = op, .done = done};
  move->language = language_for_file(edit_file_path(symbol->file), STR_EMPTY);
  bool is_qualified = !str_contains(str_from_c(move->language->editing.import_name), STR("{name}"));
  map_init(&move->reasons, arena);
  TRY(edit_package_of(ops, move->language, edit_file_path(symbol->file), NULL, &move->from));
  TRY(edit_package_of(ops, move->language, op->to, &move->from, &move->to));
  TRY(edit_package_names(ops, move->language, &move->from, &move->names));
  TRY(edit_package_names(ops, move->language, &move->to, &move->there));
  TRY(find_pieces(move, symbol));
  TRY(check_place(move));
  TRY(edit_find_uses(ops, symbol, &move->uses));
  TRY(check_seen(move));
  for (size_t i = 0; i < move->piece_count; i++) TRY((is_qualified ? edit_move_needs_qualified : edit_move_needs_imported)(move, &move->pieces[i]));
  TRY((is_qualified ? edit_move_users_qualified : edit_move_users_imported)(move));
  TRY(edit_move_refuse(ops, &move->reasons, str_format(arena, "%.*s cannot move to package %.*s", STR_ARG(done->symbol), STR_ARG(str_shown(arena, move->to.name, 100)))));
  TRY(write_all(move));
  done->what = str_format(arena, "move %.*s from %.*s to %.*s: %zu changes in %zu files", STR_ARG(done->symbol), STR_ARG(str_shown(arena, move->from.name, 200)),
                          STR_ARG(str_shown(arena, op->to, SIZE_MAX)), done->places, edit_plan_steps(ops->plan).len);
  return OK;
}
