/* Moving a definition to another file with what it needs: imports are added
 * there, who imported it imports it from there, and the old file does where it
 * still uses it. */
#include "src/edit/ops/move_internal.h"

#include <string.h>

#include "src/query/graph/graph.h"
#include "src/query/search/search.h"

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
  bool is_missed;     /* the rest of its file uses it */
  VEC(Str) needed;    /* names of imports that it uses */
  VEC(DefNo) hidden;  /* definitions of the old file that it uses and nobody may import yet, in order */
} Move;

#define STARS_MAX 2000 /* lines with the old module's name that are looked at */

static EditImport of_symbol(const Move *move, Str module) {
  return (EditImport){.module = module, .name = move->symbol.name, .is_type = move->symbol.kind == SYMBOL_INTERFACE || move->symbol.kind == SYMBOL_TYPE};
}

/* ---- what it needs ---- */

/* The same import for the other file. */
static Err copy_import(Move *move, const EditTree *source, const Import *import) {
  Arena *arena = move->ops->job->arena;
  Names *names = source->facts.names;
  Str specifier = names_text(names, import->specifier);
  Str text = edit_range_text(source->text, edit_statement_at(source, import->at));
  if (!text.len) {
    edit_add_left(move->ops, move->done, (EditLeft){move->from_path, import->line, STR("what moved uses this import: bring it to the other file by hand")});
    return OK;
  }
  Str there = edit_module_rebase(move->ops, &(EditModule){.language = move->language, .from = move->to_path, .old_path = move->from_path, .old_specifier = specifier});
  if (import->form == IMPORT_NAMED && !move->is_one_module) {
    EditImport one = {.module = there, .name = names_text(names, import->name), .local = names_text(names, import->local), .is_type = import->flags & IMPORT_TYPE_ONLY};
    text = edit_import_spell(arena, source, &one);
  } else if (!str_eq(there, specifier)) {
    size_t at = str_find(text, specifier);
    if (at != STR_NONE) text = str_format(arena, "%.*s%.*s%.*s", STR_ARG(str_slice(text, 0, at)), STR_ARG(there), STR_ARG(str_slice(text, at + specifier.len, text.len)));
  }
  if (move->is_one_module && str_find_byte(text, '(') != STR_NONE) { /* a group of imports: the one line of it */
    text = str_format(arena, "import %.*s", STR_ARG(str_trim(str_slice(source->text, edit_line_start(source->text, import->at), edit_line_end(source->text, import->at)))));
  }
  return edit_import_add(move->ops, move->to, text, &move->done->places);
}

/* "a/b/v2" is b, "a/yaml.v3" is yaml. */
static Str last_step(Str specifier) {
  size_t slash = str_find_last_byte(specifier, '/');
  Str last = slash == STR_NONE ? specifier : str_slice(specifier, slash + 1, specifier.len);
  bool is_version = slash != STR_NONE && last.len > 1 && last.ptr[0] == 'v' && byte_is_digit(last.ptr[1]);
  if (is_version) return last_step(str_slice(specifier, 0, slash));
  size_t version = str_find(last, STR(".v"));
  return version == STR_NONE || slash == STR_NONE ? last : str_slice(last, 0, version);
}

/* The name by which an import is used. A module without one of its own is
 * called as its path ends, less a version; of a dotted one languages say either
 * the first word or the last. */
static Str local_of(const Move *move, const EditTree *source, const Import *import) {
  Str local = names_text(source->facts.names, import->local), specifier = names_text(source->facts.names, import->specifier);
  if (!local.len && move->is_one_module) local = last_step(specifier);
  size_t dot = str_find_last_byte(local, '.');
  if (dot == STR_NONE) return local;
  return move->is_one_module ? str_slice(local, dot + 1, local.len) : str_slice(local, 0, str_find_byte(local, '.'));
}

