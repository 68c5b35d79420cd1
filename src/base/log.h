/* Log: one line per event, of at most 64 KB, on stderr or in the daemon's log file.
 * Libraries' code does not log: errors travel in the Job and the edge (app)
 * logs. Secrets never get here: keys and bearer tokens are masked by pattern
 * as a second line of defence. Thread-safe. */
#ifndef FATHOM_BASE_LOG_H
#define FATHOM_BASE_LOG_H

#include "src/base/str.h"

typedef enum LogLevel { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG } LogLevel;

/* Told of each line that passed the level, without its newline. NULL puts
 * lines on stderr. Called by one thread at a time; what it logs is dropped. */
typedef void LogSink(void *context, LogLevel level, Str line);

/* Lines above the level are dropped before they are formatted. Any thread,
 * at any time. */
void log_set_level(LogLevel level);
void log_set_sink(LogSink *sink, void *context);
#define LOG_LEVELS 4
/* "error", "warn", "info" or "debug"; constant. */
const char *log_level_name(LogLevel level);
/* By one of these names; false: none of them, and nothing is
 * written. */
bool log_level_from_name(Str name, LogLevel *ret_level) MUST_CHECK;
/* One line; line breaks inside of it are made visible, so that nothing
 * logged can look like another line. Never fails: what cannot be written is
 * lost. */
void log_write(LogLevel level, const char *format, ...) PRINTF_LIKE(2, 3);

#define log_error(...) log_write(LOG_ERROR, __VA_ARGS__)
#define log_warn(...) log_write(LOG_WARN, __VA_ARGS__)
#define log_info(...) log_write(LOG_INFO, __VA_ARGS__)
#define log_debug(...) log_write(LOG_DEBUG, __VA_ARGS__)

#endif
