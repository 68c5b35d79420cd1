/* Paths: how control gets from one symbol to another. */
#ifndef FATHOM_QUERY_PATH_H
#define FATHOM_QUERY_PATH_H

#include "src/index/index.h"
#include "src/query/graph/graph.h"
#include "src/query/source/source.h"

#define QUERY_FLOW_MAX 7    /* hops; a longer path may be a wander */
#define QUERY_PATH_MAX 20   /* hops looked for at all */
#define QUERY_PATH_NODES 20000 /* symbols looked at */

typedef struct QueryPathRequest {
  const StoreSymbol *from; /* any of these */
  size_t from_count;
  const StoreSymbol *to;
  size_t to_count;
} QueryPathRequest;

typedef struct QueryHop {
  StoreSymbol symbol;
  /* How it was reached; of the first: nothing. */
  StoreEdge edge;   /* the site; its target is the method named there when is_dispatch */
  bool is_dispatch; /* an implementation of what is called */
  bool is_table;    /* a table that is read, or what one holds: no call */
  bool is_value;    /* a function that is named there, to be called by somebody else */
  size_t namesakes; /* no edge: what is called there has this name, and so many have; 0: an edge */
} QueryHop;

typedef struct QueryPath {
  QueryHop *hops; /* hops[0] is where it begins; empty: there is no path */
  size_t len;
  bool is_cut;    /* there is none, but there was more to look at */
  /* Without a path: what is reached from the start and lies nearest to the
   * end, and what leads to the end and lies nearest to the start. */
  StoreSymbol *near_end, *near_start;
  size_t near_end_count, near_start_count;
} QueryPath;

/* The fewest hops, and of those the surest way. By functions that are handed on
 * as values, and then through tables of them, only where nothing else leads there. */
Err query_path(Job *job, StoreReader *reader, const QueryPathRequest *request, QueryPath *ret_path) MUST_CHECK;

/* ---- what a symbol leads to, and what leads to it ---- */

#define QUERY_FLOW_STEPS 1200 /* functions of one flow */

typedef struct QueryFlowRequest {
  const StoreSymbol *from; /* at least one; all of them begin */
  size_t count;
  QueryDirection direction; /* QUERY_CALLEES: what they lead to; else what leads to them */
  unsigned depth;           /* calls away from those, wrappers not counted */
} QueryFlowRequest;

typedef struct QueryFlowLines {
  uint32_t *items;
  size_t len, cap;
} QueryFlowLines;

typedef struct QueryFlowStep {
  StoreSymbol symbol;
  /* How it was first reached; of where it begins, and of what runs in place of
   * that: nothing. */
  StoreEdge edge;
  size_t by;        /* the step before; SIZE_MAX: it begins here */
  unsigned depth;
  size_t behind;    /* about how many steps were found through it */
  size_t found;     /* as the how-manieth, by distance alone */
  bool is_dispatch; /* one of few implementations of what is called */
  bool is_value;    /* named there, to be called by somebody else */
  bool is_wrapper;  /* it only calls one other function, which counts as no further away */
  Str taken_by;     /* not called: it takes, by a function of this name, what the step before puts; a guess */
  QueryFlowLines lines;  /* of its file, that lead to other steps (towards callers: to the one before); in no order */
  QueryFlowLines shared; /* that call what serves many, and is no step */
  QueryFlowLines calls;  /* towards callees: that call anything of the project */
} QueryFlowStep;

typedef struct QueryFlow {
  QueryFlowStep *steps; /* each once, behind the one it is found by; what leads on further goes first */
  size_t len;
  bool is_cut; /* there are more */
} QueryFlow;

/* The functions of the project that run because of some: what they call, hand
 * on as a value, are wired with or put into a queue for, tests aside. What
 * serves many, and what is as short as a call of it, is no step. Towards callers
 * everybody is one who calls, names or is wired with them, and code outside of
 * functions too. In the job's arena. */
Err query_flow(Job *job, StoreReader *reader, const QueryFlowRequest *request, QueryFlow *ret_flow) MUST_CHECK;

