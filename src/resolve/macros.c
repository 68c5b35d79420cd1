/* Macros of other files: their texts, and what arguments make of them. */
#include <string.h>

#include "src/resolve/macros_internal.h"

enum { NAME_MAX_BYTES = 256 };

/* Texts are the items of the macro's value, which is nothing else. */
bool resolve_macro_of(const Found *found, Macro *ret_macro) {
  const Def *def = found->view && found->def ? view_def(found->view, found->def) : NULL;
  if (!def || def->kind != SYMBOL_MACRO || !def->value) return false;
  const Expr *value = view_expr(found->view, def->value);
  if (value->kind != EXPR_NONE || !value->list.count) return false;
  *ret_macro = (Macro){found->view, value->list};
  return true;
}

/* What a macro of the file itself makes is among its definitions. */
bool resolve_find_macro(Run *run, View *view, ExprNo call, Macro *ret_macro) {
  const Expr *expr = view_expr(view, call);
  FoundList list;
  if (expr->kind != EXPR_CALL || !expr->base || view_expr(view, expr->base)->kind != EXPR_NAME) return false;
  if (!resolve_find_callee(run, view, expr->base, &list)) return false;
  for (uint32_t i = 0; i < list.count; i++) {
    if (list.items[i].view != view && resolve_macro_of(&list.items[i], ret_macro)) return true;
  }
  return false;
}

Str resolve_macro_text(const Macro *macro, uint32_t nth, const char *word) {
  const Expr *pattern = view_expr(macro->view, view_item(macro->view, macro->patterns, nth));
  Str text = names_text(macro->view->facts->names, pattern->name), start = str_from_c(word);
  return str_starts_with(text, start) ? str_slice(text, start.len, text.len) : STR_EMPTY;
}

/* A name that would be longer than any that is spelled is given up. */
Str resolve_macro_name(Run *run, View *view, ExprList args, Str text) {
  char name[NAME_MAX_BYTES];
  size_t len = 0;
  for (size_t at = 0; at < text.len; at++) {
    Str part = str_slice(text, at, at + 1);
    if (part.ptr[0] == '#' && at + 1 < text.len) {
      uint32_t number = (uint32_t)(text.ptr[++at] - '0');
      const Expr *arg = number < args.count ? view_expr(view, view_item(view, args, number)) : NULL;
      if (!arg || arg->kind != EXPR_NAME) return STR_EMPTY;
      part = names_text(run->world->names, arg->name);
    }
    if (len + part.len > sizeof name) return STR_EMPTY;
    memcpy(name + len, part.ptr, part.len);
    len += part.len;
  }
  return str_copy(run->arena, (Str){name, len});
}
