/* Secrets: published test vectors, and that random is not constant. */
#include "tests/unit/os_scratch.h"

#include <string.h>

#include "src/os/secret.h"

static void digests(void **state) {
  Scratch *s = *state;
  scratch_same(secret_sha256_hex(&s->arena, STR_EMPTY),
               "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  scratch_same(secret_sha256_hex(&s->arena, (Str){NULL, 0}),
               "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  Str abc = secret_sha256_hex(&s->arena, STR("abc"));
  scratch_same(abc, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert_int_equal(abc.len, SECRET_DIGEST_HEX);
}

/* RFC 4231, cases 2 and 6: a short key, and one longer than a block. */
static void macs(void **state) {
  Scratch *s = *state;
  scratch_same(secret_mac_hex(&s->arena, STR("Jefe"), STR("what do ya want for nothing?")),
               "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  char key[131];
  memset(key, 0xaa, sizeof key);
  scratch_same(secret_mac_hex(&s->arena, (Str){key, sizeof key},
                              STR("Test Using Larger Than Block-Size Key - Hash Key First")),
               "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

static void compares(void **state) {
  (void)state;
  assert_true(secret_equal(STR("same"), STR("same")));
  assert_true(secret_equal(STR_EMPTY, (Str){NULL, 0}));
  assert_false(secret_equal(STR("same"), STR("samf")));
  assert_false(secret_equal(STR("Same"), STR("same")));
  assert_false(secret_equal(STR("same"), STR("same ")));
  assert_false(secret_equal(STR("a\0b"), STR("a\0c")));
}

static void randoms_differ(void **state) {
  Scratch *s = *state;
  Str a = secret_random_hex(&s->arena, 16);
  Str b = secret_random_hex(&s->arena, 16);
  assert_int_equal(a.len, 32);
  assert_false(str_eq(a, b));
  for (size_t i = 0; i < a.len; i++) assert_non_null(memchr("0123456789abcdef", a.ptr[i], 16));
  unsigned char bytes[32] = {0};
  unsigned char zero[32] = {0};
  secret_random(bytes, sizeof bytes);
  assert_memory_not_equal(bytes, zero, sizeof zero);
  assert_int_equal(secret_random_hex(&s->arena, 0).len, 0);
}

static void base64(void **state) {
  Scratch *s = *state;
  static const struct {
    Str bytes;
    const char *text;
  } cases[] = {{STR(""), ""},        {STR("f"), "Zg=="},        {STR("fo"), "Zm8="},
               {STR("foo"), "Zm9v"}, {STR("foob"), "Zm9vYg=="}, {STR("\xff\xfe\0"), "//4A"}};
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    scratch_same(secret_base64(&s->arena, cases[i].bytes), cases[i].text);
    Str back;
    assert_true(secret_from_base64(&s->arena, str_from_c(cases[i].text), &back));
    assert_true(str_eq(back, cases[i].bytes));
  }
  static const char *const bad[] = {"Zg", "Zg=", "Z", "Zm9v!", "Zm9v\n", "Zg==x", "-_-_", "Zh=="};
  for (size_t i = 0; i < COUNT_OF(bad); i++) {
    Str back = STR("untouched");
    if (secret_from_base64(&s->arena, str_from_c(bad[i]), &back))
      fail_msg("'%s' was accepted", bad[i]);
    scratch_same(back, "untouched");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(digests), SCRATCH_TEST(macs),   SCRATCH_TEST(compares),
      SCRATCH_TEST(randoms_differ), SCRATCH_TEST(base64),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
