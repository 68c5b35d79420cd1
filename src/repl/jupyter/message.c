/* Messages of the Jupyter protocol, version 5: routing frames, a mark, the
 * signature, then header, parent's header, metadata and content as JSON.
 * Knows no socket. */
#include <string.h>

#include "src/os/secret.h"
#include "src/repl/jupyter/jupyter_internal.h"

#define MARK STR("<IDS|MSG>")
#define PROTOCOL STR("5.3")
#define SIGNED 4 /* frames that the signature is over */
#define TEXT_MAX 200 /* of an id or type */

static const JsonLimits limits = {.max_bytes = REPL_KERNEL_MESSAGE_MAX, .max_values = 200000};

/* ---- what came before ---- */

/* The first bytes of a signature are as good as random: whoever could choose
 * them could sign. */
static uint64_t first_bytes(Str signature) {
  uint64_t number = 0;
  for (size_t i = 0; i < 16; i++) number = number << 4 | (uint64_t)str_hex_digit(signature.ptr[i]);
  return number ? number : 1; /* 0 is an empty slot */
}

/* The slot of the number, or the empty one where it belongs. */
static uint64_t *slot_of(uint64_t *slots, uint64_t number) {
  size_t at = number % (2 * REPL_SEEN);
  while (slots[at] && slots[at] != number) at = (at + 1) % (2 * REPL_SEEN);
  return &slots[at];
}

static bool came_before(ReplKernelSeen *seen, Str signature) {
  uint64_t number = first_bytes(signature), *slot = slot_of(seen->slots[seen->newer], number);
  if (*slot || *slot_of(seen->slots[!seen->newer], number)) return true;
  *slot = number;
  if (++seen->count < REPL_SEEN) return false;
  seen->newer = !seen->newer;
  memset(seen->slots[seen->newer], 0, sizeof seen->slots[0]);
  seen->count = 0;
  return false;
}

/* ---- reading ---- */

static Str signature_of(Arena *arena, Str key, const Str *frames) {
  Buf text;
  buf_init(&text, arena, SIZE_MAX);
  for (size_t i = 0; i < SIGNED; i++) buf_add(&text, frames[i]);
  return secret_mac_hex(arena, key, buf_str(&text));
}

/* The signature first: nothing of what a stranger sends is even parsed. */
static Err check_signature(Job *job, Str key, Str given, const Str *frames, ReplKernelSeen *seen) {
  Str wanted = signature_of(job->arena, key, frames);
  if (!secret_equal(given, wanted)) return job_fail(job, ERR_DENIED, "a message that the kernel's key did not sign");
  if (came_before(seen, wanted)) return job_fail(job, ERR_DENIED, "a message that came before");
  return OK;
}

static Err read_object(Job *job, Str text, const Json **ret_object) {
  TRY(json_read(job, text, &limits, ret_object));
  return json_is(*ret_object, JSON_OBJECT) ? OK : job_fail(job, ERR_SYNTAX, "a part of a message that is no object");
}

Err repl_kernel_message_read(Job *job, Str key, const ReplFrames *frames, ReplKernelSeen *seen, ReplKernelMessage *ret_message) {
  size_t mark = 0;
  const Json *header, *parent, *content;
  while (mark < frames->count && !str_eq(frames->items[mark], MARK)) mark++;
  if (frames->count < mark + 2 + SIGNED) return job_fail(job, ERR_DENIED, "a message without a signature");
  const Str *parts = &frames->items[mark + 2];
  TRY(check_signature(job, key, frames->items[mark + 1], parts, seen));
  TRY(read_object(job, parts[0], &header));
  TRY(read_object(job, parts[1], &parent));
  TRY(read_object(job, parts[3], &content));
  ReplKernelMessage message = {json_get_str(header, STR("msg_type"), STR_EMPTY), json_get_str(header, STR("msg_id"), STR_EMPTY),
                               json_get_str(parent, STR("msg_id"), STR_EMPTY), content};
  if (!message.type.len || message.type.len > TEXT_MAX || message.parent.len > TEXT_MAX) {
    return job_fail(job, ERR_SYNTAX, "a message without a type");
  }
  *ret_message = message;
  return OK;
}

/* ---- writing ---- */

static Str spell_header(Arena *arena, const ReplKernelMessage *message, Str session) {
  Buf text;
  JsonWriter json;
  buf_init(&text, arena, 4096);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_str(&json, "msg_id", message->id);
  json_field_str(&json, "session", session);
  json_field_str(&json, "username", STR("fathom"));
  json_field_str(&json, "date", STR("1970-01-01T00:00:00.000000Z")); /* must be one; nobody acts on it */
  json_field_str(&json, "msg_type", message->type);
  json_field_str(&json, "version", PROTOCOL);
  json_end_object(&json);
  return buf_str(&text);
}

void repl_kernel_message_spell(Arena *arena, Str key, const ReplKernelMessage *message, Str session, Str content,
                               ReplFrames *ret_frames) {
  Str parts[SIGNED] = {spell_header(arena, message, session), STR("{}"), STR("{}"), content};
  *ret_frames = (ReplFrames){.count = 2 + SIGNED};
  ret_frames->items[0] = MARK;
  ret_frames->items[1] = signature_of(arena, key, parts);
  memcpy(&ret_frames->items[2], parts, sizeof parts);
}
