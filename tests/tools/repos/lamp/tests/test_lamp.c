#include <assert.h>
#include <stdio.h>

#include "command.h"
#include "lamp.h"

static int seen;

static void report(int number, int brightness, void *context) {
  (void)number;
  (void)context;
  seen = brightness;
}

static void test_commands_reach_lamps(void) {
  assert(command_run("dim 3 40") == LAMP_OK);
  assert(lamp_get(3) == 40);
  assert(command_run("dim 99 40") == LAMP_NO_SUCH);
  assert(command_run("again again on 2") == LAMP_OK);
}

static void test_watchers_are_told(void) {
  lamp_watch(report, NULL);
  lamp_set(1, 400);
  assert(seen == LAMP_BRIGHTEST);
}

int main(void) {
  test_commands_reach_lamps();
  test_watchers_are_told();
  puts("ok");
  return 0;
}
