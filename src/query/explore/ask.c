/* Reading a question: its words in the forms they may have in code, and what
 * in it is a name. */
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
  if (rest.len > 1 && strchr("./#-", rest.ptr[0]) && query_explore_is_name_byte(rest.ptr[1])) return 1;
  if (rest.len > 2 && query_explore_is_name_byte(rest.ptr[2]) && (str_starts_with(rest, STR("::")) || str_starts_with(rest, STR("->")))) return 2;
  return 0;
}

/* Signs are part of a token only between two parts of a name. */
static Str next_token(Str text, size_t *at) {
  while (*at < text.len && !query_explore_is_name_byte(text.ptr[*at])) (*at)++;
  size_t from = *at;
  while (*at < text.len) {
    size_t sign = query_explore_is_name_byte(text.ptr[*at]) ? 0 : joint(str_slice(text, *at, text.len));
    if (!sign && !query_explore_is_name_byte(text.ptr[*at])) break;
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

/* Too large for the stack of a worker: in the arena. */
typedef struct Tokens {
  Str items[ASK_TOKENS_MAX];
  size_t len;
  size_t stops; /* words that only sentences have */
  size_t names; /* spelled as such */
} Tokens;

static void read_tokens(Str text, Tokens *tokens) {
  for (size_t at = 0; at < text.len && tokens->len < ASK_TOKENS_MAX;) {
    Str token = next_token(text, &at);
    if (!token.len) break;
    tokens->items[tokens->len++] = token;
    tokens->stops += text_word_is_stop(token);
    tokens->names += is_spelled_as_name(token);
  }
}

/* ---- names ---- */

/* A dash is part of a name (an option), an arrow is not. */
static bool is_in_name(Str token, size_t at) {
  return query_explore_is_name_byte(token.ptr[at]) || (token.ptr[at] == '-' && token.ptr[at + 1] != '>');
}

/* The last part is the name, all before it the qualifier; the same token
 * counts once. */
static void add_name(ExploreQuestion *question, Str token) {
  size_t begin = token.len, end;
  while (begin && is_in_name(token, begin - 1)) begin--;
  for (end = begin; end && !query_explore_is_name_byte(token.ptr[end - 1]);) end--;
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

/* "What breaks if I change it", "what would be affected", "who depends on it". */
static bool is_about_change(const Tokens *tokens) {
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
static bool is_about_values(const Tokens *tokens) {
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

/* A list of names has no question mark and no words that only sentences have,
 * or is mostly names. */
void query_explore_ask(Arena *arena, Str text, ExploreQuestion *ret_question) {
  Tokens *tokens = ARENA_NEW(arena, Tokens);
  Str *words = ARENA_ARRAY(arena, Str, ASK_WORDS_READ_MAX);
  size_t word_count = 0;
  *ret_question = (ExploreQuestion){.text = text};
  read_tokens(text, tokens);
  ret_question->is_names = tokens->len && str_find_byte(text, '?') == STR_NONE &&
                           (tokens->stops == 0 || tokens->names * 2 > tokens->len);
  for (size_t i = 0; i < tokens->len; i++) {
    bool is_name = ret_question->is_names || is_spelled_as_name(tokens->items[i]) || is_option(text, tokens->items[i]);
    Words split;
    if (is_name) add_name(ret_question, tokens->items[i]);
    words_split(tokens->items[i], &split);
    for (size_t w = 0; w < split.len && word_count < ASK_WORDS_READ_MAX; w++) {
      words[word_count++] = split.items[w];
      if (is_about_tests(split.items[w])) ret_question->about_tests = true;
      if (is_name || !text_word_is_stop(split.items[w])) add_term(ret_question, split.items[w]);
    }
  }
  if (ret_question->is_names) return;
  ret_question->about_change = is_about_change(tokens);
  ret_question->about_values = is_about_values(tokens);
  add_joined(ret_question, words, word_count);
}
