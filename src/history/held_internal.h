/* The commits that are held at the moment. */
#ifndef FATHOM_HISTORY_HELD_INTERNAL_H
#define FATHOM_HISTORY_HELD_INTERNAL_H

#include "src/history/history_internal.h"

/* Nobody changes them until history_release; NULL: there are none. */
const HistoryLog *history_hold(History *history);
void history_release(History *history);

/* repository.c: where the repository keeps what tells that HEAD moved. */
typedef struct HistoryPlace {
  Str git_dir;    /* absolute; of this working tree */
  Str common_dir; /* shared by working trees */
  bool is_shallow;
  bool is_part;   /* the workspace is a folder of the repository */
} HistoryPlace;
/* ERR_NOT_FOUND, ERR_UNAVAILABLE: no git, no repository. */
Err history_place(Job *job, Str root, HistoryPlace *ret_place) MUST_CHECK;
/* Differs when HEAD may have moved; costs a few looks at files. The nearest
 * `.git` above the root alone when no place is known yet (NULL). */
uint64_t history_stamp(Job *job, Str root, const HistoryPlace *place);

#endif
