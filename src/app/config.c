/* Configuration: defaults < user file < project file < environment < flags.
 * A repository's own file is nobody's word: it may narrow what the user
 * allowed and is otherwise ignored with a warning. */
#include "src/app/app_internal.h"
#include "src/base/log.h"
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/root.h"

#define CONFIG_MAX_BYTES ((size_t)1 << 20)

/* An option's value with where it came from, so that `doctor` and errors can
 * name who set it. */
typedef struct Value {
  Str text;      /* all types; lists: comma-separated */
  Str *items;    /* lists */
  size_t count;
  const char *origin;
} Value;

struct AppConfig {
  Arena *arena;
  Value *values; /* as app_options */
  Value *project; /* APP_PROJECT_POLICY ones as the project wants them */
  VEC(Str) warnings;
};

static void warn(AppConfig *config, const char *format, ...) PRINTF_LIKE(2, 3);
static void warn(AppConfig *config, const char *format, ...) {
  va_list args;
  va_start(args, format);
  *vec_add(config->arena, &config->warnings) = str_format_va(config->arena, format, args);
  va_end(args);
}

/* ---- one value ---- */

/* Position of `value` among "a|b|c", or -1. */
static int choice_index(const char *choices, Str value) {
  Str rest = str_from_c(choices);
  for (int i = 0; rest.len; i++) {
    if (str_eq(str_cut(&rest, '|'), value)) return i;
  }
  return -1;
}

/* What people write in environment variables; in JSON only true and false are
 * accepted, which has_type sees to. */
static bool parse_boolean(Str text, bool *ret_value) {
  static const char *const yes[] = {"true", "1", "yes", "on"};
  static const char *const no[] = {"false", "0", "no", "off"};
  bool is_yes = str_is_among(text, yes, COUNT_OF(yes));
  if (!is_yes && !str_is_among(text, no, COUNT_OF(no))) return false;
  *ret_value = is_yes;
  return true;
}

/* Empty items are commas too many. */
static void split_list(AppConfig *config, Str text, Value *value) {
  VEC(Str) items = {0};
  for (Str rest = text; rest.len;) {
    Str item = str_trim(str_cut(&rest, ','));
    if (item.len) *vec_add(config->arena, &items) = item;
  }
  value->items = items.items;
  value->count = items.len;
}

/* With a job of its own: what is wrong becomes the words of a warning, not an
 * error of the run. */
static Str check_json(AppConfig *config, const AppOption *option, Str text) {
  Job job;
  const Json *json;
  if (!text.len) return STR_EMPTY;
  job_init(&job, config->arena);
  return json_read(&job, text, NULL, &json) ? STR("takes JSON") : option->check(&job, json);
}

/* What is wrong with `text` for the option, or empty. Fills *ret_value. */
static Str parse_value(AppConfig *config, const AppOption *option, Str text, Value *ret_value) {
  Arena *arena = config->arena;
  *ret_value = (Value){.text = text};
  int64_t number;
  bool boolean;
  switch (option->type) {
    case APP_INTEGER:
      if (!str_to_int(text, &number) || number < option->min || number > option->max) {
        return str_format(arena, "takes a whole number from %lld to %lld", (long long)option->min,
                          (long long)option->max);
      }
      break;
    case APP_BOOLEAN:
      if (!parse_boolean(text, &boolean)) return STR("takes true or false");
      ret_value->text = boolean ? STR("true") : STR("false");
      break;
    case APP_LIST:
      split_list(config, text, ret_value);
      break;
    case APP_JSON:
      return check_json(config, option, text);
    case APP_STRING:
      if (option->choices && choice_index(option->choices, text) < 0) {
        return str_format(arena, "takes one of %s", option->choices);
      }
      break;
  }
  return STR_EMPTY;
}

/* ---- values that are written ---- */

static Str nearest_key(Arena *arena, Str key) {
  Str *keys = ARENA_ARRAY(arena, Str, app_option_count);
  for (size_t i = 0; i < app_option_count; i++) keys[i] = str_from_c(app_options[i].key);
  return str_nearest(key, keys, app_option_count);
}

