/* Source: the text of a file as it is on disk now, by lines. */
#ifndef FATHOM_QUERY_SOURCE_H
#define FATHOM_QUERY_SOURCE_H

#include "src/base/buf.h"
#include "src/base/job.h"
#include "src/base/map.h"
#include "src/index/index.h"
#include "src/model/answer.h"
#include "src/query/graph/graph.h"

/* ---- text by lines ---- */

typedef struct QuerySource {
  Str path;
  Str text;
  uint32_t *starts; /* byte where a line begins, by line - 1; one more at the end */
  uint32_t lines;
  Index *index; /* NULL: the text is from elsewhere */
} QuerySource;

/* Where texts are from: an index, and the state of it in which they may be kept
 * (query_source_open_kept; 0: the disk is asked). */
typedef struct QueryTexts {
  Index *index;
  uint64_t calm;
} QueryTexts;

/* At most 16 MB. In the job's arena. */
Err query_source_open(Job *job, Index *index, Str path, QuerySource *ret_source) MUST_CHECK;
/* The same, as it was in that state of the index or later: `calm` is what
 * index_calm said after the refresh that the question began with. For who
 * changes nothing; 0: the disk is asked. */
Err query_source_open_kept(Job *job, Index *index, uint64_t calm, Str path, QuerySource *ret_source) MUST_CHECK;
/* The same without a copy, shared by all who ask for it in that state: to be given
 * back, and nothing of it used afterwards. Any thread. */
typedef struct QueryShared QueryShared;
Err query_source_share(Job *job, Index *index, uint64_t calm, Str path, QueryShared **ret_shared) MUST_CHECK;
void query_source_unshare(QueryShared *shared);
AUTO_CLOSE(QueryShared, query_source_unshare)
const QuerySource *query_shared_source(const QueryShared *shared);
/* Goes over to another text; to the same one again it costs nothing. False: it
 * cannot be read, which is no error, and *shared is NULL. */
bool query_source_share_next(Job *job, const QueryTexts *texts, Str path, QueryShared **shared);
/* What `make` gives, in its arena, once for all who share the text: everybody asks
 * with the same `make`. Not changed afterwards, and lives as long as the text. */
typedef const void *QueryMake(Arena *arena, const QuerySource *source);
const void *query_shared_made(QueryShared *shared, QueryMake *make);
/* The same, read once for all who share `sources` (path -> QuerySource, of the
 * job); NULL: it cannot be read, which is no error. */
const QuerySource *query_source_once(Job *job, Index *index, uint64_t calm, Map *sources, Str path);
/* Of a text at hand, which must live as long. */
void query_source_take(Arena *arena, Str path, Str text, QuerySource *ret_source);
/* Lines from 1; without their ends. Outside: empty. */
Str query_source_line(const QuerySource *source, uint32_t line);
Str query_source_lines(const QuerySource *source, uint32_t from, uint32_t to);
/* Lines of it that are shown. */
typedef struct QueryPiece {
  uint32_t from, to;
} QueryPiece;
typedef struct QueryPieces {
  QueryPiece *items;
  size_t len;
  size_t cap;
} QueryPieces;
/* Lines of a long definition that tell how it goes: what is said above it, its
 * signature, and, from the outside in, what opens blocks, decides, leaves or
 * calls. At most a third of it, and 80 lines. */
typedef struct QuerySkeleton {
  uint32_t from, to;  /* with the comment above */
  uint32_t signature; /* line it begins at */
  StoreEdges calls;   /* out of it and what is in it, in any order */
} QuerySkeleton;
void query_source_skeleton(Arena *arena, const QuerySource *source, const QuerySkeleton *asked, QueryPieces *ret_pieces);
/* Columns of blanks a line begins with; a tab counts for eight. */
uint32_t query_source_indent(Str line);
/* Whether a line, without its indent, begins as a comment does in most languages. */
bool query_source_is_comment(Str line);
/* The byte at a column, which counts from 1, of a line there is; of column 0 the
 * line's first. */
