/* Impact: what a change reaches, level by level, and how sure that is. */
#ifndef FATHOM_QUERY_IMPACT_H
#define FATHOM_QUERY_IMPACT_H

#include "src/index/index.h"
#include "src/query/graph/graph.h"
#include "src/query/uses/uses.h"

#define QUERY_FAN_OUT 10      /* more direct connections than these are remarkable */
#define QUERY_IMPACT_MAX 20000 /* symbols reached */
#define QUERY_IMPACT_ALSO 20000 /* further ways to them */

typedef struct QueryImpactRequest {
  const StoreSymbol *roots; /* containers and files stand for their members too */
  size_t root_count;
  bool bare_files; /* but not files: only their top level changed */
  QueryDirection direction;
  uint32_t kinds;  /* QUERY_CALLS | QUERY_LINKS | QUERY_USES, or fewer */
  unsigned depth;  /* from 1 */
  size_t most;     /* symbols reached; 0: QUERY_IMPACT_MAX */
} QueryImpactRequest;

typedef struct QueryImpactNode {
  StoreSymbol symbol;
  unsigned depth;    /* 0: a root, or one of its members */
  uint32_t parent;   /* node through which it is reached; a root's member: the root; a root: itself */
  uint32_t fan;      /* direct connections; 0 at the last level, where none are looked for */
  uint32_t fan_code; /* of them outside of tests */
  bool is_handed;    /* one of these has it as a value and does not call it */
  QueryNeighbour link; /* to the parent */
  bool is_member;    /* of a root: part of the change, not of what it reaches */
  bool is_heuristic; /* on the way to it there is a heuristic link */
  bool is_table;      /* a variable whose definition has its parent as a value, or an enum's
                         constant, through which its parent is called */
  bool through_table; /* on the way to it there is such a one: no direct call */
  bool is_test;
} QueryImpactNode;

/* A further way to a node, from another parent of the same level as its own:
 * whoever registers four handlers is connected with all of them. */
typedef struct QueryImpactAlso {
  uint32_t node, parent;
  QueryNeighbour link;
} QueryImpactAlso;

typedef struct QueryImpactCounts {
  size_t symbols, direct, tests, heuristic; /* reached; roots and members not counted */
  size_t files, test_files;
  size_t packages;        /* directories with direct users outside tests */
  bool leaves_package;    /* one of them is not a root's own */
  size_t resolved, external, unresolved; /* calls in the files concerned */
} QueryImpactCounts;

typedef struct QueryImpact {
  QueryImpactNode *nodes; /* roots and members, then level by level; by path and line within one */
  size_t len;
  QueryImpactAlso *also; /* by node; the first QUERY_IMPACT_ALSO */
  size_t also_count;
  bool cut;     /* there is more than was asked for */
  bool high_fan_out;
  Str decorator; /* of a root that nobody outside tests uses: it may keep or call it */
  QueryImpactCounts counts;
} QueryImpact;

/* `request` is only read; everything returned is in the job's arena. The
 * walk ends at QUERY_IMPACT_MAX symbols and says so. Errors are those of
 * reading the store, and of a job that is stopped. */
Err query_impact(Job *job, StoreReader *reader, const QueryImpactRequest *request, QueryImpact *ret_impact) MUST_CHECK;

#define QUERY_IMPACT_LINES 6
/* The lines where a node and its parent (or another one, by `also`) meet, each once, by place; in the
 * node's file (callers) or the parent's. *ret_total: all of them, of which
 * QUERY_IMPACT_LINES at most are in `lines`. */
Err query_impact_lines(Job *job, StoreReader *reader, const QueryImpactRequest *request, const QueryImpactNode *node,
                       uint32_t lines[QUERY_IMPACT_LINES], size_t *ret_total) MUST_CHECK;

/* "high": direct users outside tests in several packages; "medium": in one;
 * or there is a decorator; "low": none. A package is a directory. */
const char *query_impact_risk(const QueryImpact *impact);

/* ---- up to what the outside world calls ---- */

typedef enum QueryWayInKind {
  QUERY_WAY_IN_REGISTERED, /* handed to somebody as a value: a table, a router, a list of commands */
  QUERY_WAY_IN_ROUTE,      /* a framework calls it for a request */
  QUERY_WAY_IN_DECORATED,  /* nobody calls it: a decorator or annotation may keep or call it */
  QUERY_WAY_IN_START,      /* nobody calls it: the program starts there, or the file's top level runs it */
  QUERY_WAY_IN_EXPORTED,   /* nobody calls it here: other projects can */
  QUERY_WAY_IN_UNUSED      /* nobody calls it */
} QueryWayInKind;

typedef struct QueryWayIn {
  QueryWayInKind kind;
  uint32_t node; /* of the walk; its parents lead to the root */
  QueryUse use;  /* registered: where and as what */
  QueryDecorator decorator;
  Str key;       /* the name it is known by outside: a route, a command; empty: none is told */
} QueryWayIn;

typedef struct QueryWaysIn {
  QueryImpact walk; /* callers alone */
  QueryImpactRequest request; /* of the walk */
  QueryWayIn *items; /* by kind, those with a key first, nearest first */
  size_t len, cap;
  bool is_cut; /* the walk ended before there was nobody left */
} QueryWaysIn;

/* Who outside of the code makes it run: walks up through calls, tables and
 * values that are handed on, to where nobody calls any more or a name is given
 * for it. Reads the files in which something is registered. In the job's arena. */
Err query_ways_in(Job *job, const QueryTexts *texts, StoreReader *reader, const StoreSymbols *roots, QueryWaysIn *ret_entries) MUST_CHECK;

/* ---- tests ---- */

typedef struct QueryTestFile {
  StoreFile file;
  Str *names; /* of the tests reached, as `Container.name` */
  size_t name_count;
} QueryTestFile;
typedef struct QueryTests {
  QueryTestFile *files; /* by path */
  size_t len;
  Str *commands; /* that run them, as the languages' own folders say; never cut */
  Str *notes;    /* of each command: what more it runs, and why; empty: nothing */
  size_t command_count;
} QueryTests;
/* Test files among the nodes, and the commands to run them; reads manifests
 * of the workspace, runs nothing. In the job's arena. */
Err query_impact_tests(Job *job, Index *index, StoreReader *reader, const QueryImpact *impact,
                       QueryTests *ret_tests) MUST_CHECK;
/* The files that are named as tests of the one at `path` would be, by path. */
Err query_tests_named(Job *job, StoreReader *reader, Str path, Str **ret_paths, size_t *ret_count) MUST_CHECK;

/* ---- a diff as the root ---- */

typedef struct QueryDiff {
  bool staged; /* the index against HEAD; else the working tree against the index */
  Str range;   /* instead: a revision, or two with .. between */
} QueryDiff;
typedef struct QueryChanged {
  StoreSymbol *symbols; /* innermost ones around changed lines; the file where there is none */
  size_t len;
  Str *deleted;   /* paths that are gone */
  size_t deleted_count;
  Str *unindexed; /* changed, but not indexed */
  size_t unindexed_count;
  size_t files;
} QueryChanged;
/* ERR_UNAVAILABLE, ERR_NOT_FOUND: no repository, no git. Lines are those of
 * the new side, which for a range need not be what is on disk. */
Err query_diff(Job *job, Index *index, StoreReader *reader, const QueryDiff *diff, QueryChanged *ret_changed) MUST_CHECK;

#endif
