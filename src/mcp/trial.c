/* Trials: a call that was short the last time is worked on where it was
 * received, on the loop's thread. Handing it to another thread and its answer
 * back costs more than the call itself.
 *
 * The loop serves everybody, so a trial ends after TRIAL_MS, and at once when it
 * would have to wait or has something to say before its answer (os/thread.h).
 * Then nothing of it counts: the request goes to the pool as if it had not been
 * tried, and no further one like it is tried before one was short there. Only
 * tools that change nothing are tried, since part of their work is done twice
 * then, and only those that McpOptions.brief names. */
#include "src/base/clock.h"
#include "src/base/hash.h"
#include "src/mcp/mcp_internal.h"

enum {
  TRIAL_MS = 5,
  SHORT_US = 1000, /* what counts as short, of which the loop does ROUND_US in one round */
  ROUND_US = 2000,
  LONGER_MOST = 3
};

/* Of a workspace, since a question may be short in one and long in another.
 * 0: never tried. */
static uint64_t key_of(const McpRequest *request) {
  const char *brief = request->mcp->options.brief;
  Str name = json_get_str(request->params, STR("name"), STR_EMPTY);
  if (request->method->run != mcp_run_tools_call || !brief || !name.len) return 0;
  for (Str rest = str_from_c(brief); rest.len;) {
    if (str_eq(str_cut(&rest, ' '), name)) return hash_combine(hash_str(name), request->job.owner.group) | 1;
  }
  return 0;
}

static McpQuick *place_of(Mcp *mcp, uint64_t key) { return &mcp->quick[key / 2 % MCP_QUICK]; }

static void learn(Mcp *mcp, uint64_t key, bool is_short) {
  McpQuick *place = place_of(mcp, key);
  if (is_short) *place = (McpQuick){.key = key};
  else if (place->key == key) *place = (McpQuick){0};
}

/* One that was finished may have been long because others kept the machine. */
static bool is_forgiven(Mcp *mcp, uint64_t key) { return ++place_of(mcp, key)->longer < LONGER_MOST; }

void mcp_trial_learn(const McpRequest *request) {
  uint64_t key = key_of(request);
  if (key && request->took_us) learn(request->mcp, key, request->took_us < SHORT_US);
}

void mcp_trial_end_turn(Mcp *mcp) {
  job_turn_end(&mcp->turn);
  mcp->turn_of = 0;
}

static void end_round(void *context) {
  Mcp *mcp = context;
  mcp->tried_us = 0;
  mcp_trial_end_turn(mcp);
}

/* A round may have several turns, with many connections. */
static JobTurn *turn_of(McpRequest *request) {
  Mcp *mcp = request->mcp;
  if (!request->turn) return NULL;
  if (request->turn != mcp->turn_of) {
    mcp_trial_end_turn(mcp);
    job_turn_begin(&mcp->turn);
    mcp->turn_of = request->turn;
  }
  return &mcp->turn;
}

/* Somebody else's turn comes after a few, and those that came before it are
 * ahead of it. */
static bool may_try(const McpRequest *request, uint64_t key) {
  const McpPeer *peer = request->peer;
  return key && place_of(request->mcp, key)->key == key && request->mcp->tried_us < ROUND_US && !request->batch &&
         peer->active == peer->running && !atomic_load(&peer->is_held) && !request->cancelled;
}

/* As before it was tried. Its memory stays the request's. */
static void take_back(McpRequest *request, const McpRound *round) {
  Job *job = &request->job;
  atomic_store(&job->stop, OK);
  job->deadline_ms = 0;
  job->progress_last = 0;
  job_forgive(job);
  buf_truncate(&request->answer, 0);
  request->round = *round;
  request->error_code = 0;
  request->rejected = false;
  request->failure = OK;
  request->marks = STR_EMPTY;
}

/* False: stopped, or so late that a look at the clock may have stopped it. */
static bool run(McpRequest *request) {
  Job *job = &request->job;
  job->is_trial = true;
  job->deadline_ms = job_now_ms() + TRIAL_MS;
  job->turn = turn_of(request);
  request->method->run(request);
  job->turn = NULL;
  job->is_trial = false;
  thread_permit_return(job);
  return !job_is_stopped(job);
}

bool mcp_trial(McpRequest *request) {
  Mcp *mcp = request->mcp;
  uint64_t key = key_of(request);
  McpRound round = request->round;
  if (!may_try(request, key) || !thread_permit_try(&request->job, mcp->options.pool)) return false;
  int64_t began_us = clock_monotonic_us();
  McpPeer *peer = request->peer;
  bool is_done = run(request);
  int64_t took_us = clock_monotonic_us() - began_us;
  if (!mcp->tried_us) loop_later(mcp->options.loop, end_round, mcp);
  mcp->tried_us += took_us + 1;
  if (!is_done || took_us < SHORT_US || !is_forgiven(mcp, key)) learn(mcp, key, is_done && took_us < SHORT_US);
  if (!is_done) {
    take_back(request, &round);
    return false;
  }
  mcp_peer_ref(peer);
  mcp_request_answer(request);
  mcp_peer_now_idle(peer);
  mcp_peer_unref(peer);
  return true;
}
