/* From what a caller calls a symbol to its definition in the present text. The
 * graph only says which file and which of several; the place is found anew, so
 * that neither a stale index nor an earlier operation of the plan misleads. */
#include "src/edit/ops/ops_internal.h"

#include <stdlib.h>

#include "src/query/names/names.h"

#define LISTED_MAX 12   /* candidates named in a message */
#define SEGMENTS_MAX 16 /* of a path */

/* What a caller wrote, taken apart. */
typedef struct Wanted {
  Str path;  /* without the choices behind it */
  EditFile *file; /* that stood before it; NULL: none */
  Str parts[SEGMENTS_MAX];
  size_t count;
  bool has_number;
  size_t number;
  bool has_params;
  Str params;
} Wanted;

/* Definitions that may be meant, in the order of their texts. */
typedef struct Candidates {
  EditSymbol *items;
  size_t len;
  size_t cap;
} Candidates;

/* ---- what was written ---- */

/* `name[2]`: the third of those that are called so. */
static Str strip_number(Wanted *wanted, Str text) {
  int64_t number;
  size_t open = str_find_last_byte(text, '[');
  if (!text.len || text.ptr[text.len - 1] != ']' || open == STR_NONE || !open) return text;
  if (!str_to_int(str_slice(text, open + 1, text.len - 1), &number) || number < 0) return text;
  wanted->has_number = true;
  wanted->number = (size_t)number;
  return str_slice(text, 0, open);
}

/* `name(int, text)`: the one whose parameters have these words. */
static Str strip_params(Wanted *wanted, Str text) {
  size_t open = str_find_byte(text, '(');
  if (!text.len || text.ptr[text.len - 1] != ')' || open == STR_NONE || !open) return text;
  wanted->params = str_trim(str_slice(text, open + 1, text.len - 1));
  wanted->has_params = wanted->params.len > 0; /* `name()` says that it is called, no more */
  return str_slice(text, 0, open);
}

/* `file:name`, when there is such a file: the graph is asked with all of it,
 * the parts are those of the name. What is no file may be a namespace; what may
 * not be edited is refused where the graph's answer is opened. */
static Str strip_file(EditOps *ops, Wanted *wanted) {
  size_t colon = str_find_last_byte(wanted->path, ':');
  if (colon == STR_NONE || colon + 1 == wanted->path.len) return wanted->path;
  Str path = str_slice(wanted->path, 0, colon);
  if (path.len && path.ptr[path.len - 1] == ':') path.len--;
  if (!path.len || !edit_plan_has(ops->plan, path)) return wanted->path;
  if (edit_plan_file(ops->plan, path, &wanted->file)) {
    job_forgive(ops->job);
    wanted->file = NULL;
    return wanted->path;
  }
  return str_slice(wanted->path, colon + 1, wanted->path.len);
}

/* `Type.member`, `Type/member`, `Type#member` and `ns::name` are alike:
 * callers bring the manner of their own tools. */
static void split(Wanted *wanted, Str rest) {
  size_t from = 0;
  wanted->count = 0;
  for (size_t i = 0; i <= rest.len && wanted->count < SEGMENTS_MAX; i++) {
    bool ends = i == rest.len || rest.ptr[i] == '.' || rest.ptr[i] == '/' || rest.ptr[i] == '#' || rest.ptr[i] == ':';
    if (!ends) continue;
    if (i > from) wanted->parts[wanted->count++] = str_slice(rest, from, i);
    from = i + 1;
  }
}

static Err read_wanted(EditOps *ops, Str symbol, Wanted *ret_wanted) {
  Wanted wanted = {0};
  wanted.path = str_trim(strip_params(&wanted, strip_number(&wanted, str_trim(symbol))));
  split(&wanted, strip_file(ops, &wanted));
  if (!wanted.count) {
    return job_fail(ops->job, ERR_USAGE, "'%.*s' names no symbol; give name, Type.member or file:name",
                    STR_ARG(str_shown(ops->job->arena, symbol, 100)));
  }
  *ret_wanted = wanted;
  return OK;
}

