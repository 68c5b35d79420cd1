/* Verify: answers that the graph and a language server give together.
 * Everything that knows both is here: which of them is asked, what each can
 * know, how their answers become one, and how long that is kept (decisions 018
 * and 028). Knows no tool, no arguments, no trust: who asks brings the server,
 * or a way to have one.
 * Everything returned lives in the job's arena. Called on a job's thread; a
 * VerifyFile belongs to one job and is not shared. Errors are explained in the
 * job. */
#ifndef FATHOM_VERIFY_VERIFY_H
#define FATHOM_VERIFY_VERIFY_H

#include "src/base/map.h"
#include "src/index/index.h"
#include "src/lsp/ask.h"
#include "src/query/graph/graph.h"
#include "src/query/source/source.h"

/* A file that is asked about, with both sides that may know something. */
typedef struct VerifyFile {
  Job *job;
  LspHub *hub;         /* of the server; NULL: nothing is kept */
  Index *index;
  uint64_t calm;       /* index_calm, where everything is of one state of it; 0: not known */
  StoreReader *reader; /* one state of the graph; NULL until verify_graph */
  Map *sources;        /* path -> QuerySource, read once a job */
  Str path;            /* relative to the workspace */
  LspServer *server;   /* held by who asks; NULL: none, `err` and `words` say why */
  bool is_ready;       /* it had read the workspace when it was waited for */
  bool is_hurried;     /* it is asked once: nothing is shown to it first */
  Err err;
  Str words;
} VerifyFile;

/* ---- the two sides ---- */

/* The graph, brought up to date; the reader is the caller's to give back. */
Err verify_graph(VerifyFile *file) MUST_CHECK;
/* Waits until the server has read the workspace, 15 s at most: is_ready. */
Err verify_wait(VerifyFile *file) MUST_CHECK;
/* Whether the error says that there is no server, or none any more, while the
 * call itself may go on. */
bool verify_is_gone(Job *job, Err err);
/* Whether an answer without the server is better than this error: there is
 * none, it cannot do it, or it went away. Then forgiven, its words kept. */
bool verify_forgive(VerifyFile *file, Err err);

/* The file's text, as the client sees it: what it gave in place of the file's
 * (open_document), else as on disk. At most 16 MB. */
Err verify_text(const VerifyFile *file, Text *ret_text) MUST_CHECK;
/* A file's text by lines, as the client sees it; NULL: it cannot be read. */
const QuerySource *verify_source(const VerifyFile *file, Str path);
/* The same for who has no VerifyFile. `hub` may be NULL. */
const QuerySource *verify_source_of(Job *job, LspHub *hub, Index *index, Map *sources, Str path);

/* ---- what the graph knows of a place ---- */

/* The symbol that is defined or used at a place, else the one around it; id 0:
 * none. Needs verify_graph. */
Err verify_symbol_at(const VerifyFile *file, TextPoint point, StoreSymbol *ret_symbol) MUST_CHECK;
/* Whether a file of the workspace is a test: by the graph, else by its name. */
bool verify_is_test(const VerifyFile *file, Str path);
/* The innermost callable or type around a line, by the graph; id 0: none. */
Err verify_around(const VerifyFile *file, Str path, uint32_t line, StoreSymbol *ret_symbol) MUST_CHECK;
/* A symbol of the graph as a server would give it. */
LspSymbol verify_from_graph(const VerifyFile *file, const StoreSymbol *symbol);
/* The protocol's number for a kind of ours. */
int verify_kind_number(SymbolKind kind);

/* ---- calls and types ---- */

/* Who calls the symbol at a place and what it calls. Callers are united as
 * references are. */
typedef struct VerifyCalls {
  LspHierarchy found;
  bool is_graph, is_server; /* who answered: one side can be had from each */
} VerifyCalls;
Err verify_calls(VerifyFile *file, TextPoint point, bool incoming, bool outgoing, VerifyCalls *ret_calls) MUST_CHECK;
/* What the type at a place is built on, and what is built on it. */
Err verify_types(VerifyFile *file, TextPoint point, bool supertypes, bool subtypes, VerifyCalls *ret_types) MUST_CHECK;
/* The innermost symbol around a place; name empty: none. */
Err verify_enclosing(VerifyFile *file, TextPoint point, LspSymbol *ret_symbol, bool *ret_is_graph) MUST_CHECK;

/* ---- uses ---- */

typedef struct VerifyUse {
  Str path;
  uint32_t line;
  uint32_t column; /* in bytes, as the graph has it; 0: not told */
  StoreSymbol in; /* the symbol around it; id 0: none, or not looked for */
} VerifyUse;
typedef struct VerifyUseList {
  VerifyUse *items;
  size_t len;
  size_t cap;
} VerifyUseList;

/* ---- references ---- */

enum { VERIFY_GRAPH = 1, VERIFY_SERVER = 2 }; /* who names a place; both: 3 */
typedef struct VerifyPlaces {
  LspLocations all;       /* what either knows, by path, line, column */
  unsigned char *sources; /* of each of them */
  bool is_graph, is_server; /* who was asked */
  VerifyUseList refuted; /* seen by the graph, in files that the server has read and does not name: left out */
  size_t unread;  /* of `all`: by the graph alone, in files that the server is not known to have read */
  bool is_partial; /* some of those, or the server is still reading: there may be more */
} VerifyPlaces;
/* Where what stands at a place is used: what the graph and file->server know,
 * united. The server is shown the files in which the graph sees uses and it
 * does not (at most 40), and one of each project, so that its answer does not
 * depend on what was asked before. Without a server: the graph's.
 * Kept with all it depends on while every indexed file stays as it is. */
Err verify_references(VerifyFile *file, TextPoint point, bool with_declaration, VerifyPlaces *ret_places) MUST_CHECK;
/* The answers that are kept for a workspace; NULL: none can be. */
LspCache *verify_answers(LspHub *hub, Index *index);

/* ---- the uses of a symbol, place by place ---- */

typedef struct VerifyUses {
  /* Who was heard: a server now or before, or nobody. Only what was heard now
   * is whole: of what is kept, nothing follows from what is missing. */
  Str server;
  bool is_whole;
  const char *note; /* why not, when somebody was heard; else NULL */
  Map places;       /* "path:line" the server named */
  size_t graph;     /* places where the graph sees a use */
  size_t verified;  /* of those, named by the server too */
  VerifyUseList added;       /* named by the server alone */
  VerifyUseList unconfirmed; /* seen by the graph alone, in files that the server has read */
} VerifyUses;

/* Compares the graph's uses of a symbol with those of file->server, or with
 * kept ones where it is NULL. A server that is not `required` must not delay
 * an answer: it has half a second, its silence and its errors are nobody's.
 * Needs a reader; file->path is the symbol's. */
Err verify_uses(VerifyFile *file, const StoreSymbol *symbol, bool required, VerifyUses *ret_uses) MUST_CHECK;
/* Whether the server names that place as a use. */
bool verify_has_use(Arena *arena, const VerifyUses *uses, Str path, uint32_t line);
/* What the server shows for a symbol: type and signature, on one line; empty:
 * it has nothing. The same patience. */
Err verify_type(VerifyFile *file, const StoreSymbol *symbol, bool required, Str *ret_type) MUST_CHECK;

#endif
