/* Bound: which value of a call goes into which column, where the call is given a
 * statement with places for values and the values behind it. Read from the text, as
 * the graph knows of the statement only what it names. */
#include "src/query/uses/tokens_internal.h"

#define BACK_MAX 4000 /* bytes of a statement that are gone back over */

/* A statement as it stands in the text, and what stands behind it in the call. */
typedef struct Statement {
  const QueryTokens *tokens;
  Str text;        /* from the first of its strings to the last */
  uint32_t last;   /* token that ends it */
  uint32_t opener; /* the bracket of the call */
} Statement;

static bool is_word_at(Str text, size_t at, const char *word) {
  size_t len = strlen(word);
  if (at + len > text.len || !str_eq_ignore_case(str_slice(text, at, at + len), str_from_c(word))) return false;
  return (!at || !byte_is_word(text.ptr[at - 1])) && (at + len == text.len || !byte_is_word(text.ptr[at + len]));
}

/* ---- statements ---- */

static size_t find_word(Str text, const char *word, size_t from) {
  for (size_t i = from; i < text.len; i++) {
    if (is_word_at(text, i, word)) return i;
  }
  return STR_NONE;
}

/* "update the state" is none. */
static bool is_statement(Str string) {
  size_t at = 0;
  while (at < string.len && !byte_is_letter(string.ptr[at])) at++;
  bool begins = is_word_at(string, at, "UPDATE") || is_word_at(string, at, "INSERT") || is_word_at(string, at, "REPLACE") ||
                is_word_at(string, at, "WITH") || is_word_at(string, at, "MERGE");
  return begins && (find_word(string, "SET", at) != STR_NONE || find_word(string, "INTO", at) != STR_NONE);
}

static uint32_t argument_end(const QueryTokens *tokens, uint32_t from, uint32_t opener) {
  uint32_t at = from, end = tokens->items[opener].pair;
  while (at < end && !(tokens->items[at].open == opener && query_token_is(tokens, at, ","))) at++;
  return at;
}

/* The statement that the bracket's call is given as one of its arguments. */
static bool find_statement(const QueryTokens *tokens, uint32_t opener, Statement *ret_statement) {
  uint32_t end = opener < tokens->len ? tokens->items[opener].pair : QUERY_TOKEN_NONE;
  if (end == QUERY_TOKEN_NONE || !query_token_is(tokens, opener, "(")) return false;
  for (uint32_t at = opener + 1; at < end; at = argument_end(tokens, at, opener) + 1) {
    if (tokens->items[at].kind != QUERY_TOKEN_STRING || !is_statement(query_token_text(tokens, at))) continue;
    uint32_t last = argument_end(tokens, at, opener) - 1;
    *ret_statement = (Statement){tokens, str_slice(tokens->text, tokens->items[at].from, tokens->items[last].to), last, opener};
    return true;
  }
  return false;
}

/* ---- places in a statement ---- */

/* The word before decides what names are for; before SET there is the UPDATE that it
 * belongs to, with at most a table between. */
bool query_bound_is_set(Str text, size_t at) {
  static const char *const words[] = {"WHERE", "AND", "OR", "ON", "WHEN", "HAVING", "VALUES", "FROM", "BY", "SELECT", "CASE", "THEN"};
  enum { TABLE_MAX = 200 };
  size_t most = at > BACK_MAX ? at - BACK_MAX : 0, set = STR_NONE;
  for (size_t i = at; i-- > most && text.ptr[i] != ';';) {
    if (set != STR_NONE && set - i > TABLE_MAX) return false;
    if (set != STR_NONE && is_word_at(text, i, "UPDATE")) return true;
    if (set == STR_NONE && is_word_at(text, i, "SET")) set = i;
    for (size_t k = 0; set == STR_NONE && k < COUNT_OF(words); k++) {
      if (is_word_at(text, i, words[k])) return false;
    }
  }
  return false;
}

/* Places in lists cannot be counted where a comment has commas. */
static bool has_odd_comment(Str text) {
  for (size_t i = 0; i + 1 < text.len; i++) {
    if (text.ptr[i] != '-' || text.ptr[i + 1] != '-') continue;
    for (; i < text.len && text.ptr[i] != '\n'; i++) {
      if (strchr(",()", text.ptr[i])) return true;
    }
  }
  return false;
}

static Str without_comments(Str item) {
  while (str_starts_with(item, STR("--"))) {
    size_t line = str_find_byte(item, '\n');
    item = line == STR_NONE ? STR_EMPTY : str_trim(str_slice(item, line, item.len));
  }
  return item;
}

/* The bracket around a place, and how many commas stand between: its place in a
 * list. STR_NONE: there is none. */