static Err add_imports(Move *move, const EditTree *source) {
  for (size_t i = 1; i < source->facts.imports.len; i++) {
    const Import *import = &source->facts.imports.items[i];
    bool is_inside = import->at >= move->symbol.whole.from && import->at < move->symbol.whole.to; /* it comes along */
    Str local = local_of(move, source, import);
    bool brings_all = import->form == IMPORT_STAR && move->is_one_module; /* whether it is needed, nobody can tell */
    if (is_inside || (!brings_all && !edit_uses_name(source, move->symbol.whole, local))) continue;
    TRY(copy_import(move, source, import));
    *vec_add(move->ops->job->arena, &move->needed) = str_copy(move->ops->job->arena, local);
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
    if (one->container || !name.len || one->flags & (DEF_LOCAL | DEF_ANONYMOUS) || def == move->symbol.def || str_eq(name, move->symbol.name) ||
        !edit_uses_name(source, move->symbol.whole, name)) continue;
    EditImport import = {.module = module, .name = name, .is_type = one->kind == SYMBOL_INTERFACE || one->kind == SYMBOL_TYPE};
    TRY(edit_import_add(move->ops, move->to, edit_import_spell(arena, source, &import), &move->done->places));
    if (!(one->flags & DEF_EXPORTED) && move->language->editing.export_head) *vec_add(arena, &move->hidden) = def;
    edit_add_note(move->ops, move->done, str_format(arena, "it imports %.*s from where it was; the files may import each other now", STR_ARG(name)));
  }
  return OK;
}

/* It goes; what the other file imports from here must be there to be imported. */
static Err take_out(Move *move) {
  Arena *arena = move->ops->job->arena;
  const EditTree *source;
  VEC(Edit) edits = {0};
  TRY(edit_tree(move->ops, move->symbol.file, &source));
  *vec_add(arena, &edits) = (Edit){edit_lines_of(source, &move->symbol), STR_EMPTY};
  for (size_t i = 0; i < move->hidden.len; i++) {
    EditSymbol symbol = edit_symbol_of(move->ops, move->symbol.file, source, move->hidden.items[i]);
    move->done->places++;
    *vec_add(arena, &edits) = (Edit){{symbol.own.from, symbol.own.from}, str_from_c(move->language->editing.export_head)};
    edit_add_note(move->ops, move->done, str_format(arena, "%.*s is exported now, since what moved needs it", STR_ARG(symbol.name)));
  }
  return edit_file_replace_all(move->symbol.file, edits.items, edits.len);
}

/* Imports that only what moved had used. Where importers of a file see what it
 * imports they stay: somebody may take them from here. */
static Err drop_unused(Move *move) {
  if (move->language->editing.modules == LANGUAGE_MODULES_DOTS) return OK;
  for (size_t i = 0; i < move->needed.len; i++) {
    const EditTree *source;
    bool is_alone;
    TRY(edit_tree(move->ops, move->symbol.file, &source));
    for (size_t k = 1; k < source->facts.imports.len; k++) {
      const Import *import = &source->facts.imports.items[k];
      Str local = local_of(move, source, import);
      Range statement = edit_statement_at(source, import->at);
      if (!str_eq(local, move->needed.items[i]) || statement.to == statement.from || source->text.ptr[statement.from] == 'e') continue;
      bool is_used = edit_uses_name(source, (Range){0, statement.from}, local) || edit_uses_name(source, (Range){statement.to, (uint32_t)source->text.len}, local);
      if (is_used) break;
      move->done->places++;
      TRY(edit_file_replace(move->symbol.file, edit_import_range(source, import, &is_alone), STR_EMPTY));
      break;
    }
  }
  return OK;
}

/* ---- who imports it ---- */

/* The import of one name from the old place becomes one from the new. Who has it
 * from a third file, which hands it on, still gets it there. */
