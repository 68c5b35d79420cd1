/* Inside history: the commits as they were read. */
#ifndef FATHOM_HISTORY_HISTORY_INTERNAL_H
#define FATHOM_HISTORY_HISTORY_INTERNAL_H

#include "src/base/buf.h"
#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/history/git.h"
#include "src/history/history.h"

/* Small, because there may be tens of thousands: texts stand once in the log,
 * here are their numbers. */
typedef struct HistoryCommit {
  int64_t time; /* seconds */
  uint32_t author;
  uint32_t first, count; /* of log.files */
  uint32_t first_word, word_count; /* of log.words */
} HistoryCommit;

/* Built by one thread and never changed after history_log_finish, so that any
 * number may read it. Everything lies in its arena. */
typedef struct HistoryLog {
  Arena arena;
  Str head; /* the newest commit's name */
  bool is_cut;
  bool is_partial; /* older commits are still to be read */
  VEC(HistoryCommit) commits; /* the newest first */
  VEC(uint32_t) files;        /* numbers of paths, commit by commit */
  VEC(uint32_t) words;        /* terms of the messages, commit by commit, each once */
  VEC(Str) paths;
  VEC(Str) authors;
  Map path_numbers, author_numbers; /* number + 1 as the pointer */
  /* Made by history_log_finish: the commits of a path. */
  uint32_t *starts;  /* by path; one more at the end */
  uint32_t *touches; /* numbers of commits, the newest first */
  int64_t newest;
} HistoryLog;

/* Empty, on the heap. Paths and authors get their numbers in the order in
 * which they are met. */
HistoryLog *history_log_open(void);
void history_log_close(HistoryLog *log);
uint32_t history_log_path(HistoryLog *log, Str path);
uint32_t history_log_author(HistoryLog *log, Str name);
/* No more commits will come. */
void history_log_finish(HistoryLog *log);
bool history_log_find(const HistoryLog *log, Str path, uint32_t *ret_path) MUST_CHECK;

/* Adds what `git log` printed in HISTORY_FORMAT with -z; `is_shallow`: commits
 * without parents are where the clone was cut, and left out. */
#define HISTORY_FORMAT "--format=%x01%H %ct %P%x02%aN%x03%B"
void history_log_read(HistoryLog *log, Str output, bool is_shallow);
/* Adds the commits of another one, which is older. */
void history_log_append(HistoryLog *log, const HistoryLog *older);

/* messages.c: a term as it is kept; adds those of a message to the newest commit. */
static inline uint32_t history_word(uint64_t term) { return (uint32_t)(term ^ term >> 32); }
void history_log_words(HistoryLog *log, Str message);

/* votes.c: of a finished log. */
void history_log_vote(Job *job, const HistoryLog *log, const HistoryTerm *terms, size_t count, HistoryVotes *ret_votes);

/* kept.c: as a file. Reading checks everything: false on any damage. */
void history_log_encode(Buf *out, const HistoryLog *log);
bool history_log_decode(HistoryLog *log, Str bytes) MUST_CHECK;
/* The kept one, ready to be asked; NULL: there is none that can be used. */
HistoryLog *history_log_load(Job *job, Keep *keep);
/* A convenience: when it cannot be written, git is asked again next time. */
void history_log_save(Job *job, Keep *keep, const HistoryLog *log);

#endif
