/* fathom sessions: the interpreters that are open to us, for the person whose
 * they are. Needs neither the daemon nor the permission that agents need. */
#include "src/app/shell/sessions_internal.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/repl/remote/remote.h"
#include "src/repl/repl.h"

/* ---- list ---- */

typedef struct Shown {
  const ReplSession *session;
  ReplHealth health;
  Str trouble; /* why it does not answer; empty: it does */
} Shown;

/* One that hangs is listed as such, after some seconds. */
static Shown look(Job *job, ReplHub *hub, const ReplSession *session) {
  Shown shown = {.session = session};
  Err err = repl_health(job, hub, session->key, &shown.health);
  if (err) shown.trouble = str_copy(job->arena, job_message(job, err));
  job_forgive(job);
  return shown;
}

static void write_json(JsonWriter *json, const Shown *shown) {
  const ReplSession *session = shown->session;
  json_begin_object(json);
  json_field_str(json, "key", session->key);
  json_field_str(json, "name", session->name);
  json_field_str(json, "language", session->language);
  json_field_str(json, "version", session->version);
  json_field_str(json, "project", session->project);
  json_field_int(json, "pid", session->pid);
  json_field_str(json, "health", shown->trouble.len ? shown->trouble : STR("answers"));
  if (!shown->trouble.len) {
    json_field_int(json, "uptime_s", shown->health.uptime_ms / 1000);
    json_field_int(json, "running", (int64_t)shown->health.running);
    json_name(json, STR("answer_ms"));
    json_double(json, shown->health.answer_ms);
  }
  json_end_object(json);
}

static void write_line(AppRun *run, const Shown *shown) {
  const ReplSession *session = shown->session;
  buf_add_format(run->out, "%.*s  %.*s %.*s  %.*s  %.*s  pid %lld", STR_ARG(session->key), STR_ARG(session->language),
                 STR_ARG(session->version), STR_ARG(session->name), STR_ARG(session->project), (long long)session->pid);
  if (shown->trouble.len) {
    buf_add_format(run->out, "  %.*s\n", STR_ARG(shown->trouble));
    return;
  }
  buf_add_format(run->out, "  up %lld s", (long long)(shown->health.uptime_ms / 1000));
  if (shown->health.running) buf_add_format(run->out, "  running %zu", shown->health.running);
  buf_add_byte(run->out, '\n');
}

static Err list(AppRun *run, ReplHub *hub) {
  Job *job = run->job;
  ReplSessions sessions;
  JsonWriter json;
  bool as_json = app_flag(run, "json");
  TRY(repl_sessions(job, hub, &sessions));
  json_writer_init(&json, run->out, 2);
  if (as_json) json_begin_array(&json);
  for (size_t i = 0; i < sessions.len; i++) {
    Shown shown = look(job, hub, &sessions.items[i]);
    if (as_json) write_json(&json, &shown);
    else write_line(run, &shown);
  }
  if (as_json) json_end_array(&json);
  if (as_json) buf_add_byte(run->out, '\n');
  else if (!sessions.len) buf_add_c(run->out, "no interpreter is open; 'fathom gate python' tells how to open one\n");
  return OK;
}

/* ---- orders ---- */

static Err order(AppRun *run, ReplHub *hub, ReplOrder what, const char *done) {
  Job *job = run->job;
  ReplSession session;
  ReplWanted wanted = {.key = run->word_count > 1 ? run->words[1] : STR_EMPTY};
  TRY(repl_choose(job, hub, &wanted, &session));
  TRY(repl_order(job, hub, session.key, what));
  buf_add_format(run->out, "%s: %.*s (%.*s, %.*s)\n", done, STR_ARG(session.key), STR_ARG(session.name), STR_ARG(session.language));
  return OK;
}

/* The token is a secret: an argument would be seen by everybody on the machine. */
static Err connect_far(AppRun *run) {
  Job *job = run->job;
  FileStat stat;
  Str file = app_flag_value(run, "token-file"), token = place_env("FATHOM_GATE_TOKEN");
  if (run->word_count < 2) return job_fail(job, ERR_USAGE, "where to: tcp://ADDRESS:PORT, as the gate says");
  if (file.len) {
    file = file_join(job->arena, file_working_directory(job->arena), file);
    TRY(file_stat(job, file, &stat));
    if (stat.owner != place_user() || (stat.mode & 077)) {
      return job_fail(job, ERR_DENIED, "%.*s must be yours and closed to others (chmod 600): it holds a token", STR_ARG(file));
    }
    TRY(file_read(job, file, 4096, &token));
  }
  ReplRemote remote = {.endpoint = run->words[1], .server_key = app_flag_value(run, "key"), .token = str_trim(token),
                       .name = app_flag_value(run, "name"), .key = place_env("FATHOM_GATE_ID")};
  return repl_remote_serve(job, repl_folder(job->arena), &remote);
}

static Err run_verb(AppRun *run, ReplHub *hub) {
  Str verb = run->word_count ? run->words[0] : STR("list");
  if (str_eq_c(verb, "list")) return list(run, hub);
  if (str_eq_c(verb, "stop")) return order(run, hub, REPL_SHUTDOWN, "ended");
  if (str_eq_c(verb, "restart")) return order(run, hub, REPL_RESTART, "begins anew");
  if (str_eq_c(verb, "interrupt")) return order(run, hub, REPL_STOP_CODE, "what ran is interrupted");
  if (str_eq_c(verb, "connect")) return connect_far(run);
  if (str_eq_c(verb, "allow")) return app_sessions_allow(run);
  if (str_eq_c(verb, "deny")) return app_sessions_deny(run);
  if (str_eq_c(verb, "allowed")) return app_sessions_allowed(run);
  return job_fail(run->job, ERR_USAGE, "'%.*s' is no sessions command; accepted: list, stop, restart, interrupt, connect, allow, deny, allowed",
                  STR_ARG(str_shown(run->job->arena, verb, 40)));
}

static Err run_sessions(AppRun *run) {
  ReplHub *hub = repl_hub_open(repl_folder(run->job->arena));
  Err err = run_verb(run, hub);
  repl_hub_close(hub);
  return err;
}

static const AppFlag flags[] = {{"json", NULL, "List as JSON."},
                                {"key", "KEY", "connect: the gate's own key, as it printed it"},
                                {"token-file", "FILE", "connect: where its token is; FATHOM_GATE_TOKEN otherwise"},
                                {"name", "NAME", "connect: what the session is called; as the gate calls itself otherwise"},
                                {0}};

const AppCommand app_command_sessions = {
    .name = "sessions",
    .usage = "[list | stop|restart|interrupt [KEY] | connect tcp://ADDRESS:PORT --key KEY | allow|deny [DIR] | allowed]",
    .summary = "Live interpreters: show, steer and allow them.",
    .help = "A session is an interpreter with a gate ('fathom gate python'). Its key is needed only when there are several. A restarted "
            "one keeps its key; what ran there is reported as interrupted.\n\n'connect' makes a gate on the "
            "network (served with tcp=) a session here for as long as the command runs.\n\n'allow' lets fathom start an interpreter for a project when an "
            "agent needs one: the project's own environment (.venv, venv) first, then what PATH has. It shows which, and only that program "
            "is started later; after a new environment was made, run it again. Code runs there with your rights.",
    .flags = flags,
    .is_rare = true,
    .run = run_sessions,
};
