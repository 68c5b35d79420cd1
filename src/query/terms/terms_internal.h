/* Terms: which words stand in which definitions of a workspace.
 * A unit is a definition with a text of its own: a function, a type without
 * the methods in it, a constant, a table, a macro; of what is no code a section,
 * a key with what is beneath it; or what is left of a file.
 * A segment holds units and, by term, where it occurs in them; it never
 * changes. One segment is kept beside the store as a file; what was
 * edited since is in a second, small one. Everything can be made anew from
 * store and files, so damage is no error. */
#ifndef FATHOM_QUERY_TERMS_TERMS_INTERNAL_H
#define FATHOM_QUERY_TERMS_TERMS_INTERNAL_H

#include "src/base/job.h"
#include "src/base/pack.h"
#include "src/index/index.h"
#include "src/os/keep.h"

/* ---- what a posting says: how often, in which part of the unit ----
 * The most usual parts have the lowest bits: most postings take two bytes. */

enum {
  TERMS_BODY_SHIFT = 0, /* 4 bits */
  TERMS_DOC_SHIFT = 4,  /* 3 */
  TERMS_NAME_SHIFT = 7, /* 2 */
  TERMS_HEAD_SHIFT = 9, /* 2: signature */
  TERMS_BODY_MAX = 15,
  TERMS_DOC_MAX = 7,
  TERMS_NAME_MAX = 3,
  TERMS_HEAD_MAX = 3,
  TERMS_CONTAINER = 1 << 11,
  TERMS_FILE = 1 << 12,    /* the file's own name */
  TERMS_PATH = 1 << 13,    /* of a file's unit: the directories above it */
  TERMS_SUMMARY = 1 << 14, /* the first sentence of the doc comment */
  TERMS_JOINED = 1 << 15   /* two words of the name written as one */
};

enum {
  TERMS_IS_TEST = 1 << 0,
  TERMS_IS_GENERATED = 1 << 1,
  TERMS_IS_ASIDE = 1 << 2,    /* example, benchmark, documentation, borrowed code */
  TERMS_IS_EXPORTED = 1 << 3,
  TERMS_IS_LOCAL = 1 << 4,    /* inside a function */
  TERMS_IS_ABSTRACT = 1 << 5,
  TERMS_IS_FILE = 1 << 6,     /* what is left of the file */
  TERMS_IS_DATA = 1 << 7      /* no code: a part of a document, a schema, a configuration */
};

typedef struct TermsUnit {
  uint32_t file; /* in the segment */
  uint32_t def;  /* DefNo; 0: the file itself */
  uint32_t line, end_line;
  uint32_t length; /* words of the body */
  uint8_t kind;    /* SymbolKind */
  uint8_t flags;   /* TERMS_IS_... */
  uint16_t name_words; /* in its name */
} TermsUnit;

typedef struct TermsFile {
  uint64_t size, hash; /* of the text the terms are from */
  uint32_t path, path_len; /* in the segment's paths */
  uint32_t first, count;   /* units */
} TermsFile;

typedef struct TermsHead {
  uint32_t file_count, unit_count, term_count, path_bytes;
  uint64_t posting_bytes;
  uint64_t words; /* lengths of all units together */
} TermsHead;

typedef struct TermsSegment {
  Str bytes; /* on the heap */
  TermsHead head;
  const TermsFile *files;
  const TermsUnit *units;   /* by file and place; of a file the file itself first */
  const uint64_t *terms;    /* in order */
  const uint64_t *starts;   /* of their postings; one more at the end */
  const uint8_t *postings;
  const char *paths;
} TermsSegment;

/* Checks everything but the postings themselves, whose reading is checked.
 * False: damaged, or of another layout. Borrows `bytes`. */
