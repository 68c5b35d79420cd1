/* Included before a grammar's parser.c, after the grammar's own header
 * (fast.cmake). A lexer calls the core for every character; here the usual
 * case, plain ASCII inside the text at hand, is done in place, and everything
 * else as before. The core's own structure is private to it, so it is
 * repeated here; check.c compares the two. */
#ifndef FATHOM_FAST_LEXER_H
#define FATHOM_FAST_LEXER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct FastLength {
  uint32_t bytes, row, column;
} FastLength;

typedef struct FastRange {
  uint32_t start_row, start_column, end_row, end_column, start_byte, end_byte;
} FastRange;

typedef struct FastLexer {
  TSLexer data;
  FastLength current_position, token_start_position, token_end_position;
  FastRange *included_ranges;
  const char *chunk;
  struct {
    void *payload, *read;
    int encoding;
    void *decode;
  } input;
  struct {
    void *payload, *log;
  } logger;
  uint32_t included_range_count, current_included_range_index;
  uint32_t chunk_start, chunk_size, lookahead_size;
  bool did_get_column;
  struct {
    uint32_t value;
    bool valid;
  } column_data;
} FastLexer;

#define FAST_INLINE static inline __attribute__((always_inline))

FAST_INLINE void fast_advance(TSLexer *base, bool skip) {
  FastLexer *self = (FastLexer *)base;
  uint32_t at = self->current_position.bytes + 1;
  uint32_t in_chunk = at - self->chunk_start;
  /* At the end of the input there is no chunk, so the range is there. */
  if (self->lookahead_size != 1 || in_chunk >= self->chunk_size ||
      at >= self->included_ranges[self->current_included_range_index].end_byte ||
      (self->chunk[in_chunk] & 0x80)) {
    base->advance(base, skip);
    return;
  }
  if (base->lookahead == '\n') {
    self->current_position.row++;
    self->current_position.column = 0;
    self->column_data.valid = true;
    self->column_data.value = 0;
  } else {
    self->current_position.column++;
    self->column_data.value += self->column_data.valid;
  }
  self->current_position.bytes = at;
  if (skip) self->token_start_position = self->current_position;
  base->lookahead = self->chunk[in_chunk];
}

/* Only the first range has nothing before it that a token could end in. */
FAST_INLINE void fast_mark_end(TSLexer *base) {
  FastLexer *self = (FastLexer *)base;
  if (self->current_included_range_index == 0) {
    self->token_end_position = self->current_position;
  } else {
    base->mark_end(base);
  }
}

FAST_INLINE bool fast_eof(const TSLexer *base) {
  const FastLexer *self = (const FastLexer *)base;
  return self->current_included_range_index == self->included_range_count;
}

/* Sets of characters are sorted and begin with the few ranges of ASCII, so a
 * plain search from the front beats halving the hundreds behind them. */
FAST_INLINE bool fast_set_contains(const TSCharacterRange *ranges, uint32_t count, int32_t character) {
  if (character >= 0x80) return set_contains((TSCharacterRange *)ranges, count, character);
  for (uint32_t i = 0; i < count && ranges[i].start <= character; i++) {
    if (character <= ranges[i].end) return true;
  }
  return false;
}
#define set_contains fast_set_contains

#undef START_LEXER
#define START_LEXER()                      \
  bool result = false;                     \
  bool skip = false;                       \
  __attribute__((unused)) bool eof = false; \
  int32_t lookahead;                       \
  goto start;                              \
  next_state:                              \
  fast_advance(lexer, skip);               \
  start:                                   \
  skip = false;                            \
  lookahead = lexer->lookahead;

#undef ACCEPT_TOKEN
#define ACCEPT_TOKEN(symbol_value)     \
  result = true;                       \
  lexer->result_symbol = symbol_value; \
  fast_mark_end(lexer);

/* Generated lexers say `eof = lexer->eof(lexer)`. */
#define eof(lexer) lookahead * 0 + fast_eof(lexer)

/* ADVANCE_MAP('a', 1, 'b', 2, …): a table by character instead of a search;
 * states are stored plus one. Up to 256 pairs. */
#define FAST_AGAIN(...) FAST_AGAIN4(FAST_AGAIN4(FAST_AGAIN4(FAST_AGAIN4(__VA_ARGS__))))
#define FAST_AGAIN4(...) FAST_AGAIN16(FAST_AGAIN16(FAST_AGAIN16(FAST_AGAIN16(__VA_ARGS__))))
#define FAST_AGAIN16(...) FAST_AGAIN64(FAST_AGAIN64(FAST_AGAIN64(FAST_AGAIN64(__VA_ARGS__))))
#define FAST_AGAIN64(...) FAST_AGAIN256(FAST_AGAIN256(FAST_AGAIN256(FAST_AGAIN256(__VA_ARGS__))))
#define FAST_AGAIN256(...) __VA_ARGS__
#define FAST_PARENTHESES ()
#define FAST_PAIR_AGAIN() FAST_PAIR
#define FAST_PAIR(character, target, ...) \
  [character] = (target) + 1, __VA_OPT__(FAST_PAIR_AGAIN FAST_PARENTHESES(__VA_ARGS__))

#undef ADVANCE_MAP
#define ADVANCE_MAP(...)                                                  \
  {                                                                       \
    static const uint16_t map[] = {FAST_AGAIN(FAST_PAIR(__VA_ARGS__))};   \
    if ((uint32_t)lookahead < sizeof map / sizeof map[0] && map[lookahead]) { \
      state = map[lookahead] - 1;                                         \
      goto next_state;                                                    \
    }                                                                     \
  }

#endif
