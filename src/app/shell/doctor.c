/* fathom doctor: looks at the set-up and says what is wrong with it and what
 * to do. Changes nothing, and starts nothing but the language servers of a
 * trusted workspace, which it ends again. */
#include "src/app/shell/doctor_internal.h"
#include "src/app/setup/setup_internal.h"
#include "src/app/serving/wire_internal.h"

#include "src/os/descriptor.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/process.h"
#include "src/os/root.h"
#include "src/transport/transport.h"

/* Below these, watching a large repository fails half-way. */
enum { WATCHES_WANTED = 65536, INSTANCES_WANTED = 128 };

static const char *const level_names[] = {"ok", "warn", "fail"};

/* One line for each thing that was looked at, good ones too: what was not
 * looked at must not seem fine. */
void app_doctor_report(Doctor *doctor, DoctorLevel level, const char *what, Str detail, Str advice) {
  Arena *arena = doctor->run->job->arena;
  doctor->counts[level]++;
  detail = str_visible(arena, detail);
  advice = str_visible(arena, advice);
  if (doctor->json) {
    json_begin_object(doctor->json);
    json_field_str(doctor->json, "level", str_from_c(level_names[level]));
    json_field_str(doctor->json, "what", str_from_c(what));
    json_field_str(doctor->json, "detail", detail);
    if (advice.len) json_field_str(doctor->json, "advice", advice);
    json_end_object(doctor->json);
    return;
  }
  buf_add_format(doctor->run->out, "%-4s  %s: %.*s\n", level_names[level], what, STR_ARG(detail));
  if (advice.len) buf_add_format(doctor->run->out, "      -> %.*s\n", STR_ARG(advice));
}

/* For a doctor an error is a finding like any other: its words are reported,
 * and the next thing is looked at with a clean job. */
Str app_doctor_words(Job *job, Err err) {
  Str words = str_copy(job->arena, job_message(job, err));
  job_forgive(job);
  return words;
}

/* Clients start it by its path, which must be known to be written into their
 * files. */
static void check_program(Doctor *doctor) {
  Arena *arena = doctor->run->job->arena;
  Str program = place_program(arena);
  if (!program.len || !file_exists(program)) {
    app_doctor_report(doctor, DOCTOR_WARN, "program", STR("its own file cannot be found"),
           STR("start it by its path; init needs to know it"));
    return;
  }
  app_doctor_report(doctor, DOCTOR_OK, "program",
         str_format(arena, "%.*s, build %.*s", STR_ARG(program), STR_ARG(app_build_id(arena))),
         STR_EMPTY);
}

/* ---- our own folders and files ---- */

/* A folder or file of ours: whose it is and who else may use it. */
static void check_private(Doctor *doctor, const char *what, Str path, const char *mode) {
  Arena *arena = doctor->run->job->arena;
  Job *job = doctor->run->job;
  FileStat own, real;
  /* The entry itself and what it leads to: a link of another user to a folder of
   * ours can be turned elsewhere by that user at any time. */
  Err err = file_stat_entry(job, path, &own);
  if (!err) err = file_stat(job, path, &real);
  if (err) {
    bool absent = err == ERR_NOT_FOUND;
    Str detail = absent ? str_format(arena, "%.*s is not there yet", STR_ARG(path)) : app_doctor_words(job, err);
    job_forgive(job);
    app_doctor_report(doctor, absent ? DOCTOR_OK : DOCTOR_FAIL, what, detail, STR_EMPTY);
    return;
  }
  if (own.owner != place_user() || real.owner != place_user()) {
    app_doctor_report(doctor, DOCTOR_FAIL, what,
           str_format(arena, "%.*s belongs to another user (%u)", STR_ARG(path),
                      own.owner != place_user() ? own.owner : real.owner),
           STR("remove it, or make it yours"));
    return;
  }
  /* Keys, answers and sockets lie in there, and whoever can open the socket can
   * have tools run. */
  if (real.mode & 077) {
    app_doctor_report(doctor, DOCTOR_FAIL, what,
           str_format(arena, "%.*s is open to other users (mode %03o)", STR_ARG(path),
                      (unsigned)real.mode & 0777),
           str_format(arena, "run: chmod %s '%.*s'", mode, STR_ARG(path)));
    return;
  }
  app_doctor_report(doctor, DOCTOR_OK, what, path, STR_EMPTY);
}

