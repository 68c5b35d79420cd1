/* fathom init --list: every client that is known, whether it is here, and how its
 * file stands. Changes nothing. */
#include "src/app/setup/setup_internal.h"

/* One client as it stands. */
typedef struct Standing {
  const char *state;
  Str path; /* that init would write; empty: there is none here */
} Standing;

static const char *state_of(const AppPlan *plan, bool is_present) {
  switch (plan->action) {
    case APP_NOTHING: return "connected";
    case APP_UPDATE: return "outdated";
    case APP_FOREIGN: return "foreign";
    case APP_ADD: case APP_REMOVE: case APP_RESTORE: break;
  }
  return is_present ? "found" : "absent";
}

/* The file that init without --project and --user is about. */
static Standing look(Job *job, const AppClientRow *row, Str root, Str program, const AppRecords *records) {
  AppTarget target;
  AppPlan plan;
  bool is_present = app_client_is_present(job->arena, row, root);
  Standing standing = {.state = is_present ? "unreadable" : "absent"};
  if (app_client_target(job, row, !row->user, root, program, &target)) {
    job_forgive(job);
    standing.state = "absent";
    return standing;
  }
  standing.path = target.path;
  if (app_plan_put(job, &target, records, &plan)) job_forgive(job);
  else standing.state = state_of(&plan, is_present);
  return standing;
}

/* Nothing is changed and nobody is asked: it tells what init would find. */
Err app_setup_list(AppRun *run, Str root, Str program) {
  Job *job = run->job;
  AppRecords records;
  JsonWriter json;
  bool as_json = app_flag(run, "json");
  TRY(app_records_load(job, &records));
  json_writer_init(&json, run->out, 0);
  if (as_json) json_begin_array(&json);
  for (size_t i = 0; i < app_client_count; i++) {
    const AppClientRow *row = &app_clients[i];
    Standing one = look(job, row, root, program, &records);
    if (!as_json) {
      buf_add_format(run->out, "%-16s %-11s %.*s\n", row->id, one.state, STR_ARG(str_visible(job->arena, one.path)));
      continue;
    }
    json_begin_object(&json);
    json_field_str(&json, "id", str_from_c(row->id));
    json_field_str(&json, "title", str_from_c(row->title));
    json_field_str(&json, "state", str_from_c(one.state));
    json_field_str(&json, "path", one.path);
    json_end_object(&json);
  }
  if (as_json) json_end_array(&json);
  if (as_json) buf_add_byte(run->out, '\n');
  return OK;
}
