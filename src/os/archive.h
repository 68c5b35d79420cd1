/* Archive: files in a zip archive, by name. Nothing of it is believed: places
 * and sizes are checked against the file, and what is unpacked has a limit.
 * Archives of several parts, with passwords or beyond 4 GB are refused. */
#ifndef FATHOM_OS_ARCHIVE_H
#define FATHOM_OS_ARCHIVE_H

#include "src/os/root.h"

typedef struct ArchiveEntry {
  Str name; /* as the archive spells it: with slashes, of anything */
  uint32_t at, packed, size;
  bool is_plain; /* stored as it is, else deflated */
} ArchiveEntry;

typedef struct Archive {
  int fd;
  uint64_t bytes;
  ArchiveEntry *entries; /* in the order of the directory; those that cannot be read are left out */
  size_t count;
} Archive;

/* The caller's to close; entries are in the job's arena. ERR_SYNTAX: it is no
 * archive that can be read; ERR_TOO_LARGE: it has a directory beyond the limit. */
Err archive_open(Job *job, Root *root, Str relative, Archive *ret_archive) MUST_CHECK;
/* The same archive once more, whose directory is known and is borrowed: it is not
 * read again. ERR_SYNTAX: it is no file any more. */
Err archive_reopen(Job *job, Root *root, Str relative, const Archive *known, Archive *ret_archive) MUST_CHECK;
void archive_close(Archive *archive);
/* In the job's arena. ERR_SYNTAX: it is damaged. */
Err archive_read(Job *job, const Archive *archive, const ArchiveEntry *entry, size_t max, Str *ret_bytes) MUST_CHECK;

#endif
