/* Renaming: by a language server that is ready, else by the graph, place by
 * place with how sure each is. Comments, strings and uses that nobody could
 * resolve are listed, not changed. */
#include "src/edit/ops/ops_internal.h"

#include "src/query/graph/graph.h"
#include "src/query/names/names.h"

#define MENTIONS_MAX 2000 /* lines with the old name that are looked at */
#define SERVER_WORDS_SHOWN 200 /* bytes of why a server did not do it */

/* One rename. The counts are for the words at the end: how sure the places
 * are. */
typedef struct Rename {
  EditOps *ops;
  const EditOp *op;
  EditDone *done;
  EditSymbol symbol;
  Str old_name, new_name;
  EditUses uses;
  Map changed; /* "path:byte of the base" -> any: places that were changed */
  VEC(Edit) mentions; /* in comments and strings of the file at hand */
  size_t files, inferred, candidates, mentioned;
  bool is_by_server;
} Rename;

/* ---- the new name ---- */

/* What most languages accept. Which words are reserved is found by the check
 * of the syntax afterwards. */
static bool is_name(Str name) {
  if (!name.len || byte_is_digit(name.ptr[0])) return false;
  for (size_t i = 0; i < name.len; i++) {
    if (!byte_is_name(name.ptr[i])) return false;
  }
  return str_is_utf8(name);
}

static Err check_name(Rename *rename) {
  Job *job = rename->ops->job;
  if (!is_name(rename->new_name)) {
    return job_fail(job, ERR_USAGE, "'%.*s' is no name: letters, digits, _ and $, no digit first", STR_ARG(str_shown(job->arena, rename->new_name, 100)));
  }
  if (!is_name(rename->old_name)) {
    return job_fail(job, ERR_UNAVAILABLE, "'%.*s' is no plain name and cannot be renamed here; edit op=replace puts another definition in its place", STR_ARG(str_shown(job->arena, rename->old_name, 100)));
  }
  if (is_name(rename->symbol.name) && !str_eq(rename->symbol.name, rename->old_name)) { /* a macro joins it */
    return job_fail(job, ERR_UNAVAILABLE, "'%.*s' is made of '%.*s' where it is defined, by a macro, and cannot be renamed here; edit op=text changes both by hand",
                    STR_ARG(str_shown(job->arena, rename->symbol.name, 100)), STR_ARG(str_shown(job->arena, rename->old_name, 100)));
  }
  if (str_eq(rename->new_name, rename->old_name)) return job_fail(job, ERR_USAGE, "it is called so already");
  return OK;
}

/* ---- collisions ---- */

/* A name that is taken is refused, since the program would mean something else
 * without any error; with force it is told instead. */
static Err collide(Rename *rename, Str path, uint32_t line, const char *what) {
  Job *job = rename->ops->job;
  if (rename->op->force) {
    edit_add_left(rename->ops, rename->done, (EditLeft){path, line, str_format(job->arena, "'%.*s' %s here", STR_ARG(rename->new_name), what)});
    return OK;
  }
  return job_fail(job, ERR_EXISTS, "'%.*s' %s at %.*s:%u; choose another name, or %s renames all the same",
                  STR_ARG(str_shown(job->arena, rename->new_name, 100)), what, STR_ARG(str_shown(job->arena, path, SIZE_MAX)), line,
                  edit_force_word(rename->ops, rename->op));
}

/* A member collides with members of the same type. */
static Err check_members(Rename *rename, const EditTree *tree, DefNo def) {
  const Def *own = &tree->facts.defs.items[def];
  for (DefNo other = 1; other < tree->facts.defs.len; other++) {
    const Def *one = &tree->facts.defs.items[other];
    bool is_beside = one->container == own->container && names_same(one->receiver, own->receiver) && !(one->flags & DEF_ANONYMOUS);
    if (is_beside && str_eq(edit_def_name(tree, other), rename->new_name)) TRY(collide(rename, tree->path, one->name_span.line, "is defined already"));
  }
  return OK;
}

