/* Compiled, never run: lexer.h repeats the core's private structure right. */
#include <stddef.h>

#include <tree_sitter/api.h>

#include <core/lexer.h> /* the core's */

#include "lexer.h" /* ours */

#define SAME(ours, theirs)                                                       \
  _Static_assert(offsetof(FastLexer, ours) == offsetof(Lexer, theirs), #ours);   \
  _Static_assert(sizeof(((FastLexer *)0)->ours) == sizeof(((Lexer *)0)->theirs), #ours)

SAME(current_position, current_position);
SAME(current_position.row, current_position.extent.row);
SAME(token_start_position, token_start_position);
SAME(token_end_position, token_end_position);
SAME(included_ranges, included_ranges);
SAME(chunk, chunk);
SAME(included_range_count, included_range_count);
SAME(current_included_range_index, current_included_range_index);
SAME(chunk_start, chunk_start);
SAME(chunk_size, chunk_size);
SAME(lookahead_size, lookahead_size);
SAME(column_data.value, column_data.value);
SAME(column_data.valid, column_data.valid);
_Static_assert(sizeof(FastRange) == sizeof(TSRange), "range");
_Static_assert(offsetof(FastRange, start_byte) == offsetof(TSRange, start_byte), "range");
_Static_assert(offsetof(FastRange, end_byte) == offsetof(TSRange, end_byte), "range");