Err app_option_find(Job *job, Str key, const AppOption **ret_option) {
  for (size_t i = 0; i < app_option_count; i++) {
    if (!str_eq_c(key, app_options[i].key)) continue;
    *ret_option = &app_options[i];
    return OK;
  }
  Str near = nearest_key(job->arena, key), shown = str_shown(job->arena, key, 80);
  return job_fail(job, ERR_USAGE, "no option is called '%.*s'%s%.*s%s; 'fathom config' lists them", STR_ARG(shown), near.len ? "; did you mean '" : "",
                  STR_ARG(near), near.len ? "'?" : "");
}

Err app_option_spell(Job *job, const AppOption *option, Str text, Str *ret_spelled) {
  AppConfig config = {.arena = job->arena};
  Value value;
  Str wrong = parse_value(&config, option, text, &value);
  if (wrong.len) return job_fail(job, ERR_USAGE, "'%s' %.*s, not '%.*s'", option->key, STR_ARG(wrong), STR_ARG(str_shown(job->arena, text, 200)));
  Buf spelled;
  JsonWriter json;
  buf_init(&spelled, job->arena, CONFIG_MAX_BYTES);
  json_writer_init(&json, &spelled, 0);
  switch (option->type) {
    case APP_STRING: json_str(&json, value.text); break;
    case APP_INTEGER: case APP_BOOLEAN: case APP_JSON: json_raw(&json, value.text.len ? value.text : STR("null")); break;
    case APP_LIST:
      json_begin_array(&json);
      for (size_t i = 0; i < value.count; i++) json_str(&json, value.items[i]);
      json_end_array(&json);
      break;
  }
  if (spelled.overflow) return job_fail(job, ERR_TOO_LARGE, "'%s' may be 1 MB at most", option->key);
  *ret_spelled = buf_str(&spelled);
  return OK;
}

/* ---- what a project may do ---- */

static bool list_holds(const Value *value, Str item) {
  for (size_t i = 0; i < value->count; i++) {
    if (str_eq(value->items[i], item)) return true;
  }
  return false;
}

/* Is `asked` at least as strict as what is in force? */
static bool is_stricter(const AppOption *option, const Value *old, const Value *asked) {
  if (option->choices) {
    return choice_index(option->choices, asked->text) <= choice_index(option->choices, old->text);
  }
  for (size_t i = 0; i < asked->count; i++) {
    if (!list_holds(old, asked->items[i])) return false;
  }
  return asked->count > 0; /* an empty list stands for the default one */
}

/* ---- sources ---- */

static void set(AppConfig *config, size_t index, Value value, const char *origin) {
  value.origin = origin;
  config->values[index] = value;
}

/* A JSON value as the text an environment variable would hold. */
static Str text_of(AppConfig *config, const Json *json) {
  if (json_is(json, JSON_BOOL)) return json->boolean ? STR("true") : STR("false");
  if (!json_is(json, JSON_ARRAY)) return json->text;
  Buf text;
  buf_init(&text, config->arena, CONFIG_MAX_BYTES);
  for (size_t i = 0; i < json->count; i++) {
    if (i) buf_add_byte(&text, ',');
    buf_add(&text, json->items[i].text);
  }
  return buf_str(&text);
}

/* An array's items are what they are: a path may hold a comma. */
static void take_items(AppConfig *config, const Json *array, Value *value) {
  value->items = ARENA_ARRAY(config->arena, Str, array->count);
  value->count = array->count;
  for (size_t i = 0; i < array->count; i++) value->items[i] = array->items[i].text;
}

/* Before the value is read as text, in which a number and its string would
 * look alike. */
