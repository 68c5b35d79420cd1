/* Graph: what a symbol is directly connected with, who calls it and what it
 * calls. Implementations of a called interface method are not edges: they
 * follow from `overrides` edges here, marked as such. Code outside of
 * functions belongs to the variable, field or type it stands in. */
#ifndef FATHOM_QUERY_GRAPH_H
#define FATHOM_QUERY_GRAPH_H

#include "src/base/buf.h"
#include "src/base/job.h"
#include "src/model/facts.h"
#include "src/index/index.h"
#include "src/store/store.h"

/* ---- neighbours ---- */

/* Control goes there, or may. */
#define QUERY_CALLS                                                                                   \
  (STORE_KIND(EDGE_CALLS) | STORE_KIND(EDGE_INSTANTIATES) | STORE_KIND(EDGE_EXPANDS) |               \
   STORE_KIND(EDGE_RENDERS) | STORE_KIND(EDGE_DECORATES))
/* Heuristic: wired by something that is no call. */
#define QUERY_LINKS STORE_KIND(EDGE_LINKS)
/* Depends on it without running it. */
#define QUERY_USES                                                                                    \
  (STORE_KIND(EDGE_REFERENCES) | STORE_KIND(EDGE_READS) | STORE_KIND(EDGE_WRITES) |                   \
   STORE_KIND(EDGE_TYPE_OF) | STORE_KIND(EDGE_EXTENDS) | STORE_KIND(EDGE_IMPLEMENTS))

/* Among kinds: who reads a table leads to it, and it to the functions it
 * holds, which is no call. A table is a variable whose definition names or
 * contains functions. */
#define QUERY_TABLES (1u << 31)

typedef enum QueryDirection { QUERY_CALLERS, QUERY_CALLEES } QueryDirection;

typedef struct QueryNeighbour {
  SymbolId symbol;
  SymbolId near;  /* what it is connected with: one of those asked about, or, when dispatched, the
                     method that is called by name (callees) or overridden (callers) */
  SymbolId of;    /* the one asked about */
  uint32_t kinds; /* of the edges between them */
  bool is_dispatch; /* one of several implementations: a candidate */
  bool is_table;    /* by QUERY_TABLES alone */
} QueryNeighbour;

typedef struct QueryNeighbours {
  QueryNeighbour *items; /* direct ones first, then dispatched ones, then those by links or tables alone */
  size_t len;
  size_t cap;
  size_t direct, dispatched, linked; /* of each */
} QueryNeighbours;

/* Each neighbour once; symbols asked about are among them only when they are
 * their own (recursion). Callees are in the order of the text. */
typedef struct QueryAround {
  const SymbolId *symbols;
  size_t count;
  QueryDirection direction;
  uint32_t kinds; /* of edges: QUERY_CALLS, … */
} QueryAround;
/* Direct ones first, then dispatched, then linked. In the job's arena. */
Err query_neighbours(Job *job, StoreReader *reader, QueryAround around, QueryNeighbours *ret_neighbours) MUST_CHECK;

/* Where a neighbour and what it is near meet: the edges, by place. */
Err query_sites(Job *job, StoreReader *reader, const QueryNeighbour *neighbour, QueryDirection direction, uint32_t kinds,
                StoreEdges *ret_edges) MUST_CHECK;

/* Definitions inside a container, nested ones too; of a file all. By place. */
Err query_members(Job *job, StoreReader *reader, const StoreSymbol *container, StoreSymbols *ret_members) MUST_CHECK;
/* Adds the calls of a function, by site; those of functions inside it, which query_members
 * gave, count as its own. */
Err query_calls_with(Job *job, StoreReader *reader, const StoreSymbol *function, const StoreSymbols *inside, StoreEdges *calls) MUST_CHECK;
/* Methods of a type that stand in other files, by path and place. */
Err query_members_elsewhere(Job *job, StoreReader *reader, const StoreSymbol *type, StoreSymbols *ret_members) MUST_CHECK;
/* Types, modules, files: their code is the sum of their members. */
bool query_is_container(SymbolKind kind);

/* Variables, constants, fields, properties: they hold values. */
bool query_is_variable(SymbolKind kind);
bool query_is_for_tests(const StoreSymbol *symbol); /* a test, or what is made for them: mocks, fixtures */

/* `#define NAME value`: nothing runs where it is used. */
bool query_is_plain_macro(const StoreSymbol *symbol);

/* What a method overrides (`up`) or is overridden by, all levels; adds. */
typedef struct QueryIds {
  SymbolId *items;
  size_t len;
  size_t cap;
} QueryIds;
Err query_overrides(Job *job, StoreReader *reader, SymbolId method, bool up, QueryIds *ids) MUST_CHECK;

