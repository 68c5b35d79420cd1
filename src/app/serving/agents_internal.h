/* One turn of an agent: a program that is run to its end on a thread of its
 * own, with what it says kept. Shared by agents.c and agents_turn.c. */
#ifndef FATHOM_APP_SERVING_AGENTS_INTERNAL_H
#define FATHOM_APP_SERVING_AGENTS_INTERNAL_H

#include "src/app/app_internal.h"
#include "src/base/lock.h"
#include "src/os/thread.h"

typedef enum AppTurnState { APP_TURN_RUNNING, APP_TURN_DONE, APP_TURN_FAILED, APP_TURN_INTERRUPTED, APP_TURN_ENDED } AppTurnState;

/* What is asked of a turn that runs; only ever more. */
typedef enum AppTurnWish { APP_TURN_GO_ON, APP_TURN_INTERRUPT, APP_TURN_END } AppTurnWish;

/* The last bytes of what was printed. */
typedef struct AppTail {
  char *bytes; /* on the heap */
  size_t len;
  int64_t dropped; /* bytes that came before those */
} AppTail;

typedef struct AppTurn {
  struct AppTurn *older;
  /* Settled before it begins. */
  Arena arena;
  int64_t number;
  Str root, directory;
  const char *const *argv;
  const char *const *env;
  uint64_t max_memory, cpu_seconds;
  int64_t wall_ms, began_ms;
  ThreadEvent *ended;
  Lock *lock;      /* the manager's: guards what follows */
  size_t *running; /* of the manager, too: how many turns run */
  size_t refs;
  AppTurnState state;
  AppTurnWish wish;
  AppTail text, errors;
  const char *words; /* static: why it was ended; NULL: nobody did */
  char failure[400]; /* why it could not be started */
  int exit_status;
  int64_t ended_ms;
} AppTurn;

/* Gives a reference back; the last one frees. Without the lock. */
void app_turn_unref(AppTurn *turn);
/* For thread_start: runs it, counts it out of `running` and gives its reference
 * back. */
void app_turn_run(void *turn);

#endif
