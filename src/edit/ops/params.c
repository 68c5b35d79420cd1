/* Changing a signature: parameters added, removed, reordered or renamed, with
 * every call the graph resolves rewritten to fit. A call that cannot be
 * rewritten for certain is listed and left alone. */
#include "src/edit/ops/params_internal.h"

#include <string.h>

#include "src/query/graph/graph.h"
#include "src/query/names/names.h"

#define MENTIONS_MAX 2000 /* lines with its name that are looked at */

/* ---- what is declared ---- */

/* Names come from the facts, in the order of the parameters. */
static Err read_params(EditOps *ops, const EditTree *tree, DefNo def, const EditList *list, Param *params, size_t *ret_count) {
  const Facts *facts = &tree->facts;
  ScopeNo scope = facts->defs.items[def].opens;
  size_t bind = 1, count = 0;
  for (size_t i = 0; i < list->count; i++) {
    Str text = edit_range_text(tree->text, list->items[i]);
    Param param = {.text = text, .name = str_trim(text), .is_sign = true};
    if (list->count == 1 && str_eq_c(param.name, "void")) break;
    if (count == PARAMS_MAX) return job_fail(ops->job, ERR_TOO_LARGE, "it has more than %d parameters", PARAMS_MAX);
    for (size_t names = 0; bind < facts->binds.len; bind++) {
      const Bind *one = &facts->binds.items[bind];
      Str name = names_text(facts->names, one->name);
      if (one->scope != scope || !(one->flags & BIND_PARAM)) continue;
      /* The receiver stands before the list in some languages, in it in others. */
      if (!word_is_in(text, name) && one->flags & BIND_RECEIVER) continue;
      if (!word_is_in(text, name)) break;
      if (names++) return job_fail(ops->job, ERR_UNAVAILABLE, "'%.*s' declares several parameters at once; separate them first", STR_ARG(str_shown(ops->job->arena, text, 100)));
      param = (Param){.name = name, .text = text, .is_receiver = (one->flags & BIND_RECEIVER) != 0, .is_variadic = (one->flags & (BIND_VARIADIC | BIND_KEYWORDS)) != 0};
    }
    params[count++] = param;
  }
  *ret_count = count;
  return OK;
}

/* ---- what is wanted ---- */

/* By name; -1: there is none. */
int edit_find_param(const Change *change, Str name) {
  for (size_t i = 0; i < change->count; i++) {
    if (str_eq(change->params[i].name, name)) return (int)i;
  }
  return -1;
}

/* `name` keeps a parameter, `old->new` renames it, `+declaration` adds one,
 * `+declaration := value` says what calls pass for it. What is not listed
 * goes. */
static Err add_wish(Change *change, Str word) {
  Job *job = change->ops->job;
  Wish wish = {.old = -1};
  size_t arrow = str_find(word, STR("->"));
  if (change->wish_count == PARAMS_MAX) return job_fail(job, ERR_TOO_LARGE, "at most %d parameters", PARAMS_MAX);
  if (word.len && word.ptr[0] == '+') {
    size_t value = str_find(word, STR(":="));
    wish.text = str_trim(str_slice(word, 1, value == STR_NONE ? word.len : value));
    wish.value = value == STR_NONE ? STR_EMPTY : str_trim(str_slice(word, value + 2, word.len));
    wish.is_optional = change->language->editing.has_defaults && (str_find_byte(wish.text, '=') != STR_NONE || str_find_byte(wish.text, '?') != STR_NONE);
    size_t end = 0;
    while (end < wish.text.len && byte_is_name(wish.text.ptr[end])) end++;
    wish.name = str_slice(wish.text, 0, end);
    if (!wish.text.len) return job_fail(job, ERR_USAGE, "'+' needs the declaration of the new parameter: \"+timeout: int = 30\"");
  } else {
    Str name = str_trim(arrow == STR_NONE ? word : str_slice(word, 0, arrow));
    wish.renamed = arrow == STR_NONE ? STR_EMPTY : str_trim(str_slice(word, arrow + 2, word.len));
    wish.old = edit_find_param(change, name);
    wish.name = wish.renamed.len ? wish.renamed : name;
    if (wish.old < 0) {
      return job_fail(job, ERR_NOT_FOUND, "there is no parameter '%.*s'; a new one begins with +", STR_ARG(str_shown(job->arena, name, 100)));
    }
    for (size_t i = 0; i < change->wish_count; i++) {
      if (change->wishes[i].old == wish.old) return job_fail(job, ERR_USAGE, "'%.*s' is listed twice", STR_ARG(str_shown(job->arena, name, 100)));
    }
  }
  change->wishes[change->wish_count++] = wish;
  return OK;
}