static Err change_import(Move *move, EditFile *file, const EditTree *tree, uint32_t byte) {
  Arena *arena = move->ops->job->arena;
  Range statement = edit_statement_at(tree, byte);
  const Import *import = NULL;
  bool is_alone;
  for (size_t i = 1; i < tree->facts.imports.len; i++) {
    const Import *one = &tree->facts.imports.items[i];
    if (one->at < statement.from || one->at >= statement.to) continue;
    if (str_eq(names_text(tree->facts.names, one->name), move->symbol.name)) import = one;
  }
  if (!import) {
    edit_add_left(move->ops, move->done, (EditLeft){tree->path, syntax_line(&tree->syntax, byte), STR("imports it in another way: change it by hand")});
    return OK;
  }
  EditModule module = {.language = move->language, .from = tree->path, .path = move->to_path, .old_path = move->from_path,
                       .old_specifier = names_text(tree->facts.names, import->specifier)};
  if (!edit_module_is(move->ops, &module)) return OK;
  if (str_eq(tree->path, move->to_path)) return edit_file_replace(file, edit_import_range(tree, import, &is_alone), STR_EMPTY);
  EditImport fresh = of_symbol(move, edit_module_name(move->ops, &module));
  fresh.local = names_text(tree->facts.names, import->local);
  fresh.is_type = import->flags & IMPORT_TYPE_ONLY;
  fresh.is_export = tree->text.ptr[statement.from] == 'e';
  Str text = edit_import_spell(arena, tree, &fresh);
  Range range = edit_import_range(tree, import, &is_alone);
  move->done->places++;
  if (is_alone) return edit_file_replace(file, statement, text);
  Str indent = edit_indent_at(tree->text, statement.from);
  const Edit edits[] = {{range, STR_EMPTY}, {{statement.to, statement.to}, edit_fit_lines(arena, edit_file_text(file), str_format(arena, "\n%.*s%.*s", STR_ARG(indent), STR_ARG(text)))}};
  return edit_file_replace_all(file, edits, 2);
}

/* A file that hands on all of the old file hands on this one too. */
static Err change_stars(Move *move) {
  EditOps *ops = move->ops;
  QuerySearched found;
  Str stem = edit_module_stem(move->language, move->from_path);
  QuerySearch search = {.pattern = stem, .mode = QUERY_SEARCH_TEXT, .letters = TEXT_CASE_SENSITIVE, .word = true, .limit = STARS_MAX};
  if (!(move->symbol.flags & DEF_EXPORTED) || !stem.len) return OK;
  TRY(query_search(ops->job, ops->index, &search, &found));
  for (size_t i = 0; i < found.len; i++) {
    EditFile *file;
    const EditTree *tree;
    const Language *language = language_for_file(found.items[i].path, STR_EMPTY);
    if (!language || language->editing.modules != move->language->editing.modules || str_eq(found.items[i].path, move->from_path)) continue;
    if (edit_plan_file(ops->plan, found.items[i].path, &file)) { /* not ours to change */
      job_forgive(ops->job);
      continue;
    }
    TRY(edit_tree(ops, file, &tree));
    for (size_t k = 1; tree->language && k < tree->facts.imports.len; k++) {
      const Import *import = &tree->facts.imports.items[k];
      EditModule module = {.language = move->language, .from = tree->path, .path = move->to_path, .old_path = move->from_path,
                           .old_specifier = names_text(tree->facts.names, import->specifier)};
      Range statement = edit_statement_at(tree, import->at);
      if (import->form != IMPORT_STAR || statement.to == statement.from || !edit_module_is(ops, &module)) continue;
      EditImport fresh = of_symbol(move, edit_module_name(ops, &module));
      fresh.is_export = tree->text.ptr[statement.from] == 'e';
      move->done->places++;
      TRY(edit_file_replace(file, (Range){statement.to, statement.to},
                            edit_fit_lines(ops->job->arena, edit_file_text(file), str_format(ops->job->arena, "\n%.*s%.*s", STR_ARG(edit_indent_at(tree->text, statement.from)),
                                                                                          STR_ARG(edit_import_spell(ops->job->arena, tree, &fresh))))));
      break;
    }
  }
  return OK;
}

