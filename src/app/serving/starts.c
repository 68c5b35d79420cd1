/* How interpreters are found and started: a file beside each gate says it, so
 * another language is another folder. Nothing that a project's files say is
 * asked: they hold an environment at a known place, or they do not. */
#include "src/app/serving/allowed_internal.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/root.h"

#define START_MAX 65536

static void read_texts(Job *job, const Json *array, Str **items, size_t *len, size_t *cap) {
  struct { Str *items; size_t len, cap; } texts = {*items, *len, *cap};
  for (size_t i = 0; json_is(array, JSON_ARRAY) && i < array->count; i++) {
    if (json_is(&array->items[i], JSON_STRING)) *vec_add(job->arena, &texts) = array->items[i].text;
  }
  *items = texts.items, *len = texts.len, *cap = texts.cap;
}

Err app_starts_read(Job *job, AppStarts *ret_starts) {
  AUTO(Root) root = NULL;
  FileEntries entries;
  *ret_starts = (AppStarts){0};
  TRY(root_open(job, place_supplied(job->arena, STR("gates")), &root));
  TRY(root_list(job, root, STR("."), &entries));
  for (size_t i = 0; i < entries.len; i++) {
    Str path = file_join(job->arena, entries.items[i].name, STR("start.json")), text;
    FileStat stat;
    const Json *json;
    if (entries.items[i].kind != FILE_DIRECTORY) continue;
    if (root_stat(job, root, path, &stat)) { /* a gate that can only be loaded by hand */
      job_forgive(job);
      continue;
    }
    TRY(root_read(job, root, path, START_MAX, &text));
    TRY(json_read(job, text, NULL, &json));
    AppStart start = {.language = entries.items[i].name};
    read_texts(job, json_get(json, STR("inside")), &start.inside.items, &start.inside.len, &start.inside.cap);
    read_texts(job, json_get(json, STR("programs")), &start.programs.items, &start.programs.len, &start.programs.cap);
    read_texts(job, json_get(json, STR("arguments")), &start.arguments.items, &start.arguments.len, &start.arguments.cap);
    *vec_add(job->arena, ret_starts) = start;
  }
  return OK;
}

/* ---- finding ---- */

static bool take_program(Job *job, Str program, Str root, AppInterpreter *interpreter) {
  Str real, rest;
  FileStat stat;
  bool is_one = !file_real_path(job, program, &real) && !file_stat(job, real, &stat) && stat.kind == FILE_REGULAR && file_can_run(real);
  job_forgive(job);
  if (!is_one) return false;
  interpreter->program = program;
  interpreter->real = real;
  interpreter->is_inside = file_beneath(root, real, &rest);
  interpreter->inode = stat.inode;
  interpreter->mtime_ns = stat.mtime_ns;
  return true;
}

/* In PATH, but for places that are no absolute ones or lie in the project:
 * what is there the project put there. */
static bool find_in_path(Job *job, Str name, Str root, Str path_variable, AppInterpreter *interpreter) {
  while (path_variable.len) {
    Str directory = str_cut(&path_variable, ':'), rest;
    if (!str_starts_with(directory, STR("/")) || file_beneath(root, directory, &rest)) continue;
    if (take_program(job, file_join(job->arena, directory, name), root, interpreter) && !interpreter->is_inside) return true;
  }
  return false;
}

bool app_interpreter_find(Job *job, const AppStart *start, Str root, Str path_variable, AppInterpreter *ret_interpreter) {
  AppInterpreter found = {.language = start->language};
  bool is_found = false;
  for (size_t i = 0; !is_found && i < start->inside.len; i++) {
    is_found = take_program(job, file_join(job->arena, root, start->inside.items[i]), root, &found);
  }
  for (size_t i = 0; !is_found && i < start->programs.len; i++) {
    is_found = find_in_path(job, start->programs.items[i], root, path_variable, &found);
  }
  if (is_found) *ret_interpreter = found;
  return is_found;
}
