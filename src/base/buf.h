/* Buf: text or bytes that grow in an arena, up to a stated maximum.
 * Writing past the maximum drops the rest and sets `overflow`; the caller
 * checks once, at the end. A NUL always follows the contents. */
#ifndef FATHOM_BASE_BUF_H
#define FATHOM_BASE_BUF_H

#include "src/base/str.h"

typedef struct Buf {
  Arena *arena;
  char *ptr;
  size_t len;
  size_t cap;
  size_t max;
  bool overflow;
} Buf;

/* Empty, with at most `max` bytes to come. The contents live as long as the
 * arena. One thread at a time. */
void buf_init(Buf *buf, Arena *arena, size_t max);
/* Each adds at the end. What does not fit is dropped as a whole or in part,
 * and `overflow` says so: nothing has to be checked in between. */
void buf_add(Buf *buf, Str s);
void buf_add_c(Buf *buf, const char *c_string);
void buf_add_byte_slowly(Buf *buf, char byte); /* where room has to be made */
static inline void buf_add_byte(Buf *buf, char byte) {
  if (buf->overflow || buf->len + 2 > buf->cap) {
    buf_add_byte_slowly(buf, byte);
    return;
  }
  buf->ptr[buf->len++] = byte;
  buf->ptr[buf->len] = '\0';
}
void buf_add_format(Buf *buf, const char *format, ...) PRINTF_LIKE(2, 3);
void buf_add_codepoint(Buf *buf, uint32_t codepoint); /* as UTF-8 */
/* Shortens to `len`, at most the present length. `overflow` stays set, and
 * nothing more is added, until whoever made room on purpose clears it. */
void buf_truncate(Buf *buf, size_t len);
Str buf_str(const Buf *buf); /* borrowed; moves when the buffer grows */

#endif
