#include <stdio.h>

#include "command.h"

static void report(int number, int brightness, void *context) {
  fprintf(context, "%d is at %d\n", number, brightness);
}

int main(void) {
  char line[128];
  lamp_watch(report, stderr);
  while (fgets(line, sizeof line, stdin)) {
    if (command_run(line) != LAMP_OK) fprintf(stderr, "cannot do: %s", line);
  }
  return 0;
}
