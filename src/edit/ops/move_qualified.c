/* Moving to another package where names of other packages are written behind
 * the package's name: what moves names its old package, those left behind name
 * the new one, the new one's own files name it no longer. */
#include "src/edit/ops/move_internal.h"

#include <string.h>

#include "src/query/graph/graph.h"
#include "src/query/names/names.h"

/* ---- words ---- */

static bool is_first_of_word(Str text, uint32_t at) { return byte_is_name(text.ptr[at]) && (!at || !byte_is_name(text.ptr[at - 1])); }

static Str word_at(Str text, uint32_t at) {
  uint32_t end = at;
  while (end < text.len && byte_is_name(text.ptr[end])) end++;
  return str_slice(text, at, end);
}

static uint32_t skip_blanks(Str text, uint32_t at) {
  while (at < text.len && strchr(" \t\r\n", text.ptr[at])) at++;
  return at;
}

static uint32_t before_blanks(Str text, uint32_t at) {
  while (at && strchr(" \t\r\n", text.ptr[at - 1])) at--;
  return at;
}

/* Where the qualifier of the word at a byte begins: `a` of `a.b`; the byte
 * itself: there is none. */
static uint32_t qualifier_of(Str text, uint32_t at) {
  uint32_t dot = before_blanks(text, at);
  if (!dot || text.ptr[dot - 1] != '.') return at;
  uint32_t end = before_blanks(text, dot - 1), from = end;
  while (from && byte_is_name(text.ptr[from - 1])) from--;
  return from < end ? from : at;
}

/* Behind a dot that does not end a comment above. */
static bool is_member(const EditTree *tree, uint32_t at) {
  uint32_t dot = before_blanks(tree->text, at);
  return edit_is_member_at(tree->text, at) && !edit_prose_at(tree, dot - 1);
}

/* The key of a composite literal, which is a field's name and nobody's else,
 * unless the literal is a map or a list; or a label. */
static bool is_key(const EditTree *tree, uint32_t at, Str word) {
  Str text = tree->text;
  uint32_t after = skip_blanks(text, at + (uint32_t)word.len), before = before_blanks(text, at);
  bool has_colon = after < text.len && text.ptr[after] == ':' && !(after + 1 < text.len && text.ptr[after + 1] == '=');
  if (!has_colon || !before || !strchr("{,;}", text.ptr[before - 1])) {
    bool is_line = has_colon && before < at && memchr(text.ptr + before, '\n', at - before);
    return is_line && before && text.ptr[before - 1] != ',';
  }
  Str line = str_trim(str_slice(text, edit_line_start(text, at), at));
  if (str_starts_with(line, STR("case "))) return false;
  const Syntax *syntax = &tree->syntax;
  for (NodeNo node = edit_node_at(syntax, (Range){at, at + 1}); node > 1; node = syntax_parent(syntax, node)) {
    Str whole = str_slice(text, syntax->nodes[node].from, syntax->nodes[node].to);
    if (str_starts_with(whole, STR("map[")) || str_starts_with(whole, STR("["))) return false;
    bool is_literal = str_ends_with(whole, STR("}")) && whole.ptr[0] != '{' && syntax->nodes[node].from < at;
    if (is_literal) return true;
  }
  return true;
}

/* Whether a definition, or a field, is named here. */
static bool is_definition(const EditTree *tree, uint32_t at) {
  for (DefNo def = 1; def < tree->facts.defs.len; def++) {
    if (tree->facts.defs.items[def].name_span.from == at && !(tree->facts.defs.items[def].flags & DEF_ANONYMOUS)) return true;
  }
  return false;
}

/* ---- what it needs ---- */

static const Import *import_called(const EditTree *tree, Str local) {
  for (size_t i = 1; i < tree->facts.imports.len; i++) {
    if (str_eq(names_text(tree->facts.names, tree->facts.imports.items[i].local), local)) return &tree->facts.imports.items[i];
  }
  return NULL;
}

static const Import *import_of(const EditTree *tree, Str path) {
  for (size_t i = 1; i < tree->facts.imports.len; i++) {
    if (str_eq(names_text(tree->facts.names, tree->facts.imports.items[i].specifier), path)) return &tree->facts.imports.items[i];
  }
  return NULL;
}

/* As a statement of one line, under the name that it has here. */
static Str statement_of(Arena *arena, const EditTree *tree, const Import *import) {
  Str line = str_trim(str_slice(tree->text, edit_line_start(tree->text, import->at), edit_line_end(tree->text, import->at)));
  size_t comment = str_find(line, STR("//"));
  if (comment != STR_NONE && comment > str_find_last_byte(line, '"')) line = str_trim(str_slice(line, 0, comment));
  return str_starts_with(line, STR("import")) ? str_copy(arena, line) : str_format(arena, "import %.*s", STR_ARG(line));
}