/* The runtime folder that is looked at is the one in use. Where that is not the
 * usual one, the reason is reported beside it. */
static void check_places(Doctor *doctor) {
  Arena *arena = doctor->run->job->arena;
  check_private(doctor, "config folder", place_config(arena), "700");
  check_private(doctor, "state folder", place_state(arena), "700");
  check_private(doctor, "cache folder", place_cache(arena), "700");
  check_private(doctor, "runtime folder", place_runtime(arena), "700");
  Str trouble = place_runtime_trouble(arena);
  if (trouble.len) {
    app_doctor_report(doctor, DOCTOR_WARN, "runtime folder", trouble,
                      STR("the one above is used instead; set XDG_RUNTIME_DIR to choose another"));
  }
}

/* The configuration of the workspace, if there is one, as a call there would
 * see it. */
static void check_config(Doctor *doctor) {
  Job *job = doctor->run->job;
  Err err = app_run_config(doctor->run, doctor->root, &doctor->config);
  if (err) {
    doctor->config = NULL;
    app_doctor_report(doctor, DOCTOR_FAIL, "configuration", app_doctor_words(job, err),
           STR("repair the file, or remove it to use the defaults"));
    return;
  }
  /* The program runs in spite of warnings, so they are no failure here either. */
  size_t count;
  const Str *warnings = app_config_warnings(doctor->config, &count);
  for (size_t i = 0; i < count; i++) {
    app_doctor_report(doctor, DOCTOR_WARN, "configuration", warnings[i],
           STR("docs/options.md lists the options"));
  }
  Str path = file_join(job->arena, place_config(job->arena), STR("config.json"));
  if (!count) {
    app_doctor_report(doctor, DOCTOR_OK, "configuration", file_exists(path) ? path : STR("the defaults"),
           STR_EMPTY);
  }
}

/* Without any, HTTP refuses everybody, which is safe and no fault. */
static void check_keys(Doctor *doctor) {
  Job *job = doctor->run->job;
  Str path = app_keys_path(job->arena);
  if (!file_exists(path)) {
    app_doctor_report(doctor, DOCTOR_OK, "keys", STR("none; only HTTP needs one ('fathom key create')"),
           STR_EMPTY);
    return;
  }
  check_private(doctor, "key file", path, "600");
  TransportKeys keys;
  Err err = transport_keys_read(job, path, &keys);
  if (err) {
    app_doctor_report(doctor, DOCTOR_FAIL, "keys", app_doctor_words(job, err),
           STR("repair the file, or remove it and make new keys"));
    return;
  }
  app_doctor_report(doctor, DOCTOR_OK, "keys", str_format(job->arena, "%zu", keys.len), STR_EMPTY);
}

/* ---- the system ---- */

/* A daemon that is not there is no fault: it comes when it is needed. */
static void check_daemon(Doctor *doctor) {
  Job *job = doctor->run->job;
  int fd = -1;
  const Json *answer;
  Err err = app_wire_connect(job, STR("status"), NULL, false, &fd, &answer);
  if (err == ERR_NOT_FOUND) {
    job_forgive(job);
    app_doctor_report(doctor, DOCTOR_OK, "daemon", STR("not running; the first call starts it"), STR_EMPTY);
    return;
  }
  if (err) {
    app_doctor_report(doctor, DOCTOR_FAIL, "daemon", app_doctor_words(job, err), STR("run: fathom daemon stop"));
    return;
  }
  descriptor_close(fd);
  app_doctor_report(doctor, DOCTOR_OK, "daemon",
         str_format(job->arena, "running, process %lld",
                    (long long)json_get_int(answer, STR("pid"), 0)),
         STR_EMPTY);
}