/* Methods by which what runs in place of this one is called too: its
 * implementations, and what else these override. Tests' are left out, and so is
 * what it overrides itself; none of what nothing overrides. At most
 * QUERY_FAMILY_MAX. */
#define QUERY_FAMILY_MAX 60
Err query_family(Job *job, StoreReader *reader, SymbolId method, StoreSymbols *ret_family) MUST_CHECK;

/* ---- hierarchy ---- */

/* Hierarchy: what a type extends and implements, what extends it, and the
 * same for methods by overriding. */

typedef struct QueryRelative {
  StoreSymbol symbol;
  EdgeKind kind;  /* EDGE_EXTENDS, EDGE_IMPLEMENTS, EDGE_OVERRIDES */
  unsigned depth; /* 1: directly */
  uint32_t parent; /* the relative one step nearer; UINT32_MAX: the symbol itself */
} QueryRelative;

typedef struct QueryRelatives {
  QueryRelative *items; /* nearest first */
  size_t len;
  size_t total; /* before the limit */
} QueryRelatives;

typedef struct QueryClimb {
  bool up;        /* what it is built on; else what is built on it */
  unsigned depth; /* levels */
  size_t limit;
} QueryClimb;
/* Breadth first, each symbol once; `total` counts what the limit cut off. In
 * the job's arena. */
Err query_hierarchy(Job *job, StoreReader *reader, SymbolId symbol, QueryClimb climb, QueryRelatives *ret_relatives) MUST_CHECK;

/* ---- namesakes ---- */

/* One of several methods of a name. */
typedef struct QueryNamesake {
  uint32_t declared_by; /* the one of them that it overrides, however far up; UINT32_MAX: none */
  size_t overriders;    /* of them that override this one */
} QueryNamesake;
/* One for each symbol, in their order and in the job's arena. */
Err query_namesakes(Job *job, StoreReader *reader, const StoreSymbol *symbols, size_t count, QueryNamesake **ret_namesakes) MUST_CHECK;

/* ---- trails ---- */

/* Trails: the direct callers or callees of what a question is about, ready to
 * be shown. */

#define QUERY_TRAIL_LINES 10

typedef struct QueryTrailRequest {
  const StoreSymbol *symbols; /* all of them together; a container with its members */
  size_t count;
  QueryDirection direction;
  uint32_t kinds;
  size_t limit; /* of each group */
} QueryTrailRequest;

typedef struct QueryTrailEntry {
  StoreSymbol symbol;
  uint32_t kinds;
  StoreEdge edge; /* the first site; kind 0 and line 0 when there is none */
  uint32_t *lines; /* of the sites, each once, by place; the first QUERY_TRAIL_LINES */
  size_t line_count;
  size_t sites;    /* lines, all */
  Str via;        /* dispatched: the method that is called by name */
  Str member;     /* of the container asked about, not it itself: its member that is used or that uses */
} QueryTrailEntry;

typedef struct QueryTrailGroup {
  QueryTrailEntry *items;
  size_t len;
  size_t total; /* before the limit */
} QueryTrailGroup;

typedef struct QueryTrail {
  QueryTrailGroup direct, dispatched, linked;
} QueryTrail;

/* Callees in the order of the text; callers by path and line, tests last.
 * Members of a container do not count as its neighbours. */
Err query_trail(Job *job, StoreReader *reader, const QueryTrailRequest *request, QueryTrail *ret_trail) MUST_CHECK;

/* "by callback, wired at src/x.c:12", "one of several": how sure an edge is
 * where it is not plain; empty otherwise. */
Str query_edge_note(Job *job, StoreReader *reader, const StoreEdge *edge);

/* ---- imports ---- */

/* Imports: what a file takes from others, who takes from it, and what nobody
 * takes. */

typedef struct QueryImport {
  Str specifier; /* as written */
  Str path;      /* file it leads to, of a package its directory; empty: outside the project */
  Str *names;    /* "default" for a default import; none: the module as a whole */
  size_t name_count;
  uint32_t line;
  bool is_type_only;
  bool is_reexport;
} QueryImport;

typedef struct QueryImports {
  QueryImport *items; /* one per statement, in the file's order */
  size_t len;
  size_t cap;
} QueryImports;

/* In the order of the text; what leads nowhere is listed, too. Empty for a
 * file without facts. In the job's arena. */
Err query_imports(Job *job, StoreReader *reader, FileId file, QueryImports *ret_imports) MUST_CHECK;
/* Those that it gives on, by module, under the names it gives them; no name:
 * all that is there. */
Err query_reexports(Job *job, StoreReader *reader, const StoreFile *file, QueryImports *ret_imports) MUST_CHECK;

typedef struct QueryPackages {
  Str *items;
  size_t len, cap;
} QueryPackages;

/* The names under which other projects can import what is at `path` of a
 * workspace: by its manifests, and by the folder or file that it is in. In the
 * job's arena. */