static void add_once(Arena *arena, EditWords *all, Str text) {
  for (size_t i = 0; i < all->len; i++) {
    if (str_eq(all->items[i], text)) return;
  }
  *vec_add(arena, all) = text;
}

/* A package that it names: the new one it need not name any more. */
static void need_import(EditPackageMove *move, EditPiece *piece, uint32_t at, const Import *import) {
  Arena *arena = move->ops->job->arena;
  const EditTree *tree = piece->tree;
  Str specifier = names_text(tree->facts.names, import->specifier), local = names_text(tree->facts.names, import->local);
  add_once(arena, &move->dropped, str_copy(arena, local));
  if (str_eq(specifier, move->to.path)) {
    uint32_t dot = skip_blanks(tree->text, at + (uint32_t)local.len);
    *vec_add(arena, piece) = (Edit){{at, skip_blanks(tree->text, dot + 1)}, STR_EMPTY};
    return;
  }
  if (str_eq_c(specifier, "C")) edit_move_object(move, STR("it calls C, whose declarations stand in its old file"));
  if (map_get(&move->there, local)) edit_move_object(move, str_format(arena, "it needs the import %.*s, but package %.*s has something of that name", STR_ARG(local), STR_ARG(move->to.name)));
  add_once(arena, &move->imports, statement_of(arena, tree, import));
}

/* A name of the old package: behind that package's name from now on. */
static void need_name(EditPackageMove *move, EditPiece *piece, uint32_t at, const StoreSymbol *symbol) {
  Arena *arena = move->ops->job->arena;
  const EditTree *tree = piece->tree;
  move->needs_old = true;
  if (!(symbol->flags & DEF_EXPORTED)) {
    edit_move_object(move, str_format(arena, "it uses %.*s, which only package %.*s sees (%.*s:%u)", STR_ARG(symbol->name), STR_ARG(move->from.name), STR_ARG(tree->path), syntax_line(&tree->syntax, at)));
    return;
  }
  if (edit_binder_of(tree, at, move->from.name) || map_get(&move->there, move->from.name)) {
    edit_move_object(move, str_format(arena, "at %.*s:%u it needs package %.*s, but that name means something else there", STR_ARG(tree->path), syntax_line(&tree->syntax, at), STR_ARG(move->from.name)));
    return;
  }
  *vec_add(arena, piece) = (Edit){{at, at}, str_format(arena, "%.*s.", STR_ARG(move->from.name))};
}

/* Members that begin with a small letter are of this package, or of what
 * moves. */
static void check_member(EditPackageMove *move, const EditPiece *piece, uint32_t at, Str word) {
  const EditTree *tree = piece->tree;
  Str text = tree->text;
  uint32_t qualifier = qualifier_of(text, at);
  bool is_number = qualifier < at && byte_is_digit(text.ptr[qualifier]);
  bool is_small = (word.ptr[0] >= 'a' && word.ptr[0] <= 'z') || word.ptr[0] == '_';
  if (!is_small || is_number) return;
  for (size_t i = 0; i < move->piece_count; i++) {
    const EditPiece *other = &move->pieces[i];
    for (DefNo def = 1; def < other->tree->facts.defs.len; def++) {
      const Def *one = &other->tree->facts.defs.items[def];
      bool is_inside = one->name_span.from >= other->symbol.whole.from && one->name_span.from < other->symbol.whole.to;
      if (is_inside && str_eq(edit_def_name(other->tree, def), word)) return;
    }
  }
  edit_move_object(move, str_format(move->ops->job->arena, "it uses .%.*s, which only package %.*s sees (%.*s:%u)", STR_ARG(word), STR_ARG(move->from.name), STR_ARG(tree->path), syntax_line(&tree->syntax, at)));
}

static void look_at_word(EditPackageMove *move, EditPiece *piece, uint32_t at, Str word) {
  const EditTree *tree = piece->tree;
  if (edit_prose_at(tree, at)) return;
  if (is_member(tree, at)) {
    check_member(move, piece, at, word);
    return;
  }
  const StoreSymbol *symbol = map_get(&move->names, word);
  const Import *import = import_called(tree, word);
  uint32_t after = skip_blanks(tree->text, at + (uint32_t)word.len);
  bool is_qualifier = import && after < tree->text.len && tree->text.ptr[after] == '.';
  if ((!symbol && !is_qualifier) || is_key(tree, at, word) || edit_binder_of(tree, at, word) > 1) return;
  if (is_qualifier) need_import(move, piece, at, import);
  else if (symbol && !is_definition(tree, at) && symbol->id.value != move->pieces[0].symbol.stored.id.value) need_name(move, piece, at, symbol);
}

