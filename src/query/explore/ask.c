/* Reading a question: its words in the forms they may have in code, what in it
 * is a name or a file, and what is to be looked for as it is written. */
#include <string.h>

#include "src/model/words.h"
#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"
#include "src/text/words.h"

static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

/* ---- tokens ---- */

/* The sign that joins two parts of a name at the start of `rest`: "a.b",
 * "ns::f", "x->y", "dir/file.c"; 0: none. */
static size_t joint(Str rest) {
  if (rest.len > 1 && strchr("./#-", rest.ptr[0]) && byte_is_name(rest.ptr[1])) return 1;
  if (rest.len > 2 && byte_is_name(rest.ptr[2]) && (str_starts_with(rest, STR("::")) || str_starts_with(rest, STR("->")))) return 2;
  return 0;
}

/* Signs are part of a token only between two parts of a name. */
static Str next_token(Str text, size_t *at) {
  while (*at < text.len && !byte_is_name(text.ptr[*at])) (*at)++;
  size_t from = *at;
  while (*at < text.len) {
    size_t sign = byte_is_name(text.ptr[*at]) ? 0 : joint(str_slice(text, *at, text.len));
    if (!sign && !byte_is_name(text.ptr[*at])) break;
    *at += sign + 1;
  }
  return str_slice(text, from, *at);
}

/* Spelled as only names are: a capital inside, an underscore, a qualifier. */
static bool is_spelled_as_name(Str token) {
  bool lower = false;
  if (token.len < 3 || str_eq_ignore_case(token, STR("e.g")) || str_eq_ignore_case(token, STR("i.e"))) return false;
  for (size_t i = 0; i < token.len; i++) {
    char c = token.ptr[i];
    if (c == '_' || c == ':' || c == '>' || c == '.') return true;
    if (is_upper(c) && lower) return true;
    lower = lower || is_lower(c);
  }
  return false;
}

/* "--enable-feature". */
static bool is_option(Str text, Str token) {
  return token.ptr - text.ptr >= 2 && token.ptr[-1] == '-' && token.ptr[-2] == '-' && str_find_byte(token, '-') != STR_NONE;
}

/* What definitions are called here, and files. */
typedef struct Known {
  const TermsState *terms; /* NULL: nothing is known */
} Known;

/* A definition has this very name, whatever its case. */
static bool is_called(const Known *known, Str name) {
  for (size_t s = 0; known->terms && s < 2; s++) {
    for (TermsCursor cursor = query_terms_find(&known->terms->segments[s], text_name_key(name)); query_terms_next(&cursor);) {
      if (cursor.where >> TERMS_NAME_SHIFT & TERMS_NAME_MAX) return true;
    }
  }
  return false;
}

/* `dir/file.c`, or the end of such a path. */
static bool is_file(const Known *known, Str token) {
  if (str_find_byte(token, '.') == STR_NONE && str_find_byte(token, '/') == STR_NONE) return false;
  for (size_t s = 0; known->terms && s < 2; s++) {
    const TermsSegment *segment = &known->terms->segments[s];
    for (uint32_t f = 0; f < segment->head.file_count; f++) {
      if (query_explore_ends_path(query_terms_path(segment, &segment->files[f]), token)) return true;
    }
  }
  return false;
}

typedef enum AskedKind {
  ASKED_WORD, /* of prose, as far as can be told */
  ASKED_CALLED, /* no more than a word, but something is called so */
  ASKED_NAME, /* spelled as only names are */
  ASKED_FILE
} AskedKind;

/* Too large for the stack of a worker: in the arena. */
typedef struct AskedTokens {
  Str items[ASK_TOKENS_MAX];
  AskedKind kinds[ASK_TOKENS_MAX];
  size_t len;
  size_t stops; /* words that only sentences have */
  size_t words, names; /* of those kinds */
} AskedTokens;

static AskedKind kind_of(const Known *known, Str text, Str token) {
  if (is_file(known, token)) return ASKED_FILE;
  if (is_spelled_as_name(token) || is_option(text, token)) return ASKED_NAME;
  return is_called(known, token) ? ASKED_CALLED : ASKED_WORD;
}

