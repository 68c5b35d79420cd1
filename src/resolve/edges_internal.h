/* From references to edges. */
#ifndef FATHOM_RESOLVE_EDGES_INTERNAL_H
#define FATHOM_RESOLVE_EDGES_INTERNAL_H

#include "src/resolve/run_internal.h"

typedef struct Edges {
  Run *run;
  View *view;
  VEC(Edge) list;
  VEC(Edge) tests; /* EDGE_TESTS: one per function and target is kept */
  VEC(ResolvedMade) made;
  VEC(Edge) outward; /* into siblings */
  VEC(ResolvedOpen) open; /* calls nobody could tell the target of */
  uint32_t unresolved, external, resolved;
  Idmap named_at;     /* definitions of the file by the byte of their names; see edges.c */
  bool has_named_at;
  bool *is_called; /* by reference: a call that led somewhere in the project */
} Edges;
void resolve_edge(Edges *edges, EdgeKind kind, unsigned rule, const Ref *ref, const View *to, DefNo def);
void resolve_edges_refs(Edges *edges);
void resolve_edges_imports(Edges *edges);
/* assigned.c */
typedef struct Assigned Assigned;
/* Whether a function that the file puts into a member may be put into one of
 * `owner`; `bind` is what resolve_is_assignment says. */
/* What the member belongs to that a bind assigns to. */
ValueId resolve_assigned_type(Run *run, View *view, const Bind *bind);
/* Whether that is `owner`. */
bool resolve_is_assigned_to(Run *run, View *view, const Bind *bind, TermId owner);
/* The function that markup names as a component; false: it is none of ours. */
bool resolve_find_component(Run *run, View *view, ExprNo name, Found *ret_component);
typedef enum AssignedTo { ASSIGNED_NOT, ASSIGNED_MAYBE, ASSIGNED_SURELY } AssignedTo;
AssignedTo resolve_may_be_assigned(Run *run, WorldFile file, BindNo bind, WorldFile owner_file, DefNo owner);
void resolve_assigned_free_all(ResolveThread *thread);
/* override.c, callback.c */
void resolve_edges_bases(Edges *edges);
void resolve_edges_overrides(Edges *edges);
void resolve_edges_callback(Edges *edges, const Ref *ref, const FoundList *functions);
void resolve_edges_table(Edges *edges, const Ref *ref, const FoundList *fields);
/* given.c */
void resolve_edges_given(Edges *edges, const Ref *ref, const FoundList *called);
/* The definition an edge should point at: implementation instead of signature. */
DefNo resolve_canonical(const View *view, DefNo def);

#endif
