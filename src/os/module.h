/* Module: code that is loaded while the program runs. Loading runs the code of
 * the file: the caller decides which paths are trusted. Any thread. */
#ifndef FATHOM_OS_MODULE_H
#define FATHOM_OS_MODULE_H

#include "src/base/job.h"

typedef void ModuleFunction(void);

/* The function of that name in the file, which stays loaded until the process
 * ends. The caller casts it to what it is. ERR_UNAVAILABLE: it cannot be
 * loaded; ERR_NOT_FOUND: it has no such function, and is not kept. */
Err module_find(Job *job, Str path, Str symbol, ModuleFunction **ret_function) MUST_CHECK;

#endif
