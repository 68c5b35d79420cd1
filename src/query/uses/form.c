/* The manner of a use, by the tokens around it. */
#include "src/query/uses/tokens_internal.h"

#define OUT_MAX 12  /* brackets that are gone out of */
#define BACK_MAX 64 /* operands of a list that are gone back over */
#define KEY_MAX 80  /* bytes of a string that can be a name */
#define BLANKS_MAX 3
#define INSIDE_MAX 200 /* tokens looked at for a name inside an argument */

static const char *const form_words[][2] = {
#define QUERY_USE_ROW(form, word, title) {word, title},
    QUERY_USE_FORMS(QUERY_USE_ROW)
#undef QUERY_USE_ROW
};

const char *query_use_word(QueryUseForm form) { return form_words[form][0]; }

const char *query_use_title(QueryUseForm form) { return form_words[form][1]; }

/* From the first to the last token of what is looked at. */
typedef struct Part {
  const QueryTokens *tokens;
  uint32_t first, last;
} Part;

/* Outside of the text there is an empty token. */
static Str word_at(const QueryTokens *tokens, uint32_t number) {
  return number < tokens->len ? query_token_text(tokens, number) : STR_EMPTY;
}

/* `words` have blanks around each of them. */
static bool is_among(Str word, const char *words) {
  for (Str rest = str_from_c(words); rest.len;) {
    if (str_eq(str_cut(&rest, ' '), word)) return word.len > 0;
  }
  return false;
}

static bool touches(const QueryTokens *tokens, uint32_t number) { /* the one before, without a blank */
  return number > 0 && number < tokens->len && tokens->items[number - 1].to == tokens->items[number].from;
}

/* A word, string, number or bracket that a value may end with. */
static bool ends_value(const QueryTokens *tokens, uint32_t number) {
  if (number >= tokens->len) return false;
  Str word = word_at(tokens, number);
  if (tokens->items[number].kind != QUERY_TOKEN_SIGN) {
    return !is_among(word, "return case when if while else in not and or is await yield throw raise new match switch elif of");
  }
  return str_eq_c(word, ")") || str_eq_c(word, "]") || str_eq_c(word, "}");
}

static bool is_step(const QueryTokens *tokens, uint32_t number) {
  Str sign = word_at(tokens, number);
  if (is_among(sign, ". :: ?.")) return true;
  return str_eq_c(sign, "->") && touches(tokens, number) && touches(tokens, number + 1); /* else an arm's arrow */
}

/* The first token of the value that ends with `last`: `a.b(x)[i].name`. */
static uint32_t value_begin(const QueryTokens *tokens, uint32_t last) {
  uint32_t first = last;
  for (unsigned i = 0; i < BACK_MAX; i++) {
    const QueryToken *token = &tokens->items[first];
    bool is_closing = token->kind == QUERY_TOKEN_SIGN && token->pair != QUERY_TOKEN_NONE && token->pair < first;
    if (is_closing) {
      first = token->pair;
      if (!first || !touches(tokens, first) || !ends_value(tokens, first - 1)) break;
      first--;
    } else if (first >= 2 && is_step(tokens, first - 1) && ends_value(tokens, first - 2)) {
      first -= 2;
    } else {
      break;
    }
  }
  return first;
}

/* `&x`, `!x`, `*x`: signs that belong to it, not between it and another. */
static uint32_t with_signs(const QueryTokens *tokens, uint32_t first) {
  while (first && is_among(word_at(tokens, first - 1), "& * ! ~ - ... new await") && !(first >= 2 && ends_value(tokens, first - 2))) first--;
  return first;
}

/* The last token of what is reached through it: `name[i].field`. */
static uint32_t value_end(const QueryTokens *tokens, uint32_t last) {
  for (unsigned i = 0; i < BACK_MAX; i++) {
    uint32_t next = last + 1;
    bool is_element = query_token_is(tokens, next, "[") && touches(tokens, next) && tokens->items[next].pair != QUERY_TOKEN_NONE;
    if (is_element) last = tokens->items[next].pair;
    else if (is_step(tokens, next) && next + 1 < tokens->len && tokens->items[next + 1].kind == QUERY_TOKEN_WORD) last = next + 1;
    else break;
  }
  return last;
}

