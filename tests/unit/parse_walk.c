/* Both walks from the library's trees to flat ones give the same nodes, and so do
 * tables as they come and in their quick form, for every grammar, with all of
 * its kinds and fields listed. The sources are the
 * languages' cases, the parser's training texts and, if FATHOM_CORPUS names a
 * folder, all that lies in it. */
#include <fts.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "src/base/map.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/parse/parse_internal.h"

typedef VEC(const char *) NameList;

static Arena lasting;  /* languages */
static Arena arena;    /* of one file */
static Job job;
static Map everything; /* by a language's name: the same with all names listed */
static ParseNodes first, second;

static void list_all(const TSLanguage *tables, NameList *kinds, NameList *fields) {
  Map seen;
  map_init(&seen, &lasting);
  for (uint32_t i = 0; i < ts_language_symbol_count(tables); i++) {
    TSSymbolType type = ts_language_symbol_type(tables, (TSSymbol)i);
    if (type != TSSymbolTypeRegular && type != TSSymbolTypeAnonymous) continue;
    Str name = str_format(&lasting, "%s%s", type == TSSymbolTypeRegular ? "" : "'",
                          ts_language_symbol_name(tables, (TSSymbol)i));
    if (map_get(&seen, name)) continue;
    map_put(&seen, name, &seen);
    *vec_add(&lasting, kinds) = str_to_c(&lasting, name);
  }
  for (uint32_t i = 1; i <= ts_language_field_count(tables); i++) {
    *vec_add(&lasting, fields) = ts_language_field_name_for_id(tables, (TSFieldId)i);
  }
  *vec_add(&lasting, kinds) = "ERROR";
  *vec_add(&lasting, kinds) = NULL;
  *vec_add(&lasting, fields) = NULL;
}

static const Language *with_all_names(const Language *language) {
  Language *all = map_get(&everything, str_from_c(language->name));
  if (all) return all;
  const ParseGrammar *grammar;
  assert_int_equal(parse_grammar(&job, language, &grammar), OK);
  NameList kinds = {0};
  NameList fields = {0};
  list_all(grammar->tables, &kinds, &fields);
  all = ARENA_NEW(&lasting, Language);
  *all = (Language){.name = language->name,
                    .grammar = language->grammar,
                    .reading = language->reading,
                    .kinds = kinds.items,
                    .fields = fields.items};
  map_put(&everything, str_from_c(language->name), all);
  return all;
}

static TSTree *read_with(const TSLanguage *tables, Str text) {
  TSParser *parser = ts_parser_new();
  assert_true(ts_parser_set_language(parser, tables));
  TSTree *tree = ts_parser_parse_string(parser, NULL, text.ptr, (uint32_t)text.len);
  ts_parser_delete(parser);
  return tree;
}

static void compare(const Language *language, const char *path, Str text) {
  enum { ENOUGH = 1 << 30 };
  const ParseGrammar *grammar;
  Err err = parse_grammar(&job, language, &grammar);
  if (err) fail_msg("%s: %.*s", language->name, STR_ARG(job.message));
  if (language->reading) text = language->reading(&arena, text); /* or a scanner may never return */
  TSTree *tree = read_with(grammar->tables, text), *quick = read_with(parse_quick_tables(grammar->quick, ENOUGH), text);
  first.count = second.count = 0;
  parse_walk_cursor(grammar, tree, &first);
  parse_walk_raw(grammar, quick, &second);
  ts_tree_delete(tree);
  ts_tree_delete(quick);
  if (first.count != second.count) fail_msg("%s: %u nodes, %u raw", path, first.count, second.count);
  for (uint32_t i = 0; i < first.count; i++) {
    if (memcmp(&first.items[i], &second.items[i], sizeof(SyntaxNode)) != 0) {
      fail_msg("%s: node %u differs", path, i);
    }
  }
}

/* How many files were compared. */
static size_t compare_folder(const char *folder) {
  size_t count = 0;
  FTS *tree = fts_open((char *const[]){(char *)folder, NULL}, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  assert_non_null(tree);
  for (FTSENT *entry; (entry = fts_read(tree));) {
    if (entry->fts_info != FTS_F || entry->fts_statp->st_size > PARSE_MAX_BYTES) continue;
    const Language *language = language_for_file(str_from_c(entry->fts_path), STR_EMPTY);
    if (!language) continue;
    Str text;
    assert_int_equal(file_read(&job, str_from_c(entry->fts_path), PARSE_MAX_BYTES, &text), OK);
    compare(language, entry->fts_path, text);
    compare(with_all_names(language), entry->fts_path, text);
    /* Cut in the middle it is broken, which must not matter. */
    compare(with_all_names(language), entry->fts_path, str_slice(text, 0, text.len / 2));
    count++;
    arena_reset(&arena);
  }
  fts_close(tree);
  return count;
}

static void test_walks_agree(void **state) {
  (void)state;
  assert_true(compare_folder("src/languages") > 0);
  assert_true(compare_folder("tests/parse/training") > 0);
  Str corpus = place_env("FATHOM_CORPUS");
  if (corpus.len) print_message("%zu files\n", compare_folder(str_to_c(&lasting, corpus)));
}

/* The build must notice when a new version of the library turns the raw walk off. */
static void test_raw_walk_is_used(void **state) {
  (void)state;
  for (const Language *const *at = language_registry; *at; at++) {
    const ParseGrammar *grammar;
    assert_int_equal(parse_grammar(&job, *at, &grammar), OK);
    assert_non_null(grammar->steps);
  }
}

int main(void) {
  arena_init(&lasting);
  arena_init(&arena);
  job_init(&job, &arena);
  map_init(&everything, &lasting);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_walks_agree),
      cmocka_unit_test(test_raw_walk_is_used),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  free(first.items);
  free(second.items);
  arena_clear(&arena);
  arena_clear(&lasting);
  return failed;
}
