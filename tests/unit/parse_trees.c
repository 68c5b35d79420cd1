/* Our build of the parser gives the trees of the parser as it comes: for each
 * file every node's name, field, place and marks are compared. The sources are
 * the languages' cases, the training texts, the same cut short, and, if
 * FATHOM_CORPUS names a folder, all that lies in it. */
#include "tests/unit/parse_stock.h"

#include <fts.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/parse/parse.h"

#define DECLARE(name) const TSLanguage *tree_sitter_##name(void);
STOCK_GRAMMARS(DECLARE)
#define ROW(name) tree_sitter_##name,
static const TSLanguage *(*const ours[])(void) = {STOCK_GRAMMARS(ROW)};

typedef VEC(const char *) NameList;

static Arena lasting;
static Arena arena;
static Job job;
static Parser *parser;
static Language languages[COUNT_OF(ours)]; /* with all names of their grammars */

static void list_kinds(const TSLanguage *tables, NameList *kinds) {
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
  *vec_add(&lasting, kinds) = "ERROR";
  *vec_add(&lasting, kinds) = NULL;
}

static void list_languages(void) {
  for (size_t i = 0; i < COUNT_OF(ours); i++) {
    const TSLanguage *tables = stock_grammars[i].stock();
    NameList kinds = {0};
    NameList fields = {0};
    list_kinds(tables, &kinds);
    for (uint32_t k = 1; k <= ts_language_field_count(tables); k++) {
      *vec_add(&lasting, &fields) = ts_language_field_name_for_id(tables, (TSFieldId)k);
    }
    *vec_add(&lasting, &fields) = NULL;
    languages[i] = (Language){.name = stock_grammars[i].name,
                              .grammar = ours[i],
                              .kinds = kinds.items,
                              .fields = fields.items};
  }
}

static unsigned flags_of(TSNode node) {
  unsigned flags = 0;
  if (ts_node_is_named(node)) flags |= SYNTAX_NAMED;
  if (ts_node_is_error(node)) flags |= SYNTAX_ERROR;
  if (ts_node_is_missing(node)) flags |= SYNTAX_MISSING;
  if (ts_node_has_error(node)) flags |= SYNTAX_BROKEN;
  if (ts_node_is_extra(node)) flags |= SYNTAX_EXTRA;
  return flags;
}

static bool same_name(const char *listed, TSNode node) {
  return strcmp(ts_node_is_named(node) ? listed : listed + 1, ts_node_type(node)) == 0;
}

static bool same_node(const Language *language, const SyntaxNode *our, const TSTreeCursor *cursor) {
  TSNode node = ts_tree_cursor_current_node(cursor);
  const char *field = ts_tree_cursor_current_field_name(cursor);
  if (our->from != ts_node_start_byte(node) || our->to != ts_node_end_byte(node)) return false;
  if ((our->flags & ~(unsigned)SYNTAX_PARENT) != flags_of(node)) return false;
  if (!our->kind || !same_name(language->kinds[our->kind - 1], node)) return false;
  if (!field || !our->field) return !field && !our->field;
  return strcmp(field, language->fields[our->field - 1]) == 0;
}

/* Both in order of appearance, and the parents agree. */
static void compare_nodes(const Language *language, const char *path, const Syntax *syntax,
                          TSTree *tree) {
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
  NodeNo parent = 0;
  NodeNo at = 0;
  for (bool more = true; more;) {
    at++;
    if (at >= syntax->count || syntax->nodes[at].parent != parent ||
        !same_node(language, &syntax->nodes[at], &cursor)) {
      fail_msg("%s: node %u differs, a %s at byte %u", path, at,
               ts_node_type(ts_tree_cursor_current_node(&cursor)),
               ts_node_start_byte(ts_tree_cursor_current_node(&cursor)));
    }
    if (ts_tree_cursor_goto_first_child(&cursor)) {
      parent = at;
      continue;
    }
    while (!(more = ts_tree_cursor_goto_next_sibling(&cursor)) &&
           ts_tree_cursor_goto_parent(&cursor)) {
      parent = syntax->nodes[parent].parent;
    }
  }
  ts_tree_cursor_delete(&cursor);
  if (at + 1 != syntax->count) fail_msg("%s: %u nodes more", path, syntax->count - at - 1);
}

static TSPoint point_of(Str text, uint32_t byte) {
  TSPoint point = {0, 0};
  for (uint32_t i = 0; i < byte; i++) {
    point.column = text.ptr[i] == '\n' ? 0 : point.column + 1;
    if (text.ptr[i] == '\n') point.row++;
  }
  return point;
}

static void set_ranges(TSParser *stock, Str text, const Range *ranges, size_t count) {
  TSRange stock_ranges[8];
  for (size_t i = 0; i < count; i++) {
    stock_ranges[i] = (TSRange){.start_byte = ranges[i].from,
                                .end_byte = ranges[i].to,
                                .start_point = point_of(text, ranges[i].from),
                                .end_point = point_of(text, ranges[i].to)};
  }
  assert_true(ts_parser_set_included_ranges(stock, stock_ranges, (uint32_t)count));
}

