/* The table of sessions: who may have one, for how long, one job at a time.
 * One lock for the table; a session itself is used without it by the one job
 * that holds it. Others wait on events of their own, in no order that is
 * promised. */
#include <assert.h>

#include "src/edit/simulate/simulate_internal.h"
#include "src/os/secret.h"

#define ID_BYTES 16 /* random: nobody guesses another's */

struct EditSessions {
  Lock lock;
  int64_t idle_ms;
  EditSession *all; /* newest first */
  size_t count;
  size_t bytes; /* of their texts, as of their last release */
};

/* ---- states ---- */

const char *edit_session_state_name(EditSessionState state) {
  static const char *const names[EDIT_SESSION_STATE_COUNT] = {"created",   "mutated",   "evaluating", "evaluated",
                                                              "committed", "discarded", "dirty",      "destroyed"};
  return (unsigned)state < COUNT_OF(names) ? names[state] : "unknown";
}

/* Which acts each state allows. One that is evaluating is held by who does it,
 * so nobody finds a session in that state. */
static const unsigned allowed[EDIT_SESSION_STATE_COUNT] = {
    [EDIT_SESSION_CREATED] = 1u << EDIT_ACT_EDIT | 1u << EDIT_ACT_DISCARD | 1u << EDIT_ACT_DESTROY,
    [EDIT_SESSION_MUTATED] = 1u << EDIT_ACT_EDIT | 1u << EDIT_ACT_EVALUATE | 1u << EDIT_ACT_COMMIT | 1u << EDIT_ACT_DISCARD | 1u << EDIT_ACT_DESTROY,
    [EDIT_SESSION_EVALUATED] = 1u << EDIT_ACT_EDIT | 1u << EDIT_ACT_EVALUATE | 1u << EDIT_ACT_COMMIT | 1u << EDIT_ACT_DISCARD | 1u << EDIT_ACT_DESTROY,
    [EDIT_SESSION_COMMITTED] = 1u << EDIT_ACT_DESTROY,
    [EDIT_SESSION_DISCARDED] = 1u << EDIT_ACT_DESTROY,
    [EDIT_SESSION_DIRTY] = 1u << EDIT_ACT_DESTROY,
};

static bool is_terminal(EditSessionState state) { return state >= EDIT_SESSION_COMMITTED; }

Err edit_session_check(Job *job, EditSessionState state, EditSessionAct act) {
  static const char *const words[EDIT_ACT_COUNT] = {"edited", "evaluated", "committed", "discarded", "destroyed"};
  assert((unsigned)state < EDIT_SESSION_STATE_COUNT && (unsigned)act < EDIT_ACT_COUNT);
  if (allowed[state] & 1u << act) return OK;
  const char *next = "create_simulation_session begins another";
  if (state == EDIT_SESSION_CREATED) next = "it has no edits yet: call simulate_edit first";
  if (state == EDIT_SESSION_EVALUATING) next = "wait until that has ended";
  if (state == EDIT_SESSION_DIRTY) next = "a file changed beneath it: destroy_session frees it, create_simulation_session begins another";
  return job_fail(job, ERR_USAGE, "a session that is %s cannot be %s; %s", edit_session_state_name(state), words[act], next);
}

/* ---- the table ---- */

EditSessions *edit_sessions_open(int64_t idle_ms) {
  EditSessions *sessions = arena_heap_alloc(sizeof *sessions);
  *sessions = (EditSessions){.idle_ms = idle_ms ? idle_ms : EDIT_SESSION_IDLE_MS};
  lock_init(&sessions->lock);
  return sessions;
}

static void free_session(EditSession *session) {
  edit_session_clear_files(session);
  arena_clear(&session->arena);
  free(session);
}

/* The session must be in the table, held by nobody and waited for by
 * nobody. */
static void remove_locked(EditSessions *sessions, EditSession *gone) {
  EditSession **at = &sessions->all;
  while (*at != gone) at = &(*at)->next;
  *at = gone->next;
  sessions->count--;
  sessions->bytes -= gone->told_bytes;
  free_session(gone);
}

