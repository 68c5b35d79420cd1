/* Moving to another package where names of other packages are imported one by
 * one, or written with the whole name of their package: who shared the package
 * imports it now, who imported it from the old one imports it from the new. */
#include "src/edit/ops/move_internal.h"

#include <string.h>

#include "src/query/graph/graph.h"
#include "src/query/names/names.h"

#define MENTIONS_MAX 20000 /* lines with the name that are looked at */

static Str text_of(const EditTree *tree, NameId name) { return names_text(tree->facts.names, name); }

static void add_once(Arena *arena, EditWords *all, Str text) {
  for (size_t i = 0; i < all->len; i++) {
    if (str_eq(all->items[i], text)) return;
  }
  *vec_add(arena, all) = text;
}

static Str import_of(const EditPackageMove *move, Str package, Str name) {
  return str_format(move->ops->job->arena, "import %.*s.%.*s;", STR_ARG(package), STR_ARG(name));
}

/* ---- what it needs ---- */

/* Imports that it uses come along; those of the new package's own names need
 * not. Whether one that brings many is needed, nobody can tell. */
static void need_imports(EditPackageMove *move, const EditPiece *piece) {
  Arena *arena = move->ops->job->arena;
  const EditTree *tree = piece->tree;
  for (size_t i = 1; i < tree->facts.imports.len; i++) {
    const Import *import = &tree->facts.imports.items[i];
    Str local = text_of(tree, import->local), specifier = text_of(tree, import->specifier);
    Range statement = edit_statement_at(tree, import->at);
    bool is_star = import->form == IMPORT_STAR;
    if (statement.to == statement.from || !word_is_at(tree->text, statement.from, STR("import"))) continue; /* a whole name in the text */
    if (!is_star && !edit_uses_name(tree, piece->symbol.whole, local)) continue;
    bool is_own = str_eq(specifier, move->to.path) && !(import->flags & IMPORT_STATIC);
    if (!is_star) add_once(arena, &move->dropped, str_copy(arena, local));
    if (!is_own) add_once(arena, &move->imports, str_copy(arena, edit_range_text(tree->text, statement)));
  }
}

/* Types of the old package, which it has named without an import. */
static Err need_neighbours(EditPackageMove *move, const EditPiece *piece) {
  Arena *arena = move->ops->job->arena;
  const EditTree *tree = piece->tree;
  for (const MapEntry *entry = NULL; (entry = map_next(&move->names, entry));) {
    const StoreSymbol *symbol = entry->value;
    bool is_seen;
    if (symbol->id.value == piece->symbol.stored.id.value || !edit_uses_name(tree, piece->symbol.whole, symbol->name)) continue;
    bool is_imported = false; /* another type of that name */
    for (size_t i = 1; i < tree->facts.imports.len && !is_imported; i++) is_imported = str_eq(text_of(tree, tree->facts.imports.items[i].local), symbol->name);
    if (is_imported) continue;
    TRY(edit_move_is_seen(move, symbol, &is_seen));
    if (!is_seen) edit_move_object(move, str_format(arena, "it uses %.*s, which only package %.*s sees (%.*s:%u)", STR_ARG(symbol->name), STR_ARG(move->from.name), STR_ARG(symbol->path), symbol->name_span.line));
    add_once(arena, &move->imports, import_of(move, move->from.path, symbol->name));
  }
  return OK;
}

/* Whether the type that the member is of, or one above it, is what moves
 * extends. */
static Err is_inherited(EditPackageMove *move, const StoreSymbol *member, bool *ret_is) {
  StoreEdges edges = {0};
  *ret_is = false;
  if (!(member->flags & DEF_PROTECTED)) return OK;
  TRY(store_edges_from(move->ops->job, move->ops->reader, move->pieces[0].symbol.stored.id, STORE_KIND(EDGE_EXTENDS) | STORE_KIND(EDGE_IMPLEMENTS), &edges));
  *ret_is = edges.len > 0;
  return OK;
}

