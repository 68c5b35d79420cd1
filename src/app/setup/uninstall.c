/* fathom uninstall: takes out what init put in, here and wherever the record
 * says; on request also caches and the index of this workspace. */
#include "src/app/setup/setup_internal.h"
#include "src/app/serving/wire_internal.h"

#include "src/base/vec.h"
#include "src/os/descriptor.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/root.h"

#define QUESTION_MAX ((size_t)1 << 20)

/* One run. `waiting` counts what nobody could be asked about, `failed` what
 * could not be read. */
typedef struct Uninstall {
  AppRun *run;
  Str root;
  Str why_no_root;
  Str program;
  AppTargets targets;
  AppRecords records;
  bool dry;
  size_t found;
  size_t waiting;
  size_t failed;
} Uninstall;

/* ---- where to look ---- */

/* No clients named: all are meant. */
static bool is_wanted(const AppClientRow *const *rows, size_t count, Str id) {
  for (size_t i = 0; i < count; i++) {
    if (str_eq_c(id, rows[i]->id)) return true;
  }
  return count == 0;
}

static bool has_target(const Uninstall *work, Str path) {
  for (size_t i = 0; i < work->targets.len; i++) {
    if (str_eq(work->targets.items[i].path, path)) return true;
  }
  return false;
}

/* A recorded file of another project, or one whose place has changed since. */
static void add_recorded(Uninstall *work, const AppRecord *record) {
  Arena *arena = work->run->job->arena;
  AppTargets form = {0};
  if (str_eq_c(record->id, "agents")) {
    app_section_add_targets(arena, record->root, &form);
  }
  for (size_t i = 0; i < app_client_count; i++) {
    const AppClientRow *row = &app_clients[i];
    if (!str_eq_c(record->id, row->id)) continue;
    Str anywhere = STR("/");
    app_client_add_targets(arena, row, row->project != NULL, anywhere, work->program, &form);
  }
  if (!form.len) return;
  AppTarget target = form.items[0];
  target.path = record->path;
  target.root = record->root;
  if (str_eq_c(record->id, "agents")) target.title = file_name(record->path);
  *vec_add(arena, &work->targets) = target;
}

/* Everywhere an entry could be, and wherever the record says there is one:
 * init may have been run in other projects. */
static Err choose_targets(Uninstall *work) {
  const AppClientRow **rows;
  size_t count;
  Arena *arena = work->run->job->arena;
  TRY(app_setup_clients(work->run, &rows, &count));
  for (size_t i = 0; i < app_client_count; i++) {
    const AppClientRow *row = &app_clients[i];
    if (!is_wanted(rows, count, str_from_c(row->id))) continue;
    app_client_add_targets(arena, row, false, STR_EMPTY, work->program, &work->targets);
    if (work->root.len) {
      app_client_add_targets(arena, row, true, work->root, work->program, &work->targets);
    }
  }
  if (work->root.len && !count) app_section_add_targets(arena, work->root, &work->targets);
  for (size_t i = 0; i < work->records.len; i++) {
    const AppRecord *record = &work->records.items[i];
    if (is_wanted(rows, count, record->id) && !has_target(work, record->path)) {
      add_recorded(work, record);
    }
  }
  return OK;
}

/* ---- entries ---- */

static const char *words_for(const AppPlan *plan, bool would) {
  if (!plan->remains) return would ? "would remove" : "removed";
  if (plan->action == APP_RESTORE) {
    return would ? "would put back the former entry in" : "put back the former entry in";
  }
  return would ? "would be taken out of" : "taken out of";
}

static void say(Uninstall *work, const AppTarget *target, const char *what, const char *more) {
  buf_add_format(work->run->out, "%.*s: %s %.*s%s\n", STR_ARG(target->title), what,
                 STR_ARG(str_visible(work->run->job->arena, target->path)), more);
}

