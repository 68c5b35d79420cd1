/* Our own small JSON files: trust, links, sessions, what init changed. */
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

void app_list_begin(AppListFile *file, Arena *arena, size_t max, const char *key) {
  buf_init(&file->text, arena, max);
  json_writer_init(&file->json, &file->text, 2);
  json_begin_object(&file->json);
  json_field_array(&file->json, key);
}

Err app_list_end(AppListFile *file, Job *job, Str path, const char *too_large) {
  json_end_array(&file->json);
  json_end_object(&file->json);
  buf_add_byte(&file->text, '\n');
  if (file->text.overflow) return job_fail(job, ERR_TOO_LARGE, "%s", too_large);
  TRY(file_make_dir(job, file_directory(path), true));
  return file_write(job, path, buf_str(&file->text), 0600);
}
