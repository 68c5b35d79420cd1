/* fathom config: the user's own config.json, changed one option at a time.
 * Everything else in the file stays in it, in its order; the file is spelled
 * anew. */
#include "src/app/setup/setup_internal.h"
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/os/place.h"

#define FILE_MAX ((size_t)1 << 20)

Str app_config_path(Arena *arena) { return file_join(arena, place_config(arena), STR("config.json")); }

/* ---- looking ---- */

static Err list(AppRun *run) {
  AppConfig *config;
  Arena *arena = run->job->arena;
  JsonWriter json;
  TRY(app_run_config(run, STR_EMPTY, &config));
  json_writer_init(&json, run->out, 2);
  bool as_json = app_flag(run, "json");
  if (as_json) json_begin_object(&json);
  for (size_t i = 0; i < app_option_count; i++) {
    const char *key = app_options[i].key;
    Str value = app_config_spelled(arena, config, key), origin = app_config_origin(config, key);
    if (!as_json) {
      buf_add_format(run->out, "%s = %.*s  (%.*s)\n", key, STR_ARG(str_visible(arena, value)), STR_ARG(origin));
      continue;
    }
    json_field_object(&json, key);
    json_field_str(&json, "value", value);
    json_field_str(&json, "origin", origin);
    json_end_object(&json);
  }
  if (as_json) json_end_object(&json);
  if (as_json) buf_add_byte(run->out, '\n');
  return OK;
}

static Err get(AppRun *run, const AppOption *option) {
  AppConfig *config;
  TRY(app_run_config(run, STR_EMPTY, &config));
  buf_add_format(run->out, "%.*s\n", STR_ARG(str_visible(run->job->arena, app_config_spelled(run->job->arena, config, option->key))));
  return OK;
}

/* ---- changing ---- */

/* One option of a file: what stands there instead, or nothing. */
typedef struct Change {
  Str key;
  Str spelled; /* JSON; empty: it is taken out */
  bool is_placed;
} Change;

/* "http." of "http.auth" */
static Str group_of(Str key) {
  size_t dot = str_find_last_byte(key, '.');
  return dot == STR_NONE ? STR_EMPTY : str_head(key, dot + 1);
}

static void place(JsonWriter *json, Change *change, Str name) {
  change->is_placed = true;
  if (!change->spelled.len) return;
  json_name(json, name);
  json_raw(json, change->spelled);
}

/* Also where the file spells "http.auth" as one name. */
static void write_members(Arena *arena, JsonWriter *json, const Json *object, Str prefix, Change *change) {
  json_begin_object(json);
  for (size_t i = 0; object && i < object->count; i++) {
    const JsonMember *member = &object->members[i];
    Str key = str_format(arena, "%.*s%.*s", STR_ARG(prefix), STR_ARG(member->name));
    Str group = str_format(arena, "%.*s.", STR_ARG(key));
    if (str_eq(key, change->key)) {
      place(json, change, member->name);
      continue;
    }
    json_name(json, member->name);
    if (json_is(&member->value, JSON_OBJECT) && str_eq(group, group_of(change->key))) write_members(arena, json, &member->value, group, change);
    else json_value(json, &member->value);
  }
  Str name = str_slice(change->key, prefix.len, change->key.len);
  size_t dot = str_find_byte(name, '.');
  if (!change->is_placed && dot == STR_NONE) place(json, change, name);
  if (!change->is_placed && change->spelled.len && dot != STR_NONE) {
    json_name(json, str_head(name, dot));
    write_members(arena, json, NULL, group_of(change->key), change);
  }
  json_end_object(json);
}

static Err read_file(Job *job, Str path, bool *ret_exists, Str *ret_text, const Json **ret_json) {
  *ret_exists = file_exists(path);
  *ret_text = STR_EMPTY;
  *ret_json = NULL;
  if (!*ret_exists) return OK;
  TRY(file_read(job, path, FILE_MAX, ret_text));
  Err err = json_read(job, *ret_text, NULL, ret_json);
  if (!err && !json_is(*ret_json, JSON_OBJECT)) err = job_fail(job, ERR_SYNTAX, "must hold one JSON object");
  return err ? job_prefix(job, err, "%.*s is left alone", STR_ARG(str_visible(job->arena, path))) : OK;
}

/* What stands in the file may still be outranked: that is said, since the
 * change would seem to do nothing. */
static Err conclude(AppRun *run, const AppOption *option, Str path) {
  AppConfig *config;
  Arena *arena = run->job->arena;
  TRY(app_run_config(run, STR_EMPTY, &config));
  Str origin = app_config_origin(config, option->key);
  buf_add_format(run->out, "%s = %.*s, in %.*s\n", option->key, STR_ARG(str_visible(arena, app_config_spelled(arena, config, option->key))),
                 STR_ARG(str_visible(arena, path)));
  if (str_eq_c(origin, "environment")) buf_add_format(run->out, "but %s is set, and counts instead\n", option->env);
  buf_add_c(run->out, "clients that are connected keep what they began with\n");
  return OK;
}

