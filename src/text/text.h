/* Text: literal, regular-expression and syntax-pattern search over files as
 * they are on disk, and a trigram index that tells which files need not be
 * looked at. The same matches with the index as without, always. Trees that a
 * pattern of syntax was matched against are kept for the next one, within bounds.
 * Knows files and languages, nothing of symbols or the graph. */
#ifndef FATHOM_TEXT_TEXT_H
#define FATHOM_TEXT_TEXT_H

#include "src/base/job.h"
#include "src/languages/language.h"
#include "src/model/span.h"
#include "src/os/keep.h"
#include "src/os/root.h"

#define TEXT_MAX_BYTES ((size_t)64 << 20) /* larger files are counted, not searched */

/* ---- matchers ---- */

typedef enum TextMode { TEXT_LITERAL, TEXT_REGEX, TEXT_SYNTAX } TextMode;
typedef enum TextCase { TEXT_CASE_SMART, TEXT_CASE_SENSITIVE, TEXT_CASE_IGNORED } TextCase;

typedef struct TextQuery {
  Str pattern;
  TextMode mode;
  TextCase letters; /* smart: ignored unless the pattern has a capital */
  bool word;        /* neither preceded nor followed by a word character */
  bool multiline;   /* a match may cross lines */
  /* TEXT_SYNTAX: languages to read the pattern in. */
  const Language *const *languages;
  size_t language_count;
} TextQuery;

/* A pattern ready to be matched. Immutable; any number of threads. */
typedef struct TextMatcher TextMatcher;
/* ERR_USAGE: it is empty, or it can match no line. ERR_SYNTAX: it is no
 * regular expression; in no language a piece of its source. */
Err text_matcher_open(Job *job, const TextQuery *query, TextMatcher **ret_matcher) MUST_CHECK;
void text_matcher_close(TextMatcher *matcher);
AUTO_CLOSE(TextMatcher, text_matcher_close)

/* ---- files ---- */

typedef struct TextFile {
  Str path;
  uint64_t size;
  uint64_t stamp;   /* os/stamp; 0: not known */
  uint64_t hash;    /* of the contents; 0: not known. Without stamp and hash the index is not asked about it */
  const Language *language; /* NULL: none */
  int64_t id;     /* the caller's */
  unsigned flags; /* the caller's */
  Str own; /* in place of what is on disk; ptr NULL: none. Borrowed for as long as the list is there, and not for building */
} TextFile;

/* Files of one state of a workspace, ordered by path. Shared. */
typedef struct TextFiles TextFiles;
/* Copies them; one reference is the caller's. */
TextFiles *text_files_open(const TextFile *files, size_t count);
TextFiles *text_files_ref(TextFiles *files);
void text_files_unref(TextFiles *files);
AUTO_CLOSE(TextFiles, text_files_unref)
/* By path; borrowed, for as long as a reference is held. */
const TextFile *text_files_items(const TextFiles *files, size_t *ret_count);

/* ---- searching ---- */

typedef struct TextIndex TextIndex;

/* Which files: numbers into a TextFiles, in order. */
typedef struct TextChoice {
  uint32_t *items;
  size_t count;
} TextChoice;

typedef struct TextSearch {
  Root *root;
  TextFiles *files;
  TextChoice choice; /* of them; only these are looked at */
  const TextMatcher *matcher;
  TextIndex *index;  /* may be NULL */
  size_t workers;
  size_t keeps;      /* bytes of texts with matches that are kept with their hits, so that these need not be read again */
  size_t hits_max;   /* of one file, then */
} TextSearch;

typedef struct TextHits TextHits;
typedef struct TextCount {
  uint32_t file;    /* number */
  uint32_t matches; /* lines with one; with multiline and patterns: matches */
  const TextHits *hits; /* as text_hits would give them; NULL: not kept */
} TextCount;

typedef struct TextTally {
  TextCount *items; /* files with matches, in order */
  size_t count;
  uint64_t matches;
  size_t read;      /* files that were looked into */
  size_t too_large; /* files not searched */
  size_t too_costly; /* places given up on: the pattern takes too many steps there */
  bool used_index;
} TextTally;

/* Counts the matches of every file. In the job's arena. ERR_UNAVAILABLE: the
 * pattern takes too many steps again and again. */
Err text_search(Job *job, const TextSearch *search, TextTally *ret_tally) MUST_CHECK;

/* Of the search's choice, the files that may match by what the index knows; all of
 * them where it says nothing, which is told by false. For who looks into them one
 * after the other, until he has enough (text_hits). In the job's arena. */
bool text_narrow(Job *job, const TextSearch *search, TextChoice *ret_choice);

typedef struct TextHit {
  uint32_t line, end_line; /* from 1 */
  uint32_t column;         /* of the first match, in bytes from 1 */
  uint32_t from, to;       /* bytes of the text */
} TextHit;

/* One file's text and hits. */
struct TextHits {
  Str text;
  TextHit *items; /* in order */
  size_t count;
  size_t total;   /* before the limit */
};

/* Of a search its root, matcher and index. In the job's arena. A file that is
 * gone or unreadable has no hits. */
Err text_hits(Job *job, const TextSearch *search, const TextFile *file, size_t limit, TextHits *ret_hits) MUST_CHECK;

/* ---- replacing ---- */

typedef struct TextRewriting {
  Str pattern;      /* PCRE2; ^ and $ at each line */
  Str replacement;  /* $1, ${name}: groups; $$: a dollar */
  TextCase letters; /* smart is sensitive here */
} TextRewriting;
typedef struct TextRewrite {
  Range range;
  Str text; /* what stands there then */
} TextRewrite;
typedef struct TextRewrites {
  TextRewrite *items; /* in order, none overlapping */
  size_t len;
  size_t cap;
} TextRewrites;
/* Every match in a text at hand, below 4 GB, with its replacement; in the job's
 * arena. ERR_SYNTAX: it is no regular expression; ERR_USAGE: the replacement
 * names what is no group; ERR_UNAVAILABLE: it takes too many steps;
 * ERR_TOO_LARGE: the replacements come to over 64 MB. Any thread. */
Err text_rewrite(Job *job, const TextRewriting *what, Str text, TextRewrites *ret_found) MUST_CHECK;

/* ---- the index ---- */

/* Segments in `keep`, which it holds on to; NULL: none are kept. What is
 * damaged or was not written by this user is left out. Thread-safe. */
TextIndex *text_index_open(Keep *keep);
/* Ends what is being built. */
void text_index_close(TextIndex *index);
AUTO_CLOSE(TextIndex, text_index_close)

typedef struct TextBuild {
  Root *root;
  size_t memory; /* bytes it may take */
  bool anyway;   /* however little there is to do */
} TextBuild;
/* Writes segments for the files no segment is good for, when these are many
 * enough, and drops those that are of no use. ERR_BUSY: another process does. */
Err text_index_build(Job *job, TextIndex *index, TextFiles *files, const TextBuild *build) MUST_CHECK;
/* The same on a thread of its own, unless one is at it. */
void text_index_build_later(TextIndex *index, TextFiles *files, const TextBuild *build);

typedef struct TextCoverage {
  size_t segments;
  size_t covered;   /* files that some segment is good for */
  uint64_t bytes;   /* of the segments */
} TextCoverage;
/* How far the index has got with these files. Any thread; looks at what is
 * in memory. */
TextCoverage text_index_coverage(TextIndex *index, TextFiles *files);

#endif
