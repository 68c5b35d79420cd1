/* A folder of kept files in the scratch directory. */
#ifndef FATHOM_TESTS_UNIT_OS_KEPT_H
#define FATHOM_TESTS_UNIT_OS_KEPT_H

#include "src/os/keep.h"
#include "tests/unit/os_scratch.h"

static inline Keep *scratch_keep(Scratch *scratch, const char *folder) {
  Keep *keep;
  KeepOptions options = {.directory = str_from_c(scratch->path), .folder = str_from_c(folder), .root = str_from_c(scratch->path)};
  assert_int_equal(keep_open(&scratch->job, &options, &keep), OK);
  return keep;
}

#endif
