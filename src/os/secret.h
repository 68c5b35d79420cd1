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

#endif
