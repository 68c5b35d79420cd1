/* The file is a journal of os/segment.h, whose records are key and answer. They
 * are only ever appended, each by one write, so that several processes can; a
 * rewrite goes beside it and over it. What is handed on to others has a line that
 * says what it is, and check sums in place of tags. The cache answers repeated
 * questions while the workspace is what it was: a key holds the server, the
 * question and a hash of the world the answer depends on. Everything in it can
 * be found again by asking, so each failure to read or write it is
 * forgiven. */
#define ZLIB_CONST /* its inputs are const */
#include "src/lsp/cache.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "src/base/hash.h"
#include "src/base/lock.h"
#include "src/base/map.h"
#include "src/base/pack.h"
#include "src/os/segment.h"

static const SegmentForm form = {KEEP(KEEP_ANSWERS), 3, 0};
#define HANDED STR("fathom answers 1\n") /* of what is handed on */
/* When the file would grow over this, its older half is dropped. Larger
 * answers than ANSWER_MAX are cheap to ask for again, compared with what they
 * would push out. */
#define FILE_MAX ((size_t)64 << 20)
#define ANSWER_MAX ((size_t)4 << 20)

/* Several processes may use the file at once. What this one has read of it
 * is kept in memory and read again when the file turns out to be another. */
struct LspCache {
  Lock lock;
  Keep *keep;
  /* What has been read of the file, as of the state below. */
  Arena arena;
  Map answers; /* key -> Str */
  size_t bytes;
  KeepStat seen;
  int64_t generation; /* that `world` is of; -1: none */
  uint64_t world;
  bool is_read;
  bool is_broken; /* it does not end with a whole record, or is none of ours */
  uint64_t absent_in; /* the calm state in which there was no such file; 0: none */
};

/* Nothing is read before the first question: most workspaces never ask a
 * server. */
LspCache *lsp_cache_open(Keep *keep) {
  LspCache *cache = arena_heap_alloc(sizeof *cache);
  lock_init(&cache->lock);
  cache->keep = keep_ref(keep);
  arena_init(&cache->arena);
  map_init(&cache->answers, &cache->arena);
  cache->generation = -1;
  return cache;
}

void lsp_cache_close(LspCache *cache) {
  if (!cache) return;
  arena_clear(&cache->arena);
  lock_clear(&cache->lock);
  keep_close(cache->keep);
  free(cache);
}

/* Hashing the world walks over all files, so the result is kept for one
 * generation of the index. */
bool lsp_cache_world(LspCache *cache, int64_t generation, uint64_t *ret_world) {
  lock_take(&cache->lock);
  bool is_known = cache->generation == generation;
  *ret_world = cache->world;
  lock_give(&cache->lock);
  return is_known;
}

void lsp_cache_set_world(LspCache *cache, int64_t generation, uint64_t world) {
  lock_take(&cache->lock);
  cache->generation = generation;
  cache->world = world;
  lock_give(&cache->lock);
}

/* ---- records ---- */

/* One text, in which lengths separate the parts: no two keys can be spelled
 * alike. */
static Str spell_key(Arena *arena, const LspCacheKey *key) {
  Buf text;
  buf_init(&text, arena, FILE_MAX);
  pack_text(&text, key->server);
  pack_text(&text, key->question);
  pack_text(&text, key->path);
  pack_number(&text, key->byte);
  pack_number(&text, key->world);
  return buf_str(&text);
}

/* The sum finds damage, not forgery: whoever hands over an artifact is
 * believed by the one who imports it. */
static void add_handed(Buf *out, Str key, Str answer) {
  pack_text(out, key);
  pack_text(out, answer);
  pack_word64(out, hash_combine(hash_str(key), hash_str(answer)));
}

static void add_record(Buf *out, const Keep *keep, Str key, Str answer) {
  Buf record;
  buf_init(&record, out->arena, 2 * ANSWER_MAX);
  pack_text(&record, key);
  pack_text(&record, answer);
  if (record.overflow) out->overflow = true;
  else segment_journal_add(out, keep, &form, buf_str(&record));
}

