/* The front end's memory: which requests have no answer yet, and the old-era
 * handshake, so that a new daemon can be told all of it. No I/O: lines go out
 * through callbacks, so every crash can be played in a test. */
#ifndef FATHOM_APP_SERVING_REPLAY_INTERNAL_H
#define FATHOM_APP_SERVING_REPLAY_INTERNAL_H

#include "src/app/app_internal.h"

typedef struct AppReplay AppReplay;
typedef void AppReplaySend(void *context, Str line);

typedef enum AppReplayVerdict {
  APP_REPLAY_PASS, /* give it to the daemon */
  APP_REPLAY_FULL  /* too many unanswered requests: refuse */
} AppReplayVerdict;

/* Keeps at most so many requests without an answer, of so many bytes together. */
AppReplay *app_replay_open(size_t max_kept, size_t max_bytes);
void app_replay_close(AppReplay *replay);
size_t app_replay_count(const AppReplay *replay); /* without an answer */

/* A line from the client. */
AppReplayVerdict app_replay_received(AppReplay *replay, Str line);
/* A line from the daemon: true when the client is to see it. Lines for the
 * front end itself and answers to replayed handshakes are not. */
bool app_replay_answered(AppReplay *replay, Str line);
/* A new daemon: sends the handshake and what has no answer; requests that had
 * begun to change something are answered to the client as interrupted. */
void app_replay_run(AppReplay *replay, AppReplaySend *to_daemon, AppReplaySend *to_client,
                      void *context);
/* Answers a line that cannot be passed on (too many, too long). */
void app_replay_refuse(AppReplay *replay, Str line, AppReplaySend *to_client, void *context);

#endif
