/* Definitions that are only there while something else is not defined: a copy of a
 * function for systems that lack it, where a header says that they have it. */
#include "src/resolve/eval_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"

/* Certainly, here or in what the file includes: what is itself behind a condition may be
 * missing. */
static bool is_defined(Run *run, View *view, ExprNo name) {
  const Expr *expr = view_expr(view, name);
  FoundList list = {.count = 0};
  resolve_find_name(run, view, (NameUse){1, expr->name, expr->at, MODE_VALUE}, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (found->rule == RULE_GLOBAL) continue;
    if (found->view && found->def && !(view_def(found->view, found->def)->flags & DEF_DEPENDENT)) return true;
  }
  return false;
}

static bool is_absent(Run *run, const Found *found) {
  if (!found->view || !found->def || !(view_def(found->view, found->def)->flags & DEF_DEPENDENT)) return false;
  Str name = names_text(run->world->names, view_def(found->view, found->def)->name);
  NameId unless = names_find(run->world->names, str_format(run->arena, LANGUAGE_UNLESS "%.*s", STR_ARG(name)));
  uint32_t count;
  const BindNo *binds = unless.value ? resolve_binds(found->view, 1, unless, &count) : (count = 0, NULL);
  for (uint32_t i = 0; i < count; i++) {
    const Bind *bind = view_bind(found->view, binds[i]);
    if (bind->def == found->def && is_defined(run, found->view, bind->value)) return true;
  }
  return false;
}

void resolve_drop_absent(Run *run, const View *from, FoundList *list) {
  uint32_t kept = 0, count = list->count;
  NameId name = {0};
  for (uint32_t i = 0; i < count; i++) {
    if (is_absent(run, &list->items[i])) name = view_def(list->items[i].view, list->items[i].def)->name;
    else list->items[kept++] = list->items[i];
  }
  list->count = kept;
  if (kept || kept == count) return;
  resolve_find_included(run, resolve_view(run, from->file), name, MODE_CALL, list);
  if (!list->count && resolve_library_names(run, from->lang, name, MODE_CALL, list)) list->ext = true;
}

/* Static functions behind conditions, for builds of one kind: what the file includes under
 * the name is what other builds call. */
void resolve_find_other_side(Run *run, const View *from, const FoundList *list, FoundList *ret_others) {
  NameId name = {0};
  *ret_others = (FoundList){.count = 0};
  for (uint32_t i = 0; i < list->count; i++) {
    const Found *found = &list->items[i];
    const Def *def = found->view == from && found->def ? view_def(from, found->def) : NULL;
    if (!def || (def->flags & (DEF_DEPENDENT | DEF_STATIC | DEF_DECLARATION)) != (DEF_DEPENDENT | DEF_STATIC)) return;
    name = def->name;
  }
  if (name.value) resolve_find_included(run, resolve_view(run, from->file), name, MODE_CALL, ret_others);
}
