/* Surveys: questions about the whole graph. Most look at every edge once. */
#ifndef FATHOM_QUERY_SURVEY_H
#define FATHOM_QUERY_SURVEY_H

#include "src/index/index.h"

/* ---- dead code ---- */

typedef struct QueryDead {
  Str path;      /* only beneath it; empty: anywhere */
  bool exported; /* those that other files can see, too */
  size_t limit;
} QueryDead;
typedef struct QueryFound {
  StoreSymbol *items;
  size_t len;
  size_t total; /* before the limit */
} QueryFound;
/* Functions and types that nothing refers to: no tests, starting points,
 * constructors, overriding methods or generated code. By path and line. */
Err query_dead_code(Job *job, StoreReader *reader, const QueryDead *request, QueryFound *ret_found) MUST_CHECK;

/* ---- entry points ---- */

typedef enum QueryEntryKind {
  QUERY_ENTRY_MAIN,
  QUERY_ENTRY_ROUTE,
  QUERY_ENTRY_FILE,    /* top level of a file that nobody imports */
  QUERY_ENTRY_UNCALLED /* calls others, but nobody calls it */
} QueryEntryKind;
typedef struct QueryEntryPoint {
  StoreSymbol symbol;
  QueryEntryKind kind;
  size_t calls;    /* distinct callees */
} QueryEntryPoint;
typedef struct QueryEntryPoints {
  QueryEntryPoint *items; /* by kind, then by calls */
  size_t len;
  size_t total;
} QueryEntryPoints;
/* `path`: file, folder or glob they must be in; empty: anywhere. In the
 * job's arena. */
Err query_entry_points(Job *job, StoreReader *reader, Str path, size_t limit, QueryEntryPoints *ret_points) MUST_CHECK;

/* Of those the first ones that are sure, all but QUERY_ENTRY_UNCALLED, without a
 * look at every edge. `total` is no more than what was looked at. */
Err query_starts(Job *job, StoreReader *reader, const StoreFiles *files, size_t limit, QueryEntryPoints *ret_points) MUST_CHECK;

/* ---- cycles ---- */

typedef struct QueryCycle {
  Str *members; /* paths; the first few of them are one way round */
  size_t len;
  size_t round; /* how many of them */
} QueryCycle;
typedef struct QueryCycles {
  QueryCycle *items; /* largest first, then by path */
  size_t len;
} QueryCycles;
/* Files, or folders, that depend on each other. */
Err query_cycles(Job *job, StoreReader *reader, bool folders, QueryCycles *ret_cycles) MUST_CHECK;

/* ---- hotspots ---- */

typedef struct QueryHotspot {
  Str path;
  double churn;   /* 0: not known */
  size_t commits;
  size_t users;   /* other files that depend on it */
  double heat;
} QueryHotspot;
typedef struct QueryHotspots {
  QueryHotspot *items; /* hottest first */
  size_t len;
  bool has_history; /* else by users alone */
  Str reason;       /* why there is none */
} QueryHotspots;
/* Waits a while for the history; without one the order is by users, and says
 * so. */
Err query_hotspots(Job *job, Index *index, StoreReader *reader, size_t limit, QueryHotspots *ret_hotspots) MUST_CHECK;

/* ---- clusters ---- */

typedef struct QueryCluster {
  Str *paths; /* most connected first */
  size_t len;
  size_t inside, outside; /* edges within it, and across its border */
} QueryCluster;
typedef struct QueryClusters {
  QueryCluster *items; /* largest first */
  size_t len;
} QueryClusters;
/* Files that are connected among themselves more than with the rest. */
Err query_clusters(Job *job, StoreReader *reader, QueryClusters *ret_clusters) MUST_CHECK;

/* ---- packages ---- */

/* Packages as their manifests describe them; where there are fewer than two, or
 * one is nearly everything, folders, split where most of the code is. */
typedef struct QueryPackage {
  Str name;
  Str path;     /* its folder; empty: the workspace's own */
  Str manifest; /* empty: it is a folder */
  size_t files, symbols;
  size_t tests; /* of the files */
  uint64_t bytes;
} QueryPackage;
typedef struct QueryPackageEdge {
  size_t from, to;  /* numbers of packages */
  size_t uses;      /* references in the graph, from what is no test */
  size_t test_uses; /* from tests */
  bool is_declared; /* by the manifest of `from` */
  bool is_for_tests; /* declared for tests and development alone */
} QueryPackageEdge;
typedef struct QueryPackageGraph {
  QueryPackage *packages; /* largest first */
  size_t len;
  size_t total; /* before the limit */
  QueryPackageEdge *edges; /* most uses first; none from a package to itself */
  size_t edge_count;
  bool is_by_folder;
  size_t tests; /* packages of test files alone, in the list or not */
} QueryPackageGraph;
typedef struct QueryPackageWish {
  bool folders; /* even where there are packages */
  bool tests;   /* those of test files alone, too */
  size_t limit;
} QueryPackageWish;
/* In the job's arena. Manifests are read as they are now; one that makes no
 * sense says nothing. */
Err query_package_graph(Job *job, Index *index, StoreReader *reader, const QueryPackageWish *wish, QueryPackageGraph *ret_graph) MUST_CHECK;
/* The number of the package that a path lies in, the innermost one. */
size_t query_package_of(const QueryPackageGraph *graph, Str path); /* SIZE_MAX: none */

#endif
