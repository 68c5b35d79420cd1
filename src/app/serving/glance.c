/* The dashboard for a client: what `fathom ui` shows, as far as it concerns who
 * asks. What others do, the log and the user's settings are not shown to it. */
#include "src/app/serving/feed_internal.h"
#include "src/app/serving/watch_internal.h"
#include "src/base/clock.h"
#include "src/base/vec.h"
#include "src/dashboard/ui.h"

#define COLUMNS 100
#define ROWS 24 /* of each tab */

/* Clients over HTTP share a number with others, so that none of their calls can be
 * told to be their own; a person at a shell may see everything. */
static void own_calls(const AppClient *client, const AppServer *server, Arena *arena, DashCalls *ret_calls) {
  DashCalls all;
  uint64_t version = 0;
  bool is_person = str_eq_c(str_from_c(app_client_mode(client)), "shell"), is_remote = str_eq_c(str_from_c(app_client_mode(client)), "http");
  *ret_calls = (DashCalls){0};
  app_feed_calls(arena, server->feed, &version, &all);
  for (size_t i = 0; !is_remote && i < all.len; i++) {
    if (is_person || all.items[i].client == app_client_number(client)) *vec_add(arena, ret_calls) = all.items[i];
  }
}

static void tell(DashUi *ui, Job *job, DashEventKind kind, Str spelled) {
  const Json *json;
  if (json_read(job, spelled, NULL, &json)) return; /* we spelled it */
  (void)dashboard_ui_update(ui, job->arena, &(DashEvent){.kind = kind, .json = json});
}

/* The dashboard's own view over a snapshot that holds nothing but what this
 * client may see: its workspace, its calls, and sessions where it may run code.
 * */
Err app_glance(ToolScope *scope, ToolCall *call, Str *ret_text) {
  Job *job = call->job;
  const AppClient *client = scope->context;
  AppServer *server = app_client_context(client);
  DashSnapshot snapshot = {0};
  DashCalls calls;
  ToolRunning running;
  TRY(scope->running(scope, call, &running));
  app_survey_one(server, job->arena, call->index, &snapshot);
  if (!running.may_eval) snapshot.sessions.len = 0;
  *vec_add(job->arena, &snapshot.clients) = (DashClient){.name = STR("you"), .mode = str_from_c(app_client_mode(client)),
                                                         .root = app_client_root(client), .calls = app_client_calls(client), .active = 1};
  snapshot.server.clients = 1;
  own_calls(client, server, job->arena, &calls);
  DashUi *ui = dashboard_ui_open(&(DashUiOptions){.root = index_root(call->index), .zone_s = clock_zone_s(clock_wall_s())});
  tell(ui, job, DASH_EVENT_SNAPSHOT, dashboard_snapshot_spell(job->arena, &snapshot));
  tell(ui, job, DASH_EVENT_CALLS, dashboard_calls_spell(job->arena, &calls));
  *ret_text = str_copy(job->arena, dashboard_ui_glance(ui, job->arena, clock_wall_ms(), COLUMNS, ROWS));
  dashboard_ui_close(ui);
  return OK;
}