/* False at the end and at the first that is not whole. */
static bool next_handed(PackReader *in, Str *ret_key, Str *ret_answer) {
  *ret_key = pack_read_text(in);
  *ret_answer = pack_read_text(in);
  uint64_t sum = pack_read_word64(in);
  return !in->bad && sum == hash_combine(hash_str(*ret_key), hash_str(*ret_answer));
}

/* What was found before lives in the jobs' arenas, so that nobody points into
 * this one. */
static void forget(LspCache *cache) {
  arena_clear(&cache->arena);
  map_init(&cache->answers, &cache->arena);
  cache->bytes = 0;
  cache->is_read = false;
}

/* A key that comes twice, appended by two processes at once, keeps the later
 * answer; the bytes count both, which is what the file holds. */
static void take_answer(LspCache *cache, Str key, Str answer) {
  Str *kept = ARENA_NEW(&cache->arena, Str);
  *kept = str_copy(&cache->arena, answer);
  map_put_copy(&cache->answers, key, kept);
  cache->bytes += key.len + answer.len;
}

/* Every whole record up to the first that is not; false: there is one. */
static bool take_records(LspCache *cache, Str text) {
  PackReader in;
  Str record;
  if (!segment_journal_open(cache->keep, &form, text, &in)) return false;
  while (segment_journal_next(&in, cache->keep, &form, &record)) {
    PackReader parts = pack_reader(record);
    Str key = pack_read_text(&parts), answer = pack_read_text(&parts);
    if (!pack_is_done(&parts)) return false;
    take_answer(cache, key, answer);
  }
  return !in.bad;
}

/* A rewrite gives another inode; an append gives another size. Times guard
 * against a file of the same size that was put in its place. */
static bool is_same(const KeepStat *a, const KeepStat *b) {
  return a->inode == b->inode && a->size == b->size && a->mtime_ns == b->mtime_ns && a->ctime_ns == b->ctime_ns;
}

/* Reads the file when it is another than the one that was read. With an arena
 * of its own: the whole file would otherwise stay in the caller's until its
 * job is done. */
static void look(Job *job, LspCache *cache) {
  KeepStat now = {0};
  Str text;
  if (keep_stat(job, cache->keep, KEEP(KEEP_ANSWERS), &now)) job_forgive(job);
  if (cache->is_read && is_same(&now, &cache->seen)) return;
  forget(cache);
  cache->is_read = true;
  cache->seen = now;
  cache->is_broken = true; /* also when it is empty or not there */
  if (!now.size) return;
  Arena scratch;
  Job reading;
  arena_init(&scratch);
  job_init(&reading, &scratch);
  if (!keep_read_plain(&reading, cache->keep, KEEP(KEEP_ANSWERS), FILE_MAX + ANSWER_MAX, &text)) {
    cache->is_broken = !take_records(cache, text);
  }
  arena_clear(&scratch);
}

/* The answer is copied while the lock is held, because another thread may
 * forget everything right afterwards. */
bool lsp_cache_find(Job *job, LspCache *cache, const LspCacheKey *key, Str *ret_answer) {
  Str spelled = spell_key(job->arena, key);
  lock_take(&cache->lock);
  look(job, cache);
  const Str *answer = map_get(&cache->answers, spelled);
  if (answer) *ret_answer = str_copy(job->arena, *answer);
  lock_give(&cache->lock);
  return answer;
}

/* A file that appears is a name in the folder, of which the caller's state would
 * have told; one that is there may grow without a word. */
bool lsp_cache_is_empty(Job *job, LspCache *cache, uint64_t calm) {
  lock_take(&cache->lock);
  if (!calm || cache->absent_in != calm) {
    look(job, cache);
    cache->absent_in = cache->seen.inode ? 0 : calm;
  }
  bool is_empty = !cache->answers.live;
  lock_give(&cache->lock);
  return is_empty;
}

