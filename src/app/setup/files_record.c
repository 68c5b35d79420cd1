/* The record: what init changed in which file, so that uninstall gives back
 * the same bytes. Holds only what was put in and what stood in its place,
 * never whole files of others. Kept with our state, closed to other users. */
#include "src/app/setup/setup_internal.h"
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/os/place.h"

#define RECORDS_MAX_BYTES ((size_t)16 << 20)

static Str records_path(Arena *arena) {
  return file_join(arena, place_state(arena), STR("init.json"));
}

/* No file is an empty record. One that cannot be read is an error: to go on
 * would be to forget what is in it. */
Err app_records_load(Job *job, AppRecords *ret_records) {
  *ret_records = (AppRecords){0};
  const Json *json;
  Err err = app_read_json(job, records_path(job->arena), RECORDS_MAX_BYTES, &json);
  if (err) return job_prefix(job, err, "the record of what init changed");
  const Json *files = json_get(json, STR("files"));
  for (size_t i = 0; json_is(files, JSON_ARRAY) && i < files->count; i++) {
    const Json *file = &files->items[i];
    AppRecord record = {
        .id = json_get_str(file, STR("client"), STR_EMPTY),
        .path = json_get_str(file, STR("path"), STR_EMPTY),
        .root = json_get_str(file, STR("root"), STR_EMPTY),
        .created = json_get_bool(file, STR("created"), false),
        .directories = json_get_int(file, STR("directories"), 0),
        .removed = json_get_str(file, STR("removed"), STR_EMPTY),
        .inserted = json_get_str(file, STR("inserted"), STR_EMPTY),
    };
    if (record.path.len) *vec_add(job->arena, ret_records) = record;
  }
  return OK;
}

static void write_record(JsonWriter *json, const AppRecord *record) {
  json_begin_object(json);
  json_field_str(json, "client", record->id);
  json_field_str(json, "path", record->path);
  if (record->root.len) json_field_str(json, "root", record->root);
  json_field_bool(json, "created", record->created);
  json_field_int(json, "directories", record->directories);
  /* What JSON cannot hold byte for byte is not remembered. */
  if (str_is_utf8(record->removed) && str_is_utf8(record->inserted)) {
    json_field_str(json, "removed", record->removed);
    json_field_str(json, "inserted", record->inserted);
  }
  json_end_object(json);
}

/* An empty record is no file, so that uninstall leaves nothing behind. */
Err app_records_save(Job *job, const AppRecords *records) {
  Str path = records_path(job->arena);
  if (!records->len) return file_remove(job, path);
  AppListFile file;
  app_list_begin(&file, job->arena, RECORDS_MAX_BYTES, "files");
  for (size_t i = 0; i < records->len; i++) write_record(&file.json, &records->items[i]);
  Str too_large = str_format(job->arena, "'%.*s' would become larger than %zu bytes", STR_ARG(path), RECORDS_MAX_BYTES);
  return app_list_end(&file, job, path, str_to_c(job->arena, too_large));
}

const AppRecord *app_records_find(const AppRecords *records, Str path) {
  for (size_t i = 0; i < records->len; i++) {
    if (str_eq(records->items[i].path, path)) return &records->items[i];
  }
  return NULL;
}

/* One for each path; the last one counts. */
void app_records_put(Arena *arena, AppRecords *records, const AppRecord *record) {
  for (size_t i = 0; i < records->len; i++) {
    if (str_eq(records->items[i].path, record->path)) {
      records->items[i] = *record;
      return;
    }
  }
  *vec_add(arena, records) = *record;
}

void app_records_drop(AppRecords *records, Str path) {
  size_t kept = 0;
  for (size_t i = 0; i < records->len; i++) {
    if (!str_eq(records->items[i].path, path)) records->items[kept++] = records->items[i];
  }
  records->len = kept;
}
