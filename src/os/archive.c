/* Zip archives: the directory at their end, and single entries of it. */
#define ZLIB_CONST /* its inputs are const */
#include "src/os/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define DIRECTORY_MAX ((size_t)32 << 20)
#define ENTRIES_MAX 200000
#define NAME_MAX_BYTES 4096
enum { END_BYTES = 22, ENTRY_BYTES = 46, LOCAL_BYTES = 30, COMMENT_MAX = 65535 };
enum { METHOD_STORED = 0, METHOD_DEFLATED = 8, FLAG_SECRET = 1 };

static uint32_t number16(const char *at) {
  const unsigned char *byte = (const unsigned char *)at;
  return (uint32_t)byte[0] | (uint32_t)byte[1] << 8;
}

static uint32_t number32(const char *at) { return number16(at) | number16(at + 2) << 16; }

static Err damaged(Job *job) { return job_fail(job, ERR_SYNTAX, "not a zip archive that can be read"); }

static Err read_at(Job *job, const Archive *archive, uint64_t at, size_t count, Str *ret_bytes) {
  if (at > archive->bytes || count > archive->bytes - at) return damaged(job);
  char *bytes = arena_alloc(job->arena, count + 1);
  for (size_t done = 0; done < count;) {
    ssize_t got = pread(archive->fd, bytes + done, count - done, (off_t)(at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return job_fail(job, ERR_IO, "the archive could not be read");
    done += (size_t)got;
  }
  *ret_bytes = (Str){bytes, count};
  return OK;
}

/* ---- the directory ---- */

/* The record at the very end, behind which only a comment may stand. */
static Err find_end(Job *job, const Archive *archive, Str *ret_end) {
  uint64_t most = archive->bytes < END_BYTES + COMMENT_MAX ? archive->bytes : END_BYTES + COMMENT_MAX;
  Str tail;
  TRY(read_at(job, archive, archive->bytes - most, (size_t)most, &tail));
  for (size_t at = tail.len >= END_BYTES ? tail.len - END_BYTES + 1 : 0; at-- > 0;) {
    const char *record = tail.ptr + at;
    if (memcmp(record, "PK\5\6", 4) || number16(record + 20) != tail.len - at - END_BYTES) continue;
    *ret_end = str_slice(tail, at, at + END_BYTES);
    return OK;
  }
  return damaged(job);
}

static bool is_readable(const char *record, Str name) {
  uint32_t method = number16(record + 10);
  bool is_known = method == METHOD_STORED || method == METHOD_DEFLATED;
  return is_known && !(number16(record + 8) & FLAG_SECRET) && name.len && name.len <= NAME_MAX_BYTES && !memchr(name.ptr, 0, name.len);
}

static Err read_directory(Job *job, Archive *archive, Str directory, size_t count) {
  archive->entries = ARENA_ARRAY(job->arena, ArchiveEntry, count + 1);
  for (size_t i = 0, at = 0; i < count; i++) {
    const char *record = directory.ptr + at;
    if (directory.len - at < ENTRY_BYTES || memcmp(record, "PK\1\2", 4)) return damaged(job);
    size_t name_len = number16(record + 28), rest = name_len + number16(record + 30) + number16(record + 32);
    if (directory.len - at - ENTRY_BYTES < rest) return damaged(job);
    Str name = str_slice(directory, at + ENTRY_BYTES, at + ENTRY_BYTES + name_len);
    ArchiveEntry entry = {.name = name, .at = number32(record + 42), .packed = number32(record + 20), .size = number32(record + 24),
                          .is_plain = number16(record + 10) == METHOD_STORED};
    if (is_readable(record, name)) archive->entries[archive->count++] = entry;
    at += ENTRY_BYTES + rest;
  }
  return OK;
}

static Err measure(Job *job, Archive *archive) {
  struct stat stat;
  if (fstat(archive->fd, &stat) || !S_ISREG(stat.st_mode)) return damaged(job);
  archive->bytes = (uint64_t)stat.st_size;
  return OK;
}

static Err read_all(Job *job, Archive *archive) {
  Str end = STR_EMPTY, directory;
  TRY(measure(job, archive));
  TRY(find_end(job, archive, &end));
  uint32_t count = number16(end.ptr + 10), bytes = number32(end.ptr + 12), at = number32(end.ptr + 16);
  if (number16(end.ptr + 4) || number16(end.ptr + 6)) return damaged(job); /* in parts */
  if (bytes > DIRECTORY_MAX || count > ENTRIES_MAX) return job_fail(job, ERR_TOO_LARGE, "the archive's directory has more than %zu bytes", DIRECTORY_MAX);
  TRY(read_at(job, archive, at, bytes, &directory));
  return read_directory(job, archive, directory, count);
}

Err archive_open(Job *job, Root *root, Str relative, Archive *ret_archive) {
  Archive archive = {.fd = -1};
  TRY(root_open_fd(job, root, relative, O_RDONLY | O_NONBLOCK, &archive.fd));
  Err err = read_all(job, &archive);
  if (err) archive_close(&archive);
  else *ret_archive = archive;
  return err;
}

Err archive_reopen(Job *job, Root *root, Str relative, const Archive *known, Archive *ret_archive) {
  Archive archive = {.fd = -1, .entries = known->entries, .count = known->count};
  TRY(root_open_fd(job, root, relative, O_RDONLY | O_NONBLOCK, &archive.fd));
  Err err = measure(job, &archive);
  if (err) archive_close(&archive);
  else *ret_archive = archive;
  return err;
}

void archive_close(Archive *archive) {
  if (archive->fd >= 0) close(archive->fd);
  archive->fd = -1;
}

/* ---- entries ---- */

/* The sizes of the directory count; those before the contents may be left out. */
static Err read_packed(Job *job, const Archive *archive, const ArchiveEntry *entry, Str *ret_packed) {
  Str local;
  TRY(read_at(job, archive, entry->at, LOCAL_BYTES, &local));
  if (memcmp(local.ptr, "PK\3\4", 4)) return damaged(job);
  uint64_t from = (uint64_t)entry->at + LOCAL_BYTES + number16(local.ptr + 26) + number16(local.ptr + 28);
  return read_at(job, archive, from, entry->packed, ret_packed);
}

static Err unpack(Job *job, Str packed, size_t size, Str *ret_bytes) {
  char *bytes = arena_alloc(job->arena, size + 1);
  z_stream stream = {.next_in = (const Bytef *)packed.ptr, .avail_in = (uInt)packed.len, .next_out = (Bytef *)bytes, .avail_out = (uInt)size};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return job_fail(job, ERR_INTERNAL, "zlib cannot be used");
  int result = inflate(&stream, Z_FINISH);
  bool is_whole = result == Z_STREAM_END && stream.total_out == size;
  inflateEnd(&stream);
  *ret_bytes = (Str){bytes, size};
  return is_whole ? OK : damaged(job);
}

Err archive_read(Job *job, const Archive *archive, const ArchiveEntry *entry, size_t max, Str *ret_bytes) {
  Str packed;
  if (entry->size > max || entry->packed > max) return job_fail(job, ERR_TOO_LARGE, "an entry of the archive has more than %zu bytes", max);
  TRY(read_packed(job, archive, entry, &packed));
  if (!entry->is_plain) return unpack(job, packed, entry->size, ret_bytes);
  if (packed.len != entry->size) return damaged(job);
  *ret_bytes = packed;
  return OK;
}
