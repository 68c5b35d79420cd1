/* fathom init: writes the MCP entry into clients' configuration and, when
 * asked to, the section for agents. Shows each change before it is made. */
#include "src/app/setup/setup_internal.h"
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/os/place.h"

#define QUESTION_MAX ((size_t)1 << 20)

/* One run. */
typedef struct Init {
  AppRun *run;
  Str root;
  Str why_no_root;
  Str program;
  AppTargets targets;
  AppRecords records;
  bool dry;
  size_t written; /* of clients */
  size_t waiting; /* changes that nobody could be asked about */
  size_t failed;
  Buf waiting_ids;
} Init;

/* ---- what to write ---- */

/* Only for what is written into a project. */
static Err need_root(Init *init) {
  if (init->root.len) return OK;
  return job_fail(init->run->job, ERR_USAGE, "%.*s", STR_ARG(init->why_no_root));
}

/* Without --project or --user: the user's file where the client has one, so
 * that one init serves every project. */
static Err add_client(Init *init, const AppClientRow *row) {
  bool project = app_flag(init->run, "project") || (!app_flag(init->run, "user") && !row->user);
  if (project && row->project) TRY(need_root(init));
  AppTarget target;
  TRY(app_client_target(init->run->job, row, project, init->root, init->program, &target));
  *vec_add(init->run->job->arena, &init->targets) = target;
  return OK;
}

/* Clients found here; those without a file in the scope asked for are none. */
static Err add_present_clients(Init *init) {
  Arena *arena = init->run->job->arena;
  for (size_t i = 0; i < app_client_count; i++) {
    const AppClientRow *row = &app_clients[i];
    bool has_file = app_flag(init->run, "project") ? row->project != NULL
                    : app_flag(init->run, "user")  ? row->user != NULL
                                                   : true;
    bool reachable = init->root.len || row->user;
    if (!has_file || !reachable || !app_client_is_present(arena, row, init->root)) continue;
    TRY(add_client(init, row));
  }
  return OK;
}

/* The files that exist; AGENTS.md when none does. */
static Err add_sections(Init *init) {
  TRY(need_root(init));
  Arena *arena = init->run->job->arena;
  AppTargets both = {0};
  size_t before = init->targets.len;
  app_section_add_targets(arena, init->root, &both);
  for (size_t i = 0; i < both.len; i++) {
    if (file_exists(both.items[i].path)) *vec_add(arena, &init->targets) = both.items[i];
  }
  if (init->targets.len == before) *vec_add(arena, &init->targets) = both.items[0];
  return OK;
}

/* Naming clients outranks finding them. With nothing found the names of all
 * are told, since one may be installed in a way we do not know. */
static Err choose_targets(Init *init) {
  const AppClientRow **rows;
  size_t count;
  AppRun *run = init->run;
  if (app_flag(run, "project") && app_flag(run, "user")) {
    return job_fail(run->job, ERR_USAGE, "--project and --user exclude each other; give one");
  }
  TRY(app_setup_clients(run, &rows, &count));
  for (size_t i = 0; i < count; i++) TRY(add_client(init, rows[i]));
  if (!count) TRY(add_present_clients(init));
  if (app_flag(run, "agents")) TRY(add_sections(init));
  if (init->targets.len) return OK;
  Str known = STR_EMPTY;
  for (size_t i = 0; i < app_client_count; i++) {
    known = str_format(run->job->arena, "%.*s%s%s", STR_ARG(known), i ? ", " : "",
                       app_clients[i].id);
  }
  return job_fail(run->job, ERR_NOT_FOUND,
                  "no MCP client was found here; name one with --client X --yes: %.*s",
                  STR_ARG(known));
}

/* ---- one target ---- */

static void say(Init *init, const AppTarget *target, const char *what) {
  Str path = str_visible(init->run->job->arena, target->path);
  static const char *const standing[] = {"", " (from its documentation, not tried)",
                                         " (unverified: check that the client lists it)"};
  buf_add_format(init->run->out, "%.*s: %s %.*s%s\n", STR_ARG(target->title), what, STR_ARG(path),
                 standing[target->standing]);
}

/* A file that is not understood is never rewritten; the user is told what to
 * add. */
static void say_by_hand(Init *init, const AppTarget *target, Err err) {
  Job *job = init->run->job;
  Str why = str_visible(job->arena, job_message(job, err));
  buf_add_format(init->run->out, "%.*s: %.*s is left alone: %.*s\n", STR_ARG(target->title),
                 STR_ARG(str_visible(job->arena, target->path)), STR_ARG(why));
  job_forgive(job);
  Str snippet = target->format->snippet(job, target);
  buf_add_format(init->run->out, "Add this by hand:\n%.*s", STR_ARG(snippet));
  init->failed++;
}

/* The change is shown with the question, not before it, so that both are read
 * together. */
