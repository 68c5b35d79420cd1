/* Archives of what is compiled, where Maven and Gradle keep them: types lead
 * through them, and whatever else lies there leads nowhere and harms nobody. */
#include <sys/resource.h>
#include <unistd.h>

#include "src/index/roots_parts_internal.h"
#include "tests/unit/index_dump.h"

#define POM                                                                                              \
  "<project><groupId>own</groupId><artifactId>own</artifactId><version>1</version>\n"                     \
  "<properties><kit.version>1.0</kit.version></properties><dependencies><dependency>\n"                   \
  "<groupId>org.kit</groupId><artifactId>kit</artifactId><version>${kit.version}</version>\n"             \
  "</dependency></dependencies></project>\n"
#define KIT_POM                                                                                          \
  "<project><groupId>org.kit</groupId><artifactId>kit</artifactId><version>1.0</version><dependencies>\n" \
  "<dependency><groupId>org.base</groupId><artifactId>base</artifactId><version>2.0</version></dependency>\n" \
  "<dependency><groupId>..</groupId><artifactId>../../outside</artifactId><version>1</version></dependency>\n" \
  "</dependencies></project>\n"
#define MAIN                                                                          \
  "package own;\n"                                                                    \
  "import kit.Kit;\n"                                                                 \
  "import kit.Kit.Color;\n"                                                           \
  "class Main {\n"                                                                    \
  "  static class A implements Comparable<A> {\n"                                     \
  "    public int compareTo(A o) { return 0; }\n"                                     \
  "    void go() {}\n"                                                                \
  "  }\n"                                                                             \
  "  void next() {}\n"                                                                \
  "  void run(Kit<A> kit, Kit.Getter<A> getter) {\n"                                  \
  "    kit.get().go();\n"                                                             \
  "    kit.value().go();\n"                                                           \
  "    Kit.same(new A()).go();\n"                                                     \
  "    Kit.listOf(new A()).get(0).go();\n"                                            \
  "    kit.map(a -> a).held.go();\n"                                                  \
  "    kit.map(a -> a).inner().deep().go();\n"                                        \
  "    kit.table()[0][0].go();\n"                                                     \
  "    kit.lists().get(0).get(0).go();\n"                                             \
  "    getter.orNull().go();\n"                                                       \
  "    Color.RED.next();\n"                                                           \
  "    kit.secret();\n"                                                               \
  "  }\n"                                                                             \
  "}\n"

static Str in_base(const char *relative) { return str_format(&tree_arena, "%s/%s", tree_base, relative); }

