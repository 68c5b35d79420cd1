/* What the user has settled: options and permissions, for who looks. Read again
 * when a file of it changed, and now and then, since a directory that is trusted
 * may have been replaced. */
#include "src/app/serving/watch_internal.h"

#include "src/app/serving/allowed_internal.h"
#include "src/app/serving/audit_internal.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/stamp.h"

#define LOOKS 30 /* after so many it is read again in any case */

static const char *const files[] = {"config.json", "keys.json", "trusted.json", "sessions.json"};

struct AppSettings {
  Arena arena;
  DashSnapshot read; /* options and grants alone */
  uint64_t stamps[COUNT_OF(files)];
  size_t looks;
};

AppSettings *app_settings_open(void) {
  AppSettings *settings = arena_heap_alloc(sizeof(*settings));
  arena_init(&settings->arena);
  return settings;
}

void app_settings_close(AppSettings *settings) {
  arena_clear(&settings->arena);
  free(settings);
}

/* 1: it is not there; 0: it cannot be told yet. */
static uint64_t stamp_file(Job *job, const char *name) {
  FileStat stat;
  if (!file_stat(job, file_join(job->arena, place_config(job->arena), str_from_c(name)), &stat)) return stamp_settled(&stat);
  job_forgive(job);
  return 1;
}

static bool is_as_before(AppSettings *settings, Job *job) {
  bool is_same = settings->looks++ % LOOKS != 0;
  for (size_t i = 0; i < COUNT_OF(files); i++) {
    uint64_t stamp = stamp_file(job, files[i]);
    is_same = is_same && stamp && stamp == settings->stamps[i];
    settings->stamps[i] = stamp;
  }
  return is_same;
}

/* As a client that says nothing gets them. */
static void read_options(Job *job, DashSnapshot *snapshot) {
  AppConfig *config;
  AppConfigSources sources = {.user_path = app_config_path(job->arena)};
  if (app_config_load(job, &sources, &config)) {
    job_forgive(job);
    return;
  }
  for (size_t i = 0; i < app_option_count; i++) {
    const AppOption *option = &app_options[i];
    Str accepts = option->type == APP_BOOLEAN ? STR("false|true") : option->choices ? str_from_c(option->choices) : STR_EMPTY;
    *vec_add(job->arena, &snapshot->options) = (DashOption){
        .key = str_from_c(option->key),
        .value = str_copy(job->arena, app_redact(job->arena, app_config_spelled(job->arena, config, option->key))),
        .origin = app_config_origin(config, option->key),
        .accepts = accepts,
        .help = str_from_c(option->help),
    };
  }
}

static void add_grant(Arena *arena, DashSnapshot *snapshot, const char *kind, Str name, Str note) {
  *vec_add(arena, &snapshot->grants) = (DashGrant){str_from_c(kind), name, note};
}

static Err read_keys(Job *job, DashSnapshot *snapshot) {
  TransportKeys keys;
  TRY(transport_keys_read(job, app_keys_path(job->arena), &keys));
  for (size_t i = 0; i < keys.len; i++) {
    Str note = str_format(job->arena, "%.*s  %.*s", STR_ARG(keys.items[i].created), STR_ARG(keys.items[i].label));
    add_grant(job->arena, snapshot, "key", keys.items[i].id, note);
  }
  return OK;
}

static Err read_trust(Job *job, DashSnapshot *snapshot) {
  AppTrustEntries entries;
  TRY(app_trust_list(job, &entries));
  for (size_t i = 0; i < entries.len; i++) {
    add_grant(job->arena, snapshot, "trust", entries.items[i].path, str_from_c(app_trust_note(entries.items[i].trust)));
  }
  return OK;
}

static Err read_allowed(Job *job, DashSnapshot *snapshot) {
  AppAllowedList list;
  TRY(app_allowed_read(job, &list));
  for (size_t i = 0; i < list.items.len; i++) {
    const AppAllowed *one = &list.items.items[i];
    Str note = app_allowed_holds(job, one) ? STR_EMPTY : STR("no longer: another directory is there now, or none");
    for (size_t k = 0; !note.len && k < one->interpreters.len; k++) note = one->interpreters.items[k].program;
    add_grant(job->arena, snapshot, "session", one->root, note);
  }
  return OK;
}

static void read_all(AppSettings *settings) {
  Job job;
  static Err (*const readers[])(Job *, DashSnapshot *) = {read_keys, read_trust, read_allowed};
  arena_reset(&settings->arena);
  job_init(&job, &settings->arena);
  settings->read = (DashSnapshot){0};
  read_options(&job, &settings->read);
  for (size_t i = 0; i < COUNT_OF(readers); i++) {
    if (readers[i](&job, &settings->read)) job_forgive(&job);
  }
}

void app_settings_look(AppSettings *settings, Job *job, DashSnapshot *snapshot) {
  if (!is_as_before(settings, job)) read_all(settings);
  snapshot->options = settings->read.options;
  snapshot->grants = settings->read.grants;
}

bool app_settings_trust(const AppSettings *settings, Str root) {
  for (size_t i = 0; i < settings->read.grants.len; i++) {
    const DashGrant *one = &settings->read.grants.items[i];
    if (str_eq_c(one->kind, "trust") && str_eq(one->name, root)) return !one->note.len;
  }
  return false;
}
