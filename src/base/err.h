/* Err: what can go wrong, defined once.
 * Each row: code, name in --json and docs, short text, who is told (TOOL: a
 * tool result with isError; PROTOCOL: a JSON-RPC error), exit status of the
 * CLI, and whether trying again may help. Words about the case at hand travel
 * in the Job (job_fail). */
#ifndef FATHOM_BASE_ERR_H
#define FATHOM_BASE_ERR_H

#include <stdbool.h>

#include "src/base/own.h"

/*        code                name              text                                  told      exit retry */
#define ERR_TABLE(X)                                                                                        \
  X(OK,               "ok",               "success",                                  TOOL,     0,  false) \
  X(ERR_USAGE,        "usage",            "the command line or arguments are wrong",  TOOL,     2,  false) \
  X(ERR_NOT_FOUND,    "not_found",        "there is no such thing",                   TOOL,     1,  false) \
  X(ERR_EXISTS,       "exists",           "it exists already",                        TOOL,     1,  false) \
  X(ERR_DENIED,       "denied",           "not permitted",                            TOOL,     3,  false) \
  X(ERR_OUTSIDE,      "outside",          "the path leads outside the workspace",     TOOL,     3,  false) \
  X(ERR_UNTRUSTED,    "untrusted",        "the workspace is not trusted",             TOOL,     3,  false) \
  X(ERR_TOO_LARGE,    "too_large",        "larger than the limit",                    TOOL,     1,  false) \
  X(ERR_SYNTAX,       "syntax",           "not well formed",                          TOOL,     1,  false) \
  X(ERR_IO,           "io",               "the system could not read or write",       TOOL,     4,  true)  \
  X(ERR_NO_SPACE,     "no_space",         "the disk is full",                         TOOL,     4,  true)  \
  X(ERR_BUSY,         "busy",             "somebody else is using it",                TOOL,     5,  true)  \
  X(ERR_CONFLICT,     "conflict",         "it is not what it was any more",           TOOL,     5,  true)  \
  X(ERR_TIMEOUT,      "timeout",          "it took too long",                         TOOL,     5,  true)  \
  X(ERR_CANCELLED,    "cancelled",        "cancelled",                                TOOL,     130, false) \
  X(ERR_INTERRUPTED,  "interrupted",      "interrupted before it finished",           TOOL,     5,  true)  \
  X(ERR_UNAVAILABLE,  "unavailable",      "not available here",                       TOOL,     6,  false) \
  X(ERR_INPUT_NEEDED, "input_needed",     "the client must answer a question first",  TOOL,     1,  true)  \
  X(ERR_CLOSED,       "closed",           "the other side went away",                 TOOL,     5,  true)  \
  X(ERR_PROTOCOL,     "protocol",         "the peer broke the protocol",              PROTOCOL, 7,  false) \
  X(ERR_INTERNAL,     "internal",         "a fault in fathom itself",                 PROTOCOL, 70, false)

typedef enum Err {
#define ERR_ENUM(code, name, text, told, exit_status, retry) code,
  ERR_TABLE(ERR_ENUM)
#undef ERR_ENUM
  ERR_COUNT
} Err;

/* The name that clients see ("not_found"); constant text, as err_text gives. */
const char *err_name(Err err);
Err err_from_name(const char *name, size_t len); /* ERR_INTERNAL: no such name */
const char *err_text(Err err);
bool err_is_protocol(Err err);
int err_exit_status(Err err);
bool err_is_retryable(Err err);
/* The Err for an errno value. */
Err err_from_errno(int errno_value);

/* if (err) return err; for functions that return Err. */
#define TRY(expression)             \
  do {                              \
    Err try_err_ = (expression);    \
    if (try_err_) return try_err_;  \
  } while (0)

#endif
