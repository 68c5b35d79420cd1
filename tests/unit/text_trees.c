/* Kept trees: the same tree comes back and only for the text it is of; a pattern
 * finds the same with kept trees as with fresh ones; the bound holds. */
#include <string.h>

#include "src/base/hash.h"
#include "src/parse/pattern.h"
#include "src/text/search_internal.h"
#include "src/text/trees_internal.h"
#include "tests/unit/text_tree.h"

static const Language *c_language(void) { return language_find(STR("c")); }

/* ---- packing ---- */

/* Statements that nest, some of them broken. */
static Str random_source(Arena *arena, uint32_t statements) {
  static const char *const pieces[] = {"int f(int a) { return a; }\n", "if (a == b) { g(a, b); } else h(1);\n", "x = y + z * (2 - w);\n",
                                       "struct s { int m; } *p;\n", "/* a note */ #define M 1\n", "call(one, two, three);\n",
                                       "while (a) { while (b) { b = a->b[c]; } }\n", "int broken( { ;\n", "\"text\" 'c' \xc3\xa9;\n", "}}\n"};
  Buf out;
  buf_init(&out, arena, 1u << 20);
  for (uint32_t i = 0; i < statements; i++) buf_add_c(&out, pieces[tree_below(COUNT_OF(pieces))]);
  return buf_str(&out);
}

static void a_tree_comes_back_as_it_was(void **state) {
  Scratch *scratch = *state;
  if (!c_language()) return;
  AUTO(Parser) parser = parse_open();
  ParsePattern *pattern;
  assert_int_equal(parse_pattern_open(&scratch->job, c_language(), STR("f($A)"), &pattern), OK);
  for (uint32_t i = 0; i < 60; i++) {
    Str text = random_source(&scratch->arena, i);
    Syntax tree, kept;
    Buf packed;
    assert_int_equal(parse_pattern_tree(&scratch->job, parser, pattern, text, &scratch->arena, &tree), OK);
    buf_init(&packed, &scratch->arena, 1u << 20);
    syntax_pack(&packed, &tree);
    assert_true(packed.len <= tree.count * sizeof(SyntaxNode) / 3 + 16);
    assert_true(syntax_unpack(buf_str(&packed), text, &scratch->arena, &kept));
    assert_int_equal(kept.count, tree.count);
    for (NodeNo n = 1; n < tree.count; n++) assert_memory_equal(&kept.nodes[n], &tree.nodes[n], sizeof(SyntaxNode));
    for (size_t len = 0; len < packed.len; len += 1 + packed.len / 50) {
      assert_false(syntax_unpack(str_slice(buf_str(&packed), 0, len), text, &scratch->arena, &kept));
    }
    if (text.len) assert_false(syntax_unpack(buf_str(&packed), str_slice(text, 0, text.len / 2), &scratch->arena, &kept));
  }
  parse_pattern_close(pattern);
}

/* ---- the table ---- */

static bool has(TextTrees *trees, const char *path, uint64_t hash) {
  TextTreeKey key = {str_from_c(path), c_language(), hash};
  TextKept *kept = text_trees_take(trees, &key);
  if (kept) text_kept_give_back(kept);
  return kept;
}

static void put(TextTrees *trees, const char *path, uint64_t hash, Str bytes) {
  TextTreeKey key = {str_from_c(path), c_language(), hash};
  text_trees_put(trees, &key, bytes);
}

static void is_of_one_text_alone(void **state) {
  (void)state;
  if (!c_language()) return;
  TextTrees *trees = text_trees_open(10000);
  put(trees, "a.c", 1, STR("one"));
  assert_true(has(trees, "a.c", 1));
  assert_false(has(trees, "b.c", 1));
  assert_false(has(trees, "a.c", 2)); /* it changed: what was kept goes */
  assert_false(has(trees, "a.c", 1));
  assert_int_equal(text_trees_counts(trees).trees, 0);
  assert_int_equal(text_trees_counts(trees).bytes, 0);
  put(trees, "a.c", 2, STR("two"));
  put(trees, "a.c", 3, STR("three"));
  assert_int_equal(text_trees_counts(trees).trees, 1);
  TextTreeKey key = {STR("a.c"), c_language(), 3};
  TextKept *kept = text_trees_take(trees, &key);
  text_trees_close(trees); /* who has one may read it on */
  scratch_same(text_kept_bytes(kept), "three");
  text_kept_give_back(kept);
}

static const char *name_of(Arena *arena, size_t i) { return str_format(arena, "f%zu.c", i).ptr; }

/* Never above the bound; what is there stays while it is used, and goes when
 * searches do without it. */