LspCacheCounts lsp_cache_counts(Job *job, LspCache *cache) {
  lock_take(&cache->lock);
  look(job, cache);
  LspCacheCounts counts = {cache->answers.live, cache->bytes};
  lock_give(&cache->lock);
  return counts;
}

/* ---- writing ---- */

/* The newest entries that make up `room` bytes, in their order; `keep` NULL: for
 * others. */
static Str spell_newest(Arena *arena, const LspCache *cache, const Keep *keep, size_t room) {
  size_t skip = cache->bytes > room ? cache->bytes - room : 0;
  Buf out;
  buf_init(&out, arena, 2 * FILE_MAX);
  if (keep) segment_journal_begin(&out, keep, &form);
  else buf_add(&out, HANDED);
  for (MapEntry *e = NULL; (e = map_next(&cache->answers, e));) {
    const Str *answer = e->value;
    size_t size = e->key.len + answer->len;
    if (skip >= size) {
      skip -= size;
      continue;
    }
    skip = 0;
    if (keep) add_record(&out, keep, e->key, *answer);
    else add_handed(&out, e->key, *answer);
  }
  return buf_str(&out);
}

/* What others appended since it was read is lost with this; it is a cache. */
static Err replace_file(Job *job, LspCache *cache, Str text) {
  TRY(keep_write_plain(job, cache->keep, KEEP(KEEP_ANSWERS), text));
  cache->is_read = false;
  look(job, cache);
  return OK;
}

/* Makes the file one that can be appended to, with room for `size` bytes. */
static Err make_room(Job *job, LspCache *cache, size_t size) {
  if (cache->bytes + size > FILE_MAX) {
    return replace_file(job, cache, spell_newest(job->arena, cache, cache->keep, FILE_MAX / 2));
  }
  if (cache->is_broken) return replace_file(job, cache, spell_newest(job->arena, cache, cache->keep, FILE_MAX));
  return OK;
}

/* Failing to write is forgiven: the answer itself is already with whoever
 * asked. */
static void add_answer(Job *job, LspCache *cache, Str key, Str answer) {
  Buf record;
  buf_init(&record, job->arena, 2 * ANSWER_MAX);
  add_record(&record, cache->keep, key, answer);
  if (record.overflow || make_room(job, cache, record.len)) {
    job_forgive(job);
    return;
  }
  /* Others may have appended meanwhile: the size tells. */
  uint64_t expected = cache->seen.size + record.len;
  bool was_added = !keep_append(job, cache->keep, KEEP(KEEP_ANSWERS), buf_str(&record));
  job_forgive(job);
  if (keep_stat(job, cache->keep, KEEP(KEEP_ANSWERS), &cache->seen)) job_forgive(job);
  if (was_added) take_answer(cache, key, answer);
  if (!was_added || cache->seen.size != expected) cache->is_read = false;
}

/* The key holds everything that the answer depends on, so an entry never has
 * to be changed. */
void lsp_cache_add(Job *job, LspCache *cache, const LspCacheKey *key, Str answer) {
  if (answer.len > ANSWER_MAX) return;
  Str spelled = spell_key(job->arena, key);
  lock_take(&cache->lock);
  look(job, cache);
  if (!map_get(&cache->answers, spelled)) add_answer(job, cache, spelled, answer);
  lock_give(&cache->lock);
}

/* ---- handing on ---- */

/* gzip: has a check sum of its own, and everybody can look into it. */
static Err deflate_text(Job *job, Str text, Str *ret_packed) {
  z_stream stream = {0};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    return job_fail(job, ERR_INTERNAL, "zlib cannot be used");
  }
  size_t bound = deflateBound(&stream, text.len);
  unsigned char *packed = arena_alloc(job->arena, bound);
  stream.next_in = (const unsigned char *)text.ptr;
  stream.avail_in = (unsigned)text.len;
  stream.next_out = packed;
  stream.avail_out = (unsigned)bound;
  int result = deflate(&stream, Z_FINISH);
  *ret_packed = (Str){(const char *)packed, stream.total_out};
  deflateEnd(&stream);
  return result == Z_STREAM_END ? OK : job_fail(job, ERR_INTERNAL, "zlib did not finish");
}

