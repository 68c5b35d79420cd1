/* Framing: what came in any pieces gives the same messages, and what is no
 * message is refused with words at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/lsp/lsp_internal.h"

/* All bodies, each in brackets, then what was wrong. */
static void gives_in_pieces(Str bytes, size_t piece, const char *wanted) {
  Arena arena;
  Buf got;
  arena_init(&arena);
  buf_init(&got, &arena, 1 << 20);
  LspFrames *frames = calloc(1, sizeof *frames);
  for (size_t at = 0; at < bytes.len; at += piece) {
    Str part = str_slice(bytes, at, at + piece);
    for (LspMessage *message; (message = lsp_frames_take(frames, &part));) {
      buf_add_format(&got, "[%.*s]", STR_ARG(message->body));
      lsp_message_close(message);
    }
  }
  buf_add_c(&got, frames->words);
  if (!str_eq_c(buf_str(&got), wanted)) fail_msg("in pieces of %zu: got %s, wanted %s", piece, got.ptr, wanted);
  lsp_frames_clear(frames);
  free(frames);
  arena_clear(&arena);
}

static void gives(const char *bytes, const char *wanted) {
  Str all = str_from_c(bytes);
  gives_in_pieces(all, all.len, wanted);
  gives_in_pieces(all, 1, wanted);
  gives_in_pieces(all, 3, wanted);
}

static void reads_messages(void **state) {
  (void)state;
  gives("Content-Length: 2\r\n\r\n{}", "[{}]");
  gives("Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\nnull", "[{}][null]");
  gives("content-length:5\r\n\r\n\303\251\303\251!", "[\303\251\303\251!]"); /* bytes, not characters */
  gives("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\nX-Other: 1\r\n\r\n{}", "[{}]");
  gives("Content-Length: 2\n\n{}", "[{}]");
  gives("Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n1", "[][1]");
  gives("Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "[{}]");
  gives("Content-Length: 10\r\n\r\n{}", ""); /* more may come */
}

#define NO_HEADER " to its output, where the header of a message belongs"

static void refuses_what_is_no_message(void **state) {
  (void)state;
  gives("Content-Length: x\r\n\r\n", "sent the Content-Length 'x', which is no number of bytes");
  gives("Content-Length: -1\r\n\r\n", "sent the Content-Length '-1', which is no number of bytes");
  gives("Content-Length:\r\n\r\n", "sent the Content-Length '', which is no number of bytes");
  gives("Content-Length: 67108865\r\n\r\n", "announced a message of '67108865' bytes; at most 64 MB are read");
  gives("Content-Length: 99999999999999999999\r\n\r\n",
        "sent the Content-Length '99999999999999999999', which is no number of bytes");
  gives("Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        "sent two different Content-Length headers, the second '3'");
  gives("X-Other: 1\r\n\r\n{}", "sent a message header without Content-Length");
  gives("\r\n", "sent a message header without Content-Length");
  gives("Loading\n", "wrote 'Loading'" NO_HEADER);
  gives("Content-Length: 2\r\n\r\n{}}", "[{}]wrote '}'" NO_HEADER); /* too short a length */
  gives_in_pieces(STR("Hello world: 1"), 99, "wrote 'Hello world: 1'" NO_HEADER);
  gives_in_pieces(STR("{\"id\":1}"), 99, "wrote '{\"id\":1}'" NO_HEADER);
}

static void bounds_the_header(void **state) {
  (void)state;
  char *bytes = malloc(2 * LSP_HEADER_MAX);
  memset(bytes, 'a', 2 * LSP_HEADER_MAX);
  memcpy(bytes, "Content-Length: 2\r\nX: ", 22);
  memcpy(bytes + LSP_HEADER_MAX - 4, "\r\n\r\n{}", 6);
  gives_in_pieces((Str){bytes, LSP_HEADER_MAX + 2}, 777, "[{}]");
  bytes[LSP_HEADER_MAX - 4] = 'a';
  memcpy(bytes + LSP_HEADER_MAX - 3, "\r\n\r\n{}", 6);
  LspFrames *frames = calloc(1, sizeof *frames);
  Str all = {bytes, LSP_HEADER_MAX + 3};
  assert_null(lsp_frames_take(frames, &all));
  assert_non_null(strstr(frames->words, "sent a message header longer than 8 KB: '"));
  assert_null(lsp_frames_take(frames, &all)); /* and stays refused */
  lsp_frames_clear(frames);
  free(frames);
  free(bytes);
}

static void spells_byte_exactly(void **state) {
  (void)state;
  size_t len = 0;
  char *bytes = lsp_frame_spell(STR("{\"a\":\"\303\251\"}"), &len);
  assert_int_equal(len, 22 + 10);
  assert_memory_equal(bytes, "Content-Length: 10\r\n\r\n{\"a\":\"\303\251\"}", len);
  free(bytes);
}

static Err read_body(const char *body, Arena *arena, Str *ret_text) {
  Job job;
  job_init(&job, arena);
  LspMessage *message = calloc(1, sizeof *message);
  arena_init(&message->arena);
  message->body = str_copy(&message->arena, str_from_c(body));
  Err err = lsp_message_read(&job, message);
  *ret_text = err ? job_message(&job, err) : json_spell(arena, message->value);
  lsp_message_close(message);
  return err;
}

static void reads(const char *body, Err wanted, const char *text) {
  Arena arena;
  Str got;
  arena_init(&arena);
  assert_int_equal(read_body(body, &arena, &got), wanted);
  if (!str_contains(got, str_from_c(text))) fail_msg("got '%.*s', wanted '%s'", STR_ARG(got), text);
  arena_clear(&arena);
}

static void repairs_cut_characters_only(void **state) {
  (void)state;
  reads("{\"a\":\"x\\ud83d\"}", OK, "{\"a\":\"x\xef\xbf\xbd\"}");
  reads("{\"a\":\"\\ude00\"}", OK, "{\"a\":\"\xef\xbf\xbd\"}");
  reads("{\"a\":\"\\ud83d\\ude00\\ud83d!\"}", OK, "{\"a\":\"\360\237\230\200\xef\xbf\xbd!\"}");
  reads("{\"a\":\"\\\\ud83d \\ud83d\"}", OK, "{\"a\":\"\\\\ud83d \xef\xbf\xbd\"}");
  reads("{\"a\":\"\303\"}", OK, "{\"a\":\"\xef\xbf\xbd\"}");
  reads("{\"a\":\"\303\251\377\"}", OK, "{\"a\":\"\303\251\xef\xbf\xbd\"}");
  reads("{\"a\":1", ERR_PROTOCOL, "sent a message that cannot be read: ");
  reads("[]", ERR_PROTOCOL, "sent a message that is no JSON object");
  reads("", ERR_PROTOCOL, "sent a message that cannot be read: ");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_messages),
      cmocka_unit_test(refuses_what_is_no_message),
      cmocka_unit_test(bounds_the_header),
      cmocka_unit_test(spells_byte_exactly),
      cmocka_unit_test(repairs_cut_characters_only),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
