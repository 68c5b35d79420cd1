/* Specialisations: a type that is written once more for some type arguments. Those of
 * a pattern are matched one by one; of several that match, the one that leaves the
 * fewest open. */
#include "src/resolve/eval_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

enum { ARGS_MAX = 8 };

typedef struct Match {
  Run *run;
  const View *view; /* of the pattern */
  TermId params[ARGS_MAX];
  ValueId values[ARGS_MAX];
  uint32_t count;
} Match;

static bool match_value(Match *match, ValueId pattern, ValueId given, unsigned depth);

/* The pattern's own parameter stands for anything, and always for the same. */
static bool match_param(Match *match, TermId param, ValueId given) {
  for (uint32_t i = 0; i < match->count; i++) {
    if (match->params[i] == param) return match->values[i] == given;
  }
  if (match->count == ARGS_MAX) return false;
  match->params[match->count] = param;
  match->values[match->count++] = given;
  return true;
}

static bool match_value(Match *match, ValueId pattern, ValueId given, unsigned depth) {
  enum { DEPTH_MAX = 4 };
  TermId own[VALUE_MAX], other[VALUE_MAX];
  if (depth > DEPTH_MAX || resolve_terms(match->run, pattern, own) != 1) return false;
  Term term = resolve_term_at(match->run, own[0]);
  if (term.kind == TERM_PARAM && term.view == match->view->number) return match_param(match, own[0], given);
  if (pattern == given) return pattern != VALUE_UNKNOWN && !resolve_is_partial(match->run, pattern);
  if (resolve_terms(match->run, given, other) != 1) return false;
  Term its = resolve_term_at(match->run, other[0]);
  bool same = term.kind == TERM_INST && its.kind == TERM_INST && term.view == its.view && term.number == its.number;
  if (!same || term.count != its.count) return false;
  for (uint32_t i = 0; i < term.count; i++) {
    if (!match_value(match, resolve_arg(match->run, term, i), resolve_arg(match->run, its, i), depth + 1)) return false;
  }
  return true;
}

/* Pointers are looked through: whether one is given nobody can say. */
static bool is_plain(const View *view, ExprNo type) {
  unsigned kind = view_expr(view, type)->kind;
  return kind == EXPR_NAME || kind == EXPR_MEMBER || kind == EXPR_APPLY;
}

static bool matches(Match *match, View *view, const Def *def, Term type) {
  const Expr *pattern = def->type ? view_expr(view, def->type) : NULL;
  if (!pattern || pattern->kind != EXPR_APPLY || pattern->list.count != type.count) return false;
  for (uint32_t i = 0; i < type.count; i++) {
    ExprNo item = view_item(view, pattern->list, i);
    ValueId own = resolve_eval_type(match->run, view, item);
    if (!is_plain(view, item) || !match_value(match, own, resolve_arg(match->run, type, i), 0)) return false;
  }
  return true;
}

static NameId param_name(const Run *run, TermId param) {
  Term term = resolve_term_at(run, param);
  return view_bind(resolve_view_at(run, term.view), term.number)->name;
}

/* The parameters of the specialisation are what those of its pattern were matched
 * with, which have the same names. */
static TermId with_matched(const Match *match, View *view, DefNo def, unsigned kind) {
  uint32_t count;
  ValueId args[ARGS_MAX];
  const TermId *params = resolve_type_params(match->run, view, def, &count);
  if (count > ARGS_MAX) count = ARGS_MAX;
  for (uint32_t i = 0; i < count; i++) {
    args[i] = VALUE_UNKNOWN;
    for (uint32_t k = 0; k < match->count; k++) {
      if (names_same(param_name(match->run, match->params[k]), param_name(match->run, params[i]))) args[i] = match->values[k];
    }
  }
  return resolve_term(match->run, (Term){.kind = (uint8_t)kind, .view = view->number, .number = def}, args, count);
}

TermId resolve_special(Run *run, View *view, TermId id) {
  Term type = resolve_term_at(run, id);
  View *at = resolve_view_at(run, type.view);
  if (!view->lang->rules.types_special || !type.count || at->entry->is_library) return id;
  Str name = names_text(run->world->names, view_def(at, type.number)->name);
  NameId special = names_find(run->world->names, str_format(run->arena, "%.*s" LANGUAGE_SPECIAL, (int)name.len, name.ptr));
  FoundList list = {.count = 0};
  if (!special.value || !resolve_enter(run)) return id;
  resolve_find_all(run, view, special, MODE_TYPE, &list);
  uint32_t open = UINT32_MAX;
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (!found->view || !found->def) continue;
    Match match = {.run = run, .view = found->view};
    if (!matches(&match, found->view, view_def(found->view, found->def), type) || match.count >= open) continue;
    open = match.count;
    id = with_matched(&match, found->view, found->def, type.kind);
  }
  resolve_leave(run);
  return id;
}