/* Only Linux has these files; elsewhere, and in some sandboxes, they cannot be
 * read, which says nothing about whether watching works. */
static void check_limit(Doctor *doctor, const char *name, int64_t wanted) {
  Job *job = doctor->run->job;
  Str path = str_format(job->arena, "/proc/sys/fs/inotify/%s", name);
  Str text;
  int64_t value = 0;
  Err err = file_read(job, path, 64, &text);
  if (err || !str_to_int(str_trim(text), &value)) {
    job_forgive(job);
    app_doctor_report(doctor, DOCTOR_WARN, "inotify", str_format(job->arena, "%s cannot be read", name),
           STR("changes are found by comparing files instead, which takes longer"));
    return;
  }
  bool enough = value >= wanted;
  app_doctor_report(doctor, enough ? DOCTOR_OK : DOCTOR_WARN, "inotify",
         str_format(job->arena, "%s %lld", name, (long long)value),
         enough ? STR_EMPTY
                : str_format(job->arena, "large repositories need more; as root: sysctl "
                             "fs.inotify.%s=%lld", name, (long long)wanted));
}

/* The output is bounded and the time as well: the program found first in PATH
 * may be anything. */
static void check_git(Doctor *doctor) {
  Job *job = doctor->run->job;
  const char *argv[] = {"git", "--version", NULL};
  ProcessOptions options = {.argv = argv, .max_output = 4096, .timeout_ms = 5000};
  ProcessResult result;
  Err err = process_run(job, &options, &result);
  if (err || result.exit_status) {
    Str words = err ? app_doctor_words(job, err) : STR("'git --version' fails");
    app_doctor_report(doctor, DOCTOR_WARN, "git", words, STR("without it answers about history are missing"));
    return;
  }
  app_doctor_report(doctor, DOCTOR_OK, "git", str_trim(result.output), STR_EMPTY);
}

/* Of what is not there yet, the folder that it would be made in. */
static bool may_write(Str path) {
  while (path.len > 1 && !file_exists(path)) path = file_directory(path);
  return file_can_fill(path);
}

/* What stands at the names of the index's files and is no file of ours was set
 * aside under a name of this end. Only looked at here. */
static void check_refused(Doctor *doctor, Str folder) {
  Job *job = doctor->run->job;
  AUTO(Root) root = NULL;
  FileEntries entries = {0};
  FileStat own;
  Err err = root_open(job, doctor->root, &root);
  if (!err) err = root_stat_entry(job, root, folder, &own);
  bool is_folder = !err && own.kind == FILE_DIRECTORY;
  if (is_folder) err = root_list(job, root, folder, &entries);
  job_forgive(job);
  if (!err && !is_folder) {
    app_doctor_report(doctor, DOCTOR_WARN, "index", str_format(job->arena, "%.*s is no directory: the index goes to the cache", STR_ARG(folder)),
                      STR("it is nothing that fathom made: look at it and remove it"));
  }
  for (size_t i = 0; i < entries.len; i++) {
    Str name = entries.items[i].name;
    if (str_find(name, STR(".refused")) == STR_NONE) continue;
    app_doctor_report(doctor, DOCTOR_WARN, "index", str_format(job->arena, "%.*s/%.*s was set aside", STR_ARG(folder), STR_ARG(name)),
                      STR("it is nothing that fathom made: look at it and remove it"));
  }
}