static void write_bytes(const char *relative, Str bytes) {
  tree_make_parents(str_to_c(&tree_arena, str_format(&tree_arena, "../%s", relative)));
  FILE *file = fopen(str_to_c(&tree_arena, in_base(relative)), "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes.ptr, 1, bytes.len, file), bytes.len);
  fclose(file);
}

static Str fixture(const char *name) {
  FILE *file = fopen(name, "rb");
  assert_non_null(file);
  char *bytes = arena_alloc(&tree_arena, 1u << 16);
  size_t len = fread(bytes, 1, 1u << 16, file);
  fclose(file);
  return (Str){bytes, len};
}

static Index *open_with(const char *name, const char *place_path, const char *cache) {
  static IndexPlace place;
  place = (IndexPlace){.name = str_from_c(name), .path = in_base(place_path)};
  IndexOptions options = {.root = tree_root, .in_cache = true, .cache_dir = in_base(cache), .dependency_files = 99,
                          .places = &place, .place_count = 1};
  Index *index;
  tree_ok(index_open(&tree_job, &options, &index));
  tree_ok(index_refresh(&tree_job, index));
  return index;
}

/* The calls of A.go, by their lines. In line 16 a type's parameter is that of the
 * one around it, which is not followed in sources either. */
static void expect_lines(Index *index, const char *lines) {
  Str found = dump_text(index), rest = found;
  Buf out;
  buf_init(&out, &tree_arena, 4096);
  while (rest.len) {
    Str line = str_trim(str_cut(&rest, '\n'));
    bool is_call = str_contains(line, STR("calls A.go"));
    assert_false(str_contains(line, STR("calls Main.next"))); /* a namesake */
    Str number = str_cut(&line, ':');
    if (is_call) buf_add_format(&out, "%.*s ", STR_ARG(number));
  }
  if (!str_eq_c(str_trim(buf_str(&out)), lines)) fail_msg("lines %.*s, not %s, of:\n%.*s", STR_ARG(buf_str(&out)), lines, STR_ARG(found));
}

static void write_maven(void) {
  tree_write("pom.xml", POM);
  tree_write("src/main/java/own/Main.java", MAIN);
  write_bytes("m2/org/kit/kit/1.0/kit-1.0.jar", fixture("tests/archives/kit-1.0.jar"));
  write_bytes("m2/org/kit/kit/1.0/kit-1.0.pom", STR(KIT_POM));
  write_bytes("m2/org/base/base/2.0/base-2.0.jar", fixture("tests/archives/base-2.0.jar"));
}

static void test_maven(void **state) {
  (void)state;
  write_maven();
  Index *index = open_with("MAVEN", "m2", "cache-a");
  IndexStatus status;
  expect_lines(index, "11 12 13 14 15 17 18 19");
  tree_ok(index_status(&tree_job, index, &status));
  assert_int_equal(status.root_count, 1);
  tree_expect(status.roots[0].kind, "MAVEN");
  assert_int_equal(status.roots[0].files, 2);
  assert_int_equal(status.counts.files, 2); /* pom.xml and Main.java: nothing of the archives */
  /* What kit needs in turn goes: what is inherited from there is not known. */
  assert_int_equal(unlink(str_to_c(&tree_arena, in_base("m2/org/base/base/2.0/base-2.0.jar"))), 0);
  tree_ok(index_refresh(&tree_job, index));
  expect_lines(index, "11 13 14 15 17 18 19");
  /* Another version is there than the one that is asked for. */
  tree_write("pom.xml", "<project><dependencies><dependency><groupId>org.kit</groupId><artifactId>kit</artifactId>"
                        "<version>7</version></dependency></dependencies></project>\n");
  tree_ok(index_refresh(&tree_job, index));
  expect_lines(index, "11 13 14 15 17 18 19");
  tree_write("pom.xml", "<project></project>\n");
  tree_ok(index_refresh(&tree_job, index));
  expect_lines(index, "");
  index_close(index);
}

static void test_gradle(void **state) {
  (void)state;
  tree_write("build.gradle.kts", "dependencies {\n  implementation(\"org.kit:kit:1.0\")\n}\n");
  tree_write("src/main/java/own/Main.java", MAIN);
  write_bytes("gradle/org.kit/kit/1.0/abc/kit-1.0.jar", fixture("tests/archives/kit-1.0.jar"));
  write_bytes("gradle/org.kit/kit/1.0/def/kit-1.0.pom", STR(KIT_POM));
  write_bytes("gradle/org.base/base/2.0/123/base-2.0.jar", fixture("tests/archives/base-2.0.jar"));
  Index *index = open_with("GRADLE", "gradle", "cache-b");
  expect_lines(index, "11 12 13 14 15 17 18 19");
  tree_write("build.gradle.kts", "dependencies {\n  implementation(libs.kit)\n}\n");
  tree_ok(index_refresh(&tree_job, index));
  expect_lines(index, "");
  tree_write("gradle/libs.versions.toml", "[versions]\nkit = \"1.0\"\n[libraries]\nkit = { module = \"org.kit:kit\", version.ref = \"kit\" }\n");
  tree_ok(index_refresh(&tree_job, index));
  expect_lines(index, "11 12 13 14 15 17 18 19");
  index_close(index);
}

/* Cut anywhere, or with any byte another one: there is an index all the same. */
static void test_damaged(void **state) {
  (void)state;
  write_maven();
  Str whole = fixture("tests/archives/kit-1.0.jar");
  Index *index = open_with("MAVEN", "m2", "cache-c");
  for (size_t at = 0; at < whole.len; at += whole.len / 40 + 1) {
    write_bytes("m2/org/kit/kit/1.0/kit-1.0.jar", str_slice(whole, 0, at));
    tree_ok(index_refresh(&tree_job, index));
    char *bytes = str_to_c(&tree_arena, whole);
    for (size_t i = at; i < at + 16 && i < whole.len; i++) bytes[i] = (char)~bytes[i];
    write_bytes("m2/org/kit/kit/1.0/kit-1.0.jar", (Str){bytes, whole.len});
    tree_ok(index_refresh(&tree_job, index));
  }
  write_bytes("m2/org/kit/kit/1.0/kit-1.0.jar", whole);
  tree_ok(index_refresh(&tree_job, index));
  expect_lines(index, "11 12 13 14 15 17 18 19");
  index_close(index);
}

static void add_number(Buf *out, uint32_t number, int bytes) {
  for (int i = 0; i < bytes; i++) buf_add_byte(out, (char)(number >> 8 * i));
}

/* A megabyte of blocks that unpack to nothing, which hundreds of entries share. */
static Str archive_of_nothing(void) {
  static const char name[] = "kit/Kit$000.class", block[] = "\0\0\0\377\377";
  enum { BLOCKS = 200000, ENTRIES = 900, PACKED = 5 * BLOCKS };
  Buf out;
  buf_init(&out, &tree_arena, 8u << 20);
  buf_add(&out, (Str){"PK\3\4", 4});
  for (int i = 0; i < 22; i++) buf_add_byte(&out, 0);
  add_number(&out, sizeof name - 1, 2);
  add_number(&out, 0, 2);
  buf_add_c(&out, name);
  for (int i = 0; i + 1 < BLOCKS; i++) buf_add(&out, (Str){block, 5});
  buf_add(&out, (Str){"\1\0\0\377\377", 5});
  size_t directory = out.len;
  for (int i = 0; i < ENTRIES; i++) {
    buf_add(&out, (Str){"PK\1\2\0\0\0\0\0\0\10\0\0\0\0\0\0\0\0\0", 20});
    add_number(&out, PACKED, 4);
    add_number(&out, 0, 4);
    Str part = i ? str_format(&tree_arena, "kit/Kit$%03d.class", i) : STR("kit/Kit.class");
    add_number(&out, (uint32_t)part.len, 2);
    for (int k = 0; k < 16; k++) buf_add_byte(&out, 0);
    buf_add(&out, part);
  }
  size_t size = out.len - directory;
  buf_add(&out, (Str){"PK\5\6\0\0\0\0", 8});
  add_number(&out, ENTRIES, 2);
  add_number(&out, ENTRIES, 2);
  add_number(&out, (uint32_t)size, 4);
  add_number(&out, (uint32_t)directory, 4);
  add_number(&out, 0, 2);
  return buf_str(&out);
}

/* What is read counts, not only what it unpacks to: this one would take 900 MB. */
static void test_nothing_at_length(void **state) {
  (void)state;
  struct rusage before, after;
  write_maven();
  Str bytes = archive_of_nothing();
  write_bytes("m2/org/kit/kit/1.0/kit-1.0.jar", bytes);
  assert_int_equal(getrusage(RUSAGE_SELF, &before), 0);
  Index *index = open_with("MAVEN", "m2", "cache-d");
  assert_int_equal(getrusage(RUSAGE_SELF, &after), 0);
  expect_lines(index, "");
  assert_true(after.ru_maxrss - before.ru_maxrss < 400 * 1024); /* KB */
  index_close(index);
}

/* A directory is read once while its archive stays as it is, again when that changed, and
 * each time while it is so young that a change would not show; many are not kept. */
static void test_directory(void **state) {
  (void)state;
  enum { MANY = 300 };
  write_bytes("m2/kit.jar", fixture("tests/archives/kit-1.0.jar"));
  IndexRoots *roots = index_roots_open(NULL);
  Root *root;
  tree_ok(root_open(&tree_job, in_base("m2"), &root));
  RootsPacked packed;
  assert_true(index_roots_packed(STR("kit.jar/kit/Kit.java"), &packed));
  FileStat stat = {.kind = FILE_REGULAR, .size = 1, .mtime_ns = 1, .ctime_ns = 1}, later = stat, young = stat;
  later.ctime_ns = 2;
  young.ctime_ns = INT64_MAX;
  const FileStat *asked[] = {&stat, &stat, &later, &young, &young};
  RootsDirectory *taken[5];
  for (size_t i = 0; i < 5; i++) tree_ok(index_roots_directory_take(&tree_job, &(RootsOpened){roots, root, asked[i]}, &packed, &taken[i]));
  assert_ptr_equal(taken[0], taken[1]);
  for (size_t i = 2; i < 5; i++) assert_ptr_not_equal(taken[i], taken[i - 1]);
  assert_int_equal(index_roots_directory_first(taken[0], STR("kit/Ki"), false), 0);
  size_t count = 0, first = index_roots_directory_first(taken[0], STR("kit/Kit"), false);
  tree_expect(taken[0]->archive.entries[first - 1].name, "kit/Kit$1.class"); /* in the archive's order */
  for (size_t i = first; i; i = taken[0]->next[i - 1]) count++;
  assert_int_equal(count, 10);
  for (size_t i = 0; i < MANY; i++) { /* what is used stays, whatever comes */
    RootsDirectory *other;
    stat.mtime_ns++;
    tree_ok(index_roots_directory_take(&tree_job, &(RootsOpened){roots, root, &stat}, &packed, &other));
    index_roots_directory_give(roots, other);
  }
  assert_false(taken[0]->is_listed);
  assert_int_equal(index_roots_directory_first(taken[0], STR("kit/Kit"), false), first);
  for (size_t i = 0; i < 5; i++) index_roots_directory_give(roots, taken[i]);
  root_close(root);
  index_roots_close(roots);
}

int main(void) {
  const struct CMUnitTest tests[] = {tree_test(test_directory), tree_test(test_maven), tree_test(test_gradle), tree_test(test_damaged), tree_test(test_nothing_at_length)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
