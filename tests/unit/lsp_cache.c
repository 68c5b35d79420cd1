/* Cache: answers by everything they depend on; damage; several users; export
 * and import. */
#include "tests/unit/os_kept.h"

#include <string.h>

#include "src/lsp/cache.h"
#include "src/os/file.h"

static const LspCacheKey base = {
    .server = {"gopls 0.5", 9}, .question = {"references", 10}, .path = {"a/b.go", 6}, .byte = 7, .world = 99};

static void expect(Scratch *s, LspCache *cache, LspCacheKey key, const char *answer) {
  Str found = STR_EMPTY;
  bool is_there = lsp_cache_find(&s->job, cache, &key, &found);
  assert_int_equal(is_there, answer != NULL);
  if (answer) scratch_same(found, answer);
}

static void finds_by_all_it_depends_on(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  AUTO(LspCache) cache = lsp_cache_open(keep);
  expect(s, cache, base, NULL);
  lsp_cache_add(&s->job, cache, &base, STR("one"));
  expect(s, cache, base, "one");
  LspCacheKey other = base;
  other.world = 98;
  expect(s, cache, other, NULL);
  other = base, other.byte = 8;
  expect(s, cache, other, NULL);
  other = base, other.path = STR("a/b.g");
  expect(s, cache, other, NULL);
  other = base, other.question = STR("references+declaration");
  expect(s, cache, other, NULL);
  other = base, other.server = STR("gopls 0.6");
  lsp_cache_add(&s->job, cache, &other, STR("two"));
  expect(s, cache, other, "two");
  expect(s, cache, base, "one");
}

static void is_seen_by_others_and_after_a_restart(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  AUTO(LspCache) mine = lsp_cache_open(keep);
  AUTO(LspCache) theirs = lsp_cache_open(keep);
  LspCacheKey second = base;
  second.byte = 1000;
  expect(s, theirs, base, NULL);
  lsp_cache_add(&s->job, mine, &base, STR("mine"));
  expect(s, theirs, base, "mine");
  lsp_cache_add(&s->job, theirs, &second, STR("theirs"));
  expect(s, mine, second, "theirs");
  expect(s, mine, base, "mine");
  assert_int_equal(lsp_cache_counts(&s->job, mine).entries, 2);
}

/* A missing file is not looked for twice in one calm state; what this process adds
 * and what another state brings is seen, and so is all that grows. */
static void is_not_looked_for_in_a_calm_folder(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  AUTO(LspCache) mine = lsp_cache_open(keep);
  AUTO(LspCache) theirs = lsp_cache_open(keep);
  assert_true(lsp_cache_is_empty(&s->job, mine, 5));
  assert_true(lsp_cache_is_empty(&s->job, theirs, 5));
  lsp_cache_add(&s->job, mine, &base, STR("mine"));
  assert_false(lsp_cache_is_empty(&s->job, mine, 5));
  assert_true(lsp_cache_is_empty(&s->job, theirs, 5));
  assert_false(lsp_cache_is_empty(&s->job, theirs, 6));
  AUTO(LspCache) third = lsp_cache_open(keep);
  assert_false(lsp_cache_is_empty(&s->job, third, 0));
  scratch_ok(s, file_write(&s->job, scratch_str(s, "kept/answers"), STR_EMPTY, 0600));
  assert_true(lsp_cache_is_empty(&s->job, third, 6));
  lsp_cache_add(&s->job, mine, &base, STR("mine"));
  assert_false(lsp_cache_is_empty(&s->job, third, 6));
}

static void keeps_what_is_whole_of_a_damaged_file(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  Str path = scratch_str(s, "kept/answers"), text;
  LspCacheKey second = base;
  second.byte = 1000;
  AUTO(LspCache) cache = lsp_cache_open(keep);
  lsp_cache_add(&s->job, cache, &base, STR("first answer"));
  lsp_cache_add(&s->job, cache, &second, STR("second answer"));
  scratch_ok(s, file_read(&s->job, path, 10000, &text));
  for (size_t len = 0; len < text.len; len++) {
    scratch_ok(s, file_write(&s->job, path, str_slice(text, 0, len), 0600));
    AUTO(LspCache) cut = lsp_cache_open(keep);
    expect(s, cut, second, NULL);
    lsp_cache_add(&s->job, cut, &second, STR("second answer"));
    AUTO(LspCache) again = lsp_cache_open(keep);
    expect(s, again, second, "second answer");
  }
  for (size_t i = 0; i < text.len; i++) {
    char *flipped = str_to_c(s->job.arena, text);
    flipped[i] ^= 0x10;
    scratch_ok(s, file_write(&s->job, path, (Str){flipped, text.len}, 0600));
    AUTO(LspCache) rotten = lsp_cache_open(keep);
    Str found = STR_EMPTY;
    if (lsp_cache_find(&s->job, rotten, &base, &found)) scratch_same(found, "first answer");
    if (lsp_cache_find(&s->job, rotten, &second, &found)) scratch_same(found, "second answer");
    assert_true(lsp_cache_counts(&s->job, rotten).entries < 2);
  }
}

