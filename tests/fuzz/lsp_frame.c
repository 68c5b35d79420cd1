/* Any bytes as the output of a language server: the messages found do not
 * depend on the pieces in which the bytes came, and what was refused stays
 * refused. The first byte chooses the size of the pieces. */
#include <assert.h>

#include "src/lsp/lsp_internal.h"

/* All bodies, each behind its length, then what was wrong. */
static Str take_all(Arena *arena, Str bytes, size_t piece) {
  Buf found;
  buf_init(&found, arena, (size_t)1 << 30);
  LspFrames *frames = calloc(1, sizeof *frames);
  for (size_t at = 0; at < bytes.len; at += piece) {
    Str part = str_slice(bytes, at, at + piece);
    for (LspMessage *message; (message = lsp_frames_take(frames, &part));) {
      Job job;
      job_init(&job, arena);
      buf_add_format(&found, "%zu:", message->body.len);
      buf_add(&found, message->body);
      Err err = lsp_message_read(&job, message);
      assert(err == OK || err == ERR_PROTOCOL);
      assert(err || json_is(message->value, JSON_OBJECT));
      lsp_message_close(message);
    }
    assert(!part.len || frames->words[0]);
  }
  buf_add_byte(&found, frames->words[0] ? '!' : '.');
  lsp_frames_clear(frames);
  free(frames);
  return buf_str(&found);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  Arena arena;
  arena_init(&arena);
  Str bytes = {arena_copy(&arena, data + 1, size - 1), size - 1};
  Str whole = take_all(&arena, bytes, bytes.len ? bytes.len : 1);
  Str pieces = take_all(&arena, bytes, 1 + data[0] % 64);
  assert(str_eq(whole, pieces));
  arena_clear(&arena);
  return 0;
}