static size_t list_around(Str text, size_t at, size_t *ret_nth) {
  int depth = 0;
  size_t most = at > BACK_MAX ? at - BACK_MAX : 0;
  *ret_nth = 0;
  for (size_t i = at; i-- > most;) {
    if (text.ptr[i] == ')') depth++;
    if (text.ptr[i] == '(' && depth-- == 0) return i;
    if (text.ptr[i] == ',' && !depth) ++*ret_nth;
  }
  return STR_NONE;
}

/* One of a list that begins behind its bracket. */
static Str list_item(Str text, size_t open, size_t nth) {
  int depth = 0;
  size_t from = open + 1;
  for (size_t i = open + 1; i < text.len; i++) {
    bool is_end = text.ptr[i] == ')' && !depth;
    if (is_end || (text.ptr[i] == ',' && !depth)) {
      if (!nth--) return without_comments(str_trim(str_slice(text, from, i)));
      if (is_end) break;
      from = i + 1;
    }
    depth += (text.ptr[i] == '(') - (text.ptr[i] == ')');
  }
  return STR_EMPTY;
}

static size_t skip_blanks(Str text, size_t at) {
  while (at < text.len && byte_is_blank(text.ptr[at])) at++;
  return at;
}

/* `INSERT INTO t (a, b) VALUES (…)`: the bracket of the columns, and that of the
 * first values. */
static bool find_lists(Str text, size_t *ret_columns, size_t *ret_values) {
  if (has_odd_comment(text)) return false;
  size_t into = find_word(text, "INTO", 0), values = into == STR_NONE ? STR_NONE : find_word(text, "VALUES", into);
  if (values == STR_NONE) return false;
  size_t columns = into;
  while (columns < values && text.ptr[columns] != '(') columns++;
  *ret_columns = columns;
  *ret_values = skip_blanks(text, values + 6);
  return columns < values && *ret_values < text.len && text.ptr[*ret_values] == '(';
}

/* The column that what stands at a place is written to. */
static Str column_at(Str text, size_t at) {
  size_t before = at, nth, columns, values;
  while (before && byte_is_blank(text.ptr[before - 1])) before--;
  if (before && text.ptr[before - 1] == '=' && query_bound_is_set(text, at)) {
    size_t end = before - 1;
    while (end && byte_is_blank(text.ptr[end - 1])) end--;
    size_t from = end;
    while (from && byte_is_word(text.ptr[from - 1])) from--;
    return str_slice(text, from, end);
  }
  size_t open = list_around(text, at, &nth);
  if (open == STR_NONE || !find_lists(text, &columns, &values) || open < values) return STR_EMPTY;
  return list_item(text, columns, nth);
}

/* ---- placeholders ---- */

/* `$3`, or the third `?` or `%s`; STR_NONE: it has none. */
static size_t find_placeholder(Str text, size_t nth) {
  size_t seen = 0;
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '$' && i + 1 < text.len && byte_is_digit(text.ptr[i + 1])) {
      size_t number = 0, end = i + 1;
      while (end < text.len && end < i + 5 && byte_is_digit(text.ptr[end])) number = number * 10 + (size_t)(text.ptr[end++] - '0');
      if (number == nth) return i;
      continue;
    }
    bool is_one = text.ptr[i] == '?' || (text.ptr[i] == '%' && i + 1 < text.len && text.ptr[i + 1] == 's');
    if (is_one && ++seen == nth) return i;
  }
  return STR_NONE;
}

/* Which one it is, from 1; 0: it is none. */
static size_t placeholder_number(Str text, Str value) {
  if (!value.len || !strchr("$?%", value.ptr[0])) return 0;
  for (size_t nth = 1; nth < 100; nth++) {
    size_t at = find_placeholder(text, nth);
    if (at != STR_NONE && text.ptr + at == value.ptr) return nth;
  }
  return 0;
}

/* Values come one by one, or together in a list. */
static uint32_t values_from(const Statement *statement, uint32_t *ret_opener) {
  const QueryTokens *tokens = statement->tokens;
  uint32_t first = statement->last + 2;
  bool is_list = (query_token_is(tokens, first, "(") || query_token_is(tokens, first, "[")) && tokens->items[first].pair != QUERY_TOKEN_NONE &&
                 tokens->items[first].pair + 1 >= tokens->items[statement->opener].pair;
  *ret_opener = is_list ? first : statement->opener;
  return is_list ? first + 1 : first;
}

static Str argument(const Statement *statement, size_t nth) {
  const QueryTokens *tokens = statement->tokens;
  uint32_t opener, at = values_from(statement, &opener), end = tokens->items[opener].pair;
  for (size_t i = 1; i < nth && at < end; i++) at = argument_end(tokens, at, opener) + 1;
  if (at >= end) return STR_EMPTY;
  uint32_t last = argument_end(tokens, at, opener);
  return last > at ? str_slice(tokens->text, tokens->items[at].from, tokens->items[last - 1].to) : STR_EMPTY;
}

