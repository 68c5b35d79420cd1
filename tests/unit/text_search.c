/* The same matches by index, by scan and by the plainest way of matching:
 * random patterns over random files. */
#include "tests/unit/os_kept.h"
#include "tests/unit/text_tree.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#define FILES 120
#define ROUNDS 1500

static const char *const words[] = {
    "mutex", "lock", "unlock", "Lock", "MUTEX", "init", "destroy", "foo_bar", "fooBar", "int", "void", "return", "x",
    "kk", "Sky", "sIgn", "0x1F", "42", "a", "b", "ab", "abc", "\xC3\xA9t\xC3\xA9", "\xC5\xBFky", "\xE2\x84\xAA",
    "caf\xC3\xA9", "\xFE bad", "{", "}", "(", ")", ");", "->", "=", "==", ",", "\t", "  ", " ", "\n", "\n", "\r\n", "\n\n"};

static Str random_text(Arena *arena, size_t tokens) {
  Buf text;
  buf_init(&text, arena, 1u << 20);
  for (size_t i = 0; i < tokens; i++) {
    buf_add_c(&text, words[tree_below(COUNT_OF(words))]);
    if (tree_below(3) == 0) buf_add_byte(&text, ' ');
  }
  return buf_str(&text);
}

static void fill(TextTree *tree) {
  for (unsigned i = 0; i < FILES; i++) {
    char name[40];
    snprintf(name, sizeof(name), "d%u/f%03u.txt", i % 7, i);
    Arena *arena = tree->scratch->job.arena;
    Str text = random_text(arena, tree_below(8) == 0 ? tree_below(3) : tree_below(200));
    if (i % 29 == 5) text = str_format(arena, "%.*s\x01%c bin", STR_ARG(text), 1);
    tree_add(tree, name, text);
  }
  tree_add(tree, "binary", (Str){"mutex lock\0abc foo_bar", 22});
  tree_add(tree, "empty", STR_EMPTY);
  tree_add(tree, "no_end", STR("int mutex"));
  tree_list(tree);
}

/* ---- patterns ---- */

static void add_piece(Buf *out, unsigned depth) {
  static const char *const atoms[] = {"\\w", "\\s", "\\d", "\\S", "\\W", "\\b", ".", "[a-c]", "[^a-z]", "[xk]", "[^\\s(]", "^", "$",
                                      "\\(", "\\{", "[[:alpha:]]", "\\x6b", "(?i:sky)", "(?=l)", "(?<!un)", "\\t"};
  static const char *const repeats[] = {"*", "+", "?", "{2}", "{1,3}", "*?", "+?", "++"};
  unsigned kind = tree_below(10);
  if (kind < 5) {
    const char *word = words[tree_below(24)];
    buf_add(out, str_slice(str_from_c(word), 0, 1 + tree_below(6)));
    if (!str_is_utf8(buf_str(out))) buf_truncate(out, out->len - 1); /* half a character */
  } else if (kind < 8 || depth > 2) {
    buf_add_c(out, atoms[tree_below(COUNT_OF(atoms))]);
  } else {
    buf_add_c(out, tree_below(2) ? "(?:" : "(");
    for (unsigned i = 0, count = 1 + tree_below(3); i < count; i++) {
      if (i) buf_add_byte(out, '|');
      for (unsigned k = 0, parts = tree_below(3); k <= parts; k++) add_piece(out, depth + 1);
    }
    buf_add_byte(out, ')');
  }
  char last = out->len ? out->ptr[out->len - 1] : '^';
  if (tree_below(4) == 0 && last != '^' && last != '$' && last != 'b') buf_add_c(out, repeats[tree_below(COUNT_OF(repeats))]);
}

static Str random_pattern(Arena *arena, bool literal) {
  Buf out;
  buf_init(&out, arena, 1000);
  if (literal) {
    for (unsigned i = 0, count = 1 + tree_below(3); i < count; i++) buf_add_c(&out, words[tree_below(24)]);
  } else {
    for (unsigned i = 0, count = 1 + tree_below(4); i < count; i++) add_piece(&out, 0);
  }
  return buf_str(&out);
}

/* ---- the plainest way ---- */

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

static bool literal_in(Str line, Str literal, bool fold) {
  for (size_t i = 0; i + literal.len <= line.len; i++) {
    size_t k = 0;
    while (k < literal.len && (fold ? lower(line.ptr[i + k]) == lower(literal.ptr[k]) : line.ptr[i + k] == literal.ptr[k])) k++;
    if (k == literal.len) return true;
  }
  return false;
}

typedef struct Plain {
  pcre2_code *code; /* NULL: a literal */
  pcre2_match_data *data;
  Str literal;
  bool fold;
} Plain;

