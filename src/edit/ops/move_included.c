/* Moving a function to another file where files are joined by including them:
 * nobody imports it, but it must be declared where it is used, and what it needs
 * must be declared where it goes. What only its old file sees cannot be. */
#include "src/edit/ops/move_internal.h"

#include <string.h>

#include "src/query/graph/graph.h"
#include "src/query/names/names.h"

#define INCLUDED_MAX 3000 /* files that one may include, all in all */

/* A function on its way. Trees are of the files before anything changes. */
typedef struct IncludedMove {
  EditOps *ops;
  const EditOp *op;
  EditDone *done;
  const EditSymbol *symbol;
  const EditTree *source;
  Str from_path, to_path;
  EditUses uses;
  Map reasons;
  Map there;      /* files that the new one includes, and what they are called by: path or specifier -> any */
  Map here;       /* the same of the old one */
  Map known;      /* places of the old file that the graph has something for */
  EditWords lines; /* includes that the new file needs */
  bool is_own;    /* it is its old file's alone */
  bool is_missed; /* the rest of that uses it */
  Str header;     /* in which it is declared from now on; empty: as it was */
} IncludedMove;

static void object(IncludedMove *move, Str reason) {
  if (!map_get(&move->reasons, reason)) map_put(&move->reasons, reason, move);
}

static bool is_header(const Language *language, Str path) {
  size_t dot = str_find_last_byte(path, '.');
  return dot != STR_NONE && language_word_in(language->editing.headers, str_slice(path, dot + 1, path.len));
}

/* ---- what is included ---- */

/* A file and all that it includes, by path, and what it includes of others by
 * how that is written. */
static Err add_included(IncludedMove *move, Str path, Map *all) {
  EditOps *ops = move->ops;
  VEC(Str) open = {0};
  *vec_add(ops->job->arena, &open) = path;
  for (size_t at = 0; at < open.len && at < INCLUDED_MAX; at++) {
    StoreFile file;
    QueryImports imports;
    if (map_get(all, open.items[at])) continue;
    map_put(all, open.items[at], move);
    TRY(query_file(ops->job, ops->reader, open.items[at], &file));
    if (!file.id.value) continue;
    TRY(query_imports(ops->job, ops->reader, file.id, &imports));
    for (size_t i = 0; i < imports.len; i++) {
      const QueryImport *one = &imports.items[i];
      if (one->path.len) *vec_add(ops->job->arena, &open) = one->path;
      else map_put(all, one->specifier, move);
    }
  }
  return OK;
}

static Str include_line(IncludedMove *move, const Import *import) {
  Str specifier = names_text(move->source->facts.names, import->specifier);
  return str_format(move->ops->job->arena, import->flags & IMPORT_SYSTEM ? "#include <%.*s>" : "#include \"%.*s\"", STR_ARG(specifier));
}

/* The include of the old file that leads to a header: that header's own, or the
 * first that includes it. */
static Err include_for(IncludedMove *move, Str header) {
  EditOps *ops = move->ops;
  StoreFile file;
  QueryImports imports;
  const QueryImport *best = NULL;
  if (map_get(&move->there, header)) return OK;
  TRY(query_file(ops->job, ops->reader, move->from_path, &file));
  TRY(query_imports(ops->job, ops->reader, file.id, &imports));
  for (size_t i = 0; i < imports.len; i++) {
    Map all;
    map_init(&all, ops->job->arena);
    if (!imports.items[i].path.len) continue;
    TRY(add_included(move, imports.items[i].path, &all));
    bool is_itself = str_eq(imports.items[i].path, header);
    if (is_itself || (!best && map_get(&all, header))) best = &imports.items[i];
    if (is_itself) break;
  }
  if (!best) return OK; /* its own file does without it */
  *vec_add(ops->job->arena, &move->lines) = str_format(ops->job->arena, "#include \"%.*s\"", STR_ARG(best->specifier));
  if (!str_eq(edit_folder_of(move->from_path), edit_folder_of(move->to_path))) {
    edit_add_left(ops, move->done, (EditLeft){move->to_path, 1, str_format(ops->job->arena, "includes \"%.*s\" from another folder: see that it is found", STR_ARG(best->specifier))});
  }
  return add_included(move, best->path, &move->there);
}

/* ---- what it needs ---- */