/* ---- matching ---- */

/* From the end: the name must be the last part, and each part before it the
 * container of the next. Parts that were not given may be anything. */
static bool is_called(const EditTree *tree, DefNo def, const Wanted *wanted) {
  const Def *one = &tree->facts.defs.items[def];
  size_t at = wanted->count - 1;
  if (!one->name.value || one->flags & DEF_ANONYMOUS || !str_eq(edit_def_name(tree, def), wanted->parts[at])) return false;
  while (at) {
    Str around = edit_def_container(tree, def);
    if (!str_eq(around, wanted->parts[at - 1])) return false;
    at--;
    def = tree->facts.defs.items[def].container;
    if (!def) return !at; /* a receiver's type has nothing around it */
  }
  return true;
}

/* Each given word stands in the parameter at its place. */
static bool has_params(EditOps *ops, const EditTree *tree, const EditSymbol *symbol, Str params) {
  EditList list;
  size_t at = 0;
  if (!edit_find_list(ops->job->arena, tree, symbol->name_range, &list)) return false;
  while (params.len) {
    Str word = str_trim(str_cut(&params, ','));
    if (at >= list.count || !str_contains(edit_range_text(tree->text, list.items[at++]), word)) return false;
  }
  return at == list.count;
}

/* At the top of its file: in nothing, of no type, and not local. */
static bool is_top(const EditTree *tree, DefNo def) {
  const Def *one = &tree->facts.defs.items[def];
  return !one->container && !one->receiver.value && !(one->flags & DEF_LOCAL);
}

/* Keeps those for which a flag does not hold, when there are any. */
static void prefer_without(Candidates *all, unsigned flags) {
  size_t kept = 0;
  for (size_t i = 0; i < all->len; i++) kept += !(all->items[i].flags & flags);
  if (!kept || kept == all->len) return;
  kept = 0;
  for (size_t i = 0; i < all->len; i++) {
    if (!(all->items[i].flags & flags)) all->items[kept++] = all->items[i];
  }
  all->len = kept;
}

/* An unqualified name means what stands at the top before what is inside
 * something. */
static void prefer_top(const EditTree *tree, const Wanted *wanted, Candidates *all) {
  size_t tops = 0, last = 0;
  for (size_t i = 0; i < all->len; i++) {
    if (is_top(tree, all->items[i].def)) {
      tops++;
      last = i;
    }
  }
  if (wanted->count > 1 || tops != 1) return;
  all->items[0] = all->items[last];
  all->len = 1;
}

/* All that fits is found first; then what is less likely meant gives way,
 * unless the caller chooses by number, for which the order must be that of the
 * text. */
static Err find_in_file(EditOps *ops, EditFile *file, const Wanted *wanted, uint32_t line, Candidates *ret_all) {
  const EditTree *tree;
  Candidates all = {0};
  TRY(edit_tree(ops, file, &tree));
  if (!tree->language) {
    return job_fail(ops->job, ERR_UNAVAILABLE, "%.*s: there is no grammar for it here, so symbols cannot be found; edit op=text or op=lines can be used",
                    STR_ARG(str_shown(ops->job->arena, edit_file_path(file), SIZE_MAX)));
  }
  for (DefNo def = 1; def < tree->facts.defs.len; def++) {
    const Span *full = &tree->facts.defs.items[def].full;
    if (!is_called(tree, def, wanted) || (line && (line < full->line || line > full->end_line))) continue;
    EditSymbol symbol = edit_symbol_of(ops, file, tree, def);
    if (!wanted->has_params || has_params(ops, tree, &symbol, wanted->params)) *vec_add(ops->job->arena, &all) = symbol;
  }
  if (!wanted->has_number) {
    prefer_without(&all, DEF_LOCAL);
    prefer_without(&all, DEF_DECLARATION | DEF_OVERLOAD);
    prefer_top(tree, wanted, &all);
  }
  *ret_all = all;
  return OK;
}