/* Every name that a scope around a place binds would be meant instead. */
static Err check_scopes(Rename *rename, const EditTree *tree, uint32_t byte) {
  const Facts *facts = &tree->facts;
  NameId name = names_find(facts->names, rename->new_name);
  if (!name.value) return OK;
  for (size_t i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    const Scope *scope = &facts->scopes.items[bind->scope];
    bool is_around = scope->from <= byte && byte < scope->to;
    if (!names_same(bind->name, name) || bind->flags & (BIND_MEMBER | BIND_NARROW)) continue;
    if (bind->scope == 1 || is_around) return collide(rename, tree->path, syntax_line(&tree->syntax, bind->from), "is bound already");
  }
  return OK;
}

/* At every place where the new name will stand: what it would mean there
 * decides, not only what is defined beside the definition. */
static Err check_collisions(Rename *rename) {
  for (size_t i = 0; i < rename->uses.len; i++) {
    const EditUse *use = &rename->uses.items[i];
    EditFile *file;
    const EditTree *tree;
    uint32_t byte;
    TRY(edit_plan_file(rename->ops->plan, use->path, &file));
    if (!edit_find_site(file, use->line, use->column, rename->old_name, &byte)) continue;
    TRY(edit_tree(rename->ops, file, &tree));
    if (!tree->language) continue;
    DefNo def = 0;
    for (DefNo k = 1; use->is_definition && k < tree->facts.defs.len; k++) {
      if (tree->facts.defs.items[k].name_span.from == byte) def = k;
    }
    if (def) TRY(check_members(rename, tree, def));
    if (!rename->symbol.container.len && !edit_is_member_at(tree->text, byte)) TRY(check_scopes(rename, tree, byte));
  }
  return OK;
}

/* ---- by the graph ---- */

Str edit_place_key(Arena *arena, Str path, uint32_t line, uint32_t column) { return str_format(arena, "%.*s:%u:%u", STR_ARG(path), line, column); }

/* { a } is a property and a value in one: only the value gets the new name. */
static Str replacement_at(Rename *rename, const EditTree *tree, uint32_t byte) {
  Arena *arena = rename->ops->job->arena;
  const char *shorthand = tree->language ? tree->language->editing.shorthand : NULL;
  if (!shorthand) return rename->new_name;
  NodeNo node = edit_node_at(&tree->syntax, (Range){byte, byte + (uint32_t)rename->old_name.len});
  unsigned kind = syntax_kind(&tree->syntax, node);
  const char *word = kind ? language_table(tree->language)->kinds[kind - 1] : NULL;
  if (!word || !language_word_in(shorthand, str_from_c(word))) return rename->new_name;
  return str_format(arena, "%.*s: %.*s", STR_ARG(rename->old_name), STR_ARG(rename->new_name));
}

/* Uses that are only likely are renamed and told, because leaving them would
 * break what is most probably right. */
static void count_rule(Rename *rename, const EditUse *use) {
  const char *sure = edge_rule_confidence(use->rule);
  if (str_eq_c(STR("exact"), sure) || str_eq_c(STR("verified"), sure)) return;
  rename->inferred++;
  if (str_eq_c(STR("inferred"), sure)) return;
  rename->candidates++;
  edit_add_left(rename->ops, rename->done, (EditLeft){use->path, use->line, str_format(rename->ops->job->arena, "renamed, but only a %s use", sure)});
}

/* All places of one file at once: they are of one state of its text. */
static Err change_file(Rename *rename, size_t from, size_t to) {
  Arena *arena = rename->ops->job->arena;
  EditFile *file;
  const EditTree *tree;
  VEC(Edit) edits = {0};
  TRY(edit_plan_file(rename->ops->plan, rename->uses.items[from].path, &file));
  TRY(edit_tree(rename->ops, file, &tree));
  for (size_t i = from; i < to; i++) {
    const EditUse *use = &rename->uses.items[i];
    uint32_t byte;
    if (!edit_find_site(file, use->line, use->column, rename->old_name, &byte)) continue; /* under another name there */
    const char *prose = edit_prose_at(tree, byte);
    if (prose) { /* a type in quotes, most likely */
      edit_add_left(rename->ops, rename->done, (EditLeft){use->path, use->line, str_format(arena, "resolved, but %s", prose)});
      continue;
    }
    if (map_get(&rename->changed, edit_place_key(arena, use->path, use->line, use->column))) continue;
    map_put(&rename->changed, edit_place_key(arena, use->path, use->line, use->column), rename);
    *vec_add(arena, &edits) = (Edit){{byte, byte + (uint32_t)rename->old_name.len}, replacement_at(rename, tree, byte)};
    count_rule(rename, use);
  }
  if (!edits.len) return OK;
  rename->files++;
  rename->done->places += edits.len;
  return edit_file_replace_all(file, edits.items, edits.len);
}

