/* Feed: the last calls of tools and the last lines of the log, kept in memory
 * for who looks at the daemon. Nothing of it reaches a disk. When nobody looks,
 * a call costs a copy of its texts and nobody is woken.
 *
 * All functions may be called on any thread. */
#ifndef FATHOM_APP_SERVING_FEED_INTERNAL_H
#define FATHOM_APP_SERVING_FEED_INTERNAL_H

#include "src/base/log.h"
#include "src/dashboard/dashboard.h"
#include "src/tools/tool.h"

#define APP_FEED_CALLS 1024                /* kept */
#define APP_FEED_TEXTS ((size_t)4 << 20)   /* bytes of their texts, all together */
#define APP_FEED_ARGS 4096                 /* bytes of one call's arguments */
#define APP_FEED_ANSWER ((size_t)32 << 10) /* bytes of one answer */
#define APP_FEED_LINES 200                 /* of the log */

typedef struct AppFeed AppFeed;

AppFeed *app_feed_open(void); /* empty; the caller's to close */
/* Nobody may tell it anything any more. */
void app_feed_close(AppFeed *feed);
/* `changed` is called, with no lock held, each time something is new, until
 * another one or NULL takes its place; when this returns the former one is not
 * running any more. */
void app_feed_listen(AppFeed *feed, void (*changed)(void *context), void *context);

/* A call's moment, as in ToolScope; gives it its number when it begins, and its
 * progress passes here from then on. */
typedef struct AppFeedCaller {
  int64_t client;
  Str root;
} AppFeedCaller;
void app_feed_hear(AppFeed *feed, const AppFeedCaller *caller, Job *job, ToolRecord *record, ToolMoment moment);
/* Ends the call of that number as if its client had cancelled it; false: it does
 * not run. */
bool app_feed_cancel(AppFeed *feed, int64_t number);
void app_feed_log(AppFeed *feed, LogLevel level, Str line);

/* What is newer than *version, oldest first, without whole texts; raises
 * *version to what is there now. Secrets are taken out. In the arena. */
void app_feed_calls(Arena *arena, AppFeed *feed, uint64_t *version, DashCalls *ret_calls);
/* The call of that number with its texts; false: not kept any more. */
bool app_feed_call(Arena *arena, AppFeed *feed, int64_t number, DashCall *ret_call);
/* The lines, oldest first. */
void app_feed_lines(Arena *arena, AppFeed *feed, DashSnapshot *ret_snapshot);

#endif