static bool has_type(const AppOption *option, const Json *json) {
  switch (option->type) {
    case APP_STRING: return json_is(json, JSON_STRING);
    case APP_INTEGER: return json_is(json, JSON_NUMBER);
    case APP_BOOLEAN: return json_is(json, JSON_BOOL);
    case APP_JSON: return true;
    case APP_LIST: break;
  }
  if (!json_is(json, JSON_ARRAY)) return false;
  for (size_t i = 0; i < json->count; i++) {
    if (!json_is(&json->items[i], JSON_STRING)) return false;
  }
  return true;
}

static const char *type_name(const AppOption *option) {
  static const char *const names[] = {"a string", "a number", "true or false",
                                      "an array of strings", "JSON"};
  return names[option->type];
}

/* Environment and flags outrank a project's file. */
static bool is_outranked(const Value *value) {
  Str origin = str_from_c(value->origin);
  return str_eq_c(origin, "environment") || str_eq_c(origin, "flag");
}

/* Everything that a file can do to one option is decided here, in order: may
 * this file set it at all, has it the right type, is the value acceptable,
 * and, of a project, is it a restriction. */
static void take_from_file(AppConfig *config, Str path, size_t index, const Json *json,
                           bool is_project) {
  const AppOption *option = &app_options[index];
  if (is_project && option->project == APP_PROJECT_NEVER) {
    warn(config, "%.*s: '%s' is ignored in a project's file; set it in your own config",
         STR_ARG(path), option->key);
    return;
  }
  if (!has_type(option, json)) {
    warn(config, "%.*s: '%s' takes %s; ignored", STR_ARG(path), option->key, type_name(option));
    return;
  }
  Value value;
  Str text = option->type == APP_JSON ? json_spell(config->arena, json) : text_of(config, json);
  Str wrong = parse_value(config, option, text, &value);
  if (wrong.len) {
    warn(config, "%.*s: '%s' %.*s; ignored", STR_ARG(path), option->key, STR_ARG(wrong));
    return;
  }
  if (option->type == APP_LIST) take_items(config, json, &value);
  if (is_project && option->project == APP_PROJECT_POLICY) {
    value.origin = "project config";
    config->project[index] = value;
    return;
  }
  if (is_project && option->project == APP_PROJECT_STRICTER &&
      !is_stricter(option, &config->values[index], &value)) {
    warn(config, "%.*s: '%s' may only be made stricter by a project; ignored", STR_ARG(path),
         option->key);
    return;
  }
  if (is_project && option->project == APP_PROJECT_FREE && is_outranked(&config->values[index])) return;
  set(config, index, value, is_project ? "project config" : "user config");
}

/* Walks the object; `prefix` is "" or "http." */
static void take_object(AppConfig *config, Str path, Str prefix, const Json *object,
                        bool is_project) {
  for (size_t m = 0; m < object->count; m++) {
    const JsonMember *member = &object->members[m];
    Str key = str_format(config->arena, "%.*s%.*s", STR_ARG(prefix), STR_ARG(member->name));
    Str group = str_format(config->arena, "%.*s.", STR_ARG(key));
    size_t found = app_option_count;
    bool is_group = false;
    for (size_t i = 0; i < app_option_count; i++) {
      if (str_eq_c(key, app_options[i].key)) found = i;
      if (str_starts_with(str_from_c(app_options[i].key), group)) is_group = true;
    }
    if (found < app_option_count) {
      take_from_file(config, path, found, &member->value, is_project);
    } else if (is_group && json_is(&member->value, JSON_OBJECT)) {
      take_object(config, path, group, &member->value, is_project);
    } else if (is_group) {
      warn(config, "%.*s: '%.*s' takes an object; ignored", STR_ARG(path), STR_ARG(key));
    } else {
      Str near = nearest_key(config->arena, key);
      warn(config, "%.*s: unknown key '%.*s'%s%.*s%s", STR_ARG(path), STR_ARG(key),
           near.len ? "; did you mean '" : "", STR_ARG(near), near.len ? "'?" : "");
    }
  }
}

/* A repository must not be able to lock us out. */
static Err ignore_file(Job *job, AppConfig *config, Str path, Err err) {
  warn(config, "%.*s: %.*s; ignored", STR_ARG(path), STR_ARG(job_message(job, err)));
  job_forgive(job);
  return OK;
}