static void read_tokens(const Known *known, Str text, AskedTokens *tokens) {
  for (size_t at = 0; at < text.len && tokens->len < ASK_TOKENS_MAX;) {
    Str token = next_token(text, &at);
    if (!token.len) break;
    AskedKind kind = kind_of(known, text, token);
    tokens->kinds[tokens->len] = kind;
    tokens->items[tokens->len++] = token;
    tokens->stops += text_word_is_stop(token);
    tokens->words += kind == ASKED_WORD;
    tokens->names += kind == ASKED_NAME;
  }
}

/* A list of names asks nothing and has no words that only sentences have. Words
 * without such are keywords, not names, unless all of them are called so here
 * or most are spelled as names are. */
static bool is_list_of_names(Str text, const AskedTokens *tokens) {
  if (!tokens->len || str_find_byte(text, '?') != STR_NONE) return false;
  if (tokens->names * 2 > tokens->len) return true;
  return !tokens->stops && (!tokens->words || tokens->names >= tokens->words);
}

/* ---- names ---- */

/* A dash is part of a name (an option), an arrow is not. */
static bool is_in_name(Str token, size_t at) {
  return byte_is_name(token.ptr[at]) || (token.ptr[at] == '-' && token.ptr[at + 1] != '>');
}

/* The last part is the name, all before it the qualifier; the same token
 * counts once. */
static void add_name(ExploreQuestion *question, Str token) {
  size_t begin = token.len, end;
  while (begin && is_in_name(token, begin - 1)) begin--;
  for (end = begin; end && !byte_is_name(token.ptr[end - 1]);) end--;
  ExploreName name = {.text = token, .name = str_slice(token, begin, token.len), .qualifier = str_slice(token, 0, end)};
  for (size_t i = 0; i < question->name_count; i++) {
    if (str_eq(question->names[i].text, token)) return;
  }
  if (question->name_count < EXPLORE_NAMES_MAX) question->names[question->name_count++] = name;
}

/* ---- terms ---- */

/* Forms are the ways in which one word may be spelled in code; a score takes
 * the best of them. */
static void add_form(ExploreTerm *term, uint64_t key, float weight) {
  if (!key || term->form_count == EXPLORE_FORMS_MAX) return;
  for (size_t i = 0; i < term->form_count; i++) {
    if (term->keys[i] == key) return;
  }
  term->keys[term->form_count] = key;
  term->weights[term->form_count++] = weight;
}

static ExploreTerm *find_term(ExploreQuestion *question, Str word) {
  uint64_t key = text_word_term(word);
  for (size_t i = 0; key && i < question->term_count; i++) {
    if (question->terms[i].keys[0] == key) return &question->terms[i];
  }
  return NULL;
}

/* A word that the question repeats weighs more. Words alike are forms of it,
 * at less weight. */
static void add_term(ExploreQuestion *question, Str word) {
  uint64_t key = text_word_term(word);
  ExploreTerm *term = find_term(question, word);
  if (term) term->weight += ASK_REPEATED_WEIGHT;
  if (!key || term || question->term_count == EXPLORE_TERMS_MAX) return;
  term = &question->terms[question->term_count++];
  *term = (ExploreTerm){.word = word, .weight = 1};
  add_form(term, key, 1);
  Str alike[TEXT_ALIKE_MAX];
  size_t count = text_word_alike(word, alike);
  for (size_t i = 0; i < count; i++) add_form(term, text_word_term(alike[i]), ASK_ALIKE_WEIGHT);
}

/* "file name" may be `filename` in code, and three words may be their
 * initials. */
static void add_joined(ExploreQuestion *question, const Str *words, size_t count) {
  for (size_t i = 0; i + 1 < count; i++) {
    ExploreTerm *first = find_term(question, words[i]), *second = find_term(question, words[i + 1]);
    if (!first || !second) continue;
    uint64_t key = text_words_joined(words + i, 2);
    add_form(first, key, ASK_JOINED_WEIGHT);
    add_form(second, key, ASK_JOINED_WEIGHT);
  }
  for (size_t i = 0; i + 2 < count; i++) {
    char initials[3] = {words[i].ptr[0], words[i + 1].ptr[0], words[i + 2].ptr[0]};
    ExploreTerm *term = find_term(question, words[i]);
    if (!term || text_word_is_stop(words[i + 2])) continue;
    add_form(term, text_word_term((Str){initials, 3}), ASK_INITIALS_WEIGHT);
  }
}

