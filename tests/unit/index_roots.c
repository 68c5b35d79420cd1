/* What is installed is read where references lead, noticed when it changes,
 * and never left for what lies outside. */
#include <unistd.h>

#include "tests/unit/index_dump.h"

#define MAIN                                                                                          \
  "import { make } from \"kit\"\n"                                                                    \
  "export class A { go() {} }\n"                                                                      \
  "export class B { go() {} }\n"                                                                      \
  "export function run() { make(new A(), new B()).go() }\n"

#define FIRST "export declare function make<T, U>(a: T, b: U): T;\n"
#define SECOND "export declare function make<T, U>(a: T, b: U): U;\n"

static bool stays; /* one process all the time; else one for each step */
static Index *index_now;

static Str refreshed(void) {
  if (!stays && index_now) index_close(index_now);
  if (!stays || !index_now) index_now = dump_open();
  tree_ok(index_refresh(&tree_job, index_now));
  Str found = dump_text(index_now);
  tree_expect(found, str_to_c(&tree_arena, dump_fresh()));
  return found;
}

static void expect_calls(const char *method) {
  Str found = refreshed();
  bool calls_a = str_contains(found, STR("calls A.go")), calls_b = str_contains(found, STR("calls B.go"));
  if (calls_a != (*method == 'A') || calls_b != (*method == 'B')) fail_msg("not %s but:\n%.*s", method, STR_ARG(found));
}

static void end_process(void) {
  if (index_now) index_close(index_now);
  index_now = NULL;
}

static void follow(void) {
  tree_write("main.ts", MAIN);
  expect_calls("nothing"); /* not installed */
  tree_write("node_modules/kit/index.d.ts", FIRST);
  expect_calls("A"); /* it appears */
  tree_write("node_modules/kit/index.d.ts", SECOND);
  expect_calls("B"); /* another version of the same size */
  tree_write("node_modules/kit/lib/other.d.ts", FIRST);
  expect_calls("B");
  tree_write("node_modules/kit/package.json", "{\"types\": \"lib/other.d.ts\"}");
  expect_calls("A"); /* says where it is */
  tree_write("node_modules/kit/lib/other.d.ts", "export * from \"./third\"\n");
  expect_calls("nothing");
  tree_write("node_modules/kit/lib/third.d.ts", SECOND);
  expect_calls("B"); /* what led nowhere leads there */
  tree_write("src/node_modules/kit/index.d.ts", FIRST);
  expect_calls("B"); /* not around the file */
  tree_remove_all("node_modules");
  expect_calls("nothing");
  tree_write("node_modules/@types/kit/index.d.ts", FIRST);
  expect_calls("A");
  tree_write("more.ts", "import { A } from \"./main\"\nimport { make } from \"kit\"\nexport const x = () => make(new A(), new A()).go()\n");
  expect_calls("A");
  tree_write("node_modules/@types/kit/index.d.ts", "export const make: unknown\n");
  expect_calls("nothing");
  end_process();
}

static void test_one_process(void **state) {
  (void)state;
  stays = true;
  follow();
}

static void test_many_processes(void **state) {
  (void)state;
  stays = false;
  follow();
}

/* The answers that edges were made from are lost: everything is made anew. */
static void test_lost_answers(void **state) {
  (void)state;
  stays = false;
  tree_write("main.ts", MAIN);
  tree_write("node_modules/kit/index.d.ts", FIRST);
  expect_calls("A");
  IndexStatus status;
  tree_ok(index_status(&tree_job, index_now, &status));
  Str answers = str_format(&tree_arena, "%.*s.roots", STR_ARG(status.location));
  end_process();
  assert_int_equal(unlink(str_to_c(&tree_arena, answers)), 0);
  tree_write("node_modules/kit/index.d.ts", SECOND);
  expect_calls("B");
  end_process();
  FILE *file = fopen(str_to_c(&tree_arena, answers), "wb");
  assert_non_null(file);
  fputs("fathomR1 and nonsense that is long enough", file);
  fclose(file);
  tree_write("node_modules/kit/index.d.ts", FIRST);
  expect_calls("A");
  end_process();
}

