/* Audit: one line of JSON for every call of a tool, in a file of the user's.
 * Calls never wait for it: lines queue up to APP_AUDIT_QUEUE, a thread writes
 * them a moment later, and what finds the queue full is dropped and counted.
 * The file is 0600 and begun anew at APP_AUDIT_MAX, its predecessor kept. */
#ifndef FATHOM_APP_SERVING_AUDIT_INTERNAL_H
#define FATHOM_APP_SERVING_AUDIT_INTERNAL_H

#include "src/base/job.h"
#include "src/tools/tool.h"

#define APP_AUDIT_QUEUE 1024                 /* lines, */
#define APP_AUDIT_BYTES ((size_t)4 << 20)    /* and bytes of them */
#define APP_AUDIT_LINE ((size_t)16 << 10)    /* bytes, of one */
#define APP_AUDIT_MAX ((size_t)16 << 20)     /* bytes, of a file */
#define APP_AUDIT_PREVIEW 200                /* characters of a text */

typedef struct AppAudit AppAudit;

/* Starts nothing: the thread comes with the first line. */
AppAudit *app_audit_open(void);
/* Writes what is queued, then ends the thread. Nobody may add any more. NULL is
 * allowed. */
void app_audit_close(AppAudit *audit);
/* Queues a line for the file at `path`, absolute; both are copied. Any thread;
 * waits for nothing but the queue's lock. */
void app_audit_add(AppAudit *audit, Str path, Str line);
/* Lines lost since it was opened, for want of room or because the file could
 * not be written. Any thread. */
size_t app_audit_dropped(AppAudit *audit);

/* A call as a line, without its end. `root`: the workspace it began in. Texts
 * are cut to APP_AUDIT_PREVIEW and lose what looks like a secret. In the arena. */
Str app_audit_spell(Arena *arena, Str root, const ToolRecord *record);
/* The same text with passwords, keys and tokens replaced by "[redacted]": what
 * follows a name such as `password` or `api_key`, what stands between
 * BEGIN/END PRIVATE KEY, credentials of an address, tokens of well-known forms. */
Str app_redact(Arena *arena, Str text);

#endif
