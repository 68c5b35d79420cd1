/* Framing: header lines, an empty line, a body of exactly as many bytes as the
 * header said. Whatever else comes means that the two sides disagree on where
 * messages begin, and nothing that follows can be believed. */
#include "src/lsp/lsp_internal.h"

/* What is taken for a body at first, whatever it says it will be. */
#define BODY_FIRST (64 * 1024)
/* A result of 64 MB with more values than this would take gigabytes. */
#define VALUES_MAX 6000000
/* Reading goes down recursively; real answers are a dozen levels deep. */
#define DEPTH_MAX 256

void lsp_message_close(LspMessage *message) {
  if (!message) return;
  arena_clear(&message->arena);
  free(message);
}

void lsp_frames_clear(LspFrames *frames) {
  lsp_message_close(frames->message);
  *frames = (LspFrames){0};
}

/* "wrote 'what' where it should not" Always within the array, with what is
 * quoted cut and made visible: it may be anything. */
static void refuse(LspFrames *frames, const char *before, Str what, const char *after) {
  Arena arena;
  arena_init(&arena);
  Str shown = str_shown(&arena, what, 80);
  snprintf(frames->words, sizeof frames->words, "%s'%.*s'%s", before, STR_ARG(shown), after);
  arena_clear(&arena);
}

static void refuse_garbage(LspFrames *frames, Str garbage) {
  refuse(frames, "wrote ", garbage, " to its output, where the header of a message belongs");
}

static bool is_name_byte(char c) {
  return byte_is_plain(c) || c == '-' || c == '_';
}

/* A sign or a blank before the digits would be read by others in another way,
 * so it is refused. */
static void read_length(LspFrames *frames, Str value) {
  int64_t length = -1;
  bool is_number =
      value.len && byte_is_digit(value.ptr[0]) && str_to_int(value, &length);
  if (!is_number) {
    refuse(frames, "sent the Content-Length ", value, ", which is no number of bytes");
  } else if ((uint64_t)length > LSP_BODY_MAX) {
    refuse(frames, "announced a message of ", value, " bytes; at most 64 MB are read");
  } else if (frames->has_length && frames->length != (size_t)length) {
    refuse(frames, "sent two different Content-Length headers, the second ", value, "");
  } else {
    frames->has_length = true;
    frames->length = (size_t)length;
  }
}

/* One header line without its end. Other headers, as Content-Type, are allowed
 * and say nothing that is needed. */
static void read_line(LspFrames *frames, Str line) {
  size_t colon = str_find_byte(line, ':');
  if (colon == STR_NONE || colon == 0) {
    refuse_garbage(frames, line);
    return;
  }
  if (!str_eq_ignore_case(str_slice(line, 0, colon), STR("Content-Length"))) return;
  read_length(frames, str_trim(str_slice(line, colon + 1, line.len)));
}

/* The body lies in the message's own arena, where reading it will put its
 * values too. */
static void begin_body(LspFrames *frames) {
  if (!frames->has_length) {
    snprintf(frames->words, sizeof frames->words, "sent a message header without Content-Length");
    return;
  }
  frames->message = arena_heap_alloc(sizeof *frames->message);
  arena_init(&frames->message->arena);
  frames->cap = frames->length < BODY_FIRST ? frames->length : BODY_FIRST;
  frames->bytes = arena_alloc(&frames->message->arena, frames->cap);
  frames->len = 0;
  frames->line_len = frames->block_len = 0;
  frames->has_length = false;
}

/* A bare line feed is taken as well: some servers write through a text
 * stream. */
static void end_line(LspFrames *frames) {
  Str line = {frames->line, frames->line_len};
  if (line.len && line.ptr[line.len - 1] == '\r') line.len--;
  frames->line_len = 0;
  if (!line.len) {
    begin_body(frames);
  } else {
    read_line(frames, line);
  }
}

/* What cannot begin a header is refused at its first byte: more may not come. */
static bool is_garbage(const LspFrames *frames, char c) {
  if (memchr(frames->line, ':', frames->line_len)) return false;
  if (is_name_byte(c) || c == '\r' || c == '\n') return false;
  return frames->line_len == 0 || c != ':';
}

/* Byte by byte is fast enough: headers are short, bodies are copied as a
 * whole. */
static void take_header_byte(LspFrames *frames, Str *bytes) {
  char c = *bytes->ptr;
  if (is_garbage(frames, c)) {
    Str before = {frames->line, frames->line_len};
    Arena arena;
    arena_init(&arena);
    refuse_garbage(frames, str_format(&arena, "%.*s%.*s", STR_ARG(before), STR_ARG(*bytes)));
    arena_clear(&arena);
    return;
  }
  bytes->ptr++;
  bytes->len--;
  if (++frames->block_len > LSP_HEADER_MAX) {
    refuse(frames,
           "sent a message header longer than 8 KB: ", (Str){frames->line, frames->line_len}, "");
  } else if (c == '\n') {
    end_line(frames);
  } else {
    frames->line[frames->line_len++] = c;
  }
}