/* ---- what the graph calls it ---- */

static uint32_t distance(uint32_t a, size_t b) { return a > b ? a - (uint32_t)b : (uint32_t)b - a; }

/* The definition in the present text that is the stored one: of the same name
 * in the same container, nearest to where that would be now. */
static Err find_stored(EditOps *ops, const StoreSymbol *stored, EditSymbol *ret_symbol, bool *ret_found) {
  EditFile *file;
  const EditTree *tree;
  DefNo best = 0;
  uint32_t nearest = UINT32_MAX;
  TRY(edit_plan_file(ops->plan, stored->path, &file));
  TRY(edit_tree(ops, file, &tree));
  size_t place = edit_file_place(file, stored->name_span.from);
  for (DefNo def = 1; tree->language && def < tree->facts.defs.len; def++) {
    if (!str_eq(edit_def_name(tree, def), stored->name)) continue;
    if (stored->container.len && !str_eq(edit_def_container(tree, def), stored->container)) continue;
    uint32_t away = distance(tree->facts.defs.items[def].name_span.from, place);
    if (away < nearest) {
      nearest = away;
      best = def;
    }
  }
  *ret_found = best != 0;
  if (!best) return OK;
  *ret_symbol = edit_symbol_of(ops, file, tree, best);
  ret_symbol->stored = *stored;
  return OK;
}

/* The graph's own symbol for one that was found in a text. */
static Err find_id(EditOps *ops, EditSymbol *symbol) {
  StoreFile file;
  StoreSymbols all;
  uint32_t nearest = UINT32_MAX;
  TRY(query_file(ops->job, ops->reader, edit_file_path(symbol->file), &file));
  if (!file.id.value) return OK;
  TRY(edit_symbols_of(ops, file.id, &all));
  for (size_t i = 0; i < all.len; i++) {
    const StoreSymbol *one = &all.items[i];
    if (!str_eq(one->name, symbol->name) || one->kind != symbol->kind) continue;
    uint32_t away = distance(symbol->name_range.from, edit_file_place(symbol->file, one->name_span.from));
    if (away >= nearest) continue;
    nearest = away;
    symbol->stored = *one;
  }
  return OK;
}

/* The graph says which files; in each of them the definition is found in the
 * present text. One that is gone from there is no candidate. */
static Err find_in_graph(EditOps *ops, const EditWanted *asked, const Wanted *wanted, Candidates *ret_all, QueryTargets *ret_targets) {
  QueryTarget target = {.name = wanted->path, .file = asked->file, .line = asked->line};
  TRY(query_targets(ops->job, ops->reader, &target, ret_targets));
  for (size_t i = 0; i < ret_targets->distinct; i++) {
    EditSymbol symbol;
    const EditTree *tree;
    bool is_found;
    if (ret_targets->items[i].kind == SYMBOL_FILE) continue;
    TRY(find_stored(ops, &ret_targets->items[i], &symbol, &is_found));
    if (!is_found) continue;
    TRY(edit_tree(ops, symbol.file, &tree));
    if (!wanted->has_params || has_params(ops, tree, &symbol, wanted->params)) *vec_add(ops->job->arena, ret_all) = symbol;
  }
  return OK;
}

/* ---- choosing and explaining ---- */

Str edit_shown_symbol(Arena *arena, const EditSymbol *symbol) {
  Str name = str_shown(arena, symbol->name, 200);
  return symbol->container.len ? str_format(arena, "%.*s.%.*s", STR_ARG(str_shown(arena, symbol->container, 200)), STR_ARG(name)) : name;
}

