/* fathom sessions allow, deny, allowed: for which projects interpreters may be
 * started, and which. What is found is shown and written down; later only that
 * is started. */
#include "src/app/shell/sessions_internal.h"

#include "src/app/serving/allowed_internal.h"
#include "src/os/file.h"
#include "src/os/place.h"

static Err chosen_root(AppRun *run, Str *ret_root) {
  AppWorkspaceRequest request = {.given = run->word_count > 1 ? run->words[1] : STR_EMPTY,
                                 .directory = file_working_directory(run->job->arena),
                                 .by_user = true};
  return app_workspace_find(run->job, &request, ret_root);
}

static void show_interpreter(AppRun *run, const AppInterpreter *interpreter) {
  Arena *arena = run->job->arena;
  buf_add_format(run->out, "  %.*s: %.*s", STR_ARG(interpreter->language), STR_ARG(str_visible(arena, interpreter->program)));
  if (!str_eq(interpreter->program, interpreter->real)) buf_add_format(run->out, " -> %.*s", STR_ARG(str_visible(arena, interpreter->real)));
  if (interpreter->is_inside) buf_add_c(run->out, "  (a program of the project itself)");
  buf_add_byte(run->out, '\n');
}

/* Allowing again looks again: it is how a new environment is taken. */
Err app_sessions_allow(AppRun *run) {
  Job *job = run->job;
  Str root;
  FileStat stat;
  AppAllowedList list;
  AppStarts starts;
  TRY(chosen_root(run, &root));
  TRY(file_stat(job, root, &stat));
  TRY(app_allowed_read(job, &list));
  TRY(app_starts_read(job, &starts));
  AppAllowed entry = {.root = root, .inode = stat.inode, .birth_ns = stat.birth_ns};
  for (size_t i = 0; i < starts.len; i++) {
    AppInterpreter found;
    if (app_interpreter_find(job, &starts.items[i], root, place_env("PATH"), &found)) *vec_add(job->arena, &entry.interpreters) = found;
  }
  AppAllowed *known = app_allowed_find(&list, root);
  *(known ? known : vec_add(job->arena, &list.items)) = entry;
  TRY(app_allowed_write(job, &list));
  buf_add_format(run->out, "%s: %.*s\n", known ? "allowed again" : "allowed", STR_ARG(str_visible(job->arena, root)));
  for (size_t i = 0; i < entry.interpreters.len; i++) show_interpreter(run, &entry.interpreters.items[i]);
  if (!entry.interpreters.len) buf_add_c(run->out, "  no interpreter was found: install one, and run this again\n");
  if (!app_is_trusted(job, root)) buf_add_c(run->out, "it is not trusted yet, and nothing runs before: fathom trust\n");
  return OK;
}

Err app_sessions_deny(AppRun *run) {
  Job *job = run->job;
  Str root = STR_EMPTY;
  AppAllowedList list;
  TRY(app_allowed_read(job, &list));
  /* The path as written first: the directory may be gone by now. */
  AppAllowed *entry = run->word_count > 1 ? app_allowed_find(&list, run->words[1]) : NULL;
  if (!entry) {
    TRY(chosen_root(run, &root));
    entry = app_allowed_find(&list, root);
  }
  if (!entry) {
    return job_fail(job, ERR_NOT_FOUND, "'%.*s' is not allowed; 'fathom sessions allowed' shows what is", STR_ARG(root));
  }
  root = entry->root;
  for (const AppAllowed *end = list.items.items + list.items.len; entry + 1 < end; entry++) entry[0] = entry[1];
  list.items.len--;
  TRY(app_allowed_write(job, &list));
  buf_add_format(run->out, "no longer allowed: %.*s; what runs there ends within half a minute\n", STR_ARG(str_visible(job->arena, root)));
  return OK;
}

Err app_sessions_allowed(AppRun *run) {
  Job *job = run->job;
  AppAllowedList list;
  TRY(app_allowed_read(job, &list));
  for (size_t i = 0; i < list.items.len; i++) {
    const AppAllowed *entry = &list.items.items[i];
    bool is_trusted = app_is_trusted(job, entry->root);
    buf_add_format(run->out, "%.*s%s\n", STR_ARG(str_visible(job->arena, entry->root)),
                   !app_allowed_holds(job, entry) ? "  (no longer: another directory is there now, or none)" : is_trusted ? "" : "  (not trusted)");
    for (size_t j = 0; j < entry->interpreters.len; j++) show_interpreter(run, &entry->interpreters.items[j]);
  }
  if (!list.items.len) buf_add_c(run->out, "no project is allowed\n");
  return OK;
}