/* Members of the old package's types that only it sees, by the graph. */
static Err check_members(EditPackageMove *move, const EditPiece *piece) {
  EditOps *ops = move->ops;
  StoreEdges edges = {0};
  TRY(store_edges_of(ops->job, ops->reader, piece->symbol.stored.file, QUERY_CALLS | QUERY_USES, &edges));
  for (size_t i = 0; i < edges.len; i++) {
    const StoreEdge *edge = &edges.items[i];
    StoreSymbol to;
    EditFile *file;
    const EditTree *tree;
    bool is_seen, is_known;
    if (edge->line < piece->symbol.stored.full.line || edge->line > piece->symbol.stored.full.end_line) continue;
    TRY(query_symbol(ops->job, ops->reader, edge->to, &to));
    if (!to.id.value || !to.container.len || to.flags & DEF_PRIVATE || edit_plan_file(ops->plan, to.path, &file)) { /* not the project's */
      job_forgive(ops->job);
      continue;
    }
    TRY(edit_tree(ops, file, &tree));
    if (!edit_package_is(&move->from, to.path, tree) || edit_move_has(move, file, (uint32_t)edit_file_place(file, to.name_span.from))) continue;
    TRY(edit_move_is_seen(move, &to, &is_seen));
    TRY(is_inherited(move, &to, &is_known));
    if (is_seen || is_known) continue;
    edit_move_object(move, str_format(ops->job->arena, "it uses %.*s at line %u, which only package %.*s sees", STR_ARG(query_qualified(ops->job->arena, &to)), edge->line, STR_ARG(move->from.name)));
  }
  return OK;
}

Err edit_move_needs_imported(EditPackageMove *move, EditPiece *piece) {
  need_imports(move, piece);
  TRY(need_neighbours(move, piece));
  return check_members(move, piece);
}

/* ---- who uses it ---- */

/* The whole name of the old package before the word, and nothing before that;
 * an empty range: there is none. */
static Range package_before(const EditPackageMove *move, Str text, uint32_t at) {
  Str path = move->from.path;
  Range none = {at, at};
  if (at < path.len + 1 || text.ptr[at - 1] != '.') return none;
  uint32_t from = at - 1 - (uint32_t)path.len;
  if (!str_eq(str_slice(text, from, at - 1), path)) return none;
  bool is_longer = from && (byte_is_name(text.ptr[from - 1]) || text.ptr[from - 1] == '.');
  return is_longer ? none : (Range){from, at - 1};
}

typedef struct Users {
  EditPackageMove *move;
  Map known; /* places that are the symbol's by the graph */
} Users;

/* Whether the name, written alone, can mean nothing but what moves: in its
 * package, or where all of that package is imported. */
static bool is_it(const Users *users, const EditTree *tree, uint32_t byte, Str name, bool is_resolved) {
  const EditPackageMove *move = users->move;
  if (edit_binder_of(tree, byte, name) > 1) return false;
  bool sees_all = edit_package_is(&move->from, tree->path, tree);
  for (size_t i = 1; i < tree->facts.imports.len; i++) {
    const Import *import = &tree->facts.imports.items[i];
    if (str_eq(text_of(tree, import->local), name)) return false; /* by an import, which is changed itself */
    sees_all |= import->form == IMPORT_STAR && str_eq(text_of(tree, import->specifier), move->from.path);
  }
  return sees_all || is_resolved;
}

/* A place of the name: with its package before it, or alone. */
static bool look_at_place(Users *users, EditChange *change, uint32_t byte, bool is_resolved) {
  EditPackageMove *move = users->move;
  const EditTree *tree = change->tree;
  Str name = move->pieces[0].symbol.name;
  Range package = package_before(move, tree->text, byte);
  if (edit_move_has(move, change->file, byte) || edit_prose_at(tree, byte)) return false;
  if (package.to == package.from) return !edit_is_member_at(tree->text, byte) && edit_is_name_at(tree, byte, name) && is_it(users, tree, byte, name, is_resolved);
  Range statement = edit_statement_at(tree, byte);
  Str whole = edit_range_text(tree->text, statement), plain = import_of(move, move->from.path, name);
  bool is_own = edit_package_is(&move->to, tree->path, tree) && word_is_at(tree->text, statement.from, STR("import")) && str_eq(str_trim(whole), plain);
  if (!is_own) {
    edit_move_put(move, change, package, move->to.path);
    return false;
  }
  for (size_t i = 1; i < tree->facts.imports.len; i++) {
    const Import *import = &tree->facts.imports.items[i];
    bool is_alone;
    if (import->at >= statement.from && import->at < statement.to) edit_move_put(move, change, edit_import_range(tree, import, &is_alone), STR_EMPTY);
  }
  return false;
}

