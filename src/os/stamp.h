/* Stamp: whether a file is still what it was, told without reading it. The one
 * place that says what "unchanged" means: the same size, time of writing, time
 * of change and number. The time of change cannot be set by a program, so that
 * an edit shows which keeps the size and puts the time of writing back. A file
 * that was linked, renamed or moved has another stamp and maybe the same
 * contents: who keeps a hash of them compares that next.
 * Where a file system makes times of change and numbers up (FAT, FUSE, SMB: see
 * root_has_change_times), FileStat has none and size and time of writing must
 * do. Any thread. */
#ifndef FATHOM_OS_STAMP_H
#define FATHOM_OS_STAMP_H

#include "src/os/file.h"

/* For comparing with other stamps of the same path, also on disk: the device is
 * no part of it, its number changes with every mount. Never 0. */
uint64_t stamp_of(const FileStat *stat);
/* The same, or 0 for a file that changed just now: a second change within the
 * clock's grain would give it the same stamp. */
uint64_t stamp_settled(const FileStat *stat);
/* The same file in the same state, within one run of the program. */
bool stamp_is_same(const FileStat *a, const FileStat *b);

#endif
