/* The commits as a file: numbers of seven bits a byte, and a check sum. What
 * is read back may have rotted: every number is checked. */
#include <string.h>

#include "src/base/buf.h"
#include "src/base/hash.h"
#include "src/history/history_internal.h"

static const char magic[] = "fathom history 2\n";
#define MAGIC_BYTES (sizeof magic - 1)
#define SUM_BYTES 8

static void put(Buf *out, uint64_t number) {
  while (number >= 0x80) {
    buf_add_byte(out, (char)(number | 0x80));
    number >>= 7;
  }
  buf_add_byte(out, (char)number);
}

static void put_text(Buf *out, Str text) {
  put(out, text.len);
  buf_add(out, text);
}

void history_log_encode(Buf *out, const HistoryLog *log) {
  buf_add(out, (Str){magic, MAGIC_BYTES});
  put_text(out, log->head);
  put(out, log->is_cut);
  put(out, log->is_partial);
  put(out, log->paths.len);
  for (size_t i = 0; i < log->paths.len; i++) put_text(out, log->paths.items[i]);
  put(out, log->authors.len);
  for (size_t i = 0; i < log->authors.len; i++) put_text(out, log->authors.items[i]);
  put(out, log->commits.len);
  for (size_t c = 0; c < log->commits.len; c++) {
    const HistoryCommit *commit = &log->commits.items[c];
    put(out, (uint64_t)commit->time);
    put(out, commit->author);
    put(out, commit->count);
    for (uint32_t f = 0; f < commit->count; f++) put(out, log->files.items[commit->first + f]);
    put(out, commit->word_count);
    if (commit->word_count) {
      buf_add(out, (Str){(const char *)&log->words.items[commit->first_word], commit->word_count * sizeof(uint32_t)});
    }
  }
  uint64_t sum = hash_str(buf_str(out));
  buf_add(out, (Str){(const char *)&sum, SUM_BYTES});
}

typedef struct Unpack {
  Str rest;
  bool bad;
} Unpack;

static uint64_t get(Unpack *in) {
  uint64_t number = 0;
  for (unsigned shift = 0; shift < 64 && in->rest.len; shift += 7) {
    unsigned char byte = (unsigned char)in->rest.ptr[0];
    in->rest = str_slice(in->rest, 1, in->rest.len);
    number |= (uint64_t)(byte & 0x7F) << shift;
    if (byte < 0x80) return number;
  }
  in->bad = true;
  return 0;
}

/* A count of things that take a byte each at least. */
static uint64_t get_count(Unpack *in) {
  uint64_t count = get(in);
  if (count > in->rest.len) in->bad = true;
  return in->bad ? 0 : count;
}

static Str get_text(Unpack *in) {
  uint64_t len = get_count(in);
  Str text = str_slice(in->rest, 0, (size_t)len);
  in->rest = str_slice(in->rest, (size_t)len, in->rest.len);
  return text;
}

static void get_words(Unpack *in, HistoryLog *log, HistoryCommit *commit) {
  uint64_t count = get_count(in);
  if (count > in->rest.len / sizeof(uint32_t)) in->bad = true;
  if (in->bad) return;
  commit->first_word = (uint32_t)log->words.len;
  commit->word_count = (uint32_t)count;
  for (uint64_t w = 0; w < count; w++) {
    memcpy(vec_add(&log->arena, &log->words), in->rest.ptr, sizeof(uint32_t));
    in->rest = str_slice(in->rest, sizeof(uint32_t), in->rest.len);
  }
}

static void get_commit(Unpack *in, HistoryLog *log) {
  HistoryCommit commit = {.time = (int64_t)get(in), .first = (uint32_t)log->files.len};
  uint64_t author = get(in), count = get_count(in);
  if (author >= log->authors.len) in->bad = true;
  commit.author = (uint32_t)author;
  commit.count = (uint32_t)count;
  for (uint64_t f = 0; f < count && !in->bad; f++) {
    uint64_t path = get(in);
    if (path >= log->paths.len) in->bad = true;
    else *vec_add(&log->arena, &log->files) = (uint32_t)path;
  }
  get_words(in, log, &commit);
  *vec_add(&log->arena, &log->commits) = commit;
}

bool history_log_decode(HistoryLog *log, Str bytes) {
  uint64_t sum;
  if (bytes.len < MAGIC_BYTES + SUM_BYTES || bytes.len > UINT32_MAX) return false;
  if (memcmp(bytes.ptr, magic, MAGIC_BYTES) != 0) return false;
  Str body = str_slice(bytes, 0, bytes.len - SUM_BYTES);
  memcpy(&sum, bytes.ptr + body.len, SUM_BYTES);
  if (sum != hash_str(body)) return false;
  Unpack in = {str_slice(body, MAGIC_BYTES, body.len), false};
  log->head = str_copy(&log->arena, get_text(&in));
  log->is_cut = get(&in) == 1;
  log->is_partial = get(&in) == 1;
  for (uint64_t i = 0, count = get_count(&in); i < count && !in.bad; i++) {
    if (history_log_path(log, get_text(&in)) != i) in.bad = true; /* twice the same */
  }
  for (uint64_t i = 0, count = get_count(&in); i < count && !in.bad; i++) {
    if (history_log_author(log, get_text(&in)) != i) in.bad = true;
  }
  for (uint64_t i = 0, count = get_count(&in); i < count && !in.bad; i++) get_commit(&in, log);
  return !in.bad && !in.rest.len && log->commits.len <= HISTORY_COMMITS_MAX;
}
