/* The list of projects that the user allows interpreters for. It lies in the
 * user's configuration and names, for each, the directory by what it was and
 * the programs by where they led: a project that is replaced, or whose
 * environment suddenly leads to another program, is not what was allowed. */
#include "src/app/serving/allowed_internal.h"
#include "src/os/file.h"
#include "src/os/place.h"

#define LIST_MAX ((size_t)4 << 20)

static Str list_path(Arena *arena) { return file_join(arena, place_config(arena), STR("sessions.json")); }

/* ---- reading ---- */

static bool read_interpreter(const Json *json, AppInterpreter *ret_interpreter) {
  AppInterpreter read = {.language = json_get_str(json, STR("language"), STR_EMPTY),
                         .program = json_get_str(json, STR("program"), STR_EMPTY),
                         .real = json_get_str(json, STR("real"), STR_EMPTY),
                         .is_inside = json_get_bool(json, STR("inside"), false),
                         .inode = (uint64_t)json_get_int(json, STR("inode"), 0),
                         .mtime_ns = json_get_int(json, STR("changed"), 0)};
  *ret_interpreter = read;
  return read.language.len && str_starts_with(read.program, STR("/")) && read.real.len;
}

static void read_entry(Job *job, const Json *json, AppAllowedList *list) {
  int64_t inode, birth_ns;
  AppAllowed entry = {.root = json_get_str(json, STR("path"), STR_EMPTY)};
  const Json *programs = json_get(json, STR("programs"));
  if (!entry.root.len || !json_to_int(json_get(json, STR("inode")), &inode) || !json_to_int(json_get(json, STR("born")), &birth_ns)) return;
  entry.inode = (uint64_t)inode, entry.birth_ns = birth_ns;
  for (size_t i = 0; json_is(programs, JSON_ARRAY) && i < programs->count; i++) {
    AppInterpreter interpreter;
    if (read_interpreter(&programs->items[i], &interpreter)) *vec_add(job->arena, &entry.interpreters) = interpreter;
  }
  *vec_add(job->arena, &list->items) = entry;
}

Err app_allowed_read(Job *job, AppAllowedList *ret_list) {
  const Json *json;
  *ret_list = (AppAllowedList){0};
  TRY(app_read_json(job, list_path(job->arena), LIST_MAX, &json));
  const Json *allowed = json_get(json, STR("allowed"));
  for (size_t i = 0; json_is(allowed, JSON_ARRAY) && i < allowed->count; i++) read_entry(job, &allowed->items[i], ret_list);
  return OK;
}

/* ---- writing ---- */

static void write_interpreter(JsonWriter *json, const AppInterpreter *interpreter) {
  json_begin_object(json);
  json_field_str(json, "language", interpreter->language);
  json_field_str(json, "program", interpreter->program);
  json_field_str(json, "real", interpreter->real);
  if (interpreter->is_inside) {
    json_field_bool(json, "inside", true);
    json_field_int(json, "inode", (int64_t)interpreter->inode);
    json_field_int(json, "changed", interpreter->mtime_ns);
  }
  json_end_object(json);
}

Err app_allowed_write(Job *job, const AppAllowedList *list) {
  AppListFile file;
  JsonWriter *json = &file.json;
  app_list_begin(&file, job->arena, LIST_MAX, "allowed");
  for (size_t i = 0; i < list->items.len; i++) {
    const AppAllowed *entry = &list->items.items[i];
    json_begin_object(json);
    json_field_str(json, "path", entry->root);
    json_field_int(json, "inode", (int64_t)entry->inode);
    json_field_int(json, "born", entry->birth_ns);
    json_field_array(json, "programs");
    for (size_t j = 0; j < entry->interpreters.len; j++) write_interpreter(json, &entry->interpreters.items[j]);
    json_end_array(json);
    json_end_object(json);
  }
  return app_list_end(&file, job, list_path(job->arena), "too many projects are allowed");
}

/* ---- judging ---- */

AppAllowed *app_allowed_find(const AppAllowedList *list, Str root) {
  for (size_t i = 0; i < list->items.len; i++) {
    if (str_eq(list->items.items[i].root, root)) return &list->items.items[i];
  }
  return NULL;
}