/* A file that cannot be read concerns us only if something of ours is in it. */
static void say_left_alone(Uninstall *work, const AppTarget *target, Err err) {
  Job *job = work->run->job;
  Str why = str_copy(job->arena, str_visible(job->arena, job_message(job, err)));
  job_forgive(job);
  Str text = STR_EMPTY;
  bool readable = app_target_read(job, target, &text) == OK;
  job_forgive(job);
  bool concerns = app_records_find(&work->records, target->path) ||
                  (readable && str_contains(text, STR(APP_ENTRY_NAME)));
  if (!concerns) return;
  buf_add_format(work->run->out,
                 "%.*s: %.*s is left alone: %.*s\nTake the '" APP_ENTRY_NAME
                 "' entry out by hand.\n",
                 STR_ARG(target->title), STR_ARG(str_visible(job->arena, target->path)),
                 STR_ARG(why));
  work->found++;
  work->failed++;
}

/* Whether something was asked and denied or could not be asked: then the
 * words say so. */
static bool may_go_on(Uninstall *work, const char *question) {
  if (work->dry) return false;
  if (!app_flag(work->run, "yes") && !app_is_on_terminal()) {
    work->waiting++;
    return false;
  }
  return app_confirm(work->run, question);
}

static bool agreed(Uninstall *work, const AppPlan *plan) {
  Arena *arena = work->run->job->arena;
  Buf question;
  buf_init(&question, arena, QUESTION_MAX);
  app_plan_diff(&question, plan);
  buf_add_format(&question, "%.*s: %s this?", STR_ARG(plan->target->title),
                 plan->remains ? "change" : "remove");
  return may_go_on(work, str_to_c(arena, buf_str(&question)));
}

/* An entry of our name that init did not write is somebody else's and stays.
 * Plans that change nothing in the file are carried out all the same: they
 * bring the record up to date. */
static void take_out(Uninstall *work, const AppTarget *target) {
  Job *job = work->run->job;
  AppPlan plan;
  Err err = app_plan_cut(job, target, &work->records, &plan);
  bool acts = !err && (plan.action == APP_REMOVE || plan.action == APP_RESTORE);
  if (!err && plan.action == APP_FOREIGN) {
    say(work, target, "left alone in", ": the entry '" APP_ENTRY_NAME "' there is not from init");
    work->found++;
    return;
  }
  if (acts) {
    work->found++;
    bool asked = !work->dry && (app_flag(work->run, "yes") || app_is_on_terminal());
    if (!agreed(work, &plan)) {
      say(work, target, asked ? "not taken out of" : words_for(&plan, true), "");
      if (!asked) app_plan_diff(work->run->out, &plan);
      return;
    }
  }
  if (!err && !(work->dry && !acts)) err = app_plan_carry_out(job, &plan, &work->records);
  if (err) {
    say_left_alone(work, target, err);
  } else if (acts) {
    say(work, target, words_for(&plan, false), "");
  }
}

/* ---- caches and indexes ---- */

/* Removes what is beneath, but not `kept` at the top. Follows no link. */
static Err remove_beneath(Job *job, Root *root, Str directory, Str kept) {
  FileEntries entries = {0};
  TRY(job_check(job));
  TRY(root_list(job, root, directory, &entries));
  for (size_t i = 0; i < entries.len; i++) {
    if (kept.len && str_eq(entries.items[i].name, kept)) continue;
    Str path = file_join(job->arena, directory, entries.items[i].name);
    if (entries.items[i].kind == FILE_DIRECTORY) {
      TRY(remove_beneath(job, root, path, STR_EMPTY));
    }
    TRY(root_remove(job, root, path));
  }
  return OK;
}

/* The folder itself stays if something in it was to be kept. */
static Err remove_folder(Job *job, Str path, Str kept) {
  Root *root;
  TRY(root_open(job, path, &root));
  Err err = remove_beneath(job, root, STR_EMPTY, kept);
  root_close(root);
  TRY(err);
  err = file_remove_dir(job, path);
  if (err && kept.len) {
    job_forgive(job);
    return OK;
  }
  return err;
}

/* Asked without starting one. */
static bool daemon_runs(Job *job) {
  int fd = -1;
  const Json *answer;
  Err err = app_wire_connect(job, STR("status"), NULL, false, &fd, &answer);
  descriptor_close(fd);
  job_forgive(job);
  return err == OK;
}

