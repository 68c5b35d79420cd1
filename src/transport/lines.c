/* Lines over streams. Input is taken apart where it lies and copied only when
 * a line is not whole yet or must wait; what is kept between two reads is
 * given back once it is used, so that a quiet connection holds no buffer. */
#include <assert.h>

#include "src/transport/transport.h"

#define OVERSIZE_SHOWN 256
#define ONE_WRITE_MAX (64 * 1024)

struct TransportLines {
  TransportLinesHandler handler;
  LoopStream *in; /* NULL once closed */
  LoopStream *out; /* may be `in` */
  size_t max_line;
  size_t max_unsent;

  char *kept; /* input not handed on yet */
  size_t kept_len;
  size_t kept_cap;
  size_t searched; /* bytes of it known to hold no line end */

  bool is_started;
  bool is_skipping; /* in a line that is too long */
  bool is_paused;   /* too much is unsent */
  bool is_held;     /* the owner wants no more for now */
  bool input_ended;
  bool end_told;
  bool is_closing;
  bool is_calling; /* the owner may be calling us from inside its own functions */
  bool is_dropped; /* meanwhile: gone as soon as it returns */
  Err err;
  LoopTimer *grace;
  LoopTimer *stall;
  int64_t stall_ms;
};

/* Streams tell when they are gone; what is here is freed then (finish). */
static void close_now(TransportLines *lines) {
  lines->is_closing = true;
  LoopStream *in = lines->in;
  LoopStream *out = lines->out;
  if (in) loop_stream_close(in);
  if (out && out != in) loop_stream_close(out);
}

static void lines_free(TransportLines *lines) {
  loop_timer_stop(lines->grace);
  loop_timer_stop(lines->stall);
  free(lines->kept);
  free(lines);
}

/* The last stream has gone. */
static void finish(TransportLines *lines) {
  if (lines->in || lines->out) return;
  TransportLinesHandler handler = lines->handler;
  Err err = lines->err;
  lines_free(lines);
  if (handler.on_close) handler.on_close(handler.context, err);
}

/* ---- input ---- */

static bool may_hand_on(const TransportLines *lines) {
  return !lines->is_paused && !lines->is_held && !lines->is_closing;
}

/* Between these two the owner is called, and may call back: send, hold,
 * close, drop. What it asks meanwhile changes flags only; input, and memory,
 * are seen to at the end, so that no function here finds itself freed. */
static void begin_calls(TransportLines *lines) {
  assert(!lines->is_calling);
  lines->is_calling = true;
}

static void end_calls(TransportLines *lines) {
  lines->is_calling = false;
  if (lines->is_dropped) {
    lines_free(lines);
  } else if (lines->in && lines->is_started && !lines->is_closing) {
    loop_stream_read(lines->in, may_hand_on(lines));
  }
}

/* A line of "\r" alone is an empty one; empty lines are nobody's message. */
static void hand_on(TransportLines *lines, Str line) {
  if (line.len && line.ptr[line.len - 1] == '\r') line.len--;
  if (line.len > lines->max_line) {
    if (lines->handler.on_oversize) {
      lines->handler.on_oversize(lines->handler.context, str_slice(line, 0, OVERSIZE_SHOWN));
    }
  } else if (line.len) {
    lines->handler.on_line(lines->handler.context, line);
  }
}

/* Hands on the whole lines of `bytes`; gives how much of it is done with. */
static size_t take_lines(TransportLines *lines, Str bytes) {
  size_t done = 0;
  while (may_hand_on(lines)) {
    Str rest = str_slice(bytes, done, bytes.len);
    Str unsearched = str_slice(rest, lines->searched, rest.len);
    size_t end = str_find_byte(unsearched, '\n');
    if (end == STR_NONE) {
      lines->searched = rest.len;
      break;
    }
    end += lines->searched;
    lines->searched = 0;
    done += end + 1;
    if (!lines->is_skipping) hand_on(lines, str_slice(rest, 0, end));
    lines->is_skipping = false;
  }
  return done;
}

/* The unfinished line is too long already: say so once, and forget it. */
static bool drop_oversize(TransportLines *lines, Str rest) {
  if (lines->is_skipping) return true;
  /* One byte more may turn out to be the \r of the line end. */
  if (lines->searched < rest.len || rest.len <= lines->max_line + 1) return false;
  lines->is_skipping = true;
  if (lines->handler.on_oversize) {
    lines->handler.on_oversize(lines->handler.context, str_slice(rest, 0, OVERSIZE_SHOWN));
  }
  return true;
}

static void release_kept(TransportLines *lines) {
  free(lines->kept);
  lines->kept = NULL;
  lines->kept_len = lines->kept_cap = 0;
}

