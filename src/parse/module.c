/* Grammars that are not linked in: shared objects beside the program or in the
 * installation, loaded when a file first needs one and kept. No other place is
 * looked at, because loading one runs its code. */
#include "src/os/file.h"
#include "src/os/module.h"
#include "src/os/place.h"
#include "src/parse/parse_internal.h"


Err parse_load_module(Job *job, const char *name, const TSLanguage **ret_tables) {
  Str file = str_format(job->arena, "grammars/%s.so", name), path = place_supplied(job->arena, file);
  if (!file_exists(path)) {
    Str beside = file_join(job->arena, file_directory(place_program(job->arena)), file);
    return job_fail(job, ERR_UNAVAILABLE,
                    "the grammar of %s is neither at %.*s nor at %.*s; the folder 'grammars' belongs to the program: copy it along, "
                    "install both ('make install'), or let FATHOM_SHARE name the folder that holds it",
                    name, STR_ARG(beside), STR_ARG(path));
  }
  ModuleFunction *entry;
  Err err = module_find(job, path, str_format(job->arena, "tree_sitter_%s", name), &entry);
  if (err == ERR_NOT_FOUND) {
    job_forgive(job);
    return job_fail(job, ERR_UNAVAILABLE, "%.*s is not the grammar of %s", STR_ARG(path), name);
  }
  if (err) return job_prefix(job, err, "the grammar of %s could not be loaded: ", name);
  const TSLanguage *tables = ((const TSLanguage *(*)(void))entry)();
  if (!tables) {
    return job_fail(job, ERR_UNAVAILABLE, "the grammar of %s could not be loaded: %.*s gives none", name, STR_ARG(path));
  }
  *ret_tables = tables;
  return OK;
}
