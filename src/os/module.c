/* Shared objects, by the dynamic linker. */
#include "src/os/module.h"

#include <dlfcn.h>

Err module_find(Job *job, Str path, Str symbol, ModuleFunction **ret_function) {
  void *module = dlopen(str_to_c(job->arena, path), RTLD_NOW | RTLD_LOCAL);
  if (!module) return job_fail(job, ERR_UNAVAILABLE, "%s", dlerror());
  /* ISO C has no cast from object to function pointers. */
  union {
    void *address;
    ModuleFunction *function;
  } found = {.address = dlsym(module, str_to_c(job->arena, symbol))};
  if (!found.address) {
    dlclose(module);
    return job_fail(job, ERR_NOT_FOUND, "%.*s has no %.*s", STR_ARG(path), STR_ARG(symbol));
  }
  *ret_function = found.function;
  return OK;
}