/* ---- both ways ---- */

Str query_bound_column(const QueryTokens *tokens, uint32_t number) {
  uint32_t opener = tokens->items[number].open, from;
  Statement statement;
  for (int i = 0; i < 2 && opener != QUERY_TOKEN_NONE; i++, opener = tokens->items[opener].open) {
    if (!find_statement(tokens, opener, &statement)) continue;
    uint32_t list, at = values_from(&statement, &list);
    if (number < at || list != tokens->items[number].open) return STR_EMPTY; /* before it, or inside of another value */
    size_t nth = 1;
    for (from = at; from < number; from = argument_end(tokens, from, list) + 1) {
      if (argument_end(tokens, from, list) >= number) break;
      nth++;
    }
    size_t placeholder = find_placeholder(statement.text, nth);
    return placeholder == STR_NONE ? STR_EMPTY : column_at(statement.text, placeholder);
  }
  return STR_EMPTY;
}

static size_t word_end(Str text, size_t at) {
  while (at < text.len && byte_is_word(text.ptr[at])) at++;
  return at;
}

/* Where a value of SET ends: at a comma, or with the clause. */
static size_t value_end(Str text, size_t from) {
  int depth = 0;
  size_t to = from;
  for (; to < text.len && text.ptr[to] != ';' && !(text.ptr[to] == ',' && !depth); to++) {
    depth += (text.ptr[to] == '(') - (text.ptr[to] == ')');
    if (depth < 0 || (!depth && (is_word_at(text, to, "WHERE") || is_word_at(text, to, "RETURNING") || is_word_at(text, to, "FROM")))) break;
  }
  return to;
}

static Str value_behind(Str text, size_t at) {
  size_t columns, values, nth, end = skip_blanks(text, word_end(text, at));
  if (end < text.len && text.ptr[end] == '=') {
    size_t from = skip_blanks(text, end + 1), to = value_end(text, from);
    Str value = str_trim(str_slice(text, from, to));
    while (value.len && strchr("`\"", value.ptr[value.len - 1])) value.len--; /* the string's own end */
    return str_trim(value);
  }
  if (list_around(text, at, &nth) == STR_NONE || !find_lists(text, &columns, &values) || list_around(text, at, &nth) != columns) return STR_EMPTY;
  return list_item(text, values, nth);
}

/* The statement that the byte stands in, and where in it. */
static bool statement_at(const QueryTokens *tokens, uint32_t at, Statement *ret_statement, bool *ret_given, size_t *ret_from) {
  uint32_t number = query_token_at(tokens, at);
  if (number == QUERY_TOKEN_NONE || tokens->items[number].kind != QUERY_TOKEN_STRING) return false;
  *ret_given = tokens->items[number].open != QUERY_TOKEN_NONE && find_statement(tokens, tokens->items[number].open, ret_statement);
  if (!*ret_given) *ret_statement = (Statement){.tokens = tokens, .text = query_token_text(tokens, number)};
  const char *place = tokens->text.ptr + at;
  if (place < ret_statement->text.ptr || place >= ret_statement->text.ptr + ret_statement->text.len) return false;
  *ret_from = (size_t)(place - ret_statement->text.ptr);
  return true;
}

size_t query_bound_columns(const QueryTokens *tokens, uint32_t at, Str *ret_columns, size_t max) {
  Statement statement;
  bool is_given;
  size_t from, count = 0;
  if (!statement_at(tokens, at, &statement, &is_given, &from)) return 0;
  Str text = statement.text;
  size_t next = skip_blanks(text, word_end(text, from));
  if (next < text.len && text.ptr[next] == '(' && !has_odd_comment(text)) { /* INTO t (a, b) */
    Str item;
    while (count < max && (item = list_item(text, next, count)).len) ret_columns[count++] = item;
    return count;
  }
  if (!is_word_at(text, next, "SET")) return 0;
  next = skip_blanks(text, next + 3);
  while (count < max) {
    size_t end = word_end(text, next), sign = skip_blanks(text, end);
    if (end == next || sign >= text.len || text.ptr[sign] != '=') break;
    ret_columns[count++] = str_slice(text, next, end);
    next = value_end(text, sign + 1);
    if (next >= text.len || text.ptr[next] != ',') break;
    next = skip_blanks(text, next + 1);
  }
  return count;
}

Str query_bound_value(const QueryTokens *tokens, uint32_t at) {
  Statement statement;
  bool is_given;
  size_t from;
  if (!statement_at(tokens, at, &statement, &is_given, &from)) return STR_EMPTY;
  Str value = value_behind(statement.text, from);
  size_t nth = is_given ? placeholder_number(statement.text, value) : 0;
  if (nth) return argument(&statement, nth);
  return value.len && strchr("$?%:@", value.ptr[0]) ? STR_EMPTY : value; /* one that is bound elsewhere */
}
