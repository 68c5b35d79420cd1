/* Remote: a gate on the network (docs/gate.md, "Over TCP") as a session of this
 * machine. A process of ours stands between, as it does for kernels: a gate on
 * this side, encrypted sockets on the other. Only what the user named is
 * connected to; the other side is known by its key, we by the token. */
#ifndef FATHOM_REPL_REMOTE_REMOTE_H
#define FATHOM_REPL_REMOTE_REMOTE_H

#include "src/repl/repl.h"

typedef struct ReplRemote {
  Str endpoint;    /* tcp://HOST:PORT; events are at the port after it */
  Str server_key;  /* of the gate, 40 characters */
  Str token;       /* that the gate gave its user */
  Str name;        /* of the session; empty: as the gate calls itself */
  Str key;         /* of the session; empty: a new one */
} ReplRemote;
/* Serves until the other side is gone, or a request ends it: on this thread,
 * with no other work. ERR_USAGE: not an address, a key or a token; ERR_DENIED:
 * nobody there who has that key and takes that token. */
Err repl_remote_serve(Job *job, Str folder, const ReplRemote *remote) MUST_CHECK;

#endif
