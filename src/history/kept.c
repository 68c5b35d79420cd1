/* The commits as a file: one section of an os/segment.h. What is read back is
 * checked number by number all the same. */
#include "src/base/pack.h"
#include "src/history/history_internal.h"
#include "src/os/segment.h"

static const SegmentForm form = {KEEP(KEEP_HISTORY), 3, 0};
#define KEPT_MAX ((size_t)256 << 20)

/* Derived tables are left out: making them is faster than reading them. */
void history_log_encode(Buf *out, const HistoryLog *log) {
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
    for (uint32_t w = 0; w < commit->word_count; w++) pack_word32(out, log->words.items[commit->first_word + w]);
  }
}

/* The count is checked against what is left to read, before anything is
 * allocated. */
static void get_words(PackReader *in, HistoryLog *log, HistoryCommit *commit) {
  size_t count = pack_read_count(in, sizeof(uint32_t));
  commit->first_word = (uint32_t)log->words.len;
  commit->word_count = (uint32_t)count;
  for (size_t w = 0; w < count; w++) *vec_add(&log->arena, &log->words) = pack_read_word32(in);
}

/* Numbers of authors and paths must be of those that were read before; the
 * first wrong one spoils the whole file. */
static void get_commit(PackReader *in, HistoryLog *log) {
  HistoryCommit commit = {.time = (int64_t)pack_read_number(in), .first = (uint32_t)log->files.len};
  commit.author = pack_read_32(in);
  commit.count = (uint32_t)pack_read_count(in, 1);
  if (commit.author >= log->authors.len) pack_spoil(in);
  for (uint32_t f = 0; f < commit.count && !in->bad; f++) {
    uint32_t path = pack_read_32(in);
    if (path >= log->paths.len) pack_spoil(in);
    else *vec_add(&log->arena, &log->files) = path;
  }
  get_words(in, log, &commit);
  *vec_add(&log->arena, &log->commits) = commit;
}

/* The file is this user's own, but may be damaged: nothing in it is believed.
 * A text that is there twice would get the number of the first. */
bool history_log_decode(HistoryLog *log, Str bytes) {
  if (bytes.len > UINT32_MAX) return false;
  PackReader in = pack_reader(bytes);
  log->head = str_copy(&log->arena, pack_read_text(&in));
  log->is_cut = pack_read_number(&in) == 1;
  log->is_partial = pack_read_number(&in) == 1;
  for (size_t i = 0, count = pack_read_count(&in, 1); i < count && !in.bad; i++) {
    if (history_log_path(log, pack_read_text(&in)) != i) pack_spoil(&in); /* twice the same */
  }
  for (size_t i = 0, count = pack_read_count(&in, 1); i < count && !in.bad; i++) {
    if (history_log_author(log, pack_read_text(&in)) != i) pack_spoil(&in);
  }
  for (size_t i = 0, count = pack_read_count(&in, 1); i < count && !in.bad; i++) get_commit(&in, log);
  return pack_is_done(&in) && log->commits.len <= HISTORY_COMMITS_MAX;
}

/* Without one, or with a bad one, git is asked again. */
HistoryLog *history_log_load(Job *job, Keep *keep) {
  Str bytes;
  if (segment_load(job, keep, &form, KEPT_MAX, &bytes)) {
    job_forgive(job);
    return NULL;
  }
  HistoryLog *log = history_log_open();
  if (history_log_decode(log, bytes)) {
    history_log_finish(log);
    return log;
  }
  history_log_close(log);
  return NULL;
}

void history_log_save(Job *job, Keep *keep, const HistoryLog *log) {
  Buf out;
  buf_init(&out, job->arena, KEPT_MAX);
  history_log_encode(&out, log);
  Str bytes = buf_str(&out);
  if (!out.overflow && segment_write(job, keep, &form, &bytes, 1)) job_forgive(job);
}
