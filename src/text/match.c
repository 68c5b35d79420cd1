/* The ways through a text. A hit is a line that has a match; where matches may
 * cross lines, each match. */
#include "src/text/match_internal.h"

#include <string.h>

#define JIT_STACK_MIN (64u << 10)
#define JIT_STACK_MAX (1u << 20)
#define CHUNK_BYTES (16u << 10) /* between two looks at the job */
#define LINES_PER_LOOK 1024

void text_bench_clear(TextBench *bench) {
  free(bench->text);
  pcre2_match_data_free(bench->match);
  pcre2_match_context_free(bench->context);
  pcre2_jit_stack_free(bench->stack);
  if (bench->parser) parse_close(bench->parser);
  arena_clear(&bench->arena);
  *bench = (TextBench){0};
}

/* A bench belongs to one thread and is used for many texts: the engine's own
 * memory is made once, at the first pattern that needs it. */
static void prepare(TextMatch *match) {
  TextBench *bench = match->bench;
  if (bench->match || !match->matcher->characters) return;
  bench->match = pcre2_match_data_create(1, NULL); /* where it lies is all */
  bench->context = pcre2_match_context_copy(match->matcher->limits);
  bench->stack = pcre2_jit_stack_create(JIT_STACK_MIN, JIT_STACK_MAX, NULL);
  pcre2_jit_stack_assign(bench->context, NULL, bench->stack);
}

/* The first match of `text` at or behind `at`. What takes too many steps
 * counts as none, and is counted, so that the answer can say that hits may
 * be missing. The compiled form has a fixed stack; where that does not
 * suffice the interpreter, which takes its memory from the heap, is asked. */
static bool run(TextMatch *match, const pcre2_code *code, Str text, size_t at, Range *ret_range) {
  TextBench *bench = match->bench;
  int got = pcre2_match(code, (PCRE2_SPTR)text.ptr, text.len, at, 0, bench->match, bench->context);
  if (got == PCRE2_ERROR_JIT_STACKLIMIT) {
    got = pcre2_match(code, (PCRE2_SPTR)text.ptr, text.len, at, PCRE2_NO_JIT, bench->match, bench->context);
  }
  if (got < 0) {
    if (got != PCRE2_ERROR_NOMATCH) match->too_costly++;
    return false;
  }
  const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(bench->match);
  size_t from = ends[0], to = ends[1];
  if (to < from) to = from; /* \K in a look ahead */
  *ret_range = (Range){(uint32_t)from, (uint32_t)to};
  return true;
}

/* In ASCII text bytes are characters, and matching bytes spares decoding
 * them. */
static const pcre2_code *code_for(const TextMatcher *matcher, Str text) {
  if (matcher->bytes && text_is_ascii(text)) return matcher->bytes;
  return matcher->broken && !str_is_utf8(text) ? matcher->broken : matcher->characters;
}

/* ---- lines ---- */

/* Where a walk over the text is; lines are counted only up to hits. */
typedef struct Lines {
  Str text;
  size_t counted; /* byte up to which */
  uint32_t line;  /* there */
} Lines;

/* Counts on from where it was; hits come in order. A byte before that has
 * the line of the last hit, which it shares. */
static uint32_t line_at(Lines *lines, size_t byte) {
  const char *at = lines->text.ptr + lines->counted, *end = lines->text.ptr + byte;
  while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) {
    lines->line++;
    at++;
  }
  if (byte > lines->counted) lines->counted = byte;
  return lines->line;
}

static size_t line_start(Str text, size_t byte) {
  const char *before = byte ? memrchr(text.ptr, '\n', byte) : NULL;
  return before ? (size_t)(before - text.ptr) + 1 : 0;
}

/* Of the line feed, or the end of the text. */
static size_t line_end(Str text, size_t byte) {
  const char *end = byte < text.len ? memchr(text.ptr + byte, '\n', text.len - byte) : NULL;
  return end ? (size_t)(end - text.ptr) : text.len;
}

/* A carriage return before its end is part of the end. */
static Str line_text(Str text, size_t start, size_t end) {
  if (end > start && text.ptr[end - 1] == '\r') end--;
  return str_slice(text, start, end);
}

/* False: that is enough. */
static bool tell(TextMatch *match, Lines *lines, size_t from, size_t to) {
  match->count++;
  if (!match->each) return true;
  uint32_t line = line_at(lines, from);
  TextHit hit = {.line = line, .column = (uint32_t)(from - line_start(match->text, from)) + 1, .from = (uint32_t)from,
                 .to = (uint32_t)to};
  hit.end_line = to > from ? line_at(lines, to - 1) : line;
  return match->each(match->context, &hit);
}

/* ---- the ways ---- */

/* No engine at all: each place where the literal stands is a hit. Behind a
 * hit it goes on at the next line, or, when the literal itself has line
 * feeds, behind it. The finder wants the window's place, which lies further
 * on. */
static Err by_literal(TextMatch *match, bool lines_only) {
  const TextFinder *finder = &match->matcher->finder;
  Lines lines = {.text = match->text, .line = 1};
  const char *from = match->text.ptr, *end = from + match->text.len;
  TextFound found;
  for (const char *at = from; text_finder_next(finder, from, at, end, &found);) {
    size_t start = (size_t)(found.at - from), stop = start + found.len;
    if (!tell(match, &lines, start, stop)) break;
    size_t next = (lines_only ? line_end(match->text, stop - 1) + 1 : stop) + finder->items[0].window;
    if (next >= match->text.len) break;
    at = from + next;
    if (match->count % LINES_PER_LOOK == 0) TRY(job_check(match->job));
  }
  return OK;
}

