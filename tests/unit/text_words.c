/* Words that mean the same have one term; what holds sentences together has none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/text/words.h"

static const char *stem(const char *word) {
  static char text[TEXT_WORD_MAX + 1];
  size_t len = text_word_stem(str_from_c(word), text);
  text[len] = 0;
  return text;
}

static void stems_are_exact(void **state) {
  static const char *const cases[][2] = {
      {"parses", "pars"},       {"Parser", "pars"},      {"parsing", "pars"},      {"expired", "expir"},
      {"expiration", "expir"},  {"evictions", "evict"},  {"replicas", "replic"},   {"replication", "replic"},
      {"connections", "connect"}, {"stopped", "stop"},   {"running", "run"},       {"queries", "queri"},
      {"written", "writ"},      {"sent", "send"},        {"children", "child"},    {"indices", "index"},
      {"serializer", "serial"}, {"serialization", "serial"}, {"validator", "valid"}, {"header", "header"},
      {"headers", "header"},    {"numbers", "number"},   {"set", "set"},           {"class", "class"},
      {"status", "status"},     {"x", ""},               {"404", "404"},           {"ing", "ing"},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(cases); i++) assert_string_equal(stem(cases[i][0]), cases[i][1]);
}

static void terms_join_forms_and_keep_words_apart(void **state) {
  (void)state;
  assert_true(text_word_term(STR("Loaded")) == text_word_term(STR("loader")));
  assert_true(text_word_term(STR("load")) != text_word_term(STR("lead")));
  assert_true(text_word_term(STR("a")) == 0);
  assert_true(text_word_term(STR("aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeee")) == 0);
  Str parts[] = {STR("hash"), STR("Tables")};
  assert_true(text_words_joined(parts, 2) == text_word_term(STR("hashtable")));
  Str longer[] = {STR("abcdefghijklmnopqrstuvwxyz"), STR("abcdefghijklmnopqrstuvwxyz")};
  assert_true(text_words_joined(longer, 2) == 0);
}

static void longest_words_stay_within_room(void **state) {
  char word[TEXT_WORD_MAX + 1], out[TEXT_WORD_MAX + 1];
  static const char *const endings[] = {"", "s", "ing", "ed", "ies", "ational", "er", "at", "ating", "iz"};
  (void)state;
  for (size_t e = 0; e < COUNT_OF(endings); e++) {
    size_t len = strlen(endings[e]);
    memset(word, 'o', sizeof(word));
    word[3] = 't';
    memcpy(word + TEXT_WORD_MAX - len, endings[e], len);
    assert_in_range(text_word_stem((Str){word, TEXT_WORD_MAX}, out), 1, TEXT_WORD_MAX);
  }
}

static void names_are_whole_and_without_case(void **state) {
  (void)state;
  assert_true(text_name_key(STR("parseFile")) == text_name_key(STR("PARSEFILE")));
  assert_true(text_name_key(STR("parse_file")) != text_name_key(STR("parseFile")));
  assert_true(text_name_key(STR("parse")) != text_word_term(STR("parse")));
  assert_true(text_name_key(STR_EMPTY) == 0);
}

static void stop_words_are_those_of_sentences(void **state) {
  static const char *const stops[] = {"the", "How", "DOES", "which", "would", "a", "your"};
  static const char *const words[] = {"find", "set", "file", "after", "", "thee", "zebra"};
  (void)state;
  for (size_t i = 0; i < COUNT_OF(stops); i++) assert_true(text_word_is_stop(str_from_c(stops[i])));
  for (size_t i = 0; i < COUNT_OF(words); i++) assert_false(text_word_is_stop(str_from_c(words[i])));
}

static bool is_alike(const char *word, const char *other) {
  Str alike[TEXT_ALIKE_MAX];
  size_t count = text_word_alike(str_from_c(word), alike);
  assert_in_range(count, 0, TEXT_ALIKE_MAX);
  for (size_t i = 0; i < count; i++) {
    if (str_eq_c(alike[i], other)) return true;
  }
  return false;
}

static void short_forms_go_both_ways(void **state) {
  (void)state;
  assert_true(is_alike("messages", "msg"));
  assert_true(is_alike("msg", "message"));
  assert_true(is_alike("configuration", "cfg") || is_alike("config", "cfg"));
  assert_false(is_alike("zebra", "msg"));
  assert_false(is_alike("", "msg"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stems_are_exact),
      cmocka_unit_test(terms_join_forms_and_keep_words_apart),
      cmocka_unit_test(longest_words_stay_within_room),
      cmocka_unit_test(names_are_whole_and_without_case),
      cmocka_unit_test(stop_words_are_those_of_sentences),
      cmocka_unit_test(short_forms_go_both_ways),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
