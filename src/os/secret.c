/* Secret: libsodium in the project's own types. */
#include "src/os/secret.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/lock.h"

static LockOnce once = LOCK_ONCE_READY;

/* Without a random source nothing here is safe to answer. */
static void start(void) {
  if (sodium_init() < 0) abort();
}

static const unsigned char *bytes_of(Str s) {
  return (const unsigned char *)(s.ptr ? s.ptr : "");
}

static Str to_hex(Arena *arena, const unsigned char *bytes, size_t len) {
  char *hex = arena_alloc(arena, len * 2 + 1);
  sodium_bin2hex(hex, len * 2 + 1, bytes, len);
  return (Str){hex, len * 2};
}

void secret_random(void *out, size_t bytes) {
  lock_once(&once, start);
  randombytes_buf(out, bytes);
}

Str secret_random_hex(Arena *arena, size_t bytes) {
  unsigned char *random = arena_alloc(arena, bytes);
  secret_random(random, bytes);
  Str hex = to_hex(arena, random, bytes);
  sodium_memzero(random, bytes);
  return hex;
}

Str secret_sha256_hex(Arena *arena, Str text) {
  lock_once(&once, start);
  unsigned char digest[crypto_hash_sha256_BYTES];
  crypto_hash_sha256(digest, bytes_of(text), text.len);
  return to_hex(arena, digest, sizeof digest);
}

Str secret_mac_hex(Arena *arena, Str key, Str text) {
  lock_once(&once, start);
  crypto_auth_hmacsha256_state state;
  unsigned char mac[crypto_auth_hmacsha256_BYTES];
  crypto_auth_hmacsha256_init(&state, bytes_of(key), key.len);
  crypto_auth_hmacsha256_update(&state, bytes_of(text), text.len);
  crypto_auth_hmacsha256_final(&state, mac);
  sodium_memzero(&state, sizeof state);
  return to_hex(arena, mac, sizeof mac);
}

bool secret_equal(Str a, Str b) {
  return a.len == b.len && sodium_memcmp(bytes_of(a), bytes_of(b), a.len) == 0;
}

Str secret_base64(Arena *arena, Str bytes) {
  size_t size = sodium_base64_encoded_len(bytes.len, sodium_base64_VARIANT_ORIGINAL);
  char *text = arena_alloc(arena, size);
  sodium_bin2base64(text, size, bytes_of(bytes), bytes.len, sodium_base64_VARIANT_ORIGINAL);
  return (Str){text, size - 1};
}

bool secret_from_base64(Arena *arena, Str text, Str *ret_bytes) {
  size_t cap = text.len / 4 * 3 + 3;
  unsigned char *bytes = arena_alloc(arena, cap + 1);
  size_t len = 0;
  const char *end = NULL;
  const char *begin = text.ptr ? text.ptr : "";
  int state = sodium_base642bin(bytes, cap, begin, text.len, NULL, &len, &end,
                                sodium_base64_VARIANT_ORIGINAL);
  if (state != 0 || end != begin + text.len) return false;
  *ret_bytes = (Str){(const char *)bytes, len};
  return true;
}

/* ---- seals ---- */

void secret_tag(const unsigned char key[SECRET_KEY], Str what, Str bytes, unsigned char ret_tag[SECRET_TAG]) {
  lock_once(&once, start);
  crypto_generichash_state state;
  uint64_t len = what.len;
  crypto_generichash_init(&state, key, SECRET_KEY, SECRET_TAG);
  crypto_generichash_update(&state, (const unsigned char *)&len, sizeof len);
  crypto_generichash_update(&state, bytes_of(what), what.len);
  crypto_generichash_update(&state, bytes_of(bytes), bytes.len);
  crypto_generichash_final(&state, ret_tag, SECRET_TAG);
}

void secret_derive(const unsigned char key[SECRET_KEY], Str what, void *ret_key, size_t size) {
  lock_once(&once, start);
  crypto_generichash(ret_key, size, bytes_of(what), what.len, key, SECRET_KEY);
}

uint64_t secret_quick(const unsigned char key[SECRET_QUICK_KEY], Str bytes) {
  uint64_t sum;
  crypto_shorthash((unsigned char *)&sum, bytes_of(bytes), bytes.len, key);
  return sum;
}

void secret_forget(void *bytes, size_t size) { sodium_memzero(bytes, size); }
