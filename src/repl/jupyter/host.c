/* Kernels that a server starts for its clients: each a `fathom kernel` of its
 * own under supervision, so that none outlives the server, and what a kernel
 * does to the process that speaks with it harms that process alone. */
#include <stdlib.h>
#include <string.h>

#include "src/base/hash.h"
#include "src/base/lock.h"
#include "src/os/descriptor.h"
#include "src/os/place.h"
#include "src/os/process.h"
#include "src/os/secret.h"
#include "src/os/thread.h"
#include "src/repl/jupyter/jupyter_internal.h"

#define KERNELS_MAX 16
#define LOOK_MS 50
#define WAIT_MS 90000 /* until a session is there */
#define GRACE_MS 1000
#define WORDS_MAX 4000

typedef struct Hosted {
  struct Hosted *next;
  char key[REPL_KEY];
  Process *process;
  int errors; /* where it says why it ended */
  bool is_awaited; /* by a call, whose it is until that ends */
} Hosted;

struct ReplKernelHost {
  ReplHub *hub;
  Lock lock; /* guards the list */
  Hosted *first;
  size_t count;
};

ReplKernelHost *repl_kernel_host_open(ReplHub *hub) {
  ReplKernelHost *host = arena_heap_alloc(sizeof(*host));
  host->hub = hub;
  lock_init(&host->lock);
  return host;
}

static void end_hosted(Hosted *hosted) {
  process_close(hosted->process, GRACE_MS);
  descriptor_close(hosted->errors);
  free(hosted);
}

void repl_kernel_host_close(ReplKernelHost *host) {
  while (host->first) {
    Hosted *hosted = host->first;
    host->first = hosted->next;
    end_hosted(hosted);
  }
  lock_clear(&host->lock);
  free(host);
}

/* Those that ended make room. */
static void forget_ended(ReplKernelHost *host) {
  lock_take(&host->lock);
  Hosted **at = &host->first, *ended = NULL;
  int status;
  while (*at) {
    Hosted *hosted = *at;
    if (hosted->is_awaited || !process_has_ended(hosted->process, &status)) {
      at = &hosted->next;
      continue;
    }
    *at = hosted->next;
    hosted->next = ended;
    ended = hosted;
    host->count--;
  }
  lock_give(&host->lock);
  while (ended) {
    Hosted *hosted = ended;
    ended = hosted->next;
    end_hosted(hosted);
  }
}

/* The first kernel of its kind in a project always has the same key, so that it
 * is found again under it when it was killed and begun anew; one beside it has
 * a key of chance. Asking for the session also removes what a dead one left. */
static Str choose_key(Job *job, ReplKernelHost *host, const ReplKernelServe *serve) {
  ReplSession session;
  uint64_t digest = hash_combine(hash_str(serve->directory), hash_str(serve->file.len ? serve->file : serve->kernel));
  Str key = repl_key_from(job->arena, hash_combine(digest, hash_str(serve->name)));
  bool is_taken = !repl_choose(job, host->hub, &(ReplWanted){.key = key}, &session);
  if (!is_taken) job_forgive(job);
  return is_taken ? secret_random_hex(job->arena, REPL_KEY / 2) : key;
}

static bool has_key_locked(const ReplKernelHost *host, Str key) {
  const Hosted *hosted = host->first;
  while (hosted && !str_eq((Str){hosted->key, REPL_KEY}, key)) hosted = hosted->next;
  return hosted != NULL;
}

/* Of two that are begun at once with the same key the second gets another. */
static Err add(Job *job, ReplKernelHost *host, Str key, Hosted **ret_hosted) {
  lock_take(&host->lock);
  bool has_room = host->count < KERNELS_MAX;
  if (has_room) {
    Hosted *hosted = arena_heap_alloc(sizeof(*hosted));
    *hosted = (Hosted){.next = host->first, .is_awaited = true};
    if (has_key_locked(host, key)) key = secret_random_hex(job->arena, REPL_KEY / 2);
    memcpy(hosted->key, key.ptr, REPL_KEY);
    host->first = *ret_hosted = hosted;
    host->count++;
  }
  lock_give(&host->lock);
  return has_room ? OK : job_fail(job, ERR_BUSY, "%d kernels run already: end one first", KERNELS_MAX);
}

static void take_out(ReplKernelHost *host, Hosted *hosted) {
  lock_take(&host->lock);
  Hosted **at = &host->first;
  while (*at != hosted) at = &(*at)->next;
  *at = hosted->next;
  host->count--;
  lock_give(&host->lock);
}

