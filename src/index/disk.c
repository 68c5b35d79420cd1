/* The files of a workspace without a look at the store. */
#include "src/base/vec.h"
#include "src/index/index_internal.h"
#include "src/index/part.h"
#include "src/scan/scan.h"

/* For questions about files while no store is there: the same rules of what
 * belongs to the workspace, without symbols. */
Err index_list_disk(Job *job, Index *index, Str path, StoreFiles *ret_files) {
  ScanFiles found = {0};
  StoreFiles files = {0};
  ScanOptions options = index_scan_options(index);
  TRY(scan_path(job, index->root, path, &options, &found));
  for (size_t i = 0; i < found.len; i++) {
    const ScanFile *file = &found.items[i];
    *vec_add(job->arena, &files) = (StoreFile){
        .path = file->path, .size = file->stat.size, .skip = str_from_c(file->skip),
        .language = file->language ? str_from_c(file->language->name) : STR_EMPTY};
  }
  *ret_files = files;
  return OK;
}

Err index_why_left_out(Job *job, Index *index, Str path, IndexWhy *ret_why) {
  ScanOptions options = index_scan_options(index);
  ScanWhy why;
  TRY(scan_why_left_out(job, index->root, path, &options, &why));
  *ret_why = (IndexWhy){why.reason, why.rule};
  return OK;
}

const char *index_why_not_written(Str path, Str text) {
  if (scan_is_binary(text)) return SCAN_SKIP_BINARY;
  if (scan_is_generated(text)) return SCAN_SKIP_GENERATED;
  return scan_is_minified(path, text) ? SCAN_SKIP_MINIFIED : NULL;
}