Err app_config_take(Job *job, AppConfig *config, Str path, Str text, bool is_project) {
  const Json *json;
  Err err = json_read(job, text, NULL, &json);
  if (!err && !json_is(json, JSON_OBJECT)) {
    err = job_fail(job, ERR_SYNTAX, "must hold one JSON object");
  }
  if (err && is_project) return ignore_file(job, config, path, err);
  if (err) return job_prefix(job, err, "%.*s", STR_ARG(path));
  take_object(config, path, STR_EMPTY, json, is_project);
  return OK;
}

/* A file that is there and cannot be read is an error: the user meant
 * something by it. */
static Err take_user(Job *job, AppConfig *config, Str path) {
  if (!path.len || !file_exists(path)) return OK;
  Str text;
  TRY(file_read(job, path, CONFIG_MAX_BYTES, &text));
  return app_config_take(job, config, path, text, false);
}

/* Read beneath the project's root: a link in it cannot make another file's
 * words count. What cannot be read is told and otherwise as if absent. */
static Err take_project(Job *job, AppConfig *config, Str project) {
  if (!project.len) return OK;
  Str name = STR(".fathom/config.json");
  Str text;
  Root *root = NULL;
  Err err = root_open(job, project, &root);
  if (!err) err = root_read(job, root, name, CONFIG_MAX_BYTES, &text);
  if (root) root_close(root);
  if (!err) return app_config_take(job, config, file_join(job->arena, project, name), text, true);
  if (err != ERR_NOT_FOUND) warn(config, "%.*s; ignored", STR_ARG(job_message(job, err)));
  job_forgive(job);
  return OK;
}

/* An empty variable is as if unset, since shells cannot easily unset one for a
 * single program. */
static void take_env(AppConfig *config, const Map *env) {
  for (size_t i = 0; i < app_option_count; i++) {
    const AppOption *option = &app_options[i];
    if (!option->env) continue;
    const Str *given = env ? map_get(env, str_from_c(option->env)) : NULL;
    Str text = env ? (given ? *given : STR_EMPTY) : place_env(option->env);
    if (!text.len) continue;
    Value value;
    Str wrong = parse_value(config, option, text, &value);
    if (wrong.len) {
      warn(config, "%s %.*s; ignored", option->env, STR_ARG(wrong));
    } else {
      set(config, i, value, "environment");
    }
  }
}

/* A wrong flag was typed just now by somebody who sees the error, so it is
 * one. */
static Err take_flags(Job *job, AppConfig *config, const Map *flags) {
  for (size_t i = 0; flags && i < app_option_count; i++) {
    const AppOption *option = &app_options[i];
    const Str *given = option->flag ? map_get(flags, str_from_c(option->flag)) : NULL;
    if (!given) continue;
    Value value;
    Str wrong = parse_value(config, option, *given, &value);
    if (wrong.len) {
      return job_fail(job, ERR_USAGE, "--%s %.*s, not '%.*s'", option->flag, STR_ARG(wrong),
                      STR_ARG(*given));
    }
    set(config, i, value, "flag");
  }
  return OK;
}

AppConfig *app_config_default(Job *job) {
  AppConfig *config = ARENA_NEW(job->arena, AppConfig);
  config->arena = job->arena;
  config->values = ARENA_ARRAY(job->arena, Value, app_option_count);
  config->project = ARENA_ARRAY(job->arena, Value, app_option_count);
  for (size_t i = 0; i < app_option_count; i++) {
    Value value;
    (void)parse_value(config, &app_options[i], str_from_c(app_options[i].otherwise), &value);
    set(config, i, value, "default");
  }
  return config;
}

Err app_config_load(Job *job, const AppConfigSources *sources, AppConfig **ret_config) {
  AppConfig *config = app_config_default(job);
  TRY(take_user(job, config, sources->user_path));
  take_env(config, sources->env);
  TRY(take_flags(job, config, sources->flags));
  /* Last, although flags outrank it: what it may do is narrow what the user
   * settled on by any other way. */
  TRY(take_project(job, config, sources->project));
  *ret_config = config;
  return OK;
}

