/* Doctor's look at language servers: one line for each language of the
 * workspace, most files first. Where the workspace is trusted each server is
 * started once and says what it can. */
#include "src/app/shell/doctor_internal.h"
#include "src/base/vec.h"
#include "src/lsp/lsp.h"
#include "src/os/file.h"
#include "src/os/place.h"

#define LANGUAGES_MAX 12 /* the rest is counted */
#define START_MS 60000
#define READY_MS 5000

/* What is opened for the look and closed after it: a client of its own, with
 * workspaces whose servers nobody else uses. */
typedef struct Look {
  Doctor *doctor;
  Job *job;
  AppWorkspaces *workspaces;
  AppClient *client;
  ToolRegistry *registry;
  Root *root;
} Look;

/* No fault: everything but precise answers works without a server. */
static void say_missing(Look *look, const ToolServerFound *found, const char *what, Str files) {
  Arena *arena = look->job->arena;
  app_doctor_report(look->doctor, DOCTOR_OK, what,
                    str_format(arena, "%.*s; %.*s is not installed", STR_ARG(files), STR_ARG(found->name)),
                    str_format(arena, "to have it: %.*s", STR_ARG(found->install)));
}

/* Tools that need something of a server that it does not do. */
static Str unsupported(Look *look, LspServer *server, Str path, size_t *ret_supported) {
  Arena *arena = look->job->arena;
  Buf names;
  ToolList tools = tool_list(arena, look->registry, NULL, false);
  buf_init(&names, arena, (size_t)1 << 16);
  *ret_supported = 0;
  for (size_t i = 0; i < tools.count; i++) {
    const Tool *tool = tools.items[i];
    if (!tool->method) continue;
    bool can = lsp_server_can(server, tool->method, path);
    *ret_supported += can;
    if (!can) buf_add_format(&names, "%s%s", names.len ? ", " : "", tool->name);
  }
  tool_list_release(look->registry, &tools);
  return buf_str(&names);
}

/* The hub's own list has it: a server says it when it is initialized, or not
 * at all. */
static Str version_of(Look *look, Str name) {
  size_t count;
  LspHub *hub = app_servers_hub(app_workspaces_servers(look->workspaces));
  LspServerState *states = lsp_hub_states(look->job->arena, hub, &count);
  for (size_t i = 0; i < count; i++) {
    if (str_eq(states[i].name, name)) return lsp_version_shown(look->job, states[i].version);
  }
  return STR_EMPTY;
}

/* Some tell only then all that they can. */
static void await_ready(Job *job, LspServer *server, Str path) {
  LspDocument document;
  Err err = lsp_server_show(job, server, path, &document);
  if (!err) err = lsp_server_wait_ready(job, server, READY_MS);
  if (err) job_forgive(job);
}

static void start(Look *look, const ToolServerFound *found, const char *what, Str files) {
  Arena *arena = look->job->arena;
  LspServer *server;
  /* One server that hangs must not keep the report from its end. */
  look->job->deadline_ms = job_now_ms() + START_MS;
  Err err = app_servers_try(look->job, look->client, look->root, found->sample, &server);
  look->job->deadline_ms = 0;
  if (err) {
    Str words = app_doctor_words(look->job, err);
    app_doctor_report(look->doctor, DOCTOR_FAIL, what,
                      str_format(arena, "%.*s; %.*s does not start: %.*s", STR_ARG(files), STR_ARG(found->program),
                                 STR_ARG(words)),
                      str_format(arena, "to install it anew: %.*s", STR_ARG(found->install)));
    return;
  }
  await_ready(look->job, server, found->sample);
  size_t supported;
  Str name = lsp_server_name(server);
  Str version = version_of(look, name);
  Str missing = unsupported(look, server, found->sample, &supported);
  app_doctor_report(look->doctor, DOCTOR_OK, what,
                    str_format(arena, "%.*s; %.*s%s%.*s starts (%.*s) and supports %zu tools", STR_ARG(files), STR_ARG(name),
                               version.len ? " " : "", STR_ARG(version), STR_ARG(found->program), supported),
                    missing.len ? str_format(arena, "does not support: %.*s", STR_ARG(missing)) : STR_EMPTY);
  lsp_server_release(server);
}