static bool is_about_tests(Str word) {
  static const char *const words[] = {"test", "tests", "tested", "testing", "benchmark", "benchmarks", "example", "examples"};
  return str_is_among(word, words, COUNT_OF(words));
}

/* "outside tests", "without any of the tests": the word is there because they are not
 * meant. */
static bool is_excluded(const Str *words, size_t count) {
  static const char *const excluding[] = {"outside", "without", "except", "excluding", "excepting", "ignoring", "besides", "not", "no"};
  for (size_t i = 1; i <= ASK_EXCLUDED_WORDS && i < count; i++) {
    if (str_is_among(words[count - 1 - i], excluding, COUNT_OF(excluding))) return true;
  }
  return false;
}

/* "What breaks if I change it", "what would be affected", "who depends on it". */
static bool is_about_change(const AskedTokens *tokens) {
  static const char *const effects[] = {"affected", "affects", "impacted", "breaks"};
  static const char *const persons[] = {"i", "we", "you", "one", "someone", "somebody"};
  static const char *const ends[] = {"break", "stop", "fail"};
  for (size_t i = 0; i < tokens->len; i++) {
    Str word = tokens->items[i], next = i + 1 < tokens->len ? tokens->items[i + 1] : STR_EMPTY;
    if (str_is_among(word, effects, COUNT_OF(effects))) return true;
    if (str_eq_ignore_case(word, STR("if")) && str_is_among(next, persons, COUNT_OF(persons))) return true;
    if (str_eq_ignore_case(word, STR("would")) && str_is_among(next, ends, COUNT_OF(ends))) return true;
    if ((str_eq_ignore_case(word, STR("depend")) || str_eq_ignore_case(word, STR("depends"))) && str_eq_ignore_case(next, STR("on"))) return true;
  }
  return false;
}

/* "Which setting limits it", "how many may there be", "what is the default". */
static bool is_about_values(const AskedTokens *tokens) {
  static const char *const values[] = {"limit", "limits", "limited", "setting", "settings", "option", "options", "default", "defaults", "flag", "flags",
                                       "constant", "constants", "threshold", "thresholds", "variable", "variables", "maximum", "minimum"};
  static const char *const sizes[] = {"many", "much", "large", "big", "small", "long", "far", "deep", "deeply", "often", "old", "fast"};
  for (size_t i = 0; i < tokens->len; i++) {
    Str word = tokens->items[i], next = i + 1 < tokens->len ? tokens->items[i + 1] : STR_EMPTY;
    if (str_is_among(word, values, COUNT_OF(values))) return true;
    if (str_eq_ignore_case(word, STR("how")) && str_is_among(next, sizes, COUNT_OF(sizes))) return true;
  }
  return false;
}

/* ---- texts ---- */

/* "It's" quotes nothing, and neither does what goes over a line. */
static Str quoted_at(Str text, size_t at) {
  char sign = text.ptr[at];
  bool is_apostrophe = sign == '\'' && at && byte_is_name(text.ptr[at - 1]);
  if ((sign != '"' && sign != '`' && sign != '\'') || is_apostrophe) return STR_EMPTY;
  for (size_t end = at + 1; end < text.len && text.ptr[end] != '\n'; end++) {
    bool ends = text.ptr[end] == sign && (sign != '\'' || end + 1 == text.len || !byte_is_name(text.ptr[end + 1]));
    if (ends) return str_slice(text, at + 1, end);
  }
  return STR_EMPTY;
}

/* Without what a sentence puts around it. Dots stand for something that was
 * left out: `#(...)`. */
static Str bare_word(Str word) {
  size_t dots = str_find(word, STR("..."));
  if (dots != STR_NONE) word = str_slice(word, 0, dots);
  while (word.len && strchr("([{,;", word.ptr[0])) word = str_slice(word, 1, word.len);
  for (bool more = true; more && word.len;) {
    char last = word.ptr[word.len - 1];
    more = strchr(",.;:!?'\"`", last) || (last == ')' && str_find_byte(word, '(') == STR_NONE) ||
           (last == ']' && str_find_byte(word, '[') == STR_NONE) || (last == '}' && str_find_byte(word, '{') == STR_NONE);
    if (more) word.len--;
  }
  return str_ends_with(word, STR("()")) ? str_slice(word, 0, word.len - 2) : word;
}

