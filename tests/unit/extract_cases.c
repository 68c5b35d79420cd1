/* Every language's cases: source -> facts, as the golden files beside it say.
 * FATHOM_ACCEPT=1 rewrites them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <dirent.h>

#include "src/extract/extract.h"
#include "src/parse/parse.h"
#include "tests/unit/model_facts_same.h"

static Arena arena;
static Job job;
static Names *names;

static int setup(void **state) {
  (void)state;
  arena_init(&arena);
  job_init(&job, &arena);
  names = names_open();
  return 0;
}

static int teardown(void **state) {
  (void)state;
  names_close(names);
  arena_clear(&arena);
  return 0;
}

static Facts extract(const Language *language, Str text, Str path) {
  AUTO(Parser) parser = parse_open();
  Syntax syntax;
  Facts facts;
  assert_int_equal(parse_text(&job, parser, language, text, &arena, &syntax), OK);
  assert_int_equal(extract_facts(&job, &arena, names, &(LanguageFile){language, &syntax, path}, &facts), OK);
  return facts;
}

/* What is stored is what was found. */
static void check_bytes(const Facts *facts) {
  Buf bytes;
  buf_init(&bytes, &arena, 4u << 20);
  facts_encode(&bytes, &arena, facts, false);
  AUTO(Names) others = names_open();
  Facts again;
  assert_true(facts_decode(buf_str(&bytes), &arena, others, &again));
  const char *difference = facts_difference(facts, &again);
  if (difference) fail_msg("%s changed when stored", difference);
  assert_true(facts_surface(&arena, facts) == facts_surface(&arena, &again));
}

static Str dump(const Language *language, Str text, Str path) {
  Facts facts = extract(language, text, path);
  check_bytes(&facts);
  Buf out;
  buf_init(&out, &arena, 4u << 20);
  facts_dump(&out, &facts, text);
  return buf_str(&out);
}

static Str read_all(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return STR_EMPTY;
  char *bytes = arena_alloc(&arena, 1u << 20);
  size_t len = fread(bytes, 1, 1u << 20, file);
  fclose(file);
  return (Str){bytes, len};
}

static void show_difference(const char *path, Str wanted, Str found) {
  for (size_t line = 1; wanted.len || found.len; line++) {
    Str left = str_cut(&wanted, '\n'), right = str_cut(&found, '\n');
    if (str_eq(left, right)) continue;
    print_error("%s.facts:%zu: wanted: %.*s\n", path, line, STR_ARG(left));
    print_error("%s.facts:%zu: found:  %.*s\n", path, line, STR_ARG(right));
    return;
  }
}

static bool check_case(const Language *language, const char *path, Str name) {
  Str found = dump(language, read_all(path), name);
  char *golden = str_to_c(&arena, str_format(&arena, "%s.facts", path));
  if (getenv("FATHOM_ACCEPT")) {
    FILE *file = fopen(golden, "wb");
    assert_non_null(file);
    fwrite(found.ptr, 1, found.len, file);
    fclose(file);
    return true;
  }
  if (str_eq(found, read_all(golden))) return true;
  show_difference(path, read_all(golden), found);
  return false;
}

/* Languages of one family may share a folder, and each takes its own files. */
static size_t check_language(const Language *language, size_t *wrong) {
  char *folder = str_to_c(&arena, str_format(&arena, "src/languages/%s/cases", language->name));
  DIR *dir = opendir(folder);
  if (!dir && language->family) {
    folder = str_to_c(&arena, str_format(&arena, "src/languages/%s/cases", language->family));
    dir = opendir(folder);
  }
  if (!dir) fail_msg("%s: every language has cases", folder);
  size_t count = 0;
  for (struct dirent *entry; (entry = readdir(dir));) {
    Str name = str_copy(&arena, str_from_c(entry->d_name));
    if (name.ptr[0] == '.' || str_ends_with(name, STR(".facts"))) continue;
    char *path = str_to_c(&arena, str_format(&arena, "%s/%.*s", folder, STR_ARG(name)));
    Str rest = read_all(path);
    if (language_for_file(name, str_cut(&rest, '\n')) != language) continue;
    *wrong += !check_case(language, path, name);
    count++;
  }
  closedir(dir);
  if (!count) print_error("%s: no case is written in %s\n", folder, language->name);
  return count;
}

static void test_cases(void **state) {
  (void)state;
  size_t wrong = 0;
  for (const Language *const *at = language_registry; *at; at++) {
    wrong += check_language(*at, &wrong) == 0;
  }
  assert_int_equal(wrong, 0);
}

/* Nesting deeper than handlers may go, in whatever brackets mean. Some grammars
 * give up on such text, or look for a way out of it for seconds: what a grammar
 * takes is read in a few milliseconds. */
static void test_deep(void **state) {
  (void)state;
  static const struct {
    const char *open, *close;
  } nests[] = {{"(", ")"}, {"[", "]"}, {"{", "}"}, {"a(", ")"}, {"a.b(", ")"}, {"if(a){", "}"}, {"-", ""},
               {"a+", ""}, {"x=()=>{", "}"}, {"struct{", "}"}, {"<", ">"}, {"!", ""}, {"a?b:", ""},
               {"{a:", "}"}, {"[a,", "]"}, {"function(){return ", "}"}, {"func(func(", ")"}, {"class A{b(){", "}}"}};
  const int depth = LANGUAGE_MAX_DEPTH + 100;
  for (const Language *const *at = language_registry; *at; at++) {
    for (size_t i = 0; i < COUNT_OF(nests); i++) {
      Buf text;
      buf_init(&text, &arena, 1u << 20);
      buf_add_c(&text, "x = ");
      for (int n = 0; n < depth; n++) buf_add_c(&text, nests[i].open);
      buf_add_c(&text, "a");
      for (int n = 0; n < depth; n++) buf_add_c(&text, nests[i].close);
      AUTO(Parser) parser = parse_open();
      Syntax syntax;
      Facts facts;
      Job patience;
      job_init(&patience, &arena);
      patience.deadline_ms = job_now_ms() + 200;
      if (parse_text(&patience, parser, *at, buf_str(&text), &arena, &syntax)) continue;
      assert_int_equal(extract_facts(&job, &arena, names, &(LanguageFile){*at, &syntax, STR("deep")}, &facts), OK);
    }
  }
}

static void test_cancelled(void **state) {
  (void)state;
  AUTO(Parser) parser = parse_open();
  Syntax syntax;
  Facts facts;
  if (!language_registry_count) return;
  assert_int_equal(parse_text(&job, parser, language_registry[0], STR("x"), &arena, &syntax), OK);
  job_cancel(&job, ERR_CANCELLED);
  assert_int_equal(extract_facts(&job, &arena, names, &(LanguageFile){language_registry[0], &syntax, STR("x")}, &facts),
                   ERR_CANCELLED);
}

static void test_revision(void **state) {
  (void)state;
  assert_true(extract_revision() != 0);
  assert_true(extract_revision() == extract_revision());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_cases, setup, teardown),
      cmocka_unit_test_setup_teardown(test_deep, setup, teardown),
      cmocka_unit_test_setup_teardown(test_cancelled, setup, teardown),
      cmocka_unit_test_setup_teardown(test_revision, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
