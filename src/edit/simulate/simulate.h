/* Simulate: what an edit would break, before it is made.
 * A change is judged by showing it to a language server as if it were on disk,
 * in a view that nobody else sees, and comparing what the server says with
 * what it said before; where there is no server, by the grammar and the graph.
 * A session gathers edits over several calls; its texts are its own, and the
 * disk does not change until they are committed through a plan (edit.h).
 *
 *   created -> mutated -> evaluating -> evaluated -> committed | discarded
 *   any of them -> destroyed;   dirty: a file is not what it was based on
 *
 * Sessions are known by an id that cannot be guessed; who knows it and may use
 * the workspace may use the session (decision 034). EditSessions is
 * thread-safe; an EditSession is held by one job at a time. */
#ifndef FATHOM_EDIT_SIMULATE_SIMULATE_H
#define FATHOM_EDIT_SIMULATE_SIMULATE_H

#include "src/edit/edit.h"

/* ---- verdicts ---- */

typedef struct EditDiagnostic {
  Str path; /* relative to the workspace */
  TextPoint at, end;
  uint32_t byte; /* of its start, in the text it is about */
  int severity;  /* as lsp/ask.h: 1 error .. 4 hint */
  Str code, source, message;
} EditDiagnostic;
typedef struct EditDiagnostics {
  EditDiagnostic *items; /* by path and place */
  size_t len;
  size_t cap;
} EditDiagnostics;

enum { EDIT_BY_SERVER = 1, EDIT_BY_SYNTAX = 2 }; /* who judged; both: some files each */

/* Borrows from the session that was judged, and from the job. */
typedef struct EditVerdict {
  EditDiagnostics introduced, resolved; /* errors: in the new text; in the old one */
  EditDiagnostics warned, unwarned;     /* the same of warnings; hints do not count */
  int64_t net_delta;  /* errors introduced minus resolved */
  bool is_workspace;  /* files that depend on the changed ones were asked about too */
  bool is_timeout;    /* some server did not say in time what it thinks of some text */
  unsigned means;     /* EDIT_BY_... */
  size_t files;       /* that were judged */
  size_t dependents;  /* of them: not changed themselves */
  int64_t duration_ms;
  Str server;         /* who was asked; empty: nobody */
  Str note;           /* why nobody, or what else is to be known; empty: nothing */
} EditVerdict;
/* "high": proved to be about these texts. "eventual": of a workspace.
 * "partial": not in time, or without a server. */
const char *edit_verdict_confidence(const EditVerdict *verdict);
const char *edit_verdict_means(const EditVerdict *verdict); /* "server", "syntax and graph", or both */

/* Who judges, and how long it may take. */
typedef struct EditJudge {
  Job *job;
  Index *index;
  /* A server for a file, held until lsp_server_release; started if need be. An
   * error is the reason why there is none, no failure. May be NULL. */
  Err (*server)(void *context, Str path, LspServer **ret_server);
  void *context;
  bool is_workspace;
  int64_t timeout_ms; /* for the servers' reports on the new texts; 0: 5 s */
} EditJudge;
#define EDIT_TIMEOUT_MS 5000
#define EDIT_BASELINE_MS 3000 /* for reports on the old ones */
#define EDIT_READY_MS 60000   /* for a server to read the workspace first */
#define EDIT_DEPENDENTS_MAX 24

/* What a plan would do, judged without writing anything. Only files whose text
 * it changes count. ERR_CLOSED: the server ended meanwhile. */
Err edit_plan_judge(EditPlan *plan, const EditJudge *judge, EditVerdict *ret_verdict) MUST_CHECK;

/* ---- sessions ---- */

typedef enum EditSessionState {
  EDIT_SESSION_CREATED,
  EDIT_SESSION_MUTATED,
  EDIT_SESSION_EVALUATING,
  EDIT_SESSION_EVALUATED,
  EDIT_SESSION_COMMITTED,
  EDIT_SESSION_DISCARDED,
  EDIT_SESSION_DIRTY,
  EDIT_SESSION_DESTROYED,
  EDIT_SESSION_STATE_COUNT
} EditSessionState;
typedef enum EditSessionAct {
  EDIT_ACT_EDIT,
  EDIT_ACT_EVALUATE,
  EDIT_ACT_COMMIT,
  EDIT_ACT_DISCARD,
  EDIT_ACT_DESTROY,
  EDIT_ACT_COUNT
} EditSessionAct;
const char *edit_session_state_name(EditSessionState state); /* "created" */
/* ERR_USAGE, with what is possible instead. */
Err edit_session_check(Job *job, EditSessionState state, EditSessionAct act) MUST_CHECK;