/* The header that declares it, of those that the old file includes: a namesake
 * of another part of the project is not meant. */
static Err is_declared(IncludedMove *move, Str name, Str *ret_header) {
  QueryTargets targets;
  TRY(query_targets(move->ops->job, move->ops->reader, &(QueryTarget){.name = name}, &targets));
  *ret_header = STR_EMPTY;
  for (size_t i = 0; i < targets.len && !ret_header->len; i++) {
    if (is_header(move->source->language, targets.items[i].path) && map_get(&move->here, targets.items[i].path)) *ret_header = targets.items[i].path;
  }
  return OK;
}

/* Something that the old file defines: others see what a header declares. */
static Err need_neighbour(IncludedMove *move, DefNo def, uint32_t at) {
  const EditTree *tree = move->source;
  const Def *one = &tree->facts.defs.items[def];
  Str header = STR_EMPTY, name = edit_def_name(tree, def);
  bool is_linked = (symbol_kind_is_callable(one->kind) || one->kind == SYMBOL_VARIABLE || one->kind == SYMBOL_CONSTANT) && !(one->flags & DEF_STATIC);
  if (is_linked) TRY(is_declared(move, name, &header));
  if (header.len) return include_for(move, header);
  object(move, str_format(move->ops->job->arena, "it uses %.*s, which only %.*s sees (line %u)", STR_ARG(name), STR_ARG(move->from_path), syntax_line(&tree->syntax, at)));
  return OK;
}

/* A definition of the old file's top with that name, its own declarations left
 * out. */
static DefNo neighbour_called(const IncludedMove *move, Str word) {
  const EditTree *tree = move->source;
  DefNo found = 0;
  for (DefNo def = 1; def < tree->facts.defs.len; def++) {
    const Def *one = &tree->facts.defs.items[def];
    bool is_top = one->kind == SYMBOL_ENUM_MEMBER || (!one->container && !(one->flags & (DEF_LOCAL | DEF_ANONYMOUS)));
    bool is_inside = one->name_span.from >= move->symbol->whole.from && one->name_span.from < move->symbol->whole.to;
    if (!is_top || is_inside || !str_eq(edit_def_name(tree, def), word)) continue;
    if (!found || !(one->flags & DEF_DECLARATION)) found = def;
  }
  return found;
}

/* Nobody knows which of the system's headers has a name: those that the old file
 * includes come along where there is one that nothing else explains. */
static void need_system(IncludedMove *move) {
  const EditTree *tree = move->source;
  for (size_t i = 1; i < tree->facts.imports.len; i++) {
    const Import *import = &tree->facts.imports.items[i];
    Str specifier = names_text(tree->facts.names, import->specifier);
    if (!(import->flags & IMPORT_SYSTEM) || map_get(&move->there, specifier)) continue;
    map_put(&move->there, str_copy(move->ops->job->arena, specifier), move);
    *vec_add(move->ops->job->arena, &move->lines) = include_line(move, import);
  }
}

static Err look_at_word(IncludedMove *move, uint32_t at, Str word) {
  const EditTree *tree = move->source;
  Arena *arena = move->ops->job->arena;
  NodeNo node = edit_node_at(&tree->syntax, (Range){at, at + (uint32_t)word.len});
  bool is_name = tree->syntax.nodes[node].flags & SYNTAX_NAMED && edit_is_name_at(tree, at, word);
  if (!is_name || str_eq(word, move->symbol->name) || edit_binder_of(tree, at, word) > 1) return OK;
  DefNo def = neighbour_called(move, word);
  if (def) return need_neighbour(move, def, at);
  TextPoint point = text_to_point(edit_file_text(move->symbol->file), at);
  bool is_number = byte_is_digit(word.ptr[0]);
  if (!is_number && !map_get(&move->known, edit_place_key(arena, STR_EMPTY, point.line, point.column))) need_system(move);
  return OK;
}