static Err change_all(Rename *rename) {
  for (size_t i = 0, end; i < rename->uses.len; i = end) {
    for (end = i + 1; end < rename->uses.len && str_eq(rename->uses.items[end].path, rename->uses.items[i].path);) end++;
    TRY(change_file(rename, i, end));
  }
  return OK;
}

/* ---- what is left ---- */

/* Columns at which the graph has an edge in a file: those uses are resolved, to
 * this symbol or to another. */
Err edit_known_sites(EditOps *ops, Str path, Map *ret_sites) {
  StoreFile file;
  StoreEdges edges = {0};
  StoreSymbols symbols = {0};
  Arena *arena = ops->job->arena;
  map_init(ret_sites, arena);
  TRY(query_file(ops->job, ops->reader, path, &file));
  if (!file.id.value) return OK;
  TRY(store_edges_of(ops->job, ops->reader, file.id, STORE_ALL_KINDS, &edges));
  TRY(store_list_symbols(ops->job, ops->reader, file.id, &symbols));
  for (size_t i = 0; i < edges.len; i++) map_put(ret_sites, edit_place_key(arena, STR_EMPTY, edges.items[i].line, edges.items[i].column), ops);
  for (size_t i = 0; i < symbols.len; i++) {
    map_put(ret_sites, edit_place_key(arena, STR_EMPTY, symbols.items[i].name_span.line, symbols.items[i].name_span.column), ops);
  }
  return OK;
}

/* In texts and data a name may stand anywhere, and is resolved nowhere. */
static bool is_code(const Language *language) { return language && !language_is_structure(language); }

static const char *why_left(const char *prose, const Language *language) {
  if (prose) return prose;
  return is_code(language) ? "not resolved: may be it" : language ? "in a file that is no code" : "in a file that is not parsed";
}

/* What is left on a line and neither changed nor known to be something
 * else. */
static Err look_at_line(Rename *rename, EditFile *file, const EditTree *tree, const Map *sites, uint32_t line) {
  Arena *arena = rename->ops->job->arena;
  const Text *base = edit_file_base(file);
  Str text = text_line(base, line), path = edit_file_path(file);
  for (uint32_t i = 0; i + rename->old_name.len <= text.len; i++) {
    size_t at = base->lines.starts[line - 1] + i;
    if (!word_is_at(base->chars, at, rename->old_name)) continue;
    if (map_get(&rename->changed, edit_place_key(arena, path, line, i + 1)) || map_get(sites, edit_place_key(arena, STR_EMPTY, line, i + 1))) continue;
    const char *prose = edit_prose_at(tree, (uint32_t)edit_file_move(file, at));
    bool is_member = edit_is_member_at(base->chars, (uint32_t)at);
    /* Of a member, only members can be meant; of anything else, names alone. */
    if (!prose && is_member != (rename->symbol.container.len > 0) && is_code(tree->language)) continue;
    if (prose && rename->op->mentions) {
      uint32_t now = (uint32_t)edit_file_move(file, at);
      if (word_is_at(edit_file_text(file)->chars, now, rename->old_name)) {
        *vec_add(arena, &rename->mentions) = (Edit){{now, now + (uint32_t)rename->old_name.len}, rename->new_name};
      }
      continue;
    }
    if (rename->is_by_server) continue; /* which knows better what else is meant */
    if (rename->done->left.len < EDIT_LEFT_MAX) {
      edit_add_left(rename->ops, rename->done, (EditLeft){path, line, str_from_c(why_left(prose, tree->language))});
    }
  }
  return OK;
}

/* All lines of a file before it is changed: they are of one state of its text. */
static Err look_at_mention(void *context, const EditMention *mention) {
  Rename *rename = context;
  Map sites;
  TRY(edit_known_sites(rename->ops, mention->hits->path, &sites));
  rename->mentions.len = 0;
  for (size_t k = 0; k < mention->hits->len; k++) TRY(look_at_line(rename, mention->file, mention->tree, &sites, mention->hits->items[k].line));
  rename->mentioned += rename->mentions.len;
  return rename->mentions.len ? edit_file_replace_all(mention->file, rename->mentions.items, rename->mentions.len) : OK;
}

