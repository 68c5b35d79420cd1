/* The one UTF-8 decoder, for text and for JSON. */
#ifndef FATHOM_BASE_STR_INTERNAL_H
#define FATHOM_BASE_STR_INTERNAL_H

#include "src/base/str.h"

/* The sequence at the start of `s`, which is not empty, as the Unicode table
 * of well-formed bytes has it: no overlong forms, no surrogates, nothing above
 * U+10FFFF. True: *ret_len bytes are the character *ret_codepoint. False: they
 * are broken, and to be replaced as one. */
bool str_utf8_step(Str s, size_t *ret_len, uint32_t *ret_codepoint) MUST_CHECK;

#endif
