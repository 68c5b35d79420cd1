/* Reading a file for a search: into memory that is used again, with as few
 * calls as can be. */
#include <string.h>

#include "src/model/text.h"
#include "src/os/descriptor.h"
#include "src/text/match_internal.h"

#define KEPT_BYTES ((size_t)4 << 20) /* one huge file is not paid for until the end */

static void make_room(TextBench *bench, size_t size) {
  if (bench->cap >= size && (bench->cap <= KEPT_BYTES || size > KEPT_BYTES)) return;
  free(bench->text);
  bench->cap = size > (64u << 10) ? size : 64u << 10;
  bench->text = arena_heap_alloc(bench->cap);
}

/* A file that grew meanwhile is read to its new end. */
static Err read_all(Job *job, int fd, TextBench *bench, size_t expected, size_t *ret_len) {
  size_t have = 0, got;
  for (;;) {
    if (have == bench->cap) {
      if (have > TEXT_MAX_BYTES) break;
      bench->cap *= 2;
      bench->text = arena_heap_grow(bench->text, bench->cap);
    }
    TRY(descriptor_read(job, fd, bench->text + have, bench->cap - have, &got));
    have += got;
    /* Less than there was room for, and no less than expected: the end. */
    if (got == 0 || (have >= expected && have < bench->cap)) break;
  }
  *ret_len = have;
  return OK;
}

/* Without a mark; UTF-16, which must have one, as UTF-8. */
static Str decode(TextBench *bench, Str text) {
  if (str_starts_with(text, STR("\xEF\xBB\xBF"))) return str_slice(text, 3, text.len);
  bool big = str_starts_with(text, STR("\xFE\xFF"));
  if (!big && !str_starts_with(text, STR("\xFF\xFE"))) return text;
  size_t cap = text_utf16_room(text.len), len;
  char *out = arena_heap_alloc(cap);
  (void)text_from_utf16(str_slice(text, 2, text.len), big, out, &len); /* what is broken is searched as U+FFFD */
  free(bench->text);
  bench->text = out;
  bench->cap = cap;
  return (Str){out, len};
}

TextReadState text_read(Job *job, Root *root, const TextFile *file, TextBench *bench, Str *ret_text) {
  int fd;
  if (file->size > TEXT_MAX_BYTES) return TEXT_READ_TOO_LARGE;
  if (file->own.ptr) {
    *ret_text = decode(bench, file->own);
    return TEXT_READ;
  }
  if (root_open_reading(job, root, file->path, &fd)) {
    job_forgive(job);
    return TEXT_READ_NOT;
  }
  size_t len;
  make_room(bench, (size_t)file->size + 1);
  Err err = read_all(job, fd, bench, (size_t)file->size, &len);
  descriptor_close(fd);
  if (err) {
    job_forgive(job);
    return TEXT_READ_NOT;
  }
  if (len > TEXT_MAX_BYTES) return TEXT_READ_TOO_LARGE;
  *ret_text = decode(bench, (Str){bench->text, len});
  return TEXT_READ;
}

bool text_is_binary(Str text) { return text.len && memchr(text.ptr, '\0', text.len); }

bool text_is_ascii(Str text) {
  size_t i = 0;
  for (; i + 32 <= text.len; i += 32) {
    uint64_t words[4];
    memcpy(words, text.ptr + i, sizeof(words));
    if ((words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080u) return false;
  }
  for (; i < text.len; i++) {
    if ((unsigned char)text.ptr[i] >= 0x80) return false;
  }
  return true;
}
