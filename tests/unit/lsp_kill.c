/* kill -9 of the server or of its supervisor at random moments while several
 * jobs ask: every question ends, with its answer or ERR_CLOSED, and no process
 * is left. FATHOM_SEED repeats a run, FATHOM_SOAK makes it longer. */
#include "tests/unit/lsp_fake.h"

#include <stdatomic.h>

/* A life begins with an interpreter, which takes a sanitizer's build, on a busy
 * machine, as long as ten others. */
#ifdef UNIT_SANITIZED
#define KILLS 30
#else
#define KILLS 100
#endif

enum { ASKERS = 4, PER_LIFE = 40, LIVES_PER_ANSWER = 10 };

typedef struct Round {
  Fake *fake;
  atomic_bool is_over;
  atomic_int answered;
  atomic_int closed;
  atomic_int wrong;
  Err wrong_err;
  char words[1024]; /* of the first that was wrong */
} Round;

typedef struct Asker {
  Round *round;
  pthread_t thread;
  unsigned seed;
} Asker;

static void note_wrong(Round *round, Job *job, Err err) {
  if (atomic_fetch_add(&round->wrong, 1)) return;
  Str words = job_message(job, err);
  round->wrong_err = err;
  snprintf(round->words, sizeof round->words, "%.*s", STR_ARG(words));
}

static Err ask_some(Job *job, Round *round, LspServer *server, unsigned *seed) {
  for (int i = 0; i < PER_LIFE && !atomic_load(&round->is_over); i++) {
    const Json *result = NULL;
    LspDocument document;
    if (rand_r(seed) % 4 == 0) TRY(lsp_server_show(job, server, STR("a.toy"), &document));
    char params[32];
    snprintf(params, sizeof params, "{\"n\":%d}", rand_r(seed));
    TRY(lsp_server_request(job, server, "fake/echo", str_from_c(params), &result));
    if (!str_eq_c(json_spell(job->arena, result), params)) return job_fail(job, ERR_INTERNAL, "another's answer");
    atomic_fetch_add(&round->answered, 1);
  }
  return OK;
}

static void *ask(void *argument) {
  Asker *asker = argument;
  Round *round = asker->round;
  while (!atomic_load(&round->is_over)) {
    Arena arena;
    Job job;
    arena_init(&arena);
    job_init(&job, &arena);
    LspServer *server = NULL;
    Err err = lsp_hub_take(&job, round->fake->hub, &round->fake->need, &server);
    if (!err) err = ask_some(&job, round, server, &asker->seed);
    lsp_server_release(server);
    if (err == ERR_CLOSED) {
      atomic_fetch_add(&round->closed, 1);
      /* Given up or not: the next life is allowed. */
      if (str_contains(job_message(&job, err), STR("is not started again"))) {
        job_forgive(&job);
        lsp_hub_restart(&job, round->fake->hub, STR_EMPTY);
      }
    } else if (err) {
      note_wrong(round, &job, err);
    }
    arena_clear(&arena);
  }
  return NULL;
}

/* Whether the process was started for this scenario: numbers come back. */
static bool is_ours(const char *pid, const char *mark) {
  char path[300];
  char line[4096] = "";
  snprintf(path, sizeof path, "/proc/%s/cmdline", pid);
  FILE *file = fopen(path, "r");
  if (!file) return false;
  size_t len = fread(line, 1, sizeof line, file);
  fclose(file);
  return str_contains((Str){line, len}, str_from_c(mark));
}

/* The process to kill: the server's own, as it said, or its supervisor; 0: there
 * is none at the moment. */
static pid_t victim(Fake *fake, const char *mark, unsigned *seed) {
  size_t count = 0;
  Arena arena;
  arena_init(&arena);
  int64_t pid = 0;
  if (rand_r(seed) % 3 == 0) {
    LspServerState *states = lsp_hub_states(&arena, fake->hub, &count);
    if (count) pid = states->pid;
  } else {
    Job job;
    Str text;
    job_init(&job, &arena);
    if (file_read(&job, scratch_str(fake->s, "pid"), 99, &text) || !str_to_int(str_trim(text), &pid)) pid = 0;
  }
  arena_clear(&arena);
  char name[32];
  snprintf(name, sizeof name, "%d", (int)pid);
  return pid > 1 && is_ours(name, mark) ? (pid_t)pid : 0;
}

static size_t processes_of(const char *mark) {
  DIR *proc = opendir("/proc");
  size_t count = 0;
  for (struct dirent *entry; (entry = readdir(proc));) count += is_ours(entry->d_name, mark);
  closedir(proc);
  return count;
}

static void nobody_waits_for_ever(void **state) {
  const char *given = getenv("FATHOM_SEED");
  unsigned seed = given ? (unsigned)strtoul(given, NULL, 10) : (unsigned)time(NULL);
  int kills = getenv("FATHOM_SOAK") ? 10 * KILLS : KILLS;
  printf("FATHOM_SEED=%u\n", seed);
  LspHubOptions quick = {.backoff_ms = 1, .stop_ms = 2000};
  Fake *fake = fake_open_with(*state, "\"on\":{\"fake/echo\":[{\"hold\":1}]}", &quick);
  scratch_file(fake->s, "w/a.toy", "text");
  char *mark = scratch_path(fake->s, "scenario.json");
  Round round = {.fake = fake};
  Asker askers[ASKERS];
  for (int i = 0; i < ASKERS; i++) {
    askers[i] = (Asker){.round = &round, .seed = seed + 1 + (unsigned)i};
    assert_int_equal(pthread_create(&askers[i].thread, NULL, ask, &askers[i]), 0);
  }
  for (int killed = 0; killed < kills;) {
    nanosleep(&(struct timespec){.tv_nsec = rand_r(&seed) % 60 * 1000000L}, NULL);
    pid_t pid = victim(fake, mark, &seed);
    if (!pid || kill(pid, SIGKILL)) continue;
    /* However slow starts are, some live long enough to be asked. */
    int answered = atomic_load(&round.answered);
    if (++killed % LIVES_PER_ANSWER == 0) FAKE_UNTIL(atomic_load(&round.answered) > answered || round.wrong);
  }
  atomic_store(&round.is_over, true);
  for (int i = 0; i < ASKERS; i++) pthread_join(askers[i].thread, NULL);
  printf("%d answered, %d closed\n", atomic_load(&round.answered), atomic_load(&round.closed));
  if (round.wrong) fail_msg("%d wrong, the first %s: %s", round.wrong, err_name(round.wrong_err), round.words);
  assert_true(round.answered > 0 && round.closed > 0);
  fake_close(fake);
  FAKE_UNTIL(processes_of(mark) == 0); /* a killed supervisor's child is ended by somebody else */
}

FAKE_MAIN(SCRATCH_TEST(nobody_waits_for_ever))