/* An alternative of `condition ? a : b` goes where the whole goes. */
static uint32_t over_condition(const QueryTokens *tokens, uint32_t first) {
  uint32_t open = tokens->items[first].open, at = first;
  bool has_question = false;
  if (!first || !is_among(word_at(tokens, first - 1), "? :")) return first;
  for (unsigned i = 0; i < BACK_MAX && at; i++) {
    const QueryToken *before = &tokens->items[at - 1];
    if (before->kind == QUERY_TOKEN_SIGN && before->pair != QUERY_TOKEN_NONE && before->pair < at - 1) {
      at = before->pair;
      continue;
    }
    if (before->open != open || is_among(word_at(tokens, at - 1), "= := , ; => return += ( [ {")) break;
    has_question |= query_token_is(tokens, at - 1, "?");
    at--;
  }
  return has_question ? at : first;
}

/* The whole value around the name, and what it is one of: `A | B`. */
static Part value_around(const QueryTokens *tokens, uint32_t number) {
  Part part = {tokens, with_signs(tokens, value_begin(tokens, number)), value_end(tokens, number)};
  for (unsigned i = 0; i < BACK_MAX && part.first >= 2 && is_among(word_at(tokens, part.first - 1), "| +"); i++) {
    if (!ends_value(tokens, part.first - 2)) break;
    part.first = with_signs(tokens, value_begin(tokens, part.first - 2));
  }
  part.first = over_condition(tokens, part.first);
  return part;
}

/* ---- brackets ---- */

static bool is_list_word(Str word) { return is_among(word, "= := ( , { [ : ? return || ?? => +="); }

/* `{` that values stand in, not statements. */
static bool is_initialiser(const QueryTokens *tokens, uint32_t opener) {
  const QueryToken *token = &tokens->items[opener];
  Str before = word_at(tokens, opener - 1);
  if (!opener || token->ends_statements) return false;
  if (str_eq_c(before, "=>")) return false; /* a function's body */
  if (is_list_word(before)) return true;
  return touches(tokens, opener) && ends_value(tokens, opener - 1) && !str_eq_c(before, "]");
}

/* `[` behind a value: an element of it. Else a list. */
static bool is_subscript(const QueryTokens *tokens, uint32_t opener) { return opener && touches(tokens, opener) && ends_value(tokens, opener - 1); }

/* What a bracket's call is a call of; empty: it is no call. */
static Str called(const QueryTokens *tokens, uint32_t opener) {
  if (!query_token_is(tokens, opener, "(") || !opener || !ends_value(tokens, opener - 1)) return STR_EMPTY;
  if (tokens->items[opener - 1].kind != QUERY_TOKEN_WORD || is_among(word_at(tokens, opener - 1), "for sizeof typeof catch func function defined")) return STR_EMPTY;
  uint32_t first = value_begin(tokens, opener - 1);
  return str_slice(tokens->text, tokens->items[first].from, tokens->items[opener - 1].to);
}

/* ---- names beside it ---- */

/* A route or a command has few words; a message has many, or places to be
 * filled in. */
static bool is_name(Str string) {
  size_t blanks = 0;
  for (size_t i = 0; i < string.len; i++) {
    if (string.ptr[i] == '%' || string.ptr[i] == '\n') return false;
    blanks += string.ptr[i] == ' ';
  }
  return string.len <= KEY_MAX && blanks <= BLANKS_MAX;
}

static Str unquoted(Str string) {
  while (string.len && strchr("\"'`", string.ptr[0])) string = str_slice(string, 1, string.len);
  while (string.len && strchr("\"'`", string.ptr[string.len - 1])) string.len--;
  return is_name(string) ? string : STR_EMPTY;
}

/* The first string directly inside a bracket, else the first in an argument
 * that is itself an initialiser. */
static Str string_in(const QueryTokens *tokens, uint32_t opener, uint32_t before) {
  uint32_t end = tokens->items[opener].pair;
  Str inner = STR_EMPTY;
  if (end == QUERY_TOKEN_NONE || end > before) end = before;
  if (end > tokens->len) end = (uint32_t)tokens->len; /* never closed */
  for (uint32_t i = opener + 1; i < end && i - opener < INSIDE_MAX; i++) {
    const QueryToken *token = &tokens->items[i];
    if (token->kind != QUERY_TOKEN_STRING) continue;
    if (token->open == opener) return unquoted(query_token_text(tokens, i));
    if (inner.len || token->open == QUERY_TOKEN_NONE || tokens->items[token->open].open != opener) continue;
    if (query_token_is(tokens, token->open, "{") && is_initialiser(tokens, token->open)) inner = unquoted(query_token_text(tokens, i));
  }
  return inner;
}