/* With all that is needed to choose: file, line, kind, container. */
static Err say_several(EditOps *ops, Str asked, const Candidates *all) {
  Arena *arena = ops->job->arena;
  Buf out;
  buf_init(&out, arena, 4000);
  for (size_t i = 0; i < all->len && i < LISTED_MAX; i++) {
    const EditSymbol *one = &all->items[i];
    buf_add_format(&out, "%s%.*s:%u %s %.*s", i ? ", " : "", STR_ARG(str_shown(arena, edit_file_path(one->file), SIZE_MAX)), one->line,
                   symbol_kind_word(one->kind), STR_ARG(edit_shown_symbol(arena, one)));
  }
  if (all->len > LISTED_MAX) buf_add_format(&out, " and %zu more", all->len - LISTED_MAX);
  return job_fail(ops->job, ERR_USAGE, "%zu symbols are called '%.*s': %.*s; choose one by file and line, by Type.name, or by %.*s[0] in this order",
                  all->len, STR_ARG(str_shown(arena, asked, 200)), STR_ARG(buf_str(&out)), STR_ARG(str_shown(arena, asked, 200)));
}

/* Names of the file that are spelled alike, else its first ones. */
static Err say_none_in_file(EditOps *ops, Str asked, const Wanted *wanted, EditFile *file) {
  Arena *arena = ops->job->arena;
  const EditTree *tree;
  VEC(Str) names = {0};
  Buf out;
  TRY(edit_tree(ops, file, &tree));
  buf_init(&out, arena, 2000);
  for (DefNo def = 1; tree->language && def < tree->facts.defs.len; def++) {
    if (tree->facts.defs.items[def].name.value) *vec_add(arena, &names) = edit_def_name(tree, def);
  }
  Str near = str_nearest(wanted->parts[wanted->count - 1], names.items, names.len);
  if (near.len) buf_add_format(&out, "; did you mean '%.*s'?", STR_ARG(str_shown(arena, near, 200)));
  for (size_t i = 0; !near.len && i < names.len && i < LISTED_MAX; i++) {
    buf_add_format(&out, "%s%.*s", i ? ", " : "; it has ", STR_ARG(str_shown(arena, names.items[i], 100)));
  }
  return job_fail(ops->job, ERR_NOT_FOUND, "%.*s has no symbol '%.*s'%.*s", STR_ARG(str_shown(arena, edit_file_path(file), SIZE_MAX)),
                  STR_ARG(str_shown(arena, asked, 200)), STR_ARG(buf_str(&out)));
}

static Err say_none(EditOps *ops, Str asked, const QueryTargets *targets) {
  Arena *arena = ops->job->arena;
  Buf out;
  buf_init(&out, arena, 2000);
  for (size_t i = 0; i < targets->suggestion_count; i++) {
    buf_add_format(&out, "%s%.*s", i ? ", " : "; there is ", STR_ARG(str_shown(arena, targets->suggestions[i], 200)));
  }
  return job_fail(ops->job, ERR_NOT_FOUND, "no symbol is called '%.*s'%.*s", STR_ARG(str_shown(arena, asked, 200)), STR_ARG(buf_str(&out)));
}

/* Overloads are one function: the one with the body stands for all of them. -1:
 * they are several. */
static int find_body_of(const Candidates *all) {
  int found = -1;
  for (size_t i = 0; i < all->len; i++) {
    const EditSymbol *one = &all->items[i], *first = &all->items[0];
    if (one->file != first->file || !str_eq(one->container, first->container)) return -1;
    if (one->flags & DEF_OVERLOAD) continue;
    if (found >= 0) return -1;
    found = (int)i;
  }
  return found;
}

/* What was found in a text gets its symbol of the graph now, since uses are
 * asked by that. */
static Err choose(EditOps *ops, Str asked, const Wanted *wanted, Candidates *all, EditSymbol *ret_symbol) {
  if (wanted->has_number && wanted->number >= all->len) {
    return job_fail(ops->job, ERR_NOT_FOUND, "there %s %zu of '%.*s': the last is [%zu]", all->len == 1 ? "is" : "are", all->len,
                    STR_ARG(str_shown(ops->job->arena, wanted->path, 200)), all->len ? all->len - 1 : 0);
  }
  int body = all->len > 1 && !wanted->has_number ? find_body_of(all) : 0;
  if (body < 0) return say_several(ops, asked, all);
  *ret_symbol = all->items[wanted->has_number ? wanted->number : (size_t)body];
  return ret_symbol->stored.id.value ? OK : find_id(ops, ret_symbol);
}