static void test_links(void **state) {
  (void)state;
  stays = true;
  tree_write("main.ts", MAIN);
  tree_write("node_modules/.store/kit@1/node_modules/kit/index.d.ts", "export * from \"inner\"\n");
  tree_write("node_modules/.store/kit@1/node_modules/inner/index.d.ts", FIRST);
  assert_int_equal(symlink(".store/kit@1/node_modules/kit", tree_path("node_modules/kit")), 0);
  expect_calls("A"); /* what is beside the link's end is found from there */
  tree_write("node_modules/.store/kit@1/node_modules/kit/index.d.ts", "export * from \"./late\"\n");
  expect_calls("nothing");
  tree_write("node_modules/.store/kit@1/node_modules/kit/late.d.ts", SECOND);
  expect_calls("B"); /* it comes to where the link ends */
  tree_write("node_modules/.store/kit@1/node_modules/kit/index.d.ts", FIRST);
  expect_calls("A");
  tree_write("node_modules/.store/kit@2/node_modules/kit/index.d.ts", SECOND);
  tree_remove("node_modules/kit");
  assert_int_equal(symlink(".store/kit@2/node_modules/kit", tree_path("node_modules/kit")), 0);
  expect_calls("B");
  tree_remove("node_modules/kit");
  Str outside = str_format(&tree_arena, "%s/outside", tree_base);
  assert_int_equal(mkdir(str_to_c(&tree_arena, outside), 0700), 0);
  FILE *file = fopen(str_to_c(&tree_arena, str_format(&tree_arena, "%.*s/index.d.ts", STR_ARG(outside))), "wb");
  assert_non_null(file);
  fputs(FIRST, file);
  fclose(file);
  assert_int_equal(symlink(str_to_c(&tree_arena, outside), tree_path("node_modules/kit")), 0);
  expect_calls("nothing"); /* not beneath the root */
  tree_remove("node_modules/kit");
  tree_write("lib/kit/index.d.ts", FIRST);
  assert_int_equal(symlink("../lib/kit", tree_path("node_modules/kit")), 0);
  expect_calls("nothing"); /* not what is installed */
  end_process();
}

static void test_status_and_ceiling(void **state) {
  (void)state;
  tree_write("main.ts", MAIN "import { other } from \"other\"\nother()\nimport { big } from \"big\"\nbig()\n");
  tree_write("node_modules/kit/index.d.ts", "export * from \"./part\"\n");
  tree_write("node_modules/kit/part.d.ts", FIRST);
  tree_write("node_modules/other/index.d.ts", "export function other(): void\n");
  tree_write("node_modules/other/never.d.ts", "export function never(): void\n");
  char *big = arena_alloc(&tree_arena, (5u << 20) + 1);
  memset(big, ' ', 5u << 20);
  big[5u << 20] = 0;
  tree_write("node_modules/big/index.d.ts", big);
  Index *index = dump_open();
  IndexStatus status;
  tree_ok(index_refresh(&tree_job, index));
  tree_ok(index_status(&tree_job, index, &status));
  assert_int_equal(status.root_count, 1);
  tree_expect(status.roots[0].kind, "node_modules");
  tree_expect(status.roots[0].path, "node_modules");
  assert_int_equal(status.roots[0].files, 3);
  assert_int_equal(status.roots[0].left_out, 1);
  assert_int_equal(status.roots_cut, 0);
  assert_int_equal(status.counts.files, 1); /* they are nobody's symbols */
  index_close(index);
  IndexOptions options = {.root = tree_root, .in_cache = true, .cache_dir = tree_cache, .dependency_files = 2};
  options.cache_dir = str_format(&tree_arena, "%s/two", tree_base);
  tree_ok(index_open(&tree_job, &options, &index));
  tree_ok(index_refresh(&tree_job, index));
  tree_ok(index_status(&tree_job, index, &status));
  assert_int_equal(status.roots[0].files + status.roots[0].left_out, 2);
  assert_true(status.roots_cut > 0);
  index_close(index);
  options.dependency_files = 0;
  options.cache_dir = str_format(&tree_arena, "%s/none", tree_base);
  tree_ok(index_open(&tree_job, &options, &index));
  tree_ok(index_refresh(&tree_job, index));
  tree_ok(index_status(&tree_job, index, &status));
  assert_int_equal(status.root_count, 0);
  index_close(index);
}

static Str in_base(const char *relative) { return str_format(&tree_arena, "%s/%s", tree_base, relative); }

