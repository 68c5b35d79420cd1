/* Which words stand where: units of a file, segments, merging, and that
 * bringing them up to date gives the same as making them anew. */
#include "tests/unit/index_dump.h"

#include "src/index/part.h"
#include "src/query/terms/terms_internal.h"
#include "src/query/terms/units_internal.h"
#include "src/text/words.h"

static Index *index_of_tree;

static int setup(void **state) {
  if (tree_setup(state)) return 1;
  tree_write("src/cache.c",
             "#include \"cache.h\"\n\n/* Drops entries that are too old. */\nint evictOld(struct cache *c) {\n"
             "  return removeEntry(c);\n}\n\nstatic int limit = 10;\n");
  tree_write("src/cache.h", "struct cache { int entries; int hits; };\nint evictOld(struct cache *c);\n#define CACHE_MAX 64\n");
  tree_write("lib/tree.py",
             "class Walker:\n    depth = 1\n\n    def visit(self, node):\n        \"\"\"Visits one node.\"\"\"\n"
             "        return node.children\n\nprint('loose words')\n");
  tree_write("tests/test_tree.py", "def test_visit():\n    assert True\n");
  index_of_tree = dump_open();
  return index_refresh(&tree_job, index_of_tree) != OK;
}

static int teardown(void **state) {
  index_close(index_of_tree);
  return tree_teardown(state);
}

/* ---- a state as text ---- */

static int by_text(const void *a, const void *b) { return str_compare(*(const Str *)a, *(const Str *)b); }

static Str join_sorted(Str *lines, size_t count) {
  Buf out;
  buf_init(&out, &tree_arena, 1u << 20);
  qsort(lines, count, sizeof(Str), by_text);
  for (size_t i = 0; i < count; i++) {
    buf_add(&out, lines[i]);
    buf_add_byte(&out, '\n');
  }
  return buf_str(&out);
}

static bool is_live(const TermsState *state, size_t s, const TermsUnit *unit) { return state->ids[s][unit->file].value != 0; }

/* Every posting of every term, by what it says, not by number. */
static Str dump_terms(const TermsState *state) {
  VEC(Str) lines = {0};
  for (size_t s = 0; s < 2; s++) {
    const TermsSegment *segment = &state->segments[s];
    for (uint32_t t = 0; t < segment->head.term_count; t++) {
      for (TermsCursor cursor = query_terms_find(segment, segment->terms[t]); query_terms_next(&cursor);) {
        const TermsUnit *unit = &segment->units[cursor.unit - 1];
        if (!is_live(state, s, unit)) continue;
        Str path = query_terms_path(segment, &segment->files[unit->file]);
        *vec_add(&tree_arena, &lines) = str_format(&tree_arena, "%.*s:%u-%u kind %u flags %u words %u/%u term %llx where %x", STR_ARG(path),
            unit->line, unit->end_line, unit->kind, unit->flags, unit->name_words, unit->length, (unsigned long long)segment->terms[t], cursor.where);
      }
    }
  }
  return join_sorted(lines.items, lines.len);
}

static TermsState *take(Index *index) {
  StoreReader *reader;
  TermsState *terms;
  tree_ok(index_refresh(&tree_job, index));
  tree_ok(index_reader_take(&tree_job, index, &reader));
  tree_ok(query_terms_take(&tree_job, index, reader, &terms));
  index_reader_return(index, reader);
  return terms;
}

static Str dump(Index *index) {
  TermsState *terms = take(index);
  Str text = dump_terms(terms);
  query_terms_release(index, terms);
  return text;
}

static Str dump_anew(void) {
  Index *fresh = dump_open_at(tree_root, true);
  Str text = dump(fresh);
  index_close(fresh);
  tree_remove_all("../cache");
  mkdir(tree_path("../cache"), 0700);
  return text;
}

static void assert_same(Str a, Str b) {
  assert_int_equal(a.len, b.len);
  assert_memory_equal(a.ptr, b.ptr, a.len);
}

/* Units that have a word, and where: "path:line where". */
static Str where_is(const TermsState *terms, uint64_t key) {
  VEC(Str) lines = {0};
  for (size_t s = 0; s < 2; s++) {
    const TermsSegment *segment = &terms->segments[s];
    for (TermsCursor cursor = query_terms_find(segment, key); query_terms_next(&cursor);) {
      const TermsUnit *unit = &segment->units[cursor.unit - 1];
      if (!is_live(terms, s, unit)) continue;
      *vec_add(&tree_arena, &lines) = str_format(&tree_arena, "%.*s:%u %x", STR_ARG(query_terms_path(segment, &segment->files[unit->file])),
                                                 unit->def ? unit->line : 0, cursor.where);
    }
  }
  return join_sorted(lines.items, lines.len);
}

