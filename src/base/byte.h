/* What a byte of a text is, whatever the user's locale says. An int takes both
 * kinds of char. */
#ifndef FATHOM_BASE_BYTE_H
#define FATHOM_BASE_BYTE_H

#include <stdbool.h>

static inline bool byte_is_digit(int c) { return c >= '0' && c <= '9'; }
static inline bool byte_is_blank(int c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static inline bool byte_is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static inline bool byte_is_plain(int c) { return byte_is_letter(c) || byte_is_digit(c); }
static inline bool byte_is_word(int c) { return byte_is_plain(c) || c == '_'; }
/* Of a name in any language: most let names have bytes beyond ASCII. */
static inline bool byte_is_name(int c) { return byte_is_word(c) || c == '$' || (unsigned char)c >= 0x80; }
/* In small letters, of ASCII alone: names beyond it are compared as they are written. */
static inline char byte_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

#endif