/* Records of another user, or for another workspace, are no records. */
static void believes_this_user_alone(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  AUTO(LspCache) cache = lsp_cache_open(keep);
  lsp_cache_add(&s->job, cache, &base, STR("mine"));
  setenv("XDG_STATE_HOME", scratch_path(s, "somebody"), 1);
  AUTO(Keep) theirs = scratch_keep(s, "kept");
  AUTO(LspCache) other = lsp_cache_open(theirs);
  expect(s, other, base, NULL);
  lsp_cache_add(&s->job, other, &base, STR("theirs"));
  expect(s, other, base, "theirs");
  expect(s, cache, base, NULL);
}

static void drops_the_older_half(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  AUTO(LspCache) cache = lsp_cache_open(keep);
  size_t size = (size_t)3 << 20;
  char *answer = malloc(size);
  memset(answer, 'x', size);
  LspCacheKey key = base;
  for (key.byte = 0; key.byte < 24; key.byte++) {
    answer[0] = (char)('a' + key.byte);
    lsp_cache_add(&s->job, cache, &key, (Str){answer, size});
    arena_reset(s->job.arena);
  }
  LspCacheCounts counts = lsp_cache_counts(&s->job, cache);
  assert_true(counts.bytes <= (size_t)64 << 20);
  Str found;
  key.byte = 0;
  assert_false(lsp_cache_find(&s->job, cache, &key, &found));
  key.byte = 23;
  assert_true(lsp_cache_find(&s->job, cache, &key, &found));
  assert_int_equal(found.ptr[0], 'a' + 23);
  lsp_cache_add(&s->job, cache, &base, (Str){answer, ((size_t)4 << 20) + 1});
  free(answer);
}

static void is_handed_on_whole_or_not_at_all(void **state) {
  Scratch *s = *state;
  AUTO(Keep) given = scratch_keep(s, "from");
  AUTO(Keep) taken = scratch_keep(s, "to");
  AUTO(LspCache) from = lsp_cache_open(given);
  AUTO(LspCache) to = lsp_cache_open(taken);
  LspCacheKey own = base;
  own.byte = 5;
  lsp_cache_add(&s->job, from, &base, STR("shared"));
  lsp_cache_add(&s->job, to, &own, STR("own"));
  Str packed;
  LspCacheCounts counts;
  scratch_ok(s, lsp_cache_export(&s->job, from, &packed, &counts));
  assert_int_equal(counts.entries, 1);
  for (size_t len = 0; len < packed.len; len++) {
    scratch_fails(s, lsp_cache_import(&s->job, to, str_slice(packed, 0, len), &counts), ERR_SYNTAX, "damaged");
  }
  for (size_t i = 10; i < packed.len; i++) { /* behind gzip's own header */
    char *flipped = str_to_c(s->job.arena, packed);
    memcpy(flipped, packed.ptr, packed.len);
    flipped[i] ^= 0x20;
    scratch_fails(s, lsp_cache_import(&s->job, to, (Str){flipped, packed.len}, &counts), ERR_SYNTAX, "damaged");
  }
  expect(s, to, own, "own");
  expect(s, to, base, NULL);
  scratch_ok(s, lsp_cache_import(&s->job, to, packed, &counts));
  assert_int_equal(counts.entries, 1);
  expect(s, to, base, "shared");
  expect(s, to, own, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(finds_by_all_it_depends_on),
      SCRATCH_TEST(is_seen_by_others_and_after_a_restart),
      SCRATCH_TEST(is_not_looked_for_in_a_calm_folder),
      SCRATCH_TEST(keeps_what_is_whole_of_a_damaged_file),
      SCRATCH_TEST(believes_this_user_alone),
      SCRATCH_TEST(drops_the_older_half),
      SCRATCH_TEST(is_handed_on_whole_or_not_at_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