/* Twice the size, so that a long line that comes in small pieces is not
 * copied for each of them. */
static void keep(TransportLines *lines, Str rest) {
  size_t need = lines->kept_len + rest.len;
  if (need > lines->kept_cap) {
    size_t cap = lines->kept_cap * 2 > need ? lines->kept_cap * 2 : need;
    lines->kept = arena_heap_grow(lines->kept, cap);
    lines->kept_cap = cap;
  }
  memcpy(lines->kept + lines->kept_len, rest.ptr, rest.len);
  lines->kept_len = need;
}

static void take_kept(TransportLines *lines) {
  Str bytes = {lines->kept, lines->kept_len};
  size_t done = take_lines(lines, bytes);
  Str rest = str_slice(bytes, done, bytes.len);
  bool is_waiting = !may_hand_on(lines);
  if (!rest.len || (!is_waiting && drop_oversize(lines, rest))) {
    lines->searched = 0;
    release_kept(lines);
    return;
  }
  if (!done) return;
  /* A new, fitting buffer: what was needed for a long line is given back. */
  char *old = lines->kept;
  lines->kept = NULL;
  lines->kept_len = lines->kept_cap = 0;
  keep(lines, rest);
  free(old);
}

/* Whole lines are handed on where they lie in the stream's own buffer; only
 * the rest is copied. */
static void take_bytes(TransportLines *lines, Str bytes) {
  if (lines->is_closing) return;
  if (lines->kept_len) {
    keep(lines, bytes);
    take_kept(lines);
    return;
  }
  size_t done = take_lines(lines, bytes);
  Str rest = str_slice(bytes, done, bytes.len);
  if (!rest.len || lines->is_closing || (may_hand_on(lines) && drop_oversize(lines, rest))) {
    lines->searched = 0;
    return;
  }
  keep(lines, rest);
}

/* All that came before the end of input is handed on first, a last line
 * without its end too. */
static void tell_end(TransportLines *lines) {
  if (!lines->input_ended || lines->end_told || !may_hand_on(lines)) return;
  if (lines->kept_len) {
    Str last = {lines->kept, lines->kept_len};
    char *owned = TAKE(lines->kept);
    lines->kept_len = lines->kept_cap = lines->searched = 0;
    hand_on(lines, last);
    free(owned);
    if (!may_hand_on(lines)) return; /* the end comes later, or never */
  }
  lines->end_told = true;
  if (lines->handler.on_end) lines->handler.on_end(lines->handler.context);
}

/* ---- what the streams tell ---- */

static void on_data(void *context, Str bytes) {
  TransportLines *lines = context;
  begin_calls(lines);
  take_bytes(lines, bytes);
  end_calls(lines);
}

static void on_end(void *context) {
  TransportLines *lines = context;
  lines->input_ended = true;
  begin_calls(lines);
  tell_end(lines);
  end_calls(lines);
}

/* After a pause: what was kept, then what comes. */
static void go_on(TransportLines *lines) {
  if (may_hand_on(lines) && lines->kept_len) take_kept(lines);
  tell_end(lines);
}

static void on_drain(void *context) {
  TransportLines *lines = context;
  if (!lines->is_paused) return;
  lines->is_paused = false;
  begin_calls(lines);
  if (lines->handler.on_drain) lines->handler.on_drain(lines->handler.context);
  go_on(lines);
  end_calls(lines);
}

/* Input and output may be two streams (standard input and output): the other
 * one decides what comes next. */
static void on_in_close(void *context, Err err) {
  TransportLines *lines = context;
  bool is_both = lines->in == lines->out;
  lines->in = NULL;
  if (is_both) lines->out = NULL;
  if (!lines->err) lines->err = err;
  if (is_both || !lines->out) {
    finish(lines);
  } else if (err) {
    close_now(lines);
  } else if (!lines->is_closing) {
    lines->input_ended = true;
    begin_calls(lines);
    tell_end(lines);
    end_calls(lines);
  }
}

static void on_out_close(void *context, Err err) {
  TransportLines *lines = context;
  lines->out = NULL;
  if (!lines->err) lines->err = err;
  if (lines->in) {
    close_now(lines); /* nobody could be answered any more */
  } else {
    finish(lines);
  }
}

/* ---- the interface ---- */