Err query_packages(Job *job, Index *index, Str path, QueryPackages *ret_packages) MUST_CHECK;
/* Whether one of the imports takes `name`, or all there is, from such a
 * package. */
bool query_imports_from(const QueryImports *imports, const QueryPackages *packages, Str name);

typedef struct QueryImporters {
  Str *direct; /* paths, sorted */
  size_t direct_count;
  Str *through; /* files that get it through files which only pass on */
  size_t through_count;
} QueryImporters;

/* By path. Files that only pass on what they import are followed; who
 * imports them is listed apart. In the job's arena. */
Err query_importers(Job *job, StoreReader *reader, FileId file, QueryImporters *ret_importers) MUST_CHECK;

typedef struct QueryUnused {
  StoreSymbol *items; /* by path and place */
  size_t len;
  size_t cap;
  size_t exports; /* that were looked at */
  size_t files;
} QueryUnused;

/* Exported symbols at the top of their files that no other file uses. A file
 * that another one imports as a whole counts as used. */
Err query_unused_exports(Job *job, StoreReader *reader, QueryUnused *ret_unused) MUST_CHECK;

/* ---- decorators ---- */

/* Decorators and annotations: they may keep or call what they stand before. */

typedef struct QueryDecorator {
  Str name; /* as it is written but for its arguments; empty: there is none */
  Str key;  /* its first argument, where that is a text: a route, a command; may be empty */
  uint32_t line;
} QueryDecorator;
/* The first before a definition that may do so; one that gives it a name goes
 * before others. What languages have of their own (property, Override)
 * registers nothing. `text` is that of its file, or empty: then no names are
 * told. In the job's arena, but for the key, which is in the text. */
Err query_decorator(Job *job, StoreReader *reader, const StoreSymbol *symbol, Str text, QueryDecorator *ret_decorator) MUST_CHECK;
/* The name of the first among those references of its file, for who asks about
 * many symbols of it; empty: none. In the arena. */
Str query_decorator_among(Arena *arena, const Facts *facts, const Ref *const *refs, size_t count, const StoreSymbol *symbol);

/* ---- drawings ---- */

/* Drawings of a part of the graph: as text for Mermaid or Graphviz, or as a
 * picture that needs no other program. */

typedef enum QueryDrawFormat { QUERY_MERMAID, QUERY_DOT, QUERY_SVG, QUERY_HTML } QueryDrawFormat;
/* Their names, as choices of an argument has them. */
#define QUERY_DRAW_FORMATS "mermaid|dot|svg|html"
/* By one of these names. */
QueryDrawFormat query_draw_format(Str name);

typedef struct QueryDrawNode {
  Str name;
  Str place;
  bool is_marked; /* what was asked about */
} QueryDrawNode;

typedef struct QueryDrawEdge {
  size_t from, to;
  Str label;      /* may be empty */
  bool is_dashed; /* not sure */
} QueryDrawEdge;

typedef struct QueryDrawing {
  const QueryDrawNode *nodes;
  size_t node_count;
  const QueryDrawEdge *edges;
  size_t edge_count;
  bool is_path; /* each node follows the one before it */
} QueryDrawing;

/* Appends to `out`. Names come from files: everything that means something
 * in the format is escaped. */
void query_draw(Buf *out, Arena *arena, const QueryDrawing *drawing, QueryDrawFormat format);

/* ---- linked repositories ---- */

/* What is referred to in another repository. */
typedef struct QueryOutward {
  StoreOutside to;
  StoreOutward first; /* its first site */
  size_t sites;
} QueryOutward;
typedef struct QueryOutwards {
  QueryOutward *items;
  size_t len;
  size_t cap;
} QueryOutwards;
/* By these symbols, each target once; a file stands for all that is in it. */
Err query_outward(Job *job, StoreReader *reader, const StoreSymbol *symbols, size_t count, uint32_t kinds, QueryOutwards *ret_outwards) MUST_CHECK;

/* Who refers to something here, in the repository that the reader is of. */
typedef struct QueryInward {
  StoreSymbol symbol;
  StoreOutward first;
  size_t sites;
} QueryInward;
typedef struct QueryInwards {
  QueryInward *items;
  size_t len;
  size_t cap;
} QueryInwards;
typedef struct QueryInwardRequest {
  Str root; /* the real path of the repository that the symbols are of */
  const StoreSymbol *symbols;
  size_t count;
  uint32_t kinds;
} QueryInwardRequest;
Err query_inward(Job *job, StoreReader *reader, const QueryInwardRequest *request, QueryInwards *ret_inwards) MUST_CHECK;
/* How another repository's index spells a symbol of the one at `root`. */
StoreOutside query_outside(Arena *arena, Str root, const StoreSymbol *symbol);

#endif