/* One of several behind a word that they share, and a number that goes on. */
static bool is_in_group(const EditPiece *piece) {
  const char *heads = piece->tree->language->editing.heads;
  Str word = word_at(piece->tree->text, piece->symbol.own.from);
  return !symbol_kind_is_callable(piece->symbol.kind) && !language_word_in(heads, word);
}

/* A directive names files from where it stands. */
Err edit_move_needs_qualified(EditPackageMove *move, EditPiece *piece) {
  const EditTree *tree = piece->tree;
  Arena *arena = move->ops->job->arena;
  Range whole = piece->symbol.whole;
  Str text = edit_range_text(tree->text, whole);
  if (is_in_group(piece)) edit_move_object(move, STR("it stands in a group of declarations; take it out of the group first"));
  if (str_contains(text, STR("//go:embed "))) edit_move_object(move, STR("it embeds files, whose paths begin at its folder"));
  for (uint32_t at = whole.from; at < whole.to; at++) {
    if (!is_first_of_word(tree->text, at)) continue;
    Str word = word_at(tree->text, at);
    look_at_word(move, piece, at, word);
    at += (uint32_t)word.len - 1;
  }
  for (size_t i = 1; i < tree->facts.imports.len; i++) { /* whether it is needed, nobody can tell */
    if (tree->facts.imports.items[i].form == IMPORT_STAR) add_once(arena, &move->imports, statement_of(arena, tree, &tree->facts.imports.items[i]));
  }
  return OK;
}

/* ---- who uses it ---- */

/* A name for the new package that means nothing else where it is needed. Taken
 * from the import, if there is one. */
static Str local_in(EditPackageMove *move, const EditChange *change, const uint32_t *sites, size_t count, bool *ret_is_there) {
  Arena *arena = move->ops->job->arena;
  const EditTree *tree = change->tree;
  const Import *import = import_of(tree, move->to.path);
  Str local = import ? names_text(tree->facts.names, import->local) : STR_EMPTY;
  *ret_is_there = local.len && !str_eq_c(local, "_") && import->form == IMPORT_MODULE;
  if (*ret_is_there) return local;
  for (int turn = 0;; turn++) {
    Str name = turn == 0 ? move->to.name : turn == 1 ? str_format(arena, "%.*spkg", STR_ARG(move->to.name)) : str_format(arena, "%.*spkg%d", STR_ARG(move->to.name), turn);
    bool is_taken = import_called(tree, name) || map_get(&move->names, name);
    for (size_t i = 0; i < count && !is_taken; i++) is_taken = edit_binder_of(tree, sites[i], name) != 0;
    if (!is_taken || turn > 20) return name;
  }
}

/* What may import a package whose path has such a folder: what is beneath the
 * folder above it. */
static bool may_import(Str path, Str from) {
  size_t at = str_find(path, STR("/internal/"));
  if (at == STR_NONE && str_ends_with(path, STR("/internal"))) at = path.len - 9;
  if (at == STR_NONE) return true;
  Str above = str_slice(path, 0, at);
  return str_is_within(from, above);
}

/* That a file may import the new package: neither hidden, nor a program, nor
 * in a circle. */
static Err check_importer(EditPackageMove *move, const EditChange *change) {
  EditOps *ops = move->ops;
  Arena *arena = ops->job->arena;
  Str path = change->tree->path, way;
  EditPackage package;
  TRY(edit_package_of(ops, move->language, path, NULL, &package));
  if (!may_import(move->to.path, package.path)) edit_move_object(move, str_format(arena, "%.*s is internal and %.*s, which uses it, may not import it", STR_ARG(move->to.path), STR_ARG(path)));
  if (str_eq_c(move->to.name, "main")) edit_move_object(move, str_format(arena, "%.*s uses it and cannot import a program", STR_ARG(path)));
  if (str_ends_with(edit_module_stem(move->language, move->op->to), STR("_test"))) edit_move_object(move, str_format(arena, "%.*s uses it and cannot import what is in a test", STR_ARG(path)));
  if (str_ends_with(package.name, STR("_test"))) return OK; /* imports what it likes: nobody imports it */
  TRY(edit_package_way(ops, move->language, move->to.folder, package.folder, &way));
  if (way.len) edit_move_object(move, str_format(arena, "%.*s would import it, which makes a circle: %.*s imports that package (%.*s)", STR_ARG(path), STR_ARG(move->to.folder), STR_ARG(way)));
  bool is_old = str_eq(package.folder, move->from.folder);
  if (is_old && move->needs_old) {
    edit_move_object(move, str_format(arena, "the packages would import each other: %.*s uses it, and it uses %.*s", STR_ARG(path), STR_ARG(move->from.name)));
  }
  return OK;
}

