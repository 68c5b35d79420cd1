/* Err: the table as data, and the meaning of errno values. */
#include "src/base/err.h"

#include <errno.h>

typedef enum Told { TOOL, PROTOCOL } Told;

typedef struct ErrRow {
  const char *name;
  const char *text;
  Told told;
  int exit_status;
  bool retry;
} ErrRow;

static const ErrRow rows[] = {
#define ERR_ROW(code, name, text, told, exit_status, retry) {name, text, told, exit_status, retry},
    ERR_TABLE(ERR_ROW)
#undef ERR_ROW
};

/* A number that is no Err is itself a fault of ours. */
static const ErrRow *row_of(Err err) {
  return &rows[(unsigned)err < ERR_COUNT ? (unsigned)err : (unsigned)ERR_INTERNAL];
}

const char *err_name(Err err) { return row_of(err)->name; }

Err err_from_name(const char *name, size_t len) {
  for (Err err = OK; err < ERR_COUNT; err++) {
    if (strlen(err_name(err)) == len && !memcmp(err_name(err), name, len)) return err;
  }
  return ERR_INTERNAL;
}
const char *err_text(Err err) { return row_of(err)->text; }
bool err_is_protocol(Err err) { return row_of(err)->told == PROTOCOL; }
int err_exit_status(Err err) { return row_of(err)->exit_status; }
bool err_is_retryable(Err err) { return row_of(err)->retry; }

Err err_from_errno(int errno_value) {
  switch (errno_value) {
    case 0:
      return OK;
    case ENOENT:
    case ENOTDIR:
    case ENODEV:
    case ENXIO:
    case ESRCH:
      return ERR_NOT_FOUND;
    case EEXIST:
    case ENOTEMPTY:
      return ERR_EXISTS;
    case EACCES:
    case EPERM:
    case EROFS:
      return ERR_DENIED;
    case EFBIG:
    case E2BIG:
    case ENAMETOOLONG:
    case EOVERFLOW:
    case EMSGSIZE:
      return ERR_TOO_LARGE;
    case ENOSPC:
    case EDQUOT:
      return ERR_NO_SPACE;
    case EBUSY:
    case EAGAIN:
    case ETXTBSY:
    case EADDRINUSE:
    case EMFILE:
    case ENFILE:
      return ERR_BUSY;
    case ETIMEDOUT:
      return ERR_TIMEOUT;
    case ECANCELED:
      return ERR_CANCELLED;
    case EINTR:
      return ERR_INTERRUPTED;
    case ENOSYS:
    case EOPNOTSUPP:
    case EAFNOSUPPORT:
    case EPROTONOSUPPORT:
    case EXDEV:
      return ERR_UNAVAILABLE;
    case EPIPE:
    case ECONNRESET:
    case ECONNABORTED:
    case ECONNREFUSED:
    case ENOTCONN:
    case ESHUTDOWN:
      return ERR_CLOSED;
    default:
      return ERR_IO;
  }
}