static void assert_where(const char *word, const char *expected) {
  TermsState *terms = take(index_of_tree);
  Str found = where_is(terms, text_word_term(str_from_c(word)));
  assert_string_equal(str_to_c(&tree_arena, found), expected);
  query_terms_release(index_of_tree, terms);
}

/* ---- tests ---- */

static void words_stand_where_they_are_written(void **state) {
  (void)state;
  /* name, and the text of the unit itself */
  assert_where("evict", "src/cache.c:4 281\nsrc/cache.h:0 1\n");
  assert_where("dropped", "src/cache.c:0 1\nsrc/cache.c:4 4010\n");
}

static void a_type_has_its_fields_but_not_its_methods(void **state) {
  (void)state;
  assert_where("depth", "lib/tree.py:1 1\n");
  assert_where("children", "lib/tree.py:4 1\n");
  assert_where("loose", "lib/tree.py:0 1\n");
}

/* Each has its own words and not those of what is inside of it. */
static void parts_of_what_is_no_code_are_units(void **state) {
  (void)state;
  tree_write("guide.md", "# Guide\n\nHere.\n\n## Setup\n\nQuokka.\n\n### Deeper\n\nWombat.\n");
  tree_write(".github/workflows/ci.yml", "name: x\njobs:\n  lint:\n    runs-on: numbat\n    steps:\n      - run: a\n  check:\n    runs-on: b\n    steps:\n      - run: bilby\n");
  assert_where("quokka", "guide.md:5 1\n");
  assert_where("wombat", "guide.md:9 1\n");
  assert_where("numbat", ".github/workflows/ci.yml:3 1\n");
  assert_where("bilby", ".github/workflows/ci.yml:7 1\n");
  assert_int_equal(query_terms_path_flags(STR("guide.md")), TERMS_IS_ASIDE | TERMS_IS_DATA);
  assert_int_equal(query_terms_path_flags(STR("guide.c")), 0);
}

static void members_are_found_at_what_holds_them(void **state) {
  (void)state;
  TermsState *terms = take(index_of_tree);
  assert_string_equal(str_to_c(&tree_arena, where_is(terms, text_name_key(STR("hits")))), "src/cache.h:1 800\n");
  assert_string_equal(str_to_c(&tree_arena, where_is(terms, text_name_key(STR("EVICTOLD")))), "src/cache.c:4 80\nsrc/cache.h:0 800\n");
  query_terms_release(index_of_tree, terms);
}

static void tests_and_what_lies_aside_are_marked(void **state) {
  (void)state;
  TermsState *terms = take(index_of_tree);
  for (uint32_t i = 0; i < terms->unit_count; i++) {
    bool is_test = query_terms_unit(terms, i, NULL)->flags & TERMS_IS_TEST;
    assert_int_equal(is_test, str_starts_with(query_terms_unit_path(terms, i), STR("tests/")));
  }
  query_terms_release(index_of_tree, terms);
}

static void folders_of_tests_are_known_by_their_names(void **state) {
  (void)state;
  static const char *const tests[] = {"tests/a.c", "src/__tests__/a.ts", "app/test_utils/a.py", "forms-tests/a.py", "util/testutil/a.go",
                                      "promql/promqltest/a.go", "util/teststorage/a.go", "spec/a.rb", "a/testing/b.h"};
  static const char *const others[] = {"test.c", "src/latest/a.go", "src/_pytest/a.py", "packages/vitest/a.ts", "contest/a.go", "attested/a.c",
                                       "testimony/a.py", "a/b.go"};
  for (size_t i = 0; i < COUNT_OF(tests); i++) assert_int_equal(query_terms_path_flags(str_from_c(tests[i])), TERMS_IS_TEST);
  for (size_t i = 0; i < COUNT_OF(others); i++) assert_int_equal(query_terms_path_flags(str_from_c(others[i])), 0);
}

static void edits_give_the_same_as_a_fresh_start(void **state) {
  (void)state;
  assert_same(dump(index_of_tree), dump_anew());
  tree_write("src/cache.c", "/* Adds. */\nint addEntry(void) { return 1; }\n\nint evictOld(struct cache *c) {\n  return 2;\n}\n");
  assert_same(dump(index_of_tree), dump_anew());
  tree_write("src/new.c", "int brandNew(void) { return 3; }\n");
  tree_remove("lib/tree.py");
  assert_same(dump(index_of_tree), dump_anew());
  for (int i = 0; i < 40; i++) { /* more than are kept apart */
    tree_write(str_to_c(&tree_arena, str_format(&tree_arena, "many/m%d.c", i)),
               str_to_c(&tree_arena, str_format(&tree_arena, "int counter%d(void) { return %d; }\n", i, i)));
  }
  assert_same(dump(index_of_tree), dump_anew());
  tree_write("many/m7.c", "int seventh(void) { return 7; }\n");
  assert_same(dump(index_of_tree), dump_anew());
}

