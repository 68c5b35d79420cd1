/* Gate: decides from a request's head and the peer's address whether the
 * request may go on. Knows keys, hosts, origins and addresses; sends nothing
 * and reads no body. */
#ifndef FATHOM_TRANSPORT_GATE_INTERNAL_H
#define FATHOM_TRANSPORT_GATE_INTERNAL_H

#include "src/os/file.h"
#include "src/transport/keys_internal.h"
#include "src/transport/request_internal.h"

#define TRANSPORT_ENV_KEY_ID "environment"

typedef struct TransportGate {
  Arena arena; /* the options' strings */
  Str address; /* listened on */
  TransportAuth auth;
  Str env_digest; /* empty: no such key */

  Arena keys_arena;
  TransportKeys keys;
  bool keys_seen; /* `keys_stat` is of the file `keys` came from */
  FileStat keys_stat;
  uint64_t generation; /* grows when the keys are read anew */
  uint64_t turn;       /* of the loop in which they were looked at; 0: not in one */

  Arena scratch;
} TransportGate;

typedef struct TransportVerdict {
  int status; /* 0: may go on; else the answer */
  Str words;  /* in the gate's scratch: until the next question */
  char principal[TRANSPORT_KEY_ID_MAX + 1]; /* the key's id */
} TransportVerdict;

/* Refuses what transport_http_open says. */
Err transport_gate_open(Job *job, const TransportHttpOptions *options, TransportGate *ret_gate)
    MUST_CHECK;
void transport_gate_close(TransportGate *gate);
/* What is known of a request besides itself. */
typedef struct TransportVisit {
  Str peer;      /* its address */
  bool is_open;  /* the path asks for no key */
  uint64_t turn; /* in which the keys are looked at once; 0: look now */
} TransportVisit;
void transport_gate_check(TransportGate *gate, const TransportRequest *request, const TransportVisit *visit,
                          TransportVerdict *ret_verdict);
/* Reads the keys again if they changed; gives their generation. */
uint64_t transport_gate_refresh(TransportGate *gate);
/* Is there, since the last refresh, a key of this id? Who needed none to get
 * in, with no id, needs none now. */
bool transport_gate_knows(const TransportGate *gate, const char *principal);

#endif
