/* Patterns made ready: which of PCRE2's options, which way through a text. */
#include "src/text/match_internal.h"
#include "src/text/regex_internal.h"

#define MATCH_STEPS 1000000 /* from one place; a hopeless pattern is told from a slow one */
#define MATCH_HEAP_KB 65536
#define STARTS_LINES 2 /* the engine's word for a pattern that is tried there alone */

/* "Smart": case counts as soon as a capital is typed. */
static bool ignores_case(const TextQuery *query) {
  if (query->letters != TEXT_CASE_SMART) return query->letters == TEXT_CASE_IGNORED;
  if (query->mode == TEXT_REGEX) return text_regex_is_lower(query->pattern);
  for (size_t i = 0; i < query->pattern.len; i++) {
    if (query->pattern.ptr[i] >= 'A' && query->pattern.ptr[i] <= 'Z') return false;
  }
  return true;
}

static bool is_ascii_pattern(Str pattern) {
  for (size_t i = 0; i < pattern.len; i++) {
    if ((unsigned char)pattern.ptr[i] >= 0x80) return false;
  }
  return true;
}

/* The engine's own words: they are good, and say where. */
static Err compile_fails(Job *job, Str pattern, int code, PCRE2_SIZE at) {
  PCRE2_UCHAR words[256];
  if (pcre2_get_error_message(code, words, sizeof(words)) < 0) words[0] = '\0';
  return job_fail(job, ERR_SYNTAX, "'%.*s' is no regular expression: %s, at character %zu",
                  STR_ARG(str_visible(job->arena, str_slice(pattern, 0, 200))), (const char *)words, (size_t)at + 1);
}

/* NULL: it does not compile; the code and place say why. */
static pcre2_code *read_pattern(Str pattern, uint32_t options, int *ret_code, PCRE2_SIZE *ret_at) {
  pcre2_compile_context *context = pcre2_compile_context_create(NULL);
  pcre2_set_newline(context, PCRE2_NEWLINE_LF);
  pcre2_set_parens_nest_limit(context, 200);
  pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern.ptr, pattern.len, options, ret_code, ret_at, context);
  pcre2_compile_context_free(context);
  return code;
}

/* Likewise, and made ready to be run. */
static pcre2_code *compile(Str pattern, uint32_t options, int *ret_code, PCRE2_SIZE *ret_at) {
  pcre2_code *code = read_pattern(pattern, options, ret_code, ret_at);
  if (code) pcre2_jit_compile(code, PCRE2_JIT_COMPLETE); /* where it cannot: slower */
  return code;
}

/* What begins with `.*` is tried at the beginnings of lines alone, which is all it
 * takes in a text of whole characters; bytes that are no UTF-8 end a match, and
 * what stands behind them is lost then. For such texts it is compiled without
 * that. NULL: the pattern is none of these. */
static pcre2_code *compile_unanchored(const pcre2_code *code, Str pattern, uint32_t options) {
  uint32_t kind = 0;
  int why;
  PCRE2_SIZE at;
  if (pcre2_pattern_info(code, PCRE2_INFO_FIRSTCODETYPE, &kind) || kind != STARTS_LINES) return NULL;
  return compile(pattern, options | PCRE2_NO_DOTSTAR_ANCHOR, &why, &at);
}

/* The pattern as it is compiled: whole words are its neighbours' business. It
 * may hold a NUL, at which formatting would end. */
static Str wrap(Arena *arena, const TextQuery *query, Str pattern) {
  if (!query->word) return pattern;
  Str before = STR("(?<!\\w)(?:"), behind = STR(")(?!\\w)");
  Buf whole;
  buf_init(&whole, arena, before.len + pattern.len + behind.len);
  buf_add(&whole, before);
  buf_add(&whole, pattern);
  buf_add(&whole, behind);
  return buf_str(&whole);
}

/* By what is known: a literal to look for is best; a pattern that was
 * understood can go over many lines at once, as it cannot cross them;
 * otherwise each line is matched by itself. */
static void choose_way(const TextQuery *query, const TextRegex *regex, TextMatcher *matcher) {
  TextLiteral picked[TEXT_PICK_MAX];
  size_t count = text_need_pick(regex->need, picked);
  matcher->has_finder = count > 0;
  if (count) text_finder_init(&matcher->finder, picked, count);
  if (query->multiline) matcher->way = TEXT_BY_SPAN;
  else if (count) matcher->way = TEXT_BY_CANDIDATE;
  else matcher->way = regex->is_understood ? TEXT_BY_TEXT : TEXT_BY_LINE;
}