static Err change_file(AppRun *run, const AppOption *option, Str spelled) {
  Job *job = run->job;
  Str path = app_config_path(job->arena), old;
  const Json *json;
  bool existed;
  Buf text;
  JsonWriter writer;
  Change change = {.key = str_from_c(option->key), .spelled = spelled};
  TRY(read_file(job, path, &existed, &old, &json));
  buf_init(&text, job->arena, FILE_MAX);
  json_writer_init(&writer, &text, 2);
  write_members(job->arena, &writer, json, STR_EMPTY, &change);
  buf_add_byte(&text, '\n');
  if (text.overflow) return job_fail(job, ERR_TOO_LARGE, "the file would be larger than 1 MB");
  if (app_flag(run, "dry-run")) {
    app_diff(run->out, path, existed, old, true, buf_str(&text));
    if (!run->out->len) buf_add_c(run->out, "nothing would change\n");
    return OK;
  }
  TRY(file_make_dir(job, place_config(job->arena), true));
  TRY(file_write(job, path, buf_str(&text), 0600));
  return conclude(run, option, path);
}

/* With or without one item, starting from what counts now. */
static Err changed_list(AppRun *run, const AppOption *option, Str item, bool is_added, Str *ret_spelled) {
  AppConfig *config;
  Job *job = run->job;
  Buf text;
  JsonWriter json;
  size_t count;
  bool was_there = false;
  if (option->type != APP_LIST) return job_fail(job, ERR_USAGE, "'%s' is no list; use set", option->key);
  TRY(app_run_config(run, STR_EMPTY, &config));
  const Str *items = app_config_list(config, option->key, &count);
  buf_init(&text, job->arena, FILE_MAX);
  json_writer_init(&json, &text, 0);
  json_begin_array(&json);
  for (size_t i = 0; i < count; i++) {
    bool is_it = str_eq(items[i], item);
    was_there |= is_it;
    if (!is_it || is_added) json_str(&json, items[i]);
  }
  if (is_added && !was_there) json_str(&json, item);
  json_end_array(&json);
  if (!is_added && !was_there) return job_fail(job, ERR_NOT_FOUND, "'%.*s' is not in %s", STR_ARG(str_shown(job->arena, item, 200)), option->key);
  *ret_spelled = buf_str(&text);
  return OK;
}

static Err change(AppRun *run, Str verb, const AppOption *option) {
  Str spelled = STR_EMPTY;
  bool is_add = str_eq_c(verb, "add"), is_remove = str_eq_c(verb, "remove");
  if (!str_eq_c(verb, "unset") && run->word_count < 3) return job_fail(run->job, ERR_USAGE, "name the value: fathom config %.*s %s VALUE", STR_ARG(verb), option->key);
  if (is_add || is_remove) TRY(changed_list(run, option, run->words[2], is_add, &spelled));
  if (str_eq_c(verb, "set")) TRY(app_option_spell(run->job, option, run->words[2], &spelled));
  return change_file(run, option, spelled);
}

static Err run_config(AppRun *run) {
  static const char *const verbs[] = {"get", "set", "unset", "add", "remove"};
  Str verb = run->word_count ? run->words[0] : STR("list");
  if (str_eq_c(verb, "list")) return list(run);
  if (!str_is_among(verb, verbs, COUNT_OF(verbs))) {
    return job_fail(run->job, ERR_USAGE, "'%.*s' is no config command; accepted: list, get, set, unset, add, remove",
                    STR_ARG(str_shown(run->job->arena, verb, 40)));
  }
  const AppOption *option;
  TRY(app_option_find(run->job, run->word_count > 1 ? run->words[1] : STR_EMPTY, &option));
  return str_eq_c(verb, "get") ? get(run, option) : change(run, verb, option);
}

static const AppFlag flags[] = {{"dry-run", NULL, "Show what would change and change nothing."}, {"json", NULL, "List as JSON."}, {0}};

const AppCommand app_command_config = {
    .name = "config",
    .usage = "[list | get KEY | set KEY VALUE | unset KEY | add|remove KEY ITEM] [--dry-run]",
    .summary = "Show and change options.",
    .help = "'list' shows every option, its value and where that comes from. 'set' writes one into your config.json, after the value was "
            "checked; 'add' and 'remove' are for lists; 'unset' lets the default count again. 'fathom ui' does the same in its tab Config.",
    .flags = flags,
    .run = run_config,
};