static void check_workspace(Doctor *doctor, Str why_not) {
  Arena *arena = doctor->run->job->arena;
  if (!doctor->root.len) {
    app_doctor_report(doctor, DOCTOR_WARN, "workspace", why_not, STR_EMPTY);
    return;
  }
  app_doctor_report(doctor, DOCTOR_OK, "workspace", doctor->root, STR_EMPTY);
  Str inside = file_join(arena, doctor->root, STR(".fathom"));
  Str cache = place_cache(arena);
  check_refused(doctor, STR(".fathom"));
  check_refused(doctor, STR(".fathom/text"));
  bool in_cache = doctor->config &&
                  str_eq_c(app_config_str(doctor->config, "index.location"), "cache");
  bool is_project = app_workspace_is_project(doctor->run->job, doctor->root);
  const char *why = is_project ? ", because the workspace cannot be written" : ", because the workspace is no project";
  /* The order in which the index itself chooses its place, told and not tried:
   * nothing is created only to find out whether it could be. */
  if (!in_cache && is_project && may_write(inside)) {
    app_doctor_report(doctor, DOCTOR_OK, "index", inside, STR_EMPTY);
  } else if (may_write(cache)) {
    app_doctor_report(doctor, DOCTOR_OK, "index",
           str_format(arena, "in the cache, %.*s%s", STR_ARG(cache),
                      in_cache ? "" : why),
           STR_EMPTY);
  } else {
    app_doctor_report(doctor, DOCTOR_FAIL, "index",
           str_format(arena, "neither %.*s nor %.*s can be written", STR_ARG(inside),
                      STR_ARG(cache)),
           STR("make one of them writable for this user"));
  }
}

/* ---- clients ---- */

/* The file a command means, as a shell would find it; empty: none. */
static Str find_program(Arena *arena, Str command) {
  bool is_path = str_find_byte(command, '/') != STR_NONE;
  if (is_path) return file_can_run(command) ? command : STR_EMPTY;
  for (Str rest = place_env("PATH"); rest.len;) {
    Str path = file_join(arena, str_cut(&rest, ':'), command);
    if (file_can_run(path)) return path;
  }
  return STR_EMPTY;
}

/* By inode: a link to this program is this program. */
static bool is_this_program(Job *job, Str path) {
  FileStat theirs, ours;
  bool same = !file_stat(job, path, &theirs) && !file_stat(job, place_program(job->arena), &ours) &&
              theirs.device == ours.device && theirs.inode == ours.inode;
  job_forgive(job);
  return same;
}

/* Of what could be wrong the first is told: there is no use in the arguments
 * of a program that does not exist. */
static void check_entry(Doctor *doctor, const AppTarget *target, const AppEntry *entry) {
  Job *job = doctor->run->job;
  const char *what = str_to_c(job->arena, target->title);
  Str advice = str_format(job->arena, "run: fathom init --client %.*s%s", STR_ARG(target->id),
                          target->root.len ? " --project" : " --user");
  /* Such as an entry with the address of a server that runs elsewhere. It was
   * written by hand and is left alone. */
  if (!entry->command.len) {
    app_doctor_report(doctor, DOCTOR_OK, what,
           str_format(job->arena, "%.*s has an entry that starts no program",
                      STR_ARG(target->path)),
           STR_EMPTY);
    return;
  }
  Str program = find_program(job->arena, entry->command);
  if (!program.len) {
    app_doctor_report(doctor, DOCTOR_FAIL, what,
           str_format(job->arena, "%.*s starts '%.*s', which is not there or not executable",
                      STR_ARG(target->path), STR_ARG(entry->command)),
           advice);
  } else if (!is_this_program(job, program)) {
    app_doctor_report(doctor, DOCTOR_WARN, what,
           str_format(job->arena, "%.*s starts another build, %.*s", STR_ARG(target->path),
                      STR_ARG(program)),
           advice);
  } else if (!entry->in_order) {
    app_doctor_report(doctor, DOCTOR_WARN, what,
           str_format(job->arena, "%.*s does not start 'fathom serve'", STR_ARG(target->path)),
           advice);
  } else {
    app_doctor_report(doctor, DOCTOR_OK, what, target->path, STR_EMPTY);
  }
}

