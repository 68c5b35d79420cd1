/* What programs print, read in every format: the first byte chooses it. Nothing
 * that is read may be longer than its limit or lie outside of the text. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/check/check.h"

static const char *const names[] = {"lines",   "github",   "oxlint",    "eslint", "ruff",     "golangci", "shellcheck",
                                    "cargo",   "pytest",   "unittest",  "go-test", "cargo-test", "tap",    "surefire",
                                    "gradle",  "ctest",    "jest",      "mocha",  "rspec",    "phpunit",  "dotnet"};

static void check_entry(const CheckEntry *entry) {
  assert(entry->message.len <= CHECK_MESSAGE_MAX);
  assert(entry->expected.len <= CHECK_VALUE_MAX && entry->actual.len <= CHECK_VALUE_MAX && entry->test.len <= CHECK_VALUE_MAX);
  assert(entry->severity.len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  Job job;
  CheckReport report;
  if (size < 2) return 0;
  const char *name = names[data[0] % (sizeof names / sizeof *names)];
  size_t half = data[1] % 4 == 0 ? (size - 2) / 2 : size - 2; /* sometimes both outputs */
  char *text = malloc(size - 2 + 1);
  memcpy(text, data + 2, size - 2);
  arena_init(&arena);
  job_init(&job, &arena);
  CheckOutput output = {{text, half}, {text + half, size - 2 - half}};
  assert(check_read(&job, str_from_c(name), &output, &report) == OK);
  assert(report.len <= CHECK_ENTRIES_MAX && report.len <= report.total);
  for (size_t i = 0; i < report.len; i++) check_entry(&report.items[i]);
  arena_clear(&arena);
  free(text);
  return 0;
}
