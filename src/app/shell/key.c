/* fathom key: makes, lists and revokes the keys HTTP clients present. */
#include "src/app/app_internal.h"
#include "src/base/clock.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/transport/transport.h"

Str app_keys_path(Arena *arena) {
  return file_join(arena, place_config(arena), STR("keys.json"));
}

static Str today(Arena *arena) { return clock_day(arena, clock_wall_s()); }

/* The key itself is in no file: whoever loses it makes another one. */
static Err create(AppRun *run) {
  Str key;
  TRY(file_make_dir(run->job, place_config(run->job->arena), true));
  TRY(transport_keys_create(run->job, app_keys_path(run->job->arena),
                            app_flag_value(run, "label"), today(run->job->arena), &key));
  buf_add_format(run->out,
                 "%.*s\n\nShown once: only its digest is kept. Clients send it as\n"
                 "  Authorization: Bearer <key>\n",
                 STR_ARG(key));
  return OK;
}

static Err list(AppRun *run) {
  TransportKeys keys;
  TRY(transport_keys_read(run->job, app_keys_path(run->job->arena), &keys));
  for (size_t i = 0; i < keys.len; i++) {
    const TransportKey *key = &keys.items[i];
    buf_add_format(run->out, "%.*s  %.*s  %.*s\n", STR_ARG(key->id), STR_ARG(key->created),
                   STR_ARG(str_visible(run->job->arena, key->label)));
  }
  if (!keys.len) buf_add_c(run->out, "no keys; 'fathom key create' makes one\n");
  return OK;
}

/* Servers read the file again when it changes, so it holds at once. */
static Err revoke(AppRun *run) {
  if (run->word_count < 2) {
    return job_fail(run->job, ERR_USAGE, "name the key to revoke; 'fathom key list' shows the ids");
  }
  TransportKey key;
  TRY(transport_keys_revoke(run->job, app_keys_path(run->job->arena), run->words[1], &key));
  buf_add_format(run->out, "revoked %.*s; running servers refuse it from now on\n",
                 STR_ARG(key.id));
  return OK;
}

static Err run_key(AppRun *run) {
  Str verb = run->word_count ? run->words[0] : STR("list");
  if (str_eq_c(verb, "create")) return create(run);
  if (str_eq_c(verb, "list")) return list(run);
  if (str_eq_c(verb, "revoke")) return revoke(run);
  return job_fail(run->job, ERR_USAGE, "'%.*s' is no key command; accepted: create, list, revoke",
                  STR_ARG(verb));
}

static const AppFlag flags[] = {{"label", "TEXT", "What the key is for, shown by list."}, {0}};

const AppCommand app_command_key = {
    .name = "key",
    .usage = "create|list|revoke [ID]",
    .summary = "Manage the keys HTTP clients present.",
    .flags = flags,
    .run = run_key,
};
