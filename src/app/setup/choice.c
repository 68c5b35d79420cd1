/* Which clients and which project a set-up command is about. */
#include "src/app/setup/setup_internal.h"

#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/terminal.h"

bool app_is_on_terminal(void) { return terminal_is(TERMINAL_INPUT) && terminal_is(TERMINAL_ERRORS); }

/* Empty without an error: set-up of the user's own files needs no project. Why
 * there is none is kept for whoever does need one. */
Str app_setup_root(Job *job, Str *ret_why_not) {
  AppWorkspaceRequest request = {
      .env = place_env("FATHOM_REPO"),
      .directory = file_working_directory(job->arena),
      .by_user = true,
  };
  Str root;
  *ret_why_not = STR_EMPTY;
  Err err = app_workspace_find(job, &request, &root);
  if (!err) return root;
  *ret_why_not = str_copy(job->arena, job_message(job, err));
  job_forgive(job);
  return STR_EMPTY;
}

/* None named means all, which the callers decide; a name that is given twice
 * counts once. */
Err app_setup_clients(AppRun *run, const AppClientRow ***ret_rows, size_t *ret_count) {
  VEC(const AppClientRow *) rows = {0};
  for (Str rest = app_flag_value(run, "client"); rest.len;) {
    const AppClientRow *row;
    TRY(app_client_find(run->job, str_trim(str_cut(&rest, ',')), &row));
    bool known = false;
    for (size_t i = 0; i < rows.len; i++) known = known || rows.items[i] == row;
    if (!known) *vec_add(run->job->arena, &rows) = row;
  }
  if (run->word_count) {
    return job_fail(run->job, ERR_USAGE, "'%.*s' is not expected here; name clients with --client",
                    STR_ARG(run->words[0]));
  }
  *ret_rows = rows.items;
  *ret_count = rows.len;
  return OK;
}
