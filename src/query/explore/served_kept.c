/* Handles on disk: a journal beside the index, a record a handle, appended by
 * one write. Begun anew when it is full, so it stays small, and a handle that is
 * lost by that costs a repetition. Its records are sealed like everything there;
 * what they say is checked nevertheless. */
#include "src/base/clock.h"
#include "src/base/pack.h"
#include "src/index/part.h"
#include "src/os/secret.h"
#include "src/os/segment.h"
#include "src/query/explore/served_internal.h"
#include "src/query/explore/tuning_internal.h"

#define RECORD_MAX ((size_t)32 << 10)
#define FILE_MAX ((size_t)256 << 10)

static const SegmentForm form = {KEEP(KEEP_SHOWN), 1, 0};

void query_explore_record(Buf *out, Str handle, int64_t until_ms, const ExploreServed *served) {
  pack_text(out, handle);
  pack_signed(out, until_ms);
  pack_number(out, served->len);
  for (size_t i = 0; i < served->len; i++) {
    const ServedFile *file = &served->items[i];
    pack_text(out, file->path);
    pack_word64(out, file->hash);
    pack_number(out, file->pieces.len);
    for (size_t p = 0; p < file->pieces.len; p++) {
      pack_number(out, file->pieces.items[p].from);
      pack_number(out, file->pieces.items[p].to);
    }
  }
}

/* Lines are in order and apart from each other, as they were joined. */
static void read_pieces(PackReader *in, Arena *arena, QueryPieces *pieces) {
  size_t count = pack_read_count(in, 2);
  uint32_t last = 0;
  for (size_t i = 0; i < count && !in->bad; i++) {
    QueryPiece piece;
    piece.from = pack_read_32(in);
    piece.to = pack_read_32(in);
    if (piece.from <= last || piece.to < piece.from) pack_spoil(in);
    last = piece.to;
    *vec_add(arena, pieces) = piece;
  }
}

bool query_explore_unrecord(Arena *arena, Str record, Str handle, int64_t now_ms, ExploreServed *ret_served) {
  PackReader in = pack_reader(record);
  ExploreServed served = {0};
  bool is_it = secret_equal(pack_read_text(&in), handle);
  int64_t until = pack_read_signed(&in);
  /* One that ends later than any could is not ours either. */
  if (in.bad || !is_it || !handle.len || until <= now_ms || until > now_ms + SERVED_LIFETIME_MS) return false;
  size_t count = pack_read_count(&in, 10);
  for (size_t i = 0; i < count && !in.bad; i++) {
    ServedFile file = {.path = pack_read_text(&in)};
    file.hash = pack_read_word64(&in);
    read_pieces(&in, arena, &file.pieces);
    *vec_add(arena, &served) = file;
  }
  if (!pack_is_done(&in)) return false;
  *ret_served = served;
  return true;
}

static Err write_record(Job *job, Keep *keep, Str record) {
  KeepStat stat;
  Buf out;
  buf_init(&out, job->arena, RECORD_MAX * 2);
  bool is_there = !keep_stat(job, keep, form.name, &stat);
  if (!is_there) job_forgive(job);
  bool begins = !is_there || stat.size + record.len > FILE_MAX;
  if (begins) segment_journal_begin(&out, keep, &form);
  segment_journal_add(&out, keep, &form, record);
  if (out.overflow) return OK;
  return begins ? keep_write_plain(job, keep, form.name, buf_str(&out)) : keep_append(job, keep, form.name, buf_str(&out));
}

void query_explore_keep(Job *job, Index *index, Str handle, const ExploreServed *served) {
  Keep *keep = index_keep(index);
  Buf record;
  if (!keep) return;
  buf_init(&record, job->arena, RECORD_MAX);
  query_explore_record(&record, handle, clock_wall_ms() + SERVED_LIFETIME_MS, served);
  if (!record.overflow && write_record(job, keep, buf_str(&record))) job_forgive(job);
}

const ExploreServed *query_explore_recall(Job *job, Index *index, Str handle) {
  Keep *keep = index_keep(index);
  PackReader records;
  Str file, record;
  if (!keep) return NULL;
  if (keep_read_plain(job, keep, form.name, FILE_MAX * 2, &file)) {
    job_forgive(job);
    return NULL;
  }
  if (!segment_journal_open(keep, &form, file, &records)) return NULL;
  ExploreServed *served = ARENA_NEW(job->arena, ExploreServed);
  while (segment_journal_next(&records, keep, &form, &record)) {
    if (query_explore_unrecord(job->arena, record, handle, clock_wall_ms(), served)) return served;
  }
  return NULL;
}