/* Whether there is anything about us in the file. */
static bool check_target(Doctor *doctor, const AppTarget *target) {
  Job *job = doctor->run->job;
  Str text;
  AppEntry entry;
  Err err = app_target_read(job, target, &text);
  if (err == ERR_NOT_FOUND) {
    job_forgive(job);
    return false;
  }
  if (!err) err = target->format->find(job, target, text, &entry);
  if (err) {
    Str words = app_doctor_words(job, err);
    app_doctor_report(doctor, DOCTOR_WARN, str_to_c(job->arena, target->title),
           str_format(job->arena, "%.*s cannot be read: %.*s", STR_ARG(target->path),
                      STR_ARG(words)),
           STR_EMPTY);
    return true;
  }
  if (entry.present) check_entry(doctor, target, &entry);
  return entry.present;
}

/* Every client's file is looked at, also of clients that are not installed: an
 * entry left behind is worth knowing. */
static void check_clients(Doctor *doctor) {
  Arena *arena = doctor->run->job->arena;
  Str program = place_program(arena);
  AppTargets targets = {0};
  bool any = false;
  for (size_t i = 0; i < app_client_count; i++) {
    app_client_add_targets(arena, &app_clients[i], false, STR_EMPTY, program, &targets);
    if (doctor->root.len) {
      app_client_add_targets(arena, &app_clients[i], true, doctor->root, program, &targets);
    }
  }
  for (size_t i = 0; i < targets.len; i++) any |= check_target(doctor, &targets.items[i]);
  if (!any) {
    app_doctor_report(doctor, DOCTOR_WARN, "clients", STR("no client is set up to use fathom"),
           STR("run: fathom init"));
  }
}

/* ---- all of it ---- */

/* In the order in which one thing needs another, so that the first failure is
 * the one to mend. */
static void check_all(Doctor *doctor) {
  Str why_not;
  doctor->root = app_setup_root(doctor->run->job, &why_not);
  check_program(doctor);
  check_places(doctor);
  check_config(doctor);
  check_keys(doctor);
  check_daemon(doctor);
  check_limit(doctor, "max_user_watches", WATCHES_WANTED);
  check_limit(doctor, "max_user_instances", INSTANCES_WANTED);
  check_git(doctor);
  check_workspace(doctor, why_not);
  if (doctor->root.len && doctor->config) app_doctor_servers(doctor);
  check_clients(doctor);
}

static Err run_doctor(AppRun *run) {
  Doctor doctor = {.run = run};
  JsonWriter json;
  if (app_flag(run, "json")) {
    json_writer_init(&json, run->out, 2);
    doctor.json = &json;
    json_begin_object(&json);
    json_field_array(&json, "checks");
  }
  check_all(&doctor);
  if (doctor.json) {
    json_end_array(&json);
    json_field_int(&json, "ok", (int64_t)doctor.counts[DOCTOR_OK]);
    json_field_int(&json, "warn", (int64_t)doctor.counts[DOCTOR_WARN]);
    json_field_int(&json, "fail", (int64_t)doctor.counts[DOCTOR_FAIL]);
    json_end_object(&json);
    buf_add_byte(run->out, '\n');
  } else {
    buf_add_format(run->out, "%zu ok, %zu to look at, %zu wrong\n", doctor.counts[DOCTOR_OK],
                   doctor.counts[DOCTOR_WARN], doctor.counts[DOCTOR_FAIL]);
  }
  run->exit_status = doctor.counts[DOCTOR_FAIL] ? 1 : 0;
  return OK;
}

static const AppFlag flags[] = {{"json", NULL, "Answer as JSON."}, {0}};

const AppCommand app_command_doctor = {
    .name = "doctor",
    .summary = "Check configuration, daemon, limits and servers.",
    .help = "Prints one line per check: ok, warn or fail, and what to do about it. Ends with "
            "status 1 when something fails. In a trusted workspace each language server is started "
            "once and asked what it can; nothing else is started or changed.",
    .flags = flags,
    .run = run_doctor,
};
