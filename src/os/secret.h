/* Secret: random bytes, digests of secrets, comparison in constant time. */
#ifndef FATHOM_OS_SECRET_H
#define FATHOM_OS_SECRET_H

#include "src/base/str.h"

#define SECRET_DIGEST_HEX 64

/* `bytes` bytes of the kernel's random source as lower-case hex. */
Str secret_random_hex(Arena *arena, size_t bytes);
void secret_random(void *out, size_t bytes);
Str secret_sha256_hex(Arena *arena, Str text);
/* HMAC-SHA256 as hex. */
Str secret_mac_hex(Arena *arena, Str key, Str text);
/* Time depends on the lengths only. */
bool secret_equal(Str a, Str b);
Str secret_base64(Arena *arena, Str bytes);
bool secret_from_base64(Arena *arena, Str text, Str *ret_bytes) MUST_CHECK;

/* ---- seals: tags that nobody makes without the key ---- */

#define SECRET_KEY 32
#define SECRET_QUICK_KEY 16
#define SECRET_TAG 16

/* Keyed BLAKE2b over both, told apart by their lengths. */
void secret_tag(const unsigned char key[SECRET_KEY], Str what, Str bytes, unsigned char ret_tag[SECRET_TAG]);
/* A key for another purpose, made from `key`. */
void secret_derive(const unsigned char key[SECRET_KEY], Str what, void *ret_key, size_t size);
/* SipHash: 64 bits, for what is short and often. */
uint64_t secret_quick(const unsigned char key[SECRET_QUICK_KEY], Str bytes);
void secret_forget(void *bytes, size_t size); /* overwrites it, whatever the compiler thinks */

#endif
