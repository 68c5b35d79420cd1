/* The file is a line that says what it is, then records: lengths, key, answer,
 * check sum. Records are only ever appended, each by one write, so that several
 * processes can; a rewrite goes beside it and over it. */
#define ZLIB_CONST /* its inputs are const */
#include "src/lsp/cache.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "src/base/hash.h"
#include "src/base/map.h"
#include "src/base/pack.h"
#include "src/os/file.h"

#define MAGIC STR("fathom answers 1\n")
#define FILE_MAX ((size_t)64 << 20)
#define ANSWER_MAX ((size_t)4 << 20)
#define SUM_BYTES 8

struct LspCache {
  pthread_mutex_t lock;
  char *path;
  /* What has been read of the file, as of the state below. */
  Arena arena;
  Map answers; /* key -> Str */
  size_t bytes;
  FileStat seen;
  int64_t generation; /* that `world` is of; -1: none */
  uint64_t world;
  bool is_read;
  bool is_broken; /* it does not end with a whole record, or is none of ours */
};

LspCache *lsp_cache_open(Str path) {
  LspCache *cache = arena_heap_alloc(sizeof *cache);
  pthread_mutex_init(&cache->lock, NULL);
  cache->path = str_to_heap(path);
  arena_init(&cache->arena);
  map_init(&cache->answers, &cache->arena);
  cache->generation = -1;
  return cache;
}

void lsp_cache_close(LspCache *cache) {
  if (!cache) return;
  arena_clear(&cache->arena);
  pthread_mutex_destroy(&cache->lock);
  free(cache->path);
  free(cache);
}

bool lsp_cache_world(LspCache *cache, int64_t generation, uint64_t *ret_world) {
  pthread_mutex_lock(&cache->lock);
  bool is_known = cache->generation == generation;
  *ret_world = cache->world;
  pthread_mutex_unlock(&cache->lock);
  return is_known;
}

void lsp_cache_set_world(LspCache *cache, int64_t generation, uint64_t world) {
  pthread_mutex_lock(&cache->lock);
  cache->generation = generation;
  cache->world = world;
  pthread_mutex_unlock(&cache->lock);
}

/* ---- records ---- */

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

static uint64_t sum_of(Str key, Str answer) {
  return hash_combine(hash_str(key), hash_str(answer));
}

static void add_record(Buf *out, Str key, Str answer) {
  pack_text(out, key);
  pack_text(out, answer);
  uint64_t sum = sum_of(key, answer);
  for (unsigned i = 0; i < SUM_BYTES; i++) buf_add_byte(out, (char)(sum >> (8 * i)));
}

/* False at the end and at the first record that is not whole. */
static bool next_record(PackReader *in, Str *ret_key, Str *ret_answer) {
  *ret_key = pack_read_text(in);
  *ret_answer = pack_read_text(in);
  if (in->bad || in->rest.len < SUM_BYTES) return false;
  uint64_t sum = 0;
  for (unsigned i = 0; i < SUM_BYTES; i++) sum |= (uint64_t)(unsigned char)in->rest.ptr[i] << (8 * i);
  in->rest = str_slice(in->rest, SUM_BYTES, in->rest.len);
  return sum == sum_of(*ret_key, *ret_answer);
}

static void forget(LspCache *cache) {
  arena_clear(&cache->arena);
  map_init(&cache->answers, &cache->arena);
  cache->bytes = 0;
  cache->is_read = false;
}

static void take_answer(LspCache *cache, Str key, Str answer) {
  Str *kept = ARENA_NEW(&cache->arena, Str);
  *kept = str_copy(&cache->arena, answer);
  map_put_copy(&cache->answers, key, kept);
  cache->bytes += key.len + answer.len;
}

/* Every whole record up to the first that is not; false: there is one. */
static bool take_records(LspCache *cache, Str text) {
  if (!str_starts_with(text, MAGIC)) return false;
  PackReader in = {.rest = str_slice(text, MAGIC.len, text.len)};
  Str key, answer;
  while (in.rest.len) {
    if (!next_record(&in, &key, &answer)) return false;
    take_answer(cache, key, answer);
  }
  return true;
}

static bool is_same(const FileStat *a, const FileStat *b) {
  return a->inode == b->inode && a->size == b->size && a->mtime_ns == b->mtime_ns;
}

/* Reads the file when it is another than the one that was read. */
static void look(Job *job, LspCache *cache) {
  FileStat now = {0};
  Str path = str_from_c(cache->path), text;
  if (file_stat(job, path, &now)) job_forgive(job);
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
  if (!file_read(&reading, path, FILE_MAX + ANSWER_MAX, &text)) {
    cache->is_broken = !take_records(cache, text);
  }
  arena_clear(&scratch);
}

bool lsp_cache_find(Job *job, LspCache *cache, const LspCacheKey *key, Str *ret_answer) {
  Str spelled = spell_key(job->arena, key);
  pthread_mutex_lock(&cache->lock);
  look(job, cache);
  const Str *answer = map_get(&cache->answers, spelled);
  if (answer) *ret_answer = str_copy(job->arena, *answer);
  pthread_mutex_unlock(&cache->lock);
  return answer;
}