/* Headers that the graph finds its names in. */
static Err need_headers(IncludedMove *move) {
  EditOps *ops = move->ops;
  const StoreSymbol *stored = &move->symbol->stored;
  StoreEdges edges = {0};
  TRY(store_edges_of(ops->job, ops->reader, stored->file, STORE_ALL_KINDS, &edges));
  for (size_t i = 0; i < edges.len; i++) {
    StoreSymbol to;
    Str header = STR_EMPTY;
    if (edges.items[i].line < stored->full.line || edges.items[i].line > stored->full.end_line) continue;
    TRY(query_symbol(ops->job, ops->reader, edges.items[i].to, &to));
    if (!to.id.value || str_eq(to.path, move->from_path) || str_eq(to.path, move->to_path)) continue;
    if (is_header(move->source->language, to.path)) header = to.path;
    else if (!to.container.len) TRY(is_declared(move, to.name, &header));
    if (header.len) TRY(include_for(move, header));
  }
  return OK;
}

static Err find_needs(IncludedMove *move) {
  Range whole = move->symbol->own;
  Str text = move->source->text;
  TRY(add_included(move, move->to_path, &move->there));
  TRY(add_included(move, move->from_path, &move->here));
  TRY(edit_known_sites(move->ops, move->from_path, &move->known));
  TRY(need_headers(move));
  for (uint32_t at = whole.from; at < whole.to; at++) {
    uint32_t end = at;
    while (end < whole.to && byte_is_name(text.ptr[end])) end++;
    if (end > at) TRY(look_at_word(move, at, str_slice(text, at, end)));
    if (end > at) at = end - 1;
  }
  return OK;
}

/* ---- where it is declared ---- */

/* The header that both files include, best of all one of their own names. */
static Err find_shared(IncludedMove *move) {
  EditOps *ops = move->ops;
  const Language *language = move->source->language;
  for (size_t i = 1; i < move->source->facts.imports.len; i++) {
    const Import *import = &move->source->facts.imports.items[i];
    StoreFile file;
    QueryImports imports;
    TRY(query_file(ops->job, ops->reader, move->to_path, &file));
    if (!file.id.value || import->flags & IMPORT_SYSTEM) continue;
    TRY(query_imports(ops->job, ops->reader, file.id, &imports));
    Str specifier = names_text(move->source->facts.names, import->specifier);
    for (size_t k = 0; k < imports.len; k++) {
      Str path = imports.items[k].path, stem = edit_module_stem(language, path);
      if (!path.len || !str_eq(imports.items[k].specifier, specifier) || !is_header(language, path)) continue;
      bool is_named = str_eq(stem, edit_module_stem(language, move->to_path)) || str_eq(stem, edit_module_stem(language, move->from_path));
      if (is_named || !move->header.len) move->header = path;
      if (is_named) return OK;
    }
  }
  return OK;
}

/* Whether something else of the project has the name: it would meet it as soon
 * as it is no file's own. */
static Err check_namesakes(IncludedMove *move) {
  QueryTargets targets;
  TRY(query_targets(move->ops->job, move->ops->reader, &(QueryTarget){.name = move->symbol->name}, &targets));
  for (size_t i = 0; i < targets.len; i++) {
    bool is_family = false;
    for (size_t k = 0; k < move->uses.family_count; k++) is_family |= move->uses.family[k].id.value == targets.items[i].id.value;
    if (is_family || targets.items[i].container.len || str_eq(targets.items[i].path, move->from_path)) continue;
    if (!move->is_missed && !str_eq(targets.items[i].path, move->to_path)) continue;
    object(move, str_format(move->ops->job->arena, "%.*s:%u has another %.*s", STR_ARG(targets.items[i].path), targets.items[i].name_span.line, STR_ARG(move->symbol->name)));
  }
  return OK;
}

static Err find_declaration(IncludedMove *move) {
  Arena *arena = move->ops->job->arena;
  const Language *language = move->source->language;
  bool is_declared_there = false;
  for (size_t i = 0; i < move->uses.len; i++) {
    const EditUse *use = &move->uses.items[i];
    uint32_t byte;
    if (!str_eq(use->path, move->from_path) || use->is_definition) continue;
    if (!edit_find_site(move->symbol->file, use->line, use->column, move->symbol->name, &byte)) continue;
    move->is_missed |= byte < move->symbol->whole.from || byte >= move->symbol->whole.to;
  }
  for (size_t i = 0; i < move->uses.family_count; i++) is_declared_there |= is_header(language, move->uses.family[i].path);
  if (move->is_own) TRY(check_namesakes(move));
  if (!move->is_missed || (is_declared_there && !move->is_own)) return OK;
  TRY(find_shared(move));
  if (!move->header.len) {
    object(move, str_format(arena, "%.*s still uses it, and the two files share no header to declare it in", STR_ARG(move->from_path)));
  }
  if (edit_uses_name(move->source, move->symbol->signature, STR("inline"))) object(move, STR("it is inline and still used where it was"));
  return OK;
}