/* All places of a file, by its text: what is written with the whole name of the
 * package is meant whether the graph knows it or not. */
static Err change_user(Users *users, Str path) {
  EditPackageMove *move = users->move;
  Arena *arena = move->ops->job->arena;
  Str name = move->pieces[0].symbol.name;
  EditChange *change;
  bool needs_import = false;
  TRY(edit_move_change(move, path, &change));
  Str text = change->tree->text;
  if (!change->tree->language) return OK;
  for (uint32_t at = 0; at + name.len <= text.len; at++) {
    if (text.ptr[at] != name.ptr[0] || !word_is_at(text, at, name)) continue;
    TextPoint point = text_to_point(edit_file_text(change->file), at);
    bool is_resolved = map_get(&users->known, edit_place_key(arena, path, point.line, point.column)) != NULL;
    needs_import |= look_at_place(users, change, at, is_resolved);
  }
  bool is_own = edit_package_is(&move->to, path, change->tree);
  if (needs_import && !is_own) change->import = import_of(move, move->to.path, name);
  return OK;
}

/* Other files of the new package that mean another type by that name would mean
 * this one. */
static Err check_shadows(Users *users, const EditTree *tree, EditFile *file) {
  EditPackageMove *move = users->move;
  Str name = move->pieces[0].symbol.name;
  bool has_import = false;
  if (!edit_package_is(&move->to, tree->path, tree)) return OK;
  for (size_t i = 1; i < tree->facts.imports.len; i++) has_import |= str_eq(text_of(tree, tree->facts.imports.items[i].local), name);
  for (uint32_t at = 0; !has_import && at + name.len <= tree->text.len; at++) {
    if (tree->text.ptr[at] != name.ptr[0] || !edit_is_name_at(tree, at, name) || edit_binder_of(tree, at, name) > 1) continue;
    TextPoint point = text_to_point(edit_file_text(file), at);
    if (map_get(&users->known, edit_place_key(move->ops->job->arena, tree->path, point.line, point.column))) continue;
    edit_move_object(move, str_format(move->ops->job->arena, "%.*s:%u means another %.*s and would mean this one", STR_ARG(tree->path), point.line, STR_ARG(name)));
    return OK;
  }
  return OK;
}

static Err see_mention(void *context, const EditMention *mention) {
  Users *users = context;
  EditPackageMove *move = users->move;
  const EditTree *tree = mention->tree;
  Arena *arena = move->ops->job->arena;
  if (tree->language == move->language) {
    for (size_t i = 0; i < move->changes.len; i++) {
      if (move->changes.items[i]->file == mention->file) return OK; /* a file may come again */
    }
    TRY(check_shadows(users, tree, mention->file));
    return change_user(users, tree->path);
  }
  Str whole = str_format(arena, "%.*s.%.*s", STR_ARG(move->from.path), STR_ARG(move->pieces[0].symbol.name));
  for (size_t i = 0; i < mention->hits->len; i++) {
    const Text *text = edit_file_base(mention->file);
    uint32_t line = mention->hits->items[i].line;
    if (line && line <= text->lines.count && str_contains(text_line(text, line), whole)) {
      edit_add_left(move->ops, move->done, (EditLeft){edit_file_path(mention->file), line, STR("names it by its old package")});
    }
  }
  return OK;
}

Err edit_move_users_imported(EditPackageMove *move) {
  Users users = {.move = move};
  map_init(&users.known, move->ops->job->arena);
  for (size_t i = 0; i < move->uses.len; i++) {
    const EditUse *use = &move->uses.items[i];
    map_put(&users.known, edit_place_key(move->ops->job->arena, use->path, use->line, use->column), move);
  }
  return edit_each_mention(move->ops, &(EditMentions){.name = move->pieces[0].symbol.name, .limit = MENTIONS_MAX, .see = see_mention, .context = &users});
}