/* `"name": value`, `name: value`, `["name"] = value`, `{"name", value}`. */
static Str key_of(const Part *part, uint32_t opener) {
  const QueryTokens *tokens = part->tokens;
  if (part->first >= 2 && is_among(word_at(tokens, part->first - 1), ": => =")) {
    uint32_t key = part->first - 2;
    if (query_token_is(tokens, key, "]") && tokens->items[key].pair != QUERY_TOKEN_NONE && tokens->items[key].pair + 2 == key) key--;
    if (tokens->items[key].kind == QUERY_TOKEN_STRING) return unquoted(word_at(tokens, key));
    Str first = string_in(tokens, opener, part->first);
    return first.len ? first : word_at(tokens, key);
  }
  Str nearest = STR_EMPTY;
  for (uint32_t i = opener + 1; i < part->first; i++) {
    if (tokens->items[i].kind == QUERY_TOKEN_STRING && tokens->items[i].open == opener) nearest = unquoted(word_at(tokens, i));
  }
  return nearest;
}

/* The variable that the outermost initialiser is the value of. */
static Str table_name(const QueryTokens *tokens, uint32_t opener) {
  for (unsigned i = 0; i < OUT_MAX; i++) {
    uint32_t outer = tokens->items[opener].open;
    if (outer == QUERY_TOKEN_NONE || !is_among(word_at(tokens, outer), "{ [") || (query_token_is(tokens, outer, "{") && !is_initialiser(tokens, outer))) break;
    opener = outer;
  }
  uint32_t at = opener;
  while (at && opener - at < 12 && !is_among(word_at(tokens, at - 1), "= := ; return ( {")) at--; /* over a type: []T{ */
  if (at < 2 || !is_among(word_at(tokens, at - 1), "= :=")) return STR_EMPTY;
  at -= 2;
  while (at && query_token_is(tokens, at, "]") && tokens->items[at].pair != QUERY_TOKEN_NONE && tokens->items[at].pair) at = tokens->items[at].pair - 1;
  if (at >= 2 && query_token_is(tokens, at - 1, ":")) at -= 2; /* name: Type = */
  return tokens->items[at].kind == QUERY_TOKEN_WORD ? word_at(tokens, at) : STR_EMPTY;
}

/* `name: value` and `name = value` in brackets: what gets it. */
static Str slot_of(const Part *part) {
  const QueryTokens *tokens = part->tokens;
  if (part->first < 2 || !is_among(word_at(tokens, part->first - 1), ": =")) return STR_EMPTY;
  return tokens->items[part->first - 2].kind == QUERY_TOKEN_WORD ? word_at(tokens, part->first - 2) : STR_EMPTY;
}

/* ---- judgement ---- */

static bool is_label(const Part *part) {
  const QueryTokens *tokens = part->tokens;
  uint32_t first = part->first;
  for (unsigned i = 0; i < BACK_MAX && first; i++) {
    if (is_among(word_at(tokens, first - 1), "case when")) return true;
    if (!is_among(word_at(tokens, first - 1), ", | or") || first < 2 || !ends_value(tokens, first - 2)) return false;
    first = with_signs(tokens, value_begin(tokens, first - 2));
  }
  return false;
}

/* `for x in name` asks for its elements, not whether one is there. */
static bool is_looped(const Part *part) {
  for (uint32_t i = part->first; i-- > 0 && part->first - i < 16;) {
    if (query_token_is(part->tokens, i, "for")) return true;
  }
  return false;
}

static bool is_compared(const Part *part) {
  static const char signs[] = "== != === !== < > <= >= is instanceof in & && || not and or ?";
  Str before = part->first ? word_at(part->tokens, part->first - 1) : STR_EMPTY, after = word_at(part->tokens, part->last + 1);
  if (str_eq_c(before, "in") && is_looped(part)) return false;
  return is_among(before, signs) || is_among(after, signs) || is_among(before, "if elif while unless");
}