/* The first language with the same server. */
static const ToolServerFound *first_with(const ToolServersFound *all, Str name) {
  const ToolServerFound *found = all->items;
  while (!str_eq(found->name, name)) found++;
  return found;
}

/* A server that several languages share is started once, and the others point
 * to that line. */
static void check_language(Look *look, const ToolServersFound *all, const ToolServerFound *found) {
  Arena *arena = look->job->arena;
  const ToolServerFound *first = first_with(all, found->name);
  const char *what = str_to_c(arena, found->language);
  Str files = str_format(arena, "%zu file%s", found->files, found->files == 1 ? "" : "s");
  if (first != found) {
    app_doctor_report(look->doctor, DOCTOR_OK, what,
                      str_format(arena, "%.*s; %.*s, as for %.*s", STR_ARG(files), STR_ARG(found->name),
                                 STR_ARG(first->language)),
                      STR_EMPTY);
  } else if (!found->program.len) {
    say_missing(look, found, what, files);
  } else if (all->is_trusted) {
    start(look, found, what, files);
  } else {
    app_doctor_report(look->doctor, DOCTOR_OK, what,
                      str_format(arena, "%.*s; %.*s is %.*s, not started", STR_ARG(files), STR_ARG(found->name),
                                 STR_ARG(found->program)),
                      STR_EMPTY);
  }
}

static void sum_up(Look *look, const ToolServersFound *all) {
  Arena *arena = look->job->arena;
  size_t installed = 0;
  for (size_t i = 0; i < all->len; i++) installed += all->items[i].program.len > 0;
  if (!all->len) {
    app_doctor_report(look->doctor, DOCTOR_OK, "language servers", STR("no file here has one"), STR_EMPTY);
    return;
  }
  Str detail = str_format(arena, "installed for %zu of %zu languages%s", installed, all->len,
                          all->is_trusted ? "" : "; not started, because the workspace is not trusted");
  app_doctor_report(look->doctor, DOCTOR_OK, "language servers", detail,
                    all->is_trusted || !installed ? STR_EMPTY : STR("if you trust its code, run: fathom trust"));
}

static Err open_look(Look *look) {
  AppClientOptions options = {
      .workspaces = look->workspaces,
      .registry = look->registry,
      .directory = look->doctor->root,
      .flags = look->doctor->run->flags,
      .by_user = true,
  };
  TRY(root_open(look->job, look->doctor->root, &look->root));
  return app_client_open(look->job, &options, &look->client);
}

/* The survey needs no trust; starting does, which app_servers_try asks
 * again. */
static Err survey(Look *look) {
  Job *job = look->job;
  const LspServers *table;
  ToolServersFound found;
  AppServerPlaces places = {.root = look->doctor->root, .path_variable = place_env("PATH"),
                            .virtual_env = place_env("VIRTUAL_ENV"), .home = place_home(job->arena)};
  TRY(app_servers_table(job, look->doctor->config, &table));
  TRY(app_servers_survey(job, table, &places, &found));
  TRY(open_look(look));
  for (size_t i = 0; i < found.len && i < LANGUAGES_MAX; i++) check_language(look, &found, &found.items[i]);
  sum_up(look, &found);
  return OK;
}

void app_doctor_servers(Doctor *doctor) {
  Look look = {.doctor = doctor, .job = doctor->run->job, .workspaces = app_workspaces_open(),
               .registry = tool_registry_open()};
  Err err = survey(&look);
  if (err) app_doctor_report(doctor, DOCTOR_WARN, "language servers", app_doctor_words(look.job, err), STR_EMPTY);
  if (look.client) app_client_unref(look.client);
  app_workspaces_close(look.workspaces); /* ends what was started */
  if (look.root) root_close(look.root);
  tool_registry_close(look.registry);
}