TransportLines *transport_lines_open(LoopStream *in, LoopStream *out, size_t max_line,
                                     size_t max_unsent, const TransportLinesHandler *handler) {
  TransportLines *lines = arena_heap_alloc(sizeof *lines);
  lines->handler = *handler;
  lines->in = in;
  lines->out = out ? out : in;
  lines->max_line = max_line;
  /* Streams tell of draining only from there down. */
  lines->max_unsent = max_unsent > LOOP_LOW_WATER ? max_unsent : LOOP_LOW_WATER;
  LoopStreamHandler reading = {.context = lines,
                               .on_data = on_data,
                               .on_end = on_end,
                               .on_drain = lines->out == in ? on_drain : NULL,
                               .on_close = on_in_close};
  loop_stream_set_handler(in, &reading);
  if (lines->out == in) return lines;
  LoopStreamHandler writing = {.context = lines, .on_drain = on_drain, .on_close = on_out_close};
  loop_stream_set_handler(lines->out, &writing);
  return lines;
}

void transport_lines_start(TransportLines *lines) {
  lines->is_started = true;
  if (lines->out && !lines->is_closing) loop_stream_watch_peer(lines->out);
  if (lines->in && !lines->is_closing) loop_stream_read(lines->in, may_hand_on(lines));
}

/* In one piece where copying costs less than writing twice. */
static void write_line(LoopStream *out, Str line) {
  if (line.len >= ONE_WRITE_MAX) {
    loop_stream_write(out, line);
    loop_stream_write(out, STR("\n"));
    return;
  }
  char *whole = arena_heap_grow(NULL, line.len + 1);
  if (line.len) memcpy(whole, line.ptr, line.len);
  whole[line.len] = '\n';
  loop_stream_write(out, (Str){whole, line.len + 1});
  free(whole);
}

/* Never blocks: what cannot be written waits in the stream. Above
 * `max_unsent` no more input is read, so that a client which does not take
 * its answers cannot make us keep ever more of them. */
void transport_lines_send(TransportLines *lines, Str line) {
  assert(str_find_byte(line, '\n') == STR_NONE);
  if (!lines->out || lines->is_closing) return;
  write_line(lines->out, line);
  if (lines->is_paused || loop_stream_unsent(lines->out) < lines->max_unsent) return;
  lines->is_paused = true;
  if (lines->in && lines->is_started) loop_stream_read(lines->in, false);
}

size_t transport_lines_unsent(const TransportLines *lines) {
  return lines->out ? loop_stream_unsent(lines->out) : 0;
}

bool transport_lines_is_full(const TransportLines *lines) { return lines->is_paused; }

void transport_lines_hold(TransportLines *lines, bool on) {
  if (lines->is_held == on) return;
  lines->is_held = on;
  if (lines->is_calling) return; /* whoever called goes on accordingly */
  begin_calls(lines);
  go_on(lines);
  end_calls(lines);
}

void transport_lines_end(TransportLines *lines) {
  if (lines->out && !lines->is_closing) loop_stream_shutdown(lines->out);
}

static void check_stall(void *context) {
  TransportLines *lines = context;
  if (!lines->out || loop_stream_stalled_ms(lines->out) < lines->stall_ms) return;
  lines->err = ERR_TIMEOUT;
  close_now(lines);
}

void transport_lines_limit_stall(TransportLines *lines, int64_t stall_ms) {
  if (lines->stall || !lines->handler.loop) return;
  uint64_t every_ms = (uint64_t)stall_ms / 4 + 1;
  lines->stall_ms = stall_ms;
  lines->stall = loop_timer_start(lines->handler.loop, every_ms, every_ms, check_stall, lines);
}

static void grace_over(void *context) { close_now(context); }

/* What is unsent gets its grace; with none left, or nothing to send, at
 * once. */
void transport_lines_close(TransportLines *lines, int64_t grace_ms) {
  if (lines->is_closing) return;
  lines->is_closing = true;
  if (!lines->out || grace_ms <= 0 || !loop_stream_unsent(lines->out)) {
    close_now(lines);
    return;
  }
  if (lines->handler.loop) {
    lines->grace =
        loop_timer_start(lines->handler.loop, (uint64_t)grace_ms, 0, grace_over, lines);
  }
  /* Input is read on and dropped, to notice that the peer is done as well. */
  if (lines->in) loop_stream_read(lines->in, lines->in == lines->out);
  loop_stream_shutdown(lines->out);
}

void transport_lines_drop(TransportLines *lines) {
  if (!lines) return;
  LoopStreamHandler nobody = {0};
  if (lines->out && lines->out != lines->in) loop_stream_set_handler(lines->out, &nobody);
  if (lines->in) loop_stream_set_handler(lines->in, &nobody);
  close_now(lines);
  lines->in = lines->out = NULL;
  lines->is_dropped = true;
  if (!lines->is_calling) lines_free(lines);
}
