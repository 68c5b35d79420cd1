/* Changing a signature: parameters added, removed, reordered or renamed, with
 * every call the graph resolves rewritten to fit. A call that cannot be
 * rewritten for certain is listed and left alone. */
#include "src/edit/ops/ops_internal.h"

#include <string.h>

#include "src/query/graph/graph.h"
#include "src/query/names/names.h"

#define PARAMS_MAX 64

/* A parameter as it is declared. */
typedef struct Param {
  Str name; /* of signs such as `*`: the sign */
  Str text;
  bool is_receiver, is_variadic, is_sign;
} Param;

/* One afterwards. */
typedef struct Wish {
  int old;     /* which of the old ones; -1: it is new */
  Str name;
  Str renamed; /* empty: it keeps its name */
  Str text;    /* of a new one: its declaration */
  Str value;   /* of a new one: what calls pass; empty: nothing */
  bool is_optional; /* of a new one: calls may leave it out */
} Wish;

/* One change of a signature: what is declared now, what is wanted, and how
 * many calls were rewritten. */
typedef struct Change {
  EditOps *ops;
  const EditOp *op;
  EditDone *done;
  EditSymbol symbol;
  const Language *language;
  Param params[PARAMS_MAX];
  size_t count;
  Wish wishes[PARAMS_MAX];
  size_t wish_count;
  size_t calls;
} Change;

/* ---- what is declared ---- */

