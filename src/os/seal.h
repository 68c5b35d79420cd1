/* Seal: tells what this user wrote on this machine from what was delivered.
 * A key of 32 random bytes lies in the user's state folder, 0600; from it and
 * the identity of what a seal is for (a workspace's root) the keys are made
 * that tags are made with. Whoever has no access to the user's state folder
 * makes no tag that holds. Values, not handles: a Seal is copied freely and
 * read by any thread. */
#ifndef FATHOM_OS_SEAL_H
#define FATHOM_OS_SEAL_H

#include "src/base/job.h"
#include "src/os/secret.h"

typedef struct Seal {
  unsigned char key[SECRET_KEY];
  bool is_kept; /* false: holds in this process alone, because the user's key cannot be had */
} Seal;

/* The seal for what `identity` names. Never fails: where the user's key can
 * neither be read nor made, one of this process takes its place and
 * *ret_trouble (in job->arena, else empty) says why and what to do. */
Seal seal_open(Job *job, Str identity, Str *ret_trouble);
/* A tag over `bytes` as `what`. */
void seal_tag(const Seal *seal, Str what, Str bytes, unsigned char ret_tag[SECRET_TAG]);
bool seal_holds(const Seal *seal, Str what, Str bytes, const unsigned char tag[SECRET_TAG]) MUST_CHECK;

#endif
