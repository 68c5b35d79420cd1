/* Log: levels, masking and one line at a time. Where lines finally go is the
 * sink's business; without one they go to stderr. */
#include "src/base/log.h"

#include <stdatomic.h>
#include <stdio.h>

#include "src/base/buf.h"
#include "src/base/lock.h"

enum {
  LOG_MAX_LINE = 64 * 1024,
  LOG_KEY_DIGITS = 40 /* hexadecimal digits of an access key */
};

static const char *const level_names[LOG_LEVELS] = {"error", "warn", "info", "debug"};

static atomic_int shown_level = LOG_INFO;
static Lock lock = LOCK_READY;
static LogSink *current_sink;
static void *sink_context;
/* A sink that logs would wait for itself. */
static _Thread_local bool is_writing;

void log_set_level(LogLevel level) { atomic_store(&shown_level, (int)level); }

void log_set_sink(LogSink *sink, void *context) {
  lock_take(&lock);
  current_sink = sink;
  sink_context = context;
  lock_give(&lock);
}

const char *log_level_name(LogLevel level) { return level_names[level]; }

bool log_level_from_name(Str name, LogLevel *ret_level) {
  for (size_t i = 0; i < COUNT_OF(level_names); i++) {
    if (str_eq_c(name, level_names[i])) {
      *ret_level = (LogLevel)i;
      return true;
    }
  }
  return false;
}

static bool ends_token(char c) {
  return (unsigned char)c <= ' ' || c == '"' || c == '\'' || c == ',' || c == ';';
}

/* If a secret starts here: its length, and how many bytes of it may show. */
static size_t secret_length(Str s, size_t *ret_shown) {
  Str key = STR("fathom_");
  if (str_starts_with(s, key)) {
    size_t end = key.len;
    while (end < s.len && str_hex_digit(s.ptr[end]) >= 0) end++;
    *ret_shown = key.len;
    return end - key.len >= LOG_KEY_DIGITS ? end : 0;
  }
  Str bearer = STR("bearer ");
  if (str_eq_ignore_case(str_slice(s, 0, bearer.len), bearer)) {
    size_t start = bearer.len;
    while (start < s.len && s.ptr[start] == ' ') start++;
    size_t end = start;
    while (end < s.len && !ends_token(s.ptr[end])) end++;
    *ret_shown = start;
    return end > start ? end : 0;
  }
  return 0;
}

static void add_masked(Buf *line, Str words) {
  for (size_t at = 0; at < words.len;) {
    size_t shown = 0;
    size_t secret = secret_length(str_slice(words, at, words.len), &shown);
    if (secret) {
      buf_add(line, str_slice(words, at, at + shown));
      buf_add(line, STR("****"));
      at += secret;
    } else {
      buf_add_byte(line, words.ptr[at++]);
    }
  }
}

/* Line ends become "\n" in two characters: an event stays one line, and no
 * peer can forge a second one. */
static void add_one_line(Buf *line, Str words) {
  while (words.len) {
    size_t before = words.len;
    Str part = str_cut(&words, '\n');
    buf_add(line, part);
    if (part.len < before) buf_add(line, STR("\\n"));
  }
}

static Str make_line(Arena *arena, Str words) {
  Buf masked;
  buf_init(&masked, arena, LOG_MAX_LINE);
  add_masked(&masked, words);
  Buf line;
  buf_init(&line, arena, LOG_MAX_LINE);
  add_one_line(&line, str_visible(arena, buf_str(&masked)));
  return buf_str(&line);
}

static void deliver(LogLevel level, Str line) {
  lock_take(&lock);
  is_writing = true;
  if (current_sink) {
    current_sink(sink_context, level, line);
  } else {
    fprintf(stderr, "fathom: %s: %.*s\n", level_names[level], STR_ARG(line));
  }
  is_writing = false;
  lock_give(&lock);
}

void log_write(LogLevel level, const char *format, ...) {
  if ((int)level > atomic_load(&shown_level) || is_writing) return;
  Arena arena;
  arena_init(&arena);
  va_list args;
  va_start(args, format);
  Str words = str_format_va(&arena, format, args);
  va_end(args);
  deliver(level, make_line(&arena, words));
  arena_clear(&arena);
}