static bool has_word(Str text, Str word) {
  for (size_t at = 0; at + word.len <= text.len; at++) {
    if (edit_has_word(text, at, word)) return true;
  }
  return false;
}

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
      if (!has_word(text, name) && one->flags & BIND_RECEIVER) continue;
      if (!has_word(text, name)) break;
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
static int find_param(const Change *change, Str name) {
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
    while (end < wish.text.len && edit_is_word_byte(wish.text.ptr[end])) end++;
    wish.name = str_slice(wish.text, 0, end);
    if (!wish.text.len) return job_fail(job, ERR_USAGE, "'+' needs the declaration of the new parameter: \"+timeout: int = 30\"");
  } else {
    Str name = str_trim(arrow == STR_NONE ? word : str_slice(word, 0, arrow));
    wish.renamed = arrow == STR_NONE ? STR_EMPTY : str_trim(str_slice(word, arrow + 2, word.len));
    wish.old = find_param(change, name);
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

/* The receiver stays in front whether it is listed or not. */
static Err read_wishes(Change *change) {
  bool has_receiver = change->count && change->params[0].is_receiver, is_listed = false;
  for (size_t i = 0; i < change->op->param_count; i++) is_listed |= has_receiver && str_eq(str_trim(change->op->params[i]), change->params[0].name);
  if (has_receiver && !is_listed) TRY(add_wish(change, change->params[0].name));
  for (size_t i = 0; i < change->op->param_count; i++) TRY(add_wish(change, str_trim(change->op->params[i])));
  return OK;
}

/* ---- lists as text ---- */

/* Items in the manner of the old list: each on a line of its own where they
 * were, with the comma at the end where there was one. */
static Str join(Arena *arena, const EditTree *tree, const EditList *list, const Str *items, size_t count) {
  Str text = tree->text, between = STR(", "), before = STR_EMPTY, after = STR_EMPTY;
  if (list->count) {
    before = str_slice(text, list->range.from + 1, list->items[0].from);
    after = str_slice(text, list->items[list->count - 1].to, list->range.to - 1);
    bool is_tall = str_find_byte(before, '\n') != STR_NONE;
    if (is_tall && !str_trim(before).len) between = str_format(arena, ",%.*s", STR_ARG(before));
    if (str_trim(before).len) before = STR_EMPTY; /* a comment there stays with nobody */
    if (str_find_byte(after, ',') != STR_NONE && !count) after = STR_EMPTY;
  }
  Buf out;
  buf_init(&out, arena, EDIT_FILE_MAX);
  buf_add_byte(&out, '(');
  if (count) buf_add(&out, before);
  for (size_t i = 0; i < count; i++) {
    if (i) buf_add(&out, between);
    buf_add(&out, items[i]);
  }
  if (count) buf_add(&out, after);
  buf_add_byte(&out, ')');
  return buf_str(&out);
}

/* The first place where the word stands as a word. */
static Str with_word(Arena *arena, Str text, Str old, Str new) {
  Buf out;
  buf_init(&out, arena, EDIT_FILE_MAX);
  for (size_t at = 0; at < text.len;) {
    if (edit_has_word(text, at, old)) {
      buf_add(&out, new);
      buf_add(&out, str_slice(text, at + old.len, text.len));
      return buf_str(&out);
    }
    buf_add_byte(&out, text.ptr[at++]);
  }
  return text;
}

/* ---- definitions ---- */

static Err left(Change *change, Str path, uint32_t line, const char *why) {
  edit_add_left(change->ops, change->done, (EditLeft){path, line, str_from_c(why)});
  return OK;
}

/* A parameter's name in the body, where it stands for itself. */
static Err rename_in_body(Change *change, const EditTree *tree, const EditSymbol *symbol, Str old, Str new) {
  VEC(Edit) edits = {0};
  Str text = tree->text;
  for (uint32_t at = symbol->block.from; symbol->has_body && at + old.len <= symbol->block.to; at++) {
    if (!edit_has_word(text, at, old) || edit_prose_at(tree, at)) continue;
    uint32_t before = at, after = at + (uint32_t)old.len;
    while (before && (text.ptr[before - 1] == ' ' || text.ptr[before - 1] == '\n')) before--;
    while (after < text.len && text.ptr[after] == ' ') after++;
    bool is_member = before && (text.ptr[before - 1] == '.' || (before > 1 && str_eq_c(str_slice(text, before - 2, before), "->")));
    bool is_named = before && strchr("(,", text.ptr[before - 1]) && after + 1 < text.len && text.ptr[after] == '=' && text.ptr[after + 1] != '=' && change->language->editing.has_keyword_arguments;
    if (is_member || is_named) continue;
    *vec_add(change->ops->job->arena, &edits) = (Edit){{at, at + (uint32_t)old.len}, new};
  }
  return edits.len ? edit_file_replace_all(symbol->file, edits.items, edits.len) : OK;
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
  if (!edit_find_list(arena, tree, symbol->name_range, &list)) return left(change, edit_file_path(symbol->file), symbol->line, "has no list of parameters");
  TRY(read_params(change->ops, tree, symbol->def, &list, params, &count));
  if (count != change->count) return left(change, edit_file_path(symbol->file), symbol->line, "has other parameters; not changed");
  for (size_t i = 0; i < change->wish_count; i++) {
    const Wish *wish = &change->wishes[i];
    items[i] = wish->old < 0 ? wish->text : params[wish->old].text;
    if (wish->renamed.len) items[i] = with_word(arena, items[i], params[wish->old].name, wish->renamed);
  }
  for (size_t i = 0; i < change->wish_count; i++) { /* from behind: the list stands before the body */
    const Wish *wish = &change->wishes[i];
    EditSymbol now = *symbol;
    if (!wish->renamed.len) continue;
    TRY(edit_tree(change->ops, symbol->file, &tree));
    edit_fill_ranges(tree, symbol->def, &now);
    TRY(rename_in_body(change, tree, &now, params[wish->old].name, wish->renamed));
  }
  TRY(edit_tree(change->ops, symbol->file, &tree));
  change->done->places++;
  return edit_file_replace(symbol->file, list.range, join(arena, tree, &list, items, change->wish_count));
}

/* ---- calls ---- */

/* An argument of a call; `value` is the part behind the keyword, or all of
 * it. */
typedef struct Argument {
  Str text;
  Str keyword; /* empty: by its place */
  Str value;
  bool is_spread;
} Argument;

static Argument read_argument(const Change *change, Str text) {
  Argument argument = {.text = text, .value = text, .is_spread = str_starts_with(text, STR("*")) || str_starts_with(text, STR("..."))};
  size_t end = 0;
  while (end < text.len && edit_is_word_byte(text.ptr[end])) end++;
  size_t sign = end;
  while (sign < text.len && text.ptr[sign] == ' ') sign++;
  bool is_keyword = change->language->editing.has_keyword_arguments && end && sign + 1 < text.len && text.ptr[sign] == '=' && text.ptr[sign + 1] != '=';
  if (!is_keyword) return argument;
  argument.keyword = str_slice(text, 0, end);
  argument.value = str_trim(str_slice(text, sign + 1, text.len));
  return argument;
}

/* A call being rewritten: who takes which argument, and the list as it comes
 * out. */
typedef struct Call {
  Change *change;
  Argument items[PARAMS_MAX];
  size_t count;
  int given[PARAMS_MAX];  /* by old parameter: the argument, or -1 */
  bool is_rest[PARAMS_MAX]; /* argument that no single parameter takes */
  Str out[2 * PARAMS_MAX];
  size_t out_count;
  bool has_gap; /* what follows must be named */
  const char *why; /* it cannot be done; NULL: it can */
} Call;

/* Which argument is which parameter's. */
static void match_arguments(Call *call) {
  const Change *change = call->change;
  size_t param = change->count && change->params[0].is_receiver ? 1 : 0;
  for (size_t i = 0; i < change->count; i++) call->given[i] = -1;
  for (size_t i = 0; i < call->count; i++) {
    const Argument *one = &call->items[i];
    if (one->is_spread) {
      call->why = "passes a spread: change it by hand";
    } else if (one->keyword.len) {
      int named = find_param(change, one->keyword);
      if (named >= 0 && !change->params[named].is_variadic) call->given[named] = (int)i;
      else call->is_rest[i] = true;
    } else {
      while (param < change->count && change->params[param].is_sign && !str_eq_c(change->params[param].name, "*")) param++;
      bool takes = param < change->count && !change->params[param].is_variadic && !change->params[param].is_sign;
      if (takes) call->given[param++] = (int)i;
      else call->is_rest[i] = true;
    }
  }
}

/* Once something was left out, what follows must be named; in a language
 * without keywords that cannot be written. */
static void pass(Call *call, Str name, Str value, bool must_name) {
  Arena *arena = call->change->ops->job->arena;
  if (!call->has_gap && !must_name) {
    call->out[call->out_count++] = value;
  } else if (call->change->language->editing.has_keyword_arguments) {
    call->out[call->out_count++] = str_format(arena, "%.*s=%.*s", STR_ARG(name), STR_ARG(value));
    call->has_gap = true;
  } else {
    call->why = "leaves out an argument before this one: change it by hand";
  }
}

/* Puts what the call gives for one parameter of the new list, if anything: its
 * old argument, the value for a new one, or nothing where the callee has a
 * default. */
static void pass_wish(Call *call, const Wish *wish, bool *is_after_star) {
  const Change *change = call->change;
  const Param *param = wish->old >= 0 ? &change->params[wish->old] : NULL;
  if (param && param->is_receiver) return;
  if (param && (param->is_sign || param->is_variadic)) {
    *is_after_star |= str_starts_with(str_trim(param->text), STR("*"));
    for (size_t i = 0; param->is_variadic && i < call->count; i++) {
      if (call->is_rest[i] && !call->items[i].keyword.len && call->has_gap) call->why = "passes further arguments behind one that is left out";
      if (call->is_rest[i] && !call->items[i].keyword.len) {
        call->out[call->out_count++] = call->items[i].text;
        call->is_rest[i] = false;
      }
    }
    return;
  }
  int given = param ? call->given[wish->old] : -1;
  if (given >= 0) pass(call, wish->name, call->items[given].value, *is_after_star || call->items[given].keyword.len);
  else if (!param && wish->value.len) pass(call, wish->name, wish->value, *is_after_star);
  else if (!param && !wish->is_optional) call->why = "needs a value for the new parameter: give \":= value\"";
  else call->has_gap = true;
}

/* What no parameter takes goes to the end if it has a keyword; otherwise the
 * call is left alone. */
static void build_call(Call *call) {
  bool is_after_star = false;
  for (size_t i = 0; i < call->change->wish_count && !call->why; i++) pass_wish(call, &call->change->wishes[i], &is_after_star);
  for (size_t i = 0; i < call->count && !call->why; i++) {
    if (!call->is_rest[i]) continue;
    if (!call->items[i].keyword.len) call->why = "passes more arguments than there are parameters";
    else call->out[call->out_count++] = call->items[i].text;
  }
}

/* Nothing to do: the call looks the same in the new order. */
static bool is_same(const Call *call) {
  if (call->out_count != call->count) return false;
  for (size_t i = 0; i < call->count; i++) {
    if (!str_eq(call->out[i], call->items[i].text)) return false;
  }
  return true;
}

/* Either the whole call is certain or it is left as it is, with the reason: a
 * call that is half rewritten would compile and be wrong. */
static Err change_call(Change *change, EditFile *file, const EditUse *use, Str name) {
  Arena *arena = change->ops->job->arena;
  const EditTree *tree;
  EditList list;
  uint32_t byte;
  Call call = {.change = change};
  if (!edit_find_site(file, use->line, use->column, name, &byte)) return left(change, use->path, use->line, "is called under another name: change it by hand");
  TRY(edit_tree(change->ops, file, &tree));
  if (!edit_find_list(arena, tree, (Range){byte, byte + (uint32_t)name.len}, &list)) {
    bool is_import = use->kind == EDGE_IMPORTS || use->kind == EDGE_EXPORTS;
    return is_import ? OK : left(change, use->path, use->line, "used without a call: look whether it still fits");
  }
  if (list.count > PARAMS_MAX) return left(change, use->path, use->line, "passes too many arguments");
  for (size_t i = 0; i < list.count; i++) call.items[call.count++] = read_argument(change, edit_range_text(tree->text, list.items[i]));
  match_arguments(&call);
  if (!call.why) build_call(&call);
  if (call.why) return left(change, use->path, use->line, call.why);
  if (is_same(&call)) return OK;
  change->calls++;
  change->done->places++;
  return edit_file_replace(file, list.range, join(arena, tree, &list, call.out, call.out_count));
}

/* From behind, so that a call within the arguments of another is done first. */
static Err change_calls(Change *change, const EditUses *uses) {
  for (size_t i = uses->len; i-- > 0;) {
    const EditUse *use = &uses->items[i];
    EditFile *file;
    if (use->is_definition) continue;
    TRY(job_check(change->ops->job));
    TRY(edit_plan_file(change->ops->plan, use->path, &file));
    TRY(change_call(change, file, use, change->symbol.name));
  }
  return OK;
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
      TRY(left(change, one->path, one->name_span.line, "overrides or declares it, and was not found: change it by hand"));
    } else {
      TRY(change_definition(change, &symbol));
    }
  }
  return OK;
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
  TRY(change_calls(&change, &uses));
  TRY(find_again(&change));
  TRY(change_definition(&change, &change.symbol));
  TRY(change_family(&change, &uses));
  done->what = str_format(arena, "change_signature %.*s: %zu call%s rewritten, %zu place%s to look at", STR_ARG(done->symbol), change.calls,
                          change.calls == 1 ? "" : "s", done->left.len, done->left.len == 1 ? "" : "s");
  return OK;
}