/* The memory grows with what came, not with what was announced. */
static void take_body(LspFrames *frames, Str *bytes) {
  size_t count = frames->length - frames->len;
  if (count > bytes->len) count = bytes->len;
  if (frames->len + count > frames->cap) {
    size_t cap = frames->cap;
    while (cap < frames->len + count) cap *= 2;
    if (cap > frames->length) cap = frames->length;
    frames->bytes = arena_grow(&frames->message->arena, frames->bytes, frames->cap, cap);
    frames->cap = cap;
  }
  if (count) memcpy(frames->bytes + frames->len, bytes->ptr, count);
  frames->len += count;
  bytes->ptr += count;
  bytes->len -= count;
}

/* One message at a time; `bytes` moves on, and the rest is for the next
 * call. NULL: more is needed, or something is wrong (then `words` says
 * what). */
LspMessage *lsp_frames_take(LspFrames *frames, Str *bytes) {
  while (!frames->words[0]) {
    if (frames->message) {
      take_body(frames, bytes);
      if (frames->len < frames->length) return NULL;
      LspMessage *message = TAKE(frames->message);
      message->body = (Str){frames->bytes, frames->len};
      frames->bytes = NULL;
      return message;
    }
    if (!bytes->len) return NULL;
    take_header_byte(frames, bytes);
  }
  return NULL;
}

/* The caller frees it; the stream that writes it does so in the end. */
char *lsp_frame_spell(Str body, size_t *ret_len) {
  char header[64];
  int header_len = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", body.len);
  char *bytes = arena_heap_alloc((size_t)header_len + body.len);
  memcpy(bytes, header, (size_t)header_len);
  memcpy(bytes + header_len, body.ptr, body.len);
  *ret_len = (size_t)header_len + body.len;
  return bytes;
}

/* The UTF-16 unit escaped at `text`, or -1: there is none. */
static int escaped_unit(Str text) {
  if (text.len < 6 || text.ptr[0] != '\\' || text.ptr[1] != 'u') return -1;
  int unit = 0;
  for (size_t i = 2; i < 6; i++) {
    int digit = str_hex_digit(text.ptr[i]);
    if (digit < 0) return -1;
    unit = unit << 4 | digit;
  }
  return unit;
}

static bool is_high(int unit) { return unit >= 0xd800 && unit <= 0xdbff; }
static bool is_low(int unit) { return unit >= 0xdc00 && unit <= 0xdfff; }

/* Bytes of the valid character at the beginning of `text`; 0: it is broken. */
static size_t whole_character(Str text) {
  for (size_t len = 1; len <= 4 && len <= text.len; len++) {
    if (str_is_utf8(str_slice(text, 0, len))) return len;
  }
  return 0;
}

/* Lone surrogate escapes and broken UTF-8 become U+FFFD. A backslash and the
 * character behind it go together, or the second of two would be taken for the
 * beginning of an escape. */
static Str repair(Arena *arena, Str body) {
  Buf fixed;
  buf_init(&fixed, arena, 6 * body.len + 8);
  for (size_t i = 0; i < body.len;) {
    Str rest = str_slice(body, i, body.len);
    int unit = escaped_unit(rest);
    size_t len = 1;
    if (is_high(unit) && is_low(escaped_unit(str_slice(rest, 6, rest.len)))) {
      len = 12;
    } else if (is_high(unit) || is_low(unit)) {
      buf_add(&fixed, STR("\\ufffd"));
      i += 6;
      continue;
    } else if (rest.ptr[0] == '\\' && rest.len > 1) {
      len = 2;
    } else if ((unsigned char)rest.ptr[0] >= 0x80) {
      len = whole_character(rest);
    }
    if (len) {
      buf_add(&fixed, str_slice(rest, 0, len));
    } else {
      buf_add_codepoint(&fixed, 0xfffd);
    }
    i += len ? len : 1;
  }
  return buf_str(&fixed);
}

/* Text with broken characters is repaired only if it cannot be read as it
 * is. */
Err lsp_message_read(Job *job, LspMessage *message) {
  static const JsonLimits limits = {
      .max_bytes = LSP_BODY_MAX * 2, .max_values = VALUES_MAX, .max_depth = DEPTH_MAX};
  Job own;
  job_init(&own, &message->arena);
  Err err = json_read(&own, message->body, &limits, &message->value);
  if (err == ERR_SYNTAX) {
    Str fixed = repair(&message->arena, message->body);
    if (!str_eq(fixed, message->body)) {
      job_forgive(&own);
      err = json_read(&own, fixed, &limits, &message->value);
    }
  }
  if (!err && message->value->type == JSON_OBJECT) return OK;
  if (!err) return job_fail(job, ERR_PROTOCOL, "sent a message that is no JSON object");
  Str words = job_message(&own, err);
  return job_fail(job, ERR_PROTOCOL, "sent a message that cannot be read: %.*s", STR_ARG(words));
}