/* ---- who reaches it through its module ---- */

/* One use, `module.name`, and how it reads afterwards. */
typedef struct Reach {
  Str chain;     /* what stands before the name: "a", "p.a" */
  Str local;     /* the same for the new module */
  Str statement; /* that imports it */
} Reach;

/* From the first word of `a.b.name` on. */
static uint32_t chain_start(Str text, uint32_t byte) {
  uint32_t at = byte;
  while (at > 1 && text.ptr[at - 1] == '.' && byte_is_name(text.ptr[at - 2])) {
    at--;
    while (at && byte_is_name(text.ptr[at - 1])) at--;
  }
  return at;
}

/* `from p import a` for a module p.a, in the manner of the old import. */
static Str spell_part(Arena *arena, Str module, Str *ret_local) {
  size_t dot = str_find_last_byte(module, '.');
  *ret_local = dot == STR_NONE ? module : str_slice(module, dot + 1, module.len);
  if (dot == STR_NONE) return str_format(arena, "import %.*s", STR_ARG(module));
  Str head = dot && module.ptr[dot - 1] != '.' ? str_slice(module, 0, dot) : str_slice(module, 0, dot + 1); /* ".a" is of "." */
  return str_format(arena, "from %.*s import %.*s", STR_ARG(head), STR_ARG(*ret_local));
}

/* Whether the import is the one that the chain begins with and leads to the old
 * file; then how the new one is reached in the same way. */
static bool reach_by(Move *move, const EditTree *tree, const Import *import, Reach *reach) {
  Arena *arena = move->ops->job->arena;
  Str specifier = names_text(tree->facts.names, import->specifier), local = names_text(tree->facts.names, import->local), name = names_text(tree->facts.names, import->name);
  bool is_part = import->form == IMPORT_NAMED;
  if (is_part) specifier = str_format(arena, str_ends_with(specifier, STR(".")) ? "%.*s%.*s" : "%.*s.%.*s", STR_ARG(specifier), STR_ARG(name));
  EditModule module = {.language = move->language, .from = tree->path, .path = move->to_path, .old_path = move->from_path, .old_specifier = specifier};
  Range statement = edit_statement_at(tree, import->at);
  bool is_renamed = edit_uses_name(tree, statement, STR("as")) || str_contains(edit_range_text(tree->text, statement), STR(" as "));
  bool is_meant = is_part || is_renamed ? str_eq(reach->chain, local) : import->form == IMPORT_MODULE && str_eq(reach->chain, specifier);
  if (!is_meant || statement.to == statement.from || !edit_module_is(move->ops, &module)) return false;
  Str fresh = edit_module_name(move->ops, &module);
  reach->local = is_renamed ? edit_module_stem(move->language, move->to_path) : fresh;
  if (is_part) reach->statement = spell_part(arena, fresh, &reach->local);
  else if (is_renamed) reach->statement = str_format(arena, "import %.*s as %.*s", STR_ARG(fresh), STR_ARG(reach->local));
  else reach->statement = str_format(arena, "import %.*s", STR_ARG(fresh));
  return true;
}

/* Callers go on naming the module, as they did; where the new one's name means
 * something else already they are left to a reader. */