/* One use, as the package of its file names it. */
static void respell(EditPackageMove *move, EditChange *change, uint32_t site, Str local) {
  Str text = change->tree->text;
  uint32_t qualifier = qualifier_of(text, site);
  bool is_new = edit_package_is(&move->to, change->tree->path, change->tree);
  Str prefix = is_new ? STR_EMPTY : str_format(move->ops->job->arena, "%.*s.", STR_ARG(local));
  bool is_old = edit_package_is(&move->from, change->tree->path, change->tree);
  if (qualifier == site && !is_old) { /* by an import that brings all names */
    edit_add_left(move->ops, move->done, (EditLeft){change->tree->path, syntax_line(&change->tree->syntax, site), STR("uses it without its package: change it by hand")});
    return;
  }
  edit_move_put(move, change, (Range){is_old ? site : qualifier, site}, prefix);
}

static Err change_user(EditPackageMove *move, size_t from, size_t to) {
  Arena *arena = move->ops->job->arena;
  EditChange *change;
  VEC(uint32_t) sites = {0};
  bool is_there = true;
  TRY(edit_move_change(move, move->uses.items[from].path, &change));
  for (size_t i = from; i < to; i++) {
    const EditUse *use = &move->uses.items[i];
    uint32_t byte;
    if (use->is_definition || use->kind == EDGE_IMPORTS || !edit_find_site(change->file, use->line, use->column, move->pieces[0].symbol.name, &byte)) continue;
    if (edit_move_has(move, change->file, byte) || edit_prose_at(change->tree, byte)) continue;
    *vec_add(arena, &sites) = byte;
  }
  if (!sites.len) return OK;
  bool is_new = edit_package_is(&move->to, change->tree->path, change->tree);
  Str local = is_new ? STR_EMPTY : local_in(move, change, sites.items, sites.len, &is_there);
  for (size_t i = 0; i < sites.len; i++) respell(move, change, sites.items[i], local);
  if (is_new) return OK;
  if (!is_there) {
    change->import = str_eq(local, move->to.name) ? str_format(arena, "import \"%.*s\"", STR_ARG(move->to.path))
                                                  : str_format(arena, "import %.*s \"%.*s\"", STR_ARG(local), STR_ARG(move->to.path));
  }
  return check_importer(move, change);
}

/* What moves imports, the new package imports from then on. */
static Err check_needs(EditPackageMove *move) {
  Arena *arena = move->ops->job->arena;
  Str way;
  if (!move->needs_old) return OK;
  add_once(arena, &move->imports, str_format(arena, "import \"%.*s\"", STR_ARG(move->from.path)));
  if (str_eq_c(move->from.name, "main")) edit_move_object(move, STR("it uses names of a program, which cannot be imported"));
  if (!may_import(move->from.path, move->to.path)) edit_move_object(move, str_format(arena, "it uses %.*s, which is internal and not seen from there", STR_ARG(move->from.path)));
  TRY(edit_package_way(move->ops, move->language, move->from.folder, move->to.folder, &way));
  if (way.len) edit_move_object(move, str_format(arena, "it uses %.*s, which makes a circle of imports: %.*s", STR_ARG(move->from.name), STR_ARG(way)));
  return OK;
}

/* Its other imports may lead back, too. */
static Err check_imports(EditPackageMove *move) {
  EditOps *ops = move->ops;
  for (size_t i = 0; i < move->piece_count; i++) {
    StoreFile file;
    QueryImports imports;
    TRY(query_file(ops->job, ops->reader, edit_file_path(move->pieces[i].symbol.file), &file));
    if (!file.id.value) continue;
    TRY(query_imports(ops->job, ops->reader, file.id, &imports));
    for (size_t k = 0; k < imports.len; k++) {
      Str way, path = imports.items[k].path, statement = STR_EMPTY;
      for (size_t n = 0; n < move->imports.len && !statement.len; n++) {
        if (str_contains(move->imports.items[n], str_format(ops->job->arena, "\"%.*s\"", STR_ARG(imports.items[k].specifier)))) statement = move->imports.items[n];
      }
      if (!path.len || !statement.len) continue;
      if (language_for_file(path, STR_EMPTY)) path = edit_folder_of(path);
      if (str_eq_c(path, ".")) path = STR_EMPTY;
      TRY(edit_package_way(ops, move->language, path, move->to.folder, &way));
      if (way.len) edit_move_object(move, str_format(ops->job->arena, "it uses %.*s, which makes a circle of imports: %.*s", STR_ARG(imports.items[k].specifier), STR_ARG(way)));
    }
  }
  return OK;
}

Err edit_move_users_qualified(EditPackageMove *move) {
  for (size_t i = 0, end; i < move->uses.len; i = end) {
    for (end = i + 1; end < move->uses.len && str_eq(move->uses.items[end].path, move->uses.items[i].path);) end++;
    TRY(change_user(move, i, end));
  }
  TRY(check_needs(move));
  return check_imports(move);
}
