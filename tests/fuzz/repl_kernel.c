/* Any bytes as what a kernel sends and as its connection file: unsigned they
 * count for nothing, signed they are a message or an error, and what comes of
 * them stays within the bounds of a result. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/os/secret.h"
#include "src/repl/jupyter/jupyter_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define KEY STR("0123456789abcdef0123456789abcdef")

/* Frames are lines of the input; the first four after the signature are signed
 * when that is asked for. */
static void split(Str text, ReplFrames *frames) {
  frames->count = 0;
  while (text.len && frames->count < REPL_FRAMES) frames->items[frames->count++] = str_cut(&text, '\n');
}

static void read_unsigned(Job *job, Str text, ReplKernelSeen *seen) {
  ReplFrames frames;
  ReplKernelMessage message;
  split(text, &frames);
  assert(repl_kernel_message_read(job, KEY, &frames, seen, &message) == ERR_DENIED);
  job_forgive(job);
}

/* Everything that a message can do to an eval. */
static void use(Job *job, const ReplKernelMessage *message) {
  ReplEvals evals = {0};
  ReplEval *eval = repl_evals_add(&evals, STR("e1"), STR("code"));
  Buf text;
  JsonWriter json;
  const Json *answer;
  ReplResult result;
  repl_eval_print(eval, false, json_get_str(message->content, STR("text"), STR_EMPTY));
  repl_eval_display(job, eval, json_get(message->content, STR("data")), true);
  repl_eval_display(job, eval, json_get(message->content, STR("data")), false);
  repl_eval_fail(job, eval, message->content);
  eval->state = REPL_RUNNING;
  repl_eval_end(eval, REPL_FAILED);
  buf_init(&text, job->arena, REPL_MESSAGE_MAX);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  repl_eval_spell(&json, eval);
  json_end_object(&json);
  assert(!text.overflow); /* of so small an input */
  assert(!json_read(job, buf_str(&text), NULL, &answer));
  assert(!repl_result_read(job, answer, STR("abcdefgh.e1"), &result));
  assert(result.state == REPL_FAILED && result.display_count <= REPL_DISPLAYS && result.trace_count <= REPL_TRACE);
  assert(str_find_byte(repl_plain(job->arena, STR("\x1b[31mx")), '\x1b') == STR_NONE);
  repl_evals_clear(&evals);
}

static void read_signed(Job *job, Str text, ReplKernelSeen *seen) {
  ReplFrames frames, parts;
  ReplKernelMessage message;
  Buf signed_text;
  split(text, &parts);
  if (parts.count < 4) return;
  buf_init(&signed_text, job->arena, SIZE_MAX);
  for (size_t i = 0; i < 4; i++) buf_add(&signed_text, parts.items[i]);
  frames = (ReplFrames){.items = {STR("<IDS|MSG>"), secret_mac_hex(job->arena, KEY, buf_str(&signed_text))}, .count = 6};
  memcpy(&frames.items[2], parts.items, 4 * sizeof(Str));
  Err err = repl_kernel_message_read(job, KEY, &frames, seen, &message);
  job_forgive(job);
  assert(err != ERR_DENIED);
  if (!err) use(job, &message);
  assert(repl_kernel_message_read(job, KEY, &frames, seen, &message) == ERR_DENIED); /* it came before */
  job_forgive(job);
}

static void read_connection(Job *job, Str text) {
  ReplConnection connection, again;
  if (repl_connection_read(job, text, &connection)) return;
  assert(connection.key.len >= 16);
  for (size_t i = 0; i < REPL_CHANNELS; i++) assert(connection.ports[i] >= 1 && connection.ports[i] <= 65535);
  Str spelled = repl_connection_spell(job->arena, &connection);
  if (!str_is_utf8(connection.key)) return;
  assert(!repl_connection_read(job, spelled, &again));
  assert(again.ports[REPL_SHELL] == connection.ports[REPL_SHELL] && str_eq(again.address, connection.address));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  Job job;
  char *copy = malloc(size ? size : 1); /* of its exact size */
  ReplKernelSeen *seen = calloc(1, sizeof *seen);
  memcpy(copy, data, size);
  arena_init(&arena);
  job_init(&job, &arena);
  read_unsigned(&job, (Str){copy, size}, seen);
  read_signed(&job, (Str){copy, size}, seen);
  read_connection(&job, (Str){copy, size});
  arena_clear(&arena);
  free(seen);
  free(copy);
  return 0;
}
