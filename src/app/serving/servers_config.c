/* Language servers of the user's own: `servers` in the configuration, and the
 * words after `fathom serve`. */
#include "src/app/app_internal.h"
#include "src/base/vec.h"
#include "src/lsp/servers.h"

/* There are fewer languages than this; more entries are a mistake. */
#define SERVERS_MAX 200

/* The strings of an array; false: something else is in it. */
static bool strings_of(Arena *arena, const Json *array, const Str **ret_items, size_t *ret_count) {
  *ret_items = NULL;
  *ret_count = 0;
  if (!array) return true;
  if (!json_is(array, JSON_ARRAY)) return false;
  Str *items = ARENA_ARRAY(arena, Str, array->count);
  for (size_t i = 0; i < array->count; i++) {
    items[i] = array->items[i].text;
    if (!json_is(&array->items[i], JSON_STRING) || !items[i].len) return false;
  }
  *ret_items = items;
  *ret_count = array->count;
  return true;
}

/* A misspelt member would otherwise be an entry that silently does less. */
static Str unknown_member(Job *job, const Json *entry) {
  static const char *const known[] = {"extensions", "command", "language_id", "connect"};
  for (size_t m = 0; m < entry->count; m++) {
    bool is_known = false;
    for (size_t i = 0; i < COUNT_OF(known); i++) is_known |= str_eq_c(entry->members[m].name, known[i]);
    if (!is_known) {
      return str_format(job->arena, "has an entry with '%.*s'; it takes extensions, command, language_id and connect",
                        STR_ARG(entry->members[m].name));
    }
  }
  return STR_EMPTY;
}

/* What is wrong with one entry, or empty. */
static Str read_entry(Job *job, const Json *entry, LspServerChoice *ret_choice) {
  *ret_choice = (LspServerChoice){.language_id = json_get_str(entry, STR("language_id"), STR_EMPTY),
                                  .connect = json_get_str(entry, STR("connect"), STR_EMPTY)};
  if (!json_is(entry, JSON_OBJECT)) return STR("takes objects with extensions and command");
  Str wrong = unknown_member(job, entry);
  if (wrong.len) return wrong;
  if (!strings_of(job->arena, json_get(entry, STR("extensions")), &ret_choice->extensions, &ret_choice->extension_count) ||
      !strings_of(job->arena, json_get(entry, STR("command")), &ret_choice->command, &ret_choice->command_count)) {
    return STR("takes arrays of strings as extensions and command");
  }
  if (!ret_choice->extension_count && !ret_choice->language_id.len) return STR("has an entry without extensions and language_id");
  if (!ret_choice->command_count && !ret_choice->connect.len) return STR("has an entry without command and connect");
  return STR_EMPTY;
}

Str app_servers_check(Job *job, const Json *json) {
  LspServerChoice choice;
  if (!json_is(json, JSON_ARRAY)) return STR("takes an array of objects with extensions and command");
  if (json->count > SERVERS_MAX) return str_format(job->arena, "takes at most %d entries", SERVERS_MAX);
  Str wrong = STR_EMPTY;
  for (size_t i = 0; !wrong.len && i < json->count; i++) wrong = read_entry(job, &json->items[i], &choice);
  return wrong;
}

/* Checked again although the configuration was checked when it was read: this
 * is what makes the choices. */
Err app_servers_table(Job *job, const AppConfig *config, const LspServers **ret_servers) {
  VEC(LspServerChoice) choices = {0};
  const Json *json = NULL;
  Str text = app_config_str(config, "servers");
  if (text.len) TRY(json_read(job, text, NULL, &json));
  for (size_t i = 0; json && i < json->count; i++) {
    Str wrong = read_entry(job, &json->items[i], vec_add(job->arena, &choices));
    if (wrong.len) return job_fail(job, ERR_USAGE, "servers %.*s", STR_ARG(wrong));
  }
  return lsp_servers_read(job, STR_EMPTY, choices.items, choices.len, ret_servers);
}

/* ---- words ---- */

static void write_entry(JsonWriter *json, Str language, const Str *command, size_t count) {
  json_begin_object(json);
  json_field_str(json, "language_id", language);
  json_field_array(json, "command");
  for (size_t i = 0; i < count; i++) json_str(json, command[i]);
  json_end_array(json);
  json_end_object(json);
}

/* LANG:BINARY,ARG... */
static Err write_pair(Job *job, JsonWriter *json, Str word) {
  Str rest = word, language = str_cut(&rest, ':');
  VEC(Str) command = {0};
  while (rest.len) *vec_add(job->arena, &command) = str_cut(&rest, ',');
  if (!language.len || !command.len || !command.items[0].len) {
    return job_fail(job, ERR_USAGE, "'%.*s' names no language server; it takes LANG:SERVER,ARG... as in go:gopls",
                    STR_ARG(word));
  }
  write_entry(json, language, command.items, command.len);
  return OK;
}

/* Two forms that never mix: with a colon every word is a server of its own,
 * without one all words are one command. */
Err app_servers_from_words(Job *job, const Str *words, size_t count, Str *ret_json) {
  Buf text;
  JsonWriter json;
  buf_init(&text, job->arena, (size_t)1 << 20);
  json_writer_init(&json, &text, 0);
  json_begin_array(&json);
  if (str_find_byte(words[0], ':') != STR_NONE) {
    for (size_t i = 0; i < count; i++) TRY(write_pair(job, &json, words[i]));
  } else if (count < 2) {
    return job_fail(job, ERR_USAGE, "'%.*s' names no language server; it takes LANG:SERVER,ARG... or LANG SERVER. "
                    "A workspace is given with --repo", STR_ARG(words[0]));
  } else {
    write_entry(&json, words[0], words + 1, count - 1);
  }
  json_end_array(&json);
  *ret_json = buf_str(&text);
  return OK;
}