/* Where the old name is still written: told, or changed where the call wants
 * that. */
static Err list_mentions(Rename *rename) {
  EditOps *ops = rename->ops;
  TRY(edit_each_mention(ops, &(EditMentions){rename->old_name, MENTIONS_MAX, &rename->done->left, look_at_mention, rename}));
  if (rename->mentioned) {
    edit_add_note(ops, rename->done, str_format(ops->job->arena, "%zu %s in comments and strings", rename->mentioned, rename->is_by_server ? "more" : "of them"));
    rename->done->places += rename->mentioned;
  }
  return OK;
}

/* The file of a type that gives it its name is called as the type is. */
static Err rename_file(Rename *rename) {
  Arena *arena = rename->ops->job->arena;
  Str path = edit_file_path(rename->symbol.file);
  const Language *language = language_for_file(path, STR_EMPTY);
  size_t slash = str_find_last_byte(path, '/'), from = slash == STR_NONE ? 0 : slash + 1, dot = str_find_last_byte(path, '.');
  bool is_named = dot != STR_NONE && dot > from && str_eq(str_slice(path, from, dot), rename->old_name);
  if (!language || !language->editing.file_has_types_name || !is_named || rename->symbol.container.len || !symbol_kind_is_type(rename->symbol.kind)) return OK;
  Str to = str_format(arena, "%.*s%.*s%.*s", STR_ARG(str_slice(path, 0, from)), STR_ARG(rename->new_name), STR_ARG(str_slice(path, dot, path.len)));
  edit_add_note(rename->ops, rename->done, str_format(arena, "its file is %.*s now", STR_ARG(str_shown(arena, to, SIZE_MAX))));
  return edit_plan_rename(rename->ops->plan, path, to);
}

/* A symbol that only the plan has made is refused: its uses are in no graph
 * yet. */
static Err by_graph(Rename *rename) {
  Arena *arena = rename->ops->job->arena;
  if (!rename->symbol.stored.id.value) {
    return job_fail(rename->ops->job, ERR_UNAVAILABLE, "%.*s is not in the index yet, so its uses are not known; apply the plan first, then rename",
                    STR_ARG(edit_shown_symbol(arena, &rename->symbol)));
  }
  TRY(edit_find_uses(rename->ops, &rename->symbol, &rename->uses));
  TRY(edit_add_embedded(rename->ops, &rename->symbol, &rename->uses));
  TRY(check_collisions(rename));
  TRY(change_all(rename));
  TRY(list_mentions(rename));
  TRY(rename_file(rename));
  rename->done->what = str_format(arena, "rename %.*s to %.*s: %zu place%s in %zu file%s, by the graph", STR_ARG(edit_shown_symbol(arena, &rename->symbol)),
                                  STR_ARG(rename->new_name), rename->done->places, rename->done->places == 1 ? "" : "s", rename->files, rename->files == 1 ? "" : "s");
  if (rename->inferred) edit_add_note(rename->ops, rename->done, str_format(arena, "%zu of the places by inferred types, %zu of them only candidates", rename->inferred, rename->candidates));
  if (rename->uses.family_count > 1) edit_add_note(rename->ops, rename->done, str_format(arena, "%zu definitions share the name by overriding or declaring it and were renamed with it", rename->uses.family_count));
  return OK;
}

/* ---- by a server ---- */

/* Whether the server's edit has anything on that line. */
static bool has_line(const LspEdit *edit, Str path, uint32_t line) {
  for (size_t i = 0; i < edit->len; i++) {
    if (!str_eq(edit->items[i].path, path)) continue;
    for (size_t k = 0; k < edit->items[i].edit_count; k++) {
      const LspRange *range = &edit->items[i].edits[k].range;
      if (range->start.line <= line && line <= range->end.line) return true;
    }
  }
  return false;
}

/* How many places that certainly are the symbol's the server leaves as they
 * are. Some rename in the files that they have opened alone. */