/* The lines of a step that tell its part in the flow: a short body whole; of a
 * longer one its head, the calls that lead on, what these stand under, conditions
 * that leave before them, and lines that leave the program. */
void query_flow_lines(Arena *arena, const QuerySource *source, const QueryFlowStep *step, QueryPieces *ret_pieces);
/* By what a flow leaves the program; the more it tells, the earlier. */
typedef enum QueryWayOut { QUERY_OUT_NONE, QUERY_OUT_PROCESS, QUERY_OUT_DATA /* network, database */, QUERY_OUT_FILE } QueryWayOut;
/* The first line of a step behind `after` (0: all) that starts a process, reaches
 * a file, network or database, or ends the program, by the words most libraries
 * have for it, and calls nothing of the project. *ret_line is 0 without one. */
QueryWayOut query_flow_leaves(const QuerySource *source, const QueryFlowStep *step, uint32_t after, uint32_t *ret_line);

/* ---- where the graph stops ---- */

typedef struct QueryOpenCall {
  uint32_t line;
  const char *why; /* "calls a parameter", "calls an element of a table", … */
  Str name;        /* of the member that is called; empty: a value is */
  bool is_outside; /* the type it is a member of is declared, but not the project's */
  bool is_held;    /* the field or variable it is read from is known */
  ExprNo callee;   /* in the facts of the file */
} QueryOpenCall;
typedef struct QueryOpenCalls {
  QueryOpenCall *items; /* by line */
  size_t len;
} QueryOpenCalls;
/* Calls in a symbol's body that no edge starts from and whose target is a
 * value: what runs there is decided while it runs. At most `limit`. */
Err query_open_calls(Job *job, StoreReader *reader, const StoreSymbol *symbol, size_t limit,
                     QueryOpenCalls *ret_calls) MUST_CHECK;

/* ---- over where it stops ---- */

#define QUERY_BREAKS_MAX 6

/* Why the value that is called may be a function that leads to the end: the
 * surest first. Such a function, named as a value, is */
typedef enum QueryLeadKind {
  QUERY_LEAD_KEPT,   /* put where the value is read from: field, table, result of a call */
  QUERY_LEAD_HANDED, /* passed to a function that makes the call, or uses what the value is read from */
  QUERY_LEAD_TYPE,   /* kept or passed as the same declared type */
  QUERY_LEAD_NAME,   /* kept under the name of the member that is called */
  QUERY_LEAD_FILE,   /* named in the same file, */
  QUERY_LEAD_FOLDER, /* or folder */
  QUERY_LEAD_NONE
} QueryLeadKind;

typedef struct QueryLead {
  QueryLeadKind kind;
  Str function;    /* the one that leads to the end */
  bool is_around;  /* not itself: a nameless function that calls it */
  Str path;        /* where it is named */
  uint32_t line;
  bool is_alike;   /* the name that is called has a word in common with it: x->done(), http_done */
} QueryLead;

/* A call that no edge starts from, on the ways from the start. */
typedef struct QueryBreak {
  StoreSymbol symbol; /* it is in */
  QueryOpenCall call;
  size_t definitions; /* of that name in the project, tests aside */
  bool leads_to_end;  /* one of them does */
  QueryLead lead;     /* by what the called value may lead there */
  unsigned depth;     /* hops from the start */
} QueryBreak;

typedef struct QueryBridge {
  QueryHop *hops; /* as a path, some of its hops by name alone; empty: there is none */
  size_t len;
  size_t guesses; /* hops by name alone */
  QueryBreak *breaks; /* without one: those that matter most first, at most QUERY_BREAKS_MAX */
  size_t break_count;
} QueryBridge;

/* For ends between which there is no path: one over calls whose target nobody
 * can tell, where few definitions have the name that is called. The fewest of
 * these calls, then the fewest hops. */
Err query_bridge(Job *job, StoreReader *reader, const QueryPathRequest *request, QueryBridge *ret_bridge) MUST_CHECK;

#endif
