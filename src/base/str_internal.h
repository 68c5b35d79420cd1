/* The one UTF-8 decoder, for text and for JSON, and what a reader of either
 * would not see. */
#ifndef FATHOM_BASE_STR_INTERNAL_H
#define FATHOM_BASE_STR_INTERNAL_H

#include "src/base/str.h"

/* The sequence at the start of `s`, which is not empty, as the Unicode table
 * of well-formed bytes has it: no overlong forms, no surrogates, nothing above
 * U+10FFFF. True: *ret_len bytes are the character *ret_codepoint. False: they
 * are broken, and to be replaced as one. */
bool str_utf8_step(Str s, size_t *ret_len, uint32_t *ret_codepoint) MUST_CHECK;

/* Control, bidirectional and invisible characters and line separators, as
 * str_visible has them: what a text may not show just as it is. */
bool str_is_hidden(uint32_t codepoint);

#endif