/* The client's variables, those that say where kernels are, and the key. */
static const char *const *environment(Job *job, const ReplKernelServe *serve, Str key, const char *const *env) {
  VEC(const char *) all = {0};
  const ReplKernelPlaces *places = &serve->places;
  const struct {
    const char *name;
    Str value;
  } own[] = {{"FATHOM_GATE_ID", key},           {"JUPYTER_PATH", places->path},        {"VIRTUAL_ENV", places->virtual_env},
             {"XDG_DATA_HOME", places->data_home}, {"JUPYTER_RUNTIME_DIR", places->runtime}, {"PATH", places->programs}};
  for (; env && *env; env++) {
    if (!str_starts_with(str_from_c(*env), STR("VIRTUAL_ENV="))) *vec_add(job->arena, &all) = *env;
  }
  for (size_t i = 0; i < COUNT_OF(own); i++) {
    if (own[i].value.len) *vec_add(job->arena, &all) = str_to_c(job->arena, str_format(job->arena, "%s=%.*s", own[i].name, STR_ARG(own[i].value)));
  }
  *vec_add(job->arena, &all) = NULL;
  return all.items;
}

static Err start(Job *job, const ReplKernelServe *serve, const char *const *env, Hosted *hosted) {
  VEC(const char *) argv = {0};
  *vec_add(job->arena, &argv) = str_to_c(job->arena, place_program(job->arena));
  *vec_add(job->arena, &argv) = "kernel";
  if (serve->file.len) *vec_add(job->arena, &argv) = "--attach";
  *vec_add(job->arena, &argv) = str_to_c(job->arena, serve->file.len ? serve->file : serve->kernel);
  *vec_add(job->arena, &argv) = "--directory";
  *vec_add(job->arena, &argv) = str_to_c(job->arena, serve->directory);
  if (serve->name.len) {
    *vec_add(job->arena, &argv) = "--name";
    *vec_add(job->arena, &argv) = str_to_c(job->arena, serve->name);
  }
  *vec_add(job->arena, &argv) = NULL;
  ProcessOptions options = {.argv = argv.items, .directory = serve->directory, .env = environment(job, serve, (Str){hosted->key, REPL_KEY}, env)};
  TRY(process_open(job, &options, &hosted->process));
  descriptor_close(process_stdin(hosted->process));
  hosted->errors = process_stderr(hosted->process);
  return OK;
}

/* Why it ended, as it says itself. */
static Err fail_ended(Job *job, Hosted *hosted) {
  char words[WORDS_MAX];
  size_t got = 0;
  if (descriptor_wait(hosted->errors, 0) && descriptor_read(job, hosted->errors, words, sizeof words, &got)) job_forgive(job);
  Str said = str_trim((Str){words, got});
  if (str_starts_with(said, STR("fathom: "))) said = str_slice(said, 8, said.len);
  if (!said.len) said = STR("its process ended");
  return job_fail(job, ERR_UNAVAILABLE, "the kernel did not start: %.*s", STR_ARG(str_visible(job->arena, said)));
}

static Err wait_for(Job *job, ReplKernelHost *host, Hosted *hosted, ReplSession *ret_session) {
  int64_t until = job_now_ms() + WAIT_MS;
  int status;
  while (!process_has_ended(hosted->process, &status)) {
    ReplWanted wanted = {.key = {hosted->key, REPL_KEY}};
    Err err = repl_choose(job, host->hub, &wanted, ret_session);
    if (err != ERR_NOT_FOUND) return err;
    job_forgive(job);
    TRY(job_check(job));
    if (job_now_ms() > until) return job_fail(job, ERR_TIMEOUT, "the kernel is not ready after %d s", WAIT_MS / 1000);
    descriptor_wait(hosted->errors, LOOK_MS); /* what it says there ends it, too */
  }
  return fail_ended(job, hosted);
}

Err repl_kernel_begin(Job *job, ReplKernelHost *host, const ReplKernelServe *serve, const char *const *env, ReplSession *ret_session) {
  Hosted *hosted = NULL;
  void *pool = job->permit;
  TRY(thread_may_wait(job));
  forget_ended(host);
  TRY(add(job, host, choose_key(job, host, serve), &hosted));
  Err err = start(job, serve, env, hosted);
  if (err) {
    take_out(host, hosted);
    free(hosted);
    return err;
  }
  thread_permit_return(job);
  err = wait_for(job, host, hosted, ret_session);
  if (pool && !job_is_stopped(job)) {
    Err again = thread_permit_take(job, pool);
    if (!err) err = again;
  }
  lock_take(&host->lock);
  if (err) process_kill(process_id(hosted->process)); /* nobody would know of it; not reaped yet, so the number is its own */
  hosted->is_awaited = false;
  lock_give(&host->lock);
  return err;
}