static inline uint32_t query_source_byte(const QuerySource *source, uint32_t line, uint32_t column) {
  return source->starts[line - 1] + (column ? column - 1 : 0);
}
/* The line a byte is in; behind the end: the last. */
uint32_t query_source_line_at(const QuerySource *source, uint32_t byte);
/* The line that a symbol's text begins with, its comment above included. */
uint32_t query_source_begin(const QuerySource *source, const StoreSymbol *symbol);
/* Bytes of the lines as answers show them: number, tab, line, each made visible
 * and cut. */
size_t query_source_size(const QuerySource *source, uint32_t from, uint32_t to);
/* The line as it is shown: one over 400 bytes is cut. Not made visible. */
Str query_source_shown(Arena *arena, const QuerySource *source, uint32_t line);
/* Lines as answers show them, with their tokens where the answer is looked at
 * (answer_colour): by the grammar, and where the index has this very text, with
 * what is defined, called or a type. Text that is too large or not of any
 * language has none. */
void query_source_add(Job *job, Answer *answer, const QuerySource *source, uint32_t from, uint32_t to);
/* The text of a span of bytes with the indentation of its first line taken
 * from the others: as written, and at the margin. */
Str query_source_text(Arena *arena, const QuerySource *source, Range range);
/* A symbol's own doc comment as written, without comment signs, on lines of
 * its own; `max` bytes at most (cut at a word, with "..."). */
Str query_source_doc(Arena *arena, const QuerySource *source, const StoreSymbol *symbol, size_t max);
/* The first sentence of a doc comment in one line, likewise cut; tags and
 * lines of signs are passed over. */
Str query_source_sentence(Arena *arena, const QuerySource *source, Range doc, size_t max);
/* The same beside a name, which it does not repeat at its beginning. */
Str query_source_sentence_of(Arena *arena, const QuerySource *source, Range doc, Str name, size_t max);
/* What the file is for: the first sentence of the comment at its head, likewise
 * cut; licences and words for programs are passed over. Empty: it says nothing. */
Str query_source_purpose(Arena *arena, const QuerySource *source, size_t max);
/* The first comment of a text's head that is no licence and not for programs;
 * at most 8 KB are looked at. False: there is none. Any thread. */
bool query_source_head(Str text, Range *ret_comment) MUST_CHECK;
/* `First, Second and 3 more`: what a file offers, types first. Empty: nothing. */
Err query_chief_names(Job *job, StoreReader *reader, FileId file, Str *ret_names) MUST_CHECK;
/* The command of the language's own that documents a name, words separated by
 * blanks and "{}" for the name; NULL: there is none, or no such language. */
const char *query_source_documenter(Str language);

/* ---- what cannot be parsed ---- */

#define QUERY_FAULTS_MAX 20 /* of one file */
typedef struct QueryFault {
  uint32_t line, column; /* from 1; columns in bytes */
  Str words;
} QueryFault;
typedef struct QueryFaults {
  QueryFault *items; /* in order of the text */
  size_t len, cap;
  size_t total;
  bool is_parsed; /* false: no grammar, too large, or given up */
} QueryFaults;
/* Where this text of the file at `path` is not of its language, as our own
 * grammar sees it. In the job's arena. Errors are those of a job that is
 * stopped. */
Err query_faults(Job *job, Str path, Str text, QueryFaults *ret_faults) MUST_CHECK;

/* ---- zoom ---- */

/* Zoom: what is in a file or folder, as signatures and docs as written. Reads
 * the files that are shown, so that it shows what is on disk. */

/* Bytes of text that are shown at once. */
#define QUERY_ZOOM_TEXT_MAX ((size_t)100 << 10)

