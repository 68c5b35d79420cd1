/* Random edits of real files in every form: applied and taken back they are as
 * they were, and `patch` and `git apply` make the same of the diff. */
#include <sys/wait.h>

#include "src/edit/edit_internal.h"
#include "tests/unit/edit_tree.h"

/* Sources of this tree: ten kinds of files. */
static const char *const sources[] = {
    "src/edit/plan.c", "src/edit/edit.h", "tests/security/hostile.py", "docs/rules.md", "src/layers.txt", "cmake/tests.cmake",
    "data/language_servers.tsv", "deps/grammars/package.json", "scripts/build", "tests/parse/training/typescript.ts",
    "tests/parse/training/java.java", "tests/parse/training/go.go", "tests/parse/training/javascript.js"};

static uint32_t seed;
static uint32_t draw(uint32_t below) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) % (below ? below : 1);
}

/* ---- forms ---- */

static Str with_crlf(Str text) {
  Buf out;
  buf_init(&out, &tree_arena, 2 * text.len + 1);
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '\n' && draw(8)) buf_add_byte(&out, '\r'); /* mostly: mixed ends stay mixed */
    buf_add_byte(&out, text.ptr[i]);
  }
  return buf_str(&out);
}

static Str ascii_of(Str text) {
  char *copy = str_to_c(&tree_arena, text);
  for (size_t i = 0; i < text.len; i++) copy[i] = copy[i] & 0x80 ? '?' : copy[i];
  return (Str){copy, text.len};
}

static Str in_form(Str text, uint32_t form) {
  Str bytes;
  Text like = {.form = TEXT_UTF8, .has_mark = form == 1};
  if (form == 2) text = with_crlf(text);
  if (form == 3 && text.len && text.ptr[text.len - 1] == '\n') text.len--;
  if (form >= 4) text = ascii_of(text);
  if (form == 4 || form == 5) like = (Text){.form = form == 4 ? TEXT_UTF16_LE : TEXT_UTF16_BE, .has_mark = true};
  if (form == 6) like.form = TEXT_LATIN1;
  if (form == 6) text = str_format(&tree_arena, "\xC3\xA9t\xC3\xA9\n%.*s", STR_ARG(text));
  tree_ok(text_encode(&tree_job, &like, text, &bytes));
  return bytes;
}

/* ---- edits ---- */

static Str some_text(const EditFile *file) {
  static const char *const words[] = {"x", "", "return 1;\n", "\n\n", "{ a }", "\xC3\xBC", "// a line\nand another", "\t", "  word word word\n"};
  return edit_fit_lines(&tree_arena, edit_file_base(file), str_from_c(words[draw(COUNT_OF(words))]));
}

static void change_somewhere(EditFile *file) {
  const Text *text = edit_file_text(file);
  uint32_t size = (uint32_t)text->chars.len, from = draw(size + 1), to = from + draw(size - from < 60 ? size - from + 1 : 60);
  while (from && ((unsigned char)text->chars.ptr[from < size ? from : size - 1] & 0xC0) == 0x80 && from < size) from--;
  while (to < size && ((unsigned char)text->chars.ptr[to] & 0xC0) == 0x80) to++;
  if (file->base.form == TEXT_LATIN1 && from < 5) from = to = 5; /* the letters that say so stay */
  tree_ok(edit_file_replace(file, (Range){from, to}, some_text(file)));
}

/* ---- the world ---- */