static bool plain_matches(const Plain *plain, Str line) {
  if (!plain->code) return literal_in(line, plain->literal, plain->fold);
  return pcre2_match(plain->code, (PCRE2_SPTR)line.ptr, line.len, 0, PCRE2_NO_JIT, plain->data, NULL) >= 0;
}

static size_t plain_count(const Plain *plain, Str text) {
  size_t count = 0;
  if (str_find_byte(text, '\0') != STR_NONE) return 0;
  while (text.len) {
    Str line = str_cut(&text, '\n');
    if (line.len && line.ptr[line.len - 1] == '\r') line.len--;
    count += plain_matches(plain, line);
  }
  return count;
}

/* The two letters that are like k and s but for case are not taken for them. */
static bool has_odd_letters(Str text) { return str_contains(text, STR("\xC5\xBF")) || str_contains(text, STR("\xE2\x84\xAA")); }

/* Hits that were kept when files were counted are those that reading them again
 * gives; of what there was no room for there are none. */
static void compare_kept(TextTree *tree, const TextMatcher *matcher, size_t keeps) {
  enum { HITS_MAX = 5 };
  Job *job = &tree->scratch->job;
  TextTally tally;
  TextSearch search = {.root = tree->root, .files = tree->files, .choice = {tree->all, tree->list.len}, .matcher = matcher,
                       .workers = 3, .keeps = keeps, .hits_max = HITS_MAX};
  size_t bytes = 0;
  if (text_search(job, &search, &tally)) {
    job_forgive(job);
    return;
  }
  for (size_t i = 0; i < tally.count; i++) {
    const TextHits *kept = tally.items[i].hits;
    TextHits hits;
    if (!kept) continue;
    assert_int_equal(text_hits(job, &search, &tree->list.items[tally.items[i].file], HITS_MAX, &hits), OK);
    assert_true(str_eq(kept->text, hits.text));
    assert_int_equal(kept->total, hits.total);
    assert_int_equal(kept->count, hits.count);
    if (hits.count) assert_memory_equal(kept->items, hits.items, hits.count * sizeof(TextHit));
    bytes += kept->text.len;
  }
  assert_true(bytes <= keeps + 3 * (1u << 14)); /* threads may each take one more */
  if (keeps > 1u << 20) assert_true(!tally.count || bytes);
}

static void compare(TextTree *tree, TextIndex *index, const TextQuery *query, const Plain *plain) {
  TextMatcher *matcher;
  Job *job = &tree->scratch->job;
  Err err = text_matcher_open(job, query, &matcher);
  if (err) fail_msg("%.*s: %.*s", STR_ARG(query->pattern), STR_ARG(job_message(job, err)));
  TextTally scanned = tree_search(tree, NULL, matcher, 3), indexed = tree_search(tree, index, matcher, 1);
  assert_int_equal(scanned.matches, tree_count(&scanned, SIZE_MAX));
  bool is_whole = !scanned.too_costly && !indexed.too_costly; /* else some are given up on, and said to be */
  for (size_t i = 0; is_whole && i < tree->list.len; i++) {
    size_t a = tree_count(&scanned, i), b = tree_count(&indexed, i), c = plain_count(plain, tree->texts.items[i]);
    bool is_odd = (plain->fold || str_contains(query->pattern, STR("(?i"))) && plain->code && has_odd_letters(tree->texts.items[i]);
    if (a != b || (a != c && !is_odd)) {
      fail_msg("'%.*s'%s in %.*s: %zu scanned, %zu indexed, %zu plainly", STR_ARG(query->pattern),
               query->mode == TEXT_LITERAL ? " (text)" : "", STR_ARG(tree->list.items[i].path), a, b, c);
    }
  }
  static unsigned compared;
  if (++compared % 8 == 0) compare_kept(tree, matcher, compared % 16 ? 2000 : 8u << 20);
  text_matcher_close(matcher);
}

static void compare_one(TextTree *tree, TextIndex *index, Str pattern, bool literal, bool fold) {
  TextQuery query = {.pattern = pattern, .mode = literal ? TEXT_LITERAL : TEXT_REGEX,
                     .letters = fold ? TEXT_CASE_IGNORED : TEXT_CASE_SENSITIVE};
  Plain plain = {.literal = pattern, .fold = fold};
  int code;
  PCRE2_SIZE at;
  bool is_ascii = true;
  for (size_t i = 0; i < pattern.len; i++) is_ascii &= (unsigned char)pattern.ptr[i] < 0x80;
  if (!pattern.len || (literal && fold && !is_ascii)) return;
  if (!literal) {
    uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | PCRE2_MULTILINE | PCRE2_NO_DOTSTAR_ANCHOR |
                       (fold ? PCRE2_CASELESS : 0);
    plain.code = pcre2_compile((PCRE2_SPTR)pattern.ptr, pattern.len, options, &code, &at, NULL);
    if (!plain.code) return; /* no pattern */
    plain.data = pcre2_match_data_create(10, NULL);
  }
  compare(tree, index, &query, &plain);
  pcre2_match_data_free(plain.data);
  pcre2_code_free(plain.code);
}