/* Only lines that hold a needed literal are given to the engine. */
static Err by_candidate(TextMatch *match) {
  const TextMatcher *matcher = match->matcher;
  Lines lines = {.text = match->text, .line = 1};
  const char *from = match->text.ptr, *end = from + match->text.len;
  size_t looks = 0;
  TextFound found;
  for (const char *at = from; text_finder_next(&matcher->finder, from, at, end, &found);) {
    size_t start = line_start(match->text, (size_t)(found.at - from));
    size_t stop = line_end(match->text, (size_t)(found.at - from));
    Str line = line_text(match->text, start, stop);
    Range range;
    if (run(match, code_for(matcher, line), line, 0, &range) &&
        !tell(match, &lines, start + range.from, start + range.to)) break;
    if (stop + 1 >= match->text.len) break;
    at = from + stop + 1;
    if (++looks % LINES_PER_LOOK == 0) TRY(job_check(match->job));
  }
  return OK;
}

/* Lines of start..stop, each by itself. False: that is enough. */
static Err each_line(TextMatch *match, Lines *lines, size_t start, size_t stop, bool *ret_goes_on) {
  *ret_goes_on = true;
  for (size_t looks = 1; start < stop; looks++) {
    size_t end = line_end(match->text, start);
    Str line = line_text(match->text, start, end);
    Range range;
    if (run(match, code_for(match->matcher, line), line, 0, &range) &&
        !tell(match, lines, start + range.from, start + range.to)) {
      *ret_goes_on = false;
      return OK;
    }
    start = end + 1;
    if (looks % LINES_PER_LOOK == 0) TRY(job_check(match->job));
  }
  return OK;
}

static Err by_line(TextMatch *match) {
  Lines lines = {.text = match->text, .line = 1};
  bool goes_on;
  return each_line(match, &lines, 0, match->text.len, &goes_on);
}

/* Many lines at once: none of what the pattern matches is a line feed. That
 * it is no carriage return before one cannot be had so; nor is an empty match
 * found at a line's start before bytes that are no UTF-8, which the engine, told
 * to begin there, leaves out. */
static Err by_text(TextMatch *match) {
  if (memchr(match->text.ptr, '\r', match->text.len)) return by_line(match);
  Lines lines = {.text = match->text, .line = 1};
  bool goes_on = true;
  for (size_t start = 0, stop; goes_on && start < match->text.len; start = stop + 1) {
    stop = start + CHUNK_BYTES < match->text.len ? line_end(match->text, start + CHUNK_BYTES) : match->text.len;
    if (stop == match->text.len && match->text.ptr[stop - 1] == '\n') stop--; /* behind it is no line */
    Str chunk = str_slice(match->text, start, stop);
    if (!str_is_utf8(chunk)) {
      TRY(each_line(match, &lines, start, stop + 1, &goes_on)); /* the last may be empty */
      continue;
    }
    const pcre2_code *code = code_for(match->matcher, chunk);
    size_t costly = match->too_costly;
    Range range;
    size_t at = 0;
    while (goes_on && at <= chunk.len && run(match, code, chunk, at, &range)) {
      goes_on = tell(match, &lines, start + range.from, start + range.to);
      at = line_end(chunk, range.from) + 1;
    }
    if (match->too_costly > costly) { /* one line of it is: not all of them */
      match->too_costly = costly;
      TRY(each_line(match, &lines, start + at, stop + 1, &goes_on));
    }
    TRY(job_check(match->job));
  }
  return OK;
}

/* Matches as they come, wherever they end. */
static Err by_span(TextMatch *match) {
  const TextMatcher *matcher = match->matcher;
  const char *from = match->text.ptr;
  TextFound found;
  if (matcher->has_finder && !text_finder_next(&matcher->finder, from, from, from + match->text.len, &found)) return OK;
  const pcre2_code *code = code_for(matcher, match->text);
  Lines lines = {.text = match->text, .line = 1};
  Range range;
  for (size_t at = 0; at <= match->text.len && run(match, code, match->text, at, &range);) {
    if (!tell(match, &lines, range.from, range.to)) break;
    at = range.to > range.from ? range.to : range.to + 1;
    while (at < match->text.len && ((unsigned char)match->text.ptr[at] & 0xC0) == 0x80) at++;
    TRY(job_check(match->job));
  }
  return OK;
}

Err text_match(TextMatch *match) {
  match->count = 0;
  match->too_costly = 0;
  if (match->text.len == 0) return OK;
  prepare(match);
  switch (match->matcher->way) {
    case TEXT_BY_LITERAL:
      return by_literal(match, str_find_byte(match->matcher->finder.items[0].text, '\n') == STR_NONE);
    case TEXT_BY_CANDIDATE: return by_candidate(match);
    case TEXT_BY_TEXT: return by_text(match);
    case TEXT_BY_LINE: return by_line(match);
    case TEXT_BY_SPAN: return by_span(match);
    case TEXT_BY_TREE: return text_match_tree(match);
  }
  return OK;
}