static int run_in(const char *folder, const char *input, char *const words[]) {
  int status;
  pid_t child = fork();
  if (!child) {
    int in = open(input, O_RDONLY), quiet = open("/dev/null", O_WRONLY);
    if (chdir(folder) || dup2(in, 0) < 0) _exit(126);
    dup2(quiet, 1);
    execvp(words[0], words);
    _exit(127);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  return WEXITSTATUS(status);
}

static const char *beside(const char *name) { return str_to_c(&tree_arena, str_format(&tree_arena, "%s/%s", tree_base, name)); }

static void copy_tree(const char *to) {
  char *const words[] = {"cp", "-a", (char *)tree_path("."), (char *)beside(to), NULL};
  assert_int_equal(run_in("/", "/dev/null", words), 0);
}

static void expect_same_tree(const char *one, const char *other, const char *after) {
  char *const words[] = {"diff", "-r", "-x", ".fathom", "-x", ".git", (char *)one, (char *)other, NULL};
  if (run_in("/", "/dev/null", words)) fail_msg("%s: %s and %s differ (seed %u)", after, one, other, seed);
}

/* The diff on the old tree, by another program. */
static void expect_patched(Str diff, bool by_git) {
  FILE *file = fopen(beside("diff"), "wb");
  assert_non_null(file);
  fwrite(diff.ptr, 1, diff.len, file);
  fclose(file);
  char *const clear[] = {"rm", "-rf", (char *)beside("patched"), NULL};
  char *const copy[] = {"cp", "-a", (char *)beside("old"), (char *)beside("patched"), NULL};
  char *const patch[] = {"patch", "-p1", "--binary", "-s", NULL};
  char *const git[] = {"git", "apply", "--whitespace=nowarn", "-", NULL};
  assert_int_equal(run_in("/", "/dev/null", clear), 0);
  assert_int_equal(run_in("/", "/dev/null", copy), 0);
  int status = run_in(beside("patched"), beside("diff"), by_git ? git : patch);
  if (status == 127 && !by_git) status = run_in(beside("patched"), beside("diff"), git); /* no patch on this machine */
  if (status) fail_msg("%s refuses (seed %u):\n%.*s", by_git ? "git" : "patch", seed, STR_ARG(diff));
  expect_same_tree(beside("patched"), tree_path("."), by_git ? "git apply" : "patch");
}

static void change_names(EditPlan *plan, const char *first, const char *last) {
  if (draw(2)) tree_ok(edit_plan_rename(plan, str_from_c(first), STR("moved to/a name.c")));
  if (draw(2)) tree_ok(edit_plan_delete(plan, str_from_c(last)));
  if (draw(2)) tree_ok(edit_plan_create(plan, STR("made/new.txt"), draw(2) ? STR("one\ntwo") : STR("x\n"), NULL));
}

static void one_round(uint32_t form, bool by_git) {
  char names[COUNT_OF(sources)][64];
  const unsigned modes[] = {0644, 0755, 0600};
  for (size_t i = 0; i < COUNT_OF(sources); i++) {
    Str text;
    if (file_read(&tree_job, str_from_c(sources[i]), 1u << 20, &text)) fail_msg("%s is not there", sources[i]);
    snprintf(names[i], sizeof names[i], "d%zu/%.*s", i % 3, STR_ARG(file_name(str_from_c(sources[i]))));
    edit_put(names[i], in_form(text, form));
    assert_int_equal(chmod(tree_path(names[i]), modes[draw(3)]), 0);
  }
  tree_remove_all("../old");
  copy_tree("old");
  EditPlan *plan = edit_open();
  for (size_t i = 0; i < COUNT_OF(sources); i++) {
    for (uint32_t k = draw(5); k; k--) change_somewhere(edit_file(plan, names[i]));
  }
  change_names(plan, names[0], names[5]);
  Str diff = edit_diff(plan);
  EditReceipt receipt;
  tree_ok(edit_plan_apply(plan, &receipt));
  if (form <= 3) expect_patched(diff, by_git);
  if (!receipt.steps.len) return;
  tree_ok(edit_undo(&tree_job, edit_index, NULL, receipt.id, &receipt));
  expect_same_tree(beside("old"), tree_path("."), "undo");
  for (size_t i = 0; i < COUNT_OF(sources); i++) {
    struct stat now, then;
    const char *old = beside(str_to_c(&tree_arena, str_format(&tree_arena, "old/%s", names[i])));
    assert_int_equal(stat(tree_path(names[i]), &now), 0);
    assert_int_equal(stat(old, &then), 0);
    assert_int_equal(now.st_mode, then.st_mode);
  }
}

static void test_random_edits(void **state) {
  (void)state;
  int count = getenv("FATHOM_SOAK") ? 200 : 3;
  for (int round = 0; round < count; round++) {
    for (uint32_t form = 0; form < 7; form++) {
      seed = (uint32_t)round * 100 + form + 1;
      one_round(form, draw(2));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_random_edits, edit_setup, edit_teardown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