static void write_outside(const char *relative, const char *text) {
  tree_make_parents(str_to_c(&tree_arena, str_format(&tree_arena, "../%s", relative)));
  FILE *file = fopen(str_to_c(&tree_arena, in_base(relative)), "wb");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

/* Outside the workspace only what lies in a given place is read. */
static void test_place(void **state) {
  (void)state;
  tree_write("go.mod", "module example.com/own\n\nrequire example.org/kit v1.0.0\n");
  tree_write("main.go", "package own\n\nimport \"example.org/kit\"\n\ntype A struct{}\n\nfunc (a *A) Go() {}\n\n"
                        "func Run() { kit.Give(&A{}).Go() }\n");
  write_outside("modules/example.org/kit@v1.0.0/kit.go", "package kit\n\nfunc Give[T any](value T) T { return value }\n");
  write_outside("modules/example.org/kit@v1.0.0/more.go", "package kit\n");
  write_outside("hidden/example.org/kit@v2.0.0/kit.go", "package kit\n\nfunc Give[T any](value T) T { return value }\n");
  IndexPlace place = {.name = STR("GOMODCACHE"), .path = in_base("modules")};
  IndexOptions options = {.root = tree_root, .in_cache = true, .cache_dir = tree_cache, .dependency_files = 9,
                          .places = &place, .place_count = 1};
  Index *index;
  IndexStatus status;
  tree_ok(index_open(&tree_job, &options, &index));
  tree_ok(index_refresh(&tree_job, index));
  assert_true(str_contains(dump_text(index), STR("Run@9 calls A.Go@7")));
  tree_ok(index_status(&tree_job, index, &status));
  assert_int_equal(status.root_count, 1);
  tree_expect(status.roots[0].kind, "GOMODCACHE");
  assert_int_equal(status.roots[0].files, 2);
  write_outside("modules/example.org/kit@v1.0.0/kit.go", "package kit\n\nfunc Give[T any](value T) int { return 1 }\n");
  tree_ok(index_refresh(&tree_job, index));
  assert_false(str_contains(dump_text(index), STR("calls A.Go")));
  tree_write("go.mod", "module example.com/own\n\nrequire example.org/kit v2.0.0\n");
  assert_int_equal(symlink(str_to_c(&tree_arena, in_base("hidden/example.org/kit@v2.0.0")),
                           str_to_c(&tree_arena, in_base("modules/example.org/kit@v2.0.0"))), 0);
  tree_ok(index_refresh(&tree_job, index));
  assert_false(str_contains(dump_text(index), STR("calls A.Go"))); /* a link that leaves the place */
  index_close(index);
}

static void test_answers_are_no_link(void **state) {
  (void)state;
  tree_write(".fathom/x", "int bad;\n");
  tree_write("package.json", "{\"dependencies\": {\"kit\": \"1\"}}");
  tree_write("node_modules/kit/package.json", "{\"types\": \"index.d.ts\"}");
  tree_write("node_modules/kit/index.d.ts", "export declare function give(): number;\n");
  tree_write("a.ts", "import { give } from 'kit';\ngive();\n");
  assert_int_equal(symlink("x", tree_path(".fathom/" STORE_FILE ".roots")), 0);
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  index_close(index);
  struct stat st;
  assert_int_equal(lstat(tree_path(".fathom/" STORE_FILE ".roots"), &st), 0);
  assert_true(S_ISREG(st.st_mode)); /* its own, where the link was */
  assert_int_equal(stat(tree_path(".fathom/x"), &st), 0);
  assert_int_equal(st.st_size, 9);
}

/* Without dependencies nothing is kept about them. */
static void test_nothing_installed(void **state) {
  (void)state;
  tree_write("a.c", "int one(void) { return 1; }\n");
  Index *index = dump_open();
  IndexStatus status;
  tree_ok(index_refresh(&tree_job, index));
  tree_ok(index_status(&tree_job, index, &status));
  Str answers = str_format(&tree_arena, "%.*s.roots", STR_ARG(status.location));
  assert_int_not_equal(access(str_to_c(&tree_arena, answers), F_OK), 0);
  index_close(index);
}

int main(void) {
  const struct CMUnitTest tests[] = {tree_test(test_one_process), tree_test(test_many_processes),
                                     tree_test(test_lost_answers), tree_test(test_links),
                                     tree_test(test_status_and_ceiling), tree_test(test_place), tree_test(test_answers_are_no_link), tree_test(test_nothing_installed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
