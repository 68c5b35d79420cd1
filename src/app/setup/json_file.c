/* Our own small JSON files: trust, sessions, what init changed. */
#include "src/app/app_internal.h"
#include "src/os/file.h"

Err app_read_json(Job *job, Str path, size_t max, const Json **ret_json) {
  Str text;
  *ret_json = NULL;
  if (!file_exists(path)) return OK;
  TRY(file_read(job, path, max, &text));
  Err err = json_read(job, text, NULL, ret_json);
  return err ? job_prefix(job, err, "%.*s", STR_ARG(path)) : OK;
}
