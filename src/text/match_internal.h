/* Matching one text. */
#ifndef FATHOM_TEXT_MATCH_INTERNAL_H
#define FATHOM_TEXT_MATCH_INTERNAL_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "src/parse/parse.h"
#include "src/parse/pattern.h"
#include "src/text/finder_internal.h"
#include "src/text/text.h"
#include "src/text/trees_internal.h"

/* How a text is gone through. */
typedef enum TextWay {
  TEXT_BY_LITERAL,   /* the pattern is one literal */
  TEXT_BY_CANDIDATE, /* the lines that have what every match has */
  TEXT_BY_TEXT,      /* the whole of it: no match can cross a line's end */
  TEXT_BY_LINE,
  TEXT_BY_SPAN,      /* matches may cross lines */
  TEXT_BY_TREE       /* syntax */
} TextWay;

struct TextMatcher {
  Arena arena;
  TextWay way;
  const TextNeed *need;
  bool has_finder;
  TextFinder finder;
  pcre2_code *bytes;      /* for ASCII text; NULL: use `characters` */
  pcre2_code *characters; /* NULL: no regular expression */
  pcre2_code *broken;     /* for text that is no UTF-8; NULL: use `characters` */
  pcre2_match_context *limits;
  ParsePattern **patterns; /* of TEXT_BY_TREE */
  size_t pattern_count;
};

/* What one thread needs. Zeroed, it is ready. */
typedef struct TextBench {
  char *text; /* of the file at hand */
  size_t cap;
  pcre2_match_data *match;
  pcre2_match_context *context;
  pcre2_jit_stack *stack;
  Parser *parser;
  Arena arena; /* of one tree */
} TextBench;
void text_bench_clear(TextBench *bench);

/* Told of each hit; false: that is enough. */
typedef bool TextEach(void *context, const TextHit *hit);

typedef struct TextMatch {
  Job *job;
  const TextMatcher *matcher;
  TextBench *bench;
  Str text;
  Str path;          /* of the file, for its tree */
  const Language *language;
  TextTrees *trees;  /* NULL: none are kept */
  TextEach *each; /* NULL: only count */
  void *context;
  size_t count;      /* filled */
  size_t too_costly; /* filled */
} TextMatch;
/* All matches of a text. Errors are the job's own end only. */
Err text_match(TextMatch *match) MUST_CHECK;

/* patterns.c: the same for syntax. */
Err text_match_tree(TextMatch *match) MUST_CHECK;
Err text_matcher_open_syntax(Job *job, const TextQuery *query, TextMatcher *matcher) MUST_CHECK;

/* read.c */
typedef enum TextReadState { TEXT_READ, TEXT_READ_NOT, TEXT_READ_TOO_LARGE } TextReadState;
/* The file's text into the bench, without a byte-order mark; UTF-16 that has
 * one becomes UTF-8. `size`: as
 * it was last seen. */
TextReadState text_read(Job *job, Root *root, const TextFile *file, TextBench *bench, Str *ret_text);
bool text_is_binary(Str text); /* it holds a NUL */
bool text_is_ascii(Str text);

#endif