static void test_same_matches(void **state) {
  Scratch *scratch = *state;
  AUTO(Keep) keep = scratch_keep(scratch, "kept");
  TextTree tree = tree_open(scratch);
  tree_seed = 20261115;
  fill(&tree);
  AUTO(TextIndex) index = text_index_open(keep);
  TextBuild build = {.root = tree.root, .memory = 1 << 20, .anyway = true};
  assert_int_equal(text_index_build(&scratch->job, index, tree.files, &build), OK);
  size_t with_text = 0;
  for (size_t i = 0; i < tree.list.len; i++) with_text += tree.list.items[i].size > 0;
  assert_int_equal(text_index_coverage(index, tree.files).covered, with_text);
  for (unsigned i = 0; i < ROUNDS; i++) {
    bool literal = tree_below(4) == 0, fold = tree_below(2);
    JOB_SCRATCH(&scratch->job);
    compare_one(&tree, index, random_pattern(scratch->job.arena, literal), literal, fold);
  }
  tree_close(&tree);
}

/* What begins with anything is tried behind bytes that are no UTF-8, too, and not
 * at the beginnings of lines alone. */
static void test_behind_broken_bytes(void **state) {
  static const char *const patterns[] = {".*?$", ".*$", "(?:.*?)$", "(.*)bad$", ".*b", ".*?\\w$", "^.*?$", "x|.*?$"};
  Scratch *scratch = *state;
  AUTO(Keep) keep = scratch_keep(scratch, "kept");
  TextTree tree = tree_open(scratch);
  tree_add(&tree, "broken.txt", STR("abc \xFE bad\n\xFE bad\n\ncaf\xC3\xA9 \xFE bad \xFE bad\na\xFE bad \nplain\n"));
  tree_add(&tree, "returns.txt", STR("abc \xFE bad\r\n\xFE bad\r\nplain"));
  tree_list(&tree);
  AUTO(TextIndex) index = text_index_open(keep);
  for (size_t i = 0; i < COUNT_OF(patterns); i++) {
    JOB_SCRATCH(&scratch->job);
    compare_one(&tree, index, str_from_c(patterns[i]), false, false);
  }
  tree_close(&tree);
}

/* More strings than the finder takes are looked for by what they share, and the
 * index is asked for each with its quotes. */
static void test_many_words_between_quotes(void **state) {
  static const char *const names[] = {"lock", "x", "init", "abc", "foo_bar", "int", "void", "mutex", "a b", "Sky",
                                      "return", "kk", "destroy", "fooBar", "caf\xC3\xA9", "unlock", "42", "0x1F", "sIgn"};
  Scratch *scratch = *state;
  AUTO(Keep) keep = scratch_keep(scratch, "kept");
  TextTree tree = tree_open(scratch);
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    Arena *arena = scratch->job.arena;
    tree_add(&tree, str_to_c(arena, str_format(arena, "f%zu.txt", i)), str_format(arena, "%s\n'%s'\n\"%s\" `%s`\n\"%s'\n\"%s \"\n", names[i], names[i], names[i], names[i], names[i], names[i]));
  }
  tree_list(&tree);
  AUTO(TextIndex) index = text_index_open(keep);
  TextBuild build = {.root = tree.root, .memory = 1 << 20, .anyway = true};
  assert_int_equal(text_index_build(&scratch->job, index, tree.files, &build), OK);
  for (size_t count = 1; count <= COUNT_OF(names); count++) {
    JOB_SCRATCH(&scratch->job);
    Buf pattern;
    buf_init(&pattern, scratch->job.arena, 2000);
    for (size_t i = 0; i < count; i++) buf_add_format(&pattern, "%s[\"'`]%s[\"'`]", i ? "|" : "", names[i]);
    compare_one(&tree, index, buf_str(&pattern), false, count % 2);
  }
  tree_close(&tree);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_same_matches, scratch_setup, scratch_teardown),
                                     cmocka_unit_test_setup_teardown(test_behind_broken_bytes, scratch_setup, scratch_teardown),
                                     cmocka_unit_test_setup_teardown(test_many_words_between_quotes, scratch_setup, scratch_teardown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
