/* Terminal: whether somebody looks at our standard streams, and how much of
 * the screen there is. Any thread. */
#ifndef FATHOM_OS_TERMINAL_H
#define FATHOM_OS_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Descriptors, as loop_stream_open_fd takes them. */
enum { TERMINAL_INPUT = 0, TERMINAL_OUTPUT = 1, TERMINAL_ERRORS = 2 };

bool terminal_is(int fd); /* it leads to one */
/* Of the terminal behind our output; false: there is none, or it does not say. */
bool terminal_size(size_t *ret_rows, size_t *ret_columns);

#endif