/* ---- writing ---- */

/* Without the word that keeps it in its file. */
static Str without_word(Arena *arena, Str text, Str word) {
  for (size_t at = 0; at + word.len < text.len && text.ptr[at] != '(' && text.ptr[at] != '{'; at++) {
    if (!word_is_at(text, at, word)) continue;
    size_t end = at + word.len;
    while (end < text.len && strchr(" \t\r\n", text.ptr[end])) end++;
    return str_format(arena, "%.*s%.*s", STR_ARG(str_slice(text, 0, at)), STR_ARG(str_slice(text, end, text.len)));
  }
  return text;
}

/* Before the sign that ends a header's guard, else at its end. */
static Err declare_in_header(IncludedMove *move) {
  Arena *arena = move->ops->job->arena;
  EditFile *file;
  const char *word = move->source->language->editing.own_word;
  if (!move->header.len) return OK;
  TRY(edit_plan_file(move->ops->plan, move->header, &file));
  Str text = edit_file_text(file)->chars, trimmed = text;
  while (trimmed.len && strchr(" \t\r\n", trimmed.ptr[trimmed.len - 1])) trimmed.len--;
  size_t line = edit_line_start(trimmed, trimmed.len);
  bool is_guarded = str_starts_with(str_slice(trimmed, line, trimmed.len), STR("#endif"));
  Str signature = str_trim(without_word(arena, edit_range_text(move->source->text, move->symbol->signature), str_from_c(word)));
  uint32_t at = (uint32_t)(is_guarded ? line : text.len);
  bool opens_line = !at || text.ptr[at - 1] == '\n';
  Str put = str_format(arena, "%s%.*s;\n%s", opens_line ? "" : "\n", STR_ARG(signature), is_guarded ? "\n" : "");
  move->done->places++;
  edit_add_note(move->ops, move->done, str_format(arena, "%.*s declares it now, since %.*s still uses it", STR_ARG(str_shown(arena, move->header, SIZE_MAX)), STR_ARG(str_shown(arena, move->from_path, SIZE_MAX))));
  return edit_file_replace(file, (Range){at, at}, edit_fit_lines(arena, edit_file_text(file), put));
}

/* Behind the last include that stands outside of conditions. */
static Err add_include(IncludedMove *move, EditFile *file, Str line) {
  Arena *arena = move->ops->job->arena;
  const EditTree *tree;
  uint32_t at = 0;
  TRY(edit_tree(move->ops, file, &tree));
  for (size_t i = 1; i < tree->facts.imports.len; i++) {
    NodeNo node = edit_node_at(&tree->syntax, (Range){tree->facts.imports.items[i].at, tree->facts.imports.items[i].at + 1});
    while (node > 1 && syntax_parent(&tree->syntax, node) > 1 && tree->text.ptr[tree->syntax.nodes[node].from] != '#') node = syntax_parent(&tree->syntax, node);
    if (node > 1 && syntax_parent(&tree->syntax, node) == 1) at = (uint32_t)edit_line_end(tree->text, tree->facts.imports.items[i].at);
  }
  move->done->places++;
  Str put = at ? str_format(arena, "\n%.*s", STR_ARG(line)) : str_format(arena, "%.*s\n%s", STR_ARG(line), str_starts_with(tree->text, STR("#include")) ? "" : "\n");
  return edit_file_replace(file, (Range){at, at}, edit_fit_lines(arena, edit_file_text(file), put));
}

/* The function, and what announced it in its old file. */
static Err take_out(IncludedMove *move) {
  Arena *arena = move->ops->job->arena;
  VEC(Edit) edits = {0};
  *vec_add(arena, &edits) = (Edit){edit_lines_of(move->source, move->symbol), STR_EMPTY};
  for (DefNo def = 1; def < move->source->facts.defs.len; def++) {
    const Def *one = &move->source->facts.defs.items[def];
    bool is_announced = one->flags & DEF_DECLARATION && !one->container && str_eq(edit_def_name(move->source, def), move->symbol->name);
    if (!is_announced || (!move->is_own && !move->header.len)) continue;
    EditSymbol symbol = edit_symbol_of(move->ops, move->symbol->file, move->source, def);
    move->done->places++;
    *vec_add(arena, &edits) = (Edit){edit_lines_of(move->source, &symbol), STR_EMPTY};
  }
  return edit_file_replace_all(move->symbol->file, edits.items, edits.len);
}