typedef struct QueryZoom {
  bool all;       /* not only what other files can see */
  uint32_t kinds; /* 1u << SymbolKind; 0: every one */
  bool no_fields; /* nor the fields and constants of types */
  bool short_values; /* without the inside of literals that go over several lines */
  bool brief;     /* signatures in one line, of docs the first sentence */
  const Map *texts; /* path -> Str: what is seen in place of files, which gives symbols and words; NULL: none */
} QueryZoom;

typedef struct QueryZoomSymbol {
  StoreSymbol symbol;
  uint32_t level;  /* symbols around it that are shown */
  bool is_context; /* only there because something inside is wanted */
  bool is_visible; /* to other files, with all around it */
  Str signature;   /* as written, at the margin; of a changed file in one line */
  Str doc;         /* likewise, with its comment signs; brief: a sentence without; empty: none */
  bool doc_inside; /* follows the signature */
  bool is_repeated; /* the declaration of the one before, with both names: shown once */
} QueryZoomSymbol;

typedef struct QueryZoomFile {
  StoreFile file;
  uint32_t lines;
  size_t bytes;
  Str purpose; /* query_source_purpose */
  QueryZoomSymbol *symbols; /* in the file's order */
  size_t count;
  size_t total; /* symbols of the file, whatever was asked for */
  QueryImports given_on; /* what it re-exports; not looked at for kinds */
  bool short_values, brief; /* as asked for */
  bool all_names; /* of what is re-exported, in brief too */
  bool is_unsaved; /* of a text that is not on disk */
} QueryZoomFile;

/* ERR_NOT_FOUND: it is not on disk any more. Everything is in the job's
 * arena. */
Err query_zoom_file(Job *job, Index *index, StoreReader *reader, const QueryZoom *zoom, const StoreFile *file,
                    QueryZoomFile *ret_zoomed) MUST_CHECK;
/* The symbol, whatever is asked for, what is inside it, and its members that
 * stand elsewhere in its file. */
Err query_zoom_symbol(Job *job, Index *index, StoreReader *reader, const QueryZoom *zoom, const StoreSymbol *symbol,
                      QueryZoomFile *ret_zoomed) MUST_CHECK;
/* Members of a type that stand in other files (query_members_elsewhere), a
 * file each, those without any that is asked for left out. */
typedef struct QueryZoomFiles {
  QueryZoomFile *items; /* by path */
  size_t len;
} QueryZoomFiles;
Err query_zoom_elsewhere(Job *job, Index *index, StoreReader *reader, const QueryZoom *zoom, const StoreSymbol *type,
                         QueryZoomFiles *ret_files) MUST_CHECK;
/* `<first line>[-<last>]<tab><signature>`, docs around it, or, in brief,
 * behind it; members two blanks further in; then what is re-exported. */
void query_zoom_show(Buf *text, const QueryZoomFile *zoomed);
typedef struct QueryZoomFolder {
  StoreFile *files; /* that have something to show, by path */
  size_t len;
  size_t tests;     /* left out: test files, unless there are no others, */
  size_t bare;      /* files with nothing that is asked for, */
  size_t unindexed; /* what is not indexed, */
  size_t folders;   /* and folders inside, when not recursive */
} QueryZoomFolder;

/* Looks at what is stored alone; files are read when they are shown. `path`
 * empty: the whole workspace. */
Err query_zoom_folder(Job *job, StoreReader *reader, const QueryZoom *zoom, Str path, bool recursive,
                      QueryZoomFolder *ret_folder) MUST_CHECK;

typedef struct QueryZoomTypes {
  FileId *files; /* nearest first, without the one it began at */
  size_t len;
} QueryZoomTypes;

/* The files whose types a file's symbols are declared with, and theirs, up to
 * `hops` away. `deep`: types in bodies count too. At most 100. */
Err query_zoom_types(Job *job, StoreReader *reader, FileId file, unsigned hops, bool deep,
                     QueryZoomTypes *ret_types) MUST_CHECK;

#endif
