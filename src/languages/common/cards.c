/* Punched cards: what stands in the first column makes a comment, columns up to the
 * fifth hold a label, the sixth says that the card continues the one before, and what
 * is behind the 72nd is a number. Nothing in a file's text says that it is in this
 * form, so that is told by its lines. */
#include "src/languages/common/cards_internal.h"

enum { LABEL = 5, LAST = 72, WHOLE = 80 };

static bool is_comment(Str line) { return line.len && strchr("cC*!dD#", line.ptr[0]); }

/* Code before the column where cards have it; in a line with a tab columns are not counted. */
static bool is_too_early(Str line) {
  for (size_t i = 0; i < LABEL && i < line.len; i++) {
    if (line.ptr[i] == '\t' || line.ptr[i] == '!' || line.ptr[i] == '\r') return false;
    if (line.ptr[i] != ' ' && !byte_is_digit(line.ptr[i])) return true;
  }
  return false;
}

/* Where the sign stands that continues the line before; 0: nowhere. */
static size_t continued_at(Str line) {
  if (is_comment(line)) return 0;
  if (line.len > 1 && line.ptr[0] == '\t') return line.ptr[1] > '0' && line.ptr[1] <= '9' ? 1 : 0;
  if (line.len <= LABEL || !str_starts_with(line, STR("     "))) return 0;
  return strchr(" 0\r\t!", line.ptr[LABEL]) ? 0 : LABEL;
}

/* All code is where cards have it, and some line is a card that free form has not. */
static bool is_cards(Str text) {
  bool has_sign = false;
  for (Str rest = text; rest.len;) {
    Str line = str_cut(&rest, '\n');
    if (!is_comment(line) && is_too_early(line)) return false;
    has_sign |= continued_at(line) || (is_comment(line) && line.ptr[0] != '!' && line.ptr[0] != '#');
  }
  return has_sign;
}

/* A card's number and a comment behind the code: a following line is joined to this one. */
static void blank_end(char *copy, Str line) {
  char quote = 0;
  bool is_card = line.len <= WHOLE && !memchr(line.ptr, '\t', line.len);
  for (size_t i = 0, end = line.len; i < line.len; i++) {
    char c = line.ptr[i];
    if (quote ? c == quote : c == '\'' || c == '"') quote = quote ? 0 : c;
    if (end == line.len && ((c == '!' && !quote && i != LABEL) || (is_card && i >= LAST))) end = i;
    if (i >= end && c != '\r') copy[i] = ' ';
  }
}

Str language_read_cards(Arena *arena, Str text) {
  if (!is_cards(text)) return text;
  char *copy = str_to_c(arena, text);
  size_t code_end = 0;
  for (Str rest = text; rest.len;) {
    Str line = str_cut(&rest, '\n');
    if (!line.len) continue; /* no place in the text */
    size_t from = (size_t)(line.ptr - text.ptr), sign = continued_at(line);
    if (is_comment(line)) {
      if (line.ptr[0] != '#') copy[from] = '!';
      continue;
    }
    if (!str_trim(line).len) continue;
    blank_end(copy + from, line);
    if (sign) copy[from + sign] = ' ';
    if (sign && code_end) memset(copy + code_end, ' ', from - code_end);
    code_end = from + line.len;
  }
  return (Str){copy, text.len};
}

/* ---- words ---- */

bool language_is_of_card_word(char c) { return byte_is_plain(c) || c == '-'; }

/* A line for debugging is a comment, too. */
static bool is_remark(Str text, size_t line) {
  enum { SIGN = 6 };
  return line + SIGN < text.len && strchr("*/Dd", text.ptr[line + SIGN]) && !memchr(text.ptr + line, '\n', SIGN + 1);
}

bool language_card_word(LanguageCards *cards, Str *ret_word) {
  char quote = 0;
  for (; cards->at < cards->text.len; cards->at++) {
    char c = cards->text.ptr[cards->at];
    if (c == '\n') cards->line = cards->at + 1, quote = 0;
    if (is_remark(cards->text, cards->line)) continue;
    if (quote ? c == quote : c == '"' || c == '\'') quote = quote ? 0 : c;
    if (quote || !language_is_of_card_word(c)) continue;
    size_t from = cards->at;
    while (cards->at < cards->text.len && language_is_of_card_word(cards->text.ptr[cards->at])) cards->at++;
    *ret_word = str_slice(cards->text, from, cards->at);
    return true;
  }
  return false;
}

size_t language_card_end(Str text, size_t at) {
  bool inside = false;
  for (; at < text.len && (inside || text.ptr[at] != '.'); at++) {
    if (str_starts_with(str_slice(text, at, text.len), STR("=="))) inside = !inside, at++;
  }
  return at < text.len ? at + 1 : text.len;
}

void language_take_out(char *copy, size_t from, size_t to, Str instead) {
  for (size_t i = from; i < to; i++) copy[i] = copy[i] == '\n' ? '\n' : ' ';
  bool has_room = instead.len && to - from >= instead.len && !memchr(copy + from, '\n', instead.len);
  if (has_room) memcpy(copy + from, instead.ptr, instead.len);
}
