/* Many clients of one session at once, to see whether it and we bear it: each
 * is a thread with a job of its own that runs the same code, or calls the same
 * tool of the session, once. */
#include <stdlib.h>
#include <string.h>

#include "src/os/thread.h"
#include "src/repl/repl_internal.h"

typedef struct Client {
  struct Crowd *crowd;
  size_t number;
  Arena arena;
  Job job;
  Thread thread;
  Err err;
  ReplState state;
  double ms;
} Client;

typedef struct Crowd {
  ReplHub *hub;
  const ReplStress *stress;
  Client *clients;
  ThreadEvent *all_ended;
  atomic_size_t left;
} Crowd;

/* What ended too late is interrupted, so that the next run finds the session
 * free. */
static void interrupt(Client *client, Str handle) {
  bool was_running;
  client->job.deadline_ms = job_now_ms() + REPL_ANSWER_MS;
  if (repl_interrupt(&client->job, client->crowd->hub, handle, &was_running)) job_forgive(&client->job);
}

static void run_client(void *context) {
  Client *client = context;
  Crowd *crowd = client->crowd;
  const ReplStress *stress = crowd->stress;
  ReplResult result = {0};
  if (stress->stagger_ms) thread_sleep_ms((int64_t)client->number * stress->stagger_ms);
  int64_t began = job_now_ms();
  ReplAsk ask = {.session = stress->session, .code = stress->code, .tool = stress->tool, .arguments = stress->arguments, .wait_ms = stress->timeout_ms};
  client->job.deadline_ms = began + stress->timeout_ms + 2 * REPL_ANSWER_MS;
  client->err = repl_eval(&client->job, crowd->hub, &ask, &result);
  client->ms = (double)(job_now_ms() - began);
  client->state = result.state;
  if (!client->err && !repl_has_ended(result.state)) interrupt(client, result.handle);
  if (atomic_fetch_sub(&crowd->left, 1) == 1) thread_event_set(crowd->all_ended);
}

static int by_size(const void *a, const void *b) {
  double one = *(const double *)a, other = *(const double *)b;
  return (one > other) - (one < other);
}

/* Of those that ended in order. */
static void sum_up(Job *job, const Crowd *crowd, ReplStressed *ret_stressed) {
  const ReplStress *stress = crowd->stress;
  double *times = ARENA_ARRAY(job->arena, double, stress->clients);
  ReplStressed sum = {0};
  for (size_t i = 0; i < stress->clients; i++) {
    const Client *client = &crowd->clients[i];
    if (client->err) sum.refused++;
    else if (!repl_has_ended(client->state)) sum.late++;
    else if (client->state != REPL_DONE) sum.failed++;
    else times[sum.done++] = client->ms;
    if (client->err && !sum.words.len) sum.words = str_copy(job->arena, job_message(&client->job, client->err));
  }
  qsort(times, sum.done, sizeof times[0], by_size);
  if (sum.done) sum.half_ms = times[sum.done / 2], sum.most_ms = times[sum.done * 95 / 100], sum.slowest_ms = times[sum.done - 1];
  *ret_stressed = sum;
}

static Err wait_for_all(Job *job, Crowd *crowd) {
  Err err = thread_wait(job, crowd->all_ended, 0);
  for (size_t i = 0; err && i < crowd->stress->clients; i++) job_cancel(&crowd->clients[i].job, ERR_CANCELLED);
  return err;
}

Err repl_stress(Job *job, ReplHub *hub, const ReplStress *stress, ReplStressed *ret_stressed) {
  if (stress->clients < 1 || stress->clients > REPL_STRESS_MAX) {
    return job_fail(job, ERR_USAGE, "%zu clients: 1 to %d are accepted", stress->clients, REPL_STRESS_MAX);
  }
  TRY(thread_may_wait(job));
  Client *clients = arena_heap_alloc(stress->clients * sizeof(*clients));
  Crowd crowd = {.hub = hub, .stress = stress, .clients = clients, .all_ended = thread_event_open()};
  atomic_init(&crowd.left, stress->clients);
  int64_t began = job_now_ms();
  size_t count = 0;
  for (; count < stress->clients; count++) {
    Client *client = &clients[count];
    client->crowd = &crowd;
    client->number = count;
    arena_init(&client->arena);
    job_init(&client->job, &client->arena);
    if (!thread_start(run_client, client, &client->thread)) break;
  }
  bool is_whole = count == stress->clients;
  Err err = is_whole ? wait_for_all(job, &crowd) : job_fail(job, ERR_UNAVAILABLE, "the system gives %zu threads and no more", count);
  for (size_t i = 0; i < count; i++) thread_join(clients[i].thread);
  if (!err) {
    sum_up(job, &crowd, ret_stressed);
    ret_stressed->all_ms = (double)(job_now_ms() - began);
  }
  for (size_t i = 0; i < stress->clients; i++) arena_clear(&clients[i].arena);
  thread_event_close(crowd.all_ended);
  free(clients);
  return err;
}