static bool agreed(Init *init, const AppPlan *plan) {
  Buf question;
  buf_init(&question, init->run->job->arena, QUESTION_MAX);
  app_plan_diff(&question, plan);
  buf_add_format(&question, "%.*s: %s this?", STR_ARG(plan->target->title),
                 plan->existed ? "change" : "make");
  return app_confirm(init->run, str_to_c(init->run->job->arena, buf_str(&question)));
}

/* Without a terminal nobody agreed: the change is shown, and the command
 * that would make it is told in the end. */
static void hold_back(Init *init, const AppPlan *plan) {
  say(init, plan->target, plan->action == APP_ADD ? "would be added to" : "would be updated in");
  app_plan_diff(init->run->out, plan);
  if (init->dry) return;
  bool is_section = str_eq_c(plan->target->id, "agents");
  if (!is_section) {
    if (init->waiting_ids.len) buf_add_byte(&init->waiting_ids, ',');
    buf_add(&init->waiting_ids, plan->target->id);
  }
  init->waiting++;
}

/* A failure of one client is told and does not keep the others from being set
 * up. */
static void set_up(Init *init, const AppTarget *target) {
  Job *job = init->run->job;
  AppPlan plan;
  Err err = app_plan_put(job, target, &init->records, &plan);
  if (err) {
    say_by_hand(init, target, err);
    return;
  }
  if (plan.action == APP_NOTHING) {
    say(init, target, "already in");
    return;
  }
  if (init->dry || (!app_flag(init->run, "yes") && !app_is_on_terminal())) {
    hold_back(init, &plan);
    return;
  }
  if (!agreed(init, &plan)) {
    say(init, target, "not written to");
    return;
  }
  err = app_plan_carry_out(job, &plan, &init->records);
  if (err) {
    say_by_hand(init, target, err);
    return;
  }
  say(init, target, plan.action == APP_ADD ? "added to" : "updated in");
  if (!str_eq_c(target->id, "agents")) init->written++;
}

/* The exit status is that of the worst: files that were left alone, then what
 * nobody could agree to. */
static Err conclude(Init *init) {
  Job *job = init->run->job;
  if (init->written) {
    buf_add_c(init->run->out, "Restart the client, or reload its MCP servers, to use it.\n");
  }
  if (init->failed) {
    return job_fail(job, ERR_SYNTAX, "%zu of %zu files %s left alone; see above", init->failed,
                    init->targets.len, init->failed == 1 ? "was" : "were");
  }
  if (!init->waiting) return OK;
  Str ids = buf_str(&init->waiting_ids);
  return job_fail(job, ERR_USAGE,
                  "nothing was written, because there is no terminal to ask on; run: fathom "
                  "init%s%.*s%s --yes",
                  ids.len ? " --client " : "", STR_ARG(ids),
                  app_flag(init->run, "agents") ? " --agents" : "");
}

static Err run_init(AppRun *run) {
  Arena *arena = run->job->arena;
  Init init = {.run = run, .dry = app_flag(run, "dry-run"), .program = place_program(arena)};
  buf_init(&init.waiting_ids, arena, QUESTION_MAX);
  if (!init.program.len) {
    return job_fail(run->job, ERR_UNAVAILABLE, "cannot tell where this program's own file is");
  }
  init.root = app_setup_root(run->job, &init.why_no_root);
  if (app_flag(run, "list")) return app_setup_list(run, init.root, init.program);
  TRY(choose_targets(&init));
  TRY(app_records_load(run->job, &init.records));
  for (size_t i = 0; i < init.targets.len; i++) set_up(&init, &init.targets.items[i]);
  return conclude(&init);
}

static const AppFlag flags[] = {
    {"client", "X,...", "The clients to set up; without it, all that are found."},
    {"project", NULL, "Write the project's file instead of the user's."},
    {"user", NULL, "Write the user's file."},
    {"agents", NULL, "Also tell agents in AGENTS.md or CLAUDE.md when to use fathom."},
    {"list", NULL, "Show the known clients and how their files stand."},
    {"json", NULL, "List as JSON."},
    {"dry-run", NULL, "Show what would change and change nothing."},
    {"yes", NULL, "Do not ask."},
    {0},
};

const AppCommand app_command_init = {
    .name = "init",
    .usage = "[--client X] [--project|--user] [--agents] [--list] [--dry-run] [--yes]",
    .summary = "Connect MCP clients to fathom.",
    .help = "Writes the entry that starts fathom into the configuration of MCP clients, keeping "
            "everything else in their files as it is, comments included. Clients: claude-code, "
            "claude-desktop, cursor, vscode, windsurf, zed, codex, gemini, opencode, continue, "
            "cline, goose, jetbrains, amp. Running it again changes nothing; 'fathom uninstall' "
            "takes it back.",
    .flags = flags,
    .run = run_init,
};