/* A folder of ours: what it is called, where it is, what stays in it. */
static Err drop_folder(Uninstall *work, const char *what, Str path, Str kept) {
  AppRun *run = work->run;
  Arena *arena = run->job->arena;
  Str shown = str_visible(arena, path);
  /* A link there came with a repository: what it leads to is not ours. */
  FileStat own;
  if (file_stat_entry(run->job, path, &own) || own.kind != FILE_DIRECTORY) {
    job_forgive(run->job);
    buf_add_format(run->out, "%s: there is none at %.*s\n", what, STR_ARG(shown));
    return OK;
  }
  Str question = str_format(arena, "%s: remove %.*s?", what, STR_ARG(shown));
  work->found++;
  bool asked = !work->dry && (app_flag(run, "yes") || app_is_on_terminal());
  if (!may_go_on(work, str_to_c(arena, question))) {
    buf_add_format(run->out, "%s: %s %.*s\n", what, asked ? "kept" : "would remove",
                   STR_ARG(shown));
    return OK;
  }
  /* It would go on writing into what is no longer there. */
  if (daemon_runs(run->job)) {
    return job_fail(run->job, ERR_BUSY,
                    "%s: the daemon is using %.*s; run 'fathom daemon stop' first", what,
                    STR_ARG(shown));
  }
  TRY(remove_folder(run->job, path, kept));
  buf_add_format(run->out, "%s: removed %.*s\n", what, STR_ARG(shown));
  return OK;
}

/* In the workspace, where its config.json is the project's own, and in the
 * cache, where it goes when the workspace cannot be written. */
static Err drop_index(Uninstall *work) {
  Job *job = work->run->job;
  if (!work->root.len) return job_fail(job, ERR_USAGE, "%.*s", STR_ARG(work->why_no_root));
  TRY(drop_folder(work, "index", file_join(job->arena, work->root, STR(".fathom")),
                  STR("config.json")));
  Str cached = app_index_cache(job->arena, work->root);
  return file_exists(cached) ? drop_folder(work, "cached index", cached, STR_EMPTY) : OK;
}

/* Nothing found is no failure: it is what was wanted. */
static Err conclude(Uninstall *work) {
  Job *job = work->run->job;
  if (!work->found) buf_add_c(work->run->out, "nothing of fathom's was found\n");
  if (work->failed) {
    return job_fail(job, ERR_SYNTAX, "%zu %s left alone; see above", work->failed,
                    work->failed == 1 ? "file was" : "files were");
  }
  if (!work->waiting) return OK;
  return job_fail(job, ERR_USAGE,
                  "nothing was removed, because there is no terminal to ask on; run it again with "
                  "--yes");
}

/* Entries first, then folders: an index that cannot be removed does not keep
 * the entries in. */
static Err run_uninstall(AppRun *run) {
  Uninstall work = {.run = run, .dry = app_flag(run, "dry-run")};
  work.program = place_program(run->job->arena);
  work.root = app_setup_root(run->job, &work.why_no_root);
  TRY(app_records_load(run->job, &work.records));
  TRY(choose_targets(&work));
  for (size_t i = 0; i < work.targets.len; i++) take_out(&work, &work.targets.items[i]);
  if (app_flag(run, "indexes")) TRY(drop_index(&work));
  if (app_flag(run, "caches")) {
    TRY(drop_folder(&work, "caches", place_cache(run->job->arena), STR_EMPTY));
  }
  return conclude(&work);
}

static const AppFlag flags[] = {
    {"client", "X,...", "Only these clients."},
    {"caches", NULL, "Also remove the cache folder."},
    {"indexes", NULL, "Also remove the index of this workspace."},
    {"dry-run", NULL, "Show what would change and change nothing."},
    {"yes", NULL, "Do not ask."},
    {0},
};

const AppCommand app_command_uninstall = {
    .name = "uninstall",
    .usage = "[--client X] [--caches] [--indexes] [--dry-run] [--yes]",
    .summary = "Take out what init put in.",
    .help = "Takes fathom's entry out of clients' configuration and its section out of AGENTS.md "
            "and CLAUDE.md, in this project, in the user's files and wherever else init was run. "
            "Everything else in those files stays byte for byte; a file that init made and that "
            "holds nothing else is removed. The program itself, the user's own configuration and "
            "keys stay.",
    .flags = flags,
    .is_rare = true,
    .run = run_uninstall,
};
