/* From references to edges. */
#ifndef FATHOM_RESOLVE_EDGES_INTERNAL_H
#define FATHOM_RESOLVE_EDGES_INTERNAL_H

#include "src/resolve/name_internal.h"
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
  uint32_t leads; /* edges that are; at most EDGES_LEADS_MAX */
  Idmap named_at;     /* definitions of the file by the byte of their names; see edges.c */
  bool has_named_at;
  struct Requests *requests; /* routes of other files that were looked at; NULL: none yet */
  Idmap made_names;   /* by name: what a macro makes of it; see made.c */
  VEC(Edge) made_found;
  bool has_made_names;
  bool *is_called; /* by reference: a call that led somewhere in the project */
} Edges;
enum {
  EDGES_ANY_OF_MAX = 64,     /* definitions of one name that one place may mean */
  EDGES_LEADS_MAX = 1 << 16  /* edges of one file that are leads: any of several, tables, callbacks */
};
/* Adds an edge, unless it is a lead and the file has too many of them. */
void resolve_edge(Edges *edges, EdgeKind kind, unsigned rule, const Ref *ref, const View *to, DefNo def);
/* crowd.c: takes definitions out that are too many under one receiver. Of a call all
 * of them, which then is open; of other uses those beyond the bound, because what
 * uses a variable should be found from where it is first set. True: some went. */
typedef enum CrowdUse { CROWD_NONE, CROWD_FIRST } CrowdUse;
bool resolve_drop_crowds(Run *run, FoundList *list, CrowdUse use);
/* edges_calls.c: one call. */
void resolve_edges_call(Edges *edges, const Ref *ref);
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
/* What is put there, so that whoever looks for it need not read the file's
 * expressions, nor its references for a line. */
typedef struct AssignedValue {
  NameUse use;   /* what names it; of no name: it is no plain name */
  uint32_t line; /* ASSIGNED_NO_LINE: nobody asked yet */
} AssignedValue;
#define ASSIGNED_NO_LINE UINT32_MAX
/* The value is given for ASSIGNED_SURELY, else NULL. It is there until the next
 * call of this. */
AssignedTo resolve_may_be_assigned(Run *run, WorldFile file, BindNo bind, WorldFile owner_file, DefNo owner, AssignedValue **ret_value);
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