/* In brackets: what they are to it. False: they only hold it together, and
 * what is around them tells. */
static bool look_at_bracket(const Part *part, uint32_t opener, QueryUseSeen *seen) {
  const QueryTokens *tokens = part->tokens;
  Str before = opener ? word_at(tokens, opener - 1) : STR_EMPTY, name = called(tokens, opener);
  if (query_token_is(tokens, opener, "{")) {
    bool is_value = is_initialiser(tokens, opener);
    if (is_value) *seen = (QueryUseSeen){.form = QUERY_USE_STORED, .into = table_name(tokens, opener), .key = key_of(part, opener)};
    return true;
  }
  if (query_token_is(tokens, opener, "[")) {
    if (is_subscript(tokens, opener)) return true;
    uint32_t outer = tokens->items[opener].open;
    uint32_t close = tokens->items[opener].pair;
    bool is_key = close != QUERY_TOKEN_NONE && is_among(word_at(tokens, close + 1), "= :"); /* [NAME] = value */
    if (is_key && outer != QUERY_TOKEN_NONE) *seen = (QueryUseSeen){.form = QUERY_USE_STORED, .into = table_name(tokens, outer)};
    else *seen = (QueryUseSeen){.form = QUERY_USE_STORED, .into = table_name(tokens, opener), .key = key_of(part, opener)};
    return true;
  }
  if (is_among(before, "switch match")) seen->form = QUERY_USE_SWITCHED;
  else if (is_among(before, "if while elif for")) seen->form = QUERY_USE_COMPARED;
  else if (name.len) *seen = (QueryUseSeen){.form = QUERY_USE_PASSED, .into = name, .key = string_in(tokens, opener, UINT32_MAX)};
  else return false;
  return true;
}

/* A function handed to one call inside another, handle("x", guard(f)), is
 * registered by the outer one. */
static void look_for_key(const QueryTokens *tokens, uint32_t opener, QueryUseSeen *seen) {
  for (unsigned i = 0; i < 4 && !seen->key.len && opener != QUERY_TOKEN_NONE; i++) {
    Str name = called(tokens, opener);
    if (!name.len) return;
    Str key = string_in(tokens, opener, UINT32_MAX);
    if (key.len) *seen = (QueryUseSeen){.form = seen->form, .into = name, .key = key};
    opener = tokens->items[opener].open;
  }
}

static bool look_before(const Part *part, uint32_t opener, QueryUseSeen *seen) {
  const QueryTokens *tokens = part->tokens;
  Str before = part->first ? word_at(tokens, part->first - 1) : STR_EMPTY;
  bool in_braces = opener != QUERY_TOKEN_NONE && query_token_is(tokens, opener, "{");
  if (is_label(part) || is_among(before, "switch match")) seen->form = QUERY_USE_SWITCHED;
  else if (str_eq_c(word_at(tokens, part->last + 1), "->") || (in_braces && query_token_is(tokens, part->last + 1, "=>"))) seen->form = QUERY_USE_SWITCHED;
  else if (is_compared(part)) seen->form = QUERY_USE_COMPARED;
  else if (is_among(before, "return yield throw raise")) seen->form = QUERY_USE_RETURNED;
  else if (opener != QUERY_TOKEN_NONE && query_token_is(tokens, opener, "(") && called(tokens, opener).len) return false; /* f(name=x) too */
  else if (in_braces && is_initialiser(tokens, opener)) return false;
  else if (is_among(before, "= := += |= &= -=")) {
    seen->form = QUERY_USE_ASSIGNED;
    if (part->first >= 2) {
      uint32_t first = value_begin(tokens, part->first - 2);
      seen->into = seen->to = str_slice(tokens->text, tokens->items[first].from, tokens->items[part->first - 2].to);
    }
  } else {
    return false;
  }
  return true;
}

/* `value`: where it begins, which a list of values may be around. */
static void look_for_slot(const Part *part, uint32_t value, QueryUseSeen *seen) {
  Str column = query_bound_column(part->tokens, value);
  if (column.len) *seen = (QueryUseSeen){.form = QUERY_USE_PASSED, .into = seen->into, .key = seen->key, .to = column, .is_column = true};
  else seen->to = slot_of(part);
}

