/* The program of all unit tests of a module. It has a name for each of them
 * (cmake/tests.cmake links them) and runs the test that it was started as, so that
 * every test is a process of its own still. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "unit_tests.h" /* of the module: UNIT_TESTS(X), X(name) for each */

/* Some take no arguments and are given them nevertheless, as main is. */
#define DECLARED(name) int unit_##name(int argc, char **argv);
UNIT_TESTS(DECLARED)

typedef struct UnitTest {
  const char *name;
  int (*run)(int argc, char **argv);
} UnitTest;

#define ROW(name) {#name, unit_##name},
static const UnitTest tests[] = {UNIT_TESTS(ROW)};

/* Not by argv[0]: tests start themselves as something else. */
int main(int argc, char **argv) {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  path[length > 0 ? length : 0] = '\0';
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
    if (!strcmp(tests[i].name, name)) return tests[i].run(argc, argv);
  }
  fprintf(stderr, "%s: no test of this name; start the program by the name of one\n", name);
  return 2;
}
