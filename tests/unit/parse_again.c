/* A parser that keeps its last tree gives the trees of one that does not: texts
 * of all languages are changed at random, again and again, and both must find
 * the same nodes. The sources are the languages' cases and the training texts;
 * FATHOM_CORPUS names a folder of more, FATHOM_SOAK has each changed more
 * often. */
#include <fts.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/parse/parse.h"

static Parser *keeping, *fresh;
static size_t rounds, whole; /* texts without errors */
static uint32_t seed = 20261117;

static uint32_t draw(size_t below) {
  seed = seed * 1664525u + 1013904223u;
  return below ? (uint32_t)((seed >> 8) % below) : 0;
}

/* ---- changes ---- */

/* Mostly at borders of lines or words, since that is how people edit. */
static size_t place_in(Str text) {
  size_t at = draw(text.len + 1);
  uint32_t how = draw(4);
  while (how == 1 && at && text.ptr[at - 1] != '\n') at--;
  while (how == 2 && at && text.ptr[at - 1] != ' ') at--;
  while (how == 3 && at && !strchr("(){}[];,\n", text.ptr[at - 1])) at--;
  return at;
}

static Str spliced(Arena *arena, Str text, size_t from, size_t to, Str with) {
  Buf out;
  buf_init(&out, arena, text.len + with.len + 1);
  buf_add(&out, str_slice(text, 0, from));
  buf_add(&out, with);
  buf_add(&out, str_slice(text, to, text.len));
  return buf_str(&out);
}

static Str piece_of(Str text) {
  size_t a = place_in(text), b = place_in(text);
  if (a > b) return piece_of(text);
  return str_slice(text, a, b - a > 300 ? a + 300 : b);
}

static Str changed(Arena *arena, Str text) {
  static const char *const words[] = {"x", " ", "\n", "7", "/* c */", "# c\n", "// c\n", "\"s\"", "(a)", "_", ";", "ü", "\t", "if", "  "};
  size_t at = place_in(text), end = place_in(text);
  if (at > end || end - at > 200) end = at + draw(text.len - at < 20 ? text.len - at : 20);
  uint32_t how = draw(8);
  if (how == 0) return spliced(arena, text, at, end, STR_EMPTY);
  if (how == 1) return spliced(arena, text, at, at, piece_of(text));
  if (how == 2) return spliced(arena, text, at, end, piece_of(text));
  if (how == 3) return str_copy(arena, text);
  return spliced(arena, text, at, how == 4 ? end : at, str_from_c(words[draw(COUNT_OF(words))]));
}

/* ---- comparing ---- */

static bool compare(const Language *language, const char *path, Str text) {
  Arena arena;
  Job job;
  Syntax again, once;
  arena_init(&arena);
  job_init(&job, &arena);
  Err err = parse_text(&job, keeping, language, text, &arena, &again), other = parse_text(&job, fresh, language, text, &arena, &once);
  assert_int_equal(err, other);
  bool is_whole = !err && !(once.nodes[1].flags & SYNTAX_BROKEN);
  bool is_same = err || (again.count == once.count && !memcmp(again.nodes + 1, once.nodes + 1, (once.count - 1) * sizeof *once.nodes));
  if (!is_same) fail_msg("%s: the trees differ: %u and %u nodes, of\n%.*s", path, again.count, once.count, STR_ARG(text));
  rounds++;
  whole += is_whole;
  arena_clear(&arena);
  return is_whole;
}

/* From one that can be read to the next, and now and then back to the first. */
static void change_often(const Language *language, const char *path, Str text, size_t times) {
  Arena arena[2];
  Str now = text;
  arena_init(&arena[0]);
  arena_init(&arena[1]);
  (void)compare(language, path, text);
  for (size_t i = 0, at = 0; i < times; i++) {
    Str next = changed(&arena[!at], now);
    bool is_whole = compare(language, path, next);
    if (is_whole || !draw(8)) {
      at = !at;
      now = next;
    } else {
      arena_reset(&arena[!at]);
      if (draw(2)) (void)compare(language, path, now);
      continue;
    }
    arena_reset(&arena[!at]);
    if (!draw(30)) now = text;
  }
  arena_clear(&arena[0]);
  arena_clear(&arena[1]);
}

static size_t change_folder(const char *folder, size_t times) {
  size_t count = 0;
  FTS *tree = fts_open((char *const[]){(char *)(uintptr_t)folder, NULL}, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  assert_non_null(tree);
  for (FTSENT *entry; (entry = fts_read(tree));) {
    Str path = str_from_c(entry->fts_path), text;
    const Language *language = entry->fts_info == FTS_F ? language_for_file(path, STR_EMPTY) : NULL;
    if (!language || !entry->fts_statp->st_size || entry->fts_statp->st_size > PARSE_KEPT_BYTES / 2) continue;
    Arena arena;
    Job job;
    arena_init(&arena);
    job_init(&job, &arena);
    assert_int_equal(file_read(&job, path, PARSE_MAX_BYTES, &text), OK);
    language = language_for_text(path, text, language);
    if (language) change_often(language, entry->fts_path, text, times);
    arena_clear(&arena);
    count++;
  }
  fts_close(tree);
  return count;
}

static void test_trees_are_the_same(void **state) {
  (void)state;
  size_t times = getenv("FATHOM_SOAK") ? 500 : 6;
  Str corpus = place_env("FATHOM_CORPUS");
  size_t files = corpus.len ? change_folder(corpus.ptr, times) : change_folder("src/languages", times) + change_folder("tests/parse/training", times);
  print_message("%zu files, %zu texts, %zu of them without errors\n", files, rounds, whole);
  assert_true(files > 10 && whole > rounds / 10);
}

int main(void) {
  keeping = parse_open();
  parse_keep_last(keeping);
  fresh = parse_open();
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_trees_are_the_same)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  parse_close(keeping);
  parse_close(fresh);
  return failed;
}