/* Outward through brackets that only hold the value together. */
static QueryUseSeen look_at_value(const QueryTokens *tokens, uint32_t number) {
  QueryUseSeen seen = {.form = QUERY_USE_READ};
  Part part = value_around(tokens, number);
  uint32_t value = part.first;
  for (unsigned i = 0; i < OUT_MAX; i++) {
    uint32_t opener = tokens->items[part.first].open;
    if (look_before(&part, opener, &seen)) return seen;
    if (opener == QUERY_TOKEN_NONE) return seen;
    if (look_at_bracket(&part, opener, &seen)) {
      if (seen.form == QUERY_USE_PASSED) look_for_key(tokens, opener, &seen);
      if (seen.form == QUERY_USE_PASSED || seen.form == QUERY_USE_STORED) look_for_slot(&part, value, &seen);
      return seen;
    }
    uint32_t close = tokens->items[opener].pair;
    if (close == QUERY_TOKEN_NONE) return seen;
    part = (Part){tokens, with_signs(tokens, opener), close};
  }
  return seen;
}

static bool has_inner(const QueryTokens *tokens, uint32_t opener) {
  for (uint32_t i = opener + 1; i < tokens->len && i < tokens->items[opener].pair && i - opener < INSIDE_MAX; i++) {
    if (tokens->items[i].open == opener && query_token_is(tokens, i, "{")) return true;
  }
  return false;
}

/* A type that is named where one of it comes to be: T{…}, new(T), malloc of
 * its size, a variable with an initialiser, (T){…}. */
static bool is_making(const QueryTokens *tokens, uint32_t number) {
  uint32_t first = value_begin(tokens, number), after = number + 1;
  Str before = first ? word_at(tokens, first - 1) : STR_EMPTY;
  if (query_token_is(tokens, after, "{") && touches(tokens, after)) {
    if (str_eq_c(before, "]") && !has_inner(tokens, after)) return false; /* an empty list of them */
    return !is_among(before, ") :") && !tokens->items[after].ends_statements;
  }
  if (is_among(before, "struct union")) before = first >= 2 ? word_at(tokens, --first - 1) : STR_EMPTY;
  if (str_eq_c(before, "(") && first >= 2) {
    uint32_t opener = first - 1;
    Str what = word_at(tokens, opener - 1);
    if (str_eq_c(what, "new")) return true;
    if (str_eq_c(what, "sizeof")) {
      uint32_t outer = tokens->items[opener].open;
      return outer != QUERY_TOKEN_NONE && (str_contains(called(tokens, outer), STR("alloc")) || str_contains(called(tokens, outer), STR("ALLOC")));
    }
    if (query_token_is(tokens, after, ")") && query_token_is(tokens, after + 1, "{")) return true;
  }
  if (after + 2 < tokens->len && tokens->items[after].kind == QUERY_TOKEN_WORD) {
    uint32_t sign = after + 1;
    while (query_token_is(tokens, sign, "[") && tokens->items[sign].pair != QUERY_TOKEN_NONE) sign = tokens->items[sign].pair + 1;
    return query_token_is(tokens, sign, "=") && query_token_is(tokens, sign + 1, "{");
  }
  return false;
}

bool query_use_is_told_by_text(uint8_t edge) {
  switch ((EdgeKind)edge) {
    case EDGE_INSTANTIATES: case EDGE_EXTENDS: case EDGE_IMPLEMENTS: case EDGE_DECORATES:
    case EDGE_CALLS: case EDGE_RENDERS: case EDGE_WRITES: return false;
    default: return true;
  }
}

