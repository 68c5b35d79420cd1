/* The commits as a file: numbers of seven bits a byte, and a check sum. What
 * is read back may have rotted: every number is checked. */
#include <string.h>

#include "src/base/hash.h"
#include "src/base/pack.h"
#include "src/history/history_internal.h"

static const char magic[] = "fathom history 2\n";
#define MAGIC_BYTES (sizeof magic - 1)
#define SUM_BYTES 8

void history_log_encode(Buf *out, const HistoryLog *log) {
  buf_add(out, (Str){magic, MAGIC_BYTES});
  pack_text(out, log->head);
  pack_number(out, log->is_cut);
  pack_number(out, log->is_partial);
  pack_number(out, log->paths.len);
  for (size_t i = 0; i < log->paths.len; i++) pack_text(out, log->paths.items[i]);
  pack_number(out, log->authors.len);
  for (size_t i = 0; i < log->authors.len; i++) pack_text(out, log->authors.items[i]);
  pack_number(out, log->commits.len);
  for (size_t c = 0; c < log->commits.len; c++) {
    const HistoryCommit *commit = &log->commits.items[c];
    pack_number(out, (uint64_t)commit->time);
    pack_number(out, commit->author);
    pack_number(out, commit->count);
    for (uint32_t f = 0; f < commit->count; f++) pack_number(out, log->files.items[commit->first + f]);
    pack_number(out, commit->word_count);
    if (commit->word_count) {
      buf_add(out, (Str){(const char *)&log->words.items[commit->first_word], commit->word_count * sizeof(uint32_t)});
    }
  }
  uint64_t sum = hash_str(buf_str(out));
  buf_add(out, (Str){(const char *)&sum, SUM_BYTES});
}

/* A count of things that take a byte each at least. */
static uint64_t get_count(PackReader *in) {
  uint64_t count = pack_read_number(in);
  if (count > in->rest.len) in->bad = true;
  return in->bad ? 0 : count;
}

static void get_words(PackReader *in, HistoryLog *log, HistoryCommit *commit) {
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

static void get_commit(PackReader *in, HistoryLog *log) {
  HistoryCommit commit = {.time = (int64_t)pack_read_number(in), .first = (uint32_t)log->files.len};
  uint64_t author = pack_read_number(in), count = get_count(in);
  if (author >= log->authors.len) in->bad = true;
  commit.author = (uint32_t)author;
  commit.count = (uint32_t)count;
  for (uint64_t f = 0; f < count && !in->bad; f++) {
    uint64_t path = pack_read_number(in);
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
  PackReader in = {str_slice(body, MAGIC_BYTES, body.len), false};
  log->head = str_copy(&log->arena, pack_read_text(&in));
  log->is_cut = pack_read_number(&in) == 1;
  log->is_partial = pack_read_number(&in) == 1;
  for (uint64_t i = 0, count = get_count(&in); i < count && !in.bad; i++) {
    if (history_log_path(log, pack_read_text(&in)) != i) in.bad = true; /* twice the same */
  }
  for (uint64_t i = 0, count = get_count(&in); i < count && !in.bad; i++) {
    if (history_log_author(log, pack_read_text(&in)) != i) in.bad = true;
  }
  for (uint64_t i = 0, count = get_count(&in); i < count && !in.bad; i++) get_commit(&in, log);
  return !in.bad && !in.rest.len && log->commits.len <= HISTORY_COMMITS_MAX;
}