typedef struct EditSessions EditSessions;
typedef struct EditSession EditSession;

#define EDIT_SESSIONS_MAX 64                        /* of a process */
#define EDIT_SESSIONS_OWN_MAX 16                    /* that one client made */
#define EDIT_SESSION_FILES_MAX 64
#define EDIT_SESSION_BYTES_MAX ((size_t)32 << 20)   /* old and new texts of one */
#define EDIT_SESSIONS_BYTES_MAX ((size_t)128 << 20) /* of all */
#define EDIT_SESSION_IDLE_MS (30 * 60 * (int64_t)1000)

/* `idle_ms`: what nobody used for so long is gone; 0: EDIT_SESSION_IDLE_MS. */
EditSessions *edit_sessions_open(int64_t idle_ms);
void edit_sessions_close(EditSessions *sessions); /* nobody holds one any more */
AUTO_CLOSE(EditSessions, edit_sessions_close)
/* For the status: how many there are, and bytes of their texts. */
void edit_sessions_count(EditSessions *sessions, size_t *ret_count, size_t *ret_bytes);

/* A new one for the workspace at `root` (absolute). Its id is in the job's
 * arena. ERR_BUSY: there are too many; what to do is said. */
Err edit_session_create(Job *job, EditSessions *sessions, Str root, Str language, Str *ret_id) MUST_CHECK;
/* The workspace of a session, in the job's arena, so that the caller can ask
 * whether it may be used. ERR_NOT_FOUND: no such, or it expired. */
Err edit_session_root(Job *job, EditSessions *sessions, Str id, Str *ret_root) MUST_CHECK;
/* Holds one for an act; waits while another job does. Refused by its state as
 * edit_session_check says, and for another workspace than `root`. */
Err edit_session_take(Job *job, EditSessions *sessions, Str id, Str root, EditSessionAct act,
                      EditSession **ret_session) MUST_CHECK;
void edit_session_release(EditSession *session);
AUTO_CLOSE(EditSession, edit_session_release)

Str edit_session_id(const EditSession *session);       /* while it is held */
EditSessionState edit_session_state(const EditSession *session);

/* A place in the session's text of a file: lines and columns from 1, the end
 * not included. A column beyond its line's end is that end. */
typedef struct EditPlaced {
  Str path; /* relative to the workspace, or absolute beneath it */
  int64_t start_line, start_column, end_line, end_column;
  Str text;
} EditPlaced;
/* One more edit. The file is read from disk at its first one, through a plan:
 * refused as edit_plan_file does. ERR_USAGE: a range that is reversed or
 * begins beyond the text; ERR_TOO_LARGE: limits above. Nothing is changed then.
 * `ret_version`: how many edits the file has by now. */
Err edit_session_edit(EditSession *session, Job *job, Index *index, const EditPlaced *edit, int64_t *ret_version) MUST_CHECK;
/* Keeps what the server says of a file's old text, where that can be had within
 * EDIT_BASELINE_MS; else evaluating does. No failure: without a server neither. */
Err edit_session_baseline(EditSession *session, const EditJudge *judge, Str path) MUST_CHECK;
/* Judges all edits so far. ERR_CONFLICT: a file is not what they were based on
 * any more, with the difference; the session is dirty then. Any other failure
 * leaves it as it was, to be evaluated again. */
Err edit_session_evaluate(EditSession *session, const EditJudge *judge, EditVerdict *ret_verdict) MUST_CHECK;

/* Edits one after another, judged after each. `done` of them were made when it
 * fails. `safe_through`: the last step, from 1, after which net_delta was 0; 0:
 * none. */
typedef struct EditChain {
  EditVerdict *steps; /* one for each edit */
  size_t done;
  size_t safe_through;
  int64_t cumulative; /* net_delta after the last */
} EditChain;
Err edit_session_chain(EditSession *session, const EditJudge *judge, const EditPlaced *edits, size_t count,
                       EditChain *ret_chain) MUST_CHECK;

/* The session's changes as a plan: to be shown (edit_plan_diff) and applied.
 * ERR_CONFLICT as above. */
Err edit_session_plan(EditSession *session, Job *job, Index *index, LspHub *hub, EditPlan **ret_plan) MUST_CHECK;
/* After that; texts are freed with the last three. */
void edit_session_committed(EditSession *session);
void edit_session_discard(EditSession *session);
void edit_session_destroy(EditSession *session); /* gone once it is released */
/* Another session with the same edits, for one call alone: not in the table. */
EditSession *edit_session_fork(const EditSession *session);
/* The same without any edits, of no table. Released as any other. */
EditSession *edit_session_alone(Str root);

#endif
