/* tests/graphs/<case>: tiny repositories and what the index must hold about
 * them, in <case>.expected beside the folder. FATHOM_ACCEPT=1 rewrites. */
#include <dirent.h>

#include "src/base/hash.h"
#include "src/languages/language.h"
#include "tests/unit/index_dump.h"

static Str read_all(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return STR_EMPTY;
  char *bytes = arena_alloc(&tree_arena, 1u << 20);
  size_t len = fread(bytes, 1, 1u << 20, file);
  fclose(file);
  return (Str){bytes, len};
}

static bool check_graph(const char *name) {
  char *folder = str_to_c(&tree_arena, str_format(&tree_arena, "tests/graphs/%s", name));
  char *golden = str_to_c(&tree_arena, str_format(&tree_arena, "%s.expected", folder));
  Index *index = dump_open_at(str_from_c(realpath(folder, arena_alloc(&tree_arena, 4096))), true);
  tree_ok(index_refresh(&tree_job, index));
  Str found = dump_text(index);
  index_close(index);
  if (getenv("FATHOM_ACCEPT")) {
    FILE *file = fopen(golden, "wb");
    assert_non_null(file);
    fwrite(found.ptr, 1, found.len, file);
    fclose(file);
    return true;
  }
  if (str_eq(found, read_all(golden))) return true;
  print_error("%s differs from %s; found:\n%.*s", folder, golden, STR_ARG(found));
  return false;
}

/* A graph is called after its language first. */
static bool is_left_out(const char *name) {
  Str rest = str_from_c(name), language = str_cut(&rest, '-');
  for (const Language *const *at = language_left_out; *at; at++) {
    if (str_eq_c(language, (*at)->name)) return true;
  }
  return false;
}

/* Threads share the same things in every case, and looking after each access takes
 * minutes: a fourth of them tells as much of that as all. */
static bool is_passed_over(const char *name) {
#ifdef __SANITIZE_THREAD__
  return hash_str(str_from_c(name)) % 4;
#else
  (void)name;
  return false;
#endif
}

static void test_graphs(void **state) {
  (void)state;
  size_t count = 0, wrong = 0;
  DIR *dir = opendir("tests/graphs");
  assert_non_null(dir);
  for (struct dirent *entry; (entry = readdir(dir));) {
    if (strchr(entry->d_name, '.') || is_left_out(entry->d_name) || is_passed_over(entry->d_name)) continue;
    wrong += !check_graph(entry->d_name);
    count++;
  }
  closedir(dir);
  assert_int_equal(wrong, 0);
  assert_true(count > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {tree_test(test_graphs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
