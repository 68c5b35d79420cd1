/* Whether two facts are the same, field by field; names by text. */
#ifndef FATHOM_TESTS_MODEL_FACTS_SAME_H
#define FATHOM_TESTS_MODEL_FACTS_SAME_H

#include "src/model/facts.h"

/* Field by field, for structures have holes. */
#define SAME(field) (a->field == b->field)
#define SAME_RANGE(field) (a->field.from == b->field.from && a->field.to == b->field.to)
#define SAME_LIST(field) (a->field.first == b->field.first && a->field.count == b->field.count)
#define SAME_NAME(field) str_eq(names_text(x->names, a->field), names_text(y->names, b->field))
#define SAME_SPAN(field)                                                                         \
  (SAME_RANGE(field) && SAME(field.line) && SAME(field.column) && SAME(field.end_line) && SAME(field.end_column))

#define SAME_ALL(array, Type, condition)                                     \
  do {                                                                       \
    if (x->array.len != y->array.len) return #array ".len";                  \
    for (size_t i = 0; i < x->array.len; i++) {                              \
      const Type *a = &x->array.items[i], *b = &y->array.items[i];           \
      if (!(condition)) return #array;                                       \
    }                                                                        \
  } while (0)

/* NULL, or what differs. */
static inline const char *facts_difference(const Facts *x, const Facts *y) {
  SAME_ALL(scopes, Scope, SAME(kind) && SAME(parent) && SAME(def) && SAME(from) && SAME(to));
  SAME_ALL(defs, Def,
           SAME(kind) && SAME(flags) && SAME_NAME(name) && SAME(container) && SAME(scope) && SAME(opens) &&
               SAME(type) && SAME(value) && SAME_LIST(bases) && SAME_LIST(decorators) && SAME_NAME(receiver) &&
               SAME_SPAN(name_span) && SAME_SPAN(full) && SAME_RANGE(signature) && SAME_RANGE(doc));
  SAME_ALL(binds, Bind,
           SAME(scope) && SAME_NAME(name) && SAME(flags) && SAME(from) && SAME(to) && SAME(type) && SAME(value) &&
               SAME(def) && SAME(import));
  SAME_ALL(imports, Import,
           SAME(form) && SAME(flags) && SAME(scope) && SAME_NAME(local) && SAME_NAME(specifier) &&
               SAME_NAME(name) && SAME(at) && SAME(line));
  SAME_ALL(exprs, Expr,
           SAME(kind) && SAME(flags) && SAME(scope) && SAME(at) && SAME_NAME(name) && SAME(base) && SAME(number) &&
               SAME_LIST(list));
  SAME_ALL(lists, uint32_t, *a == *b);
  SAME_ALL(refs, Ref,
           SAME(role) && SAME(flags) && SAME(position) && SAME(expr) && SAME(call) && SAME(from) && SAME(at) &&
               SAME(line) && SAME(column));
  const Facts *a = x, *b = y;
  bool same = SAME(exports) && SAME_NAME(package) && SAME(broken) && SAME(cut) && SAME(is_test);
  return same ? NULL : "facts";
}

#endif
