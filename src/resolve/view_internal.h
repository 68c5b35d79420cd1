/* Views: a file's facts with an index over them. */
#ifndef FATHOM_RESOLVE_VIEW_INTERNAL_H
#define FATHOM_RESOLVE_VIEW_INTERNAL_H

#include <assert.h>

#include "src/base/vec.h"
#include "src/resolve/world_internal.h"

typedef struct ViewIndex {
  WorldFile file;
  uint32_t version;
  uint64_t used; /* run in which it was last needed */
  size_t bytes;
  size_t *total; /* bytes of all the thread's indexes */
  uint32_t *first; /* by scope: where its binds begin in `order` */
  BindNo *order;   /* by scope, name, place */
  BindNo *listed;  /* by scope, number: an order that no name's number decides */
  ImportNo *stars; /* star imports and includes */
  uint32_t star_count;
  DefNo *spaces; /* namespaces, in the order of the text */
  uint32_t space_count;
  bool has_used;   /* it says of some that it uses their names */
  bool has_unseen; /* its names lie in one that a macro opens */
  uint32_t *parents; /* by expression, made on demand: see resolve_parent */
  ExprNo *def_exprs; /* by definition: the expression that is it */
  BindNo *puts;      /* what puts into containers, made on demand: see puts.c */
  uint32_t put_count;
  uint64_t *closure; /* file, place: all it includes, by file; made on demand */
  uint32_t closure_count, closure_epoch;
  uint32_t library_from, library_to; /* of the closure: all of libraries is between */
  uint64_t wiring_hash, lines_hash; /* of the facts, made on demand: see wired.c; 0: not yet */
  struct ViewIndex *next;
} ViewIndex;

/* What a run has of a file's facts: as far as it needed them. */
typedef struct Lent {
  Facts facts;
  const ResolveSource *source;
} Lent;

struct View {
  uint32_t number; /* in the run; from 1 */
  WorldFile file;
  const WorldEntry *entry;
  const Lang *lang;
  const Facts *facts; /* expressions and references may be missing yet: see view_expr, view_ref, resolve_view_facts */
  Lent *lent;         /* they are in it; NULL: the library's, which are whole */
  const ImportTargets *targets;
  ViewIndex *index;
  VEC(uint64_t) libraries; /* those of the closure that are a library's */
  bool included;           /* the closure is there and counted as used */
};

View *resolve_view(Run *run, WorldFile file); /* NULL: no facts */
View *resolve_view_at(const Run *run, uint32_t number);
void resolve_use(Run *run, WorldFile file); /* the result depends on it */
/* What looking at the file makes the result depend on, without looking at it. */
void resolve_view_count(Run *run, WorldFile file);
void resolve_views_return(Run *run);
void resolve_index_free_all(ResolveThread *thread);
/* Binds of a name in a scope, by place. */
const BindNo *resolve_binds(const View *view, ScopeNo scope, NameId name, uint32_t *ret_count);
/* Binds of a scope, in order of their numbers. */
const BindNo *resolve_scope_binds(const View *view, ScopeNo scope, uint32_t *ret_count);
/* What an expression is part of: another one, a bind's or a definition's value. */
typedef enum ParentKind { PARENT_NONE, PARENT_EXPR, PARENT_BIND, PARENT_DEF } ParentKind;
ParentKind resolve_parent(View *view, ExprNo expr, uint32_t *ret_number);
ExprNo resolve_def_expr(View *view, DefNo def); /* 0: none is it */
/* Binds that put something into a container, in order of their numbers. */
const BindNo *resolve_puts(const View *view, uint32_t *ret_count);
uint64_t resolve_name_hash(Run *run, NameId name);
/* The view's facts, as far as `part`. */
const Facts *resolve_view_facts(const View *view, FactsPart part);

/* Numbers in facts are checked when facts are decoded (facts_decode), so one
 * that is out of bounds here was made here: numbers of two files were mixed. */
static inline const Def *view_def(const View *view, DefNo def) {
  assert(def < view->facts->defs.len);
  return &view->facts->defs.items[def];
}
static inline const Bind *view_bind(const View *view, BindNo bind) {
  assert(bind < view->facts->binds.len);
  return &view->facts->binds.items[bind];
}
static inline const Expr *view_expr(const View *view, ExprNo expr) {
  static const Expr none;
  assert(expr < view->facts->exprs.len);
  if (!view->facts->exprs.items) return expr ? &resolve_view_facts(view, FACTS_EXPRS)->exprs.items[expr] : &none;
  return &view->facts->exprs.items[expr];
}
static inline const Ref *view_ref(const View *view, RefNo ref) {
  assert(ref < view->facts->refs.len);
  if (!view->facts->refs.items) return &resolve_view_facts(view, FACTS_REFS)->refs.items[ref];
  return &view->facts->refs.items[ref];
}
static inline const Scope *view_scope(const View *view, ScopeNo scope) {
  assert(scope < view->facts->scopes.len);
  return &view->facts->scopes.items[scope];
}
static inline ExprNo view_item(const View *view, ExprList list, uint32_t nth) {
  assert(list.first + nth < view->facts->lists.len);
  return view->facts->lists.items[list.first + nth];
}

#endif
