/* What the system knows of our terminal. */
#include "src/os/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

bool terminal_is(int fd) { return isatty(fd); }

bool terminal_size(size_t *ret_rows, size_t *ret_columns) {
  struct winsize size;
  if (ioctl(TERMINAL_OUTPUT, TIOCGWINSZ, &size) || !size.ws_row) return false;
  *ret_rows = size.ws_row;
  *ret_columns = size.ws_col;
  return true;
}
