/* Takes secrets out of texts that are written down. It looks for what secrets
 * stand beside and what well-known ones look like; a secret without either is
 * not known as one. Too much taken out costs a reader little, too little costs
 * the user much. */
#include <ctype.h>

#include "src/app/serving/audit_internal.h"

static const char redacted[] = "[redacted]";

/* Parts of names whose values nobody should read, in lower case. */
static const char *const secret_names[] = {"password", "passwd", "passphrase", "secret", "token", "apikey", "api_key", "api-key",
                                           "access_key", "accesskey", "private_key", "privatekey", "credential", "authorization"};
/* How tokens of well-known services begin. */
static const char *const token_heads[] = {"ghp_", "gho_", "ghs_", "ghu_", "ghr_", "github_pat_", "glpat-", "sk-", "sk_live_", "rk_live_", "xoxb-",
                                          "xoxp-", "xoxa-", "AKIA", "ASIA", "AIza", "npm_", "pypi-", "fathom_", "eyJ"};
/* And those of HTTP headers, with what separates them from the value. */
static const char *const schemes[] = {"Bearer ", "bearer ", "Basic ", "basic "};

enum { TOKEN_LEAST = 12, BARE_LEAST = 8 };

/* The text, how far it was read, and what came out so far. */
typedef struct Reading {
  Str text;
  size_t at;
  Buf *out;
} Reading;

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '-'; }
static bool is_token(char c) { return is_word(c) || c == '.' || c == '+' || c == '/' || c == '=' || c == '~'; }

static Str rest_of(const Reading *reading) { return str_slice(reading->text, reading->at, reading->text.len); }

static size_t length_of(Str text, bool (*belongs)(char)) {
  size_t len = 0;
  while (len < text.len && belongs(text.ptr[len])) len++;
  return len;
}

/* Stands in place of `len` bytes. */
static void take_out(Reading *reading, size_t len) {
  buf_add_c(reading->out, redacted);
  reading->at += len;
}

static void keep(Reading *reading, size_t len) {
  buf_add(reading->out, str_slice(reading->text, reading->at, reading->at + len));
  reading->at += len;
}

/* ---- values that tell themselves ---- */

/* Up to the end of its last line; a block without an end takes everything,
 * since what follows may be its rest. */
static bool take_key_block(Reading *reading) {
  Str rest = rest_of(reading);
  if (!str_starts_with(rest, STR("-----BEGIN ")) || str_find(str_head(rest, 80), STR("PRIVATE KEY")) == STR_NONE) return false;
  size_t end = str_find(rest, STR("-----END "));
  if (end == STR_NONE) return take_out(reading, rest.len), true;
  Str tail = str_slice(rest, end, rest.len);
  size_t newline = str_find_byte(tail, '\n');
  take_out(reading, end + (newline == STR_NONE ? tail.len : newline));
  return true;
}

/* Long enough to be one: a short word that happens to begin so is kept. */
static bool take_known_token(Reading *reading) {
  Str rest = rest_of(reading);
  for (size_t i = 0; i < COUNT_OF(token_heads); i++) {
    if (!str_starts_with(rest, str_from_c(token_heads[i]))) continue;
    size_t len = length_of(rest, is_token);
    if (len < TOKEN_LEAST) continue;
    take_out(reading, len);
    return true;
  }
  return false;
}

static bool take_scheme(Reading *reading) {
  Str rest = rest_of(reading);
  for (size_t i = 0; i < COUNT_OF(schemes); i++) {
    Str head = str_from_c(schemes[i]);
    if (!str_starts_with(rest, head)) continue;
    size_t len = length_of(str_slice(rest, head.len, rest.len), is_token);
    if (len < BARE_LEAST) continue;
    keep(reading, head.len);
    take_out(reading, len);
    return true;
  }
  return false;
}

/* "://user:password@host": both go. */
static bool take_userinfo(Reading *reading) {
  Str rest = rest_of(reading);
  if (!str_starts_with(rest, STR("://"))) return false;
  size_t end = 3;
  while (end < rest.len && rest.ptr[end] != '/' && rest.ptr[end] != '@' && !isspace((unsigned char)rest.ptr[end]) && rest.ptr[end] != '"') end++;
  bool has_secret = end < rest.len && rest.ptr[end] == '@' && str_find_byte(str_slice(rest, 3, end), ':') != STR_NONE;
  if (!has_secret) return false;
  keep(reading, 3);
  take_out(reading, end - 3);
  return true;
}

/* ---- values that a name tells ---- */

static bool is_secret_name(Str word) {
  for (size_t i = 0; i < COUNT_OF(secret_names); i++) {
    Str part = str_from_c(secret_names[i]);
    for (size_t at = 0; at + part.len <= word.len; at++) {
      if (str_eq_ignore_case(str_slice(word, at, at + part.len), part)) return true;
    }
  }
  return false;
}

/* Quotes, white space, one of : = or => between a name and its value. */
static size_t separator_length(Str text) {
  size_t at = 0;
  if (at < text.len && (text.ptr[at] == '"' || text.ptr[at] == '\'')) at++;
  while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t')) at++;
  if (at >= text.len || (text.ptr[at] != ':' && text.ptr[at] != '=')) return 0;
  while (at < text.len && (text.ptr[at] == ':' || text.ptr[at] == '=' || text.ptr[at] == '>')) at++;
  while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t')) at++;
  return at;
}

/* A string is taken whole. A bare word is code more often than not
 * (`token = next_token()`), unless digits make it look like none. */
static size_t value_length(Str text, size_t *ret_skip) {
  *ret_skip = 0;
  if (text.len && (text.ptr[0] == '"' || text.ptr[0] == '\'' || text.ptr[0] == '`')) {
    size_t end = str_find_byte(str_slice(text, 1, text.len), text.ptr[0]);
    *ret_skip = 1;
    return end == STR_NONE ? text.len - 1 : end;
  }
  size_t len = length_of(text, is_token);
  bool has_digit = false;
  for (size_t i = 0; i < len; i++) has_digit |= isdigit((unsigned char)text.ptr[i]) != 0;
  return len >= BARE_LEAST && has_digit ? len : 0;
}

/* `name = value` in any of the usual spellings; the name stays, so that a
 * reader sees what was there. */
static bool take_named(Reading *reading) {
  Str rest = rest_of(reading);
  size_t word = length_of(rest, is_word);
  if (!word || !is_secret_name(str_slice(rest, 0, word))) return false;
  Str after = str_slice(rest, word, rest.len);
  size_t between = separator_length(after);
  size_t skip, len = between ? value_length(str_slice(after, between, after.len), &skip) : 0;
  if (!len) return false;
  keep(reading, word + between + skip);
  take_out(reading, len);
  return true;
}

/* Words are taken or kept whole, so that nothing is found in the middle of one. */
Str app_redact(Arena *arena, Str text) {
  Buf out;
  buf_init(&out, arena, text.len * 12 + 64);
  Reading reading = {.text = text, .out = &out};
  while (reading.at < text.len) {
    if (take_key_block(&reading) || take_userinfo(&reading) || take_known_token(&reading) || take_scheme(&reading) || take_named(&reading)) continue;
    size_t word = length_of(rest_of(&reading), is_word);
    keep(&reading, word ? word : 1);
  }
  return buf_str(&out);
}
