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

static Arena arena;
static Job job;

static int setup(void **state) {
  (void)state;
  arena_init(&arena);
  job_init(&job, &arena);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  arena_clear(&arena);
  return 0;
}

static Str dump(const Language *language, Str text) {
  AUTO(Parser) parser = parse_open();
  AUTO(Names) names = names_open();
  AUTO(ParseTree) tree = NULL;
  Facts facts;
  assert_int_equal(parse_text(&job, parser, language, text, &tree), OK);
  assert_int_equal(extract_facts(&job, &arena, names, language, tree, text, &facts), OK);
  Buf out;
  buf_init(&out, &arena, 1u << 20);
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

static bool check_case(const Language *language, const char *path) {
  Str found = dump(language, read_all(path));
  char *golden = str_to_c(&arena, str_format(&arena, "%s.facts", path));
  if (getenv("FATHOM_ACCEPT")) {
    FILE *file = fopen(golden, "wb");
    assert_non_null(file);
    fwrite(found.ptr, 1, found.len, file);
    fclose(file);
    return true;
  }
  if (str_eq(found, read_all(golden))) return true;
  print_error("%s: facts differ from %s; found:\n%.*s", path, golden, STR_ARG(found));
  return false;
}

static void test_cases(void **state) {
  (void)state;
  size_t count = 0, wrong = 0;
  for (const Language *const *at = language_registry; *at; at++) {
    char *folder = str_to_c(&arena, str_format(&arena, "src/languages/%s/cases", (*at)->name));
    DIR *dir = opendir(folder);
    if (!dir) fail_msg("%s: every language has cases", folder);
    for (struct dirent *entry; (entry = readdir(dir));) {
      Str name = str_from_c(entry->d_name);
      if (name.ptr[0] == '.' || str_ends_with(name, STR(".facts"))) continue;
      Str path = str_format(&arena, "%s/%s", folder, entry->d_name);
      assert_ptr_equal(language_for_file(path, STR_EMPTY), *at);
      wrong += !check_case(*at, str_to_c(&arena, path));
      count++;
    }
    closedir(dir);
  }
  assert_int_equal(wrong, 0);
  assert_true(count >= 5);
}

static const Language *c_language(void) { return language_find(STR("c")); }

/* Nesting deeper than any stack. */
static void test_deep(void **state) {
  (void)state;
  Buf text;
  buf_init(&text, &arena, 4u << 20);
  buf_add_c(&text, "int f(void) { return ");
  for (int i = 0; i < 200000; i++) buf_add_byte(&text, '(');
  for (int i = 0; i < 200000; i++) buf_add_byte(&text, ')');
  buf_add_c(&text, "; }\nint g(void) { return 1; }\n");
  Str found = dump(c_language(), buf_str(&text));
  assert_true(str_contains(found, STR("function f ")));
}

static void test_cancelled(void **state) {
  (void)state;
  Buf text;
  buf_init(&text, &arena, 4u << 20);
  for (int i = 0; i < 20000; i++) buf_add_format(&text, "int v%d = %d;\n", i, i);
  AUTO(Parser) parser = parse_open();
  AUTO(Names) names = names_open();
  AUTO(ParseTree) tree = NULL;
  Facts facts;
  assert_int_equal(parse_text(&job, parser, c_language(), buf_str(&text), &tree), OK);
  job_cancel(&job, ERR_CANCELLED);
  assert_int_equal(extract_facts(&job, &arena, names, c_language(), tree, buf_str(&text), &facts),
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