/* Files that the plan changed or made may define what the graph has not seen. */
static Err find_in_plan(EditOps *ops, const Wanted *wanted, uint32_t line, Candidates *all) {
  EditSteps steps = edit_plan_steps(ops->plan);
  for (size_t i = 0; i < steps.len && !all->len; i++) {
    const EditTree *tree;
    if (steps.items[i].action == EDIT_DELETE || !steps.items[i].file) continue;
    if (wanted->file && steps.items[i].file != wanted->file) continue;
    TRY(edit_tree(ops, steps.items[i].file, &tree));
    if (tree->language) TRY(find_in_file(ops, steps.items[i].file, wanted, line, all));
  }
  return OK;
}

/* With a file the file alone decides, and the graph is asked only for the
 * symbol's id. Without one the graph is asked first, then what the plan itself
 * has made. */
Err edit_find_symbol(EditOps *ops, const EditWanted *asked, EditSymbol *ret_symbol) {
  Wanted wanted;
  Candidates all = {0};
  QueryTargets targets = {0};
  TRY(read_wanted(ops, asked->symbol, &wanted));
  if (asked->file.len && edit_plan_has(ops->plan, asked->file)) {
    EditFile *file;
    TRY(edit_plan_file(ops->plan, asked->file, &file));
    if (wanted.file && wanted.file != file) {
      return job_fail(ops->job, ERR_USAGE, "'%.*s' is in another file than file=%.*s; leave one of them out",
                      STR_ARG(str_shown(ops->job->arena, asked->symbol, 200)), STR_ARG(str_shown(ops->job->arena, asked->file, SIZE_MAX)));
    }
    TRY(find_in_file(ops, file, &wanted, asked->line, &all));
    if (!all.len) return say_none_in_file(ops, asked->symbol, &wanted, file);
    return choose(ops, asked->symbol, &wanted, &all, ret_symbol);
  }
  TRY(find_in_graph(ops, asked, &wanted, &all, &targets));
  if (!all.len) TRY(find_in_plan(ops, &wanted, asked->line, &all));
  if (!all.len) return say_none(ops, asked->symbol, &targets);
  return choose(ops, asked->symbol, &wanted, &all, ret_symbol);
}

/* ---- sites ---- */

/* The word as it is written at a place: names that are taken in any case may have other
 * letters there than where they are defined. */
static Str spelled_at(EditFile *file, Str text, size_t at, Str word) {
  const Language *language = language_for_file(edit_file_path(file), STR_EMPTY);
  if (!language || language->rules.name_case == LANGUAGE_CASE_TELLS || at > text.len || text.len - at < word.len) return word;
  Str there = str_slice(text, at, at + word.len);
  return str_eq_ignore_case(there, word) ? there : word;
}

/* By line and column where the text on disk has the word. A site without a
 * column is the only one of its line, or none. */
bool edit_find_site(EditFile *file, uint32_t line, uint32_t column, Str word, uint32_t *ret_byte) {
  const Text *base = edit_file_base(file), *now = edit_file_text(file);
  if (!line || line > base->lines.count) return false;
  size_t start = base->lines.starts[line - 1], at = start + (column ? column - 1 : 0), found = STR_NONE;
  Str rest = text_line(base, line);
  if (column) word = spelled_at(file, base->chars, at, word);
  if (word_is_at(base->chars, at, word)) {
    found = at;
  } else {
    for (size_t i = 0; !column && i + word.len <= rest.len; i++) {
      if (!word_is_at(base->chars, start + i, word)) continue;
      if (found != STR_NONE) return false;
      found = start + i;
    }
  }
  if (found == STR_NONE) return false;
  size_t moved = edit_file_move(file, found);
  if (!word_is_at(now->chars, moved, word)) return false;
  *ret_byte = (uint32_t)moved;
  return true;
}