static bool has_any_of(Str word, const char *signs) {
  for (size_t i = 0; i < word.len; i++) {
    if (strchr(signs, word.ptr[i])) return true;
  }
  return false;
}

/* Signs that neither prose nor names have: they mean what they are. */
static bool has_signs(Str word) {
  bool has_letter = false, has_sign = false;
  for (size_t i = 0; i < word.len; i++) {
    bool is_arrow = word.ptr[i] == '>' && i && word.ptr[i - 1] == '-';
    has_letter = has_letter || byte_is_name(word.ptr[i]);
    has_sign = has_sign || (strchr("=(){}[]<>%$@#\\^~|", word.ptr[i]) && !is_arrow);
  }
  if (!has_letter) return has_sign && has_any_of(word, "#(){}[]%$@\\");
  bool begins = word.len > 2 && strchr("-/:.", word.ptr[0]) && (byte_is_name(word.ptr[1]) || word.ptr[1] == '-');
  return has_sign || begins;
}

static void add_text(ExploreQuestion *question, Str text) {
  if (text.len < ASK_TEXT_LEAST || text.len > ASK_TEXT_MOST || question->text_count == EXPLORE_TEXTS_MAX) return;
  for (size_t i = 0; i < question->text_count; i++) {
    if (str_eq(question->texts[i].text, text)) return;
  }
  question->texts[question->text_count++] = (ExploreText){.text = text};
}

/* What is quoted, or has signs in it, is meant as it is written. */
static void read_texts(ExploreQuestion *question, Str text) {
  for (size_t at = 0; at < text.len;) {
    Str quoted = quoted_at(text, at);
    if (quoted.len) {
      add_text(question, str_trim(quoted));
      at += quoted.len + 2;
      continue;
    }
    size_t end = at;
    while (end < text.len && !strchr(" \t\r\n\"`", text.ptr[end])) end++;
    Str word = bare_word(str_slice(text, at, end));
    if (has_signs(word)) add_text(question, word);
    at = end > at && end < text.len && !strchr(" \t\r\n", text.ptr[end]) ? end : end + 1;
  }
}

/* ---- */

/* Among names `a-b` is the name of an option; among words it is two words. */
static bool is_name_token(const ExploreQuestion *question, const AskedTokens *tokens, size_t at) {
  if (tokens->kinds[at] == ASKED_NAME) return true;
  return question->is_names && (tokens->kinds[at] == ASKED_CALLED || (tokens->kinds[at] == ASKED_WORD && str_find_byte(tokens->items[at], '-') != STR_NONE));
}

static void add_path(ExploreQuestion *question, Str token) {
  if (question->path_count < EXPLORE_PATHS_MAX) question->paths[question->path_count++] = token;
}

void query_explore_ask(Arena *arena, const TermsState *terms, Str text, ExploreQuestion *ret_question) {
  AskedTokens *tokens = ARENA_NEW(arena, AskedTokens);
  Str *words = ARENA_ARRAY(arena, Str, ASK_WORDS_READ_MAX);
  size_t word_count = 0;
  *ret_question = (ExploreQuestion){.text = text};
  read_tokens(&(Known){terms}, text, tokens);
  read_texts(ret_question, text);
  ret_question->is_names = is_list_of_names(text, tokens);
  for (size_t i = 0; i < tokens->len; i++) {
    bool is_name = is_name_token(ret_question, tokens, i);
    Words split;
    if (is_name) add_name(ret_question, tokens->items[i]);
    if (tokens->kinds[i] == ASKED_FILE) add_path(ret_question, tokens->items[i]);
    words_split(tokens->items[i], &split);
    for (size_t w = 0; w < split.len && word_count < ASK_WORDS_READ_MAX; w++) {
      words[word_count++] = split.items[w];
      if (is_about_tests(split.items[w]) && (ret_question->is_names || !is_excluded(words, word_count))) ret_question->about_tests = true;
      if (is_name || !text_word_is_stop(split.items[w])) add_term(ret_question, split.items[w]);
    }
  }
  if (ret_question->is_names) return;
  ret_question->about_change = is_about_change(tokens);
  ret_question->about_values = is_about_values(tokens);
  add_joined(ret_question, words, word_count);
}