static Err write_all(IncludedMove *move) {
  Arena *arena = move->ops->job->arena;
  EditFile *target;
  Str text = edit_range_text(move->source->text, move->symbol->whole);
  if (move->is_own && move->is_missed) {
    uint32_t doc = move->symbol->own.from - move->symbol->whole.from;
    text = str_format(arena, "%.*s%.*s", STR_ARG(str_slice(text, 0, doc)), STR_ARG(without_word(arena, str_slice(text, doc, text.len), str_from_c(move->source->language->editing.own_word))));
  }
  if (edit_plan_has(move->ops->plan, move->to_path)) TRY(edit_plan_file(move->ops->plan, move->to_path, &target));
  else TRY(edit_plan_create(move->ops->plan, move->to_path, STR_EMPTY, &target));
  Str there = edit_file_text(target)->chars;
  uint32_t end = (uint32_t)there.len;
  while (end && strchr(" \t\r\n", there.ptr[end - 1])) end--;
  move->done->places += 2;
  TRY(edit_file_replace(target, (Range){end, (uint32_t)there.len}, edit_fit_lines(arena, edit_file_text(target), str_format(arena, "%s%.*s\n", end ? "\n\n" : "", STR_ARG(text)))));
  for (size_t i = 0; i < move->lines.len; i++) TRY(add_include(move, target, move->lines.items[i]));
  TRY(declare_in_header(move));
  return take_out(move);
}

/* Whether this can be done at all. */
static Err check(IncludedMove *move) {
  Job *job = move->ops->job;
  const EditSymbol *symbol = move->symbol;
  bool is_function = symbol_kind_is_callable(symbol->kind) && symbol->has_body && symbol->kind != SYMBOL_MACRO;
  if (!is_function) return job_fail(job, ERR_UNAVAILABLE, "only functions with a body are moved between files of %s; use insert_last and delete", move->source->language->name);
  if (!symbol->stored.id.value) return job_fail(job, ERR_UNAVAILABLE, "%.*s is not in the index yet, so its uses are not known; apply the plan first, then move", STR_ARG(move->done->symbol));
  if (is_header(move->source->language, move->to_path) || is_header(move->source->language, move->from_path)) {
    return job_fail(job, ERR_UNAVAILABLE, "what a header defines is in every file that includes it; functions are moved between other files");
  }
  if (symbol->flags & DEF_DEPENDENT) object(move, STR("it stands behind a condition (#if), which its new place has not"));
  return OK;
}

Err edit_move_included(EditOps *ops, const EditOp *op, const EditSymbol *symbol, EditDone *done) {
  Arena *arena = ops->job->arena;
  IncludedMove move = {.ops = ops, .op = op, .done = done, .symbol = symbol, .from_path = edit_file_path(symbol->file), .to_path = op->to, .is_own = symbol->flags & DEF_STATIC};
  map_init(&move.reasons, arena);
  map_init(&move.there, arena);
  map_init(&move.here, arena);
  TRY(edit_tree(ops, symbol->file, &move.source));
  TRY(check(&move));
  TRY(edit_find_uses(ops, symbol, &move.uses));
  TRY(find_declaration(&move));
  TRY(find_needs(&move));
  TRY(edit_move_refuse(ops, &move.reasons, str_format(arena, "%.*s cannot move to %.*s", STR_ARG(done->symbol), STR_ARG(str_shown(arena, move.to_path, 200)))));
  TRY(write_all(&move));
  done->what = str_format(arena, "move %.*s from %.*s to %.*s: %zu changes in %zu files", STR_ARG(done->symbol), STR_ARG(str_shown(arena, move.from_path, SIZE_MAX)),
                          STR_ARG(str_shown(arena, move.to_path, SIZE_MAX)), done->places, edit_plan_steps(ops->plan).len);
  return OK;
}
