/* Source: the text of a file as it is on disk now, by lines. */
#ifndef FATHOM_QUERY_SOURCE_H
#define FATHOM_QUERY_SOURCE_H

#include "src/base/buf.h"
#include "src/base/job.h"
#include "src/index/index.h"

typedef struct QuerySource {
  Str path;
  Str text;
  uint32_t *starts; /* byte where a line begins, by line - 1; one more at the end */
  uint32_t lines;
} QuerySource;

/* At most 16 MB. In the job's arena. */
Err query_source_open(Job *job, Index *index, Str path, QuerySource *ret_source) MUST_CHECK;
/* Of a text at hand, which must live as long. */
void query_source_take(Arena *arena, Str path, Str text, QuerySource *ret_source);
/* Lines from 1; without their ends. Outside: empty. */
Str query_source_line(const QuerySource *source, uint32_t line);
Str query_source_lines(const QuerySource *source, uint32_t from, uint32_t to);
/* The line a byte is in; behind the end: the last. */
uint32_t query_source_line_at(const QuerySource *source, uint32_t byte);
/* Bytes of the lines as query_source_show writes them. */
size_t query_source_size(const QuerySource *source, uint32_t from, uint32_t to);
/* `<number><tab><text>` a line, each line verbatim but for control and
 * direction characters, which are made visible; one over 400 bytes is cut. */
void query_source_show(Buf *text, const QuerySource *source, uint32_t from, uint32_t to);
/* The text of a span of bytes with the indentation of its first line taken
 * from the others: as written, and at the margin. */
Str query_source_text(Arena *arena, const QuerySource *source, Range range);
/* A symbol's own doc comment as written, without comment signs, on lines of
 * its own; `max` bytes at most (cut at a word, with "..."). */
Str query_source_doc(Arena *arena, const QuerySource *source, const StoreSymbol *symbol, size_t max);
/* The first sentence of a doc comment in one line, likewise cut; tags and
 * lines of signs are passed over. */
Str query_source_sentence(Arena *arena, const QuerySource *source, Range doc, size_t max);
/* The command of the language's own that documents a name, words separated by
 * blanks and "{}" for the name; NULL: there is none, or no such language. */
const char *query_source_documenter(Str language);

#endif