/* In pieces and up to a limit: a small file may unpack to any size. */
static Err inflate_text(Job *job, Str packed, Str *ret_text) {
  z_stream stream = {.next_in = (const unsigned char *)packed.ptr, .avail_in = (unsigned)packed.len};
  if (inflateInit2(&stream, MAX_WBITS + 16) != Z_OK) return job_fail(job, ERR_INTERNAL, "zlib cannot be used");
  Buf text;
  buf_init(&text, job->arena, FILE_MAX);
  unsigned char block[1 << 14];
  int result = Z_OK;
  while (result == Z_OK && !text.overflow) {
    stream.next_out = block;
    stream.avail_out = sizeof block;
    result = inflate(&stream, Z_NO_FLUSH);
    buf_add(&text, (Str){(const char *)block, sizeof block - stream.avail_out});
  }
  bool is_whole = result == Z_STREAM_END && !stream.avail_in;
  inflateEnd(&stream);
  if (text.overflow) return job_fail(job, ERR_TOO_LARGE, "the artifact unpacks to more than %zu MB", FILE_MAX >> 20);
  if (!is_whole) return job_fail(job, ERR_SYNTAX, "the artifact is damaged, or not one that export_cache wrote");
  *ret_text = buf_str(&text);
  return OK;
}

/* Packed without the lock: that takes longest, and needs nothing of the
 * cache. */
Err lsp_cache_export(Job *job, LspCache *cache, Str *ret_packed, LspCacheCounts *ret_counts) {
  lock_take(&cache->lock);
  look(job, cache);
  Str text = spell_newest(job->arena, cache, NULL, FILE_MAX);
  *ret_counts = (LspCacheCounts){cache->answers.live, cache->bytes};
  lock_give(&cache->lock);
  return deflate_text(job, text, ret_packed);
}

/* Counts the records of a text that must be whole; `out` (may be NULL) gets them
 * as they stand in the file. */
static Err take_handed(Job *job, Str text, const Keep *keep, Buf *out, LspCacheCounts *ret_counts) {
  PackReader in = pack_reader(str_slice(text, HANDED.len, text.len));
  Str key, answer;
  *ret_counts = (LspCacheCounts){0};
  bool is_whole = str_starts_with(text, HANDED);
  while (is_whole && pack_left(&in)) {
    is_whole = next_handed(&in, &key, &answer);
    ret_counts->entries++;
    ret_counts->bytes += key.len + answer.len;
    if (is_whole && out) add_record(out, keep, key, answer);
  }
  if (is_whole) return OK;
  return job_fail(job, ERR_SYNTAX, "the artifact is damaged, or not one that export_cache wrote");
}

/* For a dry run: everything that import would refuse is refused here too, and
 * nothing is written. */
Err lsp_cache_check(Job *job, Str packed, LspCacheCounts *ret_counts) {
  Str text;
  TRY(inflate_text(job, packed, &text));
  return take_handed(job, text, NULL, NULL, ret_counts);
}

/* Read as a whole before the file is touched: what is damaged changes
 * nothing. */
Err lsp_cache_import(Job *job, LspCache *cache, Str packed, LspCacheCounts *ret_counts) {
  Str text;
  TRY(inflate_text(job, packed, &text));
  Buf records;
  buf_init(&records, job->arena, 2 * FILE_MAX);
  segment_journal_begin(&records, cache->keep, &form);
  TRY(take_handed(job, text, cache->keep, &records, ret_counts));
  if (records.overflow) return job_fail(job, ERR_TOO_LARGE, "the artifact unpacks to more than %zu MB", FILE_MAX >> 20);
  lock_take(&cache->lock);
  Err err = replace_file(job, cache, buf_str(&records));
  lock_give(&cache->lock);
  return err;
}