static void units_and_symbols_find_each_other_after_edits(void **state) {
  (void)state;
  tree_write("src/cache.c", "int first(void) { return 1; }\nint second(void) { return 2; }\n");
  TermsState *terms = take(index_of_tree);
  query_terms_release(index_of_tree, terms);
  tree_write("src/cache.c", "int inserted(void) { return 0; }\nint first(void) { return 1; }\nint second(void) { return 2; }\n");
  terms = take(index_of_tree);
  assert_string_equal(str_to_c(&tree_arena, where_is(terms, text_name_key(STR("second")))), "src/cache.c:3 80\n");
  query_terms_release(index_of_tree, terms);
}

static Str words_file(void) { return str_format(&tree_arena, "%.*s/.fathom/explore-v1.words", STR_ARG(tree_root)); }

static Str read_words(void) {
  FILE *file = fopen(str_to_c(&tree_arena, words_file()), "rb");
  assert_non_null(file);
  char *bytes = arena_alloc(&tree_arena, 1u << 20);
  size_t len = fread(bytes, 1, 1u << 20, file);
  fclose(file);
  return (Str){bytes, len};
}

static void write_words(Str bytes) {
  FILE *file = fopen(str_to_c(&tree_arena, words_file()), "wb");
  assert_int_equal(fwrite(bytes.ptr, 1, bytes.len, file), bytes.len);
  fclose(file);
}

static void what_is_kept_is_used_again_and_damage_is_made_anew(void **state) {
  (void)state;
  Str before = dump(index_of_tree), bytes = read_words();
  Keep *keep = index_keep(index_of_tree);
  TermsSegment segment;
  for (size_t at = 0; at < bytes.len; at += bytes.len / 37 + 1) {
    char *broken = arena_copy(&tree_arena, bytes.ptr, bytes.len);
    broken[at] ^= 0x41;
    write_words((Str){broken, bytes.len});
    assert_false(query_terms_read(&tree_job, keep, &segment));
  }
  for (size_t len = 0; len < bytes.len; len += 97) {
    write_words(str_slice(bytes, 0, len));
    assert_false(query_terms_read(&tree_job, keep, &segment));
  }
  write_words(bytes);
  assert_true(query_terms_read(&tree_job, keep, &segment));
  for (size_t len = 0; len < segment.bytes.len; len += 97) {
    TermsSegment cut;
    assert_false(query_terms_open(str_slice(segment.bytes, 0, len), &cut));
  }
  query_terms_close(&segment);
  index_close(index_of_tree);
  write_words(str_slice(bytes, 0, bytes.len / 2));
  index_of_tree = dump_open();
  assert_same(dump(index_of_tree), before);
  assert_same(read_words(), bytes);
}

static void a_link_in_the_workspace_is_not_written_through(void **state) {
  (void)state;
  index_close(index_of_tree);
  unlink(str_to_c(&tree_arena, words_file()));
  const char *victim = tree_path("../victim");
  assert_int_equal(symlink(victim, str_to_c(&tree_arena, words_file())), 0);
  index_of_tree = dump_open();
  assert_true(dump(index_of_tree).len > 0);
  assert_int_equal(access(victim, F_OK), -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(words_stand_where_they_are_written, setup, teardown),
      cmocka_unit_test_setup_teardown(a_type_has_its_fields_but_not_its_methods, setup, teardown),
      cmocka_unit_test_setup_teardown(parts_of_what_is_no_code_are_units, setup, teardown),
      cmocka_unit_test_setup_teardown(members_are_found_at_what_holds_them, setup, teardown),
      cmocka_unit_test_setup_teardown(tests_and_what_lies_aside_are_marked, setup, teardown),
      cmocka_unit_test(folders_of_tests_are_known_by_their_names),
      cmocka_unit_test_setup_teardown(edits_give_the_same_as_a_fresh_start, setup, teardown),
      cmocka_unit_test_setup_teardown(units_and_symbols_find_each_other_after_edits, setup, teardown),
      cmocka_unit_test_setup_teardown(what_is_kept_is_used_again_and_damage_is_made_anew, setup, teardown),
      cmocka_unit_test_setup_teardown(a_link_in_the_workspace_is_not_written_through, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