/* Twice compiled where bytes will do, once for each kind of text. The limits
 * keep a pattern that explodes from taking a thread for minutes. */
static Err open_regex(Job *job, const TextQuery *query, Str pattern, bool fold, TextMatcher *matcher) {
  TextRegex regex;
  int code;
  PCRE2_SIZE at;
  unsigned flags = (fold ? TEXT_REGEX_FOLD : 0u) | (query->multiline ? 0u : TEXT_REGEX_LINES);
  uint32_t options = PCRE2_MULTILINE | PCRE2_ALT_CIRCUMFLEX | PCRE2_NEVER_BACKSLASH_C | (fold ? PCRE2_CASELESS : 0);
  uint32_t wide = options | PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF;
  /* First as it came, so that an error is about what was typed. */
  pcre2_code *typed = read_pattern(pattern, wide, &code, &at);
  if (!typed) return compile_fails(job, pattern, code, at);
  pcre2_code_free(typed);
  text_regex_read(&matcher->arena, wrap(&matcher->arena, query, pattern), flags, &regex);
  if (regex.has_newline && !query->multiline && regex.is_understood) {
    return job_fail(job, ERR_USAGE, "the pattern asks for a line feed, which no line holds; set multiline to let "
                    "matches cross lines");
  }
  matcher->characters = compile(regex.text, wide, &code, &at);
  if (!matcher->characters) return compile_fails(job, pattern, code, at);
  matcher->broken = compile_unanchored(matcher->characters, regex.text, wide);
  if (regex.is_ascii && regex.is_understood) matcher->bytes = compile(regex.text, options, &code, &at);
  matcher->need = regex.need;
  choose_way(query, &regex, matcher);
  matcher->limits = pcre2_match_context_create(NULL);
  pcre2_set_match_limit(matcher->limits, MATCH_STEPS);
  pcre2_set_heap_limit(matcher->limits, MATCH_HEAP_KB);
  return OK;
}

static void open_literal(const TextQuery *query, bool fold, TextMatcher *matcher) {
  TextLiteral literal = {str_copy(&matcher->arena, query->pattern), fold};
  matcher->way = TEXT_BY_LITERAL;
  matcher->need = text_need_literal(&matcher->arena, literal);
  matcher->has_finder = true;
  text_finder_init(&matcher->finder, &literal, 1);
}

static Err open_matcher(Job *job, const TextQuery *query, TextMatcher *matcher) {
  bool fold = ignores_case(query);
  if (query->mode == TEXT_SYNTAX) return text_matcher_open_syntax(job, query, matcher);
  if (query->mode == TEXT_REGEX) return open_regex(job, query, query->pattern, fold, matcher);
  /* Case beyond ASCII, and what a word is there, PCRE2 knows. */
  if (!query->word && (!fold || is_ascii_pattern(query->pattern))) {
    open_literal(query, fold, matcher);
    return OK;
  }
  TextQuery quoted = *query;
  quoted.multiline |= str_find_byte(query->pattern, '\n') != STR_NONE;
  return open_regex(job, &quoted, text_regex_quote(&matcher->arena, query->pattern), fold, matcher);
}

/* On the heap, with an arena of its own: searches share it among threads,
 * and saved ones keep it beyond the job. */
Err text_matcher_open(Job *job, const TextQuery *query, TextMatcher **ret_matcher) {
  if (query->pattern.len == 0) return job_fail(job, ERR_USAGE, "the pattern is empty: it would match everywhere");
  TextMatcher *matcher = arena_heap_alloc(sizeof(*matcher));
  arena_init(&matcher->arena);
  Err err = open_matcher(job, query, matcher);
  if (err) {
    text_matcher_close(matcher);
    return err;
  }
  *ret_matcher = matcher;
  return OK;
}

void text_matcher_close(TextMatcher *matcher) {
  pcre2_code_free(matcher->bytes);
  pcre2_code_free(matcher->characters);
  pcre2_code_free(matcher->broken);
  pcre2_match_context_free(matcher->limits);
  for (size_t i = 0; i < matcher->pattern_count; i++) parse_pattern_close(matcher->patterns[i]);
  arena_clear(&matcher->arena);
  free(matcher);
}