bool query_terms_open(Str bytes, TermsSegment *ret_segment) MUST_CHECK;
/* The one that is kept; false also: this user did not write it. */
bool query_terms_read(Job *job, Keep *keep, TermsSegment *ret_segment) MUST_CHECK;
/* Keeps it. A failure is nobody's: it is made anew then. */
void query_terms_write(Job *job, Keep *keep, const TermsSegment *segment);
void query_terms_close(TermsSegment *segment);
static inline Str query_terms_path(const TermsSegment *segment, const TermsFile *file) {
  return (Str){segment->paths + file->path, file->path_len};
}

typedef struct TermsCursor {
  PackReader in;
  uint32_t left;  /* postings */
  uint32_t unit;
  uint16_t where; /* TERMS_... */
  uint32_t limit; /* units */
} TermsCursor;

/* The postings of a term; `left` is how many there are. */
TermsCursor query_terms_find(const TermsSegment *segment, uint64_t term);
bool query_terms_next(TermsCursor *cursor);

/* ---- making segments ---- */

/* A file's text and symbols, to be added to a segment. */
typedef struct TermsSource {
  const StoreFile *file;
  Str text;
  const StoreSymbols *symbols;
} TermsSource;

typedef struct TermsBuilder TermsBuilder;
/* An empty builder, the caller's to close. */
TermsBuilder *query_terms_builder(void);
void query_terms_builder_close(TermsBuilder *builder);
AUTO_CLOSE(TermsBuilder, query_terms_builder_close)
/* Copies what it keeps; `scratch` may be reset afterwards. */
void query_terms_add(TermsBuilder *builder, Arena *scratch, const TermsSource *source);
/* The segment, on the heap; the builder is empty then. */
void query_terms_finish(TermsBuilder *builder, TermsSegment *ret_segment);
/* `a` and then `b`, but for files of `a` marked in `dead` (NULL: none); on the
 * heap. */
void query_terms_merge(const TermsSegment *a, const bool *dead, const TermsSegment *b, TermsSegment *ret_segment);

/* The terms of these files as they are now; on the heap. */
Err query_terms_make(Job *job, Index *index, StoreFile *const *files, size_t count, TermsSegment *ret_segment) MUST_CHECK;

/* Lays a segment out; the parts are filled by the caller, then sealed. Of
 * `head` the sizes count; posting_bytes may be too much and is set right
 * before the sealing. */
typedef struct TermsLayout {
  char *bytes;
  TermsHead *head;
  TermsFile *files;
  TermsUnit *units;
  uint64_t *terms, *starts;
  uint8_t *postings;
  char *paths;
} TermsLayout;
TermsLayout query_terms_lay_out(TermsHead head);
void query_terms_seal(TermsLayout *layout, TermsSegment *ret_segment);
#define TERMS_POSTING_MAX 8 /* bytes */
uint8_t *query_terms_put(uint8_t *at, uint32_t delta, uint16_t where);

/* ---- those of a workspace ---- */

/* One state, kept until released. Units are numbered through both segments. */
typedef struct TermsState {
  TermsSegment segments[2];
  uint32_t first[2];  /* the number of a segment's first unit */
  uint32_t unit_count;
  uint64_t words;     /* lengths of all units together */
  FileId *ids[2];     /* of a segment's files; 0: it is not the newest any more */
  bool *renumbered[2]; /* a unit's def is not the number in its symbol's id */
  size_t file_count;  /* that are indexed */
  int64_t generation;
  struct TermsFiles *files; /* by FileId */
  int users;
} TermsState;

/* Brought up to date with the store first. */
Err query_terms_take(Job *job, Index *index, StoreReader *reader, TermsState **ret_state) MUST_CHECK;
void query_terms_release(Index *index, TermsState *state);

/* A unit by its number below `unit_count`, which segment it is in (may be NULL), and the
 * path of its file; valid until the state is given back. */
const TermsUnit *query_terms_unit(const TermsState *state, uint32_t unit, size_t *ret_segment);
Str query_terms_unit_path(const TermsState *state, uint32_t unit);
/* The file of an id: its units are *ret_first and the `count` after it. */
bool query_terms_file(const TermsState *state, FileId file, uint32_t *ret_first, uint32_t *ret_count) MUST_CHECK;

#endif
