/* Replacing by regular expression in one text at hand: where it matches, and
 * what the replacement comes to there. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "src/base/buf.h"
#include "src/base/vec.h"
#include "src/text/text.h"

#define STEPS_MAX 2000000       /* of one match: a pattern that needs more is refused */
#define HEAP_MAX_KB (64u << 10) /* likewise */
#define PATTERN_MAX 10000
#define REWRITTEN_MAX ((size_t)64 << 20) /* bytes of all replacements */

typedef struct Rewriting {
  Job *job;
  pcre2_code *code;
  pcre2_match_data *match;
  pcre2_match_context *limits;
  Str replacement;
  Str text;
  size_t bytes; /* of replacements so far */
  TextRewrites found;
} Rewriting;

static Err compile(Rewriting *rewriting, Str pattern, TextCase letters) {
  int error;
  PCRE2_SIZE at;
  uint32_t options = PCRE2_UTF | PCRE2_MULTILINE | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C;
  if (!pattern.len || pattern.len > PATTERN_MAX) {
    return job_fail(rewriting->job, ERR_USAGE, "a regular expression has 1 to %d bytes", PATTERN_MAX);
  }
  if (letters == TEXT_CASE_IGNORED) options |= PCRE2_CASELESS;
  rewriting->code = pcre2_compile((PCRE2_SPTR)pattern.ptr, pattern.len, options, &error, &at, NULL);
  if (!rewriting->code) {
    PCRE2_UCHAR words[200];
    pcre2_get_error_message(error, words, sizeof words);
    return job_fail(rewriting->job, ERR_SYNTAX, "the regular expression cannot be read at byte %zu: %s", (size_t)at, (const char *)words);
  }
  rewriting->match = pcre2_match_data_create_from_pattern(rewriting->code, NULL);
  rewriting->limits = pcre2_match_context_create(NULL);
  pcre2_set_match_limit(rewriting->limits, STEPS_MAX);
  pcre2_set_heap_limit(rewriting->limits, HEAP_MAX_KB);
  return OK;
}

static void clear(Rewriting *rewriting) {
  pcre2_match_data_free(rewriting->match);
  pcre2_match_context_free(rewriting->limits);
  pcre2_code_free(rewriting->code);
}

/* ---- the replacement ---- */

static Err add_group(Rewriting *rewriting, Buf *out, int number) {
  PCRE2_SIZE *ends = pcre2_get_ovector_pointer(rewriting->match);
  uint32_t count = pcre2_get_ovector_count(rewriting->match);
  if (number < 0 || (uint32_t)number >= count) {
    return job_fail(rewriting->job, ERR_USAGE, "the replacement names a group that the expression does not have; it has %u", count - 1);
  }
  if (ends[2 * number] != PCRE2_UNSET) buf_add(out, str_slice(rewriting->text, ends[2 * number], ends[2 * number + 1]));
  return OK;
}

/* Behind a dollar: $, digits, or a name in braces. */
static Err add_reference(Rewriting *rewriting, Buf *out, size_t *at) {
  Str text = rewriting->replacement;
  size_t from = *at, end = from;
  bool is_braced = from < text.len && text.ptr[from] == '{';
  int64_t number;
  if (is_braced) end = ++from;
  while (end < text.len && (is_braced ? byte_is_word(text.ptr[end]) : byte_is_digit(text.ptr[end]) && end - from < 2)) end++;
  Str name = str_slice(text, from, end);
  if (!name.len || (is_braced && (end == text.len || text.ptr[end] != '}'))) {
    return job_fail(rewriting->job, ERR_USAGE, "in a replacement $1 and ${name} stand for groups and $$ for a dollar");
  }
  *at = end + is_braced;
  if (str_to_int(name, &number)) return add_group(rewriting, out, number > INT16_MAX ? INT16_MAX : (int)number);
  return add_group(rewriting, out, pcre2_substring_number_from_name(rewriting->code, (PCRE2_SPTR)str_to_c(rewriting->job->arena, name)));
}

static Err expand(Rewriting *rewriting, Str *ret_text) {
  Str text = rewriting->replacement;
  Buf out;
  buf_init(&out, rewriting->job->arena, REWRITTEN_MAX);
  for (size_t i = 0; i < text.len;) {
    if (text.ptr[i] != '$') {
      buf_add_byte(&out, text.ptr[i++]);
    } else if (i + 1 < text.len && text.ptr[i + 1] == '$') {
      buf_add_byte(&out, '$');
      i += 2;
    } else {
      i++;
      TRY(add_reference(rewriting, &out, &i));
    }
  }
  rewriting->bytes += out.len;
  if (out.overflow || rewriting->bytes > REWRITTEN_MAX) return job_fail(rewriting->job, ERR_TOO_LARGE, "the replacements come to more than %zu MB", REWRITTEN_MAX >> 20);
  *ret_text = buf_str(&out);
  return OK;
}

/* ---- matching ---- */

static Err add_match(Rewriting *rewriting) {
  PCRE2_SIZE *ends = pcre2_get_ovector_pointer(rewriting->match);
  Str text;
  TRY(expand(rewriting, &text));
  *vec_add(rewriting->job->arena, &rewriting->found) =
      (TextRewrite){.range = {(uint32_t)ends[0], (uint32_t)(ends[1] < ends[0] ? ends[0] : ends[1])}, .text = text};
  return OK;
}

/* Matches that follow each other; an empty one moves on by a character. */
static Err find_all(Rewriting *rewriting) {
  Str text = rewriting->text;
  size_t at = 0;
  while (at <= text.len) {
    TRY(job_check(rewriting->job));
    int found = pcre2_match(rewriting->code, (PCRE2_SPTR)text.ptr, text.len, at, 0, rewriting->match, rewriting->limits);
    if (found == PCRE2_ERROR_NOMATCH) return OK;
    if (found < 0) {
      return job_fail(rewriting->job, ERR_UNAVAILABLE, "the regular expression takes too many steps; make it simpler: no nested repetition");
    }
    TRY(add_match(rewriting));
    Range range = vec_last(&rewriting->found)->range;
    at = range.to > at || range.to > range.from ? range.to : at;
    if (range.to == range.from) {
      at++;
      while (at < text.len && ((unsigned char)text.ptr[at] & 0xC0) == 0x80) at++;
    }
  }
  return OK;
}

Err text_rewrite(Job *job, const TextRewriting *what, Str text, TextRewrites *ret_found) {
  Rewriting rewriting = {.job = job, .replacement = what->replacement, .text = text};
  Err err = compile(&rewriting, what->pattern, what->letters);
  if (!err) err = find_all(&rewriting);
  clear(&rewriting);
  TRY(err);
  *ret_found = rewriting.found;
  return OK;
}