/* ---- reading it ---- */

/* By comparison, as there are some twenty of them. */
static size_t index_of(const char *key) {
  for (size_t i = 0; i < app_option_count; i++) {
    if (str_eq_c(str_from_c(app_options[i].key), key)) return i;
  }
  abort(); /* a key that is not in the table is a fault of ours */
}

static const Value *value_of(const AppConfig *config, const char *key) {
  return &config->values[index_of(key)];
}

Str app_config_str(const AppConfig *config, const char *key) { return value_of(config, key)->text; }

int64_t app_config_int(const AppConfig *config, const char *key) {
  int64_t number = 0;
  return str_to_int(value_of(config, key)->text, &number) ? number : 0;
}

bool app_config_bool(const AppConfig *config, const char *key) {
  return str_eq_c(value_of(config, key)->text, "true");
}

const Str *app_config_list(const AppConfig *config, const char *key, size_t *ret_count) {
  const Value *value = value_of(config, key);
  *ret_count = value->count;
  return value->items;
}

Str app_config_spelled(Arena *arena, const AppConfig *config, const char *key) {
  const Value *value = value_of(config, key);
  Buf text;
  if (app_options[index_of(key)].type != APP_LIST) return value->text;
  buf_init(&text, arena, (size_t)64 << 10);
  for (size_t i = 0; i < value->count; i++) buf_add_format(&text, "%s%.*s", i ? ", " : "", STR_ARG(value->items[i]));
  return buf_str(&text);
}

Str app_config_origin(const AppConfig *config, const char *key) {
  return str_from_c(value_of(config, key)->origin);
}

void app_config_tell(const AppConfig *config) {
  for (size_t i = 0; i < config->warnings.len; i++) {
    log_warn("%.*s", STR_ARG(config->warnings.items[i]));
  }
}

void app_config_write_warnings(const AppConfig *config, JsonWriter *json) {
  json_field_array(json, "warnings");
  for (size_t i = 0; i < config->warnings.len; i++) json_str(json, config->warnings.items[i]);
  json_end_array(json);
}

const Str *app_config_warnings(const AppConfig *config, size_t *ret_count) {
  *ret_count = config->warnings.len;
  return config->warnings.items;
}

/* Of the user's values, or of what the project asks for, which are kept apart
 * for this. */
static ToolPolicy policy_of(const Value *values) {
  return (ToolPolicy){
      .profile = values[index_of("tools.profile")].text,
      .toolsets = values[index_of("tools.toolsets")].text,
      .tools = values[index_of("tools.list")].text,
      .disabled = values[index_of("tools.disabled")].text,
      .read_only = str_eq_c(values[index_of("tools.read_only")].text, "true"),
      .structured = str_eq_c(values[index_of("tools.structured")].text, "true"),
  };
}

/* A project that names a tool which does not exist must not thereby lift what
 * else it forbids. */
Err app_config_policy(Job *job, AppConfig *config, ToolRegistry *registry, ToolPolicy *ret_policy) {
  ToolPolicy base = policy_of(config->values);
  if (app_config_bool(config, "repl.allow")) {
    base.toolsets = str_format(job->arena, "%.*s%srepl", STR_ARG(base.toolsets), base.toolsets.len ? "," : "");
  }
  ToolPolicy project = policy_of(config->project);
  TRY(tool_policy_check(job, registry, &base));
  Err err = tool_policy_check(job, registry, &project);
  if (err) { /* what it forbids still counts, what it lists does not */
    warn(config, "project config: %.*s; ignored", STR_ARG(job_message(job, err)));
    job_forgive(job);
    project.profile = project.tools = project.toolsets = STR_EMPTY;
  }
  *ret_policy = tool_policy_narrow(job->arena, &base, &project);
  return OK;
}