/* Whether a declaration says that calls may leave it out: `a = 1`, `a?`. */
static bool may_be_left_out(Str text, Str name, const char *signs) {
  size_t at = str_find(text, name), depth = 0;
  for (at = at == STR_NONE ? 0 : at + name.len; at < text.len; at++) {
    char c = text.ptr[at];
    if (strchr("([{<", c)) depth++;
    if (strchr(")]}>", c) && depth) depth--;
    bool is_next = at + 1 < text.len && (text.ptr[at + 1] == '=' || text.ptr[at + 1] == '>');
    if (!depth && strchr(signs, c) && !(c == '=' && is_next)) return true;
  }
  return false;
}

/* Where the language wants them last, one that must be given cannot follow one
 * that may be left out; behind a star, names decide. */
static Err check_order(const Change *change) {
  const char *sign = change->language->editing.optional_sign;
  Str optional = STR_EMPTY;
  for (size_t i = 0; sign && i < change->wish_count; i++) {
    const Wish *wish = &change->wishes[i];
    const Param *param = wish->old >= 0 ? &change->params[wish->old] : NULL;
    Str text = param ? param->text : wish->text, name = param ? param->name : wish->name;
    if ((param && (param->is_variadic || param->is_sign)) || str_starts_with(text, STR("*")) || str_starts_with(text, STR("..."))) return OK;
    if (may_be_left_out(text, name, sign)) optional = name;
    else if (optional.len && !may_be_left_out(text, name, "=?")) {
      return job_fail(change->ops->job, ERR_USAGE, "'%.*s' must be given and cannot stand behind '%.*s', which may be left out; list it before that one, or give it a value of its own",
                      STR_ARG(str_shown(change->ops->job->arena, name, 100)), STR_ARG(str_shown(change->ops->job->arena, optional, 100)));
    }
  }
  return OK;
}

/* The receiver stays in front whether it is listed or not. */
static Err read_wishes(Change *change) {
  bool has_receiver = change->count && change->params[0].is_receiver, is_listed = false;
  for (size_t i = 0; i < change->op->param_count; i++) is_listed |= has_receiver && str_eq(str_trim(change->op->params[i]), change->params[0].name);
  if (has_receiver && !is_listed) TRY(add_wish(change, change->params[0].name));
  for (size_t i = 0; i < change->op->param_count; i++) TRY(add_wish(change, str_trim(change->op->params[i])));
  return check_order(change);
}

/* ---- definitions ---- */

static Str with_word(Arena *arena, Str text, Str old, Str new) {
  Buf out;
  buf_init(&out, arena, EDIT_FILE_MAX);
  for (size_t at = 0; at < text.len;) {
    if (word_is_at(text, at, old)) {
      buf_add(&out, new);
      buf_add(&out, str_slice(text, at + old.len, text.len));
      return buf_str(&out);
    }
    buf_add_byte(&out, text.ptr[at++]);
  }
  return text;
}

Err edit_params_left(Change *change, Str path, uint32_t line, const char *why) {
  edit_add_left(change->ops, change->done, (EditLeft){path, line, str_from_c(why)});
  return OK;
}

/* A parameter's name in the body, where it means the parameter: not where
 * something within is called so. */
static Err rename_in_body(Change *change, const EditTree *tree, const EditSymbol *symbol, Str old, Str new) {
  Arena *arena = change->ops->job->arena;
  ScopeNo own = tree->facts.defs.items[symbol->def].opens;
  VEC(Edit) edits = {0};
  for (uint32_t at = symbol->block.from; symbol->has_body && at + old.len <= symbol->block.to; at++) {
    Range word = {at, at + (uint32_t)old.len};
    if (tree->text.ptr[at] != old.ptr[0] || !edit_is_name_at(tree, at, old) || edit_binder_of(tree, at, old) != own) continue;
    Str text = edit_is_shorthand_at(tree, word) ? str_format(arena, "%.*s: %.*s", STR_ARG(old), STR_ARG(new)) : new;
    *vec_add(arena, &edits) = (Edit){word, text};
  }
  return edits.len ? edit_file_replace_all(symbol->file, edits.items, edits.len) : OK;
}

