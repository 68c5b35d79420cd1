/* fathom daemon start|stop|status|run. */
#include "src/app/serving/daemon_internal.h"
#include "src/app/serving/wire_internal.h"
#include "src/os/descriptor.h"
#include "src/os/process.h"

#define STOP_WAIT_MS 15000

/* Asking for the status starts the daemon when there is none: whoever needs it
 * starts it in the same way. */
static Err start(AppRun *run) {
  int fd;
  const Json *answer;
  TRY(app_wire_connect(run->job, STR("status"), NULL, true, &fd, &answer));
  descriptor_close(fd);
  buf_add_format(run->out, "running, pid %lld\n", (long long)json_get_int(answer, STR("pid"), 0));
  return OK;
}

static Err not_running(AppRun *run) {
  job_forgive(run->job);
  buf_add_c(run->out, "not running\n");
  return OK;
}

/* Waits until the process is gone, not only until it has answered: whoever
 * stops a daemon usually wants to replace or delete something next. */
static Err stop(AppRun *run) {
  int fd;
  const Json *answer;
  Err err = app_wire_connect(run->job, STR("stop"), NULL, false, &fd, &answer);
  /* Closed while we asked means that it was about to end anyway. */
  if (err == ERR_NOT_FOUND || err == ERR_CLOSED) return not_running(run);
  if (err) return err;
  /* It closes the connection when it ends. */
  (void)descriptor_wait(fd, STOP_WAIT_MS);
  descriptor_close(fd);
  pid_t pid = (pid_t)json_get_int(answer, STR("pid"), 0);
  if (process_wait_gone(pid, STOP_WAIT_MS)) {
    buf_add_format(run->out, "stopped, pid was %d\n", (int)pid);
    return OK;
  }
  /* Its files are whole at any instant, and its children end with it. */
  process_kill(pid);
  if (!process_wait_gone(pid, STOP_WAIT_MS)) {
    return job_fail(run->job, ERR_TIMEOUT, "the daemon, pid %d, does not end, although it was killed", (int)pid);
  }
  buf_add_format(run->out, "killed, pid was %d: it did not end by itself within %d s\n", (int)pid, STOP_WAIT_MS / 1000);
  return OK;
}

static Err status(AppRun *run) {
  int fd;
  const Json *answer;
  Err err = app_wire_connect(run->job, STR("status"), NULL, false, &fd, &answer);
  if (err == ERR_NOT_FOUND || err == ERR_CLOSED) {
    /* So that scripts need not read the words. */
    run->exit_status = 1;
    return not_running(run);
  }
  if (err) return err;
  descriptor_close(fd);
  if (app_flag(run, "json")) {
    buf_add(run->out, json_spell(run->job->arena, answer));
    buf_add_byte(run->out, '\n');
    return OK;
  }
  /* Itself asking is not a client. */
  buf_add_format(run->out,
                 "running, pid %lld, build %.*s, up %lld s\n"
                 "%lld clients, %lld HTTP listeners, %lld workspaces, %lld MB\n",
                 (long long)json_get_int(answer, STR("pid"), 0),
                 STR_ARG(json_get_str(answer, STR("build"), STR_EMPTY)),
                 (long long)json_get_int(answer, STR("uptimeSeconds"), 0),
                 (long long)json_get_int(answer, STR("clients"), 0),
                 (long long)json_get_int(answer, STR("listeners"), 0),
                 (long long)json_get_int(answer, STR("workspaces"), 0),
                 (long long)(json_get_int(answer, STR("residentBytes"), 0) >> 20));
  return OK;
}

/* Without a verb it tells the status, which harms nobody. */
static Err run_daemon(AppRun *run) {
  Str verb = run->word_count ? run->words[0] : STR("status");
  if (str_eq_c(verb, "run")) return app_daemon_run(run);
  if (str_eq_c(verb, "start")) return start(run);
  if (str_eq_c(verb, "stop")) return stop(run);
  if (str_eq_c(verb, "status")) return status(run);
  return job_fail(run->job, ERR_USAGE,
                  "'%.*s' is no daemon command; accepted: start, stop, status, run",
                  STR_ARG(verb));
}

static const AppFlag flags[] = {{"json", NULL, "With status: one JSON object."}, {0}};

const AppCommand app_command_daemon = {
    .name = "daemon",
    .usage = "start|stop|status|run",
    .summary = "Keeps indexes warm for all clients.",
    .help = "It is started by whoever needs it and ends by itself; these commands are for looking "
            "after it. 'run' stays in the foreground.",
    .flags = flags,
    .is_rare = true,
    .run = run_daemon,
};

/* ---- supervise: what children are started under ---- */

static Err supervise(AppRun *run) {
  int64_t lifeline;
  if (run->word_count < 2 || !str_to_int(run->words[0], &lifeline) || lifeline < 0) {
    return job_fail(run->job, ERR_USAGE, "supervise is fathom's own: LIFELINE-FD -- PROGRAM ...");
  }
  /* The array is cleared, and one longer than the program's words: the end is NULL. */
  const char **argv = ARENA_ARRAY(run->job->arena, const char *, run->word_count);
  for (size_t i = 1; i < run->word_count; i++) {
    argv[i - 1] = str_to_c(run->job->arena, run->words[i]);
  }
  run->exit_status = process_supervise((int)lifeline, argv);
  return OK;
}

const AppCommand app_command_supervise = {
    .name = "supervise",
    .is_hidden = true,
    .usage = "FD -- PROGRAM ...",
    .summary = "Run a child that ends with fathom (used internally).",
    .run = supervise,
};