static Err count_missed(Rename *rename, const LspEdit *edit, size_t *ret_missed) {
  EditUses uses;
  *ret_missed = 0;
  if (!rename->symbol.stored.id.value) return OK;
  TRY(edit_find_uses(rename->ops, &rename->symbol, &uses));
  for (size_t i = 0; i < uses.len; i++) {
    const EditUse *use = &uses.items[i];
    EditFile *file;
    const EditTree *tree;
    uint32_t byte;
    if (!str_eq_c(STR("exact"), edge_rule_confidence(use->rule)) || has_line(edit, use->path, use->line)) continue;
    TRY(edit_plan_file(rename->ops->plan, use->path, &file));
    if (!edit_find_site(file, use->line, use->column, rename->old_name, &byte)) continue; /* under another name there */
    TRY(edit_tree(rename->ops, file, &tree));
    *ret_missed += !edit_prose_at(tree, byte);
  }
  return OK;
}

/* Its errors are forgiven, as the graph can do it too, but not kept quiet: who
 * counts on the server should know that it is not well. The words are a
 * stranger's, so they are cut and made visible. */
static void tell_failure(Rename *rename, const LspServer *server, Err err) {
  EditOps *ops = rename->ops;
  Arena *arena = ops->job->arena;
  Str words = err ? str_copy(arena, job_message(ops->job, err)) : STR("it gave no edit for it");
  job_forgive(ops->job);
  edit_add_note(ops, rename->done, str_format(arena, "%.*s did not rename it (%.*s): it was done by the graph", STR_ARG(lsp_server_name(server)),
                                              STR_ARG(str_shown(arena, words, SERVER_WORDS_SHOWN))));
}

/* False: there is none that is ready, or it does not do it. A server knows
 * only the disk, so it is not asked once the plan has changed anything. Where
 * it would leave uses that the graph is sure of, the graph does it. */
static Err by_server(Rename *rename, bool *ret_done) {
  EditOps *ops = rename->ops;
  LspEdit edit;
  const Json *raw;
  Str path = edit_file_path(rename->symbol.file);
  EditSteps steps = edit_plan_steps(ops->plan);
  LspAt at = {.path = path, .point = text_to_point(edit_file_text(rename->symbol.file), rename->symbol.name_range.from)};
  *ret_done = false;
  if (steps.len || !ops->servers.take) return OK;
  at.server = ops->servers.take(ops->servers.context, ops->job, path, false);
  if (!at.server) return OK;
  Err err = lsp_ask_rename(ops->job, &at, rename->new_name, &edit, &raw);
  if (err && job_is_stopped(ops->job)) return err;
  if (err || !json_is(raw, JSON_OBJECT) || !edit.len) {
    tell_failure(rename, at.server, err);
    return OK;
  }
  size_t missed;
  TRY(count_missed(rename, &edit, &missed));
  if (missed) {
    edit_add_note(ops, rename->done, str_format(ops->job->arena, "%.*s would have left %zu of the places as %s: it was done by the graph", STR_ARG(lsp_server_name(at.server)),
                                                missed, missed == 1 ? "it is" : "they are"));
    return OK;
  }
  for (size_t i = 0; i < edit.len; i++) rename->done->places += edit.items[i].edit_count;
  rename->done->what = str_format(ops->job->arena, "rename %.*s to %.*s: %zu places in %zu files, by %.*s", STR_ARG(edit_shown_symbol(ops->job->arena, &rename->symbol)),
                                  STR_ARG(rename->new_name), rename->done->places, edit.len, STR_ARG(lsp_server_name(at.server)));
  *ret_done = true;
  return edit_plan_take(ops->plan, &edit, rename->op->force);
}

/* The old name is read from the text at the definition, which may spell it
 * otherwise than the caller did. */
Err edit_op_rename(EditOps *ops, const EditOp *op, EditDone *done) {
  Rename rename = {.ops = ops, .op = op, .done = done, .new_name = op->new_name};
  bool is_done;
  if (!op->symbol.len || !op->new_name.len) return job_fail(ops->job, ERR_USAGE, "rename needs symbol and new_name");
  TRY(edit_find_symbol(ops, &(EditWanted){op->symbol, op->file, op->line}, &rename.symbol));
  rename.old_name = edit_range_text(edit_file_text(rename.symbol.file)->chars, rename.symbol.name_range);
  TRY(check_name(&rename));
  map_init(&rename.changed, ops->job->arena);
  done->symbol = edit_shown_symbol(ops->job->arena, &rename.symbol);
  TRY(by_server(&rename, &is_done));
  rename.is_by_server = is_done;
  if (!is_done) return by_graph(&rename);
  return op->mentions ? list_mentions(&rename) : OK;
}
