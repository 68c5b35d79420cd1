/* Buf: a growing string with a maximum. One byte beyond the maximum is kept
 * for the NUL. */
#include "src/base/buf.h"

#include <stdio.h>
#include <string.h>

#include "src/base/print.h"

enum { BUF_FIRST = 64, FORMAT_FIRST = 48 };

void buf_init(Buf *buf, Arena *arena, size_t max) {
  if (max > SIZE_MAX - 1) max = SIZE_MAX - 1;
  size_t cap = max < BUF_FIRST ? max + 1 : BUF_FIRST;
  *buf = (Buf){.arena = arena, .ptr = arena_alloc(arena, cap), .cap = cap, .max = max};
}

/* Makes room for `wanted` more bytes and the NUL, or for as many as the
 * maximum allows; returns how many there are. */
static size_t reserve(Buf *buf, size_t wanted) {
  if (buf->overflow) return 0;
  size_t allowed = buf->max - buf->len;
  if (wanted > allowed) {
    wanted = allowed;
    buf->overflow = true;
  }
  size_t need = buf->len + wanted + 1;
  if (need <= buf->cap) return wanted;
  size_t cap = buf->cap > (buf->max + 1) / 2 ? buf->max + 1 : buf->cap * 2;
  if (cap < need) cap = need;
  buf->ptr = arena_grow(buf->arena, buf->ptr, buf->cap, cap);
  buf->cap = cap;
  return wanted;
}

void buf_add(Buf *buf, Str s) {
  /* Mostly there is room, and nothing can move. */
  if (!buf->overflow && s.len < buf->cap - buf->len) {
    if (s.len == 0) return;
    memmove(buf->ptr + buf->len, s.ptr, s.len);
    buf->len += s.len;
    buf->ptr[buf->len] = '\0';
    return;
  }
  /* Adding a part of the buffer to itself: growing may move it. */
  bool is_inside = s.len && s.ptr >= buf->ptr && s.ptr < buf->ptr + buf->len;
  size_t offset = is_inside ? (size_t)(s.ptr - buf->ptr) : 0;
  size_t len = reserve(buf, s.len);
  if (len == 0) return;
  memmove(buf->ptr + buf->len, is_inside ? buf->ptr + offset : s.ptr, len);
  buf->len += len;
  buf->ptr[buf->len] = '\0';
}

void buf_add_c(Buf *buf, const char *c_string) { buf_add(buf, str_from_c(c_string)); }

void buf_add_byte_slowly(Buf *buf, char byte) {
  if (reserve(buf, 1) == 0) return;
  buf->ptr[buf->len++] = byte;
  buf->ptr[buf->len] = '\0';
}

/* For what most formats give, so that few of them have to be formatted twice. */
static void make_likely_room(Buf *buf) {
  if (buf->cap - buf->len >= FORMAT_FIRST || buf->cap > buf->max) return;
  size_t cap = buf->cap > (buf->max + 1) / 2 ? buf->max + 1 : buf->cap * 2;
  buf->ptr = arena_grow(buf->arena, buf->ptr, buf->cap, cap);
  buf->cap = cap;
}

/* Formatted twice only when it does not fit. */
void buf_add_format(Buf *buf, const char *format, ...) {
  if (buf->overflow) return;
  make_likely_room(buf);
  va_list args;
  va_start(args, format);
  va_list again;
  va_copy(again, args);
  size_t room = buf->cap - buf->len;
  int len = print_to(buf->ptr + buf->len, room, format, args);
  if (len > 0 && (size_t)len < room) {
    buf->len += (size_t)len;
  } else if (len > 0) {
    size_t fits = reserve(buf, (size_t)len);
    vsnprintf(buf->ptr + buf->len, fits + 1, format, again);
    buf->len += fits;
  }
  buf->ptr[buf->len] = '\0';
  va_end(again);
  va_end(args);
}

void buf_add_codepoint(Buf *buf, uint32_t codepoint) {
  char bytes[STR_CODEPOINT_MAX];
  if (codepoint < 0x80) buf_add_byte(buf, (char)codepoint);
  else buf_add(buf, (Str){bytes, str_put_codepoint(bytes, codepoint)});
}

void buf_truncate(Buf *buf, size_t len) {
  if (len > buf->len) return;
  buf->len = len;
  buf->ptr[len] = '\0';
}

Str buf_str(const Buf *buf) { return (Str){buf->ptr, buf->len}; }