/* The new name of a parameter must mean nothing yet in the function. */
static Err check_renamed(Change *change, const EditTree *tree, const EditSymbol *symbol, Str new) {
  Job *job = change->ops->job;
  const Facts *facts = &tree->facts;
  const Def *def = &facts->defs.items[symbol->def];
  NameId name = names_find(facts->names, new);
  if (change->op->force) return OK;
  for (size_t i = 1; name.value && i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    const Scope *scope = &facts->scopes.items[bind->scope];
    bool is_inside = bind->scope == def->opens || (scope->from >= def->full.from && scope->to <= def->full.to);
    if (!is_inside || !names_same(bind->name, name) || bind->flags & (BIND_MEMBER | BIND_NARROW)) continue;
    return job_fail(job, ERR_EXISTS, "'%.*s' is bound already at %.*s:%u; choose another name, or %s renames all the same", STR_ARG(str_shown(job->arena, new, 100)),
                    STR_ARG(str_shown(job->arena, tree->path, SIZE_MAX)), syntax_line(&tree->syntax, bind->from), edit_force_word(change->ops, change->op));
  }
  if (!symbol->has_body || !edit_uses_name(tree, symbol->block, new)) return OK;
  return job_fail(job, ERR_EXISTS, "the body of %.*s means something else by '%.*s'; choose another name, or %s renames all the same",
                  STR_ARG(edit_shown_symbol(job->arena, symbol)), STR_ARG(str_shown(job->arena, new, 100)), edit_force_word(change->ops, change->op));
}

/* Another definition of the family may name its parameters otherwise: what
 * counts is their order. */
static Err change_definition(Change *change, const EditSymbol *symbol) {
  Arena *arena = change->ops->job->arena;
  const EditTree *tree;
  EditList list;
  Param params[PARAMS_MAX];
  Str items[PARAMS_MAX];
  size_t count;
  TRY(edit_tree(change->ops, symbol->file, &tree));
  if (!edit_find_list(arena, tree, symbol->name_range, &list)) return edit_params_left(change, edit_file_path(symbol->file), symbol->line, "has no list of parameters");
  TRY(read_params(change->ops, tree, symbol->def, &list, params, &count));
  if (count != change->count) return edit_params_left(change, edit_file_path(symbol->file), symbol->line, "has other parameters; not changed");
  for (size_t i = 0; i < change->wish_count; i++) {
    const Wish *wish = &change->wishes[i];
    items[i] = wish->old < 0 ? wish->text : params[wish->old].text;
    if (!wish->renamed.len) continue;
    TRY(check_renamed(change, tree, symbol, wish->renamed));
    items[i] = with_word(arena, items[i], params[wish->old].name, wish->renamed);
  }
  Str joined = edit_join_list(arena, tree, &list, items, change->wish_count); /* of this text, before the body changes it */
  for (size_t i = 0; i < change->wish_count; i++) { /* from behind: the list stands before the body */
    const Wish *wish = &change->wishes[i];
    EditSymbol now = *symbol;
    if (!wish->renamed.len) continue;
    TRY(edit_tree(change->ops, symbol->file, &tree));
    edit_fill_ranges(tree, symbol->def, &now);
    TRY(rename_in_body(change, tree, &now, params[wish->old].name, wish->renamed));
  }
  change->done->places++;
  return edit_file_replace(symbol->file, list.range, joined);
}

/* ---- */

/* Overrides, declarations and overloads must keep the same shape. One that
 * cannot be found in the present text is left for a reader. */
static Err change_family(Change *change, const EditUses *uses) {
  for (size_t i = 0; i < uses->family_count; i++) {
    const StoreSymbol *one = &uses->family[i];
    EditSymbol symbol;
    EditWanted wanted = {.symbol = query_qualified(change->ops->job->arena, one), .file = one->path, .line = one->name_span.line};
    if (one->id.value == change->symbol.stored.id.value) continue;
    if (edit_find_symbol(change->ops, &wanted, &symbol)) {
      job_forgive(change->ops->job);
      TRY(edit_params_left(change, one->path, one->name_span.line, "overrides or declares it, and was not found: change it by hand"));
    } else {
      TRY(change_definition(change, &symbol));
    }
  }
  return OK;
}

