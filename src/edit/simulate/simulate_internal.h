/* What the files of this room share: a session's texts, reports that are
 * compared, and changes that are judged. */
#ifndef FATHOM_EDIT_SIMULATE_SIMULATE_INTERNAL_H
#define FATHOM_EDIT_SIMULATE_SIMULATE_INTERNAL_H

#include "src/base/lock.h"
#include "src/base/vec.h"
#include "src/edit/simulate/simulate.h"
#include "src/os/thread.h"

/* ---- compare.c: pure ---- */

typedef struct EditReports {
  const EditDiagnostics *before, *after; /* of one file */
  const Edits *edits;                    /* from the one text to the other; NULL: it is the same */
} EditReports;
/* What is in one of them alone, added to the verdict by its severity. */
void edit_compare(Arena *arena, const EditReports *reports, EditVerdict *verdict);

/* ---- judge.c, evaluate.c, syntax.c ---- */

/* A file that would change, or may be affected. All in the job's arena but for
 * what `kept` says. */
typedef struct EditCandidate {
  Str path;
  Str base, text;
  const Edits *edits;       /* NULL: it is not changed itself */
  EditDiagnostics before, after;
  bool has_before;          /* and they are proved to be of the base */
  LspServer *server;        /* held; NULL: none */
} EditCandidate;
typedef struct EditCandidates {
  EditCandidate *items;
  size_t len;
  size_t cap;
} EditCandidates;

/* Takes the servers that the candidates need and gives them back on every way
 * out. Candidates may be added (dependents) and hold both reports
 * afterwards. */
Err edit_judge(const EditJudge *judge, EditCandidates *candidates, EditVerdict *ret_verdict) MUST_CHECK;
/* Reports of all candidates of one server, before and after. */
Err edit_ask_server(const EditJudge *judge, EditCandidates *candidates, LspServer *server, EditVerdict *verdict) MUST_CHECK;
/* Of one text as `base`, within a time; false: not proved. */
Err edit_ask_base(const EditJudge *judge, EditCandidate *candidate, int64_t wait_ms, bool *ret_proved) MUST_CHECK;
/* Files that depend on the changed ones, added with what is on disk. */
Err edit_add_dependents(const EditJudge *judge, EditCandidates *candidates, EditVerdict *verdict) MUST_CHECK;
/* Reports of candidates without a server, by the grammar and the graph. */
Err edit_ask_syntax(const EditJudge *judge, EditCandidates *candidates, EditVerdict *verdict) MUST_CHECK;

/* ---- session.c, sessions.c ---- */

/* A file in a session; its arena holds everything of it. */
typedef struct EditSessionFile {
  Arena arena; /* path, base, baseline */
  Arena made;  /* text and edits: made anew with each edit */
  Str path;
  Str base, text;
  Edits edits; /* from base to text */
  int64_t version;
  EditDiagnostics before;
  bool has_before;
} EditSessionFile;

/* Somebody who waits for a session to be free; on the waiter's own stack,
 * linked while it waits. */
typedef struct EditSessionWait {
  struct EditSessionWait *next;
  ThreadEvent *event;
} EditSessionWait;

/* What the holder touches needs no lock; the rest is under the table's. */
struct EditSession {
  EditSession *next;
  EditSessions *sessions; /* NULL: of no table */
  Arena arena;
  Str id, root, language;
  uint64_t owner;
  VEC(EditSessionFile *) files; /* holder's */
  size_t bytes;       /* holder's: of all texts */
  size_t told_bytes;  /* table's: as of the last release */
  EditSessionState state; /* holder's */
  bool is_held;
  int64_t used_ms;
  EditSessionWait *waits;
};

/* Forgets all files and their edits; by who holds the session. */
void edit_session_clear_files(EditSession *session);
EditSessionFile *edit_session_find(const EditSession *session, Str path); /* or NULL */
/* ERR_TOO_LARGE when all sessions together would have so many more bytes. */
Err edit_sessions_admit(Job *job, const EditSession *session, size_t more) MUST_CHECK;

#endif