LspCacheCounts lsp_cache_counts(Job *job, LspCache *cache) {
  pthread_mutex_lock(&cache->lock);
  look(job, cache);
  LspCacheCounts counts = {cache->answers.live, cache->bytes};
  pthread_mutex_unlock(&cache->lock);
  return counts;
}

/* ---- writing ---- */

/* The newest entries that make up `room` bytes, in their order. */
static Str spell_newest(Arena *arena, const LspCache *cache, size_t room) {
  size_t skip = cache->bytes > room ? cache->bytes - room : 0;
  Buf out;
  buf_init(&out, arena, 2 * FILE_MAX);
  buf_add(&out, MAGIC);
  for (MapEntry *e = NULL; (e = map_next(&cache->answers, e));) {
    const Str *answer = e->value;
    size_t size = e->key.len + answer->len;
    if (skip >= size) {
      skip -= size;
      continue;
    }
    skip = 0;
    add_record(&out, e->key, *answer);
  }
  return buf_str(&out);
}

static Err replace_file(Job *job, LspCache *cache, Str text) {
  TRY(file_write(job, str_from_c(cache->path), text, 0600));
  cache->is_read = false;
  look(job, cache);
  return OK;
}

/* One write, so that what several processes append is never mixed. */
static bool append(const LspCache *cache, Str record) {
  int fd = open(cache->path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return false;
  ssize_t written = write(fd, record.ptr, record.len);
  close(fd);
  return written == (ssize_t)record.len;
}

/* Makes the file one that can be appended to, with room for `size` bytes. */
static Err make_room(Job *job, LspCache *cache, size_t size) {
  if (cache->bytes + size > FILE_MAX) {
    return replace_file(job, cache, spell_newest(job->arena, cache, FILE_MAX / 2));
  }
  if (cache->is_broken) return replace_file(job, cache, spell_newest(job->arena, cache, FILE_MAX));
  return OK;
}

static void add_answer(Job *job, LspCache *cache, Str key, Str answer) {
  Buf record;
  buf_init(&record, job->arena, 2 * ANSWER_MAX);
  add_record(&record, key, answer);
  if (record.overflow || make_room(job, cache, record.len)) {
    job_forgive(job);
    return;
  }
  /* Others may have appended meanwhile: the size tells. */
  uint64_t expected = cache->seen.size + record.len;
  bool was_added = append(cache, buf_str(&record));
  if (file_stat(job, str_from_c(cache->path), &cache->seen)) job_forgive(job);
  if (was_added) take_answer(cache, key, answer);
  if (!was_added || cache->seen.size != expected) cache->is_read = false;
}

void lsp_cache_add(Job *job, LspCache *cache, const LspCacheKey *key, Str answer) {
  if (answer.len > ANSWER_MAX) return;
  Str spelled = spell_key(job->arena, key);
  pthread_mutex_lock(&cache->lock);
  look(job, cache);
  if (!map_get(&cache->answers, spelled)) add_answer(job, cache, spelled, answer);
  pthread_mutex_unlock(&cache->lock);
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

Err lsp_cache_export(Job *job, LspCache *cache, Str *ret_packed, LspCacheCounts *ret_counts) {
  pthread_mutex_lock(&cache->lock);
  look(job, cache);
  Str text = spell_newest(job->arena, cache, FILE_MAX);
  *ret_counts = (LspCacheCounts){cache->answers.live, cache->bytes};
  pthread_mutex_unlock(&cache->lock);
  return deflate_text(job, text, ret_packed);
}

/* Counts the records of a text that must be whole. */
static Err count_records(Job *job, Str text, LspCacheCounts *ret_counts) {
  PackReader in = {.rest = str_slice(text, MAGIC.len, text.len)};
  Str key, answer;
  *ret_counts = (LspCacheCounts){0};
  bool is_ours = str_starts_with(text, MAGIC);
  while (is_ours && in.rest.len) {
    is_ours = next_record(&in, &key, &answer);
    ret_counts->entries++;
    ret_counts->bytes += key.len + answer.len;
  }
  if (is_ours) return OK;
  return job_fail(job, ERR_SYNTAX, "the artifact is damaged, or not one that export_cache wrote");
}

Err lsp_cache_check(Job *job, Str packed, LspCacheCounts *ret_counts) {
  Str text;
  TRY(inflate_text(job, packed, &text));
  return count_records(job, text, ret_counts);
}

Err lsp_cache_import(Job *job, LspCache *cache, Str packed, LspCacheCounts *ret_counts) {
  Str text;
  TRY(inflate_text(job, packed, &text));
  TRY(count_records(job, text, ret_counts));
  pthread_mutex_lock(&cache->lock);
  Err err = replace_file(job, cache, text);
  pthread_mutex_unlock(&cache->lock);
  return err;
}