void edit_sessions_close(EditSessions *sessions) {
  while (sessions->all) {
    assert(!sessions->all->is_held);
    remove_locked(sessions, sessions->all);
  }
  lock_clear(&sessions->lock);
  free(sessions);
}

void edit_sessions_count(EditSessions *sessions, size_t *ret_count, size_t *ret_bytes) {
  lock_take(&sessions->lock);
  *ret_count = sessions->count;
  *ret_bytes = sessions->bytes;
  lock_give(&sessions->lock);
}

static bool is_idle(const EditSession *session) { return !session->is_held && !session->waits; }

/* Looking is what ends them: nothing runs while nobody asks. */
static void expire_locked(EditSessions *sessions) {
  int64_t before = job_now_ms() - sessions->idle_ms;
  for (EditSession *session = sessions->all; session;) {
    EditSession *next = session->next;
    if (is_idle(session) && session->used_ms <= before) remove_locked(sessions, session);
    session = next;
  }
}

/* Of one client, which may not fill the table alone. */
static size_t count_locked(const EditSessions *sessions, uint64_t owner) {
  size_t count = 0;
  for (const EditSession *session = sessions->all; session; session = session->next) count += session->owner == owner;
  return count;
}

/* One that can only be destroyed gives way to a new one: the oldest of those
 * of an owner, or of all where that is NULL. */
static bool drop_ended_locked(EditSessions *sessions, const uint64_t *owner) {
  EditSession *oldest = NULL;
  for (EditSession *session = sessions->all; session; session = session->next) {
    bool is_meant = is_idle(session) && is_terminal(session->state) && (!owner || session->owner == *owner);
    if (is_meant) oldest = session;
  }
  if (oldest) remove_locked(sessions, oldest);
  return oldest != NULL;
}

static Err make_room_locked(Job *job, EditSessions *sessions) {
  uint64_t owner = job->owner.member;
  expire_locked(sessions);
  if (count_locked(sessions, owner) >= EDIT_SESSIONS_OWN_MAX && !drop_ended_locked(sessions, &owner)) {
    return job_fail(job, ERR_BUSY, "you have %d simulation sessions, as many as one client may; end one with destroy_session", EDIT_SESSIONS_OWN_MAX);
  }
  if (sessions->count >= EDIT_SESSIONS_MAX && !drop_ended_locked(sessions, NULL)) {
    return job_fail(job, ERR_BUSY, "there are %d simulation sessions, as many as there may be; end one with destroy_session, or wait: "
                    "what nobody uses for 30 minutes ends by itself", EDIT_SESSIONS_MAX);
  }
  return OK;
}

static EditSession *new_session(Str root) {
  EditSession *session = arena_heap_alloc(sizeof *session);
  *session = (EditSession){.used_ms = job_now_ms()};
  arena_init(&session->arena);
  session->root = str_copy(&session->arena, root);
  return session;
}

EditSession *edit_session_alone(Str root) { return new_session(root); }

/* The id is random and long, because whoever knows it may use the session. */
Err edit_session_create(Job *job, EditSessions *sessions, Str root, Str language, Str *ret_id) {
  Str id = secret_random_hex(job->arena, ID_BYTES);
  lock_take(&sessions->lock);
  Err err = make_room_locked(job, sessions);
  if (!err) {
    EditSession *session = new_session(root);
    session->sessions = sessions;
    session->id = str_copy(&session->arena, id);
    session->language = str_copy(&session->arena, language);
    session->owner = job->owner.member;
    session->next = sessions->all;
    sessions->all = session;
    sessions->count++;
    *ret_id = id;
  }
  lock_give(&sessions->lock);
  return err;
}

/* ---- holding ---- */

/* Compared in constant time, so that an id cannot be guessed letter by
 * letter. */
static EditSession *find_locked(EditSessions *sessions, Str id) {
  EditSession *session = sessions->all;
  while (session && !(session->id.len == id.len && secret_equal(session->id, id))) session = session->next;
  return session;
}

static Err fail_unknown(Job *job, Str id) {
  return job_fail(job, ERR_NOT_FOUND, "there is no simulation session '%.*s': it was destroyed, expired after 30 minutes without use, or "
                  "never was; create_simulation_session begins one", STR_ARG(str_shown(job->arena, id, 60)));
}