bool app_allowed_holds(Job *job, const AppAllowed *allowed) {
  return app_is_same_directory(job, allowed->root, allowed->inode, allowed->birth_ns);
}

/* A program outside belongs to the system or the user, who replace it when
 * they update it; one inside is the project's, which anybody changes who
 * changes the project. */
static bool is_same_program(Job *job, const AppInterpreter *interpreter) {
  Str real;
  FileStat stat;
  if (file_real_path(job, interpreter->program, &real) || file_stat(job, real, &stat)) {
    job_forgive(job);
    return false;
  }
  if (!str_eq(real, interpreter->real)) return false;
  return !interpreter->is_inside || (stat.inode == interpreter->inode && stat.mtime_ns == interpreter->mtime_ns);
}

static Str languages_of(Arena *arena, const AppAllowed *allowed) {
  Buf words;
  buf_init(&words, arena, 1000);
  for (size_t i = 0; i < allowed->interpreters.len; i++) {
    buf_add_format(&words, "%s%.*s", words.len ? ", " : "", STR_ARG(allowed->interpreters.items[i].language));
  }
  return buf_str(&words);
}

/* Those that are not the directories any more that were allowed are left out. */
Err app_list_allowed(ToolScope *scope, ToolCall *call, ToolProjects *ret_projects) {
  Job *job = call->job;
  AppAllowedList list;
  (void)scope;
  *ret_projects = (ToolProjects){0};
  TRY(app_allowed_read(job, &list));
  for (size_t i = 0; i < list.items.len; i++) {
    const AppAllowed *one = &list.items.items[i];
    if (app_allowed_holds(job, one)) *vec_add(job->arena, ret_projects) = (ToolProject){one->root, languages_of(job->arena, one)};
  }
  return OK;
}

static Err choose(Job *job, const AppAllowed *allowed, Str language, const AppInterpreter **ret_found) {
  const AppInterpreter *found = NULL;
  for (size_t i = 0; i < allowed->interpreters.len; i++) {
    const AppInterpreter *one = &allowed->interpreters.items[i];
    if (language.len ? str_eq(one->language, language) : allowed->interpreters.len == 1) found = one;
  }
  *ret_found = found;
  if (found) return OK;
  Str known = languages_of(job->arena, allowed);
  if (!known.len) return job_fail(job, ERR_UNAVAILABLE, "no interpreter was there when this project was allowed: install one, then run "
                                  "fathom sessions allow again");
  return job_fail(job, ERR_USAGE, "%s: an interpreter of %.*s can be started here", language.len ? "none of that language" : "give a language",
                  STR_ARG(known));
}

/* Four things have to hold at the time of the start, not when it was allowed:
 * the project is trusted, the user allowed it, the directory is still that one,
 * and so is the program. */
Err app_interpreter_allowed(Job *job, Str root, Str language, AppInterpreter *ret_interpreter) {
  AppAllowedList list;
  const AppInterpreter *found;
  Str shown = str_shown(job->arena, root, SIZE_MAX);
  if (!app_is_trusted(job, root)) {
    return job_fail(job, ERR_UNTRUSTED, "'%.*s' is not trusted: an interpreter executes its code. If you trust it, run: fathom trust '%.*s'",
                    STR_ARG(shown), STR_ARG(shown));
  }
  TRY(app_allowed_read(job, &list));
  const AppAllowed *allowed = app_allowed_find(&list, root);
  if (!allowed) {
    return job_fail(job, ERR_NOT_FOUND, "fathom may start no interpreter for '%.*s'. Only the user can allow it: fathom sessions allow '%.*s'",
                    STR_ARG(shown), STR_ARG(shown));
  }
  if (!app_allowed_holds(job, allowed)) {
    return job_fail(job, ERR_DENIED, "'%.*s' is another directory than the one that was allowed. If it should be, run: fathom sessions "
                    "allow '%.*s'", STR_ARG(shown), STR_ARG(shown));
  }
  TRY(choose(job, allowed, language, &found));
  if (!is_same_program(job, found)) {
    return job_fail(job, ERR_DENIED, "'%.*s' is not the program any more that was allowed. If it should be, run: fathom sessions allow "
                    "'%.*s'", STR_ARG(str_shown(job->arena, found->program, SIZE_MAX)), STR_ARG(shown));
  }
  *ret_interpreter = *found;
  return OK;
}