/* Calls of that name that the graph could not resolve, on one line. */
static void look_at_line(Change *change, EditFile *file, const EditTree *tree, const Map *sites, uint32_t line) {
  Arena *arena = change->ops->job->arena;
  const Text *base = edit_file_base(file);
  Str text = text_line(base, line), name = change->symbol.name;
  for (uint32_t i = 0; i + name.len <= text.len; i++) {
    size_t at = base->lines.starts[line - 1] + i;
    uint32_t now = (uint32_t)edit_file_move(file, at);
    EditList list;
    if (!word_is_at(base->chars, at, name) || map_get(sites, edit_place_key(arena, STR_EMPTY, line, i + 1))) continue;
    /* Of a member, only members can be meant; of anything else, names alone. */
    if (edit_is_member_at(base->chars, (uint32_t)at) != (change->symbol.container.len > 0) || edit_prose_at(tree, now)) continue;
    if (!edit_find_list(arena, tree, (Range){now, now + (uint32_t)name.len}, &list) || change->done->left.len >= EDIT_LEFT_MAX) continue;
    edit_add_left(change->ops, change->done, (EditLeft){edit_file_path(file), line, STR("not resolved: may be a call of it")});
  }
}

static Err look_at_mention(void *context, const EditMention *mention) {
  Change *change = context;
  Map sites;
  if (mention->tree->language != change->language) return OK;
  TRY(edit_known_sites(change->ops, mention->hits->path, &sites));
  for (size_t k = 0; k < mention->hits->len; k++) look_at_line(change, mention->file, mention->tree, &sites, mention->hits->items[k].line);
  return OK;
}

static Err list_unresolved(Change *change) {
  return edit_each_mention(change->ops, &(EditMentions){change->symbol.name, MENTIONS_MAX, &change->done->left, look_at_mention, change});
}

/* The definition after its file changed: what the calls got may define things
 * too, so its number need not be the same. */
static Err find_again(Change *change) {
  const EditTree *tree;
  StoreSymbol stored = change->symbol.stored;
  TRY(edit_tree(change->ops, change->symbol.file, &tree));
  size_t place = stored.id.value ? edit_file_place(change->symbol.file, stored.name_span.from) : change->symbol.name_range.from;
  for (DefNo def = 1; def < tree->facts.defs.len; def++) {
    if (tree->facts.defs.items[def].name_span.from != place || !str_eq(edit_def_name(tree, def), change->symbol.name)) continue;
    change->symbol = edit_symbol_of(change->ops, change->symbol.file, tree, def);
    change->symbol.stored = stored;
    return OK;
  }
  return job_fail(change->ops->job, ERR_CONFLICT, "%.*s is not where the index has it; try again", STR_ARG(change->done->symbol));
}

/* Everything is read before anything is changed, and a mistake in the wishes
 * changes nothing. */
Err edit_op_params(EditOps *ops, const EditOp *op, EditDone *done) {
  Change change = {.ops = ops, .op = op, .done = done};
  Arena *arena = ops->job->arena;
  const EditTree *tree;
  EditList list;
  EditUses uses;
  if (!op->symbol.len) return job_fail(ops->job, ERR_USAGE, "change_signature needs symbol and params");
  TRY(edit_find_symbol(ops, &(EditWanted){op->symbol, op->file, op->line}, &change.symbol));
  TRY(edit_tree(ops, change.symbol.file, &tree));
  change.language = tree->language;
  done->symbol = edit_shown_symbol(arena, &change.symbol);
  if (!symbol_kind_is_callable(change.symbol.kind) || !edit_find_list(arena, tree, change.symbol.name_range, &list)) {
    return job_fail(ops->job, ERR_USAGE, "%.*s has no list of parameters; name a function, method or constructor", STR_ARG(done->symbol));
  }
  TRY(read_params(ops, tree, change.symbol.def, &list, change.params, &change.count));
  TRY(read_wishes(&change));
  TRY(edit_find_uses(ops, &change.symbol, &uses));
  /* Calls first: they may stand in the bodies, whose places the definitions move. */
  TRY(edit_change_calls(&change, &uses));
  TRY(find_again(&change));
  TRY(change_definition(&change, &change.symbol));
  TRY(change_family(&change, &uses));
  TRY(list_unresolved(&change));
  done->what = str_format(arena, "change_signature %.*s: %zu call%s rewritten, %zu place%s to look at", STR_ARG(done->symbol), change.calls,
                          change.calls == 1 ? "" : "s", done->left.len, done->left.len == 1 ? "" : "s");
  return OK;
}