static void compare_parts(size_t grammar, const char *path, Str text, const Range *ranges,
                          size_t range_count) {
  TSParser *stock = ts_parser_new();
  assert_true(ts_parser_set_language(stock, stock_grammars[grammar].stock()));
  if (range_count) set_ranges(stock, text, ranges, range_count);
  TSTree *tree = ts_parser_parse_string(stock, NULL, text.ptr, (uint32_t)text.len);
  Syntax syntax;
  ParseInput input = {.text = text, .ranges = ranges, .range_count = range_count};
  Err err = parse_ranges(&job, parser, &languages[grammar], &input, &arena, &syntax);
  if (err) fail_msg("%s: %.*s", path, STR_ARG(job.message));
  compare_nodes(&languages[grammar], path, &syntax, tree);
  ts_tree_delete(tree);
  ts_parser_delete(stock);
  arena_reset(&arena);
}

static void compare(size_t grammar, const char *path, Str text) {
  compare_parts(grammar, path, text, NULL, 0);
}

static size_t grammar_of(Str path) {
  const Language *language = language_for_file(path, STR_EMPTY);
  for (size_t i = 0; language && i < COUNT_OF(ours); i++) {
    if (language->grammar == ours[i]) return i;
  }
  return STR_NONE;
}

static size_t compare_folder(const char *folder) {
  size_t count = 0;
  FTS *tree = fts_open((char *const[]){(char *)folder, NULL}, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  assert_non_null(tree);
  for (FTSENT *entry; (entry = fts_read(tree));) {
    Str path = str_from_c(entry->fts_path);
    size_t grammar = entry->fts_info == FTS_F ? grammar_of(path) : STR_NONE;
    if (grammar == STR_NONE || entry->fts_statp->st_size > PARSE_MAX_BYTES) continue;
    Arena kept;
    Job reading;
    Str text;
    arena_init(&kept);
    job_init(&reading, &kept);
    assert_int_equal(file_read(&reading, path, PARSE_MAX_BYTES, &text), OK);
    compare(grammar, entry->fts_path, text);
    compare(grammar, entry->fts_path, str_slice(text, 0, text.len / 2));
    arena_clear(&kept);
    count++;
  }
  fts_close(tree);
  return count;
}

static void test_trees_are_the_stock_parsers(void **state) {
  (void)state;
  assert_true(compare_folder("src/languages") > 0);
  assert_true(compare_folder("tests/parse/training") > 0);
  Str corpus = place_env("FATHOM_CORPUS");
  if (corpus.len) print_message("%zu files\n", compare_folder(str_to_c(&lasting, corpus)));
}

/* Each grammar on texts of other languages: nothing but errors. */
static void test_trees_of_wrong_texts(void **state) {
  (void)state;
  static const char *const paths[] = {"tests/parse/training/c.c", "tests/parse/training/python.py",
                                      "tests/parse/training/tsx.tsx", "README.md"};
  for (size_t i = 0; i < COUNT_OF(paths) * COUNT_OF(ours); i++) {
    const char *path = paths[i / COUNT_OF(ours)];
    Arena kept;
    Job reading;
    Str text;
    arena_init(&kept);
    job_init(&reading, &kept);
    assert_int_equal(file_read(&reading, str_from_c(path), PARSE_MAX_BYTES, &text), OK);
    compare(i % COUNT_OF(ours), path, str_slice(text, 0, 6000));
    arena_clear(&kept);
  }
}

/* With holes, as embedded languages have them: some between tokens, some not. */
static void test_trees_of_parts(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(ours); i++) {
    Arena kept;
    Job reading;
    Str text;
    arena_init(&kept);
    job_init(&reading, &kept);
    assert_int_equal(file_read(&reading, STR("tests/parse/training/c.c"), PARSE_MAX_BYTES, &text), OK);
    Range ranges[8];
    for (uint32_t k = 0; k < COUNT_OF(ranges); k++) {
      ranges[k] = (Range){k * 700 + k * (uint32_t)i, k * 700 + 500 + (k == 3 ? 200 : k * 13)};
    }
    ranges[5].to = ranges[5].from;
    compare_parts(i, "parts of c.c", text, ranges, COUNT_OF(ranges));
    compare_parts(i, "nothing of c.c", text, &ranges[5], 1);
    arena_clear(&kept);
  }
}

int main(void) {
  arena_init(&lasting);
  arena_init(&arena);
  job_init(&job, &arena);
  parser = parse_open();
  list_languages();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_trees_are_the_stock_parsers),
      cmocka_unit_test(test_trees_of_wrong_texts),
      cmocka_unit_test(test_trees_of_parts),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  parse_close(parser);
  arena_clear(&arena);
  arena_clear(&lasting);
  return failed;
}