QueryUseSeen query_use_look(const QueryTokens *tokens, QueryUsePlace place) {
  uint32_t number = query_token_at(tokens, place.at);
  bool is_there = number != QUERY_TOKEN_NONE;
  switch ((EdgeKind)place.edge) {
    case EDGE_INSTANTIATES: return (QueryUseSeen){.form = QUERY_USE_MADE};
    case EDGE_EXTENDS: return (QueryUseSeen){.form = QUERY_USE_EXTENDED};
    case EDGE_IMPLEMENTS: return (QueryUseSeen){.form = QUERY_USE_IMPLEMENTED};
    case EDGE_DECORATES: return (QueryUseSeen){.form = QUERY_USE_DECORATED};
    case EDGE_CALLS: case EDGE_RENDERS: return (QueryUseSeen){.form = QUERY_USE_CALLED};
    case EDGE_WRITES: return (QueryUseSeen){.form = QUERY_USE_WRITTEN};
    case EDGE_TYPE_OF: return (QueryUseSeen){.form = is_there && is_making(tokens, number) ? QUERY_USE_MADE : QUERY_USE_TYPED};
    default: break;
  }
  if (!is_there) return (QueryUseSeen){.form = QUERY_USE_READ};
  uint32_t last = place.edge == EDGE_READS ? value_end(tokens, number) : number;
  bool is_called = (place.edge == EDGE_EXPANDS || place.edge == EDGE_READS) && query_token_is(tokens, last + 1, "(") && touches(tokens, last + 1);
  if (is_called) return (QueryUseSeen){.form = QUERY_USE_CALLED};
  if (place.edge == EDGE_REFERENCES && is_making(tokens, number)) return (QueryUseSeen){.form = QUERY_USE_MADE};
  uint32_t opener = tokens->items[number].open;
  bool in_value = opener != QUERY_TOKEN_NONE && query_token_is(tokens, opener, "{") && is_initialiser(tokens, opener);
  if (place.is_field && in_value && is_among(word_at(tokens, number + 1), ": =")) return (QueryUseSeen){.form = QUERY_USE_READ}; /* a pattern that takes it out */
  if (place.is_field && !in_value && is_among(word_at(tokens, number + 1), "= += -= |= &= ++ --")) return (QueryUseSeen){.form = QUERY_USE_WRITTEN};
  return look_at_value(tokens, number);
}

/* `{ a, name: other } = …`: what the member is called from there on; empty: it is
 * not taken. */
static Str taken_as(const QueryTokens *tokens, uint32_t close, Str name) {
  uint32_t open = tokens->items[close].pair;
  if (open == QUERY_TOKEN_NONE || !query_token_is(tokens, close, "}")) return STR_EMPTY;
  for (uint32_t i = open + 1; i < close; i++) {
    if (tokens->items[i].open != open || !str_eq(word_at(tokens, i), name) || !is_among(word_at(tokens, i - 1), "{ ,")) continue;
    return query_token_is(tokens, i + 1, ":") ? word_at(tokens, i + 2) : name;
  }
  return STR_EMPTY;
}

Str query_use_held(const QueryTokens *tokens, uint32_t at, Str name) {
  uint32_t number = query_token_at(tokens, at);
  for (unsigned i = 0; i < OUT_MAX && number != QUERY_TOKEN_NONE; i++) {
    uint32_t first = value_begin(tokens, number);
    bool is_value = first >= 2 && is_among(word_at(tokens, first - 1), "= :=") && tokens->items[first - 2].kind == QUERY_TOKEN_WORD;
    if (is_value) return word_at(tokens, first - 2);
    if (first >= 2 && query_token_is(tokens, first - 1, "=")) return taken_as(tokens, first - 2, name);
    uint32_t opener = tokens->items[number].open;
    if (opener == QUERY_TOKEN_NONE || !opener || !query_token_is(tokens, opener, "(")) return STR_EMPTY;
    number = opener - 1;
  }
  return STR_EMPTY;
}

/* Outward: a block that is no initialiser is a function's body, or a statement
 * within one; what it is an argument of has the name. */
Str query_use_registered(const QueryTokens *tokens, uint32_t at) {
  uint32_t number = query_token_at(tokens, at);
  bool in_body = false;
  if (number == QUERY_TOKEN_NONE) return STR_EMPTY;
  for (uint32_t opener = tokens->items[number].open, i = 0; opener != QUERY_TOKEN_NONE && i < OUT_MAX; opener = tokens->items[opener].open, i++) {
    bool is_brace = query_token_is(tokens, opener, "{");
    if (is_brace && !is_initialiser(tokens, opener)) in_body = true;
    if (!in_body || !called(tokens, opener).len) continue;
    Str key = string_in(tokens, opener, UINT32_MAX);
    if (key.len) return key;
  }
  return STR_EMPTY;
}
