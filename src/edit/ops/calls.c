/* The calls of a function whose signature changes: which argument is which
 * parameter's, and the list written anew. */
#include "src/edit/ops/params_internal.h"

#include <string.h>

/* ---- lists as text ---- */

/* What stood between two items of the old list that are still neighbours, with
 * its comments; NULL: they are not. */
static const Range *kept_between(const EditTree *tree, const EditList *list, Str left, Str right, Range *between) {
  for (size_t i = 0; i + 1 < list->count; i++) {
    bool is_it = left.ptr == tree->text.ptr + list->items[i].from && right.ptr == tree->text.ptr + list->items[i + 1].from;
    if (!is_it) continue;
    *between = (Range){list->items[i].to, list->items[i + 1].from};
    return between;
  }
  return NULL;
}

Str edit_join_list(Arena *arena, const EditTree *tree, const EditList *list, const Str *items, size_t count) {
  Str text = tree->text, between = STR(", "), before = STR_EMPTY, after = STR_EMPTY;
  Range kept;
  if (list->count) {
    before = str_slice(text, list->range.from + 1, list->items[0].from);
    after = str_slice(text, list->items[list->count - 1].to, list->range.to - 1);
    Str last = list->count > 1 ? str_slice(text, list->items[list->count - 2].to, list->items[list->count - 1].from) : before;
    bool is_tall = str_find_byte(before, '\n') != STR_NONE && str_find_byte(last, '\n') != STR_NONE;
    if (is_tall && !str_trim(before).len) between = str_format(arena, ",%.*s", STR_ARG(before));
    if (str_trim(before).len && (!count || items[0].ptr != text.ptr + list->items[0].from)) before = STR_EMPTY; /* a comment there was of one that is gone */
    if (str_find_byte(after, ',') != STR_NONE && !count) after = STR_EMPTY;
  }
  Buf out;
  buf_init(&out, arena, EDIT_FILE_MAX);
  buf_add_byte(&out, '(');
  if (count) buf_add(&out, before);
  for (size_t i = 0; i < count; i++) {
    bool is_kept = i && kept_between(tree, list, items[i - 1], items[i], &kept);
    if (i) buf_add(&out, is_kept ? edit_range_text(text, kept) : between);
    buf_add(&out, items[i]);
  }
  if (count) buf_add(&out, after);
  buf_add_byte(&out, ')');
  return buf_str(&out);
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
  while (end < text.len && byte_is_name(text.ptr[end])) end++;
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
      int named = edit_find_param(change, one->keyword);
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
  const Argument *own = given >= 0 ? &call->items[given] : NULL;
  if (own && own->keyword.len && str_eq(own->keyword, wish->name)) { /* as it is written */
    call->out[call->out_count++] = own->text;
    call->has_gap = true;
  } else if (own) pass(call, wish->name, call->items[given].value, *is_after_star || call->items[given].keyword.len);
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
 * call that is half rewritten would compile and be wrong. `ret_edit` has no text
 * where nothing changes. */
static Err rewrite_call(Change *change, const EditTree *tree, const EditUse *use, const EditList *list, Edit *ret_edit) {
  Call call = {.change = change};
  *ret_edit = (Edit){.range = list->range};
  if (list->count > PARAMS_MAX) return edit_params_left(change, use->path, use->line, "passes too many arguments");
  for (size_t i = 0; i < list->count; i++) call.items[call.count++] = read_argument(change, edit_range_text(tree->text, list->items[i]));
  match_arguments(&call);
  if (!call.why) build_call(&call);
  if (call.why) return edit_params_left(change, use->path, use->line, call.why);
  if (is_same(&call)) return OK;
  change->calls++;
  change->done->places++;
  ret_edit->text = edit_join_list(change->ops->job->arena, tree, list, call.out, call.out_count);
  return OK;
}

/* Whether there is a call at a use; where not, it is told once. */
static Err find_call(Change *change, EditFile *file, const EditTree *tree, const EditUse *use, EditList *ret_list, uint32_t *ret_byte) {
  Str name = change->symbol.name;
  *ret_list = (EditList){0};
  bool is_import = use->kind == EDGE_IMPORTS || use->kind == EDGE_EXPORTS;
  if (!edit_find_site(file, use->line, use->column, name, ret_byte)) {
    return is_import ? OK : edit_params_left(change, use->path, use->line, "is called under another name: change it by hand");
  }
  if (edit_find_list(change->ops->job->arena, tree, (Range){*ret_byte, *ret_byte + (uint32_t)name.len}, ret_list) || is_import) return OK;
  return edit_params_left(change, use->path, use->line, "used without a call: look whether it still fits");
}

/* All calls of a file that have no other in their arguments, at once; `uses`
 * are from behind. Those that waited have theirs done in the next round. */
static Err change_round(Change *change, EditFile *file, const EditUse *uses, size_t count, bool *is_done, bool *ret_waits) {
  Arena *arena = change->ops->job->arena;
  const EditTree *tree;
  VEC(Edit) edits = {0};
  uint32_t next = UINT32_MAX; /* the call behind */
  *ret_waits = false;
  TRY(edit_tree(change->ops, file, &tree));
  for (size_t i = count; i-- > 0;) {
    EditList list;
    Edit edit;
    uint32_t byte = 0;
    if (is_done[i]) continue;
    TRY(find_call(change, file, tree, &uses[i], &list, &byte));
    bool waits = list.range.to && next < list.range.to;
    if (list.range.to) next = byte;
    *ret_waits |= waits;
    if (waits) continue;
    is_done[i] = true;
    if (!list.range.to) continue;
    TRY(rewrite_call(change, tree, &uses[i], &list, &edit));
    if (edit.text.len) *vec_add(arena, &edits) = edit;
  }
  return edits.len ? edit_file_replace_all(file, edits.items, edits.len) : OK;
}

static Err change_file(Change *change, const EditUse *uses, size_t count) {
  EditFile *file;
  bool *is_done = ARENA_ARRAY(change->ops->job->arena, bool, count), waits = true;
  TRY(edit_plan_file(change->ops->plan, uses[0].path, &file));
  for (size_t i = 0; i < count; i++) is_done[i] = uses[i].is_definition;
  while (waits) {
    TRY(job_check(change->ops->job));
    TRY(change_round(change, file, uses, count, is_done, &waits));
  }
  return OK;
}

Err edit_change_calls(Change *change, const EditUses *uses) {
  for (size_t i = 0, end; i < uses->len; i = end) {
    for (end = i + 1; end < uses->len && str_eq(uses->items[end].path, uses->items[i].path);) end++;
    TRY(change_file(change, uses->items + i, end - i));
  }
  return OK;
}