Err edit_session_root(Job *job, EditSessions *sessions, Str id, Str *ret_root) {
  lock_take(&sessions->lock);
  expire_locked(sessions);
  EditSession *session = find_locked(sessions, id);
  if (session) *ret_root = str_copy(job->arena, session->root);
  lock_give(&sessions->lock);
  return session ? OK : fail_unknown(job, id);
}

/* Until nobody holds it; it may be gone by then. The lock is held before and
 * after. */
static Err wait_locked(Job *job, EditSessions *sessions, EditSession *session) {
  AUTO(ThreadEvent) event = thread_event_open();
  EditSessionWait wait = {.next = session->waits, .event = event};
  session->waits = &wait;
  lock_give(&sessions->lock);
  Err err = thread_wait(job, event, 0);
  lock_take(&sessions->lock);
  EditSessionWait **at = &session->waits; /* one that is waited for is not removed */
  while (*at != &wait) at = &(*at)->next;
  *at = wait.next;
  return err;
}

/* What nobody can use any more goes when the last one lets go of it. */
static void settle_locked(EditSessions *sessions, EditSession *session) {
  if (session->state == EDIT_SESSION_DESTROYED && is_idle(session)) remove_locked(sessions, session);
}

/* A session of another workspace is as unknown: whether it exists is nobody's
 * business who may not use that workspace. */
Err edit_session_take(Job *job, EditSessions *sessions, Str id, Str root, EditSessionAct act, EditSession **ret_session) {
  Err err = OK;
  lock_take(&sessions->lock);
  expire_locked(sessions);
  EditSession *session = find_locked(sessions, id);
  while (session && !err && session->is_held) err = wait_locked(job, sessions, session);
  bool is_usable = session && session->state != EDIT_SESSION_DESTROYED && str_eq(session->root, root);
  if (!err && is_usable) err = edit_session_check(job, session->state, act);
  else if (!err) err = fail_unknown(job, id);
  if (!err) {
    session->is_held = true;
    session->used_ms = job_now_ms();
    *ret_session = session;
  } else if (session) {
    settle_locked(sessions, session);
  }
  lock_give(&sessions->lock);
  return err;
}

/* Of a session without a table this is its end. All waiters are woken and race
 * for it. */
void edit_session_release(EditSession *session) {
  EditSessions *sessions = session->sessions;
  if (!sessions) {
    free_session(session);
    return;
  }
  lock_take(&sessions->lock);
  assert(session->is_held);
  session->is_held = false;
  session->used_ms = job_now_ms();
  sessions->bytes += session->bytes - session->told_bytes;
  session->told_bytes = session->bytes;
  for (EditSessionWait *wait = session->waits; wait; wait = wait->next) thread_event_set(wait->event);
  settle_locked(sessions, session);
  lock_give(&sessions->lock);
}

/* What other sessions hold is known as of their last release; the own is
 * exact. The limit may thus be passed by a little, never by much. */
Err edit_sessions_admit(Job *job, const EditSession *session, size_t more) {
  EditSessions *sessions = session->sessions;
  if (session->bytes + more > EDIT_SESSION_BYTES_MAX) {
    return job_fail(job, ERR_TOO_LARGE, "the texts of one simulation session may have %zu MB, old and new ones; commit or discard this one first",
                    EDIT_SESSION_BYTES_MAX >> 20);
  }
  if (!sessions) return OK;
  lock_take(&sessions->lock);
  size_t others = sessions->bytes - session->told_bytes;
  lock_give(&sessions->lock);
  if (others + session->bytes + more <= EDIT_SESSIONS_BYTES_MAX) return OK;
  return job_fail(job, ERR_BUSY, "the texts of all simulation sessions have %zu MB, as much as they may; end one with destroy_session",
                  EDIT_SESSIONS_BYTES_MAX >> 20);
}

Str edit_session_id(const EditSession *session) { return session->id; }
EditSessionState edit_session_state(const EditSession *session) { return session->state; }