static Err change_member(Move *move, EditFile *file, const EditTree *tree, uint32_t byte) {
  uint32_t start = chain_start(tree->text, byte);
  Reach reach = {.chain = start < byte ? str_slice(tree->text, start, byte - 1) : STR_EMPTY};
  bool is_found = false;
  for (size_t i = 1; start < byte && !is_found && i < tree->facts.imports.len; i++) is_found = reach_by(move, tree, &tree->facts.imports.items[i], &reach);
  Str first = reach.local, word = str_cut(&first, '.');
  bool is_there = is_found && str_contains(tree->text, reach.statement);
  bool is_taken = is_found && !is_there && edit_binder_of(tree, byte, word) && !str_starts_with(reach.chain, str_format(move->ops->job->arena, "%.*s.", STR_ARG(word)));
  if (move->language->editing.modules != LANGUAGE_MODULES_DOTS || !is_found || is_taken) {
    edit_add_left(move->ops, move->done, (EditLeft){tree->path, syntax_line(&tree->syntax, byte), STR("reaches it through its module: change it by hand")});
    return OK;
  }
  move->done->places++;
  if (str_eq(tree->path, move->to_path)) return edit_file_replace(file, (Range){start, byte}, STR_EMPTY);
  TRY(edit_file_replace(file, (Range){start, byte - 1}, reach.local));
  return edit_import_add(move->ops, file, reach.statement, &move->done->places);
}

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
    } else if (edit_is_member_at(tree->text, byte)) {
      TRY(change_member(move, file, tree, byte));
    }
  }
  return change_stars(move);
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
  bool is_misplaced = source->language->editing.file_has_types_name && move->symbol.flags & DEF_EXPORTED && !str_eq(edit_module_stem(source->language, move->op->to), move->symbol.name);
  if (is_misplaced) return job_fail(job, ERR_USAGE, "%.*s is seen from outside, so its file must be called as it is; move to a file of that name", STR_ARG(move->done->symbol));
  if (str_eq(move->from_path, move->op->to)) return job_fail(job, ERR_USAGE, "it is there already");
  move->is_one_module = source->language->editing.modules == LANGUAGE_MODULES_FOLDERS;
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

/* The old file imports it where it still uses it. */
static Err take_back(Move *move) {
  const EditTree *source;
  TRY(edit_tree(move->ops, move->symbol.file, &source));
  if (move->is_one_module || !move->is_missed) return OK;
  EditImport import = of_symbol(move, edit_module_name(move->ops, &(EditModule){.language = move->language, .from = move->from_path, .path = move->to_path}));
  return edit_import_add(move->ops, move->symbol.file, edit_import_spell(move->ops->job->arena, source, &import), &move->done->places);
}

/* Whether the rest of its file uses it: then it must be there to be imported. */
static void look_for_rest(Move *move, const EditTree *source) {
  Range whole = move->symbol.whole;
  move->is_missed = edit_uses_name(source, (Range){0, whole.from}, move->symbol.name) || edit_uses_name(source, (Range){whole.to, (uint32_t)source->text.len}, move->symbol.name);
  const char *head = move->language->editing.export_head;
  if (!head || !move->is_missed || move->symbol.flags & DEF_EXPORTED || move->is_one_module) return;
  uint32_t doc = move->symbol.own.from - whole.from;
  move->text = str_format(move->ops->job->arena, "%.*s%s%.*s", STR_ARG(str_slice(move->text, 0, doc)), head, STR_ARG(str_slice(move->text, doc, move->text.len)));
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
  bool is_away = move.is_one_module && !str_eq(edit_folder_of(move.from_path), edit_folder_of(op->to));
  if (is_away) return edit_move_package(ops, op, &move.symbol, done);
  if (move.language->editing.modules == LANGUAGE_MODULES_INCLUDES) return edit_move_included(ops, op, &move.symbol, done);
  TRY(edit_find_uses(ops, &move.symbol, &uses));
  TRY(open_target(&move, source));
  look_for_rest(&move, source);
  TRY(append(&move));
  TRY(add_neighbours(&move, source));
  TRY(add_imports(&move, source));
  if (!move.is_one_module) TRY(change_importers(&move, &uses));
  TRY(take_out(&move));
  TRY(drop_unused(&move));
  TRY(take_back(&move));
  done->what = str_format(arena, "move %.*s from %.*s to %.*s: %zu changes", STR_ARG(done->symbol), STR_ARG(str_shown(arena, move.from_path, SIZE_MAX)),
                          STR_ARG(str_shown(arena, move.to_path, SIZE_MAX)), ++done->places);
  return OK;
}
