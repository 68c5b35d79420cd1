/* The key file: made, read, revoked, and distrusted. */
#include "tests/unit/os_scratch.h"

#include "src/os/file.h"
#include "src/os/secret.h"
#include "src/transport/keys_internal.h"

static void makes_and_revokes(void **state) {
  Scratch *scratch = *state;
  Job *job = &scratch->job;
  Str path = scratch_str(scratch, "config/keys.json");
  TransportKeys keys;
  scratch_ok(scratch, transport_keys_read(job, path, &keys));
  assert_int_equal(keys.len, 0);
  Str first, second;
  scratch_ok(scratch, transport_keys_create(job, path, STR("laptop"), STR("2026-11-15"), &first));
  scratch_ok(scratch, transport_keys_create(job, path, STR(""), STR("2026-11-16"), &second));
  assert_true(transport_key_is_well_formed(first));
  assert_false(str_eq(first, second));
  scratch_ok(scratch, transport_keys_read(job, path, &keys));
  assert_int_equal(keys.len, 2);
  assert_int_equal(keys.items[0].id.len, 8);
  scratch_same(keys.items[0].label, "laptop");
  scratch_same(keys.items[0].created, "2026-11-15");
  assert_true(str_eq(keys.items[0].digest, secret_sha256_hex(&scratch->arena, first)));
  assert_true(str_eq(keys.items[1].digest, secret_sha256_hex(&scratch->arena, second)));
  FileStat stat;
  scratch_ok(scratch, file_stat(job, path, &stat));
  assert_int_equal(stat.mode & 07777, 0600);
  Str text;
  scratch_ok(scratch, file_read(job, path, 1 << 20, &text));
  assert_false(str_contains(text, first));

  TransportKey revoked;
  Str wanted = keys.items[0].id;
  scratch_ok(scratch, transport_keys_revoke(job, path, wanted, &revoked));
  assert_true(str_eq(revoked.id, wanted));
  scratch_same(revoked.label, "laptop");
  scratch_fails(scratch, transport_keys_revoke(job, path, wanted, &revoked), ERR_NOT_FOUND,
                str_to_c(&scratch->arena,
                         str_format(&scratch->arena, "no key has the id '%.*s'; there are: %.*s",
                                    STR_ARG(wanted), STR_ARG(keys.items[1].id))));
  scratch_ok(scratch, transport_keys_read(job, path, &keys));
  assert_int_equal(keys.len, 1);
  assert_true(str_eq(keys.items[0].digest, secret_sha256_hex(&scratch->arena, second)));
}

static void revokes_from_nothing(void **state) {
  Scratch *scratch = *state;
  TransportKey revoked;
  scratch_fails(scratch,
                transport_keys_revoke(&scratch->job, scratch_str(scratch, "none/keys.json"),
                                      STR("abc"), &revoked),
                ERR_NOT_FOUND, "no key has the id 'abc': there are no keys");
  assert_false(scratch_has(scratch, "none"));
}

static void distrusts_open_files(void **state) {
  Scratch *scratch = *state;
  scratch_file(scratch, "keys.json", "{\"keys\":[]}");
  Str path = scratch_str(scratch, "keys.json");
  TransportKeys keys;
  Str key;
  static const mode_t modes[] = {0640, 0604, 0620, 0601};
  for (size_t i = 0; i < COUNT_OF(modes); i++) {
    assert_int_equal(chmod(scratch_path(scratch, "keys.json"), modes[i]), 0);
    scratch_fails(scratch, transport_keys_read(&scratch->job, path, &keys), ERR_DENIED,
                  "is open to other users");
  }
  scratch_fails(scratch,
                transport_keys_create(&scratch->job, path, STR(""), STR("2026-11-15"), &key),
                ERR_DENIED, "chmod 600");
  assert_int_equal(chmod(scratch_path(scratch, "keys.json"), 0600), 0);
  scratch_ok(scratch, transport_keys_read(&scratch->job, path, &keys));
}

static void distrusts_files_of_others(void **state) {
  Scratch *scratch = *state;
  if (geteuid() != 0) skip();
  scratch_file(scratch, "keys.json", "{\"keys\":[]}");
  assert_int_equal(chmod(scratch_path(scratch, "keys.json"), 0600), 0);
  assert_int_equal(chown(scratch_path(scratch, "keys.json"), 65534, 65534), 0);
  TransportKeys keys;
  scratch_fails(scratch,
                transport_keys_read(&scratch->job, scratch_str(scratch, "keys.json"), &keys),
                ERR_DENIED, "belongs to another user");
}

static void refuses_broken_files(void **state) {
  Scratch *scratch = *state;
  static const struct {
    const char *text, *words;
  } cases[] = {
      {"", "keys.json"},
      {"[]", "an array named 'keys'"},
      {"{\"keys\":[{}]}", "each key needs an id of 1 to 32 bytes"},
      {"{\"keys\":[{\"id\":\"a\",\"digest\":\"00\"}]}", "the digest of key 'a' must be 64 hex"},
      {"{\"keys\":[{\"id\":\"123456789012345678901234567890123\"}]}", "an id of 1 to 32 bytes"},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    scratch_file(scratch, "keys.json", cases[i].text);
    assert_int_equal(chmod(scratch_path(scratch, "keys.json"), 0600), 0);
    TransportKeys keys;
    scratch_fails(scratch,
                  transport_keys_read(&scratch->job, scratch_str(scratch, "keys.json"), &keys),
                  ERR_SYNTAX, cases[i].words);
    Str key;
    Err err = transport_keys_create(&scratch->job, scratch_str(scratch, "keys.json"), STR(""),
                                    STR("d"), &key);
    scratch_fails(scratch, err, ERR_SYNTAX, cases[i].words);
    Str text;
    scratch_ok(scratch,
               file_read(&scratch->job, scratch_str(scratch, "keys.json"), 999, &text));
    scratch_same(text, cases[i].text);
  }
}

static void knows_keys_by_their_form(void **state) {
  (void)state;
  assert_true(transport_key_is_well_formed(STR("fathom_0123456789abcdef0123456789abcdef01234567")));
  static const Str wrong[] = {STR(""), STR("fathom_"),
                              STR("fathom_0123456789abcdef0123456789abcdef0123456"),
                              STR("fathom_0123456789abcdef0123456789abcdef012345678"),
                              STR("fathom_0123456789ABCDEF0123456789abcdef01234567"),
                              STR("fathom_0123456789abcdeg0123456789abcdef01234567"),
                              STR("Fathom_0123456789abcdef0123456789abcdef01234567")};
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    assert_false(transport_key_is_well_formed(wrong[i]));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(makes_and_revokes),        SCRATCH_TEST(revokes_from_nothing),
      SCRATCH_TEST(distrusts_open_files),     SCRATCH_TEST(distrusts_files_of_others),
      SCRATCH_TEST(refuses_broken_files),     cmocka_unit_test(knows_keys_by_their_form),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