static void stays_within_its_bound(void **state) {
  Scratch *scratch = *state;
  if (!c_language()) return;
  TextTrees *trees = text_trees_open(20000);
  char bytes[100] = {0};
  for (size_t search = 0; search < 10; search++) {
    text_trees_begin(trees);
    for (size_t i = 0; i < 1000; i++) {
      if (!has(trees, name_of(&scratch->arena, i), i)) put(trees, name_of(&scratch->arena, i), i, (Str){bytes, sizeof bytes});
      assert_true(text_trees_counts(trees).bytes <= 20000);
    }
  }
  TextTreesCounts counts = text_trees_counts(trees);
  assert_true(counts.trees > 100);
  assert_int_equal(counts.hits, 9 * counts.trees); /* the same ones each time */
  for (size_t search = 0; search < 10; search++) {
    text_trees_begin(trees);
    if (!has(trees, "other.c", 7)) put(trees, "other.c", 7, (Str){bytes, sizeof bytes});
  }
  assert_true(has(trees, "other.c", 7));
  text_trees_close(trees);
}

/* Dropping closes gaps: whatever comes and goes, the table says what it holds. */
static void comes_and_goes(void **state) {
  Scratch *scratch = *state;
  if (!c_language()) return;
  TextTrees *trees = text_trees_open(1u << 20);
  uint64_t held[300] = {0};
  for (size_t i = 0; i < 20000; i++) {
    size_t which = tree_below(COUNT_OF(held));
    uint64_t hash = 1 + tree_below(3);
    const char *name = name_of(&scratch->arena, which);
    assert_int_equal(has(trees, name, hash), held[which] == hash);
    if (held[which] != hash) held[which] = 0;
    if (!tree_below(2)) put(trees, name, held[which] = hash, STR("x"));
  }
  text_trees_close(trees);
}

/* ---- searching ---- */

static TextTally search(TextTree *tree, TextIndex *index, const char *pattern, TextHits *ret_hits) {
  const Language *language = c_language();
  TextQuery query = {.pattern = str_from_c(pattern), .mode = TEXT_SYNTAX, .languages = &language, .language_count = 1};
  TextMatcher *opened;
  TextTally tally;
  Job *job = &tree->scratch->job;
  assert_int_equal(text_matcher_open(job, &query, &opened), OK);
  AUTO(TextMatcher) matcher = opened;
  TextSearch run = {.root = tree->root, .files = tree->files, .choice = {tree->all, tree->list.len}, .matcher = matcher,
                    .index = index, .workers = 3};
  assert_int_equal(text_search(job, &run, &tally), OK);
  if (tally.count) assert_int_equal(text_hits(job, &run, &tree->list.items[tally.items[0].file], 100, ret_hits), OK);
  return tally;
}

static void expect_same(TextTree *tree, TextIndex *index, const char *pattern) {
  TextHits fresh_hits = {0}, kept_hits = {0};
  TextTally fresh = search(tree, NULL, pattern, &fresh_hits), kept = search(tree, index, pattern, &kept_hits);
  assert_int_equal(fresh.matches, kept.matches);
  assert_int_equal(fresh.count, kept.count);
  for (size_t i = 0; i < fresh.count; i++) assert_memory_equal(&fresh.items[i], &kept.items[i], sizeof fresh.items[i]);
  assert_int_equal(fresh_hits.count, kept_hits.count);
  for (size_t i = 0; i < fresh_hits.count; i++) assert_memory_equal(&fresh_hits.items[i], &kept_hits.items[i], sizeof(TextHit));
}

/* Searches and changes in turn: kept trees never show. */
static void kept_equals_fresh(void **state) {
  Scratch *scratch = *state;
  static const char *const patterns[] = {"$F($A, $B)", "if ($A == $B) { $$$ }", "$X = $Y", "while ($C) { $$$B }", "$A->$B",
                                         "return $A;", "struct s { $$$ }", "$A + $B", "call($$$)"};
  if (!c_language()) return;
  TextTree tree = tree_open(scratch);
  TextIndex *index = text_index_open(NULL);
  for (size_t i = 0; i < 25; i++) tree_add(&tree, name_of(&scratch->arena, i), random_source(&scratch->arena, tree_below(60)));
  tree_list(&tree);
  for (size_t round = 0; round < 12; round++) {
    for (size_t p = 0; p < COUNT_OF(patterns); p++) expect_same(&tree, index, patterns[p]);
    size_t changed = tree_below(25);
    Str text = random_source(&scratch->arena, tree_below(60));
    assert_int_equal(root_write(&scratch->job, tree.root, tree.list.items[changed].path, text, 0644), OK);
  }
  TextTreesCounts counts = text_trees_counts(text_index_trees(index));
  assert_true(counts.hits > 20 * counts.misses);
  text_index_close(index);
  tree_close(&tree);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(a_tree_comes_back_as_it_was), SCRATCH_TEST(is_of_one_text_alone), SCRATCH_TEST(stays_within_its_bound),
      SCRATCH_TEST(comes_and_goes), SCRATCH_TEST(kept_equals_fresh),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
