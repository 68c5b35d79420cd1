/* Descriptors: what is done with an open file or connection, whoever opened
 * it. Interrupted calls are taken up again. Any thread; two threads may use
 * one descriptor with the functions that say at which byte. */
#ifndef FATHOM_OS_DESCRIPTOR_H
#define FATHOM_OS_DESCRIPTOR_H

#include "src/os/file.h"

void descriptor_close(int fd); /* negative: nothing to close */
Err descriptor_stat(Job *job, int fd, FileStat *ret_stat) MUST_CHECK;

/* What comes next, at most `room` bytes: their number, 0 at the end. ERR_IO or
 * what else the system says; nothing there although it does not block is
 * ERR_BUSY. */
Err descriptor_read(Job *job, int fd, void *to, size_t room, size_t *ret_count) MUST_CHECK;
Err descriptor_write(Job *job, int fd, Str bytes) MUST_CHECK; /* all of them */

/* All `size` bytes from byte `at`; false when there are fewer, which then
 * stand in `to`, or none can be had. */
bool descriptor_read_at(int fd, void *to, size_t size, uint64_t at);
/* In one call to the system, so that others who write see no half; false when
 * it did not take all. May be called in a signal handler. */
bool descriptor_write_at(int fd, const void *from, size_t size, uint64_t at);

/* Waits until something can be read, or the other side ended: true. False
 * after `timeout_ms`, 0: at once. */
bool descriptor_wait(int fd, int64_t timeout_ms);

#endif
